"""Support vector machines: margins, the soft-margin problem, its dual, and four solvers of it.

Conventions of the whole module
- X is (n, d), one example a row, n >= 1. Labels y are -1 or +1; every function that takes y raises ValueError for any
  other label (0 too).
- The score of x is f(x) = w.x + b, PLUS b (AIMA prints -b in Eq. 19.11); a score of exactly 0 predicts +1.
- The soft-margin problem is: minimise 1/2 ||w||^2 + C * (SUM of the slacks) over w and b, with b not penalised.
- alpha holds the dual variables, 0 <= alpha_i <= C. The labels are kept apart: w = sum_i alpha_i y_i x_i.
- K is the (n, n) symmetric Gram matrix, K_ij = x_i.x_j (or any kernel of the two examples); H_ij = y_i y_j K_ij.
- There are two duals. WITH bias, sum_i alpha_i y_i = 0 must hold: `kkt_check`, `smo_step`, `smo`. BIAS-FREE, b = 0 and
  there is only the box 0 <= alpha_i <= C: `pegasos`, `projected_gradient`, `coordinate_ascent`; there a column of ones
  in X can play the bias, but it is penalised then.
- Array arguments may also be plain lists, and may hold integers. No function changes its arguments.
"""

import numpy as np

### BEGIN SOLUTION


def _labels(y: np.ndarray) -> np.ndarray:
    y = np.asarray(y, dtype=float)
    if not np.isin(y, (-1, 1)).all():
        raise ValueError("labels must be -1 or +1")
    return y


def _require_positive(name: str, value: float) -> None:
    if not value > 0:
        raise ValueError(f"{name} must be positive, not {value}")


def _require_finite_box(C: float) -> None:
    if not 0 < C < np.inf:
        raise ValueError(f"C must be positive and finite, not {C}")


def _at_bounds(alpha: np.ndarray, C: float, bound_tol: float) -> tuple[np.ndarray, np.ndarray]:
    """Which alphas are at 0, and which are at C."""
    slop = bound_tol * (C if np.isfinite(C) else 1)
    at_zero = alpha <= slop
    return at_zero, ~at_zero & (alpha >= C - slop)


### END SOLUTION


def margins(w: np.ndarray, b: float, X: np.ndarray, y: np.ndarray) -> dict:
    """Functional and geometric margins of the examples, and two capacity bounds that follow from them.

    The functional margin of example i is y_i (w.x_i + b): positive if it is classified rightly, but doubled by doubling
    (w, b). Divided by ||w|| it becomes the geometric margin: the distance of x_i to the plane w.x + b = 0, with a minus
    sign if x_i lies on the wrong side. The margin of a data set is that of its worst example. (AIMA calls twice this
    distance, the width of the whole street, the margin.)

    For the bounds the bias is absorbed, x~ = (x, 1) and w~ = (w, b), and w~ is scaled to smallest functional margin 1:
    with B = ||w~|| / (smallest functional margin) and R = max_i ||x~_i||, the separators of norm at most B have VC
    dimension at most B^2 R^2 and Rademacher complexity at most B R / sqrt(n). Neither depends on d: a large margin
    means a simple class, however many features there are.

    Parameters: w (d,), not all zero; b a number; X (n, d); y (n,) of -1 and +1.

    Returns a dict with the keys
        "functional"        (n,) array, y_i (w.x_i + b)
        "geometric"         (n,) array, functional / ||w||, signed
        "margin"            float, the smallest geometric margin
        "vc_bound"          float, B^2 R^2
        "rademacher_bound"  float, B R / sqrt(n)
    Both bounds are np.inf if the smallest functional margin is <= 0.

    Raises ValueError if w is all zero (there is no plane then) or a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    w, X, y = np.asarray(w, dtype=float), np.asarray(X, dtype=float), _labels(y)
    norm = np.linalg.norm(w)
    if norm == 0:
        raise ValueError("w is all zero, so there is no plane to measure distances to")
    functional = y * (X @ w + b)
    smallest = functional.min()
    vc_bound = rademacher_bound = np.inf
    if smallest > 0:
        B = np.sqrt(w @ w + b**2) / smallest
        R = np.sqrt((X**2).sum(axis=1).max() + 1)
        vc_bound, rademacher_bound = (B * R) ** 2, B * R / np.sqrt(len(y))
    return {
        "functional": functional,
        "geometric": functional / norm,
        "margin": float(smallest / norm),
        "vc_bound": float(vc_bound),
        "rademacher_bound": float(rademacher_bound),
    }
    ### END SOLUTION


def soft_margin_objective(w: np.ndarray, b: float, X: np.ndarray, y: np.ndarray, C: float) -> tuple[float, np.ndarray]:
    """Value of the soft-margin problem at (w, b), and the slacks.

    The problem is: minimise 1/2 ||w||^2 + C sum_i xi_i subject to y_i (w.x_i + b) >= 1 - xi_i and xi_i >= 0. For given
    (w, b) the cheapest feasible slack is the hinge loss of the example,

        xi_i = max(0, 1 - y_i (w.x_i + b)):

    0 from margin 1 on, between 0 and 1 inside the margin but on the right side, above 1 for a misclassified example.
    C is the price of one unit of slack. The slacks are summed, not averaged, and enter linearly; b is not penalised.
    (Divided by C this is the sum of the hinge losses + (lam/2) ||w||^2 with lam = 1/C. The CS480 notes leave out the
    sum and C, and print max for min.)

    Parameters: w (d,), may be all zero here; b a number; X (n, d); y (n,) of -1 and +1; C > 0.

    Returns (value, xi): a float and an (n,) array.

    Raises ValueError if C <= 0 or a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    w, X, y = np.asarray(w, dtype=float), np.asarray(X, dtype=float), _labels(y)
    _require_positive("C", C)
    slacks = (1 - y * (X @ w + b)).clip(min=0)
    return float(w @ w / 2 + C * slacks.sum()), slacks
    ### END SOLUTION


