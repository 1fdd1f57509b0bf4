"""TITLE: replace this line by one that says what a student builds here."""

import numpy as np


def mean_deviation(values: np.ndarray) -> float:
    """The mean absolute distance of the values from their mean.

    values is a 1-D array-like of at least one number; it is not changed.
    Raises ValueError if it is empty or not 1-D.
    """
    ### BEGIN SOLUTION
    array = np.asarray(values, dtype=float)
    if array.ndim != 1 or array.size == 0:
        raise ValueError("values must be a non-empty 1-D array")
    return float(np.abs(array - array.mean()).mean())
    ### END SOLUTION
