"""Hidden checks of evaluation: printed and derived figures, identities, spies on the learner, edges."""

import numpy as np
import pytest

from autograder.checks.shelf import given, leaves_alone, numbers, refuses, same, same_for_all_kinds

# ---------------------------------------------------------------- learners, all of them functions of their arguments


def nearest_centroid(X_train, y_train, X_test):
    """The label whose training rows have the nearest mean; equal distances go to the lowest label."""
    X_train, y_train, X_test = np.asarray(X_train, float), np.asarray(y_train), np.asarray(X_test, float)
    labels = np.unique(y_train)
    centroids = np.array([X_train[y_train == label].mean(axis=0) for label in labels])
    return labels[((X_test[:, np.newaxis] - centroids) ** 2).sum(axis=2).argmin(axis=1)]


def nearest_neighbours(k):
    """The most frequent label of the k nearest training rows; equal distances go to the lowest row."""

    def fit_predict(X_train, y_train, X_test):
        X_train, y_train, X_test = np.asarray(X_train, float), np.asarray(y_train), np.asarray(X_test, float)
        distances = ((X_test[:, np.newaxis] - X_train) ** 2).sum(axis=2)
        votes = y_train[np.argsort(distances, axis=1, kind="stable")[:, :k]]
        labels = np.unique(y_train)
        return labels[(votes[:, :, np.newaxis] == labels).sum(axis=1).argmax(axis=1)]

    return fit_predict


def majority(X_train, y_train, X_test):
    labels, counts = np.unique(y_train, return_counts=True)
    return np.full(len(X_test), labels[counts.argmax()])


def constant(value):
    return lambda X_train, y_train, X_test: np.full(len(X_test), value)


def polynomial(degree):
    """Least squares on the powers of the first column."""

    def fit_predict(X_train, y_train, X_test):
        columns = [np.asarray(X, float)[:, :1] ** np.arange(degree + 1) for X in (X_train, X_test)]
        return columns[1] @ np.linalg.lstsq(columns[0], np.asarray(y_train, float), rcond=None)[0]

    return fit_predict


def spy_on(fit_predict):
    """The same learner, and a list that fills with the arguments of its calls."""
    calls = []

    def watched(X_train, y_train, X_test):
        calls.append((np.array(X_train), np.array(y_train), np.array(X_test)))
        return fit_predict(X_train, y_train, X_test)

    return watched, calls


def malignant(dataset):
    """The breast cancer data with the label 1 for malignant."""
    X, benign, _ = dataset("breast_cancer")
    return X, 1 - benign


# ---------------------------------------------------------------- average_loss


@pytest.mark.exercise("average_loss")
def test_three_losses(student):
    """on truths 1, 2, 3 and predictions 1, 1, 5 the mean squared loss is 5/3, the absolute 1 and the zero/one 2/3"""
    y_true, y_pred = [1, 2, 3], [1, 1, 5]
    same(student.average_loss(y_true, y_pred, "squared"), 5 / 3)
    same(student.average_loss(y_true, y_pred, "absolute"), 1)
    same(student.average_loss(y_true, y_pred), 2 / 3)  # zero_one is the default


@pytest.mark.exercise("average_loss")
def test_rare_class(student):
    """always answering 0 where 10 of 10,000 examples are 1 has the error 0.001; labels may be strings as well"""
    y_true = np.repeat([0, 1], [9990, 10])
    same(student.average_loss(y_true, np.zeros(10000, dtype=int)), 0.001)
    truth, guess = np.array(["spam", "ham", "ham", "spam"]), np.array(["spam", "ham", "spam", "spam"])
    same(student.average_loss(truth, guess, "zero_one"), 0.25)
    same(student.average_loss(["yes"], ["yes"]), 0)


@pytest.mark.exercise("average_loss")
def test_costs_of_spam_filters(student, rng):
    """costs[truth, prediction]: losing a good mail may cost ten times as much as letting spam through"""
    costs = np.array([[0, 10], [1, 0]])  # label 1 is spam
    truth = np.repeat([0, 1], [500, 500])
    lets_spam_through, loses_mail = truth.copy(), truth.copy()
    lets_spam_through[-10:] = 0
    loses_mail[:5] = 1
    same(student.average_loss(truth, lets_spam_through, "cost", costs=costs), 0.01)
    same(student.average_loss(truth, loses_mail, "cost", costs=costs), 0.05)
    costs = rng.uniform(1, 2, size=(3, 3)) * [[0, 1, 2], [4, 0, 8], [16, 32, 0]]
    y_true, y_pred = [0, 1, 2, 2, 1], [1, 2, 0, 2, 0]
    paid = costs[y_true, y_pred]
    same(student.average_loss(y_true, y_pred, "cost", None, costs), paid.mean())
    weights = [0.1, 0.2, 0.3, 0.15, 0.25]
    same(student.average_loss(y_true, y_pred, "cost", weights, costs), weights @ paid)


@pytest.mark.exercise("average_loss")
def test_hamming(student, rng):
    """the Hamming loss of a row is the number of labels in which truth and prediction differ"""
    y_true = np.array([[0, 1, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]])
    y_pred = np.array([[0, 1, 0, 0], [0, 1, 0, 1], [0, 1, 0, 1]])
    same(student.average_loss(y_true, y_pred, "hamming"), 5 / 3)
    same(student.average_loss([[0, 1, 0, 1]], [[1, 1, 0, 1]], loss="hamming"), 1)
    grades = np.array([["a", "b", "c"], ["b", "b", "a"]])
    same(student.average_loss(grades, [["c", "b", "a"], ["b", "a", "a"]], "hamming"), 1.5)
    same(student.average_loss([[0, 3, 5]], [[7, 3, 1]], "hamming"), 2)  # two entries differ, by however much
    flips = np.arange(20).reshape(4, 5) % 3 == 0
    y_true = rng.integers(0, 2, size=(4, 5))
    weighted = student.average_loss(y_true, np.where(flips, 1 - y_true, y_true), "hamming", [0.1, 0.2, 0.3, 0.4])
    same(weighted, flips.sum(axis=1) @ [0.1, 0.2, 0.3, 0.4])


@pytest.mark.exercise("average_loss")
def test_expected_loss(student, rng):
    """with probabilities as weights the result is the weighted sum, 0.30 for the table of six outcomes"""
    joint = np.array([[0.3, 0.1], [0.05, 0.25], [0.15, 0.15]])  # rows x, columns y
    outcomes, answers = np.tile([0, 1], 3), np.repeat([0, 1, 0], 2)
    same(student.average_loss(outcomes, answers, weights=joint.ravel()), 0.30)
    y_true, y_pred = rng.normal(size=8), rng.normal(size=8) + 3
    weights = rng.uniform(1, 2, size=8)
    weights /= weights.sum()
    expected = weights @ (y_true - y_pred) ** 2
    same(student.average_loss(y_true, y_pred, "squared", weights), expected)
    plain = np.mean(np.abs(y_true - y_pred))
    same(student.average_loss(y_true, y_pred, "absolute", np.full(8, 1 / 8)), plain)


@pytest.mark.exercise("average_loss")
def test_fine_structure(student):
    """137.036 in place of 137.035999 is off by 1e-6, and by 1e-12 in the squared loss: compute in double precision"""
    same(student.average_loss([137.035999], [137.036], "absolute"), 1e-6, rel=1e-4)
    same(student.average_loss([137.035999], [137.036], "squared"), 1e-12, rel=1e-4)


@pytest.mark.exercise("average_loss")
def test_best_constants(student, rng):
    """the best constant prediction is the mean for the squared, the median for the absolute, the mode for zero/one"""
    y = np.array([0.0, 1.0, 2.0, 2.0, 20.0]) + rng.uniform(0, 5)

    def risk(prediction, loss):
        return student.average_loss(y, np.full(5, prediction), loss)

    for loss, best in (("squared", y.mean()), ("absolute", y[2]), ("zero_one", y[2])):
        assert risk(best, loss) < min(risk(best - 0.5, loss), risk(best + 0.5, loss))
    same(risk(y.mean(), "squared"), y.var())
    same(risk(y[2], "absolute"), 21 / 5)
    same(risk(y[2], "zero_one"), 3 / 5)


@pytest.mark.exercise("average_loss")
def test_unsigned_integers(student):
    """small unsigned integers are turned into floats before they are subtracted, and the arguments stay as they were"""
    y_true, y_pred = np.array([0, 250, 7]), np.array([1, 5, 7])
    for loss, expected in (("absolute", 82), ("squared", (1 + 245**2) / 3), ("zero_one", 2 / 3)):
        same_for_all_kinds(student.average_loss, y_true, y_pred, loss, expected=expected)
    same(leaves_alone(student.average_loss, y_true, y_pred, "squared"), (1 + 245**2) / 3)


@pytest.mark.exercise("average_loss")
def test_loss_rejects_shapes(student):
    """different shapes, a column against a vector, the wrong number of dimensions, and no examples raise ValueError"""
    y, column = np.array([1.0, 2.0, 3.0]), np.array([[1.0], [2.0], [3.0]])
    same(student.average_loss(y, y, "squared"), 0)
    same(student.average_loss(column, column, "hamming"), 0)
    refuses(
        student.average_loss,
        given(y, column, "squared"),
        given(column, y, "zero_one"),
        given(column, column, "absolute"),
        given(y, y, "hamming"),
        given(column, np.ones((3, 2)), "hamming"),
        given(y, y[:1], "absolute"),
        given(y, y[:2], "zero_one"),
        given(y[:0], y[:0], "zero_one"),
        but_takes=given(y, y, "absolute"),
    )


@pytest.mark.exercise("average_loss")
def test_loss_rejects_options(student):
    """an unknown loss, a missing table of costs, and weights that are not n probabilities raise ValueError"""
    y = np.array([0, 1, 1])
    almost = np.array([0.5, 0.5, 4e-7])  # within 1e-6 of the sum 1
    same(student.average_loss(y, 1 - y, weights=almost), 1)
    same(student.average_loss(y, [0, 0, 1], weights=[0, 0.25, 0.75]), 0.25)
    refuses(
        student.average_loss,
        given(y, y, loss="hinge"),
        given(y, y, loss="cost"),
        given(y, y, weights=[0.5, 0.75, -0.25]),
        given(y, y, weights=[0.5, 0.5]),
        given(y, y, weights=[0.25, 0.25, 0.25, 0.25]),
        given(y, y, weights=[0.4, 0.4, 0.4]),
        given(y, y, weights=[0.25, 0.25, 0.25]),
        but_takes=given(y, y, weights=[0.25, 0.25, 0.5]),
    )


# ---------------------------------------------------------------- confusion_matrix


@pytest.mark.exercise("confusion_matrix")
def test_three_letters(student):
    """rows are the true labels in sorted order, columns the predicted ones"""
    table = student.confusion_matrix(list("aabbbccc"), list("abbbcacc"))
    same(table, [[1, 1, 0], [0, 2, 1], [1, 0, 2]])


@pytest.mark.exercise("confusion_matrix")
def test_binary_layout(student):
    """for the labels 0 and 1 the table is [[tn, fp], [fn, tp]]; a label that is never predicted keeps its column"""
    y_true = np.repeat([0, 0, 1, 1], [5, 3, 2, 7])
    y_pred = np.repeat([0, 1, 0, 1], [5, 3, 2, 7])
    same(student.confusion_matrix(y_true, y_pred), [[5, 3], [2, 7]])
    y_true = np.repeat([0, 1], [9990, 10])
    same(student.confusion_matrix(y_true, np.zeros(10000, dtype=int)), [[9990, 0], [10, 0]])


@pytest.mark.exercise("confusion_matrix")
def test_labels_of_both_sides(student):
    """labels that occur only in the truth, or only among the predictions, get a row and a column too"""
    same(student.confusion_matrix([2, 2, 5], [2, 7, 2]), [[1, 0, 1], [1, 0, 0], [0, 0, 0]])
    same(student.confusion_matrix(["no"], ["yes"]), [[0, 1], [0, 0]])
    same(student.confusion_matrix([3], [3]), [[1]])


@pytest.mark.exercise("confusion_matrix")
def test_labels_as_given(student):
    """labels sets the order of rows and columns, and a label that never occurs keeps zeros"""
    y_true, y_pred = np.array([1, 1, 0, 0, 0, 1]), np.array([1, 0, 1, 1, 0, 1])
    same(student.confusion_matrix(y_true, y_pred, labels=[1, 0]), [[2, 1], [2, 1]])
    same(student.confusion_matrix(y_true, y_pred, [0, 9, 1]), [[1, 0, 2], [0, 0, 0], [1, 0, 2]])
    words = student.confusion_matrix(["b", "a", "a"], ["a", "a", "b"], ["c", "b", "a"])
    same(words, [[0, 0, 0], [0, 0, 1], [0, 1, 1]])


@pytest.mark.exercise("confusion_matrix")
def test_sums_of_the_table(student, rng):
    """rows sum to how often a label is true, columns to how often it is predicted; swapped arguments transpose"""
    y_true = np.append(10, rng.permutation(np.repeat([-4, 10, 2], [5, 8, 14])))  # -4 < 2 < 10
    y_pred = np.append(10, rng.permutation(np.repeat([-4, 10, 2], [13, 7, 7])))
    table = numbers(student.confusion_matrix(y_true, y_pred), 3, 3)
    same(table.sum(axis=1), [5, 14, 9])
    same(table.sum(axis=0), [13, 7, 8])
    same(np.trace(table), np.sum(y_true == y_pred))
    same(student.confusion_matrix(y_pred, y_true), table.T)


@pytest.mark.exercise("confusion_matrix")
def test_table_on_random_labels(student, reference, rng):
    """the counts agree with counting each pair of labels, they are integers, and the arguments stay as they were"""
    y_true = np.concatenate([[3, 0], rng.integers(0, 4, size=60)])
    y_pred = np.concatenate([[0, 1], rng.integers(0, 5, size=60)])
    table = leaves_alone(student.confusion_matrix, y_true, y_pred, [4, 3, 2, 1, 0])
    same(table, reference.confusion_matrix(y_true, y_pred, [4, 3, 2, 1, 0]))
    assert np.asarray(table).dtype.kind in "iu", "counts are integers"


@pytest.mark.exercise("confusion_matrix")
def test_table_rejects(student):
    """different lengths, no examples, and a label that is missing from labels raise ValueError"""
    same(student.confusion_matrix([0, 1], [1, 1], [0, 1]), [[0, 1], [0, 1]])
    refuses(
        student.confusion_matrix,
        given([0, 1], [1]),
        given([0, 1, 1], [0, 1]),
        given([], []),
        given([0, 1], [1, 2], [0, 1]),
        given([2, 1], [1, 0], [0, 1]),
        given([2, 2], [2, 2], [0, 1]),
        but_takes=given([2, 1], [1, 0], [0, 1, 2]),
    )


# ---------------------------------------------------------------- metrics_from_counts


@pytest.mark.exercise("metrics_from_counts")
def test_hundred_examples(student):
    """40 true and 10 false positives, 15 false and 35 true negatives: all six measures"""
    metrics = student.metrics_from_counts(40, 10, 15, 35)
    expected = {"accuracy": 0.75, "error_rate": 0.25, "precision": 0.8, "recall": 0.727273, "specificity": 0.777778}
    same(metrics, {**expected, "f": 0.761905})
    assert all(np.ndim(value) == 0 for value in metrics.values()), "four numbers give numbers"


@pytest.mark.exercise("metrics_from_counts")
def test_beta(student):
    """beta enters squared and multiplies the precision below: a larger beta favours recall"""
    for beta, expected in ((0.5, 0.784314), (2, 0.740741)):
        same(student.metrics_from_counts(40, 10, 15, 35, beta)["f"], expected)
    for beta, expected in ((0.5, 0.540541), (1, 0.615385), (2, 0.714286)):
        same(student.metrics_from_counts(4, 4, 1, 1, beta=beta)["f"], expected)


@pytest.mark.exercise("metrics_from_counts")
def test_harmonic_mean(student):
    """precision 0.1 and recall 0.9 have F = 0.18, not 0.5; beta = 0 gives the precision, a huge beta the recall"""
    for beta, expected in ((1, 0.18), (0, 0.1), (1e6, 0.9)):
        same(student.metrics_from_counts(9, 81, 1, 5, beta)["f"], expected)
    same(student.metrics_from_counts(3, 0, 2, 0)["f"], 0.75)
    same(student.metrics_from_counts(6, 2, 2, 4, 3)["f"], 0.75)  # P = R, any beta


@pytest.mark.exercise("metrics_from_counts")
def test_specificity(student):
    """specificity is the recall of the negatives, tn / (tn + fp)"""
    same(student.metrics_from_counts(8, 2, 4, 86)["specificity"], 0.977273)
    same(student.metrics_from_counts(0, 9, 1, 1)["specificity"], 0.1)


