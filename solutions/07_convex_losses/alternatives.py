"""Right answers written another way, from the docstrings alone; each must get full marks."""

import math

import numpy as np

from autograder.authoring import alternative
from convex_losses import gradient_descent, margin_loss, margin_loss_derivative, regularised_objective

# ---------------------------------------------------------------- margin_loss


@alternative("margin_loss")
def table_of_functions(z, loss):
    """A dict of functions, and log2 with a branch: for negative z, log2(1 + e^-z) = -z / log 2 + log2(1 + e^z)."""
    z = np.array(z, dtype=float)
    functions = {
        "zero_one": lambda: np.where(z > 0, 0.0, 1.0),
        "hinge": lambda: np.where(z < 1, 1 - z, 0.0),
        "logistic": lambda: np.log2(1 + np.exp(-np.abs(z))) + np.where(z < 0, -z, 0) / np.log(2),
        "exponential": lambda: 1 / np.exp(z),
        "squared": lambda: z * z - 2 * z + 1,
    }
    try:
        return functions[loss]()
    except KeyError:
        raise ValueError(f"no such loss: {loss}") from None


def _one_loss(z, loss):
    if loss == "zero_one":
        return 1 if z <= 0 else 0
    if loss == "hinge":
        return max(0.0, 1.0 - z)
    if loss == "logistic":
        return (math.log1p(math.exp(-z)) if z > 0 else math.log1p(math.exp(z)) - z) / math.log(2)
    if loss == "exponential":
        return math.exp(-z)
    return (1.0 - z) ** 2


@alternative("margin_loss")
def number_by_number(z, loss):
    """Plain Python on every entry."""
    if loss not in ("zero_one", "hinge", "logistic", "exponential", "squared"):
        raise ValueError("unknown loss")
    answer = np.zeros(np.shape(z))
    for index, entry in np.ndenumerate(z):
        answer[index] = _one_loss(float(entry), loss)
    return answer


@alternative("margin_loss")
def single_precision(z, loss):
    z = np.asarray(z).astype(np.float32)
    match loss:
        case "zero_one":
            return z <= 0
        case "hinge":
            return np.clip(1 - z, 0, None)
        case "logistic":
            return np.logaddexp2(np.float32(0), -z * np.float32(1 / math.log(2)))
        case "exponential":
            return np.exp(-z)
        case "squared":
            return np.square(z - 1)
    raise ValueError(loss)


# ---------------------------------------------------------------- margin_loss_derivative


@alternative("margin_loss_derivative")
def by_select(z, loss):
    """np.select for the hinge, and -1 / (log 2 * (1 + e^z)) with z cut off where nothing changes any more."""
    z = np.asarray(z, dtype=float)
    if loss == "zero_one":
        return 0 * z
    if loss == "hinge":
        return np.select([z < 1], [-1.0], 0.0)
    if loss == "logistic":
        return -1 / (math.log(2) * (1 + np.exp(np.minimum(z, 500))))
    if loss == "exponential":
        return -np.exp(-z)
    if loss == "squared":
        return 2 * z - 2
    raise ValueError(f"unknown loss {loss!r}")


def _one_slope(z, loss):
    if loss == "zero_one":
        return 0
    if loss == "hinge":
        return -1 if z < 1 else 0
    if loss == "logistic":
        sigmoid = math.exp(-z) / (1 + math.exp(-z)) if z >= 0 else 1 / (1 + math.exp(z))
        return -sigmoid / math.log(2)
    if loss == "exponential":
        return -math.exp(-z)
    if loss == "squared":
        return -2 * (1 - z)
    raise ValueError(f"unknown loss {loss!r}")


@alternative("margin_loss_derivative")
def slope_by_slope(z, loss):
    """One number after the other."""
    z = np.asarray(z)
    _one_slope(0, loss)  # an unknown loss is refused even if z is empty
    return np.array([_one_slope(float(entry), loss) for entry in z.ravel()]).reshape(z.shape)


