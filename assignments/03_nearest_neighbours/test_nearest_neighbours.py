"""Public checks of nearest neighbours: small examples that you can follow by hand. Hidden checks go further."""

import numpy as np
import pytest


def column(*values):
    """One feature: a matrix with a single column."""
    return np.array(values)[:, np.newaxis]


def agrees(answer, expected):
    """The same shape and, up to rounding, the same numbers."""
    answer, expected = np.asarray(answer, dtype=float), np.array(expected, dtype=float)
    assert answer.shape == expected.shape
    assert answer == pytest.approx(expected, rel=1e-5, abs=1e-6)


def a_pair(answer):
    """The two parts of an answer."""
    assert isinstance(answer, tuple | list) and len(answer) == 2, f"expected a pair, but it returned {answer!r}"
    return answer


def holding(answer):
    """The names of the conditions that are said to hold."""
    assert isinstance(answer, dict), f"expected a dict, but it returned {answer!r}"
    return sorted(name for name, holds in answer.items() if holds)


# ---------------------------------------------------------------- pairwise_distances


@pytest.mark.exercise("pairwise_distances")
def test_three_four_five(student):
    """(0, 0) and (3, 4) are 5 apart, 7 along the axes, and 4 if only the largest difference counts (p = inf)"""
    A, B = np.array([[0, 0], [3, 4]]), np.array([[3, 4]])
    agrees(student.pairwise_distances(A, B), [[5], [0]])
    agrees(student.pairwise_distances(A, B, p=1), [[7], [0]])
    agrees(student.pairwise_distances(A, B, p=np.inf), [[4], [0]])


@pytest.mark.exercise("pairwise_distances")
def test_weight_of_a_column(student):
    """with weights (1, 0) only the first column counts; with (1, 4) a step along the second costs double for p = 2"""
    A, B = np.array([[0, 0]]), np.array([[3, 4], [0, 1]])
    agrees(student.pairwise_distances(A, B, weights=np.array([1, 0])), [[3, 0]])
    agrees(student.pairwise_distances(A, B, weights=np.array([1, 4])), [[73**0.5, 2]])


@pytest.mark.exercise("pairwise_distances")
def test_other_metrics(student):
    """cat and car differ in one letter; if a column has variance 4, two units of it count as one"""
    words = np.array([list("cat"), list("car")])
    agrees(student.pairwise_distances(words, words, metric="hamming"), [[0, 1], [1, 0]])
    C = np.array([[4, 0], [0, 1]])
    points = np.array([[2, 0], [0, 2]])
    agrees(student.pairwise_distances(np.array([[0, 0]]), points, metric="mahalanobis", covariance=C), [[1, 2]])


@pytest.mark.exercise("pairwise_distances")
def test_neighbours_far_from_the_origin(student):
    """two points are 0.75 apart, also if both are a hundred million away from the origin"""
    A, B = np.array([[1e8, 1e8]]), np.array([[1e8, 1e8 + 0.75]])
    agrees(student.pairwise_distances(A, B), [[0.75]])


@pytest.mark.exercise("pairwise_distances")
def test_different_numbers_of_columns(student):
    """points of the plane and points on a line have no distance: ValueError"""
    assert np.shape(student.pairwise_distances(np.zeros((2, 2)), np.zeros((3, 2)))) == (2, 3)  # fine
    with pytest.raises(ValueError):
        student.pairwise_distances(np.zeros((2, 2)), np.zeros((3, 1)))


# ---------------------------------------------------------------- metric_conditions


@pytest.mark.exercise("metric_conditions")
def test_three_towns(student):
    """three towns, 3, 4 and 5 km apart: all four conditions hold, also if rounding makes 0.3 + 0.6 less than 0.9"""
    all_four = ["separates", "symmetric", "triangle", "zero_self"]
    assert holding(student.metric_conditions(np.array([[0, 3, 4], [3, 0, 5], [4, 5, 0]]))) == all_four
    assert holding(student.metric_conditions(np.array([[0, 0.3, 0.9], [0.3, 0, 0.6], [0.9, 0.6, 0]]))) == all_four


@pytest.mark.exercise("metric_conditions")
def test_a_shortcut(student):
    """if the direct way is 9 km long but only 3 + 4 km over a third town, the triangle inequality fails"""
    over_town_1 = np.array([[0, 3, 9], [3, 0, 4], [9, 4, 0]])
    assert holding(student.metric_conditions(over_town_1)) == ["separates", "symmetric", "zero_self"]
    over_town_0 = np.array([[0, 3, 4], [3, 0, 9], [4, 9, 0]])
    assert holding(student.metric_conditions(over_town_0)) == ["separates", "symmetric", "zero_self"]


@pytest.mark.exercise("metric_conditions")
def test_towns_in_one_place(student):
    """two towns at distance 0 are not separated, and a town that is -1 from itself is not at distance 0"""
    same_place = np.array([[0, 0, 5], [0, 0, 5], [5, 5, 0]])
    assert holding(student.metric_conditions(same_place)) == ["symmetric", "triangle", "zero_self"]
    assert holding(student.metric_conditions(np.array([[-1, 2], [2, 0]]))) == ["separates", "symmetric"]


# ---------------------------------------------------------------- nearest_neighbours


@pytest.mark.exercise("nearest_neighbours")
def test_on_a_line(student):
    """points at 1, 5, 6, 2: the two nearest to 4 are 5 (row 1), then 6 and 2 tie, and the lower row 2 comes first"""
    answer = student.nearest_neighbours(column(1, 5, 6, 2), column(4), 2)
    assert np.asarray(answer).tolist() == [[1, 2]]


@pytest.mark.exercise("nearest_neighbours")
def test_many_ties(student):
    """forty points, in turn at 0, 1, 2, 3: those at 0 come first, then those at 1, each kind in index order"""
    answer = student.nearest_neighbours(np.arange(40)[:, np.newaxis] % 4, column(0), 20)
    assert np.asarray(answer).tolist() == [[*range(0, 40, 4), *range(1, 40, 4)]]


@pytest.mark.exercise("nearest_neighbours")
def test_two_queries(student):
    """one row of indices per query, nearest first; with p = 1 the corner (6, 6) is farther than (0, 10)"""
    X = np.array([[0, 0], [10, 0], [0, 10]])
    answer = student.nearest_neighbours(X, np.array([[1, 2], [9, 1]]), 3)
    assert np.asarray(answer).tolist() == [[0, 2, 1], [1, 0, 2]]
    X, origin = np.array([[9, 9], [6, 6], [0, 10], [7, 8]]), np.array([[0, 0]])
    assert np.asarray(student.nearest_neighbours(X, origin, 3)).tolist() == [[1, 2, 3]]
    assert np.asarray(student.nearest_neighbours(X, origin, 3, p=1)).tolist() == [[2, 1, 3]]


@pytest.mark.exercise("nearest_neighbours")
def test_too_many_neighbours(student):
    """three rows do not have four nearest ones: ValueError"""
    assert np.shape(student.nearest_neighbours(column(1, 2, 3), column(0), 3)) == (1, 3)  # fine
    with pytest.raises(ValueError):
        student.nearest_neighbours(column(1, 2, 3), column(0), 4)


# ---------------------------------------------------------------- knn_predict


@pytest.mark.exercise("knn_predict")
def test_majority(student):
    """two of the three nearest say 1; with all five it is 0; and a tie of two goes to the smaller label"""
    X, y = column(1, 2, 3, 20, 30), np.array([1, 0, 1, 0, 0])
    assert np.asarray(student.knn_predict(X, y, column(2), 3)).tolist() == [1]
    assert np.asarray(student.knn_predict(X, y, column(2), 5)).tolist() == [0]
    assert np.asarray(student.knn_predict(X, y, column(0, 2), 2)).tolist() == [0, 0]


@pytest.mark.exercise("knn_predict")
def test_four_ways_to_average(student):
    """x = 0, 1, 2, 5 and y = 0, 9, 3, 9 at x = 3 with the neighbours 2, 1 and 5; only 2 and 5 are next to it"""
    X, y, query = column(0, 1, 2, 5), np.array([0, 9, 3, 9]), column(3)
    agrees(student.knn_predict(X, y, query, 3, method="mean"), [7])
    agrees(student.knn_predict(X, y, query, 3, method="median"), [9])
    agrees(student.knn_predict(X, y, query, 3, method="linear"), [93 / 13])
    agrees(student.knn_predict(X, y, query, 3, method="connect"), [5])


@pytest.mark.exercise("knn_predict")
def test_gaussian_weights(student):
    """neighbours at distances 0 and 2 with sigma = 1 weigh 1 and exp(-2); standardised, 0 and 6 are 2 apart too"""
    w = np.exp(-2)
    expected = [(10 + 20 * w) / (1 + w)]
    agrees(student.knn_predict(column(0, 2), np.array([10, 20]), column(0), 2, method="mean", sigma=1.0), expected)
    answer = student.knn_predict(column(0, 6), np.array([10, 20]), column(0), 2, "mean", sigma=1.0, standardise=True)
    agrees(answer, expected)


@pytest.mark.exercise("knn_predict")
def test_standardised_columns(student):
    """a salary outweighs an age until both columns have standard deviation 1, measured on X and not on the queries"""
    X = np.array([[30, 2000], [60, 2100], [30, 3000], [60, 3100]])
    y, queries = np.array(["young", "old", "young", "old"]), np.array([[31, 2100], [33, 2150]])
    assert np.asarray(student.knn_predict(X, y, queries, 1)).tolist() == ["old", "old"]
    assert np.asarray(student.knn_predict(X, y, queries, 1, standardise=True)).tolist() == ["young", "young"]


# ---------------------------------------------------------------- local_regression


@pytest.mark.exercise("local_regression")
def test_weighted_mean(student):
    """quadratic kernel of width 4: at distance 0 the weight is 1, at distance 1 it is 3/4, at distance 2 it is 0"""
    answer = student.local_regression(column(0, 1, 2), np.array([7, 14, 99]), column(0, 2), 4, "quadratic", degree=0)
    agrees(answer, [(7 + 0.75 * 14) / 1.75, (0.75 * 14 + 99) / 1.75])


@pytest.mark.exercise("local_regression")
def test_gaussian_kernel(student):
    """Gaussian of width 1, distances 0 and 2: the second row weighs exp(-2)"""
    w = np.exp(-2)
    answer = student.local_regression(column(0, 2), np.array([10, 20]), column(0), 1.0, degree=0)
    agrees(answer, [(10 + 20 * w) / (1 + w)])


@pytest.mark.exercise("local_regression")
def test_line_through_three_points(student):
    """weights 3/4, 1, 3/4 at -1, 0, 1 and 0 at 3: the line passes 0 at (3 + 0 + 4.5) / 2.5"""
    X, y = column(-1, 0, 1, 3), np.array([4, 0, 6, 99])
    agrees(student.local_regression(X, y, column(0), 4, "quadratic"), [3])


@pytest.mark.exercise("local_regression")
def test_points_on_a_line(student):
    """points on y = 1 + 2 x: the local line is that line, for both kernels"""
    X, y = column(0, 1, 2, 3), np.array([1, 3, 5, 7])
    agrees(student.local_regression(X, y, column(0.5, 3), 1.0), [2, 7])
    agrees(student.local_regression(X, y, column(0.5, 3), 5, "quadratic"), [2, 7])


@pytest.mark.exercise("local_regression")
def test_bad_width(student):
    """a kernel needs a width above 0: ValueError"""
    X, y = column(0, 1, 2, 3), np.array([1, 3, 5, 7])
    assert np.shape(student.local_regression(X, y, X, 1.0)) == (4,)  # fine
    with pytest.raises(ValueError):
        student.local_regression(X, y, X, 0.0)


# ---------------------------------------------------------------- loo_errors


@pytest.mark.exercise("loo_errors")
def test_two_clusters(student):
    """0, 1 against 10, 11: the nearest other row is right, a tie helps the smaller label, three others outvote it"""
    best, counts = a_pair(student.loo_errors(column(0, 1, 10, 11), np.array([0, 0, 1, 1])))
    assert np.asarray(counts).tolist() == [0, 2, 4]
    assert best == 1


@pytest.mark.exercise("loo_errors")
def test_one_odd_label(student):
    """0 to 4 with the odd one in the middle: it is always wrong, and at k = 1 it misleads a neighbour too"""
    best, counts = a_pair(student.loo_errors(column(0, 1, 2, 3, 4), np.array([0, 0, 1, 0, 0])))
    assert np.asarray(counts).tolist() == [2, 1, 1, 1]
    assert best == 2


@pytest.mark.exercise("loo_errors")
def test_single_row(student):
    """with one row there is nobody left to ask: ValueError"""
    a_pair(student.loo_errors(column(0, 1), np.array([5, 5])))  # fine
    with pytest.raises(ValueError):
        student.loo_errors(column(0), np.array([5]))


# ---------------------------------------------------------------- reduce_training_set


@pytest.mark.exercise("reduce_training_set")
def test_noise_is_edited_out(student):
    """0 to 4 with a wrong label in the middle: its three nearest others outvote it, and no one else is outvoted"""
    answer = student.reduce_training_set(column(0, 1, 2, 3, 4), np.array([0, 0, 1, 0, 0]), "edit", k=3)
    assert np.asarray(answer).tolist() == [0, 1, 3, 4]


@pytest.mark.exercise("reduce_training_set")
def test_judged_by_all_others(student):
    """0 to 3, k = 1: rows 0 and 1 are unlike their nearest other row; that row 0 goes does not save row 1"""
    answer = student.reduce_training_set(column(0, 1, 2, 3), np.array([0, 1, 1, 1]), "edit", k=1)
    assert np.asarray(answer).tolist() == [2, 3]


@pytest.mark.exercise("reduce_training_set")
def test_a_second_sweep(student):
    """0 and 4 against 5: at first 4 agrees with row 0 in the store; once 5 is in, it does not, so sweep again"""
    answer = student.reduce_training_set(column(0, 4, 5), np.array([0, 0, 1]), "condense")
    assert np.asarray(answer).tolist() == [0, 1, 2]


@pytest.mark.exercise("reduce_training_set")
def test_one_of_each(student):
    """two clusters: row 0, and the first row that it gets wrong, are enough for all others"""
    answer = student.reduce_training_set(column(0, 1, 2, 10, 11), np.array(["a", "a", "a", "b", "b"]), "condense")
    assert np.asarray(answer).tolist() == [0, 3]


# ---------------------------------------------------------------- KDTree


@pytest.mark.exercise("KDTree")
def test_eight_points(student):
    """0 to 7: three tests lead to a leaf; from 2.25 the search visits 3 and 2, and skips the rest"""
    tree = student.KDTree().fit(column(0, 1, 2, 3, 4, 5, 6, 7))
    assert tree.depth_ == 3
    rows, visited = a_pair(tree.query(np.array([2.25])))
    assert np.asarray(rows).tolist() == [2]
    assert visited == 2


@pytest.mark.exercise("KDTree")
def test_which_side_is_skipped(student):
    """0, 10, ..., 70: three rows near 54 are 50, 60 and, beyond the plane at 40, 40; 0 to 30 are skipped"""
    tree = student.KDTree().fit(column(0, 10, 20, 30, 40, 50, 60, 70))
    rows, visited = a_pair(tree.query(np.array([54]), 3))
    assert np.asarray(rows).tolist() == [5, 6, 4]
    assert visited == 4


@pytest.mark.exercise("KDTree")
def test_as_many_as_asked_for(student):
    """0, 10, ..., 70: one row near 68 is 70, but for the second the search has to cross the plane at 60"""
    tree = student.KDTree().fit(column(0, 10, 20, 30, 40, 50, 60, 70))
    rows, visited = a_pair(tree.query(np.array([68]), 2))
    assert np.asarray(rows).tolist() == [7, 6]
    assert visited == 2


@pytest.mark.exercise("KDTree")
def test_as_far_as_the_plane(student):
    """0 and 2 are equally far from 1: row 1 is found first, and row 0 beyond the plane at 0 has the lower index"""
    rows, visited = a_pair(student.KDTree().fit(column(0, 2)).query(np.array([1])))
    assert np.asarray(rows).tolist() == [0]
    assert visited == 2


@pytest.mark.exercise("KDTree")
def test_two_columns(student):
    """the three rows nearest to (5, 5), nearest first"""
    tree = student.KDTree(leaf_size=2).fit(np.array([[0, 0], [5, 4], [9, 9], [4, 8], [7, 7], [1, 9]]))
    rows, visited = a_pair(tree.query(np.array([5, 5]), 3))
    assert np.asarray(rows).tolist() == [1, 4, 3]
    assert 3 <= visited <= 6


@pytest.mark.exercise("KDTree")
def test_equal_rows(student):
    """four equal rows cannot be split: they stay in one leaf, and come in index order"""
    tree = student.KDTree().fit(np.ones((4, 2)))
    assert tree.depth_ == 0
    rows, visited = a_pair(tree.query(np.array([1, 0]), 2))
    assert np.asarray(rows).tolist() == [0, 1]
    assert visited == 4


# ---------------------------------------------------------------- bucket_search


@pytest.mark.exercise("bucket_search")
def test_cells_of_a_line(student):
    """ten cells on a line, query 0.35 in cell 3: with one ring the cells 2, 3 and 4 are searched"""
    X, query = column(0.05, 0.27, 0.31, 0.49, 0.52), np.array([0.35])
    rows, candidates = a_pair(student.bucket_search(X, query, 2, "grid", cells=10, rings=1))
    assert np.asarray(rows).tolist() == [2, 1]
    assert candidates == 3


@pytest.mark.exercise("bucket_search")
def test_end_of_the_line(student):
    """five cells, the last from 0.8 to 1: with no ring, the query 0.9 finds 1 and 0.85 in its cell"""
    rows, candidates = a_pair(student.bucket_search(column(1, 0.75, 0.85), np.array([0.9]), 3, "grid", rings=0))
    assert np.asarray(rows).tolist() == [2, 0]
    assert candidates == 2


@pytest.mark.exercise("bucket_search")
def test_two_tables(student):
    """rows that agree with 1100 in the first two bits, or in the last two"""
    X = np.array([[1, 1, 1, 1], [0, 1, 1, 0], [0, 1, 0, 0], [1, 1, 0, 1]])
    rows, candidates = a_pair(student.bucket_search(X, np.array([1, 1, 0, 0]), 2, "lsh", positions=[[0, 1], [2, 3]]))
    assert np.asarray(rows).tolist() == [2, 3]
    assert candidates == 3
    rows, candidates = a_pair(student.bucket_search(X, np.array([1, 1, 0, 1]), 4, "lsh", positions=[[0, 1], [2, 3]]))
    assert np.asarray(rows).tolist() == [3, 0]
    assert candidates == 2


@pytest.mark.exercise("bucket_search")
def test_nothing_found(student):
    """no row in the query's cell: an empty answer and no candidates, which is not an error"""
    rows, candidates = a_pair(student.bucket_search(column(0.1, 0.2), np.array([0.9]), 1, "grid", rings=0))
    assert len(rows) == 0
    assert candidates == 0


# ---------------------------------------------------------------- dimension_report


@pytest.mark.exercise("dimension_report")
def test_a_cube(student):
    """in three dimensions 8 of 1000 points fill a cube of side 1/5, and there are 125 cells and 8 corner balls"""
    report = student.dimension_report(3, k=8, n=1000)
    assert report["side"] == pytest.approx(0.2, rel=1e-5)
    assert report["cells"] == 125
    assert report["balls"] == 8
    assert report["inner_radius"] == pytest.approx(3**0.5 - 1, rel=1e-5)
    assert student.dimension_report(30)["cells"] == 931322574615478515625  # exact, to the last digit


@pytest.mark.exercise("dimension_report")
def test_a_frame(student):
    """a frame of width 0.1 leaves 0.8 * 0.8 = 64 % of a square; squared distances have mean 1/3 there"""
    report = student.dimension_report(2, shell=0.1)
    assert report["shell"] == pytest.approx(0.36, rel=1e-5)
    assert report["mean_square_distance"] == pytest.approx(1 / 3, rel=1e-5)
    assert report["sd_square_distance"] == pytest.approx((14 / 180) ** 0.5, rel=1e-5)
