"""Right answers of model selection written another way, from the docstrings alone; each must get full marks."""

import itertools
import math

import numpy as np

from autograder.authoring import alternative
from model_selection import fit_regularised, gp_posterior, select_degree

# ---------------------------------------------------------------- three_way_split


def fractions_or_error(n, fractions):
    if n < 1:
        raise ValueError("no rows")
    total = 0
    for fraction in fractions:
        if fraction < 0:
            raise ValueError("a negative fraction")
        total += fraction
    if not math.isclose(total, 1, rel_tol=0, abs_tol=1e-9):
        raise ValueError("not all of it")


@alternative("three_way_split")
def shuffled_by_hand(n, fractions, rng):
    """Fisher and Yates, and lists."""
    fractions_or_error(n, fractions)
    rows = list(range(n))
    for i in range(n - 1, 0, -1):
        j = int(rng.integers(0, i + 1))
        rows[i], rows[j] = rows[j], rows[i]
    first = math.floor(n * fractions[0] + 1e-9)
    second = math.floor(n * (fractions[0] + fractions[1]) + 1e-9)
    return [rows[:first], rows[first:second], rows[second:]]


@alternative("three_way_split")
def shuffled_in_place(n, fractions, rng):
    fractions_or_error(n, fractions)
    rows = np.arange(n)
    rng.shuffle(rows)
    train = math.floor(n * fractions[0] + 1e-9)
    dev = math.floor(n * (fractions[0] + fractions[1]) + 1e-9) - train
    return rows[:train], rows[train:][:dev], rows[train + dev :]


@alternative("three_way_split")
def sorted_random_numbers(n, fractions, rng):
    """The rows in the order of random numbers, marked with their part."""
    fractions_or_error(n, fractions)
    places = np.empty(n, dtype=int)
    places[np.argsort(rng.random(n))] = np.arange(n)
    first = math.floor(n * fractions[0] + 1e-9)
    second = math.floor(n * (fractions[0] + fractions[1]) + 1e-9)
    part = (places >= first).astype(int) + (places >= second)
    return tuple(np.flatnonzero(part == number) for number in range(3))


# ---------------------------------------------------------------- fit_regularised


def points_or_error(x, y, degree, lam):
    if degree < 0 or lam < 0 or len(x) < 1 or len(x) != len(y):
        raise ValueError("nothing to fit")
    return np.asarray(x, float), np.asarray(y, float)


@alternative("fit_regularised")
def normal_equations(x, y, degree, lam=0.0):
    """One square system, by its pseudo-inverse where it is singular."""
    x, y = points_or_error(x, y, degree, lam)
    Phi = np.column_stack([x**j for j in range(degree + 1)])
    A, b = Phi.T @ Phi + lam * len(x) * np.eye(degree + 1), Phi.T @ y
    w = np.linalg.solve(A, b) if lam > 0 or len(np.unique(x)) > degree else np.linalg.pinv(Phi) @ y
    residuals = y - Phi @ w
    return w, residuals @ residuals / len(x) + lam * sum(w**2)


@alternative("fit_regularised")
def by_singular_values(x, y, degree, lam=0.0):
    x, y = points_or_error(x, y, degree, lam)
    Phi = np.power.outer(x, np.arange(degree + 1))
    U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
    kept = s > 1e-13 * s[0]
    factors = np.zeros(len(s))
    factors[kept] = s[kept] / (s[kept] ** 2 + len(x) * lam)
    w = Vt.T @ (factors * (U.T @ y))
    return [w, np.square(Phi @ w - y).mean() + lam * np.square(w).sum()]


@alternative("fit_regularised")
def in_the_dual(x, y, degree, lam=0.0):
    """w = Phi'a, with one number a_i for each example."""
    x, y = points_or_error(x, y, degree, lam)
    n = len(x)
    Phi = np.vander(x, degree + 1)[:, ::-1]
    a = np.linalg.solve(Phi @ Phi.T + n * lam * np.eye(n), y) if lam > 0 else None
    w = Phi.T @ a if lam > 0 else np.linalg.lstsq(Phi, y, rcond=1e-14)[0]
    return w, float(((y - Phi @ w) ** 2).sum() / n + lam * np.dot(w, w))


def solved_by_elimination(A, b):
    """Gauss with pivots, in plain lists; None if the matrix is singular."""
    m = len(b)
    rows = [list(map(float, A[i])) + [float(b[i])] for i in range(m)]
    for j in range(m):
        pivot = max(range(j, m), key=lambda i: abs(rows[i][j]))
        if abs(rows[pivot][j]) < 1e-13 * max(1.0, abs(rows[0][0])):
            return None
        rows[j], rows[pivot] = rows[pivot], rows[j]
        for i in range(j + 1, m):
            factor = rows[i][j] / rows[j][j]
            for c in range(j, m + 1):
                rows[i][c] -= factor * rows[j][c]
    answer = [0.0] * m
    for j in reversed(range(m)):
        answer[j] = (rows[j][m] - sum(rows[j][c] * answer[c] for c in range(j + 1, m))) / rows[j][j]
    return answer


def orthogonal_columns(columns, y):
    """Least squares by Gram and Schmidt, twice for safety, in plain lists; None if the columns are dependent."""
    basis, triangle = [], []
    for column in columns:
        rest, shares = list(column), [0.0] * len(basis)
        for _ in range(2):
            for k, q in enumerate(basis):
                share = sum(a * b for a, b in zip(q, rest, strict=True))
                shares[k] += share
                rest = [b - share * a for a, b in zip(q, rest, strict=True)]
        length = math.sqrt(sum(b * b for b in rest))
        if length <= 1e-11 * math.sqrt(sum(b * b for b in column)):
            return None
        basis.append([b / length for b in rest])
        triangle.append([*shares, length])
    w = [sum(a * b for a, b in zip(q, y, strict=True)) for q in basis]
    for j in reversed(range(len(w))):
        w[j] /= triangle[j][j]
        for i in range(j):
            w[i] -= triangle[j][i] * w[j]
    return w


@alternative("fit_regularised")
def plain_loops(x, y, degree, lam=0.0):
    """No numpy, but for the shortest of several fits."""
    if degree < 0 or lam < 0 or not len(x) or len(x) != len(y):
        raise ValueError("nothing to fit")
    x, y, n = [float(value) for value in x], [float(value) for value in y], len(x)
    columns = [[value**j for value in x] for j in range(degree + 1)]
    weight = math.sqrt(n * lam)
    extended = [column + [weight * (i == j) for i in range(degree + 1)] for j, column in enumerate(columns)]
    w = orthogonal_columns(extended, y + [0.0] * (degree + 1))
    if w is None:
        w = np.linalg.lstsq(np.array(columns).T, np.array(y), rcond=1e-14)[0].tolist()
    error = 0.0
    for i in range(n):
        error += (y[i] - sum(w[j] * columns[j][i] for j in range(degree + 1))) ** 2
    return np.array(w), error / n + lam * sum(value * value for value in w)


# ---------------------------------------------------------------- select_degree


@alternative("select_degree")
def one_fold_after_the_other(x, y, degrees, folds, lam=0.0):
    """Sums over folds outside, degrees inside, and plain loops over rows."""
    if not len(degrees) or not len(folds):
        raise ValueError("nothing to choose")
    sums = [0.0] * len(degrees)
    for fit, check in folds:
        if len(fit) == 0 or len(check) == 0:
            raise ValueError("an empty fold")
        for position, degree in enumerate(degrees):
            w, _ = fit_regularised([x[i] for i in fit], [y[i] for i in fit], degree, lam)
            total = 0.0
            for i in check:
                prediction = 0.0
                for j in range(degree + 1):
                    prediction += w[j] * float(x[i]) ** j
                total += (prediction - float(y[i])) ** 2
            sums[position] += total / len(check)
    errors = [value / len(folds) for value in sums]
    best = 0
    for position in range(1, len(errors)):
        if errors[position] < errors[best] - 1e-9:
            best = position
    return {"degree": degrees[best], "errors": errors, "weights": fit_regularised(x, y, degrees[best], lam)[0]}


@alternative("select_degree")
def fits_of_its_own(x, y, degrees, folds, lam=0.0):
    """Does not call fit_regularised, and predicts with Horner's rule."""
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    if len(degrees) == 0 or len(folds) == 0 or min(len(rows) for fold in folds for rows in fold) == 0:
        raise ValueError
    if min(degrees) < 0 or lam < 0:
        raise ValueError

    def fit(rows, degree):
        Phi = np.vander(x[rows], degree + 1)
        w = np.linalg.pinv(np.vstack([Phi, math.sqrt(lam * len(Phi)) * np.eye(degree + 1)]), rcond=1e-14)
        return w[:, : len(Phi)] @ y[rows]

    errors = np.zeros((len(folds), len(degrees)))
    for (i, (fitted, checked)), (j, degree) in itertools.product(enumerate(folds), enumerate(degrees)):
        checked = list(checked)
        errors[i, j] = np.mean((np.polyval(fit(list(fitted), degree), x[checked]) - y[checked]) ** 2)
    means = np.sum(errors, axis=0) / len(folds)
    chosen = next(degree for degree, error in zip(degrees, means, strict=True) if error <= min(means) + 1e-9)
    return {"weights": fit(np.arange(len(x)), chosen)[::-1], "errors": means, "degree": np.int64(chosen)}


# ---------------------------------------------------------------- model_selection


def ranges_or_error(n, k, max_degree, patience, n_test, lam):
    if n_test < 1 or n_test >= n or k < 2 or k > n - n_test or max_degree < 0 or patience < 1 or lam < 0:
        raise ValueError("out of range")


@alternative("model_selection")
def all_degrees_first(x, y, k, max_degree, patience, n_test, lam=0.0):
    """Cross-validates every degree, and applies the rule for stopping afterwards."""
    ranges_or_error(len(x), k, max_degree, patience, n_test, lam)
    x, y = np.asarray(x, float), np.asarray(y, float)
    N = len(x) - n_test
    number = np.empty(N, dtype=int)
    for i in range(k):
        number[i * N // k : (i + 1) * N // k] = i
    folds = [(np.flatnonzero(number != i), np.flatnonzero(number == i)) for i in range(k)]
    errors = np.asarray(select_degree(x[:N], y[:N], list(range(max_degree + 1)), folds, lam)["errors"])
    best, last = 0, 0
    for degree in range(1, max_degree + 1):
        last = degree
        if errors[degree] < errors[best] - 1e-9:
            best = degree
        if degree - best >= patience:
            break
    w, _ = fit_regularised(x[:N], y[:N], best, lam)
    misses = sum(w[j] * x[N:] ** j for j in range(best + 1)) - y[N:]
    return {"degree": best, "cv_errors": errors[: last + 1], "weights": w, "test_error": misses @ misses / n_test}


@alternative("model_selection")
def counting_failures(x, y, k, max_degree, patience, n_test, lam=0.0):
    """A while loop, fits without select_degree, lists."""
    ranges_or_error(len(x), k, max_degree, patience, n_test, lam)
    x, y = [float(value) for value in x], [float(value) for value in y]
    train_x, train_y, test_x, test_y = x[:-n_test], y[:-n_test], x[-n_test:], y[-n_test:]
    N = len(train_x)

    def predict(w, value):
        answer = 0.0
        for coefficient in reversed(list(w)):
            answer = answer * value + coefficient
        return answer

    def error(w, xs, ys):
        return sum((predict(w, a) - b) ** 2 for a, b in zip(xs, ys, strict=True)) / len(xs)

    cv_errors, degree, failures, best, best_error = [], 0, 0, None, math.inf
    while degree <= max_degree and failures < patience:
        total = 0.0
        for i in range(k):
            low, high = (i * N) // k, ((i + 1) * N) // k
            w, _ = fit_regularised(train_x[:low] + train_x[high:], train_y[:low] + train_y[high:], degree, lam)
            total += error(w, train_x[low:high], train_y[low:high])
        cv_errors.append(total / k)
        if cv_errors[-1] < best_error - 1e-9:
            best, best_error, failures = degree, cv_errors[-1], 0
        else:
            failures += 1
        degree += 1
    w, _ = fit_regularised(train_x, train_y, best, lam)
    return {"degree": best, "cv_errors": cv_errors, "weights": list(w), "test_error": error(w, test_x, test_y)}


# ---------------------------------------------------------------- penalised_choice


@alternative("penalised_choice")
def a_table_of_formulas(costs, sizes, criterion, n=None, dim=None):
    formulas = {
        "aic": (n, lambda c, s: n * math.log(c / n) + 2 * s),
        "bic": (n, lambda c, s: n * math.log(c / n) + s * math.log(n)),
        "kmeans_aic": (dim, lambda c, s: c + 2 * s * dim),
        "kmeans_bic": (dim, lambda c, s: c + s * math.log(dim)),
        "mdl": (n, lambda c, s: s + c * math.log2(n)),
    }
    if criterion not in formulas or len(costs) != len(sizes):
        raise ValueError("unknown, or unlike lists")
    needed, formula = formulas[criterion]
    if needed is None or any(cost < 0 or (cost == 0 and criterion in ("aic", "bic")) for cost in costs):
        raise ValueError("something is missing, or a cost is not allowed")
    totals = [formula(float(c), float(s)) for c, s in zip(costs, sizes, strict=True)]
    return totals.index(min(totals)), totals


@alternative("penalised_choice")
def fit_plus_price(costs, sizes, criterion, n=None, dim=None):
    """Every total is the fit and a price for each unit of size."""
    costs, sizes = np.array(costs, dtype=float), np.array(sizes, dtype=float)
    if costs.shape != sizes.shape or np.any(costs < 0):
        raise ValueError("costs")
    if criterion in ("kmeans_aic", "kmeans_bic"):
        if dim is None:
            raise ValueError("dim is missing")
        fit, price = costs, 2.0 * dim if criterion == "kmeans_aic" else np.log(dim)
    elif criterion in ("aic", "bic", "mdl"):
        if n is None or (criterion != "mdl" and np.any(costs == 0)):
            raise ValueError("n is missing, or a logarithm of 0")
        if criterion == "mdl":
            fit, price = costs * np.log(n) / np.log(2), 1.0
        else:
            fit, price = n * (np.log(costs) - np.log(n)), 2.0 if criterion == "aic" else np.log(n)
    else:
        raise ValueError(criterion)
    totals = fit + price * sizes
    return np.argmin(totals), totals


# ---------------------------------------------------------------- grid_search


@alternative("grid_search")
def as_an_open_mesh(loss, grid):
    if not len(grid) or 0 in [len(values) for values in grid.values()]:
        raise ValueError("empty")
    axes = np.meshgrid(*grid.values(), indexing="ij")
    points = np.stack([axis.ravel() for axis in axes], axis=-1)
    losses = loss(points)
    if np.all(np.isnan(losses)):
        raise ValueError("all diverged")
    best = np.argmin(np.where(np.isnan(losses), np.inf, losses))
    names = list(grid)
    return {
        "points": points,
        "losses": losses,
        "loss": losses[best],
        "best": {names[j]: points[best, j] for j in range(len(names))},
    }


@alternative("grid_search")
def counted_like_digits(loss, grid):
    """Row r written with one digit for each name: plain loops."""
    names = [name for name in grid]
    size = 1
    for name in names:
        size *= len(grid[name])
    if size == 0 or not names:
        raise ValueError("empty")
    rows = []
    for r in range(size):
        row = []
        for name in reversed(names):
            r, digit = divmod(r, len(grid[name]))
            row.insert(0, grid[name][digit])
        rows.append(row)
    losses = loss(np.array(rows, dtype=float))
    best = None
    for i in range(size):
        if not math.isnan(losses[i]) and (best is None or losses[i] < losses[best]):
            best = i
    if best is None:
        raise ValueError("all diverged")
    setting = {name: value for name, value in zip(names, rows[best], strict=True)}
    return {"best": setting, "loss": losses[best], "points": rows, "losses": list(losses)}


# ---------------------------------------------------------------- random_search


@alternative("random_search")
def in_logarithms(loss, ranges, draws):
    """All columns at once, by the ends of the ranges, or by their logarithms to base 10."""
    u = np.array(draws, dtype=float)
    if u.ndim != 2 or u.shape[1] != len(ranges):
        raise ValueError("columns")
    logs = []
    ends = []
    for low, high, scale in ranges.values():
        if scale not in {"log", "linear"}:
            raise ValueError("scale")
        if not low < high or (scale == "log" and low <= 0):
            raise ValueError("range")
        logs.append(scale == "log")
        ends.append((math.log10(low), math.log10(high)) if scale == "log" else (low, high))
    low, high = np.array(ends, dtype=float).T
    points = (1 - u) * low + u * high
    points[:, logs] = 10 ** points[:, logs]
    losses = np.asarray(loss(points))
    if np.isnan(losses).all():
        raise ValueError("nan")
    best = min((i for i in range(len(losses)) if losses[i] == losses[i]), key=lambda i: losses[i])
    return {
        "best": {name: points[best, j] for j, name in enumerate(ranges)},
        "loss": losses[best],
        "points": points,
        "losses": losses,
    }


@alternative("random_search")
def entry_by_entry(loss, ranges, draws):
    """Plain loops; loss still gets one array."""
    rows = []
    for draw in draws:
        if len(draw) != len(ranges):
            raise ValueError("columns")
        row = []
        for u, (low, high, scale) in zip(draw, ranges.values(), strict=True):
            if low >= high:
                raise ValueError("an empty range")
            if scale == "linear":
                row.append(low + float(u) * (high - low))
            elif scale == "log" and low > 0:
                row.append(math.exp(math.log(low) + float(u) * math.log(high / low)))
            else:
                raise ValueError("no such scale, or no such range on it")
        rows.append(row)
    losses = [float(value) for value in loss(np.array(rows))]
    finite = [i for i, value in enumerate(losses) if not math.isnan(value)]
    if not finite:
        raise ValueError("all diverged")
    best = finite[0]
    for i in finite:
        if losses[i] < losses[best]:
            best = i
    return {"best": dict(zip(ranges, rows[best], strict=True)), "loss": losses[best], "points": rows, "losses": losses}


# ---------------------------------------------------------------- gp_posterior


@alternative("gp_posterior")
def by_cholesky(X, y, X_new, length=1.0, noise=1e-6):
    if not length > 0 or not noise > 0:
        raise ValueError("must be positive")
    X, X_new = np.asarray(X, float) / length, np.asarray(X_new, float) / length
    if X.shape[0] == 0:
        return np.zeros(len(X_new)), np.ones(len(X_new))

    def k(A, B):
        return np.exp(-(np.linalg.norm(A[:, None, :] - B[None, :, :], axis=-1) ** 2) / 2)

    L = np.linalg.cholesky(k(X, X) + np.diag(np.full(len(X), noise)))
    half = np.linalg.solve(L, k(X, X_new))
    mean = half.T @ np.linalg.solve(L, np.asarray(y, float))
    return mean, np.clip(1 - np.einsum("ij,ij->j", half, half), 0, None)


@alternative("gp_posterior")
def by_the_inverse(X, y, X_new, length=1.0, noise=1e-6):
    """Squared distances from products, and the inverse matrix."""
    if length <= 0 or noise <= 0:
        raise ValueError("must be positive")
    X, y, X_new = np.array(X, dtype=float), np.array(y, dtype=float), np.array(X_new, dtype=float)
    if not len(X):
        return [0.0] * len(X_new), [1.0] * len(X_new)
    both = np.vstack([X, X_new])
    squares = (both**2).sum(axis=1)
    K = np.exp(-np.maximum(squares[:, None] + squares - 2 * both @ both.T, 0) / (2 * length**2))
    n = len(X)
    inverse = np.linalg.inv(K[:n, :n] + noise * np.eye(n))
    variance = np.diag(K[n:, n:] - K[n:, :n] @ inverse @ K[:n, n:])
    return K[n:, :n] @ inverse @ y, np.where(variance < 0, 0, variance)


@alternative("gp_posterior")
def one_new_point_at_a_time(X, y, X_new, length=1.0, noise=1e-6):
    """Plain loops, with Gauss's elimination."""
    if length <= 0 or noise <= 0:
        raise ValueError("must be positive")

    def k(a, b):
        return math.exp(-sum((float(s) - float(t)) ** 2 for s, t in zip(a, b, strict=True)) / (2 * length * length))

    n = len(X)
    C = [[k(X[i], X[j]) + (noise if i == j else 0.0) for j in range(n)] for i in range(n)]
    weights = solved_by_elimination(C, y)
    means, variances = [], []
    for new in X_new:
        similar = [k(X[i], new) for i in range(n)]
        solved = solved_by_elimination(C, similar)
        means.append(sum(similar[i] * weights[i] for i in range(n)))
        variances.append(max(0.0, 1 - sum(similar[i] * solved[i] for i in range(n))))
    return means, variances


# ---------------------------------------------------------------- bayesian_optimisation


@alternative("bayesian_optimisation")
def infinite_where_evaluated(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    """The bound of all candidates, with infinity at those that were evaluated."""
    candidates = np.asarray(candidates, float)
    start = list(start)
    if len(start) == 0 or len(np.unique(start)) < len(start):
        raise ValueError("start")
    order = np.array(start)
    values = np.asarray(loss(candidates[order]), dtype=float)
    while n_steps > 0 and len(order) < len(candidates):
        spread = np.sqrt(np.mean((values - values.mean()) ** 2))
        z = (values - values.mean()) / (1.0 if spread < 1e-12 else spread)
        mean, variance = (np.asarray(part) for part in gp_posterior(candidates[order], z, candidates, length=length))
        bound = mean - kappa * variance**0.5
        bound[order] = np.inf
        chosen = np.flatnonzero(bound <= bound.min() + 1e-6)[0]
        values = np.append(values, loss(candidates[[chosen]]))
        order = np.append(order, chosen)
        n_steps -= 1
    return {"order": order, "losses": values, "best": order[np.argmin(values)]}


@alternative("bayesian_optimisation")
def with_lists(loss, candidates, start, n_steps, kappa=2.0, length=1.0):
    """Plain lists, a new point at a time."""
    order = [int(i) for i in start]
    if not order or sorted(set(order)) != sorted(order):
        raise ValueError("start")
    rows = [[float(value) for value in row] for row in candidates]
    observed = [float(value) for value in loss(np.array([rows[i] for i in order]))]
    for _ in range(n_steps):
        left = [i for i in range(len(rows)) if i not in order]
        if not left:
            break
        mean = sum(observed) / len(observed)
        deviation = math.sqrt(sum((value - mean) ** 2 for value in observed) / len(observed))
        if deviation < 1e-12:
            deviation = 1.0
        z = np.array([(value - mean) / deviation for value in observed])
        bounds = []
        for i in left:
            m, v = gp_posterior(np.array([rows[j] for j in order]), z, np.array([rows[i]]), length)
            bounds.append(float(m[0]) - kappa * math.sqrt(float(v[0])))
        lowest = min(bounds)
        chosen = next(i for i, bound in zip(left, bounds, strict=True) if bound <= lowest + 1e-6)
        observed.append(float(loss(np.array([rows[chosen]]))[0]))
        order.append(chosen)
    best = order[0]
    smallest = observed[0]
    for i, value in zip(order, observed, strict=True):
        if value < smallest:
            best, smallest = i, value
    return {"order": order, "losses": observed, "best": best}


# ---------------------------------------------------------------- population_step


@alternative("population_step")
def pair_by_pair(settings, losses, n_replace, factors):
    P = len(settings)
    if n_replace < 0 or n_replace > P // 2:
        raise ValueError("n_replace")
    ranked = sorted(range(P), key=lambda i: losses[i])  # Python's sort is stable
    new = [[float(value) for value in row] for row in settings]
    parents = list(range(P))
    for r in range(n_replace):
        good, bad = ranked[r], ranked[P - 1 - r]
        parents[bad] = good
        for j in range(len(new[bad])):
            new[bad][j] = float(settings[good][j]) * float(factors[r][j])
    return new, parents


@alternative("population_step")
def ranks_by_counting(settings, losses, n_replace, factors):
    """A member's rank is how many are better; rank r from below is paired with rank r from above."""
    settings, losses = np.asarray(settings, dtype=float), np.asarray(losses, dtype=float)
    P = len(settings)
    if not 0 <= n_replace <= P // 2:
        raise ValueError("n_replace")
    index = np.arange(P)
    better = (losses < losses[:, None]) | ((losses == losses[:, None]) & (index < index[:, None]))
    rank = better.sum(axis=1)
    member = np.empty(P, dtype=int)
    member[rank] = index
    from_below = P - 1 - rank
    replaced = from_below < n_replace
    parents = np.where(replaced, member[from_below], index)
    multipliers = np.ones_like(settings)
    if n_replace:
        multipliers[replaced] = np.asarray(factors, dtype=float)[from_below[replaced]]
    return settings[parents] * multipliers, parents
