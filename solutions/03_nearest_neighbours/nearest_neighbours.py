"""Nearest neighbours: keep the data, and ask those that are near.

From a distance (`pairwise_distances`, `metric_conditions`) come the neighbours (`nearest_neighbours`), from them
predictions (`knn_predict`, `local_regression`), the choice of k (`loo_errors`) and smaller training sets
(`reduce_training_set`). Two ways to find neighbours without looking at every row (`KDTree`, `bucket_search`), and the
reason why none of this works in a thousand dimensions (`dimension_report`), complete the picture.

Conventions of the whole module
- One point a row: X is (n, d), `queries` is (m, d), y is (n,) with one label or number for each row of X. Rows are
  numbered from 0; "index" always means a row number of X.
- Neighbours are ordered by distance, and rows at the SAME distance by index, lower first. Compare floats as they are:
  no check has distances or weighted votes that rounding could tie or untie.
- Votes: the label with the most votes wins, and among tied labels the smallest, in the order of np.unique. Labels may
  be numbers or strings.
- Each list of ValueErrors is complete: what else is wrong with an input is not tested.
- Arrays of integers of any kind are as good as arrays of floats, and lists as good as arrays. (Unsigned integers wrap
  around when subtracted, so turn them into floats first.) Arguments are never modified.
- Distances are Euclidean unless a docstring says otherwise.

"Note:" marks remarks on the sources, which you need not own: CIML is Daumé's A Course in Machine Learning, AIMA Russell
and Norvig's Artificial Intelligence, CS229 and CS480 are lecture notes.
"""

import numpy as np

### BEGIN SOLUTION


def _require_k(k: int, n: int) -> None:
    if not 1 <= k <= n:
        raise ValueError(f"k is {k}, expected 1 to {n}")


