"""Hidden checks of generalization: figures, identities, enumerations, limits, edges."""

import math
from itertools import product

import numpy as np
import pytest

from autograder.checks.shelf import given, leaves_alone, numbers, refuses, same, same_for_all_kinds, same_items, says


def first_table():
    return np.array([[0.3, 0.1], [0.05, 0.25], [0.15, 0.15]])


def random_table(rng, K, C):
    """Whole numbers divided by their sum, so that ties are exact and other gaps are large."""
    counts = rng.integers(1, 30, (K, C))
    return counts / counts.sum()


def random_rows(rng, K, C):
    """Distributions, one in each row."""
    counts = rng.integers(1, 30, (K, C))
    return counts / counts.sum(axis=1, keepdims=True)


def all_functions(K, C):
    return np.array(list(product(range(C), repeat=K)))


def error_of(joint, h):
    """True error of one function, added up by hand."""
    return sum(joint[x, y] for x in range(len(joint)) for y in range(joint.shape[1]) if y != h[x])


def bad_tables():
    """Each has one fault: too much, too little, a negative entry."""
    return (
        np.array([[0.5, 0.25], [0.25, 0.25]]),
        np.array([[0.5, 0.25], [0.125, 0.0]]),
        np.array([[0.75, 0.5], [0, -0.25]]),
    )


def shape_is(answer, point, best, directions, double_descent):
    """Everything in the answer of curve_shape but the gap."""
    if point is None:
        assert answer["interpolation_point"] is None, "interpolation_point should be None"
    else:
        same_items(answer["interpolation_point"], point, "interpolation_point")
    same_items(answer["best"], best, "best")
    same_items(list(answer["directions"]), directions, "directions")
    says(answer["double_descent"], double_descent, "double_descent")


# ---------------------------------------------------------------- bayes_classifier


@pytest.mark.exercise("bayes_classifier")
def test_bayes_figures(student):
    """labels, noise and error of three tables come out as by hand"""
    answer = student.bayes_classifier(first_table())
    same_items(answer["labels"], [0, 1, 0])
    same(answer, {"noise": [0.25, 0.1666666667, 0.5], "error": 0.3})
    answer = student.bayes_classifier([[0.05, 0.45], [0.18, 0.12], [0.1, 0.1]])
    same_items(answer["labels"], [1, 0, 0])
    same(answer, {"noise": [0.1, 0.4, 0.5], "error": 0.27})
    answer = student.bayes_classifier([[0.4, 0.1], [0.1, 0.4]])
    same_items(answer["labels"], [0, 1])
    same(answer, {"noise": [0.2, 0.2], "error": 0.2})


@pytest.mark.exercise("bayes_classifier")
def test_input_that_never_comes(student):
    """an input of probability 0 has label 0 and noise 0, wherever it stands, and adds nothing to the error"""
    answer = student.bayes_classifier([[0.2, 0.1, 0.1], [0, 0, 0], [0.05, 0.25, 0.3]])
    same_items(answer["labels"], [0, 0, 2])
    same(answer, {"noise": [0.5, 0, 0.5], "error": 0.5})
    answer = student.bayes_classifier([[0, 0], [0.1, 0.3], [0.4, 0.2], [0, 0]])
    same_items(answer["labels"], [0, 1, 0, 0])
    same(answer, {"noise": [0, 0.25, 1 / 3, 0], "error": 0.3})


@pytest.mark.exercise("bayes_classifier")
def test_nobody_does_better(student, rng):
    """of all functions from inputs to labels none errs less than the Bayes error, and the returned labels attain it"""
    joint = random_table(rng, 4, 3)
    answer = student.bayes_classifier(joint)
    errors = [error_of(joint, h) for h in all_functions(4, 3)]
    same(answer["error"], min(errors))
    same(error_of(joint, numbers(answer["labels"], 4).astype(int)), min(errors))
    same(joint.sum(axis=1) @ numbers(answer["noise"], 4), min(errors))


@pytest.mark.exercise("bayes_classifier")
def test_certain_labels(student, rng):
    """the error is 0 where the label is a function of the input, and 1 - max P(y) where it does not depend on it"""
    labels = rng.integers(0, 3, 6)
    answer = student.bayes_classifier(np.eye(3)[labels] * random_rows(rng, 1, 6).T)
    same_items(answer["labels"], labels)
    same(answer, {"noise": np.zeros(6), "error": 0})
    answer = student.bayes_classifier(np.outer([0.1, 0.2, 0.7], [0.25, 0.35, 0.4]))
    same_items(answer["labels"], [2, 2, 2])
    same(answer, {"noise": [0.6, 0.6, 0.6], "error": 0.6})


@pytest.mark.exercise("bayes_classifier")
def test_bayes_random(student, reference, rng):
    """random tables agree with the formulas, ties and single labels included, and inputs may be permuted"""
    counts = rng.integers(0, 4, (30, 3)) + np.eye(1, 3, dtype=int)  # full of exact ties
    for joint in (random_table(rng, 7, 5), counts / counts.sum(), random_rows(rng, 1, 4).T):
        order = rng.permutation(len(joint))
        answer, expected = student.bayes_classifier(joint[order]), reference.bayes_classifier(joint)
        same_items(answer["labels"], expected["labels"][order])
        same(answer, {"noise": expected["noise"][order], "error": expected["error"]})


@pytest.mark.exercise("bayes_classifier")
def test_bayes_kinds(student):
    """lists and integers do as well, and the table is not changed"""
    table = np.array([[0, 0, 1], [0, 0, 0]])
    for joint in (table, table.astype(np.uint8), table.tolist()):
        answer = leaves_alone(student.bayes_classifier, joint)
        same_items(answer["labels"], [2, 0])
        same(answer, {"noise": [0, 0], "error": 0})


@pytest.mark.exercise("bayes_classifier")
def test_bayes_refuses(student):
    """tables that do not sum to 1, or have a negative entry, raise ValueError"""
    cases = [given(table) for table in bad_tables()]
    refuses(student.bayes_classifier, *cases, given([[0.5, 0.5 + 1e-6]]), but_takes=given([[0.5, 0.5 + 1e-12]]))


# ---------------------------------------------------------------- expected_loss


@pytest.mark.exercise("expected_loss")
def test_loss_figures(student):
    """a coin flip errs on half, the majority on the minority; who knows a share of the inputs guesses at the rest"""
    same(student.expected_loss(first_table(), np.eye(2)[[0, 1, 0]]), 0.3)
    for share in (0.2, 0.5, 0.9):
        same(student.expected_loss([[1 - share, share]], [[0.5, 0.5]]), 0.5)
    same(student.expected_loss([[0.2, 0.8]], [[0, 1]]), 0.2)
    knows = [[1, 0], [0, 1], [0.5, 0.5]]
    for m, expected in ((0.5, 0.25), (0.1, 0.45), (0.8, 0.1)):
        same(student.expected_loss([[m / 2, 0], [0, m / 2], [(1 - m) / 2, (1 - m) / 2]], knows), expected)


