"""The reference against scipy and scikit-learn, and where they have nothing against other routes to the same numbers.

Counterparts: KBinsDiscretizer and OneHotEncoder for encode; softmax, log_loss and LogisticRegression for softmax_head;
scipy.signal.correlate for convolve; maximum_filter and uniform_filter for pool; expit for the recurrent layers and the
cells; the Jensen-Shannon distance for gan_round.

Gradients have no counterpart there. They are held against complex steps, derivatives with next to no rounding error,
through a forward pass of scipy's functions or one that is written here; so is the training of the network, batch by
batch. Central differences of the reference itself stand in the hidden checks.
"""

import numpy as np
import pytest
from scipy.ndimage import maximum_filter, uniform_filter
from scipy.signal import correlate
from scipy.spatial.distance import jensenshannon
from scipy.special import expit, log_softmax, softmax
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder


def close(value, rel=1e-9):
    """Equal up to `rel`, measured on the largest entry."""
    value = np.asarray(value)
    return pytest.approx(value, rel=rel, abs=rel * max(np.abs(value).max(initial=0.0), 1e-12))


def complex_slopes(function, at):
    """The derivatives of a real analytic function, from its imaginary part after a tiny imaginary step."""
    at = np.array(at, dtype=complex)
    answer = np.zeros(at.shape)
    for place in np.ndindex(at.shape):
        at[place] += 1e-100j
        answer[place] = function(at).imag / 1e-100
        at[place] = at[place].real
    return answer


@pytest.mark.exercise("encode")
def test_bins(reference, rng, dataset):
    """one_to_n agrees exactly with KBinsDiscretizer, whose bins are closed on the left too, for its inner edges"""
    pixels, _, _ = dataset("digits")
    for x in (rng.normal(size=300), pixels[:, 20].astype(float)):
        peer = KBinsDiscretizer(n_bins=6, encode="onehot-dense", strategy="uniform").fit(x[:, None])
        bits = reference.encode(x, peer.bin_edges_[0][1:-1], "one_to_n")
        assert np.array_equal(bits, peer.transform(x[:, None]))


@pytest.mark.exercise("encode")
def test_targets(reference, dataset):
    """labels agree exactly with OneHotEncoder, and thermometers with its reversed running sum"""
    _, labels, _ = dataset("digits")
    one_hot = OneHotEncoder(sparse_output=False).fit_transform(labels[:, None])
    assert np.array_equal(reference.encode(labels, np.arange(1, 10), "one_to_n"), one_hot)
    filled = one_hot[:, ::-1].cumsum(axis=1)[:, ::-1]
    assert np.array_equal(reference.encode(labels, np.arange(1, 10), "thermometer"), filled)


@pytest.mark.exercise("softmax_head")
def test_softmax_and_log_loss(reference, rng, dataset):
    """P agrees with scipy's softmax, the loss with log_loss and, for large scores, log_softmax, to 1e-9"""
    pixels, labels, _ = dataset("digits")
    C, W, b = pixels / 16.0, rng.normal(size=(10, 64)), rng.normal(size=10)
    P, loss, _, _, _ = reference.softmax_head(C, W, b, labels)
    assert close(softmax(C @ W.T + b, axis=1)) == P
    assert loss == close(log_loss(labels, P, labels=np.arange(10)))
    P, loss, _, _, _ = reference.softmax_head(C, 50 * W, b, labels)
    assert loss == close(-np.mean(log_softmax(C @ (50 * W).T + b, axis=1)[np.arange(len(C)), labels]))


@pytest.mark.exercise("softmax_head")
def test_head_at_a_minimum(reference, dataset):
    """at the weights that LogisticRegression finds, dW is minus the gradient of its penalty, W/(C n), and db is 0"""
    pixels, labels, _ = dataset("digits")
    C = pixels[:500] / 16.0
    peer = LogisticRegression(C=1.0, tol=1e-10, max_iter=10_000).fit(C, labels[:500])
    _, _, _, dW, db = reference.softmax_head(C, peer.coef_, peer.intercept_, labels[:500])
    assert dW == pytest.approx(-peer.coef_ / 500, abs=1e-6)
    assert db == pytest.approx(np.zeros(10), abs=1e-6)


