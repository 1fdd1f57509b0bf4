"""Right answers of 08_support_vector_machines, written another way."""

import numpy as np

from autograder.authoring import alternative
from support_vector_machines import dual_objective, kkt_check, smo_step


def _check_labels(y):
    if any(label not in (-1, 1) for label in y):
        raise ValueError("a label is neither -1 nor +1")


def _dot(u, v):
    return sum(float(a) * float(b) for a, b in zip(u, v, strict=True))


# --------------------------------------------------------------------------------------------------------- margins


@alternative("margins")
def normalised_plane_first(w, b, X, y):
    """Brings (w, b) to unit length of w before anything else, and the bounds from an augmented matrix."""
    w, X, y = np.array(w, dtype=float), np.array(X, dtype=float), np.array(y, dtype=float)
    if not set(y.tolist()) <= {-1.0, 1.0}:
        raise ValueError("labels must be -1 or +1")
    length = np.sqrt((w**2).sum())
    if length == 0:
        raise ValueError("no plane")
    unit, offset = w / length, b / length
    geometric = y * (np.einsum("ij,j->i", X, unit) + offset)
    answer = {"functional": geometric * length, "geometric": geometric, "margin": np.min(geometric)}
    if np.min(y * (X @ w + b)) > 0:
        augmented, weights = np.column_stack([X, np.ones(len(X))]), np.append(unit, offset)
        radius = np.linalg.norm(augmented, axis=1).max()
        norm = np.linalg.norm(weights) / geometric.min()
        return answer | {"vc_bound": norm**2 * radius**2, "rademacher_bound": norm * radius / len(X) ** 0.5}
    return answer | {"vc_bound": float("inf"), "rademacher_bound": float("inf")}


@alternative("margins")
def margins_one_at_a_time(w, b, X, y):
    """Plain Python: a loop over the examples; float32 arrays at the end."""
    _check_labels(y)
    norm = _dot(w, w) ** 0.5
    if norm == 0:
        raise ValueError("w is zero")
    functional = [label * (_dot(w, x) + b) for x, label in zip(X, y, strict=True)]
    smallest = min(functional)
    result = {
        "functional": np.array(functional, dtype=np.float32),
        "geometric": np.array([value / norm for value in functional], dtype=np.float32),
        "margin": smallest / norm,
        "vc_bound": np.inf,
        "rademacher_bound": np.inf,
    }
    if smallest > 0:
        R2 = max(_dot(x, x) + 1 for x in X)
        B2 = (norm**2 + b * b) / smallest**2
        result["vc_bound"] = B2 * R2
        result["rademacher_bound"] = (B2 * R2 / len(functional)) ** 0.5
    return result


# ------------------------------------------------------------------------------------------- soft_margin_objective


@alternative("soft_margin_objective")
def clipped_hinge(w, b, X, y, C):
    if C <= 0:
        raise ValueError("C")
    y = np.asarray(y)
    if (np.abs(y) != 1).any():
        raise ValueError("y")
    scores = np.dot(X, w) + b
    slack = np.clip(1 - y * scores, 0, None)
    return 0.5 * np.linalg.norm(w) ** 2 + C * np.sum(slack), slack


@alternative("soft_margin_objective")
def hinge_in_a_loop(w, b, X, y, C):
    """Plain Python; the slacks as float32, the value by way of the regularised form."""
    _check_labels(y)
    if not C > 0:
        raise ValueError("C must be positive")
    slacks = []
    for x, label in zip(X, y, strict=True):
        margin = label * (_dot(w, x) + b)
        slacks.append(1 - margin if margin < 1 else 0.0)
    lam = 1 / C
    return C * (sum(slacks) + lam / 2 * _dot(w, w)), np.array(slacks, dtype=np.float32)


# --------------------------------------------------------------------------------------------------------- pegasos


