"""Hidden checks of 14_learning_theory."""

import functools
import math
from itertools import combinations, product

import numpy as np
import pytest

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


def literals(answer):
    return [(int(column), int(value)) for column, value in answer]


def rule_list(answer):
    return [(literals(test), int(outcome)) for test, outcome in answer]


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
    exact, bound = student.hoeffding(0.5, 0.1, 100)
    assert exact == pytest.approx(0.0352002002, rel=1e-6)
    assert bound == pytest.approx(0.2706705665, rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_both_tails(student):
    """for unfair coins, too, averages that are too low and averages that are too high are both deviations"""
    exact, bound = student.hoeffding(0.1, 0.05, 200)
    assert exact == pytest.approx(0.0130368775, rel=1e-6)
    assert bound == pytest.approx(0.7357588823, rel=1e-6)
    exact, bound = student.hoeffding(0.9, 0.2, 20)
    assert exact == pytest.approx(0.0023860894, rel=1e-6)
    assert bound == pytest.approx(0.4037930360, rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_equality_is_no_deviation(student):
    """a count that is off by exactly gamma is no deviation: the event is strictly greater"""
    exact, bound = student.hoeffding(0.5, 0.25, 4)
    assert exact == pytest.approx(0.125, rel=1e-6)
    assert bound == pytest.approx(1.0, rel=1e-6)
    exact, bound = student.hoeffding(0.5, 0.125, 16)
    assert exact == pytest.approx(sum(2 * math.comb(16, k) for k in range(6)) / 2**16, rel=1e-6)
    assert bound == pytest.approx(1.0, rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_ties_in_floats(student):
    """ties stay ties when n·phi and n·gamma are no exact floats: counts are compared with a slack of 1e-9"""
    exact, bound = student.hoeffding(0.3, 0.1, 10)
    assert exact == pytest.approx(0.2995766785, rel=1e-6)
    assert bound == pytest.approx(1.0, rel=1e-6)
    for phi, gamma, n in [(0.7, 0.1, 10), (0.6, 0.2, 10), (0.1, 0.2, 10), (0.3, 0.1, 20), (0.35, 0.15, 100)]:
        low, high = round(n * (phi - gamma)), round(n * (phi + gamma))
        inside = sum(math.comb(n, k) * phi**k * (1 - phi) ** (n - k) for k in range(max(low, 0), high + 1))
        assert student.hoeffding(phi, gamma, n)[0] == pytest.approx(1 - inside, rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_bound_is_a_probability(student):
    """the bound is cut off at 1, where few throws or a small gamma would push it higher"""
    for phi, gamma, n in [(0.4, 0.3, 1), (0.4, 0.01, 30), (0.5, 0.1, 34)]:
        assert student.hoeffding(phi, gamma, n)[1] == pytest.approx(1.0, rel=1e-6)
    assert student.hoeffding(0.5, 0.1, 35)[1] == pytest.approx(2 * math.exp(-0.7), rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_nothing_random(student):
    """a coin that always falls the same way never deviates, nor does any coin beyond gamma = max(phi, 1 - phi)"""
    for phi in (0, 1, 0.0, 1.0):
        exact, bound = student.hoeffding(phi, 0.1, 50)
        assert exact == pytest.approx(0, abs=1e-12)
        assert bound == pytest.approx(0.7357588823, rel=1e-6)
    for phi, gamma, n in [(0.5, 0.5, 1), (0.25, 0.75, 8), (0.4, 0.6, 15), (0.7, 2, 3)]:
        exact, bound = student.hoeffding(phi, gamma, n)
        assert exact == pytest.approx(0, abs=1e-9)
        assert bound == pytest.approx(min(1, 2 * math.exp(-2 * gamma**2 * n)), rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_one_throw(student):
    """with a single throw the average is 0 or 1, so the exact probability can be read off"""
    assert student.hoeffding(0.3, 0.5, 1)[0] == pytest.approx(0.3, rel=1e-6)
    assert student.hoeffding(0.3, 0.2, 1)[0] == pytest.approx(1.0, rel=1e-6)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_many_throws(student, reference):
    """thousands of throws neither overflow nor vanish: logarithms are added before exp is taken"""
    exact, bound = student.hoeffding(0.5, 0.02, 2000)
    assert exact == pytest.approx(0.0700809316, rel=1e-5)
    assert bound == pytest.approx(0.4037930360, rel=1e-5)
    expected = reference.hoeffding(0.03, 0.0051, 5000)
    assert student.hoeffding(0.03, 0.0051, 5000) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_random(student, reference, rng):
    """for random coins the two numbers are right, exact stays below bound, and phi and 1 - phi are alike"""
    for _ in range(6):
        n = rng.integers(20, 120)
        # n·phi ends in .25 and n·gamma in .5, so that no count is anywhere near a tie
        phi, gamma = (rng.integers(1, n - 2) + 0.25) / n, (rng.integers(0, n // 5) + 0.5) / n
        exact, bound = student.hoeffding(phi, gamma, n)
        assert (exact, bound) == pytest.approx(reference.hoeffding(phi, gamma, n), rel=1e-5, abs=1e-10)
        assert -1e-9 <= exact <= bound + 1e-9
        assert student.hoeffding(1 - phi, gamma, n)[0] == pytest.approx(exact, rel=1e-5, abs=1e-10)


@pytest.mark.exercise("hoeffding")
def test_hoeffding_bad_input(student):
    """phi outside [0, 1], gamma that is not positive and n that is no integer of at least 1 raise ValueError"""
    for bad in [(-0.1, 0.1, 10), (1.1, 0.1, 10), (0.5, 0, 10), (0.5, -0.1, 10), (0.5, 0.1, 0), (0.5, 0.1, 2.5)]:
        with pytest.raises(ValueError):
            student.hoeffding(*bad)


# failure_bound --------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("failure_bound")
def test_failure_realizable(student):
    """when realizable, a bad hypothesis survives all n examples with probability (1-epsilon)^n, times |H|"""
    assert student.failure_bound(0.1, 44, 0, REALIZABLE) == pytest.approx(0.0096977373, rel=1e-6)
    assert student.failure_bound(0.1, 100, math.log(729), REALIZABLE) == pytest.approx(0.0193632598, rel=1e-6)
    assert student.failure_bound(0.025, 176, math.log(4), REALIZABLE) == pytest.approx(0.0464378767, rel=1e-6)


@pytest.mark.exercise("failure_bound")
def test_failure_agnostic(student):
    """in the agnostic setting the bound is 2|H| exp(-2 epsilon² n)"""
    assert student.failure_bound(0.1, 400, math.log(100), AGNOSTIC) == pytest.approx(0.0670925256, rel=1e-6)
    assert student.failure_bound(0.1, 1000, math.log(100), AGNOSTIC) == pytest.approx(4.122307e-07, rel=1e-5)


@pytest.mark.exercise("failure_bound")
def test_failure_defaults(student):
    """by default there is one hypothesis and the setting is agnostic, so what is left is Hoeffding's bound"""
    assert student.failure_bound(0.1, 100) == pytest.approx(0.2706705665, rel=1e-6)
    assert student.failure_bound(epsilon=0.2, n=30) == pytest.approx(2 * math.exp(-2.4), rel=1e-6)
    assert student.failure_bound(0.1, 400, math.log(100)) == pytest.approx(0.0670925256, rel=1e-6)


@pytest.mark.exercise("failure_bound")
def test_failure_capped(student):
    """a bound on a probability never exceeds 1, and without examples it is 1"""
    for setting in (REALIZABLE, AGNOSTIC):
        assert student.failure_bound(0.1, 0, math.log(3), setting) == pytest.approx(1.0, rel=1e-6)
        assert student.failure_bound(0.1, 0, 0.0, setting) == pytest.approx(1.0, rel=1e-6)
        assert student.failure_bound(0.1, 20, math.log(1000), setting) == pytest.approx(1.0, rel=1e-6)


@pytest.mark.exercise("failure_bound")
def test_failure_huge_class(student):
    """classes whose size is no float are no obstacle: add logarithms first and take exp once"""
    assert student.failure_bound(0.1, 7128, 2**10 * math.log(2), REALIZABLE) == pytest.approx(1.24544e-18, rel=1e-5)
    assert student.failure_bound(0.5, 2010000, 1e6, AGNOSTIC) == pytest.approx(2 * math.exp(-5000), abs=1e-300)
    assert student.failure_bound(0.5, 2000010, 1e6, AGNOSTIC) == pytest.approx(2 * math.exp(-5), rel=1e-6)
    for setting in (REALIZABLE, AGNOSTIC):
        assert student.failure_bound(0.1, 100, 1e6, setting) == pytest.approx(1.0, rel=1e-6)


@pytest.mark.exercise("failure_bound")
def test_failure_union(student, rng):
    """twice as many hypotheses double the bound, as long as it is below 1"""
    for setting, n in [(REALIZABLE, 150), (AGNOSTIC, 900)]:
        epsilon, log_size = open_unit(rng, 0.08, 0.12), float(rng.uniform(0, 3))
        once = student.failure_bound(epsilon, n, log_size, setting)
        twice = student.failure_bound(epsilon, n, log_size + math.log(2), setting)
        assert once > 0
        assert twice == pytest.approx(2 * once, rel=1e-5)


@pytest.mark.exercise("failure_bound")
def test_failure_random(student, reference, rng):
    """random cases agree with the formulas, and the realizable promise is never the weaker one"""
    for _ in range(5):
        epsilon, n, log_size = open_unit(rng), rng.integers(1, 400), np.float64(rng.uniform(0, 20))
        realizable = student.failure_bound(epsilon, n, log_size, REALIZABLE)
        agnostic = student.failure_bound(epsilon, n, log_size, AGNOSTIC)
        expected = [reference.failure_bound(epsilon, n, log_size, s) for s in (REALIZABLE, AGNOSTIC)]
        assert [realizable, agnostic] == pytest.approx(expected, rel=1e-5, abs=1e-250)
        assert realizable <= agnostic * (1 + 1e-5)


@pytest.mark.exercise("failure_bound")
def test_failure_bad_input(student):
    """epsilon outside (0, 1), a negative or fractional n, a negative log_size or an unknown setting raise ValueError"""
    bad_arguments = [(0, 10), (1, 10), (1.5, 10), (-0.1, 10), (0.1, -1), (0.1, 2.5), (0.1, 10, -0.5)]
    for bad in bad_arguments + [(0.1, 10, 0.0, ERM), (0.1, 10, 0.0, "Realizable"), (0.1, 10, 0.0, "")]:
        with pytest.raises(ValueError):
            student.failure_bound(*bad)


# sample_size ----------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("sample_size")
def test_sample_size_realizable(student):
    """when realizable, (ln|H| + ln(1/delta)) / epsilon examples are enough, rounded up"""
    ln2 = math.log(2)
    arguments = [(0.1, 0.05, math.log(729)), (0.1, 0.05, 16 * ln2), (0.1, 0.05, 8 * ln2), (0.05, 0.01, 16 * ln2)]
    arguments += [(0.1, 0.1, math.log(1000)), (0.05, 0.1, 10 * math.log(4))]
    answers = [student.sample_size(*a, REALIZABLE) for a in arguments]
    assert answers == [96, 141, 86, 314, 93, 324]


@pytest.mark.exercise("sample_size")
def test_sample_size_agnostic(student):
    """in the agnostic setting it takes (ln|H| + ln(2/delta)) / (2 epsilon²) examples, rounded up"""
    arguments = [(0.1, 0.05, math.log(100)), (0.1, 0.05, math.log(1e4)), (0.05, 0.05, math.log(100))]
    arguments += [(0.1, 0.05, 16 * math.log(2)), (0.05, 0.01, math.log(100))]
    answers = [student.sample_size(*a, AGNOSTIC) for a in arguments]
    assert answers == [415, 645, 1659, 739, 1981]


@pytest.mark.exercise("sample_size")
def test_sample_size_defaults(student):
    """by default there is one hypothesis and the setting is agnostic: the test-set size for error bars of epsilon"""
    assert student.sample_size(0.1, 0.05) == 185
    assert student.sample_size(epsilon=0.05, delta=0.05, log_size=math.log(100)) == 1659


@pytest.mark.exercise("sample_size")
def test_sample_size_boolean_functions(student):
    """learning any Boolean function of d variables takes a number of examples that doubles with every variable"""
    answers = [student.sample_size(0.1, 0.05, 2**d * math.log(2), REALIZABLE) for d in (6, 10, 17, 20)]
    assert answers == [474, 7128, 908552, 7268205]
    assert student.sample_size(0.07, 0.05, 64 * math.log(2), REALIZABLE) == 677


@pytest.mark.exercise("sample_size")
def test_sample_size_known_classes(student, reference):
    """64-bit parameters, decision lists and rectangles need the numbers of examples that their log sizes ask for"""
    parameters = [student.sample_size(0.1, 0.05, reference.log_class_size("parameters", d)) for d in (1, 2, 10)]
    assert parameters == [2403, 4621, 22366]
    sizes = [reference.log_class_size("decision_lists", d, k) for d, k in [(3, 1), (3, 2), (4, 2), (5, 2), (10, 2)]]
    assert [student.sample_size(0.1, 0.05, size, REALIZABLE) for size in sizes] == [193, 757, 1430, 2369, 11567]
    goals = [(0.1, 0.05), (0.05, 0.05), (0.1, 0.01), (0.01, 0.01)]
    rectangles = [student.sample_size(epsilon / 4, delta, math.log(4), REALIZABLE) for epsilon, delta in goals]
    assert rectangles == [176, 351, 240, 2397]


@pytest.mark.exercise("sample_size")
def test_sample_size_rounds_up(student, reference, rng):
    """the answer is an integer that meets the guarantee, and one example fewer would not meet the formula"""
    for setting in (REALIZABLE, AGNOSTIC) * 3:
        epsilon, delta, log_size = draw_arguments(rng, setting)
        n = student.sample_size(epsilon, delta, log_size, setting)
        assert isinstance(n, int | np.integer)
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
        assert [n[1] - n[0], n[2] - n[1]] == pytest.approx([math.log(10) * price] * 2, abs=1.01)


@pytest.mark.exercise("sample_size")
def test_sample_size_bad_input(student):
    """epsilon or delta outside (0, 1), a negative log_size or an unknown setting raise ValueError"""
    bad_arguments = [(0, 0.1), (1, 0.1), (-0.1, 0.1), (0.1, 0), (0.1, 1), (0.1, 1.5), (0.1, 0.1, -0.5)]
    for bad in bad_arguments + [(0.1, 0.1, 0.0, ERM), (0.1, 0.1, 0.0, "noisy")]:
        with pytest.raises(ValueError):
            student.sample_size(*bad)


# error_bound ----------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("error_bound")
def test_error_bound_realizable(student):
    """a hypothesis that fits all examples has error at most (ln|H| + ln(1/delta)) / n, without a root"""
    assert student.error_bound(0, 100, 0.05, math.log(729), REALIZABLE) == pytest.approx(0.0958740601, rel=1e-6)
    assert student.error_bound(0, 500, 0.05, 64 * math.log(2), REALIZABLE) == pytest.approx(0.0947143037, rel=1e-6)
    assert 4 * student.error_bound(0, 500, 0.05, math.log(4), REALIZABLE) == pytest.approx(0.0350562131, rel=1e-6)


@pytest.mark.exercise("error_bound")
def test_error_bound_agnostic(student):
    """the true error is at most the training error plus sqrt((ln|H| + ln(2/delta)) / (2n))"""
    assert student.error_bound(0, 1000, 0.05, math.log(729), AGNOSTIC) == pytest.approx(0.0716957223, rel=1e-6)
    assert student.error_bound(0.12, 1000, 0.05, math.log(729), AGNOSTIC) == pytest.approx(0.1916957223, rel=1e-6)
    answers = [student.error_bound(0, n, 0.05, math.log(100)) for n in (100, 1000, 10000)]
    assert answers == pytest.approx([0.2036424519, 0.0643973976, 0.0203642452], rel=1e-6)


@pytest.mark.exercise("error_bound")
def test_error_bound_erm(student):
    """for the empirical risk minimiser the gap counts twice: once for it, once for the best hypothesis"""
    assert student.error_bound(0.1, 1000, 0.05, math.log(100), ERM) == pytest.approx(0.2287947952, rel=1e-6)
    assert student.error_bound(0, 400, 0.1, 0.0, ERM) == pytest.approx(2 * math.sqrt(math.log(20) / 800), rel=1e-6)


@pytest.mark.exercise("error_bound")
def test_error_bound_defaults(student):
    """by default there is one hypothesis and the setting is agnostic: the error bar of a single test error"""
    assert student.error_bound(0.25, 200, 0.1) == pytest.approx(0.25 + math.sqrt(math.log(20) / 400), rel=1e-6)
    assert student.error_bound(error=1, n=50, delta=0.2) == pytest.approx(1 + math.sqrt(math.log(10) / 100), rel=1e-6)


@pytest.mark.exercise("error_bound")
def test_error_bound_above_one(student):
    """a bound above 1 is returned as it is, not cut off: it is true, only empty"""
    assert student.error_bound(0, 10, 0.05, 64 * math.log(2), REALIZABLE) == pytest.approx(4.735715183, rel=1e-6)
    assert student.error_bound(0.9, 1, 0.5) == pytest.approx(0.9 + math.sqrt(math.log(4) / 2), rel=1e-6)
    assert student.error_bound(0.9, 4, 0.5, 0.0, ERM) == pytest.approx(0.9 + math.sqrt(math.log(4) / 2), rel=1e-6)


@pytest.mark.exercise("error_bound")
def test_error_bound_inverts_sample_size(student, reference, rng):
    """with as many examples as sample_size asks for the bound reaches epsilon, and with one fewer it does not"""
    for setting in (REALIZABLE, AGNOSTIC) * 3:
        epsilon, delta, log_size = draw_arguments(rng, setting)
        n = reference.sample_size(epsilon, delta, log_size, setting)
        enough = student.error_bound(0, n, delta, log_size, setting)
        short = student.error_bound(0, n - 1, delta, log_size, setting)
        assert enough <= epsilon < short


@pytest.mark.exercise("error_bound")
def test_error_bound_covers(student, reference):
    """the gap is wide enough: the frequency of a coin strays further with probability of at most delta"""
    for phi, n, delta in [(0.5, 50, 0.2), (0.1, 200, 0.05), (0.35, 1000, 0.5)]:
        gap = student.error_bound(0, n, delta)
        assert reference.hoeffding(phi, gap, n)[0] <= delta
        assert gap == pytest.approx(math.sqrt(math.log(2 / delta) / (2 * n)), rel=1e-5)


@pytest.mark.exercise("error_bound")
def test_error_bound_random(student, reference, rng):
    """random cases agree with the three formulas, for numpy numbers too"""
    for setting in (REALIZABLE, AGNOSTIC, ERM):
        for _ in range(3):
            error = 0.0 if setting == REALIZABLE else np.float64(rng.uniform(0.05, 1))
            n, delta, log_size = rng.integers(1, 5000), open_unit(rng), float(rng.uniform(0, 1000))
            expected = reference.error_bound(error, n, delta, log_size, setting)
            assert student.error_bound(error, n, delta, log_size, setting) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("error_bound")
def test_error_bound_bad_input(student):
    """impossible errors, counts, probabilities, sizes and settings, and a realizable error above 0, raise ValueError"""
    bad_arguments = [(-0.1, 10, 0.1), (1.1, 10, 0.1), (0.1, 0, 0.1), (0.1, 2.5, 0.1), (0.1, 10, 0), (0.1, 10, 1)]
    bad_arguments += [(0.1, 10, 0.1, -0.5), (0.1, 10, 0.1, 0.0, REALIZABLE), (0.1, 10, 0.1, 0.0, "other")]
    for bad in bad_arguments:
        with pytest.raises(ValueError):
            student.error_bound(*bad)


# log_class_size -------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("log_class_size")
def test_class_size_conjunctions(student):
    """with three choices per variable there are 729 conjunctions of 6 variables"""
    answers = [student.log_class_size("conjunctions", d) for d in (1, 2, 6, 40)]
    assert answers == pytest.approx([math.log(3), math.log(9), math.log(729), 40 * math.log(3)], rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_class_size_literal_sets(student):
    """any subset of the 2d literals may be chosen: 4^d of them"""
    answers = [student.log_class_size("literal_sets", d) for d in (1, 3, 10)]
    assert answers == pytest.approx([math.log(4), math.log(64), 13.8629436112], rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_class_size_boolean(student):
    """there are 2^(2^d) Boolean functions, and their logarithm is a modest number even for 20 variables"""
    answers = [student.log_class_size("boolean", d) for d in (1, 6, 20)]
    assert answers == pytest.approx([math.log(4), 44.3614195558, 726817.498003], rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_class_size_trees(student):
    """choices at the nodes of a tree multiply: d for each of the 2^d - 1 inner nodes, 2 for each of the 2^d leaves"""
    answers = [student.log_class_size("trees", d) for d in (1, 2, 3, 10)]
    assert answers == pytest.approx([math.log(4), math.log(128), math.log(559872), 3065.327263], rel=1e-6)
    expected = (2**20 - 1) * math.log(20) + 2**20 * math.log(2)
    assert student.log_class_size("trees", 20) == pytest.approx(expected, rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_class_size_decision_lists(student):
    """with c possible tests there are at most 3^c · c! decision lists"""
    pairs = [(3, 1), (3, 2), (4, 2), (5, 2), (10, 2), (10, 3)]
    answers = [student.log_class_size("decision_lists", d, k) for d, k in pairs]
    figures = [16.2154473817, 72.6406517025, 139.9792671355, 233.8750853046, 1153.6445216168, 9876.5675589597]
    assert answers == pytest.approx(figures, rel=1e-6)
    assert student.log_class_size("decision_lists", 3) == pytest.approx(16.2154473817, rel=1e-6)  # k = 1 by default


@pytest.mark.exercise("log_class_size")
def test_class_size_decision_list_edges(student):
    """for k = 0 only the empty test is left, and beyond k = 2d there are no further tests"""
    assert student.log_class_size("decision_lists", 3, 0) == pytest.approx(math.log(3), rel=1e-6)
    all_tests = 16 * math.log(3) + log_sum(range(2, 17))
    answers = [student.log_class_size("decision_lists", 2, k) for k in (4, 5, 9)]
    assert answers == pytest.approx([all_tests] * 3, rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_class_size_parameters(student):
    """d parameters of so many bits each make 2^(bits·d) hypotheses; 64 bits is the default"""
    assert student.log_class_size("parameters", 1) == pytest.approx(44.3614195558, rel=1e-6)
    assert student.log_class_size("parameters", 3, bits=32) == pytest.approx(66.5421293338, rel=1e-6)
    assert student.log_class_size("parameters", 100, 1, 1) == pytest.approx(100 * math.log(2), rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_class_size_covers_enumeration(student):
    """counting by enumeration, distinct conjunctions match exactly and decision lists stay below their bound"""
    for d in (1, 2, 3):
        tests = [[(j, v) for j, v in enumerate(choice) if v < 2] for choice in product((0, 1, 2), repeat=d)]
        distinct = {satisfies(test, bits(d)).tobytes() for test in tests}
        assert student.log_class_size("conjunctions", d) == pytest.approx(math.log(len(distinct)), rel=1e-6)
    enumerated = {(2, 1): 14, (2, 2): 16, (3, 1): 96, (3, 2): 254, (3, 3): 256, (4, 1): 1050}
    for (d, k), count in enumerated.items():
        size = student.log_class_size("decision_lists", d, k)
        c = sum(1 for i in range(k + 1) for _ in combinations(range(2 * d), i))
        assert size >= math.log(count)
        assert size == pytest.approx(c * math.log(3) + log_sum(range(1, c + 1)), rel=1e-6)


@pytest.mark.exercise("log_class_size")
def test_class_size_random(student, reference, rng):
    """all families are right for random sizes, also when d and k are numpy integers"""
    for family in ("conjunctions", "literal_sets", "boolean", "trees", "decision_lists", "parameters"):
        d, k, width = rng.integers(2, 13), rng.integers(1, 4), rng.integers(2, 100)
        expected = reference.log_class_size(family, d, k, width)
        assert student.log_class_size(family, d, k, width) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("log_class_size")
def test_class_size_bad_input(student):
    """an unknown family and counts that are too small or no integers raise ValueError"""
    bad_arguments = [("neurons", 3), ("", 3), ("conjunctions", 0), ("boolean", -1), ("trees", 2.5)]
    for bad in bad_arguments + [("decision_lists", 3, -1), ("decision_lists", 3, 1.5), ("parameters", 3, 1, 0)]:
        with pytest.raises(ValueError):
            student.log_class_size(*bad)


# risk_minimisers ------------------------------------------------------------------------------------------------------


@pytest.mark.exercise("risk_minimisers")
def test_risk_noisy_pair(student):
    """with 20 % noise the best function has error 0.2, and answering at random now and then does not help"""
    hypotheses = [[0, 1], [1, 0], [0, 0], [1, 1], [0.1, 0.9]]
    answer = student.risk_minimisers(hypotheses, [[0.4, 0.1], [0.1, 0.4]])
    assert np.allclose(answer["errors"], [0.2, 0.8, 0.5, 0.5, 0.26], rtol=1e-6)
    assert answer["irreducible"] == pytest.approx(0.2, rel=1e-6)
    assert np.asarray(answer["minimisers"]).tolist() == [0]
    assert np.allclose(answer["vote"], [0, 1], atol=1e-9)


@pytest.mark.exercise("risk_minimisers")
def test_risk_training_errors(student):
    """frequent inputs count more: training errors weigh every input by its share of the sample"""
    answer = student.risk_minimisers([[0, 0], [0, 1], [1, 0], [1, 1]], table_of([0, 0, 0, 1], [1, 1, 0, 0], 2))
    assert np.allclose(answer["errors"], [0.5, 0.75, 0.25, 0.5], rtol=1e-6)
    assert answer["irreducible"] == pytest.approx(0.25, rel=1e-6)
    assert np.asarray(answer["minimisers"]).tolist() == [2]
    assert np.allclose(answer["vote"], [1, 0], atol=1e-9)


@pytest.mark.exercise("risk_minimisers")
def test_risk_irreducible_outside_class(student):
    """the irreducible error does not depend on the class, however badly its members do"""
    joint = [[0.3, 0.05], [0.05, 0.2], [0.1, 0.3]]
    answer = student.risk_minimisers([[1, 0, 0], [1, 1, 0], [1, 0, 0]], joint)
    assert np.allclose(answer["errors"], [0.8, 0.65, 0.8], rtol=1e-6)
    assert answer["irreducible"] == pytest.approx(0.2, rel=1e-6)
    assert np.asarray(answer["minimisers"]).tolist() == [1]
    assert np.allclose(answer["vote"], [1, 1, 0], atol=1e-9)


@pytest.mark.exercise("risk_minimisers")
def test_risk_ties_despite_rounding(student):
    """errors that differ by rounding only are tied: compare them with a tolerance of 1e-9"""
    joint = np.array([[0, 0.1], [0, 0.2], [0, 0.3], [0.4, 0]])
    answer = student.risk_minimisers([[0, 0, 1, 0], [1, 1, 0, 0]], joint)
    assert np.allclose(answer["errors"], [0.3, 0.3], rtol=1e-6)
    assert np.asarray(answer["minimisers"]).tolist() == [0, 1]
    assert np.allclose(answer["vote"], [0.5, 0.5, 0.5, 0], atol=1e-9)
    assert answer["irreducible"] == pytest.approx(0, abs=1e-12)
    answer = student.risk_minimisers([[0, 0, 1, 0], [1, 1, 0, 0]], joint + [[0, 1e-6], [0, 0], [0, -1e-6], [0, 0]])
    assert np.asarray(answer["minimisers"]).tolist() == [1]


@pytest.mark.exercise("risk_minimisers")
def test_risk_no_free_lunch(student, rng):
    """among all Boolean functions, the consistent ones split evenly on every input that was not seen"""
    seen, labels = [0, 3, 5, 6, 7], rng.integers(0, 2, 5)
    answer = student.risk_minimisers(bits(8), table_of(seen, labels, 8))
    best = np.asarray(answer["minimisers"])
    expected = np.full(8, 0.5)
    expected[seen] = labels
    assert best.tolist() == [i for i, row in enumerate(bits(8)) if np.array_equal(row[seen], labels)]
    assert len(best) == 8
    assert np.allclose(np.asarray(answer["errors"])[best], 0, atol=1e-9)
    assert np.allclose(answer["vote"], expected, atol=1e-9)
    assert answer["irreducible"] == pytest.approx(0, abs=1e-12)


@pytest.mark.exercise("risk_minimisers")
def test_risk_version_space_of_enjoy_sport(student, dataset):
    """on EnjoySport, 6 of the 729 conjunctions are consistent, and they vote on the days not seen"""
    X, y = enjoy_sport(dataset)
    tests, hypotheses = conjunctions_of_six_bits()
    answer = student.risk_minimisers(hypotheses.copy(), table_of(X @ [32, 16, 8, 4, 2, 1], y, 64))
    found = [tests[i] for i in np.asarray(answer["minimisers"])]
    consistent = [[(0, 1), (1, 1), (3, 1)], [(0, 1), (1, 1)], [(0, 1), (3, 1)], [(0, 1)], [(1, 1), (3, 1)], [(1, 1)]]
    assert sorted(found) == sorted(consistent)
    shares, counts = np.unique(np.round(6 * np.asarray(answer["vote"], dtype=float), 4), return_counts=True)
    assert shares.tolist() == [0, 1, 2, 3, 6]
    assert counts.tolist() == [16, 16, 16, 8, 8]
    assert answer["irreducible"] == pytest.approx(0, abs=1e-12)
    assert np.asarray(answer["errors"]).shape == (729,)


@pytest.mark.exercise("risk_minimisers")
def test_risk_random(student, reference, rng):
    """random classes and noisy samples give the errors, the irreducible error, all minimisers and their vote"""
    for _ in range(4):
        size = int(rng.integers(3, 6))
        # errors are multiples of 1/240, far enough apart or equal
        hypotheses = rng.integers(0, 5, (30, size)) / 4
        joint = table_of(rng.integers(0, size, 60), rng.integers(0, 2, 60), size)
        answer = student.risk_minimisers(hypotheses, joint)
        expected = reference.risk_minimisers(hypotheses, joint)
        assert np.allclose(answer["errors"], expected["errors"], rtol=1e-5)
        assert answer["irreducible"] == pytest.approx(expected["irreducible"], rel=1e-5, abs=1e-9)
        assert np.asarray(answer["minimisers"]).tolist() == expected["minimisers"].tolist()
        assert np.allclose(answer["vote"], expected["vote"], rtol=1e-5, atol=1e-9)
        assert np.min(answer["errors"]) >= answer["irreducible"] - 1e-6


@pytest.mark.exercise("risk_minimisers")
def test_risk_all_functions_reach_irreducible(student, rng):
    """a class that holds all functions attains the irreducible error exactly"""
    counts = rng.integers(1, 20, (5, 2))
    joint = counts / counts.sum()
    answer = student.risk_minimisers(bits(5), joint)
    expected = np.minimum(counts[:, 0], counts[:, 1]).sum() / counts.sum()
    assert np.min(answer["errors"]) == pytest.approx(expected, rel=1e-5)
    assert answer["irreducible"] == pytest.approx(expected, rel=1e-5)
    vote = np.where(counts[:, 0] == counts[:, 1], 0.5, counts[:, 1] > counts[:, 0])
    assert np.allclose(answer["vote"], vote, atol=1e-6)
    assert len(np.asarray(answer["minimisers"])) == 2 ** np.sum(counts[:, 0] == counts[:, 1])


@pytest.mark.exercise("risk_minimisers")
def test_risk_single_hypothesis_and_input_kept(student):
    """a class of one hypothesis on one input works, and the arguments are left as they were"""
    answer = student.risk_minimisers([[0.25]], [[0.4, 0.6]])
    assert np.allclose(answer["errors"], [0.55], rtol=1e-6)
    assert answer["irreducible"] == pytest.approx(0.4, rel=1e-6)
    assert np.asarray(answer["minimisers"]).tolist() == [0]
    assert np.allclose(answer["vote"], [0.25], rtol=1e-6)
    hypotheses, joint = np.array([[0, 1, 1], [1, 1, 0]]), np.array([[0.1, 0.2], [0.3, 0.1], [0.0, 0.3]])
    answer = student.risk_minimisers(hypotheses, joint)
    assert np.allclose(answer["errors"], [0.5, 0.7], rtol=1e-6)
    assert np.array_equal(hypotheses, [[0, 1, 1], [1, 1, 0]])
    assert np.array_equal(joint, [[0.1, 0.2], [0.3, 0.1], [0.0, 0.3]])


@pytest.mark.exercise("risk_minimisers")
def test_risk_bad_input(student):
    """tables that are no distribution, shapes that do not fit, empty classes and impossible answers raise ValueError"""
    fair = [[0.25, 0.25], [0.25, 0.25]]
    bad_arguments = [
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
    for bad in bad_arguments:
        with pytest.raises(ValueError):
            student.risk_minimisers(*bad)


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
    assert literals(student.learn_conjunction(X, y)) == [(1, 0), (2, 1)]
    assert np.array_equal(X, [[1, 0, 1], [0, 0, 1], [1, 1, 1]])
    assert np.array_equal(y, [1, 1, 0])


@pytest.mark.exercise("learn_conjunction")
def test_conjunction_bad_input(student):
    """anything but 0 and 1, an X that is not (n, d) and lengths that differ raise ValueError"""
    bad_arguments = [
        ([[0, 2], [1, 1]], [1, 0]),
        ([[0, 1], [1, 1]], [1, -1]),
        ([[0, 1], [1, 1]], [1, 0, 1]),
        ([0, 1], [1, 0]),
        ([[0, 1], [1, 1]], [[1], [0]]),
        ([[0.5, 1], [1, 1]], [1, 0]),
    ]
    for X, y in bad_arguments:
        with pytest.raises(ValueError):
            student.learn_conjunction(np.array(X), np.array(y))


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
    answer = student.rectangle_experiment(concept, samples, 0.1, 0.05)
    assert np.allclose(answer["boxes"], [[[0.2, 0.4], [0.7, 0.7]], [[0.25, 0.4], [0.6, 0.65]]], rtol=1e-6)
    assert np.allclose(answer["errors"], [0.09, 0.1525], rtol=1e-5)
    assert answer["failure_rate"] == pytest.approx(0.5, rel=1e-6)
    assert not answer["is_pac"]
    assert answer["bound"] == pytest.approx(1.0, rel=1e-6)


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_without_positives(student):
    """a sample without positives gives the empty box (low +inf, high -inf), which misses the whole concept"""
    concept = np.array([[0.2, 0.3], [0.8, 0.7]])
    samples = np.array([[(0.1, 0.5), (0.5, 0.9)], [(0.3, 0.4), (0.6, 0.6)], [(0.9, 0.9), (0.5, 0.29)]])
    answer = student.rectangle_experiment(concept, samples, 0.2, 0.7)
    boxes = np.asarray(answer["boxes"], dtype=float)
    empty = [[np.inf, np.inf], [-np.inf, -np.inf]]
    assert boxes.shape == (3, 2, 2)
    assert np.array_equal(boxes[[0, 2]], [empty, empty])
    assert np.allclose(boxes[1], [[0.3, 0.4], [0.6, 0.6]], rtol=1e-6)
    assert np.allclose(answer["errors"], [0.24, 0.18, 0.24], rtol=1e-5)
    assert answer["failure_rate"] == pytest.approx(2 / 3, rel=1e-5)
    assert answer["is_pac"]
    one_dimension = student.rectangle_experiment([[0.5], [0.9]], [[[0.1], [0.2]]], 0.3, 0.5)
    assert np.allclose(one_dimension["errors"], [0.4], rtol=1e-5)


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_single_point(student):
    """one positive point makes a box without volume, and a concept without volume has no error"""
    answer = student.rectangle_experiment([[0.1, 0.1], [0.6, 0.9]], [[[0.5, 0.5]]], 0.5, 0.5)
    assert np.allclose(answer["boxes"], [[[0.5, 0.5], [0.5, 0.5]]], rtol=1e-6)
    assert np.allclose(answer["errors"], [0.4], rtol=1e-5)
    assert answer["failure_rate"] == pytest.approx(0, abs=1e-9)
    answer = student.rectangle_experiment([[0.2], [0.9]], [[[0.5]]], 0.5, 0.5)
    assert np.allclose(answer["errors"], [0.7], rtol=1e-5)
    assert not answer["is_pac"]
    answer = student.rectangle_experiment([[0.5, 0.1], [0.5, 0.9]], [[[0.5, 0.5], [0.4, 0.2]]], 0.5, 0.5)
    assert np.allclose(answer["errors"], [0], atol=1e-9)


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_pac_definition(student):
    """one failure in ten runs is allowed at delta = 0.1, and no longer at a smaller delta"""
    samples = [[[0.02], [0.98]]] * 9 + [[[0.2], [0.8]]]
    answer = student.rectangle_experiment([[0], [1]], samples, 0.05, 0.1)
    assert np.allclose(answer["errors"], [0.04] * 9 + [0.4], rtol=1e-5)
    assert answer["failure_rate"] == pytest.approx(0.1, rel=1e-6)
    assert answer["is_pac"]
    assert not student.rectangle_experiment([[0], [1]], samples, 0.05, 0.09)["is_pac"]
    assert not student.rectangle_experiment([[0], [1]], samples, 0.03, 0.1)["is_pac"]


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_strip_bound(student):
    """a box in d dimensions has 2d sides, so the bound is 2d (1 - epsilon/(2d))^m, cut off at 1"""
    for d, m, epsilon in [(2, 176, 0.1), (1, 60, 0.1), (3, 300, 0.1), (4, 150, 0.3)]:
        cube = np.repeat([[0.0], [1.0]], d, axis=1)
        answer = student.rectangle_experiment(cube, np.full((1, m, d), 0.5), epsilon, 0.1)
        assert answer["bound"] == pytest.approx(2 * d * (1 - epsilon / (2 * d)) ** m, rel=1e-5)
    answer = student.rectangle_experiment([[0, 0], [1, 1]], np.full((1, 20, 2), 0.5), 0.3, 0.1)
    assert answer["bound"] == pytest.approx(0.8411910555, rel=1e-6)
    answer = student.rectangle_experiment([[0, 0, 0], [1, 1, 1]], np.full((1, 5, 3), 0.5), 0.3, 0.1)
    assert answer["bound"] == pytest.approx(1.0, rel=1e-6)


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_mean_error(student, rng):
    """when the concept is the whole cube, the mean error is 1 - ((m-1)/(m+1))^d and the bound holds with room"""
    answer = student.rectangle_experiment([[0, 0], [1, 1]], rng.random((1000, 20, 2)), 0.3, 0.2)
    assert np.mean(answer["errors"]) == pytest.approx(0.1814058957, abs=0.02)
    assert answer["failure_rate"] == pytest.approx(0.0844256, abs=0.05)
    assert answer["failure_rate"] == pytest.approx(np.mean(np.asarray(answer["errors"]) > 0.3), abs=1e-9)
    assert answer["is_pac"]
    answer = student.rectangle_experiment([[0, 0, 0], [1, 1, 1]], rng.random((600, 20, 3)), 0.5, 0.2)
    assert np.mean(answer["errors"]) == pytest.approx(0.2593672390, abs=0.03)


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_keeps_its_guarantee(student, reference, rng):
    """after as many examples as the theory asks for, the error is at most epsilon for random concepts"""
    for d, epsilon in [(1, 0.1), (2, 0.2), (3, 0.3)]:
        concept = np.array([rng.uniform(0, 0.1, d), rng.uniform(0.9, 1, d)])
        m = reference.sample_size(epsilon / (2 * d), 1e-9, math.log(2 * d), REALIZABLE)
        answer = student.rectangle_experiment(concept, rng.random((10, m, d)), epsilon, 0.01)
        assert np.min(answer["errors"]) > 0 and np.max(answer["errors"]) <= epsilon
        assert answer["failure_rate"] == pytest.approx(0, abs=1e-9)
        assert answer["is_pac"]
        assert answer["bound"] <= 1e-9


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_random(student, reference, rng):
    """random concepts in one to four dimensions are learnt as the tightest box, which lies inside the concept"""
    for d in (1, 2, 3, 4):
        corners = np.sort(rng.random((2, d)) * 0.4 + [[0.0], [0.6]], axis=0)
        samples = rng.random((20, 8, d))
        samples[:, 0] = (corners[0] + corners[1]) / 2
        answer = student.rectangle_experiment(corners, samples, 0.123456, 0.05)
        expected = reference.rectangle_experiment(corners, samples, 0.123456, 0.05)
        assert np.allclose(answer["boxes"], expected["boxes"], rtol=1e-5)
        assert np.allclose(answer["errors"], expected["errors"], rtol=1e-5)
        assert answer["failure_rate"] == pytest.approx(expected["failure_rate"], abs=1e-6)
        assert answer["bound"] == pytest.approx(expected["bound"], rel=1e-5)
        boxes = np.asarray(answer["boxes"], dtype=float)
        assert (boxes[:, 0] >= corners[0] - 1e-6).all() and (boxes[:, 1] <= corners[1] + 1e-6).all()


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_more_points(student, rng):
    """a further point never raises the error, one inside the box or a negative changes nothing, and inputs are kept"""
    concept = np.array([[0.1, 0.2], [0.9, 0.8]])
    samples = rng.uniform([0.15, 0.25], [0.85, 0.75], (6, 5, 2))
    concept_copy, samples_copy = concept.copy(), samples.copy()
    before = student.rectangle_experiment(concept, samples, 0.1, 0.1)
    assert np.array_equal(concept, concept_copy) and np.array_equal(samples, samples_copy)
    inside, negative = samples.mean(axis=1, keepdims=True), np.full((6, 1, 2), 0.95)
    for extra in (inside, negative):
        after = student.rectangle_experiment(concept, np.concatenate([samples, extra], axis=1), 0.1, 0.1)
        assert np.allclose(after["boxes"], before["boxes"], rtol=1e-6)
        assert np.allclose(after["errors"], before["errors"], rtol=1e-5)
    more = np.concatenate([samples, rng.random((6, 3, 2))], axis=1)
    later = student.rectangle_experiment(concept, more, 0.1, 0.1)
    assert (np.asarray(later["errors"]) <= np.asarray(before["errors"]) + 1e-6).all()
    assert (np.asarray(later["errors"]) >= 0).all()


@pytest.mark.exercise("rectangle_experiment")
def test_rectangle_bad_input(student):
    """wrong shapes, no samples, no points, a lower corner above the upper one, and epsilon or delta outside (0, 1)"""
    square, points = [[0, 0], [1, 1]], np.full((2, 3, 2), 0.5)
    bad_arguments = [
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
    for bad in bad_arguments:
        with pytest.raises(ValueError):
            student.rectangle_experiment(*bad)


# predict_decision_list ------------------------------------------------------------------------------------------------


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_restaurant(student, dataset):
    """AIMA's list for the restaurant gets the right answer in 9 of the 12 examples and waits on half of all inputs"""
    X, y, names = restaurant(dataset)
    patrons, friday = names.index("Patrons"), names.index("Fri")
    rules = [([(patrons, 2)], 1), ([(patrons, 0), (friday, 1)], 1)]
    answers = np.asarray(student.predict_decision_list(rules, X))
    assert (np.flatnonzero(answers != y) + 1).tolist() == [5, 9, 10]
    everything = all_inputs(X.max(axis=0) + 1)
    assert np.sum(student.predict_decision_list(rules, everything)) == 4608


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_conjunction(student):
    """a conjunction is a list with one rule: one violated literal is enough for the answer 0"""
    rules = [([(0, 1), (1, 0), (4, 1)], 1)]
    X = [[0, 1, 1, 0, 1], [1, 0, 1, 0, 1], [1, 0, 0, 1, 0], [1, 1, 0, 0, 1], [0, 0, 0, 0, 1]]
    assert np.asarray(student.predict_decision_list(rules, X)).tolist() == [0, 1, 0, 0, 0]


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_first_rule_wins(student):
    """the first rule whose test is true decides, whatever later rules say"""
    rules = [([(0, 1)], 0), ([(1, 1)], 1), ([(0, 0), (1, 0)], 1), ([(0, 1), (1, 1)], 1)]
    assert np.asarray(student.predict_decision_list(rules, bits(2))).tolist() == [1, 1, 0, 0]


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_empty_test(student):
    """the empty test is true for every row, so it decides all rows that are left and later rules have no effect"""
    rules = [([(0, 1)], 0), ([], 1)]
    assert np.asarray(student.predict_decision_list(rules, bits(2))).tolist() == [1, 1, 0, 0]
    longer = rules + [([(1, 0)], 0), ([(0, 1)], 1)]
    assert np.asarray(student.predict_decision_list(longer, bits(2))).tolist() == [1, 1, 0, 0]


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_default(student):
    """rows that no test covers, and all rows under an empty list, get 0"""
    assert np.asarray(student.predict_decision_list([([(0, 2)], 1)], [[0], [1], [2]])).tolist() == [0, 0, 1]
    assert np.asarray(student.predict_decision_list([], bits(2))).tolist() == [0, 0, 0, 0]
    assert np.asarray(student.predict_decision_list([([], 1)], np.zeros((0, 3), dtype=int))).shape == (0,)


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_random(student, reference, rng):
    """random lists over random codes are answered right, and lists and rows are left as they were"""
    for _ in range(5):
        X = rng.integers(0, 2, (40, 5))
        rules = random_list(rng, 5, 1, 1) if rng.random() < 0.2 else random_list(rng, 5, 2, 6)
        before, X_before = [(list(test), outcome) for test, outcome in rules], X.copy()
        answers = student.predict_decision_list(rules, X)
        expected = [next(outcome for test, outcome in before if satisfies(test, row[None])[0]) for row in X]
        assert np.asarray(answers).tolist() == expected
        assert rules == before and np.array_equal(X, X_before)


@pytest.mark.exercise("predict_decision_list")
def test_predict_list_swaps(student, rng):
    """neighbouring rules may be swapped if they have the same outcome or if no row satisfies both"""
    X = rng.integers(0, 3, (50, 4))
    tail = random_list(rng, 4, 2, 3)
    same = [([(0, 1)], 1), ([(1, 2), (2, 0)], 1)]
    apart = [([(0, 0), (3, 1)], 0), ([(0, 2)], 1)]
    expected = np.asarray(student.predict_decision_list(same + apart + tail, X)).tolist()
    assert np.asarray(student.predict_decision_list(same[::-1] + apart[::-1] + tail, X)).tolist() == expected
    assert [expected[i] for i in np.flatnonzero(X[:, 0] == 1)] == [1] * int(np.sum(X[:, 0] == 1))


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
    with pytest.raises(ValueError):
        student.learn_decision_list(X, y)
    rules = rule_list(student.learn_decision_list(X, y, 2))
    assert rules == [([(0, 0), (1, 0)], 0), ([(0, 0)], 1), ([(1, 0)], 1), ([(0, 1)], 0)]


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_course_ratings(student, dataset):
    """two course ratings contradict each other: without one of them a list exists, with both there is none"""
    X, y = course_ratings(dataset)
    rows = np.arange(20) != 17
    rules = rule_list(student.learn_decision_list(X[rows], y[rows], 1))
    assert rules == [([(2, 0)], 1), ([(1, 0)], 0), ([(0, 0)], 1), ([(3, 0)], 0), ([(0, 1)], 1)]
    for k in (1, 2, 5):
        with pytest.raises(ValueError):
            student.learn_decision_list(X, y, k)


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
    for k, fits, numbers in [(1, fits_one, some), (2, fits_two, [*some[-3:], *np.flatnonzero(~fits_two)])]:
        for number in numbers:
            labels = functions[number]
            if fits[number]:
                rules = rule_list(student.learn_decision_list(inputs, labels, k))
                assert all(1 <= len(test) <= k for test, _ in rules)
                assert np.array_equal(reference.predict_decision_list(rules, inputs), labels)
            else:
                with pytest.raises(ValueError):
                    student.learn_decision_list(inputs, labels, k)
    rules = rule_list(student.learn_decision_list(inputs, parity, 3))
    assert rules == rule_list(reference.learn_decision_list(inputs, parity, 3))


@pytest.mark.exercise("learn_decision_list")
def test_learn_list_random_targets(student, reference, rng):
    """labels from a decision list are always fitted, by the list that the rules of choice single out"""
    for size, values in [(1, 2), (1, 3), (2, 2), (2, 3)]:
        X = rng.integers(0, values, (25, 5))
        target = random_list(rng, 5, size, 5)
        y = np.array([next(outcome for test, outcome in target if satisfies(test, row[None])[0]) for row in X])
        X_before, y_before = X.copy(), y.copy()
        rules = rule_list(student.learn_decision_list(X, y, size))
        assert np.array_equal(reference.predict_decision_list(rules, X), y)
        assert len(rules) <= 25
        assert rules == rule_list(reference.learn_decision_list(X, y, size))
        assert np.array_equal(X, X_before) and np.array_equal(y, y_before)
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
    bad_arguments = [(X, [0, 2], 1), (X, [-1, 1], 1), (X, [0, 1, 1], 1), ([0, 1], y, 1), (X, [[0], [1]], 1), (X, y, 0)]
    for X_bad, y_bad, k in bad_arguments + [(X, y, -1), (X, y, 1.5)]:
        with pytest.raises(ValueError):
            student.learn_decision_list(np.array(X_bad), np.array(y_bad), k)
