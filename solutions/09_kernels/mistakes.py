"""Known wrong answers about kernels, each with the sentence that a student who gave it is told."""

import itertools
import math
from collections import Counter

import numpy as np

from autograder.authoring import mistake
from kernels import (
    _distances_to_means,
    _matrix,
    _require_degree,
    _require_offset,
    _square,
    _squared_distances,
)

# ---------------------------------------------------------------- kernel_matrix


def _blocks(X, Z):
    X = _matrix("X", X)
    Z = X if Z is None else _matrix("Z", Z)
    if X.shape[1] != Z.shape[1]:
        raise ValueError("X and Z have different numbers of columns")
    return X, Z


def _other_kinds(X, Z, kind, degree, offset, sigma, references):
    """All seven kinds, right: what a mistake about one of them leaves as it is."""
    s = X @ Z.T
    if kind in ("polynomial", "power_sum"):
        _require_degree(degree)
    if kind == "linear":
        return s
    if kind == "polynomial":
        _require_offset(offset)
        return (s + offset) ** degree
    if kind == "power_sum":
        return sum(s**k for k in range(degree + 1))
    if kind == "gaussian":
        return np.exp(-_exponent(X, Z, sigma))
    if kind == "tanh":
        return np.tanh(s + offset)
    if kind == "all_subsets":
        return np.prod(1 + X[:, np.newaxis, :] * Z, axis=2)
    if kind == "empirical" and references is not None:
        R = np.asarray(references, dtype=float)
        return np.sqrt(_squared_distances(X, R)) @ np.sqrt(_squared_distances(Z, R)).T
    raise ValueError("unknown kind, or no references")


def _exponent(X, Z, sigma):
    if sigma <= 0:
        raise ValueError("sigma must be positive")
    return _squared_distances(X, Z) / (2 * sigma**2)