def _one_target_per_row(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """y as an array; ValueError unless it is a vector with one entry for each row of X."""
    y = np.asarray(y)
    if y.shape != (len(X),):
        raise ValueError(f"y has shape {y.shape}, but X has {len(X)} rows: y must have shape ({len(X)},)")
    return y


def _one_hot(y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The different labels in increasing order, and for each y a row with a 1 in the column of its label."""
    labels, codes = np.unique(y, return_inverse=True)
    return labels, np.eye(len(labels))[codes]


def _others_by_distance(X: np.ndarray) -> np.ndarray:
    """For each row of X the n - 1 other rows, nearest first, ties in index order."""
    distances = pairwise_distances(X, X)
    np.fill_diagonal(distances, np.inf)  # a row comes last in its own list, where we cut it off
    return np.argsort(distances, axis=1, kind="stable")[:, :-1]


### END SOLUTION


def pairwise_distances(
    A: np.ndarray,
    B: np.ndarray,
    metric: str = "minkowski",
    p: float = 2.0,
    weights: np.ndarray | None = None,
    covariance: np.ndarray | None = None,
) -> np.ndarray:
    """The distance of every row of A from every row of B, as a matrix: entry [i, j] is that of A[i] and B[j].

    A: shape (n, d). B: shape (m, d). Result: shape (n, m). With a and b for the two rows:

        "minkowski"     (sum over columns j of w_j * |a_j - b_j|^p)^(1/p)
                        p = 2 is the Euclidean, p = 1 the Manhattan distance; w_j = 1 unless weights (d,) are given.
                        The weight multiplies the power, so weight 3 does the same as writing the column three times,
                        and weight 0 drops it. p = np.inf, the limit of growing p, is the largest |a_j - b_j| (there
                        are no weights then). p and weights are looked at for this metric only.
        "hamming"       the NUMBER of columns in which a and b differ (not their fraction). Any values that can be
                        compared will do: bits, integers, single letters.
        "mahalanobis"   sqrt((a - b)^T C^-1 (a - b)), C = covariance, symmetric and positive definite, shape (d, d).
                        Directions in which the data vary much count little. With C = the identity it is Euclidean.

    Subtract first, then square. The popular a^2 + b^2 - 2ab is the same in algebra and not on a computer: for points
    that are close together and far from the origin it is the difference of huge, rounded numbers.

    ValueError: A and B differ in their number of columns; any other metric; p < 1 (no metric, see `metric_conditions`);
    a negative weight; "mahalanobis" without a covariance of shape (d, d).

    Note: CIML prints sqrt(18) = 4.24 for the distance of (2, 3) and (6, 1). It is sqrt(16 + 4) = 4.47.
    """
    ### BEGIN SOLUTION
    A, B = np.asarray(A), np.asarray(B)
    d = A.shape[1]
    if B.shape[1] != d:
        raise ValueError(f"A has {d} columns and B has {B.shape[1]}")
    if metric == "hamming":
        return (A[:, np.newaxis] != B).sum(axis=2)
    A, B = A.astype(float), B.astype(float)
    if metric == "minkowski":
        weights = np.ones(d) if weights is None else np.asarray(weights, dtype=float)
        if p < 1:
            raise ValueError(f"p is {p}, expected at least 1")
        if (weights < 0).any():
            raise ValueError("weights must not be negative")
        total = np.zeros((len(A), len(B)))
        for j in range(d):  # column by column: a table of all differences at once takes d times the memory
            gaps = np.abs(A[:, [j]] - B[:, j])
            total = np.maximum(total, gaps) if p == np.inf else total + weights[j] * gaps**p
        return total ** (1 / p) if p < np.inf else total
    if metric == "mahalanobis":
        if np.shape(covariance) != (d, d):
            raise ValueError(f"mahalanobis needs a covariance of shape {(d, d)}")
        difference = A[:, np.newaxis] - B
        return np.sqrt(np.einsum("nmi,ij,nmj->nm", difference, np.linalg.inv(covariance), difference))
    raise ValueError(f"metric is {metric!r}, expected 'minkowski', 'hamming' or 'mahalanobis'")
    ### END SOLUTION


def metric_conditions(D: np.ndarray, tol: float = 1e-9) -> dict:
    """Which of the four conditions of a metric hold in a table of distances.

    D: shape (n, n), finite; D[i, j] is the claimed distance from object i to object j. The n objects are all different.
    Returns a dict of four truth values, each of which allows for rounding by tol:

        "zero_self"    |D_ii| <= tol for all i: nothing is away from itself
        "symmetric"    |D_ij - D_ji| <= tol for all i, j: there is as far as back
        "separates"    D_ij > tol for all i != j: different objects are apart
        "triangle"     D_ik <= D_ij + D_jk + tol for all i, j, k, two or three of which may be equal: no detour over j
                       is shorter than the direct way

    A metric has all four. Search structures such as `KDTree` skip far regions by the triangle inequality; with a
    "distance" that breaks it they would skip right answers too.

    ValueError: D is not a square table.

    Note: CS480 lists zero_self, symmetric and triangle only. These three make a pseudometric, in which different
    objects may be at distance 0 (for example if a column has weight 0).
    """
    ### BEGIN SOLUTION
    D = np.asarray(D, dtype=float)
    if D.ndim != 2 or D.shape[0] != D.shape[1]:
        raise ValueError(f"D has shape {D.shape}, expected a square table")
    detours = D[:, :, np.newaxis] + D  # [i, j, k]: from i to j, then from j to k
    off_diagonal = ~np.eye(len(D), dtype=bool)
    return {
        "zero_self": bool((np.abs(np.diag(D)) <= tol).all()),
        "symmetric": bool((np.abs(D - D.T) <= tol).all()),
        "separates": bool((D[off_diagonal] > tol).all()),
        "triangle": bool((D[:, np.newaxis, :] <= detours + tol).all()),
    }
    ### END SOLUTION


def nearest_neighbours(X: np.ndarray, queries: np.ndarray, k: int, p: float = 2.0) -> np.ndarray:
    """The indices of the k rows of X that are nearest to each query, nearest first.

    X: shape (n, d). queries: shape (m, d). Distances are Minkowski distances with exponent p (see
    `pairwise_distances`). Returns integers, shape (m, k): row i belongs to queries[i]. Rows of X at the same distance
    come in index order, so the answer is always determined; a stable sort does just that.

    A query that is itself a row of X is its own nearest neighbour, at distance 0.

    ValueError: k outside 1..n, or X and queries differ in their number of columns.
    """
    ### BEGIN SOLUTION
    _require_k(k, len(X))
    return np.argsort(pairwise_distances(queries, X, p=p), axis=1, kind="stable")[:, :k]
    ### END SOLUTION


def knn_predict(
    X: np.ndarray,
    y: np.ndarray,
    queries: np.ndarray,
    k: int,
    method: str = "vote",
    sigma: float | None = None,
    standardise: bool = False,
) -> np.ndarray:
    """Answer each query from its k nearest rows of X (Euclidean distance). Returns shape (m,).

    There is no training: the data are the model. X: shape (n, d). y: shape (n,). queries: shape (m, d). Methods:

        "vote"      the label with the largest total weight among the k neighbours; of tied labels the smallest.
                    Labels may be any numbers or strings.
        "mean"      the weighted mean of their y: sum of weight * y, divided by the sum of the weights.
        "median"    the median of their y; for even k the mean of the middle two.
        "linear"    the least-squares plane y = w_0 + w . x through the k neighbours, evaluated at the query. If they do
                    not determine a plane, take the (w_0, w) of smallest norm, as np.linalg.lstsq does on rows [1, x]
                    (x standardised if `standardise`).
        "connect"   connect the dots, for d = 1 only: the straight line between the neighbours immediately to the LEFT
                    and to the RIGHT of the query, which need not be the two nearest. Left of the first dot and right
                    of the last the answer is constant, that dot's y. Rows with equal x are first replaced by one dot
                    with their mean y. k is ignored: any value is allowed.

    sigma: None gives every neighbour the weight 1. A number gives a neighbour at distance d the weight
    exp(-d^2 / (2 sigma^2)); only for "vote" and "mean". Far from all data every such weight underflows to 0 and 0/0 is
    nan. Only ratios of weights matter, so use exp(-(d^2 - d_min^2) / (2 sigma^2)), d_min being the distance of the
    nearest row: its weight is then 1 at any distance.

    standardise: if True, first of all subtract from each column its mean over X and divide by its standard deviation
    over X (divisor n; a column that is constant in X is divided by 1). Queries are moved and divided by the same
    numbers, those of X: a query must not be judged by the company in which it is asked.

    ValueError: any other method; sigma <= 0, or sigma given with a method other than "vote" and "mean"; "connect" with
    d > 1; y not of shape (n,); k outside 1..n (unless "connect").
    """
    ### BEGIN SOLUTION
    X, queries = np.asarray(X, dtype=float), np.asarray(queries, dtype=float)
    y = _one_target_per_row(X, y)
    if method not in ("vote", "mean", "median", "linear", "connect"):
        raise ValueError(f"method is {method!r}, expected 'vote', 'mean', 'median', 'linear' or 'connect'")
    if sigma is not None and (sigma <= 0 or method not in ("vote", "mean")):
        raise ValueError("sigma must be positive, and goes with 'vote' and 'mean' only")
    if standardise:
        mean, deviation = X.mean(axis=0), X.std(axis=0)
        deviation[np.ptp(X, axis=0) == 0] = 1  # not "deviation == 0": rounding may leave a constant column with 1e-17
        X, queries = (X - mean) / deviation, (queries - mean) / deviation
    if method == "connect":
        return _connect_the_dots(X, y, queries)

    neighbours = nearest_neighbours(X, queries, k)  # (m, k)
    if method == "median":
        return np.median(y[neighbours], axis=1)
    if method == "linear":
        equal = np.ones(k)
        return np.array([_plane_at(queries[i], X[rows], y[rows], equal) for i, rows in enumerate(neighbours)])
    weights = np.ones(neighbours.shape)
    if sigma is not None:
        distances = np.take_along_axis(pairwise_distances(queries, X), neighbours, axis=1)
        weights = np.exp((distances[:, :1] ** 2 - distances**2) / (2 * sigma**2))  # the first is the nearest
    if method == "mean":
        return (weights * y[neighbours]).sum(axis=1) / weights.sum(axis=1)
    labels, one_hot = _one_hot(y)
    votes = np.einsum("mk,mkl->ml", weights, one_hot[neighbours])
    return labels[votes.argmax(axis=1)]  # argmax takes the first of tied labels, which is the smallest
    ### END SOLUTION


### BEGIN SOLUTION


def _connect_the_dots(X: np.ndarray, y: np.ndarray, queries: np.ndarray) -> np.ndarray:
    if X.shape[1] != 1:
        raise ValueError(f"'connect' needs one column, X has {X.shape[1]}")
    x, dot = np.unique(X[:, 0], return_inverse=True)
    means = np.bincount(dot, weights=y) / np.bincount(dot)
    return np.interp(queries[:, 0], x, means)


def _plane_at(query: np.ndarray, X: np.ndarray, y: np.ndarray, weights: np.ndarray) -> float:
    """The value at the query of the plane that minimises the sum of weight * residual^2."""
    # w * r^2 is the plain square of sqrt(w) * r, so scaled rows turn the weighted problem into a plain one.
    scale = np.sqrt(weights)
    rows = np.column_stack([np.ones(len(y)), X])
    plane = np.linalg.lstsq(scale[:, np.newaxis] * rows, scale * y, rcond=None)[0]
    return plane[0] + query @ plane[1:]


### END SOLUTION


def local_regression(
    X: np.ndarray, y: np.ndarray, queries: np.ndarray, width: float, kernel: str = "gaussian", degree: int = 1
) -> np.ndarray:
    """Fit all data anew for each query, with weights that fall with the distance from it. Returns shape (m,).

    k neighbours enter and leave with a jump as the query moves; a weight that fades out makes the answer smooth.
    X: shape (n, d). y: shape (n,). queries: shape (m, d). The weight K of a row at Euclidean distance r is

        "gaussian"     exp(-r^2 / (2 width^2)). To survive underflow, take it relative to the nearest row:
                       exp(-(r^2 - r_min^2) / (2 width^2)). A common factor changes no answer.
        "quadratic"    max(0, 1 - (2 r / width)^2): 1 at the query, 0 from r = width/2 on. So width is the WHOLE
                       support, from -width/2 to +width/2.

        degree = 0     the weighted mean of y, (sum of K_i y_i) / (sum of K_i): kernel smoothing
        degree = 1     the plane (w_0, w) that minimises the sum of K_i (y_i - w_0 - w . x_i)^2, evaluated at the query:
                       locally weighted linear regression. The weight enters ONCE; if you solve the problem with
                       np.linalg.lstsq, multiply each row [1, x_i] and y_i by the square root of K_i.

    A query whose weights are all 0 gets nan (there is nothing to say). With degree = 1 the answer is left open unless
    the rows that weigh more than a millionth of the heaviest determine a plane (lstsq drops rows that are far lighter).

    ValueError: width <= 0, any other kernel, or a degree other than 0 and 1.

    Note: CS229 calls the Gaussian width tau; the quadratic kernel is AIMA's.
    """
    ### BEGIN SOLUTION
    X, y, queries = (np.asarray(values, dtype=float) for values in (X, y, queries))
    if width <= 0:
        raise ValueError(f"width is {width}, expected more than 0")
    if degree not in (0, 1):
        raise ValueError(f"degree is {degree}, expected 0 or 1")
    distances = pairwise_distances(queries, X)  # (m, n)
    if kernel == "gaussian":
        nearest = distances.min(axis=1, keepdims=True)
        weights = np.exp((nearest**2 - distances**2) / (2 * width**2))
    elif kernel == "quadratic":
        weights = np.maximum(0, 1 - (2 * distances / width) ** 2)
    else:
        raise ValueError(f"kernel is {kernel!r}, expected 'gaussian' or 'quadratic'")

    answers = np.full(len(queries), np.nan)
    for i in np.flatnonzero(weights.any(axis=1)):
        if degree == 0:
            answers[i] = weights[i] @ y / weights[i].sum()
        else:
            answers[i] = _plane_at(queries[i], X, y, weights[i])
    return answers
    ### END SOLUTION


def loo_errors(X: np.ndarray, y: np.ndarray) -> tuple[int, np.ndarray]:
    """Leave-one-out errors of k-nearest-neighbour voting for EVERY k from 1 to n - 1, as (best_k, counts).

    Leave-one-out: predict the label of each row from the n - 1 other rows, and count how often that is wrong.
    counts[k - 1] is the number of rows that the vote of their k nearest other rows gets wrong, shape (n - 1,);
    best_k is the smallest k with the fewest errors. This is how k is chosen: the training error would always praise
    k = 1, where each row is its own nearest neighbour.

    It needs no refitting, and one sort per row serves all k (CIML, algorithm 9): for each row, sort the other rows
    by distance; go through them, adding one vote at a time; and after each vote compare the present winner with the
    row's own label.

    X: shape (n, d). y: shape (n,), any labels, two or more of them or just one. Euclidean distance; rows at the same
    distance come in index order, tied votes go to the smallest label. Only the row itself is left out: a duplicate of
    it stays in.

    ValueError: n < 2, or y not of shape (n,).

    Note: CIML's listing compares the running vote with the label of the neighbour just added, and so finds no
    errors at k = 1. The label to compare with is that of the row left out.
    """
    ### BEGIN SOLUTION
    X = np.asarray(X)
    y = _one_target_per_row(X, y)
    if len(X) < 2:
        raise ValueError("leave-one-out needs at least two rows")
    labels, one_hot = _one_hot(y)
    votes = one_hot[_others_by_distance(X)].cumsum(axis=1)  # [i, k - 1, label]: votes of the k nearest others of row i
    winners = labels[votes.argmax(axis=2)]
    counts = (winners != y[:, np.newaxis]).sum(axis=0)
    return int(counts.argmin()) + 1, counts
    ### END SOLUTION


def reduce_training_set(X: np.ndarray, y: np.ndarray, method: str, k: int = 3) -> np.ndarray:
    """Which rows of the training set to keep: their indices in increasing order.

    "edit" removes noise (Wilson's rule). Drop every row whose label differs from the vote of its k nearest OTHER rows.
    All rows are judged on the full training set; only then are the bad ones removed, all at once.

    "condense" removes rows that are not needed (Hart's rule). Build a store of rows with which 1-NN gets the others
    right:

        the store begins with row 0
        sweep through the rows 0, 1, ..., n - 1: if a row is not in the store and its nearest row in the store has
            another label, add it to the store at once, so that the next rows already see it
        sweep again, until a sweep adds nothing

    A row in the store is not tested again; two rows that are equal but for their labels would keep each other out
    forever otherwise. k plays no part in this method.

    X: shape (n, d). y: shape (n,), any labels. Euclidean distance. Rows at the same distance: the lower index is
    nearer, whenever it came into the store. Tied votes go to the smallest label.

    ValueError: any other method; for "edit" k outside 1..n-1.

    Note: CS480 names both ideas without rules; these are the classical ones.
    """
    ### BEGIN SOLUTION
    X = np.asarray(X)
    y = _one_target_per_row(X, y)
    if method == "edit":
        _require_k(k, len(X) - 1)
        labels, one_hot = _one_hot(y)
        votes = one_hot[_others_by_distance(X)[:, :k]].sum(axis=1)
        return np.flatnonzero(labels[votes.argmax(axis=1)] == y)
    if method == "condense":
        distances = pairwise_distances(X, X)
        stored = np.zeros(len(X), dtype=bool)
        stored[0] = True
        size = 0
        while size < stored.sum():  # until a sweep adds nothing
            size = stored.sum()
            for i in np.flatnonzero(~stored):
                store = np.flatnonzero(stored)
                nearest = store[distances[i, store].argmin()]
                stored[i] = y[nearest] != y[i]
        return np.flatnonzero(stored)
    raise ValueError(f"method is {method!r}, expected 'edit' or 'condense'")
    ### END SOLUTION


class KDTree:
    """Exact nearest neighbours (Euclidean) without looking at every row, in few dimensions.

    A binary tree that cuts space into boxes. Each inner node asks "is column j at most m?"; each leaf holds rows.
    A query goes down to the box that it lies in, finds good candidates there, and on the way back enters another
    box only if that could hold something as good.

    leaf_size: a node with at most so many rows is a leaf.
    After fit, the attribute depth_ is the number of tests on the longest path from the root to a leaf.
    """

    def __init__(self, leaf_size: int = 1):
        self.leaf_size = leaf_size

    def fit(self, X: np.ndarray) -> "KDTree":
        """Build the tree from X, shape (n, d) with n >= 1, and return self.

        The root has depth 0 and all rows. A node with more than leaf_size rows is split on column j = depth mod d:

            m is the LOWER MEDIAN of column j over the node's rows: the ((size + 1) // 2)-th smallest value
            the rows with x_j <= m go to the left child, the rest to the right child, both at depth + 1

        If that leaves nothing for the right child (m is the largest value, as with many duplicates), try column j + 1,
        j + 2, ... in its place, after the last the first again. If no column leaves anything for the right, make a leaf
        of all these rows, however many they are. (Splitting them regardless would go on forever.)

        If all values of a column are different, the two children differ by at most one row, and depth_ is
        ceil(log2 n) with leaf_size 1.
        """
        ### BEGIN SOLUTION
        self.X_ = np.array(X, dtype=float)
        self.root_, self.depth_ = _grow(self.X_, np.arange(len(self.X_)), 0, self.leaf_size)
        return self
        ### END SOLUTION

    def query(self, x: np.ndarray, k: int = 1) -> tuple[np.ndarray, int]:
        """The k rows nearest to x, and the number of rows whose distance from x was computed: (indices, visited).

        x: shape (d,). The indices, shape (k,), are exactly those of `nearest_neighbours`: nearest first, equal
        distances in index order.

        In a leaf, compute the distance of each of its rows and keep the best k seen so far. At an inner node search the
        child on the query's own side first (left if x_j <= m). Then search the other child too, UNLESS k rows have been
        found already and |x_j - m| is greater than the distance of the k-th best of them: the other side lies beyond
        the plane x_j = m, and nothing there is nearer than the plane. If the two are equal, search it: there may be a
        row at the same distance with a lower index.

        ValueError: the tree has not been fitted, or k is outside 1..n.
        """
        ### BEGIN SOLUTION
        if not hasattr(self, "root_"):
            raise ValueError("fit the tree before you query it")
        _require_k(k, len(self.X_))
        best: list[tuple[float, int]] = []
        visited = _search(self.X_, self.root_, np.asarray(x, dtype=float), k, best)
        return np.array([row for _, row in best]), visited
        ### END SOLUTION


### BEGIN SOLUTION


def _grow(X: np.ndarray, rows: np.ndarray, depth: int, leaf_size: int) -> tuple[object, int]:
    """A node, and how many tests there are on its longest path. A leaf is the array of its rows, an inner node is
    (column, median, left, right)."""
    d = X.shape[1]
    if len(rows) > leaf_size:
        for j in range(depth, depth + d):
            column = X[rows, j % d]
            median = np.sort(column)[(len(rows) - 1) // 2]
            is_right = column > median
            if is_right.any():
                left, left_depth = _grow(X, rows[~is_right], depth + 1, leaf_size)
                right, right_depth = _grow(X, rows[is_right], depth + 1, leaf_size)
                return (j % d, median, left, right), 1 + max(left_depth, right_depth)
    return rows, 0


def _search(X: np.ndarray, node: object, x: np.ndarray, k: int, best: list[tuple[float, int]]) -> int:
    """Improve `best`, the sorted (distance, row) pairs of the best k rows so far; return how many rows were visited."""
    if isinstance(node, np.ndarray):
        squares = sum(
            (X[node, j] - x[j]) ** 2 for j in range(len(x))
        )  # added up as in pairwise_distances: same rounding
        distances = np.sqrt(squares)
        best += zip(distances.tolist(), node.tolist(), strict=True)
        best.sort()  # pairs: by distance, then by row
        del best[k:]
        return len(node)
    j, median, left, right = node
    near, far = (left, right) if x[j] <= median else (right, left)
    visited = _search(X, near, x, k, best)
    if len(best) < k or abs(x[j] - median) <= best[-1][0]:
        visited += _search(X, far, x, k, best)
    return visited


### END SOLUTION


def bucket_search(
    X: np.ndarray,
    query: np.ndarray,
    k: int,
    method: str,
    cells: int = 5,
    rings: int = 1,
    positions: list | None = None,
) -> tuple[np.ndarray, int]:
    """Approximate search: sort the rows into buckets and look only into those that fit the query.

    Rows in the right buckets are the candidates. Returns (indices, number of candidates): the k candidates nearest to
    the query, nearest first, equal distances in index order; fewer than k if there are fewer candidates, and an empty
    array and 0 if there is none. A true neighbour that sits in another bucket is missed.
    X: shape (n, d). query: shape (d,). k may be larger than n.

        "grid"    all values lie in [0, 1], and each column is cut into `cells` equal parts: x lies in
                  number min(floor(x * cells), cells - 1), so that x = 1 still falls into the last one. Candidates are
                  the rows whose number differs from the query's by at most `rings` in EVERY column (a square of
                  cells around the query's own; rings = 0 is just that one). Ranked by Euclidean distance.
        "lsh"     (locality-sensitive hashing) all values are 0 or 1. `positions` is a list of hash tables,
                  each a list of columns: in a table two rows share a bucket if they agree in ALL of its columns.
                  Candidates are the rows that share the query's bucket in AT LEAST ONE table. An empty table [] has a
                  single bucket for everything. Ranked by Hamming distance.

    If the columns of a table are b of n at random, it catches a row at Hamming distance r with probability
    C(n - r, b) / C(n, b): near rows likely, far rows hardly; several tables give a near row several chances.

    ValueError: any other method; "lsh" without positions (None); "grid" with a value of X or query outside [0, 1];
    k < 1.

    Note: the grid is in CIML 3.5, hashing in AIMA 19.7.3.
    """
    ### BEGIN SOLUTION
    X, query = np.asarray(X), np.asarray(query)
    if k < 1:
        raise ValueError(f"k is {k}, expected at least 1")
    if method == "grid":
        points = np.vstack([X, query])
        if points.min() < 0 or points.max() > 1:
            raise ValueError("a grid needs all values in [0, 1]")
        numbers = np.minimum(np.floor(points * cells), cells - 1)
        found = (np.abs(numbers[:-1] - numbers[-1]) <= rings).all(axis=1)
        metric = "minkowski"
    elif method == "lsh":
        if positions is None:
            raise ValueError("lsh needs the positions of its tables")
        found = np.zeros(len(X), dtype=bool)
        for table in positions:
            found |= (X[:, table] == query[table]).all(axis=1)
        metric = "hamming"
    else:
        raise ValueError(f"method is {method!r}, expected 'grid' or 'lsh'")
    candidates = np.flatnonzero(found)
    distances = pairwise_distances(X[candidates], query[np.newaxis], metric=metric)[:, 0]
    return candidates[np.argsort(distances, kind="stable")][:k], len(candidates)
    ### END SOLUTION


def dimension_report(d: int, k: int = 10, n: int = 1_000_000, cells: int = 5, shell: float = 0.01) -> dict:
    """What becomes of "near" in d dimensions, in seven numbers under these keys:

        "side"                   (k/n)^(1/d): the edge of a cube that holds k of n points spread evenly over the unit
                                 cube. Is a neighbourhood of k points local?
        "shell"                  1 - (1 - 2 shell)^d: the share of the unit cube within `shell` of its surface. Each
                                 axis loses a strip at both ends.
        "cells"                  cells^d: how many cells a grid has with `cells` parts per axis. An exact Python int.
        "inner_radius"           sqrt(d) - 1. A cube of width 4 has room for 2^d balls of radius 1, one in each corner;
                                 this is the radius of the ball in the middle that touches them all. It reaches the
                                 faces of the cube at d = 9, and sticks out of it from d = 10 on.
        "balls"                  2^d, the number of these corner balls. An exact Python int.
        "mean_square_distance"   d/6, the mean, and
        "sd_square_distance"     sqrt(7 d / 180), the standard deviation of the squared Euclidean distance of two random
                                 points of the unit cube. Their ratio falls like 1/sqrt(d): all distances become alike.

    d may be as large as 1000.
    ValueError: d < 1.

    Note: CIML counts 256 balls in five dimensions; there are 32. It also puts the mean distance at sqrt(d)/3, which
    holds for d = 1 only; for large d it is about sqrt(d/6), with a standard deviation near 0.24 whatever d.
    """
    ### BEGIN SOLUTION
    if d < 1:
        raise ValueError(f"d is {d}, expected at least 1")
    return {
        "side": (k / n) ** (1 / d),
        "shell": 1 - (1 - 2 * shell) ** d,
        "cells": cells**d,
        "inner_radius": d**0.5 - 1,
        "balls": 2**d,
        "mean_square_distance": d / 6,
        "sd_square_distance": (7 * d / 180) ** 0.5,
    }
    ### END SOLUTION