def pegasos(X: np.ndarray, y: np.ndarray, lam: float, order: np.ndarray) -> np.ndarray:
    """Stochastic subgradient descent on the bias-free soft-margin problem, one example a step.

    The objective is (1/n) sum_i max(0, 1 - y_i w.x_i) + (lam/2) ||w||^2, the problem of `soft_margin_objective` with
    b = 0 and C = 1/(lam n), divided by C n. On example i alone a subgradient is lam w - y_i x_i if y_i w.x_i < 1, and
    lam w otherwise. Start at w = 0. At step t = 1, 2, ... take i = order[t-1] and go 1/(lam t) along minus that
    subgradient, which comes to

        w <- (1 - 1/t) w  +  (1/(lam t)) y_i x_i   if y_i w.x_i < 1  (with the w from before this step),
        w <- (1 - 1/t) w                           otherwise.

    So w shrinks at every step, whether the example violates its margin or not, and at a margin of exactly 1 nothing is
    added. The step lengths 1/(lam t) are large at first: the objective may rise for a while. There is no projection.

    Parameters: X (n, d); y (n,) of -1 and +1; lam > 0; order: row numbers, one a step, of any length.

    Returns all iterates as an array of shape (len(order) + 1, d); row 0 is zero, row t is w after step t.

    Raises ValueError if lam <= 0 or a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    X, y = np.asarray(X, dtype=float), _labels(y)
    _require_positive("lam", lam)
    path = np.zeros((len(order) + 1, X.shape[1]))
    for t, i in enumerate(order, start=1):
        w = path[t - 1]
        path[t] = (1 - 1 / t) * w
        if y[i] * (X[i] @ w) < 1:
            path[t] += y[i] * X[i] / (lam * t)
    return path
    ### END SOLUTION


def lagrangian_dual(
    Q: np.ndarray, c: np.ndarray, G: np.ndarray, h: np.ndarray, multipliers: np.ndarray, n_equalities: int = 0
) -> tuple[float, np.ndarray]:
    """Dual function of a quadratic program, at given multipliers.

    The program is: minimise 1/2 x'Qx + c.x subject to G x <= h, where the first n_equalities rows are equalities,
    G x = h. Its Lagrangian moves the constraints into the objective, at a price m for each:

        L(x, m) = 1/2 x'Qx + c.x + m.(Gx - h).

    The dual function is theta_D(m) = min over ALL x of L(x, m). Q is positive definite, so the minimum is where the
    gradient Qx + c + G'm vanishes: x = -Q^-1 (c + G'm). For a feasible x, m.(Gx - h) <= 0 as long as the multipliers of
    the inequalities are >= 0, so theta_D(m) is a lower bound of the program's optimum (weak duality); the best bound
    reaches it (strong duality). An equality's multiplier may have either sign.

    Parameters: Q (d, d) symmetric positive definite; c (d,); G (k, d); h (k,); multipliers (k,), those of the
    equalities first; n_equalities between 0 and k.

    Returns (theta_D(m), x): a float and the minimising x, a (d,) array. x need not be feasible.

    Raises ValueError if a multiplier of an inequality is negative, or if Q is not symmetric positive definite.
    """
    ### BEGIN SOLUTION
    Q, c, G, h, m = (np.asarray(a, dtype=float) for a in (Q, c, G, h, multipliers))
    if (m[n_equalities:] < 0).any():
        raise ValueError("the multiplier of an inequality must not be negative")
    if not np.allclose(Q, Q.T):
        raise ValueError("Q must be symmetric")
    np.linalg.cholesky(Q)  # raises LinAlgError, which is a ValueError, unless Q is positive definite
    x = -np.linalg.solve(Q, c + G.T @ m)
    return float(x @ Q @ x / 2 + c @ x + m @ (G @ x - h)), x
    ### END SOLUTION


def dual_objective(alpha: np.ndarray, y: np.ndarray, K: np.ndarray) -> tuple[float, np.ndarray]:
    """Dual objective of the support vector machine, and its gradient.

        W(alpha) = sum_i alpha_i - 1/2 sum_ij alpha_i alpha_j y_i y_j K_ij,   to be MAXIMISED,
        gradient = 1 - H alpha,   H_ij = y_i y_j K_ij.

    This is `lagrangian_dual` of the margin problem, written out. With w = sum_i alpha_i y_i x_i the double sum is
    ||w||^2, and entry i of the gradient is 1 - y_i w.x_i: how far example i falls short of margin 1 without a bias.
    (H is minus the second derivative of W; the Aalto slides call it the Hessian.)

    Parameters: alpha (n,), any real numbers (feasible or not); y (n,) of -1 and +1; K (n, n) symmetric.

    Returns (W, gradient): a float and an (n,) array.

    Raises ValueError if a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    alpha, y, K = np.asarray(alpha, dtype=float), _labels(y), np.asarray(K, dtype=float)
    H_alpha = y * (K @ (y * alpha))
    return float(alpha.sum() - alpha @ H_alpha / 2), 1 - H_alpha
    ### END SOLUTION


