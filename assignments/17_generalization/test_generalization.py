"""Public checks of "Where test error comes from": small cases that you can follow by hand. Hidden checks go further."""

import numpy as np
import pytest


def agrees(answer, expected, what="the answer"):
    """The same shape and, up to rounding, the same numbers."""
    answer, expected = np.asarray(answer, dtype=float), np.array(expected, dtype=float)
    assert answer.shape == expected.shape, f"{what} has shape {answer.shape}, expected {expected.shape}"
    assert answer == pytest.approx(expected, rel=1e-5, abs=1e-6), f"{what} is wrong"


def agrees_in(answer, **expected):
    """A dict with these entries, up to rounding."""
    for key, value in expected.items():
        agrees(answer[key], value, key)


# bayes_classifier


@pytest.mark.exercise("bayes_classifier")
def test_three_inputs(student):
    """P(x) is .6, 0, .4; the best answers 1, 0, 1 are wrong with chance 1/6, 0, 1/4, on average .6/6 + .4/4 = .2"""
    answer = student.bayes_classifier(np.array([[0.1, 0.5], [0, 0], [0.1, 0.3]]))
    assert np.asarray(answer["labels"]).tolist() == [1, 0, 1]
    agrees_in(answer, noise=[1 / 6, 0, 1 / 4], error=0.2)


@pytest.mark.exercise("bayes_classifier")
def test_tied_labels(student):
    """at input 0 the labels 0 and 1 tie, and the lower one is taken; P(x) is .4 and .6"""
    answer = student.bayes_classifier(np.array([[0.15, 0.15, 0.1], [0.05, 0.25, 0.3]]))
    assert np.asarray(answer["labels"]).tolist() == [0, 2]
    agrees_in(answer, noise=[0.625, 0.5], error=0.55)


@pytest.mark.exercise("bayes_classifier")
def test_no_distribution(student):
    """a table that sums to 1.1 holds no probabilities: ValueError"""
    with pytest.raises(ValueError):
        student.bayes_classifier(np.array([[0.5, 0.6]]))


# expected_loss


@pytest.mark.exercise("expected_loss")
def test_guessing_with_frequencies(student):
    """labels 0 and 1 come with .2 and .8, and so do the guesses: wrong are .2 * .8 + .8 * .2 = .32"""
    agrees(student.expected_loss(np.array([[0.2, 0.8]]), np.array([[0.2, 0.8]])), 0.32)


@pytest.mark.exercise("expected_loss")
def test_unequal_costs(student):
    """answers 0 and 1: the .1 of truth 1 at input 0 costs 10 each, the .2 of truth 0 at input 1 costs 1 each"""
    joint, costs = np.array([[0.3, 0.1], [0.2, 0.4]]), np.array([[0, 1], [10, 0]])
    agrees(student.expected_loss(joint, np.array([[1, 0], [0, 1]]), costs), 0.1 * 10 + 0.2 * 1)


@pytest.mark.exercise("expected_loss")
def test_random_answers(student):
    """now input 0 is answered by 0 in .9 of all cases, and input 1 by the throw of a fair coin"""
    joint, costs = np.array([[0.3, 0.1], [0.2, 0.4]]), np.array([[0, 1], [10, 0]])
    agrees(student.expected_loss(joint, np.array([[0.9, 0.1], [0.5, 0.5]]), costs), 0.03 + 0.9 + 0.1 + 2.0)


@pytest.mark.exercise("expected_loss")
def test_no_predictor(student):
    """a row of the predictor that sums to .9 is no distribution: ValueError"""
    with pytest.raises(ValueError):
        student.expected_loss(np.array([[0.2, 0.8]]), np.array([[0.5, 0.4]]))


# running_error


@pytest.mark.exercise("running_error")
def test_four_predictions(student):
    """right, wrong, right, wrong: the error rate is 0/1, 1/2, 1/3, 2/4"""
    agrees(student.running_error(np.array([0, 1, 1, 0]), np.array([0, 0, 1, 1])), [0, 1 / 2, 1 / 3, 2 / 4])


@pytest.mark.exercise("running_error")
def test_more_than_two_labels(student):
    """1 in place of 3 is one mistake, not two"""
    agrees(student.running_error(np.array([3, 3]), np.array([1, 3])), [1, 1 / 2])


@pytest.mark.exercise("running_error")
def test_no_examples(student):
    """without examples there is no error rate: ValueError"""
    with pytest.raises(ValueError):
        student.running_error(np.array([]), np.array([]))


# error_decomposition


@pytest.mark.exercise("error_decomposition")
def test_two_constants(student):
    """the sample is two times x = y = 0, once x = y = 1: "always 0" looks better, although "always 1" errs less"""
    joint, always = np.array([[0.4, 0], [0, 0.6]]), np.array([[0, 0], [1, 1]])
    answer = student.error_decomposition(joint, always, np.array([0, 0, 1]), np.array([0, 0, 1]))
    agrees_in(answer, chosen=0, training_error=1 / 3, true_error=0.6, bayes=0, approximation=0.4, estimation=0.2)


@pytest.mark.exercise("error_decomposition")
def test_noise_and_a_tie(student):
    """hypotheses 0 and 1 make one mistake each, so 0 is kept; 1 is as good as any classifier can be"""
    joint = np.array([[0.3, 0.1], [0.05, 0.25], [0.15, 0.15]])
    hypotheses = np.array([[1, 1, 1], [0, 1, 1], [0, 0, 1], [0, 0, 0]])
    answer = student.error_decomposition(joint, hypotheses, np.array([0, 0, 1, 2]), np.array([0, 1, 1, 1]))
    agrees_in(answer, chosen=0, training_error=1 / 4, true_error=0.5, bayes=0.3, approximation=0, estimation=0.2)


@pytest.mark.exercise("error_decomposition")
def test_no_sample(student):
    """a learner needs a sample: ValueError without one"""
    with pytest.raises(ValueError):
        student.error_decomposition(np.array([[0.5, 0.5]]), np.array([[0]]), np.array([], int), np.array([], int))


# bias_variance


@pytest.mark.exercise("bias_variance")
def test_one_input(student):
    """predictions 1.2 and 2 average to 1.6, .4 below the truth 2 and .4 away from either; the noise adds 1"""
    answer = student.bias_variance(np.array([[1.2], [2.0]]), np.array([2.0]), 1.0)
    agrees_in(answer, bias2=0.16, variance=0.16, noise=1, mse=1.32)


@pytest.mark.exercise("bias_variance")
def test_two_inputs(student):
    """averages 2 and 3 miss the truth 1, 5 by 1 and -2; the variances down the columns are 2/3 and 2"""
    answer = student.bias_variance(np.array([[1, 2], [3, 2], [2, 5]]), np.array([1, 5]), 0.25)
    agrees_in(answer, bias2=(1 + 4) / 2, variance=(2 / 3 + 2) / 2, noise=0.25, mse=2.5 + 4 / 3 + 0.25)


@pytest.mark.exercise("bias_variance")
def test_truth_too_short(student):
    """predictions at two inputs, and the truth at one: ValueError"""
    with pytest.raises(ValueError):
        student.bias_variance(np.array([[1, 2]]), np.array([1]))


# polynomial_bias_variance


@pytest.mark.exercise("polynomial_bias_variance")
def test_line_through_a_parabola(student):
    """inputs 0, 1, 2, sigma = 2: at 1 the targets have weights 1/3, 1/3, 1/3, at 3 they have -2/3, 1/3, 4/3"""
    x, x_test = np.array([0, 1, 2]), np.array([1, 3])
    answer = student.polynomial_bias_variance(x, x**2, x_test, x_test**2, 1, 2.0)
    agrees_in(answer, average=[5 / 3, 17 / 3], bias2=[4 / 9, 100 / 9], variance=[4 / 3, 28 / 3])
    agrees_in(answer, mse=[4 + 16 / 9, 4 + 184 / 9])


