"""Public checks of "How many examples are enough?": small cases that you can work out by hand."""

import math

import numpy as np
import pytest


def plain(rules):
    """A decision list with plain ints, so that a failure prints well."""
    return [([(int(column), int(value)) for column, value in test], int(outcome)) for test, outcome in rules]


# hoeffding


@pytest.mark.exercise("hoeffding")
def test_two_throws(student):
    """two throws of a fair coin: the average 0.5 is no deviation, the averages 0 and 1 are, so exact is 1/2"""
    exact, bound = student.hoeffding(0.5, 0.4, 2)
    assert exact == pytest.approx(0.5, rel=1e-6)
    assert bound == pytest.approx(1.0, rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_three_throws_of_an_unfair_coin(student):
    """three throws with phi = 0.2: only the counts 2 and 3 are off by more than 0.4"""
    exact, bound = student.hoeffding(0.2, 0.4, 3)
    assert exact == pytest.approx(3 * 0.2**2 * 0.8 + 0.2**3, rel=1e-6)
    assert bound == pytest.approx(2 * math.exp(-0.96), rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_gamma_zero_is_refused(student):
    """gamma must be positive, else ValueError"""
    with pytest.raises(ValueError):
        student.hoeffding(0.5, 0.0, 10)


# failure_bound


@pytest.mark.exercise("failure_bound")
def test_two_bad_hypotheses(student):
    """two hypotheses that err half of the time: both survive three examples with probability at most 2 / 8"""
    assert student.failure_bound(0.5, 3, math.log(2), "realizable") == pytest.approx(0.25, rel=1e-6)


@pytest.mark.exercise("failure_bound")
def test_ten_hypotheses(student):
    """ten hypotheses, epsilon = 0.5, 20 examples, agnostic: 2 * 10 * exp(-10)"""
    assert student.failure_bound(0.5, 20, math.log(10)) == pytest.approx(20 * math.exp(-10), rel=1e-6)


@pytest.mark.exercise("failure_bound")
def test_no_examples(student):
    """without examples nothing is promised: the bound is 1"""
    assert student.failure_bound(0.2, 0, math.log(5), "realizable") == pytest.approx(1.0, rel=1e-6)


# sample_size


@pytest.mark.exercise("sample_size")
def test_realizable_sample_size(student):
    """ln 10 + ln 10 = 4.605; divided by epsilon = 0.2 that is 23.03, so 24 examples"""
    assert student.sample_size(0.2, 0.1, math.log(10), "realizable") == 24


@pytest.mark.exercise("sample_size")
def test_agnostic_sample_size(student):
    """ln 10 + ln 20 = 5.298; divided by 2 * 0.2^2 = 0.08 that is 66.23, so 67 examples"""
    assert student.sample_size(0.2, 0.1, math.log(10), "agnostic") == 67


@pytest.mark.exercise("sample_size")
def test_unknown_setting(student):
    """a setting that does not exist raises ValueError"""
    with pytest.raises(ValueError):
        student.sample_size(0.2, 0.1, 0.0, "optimistic")


# error_bound


@pytest.mark.exercise("error_bound")
def test_realizable_error_bound(student):
    """ten hypotheses, 50 examples, delta = 0.1: (ln 10 + ln 10) / 50"""
    assert student.error_bound(0, 50, 0.1, math.log(10), "realizable") == pytest.approx(2 * math.log(10) / 50, rel=1e-6)


@pytest.mark.exercise("error_bound")
def test_agnostic_error_bound(student):
    """one hypothesis, 50 examples, delta = 0.2: the gap is sqrt(ln 10 / 100), added to the training error once"""
    assert student.error_bound(0.3, 50, 0.2) == pytest.approx(0.3 + math.sqrt(math.log(10)) / 10, rel=1e-6)


@pytest.mark.exercise("error_bound")
def test_erm_error_bound(student):
    """for the empirical risk minimiser the same gap counts twice"""
    answer = student.error_bound(0.3, 50, 0.2, 0.0, "erm")
    assert answer == pytest.approx(0.3 + 2 * math.sqrt(math.log(10)) / 10, rel=1e-6)


# log_class_size


@pytest.mark.exercise("log_class_size")
def test_two_variables(student):
    """two variables: 9 conjunctions, 16 sets of literals, 16 Boolean functions, 2^3 * 2^4 = 128 trees"""
    families = ("conjunctions", "literal_sets", "boolean", "trees")
    sizes = [math.exp(student.log_class_size(family, 2)) for family in families]
    assert sizes == pytest.approx([9, 16, 16, 128], rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_lists_over_one_variable(student):
    """one variable, one literal per test: the tests are "always", x and not x, so c = 3 and 3^3 * 3! = 162"""
    assert math.exp(student.log_class_size("decision_lists", 1, 1)) == pytest.approx(162, rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_bytes(student):
    """two parameters of 8 bits each make 2^16 hypotheses"""
    assert student.log_class_size("parameters", 2, bits=8) == pytest.approx(16 * math.log(2), rel=1e-6)


# risk_minimisers


@pytest.mark.exercise("risk_minimisers")
def test_three_functions(student):
    """two inputs, three functions: errors by hand, and the best function alone votes"""
    answer = student.risk_minimisers([[0, 0], [1, 1], [0, 1]], [[0.5, 0.1], [0.1, 0.3]])
    assert np.allclose(answer["errors"], [0.1 + 0.3, 0.5 + 0.1, 0.1 + 0.1], rtol=1e-6)
    assert answer["irreducible"] == pytest.approx(0.2, rel=1e-6)
    assert np.asarray(answer["minimisers"]).tolist() == [2]
    assert np.allclose(answer["vote"], [0, 1], atol=1e-9)


@pytest.mark.exercise("risk_minimisers")
def test_unseen_input(student):
    """only input 0 was seen, with label 1: two of the four functions are consistent, and they disagree at input 1"""
    answer = student.risk_minimisers([[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 1], [0, 0]])
    assert np.allclose(answer["errors"], [1, 1, 0, 0], atol=1e-9)
    assert answer["irreducible"] == pytest.approx(0, abs=1e-9)
    assert np.asarray(answer["minimisers"]).tolist() == [2, 3]
    assert np.allclose(answer["vote"], [1, 0.5], atol=1e-9)


@pytest.mark.exercise("risk_minimisers")
def test_no_distribution(student):
    """a table whose entries do not add up to 1 raises ValueError"""
    with pytest.raises(ValueError):
        student.risk_minimisers([[0, 1]], [[0.5, 0.5], [0.5, 0.5]])


# learn_conjunction


@pytest.mark.exercise("learn_conjunction")
def test_one_positive(student):
    """after one positive example exactly the d literals that it satisfies are left"""
    learnt = student.learn_conjunction(np.array([[1, 0, 1]]), np.array([1]))
    assert [tuple(literal) for literal in learnt] == [(0, 1), (1, 0), (2, 1)]


@pytest.mark.exercise("learn_conjunction")
def test_second_positive(student):
    """the second positive differs in column 1 only, so both literals of that column are gone"""
    learnt = student.learn_conjunction(np.array([[1, 0, 1], [1, 1, 1], [0, 1, 1]]), np.array([1, 1, 0]))
    assert [tuple(literal) for literal in learnt] == [(0, 1), (2, 1)]


@pytest.mark.exercise("learn_conjunction")
def test_only_negatives(student):
    """negatives throw out nothing"""
    learnt = student.learn_conjunction(np.array([[1, 0]]), np.array([0]))
    assert [tuple(literal) for literal in learnt] == [(0, 0), (0, 1), (1, 0), (1, 1)]


# rectangle_experiment


@pytest.mark.exercise("rectangle_experiment")
def test_interval(student):
    """in one dimension the box is the interval from the smallest to the largest positive point"""
    answer = student.rectangle_experiment([[0.2], [0.8]], [[[0.3], [0.9], [0.7]], [[0.2], [0.8], [0.1]]], 0.1, 0.5)
    assert np.allclose(answer["boxes"], [[[0.3], [0.7]], [[0.2], [0.8]]], rtol=1e-6)
    assert np.allclose(answer["errors"], [0.6 - 0.4, 0], atol=1e-6)
    assert answer["failure_rate"] == pytest.approx(0.5, rel=1e-6)
    assert answer["is_pac"]


@pytest.mark.exercise("rectangle_experiment")
def test_no_positive_point(student):
    """no point fell into the concept: the empty box misses its whole volume"""
    answer = student.rectangle_experiment([[0.5, 0.5], [1, 1]], [[[0.1, 0.7], [0.2, 0.2]]], 0.1, 0.5)
    assert np.array_equal(answer["boxes"], [[[np.inf, np.inf], [-np.inf, -np.inf]]])
    assert np.allclose(answer["errors"], [0.25], rtol=1e-6)
    assert not answer["is_pac"]


@pytest.mark.exercise("rectangle_experiment")
def test_strips_of_an_interval(student):
    """an interval has two ends, so there are two strips of mass 0.2 / 2, and 40 points miss one with 2 * 0.9^40"""
    answer = student.rectangle_experiment([[0], [1]], np.full((1, 40, 1), 0.5), 0.2, 0.5)
    assert answer["bound"] == pytest.approx(2 * 0.9**40, rel=1e-6)


# predict_decision_list


@pytest.mark.exercise("predict_decision_list")
def test_first_true_test(student):
    """x0 = 1 answers 0, otherwise x1 = 1 answers 1, otherwise nothing is true and the answer is 0"""
    rules = [([(0, 1)], 0), ([(1, 1)], 1)]
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert np.asarray(student.predict_decision_list(rules, X)).tolist() == [0, 1, 0, 0]


@pytest.mark.exercise("predict_decision_list")
def test_always(student):
    """the empty test is true for every row"""
    assert np.asarray(student.predict_decision_list([([], 1)], np.array([[3], [7]]))).tolist() == [1, 1]


# learn_decision_list


@pytest.mark.exercise("learn_decision_list")
def test_learn_or(student):
    """OR of two bits: x0 = 1 covers two ones, then x1 = 0 the zero, then x0 = 0 the last one"""
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 1])
    assert plain(student.learn_decision_list(X, y)) == [([(0, 1)], 1), ([(1, 0)], 0), ([(0, 0)], 1)]


@pytest.mark.exercise("learn_decision_list")
def test_most_covered_first(student):
    """column 1 has a value with three equal labels, more than any value of column 0"""
    X, y = np.array([[0, 5], [1, 5], [2, 5], [2, 4]]), np.array([1, 1, 1, 0])
    assert plain(student.learn_decision_list(X, y)) == [([(1, 5)], 1), ([(0, 2)], 0)]


@pytest.mark.exercise("learn_decision_list")
def test_contradiction(student):
    """two equal rows with different labels cannot be told apart by any test: ValueError"""
    with pytest.raises(ValueError):
        student.learn_decision_list(np.array([[0, 1], [0, 1]]), np.array([0, 1]))
