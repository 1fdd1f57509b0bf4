"""Raises warnings by the thousand, and sends as many by hand."""

import warnings

from raw import answer


def mean(values):
    for number in range(3_000):
        warnings.warn(f"{number}" * 100, stacklevel=1)
    return None


def variance(values):
    answer({"op": "answer", "warnings": [["W", str(number), [["W"]]] for number in range(30_000)]}, 0.0)
