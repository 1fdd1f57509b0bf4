"""Known wrong answers of convex losses, each with the sentence that a student who gave it is told."""

import numpy as np

from autograder.authoring import mistake
from convex_losses import (
    LOSSES,
    _labels,
    _unknown,
    margin_loss,
    margin_loss_derivative,
    regularised_objective,
)

# ---------------------------------------------------------------- margin_loss


def _losses(z):
    """The five losses, right, for those mistakes that get one of them wrong."""
    return {
        "zero_one": np.where(z <= 0, 1.0, 0.0),
        "hinge": np.maximum(0, 1 - z),
        "logistic": np.logaddexp(0, -z) / np.log(2),
        "exponential": np.exp(-z),
        "squared": (1 - z) ** 2,
    }


def _pick(losses, loss):
    if loss not in losses:
        raise ValueError(f"unknown loss {loss!r}")
    return losses[loss]


@mistake("margin_loss", "Your logistic loss uses the natural log; divide by log(2) so that it is 1 at z = 0.")
def natural_log(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_losses(z) | {"logistic": np.logaddexp(0, -z)}, loss)


@mistake("margin_loss", "In your logistic loss exp(-z) overflows for very negative z; use np.logaddexp(0, -z).")
def overflow(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_losses(z) | {"logistic": np.log2(1 + np.exp(-z))}, loss)


@mistake("margin_loss", "You use max(0, -z), the perceptron's loss; the hinge starts at margin 1: max(0, 1 - z).")
def perceptron_hinge(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_losses(z) | {"hinge": np.maximum(0, -z)}, loss)


@mistake("margin_loss", "You count z > 0, the examples that are right; the zero/one loss counts z <= 0.")
def counts_correct(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_losses(z) | {"zero_one": (z > 0).astype(float)}, loss)


@mistake("margin_loss", "You count z = 0 as right; here a margin of exactly 0 is an error.")
def zero_is_right(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_losses(z) | {"zero_one": (z < 0).astype(float)}, loss)


@mistake("margin_loss", "You square z itself; the squared loss is (1 - z)^2.")
def squared_of_z(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_losses(z) | {"squared": z**2}, loss)


# ---------------------------------------------------------------- margin_loss_derivative


def _sigmoid(t):
    return np.exp(-np.logaddexp(0, -t))


def _slopes(z):
    """The five derivatives, right, for those mistakes that get one of them wrong."""
    return {
        "zero_one": np.zeros_like(z),
        "hinge": np.where(z < 1, -1.0, 0.0),
        "logistic": -_sigmoid(-z) / np.log(2),
        "exponential": -np.exp(-z),
        "squared": -2 * (1 - z),
    }


@mistake("margin_loss_derivative", "You switch the hinge at z = 0; its kink is at z = 1.")
def hinge_kink_at_zero(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_slopes(z) | {"hinge": np.where(z < 0, -1.0, 0.0)}, loss)


@mistake(
    "margin_loss_derivative",
    "Your derivative is positive where the loss falls; check it against a small difference quotient.",
)
def positive_sign(z, loss):
    return -_pick(_slopes(np.asarray(z, dtype=float)), loss)


@mistake("margin_loss_derivative", "Your logistic derivative uses sigmoid(z); it is -sigmoid(-z) / log(2).")
def sigmoid_of_plus_z(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_slopes(z) | {"logistic": -_sigmoid(z) / np.log(2)}, loss)


@mistake("margin_loss_derivative", "You leave out the factor 1 / log(2) of the logistic derivative.")
def missing_inverse_log2(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_slopes(z) | {"logistic": -_sigmoid(-z)}, loss)


@mistake("margin_loss_derivative", "You leave out the factor 2 in the derivative of the squared loss.")
def squared_half(z, loss):
    z = np.asarray(z, dtype=float)
    return _pick(_slopes(z) | {"squared": z - 1}, loss)


# ---------------------------------------------------------------- is_convex_on_grid


def _grid(x, values):
    x, values = np.asarray(x, dtype=float), np.asarray(values, dtype=float)
    if np.any(np.diff(x) <= 0):
        raise ValueError("x must be strictly increasing")
    return x, values


def _chords(x, values):
    """The height at each interior point of the chord between its neighbours."""
    share = (x[1:-1] - x[:-2]) / (x[2:] - x[:-2])
    return values[:-2] + share * (values[2:] - values[:-2])


@mistake(
    "is_convex_on_grid",
    "You compare with the plain average of the neighbours; with uneven spacing weight them by distance.",
)
def uniform_spacing(x, values, tol=1e-9):
    x, values = _grid(x, values)
    return bool(np.all(values[1:-1] <= (values[:-2] + values[2:]) / 2 + tol))


