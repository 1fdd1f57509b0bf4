"""Known wrong answers of capacity, each with the sentence that a student who gave it is told."""

import math
from itertools import combinations, product

import numpy as np

from autograder.authoring import mistake
from capacity import _noise, _table, capacity_bound, linearly_separable

# ---------------------------------------------------------------- behaviours


def _rows(table):
    return [tuple(row) for row in _table(table).tolist()]


@mistake(
    "behaviours", "You count hypotheses; two that label these points alike are one behaviour, so count different rows."
)
def counts_rows(table):
    rows = _rows(table)
    return len(rows), len(rows) == 2 ** len(rows[0])


@mistake(
    "behaviours", "You count different columns; a behaviour is a row of the table, with one label for every point."
)
def distinct_columns(table):
    table = _table(table)
    count = len(set(map(tuple, table.T.tolist())))
    return count, count == 2 ** table.shape[1]


@mistake("behaviours", "n points have 2^n labellings, a power of two; you compare the count with n squared.")
def n_squared(table):
    rows = _rows(table)
    return len(set(rows)), len(set(rows)) == len(rows[0]) ** 2


@mistake(
    "behaviours",
    "You call points shattered from n + 1 behaviours on; shattering needs every one of the 2^n labellings.",
)
def one_more_than_points(table):
    rows = _rows(table)
    return len(set(rows)), len(set(rows)) >= len(rows[0]) + 1


@mistake(
    "behaviours",
    "You tell rows apart by their number of +1; rows with the same number can still be different labellings.",
)
def number_of_positives(table):
    rows = _rows(table)
    return len({row.count(1) for row in rows}), len({row.count(1) for row in rows}) == 2 ** len(rows[0])


@mistake(
    "behaviours",
    "Your count is right, but for shattering you compare the number of hypotheses, repeated ones too, with 2^n.",
)
def shattered_by_repeated_rows(table):
    rows = _rows(table)
    return len(set(rows)), len(rows) == 2 ** len(rows[0])


@mistake(
    "behaviours",
    "Points are not shattered as soon as each of them gets both labels: all labels have to occur in all combinations.",
)
def every_point_has_both_labels(table):
    table = _table(table)
    both = (table == 1).any(axis=0) & (table == -1).any(axis=0)
    return len(set(_rows(table))), bool(both.all())


# ---------------------------------------------------------------- vc_dimension


def _shattered(table, columns):
    return len({tuple(row) for row in table[:, list(columns)].tolist()}) == 2 ** len(columns)


@mistake("vc_dimension", "You ask for every set of that size to be shattered; one that is shattered is enough.")
def all_sets(table):
    table = _table(table)
    points, size = range(table.shape[1]), 0
    while size < len(points) and all(_shattered(table, some) for some in combinations(points, size + 1)):
        size += 1
    return size


@mistake("vc_dimension", "You try only the first s points; any other choice of s points may be the shattered one.")
def first_columns(table):
    table = _table(table)
    size = 0
    while size < table.shape[1] and _shattered(table, range(size + 1)):
        size += 1
    return size


@mistake(
    "vc_dimension",
    "You return log2 of the number of behaviours. A shattered set of s points needs 2^s of them, so that is an upper "
    "bound; whether such a set exists is another question.",
)
def log2_of_size(table):
    return int(math.log2(len(set(_rows(table)))))


@mistake(
    "vc_dimension", "You return the first size at which no set is shattered; the dimension is the last size that works."
)
def size_plus_one(table):
    table = _table(table)
    size = 1
    while any(_shattered(table, some) for some in combinations(range(table.shape[1]), size)):
        size += 1
    return size


@mistake(
    "vc_dimension",
    "You keep the first points that are shattered and only add to them; the largest shattered set may do without them.",
)
def greedy(table):
    table = _table(table)
    chosen = []
    for j in range(table.shape[1]):
        if _shattered(table, [*chosen, j]):
            chosen.append(j)
    return len(chosen)


@mistake(
    "vc_dimension",
    "You try only points that stand next to each other; any s of the columns may be the shattered set.",
)
def neighbouring_columns(table):
    table = _table(table)
    K, size = table.shape[1], 0
    while any(_shattered(table, range(j, j + size + 1)) for j in range(K - size)):
        size += 1
    return size


# ---------------------------------------------------------------- linearly_separable


def _points_and_labels(points, labels):
    points, labels = np.asarray(points, dtype=float), np.asarray(labels, dtype=float)
    if len(points) != len(labels) or not np.isin(labels, (-1, 1)).all():
        raise ValueError("points and labels must have one length, and labels must be -1 or +1")
    return points, labels


def _zero_in_hull(vectors):
    """Whether 0 is a convex combination of the rows."""
    size = np.abs(vectors).max()
    if size == 0:
        return True
    system = np.vstack([vectors.T / size, np.ones(len(vectors))])
    goal = np.append(np.zeros(vectors.shape[1]), 1)
    for count in range(1, len(system) + 1):
        for chosen in combinations(range(len(vectors)), count):
            columns = system[:, chosen]
            weights = np.linalg.lstsq(columns, goal, rcond=None)[0]
            if weights.min() >= -1e-9 and np.abs(columns @ weights - goal).max() < 1e-9:
                return True
    return False


@mistake(
    "linearly_separable",
    "Your line has to go through the origin; give the points one more coordinate, a constant 1, and it can shift.",
)
def no_bias(points, labels):
    points, labels = _points_and_labels(points, labels)
    return not _zero_in_hull(labels[:, np.newaxis] * points)


@mistake(
    "linearly_separable",
    "You stop the perceptron after a number of passes and call what is left inseparable; slow is not impossible. "
    "Use a test that ends by itself with a yes or a no.",
)
def few_perceptron_steps(points, labels):
    points, labels = _points_and_labels(points, labels)
    rows = labels[:, np.newaxis] * np.column_stack([points, np.ones(len(points))])
    w = np.zeros(rows.shape[1])
    for _ in range(100):
        updated = False
        for row in rows:
            if row @ w <= 0:
                w, updated = w + row, True
        if not updated:
            return True
    return False


@mistake(
    "linearly_separable",
    "You fit the labels by least squares and look at the signs. Distant points pull that fit over to them, so that it "
    "can misclassify points that another line separates.",
)
def least_squares_signs(points, labels):
    points, labels = _points_and_labels(points, labels)
    rows = np.column_stack([points, np.ones(len(points))])
    w = np.linalg.lstsq(rows, labels, rcond=None)[0]
    return bool((labels * (rows @ w) > 1e-9).all())


def _normals(points):
    """The normals of all lines or planes through d of the points, with a point on each."""
    d = points.shape[1]
    for some in combinations(points, d):
        if d == 1:
            yield np.ones(1), some[0]
        elif d == 2:
            yield np.array([-1, 1]) * (some[1] - some[0])[::-1], some[0]
        else:
            yield np.cross(some[1] - some[0], some[2] - some[0]), some[0]


@mistake(
    "linearly_separable",
    "You accept points on the line itself (>= 0); every point has to be strictly on its own side, so classes that "
    "touch are not separable.",
)
def touching_allowed(points, labels):
    points, labels = _points_and_labels(points, labels)
    planes = [(w, origin) for w, origin in _normals(points) if np.abs(w).max() > 1e-9]
    sides = [labels * ((points - origin) @ w) for w, origin in planes]
    return not sides or any(side.min() >= -1e-9 or side.max() <= 1e-9 for side in sides)


@mistake(
    "linearly_separable",
    "You try one line only, halfway between the means of the classes; another line may separate them.",
)
def halfway_between_means(points, labels):
    points, labels = _points_and_labels(points, labels)
    if abs(labels.sum()) == len(labels):
        return True
    plus, minus = points[labels == 1].mean(axis=0), points[labels == -1].mean(axis=0)
    return bool((labels * ((points - (plus + minus) / 2) @ (plus - minus)) > 1e-9).all())


@mistake(
    "linearly_separable",
    "You look for a gap along the axes only; the line that separates the points may be slanted.",
)
def gaps_along_axes(points, labels):
    points, labels = _points_and_labels(points, labels)
    plus, minus = points[labels == 1], points[labels == -1]
    if len(plus) == 0 or len(minus) == 0:
        return True
    return bool(((plus.min(axis=0) > minus.max(axis=0)) | (minus.min(axis=0) > plus.max(axis=0))).any())


@mistake(
    "linearly_separable",
    "You ask only whether a point of one class lies in the hull of the other. Hulls can also cross without that, as "
    "the diagonals of a square do.",
)
def points_in_hulls_only(points, labels):
    points, labels = _points_and_labels(points, labels)
    plus, minus = points[labels == 1], points[labels == -1]
    if len(plus) == 0 or len(minus) == 0:
        return True
    pairs = [(plus, point) for point in minus] + [(minus, point) for point in plus]
    return not any(_zero_in_hull(np.column_stack([hull - point, np.zeros(len(hull))])) for hull, point in pairs)


# ---------------------------------------------------------------- realizable_labelings


def _given(points, family):
    points = np.asarray(points, dtype=float)
    if len(points) == 0 or family not in ("boxes", "halfspaces", "convex"):
        raise ValueError("there must be a point, and a known family")
    return points


def _collect(points, possible):
    everything = np.array(list(product((-1, 1), repeat=len(points))))
    return everything[[bool(possible(labels)) for labels in everything]]


def _by_halfspace(points, labels):
    return linearly_separable(points, labels)


def _by_box(points, labels):
    inside, outside = points[labels == 1], points[labels == -1]
    if len(inside) == 0:
        return True
    return not ((outside >= inside.min(axis=0)) & (outside <= inside.max(axis=0))).all(axis=1).any()


def _by_convex_set(points, labels):
    inside = points[labels == 1]
    if len(inside) == 0:
        return True
    one_negative = np.append(np.ones(len(inside)), -1)
    return all(linearly_separable(np.vstack([inside, point]), one_negative) for point in points[labels == -1])


def _rule(family):
    return {"boxes": _by_box, "halfspaces": _by_halfspace, "convex": _by_convex_set}[family]


@mistake(
    "realizable_labelings", "You leave out the labelling without any positive point; the empty set realises that one."
)
def no_all_negative(points, family):
    points = _given(points, family)
    return _collect(points, lambda labels: (labels == 1).any() and _rule(family)(points, labels))


@mistake(
    "realizable_labelings",
    "A box is closed: a negative point on its edge is inside, so such a labelling is impossible.",
)
def open_box(points, family):
    points = _given(points, family)

    def by_open_box(labels):
        inside, outside = points[labels == 1], points[labels == -1]
        if len(inside) == 0:
            return True
        return not ((outside > inside.min(axis=0)) & (outside < inside.max(axis=0))).all(axis=1).any()

    return _collect(points, by_open_box if family == "boxes" else lambda labels: _rule(family)(points, labels))


@mistake(
    "realizable_labelings",
    "For convex sets only the positive points need a hull. You ask for the hulls of both classes to be apart, but "
    "negatives may surround the set.",
)
def hull_of_two_classes(points, family):
    points = _given(points, family)
    rule = _by_halfspace if family == "convex" else _rule(family)
    return _collect(points, lambda labels: rule(points, labels))


@mistake(
    "realizable_labelings",
    "You ask whether the corners of the box are negative points; test every negative for lying anywhere in the box.",
)
def corners_only(points, family):
    points = _given(points, family)

    def by_corners(labels):
        inside = points[labels == 1]
        if len(inside) == 0:
            return True
        corners = set(product(*zip(inside.min(axis=0).tolist(), inside.max(axis=0).tolist(), strict=True)))
        return not corners & set(map(tuple, points[labels == -1].tolist()))

    return _collect(points, by_corners if family == "boxes" else lambda labels: _rule(family)(points, labels))


@mistake(
    "realizable_labelings",
    "The right labellings, but in another order or more than once: each must stand once, in lexicographic order with "
    "-1 before +1.",
)
def first_point_fastest(points, family):
    points = _given(points, family)
    rows = _collect(points, lambda labels: _rule(family)(points, labels))
    return rows[np.lexsort(rows.T)]


@mistake(
    "realizable_labelings",
    "You list +1 before -1; the rows have to be in lexicographic order with -1 first.",
)
def positive_first(points, family):
    points = _given(points, family)
    return _collect(points, lambda labels: _rule(family)(points, labels))[::-1]


@mistake(
    "realizable_labelings",
    "You treat convex sets as boxes. A convex set need not contain the corners of the box around its points.",
)
def convex_as_boxes(points, family):
    points = _given(points, family)
    rule = _by_box if family == "convex" else _rule(family)
    return _collect(points, lambda labels: rule(points, labels))


@mistake(
    "realizable_labelings",
    "Your boxes may also be negative inside and positive outside; here a box is always +1 inside and -1 outside.",
)
def boxes_either_way(points, family):
    points = _given(points, family)
    rule = _rule(family)
    if family == "boxes":
        return _collect(points, lambda labels: rule(points, labels) or rule(points, -labels))
    return _collect(points, lambda labels: rule(points, labels))


# ---------------------------------------------------------------- growth_function


def _valid(family, n, d):
    known = family in ("thresholds", "intervals", "halfspaces", "sauer")
    if not known or n < 1 or (family == "halfspaces" and d < 1) or (family == "sauer" and d < 0):
        raise ValueError("unknown family, or n or d too small")


def _count(family, n, d):
    if family == "thresholds":
        return n + 1
    if family == "intervals":
        return n * (n + 1) // 2 + 1
    if family == "halfspaces":
        return 2 * sum(math.comb(n - 1, k) for k in range(d + 1))
    return sum(math.comb(n, k) for k in range(d + 1))


@mistake("growth_function", "Cover's count for half-spaces has C(n-1, k); you used C(n, k).")
def n_for_n_minus_one(family, n, d=1):
    _valid(family, n, d)
    return 2 * _count("sauer", n, d) if family == "halfspaces" else _count(family, n, d)


@mistake("growth_function", "A half-space and its opposite give two labellings: Cover's count has a factor 2.")
def factor_two_missing(family, n, d=1):
    _valid(family, n, d)
    return _count(family, n, d) // 2 if family == "halfspaces" else _count(family, n, d)


@mistake("growth_function", "The sums include k = d; range(d) stops at d - 1.")
def sum_stops_early(family, n, d=1):
    _valid(family, n, d)
    return _count(family, n, d - 1) if family in ("halfspaces", "sauer") else _count(family, n, d)


@mistake(
    "growth_function",
    "Your large counts have lost their last digits in a float; stay with whole numbers (math.comb, //) throughout.",
)
def float_result(family, n, d=1):
    _valid(family, n, d)
    return int(float(_count(family, n, d)))


@mistake("growth_function", "You forgot the empty interval, which labels every point -1: that is the + 1.")
def no_empty_interval(family, n, d=1):
    _valid(family, n, d)
    return _count(family, n, d) - (family == "intervals")


@mistake(
    "growth_function",
    "You count thresholds in both directions; here x >= a always means +1, which leaves n + 1 behaviours.",
)
def thresholds_both_ways(family, n, d=1):
    _valid(family, n, d)
    return 2 * n if family == "thresholds" else _count(family, n, d)


@mistake(
    "growth_function",
    "Yours is 2^d, whatever n is; Sauer's bound is a sum of binomial coefficients, and grows with n like n^d.",
)
def two_to_the_dimension(family, n, d=1):
    _valid(family, n, d)
    return 2 ** min(n, d) if family == "sauer" else _count(family, n, d)


# ---------------------------------------------------------------- empirical_rademacher


def _correlations(table, sigma):
    table = _table(table).astype(float)
    if table.shape[1] == 0:
        raise ValueError("there must be a point")
    return _noise(sigma, table.shape[1]) @ table.T / table.shape[1]


@mistake(
    "empirical_rademacher", "You put a factor 1/2 in front, as some lecture slides do; this course defines it without."
)
def half(table, sigma=None):
    return float(_correlations(table, sigma).max(axis=1).mean() / 2)


@mistake(
    "empirical_rademacher",
    "You average over the noise first and then choose the best hypothesis. The hypothesis may be another one for each "
    "noise vector: first the maximum, then the mean.",
)
def max_of_mean(table, sigma=None):
    return float(_correlations(table, sigma).mean(axis=0).max())


@mistake(
    "empirical_rademacher",
    "You maximise the absolute value of the correlation; keep the sign, for a hypothesis that is always wrong does not "
    "fit.",
)
def absolute(table, sigma=None):
    return float(np.abs(_correlations(table, sigma)).max(axis=1).mean())


@mistake("empirical_rademacher", "You turned the labels into 0 and 1 before correlating; they stay -1 and +1.")
def zero_one_labels(table, sigma=None):
    table = _table(table).astype(float)
    if table.shape[1] == 0:
        raise ValueError("there must be a point")
    return float((_noise(sigma, table.shape[1]) @ (table > 0).T / table.shape[1]).max(axis=1).mean())


@mistake("empirical_rademacher", "You forgot to divide the correlation by the number of points.")
def sum_not_mean(table, sigma=None):
    return float(_correlations(table, sigma).max(axis=1).mean() * np.shape(table)[1])


@mistake("empirical_rademacher", "You average over all noise vectors even if sigma is given; then use its rows only.")
def ignores_sigma(table, sigma=None):
    n = _table(table).shape[1]
    values = _correlations(table, None if n <= 12 else sigma)
    return float(values.max(axis=1).mean())


@mistake(
    "empirical_rademacher",
    "You return the mean smallest error on noise, e; the complexity is the correlation, which is 1 - 2 e.",
)
def smallest_error(table, sigma=None):
    return float((1 - _correlations(table, sigma).max(axis=1).mean()) / 2)


# ---------------------------------------------------------------- vc_formula


def _formula(family, d, size, rounds, **changes):
    if min(d, size, rounds) < 1 or (family == "polygons" and d < 3):
        raise ValueError("d, size or rounds is too small")
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
    formulas |= changes
    if family not in formulas:
        raise ValueError("unknown family")
    return formulas[family]


@mistake(
    "vc_formula",
    "You took natural logarithms. A class that shatters s points has 2^s members at least, which makes it log base 2.",
)
def natural_log(family, d=1, size=2, rounds=1):
    adaboost = 2 * (d + 1) * (rounds + 1) * math.log(math.e * (rounds + 1)) if rounds > 0 else 0
    return _formula(family, d, size, rounds, finite=math.log(size) if size > 0 else 0, adaboost=adaboost)


@mistake(
    "vc_formula",
    "You count coordinates only: a half-space in d dimensions has dimension d + 1 with its bias, a box 2 d with two "
    "ends on each axis, a polygon with d corners 2 d + 1.",
)
def coordinates(family, d=1, size=2, rounds=1):
    return _formula(family, d, size, rounds, halfspaces=d, boxes=d, polygons=2 * d)


@mistake("vc_formula", "In the bound for AdaBoost e stands inside of the logarithm: log2(e (T + 1)).")
def e_outside(family, d=1, size=2, rounds=1):
    adaboost = 2 * (d + 1) * (rounds + 1) * math.e * math.log2(rounds + 1) if rounds > 0 else 0
    return _formula(family, d, size, rounds, adaboost=adaboost)


@mistake(
    "vc_formula", "The bound for AdaBoost has T + 1 twice, as a factor and in the logarithm; you used T, the rounds."
)
def rounds_not_plus_one(family, d=1, size=2, rounds=1):
    adaboost = 2 * (d + 1) * rounds * math.log2(math.e * rounds) if rounds > 0 else 0
    return _formula(family, d, size, rounds, adaboost=adaboost)


@mistake("vc_formula", "The bound for a finite class is log2(size) as it is; you rounded it.")
def rounded_log(family, d=1, size=2, rounds=1):
    return _formula(family, d, size, rounds, finite=math.floor(math.log2(size)) if size > 0 else 0)


@mistake(
    "vc_formula",
    "All functions of d Boolean variables shatter all 2^d inputs at once, so their dimension is 2^d and not d.",
)
def boolean_is_d(family, d=1, size=2, rounds=1):
    return _formula(family, d, size, rounds, boolean=d)


@mistake(
    "vc_formula",
    "A conjunction may leave a variable out, but the literals x and not-x do not count twice: the dimension is d.",
)
def two_literals_each(family, d=1, size=2, rounds=1):
    return _formula(family, d, size, rounds, conjunctions=2 * d)


# ---------------------------------------------------------------- capacity_bound


def _check_bound(error, n, delta, vc, rademacher):
    if (vc is None) == (rademacher is None):
        raise ValueError("give vc or rademacher, and not both")
    if not (0 <= error <= 1 and n >= 1 and 0 < delta < 1):
        raise ValueError("error, n or delta out of range")
    if vc is not None and not 1 <= vc <= n:
        raise ValueError("vc out of range")


def _by_vc(error, n, delta, vc):
    return error + math.sqrt(2 * vc * math.log(math.e * n / vc) / n) + math.sqrt(math.log(1 / delta) / (2 * n))


def _by_rademacher(error, n, delta, rademacher):
    return error + rademacher + 3 * math.sqrt(math.log(2 / delta) / (2 * n))


@mistake("capacity_bound", "The logarithm is of e n / vc; you left out e, which is the same as forgetting + 1.")
def no_e(error, n, delta, vc=None, rademacher=None):
    _check_bound(error, n, delta, vc, rademacher)
    if vc is None:
        return _by_rademacher(error, n, delta, rademacher)
    return error + math.sqrt(2 * vc * math.log(n / vc) / n) + math.sqrt(math.log(1 / delta) / (2 * n))


@mistake("capacity_bound", "Inside the logarithm you turned the ratio round: it is n / vc, times e.")
def ratio_inverted(error, n, delta, vc=None, rademacher=None):
    _check_bound(error, n, delta, vc, rademacher)
    if vc is None:
        return _by_rademacher(error, n, delta, rademacher)
    with np.errstate(invalid="ignore"):
        capacity = float(np.sqrt(2 * vc * np.log(math.e * vc / n) / n))
    return error + capacity + math.sqrt(math.log(1 / delta) / (2 * n))


@mistake("capacity_bound", "The bound by the VC dimension has ln(1/delta); ln(2/delta) belongs to the other bound.")
def two_delta_in_both(error, n, delta, vc=None, rademacher=None):
    _check_bound(error, n, delta, vc, rademacher)
    if vc is None:
        return _by_rademacher(error, n, delta, rademacher)
    return _by_vc(error, n, delta / 2, vc)


@mistake(
    "capacity_bound", "The bound by the Rademacher complexity has ln(2/delta); ln(1/delta) belongs to the other bound."
)
def one_delta_in_both(error, n, delta, vc=None, rademacher=None):
    _check_bound(error, n, delta, vc, rademacher)
    if vc is None:
        return error + rademacher + 3 * math.sqrt(math.log(1 / delta) / (2 * n))
    return _by_vc(error, n, delta, vc)


@mistake(
    "capacity_bound",
    "The empirical complexity is itself an estimate from the sample, and so its price for certainty has a factor 3; "
    "you dropped it.",
)
def three_dropped(error, n, delta, vc=None, rademacher=None):
    _check_bound(error, n, delta, vc, rademacher)
    if vc is None:
        return error + rademacher + math.sqrt(math.log(2 / delta) / (2 * n))
    return _by_vc(error, n, delta, vc)


@mistake("capacity_bound", "You put the two prices of the VC bound under one root; each has its own root.")
def joined_roots(error, n, delta, vc=None, rademacher=None):
    _check_bound(error, n, delta, vc, rademacher)
    if vc is None:
        return _by_rademacher(error, n, delta, rademacher)
    return error + math.sqrt(2 * vc * math.log(math.e * n / vc) / n + math.log(1 / delta) / (2 * n))


@mistake(
    "capacity_bound",
    "You take a rademacher of 0 for one that is missing, because 0 counts as false; compare with None instead.",
)
def zero_is_missing(error, n, delta, vc=None, rademacher=None):
    if bool(vc) == bool(rademacher):
        raise ValueError("give vc or rademacher, and not both")
    _check_bound(error, n, delta, vc or None, rademacher or None)
    return _by_vc(error, n, delta, vc) if vc else _by_rademacher(error, n, delta, rademacher)


@mistake("capacity_bound", "You cut the bound off at 1; here it is returned as the formula has it.")
def capped_at_one(error, n, delta, vc=None, rademacher=None):
    _check_bound(error, n, delta, vc, rademacher)
    value = _by_rademacher(error, n, delta, rademacher) if vc is None else _by_vc(error, n, delta, vc)
    return min(1.0, value)


@mistake(
    "capacity_bound",
    "You doubled the Rademacher complexity. The factor 2 belongs to the definition with 1/2, or to real-valued scores.",
)
def doubled_complexity(error, n, delta, vc=None, rademacher=None):
    _check_bound(error, n, delta, vc, rademacher)
    if vc is None:
        return _by_rademacher(error, n, delta, 2 * rademacher)
    return _by_vc(error, n, delta, vc)


# ---------------------------------------------------------------- uv_classifier


def _theta_and_X(theta, X):
    theta, X = np.asarray(theta, dtype=float), np.asarray(X, dtype=float)
    if len(theta) != X.shape[1] + 1:
        raise ValueError("theta needs one entry more than there are features")
    return theta, X


def _parts(theta):
    return np.sqrt(np.maximum(theta, 0)), np.sqrt(np.maximum(-theta, 0))


def _signs(weights, X):
    return np.where(weights[0] + X @ weights[1:] >= 0, 1, -1)


@mistake(
    "uv_classifier",
    "You take roots of negative entries, which are nan; for those u is 0, and v is the root of -theta.",
)
def root_of_negative(theta, X):
    theta, X = _theta_and_X(theta, X)
    with np.errstate(invalid="ignore"):
        u, v = np.sqrt(theta), np.sqrt(-theta)
    return u, v, _signs(u**2 - v**2, X)


@mistake("uv_classifier", "The part of v is subtracted: the weight is u^2 - v^2, which can be negative.")
def sign_of_v(theta, X):
    theta, X = _theta_and_X(theta, X)
    u, v = _parts(theta)
    return u, v, _signs(u**2 + v**2, X)


@mistake("uv_classifier", "The weights are made of the squares of u and v; you labelled with u - v.")
def not_squared(theta, X):
    theta, X = _theta_and_X(theta, X)
    u, v = _parts(theta)
    return u, v, _signs(u - v, X)


@mistake("uv_classifier", "A score of exactly 0 gets the label +1 here; > 0 says -1, and np.sign says 0.")
def zero_is_negative(theta, X):
    theta, X = _theta_and_X(theta, X)
    u, v = _parts(theta)
    return u, v, np.where(theta[0] + X @ theta[1:] > 0, 1, -1)


@mistake("uv_classifier", "The intercept is the first entry of theta; you took the last one.")
def intercept_last(theta, X):
    theta, X = _theta_and_X(theta, X)
    return *_parts(theta), np.where(X @ theta[:-1] + theta[-1] >= 0, 1, -1)


@mistake("uv_classifier", "Your u and v are the positive and the negative part of theta, without the square root.")
def no_root(theta, X):
    theta, X = _theta_and_X(theta, X)
    return np.maximum(theta, 0), np.maximum(-theta, 0), _signs(theta, X)


@mistake("uv_classifier", "You left out the intercept, whose feature x_0 is 1.")
def no_intercept(theta, X):
    theta, X = _theta_and_X(theta, X)
    return *_parts(theta), np.where(X @ theta[1:] >= 0, 1, -1)


# ---------------------------------------------------------------- margin_bounds


def _all_bounds(K, alpha, y, delta, sigma, **changes):
    """Everything that margin_bounds computes, with some steps exchanged."""
    K, y = np.asarray(K, dtype=float), np.asarray(y, dtype=float)
    c, n = np.asarray(alpha, dtype=float) * y, len(y)
    sigma = _noise(sigma, n)
    step = {
        "norm": lambda: np.sqrt(max(c @ K @ c, 0)),
        "radius": lambda: np.sqrt(K.diagonal().max()),
        "vc": lambda B, R: (B * R) ** 2,
        "trace_bound": lambda B: B * np.sqrt(K.trace()) / n,
        "wrong": lambda: y * (K @ c) < 1 - 1e-9,
        "rademacher": lambda B: B * np.sqrt((sigma @ K * sigma).sum(axis=1).clip(min=0)).mean() / n,
        "factor": 2,
    } | {key: change(K, c, y, sigma) if callable(change) else change for key, change in changes.items()}
    B, R = step["norm"](), step["radius"]()
    trace_bound, margin_error = step["trace_bound"](B), float(np.mean(step["wrong"]()))
    return {
        "norm": float(B),
        "radius": float(R),
        "vc": float(step["vc"](B, R)),
        "rademacher": float(step["rademacher"](B)),
        "trace_bound": float(trace_bound),
        "radius_bound": float(B * R / np.sqrt(n)),
        "margin_error": margin_error,
        "bound": capacity_bound(margin_error, n, delta, rademacher=step["factor"] * float(trace_bound)),
    }


