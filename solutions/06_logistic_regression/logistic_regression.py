"""Logistic regression and its relatives: one likelihood, three ways to climb it, a prior, and the family behind it.

Conventions of the whole module
- One example a row: X is (n, p), the parameters theta are (p,), the score of example i is z_i = x_i . theta. An
  intercept is the coefficient theta[0] of a column of ones that stands FIRST in X; no function adds that column.
- Binary labels y are 0 or 1, shape (n,). The model says P(y = 1 | x) = h(x) = sigmoid(x . theta), and predicts the
  class 1 if and only if x . theta >= 0. ValueError if y has another shape, or an entry that is neither 0 nor 1.
- log is the natural logarithm. Log-likelihoods are SUMS over the examples, without 1/n, and are MAXIMISED.
  (Other books: Aalto and CIML code the labels as s = 2y - 1, that is -1 or +1, and the log-likelihood becomes
  -sum log(1 + exp(-s_i z_i)). Aalto minimises the negative of its mean, CS480 the negative sum, and CIML's logistic
  loss is divided by log 2.)
- Scores of +1000 or -1000 give finite, right answers without any warning of numpy. The one exception is the mean e^eta
  of a Poisson variable, which really is that large.
- Arrays of integers are as good as arrays of floats, and no argument is ever modified.
"""

import math
from collections.abc import Callable

import numpy as np

### BEGIN SOLUTION


def _checked(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """X and y as floats; ValueError unless y is a vector with one entry per row of X."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    if y.shape != X.shape[:1]:
        raise ValueError(f"y has shape {y.shape}, but X has {len(X)} rows: y must have shape ({len(X)},)")
    return X, y


def _checked_binary(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same, and ValueError unless every label is 0 or 1."""
    X, y = _checked(X, y)
    if not np.isin(y, (0, 1)).all():
        raise ValueError("labels must be 0 or 1")
    return X, y


def _start(theta0: np.ndarray | None, *shape: int) -> np.ndarray:
    """The initial parameters as floats; zeros if none are given."""
    return np.zeros(shape) if theta0 is None else np.array(theta0, dtype=float)


### END SOLUTION


def sigmoid(z: np.ndarray) -> np.ndarray:
    """The logistic function 1 / (1 + exp(-z)), elementwise.

    It turns any score into a probability: 1/2 at z = 0, towards 1 for large z, towards 0 for very negative z. Useful:

        sigmoid(-z) = 1 - sigmoid(z)        derivative = sigmoid(z) * (1 - sigmoid(z)), at most 1/4, at z = 0

    z: a number or an array of any shape; the result has the same shape (for a number: a float or a 0-d array).
    The result is accurate for every z, and exactly (to rounding) 1 and 0 at z = 1000 and z = -1000, without a warning.
    Note that exp(1000) overflows, while exp(-1000) is just 0.

    Remark: CIML prints the derivative as z * sigmoid(z)^2, which is 0 at z = 0 instead of 1/4. CS480 once prints
    exp(+z) in the denominator, which makes the function decrease. Both are slips.
    """
    ### BEGIN SOLUTION
    z = np.asarray(z, dtype=float)
    e = np.exp(-np.abs(z))  # never overflows
    return np.where(z >= 0, 1, e) / (1 + e)  # for z < 0 the fraction is multiplied by e^z / e^z
    ### END SOLUTION


def canonical_link(mean: np.ndarray, family: str) -> np.ndarray:
    """The natural parameter eta of a distribution with this mean, elementwise: the inverse of mean = a'(eta).

        family = "gaussian" (variance 1)    eta = mean
        family = "bernoulli"                eta = log(mean / (1 - mean)), the log ODDS, for 0 < mean < 1
        family = "poisson"                  eta = log(mean), for mean > 0

    A generalised linear model assumes that eta, and not the mean, is linear in x (see `glm_fit`).

    mean: a number or an array of any shape; the result has the same shape.
    ValueError if any entry is outside the domain (a Bernoulli mean of exactly 0 or 1, and a Poisson mean of 0, are
    outside), or if family is another word.

    Remark: CS229 calls the response eta -> mean "g" and its inverse the link; most books call the inverse itself the
    link and write g for it. Here "link" means: from the mean to eta.
    """
    ### BEGIN SOLUTION
    mean = np.array(mean, dtype=float)
    if family == "gaussian":
        return mean
    if family == "bernoulli":
        if not ((mean > 0) & (mean < 1)).all():
            raise ValueError("the mean of a Bernoulli variable must lie strictly between 0 and 1")
        return np.log(mean) - np.log1p(-mean)
    if family == "poisson":
        if not (mean > 0).all():
            raise ValueError("the mean of a Poisson variable must be positive")
        return np.log(mean)
    raise ValueError(f"family is {family!r}, expected 'gaussian', 'bernoulli' or 'poisson'")
    ### END SOLUTION


def log_likelihood(theta: np.ndarray, X: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray]:
    """The log-likelihood of logistic regression and its gradient, as (value, gradient):

        value    = sum over i of [ y_i log h_i + (1 - y_i) log(1 - h_i) ],    h_i = sigmoid(z_i),  z = X theta
        gradient = X^T (y - h),   shape (p,)

    Both are sums over the examples, not means. The value is at most 0, larger is better, the gradient points uphill.

    The formula as written fails for large scores: h rounds to 0 or 1, and log(0) is minus infinity. But
    log h = z - log(1 + e^z) and log(1 - h) = -log(1 + e^z), so that

        value = sum over i of [ y_i z_i - log(1 + e^(z_i)) ],

    and log(1 + e^z) is np.logaddexp(0, z), safe for any z. Scores of +-1000 must give a finite value and no warning.

    theta: shape (p,). X: shape (n, p). y: shape (n,), entries 0 or 1.
    ValueError if y is not of shape (n,) or has an entry that is neither 0 nor 1.
    """
    ### BEGIN SOLUTION
    X, y = _checked_binary(X, y)
    z = X @ np.asarray(theta, dtype=float)
    return float(y @ z - np.logaddexp(0, z).sum()), X.T @ (y - sigmoid(z))
    ### END SOLUTION


def gradient_ascent(
    X: np.ndarray,
    y: np.ndarray,
    alpha: float | np.ndarray,
    n_epochs: int,
    batch_size: int | None = None,
    loss: str = "log",
    theta0: np.ndarray | None = None,
) -> np.ndarray:
    """Gradient steps for logistic regression: the whole history of theta, one row per epoch.

    One update moves all coordinates together, by what a batch of rows says. With h_i = sigmoid(x_i . theta), always at
    the newest theta,

        theta <- theta + alpha * SUM over the rows i of the batch of e_i * x_i

        loss = "log"        e_i = y_i - h_i                        uphill on the log-likelihood
        loss = "squared"    e_i = (y_i - h_i) * h_i * (1 - h_i)    downhill on the sum of (y_i - h_i)^2, as in AIMA;
                                                                   the 2 of the derivative is folded into alpha

    It is a sum, not a mean. With loss "log" this is the rule `lms` of assignment 05, interface and all, with the
    sigmoid between score and prediction. An epoch goes once through all rows, in the order given, in blocks of
    `batch_size` rows:

        batch_size = None    one block of all n rows: one update per epoch
        batch_size = 1       one row at a time (stochastic): n updates per epoch
        batch_size = m       rows 0..m-1, then m..2m-1, ...; the last block may be shorter; m > n means n

    X: shape (n, p). y: shape (n,), entries 0 or 1. alpha: the learning rate, a number; or an array with one rate for
    each UPDATE, in the order of the updates, for instance 1/t for t = 1, 2, ...: its length is then
    n_epochs * ceil(n / batch_size). theta0: the start, shape (p,), or None for zeros.
    Returns shape (n_epochs + 1, p): row 0 is theta0, row k is theta after k epochs.
    ValueError if y is not of shape (n,) or has an entry other than 0 and 1, if batch_size is below 1, if an array alpha
    has another length, or if loss is another word.

    The log-likelihood is concave, and the batch rule never lowers it if alpha <= 4 / (largest eigenvalue of X^T X). The
    sum of squares is not convex: a confidently wrong example has h * (1 - h) near 0, and so hardly any voice.
    """
    ### BEGIN SOLUTION
    X, y = _checked_binary(X, y)
    n, p = X.shape
    if loss not in ("log", "squared"):
        raise ValueError(f"loss is {loss!r}, expected 'log' or 'squared'")
    if batch_size is None:
        batch_size = n
    if batch_size < 1:
        raise ValueError(f"batch_size is {batch_size}, expected at least 1")
    starts = range(0, n, batch_size)
    n_updates = n_epochs * len(starts)
    rates = np.asarray(alpha, dtype=float)
    if rates.ndim == 0:
        rates = np.full(n_updates, rates)
    if rates.shape != (n_updates,):
        raise ValueError(f"alpha has shape {rates.shape}, but there are {n_updates} updates")

    theta = _start(theta0, p)
    history = [theta]
    rate = iter(rates)
    for _ in range(n_epochs):
        for start in starts:
            rows = slice(start, start + batch_size)
            h = sigmoid(X[rows] @ theta)
            error = y[rows] - h
            if loss == "squared":
                error = error * h * (1 - h)  # the chain rule through the sigmoid
            theta = theta + next(rate) * error @ X[rows]
        history.append(theta)
    return np.array(history)
    ### END SOLUTION


def newton(gradient: Callable, hessian: Callable, theta0: np.ndarray, n_steps: int) -> np.ndarray:
    """Newton's method: the iterates of theta <- theta - H(theta)^-1 g(theta), n_steps times.

    Near theta, g looks like its tangent g(theta) + H(theta) (new - theta); the step goes to where that tangent is zero.
    So the method looks for a zero of g and nothing else:

        g = the gradient of a function, H = its second derivatives: maxima AND minima, with the same minus sign
        p = 1, g = f, H = f': roots of f, with the step f / f'

    A quadratic function is solved by one step from anywhere. Near a solution each step doubles the right digits.

    gradient: a function of theta, shape (p,), that returns g, shape (p,). hessian: a function of theta that returns H,
    shape (p, p), H[i, j] = derivative of g[i] with respect to theta[j] (solve with the whole matrix). Each of the two
    is called exactly n_steps times, once per step. theta0: the start, shape (p,), integers or floats.
    Returns shape (n_steps + 1, p), floats: row 0 is theta0, row k is theta after k steps. A singular H is not checked.

    CS229's figure starts at 4.5 and shows 2.8, then 1.8, towards a root at 1.3, without saying of what;
    f(t) = (t - 1.3)(t - 0.5) behaves like it.
    """
    ### BEGIN SOLUTION
    theta = np.array(theta0, dtype=float)
    history = [theta]
    for _ in range(n_steps):
        theta = theta - np.linalg.solve(hessian(theta), gradient(theta))
        history.append(theta)
    return np.array(history)
    ### END SOLUTION


def newton_logistic(
    X: np.ndarray,
    y: np.ndarray,
    n_steps: int = 25,
    lam: float = 0.0,
    penalise_first: bool = False,
    theta0: np.ndarray | None = None,
) -> np.ndarray:
    """Newton's iterates for logistic regression with a Gaussian prior: they maximise

        log-likelihood(theta) - (lam / 2) * sum over j of theta_j^2

    where the sum skips theta[0] unless penalise_first is True: usually the intercept is free. If the weights come from
    a normal distribution with mean 0 and variance tau^2, and lam = 1 / tau^2, this is the log of the posterior density
    up to a constant, so the maximum is the MAP estimate. A narrow prior is a large lam; lam = 0 is maximum likelihood.
    The prior counts ONCE, however many examples there are.

        gradient = X^T (y - h) - lam P theta
        Hessian  = -X^T diag(h_i (1 - h_i)) X - lam P,      P = identity, with P[0, 0] = 0 unless penalise_first

    X: shape (n, p). y: shape (n,), entries 0 or 1. lam: at least 0. theta0: the start, shape (p,), or None for zeros.
    Returns shape (n_steps + 1, p): row 0 is theta0, row k is theta after k steps; no step is damped or left out.
    ValueError if y is not of shape (n,) or has an entry other than 0 and 1, or if lam < 0.

    With lam = 0 there is no finite maximum if a hyperplane separates the classes, and with a free intercept none if all
    labels are the same; with lam > 0 there is one in all other cases. What happens without one is not checked.
    """
    ### BEGIN SOLUTION
    X, y = _checked_binary(X, y)
    if lam < 0:
        raise ValueError(f"lam is {lam}, expected 0 or more")
    penalties = np.full(X.shape[1], float(lam))  # the diagonal of lam * P
    if not penalise_first:
        penalties[0] = 0

    def gradient(theta: np.ndarray) -> np.ndarray:
        return X.T @ (y - sigmoid(X @ theta)) - penalties * theta

    def hessian(theta: np.ndarray) -> np.ndarray:
        h = sigmoid(X @ theta)
        return -(X.T * (h * (1 - h))) @ X - np.diag(penalties)

    return newton(gradient, hessian, _start(theta0, X.shape[1]), n_steps)
    ### END SOLUTION


def exponential_family(y: np.ndarray, eta: np.ndarray, family: str) -> dict:
    """Three distributions in one form, p(y; eta) = b(y) * exp(eta * y - a(eta)), elementwise.

        family                     a(eta)            log b(y)                       the usual parameter
        "bernoulli"                log(1 + e^eta)    0                              P(y = 1) = sigmoid(eta)
        "gaussian" (variance 1)    eta^2 / 2         -y^2 / 2 - log(2 pi) / 2       mean = eta
        "poisson"                  e^eta             -log(y!)                       rate = e^eta

    eta is the NATURAL parameter, not the mean. The log-partition a makes the probabilities add up to 1, and its
    derivatives are worth knowing: a'(eta) is the mean of y and a''(eta) its variance. Returns a dictionary:

        "log_partition"    a(eta)
        "mean"             a'(eta)
        "variance"         a''(eta)
        "log_density"      log p(y; eta) = log b(y) + eta * y - a(eta)

    y, eta: numbers or arrays that broadcast against each other. "log_density" has their common shape, the other three
    have the shape of eta (for numbers: floats or 0-d arrays). y is not validated: Bernoulli values are 0 or 1, Poisson
    values whole numbers from 0. log(y!) is math.lgamma(y + 1), for one number at a time.
    Bernoulli answers are right for eta = +-1000, where e^eta itself would overflow, without a warning.
    ValueError if family is another word.
    """
    ### BEGIN SOLUTION
    y, eta = np.asarray(y, dtype=float), np.array(eta, dtype=float)
    if family == "bernoulli":
        a, mean = np.logaddexp(0, eta), sigmoid(eta)
        variance = mean * (1 - mean)
        log_b = np.zeros_like(y)
    elif family == "gaussian":
        a, mean, variance = eta**2 / 2, eta, np.ones_like(eta)
        log_b = -(y**2) / 2 - math.log(2 * math.pi) / 2
    elif family == "poisson":
        a = mean = variance = np.exp(eta)
        log_b = -np.vectorize(math.lgamma, otypes=[float])(y + 1)
    else:
        raise ValueError(f"family is {family!r}, expected 'bernoulli', 'gaussian' or 'poisson'")
    return {"log_partition": a, "mean": mean, "variance": variance, "log_density": log_b + eta * y - a}
    ### END SOLUTION


def glm_fit(X: np.ndarray, y: np.ndarray, family: str, n_steps: int = 50) -> np.ndarray:
    """Fit a generalised linear model with canonical link: theta, shape (p,), after n_steps Newton steps from zeros.

    The recipe, the same for every family:  (1) y given x follows the family with natural parameter eta,
    (2) eta = x . theta,  (3) the prediction is the mean of y given x. The log-likelihood is the sum of the log
    densities, and because a' is the mean and a'' the variance, all families share its derivatives:

        gradient = X^T (y - mu),    Hessian = -X^T V X,    mu, diag(V) = mean and variance at eta = X theta
        theta <- theta + (X^T V X)^-1 X^T (y - mu)

    "gaussian" is least squares, solved by the first step. "bernoulli" is logistic regression. "poisson" models counts:
    its mean e^(x . theta) is positive, and each unit of a feature multiplies it. (A line fitted to log y is another
    model, and has no answer if some count is 0.)

    X: shape (n, p), used as given. y: shape (n,): any numbers for "gaussian", 0 or 1 for "bernoulli", whole numbers
    from 0 for "poisson". Steps are taken in full, never damped.
    ValueError if y is not of shape (n,), if an entry of y is outside its family's range, or if family is another word.
    """
    ### BEGIN SOLUTION
    X, y = _checked(X, y)
    in_range = {
        "gaussian": np.full(y.shape, True),
        "bernoulli": np.isin(y, (0, 1)),
        "poisson": (y >= 0) & (y == np.round(y)),
    }
    if family not in in_range:
        raise ValueError(f"family is {family!r}, expected one of {', '.join(in_range)}")
    if not in_range[family].all():
        raise ValueError(f"y has a value that a {family} variable cannot take")

    def gradient(theta: np.ndarray) -> np.ndarray:
        return X.T @ (y - exponential_family(y, X @ theta, family)["mean"])

    def hessian(theta: np.ndarray) -> np.ndarray:
        return -(X.T * exponential_family(y, X @ theta, family)["variance"]) @ X

    return newton(gradient, hessian, np.zeros(X.shape[1]), n_steps)[-1]
    ### END SOLUTION


def softmax(eta: np.ndarray, reference: bool = False) -> np.ndarray:
    """Probabilities from scores: e^(eta_i) / sum over j of e^(eta_j), along the LAST axis.

    Adding the same number to all scores changes nothing. So subtract the largest before you exponentiate: scores of
    +-1000 must give right probabilities without a warning. It also means that k scores are one too many for k classes.
    With reference=True, eta holds only k - 1 scores, the natural parameters eta_i = log(phi_i / phi_k) of a categorical
    variable with probabilities phi_1, ..., phi_k; the last class has the score 0, which is appended first, and k
    probabilities come back.

    eta: one example, shape (k,), or one example a row, shape (n, k); with reference=True (k - 1,) or (n, k - 1).
    Returns shape (k,) or (n, k); each row sums to 1.

    With k = 2 and reference=True the answer is (sigmoid(eta), 1 - sigmoid(eta)).
    """
    ### BEGIN SOLUTION
    eta = np.asarray(eta, dtype=float)
    if reference:
        eta = np.concatenate([eta, np.zeros((*eta.shape[:-1], 1))], axis=-1)
    powers = np.exp(eta - eta.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
    ### END SOLUTION


def softmax_regression(
    X: np.ndarray, y: np.ndarray, n_classes: int, alpha: float, n_steps: int, theta0: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Logistic regression for k = n_classes classes by batch gradient ascent: (theta, values).

    Class c < k - 1 has a row theta_c of parameters and the score x . theta_c. The LAST class is the reference: it has
    no parameters and always the score 0. With phi(x) = softmax of the k scores, the log-likelihood and one step are

        l = sum over i of log phi_{y_i}(x_i)
        theta_c <- theta_c + alpha * sum over i of (1{y_i = c} - phi_c(x_i)) * x_i      for all c < k - 1 together

    where 1{...} is 1 if true and 0 if not. Sums, not means; l must be finite for scores of +-1000, so take
    log phi = score - log(sum of e^score) and not the log of a probability that may have rounded to 0.

    X: shape (n, p). y: shape (n,), labels 0, 1, ..., k - 1 (CS229 counts from 1). alpha: the learning rate, a number.
    theta0: the start, shape (k - 1, p), or None for zeros.
    Returns theta after n_steps, shape (k - 1, p), and values, shape (n_steps + 1,): l at the start and after each step.
    ValueError if y is not of shape (n,) or has an entry that is not one of 0, ..., k - 1.

    With k = 2, class 0 plays the part of y = 1 in logistic regression, because class 1 is the reference.
    """
    ### BEGIN SOLUTION
    X, y = _checked(X, y)
    if not np.isin(y, np.arange(n_classes)).all():
        raise ValueError(f"labels must be whole numbers from 0 to {n_classes - 1}")
    indicators = y[:, np.newaxis] == np.arange(n_classes)  # (n, k)

    def value(theta: np.ndarray) -> float:
        scores = np.column_stack([X @ theta.T, np.zeros(len(y))])
        return scores[indicators].sum() - np.logaddexp.reduce(scores, axis=1).sum()

    theta = _start(theta0, n_classes - 1, X.shape[1])
    values = [value(theta)]
    for _ in range(n_steps):
        errors = indicators - softmax(X @ theta.T, reference=True)
        theta = theta + alpha * errors[:, :-1].T @ X
        values.append(value(theta))
    return theta, np.array(values)
    ### END SOLUTION