@alternative("pegasos")
def subgradient_in_one_expression(X, y, lam, order):
    X, y = np.array(X, dtype=float), np.array(y)
    if lam <= 0 or not np.all((y == 1) | (y == -1)):
        raise ValueError("bad lam or labels")
    w = np.zeros(X.shape[1])
    path = [w]
    for step, i in enumerate(order):
        eta = 1 / (lam * (step + 1))
        violates = float(y[i] * np.dot(w, X[i]) < 1)
        w = w - eta * (lam * w - violates * y[i] * X[i])
        path.append(w)
    return np.stack(path)


@alternative("pegasos")
def sums_of_violators(X, y, lam, order):
    """Keeps v = lam t w, the sum of y x over the violators, and divides when w is needed."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if lam <= 0:
        raise ValueError("lam must be positive")
    if not np.array_equal(y**2, np.ones(len(y))):
        raise ValueError("labels must be -1 or +1")
    signed = y[:, None] * X
    v = np.zeros((len(order) + 1, X.shape[1]))
    for t in range(1, len(order) + 1):
        row = signed[order[t - 1]]
        old = v[t - 1] / (lam * (t - 1)) if t > 1 else v[0]
        v[t] = v[t - 1] + (row if row @ old < 1 else 0)
    v[1:] /= lam * np.arange(1, len(order) + 1)[:, None]
    return v


# ------------------------------------------------------------------------------------------------- lagrangian_dual


@alternative("lagrangian_dual")
def closed_form(Q, c, G, h, multipliers, n_equalities=0):
    """-1/2 v'Q^-1 v - m.h with v = c + G'm."""
    Q, m = np.array(Q, dtype=float), np.array(multipliers, dtype=float)
    if min(m[n_equalities:], default=0) < 0:
        raise ValueError("inequality multipliers are >= 0")
    if np.abs(Q - Q.T).max() > 1e-9 or min(np.linalg.eigvalsh(Q)) <= 0:
        raise ValueError("Q")
    v = np.array(c, dtype=float) + m @ np.array(G, dtype=float)
    inverse = np.linalg.inv(Q)
    return -0.5 * v @ inverse @ v - np.dot(m, h), -inverse @ v


@alternative("lagrangian_dual")
def by_cholesky(Q, c, G, h, multipliers, n_equalities=0):
    Q, c, G, h, m = map(np.asarray, (Q, c, G, h, multipliers))
    if any(price < 0 for price in m[n_equalities:]):
        raise ValueError("a negative price")
    if not np.allclose(Q, Q.T):
        raise ValueError("not symmetric")
    L = np.linalg.cholesky(Q)  # raises LinAlgError, a ValueError, if Q is not positive definite
    z = np.linalg.solve(L, c + G.T @ m)
    return -(z @ z) / 2 - m @ h, np.linalg.solve(L.T, -z)


# -------------------------------------------------------------------------------------------------- dual_objective


@alternative("dual_objective")
def signed_alphas(alpha, y, K):
    _check_labels(y)
    signed = np.multiply(alpha, y)
    scores = np.dot(K, signed)
    return np.sum(alpha) - 0.5 * signed @ scores, 1 - np.multiply(y, scores)


@alternative("dual_objective")
def double_loop(alpha, y, K):
    """Two loops; returns a list for the gradient's entries, as an array of float32."""
    _check_labels(y)
    n = len(y)
    W, gradient = float(sum(alpha)), [1.0] * n
    for i in range(n):
        for j in range(n):
            h = y[i] * y[j] * K[i][j]
            W -= 0.5 * alpha[i] * alpha[j] * h
            gradient[i] -= h * alpha[j]
    return W, np.array(gradient, dtype=np.float32)


# ---------------------------------------------------------------------------------------------- projected_gradient


@alternative("projected_gradient")
def descent_on_minus_W(K, y, C, step, n_steps, alpha0=None):
    """Minimises 1/2 a'Ha - sum a, without dual_objective."""
    if C <= 0:
        raise ValueError("C must be positive")
    _check_labels(y)
    H = np.outer(y, y) * np.asarray(K)
    a = np.zeros(len(y)) if alpha0 is None else np.array(alpha0, dtype=float)
    rows = [a]
    for _ in range(n_steps):
        a = a - step * (H @ a - 1)
        a = np.minimum(np.maximum(a, 0), C)
        rows.append(a)
    return np.vstack(rows)


