"""Small statistics: a mean, a variance, a scaler and a table of values."""

from collections.abc import Callable

import numpy as np

EMPTY = "there are no values"


### BEGIN SOLUTION
def _floats(values: np.ndarray) -> np.ndarray:
    array = np.asarray(values, dtype=float)
    if array.size == 0:
        raise ValueError(EMPTY)
    return array


### END SOLUTION


def mean(values: np.ndarray) -> float:
    """The mean of a 1-D array-like. ValueError if it is empty."""
    ### BEGIN SOLUTION
    array = _floats(values)
    return float(array.sum() / len(array))
    ### END SOLUTION


def variance(values: np.ndarray) -> float:
    """The mean squared distance from the mean (divisor n). ValueError if there are no values."""
    ### BEGIN SOLUTION
    array = _floats(values)
    return mean((array - mean(array)) ** 2)
    ### END SOLUTION


class Scaler:
    """Shifts and scales values to mean 0 and variance 1; constant values become 0."""

    def fit(self, values: np.ndarray) -> "Scaler":
        """Learn `mean_` and `scale_` (the square root of the variance, or 1 if that is 0); returns self."""
        ### BEGIN SOLUTION
        self.mean_ = mean(values)
        spread = variance(values) ** 0.5
        self.scale_ = spread if spread > 0 else 1.0
        return self
        ### END SOLUTION

    def transform(self, values: np.ndarray) -> np.ndarray:
        """(values - mean_) / scale_, as a new array."""
        ### BEGIN SOLUTION
        return (np.asarray(values, dtype=float) - self.mean_) / self.scale_
        ### END SOLUTION


def tabulate(function: Callable[[float], float], values: np.ndarray) -> np.ndarray:
    """function(v) for each v in values, in order; the function is called exactly once for each value."""
    ### BEGIN SOLUTION
    return np.array([function(float(value)) for value in values])
    ### END SOLUTION
