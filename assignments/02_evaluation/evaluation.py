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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError
