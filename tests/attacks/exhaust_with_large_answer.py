"""Returns as much as fits into an answer, and more than fits."""

import numpy as np


def mean(values):
    return np.zeros(8 << 20)


def variance(values):
    return np.zeros(9 << 20)


class Scaler:
    def fit(self, values):
        return "x" * (9 << 20)


def tabulate(function, values):
    return list(range(300_000))
