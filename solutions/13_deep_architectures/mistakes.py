"""Known wrong answers of deep_architectures, each with the sentence that a student who gave it is told."""

import numpy as np

from autograder.authoring import mistake
from deep_architectures import (
    _floats,
    _padded,
    _sigmoid,
    _windows,
    convolve,
    convolve_backward,
    pool,
    softmax_head,
)

# ---------------------------------------------------------------------------------------------------------- encode


def _checked_encoding(values, edges, code):
    values, edges = _floats(values, edges)
    if code not in ("one_to_n", "thermometer"):
        raise ValueError("unknown code")
    if np.isnan(values).any():
        raise ValueError("nan belongs to no bin")
    if (np.diff(edges) <= 0).any():
        raise ValueError("edges must ascend")
    return values, edges


@mistake(
    "encode",
    "You put a value that equals an edge into the bin below it; the edge begins the bin above, so count the edges <= v "
    "(searchsorted with side='right').",
)
def right_closed_bins(values, edges, code):
    values, edges = _checked_encoding(values, edges, code)
    bins = np.searchsorted(edges, values)
    k = len(edges) + 1
    return (np.eye(k) if code == "one_to_n" else np.tri(k))[bins]


@mistake(
    "encode",
    "Your thermometer is filled from the bin upwards; mercury stands below the mark: fill the bits 0 up to the bin.",
)
def thermometer_upwards(values, edges, code):
    values, edges = _checked_encoding(values, edges, code)
    bins = np.searchsorted(edges, values, side="right")
    k = len(edges) + 1
    return (np.eye(k) if code == "one_to_n" else np.tri(k).T)[bins]


@mistake(
    "encode",
    "You made one bit per edge, but m edges make m + 1 bins: the values beyond the last edge need a bit of their own.",
)
def one_bin_short(values, edges, code):
    values, edges = _checked_encoding(values, edges, code)
    k = max(len(edges), 1)
    bins = np.minimum(np.searchsorted(edges, values, side="right"), k - 1)
    return (np.eye(k) if code == "one_to_n" else np.tri(k))[bins]


@mistake("encode", "Your thermometer ends one bit too early: the bit of the bin itself is 1 as well.")
def thermometer_excludes_bin(values, edges, code):
    values, edges = _checked_encoding(values, edges, code)
    bins = np.searchsorted(edges, values, side="right")
    k = len(edges) + 1
    return (np.eye(k) if code == "one_to_n" else np.tri(k, k, -1))[bins]


@mistake(
    "encode",
    "You sorted the edges or took them in any order; edges that are not strictly ascending must raise ValueError.",
)
def edges_in_any_order(values, edges, code):
    values, edges = _floats(values, edges)
    if code not in ("one_to_n", "thermometer") or np.isnan(values).any():
        raise ValueError("unknown code, or nan")
    bins = np.searchsorted(np.sort(edges), values, side="right")
    k = len(edges) + 1
    return (np.eye(k) if code == "one_to_n" else np.tri(k))[bins]


@mistake(
    "encode", "You gave nan a bin (searchsorted sorts it behind everything); a value that is nan raises ValueError."
)
def nan_in_a_bin(values, edges, code):
    values, edges = _floats(values, edges)
    if code not in ("one_to_n", "thermometer") or (np.diff(edges) <= 0).any():
        raise ValueError("unknown code, or edges out of order")
    bins = np.searchsorted(edges, values, side="right")
    k = len(edges) + 1
    return (np.eye(k) if code == "one_to_n" else np.tri(k))[bins]


@mistake("encode", "You let two equal edges pass; there is no bin between them, so they raise ValueError as well.")
def repeated_edges(values, edges, code):
    values, edges = _floats(values, edges)
    if code not in ("one_to_n", "thermometer") or np.isnan(values).any() or (np.diff(edges) < 0).any():
        raise ValueError("unknown code, nan, or edges that descend")
    bins = np.searchsorted(edges, values, side="right")
    k = len(edges) + 1
    return (np.eye(k) if code == "one_to_n" else np.tri(k))[bins]


# ---------------------------------------------------------------------------------------------------- softmax_head


def _checked_labels(labels, n, K):
    labels = np.asarray(labels)
    if labels.shape != (n,) or (labels < 0).any() or (labels >= K).any():
        raise ValueError("labels must be n integers from 0 to K-1")
    return labels


def _log_softmax(scores):
    scores = scores - scores.max(axis=1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


def _gradients(dS, C, W):
    return dS @ W, dS.T @ C, dS.sum(axis=0)


def right_head(C, W, b, labels):
    C, W, b = _floats(C, W, b)
    labels = _checked_labels(labels, len(C), len(W))
    log_P = _log_softmax(C @ W.T + b)
    rows = np.arange(len(C))
    dS = np.exp(log_P)
    dS[rows, labels] -= 1
    return np.exp(log_P), float(-log_P[rows, labels].mean()), *_gradients(dS / len(C), C, W)


@mistake(
    "softmax_head",
    "You normalised down the columns, over the examples; each example has probabilities of its own, so normalise over "
    "the classes in its row (axis=1).",
)
def softmax_over_rows(C, W, b, labels):
    C, W, b = _floats(C, W, b)
    labels = _checked_labels(labels, len(C), len(W))
    log_P = _log_softmax((C @ W.T + b).T).T
    rows = np.arange(len(C))
    dS = np.exp(log_P)
    dS[rows, labels] -= 1
    return np.exp(log_P), float(-log_P[rows, labels].mean()), *_gradients(dS / len(C), C, W)


@mistake(
    "softmax_head",
    "You added the losses of the examples up; the loss is their mean, so it and all gradients are divided by n.",
)
def sum_not_mean(C, W, b, labels):
    C, W, b = _floats(C, W, b)
    labels = _checked_labels(labels, len(C), len(W))
    log_P = _log_softmax(C @ W.T + b)
    rows = np.arange(len(C))
    dS = np.exp(log_P)
    dS[rows, labels] -= 1
    return np.exp(log_P), float(-log_P[rows, labels].sum()), *_gradients(dS, C, W)


@mistake(
    "softmax_head",
    "Your loss is the mean over the examples, but your gradients are those of the sum; divide P minus target by n.",
)
def gradients_of_the_sum(C, W, b, labels):
    P, loss, dC, dW, db = right_head(C, W, b, labels)
    return P, loss, dC * len(C), dW * len(C), db * len(C)


@mistake(
    "softmax_head",
    "exp(1000) overflows, and infinity over infinity is nan: subtract each row's largest score before exp.",
)
def no_shift(C, W, b, labels):
    C, W, b = _floats(C, W, b)
    labels = _checked_labels(labels, len(C), len(W))
    scores = C @ W.T + b
    rows = np.arange(len(C))
    total = np.exp(scores).sum(axis=1, keepdims=True)
    P = np.exp(scores) / total
    dS = P.copy()
    dS[rows, labels] -= 1
    return P, float((np.log(total[:, 0]) - scores[rows, labels]).mean()), *_gradients(dS / len(C), C, W)


@mistake(
    "softmax_head",
    "You took the logarithm of P, which is -inf where P has underflowed to 0; take log P as score minus log-sum-exp.",
)
def log_of_probability(C, W, b, labels):
    C, W, b = _floats(C, W, b)
    labels = _checked_labels(labels, len(C), len(W))
    scores = C @ W.T + b
    P = np.exp(scores - scores.max(axis=1, keepdims=True))
    P /= P.sum(axis=1, keepdims=True)
    rows = np.arange(len(C))
    dS = P.copy()
    dS[rows, labels] -= 1
    with np.errstate(divide="ignore"):
        loss = float(-np.log(P[rows, labels]).mean())
    return P, loss, *_gradients(dS / len(C), C, W)


@mistake(
    "softmax_head",
    "You clipped P away from 0 before the logarithm, which caps the loss; score minus log-sum-exp needs no clipping.",
)
def clipped_probability(C, W, b, labels):
    C, W, b = _floats(C, W, b)
    labels = _checked_labels(labels, len(C), len(W))
    P = np.exp(_log_softmax(C @ W.T + b))
    rows = np.arange(len(C))
    dS = P.copy()
    dS[rows, labels] -= 1
    return P, float(-np.log(np.maximum(P[rows, labels], 1e-15)).mean()), *_gradients(dS / len(C), C, W)


@mistake(
    "softmax_head",
    "Your gradients start from P alone; the derivative by the scores is P minus the one-hot target (over n), which "
    "pulls the right class up.",
)
def target_not_subtracted(C, W, b, labels):
    C, W, b = _floats(C, W, b)
    labels = _checked_labels(labels, len(C), len(W))
    log_P = _log_softmax(C @ W.T + b)
    loss = float(-log_P[np.arange(len(C)), labels].mean())
    return np.exp(log_P), loss, *_gradients(np.exp(log_P) / len(C), C, W)


@mistake(
    "softmax_head",
    "You let the label -1 pass, which numpy takes for the last class; labels outside 0..K-1 raise ValueError.",
)
def negative_labels(C, W, b, labels):
    labels = np.asarray(labels)
    if labels.shape != (len(C),) or (labels >= len(W)).any():
        raise ValueError("labels must be n integers below K")
    return right_head(C, W, b, labels % len(W))


# -------------------------------------------------------------------------------------------------------- convolve


def _checked_layer(X, filters, bias, stride, pad):
    X, filters, bias = _floats(X, filters, bias)
    if stride < 1 or pad < 0 or X.shape[3] != filters.shape[2]:
        raise ValueError("stride, pad or channels")
    if filters.shape[0] > X.shape[1] + 2 * pad or filters.shape[1] > X.shape[2] + 2 * pad:
        raise ValueError("the filter does not fit")
    return X, filters, bias


def right_convolve(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _checked_layer(X, filters, bias, stride, pad)
    windows = np.lib.stride_tricks.sliding_window_view(_padded(X, pad), filters.shape[:2], axis=(1, 2))
    return np.einsum("nijcuv,uvcf->nijf", windows[:, ::stride, ::stride], filters) + bias


@mistake(
    "convolve",
    "You turned the filter round before sliding it over the image; here weight (u, v) meets pixel (i + u, j + v).",
)
def flipped_filter(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _checked_layer(X, filters, bias, stride, pad)
    return right_convolve(X, filters[::-1, ::-1], bias, stride, pad)


@mistake(
    "convolve",
    "You used the first channel only; every value of the output adds up over all channels of its window.",
)
def first_channel_only(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _checked_layer(X, filters, bias, stride, pad)
    return right_convolve(X[..., :1], filters[:, :, :1], bias, stride, pad)


@mistake(
    "convolve",
    "You kept the channels apart; a filter has weights for every channel, and their products are added into one value.",
)
def channels_not_summed(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _checked_layer(X, filters, bias, stride, pad)
    maps = [right_convolve(X[..., [c]], filters[:, :, [c]], bias, stride, pad) for c in range(X.shape[3])]
    return np.concatenate(maps, axis=3)


@mistake(
    "convolve", "Your window moves by one pixel whatever the stride is; it moves by `stride`, down and to the right."
)
def stride_ignored(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _checked_layer(X, filters, bias, stride, pad)
    return right_convolve(X, filters, bias, 1, pad)


@mistake(
    "convolve",
    "You added the bias once for each channel; a filter has one bias, added once to each of its values.",
)
def bias_per_channel(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _checked_layer(X, filters, bias, stride, pad)
    return right_convolve(X, filters, bias * X.shape[3], stride, pad)


@mistake(
    "convolve",
    "You put zeros on two sides of the image only; `pad` rows and columns go on each of its four sides.",
)
def padding_one_sided(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _checked_layer(X, filters, bias, stride, pad)
    X = np.pad(X, ((0, 0), (0, pad), (0, pad), (0, 0)))
    return right_convolve(X, filters, bias, stride)


@mistake(
    "convolve",
    "You left out the last row and column of windows: there are (H + 2 pad - kh) // stride + 1 of them, with the + 1.",
)
def last_window_missing(X, filters, bias, stride=1, pad=0):
    return right_convolve(X, filters, bias, stride, pad)[:, :-1, :-1]


@mistake(
    "convolve",
    "You repeated the border pixels in the frame; the padding consists of zeros.",
)
def border_repeated(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _checked_layer(X, filters, bias, stride, pad)
    X = np.pad(X, ((0, 0), (pad, pad), (pad, pad), (0, 0)), mode="edge")
    return right_convolve(X, filters, bias, stride)


@mistake(
    "convolve",
    "You took an image whose number of channels is not that of the filters, and cut or stretched one of them; that "
    "raises ValueError.",
)
def channels_cut_to_fit(X, filters, bias, stride=1, pad=0):
    X, filters, bias = _floats(X, filters, bias)
    both = min(X.shape[3], filters.shape[2])
    return right_convolve(X[..., :both], filters[:, :, :both], bias, stride, pad)


# ----------------------------------------------------------------------------------------------- convolve_backward


def right_backward(dY, X, filters, stride=1, pad=0):
    dY, X, filters = _floats(dY, X, filters)
    padded, dfilters = _padded(X, pad), np.zeros(filters.shape)
    dpadded = np.zeros(padded.shape)
    for u, v, window in _windows(*filters.shape[:2], stride, *dY.shape[1:3]):
        dpadded[window] += dY @ filters[u, v].T
        dfilters[u, v] = np.einsum("nijc,nijf->cf", padded[window], dY)
    dX = dpadded[:, pad : pad + X.shape[1], pad : pad + X.shape[2]]
    return dX, dfilters, dY.sum(axis=(0, 1, 2))


@mistake(
    "convolve_backward",
    "Windows overlap, so a pixel collects derivatives from several of them; you assigned where you should add (+=).",
)
def overlaps_overwritten(dY, X, filters, stride=1, pad=0):
    dY, X, filters = _floats(dY, X, filters)
    n, rows, columns, _ = dY.shape
    kh, kw = filters.shape[:2]
    _, dfilters, dbias = right_backward(dY, X, filters, stride, pad)
    dpadded = np.zeros(_padded(X, pad).shape)
    for i in range(rows):
        for j in range(columns):
            p, q = i * stride, j * stride
            dpadded[:, p : p + kh, q : q + kw] = np.einsum("nf,uvcf->nuvc", dY[:, i, j], filters)
    return dpadded[:, pad : pad + X.shape[1], pad : pad + X.shape[2]], dfilters, dbias


@mistake(
    "convolve_backward",
    "You averaged over the places where a weight was used; every place adds to its derivative, without a division.",
)
def mean_over_places(dY, X, filters, stride=1, pad=0):
    dX, dfilters, dbias = right_backward(dY, X, filters, stride, pad)
    places = np.asarray(dY).shape[1] * np.asarray(dY).shape[2]
    return dX, dfilters / places, dbias / places


@mistake(
    "convolve_backward",
    "You divided by the number of examples; if the loss is a mean, the 1/n is in dY already.",
)
def mean_over_examples(dY, X, filters, stride=1, pad=0):
    dX, dfilters, dbias = right_backward(dY, X, filters, stride, pad)
    return dX, dfilters / len(dY), dbias / len(dY)


@mistake("convolve_backward", "Your dX still has the frame of zeros around it; cut off what the padding added.")
def padding_kept(dY, X, filters, stride=1, pad=0):
    dY, X, filters = _floats(dY, X, filters)
    return right_backward(dY, _padded(X, pad), filters, stride)


@mistake(
    "convolve_backward",
    "You went back with steps of one pixel; output (i, j) came from the window at (i * stride, j * stride).",
)
def stride_ignored_backward(dY, X, filters, stride=1, pad=0):
    return right_backward(dY, X, filters, 1, pad)


@mistake(
    "convolve_backward",
    "Your dbias is the derivative at one place; the bias is added everywhere, so sum dY over examples, rows and "
    "columns.",
)
def bias_from_one_place(dY, X, filters, stride=1, pad=0):
    dX, dfilters, _ = right_backward(dY, X, filters, stride, pad)
    return dX, dfilters, np.asarray(dY, dtype=float)[0, 0, 0]


@mistake(
    "convolve_backward",
    "You summed dY over everything, filters too; each filter has its own bias and its own entry in dbias.",
)
def one_bias_for_all(dY, X, filters, stride=1, pad=0):
    dX, dfilters, dbias = right_backward(dY, X, filters, stride, pad)
    return dX, dfilters, np.full(dbias.shape, dbias.sum())


@mistake(
    "convolve_backward",
    "You turned the filter round on the way back; a pixel gets back exactly the weight that it met on the way forward.",
)
def flipped_on_the_way_back(dY, X, filters, stride=1, pad=0):
    _, dfilters, dbias = right_backward(dY, X, filters, stride, pad)
    dX, _, _ = right_backward(dY, X, np.asarray(filters)[::-1, ::-1], stride, pad)
    return dX, dfilters, dbias


# ------------------------------------------------------------------------------------------------------------ pool


def _checked_pool(X, size, kind):
    X = np.asarray(X, dtype=float)
    if X.shape[1] % size or X.shape[2] % size or kind not in ("max", "mean"):
        raise ValueError("size or kind")
    return X


def right_pool(X, size, kind="max"):
    X = _checked_pool(X, size, kind)
    n, H, W, C = X.shape
    flat = X.reshape(n, H // size, size, W // size, size, C).transpose(0, 1, 3, 5, 2, 4)
    flat = flat.reshape(*flat.shape[:4], size * size)
    share = np.full(flat.shape, 1 / size**2) if kind == "mean" else np.eye(size**2)[flat.argmax(axis=-1)]
    share = share.reshape(*flat.shape[:4], size, size).transpose(0, 1, 4, 2, 5, 3).reshape(X.shape)
    return flat.mean(axis=-1) if kind == "mean" else flat.max(axis=-1), share


@mistake(
    "pool",
    "You gave every pixel that equals the maximum a full share; on a tie only the first one in row order has it.",
)
def all_maxima_share(X, size, kind="max"):
    X = _checked_pool(X, size, kind)
    Y, share = right_pool(X, size, kind)
    if kind == "max":
        share = (Y.repeat(size, axis=1).repeat(size, axis=2) == X).astype(float)
    return Y, share


@mistake("pool", "On a tie you gave the share to the last of the equal pixels; the first in row order has it.")
def last_maximum_wins(X, size, kind="max"):
    X = _checked_pool(X, size, kind)
    Y, share = right_pool(X[:, ::-1, ::-1], size, kind)
    return Y[:, ::-1, ::-1], share[:, ::-1, ::-1]


@mistake("pool", "Your windows overlap; they lie side by side, so move by `size` pixels and not by one.")
def overlapping_windows(X, size, kind="max"):
    X = _checked_pool(X, size, kind)
    windows = np.lib.stride_tricks.sliding_window_view(X, (size, size), axis=(1, 2))
    _, share = right_pool(X, size, kind)
    return windows.max(axis=(4, 5)) if kind == "max" else windows.mean(axis=(4, 5)), share


@mistake("pool", "You took one maximum or mean over all channels together; each channel is pooled by itself.")
def channels_mixed(X, size, kind="max"):
    X = _checked_pool(X, size, kind)
    flat = X.max(axis=3, keepdims=True) if kind == "max" else X.mean(axis=3, keepdims=True)
    Y, share = right_pool(flat, size, kind)
    return Y.repeat(X.shape[3], axis=3), share.repeat(X.shape[3], axis=3)


@mistake(
    "pool",
    "For the mean you gave every pixel a share of 1; each of the size^2 pixels moves the mean by 1/size^2 of its "
    "change.",
)
def mean_share_one(X, size, kind="max"):
    Y, share = right_pool(X, size, kind)
    return Y, np.ones(share.shape) if kind == "mean" else share


@mistake(
    "pool",
    "You started the search for the maximum at 0, which wins over a window of negative numbers; start at its first "
    "pixel.",
)
def maximum_from_zero(X, size, kind="max"):
    Y, share = right_pool(X, size, kind)
    if kind == "max":
        share = share * (Y > 0).repeat(size, axis=1).repeat(size, axis=2)
        Y = np.maximum(Y, 0)
    return Y, share


@mistake("pool", "Your windows are always 2 x 2; their height and width are `size`.")
def always_two(X, size, kind="max"):
    X = _checked_pool(X, size, kind)
    X = X[:, : X.shape[1] // 2 * 2, : X.shape[2] // 2 * 2]
    return right_pool(X, 2, kind)


@mistake(
    "pool",
    "You dropped the rows or columns that fill no window; a height or width that is no multiple of size raises "
    "ValueError.",
)
def rest_dropped(X, size, kind="max"):
    X = np.asarray(X, dtype=float)
    rows, columns = X.shape[1] // size * size, X.shape[2] // size * size
    Y, share = right_pool(X[:, :rows, :columns], size, kind)
    full = np.zeros(X.shape)
    full[:, :rows, :columns] = share
    return Y, full


# ----------------------------------------------------------------------------------------------- recurrent_forward


def _checked_net(X, Wx, Wh, b, h0):
    X, Wx, Wh, b = _floats(X, Wx, Wh, b)
    h0 = np.zeros(len(Wx)) if h0 is None else np.asarray(h0, dtype=float)
    m, d = Wx.shape
    if X.shape[1:] != (d,) or Wh.shape != (m, m) or b.shape != (m,) or h0.shape != (m,):
        raise ValueError("shapes")
    return X, Wx, Wh, b, h0


@mistake(
    "recurrent_forward",
    "Each of your steps starts from h0 again; step t reads the state of step t - 1, so carry h on.",
)
def state_not_carried(X, Wx, Wh, b, h0=None):
    X, Wx, Wh, b, h0 = _checked_net(X, Wx, Wh, b, h0)
    return _sigmoid(X @ Wx.T + Wh @ h0 + b)


@mistake("recurrent_forward", "After the first step your inputs are not read any more; every step adds Wx x_t.")
def input_not_used(X, Wx, Wh, b, h0=None):
    X, Wx, Wh, b, h = _checked_net(X, Wx, Wh, b, h0)
    H = np.zeros((len(X), len(b)))
    for t in range(len(X)):
        h = H[t] = _sigmoid((Wx @ X[0] if t == 0 else 0) + Wh @ h + b)
    return H


@mistake(
    "recurrent_forward",
    "You used the columns of Wh; row i of Wh holds what unit i reads from the others, so it is Wh @ h.",
)
def transposed_recurrence(X, Wx, Wh, b, h0=None):
    X, Wx, Wh, b, h = _checked_net(X, Wx, Wh, b, h0)
    H = np.zeros((len(X), len(b)))
    for t, x in enumerate(X):
        h = H[t] = _sigmoid(Wx @ x + h @ Wh + b)
    return H


@mistake(
    "recurrent_forward",
    "Your first row is h0, which is an argument and not a state of the layer's making; return h_1 to h_T.",
)
def returns_initial_state(X, Wx, Wh, b, h0=None):
    X, Wx, Wh, b, h = _checked_net(X, Wx, Wh, b, h0)
    states = [h]
    for x in X:
        states.append(_sigmoid(Wx @ x + Wh @ states[-1] + b))
    return np.array(states)


@mistake(
    "recurrent_forward", "You used tanh, which lies between -1 and 1; the activation of this layer is the sigmoid."
)
def hyperbolic_tangent(X, Wx, Wh, b, h0=None):
    X, Wx, Wh, b, h = _checked_net(X, Wx, Wh, b, h0)
    H = np.zeros((len(X), len(b)))
    for t, x in enumerate(X):
        h = H[t] = np.tanh(Wx @ x + Wh @ h + b)
    return H


@mistake("recurrent_forward", "You always start from zeros; if h0 is given, it is the state before the first step.")
def start_ignored(X, Wx, Wh, b, h0=None):
    X, Wx, Wh, b, h = _checked_net(X, Wx, Wh, b, h0)
    H, h = np.zeros((len(X), len(b))), np.zeros(len(b))
    for t, x in enumerate(X):
        h = H[t] = _sigmoid(Wx @ x + Wh @ h + b)
    return H


# ---------------------------------------------------------------------------------------------- recurrent_backward


def _deltas(H, dH, Wh):
    """The derivatives at the scores of each step, and what comes back to h0."""
    deltas, back = np.zeros(H.shape), np.zeros(H.shape[1])
    for t in reversed(range(len(H))):
        deltas[t] = (dH[t] + back) * H[t] * (1 - H[t])
        back = Wh.T @ deltas[t]
    return deltas, back


@mistake(
    "recurrent_backward",
    "You took the derivatives of the last step only; the weights are shared by all steps, so add what each of them "
    "says.",
)
def last_step_only(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    before = np.vstack([h0, H[:-1]])
    deltas, back = _deltas(H, dH, Wh)
    return np.outer(deltas[-1], X[-1]), np.outer(deltas[-1], before[-1]), deltas[-1], back, deltas @ Wx


@mistake(
    "recurrent_backward",
    "You averaged the derivatives of the shared weights over the steps; they are added up.",
)
def mean_over_steps(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    before, T = np.vstack([h0, H[:-1]]), len(X)
    deltas, back = _deltas(H, dH, Wh)
    return deltas.T @ X / T, deltas.T @ before / T, deltas.mean(axis=0), back, deltas @ Wx


@mistake(
    "recurrent_backward",
    "You used dH of each step alone; what later steps say of h_t comes back through Wh and is added to it.",
)
def no_flow_through_time(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    before = np.vstack([h0, H[:-1]])
    deltas = dH * H * (1 - H)
    return deltas.T @ X, deltas.T @ before, deltas.sum(axis=0), Wh.T @ deltas[0], deltas @ Wx


@mistake(
    "recurrent_backward",
    "You went back with Wh as it is; forward it is Wh @ h, so the derivatives return through its transpose.",
)
def wh_not_transposed(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    before = np.vstack([h0, H[:-1]])
    deltas, back = _deltas(H, dH, Wh.T)
    return deltas.T @ X, deltas.T @ before, deltas.sum(axis=0), back, deltas @ Wx


@mistake(
    "recurrent_backward",
    "You paired the derivative of step t with h_t in dWh; what Wh multiplied in that step was the state before, "
    "h_{t-1}.",
)
def state_of_same_step(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    deltas, back = _deltas(H, dH, Wh)
    return deltas.T @ X, deltas.T @ H, deltas.sum(axis=0), back, deltas @ Wx


@mistake(
    "recurrent_backward",
    "You left out the slope of the sigmoid: a derivative at a state, times h (1 - h), is one at the score.",
)
def slope_left_out(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    before = np.vstack([h0, H[:-1]])
    deltas, back = np.zeros(H.shape), np.zeros(len(h0))
    for t in reversed(range(len(X))):
        deltas[t] = dH[t] + back
        back = Wh.T @ deltas[t]
    return deltas.T @ X, deltas.T @ before, deltas.sum(axis=0), back, deltas @ Wx


@mistake("recurrent_backward", "1 - h^2 is the slope of tanh; the sigmoid's is h (1 - h).")
def slope_of_tanh(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    before = np.vstack([h0, H[:-1]])
    deltas, back = np.zeros(H.shape), np.zeros(len(h0))
    for t in reversed(range(len(X))):
        deltas[t] = (dH[t] + back) * (1 - H[t] ** 2)
        back = Wh.T @ deltas[t]
    return deltas.T @ X, deltas.T @ before, deltas.sum(axis=0), back, deltas @ Wx


@mistake(
    "recurrent_backward",
    "You used the last row of dH only; every state may be an output that the loss sees, so add dH[t] at each step.",
)
def earlier_outputs_ignored(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    before = np.vstack([h0, H[:-1]])
    last = np.zeros(dH.shape)
    last[-1] = dH[-1]
    deltas, back = _deltas(H, last, Wh)
    return deltas.T @ X, deltas.T @ before, deltas.sum(axis=0), back, deltas @ Wx


@mistake(
    "recurrent_backward",
    "In dWh you took zeros for the state before the first step; it is h0.",
)
def start_taken_for_zero(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    deltas, back = _deltas(H, dH, Wh)
    return deltas.T @ X, deltas[1:].T @ H[:-1], deltas.sum(axis=0), back, deltas @ Wx


@mistake(
    "recurrent_backward",
    "At the first step your H[t - 1] is H[-1], in Python the LAST state; the state before the first step is h0.",
)
def wraps_around(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    deltas, back = _deltas(H, dH, Wh)
    dWh = sum(np.outer(deltas[t], H[t - 1]) for t in range(len(X)))
    return deltas.T @ X, dWh, deltas.sum(axis=0), back, deltas @ Wx


@mistake(
    "recurrent_backward",
    "Your dh0 ends at the scores of the first step; from there it goes back once more through Wh, to the state h0.",
)
def one_product_short(X, H, h0, dH, Wx, Wh):
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    deltas, _ = _deltas(H, dH, Wh)
    return deltas.T @ X, deltas.T @ np.vstack([h0, H[:-1]]), deltas.sum(axis=0), deltas[0], deltas @ Wx


# ---------------------------------------------------------------------------------------------------- lstm_forward


def _checked_params(params):
    if {"write", "keep", "read", "cell"} - set(params):
        raise ValueError("a part is missing")
    return {part: _floats(*params[part]) for part in ("write", "keep", "read", "cell")}


def _run_cell(X, params, h0, c0, step):
    """A sequence through cells; step takes the scores by part and the old state and cell, and returns the new ones."""
    X, h, c = _floats(X, h0, c0)
    params = _checked_params(params)
    states, cells = [], []
    for x in X:
        h, c = step({part: Wx @ x + Wh @ h + b for part, (Wx, Wh, b) in params.items()}, h, c)
        states.append(h)
        cells.append(c)
    return np.array(states), np.array(cells)


@mistake(
    "lstm_forward",
    "You multiplied the old cell by 1 - keep; the gate says how much is kept, although some books call it the forget "
    "gate.",
)
def forget_means_erase(X, params, h0, c0):
    def step(s, h, c):
        c = (1 - _sigmoid(s["keep"])) * c + _sigmoid(s["write"]) * np.tanh(s["cell"])
        return _sigmoid(s["read"]) * np.tanh(c), c

    return _run_cell(X, params, h0, c0, step)


@mistake("lstm_forward", "You read the cell as it is; the new state is read * tanh(c), which stays between -1 and 1.")
def output_without_tanh(X, params, h0, c0):
    def step(s, h, c):
        c = _sigmoid(s["keep"]) * c + _sigmoid(s["write"]) * np.tanh(s["cell"])
        return _sigmoid(s["read"]) * c, c

    return _run_cell(X, params, h0, c0, step)


@mistake(
    "lstm_forward",
    "You used the sigmoid for what is written, so it can never be negative; only the gates are sigmoids, this is tanh.",
)
def candidate_sigmoid(X, params, h0, c0):
    def step(s, h, c):
        c = _sigmoid(s["keep"]) * c + _sigmoid(s["write"]) * _sigmoid(s["cell"])
        return _sigmoid(s["read"]) * np.tanh(c), c

    return _run_cell(X, params, h0, c0, step)


@mistake("lstm_forward", "Your state reads the cell from before the step; update the cell first and read the new one.")
def old_cell_read(X, params, h0, c0):
    def step(s, h, c):
        new = _sigmoid(s["keep"]) * c + _sigmoid(s["write"]) * np.tanh(s["cell"])
        return _sigmoid(s["read"]) * np.tanh(c), new

    return _run_cell(X, params, h0, c0, step)


@mistake(
    "lstm_forward",
    "Each of your steps starts from c0 again; two things go from step to step, the state and the cell.",
)
def cell_not_carried(X, params, h0, c0):
    def step(s, h, c):
        c = _sigmoid(s["keep"]) * np.asarray(c0, dtype=float) + _sigmoid(s["write"]) * np.tanh(s["cell"])
        return _sigmoid(s["read"]) * np.tanh(c), c

    return _run_cell(X, params, h0, c0, step)


@mistake(
    "lstm_forward",
    "Each of your steps reads h0 again; two things go from step to step, the state and the cell.",
)
def state_stays_at_start(X, params, h0, c0):
    X, h0, c = _floats(X, h0, c0)
    params = _checked_params(params)
    states, cells = [], []
    for x in X:
        s = {part: Wx @ x + Wh @ h0 + b for part, (Wx, Wh, b) in params.items()}
        c = _sigmoid(s["keep"]) * c + _sigmoid(s["write"]) * np.tanh(s["cell"])
        states.append(_sigmoid(s["read"]) * np.tanh(c))
        cells.append(c)
    return np.array(states), np.array(cells)


@mistake(
    "lstm_forward",
    "You wrote 1 - keep of the candidate, as another kind of cell does; here write is a gate with weights of its own.",
)
def coupled_gates(X, params, h0, c0):
    def step(s, h, c):
        keep = _sigmoid(s["keep"])
        c = keep * c + (1 - keep) * np.tanh(s["cell"])
        return _sigmoid(s["read"]) * np.tanh(c), c

    return _run_cell(X, params, h0, c0, step)


@mistake(
    "lstm_forward", "You left a part that is missing out or let KeyError pass; without all four parts: ValueError."
)
def missing_part_passes(X, params, h0, c0):
    params = {part: params[part] for part in ("write", "keep", "read", "cell")}

    def step(s, h, c):
        c = _sigmoid(s["keep"]) * c + _sigmoid(s["write"]) * np.tanh(s["cell"])
        return _sigmoid(s["read"]) * np.tanh(c), c

    return _run_cell(X, params, h0, c0, step)


# ------------------------------------------------------------------------------------------------------- gan_round


def _checked_game(theta, p_data):
    theta, p_data = _floats(theta, p_data)
    if p_data.shape != theta.shape or (p_data < 0).any() or abs(p_data.sum() - 1) > 1e-8:
        raise ValueError("p_data must hold a probability for each entry of theta")
    return theta, p_data


def _generated(theta):
    shifted = np.exp(theta - theta.max())
    return shifted / shifted.sum()


def _value(p_data, p_g, D):
    real = p_data > 0
    return float(p_data[real] @ np.log(D[real]) + p_g @ np.log(1 - D))


@mistake(
    "gan_round",
    "Your generator climbs; it wants V small, so it steps against the gradient of V (and the discriminator wants V "
    "large).",
)
def generator_ascends(theta, p_data, eta, D=None):
    theta, p_data = _checked_game(theta, p_data)
    p_g = _generated(theta)
    D = p_data / (p_data + p_g) if D is None else np.asarray(D, dtype=float)
    log_fake = np.log(1 - D)
    return _value(p_data, p_g, D), D, theta + eta * p_g * (log_fake - p_g @ log_fake)


@mistake(
    "gan_round",
    "Your discriminator is turned round: D is the probability that an outcome is REAL, p_data / (p_data + p_g).",
)
def discriminator_inverted(theta, p_data, eta, D=None):
    theta, p_data = _checked_game(theta, p_data)
    p_g = _generated(theta)
    with np.errstate(all="ignore"):
        D = p_g / (p_data + p_g) if D is None else np.asarray(D, dtype=float)
        log_fake = np.log(1 - D)
        return _value(p_data, p_g, D), D, theta - eta * p_g * (log_fake - p_g @ log_fake)


@mistake(
    "gan_round",
    "You computed 0 * log(0), which is nan in floating point; outcomes that are never real add nothing: leave them "
    "out.",
)
def zero_log_zero(theta, p_data, eta, D=None):
    theta, p_data = _checked_game(theta, p_data)
    p_g = _generated(theta)
    D = p_data / (p_data + p_g) if D is None else np.asarray(D, dtype=float)
    log_fake = np.log(1 - D)
    with np.errstate(all="ignore"):
        value = float((p_data * np.log(D)).sum() + (p_g * log_fake).sum())
    return value, D, theta - eta * p_g * (log_fake - p_g @ log_fake)


@mistake(
    "gan_round",
    "Your generator lowers -log D, another popular loss; in the zero-sum game it lowers V itself, that is log(1 - D).",
)
def non_saturating_loss(theta, p_data, eta, D=None):
    theta, p_data = _checked_game(theta, p_data)
    p_g = _generated(theta)
    D = p_data / (p_data + p_g) if D is None else np.asarray(D, dtype=float)
    with np.errstate(all="ignore"):
        loss = -np.log(D)
        return _value(p_data, p_g, D), D, theta - eta * p_g * (loss - p_g @ loss)


@mistake(
    "gan_round",
    "You stepped along log(1 - D), the derivative by p_g; theta acts through a softmax: subtract the mean under p_g, "
    "and "
    "multiply by p_g.",
)
def softmax_jacobian_missing(theta, p_data, eta, D=None):
    theta, p_data = _checked_game(theta, p_data)
    p_g = _generated(theta)
    D = p_data / (p_data + p_g) if D is None else np.asarray(D, dtype=float)
    return _value(p_data, p_g, D), D, theta - eta * np.log(1 - D)


@mistake(
    "gan_round",
    "You multiplied by p_g but did not subtract the mean of log(1 - D): raising one outcome lowers all the others.",
)
def mean_not_subtracted(theta, p_data, eta, D=None):
    theta, p_data = _checked_game(theta, p_data)
    p_g = _generated(theta)
    D = p_data / (p_data + p_g) if D is None else np.asarray(D, dtype=float)
    return _value(p_data, p_g, D), D, theta - eta * p_g * np.log(1 - D)


@mistake("gan_round", "You always played the best discriminator; if D is given, V and the step are for that one.")
def given_discriminator_ignored(theta, p_data, eta, D=None):
    theta, p_data = _checked_game(theta, p_data)
    p_g = _generated(theta)
    D = p_data / (p_data + p_g)
    log_fake = np.log(1 - D)
    return _value(p_data, p_g, D), D, theta - eta * p_g * (log_fake - p_g @ log_fake)


@mistake(
    "gan_round",
    "exp(theta) overflows or vanishes when all of theta is large; subtract the largest entry first, p_g stays the "
    "same.",
)
def softmax_without_shift(theta, p_data, eta, D=None):
    theta, p_data = _checked_game(theta, p_data)
    p_g = np.exp(theta) / np.exp(theta).sum()
    D = p_data / (p_data + p_g) if D is None else np.asarray(D, dtype=float)
    log_fake = np.log(1 - D)
    return _value(p_data, p_g, D), D, theta - eta * p_g * (log_fake - p_g @ log_fake)


@mistake("gan_round", "You took a p_data that does not sum to 1, or made it sum to 1; it raises ValueError.")
def p_data_rescaled(theta, p_data, eta, D=None):
    theta, p_data = _floats(theta, p_data)
    if p_data.shape != theta.shape or (p_data < 0).any():
        raise ValueError("p_data must hold a probability for each entry of theta")
    p_data = p_data / p_data.sum()
    p_g = _generated(theta)
    D = p_data / (p_data + p_g) if D is None else np.asarray(D, dtype=float)
    log_fake = np.log(1 - D)
    return _value(p_data, p_g, D), D, theta - eta * p_g * (log_fake - p_g @ log_fake)


# --------------------------------------------------------------------------------------------------- train_convnet


def _forward(filters, filter_bias, images):
    scores = convolve(images, filters, filter_bias)
    pooled, share = pool(np.maximum(scores, 0), 2)
    return scores, pooled, share


def _spread(dpooled):
    """Every number of a pooled map on its four pixels."""
    return dpooled.repeat(2, axis=1).repeat(2, axis=2)


def _step(params, gradients, eta):
    return [part - eta * gradient for part, gradient in zip(params, gradients, strict=True)]


def _fresh(params, X, labels):
    return [np.array(part, dtype=float) for part in params], np.asarray(X, dtype=float), np.asarray(labels)


@mistake(
    "train_convnet",
    "Your gradient passes relu everywhere; where the score of the convolution was not positive relu is flat: stop it "
    "there.",
)
def relu_slope_missing(params, X, labels, batches, eta):
    params, X, labels = _fresh(params, X, labels)
    losses = np.zeros(len(batches))
    for k, batch in enumerate(batches):
        _, pooled, share = _forward(*params[:2], X[batch])
        rows = pooled.reshape(len(batch), -1)
        _, losses[k], drows, dW, db = softmax_head(rows, *params[2:], labels[batch])
        dscores = share * _spread(drows.reshape(pooled.shape))
        _, dfilters, dfilter_bias = convolve_backward(dscores, X[batch], params[0])
        params = _step(params, (dfilters, dfilter_bias, dW, db), eta)
    return tuple(params), losses


@mistake(
    "train_convnet",
    "You let the gradient pass relu at a score of exactly 0, where its slope is 0; only scores > 0 pass.",
)
def relu_open_at_zero(params, X, labels, batches, eta):
    params, X, labels = _fresh(params, X, labels)
    losses = np.zeros(len(batches))
    for k, batch in enumerate(batches):
        scores, pooled, share = _forward(*params[:2], X[batch])
        rows = pooled.reshape(len(batch), -1)
        _, losses[k], drows, dW, db = softmax_head(rows, *params[2:], labels[batch])
        dscores = share * _spread(drows.reshape(pooled.shape)) * (scores >= 0)
        _, dfilters, dfilter_bias = convolve_backward(dscores, X[batch], params[0])
        params = _step(params, (dfilters, dfilter_bias, dW, db), eta)
    return tuple(params), losses


@mistake(
    "train_convnet",
    "You gave the gradient of a pooled number to all four pixels of its window; only the winner made it: multiply by "
    "share.",
)
def pool_gradient_spread(params, X, labels, batches, eta):
    params, X, labels = _fresh(params, X, labels)
    losses = np.zeros(len(batches))
    for k, batch in enumerate(batches):
        scores, pooled, _ = _forward(*params[:2], X[batch])
        rows = pooled.reshape(len(batch), -1)
        _, losses[k], drows, dW, db = softmax_head(rows, *params[2:], labels[batch])
        dscores = _spread(drows.reshape(pooled.shape)) * (scores > 0)
        _, dfilters, dfilter_bias = convolve_backward(dscores, X[batch], params[0])
        params = _step(params, (dfilters, dfilter_bias, dW, db), eta)
    return tuple(params), losses


@mistake(
    "train_convnet",
    "You flattened channel by channel; the order is rows, columns, channels, which reshape(n, -1) gives without "
    "moving axes.",
)
def flatten_order(params, X, labels, batches, eta):
    params, X, labels = _fresh(params, X, labels)
    losses = np.zeros(len(batches))
    for k, batch in enumerate(batches):
        scores, pooled, share = _forward(*params[:2], X[batch])
        channels_first = pooled.transpose(0, 3, 1, 2)
        rows = channels_first.reshape(len(batch), -1)
        _, losses[k], drows, dW, db = softmax_head(rows, *params[2:], labels[batch])
        dpooled = drows.reshape(channels_first.shape).transpose(0, 2, 3, 1)
        dscores = share * _spread(dpooled) * (scores > 0)
        _, dfilters, dfilter_bias = convolve_backward(dscores, X[batch], params[0])
        params = _step(params, (dfilters, dfilter_bias, dW, db), eta)
    return tuple(params), losses


def _train(params, X, labels, batches, eta, loss_after=False, frozen=()):
    params, X, labels = _fresh(params, X, labels)
    losses = np.zeros(len(batches))
    for k, batch in enumerate(batches):
        scores, pooled, share = _forward(*params[:2], X[batch])
        rows = pooled.reshape(len(batch), -1)
        _, losses[k], drows, dW, db = softmax_head(rows, *params[2:], labels[batch])
        dscores = share * _spread(drows.reshape(pooled.shape)) * (scores > 0)
        _, dfilters, dfilter_bias = convolve_backward(dscores, X[batch], params[0])
        gradients = [dfilters, dfilter_bias, dW, db]
        for part in frozen:
            gradients[part] = 0 * gradients[part]
        params = _step(params, gradients, eta)
        if loss_after:
            _, pooled, _ = _forward(*params[:2], X[batch])
            _, losses[k], _, _, _ = softmax_head(pooled.reshape(len(batch), -1), *params[2:], labels[batch])
    return tuple(params), losses


@mistake(
    "train_convnet", "You recorded the loss of each batch after its update; record the one that the gradients are of."
)
def loss_after_update(params, X, labels, batches, eta):
    return _train(params, X, labels, batches, eta, loss_after=True)


@mistake(
    "train_convnet",
    "You updated the head before you took the filters' gradient, which then came down through the new W; take all four "
    "gradients first.",
)
def updates_in_sequence(params, X, labels, batches, eta):
    params, X, labels = _fresh(params, X, labels)
    losses = np.zeros(len(batches))
    for k, batch in enumerate(batches):
        scores, pooled, share = _forward(*params[:2], X[batch])
        rows = pooled.reshape(len(batch), -1)
        P, losses[k], _, dW, db = softmax_head(rows, *params[2:], labels[batch])
        params[2:] = _step(params[2:], (dW, db), eta)
        error = P.copy()
        error[np.arange(len(batch)), labels[batch]] -= 1
        dpooled = (error / len(batch) @ params[2]).reshape(pooled.shape)
        _, dfilters, dfilter_bias = convolve_backward(share * _spread(dpooled) * (scores > 0), X[batch], params[0])
        params[:2] = _step(params[:2], (dfilters, dfilter_bias), eta)
    return tuple(params), losses


@mistake(
    "train_convnet",
    "Your filters never change; the gradient goes on through pooling, relu and convolve_backward down to them.",
)
def only_the_head_learns(params, X, labels, batches, eta):
    return _train(params, X, labels, batches, eta, frozen=(0, 1))


@mistake("train_convnet", "The bias of your filters never changes; it is a parameter with a gradient like the others.")
def filter_bias_forgotten(params, X, labels, batches, eta):
    return _train(params, X, labels, batches, eta, frozen=(1,))


@mistake(
    "train_convnet", "Every one of your steps uses all the examples; the step of a batch is made from its rows alone."
)
def all_rows_in_every_batch(params, X, labels, batches, eta):
    return _train(params, X, labels, [np.arange(len(X)) for _ in batches], eta)


@mistake(
    "train_convnet",
    "You compared a batch with the first labels of the list; the labels of the rows in a batch are labels[batch].",
)
def first_labels(params, X, labels, batches, eta):
    params, X, labels = _fresh(params, X, labels)
    losses = np.zeros(len(batches))
    for k, batch in enumerate(batches):
        params, losses[[k]] = _train(params, X[batch], labels[: len(batch)], [np.arange(len(batch))], eta)
    return tuple(params), losses


@mistake(
    "train_convnet",
    "You took the gradients of all batches at the first parameters; each batch starts from what the one before has "
    "left.",
)
def parameters_not_carried(params, X, labels, batches, eta):
    start, X, labels = _fresh(params, X, labels)
    moved, losses = [part.copy() for part in start], []
    for batch in batches:
        new, loss = _train(start, X, labels, [batch], eta)
        moved = [total + after - before for total, after, before in zip(moved, new, start, strict=True)]
        losses.append(loss[0])
    return tuple(moved), np.array(losses)


@mistake(
    "train_convnet",
    "You updated the arrays that you were given in place (-=), so the caller's parameters changed; work on copies.",
)
def parameters_overwritten(params, X, labels, batches, eta):
    new, losses = _train(params, X, labels, batches, eta)
    for given, part in zip(params, new, strict=True):
        if isinstance(given, np.ndarray) and given.dtype.kind == "f":
            given[...] = part
    return new, losses
