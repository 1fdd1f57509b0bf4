"""Hidden checks of 08_support_vector_machines."""

import numpy as np
import pytest

XOR = ([[-1, -1], [-1, 1], [1, -1], [1, 1]], [-1, 1, 1, -1])
LINE = ([[0], [1], [2], [3]], [-1, 1, -1, 1])
THREE = ([[3, 3], [1, 1], [4, 3]], [1, -1, 1])
FOUR = ([[1, 1], [2, 2], [0, 0], [-1, 0]], [1, 1, -1, -1])
FIVE = ([[1, 1], [2, 2], [0, 0], [-1, 0], [1.5, 1]], [1, 1, -1, -1, -1])
BOXED = ([[1, 2], [2, 1], [-1, -1], [0, 1]], [1, 1, -1, -1])
TRIO = ([[2, 0], [0, 1], [-1, -1]], [1, 1, -1])


def close(answer, expected, rel=1e-5, abs=1e-6):
    """Is the answer this number or array, in shape and in value?"""
    answer, expected = np.asarray(answer, dtype=float), np.asarray(expected, dtype=float)
    return answer.shape == expected.shape and np.allclose(answer, expected, rtol=rel, atol=abs)


def points(data):
    """Fresh arrays (X, y) of one of the small data sets above."""
    X, y = data
    return np.array(X, dtype=float), np.array(y, dtype=float)


def linear(data):
    """Gram matrix, labels and points of one of the small data sets above."""
    X, y = points(data)
    return X @ X.T, y, X


def xor_kernel():
    X, y = points(XOR)
    return (1 + X @ X.T) ** 2, y


def iris_pair(dataset, negative, positive, columns):
    X, species, names = dataset("iris")
    rows = (species == negative) | (species == positive)
    chosen = [names.index(column) for column in columns]
    return np.asarray(X, dtype=float)[rows][:, chosen], np.where(species[rows] == positive, 1.0, -1.0)


PETALS = ("petal_length", "petal_width")


def liked(dataset):
    X, ratings, _ = dataset("course_ratings")
    return np.asarray(X, dtype=float), np.where(np.asarray(ratings) >= 0, 1.0, -1.0)


def cloud(rng, n=12, d=3, shift=1.0):
    """Two overlapping clouds, with labels that alternate, so that both classes are there."""
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    X = rng.normal(size=(n, d))
    X[:, 0] += shift * y
    return X, y


def dual_value(alpha, y, K):
    alpha = np.asarray(alpha, dtype=float)
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


def hinge_value(w, b, X, y, C):
    return w @ w / 2 + C * np.maximum(0, 1 - y * (X @ w + b)).sum()


BAD_LABELS = ([0, 1], [1, 2], [-1, 0.5])


# --------------------------------------------------------------------------------------------------------- margins


def separated(rng, n=9, d=3):
    """A random plane, and points on the right side of it, at distances of at least one half."""
    w, b = rng.normal(size=d) + 2, rng.normal()
    X = rng.normal(size=(n, d))
    y = np.where(X @ w + b >= 0, 1.0, -1.0)
    return w, b, X + 0.5 * y[:, None] * w / np.linalg.norm(w), y


@pytest.mark.exercise("margins")
def test_margins_of_a_misclassified_example(student):
    """an example on the wrong side has negative margins, and then neither bound says anything: both are infinite"""
    answer = student.margins(np.array([3.0, 4.0]), -5.0, np.array([[1.0, 1.0]]), np.array([-1.0]))
    assert close(answer["functional"], [-2])
    assert close(answer["geometric"], [-0.4])
    assert close(answer["margin"], -0.4)
    assert answer["vc_bound"] == np.inf
    assert answer["rademacher_bound"] == np.inf


@pytest.mark.exercise("margins")
def test_margins_of_and_and_or(student):
    """for AND and OR with (2, 2) as weights the nearest corners are 1/sqrt(8) away; the VC bounds are 51 and 27"""
    corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    conjunction = student.margins(np.array([2.0, 2.0]), -3.0, corners, np.array([-1.0, -1.0, -1.0, 1.0]))
    assert close(conjunction["functional"], [3, 1, 1, 1])
    assert close(conjunction["margin"], 0.353553391)
    assert close(conjunction["vc_bound"], 51)
    assert close(conjunction["rademacher_bound"], 3.570714214)
    disjunction = student.margins(np.array([2.0, 2.0]), -1.0, corners, np.array([-1.0, 1.0, 1.0, 1.0]))
    assert close(disjunction["functional"], [1, 1, 1, 3])
    assert close(disjunction["vc_bound"], 27)
    assert close(disjunction["rademacher_bound"], np.sqrt(27 / 4))


@pytest.mark.exercise("margins")
def test_margin_is_that_of_the_worst_example(student, rng):
    """the margin of a data set is its smallest geometric margin, negative as soon as one example is misclassified"""
    X, y = points(FOUR)
    answer = student.margins(np.array([1.0, 1.0]), -1.0, X, y)
    assert close(answer["functional"], [1, 3, 1, 2])
    assert close(answer["margin"], 0.707106781)
    w, b, X, y = separated(rng)
    y[4] = -y[4]
    answer = student.margins(w, b, X, y)
    expected = y * (X @ w + b) / np.linalg.norm(w)
    assert close(answer["margin"], expected[4])
    assert close(answer["geometric"], expected)
    assert np.array_equal(np.asarray(answer["functional"]) < 0, np.arange(9) == 4)


@pytest.mark.exercise("margins")
def test_margins_under_rescaling(student, rng):
    """scaling (w, b) scales the functional margins only: geometric margins and both bounds belong to the plane"""
    w, b, X, y = separated(rng)
    c = rng.uniform(2, 10)
    once, scaled = student.margins(w, b, X, y), student.margins(c * w, c * b, X, y)
    assert close(np.asarray(once["functional"]) * c, scaled["functional"])
    for key in ("geometric", "margin", "vc_bound", "rademacher_bound"):
        assert close(once[key], scaled[key], rel=1e-4), key
    doubled = student.margins(2 * w, 2 * b, X, y)
    assert close(doubled["functional"], 2 * y * (X @ w + b))
    assert close(doubled["geometric"], y * (X @ w + b) / np.linalg.norm(w))


@pytest.mark.exercise("margins")
def test_geometric_margin_is_a_distance(student, rng):
    """walking from x_i against y_i w for the length of its geometric margin ends on the plane w.x + b = 0"""
    X = rng.normal(size=(8, 4))
    w, b, y = rng.normal(size=4) * 2 + 3, rng.uniform(2, 5), np.where(np.arange(8) % 3 == 0, 1.0, -1.0)
    geometric = np.asarray(student.margins(w, b, X, y)["geometric"], dtype=float)
    feet = X - (y * geometric)[:, None] * w / np.linalg.norm(w)
    assert geometric.shape == (8,)
    assert np.allclose(feet @ w + b, 0, atol=1e-4)


@pytest.mark.exercise("margins")
def test_margins_under_translation(student, rng):
    """moving all points by t and b by -w.t moves the plane along, so no margin changes"""
    w, b, X, y = separated(rng)
    t = rng.normal(size=3)
    moved = student.margins(w, b - w @ t, X + t, y)
    assert close(moved["functional"], y * (X @ w + b), abs=1e-5)
    assert close(moved["geometric"], y * (X @ w + b) / np.linalg.norm(w), abs=1e-5)
    assert close(moved["margin"], (y * (X @ w + b)).min() / np.linalg.norm(w), abs=1e-5)


@pytest.mark.exercise("margins")
def test_bounds_use_the_largest_example_and_the_smallest_margin(student, reference, rng):
    """R is the length of the longest (x, 1), B is ||(w, b)|| over the smallest functional margin, n is under a root"""
    for n in (3, 20):
        w, b, X, y = separated(rng, n=n)
        answer, expected = student.margins(w, b, X, y), reference.margins(w, b, X, y)
        for key in ("functional", "geometric", "margin", "vc_bound", "rademacher_bound"):
            assert close(answer[key], expected[key], rel=1e-4), key


@pytest.mark.exercise("margins")
def test_bounds_with_an_example_on_the_plane(student):
    """a smallest functional margin of exactly 0 makes both bounds infinite"""
    answer = student.margins(np.array([1.0, -1.0]), 0.0, np.array([[2.0, 2.0], [3.0, 1.0]]), np.array([1.0, 1.0]))
    assert close(answer["functional"], [0, 2])
    assert close(answer["margin"], 0)
    assert answer["vc_bound"] == np.inf
    assert answer["rademacher_bound"] == np.inf