@pytest.mark.exercise("polynomial_bias_variance")
def test_parabola_through_a_parabola(student):
    """the right class has no bias, but outside the data the weights are 1, -3, 3, and the variance is their squares'"""
    x, x_test = np.array([0, 1, 2]), np.array([3])
    answer = student.polynomial_bias_variance(x, x**2, x_test, x_test**2, 2, 1.0)
    agrees_in(answer, average=[9], bias2=[0], variance=[1 + 9 + 9], mse=[20])


@pytest.mark.exercise("polynomial_bias_variance")
def test_degree_too_high(student):
    """three points do not determine a cubic: ValueError"""
    x = np.array([0, 1, 2])
    with pytest.raises(ValueError):
        student.polynomial_bias_variance(x, x**2, x, x**2, 3, 1.0)


# min_norm_solution


@pytest.mark.exercise("min_norm_solution")
def test_one_equation(student):
    """theta_0 + 2 theta_1 + 2 theta_2 = 9: the shortest solution is a multiple of the row, (1, 2, 2)"""
    agrees(student.min_norm_solution(np.array([[1, 2, 2]]), np.array([9])), [1, 2, 2])


@pytest.mark.exercise("min_norm_solution")
def test_ridge_of_two_equations(student):
    """theta_0 = 2 / (1 + lam) and theta_1 = 2 * 5 / (4 + lam), with lam = 1"""
    agrees(student.min_norm_solution(np.array([[1, 0], [0, 2]]), np.array([2, 5]), 1.0), [1, 2])


@pytest.mark.exercise("min_norm_solution")
def test_small_numbers(student):
    """the equation of the first check divided by 1000 has the same solution: no penalty is no penalty"""
    agrees(student.min_norm_solution(np.array([[0.001, 0.002, 0.002]]), np.array([0.009])), [1, 2, 2])


@pytest.mark.exercise("min_norm_solution")
def test_negative_penalty(student):
    """lam = -1 raises ValueError"""
    with pytest.raises(ValueError):
        student.min_norm_solution(np.array([[1, 0], [0, 2]]), np.array([2, 5]), -1.0)


# gradient_descent


@pytest.mark.exercise("gradient_descent")
def test_one_step(student):
    """from (1, 0, 0) the residual is 8 and the gradient -16 (1, 2, 2); the limit is 8/9 (1, 2, 2) from the start"""
    start = np.array([1.0, 0.0, 0.0])
    theta, limit = student.gradient_descent(np.array([[1, 2, 2]]), np.array([9]), start, 0.05, 1)
    agrees(theta, [1.8, 1.6, 1.6], "theta")
    agrees(limit, [17 / 9, 16 / 9, 16 / 9], "limit")


@pytest.mark.exercise("gradient_descent")
def test_two_examples(student):
    """from 0 the residuals are 2, 3 and the first step leads to (.2, .3, .5); then they are 1.3, 2.2"""
    X, y = np.array([[1, 0, 1], [0, 1, 1]]), np.array([2, 3])
    for n_steps, expected in ((1, [0.2, 0.3, 0.5]), (2, [0.33, 0.52, 0.85])):
        theta, limit = student.gradient_descent(X, y, np.zeros(3), 0.1, n_steps)
        agrees(theta, expected, f"theta after {n_steps}")
        agrees(limit, [1 / 3, 4 / 3, 5 / 3], "limit")


@pytest.mark.exercise("gradient_descent")
def test_standing_still(student):
    """after 0 steps we are where we started, at whole numbers here; the limit is the same as ever"""
    X, y = np.array([[1, 0, 1], [0, 1, 1]]), np.array([2, 3])
    theta, limit = student.gradient_descent(X, y, np.array([1, 1, 1]), 0.1, 0)
    agrees(theta, [1, 1, 1], "theta")
    agrees(limit, [2 / 3, 5 / 3, 4 / 3], "limit")


# double_descent_curve


def two_rows():
    """Training and test rows of the first two checks."""
    return np.array([[1, 0, 1], [0, 1, 1]]), np.array([2, 3]), np.array([[1, 1, 0], [0, 0, 3]]), np.array([4, 5])


@pytest.mark.exercise("double_descent_curve")
def test_one_two_three_columns(student):
    """theta is 2, then (2, 3), then (1, 4, 5) / 3; from two columns on both rows are fitted exactly"""
    answer = student.double_descent_curve(*two_rows(), [2, 2, 2], [1, 2, 3])
    agrees_in(answer, train=[4.5, 0, 0], test=[(4 + 25) / 2, (1 + 25) / 2, 49 / 18])
    agrees_in(answer, norm=[2, np.sqrt(13), np.sqrt(42) / 3])


@pytest.mark.exercise("double_descent_curve")
def test_one_row_then_two(student):
    """two columns: the first row alone gives (2, 0), both rows give (2, 3)"""
    answer = student.double_descent_curve(*two_rows(), [1, 2], [2, 2])
    agrees_in(answer, train=[0, 0], test=[14.5, 13], norm=[2, np.sqrt(13)])


@pytest.mark.exercise("double_descent_curve")
def test_curve_with_a_penalty(student):
    """X = [[1, 0], [0, 2]], y = (2, 5), lam = 1: theta is 1, then (1, 2); the test row is (1, 1), with target 2"""
    X, y = np.array([[1, 0], [0, 2]]), np.array([2, 5])
    answer = student.double_descent_curve(X, y, np.array([[1, 1]]), np.array([2]), [2, 2], [1, 2], 1.0)
    agrees_in(answer, train=[(1 + 25) / 2, (1 + 1) / 2], test=[1, 1], norm=[1, np.sqrt(5)])


@pytest.mark.exercise("double_descent_curve")
def test_impossible_sizes(student):
    """lists of different lengths, or three rows where there are two: ValueError"""
    for n_samples, n_features in (([2], [1, 2]), ([3], [1])):
        with pytest.raises(ValueError):
            student.double_descent_curve(*two_rows(), n_samples, n_features)


# curve_shape


def shape_of(answer):
    """The parts of the answer that are no array, as plain Python, so that a failure prints well."""
    point = answer["interpolation_point"]
    directions = [int(direction) for direction in answer["directions"]]
    return None if point is None else int(point), int(answer["best"]), directions, bool(answer["double_descent"])


@pytest.mark.exercise("curve_shape")
def test_second_descent(student):
    """training errors reach 0 at index 3, up to rounding; the test error falls to 3, rises to 7, and falls to 4"""
    train, validation = np.array([0.8, 0.3, 0.1, 1e-20, 0, 1e-16]), np.array([6, 5, 3, 3, 7, 4])
    answer = student.curve_shape(train, validation)
    assert shape_of(answer) == (3, 2, [-1, 1, -1], True)
    agrees(answer["gap"], [5.2, 4.7, 2.9, 3, 7, 4], "gap")


@pytest.mark.exercise("curve_shape")
def test_classical_u(student):
    """down and up again is a U, not a double descent; the training error never reaches 0"""
    answer = student.curve_shape(np.array([2, 1, 0.5]), np.array([3, 2, 4]))
    assert shape_of(answer) == (None, 1, [-1, 1], False)
    agrees(answer["gap"], [1, 1, 3.5], "gap")


@pytest.mark.exercise("curve_shape")
def test_a_rise_that_is_none(student):
    """the second step is far below tol = 1e-9, so the curve only falls"""
    answer = student.curve_shape(np.array([4, 3, 2, 1]), np.array([6, 5, 5 + 1e-13, 2]))
    assert shape_of(answer) == (None, 3, [-1], False)


@pytest.mark.exercise("curve_shape")
def test_no_points(student):
    """two empty curves raise ValueError"""
    with pytest.raises(ValueError):
        student.curve_shape(np.array([]), np.array([]))
