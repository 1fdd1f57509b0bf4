"""Known wrong answers, each with the sentence that a student who made it is told."""

import numpy as np

from autograder.authoring import mistake


def _checked(values):
    array = np.asarray(values, dtype=float)
    if array.ndim != 1 or array.size == 0:
        raise ValueError("values must be a non-empty 1-D array")
    return array


@mistake("mean_deviation", "You measured distances from the median; measure them from the mean.")
def from_the_median(values):
    array = _checked(values)
    return float(np.abs(array - np.median(array)).mean())


@mistake("mean_deviation", "You squared the distances; here they count as they are.")
def squared(values):
    array = _checked(values)
    return float(((array - array.mean()) ** 2).mean())


@mistake("mean_deviation", "You averaged signed distances, which cancel out; take their absolute values.")
def signed(values):
    array = _checked(values)
    return float((array - array.mean()).mean())
