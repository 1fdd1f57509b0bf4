"""Bayesian learning: keep every hypothesis, weigh it by how well it explains the data, and let all of them predict.

Conventions of the whole module
- Logarithms are natural; log 0 is -inf. All arguments called "variance" are variances, never standard deviations.
- Hypotheses are numbered 0..H-1 and outcomes 0..V-1. A table holds one hypothesis a row and one outcome a column:
  table[h, v] = P(outcome v | hypothesis h), so its rows sum to 1. Given the hypothesis, draws are independent.
- "Sums to 1" means within 1e-8.
- Ties go to the lowest index. Checks have only ties that every way of computing sees: no data at all, or hypotheses
  whose rows (or log-likelihoods) and priors are the same numbers. All other candidates are clearly apart.
- Arrays may be lists, whole numbers may stand for floats, and a number may be a float, a numpy scalar or an array of no
  dimensions, in arguments and in answers. No function changes its arguments.
- Every "Raises" lists all the bad input that checks try. Other bad input (nan or infinities where none is mentioned,
  fractional indices, empty arrays where none are mentioned) is not tested.
- Answers are compared to about five digits. Warnings of numpy are not looked at. A check must end within 10 seconds.
- "Note" lines are about sources: CS480 and CS229 are lecture notes (Waterloo, Stanford), CIML is Daume's book "A Course
  in Machine Learning". Nobody needs them to solve the exercises.
"""

from collections.abc import Sequence

import numpy as np


def discrete_posterior(prior: np.ndarray, log_likelihood: np.ndarray) -> tuple[np.ndarray, float]:
    """Bayes' rule for finitely many hypotheses: how plausible is each of them after the data?

        P(h | data) = P(data | h) P(h) / P(data),     P(data) = sum over h of P(data | h) P(h).

    P(data) is called the evidence. Likelihoods of long data underflow, so logarithms come in and a logarithm goes out:
    the answer must be right for log-likelihoods of -2000, too, and must only depend on their differences (adding c to
    all of them adds c to the log evidence and leaves the posterior).

    prior: (H,), not negative, sums to 1. log_likelihood: (H,), the numbers log P(data | h); -inf is allowed.
    Returns (posterior, log_evidence): an (H,) array that sums to 1, and a float. A hypothesis with prior 0, or with
    log-likelihood -inf, has posterior 0.

    Raises ValueError if the two are not one-dimensional and equally long, an entry of prior is negative, prior does not
    sum to 1, or every hypothesis has prior 0 or log-likelihood -inf (nothing explains the data; underflow is no such
    case).

    Note: after ten limes (of five bags) CS480 prints an evidence of .1114, and .0987 for its fourth bag; right are
    .1117 and .1009.
    """
    raise NotImplementedError


def sequential_posteriors(prior: np.ndarray, table: np.ndarray, observations: Sequence[int]) -> np.ndarray:
    """The posterior after each observation: today's posterior is tomorrow's prior.

    When outcome v is observed, every hypothesis is multiplied by the probability that it gave to v, and the result is
    normalised to sum 1:

        P(h | first t) = table[h, v] P(h | first t-1) / (the sum of this over h),     v = the t-th observation.

    The bags are so big that draws do not change them: the table is the same at every step. It must work for thousands
    of observations. (Multiply and normalise at every step, or add logarithms and normalise at the end; both are right.
    No check needs a hypothesis again that has fallen below 1e-200.)

    prior: (H,), not negative, sums to 1. table: (H, V), see the conventions. observations: a sequence of n outcomes
    (column numbers); it may be empty.
    Returns shape (n + 1, H): row 0 is the prior, row t the posterior after the first t observations.

    Raises ValueError if the prior is negative somewhere or does not sum to 1, the table does not have H rows, an entry
    of it is negative or a row does not sum to 1, an observation is below 0 or above V - 1, or an observation is
    impossible: every hypothesis that is left gives it probability 0.
    """
    raise NotImplementedError