@pytest.mark.exercise("expected_loss")
def test_spam_filters(student):
    """lost good mail costs ten times as much as spam let through: half as many errors can be five times as bad"""
    costs = [[0, 10], [1, 0]]  # label 1 is spam
    same(student.expected_loss([[0.5, 0.01], [0, 0.49]], np.eye(2), costs), 0.01)
    same(student.expected_loss([[0.5, 0], [0.005, 0.495]], np.eye(2), costs), 0.05)


@pytest.mark.exercise("expected_loss")
def test_costs_decide(student):
    """with unequal costs another answer than the most probable one may be the cheapest"""
    costs = np.array([[0, 1], [10, 0]])
    answers = [student.expected_loss(first_table(), np.eye(2)[h], costs) for h in ([0, 1, 0], [1, 1, 1], [0, 0, 0])]
    same(answers, [2.55, 0.5, 5.0])


@pytest.mark.exercise("expected_loss")
def test_loss_by_loops(student, rng):
    """random tables, random predictors and random losses, also on the diagonal, agree with the triple sum"""
    for K, C in ((4, 3), (1, 2), (3, 1)):
        joint, predictor, loss = random_table(rng, K, C), random_rows(rng, K, C), rng.normal(size=(C, C))
        expected = sum(joint[x, y] * predictor[x, a] * loss[y, a] for x, y, a in product(range(K), range(C), range(C)))
        same(student.expected_loss(joint, predictor, loss), expected)


@pytest.mark.exercise("expected_loss")
def test_loss_is_linear(student, rng):
    """a mixture of two predictors costs the mixture of their costs, and none beats the best label of each input"""
    joint, one, two = random_table(rng, 5, 3), random_rows(rng, 5, 3), random_rows(rng, 5, 3)
    costs = [
        student.expected_loss(joint, p) for p in (one, two, 0.25 * one + 0.75 * two, np.eye(3)[joint.argmax(axis=1)])
    ]
    costs = numbers(costs, 4)
    same(costs[2], 0.25 * costs[0] + 0.75 * costs[1])
    same(costs[3], 1 - joint.max(axis=1).sum())
    assert costs[3] <= costs.min() + 1e-7, "a predictor costs less than the best one"


@pytest.mark.exercise("expected_loss")
def test_loss_kinds(student):
    """lists, integers and float arrays give the same cost, and nothing is changed"""
    joint, predictor = np.array([[0, 1], [0, 0]]), np.array([[1, 0], [0, 1]])
    same_for_all_kinds(student.expected_loss, joint, predictor, np.array([[0, 3], [7, 0]]), expected=7)
    same(
        leaves_alone(student.expected_loss, first_table(), np.full((3, 2), 0.5), np.array([[0.0, 2.0], [1.0, 0.0]])),
        0.75,
    )


@pytest.mark.exercise("expected_loss")
def test_loss_refuses(student):
    """bad tables, predictors of another shape and rows that do not sum to 1 raise ValueError, even where P(x) is 0"""
    joint, half = np.array([[0.5, 0.5], [0.0, 0.0]]), np.full((2, 2), 0.5)
    refuses(
        student.expected_loss,
        *[given(table, half) for table in bad_tables()],
        given(joint, np.array([[0.5, 0.5]])),
        given(joint, np.full((3, 2), 0.5)),
        given(joint, np.array([[0.5, 0.5, 0], [0.5, 0.5, 0]])),
        given(joint, np.array([[0.5, 0.5], [0.5, 0.25]])),
        given(joint, np.array([[0.75, 0.5], [0.5, 0.5]])),
        given(joint, np.array([[0.75, 0.5], [0.25, 0.5]])),
        but_takes=given(joint, half),
    )


# ---------------------------------------------------------------- running_error


@pytest.mark.exercise("running_error")
def test_running_error_by_hand(student):
    """wrong, wrong, right, wrong, right with labels of all kinds gives 1, 1, 2/3, 3/4, 3/5"""
    same(student.running_error([5, 0, -1, 2, 7], [-5, 3, -1, 0, 7]), [1, 1, 2 / 3, 3 / 4, 3 / 5])
    same(student.running_error([0, 1, 1, 0, 0, 1], [0, 0, 1, 1, 0, 1]), [0, 0.5, 1 / 3, 0.5, 0.4, 1 / 3])


@pytest.mark.exercise("running_error")
def test_running_counts(student, rng):
    """entry i times i + 1 is the number of mistakes so far, and the last entry is the error rate on everything"""
    y, y_hat = rng.integers(0, 3, 200), rng.integers(0, 3, 200)
    answer = numbers(student.running_error(y, y_hat), 200)
    count, expected = 0, []
    for truth, guess in zip(y, y_hat, strict=True):
        count += int(truth != guess)
        expected.append(count)
    same(answer * np.arange(1, 201), expected)
    same(answer[-1], np.mean(y != y_hat))


@pytest.mark.exercise("running_error")
def test_all_right_all_wrong(student):
    """whoever is always right has error 0 throughout, whoever is always wrong 1, also after a single example"""
    y = np.array([1, 0, 2, 2, 1])
    same(student.running_error(y, y.copy()), np.zeros(5))
    same(student.running_error(y, y + 1), np.ones(5))
    same(student.running_error([4], [4]), [0])
    same(student.running_error([4], [0]), [1])


@pytest.mark.exercise("running_error")
def test_large_numbers(student, rng):
    """with 20,000 mistakes of probability .3 the error rate ends up near .3"""
    wrong = (rng.random(20_000) < 0.3).astype(int)
    answer = numbers(student.running_error(np.zeros(20_000, dtype=int), wrong), 20_000)
    same(answer[[0, 99, 9_999, 19_999]], [wrong[:n].mean() for n in (1, 100, 10_000, 20_000)])
    assert abs(answer[-1] - 0.3) < 6 * math.sqrt(0.3 * 0.7 / 20_000)


@pytest.mark.exercise("running_error")
def test_running_kinds(student):
    """small unsigned integers, lists and floats give the same error rates, and nothing is changed"""
    y, y_hat = np.array([0, 3, 250]), np.array([1, 3, 5])
    same_for_all_kinds(student.running_error, y, y_hat, expected=[1, 0.5, 2 / 3])
    same(leaves_alone(student.running_error, y, y_hat), [1, 0.5, 2 / 3])


@pytest.mark.exercise("running_error")
def test_running_refuses(student):
    """no examples, and lengths that differ, raise ValueError"""
    y = np.array([0, 1])
    refuses(
        student.running_error,
        given([], []),
        given(y, np.array([0])),
        given(np.array([1]), y),
        but_takes=given(y, y.copy()),
    )


# ---------------------------------------------------------------- error_decomposition


def samples_of(n):
    """For k = 0, ..., n the sample with k times x = y = 1 and otherwise x = y = 0."""
    return [np.repeat([0, 1], [n - k, k]) for k in range(n + 1)]


@pytest.mark.exercise("error_decomposition")
def test_two_lucky_samples(student):
    """whichever constant the sample favours is kept; the class is the same, so the approximation error is too"""
    joint, always = np.array([[0.4, 0], [0, 0.6]]), np.array([[0, 0], [1, 1]])
    answer = student.error_decomposition(joint, always, [0, 1, 1], [0, 1, 1])
    same_items(answer["chosen"], 1)
    same(answer, {"training_error": 1 / 3, "true_error": 0.4, "bayes": 0, "approximation": 0.4, "estimation": 0})
    answer = student.error_decomposition(joint, always, [1, 0, 0, 0], [1, 0, 0, 0])
    same_items(answer["chosen"], 0)
    same(answer, {"training_error": 1 / 4, "true_error": 0.6, "bayes": 0, "approximation": 0.4, "estimation": 0.2})


@pytest.mark.exercise("error_decomposition")
def test_samples_of_41(student):
    """with 41 examples the better constant is found in about 90 % of all samples, which leaves .0193 to estimation"""
    joint, always = np.array([[0.4, 0], [0, 0.6]]), np.array([[0, 0], [1, 1]])
    answers = [student.error_decomposition(joint, always, x, x) for x in samples_of(41)]
    chance = np.array([math.comb(41, k) * 0.6**k * 0.4 ** (41 - k) for k in range(42)])
    same(chance @ numbers([answer["chosen"] for answer in answers], 42), 0.9034827836)
    same(chance @ numbers([answer["estimation"] for answer in answers], 42), 0.0193034433)
    same(chance @ numbers([answer["true_error"] for answer in answers], 42), 0.4193034433)


@pytest.mark.exercise("error_decomposition")
def test_three_kinds_of_error(student):
    """noise, a class without the best classifier, and a sample that misleads: all three parts are there at once"""
    hypotheses = np.array([[1, 1, 1], [1, 1, 0], [0, 0, 1]])  # their true errors are .62, .52 and .48
    joint = np.array([[0.32, 0.08], [0.1, 0.2], [0.2, 0.1]])
    answer = student.error_decomposition(joint, hypotheses, [0, 1, 2, 2], [1, 1, 0, 1])
    same_items(answer["chosen"], 0)
    expected = {"training_error": 0.25, "true_error": 0.62, "bayes": 0.28, "approximation": 0.2, "estimation": 0.14}
    same(answer, expected)


@pytest.mark.exercise("error_decomposition")
def test_decomposition_random(student, reference, rng):
    """random tables, classes and samples agree with the reference, and the three parts add up to the true error"""
    for _ in range(4):
        joint, hypotheses = random_table(rng, 5, 3), rng.integers(0, 3, (6, 5))
        x, y = rng.integers(0, 5, 12), rng.integers(0, 3, 12)
        answer, expected = (module.error_decomposition(joint, hypotheses, x, y) for module in (student, reference))
        same_items(answer["chosen"], expected.pop("chosen"))
        same(answer, expected)
        same(answer["true_error"], answer["bayes"] + answer["approximation"] + answer["estimation"])


@pytest.mark.exercise("error_decomposition")
def test_classes_of_all_sizes(student, rng):
    """a larger class never approximates worse, and the class of all functions loses nothing to the best classifier"""
    joint = random_table(rng, 3, 2)
    hypotheses = rng.permutation(all_functions(3, 2))
    x, y = rng.integers(0, 3, 9), rng.integers(0, 2, 9)
    parts = [student.error_decomposition(joint, hypotheses[:m], x, y)["approximation"] for m in (1, 3, 8)]
    errors = [error_of(joint, h) for h in hypotheses]
    same(parts, [min(errors[:m]) - min(errors) for m in (1, 3, 8)])


