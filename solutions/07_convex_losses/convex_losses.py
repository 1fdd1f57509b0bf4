"""Convex losses and gradient descent: stand-ins for the number of mistakes, and the simplest way to minimise them.

Conventions of the whole module
- X is (n, d), one example a row. Labels y are -1 or +1; a function that takes y raises ValueError for any other label
  (0 too).
- The score of x is w.x + b, and z = y * (w.x + b) is its MARGIN: positive if the sign of the score is right, and the
  larger the more confident. All losses are functions of z alone.
- Losses are named by a string out of LOSSES; a function that takes such a name raises ValueError for any other.
- The logistic loss has base 2, so that every stand-in is 1 at z = 0 and none is ever below the zero/one loss.
- Objectives are SUMS over the examples, plus lam/2 * ||w||^2; b is never penalised. (Some books take means, or lam
  without the half: their lam is then another multiple of ours.)
- Array arguments may also be plain lists, and may hold integers. Results are double precision. No function changes its
  arguments.
"""

from collections.abc import Callable

import numpy as np

LOSSES = ("zero_one", "hinge", "logistic", "exponential", "squared")

### BEGIN SOLUTION


def _unknown(loss: str) -> ValueError:
    return ValueError(f"{loss!r} is not a loss; choose one of {', '.join(LOSSES)}")


def _labels(y: np.ndarray) -> np.ndarray:
    y = np.asarray(y, dtype=float)
    if not np.isin(y, (-1, 1)).all():
        raise ValueError("labels must be -1 or +1")
    return y


### END SOLUTION


def margin_loss(z: np.ndarray, loss: str) -> np.ndarray:
    """What an example of margin z costs, entry by entry; the result has the shape of z and holds floats.

        "zero_one"      1 if z <= 0, else 0     a mistake; a margin of exactly 0 counts as one
        "hinge"         max(0, 1 - z)           straight down to z = 1, nothing from there on
        "logistic"      log2(1 + e^-z)          BASE 2, that is log(1 + e^-z) / log(2)
        "exponential"   e^-z
        "squared"       (1 - z)^2               this is (y - score)^2, because y is -1 or +1

    The last four, the stand-ins, are convex, are 1 at z = 0, and lie nowhere below the zero/one loss: whoever makes
    their sum small has few mistakes too. "logistic" must be finite also where e^-z overflows, as at z = -1000, where
    it is very nearly -z / log(2). "exponential" may be inf for z < -700.

    z: an array of any shape; a plain number counts as an array of shape ().
    ValueError if loss is not one of the names above.

    Remarks: CIML prints z > 0 in its first two formulas of the zero/one loss, which counts the right answers. Aalto
    counts z < 0 only, and calls every stand-in a differentiable upper bound: the hinge has a kink at 1, and with the
    natural logarithm the logistic loss is 0.693 at 0. CS480 says that stand-ins lie between 0 and 1; they have no
    upper limit.
    """
    ### BEGIN SOLUTION
    z = np.asarray(z, dtype=float)
    if loss == "zero_one":
        return (z <= 0).astype(float)
    if loss == "hinge":
        return np.maximum(1 - z, 0)
    if loss == "logistic":
        return np.logaddexp(0, -z) / np.log(2)  # log(e^0 + e^-z), computed without overflow
    if loss == "exponential":
        return np.exp(-z)
    if loss == "squared":
        return (1 - z) ** 2
    raise _unknown(loss)
    ### END SOLUTION


