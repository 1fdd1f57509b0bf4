"""Right answers of 15_capacity, written another way, from the docstrings alone."""

import math
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np

from autograder.authoring import alternative
from capacity import behaviours, linearly_separable


def table_of(table):
    table = np.asarray(table)
    if table.ndim != 2 or table.shape[0] < 1:
        raise ValueError("a table has two dimensions and a row")
    return table


# behaviours -----------------------------------------------------------------------------------------------------------


@alternative("behaviours")
def unique_rows(table):
    different = np.unique(table_of(table), axis=0)
    return len(different), np.bool_(len(different) == 2 ** different.shape[1])


@alternative("behaviours")
def binary_numbers(table):
    table = table_of(table) > 0
    numbers = table @ (1 << np.arange(table.shape[1], dtype=np.int64))
    count = np.unique(numbers).size
    return [np.int64(count), count == 1 << table.shape[1]]


@alternative("behaviours")
def loops_over_rows(table):
    if np.ndim(table) != 2 or np.shape(table)[0] == 0:
        raise ValueError("not a table")
    seen = []
    for row in table:
        row = [float(label) for label in row]
        if row not in seen:
            seen.append(row)
    possible = 1
    for _ in range(np.shape(table)[1]):
        possible *= 2
    return len(seen), len(seen) == possible


# vc_dimension ---------------------------------------------------------------------------------------------------------


@alternative("vc_dimension")
def all_sets_of_columns(table):
    """As the docstring has it, calling behaviours for every set of columns."""
    table = table_of(table)
    size = 0
    while size < table.shape[1]:
        for columns in combinations(range(table.shape[1]), size + 1):
            if behaviours(table[:, list(columns)])[1]:
                break
        else:
            return size
        size += 1
    return size


@alternative("vc_dimension")
def down_from_the_logarithm(table):
    rows = {tuple(row) for row in table_of(table).tolist()}
    width = len(next(iter(rows)))
    for size in range(min(width, len(rows).bit_length() - 1), 0, -1):
        for columns in combinations(range(width), size):
            if len({tuple(row[j] for j in columns) for row in rows}) == 2**size:
                return size
    return 0


@alternative("vc_dimension")
def split_by_a_column(table):
    """Depth first: the rows that a labelling of the chosen columns leaves must all go on to hold both labels."""
    table = table_of(table) > 0

    def deepest(groups, first):
        best = 0
        for j in range(first, table.shape[1]):
            split = [part for group in groups for part in (group[table[group, j]], group[~table[group, j]])]
            if all(len(part) for part in split):
                best = max(best, 1 + deepest(split, j + 1))
        return best

    return np.int64(deepest([np.arange(len(table))], 0))


# linearly_separable ---------------------------------------------------------------------------------------------------


def points_of(points, labels):
    points = [[float(value) for value in point] for point in points]
    labels = [float(label) for label in labels]
    if len(points) != len(labels):
        raise ValueError("as many labels as points, please")
    for label in labels:
        if label not in (-1.0, 1.0):
            raise ValueError(f"{label} is no label")
    return points, labels


def solve_exactly(rows):
    """The unique solution of a system of Fractions [A | b] with as many unknowns as columns of A, or None."""
    rows, unknowns = [list(row) for row in rows], len(rows[0]) - 1
    for column in range(unknowns):
        pivot = next((r for r in range(column, len(rows)) if rows[r][column] != 0), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for r in range(len(rows)):
            if r != column and rows[r][column] != 0:
                factor = rows[r][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    if any(row[-1] != 0 for row in rows[unknowns:]):
        return None
    return [row[-1] for row in rows[:unknowns]]


@alternative("linearly_separable")
def exact_small_systems(points, labels):
    """The hint of the docstring in whole numbers and fractions, plain loops: every float is a fraction."""
    points, labels = points_of(points, labels)
    columns = [
        [Fraction(label) * Fraction(value) for value in (*point, 1.0)] + [Fraction(1)]
        for point, label in zip(points, labels, strict=True)
    ]
    height = len(columns[0])
    goal = [Fraction(0)] * (height - 1) + [Fraction(1)]
    for count in range(1, height + 1):
        for chosen in combinations(columns, count):
            weights = solve_exactly([[column[i] for column in chosen] + [goal[i]] for i in range(height)])
            if weights is not None and min(weights) >= 0:
                return False
    return True


@alternative("linearly_separable")
def simplex_method(points, labels):
    """Phase one of the simplex method with Bland's rule, in fractions: is 0 a convex combination of the a_i?"""
    points, labels = points_of(points, labels)
    signed = [[label * value for value in (*point, 1.0)] for point, label in zip(points, labels, strict=True)]
    rows = [[Fraction(vector[i]) for vector in signed] for i in range(len(signed[0]))]
    rows.append([Fraction(1)] * len(signed))
    n, m = len(signed), len(rows)
    # One artificial variable for each equation; their sum is to become 0.
    tableau = [
        row + [Fraction(int(i == j)) for j in range(m)] + [Fraction(int(i == m - 1))] for i, row in enumerate(rows)
    ]
    basis = list(range(n, n + m))
    while True:
        reduced = [-sum(tableau[i][j] for i in range(m) if basis[i] >= n) for j in range(n)]
        entering = next((j for j in range(n) if reduced[j] < 0), None)
        if entering is None:
            break
        ratios = [(tableau[i][-1] / tableau[i][entering], basis[i], i) for i in range(m) if tableau[i][entering] > 0]
        leaving = min(ratios)[2]
        head = tableau[leaving][entering]
        tableau[leaving] = [value / head for value in tableau[leaving]]
        for i in range(m):
            if i != leaving and tableau[i][entering] != 0:
                factor = tableau[i][entering]
                tableau[i] = [a - factor * b for a, b in zip(tableau[i], tableau[leaving], strict=True)]
        basis[leaving] = entering
    return sum(tableau[i][-1] for i in range(m) if basis[i] >= n) > 0


@alternative("linearly_separable")
def nonnegative_least_squares(points, labels):
    """Lawson and Hanson: how near do non-negative weights come to combining the a_i to 0, with sum 1?"""
    points, labels = (np.array(part) for part in points_of(points, labels))
    points = points - points.mean(axis=0)
    points /= max(np.abs(points).max(), 1e-300)
    A = np.vstack([labels * points.T, labels, np.ones(len(labels))])
    b = np.append(np.zeros(len(A) - 1), 1)
    x, passive = np.zeros(len(labels)), np.zeros(len(labels), dtype=bool)
    while True:
        gradient = A.T @ (b - A @ x)
        gradient[passive] = -1
        if gradient.max() < 1e-11:
            return np.bool_(np.linalg.norm(A @ x - b) > 1e-7)
        passive[gradient.argmax()] = True
        while True:
            z = np.zeros(len(x))
            z[passive] = np.linalg.lstsq(A[:, passive], b, rcond=None)[0]
            if z[passive].min() > 0:
                x = z
                break
            falling = passive & (z <= 0)
            step = (x[falling] / (x[falling] - z[falling])).min()
            x = x + step * (z - x)
            passive &= x > 1e-13
            x[~passive] = 0


@alternative("linearly_separable")
def planes_through_points(points, labels):
    """A plane through some of the points with nothing on its wrong side, such that those ON it are separable in it."""
    points, labels = (np.array(part) for part in points_of(points, labels))
    points = points - points.mean(axis=0)
    points /= max(np.abs(points).max(), 1e-300)

    def separable(X, y):
        if len(set(y.tolist())) < 2:
            return True
        centred = X - X[0]
        _, size, axes = np.linalg.svd(centred)
        rank = int((size > 1e-9 * max(1, np.abs(centred).max())).sum())
        if rank == 0:
            return False  # one point with both labels
        X = centred @ axes[:rank].T
        if rank == 1:
            x = X[:, 0]
            lower, upper = (x[y == -1], x[y == 1]) if x[y == -1].mean() < x[y == 1].mean() else (x[y == 1], x[y == -1])
            return lower.max() < upper.min() - 1e-9
        for some in combinations(range(len(X)), rank):
            span = X[list(some[1:])] - X[some[0]]
            _, size, axes = np.linalg.svd(span)
            if size[-1] < 1e-9:
                continue
            side = (X - X[some[0]]) @ axes[-1]
            for direction in (side, -side):
                if (y * direction).min() > -1e-9:
                    on_it = np.abs(side) < 1e-9
                    if separable(X[on_it], y[on_it]):
                        return True
        return False

    return bool(separable(points, labels))


@alternative("linearly_separable")
def nearest_points_of_the_hulls(points, labels):
    """Wolfe's method: the point of smallest norm in the hull of the a_i, which is 0 exactly if there is no plane."""
    points, labels = (np.array(part) for part in points_of(points, labels))
    points = points - points.mean(axis=0)
    points /= max(np.abs(points).max(), 1e-300)
    vectors = labels[:, np.newaxis] * np.column_stack([points, np.ones(len(points))])
    active, weights = [0], np.array([1.0])
    for _ in range(1000):
        nearest = weights @ vectors[active]
        products = vectors @ nearest
        if products.min() > 1e-12:
            return True
        new = int(products.argmin())
        if nearest @ nearest - products[new] < 1e-13 or new in active:
            return False
        active, weights = [*active, new], np.append(weights, 0.0)
        while True:
            corner = vectors[active]
            system = np.ones((len(active) + 1, len(active) + 1))
            system[:-1, :-1], system[-1, -1] = corner @ corner.T, 0
            target = np.linalg.lstsq(system, np.append(np.zeros(len(active)), 1.0), rcond=None)[0][:-1]
            if target.min() > 1e-13:
                weights = target
                break
            falling = target <= 1e-13
            gaps = weights[falling] - target[falling]
            step = min(1.0, (weights[falling] / np.where(gaps > 0, gaps, 1)).min())
            weights = weights + step * (target - weights)
            keep = weights > 1e-13
            active, weights = [a for a, stays in zip(active, keep, strict=True) if stays], weights[keep]
            weights /= weights.sum()
    return False


# realizable_labelings -------------------------------------------------------------------------------------------------


def corners_of(points):
    return [[float(value) for value in point] for point in points]


@alternative("realizable_labelings")
def collected_and_sorted(points, family):
    """Boxes from all pairs of coordinates, half-spaces by asking, hulls of all sets of positives; then np.unique."""
    points = np.array(corners_of(points))
    if len(points) == 0:
        raise ValueError("no points")
    n, d = points.shape
    rows = [[-1] * n]
    if family == "boxes":
        sides = [[(a, b) for a in points[:, j] for b in points[:, j]] for j in range(d)]
        for side in sides:
            side[:] = sorted(set(side))
        for box in product(*sides):
            inside = np.ones(n, dtype=bool)
            for j, (a, b) in enumerate(box):
                inside &= (points[:, j] >= a) & (points[:, j] <= b)
            rows.append(np.where(inside, 1, -1))
    elif family == "halfspaces":
        for number in range(2**n):
            labels = [1 if number >> i & 1 else -1 for i in range(n)]
            if linearly_separable(points, labels):
                rows.append(labels)
    elif family == "convex":
        # A labelling is possible if it is what the hull of its positives makes of all points.
        for size in range(1, n + 1):
            for positives in combinations(range(n), size):
                hull = points[list(positives)]
                outside = (
                    i not in positives and linearly_separable(np.vstack([hull, points[i]]), [1] * size + [-1])
                    for i in range(n)
                )
                labels = [-1 if out else 1 for out in outside]
                rows.append(labels)
    else:
        raise ValueError("boxes, halfspaces or convex")
    return np.unique(np.array(rows, dtype=int), axis=0)


@alternative("realizable_labelings")
def one_label_after_the_other(points, family):
    """A tree of labellings: what is impossible for the first points stays impossible with more of them."""
    points = corners_of(points)
    if not points:
        raise ValueError("no points")
    if family not in ("boxes", "halfspaces", "convex"):
        raise ValueError("unknown family")

    def possible(labels):
        inside = [x for x, label in zip(points, labels, strict=False) if label > 0]
        outside = [x for x, label in zip(points, labels, strict=False) if label < 0]
        if not inside or not outside:
            return True
        if family == "boxes":
            for x in outside:
                if all(min(z[j] for z in inside) <= x[j] <= max(z[j] for z in inside) for j in range(len(x))):
                    return False
            return True
        if family == "halfspaces":
            return linearly_separable(points[: len(labels)], labels)
        return all(x not in inside and linearly_separable([x, *inside], [1] + [-1] * len(inside)) for x in outside)

    level = [[]]
    for _ in points:
        level = [[*labels, new] for labels in level for new in (-1, 1) if possible([*labels, new])]
    return level


# growth_function ------------------------------------------------------------------------------------------------------


def checked_counts(family, n, d):
    if family not in ("thresholds", "intervals", "halfspaces", "sauer"):
        raise ValueError("unknown family")
    if n < 1:
        raise ValueError("no points")
    if d < {"halfspaces": 1, "sauer": 0}.get(family, d):
        raise ValueError("d is too small")


@cache
def cover(n, d):
    """Cover's recursion: one point more splits each cell that the new point's hyperplane meets."""
    if n == 1:
        return 2
    if d == 0:
        return 2
    return cover(n - 1, d) + cover(n - 1, d - 1)


@cache
def sauer(n, d):
    if n == 0 or d == 0:
        return 1
    return sauer(n - 1, d) + sauer(n - 1, d - 1)


@alternative("growth_function")
def by_recursion(family, n, d=1):
    checked_counts(family, n, d)
    if family == "halfspaces":
        return cover(n, d)
    return sauer(n, {"thresholds": 1, "intervals": 2, "sauer": d}[family])


@alternative("growth_function")
def by_pascals_triangle(family, n, d=1):
    checked_counts(family, n, d)
    row = [1]
    for _ in range(n - 1 if family == "halfspaces" else n):
        row = [1] + [a + b for a, b in zip(row, row[1:], strict=False)] + [1]
    if family == "halfspaces":
        return 2 * sum(row[: d + 1])
    return sum(row[: {"thresholds": 1, "intervals": 2}.get(family, d) + 1])


@alternative("growth_function")
def by_products(family, n, d=1):
    checked_counts(family, n, d)
    if family == "thresholds":
        return 1 + n
    if family == "intervals":
        return 1 + n + n * (n - 1) // 2
    points = n - 1 if family == "halfspaces" else n
    total, term = 0, 1
    for k in range(d + 1):
        total += term
        term = term * (points - k) // (k + 1)
    return total * (2 if family == "halfspaces" else 1)


# empirical_rademacher -------------------------------------------------------------------------------------------------


def points_in(table, sigma):
    """The table as rows of floats, after the checks."""
    table = table_of(table)
    n = table.shape[1]
    if n == 0:
        raise ValueError("no points")
    if sigma is None and n > 12:
        raise ValueError("too many points")
    return [[float(label) for label in row] for row in table]


@alternative("empirical_rademacher")
def plain_loops(table, sigma=None):
    rows = points_in(table, sigma)
    n, total, count = len(rows[0]), 0.0, 0
    for noise in product((-1, 1), repeat=n) if sigma is None else sigma:
        best = -n
        for row in rows:
            fit = 0.0
            for s, h in zip(noise, row, strict=True):
                fit += float(s) * h
            best = max(best, fit)
        total += best / n
        count += 1
    return total / count


@alternative("empirical_rademacher")
def through_the_smallest_error(table, sigma=None):
    rows = np.array(points_in(table, sigma))
    n = rows.shape[1]
    noise = 2 * ((np.arange(2**n)[:, np.newaxis] >> np.arange(n)) & 1) - 1 if sigma is None else np.asarray(sigma)
    errors = np.stack([(noise != row).mean(axis=1) for row in rows])
    return 1 - 2 * errors.min(axis=0).mean()


@alternative("empirical_rademacher")
def single_precision(table, sigma=None):
    behaviours(table)
    rows = np.unique(np.array(points_in(table, sigma), dtype=np.float32), axis=0)
    n = rows.shape[1]
    noise = np.stack(np.meshgrid(*[[1, -1]] * n), axis=-1).reshape(-1, n) if sigma is None else np.array(sigma)
    fits = np.einsum("ti,hi->th", noise.astype(np.float32), rows)
    return np.float32(np.average(np.max(fits, axis=-1)) / n)


# vc_formula -----------------------------------------------------------------------------------------------------------


@alternative("vc_formula")
def one_case_after_another(family, d=1, size=2, rounds=1):
    if d < 1 or size < 1 or rounds < 1:
        raise ValueError("too small")
    if family == "halfspaces":
        return float(d) + 1
    if family in ("origin_halfspaces", "conjunctions"):
        return float(d)
    if family == "boxes":
        return 2.0 * d
    if family == "polygons" and d > 2:
        return 2.0 * d + 1
    if family == "convex_sets":
        return np.inf
    if family == "boolean":
        return 2.0**d
    if family == "finite":
        return np.log2(size)
    if family == "adaboost":
        return 2 * (d + 1) * (rounds + 1) * (np.log2(np.e) + np.log2(rounds + 1))
    raise ValueError(f"nothing is known about {family}")


@alternative("vc_formula")
def functions_by_name(family, d=1, size=2, rounds=1):
    formulas = {
        "halfspaces": lambda: d + 1,
        "origin_halfspaces": lambda: d,
        "boxes": lambda: d + d,
        "polygons": lambda: d + d + 1,
        "convex_sets": lambda: float("inf"),
        "conjunctions": lambda: d,
        "boolean": lambda: 1 << d,
        "finite": lambda: math.log(size) / math.log(2),
        "adaboost": lambda: 2 / math.log(2) * (d + 1) * (rounds + 1) * (1 + math.log1p(rounds)),
    }
    if (
        family not in formulas
        or any(number <= 0 for number in (d, size, rounds))
        or (family == "polygons" and d in (1, 2))
    ):
        raise ValueError("unknown family, or a number that is too small")
    return formulas[family]()


# capacity_bound -------------------------------------------------------------------------------------------------------


@alternative("capacity_bound")
def sum_of_logarithms(error, n, delta, vc=None, rademacher=None):
    given = [capacity for capacity in (vc, rademacher) if capacity is not None]
    if len(given) != 1:
        raise ValueError("exactly one of vc and rademacher")
    if error < 0 or error > 1 or n < 1 or delta <= 0 or delta >= 1:
        raise ValueError("out of range")
    if rademacher is not None:
        return error + rademacher + math.sqrt(9 * (math.log(2) - math.log(delta)) / (2 * n))
    if vc < 1 or vc > n:
        raise ValueError("vc lies between 1 and n")
    ratio = n / vc
    return error + np.sqrt(2 * (1 + np.log(ratio)) / ratio) + np.sqrt(-np.log(delta) / 2 / n)


@alternative("capacity_bound")
def price_by_price(error, n, delta, vc=None, rademacher=None):
    if vc is None and rademacher is None:
        raise ValueError("no capacity")
    if vc is not None and rademacher is not None:
        raise ValueError("two capacities")
    for low, value, high in ((0, error, 1), (1, n, math.inf), (1, 1 if vc is None else vc, n)):
        if not low <= value <= high:
            raise ValueError(f"{value} lies outside of [{low}, {high}]")
    if not 0 < delta < 1:
        raise ValueError("delta is a probability")
    if vc is None:
        prices = [rademacher, 3 * (math.log(2 / delta) / (2 * n)) ** 0.5]
    else:
        prices = [(2 * vc / n * (math.log(n / vc) + 1)) ** 0.5, (math.log(1 / delta) / (2 * n)) ** 0.5]
    return error + sum(prices)


# uv_classifier --------------------------------------------------------------------------------------------------------


@alternative("uv_classifier")
def loops_over_features(theta, X):
    theta = [float(weight) for weight in theta]
    u, v, labels = [], [], []
    for weight in theta:
        u.append(math.sqrt(weight) if weight > 0 else 0.0)
        v.append(math.sqrt(-weight) if weight < 0 else 0.0)
    for x in X:
        if len(x) + 1 != len(theta):
            raise ValueError("lengths do not fit")
        score = u[0] ** 2 - v[0] ** 2
        for j, value in enumerate(x, 1):
            score += (u[j] ** 2 - v[j] ** 2) * float(value)
        labels.append(1 if score >= 0 else -1)
    return u, v, labels


@alternative("uv_classifier")
def halves_of_the_absolute_value(theta, X):
    theta, X = np.array(theta, dtype=float), np.array(X, dtype=float)
    if theta.shape != (X.shape[1] + 1,):
        raise ValueError("lengths do not fit")
    u, v = np.sqrt((abs(theta) + theta) / 2), np.sqrt((abs(theta) - theta) / 2)
    lifted = np.hstack([np.ones((len(X), 1)), X])
    return u, v, 2 * ((lifted * (u * u - v * v)).sum(axis=1) >= 0).astype(int) - 1


@alternative("uv_classifier")
def labels_from_theta(theta, X):
    theta, X = np.asarray(theta) * 1.0, np.asarray(X) * 1.0
    if X.shape[1] != theta.size - 1:
        raise ValueError("lengths do not fit")
    u = np.where(theta > 0, np.sqrt(np.abs(theta)), 0)
    v = np.where(theta < 0, np.sqrt(np.abs(theta)), 0)
    scores = np.insert(X, 0, 1, axis=1) @ theta
    labels = np.sign(scores).astype(int)
    labels[labels == 0] = 1
    return u, v, labels


# margin_bounds --------------------------------------------------------------------------------------------------------


@alternative("margin_bounds")
def double_sums(K, alpha, y, delta, sigma=None):
    n = len(y)
    if not 0 < delta < 1 or (sigma is None and n > 12):
        raise ValueError("delta, or too many examples without noise")
    K, alpha, y = ([[float(k) for k in row] for row in K], [float(a) for a in alpha], [float(label) for label in y])

    def form(vector):
        total = 0.0
        for i in range(n):
            for j in range(n):
                total += vector[i] * vector[j] * K[i][j]
        return max(total, 0.0)

    norm = math.sqrt(form([a * label for a, label in zip(alpha, y, strict=True)]))
    radius = math.sqrt(max(K[i][i] for i in range(n)))
    noise = list(product((-1, 1), repeat=n)) if sigma is None else [[float(s) for s in row] for row in sigma]
    mean_length = sum(math.sqrt(form(row)) for row in noise) / len(noise)
    trace = sum(K[i][i] for i in range(n))
    short = 0
    for i in range(n):
        if y[i] * sum(alpha[j] * y[j] * K[i][j] for j in range(n)) < 1 - 1e-9:
            short += 1
    return {
        "norm": norm,
        "radius": radius,
        "vc": norm**2 * radius**2,
        "rademacher": norm / n * mean_length,
        "trace_bound": norm * math.sqrt(trace) / n,
        "radius_bound": norm * radius / math.sqrt(n),
        "margin_error": short / n,
        "bound": short / n + 2 * norm * math.sqrt(trace) / n + 3 * math.sqrt(math.log(2 / delta) / (2 * n)),
    }


@alternative("margin_bounds")
def explicit_features(K, alpha, y, delta, sigma=None):
    """With K = F F' from its eigenvectors everything is a length of a vector."""
    if delta <= 0 or delta >= 1:
        raise ValueError("delta is a probability")
    K, y = np.asarray(K, dtype=float), np.asarray(y, dtype=float)
    n = len(y)
    if sigma is None:
        if n > 12:
            raise ValueError("too many examples")
        sigma = 1 - 2 * np.indices((2,) * n).reshape(n, -1).T
    eigenvalues, eigenvectors = np.linalg.eigh(K)
    F = eigenvectors * np.sqrt(np.maximum(eigenvalues, 0))
    w = F.T @ (np.asarray(alpha) * y)
    B, R = np.linalg.norm(w), np.linalg.norm(F, axis=1).max()
    trace_bound = B * np.linalg.norm(F) / n
    margin_error = np.count_nonzero(y * (K @ (np.asarray(alpha) * y)) < 1 - 1e-9) / n
    return {
        "bound": margin_error + 2 * trace_bound + 3 * np.sqrt(np.log(2 / delta) / (2 * n)),
        "vc": (B * R) ** 2,
        "norm": B,
        "radius": R,
        "margin_error": margin_error,
        "trace_bound": trace_bound,
        "radius_bound": B * R * n**-0.5,
        "rademacher": B / n * np.mean(np.linalg.norm(np.asarray(sigma, dtype=float) @ F, axis=1)),
        "w": w,
    }


@alternative("margin_bounds")
def einsums(K, alpha, y, delta, sigma=None):
    K, y, n = np.array(K, dtype=float), np.array(y), len(K)
    if not 0 < delta < 1:
        raise ValueError("delta is a probability")
    if sigma is None:
        if n >= 13:
            raise ValueError("too many examples")
        sigma = list(product((1, -1), repeat=n))
    sigma = np.asarray(sigma)
    c = np.asarray(alpha) * y
    out = {
        "norm": np.einsum("i,j,ij", c, c, K),
        "radius": np.einsum("ii->i", K).max(),
        "trace_bound": np.einsum("ii", K),
    }
    out = {name: np.sqrt(np.maximum(value, 0)) for name, value in out.items()}
    out["trace_bound"] = out["trace_bound"] * out["norm"] / n
    out["vc"] = np.square(out["norm"] * out["radius"])
    out["radius_bound"] = out["norm"] * out["radius"] / np.sqrt(n)
    forms = np.einsum("ti,ij,tj->t", sigma, K, sigma, optimize=True)
    out["rademacher"] = out["norm"] / n * np.sqrt(np.where(forms > 0, forms, 0)).mean()
    out["margin_error"] = (y * np.einsum("ij,j->i", K, c) < 1 - 1e-9).mean()
    out["bound"] = out["margin_error"] + 2 * out["trace_bound"] + np.sqrt(9 * np.log(2 / delta) / (2 * n))
    return out
