"""The reference against scikit-learn and scipy, and where they have nothing against enumeration.

What differs, and how the checks convert:
- scikit-learn's naive Bayes has logarithms of parameters, joint log likelihoods in place of conditional ones (its prior
  is N_k / n too), and adds var_smoothing to Gaussian variances, which is set to 0 here; alpha is our pseudo_count;
- LinearDiscriminantAnalysis (solver "lsqr") and empirical_covariance divide by n, as we do. What
  QuadraticDiscriminantAnalysis divides by depends on its version;
- CountVectorizer drops words of one letter and punctuation unless it is told to split at white space, and its min_df
  counts documents, for which there is no counterpart of ours.
The ties of variances, and the line of Poisson rates, are checked by optimisation and by scipy's own distributions.
"""

from itertools import product

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax
from sklearn.covariance import empirical_covariance
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry."""
    value = np.asarray(value, dtype=float)
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value[np.isfinite(value)]).max(initial=0)))


def labels(rng, n, K):
    return rng.permutation(np.arange(n) % K)


def random_table(rng, *shape):
    table = rng.uniform(0.1, 1, shape)
    return table / table.sum()


@pytest.mark.exercise("conditional_table")
def test_tables_by_enumeration(reference, rng):
    """every table is that of the sums over all outcomes, one after the other"""
    joint = random_table(rng, 2, 3, 2, 3)
    for keep, given in (((2, 0), {1: 2}), ((3,), {0: 1, 2: 0}), ((1, 3, 0), {}), ((), {3: 2})):
        expected = np.zeros([joint.shape[axis] for axis in keep])
        for outcome in product(*map(range, joint.shape)):
            if all(outcome[axis] == value for axis, value in given.items()):
                expected[tuple(outcome[axis] for axis in keep)] += joint[outcome]
        assert reference.conditional_table(joint, keep, given) == close(expected / expected.sum())


@pytest.mark.exercise("log_probability")
def test_families_of_scipy(reference, rng):
    """each family is that of scipy.stats within 1e-8, inside its support and outside, and for theta of 0 and 1"""
    k, numbers = np.arange(-2, 2000), rng.normal(size=200) * 5
    shares = random_table(rng, 4)
    counts = rng.multinomial(50, shares, 100)
    for theta in (0, 0.3, 1):
        assert reference.log_probability("bernoulli", k, theta=theta) == close(stats.bernoulli.logpmf(k, theta))
        assert reference.log_probability("binomial", k, n=1500, theta=theta) == close(
            stats.binom.logpmf(k, 1500, theta)
        )
    assert reference.log_probability("poisson", k, rate=700.5) == close(stats.poisson.logpmf(k, 700.5))
    assert reference.log_probability("multinomial", counts, theta=shares) == close(
        stats.multinomial.logpmf(counts, 50, shares)
    )
    category = stats.rv_discrete(values=(np.arange(4), shares))
    assert reference.log_probability("categorical", k[:9], theta=shares) == close(category.logpmf(k[:9]))
    assert reference.log_probability("gaussian", numbers, mean=1, variance=9) == close(stats.norm.logpdf(numbers, 1, 3))
    assert reference.log_probability("uniform", numbers, low=-2, high=3) == close(stats.uniform.logpdf(numbers, -2, 5))


@pytest.mark.exercise("category_frequencies")
def test_bins_of_numpy(reference, rng):
    """the frequencies are np.histogram's, and the smoothed ones CategoricalNB's of one class, within 1e-8"""
    values, edges = rng.integers(-20, 20, 300), np.array([-12, -3, 0, 4, 11])
    bins, frequencies = reference.category_frequencies(values, edges)
    assert frequencies == close(np.histogram(values, [-np.inf, *edges, np.inf])[0] / 300)
    peer = CategoricalNB(alpha=0.7, min_categories=6).fit(bins[:, None], np.zeros(300))
    smoothed = reference.category_frequencies(values, edges, 0.7)[1]
    assert smoothed == close(np.exp(peer.feature_log_prob_[0][0]))


@pytest.mark.exercise("class_posterior")
def test_posteriors_of_scipy(reference, rng):
    """posterior and log evidence are scipy's softmax and logsumexp of the log joints, within 1e-8"""
    L, prior = rng.normal(size=(50, 4)) * 700, random_table(rng, 4)
    posterior, evidence = reference.class_posterior(L, prior)
    assert posterior == close(softmax(L + np.log(prior), axis=1))
    assert evidence == close(logsumexp(L, axis=1, b=prior))


@pytest.mark.exercise("text_features")
def test_count_vectorizer(reference, rng):
    """vocabulary, counts and presences are those of CountVectorizer, for collected and for given vocabularies"""
    words = np.array(["Ant", "bee.", "CAT", "a", "dog", "Dog", "x1"])
    documents = [" ".join(words[rng.integers(0, len(words), 8)]) for _ in range(20)]
    stop_words = ["a", "cat"]
    for counts in (True, False):
        for vocabulary in (None, ["dog", "bee.", "zoo"]):
            peer = CountVectorizer(tokenizer=str.split, token_pattern=None, stop_words=stop_words, binary=not counts)
            peer.set_params(vocabulary=vocabulary)
            expected = peer.fit_transform(documents).toarray()
            X, names = reference.text_features(documents, vocabulary, counts=counts, stop_words=stop_words)
            assert np.array_equal(X, expected)
            assert names == list(peer.get_feature_names_out())


def peers(rng):
    """Data of three classes, and scikit-learn's classifier, for each of the models."""
    y = labels(rng, 60, 3)
    sizes = [2, 5, 3]
    categories = np.column_stack([rng.integers(0, size, 60) for size in sizes])
    return (
        ("bernoulli", rng.integers(0, 2, (60, 6)), y, BernoulliNB(alpha=0.5), {"pseudo_count": 0.5}),
        ("multinomial", rng.poisson(2, (60, 6)), y, MultinomialNB(alpha=0.5), {"pseudo_count": 0.5}),
        (
            "categorical",
            categories,
            y,
            CategoricalNB(alpha=0.5, min_categories=sizes),
            {"pseudo_count": 0.5, "n_values": sizes},
        ),
        ("gaussian", rng.normal(size=(60, 6)) + y[:, None], y, GaussianNB(var_smoothing=0), {}),
    )


@pytest.mark.exercise("fit_naive_bayes")
def test_fits_of_sklearn(reference, rng):
    """prior and parameters agree with the four naive Bayes classifiers of scikit-learn within 1e-8"""
    for model, X, y, peer, options in peers(rng):
        peer.fit(X, y)
        prior, parameters = reference.fit_naive_bayes(X, y, model, **options)
        assert prior == close(np.bincount(y) / 60)
        if model == "gaussian":
            assert parameters == close(np.array([peer.theta_, peer.var_]))
        elif model == "categorical":
            for j, log_table in enumerate(peer.feature_log_prob_):
                assert parameters[:, j, : log_table.shape[1]] == close(np.exp(log_table))
                assert not parameters[:, j, log_table.shape[1] :].any()
        else:
            assert parameters == close(np.exp(peer.feature_log_prob_))


@pytest.mark.exercise("fit_naive_bayes")
def test_tied_variances_are_optimal(reference, rng):
    """tied variances are where scipy's minimiser ends that starts elsewhere, within 1e-4"""
    y = labels(rng, 40, 3) // 2
    X = rng.normal(size=(40, 3)) * [1, 2, 3] + y[:, None]
    for tie, shape in (("features", (2, 1)), ("classes", (1, 3))):
        means, variances = reference.fit_naive_bayes(X, y, "gaussian", tie=tie)[1]

        def loss(log_variance, means=means, shape=shape):
            variance = np.broadcast_to(np.exp(log_variance).reshape(shape), (2, 3))
            return -stats.norm.logpdf(X, means[y], np.sqrt(variance[y])).sum()

        best = minimize(loss, np.zeros(max(shape)), tol=1e-10)
        assert variances == close(np.broadcast_to(np.exp(best.x).reshape(shape), (2, 3)), rel=1e-4)


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_likelihoods_of_sklearn(reference, rng):
    """with the prior they are scikit-learn's joint log likelihoods within 1e-8, and the posteriors predict_proba"""
    for model, X, y, peer, options in peers(rng):
        prior, parameters = reference.fit_naive_bayes(X, y, model, **options)
        log_likelihood = reference.naive_bayes_log_likelihood(X, parameters, model)
        peer.fit(X, y)
        assert log_likelihood + np.log(prior) == close(peer.predict_joint_log_proba(X))
        assert reference.class_posterior(log_likelihood, prior)[0] == close(peer.predict_proba(X))


@pytest.mark.exercise("naive_bayes_log_likelihood")
def test_all_the_digits(reference, dataset):
    """the errors on 797 digits after training on 1000 are 115, 103 and 103 with the three discrete models"""
    X, y, _ = dataset("digits")
    X, y = np.asarray(X).astype(int), np.asarray(y).astype(int)
    cases = (
        ("bernoulli", (X >= 8).astype(int), {}),
        ("multinomial", X, {}),
        ("categorical", X, {"n_values": [17] * 64}),
    )
    wrong = []
    for model, pixels, options in cases:
        prior, parameters = reference.fit_naive_bayes(pixels[:1000], y[:1000], model, pseudo_count=1, **options)
        joint = reference.naive_bayes_log_likelihood(pixels[1000:], parameters, model) + np.log(prior)
        wrong.append(int((joint.argmax(axis=1) != y[1000:]).sum()))
    assert wrong == [115, 103, 103]


@pytest.mark.exercise("multivariate_normal_log_density")
def test_densities_of_scipy(reference, rng):
    """log densities agree with scipy.stats.multivariate_normal in 1 to 30 dimensions within 1e-8"""
    for d in (1, 2, 7, 30):
        A, mean, X = rng.normal(size=(d, d)), rng.normal(size=d), rng.normal(size=(40, d)) * 3
        covariance = A @ A.T + np.eye(d)
        peer = stats.multivariate_normal(mean, covariance)
        assert reference.multivariate_normal_log_density(X, mean, covariance) == close(np.atleast_1d(peer.logpdf(X)))


@pytest.mark.exercise("fit_gda")
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_discriminants_of_sklearn(reference, dataset, name):
    """prior, means and covariances are those of LinearDiscriminantAnalysis and empirical_covariance, within 1e-8"""
    X, y, _ = dataset(name)
    X, y = np.asarray(X, dtype=float), np.asarray(y).astype(int)
    prior, means, covariance = reference.fit_gda(X, y)
    peer = LinearDiscriminantAnalysis(solver="lsqr", store_covariance=True).fit(X, y)
    assert (prior, means, covariance) == (close(peer.priors_), close(peer.means_), close(peer.covariance_))
    separate = reference.fit_gda(X, y, shared=False)[2]
    for k in range(3):
        assert separate[k] == close(empirical_covariance(X[y == k]))


@pytest.mark.exercise("log_odds_line")
def test_lines_of_sklearn(reference, dataset, rng):
    """Gaussian lines are those of LinearDiscriminantAnalysis, within 1e-7; the others reproduce predict_log_proba"""
    for name in ("iris", "wine"):
        X, y, _ = dataset(name)
        X, y = np.asarray(X, dtype=float)[y > 0], np.asarray(y).astype(int)[y > 0] - 1
        prior, means, covariance = reference.fit_gda(X, y)
        w, b = reference.log_odds_line(prior, (means, covariance), "gaussian")
        peer = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)
        assert w == close(peer.coef_[0], rel=1e-7)
        assert b == close(peer.intercept_[0], rel=1e-7)
    for model, X, y, peer, options in peers(rng)[:2]:
        y = np.minimum(y, 1)
        w, b = reference.log_odds_line(*reference.fit_naive_bayes(X, y, model, **options), model)
        log_posterior = peer.fit(X, y).predict_log_proba(X)
        assert X @ w + b == close(log_posterior[:, 1] - log_posterior[:, 0])


@pytest.mark.exercise("log_odds_line")
def test_poisson_line_of_scipy(reference, rng):
    """the Poisson line is the difference of scipy's log probabilities within 1e-8"""
    rates, X, prior = rng.uniform(0.5, 20, (2, 5)), rng.poisson(6, (30, 5)), np.array([0.3, 0.7])
    w, b = reference.log_odds_line(prior, rates, "poisson")
    expected = stats.poisson.logpmf(X, rates[1]) - stats.poisson.logpmf(X, rates[0])
    assert X @ w + b == close(expected.sum(axis=1) + np.log(7 / 3))
