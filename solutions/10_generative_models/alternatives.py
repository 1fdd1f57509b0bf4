"""Right answers written another way, from the docstrings alone; each must get full marks."""

import itertools
import math
from collections import Counter, defaultdict

import numpy as np

from autograder.authoring import alternative
from generative_models import (
    category_frequencies,
    class_posterior,
    fit_naive_bayes,
    log_probability,
    multivariate_normal_log_density,
    naive_bayes_log_likelihood,
)

# ---------------------------------------------------------------- conditional_table


@alternative("conditional_table")
def one_axis_after_the_other(joint, keep, given=None):
    """np.take and sum from the last axis to the first, a transposition at the end."""
    table = np.array(joint, dtype=float)
    given = dict(given) if given is not None else {}
    if np.any(table < 0) or not abs(table.sum() - 1) <= 1e-8:
        raise ValueError("not a distribution")
    named = list(keep) + list(given)
    if len(named) != len(set(named)) or any(axis not in range(table.ndim) for axis in named):
        raise ValueError("axes are named twice or do not exist")
    for axis in given:
        if given[axis] not in range(table.shape[axis]):
            raise ValueError("no such value")
    for axis in reversed(range(table.ndim)):
        if axis in given:
            table = np.take(table, given[axis], axis=axis)
        elif axis not in keep:
            table = table.sum(axis=axis)
    total = table.sum()
    if total == 0:
        raise ValueError("impossible condition")
    rank = sorted(keep)
    return np.transpose(table, [rank.index(axis) for axis in keep]) / total


@alternative("conditional_table")
def slices_that_stay(joint, keep, given=None):
    """Slices of length one keep every axis in its place until the end."""
    table = np.asarray(joint, dtype=float)
    given = given or {}
    if (table < 0).any() or abs(table.sum() - 1) > 1e-8:
        raise ValueError
    seen = set()
    for axis in (*keep, *given):
        if axis in seen or axis < 0 or axis >= table.ndim:
            raise ValueError
        seen.add(axis)
    index = [slice(None)] * table.ndim
    for axis, value in given.items():
        if value < 0 or value >= table.shape[axis]:
            raise ValueError
        index[axis] = slice(value, value + 1)
    table = table[tuple(index)]
    if not table.any():
        raise ValueError
    table = table / table.sum()
    others = [axis for axis in range(table.ndim) if axis not in keep]
    return table.transpose([*keep, *others]).reshape(*(table.shape[axis] for axis in keep), -1).sum(axis=-1)


@alternative("conditional_table")
def all_outcomes_in_a_loop(joint, keep, given=None):
    """Go through every outcome, and add its probability where it belongs."""
    joint, given = np.asarray(joint, dtype=float), given or {}
    outcomes = list(itertools.product(*(range(size) for size in joint.shape)))
    if min(joint[outcome] for outcome in outcomes) < 0 or abs(sum(joint[outcome] for outcome in outcomes) - 1) > 1e-8:
        raise ValueError("joint is no distribution")
    for position, axis in enumerate([*keep, *given]):
        if axis in [*keep, *given][:position] or not 0 <= axis < len(joint.shape):
            raise ValueError("bad axis")
    for axis, value in given.items():
        if not 0 <= value < joint.shape[axis]:
            raise ValueError("bad value")
    answer, total = np.zeros([joint.shape[axis] for axis in keep], dtype=np.float64), 0.0
    for outcome in outcomes:
        if all(outcome[axis] == value for axis, value in given.items()):
            answer[tuple(outcome[axis] for axis in keep)] += joint[outcome]
            total += joint[outcome]
    if total == 0:
        raise ValueError("this never happens")
    return (answer / total).astype(np.float32)


# ---------------------------------------------------------------- log_probability


def _probabilities(theta):
    theta = [float(p) for p in theta]
    if min(theta) < 0 or abs(sum(theta) - 1) > 1e-8:
        raise ValueError("not a distribution")
    return theta


def _number_of(parameters, name):
    if name not in parameters:
        raise ValueError(f"{name} is missing")
    return parameters[name]


def _log_or_minus_infinity(p):
    return math.log(p) if p > 0 else -math.inf


def _log_power(p, times):
    return 0.0 if times == 0 else times * _log_or_minus_infinity(p)


def _is_count(value):
    return value >= 0 and float(value) == int(value)


def _one_value(family, x, p):
    """log probability of a single outcome: a number, or for the multinomial a list of counts."""
    if family == "gaussian":
        return -math.log(2 * math.pi * p["variance"]) / 2 - (x - p["mean"]) ** 2 / (2 * p["variance"])
    if family == "uniform":
        return -math.log(p["high"] - p["low"]) if p["low"] <= x <= p["high"] else -math.inf
    if family == "bernoulli":
        return _log_or_minus_infinity(p["theta"] if x == 1 else 1 - p["theta"]) if x in (0, 1) else -math.inf
    if family == "categorical":
        inside = _is_count(x) and x < len(p["theta"])
        return _log_or_minus_infinity(p["theta"][int(x)]) if inside else -math.inf
    if family == "multinomial":
        if not all(map(_is_count, x)):
            return -math.inf
        ways = math.factorial(int(sum(x)))
        for count in x:
            ways //= math.factorial(int(count))
        return math.log(ways) + sum(_log_power(q, count) for q, count in zip(p["theta"], x, strict=True))
    if not _is_count(x):
        return -math.inf
    if family == "poisson":
        return _log_power(p["rate"], x) - p["rate"] - math.log(math.factorial(int(x)))
    n, theta = int(p["n"]), p["theta"]
    if x > n:
        return -math.inf
    return math.log(math.comb(n, int(x))) + _log_power(theta, x) + _log_power(1 - theta, n - x)


@alternative("log_probability")
def exact_integers(family, x, **parameters):
    """One value at a time, with Python's integers, which do not overflow; the answer in nested lists."""
    names = {"uniform": "low high", "gaussian": "mean variance", "poisson": "rate", "binomial": "n theta"}
    if family not in ("bernoulli", "categorical", "multinomial", *names):
        raise ValueError("no such family")
    p = {name: _number_of(parameters, name) for name in names.get(family, "theta").split()}
    if family in ("categorical", "multinomial"):
        p["theta"] = _probabilities(p["theta"])
    elif "theta" in p and not 0 <= p["theta"] <= 1:
        raise ValueError("theta is no probability")
    if p.get("variance", 1) <= 0 or p.get("rate", 0) < 0 or p.get("high", 1) <= p.get("low", 0):
        raise ValueError("bad parameter")

    def go(values, depth):
        if depth == 0:
            return _one_value(family, values, p)
        return [go(value, depth - 1) for value in values]

    depth = np.ndim(x)
    if family == "multinomial":
        depth -= 1
        if np.shape(x)[-1] != len(p["theta"]):
            raise ValueError("wrong number of counts")
    return go(np.asarray(x).tolist(), depth)


@alternative("log_probability")
def guarded_logarithms(family, x, **parameters):
    """A table of log factorials by cumulative sums, and np.where around logarithms that are guarded."""
    x = np.array(x, dtype=float)

    def get(name):
        if parameters.get(name) is None:
            raise ValueError(name)
        return np.array(parameters[name], dtype=float)

    def factorial(k):
        table = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, int(k.max(initial=0)) + 1)))])
        return table[k.astype(int)]

    def power(p, k):
        return np.where(k > 0, k * np.log(np.where(p > 0, p, 1.0)) + np.where(p > 0, 0.0, -np.inf), 0.0)

    whole = (x >= 0) & (x % 1 == 0)
    k = np.where(whole, x, 0.0)
    if family == "uniform":
        low, high = get("low"), get("high")
        if not low < high:
            raise ValueError("empty")
        return np.where((x < low) | (x > high), -np.inf, np.log(1 / (high - low)))
    if family == "gaussian":
        mean, variance = get("mean"), get("variance")
        if not variance > 0:
            raise ValueError("variance")
        z = (x - mean) / np.sqrt(variance)
        return -0.5 * z * z - np.log(np.sqrt(variance)) - np.log(np.sqrt(2 * np.pi))
    if family == "poisson":
        rate = get("rate")
        if rate < 0:
            raise ValueError("rate")
        return np.where(whole, power(rate, k) - rate - factorial(k), -np.inf)
    if family in ("bernoulli", "binomial"):
        theta, n = get("theta"), get("n") if family == "binomial" else np.array(1.0)
        if theta < 0 or theta > 1:
            raise ValueError("theta")
        whole &= x <= n
        k = np.where(whole, x, 0.0)
        ways = factorial(n) - factorial(k) - factorial(n - k)
        return np.where(whole, ways + power(theta, k) + power(1 - theta, n - k), -np.inf)
    if family not in ("categorical", "multinomial"):
        raise ValueError("family")
    theta = get("theta")
    if np.any(theta < 0) or np.any(theta > 1) or abs(np.sum(theta) - 1) > 1e-8:
        raise ValueError("theta")
    if family == "categorical":
        answer = np.full(x.shape, -np.inf)
        for category, p in enumerate(theta):
            answer = np.where(x == category, power(p, np.array(1.0)), answer)
        return answer
    if x.shape[-1] != theta.size:
        raise ValueError("counts")
    ways = factorial(k.sum(axis=-1)) - factorial(k).sum(axis=-1)
    return np.where(whole.all(axis=-1), ways + power(theta, k).sum(axis=-1), -np.inf)


# ---------------------------------------------------------------- category_frequencies


@alternative("category_frequencies")
def digitized(values, edges, pseudo_count=0.0):
    edges = list(edges)
    if edges != sorted(set(edges)) or pseudo_count < 0:
        raise ValueError("edges or pseudo count")
    bins = np.digitize(values, edges) if len(values) and edges else np.zeros(len(values), dtype=int)
    counts = np.array([np.sum(bins == b) for b in range(len(edges) + 1)]) + pseudo_count
    if counts.sum() == 0:
        raise ValueError("nothing counted")
    return bins, counts / counts.sum()


@alternative("category_frequencies")
def compared_with_every_edge(values, edges, pseudo_count=0.0):
    """A matrix of comparisons; single precision."""
    values, edges = np.asarray(values, dtype=float), np.asarray(edges, dtype=float)
    if not np.all(edges[1:] > edges[:-1]):
        raise ValueError("edges must increase")
    if pseudo_count < 0 or (pseudo_count == 0 and values.size == 0):
        raise ValueError("nothing to count")
    bins = (values[:, None] >= edges[None, :]).sum(axis=1)
    members = bins[:, None] == np.arange(edges.size + 1)
    frequencies = (members.sum(axis=0) + pseudo_count) / (values.size + pseudo_count * (edges.size + 1))
    return bins.astype(np.int32), frequencies.astype(np.float32)


@alternative("category_frequencies")
def counted_one_by_one(values, edges, pseudo_count=0.0):
    for left, right in itertools.pairwise(edges):
        if left >= right:
            raise ValueError("edges must increase")
    if pseudo_count < 0:
        raise ValueError("negative pseudo count")
    counts, bins = [0] * (len(edges) + 1), []
    for value in values:
        b = 0
        while b < len(edges) and edges[b] <= value:
            b += 1
        bins.append(b)
        counts[b] += 1
    total = len(bins) + pseudo_count * len(counts)
    if total == 0:
        raise ValueError("no values")
    return bins, [(count + pseudo_count) / total for count in counts]


# ---------------------------------------------------------------- class_posterior


@alternative("class_posterior")
def by_logaddexp(log_likelihood, prior):
    L, prior = np.atleast_2d(np.asarray(log_likelihood, dtype=float)), np.asarray(prior, dtype=float)
    if (
        prior.ndim != 1
        or len(prior) != L.shape[1]
        or prior.min() < 0
        or not np.isclose(prior.sum(), 1, rtol=0, atol=1e-8)
    ):
        raise ValueError("prior")
    with np.errstate(all="ignore"):
        joint = L + np.log(prior)
        evidence = np.logaddexp.reduce(joint, axis=1)
        return np.exp(joint - evidence[:, None]), evidence


@alternative("class_posterior")
def ratios_row_by_row(log_likelihood, prior):
    """1 / sum of ratios, in plain Python, without ever subtracting a maximum from itself being -inf."""
    prior = [float(p) for p in prior]
    if any(len(row) != len(prior) for row in log_likelihood) or min(prior) < 0 or abs(sum(prior) - 1) > 1e-8:
        raise ValueError("prior")
    posterior, evidence = [], []
    for row in log_likelihood:
        joint = [float(value) + math.log(p) if p > 0 else -math.inf for value, p in zip(row, prior, strict=True)]
        top = max(joint)
        if top == -math.inf:
            posterior.append([math.nan] * len(prior))
            evidence.append(-math.inf)
            continue
        total = sum(math.exp(value - top) for value in joint)
        posterior.append([math.exp(value - top) / total for value in joint])
        evidence.append(top + math.log(total))
    return posterior, evidence


@alternative("class_posterior")
def softmax_of_the_possible(log_likelihood, prior):
    """Softmax with the prior as weights, on the rows and columns that are possible at all."""
    L, prior = np.array(log_likelihood, dtype=float), np.array(prior, dtype=float)
    if prior.shape != (L.shape[1],) or np.any(prior < 0) or abs(prior.sum() - 1) > 1e-8:
        raise ValueError("prior")
    posterior, evidence = np.zeros(L.shape), np.full(len(L), -np.inf)
    L[:, prior == 0] = -np.inf
    top = L.max(axis=1)
    fine = top > -np.inf
    weights = prior * np.exp(L[fine] - top[fine, None])
    posterior[fine] = weights / weights.sum(axis=1)[:, None]
    posterior[~fine] = np.nan
    evidence[fine] = np.log(weights.sum(axis=1)) + top[fine]
    return posterior, evidence


# ---------------------------------------------------------------- text_features


@alternative("text_features")
def a_counter_per_document(documents, vocabulary=None, *, counts=False, min_count=1, stop_words=(), unknown=None):
    counters = [Counter(document.lower().split()) for document in documents]
    for counter in counters:
        for word in stop_words:
            counter.pop(word, None)
    if vocabulary is None:
        if min_count < 1:
            raise ValueError("min_count")
        total = sum(counters, Counter())
        words = [word for word in sorted(total) if total[word] >= min_count] + (
            [unknown] if unknown is not None else []
        )
    else:
        words = vocabulary
    if len(set(words)) != len(words):
        raise ValueError("twice")
    X = np.array([[counter[word] for word in words] for counter in counters])
    if unknown is not None and unknown in words:
        others = [sum(n for word, n in counter.items() if word not in words) for counter in counters]
        X[:, words.index(unknown)] += others
    if not counts:
        X = (X > 0).astype(int)
    return X, words


@alternative("text_features")
def inverse_of_unique(documents, vocabulary=None, *, counts=False, min_count=1, stop_words=(), unknown=None):
    """All words in one array, with the number of the document of each."""
    words, owners = [], []
    for i, document in enumerate(documents):
        for word in document.lower().split():
            if word not in set(stop_words):
                words.append(word)
                owners.append(i)
    distinct, inverse = np.unique(np.array(words, dtype=str), return_inverse=True)
    if vocabulary is None:
        if min_count < 1:
            raise ValueError("min_count must be at least 1")
        occurrences = np.bincount(inverse, minlength=len(distinct))
        columns = [str(word) for word in distinct[occurrences >= min_count]]
        if unknown is not None:
            columns.append(unknown)
    else:
        columns = [str(word) for word in vocabulary]
    if len(np.unique(columns)) < len(columns):
        raise ValueError("repeated word")
    place = {word: j for j, word in enumerate(columns)}
    target = np.array([place.get(word, place.get(unknown, -1)) for word in distinct.tolist()], dtype=int)
    X = np.zeros((len(documents), len(columns) + 1), dtype=np.int64)  # the last column is for what is ignored
    if words:
        np.add.at(X, (np.array(owners), target[inverse.ravel()]), 1)
    X = X[:, :-1]
    return X if counts else np.sign(X), columns


@alternative("text_features")
def loops_and_lists(documents, vocabulary=None, *, counts=False, min_count=1, stop_words=(), unknown=None):
    if vocabulary is None:
        if min_count < 1:
            raise ValueError("at least 1")
        seen = defaultdict(int)
        for document in documents:
            for word in document.split():
                if word.lower() not in stop_words:
                    seen[word.lower()] += 1
        vocabulary = sorted([word for word in seen if not seen[word] < min_count])
        if unknown is not None:
            vocabulary = vocabulary + [unknown]
    for word in vocabulary:
        if list(vocabulary).count(word) > 1:
            raise ValueError("repeated")
    rows = []
    for document in documents:
        row = [0] * len(vocabulary)
        for word in document.lower().split():
            if word in stop_words:
                continue
            for j, entry in enumerate(vocabulary):
                if entry == word or (entry == unknown and word not in vocabulary):
                    row[j] = row[j] + 1 if counts else 1
        rows.append(row)
    return rows, list(vocabulary)


# ---------------------------------------------------------------- fit_naive_bayes


def _class_list(X, y, model):
    if model not in ("bernoulli", "categorical", "multinomial", "gaussian"):
        raise ValueError("model")
    if len(X) != len(y):
        raise ValueError("lengths")
    classes = range(int(max(y)) + 1)
    if any(k not in list(y) for k in classes):
        raise ValueError("empty class")
    return classes


@alternative("fit_naive_bayes")
def by_category_frequencies(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    """Every probability by an earlier exercise, one class and one column at a time."""
    classes = _class_list(X, y, model)
    X, y, a = np.array(X), np.array(y), pseudo_count
    D = X.shape[1]
    prior = category_frequencies(y, np.arange(1, len(classes)))[1]
    if model == "gaussian":
        if tie not in (None, "features", "classes"):
            raise ValueError("tie")
        means = np.array([[np.mean(X[y == k, j]) for j in range(D)] for k in classes])
        variances = np.array([[np.var(X[y == k, j]) for j in range(D)] for k in classes])
        if tie == "features":
            variances[:] = np.mean(variances, axis=1)[:, np.newaxis]
        if tie == "classes":
            variances[:] = np.average(variances, axis=0, weights=prior)
        return prior, np.stack([means, variances])
    if a < 0 or X.astype(int).min() < 0:
        raise ValueError("negative")
    if model == "multinomial":
        rows = []
        for k in classes:
            words = np.repeat(np.arange(D), X[y == k].sum(axis=0, dtype=int))
            rows.append(category_frequencies(words, np.arange(1, D), a)[1])
        return prior, np.array(rows)
    if model == "bernoulli":
        n_values = [2] * D
    if n_values is None or len(n_values) != D or any(X[:, j].max() >= n_values[j] for j in range(D)):
        raise ValueError("n_values")
    table = np.zeros((len(classes), D, max(n_values)))
    for k in classes:
        for j in range(D):
            table[k, j, : n_values[j]] = category_frequencies(X[y == k, j], np.arange(1, n_values[j]), a)[1]
    return prior, table[:, :, 1] if model == "bernoulli" else table


@alternative("fit_naive_bayes")
def plain_python(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    """Nothing but loops over rows and columns, and lists as answers."""
    classes = _class_list(X, y, model)
    rows, labels = [list(map(float, row)) for row in X], [int(label) for label in y]
    n, D, K = len(rows), len(rows[0]), len(classes)
    N = [labels.count(k) for k in classes]
    prior = [size / n for size in N]
    if model == "gaussian":
        if tie is not None and tie != "features" and tie != "classes":
            raise ValueError("tie")
        means, variances = [[0.0] * D for _ in classes], [[0.0] * D for _ in classes]
        for row, k in zip(rows, labels, strict=True):
            for j in range(D):
                means[k][j] += row[j] / N[k]
        for row, k in zip(rows, labels, strict=True):
            for j in range(D):
                variances[k][j] += (row[j] - means[k][j]) ** 2 / N[k]
        if tie == "features":
            variances = [[sum(of_class) / D] * D for of_class in variances]
        if tie == "classes":
            variances = [[sum(N[k] * variances[k][j] for k in classes) / n for j in range(D)]] * K
        return prior, [means, variances]
    if pseudo_count < 0:
        raise ValueError("pseudo_count")
    if model == "categorical":
        if n_values is None or len(n_values) != D:
            raise ValueError("n_values")
        sizes = list(n_values)
    else:
        sizes = [2 if model == "bernoulli" else math.inf] * D
    counts = [[defaultdict(float) for _ in range(D)] for _ in classes]
    for row, k in zip(rows, labels, strict=True):
        for j, value in enumerate(row):
            if value < 0 or value >= sizes[j]:
                raise ValueError("value out of range")
            counts[k][j][value] += 1
    if model == "multinomial":
        words = [[sum(value * times for value, times in cell.items()) for cell in of_class] for of_class in counts]
        if pseudo_count == 0 and min(map(sum, words)) == 0:
            raise ValueError("a class without words")
        return prior, [[(w + pseudo_count) / (sum(row) + pseudo_count * D) for w in row] for row in words]
    wide = max(sizes)
    table = [
        [
            [(cell[v] + pseudo_count) / (N[k] + pseudo_count * sizes[j]) if v < sizes[j] else 0 for v in range(wide)]
            for j, cell in enumerate(counts[k])
        ]
        for k in classes
    ]
    return prior, [[cell[1] for cell in row] for row in table] if model == "bernoulli" else table


@alternative("fit_naive_bayes")
def by_masks(X, y, model, *, pseudo_count=0.0, n_values=None, tie=None):
    """A boolean mask per class; variances as mean of squares minus square of mean; single precision."""
    X, y = np.asarray(X), np.asarray(y)
    K = y.max() + 1
    if model not in {"bernoulli", "categorical", "multinomial", "gaussian"} or X.shape[0] != y.shape[0]:
        raise ValueError("model or lengths")
    if not np.array_equal(np.unique(y), np.arange(K)) or tie not in {None, "features", "classes"}:
        raise ValueError("classes or tie")
    groups = [X[y == k].astype(float) for k in range(K)]
    sizes = np.array([len(group) for group in groups])
    prior = sizes / sizes.sum()
    if model == "gaussian":
        means = np.array([group.sum(0) / len(group) for group in groups])
        variances = np.array([(group**2).sum(0) / len(group) for group in groups]) - means**2
        if tie == "features":
            variances = np.outer(variances.mean(1), np.ones(X.shape[1]))
        elif tie == "classes":
            variances = np.outer(np.ones(K), (sizes[:, None] * variances).sum(0) / sizes.sum())
        return prior.astype(np.float32), np.stack([means, variances])
    if pseudo_count < 0 or any((group < 0).any() for group in groups):
        raise ValueError("negative")
    if model == "bernoulli":
        if (X > 1).any():
            raise ValueError("not 0 or 1")
        return prior, np.array([(g.sum(0) + pseudo_count) / (len(g) + 2 * pseudo_count) for g in groups])
    if model == "multinomial":
        totals = [group.sum() + pseudo_count * X.shape[1] for group in groups]
        if 0 in totals:
            raise ValueError("no words")
        return prior, np.array([(g.sum(0) + pseudo_count) / t for g, t in zip(groups, totals, strict=True)], np.float32)
    if n_values is None or len(n_values) != X.shape[1] or np.any(X.max(axis=0) >= np.array(n_values)):
        raise ValueError("n_values")
    values = np.arange(max(n_values))
    allowed = values < np.array(n_values)[:, None]
    tables = [
        ((group[:, :, None] == values).sum(axis=0) + pseudo_count)
        / (len(group) + pseudo_count * allowed.sum(1))[:, None]
        for group in groups
    ]
    return prior, np.where(allowed, np.array(tables), 0)


# ---------------------------------------------------------------- naive_bayes_log_likelihood


def _fits(X, parameters, model):
    shape = np.shape(parameters)
    D = {"bernoulli": 1, "multinomial": 1, "categorical": 1, "gaussian": 2}
    if model not in D or np.shape(X)[1] != shape[D[model]]:
        raise ValueError("model or number of features")
    if model == "gaussian" and np.min(np.asarray(parameters, dtype=float)[1]) <= 0:
        raise ValueError("variance")


@alternative("naive_bayes_log_likelihood")
def one_log_probability_at_a_time(X, parameters, model):
    """The scalar route, the slowest of all: a call of an earlier exercise for each example, class and feature."""
    _fits(X, parameters, model)
    parameters = np.asarray(parameters, dtype=float)
    K = parameters.shape[1] if model == "gaussian" else parameters.shape[0]
    answer = np.zeros((len(X), K))
    for i, row in enumerate(X):
        for k in range(K):
            for j, x in enumerate(row):
                if model == "gaussian":
                    mean, variance = parameters[:, k, j]
                    answer[i, k] += log_probability("gaussian", x, mean=mean, variance=variance)
                elif model == "bernoulli":
                    answer[i, k] += log_probability("bernoulli", x, theta=parameters[k, j])
                elif model == "categorical":
                    answer[i, k] += _log_or_minus_infinity(parameters[k, j, int(x)])
                elif x > 0:
                    answer[i, k] += float(x) * _log_or_minus_infinity(parameters[k, j])
    return answer


@alternative("naive_bayes_log_likelihood")
def matrix_products(X, parameters, model):
    """Two matrix products; where a probability is 0 a number so negative that it must be -inf takes its place."""
    _fits(X, parameters, model)
    X, P = np.asarray(X, dtype=float), np.asarray(parameters, dtype=float)

    def log(p):
        return np.log(np.where(p > 0, p, 1)) - 1e100 * (p <= 0)

    if model == "gaussian":
        mean, variance = P
        quadratic = (X**2) @ (1 / variance).T - 2 * X @ (mean / variance).T + (mean**2 / variance).sum(axis=1)
        return -0.5 * (quadratic + np.log(2 * np.pi * variance).sum(axis=1))
    if model == "bernoulli":
        answer = X @ log(P).T + (1 - X) @ log(1 - P).T
    elif model == "multinomial":
        answer = X @ log(P).T
    else:
        one_hot = (X[:, :, None] == np.arange(P.shape[2])).astype(float)
        answer = one_hot.reshape(len(X), -1) @ log(P).reshape(len(P), -1).T
    return np.where(answer < -1e99, -np.inf, answer)


@alternative("naive_bayes_log_likelihood")
def looked_up_in_tables(X, parameters, model):
    """All three discrete models as tables, by fancy indexing; the Gaussian by broadcasting, or as a diagonal normal."""
    _fits(X, parameters, model)
    X, P = np.asarray(X), np.asarray(parameters, dtype=float)
    if model == "gaussian":
        columns = [multivariate_normal_log_density(X, m, np.diag(v)) for m, v in zip(*P, strict=True)]
        return np.array(columns).T
    with np.errstate(divide="ignore", invalid="ignore"):
        if model == "multinomial":
            terms = X[:, None, :] * np.log(P)[None, :, :]
            terms[np.broadcast_to(X[:, None, :] == 0, terms.shape)] = 0
            return terms.sum(axis=2)
        table = np.log(np.stack([1 - P, P], axis=2) if model == "bernoulli" else P)
    k, j = np.ix_(range(table.shape[0]), range(table.shape[1]))
    return table[k, j, X[:, None, :].astype(int)].sum(axis=2)


# ---------------------------------------------------------------- multivariate_normal_log_density


def _covariance(X, mean, covariance):
    X, mean, S = np.array(X, dtype=float), np.array(mean, dtype=float), np.array(covariance, dtype=float)
    d = X.shape[1]
    if mean.shape != (d,) or S.shape != (d, d) or (abs(S - S.T) > 1e-8 * abs(S).max()).any():
        raise ValueError("shapes, or not symmetric")
    return X - mean, S, d


@alternative("multivariate_normal_log_density")
def by_slogdet_and_solve(X, mean, covariance):
    R, S, d = _covariance(X, mean, covariance)
    if np.linalg.eigvalsh(S / np.abs(S).max()).min() <= 1e-12:
        raise ValueError("not positive definite")
    _, log_determinant = np.linalg.slogdet(S)
    return -0.5 * (d * np.log(2 * np.pi) + log_determinant + np.einsum("ij,ij->i", R, np.linalg.solve(S, R.T).T))


@alternative("multivariate_normal_log_density")
def by_eigenvectors(X, mean, covariance):
    """In the coordinates of the eigenvectors the features are independent."""
    R, S, d = _covariance(X, mean, covariance)
    values, vectors = np.linalg.eigh(S)
    if values[0] <= 1e-12 * values[-1]:
        raise ValueError("not positive definite")
    return -0.5 * (np.log(2 * np.pi * values) + (R @ vectors) ** 2 / values).sum(axis=1)


@alternative("multivariate_normal_log_density")
def gauss_by_hand(X, mean, covariance):
    """Elimination in plain Python: the pivots multiply up to |S|, and the quadratic form falls out on the way."""
    R, S, d = _covariance(X, mean, covariance)
    S, rows = S.tolist(), [list(row) for row in zip(*R.tolist(), strict=True)]
    log_determinant, quadratic = 0.0, [0.0] * len(R)
    for p in range(d):
        pivot = S[p][p]
        if not pivot > 0:
            raise ValueError("not positive definite")
        log_determinant += math.log(pivot)
        quadratic = [q + value * value / pivot for q, value in zip(quadratic, rows[p], strict=True)]
        for i in range(p + 1, d):
            factor = S[i][p] / pivot
            if factor:
                S[i] = [low - factor * high for low, high in zip(S[i], S[p], strict=True)]
                rows[i] = [low - factor * high for low, high in zip(rows[i], rows[p], strict=True)]
    return [-(d * math.log(2 * math.pi) + log_determinant + q) / 2 for q in quadratic]


@alternative("multivariate_normal_log_density")
def diagonal_of_all_pairs(X, mean, covariance):
    """The wasteful way: an inverse, and an n by n table of which the diagonal is kept."""
    R, S, d = _covariance(X, mean, covariance)
    sign, log_determinant = np.linalg.slogdet(S)
    if sign <= 0 or min(np.linalg.eigvalsh(S)) < 0:
        raise ValueError("not positive definite")
    return -(d * np.log(2 * np.pi) + log_determinant + np.diag(R @ np.linalg.inv(S) @ R.T)) / 2


# ---------------------------------------------------------------- fit_gda


@alternative("fit_gda")
def by_np_cov(X, y, shared=True):
    X, y = np.array(X, dtype=float), np.array(y)
    if len(X) != len(y) or len(set(y.tolist())) != max(y) + 1:
        raise ValueError("lengths or classes")
    d, groups = X.shape[1], [X[y == k] for k in range(max(y) + 1)]
    prior = np.array([len(group) / len(X) for group in groups])
    means = np.array([group.mean(axis=0) for group in groups])
    covariances = np.array([np.cov(group, rowvar=False, bias=True).reshape(d, d) for group in groups])
    return prior, means, np.tensordot(prior, covariances, axes=1) if shared else covariances


@alternative("fit_gda")
def through_naive_bayes(X, y, shared=True):
    """Prior and means are those of Gaussian naive Bayes; only the products of two features are new."""
    prior, (means, _) = fit_naive_bayes(X, y, "gaussian")
    R = np.asarray(X, dtype=float) - means[np.asarray(y)]
    products = R[:, :, None] * R[:, None, :]
    if shared:
        return prior, means, products.mean(axis=0)
    return prior, means, [products[np.asarray(y) == k].mean(axis=0) for k in range(len(prior))]


@alternative("fit_gda")
def gda_in_loops(X, y, shared=True):
    X, y = [[float(value) for value in row] for row in X], [int(label) for label in y]
    if len(X) != len(y):
        raise ValueError("lengths")
    K, n, d = max(y) + 1, len(y), len(X[0])
    N = [y.count(k) for k in range(K)]
    if 0 in N:
        raise ValueError("an empty class")
    means = [
        [sum(row[j] for row, label in zip(X, y, strict=True) if label == k) / N[k] for j in range(d)] for k in range(K)
    ]
    S = [[[0.0] * d for _ in range(d)] for _ in range(K)]
    for row, k in zip(X, y, strict=True):
        deviation = [value - centre for value, centre in zip(row, means[k], strict=True)]
        for i in range(d):
            for j in range(d):
                S[k][i][j] += deviation[i] * deviation[j]
    prior = [size / n for size in N]
    if shared:
        return prior, means, [[sum(S[k][i][j] for k in range(K)) / n for j in range(d)] for i in range(d)]
    return prior, means, [[[value / N[k] for value in row] for row in S[k]] for k in range(K)]


# ---------------------------------------------------------------- log_odds_line


def _two_classes(prior, parameters, model):
    """Checked arguments: the prior as a pair of floats, and the rates, probabilities or means as an array."""
    if model not in ("bernoulli", "multinomial", "poisson", "gaussian"):
        raise ValueError("model")
    table = np.array(parameters[0] if model == "gaussian" else parameters, dtype=float)
    if len(prior) != 2 or len(table) != 2 or min(prior) <= 0:
        raise ValueError("two classes with a positive prior")
    if model != "gaussian" and (table.min() <= 0 or (model != "poisson" and table.max() >= 1)):
        raise ValueError("infinite")
    return float(prior[0]), float(prior[1]), table


@alternative("log_odds_line")
def differences_of_logits(prior, parameters, model):
    """Logits for yes/no features; the Gaussian b as a difference of quadratic forms, with the inverse."""
    p0, p1, table = _two_classes(prior, parameters, model)
    odds = np.log(p1) - np.log(p0)
    if model == "gaussian":
        inverse = np.linalg.inv(np.asarray(parameters[1], dtype=float))
        forms = [m @ inverse @ m for m in table]
        return inverse @ (table[1] - table[0]), np.array((forms[0] - forms[1]) / 2 + odds)
    logs = np.log(table)
    if model == "poisson":
        return logs[1] - logs[0], odds - table[1].sum() + table[0].sum()
    if model == "multinomial":
        return logs[1] - logs[0], odds
    logits = logs - np.log(1 - table)
    return logits[1] - logits[0], odds + (np.log(1 - table[1]) - np.log(1 - table[0])).sum()


@alternative("log_odds_line")
def odds_at_the_corners(prior, parameters, model):
    """b is the log odds at x = 0, and w_j how much they change at the j-th unit vector, whatever the model."""
    p0, p1, table = _two_classes(prior, parameters, model)
    D = table.shape[1]
    X = np.vstack([np.zeros((1, D), dtype=int), np.eye(D, dtype=int)])
    if model == "gaussian":
        L = np.column_stack([multivariate_normal_log_density(X, m, parameters[1]) for m in table])
    elif model == "poisson":
        L = np.array([[[log_probability("poisson", X[:, j], rate=row[j]) for j in range(D)] for row in table]])
        L = L[0].sum(axis=1).T
    else:
        L = naive_bayes_log_likelihood(X, table, model)
    joint = L + np.log([p0, p1])
    odds = joint[:, 1] - joint[:, 0]
    return odds[1:] - odds[0], odds[0]


@alternative("log_odds_line")
def odds_of_posteriors(prior, parameters, model):
    """The Gaussian line by the posterior of earlier exercises around the midpoint of the means; the rest in loops."""
    p0, p1, table = _two_classes(prior, parameters, model)
    if model == "gaussian":
        S = np.asarray(parameters[1], dtype=float)
        middle = table.mean(axis=0)
        L = np.column_stack([multivariate_normal_log_density(middle[None, :], m, S) for m in table])
        posterior, _ = class_posterior(L, [p0 / (p0 + p1), p1 / (p0 + p1)])
        w = np.linalg.lstsq(S, table[1] - table[0], rcond=None)[0]
        return w, float(math.log(posterior[0][1] / posterior[0][0]) - w @ middle)
    w, b = [], math.log(p1 / p0)
    for a, c in zip(*table.tolist(), strict=True):
        weight = math.log(c / a)
        if model == "bernoulli":
            weight -= math.log((1 - c) / (1 - a))
            b += math.log((1 - c) / (1 - a))
        if model == "poisson":
            b -= c - a
        w.append(weight)
    return w, b