@pytest.mark.exercise("error_decomposition")
def test_representative_sample(student, rng):
    """if the sample has exactly the frequencies of the table, the best hypothesis of the class is kept"""
    counts = rng.integers(1, 9, (4, 3))
    cells = np.repeat(np.arange(12), counts.ravel())
    hypotheses = rng.integers(0, 3, (7, 4))
    answer = student.error_decomposition(counts / counts.sum(), hypotheses, cells // 3, cells % 3)
    errors = [error_of(counts / counts.sum(), h) for h in hypotheses]
    same(answer, {"training_error": min(errors), "true_error": min(errors), "estimation": 0})
    same(errors[int(answer["chosen"])], min(errors))


@pytest.mark.exercise("error_decomposition")
def test_decomposition_kinds(student):
    """one hypothesis, one example, lists and small integers are no obstacle, and nothing is changed"""
    joint, x, y = np.array([[0.25, 0.5], [0.25, 0.0]]), np.array([1], dtype=np.uint8), np.array([0], dtype=np.uint8)
    expected = {
        "chosen": 0,
        "training_error": 1,
        "true_error": 0.5,
        "bayes": 0.25,
        "approximation": 0.25,
        "estimation": 0,
    }
    same(leaves_alone(student.error_decomposition, joint, np.array([[1, 1]], dtype=np.uint8), x, y), expected)
    same(student.error_decomposition(joint.tolist(), [[1, 1]], [1], [0]), expected)


@pytest.mark.exercise("error_decomposition")
def test_decomposition_refuses(student):
    """bad tables, empty classes, empty samples and lengths that differ raise ValueError"""
    joint, h, one = np.array([[0.5, 0.25], [0.0, 0.25]]), np.array([[0, 1]]), np.array([0])
    none = np.array([], dtype=int)
    refuses(
        student.error_decomposition,
        *[given(table, h, one, one) for table in bad_tables()],
        given(joint, np.zeros((0, 2), dtype=int), one, one),
        given(joint, h, none, none),
        given(joint, h, np.array([0, 1]), one),
        given(joint, h, one, np.array([0, 1])),
        but_takes=given(joint, h, one, one),
    )


# ---------------------------------------------------------------- bias_variance


@pytest.mark.exercise("bias_variance")
def test_bias_figures(student):
    """bias and variance of three predictors come out as by hand, and the noise comes on top"""
    answer = student.bias_variance([[1, 2, 3], [3, 2, 1], [2, 5, 2]], [1, 2, 4], 0.25)
    same(answer, {"bias2": 2, "variance": 1.1111111111, "noise": 0.25, "mse": 3.3611111111})
    answer = student.bias_variance([[0, 10], [4, 10]], [1, 7], 2)
    same(answer, {"bias2": 5, "variance": 2, "noise": 2, "mse": 9})
    # A is -1 or 1 and B is 0 or 2: the mean of (A + B)^2 is the variance of A plus the mean of B^2, 1 + 2
    answer = student.bias_variance([[-1, 1], [1, 3]], [0, 0])
    same(answer, {"bias2": 2, "variance": 1, "noise": 0, "mse": 3})


@pytest.mark.exercise("bias_variance")
def test_parts_add_up(student, rng):
    """bias² plus variance is exactly the mean squared distance of all predictions from the truth"""
    for R, m in ((7, 5), (2, 1), (40, 3)):
        predictions, truth = rng.normal(size=(R, m)) + rng.normal(size=m), rng.normal(size=m)
        answer = student.bias_variance(predictions, truth)
        same(answer["bias2"], ((predictions.sum(axis=0) / R - truth) ** 2).mean())
        same(answer["bias2"] + answer["variance"], ((predictions - truth) ** 2).mean())
        same(answer["mse"], ((predictions - truth) ** 2).mean())
        same(answer["noise"], 0)


@pytest.mark.exercise("bias_variance")
def test_noise_of_either_sign(student, rng):
    """if every observation is the truth plus or minus s, the mean squared error is that with noise variance s²"""
    predictions, truth, s = rng.normal(size=(6, 4)), rng.normal(size=4), rng.uniform(1.5, 3)
    errors = [((predictions - (truth + sign * s)) ** 2).mean() for sign in (-1, 1)]
    answer = student.bias_variance(predictions, truth, s**2)
    same(answer["mse"], np.mean(errors))
    same(answer["noise"], s**2)


@pytest.mark.exercise("bias_variance")
def test_learners_that_do_not_vary(student, rng):
    """one data set, or a learner that ignores its data, has variance 0: all error is bias"""
    row, truth = rng.normal(size=5), rng.normal(size=5)
    expected = {"bias2": ((row - truth) ** 2).mean(), "variance": 0, "noise": 0.5}
    same(student.bias_variance(row[None], truth, 0.5), expected)
    same(student.bias_variance(np.tile(row, (6, 1)), truth, 0.5), expected)


@pytest.mark.exercise("bias_variance")
def test_shifted_together(student, reference, rng):
    """a constant added to predictions and truth changes nothing, and neither does another order of the data sets"""
    predictions, truth = rng.normal(size=(9, 3)), rng.normal(size=3)
    expected = reference.bias_variance(predictions, truth, 1.5)
    same(student.bias_variance(rng.permutation(predictions) + 50, truth + 50, 1.5), expected)


@pytest.mark.exercise("bias_variance")
def test_bias_kinds(student):
    """integers, small unsigned ones and lists give the same parts, and nothing is changed"""
    predictions, truth = np.array([[200, 0], [100, 4]]), np.array([160, 1])
    expected = {"bias2": (100 + 1) / 2, "variance": (2500 + 4) / 2, "mse": 1302.5}
    same_for_all_kinds(student.bias_variance, predictions, truth, expected=expected)
    same(leaves_alone(student.bias_variance, predictions, truth), expected)


@pytest.mark.exercise("bias_variance")
def test_bias_refuses(student):
    """predictions that are no table or without rows, another shape of truth, a negative variance raise ValueError"""
    table, truth = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, 2.0])
    refuses(
        student.bias_variance,
        given(np.array([1.0, 2.0]), truth),
        given(np.ones((2, 2, 2)), np.ones((2, 2))),
        given(np.zeros((0, 2)), truth),
        given(table, np.array([1.0])),
        given(table, np.array([1.0, 2.0, 3.0])),
        given(table, truth[:, None]),
        given(table, truth, -0.5),
        but_takes=given(table, truth, 0.5),
    )


# ---------------------------------------------------------------- polynomial_bias_variance


@pytest.mark.exercise("polynomial_bias_variance")
def test_parabola_by_degrees(student):
    """degree 1 is too stiff for a parabola, degree 5 too restless: at 2.5 the quadratic has the smallest error"""
    x, at = np.arange(6), np.array([2.5])
    answers = [student.polynomial_bias_variance(x, x**2, at, at**2, degree, 1.0) for degree in (1, 2, 5)]
    same(answers[0], {"average": [9.1666666667], "bias2": [8.5069444444], "variance": [1 / 6], "mse": [9.6736111111]})
    same(answers[1], {"average": [6.25], "bias2": [0], "variance": [0.39453125], "mse": [1.39453125]})
    same(answers[2], {"average": [6.25], "bias2": [0], "variance": [0.7059936523], "mse": [1.7059936523]})


@pytest.mark.exercise("polynomial_bias_variance")
def test_beyond_the_data(student):
    """half a step beyond the last input, both the bias of the line and the variance of degree 5 explode"""
    x, at = np.arange(6), np.array([5.5])
    answers = [student.polynomial_bias_variance(x, x**2, at, at**2, degree, 1.0) for degree in (1, 2, 5)]
    same(answers[0]["bias2"], [37.0069444444])
    same([answer["variance"] for answer in answers[1:]], [[1.6722098214], [74.2731323242]])


@pytest.mark.exercise("polynomial_bias_variance")
def test_wild_at_the_ends(student):
    """degree 12 goes through 13 points, and is harmless in the middle but wild between the last two"""
    x, at = np.linspace(-1, 1, 13), np.array([0.04, 0.96])
    zeros = np.zeros(13), at, np.zeros(2)
    wild = numbers(student.polynomial_bias_variance(x, *zeros, 12, 1.0)["variance"], 2)
    same(wild[:1], [0.9314685348])
    same(wild[1:], [1138.9470871])
    same(student.polynomial_bias_variance(x, *zeros, 1, 1.0)["variance"], [0.0772395604, 0.2592175824])


@pytest.mark.exercise("polynomial_bias_variance")
def test_parameters_share_the_variance(student, rng):
    """at the training inputs the variances add up to sigma² per coefficient, and none shrinks as the degree grows"""
    x, sigma = np.linspace(-3, 3, 9), rng.uniform(1.5, 3)
    f = rng.normal(size=9)
    answers = [student.polynomial_bias_variance(x, f, x, f, degree, sigma) for degree in range(7)]
    variances = numbers([answer["variance"] for answer in answers], 7, 9)
    same(variances.sum(axis=1), sigma**2 * np.arange(1, 8))
    assert (np.diff(variances, axis=0) > -1e-6).all(), "variance fell at some input when the degree rose"


@pytest.mark.exercise("polynomial_bias_variance")
def test_interpolation(student, rng):
    """with as many coefficients as points the fit repeats every target: no bias there, and the whole variance"""
    x, sigma = np.arange(5.0), rng.uniform(0.3, 3)
    f = rng.normal(size=5)
    expected = {"average": f, "bias2": np.zeros(5), "variance": np.full(5, sigma**2), "mse": np.full(5, 2 * sigma**2)}
    same(student.polynomial_bias_variance(x, f, x, f, 4, sigma), expected)


@pytest.mark.exercise("polynomial_bias_variance")
def test_right_class_has_no_bias(student, rng):
    """a cubic fitted to a cubic has no bias anywhere, whatever the noise; a constant predicts the mean everywhere"""
    x, at, cubic = np.linspace(-2, 2, 8), rng.uniform(-3, 3, 4), rng.normal(size=4)
    f, f_at = np.polyval(cubic, x), np.polyval(cubic, at)
    same(student.polynomial_bias_variance(x, f, at, f_at, 3, 0.7), {"average": f_at, "bias2": np.zeros(4)})
    constant = {"average": np.full(4, f.mean()), "bias2": (f.mean() - f_at) ** 2, "variance": np.full(4, 0.49 / 8)}
    same(student.polynomial_bias_variance(x, f, at, f_at, 0, 0.7), constant)


@pytest.mark.exercise("polynomial_bias_variance")
def test_every_sign_of_the_noise(student, rng):
    """over all 256 ways to add or subtract sigma the fits have exactly this average and this variance"""
    x, at, sigma = np.arange(8.0), np.array([-0.5, 3.3, 9.0]), rng.uniform(1.5, 3)
    f, f_at = rng.normal(size=8), rng.normal(size=3)
    signs = np.array(list(product((-1, 1), repeat=8)))
    powers, powers_at = np.vander(x, 4), np.vander(at, 4)
    fits = powers_at @ np.linalg.lstsq(powers, (f + sigma * signs).T, rcond=None)[0]
    average, variance = fits.mean(axis=1), fits.var(axis=1)
    bias2 = (average - f_at) ** 2
    expected = {"average": average, "bias2": bias2, "variance": variance, "mse": sigma**2 + bias2 + variance}
    same(student.polynomial_bias_variance(x, f, at, f_at, 3, sigma), expected)


@pytest.mark.exercise("polynomial_bias_variance")
def test_polynomial_kinds(student):
    """lists, integers, a single training point and sigma = 0 are no obstacle, and nothing is changed"""
    x, f, at, f_at = np.array([0, 10, 20]), np.array([0, 100, 200]), np.array([5, 30]), np.array([50, 200])
    expected = {"average": [50, 300], "bias2": [0, 10000], "variance": [0, 0], "mse": [0, 10000]}
    same(leaves_alone(student.polynomial_bias_variance, x, f, at, f_at, 1, 0), expected)
    same(student.polynomial_bias_variance(x.tolist(), f.tolist(), at.tolist(), f_at.tolist(), 1, 0.0), expected)
    same_for_all_kinds(student.polynomial_bias_variance, x, f, at, f_at, 1, 0, expected=expected)
    single = student.polynomial_bias_variance([0.0], [3.0], [7.0, 0.0], [1.0, 3.0], 0, 2.0)
    same(single, {"average": [3, 3], "bias2": [4, 0], "variance": [4, 4], "mse": [12, 8]})


@pytest.mark.exercise("polynomial_bias_variance")
def test_polynomial_refuses(student):
    """a negative degree, and one that the training points do not determine, raise ValueError"""
    x, at = np.arange(4.0), np.array([1.5])
    refuses(
        student.polynomial_bias_variance,
        given(x, x, at, at, 4, 1.0),
        given(x, x, at, at, 7, 1.0),
        given(x, x, at, at, -1, 1.0),
        but_takes=given(x, x, at, at, 3, 1.0),
    )


# ---------------------------------------------------------------- min_norm_solution


def deficient():
    """A table of whole numbers in which column 2 is the sum of the columns 0 and 1, and a target."""
    X = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 2], [2, 1, 3]])
    return X, np.array([1, 2, 4, 3])


@pytest.mark.exercise("min_norm_solution")
def test_wide_and_tall(student):
    """two equations with three unknowns, three equations with two, and the ridge of one equation, as by hand"""
    same(student.min_norm_solution([[1, 0, 1], [0, 1, 1]], [2, 3]), [0.3333333333, 1.3333333333, 1.6666666667])
    same(student.min_norm_solution([[1, 0], [0, 1], [1, 1]], [1, 2, 4]), [1.3333333333, 2.3333333333])
    same(student.min_norm_solution([[1, 2, 2]], [9], 9), [0.5, 1, 1])


@pytest.mark.exercise("min_norm_solution")
def test_shortest_interpolant(student, rng):
    """with more columns than rows every equation holds, and theta is a combination of the rows"""
    X, y = rng.normal(size=(3, 9)), rng.normal(size=3)
    theta = numbers(student.min_norm_solution(X, y), 9)
    same(X @ theta, y)
    rows = np.linalg.svd(X)[2]
    same(rows[3:] @ theta, np.zeros(6))


@pytest.mark.exercise("min_norm_solution")
def test_least_squares(student, rng):
    """with independent columns the residual is orthogonal to all of them, also for large numbers"""
    X, y = rng.normal(size=(12, 4)), rng.normal(size=12)
    theta = numbers(student.min_norm_solution(X, y), 4)
    same(X.T @ (y - X @ theta), np.zeros(4))
    same(student.min_norm_solution(1e6 * X, 1e7 * y), 10 * theta)


@pytest.mark.exercise("min_norm_solution")
def test_collinear_columns(student):
    """of all least-squares solutions with a superfluous column the shortest is returned, and 0 where X is 0"""
    X, y = deficient()
    theta = numbers(student.min_norm_solution(X, y), 3)
    same(X.T @ (y - X @ theta), np.zeros(3))
    same(theta @ [1, 1, -1], 0)  # the direction that changes no prediction
    same(student.min_norm_solution(10**6 * X, 10**6 * y), theta)
    same(student.min_norm_solution([[2, 2], [1, 1]], [6, 3]), [1.5, 1.5])
    same(student.min_norm_solution([[0, 3]], [6]), [0, 2])
    same(student.min_norm_solution(np.zeros((2, 3)), [1, 2]), np.zeros(3))


@pytest.mark.exercise("min_norm_solution")
def test_small_table(student):
    """a table of small numbers is no reason to add a penalty: the fit stays exact"""
    X = np.array([[1, 0, 2, 1], [0, 1, 1, -1]]) / 1000
    theta = numbers(student.min_norm_solution(X, np.array([0.003, 0.002])), 4)
    same(1000 * X @ theta, [3, 2])
    same(theta, np.linalg.pinv(1000 * X) @ [3, 2])
    same(student.min_norm_solution([[1, 0], [0, 0.001]], [1, 0.003]), [1, 3])


@pytest.mark.exercise("min_norm_solution")
def test_ridge(student, rng):
    """with a penalty X^T (y - X theta) = lam theta, whether the table is wide, tall or collinear"""
    for X in (rng.normal(size=(4, 7)), rng.normal(size=(9, 3)), deficient()[0], np.zeros((2, 2))):
        y, lam = rng.normal(size=len(X)), rng.uniform(0.5, 4)
        theta = numbers(student.min_norm_solution(X, y, lam), X.shape[1])
        same(X.T @ (y - X @ theta), lam * theta)


@pytest.mark.exercise("min_norm_solution")
def test_path_of_penalties(student):
    """theta shrinks as lam grows, and a tiny lam gives nearly the solution without one"""
    X, y = np.array([[1, 0, 1], [0, 1, 1]]), np.array([2, 3])
    thetas = [student.min_norm_solution(X, y, lam) for lam in (0, 1e-6, 0.1, 1, 10)]
    norms = np.linalg.norm(numbers(thetas, 5, 3), axis=1)
    assert (np.diff(norms) < 0).all(), "the norm must fall as lam grows"
    same(thetas[0], np.array([1, 4, 5]) / 3)
    same(thetas[1], np.array([1, 4, 5]) / 3, abs=1e-5)
    same(thetas[3], np.linalg.solve(X.T @ X + np.eye(3), X.T @ y))


@pytest.mark.exercise("min_norm_solution")
def test_solution_kinds(student):
    """lists and integers do as well, one row or one column too, and nothing is changed"""
    X, y = np.array([[3, 0], [0, 1]]), np.array([6, 2])
    same_for_all_kinds(student.min_norm_solution, X, y, expected=[2, 2])
    same_for_all_kinds(student.min_norm_solution, X, y, 1, expected=[1.8, 1])
    same(leaves_alone(student.min_norm_solution, X.astype(float), y.astype(float), 1.0), [1.8, 1])
    same(student.min_norm_solution([[1], [2]], [3, 1]), [1])
    same(student.min_norm_solution([[4]], [2]), [0.5])


@pytest.mark.exercise("min_norm_solution")
def test_solution_refuses(student):
    """a negative lam raises ValueError, even if the equations could be solved with it"""
    X, y = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([2.0, 5.0])
    refuses(student.min_norm_solution, given(X, y, -0.5), given(X, y, -1e-3), but_takes=given(X, y, 0.0))


# ---------------------------------------------------------------- gradient_descent


@pytest.mark.exercise("gradient_descent")
def test_descent_figures(student):
    """one step, ten steps and three steps on one and two equations come out as by hand"""
    one, two = (np.array([[1, 2, 2]]), np.array([9])), (np.array([[1, 0, 1], [0, 1, 1]]), np.array([2, 3]))
    theta, limit = student.gradient_descent(*one, np.zeros(3), 0.01, 1)
    same((theta, limit), ([0.18, 0.36, 0.36], [1, 2, 2]))
    theta, limit = student.gradient_descent(*one, np.zeros(3), 0.01, 10)
    same((theta, limit), ([0.8625519687, 1.7251039373, 1.7251039373], [1, 2, 2]))
    theta, limit = student.gradient_descent(*two, np.zeros(3), 0.1, 3)
    same((theta, limit), ([0.412, 0.683, 1.095], [1 / 3, 4 / 3, 5 / 3]))


@pytest.mark.exercise("gradient_descent")
def test_arrives(student):
    """after many steps theta is at the limit that was announced, which depends on the start"""
    X, y = np.array([[1, 2, 2]]), np.array([9])
    theta, limit = student.gradient_descent(X, y, [1, 0, 0], 0.05, 200)
    same((theta, limit), ([17 / 9, 16 / 9, 16 / 9], [17 / 9, 16 / 9, 16 / 9]))
    theta, limit = student.gradient_descent(X, y, [2, -1, 0], 0.05, 200)
    same((theta, limit), ([3, 1, 2], [3, 1, 2]))
    theta, limit = student.gradient_descent(X, y, np.zeros(3), 0.001, 150)  # still on the way
    same((theta, limit), ((1 - 0.982**150) * np.array([1, 2, 2]), [1, 2, 2]))


@pytest.mark.exercise("gradient_descent")
def test_closed_form_of_descent(student, rng):
    """t steps multiply the distance to the limit by I - (2 step / n) X^T X, t times"""
    X, y, start = rng.normal(size=(4, 6)), rng.normal(size=4), rng.normal(size=6)
    step = 0.5 / (X**2).sum()
    theta, limit = student.gradient_descent(X, y, start, step, 7)
    expected = start + np.linalg.pinv(X) @ (y - X @ start)
    same(limit, expected)
    once = np.eye(6) - 2 * step / 4 * X.T @ X
    same(theta, expected + np.linalg.matrix_power(once, 7) @ (start - expected))


@pytest.mark.exercise("gradient_descent")
def test_hidden_preference(student, rng):
    """theta leaves its start only along the rows of X, and never moves away from the limit"""
    X, y, start = rng.normal(size=(3, 7)), rng.normal(size=3), rng.normal(size=7)
    blind = np.linalg.svd(X)[2][3:]  # orthogonal to all rows
    path, step = [], 0.9 / (X**2).sum()
    for t in (0, 1, 3, 9):
        theta, limit = student.gradient_descent(X, y, start, step, t)
        same((blind @ numbers(theta, 7), blind @ numbers(limit, 7)), (blind @ start, blind @ start))
        path.append(np.linalg.norm(theta - limit))
    assert path[0] > path[1] > path[2] > path[3], "theta must come nearer to the limit"
    same(X @ limit, y)


@pytest.mark.exercise("gradient_descent")
def test_more_rows_than_columns(student, reference, rng):
    """with independent columns every start has the same limit, least squares; each step uses the mean over all rows"""
    X, y = rng.normal(size=(9, 3)), rng.normal(size=9)
    for start in (np.zeros(3), rng.normal(size=3)):
        theta, limit = student.gradient_descent(X, y, start, 0.05, 5)
        same(limit, np.linalg.lstsq(X, y, rcond=None)[0])
        same(theta, reference.gradient_descent(X, y, start, 0.05, 5)[0])


@pytest.mark.exercise("gradient_descent")
def test_collinear_descent(student):
    """a column that is the sum of two others leaves a direction in which the start is kept"""
    X, y = deficient()
    theta, limit = student.gradient_descent(X, y, [1, 2, -1], 0.05, 2)
    same(X.T @ (y - X @ numbers(limit, 3)), np.zeros(3))
    same((limit @ np.array([1, 1, -1]), numbers(theta, 3) @ [1, 1, -1]), (4, 4))


