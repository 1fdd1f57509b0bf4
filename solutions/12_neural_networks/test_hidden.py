"""Hidden checks of neural networks: printed figures, closed forms, finite differences, invariants, edges.

No gradient is compared with one framework's numbers: they are held against differences of losses that are computed here
or by the reference, and against the closed form of one layer.
"""

import itertools

import numpy as np
import pytest

from autograder.checks.shelf import (
    given,
    leaves_alone,
    listed_parts,
    numbers,
    refuses,
    same,
    same_for_all_kinds,
    silent,
)

KINDS = ("identity", "sign", "step", "relu", "sigmoid", "tanh")
PAIRS = [("squared", "identity"), ("squared", "sigmoid"), ("squared", "tanh")]
PAIRS += [("cross_entropy", "sigmoid"), ("cross_entropy", "softmax")]


def column(*values):
    return np.array(values, dtype=float).reshape(-1, 1)


def bits(d):
    """All 2^d rows of d bits."""
    return np.indices((2,) * d).reshape(d, -1).T


def layers(*rows):
    """params from nested lists: W, b, W, b, ..."""
    arrays = [np.array(row, dtype=float) for row in rows]
    return list(zip(arrays[::2], arrays[1::2], strict=True))


def table_10_1():
    """The four rows of CIML's Table 10.1."""
    return np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]]), np.array([[1], [1], [-1], [-1]])


def aalto():
    return layers([[0.2, -0.3], [0.4, 0.1]], [0.1, -0.2], [[0.3, -0.5]], [0.05])


def ciml():
    return layers([[-0.2, 0.3], [0.2, 0.05]], [0.1, -0.1], [[0.5, -0.4]], [0])


def cs229():
    return layers([[1, -1], [0.5, 2], [-1, -1]], [0, -1, 0.5], [[2, -1, 3]], [0.5])


def cs480():
    return layers([[0.1, 0.2], [-0.3, 0.4]], [0, 0], [[0.5, -0.6]], [0])


def random_params(rng, sizes, scale=1.0):
    return [(scale * rng.normal(size=(m, k)), scale * rng.normal(size=m)) for k, m in itertools.pairwise(sizes)]


def targets(rng, n, m, output):
    """Targets that suit the output: classes for softmax, 0 and 1 for sigmoid, else any numbers."""
    if output == "softmax":
        return np.eye(m)[rng.integers(0, m, n)]
    return rng.integers(0, 2, (n, m)).astype(float) if output == "sigmoid" else rng.normal(size=(n, m))


def flat(params):
    """All numbers of the layers, W before b, as one vector."""
    return np.concatenate([np.ravel(part) for W, b in params for part in (W, b)])


def unflat(vector, like):
    parts, at = [], 0
    for W, b in like:
        pair = []
        for part in (W, b):
            pair.append(vector[at : at + part.size].reshape(part.shape))
            at += part.size
        parts.append(tuple(pair))
    return parts


def same_layers(answer, expected, **tolerance):
    """As many layers, each of a W and a b of the right shapes and numbers."""
    for k, (pair, wanted) in enumerate(zip(listed_parts(answer, len(expected), "the layers"), expected, strict=True)):
        same(pair, tuple(wanted), name=f"layer {k + 1}", **tolerance)


def same_arrays(answer, expected, name="the answer", **tolerance):
    same(answer, tuple(expected), name=name, **tolerance)


def run_steps(params, X):
    """What a network of 'step' units answers on the rows of X, and the widths of its layers."""
    A, widths = np.asarray(X, dtype=float), []
    for W, b in params:
        W = numbers(W, len(b), A.shape[1], name="W")
        A = (A @ W.T + np.asarray(b, dtype=float) > 0).astype(float)
        widths.append(A.shape[1])
    assert widths, "the network has no layers"
    assert widths[-1] == 1, f"the last layer should have one unit, but it has {widths[-1]}"
    return A[:, 0].astype(int).tolist(), widths


def difference_quotients(loss, vector, h=1e-6):
    """Central differences of a function of one vector, coordinate by coordinate."""
    steps = h * np.eye(len(vector))
    return np.array([(loss(vector + step) - loss(vector - step)) / (2 * h) for step in steps])


# ---------------------------------------------------------------- activation


@pytest.mark.exercise("activation")
def test_activation_figures(student):
    """sigmoid(-0.6) is 0.3543 with slope 0.2288, tanh(0.5) is 0.4621 with slope 0.7864; sign(0) is +1, step(0) is 0"""
    same(student.activation(np.array([-0.6]), "sigmoid"), ([0.3543436938], [0.2287842405]))
    same(student.activation(np.array([0.5, 0.0]), "tanh"), ([0.4621171573, 0], [0.7864477330, 1]))
    same(student.activation(np.array([0.0, -0.0]), "sign"), ([1, 1], [0, 0]))
    same(student.activation(np.array([0.0, -0.0]), "step"), ([0, 0], [0, 0]))
    same(student.activation(np.array([0.0, 1e-3]), "relu"), ([0, 1e-3], [0, 1]))


@pytest.mark.exercise("activation")
def test_activation_keeps_the_shape(student, reference, rng):
    """value and derivative have the shape of z, whatever it is; a number counts as shape ()"""
    for kind in KINDS:
        for shape in ((), (5,), (2, 3), (2, 1, 4)):
            z = rng.normal(size=shape)
            same(student.activation(z if shape else float(z), kind), reference.activation(z, kind), name=kind)


@pytest.mark.exercise("activation")
def test_activation_slopes(student, rng):
    """the derivative is the one at z: it agrees with central differences of the function"""
    z, h = rng.uniform(0.01, 5, 40) * rng.choice([-1, 1], 40), 1e-5
    functions = {
        "identity": lambda t: t,
        "relu": lambda t: t * (t > 0),
        "sigmoid": lambda t: 1 / (1 + np.exp(-t)),
        "tanh": np.tanh,
    }
    for kind, f in functions.items():
        expected = f(z), (f(z + h) - f(z - h)) / (2 * h)
        same(student.activation(z, kind), expected, name=kind)


@pytest.mark.exercise("activation")
def test_activation_identities(student, rng):
    """tanh(z) = 2 sigmoid(2 z) - 1 is odd; relu leaves relu(z) alone, and relu(c z) = c relu(z) for c > 0"""
    z, c = rng.normal(size=30) * 3, rng.uniform(2, 3)
    h, _ = student.activation(z, "tanh")
    sigmoid, slope = student.activation(2 * z, "sigmoid")
    same(h, 2 * np.asarray(sigmoid) - 1)
    same(student.activation(-z, "tanh")[0], -np.asarray(h))
    assert np.max(slope) <= 0.25 + 1e-6
    value, _ = student.activation(z, "relu")
    same(student.activation(np.asarray(value), "relu")[0], value)
    same(student.activation(c * z, "relu")[0], c * np.asarray(value))


@pytest.mark.exercise("activation")
def test_activation_of_large_scores(student, reference, rng):
    """scores up to a million in size give neither warnings nor nan"""
    z = np.concatenate([10.0 ** np.arange(7), -(10.0 ** np.arange(7)), rng.uniform(-1000, 1000, 20), [709, 710, -745]])
    with silent():
        for kind in KINDS:
            same(student.activation(z, kind), reference.activation(z, kind), rel=1e-6, name=kind)


@pytest.mark.exercise("activation")
def test_activation_takes_integers(student, reference):
    """integers (small unsigned ones too) and lists give the same floats as arrays of floats, and z stays as it was"""
    for kind in KINDS:
        for z in (np.array([[-3, 0, 2], [1, -1, 5]]), np.array([0, 1, 2, 200])):
            same_for_all_kinds(student.activation, z, kind, expected=reference.activation(z, kind))
        leaves_alone(student.activation, np.array([-2.0, 0.0, 3.0]), kind)


@pytest.mark.exercise("activation")
def test_activation_refuses(student):
    """any other name raises ValueError, 'softmax' too"""
    unknown = [given(np.array([1.0]), kind) for kind in ("softmax", "ReLU", "gauss", "")]
    refuses(student.activation, *unknown, but_takes=given(np.array([1.0]), "sigmoid"))


# ---------------------------------------------------------------- polytope_network


def distance_ok(polytopes, X, least=1e-3):
    """Which rows keep that distance from every face."""
    ok = np.ones(len(X), dtype=bool)
    for A, c in polytopes:
        lengths = np.maximum(np.linalg.norm(A, axis=1), 1e-300)
        ok &= (np.abs(X @ A.T + c) >= least * lengths).all(axis=1)
    return ok


def in_union(polytopes, X):
    return np.any([(X @ A.T + c > 0).all(axis=1) for A, c in polytopes], axis=0).astype(int).tolist()


def widths_of(polytopes):
    return [sum(len(c) for _, c in polytopes), len(polytopes), 1]


def random_polytopes(rng, d, facets):
    """One polytope round a random point for each number of facets, with faces near enough to be met."""
    polytopes = []
    for m in facets:
        A, centre = rng.normal(size=(m, d)), rng.normal(size=d)
        polytopes.append((A, rng.uniform(0.2, 1.0, m) * np.linalg.norm(A, axis=1) - A @ centre))
    return polytopes


@pytest.mark.exercise("polytope_network")
def test_polytopes_of_logic(student):
    """AND, OR and NOT are one half-space each, XOR is the union of two"""
    cases = [
        ([[1.0, 1.0]], [-1.5], [0, 0, 0, 1]),
        ([[1.0, 1.0]], [-0.5], [0, 1, 1, 1]),
    ]
    for A, c, expected in cases:
        answers, widths = run_steps(student.polytope_network([(np.array(A), np.array(c))]), bits(2))
        assert (answers, widths) == (expected, [1, 1, 1])
    params = student.polytope_network([(np.array([[-1.0]]), np.array([0.5]))])
    assert run_steps(params, bits(1)) == ([1, 0], [1, 1, 1])
    halves = [(np.array([[1.0, -1.0]]), np.array([-0.5])), (np.array([[-1.0, 1.0]]), np.array([-0.5]))]
    assert run_steps(student.polytope_network(halves), bits(2)) == ([0, 1, 1, 0], [2, 2, 1])


@pytest.mark.exercise("polytope_network")
def test_polytopes_at_random(student, rng):
    """on random points the network says whether some polytope has all of its inequalities satisfied there"""
    for d, facets in ((1, [2, 1, 2]), (2, [3, 1, 5]), (3, [4, 6]), (2, [7])):
        polytopes = random_polytopes(rng, d, facets)
        X = rng.normal(size=(300, d)) * 1.5
        X = X[distance_ok(polytopes, X)]
        answers, widths = run_steps(student.polytope_network(polytopes), X)
        assert widths == widths_of(polytopes)
        assert answers == in_union(polytopes, X)


@pytest.mark.exercise("polytope_network")
def test_polytopes_memorise(student, rng):
    """a box round every corner of the cube where a Boolean function is true makes a network of the function"""
    for d in (3, 4):
        X, truth = bits(d), rng.integers(0, 2, 2**d)
        truth[rng.integers(2**d)] = 1
        boxes = [(np.diag(2.0 * r - 1), -(2.0 * r - 1) / 2) for r in X[truth == 1]]
        answers, _ = run_steps(student.polytope_network(boxes), X)
        assert answers == truth.tolist()


@pytest.mark.exercise("polytope_network")
def test_polytopes_are_open(student):
    """a point on a face is outside; a half-space 0 > -1 holds everywhere and 0 > 1 nowhere"""
    box = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]), np.array([0.0, 2.0, -1.0, 3.0])
    points = np.array([[0.0, 2.0], [2.0, 2.0], [1.0, 1.0], [1.0, 3.0], [1.0, 2.0], [0.0, 1.0], [0.5, 2.5]])
    assert run_steps(student.polytope_network([box]), points)[0] == [0, 0, 0, 0, 1, 0, 1]
    nowhere, everywhere = (np.zeros((1, 2)), np.array([-1.0])), (np.zeros((1, 2)), np.array([1.0]))
    assert run_steps(student.polytope_network([nowhere]), points)[0] == [0] * 7
    assert run_steps(student.polytope_network([nowhere, box]), points)[0] == [0, 0, 0, 0, 1, 0, 1]
    assert run_steps(student.polytope_network([everywhere, box]), points)[0] == [1] * 7


@pytest.mark.exercise("polytope_network")
def test_polytope_without_faces(student, rng):
    """a polytope of no half-space is the whole space, alone and beside others"""
    whole, X = (np.zeros((0, 2)), np.zeros(0)), rng.normal(size=(20, 2)) * 5
    (triangle,) = random_polytopes(rng, 2, [3])
    for polytopes in ([whole], [triangle, whole], [whole, triangle], [whole, whole]):
        answers, widths = run_steps(student.polytope_network(polytopes), X)
        assert widths == widths_of(polytopes)
        assert answers == [1] * 20


@pytest.mark.exercise("polytope_network")
def test_polytopes_scaled_and_shuffled(student, rng):
    """neither the order of the polytopes nor a positive factor on a row changes any answer"""
    polytopes = random_polytopes(rng, 2, [4, 3, 3])
    X = rng.normal(size=(200, 2)) * 1.5
    X = X[distance_ok(polytopes, X)]
    scaled = []
    for A, c in polytopes[::-1]:
        factors = 10.0 ** rng.uniform(-3, 3, len(c))
        scaled.append((A * factors[:, None], c * factors))
    assert run_steps(student.polytope_network(scaled), X)[0] == in_union(polytopes, X)


@pytest.mark.exercise("polytope_network")
def test_polytopes_of_any_kind(student):
    """lists and integers are taken, and nothing that is passed in is changed"""
    square = [[1, 0], [-1, 0], [0, 1], [0, -1]], [0, 3, 0, 3]
    corner = [[1, 1]], [-9]
    points, expected = [[1, 1], [4, 1], [4, 6], [2, 4], [2, 2]], [1, 0, 1, 0, 1]
    as_arrays = [(np.array(A), np.array(c)) for A, c in (square, corner)]
    for polytopes in ([square, corner], as_arrays):
        assert run_steps(leaves_alone(student.polytope_network, polytopes), points) == (expected, [5, 2, 1])


@pytest.mark.exercise("polytope_network")
def test_polytopes_refused(student):
    """an empty list, and polytopes in different spaces, raise ValueError"""
    line, plane, whole = (np.ones((2, 1)), np.zeros(2)), (np.ones((2, 2)), np.zeros(2)), (np.zeros((0, 3)), np.zeros(0))
    refuses(
        student.polytope_network,
        given([]),
        given([line, plane]),
        given([plane, plane, whole]),
        but_takes=given([plane, plane]),
    )


# ---------------------------------------------------------------- parity_network


def odd_ones(X):
    return (np.asarray(X).sum(axis=1) % 2).tolist()


@pytest.mark.exercise("parity_network")
def test_parity_truth_tables(student):
    """for up to 8 bits every row of the truth table is right"""
    for d in (1, 2, 3, 5, 6, 7, np.int64(8)):
        assert run_steps(student.parity_network(d), bits(d))[0] == odd_ones(bits(d)), f"{d} bits"


@pytest.mark.exercise("parity_network")
def test_parity_of_many_bits(student, rng):
    """random rows of 10 to 33 bits, no ones, all ones and a single one are right too"""
    for d in (10, 16, 21, 33):
        X = np.vstack([rng.integers(0, 2, (60, d)), np.zeros((1, d)), np.ones((1, d)), np.eye(d)]).astype(int)
        assert run_steps(student.parity_network(d), X)[0] == odd_ones(X), f"{d} bits"


@pytest.mark.exercise("parity_network")
def test_parity_depth_and_width(student):
    """there are 2 ceil(log2 d) layers (one for d = 1), none wider than d, and the last has one unit"""
    for d in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 16, 17):
        _, widths = run_steps(student.parity_network(d), np.zeros((1, d)))
        assert len(widths) == max(1, 2 * (d - 1).bit_length()), f"{d} bits"
        assert max(widths) <= d, f"{d} bits"


@pytest.mark.exercise("parity_network")
def test_parity_invariants(student, rng):
    """flipping a bit flips the answer, the order of bits does not matter, and x XOR z has the XOR of both answers"""
    params = student.parity_network(9)
    x, z = rng.integers(0, 2, (2, 40, 9))
    answers = np.array(run_steps(params, x)[0])
    flipped = x.copy()
    flipped[np.arange(40), rng.integers(0, 9, 40)] ^= 1
    assert run_steps(params, flipped)[0] == (1 - answers).tolist()
    assert run_steps(params, x[:, rng.permutation(9)])[0] == answers.tolist()
    assert run_steps(params, x ^ z)[0] == (answers ^ np.array(run_steps(params, z)[0])).tolist()


@pytest.mark.exercise("parity_network")
def test_parity_refuses(student):
    """fewer than one bit raise ValueError"""
    refuses(student.parity_network, given(0), given(-1), given(-4), but_takes=given(1))


# ---------------------------------------------------------------- forward


@pytest.mark.exercise("forward")
def test_forward_printed_networks(student):
    """the networks of four books give the numbers that follow from their weights"""
    scores, activations = student.forward(aalto(), np.array([[0.5, -1.0]]), "sigmoid")
    same_arrays(scores, [[[0.5, -0.1]], [[-0.0007726069]]])
    same_arrays(activations, [[[0.5, -1]], [[0.6224593312, 0.4750208125]], [[-0.0007726069]]])
    _, activations = student.forward(ciml(), table_10_1()[0])
    same(activations[-1], column(0.0391336467, 0.1345502177, -0.2099578311, 0.3664922485))
    house = layers(
        [[0.1, 0.2, 0, 0], [0, 0, 0.4, 0], [0, 0, 0.6, 0.7]], [0.3, 0.5, 0.8], [[0.9, 1, 1.1]], [1.2]
    )  # twelve numbers are not fixed at 0
    _, activations = student.forward(house, np.array([[1, 2, 3, 4]]), "relu")
    same_arrays(activations, [[[1, 2, 3, 4]], [[0.8, 1.7, 5.4]], [[9.56]]])
    _, activations = student.forward(cs480(), np.array([[1.0, 0.5]]), "sigmoid", "sigmoid")
    same_arrays(activations, [[[1, 0.5]], [[0.5498339973, 0.4750208125]], [[0.4974761492]]])


@pytest.mark.exercise("forward")
def test_forward_exclusive_or(student):
    """XOR by two hidden units: of sign, of tanh without an output bias, and of sigmoids"""
    X, _ = table_10_1()
    by_signs = layers([[1, 1], [1, 1]], [0.5, -0.5], [[-2, 2]], [1])
    same(student.forward(by_signs, X, "sign")[1][-1], column(1, 1, -3, -3))
    without_bias = layers([[1, 1], [1, 1]], [0.5, -0.5], [[-2, 1]], [0])
    same(student.forward(without_bias, X, "sign")[1][-1], column(-1, 1, -3, -3))
    by_tanh = layers([[5, 5], [0.45, 0.45]], [-5, -0.1], [[1, -1.35]], [0])
    same(student.forward(by_tanh, X)[1][-1], column(0.1034595644, 0.0281521105, -0.8653574115, -0.8653574115))
    same(student.forward(by_tanh, X, output="sign")[1][-1], column(1, 1, -1, -1))
    by_sigmoids = layers([[20, 20], [-20, -20]], [-10, 30], [[20, 20]], [-30])
    expected = column(4.543910e-05, 0.9999545, 0.9999545, 4.543910e-05)
    same(student.forward(by_sigmoids, bits(2), "sigmoid", "sigmoid")[1][-1], expected)


@pytest.mark.exercise("forward")
def test_forward_approximates_a_sine(student):
    """a sum of small steps tanh(2K (x - m)) follows the sine: K = 10, 20, 50 units are off by 0.071, 0.038, 0.015"""
    x = np.linspace(0, 1, 2001)[:, None]
    for K, error in ((10, 0.070964), (20, 0.037535), (50, 0.015251)):
        edges = np.linspace(0, 1, K + 1)
        heights = np.sin(2 * np.pi * edges)
        middle, rise = (edges[1:] + edges[:-1]) / 2, np.diff(heights)
        params = [(np.full((K, 1), 2.0 * K), -2 * K * middle), (rise[None] / 2, np.array([rise.sum() / 2]))]
        _, activations = student.forward(params, x)
        largest = np.abs(numbers(activations[-1], 2001, 1) - np.sin(2 * np.pi * x)).max()
        same(largest, error, abs=2e-6)


@pytest.mark.exercise("forward")
def test_forward_any_depth_and_kind(student, reference, rng):
    """networks of one to four layers, of all kinds of units, with and without masks, compute what the formulas say"""
    outputs = ("softmax", *KINDS)
    for k, (hidden, output) in enumerate(zip((*KINDS, "tanh"), outputs, strict=True)):
        sizes = [3, *rng.integers(2, 5, k % 4).tolist(), 3]
        n = int(rng.integers(1, 6))
        params, X = random_params(rng, sizes), rng.normal(size=(n, 3))
        masks = [rng.choice([0.0, 1.25], (n, m)) for m in sizes[1:-1]] if k % 2 else None
        scores, activations = student.forward(params, X, hidden, output, masks)
        wanted = reference.forward(params, X, hidden, output, masks)
        same_arrays(scores, wanted[0], f"scores of {hidden} and {output}")
        same_arrays(activations, wanted[1], f"activations of {hidden} and {output}")


@pytest.mark.exercise("forward")
def test_forward_symmetries(student, rng):
    """renumbering hidden units, flipping a tanh unit and its outgoing weight, or scaling a relu unit changes nothing"""
    (W1, b1), (W2, b2) = random_params(rng, [3, 4, 2])
    X, order = rng.normal(size=(5, 3)), rng.permutation(4)
    flip, scale = rng.choice([-1.0, 1.0], 4), rng.uniform(0.5, 2, 4)
    flip[:2] = -1, 1

    def output(params, hidden):
        return np.asarray(student.forward(params, X, hidden)[1][-1], dtype=float)

    for hidden in ("tanh", "relu"):
        same(output([(W1[order], b1[order]), (W2[:, order], b2)], hidden), output([(W1, b1), (W2, b2)], hidden))
    flipped = [(W1 * flip[:, None], b1 * flip), (W2 * flip, b2)]
    same(output(flipped, "tanh"), output([(W1, b1), (W2, b2)], "tanh"))
    scaled = [(W1 * scale[:, None], b1 * scale), (W2 / scale, b2)]
    same(output(scaled, "relu"), output([(W1, b1), (W2, b2)], "relu"))
    identity = W2 @ (W1 @ X.T + b1[:, None]) + b2[:, None]
    same(output([(W1, b1), (W2, b2)], "identity"), identity.T)


@pytest.mark.exercise("forward")
def test_forward_softmax(student, rng):
    """softmax rows sum to 1, ignore a number added to a row, and stand scores of thousands without a warning"""
    Z = rng.integers(-40, 40, (6, 4)) / 8  # whole eighths, which stay exact beside 5000 in any precision
    shift = rng.choice([-5000.0, 700.0, 5000.0], (6, 1))
    layer = [(np.eye(4), np.zeros(4))]
    with silent():
        P = numbers(student.forward(layer, Z, output="softmax")[1][-1], 6, 4)
        same(P.sum(axis=1), np.ones(6))
        same(P, np.exp(Z) / np.exp(Z).sum(axis=1, keepdims=True))
        same(student.forward(layer, Z + shift, output="softmax")[1][-1], P)
        far = student.forward(layer, np.array([[-3000.0, 0.0, 2000.0, 1999.0]]), output="softmax")[1][-1]
        same(far, [[0, 0, 1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))]])
    two = numbers(student.forward([(np.eye(2), np.zeros(2))], Z[:, :2], output="softmax")[1][-1], 6, 2)
    same(two[:, 0], 1 / (1 + np.exp(Z[:, 1] - Z[:, 0])))


@pytest.mark.exercise("forward")
def test_forward_masks(student, rng):
    """a mask multiplies what the activation function gives, and the next layer sees the product; scores know no mask"""
    params, X = random_params(rng, [2, 3, 3, 1]), rng.normal(size=(4, 2))
    masks = [np.array([[2.0, 0, 2], [0, 0, 0], [2, 2, 2], [1, 1, 1]]), rng.uniform(0.5, 2, (4, 3))]
    scores, activations = student.forward(params, X, "sigmoid", masks=masks)
    A = X
    for k, (W, b) in enumerate(params):
        Z = A @ W.T + b
        A = masks[k] / (1 + np.exp(-Z)) if k < 2 else Z
        same(scores[k], Z, name=f"scores[{k}]")
        same(activations[k + 1], A, name=f"activations[{k + 1}]")
    same(student.forward(params[:1], X, masks=[])[1][-1], X @ params[0][0].T + params[0][1])


@pytest.mark.exercise("forward")
def test_forward_takes_integers(student):
    """integers and lists, in X and in params, give what floats give, and nothing that is passed in is changed"""
    expected = ([[[1, 2, -2.5], [-1, 3.5, -2.5]], [[0.5], [-3]]], [[[2, 1], [1, 2]], [[1, 2, 0], [0, 3.5, 0]]])
    lists = [([[1, -1], [0.5, 2], [-1, -1]], [0, -1, 0.5]), ([[2, -1, 3]], [0.5])]
    for params, X in ((cs229(), np.array([[2, 1], [1, 2]], dtype=np.uint8)), (lists, [[2, 1], [1, 2]])):
        scores, activations = leaves_alone(student.forward, params, X, "relu")
        same_arrays(scores, expected[0])
        same_arrays(activations[:2], expected[1])
    leaves_alone(student.forward, cs229(), np.ones((1, 2)), "relu", masks=[np.array([[0.0, 2.0, 2.0]])])


@pytest.mark.exercise("forward")
def test_forward_refuses(student):
    """X that is not a table, a W of another width, and unknown kinds raise ValueError ('softmax' is no hidden kind)"""
    X, params = np.ones((3, 2)), ciml()
    narrow = layers([[1], [1]], [0, 0], [[1, 1]], [0])
    wide = layers([[1, 1], [1, 1]], [0, 0], [[1, 1, 1]], [0])
    refuses(
        student.forward,
        given(params, np.ones(2)),
        given(params, np.ones((2, 2, 2))),
        given(params, np.ones((3, 3))),
        given(narrow, X),
        given(wide, X),
        given(params, X, "softmax"),
        given(params, X, "bump"),
        given(params, X, "tanh", "bump"),
        given(params[1:], X, output="bump"),
        but_takes=given(params, X, "relu", "softmax"),
    )


