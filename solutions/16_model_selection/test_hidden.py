"""Hidden checks of model selection: figures, optimality, invariants, brute force, edges."""

from itertools import product

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

NAN = np.nan
GRID = {"a": [1, 2, 3], "b": [10, 20], "c": [5, 7, 9, 11]}


def powers(x, degree):
    return np.asarray(x, dtype=float)[:, None] ** np.arange(degree + 1)


def houses(dataset):
    """Area in 1000 square feet, and price in 1000 dollars."""
    X, price, names = dataset("houses")
    return np.asarray(X)[:, names.index("area")].astype(float) / 1000, np.asarray(price).astype(float)


def wave(n=16):
    """n different numbers in [-1, 1], in no order."""
    return np.cos(2.4 * np.arange(n))


def noisy_parabola():
    x = wave()
    return x, 1 - 2 * x + 3 * x**2 + 0.1 * np.sin(7 * np.arange(16))


def random_data(rng, n):
    """Different x in [-2, 2], at least 1/n apart, in random order, and a noisy cubic."""
    x = rng.permutation(np.linspace(-2, 2, n) + rng.uniform(-0.5, 0.5, n) / n)
    return x, x**3 - 2 * x + rng.normal(size=n)


def leave_one_out(n):
    rows = np.arange(n)
    return [(np.delete(rows, i), rows[[i]]) for i in rows]


def fold_errors(x, y, degree, folds):
    """Mean squared error of each fold's least squares fit, by numpy's own polynomials."""
    return [np.mean((np.polyval(np.polyfit(x[fit], y[fit], degree), x[check]) - y[check]) ** 2) for fit, check in folds]


def recorded(loss, calls):
    """The same loss, which also notes down the array of every call."""

    def noting(points):
        calls.append(np.array(points, dtype=float))
        return loss(points)

    return noting


# ---------------------------------------------------------------- three_way_split


def split(student, n, fractions, seed):
    parts = listed_parts(student.three_way_split(n, fractions, np.random.default_rng(seed)), 3)
    return [[int(row) for row in part] for part in parts]


@pytest.mark.exercise("three_way_split")
def test_usual_sizes(student, rng):
    """80 and 20 per cent without development rows, 70 and 30 without test rows; a single row is for the test"""
    seed = int(rng.integers(1 << 30))
    for n, fractions, sizes in (
        (1000, (0.7, 0.1, 0.2), [700, 100, 200]),
        (1000, (0.8, 0, 0.2), [800, 0, 200]),
        (10, (0.7, 0.3, 0), [7, 3, 0]),
        (1, (0.7, 0.1, 0.2), [0, 0, 1]),
        (5, (0, 0, 1), [0, 0, 5]),
        (3, (1, 0, 0), [3, 0, 0]),
    ):
        same_items([len(part) for part in split(student, n, fractions, seed)], sizes, name=f"the sizes of {n} rows")


@pytest.mark.exercise("three_way_split")
def test_parts_of_twentieths(student, rng):
    """with whole parts the sizes are exact however the fractions are rounded, and every row is in exactly one part"""
    for n in (20, 100, 1000, 20_000):
        first, second = sorted(rng.integers(1, 20, 2))
        counts = [int(first), int(second - first), int(20 - second)]
        parts = split(student, n, tuple(count / 20 for count in counts), 7)
        same_items([len(part) for part in parts], [n * count // 20 for count in counts], name="the sizes")
        assert sorted(parts[0] + parts[1] + parts[2]) == list(range(n)), "each row must be in exactly one part"


@pytest.mark.exercise("three_way_split")
def test_remainders(student, rng):
    """if the parts are not whole, the two cuts are rounded down, and the last part takes what is left"""
    for n in rng.integers(20, 200, 5).tolist():
        parts = split(student, n, [0.37, 0.41, 0.22], 3)
        first, second = int(n * 0.37 + 1e-9), int(n * 0.78 + 1e-9)
        same_items([len(part) for part in parts], [first, second - first, n - second], name="the sizes")
        assert sorted(parts[0] + parts[1] + parts[2]) == list(range(n)), "each row must be in exactly one part"


@pytest.mark.exercise("three_way_split")
def test_sorted_classes_are_mixed(student, rng):
    """if the first half of the rows is one class and the second half the other, all three parts get some of both"""
    for part in split(student, 400, (0.6, 0.2, 0.2), int(rng.integers(1 << 30))):
        share = np.mean(np.array(part) < 200)
        assert 0.1 < share < 0.9, f"a part has a share of {share} of the first class"


@pytest.mark.exercise("three_way_split")
def test_where_the_chance_is_from(student, rng):
    """the same seed gives the same split, another seed another one, and so does a second call with one generator"""
    seed = int(rng.integers(1 << 30))
    first = split(student, 50, (0.5, 0.3, 0.2), seed)
    assert split(student, 50, (0.5, 0.3, 0.2), seed) == first, "the same seed gave two splits"
    assert split(student, 50, (0.5, 0.3, 0.2), seed + 1) != first, "another seed gave the same split"
    generator = np.random.default_rng(seed)
    one, two = (
        [np.asarray(part).tolist() for part in student.three_way_split(50, (0.5, 0.3, 0.2), generator)]
        for _ in range(2)
    )
    assert one != two, "the generator gave the same split twice"


@pytest.mark.exercise("three_way_split")
def test_fractions_refused(student):
    """no rows, a negative fraction, and fractions that do not sum to 1"""
    refuses(
        student.three_way_split,
        given(0, (0.7, 0.1, 0.2), np.random.default_rng(0)),
        given(10, (0.9, -0.1, 0.2), np.random.default_rng(0)),
        given(10, (0.9, 0.2, -0.1), np.random.default_rng(0)),
        given(10, (-0.1, 0.9, 0.2), np.random.default_rng(0)),
        given(10, (0.7, 0.1, 0.1), np.random.default_rng(0)),
        given(10, (0.7, 0.2, 0.2), np.random.default_rng(0)),
        but_takes=given(10, (0.7, 0.1, 0.2), np.random.default_rng(0)),
    )


# ---------------------------------------------------------------- fit_regularised


@pytest.mark.exercise("fit_regularised")
def test_five_houses(student, dataset):
    """five houses: more degrees always lower the training error, until degree 4 fits all five prices"""
    area, price = houses(dataset)
    same(student.fit_regularised(area, price, 1)[0], [26.7898805285, 165.1188780758])
    for degree, cost in enumerate((10071.36, 1249.7848674737, 1230.2425557265, 18.1235616073, 0)):
        w, answer = student.fit_regularised(area, price, degree)
        same(answer, cost, name=f"the cost of degree {degree}")
        same(np.mean((powers(area, degree) @ numbers(w, degree + 1) - price) ** 2), cost)


@pytest.mark.exercise("fit_regularised")
def test_penalised_houses(student, dataset):
    """five houses with lam = 1/10, 1 and 10: the larger lam, the smaller the coefficients"""
    area, price = houses(dataset)
    for degree, lam, expected in (
        (1, 1, ([54.1237953066, 126.4032364005], 23571.3154571)),
        (1, 0.1, ([50.7245233260, 151.3322359037], 3884.4561603628)),
        (1, 10, ([23.7643806480, 53.6082760799], 96133.6180702691)),
        (3, 0.1, ([57.8622602395, 68.6916599434, 56.8174025066, -9.1005681508], 2568.4539444441)),
    ):
        same(student.fit_regularised(area, price, degree, lam), expected)


@pytest.mark.exercise("fit_regularised")
def test_gradient_is_zero(student, rng):
    """at the answer the gradient Phi'(Phi w - y)/n + lam w is zero, and the cost is what its formula says"""
    for degree in range(5):
        n = degree + 2 + int(rng.integers(6))
        x, y = random_data(rng, n)
        for lam in (0.0, float(rng.uniform(0.05, 2))):
            w, cost = student.fit_regularised(x, y, degree, lam)
            w, Phi = numbers(w, degree + 1, name="w"), powers(x, degree)
            gradient = Phi.T @ (Phi @ w - y) / n + lam * w
            same(gradient / np.abs(Phi).max(), np.zeros(degree + 1), abs=1e-4, name="the gradient")
            same(cost, np.mean((y - Phi @ w) ** 2) + lam * w @ w, name="the cost")


@pytest.mark.exercise("fit_regularised")
def test_more_penalty(student, rng):
    """as lam grows the error rises, the coefficients shrink, and the cost rises ever more slowly"""
    x, y = random_data(rng, 9)
    lams = np.linspace(0, 2, 9)
    answers = [student.fit_regularised(x, y, 3, float(lam)) for lam in lams]
    squares = np.array([(numbers(w, 4, name="w") ** 2).sum() for w, _ in answers])
    costs = numbers([cost for _, cost in answers], 9, name="the costs")
    errors = costs - lams * squares
    assert (np.diff(errors) > 0).all(), "the error must rise with lam"
    assert (np.diff(squares) < 0).all(), "the coefficients must shrink"
    assert (np.diff(costs) > 0).all(), "the cost must rise with lam"
    assert (np.diff(costs, 2) < 0).all(), "the cost must rise ever more slowly"
    same(costs[0], np.mean((np.polyval(np.polyfit(x, y, 3), x) - y) ** 2))


@pytest.mark.exercise("fit_regularised")
def test_up_to_degree_nine(student, reference):
    """on numbers in [-1, 1] the training error never rises with the degree, and degree 9 fits ten of them"""
    x, y = noisy_parabola()
    costs = [float(student.fit_regularised(x, y, degree)[1]) for degree in range(10)]
    assert (np.diff(costs) <= 1e-9).all(), "the training error must not rise with the degree"
    same(costs, [reference.fit_regularised(x, y, degree)[1] for degree in range(10)])
    w, cost = student.fit_regularised(x[:10], y[:10], 9)
    same(cost, 0)
    same(powers(x[:10], 9) @ numbers(w, 10), y[:10])


@pytest.mark.exercise("fit_regularised")
def test_shortest_fit(student, rng):
    """of several polynomials that fit equally well the one with the smallest sum of squares is returned"""
    same(student.fit_regularised(np.array([2.0, 2, 2]), np.array([5.0, 10, 15]), 1), ([2, 4], 50 / 3))
    same(student.fit_regularised(np.array([3.0]), np.array([20.0]), 1), ([2, 6], 0))
    same(student.fit_regularised(np.zeros(4), np.array([1.0, 2, 3, 6]), 2), ([3, 0, 0], 3.5))
    values = rng.normal(size=2) + [0, 5]
    mean, slope = values.mean(), np.diff(values)[0] / 2
    answer = student.fit_regularised(np.array([-1, 1, 1, -1]), values[[0, 1, 1, 0]], 3)
    same(answer, ([mean / 2, slope / 2, mean / 2, slope / 2], 0))


@pytest.mark.exercise("fit_regularised")
def test_kinds_of_points(student, rng):
    """floats, integers and lists give the same fit, even where powers leave small integers; nothing is changed"""
    x, y = np.array([0, 3, 5, 7]), np.array([1, 10, 26, 50])
    same_for_all_kinds(student.fit_regularised, x, y, 3, expected=([1, 0, 1, 0], 0))
    w, cost = leaves_alone(student.fit_regularised, [0, 1], [2, 2], 0, 1)
    same((w, cost), ([1], 2))
    x, y = random_data(rng, 8)
    w, cost = leaves_alone(student.fit_regularised, x, y, 2, 0.5)
    same(student.fit_regularised(x, 1e8 * y, 2, 0.5), (1e8 * numbers(w, 3), 1e16 * float(cost)))


@pytest.mark.exercise("fit_regularised")
def test_fits_refused(student):
    """a negative degree or lam, no points, and lists of different lengths"""
    x, y = np.array([0.0, 1, 2]), np.array([1.0, 2, 4])
    refuses(
        student.fit_regularised,
        given(x, y, -1),
        given(x, y, 1, -0.1),
        given(np.zeros(0), np.zeros(0), 0),
        given(np.zeros(0), np.zeros(0), 1, 1.0),
        given(x, y[:2], 1),
        given(x, y[:1], 0),
        but_takes=given(x, y, 0, 0.0),
    )


# ---------------------------------------------------------------- select_degree


@pytest.mark.exercise("select_degree")
def test_training_error_or_leave_one_out(student, dataset):
    """five houses: the training error picks the highest degree, 4; leaving out one house at a time picks the line"""
    area, price = houses(dataset)
    answer = student.select_degree(area, price, [0, 1, 2, 3, 4], [(np.arange(5), np.arange(5))])
    same_items(answer["degree"], 4)
    same(answer["errors"], [10071.36, 1249.7848674737, 1230.2425557265, 18.1235616073, 0])
    same(powers(area, 4) @ numbers(answer["weights"], 5), price)
    answer = student.select_degree(area, price, [0, 1, 2, 3], leave_one_out(5))
    same_items(answer["degree"], 1)
    same(answer["errors"], [15736.5, 3322.0858037535, 49846.1073998, 7837.5112225])
    same(answer["weights"], [26.7898805285, 165.1188780758])


@pytest.mark.exercise("select_degree")
def test_other_folds_of_the_houses(student, dataset):
    """the hold-out method, two folds of unequal size, and leave-one-out with a penalty have their known errors"""
    area, price = houses(dataset)
    answer = student.select_degree(area, price, [0, 1, 2], [(np.arange(3), np.array([3, 4]))])
    same(answer["errors"], [24102.7777778, 11704.6785640, 79597.2317307])
    same_items(answer["degree"], 1)
    same(answer["weights"], [26.7898805285, 165.1188780758])
    folds = [(np.array([2, 3, 4]), np.array([0, 1])), (np.array([0, 1]), np.array([2, 3, 4]))]
    same(student.select_degree(area, price, [0, 1], folds)["errors"], [8785.0555555556, 3912.6382361957])
    answer = student.select_degree(area, price, [1, 2, 3], leave_one_out(5), 0.1)
    same(answer["errors"], [2688.6515848738, 2586.8390199669, 5246.1964900996])
    same_items(answer["degree"], 2)


@pytest.mark.exercise("select_degree")
def test_leverages(student, rng):
    """the leave-one-out error is the mean of (residual / (1 - leverage))^2, from one single fit to all rows"""
    x, y = random_data(rng, 11)
    expected = []
    for degree in (1, 2, 3):
        Phi = powers(x, degree)
        hat = Phi @ np.linalg.pinv(Phi)
        expected.append(np.mean(((y - hat @ y) / (1 - np.diag(hat))) ** 2))
    same(student.select_degree(x, y, [1, 2, 3], leave_one_out(11))["errors"], expected)


@pytest.mark.exercise("select_degree")
def test_folds_of_any_kind(student, rng):
    """folds may differ in size, overlap, leave rows out and come in any order; the mean of the folds' errors counts"""
    x, y = random_data(rng, 15)
    rows = rng.permutation(15)
    folds = [(rows[:8], rows[8:9]), (rows[5:], rows[:5]), (rows[3:12], rows[[0, 13]])]
    expected = np.array([np.mean(fold_errors(x, y, degree, folds)) for degree in (3, 0, 1)])
    answer = student.select_degree(x, y, [3, 0, 1], folds)
    same(answer["errors"], expected)
    best = [3, 0, 1][int(expected.argmin())]
    same_items(answer["degree"], best)
    same(answer["weights"], np.polyfit(x, y, best)[::-1])
    turned = [([int(row) for row in fit], [int(row) for row in check]) for fit, check in reversed(folds)]
    same(student.select_degree(x.tolist(), y.tolist(), [3, 0, 1], turned)["errors"], expected)


@pytest.mark.exercise("select_degree")
def test_held_back_rows_do_not_fit(student, rng):
    """with one fold, raising y on its check rows by 1000 changes only what the same predictions are compared with"""
    x, y = random_data(rng, 12)
    fold = (np.arange(8), np.arange(8, 12))
    raised = y + np.where(np.arange(12) >= 8, 1000, 0)
    expected = [fold_errors(x, raised, degree, [fold])[0] for degree in (0, 1, 2)]
    answer = student.select_degree(x, raised, [0, 1, 2], [fold])
    same(answer["errors"], expected)
    same(answer["weights"], np.polyfit(x, raised, int(answer["degree"]))[::-1])


@pytest.mark.exercise("select_degree")
def test_rounding_decides_nothing(student, rng):
    """several degrees fit a parabola perfectly, and rounding must not choose among them: the first of them is right"""
    for degrees, expected in (([0, 2, 3, 4], 2), ([4, 1, 3, 2], 4), ([1, 3, 4, 2], 3)):
        for _ in range(4):
            x, _ = random_data(rng, 9)
            a, b = rng.uniform(0.5, 2, 2)
            answer = student.select_degree(x, a * x**2 - b, degrees, leave_one_out(9))
            same_items(answer["degree"], expected, name="the degree")
            same(answer["weights"], [-b, 0, a, 0, 0][: expected + 1])


@pytest.mark.exercise("select_degree")
def test_penalty_in_every_fit(student, reference, rng):
    """lam is used in the fits of the folds and in the last one, but is no part of the errors; nothing is changed"""
    x, y = random_data(rng, 10)
    folds = [(np.arange(6), np.arange(6, 10)), (np.arange(4, 10), np.arange(4))]
    answer = leaves_alone(student.select_degree, x, y, [2, 1, 3], folds, 0.7)
    same(answer, {key: reference.select_degree(x, y, [2, 1, 3], folds, 0.7)[key] for key in ("errors", "weights")})
    (w, _), all_rows = reference.fit_regularised(x, y, 3, 50), [(np.arange(10), np.arange(10))]
    error = np.mean((powers(x, 3) @ w - y) ** 2)
    same(student.select_degree(x, y, [3], all_rows, lam=50), {"degree": 3, "errors": [error], "weights": w})


@pytest.mark.exercise("select_degree")
def test_selections_refused(student):
    """no degrees, no folds, a fold without rows to fit or to check, a negative degree or lam"""
    x, y, fold = np.array([0.0, 1, 2]), np.array([1.0, 2, 4]), ([0, 1], [2])
    refuses(
        student.select_degree,
        given(x, y, [], [fold]),
        given(x, y, [0, 1], []),
        given(x, y, [0, 1], [fold, ([], [2])]),
        given(x, y, [0, 1], [fold, ([0, 1], [])]),
        given(x, y, [0, -1], [fold]),
        given(x, y, [0, 1], [fold], -1.0),
        but_takes=given(x, y, [0, 1], [fold]),
    )


# ---------------------------------------------------------------- model_selection


@pytest.mark.exercise("model_selection")
def test_noisy_parabola(student):
    """sixteen points about a parabola: with patience 2 degree 2 is found; the four test rows only measure its error"""
    x, y = noisy_parabola()
    answer = student.model_selection(x, y, 4, 8, 2, 4)
    same(answer["cv_errors"], [3.0865134475, 1.6721249715, 0.0096762183, 0.0113177808, 0.0113190827], abs=1e-6)
    same(numbers(answer["cv_errors"], 5)[2:], [0.0096762183, 0.0113177808, 0.0113190827])
    same_items(answer["degree"], 2)
    same(answer["weights"], [1.0354062985, -1.9991791662, 2.9595906844])
    same(answer["test_error"], 0.0071187490)


@pytest.mark.exercise("model_selection")
def test_more_patience(student):
    """the same points with patience 8: no degree is left out, and degree 8 beats degree 2 by a little"""
    x, y = noisy_parabola()
    answer = student.model_selection(x, y, k=4, max_degree=8, patience=8, n_test=4)
    same_items(answer["degree"], 8)
    assert len(answer["cv_errors"]) == 9, "all nine degrees should be tried"
    same(answer["cv_errors"][8], 0.0070802193, rel=1e-4)


@pytest.mark.exercise("model_selection")
def test_even_function(student):
    """cos(3x) is even, so every odd degree fails: patience 1 ends at degree 0, patience 3 reaches degree 8"""
    x = wave()
    y = np.cos(3 * x)
    answer = student.model_selection(x, y, 4, 9, 1, 4)
    same(answer["cv_errors"], [0.5699572973, 0.6764123121])
    same_items(answer["degree"], 0)
    same(answer["weights"], [np.mean(y[:12])])
    same_items(student.model_selection(x, y, 4, 9, 3, 4)["degree"], 8)


@pytest.mark.exercise("model_selection")
def test_perfect_cubics(student, rng):
    """a cubic is fitted by degrees 4 and 5 too, up to rounding: the answer is 3, and rounding is no progress"""
    for _ in range(6):
        x = wave()
        a, b = rng.uniform(0.5, 2, 2)
        answer = student.model_selection(x, a * x**3 + b * x, k=4, max_degree=7, patience=2, n_test=4)
        same_items(answer["degree"], 3, name="the degree")
        assert len(answer["cv_errors"]) == 6, "two degrees in a row after 3 are no better: stop at 5"
        same(answer["weights"], [0, b, 0, a])
        same(answer["test_error"], 0)
    same_items(student.model_selection(x, x**3 - x, k=4, max_degree=5, patience=4, n_test=4)["degree"], 3)


@pytest.mark.exercise("model_selection")
def test_borders_of_the_folds(student, rng):
    """10 rows in 3 folds are cut at 3 and 6, 12 rows in 5 folds at 2, 4, 7, 9, and N folds of N rows leave one out"""
    for N, k, borders in ((10, 3, [0, 3, 6, 10]), (12, 5, [0, 2, 4, 7, 9, 12]), (6, 6, range(7)), (7, 2, [0, 3, 7])):
        x, y = random_data(rng, N + 2)
        folds = [np.arange(N)[low:high] for low, high in zip(borders[:-1], borders[1:], strict=True)]
        pairs = [(np.setdiff1d(np.arange(N), fold), fold) for fold in folds]
        expected = [np.mean(fold_errors(x, y, degree, pairs)) for degree in (0, 1)]
        answer = student.model_selection(x, y, k, 1, 2, 2)
        same(answer["cv_errors"], expected)
        best = int(np.argmin(expected))
        same_items(answer["degree"], best)
        w = np.polyfit(x[:N], y[:N], best)
        same(answer["weights"], w[::-1])
        same(answer["test_error"], np.mean((np.polyval(w, x[N:]) - y[N:]) ** 2))


@pytest.mark.exercise("model_selection")
def test_rows_set_aside(student, rng):
    """other y on the test rows change the test error, and nothing else"""
    x, y = random_data(rng, 17)
    before = student.model_selection(x, y, 3, 4, 2, 5)
    other = y + np.where(np.arange(17) >= 12, rng.uniform(50, 100), 0)
    after = student.model_selection(x, other, 3, 4, 2, 5)
    same_items(after["degree"], before["degree"])
    same(after, {key: before[key] for key in ("cv_errors", "weights")})
    w = numbers(after["weights"], int(after["degree"]) + 1)
    same(after["test_error"], np.mean((powers(x[12:], len(w) - 1) @ w - other[12:]) ** 2))


@pytest.mark.exercise("model_selection")
def test_penalised_selection(student, reference, rng):
    """lam penalises all fits, those of the folds and the last one, but is in none of the errors; nothing is changed"""
    x, y = random_data(rng, 20)
    answer = leaves_alone(student.model_selection, x, y, 4, 4, 2, 6, 0.3)
    expected = reference.model_selection(x, y, 4, 4, 2, 6, 0.3)
    same_items(answer["degree"], expected["degree"])
    same(answer, {key: expected[key] for key in ("cv_errors", "weights", "test_error")})


@pytest.mark.exercise("model_selection")
def test_failures_in_a_row(student, reference, rng):
    """only failures in a row count, and a new best starts the count again, whatever the patience"""
    x = wave(24)
    y = np.cos(3 * x) + 0.05 * rng.normal(size=24)
    for patience in (1, 2, 3):
        answer = student.model_selection(x, y, 4, 6, patience, 4)
        expected = reference.model_selection(x, y, 4, 6, patience, 4)
        same_items(answer["degree"], expected["degree"], name="the degree")
        same(answer["cv_errors"], expected["cv_errors"], name="cv_errors")
    whole = student.model_selection([0, 1, 2, 3, 4], [1, 3, 5, 7, 0], 2, 1, 1, 1)
    same(whole, {"degree": 1, "cv_errors": [17, 0], "weights": [1, 2], "test_error": 81})


@pytest.mark.exercise("model_selection")
def test_procedures_refused(student):
    """one fold, more folds than training rows, no patience, a negative degree or lam, no test rows or nothing else"""
    x, y = np.arange(6.0), np.array([0.0, 1, 0, 2, 1, 3])
    refuses(
        student.model_selection,
        given(x, y, 1, 1, 1, 2),
        given(x, y, 5, 1, 1, 2),
        given(x, y, 2, -1, 1, 2),
        given(x, y, 2, 1, 0, 2),
        given(x, y, 2, 1, 1, 0),
        given(x, y, 2, 1, 1, -1),
        given(x, y, 2, 1, 1, 6),
        given(x, y, 2, 1, 1, 2, -0.5),
    )
    same(student.model_selection(x, y, 4, 0, 1, 2)["weights"], [0.75])
    same(student.model_selection(x[:3], y[:3], 2, 0, 1, 1)["cv_errors"], [1])


# ---------------------------------------------------------------- penalised_choice


@pytest.mark.exercise("penalised_choice")
def test_six_points_in_the_plane(student):
    """the best clusterings of six points with 1 to 6 clusters: AIC takes 2 of them, BIC 4"""
    costs, sizes = [302.6666667, 2.6666667, 1.8333333, 1, 0.5, 0], [1, 2, 3, 4, 5, 6]
    index, totals = student.penalised_choice(costs, sizes, "kmeans_bic", dim=2)
    same_items(index, 3)
    same(numbers(totals, 6)[1:], [4.0529610, 3.9127749, 3.7725887, 3.9657359, 4.1588831])
    same(totals[0], 303.3598138)
    index, totals = student.penalised_choice(np.array(costs), np.array(sizes), "kmeans_aic", dim=2)
    same_items(index, 1)
    same(totals, [306.6666667, 10.6666667, 13.8333333, 17, 20.5, 24])


@pytest.mark.exercise("penalised_choice")
def test_degree_of_the_houses(student):
    """five houses: AIC and BIC both choose the cubic, and without it the line"""
    rss, sizes = np.array([50356.8, 6248.9243373685, 6151.2127786326, 90.6178080363]), np.array([1, 2, 3, 4])
    for criterion, expected in (
        ("aic", [48.0872551561, 39.6536335473, 41.5748331435, 22.4860641900]),
        ("bic", [47.6966930685, 38.8725093722, 40.4031468808, 20.9238158397]),
    ):
        index, totals = student.penalised_choice(rss, sizes, criterion, n=5)
        same_items(index, 3)
        same(totals, expected)
        same_items(student.penalised_choice(rss[:3], sizes[:3], criterion, n=5)[0], 1)


@pytest.mark.exercise("penalised_choice")
def test_messages_of_more_labels(student):
    """naming one example of 64 takes 6 bits and one of 1024 takes 10, so a longer hypothesis may be worth more"""
    costs, sizes = np.array([9, 3, 0]), np.array([3, 20, 60])
    for n, index, totals in ((64, 1, [57, 38, 60]), (1024, 1, [93, 50, 60]), (2**14, 2, [129, 62, 60])):
        same(student.penalised_choice(costs, sizes, "mdl", n=n), (index, totals))


@pytest.mark.exercise("penalised_choice")
def test_random_candidates(student, rng):
    """each total is its formula, for random candidates, and what the criterion does not use is ignored"""
    costs, sizes = rng.uniform(0.5, 60, 7), rng.permutation(7) + 1
    n, dim = int(rng.integers(8, 100)), int(rng.integers(2, 9))
    for criterion, expected in (
        ("aic", n * np.log(costs / n) + 2 * sizes),
        ("bic", n * np.log(costs / n) + sizes * np.log(n)),
        ("kmeans_aic", costs + 2 * sizes * dim),
        ("kmeans_bic", costs + sizes * np.log(dim)),
        ("mdl", sizes + costs * np.log2(n)),
    ):
        index, totals = leaves_alone(student.penalised_choice, costs, sizes, criterion, n, dim)
        same(totals, expected, name=f"the totals of {criterion}")
        same_items(index, int(np.argmin(expected)), name="the index")


@pytest.mark.exercise("penalised_choice")
def test_what_does_not_matter(student, rng):
    """all costs times ten changes no choice by aic and bic, all sizes longer by 50 bits none by mdl; bic is stricter"""
    costs, sizes, n = np.sort(rng.uniform(1, 60, 8))[::-1], np.arange(1, 9), int(rng.integers(10, 100))
    chosen = {}
    for criterion in ("aic", "bic"):
        chosen[criterion], totals = student.penalised_choice(costs, sizes, criterion, n=n)
        again, scaled = student.penalised_choice(10 * costs, sizes, criterion, n=n)
        same_items(again, chosen[criterion])
        same(numbers(scaled, 8) - numbers(totals, 8), np.full(8, n * np.log(10)), abs=1e-4)
    assert chosen["bic"] <= chosen["aic"], "bic must not choose a larger model than aic"
    index, totals = student.penalised_choice(costs, sizes, "mdl", n=n)
    again, longer = student.penalised_choice(costs, sizes + 50, "mdl", n=n)
    same_items(again, index)
    same(longer, numbers(totals, 8) + 50)
    aic, bic = (student.penalised_choice(costs, sizes, f"kmeans_{name}", dim=3)[0] for name in ("aic", "bic"))
    assert aic <= bic, "kmeans_aic must not choose more clusters than kmeans_bic"


@pytest.mark.exercise("penalised_choice")
def test_most_probable_hypothesis(student, rng):
    """with code lengths -log2 P(h), and two bits for each mistake of four, mdl picks the most probable hypothesis"""
    for _ in range(5):
        prior, mistakes = rng.dirichlet(np.ones(6)), rng.integers(0, 5, 6)
        index, totals = student.penalised_choice(mistakes, -np.log2(prior), "mdl", n=4)
        posterior = prior * 0.25**mistakes
        same_items(index, int(posterior.argmax()))
        same(2.0 ** -numbers(totals, 6), posterior)


@pytest.mark.exercise("penalised_choice")
def test_equal_candidates(student):
    """of equal totals the first counts; lists and integers will do, and a single candidate is the best"""
    for criterion in ("aic", "bic", "kmeans_aic", "kmeans_bic", "mdl"):
        same_items(student.penalised_choice([7, 3, 3, 7], [2, 1, 1, 2], criterion, n=16, dim=4)[0], 1)
    costs, sizes = np.array([200, 8, 0]), np.array([1, 200, 255])
    same_for_all_kinds(student.penalised_choice, costs, sizes, "kmeans_aic", None, 3, expected=(0, [206, 1208, 1530]))
    same_for_all_kinds(student.penalised_choice, costs, sizes, "mdl", 2**10, expected=(2, [2001, 280, 255]))
    same(student.penalised_choice([4], [3], "bic", n=1), (0, [np.log(4)]))


@pytest.mark.exercise("penalised_choice")
def test_choices_refused(student):
    """an unknown criterion, a missing n or dim, unequal lengths, negative costs, and a cost of 0 in a logarithm"""
    costs, sizes = np.array([4.0, 2]), np.array([1, 2])
    choice = student.penalised_choice
    refuses(
        choice,
        given(costs, sizes, "AIC", n=4, dim=2),
        given(costs, sizes, "hqc", n=4, dim=2),
        given(costs, sizes, "aic", dim=2),
        given(costs, sizes, "bic", dim=2),
        given(costs, sizes, "mdl", dim=2),
        given(costs, sizes, "kmeans_aic", n=4),
        given(costs, sizes, "kmeans_bic", n=4),
        given(costs, sizes[:1], "kmeans_aic", dim=2),
        given(costs, np.array([1, 2, 3]), "mdl", n=4),
        given(costs - 3, sizes, "aic", n=4),
        given(costs - 3, sizes, "kmeans_bic", dim=2),
        given(costs - 3, sizes, "mdl", n=4),
        given(costs - 2, sizes, "aic", n=4),
        given(costs - 2, sizes, "bic", n=4),
    )
    same(choice(costs - 2, sizes, "kmeans_bic", dim=2), (1, [2 + np.log(2), 2 * np.log(2)]))
    same(choice(costs - 2, sizes, "mdl", n=4), (1, [5, 2]))


# ---------------------------------------------------------------- grid_search


def bowl(points):
    """Smallest at (2, 10, 9) of the grid."""
    return (points[:, 0] - 2.1) ** 2 + np.abs(points[:, 1] - 11) + (points[:, 2] - 8.8) ** 2


@pytest.mark.exercise("grid_search")
def test_three_names(student):
    """the rows are those of nested loops over three lists, the last name changing fastest, in a single call"""
    calls = []
    answer = student.grid_search(recorded(bowl, calls), {name: list(values) for name, values in GRID.items()})
    rows = [(a, b, c) for a in GRID["a"] for b in GRID["b"] for c in GRID["c"]]
    same(answer["points"], rows)
    same(answer["losses"], bowl(np.array(rows)))
    assert answer["best"] == {"a": 2, "b": 10, "c": 9}
    same(answer["loss"], 0.01 + 1 + 0.04)
    assert len(calls) == 1, f"loss was called {len(calls)} times"
    same(calls[0], rows, name="what loss was called with")


@pytest.mark.exercise("grid_search")
def test_separable_loss(student, rng):
    """a sum of losses, one for each name, is smallest where each of them is; values need not be sorted"""
    grid = {name: rng.permutation(rng.normal(size=size)).tolist() for name, size in (("z", 4), ("y", 1), ("x", 5))}
    answer = student.grid_search(lambda points: (points**2).sum(axis=1), grid)
    best = {name: min(values, key=abs) for name, values in grid.items()}
    assert list(answer["best"]) == ["z", "y", "x"], "the names come in the order of the grid"
    same(answer["best"], best)
    same(answer["loss"], sum(value**2 for value in best.values()))
    same(answer["points"], list(product(*grid.values())))


@pytest.mark.exercise("grid_search")
def test_random_losses(student, rng):
    """whatever the losses are, the row of the smallest is the best, and it may be negative"""
    for _ in range(4):
        values = rng.normal(size=12) - 1
        answer = student.grid_search(lambda points, values=values: values, {"u": [3, 1, 2], "v": [0.5, -1, 4, 9]})
        row = [(u, v) for u in (3, 1, 2) for v in (0.5, -1, 4, 9)][int(values.argmin())]
        same(answer["best"], {"u": row[0], "v": row[1]})
        same(answer["loss"], values.min())
        same(answer["losses"], values)


@pytest.mark.exercise("grid_search")
def test_diverged_rows(student):
    """nan never wins, wherever it stands, and stays nan among the losses; all nan is refused"""
    for losses, best in (([NAN, 5, 2, NAN], 30), ([4, NAN, NAN, NAN], 10), ([NAN, NAN, NAN, -1], 40)):
        answer = student.grid_search(lambda points, losses=losses: np.array(losses), {"a": [10, 20, 30, 40]})
        same(answer["best"], {"a": best})
        same(answer["loss"], np.nanmin(losses))
        same(answer["losses"], losses)
    refuses(student.grid_search, given(lambda points: np.full(len(points), NAN), {"a": [1, 2]}))


@pytest.mark.exercise("grid_search")
def test_equal_rows(student):
    """of equal losses the first row counts; one name with one value is a grid too, and the grid stays as it was"""
    grid = {"a": [1, 2], "b": [3, 4, 5]}
    answer = leaves_alone(student.grid_search, lambda points: np.array([9, 4.0, 7, 4, 4, 8]), grid)
    assert answer["best"] == {"a": 1, "b": 4}
    answer = student.grid_search(lambda points: points[:, 0], {"only": [-2.5]})
    same(answer, {"loss": -2.5, "points": [[-2.5]], "losses": [-2.5]})
    same(answer["best"], {"only": -2.5})


@pytest.mark.exercise("grid_search")
def test_grids_refused(student):
    """a grid without names and a name without values"""

    def loss(points):
        return np.ones(len(points))

    refuses(
        student.grid_search,
        given(loss, {}),
        given(loss, {"a": []}),
        given(loss, {"a": [], "b": [1, 2]}),
        but_takes=given(loss, {"a": [0], "b": [1, 2]}),
    )


# ---------------------------------------------------------------- random_search


def some_ranges():
    return {
        "rate": (1e-5, 10.0, "log"),
        "shift": (-3.0, 1.0, "linear"),
        "size": (2, 64, "log"),
        "depth": (1, 9, "linear"),
    }


@pytest.mark.exercise("random_search")
def test_formulas_of_the_scales(student, rng):
    """linear scales interpolate the values and log scales their logarithms, each column by its own range"""
    draws = rng.uniform(size=(9, 4))
    answer = leaves_alone(student.random_search, lambda points: points[:, 1], some_ranges(), draws)
    points = numbers(answer["points"], 9, 4, name="points")
    same(points[:, [1, 3]], np.column_stack([-3 + 4 * draws[:, 1], 1 + 8 * draws[:, 3]]))
    same(np.log10(points[:, [0, 2]]), np.column_stack([-5 + 6 * draws[:, 0], np.log10(2) + draws[:, 2] * np.log10(32)]))
    best = int(draws[:, 1].argmin())
    same(answer["best"], dict(zip(some_ranges(), points[best], strict=True)))
    assert list(answer["best"]) == list(some_ranges()), "the names come in the order of the ranges"
    same(answer["losses"], points[:, 1])
    same(answer["loss"], points[best, 1])


@pytest.mark.exercise("random_search")
def test_ends_and_middle(student):
    """u = 0 is low, u = 1/2 the arithmetic or the geometric mean, and what u = 1 would give is high"""
    draws = np.array([[0, 0, 0, 0], [0.5, 0.5, 0.5, 0.5], [1 - 1e-12] * 4])
    answer = student.random_search(lambda points: np.array([3.0, 1, 2]), some_ranges(), draws)
    same(numbers(answer["points"], 3, 4, name="points").T[0] * [1e5, 1e2, 0.1], [1, 1, 1])
    same(answer["points"], [[1e-5, -3, 2, 1], [1e-2, -1, 128**0.5, 5], [10, 1, 64, 9]])
    same(answer["best"], {"rate": 0.01, "shift": -1, "size": 128**0.5, "depth": 5})


@pytest.mark.exercise("random_search")
def test_one_call(student, rng):
    """loss is called once, with all settings, and all of them lie in their ranges"""
    calls, draws = [], rng.uniform(size=(50, 4))
    answer = student.random_search(recorded(lambda points: points[:, 0], calls), some_ranges(), draws)
    assert len(calls) == 1, f"loss was called {len(calls)} times"
    same(calls[0], answer["points"], name="what loss was called with")
    for column, (low, high, _) in zip(numbers(answer["points"], 50, 4).T, some_ranges().values(), strict=True):
        slack = 1e-6 * abs(low)
        assert column.min() >= low - slack, f"a setting is below {low}"
        assert column.max() <= high + 1e-6 * abs(high), f"a setting is above {high}"


@pytest.mark.exercise("random_search")
def test_more_draws(student, rng):
    """a row's setting depends on that row alone, and more draws never make the best loss worse"""
    draws = rng.uniform(size=(12, 2))
    ranges = {"a": (0.1, 10, "log"), "b": (-1, 1, "linear")}

    def loss(points):
        return np.log(points[:, 0]) ** 2 + points[:, 1] ** 2

    few, many = (student.random_search(loss, ranges, part) for part in (draws[:5], draws))
    same(numbers(many["points"], 12, 2)[:5], few["points"])
    assert many["loss"] <= few["loss"] + 1e-9, "more draws made the best loss worse"
    same(many["loss"], numbers(many["losses"], 12).min())
    turned = student.random_search(loss, ranges, draws[::-1].tolist())
    same(turned["points"], numbers(many["points"], 12, 2)[::-1])


@pytest.mark.exercise("random_search")
def test_diverged_draws(student):
    """nan never wins and stays nan among the losses, and of equal losses the first row counts"""
    draws = [[0.0], [0.25], [0.5], [0.75]]
    for losses, best in (([NAN, 5, 2, NAN], 6), ([4, NAN, NAN, NAN], 4), ([8, 3, 3, NAN], 5)):
        answer = student.random_search(lambda points, losses=losses: np.array(losses), {"a": (4, 8, "linear")}, draws)
        same(answer["best"], {"a": best})
        same(answer["loss"], np.nanmin(losses))
        same(answer["losses"], losses)


@pytest.mark.exercise("random_search")
def test_ranges_refused(student):
    """an unknown scale, an empty range, a log scale that is not positive, too few or too many columns, all nan"""

    def loss(points):
        return np.ones(len(points))

    draws = np.array([[0.5, 0.25]])
    good = (1.0, 2.0, "linear")
    refuses(
        student.random_search,
        given(loss, {"a": good, "b": (1.0, 2.0, "exp")}, draws),
        given(loss, {"a": good, "b": (2.0, 2.0, "linear")}, draws),
        given(loss, {"a": good, "b": (3.0, 2.0, "log")}, draws),
        given(loss, {"a": (0.0, 2.0, "log"), "b": good}, draws),
        given(loss, {"a": (-1.0, 2.0, "log"), "b": good}, draws),
        given(loss, {"a": good}, draws),
        given(loss, {"a": good, "b": good, "c": good}, draws),
        given(lambda points: np.full(len(points), NAN), {"a": good, "b": good}, draws),
        but_takes=given(loss, {"a": good, "b": (-1.0, 0.0, "linear")}, draws),
    )


# ---------------------------------------------------------------- gp_posterior


def brute_posterior(X, y, X_new, length, noise):
    """By conditioning one joint normal distribution of old values and one new one, a point at a time."""
    answers = []
    for new in X_new:
        Z = np.vstack([X, new])
        joint = np.exp([[-((a - b) ** 2).sum() / (2 * length**2) for b in Z] for a in Z])
        joint[:-1, :-1] += noise * np.eye(len(X))
        inverse = np.linalg.inv(joint)  # the last row of the precision matrix says it all
        answers.append((-inverse[-1, :-1] @ y / inverse[-1, -1], 1 / inverse[-1, -1]))
    return tuple(np.transpose(answers))


@pytest.mark.exercise("gp_posterior")
def test_almost_without_noise(student):
    """with the default noise of 1e-6 the mean goes almost through the data, and the variance there is about 1e-6"""
    mean, variance = student.gp_posterior(np.array([[0.0]]), np.array([1.0]), np.array([[0.0], [1], [10]]))
    same(mean, [0.999999, 0.6065300532, 0], rel=0, abs=3e-7)
    same(variance, [1e-6, 0.6321209267, 1], rel=0, abs=3e-7)
    answer = student.gp_posterior([[0], [2]], [1, -1], [[0], [1], [3], [0.5]])
    expected = ([0.9999988, 0, -0.6886148619, 0.6451561851], [1e-6, 0.3519462971, 0.6269893628, 0.1782991920])
    same(answer, expected, rel=0, abs=2e-6)


@pytest.mark.exercise("gp_posterior")
def test_points_in_the_plane(student):
    """two noisy values in the plane, with a length of 1.5, give the mean and variance computed by hand"""
    X, X_new = np.array([[0.0, 0], [1, 2]]), np.array([[1.0, 0], [1, 1]])
    answer = leaves_alone(student.gp_posterior, X, np.array([0.5, 1.5]), X_new, 1.5, 0.01)
    same(answer, ([0.6187609672, 1.1938887618], [0.3402012765, 0.2050416204]))


@pytest.mark.exercise("gp_posterior")
def test_conditioning_by_hand(student, rng):
    """mean and variance are those of the joint normal distribution once the old values are known"""
    for n, p in ((1, 3), (6, 2), (12, 1)):
        X, y, X_new = rng.uniform(-3, 3, (n, p)), rng.normal(size=n), rng.uniform(-4, 4, (5, p))
        length, noise = float(rng.uniform(0.5, 2.5)), float(rng.uniform(0.01, 0.5))
        same(student.gp_posterior(X, y, X_new, length, noise), brute_posterior(X, y, X_new, length, noise), abs=1e-6)


@pytest.mark.exercise("gp_posterior")
def test_linear_in_the_values(student, rng):
    """the mean is linear in y, the variance does not depend on y, and the order of the data does not matter"""
    X, X_new = rng.uniform(-3, 3, (8, 2)), rng.uniform(-3, 3, (6, 2))
    y, z = rng.normal(size=(2, 8)) + 1
    (mean, variance), (other, again) = (student.gp_posterior(X, values, X_new, 1.2, 0.05) for values in (y, z))
    combined = student.gp_posterior(X, 2 * y - 3 * z, X_new, 1.2, 0.05)
    same(combined[0], 2 * numbers(mean, 6) - 3 * numbers(other, 6), abs=1e-6)
    same((again, combined[1]), (variance, variance), abs=1e-6)
    turned = rng.permutation(8)
    same(student.gp_posterior(X[turned], y[turned], X_new, 1.2, 0.05), (mean, variance), abs=1e-6)
    assert np.ptp(numbers(variance, 6)) > 1e-3, "the variance must depend on where the new point is"


@pytest.mark.exercise("gp_posterior")
def test_another_value(student, rng):
    """the variance lies between 0 and 1, one more value never raises it, and far from all data all is as before them"""
    X, y = rng.uniform(-2, 2, (10, 1)), rng.normal(size=10)
    X_new = np.vstack([np.linspace(-3, 3, 15)[:, None], [[1e3]]])
    few = numbers(student.gp_posterior(X[:9], y[:9], X_new, 0.8, 0.01)[1], 16, name="the variance")
    mean, variance = student.gp_posterior(X, y, X_new, 0.8, 0.01)
    variance = numbers(variance, 16, name="the variance")
    assert variance.min() > 0, "a variance is not positive"
    assert (variance <= few + 1e-6).all(), "a value more has raised the variance"
    assert few[:-1].min() < 0.1, "near the data the variance must be small"
    same((mean[15], variance[15]), (0, 1))


@pytest.mark.exercise("gp_posterior")
def test_many_values_of_one_point(student):
    """twenty equal points with noise 1 are one with noise 1/20, and nothing, or almost, is left of the variance"""
    X, y, X_new = np.zeros((20, 2)), np.arange(20.0), np.array([[0.0, 0], [0, 1]])
    k = np.exp(-0.5)
    expected = np.array([1, k]) * 9.5 / 1.05, 1 - np.array([1, k**2]) / 1.05
    same(student.gp_posterior(X, y, X_new, noise=1), expected)
    variance = numbers(student.gp_posterior(X, y, X_new[:1], noise=1e-9)[1], 1, name="the variance")
    assert 0 <= variance[0] < 1e-5, "the variance at a known point must be about 0, and not below"


@pytest.mark.exercise("gp_posterior")
def test_nothing_known(student, rng):
    """without data the mean is 0 and the variance 1, in three dimensions too, and lists of integers will do"""
    same(student.gp_posterior(np.zeros((0, 3)), np.zeros(0), rng.normal(size=(4, 3)), 2.0, 0.3), ([0] * 4, [1] * 4))
    same_for_all_kinds(
        student.gp_posterior,
        np.array([[0], [200]]),
        np.array([6, 3]),
        np.array([[200], [0], [100]]),
        2,
        2,
        expected=([1, 2, 0], [2 / 3, 2 / 3, 1]),
    )


@pytest.mark.exercise("gp_posterior")
def test_processes_refused(student):
    """a length or a noise that is not positive"""
    X, y, X_new = np.array([[0.0], [1]]), np.array([1.0, 2]), np.array([[0.5]])
    refuses(
        student.gp_posterior,
        given(X, y, X_new, 0.0, 0.1),
        given(X, y, X_new, -1.0, 0.1),
        given(X, y, X_new, 1.0, 0.0),
        given(X, y, X_new, 1.0, -0.1),
        but_takes=given(X, y, X_new, 0.5, 0.1),
    )


# ---------------------------------------------------------------- bayesian_optimisation


def eleven():
    return np.arange(11)[:, None] / 2


def dent(points):
    return (points[:, 0] - 3.3) ** 2


def wavy(points):
    return np.sin(3 * points[:, 0]) + 0.3 * points[:, 0]


def far_apart(rng, m):
    """m candidates on a line, at least 0.6 apart, in random order, and a random loss of each."""
    places = rng.permutation(np.arange(m) * 1.0 + rng.uniform(-0.2, 0.2, m))
    values = rng.normal(size=m) * 3
    return places[:, None], lambda points: values[np.abs(points - places).argmin(axis=1)]


@pytest.mark.exercise("bayesian_optimisation")
def test_parabola_on_eleven_candidates(student):
    """kappa 0 walks down the slope, kappa 2 and 5 look around first; all of them find the best of eleven candidates"""
    for kappa, order in (
        (0, [0, 10, 9, 8, 7, 6, 5, 4]),
        (2, [0, 10, 7, 5, 6, 8, 4, 9]),
        (5, [0, 10, 6, 4, 8, 2, 7, 5]),
    ):
        answer = student.bayesian_optimisation(dent, eleven(), [0, 10], 6, kappa)
        same_items(answer["order"], order, name=f"the order with kappa = {kappa}")
        same(answer["losses"], dent(eleven()[order]))
        same_items(answer["best"], 7)


@pytest.mark.exercise("bayesian_optimisation")
def test_wave_on_eleven_candidates(student):
    """a wave, three candidates to start with, length 0.7: the best is found on the way, and is not the last tried"""
    answer = student.bayesian_optimisation(wavy, eleven(), [0, 5, 10], 6, kappa=2.0, length=0.7)
    same_items(answer["order"], [0, 5, 10, 1, 7, 8, 6, 3, 4])
    same_items(answer["best"], 3)
    same(min(answer["losses"]), -0.5275301177)
    longer = student.bayesian_optimisation(wavy, eleven(), [0, 5, 10], 7, 2.0, 0.7)
    same_items(longer["order"][:9], [0, 5, 10, 1, 7, 8, 6, 3, 4])
    same_items(longer["best"], 3)


@pytest.mark.exercise("bayesian_optimisation")
def test_calls_of_loss(student):
    """loss is called once with all of start and once more for each step, with an array of one row"""
    calls, candidates = [], np.array([[0.0, 0], [0, 1], [2, 0], [3, 3], [1, 4]])
    answer = leaves_alone(
        student.bayesian_optimisation, recorded(lambda points: points.sum(axis=1), calls), candidates, [3, 1, 0], 1
    )
    order = [int(i) for i in answer["order"]]
    assert order[:3] == [3, 1, 0], "start comes first, in its own order"
    same_items([len(call) for call in calls], [3, 1], name="the rows of each call")
    same(calls[0], candidates[[3, 1, 0]], name="the first call")
    same(calls[1], candidates[order[3:]], name="the second call")
    same(answer["losses"], candidates[order].sum(axis=1))


@pytest.mark.exercise("bayesian_optimisation")
def test_next_candidate(student, reference, rng):
    """each step takes the smallest lower bound, from losses standardised anew, among the candidates not yet tried"""
    for _ in range(3):
        candidates, loss = far_apart(rng, 12)
        start = rng.permutation(12)[:3].tolist()
        expected = reference.bayesian_optimisation(loss, candidates, start, 6, 1.5, 1.3)
        answer = student.bayesian_optimisation(loss, candidates, start, 6, 1.5, 1.3)
        same_items(answer["order"], expected["order"], name="the order")
        same(answer["losses"], expected["losses"])
        same_items(answer["best"], expected["best"], name="the best")


@pytest.mark.exercise("bayesian_optimisation")
def test_units_of_the_loss(student, rng):
    """a loss in other units, times 1000 or 1/1000 and shifted, leads to the same order"""
    candidates, loss = far_apart(rng, 9)
    order = student.bayesian_optimisation(loss, candidates, [4, 2], 5)["order"]
    assert sorted({int(i) for i in order}) == sorted(int(i) for i in order), "a candidate was evaluated twice"
    for scale, shift in ((1e3, -50), (1e-3, 0.2), (2, 1e3)):
        again = student.bayesian_optimisation(
            lambda points, a=scale, b=shift: a * loss(points) + b, candidates, [4, 2], 5
        )
        same_items(again["order"], order, name="the order")


@pytest.mark.exercise("bayesian_optimisation")
def test_constant_loss(student):
    """if all losses are equal only the variance counts: the candidates farthest from those tried, lowest index first"""
    answer = student.bayesian_optimisation(lambda points: np.full(len(points), 0.5), eleven(), [5], 3, length=1.5)
    same_items(answer["order"], [5, 0, 10, 2])
    same_items(answer["best"], 5)
    answer = student.bayesian_optimisation(lambda points: np.zeros(len(points)), [[0], [10], [20], [30]], [1, 2], 1)
    same_items(answer["order"], [1, 2, 0])
    same_items(answer["best"], 1)


@pytest.mark.exercise("bayesian_optimisation")
def test_more_steps(student, rng):
    """more steps continue the same order, no candidate comes twice, and when all have been tried the search ends"""
    candidates, loss = far_apart(rng, 7)
    short, long = (student.bayesian_optimisation(loss, candidates, [6, 0], steps) for steps in (2, 20))
    same_items(list(long["order"])[:4], short["order"])
    assert sorted(int(i) for i in long["order"]) == list(range(7)), "each candidate must be evaluated once"
    values = loss(candidates)
    same_items(long["best"], int(values.argmin()))
    same(long["losses"], values[[int(i) for i in long["order"]]])
    none = student.bayesian_optimisation(loss, candidates, [3, 5, 1], 0)
    same_items(none["order"], [3, 5, 1])
    same_items(none["best"], min((3, 5, 1), key=lambda i: values[i]))


@pytest.mark.exercise("bayesian_optimisation")
def test_starts_refused(student):
    """an empty start, and one that names a candidate twice"""
    candidates = np.array([[0.0], [1], [2]])
    refuses(
        student.bayesian_optimisation,
        given(dent, candidates, [], 1),
        given(dent, candidates, [0, 2, 0], 1),
        but_takes=given(dent, candidates, [0, 2], 1),
    )


# ---------------------------------------------------------------- population_step


def one_by_one(settings, losses, n_replace, factors):
    """The next generation, member by member."""
    ranked = sorted(range(len(losses)), key=lambda i: (losses[i], i))
    new, parents = [list(map(float, row)) for row in settings], list(range(len(losses)))
    for r in range(n_replace):
        best, worst = ranked[r], ranked[-1 - r]
        new[worst] = [value * factor for value, factor in zip(settings[best], factors[r], strict=True)]
        parents[worst] = best
    return np.array(new), parents


@pytest.mark.exercise("population_step")
def test_random_populations(student, rng):
    """members, parents and mutations are those of going through the pairs one by one; nothing passed in is changed"""
    for P, p, n_replace in ((6, 3, 2), (9, 1, 4), (12, 2, 6), (2, 2, 1)):
        settings, losses = rng.uniform(0.1, 5, (P, p)), rng.permutation(P) + rng.uniform(0, 0.5, P)
        factors = rng.uniform(0.5, 2, (n_replace, p))
        new, parents = leaves_alone(student.population_step, settings, losses, n_replace, factors)
        expected = one_by_one(settings, losses, n_replace, factors)
        same(new, expected[0], name="the new settings")
        same_items(parents, expected[1], name="parents")


@pytest.mark.exercise("population_step")
def test_ranks_of_equal_losses(student):
    """equal losses are ranked by index, the lower one as the better, at both ends of the ranking"""
    settings, factors = np.arange(1.0, 7)[:, None], np.array([[10.0], [100]])
    for losses, new, parents in (
        ([5, 5, 5, 5, 5, 5], [1, 2, 3, 4, 200, 10], [0, 1, 2, 3, 1, 0]),
        ([2, 1, 2, 3, 3, 1], [1, 2, 3, 600, 20, 6], [0, 1, 2, 5, 1, 5]),
        ([3, 0, 3, 0, 3, 0], [1, 2, 400, 4, 20, 6], [0, 1, 3, 3, 1, 5]),
    ):
        answer = student.population_step(settings, np.array(losses), 2, factors)
        same(answer[0], np.array(new)[:, None], name="the new settings")
        same_items(answer[1], parents, name="parents")


@pytest.mark.exercise("population_step")
def test_twenty_equal_members(student):
    """with twenty equal losses, too, the last ten members go on from the first ten, in reverse order"""
    settings = np.arange(1.0, 21)[:, None]
    new, parents = student.population_step(settings, np.zeros(20), 10, np.ones((10, 1)))
    same_items(parents, [*range(10), *range(9, -1, -1)])
    same(new, settings[parents])


@pytest.mark.exercise("population_step")
def test_best_survive(student, rng):
    """the better half keeps its settings, so generation after generation the best loss never gets worse"""
    settings = rng.uniform(0.1, 10, (10, 2))
    lowest = np.inf
    for _ in range(4):
        losses = (np.log(settings) ** 2).sum(axis=1)
        assert losses.min() <= lowest + 1e-6, "the best loss got worse"
        lowest = losses.min()
        kept = np.sort(losses.argsort()[:5])
        new, parents = student.population_step(settings, losses, 5, rng.uniform(0.5, 1.5, (5, 2)))
        new = numbers(new, 10, 2, name="the new settings")
        same(new[kept], settings[kept], name="the settings of the better half")
        same_items(np.asarray(parents)[kept], kept, name="the parents of the better half")
        assert not np.isclose(np.delete(new, kept, 0), np.delete(settings, kept, 0)).any(), "a bad member was kept"
        settings = new


@pytest.mark.exercise("population_step")
def test_copies_without_mutation(student, rng):
    """factors of 1 only copy, and with nobody replaced nothing changes, in a population of one too"""
    settings, losses = rng.uniform(1, 9, (7, 2)), rng.permutation(7).astype(float)
    new, parents = student.population_step(settings, losses, 3, np.ones((3, 2)))
    same(new, settings[np.asarray(parents)])
    same(losses[np.asarray(parents)], np.where(losses > 3, 6 - losses, losses))
    same(student.population_step(settings, losses, 0, np.ones((0, 2))), (settings, np.arange(7)))
    same(student.population_step(np.array([[3.0, 4]]), np.array([1.0]), 0, np.ones((0, 2))), ([[3, 4]], [0]))


@pytest.mark.exercise("population_step")
def test_whole_settings(student):
    """whole numbers and lists may be mutated to fractions: 3 times 0.5 is 1.5; each column has its own factor"""
    for convert in (np.array, list):
        settings = convert([[3, 8], [5, 2], [7, 6]])
        new, parents = student.population_step(settings, convert([1, 2, 3]), 1, convert([[0.5, 2]]))
        same(new, [[3, 8], [5, 2], [1.5, 16]])
        same_items(parents, [0, 1, 0])
    settings, losses = np.array([[2, 90], [4, 50]]), np.array([9, 5])
    same_for_all_kinds(
        student.population_step, settings, losses, 1, np.array([[3, 7]]), expected=([[12, 350], [4, 50]], [1, 1])
    )


@pytest.mark.exercise("population_step")
def test_steps_refused(student):
    """a negative number of members to replace, and more than half of them"""
    settings, losses = np.array([[1.0], [2], [3], [4], [5]]), np.array([1.0, 2, 3, 4, 5])
    refuses(
        student.population_step,
        given(settings, losses, -1, np.ones((0, 1))),
        given(settings, losses, 3, np.ones((3, 1))),
        given(settings, losses, 5, np.ones((5, 1))),
        given(settings[:1], losses[:1], 1, np.ones((1, 1))),
        but_takes=given(settings, losses, 2, np.ones((2, 1))),
    )
