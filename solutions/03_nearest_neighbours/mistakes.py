"""Known wrong answers of nearest neighbours, each with the sentence that a student who gave it is told."""

import itertools
from collections import Counter

import numpy as np

from autograder.authoring import mistake
from nearest_neighbours import (
    KDTree,
    _connect_the_dots,
    _one_hot,
    _one_target_per_row,
    _others_by_distance,
    _plane_at,
    _require_k,
    nearest_neighbours,
    pairwise_distances,
)

# ---------------------------------------------------------------- pairwise_distances


def _checked_pair(A, B, metric, p, weights, covariance):
    """A and B (as floats unless Hamming wants them as they are) and one weight per column."""
    A, B = np.asarray(A), np.asarray(B)
    d = A.shape[1]
    if B.shape[1] != d or metric not in ("minkowski", "hamming", "mahalanobis"):
        raise ValueError("different numbers of columns, or an unknown metric")
    weights = np.ones(d) if weights is None else np.asarray(weights, dtype=float)
    if metric == "minkowski" and (p < 1 or (weights < 0).any()):
        raise ValueError("p is below 1 or a weight is negative")
    if metric == "mahalanobis" and np.shape(covariance) != (d, d):
        raise ValueError("mahalanobis needs a covariance")
    return (A, B, weights) if metric == "hamming" else (A.astype(float), B.astype(float), weights)


def _minkowski(A, B, p, weights):
    if p == np.inf:
        return np.abs(A[:, None] - B).max(axis=2)
    return (weights * np.abs(A[:, None] - B) ** p).sum(axis=2) ** (1 / p)


def _hamming(A, B):
    return (A[:, None] != B).sum(axis=2)


def _mahalanobis(A, B, inverse):
    difference = A[:, None] - B
    return np.sqrt((difference @ inverse * difference).sum(axis=2))


@mistake("pairwise_distances", "You returned the sum of powers; take the p-th root at the end.")
def root_missing(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B, weights = _checked_pair(A, B, metric, p, weights, covariance)
    if metric == "minkowski":
        return (weights * np.abs(A[:, None] - B) ** p).sum(axis=2)
    return _hamming(A, B) if metric == "hamming" else _mahalanobis(A, B, np.linalg.inv(covariance))


@mistake(
    "pairwise_distances",
    "Odd powers keep signs, so differences cancel; take absolute values before raising to p.",
)
def absolute_value_missing(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B, weights = _checked_pair(A, B, metric, p, weights, covariance)
    if metric == "minkowski":
        return (weights * (A[:, None] - B) ** p).sum(axis=2) ** (1 / p)
    return _hamming(A, B) if metric == "hamming" else _mahalanobis(A, B, np.linalg.inv(covariance))


@mistake(
    "pairwise_distances",
    "a^2 + b^2 - 2ab loses all digits for close points far from the origin; subtract the points first.",
)
def expanded_square(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B, weights = _checked_pair(A, B, metric, p, weights, covariance)
    if metric == "minkowski" and p == 2:
        squares = (weights * A**2).sum(axis=1)[:, None] + (weights * B**2).sum(axis=1) - 2 * (weights * A) @ B.T
        return np.sqrt(np.maximum(squares, 0))
    if metric == "minkowski":
        return _minkowski(A, B, p, weights)
    return _hamming(A, B) if metric == "hamming" else _mahalanobis(A, B, np.linalg.inv(covariance))


@mistake(
    "pairwise_distances",
    "You divided by the number of columns; the Hamming distance counts the columns that differ.",
)
def hamming_as_fraction(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B, weights = _checked_pair(A, B, metric, p, weights, covariance)
    if metric == "hamming":
        return (A[:, None] != B).mean(axis=2)
    return _minkowski(A, B, p, weights) if metric == "minkowski" else _mahalanobis(A, B, np.linalg.inv(covariance))


@mistake(
    "pairwise_distances",
    "The Mahalanobis distance uses the inverse of the covariance; you used the covariance itself.",
)
def covariance_not_inverted(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B, weights = _checked_pair(A, B, metric, p, weights, covariance)
    if metric == "mahalanobis":
        return _mahalanobis(A, B, covariance)
    return _minkowski(A, B, p, weights) if metric == "minkowski" else _hamming(A, B)


@mistake(
    "pairwise_distances",
    "You multiplied the difference by the weight before the power; the weight multiplies the power.",
)
def weight_inside_power(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B, weights = _checked_pair(A, B, metric, p, weights, covariance)
    if metric == "minkowski":
        return _minkowski(weights * A, weights * B, p, np.ones(len(weights)))
    return _hamming(A, B) if metric == "hamming" else _mahalanobis(A, B, np.linalg.inv(covariance))


@mistake(
    "pairwise_distances",
    "For p = inf the root 1/p is 0 and makes every distance 1; take the largest difference instead.",
)
def infinite_power_by_formula(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B, weights = _checked_pair(A, B, metric, p, weights, covariance)
    if metric == "minkowski":
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            return (weights * np.abs(A[:, None] - B) ** p).sum(axis=2) ** (1 / p)
    return _hamming(A, B) if metric == "hamming" else _mahalanobis(A, B, np.linalg.inv(covariance))


# ---------------------------------------------------------------- metric_conditions


def _square_table(D):
    D = np.asarray(D, dtype=float)
    if D.ndim != 2 or D.shape[0] != D.shape[1]:
        raise ValueError("D must be square")
    return D


def _all_four(D, tol):
    """The right answer, from which each mistake departs in one place."""
    apart = ~np.eye(len(D), dtype=bool)
    return {
        "zero_self": bool(np.all(np.abs(np.diag(D)) <= tol)),
        "symmetric": bool(np.all(np.abs(D - D.T) <= tol)),
        "separates": bool(np.all(D[apart] > tol)),
        "triangle": bool(np.all(D[:, None, :] <= D[:, :, None] + D[None, :, :] + tol)),
    }


@mistake(
    "metric_conditions",
    "You tested the triangle inequality for ordered triples only; check every choice of the middle object.",
)
def one_ordering_only(D, tol=1e-9):
    D = _square_table(D)
    triples = itertools.combinations(range(len(D)), 3)
    return {**_all_four(D, tol), "triangle": all(D[i, k] <= D[i, j] + D[j, k] + tol for i, j, k in triples)}


@mistake("metric_conditions", "Rounding breaks exact comparisons; allow for tol.")
def no_tolerance(D, tol=1e-9):
    return _all_four(_square_table(D), 0)


@mistake(
    "metric_conditions",
    "Two different objects at distance 0 make only a pseudometric; test that off-diagonal entries exceed tol.",
)
def separates_ignored(D, tol=1e-9):
    D = _square_table(D)
    return {**_all_four(D, tol), "separates": bool(np.all(D >= 0))}


@mistake("metric_conditions", "The diagonal must not be included when you test that distances are positive.")
def diagonal_counts_as_zero_pair(D, tol=1e-9):
    D = _square_table(D)
    return {**_all_four(D, tol), "separates": bool(D.min() > tol)}


@mistake("metric_conditions", "A negative entry on the diagonal is not 0 either; compare its absolute value with tol.")
def diagonal_without_absolute_value(D, tol=1e-9):
    D = _square_table(D)
    return {**_all_four(D, tol), "zero_self": bool(np.all(np.diag(D) <= tol))}


@mistake("metric_conditions", "You looked at one half of the table only; D_ij and D_ji must both exceed tol.")
def separates_upper_half_only(D, tol=1e-9):
    D = _square_table(D)
    return {**_all_four(D, tol), "separates": bool(np.all(D[np.triu_indices(len(D), 1)] > tol))}


@mistake(
    "metric_conditions",
    "np.allclose also forgives differences of 1e-5 of the entries; allow for tol and nothing else.",
)
def symmetric_by_allclose(D, tol=1e-9):
    D = _square_table(D)
    return {**_all_four(D, tol), "symmetric": bool(np.allclose(D, D.T, atol=tol))}


# ---------------------------------------------------------------- nearest_neighbours


@mistake("nearest_neighbours", "Points at equal distance must come in index order; use a stable sort.")
def unstable_ties(X, queries, k, p=2.0):
    _require_k(k, len(X))
    return np.argsort(pairwise_distances(queries, X, p=p), axis=1)[:, :k]


@mistake("nearest_neighbours", "You took the k largest distances; neighbours have the smallest.")
def farthest(X, queries, k, p=2.0):
    _require_k(k, len(X))
    return np.argsort(-pairwise_distances(queries, X, p=p), axis=1, kind="stable")[:, :k]


@mistake("nearest_neighbours", "argpartition leaves the k neighbours unsorted; return them nearest first.")
def unordered(X, queries, k, p=2.0):
    _require_k(k, len(X))
    return np.argpartition(pairwise_distances(queries, X, p=p), k - 1, axis=1)[:, :k]


@mistake("nearest_neighbours", "You always used the Euclidean distance; pass p on.")
def p_ignored(X, queries, k, p=2.0):
    _require_k(k, len(X))
    return np.argsort(pairwise_distances(queries, X), axis=1, kind="stable")[:, :k]


# ---------------------------------------------------------------- knn_predict


def _checked_problem(X, y, queries, method, sigma):
    X, queries = np.asarray(X, dtype=float), np.asarray(queries, dtype=float)
    y = _one_target_per_row(X, y)
    if method not in ("vote", "mean", "median", "linear", "connect"):
        raise ValueError("unknown method")
    if sigma is not None and (sigma <= 0 or method not in ("vote", "mean")):
        raise ValueError("sigma")
    return X, y, queries


def _standardised(X, queries):
    mean, deviation = X.mean(axis=0), X.std(axis=0)
    deviation[deviation == 0] = 1
    return (X - mean) / deviation, (queries - mean) / deviation


def _gaussian_weights(squares, sigma):
    """Weights of the neighbours, nearest first, from what the exponent is made of."""
    return np.ones(squares.shape) if sigma is None else np.exp((squares[:, :1] - squares) / (2 * sigma**2))


def _neighbourhood(X, queries, k):
    rows = nearest_neighbours(X, queries, k)
    return rows, np.take_along_axis(pairwise_distances(queries, X), rows, axis=1)


def _right_vote(labels, weights, y):
    values, one_hot = _one_hot(y)
    return values[(weights[:, :, None] * one_hot[labels]).sum(axis=1).argmax(axis=1)]


def _right_mean(values, weights):
    return (weights * values).sum(axis=1) / weights.sum(axis=1)


def _finish(X, y, queries, method, rows, weights):
    """The right answer for the method, once neighbours and weights are known."""
    if method == "vote":
        return _right_vote(rows, weights, y)
    if method == "mean":
        return _right_mean(y[rows], weights)
    if method == "median":
        return np.median(y[rows], axis=1)
    equal = np.ones(rows.shape[1])
    return np.array([_plane_at(query, X[near], y[near], equal) for query, near in zip(queries, rows, strict=True)])


@mistake("knn_predict", "You summed 0/1 labels and took the sign; count votes per label instead.")
def sign_of_zero_one_labels(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    if standardise:
        X, queries = _standardised(X, queries)
    if method == "connect":
        return _connect_the_dots(X, y, queries)
    rows, distances = _neighbourhood(X, queries, k)
    weights = _gaussian_weights(distances**2, sigma)
    if method == "vote":
        return np.sign((weights * y[rows]).sum(axis=1)).astype(int)
    return _finish(X, y, queries, method, rows, weights)


@mistake(
    "knn_predict",
    "Your weights grow with distance or use d instead of d squared; use exp(-d^2 / (2 sigma^2)).",
)
def weight_by_distance(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    if standardise:
        X, queries = _standardised(X, queries)
    if method == "connect":
        return _connect_the_dots(X, y, queries)
    rows, distances = _neighbourhood(X, queries, k)
    return _finish(X, y, queries, method, rows, _gaussian_weights(distances, sigma))


@mistake("knn_predict", "Queries must be scaled with the training means and deviations, not with their own.")
def standardised_by_queries(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    if standardise:
        X, queries = _standardised(X, X)[0], _standardised(queries, queries)[0]
    if method == "connect":
        return _connect_the_dots(X, y, queries)
    rows, distances = _neighbourhood(X, queries, k)
    return _finish(X, y, queries, method, rows, _gaussian_weights(distances**2, sigma))


@mistake("knn_predict", "Divide the weighted sum of y by the sum of the weights.")
def weights_not_normalised(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    if standardise:
        X, queries = _standardised(X, queries)
    if method == "connect":
        return _connect_the_dots(X, y, queries)
    rows, distances = _neighbourhood(X, queries, k)
    weights = _gaussian_weights(distances**2, sigma)
    if method == "mean":
        return (weights * y[rows]).mean(axis=1)
    return _finish(X, y, queries, method, rows, weights)


@mistake(
    "knn_predict",
    '"connect" joins the neighbours on the left and right of the query, not the two nearest points.',
)
def connects_two_nearest(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    if standardise:
        X, queries = _standardised(X, queries)
    if method == "connect":
        if X.shape[1] > 1:
            raise ValueError("connect needs one column")
        x = np.unique(X[:, 0])
        dots = np.array([y[X[:, 0] == value].mean() for value in x])
        answers = []
        for query in np.clip(queries[:, 0], x[0], x[-1]):
            one, two = np.argsort(np.abs(x - query), kind="stable")[[0, min(1, len(x) - 1)]]
            slope = (dots[two] - dots[one]) / (x[two] - x[one]) if len(x) > 1 else 0
            answers.append(dots[one] + slope * (query - x[one]))
        return np.array(answers)
    rows, distances = _neighbourhood(X, queries, k)
    return _finish(X, y, queries, method, rows, _gaussian_weights(distances**2, sigma))


@mistake("knn_predict", "With tied votes answer the smallest label.")
def largest_label_wins_ties(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    if standardise:
        X, queries = _standardised(X, queries)
    if method == "connect":
        return _connect_the_dots(X, y, queries)
    rows, distances = _neighbourhood(X, queries, k)
    weights = _gaussian_weights(distances**2, sigma)
    if method == "vote":
        labels, one_hot = _one_hot(y)
        votes = (weights[:, :, None] * one_hot[rows]).sum(axis=1)
        return np.array([max(zip(row, labels, strict=True))[1] for row in votes.round(9).tolist()])
    return _finish(X, y, queries, method, rows, weights)


@mistake(
    "knn_predict",
    "Among tied labels a Counter puts the one it saw first, here the nearest; answer the smallest.",
)
def first_seen_wins_ties(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    if standardise:
        X, queries = _standardised(X, queries)
    if method == "connect":
        return _connect_the_dots(X, y, queries)
    rows, distances = _neighbourhood(X, queries, k)
    weights = _gaussian_weights(distances**2, sigma)
    if method == "vote":
        answers = []
        for near, shares in zip(y[rows].tolist(), weights.tolist(), strict=True):
            votes = Counter()
            for label, share in zip(near, shares, strict=True):
                votes[label] += share
            answers.append(votes.most_common(1)[0][0])
        return np.array(answers)
    return _finish(X, y, queries, method, rows, weights)


@mistake(
    "knn_predict",
    "You divided by the deviation with divisor n - 1; the divisor is n, as in np.std without ddof.",
)
def sample_deviation(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    if standardise:
        mean, deviation = X.mean(axis=0), X.std(axis=0, ddof=1)
        deviation[deviation == 0] = 1
        X, queries = (X - mean) / deviation, (queries - mean) / deviation
    if method == "connect":
        return _connect_the_dots(X, y, queries)
    rows, distances = _neighbourhood(X, queries, k)
    return _finish(X, y, queries, method, rows, _gaussian_weights(distances**2, sigma))


@mistake(
    "knn_predict",
    "You found neighbours in standardised columns but weighed them by raw distances; standardise first of all.",
)
def weights_of_raw_distances(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, y, queries = _checked_problem(X, y, queries, method, sigma)
    raw = pairwise_distances(queries, X)
    if standardise:
        X, queries = _standardised(X, queries)
    if method == "connect":
        return _connect_the_dots(X, y, queries)
    rows = nearest_neighbours(X, queries, k)
    squares = np.take_along_axis(raw, rows, axis=1) ** 2
    return _finish(X, y, queries, method, rows, _gaussian_weights(squares, sigma))


# ---------------------------------------------------------------- local_regression


def _checked_local(X, y, queries, width, kernel, degree):
    if width <= 0 or kernel not in ("gaussian", "quadratic") or degree not in (0, 1):
        raise ValueError("width, kernel or degree")
    X, y, queries = (np.asarray(values, dtype=float) for values in (X, y, queries))
    return X, y, queries, pairwise_distances(queries, X)


def _kernel_weights(distances, width, kernel):
    if kernel == "quadratic":
        return np.maximum(0, 1 - (2 * distances / width) ** 2)
    return np.exp((distances.min(axis=1, keepdims=True) ** 2 - distances**2) / (2 * width**2))


def _local_answers(X, y, queries, weights, degree):
    """The right answers for these weights."""
    answers = np.full(len(queries), np.nan)
    for i in np.flatnonzero(weights.any(axis=1)):
        if degree == 0:
            answers[i] = weights[i] @ y / weights[i].sum()
        else:
            answers[i] = _plane_at(queries[i], X, y, weights[i])
    return answers


@mistake("local_regression", "You multiplied rows by K instead of its square root, so each weight counts twice.")
def weight_squared(X, y, queries, width, kernel="gaussian", degree=1):
    X, y, queries, distances = _checked_local(X, y, queries, width, kernel, degree)
    weights = _kernel_weights(distances, width, kernel)
    return _local_answers(X, y, queries, weights if degree == 0 else weights**2, degree)


@mistake(
    "local_regression",
    "In the quadratic kernel width is the full support: it vanishes at width/2, so use (2d/width) squared.",
)
def half_width_support(X, y, queries, width, kernel="gaussian", degree=1):
    X, y, queries, distances = _checked_local(X, y, queries, width, kernel, degree)
    if kernel == "quadratic":
        weights = np.maximum(0, 1 - (distances / width) ** 2)
    else:
        weights = _kernel_weights(distances, width, kernel)
    return _local_answers(X, y, queries, weights, degree)


@mistake("local_regression", "The Gaussian weight divides by 2 width squared; your 2 is missing.")
def two_missing(X, y, queries, width, kernel="gaussian", degree=1):
    X, y, queries, distances = _checked_local(X, y, queries, width, kernel, degree)
    if kernel == "gaussian":
        weights = np.exp((distances.min(axis=1, keepdims=True) ** 2 - distances**2) / width**2)
    else:
        weights = _kernel_weights(distances, width, kernel)
    return _local_answers(X, y, queries, weights, degree)


@mistake("local_regression", "Fit an intercept together with the slopes.")
def no_intercept(X, y, queries, width, kernel="gaussian", degree=1):
    X, y, queries, distances = _checked_local(X, y, queries, width, kernel, degree)
    weights = _kernel_weights(distances, width, kernel)
    if degree == 0:
        return _local_answers(X, y, queries, weights, degree)
    answers = np.full(len(queries), np.nan)
    for i in np.flatnonzero(weights.any(axis=1)):
        scale = np.sqrt(weights[i])
        answers[i] = queries[i] @ np.linalg.lstsq(scale[:, None] * X, scale * y, rcond=None)[0]
    return answers


@mistake(
    "local_regression",
    "You fitted once for all queries; the weights, and so the fit, change with each query.",
)
def one_global_fit(X, y, queries, width, kernel="gaussian", degree=1):
    X, y, queries, distances = _checked_local(X, y, queries, width, kernel, degree)
    weights = _kernel_weights(distances, width, kernel)
    return _local_answers(X, y, queries, weights[[0] * len(queries)], degree)


@mistake("local_regression", "The quadratic kernel is 0 beyond its support; cut it off with max(0, ...).")
def negative_weights(X, y, queries, width, kernel="gaussian", degree=1):
    X, y, queries, distances = _checked_local(X, y, queries, width, kernel, degree)
    if kernel == "gaussian":
        return _local_answers(X, y, queries, _kernel_weights(distances, width, kernel), degree)
    weights = 1 - (2 * distances / width) ** 2
    rows = np.column_stack([np.ones(len(X)), X])[:, : None if degree else 1]
    answers = []
    for query, weight in zip(queries, weights, strict=True):
        plane = np.linalg.pinv(rows.T * weight @ rows) @ (rows.T @ (weight * y))
        answers.append(plane[0] + query @ plane[1:] if degree else plane[0])
    return np.array(answers)


# ---------------------------------------------------------------- loo_errors


def _checked_loo(X, y):
    X = np.asarray(X)
    y = _one_target_per_row(X, y)
    if len(X) < 2:
        raise ValueError("at least two rows")
    return X, y


def _winners(order, y):
    """[i, k - 1]: the label that wins among the first k of row i's neighbours."""
    labels, one_hot = _one_hot(y)
    return labels[one_hot[order].cumsum(axis=1).argmax(axis=2)]


@mistake("loo_errors", "The row itself is among its neighbours, so k = 1 never errs; leave it out.")
def own_point_included(X, y):
    X, y = _checked_loo(X, y)
    order = np.argsort(pairwise_distances(X, X), axis=1, kind="stable")[:, :-1]
    counts = (_winners(order, y) != y[:, None]).sum(axis=0)
    return int(counts.argmin()) + 1, counts


@mistake(
    "loo_errors",
    "You compared the vote with the last neighbour's label; compare it with the label of the row left out.",
)
def neighbours_label_tested(X, y):
    X, y = _checked_loo(X, y)
    order = _others_by_distance(X)
    counts = (_winners(order, y) != y[order]).sum(axis=0)
    return int(counts.argmin()) + 1, counts


@mistake("loo_errors", "You used only the k-th neighbour's label; accumulate the votes of the first k.")
def votes_reset(X, y):
    X, y = _checked_loo(X, y)
    counts = (y[_others_by_distance(X)] != y[:, None]).sum(axis=0)
    return int(counts.argmin()) + 1, counts


@mistake("loo_errors", "counts[0] belongs to k = 1, so the best k is the index of the minimum plus one.")
def best_is_index(X, y):
    X, y = _checked_loo(X, y)
    counts = (_winners(_others_by_distance(X), y) != y[:, None]).sum(axis=0)
    return int(counts.argmin()), counts


@mistake("loo_errors", "Of equally good k return the smallest.")
def largest_best_k(X, y):
    X, y = _checked_loo(X, y)
    counts = (_winners(_others_by_distance(X), y) != y[:, None]).sum(axis=0)
    return int(np.flatnonzero(counts == counts.min())[-1]) + 1, counts


# ---------------------------------------------------------------- reduce_training_set


def _checked_reduction(X, y, method, k):
    X = np.asarray(X)
    y = _one_target_per_row(X, y)
    if method not in ("edit", "condense"):
        raise ValueError("unknown method")
    if method == "edit":
        _require_k(k, len(X) - 1)
    return X, y


def _majority(labels):
    values, counts = np.unique(labels, return_counts=True)
    return values[counts.argmax()]


def _edited(X, y, k):
    order = _others_by_distance(X)[:, :k]
    return np.array([i for i in range(len(y)) if _majority(y[order[i]]) == y[i]], dtype=int)


def _condensed(X, y, sweeps):
    """The right store if there are enough sweeps."""
    distances = pairwise_distances(X, X)
    store = [0]
    for _ in range(sweeps):
        size = len(store)
        for i in range(len(y)):
            nearest = min(store, key=lambda row: (distances[i, row], row))  # noqa: B023 (called at once)
            if i not in store and y[nearest] != y[i]:
                store.append(i)
        if len(store) == size:
            break
    return np.array(sorted(store))


@mistake(
    "reduce_training_set", "You removed rows while still deciding about others; decide on the full set, then remove."
)
def edits_while_looping(X, y, method, k=3):
    X, y = _checked_reduction(X, y, method, k)
    if method == "condense":
        return _condensed(X, y, len(y))
    distances = pairwise_distances(X, X)
    kept = list(range(len(y)))
    for i in range(len(y)):
        others = sorted((j for j in kept if j != i), key=lambda j: (distances[i, j], j))  # noqa: B023 (called at once)
        if others and _majority(y[others[:k]]) != y[i]:
            kept.remove(i)
    return np.array(kept, dtype=int)


@mistake("reduce_training_set", "A row must not vote for itself when you test it for editing.")
def own_neighbour(X, y, method, k=3):
    X, y = _checked_reduction(X, y, method, k)
    if method == "condense":
        return _condensed(X, y, len(y))
    order = np.argsort(pairwise_distances(X, X), axis=1, kind="stable")[:, :k]
    return np.array([i for i in range(len(y)) if _majority(y[order[i]]) == y[i]], dtype=int)


@mistake("reduce_training_set", "Rows accepted early may be wrong later; repeat the sweep until nothing is added.")
def one_sweep_only(X, y, method, k=3):
    X, y = _checked_reduction(X, y, method, k)
    return _edited(X, y, k) if method == "edit" else _condensed(X, y, 1)


@mistake(
    "reduce_training_set",
    "Add a misclassified row to the store at once, so that later rows in the sweep see it.",
)
def adds_after_sweep(X, y, method, k=3):
    X, y = _checked_reduction(X, y, method, k)
    if method == "edit":
        return _edited(X, y, k)
    distances = pairwise_distances(X, X)
    store, added = [], [0]
    while added:
        store = sorted(store + added)
        rest = [i for i in range(len(y)) if i not in store]
        added = [i for i in rest if y[store[distances[i, store].argmin()]] != y[i]]
    return np.array(store)


@mistake("reduce_training_set", "You kept the misclassified rows; editing removes them.")
def keeps_the_wrong_ones(X, y, method, k=3):
    X, y = _checked_reduction(X, y, method, k)
    if method == "condense":
        return _condensed(X, y, len(y))
    return np.setdiff1d(np.arange(len(y)), _edited(X, y, k))


# ---------------------------------------------------------------- KDTree


class _Search(KDTree):
    """A right query in parts, so that each mistake can change one of them."""

    def query(self, x, k=1):
        if not hasattr(self, "root_"):
            raise ValueError("fit first")
        _require_k(k, len(self.X_))
        best = []
        visited = self._visit(self.root_, np.asarray(x, dtype=float), k, best)
        return np.array([row for _, row in best]), visited

    def _visit(self, node, x, k, best):
        if isinstance(node, np.ndarray):
            for row in node.tolist():
                best.append((float(np.linalg.norm(self.X_[row] - x)), row))
            best.sort()
            del best[k:]
            return len(node)
        column, median, left, right = node
        near, far = (left, right) if x[column] <= median else (right, left)
        visited = self._visit(near, x, k, best)
        if self._other_side(abs(x[column] - median), best, k):
            visited += self._visit(far, x, k, best)
        return visited

    def _other_side(self, to_plane, best, k):
        return len(best) < k or to_plane <= best[-1][0]


@mistake(
    "KDTree",
    "You search only the query's own side; the other side may hold a nearer point just across the plane.",
)
class NeverLooksBack(_Search):
    def _other_side(self, to_plane, best, k):
        return len(best) < k


@mistake("KDTree", "With k > 1 compare the plane with the k-th best distance, not with the best.")
class PrunesOnBestNotKth(_Search):
    def _other_side(self, to_plane, best, k):
        return len(best) < k or to_plane <= best[0][0]


@mistake("KDTree", "Do not skip the other side while fewer than k rows have been found.")
class PrunesBeforeKFound(_Search):
    def _other_side(self, to_plane, best, k):
        return to_plane <= best[-1][0]


@mistake("KDTree", "You compared a squared distance with a plain one.")
class SquaredAgainstPlain(_Search):
    def _other_side(self, to_plane, best, k):
        return len(best) < k or to_plane <= best[-1][0] ** 2


def _grow_regardless(X, rows, depth, leaf_size):
    if len(rows) <= leaf_size:
        return rows, 0
    j = depth % X.shape[1]
    column = X[rows, j]
    median = np.sort(column)[(len(rows) - 1) // 2]
    left, left_depth = _grow_regardless(X, rows[column <= median], depth + 1, leaf_size)
    right, right_depth = _grow_regardless(X, rows[column > median], depth + 1, leaf_size)
    return (j, median, left, right), 1 + max(left_depth, right_depth)


@mistake("KDTree", "When all values equal the median the right side is empty; try another column or stop.")
class EndlessOnDuplicates(_Search):
    def fit(self, X):
        self.X_ = np.array(X, dtype=float)
        self.root_, self.depth_ = _grow_regardless(self.X_, np.arange(len(self.X_)), 0, self.leaf_size)
        return self


@mistake(
    "KDTree",
    "You visit both sides every time; skip a side whose plane is farther than the k-th best distance.",
)
class AlwaysVisitsBoth(_Search):
    def _other_side(self, to_plane, best, k):
        return True


def _grow_in_turn(X, rows, turn, leaf_size):
    """Each child begins with the column after the one that its parent used."""
    d = X.shape[1]
    if len(rows) > leaf_size:
        for j in range(turn, turn + d):
            column = X[rows, j % d]
            median = np.sort(column)[(len(rows) - 1) // 2]
            if column.max() > median:
                left, left_depth = _grow_in_turn(X, rows[column <= median], j + 1, leaf_size)
                right, right_depth = _grow_in_turn(X, rows[column > median], j + 1, leaf_size)
                return (j % d, median, left, right), 1 + max(left_depth, right_depth)
    return rows, 0


@mistake("KDTree", "A node at depth t begins with column t mod d, whatever column the node above it had to use.")
class ColumnAfterTheLast(_Search):
    def fit(self, X):
        self.X_ = np.array(X, dtype=float)
        self.root_, self.depth_ = _grow_in_turn(self.X_, np.arange(len(self.X_)), 0, self.leaf_size)
        return self


@mistake(
    "KDTree",
    "Search the other side also if its plane is just as far as the k-th best; a row there may tie with a lower index.",
)
class SkipsAtEquality(_Search):
    def _other_side(self, to_plane, best, k):
        return len(best) < k or to_plane < best[-1][0]


# ---------------------------------------------------------------- bucket_search


def _checked_buckets(X, query, k, method, positions):
    X, query = np.asarray(X), np.asarray(query)
    if k < 1 or method not in ("grid", "lsh") or (method == "lsh" and positions is None):
        raise ValueError("k, method or positions")
    if method == "grid" and min(X.min(), query.min()) < 0:
        raise ValueError("outside [0, 1]")
    if method == "grid" and max(X.max(), query.max()) > 1:
        raise ValueError("outside [0, 1]")
    return X, query


def _cell(points, cells):
    return np.minimum((points * cells).astype(int), cells - 1)


def _near_cells(X, query, cells, rings):
    return np.all(np.abs(_cell(X, cells) - _cell(query, cells)) <= rings, axis=1)


def _in_some_table(X, query, positions):
    hits = [np.all(X[:, table] == query[table], axis=1) for table in positions]
    return np.any(np.reshape(hits, (-1, len(X))), axis=0)


def _ranked(X, query, k, method, is_candidate):
    rows = np.flatnonzero(is_candidate)
    metric = "minkowski" if method == "grid" else "hamming"
    distances = pairwise_distances(X[rows], query[None], metric)[:, 0]
    return rows[np.argsort(distances, kind="stable")][:k], len(rows)


@mistake("bucket_search", "You kept rows that match in every table; a match in one table is enough.")
def intersects_tables(X, query, k, method, cells=5, rings=1, positions=None):
    X, query = _checked_buckets(X, query, k, method, positions)
    if method == "grid":
        return _ranked(X, query, k, method, _near_cells(X, query, cells, rings))
    hits = [np.all(X[:, table] == query[table], axis=1) for table in positions]
    return _ranked(X, query, k, method, np.all(hits, axis=0))


@mistake("bucket_search", "Within a table all its positions must agree, not just one.")
def any_bit_matches(X, query, k, method, cells=5, rings=1, positions=None):
    X, query = _checked_buckets(X, query, k, method, positions)
    if method == "grid":
        return _ranked(X, query, k, method, _near_cells(X, query, cells, rings))
    hits = [np.any(X[:, table] == query[table], axis=1) for table in positions]
    return _ranked(X, query, k, method, np.any(hits, axis=0))


@mistake("bucket_search", "A coordinate of exactly 1 falls outside the grid; put it into the last cell.")
def last_cell_missing(X, query, k, method, cells=5, rings=1, positions=None):
    X, query = _checked_buckets(X, query, k, method, positions)
    if method == "lsh":
        return _ranked(X, query, k, method, _in_some_table(X, query, positions))
    steps = np.abs(np.floor(X * cells) - np.floor(query * cells))
    return _ranked(X, query, k, method, np.all(steps <= rings, axis=1))


@mistake(
    "bucket_search",
    "You looked into the query's own cell only; include the cells up to rings away in every column.",
)
def own_cell_only(X, query, k, method, cells=5, rings=1, positions=None):
    X, query = _checked_buckets(X, query, k, method, positions)
    if method == "lsh":
        return _ranked(X, query, k, method, _in_some_table(X, query, positions))
    return _ranked(X, query, k, method, np.all(_cell(X, cells) == _cell(query, cells), axis=1))


@mistake("bucket_search", "Rank the candidates by their true distance before you return k of them.")
def candidates_unranked(X, query, k, method, cells=5, rings=1, positions=None):
    X, query = _checked_buckets(X, query, k, method, positions)
    if method == "grid":
        rows = np.flatnonzero(_near_cells(X, query, cells, rings))
    else:
        rows = np.flatnonzero(_in_some_table(X, query, positions))
    return rows[:k], len(rows)


@mistake("bucket_search", "A row that several tables find is one candidate; count and return it once.")
def counted_by_every_table(X, query, k, method, cells=5, rings=1, positions=None):
    X, query = _checked_buckets(X, query, k, method, positions)
    if method == "grid":
        return _ranked(X, query, k, method, _near_cells(X, query, cells, rings))
    rows = [row for table in positions for row in np.flatnonzero(np.all(X[:, table] == query[table], axis=1)).tolist()]
    rows.sort(key=lambda row: (np.sum(X[row] != query), row))
    return np.array(rows[:k], dtype=int), len(rows)


# ---------------------------------------------------------------- dimension_report


def _seven_numbers(d, k, n, cells, shell):
    """The right answer, from which each mistake departs in one place."""
    if d < 1:
        raise ValueError("d must be at least 1")
    return {
        "side": (k / n) ** (1 / d),
        "shell": 1 - (1 - 2 * shell) ** d,
        "cells": cells**d,
        "inner_radius": np.sqrt(d) - 1,
        "balls": 2**d,
        "mean_square_distance": d / 6,
        "sd_square_distance": np.sqrt(7 * d / 180),
    }


@mistake("dimension_report", "The side is the d-th root of k/n; you raised it to the power d.")
def side_is_power(d, k=10, n=1_000_000, cells=5, shell=0.01):
    return {**_seven_numbers(d, k, n, cells, shell), "side": (k / n) ** d}


@mistake("dimension_report", "The shell is cut off at both ends of every axis: use 1 - 2 shell.")
def shell_one_sided(d, k=10, n=1_000_000, cells=5, shell=0.01):
    return {**_seven_numbers(d, k, n, cells, shell), "shell": 1 - (1 - shell) ** d}


@mistake("dimension_report", "Return the number of cells as an exact integer; floats lose digits and overflow.")
def float_cells(d, k=10, n=1_000_000, cells=5, shell=0.01):
    return {**_seven_numbers(d, k, n, cells, shell), "cells": float(cells) ** d}


@mistake("dimension_report", "There is one ball in each corner, 2^d of them, not d.")
def d_balls(d, k=10, n=1_000_000, cells=5, shell=0.01):
    return {**_seven_numbers(d, k, n, cells, shell), "balls": d}
