"""Known wrong answers about neural networks, each with the sentence that a student who gave it is told."""

import numpy as np

from autograder.authoring import mistake
from neural_networks import (
    _PAIRS,
    _block_diagonal,
    _float_params,
    activation,
    forward,
    loss_and_gradients,
    momentum_step,
)

# ---------------------------------------------------------------- activation


def _stable_sigmoid(z):
    return 0.5 * (1 + np.tanh(z / 2))


def _standard_activation(z, kind):
    """Right answers, for mistakes that get a single kind wrong."""
    z = np.asarray(z, dtype=float)
    if kind == "identity":
        return z + 0, z * 0 + 1
    if kind == "sign":
        return np.where(z < 0, -1.0, 1.0), z * 0
    if kind == "step":
        return np.where(z > 0, 1.0, 0.0), z * 0
    if kind == "relu":
        return np.where(z > 0, z, 0.0), np.where(z > 0, 1.0, 0.0)
    if kind == "sigmoid":
        h = _stable_sigmoid(z)
        return h, h * (1 - h)
    if kind == "tanh":
        return np.tanh(z), 1 - np.tanh(z) ** 2
    raise ValueError(f"{kind} is unknown")


@mistake("activation", "np.sign(0) is 0; here a score of exactly 0 counts as +1, so ask whether z < 0.")
def numpy_sign(z, kind):
    value, slope = _standard_activation(z, kind)
    return (np.sign(value * np.asarray(z)) * value, slope) if kind == "sign" else (value, slope)


@mistake("activation", "A 'step' unit fires only if its score is strictly positive; at 0 yours fires too.")
def step_at_zero(z, kind):
    value, slope = _standard_activation(z, kind)
    return (np.where(np.asarray(z) >= 0, 1.0, 0.0), slope) if kind == "step" else (value, slope)


@mistake(
    "activation",
    "You put the value into the activation function a second time: 1 - tanh(z)**2 needs tanh(z), not tanh(tanh(z)).",
)
def slope_of_value(z, kind):
    value, slope = _standard_activation(z, kind)
    return (value, _standard_activation(value, kind)[1]) if kind in ("sigmoid", "tanh") else (value, slope)


@mistake("activation", "The slope of tanh is 1 - tanh(z)**2; you squared the score, 1 - z**2.")
def tanh_slope_of_score(z, kind):
    value, slope = _standard_activation(z, kind)
    return (value, 1 - np.asarray(z, dtype=float) ** 2) if kind == "tanh" else (value, slope)


@mistake("activation", "h (1 - h) is the slope of the sigmoid; that of tanh is 1 - h**2.")
def sigmoid_slope_for_tanh(z, kind):
    value, slope = _standard_activation(z, kind)
    return (value, value * (1 - value)) if kind == "tanh" else (value, slope)


@mistake("activation", "The slope of relu at z = 0 is 0 here: ask for z > 0, not z >= 0.")
def relu_slope_one_at_zero(z, kind):
    value, slope = _standard_activation(z, kind)
    return (value, np.where(np.asarray(z) >= 0, 1.0, 0.0)) if kind == "relu" else (value, slope)


@mistake(
    "activation",
    "exp overflows for large scores, and then inf / inf is nan: use np.tanh, and a sigmoid that takes exp of negative "
    "numbers only.",
)
def literal_exponentials(z, kind):
    value, slope = _standard_activation(z, kind)
    z = np.asarray(z, dtype=float)
    if kind == "sigmoid":
        value = np.exp(z) / (1 + np.exp(z))
        slope = value * (1 - value)
    if kind == "tanh":
        value = (np.exp(z) - np.exp(-z)) / (np.exp(z) + np.exp(-z))
        slope = 1 - value**2
    return value, slope


@mistake(
    "activation",
    "exp(-z) overflows for large negative scores. The result may look right, but numpy warns, and np.where does not "
    "help: it computes both branches. Take exp of -|z|.",
)
def overflow_with_a_warning(z, kind):
    value, slope = _standard_activation(z, kind)
    if kind == "sigmoid":
        value = 1 / (1 + np.exp(-np.asarray(z, dtype=float)))
        slope = value * (1 - value)
    return value, slope


@mistake(
    "activation",
    "You filled an array made by zeros_like(z). If z holds integers, so does that array, and 0.5 becomes 0: turn z "
    "into floats first.",
)
def integer_result(z, kind):
    value, slope = _standard_activation(z, kind)
    result = np.zeros_like(z)
    result[...] = value
    slopes = np.zeros_like(z)
    slopes[...] = slope
    return result, slopes


# ---------------------------------------------------------------- polytope_network


def _pieces(polytopes):
    """A and c of all polytopes, once they are known to fit together."""
    pieces = [(np.array(A, dtype=float), np.array(c, dtype=float)) for A, c in polytopes]
    if len(pieces) == 0 or any(A.shape[1] != pieces[0][0].shape[1] for A, _ in pieces):
        raise ValueError("no polytope, or different dimensions")
    return pieces


def _three_layers(pieces, and_bias, or_bias=-0.5, membership=None, sign=1.0):
    W1, b1 = np.vstack([A for A, _ in pieces]), np.concatenate([c for _, c in pieces])
    W2 = _block_diagonal([np.ones((1, len(c))) for _, c in pieces]) if membership is None else membership
    return [(sign * W1, sign * b1), (W2, np.array(and_bias)), (np.ones((1, len(pieces))), np.array([or_bias]))]


@mistake(
    "polytope_network",
    "The bias of an AND unit over m half-spaces is -(m - 1/2); -1.5 is right for m = 2 alone.",
)
def and_bias_for_two(polytopes):
    pieces = _pieces(polytopes)
    return _three_layers(pieces, [-1.5 for _ in pieces])


@mistake(
    "polytope_network",
    "Your middle units fire as soon as ONE half-space holds; a polytope needs all of them, so the bias is -(m - 1/2).",
)
def or_of_facets(polytopes):
    pieces = _pieces(polytopes)
    return _three_layers(pieces, [-0.5 for _ in pieces])


@mistake(
    "polytope_network",
    "An AND unit over m half-spaces reaches the score m + bias. With the bias -m that is never above 0, so your unit "
    "never fires: use -(m - 1/2).",
)
def and_never_fires(polytopes):
    pieces = _pieces(polytopes)
    return _three_layers(pieces, [-float(len(c)) for _, c in pieces])


@mistake(
    "polytope_network",
    "An AND unit looks at the half-spaces of its own polytope only; give those of the others the weight 0.",
)
def facets_shared(polytopes):
    pieces = _pieces(polytopes)
    facets = [len(c) for _, c in pieces]
    return _three_layers(pieces, [0.5 - m for m in facets], membership=np.ones((len(facets), sum(facets))))


@mistake(
    "polytope_network",
    "The last unit must fire when at least one polytope fires (bias -1/2); yours waits for all of them, which is "
    "their intersection.",
)
def intersection_for_union(polytopes):
    pieces = _pieces(polytopes)
    return _three_layers(pieces, [0.5 - len(c) for _, c in pieces], or_bias=0.5 - len(pieces))


