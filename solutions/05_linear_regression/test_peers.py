"""The reference against numpy, scipy and scikit-learn.

Every exercise has a counterpart. The only parts without one: minibatches of more than one and fewer than all rows in
lms, and the penalties of penalised_cost as a whole, whose terms are checked one by one.

What differs, and how the checks convert:
- the intercept is our first column of ones; scikit-learn has it apart (fit_intercept=True) and never penalises it,
  which is penalise_first=False, or penalises it as any column if the ones are in X (fit_intercept=False);
- our cost is half the SUM of squares. Ridge has ||r||^2 + alpha ||w||^2, all of ours doubled, so alpha = lam; Lasso has
  ||r||^2 / (2n) + alpha |w|, all of ours divided by n, so alpha = lam / n.
"""

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import approx_fprime, curve_fit
from sklearn.linear_model import Lasso, LinearRegression, Ridge, SGDRegressor
from sklearn.metrics import mean_squared_error
from sklearn.preprocessing import PolynomialFeatures, StandardScaler


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry: an entry that should be 0 may be as far off as the others."""
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value).max()))


def with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


def problems(rng, dataset):
    """Features without the ones, and targets: random ones, and the real ones as they are."""
    X = rng.normal(size=(80, 5)) + 2
    return [(X, X @ rng.normal(size=5) + rng.normal(size=80)), *(dataset(name)[:2] for name in ("houses", "diabetes"))]


def scaled_problems(rng, dataset):
    """The same with features of mean 0 and variance 1, on which iterations get somewhere."""
    return [(StandardScaler().fit_transform(X), y) for X, y in problems(rng, dataset)]


def pairs(rng, dataset):
    """One feature and its target: random, area and price of the houses, two lengths of the irises, bmi and diabetes."""
    x = rng.normal(size=40)
    houses, price, _ = dataset("houses")
    iris = dataset("iris")[0]
    diabetes, progression, names = dataset("diabetes")
    return [
        (x, 3 - 2 * x + rng.normal(size=40)),
        (houses[:, 0], price),
        (iris[:, 2], iris[:, 3]),
        (diabetes[:, names.index("bmi")], progression),
    ]


def weights_for(rng, n):
    """Random weights, with a few examples that count nothing."""
    weights = rng.uniform(0.1, 3, n)
    weights[rng.permutation(n)[: n // 10]] = 0
    return weights


@pytest.mark.exercise("fit_line")
def test_line(reference, rng, dataset):
    """intercept and slope agree with scipy.stats.linregress and np.polyfit (highest power first) within 1e-8"""
    for x, y in pairs(rng, dataset):
        peer = stats.linregress(x, y)
        assert reference.fit_line(x, y) == close(np.array([peer.intercept, peer.slope]))
        assert reference.fit_line(x, y) == close(np.polyfit(x, y, 1)[::-1])


@pytest.mark.exercise("design_matrix")
def test_powers_of_one_feature(reference, rng, dataset):
    """for one feature the columns are np.vander's with increasing powers, within 1e-8"""
    for x, _ in pairs(rng, dataset):
        for degree in (0, 1, 4):
            assert reference.design_matrix(x, degree) == close(np.vander(x, degree + 1, increasing=True))


@pytest.mark.exercise("design_matrix")
def test_columns(reference, rng, dataset):
    """the columns are those of PolynomialFeatures with one factor, or two different ones, in our order, within 1e-8

    PolynomialFeatures mixes powers and products of one degree and also has products of higher powers (x1^2 x2), which
    we never have. Its powers_ say which column is which.
    """
    for X, _ in problems(rng, dataset):
        X, d = X[:, :4], min(4, X.shape[1])
        peer = PolynomialFeatures(3).fit(X)
        column = {tuple(powers): k for k, powers in enumerate(peer.powers_.tolist())}
        unit = np.eye(d, dtype=int)
        wanted = [0 * unit[0]] + [degree * unit[i] for degree in (1, 2, 3) for i in range(d)]
        wanted += [unit[i] + unit[j] for i in range(d) for j in range(i + 1, d)]
        expected = peer.transform(X)[:, [column[tuple(powers.tolist())] for powers in wanted]]
        assert reference.design_matrix(X, 3, interactions=True) == close(expected)


@pytest.mark.exercise("least_squares_cost")
def test_cost(reference, rng, dataset):
    """the cost is mean_squared_error times half the sum of the weights, within 1e-8"""
    for X, y in problems(rng, dataset):
        A, weights = with_ones(X), weights_for(rng, len(y))
        theta = rng.normal(size=A.shape[1])
        mean = mean_squared_error(y, A @ theta, sample_weight=weights)
        assert reference.least_squares_cost(theta, A, y, weights)[0] == close(mean * weights.sum() / 2)
        assert reference.least_squares_cost(theta, A, y)[0] == close(mean_squared_error(y, A @ theta) * len(y) / 2)


@pytest.mark.exercise("least_squares_cost")
def test_gradient(reference, rng, dataset):
    """the gradient agrees with scipy's finite differences of the cost within 1e-4, all they can give"""
    for X, y in scaled_problems(rng, dataset):
        A, weights = with_ones(X), weights_for(rng, len(y))
        theta = rng.normal(size=A.shape[1])

        def cost(t, A=A, y=y, weights=weights):
            return weights @ (A @ t - y) ** 2 / 2

        gradient = reference.least_squares_cost(theta, A, y, weights)[1]
        assert gradient == close(approx_fprime(theta, cost), rel=1e-4)


@pytest.mark.exercise("normal_equations")
def test_least_squares(reference, rng, dataset):
    """theta agrees with LinearRegression, with and without weights, within 1e-8"""
    for X, y in problems(rng, dataset):
        for weights in (None, rng.uniform(0.1, 3, len(y)), weights_for(rng, len(y))):
            peer = LinearRegression().fit(X, y, sample_weight=weights)
            expected = np.append(peer.intercept_, peer.coef_)
            assert reference.normal_equations(with_ones(X), y, weights) == close(expected)


@pytest.mark.exercise("normal_equations")
def test_smallest_norm(reference, rng, dataset):
    """with dependent columns, or fewer rows than columns, theta is np.linalg.pinv's within 1e-8"""
    wide = rng.normal(size=(4, 9))
    cases = [(wide, rng.normal(size=4))]
    for X, y in scaled_problems(rng, dataset):
        cases.append((np.column_stack([with_ones(X), X[:, 0] + X[:, 1], X[:, 0]]), y))
    for A, y in cases:
        assert reference.normal_equations(A, y) == close(np.linalg.pinv(A) @ y)


@pytest.mark.exercise("lms")
def test_stochastic_rule(reference, rng, dataset):
    """with batch_size = 1 every epoch agrees with SGDRegressor(shuffle=False) at a constant rate within 1e-8

    The loss of SGDRegressor is half the square of one residual, so its eta0 is our alpha.
    """
    for X, y in scaled_problems(rng, dataset):
        A, alpha = with_ones(X), 0.01
        history = reference.lms(A, y, alpha, 5, batch_size=1)
        rule = {"penalty": None, "learning_rate": "constant", "eta0": alpha}
        peer = SGDRegressor(**rule, fit_intercept=False, shuffle=False)
        for theta in history[1:]:
            assert theta == close(peer.partial_fit(A, y).coef_)


@pytest.mark.exercise("lms")
def test_rates_of_single_updates(reference, rng, dataset):
    """an array of rates agrees with partial_fit of SGDRegressor on single rows with these eta0, within 1e-8"""
    for X, y in scaled_problems(rng, dataset):
        A, y = with_ones(X)[:60], y[:60]
        rates = 0.05 / np.sqrt(1 + np.arange(2 * len(y)))
        peer = SGDRegressor(penalty=None, learning_rate="constant", fit_intercept=False)
        for t, rate in enumerate(rates):
            row = slice(t % len(y), t % len(y) + 1)
            peer.set_params(eta0=rate).partial_fit(A[row], y[row])
        assert reference.lms(A, y, rates, 2, batch_size=1)[-1] == close(peer.coef_)


@pytest.mark.exercise("lms")
def test_batch_rule_arrives(reference, rng, dataset):
    """the batch rule at 1/(largest eigenvalue) ends at np.linalg.lstsq's theta within 1e-5"""
    for X, y in scaled_problems(rng, dataset):
        A = with_ones(X[:, :4])  # the blood values of diabetes are nearly dependent, which would take very long
        alpha = 1 / np.linalg.norm(A, ord=2) ** 2
        assert reference.lms(A, y, alpha, 3000)[-1] == close(np.linalg.lstsq(A, y, rcond=None)[0], rel=1e-5)


@pytest.mark.exercise("log_likelihood")
@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
def test_log_likelihood(reference, rng, dataset, noise):
    """the log likelihood is the sum of norm.logpdf or laplace.logpdf of scipy.stats, with the same scale, within 1e-8

    The scales are of the size of the residuals, because laplace.logpdf is the logarithm of an underflow, -inf, at some
    700 scales from the centre. Ours has to be finite there.
    """
    density = {"gaussian": stats.norm, "laplace": stats.laplace}[noise]
    for X, y in problems(rng, dataset):
        A, theta = with_ones(X), rng.normal(size=X.shape[1] + 1)
        for scale in np.array([0.1, 3.0]) * np.abs(y - A @ theta).mean():
            expected = density.logpdf(y, loc=A @ theta, scale=scale).sum()
            assert reference.log_likelihood(theta, A, y, scale, noise) == close(expected)


@pytest.mark.exercise("standard_errors")
def test_errors_of_a_line(reference, rng, dataset):
    """for a line, both standard errors agree with scipy.stats.linregress, which divides by n - 2, within 1e-8"""
    for x, y in pairs(rng, dataset):
        theta, errors = reference.standard_errors(with_ones(x), y)
        peer = stats.linregress(x, y)
        assert theta == close(np.array([peer.intercept, peer.slope]))
        assert errors == close(np.array([peer.intercept_stderr, peer.stderr]))


@pytest.mark.exercise("standard_errors")
def test_errors_of_a_plane(reference, rng, dataset):
    """for many features, theta and errors agree with scipy's curve_fit within 1e-4

    curve_fit estimates the noise with n - p, as we do, unless absolute_sigma is set. It takes its derivatives from
    finite differences, hence the tolerance.
    """
    for X, y in scaled_problems(rng, dataset):
        A = with_ones(X)
        peer, covariance = curve_fit(lambda rows, *theta: rows @ np.array(theta), A, y, p0=np.ones(A.shape[1]))
        theta, errors = reference.standard_errors(A, y)
        assert theta == close(peer, rel=1e-4)
        assert errors == close(np.sqrt(np.diag(covariance)), rel=1e-4)


@pytest.mark.exercise("penalised_cost")
@pytest.mark.parametrize("q", [0, 0.5, 1, 2, 3])
def test_penalty(reference, rng, dataset, q):
    """the penalty is lam / q times the q-th power of np.linalg.norm, which takes the root (ord=0 counts), to 1e-8"""
    for X, y in problems(rng, dataset):
        A, theta = with_ones(X), rng.normal(size=X.shape[1] + 1)
        theta[-1] = 0
        cost = mean_squared_error(y, A @ theta) * len(y) / 2
        for first in (False, True):
            norm = np.linalg.norm(theta if first else theta[1:], ord=q)
            expected = cost + 1e5 * (norm if q == 0 else norm**q / q)
            assert reference.penalised_cost(theta, A, y, 1e5, q, penalise_first=first) == close(expected)


@pytest.mark.exercise("ridge")
def test_ridge(reference, rng, dataset):
    """theta agrees with Ridge(alpha=lam) within 1e-7, with the intercept exempt and penalised"""
    for X, y in problems(rng, dataset):
        for lam in (0.1, 50.0):
            peer = Ridge(alpha=lam).fit(X, y)
            assert reference.ridge(with_ones(X), y, lam) == close(np.append(peer.intercept_, peer.coef_), rel=1e-7)
            peer = Ridge(alpha=lam, fit_intercept=False).fit(with_ones(X), y)
            assert reference.ridge(with_ones(X), y, lam, penalise_first=True) == close(peer.coef_, rel=1e-7)


@pytest.mark.exercise("lasso")
def test_lasso(reference, rng, dataset):
    """theta agrees with Lasso(alpha=lam/n) within 1e-6, the intercept exempt or penalised, and has the same zeros"""
    for X, y in scaled_problems(rng, dataset):
        A, n = with_ones(X), len(y)
        for share in (0.05, 0.4):
            lam = share * np.abs(X.T @ y).max()
            setting = {"alpha": lam / n, "tol": 1e-14, "max_iter": 100_000}
            peer = Lasso(**setting).fit(X, y)
            ours = reference.lasso(A, y, lam)
            assert ours == close(np.append(peer.intercept_, peer.coef_), rel=1e-6)
            assert np.array_equal(ours[1:] == 0, peer.coef_ == 0)
            peer = Lasso(**setting, fit_intercept=False).fit(A, y)
            assert reference.lasso(A, y, lam, penalise_first=True) == close(peer.coef_, rel=1e-6)
