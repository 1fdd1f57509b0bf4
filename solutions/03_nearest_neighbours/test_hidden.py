"""Hidden checks of nearest neighbours: printed and derived figures, invariants, brute force, ties and edges."""

import itertools
import math

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


def column(*values):
    """One feature: a matrix of a single column."""
    return np.array(values)[:, np.newaxis]


def one_distance(student, a, b, **options):
    return numbers(student.pairwise_distances(np.array([a]), np.array([b]), **options), 1, 1)[0, 0]


def same_search(answer, rows, count):
    """These indices in this order, and so many rows that were visited or were candidates."""
    indices, seen = listed_parts(answer, 2)
    same_items(indices, rows, "the array of indices")
    same_items(seen, count, "the number of rows")


def area_and_price(dataset):
    X, price, names = dataset("houses")
    return X[:, [names.index("area")]], price


def liked(dataset):
    """The course ratings with y = +1 for a course that was liked (rating 0 or more), else -1."""
    X, rating, _ = dataset("course_ratings")
    return X, np.where(rating >= 0, 1, -1)


def iris_in_tenths(dataset):
    """Whole numbers, so that equal distances are equal however they are computed."""
    X, y, _ = dataset("iris")
    return np.round(10 * X).astype(int), y


def scaled(X, like=None):
    """X with the column means and standard deviations of `like` (of X itself unless given) taken out."""
    like = X if like is None else like
    return (X - like.mean(axis=0)) / like.std(axis=0)


def rotation(rng, d):
    return np.linalg.qr(rng.normal(size=(d, d)))[0]


def grid_points(n, d, values=4):
    """Points with few different whole coordinates, in a mixed order: duplicates and equal distances everywhere."""
    return np.array([[(7 * i * i + 3 * i * j + j) % 11 % values for j in range(d)] for i in range(n)])


# ---------------------------------------------------------------- pairwise_distances


@pytest.mark.exercise("pairwise_distances")
def test_distances_by_hand(student):
    """(.6, .6, .3) is 0.9 from the origin; (2, 3) and (6, 1) are sqrt(20) apart, for p = 1 it is 6, for p = 3 4.16"""
    assert one_distance(student, (0.6, 0.6, 0.3), (0, 0, 0)) == pytest.approx(0.9, rel=1e-5)
    assert one_distance(student, (2, 3), (6, 1)) == pytest.approx(4.472136, rel=1e-5)
    assert one_distance(student, (2, 3), (6, 1), p=1) == pytest.approx(6, rel=1e-5)
    assert one_distance(student, (2, 3), (6, 1), p=3) == pytest.approx(4.160168, rel=1e-5)


@pytest.mark.exercise("pairwise_distances")
def test_weighted_columns(student, rng):
    """the weight multiplies the power: weight 3 is the column written three times, and weight 0 drops the column"""
    origin, points = np.zeros((1, 2)), np.array([[3, 0], [0, 2]])
    same(student.pairwise_distances(origin, points, weights=np.array([1, 3])), [[3, 3.464102]])
    A, B = rng.uniform(1, 2, size=(4, 3)), rng.uniform(-2, -1, size=(5, 3))
    for p in (1, 2, 3.5):
        repeated = np.abs(A[:, None] - B)[:, :, [0, 0, 0, 2]] ** p
        expected = repeated.sum(axis=2) ** (1 / p)
        same(student.pairwise_distances(A, B, p=p, weights=np.array([3, 0, 1])), expected)


@pytest.mark.exercise("pairwise_distances")
def test_hamming_counts_columns(student):
    """the Hamming distance counts the columns that differ, letters and numbers alike: abc to abd 1, abc to xyz 3"""
    words = np.array([list("abc"), list("abd"), list("xyz")])
    same(student.pairwise_distances(words[:2], words, metric="hamming"), [[0, 1, 3], [1, 0, 3]])
    codes = np.array([[0, 5, 9, 9], [5, 5, 9, -9]])
    same(student.pairwise_distances(codes, codes[:1], metric="hamming"), [[0], [2]])


@pytest.mark.exercise("pairwise_distances")
def test_colours_and_bits(student):
    """one-hot colours are all sqrt(2) apart, codes 0 to 3 are not; on bits Hamming = Manhattan = Euclidean squared"""
    colours = np.eye(4, dtype=int)
    same(student.pairwise_distances(colours, colours), np.sqrt(2) * (1 - np.eye(4)))
    codes = column(0, 1, 2, 3)
    same(student.pairwise_distances(codes[:1], codes), [[0, 1, 2, 3]])
    bits = np.array(list(itertools.product([0, 1], repeat=4)))
    hamming = (bits[:, None] != bits).sum(axis=2)
    same(student.pairwise_distances(bits, bits, metric="hamming"), hamming)
    same(student.pairwise_distances(bits, bits, p=1), hamming)
    same(numbers(student.pairwise_distances(bits, bits), 16, 16) ** 2, hamming)


@pytest.mark.exercise("pairwise_distances")
def test_mahalanobis(student, rng):
    """Mahalanobis uses the inverse covariance; mapping points and covariance by the same matrix changes nothing"""
    pair = np.array([[2, 3]]), np.array([[6, 1]])
    for covariance, expected in ((np.diag([4, 1]), 2.828427), ([[2, 1], [1, 2]], 4.320494), (np.eye(2), 4.472136)):
        answer = student.pairwise_distances(*pair, metric="mahalanobis", covariance=np.array(covariance))
        same(answer, [[expected]])
    A, B = rng.normal(size=(4, 3)), rng.normal(size=(2, 3))
    turn = rotation(rng, 3)
    covariance = turn @ np.diag([0.5, 2, 8]) @ turn.T
    difference = A[:, None] - B
    expected = np.sqrt((difference * np.linalg.solve(covariance, difference[..., None])[..., 0]).sum(axis=2))
    same(student.pairwise_distances(A, B, metric="mahalanobis", covariance=covariance), expected)
    shear = rotation(rng, 3) @ np.diag([1, 2, 3])
    mapped = A @ shear.T, B @ shear.T
    answer = student.pairwise_distances(*mapped, metric="mahalanobis", covariance=shear @ covariance @ shear.T)
    same(answer, expected)


@pytest.mark.exercise("pairwise_distances")
def test_close_points_far_away(student):
    """points that are close together and far from the origin keep all digits of their distance"""
    A = 1e8 + np.array([[0, 0], [0.5, 0.25]])
    B = 1e8 + np.array([[0, 0.75], [2, 0]])
    same(student.pairwise_distances(A, B), [[0.75, 2], [np.sqrt(0.5), np.sqrt(2.3125)]])
    same(student.pairwise_distances(A, B, p=1), [[0.75, 2], [1, 1.75]])


@pytest.mark.exercise("pairwise_distances")
def test_distances_behave(student, rng):
    """entry [i, j] belongs to rows i of A and j of B; zero diagonal, symmetric, unmoved by shifts, falling with p"""
    A, B = rng.normal(size=(5, 3)), rng.normal(size=(3, 3))
    previous = np.inf
    for p in (1, 1.5, 2, 4):
        expected = [[(np.abs(a - b) ** p).sum() ** (1 / p) for b in B] for a in A]
        answer = numbers(student.pairwise_distances(A, B, p=p), 5, 3)
        same(answer, expected)
        assert np.all(answer <= previous + 1e-6)
        previous = answer
    same(student.pairwise_distances(5 - 3 * A, 5 - 3 * B, p=4), 3 * previous)
    square = numbers(student.pairwise_distances(A, A), 5, 5)
    assert np.abs(np.diag(square)).max() < 1e-6
    same(square, square.T)
    turn = rotation(rng, 3)
    same(student.pairwise_distances(A @ turn, A @ turn), square)


@pytest.mark.exercise("pairwise_distances")
def test_distances_of_unsigned_integers(student):
    """unsigned integers must not wrap around, lists will do, and no argument is modified"""
    A, B = np.array([[0, 250], [7, 3]], dtype=np.uint8), np.array([[3, 254], [10, 3], [0, 250]], dtype=np.uint8)
    euclidean = np.sqrt([[25, 247**2 + 100, 0], [251**2 + 16, 9, 247**2 + 49]])
    same_for_all_kinds(student.pairwise_distances, A, B, expected=euclidean)
    same(leaves_alone(student.pairwise_distances, A, B), euclidean)
    same(student.pairwise_distances(A, B, p=1), [[7, 257, 0], [255, 3, 254]])
    answer = leaves_alone(student.pairwise_distances, A, B, "mahalanobis", covariance=np.eye(2, dtype=int))
    same(answer, euclidean)


@pytest.mark.exercise("pairwise_distances")
def test_distances_reject(student):
    """different numbers of columns, another metric, p < 1, negative weights, no fitting covariance: ValueError"""
    A, B = np.array([[0, 0], [3, 4]]), np.array([[0, 0]])
    refuses(
        student.pairwise_distances,
        given(A, np.array([[1]])),
        given(A, np.array([[1, 2, 3]])),
        given(A, B, metric="cosine"),
        given(A, B, p=0.5),
        given(A, B, weights=np.array([1, -1])),
        given(A, B, metric="mahalanobis"),
        given(A, B, metric="mahalanobis", covariance=np.eye(3)),
        given(A, B, metric="mahalanobis", covariance=np.eye(1)),
        but_takes=given(A, B, p=1, weights=np.array([0, 1])),
    )
    same(student.pairwise_distances(A, B, weights=np.array([0, 1])), [[0], [4]])


