"""Hidden checks of the perceptron.

Training data are small whole numbers wherever possible: then every activation is exact, in float32 and in any order of
summation, and no verdict hangs on the rounding of a tie. The real data were checked to have no near-ties.

A check takes about 1000 steps at most: with follow-through credit each step is a call across the bridge.
"""

import functools

import numpy as np
import pytest

from autograder.checks.shelf import (
    given,
    leaves_alone,
    listed_parts,
    numbers,
    refuses,
    same,
    same_for_all_kinds,
    same_items,
)


def table():
    return np.array([[0, 0], [0, 1], [1, 0], [1, 1]])


AND, OR, XOR = (-1, -1, -1, 1), (-1, 1, 1, 1), (-1, 1, 1, -1)


def two_lines():
    """Five positives on x2 = x1 + 1, then five negatives on x2 = x1 - 1."""
    t = np.arange(-2, 3)
    return np.vstack([np.column_stack([t, t + 1]), np.column_stack([t, t - 1])]), np.repeat([1, -1], 5)


def liked(dataset):
    """Courses with a rating of 0 or more are the positives."""
    X, rating, _ = dataset("course_ratings")
    return X, np.where(rating >= 0, 1, -1)


def setosa(dataset):
    X, species, _ = dataset("iris")
    return X, np.where(species == 0, 1, -1)


def cancer(dataset):
    """Malignant is +1; even rows train, odd rows test, both standardised by the training rows."""
    X, benign, _ = dataset("breast_cancer")
    y = np.where(benign == 0, 1, -1)
    Z = (X - X[::2].mean(axis=0)) / X[::2].std(axis=0)
    return Z[::2], y[::2], Z[1::2], y[1::2]


def noisy(rng, n=12, d=3):
    """Whole numbers with labels that have nothing to do with them; both labels occur."""
    return rng.integers(-4, 5, (n, d)), rng.permutation(np.resize([1, -1], n))


def separable(rng, n=16, d=3):
    """(X, y, w, b) in whole numbers with y (w.x + b) >= 2 for every row, and both labels."""
    y = rng.permutation(np.resize([1, -1], n))
    w, b = rng.integers(1, 4, d) * rng.choice([-1, 1], d), int(rng.integers(-1, 2))
    X = rng.integers(-3, 4, (n, d))
    X[y * (X @ w) < 0] *= -1
    return X + np.outer(y, w), y, w, b


def errors(labels, y):
    return int((numbers(labels, *np.shape(y)) != y).sum())


def wrong(X, y, w, b):
    """How many rows the classifier gets wrong, with the boundary on the negative side."""
    return errors(np.where(X @ np.asarray(w, dtype=float) + b > 0, 1, -1), y)


@functools.cache
def errors_after_training(reference, features, labels, width):
    """Training errors of the averaged perceptron after 50 passes. Right answers are alike, so one training will do."""
    X, y = np.frombuffer(features).reshape(-1, width), np.frombuffer(labels, dtype=int)
    return wrong(X, y, *reference.train_averaged(X, y, 50))


# ---------------------------------------------------------------------------------------------------------- activation


@pytest.mark.exercise("activation")
def test_explosions_and_earthquakes(student):
    """the separator x2 = 1.7 x1 - 4.9 has w = (1.7, -1) and b = -4.9; its activation is positive below the line"""
    points = np.array([[5.4, 3.7], [6, 5], [5, 4], [6, 6], [4.5, 3]])
    same(student.activation(points, np.array([1.7, -1]), -4.9), [0.58, 0.3, -0.4, -0.7, -0.25])


@pytest.mark.exercise("activation")
def test_not_excellent(student):
    """a review's activation sums the weights of its words and word pairs, so "not" can turn "excellent" around"""
    e, t, n = np.array([[1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 0]]).T
    words = np.column_stack([e, t, n, e * t, e * n, t * n])
    same(student.activation(words, np.array([1, -1, 0, 0, -2, 2]), 0), [1, -1, -1, 1, 0])


@pytest.mark.exercise("activation")
def test_activation_by_hand(student, rng):
    """each activation is the sum of weight times feature over all features, plus the bias once"""
    X, w, b = rng.normal(size=(7, 4)), rng.normal(size=4), 2.5
    same(student.activation(X, w, b), [sum(w[j] * x[j] for j in range(4)) + b for x in X])


@pytest.mark.exercise("activation")
def test_activation_is_linear(student, rng):
    """the activation is linear in w and b together, and changing a feature by e changes it by e times its weight"""
    X, v, w = rng.normal(size=(6, 3)), rng.normal(size=3), np.array([2.0, 0.0, -1.0])
    a, c = student.activation(X, v, 3.0), student.activation(X, w, -1.0)
    assert np.isfinite(numbers(a, 6)).all()
    same(student.activation(X, 2 * v - w, 7.0), 2 * np.asarray(a) - np.asarray(c))
    same(student.activation(X + [0.5, 9.0, 0.0], w, -1.0), np.asarray(c) + 1)


@pytest.mark.exercise("activation")
def test_activation_of_integers(student):
    """lists and small integer types are fine: compute in floats, so that nothing wraps around"""
    same_for_all_kinds(student.activation, np.array([[1, 2], [3, 4]]), np.array([10, 1]), 5, expected=[17, 39])
    pixels, w = np.array([[200, 100], [255, 0]], dtype=np.uint8), np.array([2, 1], dtype=np.uint8)
    same(student.activation(pixels, w, 1), [501, 511])


@pytest.mark.exercise("activation")
def test_activation_of_nothing(student):
    """no rows give no activations, and without features the activation of every row is the bias"""
    same(student.activation(np.zeros((0, 3)), np.ones(3), 1.0), np.zeros(0))
    same(student.activation(np.zeros((4, 0)), np.zeros(0), 1.5), [1.5] * 4)


@pytest.mark.exercise("activation")
def test_activation_checks_shapes(student):
    """X must have two axes and w one weight per column; anything else is a ValueError, not a broadcast"""
    refuses(
        student.activation,
        given(np.array([1.0, 2.0]), np.array([1.0, 2.0]), 0.0),
        given(np.ones((2, 2, 2)), np.array([1.0, 2.0]), 0.0),
        given(np.ones((2, 3)), np.ones(1), 0.0),
        given(np.ones((2, 3)), np.ones(4), 0.0),
        given(np.ones((2, 3)), np.ones((3, 1)), 0.0),
        but_takes=given(np.ones((2, 3)), np.ones(3), 0.0),
    )


@pytest.mark.exercise("activation")
def test_activation_leaves_input(student):
    """X and w are left as they were"""
    X, w = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([0.5, -1.0])
    same(leaves_alone(student.activation, X, w, 4.0), [2.5, 1.5])


