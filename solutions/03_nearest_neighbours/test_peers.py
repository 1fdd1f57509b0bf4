"""The reference against numpy, scipy and scikit-learn.

Without a counterpart:
- "condense" of reduce_training_set: imbalanced-learn has Hart's rule with a random start, and is no package of ours;
- "separates" and "triangle" of metric_conditions: scipy's is_valid_dm knows zero_self and symmetric only;
- the candidates of bucket_search: scikit-learn has no hashing any more. What a grid finds with all cells open is brute
  force, and that has a peer;
- the formulas of dimension_report, but for the moments of the squared distance, which scipy can integrate.

What differs, and how the checks convert:
- scipy's Hamming distance is a fraction: times d. Its Mahalanobis distance is given the inverse of the covariance.
- scikit-learn and scipy promise no order of equal distances, so the data here have none (the wines and tumours have no
  two equal distances that matter; iris and digits have many).
- KNeighborsClassifier gives tied votes to the smallest label, as we do. Its weights are any function of the distances.
- the peers' trees do not say how many rows they visited, so only the neighbours are compared.
"""

import numpy as np
import pytest
from scipy.integrate import dblquad
from scipy.spatial import KDTree, distance
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry: an entry that should be 0 may be as far off as the others."""
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value).max()))


def halves(X, y):
    """Even rows for training, odd rows for testing."""
    return X[::2], y[::2], X[1::2], y[1::2]


def classifications(rng, dataset):
    """Training rows, their labels and queries: random ones, the wines, the tumours."""
    X = rng.normal(size=(80, 4)) * [1, 5, 2, 0.3]
    problems = [(X, rng.integers(0, 3, size=80)), *(dataset(name)[:2] for name in ("wine", "breast_cancer"))]
    return [halves(*problem)[:3] for problem in problems]


def regressions(rng, dataset):
    """Training rows, their numbers and queries: random ones, the diabetes patients."""
    X = rng.normal(size=(80, 4)) * [1, 5, 2, 0.3]
    return [halves(X, rng.normal(size=80))[:3], halves(*dataset("diabetes")[:2])[:3]]


@pytest.mark.exercise("pairwise_distances")
def test_cdist(reference, rng, dataset):
    """every metric agrees with scipy's cdist within 1e-8, with weights too"""
    wine = dataset("wine")[0]
    for A, B in ((rng.normal(size=(20, 5)), rng.normal(size=(30, 5))), (wine[:40], wine[100:])):
        d = A.shape[1]
        weights = rng.uniform(0, 3, size=d)
        for p in (1, 1.5, 2, 3):
            assert reference.pairwise_distances(A, B, p=p) == close(distance.cdist(A, B, "minkowski", p=p))
            expected = distance.cdist(A, B, "minkowski", p=p, w=weights)
            assert reference.pairwise_distances(A, B, p=p, weights=weights) == close(expected)
        assert reference.pairwise_distances(A, B, p=np.inf) == close(distance.cdist(A, B, "chebyshev"))
        covariance = np.cov(np.vstack([A, B]).T)
        expected = distance.cdist(A, B, "mahalanobis", VI=np.linalg.inv(covariance))
        ours = reference.pairwise_distances(A, B, metric="mahalanobis", covariance=covariance)
        assert ours == close(expected)
        A, B = np.sign(A - A.mean(axis=0)), np.sign(B - B.mean(axis=0))
        assert reference.pairwise_distances(A, B, metric="hamming") == close(d * distance.cdist(A, B, "hamming"))


@pytest.mark.exercise("metric_conditions")
def test_valid_distance_matrix(reference, rng):
    """zero_self and symmetric together are scipy's is_valid_dm with the same tolerance"""
    points = rng.normal(size=(10, 3))
    for bend in (0, 1e-12, 1e-3):
        for place in ((2, 2), (1, 5)):
            D = distance.squareform(distance.pdist(points))
            D[place] += bend
            ours = reference.metric_conditions(D, tol=1e-9)
            assert (ours["zero_self"] and ours["symmetric"]) == distance.is_valid_dm(D, tol=1e-9)


@pytest.mark.exercise("nearest_neighbours")
def test_neighbours(reference, rng, dataset):
    """the indices are those of scikit-learn's NearestNeighbors, for p = 1, 2 and 3"""
    for X, _, queries in classifications(rng, dataset):
        for k, p in ((1, 2), (7, 1), (20, 3)):
            peer = NearestNeighbors(n_neighbors=k, p=p, algorithm="kd_tree").fit(X)
            expected = peer.kneighbors(queries, return_distance=False)
            assert np.array_equal(reference.nearest_neighbours(X, queries, k, p), expected)


@pytest.mark.exercise("knn_predict")
def test_votes(reference, rng, dataset):
    """votes, weighted and standardised or not, are those of KNeighborsClassifier"""
    for X, y, queries in classifications(rng, dataset):
        sigma = np.median(distance.cdist(X, X)) / 4
        for k in (1, 4, 9):
            peer = KNeighborsClassifier(k, algorithm="kd_tree").fit(X, y)
            assert np.array_equal(reference.knn_predict(X, y, queries, k), peer.predict(queries))
            peer = make_pipeline(StandardScaler(), KNeighborsClassifier(k, algorithm="kd_tree")).fit(X, y)
            assert np.array_equal(reference.knn_predict(X, y, queries, k, standardise=True), peer.predict(queries))
            peer = KNeighborsClassifier(k, algorithm="kd_tree", weights=gaussian(sigma)).fit(X, y)
            assert np.array_equal(reference.knn_predict(X, y, queries, k, sigma=sigma), peer.predict(queries))


def gaussian(sigma):
    return lambda distances: np.exp(-(distances**2) / (2 * sigma**2))


@pytest.mark.exercise("knn_predict")
def test_means(reference, rng, dataset):
    """means, weighted and standardised or not, agree with KNeighborsRegressor within 1e-8"""
    for X, y, queries in regressions(rng, dataset):
        sigma = np.median(distance.cdist(X, X)) / 2
        for k in (1, 6, 15):
            peer = KNeighborsRegressor(k, algorithm="kd_tree").fit(X, y)
            assert reference.knn_predict(X, y, queries, k, "mean") == close(peer.predict(queries))
            peer = make_pipeline(StandardScaler(), KNeighborsRegressor(k, algorithm="kd_tree")).fit(X, y)
            ours = reference.knn_predict(X, y, queries, k, "mean", standardise=True)
            assert ours == close(peer.predict(queries))
            peer = KNeighborsRegressor(k, algorithm="kd_tree", weights=gaussian(sigma)).fit(X, y)
            assert reference.knn_predict(X, y, queries, k, "mean", sigma) == close(peer.predict(queries))


@pytest.mark.exercise("knn_predict")
def test_medians_planes_and_dots(reference, rng, dataset):
    """median, plane and connected dots agree with np.median, LinearRegression and np.interp within 1e-8"""
    for X, y, queries in regressions(rng, dataset):
        near = NearestNeighbors(n_neighbors=15, algorithm="kd_tree").fit(X).kneighbors(queries, return_distance=False)
        assert reference.knn_predict(X, y, queries, 15, "median") == close(np.median(y[near], axis=1))
        planes = [
            LinearRegression().fit(X[rows], y[rows]).predict(query[np.newaxis])[0]
            for rows, query in zip(near, queries, strict=True)
        ]
        assert reference.knn_predict(X, y, queries, 15, "linear") == close(np.array(planes), rel=1e-7)
    x, y = rng.permutation(30).astype(float), rng.normal(size=30)
    queries, order = rng.uniform(-5, 35, size=50), np.argsort(x)
    ours = reference.knn_predict(x[:, np.newaxis], y, queries[:, np.newaxis], 1, "connect")
    assert ours == close(np.interp(queries, x[order], y[order]))


@pytest.mark.exercise("knn_predict")
def test_digits_figure(reference, dataset):
    """digits: 16, 21, 38 errors of 400 for k = 1, 3, 5; KNeighborsClassifier, with other ties, is off by at most 2"""
    X, y, _ = dataset("digits")
    X, y, queries, truth = X[:800:2], y[:800:2], X[1:800:2], y[1:800:2]
    for k, expected in ((1, 16), (3, 21), (5, 38)):
        assert np.sum(reference.knn_predict(X, y, queries, k) != truth) == expected
        peer = KNeighborsClassifier(k, algorithm="kd_tree").fit(X, y)
        assert abs(np.sum(peer.predict(queries) != truth) - expected) <= 2


@pytest.mark.exercise("local_regression")
@pytest.mark.parametrize("kernel", ["gaussian", "quadratic"])
def test_local_fits(reference, rng, dataset, kernel):
    """each local fit agrees with np.average or LinearRegression with the kernel's weights, within 1e-7"""
    for X, y, queries in regressions(rng, dataset):
        scaler = StandardScaler().fit(X)
        X, queries = scaler.transform(X), scaler.transform(queries)[:40]
        distances = distance.cdist(queries, X)
        if kernel == "gaussian":
            width, weights = 2.0, np.exp(-(distances**2) / 8)
        else:
            width, weights = 20.0, np.maximum(0, 1 - (distances / 10) ** 2)
        means = [np.average(y, weights=row) for row in weights]
        assert reference.local_regression(X, y, queries, width, kernel, 0) == close(np.array(means))
        planes = [
            LinearRegression().fit(X, y, sample_weight=row).predict(query[np.newaxis])[0]
            for row, query in zip(weights, queries, strict=True)
        ]
        assert reference.local_regression(X, y, queries, width, kernel, 1) == close(np.array(planes), rel=1e-7)


@pytest.mark.exercise("loo_errors")
def test_leave_one_out(reference, rng, dataset):
    """the counts are those of scikit-learn's LeaveOneOut with KNeighborsClassifier"""
    cases = [(rng.normal(size=(60, 3)), rng.integers(0, 3, size=60)), dataset("wine")[:2]]
    for X, y in cases:
        counts = reference.loo_errors(X, y)[1]
        for k in (1, 2, 5, 12):
            peer = KNeighborsClassifier(k, algorithm="kd_tree")
            assert counts[k - 1] == np.sum(cross_val_predict(peer, X, y, cv=LeaveOneOut()) != y)


