"""Public checks of the perceptron: small examples that you can follow with pencil and paper.

Run all of them with `pytest`, or those of one exercise with `pytest -k test_predict`.
"""

import numpy as np
import pytest

# The four rows of a truth table, and the labels that AND, OR and XOR give them.
ROWS = ((0, 0), (0, 1), (1, 0), (1, 1))
AND, OR, XOR = (-1, -1, -1, 1), (-1, 1, 1, 1), (-1, 1, 1, -1)


def agrees(answer, expected):
    """The same shape and, up to rounding, the same numbers."""
    assert answer is not None, "None was returned: is a return missing?"
    answer, expected = np.asarray(answer, dtype=float), np.asarray(expected, dtype=float)
    assert answer.shape == expected.shape
    assert answer == pytest.approx(expected, rel=1e-5, abs=1e-7)


def parts(answer, count):
    """The answer as a list of so many parts."""
    assert isinstance(answer, tuple | list), f"{count} values were expected, not {answer!r}"
    assert len(answer) == count
    return list(answer)


def holds(answer, expected):
    """A dictionary that holds these numbers, and maybe others."""
    assert isinstance(answer, dict), f"a dictionary was expected, not {answer!r}"
    for key, value in expected.items():
        assert key in answer, f"the dictionary has no {key!r}"
        agrees(answer[key], value)


def check_step(step, w, b, mistake):
    new_w, new_b, was_mistake = parts(step, 3)
    agrees(new_w, w)
    agrees(new_b, b)
    assert bool(was_mistake) == mistake, "third value: was it a mistake?"


# activation


@pytest.mark.exercise("activation")
def test_activation_of_two_points(student):
    """w = (2, -1), b = 3: the point (1, 1) gets 2 - 1 + 3 = 4, the point (0, 5) gets 0 - 5 + 3 = -2"""
    X = np.array([[1.0, 1.0], [0.0, 5.0]])
    agrees(student.activation(X, np.array([2.0, -1.0]), 3.0), [4, -2])


@pytest.mark.exercise("activation")
def test_activation_has_one_number_per_row(student):
    """three rows give three activations, whatever the number of columns"""
    agrees(student.activation(np.ones((3, 5)), np.ones(5), 0.0), [5, 5, 5])
    agrees(student.activation(np.ones((3, 1)), np.array([2.0]), 0.5), [2.5, 2.5, 2.5])


@pytest.mark.exercise("activation")
def test_activation_needs_matching_columns(student):
    """three columns and two weights do not match: ValueError"""
    with pytest.raises(ValueError):
        student.activation(np.ones((4, 3)), np.ones(2), 0.0)


# predict


@pytest.mark.exercise("predict")
def test_predict_on_a_line(student):
    """w = 1, b = -2: numbers above 2 are +1, numbers below are -1"""
    X = np.array([[3.0], [1.0], [2.5], [-7.0]])
    agrees(student.predict(X, np.array([1.0]), -2.0), [1, -1, 1, -1])


@pytest.mark.exercise("predict")
def test_predict_on_the_boundary(student):
    """an activation of exactly 0 is answered with -1, one of 1e-10 with +1"""
    agrees(student.predict(np.array([[2.0], [2.1], [1.0]]), np.array([1.0]), -2.0), [-1, 1, -1])
    agrees(student.predict(np.ones((3, 2)), np.zeros(2), 0.0), [-1, -1, -1])
    agrees(student.predict(np.array([[1e-10], [-1e-10]]), np.ones(1), 0.0), [1, -1])


# perceptron_step


@pytest.mark.exercise("perceptron_step")
def test_step_from_zero(student):
    """at w = 0, b = 0 the activation is 0, which is a mistake for either label: y x is added to w, and y to b"""
    positive = student.perceptron_step(np.zeros(2), 0.0, np.array([2.0, -1.0]), 1)
    negative = student.perceptron_step(np.zeros(2), 0.0, np.array([2.0, -1.0]), -1)
    check_step(positive, w=[2, -1], b=1, mistake=True)
    check_step(negative, w=[-2, 1], b=-1, mistake=True)


@pytest.mark.exercise("perceptron_step")
def test_step_on_a_right_example(student):
    """w = (2, -1), b = 1 gives x = (0, 3) the activation -2; for y = -1 that is right, so nothing changes"""
    step = student.perceptron_step(np.array([2.0, -1.0]), 1.0, np.array([0.0, 3.0]), -1)
    check_step(step, w=[2, -1], b=1, mistake=False)