# ------------------------------------------------------------------------------------------------------------- predict


@pytest.mark.exercise("predict")
def test_predict_earthquakes(student):
    """points with a positive activation are +1, points with a negative one are -1"""
    points = np.array([[5.4, 3.7], [6, 5], [5, 4], [6, 6], [4.5, 3]])
    same_items(student.predict(points, np.array([1.7, -1]), -4.9), [1, 1, -1, -1, -1])


@pytest.mark.exercise("predict")
def test_untrained_says_no(student, rng):
    """with w = 0 and b = 0 every activation is exactly 0, and the answer is -1"""
    same_items(student.predict(rng.normal(size=(5, 2)), np.zeros(2), 0.0), [-1] * 5)


@pytest.mark.exercise("predict")
def test_boundary_belongs_to_minus(student):
    """a point exactly on the boundary is -1, and its neighbours on either side are -1 and +1"""
    same_items(student.predict(table(), np.array([1, 1]), -1), AND)
    same_items(student.predict(table(), np.array([3, 2]), -4), AND)
    same_items(student.predict(np.array([[-2.0], [-1.0], [0.0]]), np.array([4.0]), 4.0), [-1, -1, 1])


@pytest.mark.exercise("predict")
def test_predict_ignores_scale(student, rng):
    """multiplying w and b by c > 0 changes no answer; negating both negates every answer off the boundary"""
    X, w = rng.integers(-5, 6, (30, 3)), rng.integers(-3, 4, 3)
    expected = np.where(X @ w + 0.5 > 0, 1, -1)
    same_items(student.predict(X, w, 0.5), expected)
    same_items(student.predict(X, 1024.0 * w, 512.0), expected)
    same_items(student.predict(X, w / 2.0**40, 0.5 / 2**40), expected)  # tiny, but not 0
    same_items(student.predict(X, -w, -0.5), -expected)


@pytest.mark.exercise("predict")
def test_bias_alone_decides(student):
    """where the weights say nothing the bias decides; no rows give no answers"""
    X = np.arange(6).reshape(3, 2)
    same_items(student.predict(X, [0, 0], 1e-3), [1, 1, 1])
    same_items(student.predict(X, [0, 0], -1e-3), [-1, -1, -1])
    same_items(student.predict(np.zeros((2, 0)), np.zeros(0), 2.0), [1, 1])
    same_items(student.predict(np.zeros((0, 2)), np.ones(2), 2.0), np.zeros(0))


@pytest.mark.exercise("predict")
def test_predict_checks_shapes(student):
    """predict refuses what activation refuses: X without two axes, or w that does not match its columns"""
    refuses(
        student.predict,
        given(np.ones(3), np.ones(3), 0.0),
        given(np.ones((2, 3)), np.ones(1), 0.0),
        given(np.ones((2, 3)), np.ones(2), 0.0),
        but_takes=given(np.ones((2, 3)), np.ones(3), 0.0),
    )


# ----------------------------------------------------------------------------------------------------- perceptron_step


def same_step(step, w, b, mistake):
    new_w, new_b, was_mistake = listed_parts(step, 3)
    same(new_w, w, name="the new w")
    same(new_b, b, name="the new b")
    assert bool(was_mistake) == mistake, f"the third value, whether it was a mistake, should be {mistake}"


@pytest.mark.exercise("perceptron_step")
def test_first_step(student):
    """at activation 0 either label is a mistake: from zero the first example always updates w and b"""
    positive = student.perceptron_step(np.zeros(2), 0.0, np.array([3.0, 4.0]), 1)
    negative = student.perceptron_step(np.zeros(2), 0.0, np.array([3.0, 4.0]), -1)
    same_step(positive, [3, 4], 1, True)
    same_step(negative, [-3, -4], -1, True)


@pytest.mark.exercise("perceptron_step")
def test_rate_scales_update(student):
    """an update adds rate times y times x to w, and rate times y to b"""
    same_step(student.perceptron_step(np.array([0, 0]), 0, np.array([3, 4]), -1, 0.5), [-1.5, -2], -0.5, True)
    same_step(student.perceptron_step([1.0, -1.0], 2.0, [-4.0, 2.0], 1, 0.25), [0, -0.5], 2.25, True)


@pytest.mark.exercise("perceptron_step")
def test_right_is_left_alone(student):
    """an example on its right side changes neither w nor b, for either label"""
    same_step(student.perceptron_step(np.array([1.0, 1.0]), 0.0, np.array([1.0, 2.0]), 1), [1, 1], 0, False)
    same_step(student.perceptron_step(np.array([1.0, -2.0]), 0.5, np.array([3.0, 2.0]), -1), [1, -2], 0.5, False)
    tiny = student.perceptron_step(np.array([2.0**-40]), 0.0, np.array([1.0]), 1)  # not 0, so it has a side
    same_step(tiny, [2.0**-40], 0, False)


@pytest.mark.exercise("perceptron_step")
def test_one_update_may_not_do(student):
    """an update moves the activation towards the right side, but one update need not reach it"""
    same_step(student.perceptron_step(np.array([10.0, 0.0]), 0.0, np.array([1.0, 0.0]), -1), [9, 0], -1, True)


@pytest.mark.exercise("perceptron_step")
def test_gain_of_an_update(student, rng):
    """with rate 1 an update raises y times the activation by exactly |x|^2 + 1, along the direction of x"""
    for _ in range(12):
        w, x, b = rng.integers(-4, 5, 3), rng.integers(-4, 5, 3), int(rng.integers(-4, 5))
        y = -1 if w @ x + b > 0 else 1
        new_w, new_b, mistake = listed_parts(student.perceptron_step(w, b, x, y), 3)
        assert mistake
        same(y * (np.asarray(new_w) @ x + new_b), y * (w @ x + b) + x @ x + 1)
        same(np.asarray(new_w) - w, y * x)


@pytest.mark.exercise("perceptron_step")
def test_both_sides_of_the_bias(student):
    """the bias is part of the activation that decides whether the example is a mistake"""
    w, x = np.array([1.0, 2.0]), np.array([2.0, 1.0])
    same_step(student.perceptron_step(w, -5.0, x, 1), [3, 3], -4, True)
    same_step(student.perceptron_step(w, -3.0, x, 1), [1, 2], -3, False)
    same_step(student.perceptron_step(w, -5.0, x, -1), [1, 2], -5, False)
    same_step(student.perceptron_step(w, -4.0, x, -1), [-1, 1], -5, True)


@pytest.mark.exercise("perceptron_step")
def test_mirror_image(student, reference, rng):
    """negating y, w and b together negates the result; a random walk agrees with the definition step by step"""
    w, b = np.zeros(3), 0.0
    for _ in range(15):
        x, y, rate = rng.integers(-3, 4, 3), int(rng.choice([-1, 1])), float(rng.choice([0.5, 1.0, 2.0]))
        new_w, new_b, mistake = reference.perceptron_step(w, b, x, y, rate)
        same_step(student.perceptron_step(w, b, x, y, rate), new_w, new_b, mistake)
        same_step(student.perceptron_step(-w, -b, x, -y, rate), -new_w, -new_b, mistake)
        w, b = new_w, new_b


@pytest.mark.exercise("perceptron_step")
def test_step_leaves_input(student):
    """the arrays w and x of the caller stay as they are; the new weights are a new array"""
    w, x = np.array([1.0, -1.0]), np.array([2.0, 5.0])
    same_step(leaves_alone(student.perceptron_step, w, 0.0, x, 1), [3, 4], 1, True)


@pytest.mark.exercise("perceptron_step")
def test_step_of_integers(student):
    """integer weights can take a fractional update, unsigned features a negative one, and no features leave the bias"""
    whole, pixels = np.array([1, 2]), np.array([200, 100], dtype=np.uint8)
    same_step(leaves_alone(student.perceptron_step, whole, 0, pixels, -1, 0.25), [-49, -23], -0.25, True)
    same_step(student.perceptron_step(whole.astype(np.uint8), 0, pixels, -1, 1), [-199, -98], -1, True)
    same_step(student.perceptron_step([0, 0], 0, [1, 1], 1), [1, 1], 1, True)
    same_step(student.perceptron_step(np.zeros(0), -1.0, np.zeros(0), 1), np.zeros(0), 0, True)


@pytest.mark.exercise("perceptron_step")
def test_step_checks_input(student):
    """a label other than -1 and +1, w and x of different lengths, or a rate that is not above 0 raise ValueError"""
    w, x = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    refuses(
        student.perceptron_step,
        given(w, 0.0, x, 0),
        given(w, 0.0, x, 2),
        given(w, 0.0, np.ones(3), 1),
        given(w, 0.0, np.ones(1), 1),
        given(np.ones((1, 1)), 0.0, np.ones((1, 1)), 1),
        given(w, 0.0, x, 1, 0.0),
        given(w, 0.0, x, 1, -1.0),
        but_takes=given(w, 0.0, x, 1, 2.0),
    )


# ---------------------------------------------------------------------------------------------------- train_perceptron


def same_training(result, w, b, updates, converged):
    same(result, {"w": w, "b": b, "updates": updates})
    assert bool(result["converged"]) == converged, f"converged should be {converged}"


@pytest.mark.exercise("train_perceptron")
def test_and_or(student):
    """AND takes 18 updates and OR takes 9; the clean pass that proves convergence ends training and is listed as 0"""
    same_training(student.train_perceptron(table(), AND, 50), [3, 2], -4, [2, 3, 3, 2, 2, 3, 2, 1, 0], True)
    same_training(student.train_perceptron(table(), OR, 50), [2, 2], -1, [3, 1, 2, 2, 1, 0], True)


@pytest.mark.exercise("train_perceptron")
def test_out_of_passes(student):
    """converged is True only if the last pass made was clean; on XOR training goes on until max_passes"""
    for passes in (1, 7):
        same_training(student.train_perceptron(table(), XOR, passes), [0, 0], 0, [4] * passes, False)
    same_training(student.train_perceptron(table(), OR, 5), [2, 2], -1, [3, 1, 2, 2, 1], False)
    same_training(student.train_perceptron(table(), OR, 6), [2, 2], -1, [3, 1, 2, 2, 1, 0], True)
    X = np.column_stack([table(), table().prod(axis=1)])
    same_training(student.train_perceptron(X, XOR, 50), [2, 2, -5], -1, [4, 4, 4, 4, 3, 1, 2, 3, 1, 2, 1, 0], True)


@pytest.mark.exercise("train_perceptron")
def test_courses_in_table_order(student, dataset):
    """on the course ratings each example meets the weights that the one before it left behind"""
    X, y = liked(dataset)
    same_training(student.train_perceptron(X, y, 1), [0, 0, -2, 0, -1], -1, [3], False)
    same_training(student.train_perceptron(X, y, 2), [0, 1, -2, 1, -1], 0, [3, 3], False)
    same_training(student.train_perceptron(X, y, 5), [-2, 2, -3, 1, -1], 0, [3, 3, 2, 2, 4], False)


@pytest.mark.exercise("train_perceptron")
def test_bias_only(student):
    """without features the bias alone runs after the labels: on sorted classes a handful of updates in every pass"""
    same_training(student.train_perceptron(np.zeros((2, 0)), [1, -1], 3), np.zeros(0), 0, [2, 2, 2], False)
    X, y = np.zeros((20, 0)), np.repeat([1, -1], 10)
    same_training(student.train_perceptron(X, y, 4), np.zeros(0), -1, [3, 4, 4, 4], False)
    same_training(student.train_perceptron([[2.0, -1.0]], [-1], 9), [-2, 1], -1, [1, 0], True)


@pytest.mark.exercise("train_perceptron")
def test_real_data(student, dataset):
    """setosa against the other irises takes 5 updates; on held-out tumours one pass leaves 17 errors"""
    same_training(student.train_perceptron(*setosa(dataset), 50), [1.3, 4.1, -5.2, -2.2], 1, [2, 2, 1, 0], True)
    X, y, X_test, y_test = cancer(dataset)
    result = student.train_perceptron(X, y, 1)
    same(result["updates"], [13])
    assert not result["converged"]
    assert wrong(X, y, result["w"], result["b"]) == 9
    assert wrong(X_test, y_test, result["w"], result["b"]) == 17


@pytest.mark.exercise("train_perceptron")
def test_shuffles(student, reference, rng):
    """shuffled row numbers pick rows of X and y together: "once" keeps one permutation, "each" draws one per pass"""
    once = student.train_perceptron(table(), AND, 50, "once", np.random.default_rng(0))
    each = student.train_perceptron(table(), AND, 50, "each", np.random.default_rng(0))
    same_training(once, [2, 3], -4, [2, 3, 2, 2, 3, 2, 2, 3, 2, 1, 0], True)
    same_training(each, [2, 2], -3, [2, 2, 1, 2, 2, 3, 2, 2, 1, 0], True)
    X, y = noisy(rng)
    seed = int(rng.integers(10**9))
    for shuffle in ("once", "each"):
        result = student.train_perceptron(X, y, 6, shuffle=shuffle, rng=np.random.default_rng(seed))
        same_training(result, *reference.train_perceptron(X, y, 6, shuffle, np.random.default_rng(seed)).values())


@pytest.mark.exercise("train_perceptron")
def test_draws(student, rng):
    """shuffle="none" leaves rng alone, "once" draws one permutation, "each" one for every pass made; no other draws"""
    X, y = table(), AND
    seed = int(rng.integers(10**9))
    for shuffle in ("none", "once", "each"):
        mine, theirs = np.random.default_rng(seed), np.random.default_rng(seed)
        result = student.train_perceptron(X, y, 100, shuffle, theirs)
        assert result["converged"]
        for _ in range({"none": 0, "once": 1, "each": len(result["updates"])}[shuffle]):
            mine.permutation(len(X))
        assert theirs.integers(2**60) == mine.integers(2**60)


@pytest.mark.exercise("train_perceptron")
def test_converges_within_the_bound(student, rng):
    """on separable data every order ends with no training error, and the updates stay within (R/gamma)^2"""
    X, y, w, b = separable(rng)
    bound = ((X**2).sum(axis=1).max() + 1) * (w @ w + b * b) / (y * (X @ w + b)).min() ** 2
    for shuffle in ("none", "once", "each"):
        result = student.train_perceptron(X, y, 1000, shuffle, rng)
        assert result["converged"]
        assert wrong(X, y, result["w"], result["b"]) == 0
        assert 1 <= sum(result["updates"]) <= bound * (1 + 1e-9)
        assert list(result["updates"]).count(0) == 1
    X, y = two_lines()
    same_training(student.train_perceptron(X, y, 50), [-3, 3], 0, [6, 0], True)


@pytest.mark.exercise("train_perceptron")
def test_weights_are_a_sum_of_examples(student, rng):
    """w is the sum of y x over all updates made, and b the sum of y; lists and unsigned features will do"""
    y = rng.permutation(np.resize([1, -1], 6))
    X = 3 * np.eye(6, dtype=np.uint8)
    result = leaves_alone(student.train_perceptron, X, y, 20)
    counts = np.asarray(result["w"]) * y / 3  # row n has feature n for itself, so its weight counts its updates
    same(counts, np.round(counts))
    assert counts.min() >= 1
    same(counts.sum(), sum(result["updates"]))
    same(result["b"], counts @ y)
    again = student.train_perceptron(X.tolist(), y.tolist(), 20)
    same_training(again, result["w"], result["b"], result["updates"], True)


@pytest.mark.exercise("train_perceptron")
def test_training_checks_input(student):
    """ValueError: no pass, no rows, unequal lengths, labels 0 and 1, an unknown shuffle, or shuffling without an rng"""
    refuses(
        student.train_perceptron,
        given(table(), AND, 0, "none"),
        given(np.zeros((0, 2)), [], 5, "none"),
        given(table(), AND[:3], 5, "none"),
        given(table(), (*AND, 1), 5, "none"),
        given(table(), [0, 0, 0, 1], 5, "none"),
        given(np.arange(4), AND, 5, "none"),
        given(table(), AND, 5, "once"),
        given(table(), AND, 5, "each"),
        given(table(), AND, 5, "twice", np.random.default_rng(0)),
        but_takes=given(table(), AND, 5, "each", np.random.default_rng(0)),
    )


# ------------------------------------------------------------------------------------------------------ training_curve


@pytest.mark.exercise("training_curve")
def test_curve_of_and(student):
    """the curve has one entry per step, the share of all rows right after it; on AND it goes down as well as up"""
    curve = numbers(student.training_curve(table(), AND, list(range(4)) * 10), 40)
    same(curve[:16] * 4, [3, 3, 3, 2, 4, 3, 3, 3, 3, 3, 3, 4, 4, 4, 3, 4])
    assert curve[26] < 1 - 1e-6
    same(curve[27:], np.ones(13))


@pytest.mark.exercise("training_curve")
def test_curve_of_courses(student, dataset):
    """on the course ratings the accuracy jumps about; the best step is not the last"""
    X, y = liked(dataset)
    curve = numbers(student.training_curve(X, y, np.tile(np.arange(20), 5)), 100)
    same(curve[[0, 19, 39, 99]], [0.6, 0.4, 0.8, 0.75])
    same(curve.max(), 0.85)
    assert np.flatnonzero(curve > 0.85 - 1e-6)[0] == 20


@pytest.mark.exercise("training_curve")
def test_rate_of_the_step(student):
    """rates[t] is the rate of step t; a step that changes nothing uses up its rate"""
    X, y = np.array([[1.0], [1.0], [-3.0], [0.5]]), [1, 1, 1, -1]
    same(student.training_curve(X, y, [0, 1, 2, 3], [1.0, 8.0, 0.5, 4.0]), [0.5, 0.5, 0.75, 0.5])
    same(student.training_curve(X, y, [0, 1, 2, 3], [4.0, 8.0, 0.5, 1.0]), [0.5, 0.5, 0.5, 0.5])


@pytest.mark.exercise("training_curve")
def test_constant_rates(student, reference, rng):
    """from zero a constant rate only scales w and b, so 1/4 and 8 give the curve of rate 1; varied rates do matter"""
    X, y = noisy(rng, 10)
    order = rng.integers(0, 10, 40)
    expected = reference.training_curve(X, y, order)
    same(student.training_curve(X, y, order, np.full(40, 0.25)), expected)
    same(student.training_curve(X, y, order, np.full(40, 8)), expected)
    rates = rng.choice([0.25, 0.5, 1.0, 2.0, 4.0], 40)
    same(student.training_curve(X, y, order, rates=rates), reference.training_curve(X, y, order, rates))


@pytest.mark.exercise("training_curve")
def test_held_out_rows(student, reference, rng):
    """with X_eval and y_eval the steps learn from X and y, but the accuracy is measured on the held-out rows"""
    X, y = np.array([[1.0], [-1.0]]), [1, -1]
    X_eval, y_eval = np.array([[3.0], [2.0], [-2.0], [-0.5]]), [1, -1, -1, 1]
    same(student.training_curve(X, y, [0, 1, 0], None, X_eval, y_eval), [0.75, 0.5, 0.5])
    same(student.training_curve(X, y, [1, 0], None, X_eval[:1], y_eval[:1]), [1, 1])
    X, y = noisy(rng, 12)
    X_eval, y_eval = noisy(rng, 7)
    order = rng.integers(0, 12, 30)
    expected = reference.training_curve(X, y, order, X_eval=X_eval, y_eval=y_eval)
    same(student.training_curve(X, y, order, X_eval=X_eval, y_eval=y_eval), expected)


@pytest.mark.exercise("training_curve")
def test_any_order(student, reference, rng):
    """order may repeat and leave out rows; the curve of its beginning is the beginning of its curve"""
    X, y = noisy(rng, 9)
    order = rng.integers(0, 9, 50)
    expected = reference.training_curve(X, y, order)
    same(student.training_curve(X, y, order), expected)
    same(student.training_curve(X, y, order[:20]), expected[:20])
    same(student.training_curve(X, y, order[:1].tolist()), expected[:1])
    same(student.training_curve(X, y, []), np.zeros(0))


@pytest.mark.exercise("training_curve")
def test_settles_once_separated(student, rng):
    """once no example is a mistake the curve stays at 1; all its values are multiples of 1/n"""
    X, y, _, _ = separable(rng, 8)
    curve = numbers(leaves_alone(student.training_curve, X, y, np.tile(np.arange(8), 12)), 96)
    same(curve * 8, np.round(curve * 8), abs=1e-4)
    same(curve[-16:], np.ones(16))


@pytest.mark.exercise("training_curve")
def test_curve_checks_input(student):
    """ValueError: row numbers not in 0..n-1, rates too few, too many or not above 0, X_eval without y_eval"""
    X, y = table(), AND
    refuses(
        student.training_curve,
        given(X, y, [0, 4]),
        given(X, y, [0, -1]),
        given(X, y, [0, 1], rates=[1.0]),
        given(X, y, [0, 1], rates=[1.0, 1.0, 1.0]),
        given(X, y, [0, 1], rates=[1.0, 0.0]),
        given(X, y, [0, 1], rates=[-1.0, 1.0]),
        given(X, y, [0, 1], X_eval=X),
        given(X, y, [0, 1], y_eval=y),
        given(X, y, [0, 1], X_eval=X, y_eval=AND[:3]),
        given(X, AND[:3], [0, 1]),
        given(X, [0, 0, 0, 1], [0, 1]),
        but_takes=given(X, y, [0, 1], rates=[1.0, 2.0], X_eval=X, y_eval=y),
    )


# ------------------------------------------------------------------------------------------------- project_to_boundary


@pytest.mark.exercise("project_to_boundary")
def test_length_along_a_unit_vector(student):
    """for a unit vector w and b = 0 the distance is the length of x along w, and the foot is the rest of x"""
    answer = student.project_to_boundary(np.array([[0.37, 0.73]]), np.array([0.8, 0.6]), 0.0)
    same(answer, ([0.734], [[-0.2172, 0.2896]]))


@pytest.mark.exercise("project_to_boundary")
def test_three_four_five(student):
    """for w = (3, 4) all distances are activations divided by 5, bias included; negative on the -1 side"""
    answer = student.project_to_boundary(np.array([[0, 0], [3, 1], [1, 0.5]]), np.array([3, 4]), -5)
    same(answer, ([-1, 1.6, 0], [[0.6, 0.8], [2.04, -0.28], [1, 0.5]]))


@pytest.mark.exercise("project_to_boundary")
def test_feet_lie_on_the_boundary(student, rng):
    """feet have activation 0, and going the signed distance from the foot along w/|w| leads back to the point"""
    X, w, b = rng.normal(size=(8, 3)), rng.normal(size=3) + np.array([3.0, 0.0, 0.0]), 2.0
    distances, feet = map(np.asarray, listed_parts(student.project_to_boundary(X, w, b), 2))
    same(feet @ w + b, np.zeros(8), abs=1e-4)
    same(feet + np.outer(distances, w) / np.sqrt(w @ w), X, abs=1e-4)


@pytest.mark.exercise("project_to_boundary")
def test_distance_ignores_scale(student, rng):
    """multiplying w and b by c > 0 changes nothing; c < 0 turns the distances around and leaves the feet"""
    X, w, b = rng.normal(size=(6, 2)), np.array([2.0, -1.0]), 3.0
    distances, feet = (X @ w + b) / np.sqrt(5), X - np.outer((X @ w + b) / 5, w)
    for c in (1.0, 50.0, 0.02, -3.0):
        same(student.project_to_boundary(X, c * w, c * b), (np.sign(c) * distances, feet))


@pytest.mark.exercise("project_to_boundary")
def test_rigid_motions(student, rng):
    """turning or moving points and boundary together keeps the distances and takes the feet along"""
    X, w, b, v = rng.normal(size=(5, 2)), np.array([1.0, 3.0]), -2.0, np.array([4.0, -1.0])
    distances, feet = (X @ w + b) / np.sqrt(10), X - np.outer((X @ w + b) / 10, w)
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    same(student.project_to_boundary(X @ turn.T, turn @ w, b), (distances, feet @ turn.T))
    same(student.project_to_boundary(X + v, w, b - w @ v), (distances, feet + v))


@pytest.mark.exercise("project_to_boundary")
def test_pythagoras(student, rng):
    """with b = 0 distance and foot are the legs of a right triangle: |x|^2 = distance^2 + |foot|^2"""
    X, w = 100 * rng.normal(size=(6, 4)), np.array([1.0, -2.0, 0.5, 3.0])
    distances, feet = map(np.asarray, listed_parts(student.project_to_boundary(X, w, 0.0), 2))
    same(distances, X @ w / np.sqrt(w @ w), abs=1e-3)
    same(distances**2 + (feet**2).sum(axis=1), (X**2).sum(axis=1))


@pytest.mark.exercise("project_to_boundary")
def test_one_dimension(student):
    """on a line the boundary is the point -b/w and every foot is that point; lists and integers will do"""
    X, w = np.array([[0], [1], [7]]), np.array([-2])
    same(leaves_alone(student.project_to_boundary, X, w, 6), ([3, 2, -4], [[3], [3], [3]]))
    same(student.project_to_boundary([[1, 1]], [0, 2], 4), ([3], [[1, -2]]))
    same(student.project_to_boundary(np.zeros((0, 2)), [0, 2], 4), (np.zeros(0), np.zeros((0, 2))))


@pytest.mark.exercise("project_to_boundary")
def test_projection_checks_input(student):
    """w = 0 has no boundary, and w must match the columns of X: both are a ValueError"""
    refuses(
        student.project_to_boundary,
        given(np.ones((3, 2)), np.zeros(2), 1.0),
        given(np.ones((3, 2)), np.ones(3), 1.0),
        given(np.ones(2), np.ones(2), 1.0),
        but_takes=given(np.ones((3, 2)), np.ones(2), 1.0),
    )


# ------------------------------------------------------------------------------------------------------- mistake_bound


def same_bound(result, margin, augmented_margin, radius, bound):
    same(result, {"margin": margin, "augmented_margin": augmented_margin, "radius": radius, "bound": bound})