# ---------------------------------------------------------------- loss_and_gradients


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_of_printed_networks(student):
    """Aalto's network on one row has the loss 0.50077, and CIML's on four rows the mean 0.52047"""
    x, y = np.array([[0.5, -1.0]]), column(1)
    J, gradients = student.loss_and_gradients(aalto(), x, y, "sigmoid")
    same(J, 0.5007729054)
    expected = layers(
        [[-0.0352777917, 0.0705555833], [0.0623921775, -0.1247843549]],
        [-0.0705555833, 0.1247843549],
        [[-0.6229402476, -0.4753878169]],
        [-1.0007726069],
    )
    same_layers(gradients, expected)
    (V, c), (w, b) = unflat(flat(aalto()) - 0.1 * flat(gradients), aalto())
    same(w @ (1 / (1 + np.exp(-V @ x[0] - c))) + b, [0.1651765408])  # after a step of 0.1
    X, Y = table_10_1()
    J, gradients = student.loss_and_gradients(ciml(), X, Y)
    same(J, 0.5204668960)
    expected = layers(
        [[-0.0442948573, 0.0297988363], [0.0668494288, -0.0324411019]],
        [-0.0175659287, -0.0365500857],
        [[0.0610117660, -0.0367881771]],
        [0.0825545704],
    )
    same_layers(gradients, expected)


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_of_single_rows(student):
    """CS229's relu network: x = (2, 1) has the loss 0.125 and x = (1, 2) the loss 8, each with its own active units"""
    J, gradients = student.loss_and_gradients(cs229(), np.array([[2, 1]]), column(1), "relu")
    same(J, 0.125)
    same_layers(gradients, layers([[-2, -1], [1, 0.5], [0, 0]], [-1, 0.5, 0], [[-0.5, -1, 0]], [-0.5]))
    J, gradients = student.loss_and_gradients(cs229(), np.array([[1, 2]]), column(1), "relu")
    same(J, 8)
    same_layers(gradients, layers([[0, 0], [4, 8], [0, 0]], [0, 4, 0], [[0, -14, 0]], [-4]))


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_of_sigmoid_outputs(student):
    """a sigmoid output: the squared loss has its slope in the gradient, cross-entropy has not"""
    x, one, cross = np.array([[1.0, 0.5]]), column(1), {"output": "sigmoid", "loss": "cross_entropy"}
    J, gradients = student.loss_and_gradients(cs480(), x, one, "sigmoid", "sigmoid")
    same(J, 0.1262651103)
    (dW1, _), (dW2, _) = gradients
    same(dW1, [[-0.0155474765, -0.0077737383], [0.0187971323, 0.0093985661]])
    same(dW2, [[-0.0690744144, -0.0596758014]])
    J, gradients = student.loss_and_gradients(cs480(), x, one, "sigmoid", **cross)
    same(J, 0.6982076648)
    same(gradients[1][0], [[-0.2763046976, -0.2387092879]])
    unit = layers([[0.1, -0.2, 0.3]], [0])
    J, gradients = student.loss_and_gradients(unit, np.array([[1, 2, -1]]), one, **cross)
    same(J, 1.0374879505)
    same_layers(gradients, layers([[-0.6456563062, -1.2913126125, 0.6456563062]], [-0.6456563062]))


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_by_differences(student, reference, rng):
    """for every pair of loss and output, one to four layers, the gradients agree with differences of the loss"""
    hiddens = ("tanh", "sigmoid", "identity", "tanh", "sigmoid")
    for k, ((loss, output), hidden) in enumerate(zip(PAIRS, hiddens, strict=True)):
        sizes = [2, *rng.integers(2, 4, k % 4).tolist(), 3]
        params, X = random_params(rng, sizes, 0.7), rng.normal(size=(4, 2))
        masks = [rng.choice([0.0, 2.0], (4, m), p=[0.3, 0.7]) for m in sizes[1:-1]] if k % 2 else None
        Y = targets(rng, 4, 3, output)
        J, gradients = student.loss_and_gradients(params, X, Y, hidden, output, loss, masks)

        def value(vector, call=(X, Y, hidden, output, loss, masks), like=params):
            return reference.loss_and_gradients(unflat(vector, like), *call)[0]

        same(J, value(flat(params)), name=f"{loss} of {output}")
        same_layers(gradients, unflat(difference_quotients(value, flat(params)), params), abs=1e-6)


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_of_relu(student, reference, rng):
    """relu networks agree with differences of the loss; a unit that no row excites has gradient 0"""
    params = random_params(rng, [3, 4, 3, 2])
    params[0][1][0] = -50.0  # no row reaches this unit
    X = rng.normal(size=(40, 3))
    scores, _ = reference.forward(params, X, "relu")
    X = X[(np.abs(np.hstack(scores[:2])) > 1e-3).all(axis=1)]
    Y = rng.normal(size=(len(X), 2))
    _, gradients = student.loss_and_gradients(params, X, Y, "relu")

    def value(vector):
        return reference.loss_and_gradients(unflat(vector, params), X, Y, "relu")[0]

    same_layers(gradients, unflat(difference_quotients(value, flat(params)), params), abs=1e-6)
    same(gradients[0][0][0], np.zeros(3), abs=0)


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_of_one_layer(student, rng):
    """one layer is a linear model: X^T (X W^T + b - Y)/n, or X^T (a - Y)/n for any probabilities as targets"""
    X, params = rng.normal(size=(6, 3)), random_params(rng, [3, 2])
    [(W, b)] = params
    Z, Y = X @ W.T + b, rng.uniform(0, 1, (6, 2))
    J, gradients = student.loss_and_gradients(params, X, Y)
    same(J, ((Z - Y) ** 2).sum() / 12)
    same_layers(gradients, [((Z - Y).T @ X / 6, (Z - Y).mean(axis=0))])
    a = 1 / (1 + np.exp(-Z))
    J, gradients = student.loss_and_gradients(params, X, Y, output="sigmoid", loss="cross_entropy")
    same(J, -(Y * np.log(a) + (1 - Y) * np.log(1 - a)).sum() / 6)
    same_layers(gradients, [((a - Y).T @ X / 6, (a - Y).mean(axis=0))])
    a, Y = np.exp(Z) / np.exp(Z).sum(axis=1, keepdims=True), rng.dirichlet([1.0, 1.0], 6)
    J, gradients = student.loss_and_gradients(params, X, Y, output="softmax", loss="cross_entropy")
    same(J, -(Y * np.log(a)).sum() / 6)
    same_layers(gradients, [((a - Y).T @ X / 6, (a - Y).mean(axis=0))])


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_and_symmetry(student, rng):
    """equal hidden units get equal gradients, one with outgoing weight 0 none, and a zero start moves one bias only"""
    X, Y, w, v = rng.normal(size=(5, 2)), rng.normal(size=(5, 1)), rng.normal(size=2), rng.normal()
    params = [(np.array([w, w, -w]), np.array([0.3, 0.3, 0.1])), (np.array([[v, v, 0.0]]), np.array([0.2]))]
    _, [(dW1, db1), (dW2, _)] = student.loss_and_gradients(params, X, Y)
    same(dW1[0], dW1[1], abs=1e-9)
    same(db1[0], db1[1], abs=1e-9)
    same(dW2[0][0], dW2[0][1], abs=1e-9)
    same(dW1[2], np.zeros(2))
    zero = layers(np.zeros((3, 2)), np.zeros(3), np.zeros((1, 3)), [0])
    _, gradients = student.loss_and_gradients(zero, X, Y)
    same_layers(gradients, layers(np.zeros((3, 2)), np.zeros(3), np.zeros((1, 3)), [-Y.mean()]))
    J, gradients = student.loss_and_gradients(
        params, X, np.tanh(X @ params[0][0].T + params[0][1]) @ [[v], [v], [0]] + 0.2
    )
    same(J, 0, abs=1e-9)
    same_layers(gradients, [(0 * W, 0 * b) for W, b in params])


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_average_the_examples(student, reference, rng):
    """twice the same data have the same loss and gradients; those of single examples have the whole's as their mean"""
    params, X, Y = random_params(rng, [2, 3, 2]), rng.normal(size=(3, 2)), np.eye(2)[rng.integers(0, 2, 3)]
    settings = {"output": "softmax", "loss": "cross_entropy"}
    J, gradients = reference.loss_and_gradients(params, X, Y, **settings)
    twice = student.loss_and_gradients(params, np.vstack([X, X[::-1]]), np.vstack([Y, Y[::-1]]), **settings)
    same(twice[0], J)
    same_layers(twice[1], gradients)
    singly = [student.loss_and_gradients(params, X[i : i + 1], Y[i : i + 1], **settings) for i in range(3)]
    same(np.mean([loss for loss, _ in singly]), J)
    same(np.mean([flat(parts) for _, parts in singly], axis=0), flat(gradients))