@alternative("margin_loss_derivative")
def single_precision_slopes(z, loss):
    z = np.asarray(z, dtype=np.float32)
    if loss == "hinge":
        return -(z < 1).astype(np.float32)
    if loss == "logistic":
        return (np.tanh(z / 2) - 1) / np.float32(2 * math.log(2))
    slopes = {"zero_one": np.zeros(z.shape), "exponential": -np.exp(-z), "squared": 2 * (z - 1)}
    if loss not in slopes:
        raise ValueError("unknown loss")
    return slopes[loss]


# ---------------------------------------------------------------- is_convex_on_grid


@alternative("is_convex_on_grid")
def rising_slopes(x, values, tol=1e-9):
    """Slopes never fall; how far a point is above its chord is (left slope - right slope) * g * h / (g + h)."""
    x, values = np.array(x, dtype=float), np.array(values, dtype=float)
    widths = np.diff(x)
    if len(widths) and widths.min() <= 0:
        raise ValueError("x must increase")
    if len(x) < 3:
        return True
    slopes = np.diff(values) / widths
    heights = -np.diff(slopes) * widths[:-1] * widths[1:] / (widths[:-1] + widths[1:])
    return not np.any(heights > tol)


@alternative("is_convex_on_grid")
def point_by_point(x, values, tol=1e-9):
    x, values = [float(a) for a in x], [float(v) for v in values]
    for a, b in zip(x[:-1], x[1:], strict=True):
        if not a < b:
            raise ValueError("x must increase")
    for i in range(1, len(x) - 1):
        line = np.interp(x[i], [x[i - 1], x[i + 1]], [values[i - 1], values[i + 1]])
        if values[i] > line + tol:
            return False
    return True


# ---------------------------------------------------------------- p_norm


@alternative("p_norm")
def by_linalg(w, p):
    """np.linalg.norm knows 0, inf and every p > 0, but neither emptiness nor our ValueError."""
    if p < 0:
        raise ValueError("p is negative")
    w = np.asarray(w, dtype=float)
    return np.linalg.norm(w, p) if w.size else 0.0


@alternative("p_norm")
def scaled_first(w, p):
    """Divided by the largest entry, nothing can overflow."""
    if p < 0:
        raise ValueError("p is negative")
    sizes = [abs(float(entry)) for entry in w]
    largest = max(sizes, default=0.0)
    if p == 0:
        return sum(1 for size in sizes if size != 0)
    if largest == 0 or math.isinf(p):
        return largest
    return largest * sum((size / largest) ** p for size in sizes) ** (1 / p)


@alternative("p_norm")
def single_precision_norm(w, p):
    if not p >= 0:
        raise ValueError("p is negative")
    w = np.asarray(w, dtype=np.float32)
    if p == 0:
        return np.sum(w != 0)
    if np.isinf(p):
        return max(np.max(w), -np.min(w)) if len(w) else 0
    return np.power(np.power(np.abs(w), p).sum(), 1 / p)


# ---------------------------------------------------------------- numerical_gradient


@alternative("numerical_gradient")
def identity_rows(f, x, step=1e-5):
    """The rows of an identity matrix, reshaped."""
    x = np.array(x, dtype=float)
    rows = step * np.eye(x.size)
    slopes = [(f(x + row.reshape(x.shape)) - f(x - row.reshape(x.shape))) / step / 2 for row in rows]
    return np.array(slopes).reshape(x.shape)


@alternative("numerical_gradient")
def change_and_restore(f, x, step=1e-5):
    """One working copy, through a flat view; all points above first, then all points below."""
    work = np.array(x, dtype=np.float64)
    flat = work.reshape(-1)
    result = np.zeros(flat.shape)
    for sign in (1, -1):
        for i in range(len(flat)):
            old = flat[i]
            flat[i] = old + sign * step
            result[i] += sign * f(work)
            flat[i] = old
    return (result / (2 * step)).reshape(work.shape)


@alternative("numerical_gradient")
def with_nditer(f, x, step=1e-5):
    x = np.asarray(x) * 1.0
    answer = np.full(x.shape, np.nan)
    if x.size == 0:
        return answer
    iterator = np.nditer(x, flags=["multi_index"])
    while not iterator.finished:
        i = iterator.multi_index
        up, down = x.copy() if x.ndim else np.array(x), x.copy() if x.ndim else np.array(x)
        up[i] += step
        down[i] -= step
        answer[i] = f(up) / (2 * step) - f(down) / (2 * step)
        iterator.iternext()
    return answer


