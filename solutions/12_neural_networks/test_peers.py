"""The reference against scipy, scikit-learn and independent computations.

What has a counterpart, and how it is converted:
- activation functions: scipy.special.expit and np.tanh; softmax and cross-entropy: scipy.special and log_loss.
- forward and loss_and_gradients: MLPRegressor and MLPClassifier hold one coefs_ of shape (inputs, units) for each
  layer, our W transposed, and their fit with solver 'sgd' has a loss with 1/2 and the mean over the batch, as ours. For
  several outputs the squared loss is averaged over them as well, so the check has one output. Their loss has the
  penalty alpha/2 ||W||^2 divided by the number of rows of the batch, so with full batches alpha is n times our decay.
- train_network: partial_fit of MLPRegressor and MLPClassifier with 'sgd' and constant rates makes one step of momentum
  without Nesterov's change, on the batch it is given. Their own start and shuffling differ from ours, so both begin
  with the same weights and get full batches.
- directional_derivatives: scipy.optimize.approx_fprime, and derivatives by a complex step.
- dag_backprop: a complex step through the graph, an exact derivative in another way.
- rbf_gradients: scipy.spatial.distance and a complex step.

Without a counterpart: polytope_network and parity_network (brute force), dropout, adapt, patience and restarts (the
order of draws is our own); momentum_step is seen through the training of MLPRegressor.
"""

import itertools
import warnings

import numpy as np
import pytest
from scipy import special
from scipy.optimize import approx_fprime, minimize
from scipy.spatial.distance import cdist
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, mean_squared_error
from sklearn.neural_network import MLPClassifier, MLPRegressor


def close(value, rel=1e-8):
    """Equal up to `rel`, measured on the largest entry."""
    return pytest.approx(value, rel=rel, abs=rel * max(1e-3, np.abs(value).max()))


def random_params(rng, sizes):
    return [(rng.normal(size=(m, k)), rng.normal(size=m)) for k, m in itertools.pairwise(sizes)]


def complex_steps(f, x):
    """Exact derivatives of a function that also takes complex numbers: the imaginary part of f(x + ih)/h."""
    return np.array([f(x + 1e-30j * unit).imag / 1e-30 for unit in np.eye(len(x))])


def flat(params):
    return np.concatenate([np.ravel(part) for layer in params for part in layer])


def unflat(vector, like):
    parts, at = [], 0
    for W, b in like:
        parts.append((vector[at : at + W.size].reshape(W.shape), vector[at + W.size : at + W.size + b.size]))
        at += W.size + b.size
    return parts


def peer(kind, params, X, y, **settings):
    """scikit-learn's network with our weights."""
    sizes = tuple(len(b) for _, b in params[:-1])
    settings = {"solver": "sgd", "learning_rate": "constant", "momentum": 0.0, "alpha": 0.0} | settings
    network = kind(
        hidden_layer_sizes=sizes, nesterovs_momentum=False, batch_size=len(X), shuffle=False, max_iter=1, **settings
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        network.fit(X, y)
    for own, (W, b) in enumerate(params):
        network.coefs_[own][:], network.intercepts_[own][:] = W.T, b
    network._optimizer.velocities = [np.zeros_like(v) for v in network._optimizer.velocities]
    return network


def weights_of(network):
    return [(C.T.copy(), b.copy()) for C, b in zip(network.coefs_, network.intercepts_, strict=True)]


@pytest.mark.exercise("activation")
def test_functions(reference, rng):
    """the sigmoid is scipy's expit, its slope expit(z) expit(-z), and the slope of tanh is 1/cosh(z)^2, to 1e-12"""
    z = np.concatenate([rng.uniform(-30, 30, 500), [0, 1e6, -1e6]])
    value, slope = reference.activation(z, "sigmoid")
    assert value == pytest.approx(special.expit(z), abs=1e-12)
    assert slope == pytest.approx(special.expit(z) * special.expit(-z), abs=1e-12)
    value, slope = reference.activation(z, "tanh")
    assert value == pytest.approx(2 * special.expit(2 * z) - 1, abs=1e-12)
    assert slope == pytest.approx(4 * special.expit(2 * z) * special.expit(-2 * z), abs=1e-12)


@pytest.mark.exercise("polytope_network")
def test_all_functions_of_three_bits(reference):
    """with a box round each true corner all 256 functions of three bits come out as their truth tables"""
    corners = np.array(list(itertools.product((0, 1), repeat=3)))
    nowhere = np.zeros((1, 3)), np.array([-1.0])
    for truth in itertools.product((0, 1), repeat=8):
        boxes = [(np.diag(2.0 * r - 1), -(2.0 * r - 1) / 2) for r, true in zip(corners, truth, strict=True) if true]
        _, activations = reference.forward(reference.polytope_network(boxes or [nowhere]), corners, "step", "step")
        assert activations[-1][:, 0].astype(int).tolist() == list(truth)


@pytest.mark.exercise("parity_network")
def test_parity_by_brute_force(reference):
    """up to 12 bits all rows are right, with 2 ceil(log2 d) layers of at most d units, and fewer than 4 d in all"""
    for d in range(1, 13):
        X = np.array(list(itertools.product((0, 1), repeat=d)))
        params = reference.parity_network(d)
        _, activations = reference.forward(params, X, "step", "step")
        assert np.array_equal(activations[-1][:, 0], X.sum(axis=1) % 2)
        widths = [len(b) for _, b in params]
        assert len(widths) == max(1, 2 * int(np.ceil(np.log2(d))))
        assert max(widths) <= d
        assert sum(widths) < 4 * d


@pytest.mark.exercise("parity_network")
def test_printed_sizes(reference):
    """layers and units in all: 2, 3 for two bits; 4, 8; 4, 9; 6, 21 for eight; 8, 31 for ten; 8, 45 for sixteen"""
    for d, sizes in {2: (2, 3), 3: (4, 8), 4: (4, 9), 8: (6, 21), 10: (8, 31), 16: (8, 45)}.items():
        params = reference.parity_network(d)
        assert (len(params), sum(len(b) for _, b in params)) == sizes


@pytest.mark.exercise("forward")
@pytest.mark.parametrize("hidden, name", [("tanh", "tanh"), ("relu", "relu"), ("sigmoid", "logistic")])
def test_predictions(reference, rng, dataset, hidden, name):
    """on the digits, outputs agree with MLPRegressor, MLPClassifier's probabilities and scipy's softmax within 1e-10"""
    X, digit, _ = dataset("digits")
    X, digit = X[:200] / 16, digit[:200].astype(int)
    params = [(W / 5, b) for W, b in random_params(rng, [64, 12, 8, 10])]
    scores, activations = reference.forward(params, X, hidden, "softmax")
    classifier = peer(MLPClassifier, params, X, digit, activation=name)
    assert activations[-1] == close(classifier.predict_proba(X), rel=1e-10)
    assert activations[-1] == close(special.softmax(scores[-1], axis=1), rel=1e-10)
    regressor = peer(MLPRegressor, params, X, np.eye(10)[digit], activation=name)
    assert reference.forward(params, X, hidden)[1][-1] == close(regressor.predict(X), rel=1e-10)


@pytest.mark.exercise("loss_and_gradients")
def test_losses(reference, rng, dataset):
    """cross-entropy is log_loss of scikit-learn, and the squared loss half of mean_squared_error, within 1e-10"""
    X, digit, _ = dataset("digits")
    X, digit = X[:300] / 16, digit[:300].astype(int)
    params = [(W / 5, b) for W, b in random_params(rng, [64, 12, 10])]
    Y = np.eye(10)[digit]
    J, _ = reference.loss_and_gradients(params, X, Y, output="softmax", loss="cross_entropy")
    P = reference.forward(params, X, output="softmax")[1][-1]
    assert close(log_loss(digit, P), rel=1e-10) == J
    J, _ = reference.loss_and_gradients(params, X, Y, output="sigmoid", loss="cross_entropy")
    P = reference.forward(params, X, output="sigmoid")[1][-1]
    assert close(sum(log_loss(Y[:, k], P[:, k]) for k in range(10)), rel=1e-10) == J
    J, _ = reference.loss_and_gradients(params, X, Y)
    assert close(10 * mean_squared_error(Y, reference.forward(params, X)[1][-1]) / 2, rel=1e-10) == J


@pytest.mark.exercise("loss_and_gradients")
@pytest.mark.parametrize("hidden", ["tanh", "sigmoid", "identity"])
def test_complex_step(reference, rng, hidden):
    """for all losses and outputs the gradients agree with a complex step through formulas of our own within 1e-9"""
    functions = {"tanh": np.tanh, "sigmoid": lambda z: 1 / (1 + np.exp(-z)), "identity": lambda z: z}
    X, params = rng.normal(size=(5, 3)), random_params(rng, [3, 4, 2, 3])
    masks = [rng.choice([0.0, 1.5], (5, m)) for m in (4, 2)]
    for loss, output in (
        ("squared", "identity"),
        ("squared", "sigmoid"),
        ("squared", "tanh"),
        ("cross_entropy", "sigmoid"),
        ("cross_entropy", "softmax"),
    ):
        Y = rng.dirichlet(np.ones(3), 5)

        def value(vector, loss=loss, output=output, Y=Y):
            A = X
            for k, (W, b) in enumerate(unflat(vector, params)):
                Z = A @ W.T + b
                A = functions[hidden](Z) * masks[k] if k < 2 else Z
            if output == "softmax":
                return -(Y * (Z - np.log(np.exp(Z).sum(axis=1, keepdims=True)))).sum() / 5
            A = functions[output](Z)
            if loss == "squared":
                return ((A - Y) ** 2).sum() / 10
            return -(Y * np.log(A) + (1 - Y) * np.log(1 - A)).sum() / 5

        J, gradients = reference.loss_and_gradients(params, X, Y, hidden, output, loss, masks)
        assert close(value(flat(params)), rel=1e-10) == J
        assert flat(gradients) == close(complex_steps(value, flat(params).astype(complex)), rel=1e-9)


@pytest.mark.exercise("loss_and_gradients")
def test_logistic_regression(reference, rng, dataset):
    """one softmax layer, minimised with our gradients, is LogisticRegression without a penalty, within 1e-3"""
    X, digit, _ = dataset("digits")
    X, digit = X[:, [20, 27, 36]] / 16, digit.astype(int)
    keep = digit < 3
    X, Y, digit = X[keep], np.eye(3)[digit[keep]], digit[keep]
    like = [(np.zeros((3, 3)), np.zeros(3))]

    def loss(vector):
        J, gradients = reference.loss_and_gradients(unflat(vector, like), X, Y, output="softmax", loss="cross_entropy")
        return J, flat(gradients)

    found = minimize(loss, np.zeros(12), jac=True, method="BFGS", options={"gtol": 1e-8})
    ours = reference.forward(unflat(found.x, like), X, output="softmax")[1][-1]
    theirs = LogisticRegression(C=np.inf, tol=1e-10, max_iter=10_000).fit(X, digit).predict_proba(X)
    assert ours == close(theirs, rel=1e-3)


@pytest.mark.exercise("directional_derivatives")
def test_derivatives(reference, rng):
    """gradients agree with scipy's one-sided approx_fprime within 1e-5, and with a complex step within 1e-8"""
    A = rng.normal(size=(4, 4))
    theta = rng.uniform(-1, 1, 4)

    def f(T):
        return np.exp(np.sin(T @ A)).sum(axis=-1)

    gradient = reference.directional_derivatives(f, theta, np.eye(4))
    assert gradient == close(approx_fprime(theta, f), rel=1e-5)
    assert gradient == close(complex_steps(f, theta.astype(complex)), rel=1e-8)


@pytest.mark.exercise("dag_backprop")
def test_graphs(reference, rng):
    """on random graphs the gradients agree with a complex step through the sorted graph within 1e-9"""
    for inputs, hidden in ((1, 2), (3, 8), (2, 30)):
        order = [*range(inputs), *(inputs + rng.permutation(hidden)).tolist(), inputs + hidden]
        pairs = [(u, v) for i, u in enumerate(order[:-1]) for v in order[max(i + 1, inputs) :] if rng.random() < 0.4]
        pairs += [(order[0], order[-1])]
        edges, weights = np.array(pairs), rng.normal(size=len(pairs)) / 2
        x, y = rng.normal(size=inputs), rng.normal()

        def output(w, order=order, pairs=pairs, x=x):
            a = dict.fromkeys(order, 0)
            for u in order:
                h = x[u] if u < len(x) else np.tanh(a[u])
                for k, (source, v) in enumerate(pairs):
                    if source == u:
                        a[v] = a[v] + w[k] * h
            return a[order[-1]]

        value, gradient = reference.dag_backprop(edges, weights, x, y)
        assert value == close(output(weights))
        expected = complex_steps(lambda w, f=output, y=y: (y - f(w)) ** 2 / 2, weights.astype(complex))
        assert gradient == close(expected, rel=1e-9)


@pytest.mark.exercise("rbf_gradients")
def test_rbf(reference, rng, dataset):
    """on the digits, with scipy's distances, loss and gradients agree with a complex step within 1e-8"""
    X, digit, _ = dataset("digits")
    X, y = X[:40] / 16, digit[:40].astype(float)
    C, gamma, v = X[:3] + rng.normal(size=(3, 64)) / 10, rng.uniform(0.05, 0.2, 3), rng.normal(size=3)
    J, dC, dgamma, dv = reference.rbf_gradients(C, gamma, v, X, y)
    H = np.exp(-gamma * cdist(X, C, "sqeuclidean"))
    assert close(mean_squared_error(y, H @ v) / 2, rel=1e-10) == J

    def loss(vector):
        centres, g, w = vector[:192].reshape(3, 64), vector[192:195], vector[195:]
        squares = ((X[:, None] - centres) ** 2).sum(axis=2)
        return ((np.exp(-g * squares) @ w - y) ** 2).mean() / 2

    expected = complex_steps(loss, np.concatenate([C.ravel(), gamma, v]).astype(complex))
    assert np.concatenate([dC.ravel(), dgamma, dv]) == close(expected, rel=1e-8)


@pytest.mark.exercise("train_network")
@pytest.mark.parametrize("momentum, decay", [(0.0, 0.0), (0.9, 0.0), (0.5, 0.01)])
def test_training_steps(reference, rng, dataset, momentum, decay):
    """twenty epochs agree with partial_fit of MLPClassifier from the same weights within 1e-8: momentum_step as well"""
    X, digit, _ = dataset("digits")
    X, digit = X[:100] / 16, digit[:100].astype(int)
    Y = np.eye(10)[digit]
    params = [(W / 5, b) for W, b in random_params(rng, [64, 8, 10])]
    network = peer(
        MLPClassifier, params, X, digit, activation="tanh", learning_rate_init=0.2, momentum=momentum, alpha=decay * 100
    )
    settings = {"output": "softmax", "loss": "cross_entropy", "eta": 0.2, "momentum": momentum, "decay": decay}
    done = 0
    for epochs in (1, 20):
        for _ in range(epochs - done):
            network.partial_fit(X, digit)
        done = epochs
        # (X, Y) is the dev set as well, and its loss falls all the way, so the last weights come back
        run = reference.train_network(X, Y, X, Y, [], rng, params=params, epochs=epochs, **settings)
        assert run["best_epoch"] == epochs
        assert flat(run["params"]) == close(flat(weights_of(network)), rel=1e-8)


@pytest.mark.exercise("momentum_step")
def test_regression_steps(reference, rng):
    """ten steps on a regression agree with MLPRegressor's within 1e-8"""
    X, params = rng.normal(size=(30, 3)), random_params(rng, [3, 5, 1])
    y = np.sin(X).sum(axis=1)
    network = peer(MLPRegressor, params, X, y, activation="tanh", learning_rate_init=0.02, momentum=0.8)
    velocities = [(0 * W, 0 * b) for W, b in params]
    for _ in range(10):
        _, gradients = reference.loss_and_gradients(params, X, y[:, None])
        moved = [
            [reference.momentum_step(*parts, 0.02, 0.8) for parts in zip(*layer, strict=True)]
            for layer in zip(params, velocities, gradients, strict=True)
        ]
        params = [(W[0], b[0]) for W, b in moved]
        velocities = [(W[1], b[1]) for W, b in moved]
        network.partial_fit(X, y)
    assert flat(params) == close(flat(weights_of(network)), rel=1e-8)


@pytest.mark.exercise("train_network")
def test_ten_seeds(reference):
    """of ten starts on XOR, sizes [2, 2, 1], eta 0.4, 3000 epochs, nine reach 0, and seed 6 stays at 0.49933"""
    X, Y = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]]), np.array([[1], [1], [-1], [-1]])
    for seed in range(10):
        run = reference.train_network(X, Y, X, Y, [2, 2, 1], np.random.default_rng(seed), eta=0.4, epochs=3000)
        assert run["train_losses"][-1] == pytest.approx(0.49933 if seed == 6 else 0, abs=1e-5)


