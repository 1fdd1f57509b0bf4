"""Neural networks: layers of linear units with a bend between them, and back-propagation, which trains them.

Conventions of the whole module
- X is (n, d), one example a row, n >= 1. Targets Y of a network are (n, m), one column for each output.
- `params` is a list of layers (W, b), the first layer first. W (m_k, m_{k-1}) has one ROW for each unit of the layer,
  with the weights of its inputs; b (m_k,) holds one bias for each unit. The scores of a layer that sees the activations
  A (one row for each example) are Z = A W^T + b. Every layer has biases, the last one too.
- A loss is the MEAN over the examples, and the squared loss of one example carries a factor 1/2.
- Logarithms are natural.
- Array arguments may be plain lists and may hold integers; they are treated as floats, and answers hold floats.
  Nothing that is passed in is changed.
- What each docstring raises is all that is asked for. Other wrong input is not tested: nan, empty arrays or lists where
  nothing is said of them, and b, masks or weights of another length than they should have.

Note: CIML and Aalto put the bias into W as a weight of a constant input, and CIML and CS480 have no bias in the last
layer: set that b to 0 to get their networks. CIML and CS480 sum the loss over the examples, which is n times ours.
(CIML: Daume, A Course in Machine Learning. CS229: Stanford's lecture notes. CS480: Waterloo's lecture notes. Aalto: the
slides of CS-E4710.)
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

Params = list[tuple[np.ndarray, np.ndarray]]

### BEGIN SOLUTION


def _float_params(params: Params) -> Params:
    return [(np.asarray(W, dtype=float), np.asarray(b, dtype=float)) for W, b in params]


def _block_diagonal(blocks: list[np.ndarray]) -> np.ndarray:
    """The blocks from the upper left to the lower right, zeros elsewhere: each unit looks at its own inputs only."""
    W = np.zeros(np.sum([block.shape for block in blocks], axis=0))
    row = column = 0
    for block in blocks:
        height, width = block.shape
        W[row : row + height, column : column + width] = block
        row, column = row + height, column + width
    return W


### END SOLUTION


def activation(z: np.ndarray, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Value and derivative of an activation function, for every entry of z.

        kind        value                         derivative
        'identity'  z                             1
        'sign'      -1 if z < 0, else +1          0 everywhere
        'step'      1 if z > 0, else 0            0 everywhere
        'relu'      max(z, 0)                     1 if z > 0, else 0
        'sigmoid'   h = 1 / (1 + exp(-z))         h (1 - h)
        'tanh'      h = tanh(z)                   1 - h^2

    So at z = 0 'sign' is +1, 'step' is 0, and the derivative of 'relu' is 0. z is the score that goes INTO the
    activation function, and the derivative is the one at z.

    Large scores are common in networks: for |z| up to 1e6 there must be no overflow, no nan and no warning from numpy.
    (np.where computes both of its branches, so a branch that is not chosen can warn.) Far out a derivative may come out
    as exactly 0: only its absolute error counts.

    Parameters: z, an array of any shape, or a number; kind: one of the six names.

    Returns (value, derivative): two arrays of floats of the shape of z; for a number z, two numbers.

    Raises ValueError for any other kind.
    """
    ### BEGIN SOLUTION
    z = np.asarray(z, dtype=float)
    if kind == "identity":
        return z.copy(), np.ones_like(z)
    if kind == "sign":
        return np.where(z < 0, -1.0, 1.0), np.zeros_like(z)
    if kind == "step":
        return (z > 0).astype(float), np.zeros_like(z)
    if kind == "relu":
        return np.maximum(z, 0.0), (z > 0).astype(float)
    if kind == "sigmoid":
        e = np.exp(-np.abs(z))  # never above 1, so nothing overflows
        return np.where(z < 0, e, 1.0) / (1 + e), e / (1 + e) ** 2
    if kind == "tanh":
        h = np.tanh(z)
        return h, 1 - h**2
    raise ValueError(f"unknown activation function {kind!r}")
    ### END SOLUTION


