"""What a hypothesis class can fit: behaviours, VC dimension, growth function, Rademacher complexity, and their bounds.

Conventions of the whole module
- Labels are -1 and +1, everywhere.
- A table of a class on n points is an (m, n) array of labels: one row per hypothesis, one column per point. Rows may
  repeat.
- Half-spaces are affine, {x : w.x + b > 0}: they have a bias b unless something else is said. In one dimension they are
  half-lines, in two dimensions half-planes.
- Logarithms are natural (ln) unless log2 is written.
- Rademacher complexity is the mean of max_h (1/n) sum_i sigma_i h(x_i) over noise sigma, WITHOUT a factor 1/2.
- Array arguments may also be lists, and hold floats or integers of any type (mind numpy's 8-bit ones); labels may be
  1.0 and -1.0. No function changes its arguments. Wrong input that a "Raises" line does not name is not tested.

Note: the Aalto slides and CS229 code labels as 0/1, and Aalto puts 1/2 in front of the Rademacher complexity; with that
factor the bound that Aalto prints (see `capacity_bound`) would be false.
"""

import math
from itertools import combinations, product

import numpy as np

### BEGIN SOLUTION


def _table(table: np.ndarray) -> np.ndarray:
    table = np.asarray(table)
    if table.ndim != 2 or len(table) == 0:
        raise ValueError("a table has two dimensions, and one row at least")
    return table


def _noise(sigma: np.ndarray | None, n: int) -> np.ndarray:
    """The noise vectors that are given, or all 2^n of them, one a row."""
    if sigma is not None:
        return np.asarray(sigma, dtype=float)
    if n > 12:
        raise ValueError(f"2^{n} noise vectors are too many: pass some as sigma")
    return np.array(list(product((-1.0, 1.0), repeat=n)))


### END SOLUTION


def behaviours(table: np.ndarray) -> tuple[int, bool]:
    """In how many ways a class labels these points, and whether it shatters them.

    Two hypotheses that give every one of the n points the same label are one and the same behaviour here, however much
    they differ elsewhere. The points are shattered if all 2^n labellings of them occur.

    Parameters: table (m, n) of -1 and +1, m >= 1, one row per hypothesis. n = 0 is allowed, with table of shape (m, 0):
    no points have one labelling, the empty one, so the answer is (1, True). n is at most 20.

    Returns (count, shattered): an int, the number of different rows; and a bool, whether that number is 2^n.

    Raises ValueError if table is not two-dimensional, or has no row.
    """
    ### BEGIN SOLUTION
    table = _table(table)
    count = len(set(map(tuple, table.tolist())))
    return count, count == 2 ** table.shape[1]
    ### END SOLUTION


def vc_dimension(table: np.ndarray) -> int:
    """VC dimension of a class on a finite domain: the size of the largest set of points that it shatters.

    The columns of the table are all K points there are. The dimension is the largest s such that SOME s of the columns
    are shattered (see `behaviours`); other sets of s columns need not be. If no set of s columns is shattered then no
    larger one is, because a part of a shattered set is shattered.

    Parameters: table (m, K) of -1 and +1, m >= 1, one row per hypothesis; K <= 9 and m <= 81 in the checks.

    Returns an int; 0 if no column holds both labels, for instance because all rows are equal or K = 0.

    Raises ValueError as `behaviours` does.
    """
    ### BEGIN SOLUTION
    table = _table(table)
    size = 0
    while any(behaviours(table[:, chosen])[1] for chosen in combinations(range(table.shape[1]), size + 1)):
        size += 1
    return size
    ### END SOLUTION


