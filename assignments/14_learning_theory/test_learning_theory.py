"""Public checks of "How many examples are enough?": small cases that you can work out by hand."""

import math

import numpy as np
import pytest


def agrees(answer, expected):
    """The same shape and, up to rounding, the same numbers."""
    assert answer is not None, f"returned None where {expected} was expected; is a return missing?"
    answer, expected = np.asarray(answer, dtype=float), np.array(expected, dtype=float)
    assert answer.shape == expected.shape
    assert answer == pytest.approx(expected, rel=1e-6, abs=1e-9)


def entries(answer):
    """The answer, once it is a dict."""
    assert isinstance(answer, dict), f"returned {answer} where a dict was expected"
    return answer


def pairs(answer, expected):
    """The answer as a list of tuples of two, once it is a list of pairs."""
    assert answer is not None, f"returned None where {expected} was expected; is a return missing?"
    for entry in answer:
        assert len(entry) == 2, f"{entry} is no pair; {expected} was expected"
    return [tuple(entry) for entry in answer]


def lists(answer, expected):
    """The same decision list, with tuples or lists, Python's ints or numpy's."""
    rules = [(pairs(test, expected), int(outcome)) for test, outcome in pairs(answer, expected)]
    assert rules == expected


def literals(answer, expected):
    """The same literals, as tuples, lists or rows of an array."""
    assert pairs(answer, expected) == expected


# hoeffding


@pytest.mark.exercise("hoeffding")
def test_two_throws(student):
    """two throws of a fair coin: the average 0.5 is no deviation, the averages 0 and 1 are, so exact is 1/2"""
    agrees(student.hoeffding(0.5, 0.4, 2), [0.5, 1.0])


@pytest.mark.exercise("hoeffding")
def test_three_throws_of_an_unfair_coin(student):
    """three throws with phi = 0.2: only the counts 2 and 3 are off by more than 0.4"""
    agrees(student.hoeffding(0.2, 0.4, 3), [3 * 0.2**2 * 0.8 + 0.2**3, 2 * math.exp(-0.96)])


@pytest.mark.exercise("hoeffding")
def test_a_tie_is_no_deviation(student):
    """ten throws with phi = 0.3: the counts 2 and 4 are off by exactly gamma = 0.1, so 2, 3 and 4 are no deviations"""
    stays = sum(math.comb(10, k) * 0.3**k * 0.7 ** (10 - k) for k in (2, 3, 4))
    agrees(student.hoeffding(0.3, 0.1, 10), [1 - stays, 1.0])


@pytest.mark.exercise("hoeffding")
def test_gamma_zero_is_refused(student):
    """gamma must be positive, else ValueError"""
    with pytest.raises(ValueError):
        student.hoeffding(0.5, 0.0, 10)


# failure_bound


@pytest.mark.exercise("failure_bound")
def test_two_bad_hypotheses(student):
    """two hypotheses that err half of the time: both survive three examples with probability at most 2 / 8"""
    agrees(student.failure_bound(0.5, 3, math.log(2), "realizable"), 0.25)


@pytest.mark.exercise("failure_bound")
def test_ten_hypotheses(student):
    """ten hypotheses, epsilon = 0.5, 20 examples, agnostic: 2 * 10 * exp(-10)"""
    agrees(student.failure_bound(0.5, 20, math.log(10)), 20 * math.exp(-10))


@pytest.mark.exercise("failure_bound")
def test_no_examples(student):
    """without examples nothing is promised: the bound is 1"""
    agrees(student.failure_bound(0.2, 0, math.log(5), "realizable"), 1.0)


@pytest.mark.exercise("failure_bound")
def test_a_class_too_large_for_a_float(student):
    """with ln|H| = 1000 the size of H fits into no float, but 2|H| exp(-2 epsilon² n) = 2 exp(1000 - 1005) does"""
    agrees(student.failure_bound(0.5, 2010, 1000.0), 2 * math.exp(-5))


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


@pytest.mark.exercise("sample_size")
def test_rounding_up(student):
    """4.605 divided by 0.4 is 11.51, and divided by 0.2 it is 23.03: 12 and 24 examples are enough, fewer are not"""
    assert student.sample_size(0.4, 0.1, math.log(10), "realizable") == 12
    assert student.sample_size(0.2, 0.1, math.log(10), "realizable") == 24


# error_bound


@pytest.mark.exercise("error_bound")
def test_realizable_error_bound(student):
    """ten hypotheses, 50 examples, delta = 0.1: (ln 10 + ln 10) / 50"""
    agrees(student.error_bound(0, 50, 0.1, math.log(10), "realizable"), 2 * math.log(10) / 50)


@pytest.mark.exercise("error_bound")
def test_agnostic_error_bound(student):
    """one hypothesis, 50 examples, delta = 0.2: the gap is sqrt(ln 10 / 100), added to the training error once"""
    agrees(student.error_bound(0.3, 50, 0.2), 0.3 + math.sqrt(math.log(10)) / 10)


@pytest.mark.exercise("error_bound")
def test_erm_error_bound(student):
    """for the empirical risk minimiser the same gap counts twice"""
    answer = student.error_bound(0.3, 50, 0.2, 0.0, "erm")
    agrees(answer, 0.3 + 2 * math.sqrt(math.log(10)) / 10)


@pytest.mark.exercise("error_bound")
def test_empty_promise(student):
    """four examples promise nothing, and the bound says so: (ln 10 + ln 10) / 4 = 1.15 is not cut off at 1"""
    agrees(student.error_bound(0, 4, 0.1, math.log(10), "realizable"), math.log(10) / 2)


# log_class_size


@pytest.mark.exercise("log_class_size")
def test_two_variables(student):
    """two variables: 9 conjunctions, 16 sets of literals, 16 Boolean functions, 2^3 * 2^4 = 128 trees"""
    families = ("conjunctions", "literal_sets", "boolean", "trees")
    agrees([student.log_class_size(family, 2) for family in families], np.log([9, 16, 16, 128]))


@pytest.mark.exercise("log_class_size")
def test_lists_over_one_variable(student):
    """one variable, one literal per test: the tests are "always", x and not x, so c = 3 and 3^3 * 3! = 162"""
    agrees(student.log_class_size("decision_lists", 1, 1), math.log(162))


@pytest.mark.exercise("log_class_size")
def test_lists_over_two_variables(student):
    """two variables have four literals: with the empty test that makes c = 5, and 3^5 * 5! = 29160"""
    agrees(student.log_class_size("decision_lists", 2, 1), math.log(29160))


@pytest.mark.exercise("log_class_size")
def test_bytes(student):
    """two parameters of 8 bits each make 2^16 hypotheses"""
    agrees(student.log_class_size("parameters", 2, bits=8), 16 * math.log(2))


# risk_minimisers


@pytest.mark.exercise("risk_minimisers")
def test_three_functions(student):
    """two inputs, three functions: errors by hand, and the best function alone votes"""
    answer = entries(student.risk_minimisers([[0, 0], [1, 1], [0, 1]], [[0.5, 0.1], [0.1, 0.3]]))
    agrees(answer["errors"], [0.1 + 0.3, 0.5 + 0.1, 0.1 + 0.1])
    agrees(answer["irreducible"], 0.2)
    agrees(answer["minimisers"], [2])
    agrees(answer["vote"], [0, 1])


@pytest.mark.exercise("risk_minimisers")
def test_unseen_input(student):
    """only input 0 was seen, with label 1: two of the four functions are consistent, and they disagree at input 1"""
    answer = entries(student.risk_minimisers([[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 1], [0, 0]]))
    agrees(answer["errors"], [1, 1, 0, 0])
    agrees(answer["irreducible"], 0)
    agrees(answer["minimisers"], [2, 3])
    agrees(answer["vote"], [1, 0.5])


@pytest.mark.exercise("risk_minimisers")
def test_poor_class(student):
    """the best function of the class has error 0.4, but a function outside the class would err with 0.1 + 0.1 only"""
    answer = entries(student.risk_minimisers([[0, 0], [1, 1]], [[0.5, 0.1], [0.1, 0.3]]))
    agrees(answer["errors"], [0.4, 0.6])
    agrees(answer["irreducible"], 0.2)


@pytest.mark.exercise("risk_minimisers")
def test_ties(student):
    """0.3 and 0.1 + 0.2 are a tie although floats say no, and an error that is larger by a millionth is no tie"""
    joint = np.array([[0, 0.1], [0, 0.2], [0, 0.3], [0.4, 0]])
    agrees(entries(student.risk_minimisers([[0, 0, 1, 0], [1, 1, 0, 0]], joint))["minimisers"], [0, 1])
    joint = np.array([[0, 0.100001], [0, 0.2], [0, 0.299999], [0.4, 0]])
    agrees(entries(student.risk_minimisers([[0, 0, 1, 0], [1, 1, 0, 0]], joint))["minimisers"], [1])


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
    literals(learnt, [(0, 1), (1, 0), (2, 1)])


@pytest.mark.exercise("learn_conjunction")
def test_second_positive(student):
    """the second positive differs in column 1 only, so both literals of that column are gone"""
    learnt = student.learn_conjunction(np.array([[1, 0, 1], [1, 1, 1], [0, 1, 1]]), np.array([1, 1, 0]))
    literals(learnt, [(0, 1), (2, 1)])


@pytest.mark.exercise("learn_conjunction")
def test_only_negatives(student):
    """negatives throw out nothing: two positives leave (1, 0), and without any positive all four literals stay"""
    literals(student.learn_conjunction(np.array([[1, 0], [0, 0], [1, 0]]), np.array([1, 1, 0])), [(1, 0)])
    learnt = student.learn_conjunction(np.array([[1, 0]]), np.array([0]))
    literals(learnt, [(0, 0), (0, 1), (1, 0), (1, 1)])


# rectangle_experiment


@pytest.mark.exercise("rectangle_experiment")
def test_interval(student):
    """in one dimension the box is the interval from the smallest to the largest positive point"""
    answer = entries(
        student.rectangle_experiment([[0.2], [0.8]], [[[0.3], [0.9], [0.7]], [[0.2], [0.8], [0.1]]], 0.1, 0.5)
    )
    agrees(answer["boxes"], [[[0.3], [0.7]], [[0.2], [0.8]]])
    agrees(answer["errors"], [0.6 - 0.4, 0])
    agrees(answer["failure_rate"], 0.5)
    assert answer["is_pac"]


@pytest.mark.exercise("rectangle_experiment")
def test_no_positive_point(student):
    """no point of the first sample fell into the concept: the empty box misses its whole volume"""
    samples = [[[0.1, 0.7], [0.2, 0.2]], [[0.6, 0.9], [0.9, 0.6]]]
    answer = entries(student.rectangle_experiment([[0.5, 0.5], [1, 1]], samples, 0.1, 0.5))
    agrees(answer["boxes"], [[[np.inf, np.inf], [-np.inf, -np.inf]], [[0.6, 0.6], [0.9, 0.9]]])
    agrees(answer["errors"], [0.25, 0.25 - 0.09])
    assert not answer["is_pac"]


@pytest.mark.exercise("rectangle_experiment")
def test_strips_of_an_interval(student):
    """an interval has two ends, so there are two strips of mass 0.2 / 2, and 40 points miss one with 2 * 0.9^40"""
    answer = entries(student.rectangle_experiment([[0], [1]], np.full((2, 40, 1), 0.5), 0.2, 0.5))
    agrees(answer["bound"], 2 * 0.9**40)


# predict_decision_list


@pytest.mark.exercise("predict_decision_list")
def test_first_true_test(student):
    """x0 = 1 answers 0, otherwise x1 = 1 answers 1, otherwise nothing is true and the answer is 0"""
    rules = [([(0, 1)], 0), ([(1, 1)], 1)]
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    agrees(student.predict_decision_list(rules, X), [0, 1, 0, 0])


