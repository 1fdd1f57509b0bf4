"""Hidden checks of convex losses: derived figures, convexity, difference quotients, closed forms, edges."""

import numpy as np
import pytest

LOSSES = ("zero_one", "hinge", "logistic", "exponential", "squared")
STAND_INS = LOSSES[1:]
SMOOTH = LOSSES[2:]


def numbers(answer, *shape):
    """The answer as floats, once its shape is what the docstring promises."""
    values = np.asarray(answer, dtype=float)
    assert values.shape == shape, f"expected shape {shape}, got {values.shape}"
    return values


def agree(answer, expected, rel=1e-5, atol=1e-6):
    """Is the answer this number or array, in shape and in value?"""
    expected = np.asarray(expected, dtype=float)
    return np.allclose(numbers(answer, *expected.shape), expected, rtol=rel, atol=atol)


def says(answer, expected):
    """Is the answer this truth value?"""
    return np.ndim(answer) == 0 and bool(answer) == expected


def unchanged(before, after):
    return all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))


def liked(dataset):
    """The course ratings: five 0/1 features, y = +1 for a course that was liked (rating 0 or more), else -1."""
    X, rating, _ = dataset("course_ratings")
    return np.asarray(X), np.where(np.asarray(rating) >= 0, 1, -1)


def petals(dataset):
    """Versicolor (-1) and virginica (+1): both petal measurements, standardised over these 100 flowers."""
    X, species, names = dataset("iris")
    X = np.asarray(X)[species > 0][:, [names.index("petal_length"), names.index("petal_width")]]
    return (X - X.mean(axis=0)) / X.std(axis=0), np.where(species[species > 0] == 2, 1, -1)


def cloud(rng, n=12, d=3):
    """Two overlapping clouds, with labels that are not balanced."""
    y = np.where(np.arange(n) % 3 == 0, -1, 1)
    X = rng.normal(size=(n, d))
    X[:, 0] += y
    return X, y


def errors(w, b, X, y):
    return int(np.sum(y * (X @ np.asarray(w) + b) <= 0))


# ---------------------------------------------------------------- margin_loss


@pytest.mark.exercise("margin_loss")
def test_one_at_zero(student):
    """at margin 0 every loss is 1: undecided counts as a mistake, and each stand-in just touches the zero/one loss"""
    for loss in LOSSES:
        assert agree(student.margin_loss(np.array([0.0, 0.0]), loss), [1, 1])


@pytest.mark.exercise("margin_loss")
def test_zero_one_counts_mistakes(student, dataset):
    """course ratings: always "liked" makes 8 mistakes, "liked unless it is Systems" 2, and (w, b) may be rescaled"""
    X, y = liked(dataset)
    assert agree(student.margin_loss(np.array([-2, -1e-7, 0, 1e-7, 0.2, 1, 3]), "zero_one"), [1, 1, 1, 0, 0, 0, 0])
    assert numbers(student.margin_loss(y * 1, "zero_one"), 20).sum() == pytest.approx(8)
    scores = X @ np.array([0, 0, -2, 0, 0]) + 1
    for scale in (1, 0.01, 1000):
        assert numbers(student.margin_loss(y * scores * scale, "zero_one"), 20).sum() == pytest.approx(2)


@pytest.mark.exercise("margin_loss")
def test_hinge(student):
    """the hinge falls in a straight line to 0 at margin 1, so a right answer with too small a margin still costs"""
    z = np.array([-2, -1, 0.2, 0.5, 1, 2, 3])
    assert agree(student.margin_loss(z, "hinge"), [3, 2, 0.8, 0.5, 0, 0, 0])


@pytest.mark.exercise("margin_loss")
def test_logistic(student):
    """the logistic loss is log2(1 + e^-z), in base 2: 3.0685 at -2 and 0.1831 at 2"""
    z = np.array([-2, -1, 0.2, 0.5, 1, 2, 3])
    expected = [3.068508494, 1.894636124, 0.862931981, 0.683948514, 0.451941083, 0.183118412, 0.070096731]
    assert agree(student.margin_loss(z, "logistic"), expected)


@pytest.mark.exercise("margin_loss")
def test_logistic_of_large_margins(student):
    """the logistic loss at margin -1000 is 1442.7, not inf, and near 0 at +1000"""
    answer = numbers(student.margin_loss(np.array([-1000, -800, 1000, 50000]), "logistic"), 4)
    assert agree(answer, [1442.695040889, 1154.156032711, 0, 0])
    assert agree(student.margin_loss(np.array([-1e6]), "logistic"), [1e6 / np.log(2)])


@pytest.mark.exercise("margin_loss")
def test_exponential_and_squared(student):
    """e^-z never quite reaches 0; (1 - z)^2 does at z = 1, and then rises again: it is 4 at z = -1 and at z = 3"""
    z = np.array([-2, -1, 0.2, 0.5, 1, 2, 3])
    expected = [7.389056099, 2.718281828, 0.818730753, 0.606530660, 0.367879441, 0.135335283, 0.049787068]
    assert agree(student.margin_loss(z, "exponential"), expected)
    assert agree(student.margin_loss(z, "squared"), [9, 4, 0.64, 0.25, 0, 1, 4])


@pytest.mark.exercise("margin_loss")
def test_stand_ins_lie_above(student, reference, rng):
    """every stand-in is convex and nowhere below the zero/one loss; only the squared loss ever rises with the margin"""
    z = np.sort(np.concatenate([rng.uniform(-4, 4, size=30), [-1, 0, 1]]))
    for loss in STAND_INS:
        values = numbers(student.margin_loss(z, loss), 33)
        assert np.all(values >= (z <= 0) - 1e-6)
        assert reference.is_convex_on_grid(z, values, tol=1e-4)
        if loss != "squared":
            assert np.all(np.diff(values) <= 1e-6)


@pytest.mark.exercise("margin_loss")
def test_losses_of_any_shape(student, reference, rng):
    """the answer has the shape of z (a matrix, a single number, nothing at all), whole numbers are welcome, z stays"""
    z = rng.integers(-3, 4, size=(3, 4))
    z[0, 0] = 0
    before = z.copy()
    for loss in LOSSES:
        assert agree(student.margin_loss(z, loss), reference.margin_loss(before, loss))
        assert agree(student.margin_loss(-2, loss), reference.margin_loss(-2, loss))
        assert agree(student.margin_loss([0.5, 2], loss), reference.margin_loss(np.array([0.5, 2]), loss))
        assert numbers(student.margin_loss(np.array([]), loss), 0).size == 0
    assert unchanged([before], [z])


@pytest.mark.exercise("margin_loss")
def test_unknown_loss(student):
    """a name that is not one of the five losses raises ValueError"""
    z = np.array([0.5, -1.0])
    assert agree(student.margin_loss(z, "squared"), [0.25, 4])
    for name in ("absolute", "Hinge", ""):
        with pytest.raises(ValueError):
            student.margin_loss(z, name)


# ---------------------------------------------------------------- margin_loss_derivative


@pytest.mark.exercise("margin_loss_derivative")
def test_slope_of_the_hinge(student):
    """the hinge has slope -1 up to its kink at margin 1, also between 0 and 1, and slope 0 from 1 on"""
    z = np.array([-3, 0, 0.2, 0.999, 1, 1.001, 2])
    assert agree(student.margin_loss_derivative(z, "hinge"), [-1, -1, -1, -1, 0, 0, 0])


@pytest.mark.exercise("margin_loss_derivative")
def test_slope_of_the_logistic_loss(student):
    """the logistic slope is -1/(2 log 2) at 0, steeper for wrong answers and flatter for right ones"""
    z = np.array([-2, 0, 1, 3])
    expected = [-1.270721576, -0.721347520, -0.388000455, -0.068421072]
    assert agree(student.margin_loss_derivative(z, "logistic"), expected)


@pytest.mark.exercise("margin_loss_derivative")
def test_logistic_slope_of_large_margins(student):
    """the logistic slope tends to -1/log 2 at margin -1000 and to 0 at +1000, without overflow"""
    answer = student.margin_loss_derivative(np.array([-1000, -800, 1000, 50000]), "logistic")
    assert agree(answer, [-1.442695041, -1.442695041, 0, 0])


@pytest.mark.exercise("margin_loss_derivative")
def test_slopes_of_exponential_and_squared(student):
    """e^-z is its own slope but for the sign; that of (1 - z)^2 is -4 at margin -1 and +4 at margin 3"""
    z = np.array([-2, -1, 0, 1, 3])
    expected = [-7.389056099, -2.718281828, -1, -0.367879441, -0.049787068]
    assert agree(student.margin_loss_derivative(z, "exponential"), expected)
    assert agree(student.margin_loss_derivative(z, "squared"), [-6, -4, -2, 0, 4])


@pytest.mark.exercise("margin_loss_derivative")
def test_zero_one_is_flat(student, rng):
    """the zero/one loss has slope 0 everywhere, so its gradient never says where to go"""
    assert agree(student.margin_loss_derivative(rng.normal(size=10), "zero_one"), np.zeros(10))
    assert agree(student.margin_loss_derivative(np.array([-1, 0, 1]), "zero_one"), [0, 0, 0])


@pytest.mark.exercise("margin_loss_derivative")
def test_slope_is_a_difference_quotient(student, reference, rng):
    """away from kinks the derivative is (loss(z + h) - loss(z - h)) / (2h) for a small h"""
    z = np.concatenate([rng.uniform(-3, 0.9, size=8), rng.uniform(1.1, 3, size=4)])
    for loss in STAND_INS:
        h = 1e-4
        quotient = (reference.margin_loss(z + h, loss) - reference.margin_loss(z - h, loss)) / (2 * h)
        assert agree(student.margin_loss_derivative(z, loss), quotient, rel=1e-4, atol=1e-5)


@pytest.mark.exercise("margin_loss_derivative")
def test_tangents_lie_below(student, reference, rng):
    """a line with this slope touches the loss at z and is nowhere above it; the slopes never fall as z grows"""
    z = np.sort(np.concatenate([rng.uniform(-4, 4, size=20), [0, 1]]))
    for loss in STAND_INS:
        slopes = numbers(student.margin_loss_derivative(z, loss), 22)
        values = reference.margin_loss(z, loss)
        tangents = values[:, np.newaxis] + slopes[:, np.newaxis] * (z - z[:, np.newaxis])
        assert np.all(tangents <= values + 1e-4)
        assert np.all(np.diff(slopes) >= -1e-5)


@pytest.mark.exercise("margin_loss_derivative")
def test_slopes_of_any_shape(student, reference, rng):
    """the answer has the shape of z (a matrix, a single number, nothing at all), whole numbers are welcome, z stays"""
    z = rng.integers(-3, 4, size=(3, 4))
    z[0, :2] = (-2, 2)
    before = z.copy()
    for loss in LOSSES:
        assert agree(student.margin_loss_derivative(z, loss), reference.margin_loss_derivative(before, loss))
        assert agree(student.margin_loss_derivative(-2, loss), reference.margin_loss_derivative(-2, loss))
        assert agree(student.margin_loss_derivative([0.5, 2], loss), reference.margin_loss_derivative([0.5, 2], loss))
        assert numbers(student.margin_loss_derivative(np.array([]), loss), 0).size == 0
    assert unchanged([before], [z])


@pytest.mark.exercise("margin_loss_derivative")
def test_unknown_loss_has_no_slope(student):
    """a name that is not one of the five losses raises ValueError"""
    z = np.array([0.5, -1.0])
    assert agree(student.margin_loss_derivative(z, "squared"), [-1, -4])
    for name in ("absolute", "Hinge", ""):
        with pytest.raises(ValueError):
            student.margin_loss_derivative(z, name)


# ---------------------------------------------------------------- is_convex_on_grid


def convex_sample(rng, n=9):
    """An uneven grid and values whose slopes rise by at least 0.2 from piece to piece."""
    widths = rng.uniform(0.2, 1.5, size=n - 1)
    slopes = rng.uniform(-3, 1) + np.cumsum(rng.uniform(0.2, 1, size=n - 1))
    x = rng.normal() + np.concatenate([[0], np.cumsum(widths)])
    return x, rng.normal() + np.concatenate([[0], np.cumsum(slopes * widths)])


@pytest.mark.exercise("is_convex_on_grid")
def test_which_losses_are_convex(student, reference):
    """hinge, logistic, exponential and squared loss are convex between -3 and 3; the zero/one loss is not"""
    x = np.linspace(-3, 3, 25)
    for loss in LOSSES:
        assert says(student.is_convex_on_grid(x, reference.margin_loss(x, loss)), loss != "zero_one")


@pytest.mark.exercise("is_convex_on_grid")
def test_which_functions_are_convex(student):
    """|x| is convex; the S-shaped sigmoid, the hill -x^2 and the cusp |x|^(1/2) are not"""
    x = np.linspace(-3, 3, 25)
    assert says(student.is_convex_on_grid(x, np.abs(x)), True)
    assert says(student.is_convex_on_grid(x, 1 / (1 + np.exp(-x))), False)
    assert says(student.is_convex_on_grid(x, -(x**2)), False)
    assert says(student.is_convex_on_grid(x, np.sqrt(np.abs(x))), False)


@pytest.mark.exercise("is_convex_on_grid")
def test_uneven_spacing(student):
    """on an uneven grid the chord is not always met halfway: at 1, between 0 and 4, it is a quarter of the way up"""
    x = np.array([0, 1, 4])
    assert says(student.is_convex_on_grid(x, np.array([0, 2, 4])), False)
    assert says(student.is_convex_on_grid(x, np.array([0, 1, 4])), True)
    assert says(student.is_convex_on_grid(x, np.array([0, 0.5, 4])), True)
    assert says(student.is_convex_on_grid(x, np.array([4, 3.5, 0])), False)
    assert says(student.is_convex_on_grid(x, np.array([4, 2.5, 0])), True)


@pytest.mark.exercise("is_convex_on_grid")
def test_every_interior_point_counts(student, rng):
    """one point above the chord of its neighbours is enough, wherever it is, even far below the chord of the ends"""
    assert says(student.is_convex_on_grid(np.arange(5), np.array([9, 1, 2, 1, 9])), False)
    x = np.arange(8.0)
    for place in (1, 6, int(rng.integers(2, 6))):
        values = (x - 3.5) ** 2
        values[place] += 1.2  # the chord is 1 above the parabola
        assert says(student.is_convex_on_grid(x, values), False)
        values[place] -= 0.4
        assert says(student.is_convex_on_grid(x, values), True)


@pytest.mark.exercise("is_convex_on_grid")
def test_tolerance(student, rng):
    """a height of up to tol above the chord is forgiven, more is not; by default only rounding errors are"""
    x = np.array([0.0, 1, 3])
    for tol in (0.3, 1e-4):
        assert says(student.is_convex_on_grid(x, np.array([0, 0.9 * tol, 0]), tol), True)
        assert says(student.is_convex_on_grid(x, np.array([0, 1.1 * tol, 0]), tol=tol), False)
    assert says(student.is_convex_on_grid(x, np.array([0, 1e-6, 0])), False)
    assert says(student.is_convex_on_grid(x, np.array([0, 1e-11, 0])), True)
    grid = np.linspace(-1, 1, 41)
    assert says(student.is_convex_on_grid(grid, rng.normal() * grid + rng.normal()), True)


@pytest.mark.exercise("is_convex_on_grid")
def test_straight_lines(student):
    """a straight line is convex, with tol = 0 as well where there is no rounding at all"""
    assert says(student.is_convex_on_grid(np.arange(4), np.array([3, 5, 7, 9]), 0.0), True)
    assert says(student.is_convex_on_grid(np.array([0, 2, 8]), np.array([8, 6, 0]), tol=0.0), True)
    assert says(student.is_convex_on_grid(np.array([0, 2, 4]), np.array([8, 6.125, 4]), tol=0.0), False)


@pytest.mark.exercise("is_convex_on_grid")
def test_what_keeps_convexity(student, rng):
    """positive multiples, sums, added straight lines and the larger of two keep a sample convex; minus does not"""
    x, one = convex_sample(rng)
    other = (x - rng.normal()) ** 2
    assert says(student.is_convex_on_grid(x, one), True)
    assert says(student.is_convex_on_grid(x, 3 * one + other), True)
    assert says(student.is_convex_on_grid(x, one + rng.normal() * x), True)
    assert says(student.is_convex_on_grid(x, np.maximum(one, other)), True)
    assert says(student.is_convex_on_grid(x, -one), False)
    assert says(student.is_convex_on_grid(x, one - 100 * other), False)


@pytest.mark.exercise("is_convex_on_grid")
def test_short_grids(student):
    """with fewer than three points nothing speaks against convexity; plain lists will do"""
    assert says(student.is_convex_on_grid([], []), True)
    assert says(student.is_convex_on_grid([5], [7]), True)
    assert says(student.is_convex_on_grid([1, 2], [7, -3]), True)
    assert says(student.is_convex_on_grid([1, 2, 3], [7, 5, 4]), True)
    assert says(student.is_convex_on_grid([1, 2, 3], [7, 6, 4]), False)


@pytest.mark.exercise("is_convex_on_grid")
def test_grid_must_increase(student):
    """a grid that is not strictly increasing raises ValueError; the input is never modified"""
    x, values = np.array([1, 2, 4, 5]), np.array([4, 1, 0, 3])
    assert says(student.is_convex_on_grid(x, values), True)
    assert unchanged([np.array([1, 2, 4, 5]), np.array([4, 1, 0, 3])], [x, values])
    for bad in ([1, 2, 2, 5], [5, 4, 2, 1], [1, 4, 2, 5]):
        with pytest.raises(ValueError):
            student.is_convex_on_grid(np.array(bad), values)


# ---------------------------------------------------------------- p_norm


@pytest.mark.exercise("p_norm")
def test_norms_of_one_vector(student):
    """(3, -4, 0): 2 entries, 7 in the 1-norm, 5 in the 2-norm, 4.498 in the 3-norm, 4 in the limit"""
    w = np.array([3.0, -4.0, 0.0])
    for p, expected in ((0, 2), (0.5, 13.928203230), (1, 7), (2, 5), (3, 4.497941445), (np.inf, 4)):
        assert student.p_norm(w, p) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("p_norm")
def test_no_norm_below_one(student):
    """for p = 1/2 the triangle inequality fails: (1, 0) and (0, 1) measure 1 each, but their sum measures 4"""
    assert student.p_norm(np.array([1, 0]), 0.5) == pytest.approx(1, rel=1e-5)
    assert student.p_norm(np.array([0, 1]), 0.5) == pytest.approx(1, rel=1e-5)
    assert student.p_norm(np.array([1, 1]), 0.5) == pytest.approx(4, rel=1e-5)


@pytest.mark.exercise("p_norm")
def test_odd_powers_of_negative_weights(student):
    """signs do not matter: the absolute value comes first, so every norm of -w is that of w, for odd p and inf too"""
    w = np.array([4, 3, 1, 0, -1])
    for p, expected in ((0, 4), (1, 9), (3, 93 ** (1 / 3)), (5, 1269 ** (1 / 5)), (np.inf, 4)):
        assert student.p_norm(w, p) == pytest.approx(expected, rel=1e-5)
        assert student.p_norm(-w, p) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("p_norm")
def test_largest_and_count(student, rng):
    """p = inf is the largest |w_d|; p = 0 counts what is not exactly zero, however small or negative it is"""
    w = rng.uniform(0.1, 5, size=9) * np.where(np.arange(9) % 2 == 0, 1, -1)
    w[int(rng.integers(0, 9))] = -7
    assert student.p_norm(w, np.inf) == pytest.approx(7, rel=1e-5)
    assert student.p_norm(w, 0) == pytest.approx(9)
    assert student.p_norm(np.array([1e-20, 0.0, -0.0, -3.0, 0.0]), 0) == pytest.approx(2)
    assert student.p_norm(np.array([0, 0, 0]), np.inf) == pytest.approx(0)
    assert student.p_norm(np.array([0.25, -0.5]), np.inf) == pytest.approx(0.5, rel=1e-5)


@pytest.mark.exercise("p_norm")
def test_norms_of_nothing(student):
    """an empty w has norm 0 for every p, and so has a w of zeros"""
    for p in (0, 0.5, 1, 2, np.inf):
        assert student.p_norm(np.array([]), p) == pytest.approx(0)
        assert student.p_norm(np.zeros(3), p) == pytest.approx(0)


@pytest.mark.exercise("p_norm")
def test_norms_fall_with_p(student, rng):
    """the larger p, the smaller the norm, from the sum of all sizes at p = 1 down to the largest one"""
    w = rng.uniform(1, 3, size=6) * np.where(np.arange(6) % 2 == 0, 1, -1)
    norms = np.array([student.p_norm(w, p) for p in (0.5, 1, 1.5, 2, 3, 8, np.inf)], dtype=float)
    assert np.all(np.diff(norms) < 0)
    assert norms[1] == pytest.approx(np.abs(w).sum(), rel=1e-5)
    assert norms[3] == pytest.approx(np.sqrt(w @ w), rel=1e-5)
    assert norms[-1] == pytest.approx(np.abs(w).max(), rel=1e-5)
    assert norms[3] <= norms[1] <= np.sqrt(6) * norms[3] * (1 + 1e-6)


@pytest.mark.exercise("p_norm")
def test_scaled_weights(student, rng):
    """c * w has |c| times the norm of w for every p > 0, but the count of p = 0 does not care"""
    w = rng.normal(size=5) + np.array([2, -2, 2, -2, 2])
    for p in (0.7, 1, 2, 3.5, np.inf):
        size = np.abs(w).max() if p == np.inf else np.sum(np.abs(w) ** p) ** (1 / p)
        assert student.p_norm(-3 * w, p) == pytest.approx(3 * size, rel=1e-5)
    assert student.p_norm(-3 * w, 0) == pytest.approx(5)


@pytest.mark.exercise("p_norm")
def test_norm_rejects(student):
    """a negative p raises ValueError; lists and whole numbers are welcome, and w is never modified"""
    w = np.array([2, -1, -2])
    assert student.p_norm(w, 2) == pytest.approx(3, rel=1e-5)
    assert student.p_norm([2, -1, -2], 3) == pytest.approx(17 ** (1 / 3), rel=1e-5)
    assert unchanged([np.array([2, -1, -2])], [w])
    for p in (-1, -0.5, -np.inf):
        with pytest.raises(ValueError):
            student.p_norm(w, p)


# ---------------------------------------------------------------- numerical_gradient


def polynomial(x):
    return x[0] ** 3 + 5 * x[0] * x[1] - 3 * x[1] * x[2] ** 2


@pytest.mark.exercise("numerical_gradient")
def test_gradient_of_a_polynomial(student):
    """x1^3 + 5 x1 x2 - 3 x2 x3^2 at (1, 2, 3), given as whole numbers: the gradient is (13, -22, -36)"""
    assert agree(student.numerical_gradient(polynomial, np.array([1.0, 2.0, 3.0])), [13, -22, -36])
    assert agree(student.numerical_gradient(polynomial, np.array([1, 2, 3])), [13, -22, -36])
    assert agree(student.numerical_gradient(polynomial, [1, 2, 3], 1e-3), [13 + 1e-6, -22, -36])


@pytest.mark.exercise("numerical_gradient")
def test_derivative_with_respect_to_a_matrix(student):
    """3/2 A11 + 5 A12^2 + A21 A22 at [[1, 2], [3, 4]]: the derivative is the matrix [[3/2, 20], [4, 3]]"""
    answer = student.numerical_gradient(
        lambda A: 1.5 * A[0, 0] + 5 * A[0, 1] ** 2 + A[1, 0] * A[1, 1], np.array([[1.0, 2.0], [3.0, 4.0]])
    )
    assert agree(answer, [[1.5, 20], [4, 3]])


@pytest.mark.exercise("numerical_gradient")
def test_gradient_of_a_quadratic_form(student, rng):
    """x'Ax has the gradient (A + A')x, which is not 2Ax if A is not symmetric; for a quadratic any step is exact"""
    A = np.array([[1.0, 2.0], [0.0, 3.0]])
    assert agree(student.numerical_gradient(lambda x: x @ A @ x, np.array([1.0, -1.0])), [0, -4])
    B, c, x = rng.normal(size=(3, 3)), rng.normal(size=3), rng.normal(size=3)
    for step in (0.5, 2.0):
        answer = student.numerical_gradient(lambda x: x @ B @ x + c @ x, x, step=step)
        assert agree(answer, (B + B.T) @ x + c)


@pytest.mark.exercise("numerical_gradient")
def test_central_not_one_sided(student):
    """e^x at 1 comes out right to 8 digits: differences are taken on both sides, and divided by 2h"""
    answer = numbers(student.numerical_gradient(lambda x: np.exp(x[0]), np.array([1.0])), 1)
    assert abs(answer[0] - np.e) < 1e-8


@pytest.mark.exercise("numerical_gradient")
def test_step_is_used(student):
    """with a large step h the answer for x^3 is 3 x^2 + h^2, and each entry is taken with all others at their place"""
    assert agree(student.numerical_gradient(lambda x: x[0] ** 3, np.array([2.0]), 0.5), [12.25])
    answer = student.numerical_gradient(lambda x: x[0] ** 3 + x[0] ** 2 * x[1], np.array([1.0, 2.0]), step=0.5)
    assert agree(answer, [7.25, 1])
    answer = student.numerical_gradient(lambda x: x[0] * x[1] * x[2], np.array([1, 2, 3]), step=0.5)
    assert agree(answer, [6, 3, 2])


@pytest.mark.exercise("numerical_gradient")
def test_gradient_has_the_shape_of_x(student, rng):
    """the gradient has the shape of x, whatever it is: a cube, a single row, a single number, nothing"""
    weights = rng.normal(size=(2, 3, 2))
    answer = student.numerical_gradient(lambda x: np.sum(weights * x), rng.normal(size=(2, 3, 2)))
    assert agree(answer, weights)
    answer = student.numerical_gradient(lambda x: np.sum(weights[0] * x**2), np.ones((3, 2)))
    assert agree(answer, 2 * weights[0])
    assert agree(student.numerical_gradient(lambda x: np.sum(x**2), np.array([[3.0, -1.0]])), [[6, -2]])
    assert agree(student.numerical_gradient(lambda x: float(x) ** 2, np.array(3.0)), 6)
    assert numbers(student.numerical_gradient(lambda x: 1.0, np.zeros((0, 2))), 0, 2).size == 0


@pytest.mark.exercise("numerical_gradient")
def test_where_f_is_asked(student, rng):
    """f is called twice for each entry, at x with this entry moved up and down by the step, and x itself stays"""
    x = rng.normal(size=(2, 2))
    before, asked = x.copy(), []

    def f(point):
        asked.append(np.array(point, dtype=float))
        return float(np.sum(np.sin(point)))

    answer = student.numerical_gradient(f, x, 0.25)
    assert agree(answer, np.cos(before) * np.sin(0.25) / 0.25)
    assert unchanged([before], [x])
    assert len(asked) == 8
    for entry in np.eye(4).reshape(4, 2, 2):
        for move in (0.25 * entry, -0.25 * entry):
            assert sum(agree(point, before + move, rel=0, atol=1e-9) for point in asked) == 1


@pytest.mark.exercise("numerical_gradient")
def test_gradients_of_losses(student, reference, rng):
    """it confirms the gradients of the training objective, hinge included where no margin is near 1"""
    X, y = cloud(rng, n=6, d=2)
    w = rng.normal(size=2) / 1000  # all margins are near 0
    for loss in ("hinge", "logistic", "exponential"):

        def value_at(w, loss=loss):
            return reference.regularised_objective(w, 0.1, X, y, loss, 0.7)[0]

        expected = reference.regularised_objective(w, 0.1, X, y, loss, 0.7)[1]
        assert agree(student.numerical_gradient(value_at, w), expected)


# ---------------------------------------------------------------- gradient_descent

BOWL = np.array([1.0, 10.0])


def bowl_gradient(z):
    """The gradient of 1/2 (z1^2 + 10 z2^2)."""
    return BOWL * z


@pytest.mark.exercise("gradient_descent")
def test_first_steps_in_the_bowl(student):
    """1/2 (z1^2 + 10 z2^2) from (48, 30) with steps 0.1: z2 is 0 at once, z1 loses a tenth each time"""
    path = student.gradient_descent(bowl_gradient, np.array([48.0, 30.0]), np.full(3, 0.1))
    assert agree(path, [[48, 30], [43.2, 0], [38.88, 0], [34.992, 0]])


@pytest.mark.exercise("gradient_descent")
def test_step_below_the_limit(student):
    """with steps 0.19, just below the limit 0.2, z2 swings from side to side but shrinks: 0.0008 after 100 steps"""
    path = numbers(student.gradient_descent(bowl_gradient, np.array([48.0, 30.0]), np.full(100, 0.19)), 101, 2)
    assert path[-1, 1] == pytest.approx(7.968420e-4, rel=1e-4)
    assert path[-1, 0] == pytest.approx(3.39e-8, rel=1e-2)
    assert np.all(path[:-1, 1] * path[1:, 1] < 0)


@pytest.mark.exercise("gradient_descent")
def test_step_above_the_limit(student):
    """with steps 0.21, just above the limit, z2 grows to 413418 in 100 steps; with 0.2 it stays at 30 and -30"""
    path = numbers(student.gradient_descent(bowl_gradient, np.array([48.0, 30.0]), np.full(100, 0.21)), 101, 2)
    assert path[-1, 1] == pytest.approx(413418.370195, rel=1e-4)
    path = numbers(student.gradient_descent(bowl_gradient, np.array([48.0, 30.0]), np.full(6, 0.2)), 7, 2)
    assert agree(path[:, 1], [30, -30, 30, -30, 30, -30, 30])


@pytest.mark.exercise("gradient_descent")
def test_parabola(student):
    """z^2 from 1: steps of 0.1 give 0.8^k, steps of 1 jump between 1 and -1 for ever, and uphill it never goes"""
    path = student.gradient_descent(lambda z: 2 * z, np.array([1.0]), np.full(5, 0.1))
    assert agree(path, 0.8 ** np.arange(6)[:, np.newaxis])
    assert agree(student.gradient_descent(lambda z: 2 * z, np.array([1]), np.ones(3)), [[1], [-1], [1], [-1]])


@pytest.mark.exercise("gradient_descent")
def test_each_update_has_its_step(student, rng):
    """the k-th update uses the k-th entry of steps, the first one steps[0]; a step of 0 stays where it is"""
    path = student.gradient_descent(lambda z: np.array([1.0, -2.0]), np.array([0.0, 0.0]), [1, 0.5, 0, 0.25])
    assert agree(path, [[0, 0], [-1, 2], [-1.5, 3], [-1.5, 3], [-1.75, 3.5]])
    steps = np.sort(rng.uniform(0.1, 1, size=5))[::-1]
    path = student.gradient_descent(lambda z: np.ones(1), np.array([3.0]), steps)
    assert agree(path, 3 - np.concatenate([[0], np.cumsum(steps)])[:, np.newaxis])


@pytest.mark.exercise("gradient_descent")
def test_all_coordinates_at_once(student, rng):
    """the whole vector moves by one gradient, taken at the old point, and gradient is called once an update"""
    A = np.array([[2.0, 1.0, -0.5], [1.0, 3.0, 0.7], [-0.5, 0.7, 1.5]])
    start, asked = rng.uniform(1, 2, size=3), []

    def gradient(z):
        asked.append(np.array(z, dtype=float))
        return A @ z

    path = numbers(student.gradient_descent(gradient, start, np.full(4, 0.2)), 5, 3)
    z = start.copy()
    for row in path:
        assert agree(row, z)
        z = z - 0.2 * A @ z
    assert agree(asked, path[:-1])


@pytest.mark.exercise("gradient_descent")
def test_never_up_with_small_steps(student, rng):
    """with steps of at most 1/L the function never rises, and where the gradient is zero nothing moves"""
    start = rng.uniform(1, 3, size=2) * np.array([1, -1])
    path = numbers(student.gradient_descent(lambda z: np.tanh(z) * [1, 4], start, 0.25 / np.arange(1, 9)), 9, 2)
    values = np.log(np.cosh(path)) @ [1, 4]  # its curvature is at most 4
    assert np.all(np.diff(values) < 0)
    expected = start - 0.25 * np.tanh(start) * [1, 4]
    assert agree(path[:2], [start, expected])
    assert agree(student.gradient_descent(lambda z: z - 2, np.array([2, 2]), np.ones(2)), np.full((3, 2), 2))


@pytest.mark.exercise("gradient_descent")
def test_no_steps_and_untouched_start(student):
    """no steps give the start alone, as a row; the start may hold whole numbers, and it is never modified"""

    def gradient(z):  # of half the squared sum
        return np.full(len(z), np.sum(z))

    start, whole, steps = np.array([1.0, -3.0]), np.array([4, 6]), np.array([0.25, 0.125])
    assert agree(student.gradient_descent(gradient, start, np.array([])), [[1, -3]])
    assert agree(student.gradient_descent(gradient, start, steps), [[1, -3], [1.5, -2.5], [1.625, -2.375]])
    assert agree(student.gradient_descent(gradient, whole, steps), [[4, 6], [1.5, 3.5], [0.875, 2.875]])
    assert agree(student.gradient_descent(gradient, [8], [0.5]), [[8], [4]])
    before = [np.array([1.0, -3.0]), np.array([4, 6]), np.array([0.25, 0.125])]
    assert unchanged(before, [start, whole, steps])


# ---------------------------------------------------------------- descent_rate


def bowl(rng, curvatures):
    """A symmetric matrix with these eigenvalues, in a random position."""
    turn = np.linalg.qr(rng.normal(size=(len(curvatures), len(curvatures))))[0]
    A = turn * curvatures @ turn.T
    return (A + A.T) / 2


@pytest.mark.exercise("descent_rate")
def test_rates_in_the_bowl(student):
    """curvatures 1 and 10: with steps of 0.1 or 0.19 the distance shrinks by a tenth per update, with 0.05 by less"""
    A, start = np.diag([1.0, 10.0]), np.array([48.0, 30.0])
    table = ((0.1, 0.9, 8.127451e-7, 640.8), (0.05, 0.95, 0.040380671519, 1281.6), (0.19, 0.9, 3.174786e-6, 337.263158))
    for step, factor, gap, bound in table:
        answer = student.descent_rate(A, step, start, 100)
        assert agree(answer["smoothness"], 10)
        assert agree(answer["factor"], factor)
        assert says(answer["converges"], True)
        assert answer["gap"] == pytest.approx(gap, rel=1e-4)
        assert agree(answer["bound"], bound)


@pytest.mark.exercise("descent_rate")
def test_too_large_steps(student):
    """at step 0.2 = 2/L the gap stays at 4500, at 0.21 it explodes; the bound shrinks all the same, but is void"""
    A, start = np.diag([1.0, 10.0]), np.array([48.0, 30.0])
    for step, factor, gap, bound in ((0.2, 1, 4500, 320.4), (0.21, 1.1, 8.545737e11, 305.142857)):
        answer = student.descent_rate(A, step, start, 100)
        assert agree(answer["factor"], factor)
        assert says(answer["converges"], False)
        assert answer["gap"] == pytest.approx(gap, rel=1e-4)
        assert agree(answer["bound"], bound)


@pytest.mark.exercise("descent_rate")
def test_turned_bowl(student):
    """[[2, 1], [1, 2]] has curvatures 1 and 3: with step 0.3 five updates from (1, 0) leave a gap of 0.00706"""
    answer = student.descent_rate(np.array([[2, 1], [1, 2]]), 0.3, np.array([1, 0]), 5)
    assert agree(answer["smoothness"], 3)
    assert agree(answer["factor"], 0.7)
    assert says(answer["converges"], True)
    assert answer["gap"] == pytest.approx(0.0070618813, rel=1e-4)
    assert agree(answer["bound"], 1.333333333)


@pytest.mark.exercise("descent_rate")
def test_limit_of_the_step(student):
    """descent converges for steps up to twice 1/L, and not at 2/L itself, where it swings for ever"""
    for curvatures in ((4.0,), (2.0, 8.0), (0.5, 1.0, 0.25)):
        limit = 2 / max(curvatures)
        for share, converges in ((0.4, True), (0.7, True), (0.99, True), (1, False), (1.01, False), (3, False)):
            answer = student.descent_rate(np.diag(curvatures), share * limit, np.ones(len(curvatures)), 1)
            assert says(answer["converges"], converges)


@pytest.mark.exercise("descent_rate")
def test_gap_is_that_of_descent(student, rng):
    """the gap is F after k real updates, z <- z - step * Az, whether they converge or not"""
    A, start = bowl(rng, [0.5, 1.3, 2.0, 4.0]), rng.normal(size=4)
    for step, k in ((0.2, 1), (0.45, 2), (0.3, 7), (0.6, 12)):
        z = start
        for _ in range(k):
            z = z - step * A @ z
        answer = student.descent_rate(A, step, start, k)
        assert answer["gap"] == pytest.approx(z @ A @ z / 2, rel=1e-4)
        assert agree(answer["bound"], 2 * start @ start / (step * k))


@pytest.mark.exercise("descent_rate")
def test_best_constant_step(student, rng):
    """the factor is smallest at step 2 / (smallest + largest eigenvalue); overshooting counts like falling short"""
    low, high = rng.uniform(0.5, 1), rng.uniform(3, 6)
    A, start = bowl(rng, [low, 2.0, high]), rng.normal(size=3)
    best = 2 / (low + high)
    for step, factor in ((best, (high - low) / (high + low)), (0.8 * best, 1 - 0.8 * best * low), (1.2 * best, None)):
        answer = student.descent_rate(A, step, start, 3)
        assert agree(answer["factor"], 1.2 * best * high - 1 if factor is None else factor)
        assert agree(answer["smoothness"], high)


@pytest.mark.exercise("descent_rate")
def test_promises_are_kept(student, rng):
    """for steps up to 1/L the gap is below the bound, even below a quarter of it, and below factor^(2k) * F(start)"""
    A, start = bowl(rng, [0.2, 1.0, 5.0]), rng.normal(size=3)
    for step, k in ((0.2, 1), (0.2, 5), (0.1, 20)):
        answer = student.descent_rate(A, step, start, k)
        assert 0 <= answer["gap"] <= answer["bound"] / 4 * (1 + 1e-6)
        assert answer["gap"] <= answer["factor"] ** (2 * k) * (start @ A @ start / 2) * (1 + 1e-4)
        assert agree(answer["bound"], 2 * start @ start / (step * k))
        assert agree(answer["factor"], 1 - step * 0.2)


@pytest.mark.exercise("descent_rate")
def test_not_a_bowl(student):
    """a matrix that is not square, not symmetric, or has a negative eigenvalue raises ValueError; input stays"""
    A, start = np.array([[2, 1], [1, 2]]), np.array([1, -1])
    assert agree(student.descent_rate(A, 0.5, start, 2)["gap"], 0.0625)
    assert agree(student.descent_rate([[4]], 0.25, [3], 1)["gap"], 0)
    assert unchanged([np.array([[2, 1], [1, 2]]), np.array([1, -1])], [A, start])
    for bad in ([[1, 2], [2, 1]], [[1, 2], [0, 3]], [[3, 0], [2, 1]], [[-1, 0], [0, -2]]):
        with pytest.raises(ValueError):
            student.descent_rate(np.array(bad), 0.1, start, 2)
    for bad in (np.eye(2, 3), np.eye(3, 2), np.ones(2)):
        with pytest.raises(ValueError):
            student.descent_rate(bad, 0.1, np.ones(bad.shape[-1]), 2)


# ---------------------------------------------------------------- regularised_objective


def three_examples():
    """(w, b, X, y), to be taken with lam = 0.3."""
    X, y = np.array([[1, 2], [-1, 0.5], [0, -1]]), np.array([1, -1, 1])
    return np.array([0.1, -0.2]), 0.05, X, y


def objective_is(answer, value, grad_w, grad_b, rel=1e-5):
    found_value, found_w, found_b = answer
    return agree(found_value, value, rel) and agree(found_w, grad_w, rel) and agree(found_b, grad_b, rel)


@pytest.mark.exercise("regularised_objective")
def test_exponential_objective(student):
    """three examples, exponential loss, lam = 0.3: value 2.931, and a step of 0.1 against the gradient gives 2.348"""
    w, b, X, y = three_examples()
    answer = student.regularised_objective(w, b, X, y, "exponential", 0.3)
    assert objective_is(answer, 2.9310341762, (-2.1147333931, -1.4188960621), -1.2021182233)
    w, b = w - 0.1 * np.asarray(answer[1]), b - 0.1 * answer[2]
    assert agree(w, (0.3114733393, -0.0581103938))
    assert agree(b, 0.1702118223)
    assert agree(student.regularised_objective(w, b, X, y, "exponential", 0.3)[0], 2.3481986633)


@pytest.mark.exercise("regularised_objective")
def test_uphill_is_worse(student):
    """three examples, exponential loss: going the wrong way in w, as one book prints it, raises the value to 3.604"""
    w, b, X, y = three_examples()
    wrong = w + 0.1 * np.array([-2.1147333931, -1.4188960621])
    value, grad_w, grad_b = student.regularised_objective(wrong, 0.1702118223, X, y, "exponential", 0.3)
    assert agree(value, 3.6040591004)
    assert np.asarray(grad_w) @ (wrong - w) > 0
    assert grad_b < 0


@pytest.mark.exercise("regularised_objective")
def test_hinge_and_squared_objective(student):
    """three examples, lam = 0.3: hinge 2.8575 and squared 2.855, with their gradients"""
    w, b, X, y = three_examples()
    answer = student.regularised_objective(w, b, X, y, "hinge", 0.3)
    assert objective_is(answer, 2.8575, (-1.97, -0.56), -1)
    answer = student.regularised_objective(w, b, X, y, "squared", 0.3)
    assert objective_is(answer, 2.855, (-4.17, -2.71), -2.3)


@pytest.mark.exercise("regularised_objective")
def test_logistic_and_zero_one_objective(student):
    """three examples, lam = 0.3: logistic 2.9258; of the zero/one objective only the penalty has a slope, lam * w"""
    w, b, X, y = three_examples()
    answer = student.regularised_objective(w, b, X, y, "logistic", 0.3)
    assert objective_is(answer, 2.9258353035, (-1.4483969181, -0.7167788748), -0.7753473727)
    answer = student.regularised_objective(w, b, X, y, "zero_one", 0.3)
    assert objective_is(answer, 1.0075, (0.03, -0.06), 0)


@pytest.mark.exercise("regularised_objective")
def test_course_ratings_at_zero(student, dataset):
    """at w = 0, b = 0 every example costs 1, so the value is 20; hinge and exponential have the same slopes there"""
    X, y = liked(dataset)
    slopes = {"zero_one": 0, "hinge": 1, "exponential": 1, "squared": 2, "logistic": 0.5 / np.log(2)}
    for loss, slope in slopes.items():
        answer = student.regularised_objective(np.zeros(5), 0.0, X, y, loss, 1.0)
        assert objective_is(answer, 20, slope * np.array([-2, -7, 6, -6, 1]), -4 * slope)


@pytest.mark.exercise("regularised_objective")
def test_gradient_is_a_difference_quotient(student, reference, rng):
    """grad_w and grad_b are the slopes of the value in each weight and in b, for every smooth loss"""
    X, y = cloud(rng)
    w, b, lam, h = rng.uniform(0.5, 1, size=3), rng.uniform(0.5, 1), 2.5, 1e-5
    for loss in SMOOTH:

        def value_at(v, loss=loss):
            return reference.regularised_objective(v[:3], v[3], X, y, loss, lam)[0]

        here = np.append(w, b)
        slopes = [(value_at(here + h * e) - value_at(here - h * e)) / (2 * h) for e in np.eye(4)]
        answer = student.regularised_objective(w, b, X, y, loss, lam)
        assert objective_is(answer, value_at(here), slopes[:3], slopes[3], rel=1e-4)


@pytest.mark.exercise("regularised_objective")
def test_planes_below_the_objective(student, reference, rng):
    """value + gradient . (change of w and b) is never above the objective: it is convex, and these are subgradients"""
    X, y = cloud(rng)
    w, b, lam = rng.normal(size=3), rng.normal(), 1.5
    others = rng.normal(size=(6, 4)) * np.array([[0.1], [0.1], [1], [1], [3], [3]]) + np.append(w, b)
    for loss in STAND_INS:
        value, grad_w, grad_b = student.regularised_objective(w, b, X, y, loss, lam)
        assert agree(value, reference.regularised_objective(w, b, X, y, loss, lam)[0])
        for other in others:
            above = reference.regularised_objective(other[:3], other[3], X, y, loss, lam)[0]
            plane = value + np.asarray(grad_w) @ (other[:3] - w) + grad_b * (other[3] - b)
            assert plane <= above + 1e-4 * abs(above)


@pytest.mark.exercise("regularised_objective")
def test_what_the_penalty_is(student, reference, rng):
    """the penalty is lam/2 ||w||^2, once for all examples and without b, so twice the data double the losses only"""
    X, y = cloud(rng)
    w, b = rng.uniform(1, 2, size=3), 3.0
    loss_value, loss_w, loss_b = reference.regularised_objective(w, b, X, y, "logistic", 0.0)
    assert objective_is(student.regularised_objective(w, b, X, y, "logistic", 0.0), loss_value, loss_w, loss_b)
    answer = student.regularised_objective(w, b, X, y, "logistic", 8.0)
    assert objective_is(answer, loss_value + 4 * w @ w, loss_w + 8 * w, loss_b)
    answer = student.regularised_objective(w, b, np.vstack([X, X]), np.append(y, y), "logistic", 8.0)
    assert objective_is(answer, 2 * loss_value + 4 * w @ w, 2 * loss_w + 8 * w, 2 * loss_b)


@pytest.mark.exercise("regularised_objective")
def test_edges_of_the_objective(student):
    """one example, margins of exactly 0 and 1, huge margins, lists and whole numbers; nothing is modified"""
    w, X, y = np.array([2, -1]), np.array([[1, 1], [1, 2], [3, 3]]), np.array([1, 1, -1])
    before = w.copy(), X.copy(), y.copy()
    answer = student.regularised_objective(w, 0, X, y, "hinge", 2)  # margins 1, 0, -3
    assert objective_is(answer, 10, (6, -1), 0)
    answer = student.regularised_objective(w, 0, X, y, "zero_one", 2)
    assert objective_is(answer, 7, (4, -2), 0)
    assert unchanged(before, (w, X, y))
    answer = student.regularised_objective([1000], 0.0, [[1]], [-1], "logistic", 0)
    assert objective_is(answer, 1000 / np.log(2), [1 / np.log(2)], 1 / np.log(2))
    answer = student.regularised_objective([0.5], 0.5, [[2]], [-1], "squared", 4)
    assert objective_is(answer, 6.75, [12], 5)


@pytest.mark.exercise("regularised_objective")
def test_objective_rejects(student):
    """labels other than -1 and +1, a negative lam and an unknown loss raise ValueError"""
    w, b, X, y = three_examples()
    assert objective_is(student.regularised_objective(w, b, X, y, "zero_one", 0), 1, (0, 0), 0)
    for labels in ([1, 0, 1], [1, -1, 2], [0.5, -1, 1]):
        with pytest.raises(ValueError):
            student.regularised_objective(w, b, X, np.array(labels), "hinge", 0.3)
    with pytest.raises(ValueError):
        student.regularised_objective(w, b, X, y, "hinge", -0.1)
    with pytest.raises(ValueError):
        student.regularised_objective(w, b, X, y, "absolute", 0.3)


# ---------------------------------------------------------------- train_linear_classifier


def trained(answer, d, steps):
    """(w, b, values), once their shapes are right."""
    w, b, values = answer
    return numbers(w, d), float(numbers(b)), numbers(values, steps + 1)


@pytest.mark.exercise("train_linear_classifier")
def test_first_updates(student, dataset):
    """course ratings: values begin at 20, and the first hinge update is the step times (sum of y x, sum of y)"""
    X, y = liked(dataset)
    w, b, values = trained(student.train_linear_classifier(X, y, "hinge", 1.0, np.array([0.01])), 5, 1)
    assert agree(w, (0.02, 0.07, -0.06, 0.06, -0.01))
    assert agree(b, 0.04)
    assert agree(values, (20, 18.5863))
    w, b, values = trained(student.train_linear_classifier(X, y, "hinge", 1.0, np.full(3, 0.01)), 5, 3)
    assert agree(w, (0.059402, 0.207907, -0.178206, 0.178206, -0.029701))
    assert agree(b, 0.12)
    assert agree(values, (20, 18.5863, 17.197549, 15.8332494))
    w, b, values = trained(student.train_linear_classifier(X, y, "exponential", 1.0, np.full(3, 0.01)), 5, 3)
    assert agree(w, (0.0372665446, 0.1742922581, -0.1833757279, 0.1466342331, -0.0366873656))
    assert agree(b, 0.0810557997)
    assert agree(values, (20, 18.7020776, 17.7449251, 16.9695598))


@pytest.mark.exercise("train_linear_classifier")
def test_hinge_on_course_ratings(student, dataset):
    """course ratings, hinge: 100 steps of 0.01 end at 5.961, and 300 decaying steps very near the minimum 35/6"""
    X, y = liked(dataset)
    w, b, values = trained(student.train_linear_classifier(X, y, "hinge", 1.0, np.full(100, 0.01)), 5, 100)
    assert agree(w, (-0.0079670499, 0.5758946450, -1.8102934298, 0.3665562311, 0.3635271199))
    assert agree(b, 0.44)
    assert agree(values[-1], 5.9610583458)
    # later on margins of exactly 1 occur, where rounding decides: so no figures, only what holds in any case
    steps = 0.1 / np.sqrt(np.arange(1, 301))
    w, b, values = trained(student.train_linear_classifier(X, y, "hinge", 1.0, steps), 5, 300)
    assert np.all(values >= 35 / 6 - 1e-5)
    assert values[-1] <= 35 / 6 * 1.03
    assert agree(values[-1], np.maximum(0, 1 - y * (X @ w + b)).sum() + w @ w / 2)
    assert errors(w, b, X, y) == 2


@pytest.mark.exercise("train_linear_classifier")
def test_smooth_losses_reach_their_minimum(student, dataset):
    """course ratings, lam = 1: exponential ends at 10.190, logistic at 11.283, squared at 5.424, with 1 mistake each"""
    X, y = liked(dataset)
    minima = (("exponential", 0.05, 10.1899468840), ("logistic", 0.05, 11.2827398815), ("squared", 0.02, 5.4237473123))
    for loss, step, minimum in minima:
        w, b, values = trained(student.train_linear_classifier(X, y, loss, 1.0, np.full(200, step)), 5, 200)
        assert agree(values[-1], minimum)
        assert errors(w, b, X, y) == 1


@pytest.mark.exercise("train_linear_classifier")
def test_versicolor_and_virginica(student, dataset):
    """iris by its petals, lam = 1: logistic comes to 24.291, exponential to 23.591, and both leave 6 flowers wrong"""
    X, y = petals(dataset)
    runs = (("logistic", 125, 0.02, 24.2912374), ("exponential", 125, 0.008, 23.5912))
    for loss, count, step, value in runs:
        w, b, values = trained(student.train_linear_classifier(X, y, loss, 1.0, np.full(count, step)), 2, count)
        assert agree(values[-1], value)
        assert errors(w, b, X, y) == 6


@pytest.mark.exercise("train_linear_classifier")
def test_squared_loss_is_ridge(student, rng):
    """with the squared loss it ends at ridge regression on the labels, with penalty lam/2 and an exempt intercept"""
    X, y = cloud(rng, n=20, d=2)
    lam, ones = 6.0, np.column_stack([X, np.ones(20)])
    A = 2 * ones.T @ ones + np.diag([lam, lam, 0])
    expected = np.linalg.solve(A, 2 * ones.T @ y)
    curvatures = np.linalg.eigvalsh(A)
    step = 2 / (curvatures[0] + curvatures[-1])
    w, b, values = trained(student.train_linear_classifier(X, y, "squared", lam, np.full(150, step)), 2, 150)
    assert agree([*w, b], expected, rel=1e-4, atol=1e-4)
    assert agree(values[-1], np.sum((y - X @ w - b) ** 2) + 3 * w @ w)


@pytest.mark.exercise("train_linear_classifier")
def test_bias_is_free(student):
    """where the features say nothing, b alone is learned, and no penalty pulls it back: it tends to the mean of y"""
    X, y = np.zeros((4, 2)), np.array([1, 1, 1, -1])
    w, b, values = trained(student.train_linear_classifier(X, y, "squared", 5.0, np.full(2, 0.0625)), 2, 2)
    assert agree(w, (0, 0))
    assert agree(b, 0.375)  # halfway to 1/2, and halfway again
    assert agree(values, (4, 3.25, 3.0625))
    assert agree(trained(student.train_linear_classifier(X, y, "squared", 5.0, np.full(40, 0.05)), 2, 40)[1], 0.5)


@pytest.mark.exercise("train_linear_classifier")
def test_breast_cancer_goes_down(student, dataset):
    """breast cancer: with steps of at most 1/L the value of a smooth loss never rises, and the mistakes become few"""
    X, benign, _ = dataset("breast_cancer")
    X, y = (X - X.mean(axis=0)) / X.std(axis=0), np.where(benign == 1, 1, -1)
    largest = np.linalg.eigvalsh(X.T @ X)[-1] + len(y)  # no smaller than the largest eigenvalue with a column of ones
    for loss, curvature in (("logistic", 0.25 / np.log(2)), ("squared", 2)):
        steps = np.full(12, 1 / (curvature * largest + 3.0))
        w, b, values = trained(student.train_linear_classifier(X, y, loss, 3.0, steps), 30, 12)
        assert agree(values[0], 569)
        assert np.all(np.diff(values) < 0)
        assert errors(w, b, X, y) <= 40


@pytest.mark.exercise("train_linear_classifier")
def test_all_examples_at_once(student, reference, rng):
    """an update sums over all examples first, so their order does not matter, and w and b move from the same point"""
    X, y = cloud(rng)
    steps = np.array([0.1, 0.02, 0.05])
    order = rng.permutation(12)
    for loss in ("logistic", "squared", "exponential"):
        w, b, values = reference.train_linear_classifier(X, y, loss, 1.5, steps)
        for rows in (np.arange(12), order):
            found = trained(student.train_linear_classifier(X[rows], y[rows], loss, 1.5, steps), 3, 3)
            assert agree(found[0], w) and agree(found[1], b) and agree(found[2], values)


@pytest.mark.exercise("train_linear_classifier")
def test_both_ends_of_lam(student, rng):
    """lam = 0 and separable data: the exponential value tends to 0; the larger lam, the smaller the weights"""
    X, y = np.array([[1.0], [1.5], [2.0], [-1.0], [-1.25], [-2.0]]), np.array([1, 1, 1, -1, -1, -1])
    w, b, values = trained(student.train_linear_classifier(X, y, "exponential", 0.0, np.full(100, 0.04)), 1, 100)
    assert np.all(np.diff(values) < 0)
    assert values[-1] < 0.3 and errors(w, b, X, y) == 0
    X, y = cloud(rng)
    for larger, smaller in ((0, 4), (4, 40)):
        w, *_ = trained(student.train_linear_classifier(X, y, "logistic", larger, np.full(60, 0.02)), 3, 60)
        v, *_ = trained(student.train_linear_classifier(X, y, "logistic", smaller, np.full(60, 0.02)), 3, 60)
        assert np.linalg.norm(v) < np.linalg.norm(w)


@pytest.mark.exercise("train_linear_classifier")
def test_training_edges(student):
    """no steps, a step too far (the last point counts, even if worse), the zero/one loss that never moves, bad input"""
    X, y, steps = np.array([[2, 0], [0, 1], [1, 1]]), np.array([1, -1, -1]), np.array([0.5, 0.25])
    before = X.copy(), y.copy(), steps.copy()
    w, b, values = trained(student.train_linear_classifier(X, y, "hinge", 2, np.array([])), 2, 0)
    assert agree(w, (0, 0)) and agree(b, 0) and agree(values, [3])
    w, b, values = trained(student.train_linear_classifier(X, y, "hinge", 2, steps), 2, 2)
    assert agree(w, (0.75, -0.5)) and agree(b, -0.25) and agree(values, (3, 1.75, 2.0625))
    w, b, values = trained(student.train_linear_classifier(X, y, "zero_one", 2, np.ones(3)), 2, 3)
    assert agree(w, (0, 0)) and agree(b, 0) and agree(values, (3, 3, 3, 3))
    assert unchanged(before, (X, y, steps))
    w, b, values = trained(student.train_linear_classifier([[3]], [-1], "squared", 0, [0.5]), 1, 1)
    assert agree(w, [-3]) and agree(b, -1) and agree(values, [1, 81])
    for labels, loss, lam in (([1, 0, -1], "hinge", 2), ([1, -1, -1], "absolute", 2), ([1, -1, -1], "hinge", -2)):
        with pytest.raises(ValueError):
            student.train_linear_classifier(X, np.array(labels), loss, lam, steps)
