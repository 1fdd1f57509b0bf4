"""Public checks: examples that can be followed by hand."""

import pytest


@pytest.mark.exercise("mean_deviation")
def test_three_values(student):
    """1, 2, 6 have mean 3 and lie 2, 1, 3 away from it"""
    assert student.mean_deviation([1, 2, 6]) == pytest.approx(2)


@pytest.mark.exercise("mean_deviation")
def test_equal_values(student):
    """equal values do not deviate"""
    assert student.mean_deviation([5, 5, 5]) == pytest.approx(0)
