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

from collections.abc import Sequence

import numpy as np


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError
