"""Known wrong answers of logistic regression, each with the sentence that a student who gave it is told."""

import math

import numpy as np

from autograder.authoring import mistake
from logistic_regression import _checked, _checked_binary, _start, exponential_family, newton, sigmoid, softmax

# ---------------------------------------------------------------- sigmoid


@mistake("sigmoid", "exp(-z) overflows for very negative z; use a form that only exponentiates negative numbers.")
def overflows(z):
    return 1 / (1 + np.exp(-np.asarray(z, dtype=float)))


def _stable(z):
    e = np.exp(-np.abs(z))
    return np.where(z >= 0, 1 / (1 + e), e / (1 + e))


@mistake("sigmoid", "You compute 1/(1+exp(+z)), which decreases; the exponent is -z.")
def sign_flipped(z):
    return _stable(-np.asarray(z, dtype=float))


@mistake("sigmoid", "You return tanh(z), which runs from -1 to 1; the sigmoid runs from 0 to 1.")
def tanh(z):
    return np.tanh(np.asarray(z, dtype=float))


@mistake(
    "sigmoid",
    "You clip z so tightly that sigmoid(20) is no longer accurate; keep full accuracy and avoid overflow by branching.",
)
def clips_hard(z):
    return 1 / (1 + np.exp(-np.clip(np.asarray(z, dtype=float), -10, 10)))


# ---------------------------------------------------------------- canonical_link


def _checked_mean(mean, family):
    mean = np.array(mean, dtype=float)
    if family not in ("gaussian", "bernoulli", "poisson"):
        raise ValueError("unknown family")
    if family != "gaussian" and np.any(mean <= 0):
        raise ValueError("the mean must be positive")
    if family == "bernoulli" and np.any(mean >= 1):
        raise ValueError("the mean must be below 1")
    return mean


@mistake(
    "canonical_link",
    "You return the mean as a function of eta (sigmoid, exp); the link goes the other way, from the mean back to eta.",
)
def response_instead(mean, family):
    mean = _checked_mean(mean, family)
    if family == "bernoulli":
        return 1 / (1 + np.exp(-mean))
    return np.exp(mean) if family == "poisson" else mean


@mistake("canonical_link", "You return log p; the natural parameter of a coin is the log ODDS, log(p/(1-p)).")
def log_p_only(mean, family):
    mean = _checked_mean(mean, family)
    return mean if family == "gaussian" else np.log(mean)


@mistake("canonical_link", "You use log2; natural parameters use the natural logarithm.")
def base_two(mean, family):
    mean = _checked_mean(mean, family)
    if family == "bernoulli":
        return np.log2(mean / (1 - mean))
    return np.log2(mean) if family == "poisson" else mean


# ---------------------------------------------------------------- log_likelihood


@mistake("log_likelihood", "log(h) becomes log(0) for large scores; write it as y*z - logaddexp(0, z).")
def log_of_zero(theta, X, y):
    X, y = _checked_binary(X, y)
    h = sigmoid(X @ theta)
    return float(np.sum(y * np.log(h) + (1 - y) * np.log(1 - h))), X.T @ (y - h)


def _value_and_errors(theta, X, y):
    X, y = _checked_binary(X, y)
    z = X @ theta
    return np.sum(y * z - np.logaddexp(0, z)), X, y - sigmoid(z)


@mistake("log_likelihood", "You return the negative log-likelihood; here larger is better.")
def negative(theta, X, y):
    value, X, errors = _value_and_errors(theta, X, y)
    return float(-value), -X.T @ errors


@mistake("log_likelihood", "You return the negative log-likelihood; here larger is better.")
def negative_value_only(theta, X, y):
    value, X, errors = _value_and_errors(theta, X, y)
    return float(-value), X.T @ errors


@mistake("log_likelihood", "You divide by n; both value and gradient are sums over the examples.")
def mean(theta, X, y):
    value, X, errors = _value_and_errors(theta, X, y)
    return float(value / len(errors)), X.T @ errors / len(errors)


@mistake("log_likelihood", "Your gradient is X^T(h - y), which points downhill; it is X^T(y - h).")
def gradient_sign(theta, X, y):
    value, X, errors = _value_and_errors(theta, X, y)
    return float(value), -X.T @ errors


@mistake(
    "log_likelihood",
    "You use the formula for labels -1 and +1 on labels 0 and 1: an example with y = 0 then says nothing at all.",
)
def plus_minus_labels(theta, X, y):
    X, y = _checked_binary(X, y)
    margins = y * (X @ theta)
    return float(-np.logaddexp(0, -margins).sum()), X.T @ (y * sigmoid(-margins))


# ---------------------------------------------------------------- gradient_ascent


def _schedule(X, y, alpha, n_epochs, batch_size, loss, theta0):
    """Data, blocks of rows and the rate of each update, by epoch and block."""
    X, y = _checked_binary(X, y)
    if loss not in ("log", "squared") or (batch_size is not None and batch_size < 1):
        raise ValueError("loss must be 'log' or 'squared', batch_size at least 1")
    size = len(X) if batch_size is None else batch_size
    blocks = [slice(start, start + size) for start in range(0, len(X), size)]
    n_updates = n_epochs * len(blocks)
    rates = np.full(n_updates, alpha, dtype=float) if np.ndim(alpha) == 0 else np.array(alpha, dtype=float)
    if len(rates) != n_updates:
        raise ValueError("alpha needs one rate per update")
    return X, y, blocks, rates.reshape(n_epochs, len(blocks)), _start(theta0, X.shape[1])


def _slope(h, loss):
    return h * (1 - h) if loss == "squared" else 1


@mistake("gradient_ascent", "You subtract the step; the likelihood is maximised, so add alpha*(y - h)*x.")
def descends(X, y, alpha, n_epochs, batch_size=None, loss="log", theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, loss, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            h = sigmoid(X[rows] @ theta)
            theta = theta - rate * X[rows].T @ ((y[rows] - h) * _slope(h, loss))
        history.append(theta)
    return np.array(history)


@mistake("gradient_ascent", "You use x.theta itself as the prediction (LMS); put it through the sigmoid.")
def linear_prediction(X, y, alpha, n_epochs, batch_size=None, loss="log", theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, loss, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            h = X[rows] @ theta
            theta = theta + rate * X[rows].T @ ((y[rows] - h) * _slope(h, loss))
        history.append(theta)
    return np.array(history)


@mistake(
    "gradient_ascent",
    "You round the prediction to 0 or 1 before taking the error; that is the perceptron rule.",
)
def thresholded_prediction(X, y, alpha, n_epochs, batch_size=None, loss="log", theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, loss, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            h = sigmoid(X[rows] @ theta)
            theta = theta + rate * X[rows].T @ ((y[rows] - (h >= 0.5)) * _slope(h, loss))
        history.append(theta)
    return np.array(history)


@mistake(
    "gradient_ascent",
    "For the squared loss you leave out h*(1-h); the chain rule through the sigmoid brings it in.",
)
def missing_slope_factor(X, y, alpha, n_epochs, batch_size=None, loss="log", theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, loss, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            theta = theta + rate * X[rows].T @ (y[rows] - sigmoid(X[rows] @ theta))
        history.append(theta)
    return np.array(history)


@mistake("gradient_ascent", "You average over the batch; the rule adds the sum of (error times x).")
def mean_over_batch(X, y, alpha, n_epochs, batch_size=None, loss="log", theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, loss, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            h = sigmoid(X[rows] @ theta)
            theta = theta + rate * X[rows].T @ ((y[rows] - h) * _slope(h, loss)) / len(h)
        history.append(theta)
    return np.array(history)


@mistake(
    "gradient_ascent",
    "You compute all predictions at the start of the epoch; use the newest theta for each batch.",
)
def stale_theta(X, y, alpha, n_epochs, batch_size=None, loss="log", theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, loss, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        h = sigmoid(X @ theta)
        errors = (y - h) * _slope(h, loss)
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            theta = theta + rate * X[rows].T @ errors[rows]
        history.append(theta)
    return np.array(history)


# ---------------------------------------------------------------- newton


@mistake("newton", "You add H^-1 g; Newton subtracts it, for maxima as well as minima.")
def adds_step(gradient, hessian, theta0, n_steps):
    history = [np.array(theta0, dtype=float)]
    for _ in range(n_steps):
        theta = history[-1]
        history.append(theta + np.linalg.solve(hessian(theta), gradient(theta)))
    return np.array(history)


@mistake("newton", "You divide by the diagonal of H; solve with the whole matrix.")
def gradient_over_diagonal(gradient, hessian, theta0, n_steps):
    history = [np.array(theta0, dtype=float)]
    for _ in range(n_steps):
        theta = history[-1]
        history.append(theta - gradient(theta) / np.diag(hessian(theta)))
    return np.array(history)


@mistake("newton", "You solve with g and H exchanged (f'/f); the step is f/f'.")
def inverted_ratio(gradient, hessian, theta0, n_steps):
    history = [np.array(theta0, dtype=float)]
    for _ in range(n_steps):
        theta = history[-1]
        history.append(theta - hessian(theta) @ (1 / gradient(theta)))
    return np.array(history)


@mistake("newton", "Your result leaves out theta0; it has n_steps+1 rows.")
def history_without_start(gradient, hessian, theta0, n_steps):
    theta = np.array(theta0, dtype=float)
    history = np.empty((n_steps, len(theta)))
    for step in range(n_steps):
        theta = theta - np.linalg.solve(hessian(theta), gradient(theta))
        history[step] = theta
    return history


# ---------------------------------------------------------------- newton_logistic


def _posterior(X, y, lam, penalise_first, theta0):
    """Data, the diagonal of lam P, and the start."""
    X, y = _checked_binary(X, y)
    if lam < 0:
        raise ValueError("lam must not be negative")
    p = X.shape[1]
    return X, y, np.array([lam if j > 0 or penalise_first else 0 for j in range(p)], dtype=float), _start(theta0, p)


def _derivatives(X, y, penalties):
    def gradient(theta):
        return X.T @ (y - sigmoid(X @ theta)) - penalties * theta

    def hessian(theta):
        h = sigmoid(X @ theta)
        return -X.T @ np.diag(h * (1 - h)) @ X - np.diag(penalties)

    return gradient, hessian


@mistake(
    "newton_logistic",
    "You add H^-1 g with the negative Hessian, walking away from the maximum; the step is theta - H^-1 g.",
)
def plus_sign(X, y, n_steps=25, lam=0.0, penalise_first=False, theta0=None):
    X, y, penalties, theta = _posterior(X, y, lam, penalise_first, theta0)
    gradient, hessian = _derivatives(X, y, penalties)
    history = [theta]
    for _ in range(n_steps):
        theta = theta + np.linalg.solve(hessian(theta), gradient(theta))
        history.append(theta)
    return np.array(history)


@mistake("newton_logistic", "You weight by y*(1-y), which is zero; the Hessian uses h*(1-h).")
def label_variance(X, y, n_steps=25, lam=0.0, penalise_first=False, theta0=None):
    X, y, penalties, theta = _posterior(X, y, lam, penalise_first, theta0)
    gradient, _ = _derivatives(X, y, penalties)
    H = -X.T @ np.diag(y * (1 - y)) @ X - np.diag(penalties)
    return newton(gradient, lambda theta: H, theta, n_steps)


@mistake("newton_logistic", "You multiply lam by n; the prior counts once, not once per example.")
def prior_once_per_example(X, y, n_steps=25, lam=0.0, penalise_first=False, theta0=None):
    X, y, penalties, theta = _posterior(X, y, lam, penalise_first, theta0)
    return newton(*_derivatives(X, y, len(y) * penalties), theta, n_steps)


@mistake("newton_logistic", "You use the prior variance as lam; lam is 1 over the variance.")
def lam_is_variance(X, y, n_steps=25, lam=0.0, penalise_first=False, theta0=None):
    X, y, penalties, theta = _posterior(X, y, lam, penalise_first, theta0)
    penalties[penalties > 0] = 1 / lam if lam > 0 else 0
    return newton(*_derivatives(X, y, penalties), theta, n_steps)


@mistake("newton_logistic", "You penalise theta[0] although penalise_first is False; leave the intercept free.")
def penalises_intercept(X, y, n_steps=25, lam=0.0, penalise_first=False, theta0=None):
    X, y, penalties, theta = _posterior(X, y, lam, True, theta0)
    return newton(*_derivatives(X, y, penalties), theta, n_steps)


@mistake("newton_logistic", "You add the penalty to the gradient but not to the Hessian.")
def penalty_missing_in_hessian(X, y, n_steps=25, lam=0.0, penalise_first=False, theta0=None):
    X, y, penalties, theta = _posterior(X, y, lam, penalise_first, theta0)
    gradient, _ = _derivatives(X, y, penalties)
    _, hessian = _derivatives(X, y, 0 * penalties)
    return newton(gradient, hessian, theta, n_steps)


# ---------------------------------------------------------------- exponential_family


def _log_factorial(y):
    return np.vectorize(math.lgamma, otypes=[float])(np.asarray(y, dtype=float) + 1)


def _moments(eta, family):
    """a(eta), mean and variance."""
    eta = np.array(eta, dtype=float)
    if family == "bernoulli":
        mean = sigmoid(eta)
        return np.logaddexp(0, eta), mean, mean * (1 - mean)
    if family == "gaussian":
        return eta**2 / 2, eta, np.ones(eta.shape)
    if family == "poisson":
        return np.exp(eta), np.exp(eta), np.exp(eta)
    raise ValueError("unknown family")


def _log_base(y, family):
    y = np.asarray(y, dtype=float)
    if family == "gaussian":
        return -(y**2) / 2 - np.log(2 * np.pi) / 2
    return -_log_factorial(y) if family == "poisson" else 0 * y


def _answer(a, mean, variance, log_density):
    return {"log_partition": a, "mean": mean, "variance": variance, "log_density": log_density}


@mistake("exponential_family", "You add a(eta); the log-partition is subtracted.")
def partition_sign(y, eta, family):
    a, mean, variance = _moments(eta, family)
    return _answer(a, mean, variance, _log_base(y, family) + np.asarray(eta) * np.asarray(y) + a)


@mistake("exponential_family", "You leave out b(y), so the density does not sum to one.")
def base_measure_missing(y, eta, family):
    a, mean, variance = _moments(eta, family)
    return _answer(a, mean, variance, np.asarray(eta) * np.asarray(y) - a)


@mistake(
    "exponential_family",
    "You treat eta as the mean (the probability or the rate); it is the natural parameter.",
)
def mean_parameter(y, eta, family):
    y, eta = np.asarray(y, dtype=float), np.array(eta, dtype=float)
    if family == "bernoulli":
        return _answer(-np.log(1 - eta), eta, eta * (1 - eta), y * np.log(eta) + (1 - y) * np.log(1 - eta))
    if family == "poisson":
        return _answer(eta, eta, eta, y * np.log(eta) - eta - _log_factorial(y))
    a, mean, variance = _moments(eta, family)
    return _answer(a, mean, variance, _log_base(y, family) + eta * y - a)


@mistake("exponential_family", "For the Gaussian you count y^2/2 twice or use a = eta^2; a is eta^2/2.")
def gaussian_double_count(y, eta, family):
    a, mean, variance = _moments(eta, family)
    log_density = _log_base(y, family) + np.asarray(eta) * np.asarray(y) - a
    if family == "gaussian":
        log_density = log_density - np.asarray(y) ** 2 / 2
    return _answer(a, mean, variance, log_density)


@mistake("exponential_family", "For the Gaussian you count y^2/2 twice or use a = eta^2; a is eta^2/2.")
def gaussian_without_half(y, eta, family):
    a, mean, variance = _moments(eta, family)
    if family == "gaussian":
        a = 2 * a
    return _answer(a, mean, variance, _log_base(y, family) + np.asarray(eta) * np.asarray(y) - a)


@mistake("exponential_family", "log(1+exp(eta)) overflows for large eta; use logaddexp(0, eta).")
def softplus_overflow(y, eta, family):
    a, mean, variance = _moments(eta, family)
    if family == "bernoulli":
        a = np.log(1 + np.exp(np.asarray(eta, dtype=float)))
    return _answer(a, mean, variance, _log_base(y, family) + np.asarray(eta) * np.asarray(y) - a)


# ---------------------------------------------------------------- glm_fit


def _checked_response(X, y, family):
    X, y = _checked(X, y)
    if family not in ("gaussian", "bernoulli", "poisson"):
        raise ValueError("unknown family")
    if family == "bernoulli" and set(y) - {0, 1}:
        raise ValueError("y must be 0 or 1")
    if family == "poisson" and (np.any(y < 0) or np.any(y % 1 != 0)):
        raise ValueError("y must be a count")
    return X, y


@mistake("glm_fit", "You fit a straight line to log y; maximise the Poisson likelihood instead.")
def ols_on_log(X, y, family, n_steps=50):
    X, y = _checked_response(X, y, family)
    if family == "poisson":
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.linalg.solve(X.T @ X, X.T @ np.log(y))
    theta = np.zeros(X.shape[1])
    for _ in range(n_steps):
        answer = exponential_family(y, X @ theta, family)
        theta = theta + np.linalg.solve((X.T * answer["variance"]) @ X, X.T @ (y - answer["mean"]))
    return theta


@mistake(
    "glm_fit",
    "You use x.theta as the predicted mean for every family; apply the family's response function.",
)
def identity_response(X, y, family, n_steps=50):
    X, y = _checked_response(X, y, family)
    theta = np.zeros(X.shape[1])
    for _ in range(n_steps):
        variance = exponential_family(y, X @ theta, family)["variance"]
        theta = theta + np.linalg.solve((X.T * variance) @ X, X.T @ (y - X @ theta))
    return theta


@mistake("glm_fit", "You leave the variances out of X^T V X (or use 1); each family has its own variance.")
def unit_weights(X, y, family, n_steps=50):
    X, y = _checked_response(X, y, family)
    theta = np.zeros(X.shape[1])
    for _ in range(n_steps):
        with np.errstate(over="ignore", invalid="ignore"):
            theta = theta + np.linalg.solve(X.T @ X, X.T @ (y - exponential_family(y, X @ theta, family)["mean"]))
    return theta


@mistake(
    "glm_fit",
    "You use mu*(1-mu) for every family; for Poisson the variance is mu, for the Gaussian 1.",
)
def bernoulli_variance_for_all(X, y, family, n_steps=50):
    X, y = _checked_response(X, y, family)
    theta = np.zeros(X.shape[1])
    for _ in range(n_steps):
        mu = exponential_family(y, X @ theta, family)["mean"]
        theta = theta + np.linalg.solve((X.T * (mu * (1 - mu))) @ X, X.T @ (y - mu))
    return theta


# ---------------------------------------------------------------- softmax


def _with_zero(eta, reference):
    eta = np.asarray(eta, dtype=float)
    return np.concatenate([eta, 0 * eta[..., :1]], axis=-1) if reference else eta


@mistake("softmax", "exp overflows for large inputs; subtract the row maximum first.")
def no_shift(eta, reference=False):
    powers = np.exp(_with_zero(eta, reference))
    return powers / powers.sum(axis=-1, keepdims=True)


@mistake("softmax", "You normalise over the whole matrix; each row must sum to 1.")
def global_sum(eta, reference=False):
    eta = _with_zero(eta, reference)
    powers = np.exp(eta - eta.max())
    return powers / powers.sum()


@mistake("softmax", "You normalise columns; each row holds the scores of one example.")
def global_axis_zero(eta, reference=False):
    eta = _with_zero(eta, reference)
    powers = np.exp(eta - eta.max(axis=0))
    return powers / powers.sum(axis=0)


@mistake("softmax", "With reference=True you normalise over k-1 terms only; append the 0 of the last class.")
def forgets_reference(eta, reference=False):
    eta = np.asarray(eta, dtype=float)
    powers = np.exp(eta - eta.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


# ---------------------------------------------------------------- softmax_regression


def _checked_classes(X, y, n_classes):
    X, y = _checked(X, y)
    if np.any(y < 0) or np.any(y >= n_classes) or np.any(y % 1 != 0):
        raise ValueError("labels must be 0, ..., n_classes - 1")
    return X, y.astype(int)


def _value(scores, y):
    return float(scores[np.arange(len(y)), y].sum() - np.logaddexp.reduce(scores, axis=1).sum())


def _scores(X, theta):
    return np.column_stack([X @ theta.T, np.zeros(len(X))])


@mistake(
    "softmax_regression",
    "You also give the last class parameters; it stays at 0, so theta has k-1 rows.",
)
def updates_reference(X, y, n_classes, alpha, n_steps, theta0=None):
    X, y = _checked_classes(X, y, n_classes)
    theta = np.zeros((n_classes, X.shape[1]))
    if theta0 is not None:
        theta[:-1] = theta0
    values = [_value(X @ theta.T, y)]
    for _ in range(n_steps):
        theta = theta + alpha * (np.eye(n_classes)[y] - softmax(X @ theta.T)).T @ X
        values.append(_value(X @ theta.T, y))
    return theta, np.array(values)


def _ascend(X, y, n_classes, alpha, n_steps, theta0):
    """theta at the start and after each step, with the value at each."""
    theta = _start(theta0, n_classes - 1, X.shape[1])
    history, values = [theta], [_value(_scores(X, theta), y)]
    for _ in range(n_steps):
        errors = np.eye(n_classes)[y] - softmax(X @ theta.T, reference=True)
        theta = theta + alpha * errors[:, :-1].T @ X
        history.append(theta)
        values.append(_value(_scores(X, theta), y))
    return history, values


@mistake("softmax_regression", "You count classes from 1; labels run from 0 to k-1.")
def labels_from_one(X, y, n_classes, alpha, n_steps, theta0=None):
    X, y = _checked_classes(X, y, n_classes)
    history, values = _ascend(X, y - 1, n_classes, alpha, n_steps, theta0)
    return history[-1], np.array(values)


@mistake(
    "softmax_regression",
    "You step downhill (minus sign, or phi minus indicator); the likelihood is maximised: "
    "add alpha times (indicator minus phi) x.",
)
def steps_downhill(X, y, n_classes, alpha, n_steps, theta0=None):
    X, y = _checked_classes(X, y, n_classes)
    history, values = _ascend(X, y, n_classes, -alpha, n_steps, theta0)
    return history[-1], np.array(values)


@mistake("softmax_regression", "Your values list misses the start or the end; it has n_steps+1 entries.")
def values_without_start(X, y, n_classes, alpha, n_steps, theta0=None):
    X, y = _checked_classes(X, y, n_classes)
    history, values = _ascend(X, y, n_classes, alpha, n_steps, theta0)
    return history[-1], np.array(values[1:])


@mistake("softmax_regression", "Your values list misses the start or the end; it has n_steps+1 entries.")
def values_without_end(X, y, n_classes, alpha, n_steps, theta0=None):
    X, y = _checked_classes(X, y, n_classes)
    history, values = _ascend(X, y, n_classes, alpha, n_steps, theta0)
    return history[-1], np.array(values[:-1])
