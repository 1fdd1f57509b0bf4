"""Right answers written another way, from the docstrings alone; each must get full marks."""

import itertools
import math
from collections import Counter, defaultdict
from functools import reduce

import numpy as np

from autograder.authoring import alternative

# ---------------------------------------------------------------- kernel_matrix


@alternative("kernel_matrix")
def pair_by_pair(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    """A function of two vectors for each kind, called in a double loop."""
    if Z is None:
        Z = X
    if np.ndim(X) != 2 or np.ndim(Z) != 2 or np.shape(X)[1] != np.shape(Z)[1]:
        raise ValueError("X and Z must be matrices with equally many columns")
    if kind in ("polynomial", "power_sum") and (degree != int(degree) or degree < 1):
        raise ValueError("degree must be a positive integer")
    if kind == "polynomial" and offset < 0:
        raise ValueError("offset must not be negative")
    if kind == "gaussian" and not sigma > 0:
        raise ValueError("sigma must be positive")
    if kind == "empirical" and references is None:
        raise ValueError("references are missing")

    def dot(x, z):
        return sum(a * b for a, b in zip(x, z, strict=True))

    def distances(x):
        return [math.dist(x, np.asarray(r, dtype=float).tolist()) for r in references]

    kinds = {
        "linear": dot,
        "polynomial": lambda x, z: (dot(x, z) + offset) ** degree,
        "power_sum": lambda x, z: sum(dot(x, z) ** k for k in range(degree + 1)),
        "gaussian": lambda x, z: math.exp(-(math.dist(x, z) ** 2) / (2 * sigma**2)),
        "tanh": lambda x, z: math.tanh(dot(x, z) + offset),
        "all_subsets": lambda x, z: math.prod(1 + a * b for a, b in zip(x, z, strict=True)),
        "empirical": lambda x, z: dot(distances(x), distances(z)),
    }
    if kind not in kinds:
        raise ValueError("unknown kind")
    K = np.empty((len(X), len(Z)))
    for i, x in enumerate(np.asarray(X, dtype=float).tolist()):
        for j, z in enumerate(np.asarray(Z, dtype=float).tolist()):
            K[i, j] = kinds[kind](x, z)
    return K


@alternative("kernel_matrix")
def by_broadcasting(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    """Differences in an (n, m, d) array, Horner's rule, a loop over the features; single precision at the very end."""
    X = np.array(X, dtype=np.float64)
    Z = X.copy() if Z is None else np.array(Z, dtype=np.float64)
    if X.ndim != 2 or Z.ndim != 2 or X.shape[1] != Z.shape[1]:
        raise ValueError("shapes")

    def distances(A, B):
        return np.linalg.norm(A[:, None, :] - B[None, :, :], axis=2)

    s = np.einsum("id,jd->ij", X, Z)
    if kind == "linear":
        K = s
    elif kind == "tanh":
        K = 1 - 2 / (1 + np.exp(2 * (s + offset)))
    elif kind == "gaussian":
        if sigma <= 0:
            raise ValueError("sigma")
        K = np.exp(-0.5 * (distances(X, Z) / sigma) ** 2)
    elif kind == "all_subsets":
        K = np.ones_like(s)
        for j in range(X.shape[1]):
            K *= 1 + np.outer(X[:, j], Z[:, j])
    elif kind == "empirical":
        if references is None:
            raise ValueError("references")
        R = np.array(references, dtype=np.float64)
        K = distances(X, R).dot(distances(Z, R).T)
    elif kind in ("polynomial", "power_sum"):
        if degree < 1 or degree % 1 != 0:
            raise ValueError("degree")
        if kind == "polynomial":
            if offset < 0:
                raise ValueError("offset")
            return np.power(s + offset, degree)
        K = np.ones_like(s)
        for _ in range(degree):
            K = K * s + 1
    else:
        raise ValueError("kind")
    return np.minimum(K, 1).astype(np.float32) if kind == "gaussian" else K.astype(np.float32)


@alternative("kernel_matrix")
def geometric_series(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    """power_sum as (s^(q+1) - 1) / (s - 1), the Gaussian as the product of three exponentials' exponents."""
    X = np.asarray(X, dtype=float)
    Z = X if Z is None else np.asarray(Z, dtype=float)
    if not X.ndim == Z.ndim == 2 or X.shape[1] != Z.shape[1]:
        raise ValueError("shapes")

    def squares(A, B):
        d2 = np.add.outer(np.einsum("ij,ij->i", A, A), np.einsum("ij,ij->i", B, B)) - 2 * A @ B.T
        return np.where(d2 < 0, 0, d2)

    match kind:
        case "linear":
            return X.dot(Z.T)
        case "polynomial":
            if not (float(degree).is_integer() and degree >= 1 and offset >= 0):
                raise ValueError("degree or offset")
            return reduce(np.multiply, [X @ Z.T + offset] * degree)
        case "power_sum":
            if not float(degree).is_integer() or degree < 1:
                raise ValueError("degree")
            s = X @ Z.T
            apart = np.abs(s - 1) > 1e-6
            ratio = (s ** (degree + 1) - 1) / np.where(apart, s - 1, 1)
            return np.where(apart, ratio, degree + 1)
        case "gaussian":
            if sigma <= 0:
                raise ValueError("sigma")
            return np.exp(-squares(X, Z) / sigma**2 / 2)
        case "tanh":
            return np.tanh(X @ Z.T + offset)
        case "all_subsets":
            return np.array([[np.prod(1 + x * z) for z in Z] for x in X]).reshape(len(X), len(Z))
        case "empirical":
            if references is None:
                raise ValueError("references")
            R = np.asarray(references, dtype=float)
            return squares(X, R) ** 0.5 @ (squares(Z, R) ** 0.5).T
    raise ValueError("kind")


# ---------------------------------------------------------------- feature_map


@alternative("feature_map")
def by_index_tuples(X, degree=2, offset=1.0, weights="binomial"):
    """One column for each tuple of indices; nested lists in the end."""
    if np.ndim(X) != 2:
        raise ValueError("X")
    if degree != int(degree) or degree < 1:
        raise ValueError("degree")
    if weights != "unit" and weights != "binomial":
        raise ValueError("weights")
    if weights == "binomial" and offset < 0:
        raise ValueError("offset")
    rows = []
    for x in np.asarray(X, dtype=float).tolist():
        row = []
        for r in range(degree + 1):
            factor = 1.0
            if weights == "binomial":
                count = math.factorial(degree) // math.factorial(r) // math.factorial(degree - r)
                factor = math.sqrt(count) * math.sqrt(offset) ** (degree - r)
            row += [factor * math.prod(x[i] for i in t) for t in itertools.product(range(len(x)), repeat=r)]
        rows.append(row)
    return rows


@alternative("feature_map")
def by_kron(X, degree=2, offset=1.0, weights="binomial"):
    """Kronecker powers of each row, first index fastest (products commute), in single precision."""
    X = np.array(X, dtype=float)
    if X.ndim != 2 or degree < 1 or int(degree) != degree or weights not in {"unit", "binomial"}:
        raise ValueError("bad argument")
    if weights == "binomial" and offset < 0:
        raise ValueError("offset")
    rows = []
    for x in X:
        blocks, power = [], np.ones(1)
        for r in range(degree + 1):
            scale = math.comb(degree, r) * float(offset) ** (degree - r) if weights == "binomial" else 1
            blocks.append(power * scale**0.5)
            power = np.kron(x, power)
        rows.append(np.concatenate(blocks))
    return np.array(rows, dtype=np.float32)


@alternative("feature_map")
def by_einsum(X, degree=2, offset=1.0, weights="binomial"):
    X = np.asarray(X) * 1.0
    if X.ndim != 2:
        raise ValueError("X must be (n, d)")
    if not isinstance(degree, int) or degree <= 0:
        raise ValueError("degree must be a positive integer")
    if weights == "unit":
        factors = np.ones(degree + 1)
    elif weights == "binomial" and offset >= 0:
        factors = np.sqrt([math.comb(degree, r) * offset ** (degree - r) for r in range(degree + 1)])
    else:
        raise ValueError("weights or offset")
    letters = "abcdefgh"
    blocks = [factors[0] * np.ones((len(X), 1))]
    for r in range(1, degree + 1):
        rule = ",".join("n" + letter for letter in letters[:r]) + "->n" + letters[:r]
        blocks.append(factors[r] * np.einsum(rule, *[X] * r).reshape(len(X), -1))
    return np.concatenate(blocks, axis=1)


# ---------------------------------------------------------------- is_valid_gram


@alternative("is_valid_gram")
def by_cholesky(K, tol=1e-9):
    """K + tol * scale * I has a Cholesky factor if and only if no eigenvalue is below -tol * scale."""
    K = np.array(K, dtype=float)
    if K.ndim != 2 or K.shape[0] != K.shape[1]:
        raise ValueError("K must be square")
    if K.size == 0:
        return True
    if not np.isfinite(K).all():
        return False
    scale = max(1, np.abs(K).max())
    if np.abs(K - K.T).max() > tol * scale:
        return False
    try:
        np.linalg.cholesky((K + K.T) / 2 + tol * scale * np.eye(len(K)))
    except np.linalg.LinAlgError:
        return False
    return True


@alternative("is_valid_gram")
def by_general_eigenvalues(K, tol=1e-9):
    """The eigenvalues of the symmetric part, from the solver for general matrices; numpy's own truth values."""
    K = np.asarray(K, dtype=float)
    if len(K.shape) != 2 or len(set(K.shape)) != 1:
        raise ValueError("shape")
    if K.size == 0:
        return np.True_
    if np.isnan(K).any() or np.isinf(K).any():
        return np.False_
    limit = tol * max(1.0, K.max(), -K.min())
    eigenvalues = np.linalg.eigvals((K + K.T) / 2).real
    return np.logical_and(np.allclose(K, K.T, rtol=0, atol=limit), eigenvalues.min() >= -limit)


# ---------------------------------------------------------------- combine_kernels


@alternative("combine_kernels")
def one_entry_at_a_time(K1, K2=None, operation="sum", *, weights=None, diagonals=None):
    """Python numbers in nested lists."""
    K1 = [[float(k) for k in row] for row in K1]
    n, m = len(K1), len(K1[0])
    if K2 is not None and np.shape(K2) != (n, m):
        raise ValueError("shapes differ")
    if weights is not None and any(w < 0 for w in weights):
        raise ValueError("negative weight")
    if operation not in ("sum", "product", "power_series", "normalise"):
        raise ValueError("operation")
    if (operation == "product" and K2 is None) or (operation == "power_series" and weights is None):
        raise ValueError("something is missing")
    a, b = diagonals or ((), ())
    if operation == "normalise" and diagonals is None:
        if n != m:
            raise ValueError("not square")
        a = b = [K1[i][i] for i in range(n)]
    if any(value < 0 for value in [*a, *b]):
        raise ValueError("negative diagonal")

    def entry(i, j):
        k = K1[i][j]
        if operation == "sum":
            first, second = (1, 1) if weights is None else (weights[0], weights[-1])
            return first * k if K2 is None else first * k + second * K2[i][j]
        if operation == "product":
            return k * K2[i][j]
        if operation == "power_series":
            return sum(w * k**power for power, w in enumerate(weights))
        return 0.0 if a[i] * b[j] == 0 else k / math.sqrt(a[i] * b[j])

    return [[entry(i, j) for j in range(m)] for i in range(n)]


@alternative("combine_kernels")
def rows_then_columns(K1, K2=None, operation="sum", *, weights=None, diagonals=None):
    """Horner's rule for the series; the cosine by dividing the rows and then the columns."""
    K1 = np.array(K1, dtype=float)
    if K2 is not None:
        K2 = np.array(K2, dtype=float)
        if K2.shape != K1.shape:
            raise ValueError("shapes")
    if weights is not None and np.min(weights) < 0:
        raise ValueError("weights")
    match operation:
        case "sum":
            first, second = (1, 1) if weights is None else (weights[0], weights[-1])
            return first * K1 if K2 is None else first * K1 + second * K2
        case "product":
            if K2 is None:
                raise ValueError("K2")
            return np.multiply(K1, K2)
        case "power_series":
            if weights is None:
                raise ValueError("weights")
            total = np.zeros(K1.shape)
            for w in reversed(weights):
                total = total * K1 + w
            return total
        case "normalise":
            if diagonals is None:
                if K1.shape[0] != K1.shape[1]:
                    raise ValueError("diagonals")
                diagonals = K1.diagonal(), K1.diagonal()
            a, b = np.array(diagonals[0], dtype=float), np.array(diagonals[1], dtype=float)
            if np.any(a < 0) or np.any(b < 0):
                raise ValueError("negative")
            K1[a == 0] = 0
            K1[:, b == 0] = 0
            a[a == 0], b[b == 0] = 1, 1
            return (K1 / np.sqrt(a)[:, None] / np.sqrt(b)).astype(np.float32)
    raise ValueError("operation")


# ---------------------------------------------------------------- spectrum_kernel


@alternative("spectrum_kernel")
def pairs_of_windows(S, T, length, mode="exact"):
    """Compares every window of s with every window of t; a list of lists."""
    if length < 1:
        raise ValueError("length")
    if mode not in ["exact", "up_to", "positional"]:
        raise ValueError("mode")

    def compare(s, t):
        total = 0
        for size in range(1, length + 1) if mode == "up_to" else (length,):
            for i in range(len(s) - size + 1):
                for j in range(len(t) - size + 1):
                    if (mode != "positional" or i == j) and s[i : i + size] == t[j : j + size]:
                        total += 1
        return total

    return [[compare(s, t) for t in T] for s in S]


@alternative("spectrum_kernel")
def by_count_matrix(S, T, length, mode="exact"):
    """An explicit matrix of counts for all strings, with one column for each window that occurs anywhere."""
    if length <= 0 or mode not in {"exact", "up_to", "positional"}:
        raise ValueError("length or mode")
    column = defaultdict(itertools.count().__next__)
    counts = []
    for s in [*S, *T]:
        found = Counter()
        for size in range(1 if mode == "up_to" else length, length + 1):
            for i in range(len(s)):
                if i + size <= len(s):
                    found[column[(i if mode == "positional" else -1, s[i : i + size])]] += 1
        counts.append(found)
    C = np.zeros((len(counts), len(column)))
    for row, found in enumerate(counts):
        for index, count in found.items():
            C[row, index] = count
    return (C[: len(S)] @ C[len(S) :].T).astype(np.int64)


@alternative("spectrum_kernel")
def by_matching_runs(S, T, length, mode="exact"):
    """L[i, j] = length of the longest common run that ends at s[i], t[j]: it holds one window of every size up to L."""
    if not length >= 1:
        raise ValueError("length")
    if mode == "gapped" or mode not in ("exact", "up_to", "positional"):
        raise ValueError("mode")
    K = np.zeros((len(S), len(T)), dtype=np.float32)
    for a, s in enumerate(S):
        for b, t in enumerate(T):
            runs = np.zeros((len(s) + 1, len(t) + 1), dtype=int)
            for i, j in itertools.product(range(len(s)), range(len(t))):
                if s[i] == t[j]:
                    runs[i + 1, j + 1] = runs[i, j] + 1
            if mode == "exact":
                K[a, b] = np.sum(runs >= length)
            elif mode == "up_to":
                K[a, b] = np.minimum(runs, length).sum()
            else:
                K[a, b] = np.sum(np.diag(runs) >= length)
    return K


# ---------------------------------------------------------------- walk_kernel


def _graphs(A, B, labels_a, labels_b, max_length, discount):
    A, B = np.array(A, dtype=float), np.array(B, dtype=float)
    for M in (A, B):
        if M.ndim != 2 or M.shape[0] != M.shape[1]:
            raise ValueError("not square")
    if (max_length is None and discount is None) or (max_length is not None and discount is not None):
        raise ValueError("one of the two")
    if max_length is not None and max_length < 0:
        raise ValueError("max_length")
    if discount is not None and (discount <= 0 or discount >= 1):
        raise ValueError("discount")
    if labels_a is None and labels_b is None:
        labels_a, labels_b = [0] * len(A), [0] * len(B)
    if labels_a is None or labels_b is None or len(labels_a) != len(A) or len(labels_b) != len(B):
        raise ValueError("labels")
    return A, B, list(labels_a), list(labels_b)


@alternative("walk_kernel")
def by_eigenvalues(A, B, labels_a=None, labels_b=None, *, max_length=None, discount=None):
    """The product graph entry by entry; sums of matrix powers, or the series summed until nothing is added."""
    A, B, labels_a, labels_b = _graphs(A, B, labels_a, labels_b, max_length, discount)
    nodes = [(i, j) for i in range(len(A)) for j in range(len(B)) if labels_a[i] == labels_b[j]]
    W = np.array([[A[i, k] * B[j, m] for k, m in nodes] for i, j in nodes]).reshape(len(nodes), len(nodes))
    if not nodes:
        return 0.0
    if max_length is not None:
        return sum(float(np.linalg.matrix_power(W, k).sum()) for k in range(1, max_length + 1))
    if discount * max(abs(np.linalg.eigvals(W))) >= 1 - 1e-12:
        raise ValueError("diverges")
    total, term = 0.0, np.ones(len(nodes))
    while term.sum() > 1e-13 * total:
        total += term.sum()
        term = discount * W @ term
    return total


@alternative("walk_kernel")
def without_product_graph(A, B, labels_a=None, labels_b=None, *, max_length=None, discount=None):
    """Keeps a (p, q) matrix of the walks that end at each pair: one step is A' V B, masked by the labels."""
    A, B, labels_a, labels_b = _graphs(A, B, labels_a, labels_b, max_length, discount)
    mask = np.array([[float(a == b) for b in labels_b] for a in labels_a])
    if max_length is not None:
        total, V = 0.0, mask
        for _ in range(max_length):
            V = mask * (A.T @ V @ B)
            total += V.sum()
        return np.float64(total)
    inside = mask.ravel() > 0
    W = np.kron(A, B)[inside][:, inside]
    if W.size and np.max(np.abs(np.linalg.eigvals(W))) * discount >= 1:
        raise ValueError("diverges")
    return np.linalg.inv(np.eye(len(W)) - discount * W).sum()


# ---------------------------------------------------------------- kernel_perceptron


@alternative("kernel_perceptron")
def running_activations(K, y, n_epochs):
    """Keeps the activations of all examples and adds a column of K (and 1 for the bias) with every mistake."""
    K, y = np.array(K), np.array(y)
    if K.shape != (len(y), len(y)):
        raise ValueError("K")
    if not set(y.tolist()) <= {-1, 1}:
        raise ValueError("labels")
    if n_epochs < 0:
        raise ValueError("n_epochs")
    activations, alpha, mistakes = np.zeros(len(y)), np.zeros(len(y), dtype=int), []
    while len(mistakes) < n_epochs and (not mistakes or mistakes[-1] > 0):
        count = 0
        for i, label in enumerate(y):
            if label * activations[i] <= 0:
                alpha[i] += label
                activations += label * (K[:, i] + 1)
                count += 1
        mistakes.append(count)
    return alpha, alpha.sum(), mistakes


@alternative("kernel_perceptron")
def plain_loops(K, y, n_epochs):
    """Lists only; sums over the examples that have made a mistake so far."""
    n = len(y)
    if np.shape(K) != (n, n) or n_epochs < 0 or any(label not in (-1, 1) for label in y):
        raise ValueError("bad argument")
    alpha, b, mistakes = {}, 0, []
    for _ in range(n_epochs):
        before = sum(abs(a) for a in alpha.values())
        for i in range(n):
            a = b
            for j, coefficient in alpha.items():
                a += coefficient * float(K[i][j])
            if (a >= 0 and y[i] < 0) or (a <= 0 and y[i] > 0):
                alpha[i] = alpha.get(i, 0) + int(y[i])
                b += int(y[i])
        mistakes.append(sum(abs(a) for a in alpha.values()) - before)
        if not mistakes[-1]:
            break
    return [alpha.get(i, 0) for i in range(n)], b, mistakes


# ---------------------------------------------------------------- kernel_least_squares


def _require_problem(K, y, penalty, learning_rate, stochastic):
    if np.ndim(K) != 2 or np.shape(K)[0] != np.shape(K)[1] or len(K) != len(y):
        raise ValueError("shapes")
    if penalty < 0:
        raise ValueError("penalty")
    if learning_rate is None and (stochastic or penalty <= 0):
        raise ValueError("closed form")
    if learning_rate is not None and (learning_rate <= 0 or (stochastic and penalty != 0)):
        raise ValueError("learning_rate")


@alternative("kernel_least_squares")
def by_eigen_decomposition(K, y, penalty=0.0, *, learning_rate=None, n_steps=0, stochastic=False):
    """Along an eigenvector with value v, k batch steps reach (1 - (1 - eta (v + penalty))^k) of the solution."""
    _require_problem(K, y, penalty, learning_rate, stochastic)
    K, y = np.asarray(K, dtype=float), np.asarray(y, dtype=float)
    Y = y.reshape(len(y), -1)
    if stochastic:
        alpha = np.zeros(Y.shape)
        for i in list(range(len(Y))) * n_steps:
            alpha[i] = alpha[i] + learning_rate * (Y[i] - K[i].dot(alpha))
        return alpha.reshape(y.shape)
    values, vectors = np.linalg.eigh(K)
    values = values + penalty
    if learning_rate is None:
        factors = 1 / values
    else:
        rates = [learning_rate * (1 - learning_rate * values) ** k for k in range(n_steps)]
        factors = np.sum(rates, axis=0) if rates else np.zeros(len(values))
    return (vectors @ (factors[:, None] * (vectors.T @ Y))).reshape(y.shape)


@alternative("kernel_least_squares")
def by_residuals(K, y, penalty=0.0, *, learning_rate=None, n_steps=0, stochastic=False):
    """Updates the residual y - (K + penalty I) alpha along with alpha; inverse for the closed form; a list."""
    _require_problem(K, y, penalty, learning_rate, stochastic)
    M = np.array(K, dtype=float) + penalty * np.identity(len(K))
    residual = np.array(y, dtype=float)
    if learning_rate is None:
        return (np.linalg.inv(M) @ residual).tolist()
    alpha = 0 * residual
    for _ in range(n_steps):
        if stochastic:
            for i in range(len(M)):
                step = learning_rate * residual[i]
                alpha[i] += step
                residual -= np.multiply.outer(M[:, i], step)
        else:
            step = learning_rate * residual
            alpha, residual = alpha + step, residual - M @ step
    return alpha.tolist()


# ---------------------------------------------------------------- kernel_kmeans


@alternative("kernel_kmeans")
def by_one_hot(K, labels, n_clusters, max_iter=100):
    """D = diag(K) - 2 K A + diag(A' K A), with the columns of the one-hot matrix A divided by the cluster sizes."""
    K, labels = np.array(K, dtype=float), np.array(labels)
    if K.ndim != 2 or K.shape[0] != K.shape[1] or labels.shape != K.shape[:1]:
        raise ValueError("shapes")
    if np.any(labels < 0) or np.any(labels >= n_clusters):
        raise ValueError("labels")

    def distances(z):
        A = (z[:, None] == np.arange(n_clusters)).astype(float)
        sizes = A.sum(axis=0)
        A = A / np.where(sizes > 0, sizes, 1)
        D = K.diagonal()[:, None] - 2 * K @ A + np.einsum("ik,ij,jk->k", A, K, A)
        D[:, sizes == 0] = np.inf
        return D

    D = distances(labels)
    history = [np.take_along_axis(D, labels[:, None], axis=1).sum()]
    changed = True
    while changed and max_iter > 0:
        new = np.argmin(D, axis=1)
        changed = bool(np.any(new != labels))
        if changed:
            labels, D = new, distances(new)
            history.append(np.take_along_axis(D, labels[:, None], axis=1).sum())
        max_iter -= 1
    return labels, D, np.array(history)


@alternative("kernel_kmeans")
def with_loops(K, labels, n_clusters, max_iter=100):
    """Sums over members, nested lists for D."""
    n = len(K)
    if np.shape(K) != (n, n) or len(labels) != n or any(not 0 <= z < n_clusters for z in labels):
        raise ValueError("bad argument")
    K, labels = np.asarray(K, dtype=float).tolist(), [int(z) for z in labels]

    def distances():
        columns = []
        for k in range(n_clusters):
            members = [i for i in range(n) if labels[i] == k]
            if not members:
                columns.append([math.inf] * n)
                continue
            size = len(members)
            within = sum(K[a][b] for a in members for b in members) / size**2
            columns.append([K[i][i] - 2 * sum(K[i][a] for a in members) / size + within for i in range(n)])
        return [list(row) for row in zip(*columns, strict=True)]

    D = distances()
    history = [sum(D[i][labels[i]] for i in range(n))]
    for _ in range(max_iter):
        new = [row.index(min(row)) for row in D]
        if new == labels:
            break
        labels = new
        D = distances()
        history.append(sum(D[i][labels[i]] for i in range(n)))
    return labels, D, history


# ---------------------------------------------------------------- kernel_predict


@alternative("kernel_predict")
def point_by_point(K_test, coefficients, y=None, bias=0.0):
    """A loop over test points, lists in the end."""
    K_test, coefficients = np.asarray(K_test), np.asarray(coefficients)
    if K_test.ndim != 2 or K_test.shape[1] != coefficients.shape[0]:
        raise ValueError("shapes")
    if y is not None and (coefficients.ndim != 1 or len(y) != len(coefficients)):
        raise ValueError("y")
    scores, labels = [], []
    for row in K_test:
        if coefficients.ndim == 1:
            signs = np.ones(len(row)) if y is None else y
            score = bias + sum(k * c * s for k, c, s in zip(row, coefficients, signs, strict=True))
            labels.append(-1 if score < 0 else 1)
        else:
            score = [bias + float(row @ column) for column in coefficients.T]
            labels.append(score.index(max(score)))
        scores.append(score)
    return scores, labels


@alternative("kernel_predict")
def einsum_in_single_precision(K_test, coefficients, y=None, bias=0.0):
    K_test, c = np.array(K_test, dtype=float), np.array(coefficients, dtype=float)
    if K_test.shape[1:] != c.shape[:1]:
        raise ValueError("shapes")
    if y is not None:
        if c.ndim == 2 or len(y) != len(c):
            raise ValueError("y")
        c = np.array(y) * c
    if c.ndim == 1:
        scores = np.einsum("ti,i->t", K_test, c) + bias
        return scores.astype(np.float32), np.where(scores < 0, -1, 1)
    scores = np.einsum("ti,ic->tc", K_test, c) + bias
    return [scores.astype(np.float32), np.argmax(scores, 1)]
