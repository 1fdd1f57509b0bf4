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

import numpy as np

Params = list[tuple[np.ndarray, np.ndarray]]


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError
