"""Hidden checks of the tests' own small assignment."""

import warnings

import numpy as np
import pytest


@pytest.mark.exercise("mean")
def test_mean_random(student, reference, rng):
    """the mean of random numbers is right"""
    values = rng.normal(5, 2, 30)
    assert student.mean(values) == pytest.approx(reference.mean(values), rel=1e-5)


@pytest.mark.exercise("mean", weight=2)
def test_mean_of_integers(student):
    """integers have a mean that need not be an integer"""
    assert student.mean([1, 2]) == pytest.approx(1.5)


@pytest.mark.exercise("mean")
def test_mean_of_nothing(student):
    """no values raise ValueError"""
    with pytest.raises(ValueError):
        student.mean([])


@pytest.mark.exercise("mean")
def test_mean_leaves_input(student, rng):
    """the input stays as it was"""
    values = rng.normal(size=9)
    before = values.copy()
    assert np.isfinite(student.mean(values))
    assert np.array_equal(values, before)


@pytest.mark.exercise("variance")
def test_variance_random(student, reference, rng):
    """the variance of random numbers is right"""
    values = rng.normal(5, 2, 30)
    assert student.variance(values) == pytest.approx(reference.variance(values), rel=1e-5)


@pytest.mark.exercise("variance")
def test_variance_pair(student):
    """the variance of two numbers divides by two"""
    assert student.variance([0, 2]) == pytest.approx(1)


@pytest.mark.exercise("variance")
def test_variance_constant(student):
    """equal values have variance 0, without a warning"""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert student.variance([3, 3, 3]) == pytest.approx(0)


@pytest.mark.exercise("variance")
def test_variance_of_nothing(student):
    """no values raise ValueError"""
    with pytest.raises(ValueError):
        student.variance([])


@pytest.mark.exercise("Scaler")
def test_scaler_attributes(student):
    """fit returns self and keeps what it learned"""
    scaler = student.Scaler()
    assert scaler.fit([0, 2, 4]) is scaler
    assert scaler.mean_ == pytest.approx(2)
    assert scaler.scale_ == pytest.approx((8 / 3) ** 0.5)


@pytest.mark.exercise("Scaler")
def test_scaler_standardises(student, rng):
    """transformed training values have mean 0 and variance 1"""
    values = rng.normal(5, 2, 30)
    scaled = student.Scaler().fit(values).transform(values)
    assert np.mean(scaled) == pytest.approx(0, abs=1e-5)
    assert np.var(scaled) == pytest.approx(1, rel=1e-5)


@pytest.mark.exercise("Scaler")
def test_scaler_new_values(student):
    """new values are scaled by what was learned from the old ones"""
    scaler = student.Scaler().fit([0, 2])
    assert np.allclose(scaler.transform([5, 1]), [4, 0])


@pytest.mark.exercise("Scaler")
def test_scaler_constant(student):
    """constant values become 0, because their scale is 1"""
    scaler = student.Scaler().fit([7, 7])
    assert np.allclose(scaler.transform([7, 7]), [0, 0])
    assert scaler.scale_ == pytest.approx(1)


@pytest.mark.exercise("Scaler")
def test_scaler_narrow(student):
    """values that lie close together are spread out"""
    assert np.allclose(student.Scaler().fit([0, 0.5]).transform([0, 0.5]), [-1, 1])


@pytest.mark.exercise("tabulate")
def test_tabulate_squares(student, rng):
    """a table of squares"""
    values = rng.normal(size=5)
    assert np.allclose(student.tabulate(lambda v: v * v, values), values**2)


@pytest.mark.exercise("tabulate")
def test_tabulate_calls_once(student):
    """the function is called once for each value, in order"""
    seen = []
    table = student.tabulate(lambda v: seen.append(v) or v + 1, [3, 1, 2])
    assert np.allclose(table, [4, 2, 3])
    assert seen == [3, 1, 2]


@pytest.mark.exercise("tabulate")
def test_tabulate_nothing(student):
    """no values make an empty table"""
    assert len(student.tabulate(lambda v: v, [])) == 0


@pytest.mark.exercise("tabulate")
def test_tabulate_order(student):
    """the table keeps the order of the values"""
    assert np.allclose(student.tabulate(abs, [-3, 1, -2]), [3, 1, 2])