@pytest.mark.exercise("loss_and_gradients")
def test_losses_of_large_scores(student):
    """scores of thousands give finite cross-entropies, computed from the scores, without a warning"""
    unit, Z = layers([[1]], [0]), column(1000, -1000, 2000, -3000)
    with silent():
        J, gradients = student.loss_and_gradients(unit, Z, column(0, 1, 1, 0), output="sigmoid", loss="cross_entropy")
        same(J, 500)
        same_layers(gradients, [([[500]], [0])])
        Z = np.array([[0.0, 800.0, -2000.0], [1500.0, 1500.0, 0.0]])
        layer = [(np.eye(3), np.zeros(3))]
        J, gradients = student.loss_and_gradients(layer, Z, np.eye(3)[[2, 0]], output="softmax", loss="cross_entropy")
        same(J, (2800 + np.log(2)) / 2)
        same(gradients[0][1], [-0.25, 0.75, -0.5])
        J, _ = student.loss_and_gradients(layers([[1]], [0]), column(5000), column(0.5), output="tanh")
        same(J, 0.125)


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_take_integers(student, reference):
    """integers and lists give what floats give, and nothing that is passed in is changed"""
    X, Y = table_10_1()
    masks = [np.array([[2, 0], [0, 2], [2, 2], [2, 0]])]
    expected = reference.loss_and_gradients(ciml(), X, Y, masks=masks)
    lists = [(W.tolist(), b.tolist()) for W, b in ciml()]
    for call in ((ciml(), X, Y), (lists, X.tolist(), Y.tolist())):
        J, gradients = leaves_alone(student.loss_and_gradients, *call, masks=masks)
        same(J, expected[0])
        same_layers(gradients, expected[1])


@pytest.mark.exercise("loss_and_gradients")
def test_gradients_refuse(student):
    """targets of another shape, an unknown loss, and losses that do not belong to the output raise ValueError"""
    unit, ones, two = layers([[1]], [0]), np.ones((3, 1)), layers([[1], [1]], [0, 0])
    wrong = [("cross_entropy", "identity"), ("cross_entropy", "tanh"), ("cross_entropy", "relu")]
    wrong += [("squared", kind) for kind in ("softmax", "relu", "sign", "step")]
    refuses(
        student.loss_and_gradients,
        given(unit, ones, np.ones(3)),
        given(unit, ones, np.ones((1, 3))),
        given(unit, ones, np.ones((1, 1))),
        given(unit, ones, np.ones((3, 2))),
        given(unit, ones[:1], np.ones(1)),
        given(two, ones, ones),
        given(unit, ones, ones, loss="hinge"),
        *(given(unit, ones, ones, output=output, loss=loss) for loss, output in wrong),
        given(unit, np.ones(3), ones),
        given(ciml(), np.ones((1, 2)), ones[:1], "softmax"),
        but_takes=given(unit, ones, ones, output="tanh"),
    )


# ---------------------------------------------------------------- directional_derivatives

MATRIX = ((2.0, 1.0), (1.0, 3.0))


def mixed(T):
    """exp(t1 t2) + 1/2 t.At, for rows t of T."""
    return np.exp(T[:, 0] * T[:, 1]) + ((T @ MATRIX) * T).sum(axis=1) / 2


def mixed_gradient(T):
    return np.exp(T[:, :1] * T[:, 1:]) * T[:, ::-1] + T @ MATRIX


@pytest.mark.exercise("directional_derivatives")
def test_derivatives_figures(student):
    """a gradient, a Hessian times a vector, and the quartic of CS229's footnote come out as by hand"""
    theta = np.array([0.3, -0.5])
    same(student.directional_derivatives(mixed, theta, np.eye(2)), [-0.3303539882, -0.9417876071])
    same(student.directional_derivatives(mixed_gradient, theta, np.array([[1.0, 2.0]])), [[5.67838055, 7.88652922]])

    def quartic(T):
        return (T[:, 0] ** 2 + 9 * T[:, 1] ** 2 - 30) ** 2 / 2

    same(student.directional_derivatives(quartic, np.array([1, 2]), np.eye(2)), [14, 252])


@pytest.mark.exercise("directional_derivatives")
def test_derivatives_are_central(student, rng):
    """the error at step h is of order h squared: for a quadratic function there is none at all, whatever h"""
    A, theta, V = rng.normal(size=(4, 4)), rng.normal(size=4), rng.normal(size=(3, 4))
    for h in (0.7, 0.01):
        answer = student.directional_derivatives(lambda T: ((T @ A) * T).sum(axis=1), theta, V, h)
        same(answer, V @ (A + A.T) @ theta)
    same(student.directional_derivatives(mixed, np.array([0.3, -0.5]), np.eye(2), 1e-3)[0], -0.3303540, rel=1e-6)


@pytest.mark.exercise("directional_derivatives")
def test_derivatives_along_any_direction(student, rng):
    """the derivative is linear in v: twice as long a direction gives twice the derivative"""
    theta, v, w = rng.uniform(-1, 1, (3, 2))
    V = np.array([v, 2 * v, -v, w, v + w, 0 * v])
    answer = numbers(student.directional_derivatives(mixed, theta, V), 6)
    a, b = V[[0, 3]] @ mixed_gradient(theta[None])[0]
    same(answer, [a, 2 * a, -a, b, a + b, 0], abs=1e-6)


@pytest.mark.exercise("directional_derivatives")
def test_derivatives_shapes_and_calls(student, rng):
    """one value a point gives (k,), q values give (k, q), also for k = 1 and q = 1; f is called once or twice"""
    theta, matrix, calls = rng.normal(size=3), rng.normal(size=(3, 4)), []

    def f(q):
        def values(T):
            calls.append(len(T))
            return np.tanh(T @ matrix[:, 0]) if q is None else np.tanh(T @ matrix[:, :q])

        return values

    slope = matrix * (1 - np.tanh(theta @ matrix) ** 2)
    for k, q in itertools.product((1, 5), (None, 1, 4)):
        calls.clear()
        V = rng.normal(size=(k, 3))
        answer = student.directional_derivatives(f(q), theta, V)
        assert 1 <= len(calls) <= 2, "f should be called once or twice, on all points at once"
        same(answer, V @ slope[:, 0] if q is None else V @ slope[:, :q], abs=1e-6)


@pytest.mark.exercise("directional_derivatives")
def test_derivatives_check_a_network(student, reference, rng):
    """on the loss of a network they are its gradient, and on the gradient they are a symmetric Hessian"""
    params, X, Y = random_params(rng, [2, 2, 1]), rng.normal(size=(4, 2)), rng.normal(size=(4, 1))

    def loss(T):
        return np.array([reference.loss_and_gradients(unflat(row, params), X, Y)[0] for row in T])

    def gradient(T):
        return np.array([flat(reference.loss_and_gradients(unflat(row, params), X, Y)[1]) for row in T])

    theta = flat(params)
    answer = student.directional_derivatives(loss, theta, np.eye(len(theta)))
    same(answer, gradient(theta[None])[0], abs=1e-6)
    hessian = numbers(student.directional_derivatives(gradient, theta, np.eye(len(theta))), len(theta), len(theta))
    same(hessian, hessian.T, abs=1e-6)


@pytest.mark.exercise("directional_derivatives")
def test_derivatives_of_integers(student):
    """integer points, integer directions and lists work like floats and stay as they were"""
    for theta, V in (
        (np.array([2, 5]), np.array([[1, 0], [1, -1]])),
        ([2, 5], [[1, 0], [1, -1]]),
        (np.array([2, 5], dtype=np.uint8), np.array([[1.0, 0.0], [1.0, -1.0]])),
    ):
        answer = leaves_alone(student.directional_derivatives, lambda T: T[:, 0] * T[:, 1] ** 2, theta, V)
        same(answer, [25, 5], rel=1e-6)


@pytest.mark.exercise("directional_derivatives")
def test_derivatives_refuse(student):
    """V with another number of columns than theta has entries raises ValueError, also where numpy would stretch it"""

    def total(T):
        return np.asarray(T).sum(axis=1)

    refuses(
        student.directional_derivatives,
        given(total, np.ones(3), np.ones((2, 1))),
        given(total, np.ones(1), np.ones((2, 3))),
        given(total, np.ones(2), np.ones((2, 3))),
        but_takes=given(total, np.ones(3), np.ones((2, 3))),
    )


# ---------------------------------------------------------------- dag_backprop


def printed_graph():
    edges = [(0, 3), (1, 3), (2, 3), (0, 4), (1, 4), (2, 4), (3, 5), (4, 5), (1, 5), (3, 6), (4, 6), (5, 6), (2, 6)]
    weights = [0.1, 0.2, -0.3, -0.2, 0.4, 0.1, 0.7, -0.6, 0.3, 0.5, -0.8, 0.9, 0.25]
    return np.array(edges), np.array(weights)


PRINTED_GRADIENT = (-0.385458911, -0.192729455, 0.385458911, 0.59984484, 0.29992242, -0.59984484, -0.158487668)
PRINTED_GRADIENT += (0.034182128, -0.171479965, -0.231109037, 0.04984488, -0.243996514, 0.50010919)


def random_graph(rng, inputs, hidden):
    """A shuffled acyclic graph whose numbers say nothing about the order, and the order that made it."""
    order = [*rng.permutation(inputs).tolist(), *(inputs + rng.permutation(hidden)).tolist(), inputs + hidden]
    edges = [
        (u, v)
        for i, u in enumerate(order[:-1])
        for v in order[max(i + 1, inputs) :]
        if v == order[-1] or rng.random() < 0.5
    ]
    edges += [edges[int(k)] for k in rng.integers(0, len(edges), 2)]  # parallel edges
    edges = rng.permutation(np.array(edges))
    return edges, rng.normal(size=len(edges)), rng.normal(size=inputs), order


