"""Right answers written another way, from the docstrings alone; each must get full marks."""

import heapq
import math
from collections import Counter, defaultdict

import numpy as np

from autograder.authoring import alternative
from nearest_neighbours import nearest_neighbours, pairwise_distances

# ---------------------------------------------------------------- pairwise_distances


@alternative("pairwise_distances")
def distances_broadcast(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B = np.array(A), np.array(B)
    if A.shape[1] != B.shape[1]:
        raise ValueError("columns")
    if metric == "hamming":
        return np.count_nonzero(A[:, None, :] != B[None, :, :], axis=-1)
    difference = A[:, None, :].astype(np.float64) - B[None, :, :].astype(np.float64)
    if metric == "mahalanobis":
        if covariance is None or np.shape(covariance) != (A.shape[1], A.shape[1]):
            raise ValueError("covariance")
        # whitening: with C = L L^T, the distance is the length of L^-1 (a - b)
        whitener = np.linalg.inv(np.linalg.cholesky(covariance))
        return np.linalg.norm(difference @ whitener.T, axis=2)
    if metric != "minkowski" or p < 1:
        raise ValueError("metric or p")
    if weights is None:
        return np.linalg.norm(difference, ord=p, axis=2)
    if np.min(weights) < 0:
        raise ValueError("weights")
    return np.power(np.power(np.abs(difference), p) @ np.asarray(weights, dtype=float), 1 / p)


@alternative("pairwise_distances")
def distances_row_by_row(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B = np.asarray(A), np.asarray(B)
    n, d = A.shape
    m, other = B.shape
    if d != other or metric not in ("minkowski", "hamming", "mahalanobis"):
        raise ValueError("columns or metric")
    if metric == "mahalanobis":
        if np.shape(covariance) != (d, d):
            raise ValueError("covariance")
        precision = np.linalg.inv(np.asarray(covariance, dtype=float))
    if metric == "minkowski":
        if p < 1 or (weights is not None and any(w < 0 for w in weights)):
            raise ValueError("p or weights")
        w = np.ones(d) if weights is None else np.asarray(weights)
    out = np.empty((n, m))
    for i in range(n):
        if metric == "hamming":
            out[i] = np.not_equal(B, A[i]).sum(axis=1)
            continue
        gap = B.astype(float) - A[i].astype(float)
        if metric == "mahalanobis":
            out[i] = np.sqrt(np.sum((gap @ precision) * gap, axis=1))
        elif p == np.inf:
            out[i] = np.abs(gap).max(axis=1)
        else:
            out[i] = (np.abs(gap) ** p @ w) ** (1.0 / p)
    return out


@alternative("pairwise_distances")
def distances_in_plain_python(A, B, metric="minkowski", p=2.0, weights=None, covariance=None):
    A, B = np.asarray(A).tolist(), np.asarray(B).tolist()
    d = len(A[0]) if A else 0
    if A and B and len(B[0]) != d:
        raise ValueError("columns")
    if metric == "hamming":
        rows = [[sum(x != y for x, y in zip(a, b, strict=True)) for b in B] for a in A]
    elif metric == "mahalanobis":
        if covariance is None or np.asarray(covariance).shape != (d, d):
            raise ValueError("covariance")
        rows = []
        for a in A:
            gaps = [np.subtract(a, b) for b in B]
            rows.append([math.sqrt(gap @ np.linalg.solve(covariance, gap)) for gap in gaps])
    elif metric == "minkowski" and math.isinf(p):
        rows = [[max(abs(x - y) for x, y in zip(a, b, strict=True)) for b in B] for a in A]
    elif metric == "minkowski" and p >= 1 and (weights is None or min(weights) >= 0):
        w = [1] * d if weights is None else list(weights)
        rows = [[sum(u * abs(x - y) ** p for u, x, y in zip(w, a, b, strict=True)) ** (1 / p) for b in B] for a in A]
    else:
        raise ValueError("metric, p or weights")
    return np.array(rows, dtype=float).reshape(len(A), len(B))


# ---------------------------------------------------------------- metric_conditions


@alternative("metric_conditions")
def conditions_triple_loop(D, tol=1e-9):
    D = np.asarray(D)
    if len(D.shape) != 2 or D.shape[0] != D.shape[1]:
        raise ValueError("not square")
    D = D.tolist()
    objects = range(len(D))
    return {
        "zero_self": all(abs(D[i][i]) <= tol for i in objects),
        "symmetric": all(abs(D[i][j] - D[j][i]) <= tol for i in objects for j in objects),
        "separates": not any(D[i][j] <= tol for i in objects for j in objects if i != j),
        "triangle": all(D[i][k] <= D[i][j] + D[j][k] + tol for i in objects for j in objects for k in objects),
    }


@alternative("metric_conditions")
def conditions_by_shortest_detour(D, tol=1e-9):
    D = np.array(D, dtype=float)
    n = D.shape[0]
    if D.shape != (n, n):
        raise ValueError("not square")
    shortest = np.full((n, n), np.inf)
    for j in range(n):
        shortest = np.minimum(shortest, np.add.outer(D[:, j], D[j, :]))
    off = D[np.nonzero(1 - np.eye(n))]
    return {
        "triangle": np.less_equal(D, shortest + tol).all(),
        "separates": np.all(off > tol),
        "symmetric": np.max(np.abs(D - D.T)) <= tol,
        "zero_self": np.max(np.abs(D.diagonal())) <= tol,
    }


# ---------------------------------------------------------------- nearest_neighbours


@alternative("nearest_neighbours")
def neighbours_lexsort(X, queries, k, p=2.0):
    n = len(X)
    if k < 1 or k > n:
        raise ValueError("k")
    table = pairwise_distances(X, queries, p=p)
    return np.array([np.lexsort((np.arange(n), table[:, i]))[:k] for i in range(len(queries))])


@alternative("nearest_neighbours")
def neighbours_from_pairs(X, queries, k, p=2.0):
    if not 0 < k <= len(X):
        raise ValueError("k")
    answer = []
    for row in pairwise_distances(queries, X, "minkowski", p).tolist():
        pairs = sorted((distance, index) for index, distance in enumerate(row))
        answer.append([index for _, index in pairs[:k]])
    return np.array(answer)


@alternative("nearest_neighbours")
def neighbours_of_powers(X, queries, k, p=2.0):
    # the root changes no order; partition finds the k-th distance, below which all belong, and ties are filled up
    X, queries = np.asarray(X, dtype=float), np.asarray(queries, dtype=float)
    if k not in range(1, len(X) + 1) or X.shape[1] != queries.shape[1]:
        raise ValueError("k or columns")
    answer = np.empty((len(queries), k), dtype=np.int32)
    for i, query in enumerate(queries):
        powers = (np.abs(X - query) ** p).sum(axis=1)
        limit = np.partition(powers, k - 1)[k - 1]
        inside = np.flatnonzero(powers < limit)
        inside = inside[np.argsort(powers[inside], kind="mergesort")]
        answer[i] = np.concatenate([inside, np.flatnonzero(powers == limit)])[:k]
    return answer


# ---------------------------------------------------------------- knn_predict


@alternative("knn_predict")
def predict_in_loops(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, queries = np.array(X, dtype=float), np.array(queries, dtype=float)
    y = np.array(y)
    n = X.shape[0]
    if len(y) != n or method not in {"vote", "mean", "median", "linear", "connect"}:
        raise ValueError("lengths or method")
    if sigma is not None and (method in {"median", "linear", "connect"} or not sigma > 0):
        raise ValueError("sigma")
    if method == "connect" and X.shape[1] != 1:
        raise ValueError("one column only")
    if method != "connect" and not 1 <= k <= n:
        raise ValueError("k")
    if standardise:
        for j in range(X.shape[1]):
            centre, spread = np.mean(X[:, j]), np.std(X[:, j])
            spread = 1.0 if spread == 0 else spread
            X[:, j] = (X[:, j] - centre) / spread
            queries[:, j] = (queries[:, j] - centre) / spread
    answers = []
    for query in queries:
        if method == "connect":
            dots = defaultdict(list)
            for x, value in zip(X[:, 0], y, strict=True):
                dots[x].append(value)
            dots = sorted((x, sum(values) / len(values)) for x, values in dots.items())
            left = [dot for dot in dots if dot[0] <= query[0]]
            right = [dot for dot in dots if dot[0] >= query[0]]
            if not left or not right:
                answers.append((left or right[:1])[-1][1])
            else:
                (x0, y0), (x1, y1) = left[-1], right[0]
                answers.append(y0 if x0 == x1 else y0 + (y1 - y0) * (query[0] - x0) / (x1 - x0))
            continue
        squares = ((X - query) ** 2).sum(axis=1)
        near = np.argsort(squares, kind="stable")[:k]
        weight = {i: 1.0 if sigma is None else math.exp((squares[near[0]] - squares[i]) / 2 / sigma**2) for i in near}
        if method == "vote":
            votes = defaultdict(float)
            for i in near:
                votes[y[i]] += weight[i]
            answers.append(min(votes, key=lambda label: (-votes[label], label)))  # noqa: B023 (called at once)
        elif method == "mean":
            answers.append(sum(weight[i] * y[i] for i in near) / sum(weight.values()))
        elif method == "median":
            values = sorted(y[near])
            answers.append((values[(k - 1) // 2] + values[k // 2]) / 2)
        else:
            rows = np.hstack([np.ones((k, 1)), X[near]])
            answers.append(np.append(1, query) @ np.linalg.pinv(rows) @ y[near])
    return np.array(answers)


@alternative("knn_predict")
def predict_one_hot(X, y, queries, k, method="vote", sigma=None, standardise=False):
    X, Q, y = np.asarray(X, dtype=np.float64), np.asarray(queries, dtype=np.float64), np.asarray(y)
    if X.shape[0] != y.shape[0]:
        raise ValueError("lengths")
    if sigma is not None:
        if sigma <= 0:
            raise ValueError("sigma")
        if method not in ("vote", "mean"):
            raise ValueError("sigma is for vote and mean")
    if standardise:
        shift, scale = X.mean(0), X.std(0)
        scale = np.where(scale > 0, scale, 1)
        X, Q = (X - shift) / scale, (Q - shift) / scale
    if method == "connect":
        if X.shape[1] > 1:
            raise ValueError("d > 1")
        x = np.unique(X)
        means = [y[X.ravel() == value].mean() for value in x]
        return np.interp(Q.ravel(), x, means)
    near = nearest_neighbours(X, Q, k)
    if method == "median":
        return np.percentile(y[near], 50, axis=1)
    if method == "linear":
        out = np.empty(len(Q), dtype=np.float32)
        for i, rows in enumerate(near):
            basis = np.c_[np.ones(k), X[rows]]
            out[i] = np.r_[1, Q[i]] @ np.linalg.lstsq(basis, y[rows].astype(float), rcond=None)[0]
        return out
    weights = np.ones((len(Q), k))
    if sigma is not None:
        squares = np.sum((Q[:, None, :] - X[near]) ** 2, axis=-1)
        weights = np.exp(-(squares - squares.min(axis=1)[:, None]) / (2.0 * sigma * sigma))
    if method == "mean":
        return np.average(y[near], axis=1, weights=weights)
    if method == "vote":
        classes = np.unique(y)
        votes = [(weights * (y[near] == label)).sum(axis=1) for label in classes]
        return classes[np.argmax(votes, axis=0)]
    raise ValueError("unknown method")


# ---------------------------------------------------------------- local_regression


@alternative("local_regression")
def local_normal_equations(X, y, queries, width, kernel="gaussian", degree=1):
    if not width > 0 or kernel not in ("gaussian", "quadratic") or degree not in (0, 1):
        raise ValueError("width, kernel or degree")
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    basis = np.ones((len(X), 1)) if degree == 0 else np.hstack([np.ones((len(X), 1)), X])
    answers = []
    for query in np.asarray(queries, dtype=float):
        squares = np.sum((X - query) ** 2, axis=1)
        if kernel == "gaussian":
            K = np.exp(-(squares - squares.min()) / (2 * width**2))
        else:
            K = np.clip(1 - 4 * squares / width**2, 0, None)
        if K.sum() == 0:
            answers.append(float("nan"))
            continue
        W = np.diag(K)
        theta = np.linalg.pinv(basis.T @ W @ basis) @ basis.T @ W @ y
        answers.append(float(theta @ np.append(1, query)[: len(theta)]))
    return np.array(answers)


@alternative("local_regression")
def local_centred_at_query(X, y, queries, width, kernel="gaussian", degree=1):
    # with the origin moved to the query, the answer is the intercept
    X, y, queries = np.asarray(X, dtype=float), np.asarray(y, dtype=float), np.asarray(queries, dtype=float)
    if width <= 0:
        raise ValueError("width")
    if degree not in [0, 1]:
        raise ValueError("degree")
    out = []
    for q in queries:
        shifted = X - q
        r = np.sqrt((shifted**2).sum(axis=1))
        if kernel == "gaussian":
            exponent = -(r**2) / (2 * width**2)
            K = np.exp(exponent - exponent.max())
        elif kernel == "quadratic":
            K = np.where(r < width / 2, 1 - (2 * r / width) ** 2, 0.0)
        else:
            raise ValueError("kernel")
        used = K > 0
        if not used.any():
            out.append(np.nan)
        elif degree == 0:
            out.append(np.average(y[used], weights=K[used]))
        else:
            root = np.sqrt(K[used])
            basis = np.column_stack([np.ones(used.sum()), shifted[used]])
            out.append(np.linalg.lstsq(basis * root[:, None], y[used] * root, rcond=None)[0][0])
    return np.array(out, dtype=np.float64)


# ---------------------------------------------------------------- loo_errors


@alternative("loo_errors")
def loo_sweep(X, y):
    X, y = np.asarray(X, dtype=float), np.asarray(y).tolist()
    n = len(X)
    if n < 2 or len(y) != n:
        raise ValueError("n or lengths")
    counts = [0] * (n - 1)
    for i in range(n):
        squares = ((X - X[i]) ** 2).sum(axis=1)
        others = [j for j in np.argsort(squares, kind="stable").tolist() if j != i]
        votes = Counter()
        winner = None
        for k, j in enumerate(others):
            votes[y[j]] += 1
            if winner is None or (-votes[y[j]], y[j]) < (-votes[winner], winner):
                winner = y[j]
            counts[k] += winner != y[i]
    return counts.index(min(counts)) + 1, counts


@alternative("loo_errors")
def loo_cumulative_table(X, y):
    X, y = np.asarray(X), np.asarray(y)
    n = X.shape[0]
    if y.shape != (n,) or n == 1:
        raise ValueError("shapes")
    D = pairwise_distances(X, X)
    order = np.empty((n, n - 1), dtype=int)
    for i in range(n):
        others = np.delete(np.arange(n), i)
        order[i] = others[np.argsort(D[i, others], kind="stable")]
    classes = np.unique(y)
    votes = np.array([np.cumsum(y[order] == c, axis=1) for c in classes])
    wrong = classes[np.argmax(votes, axis=0)] != y.reshape(-1, 1)
    counts = np.sum(wrong, axis=0)
    return np.argmin(counts) + 1, counts


@alternative("loo_errors")
def loo_signed_sum(X, y):
    # two labels: a running sum of -1 and +1, and a sum of 0 is a tie, which the smaller label wins
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if len(X) < 2 or len(X) != len(y):
        raise ValueError("n or lengths")
    labels = np.unique(y)
    if len(labels) > 2:
        return loo_cumulative_by_rank(X, y)
    order = loo_order(X)
    total = np.cumsum(np.where(y[order] == labels[-1], 1, -1), axis=1)
    winners = np.where(total > 0, labels[-1], labels[0])
    counts = np.count_nonzero(winners != y[:, None], axis=0)
    return int(np.flatnonzero(counts == counts.min())[0] + 1), counts


def loo_order(X):
    squares = ((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=2)
    order = np.argsort(squares, axis=1, kind="stable")
    return np.array([row[row != i] for i, row in enumerate(order)])


def loo_cumulative_by_rank(X, y):
    labels, codes = np.unique(y, return_inverse=True)
    order = loo_order(X)
    counts = np.zeros(len(y) - 1, dtype=int)
    for i, row in enumerate(order):
        votes = np.zeros(len(labels), dtype=int)
        for k, j in enumerate(row):
            votes[codes[j]] += 1
            counts[k] += np.argmax(votes) != codes[i]
    return int(np.argmin(counts)) + 1, counts


# ---------------------------------------------------------------- reduce_training_set


@alternative("reduce_training_set")
def reduce_with_lists(X, y, method, k=3):
    points, labels = np.asarray(X, dtype=float), np.asarray(y).tolist()
    n = len(points)
    if method == "edit":
        if k < 1 or k >= n:
            raise ValueError("k")
        kept = []
        for i in range(n):
            squares = ((points - points[i]) ** 2).sum(axis=1).tolist()
            others = sorted(set(range(n)) - {i}, key=lambda j: (squares[j], j))[:k]  # noqa: B023 (called at once)
            votes = Counter(labels[j] for j in others)
            winner = min(votes, key=lambda label: (-votes[label], label))  # noqa: B023 (called at once)
            if winner == labels[i]:
                kept.append(i)
        return kept
    if method != "condense":
        raise ValueError("method")
    store, changed = [0], True
    while changed:
        changed = False
        for i in range(n):
            if i in store:
                continue
            squares = ((points[store] - points[i]) ** 2).sum(axis=1).tolist()
            _, nearest = min(zip(squares, store, strict=True))
            if labels[nearest] != labels[i]:
                store.append(i)
                changed = True
    return sorted(store)


@alternative("reduce_training_set")
def reduce_with_masked_matrix(X, y, method, k=3):
    y = np.asarray(y)
    D = pairwise_distances(X, X)
    n = len(D)
    if method == "edit":
        if not 1 <= k <= n - 1:
            raise ValueError("k")
        np.fill_diagonal(D, np.inf)
        right = np.zeros(n, dtype=bool)
        for i in range(n):
            labels, counts = np.unique(y[np.argsort(D[i], kind="stable")[:k]], return_counts=True)
            right[i] = labels[np.argmax(counts)] == y[i]
        return np.nonzero(right)[0]
    if method == "condense":
        in_store = np.arange(n) == 0
        while True:
            before = in_store.sum()
            for i in range(n):
                nearest = np.argmin(np.where(in_store, D[i], np.inf))
                if not in_store[i] and y[nearest] != y[i]:
                    in_store[i] = True
            if in_store.sum() == before:
                return np.where(in_store)[0]
    raise ValueError("method")


# ---------------------------------------------------------------- KDTree


@alternative("KDTree")
class TreeOfDicts:
    """Nodes as dicts, squared distances throughout, a heap of the worst of the best."""

    def __init__(self, leaf_size=1):
        self.leaf_size = leaf_size
        self.tree = None

    def fit(self, X):
        self.points = np.asarray(X, dtype=float).tolist()
        self.d = len(self.points[0])
        self.tree = self.build(list(range(len(self.points))), 0)
        self.depth_ = self.height(self.tree)
        return self

    def build(self, rows, depth):
        if len(rows) <= self.leaf_size:
            return {"rows": rows}
        for step in range(self.d):
            j = (depth + step) % self.d
            m = sorted(self.points[i][j] for i in rows)[(len(rows) + 1) // 2 - 1]
            right = [i for i in rows if self.points[i][j] > m]
            if right:
                left = [i for i in rows if self.points[i][j] <= m]
                return {"j": j, "m": m, "left": self.build(left, depth + 1), "right": self.build(right, depth + 1)}
        return {"rows": rows}

    def height(self, node):
        return 0 if "rows" in node else 1 + max(self.height(node["left"]), self.height(node["right"]))

    def query(self, x, k=1):
        if self.tree is None:
            raise ValueError("not fitted")
        if k < 1 or k > len(self.points):
            raise ValueError("k")
        x = np.asarray(x, dtype=float).tolist()
        heap = []  # (-squared distance, -row): the worst is on top
        visited = 0
        todo = [(self.tree, 0.0)]
        while todo:
            node, to_plane = todo.pop()
            if len(heap) == k and to_plane > -heap[0][0]:
                continue
            while "rows" not in node:
                gap = x[node["j"]] - node["m"]
                near, far = ("left", "right") if gap <= 0 else ("right", "left")
                todo.append((node[far], gap * gap))
                node = node[near]
            for row in node["rows"]:
                visited += 1
                square = sum((a - b) ** 2 for a, b in zip(self.points[row], x, strict=True))
                if len(heap) < k:
                    heapq.heappush(heap, (-square, -row))
                else:
                    heapq.heappushpop(heap, (-square, -row))
        best = sorted((-square, -row) for square, row in heap)
        return [row for _, row in best], visited


@alternative("KDTree")
class TreeOfBlocks:
    """Nested tuples with leaves as blocks, running arrays of the best k."""

    def __init__(self, leaf_size: int = 1):
        self.leaf_size = leaf_size

    def fit(self, X):
        self.data = np.array(X, dtype=np.float64)
        self.depth_ = 0
        self.root = self._split(np.arange(self.data.shape[0]), 0)
        return self

    def _split(self, rows, level):
        d = self.data.shape[1]
        columns = [(level + step) % d for step in range(d)] if len(rows) > self.leaf_size else []
        for c in columns:
            values = self.data[rows, c]
            cut = np.partition(values, (len(rows) - 1) // 2)[(len(rows) - 1) // 2]
            if cut < values.max():
                self.depth_ = max(self.depth_, level + 1)
                low = self._split(rows[values <= cut], level + 1)
                return (c, cut, low, self._split(rows[values > cut], level + 1))
        return (rows,)

    def query(self, x, k=1):
        if not hasattr(self, "root"):
            raise ValueError("call fit first")
        if k not in range(1, len(self.data) + 1):
            raise ValueError("k")
        self._x = np.asarray(x, dtype=np.float64)
        self._rows, self._distances, self._seen = np.zeros(0, dtype=int), np.zeros(0), 0
        self._descend(self.root, k)
        return self._rows, self._seen

    def _descend(self, node, k):
        if len(node) == 1:
            rows = np.concatenate([self._rows, node[0]])
            distances = np.concatenate([self._distances, np.linalg.norm(self.data[node[0]] - self._x, axis=1)])
            order = np.lexsort((rows, distances))[:k]
            self._rows, self._distances, self._seen = rows[order], distances[order], self._seen + len(node[0])
            return
        c, cut, low, high = node
        first, second = (high, low) if self._x[c] > cut else (low, high)
        self._descend(first, k)
        if not (len(self._rows) == k and abs(self._x[c] - cut) > self._distances[-1]):
            self._descend(second, k)


# ---------------------------------------------------------------- bucket_search


@alternative("bucket_search")
def buckets_in_a_dictionary(X, query, k, method, cells=5, rings=1, positions=None):
    points, target = np.asarray(X).tolist(), np.asarray(query).tolist()
    if k < 1:
        raise ValueError("k")
    if method == "grid":
        if any(not 0 <= value <= 1 for row in [*points, target] for value in row):
            raise ValueError("outside")

        def cell(row):
            return tuple(min(math.floor(value * cells), cells - 1) for value in row)

        buckets = defaultdict(list)
        for i, row in enumerate(points):
            buckets[cell(row)].append(i)
        home = cell(target)
        candidates = []
        for key, rows in buckets.items():
            if max(abs(a - b) for a, b in zip(key, home, strict=True)) <= rings:
                candidates += rows

        def distance(i):
            return sum((a - b) ** 2 for a, b in zip(points[i], target, strict=True))

    elif method == "lsh" and positions is not None:
        candidates = set()
        for table in positions:
            buckets = defaultdict(list)
            for i, row in enumerate(points):
                buckets[tuple(row[j] for j in table)].append(i)
            candidates.update(buckets.get(tuple(target[j] for j in table), []))

        def distance(i):
            return sum(a != b for a, b in zip(points[i], target, strict=True))

    else:
        raise ValueError("method or positions")
    return sorted(candidates, key=lambda i: (distance(i), i))[:k], len(candidates)


@alternative("bucket_search")
def buckets_compared_at_once(X, query, k, method, cells=5, rings=1, positions=None):
    X, query = np.array(X, dtype=float), np.array(query, dtype=float)
    if method not in ("grid", "lsh"):
        raise ValueError("method")
    if k <= 0 or (method == "lsh" and positions is None):
        raise ValueError("k or positions")
    if method == "grid":
        if np.any((X < 0) | (X > 1)) or np.any((query < 0) | (query > 1)):
            raise ValueError("outside")
        cell = np.clip(np.floor(X * cells), 0, cells - 1)
        home = np.clip(np.floor(query * cells), 0, cells - 1)
        mask = np.max(np.abs(cell - home), axis=1) <= rings  # the Chebyshev distance of the cells
        distance = np.linalg.norm(X - query, axis=1)
    else:
        differs = query != X
        mask = np.zeros(len(X), dtype=bool)
        for table in positions:
            mask = mask | (differs[:, np.array(table, dtype=int)].sum(axis=1) == 0)
        distance = differs.sum(axis=1).astype(float)
    distance[~mask] = np.inf
    order = np.argsort(distance, kind="stable")[: min(k, int(mask.sum()))]
    return order, mask.sum()


# ---------------------------------------------------------------- dimension_report


@alternative("dimension_report")
def report_with_logarithms(d, k=10, n=1_000_000, cells=5, shell=0.01):
    if d <= 0:
        raise ValueError("d")
    return dict(
        side=math.exp((math.log(k) - math.log(n)) / d),
        shell=-math.expm1(d * math.log1p(-2 * shell)),
        cells=math.prod([cells] * d),
        inner_radius=math.sqrt(d) - 1,
        balls=1 << d,
        mean_square_distance=np.float64(d) / 6,
        sd_square_distance=math.sqrt(d) * math.sqrt(7 / 180),
    )


@alternative("dimension_report")
def report_axis_by_axis(d, k=10, n=1_000_000, cells=5, shell=0.01):
    if d < 1:
        raise ValueError("d")
    count, balls, inside = 1, 1, 1.0
    mean = variance = 0.0
    for _ in range(d):
        count, balls, inside = count * cells, balls * 2, inside * (1 - 2 * shell)
        mean, variance = mean + 1 / 6, variance + 1 / 15 - 1 / 36
    return {
        "side": np.power(k / n, 1 / d),
        "shell": 1 - inside,
        "cells": count,
        "inner_radius": np.linalg.norm(np.ones(d)) - 1,
        "balls": balls,
        "mean_square_distance": mean,
        "sd_square_distance": np.sqrt(variance),
    }
