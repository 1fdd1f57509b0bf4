"""Hidden checks of 13_deep_architectures."""

from functools import partial

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

# Central differences of functions of size 1 are good to 1e-9; what is compared with them gets some room.
DIFFERENCES = {"rel": 1e-5, "abs": 1e-6}


def slopes(function, at, step=1e-5):
    """The derivatives of a function of one array, by central differences."""
    at = np.array(at, dtype=float)
    answer = np.zeros(at.shape)
    for place in np.ndindex(at.shape):
        kept = at[place]
        at[place] = kept + step
        above = function(at)
        at[place] = kept - step
        answer[place] = (above - function(at)) / (2 * step)
        at[place] = kept
    return answer


def one_channel(*rows):
    return np.array(rows, dtype=float)[None, :, :, None]


def one_filter(*rows):
    return np.array(rows, dtype=float)[:, :, None, None]


def sixteen():
    return np.arange(16.0).reshape(1, 4, 4, 1)


# ---------------------------------------------------------------------------------------------------------- encode


@pytest.mark.exercise("encode")
def test_one_value_at_a_time(student):
    """2.5 lies beyond two of the edges 1, 2, 3, a value on an edge belongs to the bin above, and all bins have a bit"""
    values, edges = np.array([2.5, 1, 0, 3, 99]), np.array([1, 2, 3])
    bins = [[0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1]]
    same(student.encode(values, edges, "one_to_n"), bins)
    filled = [[1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]
    same(student.encode(values, edges, "thermometer"), filled)


@pytest.mark.exercise("encode")
def test_bins_count_the_edges_below(student, rng):
    """the bin of a value is the number of edges that are at or below it: exactly, and for infinite values too"""
    edges = np.cumsum(rng.integers(100, 300, 6)) - 700.0
    values = np.concatenate([edges, edges - 1e-3, edges + 1e-3, rng.uniform(-900, 1400, 8), [np.inf, -np.inf]])
    bins = (values[:, None] >= edges).sum(axis=1)
    same(student.encode(values, edges, "one_to_n"), np.eye(7)[bins])
    same(student.encode(values, edges, "thermometer"), np.tri(7)[bins])


@pytest.mark.exercise("encode")
def test_thermometers_keep_the_order(student, rng):
    """two thermometers differ in as many bits as their bins are apart; two one-to-n codes in 2 bits or none"""
    edges = np.array([-2.5, 0, 0.5, 4])
    values = rng.permutation([-3.0, -1, 0.2, 1, 7, 8])
    bins = (values[:, None] >= edges).sum(axis=1)
    thermometer = numbers(student.encode(values, edges, "thermometer"), 6, 5)
    same(np.abs(thermometer[:, None] - thermometer).sum(axis=2), np.abs(bins[:, None] - bins))
    one_to_n = numbers(student.encode(values, edges, "one_to_n"), 6, 5)
    same(np.abs(one_to_n[:, None] - one_to_n).sum(axis=2), 2.0 * (bins[:, None] != bins))


@pytest.mark.exercise("encode")
def test_labels_are_decoded_by_argmax(student, rng):
    """labels 0..K-1 with the edges 1..K-1 become targets whose largest entry is at the label"""
    labels = np.append(rng.integers(0, 6, 9), [0, 5])
    targets = numbers(student.encode(labels, np.arange(1, 6), "one_to_n"), 11, 6)
    assert targets.argmax(axis=1).tolist() == labels.tolist()
    same(targets.sum(axis=1), np.ones(11))


@pytest.mark.exercise("encode")
def test_no_edges(student):
    """without edges there is one bin, and its bit is always 1"""
    for code in ("one_to_n", "thermometer"):
        same(student.encode(np.array([-4.0, 0, 7]), np.array([]), code), [[1], [1], [1]])


@pytest.mark.exercise("encode")
def test_encode_refuses(student):
    """unknown codes, edges that descend or repeat, and nan raise ValueError"""
    x = np.array([0.5, 2.0])
    refuses(
        student.encode,
        given(x, np.array([1.0, 2.0]), "one_hot"),
        given(x, np.array([1.0, 2.0]), "Thermometer"),
        given(x, np.array([1.0, 2.0]), ""),
        given(x, np.array([1.0, 1.0]), "one_to_n"),
        given(x, np.array([0.0, 3.0, 2.0]), "thermometer"),
        given(np.array([np.nan]), np.array([1.0]), "one_to_n"),
        given(np.array([1.0, np.nan]), np.array([1.0]), "thermometer"),
        but_takes=given(x, np.array([0.0, 2.0, 3.0]), "thermometer"),
    )


@pytest.mark.exercise("encode")
def test_encode_whole_numbers(student):
    """whole numbers, small unsigned ones and lists are as good as floats, and the arguments stay as they were"""
    bits = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    same_for_all_kinds(student.encode, np.array([4, 200, 1]), np.array([2, 5]), "one_to_n", expected=bits)
    filled = leaves_alone(student.encode, np.array([4.0, -2.0]), np.array([-3.0, 2.0, 5.0]), "thermometer")
    same(filled, [[1, 1, 1, 0], [1, 1, 0, 0]])


# ---------------------------------------------------------------------------------------------------- softmax_head


def random_head(rng, n=5, d=3, K=4):
    return rng.normal(size=(n, d)), rng.normal(size=(K, d)), rng.normal(size=K), rng.integers(0, K, n)


@pytest.mark.exercise("softmax_head")
def test_one_example_three_classes(student):
    """scores 1, 2, 3 have the probabilities 0.0900, 0.2447, 0.6652, and the label 2 costs 0.4076"""
    P, loss, dC, dW, db = student.softmax_head(np.array([[1.0, 2.0, 3.0]]), np.eye(3), np.zeros(3), np.array([2]))
    same(P, [[0.0900305732, 0.2447284711, 0.6652409558]])
    same(loss, 0.4076059644)
    error = np.array([0.0900305732, 0.2447284711, -0.3347590442])
    same(dC, [error])
    same(db, error)
    same(dW, np.outer(error, [1, 2, 3]))


@pytest.mark.exercise("softmax_head")
def test_two_examples_three_classes(student):
    """the loss is a mean over the examples, the gradients of W and b collect from all of them"""
    C, W = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([[1.0, -1.0], [0.0, 0.5], [2.0, 0.0]])
    _, loss, dC, dW, db = student.softmax_head(C, W, np.array([0, 0.1, -0.1]), np.array([2, 1]))
    same(loss, 0.3747915636)
    same(dC, [[-0.2344876221, -0.1030366744], [0.2404608332, -0.0810295179]])
    expected = [[0.1293268640, 0.0334628953], [0.0525803791, -0.2571922809], [-0.1819072430, 0.2237293856]]
    same(dW, expected)
    same(db, [0.1460583116, -0.0760157613, -0.0700425503])


@pytest.mark.exercise("softmax_head")
def test_head_by_differences(student, reference, rng):
    """dC, dW and db are the slopes of the loss, by central differences"""
    C, W, b, labels = random_head(rng)
    P, loss, dC, dW, db = student.softmax_head(C, W, b, labels)
    expected = reference.softmax_head(C, W, b, labels)
    same(P, expected[0])
    same(loss, expected[1])
    same(dC, slopes(lambda at: reference.softmax_head(at, W, b, labels)[1], C), **DIFFERENCES)
    same(dW, slopes(lambda at: reference.softmax_head(C, at, b, labels)[1], W), **DIFFERENCES)
    same(db, slopes(lambda at: reference.softmax_head(C, W, at, labels)[1], b), **DIFFERENCES)


@pytest.mark.exercise("softmax_head")
def test_equal_scores(student, rng):
    """if all scores are equal, every class has probability 1/K and the loss is log K"""
    C, labels = rng.normal(size=(6, 3)), rng.integers(0, 5, 6)
    W, b = np.tile(rng.normal(size=3), (5, 1)), np.full(5, rng.normal())
    P, loss, dC, _, db = student.softmax_head(C, W, b, labels)
    same(P, np.full((6, 5), 0.2))
    same(loss, np.log(5))
    same(dC, np.zeros((6, 3)), abs=1e-6)
    same(db, 0.2 - np.bincount(labels, minlength=5) / 6)


@pytest.mark.exercise("softmax_head")
def test_a_common_shift(student, rng):
    """adding one number to all of b changes nothing, rows of P sum to 1, and db sums to 0"""
    C, W, b, labels = random_head(rng)
    plain, shifted = student.softmax_head(C, W, b, labels), student.softmax_head(C, W, b + 30, labels)
    for part in range(5):
        same(shifted[part], np.asarray(plain[part]), abs=1e-5)
    same(numbers(plain[0], 5, 4).sum(axis=1), np.ones(5))
    same(numbers(plain[4], 4).sum(), 0.0, abs=1e-6)


@pytest.mark.exercise("softmax_head")
def test_large_scores_in_some_rows(student):
    """rows with scores of +-1000 beside harmless ones: no warning, and a finite loss where P is 0 too"""
    C = np.array([[1000.0, 0.0], [-1000.0, 0.0], [0.0, 1.0], [900.0, 100.0]])
    W, b, labels = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), np.zeros(3), np.array([0, 0, 2, 2])
    with silent():
        P, loss, dC, dW, db = student.softmax_head(C, W, b, labels)
    e = np.e
    same(P, [[1, 0, 0], [0, 1, 0], [1 / (2 + e), 1 / (2 + e), e / (2 + e)], [1, 0, 0]])
    same(loss, (0 + 2000 + np.log(2 + e) - 1 + 800) / 4)
    error = np.array([[0, 0, 0], [-1, 1, 0], [1 / (2 + e), 1 / (2 + e), -2 / (2 + e)], [1, 0, -1]]) / 4
    same(dC, error @ W)
    same(dW, error.T @ C)
    same(db, error.sum(axis=0))


