"""Known wrong answers of evaluation, each with the sentence that a student who gave it is told."""

import numpy as np

from autograder.authoring import mistake
from evaluation import (
    LEVELS,
    _best_columns,
    _interval,
    _others,
    _pair,
    _ratio,
    average_loss,
    make_splits,
    metrics_from_counts,
)

# ---------------------------------------------------------------- average_loss


def _same_shapes(y_true, y_pred, loss):
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    if y_true.ndim != (2 if loss == "hamming" else 1) or y_true.shape != y_pred.shape or y_true.size == 0:
        raise ValueError("y_true and y_pred must have one shape, and the dimensions that the loss asks for")
    return y_true, y_pred


def _losses(y_true, y_pred, loss, costs):
    if loss == "zero_one":
        return (y_true != y_pred).astype(float)
    if loss == "squared":
        return (y_true.astype(float) - y_pred.astype(float)) ** 2
    if loss == "absolute":
        return np.abs(y_true.astype(float) - y_pred.astype(float))
    if loss == "hamming":
        return (y_true != y_pred).sum(axis=1)
    if loss == "cost" and costs is not None:
        return np.asarray(costs)[y_true, y_pred]
    raise ValueError("unknown loss, or no costs")


def _probabilities(weights, n):
    weights = np.asarray(weights, dtype=float)
    if weights.shape != (n,) or weights.min() < 0 or abs(weights.sum() - 1) > 1e-6:
        raise ValueError("weights must be n probabilities")
    return weights


def _average(losses, weights):
    if weights is None:
        return float(np.mean(losses))
    return float(_probabilities(weights, len(losses)) @ losses)


