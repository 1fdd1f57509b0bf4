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

import numpy as np


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError
