"""Networks with shared weights: convolution, recurrence, an LSTM cell, an adversarial game, and a reader of digits.

Conventions of the whole module
- Images are (n, H, W, C): example, row, column, channel. Filters are (kh, kw, C, F): row, column, channel, filter.
- Sequences are (T, d), one step a row. A weight matrix has one row per unit, so the scores of a layer are W x + b.
- Class labels are 0..K-1. Losses are means over the examples, in natural logarithms.
- Wherever a weight was used, it collects a gradient; the gradient of a shared weight is the SUM of all of them.
- Array arguments may also be nested lists, and may hold integers (small unsigned ones too), which count as floats.
  No function changes its arguments. Every size is at least 1 unless a docstring says otherwise.
- What a Raises sentence does not name is not tested: other shapes that do not fit, nan, a stride of 1.5.
- Plain loops are fast enough: no check needs more than two seconds with them, and the limit of a check is ten.

The sources are the CS480 notes (University of Waterloo) and the CS229 notes (Stanford).
"""

from collections.abc import Iterator

import numpy as np

### BEGIN SOLUTION


def _floats(*arrays: np.ndarray) -> list[np.ndarray]:
    return [np.asarray(array, dtype=float) for array in arrays]


def _sigmoid(scores: np.ndarray) -> np.ndarray:
    # The textbook form 1 / (1 + exp(-s)) overflows for s = -1000; tanh never does.
    return (1 + np.tanh(scores / 2)) / 2


def _windows(kh: int, kw: int, stride: int, rows: int, columns: int) -> Iterator[tuple[int, int, tuple[slice, ...]]]:
    """For each place (u, v) in the filter: the pixels that meet it, one for each place (i, j) of the output."""
    for u in range(kh):
        for v in range(kw):
            down, right = slice(u, u + stride * rows, stride), slice(v, v + stride * columns, stride)
            yield u, v, (slice(None), down, right)


def _padded(X: np.ndarray, pad: int) -> np.ndarray:
    return np.pad(X, ((0, 0), (pad, pad), (pad, pad), (0, 0)))


### END SOLUTION


def encode(values: np.ndarray, edges: np.ndarray, code: str) -> np.ndarray:
    """Turn numbers into bits that a network can read, or produce.

    The m edges cut the line into k = m + 1 bins. The bin of v is the number of edges that are <= v: below the first
    edge it is 0, from the last edge on it is m = k - 1, and a value equal to an edge belongs to the bin that begins
    there. Values are compared as they are, without tolerance. Example i becomes row i of the answer:

        code "one_to_n"     only the bit of the bin is 1; bits are counted from 0
        code "thermometer"  the bits 0 up to AND WITH that of the bin are 1

    Class labels 0..K-1 are the case edges = 1, 2, .., K-1: "one_to_n" then gives the targets of K output units.

    Parameters: values (n,), infinite ones allowed; edges (m,), m >= 0, strictly ascending (without edges there is one
    bin); code, one of the two names.

    Returns (n, k) floats, 0 or 1.

    Raises ValueError if edges are not strictly ascending (two equal ones are not), a value is nan, or code is another.

    Note: CS480 counts bits from 1 and leaves open to which bin an edge belongs; that is our choice.
    """
    ### BEGIN SOLUTION
    values, edges = _floats(values, edges)
    if code not in ("one_to_n", "thermometer"):
        raise ValueError(f"unknown code {code!r}")
    if np.isnan(values).any():
        raise ValueError("nan belongs to no bin")
    if (np.diff(edges) <= 0).any():
        raise ValueError("edges must be strictly ascending")
    bins = np.searchsorted(edges, values, side="right")
    k = len(edges) + 1
    codebook = np.eye(k) if code == "one_to_n" else np.tri(k)
    return codebook[bins]
    ### END SOLUTION


def softmax_head(
    C: np.ndarray, W: np.ndarray, b: np.ndarray, labels: np.ndarray
) -> tuple[np.ndarray, float, np.ndarray, np.ndarray, np.ndarray]:
    """The classifier on top of a network: probabilities, loss, and the gradients that go down.

    Row i of C is what the network below made of example i. Its scores are S_i = W C_i + b, one per class, and

        P_ik = exp(S_ik) / sum_l exp(S_il)                   (each row of P sums to 1)
        loss = -(1/n) sum_i log P[i, labels_i]               (natural logarithm)

    The gradients dC, dW, db are the derivatives of this loss (the mean) with respect to C, W and b.

    Scores of +-1000 must give finite answers without a warning, so take log P_ik = S_ik - log sum_l exp(S_il) from the
    scores after subtracting the largest of the row. A probability may then be 0, and the loss is still right.

    Parameters: C (n, d); W (K, d); b (K,); labels (n,) integers.

    Returns (P, loss, dC, dW, db): (n, K), a float, and arrays in the shapes of C, W and b.

    Raises ValueError if a label is outside 0..K-1 (-1 too, which numpy would take for the last class) or if there are
    more or fewer labels than rows of C.

    Note: CS229 writes W_t, one matrix per position of a text; here one W serves all rows.
    """
    ### BEGIN SOLUTION
    C, W, b = _floats(C, W, b)
    labels = np.asarray(labels)
    n, K = len(C), len(W)
    if labels.shape != (n,) or (labels < 0).any() or (labels >= K).any():
        raise ValueError(f"labels must be {n} integers from 0 to {K - 1}")
    scores = C @ W.T + b
    scores -= scores.max(axis=1, keepdims=True)
    log_P = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    P = np.exp(log_P)
    loss = -log_P[np.arange(n), labels].mean()
    dS = P.copy()  # the derivative of the loss by the scores is (P - one-hot target) / n
    dS[np.arange(n), labels] -= 1
    dS /= n
    return P, float(loss), dS @ W, dS.T @ C, dS.sum(axis=0)
    ### END SOLUTION


def convolve(X: np.ndarray, filters: np.ndarray, bias: np.ndarray, stride: int = 1, pad: int = 0) -> np.ndarray:
    """A convolution layer: the same small filters look at every place of the image.

    First `pad` rows and columns of zeros are put on all four sides of every image; then

        Y[n, i, j, f] = bias[f] + sum over u, v, c of Xpad[n, i*stride + u, j*stride + v, c] * filters[u, v, c, f].

    The filter is not flipped (strictly speaking this is cross-correlation). The output has
    (H + 2 pad - kh) // stride + 1 rows, and columns alike: pixels that fill no whole window any more are left out.

    Parameters: X (n, H, W, C); filters (kh, kw, C, F); bias (F,); stride and pad integers.

    Returns (n, rows, columns, F).

    Raises ValueError if the filter is larger than the padded image in height or in width, X and filters differ in the
    number of channels, stride < 1, or pad < 0.

    Note: CS480 describes convolution in words only; the formula is the usual one.
    """
    ### BEGIN SOLUTION
    X, filters, bias = _floats(X, filters, bias)
    if stride < 1 or pad < 0:
        raise ValueError(f"stride {stride} must be at least 1, and pad {pad} at least 0")
    kh, kw, channels, F = filters.shape
    padded = _padded(X, pad)
    n, H, W, C = padded.shape
    if channels != C:
        raise ValueError(f"the filters have {channels} channels, the images {C}")
    if kh > H or kw > W:
        raise ValueError(f"a filter of {kh} x {kw} does not fit into {H} x {W}")
    rows, columns = (H - kh) // stride + 1, (W - kw) // stride + 1
    Y = np.zeros((n, rows, columns, F)) + bias
    for u, v, window in _windows(kh, kw, stride, rows, columns):
        Y += padded[window] @ filters[u, v]
    return Y
    ### END SOLUTION


def convolve_backward(
    dY: np.ndarray, X: np.ndarray, filters: np.ndarray, stride: int = 1, pad: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The way back through a convolution layer.

    dY holds the derivatives of a loss L with respect to Y = convolve(X, filters, bias, stride, pad). By the chain rule
    every use of a number adds a term to its derivative:

        dL/dfilters[u, v, c, f] = sum over n, i, j of dY[n, i, j, f] * Xpad[n, i*stride + u, j*stride + v, c]
        dL/dbias[f]             = sum over n, i, j of dY[n, i, j, f]
        dL/dXpad[n, p, q, c]    = sum of dY[n, i, j, f] * filters[u, v, c, f] over all i, j, u, v, f
                                  with i*stride + u = p and j*stride + v = q

    There is no mean here: if L is a mean over examples, the 1/n is in dY already. A pixel that no window has reached
    gets 0. dX is the part of dXpad without the padding.

    Parameters: dY (n, rows, columns, F); X, filters, stride, pad as in the forward pass. They fit each other.

    Returns (dX, dfilters, dbias), in the shapes of X, filters and bias. Nothing raises.
    """
    ### BEGIN SOLUTION
    dY, X, filters = _floats(dY, X, filters)
    _, H, W, _ = X.shape
    _, rows, columns, _ = dY.shape
    padded, dfilters = _padded(X, pad), np.zeros(filters.shape)
    dpadded = np.zeros(padded.shape)
    for u, v, window in _windows(*filters.shape[:2], stride, rows, columns):
        dpadded[window] += dY @ filters[u, v].T
        dfilters[u, v] = np.tensordot(padded[window], dY, axes=((0, 1, 2), (0, 1, 2)))
    return dpadded[:, pad : pad + H, pad : pad + W], dfilters, dY.sum(axis=(0, 1, 2))
    ### END SOLUTION


def pool(X: np.ndarray, size: int, kind: str = "max") -> tuple[np.ndarray, np.ndarray]:
    """A pooling layer: one number for each window of size x size pixels.

    The windows lie side by side and do not overlap, and each channel is pooled by itself. Kind "max" takes the largest
    number of the window, kind "mean" the mean. For the way back `share` says which part of its window's derivative each
    pixel receives:

        "max"   1 at the maximum, 0 elsewhere; of several equal maxima the first in row order has the 1. Numbers are
                compared as they are, without tolerance
        "mean"  1 / size^2 everywhere

    so that dX = share * (dY with every row and every column repeated size times).

    Parameters: X (n, H, W, C); size, an integer >= 1; kind.

    Returns (Y, share): (n, H/size, W/size, C) and (n, H, W, C).

    Raises ValueError if H or W is not a multiple of size, or for any other kind.
    """
    ### BEGIN SOLUTION
    (X,) = _floats(X)
    n, H, W, C = X.shape
    if H % size or W % size:
        raise ValueError(f"{H} x {W} pixels do not divide into windows of {size} x {size}")
    if kind not in ("max", "mean"):
        raise ValueError(f"unknown kind {kind!r}")
    rows, columns = H // size, W // size
    blocks = X.reshape(n, rows, size, columns, size, C)
    if kind == "mean":
        return blocks.mean(axis=(2, 4)), np.full(X.shape, 1 / size**2)
    # The size^2 pixels of a window, in row order, become the last axis; argmax takes the first of equal ones.
    flat = blocks.transpose(0, 1, 3, 5, 2, 4).reshape(n, rows, columns, C, -1)
    winner = np.eye(size**2)[flat.argmax(axis=-1)].reshape(n, rows, columns, C, size, size)
    return flat.max(axis=-1), winner.transpose(0, 1, 4, 2, 5, 3).reshape(X.shape)
    ### END SOLUTION


def recurrent_forward(
    X: np.ndarray, Wx: np.ndarray, Wh: np.ndarray, b: np.ndarray, h0: np.ndarray | None = None
) -> np.ndarray:
    """A recurrent layer: at every step the same weights see the next input and the state before.

        h_t = sigmoid(Wx x_t + Wh h_{t-1} + b),   t = 1..T,   sigmoid(s) = 1 / (1 + exp(-s)).

    Scores of +-1000 give 1 and 0, without a warning.

    Parameters: X (T, d), T >= 0 (an empty sequence comes as an array of shape (0, d)); Wx (m, d); Wh (m, m); b (m,);
    h0 (m,), the state to start from, zeros if it is None.

    Returns the states h_1 to h_T as the rows of an array (T, m): (0, m) for T = 0. The final state is the last row.

    Raises ValueError if X has more or fewer columns than Wx, Wh is not m x m, or b or h0 has another length than m
    (tested with T >= 1, and never with a length of 1, which numpy would stretch).

    Note: CS480 leaves the activation open; the sigmoid is our choice.
    """
    ### BEGIN SOLUTION
    X, Wx, Wh, b = _floats(X, Wx, Wh, b)
    h = np.zeros(len(b)) if h0 is None else np.asarray(h0, dtype=float)
    H = np.zeros((len(X), len(b)))
    for t, x in enumerate(X):
        h = H[t] = _sigmoid(Wx @ x + Wh @ h + b)  # shapes that do not fit: numpy raises the ValueError
    return H
    ### END SOLUTION


def recurrent_backward(
    X: np.ndarray, H: np.ndarray, h0: np.ndarray, dH: np.ndarray, Wx: np.ndarray, Wh: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Back-propagation through time: the way back through a recurrent layer.

    H = recurrent_forward(X, Wx, Wh, b, h0). Row t of dH is the derivative of the loss L with respect to h_t as an
    OUTPUT of the layer: what the loss sees of h_t directly, and not by way of later states. (If only the final state is
    used, all rows of dH but the last are 0.) The rest comes back through time. With the slope h (1 - h) of the sigmoid,
    taken entry by entry, the derivative with respect to the scores of step t is

        delta_t = (dH_t + Wh^T delta_{t+1}) * h_t * (1 - h_t),       delta_{T+1} = 0,

    and since all steps share their weights, what each step says of them is added up:

        dWx = sum_t delta_t x_t^T,   dWh = sum_t delta_t h_{t-1}^T,   db = sum_t delta_t,
        dh0 = Wh^T delta_1,          row t of dX = Wx^T delta_t.

    Parameters: X (T, d) with T >= 1; H (T, m) and dH (T, m); h0 (m,), always an array; Wx (m, d); Wh (m, m).

    Returns (dWx, dWh, db, dh0, dX), in the shapes of Wx, Wh, b, h0 and X. Nothing raises. Derivatives may be as small
    as 1e-14 or as large as 1e6, and are compared relative to their size.

    Note: CS480 says that the derivatives become "very small or very small"; very small or very large is meant.
    """
    ### BEGIN SOLUTION
    X, H, h0, dH, Wx, Wh = _floats(X, H, h0, dH, Wx, Wh)
    before = np.vstack([h0, H[:-1]])  # row t is the state that step t started from
    deltas = np.zeros(H.shape)
    back = np.zeros(len(h0))  # what comes back to h_t from the steps after t
    for t in reversed(range(len(X))):
        deltas[t] = (dH[t] + back) * H[t] * (1 - H[t])
        back = Wh.T @ deltas[t]
    return deltas.T @ X, deltas.T @ before, deltas.sum(axis=0), back, deltas @ Wx
    ### END SOLUTION


def lstm_forward(X: np.ndarray, params: dict, h0: np.ndarray, c0: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A layer of LSTM cells: memory that is kept by a gate and not by multiplying with weights at every step.

    Each of the four parts k = "write", "keep", "read", "cell" has weights of its own, params[k] = (Wx, Wh, b), and the
    scores s_k = Wx x_t + Wh h_{t-1} + b. With products taken entry by entry,

        c_t = sigmoid(s_keep) * c_{t-1} + sigmoid(s_write) * tanh(s_cell)
        h_t = sigmoid(s_read) * tanh(c_t)

    (Other books call the gates input, forget and output, and the last part the candidate.) Scores of +-1000 give
    neither nan nor a warning.

    Parameters: X (T, d), T >= 1; params, a dict whose four values have the shapes Wx (m, d), Wh (m, m), b (m,); h0 and
    c0 (m,), always arrays.

    Returns (H, C): the states h_1 to h_T and the cells c_1 to c_T as rows, each (T, m).

    Raises ValueError if one of the four keys is missing.

    Note: CS480 describes the cell in words only; the formulas are the usual ones, the names of the gates are CS480's.
    """
    ### BEGIN SOLUTION
    X, h, c = _floats(X, h0, c0)
    missing = {"write", "keep", "read", "cell"} - set(params)
    if missing:
        raise ValueError(f"params lacks {', '.join(sorted(missing))}")
    weights = {part: _floats(*params[part]) for part in ("write", "keep", "read", "cell")}
    H, C = np.zeros((len(X), len(h))), np.zeros((len(X), len(h)))
    for t, x in enumerate(X):
        scores = {part: Wx @ x + Wh @ h + b for part, (Wx, Wh, b) in weights.items()}
        write, keep, read = (_sigmoid(scores[gate]) for gate in ("write", "keep", "read"))
        c = C[t] = keep * c + write * np.tanh(scores["cell"])
        h = H[t] = read * np.tanh(c)
    return H, C
    ### END SOLUTION


def gan_round(
    theta: np.ndarray, p_data: np.ndarray, eta: float, D: np.ndarray | None = None
) -> tuple[float, np.ndarray, np.ndarray]:
    """One round of a generative adversarial network so small that every expectation is a sum.

    There are K outcomes. Real ones come with the probabilities p_data; the generator produces them with p_g =
    softmax(theta). The discriminator holds, for each outcome, the probability D that it is real. The game is zero-sum:
    the discriminator wants

        V = sum_k p_data_k log D_k + sum_k p_g_k log(1 - D_k)        (natural logarithm, 0 log 0 = 0)

    large and the generator wants it small. If D is None, the discriminator plays its best answer,
    D*_k = p_data_k / (p_data_k + p_g_k). Then the generator takes one step down the gradient of V at this fixed D:

        theta'_k = theta_k - eta * p_g_k * (l_k - sum_j p_g_j l_j),        l_k = log(1 - D_k).

    Parameters: theta (K,), entries within 30 of each other (then 1 - D*, in double precision, is never 0), but possibly
    all of them large; p_data (K,), zeros allowed; eta > 0; D None or (K,) with 0 <= D < 1, and D > 0 wherever
    p_data > 0.

    Returns (V, D, theta'): V before the step, the discriminator that was used, and the new theta.

    Raises ValueError if p_data has another length than theta, a negative entry, or a sum that is off 1 by more than
    1e-8 (tested far from that border).

    Note: CS480 has no formulas here; these are those of the original game, in which the generator lowers log(1 - D).
    """
    ### BEGIN SOLUTION
    theta, p_data = _floats(theta, p_data)
    if p_data.shape != theta.shape or (p_data < 0).any() or abs(p_data.sum() - 1) > 1e-8:
        raise ValueError("p_data must hold a probability for each entry of theta")
    shifted = theta - theta.max()
    log_p_g = shifted - np.log(np.exp(shifted).sum())
    p_g = np.exp(log_p_g)
    if D is None:
        D = p_data / (p_data + p_g)
        log_fake = log_p_g - np.log(p_data + p_g)  # log(1 - D), where 1 - D itself would lose its digits
    else:
        (D,) = _floats(D)
        log_fake = np.log(1 - D)
    real = p_data > 0
    value = p_data[real] @ np.log(D[real]) + p_g @ log_fake
    return float(value), D, theta - eta * p_g * (log_fake - p_g @ log_fake)
    ### END SOLUTION


def train_convnet(
    params: tuple, X: np.ndarray, labels: np.ndarray, batches: list[np.ndarray], eta: float
) -> tuple[tuple, np.ndarray]:
    """Train a convolutional network by gradient descent on minibatches.

    The network, with params = (filters, filter_bias, W, b):

        scores  convolve(images, filters, filter_bias), stride 1, no padding
        relu    max(score, 0); its slope is 1 where the score is > 0 and 0 elsewhere, at 0 too
        pool    maxima of 2 x 2 windows, the first of equal ones, as in `pool`
        flatten each example to one row, in the order rows, columns, channels (the last moves fastest)
        head    softmax_head(row, W, b, label)

    Every entry of batches is an array of row numbers of X. For one after the other: compute the loss of
    X[batch], labels[batch], which is a mean over the batch, and its gradients with respect to all four parameters, and
    subtract eta times the gradient from each of them. All gradients are taken at the parameters from before the update.
    Nothing is random.

    Parameters: params, a tuple or a list of four arrays: filters (kh, kw, C, F), filter_bias (F,), W (K, d) with d as
    many numbers as the flattened row has, and b (K,); X (n, H, W, C), such that the convolution has an even height and
    an even width; labels (n,) integers from 0 to K-1; batches, a list of arrays of at least one row number each,
    possibly an empty list; eta > 0.

    Returns (new params, losses): a tuple of four arrays in the order of params, and losses[k], the loss of batch k
    BEFORE its update. Without batches the parameters come back as they were, with an empty array of losses. Nothing
    raises. Where two largest scores of a window are equal, the pixels under them are equal too or all numbers are exact
    in floating point, so that rounding decides nothing.
    """
    ### BEGIN SOLUTION
    filters, filter_bias, W, b = (np.array(part, dtype=float) for part in params)
    X, labels = np.asarray(X, dtype=float), np.asarray(labels)
    losses = np.zeros(len(batches))
    for k, batch in enumerate(batches):
        images = X[batch]
        scores = convolve(images, filters, filter_bias)
        pooled, share = pool(np.maximum(scores, 0), 2)
        _, losses[k], drows, dW, db = softmax_head(pooled.reshape(len(images), -1), W, b, labels[batch])
        # Back down: un-flatten, hand each window's derivative to its winner, stop it where relu was flat.
        dpooled = drows.reshape(pooled.shape)
        dscores = share * dpooled.repeat(2, axis=1).repeat(2, axis=2) * (scores > 0)
        _, dfilters, dfilter_bias = convolve_backward(dscores, images, filters)
        filters, filter_bias = filters - eta * dfilters, filter_bias - eta * dfilter_bias
        W, b = W - eta * dW, b - eta * db
    return (filters, filter_bias, W, b), losses
    ### END SOLUTION
