"""Public checks of neural networks: small cases that you can follow by hand."""

import warnings

import numpy as np
import pytest

LN2, LN3 = np.log(2), np.log(3)


def assert_close(answer, expected):
    """The same shape, and the same numbers. (numpy alone would stretch one shape to fit the other.)"""
    answer, expected = np.asarray(answer, dtype=float), np.asarray(expected, dtype=float)
    assert answer.shape == expected.shape, f"the shape is {answer.shape}, expected {expected.shape}"
    right = np.allclose(answer, expected, rtol=1e-5, atol=1e-7)
    assert right, f"got {answer.round(6).tolist()}, expected {expected.round(6).tolist()}"


def run_steps(params, X):
    """Output of a network of 'step' units, one number a row of X, and the widths of its layers."""
    A, widths = np.asarray(X, dtype=float), []
    for W, b in params:
        A = (A @ np.asarray(W, dtype=float).T + np.asarray(b, dtype=float) > 0).astype(float)
        widths.append(A.shape[1])
    return A[:, 0].tolist(), widths


def all_bits(d):
    """All 2^d rows of d bits."""
    return np.indices((2,) * d).reshape(d, -1).T


def relu_network():
    """Two inputs, three hidden units, one output."""
    return [
        (np.array([[1, -1], [0.5, 2], [-1, -1]]), np.array([0, -1, 0.5])),
        (np.array([[2, -1, 3]]), np.array([0.5])),
    ]


def twin_network():
    """One input and two equal hidden units with the score ln 2 at x = 1; tanh(ln 2) = 0.6, with slope 0.64."""
    return [(np.full((2, 1), LN2), np.zeros(2)), (np.ones((1, 2)), np.zeros(1))]


def linear_unit(w=0.0, b=0.0):
    """One input, one linear output."""
    return [(np.array([[w]]), np.array([b]))]


def column(*values):
    return np.array(values, dtype=float).reshape(-1, 1)


# ---------------------------------------------------------------- activation


@pytest.mark.exercise("activation")
def test_kinks_and_jumps(student):
    """at -2, 0, 3: sign is -1, 1, 1, step 0, 0, 1, relu 0, 0, 3; only relu has a slope, and only at 3"""
    z = np.array([-2.0, 0.0, 3.0])
    assert_close(student.activation(z, "sign"), [[-1, 1, 1], [0, 0, 0]])
    assert_close(student.activation(z, "step"), [[0, 0, 1], [0, 0, 0]])
    assert_close(student.activation(z, "relu"), [[0, 0, 3], [0, 0, 1]])


@pytest.mark.exercise("activation")
def test_sigmoid_by_hand(student):
    """the sigmoid at -ln 3, 0, ln 3 is 1/4, 1/2, 3/4, and its slope h (1 - h) is 3/16, 1/4, 3/16"""
    expected = [[1 / 4, 1 / 2, 3 / 4], [3 / 16, 1 / 4, 3 / 16]]
    assert_close(student.activation(np.array([-LN3, 0.0, LN3]), "sigmoid"), expected)


@pytest.mark.exercise("activation")
def test_tanh_by_hand(student):
    """tanh at 0 and ln 2 is 0 and 0.6; its slope is 1 and 0.64; the identity has slope 1"""
    assert_close(student.activation(np.array([0.0, LN2]), "tanh"), [[0, 0.6], [1, 0.64]])
    assert_close(student.activation(np.array([0.0, LN2]), "identity"), [[0, LN2], [1, 1]])


@pytest.mark.exercise("activation")
def test_large_whole_numbers(student):
    """at the integers -1000, 0, 1000 there is no overflow and no warning: sigmoid 0, 1/2, 1 and tanh -1, 0, 1"""
    z = np.array([-1000, 0, 1000])
    with warnings.catch_warnings(action="error"):
        assert_close(student.activation(z, "sigmoid"), [[0, 1 / 2, 1], [0, 1 / 4, 0]])
        assert_close(student.activation(z, "tanh"), [[-1, 0, 1], [0, 1, 0]])


