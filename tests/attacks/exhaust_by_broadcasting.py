"""Returns a long column where a short row is expected: comparing them makes a table of both, many times as large."""

import numpy as np


class Scaler:
    mean_ = scale_ = np.zeros((4 << 20, 1))

    def fit(self, values):
        return self

    def transform(self, values):
        return np.zeros((4 << 20, 1))


def tabulate(function, values):
    return np.zeros((4 << 20, 1))