@mistake("polytope_network", "A half-space is where A x + c > 0; you took the other side of each face.")
def half_space_flipped(polytopes):
    pieces = _pieces(polytopes)
    return _three_layers(pieces, [0.5 - len(c) for _, c in pieces], sign=-1.0)


@mistake(
    "polytope_network",
    "You used c with the wrong sign: the score of a half-space is A x + c, so c itself is the bias (not a threshold "
    "that A x has to exceed).",
)
def bias_sign(polytopes):
    pieces = _pieces([(A, -np.asarray(c, dtype=float)) for A, c in polytopes])
    return _three_layers(pieces, [0.5 - len(c) for _, c in pieces])


@mistake(
    "polytope_network",
    "You left out polytopes without half-spaces. No condition is always met: such a polytope is the whole space and "
    "needs its AND unit, with bias +1/2.",
)
def whole_space_skipped(polytopes):
    pieces = [(A, c) for A, c in _pieces(polytopes) if len(c)] or _pieces(polytopes)
    return _three_layers(pieces, [0.5 - len(c) for _, c in pieces])


# ---------------------------------------------------------------- parity_network

_STEP_XOR = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([-0.5, -0.5]), np.ones((1, 2)), np.array([-0.5])
_STEP_OR = np.ones((2, 2)), np.array([-0.5, -0.5]), np.ones((1, 2)), np.array([-0.5])


def _tree(d, block, keeps_odd=True, d_one=True):
    if d < 1:
        raise ValueError("d must be positive")
    V, a, w, b = block
    params = [] if d > 1 or not d_one else [(np.ones((1, 1)), np.array([-0.5]))]
    while d > 1:
        pairs, odd = d // 2, d % 2 if keeps_odd else 0
        rest = [np.ones((1, 1))] * odd
        hidden, outer = _block_diagonal([V] * pairs + rest), _block_diagonal([w] * pairs + rest)
        if d % 2 and not keeps_odd:
            hidden = np.hstack([hidden, np.zeros((len(hidden), 1))])
        params.append((hidden, np.concatenate([np.tile(a, pairs), [-0.5] * odd])))
        params.append((outer, np.concatenate([np.tile(b, pairs), [-0.5] * odd])))
        d = pairs + odd
    return params


@mistake("parity_network", "Your blocks compute OR; for two ones a block must answer 0, which is XOR.")
def or_tree(d):
    return _tree(d, _STEP_OR)


@mistake(
    "parity_network",
    "With an odd number of wires you lose the last one; carry it through both layers, by a unit of its own in each.",
)
def drops_odd_wire(d):
    return _tree(d, _STEP_XOR, keeps_odd=False)


@mistake(
    "parity_network",
    "You XOR one bit after another, which takes 2 (d - 1) layers; pair the wires, so that each round halves them.",
)
def chain_of_xor(d):
    if d < 1:
        raise ValueError("no bits")
    V, a, w, b = _STEP_XOR
    params = [(np.ones((1, 1)), np.array([-0.5]))] if d == 1 else []
    for rest in range(d - 2, -1, -1):
        wires = [np.ones((1, 1))] * rest
        params.append((_block_diagonal([V, *wires]), np.concatenate([a, [-0.5] * rest])))
        params.append((_block_diagonal([w, *wires]), np.concatenate([b, [-0.5] * rest])))
    return params


@mistake("parity_network", "The output is 1 for an ODD number of ones; yours is 1 for an even number.")
def even_parity(d):
    params = _tree(d, _STEP_XOR)
    W, b = params[-1]
    return [*params[:-1], (-W, -b)]


@mistake(
    "parity_network",
    "This network memorises: it has one hidden unit for each row of the truth table with the answer 1, 2**(d-1) in "
    "all. Build a tree of XOR blocks instead.",
)
def one_table_row_per_unit(d):
    if d < 1:
        raise ValueError("no bits")
    if d == 1:
        return [(np.ones((1, 1)), np.array([-0.5]))]
    rows = np.indices((2,) * d).reshape(d, -1).T
    rows = rows[rows.sum(axis=1) % 2 == 1]
    signs = 2.0 * rows - 1
    return [(signs, 0.5 - rows.sum(axis=1)), (np.ones((1, len(rows))), np.array([-0.5]))]