@pytest.mark.exercise("softmax_head")
def test_head_by_complex_steps(reference, rng):
    """dC, dW and db agree with derivatives by complex steps within 1e-9"""
    C, W, b, labels = rng.normal(size=(6, 4)), rng.normal(size=(3, 4)), rng.normal(size=3), rng.integers(0, 3, 6)

    def loss(C, W, b):
        scores = C @ W.T + b
        return np.mean(np.log(np.exp(scores).sum(axis=1)) - scores[np.arange(6), labels])

    _, _, dC, dW, db = reference.softmax_head(C, W, b, labels)
    assert dC == close(complex_slopes(lambda at: loss(at, W, b), C))
    assert dW == close(complex_slopes(lambda at: loss(C, at, b), W))
    assert db == close(complex_slopes(lambda at: loss(C, W, at), b))


def correlated(X, filters, bias, stride, pad):
    """The layer by scipy: every image and filter as one correlation of three axes, of which the last has no room."""
    X = np.pad(X, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    maps = [[correlate(image, filters[..., f], mode="valid")[:, :, 0] for f in range(filters.shape[3])] for image in X]
    return np.array(maps).transpose(0, 2, 3, 1)[:, ::stride, ::stride] + bias


@pytest.mark.exercise("convolve")
@pytest.mark.parametrize("stride, pad", [(1, 0), (2, 1), (3, 2)])
def test_correlation(reference, rng, dataset, stride, pad):
    """agrees with scipy.signal.correlate within 1e-9, on random images and on digits"""
    pixels, _, _ = dataset("digits")
    images = (
        (rng.normal(size=(3, 9, 7, 4)), rng.normal(size=(3, 4, 4, 5))),
        (
            pixels[:20].reshape(20, 8, 8, 1) / 16.0,
            rng.normal(size=(5, 3, 1, 6)),
        ),
    )
    for X, filters in images:
        bias = rng.normal(size=filters.shape[3])
        assert reference.convolve(X, filters, bias, stride, pad) == close(correlated(X, filters, bias, stride, pad))


@pytest.mark.exercise("convolve_backward")
@pytest.mark.parametrize("stride, pad", [(1, 0), (2, 1), (3, 2)])
def test_convolve_backward_by_complex_steps(reference, rng, stride, pad):
    """all three gradients of a curved loss, sum(exp(Y)), agree with complex steps through scipy to 1e-8"""
    X, filters, bias = rng.normal(size=(2, 6, 5, 2)) / 3, rng.normal(size=(3, 2, 2, 3)) / 3, rng.normal(size=3)

    def loss(X, filters, bias):
        # scipy conjugates the second argument, which would turn the step round
        return np.exp(correlated(X, np.conj(filters), bias, stride, pad)).sum()

    dY = np.exp(reference.convolve(X, filters, bias, stride, pad))
    dX, dfilters, dbias = reference.convolve_backward(dY, X, filters, stride, pad)
    assert dX == close(complex_slopes(lambda at: loss(at, filters, bias), X), rel=1e-8)
    assert dfilters == close(complex_slopes(lambda at: loss(X, at, bias), filters), rel=1e-8)
    assert dbias == close(complex_slopes(lambda at: loss(X, filters, at), bias), rel=1e-8)


@pytest.mark.exercise("pool")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_filters_of_ndimage(reference, rng, size):
    """maxima agree exactly with maximum_filter at every size-th pixel, and means with uniform_filter within 1e-9"""
    X = rng.normal(size=(2, 12, 24, 3))
    first = (size - 1) // 2 if size % 2 else size // 2  # where the filters put the result of the first whole window
    for image, maxima, means in zip(X, reference.pool(X, size)[0], reference.pool(X, size, "mean")[0], strict=True):
        high = maximum_filter(image, size=(size, size, 1))[first::size, first::size]
        assert np.array_equal(maxima, high)
        assert means == close(uniform_filter(image, size=(size, size, 1))[first::size, first::size])


@pytest.mark.exercise("pool")
def test_pool_by_complex_steps(reference, rng):
    """share times the spread dY is the derivative of the pooled maxima and means, by complex steps"""
    X, dY = rng.normal(size=(1, 4, 6, 2)), rng.normal(size=(1, 2, 3, 2))
    for kind, pooled in (("max", lambda window: window[np.argmax(window.real)]), ("mean", np.mean)):

        def loss(at, pooled=pooled):
            total = 0
            for _, i, j, c in np.ndindex(dY.shape):
                total += dY[0, i, j, c] * pooled(at[0, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2, c].ravel())
            return total

        _, share = reference.pool(X, 2, kind)
        assert share * dY.repeat(2, axis=1).repeat(2, axis=2) == close(complex_slopes(loss, X))


def states(X, Wx, Wh, b, h0):
    """A recurrent layer that takes complex numbers."""
    H, h = [], h0
    for x in X:
        h = 1 / (1 + np.exp(-(Wx @ x + Wh @ h + b)))
        H.append(h)
    return np.array(H)


@pytest.mark.exercise("recurrent_forward")
def test_states_by_expit(reference, rng):
    """agrees with a loop over scipy's expit within 1e-9, for scores up to some hundreds too"""
    for scale in (1.0, 300.0):
        X, Wx, Wh, b = scale * rng.normal(size=(20, 3)), rng.normal(size=(4, 3)), rng.normal(size=(4, 4)), np.ones(4)
        h, H = np.zeros(4), []
        for x in X:
            h = expit(Wx @ x + Wh @ h + b)
            H.append(h)
        assert reference.recurrent_forward(X, Wx, Wh, b) == close(H)


@pytest.mark.exercise("recurrent_backward")
def test_time_by_complex_steps(reference, rng):
    """all five gradients of a curved loss of all states agree with derivatives by complex steps within 1e-9"""
    for T in (1, 2, 12):
        X, Wx, Wh = rng.normal(size=(T, 2)), rng.normal(size=(3, 2)), 3 * rng.normal(size=(3, 3))
        b, h0 = rng.normal(size=3), rng.uniform(size=3)
        H = reference.recurrent_forward(X, Wx, Wh, b, h0)
        arguments = [X, Wx, Wh, b, h0]
        dWx, dWh, db, dh0, dX = reference.recurrent_backward(X, H, h0, np.cos(H), Wx, Wh)
        for place, gradient in enumerate((dX, dWx, dWh, db, dh0)):

            def loss(at, place=place, arguments=arguments):
                return np.sin(states(*arguments[:place], at, *arguments[place + 1 :])).sum()

            assert gradient == close(complex_slopes(loss, arguments[place]))


@pytest.mark.exercise("lstm_forward")
def test_cells_by_expit(reference, rng):
    """agrees with cells written with scipy's expit, all four parts in one matrix, within 1e-9"""
    names, m, d = ("keep", "write", "read", "cell"), 3, 2
    params = {name: (rng.normal(size=(m, d)), rng.normal(size=(m, m)), rng.normal(size=m)) for name in names}
    matrix = np.vstack([np.column_stack(params[name]) for name in names])
    X, h, c = rng.normal(size=(15, d)), rng.normal(size=m), rng.normal(size=m)
    H, C = reference.lstm_forward(X, params, h, c)
    for t, x in enumerate(X):
        scores = matrix @ np.concatenate([x, h, [1]])
        keep, write, read = expit(scores[: 3 * m]).reshape(3, m)
        c = keep * c + write * np.tanh(scores[3 * m :])
        h = read * np.tanh(c)
        assert C[t] == close(c)
        assert H[t] == close(h)


@pytest.mark.exercise("lstm_forward")
def test_memory_fades_by_the_gate(reference):
    """a change of c0 is still there after 50 steps, times the keep gate of each step: 40 % of it for a gate of 0.982"""
    one = np.zeros((1, 1))
    params = {part: (one, one, np.array([4.0 * (part == "keep")])) for part in ("write", "keep", "read", "cell")}
    _, low = reference.lstm_forward(np.zeros((50, 1)), params, np.zeros(1), np.zeros(1))
    _, high = reference.lstm_forward(np.zeros((50, 1)), params, np.zeros(1), np.ones(1))
    assert (high - low)[-1] == close(np.array([expit(4.0) ** 50]))


@pytest.mark.exercise("gan_round")
def test_value_is_a_divergence(reference, rng):
    """with the best discriminator V is -log 4 plus twice the squared Jensen-Shannon distance of scipy, to 1e-9"""
    for _ in range(20):
        theta, p_data = 3 * rng.normal(size=6), rng.dirichlet(np.full(6, 0.5))
        V, _, _ = reference.gan_round(theta, p_data, 1.0)
        assert pytest.approx(-np.log(4) + 2 * jensenshannon(p_data, softmax(theta)) ** 2, abs=1e-9) == V


@pytest.mark.exercise("gan_round")
def test_step_by_complex_steps(reference, rng):
    """the step is minus eta times the derivative of V by theta, by complex steps, with D held fixed, within 1e-9"""
    theta, p_data, guess = rng.normal(size=5), rng.dirichlet(np.ones(5)), rng.uniform(0.1, 0.9, 5)
    for given in (None, guess):
        _, D, moved = reference.gan_round(theta, p_data, 0.3, given)

        def value(at, D=D):
            return (np.exp(at) / np.exp(at).sum() * np.log(1 - D)).sum()  # the other sum does not depend on theta

        assert (moved - theta) / -0.3 == close(complex_slopes(value, theta))


@pytest.mark.exercise("gan_round")
def test_game_arrives(reference):
    """after 200 rounds of rate 2 from theta = 0 the generator produces (0.5, 0.3, 0.2) to 1e-9"""
    theta, p_data = np.zeros(3), np.array([0.5, 0.3, 0.2])
    for _ in range(200):
        _, _, theta = reference.gan_round(theta, p_data, 2.0)
    assert softmax(theta) == pytest.approx(p_data, abs=1e-9)


@pytest.mark.exercise("gan_round")
def test_spread_of_thirty(reference):
    """for entries of theta 30 apart the value agrees with sums in extended precision"""
    theta, p_data = np.array([0.0, -30.0, -15.0]), np.array([0.2, 0.5, 0.3])
    V, _, _ = reference.gan_round(theta, p_data, 1.0)
    p_g = np.exp(theta.astype(np.longdouble)) / np.exp(theta.astype(np.longdouble)).sum()
    total = p_data + p_g
    assert pytest.approx(float(p_data @ np.log(p_data / total) + p_g @ np.log(p_g / total)), abs=1e-12) == V


def network_loss(params, X, labels):
    """The mean loss of the network on complex parameters; real parts decide relu and the winners."""
    filters, filter_bias, W, b = params
    scores = correlated(X, np.conj(filters), filter_bias, 1, 0)
    relu = np.where(scores.real > 0, scores, 0)
    blocks = relu.reshape(len(X), relu.shape[1] // 2, 2, relu.shape[2] // 2, 2, -1).transpose(0, 1, 3, 5, 2, 4)
    flat = blocks.reshape(*blocks.shape[:4], 4)
    best = np.take_along_axis(flat, flat.real.argmax(axis=-1)[..., None], axis=-1)[..., 0]
    logits = best.reshape(len(X), -1) @ W.T + b
    return np.mean(np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(len(X)), labels])


@pytest.mark.exercise("train_convnet")
def test_training_by_complex_steps(reference, rng, dataset):
    """three batches on digits: losses and parameters agree with gradients by complex steps through scipy, to 1e-8"""
    pixels, labels, _ = dataset("digits")
    X, labels = pixels[:12].reshape(12, 8, 8, 1) / 16.0, labels[:12] % 3
    params = (rng.normal(0, 0.5, (3, 3, 1, 2)), rng.normal(size=2) / 9, rng.normal(0, 0.3, (3, 18)), np.zeros(3))
    batches = [np.array([0, 3, 5]), np.array([1, 2]), np.array([6, 7, 8, 9])]
    new, losses = reference.train_convnet(params, X, labels, batches, 0.5)
    for batch, recorded in zip(batches, losses, strict=True):
        loss = [network_loss(params, X[batch], labels[batch])]
        assert recorded == close(loss[0])
        gradients = []
        for part in range(4):

            def of_part(at, part=part, params=params, batch=batch):
                return network_loss((*params[:part], at, *params[part + 1 :]), X[batch], labels[batch])

            gradients.append(complex_slopes(of_part, params[part]))
        params = tuple(old - 0.5 * gradient for old, gradient in zip(params, gradients, strict=True))
    for ours, theirs in zip(new, params, strict=True):
        assert ours == close(theirs, rel=1e-8)


@pytest.mark.exercise("train_convnet")
def test_digits_it_has_not_seen(reference, dataset):
    """the network of the handout reads more than 90 % of 597 digits that it was not trained on; the loss falls"""
    pixels, labels, _ = dataset("digits")
    X, rng = pixels.reshape(-1, 8, 8, 1) / 16.0, np.random.default_rng(0)
    start = (rng.normal(0, 0.3, (3, 3, 1, 8)), np.zeros(8), rng.normal(0, 0.1, (10, 72)), np.zeros(10))
    batches = [batch for _ in range(10) for batch in rng.permutation(1200).reshape(40, 30)]
    params, losses = reference.train_convnet(start, X, labels, batches, 0.5)
    assert losses[-40:].mean() < 0.2 < 2 < losses[:3].mean()
    pooled, _ = reference.pool(np.maximum(reference.convolve(X[1200:], *params[:2]), 0), 2)
    P, *_ = reference.softmax_head(pooled.reshape(597, -1), *params[2:], labels[1200:])
    assert np.mean(P.argmax(axis=1) == labels[1200:]) > 0.9
