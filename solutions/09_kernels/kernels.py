"""Kernels: inner products in feature spaces that are never built, and four learners that need nothing else.

Conventions of the whole module (books differ; these are ours)
- X is (n, d), one example a row. A kernel matrix has K[i, j] = k(X[i], Z[j]): rows belong to the FIRST argument, so for
  prediction it is test by train. The Gram matrix of X is the square one with Z = X; it is symmetric.
- The Gaussian kernel is exp(-||x - z||^2 / (2 sigma^2)), as in CS229, Aalto and CS480; CIML and AIMA write
  gamma = 1 / (2 sigma^2). The polynomial kernel is (x.z + offset)^degree; CIML, CS480 and AIMA fix offset = 1.
- Binary labels are -1 and +1, and a score of exactly 0 predicts +1.
- The coefficients of the perceptron are SIGNED, the label is part of them. The alphas of a support vector machine are
  not: they are >= 0, and the label is multiplied in when a score is computed.
- Array arguments may also be plain lists, and may hold integers; powers are taken in floating point. No function
  changes its arguments.
"""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

### BEGIN SOLUTION


def _matrix(name: str, values: np.ndarray) -> np.ndarray:
    values = np.asarray(values, dtype=float)
    if values.ndim != 2:
        raise ValueError(f"{name} must have two dimensions, not {values.ndim}")
    return values


def _square(name: str, values: np.ndarray) -> np.ndarray:
    values = _matrix(name, values)
    if values.shape[0] != values.shape[1]:
        raise ValueError(f"{name} must be square, but its shape is {values.shape}")
    return values


def _require_degree(degree: int) -> None:
    if not isinstance(degree, int | np.integer) or degree < 1:
        raise ValueError(f"degree must be an integer of at least 1, not {degree}")


def _require_offset(offset: float) -> None:
    if offset < 0:
        raise ValueError(f"a polynomial kernel needs offset >= 0, not {offset}")


def _squared_distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """||x - z||^2 = |x|^2 + |z|^2 - 2 x.z for all pairs of rows, without an (n, m, d) array of differences."""
    squares = (X**2).sum(axis=1)[:, np.newaxis] + (Z**2).sum(axis=1) - 2 * X @ Z.T
    return squares.clip(min=0)  # points that (nearly) coincide may come out at -1e-16


def _distances_to_means(K: np.ndarray, labels: np.ndarray, n_clusters: int) -> np.ndarray:
    """Squared distances (n, n_clusters) from every point to the mean of every cluster; inf to an empty one."""
    distances = np.full((len(K), n_clusters), np.inf)
    for k in np.unique(labels):
        members = labels == k
        within = K[np.ix_(members, members)].mean()
        distances[:, k] = np.diag(K) - 2 * K[:, members].mean(axis=1) + within
    return distances


### END SOLUTION


def kernel_matrix(
    X: np.ndarray,
    Z: np.ndarray | None = None,
    kind: str = "linear",
    *,
    degree: int = 2,
    offset: float = 1.0,
    sigma: float = 1.0,
    references: np.ndarray | None = None,
) -> np.ndarray:
    """The matrix K[i, j] = k(X[i], Z[j]), shape (n, m), of one of seven kernels.

    With s = x.z, the inner product of two rows, the kinds are

        "linear"        s
        "polynomial"    (s + offset)^degree                            offset stands INSIDE the power
        "power_sum"     1 + s + s^2 + ... + s^degree                   every term has weight one; not (1 + s)^degree
        "gaussian"      exp(-||x - z||^2 / (2 sigma^2))                squared distance, over two sigma squared
        "tanh"          tanh(s + offset)                               widely used, but NOT a kernel (see is_valid_gram)
        "all_subsets"   product over the features j of (1 + x_j z_j)   one term for each subset, the empty one included
        "empirical"     phi(x).phi(z), phi(x) = the Euclidean distances (not squared) from x to each row of references

    A squared distance is never negative: where rounding makes it so, it is clipped to 0. So the Gaussian is never above
    1, and up to rounding its diagonal is 1 if Z = X. Far apart it is 0, not nan.

    Parameters: X (n, d); Z (m, d), None stands for Z = X; kind one of the above. degree is for "polynomial" and
    "power_sum", offset for "polynomial" and "tanh", sigma for "gaussian", references (r, d) for "empirical"; a kind
    ignores the parameters that it does not use, whatever they are. n = 0 is allowed and gives shape (0, m).

    Raises ValueError if X or Z is not two-dimensional or they differ in d; if the kind is unknown; if a kind that uses
    it gets a degree that is not an integer >= 1, a sigma <= 0, or, for "polynomial" only, an offset < 0 (it would not
    be a kernel); if "empirical" comes without references.

    Remarks: "power_sum" of degree 3 is CS229's equation 5.9. CIML says that (1 + s)^degree includes the linear kernel;
    degree 1 gives 1 + s. CS480 calls the features of (1 + s)^degree "of power" degree; all lower powers are there too.
    """
    ### BEGIN SOLUTION
    X = _matrix("X", X)
    Z = X if Z is None else _matrix("Z", Z)
    if X.shape[1] != Z.shape[1]:
        raise ValueError(f"X has {X.shape[1]} columns but Z has {Z.shape[1]}")
    if kind == "gaussian":
        if sigma <= 0:
            raise ValueError(f"sigma must be positive, not {sigma}")
        return np.exp(-_squared_distances(X, Z) / (2 * sigma**2))
    if kind == "all_subsets":
        return np.prod(1 + X[:, np.newaxis, :] * Z, axis=2)
    if kind == "empirical":
        R = _matrix("references", references)  # None has no dimensions, so it is refused here
        return np.sqrt(_squared_distances(X, R)) @ np.sqrt(_squared_distances(Z, R)).T

    s = X @ Z.T  # all others are functions of the inner products
    if kind == "linear":
        return s
    if kind == "polynomial":
        _require_degree(degree)
        _require_offset(offset)
        return (s + offset) ** degree
    if kind == "power_sum":
        _require_degree(degree)
        return sum(s**k for k in range(degree + 1))
    if kind == "tanh":
        return np.tanh(s + offset)
    raise ValueError(f"{kind!r} is not a kind of kernel")
    ### END SOLUTION


def feature_map(X: np.ndarray, degree: int = 2, offset: float = 1.0, weights: str = "binomial") -> np.ndarray:
    """The features behind "polynomial" and "power_sum", written out: a matrix Phi with Phi Phi^T = the kernel matrix.

    The columns are all ORDERED monomials of the features, x1 x2 as well as x2 x1, in blocks: block r = 0, ..., degree
    has the d^r products of r factors, in the order of their index tuples counted like a number (for d = 2, block 2 is
    x1x1, x1x2, x2x1, x2x2). Block 0 is one column. The shape is (n, 1 + d + d^2 + ... + d^degree).

        weights = "unit"       the plain products; offset is ignored.      Phi Phi^T = 1 + s + ... + s^degree
        weights = "binomial"   block r is multiplied by                    Phi Phi^T = (s + offset)^degree
                               sqrt(C(degree, r) * offset^(degree - r))

    with s = x.z, C(q, r) = q! / (r! (q - r)!) and 0^0 = 1. Why this works: the sum over all ordered tuples factorises,
    sum of (x_i x_j)(z_i z_j) = (x.z)^2, so block r without factor contributes s^r; and the binomial theorem says which
    multiple of s^r is wanted. Each side of the inner product brings the square root of that multiple. Columns that are
    all zero, as at offset 0, are kept.

    Parameters: X (n, d); degree an integer >= 1; offset >= 0 for "binomial".

    Raises ValueError if X is not two-dimensional, degree is not an integer >= 1, weights is any other word, or offset
    is negative with "binomial".

    Remarks: for degree 2 the linear block has the factor sqrt(2 c), c = offset. CIML prints 2 x (its inner product is
    1 + 4 s + s^2), CS229 and Aalto print sqrt(2) c x, right only for c = 0 and 1. Counted once each, the monomials are
    C(d + degree, degree) many: 6 for d = degree = 2; Aalto's sum of C(d, r) is wrong. With d = 1000 and degree 3 this
    matrix has 1,001,001,001 columns, the kernel still costs 1000 multiplications.
    """
    ### BEGIN SOLUTION
    X = _matrix("X", X)
    _require_degree(degree)
    if weights not in ("binomial", "unit"):
        raise ValueError(f"weights must be 'binomial' or 'unit', not {weights!r}")
    n, d = X.shape
    blocks = [np.ones((n, 1))]
    for r in range(1, degree + 1):
        # every product of r - 1 factors times every feature; the new factor varies fastest
        blocks.append((blocks[-1][:, :, np.newaxis] * X[:, np.newaxis, :]).reshape(n, d**r))
    if weights == "binomial":
        _require_offset(offset)
        blocks = [math.sqrt(math.comb(degree, r) * offset ** (degree - r)) * block for r, block in enumerate(blocks)]
    return np.hstack(blocks)
    ### END SOLUTION


def is_valid_gram(K: np.ndarray, tol: float = 1e-9) -> bool:
    """Mercer's test on one finite set of points: can K be the matrix of inner products of some vectors?

    It can if and only if K is symmetric and positive semidefinite, v'Kv >= 0 for every v: all eigenvalues >= 0. An
    eigenvalue of exactly 0 is fine (three points on a line have one). Rounding blurs both conditions, so with
    scale = max(1, largest |K_ij|) the answer is True if and only if

        largest |K_ij - K_ji| <= tol * scale     and     smallest eigenvalue >= -tol * scale.

    The entries themselves tell little: a matrix of positive numbers may fail, one with negative entries may pass.
    One set on which K fails proves that the function is no kernel; sets on which it passes prove nothing.

    Parameters: K (n, n); tol >= 0.

    Returns True or False. A K with nan or inf in it is not valid: False. The empty (0, 0) matrix is: True.

    Raises ValueError if K is not a square two-dimensional array.

    Remark: CIML (11.14), CS480 and AIMA (footnote) print a strict > 0. With it, the linear kernel on more points than
    features would already be refused.
    """
    ### BEGIN SOLUTION
    K = _square("K", K)
    if not np.isfinite(K).all():
        return False
    slack = tol * np.abs(K).max(initial=1)
    if (np.abs(K - K.T) > slack).any():
        return False
    return bool((np.linalg.eigvalsh(K) >= -slack).all())
    ### END SOLUTION


def combine_kernels(
    K1: np.ndarray,
    K2: np.ndarray | None = None,
    operation: str = "sum",
    *,
    weights: Sequence[float] | None = None,
    diagonals: tuple[np.ndarray, np.ndarray] | None = None,
) -> np.ndarray:
    """A new kernel matrix from one or two others. Each operation turns kernels into kernels.

    operation is one of

        "sum"            weights[0] * K1 + weights[1] * K2; without K2 just weights[0] * K1. None means weights of 1.
        "product"        K1 * K2, entry by entry (the features are all products of a feature of each)
        "power_series"   weights[0] + weights[1] * K1 + weights[2] * K1^2 + ..., the powers taken entry by entry.
                         weights[0] is the constant term: it is added to every entry, not just to the diagonal.
        "normalise"      K1[i, j] / sqrt(a[i] * b[j]) with (a, b) = diagonals, a[i] = k(x_i, x_i), b[j] = k(z_j, z_j):
                         the cosine of the angle between phi(x_i) and phi(z_j). Where a[i] * b[j] = 0 it is 0.
                         None means that K1 is the Gram matrix of one set, and a and b are both its own diagonal.

    The matrices may be any (n, m) blocks, test by train for instance: entry by entry means that a block of the result
    needs no more than the same block of the ingredients. Only the cosine also needs k(x, x) of every row and k(z, z) of
    every column, and those do not stand in a test-by-train block.

    Parameters: K1 (n, m); K2 of the same shape, ignored by "power_series" and "normalise"; weights >= 0, one for each
    matrix of a "sum", any number for a "power_series"; diagonals, shapes (n,) and (m,), for "normalise".

    Returns a float array of shape (n, m).

    Raises ValueError for an unknown operation; if K1 and K2 have different shapes; for "product" without K2; for
    "power_series" without weights; if a weight is negative; for "normalise" if a diagonal has a negative entry, or if
    diagonals is None and K1 is not square.

    Remark: CS480 says that a multiple of a kernel is a kernel. Only with a factor >= 0: minus a kernel is none. For the
    same reason there is no "difference".
    """
    ### BEGIN SOLUTION
    K1 = _matrix("K1", K1)
    if K2 is not None:
        K2 = _matrix("K2", K2)
        if K1.shape != K2.shape:
            raise ValueError(f"K1 and K2 have different shapes, {K1.shape} and {K2.shape}")
    if weights is not None and any(weight < 0 for weight in weights):
        raise ValueError("a negative weight does not give a kernel")

    if operation == "sum":
        weights = (1, 1) if weights is None else weights
        return weights[0] * K1 if K2 is None else weights[0] * K1 + weights[1] * K2
    if operation == "product":
        if K2 is None:
            raise ValueError("a product needs K2")
        return K1 * K2
    if operation == "power_series":
        if weights is None:
            raise ValueError("a power series needs weights")
        return sum((weight * K1**k for k, weight in enumerate(weights)), start=np.zeros_like(K1))
    if operation == "normalise":
        if diagonals is None:
            own = np.diag(_square("K1 without diagonals", K1))
            diagonals = own, own
        a, b = (np.asarray(diagonal, dtype=float) for diagonal in diagonals)
        if (a < 0).any() or (b < 0).any():
            raise ValueError("k(x, x) is a squared length and cannot be negative")
        lengths = np.outer(np.sqrt(a), np.sqrt(b))
        return np.divide(K1, lengths, out=np.zeros_like(K1), where=lengths > 0)
    raise ValueError(f"{operation!r} is not an operation on kernels")
    ### END SOLUTION


def spectrum_kernel(S: list[str], T: list[str], length: int, mode: str = "exact") -> np.ndarray:
    """Similarities of strings, shape (len(S), len(T)): how many windows of letters do they share?

    A window of s is a substring s[i:i+length]; a string has len(s) - length + 1 of them, which overlap: "aaaa" has
    three windows of two letters, all equal. A string shorter than `length` has none.

        mode = "exact"        sum over all strings u of `length` letters of
                              (how many windows of s are u) * (how many windows of t are u)
        mode = "up_to"        the sum of "exact" for the lengths 1, 2, ..., length
        mode = "positional"   the number of positions i with s[i:i+length] == t[i:i+length], both windows complete

    All three are inner products of count vectors: one feature for each u ("positional": for each pair of i and u).
    There are 26^4 = 456,976 strings of four small letters, but nearly all counts are zero, and only those that are not
    are ever looked at. Upper and lower case differ.

    Parameters: S and T lists of strings (any lengths, the empty string too); length an integer >= 1.

    Returns a float array: row i belongs to S[i], column j to T[j].

    Raises ValueError if length < 1 or mode is any other word.

    Remark: Aalto also names windows with gaps and soft matches, without a formula; they are not asked for.
    """
    ### BEGIN SOLUTION
    if length < 1:
        raise ValueError(f"length must be at least 1, not {length}")
    if mode not in ("exact", "up_to", "positional"):
        raise ValueError(f"mode must be 'exact', 'up_to' or 'positional', not {mode!r}")
    lengths = range(1, length + 1) if mode == "up_to" else [length]

    def counts(s: str) -> Counter:
        windows = [(i, s[i : i + size]) for size in lengths for i in range(len(s) - size + 1)]
        return Counter(windows if mode == "positional" else [u for _, u in windows])

    rows, columns = [counts(s) for s in S], [counts(t) for t in T]
    inner = [[sum(row[u] * column[u] for u in row) for column in columns] for row in rows]
    return np.array(inner, dtype=float).reshape(len(S), len(T))
    ### END SOLUTION


def walk_kernel(
    A: np.ndarray,
    B: np.ndarray,
    labels_a: Sequence | None = None,
    labels_b: Sequence | None = None,
    *,
    max_length: int | None = None,
    discount: float | None = None,
) -> float:
    """Similarity of two graphs: how many walks of equal length do they share?

    A walk goes from node to node along edges and may come back to where it was; its length is its number of edges. A
    pair of walks, one in each graph, is ONE walk in the product graph, whose nodes are the pairs (i, j), and in which
    (i, j) -> (k, l) has the weight W = A[i, k] * B[j, l]: both walks take a step at the same time. If the nodes carry
    labels, only the pairs with labels_a[i] == labels_b[j] are nodes of the product graph, so the two walks must read
    the same labels. Then

        K_l = 1' W^l 1 = the sum of all entries of the matrix power W^l

    counts the pairs of walks with l edges, over all starts and all ends. The kernel is one of two sums:

        max_length = q    K_1 + K_2 + ... + K_q, from length ONE on; q = 0 gives 0.0
        discount = a      K_0 + a K_1 + a^2 K_2 + ... = 1' (I - a W)^-1 1, from length ZERO on, without end

    The second sum is finite only if a * (largest |eigenvalue| of W) < 1.

    Parameters: A (p, p) and B (q, q) adjacency matrices, 0/1 or non-negative weights, symmetric or (directed graphs)
    not; labels_a (p,) and labels_b (q,) of anything that can be compared with ==, numbers or strings; max_length an
    integer >= 0; discount strictly between 0 and 1. Exactly one of the last two is given.

    Returns a float; 0.0 if no two nodes match.

    Raises ValueError if both or neither of max_length and discount are given; if only one graph has labels, or a graph
    has not one label per node; if A or B is not square; if max_length < 0; if discount is not in (0, 1); if
    discount * (largest |eigenvalue| of W) >= 1.

    Remark: Aalto asks for 0 < a < 1 only, with which the sum may diverge; solving (I - a W) x = 1 then still gives
    numbers, but they count nothing.
    """
    ### BEGIN SOLUTION
    A, B = _square("A", A), _square("B", B)
    if (max_length is None) == (discount is None):
        raise ValueError("give exactly one of max_length and discount")
    if (labels_a is None) != (labels_b is None):
        raise ValueError("give labels for both graphs or for neither")
    W = np.kron(A, B)  # its node i * q + j is the pair (i, j)
    if labels_a is not None:
        if len(labels_a) != len(A) or len(labels_b) != len(B):
            raise ValueError("every node needs one label")
        match = np.array([a == b for a in labels_a for b in labels_b], dtype=bool)
        W = W[np.ix_(match, match)]
    ones = np.ones(len(W))

    if max_length is not None:
        if max_length < 0:
            raise ValueError(f"max_length must not be negative, not {max_length}")
        total, ends = 0.0, ones
        for _ in range(max_length):
            ends = W @ ends  # ends[v] = weight of the walks of this length that start at v
            total += ends.sum()
        return float(total)

    if not 0 < discount < 1:
        raise ValueError(f"discount must lie between 0 and 1, not {discount}")
    if discount * np.abs(np.linalg.eigvals(W)).max(initial=0) >= 1:
        raise ValueError(f"the sum diverges with discount {discount}")
    return float(ones @ np.linalg.solve(np.eye(len(W)) - discount * W, ones))
    ### END SOLUTION


def kernel_perceptron(K: np.ndarray, y: np.ndarray, n_epochs: int) -> tuple[np.ndarray, float, list[int]]:
    """The perceptron through a Gram matrix: it learns in the feature space and never sees a feature.

    The weight vector of a perceptron that starts at zero is always a sum of examples, w = sum_j alpha_j phi(x_j), so it
    is enough to know the alphas, and w.phi(x_i) = sum_j alpha_j K[j, i]. Start with alpha = 0 and b = 0. An epoch goes
    through i = 0, 1, ..., n - 1 in this order:

        a = sum_j alpha_j K[j, i] + b          with the NEWEST alpha and b
        if y_i * a <= 0:                       a mistake; an activation of exactly 0 is one too
            alpha_i <- alpha_i + y_i           the label is part of the coefficient
            b <- b + y_i

    It stops after the first epoch without a mistake, or after n_epochs epochs.

    Parameters: K (n, n) symmetric; y (n,) of -1 and +1; n_epochs >= 0.

    Returns (alpha, b, mistakes): the signed coefficients (n,), a float, and the number of mistakes of every epoch that
    was run, as a list of ints; a last 0 is included. n_epochs = 0 gives zeros, 0.0 and [].

    Raises ValueError if a label is not -1 or +1, if K is not of shape (n, n), or if n_epochs < 0.

    Remarks: this is CIML's listing, with the index that its "b + y" lacks. CS480 counts a = 0 as a prediction of +1,
    and CS229's perceptron has labels {0, 1} and no b; their coefficients differ from these.
    """
    ### BEGIN SOLUTION
    K, y = _square("K", K), np.asarray(y, dtype=float)
    if y.shape != (len(K),):
        raise ValueError(f"K is {K.shape}, but y has shape {y.shape}")
    if not np.isin(y, (-1, 1)).all():
        raise ValueError("labels must be -1 or +1")
    if n_epochs < 0:
        raise ValueError(f"n_epochs must not be negative, not {n_epochs}")
    alpha, b, mistakes = np.zeros(len(y)), 0.0, []
    for _ in range(n_epochs):
        mistakes.append(0)
        for i in range(len(y)):
            if y[i] * (alpha @ K[:, i] + b) <= 0:
                alpha[i] += y[i]
                b += y[i]
                mistakes[-1] += 1
        if mistakes[-1] == 0:
            break
    return alpha, float(b), mistakes
    ### END SOLUTION