# ---------------------------------------------------------------- gradient_descent


@alternative("gradient_descent")
def preallocated(gradient, start, steps):
    path = np.empty((len(steps) + 1, len(start)))
    path[0] = start
    for k in range(1, len(path)):
        path[k] = path[k - 1] - steps[k - 1] * gradient(path[k - 1])
    return path


@alternative("gradient_descent")
def lists_of_numbers(gradient, start, steps):
    """Lists inside, and a list of lists for the answer."""
    path = [[float(coordinate) for coordinate in start]]
    for step in steps:
        slopes = gradient(np.array(path[-1]))
        path.append([z - float(step) * float(g) for z, g in zip(path[-1], slopes, strict=True)])
    return path


@alternative("gradient_descent")
def in_place_with_copies(gradient, start, steps):
    z = np.array(start, dtype=float)
    history = [z.copy()]
    for step in list(steps):
        z -= step * np.array(gradient(z.copy()))
        history.append(z.copy())
    return np.vstack(history)


# ---------------------------------------------------------------- descent_rate


@alternative("descent_rate")
def by_matrix_power(A, step, start, k):
    A, start = np.array(A, dtype=float), np.array(start, dtype=float)
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError("A is not square")
    if np.abs(A - A.T).max() > 1e-8 * np.abs(A).max():
        raise ValueError("A is not symmetric")
    eigenvalues = np.linalg.eigvalsh(A)
    if eigenvalues.min() <= 0:
        raise ValueError("A is not positive definite")
    z = np.linalg.matrix_power(np.eye(len(A)) - step * A, k) @ start
    L = eigenvalues.max()
    return {
        "smoothness": L,
        "factor": max(abs(1 - step * eigenvalues[0]), abs(1 - step * L)),
        "converges": step * L < 2,
        "gap": z @ A @ z / 2,
        "bound": 2 * np.sum(start**2) / step / k,
    }


@alternative("descent_rate")
def by_singular_values(A, step, start, k):
    """The singular values of a symmetric positive definite matrix are its eigenvalues; descent is simply run."""
    A = np.asarray(A).astype(float)
    if A.ndim != 2 or len(set(A.shape)) != 1 or (np.abs(A - np.transpose(A)) > 1e-9).any():
        raise ValueError("A must be a symmetric matrix")
    try:
        np.linalg.cholesky(A)
    except np.linalg.LinAlgError:
        raise ValueError("A must be positive definite") from None
    stretches = np.linalg.svd(A, compute_uv=False)
    factor = np.linalg.norm(np.eye(len(A)) - step * A, 2)
    z = np.array(start, dtype=float)
    for _ in range(k):
        z = z - step * (A @ z)
    return {
        "smoothness": float(stretches[0]),
        "factor": float(factor),
        "converges": bool(stretches[0] < 2 / step),
        "gap": float(0.5 * z.dot(A.dot(z))),
        "bound": 2 * float(np.dot(start, start)) / (step * k),
    }


# ---------------------------------------------------------------- regularised_objective


@alternative("regularised_objective")
def example_by_example(w, b, X, y, loss, lam):
    """Loops and plain numbers."""
    if lam < 0:
        raise ValueError("lam is negative")
    if any(label not in (-1, 1) for label in y):
        raise ValueError("labels are -1 and +1")
    value = lam / 2 * sum(float(weight) ** 2 for weight in w)
    grad_w, grad_b = [lam * float(weight) for weight in w], 0.0
    for x, label in zip(X, y, strict=True):
        z = float(label) * (sum(float(u) * float(v) for u, v in zip(w, x, strict=True)) + b)
        value += float(margin_loss(z, loss))
        slope = float(margin_loss_derivative(z, loss)) * float(label)
        grad_b += slope
        for j in range(len(grad_w)):
            grad_w[j] += slope * float(x[j])
    return value, np.array(grad_w), grad_b


@alternative("regularised_objective")
def augmented_column(w, b, X, y, loss, lam):
    """b as one more weight, of a column of ones, with a 0 in the penalty; the labels go into the rows."""
    y = np.asarray(y)
    if lam < 0 or set(np.unique(y)) - {-1, 1}:
        raise ValueError("lam must be >= 0, labels -1 or +1")
    rows = np.column_stack([np.asarray(X, dtype=float), np.ones(len(y))]) * y[:, None]
    theta = np.concatenate([np.asarray(w, dtype=float), [b]])
    penalties = np.concatenate([np.full(len(w), float(lam)), [0.0]])
    z = rows @ theta
    gradient = margin_loss_derivative(z, loss) @ rows + penalties * theta
    return np.sum(margin_loss(z, loss)) + np.sum(penalties * theta**2) / 2, gradient[:-1], gradient[-1]


@alternative("regularised_objective")
def self_contained(w, b, X, y, loss, lam):
    """Own formulas in place of the first two exercises."""
    w, X, y = np.array(w, float), np.array(X, float), np.array(y, float)
    if lam < 0:
        raise ValueError("negative lam")
    if not np.all(np.abs(y) == 1):
        raise ValueError("bad label")
    score = X.dot(w) + b
    z = y * score
    if loss == "zero_one":
        losses, slopes = z <= 0, np.zeros(len(z))
    elif loss == "hinge":
        losses, slopes = (1 - z) * (z < 1), -y * (z < 1)
    elif loss == "logistic":
        losses, slopes = np.logaddexp(-z, 0) / np.log(2), -y * (1 - np.tanh(z / 2)) / np.log(4)
    elif loss == "exponential":
        losses, slopes = np.exp(-z), -y * np.exp(-z)
    elif loss == "squared":
        losses, slopes = (y - score) ** 2, 2 * (score - y)
    else:
        raise ValueError("unknown loss")
    return losses.sum() + 0.5 * lam * np.linalg.norm(w) ** 2, slopes.dot(X) + lam * w, slopes.sum()


# ---------------------------------------------------------------- train_linear_classifier


@alternative("train_linear_classifier")
def stacked_descent(X, y, loss, lam, steps):
    """gradient_descent on the vector (w, b), and the values afterwards."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)

    def gradient(theta):
        _, grad_w, grad_b = regularised_objective(theta[:-1], theta[-1], X, y, loss, lam)
        return np.append(grad_w, grad_b)

    path = gradient_descent(gradient, np.zeros(X.shape[1] + 1), steps)
    values = [regularised_objective(theta[:-1], theta[-1], X, y, loss, lam)[0] for theta in path]
    return path[-1, :-1], path[-1, -1], values


@alternative("train_linear_classifier")
def weight_decay(X, y, loss, lam, steps):
    """The decay written out; only the gradient of the losses is asked for."""
    X = np.array(X, dtype=float)
    w, b = [0.0] * X.shape[1], 0.0
    values = [regularised_objective(w, b, X, y, loss, lam)[0]]
    for eta in steps:
        _, grad_w, grad_b = regularised_objective(w, b, X, y, loss, 0.0)
        w = [(1 - eta * lam) * old - eta * slope for old, slope in zip(w, grad_w, strict=True)]
        b -= eta * grad_b
        values.append(regularised_objective(w, b, X, y, loss, lam)[0])
    return w, b, values


def _lists(X, y):
    X, y = [[float(v) for v in row] for row in np.asarray(X)], [float(v) for v in y]
    if any(label not in (-1.0, 1.0) for label in y):
        raise ValueError("labels are -1 and +1")
    return np.array(X), np.array(y)


@alternative("train_linear_classifier")
def own_gradients(X, y, loss, lam, steps):
    """Straight from the first two exercises, in single precision at the end."""
    X, y = _lists(X, y)
    if lam < 0:
        raise ValueError("lam is negative")
    w, b, values = np.zeros(X.shape[1]), 0.0, np.zeros(len(steps) + 1)
    for k in range(len(steps) + 1):
        z = y * (X @ w + b)
        values[k] = np.sum(margin_loss(z, loss)) + lam * np.sum(w**2) / 2
        if k < len(steps):
            slopes = margin_loss_derivative(z, loss) * y
            w, b = w - steps[k] * (slopes @ X + lam * w), b - steps[k] * np.sum(slopes)
    return w.astype(np.float32), np.float32(b), values.astype(np.float32)