@pytest.mark.exercise("metrics_from_counts")
def test_nothing_to_divide(student):
    """0/0 counts as 1 in precision, recall and specificity: nobody was called positive wrongly"""
    silent = {"accuracy": 0.999, "error_rate": 0.001, "precision": 1, "recall": 0, "specificity": 1, "f": 0}
    same(student.metrics_from_counts(0, 0, 10, 9990), silent)
    perfect = {"accuracy": 1, "error_rate": 0, "precision": 1, "recall": 1, "specificity": 1, "f": 1}
    same(student.metrics_from_counts(0, 0, 0, 5), perfect)
    same(student.metrics_from_counts(5, 0, 0, 0), perfect)


@pytest.mark.exercise("metrics_from_counts")
def test_f_of_nothing(student):
    """F is 0, not nan, where its denominator is 0: no true positive at all, or beta = 0 and recall 0"""
    metrics = student.metrics_from_counts(0, 3, 2, 5)
    same(metrics, {"accuracy": 0.5, "precision": 0, "recall": 0, "specificity": 0.625, "f": 0})
    metrics = student.metrics_from_counts(0, 0, 2, 5, beta=0)
    same(metrics, {"precision": 1, "recall": 0, "f": 0})


@pytest.mark.exercise("metrics_from_counts")
def test_arrays_of_counts(student, reference, rng):
    """arrays of counts give arrays of measures, entry by entry, with 0/0 decided in each entry alone"""
    tp, fp, fn, tn = rng.integers(1, 50, size=(4, 3, 4))
    tp[0, 0] = fp[0, 0] = tn[0, 1] = fp[0, 1] = tp[1, 0] = fn[1, 0] = 0
    for beta in (1, 3):
        metrics = leaves_alone(student.metrics_from_counts, tp, fp, fn, tn, beta)
        same(metrics, reference.metrics_from_counts(tp, fp, fn, tn, beta))
    same(student.metrics_from_counts([3, 0], [1, 0], [3, 1], [3, 1])["precision"], [0.75, 1])


@pytest.mark.exercise("metrics_from_counts")
def test_symmetries(student, rng):
    """swapping fp and fn swaps precision and recall, and F(beta) with F(1/beta); recall of class 0 is specificity"""
    tp, fp, fn, tn = rng.integers(1, 9, size=(4, 6)) * [[1], [3], [8], [5]]
    beta = rng.uniform(1.5, 3)
    metrics = student.metrics_from_counts(tp, fp, fn, tn, beta)
    swapped = student.metrics_from_counts(tp, fn, fp, tn, 1 / beta)
    flipped = student.metrics_from_counts(tn, fn, fp, tp)
    same(metrics["precision"], tp / (tp + fp))
    same(swapped["precision"], metrics["recall"])
    same(swapped["f"], metrics["f"])
    same(flipped["recall"], metrics["specificity"])
    same(np.add(metrics["accuracy"], metrics["error_rate"]), np.ones(6))
    same(metrics["f"], (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp))


@pytest.mark.exercise("metrics_from_counts")
def test_small_integer_types(student):
    """counts in small integer types are turned into floats before they are added, so that 200 + 100 is 300"""
    tp, fp, fn, tn = (np.array([count], dtype=np.uint8) for count in (200, 100, 120, 90))
    metrics = student.metrics_from_counts(tp, fp, fn, tn)
    same(metrics, {"accuracy": [29 / 51], "precision": [2 / 3], "recall": [0.625], "specificity": [9 / 19]})


@pytest.mark.exercise("metrics_from_counts")
def test_counts_rejected(student):
    """a negative count, no examples at all (in any entry), and a negative beta raise ValueError"""
    same(student.metrics_from_counts(1, 1, 1, 1, beta=0)["f"], 0.5)
    some, two = np.array([1, 2]), np.array([1, 0])
    refuses(
        student.metrics_from_counts,
        given(-1, 5, 5, 5),
        given(5, -1, 5, 5),
        given(5, 5, -1, 5),
        given(5, 5, 5, -1),
        given(0, 0, 0, 0),
        given(two, two, two, two),
        given(some, some, np.array([1, -2]), some),
        given(5, 5, 5, 5, -0.5),
        but_takes=given(some, some, some, two, 0.5),
    )


# ---------------------------------------------------------------- ranking_curves


@pytest.mark.exercise("ranking_curves")
def test_four_examples(student):
    """the curves begin with the empty prediction (threshold inf, precision 1) and then let in one score at a time"""
    curves = student.ranking_curves([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    expected = {
        "thresholds": [np.inf, 0.9, 0.8, 0.7, 0.1],
        "precision": [1, 1, 1 / 2, 2 / 3, 1 / 2],
        "recall": [0, 1 / 2, 1 / 2, 1, 1],
        "fpr": [0, 0, 1 / 2, 1 / 2, 1],
        "auc": 0.75,
    }
    same(curves, expected)


@pytest.mark.exercise("ranking_curves")
def test_class_sizes(student):
    """recall is divided by the positives and fpr by the negatives, so the curve ends at (1, 1) and the area is 0.75"""
    scores = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
    curves = student.ranking_curves([1, 1, 0, 1, 1, 1, 0, 0, 1, 0], scores)
    same(curves["auc"], 0.75)
    same([curves["fpr"][-1], curves["recall"][-1]], [1, 1])


@pytest.mark.exercise("ranking_curves")
def test_equal_scores(student):
    """examples with equal scores cross the threshold together and make one point of the curve"""
    curves = student.ranking_curves(np.array([1, 0, 1, 0, 1]), np.array([3, 3, 2, 2, 1]))
    expected = {
        "thresholds": [np.inf, 3, 2, 1],
        "precision": [1, 1 / 2, 1 / 2, 3 / 5],
        "recall": [0, 1 / 3, 2 / 3, 1],
        "fpr": [0, 1 / 2, 1, 1],
        "auc": 1 / 3,
    }
    same(curves, expected)


@pytest.mark.exercise("ranking_curves")
def test_constant_score(student):
    """a score that is the same for all makes a curve of two points and an area of one half, whatever the row order"""
    for y in ([1, 1, 0, 0, 0], [0, 0, 1, 0, 1]):
        curves = student.ranking_curves(y, np.full(5, 7.0))
        expected = {"thresholds": [np.inf, 7], "precision": [1, 0.4], "recall": [0, 1], "fpr": [0, 1], "auc": 0.5}
        same(curves, expected)


@pytest.mark.exercise("ranking_curves")
def test_tumours(student, dataset):
    """single columns of the breast cancer data find malignant tumours with areas from 0.776 to 0.975"""
    X, y = malignant(dataset)
    for column, area in ((0, 0.937517), (1, 0.775824), (7, 0.964438), (22, 0.975451)):
        curves = student.ranking_curves(y, X[:, column])
        same(curves["auc"], area, abs=2e-6)
    at = np.flatnonzero(np.isclose(curves["thresholds"], 106.0))
    assert len(at) == 1
    for name, value in (("recall", 0.919811), ("fpr", 0.081232), ("precision", 0.870536)):
        same(np.asarray(curves[name])[at[0]], value, abs=2e-6)


@pytest.mark.exercise("ranking_curves")
def test_area_counts_pairs(student, rng):
    """the area is the share of pairs in which the positive has the higher score, ties counted as one half"""
    positives, negatives = rng.integers(1, 9, size=12), rng.integers(0, 7, size=15)
    positives[:2], negatives[:2] = 4, 4  # some ties for certain
    higher, equal = positives[:, np.newaxis] > negatives, positives[:, np.newaxis] == negatives
    order = rng.permutation(27)
    y, scores = np.repeat([1, 0], [12, 15])[order], np.concatenate([positives, negatives])[order]
    same(student.ranking_curves(y, scores)["auc"], higher.mean() + equal.mean() / 2)
    same(student.ranking_curves(y, -scores)["auc"], 1 - higher.mean() - equal.mean() / 2)


@pytest.mark.exercise("ranking_curves")
def test_only_the_order_counts(student, rng):
    """stretching the scores by an increasing function moves the thresholds and nothing else; row order is irrelevant"""
    scores = np.concatenate([np.arange(10), [3, 3, 6, 9]]) / 4 + 0.25
    y = np.array([0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0])
    plain = leaves_alone(student.ranking_curves, y, scores)
    order = rng.permutation(14)
    stretched = student.ranking_curves(y[order], np.exp(scores[order]))
    for name in ("precision", "recall", "fpr"):
        same(stretched[name], numbers(plain[name], 11))
    same(stretched["auc"], plain["auc"])
    same(stretched["thresholds"], np.exp(numbers(plain["thresholds"], 11)))


@pytest.mark.exercise("ranking_curves")
def test_curves_on_random_scores(student, reference, rng):
    """thresholds fall, recall and false positive rate never fall, and the last precision is the share of positives"""
    y = rng.permutation(np.repeat([0, 1], [13, 7]))
    scores = (rng.integers(0, 12, size=20) + 3 * y) / 4
    curves, expected = student.ranking_curves(y, scores), reference.ranking_curves(y, scores)
    same(curves, expected)
    assert (np.diff(curves["recall"]) >= 0).all() and (np.diff(curves["fpr"]) >= 0).all()
    same(curves["precision"][-1], 7 / 20)


@pytest.mark.exercise("ranking_curves")
def test_perfect_and_reversed(student):
    """scores that separate the classes have the area 1, their opposite 0; two examples are enough for a curve"""
    same(student.ranking_curves([0, 1, 1, 0], [-5, 3, 2, -1])["auc"], 1)
    same(student.ranking_curves([0, 1, 1, 0], [5, -3, -2, 1])["auc"], 0)
    smallest = student.ranking_curves(np.array([0, 1], dtype=np.uint8), np.array([2, 3], dtype=np.uint8))
    expected = {"thresholds": [np.inf, 3, 2], "precision": [1, 1, 0.5], "recall": [0, 1, 1], "fpr": [0, 0, 1], "auc": 1}
    same(smallest, expected)


@pytest.mark.exercise("ranking_curves")
def test_curves_reject(student):
    """different lengths, labels other than 0 and 1, and a single class raise ValueError"""
    same(student.ranking_curves([1, 0], [2.0, 1.0])["auc"], 1)
    scores = np.array([0.1, 0.2, 0.3])
    refuses(
        student.ranking_curves,
        given([1, 0, 1], scores[:2]),
        given([1, 0], scores),
        given([1, -1, 1], scores),
        given([0, 1, 2], scores),
        given([1, 1, 1], scores),
        given([0, 0, 0], scores),
        but_takes=given([0, 1, 1], scores),
    )


# ---------------------------------------------------------------- make_splits


def pairs(answer, count):
    """The splits as sorted index arrays, once there are as many as expected."""
    assert len(answer) == count, f"expected {count} splits, got {len(answer)}"
    return [(np.sort(np.asarray(train, dtype=int)), np.sort(np.asarray(test, dtype=int))) for train, test in answer]


def held_out(answer, count):
    return [test.tolist() for _, test in pairs(answer, count)]


def complete(splits, n):
    """Whether train and test of every split are together all n indices, each once."""
    return all(np.array_equal(np.sort(np.concatenate(split)), np.arange(n)) for split in splits)


@pytest.mark.exercise("make_splits")
def test_dealt_like_cards(student):
    """fold i tests i, i + k, i + 2k, ...; where k does not divide n the first folds have one more"""
    assert held_out(student.make_splits(10), 5) == [[0, 5], [1, 6], [2, 7], [3, 8], [4, 9]]  # kfold, k = 5
    splits = pairs(student.make_splits(10, "kfold", 3), 3)
    assert [test.tolist() for _, test in splits] == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]]
    assert complete(splits, 10)


@pytest.mark.exercise("make_splits")
def test_folds_partition(student, rng):
    """every example is tested exactly once and never in the company of its own training set, for any n and k"""
    for n, k in ((2, 2), (7, 3), (int(rng.integers(20, 40)), 6)):
        splits = pairs(student.make_splits(n, "kfold", k, rng), k)
        assert complete(splits, n)
        assert np.array_equal(np.sort(np.concatenate([test for _, test in splits])), np.arange(n))
        assert {len(test) for _, test in splits} <= {n // k, -(-n // k)}


@pytest.mark.exercise("make_splits")
def test_shuffled_folds(student, rng):
    """with an rng the folds are dealt from rng.permutation(n): the same seed gives the same folds"""
    seed = int(rng.integers(2**32))
    order = np.random.default_rng(seed).permutation(23)
    splits = pairs(student.make_splits(23, k=4, rng=np.random.default_rng(seed)), 4)
    assert [test.tolist() for _, test in splits] == [sorted(order[i::4].tolist()) for i in range(4)]
    assert complete(splits, 23)


@pytest.mark.exercise("make_splits")
def test_stratified_by_hand(student):
    """stratified: the order sorted by label, stably, and then dealt out like cards"""
    splits = pairs(student.make_splits(7, "stratified", 2, labels=[1, 0, 1, 0, 1, 0, 1]), 2)
    assert [test.tolist() for _, test in splits] == [[1, 2, 5, 6], [0, 3, 4]]
    assert complete(splits, 7)
    words = np.array(["no", "yes", "no", "maybe", "yes", "no"])
    assert held_out(student.make_splits(6, "stratified", 3, labels=words), 3) == [[3, 5], [0, 1], [2, 4]]


@pytest.mark.exercise("make_splits")
def test_stratified_shares(student, rng):
    """each fold gets its share of every class, up to one example, also when the order is shuffled first"""
    labels = np.repeat([0, 1, 2], [17, 8, 10])
    for generator in (None, rng):
        splits = pairs(student.make_splits(35, "stratified", 5, generator, labels), 5)
        assert complete(splits, 35)
        shares = np.array([np.bincount(labels[test], minlength=3) for _, test in splits])
        same(shares.sum(axis=0), [17, 8, 10])
        assert (np.ptp(shares, axis=0) <= 1).all()
    seed = int(rng.integers(2**32))
    order = np.random.default_rng(seed).permutation(35)
    order = order[np.argsort(labels[order], kind="stable")]
    dealt = held_out(student.make_splits(35, "stratified", 3, np.random.default_rng(seed), labels), 3)
    assert dealt == [sorted(order[i::3].tolist()) for i in range(3)]


@pytest.mark.exercise("make_splits")
def test_leave_one_out(student):
    """leave-one-out makes n splits, not n - 1, and split i tests example i alone"""
    for n in (2, 6):
        splits = pairs(student.make_splits(n, "loo"), n)
        assert [test.tolist() for _, test in splits] == [[i] for i in range(n)]
        assert complete(splits, n)
    assert held_out(student.make_splits(4, "loo", k=99, rng=np.random.default_rng(0)), 4) == [[0], [1], [2], [3]]


@pytest.mark.exercise("make_splits")
def test_bootstrap(student, rng):
    """a bootstrap draws n indices with replacement, keeps them as drawn, and tests those that were never drawn"""
    seed = int(rng.integers(2**32))
    draw = np.random.default_rng(seed)
    splits = student.make_splits(30, "bootstrap", 3, np.random.default_rng(seed))
    assert len(splits) == 3
    for train, test in splits:  # 30 draws practically never hit all 30
        drawn = draw.integers(0, 30, size=30)
        assert np.array_equal(train, drawn)
        assert sorted(np.asarray(test).tolist()) == sorted(set(range(30)) - set(drawn.tolist()))


@pytest.mark.exercise("make_splits")
def test_left_out_share(student):
    """about 35 % of 10 examples stay out of a bootstrap; a draw that leaves nobody out is drawn again"""
    splits = pairs(student.make_splits(10, "bootstrap", 200, np.random.default_rng(1)), 200)
    same(np.mean([len(test) / 10 for _, test in splits]), 0.348678, abs=0.03)
    assert all(len(train) == 10 for train, _ in splits)
    for train, test in pairs(student.make_splits(2, "bootstrap", 12, np.random.default_rng(2)), 12):
        assert [train[0], train[1], test.tolist()] == [train[0], train[0], [1 - train[0]]]
    assert len(student.make_splits(2, "bootstrap", 1, np.random.default_rng(2))) == 1


@pytest.mark.exercise("make_splits")
def test_holdout_and_order(student, rng):
    """holdout: a new permutation for each pair, its first train_size entries for training; indices come in order"""
    seed = int(rng.integers(2**32))
    draw = np.random.default_rng(seed)
    splits = student.make_splits(12, "holdout", k=3, rng=np.random.default_rng(seed), train_size=4)
    assert len(splits) == 3
    for train, test in splits:
        order = draw.permutation(12)
        assert np.array_equal(train, np.sort(order[:4]))
        assert np.array_equal(test, np.sort(order[4:]))
    for method in ("kfold", "stratified"):
        splits = student.make_splits(12, method, 3, np.random.default_rng(3), [0, 1, 2] * 4)
        assert all((np.diff(part) > 0).all() for split in splits for part in split)


@pytest.mark.exercise("make_splits")
def test_splits_rejected(student):
    """too few examples, too few or too many folds, and whatever a method needs but does not get raise ValueError"""
    rng, labels = np.random.default_rng(0), [0, 1, 0, 1, 0]
    assert len(student.make_splits(5, "stratified", 2, labels=labels)) == 2
    for size in (1, 4):
        assert len(student.make_splits(5, "holdout", 1, rng, train_size=size)) == 1
    refuses(
        student.make_splits,
        given(1, "loo"),
        given(1, "bootstrap", 1, rng),
        given(5, "kfold", 1),
        given(5, "kfold", 6),
        given(5, "stratified", 1, None, labels),
        given(5, "stratified", 6, None, labels),
        given(5, "stratified", 2),
        given(5, "stratified", 2, None, [0, 1, 0, 1]),
        given(5, "stratified", 2, None, [0, 1, 0, 1, 0, 1]),
        given(5, "bootstrap", 0, rng),
        given(5, "bootstrap", 2),
        given(5, "holdout", 0, rng, None, 2),
        given(5, "holdout", 2, None, None, 2),
        given(5, "holdout", 2, rng),
        given(5, "holdout", 2, rng, None, 0),
        given(5, "holdout", 2, rng, None, 5),
        given(5, "thirds", 2, rng),
        but_takes=given(5, "bootstrap", 1, rng),
    )


# ---------------------------------------------------------------- cross_validate


@pytest.mark.exercise("cross_validate")
def test_interval_of_five_scores(student, reference):
    """the scores 92.4, 93.9, 96.1, 92.2, 94.4: mean 93.8, sd 1.595 with the divisor 4, interval 90.61 to 96.99"""
    X, y = np.zeros((5, 1)), np.array([92.4, 93.9, 96.1, 92.2, 94.4])
    splits = reference.make_splits(5, "loo")
    result = student.cross_validate(constant(0.0), X, y, splits, "absolute")
    expected = {"errors": y, "mean": 93.8, "sd": 1.595306, "low": 90.609389, "high": 96.990611}
    same(result, expected, rel=1e-6, abs=2e-6)
    narrow = student.cross_validate(constant(0.0), X, y, splits, loss="absolute", width=0.5)
    same(narrow, {"sd": 1.595306, "low": 93.8 - 0.797653, "high": 93.8 + 0.797653})


@pytest.mark.exercise("cross_validate")
def test_choosing_a_model(student, reference, dataset):
    """cross-validation prefers 5 neighbours to 1 on the course ratings, and the line to the cubic on the houses"""
    X, rating, _ = dataset("course_ratings")
    splits = reference.make_splits(20, k=5)
    for k, error in ((1, 0.30), (3, 0.25), (5, 0.20), (7, 0.25), (9, 0.20)):
        result = student.cross_validate(nearest_neighbours(k), X, rating >= 0, splits)
        same(result["mean"], error)
    X, price, names = dataset("houses")
    area, splits = X[:, [names.index("area")]] / 1000, reference.make_splits(5, "loo")
    for degree, error in enumerate((15736.5, 3322.085804, 49846.1074, 7837.511223)):
        result = student.cross_validate(polynomial(degree), area, price, splits, "squared")
        same(result["mean"], error, rel=1e-4)


@pytest.mark.exercise("cross_validate")
def test_flowers_and_guests(student, reference, dataset):
    """nearest centroid errs 0.0733 on iris; leave-one-out drives the majority learner to 1.0 on balanced data"""
    X, y, _ = dataset("iris")
    result = student.cross_validate(nearest_centroid, X, y, reference.make_splits(150))
    same(result, {"errors": np.array([1, 5, 2, 2, 1]) / 30, "mean": 0.073333, "sd": 0.054772}, abs=2e-6)
    X, y, _ = dataset("restaurant")
    result = student.cross_validate(majority, X, y, reference.make_splits(12, "loo"))
    same(result, {"errors": np.ones(12), "mean": 1, "sd": 0, "low": 1, "high": 1})


@pytest.mark.exercise("cross_validate")
def test_best_columns_of_tumours(student, reference, dataset):
    """breast cancer, five stratified folds: the best 1, 3 and all 30 columns give 0.1037, 0.0844 and 0.1090"""
    X, y = malignant(dataset)
    splits = reference.make_splits(569, "stratified", labels=y)
    for m, error in ((1, 0.103680), (3, 0.084381), (30, 0.108958)):
        result = student.cross_validate(nearest_centroid, X, y, splits, n_features=m)
        same(result["mean"], error, abs=2e-6)


@pytest.mark.exercise("cross_validate", weight=2)
def test_noise_stays_noise(student, reference, rng):
    """columns chosen inside each split, on its training rows alone, cannot make noise predictable"""
    y, splits = np.repeat([0, 1], 20), reference.make_splits(40)
    for _ in range(3):
        X = rng.standard_normal((40, 300))
        result = student.cross_validate(nearest_centroid, X, y, splits, n_features=10)
        same(result, reference.cross_validate(nearest_centroid, X, y, splits, n_features=10))


@pytest.mark.exercise("cross_validate")
def test_learner_under_watch(student, reference, rng):
    """the learner is called once per split, with the training rows and their labels and the rows to be tested"""
    X, y = np.arange(24).reshape(8, 3), rng.permutation(8)
    splits = [*reference.make_splits(8, k=3), *reference.make_splits(8, "bootstrap", 2, rng)]
    learner, calls = spy_on(lambda X_train, y_train, X_test: X_test[:, 0] / 24)
    result = leaves_alone(student.cross_validate, learner, X, y, splits, "squared")
    assert len(calls) == 5, f"5 splits ask for 5 calls of the learner; there were {len(calls)}"
    for (train, test), call, error in zip(splits, list(calls), numbers(result["errors"], 5), strict=True):
        for shown, rows in zip(call, (X[train], y[train], X[test]), strict=True):
            same(shown, rows, name="what the learner was shown")
        same(error, np.mean((y[test] - X[test, 0] / 24) ** 2))


@pytest.mark.exercise("cross_validate")
def test_columns_by_absolute_correlation(student, rng):
    """the best columns are those with the largest |correlation|, passed on in increasing order of their index"""
    x = np.arange(12) - 5.5
    bent, swing = x**2 - np.mean(x**2), np.tile([1.0, -1.0], 6)  # hardly anything to do with x
    train = np.column_stack([swing, x + bent / 10, bent, -100 * x - bent, x + bent / 3]) * rng.uniform(1, 2, size=5)
    test = np.array([[40, 3, 45, 7, 9], [-40, 3, -45, 7, 9]])  # another story, that nobody should listen to
    X, y = np.concatenate([train, test]), np.concatenate([x, [50, -50]])
    splits = [(np.arange(12), np.array([12, 13]))]
    for m, columns in ((1, [3]), (2, [1, 3]), (3, [1, 3, 4]), (5, [0, 1, 2, 3, 4])):
        learner, calls = spy_on(lambda X_train, y_train, X_test: X_test @ np.arange(1, np.shape(X_test)[1] + 1))
        result = student.cross_validate(learner, X, y, splits, "absolute", n_features=m)
        expected = np.mean(np.abs(y[12:] - X[12:][:, columns] @ np.arange(1, m + 1)))
        same(result, {"errors": [expected], "mean": expected, "sd": 0, "low": expected, "high": expected})
        same(calls[0][0], X[:12][:, columns])
        same(calls[0][2], X[12:][:, columns])


@pytest.mark.exercise("cross_validate")
def test_columns_of_a_bootstrap(student, reference, rng):
    """a row that is drawn twice counts twice when columns are chosen"""
    y = rng.permutation(np.repeat([0, 1], 12))
    X = rng.standard_normal((24, 60))
    splits = reference.make_splits(24, "bootstrap", 4, rng)

    def mixture(X_train, y_train, X_test):
        return X_test @ [1, 2, 4]

    result = student.cross_validate(mixture, X, y, splits, "squared", 3)
    same(result, reference.cross_validate(mixture, X, y, splits, "squared", 3))


@pytest.mark.exercise("cross_validate")
def test_columns_without_variation(student):
    """a column (or a y) that is constant on the training rows has correlation 0; of equals the lowest are taken"""

    def weighted_columns(X_train, y_train, X_test):
        return X_test @ 0.5 ** np.arange(np.shape(X_test)[1])

    X = np.full((6, 40), 0.1) * np.arange(1, 41)
    X[:, 33] = [0, 1, 0, 0, 1, 7]  # weak, but something
    X[5] = np.arange(40) ** 2  # the row that is tested
    splits = [(np.arange(5), np.array([5]))]
    y = np.array([0.3, 0.9, 0.7, 0.4, 0.3, 0.0])
    for truth, m, columns in ((y, 1, [33]), (y, 3, [0, 1, 33]), (np.full(6, 0.1), 2, [0, 1])):
        result = student.cross_validate(weighted_columns, X, truth, splits, "absolute", m)
        expected = abs(truth[5] - X[5, columns] @ 0.5 ** np.arange(m))
        same(result["mean"], expected)
    backwards = X[:, ::-1]  # the column that varies is number 6 now, and a constant y makes it no better than the rest
    result = student.cross_validate(weighted_columns, backwards, np.ones(6), splits, "absolute", 7)
    same(result["mean"], abs(1 - backwards[5, :7] @ 0.5 ** np.arange(7)))


@pytest.mark.exercise("cross_validate")
def test_each_split_counts_once(student, rng):
    """the mean is over the errors of the splits, however many examples each of them tests"""
    y = np.array([5.0, 1.0, 2.0, 3.0]) + rng.uniform(0, 1)
    splits = [(np.array([1, 2, 3]), np.array([0])), (np.array([0]), np.array([1, 2, 3]))]
    result = student.cross_validate(constant(0.0), np.zeros((4, 2)), y, splits, "absolute", width=1)
    mean, half = (y[0] + y[2]) / 2, abs(y[0] - y[2]) / np.sqrt(2)
    expected = {"errors": [y[0], y[2]], "mean": mean, "sd": half, "low": mean - half, "high": mean + half}
    same(result, expected)


@pytest.mark.exercise("cross_validate")
def test_cross_validation_rejects(student):
    """no splits, X and y of different lengths, and a number of columns outside 1..d raise ValueError"""
    X, y, splits = np.eye(4), np.array([0, 1, 0, 1]), [(np.array([0, 1, 2]), np.array([3]))]
    assert len(student.cross_validate(constant(1), X, y, splits, n_features=4)["errors"]) == 1
    refuses(
        student.cross_validate,
        given(constant(1), X, y, []),
        given(constant(1), X, y[:3], [(np.array([0, 1]), np.array([2]))]),
        given(constant(1), X, np.append(y, 0), splits),
        given(constant(1), X, y, splits, "zero_one", 0),
        given(constant(1), X, y, splits, "zero_one", 5),
        but_takes=given(constant(1), X, y, splits, "zero_one", 1),
    )


# ---------------------------------------------------------------- bootstrap_interval


@pytest.mark.exercise("bootstrap_interval")
def test_four_resamples(student):
    """one F score per resample, 2/3, 1, 0 and 1, then their mean and their deviation with the divisor 3"""
    draws = np.array([[0, 1, 2, 3, 4], [0, 0, 2, 2, 4], [1, 1, 2, 3, 3], [2, 2, 2, 2, 2]])
    result = student.bootstrap_interval([1, 1, 0, 0, 1], [1, 0, 0, 1, 1], draws)
    mean, sd = 0.666667, 0.471405
    same(result, {"mean": mean, "sd": sd, "low": mean - 2 * sd, "high": mean + 2 * sd}, abs=2e-6)


@pytest.mark.exercise("bootstrap_interval")
def test_perfect_predictions(student, rng):
    """predictions that are all right score 1 in every resample, even in one without positives; the deviation is 0"""
    y = np.array([0, 0, 0, 1, 0, 1])
    draws = np.concatenate([[[0, 1, 2, 0, 1]], rng.integers(0, 6, size=(10, 5))])
    same(student.bootstrap_interval(y, y, draws), {"mean": 1, "sd": 0, "low": 1, "high": 1})


@pytest.mark.exercise("bootstrap_interval")
def test_beta_and_width(student):
    """beta goes into the F score of each resample, width into the interval"""
    y_true, y_pred = np.array([1, 1, 1, 1, 1, 0, 0, 0, 0]), np.array([1, 1, 1, 1, 0, 1, 1, 1, 1])
    draws = np.array([[0, 1, 2, 3, 4, 5, 6, 7, 8, 5], [0, 1, 2, 3, 4, 0, 1, 2, 3, 4], [0, 4, 4, 4, 0, 0, 0, 0, 0, 0]])
    counts = ((4, 5, 1), (8, 0, 2), (7, 0, 3))
    scores = [5 * tp / (5 * tp + 4 * fn + fp) for tp, fp, fn in counts]  # beta = 2
    mean, sd = np.mean(scores), np.std(scores, ddof=1)
    result = student.bootstrap_interval(y_true, y_pred, draws, beta=2, width=3)
    same(result, {"mean": mean, "sd": sd, "low": mean - 3 * sd, "high": mean + 3 * sd})


@pytest.mark.exercise("bootstrap_interval")
def test_order_of_draws(student, rng):
    """neither the order of the resamples nor the order of the indices in one matters; equal resamples have sd 0"""
    y_true, y_pred = np.array([1, 0, 1, 1, 0, 0, 1, 0]), np.array([1, 1, 0, 1, 0, 0, 1, 0])
    draws = np.concatenate([[[0, 1, 2, 3, 4, 5]], rng.integers(0, 8, size=(5, 6))])
    result = leaves_alone(student.bootstrap_interval, y_true, y_pred, draws)
    shuffled = student.bootstrap_interval(y_true, y_pred, rng.permuted(draws[rng.permutation(6)], axis=1))
    same(shuffled, result)
    equal = student.bootstrap_interval(y_true, y_pred, [[0, 1, 2, 3]] * 3)
    same(equal, {"mean": 2 / 3, "sd": 0, "low": 2 / 3, "high": 2 / 3})


@pytest.mark.exercise("bootstrap_interval")
def test_random_resamples(student, reference, rng):
    """on random draws the mean and the interval are those of the F scores of the resampled pairs"""
    y_true, y_pred = np.repeat([1, 1, 0, 0], [9, 4, 6, 11]), np.repeat([1, 0, 1, 0], [9, 4, 6, 11])
    draws = rng.integers(0, 30, size=(12, 20))  # a resample may have another size than the test set
    for beta in (1, 0.5):
        result = student.bootstrap_interval(y_true, y_pred, draws, beta)
        same(result, reference.bootstrap_interval(y_true, y_pred, draws, beta))


@pytest.mark.exercise("bootstrap_interval")
def test_larger_test_sets(student, rng):
    """the mean is near the plain F score, and a test set four times as large scatters about half as much"""
    spread = []
    for copies in (4, 16):
        y_true, y_pred = np.tile([1, 1, 1, 0, 0, 0, 0], copies), np.tile([1, 1, 0, 1, 0, 0, 0], copies)
        draws = rng.integers(0, 7 * copies, size=(100, 7 * copies))
        result = student.bootstrap_interval(y_true, y_pred, draws)
        same(result["mean"], 2 / 3, abs=0.1)
        spread.append(result["sd"])
    assert 0.25 < spread[1] / spread[0] < 0.85


@pytest.mark.exercise("bootstrap_interval")
def test_draws_rejected(student):
    """one resample alone, draws that are not a table, indices outside 0..n-1, and different lengths raise ValueError"""
    y_true, y_pred = np.array([1, 0, 1]), np.array([1, 1, 1])
    result = student.bootstrap_interval(y_true, y_pred, [[0, 1, 2], [2, 1, 0]])
    same(result, {"mean": 0.8, "sd": 0, "low": 0.8, "high": 0.8})
    two = np.array([[0, 1], [1, 0]])
    refuses(
        student.bootstrap_interval,
        given(y_true, y_pred, np.array([[0, 1, 2]])),
        given(y_true, y_pred, np.array([0, 1, 2])),
        given(y_true, y_pred, np.array([[[0, 1], [1, 2]], [[0, 1], [1, 2]]])),
        given(y_true, y_pred, np.array([[0, 1, 3], [0, 1, 2]])),
        given(y_true, y_pred, np.array([[0, -1], [0, 1]])),
        given(y_true[:2], y_pred, two),
        given(y_true, y_pred[:2], two),
        but_takes=given(y_true, y_pred, two),
    )


# ---------------------------------------------------------------- paired_t_test


def errors_of_two(n, both, only_a, only_b, kind=float):
    """Zero/one errors of two systems on n examples: how many both get wrong, how many only a, how many only b."""
    a, b = np.zeros(n, dtype=kind), np.zeros(n, dtype=kind)
    a[: both + only_a] = 1
    b[:both] = b[both + only_a : both + only_a + only_b] = 1
    return a, b


@pytest.mark.exercise("paired_t_test")
def test_seven_percent(student):
    """7.0 % against 6.9 % on 1000 examples is nothing (t = 0.19); on 100,000 examples it reaches the level 0.95"""
    same(student.paired_t_test(*errors_of_two(1000, 55, 15, 14)), (0.185606, 0))
    same(student.paired_t_test(*errors_of_two(100000, 5500, 1500, 1400)), (1.856976, 0.95))


@pytest.mark.exercise("paired_t_test")
def test_small_samples(student):
    """the spread is that of the differences, centred, with the factor N(N - 1)"""
    same(student.paired_t_test(*errors_of_two(100, 5, 10, 2)), (2.361666, 0.975))
    same(student.paired_t_test([1, 0, 1, 1, 0], [0, 0, 1, 0, 0]), (1.632993, 0.90))
    same(student.paired_t_test([3.0, 1.0], [1.0, 0.0]), (3, 0.995))


@pytest.mark.exercise("paired_t_test")
def test_levels(student):
    """t has to reach 1.28, 1.64, 1.96 and 2.58 for the levels 0.90, 0.95, 0.975 and 0.995"""
    for bound, below, above in ((1.28, 0, 0.90), (1.64, 0.90, 0.95), (1.96, 0.95, 0.975), (2.58, 0.975, 0.995)):
        for t, level in ((bound - 0.005, below), (bound + 0.005, above)):
            differences = np.tile([1.0, -1.0], 13) + t / 5  # 26 differences with the t value t
            same(student.paired_t_test(differences + 2, np.full(26, 2)), (t, level))


@pytest.mark.exercise("paired_t_test")
def test_one_sided(student, rng):
    """swapping the systems changes the sign of t, and a negative t reaches no level at all"""
    b = rng.uniform(0, 1, size=20)
    a = b + rng.uniform(0.5, 1.5, size=20)
    t, level = student.paired_t_test(a, b)
    assert t > 3
    same(level, 0.995)
    same(student.paired_t_test(b, a), (-t, 0))
    same(student.paired_t_test(*errors_of_two(100, 5, 2, 10)), (-2.361666, 0))


@pytest.mark.exercise("paired_t_test")
def test_what_does_not_matter(student, reference, rng):
    """t is unchanged by reordering the examples, by a constant added to both systems and by a common factor"""
    a, b = rng.normal(size=15) + 1, rng.normal(size=15)
    expected = reference.paired_t_test(a, b)[0]
    order, shift, factor = rng.permutation(15), rng.uniform(1, 2), rng.uniform(2, 3)
    for one, other in ((a, b), (a[order], b[order]), (a + shift, b + shift), (factor * a, factor * b)):
        same(leaves_alone(student.paired_t_test, one, other)[0], expected)


@pytest.mark.exercise("paired_t_test")
def test_equal_differences(student):
    """if all differences are equal, t is 0 where they are 0, and else infinite with the sign of the difference"""
    a = np.array([0.1, 0.7, 0.2, 1.3])
    same(student.paired_t_test(a, a), (0, 0))
    same(student.paired_t_test(a + 0.3, a), (np.inf, 0.995))
    same(student.paired_t_test(a, a + 0.3), (-np.inf, 0))
    same(student.paired_t_test([1, 1], [0, 0]), (np.inf, 0.995))
    same(student.paired_t_test(a, a + 1e-14), (0, 0))


@pytest.mark.exercise("paired_t_test")
def test_errors_as_unsigned_integers(student):
    """zero/one errors in uint8 are turned into floats before they are subtracted"""
    same(student.paired_t_test(*errors_of_two(100, 5, 10, 2, np.uint8)), (2.361666, 0.975))
    same(student.paired_t_test(*errors_of_two(50, 3, 1, 6, np.uint8)), (-1.941451, 0))


@pytest.mark.exercise("paired_t_test")
def test_pairs_rejected(student):
    """different lengths and fewer than two examples raise ValueError"""
    same(student.paired_t_test([1, 0], [0, 1]), (0, 0))
    refuses(
        student.paired_t_test,
        given([1.0, 0.0, 1.0], [1.0, 0.0]),
        given([1.0, 0.0], [1.0]),
        given([1.0], [0.0]),
        given([], []),
        but_takes=given([1.0, 0.0], [1.0, 1.0]),
    )


# ---------------------------------------------------------------- learning_curve


def memory(X_train, y_train, X_test):
    """Knows the training rows by their first entry and answers -1 everywhere else."""
    known = dict(zip(np.asarray(X_train)[:, 0].tolist(), np.asarray(y_train).tolist(), strict=True))
    return np.array([known.get(key, -1) for key in np.asarray(X_test)[:, 0].tolist()])


@pytest.mark.exercise("learning_curve")
def test_flowers_by_centroids(student, dataset):
    """nearest centroid on iris soon stops learning: training and test error meet near 0.07 and 0.09"""
    X, y, _ = dataset("iris")
    curves = student.learning_curve(nearest_centroid, X, y, [10, 20, 50, 100], 20, np.random.default_rng(0))
    same(curves["test"], [0.123571, 0.086538, 0.0835, 0.087], abs=2e-6)
    same(curves["train"], [0.065, 0.055, 0.064, 0.0695], abs=2e-6)


@pytest.mark.exercise("learning_curve")
def test_flowers_by_neighbours(student, dataset):
    """the nearest neighbour on iris keeps learning, from 0.087 to 0.042, and never errs on its training rows"""
    X, y, _ = dataset("iris")
    curves = student.learning_curve(nearest_neighbours(1), X, y, [10, 50], 5, np.random.default_rng(0))
    same(curves["test"], [0.0871429, 0.042], abs=2e-6)
    same(curves["train"], np.zeros(2))


@pytest.mark.exercise("learning_curve")
def test_one_size_at_a_time(student, reference, rng):
    """for any rng the curve is that of the holdout splits which make_splits draws with it"""
    y = np.repeat([0, 1], [25, 15])
    X = rng.normal(size=(40, 2)) + y[:, np.newaxis]
    for size, trials in ((5, 6), (20, 3)):
        seed = int(rng.integers(2**32))
        expected = reference.learning_curve(nearest_neighbours(1), X, y, [size], trials, np.random.default_rng(seed))
        curves = student.learning_curve(nearest_neighbours(1), X, y, [size], trials, np.random.default_rng(seed))
        same(curves, expected)


@pytest.mark.exercise("learning_curve")
def test_memory_alone(student, rng):
    """a learner that only remembers has training error 0 and test error 1: test rows are those left out"""
    X, y = np.arange(10).reshape(10, 1), np.arange(10) + 100
    curves = leaves_alone(student.learning_curve, memory, X, y, [9, 1, 4], 2, rng)  # sizes in any order
    same(curves, {"train": np.zeros(3), "test": np.ones(3)})


@pytest.mark.exercise("learning_curve")
def test_training_samples(student, rng):
    """each trial trains on a new random sample of the right size, without repeats, with the labels that belong to it"""
    X, y = np.arange(60).reshape(30, 2), np.arange(30) % 7
    learner, calls = spy_on(memory)
    curves = student.learning_curve(learner, X, y, [5, 12], 8, rng)
    same(curves, {"train": np.zeros(2), "test": np.ones(2)})
    samples = {}
    for X_train, y_train, _ in calls:
        rows = X_train[:, 0] // 2
        assert len(set(rows.tolist())) == len(rows) and np.array_equal(y_train, y[rows])
        samples.setdefault(len(rows), set()).add(tuple(sorted(rows.tolist())))
    # Among eight samples of 5 out of 30 two are equal once in 5000 times; that there are two such pairs is no worry.
    assert set(samples) == {5, 12}
    assert all(len(sample) >= 7 for sample in samples.values())
    assert all(len({row for sample in one for row in sample}) > size for size, one in samples.items())


@pytest.mark.exercise("learning_curve")
def test_constant_learner(student, rng):
    """what a constant learner errs on the training rows and on the others adds up to its error on all rows"""
    y = np.array(["a", "b", "b", "c", "a", "b", "b", "a", "c", "b", "a", "b"])
    curves = student.learning_curve(constant("b"), np.zeros((12, 1)), y, [1, 3, 6, 11], 5, rng)
    train, test = numbers(curves["train"], 4), numbers(curves["test"], 4)
    sizes = np.array([1, 3, 6, 11])
    same(sizes * train + (12 - sizes) * test, np.full(4, 6))
    assert ((train >= 0) & (train <= 1) & (test >= 0) & (test <= 1)).all()


@pytest.mark.exercise("learning_curve")
def test_curve_of_blobs(student, reference, dataset):
    """the mean is taken over the trials of one size; trials = 1 is a single split, and sizes may repeat"""
    X, y, _ = dataset("iris")
    sizes = [30, 15, 30]
    for trials in (1, 4):
        curves = student.learning_curve(nearest_centroid, X[:, :2], y, sizes, trials, np.random.default_rng(5))
        expected = reference.learning_curve(nearest_centroid, X[:, :2], y, sizes, trials, np.random.default_rng(5))
        same(curves, expected)


@pytest.mark.exercise("learning_curve")
def test_sizes_rejected(student):
    """a size of 0 or of all n examples, and no trials, raise ValueError"""
    X, y, rng = np.arange(6).reshape(6, 1), np.arange(6), np.random.default_rng(0)
    same(student.learning_curve(memory, X, y, [1, 5], 1, rng), {"train": [0, 0], "test": [1, 1]})
    refuses(
        student.learning_curve,
        given(memory, X, y, [3, 0], 2, rng),
        given(memory, X, y, [6], 2, rng),
        given(memory, X, y, [7], 1, rng),
        given(memory, X, y, [3], 0, rng),
        but_takes=given(memory, X, y, [3], 2, rng),
    )


# ---------------------------------------------------------------- sanity_report


@pytest.mark.exercise("sanity_report")
def test_report_on_flowers(student, dataset):
    """nearest centroid on iris, even rows for training: all six errors, and with scale 100 cheating works"""
    X, y, _ = dataset("iris")
    parts = X[::2], y[::2], X[1::2], y[1::2]
    expected = {
        "train_error": 0.053333,
        "test_error": 0.066667,
        "majority_error": 0.666667,
        "random_error": 0.666667,
        "cheating_error": 0.013333,
        "pooled_error": 0.12,
    }
    same(student.sanity_report(nearest_centroid, *parts), expected, abs=2e-6)
    scaled = student.sanity_report(nearest_centroid, *parts, scale=100)
    same(scaled, {**expected, "cheating_error": 0}, abs=2e-6)


@pytest.mark.exercise("sanity_report")
def test_report_on_a_missing_class(student, dataset):
    """a class that is missing from training costs every guess, and only the pooled error shows that the parts differ"""
    X, y, _ = dataset("iris")
    report = student.sanity_report(nearest_neighbours(1), X[:100], y[:100], X[100:], y[100:])
    expected = {"train_error": 0, "test_error": 1, "majority_error": 1, "random_error": 1, "cheating_error": 0}
    same(report, {**expected, "pooled_error": 0.04})


@pytest.mark.exercise("sanity_report")
def test_report_on_tumours(student, dataset):
    """large unscaled columns swamp the cheating column until its scale is large as well"""
    X, y = malignant(dataset)
    expected = {
        "train_error": 0.146667,
        "test_error": 0.052045,
        "majority_error": 0.245353,
        "random_error": 0.5,
        "pooled_error": 0.133803,
    }
    for scale, error in ((1, 0.146667), (10000, 0)):
        report = student.sanity_report(nearest_centroid, X[:300], y[:300], X[300:], y[300:], scale)
        same(report, {**expected, "cheating_error": error}, abs=2e-6)


@pytest.mark.exercise("sanity_report")
def test_guessing(student):
    """guessing evenly on an 80/20 problem errs half the time; the majority answer comes from the training labels"""
    X_train, X_test = np.zeros((5, 1)), np.zeros((10, 1))
    report = student.sanity_report(majority, X_train, [1, 1, 1, 1, 0], X_test, [1] * 8 + [0] * 2)
    same(report, {"train_error": 0.2, "test_error": 0.2, "majority_error": 0.2, "random_error": 0.5})
    report = student.sanity_report(majority, X_train, [0, 0, 1, 0, 1], X_test, [1] * 7 + [0] * 3)
    same(report, {"majority_error": 0.7, "random_error": 0.5})


@pytest.mark.exercise("sanity_report")
def test_ties_and_unseen_labels(student):
    """equally frequent labels: the smallest wins; guesses among K labels err 1 - 1/K, and always on a label not seen"""
    X_train, X_test = np.zeros((7, 2)), np.zeros((4, 2))
    report = student.sanity_report(constant(5), X_train, [9, 9, 9, 2, 2, 2, 5], X_test, [2, 5, 9, 7])
    expected = {"train_error": 6 / 7, "test_error": 0.75, "majority_error": 0.75, "random_error": 0.75}
    same(report, expected)
    report = student.sanity_report(constant(5), X_train, [9, 9, 9, 2, 2, 2, 5], X_test, [2, 2, 9, 2])
    same(report, {"test_error": 1, "majority_error": 0.25, "random_error": 2 / 3})
    report = student.sanity_report(constant(5), X_train[:1], [5], X_test[:1], [5])
    same(report, {"majority_error": 0, "random_error": 0, "cheating_error": 0, "pooled_error": 0})


@pytest.mark.exercise("sanity_report")
def test_cheating_column(student, rng):
    """cheating appends scale * y_train as the last column, trains on that and is measured on the same rows"""

    def last_column(X_train, y_train, X_test):
        """Reads the label off the last column, if that is 10 times the label in training."""
        X_train, X_test = np.asarray(X_train, float), np.asarray(X_test, float)
        told = X_train.shape[1] == 4 and np.allclose(X_train[:, -1], 10 * np.asarray(y_train, float))
        return np.round(X_test[:, -1] / 10).astype(int) if told else np.full(len(X_test), -1)

    X_train, X_test = rng.normal(size=(8, 3)), rng.normal(size=(5, 3))
    y_train, y_test = np.array([1, 2, 3, 1, 2, 3, 1, 1]), np.array([3, 3, 2, 1, 1])
    report = leaves_alone(student.sanity_report, last_column, X_train, y_train, X_test, y_test, scale=10)
    same(report, {"train_error": 1, "test_error": 1, "cheating_error": 0, "pooled_error": 1})


@pytest.mark.exercise("sanity_report")
def test_pooled_rows(student):
    """the pooled run trains on the even rows of training part plus test part, and is tested on the odd rows"""
    X, y = np.arange(9).reshape(9, 1), np.array([0, 9, 1, 1, 2, 3, 3, 3, 4])
    learner, calls = spy_on(lambda X_train, y_train, X_test: np.asarray(X_test)[:, 0] // 2)
    report = student.sanity_report(learner, X[:5], y[:5], X[5:], y[5:])
    same(report, {"train_error": 0.2, "test_error": 0.25, "cheating_error": 0.2, "pooled_error": 0.5})
    pooled = [call for call in calls if np.array_equal(call[0], X[::2])]
    assert len(pooled) >= 1
    assert all(np.array_equal(call[1], y[::2]) for call in pooled)
    asked = {value for call in pooled for value in np.asarray(call[2])[:, 0].tolist()}
    assert asked >= {1, 3, 5, 7}, "the pooled run should ask for the odd rows"


@pytest.mark.exercise("sanity_report")
def test_who_sees_the_test_labels(student, reference, rng):
    """outside the pooled run the learner is trained on the training rows and their labels, and on nothing else"""
    X_train, X_test = rng.normal(size=(9, 2)) + 5, rng.normal(size=(6, 2)) - 5
    y_train, y_test = np.array([1, 2, 1, 3, 2, 1, 3, 3, 3]), np.array([7, 8, 9, 7, 8, 9])
    learner, calls = spy_on(nearest_centroid)
    report = student.sanity_report(learner, X_train, y_train, X_test, y_test)
    for _, y_seen, _ in calls:
        if set(y_seen.tolist()) & {7, 8, 9}:
            assert len(y_seen) == 8  # the pooled run
        else:
            assert np.array_equal(y_seen, y_train)
    same(report, reference.sanity_report(nearest_centroid, X_train, y_train, X_test, y_test))


@pytest.mark.exercise("sanity_report")
def test_report_rejects(student):
    """X and y of different lengths, and parts with different numbers of columns, raise ValueError"""
    X, y = np.arange(8.0).reshape(4, 2), np.array([0, 1, 0, 1])
    report = student.sanity_report(constant(1), X, y, X, y)
    same(report, dict.fromkeys(("train_error", "test_error", "majority_error", "random_error"), 0.5))
    refuses(
        student.sanity_report,
        given(constant(1), X, y[:3], X, y),
        given(constant(1), X[:3], y, X, y),
        given(constant(1), X, y, X[:3], y),
        given(constant(1), X, y, X, y[:3]),
        given(constant(1), X, y, X[:, :1], y),
        but_takes=given(constant(1), X, y, X[:2], y[:2]),
    )