@pytest.mark.exercise("margins")
def test_margins_take_lists_and_leave_arrays_alone(student):
    """lists of integers are as good as arrays, and the arguments are left as they were"""
    answer = student.margins([3, 4], 1, [[2, 1], [-1, -2]], [1, -1])
    assert close(answer["functional"], [11, 10])
    assert close(answer["geometric"], [2.2, 2])
    arguments = [np.array([3.0, 4.0]), np.array([[2.0, 1.0], [-1.0, -2.0]]), np.array([1.0, -1.0])]
    w, X, y = (argument.copy() for argument in arguments)
    assert close(student.margins(w, 1.0, X, y)["margin"], 2)
    assert all(np.array_equal(now, before) for now, before in zip((w, X, y), arguments, strict=True))


@pytest.mark.exercise("margins")
def test_margins_refuse_bad_input(student):
    """w = 0 and labels other than -1 and +1 raise ValueError"""
    X = np.array([[1.0, 2.0], [3.0, 1.0]])
    with pytest.raises(ValueError):
        student.margins(np.zeros(2), 1.0, X, np.array([1.0, -1.0]))
    for bad in BAD_LABELS:
        with pytest.raises(ValueError):
            student.margins(np.array([1.0, 1.0]), 0.0, X, np.array(bad))


# ------------------------------------------------------------------------------------------- soft_margin_objective


@pytest.mark.exercise("soft_margin_objective")
def test_slack_of_one_example(student):
    """a positive example with score 0.2 needs slack 0.8: it is on the right side, but short of margin 1"""
    value, slacks = student.soft_margin_objective(np.array([0.2]), 0.0, np.array([[1.0]]), np.array([1.0]), 3.0)
    assert close(slacks, [0.8])
    assert close(value, 0.02 + 2.4)


@pytest.mark.exercise("soft_margin_objective")
def test_objective_of_doing_nothing(student, rng):
    """w = 0 and b = 0 cost one unit of slack for each example: C*n in all"""
    C = rng.uniform(2, 5)
    X, y = cloud(rng, n=7)
    value, slacks = student.soft_margin_objective(np.zeros(3), 0.0, X, y, C)
    assert close(slacks, np.ones(7))
    assert close(value, 7 * C)


@pytest.mark.exercise("soft_margin_objective")
def test_objective_by_hand(student):
    """with one misplaced example the cheap plane beats the one that separates the others"""
    X, y = points(FIVE)
    value, slacks = student.soft_margin_objective(np.array([1.0, 1.0]), -1.0, X, y, 1.0)
    assert close(slacks, [0, 0, 0, 0, 2.5])
    assert close(value, 3.5)
    value, slacks = student.soft_margin_objective(np.array([0.25, 0.75]), -1.0, X, y, 1.0)
    assert close(slacks, [1, 0, 0, 0, 1.125])
    assert close(value, 2.4375)


@pytest.mark.exercise("soft_margin_objective")
def test_objective_on_the_line(student):
    """on four alternating points of the line, w = 2/3 and b = -1 cost 26/9 at C = 1"""
    X, y = points(LINE)
    value, slacks = student.soft_margin_objective(np.array([2 / 3]), -1.0, X, y, 1.0)
    assert close(slacks, [0, 4 / 3, 4 / 3, 0])
    assert close(value, 26 / 9)


@pytest.mark.exercise("soft_margin_objective")
def test_slack_against_margin(student):
    """slack is 0 from margin 1 on, below 1 on the right side of the plane, and above 1 on the wrong side"""
    scores = np.arange(-8, 9) / 4
    value, slacks = student.soft_margin_objective(np.array([1.0]), 0.0, scores[:, None], np.ones(17), 2.0)
    expected = np.where(scores < 1, 1 - scores, 0)
    assert close(slacks, expected)
    assert close(value, 0.5 + 2 * expected.sum())


@pytest.mark.exercise("soft_margin_objective")
def test_objective_on_random_data(student, rng):
    """the value is half the squared norm of w plus C times the sum of the slacks, for any w, b and C"""
    X, y = cloud(rng, n=15)
    for C in (rng.uniform(0.1, 0.5), rng.uniform(3, 9)):
        w, b = rng.normal(size=3) + 1, rng.uniform(0.5, 1.5)
        value, slacks = student.soft_margin_objective(w, b, X, y, C)
        assert close(slacks, np.maximum(0, 1 - y * (X @ w + b)))
        assert close(value, hinge_value(w, b, X, y, C))


@pytest.mark.exercise("soft_margin_objective")
def test_bias_costs_nothing(student):
    """b is not penalised: moving the plane while all margins stay above 1 leaves the value at half the squared norm"""
    X, y = np.array([[100.0, 0.0], [-100.0, 0.0]]), np.array([1.0, -1.0])
    for b in (0.0, 5.0, -30.0):
        value, slacks = student.soft_margin_objective(np.array([1.0, 2.0]), b, X, y, 7.0)
        assert close(slacks, [0, 0])
        assert close(value, 2.5)


@pytest.mark.exercise("soft_margin_objective")
def test_weak_duality(student, rng):
    """at no (w, b) is the value below the dual objective of a feasible alpha"""
    X, y = cloud(rng, n=10)
    C = 1.5
    alpha = rng.uniform(0, C, size=10)
    alpha[y > 0] *= alpha[y < 0].sum() / alpha[y > 0].sum()
    alpha *= C / max(C, alpha.max())
    for scale in (0.0, 0.3, 1.0):
        w, b = scale * (alpha * y) @ X, rng.normal()
        value, slacks = student.soft_margin_objective(w, b, X, y, C)
        assert close(slacks, np.maximum(0, 1 - y * (X @ w + b)))
        assert value >= dual_value(alpha, y, X @ X.T) - 1e-5
        assert close(value, hinge_value(w, b, X, y, C))


@pytest.mark.exercise("soft_margin_objective")
def test_objective_takes_lists_and_refuses_bad_input(student):
    """lists of integers are fine, arguments stay as they were, C <= 0 and labels other than -1, +1 raise ValueError"""
    value, slacks = student.soft_margin_objective([1, 2], 1, [[1, 0], [0, 1], [-1, 1]], [1, -1, -1], 2)
    assert close(slacks, [0, 4, 3])
    assert close(value, 2.5 + 14)
    X, y = points(FOUR)
    student.soft_margin_objective(np.ones(2), 0.5, X, y, 2.0)
    assert np.array_equal(X, FOUR[0]) and np.array_equal(y, FOUR[1])
    for C in (0.0, -1.0):
        with pytest.raises(ValueError):
            student.soft_margin_objective(np.ones(2), 0.0, X, y, C)
    for bad in BAD_LABELS:
        with pytest.raises(ValueError):
            student.soft_margin_objective(np.ones(2), 0.0, X[:2], np.array(bad), 1.0)


# --------------------------------------------------------------------------------------------------------- pegasos


def clear_run(reference, rng, n=6, d=3, steps=40):
    """Random data and order for pegasos on which no margin comes near 1, so that rounding cannot change a decision."""
    while True:
        X, y = cloud(rng, n=n, d=d)
        lam, order = rng.uniform(0.1, 0.4), rng.integers(n, size=steps)
        path = reference.pegasos(X, y, lam, order)
        tested = y[order] * (X[order] * path[:-1]).sum(axis=1)
        shrunk = tested * (1 - 1 / np.arange(1, steps + 1))
        added = tested < 1
        # some example on the right side is still added, some is not added, and for some the shrink would matter
        telling = (added & (tested > 0)).any() and not added.all() and (added != (shrunk < 1)).any()
        if telling and np.abs(tested - 1).min() > 1e-3:
            return X, y, lam, order, path


@pytest.mark.exercise("pegasos")
def test_pegasos_by_hand(student):
    """two examples in turn with lam = 0.5 give (2, 4), (-1, 3), (-2/3, 2), (-1/2, 3/2)"""
    path = student.pegasos(np.array([[1.0, 2.0], [2.0, -1.0]]), np.array([1.0, -1.0]), 0.5, np.array([0, 1, 0, 1]))
    assert close(path, [[0, 0], [2, 4], [-1, 3], [-2 / 3, 2], [-0.5, 1.5]])


@pytest.mark.exercise("pegasos")
def test_pegasos_first_step(student, rng):
    """w starts at zero, and the first step always goes to y x / lam"""
    X, y = cloud(rng, n=5)
    lam = rng.uniform(0.2, 0.8)
    for i in (1, 4):
        assert close(student.pegasos(X, y, lam, np.array([i])), [np.zeros(3), y[i] * X[i] / lam])


@pytest.mark.exercise("pegasos")
def test_pegasos_at_margin_exactly_one(student):
    """at a margin of exactly 1 nothing is added; w only shrinks"""
    path = student.pegasos(np.array([[1.0]]), np.array([1.0]), 1.0, np.array([0, 0]))
    assert close(path, [[0], [1], [0.5]])


@pytest.mark.exercise("pegasos")
def test_pegasos_shrinks_at_every_step(student):
    """an example with room to spare adds nothing, but w still shrinks by 1 - 1/t"""
    path = student.pegasos(np.array([[4.0, -4.0]]), np.array([-1.0]), 0.25, np.zeros(8, dtype=int))
    expected = np.outer(1 / np.arange(1, 9), [-16, 16])
    assert close(path, np.vstack([[0, 0], expected]))


@pytest.mark.exercise("pegasos")
def test_pegasos_on_course_ratings(student, dataset):
    """fifty sweeps over the course ratings bring the objective within 5 % of its minimum 0.39375"""
    X, y = liked(dataset)
    X = np.column_stack([X, np.ones(20)])
    path = np.asarray(student.pegasos(X, y, 0.1, np.tile(np.arange(20), 50)), dtype=float)
    assert path.shape == (1001, 6)
    assert close(path[20], [0, 0, -1, 0, -0.5, -0.5])
    assert close(path[-1], [0.02, 0.61, -1.63, 0.37, 0.2, 0.33])
    objective = np.maximum(0, 1 - y * (X @ path[-1])).mean() + 0.05 * path[-1] @ path[-1]
    assert objective == pytest.approx(0.40176, abs=1e-5)


@pytest.mark.exercise("pegasos")
def test_pegasos_decides_with_the_old_w(student, reference, rng):
    """an example is added if and only if its margin, taken before w shrinks, is below 1"""
    X, y, lam, order, path = clear_run(reference, rng)
    assert close(student.pegasos(X, y, lam, order), path, rel=1e-4, abs=1e-4)


@pytest.mark.exercise("pegasos")
def test_pegasos_adds_up_violators(student, reference, rng):
    """lam*t*w is the sum of y x over the violators so far, so it changes by y x or not at all"""
    X, y, lam, order, _ = clear_run(reference, rng, steps=30)
    path = np.asarray(student.pegasos(X, y, lam, order), dtype=float)
    assert path.shape == (31, 3)
    changes = np.diff(lam * np.arange(31)[:, None] * path, axis=0)
    violated = y[order] * (X[order] * path[:-1]).sum(axis=1) < 1
    assert np.allclose(changes, np.where(violated, y[order], 0)[:, None] * X[order], atol=1e-3)


@pytest.mark.exercise("pegasos")
def test_pegasos_scales_with_the_data(student, reference, rng):
    """doubling X and taking 4*lam halves every w: it is the same machine in other units"""
    X, y, lam, order, path = clear_run(reference, rng)
    assert close(student.pegasos(2 * X, y, 4 * lam, order), path / 2, rel=1e-4, abs=1e-4)


@pytest.mark.exercise("pegasos")
def test_pegasos_edges(student):
    """an empty order returns just the start; lists of integers are fine; arguments stay as they were"""
    assert close(student.pegasos([[1, 2, 3]], [1], 0.5, []), [[0, 0, 0]])
    assert close(student.pegasos([[1, 0], [0, 2]], [1, -1], 1, [1, 0]), [[0, 0], [0, -2], [0.5, -1]])
    X, y, order = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([1.0, -1.0]), np.array([1, 0])
    assert close(student.pegasos(X, y, 1.0, order)[-1], [0.5, -1])
    assert np.array_equal(X, [[1, 0], [0, 2]]) and np.array_equal(y, [1, -1]) and np.array_equal(order, [1, 0])


@pytest.mark.exercise("pegasos")
def test_pegasos_refuses_bad_input(student):
    """lam <= 0 and labels other than -1 and +1 raise ValueError"""
    X, order = np.array([[1.0, 2.0], [3.0, 1.0]]), np.array([0, 1])
    for lam in (0.0, -0.5):
        with pytest.raises(ValueError):
            student.pegasos(X, np.array([1.0, -1.0]), lam, order)
    for bad in BAD_LABELS:
        with pytest.raises(ValueError):
            student.pegasos(X, np.array(bad), 0.5, order)


# ------------------------------------------------------------------------------------------------- lagrangian_dual


def program(rng, d=3, k=4):
    """A random convex quadratic program, with multipliers well above 0."""
    A = rng.normal(size=(d, d))
    return (
        A @ A.T + np.eye(d),
        rng.normal(size=d) + 1,
        rng.normal(size=(k, d)),
        rng.normal(size=k) + 1,
        rng.uniform(0.5, 2, size=k),
    )


@pytest.mark.exercise("lagrangian_dual")
def test_dual_of_one_inequality(student):
    """for w^2 with w >= 1 the dual function is m - m^2/4: it peaks at m = 2, where it meets the optimum 1"""
    Q, c, G, h = np.array([[2.0]]), np.zeros(1), np.array([[-1.0]]), np.array([-1.0])
    for m, value, x in ((0, 0, 0), (1, 0.75, 0.5), (2, 1, 1), (3, 0.75, 1.5)):
        theta, minimiser = student.lagrangian_dual(Q, c, G, h, np.array([float(m)]))
        assert close(theta, value)
        assert close(minimiser, [x])


@pytest.mark.exercise("lagrangian_dual")
def test_dual_of_one_equality(student):
    """the multiplier of an equality may be negative: for x1^2 + x2^2 with x1 + x2 = 1 the best one is -1"""
    Q, c, G, h = 2 * np.eye(2), np.zeros(2), np.array([[1.0, 1.0]]), np.array([1.0])
    for m, value, x in ((-1, 0.5, 0.5), (0, 0, 0), (-2, 0, 1), (1, -1.5, -0.5)):
        theta, minimiser = student.lagrangian_dual(Q, c, G, h, np.array([float(m)]), 1)
        assert close(theta, value)
        assert close(minimiser, [x, x])


@pytest.mark.exercise("lagrangian_dual")
def test_dual_of_three_inequalities(student):
    """the dual function puts the minimiser into the whole Lagrangian, constraints and all"""
    theta, x = student.lagrangian_dual(
        np.array([[2, 0.5], [0.5, 1]]),
        np.array([-1.0, 1.0]),
        np.array([[1.0, 1.0], [1.0, -1.0], [0.0, -1.0]]),
        np.array([1, 2, 0.5]),
        np.array([0.3, 0.2, 0.1]),
    )
    assert close(theta, -1.535714286)
    assert close(x, [0.571428571, -1.285714286])


@pytest.mark.exercise("lagrangian_dual")
def test_minimiser_of_the_lagrangian(student, rng):
    """at the x returned the gradient Qx + c + G'm is zero, and the value is the Lagrangian there"""
    Q, c, G, h, m = program(rng)
    m[:2] = -m[:2]
    theta, x = student.lagrangian_dual(Q, c, G, h, m, 2)
    x = np.asarray(x, dtype=float)
    assert x.shape == (3,)
    assert np.allclose(Q @ x + c + G.T @ m, 0, atol=1e-4)
    assert close(theta, x @ Q @ x / 2 + c @ x + m @ (G @ x - h), rel=1e-4, abs=1e-4)


@pytest.mark.exercise("lagrangian_dual")
def test_dual_is_below_the_primal(student, rng):
    """weak duality: the dual value is never above the objective of a feasible x"""
    Q, c, G, _, m = program(rng)
    feasible = rng.normal(size=3)
    h = G @ feasible + np.array([0, 0.5, 0.1, 1])
    objective = feasible @ Q @ feasible / 2 + c @ feasible
    for sign in (1, -1):
        prices = m * np.array([sign, 1, 1, 1])
        theta, x = student.lagrangian_dual(Q, c, G, h, prices, 1)
        expected = -np.linalg.solve(Q, c + G.T @ prices)
        assert close(x, expected, rel=1e-4, abs=1e-4)
        assert theta <= objective + 1e-5
        assert close(theta, expected @ (c + G.T @ prices) / 2 - prices @ h, rel=1e-4, abs=1e-4)


@pytest.mark.exercise("lagrangian_dual")
def test_gradient_of_the_dual(student, rng):
    """the slope of the dual function in a multiplier is how far x breaks that constraint, Gx - h"""
    Q, c, G, h, m = program(rng)
    _, x = student.lagrangian_dual(Q, c, G, h, m)
    for k in range(4):
        e = 0.25 * np.eye(4)[k]
        above, below = student.lagrangian_dual(Q, c, G, h, m + e)[0], student.lagrangian_dual(Q, c, G, h, m - e)[0]
        assert (above - below) / 0.5 == pytest.approx(G[k] @ np.asarray(x, dtype=float) - h[k], rel=1e-3, abs=1e-3)


