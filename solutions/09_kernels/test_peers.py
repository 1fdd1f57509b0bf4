"""The reference against scikit-learn, scipy and numpy.

Every exercise has a counterpart. Parts of two have none:
- kernel_matrix: no library has "all_subsets"; it is compared with the list of all subsets, made by itertools.
- spectrum_kernel: no library has "positional"; for windows of one letter it is what the Hamming distance leaves over.

Conventions that differ
- rbf_kernel has gamma = 1 / (2 sigma^2); polynomial_kernel and sigmoid_kernel have a gamma before x.z, which must be 1
  (it is 1/d by default), and coef0 is our offset.
- PolynomialFeatures lists every monomial once, we list every ordered product; its powers_ say which column is which.
- Perceptron updates at y * a <= 0, as we do, and moves its bias by y; it needs shuffle=False, and tol=None to run all
  epochs. It does not count mistakes.
- SGDRegressor halves the squared error, so its eta0 is our learning_rate; KernelRidge(alpha) is our penalty.
- KMeans wants centres where we want labels, and may not stop early, so tol=0.
- SVC.dual_coef_ holds alpha_i * y_i of the support vectors only.
"""

import itertools

import numpy as np
import pytest
from scipy import linalg, sparse
from scipy.spatial.distance import cdist, hamming
from scipy.special import factorial
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Perceptron, SGDRegressor
from sklearn.metrics.pairwise import (
    cosine_similarity,
    linear_kernel,
    polynomial_kernel,
    rbf_kernel,
    sigmoid_kernel,
)
from sklearn.preprocessing import PolynomialFeatures
from sklearn.svm import SVC

DNA = (
    "AACAAATAAGTAACATAATCTTTAGGAAGAACGTTCAACCATTGAG",
    "TACCTAATTATGAAATTAAATTTCAGTGTGCTGATGGAAACGGAGAAGTC",
)


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry: an entry that should be 0 may be as far off as the others."""
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value).max()))


def blocks(rng, dataset):
    """Two sets of points each: random ones, flowers, images."""
    iris, digits = dataset("iris")[0], dataset("digits")[0] / 16
    return [
        (rng.normal(size=(20, 4)), rng.normal(size=(15, 4))),
        (iris[::3], iris[1::5]),
        (digits[:60], digits[60:100]),
    ]


def labelled(rng, dataset):
    """Points and two classes: random overlapping ones, versicolor against virginica, threes against eights."""
    y = np.where(np.arange(60) % 2, 1, -1)
    iris, species, _ = dataset("iris")
    digits, digit, _ = dataset("digits")
    pair = np.isin(digit, (3, 8))
    return [
        (rng.normal(size=(60, 3)) + 0.7 * y[:, np.newaxis], y),
        (iris[50:], np.where(species[50:] == 2, 1, -1)),
        (digits[pair][:150] / 16, np.where(digit[pair][:150] == 8, 1, -1)),
    ]


@pytest.mark.exercise("kernel_matrix")
def test_kernels_of_inner_products(reference, rng, dataset):
    """linear, polynomial and tanh agree with scikit-learn's pairwise kernels, power_sum with np.polyval, within 1e-8"""
    for X, Z in blocks(rng, dataset):
        assert reference.kernel_matrix(X, Z) == close(linear_kernel(X, Z))
        for degree, offset in ((1, 0.0), (2, 1.0), (4, 0.3)):
            expected = polynomial_kernel(X, Z, degree=degree, gamma=1, coef0=offset)
            assert reference.kernel_matrix(X, Z, "polynomial", degree=degree, offset=offset) == close(expected)
            expected = np.polyval(np.ones(degree + 1), X @ Z.T)
            assert reference.kernel_matrix(X, Z, "power_sum", degree=degree) == close(expected)
        expected = sigmoid_kernel(X, Z, gamma=1, coef0=-0.4)
        assert reference.kernel_matrix(X, Z, "tanh", offset=-0.4) == close(expected)


@pytest.mark.exercise("kernel_matrix")
def test_kernels_of_distances(reference, rng, dataset):
    """gaussian agrees with rbf_kernel and with scipy's cdist, empirical with cdist, within 1e-8"""
    for X, Z in blocks(rng, dataset):
        for sigma in (0.5, 3.0):
            ours = reference.kernel_matrix(X, Z, "gaussian", sigma=sigma)
            assert ours == close(rbf_kernel(X, Z, gamma=1 / (2 * sigma**2)))
            assert ours == close(np.exp(-cdist(X, Z, "sqeuclidean") / (2 * sigma**2)))
        expected = cdist(X, Z[:5]) @ cdist(Z, Z[:5]).T
        # a distance of 0 comes out as the root of a rounding error
        assert reference.kernel_matrix(X, Z, "empirical", references=Z[:5]) == close(expected, rel=1e-6)


@pytest.mark.exercise("kernel_matrix")
def test_list_of_subsets(reference, rng, dataset):
    """all_subsets is the inner product over the products of all 2^d subsets, within 1e-8"""
    for X, Z in blocks(rng, dataset)[:2]:
        subsets = [list(s) for r in range(5) for s in itertools.combinations(range(4), r)]
        Phi, Psi = (np.column_stack([rows[:, s].prod(axis=1) for s in subsets]) for rows in (X, Z))
        assert reference.kernel_matrix(X, Z, "all_subsets") == close(Phi @ Psi.T)


@pytest.mark.exercise("feature_map")
def test_monomials(reference, rng, dataset):
    """every ordered product is the column of PolynomialFeatures with the same powers, within 1e-8"""
    for X, _ in blocks(rng, dataset):
        X = X[:, :4]
        for degree in (1, 2, 3):
            peer = PolynomialFeatures(degree).fit(X)
            column = {tuple(powers): k for k, powers in enumerate(peer.powers_.tolist())}
            tuples = [t for r in range(degree + 1) for t in itertools.product(range(4), repeat=r)]
            wanted = [column[tuple(np.bincount(t, minlength=4).tolist() if t else [0] * 4)] for t in tuples]
            expected = peer.transform(X)[:, wanted]
            assert reference.feature_map(X, degree, weights="unit") == close(expected)


@pytest.mark.exercise("feature_map")
def test_inner_products_of_features(reference, rng, dataset):
    """with binomial weights the inner products are those of polynomial_kernel, within 1e-8"""
    for X, Z in blocks(rng, dataset):
        X, Z = X[:, :5], Z[:, :5]
        for degree, offset in ((1, 2.0), (2, 0.5), (3, 1.7)):
            Phi, Psi = (reference.feature_map(rows, degree, offset) for rows in (X, Z))
            assert Phi @ Psi.T == close(polynomial_kernel(X, Z, degree=degree, gamma=1, coef0=offset))


@pytest.mark.exercise("is_valid_gram")
def test_verdicts(reference, rng, dataset):
    """the verdict is that of scipy's eigvalsh with the same tolerance, on valid matrices and on others"""
    for X, _ in blocks(rng, dataset):
        distances = cdist(X, X)
        for K in (linear_kernel(X), rbf_kernel(X), sigmoid_kernel(X, gamma=1), -distances, 1 - distances**2):
            slack = 1e-9 * max(1, np.abs(K).max())
            assert reference.is_valid_gram(K) == (linalg.eigvalsh(K)[0] >= -slack)
            assert linalg.issymmetric(K, atol=slack)
    assert not linalg.issymmetric(np.triu(np.ones((3, 3)))) and not reference.is_valid_gram(np.triu(np.ones((3, 3))))


@pytest.mark.exercise("combine_kernels")
def test_cosine(reference, rng, dataset):
    """the normalised linear kernel is cosine_similarity, for test blocks too, within 1e-8"""
    for X, Z in blocks(rng, dataset):
        diagonals = (X**2).sum(axis=1), (Z**2).sum(axis=1)
        block = reference.combine_kernels(X @ Z.T, operation="normalise", diagonals=diagonals)
        assert block == close(cosine_similarity(X, Z))
        assert reference.combine_kernels(X @ X.T, operation="normalise") == close(cosine_similarity(X))