@alternative("projected_gradient")
def entry_by_entry(K, y, C, step, n_steps, alpha0=None):
    """All new values are computed from the old row before any is stored."""
    if not C > 0:
        raise ValueError("C must be positive")
    _check_labels(y)
    rows = [[0.0] * len(y) if alpha0 is None else [float(a) for a in alpha0]]
    for _ in range(n_steps):
        gradient = dual_objective(np.array(rows[-1]), np.array(y), np.array(K))[1]
        rows.append([min(max(a + step * g, 0.0), C) for a, g in zip(rows[-1], gradient, strict=True)])
    return np.array(rows)


# ----------------------------------------------------------------------------------------------- coordinate_ascent


@alternative("coordinate_ascent")
def gradient_over_curvature(H, q, order, lower=-np.inf, upper=np.inf, start=None):
    """a_i + gradient_i / H_ii is the top of the parabola as well."""
    H, q = np.array(H, dtype=float), np.array(q, dtype=float)
    path = np.empty((len(order) + 1, len(q)))
    path[0] = 0 if start is None else start
    for t, i in enumerate(order):
        path[t + 1] = path[t]
        slope = q[i] - H[i] @ path[t]
        if H[i, i] == 0:
            if slope > 0:
                path[t + 1, i] = upper
            if slope < 0:
                path[t + 1, i] = lower
            if np.isinf(path[t + 1, i]):
                raise ValueError("no maximum")
        else:
            path[t + 1, i] = min(max(path[t, i] + slope / H[i, i], lower), upper)
    return path


@alternative("coordinate_ascent")
def running_product(H, q, order, lower=-np.inf, upper=np.inf, start=None):
    """Keeps H a up to date by adding the change times a column, so a step costs O(n)."""
    H = np.asarray(H, dtype=float)
    a = np.zeros(len(q)) if start is None else np.array(start, dtype=float)
    product = H @ a
    rows = [a.copy()]
    for i in order:
        rest = q[i] - (product[i] - H[i, i] * a[i])
        if H[i, i] > 0:
            new = np.clip(rest / H[i, i], lower, upper)
        else:
            new = {1: upper, -1: lower, 0: a[i]}[int(np.sign(rest))]
            if not np.isfinite(new):
                raise ValueError("the objective has no maximum")
        product += (new - a[i]) * H[:, i]
        a[i] = new
        rows.append(a.copy())
    return np.array(rows)


# ------------------------------------------------------------------------------------------------------- kkt_check


@alternative("kkt_check")
def kkt_in_a_loop(alpha, y, K, C, bound_tol=1e-8):
    if C <= 0:
        raise ValueError("C must be positive")
    _check_labels(y)
    n = len(y)
    scale = 1.0 if np.inf == C else C
    f0 = [sum(alpha[j] * y[j] * K[i][j] for j in range(n)) for i in range(n)]
    case = []
    for a in alpha:
        if a <= bound_tol * scale:
            case.append("zero")
        elif a >= C - bound_tol * scale:
            case.append("C")
        else:
            case.append("free")
    free = [y[i] - f0[i] for i in range(n) if case[i] == "free"]
    if free:
        b = sum(free) / len(free)
    else:
        lo = [y[i] - f0[i] for i in range(n) if (y[i], case[i]) in ((1, "zero"), (-1, "C"))]
        hi = [y[i] - f0[i] for i in range(n) if (y[i], case[i]) in ((-1, "zero"), (1, "C"))]
        sides = ([max(lo)] if lo else []) + ([min(hi)] if hi else [])
        b = sum(sides) / len(sides)
    violations = []
    for i in range(n):
        excess = y[i] * (f0[i] + b) - 1
        violations.append({"zero": max(0, -excess), "C": max(0, excess), "free": abs(excess)}[case[i]])
    return float(b), np.array(violations)


@alternative("kkt_check")
def kkt_by_masks(alpha, y, K, C, bound_tol=1e-8):
    """One mask for "may grow" and one for "may fall": a condition is broken on a side only if that side is open."""
    alpha, y, K = np.asarray(alpha, dtype=float), np.asarray(y, dtype=float), np.asarray(K, dtype=float)
    if not C > 0 or np.any(np.abs(y) != 1):
        raise ValueError("bad C or labels")
    s = C if np.inf > C else 1.0
    may_fall = alpha > bound_tol * s
    may_grow = (alpha < C - bound_tol * s) | ~may_fall
    f0 = (alpha * y) @ K
    e = y - f0
    if np.any(may_fall & may_grow):
        b = np.mean(e[may_fall & may_grow])
    else:
        floor, ceiling = e[np.where(y > 0, may_grow, may_fall)], e[np.where(y > 0, may_fall, may_grow)]
        if floor.size == 0:
            b = ceiling.min()
        elif ceiling.size == 0:
            b = floor.max()
        else:
            b = 0.5 * (floor.max() + ceiling.min())
    excess = y * (f0 + b) - 1
    return b, np.maximum(np.where(may_grow, -excess, 0), np.where(may_fall, excess, 0)).clip(0)


# -------------------------------------------------------------------------------------------------------- smo_step


def _checked_pair(alpha, y, K, C):
    _check_labels(y)
    if C <= 0 or np.isinf(C):
        raise ValueError("0 < C < inf is needed")
    return np.array(alpha, dtype=float), np.asarray(y, dtype=float), np.asarray(K, dtype=float)


@alternative("smo_step")
def line_search(alpha, y, K, C, i, j):
    """Moves along d = y_i e_i - y_j e_j, uphill, by an exact line search that ends where the box does."""
    alpha, y, K = _checked_pair(alpha, y, K, C)
    if i == j:
        return alpha
    scores = K @ (alpha * y)
    slope = (y[i] - scores[i]) - (y[j] - scores[j])
    if slope < 0:
        i, j, slope = j, i, -slope
    room_i = C - alpha[i] if y[i] > 0 else alpha[i]
    room_j = alpha[j] if y[j] > 0 else C - alpha[j]
    curvature = K[i, i] + K[j, j] - 2 * K[i, j]
    t = min(room_i, room_j)
    if curvature > 1e-12:
        t = min(t, slope / curvature)
    elif slope <= 1e-12:
        t = 0
    alpha[i] += t * y[i]
    alpha[j] -= t * y[j]
    return alpha


@alternative("smo_step")
def moves_i_first(alpha, y, K, C, i, j):
    """Optimises alpha_i and lets alpha_j follow."""
    alpha, y, K = _checked_pair(alpha, y, K, C)
    product = y[i] * y[j]
    if product > 0:
        low, high = max(0, alpha[i] + alpha[j] - C), min(C, alpha[i] + alpha[j])
    else:
        low, high = max(0, alpha[i] - alpha[j]), min(C, C + alpha[i] - alpha[j])
    if i == j or low >= high:
        return alpha
    E = K @ (alpha * y) - y
    slope, eta = y[i] * (E[j] - E[i]), K[i, i] + K[j, j] - 2 * K[i, j]
    if eta > 1e-12:
        new = min(max(alpha[i] + slope / eta, low), high)
    elif slope > 1e-12:
        new = high
    elif slope < -1e-12:
        new = low
    else:
        return alpha
    alpha[j] += product * (alpha[i] - new)
    alpha[i] = new
    return alpha


@alternative("smo_step")
def compares_the_ends(alpha, y, K, C, i, j):
    """Platt's way with a flat direction: evaluate W at both ends. Returns float32."""
    alpha, y, K = _checked_pair(alpha, y, K, C)
    if i == j:
        return alpha.astype(np.float32)
    same = y[i] == y[j]
    total = alpha[i] + alpha[j] if same else alpha[j] - alpha[i]
    low, high = (max(0, total - C), min(C, total)) if same else (max(0, total), min(C, C + total))
    if low >= high:
        return alpha.astype(np.float32)
    E = K @ (alpha * y) - y
    slope = y[j] * (E[i] - E[j])
    eta = K[i, i] - 2 * K[i, j] + K[j, j]
    gain = lambda value: slope * (value - alpha[j]) - 0.5 * eta * (value - alpha[j]) ** 2  # noqa: E731
    candidates = [alpha[j], low, high]
    if eta > 1e-12:
        candidates = [np.clip(alpha[j] + slope / eta, low, high)]
    elif abs(slope) <= 1e-12:
        candidates = [alpha[j]]
    new = max(candidates, key=gain)
    alpha[i] += y[i] * y[j] * (alpha[j] - new)
    alpha[j] = new
    return alpha.astype(np.float32)


