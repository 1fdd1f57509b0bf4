"""Hidden checks. A docstring is the sentence that a student reads when the check fails."""

import numpy as np
import pytest


@pytest.mark.exercise("mean_deviation")
def test_two_values(student):
    """two values lie half their distance away from their mean"""
    assert student.mean_deviation([1, 4]) == pytest.approx(1.5)


@pytest.mark.exercise("mean_deviation")
def test_random_values(student, reference, rng):
    """random values have the right mean distance"""
    values = rng.normal(10, 3, 40)
    assert student.mean_deviation(values) == pytest.approx(reference.mean_deviation(values), rel=1e-5)


@pytest.mark.exercise("mean_deviation")
def test_shift_and_scale(student, rng):
    """a shift changes nothing, a factor scales the answer"""
    values = rng.exponential(size=30)
    once = student.mean_deviation(values)
    assert student.mean_deviation(values + 100) == pytest.approx(once, rel=1e-4)
    assert student.mean_deviation(values * -2) == pytest.approx(2 * once, rel=1e-5)


@pytest.mark.exercise("mean_deviation")
@pytest.mark.parametrize("values", [[], [[1, 2], [3, 4]]])
def test_bad_input(student, values):
    """empty or two-dimensional input raises ValueError"""
    with pytest.raises(ValueError):
        student.mean_deviation(values)


@pytest.mark.exercise("mean_deviation")
def test_input_stays(student, rng):
    """the input is not changed"""
    values = rng.normal(size=9)
    before = values.copy()
    assert student.mean_deviation(values) >= 0
    assert np.array_equal(values, before)
