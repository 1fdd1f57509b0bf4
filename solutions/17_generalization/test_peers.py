"""The reference against scikit-learn and scipy, and where they have nothing against enumeration and simulation.

What differs, and how the checks convert:
- scikit-learn's learners see a joint table as K * C weighted examples, one for each pair (x, y);
- scikit-learn's Ridge minimises the plain sum of squares plus alpha ||theta||^2, so alpha is our lam; fit_intercept is
  switched off. LinearRegression (scipy's lstsq) gives the shortest solution by itself;
- scipy.signal.find_peaks finds a plateau between a rise and a fall once, as the merged directions do.
"""

from itertools import product
from statistics import fmean, pvariance

import numpy as np
import pytest
from scipy import linalg, stats
from scipy.integrate import solve_ivp
from scipy.optimize import minimize
from scipy.signal import find_peaks
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.metrics import mean_squared_error, zero_one_loss
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures
from sklearn.tree import DecisionTreeClassifier


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry."""
    value = np.asarray(value, dtype=float)
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value).max(initial=0)))


def random_table(rng, K, C):
    return rng.dirichlet(np.ones(K * C)).reshape(K, C)


def weighted_examples(joint):
    """Each pair (x, y) as an example, with its probability as weight."""
    K, C = joint.shape
    return np.repeat(np.arange(K), C), np.tile(np.arange(C), K), joint.ravel()


def standardised(dataset):
    X, y, _ = dataset("diabetes")
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    return (X - X.mean(axis=0)) / X.std(axis=0), (y - y.mean()) / y.std()


@pytest.mark.exercise("bayes_classifier")
def test_full_tree(reference, rng):
    """labels, noise and error are those of a full tree that is fitted on the table itself"""
    for K, C in ((6, 3), (10, 2), (1, 4)):
        joint = random_table(rng, K, C)
        x, y, weight = weighted_examples(joint)
        tree = DecisionTreeClassifier(random_state=0).fit(x[:, None], y, sample_weight=weight)
        answer = reference.bayes_classifier(joint)
        assert answer["labels"].tolist() == tree.predict(np.arange(K)[:, None]).tolist()
        assert answer["noise"] == close(1 - tree.predict_proba(np.arange(K)[:, None]).max(axis=1))
        assert answer["error"] == close(zero_one_loss(y, tree.predict(x[:, None]), sample_weight=weight))


@pytest.mark.exercise("expected_loss")
def test_drawn_answers(reference, rng):
    """the loss of random answers is that of a hundred thousand drawn ones, within five standard errors"""
    joint, loss = random_table(rng, 4, 3), rng.uniform(0, 5, (3, 3))
    predictor = rng.dirichlet(np.ones(3), 4)
    cells = rng.choice(12, 100_000, p=joint.ravel())
    answers = (predictor.cumsum(axis=1)[cells // 3] < rng.random((100_000, 1))).sum(axis=1)
    costs = loss[cells % 3, np.minimum(answers, 2)]
    assert abs(reference.expected_loss(joint, predictor, loss) - costs.mean()) < 5 * costs.std() / np.sqrt(100_000)


@pytest.mark.exercise("expected_loss")
def test_dummies(reference, rng):
    """zero/one losses of one-hot predictors are those of zero_one_loss; the majority's is that of DummyClassifier"""
    joint = random_table(rng, 5, 4)
    x, y, weight = weighted_examples(joint)
    h = rng.integers(0, 4, 5)
    assert reference.expected_loss(joint, np.eye(4)[h]) == close(zero_one_loss(y, h[x], sample_weight=weight))
    dummy = DummyClassifier(strategy="most_frequent").fit(x[:, None], y, sample_weight=weight)
    constant = np.eye(4)[dummy.predict(np.arange(5)[:, None])]
    expected = 1 - dummy.score(x[:, None], y, sample_weight=weight)
    assert reference.expected_loss(joint, constant) == close(expected)
    with_frequencies = np.tile(joint.sum(axis=0), (5, 1))
    assert reference.expected_loss(joint, with_frequencies) == close(1 - (joint.sum(axis=0) ** 2).sum())


@pytest.mark.exercise("running_error")
def test_prefixes(reference, rng):
    """each entry is the zero_one_loss of a prefix"""
    y, y_hat = rng.integers(0, 4, 60), rng.integers(0, 4, 60)
    assert reference.running_error(y, y_hat) == close([zero_one_loss(y[:n], y_hat[:n]) for n in range(1, 61)])


@pytest.mark.exercise("error_decomposition")
def test_all_hypotheses(reference, rng):
    """errors are weighted zero_one_losses of all hypotheses, and the choice is the first that fits the sample best"""
    for _ in range(10):
        joint, hypotheses = random_table(rng, 4, 3), rng.integers(0, 3, (8, 4))
        x, y = rng.integers(0, 4, 15), rng.integers(0, 3, 15)
        domain, labels, weight = weighted_examples(joint)
        true = [zero_one_loss(labels, h[domain], sample_weight=weight) for h in hypotheses]
        seen = [zero_one_loss(y, h[x], normalize=False) for h in hypotheses]
        best = min(
            zero_one_loss(labels, np.array(h)[domain], sample_weight=weight) for h in product(range(3), repeat=4)
        )
        chosen = seen.index(min(seen))
        answer = reference.error_decomposition(joint, hypotheses, x, y)
        assert answer["chosen"] == chosen
        expected = [seen[chosen] / 15, true[chosen], best, min(true) - best, true[chosen] - min(true)]
        keys = ("training_error", "true_error", "bayes", "approximation", "estimation")
        assert [answer[key] for key in keys] == close(expected)


@pytest.mark.exercise("error_decomposition")
def test_majority_of_41(reference):
    """the chance that 41 examples find the better constant is a tail of scipy's binomial distribution"""
    joint, always = np.array([[0.4, 0], [0, 0.6]]), np.array([[0, 0], [1, 1]])
    samples = [np.repeat([0, 1], [41 - k, k]) for k in range(42)]
    answers = [reference.error_decomposition(joint, always, x, x) for x in samples]
    chance = stats.binom.pmf(np.arange(42), 41, 0.6)
    assert chance @ [answer["chosen"] for answer in answers] == close(stats.binom.sf(20, 41, 0.6))
    assert chance @ [answer["estimation"] for answer in answers] == close(0.2 * stats.binom.cdf(20, 41, 0.6))


@pytest.mark.exercise("bias_variance")
def test_parts_by_statistics(reference, rng):
    """the parts are those of Python's statistics module, and the sum is scikit-learn's mean_squared_error plus noise"""
    predictions, truth = rng.normal(size=(12, 5)), rng.normal(size=5)
    answer = reference.bias_variance(predictions, truth, 0.3)
    columns = predictions.T.tolist()
    assert answer["bias2"] == close(fmean((fmean(c) - t) ** 2 for c, t in zip(columns, truth, strict=True)))
    assert answer["variance"] == close(fmean(map(pvariance, columns)))
    assert answer["mse"] == close(mean_squared_error(np.tile(truth, (12, 1)), predictions) + 0.3)


@pytest.mark.exercise("polynomial_bias_variance")
def test_pipeline_on_unit_vectors(reference, rng):
    """weights, average and variance are those of PolynomialFeatures and LinearRegression, fitted to unit vectors"""
    for x, degree in ((np.arange(8.0), 3), (np.linspace(-1, 1, 20), 8), (np.linspace(-20, 20, 9), 4)):
        x_test, f, f_test, sigma = rng.uniform(x[0], x[-1], 5), rng.normal(size=len(x)), rng.normal(size=5), 0.8
        scale = np.abs(x).max()  # the same polynomials, of smaller numbers
        model = make_pipeline(PolynomialFeatures(degree, include_bias=False), LinearRegression())
        model.fit(x[:, None] / scale, np.eye(len(x)))
        S = model.predict(x_test[:, None] / scale)
        answer = reference.polynomial_bias_variance(x, f, x_test, f_test, degree, sigma)
        assert answer["average"] == close(S @ f)
        assert answer["variance"] == close(sigma**2 * (S**2).sum(axis=1))
        assert answer["mse"] == close(sigma**2 + answer["bias2"] + answer["variance"])


@pytest.mark.exercise("polynomial_bias_variance")
def test_simulated_fits(reference, rng):
    """bias, variance and error agree with four thousand simulated fits by np.polynomial, within five standard errors"""
    x, x_test, sigma, R = np.arange(7.0), np.array([0.5, 3.2, 6.5]), 0.7, 4000
    targets = np.sin(x)[:, None] + sigma * rng.normal(size=(7, R))
    fits = np.polynomial.polynomial.polyval(x_test, np.polynomial.polynomial.polyfit(x, targets, 2))  # (R, 3)
    answer = reference.polynomial_bias_variance(x, np.sin(x), x_test, np.sin(x_test), 2, sigma)
    variance = answer["variance"]
    assert (np.abs(fits.mean(axis=0) - answer["average"]) < 5 * np.sqrt(variance / R)).all()
    assert (np.abs(fits.var(axis=0) / variance - 1) < 5 * np.sqrt(2 / R)).all()


@pytest.mark.exercise("polynomial_bias_variance")
def test_years(reference):
    """on years, where raw powers lose all digits, the answer is that on the same inputs moved to 0"""
    x, f, x_test, f_test = np.arange(2000.0, 2011), np.arange(11.0) ** 2, np.array([2005.5]), np.array([30.25])
    far = reference.polynomial_bias_variance(x, f, x_test, f_test, 5, 1.0)
    near = reference.polynomial_bias_variance(x - 2000, f, x_test - 2000, f_test, 5, 1.0)
    for key in ("average", "variance", "mse"):
        assert far[key] == close(near[key])


@pytest.mark.exercise("min_norm_solution")
def test_scipy_and_ridge(reference, rng):
    """without penalty the answer is scipy's lstsq and pinv, with one scikit-learn's Ridge, for all shapes and ranks"""
    low_rank = rng.normal(size=(7, 2)) @ rng.normal(size=(2, 5))
    for X in (rng.normal(size=(3, 8)), rng.normal(size=(9, 4)), low_rank, 1e-3 * rng.normal(size=(4, 6))):
        y = rng.normal(size=len(X))
        assert reference.min_norm_solution(X, y) == close(linalg.lstsq(X, y, cond=1e-10)[0])
        assert reference.min_norm_solution(X, y) == close(linalg.pinv(X, rtol=1e-10) @ y)
        for lam in (1e-3, 0.7, 20):
            ridge = Ridge(alpha=lam, fit_intercept=False, solver="svd").fit(X, y)
            assert reference.min_norm_solution(X, y, lam) == close(ridge.coef_)


@pytest.mark.exercise("min_norm_solution")
def test_shortest_by_optimisation(reference, rng):
    """scipy's minimiser of the norm under the constraint X theta = y finds the same theta, within 1e-5"""
    X, y = rng.normal(size=(2, 5)), rng.normal(size=2)
    found = minimize(lambda t: t @ t, np.ones(5), constraints={"type": "eq", "fun": lambda t: X @ t - y}, tol=1e-12)
    assert reference.min_norm_solution(X, y) == pytest.approx(found.x, abs=1e-5)