@pytest.mark.exercise("activation")
def test_unknown_activation(student):
    """a kind that does not exist raises ValueError"""
    assert_close(student.activation(1.0, "step"), [1, 0])
    with pytest.raises(ValueError):
        student.activation(1.0, "bump")


# ---------------------------------------------------------------- polytope_network


@pytest.mark.exercise("polytope_network")
def test_interval(student):
    """0 < x < 2 is where x > 0 and -x + 2 > 0: of -1, 0, 1, 2, 3 only 1 is inside, by layers of 2, 1, 1 units"""
    params = student.polytope_network([(np.array([[1.0], [-1.0]]), np.array([0.0, 2.0]))])
    assert run_steps(params, column(-1, 0, 1, 2, 3)) == ([0, 0, 1, 0, 0], [2, 1, 1])


@pytest.mark.exercise("polytope_network")
def test_exclusive_or(student):
    """XOR of two bits is the union of two half-planes, x1 - x2 > 1/2 and x2 - x1 > 1/2: layers of 2, 2, 1 units"""
    half_planes = [(np.array([[1.0, -1.0]]), np.array([-0.5])), (np.array([[-1.0, 1.0]]), np.array([-0.5]))]
    assert run_steps(student.polytope_network(half_planes), all_bits(2)) == ([0, 1, 1, 0], [2, 2, 1])


@pytest.mark.exercise("polytope_network")
def test_square_and_triangle(student):
    """a square of four half-planes and a triangle of three: layers of 7, 2, 1 units, and 1 in either of them"""
    square = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]), np.array([0.0, 1.0, 0.0, 1.0])
    triangle = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]]), np.array([-2.0, -2.0, 5.0])
    points = np.array([[0.5, 0.5], [1.5, 0.5], [2.2, 2.2], [2.9, 2.9], [1, 0.5], [0.1, 0.9], [3, 3]])
    assert run_steps(student.polytope_network([square, triangle]), points) == ([1, 0, 1, 0, 0, 1, 0], [7, 2, 1])


@pytest.mark.exercise("polytope_network")
def test_no_network(student):
    """no polytope at all, or polytopes in spaces of different dimension, raise ValueError"""
    line, plane = (np.array([[1.0]]), np.array([0.0])), (np.array([[1.0, 1.0]]), np.array([0.0]))
    assert len(student.polytope_network([line, line])) == 3  # this is fine
    with pytest.raises(ValueError):
        student.polytope_network([])
    with pytest.raises(ValueError):
        student.polytope_network([line, plane])


# ---------------------------------------------------------------- parity_network


@pytest.mark.exercise("parity_network")
@pytest.mark.parametrize("d, depth", [(2, 2), (3, 4), (4, 4)])
def test_parity_of_few_bits(student, d, depth):
    """for 2, 3 and 4 bits the whole truth table is right, with 2, 4 and 4 layers that are never wider than d"""
    answers, widths = run_steps(student.parity_network(d), all_bits(d))
    assert answers == (all_bits(d).sum(axis=1) % 2).tolist()
    assert len(widths) == depth
    assert max(widths) <= d
    assert widths[-1] == 1


@pytest.mark.exercise("parity_network")
def test_one_bit_and_none(student):
    """one bit is passed on by a single layer; zero bits raise ValueError"""
    assert run_steps(student.parity_network(1), column(0, 1)) == ([0, 1], [1])
    with pytest.raises(ValueError):
        student.parity_network(0)


# ---------------------------------------------------------------- forward


@pytest.mark.exercise("forward")
def test_relu_network(student):
    """(2, 1) gives the scores 1, 2, -2.5, so relu leaves 1, 2, 0 and the output is 2 - 2 + 0.5; (1, 2) comes to -3"""
    scores, activations = student.forward(relu_network(), np.array([[2.0, 1.0], [1.0, 2.0]]), hidden="relu")
    assert [len(scores), len(activations)] == [2, 3]
    assert_close(scores[0], [[1, 2, -2.5], [-1, 3.5, -2.5]])
    assert_close(scores[1], [[0.5], [-3]])
    assert_close(activations[0], [[2, 1], [1, 2]])
    assert_close(activations[1], [[1, 2, 0], [0, 3.5, 0]])
    assert_close(activations[2], [[0.5], [-3]])