def polytope_network(polytopes: list[tuple[np.ndarray, np.ndarray]]) -> Params:
    """Weights of a network of 'step' units that outputs 1 exactly on the union of the given polytopes, and 0 elsewhere.

    A polytope is a pair (A, c) of arrays of shapes (m, d) and (m,). It consists of the x with A x + c > 0 in EVERY row:
    the common part of m open half-spaces. The inequality is strict, so a point on a face is outside. m = 0 (an A of
    shape (0, d)) sets no condition and means the whole space; m may differ from polytope to polytope.

    The network has three layers, and all of its units (the output too) are 'step' units, 1 if their score is > 0:
        1. one unit for each half-space, those of the first polytope first, in the order of its rows;
        2. one AND unit for each polytope, which fires if all of ITS OWN half-spaces fire: weight 1 from each of them
           and 0 from all others, bias -(m - 1/2);
        3. one OR unit, which fires if at least one polytope fires: all weights 1, bias -1/2.
    Other weights with the same decisions are as good: the checks run the network. The widths must be these.

    Parameters: polytopes: at least one pair (A, c), all of the same d.

    Returns the three layers as `params`, W as arrays of shapes (sum of m, d), (number of polytopes, sum of m) and
    (1, number of polytopes).

    Raises ValueError for an empty list, and if the polytopes do not all have the same d.

    The checks ask for points on a face only where the face is parallel to an axis and all numbers are exact; all other
    points keep a distance of at least 1e-6 from every face.

    Note: a Boolean function is a special case, with one box round each corner of the cube where it is true.
    """
    ### BEGIN SOLUTION
    polytopes = _float_params(polytopes)
    A, c = [rows for rows, _ in polytopes], [numbers for _, numbers in polytopes]
    if len({rows.shape[1] for rows in A}) != 1:
        raise ValueError("there must be at least one polytope, and all in the same space")
    facets = np.array([len(rows) for rows in A])
    return [
        (np.vstack(A), np.concatenate(c)),
        (_block_diagonal([np.ones((1, m)) for m in facets]), 0.5 - facets),
        (np.ones((1, len(A))), np.array([-0.5])),
    ]
    ### END SOLUTION


def parity_network(d: int) -> Params:
    """Weights of a deep network of 'step' units for parity: 1 if an odd number of the d bits are ones, else 0.

    The network is a balanced tree of d - 1 XOR blocks. A block takes two wires to one and is two layers deep: two
    hidden units and one output unit. Each round of blocks pairs the wires and so halves their number; if it is odd, the
    last wire passes through both layers of the round unchanged, by one unit in each. So there are 2 ceil(log2 d)
    layers, no layer has more than d units, and the last has one. For d = 1 there is one layer, which passes the bit on.
    All units are 'step' units: 1 if their score is > 0, else 0.

    Other weights, and other trees, are as good: the checks run the network on bits, and look at the number of layers
    and at their widths. The number of units in all is free.

    Parameters: d, an integer.

    Returns `params`.

    Raises ValueError if d < 1.

    Note: CIML's Theorem 11, on shallow circuits for parity, is printed with a wrong big-O; its message stands.
    """
    ### BEGIN SOLUTION
    if d < 1:
        raise ValueError(f"there is no parity of {d} bits")
    wire = np.ones((1, 1))
    if d == 1:
        return [(wire, np.array([-0.5]))]
    # XOR of two bits: "the first and not the second" or "the second and not the first"; all biases are -1/2
    either, join = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.ones((1, 2))
    params = []
    while d > 1:
        pairs, odd = divmod(d, 2)
        for block in (either, join):
            W = _block_diagonal([block] * pairs + [wire] * odd)
            params.append((W, np.full(len(W), -0.5)))
        d = pairs + odd
    return params
    ### END SOLUTION