@pytest.mark.exercise("gradient_descent")
def test_descent_kinds(student):
    """integers, lists and 0 steps are no obstacle, one row and one column either, and nothing is changed"""
    X, y, start = np.array([[1, 0, 1], [0, 1, 1]]), np.array([2, 3]), np.array([1, 1, 1])
    expected = ([1, 1.1, 1.1], [2 / 3, 5 / 3, 4 / 3])
    same_for_all_kinds(student.gradient_descent, X, y, start, 0.1, 1, expected=expected)
    same(
        leaves_alone(student.gradient_descent, X.astype(float), y.astype(float), start.astype(float), 0.1, 1), expected
    )
    same(leaves_alone(student.gradient_descent, X, y, start, 0.1, 0), (start, expected[1]))
    same(student.gradient_descent([[2]], [4], [1], 0.125, 1), ([2], [2]))


# ---------------------------------------------------------------- double_descent_curve


def cosines():
    """Six training and twelve test rows of cosines, twelve columns; the training targets have noise of either sign."""
    j, t, s = np.arange(1, 13), np.arange(6)[:, None], np.arange(12)[:, None]
    X, X_test, w = np.cos((1.7 * t + 0.3) * j), np.cos((1.1 * s + 0.45) * j), 1 / j
    return X, X @ w + 0.2 * (-1.0) ** np.arange(6), X_test, X_test @ w


SIZES = (1, 2, 4, 5, 6, 8, 12)


@pytest.mark.exercise("double_descent_curve")
def test_growing_model(student):
    """on six rows of cosines the error peaks at the sixth column and falls again beyond it, and so does the norm"""
    answer = student.double_descent_curve(*cosines(), [6] * 7, list(SIZES))
    same(answer["train"], [0.1675080393, 0.0742047719, 0.0222127906, 0.0000627715, 0, 0, 0])
    test = [0.4814981248, 0.3153647806, 0.2539746214, 2.4557604098, 2.1494644993, 1.5616188120, 1.1641801980]
    same(answer["test"], test)
    norm = [0.8289590498, 1.0003056255, 1.0178944350, 2.2046137209, 2.0292319056, 1.4288961346, 1.1009314707]
    same(answer["norm"], norm)


@pytest.mark.exercise("double_descent_curve")
def test_penalty_flattens_the_peak(student):
    """a penalty of .5 removes the peak at six columns, and costs little elsewhere"""
    answer = student.double_descent_curve(*cosines(), [6] * 7, list(SIZES), 0.5)
    test = [0.5198433291, 0.3526050996, 0.3003950324, 0.3351007470, 0.4654494772, 0.6157750004, 1.0472047739]
    same(answer["test"], test)


@pytest.mark.exercise("double_descent_curve")
def test_growing_sample(student):
    """four columns fitted on two, four and six rows"""
    answer = student.double_descent_curve(*cosines(), [2, 4, 6], [4, 4, 4])
    same(answer["test"], [0.2728384325, 0.2894455557, 0.2539746214])
    same(answer["train"], [0, 0, 0.0222127906])


@pytest.mark.exercise("double_descent_curve")
def test_curve_random(student, reference, rng):
    """random tables, with and without a penalty, and with rows and columns that change together, agree"""
    X, y = rng.normal(size=(9, 24)), rng.normal(size=9)
    X_test, y_test = rng.normal(size=(5, 24)), rng.normal(size=5)
    n_samples, n_features = [9, 1, 3, 8, 9, 4], [3, 2, 15, 2, 24, 1]
    for lam in (0.0, 0.7):
        answer, expected = (
            module.double_descent_curve(X, y, X_test, y_test, n_samples, n_features, lam)
            for module in (student, reference)
        )
        same(answer, expected)


@pytest.mark.exercise("double_descent_curve")
def test_more_columns_fit_better(student, rng):
    """without a penalty the training error never rises with the columns, and is 0 once they are as many as the rows"""
    X, y = np.vstack([np.eye(5), -np.eye(5)])[:6], rng.normal(size=6) + 3
    X = np.hstack([X, 3 * rng.random((6, 1)), np.eye(6)])
    answer = student.double_descent_curve(X, y, X[:2], y[:2], [6] * 12, list(range(1, 13)))
    train = numbers(answer["train"], 12)
    assert (np.diff(train) < 1e-7).all(), "the training error rose with the number of columns"
    same(train[10:], [0, 0])


@pytest.mark.exercise("double_descent_curve")
def test_gaussian_peak(student):
    """on Gaussian rows error and norm are largest where there are as many rows as columns, unless there is a penalty"""
    rng, d, sigma = np.random.default_rng(1), 20, 0.5
    beta, sizes, repetitions = np.full(d, 1 / math.sqrt(d)), [10, 20, 40], 25
    plain, ridge = np.zeros((2, 3)), np.zeros((2, 3))
    for _ in range(repetitions):
        X = rng.normal(size=(40, d))
        y = X @ beta + sigma * rng.normal(size=40)
        # on these test rows the mean squared error is ||theta - beta||^2, the expected one on new Gaussian rows
        arguments = X, y, math.sqrt(d) * np.eye(d), math.sqrt(d) * beta, sizes, [d] * 3
        for total, lam in ((plain, 0.0), (ridge, d * sigma**2)):
            answer = student.double_descent_curve(*arguments, lam)
            total += np.array([numbers(answer["test"], 3) + sigma**2, numbers(answer["norm"], 3)]) / repetitions
    (few, equal, many), norms = plain
    assert abs(few - 1.0278) < 0.1, "the test error with 10 rows is not that of the shortest solution"
    assert abs(many - 0.5132) < 0.05, "the test error with 40 rows is not that of least squares"
    assert equal > 2 * few and norms[1] > 2 * max(norms[0], norms[2]), "there is no peak at 20 rows"
    assert ridge[0, 0] > ridge[0, 1] > ridge[0, 2], "with the penalty the error should fall from size to size"


@pytest.mark.exercise("double_descent_curve")
def test_curve_kinds(student):
    """lists, integers, tuples of sizes, numpy sizes and no sizes at all are no obstacle, and nothing is changed"""
    X, y, X_test, y_test = np.array([[2, 0], [0, 1]]), np.array([4, 3]), np.array([[1, 1]]), np.array([7])
    expected = {"train": [4.5, 0], "test": [25, 4], "norm": [2, math.sqrt(13)]}
    same_for_all_kinds(student.double_descent_curve, X, y, X_test, y_test, [2, 2], (1, 2), expected=expected)
    same(leaves_alone(student.double_descent_curve, X, y, X_test, y_test, [2, 2], [1, 2]), expected)
    same(student.double_descent_curve(X, y, X_test, y_test, np.array([2, 2]), np.array([1, 2])), expected)
    same(student.double_descent_curve(X, y, X_test, y_test, [], []), {"train": [], "test": [], "norm": []})


@pytest.mark.exercise("double_descent_curve")
def test_curve_refuses(student):
    """lists of different lengths, sizes below 1 or beyond the table, and a negative lam raise ValueError"""
    data = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]), np.array([2.0, 3.0]), np.eye(3), np.ones(3)
    refuses(
        student.double_descent_curve,
        given(*data, [2], [1, 2]),
        given(*data, [1, 2], [1]),
        given(*data, [], [1]),
        given(*data, [0], [1]),
        given(*data, [2, 3], [1, 1]),
        given(*data, [1], [0]),
        given(*data, [1], [4]),
        given(*data, [-1], [1]),
        given(*data, [1], [-1]),
        given(*data, [1], [1], -0.5),
        given(*data, [], [], -0.5),
        but_takes=given(*data, [1, 2], [3, 2], 0.5),
    )


# ---------------------------------------------------------------- curve_shape


@pytest.mark.exercise("curve_shape")
def test_shape_of_cosines(student):
    """the curve of six rows of cosines interpolates at index 4 and descends twice; with a penalty it does neither"""
    train = [0.1675080393, 0.0742047719, 0.0222127906, 0.0000627715, 1e-30, 3e-31, 2e-31]
    test = [0.4814981248, 0.3153647806, 0.2539746214, 2.4557604098, 2.1494644993, 1.5616188120, 1.1641801980]
    answer = student.curve_shape(train, test)
    shape_is(answer, 4, 2, [-1, 1, -1], True)
    same(answer["gap"], np.subtract(test, train))
    ridge = [0.5198433291, 0.3526050996, 0.3003950324, 0.3351007470, 0.4654494772, 0.6157750004, 1.0472047739]
    shape_is(student.curve_shape([0.2, 0.1, 0.09, 0.05, 0.04, 0.04, 0.03], ridge), None, 2, [-1, 1], False)


@pytest.mark.exercise("curve_shape")
def test_thirteen_points(student):
    """polynomials of degree 0 to 15 interpolate 13 points from degree 12 on"""
    train = np.maximum(12 - np.arange(16.0), 0) ** 2
    shape_is(student.curve_shape(train, 1 + (np.arange(16) - 3.25) ** 2), 12, 3, [-1, 1], False)


@pytest.mark.exercise("curve_shape")
def test_simple_shapes(student):
    """curves that only fall, only rise, never move or have one point"""
    shape_is(student.curve_shape([1, 1, 1, 1, 1], [4, 3, 2, 2, 1]), None, 4, [-1], False)
    shape_is(student.curve_shape([0, 0, 0], [1, 2, 5]), 0, 0, [1], False)
    shape_is(student.curve_shape([2, 1, 0], [4, 4, 4]), 2, 0, [], False)
    shape_is(student.curve_shape([0.5], [0.75]), None, 0, [], False)
    shape_is(student.curve_shape([3, 2, 1], [2, 5, 1]), None, 2, [1, -1], True)
    shape_is(student.curve_shape([3, 2, 1, 2], [2, 5, 1, 6]), None, 2, [1, -1, 1], True)


@pytest.mark.exercise("curve_shape")
def test_wider_tolerance(student):
    """tol decides what counts as zero and as a step; small steps are skipped one by one, even if they add up"""
    train, validation = [4, 0.5, 0.25, 0], [8, 6, 6.25, 6.5]
    shape_is(student.curve_shape(train, validation, 0.4), 2, 1, [-1], False)
    shape_is(student.curve_shape(train, validation, 0.1), 3, 1, [-1, 1], False)
    shape_is(student.curve_shape(train, validation, 1.0), 1, 1, [-1], False)
    shape_is(student.curve_shape([1, 1, 1, 1, 1], [5, 4.5, 4, 7, 6.5], tol=0.75), None, 2, [1], False)
    shape_is(student.curve_shape([1, 0.25, 0], [4, 3.75, 5], 0.25), 1, 1, [1], False)


@pytest.mark.exercise("curve_shape")
def test_training_may_rise_again(student):
    """the interpolation point is the first zero, whatever comes after it, and has nothing to do with validation"""
    answer = student.curve_shape([2, 0, 1, 0, 3], [0, 4, 0, 5, 1])
    shape_is(answer, 1, 0, [1, -1, 1, -1], True)
    same(answer["gap"], [-2, 4, -1, 5, -2])


@pytest.mark.exercise("curve_shape")
def test_random_shapes(student, rng):
    """random curves of whole numbers: turning points, best size and gap agree with what was put in"""
    for first in (-1, 1):
        signs = first * (-1) ** np.arange(5)
        runs = [sign * rng.integers(1, 9, rng.integers(1, 4)) for sign in signs]
        validation = 100 + np.cumsum(np.concatenate([[0], *runs]))
        repeated = np.repeat(validation, rng.integers(1, 3, len(validation)))
        train = rng.integers(1, 9, len(repeated))
        zero = int(rng.integers(len(train)))
        train[zero] = 0
        answer = student.curve_shape(train, repeated)
        shape_is(answer, zero, repeated.tolist().index(repeated.min()), signs.tolist(), True)
        same(answer["gap"], repeated - train)


@pytest.mark.exercise("curve_shape")
def test_last_point_repeated(student, rng):
    """a copy of the last point changes nothing but the length of the gap"""
    train, validation = np.array([5, 2, 1, 0.5]), np.array([9, 7, 8, 3]) + rng.integers(0, 9)
    for times in (1, 2, 3):
        more = student.curve_shape(*(np.append(a, [a[-1]] * (times - 1)) for a in (train, validation)))
        shape_is(more, None, 3, [-1, 1, -1], True)
        same(more["gap"], np.append(validation - train, [validation[-1] - 0.5] * (times - 1)))


@pytest.mark.exercise("curve_shape")
def test_shape_kinds(student):
    """small unsigned integers, lists and floats give the same shape, and nothing is changed"""
    train, validation = np.array([3, 9, 0]), np.array([7, 2, 4])
    for convert in (np.array, lambda a: a.astype(np.uint8), lambda a: a.astype(float), lambda a: a.tolist()):
        answer = leaves_alone(student.curve_shape, convert(train), convert(validation))
        shape_is(answer, 2, 1, [-1, 1], False)
        same(answer["gap"], [4, -7, 4])


@pytest.mark.exercise("curve_shape")
def test_shape_refuses(student):
    """no points, and curves of different lengths, raise ValueError"""
    refuses(
        student.curve_shape,
        given([], []),
        given([1.0], [1.0, 2.0]),
        given([1.0, 2.0], [1.0]),
        given([], [1.0]),
        but_takes=given([1.0, 2.0], [1.0, 2.0]),
    )