@mistake(
    "parity_network",
    "You filled the wires up to a power of two. It computes the right thing, but some layers are wider than d: let the "
    "odd wire pass through instead.",
)
def fills_up_to_a_power_of_two(d):
    params = _tree(d, _STEP_XOR)
    if d > 2:
        wires = 2 ** (len(params) // 2)
        params = _tree(wires, _STEP_XOR)
        params[0] = params[0][0][:, :d], params[0][1]
    return params


@mistake("parity_network", "For d = 1 you return no layer at all; one unit has to pass the bit on.")
def no_layer_for_one_bit(d):
    return _tree(d, _STEP_XOR, d_one=False)


# ---------------------------------------------------------------- forward


def _softmax(Z, axis=1, shift=True):
    e = np.exp(Z - Z.max(axis=axis, keepdims=True)) if shift else np.exp(Z)
    return e / e.sum(axis=axis, keepdims=True)


def _table(X):
    X = np.asarray(X, dtype=float)
    if X.ndim != 2:
        raise ValueError("X must be 2-D")
    return X


def _run(params, X, hidden, output, masks, score=None, last=None, softmax=_softmax, masked=None):
    """A forward pass, of which single parts can be given another meaning."""
    A = _table(X)
    scores, activations = [], [A]
    for k, (W, b) in enumerate(_float_params(params)):
        if W.shape[1] != A.shape[1]:
            raise ValueError("a layer does not fit")
        is_last = k == len(params) - 1
        Z = score(A, W, b, is_last) if score else A @ W.T + b
        kind = (last or output) if is_last else hidden
        if is_last and kind == "softmax":
            A = softmax(Z)
        elif not is_last and masks is not None:
            mask = np.asarray(masks[k], dtype=float)
            A = masked(Z, mask) if masked else activation(Z, kind)[0] * mask
        else:
            A = activation(Z, kind)[0]
        scores.append(Z)
        activations.append(A)
    return scores, activations


@mistake(
    "forward",
    "You used the hidden activation in the last layer too. It has one of its own, `output`: a network for regression "
    "ends linear.",
)
def activation_on_output(params, X, hidden="tanh", output="identity", masks=None):
    if output != "softmax":
        activation(0.0, output)
    return _run(params, X, hidden, output, masks, last=hidden if output == "identity" else None)


@mistake("forward", "Each ROW of W holds the weights of one unit, so the scores are A @ W.T + b, not A @ W + b.")
def transposed_weights(params, X, hidden="tanh", output="identity", masks=None):
    A, scores = _table(X), []
    if output != "softmax":
        activation(0.0, output)
    activations = [A]
    for k, (W, b) in enumerate(_float_params(params)):
        Z = A @ W + b
        kind = output if k == len(params) - 1 else hidden
        A = _softmax(Z) if kind == "softmax" else activation(Z, kind)[0]
        if masks is not None and k < len(params) - 1:
            A = A * masks[k]
        scores.append(Z)
        activations.append(A)
    return scores, activations


@mistake("forward", "You left out the biases of the hidden layers.")
def hidden_bias_missing(params, X, hidden="tanh", output="identity", masks=None):
    return _run(params, X, hidden, output, masks, score=lambda A, W, b, last: A @ W.T + last * b)


@mistake("forward", "Softmax shares out 1 within each row, over the classes; you divided by sums over the examples.")
def softmax_over_examples(params, X, hidden="tanh", output="identity", masks=None):
    return _run(params, X, hidden, output, masks, softmax=lambda Z: _softmax(Z, axis=0))


@mistake("forward", "Softmax divides by the sum of each row; you divided by the sum of the whole array.")
def softmax_over_everything(params, X, hidden="tanh", output="identity", masks=None):
    return _run(params, X, hidden, output, masks, softmax=lambda Z: _softmax(Z, axis=(0, 1)))


@mistake(
    "forward",
    "The dropout mask multiplies the activation, after the activation function; you multiplied the score that goes "
    "into it.",
)
def mask_before_activation(params, X, hidden="tanh", output="identity", masks=None):
    return _run(params, X, hidden, output, masks, masked=lambda Z, mask: activation(Z * mask, hidden)[0])


@mistake("forward", "exp(1000) is infinite: subtract each row's largest score from the row before you take exp.")
def softmax_overflow(params, X, hidden="tanh", output="identity", masks=None):
    return _run(params, X, hidden, output, masks, softmax=lambda Z: _softmax(Z, shift=False))


@mistake(
    "forward",
    "The mask is a factor (it holds 0 and 1/(1 - p)), not a truth value; you only set the dropped activations to 0.",
)
def mask_as_truth_value(params, X, hidden="tanh", output="identity", masks=None):
    return _run(params, X, hidden, output, [np.asarray(m) > 0 for m in masks] if masks is not None else None)


@mistake("forward", "`activations` begins with X itself; your list begins with the first hidden layer.")
def input_not_listed(params, X, hidden="tanh", output="identity", masks=None):
    scores, activations = _run(params, X, hidden, output, masks)
    return scores, activations[1:]


@mistake(
    "forward",
    "The first list holds the scores, before the activation function; you filled it with activations.",
)
def activations_for_scores(params, X, hidden="tanh", output="identity", masks=None):
    _, activations = _run(params, X, hidden, output, masks)
    return activations[1:], activations


@mistake("forward", "You took a vector X for one row; an X that is not 2-D has to raise ValueError.")
def takes_a_vector(params, X, hidden="tanh", output="identity", masks=None):
    return _run(params, np.atleast_2d(X), hidden, output, masks)


# ---------------------------------------------------------------- loss_and_gradients


def _stable_loss(A, Z, Y, output, loss):
    """Sum of the losses of all examples."""
    if loss == "squared":
        return ((A - Y) ** 2).sum() / 2
    if output == "sigmoid":
        return (np.maximum(Z, 0) - Y * Z + np.log1p(np.exp(-np.abs(Z)))).sum()
    top = Z.max(axis=1, keepdims=True)
    return (Y * (top + np.log(np.exp(Z - top).sum(axis=1, keepdims=True)) - Z)).sum()


def _backward(delta, params, scores, activations, hidden, masks, slope=None, masked=True, features=None):
    """The way back from dJ/dZ of the last layer."""
    features, gradients = features or activations, []
    for k in range(len(params) - 1, -1, -1):
        gradients.insert(0, (delta.T @ features[k], delta.sum(axis=0)))
        if k:
            delta = (delta @ np.asarray(params[k][0], dtype=float)) * (
                slope(k - 1) if slope else activation(scores[k - 1], hidden)[1]
            )
            if masks is not None and masked:
                delta = delta * np.asarray(masks[k - 1], dtype=float)
    return gradients


def _begin(params, X, Y, hidden, output, loss, masks):
    """A forward pass, after all that has to be refused."""
    if (loss, output) not in _PAIRS:
        raise ValueError("this loss does not go with this output")
    scores, activations = forward(params, X, hidden, output, masks)
    Y = np.asarray(Y, dtype=float)
    if Y.shape != activations[-1].shape:
        raise ValueError("Y must be (n, m_r)")
    return Y, scores, activations, activations[-1], scores[-1]


def _first_delta(A, Z, Y, output, loss):
    return (A - Y) / len(A) * (activation(Z, output)[1] if loss == "squared" else 1)


@mistake("loss_and_gradients", "The loss is a MEAN over the examples: divide loss and gradients by n.")
def sum_over_examples(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    delta = _first_delta(A, Z, Y, output, loss) * len(A)
    return _stable_loss(A, Z, Y, output, loss), _backward(delta, params, scores, activations, hidden, masks)


@mistake(
    "loss_and_gradients",
    "Your loss is a mean, your gradients are sums over the examples: D of the last layer has a factor 1/n.",
)
def gradients_not_averaged(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    delta = _first_delta(A, Z, Y, output, loss) * len(A)
    J = _stable_loss(A, Z, Y, output, loss) / len(A)
    return J, _backward(delta, params, scores, activations, hidden, masks)


@mistake(
    "loss_and_gradients",
    "You averaged over the outputs too: the losses of one example's outputs are summed, and divided by n only.",
)
def averages_over_outputs(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    delta = _first_delta(A, Z, Y, output, loss) / A.shape[1]
    return _stable_loss(A, Z, Y, output, loss) / A.size, _backward(delta, params, scores, activations, hidden, masks)


@mistake(
    "loss_and_gradients",
    "The squared loss has a factor 1/2, so that the error of the output is a - y; yours is 2 (a - y), twice too much.",
)
def factor_two(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    factor = 2 if loss == "squared" else 1
    delta = factor * _first_delta(A, Z, Y, output, loss)
    J = factor * _stable_loss(A, Z, Y, output, loss) / len(A)
    return J, _backward(delta, params, scores, activations, hidden, masks)


@mistake(
    "loss_and_gradients",
    "On the way back you multiplied by the VALUE of the activation function; its slope at the scores belongs there.",
)
def value_for_slope(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    gradients = _backward(
        _first_delta(A, Z, Y, output, loss),
        params,
        scores,
        activations,
        hidden,
        masks,
        slope=lambda k: activation(scores[k], hidden)[0],
    )
    return _stable_loss(A, Z, Y, output, loss) / len(A), gradients


@mistake(
    "loss_and_gradients",
    "You took the slope at the activation A_k; it belongs at the score Z_k, which goes into the activation function.",
)
def slope_at_activation(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    gradients = _backward(
        _first_delta(A, Z, Y, output, loss),
        params,
        scores,
        activations,
        hidden,
        masks,
        slope=lambda k: activation(activations[k + 1], hidden)[1],
    )
    return _stable_loss(A, Z, Y, output, loss) / len(A), gradients


@mistake(
    "loss_and_gradients",
    "The way back crosses a bend as well: multiply by the slope of each hidden layer. Without it the hidden layers "
    "are treated as linear.",
)
def hidden_slope_missing(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    delta = _first_delta(A, Z, Y, output, loss)
    gradients = _backward(delta, params, scores, activations, hidden, masks, slope=lambda k: 1.0)
    return _stable_loss(A, Z, Y, output, loss) / len(A), gradients


@mistake(
    "loss_and_gradients",
    "Your loop stops before the first layer and leaves its gradients at zero; with A_0 = X it has gradients like any "
    "other layer.",
)
def first_layer_missing(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    J, gradients = loss_and_gradients_of_reference(params, X, Y, hidden, output, loss, masks)
    if len(gradients) > 1:
        gradients[0] = np.zeros_like(gradients[0][0]), np.zeros_like(gradients[0][1])
    return J, gradients


def loss_and_gradients_of_reference(params, X, Y, hidden, output, loss, masks):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    delta = _first_delta(A, Z, Y, output, loss)
    return _stable_loss(A, Z, Y, output, loss) / len(A), _backward(delta, params, scores, activations, hidden, masks)


@mistake(
    "loss_and_gradients",
    "With cross-entropy the slope of the output cancels: D of the last layer is just (a - y)/n.",
)
def slope_with_cross_entropy(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    slope = A * (1 - A) if loss == "cross_entropy" else activation(Z, output)[1]
    gradients = _backward((A - Y) / len(A) * slope, params, scores, activations, hidden, masks)
    return _stable_loss(A, Z, Y, output, loss) / len(A), gradients


@mistake(
    "loss_and_gradients",
    "With the squared loss the slope of the output stays: (a - y)/n times g'(Z). Only with cross-entropy it cancels.",
)
def output_slope_missing(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    gradients = _backward((A - Y) / len(A), params, scores, activations, hidden, masks)
    return _stable_loss(A, Z, Y, output, loss) / len(A), gradients


@mistake(
    "loss_and_gradients",
    "A dropped unit passes no gradient back, and a kept one passes it times its mask: multiply by the same mask on "
    "the way back.",
)
def mask_not_in_backward(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    delta = _first_delta(A, Z, Y, output, loss)
    gradients = _backward(delta, params, scores, activations, hidden, masks, masked=False)
    return _stable_loss(A, Z, Y, output, loss) / len(A), gradients


@mistake(
    "loss_and_gradients",
    "dW of a layer needs the activations that the layer really saw, with their mask; you used them without.",
)
def features_without_mask(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    plain = [activations[0], *(activation(scores[k], hidden)[0] for k in range(len(params) - 1))]
    delta = _first_delta(A, Z, Y, output, loss)
    gradients = _backward(delta, params, scores, activations, hidden, masks, features=plain)
    return _stable_loss(A, Z, Y, output, loss) / len(A), gradients


@mistake(
    "loss_and_gradients",
    "You took the logarithm of the outputs, which are rounded to 0 for large scores: the loss becomes infinite or nan. "
    "Compute cross-entropy from the scores.",
)
def log_of_rounded_outputs(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    J = _stable_loss(A, Z, Y, output, loss)
    if loss == "cross_entropy":
        J = -np.sum(Y * np.log(A)) if output == "softmax" else -np.sum(Y * np.log(A) + (1 - Y) * np.log(1 - A))
    gradients = _backward(_first_delta(A, Z, Y, output, loss), params, scores, activations, hidden, masks)
    return J / len(A), gradients


@mistake(
    "loss_and_gradients",
    "You clipped the outputs before the logarithm: the loss stays finite, but is cut off at some value. Compute it "
    "from the scores.",
)
def clipped_outputs(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    J, P = _stable_loss(A, Z, Y, output, loss), np.clip(A, 1e-12, 1 - 1e-12)
    if loss == "cross_entropy":
        J = -np.sum(Y * np.log(P)) if output == "softmax" else -np.sum(Y * np.log(P) + (1 - Y) * np.log(1 - P))
    gradients = _backward(_first_delta(A, Z, Y, output, loss), params, scores, activations, hidden, masks)
    return J / len(A), gradients


@mistake(
    "loss_and_gradients",
    "For a sigmoid output an example with y = 0 costs -ln(1 - a); your loss counts only the part with y.",
)
def only_positive_labels(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    J = _stable_loss(A, Z, Y, output, loss)
    if loss == "cross_entropy" and output == "sigmoid":
        J = (Y * np.logaddexp(0, -Z)).sum()
    gradients = _backward(_first_delta(A, Z, Y, output, loss), params, scores, activations, hidden, masks)
    return J / len(A), gradients


@mistake(
    "loss_and_gradients",
    "Targets of cross-entropy may lie between 0 and 1; you counted only the likeliest class (or the label 1) of each "
    "example.",
)
def hard_labels_only(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    hard = Y
    if loss == "cross_entropy":
        hard = np.eye(Y.shape[1])[Y.argmax(axis=1)] if output == "softmax" else np.where(Y == 1, 1.0, 0.0)
    gradients = _backward(_first_delta(A, Z, Y, output, loss), params, scores, activations, hidden, masks)
    return _stable_loss(A, Z, hard, output, loss) / len(A), gradients


@mistake(
    "loss_and_gradients",
    "A Y of shape (n,) was stretched against outputs of shape (n, 1) to n by n; any shape but (n, m_r) must raise "
    "ValueError.",
)
def targets_stretched(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    if (loss, output) not in _PAIRS:
        raise ValueError("this loss does not go with this output")
    scores, activations = forward(params, X, hidden, output, masks)
    A, Z, Y = activations[-1], scores[-1], np.asarray(Y, dtype=float)
    delta = _first_delta(A, Z, Y, output, loss)
    return _stable_loss(A, Z, Y, output, loss) / len(A), _backward(delta, params, scores, activations, hidden, masks)


@mistake(
    "loss_and_gradients",
    "You treat a 'softmax' output like 'sigmoid': over all classes -sum y ln a is the loss, without terms ln(1 - a).",
)
def sigmoid_loss_for_softmax(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    Y, scores, activations, A, Z = _begin(params, X, Y, hidden, output, loss, masks)
    J = _stable_loss(A, Z, Y, output, loss)
    if output == "softmax":
        others = Z[:, ::-1] if Z.shape[1] == 2 else np.log(np.maximum(1 - A, 1e-300))
        rest = others - np.logaddexp.reduce(Z, axis=1)[:, None] if Z.shape[1] == 2 else others
        J = J - ((1 - Y) * rest).sum()
    gradients = _backward(_first_delta(A, Z, Y, output, loss), params, scores, activations, hidden, masks)
    return J / len(A), gradients


# ---------------------------------------------------------------- directional_derivatives


def _point_and_directions(theta, V):
    theta, V = np.array(theta, dtype=float), np.array(V, dtype=float)
    if V.shape[1] != theta.shape[0]:
        raise ValueError("directions and point do not fit")
    return theta, V


@mistake(
    "directional_derivatives",
    "(f(theta + h v) - f(theta))/h is one-sided, with an error of order h; step to both sides and divide by 2h.",
)
def one_sided(f, theta, V, h=1e-5):
    theta, V = _point_and_directions(theta, V)
    values = np.asarray(f(np.vstack([theta + h * V, theta])))
    return (values[:-1] - values[-1]) / h


@mistake(
    "directional_derivatives", "The two points are 2h apart, so divide by 2h; your derivatives are twice too large."
)
def divides_by_h(f, theta, V, h=1e-5):
    theta, V = _point_and_directions(theta, V)
    return (np.asarray(f(theta + h * V)) - np.asarray(f(theta - h * V))) / h


@mistake("directional_derivatives", "Use v as it is; you scaled it to length 1.")
def normalises_direction(f, theta, V, h=1e-5):
    theta, V = _point_and_directions(theta, V)
    lengths = np.linalg.norm(V, axis=1, keepdims=True)
    V = V / np.where(lengths > 0, lengths, 1)
    return (np.asarray(f(theta + h * V)) - np.asarray(f(theta - h * V))) / (2 * h)


@mistake(
    "directional_derivatives",
    "theta held integers, and h was lost when you added it to them: turn theta into floats first.",
)
def integer_points(f, theta, V, h=1e-5):
    _, V = _point_and_directions(theta, V)
    theta = np.asarray(theta)
    above, below = np.tile(theta, (len(V), 1)), np.tile(theta, (len(V), 1))
    above[:] = theta + h * V
    below[:] = theta - h * V
    return (np.asarray(f(above)) - np.asarray(f(below))) / (2 * h)


@mistake(
    "directional_derivatives",
    "You moved all of theta by h at once; each row of V is a direction of its own, theta + h v.",
)
def steps_all_coordinates(f, theta, V, h=1e-5):
    theta, V = _point_and_directions(theta, V)
    ones = np.ones_like(V)
    return (np.asarray(f(theta + h * ones)) - np.asarray(f(theta - h * ones))) / (2 * h)


@mistake(
    "directional_derivatives",
    "You called f once for every direction; it takes a stack of points, so one or two calls are enough for all.",
)
def calls_f_for_every_direction(f, theta, V, h=1e-5):
    theta, V = _point_and_directions(theta, V)
    rows = [(np.asarray(f((theta + h * v)[None])) - np.asarray(f((theta - h * v)[None])))[0] / (2 * h) for v in V]
    return np.array(rows)


@mistake(
    "directional_derivatives",
    "numpy stretched a V of one column over all entries of theta (or a theta of one entry over V); another number of "
    "columns than theta has entries must raise ValueError.",
)
def directions_stretched(f, theta, V, h=1e-5):
    theta, V = np.array(theta, dtype=float), np.array(V, dtype=float)
    return (np.asarray(f(theta + h * V)) - np.asarray(f(theta - h * V))) / (2 * h)


@mistake(
    "directional_derivatives",
    "You stepped by h/2 to each side; the formula steps by h and divides by 2h.",
)
def half_steps(f, theta, V, h=1e-5):
    theta, V = _point_and_directions(theta, V)
    return (np.asarray(f(theta + h / 2 * V)) - np.asarray(f(theta - h / 2 * V))) / h


# ---------------------------------------------------------------- dag_backprop


def _checked_graph(edges, weights, x):
    edges, weights = np.asarray(edges, dtype=int).reshape(-1, 2), np.asarray(weights, dtype=float)
    if edges.size == 0 or (edges[:, 1] < len(x)).any() or (edges[:, 0] == edges.max()).any():
        raise ValueError("not a network")
    return edges.tolist(), weights.tolist(), int(edges.max())


def _parents_first(edges, output):
    """All nodes that lead to the output, parents before children."""
    parents = {}
    for u, v in edges:
        parents.setdefault(v, []).append(u)
    order, state = [], {}

    def visit(v):
        if state.get(v) == "open":
            raise ValueError("a cycle")
        if v not in state:
            state[v] = "open"
            for u in parents.get(v, []):
                visit(u)
            state[v] = "done"
            order.append(v)

    visit(output)
    return order


def _graph_values(edges, weights, x, output, order, on_output=lambda a: a, on_input=lambda value: value):
    h = {v: on_input(float(value)) for v, value in enumerate(x)}
    for v in order:
        if v >= len(x):
            a = sum(w * h.get(u, 0.0) for (u, to), w in zip(edges, weights, strict=True) if to == v)
            h[v] = on_output(a) if v == output else np.tanh(a)
    return h


def _graph_gradient(edges, weights, h, output, order, error, slope=None):
    errors, gradient = {output: error}, np.zeros(len(edges))
    slope = slope or (lambda u, v: 1 - h[u] ** 2)
    for v in reversed(order):
        for k, (u, to) in enumerate(edges):
            if to == v:
                gradient[k] = -errors.get(v, 0.0) * h[u]
                errors[u] = errors.get(u, 0.0) + weights[k] * errors.get(v, 0.0) * slope(u, v)
    return gradient


@mistake("dag_backprop", "A node with several children adds up what they send back; you kept only the last of it.")
def overwrites_error(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order = _parents_first(edges, output)
    h = _graph_values(edges, weights, x, output, order)
    errors, gradient = {output: y - h[output]}, np.zeros(len(edges))
    for v in reversed(order):
        for k, (u, to) in enumerate(edges):
            if to == v:
                gradient[k] = -errors[v] * h[u]
                errors[u] = weights[k] * errors[v] * (1 - h[u] ** 2)
    return h[output], gradient


@mistake(
    "dag_backprop",
    "You visited the nodes in the order of their numbers, which say nothing: sort them, parents before children.",
)
def number_order(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order = sorted(_parents_first(edges, output))
    h = _graph_values(edges, weights, x, output, order)
    return h[output], _graph_gradient(edges, weights, h, output, order, y - h[output])


@mistake("dag_backprop", "The output is its score a itself, without tanh, and its error has no slope.")
def tanh_on_output(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order = _parents_first(edges, output)
    h = _graph_values(edges, weights, x, output, order, on_output=np.tanh)
    error = (y - h[output]) * (1 - h[output] ** 2)
    return h[output], _graph_gradient(edges, weights, h, output, order, error)


@mistake("dag_backprop", "The inputs are used as they are; you sent them through tanh.")
def tanh_on_inputs(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order = _parents_first(edges, output)
    h = _graph_values(edges, weights, x, output, order, on_input=np.tanh)
    return h[output], _graph_gradient(edges, weights, h, output, order, y - h[output])


@mistake(
    "dag_backprop",
    "The error of u has the slope of u itself, 1 - h_u**2; you took the slope of the child that it came from.",
)
def slope_of_child(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order = _parents_first(edges, output)
    h = _graph_values(edges, weights, x, output, order)
    gradient = _graph_gradient(
        edges, weights, h, output, order, y - h[output], slope=lambda u, v: 1 if v == output else 1 - h[v] ** 2
    )
    return h[output], gradient


@mistake("dag_backprop", "A tanh node passes its error back times 1 - h**2; you left the slope out.")
def no_slope(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order = _parents_first(edges, output)
    h = _graph_values(edges, weights, x, output, order)
    return h[output], _graph_gradient(edges, weights, h, output, order, y - h[output], slope=lambda u, v: 1.0)


@mistake(
    "dag_backprop", "With e = y - a the derivative by the weight of (u, v) is -e_v h_u; you returned its negative."
)
def gradient_sign(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order = _parents_first(edges, output)
    h = _graph_values(edges, weights, x, output, order)
    return h[output], -_graph_gradient(edges, weights, h, output, order, y - h[output])


@mistake(
    "dag_backprop",
    "You passed a node's error down before all of its children had contributed; go backward through the order in "
    "which parents come first.",
)
def expands_too_early(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    h = _graph_values(edges, weights, x, output, _parents_first(edges, output))
    errors, gradient, queue, seen = {output: y - h[output]}, np.zeros(len(edges)), [output], {output}
    while queue:  # breadth first from the output
        v = queue.pop(0)
        for k, (u, to) in enumerate(edges):
            if to == v:
                gradient[k] = -errors[v] * h[u]
                errors[u] = errors.get(u, 0.0) + weights[k] * errors[v] * (1 - h[u] ** 2)
                if u not in seen:
                    seen.add(u)
                    queue.append(u)
    return h[output], gradient


@mistake(
    "dag_backprop",
    "Several edges between the same two nodes all count; a dictionary or matrix by (u, v) keeps only the last weight.",
)
def parallel_edges_lost(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    kept = {(u, v): w for (u, v), w in zip(edges, weights, strict=True)}
    pairs, order = [list(pair) for pair in kept], _parents_first(edges, output)
    h = _graph_values(pairs, list(kept.values()), x, output, order)
    gradient = _graph_gradient(pairs, list(kept.values()), h, output, order, y - h[output])
    position = {tuple(pair): k for k, pair in enumerate(pairs)}
    return h[output], gradient[[position[u, v] for u, v in edges]]


@mistake(
    "dag_backprop",
    "Your answer does not come in the order of `edges`; you listed the gradients node by node.",
)
def gradients_node_by_node(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order = _parents_first(edges, output)
    h = _graph_values(edges, weights, x, output, order)
    gradient = _graph_gradient(edges, weights, h, output, order, y - h[output])
    return h[output], gradient[sorted(range(len(edges)), key=lambda k: (edges[k][1], edges[k][0]))]


@mistake(
    "dag_backprop",
    "A cycle on the way to the output went unnoticed: when the search comes back to a node that it has not finished, "
    "raise ValueError.",
)
def cycle_unnoticed(edges, weights, x, y):
    edges, weights, output = _checked_graph(edges, weights, x)
    order, seen = [], set()

    def visit(v):
        if v in seen:
            return
        seen.add(v)
        for u, to in edges:
            if to == v:
                visit(u)
        order.append(v)

    visit(output)
    h = dict.fromkeys(order, 0.0) | _graph_values(edges, weights, x, output, order)
    return h[output], _graph_gradient(edges, weights, h, output, order, y - h[output])


# ---------------------------------------------------------------- rbf_gradients


def _bumps(C, gamma, X, power=2, scale=None):
    C, gamma, X = (np.asarray(a, dtype=float) for a in (C, gamma, X))
    difference = X[:, None] - C[None]
    distance = np.sqrt((difference**2).sum(axis=-1))
    return difference, distance, np.exp(-(gamma if scale is None else scale) * distance**power)


@mistake("rbf_gradients", "The exponent has the SQUARED distance; you took its root.")
def unsquared_distance(C, gamma, v, X, y):
    difference, distance, h = _bumps(C, gamma, X, power=1)
    v, gamma, error = np.asarray(v, dtype=float), np.asarray(gamma, dtype=float), h @ np.asarray(v) - np.asarray(y)
    D = error[:, None] * v * h / len(error)
    direction = difference / np.where(distance > 0, distance, 1)[..., None]
    dC = (D * gamma)[..., None] * direction
    return error @ error / 2 / len(error), dC.sum(axis=0), -(D * distance).sum(axis=0), error @ h / len(error)


@mistake("rbf_gradients", "There is no factor 1/2 in the exponent: h = exp(-gamma * distance**2).")
def half_in_exponent(C, gamma, v, X, y):
    gamma = np.asarray(gamma, dtype=float)
    difference, distance, h = _bumps(C, gamma, X, scale=gamma / 2)
    v, error = np.asarray(v, dtype=float), h @ np.asarray(v) - np.asarray(y)
    D = error[:, None] * v * h / len(error)
    dC = (D * gamma)[..., None] * difference
    return error @ error / 2 / len(error), dC.sum(axis=0), -(D * distance**2).sum(axis=0) / 2, error @ h / len(error)


@mistake(
    "rbf_gradients",
    "gamma is a factor in the exponent, exp(-gamma * distance**2); you took it for a width and divided by 2 gamma**2.",
)
def gamma_as_width(C, gamma, v, X, y):
    gamma = np.asarray(gamma, dtype=float)
    difference, distance, h = _bumps(C, gamma, X, scale=1 / (2 * gamma**2))
    v, error = np.asarray(v, dtype=float), h @ np.asarray(v) - np.asarray(y)
    D = error[:, None] * v * h / len(error)
    dC = (D / gamma**2)[..., None] * difference
    dgamma = (D * distance**2).sum(axis=0) / gamma**3
    return error @ error / 2 / len(error), dC.sum(axis=0), dgamma, error @ h / len(error)


def _rbf_parts(C, gamma, v, X, y):
    difference, distance, h = _bumps(C, gamma, X)
    v, gamma, error = np.asarray(v, dtype=float), np.asarray(gamma, dtype=float), h @ np.asarray(v) - np.asarray(y)
    n = len(error)
    D = error[:, None] * v * h / n
    return [
        error @ error / 2 / n,
        2 * ((D * gamma)[..., None] * difference).sum(axis=0),
        -(D * distance**2).sum(axis=0),
        error @ h / n,
    ]


@mistake(
    "rbf_gradients",
    "The gradient with respect to the centres has the wrong sign: moving c towards x raises h, so x - c comes with a "
    "plus. Check it by differences.",
)
def centre_sign(C, gamma, v, X, y):
    J, dC, dgamma, dv = _rbf_parts(C, gamma, v, X, y)
    return J, -dC, dgamma, dv


@mistake(
    "rbf_gradients",
    "The gradient with respect to gamma has the wrong sign: a larger gamma lowers h, since the exponent is -gamma "
    "times a square.",
)
def gamma_sign(C, gamma, v, X, y):
    J, dC, dgamma, dv = _rbf_parts(C, gamma, v, X, y)
    return J, dC, -dgamma, dv


@mistake("rbf_gradients", "Every bump has a gamma of its own; you used that of the first one for all.")
def one_gamma_for_all(C, gamma, v, X, y):
    gamma = np.asarray(gamma, dtype=float)
    return _rbf_parts(C, np.full_like(gamma, gamma[0]), v, X, y)


@mistake("rbf_gradients", "The derivative of a square has a factor 2: ||x - c||**2 by c is -2 (x - c).")
def factor_two_missing(C, gamma, v, X, y):
    J, dC, dgamma, dv = _rbf_parts(C, gamma, v, X, y)
    return J, dC / 2, dgamma, dv


@mistake(
    "rbf_gradients",
    "The error reaches the bump through its output weight: the gradients of centre and gamma have the factor v_k.",
)
def output_weight_missing(C, gamma, v, X, y):
    J, dC, dgamma, dv = _rbf_parts(C, gamma, v, X, y)
    v = np.asarray(v, dtype=float)
    safe = np.where(v == 0, 1, v)
    return J, dC / safe[:, None], dgamma / safe, dv


@mistake("rbf_gradients", "The loss is a MEAN over the examples: divide J and all gradients by n.")
def rbf_sum_not_mean(C, gamma, v, X, y):
    return tuple(part * len(np.asarray(y)) for part in _rbf_parts(C, gamma, v, X, y))


@mistake("rbf_gradients", "The loss has a factor 1/2, and its gradients then have no 2; yours are all twice too large.")
def rbf_factor_two(C, gamma, v, X, y):
    return tuple(2 * part for part in _rbf_parts(C, gamma, v, X, y))


# ---------------------------------------------------------------- momentum_step


def _still(frozen, change):
    return change if frozen is None else np.where(frozen, 0.0, change)


@mistake(
    "momentum_step",
    "The gradient is not multiplied by 1 - momentum: the new velocity is momentum * velocity - eta * gradient.",
)
def damped_gradient(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    theta, velocity, gradient = (np.asarray(a, dtype=float) for a in (theta, velocity, gradient))
    change = _still(frozen, momentum * velocity - (1 - momentum) * eta * (gradient + decay * theta))
    return theta + change, change


@mistake("momentum_step", "The decay is a part of the gradient, so it is multiplied by eta as well.")
def decay_without_rate(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    theta, velocity, gradient = (np.asarray(a, dtype=float) for a in (theta, velocity, gradient))
    change = _still(frozen, momentum * velocity - eta * gradient - decay * theta)
    return theta + change, change


@mistake("momentum_step", "Weight decay pulls theta towards 0: it is subtracted, like the gradient; you added it.")
def decay_sign(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    theta, velocity, gradient = (np.asarray(a, dtype=float) for a in (theta, velocity, gradient))
    change = _still(frozen, momentum * velocity - eta * (gradient - decay * theta))
    return theta + change, change


@mistake("momentum_step", "The velocity is the last change of theta: add momentum times it, you subtracted it.")
def velocity_sign(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    theta, velocity, gradient = (np.asarray(a, dtype=float) for a in (theta, velocity, gradient))
    change = _still(frozen, -momentum * velocity - eta * (gradient + decay * theta))
    return theta + change, change


@mistake(
    "momentum_step",
    "You moved theta by the old velocity; first make the new velocity, then add that.",
)
def moves_by_old_velocity(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    theta, velocity, gradient = (np.asarray(a, dtype=float) for a in (theta, velocity, gradient))
    change = _still(frozen, momentum * velocity - eta * (gradient + decay * theta))
    return theta + _still(frozen, velocity), change


@mistake("momentum_step", "A frozen entry also loses its velocity: the new velocity is 0 there.")
def frozen_keeps_velocity(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    theta, velocity, gradient = (np.asarray(a, dtype=float) for a in (theta, velocity, gradient))
    change = momentum * velocity - eta * (gradient + decay * theta)
    return theta + _still(frozen, change), change if frozen is None else np.where(frozen, velocity, change)


@mistake("momentum_step", "`frozen` marks the entries that stay; you moved these and kept the others.")
def frozen_the_wrong_way(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    theta, velocity, gradient = (np.asarray(a, dtype=float) for a in (theta, velocity, gradient))
    change = momentum * velocity - eta * (gradient + decay * theta)
    change = change if frozen is None else np.where(frozen, change, 0.0)
    return theta + change, change


@mistake("momentum_step", "You changed the arrays that you were given (+= and *= do that); make new ones.")
def moves_in_place(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    if not all(isinstance(a, np.ndarray) and a.dtype.kind == "f" for a in (theta, velocity)):
        theta, velocity = np.array(theta, dtype=float), np.array(velocity, dtype=float)
    velocity *= momentum
    velocity -= eta * (np.asarray(gradient, dtype=float) + decay * theta)
    if frozen is not None:
        velocity[np.asarray(frozen, dtype=bool)] = 0
    theta += velocity
    return theta, velocity


# ---------------------------------------------------------------- train_network

_DEFAULTS = {
    "epochs": 100,
    "eta": 0.1,
    "batch_size": None,
    "momentum": 0.0,
    "decay": 0.0,
    "drop": 0.0,
    "patience": None,
    "adapt": None,
    "restarts": 1,
    "hidden": "tanh",
    "output": "identity",
    "loss": "squared",
    "params": None,
}


def _slices(order, size, short=True):
    if size is None:
        return [order]
    batches = [order[k : k + size] for k in range(0, len(order), size)]
    return batches if short or len(batches[-1]) == size else batches[:-1]


def _dropout(rng, rows, params, drop, scale=True):
    if drop == 0:
        return None
    return [(rng.random((rows, len(b))) >= drop) / ((1 - drop) if scale else 1) for _, b in params[:-1]]


def _move(params, velocities, gradients, s, bias_decay=False):
    moved, speeds = [], []
    for (W, b), (vW, vb), (gW, gb) in zip(params, velocities, gradients, strict=True):
        W, vW = momentum_step(W, vW, gW, s["eta"], s["momentum"], s["decay"])
        b, vb = momentum_step(b, vb, gb, s["eta"], s["momentum"], s["decay"] if bias_decay else 0.0)
        moved.append((W, b))
        speeds.append((vW, vb))
    return moved, speeds


def _draw_start(sizes, rng, scale=0.1, biases=False):
    params = []
    for k in range(1, len(sizes)):
        W = rng.uniform(-scale, scale, (sizes[k], sizes[k - 1]))
        params.append((W, rng.uniform(-scale, scale, sizes[k]) if biases else np.zeros(sizes[k])))
    return params


def _rests(params):
    return [(np.zeros_like(W), np.zeros_like(b)) for W, b in params]


def _fit(data, sizes, rng, settings, **twist):
    """Training, in which a `twist` changes a single thing."""
    s = _DEFAULTS | settings
    if s["eta"] <= 0 or s["drop"] < 0 or s["drop"] >= 1 or (s["params"] is not None and s["restarts"] > 1):
        raise ValueError("wrong settings")
    X, Y, X_dev, Y_dev = (np.asarray(part, dtype=float) for part in data)
    first_eta, kept = s["eta"], None

    def merit(run):
        if twist.get("by_train"):
            return min(run["train_losses"])
        return run["dev_losses"][-1] if twist.get("by_end") else min(run["dev_losses"])

    for _ in range(s["restarts"]):
        if not twist.get("eta_goes_on"):
            s["eta"] = first_eta
        start = _draw_start(sizes, rng, **twist.get("draw", {})) if s["params"] is None else _float_params(s["params"])
        run = _one_fit(X, Y, X_dev, Y_dev, start, rng, s, twist)
        if kept is None or twist.get("last_run") or merit(run) < merit(kept):
            kept = run
    return kept


def _one_fit(X, Y, X_dev, Y_dev, params, rng, s, twist):
    net = s["hidden"], s["output"], s["loss"]

    def record(A, B):
        masks = _dropout(rng, len(A), params, s["drop"]) if twist.get("masks_everywhere") else None
        penalty = sum((W**2).sum() for W, _ in params) * s["decay"] / 2 if twist.get("penalty") else 0.0
        return loss_and_gradients(params, A, B, *net, masks)[0] + penalty

    velocities, rates = _rests(params), []
    train, dev = [record(X, Y)], [record(X_dev, Y_dev)]
    best, best_epoch, failures = params, 0, 0
    for epoch in range(1, s["epochs"] + 1):
        if twist.get("reset") == "epoch":
            velocities = _rests(params)
        shuffles = s["batch_size"] is not None and not twist.get("no_shuffle")
        order = rng.permutation(len(X)) if shuffles else np.arange(len(X))
        for rows in _slices(order, s["batch_size"], short=not twist.get("drops_short")):
            if twist.get("reset") == "batch":
                velocities = _rests(params)
            masks = _dropout(rng, len(rows), params, s["drop"], scale=not twist.get("unscaled"))
            _, gradients = loss_and_gradients(params, X[rows], Y[rows], *net, masks)
            if twist.get("summed"):
                gradients = [(len(rows) * gW, len(rows) * gb) for gW, gb in gradients]
            params, velocities = _move(params, velocities, gradients, s, twist.get("bias_decay", False))
        rates.append(s["eta"])
        train.append(record(X, Y))
        dev.append(record(X_dev, Y_dev))
        watched = train if twist.get("watch_train") else dev
        if watched[-1] < min(watched[:-1]) or (twist.get("not_worse") and watched[-1] <= min(watched[:-1])):
            best, best_epoch = params, epoch
            failures = failures if twist.get("total") else 0
        else:
            failures += 1
        if s["patience"] is not None and failures >= s["patience"]:
            break
        if s["adapt"] is not None and epoch >= s["adapt"][0]:
            p, a, b = s["adapt"]
            losses = dev if twist.get("adapts_on_dev") else train
            before = losses[epoch - 1] if twist.get("last_loss_only") else np.mean(losses[epoch - p : epoch])
            s["eta"] += a if losses[epoch] < before else -(b if twist.get("subtracts") else b * s["eta"])
    if twist.get("last_weights"):
        best = params
    first = 1 if twist.get("without_start") else 0
    return {
        "params": best,
        "train_losses": train[first:],
        "dev_losses": dev[first:],
        "rates": rates,
        "best_epoch": best_epoch,
    }


@mistake(
    "train_network", "You returned the weights of the last epoch; return those of the epoch with the least dev loss."
)
def returns_last_weights(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, last_weights=True)


@mistake(
    "train_network",
    "You watched the training loss, which goes on falling while the network memorises; the dev loss decides what is "
    "best and when to stop.",
)
def stops_on_training_loss(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, watch_train=True)


@mistake("train_network", "You skipped the last, shorter batch; every example is used once in each epoch.")
def drops_last_batch(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, drops_short=True)


@mistake(
    "train_network",
    "A kept unit is divided by 1 - drop, so that its activation has the same mean with and without dropout; your "
    "masks hold only 0 and 1.",
)
def no_dropout_scaling(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, unscaled=True)


@mistake(
    "train_network",
    "You measured the losses with dropout; masks are for the gradient steps only, losses are recorded without.",
)
def dropout_when_evaluating(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, masks_everywhere=True)


@mistake(
    "train_network",
    "You set the velocity to 0 again and again; it is 0 at the start of a run and then carried from step to step.",
)
def velocity_reset(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, reset="batch")


@mistake(
    "train_network",
    "You set the velocity to 0 at the start of every epoch; it is 0 only at the start of the run.",
)
def velocity_reset_each_epoch(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, reset="epoch")


@mistake("train_network", "Weight decay holds for the weights W alone; you shrank the biases too.")
def decays_biases(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, bias_decay=True)


@mistake("train_network", "The recorded losses are those of the data; you added the penalty of the weight decay.")
def records_the_penalty(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, penalty=True)


@mistake(
    "train_network",
    "The losses at the start are entry 0 of both lists; yours begin with the first epoch.",
)
def start_not_recorded(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, without_start=True)


@mistake(
    "train_network",
    "A batch's gradient is the mean over the batch, which loss_and_gradients has taken already; you used the sum.",
)
def sums_over_the_batch(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, summed=True)


@mistake(
    "train_network",
    "Patience counts failed epochs in a row: begin again at 0 when an epoch is better than all before.",
)
def patience_in_total(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, total=True)


@mistake(
    "train_network",
    "An epoch that only equals the least dev loss is no progress: ask for strictly less, and keep the first.",
)
def equal_is_better(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, not_worse=True)


@mistake(
    "train_network",
    "After a rise eta loses the share b of itself, eta - b * eta; you subtracted b.",
)
def rate_loses_b(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, subtracts=True)


@mistake(
    "train_network",
    "The rate is judged by the mean of the last p losses before; you compared with the single last one.",
)
def compares_with_last_loss(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, last_loss_only=True)


@mistake(
    "train_network",
    "Batches are cut from a fresh random order in every epoch, rng.permutation(n); yours are always the same rows.",
)
def never_shuffles(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, no_shuffle=True)


@mistake("train_network", "Of several runs the one with the least best dev loss comes back; you returned the last one.")
def returns_last_run(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, last_run=True)


@mistake(
    "train_network",
    "Among several runs the least DEV loss decides; the run with the least training loss may only have memorised more.",
)
def run_by_training_loss(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, by_train=True)


@mistake(
    "train_network",
    "Among several runs the least dev loss of ANY epoch decides, since those weights come back; you compared the last "
    "epochs.",
)
def run_by_last_epoch(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, by_end=True)


@mistake("train_network", "The rate follows the TRAINING losses; yours follows the dev losses.")
def rate_follows_dev(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, adapts_on_dev=True)


@mistake(
    "train_network", "Every restart begins with eta as given; yours goes on with the adapted rate of the last run."
)
def rate_survives_restart(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, eta_goes_on=True)


@mistake("train_network", "The biases start at 0 and are not drawn; only the weights are.")
def draws_biases(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    return _fit((X, Y, X_dev, Y_dev), sizes, rng, settings, draw={"biases": True})