@pytest.mark.exercise("pairwise_distances")
def test_infinite_power(student, rng):
    """p = np.inf takes the largest difference of a column, to which p = 60 is close already"""
    A, B = rng.normal(size=(4, 3)), rng.normal(size=(5, 3))
    largest = np.abs(A[:, None] - B).max(axis=2)
    same(student.pairwise_distances(A, B, p=np.inf), largest)
    answer = numbers(student.pairwise_distances(A, B, p=60), 4, 5)
    assert np.all(answer <= 1.02 * largest) and np.all(answer >= 0.999 * largest)


# ---------------------------------------------------------------- metric_conditions

CONDITIONS = ("zero_self", "symmetric", "separates", "triangle")


def holding(answer):
    """The names of the conditions that are said to hold, in the order of the docstring."""
    assert set(answer) == set(CONDITIONS), f"the keys are {sorted(answer)}"
    return [name for name in CONDITIONS if answer[name]]


def all_but(*names):
    return [name for name in CONDITIONS if name not in names]


@pytest.mark.exercise("metric_conditions")
def test_squares_are_no_metric(student):
    """squared distances of 0, 1, 2 break the triangle inequality (4 > 1 + 1), in whatever order the points come"""
    for order in ((0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 1, 0)):
        x = np.array(order)
        assert holding(student.metric_conditions((x[:, None] - x) ** 2)) == all_but("triangle")
        assert holding(student.metric_conditions(np.abs(x[:, None] - x))) == all_but()


@pytest.mark.exercise("metric_conditions")
def test_which_condition_fails(student):
    """exponent 1/2 breaks the triangle, a weight 0 merges points, one-way streets are not symmetric"""
    points = np.array([[0, 0], [1, 0], [1, 1]])
    difference = np.abs(points[:, None] - points)
    assert holding(student.metric_conditions((difference**0.5).sum(axis=2) ** 2)) == all_but("triangle")
    assert holding(student.metric_conditions(difference[:, :, 0])) == all_but("separates")
    assert holding(student.metric_conditions(np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0]]))) == all_but("symmetric")
    assert holding(student.metric_conditions(np.array([[0, 3, 3], [3, 1, 3], [3, 3, 0]]))) == all_but("zero_self")


@pytest.mark.exercise("metric_conditions")
def test_rounding_is_forgiven(student):
    """distances that are off by rounding only, or by no more than tol, still make a metric"""
    x = 0.1 * np.arange(12)
    D = np.abs(x[:, None] - x)
    assert holding(student.metric_conditions(D)) == all_but()
    D = D + 1e-11 * (np.arange(144).reshape(12, 12) % 5 - 2)
    assert holding(student.metric_conditions(D)) == all_but()
    assert holding(student.metric_conditions(D, tol=1e-13)) == ["separates"]


@pytest.mark.exercise("metric_conditions")
def test_tolerance_is_included(student):
    """a deviation of exactly tol is allowed, and a distance of exactly tol does not separate"""
    D = np.array([[0.5, 1, 3.5], [1.5, 0.5, 2], [3, 2, 0.5]])
    assert holding(student.metric_conditions(D, tol=0.5)) == all_but()
    assert holding(student.metric_conditions(D, tol=0.4375)) == ["separates"]
    assert holding(student.metric_conditions(D, tol=1)) == all_but("separates")
    assert holding(student.metric_conditions(-D, tol=0.5)) == ["zero_self", "symmetric"]


@pytest.mark.exercise("metric_conditions")
def test_real_distances_pass(student, reference, rng):
    """Minkowski distances with p >= 1 of distinct points fulfil all four, and one bad entry is found wherever it is"""
    points = rng.permutation(25)[:7, None] + rng.uniform(-0.2, 0.2, size=(7, 3))
    for p in (1, 2, 3):
        assert holding(student.metric_conditions(reference.pairwise_distances(points, points, p=p))) == all_but()
    D = reference.pairwise_distances(points, points)
    i, j = rng.permutation(7)[:2]
    D[i, j] = D[j, i] = 3 * D.max()
    assert holding(student.metric_conditions(D)) == all_but("triangle")
    D[i, j] = D[j, i] = 0
    assert "separates" not in holding(student.metric_conditions(D))


@pytest.mark.exercise("metric_conditions")
def test_order_and_unit_do_not_matter(student, rng):
    """renaming the objects or changing the unit changes nothing; for a single object there is little to ask"""
    D = np.array([[0, 2, 3, 9], [2, 0, 4, 5], [3, 4, 0, 5], [9, 5, 5, 0]])
    order = rng.permutation(4)
    assert holding(student.metric_conditions(D[order][:, order], tol=0)) == all_but("triangle")
    assert holding(student.metric_conditions(1000 * D, tol=0)) == all_but("triangle")
    assert holding(student.metric_conditions(D[:3, :3] / 1024, tol=0)) == all_but()
    assert holding(student.metric_conditions(np.zeros((1, 1)))) == all_but()
    assert holding(student.metric_conditions([[2]])) == all_but("zero_self")
    assert holding(student.metric_conditions([[5, 1], [1, 0]])) == all_but("zero_self", "triangle")


@pytest.mark.exercise("metric_conditions")
def test_only_square_tables(student):
    """a table that is not square raises ValueError, and D is not modified"""
    D = np.array([[0.0, 1.0], [1.0, 0.0]])
    assert holding(leaves_alone(student.metric_conditions, D)) == all_but()
    shapes = (2, 3), (3, 1), (1, 2), (4,), (2, 2, 2)
    refuses(student.metric_conditions, *(given(np.zeros(shape)) for shape in shapes), but_takes=given(D))


@pytest.mark.exercise("metric_conditions")
def test_negative_diagonal(student):
    """an object at distance -3 from itself is away from itself, and a detour over it is a shortcut"""
    D = np.array([[0, 5, 5], [5, -3, 5], [5, 5, 0]])
    assert holding(student.metric_conditions(D)) == all_but("zero_self", "triangle")
    assert holding(student.metric_conditions(D, tol=3)) == all_but()
    assert holding(student.metric_conditions(D, tol=2)) == all_but("zero_self", "triangle")


@pytest.mark.exercise("metric_conditions")
def test_both_directions_count(student):
    """one way at distance 0 is enough not to separate, whether it goes there or back"""
    D = np.array([[0, 4, 4], [4, 0, 4], [4, 0, 0]])
    for table in (D.T.copy(), D):
        assert holding(student.metric_conditions(table)) == all_but("symmetric", "separates")


# ---------------------------------------------------------------- nearest_neighbours


@pytest.mark.exercise("nearest_neighbours")
def test_neighbours_by_hand(student, dataset):
    """a house of 2000 square feet: first 2104, then 1600 and 2400, which are equally far, in index order"""
    area, _ = area_and_price(dataset)
    same_items(student.nearest_neighbours(area, np.array([[2000]]), 3), [[0, 1, 2]])
    same_items(student.nearest_neighbours(column(0, 2, 0, 2), column(1), 3), [[0, 1, 2]])
    same_items(student.nearest_neighbours(column(5, 1, 4, 9), column(4, 8.0, 0), 2), [[2, 0], [3, 0], [1, 2]])


@pytest.mark.exercise("nearest_neighbours")
def test_ties_in_index_order(student):
    """rows at equal distance come in index order, however many there are"""
    X = np.arange(900)[:, None] % 3
    expected = [*range(1, 900, 3), *(i for i in range(900) if i % 3 != 1)]
    same_items(student.nearest_neighbours(X, column(1), 880), [expected[:880]])
    same_items(student.nearest_neighbours(X[:60], column(1), 33), [[*range(1, 60, 3), *expected[300:313]]])
    same_items(student.nearest_neighbours(np.ones((40, 2)), np.zeros((1, 2)), 17, p=1), [list(range(17))])


@pytest.mark.exercise("nearest_neighbours")
def test_chosen_rows_are_nearest(student, rng):
    """the k chosen rows are different, stand in order of distance, and no other row is nearer, for every p"""
    few, many, queries = (rng.normal(size=(n, 3)) for n in (40, 800, 6))
    for X, k, p in ((many, 780, 2), (few, 12, 1), (few, 40, 2), (few, 13, 2), (few, 25, 3)):
        distances = (np.abs(queries[:, None] - X) ** p).sum(axis=2)
        answer = np.asarray(student.nearest_neighbours(X, queries, k, p=p))
        assert answer.shape == (6, k)
        assert all(len(set(row)) == k for row in answer.tolist())
        chosen = np.take_along_axis(distances, answer.astype(int), axis=1)
        same(chosen, np.sort(distances, axis=1)[:, :k])