def run_graph(edges, weights, x, order):
    """The output of the graph, with the order of its nodes known."""
    h = dict(enumerate(x))
    for v in order[len(x) :]:
        a = sum(w * h[u] for (u, to), w in zip(edges.tolist(), weights, strict=True) if to == v)
        h[v] = a if v == order[-1] else np.tanh(a)
    return h[order[-1]]


@pytest.mark.exercise("dag_backprop")
def test_graph_figures(student):
    """three inputs, three hidden nodes, thirteen edges; renumbering the hidden nodes changes nothing"""
    edges, weights = printed_graph()
    x = np.array([1.0, 0.5, -1.0])
    same(student.dag_backprop(edges, weights, x, 1.0), (0.4998908100, PRINTED_GRADIENT))
    downhill = np.array([0, 1, 2, 5, 4, 3, 6])[edges]
    same(student.dag_backprop(downhill, weights, x, 1.0), (0.4998908100, PRINTED_GRADIENT))


@pytest.mark.exercise("dag_backprop")
def test_graph_order_of_edges(student, rng):
    """shuffling the list of edges shuffles the gradients alike"""
    edges, weights = printed_graph()
    order = rng.permutation(13)
    expected = 0.4998908100, np.array(PRINTED_GRADIENT)[order]
    same(student.dag_backprop(edges[order], weights[order], np.array([1.0, 0.5, -1.0]), 1.0), expected)


@pytest.mark.exercise("dag_backprop")
def test_graph_vanishing_gradient(student):
    """down a chain of tanh units with weights 0.9 the first gradient shrinks: 0.1366 for 2 units, 0.0008 for 20"""
    firsts = {1: 0.2825101, 2: 0.1365726, 5: 0.0348420, 10: 0.0081212, 20: 0.0008385}
    for units, first in firsts.items():
        numbered = np.arange(units + 2)
        edges = np.column_stack([numbered[:-1], numbered[1:]])
        _, gradient = student.dag_backprop(edges, np.full(units + 1, 0.9), np.array([1.0]), 0.0)
        same(numbers(gradient, units + 1)[0], first, abs=1e-6)


@pytest.mark.exercise("dag_backprop")
def test_graph_by_differences(student, rng):
    """on random graphs, with numbers in any order, the gradients agree with central differences of the loss"""
    for inputs, hidden in ((1, 1), (2, 4), (3, 6)):
        edges, weights, x, order = random_graph(rng, inputs, hidden)
        y = rng.normal()

        def loss(w, edges=edges, x=x, order=order, y=y):
            return (y - run_graph(edges, w, x, order)) ** 2 / 2

        expected = run_graph(edges, weights, x, order), difference_quotients(loss, weights)
        same(student.dag_backprop(edges, weights, x, y), expected, abs=1e-6)


@pytest.mark.exercise("dag_backprop")
def test_graph_of_two_layers(student, reference, rng):
    """a network of two layers, with a constant input for the biases, is such a graph: the gradients are the same"""
    params, x, y = random_params(rng, [2, 3, 1]), rng.normal(size=2), rng.normal()
    (W1, b1), (W2, b2) = params
    edges, weights, wanted = [], [], []
    J, [(dW1, db1), (dW2, db2)] = reference.loss_and_gradients(params, x[None], np.array([[y]]))
    for unit in range(3):
        edges += [(0, 3 + unit), (1, 3 + unit), (2, 3 + unit), (3 + unit, 6)]
        weights += [*W1[unit], b1[unit], W2[0, unit]]
        wanted += [*dW1[unit], db1[unit], dW2[0, unit]]
    edges, weights, wanted = [*edges, (2, 6)], [*weights, b2[0]], [*wanted, db2[0]]
    answer = student.dag_backprop(np.array(edges), np.array(weights), np.append(x, 1), y)
    same((answer[1], (y - answer[0]) ** 2 / 2), (wanted, J))


@pytest.mark.exercise("dag_backprop")
def test_graph_dead_ends(student):
    """one edge is a graph; edges that lead nowhere have gradient 0, and a node without edges into it has h = 0"""
    same(student.dag_backprop(np.array([[0, 1]]), np.array([3.0]), np.array([2.0]), 5.0), (6, [2]))
    edges = np.array([[0, 5], [0, 3], [3, 4], [6, 2], [2, 5], [5, 7], [6, 7], [0, 7]])  # 3, 4: dead end; 6: no parents
    weights = np.array([0.5, 1.0, 2.0, 3.0, 0.7, 2.0, 4.0, 1.5])
    h = np.tanh(0.5 * 2)
    error = 1 - (2 * h + 1.5 * 2)
    slope = -error * 2 * (1 - h**2)
    same(
        student.dag_backprop(edges, weights, np.array([2.0, 9.0]), 1.0),
        (2 * h + 3, [slope * 2, 0, 0, 0, 0, -error * h, 0, -error * 2]),
    )


@pytest.mark.exercise("dag_backprop")
def test_graph_deep_and_wide(student):
    """a ladder of 60 nodes, in which the number of paths grows like 2 to the 30, is done edge by edge"""
    steps = 30
    edges, weights = [], []
    for k in range(steps):  # input 0; two nodes on every step, each fed by both nodes of the step before
        for to in (1 + 2 * k, 2 + 2 * k):
            below = [0] if k == 0 else [2 * k - 1, 2 * k]
            edges += [(u, to) for u in below]
            weights += [0.5] * len(below)
    edges += [(2 * steps - 1, 2 * steps + 1), (2 * steps, 2 * steps + 1)]
    h = [1.0]
    for k in range(steps):
        h.append(np.tanh(0.5 * h[-1] * (2 if k else 1)))
    output, gradient = student.dag_backprop(np.array(edges), np.array([*weights, 1.0, 1.0]), np.array([1.0]), 0.0)
    same(output, 2 * h[-1])
    numbers(gradient, len(edges))
    same(gradient[-2:], [2 * h[-1] ** 2] * 2)
    first = 2 * h[-1] * np.prod([1 - value**2 for value in h[1:]])  # both paths up from each node have the same slopes
    same(gradient[0] * 1e3, first * 1e3)


@pytest.mark.exercise("dag_backprop")
def test_graph_takes_integers(student):
    """integers and lists give what floats give, and nothing that is passed in is changed"""
    edges, weights, x = np.array([[0, 3], [1, 3], [1, 2], [2, 3]]), np.array([2, -1, 0, 3]), np.array([2, 1])
    same_for_all_kinds(student.dag_backprop, edges, weights, x, 5, expected=(3, [-4, -2, -6, 0]))
    leaves_alone(student.dag_backprop, edges, weights, x, 5.0)


@pytest.mark.exercise("dag_backprop")
def test_graph_refuses(student):
    """cycles, edges into an input or out of the output, and no edges at all raise ValueError"""
    x = np.array([1.0, 2.0])
    wrong = [
        [(0, 2), (2, 3), (3, 2), (3, 4)],  # a cycle of two
        [(0, 2), (2, 3), (3, 4), (4, 2), (4, 5)],  # a cycle of three
        [(0, 2), (2, 2), (2, 3)],  # a node to itself
        [(2, 3), (3, 2), (3, 4), (0, 4)],  # a cycle that no input feeds
        [(0, 2), (2, 1), (1, 3)],  # into an input
        [(0, 2), (0, 1)],
        [(0, 3), (3, 2), (1, 3)],  # out of the output
        [(0, 2), (2, 2)],
        [(0, 1)],  # the output is an input
    ]
    refuses(
        student.dag_backprop,
        *(given(np.array(edges), np.ones(len(edges)), x, 1.0) for edges in wrong),
        given(np.zeros((0, 2), dtype=int), np.zeros(0), x, 1.0),
        but_takes=given(np.array([(0, 3), (3, 2), (2, 4)]), np.ones(3), x, 1.0),
    )


# ---------------------------------------------------------------- rbf_gradients


def rbf_loss(C, gamma, v, X, y):
    """J in plain loops."""
    total = 0.0
    for x, target in zip(X, y, strict=True):
        output = sum(weight * np.exp(-g * ((x - c) @ (x - c))) for c, g, weight in zip(C, gamma, v, strict=True))
        total += (output - target) ** 2 / 2
    return total / len(X)


def rbf_problem(rng, n=5, K=3, d=2):
    C, X = rng.normal(size=(K, d)), rng.normal(size=(n, d))
    return C, rng.uniform(0.2, 1.5, K), rng.normal(size=K), X, rng.normal(size=n)


def rbf_differences(C, gamma, v, X, y):
    """J and its gradients by central differences."""
    K, d = C.shape

    def loss(t):
        return rbf_loss(t[: K * d].reshape(K, d), t[K * d : K * d + K], t[K * d + K :], X, y)

    slopes = difference_quotients(loss, np.concatenate([C.ravel(), gamma, v]))
    return rbf_loss(C, gamma, v, X, y), slopes[: K * d].reshape(K, d), slopes[K * d : K * d + K], slopes[K * d + K :]