@mistake("is_convex_on_grid", "You compare without the tolerance, so that rounding alone makes you say no; add tol.")
def no_tolerance(x, values, tol=1e-9):
    x, values = _grid(x, values)
    return bool(np.all(values[1:-1] <= _chords(x, values)))


@mistake("is_convex_on_grid", "Your inequality is reversed; a convex function lies below its chords.")
def concave(x, values, tol=1e-9):
    x, values = _grid(x, values)
    return bool(np.all(values[1:-1] >= _chords(x, values) - tol))


@mistake(
    "is_convex_on_grid",
    "You test only the chord between the first and the last point; test every interior point against its neighbours.",
)
def endpoints_only(x, values, tol=1e-9):
    x, values = _grid(x, values)
    if len(x) < 3:
        return True
    share = (x - x[0]) / (x[-1] - x[0])
    return bool(np.all(values <= values[0] + share * (values[-1] - values[0]) + tol))


# ---------------------------------------------------------------- p_norm


@mistake(
    "p_norm",
    "You forget the absolute value, so that negative weights give wrong results, for odd p even nan or complex.",
)
def no_absolute_value(w, p):
    w = np.asarray(w, dtype=float)
    if p < 0:
        raise ValueError("p must not be negative")
    if p == 0:
        return float(np.count_nonzero(w))
    if p == np.inf:
        return float(w.max(initial=0))
    return float(np.sum(w**p) ** (1 / p))


@mistake("p_norm", "You leave out the final power 1/p.")
def no_root(w, p):
    sizes = np.abs(np.asarray(w, dtype=float))
    if p < 0:
        raise ValueError("p must not be negative")
    if p == 0:
        return float(np.count_nonzero(sizes))
    if p == np.inf:
        return float(sizes.max(initial=0))
    return float(np.sum(sizes**p))


@mistake("p_norm", "p = inf means the largest |w_d|; you put inf into the power, which overflows or gives 1 or nan.")
def inf_not_handled(w, p):
    sizes = np.abs(np.asarray(w, dtype=float))
    if p < 0:
        raise ValueError("p must not be negative")
    if p == 0:
        return float(np.count_nonzero(sizes))
    return float(np.sum(sizes**p) ** (1 / p))


@mistake("p_norm", "For p = 0 you count all weights; count the non-zero ones.")
def count_all(w, p):
    sizes = np.abs(np.asarray(w, dtype=float))
    if p < 0:
        raise ValueError("p must not be negative")
    if p == 0:
        return float(len(sizes))
    if p == np.inf:
        return float(sizes.max(initial=0))
    return float(np.sum(sizes**p) ** (1 / p))


# ---------------------------------------------------------------- numerical_gradient


@mistake(
    "numerical_gradient",
    "You use (f(x+h) - f(x)) / h; its error is thousands of times larger than that of central differences.",
)
def one_sided(f, x, step=1e-5):
    x = np.array(x, dtype=float)
    here, gradient = f(x.copy()), np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        moved = x.copy()
        moved[index] += step
        gradient[index] = (f(moved) - here) / step
    return gradient


@mistake("numerical_gradient", "You divide by h instead of 2h.")
def missing_two(f, x, step=1e-5):
    x = np.array(x, dtype=float)
    gradient = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[index] += step
        down[index] -= step
        gradient[index] = (f(up) - f(down)) / step
    return gradient


@mistake("numerical_gradient", "You perturb an integer array, so the small step is lost; convert to float first.")
def integer_array(f, x, step=1e-5):
    x = np.array(x)
    gradient = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[index] = x[index] + step
        down[index] = x[index] - step
        gradient[index] = (f(up) - f(down)) / (2 * step)
    return gradient


@mistake("numerical_gradient", "You change x and do not restore it, so later entries are computed at the wrong point.")
def perturbs_in_place(f, x, step=1e-5):
    x = np.asarray(x, dtype=float)
    gradient = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        x[index] += step
        above = f(x)
        x[index] -= 2 * step
        gradient[index] = (above - f(x)) / (2 * step)
    return gradient


@mistake("numerical_gradient", "You return a flat vector; the gradient has the shape of x.")
def flattened(f, x, step=1e-5):
    x = np.array(x, dtype=float)
    slopes = []
    for index in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[index] += step
        down[index] -= step
        slopes.append((f(up) - f(down)) / (2 * step))
    return np.array(slopes)


# ---------------------------------------------------------------- gradient_descent


@mistake("gradient_descent", "You add the gradient; descent subtracts it.")
def ascends(gradient, start, steps):
    path = [np.array(start, dtype=float)]
    for step in steps:
        path.append(path[-1] + step * gradient(path[-1]))
    return np.array(path)


