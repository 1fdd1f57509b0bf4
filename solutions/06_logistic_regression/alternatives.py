"""Right answers written another way, from the docstrings alone; each must get full marks."""

import math

import numpy as np

from autograder.authoring import alternative
from logistic_regression import log_likelihood, newton, sigmoid, softmax

# ---------------------------------------------------------------- sigmoid


@alternative("sigmoid")
def by_tanh(z):
    return (1 + np.tanh(np.asarray(z) / 2)) / 2


@alternative("sigmoid")
def by_logaddexp(z):
    return np.exp(-np.logaddexp(0, -np.asarray(z, dtype=float)))


@alternative("sigmoid")
def by_branches(z):
    """Two masks, each with the form that is safe there."""
    z = np.array(z, dtype=float)
    flat = z.ravel()
    result = np.empty(flat.size)
    result[flat >= 0] = 1 / (1 + np.exp(-flat[flat >= 0]))
    powers = np.exp(flat[flat < 0])
    result[flat < 0] = powers / (1 + powers)
    return result.reshape(z.shape) if z.ndim else float(result[0])


@alternative("sigmoid")
def clipped_where_it_cannot_matter(z):
    return 1 / (1 + np.exp(-np.clip(np.asarray(z, dtype=float), -500, 500)))


@alternative("sigmoid")
def in_single_precision(z):
    z = np.asarray(z, dtype=np.float32)
    small = np.exp(-np.abs(z))
    return np.where(z < 0, small, np.float32(1)) / (1 + small)


# ---------------------------------------------------------------- canonical_link


@alternative("canonical_link")
def ratio_of_odds(mean, family):
    mu = np.asarray(mean)
    if family == "bernoulli":
        if mu.min() <= 0 or mu.max() >= 1:
            raise ValueError("0 < mean < 1")
        return np.log(mu / (1 - mu))
    if family == "poisson":
        if mu.min() <= 0:
            raise ValueError("mean > 0")
        return np.log(mu)
    if family == "gaussian":
        return mu
    raise ValueError(family)


@alternative("canonical_link")
def one_mean_at_a_time(mean, family):
    """Plain Python numbers; a list of lists in the end."""
    if isinstance(mean, list | np.ndarray) and np.ndim(mean) > 0:
        return [one_mean_at_a_time(value, family) for value in mean]
    m = float(mean)
    if family == "gaussian":
        return m
    if family == "poisson" and m > 0:
        return math.log(m)
    if family == "bernoulli" and 0 < m < 1:
        return -math.log(1 / m - 1)
    raise ValueError("mean or family")


# ---------------------------------------------------------------- log_likelihood


@alternative("log_likelihood")
def one_example_at_a_time(theta, X, y):
    """A loop over the examples with the safe branch by hand, and a list for the gradient."""
    if np.shape(y) != (len(X),):
        raise ValueError("one label per row")
    value, gradient = 0.0, [0.0] * len(theta)
    for x, label in zip(X, y, strict=True):
        if label not in (0, 1):
            raise ValueError("labels are 0 or 1")
        z = sum(float(a) * float(b) for a, b in zip(x, theta, strict=True))
        margin = z if label == 1 else -z
        value -= math.log1p(math.exp(-margin)) if margin > 0 else -margin + math.log1p(math.exp(margin))
        error = float(label) - float(sigmoid(z))
        gradient = [g + error * float(a) for g, a in zip(gradient, x, strict=True)]
    return value, gradient


@alternative("log_likelihood")
def by_margins(theta, X, y):
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    if y.ndim != 1 or len(y) != X.shape[0] or not set(np.unique(y)) <= {0.0, 1.0}:
        raise ValueError("y")
    s = np.where(y == 1, 1, -1)
    margins = s * X.dot(theta)
    weights = np.exp(-np.logaddexp(0, margins))  # sigmoid(-margin)
    return -np.sum(np.logaddexp(0, -margins)), np.sum((s * weights)[:, None] * X, axis=0)


@alternative("log_likelihood")
def where_the_label_says(theta, X, y):
    y = np.asarray(y)
    if y.shape != (np.shape(X)[0],):
        raise ValueError("shape of y")
    if ((y != 0) & (y != 1)).any():
        raise ValueError("values of y")
    z = np.einsum("ij,j->i", X, theta)
    value = np.where(y == 1, -np.logaddexp(0, -z), -np.logaddexp(0, z)).sum()
    return np.float32(value), np.einsum("i,ij->j", y - (1 + np.tanh(z / 2)) / 2, X)


# ---------------------------------------------------------------- gradient_ascent


@alternative("gradient_ascent")
def through_log_likelihood(X, y, alpha, n_epochs, batch_size=None, loss="log", theta0=None):
    """The gradient of a block is what log_likelihood says of its rows; the squared loss has a loop of its own."""
    X, y = np.asarray(X), np.asarray(y)
    n = X.shape[0]
    if y.shape != (n,) or not np.isin(y, [0, 1]).all():
        raise ValueError("y")
    if loss != "log" and loss != "squared":
        raise ValueError("loss")
    if batch_size is not None and batch_size <= 0:
        raise ValueError("batch_size")
    size = min(batch_size or n, n)
    per_epoch = math.ceil(n / size)
    if np.ndim(alpha) > 0 and np.shape(alpha) != (n_epochs * per_epoch,):
        raise ValueError("alpha")
    rates = np.broadcast_to(alpha, (n_epochs * per_epoch,))
    theta = np.zeros(X.shape[1]) if theta0 is None else np.array(theta0, dtype=float)
    rows = [theta.copy()]
    for update, rate in enumerate(rates):
        first = update % per_epoch * size
        A, b = X[first : first + size], y[first : first + size]
        if loss == "log":
            theta += rate * log_likelihood(theta, A, b)[1]
        else:
            h = np.array([1 / (1 + math.exp(-z)) if z > -700 else 0.0 for z in A @ theta])
            theta += rate * A.T @ ((b - h) * h * (1 - h))
        if (update + 1) % per_epoch == 0:
            rows.append(theta.copy())
    return rows


@alternative("gradient_ascent")
def nested_loops(X, y, alpha, n_epochs, batch_size=None, loss="log", theta0=None):
    """Every sum is a loop over the examples of a block."""
    n, p = np.shape(X)
    if np.shape(y) != (n,) or any(label not in (0, 1) for label in y):
        raise ValueError("labels")
    if loss not in {"log", "squared"}:
        raise ValueError("loss")
    if batch_size is None:
        batch_size = n
    if batch_size < 1:
        raise ValueError("batch size")
    blocks = [range(n)[first : first + batch_size] for first in range(0, n, batch_size)]
    if np.ndim(alpha) == 0:
        alpha = [alpha] * (n_epochs * len(blocks))
    if len(alpha) != n_epochs * len(blocks):
        raise ValueError("rates")
    history = np.zeros((n_epochs + 1, p))
    if theta0 is not None:
        history[0] = theta0
    update = 0
    for epoch in range(n_epochs):
        theta = history[epoch].copy()
        for block in blocks:
            step = np.zeros(p)
            for i in block:
                h = float(sigmoid(X[i] @ theta))
                step += (y[i] - h) * (h * (1 - h) if loss == "squared" else 1.0) * X[i]
            theta += alpha[update] * step
            update += 1
        history[epoch + 1] = theta
    return history


# ---------------------------------------------------------------- newton


@alternative("newton")
def by_inverse(gradient, hessian, theta0, n_steps):
    iterates = [np.asarray(theta0, dtype=float)]
    while len(iterates) <= n_steps:
        theta = iterates[-1]
        iterates.append(theta - np.linalg.inv(hessian(theta)) @ gradient(theta))
    return iterates


@alternative("newton")
def preallocated(gradient, hessian, theta0, n_steps):
    theta = np.array(theta0, dtype=np.float64)
    result = np.tile(theta, (n_steps + 1, 1))
    for k in range(1, n_steps + 1):
        g = np.array(gradient(result[k - 1].copy()))
        H = np.array(hessian(result[k - 1].copy()))
        result[k] += np.linalg.lstsq(-H, g, rcond=None)[0] + result[k - 1] - theta
    return result


# ---------------------------------------------------------------- newton_logistic


@alternative("newton_logistic")
def reweighted_least_squares(X, y, n_steps=25, lam=0.0, penalise_first=False, theta0=None):
    """Each step solves a weighted ridge problem for the working response z + (y - h) / (h (1 - h))."""
    X, y = np.array(X, dtype=float), np.array(y, dtype=float)
    if y.shape != (len(X),) or not ((y == 0) | (y == 1)).all() or lam < 0:
        raise ValueError("bad argument")
    P = np.identity(X.shape[1])
    P[0, 0] = float(penalise_first)
    theta = np.zeros(X.shape[1]) if theta0 is None else np.array(theta0, dtype=float)
    history = np.empty((n_steps + 1, X.shape[1]))
    history[0] = theta
    for step in range(n_steps):
        z = X @ theta
        h = np.asarray(sigmoid(z), dtype=float)
        w = h * (1 - h)
        # w times the working response, so that a weight of zero divides nothing
        theta = np.linalg.solve(X.T @ np.diag(w) @ X + lam * P, X.T @ (w * z + y - h))
        history[step + 1] = theta
    return history


