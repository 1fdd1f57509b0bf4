"""Right answers written another way, from the docstrings alone; each must get full marks."""

import math

import numpy as np

from autograder.authoring import alternative

# ---------------------------------------------------------------- fit_line


@alternative("fit_line")
def raw_sums(x, y):
    """The textbook formula with plain Python numbers."""
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    if x.shape != y.shape or len(set(x.tolist())) < 2:
        raise ValueError("x and y must match, and x must vary")
    n, sx, sy, sxx, sxy = len(x), 0.0, 0.0, 0.0, 0.0
    for a, b in zip(x.tolist(), y.tolist(), strict=True):
        sx, sy, sxx, sxy = sx + a, sy + b, sxx + a * a, sxy + a * b
    slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    return ((sy - slope * sx) / n, slope)


@alternative("fit_line")
def by_polyfit(x, y):
    if np.shape(x) != np.shape(y):
        raise ValueError("x and y differ in length")
    if np.ptp(x) == 0:
        raise ValueError("all x are equal")
    return np.polyfit(x, y, 1)[::-1]


@alternative("fit_line")
def by_lstsq(x, y):
    """An array in place of a tuple, and single precision at the very end."""
    if np.ndim(y) != 1 or len(x) != len(y):
        raise ValueError("y must be a vector as long as x")
    if np.max(x) == np.min(x):
        raise ValueError("x must take two values")
    centre = np.mean(x)
    theta, *_ = np.linalg.lstsq(np.stack([np.ones(len(x)), x - centre], axis=1), y, rcond=None)
    return np.array([theta[0] - theta[1] * centre, theta[1]], dtype=np.float32)


# ---------------------------------------------------------------- design_matrix


@alternative("design_matrix")
def column_by_column(X, degree=1, interactions=False):
    X = np.array(X, dtype=float)
    if X.ndim > 2 or degree < 0:
        raise ValueError("X is a vector or a matrix, degree 0 or more")
    if X.ndim == 1:
        X = X.reshape(-1, 1)
    n, d = X.shape
    columns = [[1.0] * n]
    for power in range(1, degree + 1):
        for j in range(d):
            columns.append([value**power for value in X[:, j]])
    if interactions:
        for i in range(d - 1):
            for j in range(i + 1, d):
                columns.append([row[i] * row[j] for row in X])
    return [list(row) for row in zip(*columns, strict=True)]


@alternative("design_matrix")
def by_vander(X, degree=1, interactions=False):
    """np.vander for each feature, then reordered by power."""
    X = np.asarray(X).astype(np.float64)
    if degree < 0:
        raise ValueError("degree is negative")
    if len(X.shape) > 2:
        raise ValueError("too many dimensions")
    X = np.atleast_2d(X.T).T
    powers = np.stack([np.vander(column, degree + 1, increasing=True) for column in X.T], axis=2)
    result = np.concatenate([np.ones((X.shape[0], 1)), powers[:, 1:, :].reshape(X.shape[0], -1)], axis=1)
    if not interactions:
        return result
    pairs = [(i, j) for i in range(X.shape[1]) for j in range(X.shape[1]) if i < j]
    return np.concatenate([result] + [X[:, i : i + 1] * X[:, j : j + 1] for i, j in pairs], axis=1)


# ---------------------------------------------------------------- least_squares_cost


@alternative("least_squares_cost")
def one_example_at_a_time(theta, X, y, weights=None):
    """Loops, and a list for the gradient."""
    n, p = np.shape(X)
    if np.shape(y) != (n,):
        raise ValueError("y needs one entry per row")
    if weights is None:
        weights = [1] * n
    if np.shape(weights) != (n,) or min(weights) < 0:
        raise ValueError("weights need one non-negative entry per row")
    cost, gradient = 0.0, [0.0] * p
    for row, target, weight in zip(X, y, weights, strict=True):
        error = sum(float(t) * float(v) for t, v in zip(theta, row, strict=True)) - float(target)
        cost += weight * error**2 / 2
        for j in range(p):
            gradient[j] += weight * error * row[j]
    return cost, gradient


@alternative("least_squares_cost")
def by_einsum(theta, X, y, weights=None):
    theta, X, y = np.array(theta, float), np.array(X, float), np.array(y, float)
    if y.ndim != 1 or len(y) != len(X):
        raise ValueError("shape of y")
    w = np.ones_like(y) if weights is None else np.array(weights, float)
    if w.shape != y.shape or np.any(w < 0):
        raise ValueError("weights")
    r = np.einsum("ij,j->i", X, theta) - y
    return 0.5 * np.einsum("i,i,i->", w, r, r), np.einsum("i,i,ij->j", w, r, X)


@alternative("least_squares_cost")
def expanded_square(theta, X, y, weights=None):
    """J = 1/2 theta^T A theta - b^T theta + 1/2 y^T W y, with A = X^T W X and b = X^T W y."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if y.shape != (X.shape[0],):
        raise ValueError("y must be (n,)")
    W = np.eye(len(y)) if weights is None else np.diag(np.asarray(weights, dtype=float))
    if W.shape != (len(y), len(y)) or (W < 0).any():
        raise ValueError("weights must be (n,) and not negative")
    A, b = X.T @ W @ X, X.T @ W @ y
    return theta @ A @ theta / 2 - b @ theta + y @ W @ y / 2, A @ theta - b


# ---------------------------------------------------------------- normal_equations


def _vectors(X, y, weights):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    w = np.ones(len(X)) if weights is None else np.array(weights, dtype=float)
    if y.ndim != 1 or w.ndim != 1 or not len(X) == len(y) == len(w):
        raise ValueError("y and weights need one entry per row of X")
    if w.min() < 0:
        raise ValueError("a weight is negative")
    return X, y, w


@alternative("normal_equations")
def by_pinv(X, y, weights=None):
    X, y, w = _vectors(X, y, weights)
    return np.linalg.pinv(np.diag(w**0.5) @ X) @ (w**0.5 * y)


@alternative("normal_equations")
def pinv_of_the_gram_matrix(X, y, weights=None):
    X, y, w = _vectors(X, y, weights)
    W = np.diag(w)
    return (np.linalg.pinv(X.T @ W @ X) @ X.T @ W @ y).tolist()


@alternative("normal_equations")
def solve_if_possible(X, y, weights=None):
    X, y, w = _vectors(X, y, weights)
    root = np.sqrt(w)
    rows = X * root[:, None]
    if np.linalg.matrix_rank(rows) == X.shape[1]:
        return np.linalg.solve(rows.T @ rows, rows.T @ (root * y))
    return np.linalg.pinv(rows) @ (root * y)


@alternative("normal_equations")
def by_svd(X, y, weights=None):
    """Singular values by hand: divide where there is something to divide by."""
    X, y, w = _vectors(X, y, weights)
    U, s, Vt = np.linalg.svd((X.T * np.sqrt(w)).T, full_matrices=False)
    coordinates = U.T @ (np.sqrt(w) * y)
    theta = np.zeros(X.shape[1])
    for size, coordinate, direction in zip(s, coordinates, Vt, strict=True):
        if size > 1e-12 * s[0]:
            theta = theta + coordinate / size * direction
    return theta


# ---------------------------------------------------------------- lms


@alternative("lms")
def nested_loops(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    """Every sum is a loop over examples; the history is a list of arrays."""
    n, p = np.shape(X)
    if np.shape(y) != (n,):
        raise ValueError("y must have n entries")
    if batch_size is None or batch_size > n:
        batch_size = n
    if batch_size < 1:
        raise ValueError("batch_size must be positive")
    per_epoch = math.ceil(n / batch_size)
    if np.ndim(alpha) > 0 and len(alpha) != n_epochs * per_epoch:
        raise ValueError("one rate per update, please")
    theta = np.zeros(p) if theta0 is None else np.array(theta0, dtype=float)
    history, update = [theta], 0
    for _ in range(n_epochs):
        first = 0
        while first < n:
            step = np.zeros(p)
            for i in range(first, min(first + batch_size, n)):
                step = step + (y[i] - X[i] @ theta) * X[i]
            theta = theta + (alpha if np.ndim(alpha) == 0 else alpha[update]) * step
            update += 1
            first += batch_size
        history.append(theta)
    return history


@alternative("lms")
def split_and_step(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    """np.split at every multiple of the batch size, updates in place on a copy."""
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    if y.shape != X[:, 0].shape:
        raise ValueError("shape of y")
    if batch_size is not None and batch_size <= 0:
        raise ValueError("batch_size")
    size = len(X) if batch_size is None else batch_size
    cuts = np.arange(size, len(X), size)
    batches = list(zip(np.split(X, cuts), np.split(y, cuts), strict=True))
    rates = np.asarray(alpha)
    if rates.size not in (1, n_epochs * len(batches)):
        raise ValueError("alpha")
    rates = np.broadcast_to(rates, (n_epochs * len(batches),)).reshape(n_epochs, len(batches))
    theta = np.zeros(X.shape[1])
    theta += 0 if theta0 is None else theta0
    history = np.tile(theta, (n_epochs + 1, 1))
    for epoch in range(n_epochs):
        for (A, b), rate in zip(batches, rates[epoch], strict=True):
            theta += rate * A.T.dot(b - A.dot(theta))
        history[epoch + 1] = theta
    return history


@alternative("lms")
def through_gram_matrices(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    """The update of a batch is affine in theta: theta + alpha (b - A theta) with A, b computed once per block."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    n, p = X.shape
    if y.shape != (n,):
        raise ValueError("y")
    m = n if batch_size is None else min(batch_size, n)
    if m < 1:
        raise ValueError("batch_size")
    blocks = [(X[k : k + m].T @ X[k : k + m], X[k : k + m].T @ y[k : k + m]) for k in range(0, n, m)]
    total = n_epochs * len(blocks)
    rates = [float(alpha)] * total if np.isscalar(alpha) else [float(rate) for rate in alpha]
    if len(rates) != total:
        raise ValueError("alpha")
    theta = np.zeros(p) if theta0 is None else np.asarray(theta0).astype(float)
    rows = [theta]
    for t, rate in enumerate(rates):
        A, b = blocks[t % len(blocks)]
        theta = theta + rate * (b - A @ theta)
        if (t + 1) % len(blocks) == 0:
            rows.append(theta)
    return np.vstack(rows)