def projected_gradient(
    K: np.ndarray, y: np.ndarray, C: float, step: float, n_steps: int, alpha0: np.ndarray | None = None
) -> np.ndarray:
    """Projected gradient ascent on the BIAS-FREE dual: maximise W(alpha) over the box 0 <= alpha_i <= C.

    Every step moves all coordinates at once, up the gradient of W (see `dual_objective`), and puts those that left the
    box back on its border:

        alpha <- clip(alpha + step * (1 - H alpha), 0, C).

    W never falls if step < 2 / (largest eigenvalue of H). There is no constraint on sum_i alpha_i y_i, and the scores
    of the machine found are sum_j alpha_j y_j K_ij, without b. (CIML derives sum_i alpha_i y_i = 0 in Eq. 11.34 and
    drops it in 11.38: what it solves is this machine.)

    Parameters: K (n, n) symmetric positive semidefinite; y (n,) of -1 and +1; C > 0; step > 0; n_steps >= 0;
    alpha0 (n,) in the box, by default zeros.

    Returns all iterates as an array of shape (n_steps + 1, n); row 0 is alpha0.

    Raises ValueError if C <= 0 or a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    y = _labels(y)
    _require_positive("C", C)
    path = np.zeros((n_steps + 1, len(y)))
    if alpha0 is not None:
        path[0] = alpha0
    for t in range(n_steps):
        _, gradient = dual_objective(path[t], y, K)
        path[t + 1] = (path[t] + step * gradient).clip(0, C)
    return path
    ### END SOLUTION


def coordinate_ascent(
    H: np.ndarray,
    q: np.ndarray,
    order: np.ndarray,
    lower: float = -np.inf,
    upper: float = np.inf,
    start: np.ndarray | None = None,
) -> np.ndarray:
    """Maximise q.a - 1/2 a'Ha over lower <= a_i <= upper, one coordinate at a time.

    As a function of a_i alone the objective is a parabola, whose top is known; on an interval the best point is the top
    clipped to the interval. So for each i in order, with the newest values of all the others,

        a_i <- clip(r_i / H_ii, lower, upper),   r_i = q_i - sum_{j != i} H_ij a_j.

    There is no step length, and the objective never falls. If H_ii = 0 the parabola is a line of slope r_i: a_i goes to
    upper if r_i > 0, to lower if r_i < 0, and stays if r_i = 0.
    With H_ij = y_i y_j K_ij, q = (1, ..., 1) and the box [0, C] this is stochastic dual coordinate ascent (SDCA) for
    the bias-free machine: one example a step, like `pegasos`, but in the dual. (The Aalto slides average the slacks;
    their upper bound C/m is our C.)

    Parameters: H (n, n) symmetric positive semidefinite; q (n,); order: coordinate numbers, one a step, of any length;
    lower <= upper, the same for all coordinates; start (n,) in the box, by default zeros.

    Returns all iterates as an array of shape (len(order) + 1, n); row 0 is start.

    Raises ValueError if H_ii = 0 sends a_i to a bound that is infinite.
    """
    ### BEGIN SOLUTION
    H, q = np.asarray(H, dtype=float), np.asarray(q, dtype=float)
    a = np.zeros(len(q)) if start is None else np.array(start, dtype=float)
    path = [a.copy()]
    for i in order:
        r = q[i] - H[i] @ a + H[i, i] * a[i]
        if H[i, i] > 0:
            a[i] = (r / H[i, i]).clip(lower, upper)
        elif r > 0:
            a[i] = upper
        elif r < 0:
            a[i] = lower
        if np.isinf(a[i]):
            raise ValueError(f"the objective grows without end along coordinate {i}")
        path.append(a.copy())
    return np.array(path)
    ### END SOLUTION


def kkt_check(
    alpha: np.ndarray, y: np.ndarray, K: np.ndarray, C: float, bound_tol: float = 1e-8
) -> tuple[float, np.ndarray]:
    """Bias that belongs to alpha, and by how much each example breaks the KKT conditions (dual WITH bias).

    Let f0_i = sum_j alpha_j y_j K_ij be the score without bias and m_i = y_i (f0_i + b) the margin. alpha with
    0 <= alpha_i <= C and sum_i alpha_i y_i = 0 is optimal if and only if for some b

        alpha_i = 0      =>  m_i >= 1    (it needs no help),
        alpha_i = C      =>  m_i <= 1    (on the margin, inside it, or misclassified),
        0 < alpha_i < C  =>  m_i = 1     (a free support vector: exactly on the margin).

    Which case: with s = C (s = 1 if C is np.inf, the hard margin), alpha_i is "at 0" if alpha_i <= bound_tol * s, else
    "at C" if alpha_i >= C - bound_tol * s, else free. bound_tol = 0 compares exactly.

    The bias: e_i = y_i - f0_i is the b that would put example i on its margin.
    - If there are free examples, b is the mean of their e_i.
    - If there are none, the conditions only say lo <= b <= hi, where lo is the largest e_i among (y_i = +1 at 0) and
      (y_i = -1 at C), and hi is the smallest e_i among (y_i = -1 at 0) and (y_i = +1 at C). Then b = (lo + hi)/2, or
      the one of the two that exists if the other has no examples.

    The violation of example i is max(0, 1 - m_i) at 0, max(0, m_i - 1) at C, and |m_i - 1| if free.

    (CS229's b = -(largest score of the negatives + smallest of the positives)/2 is right for the hard margin only. The
    CS480 notes put support vectors on the boundary: they lie on the margin, or beyond it if at C. The examples that can
    be removed without a change are those of margin > 1, not > 0 as the Aalto slides print.)

    Parameters: alpha (n,); y (n,) of -1 and +1; K (n, n) symmetric; C > 0, may be np.inf; bound_tol >= 0. alpha is
    judged as it is: sum_i alpha_i y_i = 0 is not tested here.

    Returns (b, violations): a float and an (n,) array of numbers >= 0.

    Raises ValueError if C <= 0 or a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    alpha, y, K = np.asarray(alpha, dtype=float), _labels(y), np.asarray(K, dtype=float)
    _require_positive("C", C)
    at_zero, at_C = _at_bounds(alpha, C, bound_tol)
    free = ~at_zero & ~at_C

    scores = K @ (y * alpha)
    e = y - scores
    if free.any():
        b = e[free].mean()
    else:
        wants_more = at_zero == (y == 1)  # these ask for b >= e_i, all others for b <= e_i
        sides = [e[wants_more].max(initial=-np.inf), e[~wants_more].min(initial=np.inf)]
        b = np.mean([side for side in sides if np.isfinite(side)])

    shortfall = 1 - y * (scores + b)
    violations = np.select([at_zero, at_C], [shortfall.clip(min=0), (-shortfall).clip(min=0)], np.abs(shortfall))
    return float(b), violations
    ### END SOLUTION