# ------------------------------------------------------------------------------------------------------------- smo


def _checked_problem(K, y, C):
    _check_labels(y)
    if not 0 < C < float("inf"):
        raise ValueError("0 < C < inf is needed")
    K, y = np.asarray(K, dtype=float), np.asarray(y, dtype=float)
    if not ((y > 0).any() and (y < 0).any()):
        raise ValueError("both classes are needed")
    return K, y


@alternative("smo")
def all_pairs_in_turn(K, y, C, tol=1e-3, max_steps=10000):
    """Sweeps over all pairs, and looks at the KKT conditions after each sweep."""
    K, y = _checked_problem(K, y, C)
    n, alpha, steps = len(y), np.zeros(len(y)), 0
    while True:
        b, violations = kkt_check(alpha, y, K, C)
        if max(violations) <= tol:
            return alpha, b
        for i in range(n):
            for j in range(i):
                if steps == max_steps:
                    return alpha, kkt_check(alpha, y, K, C)[0]
                alpha = smo_step(alpha, y, K, C, i, j)
                steps += 1


@alternative("smo")
def pairs_at_random(K, y, C, tol=1e-3, max_steps=10000):
    K, y = _checked_problem(K, y, C)
    rng = np.random.default_rng(8)
    alpha = np.zeros(len(y))
    for step in range(max_steps):
        if step % 50 == 0 and np.max(kkt_check(alpha, y, K, C)[1]) <= tol:
            break
        i, j = rng.integers(len(y), size=2)
        alpha = smo_step(alpha, y, K, C, int(i), int(j))
    return alpha, kkt_check(alpha, y, K, C)[0]


@alternative("smo")
def two_loops(K, y, C, tol=1e-3, max_steps=10000):
    """After Platt: a violator is paired with the example of the most different error first, then with the others."""
    K, y = _checked_problem(K, y, C)
    alpha, steps = np.zeros(len(y)), 0
    while True:
        b, violations = kkt_check(alpha, y, K, C)
        if violations.max() <= tol:
            return alpha, b
        for i in np.flatnonzero(violations > tol):
            errors = K @ (alpha * y) - y
            for j in np.argsort(-np.abs(errors - errors[i])):
                if steps == max_steps:
                    return alpha, kkt_check(alpha, y, K, C)[0]
                new = smo_step(alpha, y, K, C, i, j)
                steps += 1
                moved = np.abs(new - alpha).max()
                alpha = new
                if moved > 1e-10 * C:
                    break


@alternative("smo")
def worst_violator_with_best_partner(K, y, C, tol=1e-3, max_steps=10000):
    """Second-order choice: of all partners that can fall, the one that promises the largest gain of W."""
    K, y = _checked_problem(K, y, C)
    alpha, diagonal, tiny = np.zeros(len(y)), np.diag(K), 1e-8 * C
    for _ in range(max_steps):
        b, violations = kkt_check(alpha, y, K, C)
        if violations.max() <= tol:
            break
        e = y - K @ (alpha * y)
        grows = ((y > 0) & (alpha < C - tiny)) | ((y < 0) & (alpha > tiny))
        falls = ((y < 0) & (alpha < C - tiny)) | ((y > 0) & (alpha > tiny))
        i = max(np.flatnonzero(grows), key=lambda k: e[k])
        gap = np.where(falls, np.maximum(e[i] - e, 0), 0)
        j = int(np.argmax(gap**2 / np.maximum(K[i, i] + diagonal - 2 * K[i], 1e-12)))
        alpha = smo_step(alpha, y, K, C, int(i), j)
    return alpha, kkt_check(alpha, y, K, C)[0]