def margin_loss_derivative(z: np.ndarray, loss: str) -> np.ndarray:
    """The slope of `margin_loss` at z, entry by entry; the result has the shape of z and holds floats.

        "zero_one"      0 everywhere, which is why nobody can walk down this loss (its jump at 0 has no slope)
        "hinge"         -1 for z < 1, 0 for z >= 1
        "logistic"      -sigmoid(-z) / log(2), where sigmoid(t) = 1 / (1 + e^-t); finite for every z, also +-1000
        "exponential"   -e^-z
        "squared"       -2 (1 - z)

    The hinge has no derivative at its kink z = 1. Every number in [-1, 0] is a SUBGRADIENT there: the slope of a line
    that touches the loss at z = 1 and lies above it nowhere. We take 0.

    z: an array of any shape; a plain number counts as an array of shape ().
    ValueError if loss is not one of the names above.

    Remark: CIML takes 0 at the kink in one formula (7.23) and -1 in another (7.27); both are right. Its text puts the
    kink at z = 0 and swaps the two sides; it is at z = 1.
    """
    ### BEGIN SOLUTION
    z = np.asarray(z, dtype=float)
    if loss == "zero_one":
        return np.zeros_like(z)
    if loss == "hinge":
        return np.where(z < 1, -1.0, 0.0)
    if loss == "logistic":
        return -np.exp(-np.logaddexp(0, z)) / np.log(2)  # sigmoid(-z) = 1 / (e^0 + e^z), computed without overflow
    if loss == "exponential":
        return -np.exp(-z)
    if loss == "squared":
        return -2 * (1 - z)
    raise _unknown(loss)
    ### END SOLUTION


def is_convex_on_grid(x: np.ndarray, values: np.ndarray, tol: float = 1e-9) -> bool:
    """Whether a function, known only at the grid points x, looks convex: nowhere above a chord.

    For every interior point x_i draw the straight line (the chord) from the left neighbour (x_{i-1}, v_{i-1}) to the
    right neighbour (x_{i+1}, v_{i+1}). At x_i its height is

        (1 - t) * v_{i-1} + t * v_{i+1},   t = (x_i - x_{i-1}) / (x_{i+1} - x_{i-1}).

    The answer is True if v_i <= this height + tol at every interior point, else False. tol forgives rounding: on a
    straight line v_i may come out a little above its chord. The spacing of the grid may vary, which is what t is for.
    With fewer than three points there is no interior point, and the answer is True.

    x: (n,), strictly increasing. values: (n,), the function at x.
    ValueError if x is not strictly increasing.
    """
    ### BEGIN SOLUTION
    x, values = np.asarray(x, dtype=float), np.asarray(values, dtype=float)
    if not (np.diff(x) > 0).all():
        raise ValueError("x must be strictly increasing")
    left, middle, right = x[:-2], x[1:-1], x[2:]
    t = (middle - left) / (right - left)
    chords = (1 - t) * values[:-2] + t * values[2:]
    return bool((values[1:-1] <= chords + tol).all())
    ### END SOLUTION


def p_norm(w: np.ndarray, p: float) -> float:
    """The p-norm of a weight vector, ||w||_p = (sum over d of |w_d|^p)^(1/p), and its two limiting cases.

        0 < p < inf    the formula (p may be below 1; then it is no norm, the triangle inequality fails)
        p = np.inf     the largest |w_d|
        p = 0          the NUMBER of w_d that are not zero (exactly zero; no tolerance)

    An empty w has norm 0, whatever p is. Nothing need be done about entries whose p-th power overflows.

    w: (d,). ValueError if p < 0.

    Remarks: ridge regression and this module's objective penalise the SQUARED 2-norm, not the 2-norm itself (CS480
    says the latter, and Aalto really takes it). CIML's formula of the count has x_d where w_d is meant.
    """
    ### BEGIN SOLUTION
    sizes = np.abs(np.asarray(w, dtype=float))
    if p < 0:
        raise ValueError(f"p is {p}, expected 0 or more")
    if p == 0:
        return float(np.count_nonzero(sizes))
    if p == np.inf:
        return float(sizes.max(initial=0))
    return float((sizes**p).sum() ** (1 / p))
    ### END SOLUTION