@mistake(
    "kernel_matrix",
    "You divide by sigma^2; the exponent is minus the squared distance over TWO sigma squared.",
)
def gamma_without_two(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    X, Z = _blocks(X, Z)
    if kind == "gaussian":
        return np.exp(-2 * _exponent(X, Z, sigma))
    return _other_kinds(X, Z, kind, degree, offset, sigma, references)


@mistake("kernel_matrix", "The Gaussian uses the squared distance; you left the square root in.")
def unsquared_distance(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    X, Z = _blocks(X, Z)
    if kind == "gaussian":
        if sigma <= 0:
            raise ValueError("sigma must be positive")
        distances = np.linalg.norm(X[:, np.newaxis] - Z, axis=2)
        return np.exp(-distances / (2 * sigma**2))
    return _other_kinds(X, Z, kind, degree, offset, sigma, references)


@mistake("kernel_matrix", "You divide by 2 sigma; the width enters squared, 2 sigma^2.")
def sigma_not_squared(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    X, Z = _blocks(X, Z)
    if kind == "gaussian":
        return np.exp(-_exponent(X, Z, sigma) * sigma)
    return _other_kinds(X, Z, kind, degree, offset, sigma, references)


@mistake("kernel_matrix", "You add the offset after taking the power; it belongs inside, (x.z + offset)^degree.")
def offset_outside_power(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    X, Z = _blocks(X, Z)
    if kind == "polynomial":
        _require_degree(degree)
        _require_offset(offset)
        return (X @ Z.T) ** degree + offset
    return _other_kinds(X, Z, kind, degree, offset, sigma, references)


@mistake(
    "kernel_matrix",
    "power_sum is 1 + s + s^2 + ..., every term with weight one; (1 + s)^degree has other weights.",
)
def power_sum_binomial(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    X, Z = _blocks(X, Z)
    if kind == "power_sum":
        _require_degree(degree)
        return (1 + X @ Z.T) ** degree
    return _other_kinds(X, Z, kind, degree, offset, sigma, references)


@mistake("kernel_matrix", "Your matrix is transposed: row i belongs to X[i], column j to Z[j].")
def transposed(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    X, Z = _blocks(X, Z)
    return _other_kinds(Z, X, kind, degree, offset, sigma, references)


@mistake(
    "kernel_matrix",
    "You take the SQUARED distances to the references; the empirical map has the distances themselves.",
)
def squared_references(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    X, Z = _blocks(X, Z)
    if kind == "empirical" and references is not None:
        R = np.asarray(references, dtype=float)
        return _squared_distances(X, R) @ _squared_distances(Z, R).T
    return _other_kinds(X, Z, kind, degree, offset, sigma, references)


@mistake(
    "kernel_matrix",
    "You leave out the empty subset; all_subsets counts it too, so nothing is subtracted from the product.",
)
def no_empty_subset(X, Z=None, kind="linear", *, degree=2, offset=1.0, sigma=1.0, references=None):
    X, Z = _blocks(X, Z)
    K = _other_kinds(X, Z, kind, degree, offset, sigma, references)
    return K - 1 if kind == "all_subsets" else K


# ---------------------------------------------------------------- feature_map


def _ordered_blocks(X, degree, offset, weights):
    """The blocks of plain ordered products, once the arguments are known to be good."""
    X = _matrix("X", X)
    _require_degree(degree)
    if weights not in ("binomial", "unit"):
        raise ValueError("weights must be 'binomial' or 'unit'")
    if weights == "binomial":
        _require_offset(offset)
    return [_products(X, itertools.product(range(X.shape[1]), repeat=r)) for r in range(degree + 1)]


def _products(X, tuples):
    return np.column_stack([np.prod(X[:, list(t)], axis=1) for t in tuples])


def _factors(degree, offset, weights):
    if weights == "unit":
        return [1.0] * (degree + 1)
    return [math.sqrt(math.comb(degree, r) * offset ** (degree - r)) for r in range(degree + 1)]


def _weighted(blocks, factors):
    return np.hstack([factor * block for factor, block in zip(factors, blocks, strict=True)])


@mistake(
    "feature_map",
    "You weight the linear terms by 2; the inner product needs sqrt(2 offset) on each side, "
    "so take the square root of the binomial weight.",
)
def linear_weight_two(X, degree=2, offset=1.0, weights="binomial"):
    blocks = _ordered_blocks(X, degree, offset, weights)
    return _weighted(blocks, [factor**2 for factor in _factors(degree, offset, weights)])


@mistake(
    "feature_map",
    "You weight the linear terms by sqrt(2) times the offset; the offset belongs under the root too, sqrt(2 offset).",
)
def offset_outside_root(X, degree=2, offset=1.0, weights="binomial"):
    blocks = _ordered_blocks(X, degree, offset, weights)
    factors = _factors(degree, offset, weights)
    if weights == "binomial":
        for r in range(1, degree):
            factors[r] = math.sqrt(math.comb(degree, r)) * offset ** (degree - r)
    return _weighted(blocks, factors)


@mistake(
    "feature_map",
    "You list x1x2 only once; this map has both x1x2 and x2x1, or its inner product loses cross terms.",
)
def unordered_products(X, degree=2, offset=1.0, weights="binomial"):
    _ordered_blocks(X, degree, offset, weights)
    X = np.asarray(X, dtype=float)
    combinations = itertools.combinations_with_replacement
    blocks = [_products(X, combinations(range(X.shape[1]), r)) for r in range(degree + 1)]
    return _weighted(blocks, _factors(degree, offset, weights))


@mistake("feature_map", "The constant column is missing; block 0 is one column, sqrt(offset^degree).")
def missing_constant(X, degree=2, offset=1.0, weights="binomial"):
    blocks = _ordered_blocks(X, degree, offset, weights)
    return _weighted(blocks[1:], _factors(degree, offset, weights)[1:])


@mistake(
    "feature_map",
    "Your blocks run from the highest degree down; the constant comes first, then degree 1, 2, ...",
)
def blocks_reversed(X, degree=2, offset=1.0, weights="binomial"):
    blocks = _ordered_blocks(X, degree, offset, weights)
    return _weighted(blocks[::-1], _factors(degree, offset, weights)[::-1])


@mistake(
    "feature_map",
    "For degree q the constant must square to offset^q; you used offset itself (right only for q = 2).",
)
def constant_is_offset(X, degree=2, offset=1.0, weights="binomial"):
    blocks = _ordered_blocks(X, degree, offset, weights)
    factors = _factors(degree, offset, weights)
    if weights == "binomial":
        factors[0] = offset
    return _weighted(blocks, factors)


# ---------------------------------------------------------------- is_valid_gram


def _slack(K, tol):
    return tol * max(1.0, np.abs(K).max(initial=0))


def _is_symmetric(K, tol):
    return np.abs(K - K.T).max(initial=0) <= _slack(K, tol)


@mistake(
    "is_valid_gram",
    "You demand strictly positive eigenvalues; a kernel may have zero ones, only negative eigenvalues refute it.",
)
def strictly_positive(K, tol=1e-9):
    K = _square("K", K)
    if not np.isfinite(K).all() or not _is_symmetric(K, tol):
        return False
    return bool((np.linalg.eigvalsh(K) > _slack(K, tol)).all())


@mistake(
    "is_valid_gram",
    "You look at the signs of the entries; they may be anything, positive semidefinite is about eigenvalues.",
)
def looks_at_entries(K, tol=1e-9):
    K = _square("K", K)
    if not np.isfinite(K).all() or not _is_symmetric(K, tol):
        return False
    return bool(K.min(initial=0) >= -_slack(K, tol))


@mistake(
    "is_valid_gram",
    "You look at the signs on the diagonal; they must not be negative, but that is not enough: test the eigenvalues.",
)
def looks_at_diagonal(K, tol=1e-9):
    K = _square("K", K)
    if not np.isfinite(K).all() or not _is_symmetric(K, tol):
        return False
    return bool((np.diag(K) >= -_slack(K, tol)).all())


@mistake(
    "is_valid_gram",
    "You never test symmetry; eigvalsh reads one triangle only and misses an asymmetric matrix.",
)
def no_symmetry(K, tol=1e-9):
    K = _square("K", K)
    if not np.isfinite(K).all():
        return False
    return bool((np.linalg.eigvalsh(K) >= -_slack(K, tol)).all())


@mistake(
    "is_valid_gram",
    "You compare with exactly zero; rounding leaves eigenvalues like -1e-16, allow tol times the size of K.",
)
def no_tolerance(K, tol=1e-9):
    K = _square("K", K)
    if not np.isfinite(K).all() or not _is_symmetric(K, tol):
        return False
    return bool((np.linalg.eigvalsh(K) >= 0).all())


# ---------------------------------------------------------------- combine_kernels


def _ingredients(K1, K2, operation, weights):
    K1 = _matrix("K1", K1)
    K2 = None if K2 is None else _matrix("K2", K2)
    if K2 is not None and K1.shape != K2.shape:
        raise ValueError("K1 and K2 must have the same shape")
    if weights is not None and min(weights) < 0:
        raise ValueError("weights must not be negative")
    if operation not in ("sum", "product", "power_series", "normalise"):
        raise ValueError("unknown operation")
    if (operation == "product" and K2 is None) or (operation == "power_series" and weights is None):
        raise ValueError("an ingredient is missing")
    return K1, K2


def _lengths(K1, diagonals):
    """The outer product of the norms of rows and columns."""
    if diagonals is None:
        diagonals = np.diag(_square("K1", K1)), np.diag(K1)
    a, b = (np.asarray(diagonal, dtype=float) for diagonal in diagonals)
    if min(a.min(), b.min()) < 0:
        raise ValueError("negative diagonal")
    return np.sqrt(np.outer(a, b))


def _quotient(K1, divisor):
    return np.divide(K1, divisor, out=np.zeros_like(K1), where=divisor > 0)


def _combined(K1, K2, operation, weights, diagonals):
    """All four operations, right: what a mistake about one of them leaves as it is."""
    if operation == "sum":
        weights = [1, 1] if weights is None else weights
        return weights[0] * K1 + (0 if K2 is None else weights[1] * K2)
    if operation == "product":
        return K1 * K2
    if operation == "power_series":
        return sum(weight * K1**k for k, weight in enumerate(weights))
    return _quotient(K1, _lengths(K1, diagonals))


@mistake("combine_kernels", "You multiplied the matrices; the product kernel multiplies entry by entry.")
def matrix_product(K1, K2=None, operation="sum", *, weights=None, diagonals=None):
    K1, K2 = _ingredients(K1, K2, operation, weights)
    if operation == "product":
        return K1 @ K2
    return _combined(K1, K2, operation, weights, diagonals)


@mistake("combine_kernels", "The power series uses elementwise powers K**k, not matrix powers K@K.")
def matrix_power(K1, K2=None, operation="sum", *, weights=None, diagonals=None):
    K1, K2 = _ingredients(K1, K2, operation, weights)
    if operation == "power_series":
        return sum(weight * np.linalg.matrix_power(K1, k) for k, weight in enumerate(weights))
    return _combined(K1, K2, operation, weights, diagonals)


@mistake(
    "combine_kernels",
    "Divide by the square root of the two self-similarities; you divided by their product.",
)
def no_square_root(K1, K2=None, operation="sum", *, weights=None, diagonals=None):
    K1, K2 = _ingredients(K1, K2, operation, weights)
    if operation == "normalise":
        return _quotient(K1, _lengths(K1, diagonals) ** 2)
    return _combined(K1, K2, operation, weights, diagonals)


@mistake(
    "combine_kernels",
    "You normalised a test block with its own diagonal; each row and column needs its own k(x, x).",
)
def own_diagonal(K1, K2=None, operation="sum", *, weights=None, diagonals=None):
    K1, K2 = _ingredients(K1, K2, operation, weights)
    return _combined(K1, K2, operation, weights, None)


@mistake(
    "combine_kernels",
    "weights[0] belongs to the constant term K**0; your series starts one power too late.",
)
def series_starts_at_one(K1, K2=None, operation="sum", *, weights=None, diagonals=None):
    K1, K2 = _ingredients(K1, K2, operation, weights)
    if operation == "power_series":
        return sum(weight * K1**k for k, weight in enumerate(weights, start=1))
    return _combined(K1, K2, operation, weights, diagonals)


# ---------------------------------------------------------------- spectrum_kernel


def _check_strings(length, mode):
    if length < 1 or mode not in ("exact", "up_to", "positional"):
        raise ValueError("length must be positive, and mode 'exact', 'up_to' or 'positional'")


def _windows(s, length):
    return [s[i : i + length] for i in range(len(s) - length + 1)]


def _same_places(s, t, length):
    return sum(u == v for u, v in zip(_windows(s, length), _windows(t, length), strict=False))


def _dot(s, t, length):
    ours, theirs = Counter(_windows(s, length)), Counter(_windows(t, length))
    return sum(count * theirs[u] for u, count in ours.items())


def _table(S, T, length, mode, exact, positional=_same_places):
    """The kernel matrix in every mode, from one way to compare two strings at one length."""
    _check_strings(length, mode)
    K = np.zeros((len(S), len(T)))
    for i, s in enumerate(S):
        for j, t in enumerate(T):
            if mode == "positional":
                K[i, j] = positional(s, t, length)
            else:
                K[i, j] = sum(exact(s, t, size) for size in range(1 if mode == "up_to" else length, length + 1))
    return K


@mistake(
    "spectrum_kernel",
    "str.count skips overlapping occurrences; slide the window one letter at a time.",
)
def non_overlapping(S, T, length, mode="exact"):
    def exact(s, t, size):
        return sum(s.count(u) * t.count(u) for u in set(_windows(s, size)))

    return _table(S, T, length, mode, exact)


@mistake(
    "spectrum_kernel",
    "You only note whether a substring occurs; multiply how often it occurs in each string.",
)
def presence(S, T, length, mode="exact"):
    def exact(s, t, size):
        return len(set(_windows(s, size)) & set(_windows(t, size)))

    return _table(S, T, length, mode, exact)


@mistake("spectrum_kernel", "Your loop stops one window early; there are len(s) - length + 1 of them.")
def last_window(S, T, length, mode="exact"):
    return _table([s[:-1] for s in S], [t[:-1] for t in T], length, mode, _dot)


@mistake("spectrum_kernel", '"up_to" adds all lengths from 1 to length; you only used the last.')
def up_to_length_only(S, T, length, mode="exact"):
    _check_strings(length, mode)
    return _table(S, T, length, "exact" if mode == "up_to" else mode, _dot)


@mistake(
    "spectrum_kernel",
    "You add the smaller of the two counts; the kernel is a dot product, multiply the counts.",
)
def common_total(S, T, length, mode="exact"):
    def exact(s, t, size):
        return (Counter(_windows(s, size)) & Counter(_windows(t, size))).total()

    return _table(S, T, length, mode, exact)


@mistake(
    "spectrum_kernel",
    '"positional" needs whole windows; a slice at the end of a string is shorter, and two short ones do not count.',
)
def incomplete_windows(S, T, length, mode="exact"):
    def positional(s, t, size):
        return sum(s[i : i + size] == t[i : i + size] for i in range(min(len(s), len(t))))

    return _table(S, T, length, mode, _dot, positional)


# ---------------------------------------------------------------- walk_kernel


def _check_graphs(A, B, labels_a, labels_b, max_length, discount):
    A, B = _square("A", A), _square("B", B)
    if (max_length is None) == (discount is None) or (labels_a is None) != (labels_b is None):
        raise ValueError("give one of max_length and discount, and labels for both graphs or neither")
    if labels_a is not None and (len(labels_a) != len(A) or len(labels_b) != len(B)):
        raise ValueError("every node needs one label")
    if max_length is not None and max_length < 0:
        raise ValueError("max_length must not be negative")
    if discount is not None and not 0 < discount < 1:
        raise ValueError("discount must lie between 0 and 1")
    return A, B


def _matching(W, labels_a, labels_b):
    if labels_a is None:
        return W
    keep = [k for k, (a, b) in enumerate(itertools.product(labels_a, labels_b)) if a == b]
    return W[np.ix_(keep, keep)]


def _refuse_divergence(W, discount):
    if len(W) and discount * np.abs(np.linalg.eigvals(W)).max() >= 1:
        raise ValueError("the series diverges")


def _powers(W, lengths):
    return [np.linalg.matrix_power(W, length) for length in lengths]


def _resolvent(W, discount):
    return np.linalg.inv(np.eye(len(W)) - discount * W)


def _walk_sum(W, max_length, discount):
    if max_length is not None:
        return float(sum(power.sum() for power in _powers(W, range(1, max_length + 1))))
    _refuse_divergence(W, discount)
    return float(_resolvent(W, discount).sum())


@mistake(
    "walk_kernel",
    "You took the trace, which counts only walks that return; sum over all start and end nodes.",
)
def closed_walks(A, B, labels_a=None, labels_b=None, *, max_length=None, discount=None):
    A, B = _check_graphs(A, B, labels_a, labels_b, max_length, discount)
    W = _matching(np.kron(A, B), labels_a, labels_b)
    if max_length is not None:
        return float(sum(np.trace(power) for power in _powers(W, range(1, max_length + 1))))
    _refuse_divergence(W, discount)
    return float(np.trace(_resolvent(W, discount)))


@mistake(
    "walk_kernel",
    "The capped sum starts at length 1; yours begins with length 0, which counts the pairs of nodes.",
)
def capped_from_zero(A, B, labels_a=None, labels_b=None, *, max_length=None, discount=None):
    A, B = _check_graphs(A, B, labels_a, labels_b, max_length, discount)
    W = _matching(np.kron(A, B), labels_a, labels_b)
    return _walk_sum(W, max_length, discount) + (0 if max_length is None else len(W))


@mistake(
    "walk_kernel",
    "The discounted sum starts at length 0, with one for each pair of nodes; yours begins with length 1.",
)
def discounted_from_one(A, B, labels_a=None, labels_b=None, *, max_length=None, discount=None):
    A, B = _check_graphs(A, B, labels_a, labels_b, max_length, discount)
    W = _matching(np.kron(A, B), labels_a, labels_b)
    return _walk_sum(W, max_length, discount) - (0 if discount is None else len(W))


@mistake("walk_kernel", "Pairs of nodes with different labels must be dropped from the product graph.")
def ignores_labels(A, B, labels_a=None, labels_b=None, *, max_length=None, discount=None):
    A, B = _check_graphs(A, B, labels_a, labels_b, max_length, discount)
    return _walk_sum(np.kron(A, B), max_length, discount)


@mistake(
    "walk_kernel",
    "You solve the linear system even when discount times the spectral radius reaches 1; "
    "the series diverges there, raise ValueError.",
)
def diverges(A, B, labels_a=None, labels_b=None, *, max_length=None, discount=None):
    A, B = _check_graphs(A, B, labels_a, labels_b, max_length, discount)
    W = _matching(np.kron(A, B), labels_a, labels_b)
    return float(_resolvent(W, discount).sum()) if max_length is None else _walk_sum(W, max_length, None)


@mistake(
    "walk_kernel",
    "You joined the graphs by A⊗I + I⊗B; both walks step together, so multiply: A⊗B.",
)
def sum_graph(A, B, labels_a=None, labels_b=None, *, max_length=None, discount=None):
    A, B = _check_graphs(A, B, labels_a, labels_b, max_length, discount)
    W = np.kron(A, np.eye(len(B))) + np.kron(np.eye(len(A)), B)
    return _walk_sum(_matching(W, labels_a, labels_b), max_length, discount)


# ---------------------------------------------------------------- kernel_perceptron


def _checked_run(K, y, n_epochs):
    K, y = _square("K", K), np.asarray(y, dtype=float)
    if y.shape != (len(K),) or not np.isin(y, (-1, 1)).all() or n_epochs < 0:
        raise ValueError("K must be (n, n), labels -1 or +1, n_epochs not negative")
    return K, y


@mistake(
    "kernel_perceptron",
    "You update only when y a < 0; from zero every activation is 0, so nothing would ever be learned. Use <= 0.",
)
def strict_update(K, y, n_epochs):
    K, y = _checked_run(K, y, n_epochs)
    alpha, b, mistakes = np.zeros(len(y)), 0.0, []
    for _ in range(n_epochs):
        count = 0
        for i in range(len(y)):
            if y[i] * (alpha @ K[i] + b) < 0:
                alpha[i] += y[i]
                b += y[i]
                count += 1
        mistakes.append(count)
        if count == 0:
            break
    return alpha, b, mistakes


@mistake(
    "kernel_perceptron",
    "You add 1 on every mistake; the coefficient must grow by y_i, the label is part of it.",
)
def unsigned(K, y, n_epochs):
    K, y = _checked_run(K, y, n_epochs)
    alpha, b, mistakes = np.zeros(len(y)), 0.0, []
    for _ in range(n_epochs):
        count = 0
        for i in range(len(y)):
            if y[i] * (alpha @ K[i] + b) <= 0:
                alpha[i] += 1
                b += y[i]
                count += 1
        mistakes.append(count)
        if count == 0:
            break
    return alpha, b, mistakes


@mistake("kernel_perceptron", "The bias is never updated; add y_i to it on every mistake.")
def perceptron_without_bias(K, y, n_epochs):
    K, y = _checked_run(K, y, n_epochs)
    alpha, b, mistakes = np.zeros(len(y)), 0.0, []
    for _ in range(n_epochs):
        count = 0
        for i in range(len(y)):
            if y[i] * (alpha @ K[i] + b) <= 0:
                alpha[i] += y[i]
                count += 1
        mistakes.append(count)
        if count == 0:
            break
    return alpha, b, mistakes


@mistake(
    "kernel_perceptron",
    "You compute all activations before the epoch; each must use the coefficients already changed in this epoch.",
)
def batch(K, y, n_epochs):
    K, y = _checked_run(K, y, n_epochs)
    alpha, b, mistakes = np.zeros(len(y)), 0.0, []
    for _ in range(n_epochs):
        wrong = y * (K @ alpha + b) <= 0
        alpha[wrong] += y[wrong]
        b += y[wrong].sum()
        mistakes.append(int(wrong.sum()))
        if not wrong.any():
            break
    return alpha, float(b), mistakes


@mistake(
    "kernel_perceptron",
    "You multiply alpha by y again in the activation; these coefficients already carry the label.",
)
def double_label(K, y, n_epochs):
    K, y = _checked_run(K, y, n_epochs)
    alpha, b, mistakes = np.zeros(len(y)), 0.0, []
    for _ in range(n_epochs):
        count = 0
        for i in range(len(y)):
            if y[i] * ((alpha * y) @ K[i] + b) <= 0:
                alpha[i] += y[i]
                b += y[i]
                count += 1
        mistakes.append(count)
        if count == 0:
            break
    return alpha, b, mistakes


# ---------------------------------------------------------------- kernel_least_squares


def _checked_problem(K, y, penalty, learning_rate, stochastic):
    K, y = _square("K", K), np.asarray(y, dtype=float)
    if y.ndim not in (1, 2) or len(y) != len(K):
        raise ValueError("K must be (n, n) and y must have n rows")
    if penalty < 0 or (learning_rate is None and penalty == 0):
        raise ValueError("penalty must not be negative, and in the closed form not 0")
    if learning_rate is not None and learning_rate <= 0:
        raise ValueError("learning_rate must be positive")
    if stochastic and (learning_rate is None or penalty > 0):
        raise ValueError("the stochastic rule needs a learning_rate and no penalty")
    return K, y


def _sweeps(K, y, learning_rate, n_steps):
    alpha = np.zeros_like(y)
    for _ in range(n_steps):
        for i in range(len(y)):
            alpha[i] += learning_rate * (y[i] - K[i] @ alpha)
    return alpha


def _solved(K, y, penalty, learning_rate, n_steps, stochastic):
    """All three ways, right: what a mistake about one of them leaves as it is."""
    if learning_rate is None:
        return np.linalg.solve(K + penalty * np.eye(len(K)), y)
    if stochastic:
        return _sweeps(K, y, learning_rate, n_steps)
    alpha = np.zeros_like(y)
    for _ in range(n_steps):
        alpha = alpha + learning_rate * (y - K @ alpha - penalty * alpha)
    return alpha


@mistake("kernel_least_squares", "You divided the step by n; this update sums over the examples.")
def mean_step(K, y, penalty=0.0, *, learning_rate=None, n_steps=0, stochastic=False):
    K, y = _checked_problem(K, y, penalty, learning_rate, stochastic)
    if learning_rate is None or stochastic:
        return _solved(K, y, penalty, learning_rate, n_steps, stochastic)
    return _solved(K, y, penalty, learning_rate / len(y), n_steps, stochastic)


@mistake(
    "kernel_least_squares",
    "Your batch step uses coefficients already changed in the same step; compute K alpha once, then update all.",
)
def sequential_step(K, y, penalty=0.0, *, learning_rate=None, n_steps=0, stochastic=False):
    K, y = _checked_problem(K, y, penalty, learning_rate, stochastic)
    if learning_rate is None:
        return _solved(K, y, penalty, learning_rate, n_steps, stochastic)
    return _sweeps(K + penalty * np.eye(len(K)), y, learning_rate, n_steps)


@mistake(
    "kernel_least_squares",
    "You solved with K^T K; in dual form the system is (K + penalty I) alpha = y.",
)
def squared_gram(K, y, penalty=0.0, *, learning_rate=None, n_steps=0, stochastic=False):
    K, y = _checked_problem(K, y, penalty, learning_rate, stochastic)
    if learning_rate is None:
        return np.linalg.solve(K.T @ K + penalty * np.eye(len(K)), K.T @ y)
    return _solved(K, y, penalty, learning_rate, n_steps, stochastic)


@mistake(
    "kernel_least_squares",
    "Your penalty is off by a factor of two; add penalty itself to the diagonal, with no half and no n.",
)
def half_penalty(K, y, penalty=0.0, *, learning_rate=None, n_steps=0, stochastic=False):
    K, y = _checked_problem(K, y, penalty, learning_rate, stochastic)
    return _solved(K, y, penalty / 2, learning_rate, n_steps, stochastic)


@mistake("kernel_least_squares", "You return the fitted values K alpha; return the coefficients alpha.")
def returns_predictions(K, y, penalty=0.0, *, learning_rate=None, n_steps=0, stochastic=False):
    K, y = _checked_problem(K, y, penalty, learning_rate, stochastic)
    return K @ _solved(K, y, penalty, learning_rate, n_steps, stochastic)


@mistake(
    "kernel_least_squares",
    "Your stochastic sweep computes K alpha once for all examples; "
    "each coefficient must see those changed before it in the same sweep.",
)
def stale_sweep(K, y, penalty=0.0, *, learning_rate=None, n_steps=0, stochastic=False):
    K, y = _checked_problem(K, y, penalty, learning_rate, stochastic)
    return _solved(K, y, penalty, learning_rate, n_steps, False)


# ---------------------------------------------------------------- kernel_kmeans


def _checked_start(K, labels, n_clusters):
    K, labels = _square("K", K), np.asarray(labels)
    if labels.shape != (len(K),) or labels.min() < 0 or labels.max() >= n_clusters:
        raise ValueError("labels must be n integers from 0 to n_clusters - 1")
    return K, labels


def _terms(K, labels, n_clusters):
    """Mean similarity to each cluster (n, k) and within each cluster (k,), and which clusters have members."""
    one_hot = np.eye(n_clusters)[labels]
    sizes = one_hot.sum(axis=0)
    means = one_hot / np.maximum(sizes, 1)
    return K @ means, np.diag(means.T @ K @ means), sizes > 0


def _iterate(K, labels, n_clusters, max_iter, distances):
    """k-means with any notion of distance."""
    everyone = np.arange(len(K))
    D = distances(K, labels, n_clusters)
    history = [float(D[everyone, labels].sum())]
    for _ in range(max_iter):
        nearest = D.argmin(axis=1)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        D = distances(K, labels, n_clusters)
        history.append(float(D[everyone, labels].sum()))
    return labels, D, history


@mistake(
    "kernel_kmeans",
    "You add the cross term; expanding the square gives minus two times the mean similarity "
    "(the book's sign is a misprint).",
)
def printed_sign(K, labels, n_clusters, max_iter=100):
    def distances(K, labels, n_clusters):
        to, within, used = _terms(K, labels, n_clusters)
        return np.where(used, np.diag(K)[:, np.newaxis] + to + within, np.inf)

    return _iterate(*_checked_start(K, labels, n_clusters), n_clusters, max_iter, distances)


@mistake(
    "kernel_kmeans",
    "You left out the mean similarity inside the cluster; it differs between clusters, so it matters for argmin.",
)
def missing_cluster_term(K, labels, n_clusters, max_iter=100):
    def distances(K, labels, n_clusters):
        to, _, used = _terms(K, labels, n_clusters)
        return np.where(used, np.diag(K)[:, np.newaxis] - 2 * to, np.inf)

    return _iterate(*_checked_start(K, labels, n_clusters), n_clusters, max_iter, distances)


@mistake("kernel_kmeans", "Average over the members of the cluster; you divided by all n points.")
def divide_by_n(K, labels, n_clusters, max_iter=100):
    def distances(K, labels, n_clusters):
        members = np.eye(n_clusters)[labels]
        shares = members / len(K)
        squares = np.diag(K)[:, np.newaxis] - 2 * K @ shares + np.diag(shares.T @ K @ shares)
        return np.where(members.any(axis=0), squares, np.inf)

    return _iterate(*_checked_start(K, labels, n_clusters), n_clusters, max_iter, distances)


@mistake(
    "kernel_kmeans",
    "You assign to the cluster of largest mean similarity; use the smallest distance instead.",
)
def nearest_similarity(K, labels, n_clusters, max_iter=100):
    K, labels = _checked_start(K, labels, n_clusters)
    everyone = np.arange(len(K))
    D = _distances_to_means(K, labels, n_clusters)
    history = [float(D[everyone, labels].sum())]
    for _ in range(max_iter):
        to, _, used = _terms(K, labels, n_clusters)
        nearest = np.where(used, to, -np.inf).argmax(axis=1)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        D = _distances_to_means(K, labels, n_clusters)
        history.append(float(D[everyone, labels].sum()))
    return labels, D, history


@mistake("kernel_kmeans", "The cross term has factor two; yours has one.")
def factor_missing(K, labels, n_clusters, max_iter=100):
    def distances(K, labels, n_clusters):
        to, within, used = _terms(K, labels, n_clusters)
        return np.where(used, np.diag(K)[:, np.newaxis] - to + within, np.inf)

    return _iterate(*_checked_start(K, labels, n_clusters), n_clusters, max_iter, distances)


@mistake(
    "kernel_kmeans",
    "An empty cluster has no mean; give it the distance inf, or points will move into a cluster that is not there.",
)
def empty_at_origin(K, labels, n_clusters, max_iter=100):
    def distances(K, labels, n_clusters):
        to, within, _ = _terms(K, labels, n_clusters)
        return np.diag(K)[:, np.newaxis] - 2 * to + within

    return _iterate(*_checked_start(K, labels, n_clusters), n_clusters, max_iter, distances)


# ---------------------------------------------------------------- kernel_predict


def _fitting(K_test, coefficients, y):
    K_test, coefficients = _matrix("K_test", K_test), np.asarray(coefficients, dtype=float)
    if coefficients.ndim not in (1, 2) or len(coefficients) != K_test.shape[1]:
        raise ValueError("coefficients do not fit K_test")
    if y is not None and (coefficients.ndim == 2 or np.shape(y) != coefficients.shape):
        raise ValueError("y does not fit the coefficients")
    return K_test, coefficients


def _decide(scores):
    return scores.argmax(axis=1) if scores.ndim == 2 else np.where(scores >= 0, 1, -1)


@mistake(
    "kernel_predict",
    "SVM alphas are non-negative; multiply each by its training label before summing.",
)
def forgets_label(K_test, coefficients, y=None, bias=0.0):
    K_test, coefficients = _fitting(K_test, coefficients, y)
    scores = K_test @ coefficients + bias
    return scores, _decide(scores)


@mistake("kernel_predict", "np.sign gives 0 for a score of 0; here such a point is +1.")
def sign_of_zero(K_test, coefficients, y=None, bias=0.0):
    K_test, coefficients = _fitting(K_test, coefficients, y)
    scores = K_test @ (coefficients if y is None else coefficients * y) + bias
    return scores, scores.argmax(axis=1) if scores.ndim == 2 else np.sign(scores).astype(int)


@mistake("kernel_predict", "The bias is not added to the score.")
def prediction_without_bias(K_test, coefficients, y=None, bias=0.0):
    K_test, coefficients = _fitting(K_test, coefficients, y)
    scores = K_test @ (coefficients if y is None else coefficients * y)
    return scores, _decide(scores)


@mistake(
    "kernel_predict",
    "Rows of K_test are test points and columns training points; you summed over the wrong axis.",
)
def transposed_block(K_test, coefficients, y=None, bias=0.0):
    K_test, coefficients = _fitting(np.transpose(K_test), coefficients, y)
    scores = K_test @ (coefficients if y is None else coefficients * y) + bias
    return scores, _decide(scores)
