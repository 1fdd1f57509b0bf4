"""Small statistics: a mean, a variance, a scaler and a table of values."""

from collections.abc import Callable

import numpy as np

EMPTY = "there are no values"


def mean(values: np.ndarray) -> float:
    """The mean of a 1-D array-like. ValueError if it is empty."""
    raise NotImplementedError


def variance(values: np.ndarray) -> float:
    """The mean squared distance from the mean (divisor n). ValueError if there are no values."""
    raise NotImplementedError


class Scaler:
    """Shifts and scales values to mean 0 and variance 1; constant values become 0."""

    def fit(self, values: np.ndarray) -> "Scaler":
        """Learn `mean_` and `scale_` (the square root of the variance, or 1 if that is 0); returns self."""
        raise NotImplementedError

    def transform(self, values: np.ndarray) -> np.ndarray:
        """(values - mean_) / scale_, as a new array."""
        raise NotImplementedError


def tabulate(function: Callable[[float], float], values: np.ndarray) -> np.ndarray:
    """function(v) for each v in values, in order; the function is called exactly once for each value."""
    raise NotImplementedError