@pytest.mark.exercise("nearest_neighbours")
def test_p_decides_who_is_near(student):
    """from the origin, (3, 3) is nearer than (0, 5) for p = 2 and farther for p = 1; (4, 4) is nearer for large p"""
    X, origin = np.array([[0, 5], [3, 3], [4, 4]]), np.zeros((1, 2))
    same_items(student.nearest_neighbours(X, origin, 3), [[1, 0, 2]])
    same_items(student.nearest_neighbours(X, origin, 3, p=1), [[0, 1, 2]])
    same_items(student.nearest_neighbours(X, origin, 3, p=8), [[1, 2, 0]])


@pytest.mark.exercise("nearest_neighbours")
def test_neighbours_move_along(student, reference, rng):
    """shifting, turning and scaling rows and queries together changes no neighbour"""
    X, queries = rng.normal(size=(30, 2)), rng.normal(size=(5, 2))
    expected = reference.nearest_neighbours(X, queries, 7)
    same_items(student.nearest_neighbours(X, queries, 7), expected)
    turn = 0.01 * rotation(rng, 2)
    same_items(student.nearest_neighbours(X @ turn + 3, queries @ turn + 3, 7), expected)


@pytest.mark.exercise("nearest_neighbours")
def test_bisector(student, rng):
    """of two points a and b the nearer one changes exactly at the plane 2 (b - a) . x = |b|^2 - |a|^2"""
    points = rng.uniform(1, 2, size=(2, 4)) * [[1], [-1]]
    a, b = points
    along = (b - a) / np.linalg.norm(b - a)
    queries = (a + b) / 2 + rng.normal(size=(8, 4))
    queries -= ((queries - (a + b) / 2) @ along)[:, None] * along  # into the plane
    assert np.allclose(2 * queries @ (b - a), b @ b - a @ a)
    offsets = np.array([-1, 1, -0.01, 0.01, -1e-4, 1e-4, -2, 2])
    answer = student.nearest_neighbours(points, queries + offsets[:, None] * along, 1)
    same_items(answer, [[0], [1]] * 4)


@pytest.mark.exercise("nearest_neighbours")
def test_neighbours_of_integers(student):
    """unsigned integers and lists are fine, a row is its own nearest neighbour, and nothing is modified"""
    X = np.array([[0, 250], [7, 3], [3, 254], [255, 0]], dtype=np.uint8)
    expected = [[0, 2], [1, 0], [2, 0], [3, 1]]
    same_items(leaves_alone(student.nearest_neighbours, X, X, 2), expected)
    same_for_all_kinds(student.nearest_neighbours, X, X, 2, expected=expected)
    same_items(student.nearest_neighbours([[1], [2]], [[2]], 2), [[1, 0]])
    same_items(student.nearest_neighbours([[1]], [[7], [-7]], 1), [[0], [0]])


@pytest.mark.exercise("nearest_neighbours")
def test_neighbours_reject(student):
    """k below 1 or above the number of rows, and a query with another number of columns, raise ValueError"""
    X = np.array([[0, 0], [1, 1], [5, 5]])
    same_items(student.nearest_neighbours(X, X[:1], 3), [[0, 1, 2]])
    refuses(
        student.nearest_neighbours,
        *(given(X, X, k) for k in (0, 4, -1)),
        given(X, np.array([[1]]), 1),
        but_takes=given(X, X, 3),
    )


# ---------------------------------------------------------------- knn_predict


@pytest.mark.exercise("knn_predict")
def test_votes_by_hand(student):
    """Yes, No, Yes makes Yes; with sigma a near neighbour may outvote two that are farther away"""
    answer = student.knn_predict(column(0, 1, 2, 50), np.array(["Yes", "No", "Yes", "No"]), column(1), 3)
    same_items(answer, ["Yes"])
    X, y, query = column(1, 2, -2), np.array([1, 0, 0]), column(0)
    same_items(student.knn_predict(X, y, query, 3), [0])
    same_items(student.knn_predict(X, y, query, 3, sigma=1), [1])
    same(student.knn_predict(X, y, query, 3, method="mean", sigma=1), [0.691438])
    same(student.knn_predict(X, y, query, 3, method="mean"), [1 / 3])
    answer = student.knn_predict(X, np.array([5, 3, 8]), query, 3, method="mean", sigma=2)
    near, far = math.exp(-1 / 8), math.exp(-4 / 8)
    same(answer, [(5 * near + 11 * far) / (near + 2 * far)])


@pytest.mark.exercise("knn_predict")
def test_regression_by_hand(student, dataset):
    """mean, median, plane and connected dots on parabola, line and houses; only the plane is right at the ends"""
    x, houses = column(0, 1, 2, 3, 10), area_and_price(dataset)
    for method, parabola, house in (
        ("mean", (1.666667, 37.666667), 366.333333),
        ("median", (1, 9), 369),
        ("linear", (2.466667, 56.219298), 364.309623),
        ("connect", (2.2, 54.5), 385.555556),
    ):
        same(student.knn_predict(x, x[:, 0] ** 2, column(1.4, 6.5), 3, method), parabola)
        same(student.knn_predict(*houses, column(2000), 3, method), [house])
    x = np.arange(15)
    same(student.knn_predict(x[:, None], x, column(0, 14), 3, "mean"), [1, 13])
    same(student.knn_predict(x[:, None], x, column(0, 14), 3, "linear"), [0, 14])
    same(student.knn_predict(x[:, None], x, column(0.2, 7.4), 4, "median"), [1.5, 7.5])


@pytest.mark.exercise("knn_predict")
def test_course_ratings_and_digits(student, dataset):
    """course ratings: training errors go from 1 at k = 1 to the 8 of the majority at k = 20; digits: 91 of 100"""
    X, y = liked(dataset)
    answers = [numbers(student.knn_predict(X, y, X, k), len(y)) for k in (1, 3, 5, 7, 9, 19, 20)]
    same_items([(answer != y).sum() for answer in answers], [1, 3, 3, 1, 3, 8, 8], "the numbers of errors")
    same_items(student.knn_predict(X, y, X[:4], 20), [1, 1, 1, 1])
    X, y, _ = dataset("digits")
    answer = numbers(student.knn_predict(X[:800:2], y[:800:2], X[1:200:2], 1), 100)
    same_items(np.sum(answer != y[1:200:2]), 9, "the number of errors")


@pytest.mark.exercise("knn_predict")
def test_one_scale_for_all_columns(student, dataset):
    """wine, tested on its odd rows: about 26 errors on raw columns, 5 on standardised ones; diabetes, standardised"""
    X, y, _ = dataset("wine")
    for standardise, expected in ((False, [31, 24]), (True, [6, 5])):
        for k, errors in zip((1, 5), expected, strict=True):
            answer = student.knn_predict(X[::2], y[::2], X[1::2], k, standardise=standardise)
            same_items(np.sum(numbers(answer, 89) != y[1::2]), errors, "the number of errors")
    X, y, _ = dataset("diabetes")
    for k, expected in ((1, 5479.4661), (20, 3243.4618)):
        answer = numbers(student.knn_predict(X[::2], y[::2], X[1::2], k, "mean", standardise=True), 221)
        assert np.mean((answer - y[1::2]) ** 2) == pytest.approx(expected, rel=1e-5)


@pytest.mark.exercise("knn_predict")
def test_sigma_small_large_and_far(student):
    """a large sigma is no weighting, a small one leaves the nearest alone, and far from all data nothing is nan"""
    X, y, queries = column(0, 1, 3, 7, 12), np.array([2, 9, 4, 0, 7]), column(0.25, 4, 8.5)
    unweighted, nearest = [5, 13 / 3, 11 / 3], [2, 4, 0]
    same(student.knn_predict(X, y, queries, 3, "mean", sigma=1e5), unweighted)
    same(student.knn_predict(X, y, queries, 3, "mean", sigma=0.02), nearest)
    same_items(student.knn_predict(X, y, queries, 5, "vote", sigma=0.02), nearest)
    far = column(-900, 4000)
    same(student.knn_predict(X, y, far, 3, "mean", sigma=1), [2, 7])
    same_items(student.knn_predict(X, y, far, 3, "vote", sigma=1), [2, 7])
    weight = math.exp(-(20**2 - 19**2) / 800)
    same(student.knn_predict(X, y, column(-19), 2, "mean", sigma=20), [(2 + 9 * weight) / (1 + weight)])


@pytest.mark.exercise("knn_predict")
def test_connecting_the_dots(student, rng):
    """connect: straight between left and right dot, constant beyond the ends, equal x averaged, whatever k is"""
    x, y = column(4, 0, 10, 4, 1), np.array([2, 8, 5, 6, 1])  # the dots are (0, 8), (1, 1), (4, 4), (10, 5)
    queries = column(-3, 0, 0.5, 1, 3.5, 4, 5.5, 10, 99)
    expected = [8, 8, 4.5, 1, 3.5, 4, 4.25, 5, 5]
    for k in (2, 0, 77):
        same(student.knn_predict(x, y, queries, k, method="connect"), expected)
    same(student.knn_predict(x, y, queries, 2, method="connect", standardise=True), expected)
    order = rng.permutation(5)
    same(student.knn_predict(x[order], y[order], queries[::-1], 1, "connect"), expected[::-1])
    same(student.knn_predict(x[:1], y[:1], column(3, 5), 1, "connect"), [2, 2])


@pytest.mark.exercise("knn_predict")
def test_units_and_company(student, reference, rng):
    """standardised answers depend neither on units nor on which other queries are asked; raw ones depend on units"""
    X, queries = rng.normal(size=(30, 3)), rng.normal(size=(6, 3)) + [2, 0, -1]
    X[:, 2] = queries[:, 2] = 7
    queries[0, 2] = 8
    y = X[:, 0] + 10 * X[:, 1]
    expected = reference.knn_predict(X, y, queries, 4, "mean", standardise=True)
    same(student.knn_predict(X, y, queries, 4, "mean", standardise=True), expected)
    unit = np.array([1000, 0.3, 5])
    same(student.knn_predict(unit * X, y, unit * queries, 4, "mean", standardise=True), expected)
    same(student.knn_predict(X, y, queries[2:3], 4, "mean", standardise=True), expected[2:3])
    for unit, used in (([1, 1e-9, 0], 0), ([1, 1e9, 0], 1)):  # a tiny column is dropped, a huge one decides alone
        alone = reference.knn_predict(X[:, [used]], y, queries[:, [used]], 4, "mean")
        same(student.knn_predict(unit * X, y, unit * queries, 4, "mean"), alone)


@pytest.mark.exercise("knn_predict")
def test_labels_and_ties(student, rng):
    """tied votes go to the smallest label, in numbers or in words; k = 1 repeats the labels of distinct rows"""
    X, y = column(0, 1, 2, 3, 4, 5), np.array([2, 0, 2, 0, 3, 3])
    same_items(student.knn_predict(X, y, column(1, 5), 4), [0, 3])
    same_items(student.knn_predict(X, y, column(2.25, 2.75), 6), [0, 0])
    same_items(student.knn_predict(X, -y, column(1, 2.25), 6), [-3, -3])
    same_items(student.knn_predict(column(0, 2), np.array([7, 4]), column(1), 2, sigma=3), [4])
    words = np.array(["red", "blue", "blue", "red", "green", "red"])
    same_items(student.knn_predict(X, words, column(1.5, 1), 4), ["blue", "blue"])
    X = rng.normal(size=(20, 2))
    y = rng.integers(0, 5, size=20) - 2
    same_items(student.knn_predict(X, y, X, 1), y)


@pytest.mark.exercise("knn_predict")
def test_every_method_on_random_data(student, reference, rng):
    """every method, standardised or not, on random data; linear is exact on planes, and of many takes the shortest"""
    X, queries = rng.normal(size=(30, 3)) * [1, 5, 2], rng.normal(size=(7, 3)) * [1, 5, 2]
    y = rng.permutation(30)
    for method, k, sigma in (("mean", 6, 2.5), ("mean", 7, None), ("median", 6, None), ("linear", 9, None)):
        for standardise in (False, True):
            expected = reference.knn_predict(X, y, queries, k, method, sigma, standardise)
            same(leaves_alone(student.knn_predict, X, y, queries, k, method, sigma, standardise), expected)
    for k, sigma in ((5, None), (30, 1.5)):
        expected = reference.knn_predict(X, y % 3, queries, k, "vote", sigma, True)
        same_items(student.knn_predict(X, y % 3, queries, k, "vote", sigma, True), expected)
    answer = student.knn_predict(X, 4 - X @ [2, 3, 1], 3 * queries, 12, method="linear")
    same(answer, 4 - 3 * queries @ [2, 3, 1])
    # a single neighbour (1, 2) with y = 12 leaves a choice of planes; the shortest is (w_0, w) = 2 * (1, 1, 2)
    X, queries = np.array([[1, 2], [50, 50]]), np.array([[1, 2], [3, 0]])
    same(student.knn_predict(X, np.array([12, 0]), queries, 1, method="linear"), [12, 8])


@pytest.mark.exercise("knn_predict")
def test_prediction_rejects(student):
    """another method, sigma <= 0 or where it does not belong, connect in two columns, wrong k or length: ValueError"""
    X, y, queries = np.array([[0, 0], [1, 1], [5, 5]]), np.array([1, 2, 4]), np.array([[1, 0]])
    one, line = X[:, :1], queries[:, :1]
    refuses(
        student.knn_predict,
        given(X, y, queries, 2, method="mode"),
        given(X, y, queries, 2, sigma=0),
        given(X, y, queries, 2, method="mean", sigma=-1),
        given(X, y, queries, 2, method="median", sigma=1),
        given(X, y, queries, 2, method="linear", sigma=1),
        given(X, y, queries, 2, method="connect"),
        given(one, y, line, 2, method="connect", sigma=1),
        given(X, y, queries, 0),
        given(X, y, queries, 4),
        given(X, y[:2], queries, 2),
        given(X, np.array([1, 2, 4, 4]), queries, 2),
        but_takes=given(one, y, line, 2, method="connect"),
    )
    same(student.knn_predict(X, y, queries, 3, "mean"), [7 / 3])


@pytest.mark.exercise("knn_predict")
def test_weights_in_standardised_columns(student, rng):
    """with sigma and standardise the weights come from standardised distances, and the deviation divides by n"""
    X, y = column(0, 6), np.array([1, 5])  # standardised: -1 and 1
    near, far = 1, math.exp(-2)
    expected = [(near + 5 * far) / (near + far)]
    same(student.knn_predict(X, y, column(0), 2, "mean", sigma=1, standardise=True), expected)
    unit = rng.uniform(10, 1000)
    same(student.knn_predict(unit * X, y, column(0), 2, "mean", sigma=1, standardise=True), expected)
    X, y, query = column(0, 6, -6, 6, -6, 0), np.array([3, 1, 1, 1, 1, 0]), column(0)  # deviation sqrt(24)
    same_items(student.knn_predict(X, y, query, 6, sigma=0.5, standardise=True), [0])
    same_items(student.knn_predict(X, y, query, 6, sigma=1.1, standardise=True), [1])


@pytest.mark.exercise("knn_predict")
def test_ties_are_not_won_by_coming_first(student):
    """labels with as many votes are tied wherever their voters stand: the smallest wins, not the nearest voter's"""
    X, y = column(0, 1, -2, 3, -4), np.array([8, 5, 5, 8, 6])
    same_items(student.knn_predict(X, y, column(0), 4), [5])
    same_items(student.knn_predict(X, y, column(0, 3), 5), [5, 5])
    same_items(student.knn_predict(X, -y, column(0, -2), 5), [-8, -8])


# ---------------------------------------------------------------- local_regression


@pytest.mark.exercise("local_regression")
def test_local_line_on_houses(student, dataset):
    """houses at 2000 square feet: the local line gives 392.0, 364.6, 357.0 as the width grows, then least squares"""
    area, price = area_and_price(dataset)
    for width, expected in ((100, 392.004680), (300, 364.643279), (1000, 356.959098), (1e6, 357.027637)):
        same(student.local_regression(area, price, column(2000), width), [expected], rel=1e-7)


@pytest.mark.exercise("local_regression")
def test_local_mean_on_houses(student, dataset):
    """houses at 2000 square feet: kernel smoothing gives 399.9, 365.5, 365.0 as the width grows, then the mean"""
    area, price = area_and_price(dataset)
    for width, expected in ((100, 399.941868), (300, 365.465901), (1000, 365.044120), (1e6, 374.199989)):
        same(student.local_regression(area, price, column(2000), width, degree=0), [expected], rel=1e-7)


@pytest.mark.exercise("local_regression")
def test_quadratic_kernel(student, dataset):
    """the quadratic kernel of width 10 weighs 1, .96, .75, .36, 0 at distances 0, 1, 2.5, 4, 5: width is the support"""
    x, y = column(0, 1, -2.5, 4, -5), np.array([1, 2, 3, 4, 100])
    same(student.local_regression(x, y, column(0), 10, "quadratic", 0), [2.153094])
    same(student.local_regression(x, y, column(0), 10, "quadratic", 1), [2.139123])
    area, price = area_and_price(dataset)
    for width, mean, line in ((1500, 350.666174, 356.052160), (3000, 362.749235, 356.663359)):
        same(student.local_regression(area, price, column(2000), width, "quadratic", 0), [mean], rel=1e-7)
        same(student.local_regression(area, price, column(2000), width, "quadratic", 1), [line], rel=1e-7)


@pytest.mark.exercise("local_regression")
def test_local_regression_on_diabetes(student, dataset):
    """diabetes, ten standardised columns: a local plane beats a local mean, and every query has a fit of its own"""
    X, y, _ = dataset("diabetes")
    X = scaled(X, like=X[::2])
    answer = numbers(student.local_regression(X[::2], y[::2], X[1::8], 2, degree=0), 56)
    assert np.mean((answer - y[1::8]) ** 2) == pytest.approx(4144.4067, rel=1e-5)
    answer = numbers(student.local_regression(X[::2], y[::2], X[1::8], 2, degree=1), 56)
    assert np.mean((answer - y[1::8]) ** 2) == pytest.approx(3271.3835, rel=1e-5)


@pytest.mark.exercise("local_regression")
def test_planes_are_reproduced(student, rng):
    """degree 1 is exact on linear data for any width; adding a linear function to y adds it to the answer"""
    X, queries = rng.uniform(-1, 1, size=(40, 2)), rng.uniform(-1, 1, size=(5, 2))
    same(student.local_regression(X, 5 - X @ [2, 7], queries, 0.7), 5 - queries @ [2, 7])
    same(student.local_regression(X, 5 - X @ [2, 7], queries, 9, "quadratic"), 5 - queries @ [2, 7])
    y = np.sin(3 * X[:, 0]) + X[:, 1] ** 2
    plain = numbers(student.local_regression(X, y, queries, 0.7), 5)
    same(student.local_regression(X, y + 5 - X @ [2, 7], queries, 0.7), plain + 5 - queries @ [2, 7])


@pytest.mark.exercise("local_regression")
def test_wide_kernels_forget_where_they_are(student, rng):
    """as the width grows, degree 0 tends to the mean of y everywhere and degree 1 to ordinary least squares"""
    X, queries = rng.normal(size=(20, 2)), rng.normal(size=(4, 2))
    y = X @ [3, -1] + rng.normal(size=20) + 10
    rows = np.column_stack([np.ones(20), X])
    plane = np.linalg.lstsq(rows, y, rcond=None)[0]
    for kernel in ("gaussian", "quadratic"):
        same(student.local_regression(X, y, queries, 1e5, kernel, 0), np.full(4, y.mean()))
        same(student.local_regression(X, y, queries, 1e5, kernel, 1), plane[0] + queries @ plane[1:])


@pytest.mark.exercise("local_regression")
def test_support_ends_at_half_the_width(student, rng):
    """rows at half the width or farther have no say in the quadratic kernel; with none inside, the answer is nan"""
    X, query = column(0, 1, 2, 3, 4), column(1.5, 2)
    y = rng.uniform(1, 9, size=5)
    for degree in (0, 1):
        answer = numbers(student.local_regression(X, y, query, 3, "quadratic", degree), 2)
        moved = np.vstack([X, column(3.5, -400)]), np.append(y, [1e4, -1e4])
        same(student.local_regression(*moved, query, 3, "quadratic", degree), answer)
        answer = numbers(student.local_regression(X, y, column(-9, 2, 5.5), 3, "quadratic", degree), 3)
        assert np.isnan(answer).tolist() == [True, False, True]
    # at 1.5 the weights of 1 and 2 are equal, and 0 and 3 stand exactly at the end of the support
    same(student.local_regression(X, y, column(1.5), 3, "quadratic", 0), [(y[1] + y[2]) / 2])


@pytest.mark.exercise("local_regression")
def test_weight_enters_once(student, rng):
    """the answers minimise the weighted squares, so that a row written twice counts as twice its weight"""
    X, queries = rng.normal(size=(12, 2)), 0.5 * rng.normal(size=(3, 2))
    y = rng.uniform(-5, 5, size=12)
    twice = np.vstack([X, X[:4]]), np.append(y, y[:4])
    times = np.append(np.full(4, 2), np.ones(8))
    rows = np.column_stack([np.ones(12), X])
    squares = ((queries[:, None] - X) ** 2).sum(axis=2)
    for kernel, width, table in (
        ("gaussian", 1.5, np.exp(-squares / (2 * 1.5**2))),
        ("quadratic", 20, 1 - 4 * squares / 20**2),
    ):
        for degree, basis in ((0, rows[:, :1]), (1, rows)):
            expected = []
            for query, weights in zip(queries, table * times, strict=True):
                fit = np.linalg.solve((basis.T * weights) @ basis, (basis.T * weights) @ y)
                expected.append(fit @ np.append(1, query)[: len(fit)])
            same(student.local_regression(*twice, queries, width, kernel, degree), expected)


@pytest.mark.exercise("local_regression")
def test_far_queries(student):
    """a query so far away that all Gaussian weights underflow still gets an answer, that of the nearest rows"""
    X, y = column(0, 1, 2, 0), np.array([4, 9, 1, 6])
    same(leaves_alone(student.local_regression, X, y, column(-80, 3000), 1, degree=0), [5, 1])
    square = np.array([[50, 1], [50, -1], [-50, 1], [-50, -1], [0, 1000]])
    same(student.local_regression(square, np.array([1, 1, 3, 3, 77]), np.zeros((1, 2)), 1, degree=0), [2])
    same(student.local_regression(column(4), np.array([3]), column(0, 4, 8), 0.1, degree=0), [3, 3, 3])


@pytest.mark.exercise("local_regression")
def test_local_regression_rejects(student):
    """width <= 0, an unknown kernel, and any degree but 0 and 1 raise ValueError"""
    X, y, queries = column(0, 1, 2), np.array([1, 2, 4]), column(1)
    refuses(
        student.local_regression,
        given(X, y, queries, 0, degree=0),
        given(X, y, queries, -1),
        given(X, y, queries, 0, kernel="quadratic", degree=0),
        given(X, y, queries, 4, kernel="uniform"),
        given(X, y, queries, 4, degree=2),
        given(X, y, queries, 4, degree=-1),
        but_takes=given(X, y, queries, 4),
    )
    same(student.local_regression(X.tolist(), y.tolist(), queries.tolist(), 1e6), [7 / 3])


# ---------------------------------------------------------------- loo_errors


def loo(student, X, y):
    """The best k, and the counts as a list."""
    best, counts = listed_parts(leaves_alone(student.loo_errors, X, y), 2)
    return int(numbers(best)), numbers(counts, len(y) - 1).tolist()


def same_loo(student, X, y, expected):
    """This best k and these counts."""
    best, counts = listed_parts(leaves_alone(student.loo_errors, X, y), 2)
    same_items(counts, expected[1], "the array of counts")
    same_items(best, expected[0], "best_k")


def loo_by_definition(reference, X, y):
    """Leave out one row after the other and predict it."""
    n = len(y)
    errors = np.zeros(n - 1, dtype=int)
    for i in range(n):
        rest = np.arange(n) != i
        errors += [reference.knn_predict(X[rest], y[rest], X[[i]], k)[0] != y[i] for k in range(1, n)]
    return int(errors.argmin()) + 1, errors.tolist()


@pytest.mark.exercise("loo_errors")
def test_loo_on_xor(student):
    """on the corners of XOR each row is voted down by its neighbours for every k: four errors each, and best k 1"""
    same_loo(student, np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0]), (1, [4, 4, 4]))
    same_loo(student, column(0, 1, 2, 10, 11), np.array([5, 5, 5, 3, 3]), (1, [0, 0, 2, 5]))


@pytest.mark.exercise("loo_errors")
def test_loo_on_course_ratings(student, dataset):
    """course ratings, with equal rows and tied votes: two errors at k = 6, and at k = 19 one per disliked course"""
    expected = [6, 5, 5, 4, 4, 2, 4, 4, 4, 4, 4, 5, 6, 6, 10, 11, 8, 8, 8]
    same_loo(student, *liked(dataset), (6, expected))


@pytest.mark.exercise("loo_errors")
def test_loo_on_iris(student, dataset):
    """iris, three labels, measured in tenths of a centimetre: six errors at k = 1, fewest (four) at k = 10"""
    best, counts = loo(student, *iris_in_tenths(dataset))
    assert best == 10
    assert counts[:10] == [6, 8, 6, 6, 5, 7, 5, 6, 5, 4]
    assert len(counts) == 149


@pytest.mark.exercise("loo_errors")
def test_loo_on_wine(student, dataset):
    """wine: 41 errors at k = 1 on raw columns, more with k = 9; standardised columns make 8, and fewer with k = 9"""
    X, y, _ = dataset("wine")
    for data, expected in ((X, [41, 49, 54, 51]), (scaled(X), [8, 8, 5, 5])):
        counts = loo(student, data, y)[1]
        assert [counts[k - 1] for k in (1, 3, 5, 9)] == expected


@pytest.mark.exercise("loo_errors")
def test_loo_by_definition(student, reference, rng):
    """every count is what leaving out one row after the other and predicting it gives, also with ties and words"""
    X, y = rng.normal(size=(14, 2)), np.append([0, 1, 2], rng.integers(0, 3, size=11))
    same_loo(student, X, y, loo_by_definition(reference, X, y))
    X = rng.integers(0, 3, size=(11, 2))
    y = np.array(["no", "yes", "maybe"])[np.append([0, 1, 2], rng.integers(0, 3, size=8))]
    same_loo(student, X, y, loo_by_definition(reference, X, y))


@pytest.mark.exercise("loo_errors")
def test_loo_with_duplicates(student):
    """only the row itself is left out: an equal row stays among its neighbours, whatever its label"""
    X, y = column(4, 4, 4, 9), np.array([0, 1, 1, 1])
    # row 0 sees 1 1 1; row 1 sees 0 1 1; row 2 sees 0 1 1; row 3 sees 0 1 1
    same_loo(student, X, y, (3, [4, 4, 1]))
    same_loo(student, X[::-1].copy(), y[::-1].copy(), (1, [1, 3, 1]))


@pytest.mark.exercise("loo_errors")
def test_smallest_best_k(student):
    """of equally good k the smallest is best, counted from 1; two rows are enough"""
    same_loo(student, column(0, 1, 3), np.array([7, 7, 7]), (1, [0, 0]))
    same_loo(student, column(0, 1), np.array([-1, 1]), (1, [2]))
    X, y = column(0, 3, 4, 9, 10, 11), np.array([0, 1, 0, 0, 1, 1])
    same_loo(student, X, y, (2, [5, 4, 4, 4, 6]))


@pytest.mark.exercise("loo_errors")
def test_majority_and_isometries(student, rng):
    """counts lie in 0..n, k = n - 1 misses at least the minority, and turning, shifting and scaling changes nothing"""
    X, y = rng.normal(size=(16, 3)), np.array([1] * 10 + [0] * 6)
    best, counts = loo(student, X, y)
    assert counts[-1] == 6
    assert min(counts) >= 0 and max(counts) <= 16 and counts[best - 1] == min(counts)
    order = rng.permutation(16)
    same_loo(student, (5 - 2 * X @ rotation(rng, 3))[order], y[order], (best, counts))


@pytest.mark.exercise("loo_errors")
def test_twice_the_bayes_error(student):
    """labels that are biased coins: no rule errs less than e = .1 (or .3), one neighbour errs about 2 e (1 - e)"""
    rng = np.random.default_rng(480)
    X = rng.random((200, 2))
    for e, expected in ((0.1, 0.18), (0.3, 0.42)):
        y = (rng.permutation(200) < 200 * e).astype(int)
        counts = loo(student, X, y)[1]
        assert counts[0] / 200 == pytest.approx(expected, abs=0.05)
        assert counts[98] / 200 == pytest.approx(e, abs=0.01)


@pytest.mark.exercise("loo_errors")
def test_loo_rejects(student):
    """a single row, and labels that are not one per row, raise ValueError"""
    same_loo(student, [[0], [1]], [3, 3], (1, [0]))
    refuses(
        student.loo_errors,
        given(column(1), np.array([1])),
        given(column(1, 2, 3), np.array([1, 2])),
        given(column(1, 2, 3), np.array([1, 2, 1, 2])),
        but_takes=given(column(1, 2, 3), np.array([1, 2, 1])),
    )


# ---------------------------------------------------------------- reduce_training_set


@pytest.mark.exercise("reduce_training_set")
def test_reduce_by_hand(student):
    """0..3 against 7..10: one row of each class is enough; among them, editing drops the odd one out and no other"""
    X, y = column(0, 1, 2, 3, 7, 8, 9, 10), np.array([0, 0, 0, 0, 1, 1, 1, 1])
    same_items(student.reduce_training_set(X, y, "condense"), [0, 4])
    X, y = column(0, 1, 1.5, 2, 3, 7, 8, 9, 10), np.array([0, 0, 1, 0, 0, 1, 1, 1, 1])
    same_items(student.reduce_training_set(X, y, "edit"), [0, 1, 3, 4, 5, 6, 7, 8])
    same_items(student.reduce_training_set(X, y, "condense"), [0, 1, 2, 3, 5])


@pytest.mark.exercise("reduce_training_set")
def test_reduce_iris(student, dataset):
    """iris: editing drops six flowers, condensing keeps 24 of 150 rows, and 13 if the set was edited before"""
    X, y = iris_in_tenths(dataset)
    edited = np.asarray(student.reduce_training_set(X, y, "edit"))
    assert np.setdiff1d(np.arange(150), edited).tolist() == [70, 72, 83, 106, 119, 133]
    assert len(student.reduce_training_set(X, y, "condense")) == 24
    assert len(student.reduce_training_set(X[edited], y[edited], "condense")) == 13


@pytest.mark.exercise("reduce_training_set")
def test_reduce_wine(student, dataset):
    """wine: raw columns keep 129 rows after editing and 71 after condensing, standardised ones 170 and 28"""
    X, y, _ = dataset("wine")
    for data, edited, condensed in ((X, 129, 71), (scaled(X), 170, 28)):
        assert len(student.reduce_training_set(data, y, "edit")) == edited
        assert len(student.reduce_training_set(data, y, "condense")) == condensed


@pytest.mark.exercise("reduce_training_set")
def test_all_are_judged_on_the_full_set(student):
    """editing decides about every row on the full set and removes afterwards; a row has no vote about itself"""
    same_items(student.reduce_training_set(column(0, 1, 2, 3), np.array([0, 1, 1, 1]), "edit", 1), [2, 3])
    X, y = column(0, 1, 2, 10, 11, 12), np.array([1, 0, 0, 0, 1, 1])
    same_items(student.reduce_training_set(X, y, "edit", 1), [2, 5])
    same_items(student.reduce_training_set(X, y, "edit", k=2), [1, 2])
    same_items(student.reduce_training_set(X, y, "edit", k=5), [])


@pytest.mark.exercise("reduce_training_set")
def test_condensing_sweeps_again(student):
    """a row that was right early may be wrong after later additions: sweep again; the lower index wins ties"""
    X, y = column(0, 4, 5), np.array([0, 0, 1])
    same_items(student.reduce_training_set(X, y, "condense"), [0, 1, 2])
    # 4.5 is as far from 4, which comes into the store in the second sweep, as from 5, which came in the first
    X, y = column(0, 4, 5, 4.5), np.array([0, 0, 1, 1])
    same_items(student.reduce_training_set(X, y, "condense"), [0, 1, 2, 3])
    X, y = column(0, 9, 6, 5, 3), np.array(["a", "b", "b", "a", "a"])
    same_items(student.reduce_training_set(X, y, "condense"), [0, 1, 2, 3])


@pytest.mark.exercise("reduce_training_set")
def test_condensed_set_is_consistent(student, reference, rng):
    """1-NN on the condensed rows gets every training row right, row 0 is among them, and the indices increase"""
    X = rng.normal(size=(40, 2))
    y = np.append([0, 1], (X[2:, 0] + 0.5 * rng.normal(size=38) > 0).astype(int))
    kept = np.asarray(leaves_alone(student.reduce_training_set, X, y, "condense"))
    assert kept[0] == 0 and np.all(np.diff(kept) > 0)
    assert reference.knn_predict(X[kept], y[kept], X, 1).tolist() == y.tolist()
    assert kept.tolist() == reference.reduce_training_set(X, y, "condense").tolist()
    scale = student.reduce_training_set(8 * X + 1, y, "condense", 999)  # k plays no part
    same_items(scale, kept)


@pytest.mark.exercise("reduce_training_set")
def test_editing_random_rows(student, reference, rng):
    """editing keeps the rows whose label is that of their k nearest others, for any k, with ties and three labels"""
    X, y = rng.integers(0, 5, size=(30, 2)), np.append([0, 1, 2], rng.integers(0, 3, size=27))
    for k in (1, 2, 3, 10, 29):
        kept = []
        for i in range(30):
            rest = np.arange(30) != i
            if reference.knn_predict(X[rest], y[rest], X[[i]], k)[0] == y[i]:
                kept.append(i)
        same_items(student.reduce_training_set(X, y, "edit", k), kept)


@pytest.mark.exercise("reduce_training_set")
def test_reduce_edges(student):
    """one class: condensing keeps row 0, editing everything; equal rows with other labels must not go on forever"""
    X = column(5, 3, 8, 1)
    same_items(student.reduce_training_set(X, np.array([2, 2, 2, 2]), "condense"), [0])
    same_items(student.reduce_training_set(X, np.array([2, 2, 2, 2]), "edit"), [0, 1, 2, 3])
    same_items(student.reduce_training_set([[7]], [1], "condense"), [0])
    X = np.zeros((4, 2))
    same_items(student.reduce_training_set(X, np.array(["x", "y", "x", "y"]), "condense"), [0, 1, 3])
    same_items(student.reduce_training_set(X, np.array(["x", "y", "x", "y"]), "edit", 3), [])


@pytest.mark.exercise("reduce_training_set")
def test_reduce_rejects(student):
    """any other method, and for editing a k below 1 or above the number of other rows, raise ValueError"""
    X, y = column(0, 1, 5), np.array([1, 1, 1])
    same_items(student.reduce_training_set(X, y, "edit", 2), [0, 1, 2])
    cases = ("prune", 1), ("edit", 0), ("edit", 3)
    takes = given(X, y, "edit", 2)
    refuses(student.reduce_training_set, *(given(X, y, method, k) for method, k in cases), but_takes=takes)


# ---------------------------------------------------------------- KDTree


def all_queries(tree, queries, k):
    """The indices for all queries, (m, k), and how many rows were visited on average."""
    answers = [listed_parts(tree.query(query, k), 2) for query in queries]
    return np.array([numbers(rows, k) for rows, _ in answers]), np.mean([numbers(visited) for _, visited in answers])


@pytest.mark.exercise("KDTree")
def test_tree_finds_the_nearest(student, reference, rng):
    """the answers are those of brute force in one, two and three dimensions, for k = 1, 2, 3 and 8"""
    for d in (1, 2, 3):
        X, queries = rng.random((60, d)), rng.random((6, d))
        tree = student.KDTree().fit(X)
        for k in (1, 2, 3, 8):
            same_items(all_queries(tree, queries, k)[0], reference.nearest_neighbours(X, queries, k))


@pytest.mark.exercise("KDTree")
def test_across_the_plane(student):
    """the other side is searched if its plane is as near as the k-th best: a row there may tie with a lower index"""
    same_search(student.KDTree().fit(column(0, 2)).query(np.array([1])), [0], 2)
    tree = student.KDTree().fit(column(0, 1, 2, 3, 4, 5, 6, 7))
    for k, expected, seen in ((1, [3], 3), (3, [3, 4, 2], 6), (4, [3, 4, 2, 5], 6)):
        same_search(tree.query(np.array([3.5]), k), expected, seen)
    tree = student.KDTree().fit(np.array([[9, 9], [0, 5], [1, -4], [-5, 0], [4, 3], [3, -4]]))
    same_search(tree.query(np.array([0, 0]), 4), [2, 1, 3, 4], 6)


@pytest.mark.exercise("KDTree")
def test_few_rows_are_visited(student, reference, rng):
    """with 300 points in the plane a query visits about ten rows and finds the right ones; the tree has depth 9"""
    X, queries = rng.random((300, 2)), rng.random((8, 2))
    tree = student.KDTree().fit(X)
    found, visited = all_queries(tree, queries, 3)
    same_items(found, reference.nearest_neighbours(X, queries, 3))
    assert 3 <= visited < 100
    same(visited, all_queries(reference.KDTree().fit(X), queries, 3)[1], name="the mean number of visited rows")
    same_items(tree.depth_, 9, "depth_")


@pytest.mark.exercise("KDTree", weight=3)
def test_which_rows_are_visited(student, reference, rng):
    """a side is searched unless k rows are found and its plane is farther away than the k-th best, and only then"""
    X = rng.normal(size=(50, 3))
    queries = np.vstack([rng.normal(size=(3, 3)), X[:4]])  # rows of X lie exactly on planes
    for leaf_size, k in ((1, 1), (1, 4), (3, 2), (10, 6)):
        tree, model = student.KDTree(leaf_size=leaf_size).fit(X), reference.KDTree(leaf_size=leaf_size).fit(X)
        for query in queries:
            same_search(tree.query(query, k), *model.query(query, k))


@pytest.mark.exercise("KDTree")
def test_first_column_of_a_level(student, reference, rng):
    """a node at depth t tries column t mod d first, also if a node above it could not use the column of its turn"""
    # three columns of whole numbers, the first of which is the same in all rows but a few
    X = np.column_stack([np.arange(40) // 36, rng.permutation(40), rng.permutation(40)])
    queries = np.column_stack([np.zeros(6), rng.permutation(40)[:6] + 0.25, rng.permutation(40)[:6] + 0.375])
    tree, model = student.KDTree().fit(X), reference.KDTree().fit(X)
    same_items(tree.depth_, model.depth_, "depth_")
    for query in queries:
        for k in (1, 3):
            same_search(tree.query(query, k), *model.query(query, k))


@pytest.mark.exercise("KDTree")
def test_many_duplicates(student, reference):
    """repeated rows and constant columns end in a leaf, not in an endless recursion, and ties stay in index order"""
    X = grid_points(200, 2)
    tree = student.KDTree().fit(X)
    assert tree.depth_ <= 6
    queries = np.array([[0, 0], [1.5, 2], [3, 1], [1, 1], [-5, 9]])
    for k in (1, 5, 30):
        found, visited = all_queries(tree, queries, k)
        same_items(found, reference.nearest_neighbours(X, queries, k))
        assert k <= visited <= 200
    tree = student.KDTree().fit(np.full((5, 3), 2))
    same_items(tree.depth_, 0, "depth_")
    same_search(tree.query(np.array([2, 2, 0]), 3), [0, 1, 2], 5)


@pytest.mark.exercise("KDTree")
def test_constant_column(student, reference, rng):
    """a column that is constant cannot split; the next one does, and the tree is as balanced as it would be alone"""
    X = np.column_stack([np.full(32, 7), rng.permutation(32), np.full(32, -1)])
    queries = np.column_stack([np.full(4, 6), rng.permutation(32)[:4] + 0.25, np.zeros(4)])
    tree = student.KDTree().fit(X)
    same_items(tree.depth_, 5, "depth_")
    found, visited = all_queries(tree, queries, 2)
    same_items(found, reference.nearest_neighbours(X, queries, 2))
    assert visited < 20
    tree = student.KDTree().fit(column(3, 3, 3, 3, 1, 2))  # the lower median is the largest value
    same_items(tree.query(np.array([3]), 2)[0], [0, 1])
    same_items(tree.query(np.array([0]), 3)[0], [4, 5, 0])


@pytest.mark.exercise("KDTree")
def test_leaf_size_and_depth(student, reference, rng):
    """depth_ is ceil(log2 n) and less with larger leaves, but the neighbours found never depend on the leaf size"""
    X, queries = rng.random((45, 2)), rng.random((3, 2))
    expected = reference.nearest_neighbours(X, queries, 4)
    for leaf_size, depth in ((1, 6), (2, 5), (5, 4), (6, 3), (22, 2), (23, 1), (44, 1), (45, 0), (99, 0)):
        tree = student.KDTree(leaf_size).fit(X)
        same_items(tree.depth_, depth, "depth_")
        same_items(all_queries(tree, queries, 4)[0], expected)
    same_items(student.KDTree(45).fit(X).query(queries[0])[1], 45, "the number of rows")


@pytest.mark.exercise("KDTree")
def test_tree_edges(student):
    """one row is a tree of depth 0, k = n sorts all rows, integers and lists are fine, and X is not modified"""
    tree = student.KDTree().fit([[3, 4]])
    same_items(tree.depth_, 0, "depth_")
    same_search(tree.query([0, 0]), [0], 1)
    X = np.array([[0, 250], [7, 3], [3, 254], [255, 0]], dtype=np.uint8)
    tree = leaves_alone(student.KDTree().fit, X)
    same_search(leaves_alone(tree.query, np.array([10, 10], dtype=np.uint8), 4), [1, 0, 2, 3], 4)


@pytest.mark.exercise("KDTree")
def test_tree_rejects(student):
    """a query before fit, and k outside 1..n, raise ValueError"""
    refuses(student.KDTree().query, given(np.array([1, 2])))
    tree = student.KDTree().fit(np.array([[0, 0], [1, 1], [2, 5]]))
    x = np.array([0, 0])
    refuses(tree.query, *(given(x, k) for k in (0, 4, -1)), but_takes=given(x, 3))
    same_items(tree.query(x, 3)[0], [0, 1, 2])


# ---------------------------------------------------------------- bucket_search


@pytest.mark.exercise("bucket_search")
def test_rings_of_cells(student):
    """a grid of 5 by 5: with 0, 1, 2 rings around the query's cell there are 1, 3, 4 candidates"""
    X = np.array([[0.05, 0.05], [0.25, 0.05], [0.45, 0.05], [0.95, 0.95], [1, 1], [0.3, 0.3]])
    for rings, expected in ((0, [0]), (1, [0, 1, 5]), (2, [0, 1, 5, 2])):
        answer = student.bucket_search(X, np.array([0.1, 0.1]), 4, "grid", rings=rings)
        same_search(answer, expected, len(expected))
    same_search(student.bucket_search(X, np.array([0.1, 0.1]), 2, "grid"), [0, 1], 3)
    same_search(student.bucket_search(X, np.array([0.1, 0.1]), 9, "grid", cells=2, rings=0), [0, 1, 5, 2], 4)


@pytest.mark.exercise("bucket_search")
def test_last_cell(student):
    """a coordinate of exactly 1 belongs to the last cell, in the data and in the query"""
    X = np.array([[0.05, 0.05], [0.25, 0.05], [0.45, 0.05], [0.95, 0.95], [1, 1], [0.3, 0.3]])
    same_search(student.bucket_search(X, np.array([0.99, 1]), 2, "grid", rings=0), [4, 3], 2)
    bits = np.array([[0, 0], [0, 1], [1, 1]])
    same_search(student.bucket_search(bits, np.array([1, 1]), 3, "grid", cells=4, rings=2), [2], 1)
    same_search(student.bucket_search(bits, np.array([1, 0.6]), 3, "grid", cells=4, rings=3), [2, 1, 0], 3)


@pytest.mark.exercise("bucket_search")
def test_hash_tables(student):
    """all positions of a table must agree, one table is enough, and an empty table lets everything through"""
    X = np.array([[0, 0, 0, 0], [0, 0, 1, 1], [1, 1, 0, 0], [1, 1, 1, 1], [0, 1, 0, 1]])
    query = np.array([0, 0, 0, 1])
    for positions, candidates in (([[0, 1]], 2), ([[0, 1], [2, 3]], 3), ([[]], 5)):
        same_search(student.bucket_search(X, query, 2, "lsh", positions=positions), [0, 1], candidates)
    same_search(student.bucket_search(X, query, 2, "lsh", positions=[[0, 1, 2, 3]]), [], 0)
    same_search(student.bucket_search(X, query, 9, "lsh", positions=[[3], [0, 1, 2]]), [0, 1, 4, 3], 4)


@pytest.mark.exercise("bucket_search")
def test_candidates_are_ranked(student):
    """candidates come back nearest first by their true distance, equal ones in index order, and at most k of them"""
    X = np.array([[0.9], [0.75], [0.5], [0.25], [0.5]])
    same_search(student.bucket_search(X, np.array([0.5]), 4, "grid", rings=4), [2, 4, 1, 3], 5)
    bits = np.array([[1, 1, 1, 0], [1, 1, 1, 1], [1, 0, 0, 0], [1, 1, 0, 1], [1, 0, 1, 0]])
    same_search(student.bucket_search(bits, np.array([1, 0, 0, 1]), 3, "lsh", positions=[[0]]), [2, 3, 1], 5)
    # (0.34, 0.34) is nearer than (0, 0.5) in the Euclidean distance and farther in the Manhattan distance
    X = np.array([[0, 0.5], [0.34, 0.34]])
    same_search(student.bucket_search(X, np.array([0, 0]), 2, "grid", rings=9), [1, 0], 2)


@pytest.mark.exercise("bucket_search")
def test_grid_against_brute_force(student, reference, rng):
    """the grid is exact if its k-th distance is at most rings/cells, and with rings = cells - 1 it is brute force"""
    X, queries = rng.random((80, 2)), rng.random((5, 2))
    order = reference.nearest_neighbours(X, queries, 80)
    for query, nearest in zip(queries, order, strict=True):
        sizes = []
        for rings in (0, 1, 2, 5):
            rows, candidates = reference.bucket_search(X, query, 4, "grid", cells=6, rings=rings)
            same_search(student.bucket_search(X, query, 4, "grid", cells=6, rings=rings), rows, candidates)
            if len(rows) == 4 and np.linalg.norm(X[rows[-1]] - query) < rings / 6 - 1e-9:
                assert rows.tolist() == nearest[:4].tolist()
            sizes.append(candidates)
        assert sizes == sorted(sizes) and sizes[-1] == 80
        assert rows.tolist() == nearest[:4].tolist()


@pytest.mark.exercise("bucket_search")
def test_tables_against_brute_force(student, reference, rng):
    """more tables never lose a candidate, an equal row is always one, and nothing is modified"""
    X = rng.integers(0, 2, size=(60, 12))
    query = X[17].copy()
    tables = [rng.permutation(12)[:3].tolist() for _ in range(4)]
    previous = 0
    for count in (1, 2, 4):
        rows, candidates = reference.bucket_search(X, query, 60, "lsh", positions=tables[:count])
        answer = leaves_alone(student.bucket_search, X, query, 60, "lsh", positions=tables[:count])
        same_search(answer, rows, candidates)
        assert 17 in rows and len(rows) == candidates and candidates >= previous
        previous = candidates
    everything = np.argsort((query != X).sum(axis=1), kind="stable")
    same_search(student.bucket_search(X, query, 60, "lsh", positions=[*tables, []]), everything, 60)


@pytest.mark.exercise("bucket_search")
def test_chance_of_a_collision(student):
    """a table of 5 of 20 bits catches 28.2 % of the rows that differ in 4 bits: C(16, 5) / C(20, 5)"""
    X = np.zeros((math.comb(20, 4), 20), dtype=np.uint8)
    for row, flipped in enumerate(itertools.combinations(range(20), 4)):
        X[row, list(flipped)] = 1
    query = np.zeros(20, dtype=np.uint8)
    rows, candidates = listed_parts(student.bucket_search(X, query, 1, "lsh", positions=[[3, 19, 0, 8, 11]]), 2)
    assert candidates / len(X) == pytest.approx(0.281734, abs=1e-6)
    same_items(rows, [np.flatnonzero(~X[:, [3, 19, 0, 8, 11]].any(axis=1))[0]])


@pytest.mark.exercise("bucket_search")
def test_buckets_reject(student):
    """another method, lsh without positions, a grid outside [0, 1], and k < 1 raise ValueError; no candidates do not"""
    X, query = np.array([[0.1, 0.1], [0.15, 0.3]]), np.array([0.9, 0.9])
    same_search(student.bucket_search(X.tolist(), query.tolist(), 1, "grid"), [], 0)
    same_search(student.bucket_search(X, np.array([0, 1]), 1, "grid", rings=4), [1], 2)
    refuses(
        student.bucket_search,
        given(X, query, 1, "tree"),
        given(X, query, 1, "lsh"),
        given(X, np.array([0.5, 1.01]), 1, "grid"),
        given(X, np.array([-0.01, 0.5]), 1, "grid"),
        given(8 * X, query, 1, "grid"),
        given(X - 0.2, query, 1, "grid"),
        given(X, query, 0, "grid"),
        given(X, query, 0, "lsh", positions=[[0]]),
        but_takes=given(X, query, 1, "grid"),
    )


# ---------------------------------------------------------------- dimension_report


@pytest.mark.exercise("dimension_report")
def test_side_and_shell(student):
    """10 of 10^6 points fill a cube of side .003, .02, .5, .94 for d = 2, 3, 17, 200; over 98 % are near the surface"""
    for d, side, shell in (
        (1, 1e-5, 0.02),
        (2, 0.0031623, 0.0396),
        (3, 0.0215443, 0.058808),
        (17, 0.5080218, 0.2906782),
        (200, 0.9440609, 0.9824121),
    ):
        report = student.dimension_report(d)
        assert report["side"] == pytest.approx(side, rel=2e-5)
        assert report["shell"] == pytest.approx(shell, rel=1e-5)


@pytest.mark.exercise("dimension_report")
def test_cells_are_exact(student):
    """5 parts per axis make 25, 125, 625 cells for d = 2, 3, 4 and 95367431640625 for d = 20, to the last digit"""
    for d in (2, 3, 4, 20, 30):
        assert student.dimension_report(d)["cells"] == 5**d
    assert student.dimension_report(40, cells=7)["cells"] == 7**40
    report = student.dimension_report(1000)
    assert report["cells"] == 5**1000
    assert report["balls"] == 2**1000
    assert report["side"] == pytest.approx(0.9885531, rel=1e-5)
    assert report["shell"] == pytest.approx(1, abs=1e-6)


@pytest.mark.exercise("dimension_report")
def test_ball_in_the_middle(student):
    """the middle ball has radius .41, .73, 1, 1.24, 2, 2.16 for d = 2, 3, 4, 5, 9, 10, among 2^d balls, 32 for d = 5"""
    for d, radius in ((1, 0), (2, 0.414214), (3, 0.732051), (4, 1), (5, 1.236068), (9, 2), (10, 2.162278)):
        report = student.dimension_report(d)
        assert report["inner_radius"] == pytest.approx(radius, rel=1e-5, abs=1e-9)
        assert report["balls"] == 2**d


@pytest.mark.exercise("dimension_report")
def test_distances_concentrate(student):
    """mean and deviation of the squared distance are those of 2, 10, 100 independent coordinates"""
    for d, mean, deviation in ((2, 0.333333, 0.278887), (10, 1.666667, 0.623610), (100, 16.666667, 1.972027)):
        report = student.dimension_report(d)
        assert report["mean_square_distance"] == pytest.approx(mean, rel=1e-5)
        assert report["sd_square_distance"] == pytest.approx(deviation, rel=1e-5)
    u = (np.arange(200) + 0.5) / 200
    squares = (u[:, None] - u) ** 2  # all pairs of an even grid: one coordinate
    report = student.dimension_report(1)
    assert report["mean_square_distance"] == pytest.approx(squares.mean(), rel=1e-3)
    assert report["sd_square_distance"] == pytest.approx(squares.std(), rel=1e-3)


@pytest.mark.exercise("dimension_report")
def test_other_settings(student, rng):
    """k, n, cells and shell are used: side^d n = k, and the shell is what a smaller cube leaves over"""
    d, k, cells = (int(number) for number in rng.integers((3, 20, 6), (7, 40, 10)))
    n, shell = int(rng.integers(500, 900)), rng.uniform(0.05, 0.2)
    report = student.dimension_report(d, k, n, cells, shell)
    assert set(report) == {
        *("side", "shell", "cells", "inner_radius", "balls"),
        *("mean_square_distance", "sd_square_distance"),
    }
    assert report["side"] ** d * n == pytest.approx(k, rel=1e-5)
    assert 1 - report["shell"] == pytest.approx((1 - 2 * shell) ** d, rel=1e-5)
    assert report["cells"] == cells**d
    assert report["balls"] == 2**d


@pytest.mark.exercise("dimension_report")
def test_no_dimension(student):
    """d below 1 raises ValueError; d = 1 is fine"""
    refuses(student.dimension_report, given(0), given(-1), but_takes=given(1))
    same(student.dimension_report(1)["inner_radius"], 0)