def smo_step(alpha: np.ndarray, y: np.ndarray, K: np.ndarray, C: float, i: int, j: int) -> np.ndarray:
    """One step of SMO: the best W that can be had by changing alpha_i and alpha_j only.

    A single alpha cannot move without breaking sum alpha y = 0; two can, as long as alpha_i y_i + alpha_j y_j stays
    what it is. Together they move along a line through the box [0, C] x [0, C], on which alpha_j runs from L to H:

        y_i != y_j:  L = max(0, alpha_j - alpha_i),      H = min(C, C + alpha_j - alpha_i)
        y_i == y_j:  L = max(0, alpha_i + alpha_j - C),  H = min(C, alpha_i + alpha_j).

    W along this line is a parabola. With the errors E_k = sum_l alpha_l y_l K_kl - y_k (a bias would cancel) its slope
    in alpha_j is s = y_j (E_i - E_j) and its second derivative is -eta, eta = K_ii + K_jj - 2 K_ij, so

        new alpha_j = clip(alpha_j + s / eta, L, H),
        new alpha_i = alpha_i - y_i y_j (new alpha_j - alpha_j).

    If eta <= 1e-12, W is a straight line there: new alpha_j = H if s > 1e-12, L if s < -1e-12, else nothing changes.
    If i = j or L >= H nothing changes. (CS229 leaves L and H to Platt's paper.)

    Parameters: alpha (n,), 0 <= alpha_i <= C; y (n,) of -1 and +1; K (n, n) symmetric positive semidefinite;
    0 < C < inf; i and j: two numbers from 0 to n-1.

    Returns a new (n,) array, also when nothing changes.

    Raises ValueError unless 0 < C < inf, or if a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    alpha, y, K = np.array(alpha, dtype=float), _labels(y), np.asarray(K, dtype=float)
    _require_finite_box(C)
    # the values of alpha_j between which alpha_i runs through [0, C], cut to what alpha_j itself may be
    if y[i] == y[j]:
        ends = [alpha[i] + alpha[j] - C, alpha[i] + alpha[j]]
    else:
        ends = [alpha[j] - alpha[i], alpha[j] - alpha[i] + C]
    L, H = np.array(ends).clip(0, C)

    # i = j and L = H need no special case: in the one the slope is 0, in the other clip leaves alpha_j where it is
    slope = y[j] * ((K[i] - K[j]) @ (y * alpha) - y[i] + y[j])
    eta = K[i, i] + K[j, j] - 2 * K[i, j]
    target = alpha[j]
    if eta > 1e-12:
        target = (alpha[j] + slope / eta).clip(L, H)
    elif slope > 1e-12:
        target = H
    elif slope < -1e-12:
        target = L
    alpha[i] -= y[i] * (y[j] * (target - alpha[j]))
    alpha[j] = target
    return alpha
    ### END SOLUTION


def smo(K: np.ndarray, y: np.ndarray, C: float, tol: float = 1e-3, max_steps: int = 10000) -> tuple[np.ndarray, float]:
    """Sequential minimal optimisation: solve the dual WITH bias by `smo_step` on one pair after another.

    Start at alpha = 0. Until every violation of `kkt_check` is <= tol, or `smo_step` was called max_steps times, choose
    a pair and take the step. The bias returned is that of `kkt_check` for the final alpha.

    Any rule for the pairs will do that gets there (all pairs in turn, at random, Platt's two loops): only the result is
    looked at. Recommended, because it needs the fewest steps: with e_i = y_i - sum_j alpha_j y_j K_ij, let i have the
    largest e among those whose alpha_i y_i can still grow (y = +1 below C, y = -1 above 0), and j the smallest e among
    those whose alpha_j y_j can still fall (y = +1 above 0, y = -1 below C): the pair that violates KKT most. Updating e
    after each step, instead of computing it anew, makes a thousand examples a matter of seconds.

    Parameters: K (n, n) symmetric positive semidefinite; y (n,) of -1 and +1, both present; 0 < C < inf; tol > 0;
    max_steps >= 0.

    Returns (alpha, b): an (n,) array and a float. Up to rounding 0 <= alpha_i <= C and sum_i alpha_i y_i = 0, even if
    max_steps cut the run short.

    Raises ValueError if a class is missing, unless 0 < C < inf, or if a label is not -1 or +1.
    """
    ### BEGIN SOLUTION
    K, y = np.asarray(K, dtype=float), _labels(y)
    _require_finite_box(C)
    if (y == y[0]).all():
        raise ValueError("both classes are needed to separate them")
    alpha, e = np.zeros(len(y)), y.copy()
    for _ in range(max_steps):
        at_zero, at_C = _at_bounds(alpha, C, 1e-8)
        cannot_grow, cannot_fall = np.where(y == 1, at_C, at_zero), np.where(y == 1, at_zero, at_C)
        i = np.argmax(np.where(cannot_grow, -np.inf, e))
        j = np.argmin(np.where(cannot_fall, np.inf, e))
        # KKT asks for a b with e_k <= b wherever alpha_k y_k can grow and e_k >= b wherever it can fall. The b of
        # kkt_check lies between e_j and e_i, so no violation is larger than their difference.
        if e[i] - e[j] <= tol:
            break
        new = smo_step(alpha, y, K, C, i, j)
        e -= (y * (new - alpha))[[i, j]] @ K[[i, j]]
        alpha = new
    return alpha, kkt_check(alpha, y, K, C)[0]
    ### END SOLUTION
