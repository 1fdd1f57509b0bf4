"""Known mistakes of the tests' own small assignment."""

import numpy as np

from autograder.authoring import mistake
from tiny import Scaler, mean


@mistake("mean", "You divided by n - 1; the mean divides by n.")
def one_less(values):
    if len(values) == 0:
        raise ValueError("there are no values")
    return float(np.sum(values) / max(len(values) - 1, 1))


@mistake("mean", "You used whole division; a mean need not be a whole number.")
def whole_division(values):
    if len(values) == 0:
        raise ValueError("there are no values")
    return float(np.sum(values) // len(values))


@mistake("mean", "You changed the caller's values in place; work on a copy.")
def changes_input(values):
    array = np.asarray(values, dtype=float)
    if array.size == 0:
        raise ValueError("there are no values")
    array /= len(array)
    return float(array.sum())


@mistake("variance", "You divided by n - 1; here the divisor is n.")
def sample_variance(values):
    if len(values) == 0:
        raise ValueError("there are no values")
    array = np.asarray(values, dtype=float)
    return float(((array - mean(array)) ** 2).sum() / max(len(array) - 1, 1))


@mistake("variance", "You took the square root; that is the standard deviation.")
def square_root(values):
    array = np.asarray(values, dtype=float)
    return mean((array - mean(array)) ** 2) ** 0.5


@mistake("variance", "You averaged distances without squaring them.")
def not_squared(values):
    array = np.asarray(values, dtype=float)
    return mean(np.abs(array - mean(array)))


@mistake("Scaler", "You divided by the variance; divide by its square root.")
class by_variance(Scaler):  # noqa: N801
    def fit(self, values):
        super().fit(values)
        self.scale_ = self.scale_**2
        return self


@mistake("Scaler", "Constant values have no spread: divide by 1 instead of 0.")
class nan_for_constant(Scaler):  # noqa: N801
    def fit(self, values):
        super().fit(values)
        self.scale_ = np.float64(np.std(values))
        return self


@mistake("Scaler", "You scaled new values by their own mean; use what fit has learned.")
class learns_again(Scaler):  # noqa: N801
    def transform(self, values):
        return (np.asarray(values, dtype=float) - np.mean(values)) / self.scale_


@mistake("tabulate", "You called the function twice for each value.")
def calls_twice(function, values):
    return np.array([(function(float(v)), function(float(v)))[0] for v in values])


@mistake("tabulate", "You sorted the values first; keep their order.")
def sorts(function, values):
    return np.array([function(float(v)) for v in sorted(values)])


@mistake("tabulate", "You returned the values and not what the function makes of them.")
def ignores_function(function, values):
    return np.asarray(values, dtype=float)
