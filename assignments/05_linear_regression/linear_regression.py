"""Linear regression: one model, seen as a cost, a closed form, an iteration, a likelihood, and with a penalty.

Conventions of the whole module
- One example a row: the design matrix X is (n, p), the targets y are (n,), the parameters theta are (p,), and the
  predictions are X theta.
- The intercept is nothing special: it is the coefficient theta[0] of a column of ones that stands FIRST in X. Only
  `design_matrix` adds that column; every other function takes X as it is.
- The cost is J(theta) = 1/2 * SUM over i of (x_i . theta - y_i)^2. There is no 1/n anywhere. Penalties are added to
  this J. (Some books leave out the 1/2 or divide by n; their penalty weight is then another multiple of ours.)
- Arrays of integers are as good as arrays of floats, results are double precision, no argument is ever modified.
- y must be one-dimensional with one entry per row of X, else ValueError. This is more than tidiness: (n, 1) minus (n,)
  is an (n, n) matrix in numpy, and a cost computed from it is wrong without any error.
"""

import numpy as np


def fit_line(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """The least-squares line y = w0 + w1 * x, returned as (w0, w1): intercept first, then slope.

    It minimises the sum of (y_i - w0 - w1 * x_i)^2. With both derivatives set to zero and sums over the n points,

        w1 = (n * Sxy - Sx * Sy) / (n * Sxx - Sx^2),      w0 = (Sy - w1 * Sx) / n,

    where Sx is the sum of x, Sxy that of x * y, and so on. The same slope from centred values is

        w1 = sum of (x_i - mean x)(y_i - mean y) / sum of (x_i - mean x)^2,     w0 = mean y - w1 * mean x,

    which keeps more digits when all x are far from 0, and shows that the line passes through the means.

    x: shape (n,). y: shape (n,).
    ValueError if y is not one-dimensional and as long as x, or if x has fewer than two distinct values (then no slope
    is better than any other).

    Remark: AIMA's caption of the houses figure and Aalto's lecture 1 print the residual with + w0; minus is meant.
    """
    raise NotImplementedError


def design_matrix(X: np.ndarray, degree: int = 1, interactions: bool = False) -> np.ndarray:
    """Columns for a linear model that is not linear in x: powers of the features and, if asked for, their products.

    X: shape (n, d), or (n,) for a single feature (d = 1). The columns of the result, from left to right:

        1                                      one column of ones
        x_1, ..., x_d                          all first powers
        x_1^2, ..., x_d^2                      all squares
        ...                                    and so on, up to and including the power `degree`
        x_1 x_2, x_1 x_3, ..., x_2 x_3, ...    if interactions: each product of two different features once,
                                               in the order (1,2), (1,3), ..., (1,d), (2,3), ...; whatever the degree

    degree = 0 gives no powers at all (just the ones, and the products if asked for). degree = 2 with interactions is
    the full quadratic model. The result holds floats and has shape (n, 1 + d * degree), or with interactions
    (n, 1 + d * degree + d * (d - 1) / 2). Powers are taken in floating point, so that integers do not overflow.

    ValueError if degree is negative or X has more than two dimensions.

    Remark: Aalto lists both x_i x_j and x_j x_i. Equal columns would make X^T X singular, so here each stands once.
    CS480 prints only the products of neighbours x_i x_(i+1); here all pairs are meant.
    """
    raise NotImplementedError


def least_squares_cost(
    theta: np.ndarray, X: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None
) -> tuple[float, np.ndarray]:
    """The cost J and its gradient, as (J, gradient):

        J = 1/2 * sum over i of weights_i * (x_i . theta - y_i)^2
        gradient = X^T W (X theta - y),   W = the diagonal matrix of the weights

    J is half the SUM of the weighted squares, not their mean. The gradient has shape (p,), the direction in which J
    rises fastest; the 1/2 is there to cancel the 2 of the derivative.

    theta: shape (p,). X: shape (n, p). y: shape (n,). weights: shape (n,), or None for all ones. A weight of 2 counts
    an example twice, a weight of 0 leaves it out.
    ValueError if y or weights are not of shape (n,), or if a weight is negative.

    Remark: CS229 calls the sum of (y_i - x_i . theta) x_i the gradient; it is minus the gradient.
    """
    raise NotImplementedError


def normal_equations(X: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """The theta, shape (p,), that minimises J (see `least_squares_cost`), in closed form.

    J is smallest where its gradient vanishes. This gives p linear equations, the normal equations:

        X^T W X theta = X^T W y,   W = the diagonal matrix of the weights

    They always have a solution. If the columns of X (of the rows that have weight) are independent there is just one.
    If not (a column that is a combination of others, or fewer examples than columns), infinitely many theta have
    the same smallest J; return the one of SMALLEST Euclidean norm. This is what the pseudo-inverse gives:
    theta = pinv(sqrt(W) X) sqrt(W) y. Adding something small to the diagonal of X^T W X does not give it.

    X: shape (n, p), used as given: no column of ones is added. y: shape (n,). weights: shape (n,), or None for ones.
    ValueError if y or weights are not of shape (n,), or if a weight is negative.
    """
    raise NotImplementedError


def lms(
    X: np.ndarray,
    y: np.ndarray,
    alpha: float | np.ndarray,
    n_epochs: int,
    batch_size: int | None = None,
    theta0: np.ndarray | None = None,
) -> np.ndarray:
    """Least-mean-squares (Widrow-Hoff) descent on J: the whole history of theta, one row per epoch.

    One update moves all coordinates of theta together, against the gradient of the part of J that a batch of rows sees:

        theta <- theta + alpha * SUM over the rows i of the batch of (y_i - x_i . theta) * x_i

    It is a sum, not a mean, and there is no factor 2. The residuals of a batch are computed with the newest theta.
    An epoch goes once through all rows, in the order given, in consecutive blocks of `batch_size` rows:

        batch_size = None    one block of all n rows: the batch rule, one update per epoch
        batch_size = 1       one row at a time: the stochastic rule, n updates per epoch
        batch_size = m       rows 0..m-1, then m..2m-1, ...; the last block may be shorter; m > n means n

    Rows are never shuffled (a caller who wants that permutes them).

    X: shape (n, p). y: shape (n,). alpha: the learning rate, a number; or an array with one rate for each UPDATE, in
    the order of the updates: its length is then n_epochs * ceil(n / batch_size). theta0: the start, shape (p,), or None
    for zeros.
    Returns shape (n_epochs + 1, p): row 0 is theta0, row k is theta after k epochs.
    ValueError if y is not of shape (n,), batch_size is below 1, or an array alpha has another length.

    The batch rule converges to a minimum of J if 0 < alpha < 2 / (largest eigenvalue of X^T X).

    Remark: AIMA folds the 2 of its gradient into alpha, so its rule is this one. It also says that the standard error
    of a minibatch of m examples grows like sqrt(m); it falls like 1 / sqrt(m).
    """
    raise NotImplementedError


def log_likelihood(theta: np.ndarray, X: np.ndarray, y: np.ndarray, scale: float, noise: str = "gaussian") -> float:
    """The natural logarithm of the probability density of y given X, if y_i = x_i . theta + independent noise.

    With the residuals r_i = y_i - x_i . theta, the density of one example is

        noise = "gaussian":   exp(-r_i^2 / (2 scale^2)) / (sqrt(2 pi) * scale)     scale = the standard deviation
        noise = "laplace":    exp(-|r_i| / scale) / (2 scale)                      scale = the mean of |r|

    Examples are independent, so the densities multiply and their logarithms ADD. With J = 1/2 * sum of r_i^2 that is

        gaussian:   -n * log(sqrt(2 pi) * scale) - J / scale^2
        laplace:    -n * log(2 * scale) - sum of |r_i| / scale

    All constants are included. The result must be finite for n = 100,000 examples, where the product of the
    densities itself is far below the smallest float. It is a sum over examples, not a mean.

    theta: shape (p,). X: shape (n, p). y: shape (n,).
    ValueError if y is not of shape (n,), scale <= 0, or noise is any other word.

    Remark: CIML drops the constant n/2 * log(2 pi) in its equation 9.39.
    """
    raise NotImplementedError


def standard_errors(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The least-squares theta and how far chance may have moved each of its entries: (theta, se), both of shape (p,).

    If y = X theta + noise, with independent noise of variance s^2, then the least-squares estimate has the covariance
    matrix s^2 (X^T X)^-1. The noise is not known, but the residuals are: with RSS = the sum of their squares,

        s2 = RSS / (n - p),      se_j = sqrt( s2 * [(X^T X)^-1]_jj )

    The fit has bent p parameters towards the data, so residuals are smaller than the noise; n - p in place of n makes
    up for just that: s2 is unbiased. (RSS / n, the maximum-likelihood estimate, is too small on average and not used
    here.)

    X: shape (n, p), used as given. y: shape (n,).
    ValueError if y is not of shape (n,), if n <= p (nothing is left to estimate the noise from), or if the columns of X
    are dependent (theta is then not determined).

    Remark: CS480 says that by the Gauss-Markov theorem least squares has the least bias. The theorem says that it has
    the least VARIANCE among the linear estimators that have no bias.
    """
    raise NotImplementedError


def penalised_cost(
    theta: np.ndarray, X: np.ndarray, y: np.ndarray, lam: float, q: float, penalise_first: bool = False
) -> float:
    """The least-squares cost plus a penalty on large weights:

        J(theta) + lam * (1/q) * sum over j of |theta_j|^q        if q > 0
        J(theta) + lam * (the number of theta_j that are not 0)   if q = 0; exact comparison, no tolerance

    with J = 1/2 * sum of (x_i . theta - y_i)^2. The sum over j (or the count) leaves out theta[0], the intercept,
    unless penalise_first is True. q = 2 is ridge regression, (lam/2) * sum of theta_j^2; q = 1 is the lasso,
    lam * sum of |theta_j|. The sum of powers enters as it is: no q-th root is taken.

    theta: shape (p,). X: shape (n, p). y: shape (n,).
    ValueError if y is not of shape (n,), lam < 0 or q < 0.

    Remark: AIMA's penalty has no 1/q; its lam for ridge is half of ours.
    """
    raise NotImplementedError


def ridge(X: np.ndarray, y: np.ndarray, lam: float, penalise_first: bool = False) -> np.ndarray:
    """The theta, shape (p,), that minimises 1/2 * ||X theta - y||^2 + (lam/2) * sum over j of theta_j^2.

    The sum over j leaves out theta[0], the intercept, unless penalise_first is True. The gradient vanishes where

        (X^T X + lam P) theta = X^T y,   P = the identity matrix, but with P_00 = 0 if theta[0] is exempt

    so lam goes once on the diagonal: not times n, not times 2. For lam > 0 the answer is unique even if columns are
    dependent (as long as an exempt first column is not all zero). lam = 0 gives what `normal_equations` gives: the
    least-squares solution, and the one of smallest norm if there are several.

    X: shape (n, p), used as given. y: shape (n,).
    ValueError if y is not of shape (n,) or lam < 0.

    Remark: CIML leaves its intercept out of the penalty; CS229 and CS480 penalise every column, which is
    penalise_first=True.
    """
    raise NotImplementedError


def lasso(
    X: np.ndarray,
    y: np.ndarray,
    lam: float,
    n_sweeps: int = 10000,
    tol: float = 1e-10,
    penalise_first: bool = False,
    theta0: np.ndarray | None = None,
) -> np.ndarray:
    """The theta, shape (p,), that minimises 1/2 * ||X theta - y||^2 + lam * sum over j of |theta_j|.

    The sum over j leaves out theta[0], the intercept, unless penalise_first is True. There is no closed form for all
    coordinates together, but there is one for a single coordinate while the others stand still: cyclic coordinate
    descent. A sweep goes through j = 0, 1, ..., p-1 in this order, each time with the newest values of all the others:

        r_j     = y - X theta + x_j theta_j                 what the other features leave for column x_j to explain
        theta_j <- S(x_j . r_j, lam) / (x_j . x_j)          with threshold 0 in place of lam if column j is exempt
        S(z, t) = sign(z) * max(|z| - t, 0)                 soft threshold: move z towards 0 by t, and stop there

    A coordinate with |x_j . r_j| <= lam becomes exactly 0. A column of zeros keeps the coefficient it has.
    Start at theta0 (zeros if None). Stop after the first sweep in which no coefficient changed by more than tol, or
    after n_sweeps sweeps; n_sweeps = 0 returns a copy of the start.

    At the minimum, with the residuals r = y - X theta and for every penalised column,

        x_j . r = lam * sign(theta_j)  if theta_j is not 0,      |x_j . r| <= lam  if theta_j = 0,

    and x_0 . r = 0 for an exempt first column.

    X: shape (n, p), used as given. y: shape (n,).
    ValueError if y is not of shape (n,) or lam < 0.

    Remark: AIMA, CS480 and Aalto have no 1/2 in front of the squares, so their threshold is lam/2; Aalto and AIMA 19.4
    also divide by n.
    """
    raise NotImplementedError