@pytest.mark.exercise("predict_decision_list")
def test_always(student):
    """the empty test is true for every row"""
    agrees(student.predict_decision_list([([], 1)], np.array([[3], [7]])), [1, 1])


@pytest.mark.exercise("predict_decision_list")
def test_all_literals(student):
    """a test of two literals needs both of them"""
    X = np.array([[1, 5], [1, 4], [0, 5], [0, 4]])
    agrees(student.predict_decision_list([([(0, 1), (1, 5)], 1)], X), [1, 0, 0, 0])


@pytest.mark.exercise("predict_decision_list")
def test_no_rule_applies(student):
    """a row that no test covers gets 0, whether the last rule says 1 or 0"""
    agrees(student.predict_decision_list([([(0, 2)], 1)], np.array([[1], [2]])), [0, 1])
    agrees(student.predict_decision_list([([(0, 2)], 0)], np.array([[1], [2]])), [0, 0])


# learn_decision_list


@pytest.mark.exercise("learn_decision_list")
def test_learn_or(student):
    """OR of two bits: x0 = 1 covers two ones, then x1 = 0 the zero, then x0 = 0 the last one"""
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 1])
    lists(student.learn_decision_list(X, y), [([(0, 1)], 1), ([(1, 0)], 0), ([(0, 0)], 1)])


@pytest.mark.exercise("learn_decision_list")
def test_most_covered_first(student):
    """column 1 has a value with three equal labels, more than any value of column 0"""
    X, y = np.array([[0, 5], [1, 5], [2, 5], [2, 4]]), np.array([1, 1, 1, 0])
    lists(student.learn_decision_list(X, y), [([(1, 5)], 1), ([(0, 2)], 0)])


@pytest.mark.exercise("learn_decision_list")
def test_short_tests_first(student):
    """x0 = 1 is uniform and goes first, although x0 = 0 and x1 = 0 together would cover two examples"""
    X, y = np.array([[0, 0], [0, 0], [0, 1], [1, 0]]), np.array([1, 1, 0, 0])
    lists(student.learn_decision_list(X, y, 2), [([(0, 1)], 0), ([(1, 0)], 1), ([(0, 0)], 0)])


@pytest.mark.exercise("learn_decision_list")
def test_exclusive_or(student):
    """XOR needs one test of two literals; for the three examples that are left short tests are enough"""
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
    expected = [([(0, 0), (1, 0)], 0), ([(0, 0)], 1), ([(1, 0)], 1), ([(0, 1)], 0)]
    lists(student.learn_decision_list(X, y, 2), expected)


@pytest.mark.exercise("learn_decision_list")
def test_settled_examples(student):
    """after x1 = 0 two examples are left: x1 = 2 covers both, and x0 = 1 only one that is not settled yet"""
    X, y = np.array([[1, 2], [1, 0], [2, 2], [2, 0]]), np.array([0, 1, 0, 1])
    lists(student.learn_decision_list(X, y), [([(1, 0)], 1), ([(1, 2)], 0)])


@pytest.mark.exercise("learn_decision_list")
def test_columns_before_values(student):
    """columns 0 and 1 come before columns 0 and 2, whatever the values are"""
    X = np.array([[1, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0], [1, 0, 1], [0, 1, 0]])
    expected = [([(0, 1), (1, 1)], 1), ([(2, 0)], 0), ([(0, 0)], 1), ([(0, 1)], 0)]
    lists(student.learn_decision_list(X, np.array([1, 1, 1, 0, 0, 0]), 2), expected)


@pytest.mark.exercise("learn_decision_list")
def test_contradiction(student):
    """two equal rows with different labels cannot be told apart by any test: ValueError"""
    with pytest.raises(ValueError):
        student.learn_decision_list(np.array([[0, 1], [0, 1]]), np.array([0, 1]))