@pytest.mark.exercise("perceptron_step")
def test_step_with_half_the_rate(student):
    """with rate 1/2 only half of y x is added to w, and half of y to b"""
    step = student.perceptron_step(np.array([2.0, -1.0]), 1.0, np.array([4.0, 2.0]), -1, rate=0.5)
    check_step(step, w=[0, -2], b=0.5, mistake=True)


@pytest.mark.exercise("perceptron_step")
def test_step_makes_a_new_array(student):
    """the step from w = (1, 1), b = 0 on x = (-1, -2), y = +1 answers (0, -1), 1, and w itself is still (1, 1)"""
    w = np.array([1.0, 1.0])
    check_step(student.perceptron_step(w, 0.0, np.array([-1.0, -2.0]), 1), w=[0, -1], b=1, mistake=True)
    agrees(w, [1, 1])


@pytest.mark.exercise("perceptron_step")
def test_step_label_zero(student):
    """0 is not a label: ValueError"""
    with pytest.raises(ValueError):
        student.perceptron_step(np.zeros(2), 0.0, np.ones(2), 0)


# train_perceptron


@pytest.mark.exercise("train_perceptron")
def test_train_on_two_numbers(student):
    """x = 2 (+1), x = 0 (-1): (w, b) is (2, 1), (2, 0) in pass 1, (2, 0), (2, -1) in pass 2, and pass 3 is clean"""
    result = student.train_perceptron(np.array([[2.0], [0.0]]), np.array([1, -1]), max_passes=20)
    holds(result, {"updates": [2, 1, 0], "w": [2], "b": -1, "converged": True})


@pytest.mark.exercise("train_perceptron")
def test_train_on_or(student):
    """on OR training ends with a pass without updates, and (2, 2), -1 separates the rows"""
    result = student.train_perceptron(np.array(ROWS), np.array(OR), max_passes=50)
    holds(result, {"updates": [3, 1, 2, 2, 1, 0], "w": [2, 2], "b": -1})


@pytest.mark.exercise("train_perceptron")
def test_train_on_xor(student):
    """no line separates XOR: all passes are used up and nothing has converged"""
    result = student.train_perceptron(np.array(ROWS), np.array(XOR), max_passes=10)
    holds(result, {"updates": [4] * 10, "converged": False})


@pytest.mark.exercise("train_perceptron")
def test_train_shuffled(student):
    """AND in the order of rng.permutation(4), drawn once or for each pass anew; shuffling needs an rng"""
    X, y = np.array(ROWS), np.array(AND)
    once = student.train_perceptron(X, y, 100, "once", np.random.default_rng(0))
    each = student.train_perceptron(X, y, 100, "each", np.random.default_rng(0))
    holds(once, {"updates": [2, 3, 2, 2, 3, 2, 2, 3, 2, 1, 0], "w": [2, 3], "b": -4})
    holds(each, {"updates": [2, 2, 1, 2, 2, 3, 2, 2, 1, 0], "w": [2, 2], "b": -3})
    with pytest.raises(ValueError):
        student.train_perceptron(X, y, 100, "each")


# training_curve


@pytest.mark.exercise("training_curve")
def test_curve_of_two_numbers(student):
    """x = 2 (+1), x = 0 (-1): (w, b) is (2, 1), (2, 0), (2, 0), (2, -1) after each step; only the first is wrong"""
    curve = student.training_curve(np.array([[2.0], [0.0]]), np.array([1, -1]), [0, 1, 0, 1])
    agrees(curve, [0.5, 1, 1, 1])


@pytest.mark.exercise("training_curve")
def test_curve_measures_after_the_step(student):
    """one update on (x = 1, +1) gives w = 1, b = 1, which is right about 1 and 2 and wrong about 0 (-1): 2 of 3"""
    curve = student.training_curve(np.array([[1.0], [2.0], [0.0]]), np.array([1, 1, -1]), [0])
    agrees(curve, [2 / 3])


@pytest.mark.exercise("training_curve")
def test_curve_on_held_out_rows(student):
    """with X_eval and y_eval the accuracy is measured there: w = 1, b = 1 is right about -9 (-1), not about 5 and 4"""
    X, y = np.array([[1.0], [-4.0]]), np.array([1, -1])
    curve = student.training_curve(X, y, [0, 1], X_eval=[[5.0], [4.0], [-9.0]], y_eval=[-1, -1, -1])
    agrees(curve, [1 / 3, 1 / 3])


@pytest.mark.exercise("training_curve")
def test_curve_may_fall(student):
    """on AND the fifth step makes all four rows right, and the sixth, on a row with activation 0, breaks one again"""
    curve = student.training_curve(np.array(ROWS), np.array(AND), [0, 1, 2, 3, 0, 1])
    agrees(curve, [3 / 4, 3 / 4, 3 / 4, 2 / 4, 1, 3 / 4])


@pytest.mark.exercise("training_curve")
def test_curve_with_rates(student):
    """x = 1, 2, -3, all +1: the second step changes nothing and uses up the rate 8; the third ends at -1/2, 3/2"""
    X, y = np.array([[1.0], [2.0], [-3.0]]), np.array([1, 1, 1])
    agrees(student.training_curve(X, y, [0, 1, 2], rates=[1.0, 8.0, 0.5]), [2 / 3, 2 / 3, 1])


# project_to_boundary


@pytest.mark.exercise("project_to_boundary")
def test_project_to_a_vertical_line(student):
    """w = (2, 0), b = -2 is the line x1 = 1: the point (4, 7) is 3 to its right, the point (0, 0) is 1 to its left"""
    X = np.array([[4.0, 7.0], [0.0, 0.0]])
    distances, feet = parts(student.project_to_boundary(X, np.array([2.0, 0.0]), -2.0), 2)
    agrees(distances, [3, -1])
    agrees(feet, [[1, 7], [1, 0]])


@pytest.mark.exercise("project_to_boundary")
def test_project_to_a_diagonal(student):
    """w = (1, 1), b = 0: the point (2, 0) is sqrt(2) away from the diagonal, and its foot is (1, -1)"""
    distances, feet = parts(student.project_to_boundary(np.array([[2.0, 0.0]]), np.array([1.0, 1.0]), 0.0), 2)
    agrees(distances, [np.sqrt(2)])
    agrees(feet, [[1, -1]])


# mistake_bound


@pytest.mark.exercise("mistake_bound")
def test_bound_of_two_points(student):
    """x = 2 (+1), x = -2 (-1), w = 1, b = 0: margin 2, R^2 = 4 + 1, so at most 5/4 updates"""
    result = student.mistake_bound(np.array([[2.0], [-2.0]]), np.array([1, -1]), np.array([1.0]), 0.0)
    holds(result, {"margin": 2, "augmented_margin": 2, "radius": np.sqrt(5), "bound": 1.25})


@pytest.mark.exercise("mistake_bound")
def test_bound_with_a_bias(student):
    """x = 1 (+1), x = 8 (-1), w = -3, b = 4: margin 1/3, but only 1/5 in the space of (x, 1)"""
    result = student.mistake_bound(np.array([[1.0], [8.0]]), np.array([1, -1]), np.array([-3.0]), 4.0)
    holds(result, {"margin": 1 / 3, "augmented_margin": 1 / 5, "radius": np.sqrt(65), "bound": 65 * 25})


@pytest.mark.exercise("mistake_bound")
def test_bound_without_separation(student):
    """a boundary with a row on its wrong side, or on the boundary itself, has margins -inf and bound inf"""
    wrong_side = student.mistake_bound(np.array(ROWS), np.array(XOR), np.array([1.0, 1.0]), -0.5)
    touched = student.mistake_bound(np.array(ROWS), np.array(AND), np.array([1.0, 1.0]), -1.0)
    for result in (wrong_side, touched):
        holds(result, {"margin": -np.inf, "augmented_margin": -np.inf, "bound": np.inf})


# VotedPerceptron


@pytest.mark.exercise("VotedPerceptron")
def test_voted_counts(student):
    """x = 1 (+1), 2 (+1), 3 (-1), one pass: w = 1, b = 1 survives two examples, then w = -2, b = 0 its own"""
    model = student.VotedPerceptron(max_passes=1).fit(np.array([[1.0], [2.0], [3.0]]), np.array([1, 1, -1]))
    assert model is not None, "fit returned None; it returns self"
    agrees(model.weights_, [[1], [-2]])
    agrees(model.biases_, [1, 0])
    agrees(model.counts_, [2, 1])


@pytest.mark.exercise("VotedPerceptron")
def test_voted_majority(student):
    """of these two vectors the first has two votes against one, so it decides: +1 on x = 1, but not on -1 and -3"""
    model = student.VotedPerceptron(max_passes=1)
    model.fit(np.array([[1.0], [2.0], [3.0]]), np.array([1, 1, -1]))
    agrees(model.predict(np.array([[1.0], [-1.0], [-3.0]])), [1, -1, -1])


@pytest.mark.exercise("VotedPerceptron")
def test_voted_tie(student):
    """(2, 0) (+1), (1, 3) (-1): w = (2, 0), b = 1 and w = (1, -3), b = 0 have a vote each; where they disagree, -1"""
    model = student.VotedPerceptron(max_passes=1)
    model.fit(np.array([[2.0, 0.0], [1.0, 3.0]]), np.array([1, -1]))
    agrees(model.predict(np.array([[-0.4, 0.0], [-1.0, -1.0], [3.0, 0.0]])), [-1, -1, 1])


@pytest.mark.exercise("VotedPerceptron")
def test_voted_makes_all_passes(student):
    """a single example is right after its first step; the vector that it made survives all 5 passes"""
    model = student.VotedPerceptron(max_passes=5)
    model.fit(np.array([[3.0, 4.0]]), np.array([-1]))
    agrees(model.counts_, [5])


@pytest.mark.exercise("VotedPerceptron")
def test_voted_needs_fit(student):
    """predict before fit: ValueError"""
    with pytest.raises(ValueError):
        student.VotedPerceptron().predict(np.ones((1, 2)))


# train_averaged


@pytest.mark.exercise("train_averaged")
def test_averaged_by_hand(student):
    """x = 1 (+1), 2 (+1), 3 (-1), one pass: the pairs held are (1, 1), (1, 1), (-2, 0), their mean is (0, 2/3)"""
    w, b = parts(student.train_averaged(np.array([[1.0], [2.0], [3.0]]), np.array([1, 1, -1]), 1), 2)
    agrees(w, [0])
    agrees(b, 2 / 3)


@pytest.mark.exercise("train_averaged")
def test_averaged_makes_all_passes(student):
    """x = 2 (+1), 0 (-1): the pairs (2, 1), (2, 0), (2, 0), and then (2, -1) to the end of the fifth pass, 7 times"""
    w, b = parts(student.train_averaged(np.array([[2.0], [0.0]]), np.array([1, -1]), 5), 2)
    agrees(w, [2])
    agrees(b, (1 + 0 + 0 - 7) / 10)


@pytest.mark.exercise("train_averaged")
def test_averaged_and(student):
    """two passes over AND hold (0, 0), -1 three times, (1, 1), 0, (1, 1), -1, (1, 0), -2 twice and (2, 1), -1"""
    w, b = parts(student.train_averaged(np.array(ROWS), np.array(AND), 2), 2)
    agrees(w, [6 / 8, 3 / 8])
    agrees(b, -9 / 8)


# combine_features


@pytest.mark.exercise("combine_features")
def test_combine_pairs(student):
    """the row (2, 3, 10) gets the products 2*3, 2*10 and 3*10; with degree 3 also 2*3*10"""
    agrees(student.combine_features(np.array([[2, 3, 10]])), [[2, 3, 10, 6, 20, 30]])
    agrees(student.combine_features(np.array([[2, 3, 10]]), 3), [[2, 3, 10, 6, 20, 30, 60]])


@pytest.mark.exercise("combine_features")
def test_combine_squares(student):
    """with squares, the row (3, 10) gets 3*3, 3*10 and 10*10; with degree 3 also 3*3*3, 3*3*10, 3*10*10 and 10*10*10"""
    agrees(student.combine_features(np.array([[3, 10]]), squares=True), [[3, 10, 9, 30, 100]])
    agrees(student.combine_features(np.array([[3, 10]]), 3, True), [[3, 10, 9, 30, 100, 27, 90, 300, 1000]])


@pytest.mark.exercise("combine_features")
def test_combine_truth_table(student):
    """on a truth table the new column is AND: 1 only in the row (1, 1)"""
    agrees(student.combine_features(np.array(ROWS)), [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 1]])
