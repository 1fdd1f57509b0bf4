"""Public checks of model selection: small examples that you can follow by hand. Hidden checks go further."""

import math

import numpy as np
import pytest


def agrees(answer, expected):
    """The same shape and, up to rounding, the same numbers; nan stands where nan is expected."""
    answer, expected = np.asarray(answer, dtype=float), np.array(expected, dtype=float)
    assert answer.shape == expected.shape
    assert answer == pytest.approx(expected, rel=1e-5, abs=1e-6, nan_ok=True)


def leave_one_out(n):
    """The n folds that fit on all rows but one, and check that one."""
    return [([j for j in range(n) if j != i], [i]) for i in range(n)]


# three_way_split


@pytest.mark.exercise("three_way_split")
def test_sizes_of_the_parts(student):
    """70, 10 and 20 per cent of 1000 rows are 700, 100 and 200; a half, a quarter and a quarter of 7 are 3, 2 and 2"""
    parts = student.three_way_split(1000, (0.7, 0.1, 0.2), np.random.default_rng(1))
    assert [len(part) for part in parts] == [700, 100, 200]
    parts = student.three_way_split(7, (0.5, 0.25, 0.25), np.random.default_rng(1))
    assert [len(part) for part in parts] == [3, 2, 2]


@pytest.mark.exercise("three_way_split")
def test_every_row_is_in_one_part(student):
    """the three parts of 20 rows together are the numbers 0 to 19, each once, but not in their old order"""
    parts = student.three_way_split(20, (0.5, 0.25, 0.25), np.random.default_rng(1))
    rows = [int(row) for part in parts for row in part]
    assert sorted(rows) == list(range(20))
    assert rows != list(range(20))


@pytest.mark.exercise("three_way_split")
def test_seeds_of_the_split(student):
    """the same seed gives the same split, another seed another one"""
    first, again, other = (
        [[int(row) for row in part] for part in student.three_way_split(20, (0.5, 0.25, 0.25), rng)]
        for rng in (np.random.default_rng(1), np.random.default_rng(1), np.random.default_rng(2))
    )
    assert first == again
    assert first != other


# fit_regularised


@pytest.mark.exercise("fit_regularised")
def test_line_with_penalty(student):
    """x = -1, -1, 1, 1 makes Phi'Phi / n the unit matrix, so lam = 1 halves the line 2 + x: the cost is 2.25 + 1.25"""
    w, cost = student.fit_regularised(np.array([-1.0, -1, 1, 1]), np.array([0.0, 2, 2, 4]), 1, 1.0)
    agrees(w, [1, 0.5])
    agrees(cost, 3.5)


@pytest.mark.exercise("fit_regularised")
def test_weaker_penalty(student):
    """the same points with lam = 1/2: the line 2 + x is divided by 1 + 1/2, and the cost is 14/9 + 10/9"""
    w, cost = student.fit_regularised(np.array([-1.0, -1, 1, 1]), np.array([0.0, 2, 2, 4]), 1, 0.5)
    agrees(w, [4 / 3, 2 / 3])
    agrees(cost, 24 / 9)


@pytest.mark.exercise("fit_regularised")
def test_two_points_without_penalty(student):
    """through (0, 1) and (1, 3) goes one line; of the parabolas 1 + a x + b x^2 through both, the shortest has a = b"""
    x, y = np.array([0.0, 1.0]), np.array([1.0, 3.0])
    w, cost = student.fit_regularised(x, y, 1)
    agrees(w, [1, 2])
    agrees(cost, 0)
    w, cost = student.fit_regularised(x, y, 2)
    agrees(w, [1, 1, 1])
    agrees(cost, 0)


@pytest.mark.exercise("fit_regularised")
def test_negative_penalty(student):
    """a negative lam is refused with a ValueError"""
    with pytest.raises(ValueError):
        student.fit_regularised(np.array([0.0, 1.0]), np.array([1.0, 3.0]), 1, -1.0)


# select_degree


@pytest.mark.exercise("select_degree")
def test_three_points_left_out_in_turn(student):
    """lines through two of (0, 0), (1, 0), (2, 3) miss the third by 3, 1.5 and 3, means of two by 1.5, 1.5 and 3"""
    x, y = np.array([0.0, 1, 2]), np.array([0.0, 0, 3])
    answer = student.select_degree(x, y, [1, 0], leave_one_out(3))
    agrees(answer["errors"], [6.75, 4.5])
    assert answer["degree"] == 0
    agrees(answer["weights"], [1])


@pytest.mark.exercise("select_degree")
def test_folds_of_unequal_size(student):
    """the mean of 0, 2 misses 6 by 5; the 6 misses 0 and 2 by 6 and 4: (25 + (36 + 16) / 2) / 2 = 25.5"""
    x, y = np.array([0.0, 1, 2]), np.array([0.0, 2, 6])
    answer = student.select_degree(x, y, [0], [([0, 1], [2]), ([2], [0, 1])])
    agrees(answer["errors"], [25.5])


@pytest.mark.exercise("select_degree")
def test_error_without_penalty(student):
    """with lam = 1 the line 1 + x/2 of fit_regularised is fitted; its error is 2.25, without the penalty"""
    x, y = np.array([-1.0, -1, 1, 1]), np.array([0.0, 2, 2, 4])
    answer = student.select_degree(x, y, [1], [([0, 1, 2, 3], [0, 1, 2, 3])], lam=1.0)
    agrees(answer["errors"], [2.25])
    agrees(answer["weights"], [1, 0.5])


@pytest.mark.exercise("select_degree")
def test_equal_errors(student):
    """at x = 0 alone every degree predicts the same, so the errors are equal, and the degree listed first is chosen"""
    x, y = np.array([0.0, 0, 0]), np.array([1.0, 2, 3])
    answer = student.select_degree(x, y, [2, 1, 3], leave_one_out(3))
    agrees(answer["errors"], [1.5, 1.5, 1.5])
    assert answer["degree"] == 2
    agrees(answer["weights"], [2, 0, 0])


# model_selection


def parabola():
    """Seven training rows on the parabola y = x^2, and as test row the point (4, 15), which is one below it."""
    return np.array([-3.0, 3, -2, 2, -1, 1, 0, 4]), np.array([9.0, 9, 4, 4, 1, 1, 0, 15])


@pytest.mark.exercise("model_selection")
def test_means_only(student):
    """y = 0, 2, 4, 6 in two folds: the means 5 and 1 have error 17; the mean of all, 3, misses the test row 5 by 2"""
    answer = student.model_selection(np.array([1.0, 2, 4, 8, 9]), np.array([0.0, 2, 4, 6, 5]), 2, 0, 1, 1)
    agrees(answer["cv_errors"], [17])
    assert answer["degree"] == 0
    agrees(answer["weights"], [3])
    agrees(answer["test_error"], 4)


@pytest.mark.exercise("model_selection")
def test_parabola_with_patience(student):
    """fits of even data gain nothing from a line, but patience 2 finds the parabola; it misses the test row by 1"""
    answer = student.model_selection(*parabola(), k=3, max_degree=3, patience=2, n_test=1)
    agrees(answer["cv_errors"], [27.75, 27.75, 0, 0])
    assert answer["degree"] == 2
    agrees(answer["weights"], [0, 0, 1])
    agrees(answer["test_error"], 1)


@pytest.mark.exercise("model_selection")
def test_parabola_without_patience(student):
    """with patience 1 the line is the end: the mean 4 of the seven training rows misses the test row by 11"""
    answer = student.model_selection(*parabola(), k=3, max_degree=3, patience=1, n_test=1)
    agrees(answer["cv_errors"], [27.75, 27.75])
    assert answer["degree"] == 0
    agrees(answer["weights"], [4])
    agrees(answer["test_error"], 121)


@pytest.mark.exercise("model_selection")
def test_nothing_to_test_on(student):
    """without test rows there is nothing to report: ValueError"""
    with pytest.raises(ValueError):
        student.model_selection(*parabola(), k=3, max_degree=3, patience=1, n_test=0)


# penalised_choice


@pytest.mark.exercise("penalised_choice")
def test_aic_and_bic_by_hand(student):
    """n = 4, costs 4e and 4: n ln(cost/n) is 4 and 0; sizes 1 and 2 cost 2 and 4 by aic, ln 4 and 2 ln 4 by bic"""
    costs, sizes = np.array([4 * math.e, 4]), np.array([1, 2])
    index, totals = student.penalised_choice(costs, sizes, "aic", n=4)
    assert index == 1
    agrees(totals, [6, 4])
    index, totals = student.penalised_choice(costs, sizes, "bic", n=4)
    assert index == 1
    agrees(totals, [4 + math.log(4), 2 * math.log(4)])


@pytest.mark.exercise("penalised_choice")
def test_clusters_by_hand(student):
    """in two dimensions each cluster costs 4 by kmeans_aic and ln 2 by kmeans_bic, whatever n is"""
    costs, sizes = np.array([10.0, 2, 1]), np.array([1, 2, 3])
    index, totals = student.penalised_choice(costs, sizes, "kmeans_aic", n=6, dim=2)
    assert index == 1
    agrees(totals, [14, 10, 13])
    index, totals = student.penalised_choice(costs, sizes, "kmeans_bic", n=6, dim=2)
    assert index == 2
    agrees(totals, [10 + math.log(2), 2 + 2 * math.log(2), 1 + 3 * math.log(2)])


@pytest.mark.exercise("penalised_choice")
def test_bits_of_a_message(student):
    """one of 64 examples is named with 6 bits: 3 + 9 * 6 = 57, 20 + 3 * 6 = 38, and 60 bits for a perfect hypothesis"""
    index, totals = student.penalised_choice(np.array([9.0, 3, 0]), np.array([3.0, 20, 60]), "mdl", n=64)
    assert index == 1
    agrees(totals, [57, 38, 60])


@pytest.mark.exercise("penalised_choice")
def test_logarithm_of_nothing(student):
    """a cost of 0 has no logarithm, so aic refuses it with a ValueError; for kmeans_aic it is a cost like any other"""
    index, totals = student.penalised_choice(np.array([5.0, 0]), np.array([1, 2]), "kmeans_aic", dim=1)
    assert index == 1
    agrees(totals, [7, 4])
    with pytest.raises(ValueError):
        student.penalised_choice(np.array([5.0, 0]), np.array([1, 2]), "aic", n=4)


# grid_search


@pytest.mark.exercise("grid_search")
def test_grid_by_hand(student):
    """three rates and two depths are six rows, depth changing fastest; (log10 rate)^2 + (depth - 2)^2 is 0 at (1, 2)"""

    def loss(points):
        return np.log10(points[:, 0]) ** 2 + (points[:, 1] - 2) ** 2

    answer = student.grid_search(loss, {"rate": [0.1, 1, 10], "depth": [1, 2]})
    agrees(answer["points"], [[0.1, 1], [0.1, 2], [1, 1], [1, 2], [10, 1], [10, 2]])
    agrees(answer["losses"], [2, 1, 1, 0, 2, 1])
    assert answer["best"] == {"rate": 1, "depth": 2}
    agrees(answer["loss"], 0)


@pytest.mark.exercise("grid_search")
def test_nan_among_the_losses(student):
    """of the losses nan, 3, 1, 1 the first 1 is the best, at (2, 1); the nan stays in the list"""
    answer = student.grid_search(lambda points: np.array([math.nan, 3, 1, 1]), {"a": [1, 2], "b": [1, 2]})
    assert answer["best"] == {"a": 2, "b": 1}
    agrees(answer["loss"], 1)
    agrees(answer["losses"], [math.nan, 3, 1, 1])


@pytest.mark.exercise("grid_search")
def test_one_call_with_all_rows(student):
    """loss is called once, with an array of shape (6, 2)"""
    shapes = []

    def loss(points):
        shapes.append(np.shape(points))
        return np.arange(len(points)) + 1.0

    student.grid_search(loss, {"a": [1, 2, 3], "b": [5, 7]})
    assert shapes == [(6, 2)]


@pytest.mark.exercise("grid_search")
def test_empty_list(student):
    """a name without values leaves no combination: ValueError"""
    with pytest.raises(ValueError):
        student.grid_search(lambda points: np.zeros(len(points)), {"a": [1, 2], "b": []})


# random_search


@pytest.mark.exercise("random_search")
def test_two_scales(student):
    """a quarter of the way from 1e-4 to 1 is 1e-3 on a log scale; a quarter of the way from 2 to 8 is 3.5"""
    draws = np.array([[0, 0.5], [0.25, 0.25], [0.5, 0]])
    ranges = {"lam": (1e-4, 1.0, "log"), "width": (2.0, 8.0, "linear")}
    answer = student.random_search(lambda points: points.sum(axis=1), ranges, draws)
    agrees(answer["points"], [[1e-4, 5], [1e-3, 3.5], [1e-2, 2]])
    agrees(answer["losses"], [5.0001, 3.501, 2.01])
    assert answer["best"] == pytest.approx({"lam": 0.01, "width": 2})
    agrees(answer["loss"], 2.01)


@pytest.mark.exercise("random_search")
def test_a_run_that_diverged(student):
    """a loss of nan never wins: of nan, 7, 7 the first 7 does, at u = 1/2, which is 0 between -1 and 1"""
    ranges = {"shift": (-1.0, 1.0, "linear")}
    answer = student.random_search(lambda points: np.array([math.nan, 7, 7]), ranges, np.array([[0], [0.5], [0.75]]))
    agrees(answer["points"], [[-1], [0], [0.5]])
    assert answer["best"] == pytest.approx({"shift": 0})
    agrees(answer["loss"], 7)


@pytest.mark.exercise("random_search")
def test_zero_on_a_log_scale(student):
    """no factor leads from 0 to 1, so a log scale cannot begin at 0: ValueError"""
    with pytest.raises(ValueError):
        student.random_search(lambda points: points.sum(axis=1), {"lam": (0.0, 1.0, "log")}, np.array([[0.5]]))


# gp_posterior


@pytest.mark.exercise("gp_posterior")
def test_one_noisy_value(student):
    """C = 1 + 3 = 4; at 0, at 3 sqrt(2 ln 2) and far away the similarity to the value 8 is 1, 1/2 and 0 (length 3)"""
    X_new = np.array([[0.0], [3 * math.sqrt(2 * math.log(2))], [300.0]])
    mean, variance = student.gp_posterior(np.array([[0.0]]), np.array([8.0]), X_new, length=3.0, noise=3.0)
    agrees(mean, [8 / 4, 4 / 4, 0])
    agrees(variance, [1 - 1 / 4, 1 - 1 / 16, 1])


@pytest.mark.exercise("gp_posterior")
def test_two_values(student):
    """in the middle between the values 1 and -1 the mean is 0, by symmetry, and the variance is below that at 3"""
    X, y, X_new = np.array([[0.0], [2.0]]), np.array([1.0, -1.0]), np.array([[0.0], [1.0], [3.0], [0.5]])
    mean, variance = student.gp_posterior(X, y, X_new, noise=0.1)
    agrees(mean, [0.8963370399, 0, -0.6172317209, 0.5782780541])
    agrees(variance, [0.0907693678, 0.4044055146, 0.6618405131, 0.2489021238])


@pytest.mark.exercise("gp_posterior")
def test_no_values(student):
    """before any data the mean is 0 and the variance 1 everywhere"""
    mean, variance = student.gp_posterior(np.zeros((0, 1)), np.zeros(0), np.array([[0.0], [5.0]]))
    agrees(mean, [0, 0])
    agrees(variance, [1, 1])


# bayesian_optimisation


def distance_from_ten(points):
    return np.abs(points[:, 0] - 10)


@pytest.mark.exercise("bayesian_optimisation")
def test_one_step_by_hand(student):
    """start at 0 and 10: at 9 the mean is -0.607 with sd 0.795, at 20 it is 0 with sd 1; only kappa = 5 prefers 20"""
    candidates = np.array([[0.0], [10.0], [20.0], [9.0]])
    for kappa, chosen in ((0, 3), (2, 3), (5, 2)):
        answer = student.bayesian_optimisation(distance_from_ten, candidates, [0, 1], 1, kappa=float(kappa))
        assert list(answer["order"]) == [0, 1, chosen]
        agrees(answer["losses"], [10, 0, abs(candidates[chosen, 0] - 10)])
        assert answer["best"] == 1


@pytest.mark.exercise("bayesian_optimisation")
def test_down_the_slope(student):
    """from 0 and 1 down the slope of |x - 2.5|: 2 and 3 come next, then 5, of which little is known, and then 4"""
    candidates = np.arange(7.0)[:, None]
    answer = student.bayesian_optimisation(lambda points: np.abs(points[:, 0] - 2.5), candidates, [0, 1], 4)
    assert list(answer["order"]) == [0, 1, 2, 3, 5, 4]
    agrees(answer["losses"], [2.5, 1.5, 0.5, 0.5, 2.5, 1.5])
    assert answer["best"] == 2


@pytest.mark.exercise("bayesian_optimisation")
def test_all_evaluated(student):
    """after four candidates it stops, with steps left; loss was called with 2 rows, and then with 1 at a time"""
    shapes = []

    def loss(points):
        shapes.append(np.shape(points))
        return distance_from_ten(points)

    answer = student.bayesian_optimisation(loss, np.array([[0.0], [10.0], [20.0], [9.0]]), [0, 1], 9)
    assert list(answer["order"]) == [0, 1, 3, 2]
    agrees(answer["losses"], [10, 0, 1, 10])
    assert answer["best"] == 1
    assert shapes == [(2, 1), (1, 1), (1, 1)]


@pytest.mark.exercise("bayesian_optimisation")
def test_equal_bounds(student):
    """after the middle one of 0, 10, 20, 30, 40 the other four look alike, and the lowest index comes first"""
    candidates = np.array([[0.0], [10.0], [20.0], [30.0], [40.0]])
    answer = student.bayesian_optimisation(lambda points: np.ones(len(points)), candidates, [2], 2)
    assert list(answer["order"]) == [2, 0, 1]
    assert answer["best"] == 2


@pytest.mark.exercise("bayesian_optimisation")
def test_repeated_start(student):
    """a start that names candidate 1 twice is refused with a ValueError"""
    with pytest.raises(ValueError):
        student.bayesian_optimisation(distance_from_ten, np.array([[0.0], [10.0], [20.0]]), [1, 1], 1)


# population_step


@pytest.mark.exercise("population_step")
def test_five_members(student):
    """member 3 is the worst and goes on from 1, the best: (0.2 * 1.2, 2 * 0.8); member 4 from 2: (0.3 * 0.5, 3 * 2)"""
    settings = np.array([[0.1, 1], [0.2, 2], [0.3, 3], [0.4, 4], [0.5, 5]])
    losses, factors = np.array([3.0, 1, 2, 5, 4]), np.array([[1.2, 0.8], [0.5, 2]])
    new, parents = student.population_step(settings, losses, 2, factors)
    agrees(new, [[0.1, 1], [0.2, 2], [0.3, 3], [0.24, 1.6], [0.15, 6]])
    assert list(parents) == [0, 1, 2, 1, 2]
    agrees(settings, [[0.1, 1], [0.2, 2], [0.3, 3], [0.4, 4], [0.5, 5]])  # as it was


@pytest.mark.exercise("population_step")
def test_equal_losses(student):
    """with equal losses member 0 is the best and member 3 the worst of four: 3 becomes 1 * 10, and 2 becomes 2 * 100"""
    settings, factors = np.array([[1.0], [2], [3], [4]]), np.array([[10.0], [100]])
    new, parents = student.population_step(settings, np.array([7.0, 7, 7, 7]), 2, factors)
    agrees(new, [[1], [2], [200], [10]])
    assert list(parents) == [0, 1, 1, 0]


@pytest.mark.exercise("population_step")
def test_too_many_replaced(student):
    """three of four cannot be replaced, because only half can be parents: ValueError"""
    with pytest.raises(ValueError):
        student.population_step(np.array([[1.0], [2], [3], [4]]), np.array([1.0, 2, 3, 4]), 3, np.ones((3, 1)))
