"""Public checks of the tests' own small assignment."""

import numpy as np
import pytest


@pytest.mark.exercise("mean")
def test_mean_of_three(student):
    """the mean of 1, 2, 6 is 3"""
    assert student.mean([1, 2, 6]) == pytest.approx(3)


@pytest.mark.exercise("mean")
def test_mean_of_data(student, dataset):
    """the mean of the column x of the points is 2"""
    X, _, names = dataset("points")
    assert student.mean(X[:, names.index("x")]) == pytest.approx(2)


@pytest.mark.exercise("variance")
def test_variance_of_three(student):
    """the variance of 1, 2, 3 is 2/3"""
    assert student.variance([1, 2, 3]) == pytest.approx(2 / 3)


@pytest.mark.exercise("variance")
def test_variance_of_one(student):
    """one value has variance 0"""
    assert student.variance([4]) == pytest.approx(0)


@pytest.mark.exercise("Scaler")
def test_scaler_pair(student):
    """0 and 2 become -1 and 1"""
    assert np.allclose(student.Scaler().fit([0, 2]).transform([0, 2]), [-1, 1])


@pytest.mark.exercise("Scaler")
def test_scaler_mean(student):
    """mean_ is the mean"""
    assert student.Scaler().fit([0, 4]).mean_ == pytest.approx(2)


@pytest.mark.exercise("tabulate")
def test_tabulate_double(student):
    """doubling 1, 2"""
    assert np.allclose(student.tabulate(lambda v: 2 * v, [1, 2]), [2, 4])


@pytest.mark.exercise("tabulate")
def test_tabulate_one(student):
    """a table of one"""
    assert np.allclose(student.tabulate(lambda v: v + 1, [1]), [2])