def linearly_separable(points: np.ndarray, labels: np.ndarray) -> bool:
    """Whether some half-space has all the positive points inside and all the negative ones outside.

    That is: whether some w and b exist with labels_i (w.x_i + b) > 0 for ALL i. The inequality is strict, so a point on
    the boundary is on neither side. Points of one class only are always separable, for w may be 0. The same point with
    both labels makes it impossible. Points are separable exactly if the convex hulls of the two classes have no point
    in common, so hulls that merely touch are not separable.

    The answer must be right, so a search that gives up after some number of steps will not do. One way that always
    ends: with a_i = labels_i (x_i, 1) in d + 1 dimensions, there is NO such half-space exactly if 0 is a convex
    combination of the a_i (some lambda_i >= 0 with sum 1 have sum_i lambda_i a_i = 0). If there is one, there is one in
    which at most d + 2 of the lambda_i are not 0, and these a_i can be chosen such that the vectors (a_i, 1) are
    linearly independent. So it is enough to solve small linear systems. Shift the points to mean 0 and scale them to
    size 1 first, and accept a lambda_i down to -1e-9.

    Parameters: points (n, d) with 1 <= n <= 12 and 1 <= d <= 3; labels (n,) of -1 and +1. In the checks either all
    coordinates are whole numbers of at most 101 (in one check small ones that are shifted by 2^20, or multiplied or
    divided by it), or the hulls miss each other by 0.1 or overlap by 0.1 (a point can be moved by 0.1 in any direction
    and stays in the other hull). So rounding decides nothing.

    Returns a bool.

    Raises ValueError if points and labels differ in length, or a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    points, labels = np.asarray(points, dtype=float), np.asarray(labels, dtype=float)
    if len(points) != len(labels):
        raise ValueError(f"{len(points)} points cannot have {len(labels)} labels")
    if (np.abs(labels) != 1).any():
        raise ValueError("labels must be -1 or +1")
    points = points - points.mean(axis=0)
    points = points / (np.abs(points).max() or 1)
    # lambda has to solve system @ lambda = goal: the a_i combine to 0, and the weights sum to 1.
    system = np.vstack([labels * points.T, labels, np.ones(len(labels))])
    goal = np.eye(len(system))[-1]
    # As many equations as the rank, so that a choice of as many columns is a square system.
    basis, size, _ = np.linalg.svd(system, full_matrices=False)
    basis = basis[:, size > 1e-9]
    system, goal, short = basis.T @ system, basis.T @ goal, goal - basis @ (basis.T @ goal)
    if np.abs(short).max() > 1e-9:
        return True  # the equations contradict each other
    chosen = system[:, list(combinations(range(len(labels)), len(goal)))]  # (rank, choices, rank)
    chosen = chosen.transpose(1, 0, 2)
    chosen = chosen[np.abs(np.linalg.det(chosen)) > 1e-9]
    weights = np.linalg.solve(chosen, goal[:, np.newaxis])
    return not (weights >= -1e-9).all(axis=1).any()
    ### END SOLUTION


def realizable_labelings(points: np.ndarray, family: str) -> np.ndarray:
    """All labellings of the points that a family of sets can produce; points inside the set get +1, the others -1.

        "boxes"       closed boxes [l_1, u_1] x ... x [l_d, u_d] with sides along the axes, and the empty set; in one
                      dimension these are the intervals. A labelling is possible exactly if no negative point lies in
                      the smallest box around the positive points, where the edge of a box belongs to it.
        "halfspaces"  a labelling is possible exactly if it is `linearly_separable`.
        "convex"      all convex sets, among them the empty set, single points, segments and whole polygons. A
                      labelling is possible exactly if no negative point lies in the convex hull of the positive
                      points; that is, each negative point ON ITS OWN is linearly separable from all the positive ones.

    Without any positive point a labelling is possible in all three families.

    Parameters: points (n, d), n >= 1 and d <= 3, one point a row (a point may occur twice); family, one of the three.
    n is at most 6 in the checks. For coordinates what is said at `linearly_separable` holds; two coordinates that are
    nearly equal are exactly equal, so compare with the edges of a box exactly.

    Returns an (m, n) int array of -1 and +1: each possible labelling once, in lexicographic order with -1 before +1
    (for two points: --, -+, +-, ++, as far as they are possible).

    Raises ValueError for an unknown family, or if there is no point.
    """
    ### BEGIN SOLUTION
    points = np.asarray(points, dtype=float)
    if len(points) == 0:
        raise ValueError("there must be a point")

    def possible(labels):
        inside, outside = points[labels == 1], points[labels == -1]
        if family == "halfspaces":
            return linearly_separable(points, labels)
        if len(inside) == 0:
            return True  # by the empty set
        if family == "boxes":
            enclosed = (outside >= inside.min(axis=0)) & (outside <= inside.max(axis=0))
            return not enclosed.all(axis=1).any()
        if family == "convex":
            one_negative = np.append(np.ones(len(inside)), -1)
            return all(linearly_separable(np.vstack([inside, point]), one_negative) for point in outside)
        raise ValueError(f"unknown family {family!r}")

    everything = np.array(list(product((-1, 1), repeat=len(points))))
    return everything[[possible(labels) for labels in everything]]
    ### END SOLUTION


def growth_function(family: str, n: int, d: int = 1) -> int:
    """The largest number of behaviours that a class can show on n points, as an exact integer.

        "thresholds"  the rules "+1 if x >= a" on a line, in this direction only:  n + 1
        "intervals"   on a line, the empty one too:                                n (n + 1) / 2 + 1
        "halfspaces"  in d >= 1 dimensions (Cover):                                2 sum_{k=0..d} C(n-1, k)
        "sauer"       upper bound for EVERY class of VC dimension d >= 0:          sum_{k=0..d} C(n, k)

    C(n, k) is the number of subsets of size k of n things, and 0 for k > n. Cover's count is reached by all n points in
    general position: no d + 1 of them in one hyperplane (in the plane: no three on a line).

    The numbers soon have more digits than a float can hold, so compute with Python's integers throughout; n and d are
    at most 200 in the checks.

    Parameters: family, one of the four; n >= 1; d, which only the last two families use.

    Returns an int.

    Raises ValueError for an unknown family, n < 1, "halfspaces" with d < 1, or "sauer" with d < 0.
    """
    ### BEGIN SOLUTION
    if n < 1:
        raise ValueError(f"n must be at least 1, not {n}")
    if family == "thresholds":
        return n + 1
    if family == "intervals":
        return n * (n + 1) // 2 + 1
    if family == "halfspaces" and d >= 1:
        return 2 * sum(math.comb(n - 1, k) for k in range(d + 1))
    if family == "sauer" and d >= 0:
        return sum(math.comb(n, k) for k in range(d + 1))
    raise ValueError(f"unknown family {family!r}, or d = {d} is too small for it")
    ### END SOLUTION


def empirical_rademacher(table: np.ndarray, sigma: np.ndarray | None = None) -> float:
    """Rademacher complexity of a class on given points: how well its best hypothesis fits pure noise.

    Noise is a vector sigma of n labels, -1 or +1. Hypothesis h fits it with correlation (1/n) sum_i sigma_i h(x_i):
    1 if all labels agree, -1 if none does. For each noise vector the class chooses its best hypothesis, and the
    complexity is the mean of what it reaches:

        mean over sigma of   max over rows h of   (1/n) sum_i sigma_i h_i .

    The correlation keeps its sign (a hypothesis that is always wrong does not fit), and there is no factor 1/2.

    Parameters: table (m, n) of -1 and +1, m >= 1 and n >= 1, one row per hypothesis (m <= 30 in the checks). sigma:
    None, which means that the mean is over all 2^n noise vectors; or a (T, n) array of -1 and +1, T >= 1, and the mean
    is over its T rows.

    Returns a float.

    Raises ValueError if table is not two-dimensional or has no row or no column, or if sigma is None and n > 12.
    """
    ### BEGIN SOLUTION
    table = _table(table).astype(float)
    n = table.shape[1]
    if n == 0:
        raise ValueError("there must be a point")
    correlations = _noise(sigma, n) @ table.T / n  # one noise vector a row, one hypothesis a column
    return float(correlations.max(axis=1).mean())
    ### END SOLUTION


def vc_formula(family: str, d: int = 1, size: int = 2, rounds: int = 1) -> float:
    """VC dimensions that are known in general, and two upper bounds.

        "halfspaces"          in d dimensions:                                      d + 1
        "origin_halfspaces"   in d dimensions, without a bias:                      d
        "boxes"               in d dimensions, sides along the axes:                2 d
        "polygons"            convex with d >= 3 corners, in the plane:             2 d + 1
        "convex_sets"         in the plane:                                         infinity (math.inf)
        "conjunctions"        of d Boolean variables, each plain, negated or left out:  d
        "boolean"             all functions of d Boolean variables:                 2^d
        "finite"              at most, for a class of `size` hypotheses:            log2(size), not rounded
        "adaboost"            at most, after T = `rounds` rounds with base
                              classifiers of VC dimension d:                        2 (d + 1) (T + 1) log2(e (T + 1))

    Here e is Euler's number, inside the logarithm.

    Parameters: family, one of the nine; d, size and rounds are integers. A family ignores the ones it does not use, but
    all three must be at least 1 whatever the family is. d is at most 30 for "boolean", size at most 10^12.

    Returns a number: a float, or an int where it is whole.

    Raises ValueError for an unknown family; for d, size or rounds below 1; for "polygons" with d < 3.

    Note: Aalto L3 gives 5 for rotated rectangles; that is too small (seven points can be shattered) and left out here.
    """
    ### BEGIN SOLUTION
    if min(d, size, rounds) < 1:
        raise ValueError("d, size and rounds must be at least 1")
    if family == "polygons" and d < 3:
        raise ValueError("a polygon has three corners at least")
    formulas = {
        "halfspaces": d + 1,
        "origin_halfspaces": d,
        "boxes": 2 * d,
        "polygons": 2 * d + 1,
        "convex_sets": math.inf,
        "conjunctions": d,
        "boolean": 2**d,
        "finite": math.log2(size),
        "adaboost": 2 * (d + 1) * (rounds + 1) * math.log2(math.e * (rounds + 1)),
    }
    if family not in formulas:
        raise ValueError(f"unknown family {family!r}")
    return formulas[family]
    ### END SOLUTION


def capacity_bound(
    error: float, n: int, delta: float, vc: float | None = None, rademacher: float | None = None
) -> float:
    """Upper bound on the true error that holds with probability at least 1 - delta, from n examples.

    The training error, plus a price for the capacity of the class, plus a price for certainty. Capacity is measured by
    the VC dimension, or by the empirical Rademacher complexity (as `empirical_rademacher` defines it):

        vc given:          error + sqrt( 2 vc ln(e n / vc) / n ) + sqrt( ln(1/delta) / (2n) )
        rademacher given:  error + rademacher                + 3 sqrt( ln(2/delta) / (2n) )

    The bound is not cut off at 1, where it says nothing any more.

    Parameters: error, the training error; n, the number of examples, an integer; delta; and exactly one of vc (a number
    that need not be whole) and rademacher (a number >= 0; 0 counts as given).

    Returns a float.

    Raises ValueError if both or none of vc and rademacher are given; unless 0 <= error <= 1, n >= 1 and 0 < delta < 1;
    or if vc is given and not 1 <= vc <= n.

    Note: CS229 prints ln(1/delta)/n outside of the root in its rate for the VC dimension; the root belongs over it.
    """
    ### BEGIN SOLUTION
    if (vc is None) == (rademacher is None):
        raise ValueError("give vc or rademacher, and not both")
    if not (0 <= error <= 1 and n >= 1 and 0 < delta < 1):
        raise ValueError("error must lie in [0, 1], delta strictly between 0 and 1, and n must be at least 1")
    if vc is None:
        return float(error + rademacher + 3 * math.sqrt(math.log(2 / delta) / (2 * n)))
    if not 1 <= vc <= n:
        raise ValueError(f"vc must lie between 1 and n = {n}, not {vc}")
    capacity = math.sqrt(2 * vc * math.log(math.e * n / vc) / n)
    return float(error + capacity + math.sqrt(math.log(1 / delta) / (2 * n)))
    ### END SOLUTION


def uv_classifier(theta: np.ndarray, X: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A linear classifier written with twice as many parameters.

    Every weight is a difference of squares, theta_j = u_j^2 - v_j^2, and the label of x is

        +1 if sum_{j=0..d} (u_j^2 - v_j^2) x_j >= 0, and -1 otherwise, with x_0 = 1.

    So there are 2d + 2 parameters, but the classifiers are the linear ones and the VC dimension is still d + 1. Of the
    many u and v for one theta return those where one of u_j and v_j is 0:

        u_j = sqrt(max(theta_j, 0)),    v_j = sqrt(max(-theta_j, 0)).

    Parameters: theta (d+1,), the intercept first; X (n, d), one example a row, d >= 1.

    Returns (u, v, labels): arrays of shapes (d+1,), (d+1,) and (n,); labels are ints, -1 or +1.

    sqrt(2)^2 is not quite 2 in floats. In the checks scores are exactly 0 only where theta holds squares of whole
    numbers (with a sign) and all products are exact; other scores are at least 1e-6 from 0.

    Raises ValueError if theta does not have one entry more than X has columns.

    Note: CS229 says that the dimension is n + 1; its n is the number of features there, our d.
    """
    ### BEGIN SOLUTION
    theta, X = np.asarray(theta, dtype=float), np.asarray(X, dtype=float)
    if len(theta) != X.shape[1] + 1:
        raise ValueError(f"{X.shape[1]} features need {X.shape[1] + 1} entries of theta, not {len(theta)}")
    u, v = np.sqrt(np.maximum(theta, 0)), np.sqrt(np.maximum(-theta, 0))
    weights = u**2 - v**2
    return u, v, np.where(weights[0] + X @ weights[1:] >= 0, 1, -1)
    ### END SOLUTION


def margin_bounds(
    K: np.ndarray, alpha: np.ndarray, y: np.ndarray, delta: float, sigma: np.ndarray | None = None
) -> dict:
    """Capacity of a kernel classifier: what a small norm promises, however many features the kernel has.

    The classifier has scores f(x_i) = sum_j alpha_j y_j K_ij, without a bias. It belongs to the class of all w with
    norm at most B, where B is its own norm, in the space of the kernel. Return a dict of floats:

        "norm"           B = sqrt( sum_i sum_j alpha_i alpha_j y_i y_j K_ij )
        "radius"         R = sqrt( max_i K_ii ), the largest norm of an example
        "vc"             B^2 R^2, which bounds the VC dimension of hyperplanes with margin 1
        "rademacher"     (B/n) * mean over sigma of sqrt(sigma' K sigma), the Rademacher complexity of the class
        "trace_bound"    B sqrt(tr K) / n, where tr K is the sum of the K_ii; an upper bound of the exact "rademacher"
        "radius_bound"   B R / sqrt(n), an upper bound of that
        "margin_error"   the fraction of the examples with y_i f(x_i) < 1 - 1e-9
        "bound"          margin_error + 2 trace_bound + 3 sqrt( ln(2/delta) / (2n) )

    The last one bounds the true error rate, with probability at least 1 - delta and as if B had been fixed before the
    data were seen. The factor 2 and the margin error (in place of the training error) are the price for real-valued
    scores. If a rounding error makes sigma' K sigma or B^2 slightly negative, take it as 0.

    Parameters: K (n, n) symmetric positive semidefinite; alpha (n,), all >= 0; y (n,) of -1 and +1; delta. sigma: None,
    which means that the mean is over all 2^n noise vectors; or a (T, n) array of -1 and +1, and the mean is over its
    rows. Without sigma n is at most 10 in the checks, apart from the ValueError. Margins y_i f(x_i) near 1 are within
    1e-12 of it, or more than 1e-6 away.

    Returns a dict of floats with these eight keys; it may hold more.

    Raises ValueError unless 0 < delta < 1, or if sigma is None and n > 12.

    Note: Aalto L6 prints a single sum for B, and a bound with the plain training error and without the factor 2.
    """
    ### BEGIN SOLUTION
    K, y = np.asarray(K, dtype=float), np.asarray(y, dtype=float)
    coefficients, n = np.asarray(alpha, dtype=float) * y, len(y)
    sigma = _noise(sigma, n)
    scores = K @ coefficients
    norm = np.sqrt(max(coefficients @ scores, 0))
    radius = np.sqrt(K.diagonal().max())
    lengths = np.sqrt((sigma @ K * sigma).sum(axis=1).clip(min=0))
    trace_bound = norm * np.sqrt(K.trace()) / n
    margin_error = np.mean(y * scores < 1 - 1e-9)
    bounds = {
        "norm": norm,
        "radius": radius,
        "vc": (norm * radius) ** 2,
        "rademacher": norm * lengths.mean() / n,
        "trace_bound": trace_bound,
        "radius_bound": norm * radius / np.sqrt(n),
        "margin_error": margin_error,
        "bound": capacity_bound(margin_error, n, delta, rademacher=2 * trace_bound),
    }
    return {name: float(value) for name, value in bounds.items()}
    ### END SOLUTION