@pytest.mark.exercise("combine_kernels")
def test_arithmetic_of_kernels(reference, rng, dataset):
    """series agree with np.polyval and exp, products of Gaussians and polynomials with scikit-learn's, within 1e-8"""
    for X, Z in blocks(rng, dataset):
        X, Z = X / 4, Z / 4
        s, weights = X @ Z.T, rng.uniform(0, 2, size=5)
        series = reference.combine_kernels(s, operation="power_series", weights=weights)
        assert series == close(np.polyval(weights[::-1], s))
        exponential = reference.combine_kernels(s, operation="power_series", weights=1 / factorial(np.arange(60)))
        assert exponential == close(np.exp(s))
        product = reference.combine_kernels(rbf_kernel(X, Z, gamma=0.2), rbf_kernel(X, Z, gamma=0.3), "product")
        assert product == close(rbf_kernel(X, Z, gamma=0.5))
        total = reference.combine_kernels(s, np.ones_like(s), "sum", weights=(2.0, 0.6))
        assert total == close(polynomial_kernel(X, Z, degree=1, gamma=2, coef0=0.6))


@pytest.mark.exercise("spectrum_kernel")
def test_windows(reference, rng):
    """exact and up_to are inner products of CountVectorizer's character n-grams, which overlap as ours do"""
    S = ["".join(rng.choice(list("ACGT"), size=int(n))) for n in rng.integers(6, 40, size=8)] + list(DNA)
    for length, mode in ((1, "exact"), (3, "exact"), (4, "up_to")):
        shortest = 1 if mode == "up_to" else length
        peer = CountVectorizer(analyzer="char", ngram_range=(shortest, length), lowercase=False)
        C = peer.fit_transform(S).toarray()
        assert reference.spectrum_kernel(S[:6], S, length, mode) == close(C[:6] @ C.T)


@pytest.mark.exercise("spectrum_kernel")
def test_equal_places(reference, rng):
    """positional with windows of one letter is the length minus scipy's Hamming distance, for equal lengths"""
    S = ["".join(rng.choice(list("ACGT"), size=30)) for _ in range(5)]
    expected = [[30 * (1 - hamming(list(s), list(t))) for t in S] for s in S]
    assert reference.spectrum_kernel(S, S, 1, "positional") == close(np.array(expected))


@pytest.mark.exercise("walk_kernel")
def test_walks(reference, rng):
    """both sums agree with scipy's sparse Kronecker product, its matrix powers and its sparse solver, within 1e-8"""
    for p, q in ((4, 5), (6, 3)):
        A, B = ((rng.random((n, n)) < 0.5).astype(float) for n in (p, q))
        a, b = rng.integers(0, 2, size=p), rng.integers(0, 2, size=q)
        for labels in ((None, None), (a, b)):
            W = sparse.csc_array(sparse.kron(A, B))
            if labels[0] is not None:
                keep = np.flatnonzero(np.equal.outer(a, b).ravel())
                W = W[keep][:, keep]
            if W.shape[0] == 0:
                continue
            expected = sum(sparse.linalg.matrix_power(W, k).sum() for k in range(1, 5))
            assert reference.walk_kernel(A, B, *labels, max_length=4) == close(expected)
            ones = np.ones(W.shape[0])
            expected = sparse.linalg.spsolve(sparse.csc_array(sparse.eye_array(len(ones)) - 0.02 * W), ones).sum()
            assert reference.walk_kernel(A, B, *labels, discount=0.02) == close(expected)


@pytest.mark.exercise("kernel_perceptron")
def test_weights_of_the_perceptron(reference, rng, dataset):
    """Phi^T alpha and b are the coef_ and intercept_ of Perceptron on the features after every epoch, within 1e-8"""
    for X, y in labelled(rng, dataset):
        Phi = PolynomialFeatures(2).fit_transform(X[:, :6])
        for n_epochs in (1, 2, 7):
            alpha, b, mistakes = reference.kernel_perceptron(Phi @ Phi.T, y, n_epochs)
            peer = Perceptron(penalty=None, shuffle=False, tol=None, max_iter=len(mistakes)).fit(Phi, y)
            assert Phi.T @ alpha == close(peer.coef_[0])
            assert b == close(peer.intercept_[0])


@pytest.mark.exercise("kernel_least_squares")
def test_kernel_ridge(reference, rng, dataset):
    """the closed form is KernelRidge's dual_coef_, for one output and for several, within 1e-7"""
    for X, y in labelled(rng, dataset):
        several = np.column_stack([y, X[:, 0], rng.normal(size=len(y))])
        for K in (linear_kernel(X), rbf_kernel(X, gamma=0.1)):
            for penalty in (0.1, 10.0):
                peer = KernelRidge(alpha=penalty, kernel="precomputed")
                assert reference.kernel_least_squares(K, y, penalty) == close(peer.fit(K, y).dual_coef_, rel=1e-7)
                expected = peer.fit(K, several).dual_coef_
                assert reference.kernel_least_squares(K, several, penalty) == close(expected, rel=1e-7)


@pytest.mark.exercise("kernel_least_squares")
def test_stochastic_sweeps(reference, rng, dataset):
    """Phi^T alpha after some sweeps is the coef_ of SGDRegressor without shuffling, within 1e-8"""
    for X, y in labelled(rng, dataset):
        setting = {"penalty": None, "learning_rate": "constant", "eta0": 0.01, "fit_intercept": False}
        peer = SGDRegressor(**setting, shuffle=False, tol=None, max_iter=3).fit(X, y)
        alpha = reference.kernel_least_squares(X @ X.T, y, learning_rate=0.01, n_steps=3, stochastic=True)
        assert X.T @ alpha == close(peer.coef_)


@pytest.mark.exercise("kernel_least_squares")
def test_batch_steps_arrive(reference, rng, dataset):
    """batch steps at 1 / (largest eigenvalue + penalty) end at KernelRidge's dual_coef_ within 1e-6"""
    for X, y in labelled(rng, dataset):
        K = rbf_kernel(X, gamma=0.1)
        rate = 1 / (linalg.eigvalsh(K)[-1] + 5)
        alpha = reference.kernel_least_squares(K, y, 5.0, learning_rate=rate, n_steps=600)
        assert alpha == close(KernelRidge(alpha=5.0, kernel="precomputed").fit(K, y).dual_coef_, rel=1e-6)


@pytest.mark.exercise("kernel_kmeans")
def test_lloyd(reference, rng, dataset):
    """labels, distances and objective agree with KMeans on the features, from the means of our start, within 1e-8"""
    for X, _ in labelled(rng, dataset):
        Phi = PolynomialFeatures(2, include_bias=False).fit_transform(X[:, :4])
        start = np.arange(len(Phi)) % 3
        labels, distances, history = reference.kernel_kmeans(Phi @ Phi.T, start, 3, max_iter=300)
        centres = np.array([Phi[start == k].mean(axis=0) for k in range(3)])
        peer = KMeans(3, init=centres, n_init=1, max_iter=300, tol=0, algorithm="lloyd").fit(Phi)
        assert np.array_equal(labels, peer.labels_)
        assert history[-1] == close(peer.inertia_)
        assert distances == close(peer.transform(Phi) ** 2)


@pytest.mark.exercise("kernel_predict")
def test_decisions_of_a_machine(reference, rng, dataset):
    """with the alphas, labels and bias of SVC, scores and labels on other points are SVC's own, within 1e-8"""
    for X, y in labelled(rng, dataset):
        train, test = np.arange(len(y)) % 3 > 0, np.arange(len(y)) % 3 == 0
        peer = SVC(C=2.0, gamma=0.2).fit(X[train], y[train])
        alpha = np.zeros(train.sum())
        alpha[peer.support_] = np.abs(peer.dual_coef_[0])
        K = rbf_kernel(X[test], X[train], gamma=0.2)
        scores, labels = reference.kernel_predict(K, alpha, y[train], peer.intercept_[0])
        assert scores == close(peer.decision_function(X[test]))
        assert np.array_equal(labels, peer.predict(X[test]))


@pytest.mark.exercise("kernel_predict")
def test_predictions_of_several_outputs(reference, dataset):
    """with the coefficients of KernelRidge for ten digits the scores are its predictions, within 1e-8"""
    X, digit, _ = dataset("digits")
    X, one_hot = X / 16, np.eye(10)[digit]
    peer = KernelRidge(alpha=0.1, kernel="rbf", gamma=1 / 8).fit(X[:300], one_hot[:300])
    scores, labels = reference.kernel_predict(rbf_kernel(X[300:500], X[:300], gamma=1 / 8), peer.dual_coef_)
    assert scores == close(peer.predict(X[300:500]))
    assert np.array_equal(labels, peer.predict(X[300:500]).argmax(axis=1))
