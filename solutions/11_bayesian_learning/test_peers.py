"""The reference against scipy, scikit-learn, and where they have nothing, against sums over everything and quadrature.

What differs, and how the checks convert:
- BayesianRidge has precisions: alpha of the noise and lambda of the weights, and fits them unless the gamma priors on
  them leave no choice; so its closed form is reached here through Ridge and GaussianProcessRegressor instead.
- A Gaussian process with the kernel s2_0 + x.x' is linear regression with a prior of variance s2_0 on the intercept and
  1 on each slope; `alpha` is the noise variance, and the variance it predicts is that of the line, without noise.
- LogisticRegression minimises 1/2 |w|^2 + C * (sum of the losses), so C = v; its intercept is free, as with v = inf.
"""

import itertools
import warnings

import numpy as np
import pytest
from scipy import integrate, optimize, stats
from scipy.special import betaln, expit, gammaln, log_expit, logsumexp
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import DotProduct
from sklearn.linear_model import LogisticRegression, Ridge


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry."""
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value).max()))


def bags(rng, n, H=5, V=4):
    table = rng.dirichlet(np.ones(V), size=H)
    return rng.dirichlet(np.ones(H)), table, rng.choice(V, size=n, p=table[0])


def linear_problem(rng, n, M):
    A = rng.normal(size=(M, M))
    return rng.normal(size=(n, M)), rng.normal(size=n), rng.uniform(0.1, 2), rng.normal(size=M), A @ A.T + np.eye(M)


def standardised(dataset):
    X, y, _ = dataset("breast_cancer")
    return (X - X.mean(axis=0)) / X.std(axis=0), y


@pytest.mark.exercise("discrete_posterior")
def test_logsumexp(reference, rng):
    """the log evidence is scipy's weighted logsumexp, at any height of the log-likelihoods"""
    for height in (0, -20, -2000, -1e5):
        prior, log_likelihood = rng.dirichlet(np.ones(7)), rng.uniform(-30, 0, size=7) + height
        posterior, log_evidence = reference.discrete_posterior(prior, log_likelihood)
        assert log_evidence == pytest.approx(logsumexp(log_likelihood, b=prior), rel=1e-12)
        assert posterior == close(np.exp(log_likelihood + np.log(prior) - log_evidence))


@pytest.mark.exercise("sequential_posteriors")
def test_counts_of_outcomes(reference, rng):
    """each row is the posterior by scipy's multinomial, whose coefficient cancels"""
    prior, table, draws = bags(rng, 300)
    rows = reference.sequential_posteriors(prior, table, draws)
    for t in (0, 1, 10, 300):
        counts = np.bincount(draws[:t], minlength=4)
        log_joint = np.array([stats.multinomial.logpmf(counts, t, row) for row in table]) + np.log(prior)
        assert rows[t] == close(np.exp(log_joint - logsumexp(log_joint)))


@pytest.mark.exercise("choose_hypothesis")
def test_all_pairs(reference, rng):
    """no hypothesis is better than the one that is chosen, in a comparison of all pairs"""
    for _ in range(50):
        log_likelihood, prior = rng.uniform(-2010, -2000, size=6), rng.dirichlet(np.ones(6))
        ml, best = reference.choose_hypothesis(log_likelihood), reference.choose_hypothesis(log_likelihood, prior)
        for h in range(6):
            assert log_likelihood[h] <= log_likelihood[ml]
            assert prior[h] * np.exp(log_likelihood[h] - log_likelihood[best]) <= prior[best] * (1 + 1e-9)


@pytest.mark.exercise("prediction_curves")
def test_sum_over_all_continuations(reference, rng):
    """the Bayesian prediction is a ratio of probabilities of sequences, each summed over the hypotheses"""
    prior, table, draws = bags(rng, 6, V=3)

    def probability(sequence):
        return sum(p * np.prod(row[list(sequence)]) for p, row in zip(prior, table, strict=True))

    for outcome in range(3):
        curves = reference.prediction_curves(prior, table, draws, outcome)
        for t in range(7):
            seen = tuple(draws[:t])
            assert curves["bayes"][t] == close(probability((*seen, outcome)) / probability(seen))
            likelihood = [np.prod(row[list(seen)]) for row in table]
            assert curves["ml"][t] == table[np.argmax(likelihood), outcome]
            assert curves["map"][t] == table[np.argmax(prior * likelihood), outcome]


@pytest.mark.exercise("dirichlet_posterior")
def test_distributions_of_scipy(reference, rng):
    """mean, mode and evidence are those of stats.beta, stats.dirichlet, betabinom and dirichlet_multinomial"""
    for K in (2, 3, 6):
        a, n = rng.uniform(0.5, 5, size=K), rng.integers(1, 40, size=K)
        answer = reference.dirichlet_posterior(a, n)
        assert answer["mean"] == close(stats.dirichlet.mean(a + n))
        coefficient = gammaln(n.sum() + 1) - gammaln(n + 1).sum()
        assert answer["log_evidence"] == close(stats.dirichlet_multinomial.logpmf(n, a, n.sum()) - coefficient, 1e-7)
        density = stats.dirichlet(a + n)
        peak = density.logpdf(answer["mode"])
        for _ in range(20):
            other = answer["mode"] + 1e-3 * (rng.dirichlet(np.ones(K)) - answer["mode"])
            assert density.logpdf(other / other.sum()) <= peak + 1e-9
    a, n = rng.uniform(0.5, 5, size=2), rng.integers(0, 30, size=2)
    assert reference.dirichlet_posterior(a, n)["log_evidence"] == close(betaln(*(a + n)) - betaln(*a), rel=1e-7)
    total = sum(
        np.exp(reference.dirichlet_posterior(a, np.bincount(throws, minlength=2))["log_evidence"])
        for throws in itertools.product((0, 1), repeat=6)
    )
    assert total == close(1.0)


@pytest.mark.exercise("linear_posterior")
def test_mean_is_ridge(reference, rng):
    """with prior N(0, tau2 I) the mean is Ridge(alpha = noise / tau2) without intercept"""
    Phi, y, noise, _, _ = linear_problem(rng, 40, 6)
    for tau2 in (1e-3, 1.0, 1e4):
        mean, _ = reference.linear_posterior(Phi, y, noise, np.zeros(6), tau2 * np.eye(6))
        assert mean == close(Ridge(alpha=noise / tau2, fit_intercept=False).fit(Phi, y).coef_, rel=1e-7)


@pytest.mark.exercise("linear_posterior")
def test_conditional_of_the_joint(reference, rng):
    """mean and covariance are those of w given y, from the joint Gaussian of both; fewer examples than weights too"""
    for n, M in ((30, 4), (3, 8)):
        Phi, y, noise, m0, S0 = linear_problem(rng, n, M)
        gain = np.linalg.solve(Phi @ S0 @ Phi.T + noise * np.eye(n), Phi @ S0).T
        mean, covariance = reference.linear_posterior(Phi, y, noise, m0, S0)
        assert mean == close(m0 + gain @ (y - Phi @ m0))
        assert covariance == close(S0 - gain @ Phi @ S0)


@pytest.mark.exercise("linear_posterior")
def test_raw_square_feet(reference, dataset):
    """columns 1, area and its square in raw square feet still satisfy the normal equations, to eight digits"""
    X, price, _ = dataset("houses")
    Phi, y = X[:, :1] ** np.arange(3), price / 100
    mean, covariance = reference.linear_posterior(Phi, y, 0.25, np.zeros(3), 10 * np.eye(3))
    scale = 1.0 / np.array([1, 1e3, 1e6])
    scaled = reference.linear_posterior(Phi * scale, y, 0.25, np.zeros(3), 10 * np.diag(scale**-2.0))
    assert mean / scale == close(scaled[0], rel=1e-7)
    assert covariance / np.outer(scale, scale) == close(scaled[1], rel=1e-7)


@pytest.mark.exercise("linear_predictive")
@pytest.mark.exercise("linear_log_evidence")
def test_gaussian_process(reference, rng):
    """a Gaussian process with a linear kernel makes the same predictions and has the same log marginal likelihood"""
    x, y = rng.normal(size=(25, 2)), rng.normal(size=25)
    noise, spread = 0.3, 1.7
    peer = GaussianProcessRegressor(DotProduct(spread, "fixed"), alpha=noise, optimizer=None).fit(x, y)
    Phi, prior = np.column_stack([np.ones(25), x]), (np.zeros(3), np.diag([spread**2, 1, 1]))
    x_new = 3 * rng.normal(size=(10, 2))
    means, deviations = peer.predict(x_new, return_std=True)
    posterior = reference.linear_posterior(Phi, y, noise, *prior)
    answer = reference.linear_predictive(np.column_stack([np.ones(10), x_new]), *posterior, noise)
    assert answer[0] == close(means, rel=1e-6)
    assert answer[1] == close(deviations**2 + noise, rel=1e-6)
    evidence = reference.linear_log_evidence(Phi, y, noise, *prior)
    assert evidence == close(peer.log_marginal_likelihood_value_, rel=1e-7)


@pytest.mark.exercise("linear_log_evidence")
def test_multivariate_normal(reference, rng):
    """it is multivariate_normal.logpdf of y, with more and with fewer examples than weights, to 1e-9"""
    for n, M in ((200, 5), (20, 3), (4, 30), (1, 1)):
        Phi, y, noise, m0, S0 = linear_problem(rng, n, M)
        expected = stats.multivariate_normal.logpdf(y, Phi @ m0, noise * np.eye(n) + Phi @ S0 @ Phi.T)
        assert reference.linear_log_evidence(Phi, y, noise, m0, S0) == close(expected, rel=1e-9)


@pytest.mark.exercise("logistic_grid_posterior")
def test_quadrature(reference, rng):
    """evidence and predictions agree with adaptive quadrature, on a fine grid, to 1e-7"""
    x, y, variance = rng.normal(size=12), rng.integers(2, size=12), 2.5

    def f(theta):
        return np.exp(log_expit((2 * y - 1) * x * theta).sum()) * stats.norm.pdf(theta, scale=np.sqrt(variance))

    grid = np.linspace(-20, 20, 4001)
    density, evidence, predictive = reference.logistic_grid_posterior(x, y, grid, variance, [1.3, -4.0])
    total = integrate.quad(f, -20, 20, epsabs=1e-15, limit=200, points=[0])[0]
    assert evidence == close(total, rel=1e-7)
    assert density[2100] == close(f(grid[2100]) / total, rel=1e-7)
    for new, told in zip((1.3, -4.0), predictive, strict=True):
        expected = integrate.quad(lambda theta, new=new: expit(theta * new) * f(theta), -20, 20, limit=200, points=[0])
        assert told == close(expected[0] / total, rel=1e-7)
    assert integrate.trapezoid(density, grid) == close(1.0)


@pytest.mark.exercise("logistic_grid_posterior")
def test_plug_in_figures(reference):
    """what one theta alone would predict, beside the average: .5989 and .5868; .7697, .9739 and .7754, .8990"""
    theta, _ = reference.map_logistic([[1]], [1], 1.0)
    assert expit(theta[0]) == pytest.approx(0.598941863, abs=1e-8)
    theta, _ = reference.map_logistic([[1], [2], [-1], [0.5]], [1, 1, 0, 0], 4.0)
    assert theta[0] == pytest.approx(1.20669782, abs=1e-8)
    assert expit(theta[0] * np.array([1, 3])) == close(np.array([0.769714145, 0.973918299]))


@pytest.mark.exercise("map_logistic")
def test_logistic_regression(reference, dataset, rng):
    """theta agrees with LogisticRegression(C=v), whose intercept is free, on random data and on tumours"""
    Z, labels = standardised(dataset)
    random = rng.normal(size=(60, 4))
    for X, y in ((Z, labels), (random, (random @ rng.normal(size=4) + rng.normal(size=60) > 0).astype(int))):
        for v in (0.01, 1.0, 10.0):
            peer = LogisticRegression(C=v, tol=1e-10, max_iter=10_000, solver="newton-cholesky").fit(X, y)
            priors = np.array([np.inf] + [v] * X.shape[1])
            theta, value = reference.map_logistic(np.column_stack([np.ones(len(X)), X]), y, priors)
            assert theta == close(np.append(peer.intercept_, peer.coef_), rel=1e-5)
            log_likelihood = peer.predict_log_proba(X)[np.arange(len(y)), y].sum()
            assert value == close(log_likelihood - (peer.coef_**2).sum() / (2 * v), rel=1e-6)


@pytest.mark.exercise("map_logistic")
def test_minimiser_of_scipy(reference, dataset):
    """theta and value agree with scipy's BFGS, one variance for each weight, on the course ratings"""
    X, rating, _ = dataset("course_ratings")
    y, v = np.where(rating >= 0, 1, 0), np.array([0.5, 1, 2, 4, 8])

    def loss(theta):
        return -log_expit((2 * y - 1) * (X @ theta)).sum() + (theta**2 / v).sum() / 2

    peer = optimize.minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-7})
    theta, value = reference.map_logistic(X, y, v)
    assert theta == close(peer.x, rel=1e-5)
    assert value == close(-peer.fun, rel=1e-9)


@pytest.mark.exercise("map_logistic")
@pytest.mark.parametrize(("v", "norm", "value", "errors"), [(100.0, 21.7385168, -19.2352233, 5), (1e6, None, None, 0)])
def test_wide_priors_on_tumours(reference, dataset, v, norm, value, errors):
    """v = 100, and v = 1e6, where Newton's method without halving of steps diverges: the gradient vanishes"""
    Z, y = standardised(dataset)
    X = np.column_stack([np.ones(len(Z)), Z])
    theta, best = reference.map_logistic(X, y, v)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gradient = X.T @ (y - expit(X @ theta)) - theta / v
    assert np.abs(gradient).max() < 1e-9
    assert np.sum((X @ theta > 0) != y) == errors
    if norm is not None:
        assert (np.linalg.norm(theta), best) == pytest.approx((norm, value), rel=1e-8)
