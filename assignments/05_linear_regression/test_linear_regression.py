"""Public checks of linear regression: small examples that you can follow by hand."""

import numpy as np
import pytest

# ---------------------------------------------------------------- fit_line


@pytest.mark.exercise("fit_line")
def test_line_through_two_points(student):
    """two points determine the line: (1, 3) and (3, 7) lie on y = 1 + 2 x, returned as (1, 2)"""
    w0, w1 = student.fit_line(np.array([1, 3]), np.array([3, 7]))
    assert w0 == pytest.approx(1, rel=1e-5)
    assert w1 == pytest.approx(2, rel=1e-5)


@pytest.mark.exercise("fit_line")
def test_line_through_three_points(student):
    """three points that are not on a line: the slope is 1/2 and the intercept 7/6"""
    w0, w1 = student.fit_line(np.array([0, 1, 2]), np.array([1, 2, 2]))
    assert w0 == pytest.approx(7 / 6, rel=1e-5)
    assert w1 == pytest.approx(1 / 2, rel=1e-5)


@pytest.mark.exercise("fit_line")
def test_vertical_data(student):
    """if all x are equal there is no best slope: ValueError"""
    assert len(student.fit_line(np.array([2, 2, 3]), np.array([1, 2, 3]))) == 2  # fine: two different x
    with pytest.raises(ValueError):
        student.fit_line(np.array([2, 2, 2]), np.array([1, 2, 3]))


# ---------------------------------------------------------------- design_matrix


@pytest.mark.exercise("design_matrix")
def test_powers_of_one_feature(student):
    """x = (2, 3) up to degree 3: the columns are 1, x, x^2, x^3"""
    expected = [[1, 2, 4, 8], [1, 3, 9, 27]]
    np.testing.assert_allclose(student.design_matrix(np.array([2, 3]), degree=3), expected, rtol=1e-5)


@pytest.mark.exercise("design_matrix")
def test_two_features(student):
    """two features, degree 2: one, both features, then both squares"""
    expected = [[1, 2, 3, 4, 9], [1, 5, 7, 25, 49]]
    np.testing.assert_allclose(student.design_matrix(np.array([[2, 3], [5, 7]]), degree=2), expected, rtol=1e-5)


@pytest.mark.exercise("design_matrix")
def test_three_features_with_interactions(student):
    """degree 1 with interactions: one, x1, x2, x3, then x1 x2, x1 x3, x2 x3"""
    expected = [[1, 2, 3, 10, 6, 20, 30]]
    np.testing.assert_allclose(student.design_matrix(np.array([[2, 3, 10]]), 1, interactions=True), expected, rtol=1e-5)


# ---------------------------------------------------------------- least_squares_cost


@pytest.mark.exercise("least_squares_cost")
def test_cost_by_hand(student):
    """predictions 1, 2, 3 for the targets 1, 2, 2: one error of 1, so J = 1/2 and the gradient is that row of X"""
    X, y = np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 2])
    cost, gradient = student.least_squares_cost(np.array([1, 1]), X, y)
    assert cost == pytest.approx(0.5, rel=1e-5)
    np.testing.assert_allclose(gradient, [1, 2], rtol=1e-5)


@pytest.mark.exercise("least_squares_cost")
def test_weighted_cost_by_hand(student):
    """a weight of 4 on the one row with an error makes cost and gradient 4 times as large"""
    X, y = np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 2])
    cost, gradient = student.least_squares_cost(np.array([1, 1]), X, y, np.array([1, 1, 4]))
    assert cost == pytest.approx(2, rel=1e-5)
    np.testing.assert_allclose(gradient, [4, 8], rtol=1e-5)


@pytest.mark.exercise("least_squares_cost")
def test_column_target(student):
    """y as a column of shape (n, 1) is refused with a ValueError"""
    theta, X, y = np.array([1.0]), np.ones((3, 1)), np.array([1.0, 2.0, 2.0])
    assert len(student.least_squares_cost(theta, X, y)) == 2  # fine: cost and gradient
    with pytest.raises(ValueError):
        student.least_squares_cost(theta, X, y.reshape(3, 1))


# ---------------------------------------------------------------- normal_equations


@pytest.mark.exercise("normal_equations")
def test_three_points(student):
    """the line through (0, 1), (1, 2), (2, 2) again: theta = (7/6, 1/2)"""
    X, y = np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 2])
    np.testing.assert_allclose(student.normal_equations(X, y), [7 / 6, 1 / 2], rtol=1e-5)


@pytest.mark.exercise("normal_equations")
def test_weighted_mean(student):
    """with a column of ones alone theta is the mean of y, and with weights the weighted mean"""
    X, y = np.ones((3, 1)), np.array([1.0, 2.0, 6.0])
    np.testing.assert_allclose(student.normal_equations(X, y), [3], rtol=1e-5)
    np.testing.assert_allclose(student.normal_equations(X, y, np.array([1, 2, 1])), [11 / 4], rtol=1e-5)


@pytest.mark.exercise("normal_equations")
def test_equal_columns(student):
    """two equal columns: every split of the weight fits as well, and equal halves have the smallest norm"""
    X, y = np.array([[1, 1], [2, 2]]), np.array([4, 8])
    np.testing.assert_allclose(student.normal_equations(X, y), [2, 2], rtol=1e-5)


# ---------------------------------------------------------------- lms


@pytest.mark.exercise("lms")
def test_batch_rule(student):
    """two examples at once: errors 3 and 1 on the rows (1, 1) and (1, 2) move theta by alpha * (4, 5)"""
    X, y = np.array([[1, 1], [1, 2]]), np.array([3, 1])
    np.testing.assert_allclose(student.lms(X, y, alpha=0.1, n_epochs=1), [[0, 0], [0.4, 0.5]], rtol=1e-5)


@pytest.mark.exercise("lms")
def test_stochastic_rule(student):
    """one example at a time: the second error, 1 - 0.9, is taken after the first update to (0.3, 0.3)"""
    X, y = np.array([[1, 1], [1, 2]]), np.array([3, 1])
    history = student.lms(X, y, alpha=0.1, n_epochs=1, batch_size=1)
    np.testing.assert_allclose(history, [[0, 0], [0.31, 0.32]], rtol=1e-5)


@pytest.mark.exercise("lms")
def test_start_and_rates(student):
    """the history begins with theta0; with one rate per update, 0.5 then 0.25, theta goes from 8 to 4 to 3"""
    X, y = np.array([[1]]), np.array([0])
    history = student.lms(X, y, np.array([0.5, 0.25]), n_epochs=2, theta0=np.array([8]))
    np.testing.assert_allclose(history, [[8], [4], [3]], rtol=1e-5)


# ---------------------------------------------------------------- log_likelihood


@pytest.mark.exercise("log_likelihood")
def test_gaussian_by_hand(student):
    """no residual at all and scale 1: each example adds log(1 / sqrt(2 pi)) = -0.9189"""
    value = student.log_likelihood(np.array([2.0]), np.ones((3, 1)), np.array([2.0, 2.0, 2.0]), 1.0)
    assert value == pytest.approx(3 * -0.9189385332, rel=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_laplace_by_hand(student):
    """residuals 1 and -3 with scale 2 under Laplace noise: -2 log 4 - (1 + 3) / 2"""
    value = student.log_likelihood(np.array([1.0]), np.ones((2, 1)), np.array([2.0, -2.0]), 2.0, noise="laplace")
    assert value == pytest.approx(-2 * np.log(4) - 2, rel=1e-5)


@pytest.mark.exercise("log_likelihood")
def test_unknown_noise(student):
    """a noise that is neither gaussian nor laplace is refused with a ValueError"""
    theta, X, y = np.array([1.0]), np.ones((2, 1)), np.array([2.0, 1.0])
    assert np.isfinite(student.log_likelihood(theta, X, y, 1.0, noise="laplace"))
    with pytest.raises(ValueError):
        student.log_likelihood(theta, X, y, 1.0, noise="poisson")


# ---------------------------------------------------------------- standard_errors


@pytest.mark.exercise("standard_errors")
def test_error_of_a_mean(student):
    """a column of ones: theta is the mean 3 of (1, 3, 5), its standard error sqrt(4 / 3) as in statistics"""
    theta, se = student.standard_errors(np.ones((3, 1)), np.array([1.0, 3.0, 5.0]))
    np.testing.assert_allclose(theta, [3], rtol=1e-5)
    np.testing.assert_allclose(se, [np.sqrt(4 / 3)], rtol=1e-5)


@pytest.mark.exercise("standard_errors")
def test_errors_of_a_line(student):
    """three points: RSS = 1/6 and n - p = 1, so the squared standard errors are 5/36 and 1/12"""
    X, y = np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 2])
    theta, se = student.standard_errors(X, y)
    np.testing.assert_allclose(theta, [7 / 6, 1 / 2], rtol=1e-5)
    np.testing.assert_allclose(se, np.sqrt([5 / 36, 1 / 12]), rtol=1e-5)


@pytest.mark.exercise("standard_errors")
def test_too_few_examples(student):
    """two points and two parameters leave no residual to estimate the noise from: ValueError"""
    X, y = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0, 2.0])
    assert len(student.standard_errors(X, y)) == 2  # fine: three points
    with pytest.raises(ValueError):
        student.standard_errors(X[:2], y[:2])


# ---------------------------------------------------------------- penalised_cost


@pytest.mark.exercise("penalised_cost")
def test_ridge_and_lasso_penalty(student):
    """theta = (9, 3, -4) fits exactly: lam = 2 costs 2 * (3 + 4) in the lasso and 2/2 * (9 + 16) in ridge"""
    theta, X = np.array([9, 3, -4]), np.array([[1, 0, 0], [1, 1, 1]])
    y = np.array([9, 8])
    assert student.penalised_cost(theta, X, y, 2, q=1) == pytest.approx(14, rel=1e-5)
    assert student.penalised_cost(theta, X, y, 2, q=2) == pytest.approx(25, rel=1e-5)


@pytest.mark.exercise("penalised_cost")
def test_counting_penalty(student):
    """q = 0 counts weights that are not zero; theta[0] is counted only with penalise_first"""
    theta, X, y = np.array([9.0, 0.0, -4.0]), np.array([[1.0, 0.0, 0.0]]), np.array([7.0])
    assert student.penalised_cost(theta, X, y, 10, q=0) == pytest.approx(12, rel=1e-5)
    assert student.penalised_cost(theta, X, y, 10, q=0, penalise_first=True) == pytest.approx(22, rel=1e-5)


# ---------------------------------------------------------------- ridge


@pytest.mark.exercise("ridge")
def test_shrunken_mean(student):
    """a column of ones, penalised: theta = 9 / (3 + lam) shrinks from the mean 3 towards 0"""
    X, y = np.ones((3, 1)), np.array([1.0, 2.0, 6.0])
    for lam, expected in ((0, 3), (1.5, 2), (6, 1)):
        np.testing.assert_allclose(student.ridge(X, y, lam, penalise_first=True), [expected], rtol=1e-5)


@pytest.mark.exercise("ridge")
def test_exempt_intercept(student):
    """x = (-1, 0, 1), y = (1, 2, 6): the intercept stays at the mean 3, the slope is 5 / (2 + lam)"""
    X, y = np.array([[1, -1], [1, 0], [1, 1]]), np.array([1, 2, 6])
    np.testing.assert_allclose(student.ridge(X, y, 0), [3, 2.5], rtol=1e-5)
    np.testing.assert_allclose(student.ridge(X, y, 3), [3, 1], rtol=1e-5)


@pytest.mark.exercise("ridge")
def test_negative_penalty(student):
    """a negative lam is refused with a ValueError"""
    X, y = np.ones((3, 1)), np.array([1.0, 2.0, 6.0])
    assert len(student.ridge(X, y, 0)) == 1  # fine: no penalty
    with pytest.raises(ValueError):
        student.ridge(X, y, -1)


# ---------------------------------------------------------------- lasso


@pytest.mark.exercise("lasso")
def test_thresholded_mean(student):
    """a column of ones, penalised: theta = (9 - lam) / 3, and exactly 0 from lam = 9 on"""
    X, y = np.ones((3, 1)), np.array([1.0, 2.0, 6.0])
    for lam, expected in ((0, 3), (3, 2), (6, 1), (10, 0)):
        np.testing.assert_allclose(student.lasso(X, y, lam, penalise_first=True), [expected], atol=1e-6)


@pytest.mark.exercise("lasso")
def test_lasso_with_intercept(student):
    """x = (-1, 0, 1), y = (1, 2, 6): the intercept stays at the mean 3, the slope is (5 - lam) / 2 and then 0"""
    X, y = np.array([[1, -1], [1, 0], [1, 1]]), np.array([1, 2, 6])
    np.testing.assert_allclose(student.lasso(X, y, 1), [3, 2], atol=1e-6)
    np.testing.assert_allclose(student.lasso(X, y, 6), [3, 0], atol=1e-6)


@pytest.mark.exercise("lasso")
def test_first_sweep(student):
    """one sweep, lam = 1: theta[0] = mean of y = 5/3 first, then the slope from what that leaves, (1 - 1) / 5 = 0"""
    X, y = np.array([[1, 0], [1, 1], [1, 2]]), np.array([1, 2, 2])
    np.testing.assert_allclose(student.lasso(X, y, 1, n_sweeps=1), [5 / 3, 0], atol=1e-6)
    np.testing.assert_allclose(student.lasso(X, y, 0, n_sweeps=1), [5 / 3, 1 / 5], atol=1e-6)