@pytest.mark.exercise("train_network")
def test_digits(reference, dataset):
    """64, 32 and 10 units read 0.87 to 0.95 of 497 test digits, and MLPClassifier of the same size is within 0.05"""
    X, digit, _ = dataset("digits")
    X, digit = X / 16, digit.astype(int)
    Y = np.eye(10)[digit]
    settings = {"eta": 0.2, "batch_size": 50, "momentum": 0.9, "decay": 1e-4, "patience": 5, "epochs": 40}
    theirs = MLPClassifier(
        hidden_layer_sizes=(32,), activation="tanh", solver="sgd", learning_rate_init=0.2, batch_size=50, random_state=0
    )
    theirs.fit(X[:1000], digit[:1000])
    for seed in range(3):
        run = reference.train_network(
            X[:1000], Y[:1000], X[1000:1300], Y[1000:1300], [64, 32, 10], np.random.default_rng(seed),
            output="softmax", loss="cross_entropy", **settings,
        )  # fmt: skip
        answers = reference.forward(run["params"], X[1300:], output="softmax")[1][-1].argmax(axis=1)
        accuracy = (answers == digit[1300:]).mean()
        assert 0.87 < accuracy < 0.95
        assert abs(accuracy - theirs.score(X[1300:], digit[1300:])) < 0.05