def kernel_least_squares(
    K: np.ndarray,
    y: np.ndarray,
    penalty: float = 0.0,
    *,
    learning_rate: float | None = None,
    n_steps: int = 0,
    stochastic: bool = False,
) -> np.ndarray:
    """Least squares through a Gram matrix: the alpha of f(x) = sum_i alpha_i k(x_i, x).

    In the feature space f(x) = w.phi(x) with w = sum_i alpha_i phi(x_i), and what is minimised is

        sum_i (y_i - f(x_i))^2 + penalty * ||w||^2          (sums, no mean, no 1/2)

    There are three ways there.

        learning_rate = None   the closed form, also called kernel ridge regression: the solution of
                               (K + penalty * I) alpha = y. penalty must be positive; n_steps is ignored.
        a learning rate eta    n_steps batch steps from alpha = 0, all entries at once:
                               alpha <- alpha + eta * (y - K alpha - penalty * alpha)
                               With penalty = 0 this is the LMS rule, step by step.
        ... and stochastic     n_steps sweeps over i = 0, 1, ..., n - 1, one entry at a time with the newest values:
                               alpha_i <- alpha_i + eta * (y_i - sum_j K[i, j] alpha_j)
                               This is the stochastic LMS rule. penalty must be 0.

    The batch steps are a sum over the examples, not a mean. They approach the closed form if eta is smaller than
    2 / (largest eigenvalue of K + penalty).

    Parameters: K (n, n) symmetric positive semidefinite; y (n,) numbers, or (n, c) for c outputs, which are c separate
    problems with the same K (such as the one-hot code of c classes); penalty >= 0; learning_rate > 0; n_steps >= 0.

    Returns alpha, in the shape of y.

    Raises ValueError if K is not square or y has not one row for each row of K; if penalty < 0, or is 0 in the closed
    form; if learning_rate <= 0; if stochastic comes with penalty > 0 or without a learning_rate.

    Remark: CS229 says that an update costs O(n); that is the cost of one entry, a step of all entries costs O(n^2).
    """
    ### BEGIN SOLUTION
    K, y = _square("K", K), np.asarray(y, dtype=float)
    if y.ndim not in (1, 2) or len(y) != len(K):
        raise ValueError(f"K is {K.shape}, but y has shape {y.shape}")
    if penalty < 0:
        raise ValueError(f"penalty must not be negative, not {penalty}")
    if learning_rate is None:
        if stochastic or penalty == 0:
            raise ValueError("without a learning_rate the closed form is meant, which needs a penalty > 0")
        return np.linalg.solve(K + penalty * np.eye(len(K)), y)

    if learning_rate <= 0:
        raise ValueError(f"learning_rate must be positive, not {learning_rate}")
    if stochastic and penalty > 0:
        raise ValueError("the stochastic rule has no penalty")
    alpha = np.zeros_like(y)
    for _ in range(n_steps):
        if stochastic:
            for i in range(len(y)):
                alpha[i] += learning_rate * (y[i] - K[i] @ alpha)
        else:
            alpha += learning_rate * (y - K @ alpha - penalty * alpha)
    return alpha
    ### END SOLUTION


def kernel_kmeans(
    K: np.ndarray, labels: np.ndarray, n_clusters: int, max_iter: int = 100
) -> tuple[np.ndarray, np.ndarray, list[float]]:
    """k-means through a Gram matrix: clusters in the feature space, whose means are never computed.

    The mean of cluster k is (1 / N_k) times the sum of phi(x_m) over its N_k members. Multiplying out the square, the
    squared distance from phi(x_i) to it is

        D[i, k] = K[i, i]  -  2 * (mean of K[i, m] over the members m)  +  (mean of K[m, m'] over all pairs of members).

    A pair may be the same member twice, so the last mean is over N_k^2 entries. A cluster without members has distance
    inf, so it stays empty. Starting from the given labels, one iteration is

        new label of i = the k with the smallest D[i, k], the lowest k if there are several;     then D again,

    and it ends when no label changes, or after max_iter iterations.

    Parameters: K (n, n) symmetric; labels (n,) integers from 0 to n_clusters - 1, the start; max_iter >= 0.

    Returns (labels, D, history): the last labels (n,), integers; the matrix D (n, n_clusters) that belongs to these
    labels; and the objective sum_i D[i, label of i], first that of the start and then one number for every iteration in
    which some label changed. It never rises.

    Raises ValueError if K is not square, or if labels are not n numbers from 0 to n_clusters - 1.

    Remark: CIML's equation 11.10 has "+ sum of alpha K" for the middle term. The square gives MINUS TWO of it.
    """
    ### BEGIN SOLUTION
    K, labels = _square("K", K), np.asarray(labels)
    if labels.shape != (len(K),) or not np.isin(labels, range(n_clusters)).all():
        raise ValueError(f"labels must be {len(K)} integers from 0 to {n_clusters - 1}")
    labels, everyone = labels.astype(int), np.arange(len(K))
    D = _distances_to_means(K, labels, n_clusters)
    history = [float(D[everyone, labels].sum())]
    for _ in range(max_iter):
        nearest = D.argmin(axis=1)
        if (nearest == labels).all():
            break
        labels = nearest
        D = _distances_to_means(K, labels, n_clusters)
        history.append(float(D[everyone, labels].sum()))
    return labels, D, history
    ### END SOLUTION


def kernel_predict(
    K_test: np.ndarray, coefficients: np.ndarray, y: np.ndarray | None = None, bias: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Scores and labels of new points, for every learner whose function is a sum of kernels.

        score of test point t = sum_i coefficients_i * K_test[t, i] + bias                 y is None
        score of test point t = sum_i coefficients_i * y_i * K_test[t, i] + bias           y is given

    The first is for signed coefficients (kernel_perceptron, kernel_least_squares), the second for the alphas of a
    support vector machine, which are >= 0 and need their training labels.

    Coefficients of shape (n,) give one score for each test point, and the label +1 if it is >= 0 (exactly 0 included),
    else -1. Coefficients of shape (n, c) give c scores for each; the bias is added to all of them, and the label is the
    index 0, ..., c - 1 of the largest, the lowest index if there are several.

    Parameters: K_test (m, n), one row for each TEST point and one column for each training point; coefficients (n,) or
    (n, c); y (n,) of -1 and +1 or None; bias a number.

    Returns (scores, labels): float (m,) or (m, c), and integers (m,).

    Raises ValueError if the coefficients have not one row for each column of K_test, if y has not one entry for each
    coefficient, or if y comes with coefficients of shape (n, c).

    Some hidden checks go the whole way: they call your kernel_matrix and one of your learners first.

    Remark: CIML's equation 11.20 drops the bias, which its own perceptron has learned.
    """
    ### BEGIN SOLUTION
    K_test, coefficients = _matrix("K_test", K_test), np.asarray(coefficients, dtype=float)
    if coefficients.ndim not in (1, 2) or len(coefficients) != K_test.shape[1]:
        raise ValueError(f"K_test is {K_test.shape}, but the coefficients have shape {coefficients.shape}")
    if y is not None:
        if np.shape(y) != (K_test.shape[1],) or coefficients.ndim == 2:
            raise ValueError("y must have one entry for each coefficient, and there must be one column of them")
        coefficients = coefficients * y
    scores = K_test @ coefficients + bias
    labels = scores.argmax(axis=1) if scores.ndim == 2 else np.where(scores >= 0, 1, -1)
    return scores, labels
    ### END SOLUTION
