"""The reference against somebody else's computation of the same thing. No student meets these checks."""

import numpy as np
import pytest


@pytest.mark.exercise("mean_deviation")
def test_the_definition_summed_in_a_loop(reference, rng):
    """the mean distance is what adding up one value after another gives"""
    values = rng.normal(10, 3, 40)
    centre = np.average(values)
    total = sum(abs(value - centre) for value in values)
    assert reference.mean_deviation(values) == pytest.approx(total / len(values))
