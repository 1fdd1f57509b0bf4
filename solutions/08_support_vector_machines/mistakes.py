"""Known wrong answers of 08_support_vector_machines."""

import numpy as np

from autograder.authoring import mistake
from support_vector_machines import _labels, _require_positive, dual_objective, kkt_check, smo_step

# --------------------------------------------------------------------------------------------------------- margins


def _bounds(functional, w, b, X):
    """Both bounds, right."""
    smallest = functional.min()
    if smallest <= 0:
        return np.inf, np.inf
    B, R = np.sqrt(w @ w + b**2) / smallest, np.sqrt((X**2).sum(axis=1).max() + 1)
    return float(B**2 * R**2), float(B * R / np.sqrt(len(X)))


def _margins_dict(functional, geometric, margin, w, b, X):
    vc_bound, rademacher_bound = _bounds(functional, w, b, X)
    return {
        "functional": functional,
        "geometric": geometric,
        "margin": float(margin),
        "vc_bound": vc_bound,
        "rademacher_bound": rademacher_bound,
    }


def _plane(w, X, y):
    w, X, y = np.asarray(w, dtype=float), np.asarray(X, dtype=float), _labels(y)
    if not w.any():
        raise ValueError("w is all zero")
    return w, X, y


@mistake("margins", "You take absolute values; a misclassified example must have a negative margin.")
def unsigned_distance(w, b, X, y):
    w, X, y = _plane(w, X, y)
    functional = y * (X @ w + b)
    geometric = np.abs(X @ w + b) / np.linalg.norm(w)
    return _margins_dict(functional, geometric, geometric.min(), w, b, X)


@mistake("margins", "You divide by the norm of (w, b); the distance to the plane divides by the norm of w alone.")
def bias_in_norm(w, b, X, y):
    w, X, y = _plane(w, X, y)
    functional = y * (X @ w + b)
    geometric = functional / np.linalg.norm(np.append(w, b))
    return _margins_dict(functional, geometric, geometric.min(), w, b, X)


@mistake("margins", "You divide by ||w|| squared; divide by ||w||.")
def squared_norm(w, b, X, y):
    w, X, y = _plane(w, X, y)
    functional = y * (X @ w + b)
    geometric = functional / (w @ w)
    return _margins_dict(functional, geometric, geometric.min(), w, b, X)


@mistake("margins", "You normalise w but not b; the whole score w.x + b is divided by ||w||.")
def bias_not_divided(w, b, X, y):
    w, X, y = _plane(w, X, y)
    functional = y * (X @ w + b)
    geometric = y * (X @ (w / np.linalg.norm(w)) + b)
    return _margins_dict(functional, geometric, geometric.min(), w, b, X)


@mistake("margins", "You average the margins; the margin of a set is the smallest one.")
def mean_margin(w, b, X, y):
    w, X, y = _plane(w, X, y)
    functional = y * (X @ w + b)
    geometric = functional / np.linalg.norm(w)
    return _margins_dict(functional, geometric, geometric.mean(), w, b, X)


@mistake("margins", "Your VC bound is B*R; it is B^2 * R^2 (and the Rademacher bound divides B*R by sqrt(n)).")
def bound_not_squared(w, b, X, y):
    w, X, y = _plane(w, X, y)
    functional = y * (X @ w + b)
    geometric = functional / np.linalg.norm(w)
    answer = _margins_dict(functional, geometric, geometric.min(), w, b, X)
    return {**answer, "vc_bound": float(np.sqrt(answer["vc_bound"]))}


# ------------------------------------------------------------------------------------------- soft_margin_objective


def _soft_arguments(w, b, X, y, C):
    w, X, y = np.asarray(w, dtype=float), np.asarray(X, dtype=float), _labels(y)
    _require_positive("C", C)
    return w, y * (X @ w + b)


@mistake(
    "soft_margin_objective",
    "You charge only misclassified examples; every example with margin below 1 has slack 1 minus margin.",
)
def hinge_at_zero(w, b, X, y, C):
    w, margin = _soft_arguments(w, b, X, y, C)
    slacks = np.maximum(0, -margin)
    return float(w @ w / 2 + C * slacks.sum()), slacks


@mistake("soft_margin_objective", "You let slacks go below zero for margins above 1; clip them at 0.")
def negative_slack(w, b, X, y, C):
    w, margin = _soft_arguments(w, b, X, y, C)
    slacks = 1 - margin
    return float(w @ w / 2 + C * slacks.sum()), slacks


@mistake("soft_margin_objective", "You average the slacks; the objective has C times their SUM.")
def mean_of_slacks(w, b, X, y, C):
    w, margin = _soft_arguments(w, b, X, y, C)
    slacks = np.maximum(0, 1 - margin)
    return float(w @ w / 2 + C * slacks.mean()), slacks


@mistake("soft_margin_objective", "You add b^2 to the norm; the bias is not penalised.")
def penalises_bias(w, b, X, y, C):
    w, margin = _soft_arguments(w, b, X, y, C)
    slacks = np.maximum(0, 1 - margin)
    return float((w @ w + b**2) / 2 + C * slacks.sum()), slacks


@mistake("soft_margin_objective", "You square the slacks; they enter linearly.")
def squared_slack(w, b, X, y, C):
    w, margin = _soft_arguments(w, b, X, y, C)
    slacks = np.maximum(0, 1 - margin)
    return float(w @ w / 2 + C * (slacks**2).sum()), slacks


@mistake("soft_margin_objective", "You multiply the norm term by C; C multiplies the slacks.")
def C_on_the_norm(w, b, X, y, C):
    w, margin = _soft_arguments(w, b, X, y, C)
    slacks = np.maximum(0, 1 - margin)
    return float(C * (w @ w) / 2 + slacks.sum()), slacks


# --------------------------------------------------------------------------------------------------------- pegasos


def _pegasos_arguments(X, y, lam):
    X, y = np.asarray(X, dtype=float), _labels(y)
    _require_positive("lam", lam)
    return X, y, np.zeros(X.shape[1])


@mistake(
    "pegasos",
    "You shrink w only when the example violates the margin; the shrink (1 - 1/t) happens at every step.",
)
def shrinks_only_violators(X, y, lam, order):
    X, y, w = _pegasos_arguments(X, y, lam)
    path = [w]
    for t, i in enumerate(order, 1):
        if y[i] * (w @ X[i]) < 1:
            w = (1 - 1 / t) * w + y[i] * X[i] / (lam * t)
        path.append(w)
    return np.array(path)


@mistake("pegasos", "You test the margin after shrinking w; test it with the old w.")
def tests_after_shrinking(X, y, lam, order):
    X, y, w = _pegasos_arguments(X, y, lam)
    path = [w]
    for t, i in enumerate(order, 1):
        w = (1 - 1 / t) * w
        if y[i] * (w @ X[i]) < 1:
            w = w + y[i] * X[i] / (lam * t)
        path.append(w)
    return np.array(path)


@mistake(
    "pegasos",
    "Your step counter starts at 0, so it is one behind; t starts at 1: the first step is 1/lam, the second 1/(2*lam).",
)
def time_from_zero(X, y, lam, order):
    X, y, w = _pegasos_arguments(X, y, lam)
    path = [w]
    for t, i in enumerate(order):
        rate = 1 / (lam * t) if t > 0 else 1 / lam
        violates = y[i] * (w @ X[i]) < 1
        w = (1 - rate * lam) * w
        if violates:
            w = w + rate * y[i] * X[i]
        path.append(w)
    return np.array(path)


@mistake("pegasos", "You update only on mistakes (margin at most 0); update whenever the margin is below 1.")
def perceptron_test(X, y, lam, order):
    X, y, w = _pegasos_arguments(X, y, lam)
    path = [w]
    for t, i in enumerate(order, 1):
        wrong = y[i] * (w @ X[i]) <= 0
        w = (1 - 1 / t) * w
        if wrong:
            w = w + y[i] * X[i] / (lam * t)
        path.append(w)
    return np.array(path)


@mistake("pegasos", "You use t/lam as the step; the step is 1/(lam*t).")
def rate_lam_t_misread(X, y, lam, order):
    X, y, w = _pegasos_arguments(X, y, lam)
    path = [w]
    for t, i in enumerate(order, 1):
        violates = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w
        if violates:
            w = w + 1 / lam * t * y[i] * X[i]
        path.append(w)
    return np.array(path)


# ------------------------------------------------------------------------------------------------- lagrangian_dual


def _program(Q, c, G, h, multipliers, n_equalities):
    Q, c, G, h, m = (np.asarray(part, dtype=float) for part in (Q, c, G, h, multipliers))
    if np.any(m[n_equalities:] < 0):
        raise ValueError("negative multiplier")
    if not np.allclose(Q, Q.T) or np.linalg.eigvalsh(Q)[0] <= 0:
        raise ValueError("Q is not symmetric positive definite")
    return Q, c, G, h, m


@mistake("lagrangian_dual", "You add m.(h - Gx); for Gx <= h the Lagrangian adds m.(Gx - h).")
def constraint_sign(Q, c, G, h, multipliers, n_equalities=0):
    Q, c, G, h, m = _program(Q, c, G, h, multipliers, n_equalities)
    x = -np.linalg.solve(Q, c - G.T @ m)
    return float(x @ Q @ x / 2 + c @ x + m @ (h - G @ x)), x


@mistake("lagrangian_dual", "You leave the constant -m.h out of the dual value.")
def forgets_h(Q, c, G, h, multipliers, n_equalities=0):
    Q, c, G, h, m = _program(Q, c, G, h, multipliers, n_equalities)
    x = -np.linalg.solve(Q, c + G.T @ m)
    return float(x @ Q @ x / 2 + c @ x + m @ (G @ x)), x


@mistake("lagrangian_dual", "Your minimiser has the wrong sign: it is x = -Q^-1 (c + G'm).")
def plus_x(Q, c, G, h, multipliers, n_equalities=0):
    Q, c, G, h, m = _program(Q, c, G, h, multipliers, n_equalities)
    x = np.linalg.solve(Q, c + G.T @ m)
    return float(x @ Q @ x / 2 + c @ x + m @ (G @ x - h)), x


@mistake(
    "lagrangian_dual",
    "You refuse negative multipliers for equalities; only inequality multipliers must be >= 0.",
)
def rejects_negative_equality(Q, c, G, h, multipliers, n_equalities=0):
    Q, c, G, h, m = _program(Q, c, G, h, multipliers, 0)
    x = -np.linalg.solve(Q, c + G.T @ m)
    return float(x @ Q @ x / 2 + c @ x + m @ (G @ x - h)), x


@mistake("lagrangian_dual", "You return the objective at x without the multiplier term m.(Gx - h).")
def primal_value_only(Q, c, G, h, multipliers, n_equalities=0):
    Q, c, G, h, m = _program(Q, c, G, h, multipliers, n_equalities)
    x = -np.linalg.solve(Q, c + G.T @ m)
    return float(x @ Q @ x / 2 + c @ x), x


# -------------------------------------------------------------------------------------------------- dual_objective


@mistake("dual_objective", "You leave out the 1/2 in front of the double sum.")
def no_half(alpha, y, K):
    alpha, y = np.asarray(alpha, dtype=float), _labels(y)
    H = np.outer(y, y) * np.asarray(K, dtype=float)
    return float(alpha.sum() - alpha @ H @ alpha), 1 - H @ alpha


@mistake("dual_objective", "You use K without the labels; each term carries y_i*y_j.")
def labels_forgotten(alpha, y, K):
    alpha, y = np.asarray(alpha, dtype=float), _labels(y)
    K = np.asarray(K, dtype=float)
    return float(alpha.sum() - alpha @ K @ alpha / 2), 1 - K @ alpha


@mistake("dual_objective", "You return the negative (the function to minimise); W is maximised.")
def negated(alpha, y, K):
    alpha, y = np.asarray(alpha, dtype=float), _labels(y)
    H = np.outer(y, y) * np.asarray(K, dtype=float)
    return float(alpha @ H @ alpha / 2 - alpha.sum()), H @ alpha - 1


@mistake(
    "dual_objective",
    "Your gradient has a factor 2 too many; it is 1 - H alpha, because the 1/2 cancels the 2 of the square.",
)
def gradient_double(alpha, y, K):
    alpha, y = np.asarray(alpha, dtype=float), _labels(y)
    H = np.outer(y, y) * np.asarray(K, dtype=float)
    return float(alpha.sum() - alpha @ H @ alpha / 2), 1 - 2 * H @ alpha


@mistake("dual_objective", "Your gradient lacks the 1 that comes from sum alpha: it is 1 - H alpha.")
def gradient_without_one(alpha, y, K):
    alpha, y = np.asarray(alpha, dtype=float), _labels(y)
    H = np.outer(y, y) * np.asarray(K, dtype=float)
    return float(alpha.sum() - alpha @ H @ alpha / 2), -H @ alpha


# ---------------------------------------------------------------------------------------------- projected_gradient


def _ascent(K, y, C, alpha0):
    y = _labels(y)
    _require_positive("C", C)
    return y, np.zeros(len(y)) if alpha0 is None else np.array(alpha0, dtype=float)


@mistake("projected_gradient", "You subtract the gradient; W is maximised, so add step*(1 - H alpha).")
def descends(K, y, C, step, n_steps, alpha0=None):
    y, alpha = _ascent(K, y, C, alpha0)
    path = [alpha]
    for _ in range(n_steps):
        alpha = np.clip(alpha - step * dual_objective(alpha, y, K)[1], 0, C)
        path.append(alpha)
    return np.array(path)


@mistake("projected_gradient", "You clip at 0 but not at C.")
def no_upper_clip(K, y, C, step, n_steps, alpha0=None):
    y, alpha = _ascent(K, y, C, alpha0)
    path = [alpha]
    for _ in range(n_steps):
        alpha = np.maximum(0, alpha + step * dual_objective(alpha, y, K)[1])
        path.append(alpha)
    return np.array(path)


@mistake("projected_gradient", "You clip only at the end; project back into the box after every step.")
def clips_once(K, y, C, step, n_steps, alpha0=None):
    y, alpha = _ascent(K, y, C, alpha0)
    path = [alpha]
    for _ in range(n_steps):
        alpha = alpha + step * dual_objective(alpha, y, K)[1]
        path.append(alpha)
    return np.clip(path, 0, C)


@mistake("projected_gradient", "You use C/n as the upper bound; the box here is [0, C].")
def C_over_n(K, y, C, step, n_steps, alpha0=None):
    y, alpha = _ascent(K, y, C, alpha0)
    path = [alpha]
    for _ in range(n_steps):
        alpha = np.clip(alpha + step * dual_objective(alpha, y, K)[1], 0, C / len(y))
        path.append(alpha)
    return np.array(path)


@mistake("projected_gradient", "You force sum alpha*y to 0; the bias-free dual has no such constraint.")
def centres_alpha(K, y, C, step, n_steps, alpha0=None):
    y, alpha = _ascent(K, y, C, alpha0)
    path = [alpha]
    for _ in range(n_steps):
        alpha = alpha + step * dual_objective(alpha, y, K)[1]
        alpha = np.clip(alpha - y * (alpha @ y) / len(y), 0, C)
        path.append(alpha)
    return np.array(path)


# ----------------------------------------------------------------------------------------------- coordinate_ascent


def _coordinate_arguments(H, q, start):
    H, q = np.asarray(H, dtype=float), np.asarray(q, dtype=float)
    return H, q, np.zeros(len(q)) if start is None else np.array(start, dtype=float)


def _flat(r, value, lower, upper):
    """Where to go along a coordinate of which the objective is a line."""
    if r == 0:
        return value
    bound = upper if r > 0 else lower
    if np.isinf(bound):
        raise ValueError("unbounded")
    return bound


@mistake(
    "coordinate_ascent",
    "Your sum includes the coordinate being updated; leave out j = i (or add H_ii*a_i back).",
)
def includes_itself(H, q, order, lower=-np.inf, upper=np.inf, start=None):
    H, q, a = _coordinate_arguments(H, q, start)
    path = [a.copy()]
    for i in order:
        r = q[i] - H[i] @ a
        a[i] = np.clip(r / H[i, i], lower, upper) if H[i, i] else _flat(r, a[i], lower, upper)
        path.append(a.copy())
    return np.array(path)


@mistake(
    "coordinate_ascent",
    "You use the values from the start of the sweep; each step must see the newest values.",
)
def old_values(H, q, order, lower=-np.inf, upper=np.inf, start=None):
    H, q, a = _coordinate_arguments(H, q, start)
    path = [a.copy()]
    old = a.copy()
    for t, i in enumerate(order):
        if t % len(q) == 0:
            old = a.copy()
        r = q[i] - H[i] @ old + H[i, i] * old[i]
        a[i] = np.clip(r / H[i, i], lower, upper) if H[i, i] else _flat(r, a[i], lower, upper)
        path.append(a.copy())
    return np.array(path)


@mistake("coordinate_ascent", "You take a small gradient step; jump to the exact maximum over that coordinate.")
def gradient_step(H, q, order, lower=-np.inf, upper=np.inf, start=None):
    H, q, a = _coordinate_arguments(H, q, start)
    path = [a.copy()]
    for i in order:
        r = q[i] - H[i] @ a
        a[i] = np.clip(a[i] + 0.1 * r, lower, upper) if H[i, i] else _flat(r, a[i], lower, upper)
        path.append(a.copy())
    return np.array(path)


@mistake(
    "coordinate_ascent",
    "You clip the change instead of the new value; the new value must lie in [lower, upper].",
)
def clips_the_change(H, q, order, lower=-np.inf, upper=np.inf, start=None):
    H, q, a = _coordinate_arguments(H, q, start)
    path = [a.copy()]
    for i in order:
        r = q[i] - H[i] @ a
        if H[i, i]:
            a[i] += np.clip(r / H[i, i], lower, upper)
        else:
            a[i] = _flat(r, a[i], lower, upper)
        path.append(a.copy())
    return np.array(path)


@mistake("coordinate_ascent", "You divide by something other than H_ii, the curvature along the coordinate you move.")
def divides_by_wrong_entry(H, q, order, lower=-np.inf, upper=np.inf, start=None):
    H, q, a = _coordinate_arguments(H, q, start)
    path = [a.copy()]
    for i in order:
        r = q[i] - H[i] @ a + H[i, i] * a[i]
        a[i] = np.clip(r / H[i].sum(), lower, upper) if H[i, i] else _flat(r, a[i], lower, upper)
        path.append(a.copy())
    return np.array(path)


# ------------------------------------------------------------------------------------------------------- kkt_check


def _cases(alpha, y, K, C, bound_tol):
    alpha, y, K = np.asarray(alpha, dtype=float), _labels(y), np.asarray(K, dtype=float)
    _require_positive("C", C)
    slop = bound_tol * (C if np.isfinite(C) else 1)
    at_zero = alpha <= slop
    at_C = (alpha >= C - slop) & ~at_zero
    return alpha, y, K @ (alpha * y), at_zero, at_C


def _bias(e, y, at_zero, use):
    """The mean of e over `use`, or the middle of what KKT allows if there is nothing to use."""
    if use.any():
        return e[use].mean()
    lows, highs = e[at_zero == (y > 0)], e[at_zero != (y > 0)]
    return np.mean(([lows.max()] if len(lows) else []) + ([highs.min()] if len(highs) else []))


def _violations(margin, at_zero, at_C):
    below, above = np.maximum(0, 1 - margin), np.maximum(0, margin - 1)
    return np.where(at_zero, below, np.where(at_C, above, below + above))


@mistake(
    "kkt_check",
    "You average y - f0 over all examples; only free ones (0 < alpha < C) lie exactly on the margin.",
)
def bias_from_all(alpha, y, K, C, bound_tol=1e-8):
    alpha, y, f0, at_zero, at_C = _cases(alpha, y, K, C, bound_tol)
    b = (y - f0).mean()
    return float(b), _violations(y * (f0 + b), at_zero, at_C)


@mistake(
    "kkt_check",
    "You also average over alphas at C; those may be inside the margin, use only free ones.",
)
def bias_from_all_support(alpha, y, K, C, bound_tol=1e-8):
    alpha, y, f0, at_zero, at_C = _cases(alpha, y, K, C, bound_tol)
    b = _bias(y - f0, y, at_zero, ~at_zero)
    return float(b), _violations(y * (f0 + b), at_zero, at_C)


@mistake("kkt_check", "Your bias has the wrong sign: b = y - f0, added to the score.")
def bias_sign(alpha, y, K, C, bound_tol=1e-8):
    alpha, y, f0, at_zero, at_C = _cases(alpha, y, K, C, bound_tol)
    b = -_bias(y - f0, y, at_zero, ~at_zero & ~at_C)
    return float(b), _violations(y * (f0 + b), at_zero, at_C)


@mistake("kkt_check", "You swap the cases: alpha = 0 needs margin >= 1, alpha = C needs margin <= 1.")
def sides_swapped(alpha, y, K, C, bound_tol=1e-8):
    alpha, y, f0, at_zero, at_C = _cases(alpha, y, K, C, bound_tol)
    b = _bias(y - f0, y, at_zero, ~at_zero & ~at_C)
    return float(b), _violations(y * (f0 + b), at_C, at_zero)


@mistake("kkt_check", "For free alphas you accept margins above 1; they must equal 1.")
def free_one_sided(alpha, y, K, C, bound_tol=1e-8):
    alpha, y, f0, at_zero, at_C = _cases(alpha, y, K, C, bound_tol)
    b = _bias(y - f0, y, at_zero, ~at_zero & ~at_C)
    return float(b), _violations(y * (f0 + b), ~at_C, at_C)


@mistake("kkt_check", "You compare alpha with 0 and C exactly; use the tolerance.")
def exact_zero(alpha, y, K, C, bound_tol=1e-8):
    alpha, y, f0, at_zero, at_C = _cases(alpha, y, K, C, 0)
    b = _bias(y - f0, y, at_zero, ~at_zero & ~at_C)
    return float(b), _violations(y * (f0 + b), at_zero, at_C)


# -------------------------------------------------------------------------------------------------------- smo_step


def _pair(alpha, y, K, C, i, j):
    """A copy of alpha, the ends of the line, the slope in alpha_j and eta."""
    alpha, y, K = np.array(alpha, dtype=float), _labels(y), np.asarray(K, dtype=float)
    if not 0 < C < np.inf:
        raise ValueError("C must be positive and finite")
    E = K @ (alpha * y) - y
    slope, eta = y[j] * (E[i] - E[j]), K[i, i] + K[j, j] - 2 * K[i, j]
    return alpha, y, _ends(alpha, C, i, j, y[i] == y[j]), slope, eta


def _ends(alpha, C, i, j, same):
    if same:
        return max(0, alpha[i] + alpha[j] - C), min(C, alpha[i] + alpha[j])
    return max(0, alpha[j] - alpha[i]), min(C, C + alpha[j] - alpha[i])


def _unclipped(value, slope, eta, low, high):
    """Where alpha_j would go: the top of the parabola, or the better end of a line."""
    if eta > 1e-12:
        return value + slope / eta
    if abs(slope) <= 1e-12:
        return value
    return high if slope > 0 else low


@mistake("smo_step", "You swapped the L and H formulas of the equal-label and different-label cases.")
def bounds_swapped(alpha, y, K, C, i, j):
    alpha, y, _, slope, eta = _pair(alpha, y, K, C, i, j)
    low, high = _ends(alpha, C, i, j, y[i] != y[j])
    if i == j or low >= high:
        return alpha
    new = np.clip(_unclipped(alpha[j], slope, eta, low, high), low, high)
    alpha[i], alpha[j] = alpha[i] - y[i] * y[j] * (new - alpha[j]), new
    return alpha


@mistake("smo_step", "You do not clip the new alpha_j to [L, H], so the pair leaves the box.")
def no_clipping(alpha, y, K, C, i, j):
    alpha, y, (low, high), slope, eta = _pair(alpha, y, K, C, i, j)
    if i == j or low >= high:
        return alpha
    new = _unclipped(alpha[j], slope, eta, low, high)
    alpha[i], alpha[j] = alpha[i] - y[i] * y[j] * (new - alpha[j]), new
    return alpha


@mistake("smo_step", "You clip alpha_j to [0, C] only; alpha_i then leaves the box. Use L and H.")
def clips_to_box_only(alpha, y, K, C, i, j):
    alpha, y, (low, high), slope, eta = _pair(alpha, y, K, C, i, j)
    if i == j or low >= high:
        return alpha
    new = np.clip(_unclipped(alpha[j], slope, eta, 0, C), 0, C)
    alpha[i], alpha[j] = alpha[i] - y[i] * y[j] * (new - alpha[j]), new
    return alpha


@mistake("smo_step", "You change alpha_j but not alpha_i, which breaks sum alpha*y = 0.")
def partner_not_moved(alpha, y, K, C, i, j):
    alpha, y, (low, high), slope, eta = _pair(alpha, y, K, C, i, j)
    if i != j and low < high:
        alpha[j] = np.clip(_unclipped(alpha[j], slope, eta, low, high), low, high)
    return alpha