@pytest.mark.exercise("softmax_head")
def test_head_refuses(student, rng):
    """labels below 0 or above K-1, and too many or too few of them, raise ValueError"""
    C, W, b, _ = random_head(rng, n=3)
    labels = ([0, 1, 4], [0, -1, 2], [0, 1], [0, 1, 2, 3], [3])
    cases = [given(C, W, b, np.array(wrong)) for wrong in labels]
    refuses(student.softmax_head, *cases, but_takes=given(C, W, b, np.array([0, 3, 3])))


@pytest.mark.exercise("softmax_head")
def test_head_with_whole_numbers(student, reference):
    """whole numbers, small unsigned ones and lists are as good as floats, and the arguments stay as they were"""
    C, W, b, labels = np.array([[1, 0], [0, 2]]), np.array([[2, 1], [0, 3], [1, 1]]), np.array([0, 1, 2]), [2, 0]
    expected = reference.softmax_head(C, W, b, labels)
    same_for_all_kinds(lambda C, W, b: student.softmax_head(C, W, b, labels), C, W, b, expected=expected)
    answer = leaves_alone(student.softmax_head, C.astype(float), W.astype(float), b.astype(float), np.array(labels))
    same(answer, expected)


# -------------------------------------------------------------------------------------------------------- convolve


def random_layer(rng, n=2, H=6, W=5, C=2, kh=3, kw=2, F=3):
    return rng.normal(size=(n, H, W, C)), rng.normal(size=(kh, kw, C, F)), rng.normal(size=F)


def all_windows(X, filters, bias, stride, pad):
    """The definition, window by window."""
    n, H, W, C = X.shape
    kh, kw, _, F = filters.shape
    padded = np.zeros((n, H + 2 * pad, W + 2 * pad, C))
    padded[:, pad : pad + H, pad : pad + W] = X
    downs, rights = range(0, H + 2 * pad - kh + 1, stride), range(0, W + 2 * pad - kw + 1, stride)
    Y = np.zeros((n, len(downs), len(rights), F))
    for i, p in enumerate(downs):
        for j, q in enumerate(rights):
            Y[:, i, j] = bias + np.einsum("nuvc,uvcf->nf", padded[:, p : p + kh, q : q + kw], filters)
    return Y


@pytest.mark.exercise("convolve")
def test_convolve_figures(student):
    """0..15 in four rows with the filter 1 0 / 0 -1: -5 everywhere, with stride 2 too, and other values at a frame"""
    filters = one_filter([1, 0], [0, -1])
    same(student.convolve(sixteen(), filters, np.zeros(1)), np.full((1, 3, 3, 1), -5.0))
    same(student.convolve(sixteen(), filters, np.zeros(1), 2), np.full((1, 2, 2, 1), -5.0))
    framed = [
        [0.5, -0.5, -1.5, -2.5, 0.5],
        [-3.5, -4.5, -4.5, -4.5, 3.5],
        [-7.5, -4.5, -4.5, -4.5, 7.5],
        [-11.5, -4.5, -4.5, -4.5, 11.5],
        [0.5, 12.5, 13.5, 14.5, 15.5],
    ]
    same(student.convolve(sixteen(), filters, np.array([0.5]), pad=1), one_channel(*framed))


@pytest.mark.exercise("convolve")
def test_two_channels_two_filters(student):
    """every filter adds up over all channels and then adds its own bias"""
    X = np.stack([np.arange(9.0).reshape(3, 3), np.ones((3, 3))], axis=-1)[None]
    answer = student.convolve(X, np.arange(16.0).reshape(2, 2, 2, 2), np.array([1.0, -1.0]))
    same(answer, [[[[109, 119], [133, 147]], [[181, 203], [205, 231]]]])


@pytest.mark.exercise("convolve")
@pytest.mark.parametrize("stride, pad", [(1, 2), (2, 1), (4, 0)])
def test_convolve_random_images(student, rng, stride, pad):
    """random images that are not square, filters that are not square, several channels: for strides and paddings"""
    X, filters, bias = random_layer(rng)
    same(student.convolve(X, filters, bias, stride, pad), all_windows(X, filters, bias, stride, pad))


@pytest.mark.exercise("convolve")
def test_convolve_is_linear(student, rng):
    """without bias, the layer is linear in the images and in the filters"""
    X, filters, _ = random_layer(rng)
    Z, others, _ = random_layer(rng)
    none = np.zeros(3)
    first = numbers(student.convolve(X, filters, none), 2, 4, 4, 3)
    same(first, all_windows(X, filters, none, 1, 0))
    same(student.convolve(2 * X - Z, filters, none), 2 * first - np.asarray(student.convolve(Z, filters, none)))
    same(student.convolve(X, filters + others, none), first + np.asarray(student.convolve(X, others, none)))


@pytest.mark.exercise("convolve")
def test_convolve_follows_a_shift(student, rng):
    """a pattern that is moved in the image moves the answer by as much, away from the border"""
    X, filters, bias = random_layer(rng, n=1, H=7, W=7)
    moved = np.roll(X, (1, 2), axis=(1, 2))
    answer = numbers(student.convolve(X, filters, bias), 1, 5, 6, 3)
    same(numbers(student.convolve(moved, filters, bias), 1, 5, 6, 3)[:, 1:, 2:], answer[:, :-1, :-2])
    same(answer, all_windows(X, filters, bias, 1, 0))


@pytest.mark.exercise("convolve")
def test_smallest_and_largest_filters(student, rng):
    """a 1 x 1 filter is a layer of units at each pixel; a filter as large as the image is one layer of units"""
    X, filters, bias = random_layer(rng, kh=1, kw=1)
    same(student.convolve(X, filters, bias), X @ filters[0, 0] + bias)
    X, filters, bias = random_layer(rng, H=4, W=3, kh=4, kw=3)
    expected = X.reshape(2, -1) @ filters.reshape(-1, 3) + bias
    same(student.convolve(X, filters, bias, stride=5), expected[:, None, None, :])


@pytest.mark.exercise("convolve")
def test_convolve_refuses(student):
    """filters that do not fit into the padded image, other channels, stride 0 and pad -1 raise ValueError"""
    X, none = np.ones((2, 3, 4, 2)), np.zeros(1)
    refuses(
        student.convolve,
        given(X, np.ones((4, 2, 2, 1)), none),
        given(X, np.ones((2, 5, 2, 1)), none),
        given(X, np.ones((6, 2, 2, 1)), none, 1, 1),
        given(X, np.ones((2, 2, 3, 1)), none),
        given(X, np.ones((2, 2, 1, 1)), none),
        given(X, np.ones((2, 2, 2, 1)), none, 0),
        given(X, np.ones((2, 2, 2, 1)), none, 1, -1),
        but_takes=given(X, np.ones((5, 6, 2, 1)), none, 1, 1),
    )


@pytest.mark.exercise("convolve")
def test_convolve_whole_numbers(student):
    """whole numbers, small unsigned ones and lists are as good as floats, and the arguments stay as they were"""
    X, filters = np.array([200, 100, 50, 250]).reshape(1, 2, 2, 1), np.array([2, 3]).reshape(1, 2, 1, 1)
    expected = [[[[701]], [[851]]]]
    same_for_all_kinds(student.convolve, X, filters, np.array([1]), expected=expected)
    same(leaves_alone(student.convolve, X.astype(float), filters.astype(float), np.array([1.0])), expected)


# ----------------------------------------------------------------------------------------------- convolve_backward


def layer_loss(reference, dY, X, filters, stride, pad):
    """A loss whose derivatives with respect to the layer's output are dY."""
    return float((dY * reference.convolve(X, filters, np.zeros(filters.shape[3]), stride, pad)).sum())


@pytest.mark.exercise("convolve_backward")
def test_backward_figures(student):
    """0..15 in four rows with the filter 1 0 / 0 -1: the derivatives for dY = 1 everywhere, and for a stride of 2"""
    filters = one_filter([1, 0], [0, -1])
    expected = one_channel([1, 1, 1, 0], [1, 0, 0, -1], [1, 0, 0, -1], [0, -1, -1, -1])
    answer = student.convolve_backward(np.ones((1, 3, 3, 1)), sixteen(), filters)
    same(answer, (expected, one_filter([45, 54], [81, 90]), np.array([9.0])))
    expected = one_channel([1, 0, 2, 0], [0, -1, 0, -2], [3, 0, 4, 0], [0, -3, 0, -4])
    answer = student.convolve_backward(one_channel([1, 2], [3, 4]), sixteen(), filters, 2)
    same(answer, (expected, one_filter([68, 78], [108, 118]), np.array([10.0])))


@pytest.mark.exercise("convolve_backward")
@pytest.mark.parametrize("stride, pad", [(1, 1), (2, 0)])
def test_backward_by_differences(student, reference, rng, stride, pad):
    """dX and dfilters are the slopes of the loss, by central differences, for strides and paddings"""
    X, filters, bias = random_layer(rng, H=5, W=4, F=2)
    dY = rng.normal(size=reference.convolve(X, filters, bias[:2], stride, pad).shape)
    dX, dfilters, dbias = student.convolve_backward(dY, X, filters, stride, pad)
    # The loss is linear in each of them, so a step of 1 makes no error.
    same(dX, slopes(lambda at: layer_loss(reference, dY, at, filters, stride, pad), X, 1.0), **DIFFERENCES)
    same(dfilters, slopes(lambda at: layer_loss(reference, dY, X, at, stride, pad), filters, 1.0), **DIFFERENCES)
    same(dbias, dY.sum(axis=(0, 1, 2)))


@pytest.mark.exercise("convolve_backward")
def test_adjoint_identity(student, rng):
    """sum of Y * dY, sum of X * dX and sum of filters * dfilters are one number, if there is no bias"""
    X, filters, _ = random_layer(rng, H=9, W=8, C=3, kw=3)
    dY = rng.normal(size=(2, 5, 4, 3))
    dX, dfilters, _ = student.convolve_backward(dY, X, filters, 2, 1)
    loss = (dY * all_windows(X, filters, np.zeros(3), 2, 1)).sum()
    same((X * numbers(dX, *X.shape)).sum(), loss, abs=1e-4)
    same((filters * numbers(dfilters, *filters.shape)).sum(), loss, abs=1e-4)


@pytest.mark.exercise("convolve_backward")
def test_backward_is_linear_in_dY(student, rng):
    """twice the derivatives above are twice the derivatives below, and sums go with sums"""
    X, filters, _ = random_layer(rng)
    one, other = rng.normal(size=(2, 2, 4, 4, 3))
    first = student.convolve_backward(one, X, filters)
    second = student.convolve_backward(other, X, filters)
    both = student.convolve_backward(2 * one + other, X, filters)
    for part, shape in enumerate((X.shape, filters.shape, (3,))):
        same(both[part], 2 * numbers(first[part], *shape) + numbers(second[part], *shape), abs=1e-5)


@pytest.mark.exercise("convolve_backward")
def test_backward_through_single_pixels(student, rng):
    """through 1 x 1 filters each pixel goes back alone: dY times the transposed weights, and one product for them"""
    X, filters, _ = random_layer(rng, kh=1, kw=1)
    dY = rng.normal(size=(2, 6, 5, 3))
    weights = filters[0, 0]
    expected = (dY @ weights.T, (X.reshape(-1, 2).T @ dY.reshape(-1, 3))[None, None], dY.sum(axis=(0, 1, 2)))
    same(student.convolve_backward(dY, X, filters), expected)


@pytest.mark.exercise("convolve_backward")
def test_pixels_out_of_reach(student, rng):
    """pixels that no window has reached, between the windows or behind the last, have the derivative 0"""
    X, filters, _ = random_layer(rng, n=1, H=6, W=6, kh=1, kw=2)
    dY = rng.uniform(1, 2, size=(1, 2, 2, 3))
    dX, _, _ = student.convolve_backward(dY, X, filters, 3)
    reached = np.zeros((1, 6, 6, 2))
    reached[0, [[0], [3]], [0, 3]] = dY[0] @ filters[0, 0].T
    reached[0, [[0], [3]], [1, 4]] = dY[0] @ filters[0, 1].T
    same(dX, reached)


@pytest.mark.exercise("convolve_backward")
def test_backward_whole_numbers(student):
    """whole numbers, small unsigned ones and lists are as good as floats, and the arguments stay as they were"""
    dY, X = np.array([100, 3]).reshape(1, 1, 2, 1), np.array([200, 100, 50]).reshape(1, 1, 3, 1)
    filters = np.array([2, 3]).reshape(1, 2, 1, 1)
    expected = (one_channel([200, 306, 9]), one_filter([20300, 10150]), np.array([103.0]))
    same_for_all_kinds(student.convolve_backward, dY, X, filters, expected=expected)
    same(leaves_alone(student.convolve_backward, dY.astype(float), X.astype(float), filters.astype(float)), expected)


# ------------------------------------------------------------------------------------------------------------ pool


def each_window(X, size, kind):
    """The definition, window by window."""
    n, H, W, C = X.shape
    Y, share = np.zeros((n, H // size, W // size, C)), np.zeros(X.shape)
    for e, i, j, c in np.ndindex(Y.shape):
        rows, columns = slice(i * size, (i + 1) * size), slice(j * size, (j + 1) * size)
        window = X[e, rows, columns, c]
        if kind == "mean":
            Y[e, i, j, c], share[e, rows, columns, c] = window.mean(), 1 / size**2
        else:
            first = np.unravel_index(window.argmax(), window.shape)
            Y[e, i, j, c] = window[first]
            share[e, i * size + first[0], j * size + first[1], c] = 1
    return Y, share


@pytest.mark.exercise("pool")
def test_pool_figures(student):
    """0..15 in four rows: the maxima 5, 7, 13, 15 have all the share, and the means are 2.5, 4.5, 10.5, 12.5"""
    Y, share = student.pool(sixteen(), 2)
    same(Y, one_channel([5, 7], [13, 15]))
    same(share, one_channel([0, 0, 0, 0], [0, 1, 0, 1], [0, 0, 0, 0], [0, 1, 0, 1]))
    same(student.pool(sixteen(), 2, "mean")[0], one_channel([2.5, 4.5], [10.5, 12.5]))


@pytest.mark.exercise("pool")
def test_first_of_equal_maxima(student):
    """of equal maxima the first in row order has the whole share: upper rows first, then the left"""
    X = one_channel([3, 3, 0, 7, 5, 1], [3, 3, 7, 0, 5, 5], [-1, -2, 0, 0, 4, 4], [-2, -1, 0, 0, 4, 4])
    expected = one_channel([1, 0, 0, 1, 1, 0], [0, 0, 0, 0, 0, 0], [1, 0, 1, 0, 1, 0], [0, 0, 0, 0, 0, 0])
    same(student.pool(X, 2), (one_channel([3, 7, 5], [-1, 0, 4]), expected))
    # 1000.0 and 1000.001 are not equal
    X = one_channel([1000, 1000.001], [999.999, 1000])
    same(student.pool(X, 2)[1], one_channel([0, 1], [0, 0]))


@pytest.mark.exercise("pool")
@pytest.mark.parametrize("kind", ["max", "mean"])
def test_pool_random_images(student, rng, kind):
    """random images that are not square, with several channels and windows of 2 x 2 and 3 x 3, some all negative"""
    for size, offset in ((2, 0), (3, -10)):
        X = rng.normal(size=(2, 2 * size, 3 * size, 3)) + offset
        same(student.pool(X, size, kind), each_window(X, size, kind))


@pytest.mark.exercise("pool")
def test_pool_properties(student, rng):
    """maxima are at least the means, a constant image stays, and shares sum to 1 in every window"""
    X = rng.normal(size=(1, 6, 4, 2))
    Y, share = student.pool(X, 2)
    Z, even = student.pool(X, 2, "mean")
    assert (numbers(Y, 1, 3, 2, 2) >= numbers(Z, 1, 3, 2, 2)).all()
    for shares in (share, even):
        sums = numbers(shares, 1, 6, 4, 2).reshape(3, 2, 2, 2, 2).sum(axis=(1, 3))
        same(sums, np.ones((3, 2, 2)))
    for kind in ("max", "mean"):
        same(student.pool(np.full((1, 3, 6, 1), 2.5), 3, kind)[0], np.full((1, 1, 2, 1), 2.5))


@pytest.mark.exercise("pool")
def test_windows_of_one_pixel(student, rng):
    """with size 1 the image stays as it is and every pixel has the whole share"""
    X = rng.normal(size=(2, 3, 2, 2))
    for kind in ("max", "mean"):
        same(student.pool(X, 1, kind), (X, np.ones(X.shape)))


@pytest.mark.exercise("pool")
def test_pool_and_increasing_functions(student, rng):
    """the maximum of exp(x) is exp of the maximum, at the same pixels"""
    X = rng.permutation(32).reshape(1, 4, 4, 2) / 8.0
    Y, share = listed_parts(student.pool(X, 2), 2)
    same(student.pool(np.exp(X), 2), (np.exp(numbers(Y, 1, 2, 2, 2)), numbers(share, 1, 4, 4, 2)))


@pytest.mark.exercise("pool")
def test_pool_refuses(student):
    """heights and widths that are no multiple of size, and other kinds, raise ValueError"""
    refuses(
        student.pool,
        given(np.ones((1, 3, 4, 1)), 2),
        given(np.ones((1, 4, 3, 1)), 2, "mean"),
        given(np.ones((1, 2, 4, 1)), 3),
        given(np.ones((1, 2, 2, 1)), 4),
        given(np.ones((1, 4, 4, 1)), 2, "median"),
        given(np.ones((1, 4, 4, 1)), 2, "average"),
        but_takes=given(np.ones((1, 3, 6, 1)), 3, "mean"),
    )


@pytest.mark.exercise("pool")
def test_pool_whole_numbers(student):
    """whole numbers, small unsigned ones and lists are as good as floats, and the arguments stay as they were"""
    X = np.array([200, 100, 250, 251]).reshape(1, 2, 2, 1)
    expected = (one_channel([200.25]), np.full((1, 2, 2, 1), 0.25))
    same_for_all_kinds(student.pool, X, 2, "mean", expected=expected)
    same(leaves_alone(student.pool, X.astype(float), 2), (one_channel([251]), one_channel([0, 0], [0, 1])))


# ----------------------------------------------------------------------------------------------- recurrent_forward


def scalar_net():
    return np.array([[1.0], [0.0], [-1.0]]), np.array([[0.5]]), np.array([[0.8]]), np.array([0.1])


def pair_net():
    Wx, Wh = np.array([[0.5], [-0.3]]), np.array([[0.8, -0.2], [0.1, 0.4]])
    return np.array([[1.0], [0.0], [-1.0]]), Wx, Wh, np.array([0.1, 0.0])


def random_net(rng, T=5, d=2, m=3):
    return rng.normal(size=(T, d)), rng.normal(size=(m, d)), rng.normal(size=(m, m)), rng.normal(size=m)


def logistic(scores):
    return 1 / (1 + np.exp(-scores))


@pytest.mark.exercise("recurrent_forward")
def test_recurrent_figures(student):
    """one unit and two units on the inputs 1, 0, -1"""
    same(student.recurrent_forward(*scalar_net()), [[0.6456563062], [0.6494278123], [0.5298500237]])
    H = numbers(student.recurrent_forward(*pair_net()), 3, 2)
    same(H[-1], [0.4980411083, 0.6425278879])


@pytest.mark.exercise("recurrent_forward")
def test_unrolled_layers(student, rng):
    """T steps are T layers with the same weights, each of which also reads an input"""
    X, Wx, Wh, b = random_net(rng)
    h0 = rng.uniform(size=3)
    layers = [h0]
    for x in X:
        layers.append(logistic(np.hstack([Wx, Wh, b[:, None]]) @ np.concatenate([x, layers[-1], [1]])))
    same(student.recurrent_forward(X, Wx, Wh, b, h0), np.array(layers[1:]))


@pytest.mark.exercise("recurrent_forward")
def test_sequence_in_two_parts(student, rng):
    """running the first part, and the rest from its last state, is running the whole; no h0 means zeros"""
    X, Wx, Wh, b = random_net(rng, T=6)
    whole = numbers(student.recurrent_forward(X, Wx, Wh, b), 6, 3)
    same(student.recurrent_forward(X[2:], Wx, Wh, b, whole[1].copy()), whole[2:])
    same(student.recurrent_forward(X, Wx, Wh, b, np.zeros(3)), whole)
    same(student.recurrent_forward(X[:1], Wx, Wh, b), logistic(Wx @ X[0] + b)[None])


@pytest.mark.exercise("recurrent_forward")
def test_states_do_not_see_the_future(student, rng):
    """changing an input changes no state before it, and every state from it on"""
    X, Wx, Wh, b = random_net(rng)
    other = X.copy()
    other[2] += 1
    one = numbers(student.recurrent_forward(X, Wx, Wh, b), 5, 3)
    two = numbers(student.recurrent_forward(other, Wx, Wh, b), 5, 3)
    same(two[:2], one[:2])
    assert (np.abs(two - one)[2:].max(axis=1) > 1e-7).all()
    same(student.recurrent_forward(X, Wx, np.zeros((3, 3)), b), logistic(X @ Wx.T + b))


@pytest.mark.exercise("recurrent_forward")
def test_recurrent_large_scores(student):
    """scores of +-1000 give the states 1 and 0, without a warning"""
    X = np.array([[1000.0], [-1000.0], [0.0]])
    with silent():
        H = student.recurrent_forward(X, np.array([[1.0], [-1.0]]), np.zeros((2, 2)), np.zeros(2))
    same(H, [[1, 0], [0, 1], [0.5, 0.5]])


@pytest.mark.exercise("recurrent_forward")
def test_empty_sequence(student, rng):
    """without any step there are no states: an array of shape (0, m)"""
    _, Wx, Wh, b = random_net(rng)
    same(student.recurrent_forward(np.empty((0, 2)), Wx, Wh, b), np.empty((0, 3)))
    same(student.recurrent_forward(np.empty((0, 2)), Wx, Wh, b, np.ones(3)), np.empty((0, 3)))


@pytest.mark.exercise("recurrent_forward")
def test_recurrent_refuses(student, rng):
    """inputs, weights or states of sizes that do not fit raise ValueError"""
    X, Wx, Wh, b = random_net(rng)
    refuses(
        student.recurrent_forward,
        given(rng.normal(size=(5, 3)), Wx, Wh, b),
        given(rng.normal(size=(5, 4)), Wx, Wh, b),
        given(X, Wx, rng.normal(size=(3, 2)), b),
        given(X, Wx, rng.normal(size=(2, 3)), b),
        given(X, Wx, rng.normal(size=(4, 4)), b),
        given(X, Wx, Wh, np.zeros(4)),
        given(X, Wx, Wh, np.zeros(2)),
        given(X, Wx, Wh, b, np.zeros(2)),
        given(X, Wx, Wh, b, np.zeros(4)),
        but_takes=given(X, Wx, Wh, b, np.zeros(3)),
    )


@pytest.mark.exercise("recurrent_forward")
def test_recurrent_whole_numbers(student, reference):
    """whole numbers, small unsigned ones and lists are as good as floats, and the arguments stay as they were"""
    X, Wx, Wh = np.array([[1, 0], [0, 2]]), np.array([[1, 0], [0, 1]]), np.array([[0, 1], [2, 0]])
    b, h0 = np.array([0, 1]), np.array([1, 0])
    expected = reference.recurrent_forward(X, Wx, Wh, b, h0)
    same_for_all_kinds(student.recurrent_forward, X, Wx, Wh, b, h0, expected=expected)
    same(leaves_alone(student.recurrent_forward, *(a.astype(float) for a in (X, Wx, Wh, b, h0))), expected)


# ---------------------------------------------------------------------------------------------- recurrent_backward


def state_loss(reference, dH, X, Wx, Wh, b, h0):
    """A loss whose derivatives with respect to the states, as outputs, are dH."""
    return float((dH * reference.recurrent_forward(X, Wx, Wh, b, h0)).sum())


@pytest.mark.exercise("recurrent_backward")
def test_backward_figures_of_one_unit(student, reference):
    """one unit on the inputs 1, 0, -1: dH at the last step only, and at all steps"""
    X, Wx, Wh, b = scalar_net()
    H = reference.recurrent_forward(X, Wx, Wh, b)
    answer = student.recurrent_backward(X, H, np.zeros(1), np.array([[0.0], [0.0], [1.0]]), Wx, Wh)
    dX = np.array([[0.0041521573], [0.0226859887], [0.1245544880]])
    one = np.ones(1)
    same(answer, (-0.2408046614 * one[None], 0.1910730006 * one[None], 0.3027852681 * one, 0.0066434518 * one, dX))
    dWh = student.recurrent_backward(X, H, np.zeros(1), np.ones((3, 1)), Wx, Wh)[1]
    same(dWh, [[0.3380704299]])


@pytest.mark.exercise("recurrent_backward")
def test_backward_figures_of_two_units(student, reference):
    """two units, of which the loss reads one at the last step; the other is reached through Wh"""
    X, Wx, Wh, b = pair_net()
    H, dH = reference.recurrent_forward(X, Wx, Wh, b), np.zeros((3, 2))
    dH[2, 0] = 1
    _, dWh, db, _, _ = student.recurrent_backward(X, H, np.zeros(2), dH, Wx, Wh)
    same(dWh, [[0.1875570855, 0.1594484310], [-0.0079603698, -0.0052467465]])
    same(db, [0.3048774939, -0.0158144652])


@pytest.mark.exercise("recurrent_backward")
def test_backward_in_time_by_differences(student, reference, rng):
    """all five gradients are the slopes of the loss, by central differences, with an h0 that is not 0"""
    X, Wx, Wh, b = random_net(rng, T=4)
    h0, dH = rng.uniform(size=3), rng.normal(size=(4, 3))
    H = reference.recurrent_forward(X, Wx, Wh, b, h0)
    dWx, dWh, db, dh0, dX = student.recurrent_backward(X, H, h0, dH, Wx, Wh)
    loss = partial(state_loss, reference, dH)
    same(dWx, slopes(lambda at: loss(X, at, Wh, b, h0), Wx), **DIFFERENCES)
    same(dWh, slopes(lambda at: loss(X, Wx, at, b, h0), Wh), **DIFFERENCES)
    same(db, slopes(lambda at: loss(X, Wx, Wh, at, h0), b), **DIFFERENCES)
    same(dh0, slopes(lambda at: loss(X, Wx, Wh, b, at), h0), **DIFFERENCES)
    same(dX, slopes(lambda at: loss(at, Wx, Wh, b, h0), X), **DIFFERENCES)


@pytest.mark.exercise("recurrent_backward")
def test_vanishing_and_exploding(student):
    """a unit at rest at 1/2 multiplies by Wh/4 at each step back: after 20 steps 1e-14 for 0.8, 1 for 4, 1e6 for 8"""
    half, dH = np.full((20, 1), 0.5), np.zeros((20, 1))
    dH[-1] = 1
    for Wh, expected in ((0.8, 1.048576e-14), (4.0, 1.0), (8.0, 1048576.0)):
        answer = student.recurrent_backward(np.zeros((20, 1)), half, half[0], dH, np.ones((1, 1)), np.array([[Wh]]))
        same(answer[3], [expected], abs=0, rel=1e-4)
        deltas = (Wh / 4) ** np.arange(20)[::-1] / 4
        same(answer[4], deltas[:, None], abs=0, rel=1e-4)
        same(answer[1], [[deltas.sum() / 2]], abs=0, rel=1e-4)


@pytest.mark.exercise("recurrent_backward")
def test_one_step_is_one_layer(student, rng):
    """for T = 1 it is a layer with the inputs x and h0: the slope times dH, times each input or weight"""
    x, h0, dH, Wx, Wh = rng.normal(size=2), rng.uniform(size=3), rng.normal(size=3), *random_net(rng)[1:3]
    h = rng.uniform(0.1, 0.9, size=3)
    delta = dH * h * (1 - h)
    answer = student.recurrent_backward(x[None], h[None], h0, dH[None], Wx, Wh)
    same(answer, (np.outer(delta, x), np.outer(delta, h0), delta, delta @ Wh, (delta @ Wx)[None]))


@pytest.mark.exercise("recurrent_backward")
def test_backward_in_time_is_linear(student, reference, rng):
    """the gradients for dH of several steps are the sums of those for each step alone"""
    X, Wx, Wh, b = random_net(rng, T=3)
    h0, dH = rng.uniform(size=3), rng.normal(size=(3, 3))
    H = reference.recurrent_forward(X, Wx, Wh, b, h0)
    whole = student.recurrent_backward(X, H, h0, dH, Wx, Wh)
    rows = [student.recurrent_backward(X, H, h0, dH * (np.arange(3) == t)[:, None], Wx, Wh) for t in range(3)]
    for part, expected in enumerate(reference.recurrent_backward(X, H, h0, dH, Wx, Wh)):
        same(sum(numbers(row[part], *expected.shape) for row in rows), expected, abs=1e-6)
        same(whole[part], expected)


@pytest.mark.exercise("recurrent_backward")
def test_backward_in_time_whole_numbers(student, reference):
    """whole numbers, small unsigned ones and lists are as good as floats, and the arguments stay as they were"""
    X, h0, dH = np.array([[200, 0], [0, 1]]), np.array([1, 0]), np.array([[1, 0], [2, 100]])
    Wx, Wh = np.array([[0, 1], [0, 2]]), np.array([[2, 1], [0, 3]])
    H = reference.recurrent_forward(X, Wx, Wh, np.array([-1, -1]), h0).tolist()
    expected = reference.recurrent_backward(X, H, h0, dH, Wx, Wh)

    def with_states(X, h0, dH, Wx, Wh):
        return student.recurrent_backward(X, H, h0, dH, Wx, Wh)

    same_for_all_kinds(with_states, X, h0, dH, Wx, Wh, expected=expected)
    same(leaves_alone(student.recurrent_backward, X * 1.0, np.array(H), h0 * 1.0, dH * 1.0, Wx * 1.0, Wh), expected)


# ---------------------------------------------------------------------------------------------------- lstm_forward

PARTS = ("write", "keep", "read", "cell")


def random_cell(rng, d=2, m=3):
    return {part: (rng.normal(size=(m, d)), rng.normal(size=(m, m)), rng.normal(size=m)) for part in PARTS}


def cell_by_biases(**biases):
    """One unit whose four scores are these numbers whatever comes."""
    return {part: (np.zeros((1, 1)), np.zeros((1, 1)), np.array([float(biases[part])])) for part in PARTS}


@pytest.mark.exercise("lstm_forward")
def test_lstm_figures(student):
    """one cell without biases on the inputs 1, 0, -1"""
    weights = {"write": (0.5, 0.1), "keep": (-0.3, 0.4), "read": (0.2, -0.6), "cell": (0.7, 0.2)}
    params = {part: (np.array([[a]]), np.array([[w]]), np.zeros(1)) for part, (a, w) in weights.items()}
    H, C = student.lstm_forward(np.array([[1.0], [0.0], [-1.0]]), params, np.array([0.5]), np.array([-0.2]))
    same(H, [[0.1496309715], [0.0864284939], [-0.0516013041]])
    same(C, [[0.3260851873], [0.1829909254], [-0.1185338934]])


@pytest.mark.exercise("lstm_forward")
def test_lstm_random_cells(student, rng):
    """several units and inputs: all four parts read the old state, and each has weights and biases of its own"""
    params, X = random_cell(rng), rng.normal(size=(6, 2))
    h, c = rng.normal(size=(2, 3))
    stacked = [np.concatenate([params[part][i] for part in PARTS]) for i in range(3)]
    expected = []
    answer = student.lstm_forward(X, params, h.copy(), c.copy())
    for x in X:
        write, keep, read, cell = np.split(stacked[0] @ x + stacked[1] @ h + stacked[2], 4)
        c = logistic(keep) * c + logistic(write) * np.tanh(cell)
        h = logistic(read) * np.tanh(c)
        expected.append((h, c))
    H, C = np.array(expected).transpose(1, 0, 2)
    same(answer, (H, C))


@pytest.mark.exercise("lstm_forward")
def test_memory_for_ever(student):
    """keep at 1 and write at 0: the cell stays what it was, however long the sequence; read at 0: the state is 0"""
    params = cell_by_biases(write=-100, keep=100, read=-100, cell=5)
    H, C = student.lstm_forward(np.ones((50, 1)), params, np.array([0.3]), np.array([-1.7]))
    same(C, np.full((50, 1), -1.7))
    same(H, np.zeros((50, 1)))


@pytest.mark.exercise("lstm_forward")
def test_states_stay_in_bounds(student):
    """a cell that keeps and writes everything grows by 1 at each step, but its state is at most 1"""
    params = cell_by_biases(write=100, keep=100, read=100, cell=100)
    H, C = student.lstm_forward(np.zeros((30, 1)), params, np.zeros(1), np.zeros(1))
    steps = np.arange(1.0, 31.0)[:, None]
    same(C, steps)
    same(H, np.tanh(steps))


@pytest.mark.exercise("lstm_forward")
def test_lstm_in_two_parts(student, rng):
    """running the first part, and the rest from its last state and cell, is running the whole"""
    params, X = random_cell(rng), rng.normal(size=(5, 2))
    h0, c0 = rng.normal(size=(2, 3))
    H, C = student.lstm_forward(X, params, h0, c0)
    H, C = numbers(H, 5, 3), numbers(C, 5, 3)
    same(student.lstm_forward(X[2:], params, H[1].copy(), C[1].copy()), (H[2:], C[2:]))


@pytest.mark.exercise("lstm_forward")
def test_lstm_large_scores(student):
    """scores of +-1000 give gates of 1 and 0 without a warning"""
    params = {part: (np.array([[1000.0]]), np.zeros((1, 1)), np.zeros(1)) for part in PARTS}
    with silent():
        H, C = student.lstm_forward(np.array([[1.0], [-1.0], [1.0]]), params, np.zeros(1), np.array([2.0]))
    same(C, [[3], [0], [1]])
    same(H, [[np.tanh(3)], [0], [np.tanh(1)]])


@pytest.mark.exercise("lstm_forward")
def test_each_part_is_needed(student, rng):
    """a missing part raises ValueError, whichever of the four it is"""
    params, X, zero = random_cell(rng), rng.normal(size=(2, 2)), np.zeros(3)
    cases = [{part: params[part] for part in PARTS if part != left_out} for left_out in PARTS]
    refuses(
        student.lstm_forward,
        *(given(X, case, zero, zero) for case in cases),
        given(X, {}, zero, zero),
        but_takes=given(X, params, zero, zero),
    )


@pytest.mark.exercise("lstm_forward")
def test_lstm_whole_numbers(student, reference):
    """whole numbers and lists are as good as floats, and the arguments stay as they were"""
    params = {
        part: (np.array([[1], [k]]), np.array([[0, k], [1, 0]]), np.array([1, 0])) for k, part in enumerate(PARTS)
    }
    X, h0, c0 = np.array([[1], [0], [2]]), np.array([1, 0]), np.array([0, 2])
    expected = reference.lstm_forward(X, params, h0, c0)

    def with_params(X, h0, c0):
        return student.lstm_forward(X, params, h0, c0)

    same_for_all_kinds(with_params, X, h0, c0, expected=expected)
    same(leaves_alone(student.lstm_forward, X * 1.0, params, h0 * 1.0, c0 * 1.0), expected)


# ------------------------------------------------------------------------------------------------------- gan_round

P_DATA = (0.5, 0.3, 0.2)
P_G = (0.2, 0.3, 0.5)


def softmax(theta):
    return np.exp(theta - theta.max()) / np.exp(theta - theta.max()).sum()


def game_value(theta, p_data, D):
    """V for a discriminator strictly between 0 and 1."""
    return float(p_data @ np.log(D) + softmax(theta) @ np.log(1 - D))


def random_game(rng, K=4):
    return rng.normal(size=K), rng.dirichlet(np.full(K, 3.0)), rng.uniform(0.1, 0.9, K)


@pytest.mark.exercise("gan_round")
def test_gan_figures(student):
    """p_g = (0.2, 0.3, 0.5) against (0.5, 0.3, 0.2): D is 5/7, 1/2, 2/7 and V is -1.2535"""
    answer = student.gan_round(np.log(P_G), np.array(P_DATA), 1.0)
    D, theta = np.array([5, 3.5, 2]) / 7, np.array([-1.4842318920, -1.1840485100, -0.8382774953])
    same(answer, (-1.2534657324, D, theta))


@pytest.mark.exercise("gan_round")
def test_gan_first_rounds(student):
    """from theta = 0 with steps of 1 the values of the first four rounds fall towards -log 4"""
    theta, values = np.zeros(3), []
    for _ in range(4):
        V, _, theta = student.gan_round(theta, np.array(P_DATA), 1.0)
        values.append(V)
    same(values, [-1.3517923988, -1.3621830179, -1.3695603173, -1.3747184861])


@pytest.mark.exercise("gan_round")
def test_gan_outcomes_that_are_never_real(student):
    """outcomes with p_data = 0 add nothing to the first sum, and no nan; a discriminator passed in may be 0 there"""
    theta, p_data = np.log([0.5, 0.25, 0.25]), np.array([0.5, 0.5, 0.0])
    V, D, moved = student.gan_round(theta, p_data, 2.0)
    guess, same_D, other = student.gan_round(theta, p_data, 2.0, np.array([0.5, 0.75, 0.0]))
    same(V, -1.1705328068)
    same(D, [0.5, 2 / 3, 0])
    mean = 0.5 * np.log(1 / 2) + 0.25 * np.log(1 / 3)
    same(moved, theta - 2 * np.array([0.5, 0.25, 0.25]) * (np.log([1 / 2, 1 / 3, 1]) - mean))
    same(guess, 0.5 * np.log(0.5 * 0.75) + 0.5 * np.log(0.5) + 0.25 * np.log(0.25))
    same(same_D, [0.5, 0.75, 0])
    mean = 0.5 * np.log(0.5) + 0.25 * np.log(0.25)
    same(other, theta - 2 * np.array([0.5, 0.25, 0.25]) * (np.log([0.5, 0.25, 1]) - mean))


@pytest.mark.exercise("gan_round")
def test_gan_step_by_differences(student, rng):
    """the step is eta times the slopes of V with respect to theta, at this discriminator, by central differences"""
    theta, p_data, guess = random_game(rng)
    best = p_data / (p_data + softmax(theta))
    for given_D, D in ((None, best), (guess, guess)):
        V, used, moved = student.gan_round(theta, p_data, 0.5, given_D)
        same(V, game_value(theta, p_data, D))
        same(used, D)
        descent = slopes(lambda at, D=D: game_value(at, p_data, D), theta)
        same(numbers(moved, 4) - theta, -0.5 * descent, **DIFFERENCES)


@pytest.mark.exercise("gan_round")
def test_best_answers(student, rng):
    """no discriminator gets a larger V than the best one, and against that one no generator gets below -log 4"""
    theta, p_data, guess = random_game(rng)
    best, _, _ = student.gan_round(theta, p_data, 1.0)
    other, _, _ = student.gan_round(theta, p_data, 1.0, guess)
    same(best, game_value(theta, p_data, p_data / (p_data + softmax(theta))))
    same(other, game_value(theta, p_data, guess))
    assert other <= best + 1e-6
    assert best >= -np.log(4) - 1e-6


@pytest.mark.exercise("gan_round")
def test_a_perfect_generator(student, rng):
    """if p_g = p_data, D is 1/2 everywhere, V is -log 4, and theta stays"""
    p_data = rng.dirichlet(np.full(5, 3.0))
    theta = np.log(p_data) + 0.7
    same(student.gan_round(theta, p_data, 3.0), (-1.3862943611, np.full(5, 0.5), theta), abs=1e-6)


@pytest.mark.exercise("gan_round")
def test_theta_far_from_zero(student, rng):
    """a number added to all of theta changes nothing, be it 1000 or -1000; entries may be 25 apart"""
    theta, p_data, guess = random_game(rng)
    theta[0], theta[1] = 12, -13
    V, D, moved = student.gan_round(theta, p_data, 2.0)
    for shift in (1000.0, -1000.0):
        same(student.gan_round(theta + shift, p_data, 2.0), (V, D, np.asarray(moved) + shift), abs=1e-5)
    _, _, pushed = student.gan_round(theta + 1000.0, p_data, 2.0, guess)
    p_g = softmax(theta)
    same(V, p_data @ np.log(p_data / (p_data + p_g)) + p_g @ np.log(p_g / (p_data + p_g)))
    log_fake = np.log(1 - guess)
    same(pushed, theta + 1000 - 2 * p_g * (log_fake - p_g @ log_fake))


@pytest.mark.exercise("gan_round")
def test_gan_refuses(student):
    """probabilities that are negative, do not sum to 1 or are too many or too few raise ValueError"""
    theta = np.zeros(3)
    wrong = ([0.5, 0.3, 0.1], [0.6, 0.5, -0.1], [0.5, 0.5], [0.25, 0.25, 0.25, 0.25], [1.0], [0.5, 0.4, 0.2])
    cases = [given(theta, np.array(p), 1.0) for p in wrong]
    refuses(student.gan_round, *cases, but_takes=given(theta, np.array([0.5, 0.5, 0.0]), 1.0))


@pytest.mark.exercise("gan_round")
def test_gan_whole_numbers(student):
    """whole numbers and lists are as good as floats, and the arguments stay as they were"""
    step = np.log(3) / 4
    expected = (np.log(2 / 3) - np.log(3) / 2, np.array([2 / 3, 0]), np.array([7 + step, 7 - step]))
    same_for_all_kinds(student.gan_round, np.array([7, 7]), np.array([1, 0]), 1, expected=expected)
    answer = leaves_alone(student.gan_round, np.array([7.0, 7.0]), np.array([0.5, 0.5]), 1.0, np.array([0.2, 0.2]))
    same(answer, (np.log(0.2) + np.log(0.8), np.array([0.2, 0.2]), np.array([7.0, 7.0])))


# --------------------------------------------------------------------------------------------------- train_convnet


def two_images():
    k = np.arange(25)
    return np.stack([(7 * k % 11) / 10, (3 * k % 7) / 6]).reshape(2, 5, 5, 1)


def two_filters():
    """The parameters of the figures: on the two images every winner leads by 0.08 or more."""
    filters = np.zeros((2, 2, 1, 2))
    filters[:, :, 0, 0], filters[:, :, 0, 1] = [[1, 0], [0.5, -1]], [[-1, 1], [0, 1]]
    W = np.array([[0.1, 0.2, -0.1, 0, 0.3, -0.2, 0.1, 0.1], [0, -0.1, 0.2, 0.1, -0.3, 0.2, 0, 0.1]])
    return filters, np.array([0, 0.1]), W, np.zeros(2)


def random_network(rng, n=3, C=2):
    """Images of 6 x 4 pixels and two filters of 3 x 3: scores of 4 x 2, so a row of 2 * 1 * 2 numbers; three classes.
    In some windows relu lets nothing through, and rounding decides no winner."""
    while True:
        params = rng.normal(size=(3, 3, C, 2)), np.array([1.0, -4.0]), rng.normal(size=(3, 4)), rng.normal(size=3)
        X, labels = rng.normal(size=(n, 6, 4, C)), rng.permutation(np.arange(n) % 3)
        scores = all_windows(X, *params[:2], 1, 0)
        relu = np.maximum(scores, 0)
        windows = np.sort(np.stack([relu[:, u::2, v::2] for u in (0, 1) for v in (0, 1)]), axis=0)
        shut = windows[3] == 0
        clear = (windows[3] - windows[2] > 0.01) | shut
        if clear.all() and np.abs(scores).min() > 0.01 and 0 < shut.sum() < shut.size / 2:
            return params, X, labels


def network_loss(params, X, labels):
    """The mean loss of the network, window by window."""
    filters, filter_bias, W, b = params
    relu = np.maximum(all_windows(X, filters, filter_bias, 1, 0), 0)
    rows = np.maximum.reduce([relu[:, u::2, v::2] for u in (0, 1) for v in (0, 1)]).reshape(len(X), -1)
    scores = rows @ W.T + b
    return float(np.mean(np.log(np.exp(scores).sum(axis=1)) - scores[np.arange(len(X)), labels]))


@pytest.mark.exercise("train_convnet")
def test_training_figures(student):
    """two filters on two images: the losses of three steps, and the gradient of the first"""
    batches = [np.array([0, 1])] * 3
    _, losses = student.train_convnet(two_filters(), two_images(), np.array([0, 1]), batches, 0.5)
    same(losses, [0.7441924918, 0.6874700772, 0.6914525867])
    (_, filter_bias, _, b), _ = student.train_convnet(two_filters(), two_images(), np.array([0, 1]), batches[:1], 1.0)
    same(filter_bias, [-0.0091404769, 0.1 + 0.0036561908])
    same(b, [-0.0182809538, 0.0182809538])


@pytest.mark.exercise("train_convnet")
def test_training_by_differences(student, rng):
    """one step of rate 1 takes the slopes of the mean loss, by central differences, from all four parameters"""
    params, X, labels = random_network(rng)
    new, losses = student.train_convnet(params, X, labels, [np.arange(3)], 1.0)
    same(losses, [network_loss(params, X, labels)])
    for part, values in enumerate(listed_parts(new, 4)):

        def loss(at, part=part):
            return network_loss((*params[:part], at, *params[part + 1 :]), X, labels)

        same(params[part] - numbers(values, *params[part].shape), slopes(loss, params[part], 1e-6), abs=1e-5)


@pytest.mark.exercise("train_convnet")
def test_batches_one_after_the_other(student, rng):
    """training on two batches is training on the first and going on with the second; other rows play no part"""
    params, X, labels = random_network(rng, n=6)
    first, second = np.array([4, 0, 2]), np.array([5, 1])
    halfway, start = student.train_convnet(params, X, labels, [first], 0.1)
    same(start, [network_loss(params, X[first], labels[first])])
    halfway = tuple(numbers(part, *old.shape) for part, old in zip(listed_parts(halfway, 4), params, strict=True))
    ending, rest = student.train_convnet(halfway, X, labels, [second], 0.1)
    same(rest, [network_loss(halfway, X[second], labels[second])])
    both, losses = student.train_convnet(params, X, labels, [first, second], 0.1)
    same(losses, np.concatenate([numbers(start, 1), numbers(rest, 1)]))
    same(both, tuple(numbers(part, *old.shape) for part, old in zip(listed_parts(ending, 4), params, strict=True)))


@pytest.mark.exercise("train_convnet")
def test_order_inside_a_batch(student, rng):
    """a batch in another order makes the same step, and so does a batch that holds each row twice"""
    params, X, labels = random_network(rng, n=4)
    once, losses = student.train_convnet(params, X, labels, [np.array([0, 1, 2])], 0.2)
    once = tuple(numbers(part, *old.shape) for part, old in zip(listed_parts(once, 4), params, strict=True))
    for batch in ([2, 0, 1], [1, 1, 0, 2, 0, 2]):
        same(student.train_convnet(params, X, labels, [np.array(batch)], 0.2), (once, np.asarray(losses)), abs=1e-6)
    same(losses, [network_loss(params, X[:3], labels[:3])])


@pytest.mark.exercise("train_convnet")
def test_no_batches(student, rng):
    """without batches the parameters come back as they were, with an empty array of losses"""
    params, X, labels = random_network(rng)
    same(student.train_convnet(params, X, labels, [], 0.5), (params, np.empty(0)))


@pytest.mark.exercise("train_convnet")
def test_parameters_passed_in_stay(student, rng):
    """training changes none of the arrays that it was given"""
    params, X, labels = random_network(rng)
    params = list(params)
    new, _ = leaves_alone(student.train_convnet, params, X, labels, [np.array([0, 1]), np.array([2])], 0.5)
    assert np.abs(numbers(listed_parts(new, 4)[3], 3) - params[3]).max() > 1e-6


@pytest.mark.exercise("train_convnet")
def test_equal_winners_and_blank_pixels(student):
    """the first of equal scores wins, and a score of 0 lets nothing through"""
    X = np.zeros((2, 3, 3, 1))
    X[0, :, :, 0] = [[2, 0, 2], [0, 1, 0], [0, 0, 0]]
    filters = np.array([[1.0, 0.0], [0.0, 0.0]]).reshape(2, 2, 1, 1)
    start = (filters, np.zeros(1), np.array([[1.0], [-1.0]]), np.zeros(2))
    new, losses = student.train_convnet(start, X, np.array([0, 1]), [np.array([0, 1])], 1.0)
    q = 1 / (1 + np.exp(4))  # the first image scores 2: P = (1 - q, q); the second is blank
    same(losses, [(-np.log(1 - q) + np.log(2)) / 2])
    winner = np.array([[2.0, 0.0], [0.0, 1.0]]).reshape(2, 2, 1, 1)
    expected = (filters + q * winner, np.array([q]), np.array([[1 + q], [-1 - q]]), np.array([q - 0.5, 0.5 - q]) / 2)
    same(new, expected)


@pytest.mark.exercise("train_convnet")
def test_it_learns_to_read(student, dataset):
    """on 160 digits with three filters, five passes in batches of 10 bring the loss from 2.3 to below 0.8"""
    pixels, digits, _ = dataset("digits")
    X, labels = pixels[:160].reshape(160, 8, 8, 1) / 16.0, digits[:160]
    # Always the same start and the same batches, from which every right solution reads more than nine in ten.
    rng = np.random.default_rng(15)
    params = (rng.normal(0, 0.3, (3, 3, 1, 3)), np.zeros(3), rng.normal(0, 0.1, (10, 27)), np.zeros(10))
    batches = [batch for _ in range(5) for batch in rng.permutation(160).reshape(16, 10)]
    new, losses = student.train_convnet(params, X, labels, batches, 0.5)
    losses = numbers(losses, 80)
    assert losses[:3].mean() > 2
    assert losses[-10:].mean() < 0.8
    filters, filter_bias, W, b = listed_parts(new, 4)
    relu = np.maximum(all_windows(X, numbers(filters, 3, 3, 1, 3), numbers(filter_bias, 3), 1, 0), 0)
    rows = np.maximum.reduce([relu[:, u::2, v::2] for u in (0, 1) for v in (0, 1)]).reshape(160, -1)
    read = (rows @ numbers(W, 10, 27).T + numbers(b, 10)).argmax(axis=1)
    assert np.mean(read == labels) > 0.8


@pytest.mark.exercise("train_convnet")
def test_training_on_whole_numbers(student, reference):
    """images of small whole numbers, unsigned ones and lists are as good as floats"""
    X, labels = np.arange(36).reshape(2, 3, 3, 2) * 7 % 11, [1, 0]
    filters, W = np.array([1, 0, -1, 2, 3, 1, 0, 1]).reshape(2, 2, 2, 1), np.array([[0.25], [0]])
    params = (filters, np.array([1]), W, np.array([0, 1]))
    expected = reference.train_convnet(params, X, labels, [np.array([0, 1])], 0.5)
    same_for_all_kinds(
        lambda X: student.train_convnet(params, X, labels, [np.array([0, 1])], 0.5), X, expected=expected
    )