@pytest.mark.exercise("rbf_gradients")
def test_rbf_figures(student):
    """two bumps on one example and on three: J is 0.37912 and 0.19589, a mean over the examples"""
    C, gamma, v = np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([1.0, 0.5]), np.array([2.0, -1.0])
    expected = 0.3791217441, [[-1.2813561394, 0], [0, -0.5281497806]], [0.6406780697, -0.5281497806]
    expected += ([-0.3203390348, -0.5281497806],)
    same(student.rbf_gradients(C, gamma, v, np.array([[1.0, 0.0]]), np.array([1.0])), expected)
    X, y = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]), np.array([1.0, 0.0, -1.0])
    expected = 0.1958947474, [[-0.4265526387, 0.0639532828], [-0.0514700328, -0.2536469194]]
    expected += [0.1807336036, 0.0052710179], [-0.0908621169, -0.0723259746]
    same(student.rbf_gradients(C, gamma, v, X, y), expected)


@pytest.mark.exercise("rbf_gradients")
def test_rbf_by_differences(student, rng):
    """loss and all three gradients agree with a plain loop and its central differences, for any n, K and d"""
    for n, K, d in ((5, 3, 2), (1, 4, 3), (4, 1, 1), (3, 3, 3)):
        problem = rbf_problem(rng, n, K, d)
        same(student.rbf_gradients(*problem), rbf_differences(*problem), abs=1e-6)


@pytest.mark.exercise("rbf_gradients")
def test_rbf_moves_along(student, rng):
    """moving centres and examples together changes nothing"""
    C, gamma, v, X, y = rbf_problem(rng)
    shift = rng.uniform(-10, 10, 2)
    same(student.rbf_gradients(C + shift, gamma, v, X + shift, y), rbf_differences(C, gamma, v, X, y), abs=1e-6)


@pytest.mark.exercise("rbf_gradients")
def test_rbf_at_its_centres(student, rng):
    """narrow bumps on all the examples, with v = y, fit the data: J and gradients are 0; with v = 0 only dv is not"""
    X, y = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]]), rng.normal(size=3)
    zero = 0, np.zeros((3, 2)), np.zeros(3), np.zeros(3)
    same(student.rbf_gradients(X, np.full(3, 50.0), y, X, y), zero)
    h = np.exp(-0.1 * np.array([[0, 9, 16], [9, 0, 25], [16, 25, 0]]))
    expected = (y**2).mean() / 2, np.zeros((3, 2)), np.zeros(3), -(h @ y) / 3
    same(student.rbf_gradients(X, np.full(3, 0.1), np.zeros(3), X, y), expected)


@pytest.mark.exercise("rbf_gradients")
def test_rbf_takes_integers(student):
    """integers (small unsigned ones too) and lists give what floats give, and nothing passed in is changed"""
    problem = (
        np.array([[0, 1], [3, 2]]),
        np.array([1, 2]),
        np.array([3, 1]),
        np.array([[1, 1], [2, 2]]),
        np.array([2, 0]),
    )
    expected = rbf_differences(*(part.astype(float) for part in problem))
    same_for_all_kinds(student.rbf_gradients, *problem, expected=expected)
    leaves_alone(student.rbf_gradients, *(part.astype(float) for part in problem))


# ---------------------------------------------------------------- momentum_step


@pytest.mark.exercise("momentum_step")
def test_momentum_of_a_constant_gradient(student, rng):
    """under a constant gradient the velocity is -eta g (1 - momentum^t)/(1 - momentum): -0.1, -0.19, -0.271, ..."""
    theta, velocity = 0.0, 0.0
    for expected in (-0.1, -0.19, -0.271):
        theta, velocity = student.momentum_step(theta, velocity, 1.0, 0.1)
        same(velocity, expected)
    same(theta, -0.1 - 0.19 - 0.271)
    momentum, eta, g = rng.uniform(0.3, 0.8), rng.uniform(0.1, 0.5), rng.normal(size=3)
    theta, velocity = np.zeros(3), np.zeros(3)
    for t in range(1, 5):
        theta, velocity = student.momentum_step(theta, velocity, g, eta, momentum)
        same(velocity, -eta * g * (1 - momentum**t) / (1 - momentum))


@pytest.mark.exercise("momentum_step")
def test_momentum_with_decay(student, rng):
    """without momentum the step is (1 - eta decay) theta - eta gradient; with it the decay goes into the velocity"""
    theta, velocity, g = rng.normal(size=(3, 2, 4))
    eta, decay, momentum = rng.uniform(0.1, 0.9, 3)
    moved = (1 - eta * decay) * theta - eta * g
    same(student.momentum_step(theta, velocity, g, eta, 0.0, decay), (moved, moved - theta))
    change = momentum * velocity - eta * g - eta * decay * theta
    same(student.momentum_step(theta, velocity, g, eta, momentum, decay), (theta + change, change))


@pytest.mark.exercise("momentum_step")
def test_momentum_default(student, rng):
    """momentum is 0.9 and decay 0 unless said otherwise"""
    theta, velocity, g = rng.normal(size=(3, 5))
    change = 0.9 * velocity - 0.3 * g
    same(student.momentum_step(theta, velocity, g, 0.3), (theta + change, change))


@pytest.mark.exercise("momentum_step")
def test_momentum_frozen(student, rng):
    """frozen entries stay and lose their velocity; nothing frozen is like no `frozen` at all"""
    theta, velocity, g = rng.normal(size=(3, 3, 2))
    frozen = np.array([[True, False], [False, False], [True, True]])
    change = np.where(frozen, 0, 0.9 * velocity - 0.1 * (g + 0.5 * theta))
    same(student.momentum_step(theta, velocity, g, 0.1, 0.9, 0.5, frozen), (theta + change, change))
    same(student.momentum_step(theta, velocity, g, 0.1, 0.9, 0.5, frozen.tolist()), (theta + change, change))
    change = 0.9 * velocity - 0.1 * (g + 0.5 * theta)
    same(
        student.momentum_step(theta, velocity, g, 0.1, 0.9, 0.5, np.zeros((3, 2), dtype=bool)), (theta + change, change)
    )


@pytest.mark.exercise("momentum_step")
def test_momentum_takes_integers(student):
    """integers (small unsigned ones too), lists and plain numbers give floats, and nothing passed in is changed"""
    arrays = np.array([2, 0, 5]), np.array([0, 1, 3]), np.array([1, 1, 0])
    same_for_all_kinds(student.momentum_step, *arrays, 0.1, 0.5, expected=([1.9, 0.4, 6.5], [-0.1, 0.4, 1.5]))
    same(student.momentum_step(1, 1, 1, 1, 0.5, 0.25), (0.25, -0.75))
    leaves_alone(
        student.momentum_step, *(a.astype(float) for a in arrays), 0.1, 0.9, 0.1, np.array([True, False, False])
    )


# ---------------------------------------------------------------- train_network


def train(student, rng=None, **settings):
    """Train CIML's network on its table, with the same rows for dev."""
    X, Y = table_10_1()
    start = settings.pop("params", ciml())
    rng = np.random.default_rng(0) if rng is None else rng
    return student.train_network(X, Y, X, Y, [2, 2, 1], rng, params=start, **settings)


def same_run(result, expected, rel=1e-5):
    """All that training returns."""
    for name in ("train_losses", "dev_losses", "rates"):
        same(result[name], expected[name], rel=rel, name=name)
    same(result["best_epoch"], expected["best_epoch"], name="best_epoch")
    same_layers(result["params"], expected["params"], rel=rel)


def noisy_problem(rng, n=11, d=3, m=2):
    X, X_dev = rng.normal(size=(n, d)), rng.normal(size=(6, d))
    W = rng.normal(size=(d, m))
    return X, np.tanh(X @ W) + 0.1 * rng.normal(size=(n, m)), X_dev, np.tanh(X_dev @ W)


@pytest.mark.exercise("train_network")
def test_training_figures(student):
    """CIML's network at eta 0.4: plain, with momentum, with decay of the weights alone, and with adaptive rates"""
    plain = train(student, epochs=3, eta=0.4)
    same(plain["train_losses"], [0.5204668960, 0.5129576290, 0.5087426006, 0.5059845098], rel=1e-6)
    with_momentum = train(student, epochs=3, eta=0.4, momentum=0.5)
    same(with_momentum["train_losses"], [0.5204668960, 0.5129576290, 0.5066630950, 0.5029096937], rel=1e-6)
    with_decay = train(student, epochs=3, eta=0.4, decay=0.1)
    same(with_decay["train_losses"], [0.5204668960, 0.5108226369, 0.5061733685, 0.5036261484], rel=1e-6)
    same(with_decay["dev_losses"], with_decay["train_losses"])
    rates = train(student, epochs=6, eta=0.4, adapt=(2, 0.05, 0.5))["rates"]
    same(rates, [0.4, 0.4, 0.45, 0.5, 0.55, 0.6])
    rates = train(student, epochs=8, eta=4.0, adapt=(2, 0.05, 0.5))["rates"]
    same(rates, [4, 4, 2, 1, 1.05, 1.1, 1.15, 1.2])


