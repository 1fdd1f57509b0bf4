"""The reference against scikit-learn, numpy and scipy.

scikit-learn's Perceptron has our conventions where it matters: it starts at zero, y * activation <= 0 is a mistake, the
bias is learned at the same rate as the weights, and an activation of 0 predicts the smaller label. With shuffle=False
and tol=None it makes the same steps in the same order. It never stops at a clean pass, which changes nothing, and it
does not count its updates: "updates" and "converged" of train_perceptron are checked only in that a converged run stays
where it is. Steps with a rate of their own are single calls of partial_fit.

Every exercise has a counterpart, though for VotedPerceptron it is put together from the single steps of Perceptron:
scikit-learn has no voted perceptron. In mistake_bound the bound itself is a formula that no library has; the margins
and the radius in it are checked.
"""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.preprocessing import PolynomialFeatures
from sklearn.svm import SVC


def close(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9)


def blobs(rng, n=60, d=3, shift=1.0):
    """Two clouds that overlap unless the shift is large, both classes present."""
    y = np.where(np.arange(n) % 2, 1, -1)
    return rng.normal(size=(n, d)) + shift * y[:, np.newaxis], y


def tables(rng, dataset):
    """Examples with labels -1 and +1: random ones, and the real ones with large and small numbers in them."""
    iris, species, _ = dataset("iris")
    cancer, benign, _ = dataset("breast_cancer")
    ratings, rating, _ = dataset("course_ratings")
    mixed = rng.permutation(len(iris))  # the flowers stand in the order of their species
    return [
        blobs(rng),
        (iris[mixed], np.where(species[mixed] == 2, 1, -1)),
        (cancer, np.where(benign == 1, 1, -1)),
        (ratings, np.where(rating >= 0, 1, -1)),
    ]


def separable(rng, dataset):
    """Examples that a plane separates: two random clouds far apart, and setosa against the other irises."""
    iris, species, _ = dataset("iris")
    return [blobs(rng, shift=6.0), (iris, np.where(species == 0, 1, -1))]


def peer_trained(X, y, passes):
    return Perceptron(max_iter=passes, tol=None, shuffle=False).fit(X, y)


def single_steps(X, y, order, rates=None):
    """A Perceptron after each of its single steps; it is the same object every time."""
    peer = Perceptron(shuffle=False)
    for t, i in enumerate(order):
        peer.set_params(eta0=1.0 if rates is None else rates[t])
        yield peer.partial_fit(X[i : i + 1], y[i : i + 1], classes=[-1, 1])


@pytest.mark.exercise("activation")
def test_activation(reference, rng, dataset):
    """activation agrees with the decision_function of a trained Perceptron within 1e-9"""
    for X, y in tables(rng, dataset):
        peer = peer_trained(X, y, 3)
        assert reference.activation(X, peer.coef_[0], peer.intercept_[0]) == close(peer.decision_function(X))


@pytest.mark.exercise("predict")
def test_predict(reference, rng, dataset):
    """predict gives exactly the labels of a trained Perceptron, and like it -1 at an activation of 0"""
    for X, y in tables(rng, dataset):
        peer = peer_trained(X, y, 3)
        assert np.array_equal(reference.predict(X, peer.coef_[0], peer.intercept_[0]), peer.predict(X))
        peer.coef_, peer.intercept_ = np.zeros_like(peer.coef_), np.zeros(1)
        assert np.array_equal(reference.predict(X, np.zeros(X.shape[1]), 0), peer.predict(X))


@pytest.mark.exercise("perceptron_step")
def test_steps(reference, rng, dataset):
    """60 steps at rates of their own agree with partial_fit of a Perceptron with this eta0 within 1e-9, one by one"""
    for X, y in tables(rng, dataset):
        order, rates = rng.integers(0, len(X), 60), rng.uniform(0.1, 2, 60)
        w, b = np.zeros(X.shape[1]), 0.0
        for i, rate, peer in zip(order, rates, single_steps(X, y, order, rates), strict=True):
            before = b
            w, b, mistake = reference.perceptron_step(w, b, X[i], y[i], rate)
            assert w == close(peer.coef_[0]) and b == close(peer.intercept_[0])
            assert mistake == (b != before)