def numerical_gradient(f: Callable, x: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """The gradient of f at x by central differences: the judge of every gradient that was derived by hand.

    Entry by entry, with e the array that is 1 at this entry and 0 elsewhere, and h = step,

        (f(x + h e) - f(x - h e)) / (2 h).

    The error falls with h^2 (that of (f(x + h) - f(x)) / h only with h), and for a quadratic f there is none besides
    rounding. Too small an h is no good either: then the difference has few digits left.

    f: takes an array of the shape of x and returns a number. It is called exactly 2 * x.size times.
    x: an array of ANY shape, () included: for a matrix x this is the derivative with respect to a matrix. Integers are
    converted to double precision first, or the small step would be lost. step > 0 (not checked).

    Returns an array of the shape of x.

    Remark: of x1^3 + 5 x1 x2 - 3 x2 x3^2 CIML prints the second partial derivative as 5 x1 - 6 x2 x3. This function
    knows better: 5 x1 - 3 x3^2.
    """
    ### BEGIN SOLUTION
    x = np.asarray(x, dtype=float)
    gradient = np.empty_like(x)
    for index in np.ndindex(x.shape):
        move = np.zeros_like(x)
        move[index] = step
        gradient[index] = (f(x + move) - f(x - move)) / (2 * step)
    return gradient
    ### END SOLUTION


def gradient_descent(gradient: Callable, start: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Walk downhill: all points visited, from start on.

        z_0 = start,    z_k = z_{k-1} - steps[k-1] * gradient(z_{k-1})    for k = 1, ..., K = len(steps)

    All coordinates move at once, by the gradient at the point where we stand. The first update uses steps[0].

    gradient: takes a point (d,) and returns the gradient there, (d,). It is called exactly K times, once an update.
    start: (d,). steps: (K,), one step size for each update; K may be 0.

    Returns a float array of shape (K + 1, d): row k is z_k, and row 0 is the start.

    Remark: CS480 adds the gradient in two places. That goes uphill; minus is meant.
    """
    ### BEGIN SOLUTION
    z = np.array(start, dtype=float)
    path = [z]
    for step in steps:
        z = z - step * np.asarray(gradient(z))  # a new array: the points already on the path stay as they are
        path.append(z)
    return np.array(path)
    ### END SOLUTION


def descent_rate(A: np.ndarray, step: float, start: np.ndarray, k: int) -> dict:
    """How gradient descent with a constant step does on a quadratic bowl, without running it.

    The bowl is F(z) = 1/2 z'Az with A symmetric positive definite; its minimum is 0, at z = 0, and its gradient is Az.
    One update is z <- z - step * Az = (I - step * A) z, so after k of them

        z_k = (I - step * A)^k start.

    Along an eigenvector of A with eigenvalue lambda every update multiplies z by 1 - step * lambda. The distance to
    the minimum shrinks in all directions if and only if all these factors lie between -1 and 1: for step < 2 / L, with
    L the largest eigenvalue. Curvature limits the step; the flattest direction then limits the speed.

    A: (d, d). step > 0 and k >= 1, a whole number (both not checked). start: (d,).

    Returns a dict with the keys
        "smoothness"   float, L = the largest eigenvalue of A
        "factor"       float, the largest |1 - step * lambda| over the eigenvalues lambda of A
        "converges"    bool, whether step < 2 / L; at step = 2 / L the iterates swing for ever, so this is False
        "gap"          float, F(z_k) - 0 after k updates
        "bound"        float, 2 ||start||^2 / (step * k), the promise of CIML's Theorem 8 for step <= 1 / L. For larger
                       steps it is returned all the same, but promises nothing.

    ValueError if A is not square, not symmetric, or not positive definite. (Checks use clear cases only: for the last
    one, a negative eigenvalue.)

    Remark: to get below 1e-4 from a bound c / k takes about c * 10,000 steps (CIML prints one thousand).
    """
    ### BEGIN SOLUTION
    A, start = np.asarray(A, dtype=float), np.asarray(start, dtype=float)
    if A.ndim != 2 or A.shape != A.T.shape or not np.allclose(A, A.T):
        raise ValueError("A must be a symmetric matrix")
    curvatures, directions = np.linalg.eigh(A)  # in rising order
    if curvatures[0] <= 0:
        raise ValueError("A must be positive definite")
    factors = 1 - step * curvatures
    z = factors**k * (directions.T @ start)  # z_k in the coordinates of the eigenvectors, where A is diagonal
    return {
        "smoothness": float(curvatures[-1]),
        "factor": float(np.abs(factors).max()),
        "converges": bool(step < 2 / curvatures[-1]),
        "gap": float(curvatures @ z**2 / 2),
        "bound": float(2 * (start @ start) / (step * k)),
    }
    ### END SOLUTION


def regularised_objective(
    w: np.ndarray, b: float, X: np.ndarray, y: np.ndarray, loss: str, lam: float
) -> tuple[float, np.ndarray, float]:
    """The training objective of a linear classifier and its gradient, as (value, grad_w, grad_b).

    With the margins z_n = y_n * (w.x_n + b), the loss l = `margin_loss` and its slope l' = `margin_loss_derivative`,

        value  = sum over n of l(z_n)             + lam/2 * ||w||^2     a float
        grad_w = sum over n of l'(z_n) * y_n x_n  + lam * w             shape (d,)
        grad_b = sum over n of l'(z_n) * y_n                            a float

    The loss is SUMMED over the examples, the penalty counts once, and b is not penalised. The factor y_n comes from
    the chain rule: z_n depends on w and b through y_n * (w.x_n + b). For the hinge these are subgradients.

    w: (d,). b: a number. X: (n, d). y: (n,) of -1 and +1. loss: a name out of LOSSES. lam >= 0.
    ValueError if lam < 0, if a label is not -1 or +1, or if the loss is unknown.

    Remark: a descent step of size eta shrinks w by the factor 1 - eta * lam (CIML prints 1 - lam).
    """
    ### BEGIN SOLUTION
    w, X, y = np.asarray(w, dtype=float), np.asarray(X, dtype=float), _labels(y)
    if lam < 0:
        raise ValueError(f"lam is {lam}, expected 0 or more")
    z = y * (X @ w + b)
    slopes = y * margin_loss_derivative(z, loss)  # of each example's loss in its score w.x + b
    value = margin_loss(z, loss).sum() + lam / 2 * (w @ w)
    return float(value), X.T @ slopes + lam * w, float(slopes.sum())
    ### END SOLUTION


def train_linear_classifier(
    X: np.ndarray, y: np.ndarray, loss: str, lam: float, steps: np.ndarray
) -> tuple[np.ndarray, float, np.ndarray]:
    """Fit a linear classifier by batch (sub)gradient descent on `regularised_objective`, as (w, b, values).

    Start at w = 0, b = 0. For each step size eta in steps, in order, take both gradients at the point where we stand,
    over ALL examples, and then move

        w <- w - eta * grad_w,    b <- b - eta * grad_b.

    Written out, w <- (1 - eta * lam) w - eta * (gradient of the losses): the penalty makes the weights decay, b does
    not. With the hinge this is CIML's Algorithm 22 (whose list of arguments forgets eta).

    X: (n, d). y: (n,) of -1 and +1. loss: a name out of LOSSES. lam >= 0. steps: (K,), K may be 0.

    Returns
        w        (d,) array, and
        b        float: where the LAST update ended, even if an earlier point was better
        values   (K + 1,) array: the objective before each update, and at the end. values[0] is that of w = 0, b = 0.

    ValueError if lam < 0, if a label is not -1 or +1, or if the loss is unknown.
    """
    ### BEGIN SOLUTION
    X = np.asarray(X, dtype=float)
    w, b, values = np.zeros(X.shape[1]), 0.0, []
    for step in steps:
        value, grad_w, grad_b = regularised_objective(w, b, X, y, loss, lam)
        values.append(value)
        w, b = w - step * grad_w, b - step * grad_b
    values.append(regularised_objective(w, b, X, y, loss, lam)[0])
    return w, float(b), np.array(values)
    ### END SOLUTION