@pytest.mark.exercise("forward")
def test_one_layer_of_integers(student):
    """W = [[1, 2], [0, 1]], b = (0, 1): each row of W is a unit, so (1, 1) gives 3 and 2, and (2, 0) gives 2 and 1"""
    scores, _ = student.forward([(np.array([[1, 2], [0, 1]]), np.array([0, 1]))], np.array([[1, 1], [2, 0]]))
    assert_close(scores[0], [[3, 2], [2, 1]])


@pytest.mark.exercise("forward")
def test_softmax_by_hand(student):
    """the scores (0, ln 3) share 1 as 1/4 and 3/4; (0, 0) and (1000, 1000) share it equally"""
    X = np.array([[0.0, LN3], [0.0, 0.0], [1000.0, 1000.0]])
    _, activations = student.forward([(np.eye(2), np.zeros(2))], X, output="softmax")
    assert_close(activations[1], [[1 / 4, 3 / 4], [1 / 2, 1 / 2], [1 / 2, 1 / 2]])


@pytest.mark.exercise("forward")
def test_mask(student):
    """two equal units tanh(ln 2) = 0.6 with the mask (2, 0): activations 1.2 and 0, output 1.2"""
    _, activations = student.forward(twin_network(), column(1), masks=[np.array([[2.0, 0.0]])])
    assert_close(activations[1], [[1.2, 0]])
    assert_close(activations[2], [[1.2]])


@pytest.mark.exercise("forward")
def test_no_vector(student):
    """an X that is a vector instead of a table raises ValueError"""
    assert len(student.forward(relu_network(), np.array([[2.0, 1.0]]))) == 2  # this is fine
    with pytest.raises(ValueError):
        student.forward(relu_network(), np.array([2.0, 1.0]))


# ---------------------------------------------------------------- loss_and_gradients


@pytest.mark.exercise("loss_and_gradients")
def test_two_layers_by_hand(student):
    """targets 1 against the outputs 0.5 and -3: J = (0.5^2 + 4^2)/4, and the errors -0.25 and -2 go back through both
    layers"""
    X, Y = np.array([[2.0, 1.0], [1.0, 2.0]]), column(1, 1)
    J, gradients = student.loss_and_gradients(relu_network(), X, Y, hidden="relu")
    assert_close(J, 4.0625)
    assert len(gradients) == 2
    (dW1, db1), (dW2, db2) = gradients
    assert_close(dW2, [[-0.25, -7.5, 0]])
    assert_close(db2, [-2.25])
    assert_close(dW1, [[-1, -0.5], [2.5, 4.25], [0, 0]])
    assert_close(db1, [-0.5, 2.25, 0])


@pytest.mark.exercise("loss_and_gradients")
def test_one_sigmoid_unit(student):
    """a = 3/4, 1/4, 3/4 for the labels 1, 1, 0: J = (ln 4/3 + ln 4 + ln 4)/3, and the errors are -1/4, -3/4, 3/4"""
    unit, X, Y = linear_unit(LN3), column(1, -1, 1), column(1, 1, 0)
    J, [(dW, db)] = student.loss_and_gradients(unit, X, Y, output="sigmoid", loss="cross_entropy")
    assert_close(J, (np.log(4 / 3) + 2 * np.log(4)) / 3)
    assert_close(dW, [[(-1 / 4 + 3 / 4 + 3 / 4) / 3]])
    assert_close(db, [(-1 / 4 - 3 / 4 + 3 / 4) / 3])


@pytest.mark.exercise("loss_and_gradients")
def test_softmax_loss(student):
    """the scores (0, ln 3) for class 2: J = ln 4/3, error (1/4, -1/4); (1000, 0) for class 2: J = 1000, not infinity"""
    layer, settings = [(np.eye(2), np.zeros(2))], {"output": "softmax", "loss": "cross_entropy"}
    J, [(dW, db)] = student.loss_and_gradients(layer, np.array([[0.0, LN3]]), np.array([[0.0, 1.0]]), **settings)
    assert_close(J, np.log(4 / 3))
    assert_close(dW, [[0, LN3 / 4], [0, -LN3 / 4]])
    assert_close(db, [1 / 4, -1 / 4])
    J, [(dW, db)] = student.loss_and_gradients(layer, np.array([[1000.0, 0.0]]), np.array([[0.0, 1.0]]), **settings)
    assert_close(J, 1000)
    assert_close(dW, [[1000, 0], [-1000, 0]])
    assert_close(db, [1, -1])


@pytest.mark.exercise("loss_and_gradients")
def test_dropped_unit(student):
    """output 1.2 by the mask (2, 0) against 0.2: error 1, and only the first unit gets 1 * 2 * 0.64 of it"""
    J, [(dW1, db1), (dW2, db2)] = student.loss_and_gradients(
        twin_network(), column(1), column(0.2), masks=[np.array([[2.0, 0.0]])]
    )
    assert_close(J, 0.5)
    assert_close(dW2, [[1.2, 0]])
    assert_close(db2, [1])
    assert_close(dW1, [[1.28], [0]])
    assert_close(db1, [1.28, 0])


@pytest.mark.exercise("loss_and_gradients")
def test_targets_are_a_column(student):
    """for one output Y is a column (n, 1); a vector (n,) raises ValueError"""
    J, _ = student.loss_and_gradients(linear_unit(1), column(1, 2), column(1, 2))  # this is fine
    assert_close(J, 0)
    with pytest.raises(ValueError):
        student.loss_and_gradients(linear_unit(1), column(1, 2), np.array([1.0, 2.0]))


# ---------------------------------------------------------------- directional_derivatives


@pytest.mark.exercise("directional_derivatives")
def test_cubic(student):
    """t^3 at 1 with h = 1/2: (1.5^3 - 0.5^3)/1 = 3.25 along v = 1, and (2^3 - 0^3)/1 = 8 along v = 2"""
    answer = student.directional_derivatives(lambda T: T[:, 0] ** 3, np.array([1.0]), np.array([[1.0], [2.0]]), h=0.5)
    assert_close(answer, [3.25, 8])


@pytest.mark.exercise("directional_derivatives")
def test_gradient_at_integers(student):
    """the gradient of t1 t2 at the integers (2, 5) is (5, 2)"""
    answer = student.directional_derivatives(lambda T: T[:, 0] * T[:, 1], np.array([2, 5]), np.eye(2))
    assert_close(answer, [5, 2])


@pytest.mark.exercise("directional_derivatives")
def test_vector_of_values(student):
    """the gradient function t A gives A times v: (1, 2) with [[2, 1], [1, 3]] is (4, 7); at most two calls"""
    A, calls = np.array([[2.0, 1.0], [1.0, 3.0]]), []

    def gradient(T):
        calls.append(len(T))
        return T @ A

    V = np.array([[1.0, 2.0], [1.0, 0.0], [0.0, 1.0]])
    assert_close(student.directional_derivatives(gradient, np.array([0.5, -0.5]), V), [[4, 7], [2, 1], [1, 3]])
    assert len(calls) <= 2


@pytest.mark.exercise("directional_derivatives")
def test_direction_of_another_length(student):
    """a direction of one entry at a point of two entries raises ValueError"""
    theta = np.array([1.0, 2.0])
    assert_close(student.directional_derivatives(lambda T: T[:, 0], theta, np.array([[1.0, 0.0]])), [1])  # fine
    with pytest.raises(ValueError):
        student.directional_derivatives(lambda T: T[:, 0], theta, np.array([[1.0]]))


# ---------------------------------------------------------------- dag_backprop


@pytest.mark.exercise("dag_backprop")
def test_chain(student):
    """0 -> 1 -> 2 with x = 1: h1 = tanh(ln 2) = 0.6, the output 5 * 0.6 = 3, and for y = 2 the gradients 3.2 and 0.6"""
    output, gradient = student.dag_backprop(np.array([[0, 1], [1, 2]]), np.array([LN2, 5.0]), np.array([1.0]), 2.0)
    assert_close(output, 3)
    assert_close(gradient, [3.2, 0.6])


@pytest.mark.exercise("dag_backprop")
def test_node_with_two_children(student):
    """node 2 feeds node 1 and the output: h2 = 0.6, h1 = tanh(ln 3) = 0.8, and both children send their error back"""
    edges, weights = np.array([[0, 2], [2, 1], [2, 3], [1, 3]]), np.array([LN2, LN3 / 0.6, 1.0, 1.0])
    output, gradient = student.dag_backprop(edges, weights, np.array([1.0]), 0.4)
    assert_close(output, 1.4)
    assert_close(gradient, [0.64 * (1 + 0.36 * LN3 / 0.6), 0.36 * 0.6, 0.6, 0.8])


@pytest.mark.exercise("dag_backprop")
def test_parallel_edges(student):
    """two edges 0 -> 2 of weights 2 and 3 both count: output 5, gradients 1 and 1 for y = 4; 0 -> 1 leads nowhere: 0"""
    edges, weights = np.array([[0, 2], [0, 2], [0, 1]]), np.array([2.0, 3.0, 7.0])
    output, gradient = student.dag_backprop(edges, weights, np.array([1.0]), 4.0)
    assert_close(output, 5)
    assert_close(gradient, [1, 1, 0])


@pytest.mark.exercise("dag_backprop")
def test_cycle(student):
    """1 -> 2 -> 1 is a cycle: ValueError"""
    edges = np.array([[0, 1], [1, 2], [2, 1], [2, 3]])
    output, _ = student.dag_backprop(edges[[0, 1, 3]], np.zeros(3), np.array([1.0]), 0.0)  # without it all is fine
    assert_close(output, 0)
    with pytest.raises(ValueError):
        student.dag_backprop(edges, np.ones(4), np.array([1.0]), 0.0)


# ---------------------------------------------------------------- rbf_gradients


@pytest.mark.exercise("rbf_gradients")
def test_one_bump(student):
    """gamma = ln 2 and a centre at distance 2: h = 2^-4, so v = 16 gives the output 1 and J = 1/2 for y = 0"""
    J, dC, dgamma, dv = student.rbf_gradients(column(0), np.array([LN2]), np.array([16.0]), column(2), np.array([0.0]))
    assert_close(J, 0.5)
    assert_close(dC, [[4 * LN2]])
    assert_close(dgamma, [-4])
    assert_close(dv, [1 / 16])


@pytest.mark.exercise("rbf_gradients")
def test_two_bumps(student):
    """centres (0, 0), (1, 1), gamma = ln 2, v = (2, 4): the outputs at (1, 0), (1, 1), (0, 0) are 3, 4.5, 3"""
    C, gamma, v = np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([LN2, LN2]), np.array([2.0, 4.0])
    X, y = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]), np.array([2.0, 3.0, 3.0])  # the errors are 1, 1.5, 0
    J, dC, dgamma, dv = student.rbf_gradients(C, gamma, v, X, y)
    assert_close(J, (1**2 + 1.5**2) / 6)
    assert_close(dC, np.array([[3.5, 1.5], [0, -4]]) * LN2 / 3)
    assert_close(dgamma, [-2.5 / 3, -2 / 3])
    assert_close(dv, [0.875 / 3, 2 / 3])


# ---------------------------------------------------------------- momentum_step


@pytest.mark.exercise("momentum_step")
def test_momentum_by_hand(student):
    """velocity 0.9 * (0, -1) - 0.1 * (1, 1) = (-0.1, -1) is added to theta = (2, 0); the arguments stay as they were"""
    theta, velocity, gradient = np.array([2.0, 0.0]), np.array([0.0, -1.0]), np.array([1.0, 1.0])
    answer = student.momentum_step(theta, velocity, gradient, 0.1)
    assert_close(answer, [[1.9, -1], [-0.1, -1]])
    assert_close([theta, velocity, gradient], [[2, 0], [0, -1], [1, 1]])


@pytest.mark.exercise("momentum_step")
def test_decay_by_hand(student):
    """theta = 2, gradient 1, eta = 0.1, decay 1/2, no momentum: 2 - 0.1 * (1 + 1/2 * 2) = 1.8"""
    assert_close(student.momentum_step(2.0, 0.0, 1.0, 0.1, momentum=0.0, decay=0.5), [1.8, -0.2])


@pytest.mark.exercise("momentum_step")
def test_frozen_entry(student):
    """a frozen entry keeps its theta and gets velocity 0; the other one moves by 0.5 * 1 - 0.1 * 1 = 0.4"""
    theta, ones = np.array([2.0, 2.0]), np.ones(2)
    answer = student.momentum_step(theta, ones, ones, 0.1, momentum=0.5, frozen=np.array([True, False]))
    assert_close(answer, [[2, 2.4], [0, 0.4]])


# ---------------------------------------------------------------- train_network

# One linear unit whose input is always 1: its output is w + b, and both get the same gradient, output - y.


def train_unit(student, y, y_dev, start=None, **settings):
    """Train such a unit, from w = b = 0 unless `start` says otherwise; one example for each entry of y."""
    rng, ones, dev = np.random.default_rng(0), np.ones((len(y), 1)), np.ones((len(y_dev), 1))
    params = start or linear_unit()
    return student.train_network(ones, column(*y), dev, column(*y_dev), [1, 1], rng, params=params, **settings)


@pytest.mark.exercise("train_network")
def test_early_stopping(student):
    """y = 4, dev y = 2: outputs 0, 2, 3, 3.5; epoch 1 is best, patience 2 stops after epoch 3, w = b = 1 come back"""
    result = train_unit(student, [4], [2], eta=0.25, patience=2, epochs=50)
    assert_close(result["train_losses"], [8, 2, 0.5, 0.125])
    assert_close(result["dev_losses"], [2, 0, 0.5, 1.125])
    assert result["best_epoch"] == 1
    [(W, b)] = result["params"]
    assert_close(W, [[1]])
    assert_close(b, [1])


@pytest.mark.exercise("train_network")
def test_momentum_and_decay(student):
    """two batches an epoch with momentum 1/2: outputs 0, 2, 4 in the first, 5, 5 in the second; decay moves w, not b"""
    result = train_unit(student, [4, 4], [4], eta=0.25, batch_size=1, momentum=0.5, epochs=2)
    assert_close(result["train_losses"], [8, 0, 0.5])
    # both are 1, and right; decay takes w to 1 - 0.5 * 0.5 = 0.75
    result = train_unit(student, [2], [2], linear_unit(1.0, 1.0), eta=0.5, decay=0.5, epochs=1)
    assert_close(result["train_losses"], [0, 0.25**2 / 2])
    assert result["best_epoch"] == 0


@pytest.mark.exercise("train_network")
def test_last_batch_is_short(student):
    """three equal rows in batches of 2 make two steps in one epoch: the loss goes from 8 over 2 (not shown) to 0.5"""
    assert_close(train_unit(student, [4, 4, 4], [4], eta=0.25, batch_size=2, epochs=1)["train_losses"], [8, 0.5])


@pytest.mark.exercise("train_network")
def test_adaptive_rate(student):
    """adapt = (2, 1/4, 1/2): the loss 128 is above the mean of 8 and 32, so eta is halved; then 32 is below it twice"""
    result = train_unit(student, [4], [0], eta=1.5, adapt=(2, 0.25, 0.5), epochs=5)
    assert_close(result["rates"], [1.5, 1.5, 0.75, 1, 1.25])
    assert_close(result["train_losses"], [8, 32, 128, 32, 32, 72])


@pytest.mark.exercise("train_network")
def test_dropout(student):
    """a hidden tanh(ln 2) = 0.6 is kept and doubled in the step, the output bias and weight move by 0.5 and 0.6"""
    start = [(np.zeros((1, 1)), np.array([LN2])), (np.zeros((1, 1)), np.zeros(1))]
    rng, one = np.random.default_rng(0), np.ones((1, 1))  # its first draw is 0.637, which keeps the unit
    result = student.train_network(one, one, one, one, [1, 1, 1], rng, params=start, eta=0.5, drop=0.5, epochs=1)
    assert_close(result["train_losses"], [0.5, (1 - 0.5 - 0.6 * 0.6) ** 2 / 2])