@pytest.mark.exercise("mistake_bound")
def test_bound_of_and_or(student):
    """AND with (2, 2), -3 allows 51 updates, OR with (2, 2), -1 allows 27; gamma is measured in the space of (x, 1)"""
    same_bound(student.mistake_bound(table(), AND, [2, 2], -3), 0.35355339, 1 / np.sqrt(17), np.sqrt(3), 51)
    same_bound(student.mistake_bound(table(), OR, [2, 2], -1), 0.35355339, 1 / 3, np.sqrt(3), 27)


@pytest.mark.exercise("mistake_bound")
def test_bound_of_two_lines(student):
    """between two parallel lines the margin is half their distance; a boundary that does not separate proves nothing"""
    X, y = two_lines()
    same_bound(student.mistake_bound(X, y, [-1, 1], 0), np.sqrt(0.5), np.sqrt(0.5), np.sqrt(14), 28)
    same_bound(student.mistake_bound(X, y, [-1, 1], 2), -np.inf, -np.inf, np.sqrt(14), np.inf)


@pytest.mark.exercise("mistake_bound")
def test_bound_counts_the_bias(student):
    """x = .99 and -.99 need 2 updates with a bias, so the bound must be at least 2: the radius is that of (x, 1)"""
    result = student.mistake_bound(np.array([[0.99], [-0.99]]), [1, -1], np.array([1.0]), 0.0)
    same_bound(result, 0.99, 0.99, np.sqrt(1.9801), 2.0203041)


@pytest.mark.exercise("mistake_bound")
def test_boundary_is_not_separated(student):
    """a row on the wrong side or exactly on the boundary is not separated: margins -inf, bound inf"""
    X, w = np.array([[2.0, 0.0], [0.0, 3.0]]), np.array([1.0, 0.0])
    for result in [student.mistake_bound(X, y, w, b) for y, b in (([1, -1], 1), ([1, 1], 0), ([1, -1], 0))]:
        same_bound(result, -np.inf, -np.inf, np.sqrt(10), np.inf)


@pytest.mark.exercise("mistake_bound")
def test_bound_of_setosa(student, dataset):
    """a separator that passes close to a flower gives a true but very large bound"""
    result = student.mistake_bound(*setosa(dataset), np.array([1.3, 4.1, -5.2, -2.2]), 1.0)
    same(result["margin"], 0.01972418, rel=1e-3)
    same(result["augmented_margin"], 0.01953129, rel=1e-3)
    same(result["radius"], 11.1561642)
    same(result["bound"], 326263, rel=1e-3)


@pytest.mark.exercise("mistake_bound")
def test_bound_ignores_scale(student, rng):
    """all four values belong to the boundary: multiplying w and b by c > 0 changes none of them"""
    X, y, w, b = separable(rng)
    values, norm = y * (X @ w + b), np.sqrt(w @ w)
    radius, gamma = np.sqrt((X**2).sum(axis=1).max() + 1), values.min() / np.sqrt(w @ w + b * b)
    for c in (1, 64, 0.125, 2.0**-40):
        same_bound(student.mistake_bound(X, y, c * w, c * b), values.min() / norm, gamma, radius, (radius / gamma) ** 2)


@pytest.mark.exercise("mistake_bound")
def test_bound_holds(student, reference, rng):
    """training makes no more updates than the bound, in any order; the augmented margin is never above the margin"""
    X, y, w, b = separable(rng)
    result = leaves_alone(student.mistake_bound, X, y, w, b)
    for shuffle in ("none", "once", "each"):
        assert sum(reference.train_perceptron(X, y, 1000, shuffle, rng)["updates"]) <= result["bound"] * (1 + 1e-6)
    assert 0 < result["augmented_margin"] <= result["margin"] * (1 + 1e-6)
    same(result["bound"], (result["radius"] / result["augmented_margin"]) ** 2, rel=1e-4)


@pytest.mark.exercise("mistake_bound")
def test_more_rows_less_margin(student):
    """the nearest row alone sets the margin and the farthest alone the radius; a single wrong row spoils it all"""
    X, y, w = np.array([[4, 0], [-4, 5], [1, 0], [-9, 0], [12, -1]]), np.array([1, -1, 1, -1, 1]), [1, 0]
    margins, squares = [4.5, 3.5, 1.5, 1.5, 1.5], [17, 42, 42, 82, 146]
    for n, (margin, square) in enumerate(zip(margins, squares, strict=True), 1):
        result = student.mistake_bound(X[:n], y[:n], w, 0.5)
        same_bound(result, margin, margin / np.sqrt(1.25), np.sqrt(square), square * 1.25 / margin**2)
    same_bound(student.mistake_bound(X, y * [1, 1, 1, 1, -1], w, 0.5), -np.inf, -np.inf, np.sqrt(146), np.inf)


@pytest.mark.exercise("mistake_bound")
def test_bound_checks_input(student):
    """ValueError: w = 0, no rows, labels other than -1 and +1, or lengths that do not match"""
    refuses(
        student.mistake_bound,
        given(table(), AND, [0, 0], -3.0),
        given(np.zeros((0, 2)), [], [1, 1], -3.0),
        given(table(), [0, 0, 0, 1], [2, 2], -3.0),
        given(table(), AND[:3], [2, 2], -3.0),
        given(table(), AND, [2, 2, 2], -3.0),
        but_takes=given(table(), AND, [2, 2], -3.0),
    )


# ----------------------------------------------------------------------------------------------------- VotedPerceptron


def same_votes(model, weights, biases, counts):
    same(model.weights_, weights)
    same(model.biases_, biases)
    same(model.counts_, counts)


@pytest.mark.exercise("VotedPerceptron")
def test_survivors_of_and(student):
    """every vector made by an update is kept; its count starts at 1, on the example that made it"""
    model = student.VotedPerceptron(1).fit(table(), AND)
    same_votes(model, [[0, 0], [1, 1]], [-1, 0], [3, 1])
    model = student.VotedPerceptron(2).fit(table(), AND)
    same_votes(model, [[0, 0], [1, 1], [1, 1], [1, 0], [2, 1]], [-1, 0, -1, -2, -1], [3, 1, 1, 2, 1])


@pytest.mark.exercise("VotedPerceptron")
def test_nine_passes_of_and(student):
    """after nine passes over AND 18 vectors have been kept, and their vote is right on every row"""
    model = student.VotedPerceptron(max_passes=9).fit(table(), AND)
    same(model.counts_, [3, 1, 1, 2, 2, 1, 1, 3, 1, 2, 2, 2, 1, 1, 3, 1, 2, 7])
    same_items(model.predict(table()), AND)
    same(np.asarray(model.weights_)[-1], [3, 2])