@mistake("average_loss", "You put a factor 1/2 on the squared loss; here it is plainly (y - yhat) squared.")
def half_squared(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = _same_shapes(y_true, y_pred, loss)
    losses = _losses(y_true, y_pred, loss, costs)
    return _average(losses / 2 if loss == "squared" else losses, weights)


@mistake("average_loss", "You returned the sum of the losses; empirical risk is their mean.")
def sum_not_mean(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = _same_shapes(y_true, y_pred, loss)
    losses = _losses(y_true, y_pred, loss, costs)
    return float(np.sum(losses)) if weights is None else _average(losses, weights)


@mistake(
    "average_loss", "You divided by the number of labels; the Hamming loss of a row counts the entries that differ."
)
def hamming_as_fraction(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = _same_shapes(y_true, y_pred, loss)
    losses = np.mean(y_true != y_pred, axis=1) if loss == "hamming" else _losses(y_true, y_pred, loss, costs)
    return _average(losses, weights)


@mistake("average_loss", "You looked up costs[prediction, truth]; the truth indexes the row.")
def cost_transposed(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = _same_shapes(y_true, y_pred, loss)
    if loss == "cost":
        y_true, y_pred = y_pred, y_true
    return _average(_losses(y_true, y_pred, loss, costs), weights)


@mistake("average_loss", "With weights the loss is the weighted sum; you divided by n once more.")
def weights_then_mean(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = _same_shapes(y_true, y_pred, loss)
    losses = _losses(y_true, y_pred, loss, costs)
    if weights is not None:
        losses = _probabilities(weights, len(losses)) * losses
    return float(np.mean(losses))


@mistake(
    "average_loss",
    "Shapes (n,) and (n, 1) were silently broadcast to n by n; different shapes must raise ValueError.",
)
def broadcasts(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    if y_true.size == 0 or (loss == "hamming" and y_true.ndim != 2):
        raise ValueError("no examples, or a vector where a table is needed")
    return _average(_losses(y_true, y_pred, loss, costs), weights)


@mistake(
    "average_loss",
    "You subtracted unsigned integers, which wrap around (0 - 1 is 255 in uint8); turn them into floats first.",
)
def unsigned_differences(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = _same_shapes(y_true, y_pred, loss)
    if loss == "squared":
        return _average((y_true - y_pred) ** 2, weights)
    if loss == "absolute":
        return _average(np.abs(y_true - y_pred), weights)
    return _average(_losses(y_true, y_pred, loss, costs), weights)


@mistake(
    "average_loss",
    "You added up how far the entries are apart; the Hamming loss counts the entries that differ, by however much.",
)
def hamming_as_distance(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = _same_shapes(y_true, y_pred, loss)
    if loss == "hamming":
        return _average(np.abs(y_true.astype(float) - y_pred.astype(float)).sum(axis=1), weights)
    return _average(_losses(y_true, y_pred, loss, costs), weights)


@mistake("average_loss", "You averaged the costs without the weights; weights count for every loss, costs included.")
def costs_unweighted(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    y_true, y_pred = _same_shapes(y_true, y_pred, loss)
    losses = _losses(y_true, y_pred, loss, costs)
    return float(np.mean(losses)) if loss == "cost" else _average(losses, weights)


# ---------------------------------------------------------------- confusion_matrix


def _count(y_true, y_pred, labels):
    table = np.zeros((len(labels), len(labels)), dtype=int)
    position = {label: i for i, label in enumerate(labels)}
    for truth, answer in zip(np.asarray(y_true).tolist(), np.asarray(y_pred).tolist(), strict=True):
        if truth not in position or answer not in position:
            raise ValueError("a label is not in labels")
        table[position[truth], position[answer]] += 1
    return table


def _all_labels(y_true, y_pred, labels):
    return np.union1d(y_true, y_pred).tolist() if labels is None else list(labels)


@mistake(
    "confusion_matrix",
    "Your rows are the predictions; rows must be the true labels and columns the predicted ones.",
)
def transposed(y_true, y_pred, labels=None):
    y_true, y_pred = _pair(y_true, y_pred)
    return _count(y_pred, y_true, _all_labels(y_true, y_pred, labels))


@mistake(
    "confusion_matrix",
    "You took the labels from the truth alone; labels that are only predicted need a column too.",
)
def labels_of_truth_only(y_true, y_pred, labels=None):
    y_true, y_pred = _pair(y_true, y_pred)
    if labels is not None:
        return _count(y_true, y_pred, labels)
    labels = np.unique(y_true).tolist()
    known = np.isin(y_pred, labels)
    return _count(y_true[known], y_pred[known], labels)


@mistake(
    "confusion_matrix",
    "You ordered labels by first appearance; use sorted order, or the order given in labels.",
)
def order_of_appearance(y_true, y_pred, labels=None):
    y_true, y_pred = _pair(y_true, y_pred)
    if labels is None:
        labels = list(dict.fromkeys(y_true.tolist() + y_pred.tolist()))
    return _count(y_true, y_pred, labels)


@mistake("confusion_matrix", "You divided by the row sums; return integer counts.")
def rates_not_counts(y_true, y_pred, labels=None):
    y_true, y_pred = _pair(y_true, y_pred)
    table = _count(y_true, y_pred, _all_labels(y_true, y_pred, labels))
    return table / np.maximum(table.sum(axis=1, keepdims=True), 1)


# ---------------------------------------------------------------- metrics_from_counts


def _counts(tp, fp, fn, tn, beta):
    counts = [np.asarray(count, dtype=float) for count in (tp, fp, fn, tn)]
    if min(count.min() for count in counts) < 0 or np.any(sum(counts) == 0) or beta < 0:
        raise ValueError("negative counts, no examples, or a negative beta")
    return counts


def _six(tp, fp, fn, tn, precision, recall, specificity, f):
    n = tp + fp + fn + tn
    metrics = {
        "accuracy": (tp + tn) / n,
        "error_rate": (fp + fn) / n,
        "precision": precision,
        "recall": recall,
        "specificity": specificity,
        "f": f,
    }
    return {name: value if np.ndim(value) else float(value) for name, value in metrics.items()}


def _f(precision, recall, beta):
    return _ratio((1 + beta**2) * precision * recall, beta**2 * precision + recall, 0)


@mistake(
    "metrics_from_counts",
    "Nothing predicted positive gives precision 0/0, which counts as 1 here (nothing found wrongly); "
    "likewise recall and specificity.",
)
def zero_over_zero_is_zero(tp, fp, fn, tn, beta=1.0):
    tp, fp, fn, tn = _counts(tp, fp, fn, tn, beta)
    precision, recall = _ratio(tp, tp + fp, 0), _ratio(tp, tp + fn, 0)
    return _six(tp, fp, fn, tn, precision, recall, _ratio(tn, tn + fp, 0), _f(precision, recall, beta))


@mistake(
    "metrics_from_counts",
    "You swapped precision and recall: precision divides by what was predicted positive, recall by what is positive.",
)
def precision_recall_swapped(tp, fp, fn, tn, beta=1.0):
    tp, fp, fn, tn = _counts(tp, fp, fn, tn, beta)
    precision, recall = _ratio(tp, tp + fn, 1), _ratio(tp, tp + fp, 1)
    return _six(tp, fp, fn, tn, precision, recall, _ratio(tn, tn + fp, 1), _f(precision, recall, beta))


@mistake("metrics_from_counts", "The formula has beta squared; you used beta itself.")
def beta_not_squared(tp, fp, fn, tn, beta=1.0):
    tp, fp, fn, tn = _counts(tp, fp, fn, tn, beta)
    precision, recall = _ratio(tp, tp + fp, 1), _ratio(tp, tp + fn, 1)
    f = _ratio((1 + beta) * precision * recall, beta * precision + recall, 0)
    return _six(tp, fp, fn, tn, precision, recall, _ratio(tn, tn + fp, 1), f)


@mistake(
    "metrics_from_counts",
    "You put beta squared on the recall in the denominator; it belongs to the precision, "
    "so larger beta favours recall.",
)
def beta_on_recall(tp, fp, fn, tn, beta=1.0):
    tp, fp, fn, tn = _counts(tp, fp, fn, tn, beta)
    precision, recall = _ratio(tp, tp + fp, 1), _ratio(tp, tp + fn, 1)
    f = _ratio((1 + beta**2) * precision * recall, precision + beta**2 * recall, 0)
    return _six(tp, fp, fn, tn, precision, recall, _ratio(tn, tn + fp, 1), f)


@mistake("metrics_from_counts", "F is the harmonic mean of precision and recall, not their average.")
def arithmetic_mean(tp, fp, fn, tn, beta=1.0):
    tp, fp, fn, tn = _counts(tp, fp, fn, tn, beta)
    precision, recall = _ratio(tp, tp + fp, 1), _ratio(tp, tp + fn, 1)
    f = (precision + beta**2 * recall) / (1 + beta**2)
    return _six(tp, fp, fn, tn, precision, recall, _ratio(tn, tn + fp, 1), f)


@mistake(
    "metrics_from_counts",
    "You divided tn by tn + fn; specificity is tn over all true negatives, tn + fp.",
)
def specificity_is_npv(tp, fp, fn, tn, beta=1.0):
    tp, fp, fn, tn = _counts(tp, fp, fn, tn, beta)
    precision, recall = _ratio(tp, tp + fp, 1), _ratio(tp, tp + fn, 1)
    return _six(tp, fp, fn, tn, precision, recall, _ratio(tn, tn + fn, 1), _f(precision, recall, beta))


# ---------------------------------------------------------------- ranking_curves


def _labels_and_scores(y_true, scores):
    y, scores = _pair(y_true, scores)
    if set(y.tolist()) != {0, 1}:
        raise ValueError("both labels, 0 and 1, and no other")
    return y.astype(float), scores.astype(float)


def _curves(thresholds, tp, fp, positives, negatives):
    recall, fpr = tp / positives, fp / negatives
    area = np.sum(np.diff(fpr) * (recall[1:] + recall[:-1]) / 2)
    precision = _ratio(tp, tp + fp, 1)
    return {"thresholds": thresholds, "precision": precision, "recall": recall, "fpr": fpr, "auc": float(area)}


def _sweep(y, scores):
    thresholds = np.append(np.inf, np.unique(scores)[::-1])
    called = scores >= thresholds[:, np.newaxis]
    return thresholds, called @ y, called @ (1 - y)


@mistake(
    "ranking_curves",
    "You let tied scores in one by one; examples with equal scores cross the threshold together.",
)
def ties_one_at_a_time(y_true, scores):
    y, scores = _labels_and_scores(y_true, scores)
    order = np.argsort(-scores, kind="stable")
    tp, fp = np.append(0, np.cumsum(y[order])), np.append(0, np.cumsum(1 - y[order]))
    return _curves(np.append(np.inf, scores[order]), tp, fp, y.sum(), (1 - y).sum())


@mistake(
    "ranking_curves",
    "You divided the counts by n; recall divides by the positives and the false positive rate by the negatives.",
)
def divides_by_n(y_true, scores):
    y, scores = _labels_and_scores(y_true, scores)
    return _curves(*_sweep(y, scores), len(y), len(y))


@mistake(
    "ranking_curves",
    "You predict 1 only above the threshold; a score equal to the threshold counts as positive.",
)
def strictly_greater(y_true, scores):
    y, scores = _labels_and_scores(y_true, scores)
    thresholds = np.append(np.inf, np.unique(scores)[::-1])
    called = scores > thresholds[:, np.newaxis]
    return _curves(thresholds, called @ y, called @ (1 - y), y.sum(), (1 - y).sum())


@mistake(
    "ranking_curves",
    "The curve must begin with the empty prediction: threshold inf, recall 0, fpr 0, precision 1.",
)
def empty_prediction_missing(y_true, scores):
    y, scores = _labels_and_scores(y_true, scores)
    thresholds, tp, fp = _sweep(y, scores)
    return _curves(thresholds[1:], tp[1:], fp[1:], y.sum(), (1 - y).sum())


@mistake(
    "ranking_curves",
    "You swept the scores upwards; begin with the highest score and lower the threshold.",
)
def ascending_sort(y_true, scores):
    y, scores = _labels_and_scores(y_true, scores)
    order = np.argsort(scores)
    y, scores = y[order], scores[order]
    ends = np.append(scores[1:] != scores[:-1], True)
    tp, fp = np.append(0, np.cumsum(y)[ends]), np.append(0, np.cumsum(1 - y)[ends])
    return _curves(np.append(np.inf, scores[ends]), tp, fp, y.sum(), (1 - y).sum())


@mistake(
    "ranking_curves",
    "You added rectangles under the curve; use trapezoids, or ties are counted wrongly.",
)
def left_rectangles(y_true, scores):
    y, scores = _labels_and_scores(y_true, scores)
    curves = _curves(*_sweep(y, scores), y.sum(), (1 - y).sum())
    return {**curves, "auc": float(np.sum(np.diff(curves["fpr"]) * curves["recall"][:-1]))}


# ---------------------------------------------------------------- make_splits


def _check_arguments(n, method, k, rng, labels, train_size):
    folds = method in ("kfold", "stratified")
    drawn = method in ("bootstrap", "holdout")
    if (
        n < 2
        or not (folds or drawn or method == "loo")
        or (folds and not 2 <= k <= n)
        or (drawn and (k < 1 or rng is None))
        or (method == "stratified" and (labels is None or len(labels) != n))
        or (method == "holdout" and (train_size is None or not 1 <= train_size <= n - 1))
    ):
        raise ValueError("these splits cannot be made")


def _order(n, method, rng, labels):
    order = np.arange(n) if rng is None else rng.permutation(n)
    if method == "stratified":
        order = order[np.argsort(np.asarray(labels)[order], kind="stable")]
    return order


def _dealt(order, k):
    return [np.sort(order[i::k]) for i in range(k)]


def _splits(n, method, k, rng, train_size, tests):
    """Everything but the folds, whose tests are given."""
    if method == "loo":
        tests = [np.array([i]) for i in range(n)]
    if method == "holdout":
        trains = [np.sort(rng.permutation(n)[:train_size]) for _ in range(k)]
        return [(train, _others(n, train)) for train in trains]
    if method == "bootstrap":
        splits = []
        while len(splits) < k:
            train = rng.integers(0, n, size=n)
            if len(_others(n, train)):
                splits.append((train, _others(n, train)))
        return splits
    return [(_others(n, test), test) for test in tests]


@mistake(
    "make_splits",
    "Examples beyond a multiple of k are never tested; deal out all n, so fold sizes differ by at most one.",
)
def leftovers_dropped(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    _check_arguments(n, method, k, rng, labels, train_size)
    tests = None
    if method in ("kfold", "stratified"):
        tests = _dealt(_order(n, method, rng, labels)[: n // k * k], k)
    return _splits(n, method, k, rng, train_size, tests)


@mistake(
    "make_splits",
    "You cut consecutive slices; deal the order out like cards, so fold i tests order[i::k].",
)
def contiguous_slices(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    _check_arguments(n, method, k, rng, labels, train_size)
    tests = None
    if method in ("kfold", "stratified"):
        tests = [np.sort(part) for part in np.array_split(_order(n, method, rng, labels), k)]
    return _splits(n, method, k, rng, train_size, tests)


@mistake("make_splits", "Your training indices contain the test fold; train on the other folds only.")
def test_inside_train(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    _check_arguments(n, method, k, rng, labels, train_size)
    tests = None
    if method in ("kfold", "stratified"):
        tests = _dealt(_order(n, method, rng, labels), k)
    splits = _splits(n, method, k, rng, train_size, tests)
    if method in ("kfold", "stratified", "loo"):
        splits = [(np.arange(n), test) for _, test in splits]
    return splits


@mistake(
    "make_splits",
    "You drew without replacement, so nobody is left out; draw n indices with replacement.",
)
def bootstrap_without_replacement(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    _check_arguments(n, method, k, rng, labels, train_size)
    if method == "bootstrap":
        trains = [rng.choice(n, size=n, replace=False) for _ in range(k)]
        return [(train, _others(n, train)) for train in trains]
    tests = None
    if method in ("kfold", "stratified"):
        tests = _dealt(_order(n, method, rng, labels), k)
    return _splits(n, method, k, rng, train_size, tests)


@mistake(
    "make_splits",
    "You test on everybody; the test set of a bootstrap split is the examples that were never drawn.",
)
def bootstrap_tests_all(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    _check_arguments(n, method, k, rng, labels, train_size)
    if method == "bootstrap":
        return [(rng.integers(0, n, size=n), np.arange(n)) for _ in range(k)]
    tests = None
    if method in ("kfold", "stratified"):
        tests = _dealt(_order(n, method, rng, labels), k)
    return _splits(n, method, k, rng, train_size, tests)


@mistake(
    "make_splits",
    "Stratified folds must share out each class; sort the order by label (stably) before dealing.",
)
def stratify_ignored(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    _check_arguments(n, method, k, rng, labels, train_size)
    tests = None
    if method in ("kfold", "stratified"):
        tests = _dealt(_order(n, "kfold", rng, labels), k)
    return _splits(n, method, k, rng, train_size, tests)


@mistake(
    "make_splits",
    "A bootstrap draw that happens to leave nobody out has nothing to test on; draw it again.",
)
def empty_test_kept(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    _check_arguments(n, method, k, rng, labels, train_size)
    if method == "bootstrap":
        trains = [rng.integers(0, n, size=n) for _ in range(k)]
        return [(train, _others(n, train)) for train in trains]
    tests = None
    if method in ("kfold", "stratified"):
        tests = _dealt(_order(n, method, rng, labels), k)
    return _splits(n, method, k, rng, train_size, tests)


@mistake(
    "make_splits",
    "You began with fold 0 again for each class; sort the whole order by label and deal it out in one go.",
)
def each_class_from_fold_zero(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    _check_arguments(n, method, k, rng, labels, train_size)
    tests = None
    if method == "kfold":
        tests = _dealt(_order(n, method, rng, labels), k)
    if method == "stratified":
        order, labels = _order(n, method, rng, labels), np.asarray(labels)
        classes = [order[labels[order] == label] for label in np.unique(labels)]
        tests = [np.sort(np.concatenate([one[i::k] for one in classes])) for i in range(k)]
    return _splits(n, method, k, rng, train_size, tests)


# ---------------------------------------------------------------- cross_validate


def _table(X, y, splits, n_features):
    X, y = np.asarray(X), np.asarray(y)
    if len(splits) == 0 or len(X) != len(y) or (n_features is not None and not 1 <= n_features <= X.shape[1]):
        raise ValueError("no splits, different lengths, or too few or too many columns")
    return X, y


def _errors(fit_predict, X, y, splits, loss, n_features):
    errors = []
    for train, test in splits:
        columns = np.arange(X.shape[1]) if n_features is None else _best_columns(X[train], y[train], n_features)
        predictions = fit_predict(X[train][:, columns], y[train], X[test][:, columns])
        errors.append(average_loss(y[test], predictions, loss))
    return np.array(errors)


def _summary(errors, mean, sd, half):
    return {"errors": errors, "mean": float(mean), "sd": float(sd), "low": mean - half, "high": mean + half}


def _deviation(errors):
    return np.std(errors, ddof=1) if len(errors) > 1 else 0.0


@mistake(
    "cross_validate",
    "You chose the features once on all rows, so the test fold has leaked; "
    "choose inside each split, on its training rows.",
)
def selects_on_all_rows(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    if n_features is not None:
        X = X[:, _best_columns(X, y, n_features)]
    errors = _errors(fit_predict, X, y, splits, loss, None)
    return {"errors": errors, **_interval(errors, width)}


@mistake(
    "cross_validate",
    "You ranked by signed correlation; a strongly negative feature is as useful, so rank by absolute value.",
)
def signed_correlation(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    errors = []
    for train, test in splits:
        X_train, X_test = X[train], X[test]
        if n_features is not None:
            correlation = np.zeros(X.shape[1])
            for j, column in enumerate(X_train.T):
                if len(np.unique(column)) > 1 and len(np.unique(y[train])) > 1:
                    correlation[j] = np.corrcoef(column, y[train])[0, 1]
            columns = np.sort(np.argsort(-correlation, kind="stable")[:n_features])
            X_train, X_test = X_train[:, columns], X_test[:, columns]
        errors.append(average_loss(y[test], fit_predict(X_train, y[train], X_test), loss))
    return {"errors": np.array(errors), **_interval(errors, width)}


@mistake(
    "cross_validate",
    "You measured the error on the training rows; predict and score the held-out rows.",
)
def tests_on_train(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    errors = _errors(fit_predict, X, y, [(train, train) for train, _ in splits], loss, n_features)
    return {"errors": errors, **_interval(errors, width)}


@mistake(
    "cross_validate",
    "You pooled all test examples; the mean is over the errors of the splits, each counting once.",
)
def pooled_mean(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    errors = _errors(fit_predict, X, y, splits, loss, n_features)
    sd = _deviation(errors)
    return _summary(errors, np.average(errors, weights=[len(test) for _, test in splits]), sd, width * sd)


@mistake("cross_validate", "Divide the squared deviations by the number of scores minus one (ddof=1).")
def sd_divides_by_k(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    errors = _errors(fit_predict, X, y, splits, loss, n_features)
    return _summary(errors, np.mean(errors), np.std(errors), width * np.std(errors))


@mistake(
    "cross_validate",
    "You divided the deviation by the root of the number of folds; the interval is mean plus or minus width times sd.",
)
def standard_error(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    errors = _errors(fit_predict, X, y, splits, loss, n_features)
    sd = _deviation(errors)
    return _summary(errors, np.mean(errors), sd, width * sd / np.sqrt(len(errors)))


@mistake(
    "cross_validate",
    "Your columns come best first; pass the chosen ones on in increasing order of their index.",
)
def columns_best_first(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    errors = []
    for train, test in splits:
        X_train, X_test = X[train], X[test]
        if n_features is not None:
            correlation = np.zeros(X.shape[1])
            for j, column in enumerate(X_train.T):
                if len(np.unique(column)) > 1 and len(np.unique(y[train])) > 1:
                    correlation[j] = np.corrcoef(column, y[train])[0, 1]
            columns = np.argsort(-np.abs(correlation), kind="stable")[:n_features]
            X_train, X_test = X_train[:, columns], X_test[:, columns]
        errors.append(average_loss(y[test], fit_predict(X_train, y[train], X_test), loss))
    return {"errors": np.array(errors), **_interval(errors, width)}


@mistake(
    "cross_validate",
    "You counted a training row once for the correlation however often the split names it; "
    "a row that is drawn twice counts twice.",
)
def correlates_distinct_rows(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    errors = []
    for train, test in splits:
        columns = np.arange(X.shape[1])
        if n_features is not None:
            rows = np.unique(train)
            columns = _best_columns(X[rows], y[rows], n_features)
        errors.append(average_loss(y[test], fit_predict(X[train][:, columns], y[train], X[test][:, columns]), loss))
    return {"errors": np.array(errors), **_interval(errors, width)}


@mistake(
    "cross_validate",
    "You ranked the columns by their covariance with y, which grows with the unit of a column; "
    "the correlation divides by the spreads.",
)
def covariance_not_correlation(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = _table(X, y, splits, n_features)
    errors = []
    for train, test in splits:
        columns = np.arange(X.shape[1])
        if n_features is not None:
            A, b = X[train].astype(float), y[train].astype(float)
            covariance = np.where(np.ptp(A, axis=0) > 0, (b - b.mean()) @ (A - A.mean(axis=0)), 0) * (np.ptp(b) > 0)
            columns = np.sort(np.argsort(-np.abs(covariance), kind="stable")[:n_features])
        errors.append(average_loss(y[test], fit_predict(X[train][:, columns], y[train], X[test][:, columns]), loss))
    return {"errors": np.array(errors), **_interval(errors, width)}


# ---------------------------------------------------------------- bootstrap_interval


def _resampled(y_true, y_pred, draws):
    y_true, y_pred = _pair(y_true, y_pred)
    draws = np.asarray(draws)
    if draws.ndim != 2 or len(draws) < 2 or draws.min() < 0 or draws.max() >= len(y_true):
        raise ValueError("draws must be a table of indices with two rows or more")
    return y_true, y_pred, draws


def _four_counts(truth, answer):
    pairs = ((1, 1), (0, 1), (1, 0), (0, 0))
    return [np.sum((truth == t) & (answer == a), axis=-1) for t, a in pairs]


def _with_sd(mean, sd, width):
    return {"mean": float(mean), "sd": float(sd), "low": float(mean - width * sd), "high": float(mean + width * sd)}


@mistake(
    "bootstrap_interval",
    "Truth and prediction must be resampled with the same indices; yours no longer belong together.",
)
def independent_draws(y_true, y_pred, draws, beta=1.0, width=2.0):
    y_true, y_pred, draws = _resampled(y_true, y_pred, draws)
    others = np.random.default_rng(0).integers(0, len(y_true), size=draws.shape)
    counts = _four_counts(y_true[draws], y_pred[others])
    return _interval(metrics_from_counts(*counts, beta)["f"], width)


@mistake(
    "bootstrap_interval",
    "You averaged the accuracy of each resample; this interval is about the F score.",
)
def accuracy_not_f(y_true, y_pred, draws, beta=1.0, width=2.0):
    y_true, y_pred, draws = _resampled(y_true, y_pred, draws)
    return _interval(np.mean(y_true[draws] == y_pred[draws], axis=1), width)


@mistake("bootstrap_interval", "Divide the squared deviations by B - 1 (ddof=1), not by B.")
def divides_by_b(y_true, y_pred, draws, beta=1.0, width=2.0):
    y_true, y_pred, draws = _resampled(y_true, y_pred, draws)
    scores = metrics_from_counts(*_four_counts(y_true[draws], y_pred[draws]), beta)["f"]
    return _with_sd(np.mean(scores), np.std(scores), width)


@mistake(
    "bootstrap_interval",
    "You pooled all resamples into one F score; compute one score per row and then their mean.",
)
def f_of_pooled_counts(y_true, y_pred, draws, beta=1.0, width=2.0):
    y_true, y_pred, draws = _resampled(y_true, y_pred, draws)
    counts = _four_counts(y_true[draws], y_pred[draws])
    pooled = metrics_from_counts(*[count.sum() for count in counts], beta)["f"]
    return _with_sd(pooled, np.std(metrics_from_counts(*counts, beta)["f"], ddof=1), width)


@mistake("bootstrap_interval", "You left beta at 1; pass it on to the F score of each resample.")
def beta_forgotten(y_true, y_pred, draws, beta=1.0, width=2.0):
    y_true, y_pred, draws = _resampled(y_true, y_pred, draws)
    return _interval(metrics_from_counts(*_four_counts(y_true[draws], y_pred[draws]))["f"], width)


@mistake(
    "bootstrap_interval",
    "You put the F score of the original test set in the middle; the mean is that of the scores of the resamples.",
)
def centre_of_the_original(y_true, y_pred, draws, beta=1.0, width=2.0):
    y_true, y_pred, draws = _resampled(y_true, y_pred, draws)
    scores = metrics_from_counts(*_four_counts(y_true[draws], y_pred[draws]), beta)["f"]
    middle = metrics_from_counts(*_four_counts(y_true, y_pred), beta)["f"]
    return _with_sd(middle, np.std(scores, ddof=1), width)


# ---------------------------------------------------------------- paired_t_test


def _two_systems(errors_a, errors_b):
    a, b = _pair(errors_a, errors_b)
    if len(a) < 2:
        raise ValueError("at least two examples")
    return a.astype(float), b.astype(float)


def _without_spread(a, b):
    """The t value if all differences are equal, else None."""
    differences = a - b
    if np.ptp(differences) > 1e-12:
        return None
    mean = differences.mean()
    return 0.0 if abs(mean) <= 1e-12 else float(np.sign(mean) * np.inf)


def _level(t):
    return next((level for bound, level in LEVELS if t >= bound), 0.0)


@mistake(
    "paired_t_test",
    "You added the variances of both systems; the test is paired, so use the spread of the differences.",
)
def unpaired(errors_a, errors_b):
    a, b = _two_systems(errors_a, errors_b)
    t = _without_spread(a, b)
    if t is None:
        t = (a.mean() - b.mean()) / np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / len(a))
    return float(t), _level(t)


@mistake("paired_t_test", "You squared the raw differences; subtract each system's mean first.")
def not_centred(errors_a, errors_b):
    a, b = _two_systems(errors_a, errors_b)
    t = _without_spread(a, b)
    if t is None:
        t = (a.mean() - b.mean()) * np.sqrt(len(a) * (len(a) - 1) / np.sum((a - b) ** 2))
    return float(t), _level(t)


@mistake("paired_t_test", "The factor is N(N-1); you used N squared (ddof=0).")
def wrong_divisor(errors_a, errors_b):
    a, b = _two_systems(errors_a, errors_b)
    t = _without_spread(a, b)
    if t is None:
        t = np.mean(a - b) / (np.std(a - b) / np.sqrt(len(a)))
    return float(t), _level(t)


@mistake(
    "paired_t_test",
    "You looked up the absolute value; the table is one-sided, and a negative t supports system a.",
)
def absolute_t(errors_a, errors_b):
    a, b = _two_systems(errors_a, errors_b)
    t = _without_spread(a, b)
    if t is None:
        t = np.mean(a - b) / (np.std(a - b, ddof=1) / np.sqrt(len(a)))
    return float(t), _level(abs(t))


@mistake(
    "paired_t_test",
    "You divided by a spread of zero (or nearly zero); equal differences have t = 0, +inf or -inf by definition.",
)
def no_spread_divided(errors_a, errors_b):
    a, b = _two_systems(errors_a, errors_b)
    with np.errstate(all="ignore"):
        t = np.mean(a - b) / (np.std(a - b, ddof=1) / np.sqrt(len(a)))
    return float(t), _level(t)


# ---------------------------------------------------------------- learning_curve


def _curve(fit_predict, X, y, sizes, splits_of, measure):
    X, y = np.asarray(X), np.asarray(y)
    curves = {"train": [], "test": []}
    for size in sizes:
        pairs = []
        for train, test in splits_of(len(y), size):
            wrong = np.asarray(fit_predict(X[train], y[train], X)) != y
            pairs.append(measure(wrong, train, test))
        mean = np.mean(pairs, axis=0)
        curves["train"].append(mean[0])
        curves["test"].append(mean[1])
    return {name: np.array(values) for name, values in curves.items()}


def _both_errors(wrong, train, test):
    return wrong[train].mean(), wrong[test].mean()


@mistake("learning_curve", "You reused one split for every trial; draw a new one each time and average.")
def one_split_for_all(fit_predict, X, y, sizes, trials, rng):
    if trials < 1:
        raise ValueError("at least one trial")

    def splits_of(n, size):
        return make_splits(n, "holdout", k=1, rng=rng, train_size=size) * trials

    return _curve(fit_predict, X, y, sizes, splits_of, _both_errors)


@mistake("learning_curve", "Your test error includes the training rows; use the rows that were left out.")
def tests_on_everything(fit_predict, X, y, sizes, trials, rng):
    def splits_of(n, size):
        return make_splits(n, "holdout", k=trials, rng=rng, train_size=size)

    def measure(wrong, train, test):
        return wrong[train].mean(), wrong.mean()

    return _curve(fit_predict, X, y, sizes, splits_of, measure)


@mistake("learning_curve", "You trained on the first rows; the training set must be a random sample.")
def first_rows_train(fit_predict, X, y, sizes, trials, rng):
    if trials < 1 or min(sizes) < 1 or max(sizes) >= len(y):
        raise ValueError("sizes from 1 to n - 1, and at least one trial")

    def splits_of(n, size):
        return [(np.arange(size), np.arange(size, n))] * trials

    return _curve(fit_predict, X, y, sizes, splits_of, _both_errors)


@mistake("learning_curve", "You returned the share of correct answers; the curve here is the error.")
def returns_accuracy(fit_predict, X, y, sizes, trials, rng):
    def splits_of(n, size):
        return make_splits(n, "holdout", k=trials, rng=rng, train_size=size)

    def measure(wrong, train, test):
        return 1 - wrong[train].mean(), 1 - wrong[test].mean()

    return _curve(fit_predict, X, y, sizes, splits_of, measure)


# ---------------------------------------------------------------- sanity_report


def _parts(X_train, y_train, X_test, y_test):
    parts = [np.asarray(part) for part in (X_train, y_train, X_test, y_test)]
    if len(parts[0]) != len(parts[1]) or len(parts[2]) != len(parts[3]) or parts[0].shape[1] != parts[2].shape[1]:
        raise ValueError("lengths or columns differ")
    return parts


def _report(fit_predict, X_train, y_train, X_test, y_test, scale, **replaced):
    """The right report, but for the entries that a mistake replaces."""
    labels, counts = np.unique(y_train, return_counts=True)
    pool, truth = np.concatenate([X_train, X_test]), np.concatenate([y_train, y_test])
    cheat = np.column_stack([X_train, scale * y_train])
    report = {
        "train_error": np.mean(fit_predict(X_train, y_train, X_train) != y_train),
        "test_error": np.mean(fit_predict(X_train, y_train, X_test) != y_test),
        "majority_error": np.mean(labels[counts.argmax()] != y_test),
        "random_error": np.mean(np.where(np.isin(y_test, labels), 1 - 1 / len(labels), 1)),
        "cheating_error": np.mean(fit_predict(cheat, y_train, cheat) != y_train),
        "pooled_error": np.mean(fit_predict(pool[::2], truth[::2], pool[1::2]) != truth[1::2]),
    }
    return {name: float(replaced.get(name, value)) for name, value in report.items()}


@mistake(
    "sanity_report",
    "You took the most frequent label of the test part; the baseline may only look at the training labels.",
)
def majority_of_test(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    X_train, y_train, X_test, y_test = _parts(X_train, y_train, X_test, y_test)
    labels, counts = np.unique(y_test, return_counts=True)
    error = np.mean(y_test != labels[counts.argmax()])
    return _report(fit_predict, X_train, y_train, X_test, y_test, scale, majority_error=error)


@mistake(
    "sanity_report",
    "You guessed in proportion to the class frequencies; guess uniformly among the labels, "
    "which errs 1 - 1/K of the time.",
)
def random_error_from_frequencies(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    X_train, y_train, X_test, y_test = _parts(X_train, y_train, X_test, y_test)
    error = np.mean([1 - np.mean(y_train == label) for label in y_test])
    return _report(fit_predict, X_train, y_train, X_test, y_test, scale, random_error=error)


@mistake(
    "sanity_report",
    "The cheating column is for the training part only; measure the training error with it.",
)
def cheats_at_test(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    X_train, y_train, X_test, y_test = _parts(X_train, y_train, X_test, y_test)
    X_cheat, X_told = np.column_stack([X_train, scale * y_train]), np.column_stack([X_test, scale * y_test])
    error = np.mean(fit_predict(X_cheat, y_train, X_told) != y_test)
    return _report(fit_predict, X_train, y_train, X_test, y_test, scale, cheating_error=error)


@mistake("sanity_report", "The cheating column is scale times the label; you appended the label unscaled.")
def scale_ignored(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    X_train, y_train, X_test, y_test = _parts(X_train, y_train, X_test, y_test)
    return _report(fit_predict, X_train, y_train, X_test, y_test, 1)


@mistake(
    "sanity_report",
    "Pool both parts first, then train on the even rows and test on the odd ones.",
)
def pooled_not_interleaved(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    X_train, y_train, X_test, y_test = _parts(X_train, y_train, X_test, y_test)
    X, y = np.concatenate([X_train, X_test]), np.concatenate([y_train, y_test])
    half = (len(y) + 1) // 2
    error = np.mean(fit_predict(X[:half], y[:half], X[half:]) != y[half:])
    return _report(fit_predict, X_train, y_train, X_test, y_test, scale, pooled_error=error)


@mistake(
    "sanity_report",
    "A test label that was never seen in training cannot be guessed at all: it costs 1, not 1 - 1/K.",
)
def unseen_labels_guessed(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    X_train, y_train, X_test, y_test = _parts(X_train, y_train, X_test, y_test)
    error = 1 - 1 / len(np.unique(y_train))
    return _report(fit_predict, X_train, y_train, X_test, y_test, scale, random_error=error)


@mistake(
    "sanity_report",
    "Of equally frequent labels you took the one that comes first in y_train; the smallest one is asked for.",
)
def majority_first_seen(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    X_train, y_train, X_test, y_test = _parts(X_train, y_train, X_test, y_test)
    answers = y_train.tolist()
    error = np.mean(y_test != max(answers, key=answers.count))
    return _report(fit_predict, X_train, y_train, X_test, y_test, scale, majority_error=error)
