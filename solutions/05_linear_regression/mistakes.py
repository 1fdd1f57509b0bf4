"""Known wrong answers of linear regression, each with the sentence that a student who gave it is told."""

import numpy as np

from autograder.authoring import mistake
from linear_regression import _checked, _checked_weights, least_squares_cost, normal_equations

# ---------------------------------------------------------------- fit_line


def _two_values(x):
    if len(np.unique(x)) < 2:
        raise ValueError("a line needs at least two distinct values of x")


@mistake("fit_line", "You return (slope, intercept); the order asked for is (w0, w1): intercept first, then slope.")
def swapped_order(x, y):
    x, y = _checked(x, y)
    _two_values(x)
    slope, intercept = np.polyfit(x, y, 1)
    return float(slope), float(intercept)


@mistake("fit_line", "You fit y = w1*x with no intercept; subtract the means (or include w0) before taking the ratio.")
def through_origin(x, y):
    x, y = _checked(x, y)
    _two_values(x)
    w1 = (x @ y) / (x @ x)
    return float(y.mean() - w1 * x.mean()), float(w1)


@mistake("fit_line", "Your intercept has the wrong sign: w0 is mean(y) minus w1 times mean(x).")
def wrong_sign_intercept(x, y):
    x, y = _checked(x, y)
    _two_values(x)
    dx = x - x.mean()
    w1 = dx @ (y - y.mean()) / (dx @ dx)
    return float(w1 * x.mean() - y.mean()), float(w1)


@mistake("fit_line", "You mix np.cov (divides by n-1) with np.var (divides by n); use the same divisor for both.")
def mixed_ddof(x, y):
    x, y = _checked(x, y)
    _two_values(x)
    w1 = np.cov(x, y)[0, 1] / np.var(x)
    return float(y.mean() - w1 * x.mean()), float(w1)


@mistake("fit_line", "You divide by the variance of y; the slope divides by the variance of x.")
def regress_x_on_y(x, y):
    x, y = _checked(x, y)
    _two_values(x)
    dx, dy = x - x.mean(), y - y.mean()
    w1 = (dx @ dy) / (dy @ dy)
    return float(y.mean() - w1 * x.mean()), float(w1)


# ---------------------------------------------------------------- design_matrix


def _as_table(X, degree):
    X = np.asarray(X, dtype=float)
    if degree < 0 or X.ndim > 2:
        raise ValueError("degree must not be negative, and X has at most two dimensions")
    return X.reshape(len(X), -1)


def _products(X):
    d = X.shape[1]
    return [X[:, [i]] * X[:, [j]] for i in range(d) for j in range(i + 1, d)]


@mistake(
    "design_matrix",
    "Your powers go from high to low (the default of np.vander); the constant comes first, then x, then x^2.",
)
def descending_powers(X, degree=1, interactions=False):
    X = _as_table(X, degree)
    columns = [X**power for power in range(degree, 0, -1)] + [np.ones((len(X), 1))]
    return np.hstack(columns + (_products(X) if interactions else []))


@mistake("design_matrix", "The column of ones is missing; it must be the first column.")
def no_intercept_column(X, degree=1, interactions=False):
    X = _as_table(X, degree)
    columns = [np.empty((len(X), 0))] + [X**power for power in range(1, degree + 1)]
    return np.hstack(columns + (_products(X) if interactions else []))


@mistake(
    "design_matrix",
    "You put the column of ones last; it must be the first column so that theta[0] is the intercept.",
)
def ones_last(X, degree=1, interactions=False):
    X = _as_table(X, degree)
    columns = [X**power for power in range(1, degree + 1)]
    return np.hstack(columns + (_products(X) if interactions else []) + [np.ones((len(X), 1))])


@mistake("design_matrix", "You stop one power early; degree k includes x^k itself.")
def degree_off_by_one(X, degree=1, interactions=False):
    X = _as_table(X, degree)
    columns = [np.ones((len(X), 1))] + [X**power for power in range(1, degree)]
    return np.hstack(columns + (_products(X) if interactions else []))


@mistake(
    "design_matrix",
    "You list all powers of one feature before the next feature; list all first powers, then all squares, and so on.",
)
def grouped_by_feature(X, degree=1, interactions=False):
    X = _as_table(X, degree)
    columns = [np.ones((len(X), 1))]
    for feature in X.T:
        for power in range(1, degree + 1):
            columns.append((feature**power)[:, np.newaxis])
    return np.hstack(columns + (_products(X) if interactions else []))


@mistake("design_matrix", "Your interactions include x_i*x_i; only products of two different features belong there.")
def squares_among_interactions(X, degree=1, interactions=False):
    X = _as_table(X, degree)
    columns = [np.ones((len(X), 1))] + [X**power for power in range(1, degree + 1)]
    if interactions:
        i, j = np.triu_indices(X.shape[1])
        columns.append(X[:, i] * X[:, j])
    return np.hstack(columns)


# ---------------------------------------------------------------- least_squares_cost


@mistake(
    "least_squares_cost", "You divide by the number of examples; the cost here is half the SUM of squares, not a mean."
)
def mean_instead_of_sum(theta, X, y, weights=None):
    X, y = _checked(X, y)
    weights = _checked_weights(weights, len(y))
    residuals = X @ theta - y
    return float(np.mean(weights * residuals**2) / 2), X.T @ (weights * residuals) / len(y)


@mistake("least_squares_cost", "You leave out the factor 1/2 of the cost (or have a factor 2 in the gradient).")
def no_half(theta, X, y, weights=None):
    X, y = _checked(X, y)
    weights = _checked_weights(weights, len(y))
    residuals = X @ theta - y
    return float(np.sum(weights * residuals**2)), 2 * X.T @ (weights * residuals)


@mistake(
    "least_squares_cost",
    "Your gradient points downhill; the gradient is X^T (X theta - y), prediction minus target.",
)
def gradient_sign(theta, X, y, weights=None):
    X, y = _checked(X, y)
    weights = _checked_weights(weights, len(y))
    residuals = y - X @ theta
    return float(np.sum(weights * residuals**2) / 2), X.T @ (weights * residuals)


@mistake("least_squares_cost", "You apply each weight twice; it multiplies the squared residual once.")
def cost_weights_squared(theta, X, y, weights=None):
    X, y = _checked(X, y)
    weights = _checked_weights(weights, len(y))
    weighted = weights * (X @ theta - y)
    return float(weighted @ weighted / 2), X.T @ (weights * weighted)


# ---------------------------------------------------------------- normal_equations


@mistake(
    "normal_equations",
    "You invert X^T X, which fails or returns garbage when columns are dependent; use lstsq or pinv.",
)
def plain_inverse(X, y, weights=None):
    X, y = _checked(X, y)
    weighted = X.T * _checked_weights(weights, len(y))
    return np.linalg.inv(weighted @ X) @ (weighted @ y)


@mistake(
    "normal_equations",
    "You multiply rows of X and y by the weights themselves; multiply by their square roots (or use X^T W X).",
)
def row_weights_squared(X, y, weights=None):
    X, y = _checked(X, y)
    weights = _checked_weights(weights, len(y))
    return np.linalg.lstsq(weights[:, np.newaxis] * X, weights * y, rcond=None)[0]


@mistake(
    "normal_equations",
    "You weight y but not X; both sides of X^T W X theta = X^T W y carry the weights.",
)
def weights_only_on_y(X, y, weights=None):
    X, y = _checked(X, y)
    weights = _checked_weights(weights, len(y))
    return np.linalg.pinv(X.T @ X) @ (X.T @ (weights * y))


@mistake("normal_equations", "You add a column of ones; X already is the design matrix.")
def extra_intercept(X, y, weights=None):
    X, y = _checked(X, y)
    scale = np.sqrt(_checked_weights(weights, len(y)))[:, np.newaxis]
    X = np.column_stack([np.ones(len(y)), X])
    return np.linalg.lstsq(scale * X, scale[:, 0] * y, rcond=None)[0]


@mistake(
    "normal_equations",
    "You add a small multiple of the identity to make X^T X invertible; "
    "that changes the answer, so use the pseudo-inverse.",
)
def ridge_for_singular(X, y, weights=None):
    X, y = _checked(X, y)
    weighted = X.T * _checked_weights(weights, len(y))
    return np.linalg.solve(weighted @ X + 1e-8 * np.eye(X.shape[1]), weighted @ y)


# ---------------------------------------------------------------- lms


def _schedule(X, y, alpha, n_epochs, batch_size, theta0):
    """What every variant of lms needs before its loop: data, blocks of rows, a rate for each update, and the start."""
    X, y = _checked(X, y)
    n, p = X.shape
    batch_size = n if batch_size is None else batch_size
    if batch_size < 1:
        raise ValueError("batch_size must be at least 1")
    blocks = [slice(start, start + batch_size) for start in range(0, n, batch_size)]
    n_updates = n_epochs * len(blocks)
    rates = np.full(n_updates, alpha, dtype=float) if np.ndim(alpha) == 0 else np.array(alpha, dtype=float)
    if len(rates) != n_updates:
        raise ValueError("alpha needs one rate per update")
    theta = np.zeros(p) if theta0 is None else np.array(theta0, dtype=float)
    return X, y, blocks, rates.reshape(n_epochs, len(blocks)), theta


@mistake("lms", "You average over the batch; the rule adds the SUM of (error times x), so your step is too small.")
def divides_by_batch(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            theta = theta + rate * X[rows].T @ (y[rows] - X[rows] @ theta) / len(y[rows])
        history.append(theta)
    return np.array(history)


@mistake("lms", "You subtract (y - prediction) times x; add it, otherwise the error grows.")
def ascends(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            theta = theta - rate * X[rows].T @ (y[rows] - X[rows] @ theta)
        history.append(theta)
    return np.array(history)


@mistake("lms", "You compute all residuals before the epoch starts; recompute each with the theta just updated.")
def stale_residuals(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        residuals = y - X @ theta
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            theta = theta + rate * X[rows].T @ residuals[rows]
        history.append(theta)
    return np.array(history)


@mistake("lms", "You update theta[0] and then use it for theta[1]; all coordinates move together.")
def sequential_coordinates(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, theta0)
    history = [theta.copy()]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            for j in range(len(theta)):
                theta[j] += rate * X[rows, j] @ (y[rows] - X[rows] @ theta)
        history.append(theta.copy())
    return np.array(history)


@mistake("lms", "You keep the factor 2 of the derivative; with J = half the sum of squares there is none.")
def factor_two(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, theta0)
    history = [theta]
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            theta = theta + 2 * rate * X[rows].T @ (y[rows] - X[rows] @ theta)
        history.append(theta)
    return np.array(history)


@mistake("lms", "Your history leaves out theta0; row 0 is the start, so there are n_epochs+1 rows.")
def history_without_start(X, y, alpha, n_epochs, batch_size=None, theta0=None):
    X, y, blocks, rates, theta = _schedule(X, y, alpha, n_epochs, batch_size, theta0)
    history = np.empty((n_epochs, len(theta)))
    for epoch in range(n_epochs):
        for rate, rows in zip(rates[epoch], blocks, strict=True):
            theta = theta + rate * X[rows].T @ (y[rows] - X[rows] @ theta)
        history[epoch] = theta
    return history


# ---------------------------------------------------------------- log_likelihood


def _residuals(theta, X, y, scale, noise):
    X, y = _checked(X, y)
    if scale <= 0 or noise not in ("gaussian", "laplace"):
        raise ValueError("scale must be positive and noise 'gaussian' or 'laplace'")
    return y - X @ theta


@mistake(
    "log_likelihood", "You treat scale as the variance; it is the standard deviation, so square it in the exponent."
)
def variance_for_sd(theta, X, y, scale, noise="gaussian"):
    r = _residuals(theta, X, y, scale, noise)
    if noise == "gaussian":
        return float(np.sum(-np.log(2 * np.pi * scale) / 2 - r**2 / (2 * scale)))
    return float(np.sum(-np.log(2 * scale) - np.abs(r) / scale))


@mistake("log_likelihood", "You multiply densities before taking the log, which underflows to log(0); add the logs.")
def product_then_log(theta, X, y, scale, noise="gaussian"):
    r = _residuals(theta, X, y, scale, noise)
    if noise == "gaussian":
        densities = np.exp(-(r**2) / (2 * scale**2)) / (np.sqrt(2 * np.pi) * scale)
    else:
        densities = np.exp(-np.abs(r) / scale) / (2 * scale)
    return float(np.log(np.prod(densities)))


@mistake(
    "log_likelihood",
    "You leave out the normalising term with log(sqrt(2 pi) * scale); the full log density is asked for.",
)
def constant_dropped(theta, X, y, scale, noise="gaussian"):
    r = _residuals(theta, X, y, scale, noise)
    if noise == "gaussian":
        return float(-np.sum(r**2) / (2 * scale**2))
    return float(-np.sum(np.abs(r)) / scale)


def _log_densities(r, scale, noise):
    if noise == "gaussian":
        return -np.log(np.sqrt(2 * np.pi) * scale) - r**2 / (2 * scale**2)
    return -np.log(2 * scale) - np.abs(r) / scale


@mistake("log_likelihood", "You average over examples; the log-likelihood is the sum.")
def mean_log_likelihood(theta, X, y, scale, noise="gaussian"):
    r = _residuals(theta, X, y, scale, noise)
    return float(np.mean(_log_densities(r, scale, noise)))


@mistake("log_likelihood", "You return the negative log-likelihood; larger must mean more likely.")
def negative_log_likelihood(theta, X, y, scale, noise="gaussian"):
    r = _residuals(theta, X, y, scale, noise)
    return float(-np.sum(_log_densities(r, scale, noise)))


# ---------------------------------------------------------------- standard_errors


def _fit(X, y):
    """The fit, its residual sum of squares and X^T X, once standard errors are known to exist."""
    X, y = _checked(X, y)
    n, p = X.shape
    if n <= p or np.linalg.matrix_rank(X) < p:
        raise ValueError("standard errors need more examples than columns, and independent columns")
    theta = normal_equations(X, y)
    return theta, np.sum((y - X @ theta) ** 2), X.T @ X


@mistake("standard_errors", "You estimate the noise variance with RSS/n; divide by n minus the number of columns.")
def divides_by_n(X, y):
    theta, rss, gram = _fit(X, y)
    return theta, np.sqrt(rss / len(y) * np.diag(np.linalg.inv(gram)))


@mistake("standard_errors", "You divide RSS by n-1; p parameters were fitted, so divide by n-p.")
def n_minus_one(X, y):
    theta, rss, gram = _fit(X, y)
    return theta, np.sqrt(rss / (len(y) - 1) * np.diag(np.linalg.inv(gram)))


@mistake("standard_errors", "You return variances; take the square root of the diagonal.")
def variance_not_root(X, y):
    theta, rss, gram = _fit(X, y)
    return theta, rss / (len(y) - len(theta)) * np.diag(np.linalg.inv(gram))


@mistake(
    "standard_errors",
    "You invert only the diagonal of X^T X; invert the whole matrix, then take its diagonal.",
)
def diagonal_before_inverse(X, y):
    theta, rss, gram = _fit(X, y)
    return theta, np.sqrt(rss / (len(y) - len(theta)) / np.diag(gram))


# ---------------------------------------------------------------- penalised_cost


def _plain(theta, X, y, lam, q):
    if lam < 0 or q < 0:
        raise ValueError("lam and q must not be negative")
    return least_squares_cost(theta, X, y)[0]


@mistake("penalised_cost", "You add the weights without absolute values, so positive and negative weights cancel.")
def signed_sum(theta, X, y, lam, q, penalise_first=False):
    cost = _plain(theta, X, y, lam, q)
    w = np.array(theta, dtype=float)[0 if penalise_first else 1 :]
    return float(cost + lam * (np.count_nonzero(w) if q == 0 else np.sum(w**q) / q))


@mistake("penalised_cost", "You take the q-th root of the sum; the penalty is the sum itself divided by q.")
def norm_root(theta, X, y, lam, q, penalise_first=False):
    cost = _plain(theta, X, y, lam, q)
    w = np.array(theta, dtype=float)[0 if penalise_first else 1 :]
    return float(cost + lam * np.linalg.norm(w, q))


@mistake(
    "penalised_cost",
    "You penalise theta[0] although penalise_first is False; leave the intercept out of the sum.",
)
def penalises_first_always(theta, X, y, lam, q, penalise_first=False):
    cost = _plain(theta, X, y, lam, q)
    w = np.abs(np.array(theta, dtype=float))
    return float(cost + lam * (np.count_nonzero(w) if q == 0 else np.sum(w**q) / q))


@mistake("penalised_cost", "You leave out 1/q: for q=2 the penalty is half the squared norm.")
def missing_half(theta, X, y, lam, q, penalise_first=False):
    cost = _plain(theta, X, y, lam, q)
    w = np.abs(np.array(theta, dtype=float))[0 if penalise_first else 1 :]
    return float(cost + lam * (np.count_nonzero(w) if q == 0 else np.sum(w**q)))


# ---------------------------------------------------------------- ridge


def _ridge_equations(X, y, lam):
    X, y = _checked(X, y)
    if lam < 0:
        raise ValueError("lam must not be negative")
    return X.T @ X, X.T @ y


def _diagonal(p, penalise_first):
    P = np.eye(p)
    if not penalise_first:
        P[0, 0] = 0
    return P


@mistake("ridge", "You add lam to every entry of X^T X; add it to the diagonal only.")
def lam_everywhere(X, y, lam, penalise_first=False):
    gram, moments = _ridge_equations(X, y, lam)
    first = 0 if penalise_first else 1
    gram[first:, first:] += lam
    return np.linalg.pinv(gram) @ moments


@mistake("ridge", "You multiply lam by the number of examples; the cost is a sum, so lam enters once.")
def lam_times_n(X, y, lam, penalise_first=False):
    gram, moments = _ridge_equations(X, y, lam)
    return np.linalg.pinv(gram + len(y) * lam * _diagonal(len(moments), penalise_first)) @ moments


@mistake("ridge", "You add 2*lam to the diagonal; with half the sum of squares and lam/2 it is lam.")
def double_lam(X, y, lam, penalise_first=False):
    gram, moments = _ridge_equations(X, y, lam)
    return np.linalg.pinv(gram + 2 * lam * _diagonal(len(moments), penalise_first)) @ moments


@mistake(
    "ridge",
    "You shrink the intercept too; leave entry (0,0) of the penalty at zero unless penalise_first is True.",
)
def penalises_intercept(X, y, lam, penalise_first=False):
    gram, moments = _ridge_equations(X, y, lam)
    return np.linalg.pinv(gram + lam * np.eye(len(moments))) @ moments


@mistake("ridge", "You drop the intercept from the penalty even when penalise_first is True.")
def centres_always(X, y, lam, penalise_first=False):
    gram, moments = _ridge_equations(X, y, lam)
    return np.linalg.pinv(gram + lam * _diagonal(len(moments), False)) @ moments


# ---------------------------------------------------------------- lasso


def _lasso_start(X, y, lam, penalise_first, theta0):
    """The data, one threshold per column, the squared lengths of the columns, and the start."""
    X, y = _checked(X, y)
    if lam < 0:
        raise ValueError("lam must not be negative")
    p = X.shape[1]
    thresholds = np.array([lam if j > 0 or penalise_first else 0 for j in range(p)], dtype=float)
    return X, y, thresholds, np.sum(X * X, axis=0), np.zeros(p) if theta0 is None else np.array(theta0, dtype=float)


def _soft(z, t):
    return np.sign(z) * np.maximum(np.abs(z) - t, 0)


@mistake("lasso", "You soft-threshold at lam/2; with half the sum of squares the threshold is lam.")
def half_threshold(X, y, lam, n_sweeps=10000, tol=1e-10, penalise_first=False, theta0=None):
    X, y, thresholds, squares, theta = _lasso_start(X, y, lam, penalise_first, theta0)
    for _ in range(n_sweeps):
        old = theta.copy()
        for j in np.flatnonzero(squares):
            r_j = y - X @ theta + X[:, j] * theta[j]
            theta[j] = _soft(X[:, j] @ r_j, thresholds[j] / 2) / squares[j]
        if np.abs(theta - old).max() <= tol:
            break
    return theta


@mistake(
    "lasso",
    "You compute the residual once per sweep; refresh it after every coordinate, or it may not converge.",
)
def jacobi_sweep(X, y, lam, n_sweeps=10000, tol=1e-10, penalise_first=False, theta0=None):
    X, y, thresholds, squares, theta = _lasso_start(X, y, lam, penalise_first, theta0)
    for _ in range(n_sweeps):
        old = theta.copy()
        residuals = y - X @ old
        for j in np.flatnonzero(squares):
            theta[j] = _soft(X[:, j] @ (residuals + X[:, j] * old[j]), thresholds[j]) / squares[j]
        if np.abs(theta - old).max() <= tol:
            break
    return theta


@mistake(
    "lasso",
    "Your residual still contains feature j's own contribution; add x_j*theta_j back before thresholding.",
)
def keeps_own_feature(X, y, lam, n_sweeps=10000, tol=1e-10, penalise_first=False, theta0=None):
    X, y, thresholds, squares, theta = _lasso_start(X, y, lam, penalise_first, theta0)
    for _ in range(n_sweeps):
        old = theta.copy()
        for j in np.flatnonzero(squares):
            theta[j] = _soft(X[:, j] @ (y - X @ theta), thresholds[j]) / squares[j]
        if np.abs(theta - old).max() <= tol:
            break
    return theta


@mistake(
    "lasso",
    "You shrink the least-squares solution once; each coordinate must be refitted to the others' residual.",
)
def thresholds_after_fit(X, y, lam, n_sweeps=10000, tol=1e-10, penalise_first=False, theta0=None):
    X, y, thresholds, squares, theta = _lasso_start(X, y, lam, penalise_first, theta0)
    if n_sweeps == 0:
        return theta
    used = squares > 0
    fitted = np.linalg.lstsq(X, y, rcond=None)[0]
    theta[used] = _soft(fitted, thresholds)[used]
    return theta


@mistake("lasso", "You soft-threshold the intercept as well; column 0 is exempt unless penalise_first is True.")
def thresholds_intercept(X, y, lam, n_sweeps=10000, tol=1e-10, penalise_first=False, theta0=None):
    X, y, _, squares, theta = _lasso_start(X, y, lam, penalise_first, theta0)
    for _ in range(n_sweeps):
        old = theta.copy()
        for j in np.flatnonzero(squares):
            r_j = y - X @ theta + X[:, j] * theta[j]
            theta[j] = _soft(X[:, j] @ r_j, lam) / squares[j]
        if np.abs(theta - old).max() <= tol:
            break
    return theta


@mistake("lasso", "You do not divide by x_j.x_j; that is only right for columns of length one.")
def no_scaling(X, y, lam, n_sweeps=10000, tol=1e-10, penalise_first=False, theta0=None):
    X, y, thresholds, squares, theta = _lasso_start(X, y, lam, penalise_first, theta0)
    for _ in range(n_sweeps):
        old = theta.copy()
        for j in np.flatnonzero(squares):
            r_j = y - X @ theta + X[:, j] * theta[j]
            theta[j] = _soft(X[:, j] @ r_j, thresholds[j])
        if np.abs(theta - old).max() <= tol:
            break
    return theta