@pytest.mark.exercise("loo_errors")
def test_tumours_figure(reference, dataset):
    """breast cancer: 48, 42, 38, 38 errors for k = 1, 3, 5, 9, standardised 28, 20, 17, 18, from kneighbors() too"""
    X, y, _ = dataset("breast_cancer")
    for data, expected in ((X, [48, 42, 38, 38]), (StandardScaler().fit_transform(X), [28, 20, 17, 18])):
        counts = reference.loo_errors(data, y)[1]
        assert [counts[k - 1] for k in (1, 3, 5, 9)] == expected
        # without queries kneighbors() leaves each row out of its own neighbours
        order = NearestNeighbors(n_neighbors=9, algorithm="kd_tree").fit(data).kneighbors(return_distance=False)
        assert [np.sum((y[order[:, :k]].mean(axis=1) > 0.5) != y) for k in (1, 3, 5, 9)] == expected


@pytest.mark.exercise("reduce_training_set")
def test_editing(reference, rng, dataset):
    """editing keeps the rows that LeaveOneOut with KNeighborsClassifier gets right"""
    cases = [(rng.normal(size=(60, 2)), rng.integers(0, 2, size=60)), dataset("wine")[:2]]
    for X, y in cases:
        for k in (1, 3, 4):
            predicted = cross_val_predict(KNeighborsClassifier(k, algorithm="kd_tree"), X, y, cv=LeaveOneOut())
            assert np.array_equal(reference.reduce_training_set(X, y, "edit", k), np.flatnonzero(predicted == y))


@pytest.mark.exercise("reduce_training_set")
def test_condensed_set_is_enough(reference, rng, dataset):
    """KNeighborsClassifier with one neighbour, trained on the condensed rows, gets every training row right"""
    cases = [(rng.normal(size=(60, 2)), rng.integers(0, 2, size=60)), dataset("wine")[:2]]
    for X, y in cases:
        kept = reference.reduce_training_set(X, y, "condense")
        assert KNeighborsClassifier(1).fit(X[kept], y[kept]).score(X, y) == 1


@pytest.mark.exercise("KDTree")
def test_trees(reference, rng, dataset):
    """the neighbours are those of scipy's KDTree, whatever the size of the leaves"""
    wine = dataset("wine")[0]
    for X, queries in ((rng.random((300, 3)), rng.random((20, 3))), (wine[::2], wine[1::2])):
        for leaf_size in (1, 10):
            tree = reference.KDTree(leaf_size).fit(X)
            for k in (1, 6):
                expected = KDTree(X).query(queries, k)[1].reshape(len(queries), k)
                assert np.array_equal([tree.query(query, k)[0] for query in queries], expected)


@pytest.mark.exercise("KDTree")
def test_ties_in_many_columns(reference, rng):
    """the tree and nearest_neighbours break ties alike in 10 and 12 columns, where the order of summation matters"""
    grid = rng.integers(0, 3, size=(60, 10)) / 10
    steps = rng.uniform(size=12)
    shuffled = np.array([rng.permutation(steps) for _ in range(30)])  # all at the same distance from the origin
    for X, query in ((grid, np.full(10, 0.1)), (shuffled, np.zeros(12))):
        for k in (1, 3, 5):
            expected = reference.nearest_neighbours(X, query[np.newaxis], k)[0]
            assert np.array_equal(reference.KDTree().fit(X).query(query, k)[0], expected)


@pytest.mark.exercise("bucket_search")
def test_open_buckets(reference, rng):
    """with all cells open, or a table without positions, the answers are those of NearestNeighbors"""
    X, query = rng.random((100, 3)), rng.random(3)
    expected = NearestNeighbors(n_neighbors=8).fit(X).kneighbors(query[np.newaxis], return_distance=False)[0]
    rows, candidates = reference.bucket_search(X, query, 8, "grid", rings=4)
    assert np.array_equal(rows, expected) and candidates == 100
    bits, query = rng.integers(0, 2, size=(100, 16)), rng.integers(0, 2, size=16)
    peer = NearestNeighbors(n_neighbors=8, metric="hamming").fit(bits)
    rows, candidates = reference.bucket_search(bits, query, 8, "lsh", positions=[[]])
    assert 16 * peer.kneighbors(query[np.newaxis])[0][0] == close((bits[rows] != query).sum(axis=1))  # ties: distances
    assert candidates == 100


@pytest.mark.exercise("dimension_report")
def test_moments_of_squared_distances(reference):
    """mean and deviation of the squared distance agree with scipy's integrals over one coordinate, within 1e-8"""
    second, fourth = (dblquad(lambda u, v, power=power: (u - v) ** power, 0, 1, 0, 1)[0] for power in (2, 4))
    for d in (1, 10, 200):
        report = reference.dimension_report(d)
        assert report["mean_square_distance"] == pytest.approx(d * second, rel=1e-8)
        assert report["sd_square_distance"] == pytest.approx(np.sqrt(d * (fourth - second**2)), rel=1e-8)
