"""Hidden checks of 14_learning_theory."""

import functools
import math
from itertools import combinations, product

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
    says,
)

REALIZABLE, AGNOSTIC, ERM = "realizable", "agnostic", "erm"


def bits(d):
    """All 2^d rows of d bits, in the order of the binary numbers."""
    return np.array(list(product((0, 1), repeat=d)))


def log_sum(values):
    """Logarithm of a product of positive integers."""
    return sum(math.log(value) for value in values)


def open_unit(rng, low=0.02, high=0.6):
    return float(rng.uniform(low, high))


def asked(epsilon, delta, log_size, setting):
    """The number of examples before rounding up."""
    if setting == REALIZABLE:
        return (log_size + math.log(1 / delta)) / epsilon
    return (log_size + math.log(2 / delta)) / (2 * epsilon**2)


def draw_arguments(rng, setting):
    """epsilon, delta and log_size for which the number of examples is clearly no integer."""
    while True:
        epsilon, delta, log_size = open_unit(rng, 0.04, 0.4), open_unit(rng, 0.005, 0.5), float(rng.uniform(0, 30))
        if 0.05 < asked(epsilon, delta, log_size, setting) % 1 < 0.95:
            return epsilon, delta, log_size


def a_dict(answer):
    """The answer, once it is a dict."""
    assert isinstance(answer, dict), f"the answer should be a dict, but it is a {type(answer).__name__}"
    return answer


def pairs(answer, name, of):
    """The two parts of every entry of a list."""
    assert isinstance(answer, list | tuple | np.ndarray), (
        f"{name} should be a list, but it is a {type(answer).__name__}"
    )
    return [listed_parts(part, 2, f"{name}[{i}], {of},") for i, part in enumerate(answer)]


def literals(answer, name="the answer"):
    """A list of literals as plain ints, as tuples, lists or an array."""
    return [(int(column), int(value)) for column, value in pairs(answer, name, "a pair (column, value)")]


def rule_list(answer):
    """A decision list with plain ints."""
    rules = pairs(answer, "the answer", "a pair (test, outcome)")
    return [(literals(test, f"test {i}"), int(outcome)) for i, (test, outcome) in enumerate(rules)]


def table_of(x, y, size):
    """Relative frequencies of a sample, as risk_minimisers takes them."""
    table = np.zeros((size, 2))
    np.add.at(table, (np.asarray(x), np.asarray(y)), 1)
    return table / len(x)


def coded(column):
    return np.unique(column, return_inverse=True)[1].ravel()


def all_inputs(sizes):
    """Every row whose j-th entry is one of 0, ..., sizes[j] - 1."""
    return np.indices(sizes).reshape(len(sizes), -1).T


def restaurant(dataset):
    X, y, names = dataset("restaurant")
    return np.column_stack([coded(column) for column in X.T]), (y == "Yes").astype(int), list(names)


def enjoy_sport(dataset):
    X, y, _ = dataset("enjoy_sport")
    return np.equal(X, X[0]).astype(int), np.asarray(y).astype(int)


def course_ratings(dataset):
    X, y, _ = dataset("course_ratings")
    return np.asarray(X).astype(int), (np.asarray(y).astype(int) >= 0).astype(int)


def satisfies(test, X):
    """Which rows pass a test, worked out without the reference."""
    return np.array([all(row[column] == value for column, value in test) for row in X.tolist()], dtype=bool)


def random_test(rng, d, size):
    columns = sorted(rng.choice(d, size=size, replace=False).tolist())
    return [(column, int(rng.integers(2))) for column in columns]


def random_list(rng, d, size, length):
    return [(random_test(rng, d, size), int(rng.integers(2))) for _ in range(length)] + [([], int(rng.integers(2)))]


def has_list(X, y):
    """Whether some decision list of one-literal tests fits bits X and labels y."""
    if len(set(y.tolist())) < 2:
        return True
    for column, value in product(range(X.shape[1]), (0, 1)):
        covered = X[:, column] == value
        if len(set(y[covered].tolist())) == 1:
            return has_list(X[~covered], y[~covered])
    return False


@functools.cache
def functions_with_a_list():
    """For each of the 256 functions of three bits, whether some list of one-literal tests is that function."""
    return np.array([has_list(bits(3), labels) for labels in bits(8)])


@functools.cache
def conjunctions_of_six_bits():
    """All 729 conjunctions, as tests, and what each answers on the 64 inputs."""
    choices = list(product((0, 1, None), repeat=6))
    tests = [[(j, v) for j, v in enumerate(choice) if v is not None] for choice in choices]
    inputs = bits(6)
    answers = [np.all([inputs[:, j] == v for j, v in test] or [[True] * 64], axis=0) for test in tests]
    return tests, np.array(answers).astype(int)


def waits(rows):
    """Whether the published tree of AIMA's Fig. 19.3 waits, for rows of the coded restaurant data."""
    alternate, bar, friday, hungry, patrons, _, rain, reservation, _, wait = rows.T
    ten_to_thirty = np.where((hungry == 1) & (alternate == 1), rain, 1)
    thirty_to_sixty = np.where(alternate == 1, friday, reservation | bar)
    full = np.choose(wait, [1, ten_to_thirty, thirty_to_sixty, 0])
    return np.choose(patrons, [full, 0, 1])


# hoeffding ------------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("hoeffding")
def test_hoeffding_fair_coin(student):
    """a fair coin thrown 100 times is off by more than 0.1 with probability 0.035, while the bound only says 0.27"""
    same(student.hoeffding(0.5, 0.1, 100), (0.0352002002, 0.2706705665))


@pytest.mark.exercise("hoeffding")
def test_hoeffding_both_tails(student):
    """for unfair coins, too, averages that are too low and averages that are too high are both deviations"""
    same(student.hoeffding(0.1, 0.05, 200), (0.0130368775, 0.7357588823))
    same(student.hoeffding(0.9, 0.2, 20), (0.0023860894, 0.4037930360))


@pytest.mark.exercise("hoeffding")
def test_hoeffding_equality_is_no_deviation(student):
    """a count that is off by exactly gamma is no deviation: the event is strictly greater"""
    same(student.hoeffding(0.5, 0.25, 4), (0.125, 1.0))
    same(student.hoeffding(0.5, 0.125, 16), (sum(2 * math.comb(16, k) for k in range(6)) / 2**16, 1.0))


@pytest.mark.exercise("hoeffding")
def test_hoeffding_ties_in_floats(student):
    """ties stay ties when n·phi and n·gamma are no exact floats: counts are compared with a slack of 1e-9"""
    same(student.hoeffding(0.3, 0.1, 10), (0.2995766785, 1.0))
    for phi, gamma, n in [(0.7, 0.1, 10), (0.6, 0.2, 10), (0.1, 0.2, 10), (0.3, 0.1, 20), (0.35, 0.15, 100)]:
        low, high = round(n * (phi - gamma)), round(n * (phi + gamma))
        inside = sum(math.comb(n, k) * phi**k * (1 - phi) ** (n - k) for k in range(max(low, 0), high + 1))
        same(listed_parts(student.hoeffding(phi, gamma, n), 2)[0], 1 - inside)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_bound_is_a_probability(student):
    """the bound is cut off at 1, where few throws or a small gamma would push it higher"""
    for phi, gamma, n in [(0.4, 0.3, 1), (0.4, 0.01, 30), (0.5, 0.1, 34)]:
        same(listed_parts(student.hoeffding(phi, gamma, n), 2)[1], 1.0)
    same(listed_parts(student.hoeffding(0.5, 0.1, 35), 2)[1], 2 * math.exp(-0.7))


@pytest.mark.exercise("hoeffding")
def test_hoeffding_nothing_random(student):
    """a coin that always falls the same way never deviates, nor does any coin beyond gamma = max(phi, 1 - phi)"""
    for phi in (0, 1, 0.0, 1.0):
        same(student.hoeffding(phi, 0.1, 50), (0, 0.7357588823))
    for phi, gamma, n in [(0.5, 0.5, 1), (0.25, 0.75, 8), (0.4, 0.6, 15), (0.7, 2, 3)]:
        same(student.hoeffding(phi, gamma, n), (0, min(1, 2 * math.exp(-2 * gamma**2 * n))))


@pytest.mark.exercise("hoeffding")
def test_hoeffding_one_throw(student):
    """with a single throw the average is 0 or 1, so the exact probability can be read off"""
    same(listed_parts(student.hoeffding(0.3, 0.5, 1), 2)[0], 0.3)
    same(listed_parts(student.hoeffding(0.3, 0.2, 1), 2)[0], 1.0)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_many_throws(student, reference):
    """thousands of throws neither overflow nor vanish: logarithms are added before exp is taken"""
    same(student.hoeffding(0.5, 0.02, 2000), (0.0700809316, 0.4037930360))
    same(student.hoeffding(0.03, 0.0051, 5000), reference.hoeffding(0.03, 0.0051, 5000))


@pytest.mark.exercise("hoeffding")
def test_hoeffding_random(student, reference, rng):
    """for random coins the two numbers are right, exact stays below bound, and phi and 1 - phi are alike"""
    for _ in range(6):
        n = rng.integers(20, 120)
        # n·phi ends in .25 and n·gamma in .5, so that no count is anywhere near a tie
        phi, gamma = (rng.integers(1, n - 2) + 0.25) / n, (rng.integers(0, n // 5) + 0.5) / n
        answer = student.hoeffding(phi, gamma, n)
        same(answer, reference.hoeffding(phi, gamma, n), abs=1e-10)
        exact, bound = answer
        assert -1e-9 <= exact <= bound + 1e-9
        same(listed_parts(student.hoeffding(1 - phi, gamma, n), 2)[0], exact, abs=1e-10)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_bad_input(student):
    """phi outside [0, 1], gamma that is not positive and n that is no integer of at least 1 raise ValueError"""
    cases = [(-0.1, 0.1, 10), (1.1, 0.1, 10), (0.5, 0, 10), (0.5, -0.1, 10), (0.5, 0.1, 0), (0.5, 0.1, 2.5)]
    refuses(student.hoeffding, *(given(*case) for case in cases), but_takes=given(0.5, 0.1, 10))


# failure_bound --------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("failure_bound")
def test_failure_realizable(student):
    """when realizable, a bad hypothesis survives all n examples with probability (1-epsilon)^n, times |H|"""
    same(student.failure_bound(0.1, 44, 0, REALIZABLE), 0.0096977373)
    same(student.failure_bound(0.1, 100, math.log(729), REALIZABLE), 0.0193632598)
    same(student.failure_bound(0.025, 176, math.log(4), REALIZABLE), 0.0464378767)


@pytest.mark.exercise("failure_bound")
def test_failure_agnostic(student):
    """in the agnostic setting the bound is 2|H| exp(-2 epsilon² n)"""
    same(student.failure_bound(0.1, 400, math.log(100), AGNOSTIC), 0.0670925256)
    same(student.failure_bound(0.1, 1000, math.log(100), AGNOSTIC), 4.122307e-07, abs=0)


@pytest.mark.exercise("failure_bound")
def test_failure_defaults(student):
    """by default there is one hypothesis and the setting is agnostic, so what is left is Hoeffding's bound"""
    same(student.failure_bound(0.1, 100), 0.2706705665)
    same(student.failure_bound(epsilon=0.2, n=30), 2 * math.exp(-2.4))
    same(student.failure_bound(0.1, 400, math.log(100)), 0.0670925256)


@pytest.mark.exercise("failure_bound")
def test_failure_capped(student):
    """a bound on a probability never exceeds 1, and without examples it is 1"""
    for setting in (REALIZABLE, AGNOSTIC):
        same(student.failure_bound(0.1, 0, math.log(3), setting), 1.0)
        same(student.failure_bound(0.1, 0, 0.0, setting), 1.0)
        same(student.failure_bound(0.1, 20, math.log(1000), setting), 1.0)


@pytest.mark.exercise("failure_bound")
def test_failure_huge_class(student):
    """classes whose size is no float are no obstacle: add logarithms first and take exp once"""
    same(student.failure_bound(0.1, 7128, 2**10 * math.log(2), REALIZABLE), 1.24544e-18, abs=0)
    same(student.failure_bound(0.5, 2010000, 1e6, AGNOSTIC), 2 * math.exp(-5000), abs=1e-300)
    same(student.failure_bound(0.5, 2000010, 1e6, AGNOSTIC), 2 * math.exp(-5))
    for setting in (REALIZABLE, AGNOSTIC):
        same(student.failure_bound(0.1, 100, 1e6, setting), 1.0)


@pytest.mark.exercise("failure_bound")
def test_failure_union(student, rng):
    """twice as many hypotheses double the bound, as long as it is below 1"""
    for setting, n in [(REALIZABLE, 150), (AGNOSTIC, 900)]:
        epsilon, log_size = open_unit(rng, 0.08, 0.12), float(rng.uniform(0, 3))
        once = numbers(student.failure_bound(epsilon, n, log_size, setting))
        twice = student.failure_bound(epsilon, n, log_size + math.log(2), setting)
        assert once > 0
        same(twice, 2 * once, abs=0)


@pytest.mark.exercise("failure_bound")
def test_failure_random(student, reference, rng):
    """random cases agree with the formulas, and the realizable promise is never the weaker one"""
    for _ in range(5):
        epsilon, n, log_size = open_unit(rng), rng.integers(1, 400), np.float64(rng.uniform(0, 20))
        realizable = numbers(student.failure_bound(epsilon, n, log_size, REALIZABLE))
        agnostic = numbers(student.failure_bound(epsilon, n, log_size, AGNOSTIC))
        same(realizable, reference.failure_bound(epsilon, n, log_size, REALIZABLE), abs=1e-30)
        same(agnostic, reference.failure_bound(epsilon, n, log_size, AGNOSTIC), abs=1e-30)
        assert realizable <= agnostic * (1 + 1e-5)


@pytest.mark.exercise("failure_bound")
def test_failure_bad_input(student):
    """epsilon outside (0, 1), a negative or fractional n, a negative log_size or an unknown setting raise ValueError"""
    cases = [(0, 10), (1, 10), (1.5, 10), (-0.1, 10), (0.1, -1), (0.1, 2.5), (0.1, 10, -0.5)]
    cases += [(0.1, 10, 0.0, ERM), (0.1, 10, 0.0, "Realizable"), (0.1, 10, 0.0, "")]
    refuses(student.failure_bound, *(given(*case) for case in cases), but_takes=given(0.1, 10, 0.0, REALIZABLE))


# sample_size ----------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("sample_size")
def test_sample_size_realizable(student):
    """when realizable, (ln|H| + ln(1/delta)) / epsilon examples are enough, rounded up"""
    ln2 = math.log(2)
    arguments = [(0.1, 0.05, math.log(729)), (0.1, 0.05, 16 * ln2), (0.1, 0.05, 8 * ln2), (0.05, 0.01, 16 * ln2)]
    arguments += [(0.1, 0.1, math.log(1000)), (0.05, 0.1, 10 * math.log(4))]
    answers = [student.sample_size(*a, REALIZABLE) for a in arguments]
    same_items(answers, [96, 141, 86, 314, 93, 324])


@pytest.mark.exercise("sample_size")
def test_sample_size_agnostic(student):
    """in the agnostic setting it takes (ln|H| + ln(2/delta)) / (2 epsilon²) examples, rounded up"""
    arguments = [(0.1, 0.05, math.log(100)), (0.1, 0.05, math.log(1e4)), (0.05, 0.05, math.log(100))]
    arguments += [(0.1, 0.05, 16 * math.log(2)), (0.05, 0.01, math.log(100))]
    answers = [student.sample_size(*a, AGNOSTIC) for a in arguments]
    same_items(answers, [415, 645, 1659, 739, 1981])


@pytest.mark.exercise("sample_size")
def test_sample_size_defaults(student):
    """by default there is one hypothesis and the setting is agnostic: the test-set size for error bars of epsilon"""
    same_items(student.sample_size(0.1, 0.05), 185)
    same_items(student.sample_size(epsilon=0.05, delta=0.05, log_size=math.log(100)), 1659)


@pytest.mark.exercise("sample_size")
def test_sample_size_boolean_functions(student):
    """learning any Boolean function of d variables takes a number of examples that doubles with every variable"""
    answers = [student.sample_size(0.1, 0.05, 2**d * math.log(2), REALIZABLE) for d in (6, 10, 17, 20)]
    same_items(answers, [474, 7128, 908552, 7268205])
    same_items(student.sample_size(0.07, 0.05, 64 * math.log(2), REALIZABLE), 677)


@pytest.mark.exercise("sample_size")
def test_sample_size_known_classes(student, reference):
    """64-bit parameters, decision lists and rectangles need the numbers of examples that their log sizes ask for"""
    parameters = [student.sample_size(0.1, 0.05, reference.log_class_size("parameters", d)) for d in (1, 2, 10)]
    same_items(parameters, [2403, 4621, 22366])
    sizes = [reference.log_class_size("decision_lists", d, k) for d, k in [(3, 1), (3, 2), (4, 2), (5, 2), (10, 2)]]
    same_items([student.sample_size(0.1, 0.05, size, REALIZABLE) for size in sizes], [193, 757, 1430, 2369, 11567])
    goals = [(0.1, 0.05), (0.05, 0.05), (0.1, 0.01), (0.01, 0.01)]
    rectangles = [student.sample_size(epsilon / 4, delta, math.log(4), REALIZABLE) for epsilon, delta in goals]
    same_items(rectangles, [176, 351, 240, 2397])


@pytest.mark.exercise("sample_size")
def test_sample_size_rounds_up(student, reference, rng):
    """the answer is an integer that meets the guarantee, and one example fewer would not meet the formula"""
    for setting in (REALIZABLE, AGNOSTIC) * 3:
        epsilon, delta, log_size = draw_arguments(rng, setting)
        n = student.sample_size(epsilon, delta, log_size, setting)
        assert isinstance(n, int | np.integer), f"the answer should be an int, but it is a {type(n).__name__}"
        assert reference.failure_bound(epsilon, int(n), log_size, setting) <= delta
        assert reference.error_bound(0, int(n), delta, log_size, setting) <= epsilon
        assert n - 1 < asked(epsilon, delta, log_size, setting)


@pytest.mark.exercise("sample_size")
def test_sample_size_prices(student):
    """halving epsilon doubles the realizable price and quadruples the agnostic one; a tenth of delta adds a constant"""
    log_size = math.log(5000)
    coarse, fine = (student.sample_size(epsilon, 0.03, log_size, REALIZABLE) for epsilon in (0.004, 0.002))
    assert abs(fine - 2 * coarse) <= 2
    coarse, fine = (student.sample_size(epsilon, 0.03, log_size, AGNOSTIC) for epsilon in (0.04, 0.02))
    assert abs(fine - 4 * coarse) <= 4
    for setting, price in [(REALIZABLE, 250), (AGNOSTIC, 1 / (2 * 0.004**2))]:
        n = [student.sample_size(0.004, delta, log_size, setting) for delta in (0.1, 0.01, 0.001)]
        same([n[1] - n[0], n[2] - n[1]], [math.log(10) * price] * 2, abs=1.01)


@pytest.mark.exercise("sample_size")
def test_sample_size_bad_input(student):
    """epsilon or delta outside (0, 1), a negative log_size or an unknown setting raise ValueError"""
    cases = [(0, 0.1), (1, 0.1), (-0.1, 0.1), (0.1, 0), (0.1, 1), (0.1, 1.5), (0.1, 0.1, -0.5)]
    cases += [(0.1, 0.1, 0.0, ERM), (0.1, 0.1, 0.0, "noisy")]
    refuses(student.sample_size, *(given(*case) for case in cases), but_takes=given(0.1, 0.1, 0.0, REALIZABLE))


# error_bound ----------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("error_bound")
def test_error_bound_realizable(student):
    """a hypothesis that fits all examples has error at most (ln|H| + ln(1/delta)) / n, without a root"""
    same(student.error_bound(0, 100, 0.05, math.log(729), REALIZABLE), 0.0958740601)
    same(student.error_bound(0, 500, 0.05, 64 * math.log(2), REALIZABLE), 0.0947143037)
    same(4 * student.error_bound(0, 500, 0.05, math.log(4), REALIZABLE), 0.0350562131)


@pytest.mark.exercise("error_bound")
def test_error_bound_agnostic(student):
    """the true error is at most the training error plus sqrt((ln|H| + ln(2/delta)) / (2n))"""
    same(student.error_bound(0, 1000, 0.05, math.log(729), AGNOSTIC), 0.0716957223)
    same(student.error_bound(0.12, 1000, 0.05, math.log(729), AGNOSTIC), 0.1916957223)
    answers = [student.error_bound(0, n, 0.05, math.log(100)) for n in (100, 1000, 10000)]
    same(answers, (0.2036424519, 0.0643973976, 0.0203642452))


@pytest.mark.exercise("error_bound")
def test_error_bound_erm(student):
    """for the empirical risk minimiser the gap counts twice: once for it, once for the best hypothesis"""
    same(student.error_bound(0.1, 1000, 0.05, math.log(100), ERM), 0.2287947952)
    same(student.error_bound(0, 400, 0.1, 0.0, ERM), 2 * math.sqrt(math.log(20) / 800))


@pytest.mark.exercise("error_bound")
def test_error_bound_defaults(student):
    """by default there is one hypothesis and the setting is agnostic: the error bar of a single test error"""
    same(student.error_bound(0.25, 200, 0.1), 0.25 + math.sqrt(math.log(20) / 400))
    same(student.error_bound(error=1, n=50, delta=0.2), 1 + math.sqrt(math.log(10) / 100))


@pytest.mark.exercise("error_bound")
def test_error_bound_above_one(student):
    """a bound above 1 is returned as it is, not cut off: it is true, only empty"""
    same(student.error_bound(0, 10, 0.05, 64 * math.log(2), REALIZABLE), 4.735715183)
    same(student.error_bound(0.9, 1, 0.5), 0.9 + math.sqrt(math.log(4) / 2))
    same(student.error_bound(0.9, 4, 0.5, 0.0, ERM), 0.9 + math.sqrt(math.log(4) / 2))


@pytest.mark.exercise("error_bound")
def test_error_bound_inverts_sample_size(student, reference, rng):
    """with as many examples as sample_size asks for the bound reaches epsilon, and with one fewer it does not"""
    for setting in (REALIZABLE, AGNOSTIC) * 3:
        epsilon, delta, log_size = draw_arguments(rng, setting)
        n = reference.sample_size(epsilon, delta, log_size, setting)
        enough = numbers(student.error_bound(0, n, delta, log_size, setting))
        short = numbers(student.error_bound(0, n - 1, delta, log_size, setting))
        assert enough <= epsilon < short


@pytest.mark.exercise("error_bound")
def test_error_bound_covers(student, reference):
    """the gap is wide enough: the frequency of a coin strays further with probability of at most delta"""
    for phi, n, delta in [(0.5, 50, 0.2), (0.1, 200, 0.05), (0.35, 1000, 0.5)]:
        gap = student.error_bound(0, n, delta)
        same(gap, math.sqrt(math.log(2 / delta) / (2 * n)))
        assert reference.hoeffding(phi, gap, n)[0] <= delta, "the frequency strays further too often"


@pytest.mark.exercise("error_bound")
def test_error_bound_random(student, reference, rng):
    """random cases agree with the three formulas, for numpy numbers too"""
    for setting in (REALIZABLE, AGNOSTIC, ERM):
        for _ in range(3):
            error = 0.0 if setting == REALIZABLE else np.float64(rng.uniform(0.05, 1))
            n, delta, log_size = rng.integers(1, 5000), open_unit(rng), float(rng.uniform(0, 1000))
            expected = reference.error_bound(error, n, delta, log_size, setting)
            same(student.error_bound(error, n, delta, log_size, setting), expected)


@pytest.mark.exercise("error_bound")
def test_error_bound_bad_input(student):
    """impossible errors, counts, probabilities, sizes and settings, and a realizable error above 0, raise ValueError"""
    cases = [(-0.1, 10, 0.1), (1.1, 10, 0.1), (0.1, 0, 0.1), (0.1, 2.5, 0.1), (0.1, 10, 0), (0.1, 10, 1)]
    cases += [(0.1, 10, 0.1, -0.5), (0.1, 10, 0.1, 0.0, REALIZABLE), (0.1, 10, 0.1, 0.0, "other")]
    refuses(student.error_bound, *(given(*case) for case in cases), but_takes=given(0, 10, 0.1, 0.0, REALIZABLE))


# log_class_size -------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("log_class_size")
def test_class_size_conjunctions(student):
    """with three choices per variable there are 729 conjunctions of 6 variables"""
    answers = [student.log_class_size("conjunctions", d) for d in (1, 2, 6, 40)]
    same(answers, (math.log(3), math.log(9), math.log(729), 40 * math.log(3)))


@pytest.mark.exercise("log_class_size")
def test_class_size_literal_sets(student):
    """any subset of the 2d literals may be chosen: 4^d of them"""
    answers = [student.log_class_size("literal_sets", d) for d in (1, 3, 10)]
    same(answers, (math.log(4), math.log(64), 13.8629436112))


@pytest.mark.exercise("log_class_size")
def test_class_size_boolean(student):
    """there are 2^(2^d) Boolean functions, and their logarithm is a modest number even for 20 variables"""
    answers = [student.log_class_size("boolean", d) for d in (1, 6, 20)]
    same(answers, (math.log(4), 44.3614195558, 726817.498003))


@pytest.mark.exercise("log_class_size")
def test_class_size_trees(student):
    """choices at the nodes of a tree multiply: d for each of the 2^d - 1 inner nodes, 2 for each of the 2^d leaves"""
    answers = [student.log_class_size("trees", d) for d in (1, 2, 3, 10)]
    same(answers, (math.log(4), math.log(128), math.log(559872), 3065.327263))
    expected = (2**20 - 1) * math.log(20) + 2**20 * math.log(2)
    same(student.log_class_size("trees", 20), expected)


@pytest.mark.exercise("log_class_size")
def test_class_size_decision_lists(student):
    """with c possible tests there are at most 3^c · c! decision lists"""
    pairs = [(3, 1), (3, 2), (4, 2), (5, 2), (10, 2), (10, 3)]
    answers = [student.log_class_size("decision_lists", d, k) for d, k in pairs]
    figures = (16.2154473817, 72.6406517025, 139.9792671355, 233.8750853046, 1153.6445216168, 9876.5675589597)
    same(answers, figures)
    same(student.log_class_size("decision_lists", 3), 16.2154473817)  # k = 1 by default


@pytest.mark.exercise("log_class_size")
def test_class_size_decision_list_edges(student):
    """for k = 0 only the empty test is left, and beyond k = 2d there are no further tests"""
    same(student.log_class_size("decision_lists", 3, 0), math.log(3))
    all_tests = 16 * math.log(3) + log_sum(range(2, 17))
    answers = [student.log_class_size("decision_lists", 2, k) for k in (4, 5, 9)]
    same(answers, [all_tests] * 3)


@pytest.mark.exercise("log_class_size")
def test_class_size_parameters(student):
    """d parameters of so many bits each make 2^(bits·d) hypotheses; 64 bits is the default"""
    same(student.log_class_size("parameters", 1), 44.3614195558)
    same(student.log_class_size("parameters", 3, bits=32), 66.5421293338)
    same(student.log_class_size("parameters", 100, 1, 1), 100 * math.log(2))


@pytest.mark.exercise("log_class_size")
def test_class_size_covers_enumeration(student):
    """counting by enumeration, distinct conjunctions match exactly and decision lists stay below their bound"""
    for d in (1, 2, 3):
        tests = [[(j, v) for j, v in enumerate(choice) if v < 2] for choice in product((0, 1, 2), repeat=d)]
        distinct = {satisfies(test, bits(d)).tobytes() for test in tests}
        same(student.log_class_size("conjunctions", d), math.log(len(distinct)))
    enumerated = {(2, 1): 14, (2, 2): 16, (3, 1): 96, (3, 2): 254, (3, 3): 256, (4, 1): 1050}
    for (d, k), count in enumerated.items():
        size = student.log_class_size("decision_lists", d, k)
        c = sum(1 for i in range(k + 1) for _ in combinations(range(2 * d), i))
        assert size >= math.log(count)
        same(size, c * math.log(3) + log_sum(range(1, c + 1)))


@pytest.mark.exercise("log_class_size")
def test_class_size_random(student, reference, rng):
    """all families are right for random sizes, also when d and k are numpy integers"""
    for family in ("conjunctions", "literal_sets", "boolean", "trees", "decision_lists", "parameters"):
        d, k, width = rng.integers(2, 13), rng.integers(1, 4), rng.integers(2, 100)
        expected = reference.log_class_size(family, d, k, width)
        same(student.log_class_size(family, d, k, width), expected)


@pytest.mark.exercise("log_class_size")
def test_class_size_bad_input(student):
    """an unknown family and counts that are too small or no integers raise ValueError"""
    cases = [("neurons", 3), ("", 3), ("conjunctions", 0), ("boolean", -1), ("trees", 2.5)]
    cases += [("decision_lists", 3, -1), ("decision_lists", 3, 1.5), ("parameters", 3, 1, 0)]
    refuses(student.log_class_size, *(given(*case) for case in cases), but_takes=given("decision_lists", 3, 0))


# risk_minimisers ------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("risk_minimisers")
def test_risk_noisy_pair(student):
    """with 20 % noise the best function has error 0.2, and answering at random now and then does not help"""
    hypotheses = [[0, 1], [1, 0], [0, 0], [1, 1], [0.1, 0.9]]
    answer = a_dict(student.risk_minimisers(hypotheses, [[0.4, 0.1], [0.1, 0.4]]))
    same(answer["errors"], [0.2, 0.8, 0.5, 0.5, 0.26], name="errors")
    same(answer["irreducible"], 0.2, name="irreducible")
    same_items(answer["minimisers"], [0], "minimisers")
    same(answer["vote"], [0, 1], name="vote")


@pytest.mark.exercise("risk_minimisers")
def test_risk_training_errors(student):
    """frequent inputs count more: training errors weigh every input by its share of the sample"""
    answer = a_dict(student.risk_minimisers([[0, 0], [0, 1], [1, 0], [1, 1]], table_of([0, 0, 0, 1], [1, 1, 0, 0], 2)))
    same(answer["errors"], [0.5, 0.75, 0.25, 0.5], name="errors")
    same(answer["irreducible"], 0.25, name="irreducible")
    same_items(answer["minimisers"], [2], "minimisers")
    same(answer["vote"], [1, 0], name="vote")


@pytest.mark.exercise("risk_minimisers")
def test_risk_irreducible_outside_class(student):
    """the irreducible error does not depend on the class, however badly its members do"""
    joint = [[0.3, 0.05], [0.05, 0.2], [0.1, 0.3]]
    answer = a_dict(student.risk_minimisers([[1, 0, 0], [1, 1, 0], [1, 0, 0]], joint))
    same(answer["errors"], [0.8, 0.65, 0.8], name="errors")
    same(answer["irreducible"], 0.2, name="irreducible")
    same_items(answer["minimisers"], [1], "minimisers")
    same(answer["vote"], [1, 1, 0], name="vote")


@pytest.mark.exercise("risk_minimisers")
def test_risk_ties_despite_rounding(student):
    """errors that differ by rounding only are tied: compare them with a tolerance of 1e-9"""
    joint = np.array([[0, 0.1], [0, 0.2], [0, 0.3], [0.4, 0]])
    answer = a_dict(student.risk_minimisers([[0, 0, 1, 0], [1, 1, 0, 0]], joint))
    same(answer["errors"], [0.3, 0.3], name="errors")
    same_items(answer["minimisers"], [0, 1], "minimisers")
    same(answer["vote"], [0.5, 0.5, 0.5, 0], name="vote")
    same(answer["irreducible"], 0, name="irreducible")
    answer = a_dict(
        student.risk_minimisers([[0, 0, 1, 0], [1, 1, 0, 0]], joint + [[0, 1e-6], [0, 0], [0, -1e-6], [0, 0]])
    )
    same_items(answer["minimisers"], [1], "minimisers")


@pytest.mark.exercise("risk_minimisers")
def test_risk_no_free_lunch(student, rng):
    """among all Boolean functions, the consistent ones split evenly on every input that was not seen"""
    seen, labels = [0, 3, 5, 6, 7], rng.integers(0, 2, 5)
    answer = a_dict(student.risk_minimisers(bits(8), table_of(seen, labels, 8)))
    best = np.asarray(answer["minimisers"])
    expected = np.full(8, 0.5)
    expected[seen] = labels
    same_items(best, [i for i, row in enumerate(bits(8)) if np.array_equal(row[seen], labels)])
    same(np.asarray(answer["errors"])[best], np.zeros(8))
    same(answer["vote"], expected, name="vote")
    same(answer["irreducible"], 0, name="irreducible")


@pytest.mark.exercise("risk_minimisers")
def test_risk_version_space_of_enjoy_sport(student, dataset):
    """on EnjoySport, 6 of the 729 conjunctions are consistent, and they vote on the days not seen"""
    X, y = enjoy_sport(dataset)
    tests, hypotheses = conjunctions_of_six_bits()
    answer = a_dict(student.risk_minimisers(hypotheses.copy(), table_of(X @ [32, 16, 8, 4, 2, 1], y, 64)))
    consistent = [[(0, 1), (1, 1), (3, 1)], [(0, 1), (1, 1)], [(0, 1), (3, 1)], [(0, 1)], [(1, 1), (3, 1)], [(1, 1)]]
    same_items(answer["minimisers"], [i for i, test in enumerate(tests) if test in consistent], "minimisers")
    shares, counts = np.unique(np.round(6 * numbers(answer["vote"], 64, name="vote"), 4), return_counts=True)
    same_items(shares, [0, 1, 2, 3, 6])
    same_items(counts, [16, 16, 16, 8, 8])
    same(answer["irreducible"], 0, name="irreducible")
    numbers(answer["errors"], 729, name="errors")


@pytest.mark.exercise("risk_minimisers")
def test_risk_random(student, reference, rng):
    """random classes and noisy samples give the errors, the irreducible error, all minimisers and their vote"""
    for _ in range(4):
        size = int(rng.integers(3, 6))
        # errors are multiples of 1/240, far enough apart or equal
        hypotheses = rng.integers(0, 5, (30, size)) / 4
        joint = table_of(rng.integers(0, size, 60), rng.integers(0, 2, 60), size)
        answer = a_dict(student.risk_minimisers(hypotheses, joint))
        expected = reference.risk_minimisers(hypotheses, joint)
        same(answer["errors"], expected["errors"], name="errors")
        same(answer["irreducible"], expected["irreducible"], name="irreducible")
        same_items(answer["minimisers"], expected["minimisers"], "minimisers")
        same(answer["vote"], expected["vote"], name="vote")
        assert np.min(answer["errors"]) >= answer["irreducible"] - 1e-6


@pytest.mark.exercise("risk_minimisers")
def test_risk_all_functions_reach_irreducible(student, rng):
    """a class that holds all functions attains the irreducible error exactly"""
    counts = rng.integers(1, 20, (5, 2))
    joint = counts / counts.sum()
    answer = a_dict(student.risk_minimisers(bits(5), joint))
    expected = np.minimum(counts[:, 0], counts[:, 1]).sum() / counts.sum()
    same(np.min(answer["errors"]), expected)
    same(answer["irreducible"], expected, name="irreducible")
    vote = np.where(counts[:, 0] == counts[:, 1], 0.5, counts[:, 1] > counts[:, 0])
    same(answer["vote"], vote, name="vote")
    same_items(len(answer["minimisers"]), 2 ** np.sum(counts[:, 0] == counts[:, 1]), "the number of minimisers")


@pytest.mark.exercise("risk_minimisers")
def test_risk_single_hypothesis_and_input_kept(student):
    """a class of one hypothesis on one input works, and the arguments are left as they were"""
    answer = a_dict(student.risk_minimisers([[0.25]], [[0.4, 0.6]]))
    same(answer["errors"], [0.55], name="errors")
    same(answer["irreducible"], 0.4, name="irreducible")
    same_items(answer["minimisers"], [0], "minimisers")
    same(answer["vote"], [0.25], name="vote")
    hypotheses, joint = np.array([[0, 1, 1], [1, 1, 0]]), np.array([[0.1, 0.2], [0.3, 0.1], [0.0, 0.3]])
    answer = a_dict(leaves_alone(student.risk_minimisers, hypotheses, joint))
    same(answer["errors"], [0.5, 0.7], name="errors")


@pytest.mark.exercise("risk_minimisers")
def test_risk_bad_input(student):
    """tables that are no distribution, shapes that do not fit, empty classes and impossible answers raise ValueError"""
    fair = [[0.25, 0.25], [0.25, 0.25]]
    cases = [
        ([[0, 1]], [[0.5, -0.1], [0.3, 0.3]]),
        ([[0, 1]], [[0.5, 0.1], [0.3, 0.2]]),
        ([[0, 1]], [[0.25, 0.25], [0.25, 0.2501]]),
        ([[0, 1, 1]], fair),
        ([[0, 1]], [[0.2, 0.2, 0.1], [0.2, 0.2, 0.1]]),
        ([0, 1], fair),
        (np.zeros((0, 2)), fair),
        ([[0, 1.5]], fair),
        ([[-0.5, 1]], fair),
    ]
    refuses(student.risk_minimisers, *(given(*case) for case in cases), but_takes=given([[0, 1]], fair))


# learn_conjunction ----------------------------------------------------------------------------------------------------


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_book_table(student):
    """each positive example throws out the literals that it violates, and nothing else happens"""
    X, y = np.array([[0, 0, 1, 1], [0, 1, 1, 1], [1, 1, 0, 1]]), np.array([1, 1, 0])
    assert literals(student.learn_conjunction(X, y)) == [(0, 0), (2, 1), (3, 1)]
    assert literals(student.learn_conjunction(X[:1], y[:1])) == [(0, 0), (1, 0), (2, 1), (3, 1)]


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_enjoy_sport(student, dataset):
    """Aldo's days leave the conjunction Sunny, Warm and Strong wind"""
    X, y = enjoy_sport(dataset)
    assert literals(student.learn_conjunction(X, y)) == [(0, 1), (1, 1), (3, 1)]


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_without_positives(student):
    """literals go only by positive examples; without any of them all 2d stay: the rule that never says 1"""
    assert literals(student.learn_conjunction([[0, 1], [1, 1], [0, 0]], [1, 1, 0])) == [(1, 1)]
    everything = [(j, value) for j in range(4) for value in (0, 1)]
    assert literals(student.learn_conjunction([[0, 1, 1, 0], [1, 1, 0, 0]], [0, 0])) == everything
    assert literals(student.learn_conjunction(np.zeros((0, 4), dtype=int), np.zeros(0, dtype=int))) == everything


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_all_thrown_out(student):
    """two opposite positive examples throw out everything: the empty rule that always says 1"""
    assert literals(student.learn_conjunction([[0, 1, 0], [1, 0, 1]], [1, 1])) == []


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_order_and_negatives(student, rng):
    """the order of the rows does not matter, and neither do the negatives"""
    X = rng.integers(0, 2, (30, 8))
    X[:, 2], X[:, 5] = 1, 0
    y = np.arange(30) % 2
    X[0, [2, 5]] = 0, 1  # row 0 is negative
    expected = [(j, v) for j in range(8) for v in (0, 1) if (X[y == 1][:, j] == v).all()]
    order = rng.permutation(30)
    assert literals(student.learn_conjunction(X, y)) == expected
    assert literals(student.learn_conjunction(X[order], y[order])) == expected
    assert literals(student.learn_conjunction(X[y == 1], y[y == 1])) == expected


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_consistent_on_random_targets(student, rng):
    """labels from a conjunction keep all its literals, so the rule fits the sample and never says 1 too often"""
    inputs = bits(6)
    for size in (1, 2, 3, 4):
        target = random_test(rng, 6, size)
        truth = satisfies(target, inputs)
        chosen = rng.integers(0, 64, 12)
        chosen[0] = rng.choice(np.flatnonzero(truth))
        learnt = literals(student.learn_conjunction(inputs[chosen], truth[chosen].astype(int)))
        answers = satisfies(learnt, inputs)
        assert set(target) <= set(learnt)
        assert np.array_equal(answers[chosen], truth[chosen])
        assert not np.any(answers & ~truth)
        positives = inputs[chosen][truth[chosen]]
        assert learnt == [(j, v) for j, v in product(range(6), (0, 1)) if (positives[:, j] == v).all()]


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_keeps_its_guarantee(student, reference, rng):
    """after as many examples as the theory asks for, the error is at most epsilon, for any target and any inputs"""
    inputs, epsilon = bits(5), 0.1
    n = reference.sample_size(epsilon, 1e-9, reference.log_class_size("literal_sets", 5), REALIZABLE)
    for _ in range(12):
        truth = satisfies(random_test(rng, 5, int(rng.integers(0, 5))), inputs)
        weights = rng.dirichlet(np.ones(32))
        chosen = rng.choice(32, size=n, p=weights)
        learnt = literals(student.learn_conjunction(inputs[chosen], truth[chosen].astype(int)))
        wrong = satisfies(learnt, inputs) != truth
        assert not wrong[chosen].any()
        assert weights[wrong].sum() <= epsilon


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_input_kept(student):
    """lists are as good as arrays, and X and y are left as they were"""
    assert literals(student.learn_conjunction([[1, 0]], [1])) == [(0, 1), (1, 0)]
    X, y = np.array([[1, 0, 1], [0, 0, 1], [1, 1, 1]]), np.array([1, 1, 0])
    assert literals(leaves_alone(student.learn_conjunction, X, y)) == [(1, 0), (2, 1)]
    same_for_all_kinds(student.learn_conjunction, X, y, expected=[[1, 0], [2, 1]])


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_bad_input(student):
    """anything but 0 and 1, an X that is not (n, d) and lengths that differ raise ValueError"""
    cases = [
        ([[0, 2], [1, 1]], [1, 0]),
        ([[0, 1], [1, 1]], [1, -1]),
        ([[0, 1], [1, 1]], [1, 0, 1]),
        ([0, 1], [1, 0]),
        ([[0, 1], [1, 1]], [[1], [0]]),
        ([[0.5, 1], [1, 1]], [1, 0]),
    ]
    right = given(np.array([[0, 1], [1, 1]]), np.array([1, 0]))
    refuses(student.learn_conjunction, *(given(np.array(X), np.array(y)) for X, y in cases), but_takes=right)


# rectangle_experiment -------------------------------------------------------------------------------------------------


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_by_hand(student):
    """the box encloses the positives, edges of the concept included, and its error is the volume it misses"""
    concept = np.array([[0.2, 0.3], [0.8, 0.7]])
    samples = np.array(
        [
            [(0.5, 0.5), (0.2, 0.4), (0.9, 0.5), (0.7, 0.7), (0.1, 0.1)],
            [(0.3, 0.4), (0.6, 0.4), (0.5, 0.1), (0.25, 0.65), (0.7, 0.9)],
        ]
    )
    answer = a_dict(student.rectangle_experiment(concept, samples, 0.1, 0.05))
    same(answer["boxes"], [[[0.2, 0.4], [0.7, 0.7]], [[0.25, 0.4], [0.6, 0.65]]], name="boxes")
    same(answer["errors"], [0.09, 0.1525], name="errors")
    same(answer["failure_rate"], 0.5, name="failure_rate")
    says(answer["is_pac"], False, "is_pac")
    same(answer["bound"], 1.0, name="bound")


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_without_positives(student):
    """a sample without positives gives the empty box (low +inf, high -inf), which misses the whole concept"""
    concept = np.array([[0.2, 0.3], [0.8, 0.7]])
    samples = np.array([[(0.1, 0.5), (0.5, 0.9)], [(0.3, 0.4), (0.6, 0.6)], [(0.9, 0.9), (0.5, 0.29)]])
    answer = a_dict(student.rectangle_experiment(concept, samples, 0.2, 0.7))
    empty = [[np.inf, np.inf], [-np.inf, -np.inf]]
    same(answer["boxes"], [empty, [[0.3, 0.4], [0.6, 0.6]], empty], name="boxes")
    same(answer["errors"], [0.24, 0.18, 0.24], name="errors")
    same(answer["failure_rate"], 2 / 3, name="failure_rate")
    says(answer["is_pac"], True, "is_pac")
    one_dimension = a_dict(student.rectangle_experiment([[0.5], [0.9]], [[[0.1], [0.2]]], 0.3, 0.5))
    same(one_dimension["errors"], [0.4])


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_single_point(student):
    """one positive point makes a box without volume, and a concept without volume has no error"""
    answer = a_dict(student.rectangle_experiment([[0.1, 0.1], [0.6, 0.9]], [[[0.5, 0.5]]], 0.5, 0.5))
    same(answer["boxes"], [[[0.5, 0.5], [0.5, 0.5]]], name="boxes")
    same(answer["errors"], [0.4], name="errors")
    same(answer["failure_rate"], 0, name="failure_rate")
    answer = a_dict(student.rectangle_experiment([[0.2], [0.9]], [[[0.5]]], 0.5, 0.5))
    same(answer["errors"], [0.7], name="errors")
    says(answer["is_pac"], False, "is_pac")
    answer = a_dict(student.rectangle_experiment([[0.5, 0.1], [0.5, 0.9]], [[[0.5, 0.5], [0.4, 0.2]]], 0.5, 0.5))
    same(answer["errors"], [0], name="errors")


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_pac_definition(student):
    """one failure in ten runs is allowed at delta = 0.1, and no longer at a smaller delta"""
    samples = [[[0.02], [0.98]]] * 9 + [[[0.2], [0.8]]]
    answer = a_dict(student.rectangle_experiment([[0], [1]], samples, 0.05, 0.1))
    same(answer["errors"], [0.04] * 9 + [0.4], name="errors")
    same(answer["failure_rate"], 0.1, name="failure_rate")
    says(answer["is_pac"], True, "is_pac")
    says(a_dict(student.rectangle_experiment([[0], [1]], samples, 0.05, 0.09))["is_pac"], False, "is_pac")
    says(a_dict(student.rectangle_experiment([[0], [1]], samples, 0.03, 0.1))["is_pac"], False, "is_pac")


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_strip_bound(student):
    """a box in d dimensions has 2d sides, so the bound is 2d (1 - epsilon/(2d))^m, cut off at 1"""
    for d, m, epsilon in [(2, 176, 0.1), (1, 60, 0.1), (3, 300, 0.1), (4, 150, 0.3)]:
        cube = np.repeat([[0.0], [1.0]], d, axis=1)
        answer = a_dict(student.rectangle_experiment(cube, np.full((1, m, d), 0.5), epsilon, 0.1))
        same(answer["bound"], 2 * d * (1 - epsilon / (2 * d)) ** m, name="bound")
    answer = a_dict(student.rectangle_experiment([[0, 0], [1, 1]], np.full((1, 20, 2), 0.5), 0.3, 0.1))
    same(answer["bound"], 0.8411910555, name="bound")
    answer = a_dict(student.rectangle_experiment([[0, 0, 0], [1, 1, 1]], np.full((1, 5, 3), 0.5), 0.3, 0.1))
    same(answer["bound"], 1.0, name="bound")


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_mean_error(student, rng):
    """when the concept is the whole cube, the mean error is 1 - ((m-1)/(m+1))^d and the bound holds with room"""
    answer = a_dict(student.rectangle_experiment([[0, 0], [1, 1]], rng.random((1000, 20, 2)), 0.3, 0.2))
    same(np.mean(numbers(answer["errors"], 1000, name="errors")), 0.1814058957, abs=0.02, name="the mean error")
    same(answer["failure_rate"], 0.0844256, abs=0.05, name="failure_rate")
    same(answer["failure_rate"], np.mean(np.asarray(answer["errors"]) > 0.3), name="failure_rate")
    says(answer["is_pac"], True, "is_pac")
    answer = a_dict(student.rectangle_experiment([[0, 0, 0], [1, 1, 1]], rng.random((600, 20, 3)), 0.5, 0.2))
    same(np.mean(numbers(answer["errors"], 600, name="errors")), 0.2593672390, abs=0.03, name="the mean error")


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_keeps_its_guarantee(student, reference, rng):
    """after as many examples as the theory asks for, the error is at most epsilon for random concepts"""
    for d, epsilon in [(1, 0.1), (2, 0.2), (3, 0.3)]:
        concept = np.array([rng.uniform(0, 0.1, d), rng.uniform(0.9, 1, d)])
        m = reference.sample_size(epsilon / (2 * d), 1e-9, math.log(2 * d), REALIZABLE)
        answer = a_dict(student.rectangle_experiment(concept, rng.random((10, m, d)), epsilon, 0.01))
        assert np.min(answer["errors"]) > 0 and np.max(answer["errors"]) <= epsilon
        same(answer["failure_rate"], 0, name="failure_rate")
        says(answer["is_pac"], True, "is_pac")
        assert answer["bound"] <= 1e-9


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_random(student, reference, rng):
    """random concepts in one to four dimensions are learnt as the tightest box, which lies inside the concept"""
    for d in (1, 2, 3, 4):
        corners = np.sort(rng.random((2, d)) * 0.4 + [[0.0], [0.6]], axis=0)
        samples = rng.random((20, 8, d))
        samples[:, 0] = (corners[0] + corners[1]) / 2
        answer = a_dict(student.rectangle_experiment(corners, samples, 0.123456, 0.05))
        expected = reference.rectangle_experiment(corners, samples, 0.123456, 0.05)
        same(answer["boxes"], expected["boxes"], name="boxes")
        same(answer["errors"], expected["errors"], name="errors")
        same(answer["failure_rate"], expected["failure_rate"], name="failure_rate")
        same(answer["bound"], expected["bound"], name="bound")
        boxes = numbers(answer["boxes"], 20, 2, d, name="boxes")
        assert (boxes[:, 0] >= corners[0] - 1e-6).all() and (boxes[:, 1] <= corners[1] + 1e-6).all()


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_more_points(student, rng):
    """a further point never raises the error, one inside the box or a negative changes nothing, and inputs are kept"""
    concept = np.array([[0.1, 0.2], [0.9, 0.8]])
    samples = rng.uniform([0.15, 0.25], [0.85, 0.75], (6, 5, 2))
    before = a_dict(leaves_alone(student.rectangle_experiment, concept, samples, 0.1, 0.1))
    inside, negative = samples.mean(axis=1, keepdims=True), np.full((6, 1, 2), 0.95)
    for extra in (inside, negative):
        after = a_dict(student.rectangle_experiment(concept, np.concatenate([samples, extra], axis=1), 0.1, 0.1))
        same(after["boxes"], before["boxes"])
        same(after["errors"], before["errors"])
    more = np.concatenate([samples, rng.random((6, 3, 2))], axis=1)
    later = a_dict(student.rectangle_experiment(concept, more, 0.1, 0.1))
    errors = numbers(later["errors"], 6, name="errors")
    assert (errors <= numbers(before["errors"], 6, name="errors") + 1e-6).all(), "a further point raised an error"
    assert (errors >= -1e-9).all(), "an error should not be negative"


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_bad_input(student):
    """wrong shapes, no samples, no points, a lower corner above the upper one, and epsilon or delta outside (0, 1)"""
    square, points = [[0, 0], [1, 1]], np.full((2, 3, 2), 0.5)
    cases = [
        ([[0, 0], [1, 1], [1, 1]], points, 0.1, 0.1),
        ([0, 1], points, 0.1, 0.1),
        ([[0, 0, 0], [1, 1, 1]], points, 0.1, 0.1),
        ([[0], [1]], points, 0.1, 0.1),
        (square, points[:, :, :1], 0.1, 0.1),
        (square, points[0], 0.1, 0.1),
        (square, points[:0], 0.1, 0.1),
        (square, points[:, :0], 0.1, 0.1),
        ([[0, 0.6], [1, 0.5]], points, 0.1, 0.1),
        (square, points, 0, 0.1),
        (square, points, 1, 0.1),
        (square, points, 0.1, 0),
        (square, points, 0.1, 1),
    ]
    right = given(square, points, 0.1, 0.1)
    refuses(student.rectangle_experiment, *(given(*case) for case in cases), but_takes=right)


# predict_decision_list ------------------------------------------------------------------------------------------------


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_restaurant(student, dataset):
    """AIMA's list for the restaurant gets the right answer in 9 of the 12 examples and waits on half of all inputs"""
    X, y, names = restaurant(dataset)
    patrons, friday = names.index("Patrons"), names.index("Fri")
    rules = [([(patrons, 2)], 1), ([(patrons, 0), (friday, 1)], 1)]
    flips = np.isin(np.arange(12), [4, 8, 9])
    same_items(student.predict_decision_list(rules, X), np.where(flips, 1 - y, y))
    everything = all_inputs(X.max(axis=0) + 1)
    same_items(np.sum(student.predict_decision_list(rules, everything)), 4608, "the number of days on which one waits")


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_conjunction(student):
    """a conjunction is a list with one rule: one violated literal is enough for the answer 0"""
    rules = [([(0, 1), (1, 0), (4, 1)], 1)]
    X = [[0, 1, 1, 0, 1], [1, 0, 1, 0, 1], [1, 0, 0, 1, 0], [1, 1, 0, 0, 1], [0, 0, 0, 0, 1]]
    same_items(student.predict_decision_list(rules, X), [0, 1, 0, 0, 0])


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_first_rule_wins(student):
    """the first rule whose test is true decides, whatever later rules say"""
    rules = [([(0, 1)], 0), ([(1, 1)], 1), ([(0, 0), (1, 0)], 1), ([(0, 1), (1, 1)], 1)]
    same_items(student.predict_decision_list(rules, bits(2)), [1, 1, 0, 0])


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_empty_test(student):
    """the empty test is true for every row, so it decides all rows that are left and later rules have no effect"""
    rules = [([(0, 1)], 0), ([], 1)]
    same_items(student.predict_decision_list(rules, bits(2)), [1, 1, 0, 0])
    longer = rules + [([(1, 0)], 0), ([(0, 1)], 1)]
    same_items(student.predict_decision_list(longer, bits(2)), [1, 1, 0, 0])


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_default(student):
    """rows that no test covers, and all rows under an empty list, get 0, whatever the outcome of the last rule is"""
    same_items(student.predict_decision_list([([(0, 2)], 1)], [[0], [1], [2]]), [0, 0, 1])
    same_items(student.predict_decision_list([], bits(2)), [0, 0, 0, 0])
    same_items(student.predict_decision_list([([], 1)], np.zeros((0, 3), dtype=int)), [])
    same_items(student.predict_decision_list([([(0, 2)], 1), ([(0, 1)], 0)], [[0], [1], [2], [3]]), [0, 0, 1, 0])


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_random(student, reference, rng):
    """random lists over random codes are answered right, and lists and rows are left as they were"""
    for _ in range(5):
        X = rng.integers(0, 2, (40, 5))
        rules = random_list(rng, 5, 1, 1) if rng.random() < 0.2 else random_list(rng, 5, 2, 6)
        expected = [next(outcome for test, outcome in rules if satisfies(test, row[None])[0]) for row in X]
        same_items(leaves_alone(student.predict_decision_list, rules, X), expected)


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_swaps(student, rng):
    """neighbouring rules may be swapped if they have the same outcome or if no row satisfies both"""
    X = rng.integers(0, 3, (50, 4))
    tail = random_list(rng, 4, 2, 3)
    alike = [([(0, 1)], 1), ([(1, 2), (2, 0)], 1)]
    apart = [([(0, 0), (3, 1)], 0), ([(0, 2)], 1)]
    expected = numbers(student.predict_decision_list(alike + apart + tail, X), 50)
    same_items(student.predict_decision_list(alike[::-1] + apart[::-1] + tail, X), expected)
    assert (expected[X[:, 0] == 1] == 1).all(), "the first rule answers 1"


# learn_decision_list --------------------------------------------------------------------------------------------------


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_restaurant(student, reference, dataset):
    """on the restaurant data, Patrons = Some comes first and five rules settle all 12 examples"""
    X, y, _ = restaurant(dataset)
    rules = rule_list(student.learn_decision_list(X, y))
    assert rules == [([(4, 2)], 1), ([(3, 0)], 0), ([(2, 0)], 0), ([(5, 0)], 1), ([(0, 1)], 0)]
    everything = all_inputs(X.max(axis=0) + 1)
    assert np.array_equal(reference.predict_decision_list(rules, X), y)
    assert reference.predict_decision_list(rules, everything).sum() == 3584


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_xor(student):
    """XOR has no list of one-literal tests, so ValueError; with two literals, one long test is enough"""
    X, y = bits(2), np.array([0, 1, 1, 0])
    refuses(student.learn_decision_list, given(X, y))
    rules = rule_list(student.learn_decision_list(X, y, 2))
    assert rules == [([(0, 0), (1, 0)], 0), ([(0, 0)], 1), ([(1, 0)], 1), ([(0, 1)], 0)]


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_course_ratings(student, dataset):
    """two course ratings contradict each other: without one of them a list exists, with both there is none"""
    X, y = course_ratings(dataset)
    rows = np.arange(20) != 17
    rules = rule_list(student.learn_decision_list(X[rows], y[rows], 1))
    assert rules == [([(2, 0)], 1), ([(1, 0)], 0), ([(0, 0)], 1), ([(3, 0)], 0), ([(0, 1)], 1)]
    refuses(student.learn_decision_list, *(given(X, y, k) for k in (1, 2, 5)))


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_ties(student):
    """equal coverage goes to the smallest columns, then the smallest values; no example needs no rule, one needs one"""
    X = np.array([[0, 1, 1], [0, 1, 0], [1, 0, 1], [1, 0, 0]])
    assert rule_list(student.learn_decision_list(X, [0, 0, 1, 1])) == [([(0, 0)], 0), ([(0, 1)], 1)]
    assert rule_list(student.learn_decision_list(X, [1, 0, 1, 0])) == [([(2, 0)], 0), ([(2, 1)], 1)]
    rules = rule_list(student.learn_decision_list([[2, 0], [0, 0], [1, 0]], [1, 0, 1], 1))
    assert rules == [([(0, 0)], 0), ([(1, 0)], 1)]
    assert rule_list(student.learn_decision_list(np.zeros((0, 3), dtype=int), np.zeros(0, dtype=int))) == []
    assert rule_list(student.learn_decision_list([[7, 3]], [1])) == [([(0, 7)], 1)]
    assert rule_list(student.learn_decision_list([[0, 4], [1, 4], [2, 4]], [0, 0, 0], 3)) == [([(1, 4)], 0)]
    rules = rule_list(student.learn_decision_list([[-1, 1], [-1, 0], [2, 0]], [1, 1, 0]))
    assert rules == [([(0, -1)], 1), ([(0, 2)], 0)]


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_columns_before_values(student, rng):
    """among equally long tests that cover as many, all columns are compared before the first value"""
    X = np.array([[1, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0], [1, 0, 1], [0, 1, 0]])
    y = np.array([1, 1, 1, 0, 0, 0])
    low = int(rng.integers(-3, 4))  # 0 and 1 become low and low + 3
    expected = [([(0, 1), (1, 1)], 1), ([(2, 0)], 0), ([(0, 0)], 1), ([(0, 1)], 0)]
    coded = [([(column, low + 3 * value) for column, value in test], outcome) for test, outcome in expected]
    assert rule_list(student.learn_decision_list(low + 3 * X, y, 2)) == coded
    assert rule_list(student.learn_decision_list(low + 3 * X, 1 - y, 3)) == [(test, 1 - label) for test, label in coded]


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_prefers_short_tests(student):
    """a longer test is used only when no shorter one is usable, however many examples it would cover"""
    X = np.array([[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3], [0, 1, 4], [1, 0, 5]])
    y = np.array([1, 1, 1, 1, 0, 0])
    rules = rule_list(student.learn_decision_list(X, y, 2))
    assert rules == [([(0, 1)], 0), ([(1, 0)], 1), ([(0, 0)], 0)]
    X = np.array([[0, 0, 0], [0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 0, 0], [1, 1, 1]])
    y = np.array([1, 1, 0, 0, 0, 1])
    rules = rule_list(student.learn_decision_list(X, y, 3))
    assert rules == [([(2, 1)], 1), ([(0, 1)], 0), ([(1, 0)], 1), ([(0, 0)], 0)]


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_finds_a_list_if_there_is_one(student, reference, rng):
    """one literal per test fits 96 of the 256 functions of three bits, two fit all but parity and its negation"""
    inputs, functions = bits(3), bits(8)
    parity = inputs.sum(axis=1) % 2
    fits_one = functions_with_a_list()
    fits_two = np.array([0 < np.sum(labels != parity) < 8 for labels in functions])
    assert fits_one.sum() == 96 and fits_two.sum() == 254
    some = np.concatenate([rng.choice(np.flatnonzero(fits_one), 6), rng.choice(np.flatnonzero(~fits_one), 6)])
    for k, fits, chosen in [(1, fits_one, some), (2, fits_two, [*some[-3:], *np.flatnonzero(~fits_two)])]:
        for number in chosen:
            labels = functions[number]
            if fits[number]:
                rules = rule_list(student.learn_decision_list(inputs, labels, k))
                assert all(1 <= len(test) <= k for test, _ in rules)
                assert np.array_equal(reference.predict_decision_list(rules, inputs), labels)
            else:
                refuses(student.learn_decision_list, given(inputs, labels, k))
    rules = rule_list(student.learn_decision_list(inputs, parity, 3))
    assert rules == rule_list(reference.learn_decision_list(inputs, parity, 3))


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_random_targets(student, reference, rng):
    """labels from a decision list are always fitted, by the list that the rules of choice single out"""
    for size, values in [(1, 2), (1, 3), (2, 2), (2, 3)]:
        X = rng.integers(0, values, (25, 5))
        target = random_list(rng, 5, size, 5)
        y = np.array([next(outcome for test, outcome in target if satisfies(test, row[None])[0]) for row in X])
        rules = rule_list(leaves_alone(student.learn_decision_list, X, y, size))
        assert np.array_equal(reference.predict_decision_list(rules, X), y)
        assert len(rules) <= 25
        assert rules == rule_list(reference.learn_decision_list(X, y, size))
        order = rng.permutation(25)
        assert rule_list(student.learn_decision_list(X[order], y[order], size)) == rules


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_keeps_its_guarantee(student, reference, rng):
    """after as many examples as the theory asks for, the error is at most epsilon, for any target and any inputs"""
    inputs, epsilon = bits(4), 0.1
    n = reference.sample_size(epsilon, 1e-9, reference.log_class_size("decision_lists", 4, 1), REALIZABLE)
    for _ in range(3):
        truth = reference.predict_decision_list(random_list(rng, 4, 1, 4), inputs)
        weights = rng.dirichlet(np.ones(16))
        chosen = rng.choice(16, size=n, p=weights)
        rules = rule_list(student.learn_decision_list(inputs[chosen], truth[chosen], 1))
        wrong = reference.predict_decision_list(rules, inputs) != truth
        assert not wrong[chosen].any()
        assert weights[wrong].sum() <= epsilon


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_learning_curve(student, reference, dataset, rng):
    """lists learnt from 100 random restaurant days are right on more than 90 % of all days, as AIMA reports"""
    X, y, _ = restaurant(dataset)
    everything = all_inputs(X.max(axis=0) + 1)
    truth = waits(everything)
    assert np.array_equal(waits(X), y)
    shares = []
    for _ in range(3):
        chosen = rng.integers(0, len(everything), 100)
        rules = rule_list(student.learn_decision_list(everything[chosen], truth[chosen], 2))
        answers = reference.predict_decision_list(rules, everything)
        assert np.array_equal(answers[chosen], truth[chosen])
        shares.append(np.mean(answers == truth))
    assert np.mean(shares) > 0.9


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_bad_input(student):
    """labels that are not 0 or 1, shapes that do not fit and max_literals below 1 raise ValueError"""
    X, y = [[0, 1], [1, 1]], [0, 1]
    cases = [(X, [0, 2], 1), (X, [-1, 1], 1), (X, [0, 1, 1], 1), ([0, 1], y, 1), (X, [[0], [1]], 1), (X, y, 0)]
    cases += [(X, y, -1), (X, y, 1.5)]
    bad = [given(np.array(rows), np.array(labels), k) for rows, labels, k in cases]
    refuses(student.learn_decision_list, *bad, but_takes=given(np.array(X), np.array(y), 1))
