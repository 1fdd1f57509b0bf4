"""Public checks of convex losses: small examples that you can follow by hand."""

import numpy as np
import pytest

# ---------------------------------------------------------------- margin_loss


@pytest.mark.exercise("margin_loss")
def test_losses_of_a_mistake(student):
    """margin -1: a mistake, hinge 2, squared 4, exponential e, logistic log2(1 + e)"""
    z = np.array([-1.0])
    np.testing.assert_allclose(student.margin_loss(z, "zero_one"), [1], rtol=1e-5)
    np.testing.assert_allclose(student.margin_loss(z, "hinge"), [2], rtol=1e-5)
    np.testing.assert_allclose(student.margin_loss(z, "squared"), [4], rtol=1e-5)
    np.testing.assert_allclose(student.margin_loss(z, "exponential"), [np.e], rtol=1e-5)
    np.testing.assert_allclose(student.margin_loss(z, "logistic"), [np.log2(1 + np.e)], rtol=1e-5)


@pytest.mark.exercise("margin_loss")
def test_losses_between_zero_and_one(student):
    """right, but by a narrow margin of 0 to 1: no mistake above 0, yet every stand-in still asks for more"""
    z = np.array([0.0, 0.5, 1.0])
    np.testing.assert_allclose(student.margin_loss(z, "zero_one"), [1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(student.margin_loss(z, "hinge"), [1, 0.5, 0], atol=1e-6)
    np.testing.assert_allclose(student.margin_loss(z, "squared"), [1, 0.25, 0], atol=1e-6)


@pytest.mark.exercise("margin_loss")
def test_loss_names(student):
    """each of the five names works, another one is refused with a ValueError"""
    for loss in ("zero_one", "hinge", "logistic", "exponential", "squared"):
        assert np.shape(student.margin_loss(np.array([2.0, 3.0, 4.0]), loss)) == (3,)
    with pytest.raises(ValueError):
        student.margin_loss(np.array([2.0, 3.0, 4.0]), "cubic")


# ---------------------------------------------------------------- margin_loss_derivative


@pytest.mark.exercise("margin_loss_derivative")
def test_slopes_at_zero(student):
    """at margin 0 the slopes are 0 (zero/one), -1 (hinge, exponential), -2 (squared), -1 / (2 log 2) (logistic)"""
    slopes = {"zero_one": 0, "hinge": -1, "exponential": -1, "squared": -2, "logistic": -0.5 / np.log(2)}
    for loss, slope in slopes.items():
        np.testing.assert_allclose(student.margin_loss_derivative(np.array([0.0]), loss), [slope], rtol=1e-5, atol=1e-6)


@pytest.mark.exercise("margin_loss_derivative")
def test_slopes_at_the_kink(student):
    """just before, at and after margin 1 the hinge has slopes -1, 0, 0; the squared loss turns round there"""
    z = np.array([0.75, 1.0, 1.25])
    np.testing.assert_allclose(student.margin_loss_derivative(z, "hinge"), [-1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(student.margin_loss_derivative(z, "squared"), [-0.5, 0, 0.5], atol=1e-6)


# ---------------------------------------------------------------- is_convex_on_grid


@pytest.mark.exercise("is_convex_on_grid")
def test_valley_and_hill(student):
    """the values 1, 0, 1 form a valley, which is convex; 0, 1, 0 form a hill, which is not"""
    x = np.array([0.0, 1.0, 2.0])
    assert student.is_convex_on_grid(x, np.array([1.0, 0.0, 1.0]))
    assert not student.is_convex_on_grid(x, np.array([0.0, 1.0, 0.0]))


@pytest.mark.exercise("is_convex_on_grid")
def test_chord_of_an_uneven_grid(student):
    """x = 0, 3, 4: the chord from (0, 0) to (4, 8) has height 6 at x = 3, so 5 is below it and 7 above"""
    x = np.array([0.0, 3.0, 4.0])
    assert student.is_convex_on_grid(x, np.array([0.0, 5.0, 8.0]))
    assert not student.is_convex_on_grid(x, np.array([0.0, 7.0, 8.0]))


@pytest.mark.exercise("is_convex_on_grid")
def test_a_forgiven_bump(student):
    """a bump of height 0.5 is forgiven with tol = 1, but not with tol = 0.1"""
    x, values = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 0.0, 0.5, 0.0])
    assert student.is_convex_on_grid(x, values, tol=1.0)
    assert not student.is_convex_on_grid(x, values, tol=0.1)


# ---------------------------------------------------------------- p_norm


@pytest.mark.exercise("p_norm")
def test_four_norms(student):
    """(6, -8): 2 weights, 14 in all, length 10, the largest is 8"""
    w = np.array([6.0, -8.0])
    for p, expected in ((0, 2), (1, 14), (2, 10), (np.inf, 8)):
        assert student.p_norm(w, p) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("p_norm")
def test_norm_of_ones(student):
    """sixteen ones: the norm is 16^(1/p), from 256 at p = 1/2 to 2 at p = 4"""
    w = np.ones(16)
    for p, expected in ((0.5, 256), (1, 16), (2, 4), (4, 2), (np.inf, 1)):
        assert student.p_norm(w, p) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("p_norm")
def test_negative_p(student):
    """a negative p is refused with a ValueError"""
    assert student.p_norm(np.array([2.0, 0.0]), 0) == pytest.approx(1)  # fine: p = 0 counts
    with pytest.raises(ValueError):
        student.p_norm(np.array([2.0, 0.0]), -1)


# ---------------------------------------------------------------- numerical_gradient


@pytest.mark.exercise("numerical_gradient")
def test_gradient_of_a_product(student):
    """x1 * x2 at (3, 5): the gradient is (5, 3)"""
    gradient = student.numerical_gradient(lambda x: x[0] * x[1], np.array([3.0, 5.0]))
    np.testing.assert_allclose(gradient, [5, 3], rtol=1e-5)


@pytest.mark.exercise("numerical_gradient")
def test_gradient_with_a_large_step(student):
    """x^3 at 1 with step 1: (f(2) - f(0)) / 2 = 4, where the true slope is 3"""
    gradient = student.numerical_gradient(lambda x: x[0] ** 3, np.array([1.0]), step=1.0)
    np.testing.assert_allclose(gradient, [4], rtol=1e-5)


@pytest.mark.exercise("numerical_gradient")
def test_gradient_at_a_matrix(student):
    """the sum of the squares of a matrix has twice that matrix as gradient"""
    gradient = student.numerical_gradient(lambda A: np.sum(A**2), np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    np.testing.assert_allclose(gradient, [[2, 4, 6], [8, 10, 12]], rtol=1e-5)


# ---------------------------------------------------------------- gradient_descent


@pytest.mark.exercise("gradient_descent")
def test_halving(student):
    """gradient z and steps of 1/2: from (8, -4) every step goes half the way to the minimum at 0"""
    path = student.gradient_descent(lambda z: z, np.array([8.0, -4.0]), np.array([0.5, 0.5, 0.5]))
    np.testing.assert_allclose(path, [[8, -4], [4, -2], [2, -1], [1, -0.5]], rtol=1e-5)


@pytest.mark.exercise("gradient_descent")
def test_steps_in_order(student):
    """on a slope of 1 everywhere each update goes down by its own step: 3, then 2, then 1"""
    path = student.gradient_descent(lambda z: np.array([1.0]), np.array([10.0]), np.array([3.0, 2.0, 1.0]))
    np.testing.assert_allclose(path, [[10], [7], [5], [4]], rtol=1e-5)


# ---------------------------------------------------------------- descent_rate


@pytest.mark.exercise("descent_rate")
def test_rate_of_a_parabola(student):
    """F = z^2 (A = [[2]]) from 1 with step 1/4: z is halved, so after 3 updates F is 1/64; the bound is 2 / 0.75"""
    answer = student.descent_rate(np.array([[2.0]]), 0.25, np.array([1.0]), 3)
    assert answer["smoothness"] == pytest.approx(2, rel=1e-5)
    assert answer["factor"] == pytest.approx(0.5, rel=1e-5)
    assert answer["converges"]
    assert answer["gap"] == pytest.approx(1 / 64, rel=1e-5)
    assert answer["bound"] == pytest.approx(8 / 3, rel=1e-5)


@pytest.mark.exercise("descent_rate")
def test_overshooting(student):
    """curvatures 1 and 4 with step 3/4: the factors are 1/4 and -2, so in the steep direction the distance doubles"""
    answer = student.descent_rate(np.diag([1.0, 4.0]), 0.75, np.array([0.0, 1.0]), 2)
    assert answer["factor"] == pytest.approx(2, rel=1e-5)
    assert not answer["converges"]
    assert answer["gap"] == pytest.approx(32, rel=1e-5)


@pytest.mark.exercise("descent_rate")
def test_saddle(student):
    """a matrix with a negative eigenvalue is no bowl: ValueError"""
    assert student.descent_rate(np.diag([1.0, 2.0]), 0.1, np.ones(2), 1)["converges"]  # fine: a bowl
    with pytest.raises(ValueError):
        student.descent_rate(np.diag([1.0, -2.0]), 0.1, np.ones(2), 1)


# ---------------------------------------------------------------- regularised_objective


@pytest.mark.exercise("regularised_objective")
def test_squared_objective_by_hand(student):
    """one example x = (1, 2), y = -1 at w = (1, 0), b = 1: z = -2, loss 9, slope -6; lam = 4 adds 2 and (4, 0)"""
    w, X, y = np.array([1.0, 0.0]), np.array([[1.0, 2.0]]), np.array([-1])
    value, grad_w, grad_b = student.regularised_objective(w, 1.0, X, y, "squared", 4.0)
    assert value == pytest.approx(11, rel=1e-5)
    np.testing.assert_allclose(grad_w, [10, 12], rtol=1e-5)
    assert grad_b == pytest.approx(6, rel=1e-5)


@pytest.mark.exercise("regularised_objective")
def test_hinge_objective_by_hand(student):
    """margins 3, 0 and -1: only the last two pay, 1 and 2, and only they pull"""
    w, X, y = np.array([1.0]), np.array([[3.0], [0.0], [1.0]]), np.array([1, 1, -1])
    value, grad_w, grad_b = student.regularised_objective(w, 0.0, X, y, "hinge", 0.0)
    assert value == pytest.approx(3, rel=1e-5)
    np.testing.assert_allclose(grad_w, [1], rtol=1e-5)
    assert grad_b == pytest.approx(0, abs=1e-6)


@pytest.mark.exercise("regularised_objective")
def test_zero_as_a_label(student):
    """labels are -1 and +1; a 0 among them is refused with a ValueError"""
    w, X = np.array([1.0]), np.array([[3.0], [0.0]])
    assert len(student.regularised_objective(w, 0.0, X, np.array([1, -1]), "hinge", 1.0)) == 3  # fine
    with pytest.raises(ValueError):
        student.regularised_objective(w, 0.0, X, np.array([1, 0]), "hinge", 1.0)


# ---------------------------------------------------------------- train_linear_classifier


@pytest.mark.exercise("train_linear_classifier")
def test_one_update(student):
    """from zero, hinge, step 1/4: w and b move by a quarter of the sums of y x and of y; the value falls from 3"""
    X, y = np.array([[1.0], [2.0], [-1.0]]), np.array([1, 1, -1])
    w, b, values = student.train_linear_classifier(X, y, "hinge", 2.0, np.array([0.25]))
    np.testing.assert_allclose(w, [1], rtol=1e-5)
    assert b == pytest.approx(0.25, rel=1e-5)
    np.testing.assert_allclose(values, [3, 1.25], rtol=1e-5)


@pytest.mark.exercise("train_linear_classifier")
def test_two_updates(student):
    """squared loss on one example x = 1, y = 1: the score goes from 0 over 0.8 to 0.96, shared by w and b"""
    w, b, values = student.train_linear_classifier(
        np.array([[1.0]]), np.array([1]), "squared", 0.0, np.array([0.2, 0.2])
    )
    np.testing.assert_allclose(w, [0.48], rtol=1e-5)
    assert b == pytest.approx(0.48, rel=1e-5)
    np.testing.assert_allclose(values, [1, 0.04, 0.0016], rtol=1e-4)


@pytest.mark.exercise("train_linear_classifier")
def test_course_ratings_improve(student, dataset):
    """on the course ratings 50 small steps on the logistic loss lower the value from 20 without ever raising it"""
    X, rating, _ = dataset("course_ratings")
    y = np.where(rating >= 0, 1, -1)
    w, b, values = student.train_linear_classifier(X, y, "logistic", 1.0, np.full(50, 0.02))
    assert np.shape(w) == (5,) and np.shape(values) == (51,)
    assert values[0] == pytest.approx(20, rel=1e-5)
    assert np.all(np.diff(values) < 0)
    assert np.sum(y * (X @ np.asarray(w) + b) <= 0) <= 3