@mistake("gradient_descent", "You update coordinates one after another with fresh gradients; move all of them at once.")
def one_coordinate_at_a_time(gradient, start, steps):
    z = np.array(start, dtype=float)
    path = [z.copy()]
    for step in steps:
        for j in range(len(z)):
            z[j] -= step * gradient(z)[j]
        path.append(z.copy())
    return np.array(path)


@mistake("gradient_descent", "You use the wrong entry of steps; the first update uses steps[0].")
def step_index_shifted(gradient, start, steps):
    path = [np.array(start, dtype=float)]
    for k in range(len(steps)):
        path.append(path[k] - steps[k - 1] * gradient(path[k]))
    return np.array(path)


@mistake(
    "gradient_descent",
    "You change one array in place (the start itself, if it holds floats), so the recorded history is overwritten.",
)
def aliases_start(gradient, start, steps):
    z = np.asarray(start, dtype=float)
    path = [z]
    for step in steps:
        z -= step * gradient(z)
        path.append(z)
    return np.array(path)


# ---------------------------------------------------------------- descent_rate


def _bowl(A, start):
    A, start = np.asarray(A, dtype=float), np.asarray(start, dtype=float)
    if A.ndim != 2 or A.shape[0] != A.shape[1] or not np.allclose(A, A.T) or np.linalg.eigvalsh(A).min() <= 0:
        raise ValueError("A must be symmetric and positive definite")
    return A, start, np.linalg.eigvalsh(A)


def _gap(A, step, start, k):
    z = np.linalg.matrix_power(np.eye(len(A)) - step * A, k) @ start
    return float(z @ A @ z / 2)


@mistake("descent_rate", "You use the smallest eigenvalue for L; the largest curvature limits the step.")
def smallest_eigenvalue(A, step, start, k):
    A, start, curvatures = _bowl(A, start)
    L = curvatures.min()
    return {
        "smoothness": float(L),
        "factor": float(np.abs(1 - step * curvatures).max()),
        "converges": bool(step < 2 / L),
        "gap": _gap(A, step, start, k),
        "bound": float(2 * start @ start / (step * k)),
    }


@mistake("descent_rate", "You take the largest 1 - step*lambda without the absolute value; overshooting counts too.")
def signed_factor(A, step, start, k):
    A, start, curvatures = _bowl(A, start)
    return {
        "smoothness": float(curvatures.max()),
        "factor": float((1 - step * curvatures).max()),
        "converges": bool(step < 2 / curvatures.max()),
        "gap": _gap(A, step, start, k),
        "bound": float(2 * start @ start / (step * k)),
    }


@mistake("descent_rate", "You call steps above 1/L divergent; descent on a quadratic converges up to 2/L.")
def one_over_L(A, step, start, k):
    A, start, curvatures = _bowl(A, start)
    return {
        "smoothness": float(curvatures.max()),
        "factor": float(np.abs(1 - step * curvatures).max()),
        "converges": bool(step <= 1 / curvatures.max()),
        "gap": _gap(A, step, start, k),
        "bound": float(2 * start @ start / (step * k)),
    }


@mistake("descent_rate", "At step = 2/L the iterates oscillate for ever; converges must be False there.")
def inclusive_limit(A, step, start, k):
    A, start, curvatures = _bowl(A, start)
    return {
        "smoothness": float(curvatures.max()),
        "factor": float(np.abs(1 - step * curvatures).max()),
        "converges": bool(step <= 2 / curvatures.max()),
        "gap": _gap(A, step, start, k),
        "bound": float(2 * start @ start / (step * k)),
    }


# ---------------------------------------------------------------- regularised_objective


def _data(w, X, y, loss, lam):
    if lam < 0:
        raise ValueError("lam must not be negative")
    if loss not in LOSSES:
        raise _unknown(loss)
    return np.asarray(w, dtype=float), np.asarray(X, dtype=float), _labels(y)


@mistake("regularised_objective", "You forget the factor y_n in the gradient (chain rule through the margin).")
def label_missing(w, b, X, y, loss, lam):
    w, X, y = _data(w, X, y, loss, lam)
    z = y * (X @ w + b)
    slopes = margin_loss_derivative(z, loss)
    return float(margin_loss(z, loss).sum() + lam / 2 * w @ w), X.T @ slopes + lam * w, float(slopes.sum())


@mistake("regularised_objective", "You use lam*||w||^2; the penalty is lam/2 times it, so its gradient is lam*w.")
def lam_not_half(w, b, X, y, loss, lam):
    w, X, y = _data(w, X, y, loss, lam)
    z = y * (X @ w + b)
    slopes = y * margin_loss_derivative(z, loss)
    return float(margin_loss(z, loss).sum() + lam * w @ w), X.T @ slopes + 2 * lam * w, float(slopes.sum())