@pytest.mark.exercise("train_network")
def test_training_starts_small(student, rng):
    """without epochs the start comes back: W uniform between -0.1 and 0.1, drawn layer by layer, and biases 0"""
    seed = int(rng.integers(10**6))
    for sizes in ([4, 3, 1], [5, 4, 3, 2], [3, 1]):
        X, Y, X_dev, Y_dev = noisy_problem(rng, 7, sizes[0], sizes[-1])
        result = student.train_network(X, Y, X_dev, Y_dev, sizes, np.random.default_rng(seed), epochs=0)
        draws = np.random.default_rng(seed)
        expected = [(draws.uniform(-0.1, 0.1, (m, k)), np.zeros(m)) for k, m in itertools.pairwise(sizes)]
        same_layers(result["params"], expected)
        assert len(result["train_losses"]) == len(result["dev_losses"]) == 1
        assert len(result["rates"]) == 0
        same(result["best_epoch"], 0)


@pytest.mark.exercise("train_network")
def test_training_stops_early(student):
    """patience 2: the dev loss falls to 0.001152 in epoch 3 and rises, so epoch 5 is the last; epoch 3 comes back"""
    one, unit, rng = column(1), layers([[0]], [0]), np.random.default_rng(0)
    result = student.train_network(one, column(4), one, column(2), [1, 1], rng, params=unit, patience=2, eta=0.1)
    expected = {
        "train_losses": [8, 5.12, 3.2768, 2.097152, 1.34217728, 0.8589934592],
        "dev_losses": [2, 0.72, 0.1568, 0.001152, 0.06537728, 0.2375534592],
        "rates": [0.1] * 5,
        "best_epoch": 3,
        "params": [([[0.976]], [0.976])],
    }
    same_run(result, expected)
    result = student.train_network(one, column(4), one, column(2), [1, 1], rng, params=unit, epochs=7, eta=0.1)
    assert (result["best_epoch"], len(result["rates"])) == (3, 7)  # without patience it goes on
    same_layers(result["params"], expected["params"])


@pytest.mark.exercise("train_network")
def test_training_patience(student):
    """patience counts epochs in a row, and an epoch that only equals the best has failed as well"""
    one, rng = column(1), np.random.default_rng(0)
    settings = {"params": layers([[0]], [0]), "patience": 2, "epochs": 30}
    result = student.train_network(one, column(4), one, column(3), [1, 1], rng, eta=0.9, **settings)
    outputs = 4 - 4 * (-0.8) ** np.arange(9)  # they swing round 4: epochs 2, 4 and 6 are better than all before
    same(result["dev_losses"], (outputs - 3) ** 2 / 2)
    same(result["best_epoch"], 6)
    result = student.train_network(one, column(0), one, column(1), [1, 1], rng, eta=0.5, **settings)
    same(result["dev_losses"], [0.5, 0.5, 0.5])
    same(result["best_epoch"], 0)


@pytest.mark.exercise("train_network")
def test_training_draws(student, reference, rng):
    """batches and masks are drawn in the order that the docstring fixes, and nothing else is drawn"""
    seed, problem = int(rng.integers(10**6)), noisy_problem(rng)
    given_weights = {"params": random_params(rng, [3, 2, 2]), "hidden": "sigmoid", "output": "sigmoid"}
    for settings in (
        {"batch_size": 4, "momentum": 0.5, "decay": 0.1},
        {"batch_size": 5, "drop": 0.4, "momentum": 0.3, "hidden": "relu", "output": "tanh"},
        {"drop": 0.25, "restarts": 2},
        {"batch_size": 20, "adapt": (1, 0.1, 0.2), **given_weights},
        {"loss": "cross_entropy", **given_weights},
    ):
        X, Y, X_dev, Y_dev = problem
        problem = (X, 1.0 * (Y > 0), X_dev, 1.0 * (Y_dev > 0)) if "loss" in settings else problem
        ours, theirs = np.random.default_rng(seed), np.random.default_rng(seed)
        call = {"epochs": 3, "eta": 0.3, **settings}
        expected = reference.train_network(*problem, [3, 4, 3, 2], ours, **call)
        result = student.train_network(*problem, [3, 4, 3, 2], theirs, **call)
        for name in ("train_losses", "dev_losses", "rates"):
            same(result[name], expected[name], rel=1e-4, name=name)
        same(theirs.random(), ours.random(), name="the next draw from rng")


@pytest.mark.exercise("train_network")
def test_training_restarts(student, reference):
    """of several runs, each with fresh draws and the first eta, the one with the least best dev loss comes back"""
    for seed in (3, 7, 28):  # fixed, so that the runs are far apart; the last, the first and the second one wins
        problem = noisy_problem(np.random.default_rng(seed), n=8)
        call = {"restarts": 3, "epochs": 4, "eta": 0.5, "adapt": (1, 0.25, 0.5), "batch_size": 3}
        expected = reference.train_network(*problem, [3, 3, 2], np.random.default_rng(seed), **call)
        same_run(student.train_network(*problem, [3, 3, 2], np.random.default_rng(seed), **call), expected, rel=1e-4)


@pytest.mark.exercise("train_network")
def test_training_and_symmetry(student):
    """hidden units that start equal stay equal, so two of them learn no more than one"""
    start = layers(np.full((2, 2), 0.1), [0.1, 0.1], [[0.1, 0.1]], [0])
    result = train(student, params=start, epochs=100, eta=0.4)
    (W1, b1), (W2, _) = result["params"]
    same(W1[0], W1[1], abs=1e-6)
    same(b1[0], b1[1], abs=1e-6)
    same(W2[0][0], W2[0][1], abs=1e-6)
    assert result["train_losses"][-1] > 0.3


@pytest.mark.exercise("train_network")
def test_training_goes_down(student, reference, rng):
    """with a small eta and one batch the loss never rises, and what comes back has the least dev loss of all epochs"""
    X, Y, X_dev, Y_dev = noisy_problem(rng)
    call = {"epochs": 15, "eta": 0.05, "params": random_params(rng, [3, 3, 2], 0.5)}
    result = student.train_network(X, Y, X_dev, Y_dev, [3, 3, 2], rng, **call)
    losses, dev_losses = numbers(result["train_losses"], 16), numbers(result["dev_losses"], 16)
    assert np.all(np.diff(losses) <= 1e-6)
    assert losses[-1] < losses[0]
    least = reference.loss_and_gradients([(np.asarray(W), np.asarray(b)) for W, b in result["params"]], X_dev, Y_dev)[0]
    same(least, dev_losses.min())
    whole = student.train_network(X, Y, X_dev, Y_dev, [3, 3, 2], rng, batch_size=11, **call)
    same(whole["train_losses"], losses)


@pytest.mark.exercise("train_network")
def test_training_on_digits(student, dataset, rng):
    """300 digits, ten epochs: the network reads more than three quarters of 497 others"""
    X, digit, _ = dataset("digits")
    X, Y = X / 16, np.eye(10)[digit.astype(int)]
    call = {"eta": 0.2, "batch_size": 30, "momentum": 0.9, "epochs": 10, "output": "softmax", "loss": "cross_entropy"}
    result = student.train_network(X[:300], Y[:300], X[300:400], Y[300:400], [64, 16, 10], rng, **call)
    (W1, b1), (W2, b2) = ((np.asarray(W), np.asarray(b)) for W, b in result["params"])
    answers = (np.tanh(X[1300:] @ W1.T + b1) @ W2.T + b2).argmax(axis=1)
    assert (answers == Y[1300:].argmax(axis=1)).mean() > 0.75


@pytest.mark.exercise("train_network")
def test_training_leaves_its_input(student, reference):
    """data and weights that are passed in stay as they were; integers and lists will do"""
    X, Y = table_10_1()
    call = {"epochs": 2, "eta": 0.4, "momentum": 0.5, "batch_size": 3}
    expected = reference.train_network(X, Y, X, Y, [2, 2, 1], np.random.default_rng(3), params=ciml(), **call)
    for data in ((X, Y, X, Y), tuple(part.tolist() for part in (X, Y, X, Y))):
        generator = np.random.default_rng(3)
        result = leaves_alone(student.train_network, *data, [2, 2, 1], generator, params=ciml(), **call)
        same_run(result, expected)
    whole = [(np.array([[1]]), np.array([0]))]
    result = leaves_alone(student.train_network, [[2]], [[1]], [[2]], [[1]], [1, 1], generator, params=whole, epochs=1)
    same(result["train_losses"], [0.5, 0.125])
    same_layers(result["params"], [([[0.8]], [-0.1])])


@pytest.mark.exercise("train_network")
def test_training_refuses(student):
    """eta <= 0, drop outside [0, 1), and restarts from given weights raise ValueError"""
    one, rng = column(1), np.random.default_rng(0)
    data = (one, one, one, one, [1, 1, 1], rng)
    start = layers([[1]], [0], [[1]], [0])
    refuses(
        student.train_network,
        *(given(*data, epochs=1, eta=eta) for eta in (0, 0.0, -0.1)),
        *(given(*data, epochs=1, drop=drop) for drop in (1, 1.0, -0.1, 1.5)),
        given(*data, epochs=1, restarts=2, params=start),
        but_takes=given(*data, epochs=1, restarts=1, params=start, drop=0.0),
    )
