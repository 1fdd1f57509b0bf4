"""Where test error comes from: noise, a class that is too small, a sample that is too small; and what comes after.

Conventions of the whole module
- Inputs are the integers 0, ..., K-1, labels the integers 0, ..., C-1. A joint table is (K, C): joint[x, y] = P(x, y).
  Where a joint table is an argument, ValueError is raised if an entry is negative or the sum is not 1 within 1e-9.
- Squared errors are means without a factor 1/2. Variances divide by the number of terms, never by one less, or the
  decompositions would not add up.
- Ties go to the lowest index. Two numbers tie only if they are exactly the same float: no check has numbers that
  rounding could make equal or different (other gaps are 1e-6 or more).
- Array arguments may also be lists, and whole numbers may stand for floats. Where a number is returned, a float, a
  numpy scalar and an array of no dimensions are the same; dicts may hold more than is asked for. No function changes
  its arguments.
- Each list of ValueErrors is complete: what else is wrong with the input (nan, wrong numbers of dimensions, labels or
  inputs out of range, test arrays that do not fit) is not tested. Answers are compared with a relative tolerance of
  about 1e-5.

"Note:" marks remarks on the sources, which you need not own: CIML is Daumé's A Course in Machine Learning, AIMA is
Russell and Norvig's Artificial Intelligence, CS229 and Aalto CS-E4710 are lecture notes.
"""

import numpy as np

### BEGIN SOLUTION


def _joint_table(joint: np.ndarray) -> np.ndarray:
    joint = np.asarray(joint, dtype=float)
    if (joint < 0).any() or abs(joint.sum() - 1) > 1e-9:
        raise ValueError("a joint table holds probabilities: none is negative, and they sum to 1")
    return joint


def _require_pairs(a: np.ndarray, b: np.ndarray) -> None:
    if len(a) == 0 or len(a) != len(b):
        raise ValueError("two arrays of the same length, at least 1, are needed")


### END SOLUTION


def bayes_classifier(joint: np.ndarray) -> dict:
    """The best classifier there can be, and the error that even it makes.

    If P(x, y) is known, the best answer at x is the label that is most probable there. Return a dict with

        "labels"  (K,) ints: for each x the y with the largest joint[x, y], on ties the lowest (so 0 where P(x) = 0);
        "noise"   (K,) floats: the chance to be wrong at x all the same, 1 - max_y P(y | x); 0 where P(x) = 0;
        "error"   float: the Bayes error, the average of the noise weighted by P(x) = sum_y joint[x, y].

    No classifier, deterministic or random, has a smaller probability of being wrong than "error".

    Raises ValueError for a bad joint table.
    """
    ### BEGIN SOLUTION
    joint = _joint_table(joint)
    p_x, best = joint.sum(axis=1), joint.max(axis=1)
    # max_y P(y | x); where x never comes the division is left out and the 1 stays
    certainty = np.divide(best, p_x, out=np.ones(len(joint)), where=p_x > 0)
    return {"labels": joint.argmax(axis=1), "noise": 1 - certainty, "error": float((p_x - best).sum())}
    ### END SOLUTION


def expected_loss(joint: np.ndarray, predictor: np.ndarray, loss: np.ndarray | None = None) -> float:
    """What a predictor costs on average.

    predictor is (K, C): row x is the distribution from which the answer at x is drawn, independently of the truth. A
    one-hot row, such as (0, 1, 0), always gives the same answer. loss is (C, C): loss[truth, answer] is what it costs
    to give this answer when that is the truth. None means zero/one loss: 0 for the right answer, 1 for any other.
    Return

        sum over x, y, a of  joint[x, y] * predictor[x, a] * loss[y, a].

    (With the relative frequencies of a sample in place of joint this is the training error.)

    Raises ValueError for a bad joint table, for a predictor of another shape than joint, and if a row of predictor does
    not sum to 1 within 1e-9, even where P(x) = 0. Negative entries of predictor and a loss of another shape are not
    tested.

    Note: a tree that knows the right answer for 10 % of the inputs and guesses elsewhere errs on 45 %; CIML prints 35
    %.
    """
    ### BEGIN SOLUTION
    joint, predictor = _joint_table(joint), np.asarray(predictor, dtype=float)
    if predictor.shape != joint.shape or (np.abs(predictor.sum(axis=1) - 1) > 1e-9).any():
        raise ValueError("a predictor has a row for each input, which sums to 1")
    loss = 1 - np.eye(joint.shape[1]) if loss is None else np.asarray(loss, dtype=float)
    return float((joint @ loss * predictor).sum())
    ### END SOLUTION


def running_error(y: np.ndarray, y_hat: np.ndarray) -> np.ndarray:
    """Error rate after each example: entry i is the fraction of wrong predictions among the first i + 1.

    y and y_hat are (n,) and hold the true labels and the predictions, any integers. Return floats (n,). The last entry
    is the error rate on all of them.

    Raises ValueError if there are no examples, or the lengths differ.
    """
    ### BEGIN SOLUTION
    y, y_hat = np.asarray(y), np.asarray(y_hat)
    _require_pairs(y, y_hat)
    return np.cumsum(y != y_hat) / np.arange(1, len(y) + 1)
    ### END SOLUTION


def error_decomposition(joint: np.ndarray, hypotheses: np.ndarray, x: np.ndarray, y: np.ndarray) -> dict:
    """Split the error of a learnt hypothesis into noise, a class too small and a sample too small.

    hypotheses is (m, K) with m >= 1: hypotheses[i, x] is the label that hypothesis i gives to input x. The sample is x,
    y, both (n,) integers with n >= 1. The learner knows the sample and not joint: it keeps the hypothesis with the
    fewest mistakes on the sample (count them: whole numbers tie exactly), the one of lowest index on ties. We know
    joint, and so the true error R(h) = P(h(x) is not y) of each hypothesis, and the Bayes error R* of
    `bayes_classifier`. Return a dict:

        "chosen"          int, the index of the hypothesis that the learner keeps;
        "training_error"  float, its fraction of mistakes on the sample;
        "true_error"      float, R(chosen);
        "bayes"           float, R*, what no classifier can avoid;
        "approximation"   float, min R(h) over the class - R*, what the best hypothesis of the class loses;
        "estimation"      float, R(chosen) - min R(h) over the class, what was lost because the sample misled us.

    The minimum is that of the TRUE errors. So true_error = bayes + approximation + estimation.

    Raises ValueError for a bad joint table, if there is no hypothesis or no example, or if x and y differ in length.

    Note: CIML leaves R* inside its approximation error, and prints an error(f) where the minimum over the class is
    meant.
    """
    ### BEGIN SOLUTION
    joint = _joint_table(joint)
    hypotheses, x, y = np.asarray(hypotheses), np.asarray(x), np.asarray(y)
    _require_pairs(x, y)
    if len(hypotheses) == 0:
        raise ValueError("the class is empty")
    mistakes = (hypotheses[:, x] != y).sum(axis=1)
    chosen = int(np.argmin(mistakes))  # the first of the smallest
    true_errors = 1 - joint[np.arange(len(joint)), hypotheses].sum(axis=1)  # picks joint[k, h(k)] for every k
    bayes = bayes_classifier(joint)["error"]
    return {
        "chosen": chosen,
        "training_error": float(mistakes[chosen] / len(y)),
        "true_error": float(true_errors[chosen]),
        "bayes": bayes,
        "approximation": float(true_errors.min() - bayes),
        "estimation": float(true_errors[chosen] - true_errors.min()),
    }
    ### END SOLUTION


def bias_variance(predictions: np.ndarray, truth: np.ndarray, noise_variance: float = 0.0) -> dict:
    """Bias, variance and noise of a learner, from what it predicts after many data sets.

    predictions is (R, m) with R >= 1: row r holds the predictions, at m >= 1 fixed inputs, of the model learnt from
    data set r. truth is (m,), the values without noise at these inputs; a new observation there has noise of variance
    noise_variance. Return a dict of four floats:

        "bias2"     mean over the inputs of (average of the predictions over the data sets - truth)^2;
        "variance"  mean over the inputs of the variance of the predictions over the data sets (divide by R);
        "noise"     noise_variance;
        "mse"       noise + bias2 + variance, the expected squared error on a new observation.

    So without noise, mse is exactly the mean of (predictions - truth)^2 over everything.

    Raises ValueError if predictions is not two-dimensional, R = 0, truth is not of shape (m,), or noise_variance < 0.
    Numbers beyond 1000 in absolute value are not tested.
    """
    ### BEGIN SOLUTION
    predictions, truth = np.asarray(predictions, dtype=float), np.asarray(truth, dtype=float)
    if predictions.ndim != 2 or len(predictions) == 0 or truth.shape != predictions.shape[1:]:
        raise ValueError("predictions must be (R, m) with R >= 1, and truth (m,)")
    if noise_variance < 0:
        raise ValueError("a variance is not negative")
    bias2 = float(((predictions.mean(axis=0) - truth) ** 2).mean())
    variance = float(predictions.var(axis=0).mean())
    noise = float(noise_variance)
    return {"bias2": bias2, "variance": variance, "noise": noise, "mse": noise + bias2 + variance}
    ### END SOLUTION


def polynomial_bias_variance(
    x: np.ndarray, f_x: np.ndarray, x_test: np.ndarray, f_test: np.ndarray, degree: int, sigma: float
) -> dict:
    """Exact bias and variance of a polynomial fit, without simulating anything.

    The training inputs x (n,) are fixed. Their targets are y = f_x + noise, where f_x (n,) is the true function and the
    noises are independent with mean 0 and standard deviation sigma >= 0. A polynomial of the given degree (with the
    powers 0, 1, ..., degree) is fitted to them by least squares. Its predictions at x_test (m,) are linear in the
    targets, S @ y with an (m, n) matrix of weights S that depends on x, x_test and degree only: with Phi(t) the matrix
    of the powers of t, S = Phi(x_test) times the pseudo-inverse of Phi(x). f_test (m,) is the true function at x_test.

    Averaging over the noise, return a dict of arrays (m,), one entry for each test input:

        "average"   the average prediction, S @ f_x;
        "bias2"     (average - f_test)^2;
        "variance"  the variance of the prediction: sigma^2 times the sum of the squares of the weights in its row of S;
        "mse"       sigma^2 + bias2 + variance, the expected squared error against a new, noisy observation.

    High powers of large numbers lose digits. Every x tested is equally spaced, and either |x| <= 20 with degree <= 6
    (starting at 0 or symmetric about 0), or symmetric about 0 in [-1, 1] with degree <= 12 and n <= 30. There
    np.linalg.pinv and lstsq on plain powers are accurate enough, and the normal equations just so.

    Raises ValueError unless 0 <= degree <= n - 1. A negative sigma and repeated x are not tested.
    """
    ### BEGIN SOLUTION
    x, f_x, x_test, f_test = (np.asarray(values, dtype=float) for values in (x, f_x, x_test, f_test))
    if not 0 <= degree < len(x):
        raise ValueError("the degree must be at least 0 and below the number of training inputs")
    # Any basis of the polynomials gives the same S. Legendre polynomials on the range of x are nearly orthogonal, so
    # that no digits are lost, whereas plain powers are nearly collinear.
    domain = [x.min(), x.max()] if len(x) > 1 else None
    basis = [np.polynomial.Legendre.basis(k, domain) for k in range(degree + 1)]
    phi, phi_test = (np.column_stack([column(t) for column in basis]) for t in (x, x_test))
    S = phi_test @ np.linalg.pinv(phi)
    average = S @ f_x
    bias2 = (average - f_test) ** 2
    variance = sigma**2 * (S**2).sum(axis=1)
    return {"average": average, "bias2": bias2, "variance": variance, "mse": sigma**2 + bias2 + variance}
    ### END SOLUTION


def min_norm_solution(X: np.ndarray, y: np.ndarray, lam: float = 0.0) -> np.ndarray:
    """The shortest least-squares solution, or the ridge solution.

    X is (n, d), y is (n,), n and d at least 1. There is no intercept.

        lam = 0:  among all theta with the smallest ||y - X theta||^2 the one of smallest norm ||theta||. There may be
                  more columns than rows, and columns may be collinear; X = 0 gives theta = 0.
        lam > 0:  the theta with the smallest ||y - X theta||^2 + lam ||theta||^2. Both are plain sums, nothing is
                  divided by n, and no entry of theta is spared.

    Return theta (d,). Singular values of X below 1e-10 times the largest count as 0; no check has one between 1e-13
    and 1e-7 times the largest, so the default limits of np.linalg.lstsq and pinv will do. A lam between 0 and 1e-6 is
    not tested, but entries of X may be small: lam = 0 means no penalty at all.

    Raises ValueError if lam < 0.
    """
    ### BEGIN SOLUTION
    if lam < 0:
        raise ValueError("lam must not be negative")
    U, s, Vt = np.linalg.svd(np.asarray(X, dtype=float), full_matrices=False)
    counts = s > 1e-10 * s.max()
    gain = np.zeros(len(s))
    gain[counts] = s[counts] / (s[counts] ** 2 + lam)  # 1/s without penalty; a direction that X does not see gets 0
    return Vt.T @ (gain * (U.T @ np.asarray(y, dtype=float)))
    ### END SOLUTION


def gradient_descent(
    X: np.ndarray, y: np.ndarray, theta0: np.ndarray, step: float, n_steps: int
) -> tuple[np.ndarray, np.ndarray]:
    """Gradient descent on the mean squared error, and the one solution among many that it heads for.

    X is (n, d), y is (n,), theta0 is (d,) and may hold integers. The cost is J(theta) = (1/n) ||y - X theta||^2, a mean
    without a factor 1/2. From theta0 take n_steps >= 0 steps theta <- theta - step * gradient of J at theta, where
    every step uses all rows.

    Return the pair (theta, limit) of two arrays (d,): theta after n_steps steps, and the limit for infinitely many
    (small enough) steps. The limit does not depend on step or n_steps. Each gradient is a combination of the rows of X,
    so the part of theta0 that is orthogonal to all rows never changes: the limit is the least-squares solution nearest
    to theta0, which is

        theta0 + min_norm_solution(X, y - X theta0).

    n_steps = 0 returns theta0 itself, or a copy, as theta. There are no ValueErrors: step <= 0, n_steps < 0 and steps
    so large that they diverge are not tested. No check takes more than 300 steps.
    """
    ### BEGIN SOLUTION
    X, y, theta0 = (np.asarray(values, dtype=float) for values in (X, y, theta0))
    theta = theta0
    for _ in range(n_steps):
        gradient = -2 / len(y) * (X.T @ (y - X @ theta))
        theta = theta - step * gradient
    return theta, theta0 + min_norm_solution(X, y - X @ theta0)
    ### END SOLUTION


def double_descent_curve(
    X: np.ndarray,
    y: np.ndarray,
    X_test: np.ndarray,
    y_test: np.ndarray,
    n_samples: list[int],
    n_features: list[int],
    lam: float = 0.0,
) -> dict:
    """Training error, test error and norm of models of growing size, or of one model on growing samples.

    n_samples and n_features are two lists (or tuples, or arrays) of the same length k. For each i fit
    min_norm_solution, with penalty lam, to the first n_samples[i] rows and the first n_features[i] columns of X (and
    the same rows of y). Return a dict of arrays (k,):

        "train"  mean squared error on the rows that were used in the fit;
        "test"   mean squared error on all rows of X_test, cut to the same columns, against y_test;
        "norm"   the norm ||theta|| of the fitted coefficients.

    The errors do not include the penalty. A constant list n_samples gives the curve over model size, a constant list
    n_features the curve over sample size; both may change at once, and sizes may repeat. Empty lists give empty arrays.

    Raises ValueError if the lists differ in length, if an entry is below 1, or above the number of rows (n_samples) or
    columns (n_features) of X, and if lam < 0 (also with empty lists). Their entries are integers, numpy integers
    included.
    """
    ### BEGIN SOLUTION
    X, y, X_test, y_test = (np.asarray(values, dtype=float) for values in (X, y, X_test, y_test))
    if lam < 0:
        raise ValueError("lam must not be negative")
    train, test, norm = np.zeros((3, len(n_samples)))
    for i, (n, d) in enumerate(zip(n_samples, n_features, strict=True)):  # strict: ValueError if one list is longer
        if not (1 <= n <= X.shape[0] and 1 <= d <= X.shape[1]):
            raise ValueError("there are no such rows or columns")
        theta = min_norm_solution(X[:n, :d], y[:n], lam)
        train[i] = ((y[:n] - X[:n, :d] @ theta) ** 2).mean()
        test[i] = ((y_test - X_test[:, :d] @ theta) ** 2).mean()
        norm[i] = np.linalg.norm(theta)
    return {"train": train, "test": test, "norm": norm}
    ### END SOLUTION


def curve_shape(train_errors: np.ndarray, validation_errors: np.ndarray, tol: float = 1e-9) -> dict:
    """Read a learning curve: where the data are interpolated, which size is best, and whether the error descends twice.

    Both arrays are (k,), errors against model size from the smallest model to the largest. Return a dict:

        "interpolation_point"  int, the first index whose training error is <= tol; None if there is none;
        "best"                 int, the index of the smallest validation error, the first if several are exactly equal;
        "gap"                  (k,) floats, validation error - training error;
        "directions"           list of -1 and +1: how the validation curve goes, -1 for falling and +1 for rising;
        "double_descent"       bool: True if the validation curve falls again after it has risen, that is, if some +1
                               in directions is followed by a -1.

    For the directions look at one step after the other, from each size to the next. A step of absolute size <= tol is
    skipped, even if many of them add up. Of the others note the sign, and note a run of equal signs once: 6, 5, 3, 3, 7
    has the steps -1, -2, 0, +4 and the directions [-1, 1]. So [-1, 1] is the classical U, [-1, 1, -1] a double descent,
    and a curve that never moves, or has only one point, has [].

    tol >= 0. An error or a step of exactly tol is tested only with tol = 0.25 and quarters, which floats hold exactly;
    nothing else is near tol.

    Raises ValueError if there are no points, or the lengths differ.
    """
    ### BEGIN SOLUTION
    train, validation = np.asarray(train_errors, dtype=float), np.asarray(validation_errors, dtype=float)
    _require_pairs(train, validation)
    interpolates = np.flatnonzero(train <= tol)
    directions: list[int] = []
    for move in np.diff(validation):
        sign = int(np.sign(move))
        if abs(move) > tol and directions[-1:] != [sign]:
            directions.append(sign)
    return {
        "interpolation_point": int(interpolates[0]) if len(interpolates) else None,
        "best": int(np.argmin(validation)),
        "gap": validation - train,
        "directions": directions,
        "double_descent": 1 in directions[:-1],  # signs alternate, so what follows a rise is a fall
    }
    ### END SOLUTION