@pytest.mark.exercise("train_perceptron")
def test_training_in_order(reference, rng, dataset):
    """without shuffling, w and b agree with Perceptron(shuffle=False, tol=None) after 1 and 5 passes within 1e-9"""
    for X, y in tables(rng, dataset):
        for passes in (1, 5):
            ours, peer = reference.train_perceptron(X, y, passes), peer_trained(X, y, passes)
            assert ours["w"] == close(peer.coef_[0]) and ours["b"] == close(peer.intercept_[0])


@pytest.mark.exercise("train_perceptron")
def test_converged_training_stays(reference, rng, dataset):
    """where ours stops, Perceptron stays: 500 passes on separable examples end at the same w and b, within 1e-9"""
    for X, y in separable(rng, dataset):
        ours, peer = reference.train_perceptron(X, y, 500), peer_trained(X, y, 500)
        assert ours["converged"] and peer.score(X, y) == 1
        assert ours["w"] == close(peer.coef_[0]) and ours["b"] == close(peer.intercept_[0])


@pytest.mark.exercise("train_perceptron")
@pytest.mark.parametrize("shuffle", ["once", "each"])
def test_shuffled_training(reference, rng, dataset, shuffle):
    """shuffled passes agree with partial_fit on the permuted rows within 1e-9

    scikit-learn shuffles with draws of its own, so the permutations are drawn here, from a generator of the same seed.
    """
    passes = 4
    for X, y in tables(rng, dataset):
        seed = rng.integers(2**32)
        draws = np.random.default_rng(seed)
        orders = [draws.permutation(len(X)) for _ in range(1 if shuffle == "once" else passes)]
        peer = Perceptron(shuffle=False)
        for number in range(passes):
            order = orders[number % len(orders)]
            peer.partial_fit(X[order], y[order], classes=[-1, 1])
        ours = reference.train_perceptron(X, y, passes, shuffle, np.random.default_rng(seed))
        assert ours["w"] == close(peer.coef_[0]) and ours["b"] == close(peer.intercept_[0])


