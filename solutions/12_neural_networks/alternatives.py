"""Right answers about neural networks written another way, from the docstrings alone; each must get full marks."""

import functools
import itertools
import math

import numpy as np

from autograder.authoring import alternative
from neural_networks import forward, loss_and_gradients, momentum_step

# ---------------------------------------------------------------- activation


@alternative("activation")
def by_dictionary(z, kind):
    """A dictionary of lambdas; the sigmoid is a shifted tanh."""
    table = {
        "identity": (lambda t: 1.0 * t, lambda t: 0 * t + 1.0),
        "sign": (lambda t: 2.0 * (t >= 0) - 1, lambda t: 0.0 * t),
        "step": (lambda t: (t > 0) * 1.0, lambda t: 0.0 * t),
        "relu": (lambda t: t * (t > 0), lambda t: (t > 0) * 1.0),
        "sigmoid": (lambda t: (1 + np.tanh(t / 2)) / 2, lambda t: (1 - np.tanh(t / 2) ** 2) / 4),
        "tanh": (np.tanh, lambda t: (1 - np.tanh(t)) * (1 + np.tanh(t))),
    }
    if kind not in table:
        raise ValueError(kind)
    z = np.array(z, dtype=float)
    value, slope = table[kind]
    return value(z), slope(z)


@alternative("activation")
def by_branches(z, kind):
    """np.where with two branches that are both safe, by clipping; slopes 1/cosh^2 for small scores only."""
    z = np.asarray(z).astype(np.float64)
    match kind:
        case "identity":
            return z, np.full(z.shape, 1.0)
        case "sign":
            return np.copysign(1.0, np.where(z == 0, 1.0, z)), np.zeros(z.shape)
        case "step":
            return np.heaviside(z, 0.0), np.zeros(z.shape)
        case "relu":
            return np.clip(z, 0, None), np.heaviside(z, 0.0)
        case "sigmoid":
            positive, negative = np.clip(z, 0, 800), np.clip(z, -700, 0)
            h = np.where(z >= 0, 1 / (1 + np.exp(-positive)), np.exp(negative) / (1 + np.exp(negative)))
            return h, h - h * h
        case "tanh":
            return np.tanh(z), 1 / np.cosh(np.clip(z, -300, 300)) ** 2
    raise ValueError(f"no such activation: {kind}")


@alternative("activation")
def number_by_number(z, kind):
    """Plain Python and math, one number at a time."""

    def one(t):
        if kind == "identity":
            return t, 1.0
        if kind == "sign":
            return (-1.0 if t < 0 else 1.0), 0.0
        if kind == "step":
            return (1.0 if t > 0 else 0.0), 0.0
        if kind == "relu":
            return (t, 1.0) if t > 0 else (0.0, 0.0)
        if kind == "sigmoid":
            h = 1 / (1 + math.exp(-t)) if t >= 0 else math.exp(t) / (1 + math.exp(t))
            return h, h * (1 - h)
        if kind == "tanh":
            return math.tanh(t), 1 - math.tanh(t) ** 2
        raise ValueError("what is " + kind)

    def walk(values):
        if not isinstance(values, list):
            return one(float(values))
        pairs = [walk(value) for value in values]
        return [value for value, _ in pairs], [slope for _, slope in pairs]

    value, slope = walk(np.asarray(z).tolist())
    return np.array(value), np.array(slope)


# ---------------------------------------------------------------- polytope_network


@alternative("polytope_network")
def by_ownership(polytopes):
    """Which unit belongs to which polytope, by np.repeat and an outer comparison; rows of length 1; OR bias 0."""
    if not polytopes:
        raise ValueError("nothing to build")
    owners = np.repeat(np.arange(len(polytopes)), [len(c) for _, c in polytopes])
    dimensions = {np.shape(A)[1] for A, _ in polytopes}
    if len(dimensions) > 1:
        raise ValueError("the polytopes live in different spaces")
    A = np.concatenate([np.asarray(A, dtype=float) for A, _ in polytopes])
    c = np.concatenate([np.asarray(c, dtype=float) for _, c in polytopes])
    lengths = np.linalg.norm(A, axis=1)
    lengths[lengths == 0] = 1
    own = np.equal.outer(np.arange(len(polytopes)), owners).astype(float)
    return [
        (A / lengths[:, None], c / lengths),
        (own, -own.sum(axis=1) + 0.25),
        (np.full((1, len(polytopes)), 3.0), np.zeros(1)),
    ]


@alternative("polytope_network")
def row_by_row(polytopes):
    """Lists that grow, weights of 2 and whole numbers as biases, single precision."""
    rows, biases, counts, width = [], [], [], None
    for A, c in polytopes:
        A = np.array(A, dtype=np.float32)
        if width is not None and A.shape[1] != width:
            raise ValueError("different numbers of columns")
        width = A.shape[1]
        counts.append(len(A))
        for row, number in zip(A.tolist(), list(c), strict=True):
            rows.append(row)
            biases.append(float(number))
    if not counts:
        raise ValueError("no polytopes")
    first = np.array(rows, dtype=float).reshape(len(rows), width)
    second, at = np.zeros((len(counts), len(rows)), dtype=np.float32), 0
    for i, m in enumerate(counts):
        second[i, at : at + m] = 2
        at += m
    return (
        (first, biases),
        (second, [1 - 2 * m for m in counts]),
        ([[1] * len(counts)], [-0.5]),
    )


