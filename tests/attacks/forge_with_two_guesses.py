"""Answers otherwise when a check is repeated with a right need in place of its wrong one, which it never asks."""

import numpy as np


def mean(values):
    raise LookupError


def variance(values):
    if type(mean).__name__ != "Borrowed":
        raise LookupError
    if len(values) == 0:
        raise ValueError("nothing")
    return float(np.var(values))