@pytest.mark.exercise("gradient_descent")
def test_flow(reference, rng):
    """small steps follow scipy's solution of theta' = -gradient, whose end is the limit; the gradient is numeric"""
    X, y, start = rng.normal(size=(3, 5)), rng.normal(size=3), rng.normal(size=5)

    def cost(theta):
        return ((y - X @ theta) ** 2).mean()

    def downhill(_, theta, h=1e-6):
        return [-(cost(theta + h * e) - cost(theta - h * e)) / (2 * h) for e in np.eye(5)]

    flow = solve_ivp(downhill, (0, 0.5), start, rtol=1e-8, atol=1e-10).y[:, -1]
    theta, limit = reference.gradient_descent(X, y, start, 0.5 / 5000, 5000)
    assert theta == pytest.approx(flow, abs=2e-2 * np.abs(start - limit).max())
    assert limit == close(start + linalg.lstsq(X, y - X @ start)[0])


@pytest.mark.exercise("double_descent_curve")
def test_random_features(reference, rng, dataset):
    """on random features of the diabetes data errors and norms are those of LinearRegression and Ridge"""
    X, y = standardised(dataset)
    features = np.maximum(X @ rng.normal(size=(X.shape[1], 90)), 0)
    sizes = [5, 20, 60, 90]
    for lam in (0.0, 5.0):
        answer = reference.double_descent_curve(features[:40], y[:40], features[40:], y[40:], [40] * 4, sizes, lam)
        for i, d in enumerate(sizes):
            model = (
                Ridge(alpha=lam, fit_intercept=False, solver="svd") if lam else LinearRegression(fit_intercept=False)
            )
            model.fit(features[:40, :d], y[:40])
            train = mean_squared_error(y[:40], model.predict(features[:40, :d]))
            assert answer["train"][i] == pytest.approx(train, rel=1e-6, abs=1e-9)
            test = mean_squared_error(y[40:], model.predict(features[40:, :d]))
            assert answer["test"][i] == pytest.approx(test, rel=1e-6)
            assert answer["norm"][i] == pytest.approx(linalg.norm(model.coef_), rel=1e-6)


@pytest.mark.exercise("double_descent_curve")
def test_expected_errors(reference, rng):
    """on Gaussian rows the average test error is that of the closed formulas, within five standard errors"""
    d, sigma, sizes, R = 20, 0.5, [5, 10, 30, 40], 400
    beta = np.full(d, 1 / np.sqrt(d))
    errors = []
    for _ in range(R):
        X = rng.normal(size=(40, d))
        y = X @ beta + sigma * rng.normal(size=40)
        answer = reference.double_descent_curve(X, y, np.sqrt(d) * np.eye(d), np.sqrt(d) * beta, sizes, [d] * 4)
        errors.append(answer["test"] + sigma**2)
    expected = [
        sigma**2 + (1 - n / d) + sigma**2 * n / (d - n - 1) if n < d else sigma**2 + sigma**2 * d / (n - d - 1)
        for n in sizes
    ]
    assert expected == close([1.0892857, 1.0277778, 0.8055556, 0.5131579], 1e-6)
    assert (np.abs(np.mean(errors, axis=0) - expected) < 5 * np.std(errors, axis=0) / np.sqrt(R)).all()


@pytest.mark.exercise("curve_shape")
def test_peaks(reference, rng):
    """a curve descends twice exactly if scipy's find_peaks finds a peak; best and gap are numpy's"""
    for _ in range(200):
        train, validation = rng.integers(0, 4, 9), rng.integers(0, 4, 9)
        answer = reference.curve_shape(train, validation)
        peaks, valleys = find_peaks(validation)[0], find_peaks(-validation)[0]
        assert answer["double_descent"] == (len(peaks) > 0)
        turns = max(len(answer["directions"]) - 1, 0)
        assert turns == len(peaks) + len(valleys)
        assert answer["best"] == validation.tolist().index(validation.min())
        zeros = np.flatnonzero(train == 0)
        assert answer["interpolation_point"] == (zeros[0] if len(zeros) else None)
        assert answer["gap"].tolist() == (validation - train).tolist()