def forward(
    params: Params,
    X: np.ndarray,
    hidden: str = "tanh",
    output: str = "identity",
    masks: list[np.ndarray] | None = None,
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Run a network of r layers on all examples, and keep what every layer computes.

    With A_0 = X, layer k computes the scores Z_k = A_{k-1} W_k^T + b_k and the activations A_k = g(Z_k), entry by
    entry. g is `hidden` for layers 1 to r - 1 and `output` for layer r. Both are kinds of `activation`: 'identity',
    'sign', 'step', 'relu', 'sigmoid' or 'tanh'. `output` may also be 'softmax': then row i of A_r is

        exp(z_ij) / sum_k exp(z_ik),   z_i = row i of Z_r,

    computed after subtracting the largest score of the row from all of them, so that scores of 1000 do no harm.

    Dropout: masks[k-1] (n, m_k), one for each hidden layer, multiplies A_k AFTER the activation function; the layer
    behind sees the product, and the product is what `activations` holds. None changes nothing.

    Parameters: params, the r >= 1 layers; X (n, d); hidden, output: names; masks: r - 1 arrays, or None.

    Returns (scores, activations): the lists [Z_1, ..., Z_r] and [X, A_1, ..., A_r], each Z_k and A_k (n, m_k).

    Raises ValueError if X is not 2-D, if a W does not have one column for each of its inputs, and for an unknown kind
    ('softmax' as `hidden` is one). With one layer `hidden` is not used, and what it is then is not tested.

    Note: for XOR, CIML prints an OR bias of -0.5, which makes AND of inputs -1 and 1, and output weights (-2, 1), which
    give XOR with neither. Hidden biases 0.5 and -0.5, output weights (-2, 2) and output bias 1 do.
    """
    ### BEGIN SOLUTION
    A = np.asarray(X, dtype=float)
    if A.ndim != 2:
        raise ValueError("X must be 2-D, one example a row")
    scores, activations = [], [A]
    for k, (W, b) in enumerate(_float_params(params)):
        if W.shape[1] != A.shape[1]:
            raise ValueError(f"layer {k + 1} expects {W.shape[1]} inputs and gets {A.shape[1]}")
        Z = A @ W.T + b
        if k < len(params) - 1:
            A, _ = activation(Z, hidden)
            if masks is not None:
                A = A * np.asarray(masks[k], dtype=float)
        elif output == "softmax":
            e = np.exp(Z - Z.max(axis=1, keepdims=True))
            A = e / e.sum(axis=1, keepdims=True)
        else:
            A, _ = activation(Z, output)
        scores.append(Z)
        activations.append(A)
    return scores, activations
    ### END SOLUTION


def loss_and_gradients(
    params: Params,
    X: np.ndarray,
    Y: np.ndarray,
    hidden: str = "tanh",
    output: str = "identity",
    loss: str = "squared",
    masks: list[np.ndarray] | None = None,
) -> tuple[float, Params]:
    """Loss of a network, and its derivative by every weight and bias: back-propagation.

    J = (1/n) sum_i l_i, the mean over the examples. With a = row i of A_r (see `forward`) and y = row i of Y, l_i is
        'squared'        1/2 ||a - y||^2                            for output 'identity', 'sigmoid' or 'tanh';
        'cross_entropy'  -sum_j [y_j ln a_j + (1-y_j) ln(1-a_j)]    for output 'sigmoid',
                         -sum_j y_j ln a_j                          for output 'softmax'; each row of Y sums to 1.
    For cross-entropy the targets are numbers from 0 to 1, not only 0 and 1.
    Compute cross-entropy from the scores, not from a: scores of 1000 must give a finite and right loss, not infinity.

    The derivatives come from the back. Let D_k (n, m_k) hold dJ/dZ_k. Then
        D_r = (A_r - Y)/n * g'(Z_r) for the squared loss, where * multiplies entry by entry,
        D_r = (A_r - Y)/n for cross-entropy, where the slope of the output cancels,
        D_k = (D_{k+1} W_{k+1}) * masks[k-1] * g'(Z_k) for the hidden layers k = r-1, ..., 1,
        dJ/dW_k = D_k^T A_{k-1} and dJ/db_k = sum of the rows of D_k, for ALL layers, the first too (A_0 = X).
    A_{k-1} is what layer k really saw, that is, with its mask. The masks are those of `forward`.

    Parameters: params, the r >= 1 layers; X (n, d); Y (n, m_r), for a single output (n, 1); hidden, output, masks as in
    `forward`; loss: 'squared' or 'cross_entropy'.

    Returns (J, gradients): a number, and a list of pairs (dJ/dW, dJ/db) in the order and the shapes of params.

    Raises ValueError where `forward` does, if the shape of Y is not (n, m_r) (numpy would stretch (n,) against (n, 1)
    to n x n without a word), for any other loss, and for any pair of loss and output that is not listed above. Which
    numbers Y holds is not checked.

    Note: the loop that CS229 prints stops before the first layer; it has a gradient too.
    """
    ### BEGIN SOLUTION
    if (loss, output) not in _PAIRS:
        raise ValueError(f"no {loss!r} loss for an output of kind {output!r}")
    scores, activations = forward(params, X, hidden, output, masks)
    Y, A, Z = np.asarray(Y, dtype=float), activations[-1], scores[-1]
    if Y.shape != A.shape:
        raise ValueError(f"Y has the shape {Y.shape}, the outputs have {A.shape}")
    n = len(A)
    delta = (A - Y) / n
    if loss == "squared":
        J = ((A - Y) ** 2).sum() / 2 / n
        delta = delta * activation(Z, output)[1]
    elif output == "sigmoid":  # -ln a = ln(1 + e^-z) and -ln(1 - a) = ln(1 + e^z)
        J = (np.logaddexp(0, Z) - Y * Z).sum() / n
    else:
        shifted = Z - Z.max(axis=1, keepdims=True)
        J = (Y * (np.log(np.exp(shifted).sum(axis=1, keepdims=True)) - shifted)).sum() / n
    gradients = []
    for k in reversed(range(len(params))):
        gradients.append((delta.T @ activations[k], delta.sum(axis=0)))
        if k > 0:
            delta = delta @ np.asarray(params[k][0], dtype=float) * activation(scores[k - 1], hidden)[1]
            if masks is not None:
                delta = delta * np.asarray(masks[k - 1], dtype=float)
    return float(J), gradients[::-1]
    ### END SOLUTION


### BEGIN SOLUTION
_PAIRS = {
    ("squared", "identity"),
    ("squared", "sigmoid"),
    ("squared", "tanh"),
    ("cross_entropy", "sigmoid"),
    ("cross_entropy", "softmax"),
}
### END SOLUTION


def directional_derivatives(
    f: Callable[[np.ndarray], np.ndarray], theta: np.ndarray, V: np.ndarray, h: float = 1e-5
) -> np.ndarray:
    """Derivatives of f at theta along given directions, by central differences:

        (f(theta + h v) - f(theta - h v)) / (2 h)   for each row v of V.

    With V the identity and a loss f this is the gradient: the way to check back-propagation. With a gradient function f
    and a single v it is the Hessian times v, at the price of two gradients and without the Hessian. v is used as it is,
    whatever its length.

    f maps a stack of points (m, p), one a row, to an array of m values (m,), or of m rows (m, q). Call it at most twice
    in all, on all the points at once: on theta + h v for all v, and on theta - h v for all v, together or in turn.

    Parameters: f; theta (p,), entries of size about 1; V (k, p), k >= 1 directions; h > 0.

    Returns an array of shape (k,), or (k, q) if f gives rows.

    Raises ValueError if V does not have as many columns as theta has entries, even where numpy would stretch one of
    them (V of one column, or p = 1).
    """
    ### BEGIN SOLUTION
    theta, V = np.asarray(theta, dtype=float), np.asarray(V, dtype=float)
    if V.shape[1] != len(theta):
        raise ValueError(f"directions of {V.shape[1]} entries at a point of {len(theta)}")
    values = np.asarray(f(np.concatenate([theta + h * V, theta - h * V])), dtype=float)
    return (values[: len(V)] - values[len(V) :]) / (2 * h)
    ### END SOLUTION


def dag_backprop(edges: np.ndarray, weights: np.ndarray, x: np.ndarray, y: float) -> tuple[float, np.ndarray]:
    """Output of a network on any acyclic graph, and the derivative of its loss by the weight of every edge.

    edges (m, 2) holds pairs (from, to) of node numbers, and weights (m,) one weight for each edge. The nodes
    0, ..., len(x) - 1 are inputs, with h = x. The largest number in `edges` is the output. All others are hidden nodes.
    Apart from that the numbers say NOTHING about the order: an edge may run from node 7 to node 3.

    Forward: a_v = sum over the edges (u, v) of weight * h_u. A hidden node has h_v = tanh(a_v). The output is a_out
    itself, without tanh. A hidden node without edges into it has a = 0 and h = 0. The loss is 1/2 (y - a_out)^2.

    Backward, with errors e_v = -dLoss/da_v: e_out = y - a_out, and for a hidden node
        e_u = (1 - h_u^2) * (sum over the edges (u, v) of weight * e_v),
    which is known once the errors of all its children v are. The derivative by the weight of (u, v) is -e_v h_u.

    So both passes need an order in which every node comes after all of its parents; find one by Kahn's algorithm or a
    depth-first search (recursion is right: there are at most 100 nodes). Use every edge once in each pass: of PATHS
    there can be billions. Several edges between the same two nodes all count. An edge from which no path leads to the
    output has derivative 0.

    Parameters: edges (m, 2) integers; weights (m,); x, the values of the inputs, at least one; y, a number.

    Returns (a_out, gradient): a number, and an array (m,) in the order of `edges`.

    Raises ValueError for a cycle from which a path leads to the output (an edge from a node to itself is one), an edge
    into an input, an edge out of the output, and no edges at all. Other cycles are not tested.
    """
    ### BEGIN SOLUTION
    edges, weights = np.asarray(edges, dtype=int), np.asarray(weights, dtype=float)
    if len(edges) == 0:
        raise ValueError("a network without edges has no output")
    sources, targets = edges.T
    output = edges.max()
    if (targets < len(x)).any() or (sources == output).any():
        raise ValueError("no edge may lead into an input or out of the output")
    incoming: dict[int, list[int]] = {v: [] for v in edges.ravel().tolist()}
    for edge, v in enumerate(targets.tolist()):
        incoming[v].append(edge)

    order, begun = [], set()  # parents first; a node that has begun but is not yet in the order is being visited

    def visit(v: int) -> None:
        begun.add(v)
        for u in sources[incoming[v]].tolist():
            if u not in begun:
                visit(u)
            elif u not in order:
                raise ValueError("the graph has a cycle")
        order.append(v)

    visit(int(output))

    h, error = np.zeros((2, output + 1))
    gradient = np.zeros(len(edges))
    h[: len(x)] = x
    for v in order:
        if v >= len(x):
            a = weights[incoming[v]] @ h[sources[incoming[v]]]
            h[v] = a if v == output else np.tanh(a)
    error[output] = y - h[output]
    for v in reversed(order):
        if v != output:
            error[v] *= 1 - h[v] ** 2  # all children have added to the sum by now
        for edge in incoming[v]:
            gradient[edge] = -error[v] * h[sources[edge]]
            error[sources[edge]] += weights[edge] * error[v]
    return float(h[output]), gradient
    ### END SOLUTION


def rbf_gradients(
    C: np.ndarray, gamma: np.ndarray, v: np.ndarray, X: np.ndarray, y: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
    """Loss and gradients of a network of K radial basis functions.

    Hidden unit k is a bump round its centre c_k, which answers to examples near the centre; the output is linear:

        h_k(x) = exp(-gamma_k ||x - c_k||^2),   o(x) = sum_k v_k h_k(x),   J = (1/n) sum_i 1/2 (o(x_i) - y_i)^2.

    The distance is squared, each unit has its own gamma_k, and the exponent has no factor 1/2. J is a mean over the
    examples.

    Parameters: C (K, d), one centre a row; gamma (K,); v (K,); X (n, d); y (n,).

    Returns (J, dJ/dC, dJ/dgamma, dJ/dv): a number and arrays of the shapes (K, d), (K,) and (K,).

    Raises nothing. Centres and examples are at most some tens away from the origin.
    """
    ### BEGIN SOLUTION
    C, gamma, v, X, y = (np.asarray(a, dtype=float) for a in (C, gamma, v, X, y))
    difference = X[:, None, :] - C  # (n, K, d)
    squared = (difference**2).sum(axis=2)
    h = np.exp(-gamma * squared)
    residuals = h @ v - y
    D = residuals[:, None] * h * v / len(y)  # (n, K): dJ by the exponent of bump k at example i
    dC = 2 * gamma[:, None] * (D[:, :, None] * difference).sum(axis=0)
    return float(residuals @ residuals / 2 / len(y)), dC, -(D * squared).sum(axis=0), residuals @ h / len(y)
    ### END SOLUTION


def momentum_step(
    theta: np.ndarray,
    velocity: np.ndarray,
    gradient: np.ndarray,
    eta: float,
    momentum: float = 0.9,
    decay: float = 0.0,
    frozen: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """One step of gradient descent with momentum and weight decay.

        velocity' = momentum * velocity - eta * (gradient + decay * theta)
        theta'    = theta + velocity'

    The velocity is the last change of theta. With momentum 0 this is theta' = (1 - eta * decay) theta - eta * gradient.
    Where `frozen` is True, theta stays as it is and the new velocity is 0.

    Parameters: theta, velocity, gradient: three arrays of one shape, or three numbers; eta, momentum, decay: numbers;
    frozen: truth values of the same shape, or None for none.

    Returns (theta', velocity'): new arrays of that shape; for numbers, two numbers.

    Raises nothing.

    Note: freezing weights is what Aalto's slides call dropout. The usual dropout, on activations, is `masks` of
    `forward`.
    """
    ### BEGIN SOLUTION
    theta, velocity, gradient = (np.asarray(a, dtype=float) for a in (theta, velocity, gradient))
    velocity = momentum * velocity - eta * (gradient + decay * theta)
    if frozen is not None:
        velocity = np.where(frozen, 0.0, velocity)
    return theta + velocity, velocity
    ### END SOLUTION


### BEGIN SOLUTION


def _train_once(X, Y, X_dev, Y_dev, params, rng, epochs, eta, batch_size, momentum, decay, drop, patience, adapt, net):
    """One run from the weights `params`, with `net` = (hidden, output, loss); what train_network returns."""
    n = len(X)
    velocities = [(0.0 * W, 0.0 * b) for W, b in params]
    train_losses, dev_losses = ([loss_and_gradients(params, *data, *net)[0]] for data in ((X, Y), (X_dev, Y_dev)))
    rates, best, best_epoch = [], params, 0
    for epoch in range(1, epochs + 1):
        order = np.arange(n) if batch_size is None else rng.permutation(n)
        for start in range(0, n, batch_size or n):
            rows = order[start : start + (batch_size or n)]
            masks = None
            if drop > 0:
                masks = [(rng.random((len(rows), len(b))) >= drop) / (1 - drop) for _, b in params[:-1]]
            _, gradients = loss_and_gradients(params, X[rows], Y[rows], *net, masks)
            moved = [
                (
                    momentum_step(W, velocity_W, gradient_W, eta, momentum, decay),
                    momentum_step(b, velocity_b, gradient_b, eta, momentum),
                )
                for (W, b), (velocity_W, velocity_b), (gradient_W, gradient_b) in zip(
                    params, velocities, gradients, strict=True
                )
            ]
            params = [(W, b) for (W, _), (b, _) in moved]
            velocities = [(velocity_W, velocity_b) for (_, velocity_W), (_, velocity_b) in moved]
        rates.append(eta)
        train_losses.append(loss_and_gradients(params, X, Y, *net)[0])
        dev_losses.append(loss_and_gradients(params, X_dev, Y_dev, *net)[0])
        if dev_losses[epoch] < dev_losses[best_epoch]:
            best, best_epoch = params, epoch
        if patience is not None and epoch - best_epoch >= patience:
            break
        if adapt is not None and epoch >= adapt[0]:
            p, a, b = adapt
            eta = eta + a if train_losses[epoch] < np.mean(train_losses[epoch - p : epoch]) else eta - b * eta
    return {
        "params": best,
        "train_losses": train_losses,
        "dev_losses": dev_losses,
        "rates": rates,
        "best_epoch": best_epoch,
    }


### END SOLUTION


def train_network(
    X: np.ndarray,
    Y: np.ndarray,
    X_dev: np.ndarray,
    Y_dev: np.ndarray,
    sizes: list[int],
    rng: np.random.Generator,
    *,
    epochs: int = 100,
    eta: float = 0.1,
    batch_size: int | None = None,
    momentum: float = 0.0,
    decay: float = 0.0,
    drop: float = 0.0,
    patience: int | None = None,
    adapt: tuple[int, float, float] | None = None,
    restarts: int = 1,
    hidden: str = "tanh",
    output: str = "identity",
    loss: str = "squared",
    params: Params | None = None,
) -> dict:
    """Train a network by gradient descent on (X, Y), and keep the weights that do best on (X_dev, Y_dev).

    Start. `params` if given; `sizes` is then ignored. Otherwise sizes = [m_0, ..., m_r] are the numbers of inputs, of
    units in each hidden layer, and of outputs; for k = 1, ..., r draw W_k = rng.uniform(-0.1, 0.1, (m_k, m_{k-1})), and
    let b_k be zeros. All velocities are 0 at the start, and only there.

    Each epoch sees every example once. With batch_size None there is one batch, all the rows in their order, and
    nothing is drawn. Otherwise order = rng.permutation(n), and the batches are consecutive slices of `order` of
    batch_size rows; the last may be shorter, and counts as well.

    Each batch: if drop > 0, first draw for each hidden layer k = 1, ..., r - 1 the mask
    (rng.random((rows in the batch, m_k)) >= drop) / (1 - drop). Take the gradients of the batch's own mean loss, see
    `loss_and_gradients`, with these masks. Then move all layers by `momentum_step`, each array with its own velocity;
    `decay` holds for every W and for no b. These are all the draws, in this order.

    After each epoch t = 1, 2, ...
    - record the losses J on all of (X, Y) and on all of (X_dev, Y_dev), without masks and without a decay term. The
      losses at the start have been recorded too, as entry 0 of both lists.
    - patience: stop if the last `patience` epochs have all failed to bring a dev loss strictly below the least before.
    - adapt = (p, a, b): if t >= p, change the rate for the next epochs: eta becomes eta + a if train_losses[t] is less
      than the mean of the p losses before it (train_losses[t-p], ..., train_losses[t-1]), otherwise eta - b * eta.

    restarts > 1: do all of this so many times, one run after the other, each from a fresh draw of the same rng and with
    eta as given. Only the run whose least dev loss is least is returned, the first of them if several are equal.

    Parameters: X (n, d), Y (n, m_r), X_dev and Y_dev likewise; rng; epochs >= 0; batch_size >= 1; patience >= 1;
    p >= 1; restarts >= 1; hidden, output, loss as in `loss_and_gradients`.

    Returns a dict with
        "params"        the weights of the epoch with the least dev loss, the first of them if several are equal; the
                        start counts as epoch 0
        "best_epoch"    the number of that epoch
        "train_losses"  epochs run + 1 numbers, from the start on
        "dev_losses"    likewise
        "rates"         the eta of each epoch run
    Sequences may be lists or arrays.

    Raises ValueError if eta <= 0, if drop is not in [0, 1), and if params is given together with restarts > 1.

    Not tested: losses that are infinite or nan; dev losses that differ by less than 1e-9 without being equal, and in
    `adapt` a loss that is within 1e-9 of the mean, because rounding decides there. The largest run that is checked
    shows 3000 examples to a network of 64, 16 and 10 units.

    Note: CS480's batch step sums the gradients of the examples; ours is the mean, as in CS229.
    """
    ### BEGIN SOLUTION
    if eta <= 0 or not 0 <= drop < 1:
        raise ValueError("eta must be positive, and drop in [0, 1)")
    if params is not None and restarts > 1:
        raise ValueError("restarts from given weights would all be the same")
    X, Y, X_dev, Y_dev = (np.asarray(a, dtype=float) for a in (X, Y, X_dev, Y_dev))
    runs = []
    for _ in range(restarts):
        if params is None:
            start = [(rng.uniform(-0.1, 0.1, (m, before)), np.zeros(m)) for before, m in pairwise(sizes)]
        else:
            start = _float_params(params)
        settings = (epochs, eta, batch_size, momentum, decay, drop, patience, adapt, (hidden, output, loss))
        runs.append(_train_once(X, Y, X_dev, Y_dev, start, rng, *settings))
    return min(runs, key=lambda run: min(run["dev_losses"]))
    ### END SOLUTION
