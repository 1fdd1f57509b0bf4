"""The reference against numpy, scipy and scikit-learn.

Every exercise has a counterpart. The only parts without one: minibatches of more than one and fewer than all rows, and
rates for single updates with the squared loss, in gradient_ascent.

What differs, and how the checks convert:
- the intercept is our first column of ones; scikit-learn has it apart (fit_intercept=True) and never penalises it,
  which is penalise_first=False, or penalises it as any column if the ones are in X (fit_intercept=False);
- our objective is the SUM of log-likelihoods minus lam/2 |w|^2. LogisticRegression minimises C times minus the sum plus
  1/2 |w|^2, so C = 1 / lam. PoissonRegressor minimises a mean, whose alpha we set to 0;
- SGDClassifier has labels -1 and +1 inside, which changes nothing: its step on one row is ours;
- scikit-learn gives all k classes a row of weights; ours are the differences from the last class.
"""

import numpy as np
import pytest
from scipy import special, stats
from scipy.differentiate import derivative
from scipy.optimize import approx_fprime, minimize, root
from sklearn.linear_model import LinearRegression, LogisticRegression, PoissonRegressor, SGDClassifier
from sklearn.metrics import log_loss
from sklearn.preprocessing import StandardScaler


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry: an entry that should be 0 may be as far off as the others."""
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value).max()))


def with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


def problems(rng, dataset):
    """Standardised features without the ones, and labels 0 and 1 that overlap: random, two irises, breast cancer."""
    X = rng.normal(size=(80, 4))
    y = (rng.uniform(size=80) < special.expit(X @ rng.normal(size=4))).astype(int)
    y[:2] = 0, 1
    flowers, species, _ = dataset("iris")
    cells, benign, _ = dataset("breast_cancer")
    pairs = [(X, y), (flowers[species > 0], species[species > 0] - 1), (cells[:, :5], benign)]
    return [(StandardScaler().fit_transform(X), y) for X, y in pairs]


@pytest.mark.exercise("sigmoid")
def test_sigmoid(reference, rng):
    """the sigmoid is scipy.special.expit within 1e-14, from -1000 to 1000, in the tails also relatively"""
    z = np.concatenate([rng.normal(size=200) * 10, np.linspace(-1000, 1000, 501)])
    assert np.allclose(reference.sigmoid(z), special.expit(z), rtol=1e-14, atol=1e-300)


@pytest.mark.exercise("canonical_link")
def test_links(reference, rng):
    """the Bernoulli link is scipy.special.logit, the Poisson link np.log, within 1e-12"""
    p = rng.uniform(0.001, 0.999, size=100)
    assert np.allclose(reference.canonical_link(p, "bernoulli"), special.logit(p), rtol=1e-12, atol=1e-12)
    assert np.allclose(reference.canonical_link(100 * p, "poisson"), np.log(100 * p), rtol=1e-12)
    assert np.allclose(reference.canonical_link(p, "gaussian"), p, rtol=1e-12)


@pytest.mark.exercise("log_likelihood")
def test_log_likelihood(reference, rng, dataset):
    """the value is minus sklearn's log_loss with normalize=False, the gradient scipy's finite differences, to 1e-4"""
    for X, y in problems(rng, dataset):
        A, theta = with_ones(X), rng.normal(size=X.shape[1] + 1)
        value, gradient = reference.log_likelihood(theta, A, y)
        assert value == close(-log_loss(y, special.expit(A @ theta), normalize=False))

        def likelihood(t, A=A, y=y):
            return special.log_expit((2 * y - 1) * (A @ t)).sum()

        assert gradient == close(approx_fprime(theta, likelihood), rel=1e-4)


@pytest.mark.exercise("gradient_ascent")
def test_stochastic_rule(reference, rng, dataset):
    """with batch_size = 1 every epoch agrees with SGDClassifier(loss="log_loss", shuffle=False) within 1e-8"""
    for X, y in problems(rng, dataset):
        A, alpha = with_ones(X), 0.05
        rule = {"loss": "log_loss", "penalty": None, "learning_rate": "constant", "eta0": alpha}
        peer = SGDClassifier(**rule, fit_intercept=False, shuffle=False)
        for theta in reference.gradient_ascent(A, y, alpha, 4, batch_size=1)[1:]:
            assert theta == close(peer.partial_fit(A, y, classes=[0, 1]).coef_[0])


@pytest.mark.exercise("gradient_ascent")
def test_rates_of_single_updates(reference, rng, dataset):
    """an array of rates agrees with partial_fit of SGDClassifier on single rows with these eta0, within 1e-8"""
    for X, y in problems(rng, dataset):
        A, y = with_ones(X)[:60], y[:60]
        rates = 1 / (2 * np.arange(1, 2 * len(y) + 1))
        peer = SGDClassifier(loss="log_loss", penalty=None, learning_rate="constant", fit_intercept=False)
        for t, rate in enumerate(rates):
            row = slice(t % len(y), t % len(y) + 1)
            peer.set_params(eta0=rate).partial_fit(A[row], y[row], classes=[0, 1])
        assert reference.gradient_ascent(A, y, rates, 2, batch_size=1)[-1] == close(peer.coef_[0])


@pytest.mark.exercise("gradient_ascent")
def test_squared_loss_descends(reference, rng, dataset):
    """a batch step with the squared loss is -alpha/2 times scipy's finite-difference gradient of the sum, to 1e-4"""
    for X, y in problems(rng, dataset):
        A, start = with_ones(X), rng.normal(size=X.shape[1] + 1)

        def squares(t, A=A, y=y):
            return np.sum((y - special.expit(A @ t)) ** 2)

        history = reference.gradient_ascent(A, y, 0.1, 1, loss="squared", theta0=start)
        assert history[1] - start == close(-0.05 * approx_fprime(start, squares), rel=1e-4)


@pytest.mark.exercise("newton")
def test_newton_finds_what_scipy_finds(reference):
    """a minimum of scipy.optimize.minimize and a root of scipy.optimize.root, within 1e-6"""

    def gradient(t):
        return np.array([np.exp(t[0] + t[1]) + np.exp(t[0] - t[1]) - 3 * np.exp(-t[0]) + t[0], t[1] + np.sinh(t[1])])

    def hessian(t):
        plus, minus = np.exp(t[0] + t[1]), np.exp(t[0] - t[1])
        return np.array([[plus + minus + 3 * np.exp(-t[0]) + 1, plus - minus], [0, 1 + np.cosh(t[1])]])

    peer = root(gradient, [0.3, 0.8], jac=hessian, tol=1e-12)
    assert reference.newton(gradient, hessian, np.array([0.3, 0.8]), 12)[-1] == pytest.approx(peer.x, abs=1e-6)

    def bowl(t):
        return np.log(np.exp(t[0]) + np.exp(-2 * t[0] + t[1]) + np.exp(-t[1])) + t @ t / 4

    def slopes(t):
        p = special.softmax([t[0], -2 * t[0] + t[1], -t[1]])
        return np.array([p[0] - 2 * p[1], p[1] - p[2]]) + t / 2

    def curvature(t):
        p = special.softmax([t[0], -2 * t[0] + t[1], -t[1]])
        B = np.array([[1, -2, 0], [0, 1, -1]])
        return B @ (np.diag(p) - np.outer(p, p)) @ B.T + np.eye(2) / 2

    peer = minimize(bowl, [0.5, -0.5], jac=slopes, tol=1e-12)
    assert reference.newton(slopes, curvature, np.array([0.5, -0.5]), 8)[-1] == pytest.approx(peer.x, abs=1e-6)


@pytest.mark.exercise("newton_logistic")
def test_maximum_a_posteriori(reference, rng, dataset):
    """theta agrees with LogisticRegression(C=1/lam), intercept exempt or penalised, within 1e-5"""
    for X, y in problems(rng, dataset):
        for lam in (0.3, 5.0):
            setting = {"C": 1 / lam, "tol": 1e-10, "max_iter": 10_000}
            peer = LogisticRegression(**setting).fit(X, y)
            expected = np.append(peer.intercept_, peer.coef_[0])
            assert reference.newton_logistic(with_ones(X), y, lam=lam)[-1] == close(expected, rel=1e-5)
            peer = LogisticRegression(**setting, fit_intercept=False).fit(with_ones(X), y)
            ours = reference.newton_logistic(with_ones(X), y, lam=lam, penalise_first=True)[-1]
            assert ours == close(peer.coef_[0], rel=1e-5)


@pytest.mark.exercise("newton_logistic")
def test_maximum_likelihood(reference, rng, dataset):
    """with lam = 0 theta agrees with an unpenalised LogisticRegression (C = infinity) within 1e-4"""
    for X, y in problems(rng, dataset):
        peer = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-12, max_iter=1000).fit(X, y)
        expected = np.append(peer.intercept_, peer.coef_[0])
        assert reference.newton_logistic(with_ones(X), y)[-1] == close(expected, rel=1e-4)


@pytest.mark.exercise("exponential_family")
def test_distributions(reference, rng):
    """log densities, means and variances are those of bernoulli, norm and poisson in scipy.stats, within 1e-10"""
    eta = rng.uniform(-3, 3, size=50)
    cases = {
        "bernoulli": (rng.integers(0, 2, size=50), stats.bernoulli(special.expit(eta))),
        "gaussian": (rng.normal(size=50) * 3, stats.norm(loc=eta)),
        "poisson": (rng.integers(0, 30, size=50), stats.poisson(np.exp(eta))),
    }
    for family, (y, peer) in cases.items():
        answer = reference.exponential_family(y, eta, family)
        expected = peer.logpdf(y) if family == "gaussian" else peer.logpmf(y)
        assert answer["log_density"] == close(expected, rel=1e-10)
        assert answer["mean"] == close(peer.mean(), rel=1e-10)
        assert answer["variance"] == close(peer.var(), rel=1e-10)

        def partition(e, family=family):
            return reference.exponential_family(np.zeros_like(e), e, family)["log_partition"]

        assert answer["mean"] == close(derivative(partition, eta).df, rel=1e-6)


@pytest.mark.exercise("glm_fit")
def test_glm(reference, rng, dataset):
    """theta agrees with LinearRegression (1e-8), LogisticRegression (1e-4) and PoissonRegressor(alpha=0) (1e-5)"""
    for X, y in problems(rng, dataset):
        A = with_ones(X)
        peer = LinearRegression().fit(X, y)
        assert reference.glm_fit(A, y, "gaussian") == close(np.append(peer.intercept_, peer.coef_))
        peer = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-12, max_iter=1000).fit(X, y)
        assert reference.glm_fit(A, y, "bernoulli") == close(np.append(peer.intercept_, peer.coef_[0]), rel=1e-4)
        counts = rng.poisson(np.exp(0.7 + 0.3 * X[:, 0] - 0.2 * X[:, 1]))
        peer = PoissonRegressor(alpha=0, tol=1e-12, max_iter=10_000, solver="newton-cholesky").fit(X, counts)
        assert reference.glm_fit(A, counts, "poisson") == close(np.append(peer.intercept_, peer.coef_), rel=1e-5)


@pytest.mark.exercise("softmax")
def test_softmax(reference, rng):
    """the probabilities are scipy.special.softmax along the last axis within 1e-12, with a 0 appended or not"""
    for eta in (rng.normal(size=7), rng.normal(size=(20, 4)) * 5, 1000 * rng.normal(size=(20, 3))):
        assert np.allclose(reference.softmax(eta), special.softmax(eta, axis=-1), rtol=1e-12, atol=1e-300)
        padded = np.concatenate([eta, np.zeros((*eta.shape[:-1], 1))], axis=-1)
        assert np.allclose(
            reference.softmax(eta, reference=True), special.softmax(padded, axis=-1), rtol=1e-12, atol=1e-300
        )


@pytest.mark.exercise("softmax_regression")
def test_softmax_regression(reference, rng, dataset):
    """the limit on overlapping classes agrees with an unpenalised LogisticRegression within 1e-3, its value within 1e-6

    LogisticRegression has a row of weights for each class; the differences from the last row are ours.
    """
    flowers, _, _ = dataset("iris")
    X = StandardScaler().fit_transform(flowers[:, :2])
    y = np.argmax(0.8 * X @ rng.normal(size=(2, 3)) + rng.gumbel(size=(150, 3)), axis=1)
    y[:6] = 0, 1, 2, 0, 1, 2
    peer = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(X, y)
    rows = np.column_stack([peer.intercept_, peer.coef_])
    theta, values = reference.softmax_regression(with_ones(X), y, 3, 0.01, 4000)
    assert theta == close(rows[:-1] - rows[-1], rel=1e-3)
    assert values[-1] == close(-log_loss(y, peer.predict_proba(X), normalize=False), rel=1e-6)