@mistake("regularised_objective", "You penalise b; only w is penalised.")
def penalises_bias(w, b, X, y, loss, lam):
    w, X, y = _data(w, X, y, loss, lam)
    z = y * (X @ w + b)
    slopes = y * margin_loss_derivative(z, loss)
    value = margin_loss(z, loss).sum() + lam / 2 * (w @ w + b**2)
    return float(value), X.T @ slopes + lam * w, float(slopes.sum() + lam * b)


@mistake("regularised_objective", "You average the losses; the objective is a sum.")
def mean_loss(w, b, X, y, loss, lam):
    w, X, y = _data(w, X, y, loss, lam)
    z = y * (X @ w + b)
    slopes = y * margin_loss_derivative(z, loss) / len(y)
    return float(margin_loss(z, loss).mean() + lam / 2 * w @ w), X.T @ slopes + lam * w, float(slopes.sum())


@mistake("regularised_objective", "You add the penalty once for every example; it counts once.")
def regulariser_per_example(w, b, X, y, loss, lam):
    w, X, y = _data(w, X, y, loss, lam)
    value, grad_w, grad_b = 0.0, np.zeros(len(w)), 0.0
    for x, label in zip(X, y, strict=True):
        z = label * (x @ w + b)
        slope = label * margin_loss_derivative(z, loss)
        value += margin_loss(z, loss) + lam / 2 * w @ w
        grad_w += slope * x + lam * w
        grad_b += slope
    return float(value), grad_w, float(grad_b)


# ---------------------------------------------------------------- train_linear_classifier


def _value(w, b, X, y, loss, lam):
    return regularised_objective(w, b, X, y, loss, lam)[0]


@mistake("train_linear_classifier", "You update after each example; sum the gradient over all examples first.")
def online_updates(X, y, loss, lam, steps):
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    n, d = X.shape
    w, b = np.zeros(d), 0.0
    values = [_value(w, b, X, y, loss, lam)]
    for step in steps:
        for i in range(n):
            _, grad_w, grad_b = regularised_objective(w, b, X[i : i + 1], y[i : i + 1], loss, lam / n)
            w, b = w - step * grad_w, b - step * grad_b
        values.append(_value(w, b, X, y, loss, lam))
    return w, b, np.array(values)


@mistake("train_linear_classifier", "You add the gradient; the objective must go down.")
def training_ascends(X, y, loss, lam, steps):
    w, b, values = np.zeros(np.shape(X)[1]), 0.0, []
    for step in steps:
        value, grad_w, grad_b = regularised_objective(w, b, X, y, loss, lam)
        values.append(value)
        w, b = w + step * grad_w, b + step * grad_b
    return w, b, np.array([*values, _value(w, b, X, y, loss, lam)])


@mistake("train_linear_classifier", "You never update b; it has its own gradient.")
def bias_frozen(X, y, loss, lam, steps):
    w, b, values = np.zeros(np.shape(X)[1]), 0.0, []
    for step in steps:
        value, grad_w, _ = regularised_objective(w, b, X, y, loss, lam)
        values.append(value)
        w = w - step * grad_w
    return w, b, np.array([*values, _value(w, b, X, y, loss, lam)])


@mistake("train_linear_classifier", "You compute b's gradient with the new w; take both gradients at the old point.")
def bias_after_weights(X, y, loss, lam, steps):
    w, b, values = np.zeros(np.shape(X)[1]), 0.0, []
    for step in steps:
        value, grad_w, _ = regularised_objective(w, b, X, y, loss, lam)
        values.append(value)
        w = w - step * grad_w
        b = b - step * regularised_objective(w, b, X, y, loss, lam)[2]
    return w, b, np.array([*values, _value(w, b, X, y, loss, lam)])


@mistake("train_linear_classifier", "You apply the weight decay to b as well; only w is penalised.")
def shrinks_bias(X, y, loss, lam, steps):
    w, b, values = np.zeros(np.shape(X)[1]), 0.0, []
    for step in steps:
        value, grad_w, grad_b = regularised_objective(w, b, X, y, loss, lam)
        values.append(value)
        w, b = w - step * grad_w, (1 - step * lam) * b - step * grad_b
    return w, b, np.array([*values, _value(w, b, X, y, loss, lam)])


@mistake(
    "train_linear_classifier", "Your values start after the first update; the first entry is the objective at zero."
)
def values_shifted(X, y, loss, lam, steps):
    w, b, values = np.zeros(np.shape(X)[1]), 0.0, []
    for step in steps:
        _, grad_w, grad_b = regularised_objective(w, b, X, y, loss, lam)
        w, b = w - step * grad_w, b - step * grad_b
        values.append(_value(w, b, X, y, loss, lam))
    return w, b, np.array(values)
