"""Right answers written another way, from the docstrings alone; each must get full marks."""

import math
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np

from autograder.authoring import alternative
from evaluation import average_loss, make_splits, metrics_from_counts

# ---------------------------------------------------------------- average_loss


@alternative("average_loss")
def table_of_lambdas(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    rules = {
        "zero_one": lambda a, b: a != b,
        "squared": lambda a, b: np.square(np.subtract(a, b, dtype=float)),
        "absolute": lambda a, b: np.abs(np.subtract(a, b, dtype=float)),
        "hamming": lambda a, b: np.count_nonzero(a != b, axis=1),
        "cost": lambda a, b: np.array(costs)[a, b],
    }
    if loss not in rules or (loss == "cost" and costs is None):
        raise ValueError(loss)
    a, b = np.array(y_true), np.array(y_pred)
    if a.shape != b.shape or a.ndim != 1 + (loss == "hamming") or len(a) == 0:
        raise ValueError("shapes")
    if weights is None:
        weights = np.full(len(a), 1 / len(a))
    weights = np.array(weights)
    if weights.shape != (len(a),) or np.any(weights < 0) or not np.isclose(np.sum(weights), 1, rtol=0, atol=1e-6):
        raise ValueError("weights")
    return np.dot(weights, rules[loss](a, b))


@alternative("average_loss")
def by_np_average(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    """np.average divides by the sum of the weights, which is 1; single precision at the end."""
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    if y_true.shape != y_pred.shape or 0 in y_true.shape or y_true.ndim != {"hamming": 2}.get(loss, 1):
        raise ValueError("shapes do not fit")
    if weights is not None and (np.shape(weights) != y_true.shape[:1] or np.min(weights) < 0):
        raise ValueError("weights do not fit")
    if weights is not None and abs(math.fsum(weights) - 1) > 1e-6:
        raise ValueError("weights do not sum to 1")
    match loss:
        case "zero_one":
            each = np.where(y_true == y_pred, 0, 1)
        case "squared":
            each = (y_true * 1.0 - y_pred * 1.0) ** 2
        case "absolute":
            each = abs(y_true * 1.0 - y_pred * 1.0)
        case "hamming":
            each = [sum(a != b for a, b in zip(*rows, strict=True)) for rows in zip(y_true, y_pred, strict=True)]
        case "cost" if costs is not None:
            each = [costs[a][b] for a, b in zip(y_true, y_pred, strict=True)]
        case _:
            raise ValueError("unknown loss, or no costs")
    return np.float32(np.average(each, weights=weights))


@alternative("average_loss")
def one_at_a_time(y_true, y_pred, loss="zero_one", weights=None, costs=None):
    if loss not in ("zero_one", "squared", "absolute", "hamming", "cost"):
        raise ValueError("I do not know this loss")
    if np.shape(y_true) != np.shape(y_pred) or len(y_true) == 0:
        raise ValueError("not as many predictions as truths")
    if len(np.shape(y_true)) != (2 if loss == "hamming" else 1):
        raise ValueError("wrong dimension")
    if loss == "cost" and costs is None:
        raise ValueError("costs are missing")
    n = len(y_true)
    if weights is not None and (len(weights) != n or any(w < 0 for w in weights) or abs(sum(weights) - 1) > 1e-6):
        raise ValueError("bad weights")
    total = 0.0
    for i in range(n):
        if loss == "zero_one":
            one = 1.0 if y_true[i] != y_pred[i] else 0.0
        elif loss == "hamming":
            one = sum(1 for j in range(len(y_true[i])) if y_true[i][j] != y_pred[i][j])
        elif loss == "cost":
            one = costs[y_true[i]][y_pred[i]]
        else:
            gap = abs(float(y_true[i]) - float(y_pred[i]))
            one = gap if loss == "absolute" else gap * gap
        total += one * (1 / n if weights is None else weights[i])
    return total


# ---------------------------------------------------------------- confusion_matrix


@alternative("confusion_matrix")
def by_add_at(y_true, y_pred, labels=None):
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    if len(y_true) != len(y_pred) or len(y_true) == 0:
        raise ValueError("lengths")
    labels = np.unique(np.concatenate([y_true, y_pred])) if labels is None else np.asarray(labels)
    if not np.isin(y_true, labels).all() or not np.isin(y_pred, labels).all():
        raise ValueError("unknown label")
    order = np.argsort(labels)
    rows = order[np.searchsorted(labels, y_true, sorter=order)]
    columns = order[np.searchsorted(labels, y_pred, sorter=order)]
    table = np.zeros((len(labels), len(labels)), dtype=np.int32)
    np.add.at(table, (rows, columns), 1)
    return table


@alternative("confusion_matrix")
def by_bincount(y_true, y_pred, labels=None):
    if len(y_true) != len(y_pred) or len(y_true) < 1:
        raise ValueError("lengths")
    names = sorted({*np.asarray(y_true).tolist(), *np.asarray(y_pred).tolist()}) if labels is None else list(labels)
    place = dict(zip(names, range(len(names)), strict=True))
    try:
        cells = [place[a] * len(names) + place[b] for a, b in zip(y_true, y_pred, strict=True)]
    except KeyError:
        raise ValueError("not among the labels") from None
    return np.bincount(cells, minlength=len(names) ** 2).reshape(len(names), len(names))


@alternative("confusion_matrix")
def by_boolean_sums(y_true, y_pred, labels=None):
    """A list of lists."""
    truth, answer = np.array(y_true), np.array(y_pred)
    if truth.shape != answer.shape or truth.size == 0:
        raise ValueError("shapes")
    if labels is None:
        labels = sorted(set(truth.tolist()) | set(answer.tolist()))
    table = [[int(np.sum((truth == a) & (answer == b))) for b in labels] for a in labels]
    if sum(map(sum, table)) != len(truth):
        raise ValueError("some example has another label")
    return table


# ---------------------------------------------------------------- metrics_from_counts


@alternative("metrics_from_counts")
def f_from_counts(tp, fp, fn, tn, beta=1.0):
    """F from the counts, with the case of no true positive apart."""
    tp, fp, fn, tn = (np.array(count, dtype=float) for count in (tp, fp, fn, tn))
    if beta < 0 or np.any(np.stack([tp, fp, fn, tn]) < 0):
        raise ValueError("negative")
    total = tp + fp + fn + tn
    if np.any(total <= 0):
        raise ValueError("no examples")

    def share(part, rest):
        return np.where(part + rest == 0, 1.0, part / np.where(part + rest == 0, 1.0, part + rest))

    below = (1 + beta**2) * tp + beta**2 * fn + fp
    f = np.where(tp > 0, (1 + beta**2) * tp / np.where(below > 0, below, 1), 0.0)
    f = np.where((tp == 0) & (fp == 0) & (fn == 0), 1.0, f)
    return {
        "f": f,
        "specificity": share(tn, fp),
        "recall": share(tp, fn),
        "precision": share(tp, fp),
        "error_rate": 1 - (tp + tn) / total,
        "accuracy": (tp + tn) / total,
    }


@alternative("metrics_from_counts")
def scalar_code_vectorised(tp, fp, fn, tn, beta=1.0):
    if beta < 0:
        raise ValueError("beta")

    def one(tp, fp, fn, tn):
        n = tp + fp + fn + tn
        if n == 0 or min(tp, fp, fn, tn) < 0:
            raise ValueError("counts")
        precision = tp / (tp + fp) if tp + fp else 1.0
        recall = tp / (tp + fn) if tp + fn else 1.0
        specificity = tn / (tn + fp) if tn + fp else 1.0
        below = beta * beta * precision + recall
        f = (1 + beta * beta) * precision * recall / below if below else 0.0
        return (tp + tn) / n, (fp + fn) / n, precision, recall, specificity, f

    names = ("accuracy", "error_rate", "precision", "recall", "specificity", "f")
    if np.ndim(tp) == 0:
        return dict(zip(names, one(float(tp), float(fp), float(fn), float(tn)), strict=True))
    counts = [np.asarray(count, dtype=float) for count in (tp, fp, fn, tn)]
    return dict(zip(names, np.vectorize(one, otypes=[float] * 6)(*counts), strict=True))


@alternative("metrics_from_counts")
def with_warnings_ignored(tp, fp, fn, tn, beta=1.0):
    """nan is what 0/0 gives, so that it can be replaced afterwards; single precision."""
    counts = np.array([tp, fp, fn, tn], dtype=np.float64)
    if counts.min() < 0 or counts.sum(axis=0).min() == 0 or beta < 0:
        raise ValueError("bad counts or beta")
    tp, fp, fn, tn = counts
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.nan_to_num(tp / (tp + fp), nan=1.0)
        r = np.nan_to_num(tp / (tp + fn), nan=1.0)
        s = np.nan_to_num(tn / (tn + fp), nan=1.0)
        f = np.nan_to_num((1 + beta**2) * p * r / (beta**2 * p + r), nan=0.0)
    accuracy = (tp + tn) / counts.sum(axis=0)
    answer = {"accuracy": accuracy, "error_rate": 1 - accuracy, "precision": p, "recall": r, "specificity": s, "f": f}
    return {key: np.float32(value) for key, value in answer.items()}


# ---------------------------------------------------------------- ranking_curves


@alternative("ranking_curves")
def comparison_matrix(y_true, scores):
    y, s = np.asarray(y_true), np.asarray(scores, dtype=float)
    if y.shape != s.shape:
        raise ValueError("lengths")
    if sorted(set(y.tolist())) != [0, 1]:
        raise ValueError("labels")
    thresholds = np.r_[np.inf, np.unique(s)[::-1]]
    called = s[np.newaxis, :] >= thresholds[:, np.newaxis]
    tp, fp = (called & (y == 1)).sum(axis=1), (called & (y == 0)).sum(axis=1)
    recall, fpr = tp / np.sum(y == 1), fp / np.sum(y == 0)
    precision = np.where(tp + fp > 0, tp / np.maximum(tp + fp, 1), 1)
    area = sum((fpr[k] - fpr[k - 1]) * (recall[k] + recall[k - 1]) / 2 for k in range(1, len(fpr)))
    return {"thresholds": thresholds, "precision": precision, "recall": recall, "fpr": fpr, "auc": area}


@alternative("ranking_curves")
def group_by_group(y_true, scores):
    """A dictionary of groups, plain lists, and the area by counting pairs."""
    if len(y_true) != len(scores):
        raise ValueError("lengths")
    labels = [int(label) for label in y_true]
    if set(labels) != {0, 1} or any(a != b for a, b in zip(labels, y_true, strict=True)):
        raise ValueError("labels")
    groups = defaultdict(lambda: [0, 0])
    for label, score in zip(labels, scores, strict=True):
        groups[float(score)][label] += 1
    positives, negatives = sum(labels), len(labels) - sum(labels)
    curves = {"thresholds": [math.inf], "precision": [1.0], "recall": [0.0], "fpr": [0.0]}
    tp = fp = 0
    won = 0.0
    for score in sorted(groups, reverse=True):
        new_fp, new_tp = groups[score]
        won += new_tp * (negatives - fp - new_fp) + new_tp * new_fp / 2
        tp, fp = tp + new_tp, fp + new_fp
        curves["thresholds"].append(score)
        curves["precision"].append(tp / (tp + fp))
        curves["recall"].append(tp / positives)
        curves["fpr"].append(fp / negatives)
    return {**curves, "auc": won / (positives * negatives)}


@alternative("ranking_curves")
def area_by_ranks(y_true, scores):
    """Cumulative counts from np.unique, and the area from mean ranks (Mann-Whitney)."""
    y, s = np.array(y_true, dtype=float), np.array(scores, dtype=float)
    if y.shape != s.shape or np.any((y != 0) & (y != 1)) or y.min() == y.max():
        raise ValueError("lengths or labels")
    values, group, sizes = np.unique(s, return_inverse=True, return_counts=True)
    positive = np.bincount(group, weights=y)
    mean_rank = np.cumsum(sizes) - (sizes - 1) / 2
    plus, minus = y.sum(), len(y) - y.sum()
    tp = np.concatenate(([0], np.cumsum(positive[::-1])))
    called = np.concatenate(([0], np.cumsum(sizes[::-1])))
    return {
        "auc": (positive @ mean_rank - plus * (plus + 1) / 2) / (plus * minus),
        "fpr": (called - tp) / minus,
        "recall": np.float32(tp / plus),
        "precision": np.divide(tp, called, out=np.ones(len(tp)), where=called > 0),
        "thresholds": np.concatenate(([np.inf], values[::-1])),
    }


# ---------------------------------------------------------------- make_splits


@alternative("make_splits")
def fold_numbers(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    """Position modulo k as the number of the fold, and masks."""
    if method not in ("kfold", "stratified", "loo", "bootstrap", "holdout") or n <= 1:
        raise ValueError("method or n")
    if method in ("kfold", "stratified") and (k < 2 or k > n):
        raise ValueError("k")
    if method in ("bootstrap", "holdout") and (rng is None or k < 1):
        raise ValueError("rng or k")
    if method == "holdout" and train_size not in range(1, n):
        raise ValueError("train_size")
    if method == "stratified" and (labels is None or len(labels) != n):
        raise ValueError("labels")
    if method == "bootstrap":
        splits = []
        while len(splits) != k:
            drawn = rng.integers(0, n, size=n)
            left = np.flatnonzero(np.bincount(drawn, minlength=n) == 0)
            splits += [(drawn, left)] if left.size else []
        return splits
    if method == "holdout":
        masks = []
        for _ in range(k):
            mask = np.ones(n, dtype=bool)
            mask[rng.permutation(n)[:train_size]] = False
            masks.append(mask)
    elif method == "loo":
        masks = np.eye(n, dtype=bool)
    else:
        order = rng.permutation(n) if rng is not None else np.arange(n)
        if method == "stratified":
            _, codes = np.unique(labels, return_inverse=True)
            order = np.concatenate([order[codes[order] == code] for code in range(codes.max() + 1)])
        fold = np.empty(n, dtype=int)
        fold[order] = np.arange(n) % k
        masks = [fold == i for i in range(k)]
    return [(np.flatnonzero(~mask), np.flatnonzero(mask)) for mask in masks]


@alternative("make_splits")
def class_after_class(n, method="kfold", k=5, rng=None, labels=None, train_size=None):
    """Plain lists; each class is dealt out where the last one stopped."""
    if n < 2:
        raise ValueError("n")
    if method == "loo":
        return [([j for j in range(n) if j != i], [i]) for i in range(n)]
    if method in ("kfold", "stratified"):
        if k not in range(2, n + 1):
            raise ValueError("k")
        order = list(range(n)) if rng is None else rng.permutation(n).tolist()
        if method == "kfold":
            hands = [order]
        else:
            if labels is None or len(labels) != n:
                raise ValueError("labels")
            hands = [[i for i in order if labels[i] == label] for label in sorted(set(labels))]
        folds, turn = [[] for _ in range(k)], 0
        for hand in hands:
            for card in hand:
                folds[turn % k].append(card)
                turn += 1
        return [([j for j in range(n) if j not in fold], sorted(fold)) for fold in folds]
    if method == "bootstrap" and rng is not None and k >= 1:
        result = []
        for _ in range(k):
            train = rng.integers(0, n, size=n)
            while len(set(train.tolist())) == n:
                train = rng.integers(0, n, size=n)
            result.append((train.tolist(), sorted(set(range(n)).difference(train.tolist()))))
        return result
    if method == "holdout" and rng is not None and k >= 1 and train_size and 0 < train_size < n:
        orders = [rng.permutation(n).tolist() for _ in range(k)]
        return [(sorted(order[:train_size]), sorted(order[train_size:])) for order in orders]
    raise ValueError("method, k, rng or train_size")


# ---------------------------------------------------------------- cross_validate


@alternative("cross_validate")
def corrcoef_per_column(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    X, y = np.array(X), np.array(y)
    if not len(splits):
        raise ValueError("no splits")
    if X.shape[0] != y.shape[0]:
        raise ValueError("lengths")
    if n_features is not None and n_features not in range(1, X.shape[1] + 1):
        raise ValueError("n_features")
    errors = []
    for train, test in splits:
        columns = list(range(X.shape[1]))
        if n_features is not None:
            strength = []
            for j in columns:
                x, target = X[train, j], y[train]
                constant = (x == x[0]).all() or (target == target[0]).all()
                strength.append(0.0 if constant else abs(np.corrcoef(x, target)[0, 1]))
            columns = sorted(sorted(columns, key=lambda j: -strength[j])[:n_features])
        answer = fit_predict(X[train][:, columns], y[train], X[test][:, columns])
        errors.append(average_loss(y[test], answer, loss))
    mean = sum(errors) / len(errors)
    sd = 0.0
    if len(errors) > 1:
        sd = math.sqrt(sum((error - mean) ** 2 for error in errors) / (len(errors) - 1))
    return {"errors": errors, "mean": mean, "sd": sd, "low": mean - width * sd, "high": mean + width * sd}


@alternative("cross_validate")
def own_losses_and_z_scores(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    """Without average_loss, with masks for the test rows, and correlations as products of standardised columns."""
    if len(splits) == 0 or len(X) != len(y) or loss not in ("zero_one", "squared", "absolute"):
        raise ValueError("splits, lengths or loss")
    d = np.shape(X)[1]
    if n_features is not None and (n_features < 1 or n_features > d):
        raise ValueError("n_features")

    def standardised(values):
        flat = values.max(axis=0) == values.min(axis=0)
        spread = np.where(flat, 1, values.std(axis=0))
        return np.where(flat, 0, (values - values.mean(axis=0)) / spread)

    errors = np.zeros(len(splits))
    for number, (train, test) in enumerate(splits):
        A, b, held_out = X[train], y[train], np.zeros(len(y), dtype=bool)
        held_out[test] = True
        keep = np.ones(d, dtype=bool)
        if n_features is not None:
            r = np.abs(standardised(A * 1.0).T @ standardised(b * 1.0)) / len(b)
            keep[np.lexsort((np.arange(d), -r))[n_features:]] = False
        guess = np.asarray(fit_predict(A[:, keep], b, X[held_out][:, keep]))
        truth = y[held_out]
        if loss == "zero_one":
            errors[number] = np.count_nonzero(guess != truth) / len(truth)
        else:
            errors[number] = np.mean(np.abs(guess - truth * 1.0) ** (2 if loss == "squared" else 1))
    sd = np.sqrt(np.sum((errors - errors.mean()) ** 2) / max(len(errors) - 1, 1))
    low, high = errors.mean() + width * sd * np.array([-1, 1])
    return {"low": low, "high": high, "sd": sd, "mean": errors.mean(), "errors": errors}


@alternative("cross_validate")
def highest_of_equals(fit_predict, X, y, splits, loss="zero_one", n_features=None, width=2.0):
    """Correlations rounded, and of equally good columns the highest, but for those without correlation."""
    X, y = np.asarray(X), np.asarray(y)
    if len(splits) < 1 or len(y) != len(X) or not 1 <= (1 if n_features is None else n_features) <= X.shape[1]:
        raise ValueError("splits, lengths or n_features")

    def strength(x, target):
        if len(set(x.tolist())) == 1 or len(set(target.tolist())) == 1:
            return 0.0
        return round(abs(float(np.corrcoef(x, target)[0, 1])), 10)

    errors = []
    for train, test in splits:
        columns = list(range(X.shape[1]))
        if n_features is not None:
            r = [strength(X[train, j] * 1.0, y[train] * 1.0) for j in columns]
            columns = sorted(sorted(columns, key=lambda j: (-r[j], -j if r[j] else j))[:n_features])
        errors.append(average_loss(y[test], fit_predict(X[train][:, columns], y[train], X[test][:, columns]), loss))
    mean, sd = np.mean(errors), np.std(errors, ddof=1) if len(errors) > 1 else 0.0
    return {"errors": np.array(errors), "mean": mean, "sd": sd, "low": mean - width * sd, "high": mean + width * sd}


# ---------------------------------------------------------------- bootstrap_interval


@alternative("bootstrap_interval")
def row_by_row(y_true, y_pred, draws, beta=1.0, width=2.0):
    if len(y_true) != len(y_pred):
        raise ValueError("lengths")
    if np.ndim(draws) != 2 or len(draws) < 2:
        raise ValueError("draws")
    scores = []
    for row in draws:
        cells = Counter()
        for i in row:
            if i < 0 or i >= len(y_true):
                raise ValueError("index")
            cells[int(y_true[i]), int(y_pred[i])] += 1
        scores.append(metrics_from_counts(cells[1, 1], cells[0, 1], cells[1, 0], cells[0, 0], beta)["f"])
    mean = sum(scores) / len(scores)
    sd = math.sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))
    return {"mean": mean, "sd": sd, "low": mean - width * sd, "high": mean + width * sd}


@alternative("bootstrap_interval")
def by_multiplicities(y_true, y_pred, draws, beta=1.0, width=2.0):
    """How often each example was drawn, times which cell of the table it belongs to; single precision at the end."""
    t, p, draws = np.array(y_true), np.array(y_pred), np.array(draws)
    if t.shape != p.shape or draws.ndim != 2 or draws.shape[0] < 2:
        raise ValueError("shapes")
    if not np.isin(draws, np.arange(len(t))).all():
        raise ValueError("indices")
    times = np.array([np.bincount(row, minlength=len(t)) for row in draws])
    cells = np.stack([t * p, (1 - t) * p, t * (1 - p), (1 - t) * (1 - p)], axis=1)
    tp, fp, fn, tn = (times @ cells).T
    f = np.asarray(metrics_from_counts(tp, fp, fn, tn, beta)["f"])
    mean, sd = f.mean(), f.std(ddof=1)
    return {key: np.float32(mean + c * sd) for key, c in (("mean", 0), ("low", -width), ("high", width))} | {"sd": sd}


# ---------------------------------------------------------------- paired_t_test


@alternative("paired_t_test")
def by_the_letter(errors_a, errors_b):
    """The formula as printed, with loops."""
    if len(errors_a) != len(errors_b) or len(errors_a) < 2:
        raise ValueError("lengths")
    a, b = [float(e) for e in errors_a], [float(e) for e in errors_b]
    n = len(a)
    mean_a, mean_b = sum(a) / n, sum(b) / n
    gaps = [x - y for x, y in zip(a, b, strict=True)]
    if max(gaps) - min(gaps) <= 1e-12:
        gap = mean_a - mean_b
        t = 0.0 if abs(gap) <= 1e-12 else math.copysign(math.inf, gap)
    else:
        total = sum(((x - mean_a) - (y - mean_b)) ** 2 for x, y in zip(a, b, strict=True))
        t = (mean_a - mean_b) * math.sqrt(n * (n - 1) / total)
    if t >= 2.58:
        return t, 0.995
    if t >= 1.96:
        return t, 0.975
    if t >= 1.64:
        return t, 0.95
    return (t, 0.9) if t >= 1.28 else (t, 0.0)


@alternative("paired_t_test")
def by_searchsorted(errors_a, errors_b):
    """One-sample t of the differences; an array in place of a tuple."""
    d = np.array(errors_a, dtype=float) - errors_b if len(errors_a) == len(errors_b) else np.zeros(0)
    if len(d) < 2:
        raise ValueError("pairs")
    middle, spread = d.mean(), d.std(ddof=1)
    if d.max() - d.min() <= 1e-12:
        t = np.sign(middle) * np.inf if abs(middle) > 1e-12 else 0.0
    else:
        t = middle / (spread / np.sqrt(len(d)))
    level = np.array([0, 0.9, 0.95, 0.975, 0.995])[np.searchsorted([1.28, 1.64, 1.96, 2.58], t, side="right")]
    return np.array([t, level])


@alternative("paired_t_test")
def exact_sums(errors_a, errors_b):
    """Sums of squares expanded, in fractions, so that nothing cancels."""
    n = len(errors_a)
    if n != len(errors_b) or n < 2:
        raise ValueError("pairs")
    counts = Counter(zip(np.asarray(errors_a).tolist(), np.asarray(errors_b).tolist(), strict=True))
    gaps = {pair: Fraction(pair[0]) - Fraction(pair[1]) for pair in counts}
    total = sum(counts[pair] * gap for pair, gap in gaps.items())
    if max(gaps.values()) - min(gaps.values()) <= 1e-12:
        t = 0.0 if abs(total) <= n * 1e-12 else (math.inf if total > 0 else -math.inf)
    else:
        squares = sum(counts[pair] * gap * gap for pair, gap in gaps.items()) - total * total / n
        t = float(total) * math.sqrt((n - 1) / (n * float(squares)))
    return t, max(
        [level for bound, level in ((1.28, 0.9), (1.64, 0.95), (1.96, 0.975), (2.58, 0.995)) if t >= bound] or [0.0]
    )


# ---------------------------------------------------------------- learning_curve


@alternative("learning_curve")
def two_predictions(fit_predict, X, y, sizes, trials, rng):
    """Training and test rows predicted in two runs; plain lists."""
    train_curve, test_curve = [], []
    for size in sizes:
        first = second = 0.0
        for train, test in make_splits(len(X), "holdout", trials, rng, None, size):
            first += np.mean(np.asarray(fit_predict(X[train], y[train], X[train])) != y[train])
            second += np.mean(np.asarray(fit_predict(X[train], y[train], X[test])) != y[test])
        train_curve.append(first / trials)
        test_curve.append(second / trials)
    return {"train": train_curve, "test": test_curve}


@alternative("learning_curve")
def without_make_splits(fit_predict, X, y, sizes, trials, rng):
    """Own permutations, masks, and arrays made beforehand."""
    n = len(y)
    if trials < 1 or any(size < 1 or size > n - 1 for size in sizes):
        raise ValueError("sizes or trials")
    errors = np.zeros((2, len(sizes), trials))
    for i, size in enumerate(sizes):
        for j in range(trials):
            chosen = np.zeros(n, dtype=bool)
            chosen[rng.permutation(n)[:size]] = True
            right = np.equal(fit_predict(X[chosen], y[chosen], X), y)
            errors[:, i, j] = 1 - right[chosen].mean(), 1 - right[~chosen].mean()
    return dict(zip(("train", "test"), errors.mean(axis=2), strict=True))


@alternative("learning_curve")
def everything_that_was_split(fit_predict, X, y, sizes, trials, rng):
    """One call per split, with the rows in the order of the split."""
    if trials < 1:
        raise ValueError("trials")
    y, means = np.asarray(y), []
    for size in sizes:
        errors = []
        for train, test in make_splits(len(y), "holdout", trials, rng, train_size=size):
            rows = np.concatenate([train, test])
            wrong = np.asarray(fit_predict(X[train], y[train], X[rows])) != y[rows]
            errors.append((np.mean(wrong[:size]), np.mean(wrong[size:])))
        means.append(np.mean(errors, axis=0))
    return dict(zip(("train", "test"), np.transpose(means), strict=True))


# ---------------------------------------------------------------- sanity_report


@alternative("sanity_report")
def with_a_counter(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    """Two runs become one where they train on the same rows; Counter finds the majority."""
    X_train, X_test = np.array(X_train), np.array(X_test)
    y_train, y_test = np.array(y_train), np.array(y_test)
    if len(y_train) != len(X_train) or len(y_test) != len(X_test) or np.shape(X_train)[1] != np.shape(X_test)[1]:
        raise ValueError("parts do not fit")
    n, rows = len(y_train), np.vstack((X_train, X_test))
    truth = np.hstack((y_train, y_test))
    wrong = np.asarray(fit_predict(X_train, y_train, rows)) != truth
    tally = Counter(y_train.tolist())
    favourite = min(tally, key=lambda label: (-tally[label], label))
    told = np.hstack((X_train, scale * y_train.reshape(-1, 1)))
    even = np.arange(len(truth)) % 2 == 0
    chances = [1 - 1 / len(tally) if label in tally else 1.0 for label in y_test.tolist()]
    return {
        "train_error": np.mean(wrong[:n]),
        "test_error": np.mean(wrong[n:]),
        "majority_error": sum(label != favourite for label in y_test.tolist()) / len(y_test),
        "random_error": sum(chances) / len(chances),
        "cheating_error": np.float32(np.mean(np.asarray(fit_predict(told, y_train, told)) != y_train)),
        "pooled_error": np.mean(np.asarray(fit_predict(rows[even], truth[even], rows[~even])) != truth[~even]),
    }


@alternative("sanity_report")
def by_average_loss(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    if len(X_train) != len(y_train) or len(X_test) != len(y_test):
        raise ValueError("lengths")
    if np.asarray(X_train).shape[1] != np.asarray(X_test).shape[1]:
        raise ValueError("columns")
    y_train, y_test = list(y_train), list(y_test)
    labels = sorted(set(y_train))
    most = max(labels, key=y_train.count)
    report = {"majority_error": average_loss(y_test, [most] * len(y_test))}
    expected = [average_loss(y_test, [label] * len(y_test)) for label in labels]
    report["random_error"] = sum(expected) / len(labels)
    for name, X, y in (("train_error", X_train, y_train), ("test_error", X_test, y_test)):
        report[name] = average_loss(y, fit_predict(np.array(X_train), np.array(y_train), np.array(X)))
    cheat = np.c_[X_train, [scale * label for label in y_train]]
    report["cheating_error"] = average_loss(y_train, fit_predict(cheat, np.array(y_train), cheat))
    X, y = np.r_[X_train, X_test], np.array(y_train + y_test)
    report["pooled_error"] = average_loss(y[1::2], fit_predict(X[0::2], y[0::2], X[1::2]))
    return report


@alternative("sanity_report")
def all_rows_of_the_pool(fit_predict, X_train, y_train, X_test, y_test, scale=1.0):
    """Each trained learner predicts all rows that there are, and those asked for are picked out."""
    X_train, y_train, X_test, y_test = map(np.asarray, (X_train, y_train, X_test, y_test))
    if X_train.shape != (len(y_train), X_test.shape[1]) or len(X_test) != len(y_test):
        raise ValueError("parts")
    X, y, n = np.append(X_train, X_test, axis=0), np.append(y_train, y_test), len(y_train)
    wrong = np.asarray(fit_predict(X_train, y_train, X)) != y
    pooled = np.asarray(fit_predict(X[::2], y[::2], X)) != y
    cheat = np.column_stack([X_train, y_train * float(scale)])
    labels, counts = np.unique(y_train, return_counts=True)
    hits = (y_test[:, np.newaxis] == labels).mean(axis=1)
    return {
        "train_error": wrong[:n].mean(),
        "test_error": wrong[n:].mean(),
        "majority_error": np.mean(y_test != labels[counts == counts.max()].min()),
        "random_error": 1 - hits.mean(),
        "cheating_error": np.mean(np.asarray(fit_predict(cheat, y_train, cheat)) != y_train),
        "pooled_error": pooled[1::2].mean(),
    }