@pytest.mark.exercise("VotedPerceptron")
def test_votes_on_courses(student, dataset):
    """on the course ratings the vote of all vectors beats the last one"""
    X, y = liked(dataset)
    model = student.VotedPerceptron(1).fit(X, y)
    same(model.counts_, [12, 1, 7])
    assert errors(model.predict(X), y) == 8
    model = student.VotedPerceptron(2).fit(X, y)
    same(model.counts_, [12, 1, 7, 4, 8, 8])
    assert errors(model.predict(X), y) == 3
    assert errors(student.VotedPerceptron(5).fit(X, y).predict(X), y) == 3


@pytest.mark.exercise("VotedPerceptron")
def test_signs_vote(student):
    """vectors vote with the sign of their activation, each as often as it survived: a loud one has no more votes"""
    X, y = [[2, 1], [2, 1], [1, -2], [-2, -2]], [-1, -1, 1, 1]
    model = student.VotedPerceptron(2).fit(X, y)
    same_votes(model, [[-2, -1], [-1, -3]], [-1, 0], [2, 6])
    same_items(model.predict(np.array([[2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]])), [1, -1, -1])


@pytest.mark.exercise("VotedPerceptron")
def test_tied_vote(student):
    """a tied vote is -1, and a vector with the point on its boundary votes -1"""
    model = student.VotedPerceptron(1).fit([[1.0], [1.0]], [1, -1])
    same_votes(model, [[1], [0]], [1, 0], [1, 1])
    same_items(model.predict([[0.0], [-3.0]]), [-1, -1])
    model = student.VotedPerceptron(1).fit([[1.0], [2.0]], [1, 1])
    same_votes(model, [[1]], [1], [2])
    same_items(model.predict([[-1.0], [-0.5], [-1.5]]), [-1, 1, -1])


@pytest.mark.exercise("VotedPerceptron")
def test_survivor_goes_on(student, rng):
    """all passes are made even after a clean one, so the counts sum to n times max_passes and the last keeps growing"""
    X, y, _, _ = separable(rng, 8)
    model = student.VotedPerceptron(60)
    model = leaves_alone(model.fit, X, y)  # the bound is below 50 for every draw
    counts = np.asarray(model.counts_)
    assert counts.sum() == 60 * len(X)
    assert counts.min() >= 1
    assert counts[-1] >= len(X)
    last = np.asarray(model.weights_)[-1], np.asarray(model.biases_)[-1]
    assert wrong(X, y, *last) == 0


@pytest.mark.exercise("VotedPerceptron")
def test_voted_like_the_definition(student, reference, rng):
    """kept vectors, counts and predictions follow the definition on any data; a second fit forgets the first"""
    X, y = noisy(rng, 14)
    queries = rng.integers(-4, 5, (30, 3))
    expected = reference.VotedPerceptron(4).fit(X, y)
    model = student.VotedPerceptron(4).fit(X[::-1], y[::-1])
    model = model.fit(X, y)
    same_votes(model, expected.weights_, expected.biases_, expected.counts_)
    same_items(model.predict(queries), expected.predict(queries))


@pytest.mark.exercise("VotedPerceptron")
def test_votes_on_tumours(student, dataset):
    """on held-out tumours the vote makes 17 errors after one pass"""
    X, y, X_test, y_test = cancer(dataset)
    assert errors(student.VotedPerceptron(1).fit(X, y).predict(X_test), y_test) == 17


@pytest.mark.exercise("VotedPerceptron")
def test_voted_default_and_bias_only(student):
    """ten passes are made by default; without features the biases vote"""
    model = student.VotedPerceptron().fit(np.zeros((3, 0)), [1, 1, -1])
    same(np.asarray(model.counts_).sum(), 30)
    same(np.asarray(model.weights_).shape, (len(model.counts_), 0))
    same_items(model.predict(np.zeros((2, 0))), [1, 1])
    same_items(model.predict(np.zeros((0, 0))), np.zeros(0))


@pytest.mark.exercise("VotedPerceptron")
def test_voted_checks_input(student):
    """ValueError: max_passes below 1, no rows, lengths or labels that do not fit, or predict before fit"""
    with pytest.raises(ValueError):  # the constructor may raise as well
        student.VotedPerceptron(0).fit(table(), AND)
    refuses(
        student.VotedPerceptron(1).fit,
        given(np.zeros((0, 2)), []),
        given(table(), AND[:3]),
        given(table(), [0, 0, 0, 1]),
        but_takes=given(table(), AND),
    )
    refuses(student.VotedPerceptron(1).predict, given(table()))


# ------------------------------------------------------------------------------------------------------ train_averaged


def same_pair(pair, w, b):
    same(pair, (w, b))


@pytest.mark.exercise("train_averaged")
def test_average_of_and(student):
    """the average is over the classifiers held after each of the n times max_passes steps, changed or not"""
    same_pair(student.train_averaged(table(), AND, 1), [0.25, 0.25], -0.75)
    same_pair(student.train_averaged(table(), AND, 2), [0.75, 0.375], -1.125)
    same_pair(student.train_averaged(table(), AND, 9), [25 / 12, 4 / 3], -23 / 9)


@pytest.mark.exercise("train_averaged")
def test_average_of_courses(student, dataset):
    """on the course ratings the averaged weights make far fewer training errors than the last ones"""
    X, y = liked(dataset)
    for passes, w, b, expected in (
        (1, [0.6, 0.6, -0.75, 0.65, -0.4], 0.25, 6),
        (2, [0.6, 1, -1.175, 0.825, -0.5], 0.325, 3),
        (5, [-0.4, 1.44, -1.5, 1.06, -0.56], 0.5, 4),
    ):
        average = student.train_averaged(X, y, passes)
        same_pair(average, w, b)
        assert wrong(X, y, *average) == expected


@pytest.mark.exercise("train_averaged")
def test_average_of_tumours(student, dataset):
    """on held-out tumours the averaged classifier makes 18 errors after one pass"""
    X, y, X_test, y_test = cancer(dataset)
    assert wrong(X_test, y_test, *student.train_averaged(X, y, 1)) == 18


@pytest.mark.exercise("train_averaged")
def test_average_by_definition(student, reference, rng):
    """the result is the sum of all kept vectors, each times its survival count, divided by the number of steps"""
    X, y = noisy(rng, 11)
    voted = reference.VotedPerceptron(6).fit(X, y)
    expected = voted.counts_ @ voted.weights_ / 66, voted.counts_ @ voted.biases_ / 66
    same_pair(leaves_alone(student.train_averaged, X, y, 6), *expected)
    same_pair(student.train_averaged(X.tolist(), y.tolist(), 6), *expected)