@pytest.mark.exercise("training_curve")
@pytest.mark.parametrize("decay", [False, True])
def test_curve(reference, rng, dataset, decay):
    """after each step the curve is the score of a Perceptron after partial_fit on the same row, within 1e-9"""
    for X, y in tables(rng, dataset):
        order = rng.integers(0, len(X), 40)
        rates = 20 / (20 + np.arange(40)) if decay else None
        held_out = rng.permutation(len(X))[: len(X) // 2]
        expected = [peer.score(X[held_out], y[held_out]) for peer in single_steps(X, y, order, rates)]
        assert reference.training_curve(X, y, order, rates, X[held_out], y[held_out]) == close(expected)


@pytest.mark.exercise("project_to_boundary")
def test_feet(reference, rng, dataset):
    """the way to the boundary is the shortest solution of w.step = -activation by np.linalg.lstsq, within 1e-9"""
    for X, y in tables(rng, dataset):
        peer = peer_trained(X, y, 3)
        w, b = peer.coef_[0], peer.intercept_[0]
        scores = peer.decision_function(X)
        steps = np.linalg.lstsq(w[np.newaxis], -scores[np.newaxis], rcond=None)[0].T
        distances, feet = reference.project_to_boundary(X, w, b)
        assert feet == close(X + steps)
        assert distances == close(np.sign(scores) * np.linalg.norm(steps, axis=1))


@pytest.mark.exercise("mistake_bound")
def test_margin_of_the_support_vector_machine(reference, rng, dataset):
    """the margin of the separator found by SVC with C = 1e6 is 1/|w| within 1e-3, and its examples have that radius"""
    for X, y in separable(rng, dataset):
        peer = SVC(kernel="linear", C=1e6, tol=1e-6).fit(X, y)
        found = reference.mistake_bound(X, y, peer.coef_[0], peer.intercept_[0])
        assert found["margin"] == pytest.approx(1 / np.linalg.norm(peer.coef_), rel=1e-3)
        assert found["radius"] == close(np.linalg.norm(np.column_stack([X, np.ones(len(X))]), axis=1).max())


@pytest.mark.exercise("mistake_bound")
def test_best_augmented_margin(reference, rng, dataset):
    """for the shortest (w, b) with all functional margins >= 1, as scipy's SLSQP finds it, gamma is 1/|(w, b)| within
    1e-4, and training makes no more updates than the bound of this best separator allows"""
    for X, y in separable(rng, dataset):
        signed = y[:, np.newaxis] * np.column_stack([X, np.ones(len(X))])
        margins = {"type": "ineq", "fun": lambda v, rows=signed: rows @ v - 1, "jac": lambda v, rows=signed: rows}
        best = minimize(lambda v: v @ v / 2, signed.mean(axis=0), jac=lambda v: v, method="SLSQP", constraints=margins)
        assert best.success
        found = reference.mistake_bound(X, y, best.x[:-1], best.x[-1])
        assert found["augmented_margin"] == pytest.approx(1 / np.linalg.norm(best.x), rel=1e-4)
        assert sum(reference.train_perceptron(X, y, 500)["updates"]) <= found["bound"]


@pytest.mark.exercise("VotedPerceptron")
def test_votes(reference, rng, dataset):
    """vectors, counts and elected labels agree with those collected from a Perceptron's single steps, within 1e-9"""
    for X, y in tables(rng, dataset):
        X, y = X[:30], y[:30]
        kept, counts, ballots = [np.zeros(X.shape[1] + 1)], [0], [np.zeros(len(X))]
        for peer in single_steps(X, y, np.tile(np.arange(len(X)), 3)):
            vector = np.append(peer.coef_[0], peer.intercept_[0])
            if not np.array_equal(vector, kept[-1]):
                kept, counts, ballots = [*kept, vector], [*counts, 0], [*ballots, peer.predict(X)]
            counts[-1] += 1
        ours = reference.VotedPerceptron(max_passes=3).fit(X, y)
        assert np.column_stack([ours.weights_, ours.biases_]) == close(np.array(kept[1:]))
        assert ours.counts_.tolist() == counts[1:]
        votes = np.array(counts) @ np.array(ballots)
        assert np.array_equal(ours.predict(X), np.where(votes > 0, 1, -1))


@pytest.mark.exercise("train_averaged")
def test_averaged(reference, rng, dataset):
    """the average agrees with SGDClassifier(loss="perceptron", average=1) at a constant rate of 1 within 1e-9

    average=1 starts to average with the first step, after its update: as here, the zero start is not counted.
    """
    for X, y in tables(rng, dataset):
        rule = {"loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1.0}
        peer = SGDClassifier(**rule, average=1, shuffle=False, max_iter=4, tol=None).fit(X, y)
        w, b = reference.train_averaged(X, y, 4)
        assert w == close(peer.coef_[0]) and b == close(peer.intercept_[0])


@pytest.mark.exercise("combine_features")
@pytest.mark.parametrize("squares", [False, True])
def test_products(reference, rng, dataset, squares):
    """columns and their order are those of PolynomialFeatures without bias, the values within 1e-9 (relative)"""
    for X, _ in tables(rng, dataset):
        X = X[:, :5]
        for degree in (1, 2, 3):
            peer = PolynomialFeatures(degree, interaction_only=not squares, include_bias=False)
            assert reference.combine_features(X, degree, squares) == close(peer.fit_transform(X))
