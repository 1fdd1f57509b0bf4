"""Calls itself until the stack is full, in Python and in C."""

import sys

sys.setrecursionlimit(20_000)


def mean(values):
    return mean(values)


def variance(values):
    deep = []
    for _ in range(50_000):
        deep = [deep]
    return repr(deep)