@pytest.mark.exercise("train_averaged")
def test_average_of_one(student):
    """one example and one pass: the average is that single update; without features only the bias is averaged"""
    same_pair(student.train_averaged([[2, -3]], [-1], 1), [-2, 3], -1)
    same_pair(student.train_averaged([[2, -3]], [-1], 7), [-2, 3], -1)
    same_pair(student.train_averaged([[2], [0]], [1, -1], 6), [2], -2 / 3)  # from the third pass on (2, -1) is held
    same_pair(student.train_averaged(np.zeros((4, 0)), [1, 1, -1, -1], 1), np.zeros(0), 0.25)


@pytest.mark.exercise("train_averaged")
def test_average_follows_the_survivor(student, reference, rng):
    """once training has converged, further passes pull the average towards the final classifier"""
    X, y, _, _ = separable(rng)
    final = reference.train_perceptron(X, y, 1000)
    made = len(final["updates"])
    w, b = listed_parts(student.train_averaged(X, y, made), 2)
    more = student.train_averaged(X, y, 2 * made)
    same_pair(more, (np.asarray(w) + final["w"]) / 2, (b + final["b"]) / 2)


@pytest.mark.exercise("train_averaged")
def test_averaged_checks_input(student):
    """ValueError: max_passes below 1, no rows, or lengths or labels that do not fit"""
    refuses(
        student.train_averaged,
        given(table(), AND, 0),
        given(np.zeros((0, 2)), [], 1),
        given(table(), AND[:3], 1),
        given(table(), [0, 0, 0, 1], 1),
        but_takes=given(table(), AND, 1),
    )


# ---------------------------------------------------------------------------------------------------- combine_features


@pytest.mark.exercise("combine_features")
def test_products_in_order(student):
    """first the columns themselves, then the products of two, then of three, each in lexicographic order"""
    same(student.combine_features(np.array([[2, 3, 5]]), 3), [[2, 3, 5, 6, 10, 15, 30]])
    row = np.array([[2, 3, 5, 7]])
    same(student.combine_features(row), [[2, 3, 5, 7, 6, 10, 14, 15, 21, 35]])
    same(np.asarray(student.combine_features(row, 4))[:, 10:], [[30, 42, 70, 105, 210]])


@pytest.mark.exercise("combine_features")
def test_squares(student):
    """with squares a column may be multiplied with itself: all monomials up to the degree, each once"""
    row = np.array([[2, 3]])
    same(student.combine_features(row, squares=True), [[2, 3, 4, 6, 9]])
    same(student.combine_features(row, 3, True), [[2, 3, 4, 6, 9, 8, 12, 18, 27]])


@pytest.mark.exercise("combine_features")
def test_xor_made_linear(student, reference):
    """with the product as third feature XOR is linear: w = (1, 1, -2), b = -.5 is right on 0/1 inputs"""
    features = np.asarray(student.combine_features(table()))
    same(features, [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 1]])
    assert wrong(features, XOR, [1, 1, -2], -0.5) == 0
    features = np.asarray(student.combine_features(2 * table() - 1))
    result = reference.train_perceptron(features, XOR, 5)
    same(result["w"], [0, 0, -4])
    same(result["updates"], [4, 0])


@pytest.mark.exercise("combine_features")
def test_not_excellent_again(student):
    """of 0/1 features the products are conjunctions, 0/1 again: "not" and "excellent" both there"""
    words = np.array([[1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 0], [1, 1, 1]])
    features = np.asarray(student.combine_features(words))
    same(features @ [1, -1, 0, 0, -2, 2], [1, -1, -1, 1, 0, 0])
    same(np.unique(features), [0, 1])


@pytest.mark.exercise("combine_features")
def test_flowers_between(student, reference, dataset):
    """versicolor lies between the other irises: products of columns cut 32 training errors to 3, squares to 2"""
    X, species, _ = dataset("iris")
    Z, y = (X - X.mean(axis=0)) / X.std(axis=0), np.where(species == 1, 1, -1)
    for squares, width, expected in ((False, 10, 3), (True, 14, 2)):
        features = numbers(student.combine_features(Z, 2, squares), 150, width)
        assert errors_after_training(reference, features.round(6).tobytes(), y.tobytes(), width) == expected


@pytest.mark.exercise("combine_features")
def test_circle(student, reference, rng):
    """linear functions of features with squares are polynomials, so a perceptron can learn a circle"""
    angles, radii = rng.uniform(0, 2 * np.pi, 60), np.sqrt(rng.uniform([0.1] * 30 + [2] * 30, [0.5] * 30 + [4] * 30))
    X = np.column_stack([radii * np.cos(angles), radii * np.sin(angles)])
    features = np.asarray(student.combine_features(X, 2, squares=True))
    same(features @ [-2, 4, 1, 0, 1] + 5, (X[:, 0] - 1) ** 2 + (X[:, 1] + 2) ** 2, abs=1e-4)
    assert reference.train_perceptron(features, np.repeat([1, -1], 30), 150)["converged"]
    cubic = np.asarray(student.combine_features(X, 3, squares=True))
    same(cubic @ [1, 1, 2, 4, 2, 1, 3, 3, 1], X.sum(axis=1) + 2 * X.sum(axis=1) ** 2 + X.sum(axis=1) ** 3, abs=1e-4)


@pytest.mark.exercise("combine_features")
def test_width(student, rng):
    """the width is d + C(d,2) + ... + C(d,degree) without squares; more factors than columns add nothing"""
    X = rng.normal(size=(3, 5))
    for degree, width in ((1, 5), (2, 15), (3, 25), (5, 31), (7, 31)):
        features = numbers(leaves_alone(student.combine_features, X, degree), 3, width)
        same(features[:, :5], X)
    same(features[:, 30], X.prod(axis=1))


@pytest.mark.exercise("combine_features")
def test_small_cases(student):
    """one column has only powers, no columns stay none, degree 1 gives X back, and small integers do not wrap around"""
    same(student.combine_features([[2], [3]], 3), [[2], [3]])
    same(student.combine_features([[2], [3]], 3, True), [[2, 4, 8], [3, 9, 27]])
    same(student.combine_features(np.zeros((2, 0))), np.zeros((2, 0)))
    same(student.combine_features([[4, 5]], 1, True), [[4, 5]])
    same(student.combine_features(np.array([[200, 100]], dtype=np.uint8)), [[200, 100, 20000]])


@pytest.mark.exercise("combine_features")
def test_combine_checks_input(student):
    """a degree below 1, or X without two axes, is a ValueError"""
    refuses(
        student.combine_features,
        given(np.ones((2, 2)), 0),
        given(np.ones(3), 2),
        given(np.ones((2, 2, 2)), 2),
        but_takes=given(np.ones((2, 2)), 2),
    )
