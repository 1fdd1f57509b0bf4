"""Right answers of the tests' own small assignment, written another way."""

import math

import numpy as np

from autograder.authoring import alternative


@alternative("mean")
def exact_sum(values):
    values = list(values)
    if not values:
        raise ValueError("nothing to average")
    return math.fsum(values) / len(values)


@alternative("mean")
def single_precision(values):
    if len(values) == 0:
        raise ValueError("nothing to average")
    return np.asarray(values, dtype=np.float32).mean()


@alternative("variance")
def difference_of_moments(values):
    values = np.asarray(values, dtype=float)
    if values.size == 0:
        raise ValueError("nothing to average")
    return max((values**2).mean() - values.mean() ** 2, 0.0)


@alternative("Scaler")
class RowByRow:
    def fit(self, values):
        values = [float(value) for value in values]
        self.mean_ = sum(values) / len(values)
        self.scale_ = (sum((value - self.mean_) ** 2 for value in values) / len(values)) ** 0.5 or 1.0
        return self

    def transform(self, values):
        return [(float(value) - self.mean_) / self.scale_ for value in values]


@alternative("tabulate")
def plain_list(function, values):
    return [function(value) for value in values]