@alternative("newton_logistic")
def own_loop(X, y, n_steps=25, lam=0.0, penalise_first=False, theta0=None):
    """Sums of outer products; a list of lists in the end."""
    n, p = np.shape(X)
    if np.shape(y) != (n,) or not set(np.asarray(y).tolist()) <= {0, 1}:
        raise ValueError("y")
    if lam < 0:
        raise ValueError("lam")
    theta = np.zeros(p) if theta0 is None else np.asarray(theta0) * 1.0
    history = [theta.tolist()]
    for _ in range(n_steps):
        gradient, information = np.zeros(p), np.zeros((p, p))
        for x, label, h in zip(X, y, sigmoid(X @ theta), strict=True):
            gradient += (label - h) * x
            information += h * (1 - h) * np.outer(x, x)
        for j in range(0 if penalise_first else 1, p):
            gradient[j] -= lam * theta[j]
            information[j, j] += lam
        theta = theta + np.linalg.solve(information, gradient)
        history.append(theta.tolist())
    return history


# ---------------------------------------------------------------- exponential_family


@alternative("exponential_family")
def by_textbook_formulas(y, eta, family):
    """Closed forms of the three distributions; log y! from a table of cumulated logarithms."""
    y, eta = np.asarray(y), np.asarray(eta)
    if family == "bernoulli":
        phi = (1 + np.tanh(eta / 2)) / 2
        density = np.where(y == 1, -np.logaddexp(0, -eta), -np.logaddexp(0, eta))
        return {
            "log_partition": np.maximum(eta, 0) + np.log1p(np.exp(-np.abs(eta))),
            "mean": phi,
            "variance": phi * (1 - phi),
            "log_density": density,
        }
    if family == "gaussian":
        density = -0.5 * (y - eta) ** 2 - 0.5 * np.log(2 * np.pi)
        return {"log_density": density, "variance": 0 * eta + 1, "mean": 1 * eta, "log_partition": 0.5 * eta * eta}
    if family == "poisson":
        rate = np.exp(eta)
        table = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, int(y.max()) + 1)))])
        density = y * eta - rate - table[y.astype(int)]
        return {"log_partition": rate, "mean": rate, "variance": rate, "log_density": density}
    raise ValueError("family")


@alternative("exponential_family")
def by_a_table_of_functions(y, eta, family):
    def a_coin(e):
        return np.logaddexp(0.0, e)

    table = {
        "bernoulli": (a_coin, sigmoid, lambda e: sigmoid(e) * sigmoid(-e), lambda v: 0.0),
        "gaussian": (
            lambda e: e * e / 2,
            lambda e: e,
            np.ones_like,
            lambda v: -(v * v + math.log(2 * math.pi)) / 2,
        ),
        "poisson": (np.exp, np.exp, np.exp, lambda v: -math.lgamma(v + 1)),
    }
    if family not in table:
        raise ValueError(f"{family} is not known")
    a, mean, variance, log_b = table[family]
    eta = np.asarray(eta, dtype=float)
    y, wide = np.broadcast_arrays(np.asarray(y, dtype=float), eta)
    base = np.array([log_b(float(value)) for value in y.ravel()]).reshape(y.shape)
    return dict(log_partition=a(eta), mean=mean(eta), variance=variance(eta), log_density=base + wide * y - a(wide))


# ---------------------------------------------------------------- glm_fit


@alternative("glm_fit")
def working_response(X, y, family, n_steps=50):
    """Weighted least squares on eta + (y - mu) / variance, with the moments written out."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if y.ndim != 1 or len(y) != len(X):
        raise ValueError("shape of y")
    if family == "bernoulli":
        if any(value not in (0, 1) for value in y):
            raise ValueError("y must be 0 or 1")
    elif family == "poisson":
        if any(value < 0 or not value.is_integer() for value in y.tolist()):
            raise ValueError("y must count something")
    elif family != "gaussian":
        raise ValueError("family")
    theta = np.zeros(X.shape[1])
    for _ in range(n_steps):
        eta = X @ theta
        if family == "gaussian":
            mu, variance = eta, np.ones(len(y))
        elif family == "bernoulli":
            mu = 1 / (1 + np.exp(-eta))
            variance = mu * (1 - mu)
        else:
            mu = variance = np.exp(eta)
        root = np.sqrt(variance)
        theta = np.linalg.lstsq(root[:, None] * X, root * eta + (y - mu) / root, rcond=None)[0]
    return theta


@alternative("glm_fit")
def closures_for_newton(X, y, family, n_steps=50):
    """Its own response and variance functions, handed to newton as a minimisation of the negative log-likelihood."""
    if np.shape(y) != (np.shape(X)[0],):
        raise ValueError("y")
    y = np.asarray(y)
    moments = {
        "gaussian": (lambda eta: eta, lambda mu: 0 * mu + 1),
        "bernoulli": (sigmoid, lambda mu: mu - mu**2),
        "poisson": (np.exp, lambda mu: mu),
    }
    if family not in moments:
        raise ValueError("family")
    if family == "bernoulli" and not np.array_equal(y, y**2):
        raise ValueError("y is not binary")
    if family == "poisson" and not np.array_equal(y, np.abs(np.floor(y))):
        raise ValueError("y is not a count")
    response, variance = moments[family]
    history = newton(
        lambda theta: X.T @ (response(X @ theta) - y),
        lambda theta: X.T @ np.diag(variance(response(X @ theta))) @ X,
        np.zeros(np.shape(X)[1]),
        n_steps,
    )
    return list(history[n_steps])


# ---------------------------------------------------------------- softmax


@alternative("softmax")
def by_log_sum(eta, reference=False):
    eta = np.array(eta, dtype=float)
    if reference:
        padding = [(0, 0)] * (eta.ndim - 1) + [(0, 1)]
        eta = np.pad(eta, padding)
    return np.exp(eta - np.logaddexp.reduce(eta, axis=-1)[..., np.newaxis])


@alternative("softmax")
def row_by_row(eta, reference=False):
    """Python lists of floats."""
    if np.ndim(eta) == 2:
        return [row_by_row_of_one(row, reference) for row in eta]
    return row_by_row_of_one(eta, reference)


def row_by_row_of_one(row, reference):
    scores = [float(score) for score in row] + ([0.0] if reference else [])
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    return [power / math.fsum(powers) for power in powers]


@alternative("softmax")
def softmax_in_single_precision(eta, reference=False):
    rows = np.atleast_2d(eta).astype(np.float32)
    if reference:
        rows = np.hstack([rows, np.zeros((rows.shape[0], 1), dtype=np.float32)])
    powers = np.exp((rows.T - rows.max(axis=1)).T)
    result = (powers.T / powers.sum(axis=1)).T
    return result[0] if np.ndim(eta) == 1 else result


# ---------------------------------------------------------------- softmax_regression


@alternative("softmax_regression")
def one_class_at_a_time(X, y, n_classes, alpha, n_steps, theta0=None):
    n, p = np.shape(X)
    if np.shape(y) != (n,):
        raise ValueError("shape of y")
    for label in y:
        if label not in range(n_classes):
            raise ValueError("label")
    theta = (
        [np.zeros(p) for _ in range(n_classes - 1)] if theta0 is None else [np.array(t, dtype=float) for t in theta0]
    )
    values = []
    for step in range(n_steps + 1):
        scores = [X @ t for t in theta] + [np.zeros(n)]
        total = scores[0]
        for more in scores[1:]:
            total = np.logaddexp(total, more)
        values.append(float(sum(scores[int(label)][i] - total[i] for i, label in enumerate(y))))
        if step == n_steps:
            break
        phi = softmax(np.array(scores).T)
        theta = [t + alpha * sum(((y[i] == c) - phi[i][c]) * X[i] for i in range(n)) for c, t in enumerate(theta)]
    return theta, values


@alternative("softmax_regression")
def by_log_softmax(X, y, n_classes, alpha, n_steps, theta0=None):
    """All k rows are kept, the last one at zero; probabilities are exponentials of log-probabilities."""
    X, y = np.array(X, dtype=float), np.array(y)
    if y.ndim != 1 or y.size != len(X) or y.min() < 0 or y.max() > n_classes - 1 or (y != y.astype(int)).any():
        raise ValueError("y")
    y = y.astype(int)
    weights = np.zeros((X.shape[1], n_classes))
    if theta0 is not None:
        weights[:, :-1] = np.transpose(theta0)
    one_hot = np.identity(n_classes)[y]

    def log_phi():
        scores = X @ weights
        scores = scores - scores.max(axis=1, keepdims=True)
        return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))

    values = np.empty(n_steps + 1)
    for step in range(n_steps):
        log_probabilities = log_phi()
        values[step] = log_probabilities[np.arange(len(y)), y].sum()
        change = X.T @ (one_hot - np.exp(log_probabilities))
        weights[:, :-1] += alpha * change[:, :-1]
    values[n_steps] = log_phi()[np.arange(len(y)), y].sum()
    return weights[:, :-1].T, values
