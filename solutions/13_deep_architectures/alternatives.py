"""Right answers of deep_architectures, written another way."""

import math
from bisect import bisect_right

import numpy as np

from autograder.authoring import alternative
from deep_architectures import convolve, encode, recurrent_forward

# encode ---------------------------------------------------------------------------------------------------------------


def check_edges(edges):
    edges = [float(edge) for edge in edges]
    if any(b <= a for a, b in zip(edges, edges[1:], strict=False)):
        raise ValueError("edges must ascend strictly")
    return edges


@alternative("encode")
def bits_one_by_one(values, edges, code):
    edges = check_edges(edges)
    if code != "one_to_n" and code != "thermometer":
        raise ValueError("no such code")
    rows = []
    for value in values:
        value = float(value)
        if math.isnan(value):
            raise ValueError("nan")
        place = bisect_right(edges, value)
        if code == "one_to_n":
            rows.append([1.0 if bit == place else 0.0 for bit in range(len(edges) + 1)])
        else:
            rows.append([1.0 if bit <= place else 0.0 for bit in range(len(edges) + 1)])
    return rows


@alternative("encode")
def by_digitize(values, edges, code):
    values, edges = np.array(values, dtype=float), np.array(check_edges(edges))
    if np.any(values != values):
        raise ValueError("nan")
    bins = np.digitize(values, edges) if len(edges) else np.zeros(len(values), dtype=int)
    bits = np.zeros((len(values), len(edges) + 1))
    bits[np.arange(len(values)), bins] = 1
    if code == "thermometer":
        return bits[:, ::-1].cumsum(axis=1)[:, ::-1]
    if code == "one_to_n":
        return bits
    raise ValueError(code)


@alternative("encode")
def by_comparison(values, edges, code):
    if code not in {"one_to_n", "thermometer"}:
        raise ValueError(code)
    values, edges = np.array(values, dtype=float), np.array(check_edges(edges))
    if np.isnan(values).any():
        raise ValueError("nan")
    reached = np.column_stack([np.ones(len(values), dtype=bool), values[:, None] >= edges])
    if code == "thermometer":
        return reached
    return reached & ~np.column_stack([reached[:, 1:], np.zeros(len(values), dtype=bool)])


# softmax_head ---------------------------------------------------------------------------------------------------------


@alternative("softmax_head")
def head_in_loops(C, W, b, labels):
    n, K, d = len(C), len(W), len(W[0])
    if len(labels) != n:
        raise ValueError("one label for each row")
    P, dC, dW, db = [], [[0.0] * d for _ in range(n)], [[0.0] * d for _ in range(K)], [0.0] * K
    loss = 0.0
    for i in range(n):
        label = int(labels[i])
        if label < 0 or label >= K:
            raise ValueError("no such class")
        scores = [float(b[k]) + sum(float(W[k][j]) * float(C[i][j]) for j in range(d)) for k in range(K)]
        top = max(scores)
        log_sum = top + math.log(sum(math.exp(score - top) for score in scores))
        P.append([math.exp(score - log_sum) for score in scores])
        loss += (log_sum - scores[label]) / n
        for k in range(K):
            error = (P[i][k] - (k == label)) / n
            db[k] += error
            for j in range(d):
                dC[i][j] += error * float(W[k][j])
                dW[k][j] += error * float(C[i][j])
    return np.array(P), loss, np.array(dC), np.array(dW), np.array(db)


@alternative("softmax_head")
def head_with_logaddexp(C, W, b, labels):
    C, W, b = np.array(C, dtype=float), np.array(W, dtype=float), np.array(b, dtype=float)
    K = W.shape[0]
    labels = [int(label) for label in labels]
    if len(labels) != C.shape[0] or not set(labels) <= set(range(K)):
        raise ValueError("labels")
    scores = np.einsum("nd,kd->nk", C, W) + b
    log_P = scores - np.logaddexp.reduce(scores, axis=1)[:, None]
    target = encode(labels, np.arange(1, K), "one_to_n")
    loss = np.mean(np.sum(-log_P * target, axis=1))
    error = (np.exp(log_P) - target) / len(C)
    return [np.exp(log_P), loss, np.einsum("nk,kd->nd", error, W), np.einsum("nk,nd->kd", error, C), error.sum(0)]


@alternative("softmax_head")
def head_in_single_precision(C, W, b, labels):
    C, W, b = (np.asarray(part, dtype=np.float32) for part in (C, W, b))
    labels = np.asarray(labels)
    if labels.shape != (len(C),) or labels.min() < 0 or labels.max() > len(W) - 1:
        raise ValueError("labels")
    scores = C @ W.T + b
    scores = scores - np.max(scores, axis=1)[:, np.newaxis]
    powers = np.exp(scores)
    sums = powers.sum(axis=1)
    P = powers / sums[:, np.newaxis]
    loss = np.mean(np.log(sums) - np.take_along_axis(scores, labels[:, None], axis=1)[:, 0])
    error = (P - np.eye(len(W), dtype=np.float32)[labels]) / np.float32(len(C))
    return P, loss, error @ W, error.T @ C, np.sum(error, axis=0)


# convolve -------------------------------------------------------------------------------------------------------------


def check_layer(X, filters, stride, pad):
    kh, kw, channels, _ = np.shape(filters)
    _, H, W, C = np.shape(X)
    if stride < 1 or pad < 0 or channels != C or kh > H + 2 * pad or kw > W + 2 * pad:
        raise ValueError("the layer does not fit")


@alternative("convolve")
def pixel_by_pixel(X, filters, bias, stride=1, pad=0):
    check_layer(X, filters, stride, pad)
    X, filters, bias = np.array(X, dtype=float), np.array(filters, dtype=float), np.array(bias, dtype=float)
    n, H, W, C = X.shape
    kh, kw, _, F = filters.shape
    rows, columns = (H + 2 * pad - kh) // stride + 1, (W + 2 * pad - kw) // stride + 1
    Y = np.zeros((n, rows, columns, F))
    for e in range(n):
        for i in range(rows):
            for j in range(columns):
                for f in range(F):
                    total = bias[f]
                    for u in range(kh):
                        for v in range(kw):
                            p, q = i * stride + u - pad, j * stride + v - pad
                            if 0 <= p < H and 0 <= q < W:
                                for c in range(C):
                                    total += X[e, p, q, c] * filters[u, v, c, f]
                    Y[e, i, j, f] = total
    return Y


@alternative("convolve")
def windows_and_einsum(X, filters, bias, stride=1, pad=0):
    check_layer(X, filters, stride, pad)
    filters = np.asarray(filters, dtype=float)
    X = np.pad(np.asarray(X, dtype=float), [(0, 0), (pad, pad), (pad, pad), (0, 0)])
    views = np.lib.stride_tricks.sliding_window_view(X, filters.shape[:2], axis=(1, 2))[:, ::stride, ::stride]
    return np.einsum("nijcuv,uvcf->nijf", views, filters) + np.asarray(bias, dtype=float)


@alternative("convolve")
def one_big_matrix(X, filters, bias, stride=1, pad=0):
    """The layer as a dense one, most of whose weights are 0 or equal."""
    check_layer(X, filters, stride, pad)
    X, filters = np.asarray(X, dtype=float), np.asarray(filters, dtype=float)
    n, H, W, C = X.shape
    kh, kw, _, F = filters.shape
    rows, columns = 1 + (H + 2 * pad - kh) // stride, 1 + (W + 2 * pad - kw) // stride
    matrix = np.zeros((rows, columns, F, H + 2 * pad, W + 2 * pad, C))
    for i in range(rows):
        for j in range(columns):
            p, q = i * stride, j * stride
            matrix[i, j, :, p : p + kh, q : q + kw] = filters.transpose(3, 0, 1, 2)
    matrix = matrix[:, :, :, pad : pad + H, pad : pad + W].reshape(rows * columns * F, -1)
    return (X.reshape(n, -1) @ matrix.T).reshape(n, rows, columns, F) + np.asarray(bias)


@alternative("convolve")
def columns_in_single_precision(X, filters, bias, stride=1, pad=0):
    check_layer(X, filters, stride, pad)
    X, filters, bias = (np.asarray(part, dtype=np.float32) for part in (X, filters, bias))
    n, H, W, C = X.shape
    kh, kw, _, F = filters.shape
    padded = np.zeros((n, H + 2 * pad, W + 2 * pad, C), dtype=np.float32)
    padded[:, pad : pad + H, pad : pad + W, :] = X
    starts_down, starts_right = range(0, H + 2 * pad - kh + 1, stride), range(0, W + 2 * pad - kw + 1, stride)
    patches = [padded[:, p : p + kh, q : q + kw, :].reshape(n, -1) for p in starts_down for q in starts_right]
    answer = np.stack(patches, axis=1) @ filters.reshape(-1, F) + bias
    return answer.reshape(n, len(starts_down), len(starts_right), F)


# convolve_backward ----------------------------------------------------------------------------------------------------


@alternative("convolve_backward")
def pixel_by_pixel_back(dY, X, filters, stride=1, pad=0):
    dY, X, filters = np.array(dY, dtype=float), np.array(X, dtype=float), np.array(filters, dtype=float)
    n, H, W, C = X.shape
    kh, kw, _, F = filters.shape
    dX, dfilters, dbias = np.zeros(X.shape), np.zeros(filters.shape), np.zeros(F)
    for e, i, j, f in np.ndindex(dY.shape):
        error = dY[e, i, j, f]
        dbias[f] += error
        for u in range(kh):
            for v in range(kw):
                p, q = i * stride + u - pad, j * stride + v - pad
                if 0 <= p < H and 0 <= q < W:
                    for c in range(C):
                        dX[e, p, q, c] += error * filters[u, v, c, f]
                        dfilters[u, v, c, f] += error * X[e, p, q, c]
    return dX, dfilters, dbias


@alternative("convolve_backward")
def by_more_convolutions(dY, X, filters, stride=1, pad=0):
    """dX: dY with gaps between its pixels, under the filters turned round. dfilters: X under dY as a filter."""
    dY, X, filters = np.asarray(dY, dtype=float), np.asarray(X, dtype=float), np.asarray(filters, dtype=float)
    n, H, W, C = X.shape
    _, rows, columns, F = dY.shape
    kh, kw = filters.shape[:2]
    gaps = np.zeros((n, H + 2 * pad - kh + 1, W + 2 * pad - kw + 1, F))
    gaps[:, ::stride, ::stride][:, :rows, :columns] = dY
    framed = np.pad(gaps, ((0, 0), (kh - 1, kh - 1), (kw - 1, kw - 1), (0, 0)))
    turned = filters[::-1, ::-1].transpose(0, 1, 3, 2)
    dX = convolve(framed, turned, np.zeros(C))[:, pad : pad + H, pad : pad + W]
    examples_as_channels = np.pad(X, ((0, 0), (pad, pad), (pad, pad), (0, 0))).transpose(3, 1, 2, 0)
    dfilters = convolve(examples_as_channels, gaps.transpose(1, 2, 0, 3), np.zeros(F)).transpose(1, 2, 0, 3)
    return dX, dfilters, np.einsum("nijf->f", dY)


@alternative("convolve_backward")
def window_by_window_back(dY, X, filters, stride=1, pad=0):
    dY, filters = np.asarray(dY, dtype=float), np.asarray(filters, dtype=float)
    kh, kw = filters.shape[:2]
    X = np.pad(np.asarray(X, dtype=float), ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    dX, dfilters = np.zeros_like(X), np.zeros_like(filters)
    for i in range(dY.shape[1]):
        for j in range(dY.shape[2]):
            window = np.s_[:, i * stride : i * stride + kh, j * stride : j * stride + kw]
            dX[window] += np.einsum("nf,uvcf->nuvc", dY[:, i, j], filters)
            dfilters += np.einsum("nf,nuvc->uvcf", dY[:, i, j], X[window])
    if pad > 0:
        dX = dX[:, pad:-pad, pad:-pad]
    return [dX, dfilters, dY.reshape(-1, dY.shape[3]).sum(axis=0)]


@alternative("convolve_backward")
def one_weight_at_a_time(dY, X, filters, stride=1, pad=0):
    """The layer is linear, so the derivative by a number is what that number alone, set to 1, adds to sum(dY * Y)."""
    dY, X, filters = np.asarray(dY, dtype=float), np.asarray(X, dtype=float), np.asarray(filters, dtype=float)
    none, dX, dfilters = np.zeros(filters.shape[3]), np.zeros(X.shape), np.zeros(filters.shape)
    for _, p, q, c in np.ndindex(1, *X.shape[1:]):
        unit = np.zeros((1, *X.shape[1:]))
        unit[0, p, q, c] = 1
        dX[:, p, q, c] = (dY * convolve(unit, filters, none, stride, pad)).sum(axis=(1, 2, 3))
    for place in np.ndindex(*filters.shape):
        unit = np.zeros(filters.shape)
        unit[place] = 1
        dfilters[place] = (dY * convolve(X, unit, none, stride, pad)).sum()
    return dX, dfilters, dY.sum(axis=0).sum(axis=0).sum(axis=0)


# pool -----------------------------------------------------------------------------------------------------------------


@alternative("pool")
def pool_in_loops(X, size, kind="max"):
    n, H, W, C = np.shape(X)
    if H % size != 0 or W % size != 0:
        raise ValueError("windows do not fit")
    if kind != "max" and kind != "mean":
        raise ValueError("no such kind")
    Y, share = np.zeros((n, H // size, W // size, C)), np.zeros((n, H, W, C))
    for e, i, j, c in np.ndindex(Y.shape):
        best, where, total = -math.inf, None, 0.0
        for p in range(i * size, i * size + size):
            for q in range(j * size, j * size + size):
                value = float(X[e][p][q][c])
                total += value
                if value > best:
                    best, where = value, (p, q)
                if kind == "mean":
                    share[e, p, q, c] = 1 / (size * size)
        Y[e, i, j, c] = total / size**2 if kind == "mean" else best
        if kind == "max":
            share[e, where[0], where[1], c] = 1
    return Y, share


@alternative("pool")
def blocks_of_pixels(X, size, kind="max"):
    X = np.asarray(X, dtype=float)
    n, H, W, C = X.shape
    if H % size or W % size or kind not in ("max", "mean"):
        raise ValueError("size or kind")
    blocks = X.reshape(n, H // size, size, W // size, size, C)
    if kind == "mean":
        return blocks.sum(axis=4).sum(axis=2) / size**2, np.ones(X.shape) / size**2
    Y = blocks.max(axis=4).max(axis=2)
    share, taken = np.zeros(blocks.shape), np.zeros(Y.shape, dtype=bool)
    for u in range(size):
        for v in range(size):
            wins = (blocks[:, :, u, :, v] == Y) & ~taken
            share[:, :, u, :, v] = wins
            taken |= wins
    return Y, share.reshape(X.shape)


@alternative("pool")
def stepping_windows(X, size, kind="max"):
    X = np.array(X, dtype=float)
    if X.shape[1] // size * size != X.shape[1] or X.shape[2] // size * size != X.shape[2]:
        raise ValueError("size")
    windows = np.lib.stride_tricks.sliding_window_view(X, (size, size), axis=(1, 2))[:, ::size, ::size]
    if kind == "mean":
        return windows.mean(axis=(-1, -2)), np.full(X.shape, 1.0 / (size * size))
    if kind != "max":
        raise ValueError("kind")
    share = np.zeros(X.shape, dtype=int)
    e, i, j, c = np.indices(windows.shape[:4])
    u, v = np.divmod(windows.reshape(*windows.shape[:4], -1).argmax(axis=-1), size)
    share[e, i * size + u, j * size + v, c] = 1
    return windows.max(axis=(-1, -2)), share


# recurrent_forward ----------------------------------------------------------------------------------------------------


def careful_sigmoid(score):
    """For one number; never takes exp of a positive one."""
    if score >= 0:
        return 1 / (1 + math.exp(-score))
    return math.exp(score) / (1 + math.exp(score))


def check_net(X, Wx, Wh, b, h0):
    m, d = np.shape(Wx)
    if len(b) != m or (h0 is not None and len(h0) != m) or np.shape(Wh) != (m, m):
        raise ValueError("shapes")
    if any(len(x) != d for x in X):
        raise ValueError("inputs")


@alternative("recurrent_forward")
def states_in_loops(X, Wx, Wh, b, h0=None):
    check_net(X, Wx, Wh, b, h0)
    m, d = len(b), len(Wx[0])
    h = [0.0] * m if h0 is None else [float(value) for value in h0]
    H = []
    for x in X:
        new = []
        for i in range(m):
            score = float(b[i])
            for j in range(d):
                score += float(Wx[i][j]) * float(x[j])
            for j in range(m):
                score += float(Wh[i][j]) * h[j]
            new.append(careful_sigmoid(score))
        h = new
        H.append(h)
    return np.array(H).reshape(len(H), m)


@alternative("recurrent_forward")
def inputs_first(X, Wx, Wh, b, h0=None):
    check_net(X, Wx, Wh, b, h0)
    Wh = np.array(Wh, dtype=float)
    from_inputs = np.array(X, dtype=float) @ np.array(Wx, dtype=float).T + np.array(b, dtype=float)
    states = [np.zeros(len(b)) if h0 is None else np.array(h0, dtype=float)]
    for score in from_inputs:
        states.append(np.exp(-np.logaddexp(0, -(score + Wh.dot(states[-1])))))
    return np.array(states)[1:]


@alternative("recurrent_forward")
def state_after_state(X, Wx, Wh, b, h0=None):
    """By recursion: the states of all but the last input, and one more."""
    X = np.asarray(X, dtype=float)
    check_net(X, Wx, Wh, b, h0)
    if len(X) == 0:
        return np.empty((0, len(b)))
    before = state_after_state(X[:-1], Wx, Wh, b, h0)
    h = before[-1] if len(before) else (np.zeros(len(b)) if h0 is None else np.asarray(h0))
    score = np.asarray(Wx) @ X[-1] + np.asarray(Wh) @ h + np.asarray(b)
    return np.concatenate([before, [[careful_sigmoid(float(s)) for s in score]]])


# recurrent_backward ---------------------------------------------------------------------------------------------------


@alternative("recurrent_backward")
def back_in_loops(X, H, h0, dH, Wx, Wh):
    T, d, m = len(X), len(X[0]), len(h0)
    dWx, dWh, db = [[0.0] * d for _ in range(m)], [[0.0] * m for _ in range(m)], [0.0] * m
    dX, dh = [[0.0] * d for _ in range(T)], [0.0] * m
    for t in range(T - 1, -1, -1):
        previous = H[t - 1] if t > 0 else h0
        delta = []
        for i in range(m):
            h = float(H[t][i])
            delta.append((float(dH[t][i]) + dh[i]) * h * (1 - h))
        for i in range(m):
            db[i] += delta[i]
            for j in range(d):
                dWx[i][j] += delta[i] * float(X[t][j])
                dX[t][j] += delta[i] * float(Wx[i][j])
            for j in range(m):
                dWh[i][j] += delta[i] * float(previous[j])
        dh = [sum(float(Wh[i][j]) * delta[i] for i in range(m)) for j in range(m)]
    return dWx, dWh, db, dh, dX


@alternative("recurrent_backward")
def jacobians_forward(X, H, h0, dH, Wx, Wh):
    """Carry the derivatives of the state by everything along with the state, and weigh them with dH at each step."""
    X, H, h0, dH, Wx, Wh = (np.array(part, dtype=float) for part in (X, H, h0, dH, Wx, Wh))
    (T, d), m = X.shape, len(h0)
    by_Wx, by_Wh, by_b = np.zeros((m, m, d)), np.zeros((m, m, m)), np.zeros((m, m))
    by_h0, by_X = np.eye(m), np.zeros((m, T, d))
    totals = [np.zeros((m, d)), np.zeros((m, m)), np.zeros(m), np.zeros(m), np.zeros((T, d))]
    before, own = h0, np.eye(m)
    for t in range(T):
        slope = H[t] * (1 - H[t])

        def through(by, direct, slope=slope):
            return np.einsum("i,i...->i...", slope, np.einsum("ij,j...->i...", Wh, by) + direct)

        reads_x = np.zeros((m, T, d))
        reads_x[:, t] = Wx
        by_Wx = through(by_Wx, np.einsum("ik,j->ikj", own, X[t]))
        by_Wh = through(by_Wh, np.einsum("ik,j->ikj", own, before))
        by_b, by_h0, by_X = through(by_b, own), through(by_h0, 0), through(by_X, reads_x)
        for total, by in zip(totals, (by_Wx, by_Wh, by_b, by_h0, by_X), strict=True):
            total += np.einsum("i,i...->...", dH[t], by)
        before = H[t]
    return tuple(totals)


@alternative("recurrent_backward")
def last_step_and_the_rest(X, H, h0, dH, Wx, Wh):
    """By recursion: what the last step sends to the state before it joins dH there, and the sequence gets shorter."""
    X, H, h0, dH, Wx, Wh = (np.asarray(part, dtype=float) for part in (X, H, h0, dH, Wx, Wh))
    previous = H[-2] if len(H) > 1 else h0
    delta = dH[-1] * H[-1] * (1 - H[-1])
    own = [np.outer(delta, X[-1]), np.outer(delta, previous), delta, Wh.T @ delta, (Wx.T @ delta)[None]]
    if len(X) == 1:
        return own
    earlier = dH[:-1].copy()
    earlier[-1] += own[3]
    rest = last_step_and_the_rest(X[:-1], H[:-1], h0, earlier, Wx, Wh)
    return [rest[0] + own[0], rest[1] + own[1], rest[2] + own[2], rest[3], np.concatenate([rest[4], own[4]])]


@alternative("recurrent_backward")
def states_computed_again(X, H, h0, dH, Wx, Wh):
    """Trusts H for the bias only: the score of the first step gives b, and the layer is run once more."""
    X, H, h0, dH, Wx, Wh = (np.asarray(part, dtype=float) for part in (X, H, h0, dH, Wx, Wh))
    b = np.log(H[0] / (1 - H[0])) - Wx @ X[0] - Wh @ h0
    states = np.vstack([h0, np.asarray(recurrent_forward(X, Wx, Wh, b, h0))])
    slopes = states[1:] * (1 - states[1:])
    delta, deltas = np.zeros(len(h0)), []
    for outside, slope in zip(dH[::-1], slopes[::-1], strict=True):
        delta = (outside + delta @ Wh) * slope
        deltas.insert(0, delta)
    deltas = np.array(deltas)
    pairs = np.einsum("ti,tj->ij", deltas, states[:-1])
    return np.einsum("ti,tj->ij", deltas, X), pairs, deltas.sum(axis=0), deltas[0] @ Wh, deltas @ Wx


# lstm_forward ---------------------------------------------------------------------------------------------------------


@alternative("lstm_forward")
def cells_in_loops(X, params, h0, c0):
    for part in ("write", "keep", "read", "cell"):
        if part not in params:
            raise ValueError(part)
    m, d = len(h0), len(X[0])
    h, c = [float(value) for value in h0], [float(value) for value in c0]
    H, C = [], []
    for x in X:
        scores = {}
        for part, (Wx, Wh, b) in params.items():
            scores[part] = []
            for i in range(m):
                total = float(b[i]) + sum(float(Wx[i][j]) * float(x[j]) for j in range(d))
                scores[part].append(total + sum(float(Wh[i][j]) * h[j] for j in range(m)))
        for i in range(m):
            kept = careful_sigmoid(scores["keep"][i]) * c[i]
            c[i] = kept + careful_sigmoid(scores["write"][i]) * math.tanh(scores["cell"][i])
            h[i] = careful_sigmoid(scores["read"][i]) * math.tanh(c[i])
        H.append(list(h))
        C.append(list(c))
    return H, C


@alternative("lstm_forward")
def one_stacked_matrix(X, params, h0, c0):
    try:
        parts = [params[name] for name in ("write", "keep", "read", "cell")]
    except KeyError as error:
        raise ValueError("a part is missing") from error
    m = len(h0)
    blocks = [np.hstack([np.asarray(Wx), np.asarray(Wh), np.reshape(b, (m, 1))]) for Wx, Wh, b in parts]
    matrix = np.vstack(blocks).astype(float)
    matrix[: 3 * m] /= 2  # sigmoid(s) = 1/2 + 1/2 tanh(s/2), so all four parts are one tanh
    h, c = np.array(h0, dtype=float), np.array(c0, dtype=float)
    history = np.zeros((2, len(X), m))
    for t in range(len(X)):
        bounded = np.tanh(matrix @ np.concatenate([X[t], h, [1.0]]))
        write, keep, read = (bounded[: 3 * m].reshape(3, m) + 1) / 2
        c = c * keep + write * bounded[3 * m :]
        h = read * np.tanh(c)
        history[:, t] = h, c
    return history


@alternative("lstm_forward")
def inputs_of_all_steps_first(X, params, h0, c0):
    if not {"write", "keep", "read", "cell"} <= params.keys():
        raise ValueError("params")
    X = np.asarray(X, dtype=float)
    from_input = {part: X @ np.asarray(Wx).T + np.asarray(b) for part, (Wx, _, b) in params.items()}
    H, C = [np.asarray(h0, dtype=float)], [np.asarray(c0, dtype=float)]

    def gate(part, t):
        score = from_input[part][t] + np.dot(params[part][1], H[t])
        return np.exp(-np.logaddexp(0.0, -score))

    for t in range(len(X)):
        candidate = np.tanh(from_input["cell"][t] + np.dot(params["cell"][1], H[t]))
        C.append(gate("keep", t) * C[t] + gate("write", t) * candidate)
        H.append(gate("read", t) * np.tanh(C[t + 1]))
    return np.array(H[1:]), np.array(C[1:])


# gan_round ------------------------------------------------------------------------------------------------------------


def check_game(theta, p_data):
    if len(theta) != len(p_data) or min(p_data) < 0 or abs(math.fsum(p_data) - 1) > 1e-8:
        raise ValueError("p_data")


@alternative("gan_round")
def outcome_by_outcome(theta, p_data, eta, D=None):
    check_game(theta, p_data)
    K, top = len(theta), float(max(theta))
    weights = [math.exp(float(value) - top) for value in theta]
    p_g = [weight / sum(weights) for weight in weights]
    if D is None:
        D = [float(p_data[k]) / (float(p_data[k]) + p_g[k]) for k in range(K)]
    D = [float(value) for value in D]
    V = 0.0
    for k in range(K):
        if p_data[k] > 0:
            V += float(p_data[k]) * math.log(D[k])
        V += p_g[k] * math.log(1 - D[k])
    mean = sum(p_g[k] * math.log(1 - D[k]) for k in range(K))
    return V, D, [float(theta[k]) - eta * p_g[k] * (math.log(1 - D[k]) - mean) for k in range(K)]


@alternative("gan_round")
def softmax_jacobian(theta, p_data, eta, D=None):
    check_game(theta, p_data)
    theta, p_data = np.array(theta, dtype=float), np.array(p_data, dtype=float)
    p_g = np.exp(theta - np.logaddexp.reduce(theta))
    D = np.divide(p_data, p_data + p_g) if D is None else np.array(D, dtype=float)
    real = np.where(p_data > 0, p_data * np.log(D), 0.0)  # warns of log(0), and does not use it
    logs_fake = np.log1p(-D)
    jacobian = np.diag(p_g) - np.outer(p_g, p_g)
    return [np.sum(real) + np.sum(p_g * logs_fake), D, theta - eta * jacobian @ logs_fake]


@alternative("gan_round")
def through_the_best_answer(theta, p_data, eta, D=None):
    """With D None, D* is differentiated too. It is the best answer, so that adds nothing."""
    check_game(theta, p_data)
    theta, p_data = np.asarray(theta, dtype=float), np.asarray(p_data, dtype=float)
    p_g = np.exp(theta - theta.max())
    p_g = p_g / p_g.sum()
    real = p_data > 0
    if D is None:
        total = p_data + p_g
        D = p_data / total
        fake = np.log(p_g) - np.log(total)
        by_p_g = fake + 1 - p_g / total  # of p_g log(p_g / total)
        by_p_g -= p_data / total  # of p_data log(p_data / total)
    else:
        D = np.asarray(D, dtype=float)
        fake = by_p_g = np.log(1 - D)
    V = np.sum(p_data[real] * np.log(D[real])) + np.sum(p_g * fake)
    return V, D, theta - eta * (p_g * by_p_g - p_g * np.sum(p_g * by_p_g))


# train_convnet --------------------------------------------------------------------------------------------------------


@alternative("train_convnet")
def training_in_loops(params, X, labels, batches, eta):
    filters, filter_bias, W, b = (np.array(part, dtype=float) for part in params)
    X, losses = np.array(X, dtype=float), []
    kh, kw, C, F = filters.shape
    K = len(b)
    for batch in batches:
        d_filters, d_filter_bias = np.zeros(filters.shape), np.zeros(F)
        d_W, d_b, loss = np.zeros(W.shape), np.zeros(K), 0.0
        for example in batch:
            image, label = X[example], int(labels[example])
            rows, columns = (len(image) - kh + 1) // 2, (len(image[0]) - kw + 1) // 2
            pooled, winners = [], []
            for i in range(rows):
                for j in range(columns):
                    for f in range(F):
                        best, winner = None, None
                        for p in (2 * i, 2 * i + 1):
                            for q in (2 * j, 2 * j + 1):
                                score = filter_bias[f]
                                for u in range(kh):
                                    for v in range(kw):
                                        for c in range(C):
                                            score += image[p + u, q + v, c] * filters[u, v, c, f]
                                if best is None or max(score, 0) > best:
                                    best, winner = max(score, 0), (p, q, f, score > 0)
                        pooled.append(best)
                        winners.append(winner)
            scores = [b[k] + sum(weight * value for weight, value in zip(W[k], pooled, strict=True)) for k in range(K)]
            top = max(scores)
            total = sum(math.exp(score - top) for score in scores)
            loss += math.log(total) + top - scores[label]
            errors = [math.exp(scores[k] - top) / total - (k == label) for k in range(K)]
            for k in range(K):
                d_b[k] += errors[k]
            for place, (value, (p, q, f, is_open)) in enumerate(zip(pooled, winners, strict=True)):
                back = 0.0
                for k in range(K):
                    d_W[k, place] += errors[k] * value
                    back += errors[k] * W[k, place]
                if is_open:
                    d_filter_bias[f] += back
                    for u in range(kh):
                        for v in range(kw):
                            for c in range(C):
                                d_filters[u, v, c, f] += back * image[p + u, q + v, c]
        rate = eta / len(batch)
        losses.append(loss / len(batch))
        filters, filter_bias = filters - rate * d_filters, filter_bias - rate * d_filter_bias
        W, b = W - rate * d_W, b - rate * d_b
    return (filters, filter_bias, W, b), losses


@alternative("train_convnet")
def relu_after_pooling(params, X, labels, batches, eta):
    """Relu never falls, so it may come after the maximum. All in one function, with windows as rows of a matrix."""
    learned = {name: np.array(part, dtype=float) for name, part in zip("fgWb", params, strict=True)}
    X, labels, losses = np.asarray(X, dtype=float), np.asarray(labels), np.empty(len(batches))
    kh, kw, C, F = learned["f"].shape
    windows = np.lib.stride_tricks.sliding_window_view(X, (kh, kw), axis=(1, 2)).transpose(0, 1, 2, 4, 5, 3)
    _, height, width = windows.shape[:3]
    for k, batch in enumerate(batches):
        n = len(batch)
        patches = windows[batch].reshape(n, height // 2, 2, width // 2, 2, kh * kw * C).transpose(0, 1, 3, 2, 4, 5)
        patches = patches.reshape(n * height * width // 4, 4, kh * kw * C)
        scores = patches @ learned["f"].reshape(-1, F) + learned["g"]
        winner, best = scores.argmax(axis=1), scores.max(axis=1)
        rows = np.maximum(best, 0).reshape(n, -1)
        logits = rows @ learned["W"].T + learned["b"]
        logits -= np.logaddexp.reduce(logits, axis=1, keepdims=True)
        target = np.zeros(logits.shape)
        target[range(n), labels[batch]] = 1
        losses[k] = -(logits * target).sum() / n
        error = (np.exp(logits) - target) / n
        back = (error @ learned["W"]).reshape(best.shape) * (best > 0)
        won = np.take_along_axis(patches, winner[:, :, None], axis=1)
        gradients = {
            "f": np.einsum("wf,wfp->pf", back, won).reshape(learned["f"].shape),
            "g": back.sum(axis=0),
            "W": error.T @ rows,
            "b": error.sum(axis=0),
        }
        for name, gradient in gradients.items():
            learned[name] = learned[name] - eta * gradient
    return tuple(learned.values()), losses


@alternative("train_convnet")
def one_example_after_the_other(params, X, labels, batches, eta):
    """The gradient of a mean is the mean of gradients; scores by convolve, the way back by its windows."""
    params = [np.array(part, dtype=float) for part in params]
    X = np.asarray(X, dtype=float)
    losses = []
    for batch in batches:
        total, loss = [np.zeros(part.shape) for part in params], 0.0
        for example in np.asarray(batch):
            filters, filter_bias, W, b = params
            scores = np.asarray(convolve(X[[example]], filters, filter_bias))[0]
            active = np.where(scores > 0, scores, 0)
            row, origin = [], []
            for i, j, f in np.ndindex(len(scores) // 2, len(scores[0]) // 2, scores.shape[2]):
                window = active[2 * i : 2 * i + 2, 2 * j : 2 * j + 2, f]
                u, v = divmod(int(window.argmax()), 2)
                row.append(window[u, v])
                origin.append((2 * i + u, 2 * j + v, f))
            logits = W @ row + b
            P = np.exp(logits - logits.max())
            P = P / P.sum()
            loss -= math.log(P[int(labels[example])])
            P[int(labels[example])] -= 1
            total[2] += np.outer(P, row)
            total[3] += P
            for back, (p, q, f) in zip(P @ W, origin, strict=True):
                if scores[p, q, f] > 0:
                    total[0][..., f] += back * X[example, p : p + filters.shape[0], q : q + filters.shape[1]]
                    total[1][f] += back
        params = [part - eta * gradient / len(batch) for part, gradient in zip(params, total, strict=True)]
        losses.append(loss / len(batch))
    return tuple(params), np.array(losses, dtype=float)
