"""Measuring a learner: losses, counts, curves, splits, intervals, and a test of whether a difference is real.

Conventions of the whole module
- The truth always comes first, the prediction second. Binary labels are 0 and 1, and 1 is the positive class.
- X is (n, d), one example a row. Whatever is one-dimensional may also be given as a list.
- All arithmetic is in double precision, whatever type the numbers come in: a difference or a sum of small unsigned
  integers would otherwise wrap around (in uint8, 0 - 1 is 255). No argument is ever changed.
- An error is a mean over examples, between 0 and 1 for the zero/one loss. A standard deviation ("sd") divides the sum
  of squared deviations by the number of scores MINUS ONE.
- A learner is a function fit_predict(X_train, y_train, X_test) that trains on the first two arguments and returns its
  predictions for the rows of the third, one per row. Call it with whole matrices, never row by row.
- Where a list of ValueErrors stands, what else may be wrong with the input is not tested.
- "Note:" marks remarks on the sources, which you need not own: CIML is Daumé's A Course in Machine Learning, AIMA is
  Russell and Norvig's Artificial Intelligence, Aalto and CS229 are lecture notes.
"""

from collections.abc import Callable

import numpy as np

# The levels of `paired_t_test`: t has to reach the first number for the second, the level of significance.
LEVELS = ((2.58, 0.995), (1.96, 0.975), (1.64, 0.95), (1.28, 0.90))

### BEGIN SOLUTION