# ---------------------------------------------------------------- log_likelihood


@alternative("log_likelihood")
def one_log_at_a_time(theta, X, y, scale, noise="gaussian"):
    if not scale > 0:
        raise ValueError("scale")
    if noise not in {"gaussian", "laplace"}:
        raise ValueError("noise")
    if np.ndim(y) != 1 or len(y) != len(X):
        raise ValueError("y")
    total = 0.0
    for prediction, target in zip((np.asarray(X) @ np.asarray(theta)).tolist(), np.asarray(y).tolist(), strict=True):
        z = abs(target - prediction) / scale
        if noise == "gaussian":
            total += -0.5 * z * z - 0.5 * math.log(2 * math.pi * scale**2)
        else:
            total += -z - math.log(2 * scale)
    return total


@alternative("log_likelihood")
def through_the_cost(theta, X, y, scale, noise="gaussian"):
    """-n log(sqrt(2 pi) scale) - J / scale^2, with a J of its own."""
    X, y = np.asarray(X), np.asarray(y)
    if y.shape != (X.shape[0],):
        raise ValueError("y has the wrong shape")
    if scale <= 0:
        raise ValueError("scale must be positive")
    r, n = X @ theta - y, y.size
    if noise == "gaussian":
        return np.float32(-n * (math.log(2 * math.pi) / 2 + math.log(scale)) - 0.5 * np.linalg.norm(r) ** 2 / scale**2)
    elif noise == "laplace":
        return np.float32(-n * math.log(2 * scale) - np.linalg.norm(r, 1) / scale)
    raise ValueError("noise must be gaussian or laplace")


# ---------------------------------------------------------------- standard_errors


@alternative("standard_errors")
def errors_by_qr(X, y):
    """X = Q R: theta solves R theta = Q^T y, and (X^T X)^-1 = R^-1 R^-T has the squared row norms of R^-1."""
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    n, p = X.shape
    if y.shape != (n,) or n <= p:
        raise ValueError("y must be (n,) with n > p")
    Q, R = np.linalg.qr(X)
    diagonal = np.abs(np.diag(R))
    if diagonal.min() <= 1e-12 * diagonal.max():
        raise ValueError("dependent columns")
    theta = np.linalg.solve(R, Q.T @ y)
    s = math.sqrt(np.sum((y - X @ theta) ** 2) / (n - p))
    return theta, s * np.linalg.norm(np.linalg.inv(R), axis=1)


@alternative("standard_errors")
def errors_by_pinv(X, y):
    X, y = np.asarray(X), np.asarray(y)
    if y.ndim != 1 or len(X) != len(y):
        raise ValueError("shape of y")
    if len(y) <= X.shape[1] or np.linalg.matrix_rank(X.T @ X) < X.shape[1]:
        raise ValueError("not determined")
    plus = np.linalg.pinv(X)  # its rows say how each y moves each theta: (X^T X)^-1 = plus plus^T
    theta = plus @ y
    variance = ((X @ theta - y) ** 2).sum() / (X.shape[0] - X.shape[1])
    return [theta.tolist(), [math.sqrt(variance * (row @ row)) for row in plus]]


@alternative("standard_errors")
def errors_by_solving(X, y):
    n, p = np.shape(X)
    if np.shape(y) != (n,):
        raise ValueError("shape of y")
    if not n > p:
        raise ValueError("too few examples")
    if np.linalg.cond(X) > 1e12:
        raise ValueError("dependent columns")
    covariance = np.linalg.solve(X.T @ X, np.eye(p))
    theta = covariance @ X.T @ y
    rss = np.square(y - X @ theta).sum()
    return theta, np.array([(rss / (n - p) * covariance[j, j]) ** 0.5 for j in range(p)])


# ---------------------------------------------------------------- penalised_cost


@alternative("penalised_cost")
def by_norm(theta, X, y, lam, q, penalise_first=False):
    if min(lam, q) < 0 or np.shape(y) != np.shape(X)[:1]:
        raise ValueError("bad argument")
    w = np.asarray(theta) if penalise_first else np.asarray(theta)[1:]
    cost = np.linalg.norm(X @ np.asarray(theta) - y) ** 2 / 2
    if q == 0:
        return cost + lam * np.linalg.norm(w, 0)
    return cost + lam * np.linalg.norm(w, q) ** q / q


@alternative("penalised_cost")
def weight_by_weight(theta, X, y, lam, q, penalise_first=False):
    if lam < 0:
        raise ValueError("lam")
    if q < 0:
        raise ValueError("q")
    if np.ndim(y) != 1 or len(y) != len(X):
        raise ValueError("y")
    cost = sum((float(row @ theta) - target) ** 2 for row, target in zip(X, y, strict=True)) / 2
    for j, weight in enumerate(theta):
        if j > 0 or penalise_first:
            cost += lam * (float(weight != 0) if q == 0 else abs(float(weight)) ** q / q)
    return cost


# ---------------------------------------------------------------- ridge


@alternative("ridge")
def ridge_by_solving(X, y, lam, penalise_first=False):
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if y.shape != (X.shape[0],) or lam < 0:
        raise ValueError("y must be (n,) and lam not negative")
    if lam == 0:
        return np.linalg.pinv(X) @ y
    P = np.identity(X.shape[1])
    P[0, 0] = 1.0 if penalise_first else 0.0
    return np.linalg.solve(X.T @ X + lam * P, X.T @ y)


@alternative("ridge")
def ridge_by_centring(X, y, lam, penalise_first=False):
    """If column 0 is exempt, take its part out of everything else, fit the rest, and put it back."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if y.ndim != 1 or len(y) != len(X):
        raise ValueError("y")
    if lam < 0:
        raise ValueError("lam")
    if lam == 0:
        return np.linalg.lstsq(X, y, rcond=None)[0].tolist()
    if penalise_first:
        return (np.linalg.inv(X.T @ X + lam * np.eye(X.shape[1])) @ X.T @ y).tolist()
    first, rest = X[:, 0], X[:, 1:]
    share, level = first @ rest / (first @ first), first @ y / (first @ first)
    centred = rest - np.outer(first, share)
    w = np.linalg.inv(centred.T @ centred + lam * np.eye(rest.shape[1])) @ centred.T @ (y - level * first)
    return [level - share @ w, *w]


@alternative("ridge")
def ridge_by_dual(X, y, lam, penalise_first=False):
    """All columns penalised: the n x n form X^T (X X^T + lam I)^-1 y. Otherwise by the p x p equations."""
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    if y.shape != X[:, 0].shape or lam < 0:
        raise ValueError("shape of y, or sign of lam")
    n, p = X.shape
    if lam > 0 and penalise_first:
        return X.T @ np.linalg.solve(X @ X.T + lam * np.eye(n), y)
    penalties = [lam if j else 0 for j in range(p)]
    return np.linalg.pinv(X.T @ X + np.diag(penalties)) @ (X.T @ y)


# ---------------------------------------------------------------- lasso


@alternative("lasso")
def fresh_residuals(X, y, lam, n_sweeps=10000, tol=1e-10, penalise_first=False, theta0=None):
    """The residual computed anew for every coordinate, the soft threshold in three cases."""
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    if lam < 0:
        raise ValueError("lam must not be negative")
    if y.shape != (len(X),):
        raise ValueError("y must be a vector with one entry per row")
    p = X.shape[1]
    theta = np.zeros(p) if theta0 is None else np.array(theta0, dtype=float)
    sweep, change = 0, math.inf
    while sweep < n_sweeps and change > tol:
        change = 0
        for j in range(p):
            x = X[:, j]
            length = x @ x
            if length == 0:
                continue
            rest = theta.copy()
            rest[j] = 0
            z = x @ (y - X @ rest)
            t = lam if j > 0 or penalise_first else 0
            if z > t:
                new = (z - t) / length
            elif z < -t:
                new = (z + t) / length
            else:
                new = 0
            change = max(change, abs(new - theta[j]))
            theta[j] = new
        sweep += 1
    return theta


@alternative("lasso")
def covariance_updates(X, y, lam, n_sweeps=10000, tol=1e-10, penalise_first=False, theta0=None):
    """X^T X and X^T y once; after that no sweep looks at the examples again. Returns a list."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if y.shape != X.shape[:1] or lam < 0:
        raise ValueError("shape of y, or sign of lam")
    gram, moments = X.T @ X, X.T @ y
    theta = [0.0] * len(moments) if theta0 is None else [float(value) for value in theta0]
    for _ in range(n_sweeps):
        before = list(theta)
        for j, length in enumerate(np.diag(gram)):
            if length > 0:
                z = moments[j] - gram[j] @ theta + length * theta[j]
                threshold = lam if penalise_first or j else 0.0
                theta[j] = math.copysign(max(abs(z) - threshold, 0.0), z) / length
        if max(abs(a - b) for a, b in zip(theta, before, strict=True)) <= tol:
            break
    return theta