def choose_hypothesis(log_likelihood: np.ndarray, prior: np.ndarray | None = None) -> int:
    """The single best hypothesis: maximum likelihood (ML) without a prior, maximum a posteriori (MAP) with one.

        ML:   the h with the largest P(data | h)
        MAP:  the h with the largest P(data | h) P(h), which is also the one with the largest posterior

    The evidence is the same for all h, so MAP does not need it; nor need the prior sum to 1. It must work for
    log-likelihoods of -2000, too. On ties the lowest index wins.

    log_likelihood: (H,), the numbers log P(data | h); -inf is allowed. prior: (H,), not negative, or None.
    Returns the index of the winner, an int. A hypothesis with prior 0 or log-likelihood -inf never wins.

    Raises ValueError if log_likelihood is not one-dimensional, a given prior has another shape or a negative entry, nan
    is in either, or nobody can win: every hypothesis has log-likelihood -inf or prior 0.
    """
    raise NotImplementedError


def prediction_curves(
    prior: np.ndarray, table: np.ndarray, observations: Sequence[int], outcome: int
) -> dict[str, np.ndarray]:
    """Three learners watch the same draws; after each, they say how probable it is that the NEXT draw is `outcome`.

        "bayes"   all hypotheses vote:  sum over h of table[h, outcome] P(h | what was seen so far)
        "map"     only the MAP hypothesis speaks:  table[h, outcome] for the h with the largest posterior
        "ml"      only the ML hypothesis speaks:   table[h, outcome] for the h with the largest likelihood

    "ml" takes no notice of the prior, not even of a 0 in it. On ties the lowest index wins; at t = 0 nothing has been
    seen, all likelihoods are 1 and so "ml" asks hypothesis 0. There are no other ties in the checks.

    prior, table, observations: as in `sequential_posteriors`. outcome: a column number.
    Returns a dict with these three keys, each an array of shape (n + 1,): entry t uses the first t observations.

    Raises ValueError in the cases of `sequential_posteriors`, and if outcome is below 0 or above V - 1.
    """
    raise NotImplementedError


def dirichlet_posterior(pseudo_counts: np.ndarray, counts: np.ndarray) -> dict:
    """A die with K sides and unknown probabilities p: a Dirichlet prior, which stays a Dirichlet when data come in.

    The prior density is proportional to the product of p_k^(a_k - 1), with pseudo counts a_k > 0; for K = 2 this is the
    Beta prior of a coin. Data enter by adding their counts n_k. With b = a + n and B = the sum of b, the result is

        "pseudo_counts"   b, shape (K,): those of the posterior
        "mean"            b / B, shape (K,): the posterior mean of p, which is also P(next outcome = k | data)
        "mode"            (b - 1) / (B - K), shape (K,): where the posterior density is largest. All nan unless every
                          b_k is at least 1 and B is more than K (otherwise there is no single highest point)
        "log_evidence"    float: log P(data), for ONE sequence of outcomes with these counts, so without a multinomial
                          coefficient. No data: log 1 = 0

    With the sums A of a and N of n, the evidence is the product of the predictions made on the way, in any order:

        P(data) = [product over k of a_k (a_k + 1) ... (a_k + n_k - 1)] / [A (A + 1) ... (A + N - 1)]
                = beta(b) / beta(a),   with beta(a) = (product over k of Gamma(a_k)) / Gamma(A).

    math.gamma overflows above 171; use math.lgamma, or add the logarithms of the factors.

    pseudo_counts: (K,), a_k > 0; up to 10,000 in checks, and whole or halves where "at least 1" matters.
    counts: (K,), whole numbers >= 0; up to 1000 in checks.

    Raises ValueError if a pseudo count is not above 0, a count is negative, or the two are not equally long vectors.

    Note: CS480 names no family of priors; this is the usual one.
    """
    raise NotImplementedError


def linear_posterior(
    Phi: np.ndarray, y: np.ndarray, noise_variance: float, prior_mean: np.ndarray, prior_covariance: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The posterior of the weights of a linear model: a Gaussian prior and Gaussian noise give a Gaussian.

    The model is y = Phi w + noise, with independent noise of mean 0 and the known variance s2 = noise_variance, and
    w ~ N(m0, S0) before any data. Then w ~ N(m, S) after them:

        S = (S0^-1 + Phi^T Phi / s2)^-1,     m = S (S0^-1 m0 + Phi^T y / s2).

    Inverse covariances ("precisions") add up: the prior counts once, each example once. The most probable weights are
    m; with m0 = 0 and S0 = tau2 I they are ridge regression, the minimum of |y - Phi w|^2 + (s2 / tau2) |w|^2.

    Phi: (n, M), used as given (a column of ones in it makes an intercept). n = 0, shape (0, M), gives back the prior;
    n < M and dependent columns are fine. y: (n,). noise_variance: above 0. prior_mean: (M,).
    prior_covariance: (M, M), symmetric positive definite.
    Returns (m, S), shapes (M,) and (M, M); S is symmetric up to rounding.

    Any formula that is right on paper keeps enough digits: prior variances in checks go from 1e-8 to 1e4, and the
    columns of Phi are of ordinary size.

    Raises ValueError if noise_variance is not above 0, y is not of shape (n,) (an (n, 1) column is refused),
    prior_mean not of shape (M,), prior_covariance not of shape (M, M), or prior_covariance is not symmetric (entries
    differ by more than 1e-8 of the largest) or not positive definite. Checks try a clearly negative eigenvalue, and a
    zero on the diagonal of a diagonal matrix; no other singular one.

    Note: CS480 stops at Bayes' rule; the Gaussian prior and the closed form are ours.
    """
    raise NotImplementedError


def linear_predictive(
    Phi_new: np.ndarray, mean: np.ndarray, covariance: np.ndarray, noise_variance: float
) -> tuple[np.ndarray, np.ndarray]:
    """What y will be measured at new inputs, if w ~ N(mean, covariance): a Gaussian for each row phi of Phi_new with

        mean  phi . mean,     variance  noise_variance + phi^T covariance phi.

    The second term is doubt about the line, which data can remove; the first is the noise of the new measurement, which
    they cannot. noise_variance = 0 is allowed and leaves the doubt about the line alone.

    Phi_new: (m, M). mean: (M,). covariance: (M, M), taken as it is. noise_variance: not negative.
    Returns (means, variances), both of shape (m,). Variances, not standard deviations.

    Raises ValueError if noise_variance is negative, mean is not of shape (M,) or covariance not of shape (M, M).
    """
    raise NotImplementedError


def linear_log_evidence(
    Phi: np.ndarray, y: np.ndarray, noise_variance: float, prior_mean: np.ndarray, prior_covariance: np.ndarray
) -> float:
    """How probable were the data, before anything was known about w? log p(y | Phi) with the weights integrated out.

    In the model of `linear_posterior`, y itself is Gaussian before it is seen: with m0 and S0 of the prior,

        y ~ N(Phi m0, C),     C = noise_variance * I + Phi S0 Phi^T,     so with r = y - Phi m0
        log p(y) = -n/2 log(2 pi) - 1/2 log det C - 1/2 r^T C^-1 r.

    Models may be compared by it, the larger the better: one that could have produced anything spreads its probability
    thin. Two other ways to the same number, when C (n by n) is too big: the sum over examples of the log density of
    y_t, predicted from the examples before it; or Bayes' rule, log p(y | w) + log p(w) - log p(w | y) at any w.

    Arguments and errors are those of `linear_posterior`. n = 0 gives 0.0. Checks have at most 200 examples, and
    det C does not underflow in them (though its logarithm, by np.linalg.slogdet, is safer anyway).
    Returns a float.
    """
    raise NotImplementedError


def logistic_grid_posterior(
    x: np.ndarray, y: np.ndarray, grid: np.ndarray, prior_variance: float, x_new: np.ndarray
) -> tuple[np.ndarray, float, np.ndarray]:
    """Logistic regression with one weight theta, by Bayes: no formula helps, so integrate numerically on a grid.

        P(y = 1 | x, theta) = 1 / (1 + exp(-theta x)),     theta ~ N(0, prior_variance).

    At each theta of the grid let f(theta) = [product over i of P(y_i | x_i, theta)] * (density of the prior at theta),
    the density with its factor 1 / sqrt(2 pi prior_variance). Integrals over theta use the trapezoid rule on the grid,
    whose points need not be equally far apart:

        integral of g  ~  sum over neighbours j, j+1 of (grid[j+1] - grid[j]) * (g[j] + g[j+1]) / 2

        evidence     the integral of f
        density      f / evidence, one number per grid point: the posterior density of theta
        predictive   for each entry of x_new: the integral of P(y = 1 | that entry, theta) * density(theta)

    No data (x and y of shape (0,)): f is the prior density.

    x: (n,), at most 100 examples in checks. y: (n,) of 0 and 1. grid: (g,), strictly increasing, g >= 2.
    prior_variance: above 0. x_new: (m,). |theta x| may be as large as 1000: beware of 0 * log 0, and of math.exp(1000).
    Returns (density, evidence, predictive), shapes (g,), a float and (m,).

    Raises ValueError if a label is neither 0 nor 1, x and y are not equally long, prior_variance is not above 0, or the
    grid has fewer than 2 points or is not strictly increasing.
    """
    raise NotImplementedError


def map_logistic(
    X: np.ndarray, y: np.ndarray, prior_variance: float | np.ndarray, n_iter: int = 100
) -> tuple[np.ndarray, float]:
    """Logistic regression with a Gaussian prior on each weight: the most probable theta, found by Newton's method.

    Maximise over theta, with P(y = 1 | x, theta) = 1 / (1 + exp(-x . theta)) and theta_j ~ N(0, v_j),

        L(theta) = SUM over i of log P(y_i | x_i, theta)  -  1/2 * sum over j of theta_j^2 / v_j,

    a sum over examples, not a mean; constants of the prior are left out. L is concave. With p_i = P(1 | x_i, theta),

        gradient  X^T (y - p) - theta / v,     minus the Hessian  X^T diag(p (1 - p)) X + diag(1 / v),

    and a Newton step goes from theta to theta + (minus the Hessian)^-1 gradient. Start from 0. On the data of the
    checks this converges in fewer than 20 steps. Elsewhere a step may go much too far: halve a step that lowers L.

    X: (n, d), used as given (a column of ones in it makes an intercept). y: (n,) of 0 and 1. prior_variance: v, one
    number for all weights, or (d,), one for each. np.inf is allowed, for a flat prior: 1 / v = 0.
    n_iter: at most so many steps; no check sets it. Returns (theta, L(theta)): a (d,) array and a float.

    In the checks each weight has to be within 1e-5 of the maximiser, and v is at most 100, or inf. |x . theta| may
    reach 1000, where 1 - p is 0 and 0 * log 0 is nan; np.logaddexp(0, z) = log(1 + exp(z)) has no such trouble. Any
    method will do, but mind the time: gradient ascent needs some 50,000 steps on 569 examples.

    Raises ValueError if a label is neither 0 nor 1, y is not of shape (n,), some v is not above 0, or v is neither one
    number nor of shape (d,). Where an infinite v leaves L without a single maximum (separable classes, dependent
    columns), nothing is tested.

    Note: CS229 gives all weights the prior; CIML leaves the intercept free, which is v = inf for its column.
    """
    raise NotImplementedError