def _pair(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both as arrays; ValueError unless they are vectors of the same length, and not empty."""
    first, second = np.asarray(first), np.asarray(second)
    if first.ndim != 1 or first.shape != second.shape or len(first) == 0:
        raise ValueError(f"expected two vectors of one length, not empty; got shapes {first.shape} and {second.shape}")
    return first, second


def _ratio(part: np.ndarray, whole: np.ndarray, if_empty: float) -> np.ndarray:
    """part / whole, entry by entry, and `if_empty` where the whole is 0."""
    return np.divide(part, whole, out=np.full_like(whole, if_empty), where=whole > 0)


def _others(n: int, chosen: np.ndarray) -> np.ndarray:
    """The indices 0..n-1 that were not chosen, in increasing order."""
    return np.delete(np.arange(n), chosen)


def _interval(scores: np.ndarray, width: float) -> dict:
    """Mean and standard deviation of some scores, and the mean minus and plus `width` standard deviations."""
    mean = float(np.mean(scores))
    sd = float(np.std(scores, ddof=1)) if len(scores) > 1 else 0.0
    return {"mean": mean, "sd": sd, "low": mean - width * sd, "high": mean + width * sd}


def _best_columns(X: np.ndarray, y: np.ndarray, m: int) -> np.ndarray:
    """The m columns of X that correlate most with y, in increasing order."""
    X, y = X.astype(float), y.astype(float)
    dx, dy = X - X.mean(axis=0), y - y.mean()
    # Rounding can leave a constant column with tiny deviations from its mean, so constancy is tested on the values.
    varies = (np.ptp(X, axis=0) > 0) & (np.ptp(y) > 0)
    spread = np.sqrt((dx**2).sum(axis=0) * (dy @ dy))
    correlation = np.divide(dy @ dx, spread, out=np.zeros(X.shape[1]), where=varies)
    best = np.argsort(-np.abs(correlation), kind="stable")[:m]
    return np.sort(best)


### END SOLUTION


def average_loss(
    y_true: np.ndarray,
    y_pred: np.ndarray,
    loss: str = "zero_one",
    weights: np.ndarray | None = None,
    costs: np.ndarray | None = None,
) -> float:
    """The average of a loss over examples: one number that says how bad predictions are (0 is perfect).

    First every example gets its own loss:

        "zero_one"    1 if truth and prediction differ, else 0       labels of any type, also strings
        "squared"     (y_true - y_pred)^2, with no factor 1/2        numbers
        "absolute"    |y_true - y_pred|                              numbers
        "hamming"     the NUMBER of entries in which two rows differ, not their share;
                      y_true and y_pred are (n, m), m labels for each example
        "cost"        costs[truth, prediction]: the truth is the row. Labels are the integers 0..K-1, costs is (K, K)

    Then the losses are averaged:

        weights = None    (1/n) * sum of loss_i          the empirical risk: the training error if these are the
                                                         training examples, the test error if they were held out
        weights given     sum of weights_i * loss_i      the expected loss, if the examples are the possible outcomes
                                                         and weights_i are their probabilities. Nothing is divided by n

    y_true, y_pred: shape (n,), for "hamming" (n, m). weights: shape (n,).
    ValueError if y_true or y_pred has another number of dimensions than its loss asks for, if their shapes differ (so
    (n,) against (n, 1) is refused: numpy would silently compare all with all), if there is no example, if the loss has
    an unknown name, if "cost" comes without costs, or if the weights are negative somewhere, not n of them, or do not
    sum to 1 within 1e-6.

    Note: Aalto's lecture 1 prints the test risk as a sum; it has to be a mean to estimate the true risk.
    """
    ### BEGIN SOLUTION
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    if y_true.ndim != (2 if loss == "hamming" else 1):
        raise ValueError(f"the loss {loss!r} does not take arguments of {y_true.ndim} dimensions")
    if y_true.shape != y_pred.shape or y_true.size == 0:
        raise ValueError(f"expected two equal shapes, not empty; got {y_true.shape} and {y_pred.shape}")
    if loss == "zero_one":
        losses = y_true != y_pred
    elif loss == "squared":
        losses = (y_true.astype(float) - y_pred.astype(float)) ** 2
    elif loss == "absolute":
        losses = np.abs(y_true.astype(float) - y_pred.astype(float))
    elif loss == "hamming":
        losses = (y_true != y_pred).sum(axis=1)
    elif loss == "cost" and costs is not None:
        losses = np.asarray(costs, dtype=float)[y_true, y_pred]
    else:
        raise ValueError(f"unknown loss {loss!r}, or one whose costs are missing")

    if weights is None:
        return float(np.mean(losses))
    weights = np.asarray(weights, dtype=float)
    if weights.shape != losses.shape or (weights < 0).any() or abs(weights.sum() - 1) > 1e-6:
        raise ValueError("weights must be one probability per example: not negative, and with the sum 1")
    return float(weights @ losses)
    ### END SOLUTION


def confusion_matrix(y_true: np.ndarray, y_pred: np.ndarray, labels: list | None = None) -> np.ndarray:
    """Who is taken for whom: entry [i, j] counts the examples with truth labels[i] and prediction labels[j].

    ROWS are the truth, COLUMNS the predictions. The result is a (K, K) array of integers, K the number of labels. Right
    answers stand on the diagonal. For the labels 0 and 1 that is

        [[tn, fp],        fp: false positives, type 1 errors (a legitimate mail that is called spam)
         [fn, tp]]        fn: false negatives, type 2 errors (spam that is let through)

    labels = None: all labels that occur in y_true or in y_pred, in sorted order. Otherwise labels lists the different
    labels in the order wanted; one that never occurs keeps its row and column of zeros.

    y_true, y_pred: shape (n,), labels of any one type that can be sorted (numbers, strings).
    ValueError if the lengths differ, if there is no example, or if a truth or prediction is not in `labels`.

    Note: AIMA leaves open which side is the truth; Aalto's table is the transpose of ours with the positives first.
    """
    ### BEGIN SOLUTION
    y_true, y_pred = _pair(y_true, y_pred)
    labels = np.union1d(y_true, y_pred) if labels is None else np.asarray(labels)
    position = {label: i for i, label in enumerate(labels.tolist())}
    if not position.keys() >= {*y_true.tolist(), *y_pred.tolist()}:
        raise ValueError("an example has a label that is not in labels")
    table = np.zeros((len(labels), len(labels)), dtype=int)
    for truth, answer in zip(y_true.tolist(), y_pred.tolist(), strict=True):
        table[position[truth], position[answer]] += 1
    return table
    ### END SOLUTION


def metrics_from_counts(
    tp: float | np.ndarray, fp: float | np.ndarray, fn: float | np.ndarray, tn: float | np.ndarray, beta: float = 1.0
) -> dict:
    """The usual measures of a yes/no classifier, from its true and false positives, false and true negatives.

    With n = tp + fp + fn + tn, a dictionary of

        "accuracy"       (tp + tn) / n
        "error_rate"     (fp + fn) / n
        "precision"      P = tp / (tp + fp)      of those called positive, how many are?
        "recall"         R = tp / (tp + fn)      of the positives, how many were found? (also called sensitivity)
        "specificity"    tn / (tn + fp)          of the negatives, how many were left alone? (the recall of class 0)
        "f"              (1 + beta^2) * P * R / (beta^2 * P + R),  and 0 where that denominator is 0

    0/0 counts as 1 in precision, recall and specificity: whoever calls nobody positive has called nobody positive
    wrongly. "f" is computed from P and R after that. It is their harmonic mean for beta = 1; the larger beta, the more
    recall counts: beta = 0 gives P (if R > 0), and beta towards infinity gives R.

    tp, fp, fn, tn: four numbers, then all values are floats; or four arrays (or lists) of one shape, then all values
    are arrays of that shape, computed entry by entry. beta is a finite number.
    ValueError if a count is negative, if n is 0 (anywhere), or if beta is negative.

    Note: CIML's specificity is the RECALL on the negated task, its prose on beta is the wrong way round, and its F for
    P = 1 and R = 0.6 is truncated (0.75 exactly). scikit-learn counts 0/0 as 0.
    """
    ### BEGIN SOLUTION
    tp, fp, fn, tn = (np.asarray(count, dtype=float) for count in (tp, fp, fn, tn))
    n = tp + fp + fn + tn
    if any((count < 0).any() for count in (tp, fp, fn, tn)) or (n == 0).any():
        raise ValueError("counts must not be negative, and not all zero")
    if beta < 0:
        raise ValueError(f"beta is {beta}, expected 0 or more")
    precision = _ratio(tp, tp + fp, if_empty=1)
    recall = _ratio(tp, tp + fn, if_empty=1)
    share = 1 / (1 + float(beta) * float(beta))  # of the recall; a huge beta leaves it 0, where beta**2 would overflow
    metrics = {
        "accuracy": (tp + tn) / n,
        "error_rate": (fp + fn) / n,
        "precision": precision,
        "recall": recall,
        "specificity": _ratio(tn, tn + fp, if_empty=1),
        "f": _ratio(precision * recall, (1 - share) * precision + share * recall, if_empty=0),
    }
    return {name: value if np.ndim(value) else float(value) for name, value in metrics.items()}
    ### END SOLUTION


def ranking_curves(y_true: np.ndarray, scores: np.ndarray) -> dict:
    """How good scores are at putting positives before negatives: the curves of all thresholds at once.

    A classifier with scores predicts 1 iff score >= threshold. Lower the threshold from infinity: at first nobody is
    called positive, then the example with the highest score, and so on until everybody is. Examples with EQUAL scores
    cross the threshold together. A dictionary of four arrays of one length, and a number:

        "thresholds"    inf, then the different scores in decreasing order
        "precision"     tp / (tp + fp) at each threshold
        "recall"        tp / (number of positives)
        "fpr"           fp / (number of negatives), the false positive rate, which is 1 - specificity
        "auc"           the area under the ROC curve (recall against fpr), by trapezoids:
                        the sum of (fpr[k] - fpr[k-1]) * (recall[k] + recall[k-1]) / 2

    The first entry is the empty prediction: precision 1, recall 0, fpr 0. The last has recall 1 and fpr 1. The area has
    a meaning of its own: it is the chance that a random positive has a higher score than a random negative, ties
    counted as one half. So 0.5 is what blind scores get, and only the order of the scores matters.

    y_true: shape (n,), labels 0 and 1. scores: shape (n,), finite numbers, higher means more likely positive.
    ValueError if the lengths differ, if a label is neither 0 nor 1, or if only one of the two classes is there.

    Note: Aalto divides both rates by the number of all examples; such a curve ends at the class shares, not at (1, 1).
    """
    ### BEGIN SOLUTION
    y, scores = _pair(y_true, scores)
    if not np.array_equal(np.unique(y), [0, 1]):
        raise ValueError("y_true must hold both labels, 0 and 1, and no other")
    y = y.astype(float)
    order = np.argsort(scores)[::-1]
    y, scores = y[order], scores[order]
    # Where the next score is another one, a whole group of equal scores has just been let in.
    ends = np.append(scores[1:] != scores[:-1], True)
    tp, fp = np.cumsum(y)[ends], np.cumsum(1 - y)[ends]
    recall = np.append(0, tp / tp[-1])
    fpr = np.append(0, fp / fp[-1])
    return {
        "thresholds": np.append(np.inf, scores[ends]),
        "precision": np.append(1, tp / (tp + fp)),
        "recall": recall,
        "fpr": fpr,
        "auc": float(np.sum(np.diff(fpr) * (recall[1:] + recall[:-1]) / 2)),
    }
    ### END SOLUTION


def make_splits(
    n: int,
    method: str = "kfold",
    k: int = 5,
    rng: np.random.Generator | None = None,
    labels: np.ndarray | None = None,
    train_size: int | None = None,
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Ways to divide n examples into a part to train on and a part to test on: a list of pairs (train, test).

    train and test are arrays of indices into 0..n-1, both in INCREASING order except where it says otherwise.

        "kfold"         Put the examples in order: 0, 1, ..., n-1, or rng.permutation(n) (one call) if rng is given.
                        Deal them out like cards to k folds: fold i tests order[i::k], that is the entries at positions
                        i, i + k, i + 2k, ..., and trains on all the others. The k pairs stand in the order of i.
        "stratified"    The same, but the order is first sorted by label, in a stable way (examples of one label stay
                        in the order they had), and then dealt out. So each fold gets its share of every class.
        "loo"           Leave one out: n pairs, pair i tests [i]. k and rng are not used.
        "bootstrap"     k pairs. train = rng.integers(0, n, size=n), drawn with replacement and kept AS DRAWN, repeats
                        and all; test = the indices never drawn. A draw that leaves nobody out is drawn again.
        "holdout"       k pairs, each with a new rng.permutation(n): its first train_size entries are for training, the
                        rest for testing (both then sorted). Split the training part again for a validation part.

    An example stays out of a bootstrap sample with probability (1 - 1/n)^n: 0.349 for n = 10, 0.366 for n = 100, 1/e =
    0.368 in the limit.

    labels: n labels of any one sortable type, used by "stratified" only. train_size: used by "holdout" only.
    ValueError if n < 2; if the method is unknown; if k < 2 or k > n with "kfold" or "stratified"; if "stratified" comes
    without labels, or not n of them; if k < 1 or rng is None with "bootstrap" or "holdout"; if train_size is not in
    1..n-1 (or None) with "holdout".

    Note: CIML's leave-one-out has N - 1 folds; it is N. AIMA cuts slices, which is bad for data sorted by class.
    """
    ### BEGIN SOLUTION
    if n < 2:
        raise ValueError(f"n is {n}, but a split needs at least 2 examples")
    if method == "loo":
        return [(_others(n, i), np.array([i])) for i in range(n)]

    if method in ("kfold", "stratified"):
        if not 2 <= k <= n:
            raise ValueError(f"k is {k}, expected 2 to {n} folds")
        order = np.arange(n) if rng is None else rng.permutation(n)
        if method == "stratified":
            if labels is None or len(labels) != n:
                raise ValueError("stratified folds need one label per example")
            order = order[np.argsort(np.asarray(labels)[order], kind="stable")]
        tests = [np.sort(order[i::k]) for i in range(k)]
        return [(_others(n, test), test) for test in tests]

    if method not in ("bootstrap", "holdout"):
        raise ValueError(f"unknown method {method!r}")
    if k < 1 or rng is None:
        raise ValueError(f"{method} needs an rng, and k of at least 1")
    if method == "holdout":
        if train_size is None or not 1 <= train_size < n:
            raise ValueError(f"train_size is {train_size}, expected 1 to {n - 1}")
        trains = [np.sort(rng.permutation(n)[:train_size]) for _ in range(k)]
        return [(train, _others(n, train)) for train in trains]
    splits = []
    while len(splits) < k:
        train = rng.integers(0, n, size=n)
        test = _others(n, train)
        if len(test) > 0:
            splits.append((train, test))
    return splits
    ### END SOLUTION


def cross_validate(
    fit_predict: Callable,
    X: np.ndarray,
    y: np.ndarray,
    splits: list,
    loss: str = "zero_one",
    n_features: int | None = None,
    width: float = 2.0,
) -> dict:
    """The error of a learner on examples it has not seen, once per split, and how far these errors scatter.

    For each pair (train, test) of index arrays in `splits` (as `make_splits` returns them; indices of train may repeat)
    call fit_predict(X[train], y[train], X[test]) ONCE, and take the `average_loss` of its answer on the test rows. A
    dictionary of

        "errors"         an array with the error of each split, in the order of the splits
        "mean"           the plain mean of the errors: every split counts once, large or small
        "sd"             their standard deviation: the sum of squared deviations from the mean, divided by (number of
                         splits - 1), and the root of that; 0.0 if there is only one split
        "low", "high"    mean - width * sd and mean + width * sd

    If the errors are normally distributed, widths of 1, 2 and 3 cover 68.3, 95.4 and 99.7 % of them.

    n_features = m lets the learner see m columns only: those with the largest |correlation with y|. Choosing them is a
    part of LEARNING. So it happens inside each split, on its training rows alone, and the test rows have no say.
    The correlation (Pearson) of a column x with y is

        r = sum of (x_i - mean x)(y_i - mean y) / sqrt( sum of (x_i - mean x)^2 * sum of (y_i - mean y)^2 )

    over the training rows (a row that is drawn twice counts twice), and it counts as 0 if the column, or y, has only
    one value there (compare the values: with 0.1 in every row the sum of squares need not come out as 0). Of columns
    with correlation 0 the lowest are taken; no check has other ties. The chosen columns go to the learner in increasing
    order, the same ones of X[train] and of X[test].

    X: shape (n, d). y: shape (n,). Both hold numbers if n_features is given, else whatever the learner takes, strings
    too. loss: "zero_one", "squared" or "absolute".
    ValueError if there are no splits, if X and y differ in length, or if n_features is not in 1..d.

    Note: CIML gives 70, 95 and 99.5 % for the three widths.
    """
    ### BEGIN SOLUTION
    X, y = np.asarray(X), np.asarray(y)
    if len(splits) == 0 or len(X) != len(y):
        raise ValueError("expected at least one split, and one y for each row of X")
    if n_features is not None and not 1 <= n_features <= X.shape[1]:
        raise ValueError(f"n_features is {n_features}, expected 1 to {X.shape[1]}")
    errors = []
    for train, test in splits:
        X_train, X_test = X[train], X[test]
        if n_features is not None:
            columns = _best_columns(X_train, y[train], n_features)
            X_train, X_test = X_train[:, columns], X_test[:, columns]
        errors.append(average_loss(y[test], fit_predict(X_train, y[train], X_test), loss))
    return {"errors": np.array(errors), **_interval(errors, width)}
    ### END SOLUTION


def bootstrap_interval(
    y_true: np.ndarray, y_pred: np.ndarray, draws: np.ndarray, beta: float = 1.0, width: float = 2.0
) -> dict:
    """How far would the F score of these predictions have scattered, had the test set been drawn anew?

    We have only one test set, so we draw from it, with replacement. Row b of `draws` holds the indices of one resample,
    THE SAME for truth and prediction, so that the pairs stay together: y_true[draws[b]] and y_pred[draws[b]]. Its score
    is the "f" that `metrics_from_counts` gives for its counts (so a resample without positives that finds none has the
    score 1). From the B scores, one per row, a dictionary of

        "mean", "sd"     their mean, and their standard deviation with the divisor B - 1
        "low", "high"    mean - width * sd and mean + width * sd

    y_true, y_pred: shape (n,), labels 0 and 1. draws: integers of shape (B, m), usually rng.integers(0, n, (B, n)).
    ValueError if y_true and y_pred differ in length, if draws is not two-dimensional or has fewer than two rows, or if
    an index is not in 0..n-1 (a negative index would silently count from the end).
    """
    ### BEGIN SOLUTION
    y_true, y_pred = _pair(y_true, y_pred)
    draws = np.asarray(draws)
    if draws.ndim != 2 or len(draws) < 2:
        raise ValueError(f"draws has shape {draws.shape}, expected (B, m) with B of at least 2")
    if (draws < 0).any() or (draws >= len(y_true)).any():
        raise ValueError(f"draws must be indices from 0 to {len(y_true) - 1}")
    truth, answer = y_true[draws] == 1, y_pred[draws] == 1
    tp = (truth & answer).sum(axis=1)
    fp = (~truth & answer).sum(axis=1)
    fn = (truth & ~answer).sum(axis=1)
    tn = (~truth & ~answer).sum(axis=1)
    return _interval(metrics_from_counts(tp, fp, fn, tn, beta)["f"], width)
    ### END SOLUTION


def paired_t_test(errors_a: np.ndarray, errors_b: np.ndarray) -> tuple[float, float]:
    """Does system a really err more than system b, or was it chance? Returns (t, level).

    Both systems were tried on the same N examples; errors_a[n] and errors_b[n] are their errors (or losses) on example
    n. Whatever makes an example hard for both cancels in the difference of the two, so the spread that matters is that
    of the DIFFERENCES. With the centred values ahat_n = a_n - mean a and bhat_n = b_n - mean b,

        t = (mean a - mean b) * sqrt( N * (N - 1) / sum of (ahat_n - bhat_n)^2 )

    t is positive if a errs more. For large N (some hundreds) and equally good systems t is about normally distributed,
    and chance alone brings it above 1.64 in only 5 % of all cases. The level is the one-sided level that t REACHES, the
    largest that applies (`LEVELS`):

        t >= 2.58: 0.995      t >= 1.96: 0.975      t >= 1.64: 0.95      t >= 1.28: 0.90      else: 0.0

    A negative t has the level 0.0, however large: it is no evidence that a errs more.

    If all differences a_n - b_n are equal (largest - smallest <= 1e-12) there is no spread to divide by. Then t is 0.0
    if the means agree (within 1e-12 too), +inf if a errs more, -inf if b does; the level follows from t as always.

    errors_a, errors_b: shape (N,), numbers.
    ValueError if the lengths differ or N < 2.
    """
    ### BEGIN SOLUTION
    a, b = _pair(errors_a, errors_b)
    if len(a) < 2:
        raise ValueError("the spread of the differences needs at least two examples")
    differences = a.astype(float) - b.astype(float)
    n, mean = len(differences), differences.mean()
    if np.ptp(differences) <= 1e-12:
        t = 0.0 if abs(mean) <= 1e-12 else np.copysign(np.inf, mean)
    else:
        # ahat_n - bhat_n is the difference a_n - b_n minus the mean of all differences.
        t = mean * np.sqrt(n * (n - 1) / np.sum((differences - mean) ** 2))
    level = next((level for bound, level in LEVELS if t >= bound), 0.0)
    return float(t), level
    ### END SOLUTION


def learning_curve(
    fit_predict: Callable, X: np.ndarray, y: np.ndarray, sizes: list[int], trials: int, rng: np.random.Generator
) -> dict:
    """Zero/one error against the number of training examples: would more data help?

    For each size, in the order given, take `trials` new random splits:
    make_splits(n, "holdout", k=trials, rng=rng, train_size=size), always with the same rng, so that each size goes on
    drawing where the last one stopped. Per split train on X[train], y[train]; the share of wrong answers on the
    training rows is the training error of this trial, the share of wrong answers on all the OTHER rows its test error.
    A dictionary of

        "train", "test"    arrays with one entry per size: the mean over the trials of the training and test errors

    One call fit_predict(X[train], y[train], X) per split is enough, since it predicts both kinds of rows; two calls are
    as right.

    X: shape (n, d). y: shape (n,), labels of any type. sizes: numbers of training examples, in any order.
    ValueError if a size is not in 1..n-1 or trials < 1.

    Note: AIMA draws the share of RIGHT answers, which is 1 minus our test error.
    """
    ### BEGIN SOLUTION
    X, y = np.asarray(X), np.asarray(y)
    curves = {"train": [], "test": []}
    for size in sizes:
        train_errors, test_errors = [], []
        for train, test in make_splits(len(y), "holdout", k=trials, rng=rng, train_size=size):
            wrong = np.asarray(fit_predict(X[train], y[train], X)) != y
            train_errors.append(wrong[train].mean())
            test_errors.append(wrong[test].mean())
        curves["train"].append(np.mean(train_errors))
        curves["test"].append(np.mean(test_errors))
    return {name: np.array(curve) for name, curve in curves.items()}
    ### END SOLUTION


def sanity_report(
    fit_predict: Callable,
    X_train: np.ndarray,
    y_train: np.ndarray,
    X_test: np.ndarray,
    y_test: np.ndarray,
    scale: float = 1.0,
) -> dict:
    """Before you believe a learner: what it is compared with, and what happens when it is allowed to cheat.

    A dictionary of six zero/one errors:

        "train_error"       trained on the training part, tested on the training part
        "test_error"        trained on the training part, tested on the test part
        "majority_error"    test error of always answering the most frequent label of y_train, the smallest one on ties.
                            A learner that does not beat this has learnt nothing useful.
        "random_error"      EXPECTED test error of guessing evenly among the K different labels of y_train: 1 - 1/K for
                            a test example whose label is one of them, 1 for a test example whose label is not; the mean
        "cheating_error"    TRAINING error when X_train gets one more column, the last, that gives the answer away:
                            scale * y_train. (Train on that, and test on that.) A sound learner gets near 0. If it does
                            not, the other columns may swamp the new one: try a scale of 100. If that does not help
                            either, look for a fault in the program.
        "pooled_error"      put the test rows under the training rows, train on rows 0, 2, 4, ... of this pool and test
                            on its rows 1, 3, 5, ... If this is far below the test error, the test part is of
                            another kind than the training part.

    X_train: shape (n, d), y_train: (n,). X_test: shape (m, d), y_test: (m,). Labels are numbers.
    The test labels must not reach the learner in any other run than the pooled one. Rows of one trained learner may be
    predicted in one call or in several.
    ValueError if X and y of a part differ in length, or if X_train and X_test differ in the number of columns.
    """
    ### BEGIN SOLUTION
    X_train, y_train, X_test, y_test = (np.asarray(part) for part in (X_train, y_train, X_test, y_test))
    if len(X_train) != len(y_train) or len(X_test) != len(y_test) or X_train.shape[1] != X_test.shape[1]:
        raise ValueError("each part needs one label per row, and both parts the same columns")

    def error(X_learn, y_learn, X, y):
        return average_loss(y, fit_predict(X_learn, y_learn, X))

    labels, counts = np.unique(y_train, return_counts=True)
    majority = labels[np.argmax(counts)]  # np.unique sorts, and argmax takes the first of equal counts
    guess_errors = np.where(np.isin(y_test, labels), 1 - 1 / len(labels), 1)
    X_cheat = np.column_stack([X_train, float(scale) * y_train])
    X_pool, y_pool = np.concatenate([X_train, X_test]), np.concatenate([y_train, y_test])
    return {
        "train_error": error(X_train, y_train, X_train, y_train),
        "test_error": error(X_train, y_train, X_test, y_test),
        "majority_error": average_loss(y_test, np.full(len(y_test), majority)),
        "random_error": float(np.mean(guess_errors)),
        "cheating_error": error(X_cheat, y_train, X_cheat, y_train),
        "pooled_error": error(X_pool[::2], y_pool[::2], X_pool[1::2], y_pool[1::2]),
    }
    ### END SOLUTION