@pytest.mark.exercise("lagrangian_dual")
def test_dual_of_the_margin_problem(student, rng):
    """with Q = I, c = 0, G = -y_i x_i and h = -1 it is the bias-free SVM dual: x = sum alpha y x"""
    X, y = cloud(rng, n=6)
    alpha = rng.uniform(0, 1, size=6)
    theta, w = student.lagrangian_dual(np.eye(3), np.zeros(3), -y[:, None] * X, -np.ones(6), alpha)
    assert close(w, (alpha * y) @ X, abs=1e-5)
    assert close(theta, dual_value(alpha, y, X @ X.T), rel=1e-4, abs=1e-5)


@pytest.mark.exercise("lagrangian_dual")
def test_dual_without_prices(student, rng):
    """with all multipliers 0 the constraints do not count: the unconstrained minimum is left"""
    Q, c, G, h, _ = program(rng)
    theta, x = student.lagrangian_dual(Q, c, G, h, np.zeros(4))
    assert close(x, -np.linalg.solve(Q, c), abs=1e-5)
    assert close(theta, -c @ np.linalg.solve(Q, c) / 2, abs=1e-5)


@pytest.mark.exercise("lagrangian_dual")
def test_dual_takes_lists_and_leaves_arrays_alone(student):
    """lists of integers are fine, and the arguments are left as they were"""
    theta, x = student.lagrangian_dual([[2, 0], [0, 4]], [2, -4], [[1, 1], [1, 0]], [1, 3], [-2, 2], 1)
    assert close(x, [-1, 1.5])
    assert close(theta, -9.5)
    arguments = [2 * np.eye(2), np.ones(2), np.array([[1.0, 2.0]]), np.array([3.0]), np.array([2.0])]
    copies = [argument.copy() for argument in arguments]
    theta, x = student.lagrangian_dual(*copies)
    assert close(x, [-1.5, -2.5])
    assert close(theta, -14.5)
    assert all(np.array_equal(now, before) for now, before in zip(copies, arguments, strict=True))


@pytest.mark.exercise("lagrangian_dual")
def test_dual_refuses_bad_input(student):
    """a negative multiplier of an inequality, and a Q that is not symmetric positive definite, raise ValueError"""
    c, G, h = np.ones(2), np.array([[1.0, 0.0], [0.0, 1.0]]), np.ones(2)
    with pytest.raises(ValueError):
        student.lagrangian_dual(np.eye(2), c, G, h, np.array([1.0, -0.5]))
    with pytest.raises(ValueError):
        student.lagrangian_dual(np.eye(2), c, G, h, np.array([-0.5, 1.0]))
    with pytest.raises(ValueError):
        student.lagrangian_dual(np.eye(2), c, G, h, np.array([-1.0, -0.5]), 1)
    for Q in ([[2, 1], [0, 2]], [[1, 2], [2, 1]], [[1, 0], [0, 0]], [[-1, 0], [0, -1]]):
        with pytest.raises(ValueError):
            student.lagrangian_dual(np.array(Q, dtype=float), c, G, h, np.ones(2))


# -------------------------------------------------------------------------------------------------- dual_objective


@pytest.mark.exercise("dual_objective")
def test_dual_objective_of_three_points(student):
    """at the optimum of three points W is 1/4, and the gradient is 1 minus y times the score without bias"""
    K, y, _ = linear(THREE)
    W, gradient = student.dual_objective(np.array([0.25, 0.25, 0]), y, K)
    assert close(W, 0.25)
    assert close(gradient, [-2, 2, -2.5])


@pytest.mark.exercise("dual_objective")
def test_dual_objective_of_xor(student):
    """for XOR with the kernel (1 + x.z)^2 the top is at alpha = 1/8 each: W = 1/4, gradient 0"""
    K, y = xor_kernel()
    W, gradient = student.dual_objective(np.full(4, 1 / 8), y, K)
    assert close(W, 0.25)
    assert close(gradient, np.zeros(4))
    W, gradient = student.dual_objective(np.full(4, 0.1), y, K)
    assert close(W, 0.24)
    assert close(gradient, np.full(4, 0.2))


@pytest.mark.exercise("dual_objective")
def test_dual_objective_and_labels(student):
    """each term of the double sum carries y_i y_j, so equal labels push W down where different ones lift it"""
    K, alpha = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([0.5, 0.25])
    W, gradient = student.dual_objective(alpha, np.array([1.0, -1.0]), K)
    assert close(W, 0.53125)
    assert close(gradient, [0.25, 0.75])
    W, gradient = student.dual_objective(alpha, np.array([1.0, 1.0]), K)
    assert close(W, 0.28125)
    assert close(gradient, [-0.25, -0.25])


@pytest.mark.exercise("dual_objective")
def test_dual_gradient_by_differences(student, rng):
    """the gradient agrees with central differences of W"""
    X, y = cloud(rng, n=6)
    alpha, K = rng.normal(size=6), X @ X.T
    _, gradient = student.dual_objective(alpha, y, K)
    rises = []
    for e in 0.25 * np.eye(6):
        rises.append(student.dual_objective(alpha + e, y, K)[0] - student.dual_objective(alpha - e, y, K)[0])
    assert close(gradient, np.array(rises) / 0.5, rel=1e-3, abs=1e-3)


@pytest.mark.exercise("dual_objective")
def test_dual_objective_in_terms_of_w(student, rng):
    """with w = sum alpha y x, W is sum alpha - ||w||^2/2 and gradient i is 1 - y_i w.x_i; alpha may be any numbers"""
    X, y = cloud(rng, n=10)
    alpha = rng.normal(size=10)
    w = (alpha * y) @ X
    W, gradient = student.dual_objective(alpha, y, X @ X.T)
    assert close(W, alpha.sum() - w @ w / 2, rel=1e-4, abs=1e-4)
    assert close(gradient, 1 - y * (X @ w), rel=1e-4, abs=1e-4)


@pytest.mark.exercise("dual_objective")
def test_dual_objective_when_all_labels_flip(student, rng):
    """flipping all labels at once changes neither W nor its gradient"""
    X, y = cloud(rng, n=7)
    alpha, K = rng.uniform(0, 1, size=7), X @ X.T + 1
    for labels in (y, -y):
        W, gradient = student.dual_objective(alpha, labels, K)
        assert close(W, dual_value(alpha, y, K), rel=1e-4, abs=1e-4)
        assert close(gradient, 1 - y * (K @ (alpha * y)), rel=1e-4, abs=1e-4)


@pytest.mark.exercise("dual_objective")
def test_dual_objective_edges(student):
    """W(0) = 0 with gradient 1; one example works; lists of integers are fine; arguments stay as they were"""
    W, gradient = student.dual_objective(np.zeros(3), np.array([1.0, 1.0, -1.0]), np.eye(3))
    assert close(W, 0) and close(gradient, [1, 1, 1])
    W, gradient = student.dual_objective([2], [-1], [[3]])
    assert close(W, -4) and close(gradient, [-5])
    alpha, y, K = np.array([1.0, 2.0]), np.array([1.0, -1.0]), np.array([[2.0, 1.0], [1.0, 2.0]])
    W, gradient = student.dual_objective(alpha, y, K)
    assert close(W, 0) and close(gradient, [1, -2])
    assert np.array_equal(alpha, [1, 2]) and np.array_equal(y, [1, -1]) and np.array_equal(K, [[2, 1], [1, 2]])


@pytest.mark.exercise("dual_objective")
def test_dual_objective_refuses_bad_labels(student):
    """labels other than -1 and +1 raise ValueError"""
    for bad in BAD_LABELS:
        with pytest.raises(ValueError):
            student.dual_objective(np.ones(2), np.array(bad), np.eye(2))


# ---------------------------------------------------------------------------------------------- projected_gradient


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_on_xor(student):
    """on XOR all alphas climb 0.05, 0.08, 0.098, ... to 1/8, or to C if that is lower"""
    K, y = xor_kernel()
    path = np.asarray(student.projected_gradient(K, y, 10.0, 0.05, 100), dtype=float)
    assert path.shape == (101, 4)
    assert close(path[:4], np.outer([0, 0.05, 0.08, 0.098], np.ones(4)))
    assert close(path[-1], np.full(4, 1 / 8))
    assert close(student.projected_gradient(K, y, 0.1, 0.05, 100)[-1], np.full(4, 0.1))


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_by_hand(student):
    """four points in the box [0, 1/2]: the first rows by hand, and the limit (0.1, 0, 0.5, 0.5)"""
    K, y, X = linear(BOXED)
    path = np.asarray(student.projected_gradient(K, y, 0.5, 0.1, 100), dtype=float)
    assert close(path[1:4], [[0.1, 0.1, 0.1, 0.1], [0.1, 0.09, 0.13, 0.23], [0.121, 0.089, 0.17, 0.349]])
    assert close(path[-1], [0.1, 0, 0.5, 0.5], abs=1e-4)
    assert dual_value(path[-1], y, K) == pytest.approx(0.9, abs=1e-4)


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_has_no_equality_constraint(student):
    """without bias the point x = 0 can never get a positive margin, so its alpha goes all the way to C"""
    path = np.asarray(student.projected_gradient([[4, 0], [0, 0]], [1, -1], 10.0, 0.1, 200), dtype=float)
    assert close(path[-1], [0.25, 10])
    assert close(path[5], [0.25 * (1 - 0.6**5), 0.5])


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_stays_in_the_box_and_climbs(student, rng):
    """every row lies in the box, and with a short step W never falls"""
    X, y = cloud(rng, n=10)
    K, C = X @ X.T, 0.3
    step = 1 / np.linalg.eigvalsh(K).max()
    path = np.asarray(student.projected_gradient(K, y, C, step, 60), dtype=float)
    assert path.shape == (61, 10)
    assert path.min() >= -1e-6 and path.max() <= C + 1e-6
    values = np.array([dual_value(alpha, y, K) for alpha in path])
    assert (np.diff(values) >= -1e-5).all()
    assert values[-1] > values[0]


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_reaches_the_optimum(student, rng):
    """in the limit, with b = 0, alpha = 0 has margin >= 1, alpha = C margin <= 1, others 1, and the duality gap is 0"""
    X, y = cloud(rng, n=10)
    X = np.hstack([X, 1.5 * np.eye(10)])  # so much of each example's own that the limit is near soon
    K, C = X @ X.T, 0.4
    alpha = np.asarray(student.projected_gradient(K, y, C, 1 / np.linalg.eigvalsh(K).max(), 300)[-1], dtype=float)
    assert alpha.shape == (10,)
    margin = y * (K @ (alpha * y))
    assert (margin[alpha < C - 1e-4] >= 1 - 1e-3).all()
    assert (margin[alpha > 1e-4] <= 1 + 1e-3).all()
    w = (alpha * y) @ X
    assert hinge_value(w, 0, X, y, C) == pytest.approx(dual_value(alpha, y, K), abs=1e-2)


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_on_random_data(student, reference, rng):
    """every row is the one before it plus step times the gradient, clipped to [0, C]"""
    X, y = cloud(rng, n=9)
    K, start = X @ X.T, rng.uniform(0, 0.5, size=9)
    path = student.projected_gradient(K, y, 0.5, 0.15, 12, start)
    assert close(path, reference.projected_gradient(K, y, 0.5, 0.15, 12, start), rel=1e-3, abs=1e-3)


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_start(student):
    """row 0 is the start, zeros if none is given; n_steps = 0 returns just that; the start is left as it was"""
    K, y, _ = linear(FOUR)
    assert close(student.projected_gradient(K, y, 1.0, 0.1, 0), np.zeros((1, 4)))
    start = np.array([0.5, 0.25, 1.0, 0.0])
    path = student.projected_gradient(K, y, 1.0, 0.1, 1, start)
    assert close(path, [start, [0.4, 0, 1, 0]])
    assert np.array_equal(start, [0.5, 0.25, 1, 0])
    path = student.projected_gradient([[1, 0], [0, 2]], [1, 1], 3, 0.5, 2, [2, 0])
    assert close(path, [[2, 0], [1.5, 0.5], [1.25, 0.5]])


@pytest.mark.exercise("projected_gradient")
def test_projected_gradient_refuses_bad_input(student):
    """C <= 0 and labels other than -1 and +1 raise ValueError"""
    for C in (0.0, -1.0):
        with pytest.raises(ValueError):
            student.projected_gradient(np.eye(2), np.array([1.0, -1.0]), C, 0.1, 3)
    for bad in BAD_LABELS:
        with pytest.raises(ValueError):
            student.projected_gradient(np.eye(2), np.array(bad), 1.0, 0.1, 3)


# ----------------------------------------------------------------------------------------------- coordinate_ascent


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_from_the_corner(student):
    """from (2, -2) on -(a^2 + b^2 + ab) each half step goes to the ridge, and the height shrinks by 4 each time"""
    H = np.array([[2.0, 1.0], [1.0, 2.0]])
    path = student.coordinate_ascent(H, np.zeros(2), np.array([0, 1, 0, 1]), start=np.array([2.0, -2.0]))
    assert close(path, [[2, -2], [1, -2], [1, -0.5], [0.25, -0.5], [0.25, -0.125]])


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_on_two_examples(student):
    """two orthogonal examples are solved by one sweep: 0.2 each, or the upper bound if that is lower"""
    X, y = np.array([[1.0, 2.0], [2.0, -1.0]]), np.array([1.0, -1.0])
    H = np.outer(y, y) * (X @ X.T)
    assert close(student.coordinate_ascent(H, np.ones(2), np.array([0, 1]), 0.0, 1.0), [[0, 0], [0.2, 0], [0.2, 0.2]])
    assert close(student.coordinate_ascent(H, np.ones(2), np.array([0, 1]), 0.0, 0.1), [[0, 0], [0.1, 0], [0.1, 0.1]])


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_on_xor(student):
    """on XOR each coordinate sees what the ones before it in the same sweep have done"""
    K, y = xor_kernel()
    path = np.asarray(student.coordinate_ascent(np.outer(y, y) * K, np.ones(4), np.arange(4), 0.0, 10.0), dtype=float)
    final = [0.111111111, 0.123456790, 0.109739369, 0.124676116]
    assert close(path, np.tril(np.ones((5, 4)), -1) * final)


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_in_a_box(student):
    """in the box [0, 1/2] the new VALUE is clipped; two sweeps by hand, and the limit (0.1, 0, 0.5, 0.5)"""
    K, y, _ = linear(BOXED)
    H = np.outer(y, y) * K
    path = np.asarray(student.coordinate_ascent(H, np.ones(4), np.tile(np.arange(4), 2), 0.0, 0.5), dtype=float)
    assert path.shape == (9, 4)
    assert close(path[1:5], [[0.2, 0, 0, 0], [0.2, 0.04, 0, 0], [0.2, 0.04, 0.14, 0], [0.2, 0.04, 0.14, 0.5]])
    assert close(path[-1], [0.284, 0, 0.324, 0.5])
    limit = student.coordinate_ascent(H, np.ones(4), np.tile(np.arange(4), 100), 0.0, 0.5)[-1]
    assert close(limit, [0.1, 0, 0.5, 0.5], abs=1e-4)


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_on_random_data(student, reference, rng):
    """each step jumps to the exact maximum over one coordinate, given the newest values of the others"""
    X = rng.normal(size=(6, 8))
    H, q, start = X @ X.T, rng.normal(size=6) * 3, rng.uniform(-0.5, 0.5, size=6)
    order = np.concatenate([rng.permutation(6), rng.permutation(6), rng.integers(6, size=6)])
    for bounds in ((-np.inf, np.inf), (-0.5, 0.5)):
        path = student.coordinate_ascent(H, q, order, *bounds, start)
        assert close(path, reference.coordinate_ascent(H, q, order, *bounds, start), rel=1e-3, abs=1e-3)


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_climbs_one_coordinate_at_a_time(student, rng):
    """each step changes one coordinate only, never lowers the objective, and repeating it changes nothing"""
    X, y = cloud(rng, n=8)
    H = np.outer(y, y) * (X @ X.T)
    order = np.repeat(rng.integers(8, size=20), 2)
    path = np.asarray(student.coordinate_ascent(H, np.ones(8), order, 0.0, 0.7), dtype=float)
    assert path.shape == (41, 8)
    assert path.min() >= -1e-6 and path.max() <= 0.7 + 1e-6
    changes = np.abs(np.diff(path, axis=0))
    changes[np.arange(40), order], own = 0, changes[np.arange(40), order].copy()
    assert np.allclose(changes, 0, atol=1e-7)
    assert np.allclose(own[1::2], 0, atol=1e-5)
    values = path.sum(axis=1) - np.einsum("ti,ij,tj->t", path, H, path) / 2
    assert (np.diff(values) >= -1e-5).all()
    assert values[-1] > 0.01


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_solves_a_linear_system(student, rng):
    """without bounds the sweeps converge to the top of the bowl, where H a = q"""
    A = rng.normal(size=(4, 4))
    H, q = A @ A.T / 4 + np.eye(4), rng.normal(size=4) + 2
    path = student.coordinate_ascent(H, q, np.tile(np.arange(4), 150))
    assert close(path[-1], np.linalg.solve(H, q), rel=1e-3, abs=1e-3)


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_along_a_line(student):
    """where H_ii = 0 the objective is a line: go to the bound it rises to, stay if it is flat"""
    H = np.diag([0.0, 0.0, 0.0, 2.0])
    path = student.coordinate_ascent(H, np.array([3.0, -3.0, 0.0, 2.0]), np.arange(4), -1.0, 5.0, np.full(4, 0.5))
    assert close(path[-1], [5, -1, 0.5, 1])
    for q in (1.0, -1.0):
        with pytest.raises(ValueError):
            student.coordinate_ascent(np.zeros((1, 1)), np.array([q]), np.array([0]))
    assert close(student.coordinate_ascent(np.zeros((1, 1)), np.array([-1.0]), np.array([0]), lower=-4.0), [[0], [-4]])
    assert close(student.coordinate_ascent(np.zeros((1, 1)), np.array([0.0]), np.array([0])), [[0], [0]])


@pytest.mark.exercise("coordinate_ascent")
def test_coordinate_ascent_edges(student):
    """an empty order returns just the start; lists of integers are fine; the arguments are left as they were"""
    assert close(student.coordinate_ascent([[2, 1], [1, 2]], [1, 1], []), [[0, 0]])
    assert close(student.coordinate_ascent([[0.5]], [1], [0], 0, 10), [[0], [2]])
    assert close(student.coordinate_ascent([[2, 1], [1, 2]], [1, 1], [1, 0], start=[3, 0]), [[3, 0], [3, -1], [1, -1]])
    H, q, start = np.array([[2.0, 1.0], [1.0, 2.0]]), np.ones(2), np.array([3.0, 0.0])
    path = student.coordinate_ascent(H, q, np.array([1]), start=start)
    assert close(path, [[3, 0], [3, -1]])
    assert np.array_equal(H, [[2, 1], [1, 2]]) and np.array_equal(q, [1, 1]) and np.array_equal(start, [3, 0])


# ------------------------------------------------------------------------------------------------------- kkt_check


@pytest.mark.exercise("kkt_check")
def test_kkt_of_three_points(student):
    """with free alphas b comes from them alone; at the optimum nothing is violated, also for C = inf"""
    K, y, _ = linear(THREE)
    for C in (10.0, np.inf):
        b, violations = student.kkt_check(np.array([0.25, 0.25, 0]), y, K, C)
        assert close(b, -2)
        assert close(violations, np.zeros(3))
    K, y, _ = linear(FOUR)
    b, violations = student.kkt_check(np.array([1.0, 0.0, 1.0, 0.0]), y, K, 10.0)
    assert close(b, -1)
    assert close(violations, np.zeros(4))


@pytest.mark.exercise("kkt_check")
def test_kkt_with_examples_inside_the_margin(student):
    """an example with alpha = C may lie inside the margin or on the wrong side: it breaks nothing, nor does it set b"""
    K, y, _ = linear(FIVE)
    b, violations = student.kkt_check(np.array([1, 0.375, 0.375, 0, 1]), y, K, 1.0)
    assert close(b, -1)
    assert close(violations, np.zeros(5))
    K, y, _ = linear(LINE)
    b, violations = student.kkt_check(np.array([5 / 9, 1, 1, 5 / 9]), y, K, 1.0)
    assert close(b, -1)
    assert close(violations, np.zeros(4))


@pytest.mark.exercise("kkt_check")
def test_kkt_without_free_examples(student):
    """with no free alpha b is only known to lie between lo and hi, and the middle is taken"""
    K, y, _ = linear(LINE)
    b, violations = student.kkt_check(np.full(4, 0.1), y, K, 0.1)
    assert close(b, -0.3)
    assert close(violations, np.zeros(4))
    b, violations = student.kkt_check(np.zeros(4), y, K, 1.0)
    assert close(b, 0)
    assert close(violations, np.ones(4))
    b, violations = student.kkt_check(np.array([0.1, 0.1, 0, 0]), y, K, 0.1)
    assert close(b, -0.25)
    assert close(violations, [0, 0, 0.95, 0.95])


@pytest.mark.exercise("kkt_check")
def test_kkt_with_one_side_only(student):
    """if only one of lo and hi exists, b is that one: one class at 0 gives b = +1 or -1 and no violation"""
    K = np.array([[2.0, 1.0], [1.0, 5.0]])
    for label in (1.0, -1.0):
        b, violations = student.kkt_check(np.zeros(2), np.full(2, label), K, 1.0)
        assert close(b, label)
        assert close(violations, [0, 0])
    b, violations = student.kkt_check(np.array([1.0, 1.0]), np.array([1.0, 1.0]), K, 1.0)
    assert close(b, -5)
    assert close(violations, [0, 0])
    b, violations = student.kkt_check(np.array([0.0, 1.0]), np.array([1.0, -1.0]), K, 1.0)
    assert close(b, 4)
    assert close(violations, [0, 0])


@pytest.mark.exercise("kkt_check")
def test_kkt_of_free_examples_off_the_margin(student):
    """a free alpha needs margin exactly 1: too large a margin is a violation just as too small a one"""
    K, y, _ = linear(TRIO)
    b, violations = student.kkt_check(np.array([0.3, 0.1, 0.4]), y, K, 1.0)
    assert close(b, 0)
    assert close(violations, [1, 0.5, 0.5])
    K, y, _ = linear(LINE)
    b, violations = student.kkt_check(np.full(4, 0.1), y, K, 1.0)
    assert close(b, -0.3)
    assert close(violations, [0.7, 1.1, 1.1, 0.7])


@pytest.mark.exercise("kkt_check")
def test_kkt_uses_the_tolerance_of_the_bounds(student):
    """an alpha within bound_tol*C of a bound counts as being there, so rounding does not make it free"""
    K, y, _ = linear(FIVE)
    nearly = np.array([200 - 1e-7, 75, 75, 1e-7, 200 + 1e-13])
    b, violations = student.kkt_check(nearly, y, 0.005 * K, 200.0)
    assert close(b, -1)
    assert close(violations, np.zeros(5))
    K, y, _ = linear(THREE)
    b, violations = student.kkt_check(np.array([0.25, 0.25, 0.005]), y, K, np.inf, 0.01)
    assert close(b, -2.07)
    assert close(violations, [0.035, 0.035, 0])
    b, violations = student.kkt_check(np.array([0.25, 0.25, 0.005]), y, K, np.inf, 0.004)
    assert close(b, -2.255)
    assert close(violations, [0.15, 0.22, 0.37])


@pytest.mark.exercise("kkt_check")
def test_kkt_on_random_alphas(student, reference, rng):
    """away from the optimum the violation is 1 - m at 0, m - 1 at C, |m - 1| if free, and never negative"""
    X, y = cloud(rng, n=14)
    K, C = X @ X.T, 0.8
    mixed = rng.uniform(0.2, 0.6, size=14)
    mixed[:5], mixed[5:10] = 0, C
    bound = np.where(rng.permutation(14) < 7, 0, C)
    for alpha in (mixed, bound):
        b, violations = student.kkt_check(alpha, y, K, C)
        expected_b, expected = reference.kkt_check(alpha, y, K, C)
        assert close(b, expected_b, rel=1e-4, abs=1e-4)
        assert close(violations, expected, rel=1e-4, abs=1e-4)


@pytest.mark.exercise("kkt_check")
def test_kkt_under_flips_and_shifts(student, rng):
    """flipping all labels flips b; moving all x by t moves b by -w.t if sum alpha y = 0; violations stay"""
    X, y = cloud(rng, n=8)
    alpha = np.full(8, 0.4)
    alpha[:2], alpha[2:4] = 0, 1
    w, t = (alpha * y) @ X, rng.normal(size=3)
    e = (y - X @ w)[4:]
    margin = y * (X @ w + e.mean())
    expected = np.abs(margin - 1)
    expected[:2], expected[2:4] = np.maximum(0, 1 - margin[:2]), np.maximum(0, margin[2:4] - 1)
    flipped, moved = student.kkt_check(alpha, -y, X @ X.T, 1.0), student.kkt_check(alpha, y, (X + t) @ (X + t).T, 1.0)
    assert close(flipped[0], -e.mean(), abs=1e-4)
    assert close(moved[0], e.mean() - w @ t, abs=1e-4)
    assert close(flipped[1], expected, rel=1e-4, abs=1e-4)
    assert close(moved[1], expected, rel=1e-4, abs=1e-4)


@pytest.mark.exercise("kkt_check")
def test_kkt_takes_lists_and_exact_bounds(student):
    """lists of integers are fine; bound_tol = 0 compares exactly; the arguments are left as they were"""
    K = [[2, 4, 0, -1], [4, 8, 0, -2], [0, 0, 0, 0], [-1, -2, 0, 1]]
    b, violations = student.kkt_check([1, 0, 2, 0], [1, 1, -1, -1], K, 2, 0)
    assert close(b, -1)
    assert close(violations, [0, 0, 0, 0])
    K, y, _ = linear(LINE)
    alpha = np.full(4, 0.1)
    b, violations = student.kkt_check(alpha, y, K, 0.1, 0.0)
    assert close(b, -0.3)
    assert close(violations, np.zeros(4))
    assert np.array_equal(alpha, np.full(4, 0.1)) and np.array_equal(y, LINE[1])