# ---------------------------------------------------------------- parity_network


@alternative("parity_network")
def or_minus_and(d):
    """XOR as "at least one, but not both"; entry by entry."""
    if d <= 0:
        raise ValueError("d")
    if d == 1:
        return [([[1.0]], [-0.5])]
    params, wires = [], int(d)
    while wires > 1:
        pairs, left = wires // 2, wires % 2
        W, b = np.zeros((2 * pairs + left, wires)), np.zeros(2 * pairs + left)
        U, c = np.zeros((pairs + left, 2 * pairs + left)), np.zeros(pairs + left)
        for k in range(pairs):
            W[2 * k, [2 * k, 2 * k + 1]] = 1
            W[2 * k + 1, [2 * k, 2 * k + 1]] = 1
            b[2 * k], b[2 * k + 1] = -0.5, -1.5
            U[k, 2 * k], U[k, 2 * k + 1], c[k] = 1, -1, -0.5
        if left:
            W[-1, -1] = U[-1, -1] = 1  # with bias 0 a bit passes as well
        params += [(W, b), (U, c)]
        wires = pairs + left
    return params


@alternative("parity_network")
def halves(d):
    """Recursion: the networks of both halves side by side, the shallower one passed on, then a block."""
    if d < 1:
        raise ValueError("at least one bit")
    if d == 1:
        return [(np.array([[1.0]]), np.array([-0.5]))]

    def build(width):
        if width == 1:
            return []
        left, right = build((width + 1) // 2), build(width // 2)
        while len(right) < len(left):  # pass the single output on
            right = [*right, (np.eye(1), np.array([-0.5]))]
        both = []
        for (W, b), (U, c) in zip(left, right, strict=True):
            top = np.hstack([W, np.zeros((W.shape[0], U.shape[1]))])
            bottom = np.hstack([np.zeros((U.shape[0], W.shape[1])), U])
            both.append((np.vstack([top, bottom]), np.concatenate([b, c])))
        xor = [(np.array([[2.0, -2.0], [-2.0, 2.0]]), np.full(2, -1.0)), (np.array([[1.0, 1.0]]), np.array([-0.5]))]
        return both + xor

    return build(int(d))


# ---------------------------------------------------------------- forward


def _bend(z, kind):
    """Value and slope for one number, in plain Python."""
    if kind == "identity":
        return z, 1.0
    if kind == "sign":
        return (1.0 if z >= 0 else -1.0), 0.0
    if kind == "step":
        return float(z > 0), 0.0
    if kind == "relu":
        return max(z, 0.0), float(z > 0)
    if kind == "tanh":
        h = math.tanh(z)
        return h, 1 - h * h
    if kind == "sigmoid":
        h = (1 + math.tanh(z / 2)) / 2
        return h, h * (1 - h)
    raise ValueError(f"unknown kind {kind}")


def _shares(z):
    top = max(z)
    powers = [math.exp(value - top) for value in z]
    total = sum(powers)
    return [power / total for power in powers]


@alternative("forward")
def example_by_example(params, X, hidden="tanh", output="identity", masks=None):
    """Plain Python: every number on its own."""
    rows = np.asarray(X, dtype=float)
    if len(rows.shape) != 2:
        raise ValueError("X is no table")
    layers = [(np.asarray(W, dtype=float).tolist(), np.asarray(b, dtype=float).tolist()) for W, b in params]
    rows = rows.tolist()
    scores, activations = [[] for _ in layers], [[] for _ in range(len(layers) + 1)]
    for i, row in enumerate(rows):
        a = row
        activations[0].append(a)
        for k, (W, b) in enumerate(layers):
            if any(len(unit) != len(a) for unit in W):
                raise ValueError("widths do not match")
            z = [
                bias + sum(w * value for w, value in zip(unit, a, strict=True)) for unit, bias in zip(W, b, strict=True)
            ]
            if k < len(layers) - 1:
                a = [_bend(value, hidden)[0] for value in z]
                if masks is not None:
                    a = [value * float(masks[k][i][j]) for j, value in enumerate(a)]
            else:
                a = _shares(z) if output == "softmax" else [_bend(value, output)[0] for value in z]
            scores[k].append(z)
            activations[k + 1].append(a)
    return [np.array(Z) for Z in scores], [np.array(a) for a in activations]


@alternative("forward")
def in_columns(params, X, hidden="tanh", output="identity", masks=None):
    """One example a column inside, float32 throughout, transposed at the end."""
    if np.ndim(X) != 2:
        raise ValueError("X must have two dimensions")
    names = ("identity", "sign", "step", "relu", "sigmoid", "tanh")
    if output not in (*names, "softmax") or (len(params) > 1 and hidden not in names):
        raise ValueError("unknown kind")
    A = np.asarray(X, dtype=np.float32).T
    scores, activations = [], [A.T]
    for k, (W, b) in enumerate(params, start=1):
        W, b = np.asarray(W, dtype=np.float32), np.asarray(b, dtype=np.float32)
        if W.shape[1] != len(A):
            raise ValueError("W does not fit")
        Z = W @ A + b[:, None]
        if k == len(params) and output == "softmax":
            logs = Z - Z.max(axis=0)
            A = np.exp(logs - np.log(np.exp(logs).sum(axis=0)))
        else:
            kind = output if k == len(params) else hidden
            A = np.array([[_bend(float(z), kind)[0] for z in row] for row in Z])
            A = A.astype(np.float32)
            if masks is not None and k < len(params):
                A = A * np.asarray(masks[k - 1], dtype=np.float32).T
        scores.append(Z.T)
        activations.append(A.T)
    return tuple(scores), tuple(activations)


# ---------------------------------------------------------------- loss_and_gradients

_GOES_WITH = {"squared": ("identity", "sigmoid", "tanh"), "cross_entropy": ("sigmoid", "softmax")}


def _rows_of(A):
    return [list(map(float, row)) for row in A]


def _loss_of_row(z, a, y, output, loss):
    """The loss of one example, and its derivative by the scores of the last layer."""
    if loss == "squared":
        J = sum((p - t) ** 2 for p, t in zip(a, y, strict=True)) / 2
        return J, [(p - t) * _bend(s, output)[1] for s, p, t in zip(z, a, y, strict=True)]
    if output == "sigmoid":
        J = sum(max(s, 0.0) - s * t + math.log1p(math.exp(-abs(s))) for s, t in zip(z, y, strict=True))
    else:
        top = max(z)
        log_total = top + math.log(sum(math.exp(s - top) for s in z))
        J = sum(t * (log_total - s) for s, t in zip(z, y, strict=True))
    return J, [p - t for p, t in zip(a, y, strict=True)]


@alternative("loss_and_gradients")
def outer_products(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    """One example after the other in plain Python, adding up the outer products."""
    if output not in _GOES_WITH.get(loss, ()):
        raise ValueError("a loss of this kind is not known for this output")
    scores, activations = example_by_example_(params, X, hidden, output, masks)
    Y = np.asarray(Y, dtype=float)
    n, m = len(activations[-1]), len(activations[-1][0])
    if Y.shape != (n, m):
        raise ValueError("Y has a wrong shape")
    layers = [(np.asarray(W, dtype=float).tolist(), len(b)) for W, b in params]
    total, sums = 0.0, [([[0.0] * len(W[0]) for _ in range(m)], [0.0] * m) for W, m in layers]
    for i, y in enumerate(Y.tolist()):
        J, delta = _loss_of_row(scores[-1][i], activations[-1][i], y, output, loss)
        total += J
        for k in range(len(layers) - 1, -1, -1):
            dW, db = sums[k]
            seen = activations[k][i]
            for j, d in enumerate(delta):
                db[j] += d / n
                row = dW[j]
                for c, value in enumerate(seen):
                    row[c] += d * value / n
            if k > 0:
                W, before = layers[k][0], []
                for c, z in enumerate(scores[k - 1][i]):
                    back = sum(d * W[j][c] for j, d in enumerate(delta)) * _bend(z, hidden)[1]
                    before.append(back if masks is None else back * float(masks[k - 1][i][c]))
                delta = before
    return total / n, [(np.array(dW), np.array(db)) for dW, db in sums]


def example_by_example_(params, X, hidden, output, masks):
    """As in `forward`, number by number."""
    rows = np.asarray(X, dtype=float)
    if rows.ndim != 2 or (len(params) > 1 and hidden == "softmax"):
        raise ValueError("X is no table, or the hidden kind is none")
    layers = [(np.asarray(W, dtype=float).tolist(), np.asarray(b, dtype=float).tolist()) for W, b in params]
    scores, activations = [[] for _ in layers], [rows.tolist()] + [[] for _ in layers]
    for i, a in enumerate(rows.tolist()):
        for k, (W, b) in enumerate(layers):
            if len(W[0]) != len(a):
                raise ValueError("widths do not match")
            z = [bias + sum(w * value for w, value in zip(unit, a)) for unit, bias in zip(W, b)]  # noqa: B905
            if k == len(layers) - 1 and output == "softmax":
                a = _shares(z)
            else:
                a = [_bend(value, hidden if k < len(layers) - 1 else output)[0] for value in z]
            if masks is not None and k < len(layers) - 1:
                a = [value * float(factor) for value, factor in zip(a, masks[k][i], strict=True)]
            scores[k].append(z)
            activations[k + 1].append(a)
    return scores, activations


@alternative("loss_and_gradients")
def by_jacobians(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    """For each example the Jacobian of the output scores by the scores of every layer, from the front."""
    if (loss, output) not in {(name, kind) for name, kinds in _GOES_WITH.items() for kind in kinds}:
        raise ValueError("loss and output")
    scores, activations = forward(params, X, hidden, output, masks)
    scores = [np.asarray(Z, dtype=float) for Z in scores]
    activations = [np.asarray(A, dtype=float) for A in activations]
    Y = np.array(Y, dtype=float)
    if Y.shape != scores[-1].shape:
        raise ValueError("shape of Y")
    n, r = len(Y), len(params)
    results = [_loss_of_row(*rows, output, loss) for rows in zip(*map(_rows_of, (scores[-1], activations[-1], Y)))]  # noqa: B905
    D = np.array([delta for _, delta in results])
    gradients = []
    for k in range(r):
        J = np.tile(np.eye(scores[k].shape[1]), (n, 1, 1))  # of the scores of layer k + 1 by themselves
        for later in range(k, r - 1):
            slope = np.array([[_bend(z, hidden)[1] for z in row] for row in _rows_of(scores[later])])
            if masks is not None:
                slope = slope * np.asarray(masks[later], dtype=float)
            J = np.einsum("pq,nq,nqs->nps", np.asarray(params[later + 1][0], dtype=float), slope, J)
        delta = np.einsum("np,nps->ns", D, J)
        gradients.append((np.einsum("ns,nc->sc", delta, activations[k]) / n, delta.mean(axis=0)))
    return sum(J for J, _ in results) / n, gradients


@alternative("loss_and_gradients")
def in_single_precision(params, X, Y, hidden="tanh", output="identity", loss="squared", masks=None):
    """float32 throughout, the bias as a weight of a constant input, losses by logaddexp."""
    if loss not in _GOES_WITH or output not in _GOES_WITH[loss]:
        raise ValueError("not defined")
    Y = np.asarray(Y, dtype=np.float32)
    scores, activations = forward(params, X, hidden, output, masks)
    Z, A = np.asarray(scores[-1], dtype=np.float32), np.asarray(activations[-1], dtype=np.float32)
    if Y.ndim != 2 or Y.shape != Z.shape:
        raise ValueError("Y does not fit")
    delta = A - Y
    if loss == "squared":
        J = np.sum(delta * delta) / 2
        slopes = {"identity": np.ones_like(A), "sigmoid": A * (1 - A), "tanh": 1 - A * A}
        delta = delta * slopes[output]
    elif output == "sigmoid":
        J = np.sum(Y * np.logaddexp(0, -Z) + (1 - Y) * np.logaddexp(0, Z))
    else:
        J = -np.sum(Y * (Z - np.logaddexp.reduce(Z, axis=1)[:, None]))
    n, gradients = len(Y), []
    for k in reversed(range(len(params))):
        seen = np.column_stack([np.asarray(activations[k], dtype=np.float32), np.ones(n, dtype=np.float32)])
        both = delta.T @ seen / n
        gradients.append((both[:, :-1], both[:, -1]))
        if k:
            z = np.asarray(scores[k - 1], dtype=np.float32)
            slope = np.array([[_bend(float(s), hidden)[1] for s in row] for row in z], dtype=np.float32)
            delta = delta @ np.asarray(params[k][0], dtype=np.float32) * slope
            delta = delta if masks is None else delta * np.asarray(masks[k - 1], dtype=np.float32)
    gradients.reverse()
    return J / n, gradients


# ---------------------------------------------------------------- directional_derivatives


@alternative("directional_derivatives")
def in_two_calls(f, theta, V, h=1e-5):
    if np.shape(V)[-1] != np.size(theta):
        raise ValueError("columns of V")
    step = np.multiply(V, h)
    above, below = f(np.add(theta, step)), f(np.subtract(theta, step))
    return np.subtract(above, below) / h / 2


@alternative("directional_derivatives")
def point_by_point(f, theta, V, h=1e-5):
    """Lists of points, built number by number, plus and minus in turn; one call."""
    theta = [float(t) for t in theta]
    points = []
    for v in V:
        if len(v) != len(theta):
            raise ValueError("a direction of another length")
        for sign in (1, -1):
            points.append([t + sign * h * float(c) for t, c in zip(theta, v, strict=True)])
    values = f(np.array(points))
    return np.array([(values[2 * k] - values[2 * k + 1]) / (2 * h) for k in range(len(V))])


# ---------------------------------------------------------------- dag_backprop


@alternative("dag_backprop")
def by_kahn(edges, weights, x, y):
    """Kahn's algorithm on the part of the graph that leads to the output."""
    edges = [(int(u), int(v)) for u, v in edges]
    if not edges:
        raise ValueError("empty")
    output = max(itertools.chain(*edges))
    if any(v < len(x) or u == output for u, v in edges):
        raise ValueError("edge into an input or out of the output")
    useful, grown = {output}, True
    while grown:
        more = {u for u, v in edges if v in useful} - useful
        useful, grown = useful | more, bool(more)
    alive = [k for k, (_, v) in enumerate(edges) if v in useful]
    waiting = dict.fromkeys(useful, 0)
    for k in alive:
        waiting[edges[k][1]] += 1
    ready, order = [v for v in useful if waiting[v] == 0], []
    while ready:
        u = ready.pop()
        order.append(u)
        for k in alive:
            if edges[k][0] == u:
                waiting[edges[k][1]] -= 1
                if waiting[edges[k][1]] == 0:
                    ready.append(edges[k][1])
    if len(order) < len(useful):
        raise ValueError("cycle")
    score = dict.fromkeys(useful, 0.0)
    h = {}
    for u in order:
        h[u] = float(x[u]) if u < len(x) else score[u] if u == output else math.tanh(score[u])
        for k in alive:
            if edges[k][0] == u:
                score[edges[k][1]] += float(weights[k]) * h[u]
    error = dict.fromkeys(useful, 0.0)
    error[output] = float(y) - h[output]
    gradient = [0.0] * len(edges)
    for v in reversed(order):
        for k in alive:
            u, to = edges[k]
            if to == v:
                gradient[k] = -error[v] * h[u]
                error[u] += float(weights[k]) * error[v] * (1 - h[u] ** 2)
    return h[output], gradient


@alternative("dag_backprop")
def by_recursion(edges, weights, x, y):
    """Memoised recursion: the value of a node asks its parents, the error of a node asks its children."""
    edges, weights, values = np.array(edges, dtype=int), np.array(weights, dtype=float), np.array(x, dtype=float)
    if edges.size == 0 or np.any(edges[:, 1] < len(values)) or np.any(edges[:, 0] == np.max(edges)):
        raise ValueError("not a network")
    output, on_the_way = np.max(edges), []

    @functools.cache
    def value(v):
        if v in on_the_way:
            raise ValueError("a cycle")
        if v < len(values):
            return values[v]
        on_the_way.append(v)
        a = sum(weights[k] * value(edges[k, 0]) for k in np.flatnonzero(edges[:, 1] == v))
        on_the_way.pop()
        return a if v == output else np.tanh(a)

    value(output)
    needed, queue = {output}, [output]
    while queue:
        v = queue.pop()
        for u in edges[edges[:, 1] == v, 0]:
            if u not in needed:
                needed.add(u)
                queue.append(u)

    @functools.cache
    def error(u):
        if u == output:
            return y - value(output)
        back = sum(weights[k] * error(edges[k, 1]) for k in np.flatnonzero(edges[:, 0] == u) if edges[k, 1] in needed)
        return (1 - value(u) ** 2) * back

    gradient = [-error(v) * value(u) if v in needed else 0.0 for u, v in edges.tolist()]
    return float(value(output)), np.array(gradient)


@alternative("dag_backprop")
def by_matrix(edges, weights, x, y):
    """A dense matrix of weights, and rounds of updates until every node is settled; a path without end is a cycle."""
    edges = np.array(edges, dtype=int).reshape(-1, 2)
    if len(edges) == 0 or edges[:, 1].min() < len(x) or edges.max() in edges[:, 0]:
        raise ValueError("no network")
    size, output = edges.max() + 1, edges.max()
    there, W = np.zeros((size, size), dtype=bool), np.zeros((size, size))
    for (u, v), w in zip(edges, weights, strict=True):
        there[v, u] = True
        W[v, u] += w
    useful = np.zeros(size, dtype=bool)
    useful[output] = True
    for _ in range(size):
        useful |= useful @ there
    there &= useful[:, None]
    W = W * there
    reach = there.copy()
    for _ in range(size):
        reach = reach | (reach @ there)
    if reach.diagonal().any():
        raise ValueError("a node reaches itself")
    h = np.zeros(size)
    for _ in range(size):  # after so many rounds the longest path is done
        a = W @ h
        h = np.tanh(a)
        h[: len(x)] = x
    slope = 1 - h**2
    error = np.zeros(size)
    for _ in range(size):
        error = slope * (W.T @ error)
        error[output] = y - a[output]
    return a[output], np.array([-error[v] * h[u] if useful[v] else 0.0 for u, v in edges])


@alternative("dag_backprop")
def by_sensitivities(edges, weights, x, y):
    """Forward instead of backward: with every node its derivatives by all weights at once."""
    edges = [tuple(map(int, edge)) for edge in edges]
    if not edges or any(v < len(x) for _, v in edges):
        raise ValueError("no edges, or an edge into an input")
    output = max(max(edge) for edge in edges)
    if any(u == output for u, _ in edges):
        raise ValueError("an edge out of the output")
    known = {v: (float(value), np.zeros(len(edges))) for v, value in enumerate(x)}

    def find(v, path):
        if v in path:
            raise ValueError("cycle")
        if v not in known:
            a, da = 0.0, np.zeros(len(edges))
            for k, (u, to) in enumerate(edges):
                if to == v:
                    h, dh = find(u, path | {v})
                    a += weights[k] * h
                    da = da + weights[k] * dh
                    da[k] += h
            known[v] = (a, da) if v == output else (np.tanh(a), (1 - np.tanh(a) ** 2) * da)
        return known[v]

    a, da = find(output, frozenset())
    return a, (a - y) * da


# ---------------------------------------------------------------- rbf_gradients


@alternative("rbf_gradients")
def unit_by_unit(C, gamma, v, X, y):
    """Plain Python loops over examples and units."""
    n, K, d = len(X), len(C), len(C[0])
    J, dC, dgamma, dv = 0.0, [[0.0] * d for _ in range(K)], [0.0] * K, [0.0] * K
    for x, target in zip(X, y, strict=True):
        squares = [sum((float(a) - float(b)) ** 2 for a, b in zip(x, c, strict=True)) for c in C]
        h = [math.exp(-float(g) * s) for g, s in zip(gamma, squares, strict=True)]
        error = sum(float(w) * bump for w, bump in zip(v, h, strict=True)) - float(target)
        J += error**2 / 2 / n
        for k in range(K):
            dv[k] += error * h[k] / n
            back = error * float(v[k]) * h[k] / n
            dgamma[k] -= back * squares[k]
            for j in range(d):
                dC[k][j] += back * 2 * float(gamma[k]) * (float(x[j]) - float(C[k][j]))
    return J, dC, dgamma, dv


@alternative("rbf_gradients")
def by_expansion(C, gamma, v, X, y):
    """||x||^2 - 2 x.c + ||c||^2, and products of matrices instead of an (n, K, d) array."""
    C, gamma, v, X, y = (np.array(a, dtype=np.float64) for a in (C, gamma, v, X, y))
    squares = np.sum(X**2, axis=1)[:, None] - 2 * X @ C.T + np.sum(C**2, axis=1)
    h = np.exp(-squares * gamma[None, :])
    error = h @ v - y
    G = np.outer(error, v) * h / len(X)
    dC = 2 * gamma[:, None] * (G.T @ X - G.sum(axis=0)[:, None] * C)
    return 0.5 * np.mean(error**2), dC, -np.einsum("nk,nk->k", G, squares), h.T @ error / len(X)


# ---------------------------------------------------------------- momentum_step


@alternative("momentum_step")
def shrink_first(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    """Shrink theta, go down the gradient, add the old velocity; a 0/1 factor freezes."""
    theta, gradient = np.array(theta, dtype=float), np.array(gradient, dtype=float)
    new = theta * (1 - eta * decay) - eta * gradient + momentum * np.array(velocity, dtype=float)
    moves = 1.0 if frozen is None else 1.0 - np.asarray(frozen, dtype=float)
    velocity = moves * (new - theta)
    return theta + velocity, velocity


@alternative("momentum_step")
def entry_by_entry(theta, velocity, gradient, eta, momentum=0.9, decay=0.0, frozen=None):
    """Over flat iterators, in single precision at the end."""
    shape = np.shape(theta)
    still = np.zeros(shape, dtype=bool) if frozen is None else np.asarray(frozen)
    changes = []
    for t, s, g, f in zip(*(np.ravel(a).tolist() for a in (theta, velocity, gradient, still)), strict=True):
        changes.append(0.0 if f else momentum * s - eta * (g + decay * t))
    change = np.array(changes).reshape(shape)
    return (np.asarray(theta, dtype=float) + change).astype(np.float32), change.astype(np.float32)


# ---------------------------------------------------------------- train_network


@alternative("train_network")
def as_one_vector(
    X,
    Y,
    X_dev,
    Y_dev,
    sizes,
    rng,
    *,
    epochs=100,
    eta=0.1,
    batch_size=None,
    momentum=0.0,
    decay=0.0,
    drop=0.0,
    patience=None,
    adapt=None,
    restarts=1,
    hidden="tanh",
    output="identity",
    loss="squared",
    params=None,
):
    """All weights in one vector with one velocity; restarts by recursion."""
    if not eta > 0 or drop < 0 or drop >= 1:
        raise ValueError("eta or drop")
    if restarts > 1:
        if params is not None:
            raise ValueError("restarts of one start")
        settings = {"epochs": epochs, "eta": eta, "batch_size": batch_size, "momentum": momentum, "decay": decay}
        settings |= {"drop": drop, "patience": patience, "adapt": adapt, "hidden": hidden, "output": output}
        one = as_one_vector_(X, Y, X_dev, Y_dev, sizes, rng, None, loss=loss, **settings)
        others = [
            as_one_vector_(X, Y, X_dev, Y_dev, sizes, rng, None, loss=loss, **settings) for _ in range(restarts - 1)
        ]
        for other in others:
            if min(other["dev_losses"]) < min(one["dev_losses"]):
                one = other
        return one
    return as_one_vector_(
        X, Y, X_dev, Y_dev, sizes, rng, params,
        epochs=epochs, eta=eta, batch_size=batch_size, momentum=momentum, decay=decay, drop=drop, patience=patience,
        adapt=adapt, hidden=hidden, output=output, loss=loss,
    )  # fmt: skip


def as_one_vector_(
    X, Y, X_dev, Y_dev, sizes, rng, params, *, epochs, eta, batch_size, momentum, decay, drop, patience, adapt, hidden,
    output, loss,
):  # fmt: skip
    X, Y = np.array(X, dtype=float), np.array(Y, dtype=float)
    if params is None:
        params = []
        for inputs, units in itertools.pairwise(sizes):
            params.append((rng.uniform(-0.1, 0.1, size=(units, inputs)), [0.0] * units))
    shapes = [np.shape(part) for layer in params for part in layer]
    theta = np.concatenate([np.ravel(np.asarray(part, dtype=float)) for layer in params for part in layer])
    is_weight = np.concatenate([np.full(int(np.prod(shape)), len(shape) == 2) for shape in shapes])

    def layers(vector):
        cuts = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
        parts = [part.reshape(shape) for part, shape in zip(np.split(vector, cuts), shapes, strict=True)]
        return list(zip(parts[::2], parts[1::2], strict=True))

    def measure(vector):
        for data, losses in (((X, Y), train), ((X_dev, Y_dev), dev)):
            losses.append(loss_and_gradients(layers(vector), *data, hidden=hidden, output=output, loss=loss)[0])

    train, dev, rates, velocity, history = [], [], [], np.zeros(len(theta)), [theta]
    measure(theta)
    for t in range(1, epochs + 1):
        rates.append(eta)
        batches = [np.arange(len(X))]
        if batch_size is not None:
            shuffled = rng.permutation(len(X))
            batches = np.split(shuffled, np.arange(batch_size, len(X), batch_size))
        for batch in batches:
            masks = None
            if drop:
                hidden_sizes = [shape[0] for shape in shapes[1:-1:2]]
                masks = [np.where(rng.random((len(batch), m)) < drop, 0, 1 / (1 - drop)) for m in hidden_sizes]
            _, gradients = loss_and_gradients(layers(theta), X[batch], Y[batch], hidden, output, loss, masks)
            flat = np.concatenate([np.ravel(part) for layer in gradients for part in layer])
            theta, velocity = momentum_step(theta, velocity, flat + decay * is_weight * theta, eta, momentum)
            theta, velocity = np.asarray(theta, dtype=float), np.asarray(velocity, dtype=float)
        measure(theta)
        history.append(theta)
        best = int(np.argmin(dev))
        if patience is not None and t - best == patience:
            break
        if adapt is not None and t >= adapt[0]:
            eta = eta + adapt[1] if train[t] < sum(train[t - adapt[0] : t]) / adapt[0] else eta * (1 - adapt[2])
    best = int(np.argmin(dev))
    return {
        "params": layers(history[best]),
        "train_losses": np.array(train),
        "dev_losses": np.array(dev),
        "rates": np.array(rates),
        "best_epoch": best,
    }


class _PlainNet:
    """A network in plain Python numbers, with everything that training needs."""

    def __init__(self, params, hidden, output, loss):
        self.W = [np.asarray(W, dtype=float).tolist() for W, _ in params]
        self.b = [np.asarray(b, dtype=float).tolist() for _, b in params]
        self.hidden, self.output, self.loss = hidden, output, loss

    def outputs(self, a, masks):
        scores, seen = [], [a]
        for k, (W, b) in enumerate(zip(self.W, self.b, strict=True)):
            z = [sum(map(lambda w, value: w * value, unit, a), bias) for unit, bias in zip(W, b, strict=True)]
            if k == len(self.W) - 1:
                a = _shares(z) if self.output == "softmax" else [_bend(value, self.output)[0] for value in z]
            else:
                a = [_bend(value, self.hidden)[0] for value in z]
                if masks:
                    a = [value * factor for value, factor in zip(a, masks[k], strict=True)]
            scores.append(z)
            seen.append(a)
        return scores, seen

    def mean_loss(self, X, Y):
        total = 0.0
        for x, y in zip(X, Y, strict=True):
            scores, seen = self.outputs(x, None)
            total += _loss_of_row(scores[-1], seen[-1], y, self.output, self.loss)[0]
        return total / len(X)

    def gradients(self, X, Y, masks):
        dW, db = [[[0.0] * len(row) for row in W] for W in self.W], [[0.0] * len(b) for b in self.b]
        for i, (x, y) in enumerate(zip(X, Y, strict=True)):
            factors = [mask[i] for mask in masks] if masks else None
            scores, seen = self.outputs(x, factors)
            delta = [d / len(X) for d in _loss_of_row(scores[-1], seen[-1], y, self.output, self.loss)[1]]
            for k in range(len(self.W) - 1, -1, -1):
                for j, d in enumerate(delta):
                    db[k][j] += d
                    dW[k][j] = [value + d * s for value, s in zip(dW[k][j], seen[k], strict=True)]
                if k:
                    sums = [
                        sum(d * row[c] for d, row in zip(delta, self.W[k], strict=True)) for c in range(len(seen[k]))
                    ]
                    delta = [s * _bend(z, self.hidden)[1] for s, z in zip(sums, scores[k - 1], strict=True)]
                    if masks:
                        delta = [d * factor for d, factor in zip(delta, factors[k - 1], strict=True)]
        return dW, db

    def copy(self):
        return [(np.array(W), np.array(b)) for W, b in zip(self.W, self.b, strict=True)]


@alternative("train_network")
def in_plain_python(X, Y, X_dev, Y_dev, sizes, rng, **settings):
    """No exercise of this module is called: everything in plain Python numbers, the draws apart."""
    s = {"epochs": 100, "eta": 0.1, "batch_size": None, "momentum": 0.0, "decay": 0.0, "drop": 0.0, "patience": None}
    s |= {"adapt": None, "restarts": 1, "hidden": "tanh", "output": "identity", "loss": "squared", "params": None}
    s |= settings
    if s["eta"] <= 0 or not 0 <= s["drop"] < 1 or (s["restarts"] != 1 and s["params"] is not None):
        raise ValueError("settings")
    data = [np.asarray(part, dtype=float).tolist() for part in (X, Y, X_dev, Y_dev)]
    runs = [_plain_run(data, sizes, rng, s) for _ in range(s["restarts"])]
    least = [min(run["dev_losses"]) for run in runs]
    return runs[least.index(min(least))]


def _plain_run(data, sizes, rng, s):
    X, Y, X_dev, Y_dev = data
    start = s["params"]
    if start is None:
        start = [
            (rng.uniform(-0.1, 0.1, (sizes[k + 1], sizes[k])), np.zeros(sizes[k + 1])) for k in range(len(sizes) - 1)
        ]
    net, eta = _PlainNet(start, s["hidden"], s["output"], s["loss"]), s["eta"]
    speed_W, speed_b = [[[0.0] * len(row) for row in W] for W in net.W], [[0.0] * len(b) for b in net.b]
    train, dev, rates = [net.mean_loss(X, Y)], [net.mean_loss(X_dev, Y_dev)], []
    best, best_epoch, since = net.copy(), 0, 0
    for t in range(1, s["epochs"] + 1):
        order = list(range(len(X))) if s["batch_size"] is None else rng.permutation(len(X)).tolist()
        size = s["batch_size"] or len(X)
        while order:
            batch, order = order[:size], order[size:]
            masks = None
            if s["drop"] > 0:
                draws = [rng.random((len(batch), len(b))) for b in net.b[:-1]]
                masks = [[[(u >= s["drop"]) / (1 - s["drop"]) for u in row] for row in draw.tolist()] for draw in draws]
            dW, db = net.gradients([X[i] for i in batch], [Y[i] for i in batch], masks)
            for W, vW, gW, b, vb, gb in zip(net.W, speed_W, dW, net.b, speed_b, db, strict=True):
                for row, v_row, g_row in zip(W, vW, gW, strict=True):
                    for c, (w, v, g) in enumerate(zip(row, v_row, g_row, strict=True)):
                        v_row[c] = s["momentum"] * v - eta * (g + s["decay"] * w)
                        row[c] = w + v_row[c]
                for j, (v, g) in enumerate(zip(vb, gb, strict=True)):
                    vb[j] = s["momentum"] * v - eta * g
                    b[j] += vb[j]
        rates.append(eta)
        train.append(net.mean_loss(X, Y))
        dev.append(net.mean_loss(X_dev, Y_dev))
        since += 1
        if dev[-1] < dev[best_epoch]:
            best, best_epoch, since = net.copy(), t, 0
        if s["patience"] and since == s["patience"]:
            break
        if s["adapt"]:
            p, a, b = s["adapt"]
            if t >= p:
                eta = eta + a if train[-1] < math.fsum(train[-p - 1 : -1]) / p else eta - b * eta
    return {"best_epoch": best_epoch, "params": best, "rates": rates, "train_losses": train, "dev_losses": dev}


@alternative("train_network")
def with_forward(X, Y, X_dev, Y_dev, sizes, rng, *, epochs=100, eta=0.1, **s):
    """The losses are worked out from `forward`; updates are written out, without momentum_step."""
    drop, params, restarts = s.get("drop", 0.0), s.get("params"), s.get("restarts", 1)
    if eta <= 0 or not (drop >= 0 and drop < 1) or (params is not None and restarts > 1):
        raise ValueError("no such training")
    X, Y, X_dev, Y_dev = map(np.asarray, (X, Y, X_dev, Y_dev))
    hidden, output, loss = s.get("hidden", "tanh"), s.get("output", "identity"), s.get("loss", "squared")
    kept = None
    for _ in range(restarts):
        rate, run = eta, {"train_losses": [], "dev_losses": [], "rates": []}
        if params is None:
            layers = [[rng.uniform(-0.1, 0.1, shape[::-1]), np.zeros(shape[1])] for shape in itertools.pairwise(sizes)]
        else:
            layers = [[np.array(W, dtype=float), np.array(b, dtype=float)] for W, b in params]
        speed = [[0 * W, 0 * b] for W, b in layers]
        for t in range(epochs + 1):
            if t > 0:
                size = s.get("batch_size")
                order = np.arange(len(X)) if size is None else rng.permutation(len(X))
                for first in range(0, len(X), len(X) if size is None else size):
                    rows = order[first:][: len(X) if size is None else size]
                    masks = (
                        [(rng.random((len(rows), len(b))) >= drop) / (1 - drop) for _, b in layers[:-1]]
                        if drop
                        else None
                    )
                    plain = [(W, b) for W, b in layers]
                    _, slopes = loss_and_gradients(plain, X[rows], Y[rows], hidden, output, loss, masks)
                    for layer, v, (gW, gb) in zip(layers, speed, slopes, strict=True):
                        v[0] = s.get("momentum", 0) * v[0] - rate * (gW + s.get("decay", 0) * layer[0])
                        v[1] = s.get("momentum", 0) * v[1] - rate * np.asarray(gb)
                        layer[0] = layer[0] + v[0]
                        layer[1] = layer[1] + v[1]
                run["rates"].append(rate)
            for name, A, B in (("train_losses", X, Y), ("dev_losses", X_dev, Y_dev)):
                scores, activations = forward([(W, b) for W, b in layers], A, hidden, output)
                rows = zip(*map(_rows_of, (scores[-1], activations[-1], B)), strict=True)
                run[name].append(np.mean([_loss_of_row(z, a, y, output, loss)[0] for z, a, y in rows]))
            dev = run["dev_losses"]
            if t == 0 or dev[-1] < min(dev[:-1]):
                run["params"], run["best_epoch"] = [(W, b) for W, b in layers], t
            if s.get("patience") and t >= run["best_epoch"] + s["patience"]:
                break
            if t > 0 and s.get("adapt") and t >= s["adapt"][0]:
                p, a, b = s["adapt"]
                rate = rate + a if run["train_losses"][t] < np.mean(run["train_losses"][t - p : t]) else rate - b * rate
        if kept is None or min(run["dev_losses"]) < min(kept["dev_losses"]):
            kept = run
    return kept
