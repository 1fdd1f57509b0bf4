"""The reference against scikit-learn and scipy, and where they have nothing against enumeration and quadrature.

What differs, and how the checks convert:
- scikit-learn's Ridge sums the squared errors and does not penalise its intercept: alpha is our n * lam, with the
  constant as a column of ones and fit_intercept=False;
- its KFold makes the FIRST folds larger, so our borders are handed in as a PredefinedSplit;
- ParameterGrid sorts the names, so ours are sorted; scipy's loguniform is our log scale;
- GaussianProcessRegressor with optimizer=None and alpha = noise has our kernel, and its deviation is of the function.
"""

import math
from itertools import permutations, product

import numpy as np
import pytest
from scipy import integrate, optimize, stats
from sklearn.cluster import KMeans
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.linear_model import Ridge
from sklearn.model_selection import ParameterGrid, PredefinedSplit, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry."""
    value = np.asarray(value, dtype=float)
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value).max(initial=0)))


def noisy(rng, n):
    x = rng.uniform(-2, 2, n)
    return x, np.sin(2 * x) + 0.3 * rng.normal(size=n)


def polynomial(degree, alpha):
    return make_pipeline(PolynomialFeatures(degree), Ridge(alpha, fit_intercept=False, solver="svd"))


@pytest.mark.exercise("three_way_split")
def test_sizes_of_train_test_split(reference, rng):
    """two splits in a row by scikit-learn have our sizes, and each row is in each part as often as it should be"""
    for n, (train, dev) in ((1000, (700, 100)), (130, (65, 39))):
        parts = reference.three_way_split(n, (train / n, dev / n, (n - train - dev) / n), rng)
        rest, test = train_test_split(np.arange(n), test_size=n - train - dev)
        first, second = train_test_split(rest, train_size=train)
        assert [len(part) for part in parts] == [len(first), len(second), len(test)]
    counts = np.zeros(6)
    for _ in range(3000):
        counts[reference.three_way_split(6, (0.5, 0, 0.5), rng)[0]] += 1
    assert np.abs(counts - 1500).max() < 5 * math.sqrt(3000 / 4)


@pytest.mark.exercise("fit_regularised")
def test_ridge_and_a_minimiser(reference, rng):
    """coefficients are those of Ridge within 1e-8, and no step of a minimiser finds a smaller cost"""
    for degree, lam in ((1, 0.5), (4, 0.01), (6, 2.0)):
        x, y = noisy(rng, 25)
        w, cost = reference.fit_regularised(x, y, degree, lam)
        peer = polynomial(degree, 25 * lam).fit(x[:, None], y)
        assert w == close(peer[-1].coef_)
        Phi = np.vander(x, degree + 1, increasing=True)
        found = optimize.minimize(
            lambda v, P=Phi, t=y, c=lam: np.mean((P @ v - t) ** 2) + c * v @ v, np.zeros(degree + 1)
        )
        assert cost == close(found.fun, 1e-6)
        assert cost <= found.fun + 1e-12


@pytest.mark.exercise("fit_regularised")
def test_raw_square_feet(reference, dataset):
    """degree 4 through five houses in square feet fits exactly, where plain lstsq gives up: its cost is 3"""
    X, price, names = dataset("houses")
    area = np.asarray(X)[:, names.index("area")].astype(float)
    assert reference.fit_regularised(area, price, 4)[1] < 1e-6
    Phi = np.vander(area, 5, increasing=True)
    assert np.mean((Phi @ np.linalg.lstsq(Phi, price, rcond=None)[0] - price) ** 2) > 1
    w, _ = reference.fit_regularised(area, price, 1, 0.1)
    assert w == close(Ridge(0.5, fit_intercept=False).fit(Phi[:, :2], price).coef_)


@pytest.mark.exercise("select_degree")
def test_cross_val_score(reference, rng):
    """the errors are minus the means of scikit-learn's scores over the same folds, within 1e-8"""
    x, y = noisy(rng, 31)
    number = np.sort(rng.integers(0, 4, 31))
    number[:4] = np.arange(4)
    folds = [(np.flatnonzero(number != i), np.flatnonzero(number == i)) for i in range(4)]
    for lam in (1e-9, 0.3):
        answer = reference.select_degree(x, y, [5, 0, 3], folds, lam)
        errors = []
        for degree in (5, 0, 3):
            each = []
            for fit, check in folds:
                model = polynomial(degree, len(fit) * lam).fit(x[fit, None], y[fit])
                each.append(np.mean((model.predict(x[check, None]) - y[check]) ** 2))
            errors.append(np.mean(each))
        assert answer["errors"] == close(errors, 1e-6)
        assert answer["degree"] == (5, 0, 3)[int(np.argmin(errors))]


@pytest.mark.exercise("model_selection")
def test_predefined_split(reference, rng):
    """with our borders as a PredefinedSplit, scikit-learn's cross-validation has our errors; patience ends it"""
    x, y = noisy(rng, 60)
    number = np.empty(47, dtype=int)
    for i in range(5):
        number[i * 47 // 5 : (i + 1) * 47 // 5] = i
    scores = [
        -cross_val_score(
            make_pipeline(PolynomialFeatures(degree), Ridge(1e-12, fit_intercept=False, solver="svd")),
            x[:47, None],
            y[:47],
            cv=PredefinedSplit(number),
            scoring="neg_mean_squared_error",
        ).mean()
        for degree in range(9)
    ]
    for patience in (1, 2, 9):
        answer = reference.model_selection(x, y, 5, 8, patience, 13)
        errors = answer["cv_errors"]
        assert errors == close(scores[: len(errors)], 1e-6)
        best = int(np.argmin(errors))
        assert answer["degree"] == best
        assert len(errors) == min(9, best + patience + 1)
        w = np.polyfit(x[:47], y[:47], best)
        assert answer["test_error"] == close(np.mean((np.polyval(w, x[47:]) - y[47:]) ** 2), 1e-6)


@pytest.mark.exercise("penalised_choice")
def test_likelihoods_and_clusterings(reference, rng):
    """AIC is -2 log likelihood + 2 (size) up to a constant, k-means costs are those of all partitions, mdl is MAP"""
    x, y = noisy(rng, 40)
    rss, likelihoods = [], []
    for degree in range(6):
        residuals = y - np.polyval(np.polyfit(x, y, degree), x)
        rss.append(residuals @ residuals)
        likelihoods.append(stats.norm.logpdf(residuals, scale=math.sqrt(rss[-1] / 40)).sum())
    sizes = np.arange(1, 7)
    for criterion, price in (("aic", 2), ("bic", math.log(40))):
        index, totals = reference.penalised_choice(rss, sizes, criterion, n=40)
        usual = -2 * np.array(likelihoods) + price * sizes
        assert totals - totals[0] == close(usual - usual[0])
        assert index == usual.argmin()

    points = np.array([[0, 0], [1, 0], [0, 1], [10, 10], [11, 10], [10, 11]], dtype=float)
    costs = np.full(6, np.inf)
    for labels in product(range(6), repeat=6):
        groups = [points[np.array(labels) == k] for k in set(labels)]
        cost = sum(((group - group.mean(axis=0)) ** 2).sum() for group in groups)
        costs[len(groups) - 1] = min(costs[len(groups) - 1], cost)
    printed = [302.6666667, 2.6666667, 1.8333333, 1, 0.5, 0]
    assert costs == close(printed, 1e-7)
    assert costs[1] == close(KMeans(2, n_init=5).fit(points).inertia_)
    assert reference.penalised_choice(costs, sizes, "kmeans_aic", dim=2)[0] == 1
    assert reference.penalised_choice(costs, sizes, "kmeans_bic", dim=2)[0] == 3
    assert reference.penalised_choice(costs, sizes, "kmeans_bic", dim=1)[0] == 5

    names = math.log2(64)
    lengths, mistakes = rng.uniform(1, 80, 9), rng.integers(0, 12, 9)
    index, _ = reference.penalised_choice(mistakes, lengths, "mdl", n=64)
    assert index == np.argmax(2.0**-lengths * 2.0 ** (-names * mistakes))


@pytest.mark.exercise("grid_search")
def test_parameter_grid(reference):
    """the rows are those of ParameterGrid, in its order, and the best is found by going through them"""
    grid = {"a": [3, 1, 2], "b": [0.5, -1], "c": [7, 8, 9, 6]}
    rows = [[setting[name] for name in "abc"] for setting in ParameterGrid(grid)]
    answer = reference.grid_search(lambda points: np.sin(points @ [1, 2, 3]), grid)
    assert answer["points"] == close(rows)
    losses = [math.sin(a + 2 * b + 3 * c) for a, b, c in rows]
    assert list(answer["best"].values()) == rows[losses.index(min(losses))]


@pytest.mark.exercise("random_search")
def test_quantiles_of_scipy(reference, rng):
    """settings are the quantiles of scipy's uniform and loguniform distributions"""
    draws = rng.random((200, 2))
    answer = reference.random_search(
        lambda points: points[:, 0], {"a": (1e-6, 1e3, "log"), "b": (-5.0, 2.0, "linear")}, draws
    )
    expected = np.column_stack([stats.loguniform(1e-6, 1e3).ppf(draws[:, 0]), stats.uniform(-5, 7).ppf(draws[:, 1])])
    assert np.log(answer["points"][:, 0]) == close(np.log(expected[:, 0]))
    assert answer["points"][:, 1] == close(expected[:, 1])
    assert answer["loss"] == close(expected[:, 0].min())


@pytest.mark.exercise("gp_posterior")
def test_gaussian_process_regressor(reference, rng):
    """mean and variance are those of GaussianProcessRegressor, and of integrating the joint normal density"""
    X, y, X_new = rng.uniform(-3, 3, (15, 2)), rng.normal(size=15), rng.uniform(-4, 4, (9, 2))
    for length, noise in ((0.7, 0.1), (2.0, 1e-3)):
        peer = GaussianProcessRegressor(RBF(length), alpha=noise, optimizer=None).fit(X, y)
        mean, deviation = peer.predict(X_new, return_std=True)
        ours = reference.gp_posterior(X, y, X_new, length, noise)
        assert ours[0] == close(mean, 1e-7)
        assert ours[1] == close(deviation**2, 1e-6)

    k, noise, value = math.exp(-0.5), 0.2, 0.8

    def joint(f):
        return stats.multivariate_normal.pdf([f, value], cov=[[1, k], [k, 1 + noise]])

    total, first, second = (integrate.quad(lambda f, p=p: f**p * joint(f), -8, 8)[0] for p in range(3))
    mean, variance = reference.gp_posterior([[0.0]], [0.8], [[1.0]], 1.0, 0.2)
    assert mean[0] == close(first / total, 1e-6)
    assert variance[0] == close(second / total - (first / total) ** 2, 1e-6)


@pytest.mark.exercise("bayesian_optimisation")
def test_search_with_scikit_learn(reference, rng):
    """the order is that of a search which asks GaussianProcessRegressor instead"""
    for kappa, length in ((0.5, 1.0), (2.0, 1.0), (4.0, 1.6)):
        candidates = (np.arange(12) + rng.uniform(-0.2, 0.2, 12))[:, None]
        values = rng.normal(size=12) * 5 + 3
        order = [4, 9]
        for _ in range(6):
            seen = values[order]
            peer = GaussianProcessRegressor(RBF(length), alpha=1e-6, optimizer=None)
            peer.fit(candidates[order], (seen - seen.mean()) / seen.std())
            mean, deviation = peer.predict(candidates, return_std=True)
            bound = mean - kappa * deviation
            bound[order] = np.inf
            order.append(int(bound.argmin()))
        answer = reference.bayesian_optimisation(
            lambda points, C=candidates, v=values: v[np.abs(C - points[:, 0]).argmin(axis=0)],
            candidates,
            [4, 9],
            6,
            kappa,
            length,
        )
        assert list(answer["order"]) == order
        assert answer["best"] == min(order, key=lambda i: values[i])


@pytest.mark.exercise("population_step")
def test_all_rankings(reference):
    """for every order of five losses the pairs are those of sorting them, one member after the other"""
    settings, factors = np.arange(1.0, 11).reshape(5, 2), np.array([[0.5, 3], [2, 0.1]])
    for losses in permutations(range(5)):
        new, parents = reference.population_step(settings, np.array(losses), 2, factors)
        for rank, factor in enumerate(factors):
            good, bad = losses.index(rank), losses.index(4 - rank)
            assert parents[bad] == good
            assert new[bad] == close(settings[good] * factor)
        kept = [losses.index(rank) for rank in range(3)]
        assert new[kept] == close(settings[kept])
        assert list(parents[kept]) == kept