@mistake("smo_step", "You use E = y - f; with that sign the step goes downhill.")
def error_sign(alpha, y, K, C, i, j):
    alpha, y, (low, high), slope, eta = _pair(alpha, y, K, C, i, j)
    if i == j or low >= high:
        return alpha
    new = np.clip(_unclipped(alpha[j], -slope, eta, low, high), low, high)
    alpha[i], alpha[j] = alpha[i] - y[i] * y[j] * (new - alpha[j]), new
    return alpha


@mistake("smo_step", "For eta = 0 you leave the pair alone; W is linear there, so go to the better end.")
def flat_direction_skipped(alpha, y, K, C, i, j):
    alpha, y, (low, high), slope, eta = _pair(alpha, y, K, C, i, j)
    if i == j or low >= high or eta <= 1e-12:
        return alpha
    new = np.clip(alpha[j] + slope / eta, low, high)
    alpha[i], alpha[j] = alpha[i] - y[i] * y[j] * (new - alpha[j]), new
    return alpha


# ------------------------------------------------------------------------------------------------------------- smo


def _smo_arguments(K, y, C):
    K, y = np.asarray(K, dtype=float), _labels(y)
    if not 0 < C < np.inf:
        raise ValueError("C must be positive and finite")
    if len(np.unique(y)) < 2:
        raise ValueError("both classes are needed")
    return K, y


def _worst_pair(alpha, y, e, C):
    grow = np.where(y > 0, alpha < C * (1 - 1e-8), alpha > C * 1e-8)
    fall = np.where(y > 0, alpha > C * 1e-8, alpha < C * (1 - 1e-8))
    return np.argmax(np.where(grow, e, -np.inf)), np.argmin(np.where(fall, e, np.inf))


@mistake("smo", "You stop after one pass over the pairs; go on until all KKT conditions hold within tol.")
def one_sweep(K, y, C, tol=1e-3, max_steps=10000):
    K, y = _smo_arguments(K, y, C)
    n, alpha, steps = len(y), np.zeros(len(y)), 0
    for i in range(n):
        for j in range(i + 1, n):
            if steps < max_steps:
                alpha = smo_step(alpha, y, K, C, i, j)
                steps += 1
    return alpha, kkt_check(alpha, y, K, C)[0]


@mistake("smo", "You stop at the first pair that makes no progress; other pairs may still violate KKT.")
def stops_on_unlucky_pair(K, y, C, tol=1e-3, max_steps=10000):
    K, y = _smo_arguments(K, y, C)
    n, alpha = len(y), np.zeros(len(y))
    for step in range(max_steps):
        i = step % n
        j = (i + 1 + step // n) % n
        new = smo_step(alpha, y, K, C, i, j)
        if np.allclose(new, alpha):
            break
        alpha = new
    return alpha, kkt_check(alpha, y, K, C)[0]


@mistake("smo", "You maximise without sum alpha*y = 0; that is the machine without bias.")
def bias_free(K, y, C, tol=1e-3, max_steps=10000):
    K, y = _smo_arguments(K, y, C)
    alpha = np.zeros(len(y))
    for step in range(min(max_steps, 200 * len(y))):
        i = step % len(y)
        shortfall = 1 - y[i] * (K[i] @ (alpha * y))
        alpha[i] = np.clip(alpha[i] + shortfall / max(K[i, i], 1e-12), 0, C)
    return alpha, 0.0


@mistake(
    "smo",
    "You return a bias left over from the last step; recompute it from the free support vectors at the end.",
)
def bias_last_step(K, y, C, tol=1e-3, max_steps=10000):
    K, y = _smo_arguments(K, y, C)
    alpha, b = np.zeros(len(y)), 0.0
    for _ in range(max_steps):
        e = y - K @ (alpha * y)
        i, j = _worst_pair(alpha, y, e, C)
        if e[i] - e[j] <= tol:
            break
        b = (e[i] + e[j]) / 2
        alpha = smo_step(alpha, y, K, C, i, j)
    return alpha, float(b)


@mistake("smo", "You run a fixed number of steps and ignore tol.")
def ignores_tol(K, y, C, tol=1e-3, max_steps=10000):
    K, y = _smo_arguments(K, y, C)
    alpha = np.zeros(len(y))
    for _ in range(min(max_steps, 20)):
        e = y - K @ (alpha * y)
        alpha = smo_step(alpha, y, K, C, *_worst_pair(alpha, y, e, C))
    return alpha, kkt_check(alpha, y, K, C)[0]