@pytest.mark.exercise("kkt_check")
def test_kkt_refuses_bad_input(student):
    """C <= 0 and labels other than -1 and +1 raise ValueError"""
    for C in (0.0, -1.0):
        with pytest.raises(ValueError):
            student.kkt_check(np.zeros(2), np.array([1.0, -1.0]), np.eye(2), C)
    for bad in BAD_LABELS:
        with pytest.raises(ValueError):
            student.kkt_check(np.zeros(2), np.array(bad), np.eye(2), 1.0)


# -------------------------------------------------------------------------------------------------------- smo_step


@pytest.mark.exercise("smo_step")
def test_smo_step_solves_two_points(student):
    """two points are solved by one step: alpha = 1/4 each, or C each if C is smaller"""
    X, y = points(THREE)
    K = X[:2] @ X[:2].T
    assert close(student.smo_step(np.zeros(2), y[:2], K, 10.0, 0, 1), [0.25, 0.25])
    assert close(student.smo_step(np.zeros(2), y[:2], K, 0.1, 0, 1), [0.1, 0.1])


@pytest.mark.exercise("smo_step")
def test_smo_step_on_three_points(student):
    """equal labels: what one alpha gains the other loses; different labels: both gain or both lose"""
    K, y, _ = linear(TRIO)
    alpha = np.array([0.1, 0.05, 0.15])
    assert close(student.smo_step(alpha, y, K, 1.0, 0, 1), [0, 0.15, 0.15])
    assert close(student.smo_step(alpha, y, K, 1.0, 0, 2), [0.175, 0.05, 0.225])
    assert close(student.smo_step(alpha, y, K, 1.0, 1, 2), [0.1, 0.3, 0.4])


@pytest.mark.exercise("smo_step")
def test_smo_step_stops_where_the_partner_meets_its_bound(student):
    """L and H keep BOTH alphas in the box: a pair stops as soon as either of them reaches a bound"""
    K, y, _ = linear(TRIO)
    alpha = np.array([0.1, 0.05, 0.15])
    assert close(student.smo_step(alpha, y, K, 0.15, 1, 2), alpha)
    assert close(student.smo_step(alpha, y, K, 0.2, 2, 0), [0.15, 0.05, 0.2])
    assert close(student.smo_step(alpha, y, K, 0.2, 0, 2), [0.15, 0.05, 0.2])
    X = np.array([[0.0], [4.0], [5.0]])
    tight = student.smo_step(np.array([0.4, 0.3, 0.1]), np.array([1.0, 1.0, -1.0]), X @ X.T, 0.5, 0, 1)
    assert close(tight, [0.5, 0.2, 0.1])


@pytest.mark.exercise("smo_step")
def test_smo_steps_on_the_line(student):
    """three steps from 0 solve the four points of the line"""
    K, y, _ = linear(LINE)
    first = student.smo_step(np.zeros(4), y, K, 1.0, 0, 1)
    assert close(first, [1, 1, 0, 0])
    second = student.smo_step(np.array([1.0, 1.0, 0.0, 0.0]), y, K, 1.0, 2, 3)
    assert close(second, np.ones(4))
    third = student.smo_step(np.ones(4), y, K, 1.0, 0, 3)
    assert close(third, [5 / 9, 1, 1, 5 / 9])


@pytest.mark.exercise("smo_step")
def test_smo_step_along_a_flat_direction(student):
    """for eta = 0 W is a straight line, so the pair goes to the better end, or stays if the line is level"""
    x, y = np.array([[1.0], [1.0], [3.0]]), np.array([1.0, -1.0, 1.0])
    assert close(student.smo_step(np.array([0.5, 1.0, 0.25]), y, x @ x.T, 2.0, 0, 1), [1.5, 2, 0.25])
    assert close(student.smo_step(np.zeros(3), y, x @ x.T, 2.0, 0, 1), [2, 2, 0])
    level = np.array([0.25, 0.5, 0.75])
    assert close(student.smo_step(level, np.array([1.0, 1.0, -1.0]), x @ x.T, 2.0, 0, 1), level)
    # two points so close together that eta is below 1e-12, while the slope is not
    x = np.array([[0.0], [5e-7], [1.0]])
    y, alpha = np.array([1.0, 1.0, -1.0]), np.array([0.5, 0.25, 0.5])
    for i, j in ((0, 1), (1, 0)):
        assert close(student.smo_step(alpha, y, x @ x.T, 2.0, i, j), [0, 0.75, 0.5])
        assert close(student.smo_step(alpha, y, x @ x.T, 0.6, i, j), [0.15, 0.6, 0.5])


@pytest.mark.exercise("smo_step")
def test_smo_step_is_the_best_of_its_pair(student, rng):
    """no other feasible values of the two alphas have a larger W, and the others are not touched"""
    X, y = cloud(rng, n=8)
    K, C = X @ X.T, 0.6
    for i, j in ((0, 1), (2, 4), (5, 2), (7, 3)):
        alpha = rng.uniform(0.05, 0.55, size=8)
        new = np.asarray(student.smo_step(alpha, y, K, C, i, j), dtype=float)
        assert new.shape == (8,)
        assert new.min() >= -1e-6 and new.max() <= C + 1e-6
        assert new @ y == pytest.approx(alpha @ y, abs=1e-5)
        others = np.delete(np.arange(8), [i, j])
        assert np.allclose(new[others], alpha[others], rtol=1e-6, atol=1e-7)
        best = dual_value(new, y, K)
        for t in np.linspace(-C, C, 241):
            rival = alpha.copy()
            rival[i] += t * y[i]
            rival[j] -= t * y[j]
            if rival.min() >= 0 and rival.max() <= C:
                assert best >= dual_value(rival, y, K) - 1e-5


@pytest.mark.exercise("smo_step")
def test_smo_step_on_random_data(student, reference, rng):
    """a pair goes to the top of its parabola or to the end of its line, also from alphas at their bounds"""
    X, y = cloud(rng, n=8)
    K = X @ X.T
    for C, i, j in ((0.5, 0, 1), (0.5, 1, 0), (1.0, 0, 2), (1.0, 3, 1), (5.0, 6, 7), (0.1, 4, 6)):
        alpha = rng.uniform(0.2, 0.8, size=8) * C
        alpha[0], alpha[3] = 0, C
        expected = reference.smo_step(alpha, y, K, C, i, j)
        assert close(student.smo_step(alpha, y, K, C, i, j), expected, rel=1e-4, abs=1e-5)


@pytest.mark.exercise("smo_step")
def test_smo_step_is_symmetric_and_done_at_once(student, rng):
    """(i, j) and (j, i) give the same alphas, and a second step with the same pair changes nothing"""
    X, y = cloud(rng, n=6)
    K, alpha = X @ X.T, rng.uniform(0.1, 0.9, size=6)
    for i, j in ((0, 1), (2, 4)):
        new = np.asarray(student.smo_step(alpha, y, K, 1.0, i, j), dtype=float)
        assert np.abs(new - alpha).max() > 0
        assert close(student.smo_step(alpha, y, K, 1.0, j, i), new, abs=1e-5)
        assert close(student.smo_step(np.clip(new, 0, 1), y, K, 1.0, i, j), new, abs=1e-5)


@pytest.mark.exercise("smo_step")
def test_smo_step_edges(student):
    """i = j changes nothing; lists of integers are fine; alpha itself is left as it was and a new array returned"""
    K, y, _ = linear(TRIO)
    alpha = np.array([0.1, 0.05, 0.15])
    assert close(student.smo_step(alpha, y, K, 1.0, 1, 1), [0.1, 0.05, 0.15])
    assert close(student.smo_step([0, 0, 1], [1, 1, -1], [[4, 0, -2], [0, 1, -1], [-2, -1, 2]], 1, 0, 1), [0, 0, 1])
    assert close(student.smo_step([0, 1, 1], [1, 1, -1], [[4, 0, -2], [0, 1, -1], [-2, -1, 2]], 2, 0, 1), [0, 1, 1])
    assert close(student.smo_step(alpha, y, K, 1.0, 1, 2), [0.1, 0.3, 0.4])
    assert np.array_equal(alpha, [0.1, 0.05, 0.15]) and np.array_equal(y, TRIO[1])


@pytest.mark.exercise("smo_step")
def test_smo_step_refuses_bad_input(student):
    """C <= 0, C = inf and labels other than -1 and +1 raise ValueError"""
    for C in (0.0, -1.0, np.inf):
        with pytest.raises(ValueError):
            student.smo_step(np.zeros(2), np.array([1.0, -1.0]), np.eye(2), C, 0, 1)
    for bad in BAD_LABELS:
        with pytest.raises(ValueError):
            student.smo_step(np.zeros(2), np.array(bad), np.eye(2), 1.0, 0, 1)


# ------------------------------------------------------------------------------------------------------------- smo

MANY = 10**5  # steps: several times what all pairs in turn or pairs at random need on these data


def optimal(alpha, b, K, y, C, tol):
    """Does (alpha, b) solve the dual with bias to within tol? Every SMO that is right does, whatever its pairs."""
    alpha = np.asarray(alpha, dtype=float)
    assert alpha.shape == y.shape
    assert alpha.min() >= -1e-6 * C and alpha.max() <= C * (1 + 1e-6)
    assert abs(alpha @ y) <= 1e-6 * C * len(y)
    margin = y * (K @ (alpha * y) + float(b))
    slack = 1.05 * tol + 1e-5
    assert (margin[alpha < C * (1 - 1e-6)] >= 1 - slack).all()
    assert (margin[alpha > 1e-6 * C] <= 1 + slack).all()
    return True


@pytest.mark.exercise("smo")
def test_smo_on_three_points(student):
    """two support vectors carry the plane between three points: alpha = (1/4, 1/4, 0) and b = -2"""
    K, y, _ = linear(THREE)
    alpha, b = student.smo(K, y, 10.0, 1e-6)
    assert close(alpha, [0.25, 0.25, 0], abs=1e-4)
    assert close(b, -2, abs=1e-4)


@pytest.mark.exercise("smo")
def test_smo_on_the_line_and_on_xor(student):
    """for alternating points on a line and for XOR with (1 + x.z)^2 the best alphas are unique and found"""
    K, y, _ = linear(LINE)
    for C, outer in ((0.5, 0.388888889), (1.0, 5 / 9), (10.0, 3.555555556)):
        alpha, b = student.smo(K, y, C, 1e-5)
        assert close(alpha, [outer, C, C, outer], rel=1e-4, abs=1e-4)
        assert close(b, -1, abs=1e-3)
    K, y = xor_kernel()
    alpha, b = student.smo(K, y, 10.0, 1e-5)
    assert close(alpha, np.full(4, 1 / 8), abs=1e-4)
    assert close(b, 0, abs=1e-3)


@pytest.mark.exercise("smo")
def test_smo_separates_setosa(student, dataset):
    """with a large C two flowers support the plane between setosa and versicolor; its margin is 0.652"""
    X, y = iris_pair(dataset, 0, 1, PETALS)
    alpha, b = student.smo(X @ X.T, y, 1000.0, 1e-6, MANY)
    alpha = np.asarray(alpha, dtype=float)
    w = (alpha * y) @ X
    assert close(w, [22 / 17, 14 / 17], abs=5e-3)
    assert close(b, -3.788235294, abs=2e-2)
    assert list(np.flatnonzero(alpha > 1e-2)) == [44, 98]
    assert 1 / np.linalg.norm(w) == pytest.approx(0.651920241, abs=2e-3)


@pytest.mark.exercise("smo")
def test_smo_bias_without_free_examples(student, dataset):
    """with C = 1 no alpha of setosa against versicolor is free, and b is the middle of what KKT allows: -3.28"""
    X, y = iris_pair(dataset, 0, 1, PETALS)
    alpha, b = student.smo(X @ X.T, y, 1.0, 1e-6, MANY)
    assert close((np.asarray(alpha, dtype=float) * y) @ X, [1.1, 0.7], abs=5e-3)
    assert close(b, -3.28, abs=2e-2)


@pytest.mark.exercise("smo")
def test_smo_on_overlapping_classes(student, dataset):
    """versicolor and virginica overlap: w, b and the value of the soft margin are those of the one optimum"""
    X, y = iris_pair(dataset, 1, 2, PETALS)
    alpha, b = student.smo(X @ X.T, y, 1.0, 1e-6, MANY)
    w = (np.asarray(alpha, dtype=float) * y) @ X
    assert close(w, [2.182926829, 2.253658537], abs=2e-2)
    assert close(b, -14.414878049, abs=0.1)
    assert hinge_value(w, b, X, y, 1.0) == pytest.approx(18.492560976, abs=1e-3)
    X, y = liked(dataset)
    alpha, b = student.smo(X @ X.T, y, 1.0, 1e-6, MANY)
    w = (np.asarray(alpha, dtype=float) * y) @ X
    assert close(w, [0, 1 / 3, -2, 1 / 3, 1 / 3], abs=1e-2)
    assert close(b, 2 / 3, abs=3e-2)
    assert hinge_value(w, b, X, y, 1.0) == pytest.approx(35 / 6, abs=1e-3)


@pytest.mark.exercise("smo")
def test_smo_meets_a_tight_tolerance(student, dataset):
    """it goes on until every KKT condition holds within tol, however many steps that takes"""
    X, y = iris_pair(dataset, 1, 2, ("sepal_length", "sepal_width", "petal_length", "petal_width"))
    K = X @ X.T
    alpha, b = student.smo(K, y, 1.0, 1e-5, 3 * MANY)
    assert optimal(alpha, b, K, y, 1.0, 1e-5)
    assert dual_value(alpha, y, K) == pytest.approx(15.7598719, abs=2e-3)


@pytest.mark.exercise("smo")
def test_smo_satisfies_kkt_on_random_data(student, rng):
    """on any data the result is feasible, satisfies KKT within tol, and the duality gap is at most n*C*tol"""
    X, y = cloud(rng, n=14)
    X = np.hstack([X, 0.7 * np.eye(14)])  # a little of each example's own, so that every rule for the pairs is quick
    K = X @ X.T
    for C in (0.1, 1.0, 3.0):
        alpha, b = student.smo(K, y, C, 1e-3, 20000)
        assert optimal(alpha, b, K, y, C, 1e-3)
        gap = hinge_value((np.asarray(alpha, dtype=float) * y) @ X, float(b), X, y, C) - dual_value(alpha, y, K)
        assert -1e-4 <= gap <= 14 * C * 1e-3 + 1e-4


@pytest.mark.exercise("smo")
def test_smo_without_the_others(student, rng):
    """deleting all examples with alpha = 0 leaves the plane where it is"""
    y = np.where(np.arange(16) % 2 == 0, 1.0, -1.0)
    X = rng.uniform(-1, 1, size=(16, 2)) + 1.5 * y[:, None] * np.array([1.0, 0.5])
    alpha, b = student.smo(X @ X.T, y, 5.0, 1e-6, 20000)
    assert optimal(alpha, b, X @ X.T, y, 5.0, 1e-6)
    support = np.asarray(alpha, dtype=float) > 1e-6
    few, few_b = student.smo(X[support] @ X[support].T, y[support], 5.0, 1e-6, 20000)
    assert optimal(few, few_b, X[support] @ X[support].T, y[support], 5.0, 1e-6)
    w, few_w = (np.asarray(alpha, dtype=float) * y) @ X, (np.asarray(few, dtype=float) * y[support]) @ X[support]
    assert np.allclose(w, few_w, atol=3e-2)


@pytest.mark.exercise("smo")
def test_smo_stops_after_max_steps(student, rng):
    """max_steps counts the calls of smo_step: each changes two alphas, and what is returned is feasible all the same"""
    X, y = cloud(rng, n=12)
    K = X @ X.T
    for steps in (0, 1, 2, 3):
        alpha, b = student.smo(K, y, 2.0, 1e-6, steps)
        alpha = np.asarray(alpha, dtype=float)
        assert alpha.shape == (12,)
        assert np.count_nonzero(np.abs(alpha) > 1e-9) <= 2 * steps
        assert alpha.min() >= -1e-6 and alpha.max() <= 2 + 1e-6
        assert abs(alpha @ y) <= 1e-5
        assert dual_value(alpha, y, K) >= -1e-6
        assert np.isfinite(b)


@pytest.mark.exercise("smo")
def test_smo_takes_lists_and_refuses_bad_input(student):
    """lists of integers are fine; one class only, C <= 0, C = inf and labels other than -1 and +1 raise ValueError"""
    alpha, b = student.smo([[18, 6], [6, 2]], [1, -1], 10)
    assert close(alpha, [0.25, 0.25], abs=1e-3)
    assert close(b, -2, abs=1e-2)
    K, y, _ = linear(THREE)
    student.smo(K, y, 1.0)
    assert np.array_equal(K, linear(THREE)[0]) and np.array_equal(y, THREE[1])
    for label in (1.0, -1.0):
        with pytest.raises(ValueError):
            student.smo(K, np.full(3, label), 1.0)
        with pytest.raises(ValueError):
            student.smo(np.ones((1, 1)), np.array([label]), 1.0)
    for C in (0.0, -1.0, np.inf):
        with pytest.raises(ValueError):
            student.smo(K, y, C)
    for bad in BAD_LABELS:
        with pytest.raises(ValueError):
            student.smo(K[:2, :2], np.array(bad), 1.0)