@mistake("margin_bounds", "The double sum is B squared; the norm is its square root.")
def norm_squared(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, norm=lambda K, c, y, s: lambda: max(c @ K @ c, 0))


@mistake(
    "margin_bounds",
    "The bound uses the trace, the sum of the diagonal of K; you added up all its entries.",
)
def all_entries(K, alpha, y, delta, sigma=None):
    return _all_bounds(
        K, alpha, y, delta, sigma, trace_bound=lambda K, c, y, s: lambda B: B * np.sqrt(max(K.sum(), 0)) / len(y)
    )


@mistake("margin_bounds", "The bound by the trace divides by n; the root of n belongs to the bound by the radius.")
def root_n(K, alpha, y, delta, sigma=None):
    return _all_bounds(
        K, alpha, y, delta, sigma, trace_bound=lambda K, c, y, s: lambda B: B * np.sqrt(K.trace()) / np.sqrt(len(y))
    )


@mistake("margin_bounds", "The VC bound of a margin is (B R)^2; you returned B R.")
def vc_not_squared(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, vc=lambda K, c, y, s: lambda B, R: B * R)


@mistake(
    "margin_bounds", "For real-valued scores the complexity comes into the bound with a factor 2; you added it once."
)
def coefficient_one(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, factor=1)


@mistake(
    "margin_bounds",
    "You count the misclassified examples; examples with the right sign but a margin below 1 are errors here too.",
)
def zero_one_error(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, wrong=lambda K, c, y, s: lambda: y * (K @ c) <= 0)


@mistake("margin_bounds", "A margin of exactly 1 is large enough; only smaller ones are errors.")
def margin_of_one_is_wrong(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, wrong=lambda K, c, y, s: lambda: y * (K @ c) <= 1 + 1e-9)


@mistake(
    "margin_bounds",
    "A margin of 1 may come out as 0.9999999999999999, which you count as an error; compare with 1 - 1e-9.",
)
def no_tolerance(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, wrong=lambda K, c, y, s: lambda: y * (K @ c) < 1)


@mistake("margin_bounds", "You compare the scores f(x_i) with 1; a margin is y_i f(x_i), the score times the label.")
def scores_for_margins(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, wrong=lambda K, c, y, s: lambda: K @ c < 1 - 1e-9)


@mistake(
    "margin_bounds", "The norm is a double sum over all pairs of examples; you added up the terms with i = j only."
)
def single_sum(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, norm=lambda K, c, y, s: lambda: np.sqrt((c * c) @ K.diagonal()))


@mistake("margin_bounds", "The weights of the examples are alpha_i y_i; you left the labels out of the norm.")
def norm_without_labels(K, alpha, y, delta, sigma=None):
    return _all_bounds(
        K, alpha, y, delta, sigma, norm=lambda K, c, y, s: lambda: np.sqrt(max((c * y) @ K @ (c * y), 0))
    )


@mistake("margin_bounds", "K_ii is the squared norm of an example; the radius is the square root of the largest one.")
def radius_squared(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma, radius=lambda K, c, y, s: lambda: K.diagonal().max())


@mistake(
    "margin_bounds",
    "You take the root of the mean of sigma' K sigma, which is sqrt(tr K), the bound itself; the complexity is the "
    "mean of the roots.",
)
def root_of_mean(K, alpha, y, delta, sigma=None):
    return _all_bounds(
        K,
        alpha,
        y,
        delta,
        sigma,
        rademacher=lambda K, c, y, s: lambda B: B * np.sqrt(max((s @ K * s).sum(axis=1).mean(), 0)) / len(y),
    )


@mistake("margin_bounds", "You average over all noise vectors even if sigma is given; then use its rows only.")
def noise_ignored(K, alpha, y, delta, sigma=None):
    return _all_bounds(K, alpha, y, delta, sigma if len(y) > 12 else None)
