"""Right answers written another way, from the docstrings alone; each must get full marks."""

import copy
import math
from collections import Counter, defaultdict

import numpy as np

from autograder.authoring import alternative
from decision_trees import (
    TIE,
    attribute_score,
    best_threshold,
    chi_squared_deviation,
    entropy,
    information_gain,
    tree_to_dnf,
)

# entropy


@alternative("entropy")
def entropy_loop(probabilities):
    if np.ndim(probabilities) != 1 or len(probabilities) == 0:
        raise ValueError("not a list of probabilities")
    total, bits = 0.0, 0.0
    for p in probabilities:
        if p < 0:
            raise ValueError("negative probability")
        total += float(p)
        if p > 0:
            bits -= float(p) * math.log2(p)
    if abs(total - 1) > 1e-6:
        raise ValueError("probabilities must sum to 1")
    return bits


@alternative("entropy")
def entropy_where(probabilities):
    p = np.array(probabilities, dtype=np.float64)
    if p.shape != (p.size,) or p.size < 1 or np.any(p < 0) or not np.isclose(np.sum(p), 1, rtol=0, atol=1e-6):
        raise ValueError("not a distribution")
    return -np.dot(p, np.log2(np.where(p > 0, p, 1.0)))


@alternative("entropy")
def entropy_change_of_base(probabilities):
    p = np.asarray(probabilities) * 1.0
    if p.ndim != 1 or not len(p) or p.min() < 0 or abs(1 - math.fsum(p)) > 1e-6:
        raise ValueError("not a distribution")
    return sum(-x * np.log(x) for x in p[p != 0]) / np.log(2)


# information_gain


@alternative("information_gain")
def gain_as_mutual_information(values, labels):
    values, labels = list(values), list(labels)
    n = len(labels)
    if n == 0 or len(values) != n:
        raise ValueError("lengths")

    def bits(items):
        return entropy([count / n for count in Counter(items).values()])

    return bits(values) + bits(labels) - bits(zip(values, labels, strict=True))


@alternative("information_gain")
def gain_loop(values, labels):
    values, labels = np.asarray(values), np.asarray(labels)
    if values.shape[0] != labels.shape[0] or labels.shape[0] == 0:
        raise ValueError("lengths")

    def bits(part):
        return entropy(np.unique(part, return_counts=True)[1] / part.shape[0])

    gain = bits(labels)
    for value in np.unique(values):
        mask = values == value
        gain -= mask.mean() * bits(labels[mask])
    return gain


@alternative("information_gain")
def gain_by_hand(values, labels):
    if len(values) != len(labels) or len(labels) == 0:
        raise ValueError("lengths")
    branches = defaultdict(Counter)
    for value, label in zip(np.asarray(values).tolist(), np.asarray(labels).tolist(), strict=True):
        branches[value][label] += 1
    everything = sum(branches.values(), Counter())
    n = sum(everything.values())

    def total_bits(counts):
        size = sum(counts.values())
        return size * math.log2(size) - sum(c * math.log2(c) for c in counts.values())

    return (total_bits(everything) - sum(map(total_bits, branches.values()))) / n


# attribute_score


@alternative("attribute_score")
def score_from_table(values, labels, criterion="gain", missing=None):
    values, labels = np.asarray(values), np.asarray(labels)
    n = len(values)
    if n == 0 or n != len(labels):
        raise ValueError("lengths")
    table = np.array([[np.sum((values == v) & (labels == k)) for k in np.unique(labels)] for v in np.unique(values)])
    if missing is not None:
        table = table[np.unique(values) != missing]
    known = table.sum()

    def bits(counts):
        p = counts[counts > 0] / counts.sum()
        return -(p @ np.log2(p))

    if criterion not in ("gain", "gain_ratio", "majority"):
        raise ValueError("criterion")
    if known == 0:
        return 0.0
    if criterion == "majority":
        return float(np.sum(np.max(table, axis=1)))
    gain = bits(table.sum(axis=0)) - sum(row.sum() / known * bits(row) for row in table)
    if criterion == "gain_ratio":
        split = bits(table.sum(axis=1))
        gain = gain / split if len(table) > 1 else 0.0
    return gain * known / n


@alternative("attribute_score")
def score_from_counters(values, labels, criterion="gain", missing=None):
    pairs = list(zip(np.asarray(values).tolist(), np.asarray(labels).tolist(), strict=False))
    if not pairs or len(values) != len(labels):
        raise ValueError("lengths")
    known = [pair for pair in pairs if missing is None or pair[0] != missing]
    if criterion == "majority":
        best = Counter()
        for (value, _), count in Counter(known).items():
            best[value] = max(best[value], count)
        return float(sum(best.values()))
    if criterion != "gain" and criterion != "gain_ratio":
        raise ValueError("criterion")
    if len(known) == 0:
        return 0.0
    score = information_gain([v for v, _ in known], [k for _, k in known]) * len(known) / len(pairs)
    if criterion == "gain_ratio":
        split = entropy([count / len(known) for count in Counter(v for v, _ in known).values()])
        return 0.0 if split == 0 else score / split
    return score


# learn_tree


def known_domains(X, y, domains, criterion, max_depth):
    if X.ndim != 2 or X.shape[0] == 0 or X.shape[0] != len(y):
        raise ValueError("shapes")
    if criterion not in ("gain", "gain_ratio", "majority"):
        raise ValueError("criterion")
    if max_depth is not None and max_depth < 0:
        raise ValueError("max_depth")
    if domains is None:
        return [sorted(set(column)) for column in X.T.tolist()]
    for column, domain in zip(X.T.tolist(), domains, strict=True):
        for value in column:
            if value not in domain:
                raise ValueError(f"{value} is not in its domain")
    return domains


@alternative("learn_tree")
def tree_on_indices(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y = np.asarray(X), np.asarray(y)
    domains = known_domains(X, y, domains, criterion, max_depth)
    names = sorted(set(y.tolist()))

    def build(rows, used, parent):
        count = Counter(y[rows].tolist())
        counts = {name: count[name] for name in names}
        if not count:
            return {"label": parent, "counts": counts}
        label = min(names, key=lambda name: (-counts[name], name))
        node = {"counts": counts, "label": label}
        free = [j for j in range(X.shape[1]) if j not in used]
        if len(count) == 1 or not free or (max_depth is not None and len(used) >= max_depth):
            return node
        best, best_score = None, -math.inf
        for j in free:
            score = attribute_score(X[rows, j], y[rows], criterion)
            if score > best_score + TIE:
                best, best_score = j, score
        if information_gain(X[rows, best], y[rows]) < min_gain - TIE:
            return node
        branches = {v: build(rows[X[rows, best] == v], used | {best}, label) for v in domains[best]}
        return {**node, "attribute": best, "branches": branches}

    return build(np.arange(len(y)), frozenset(), None)


@alternative("learn_tree")
def tree_with_stack(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y = np.asarray(X), np.asarray(y)
    domains = known_domains(X, y, domains, criterion, max_depth)
    names, codes = np.unique(y, return_inverse=True)
    root = {}
    waiting = [(root, np.ones(len(y), dtype=bool), np.ones(X.shape[1], dtype=bool), 0, None)]
    while waiting:
        node, here, free, depth, parent = waiting.pop()
        counts = np.bincount(codes[here], minlength=len(names))
        node["label"] = names[counts.argmax()] if counts.any() else parent
        node["counts"] = dict(zip(names.tolist(), counts, strict=True))  # numpy's integers will do
        if np.count_nonzero(counts) < 2 or not free.any() or depth == max_depth:
            continue
        columns = np.flatnonzero(free)
        scores = np.array([attribute_score(X[here, j], y[here], criterion) for j in columns])
        best = columns[np.flatnonzero(scores > scores.max() - TIE)[0]]
        if min_gain > 0 and information_gain(X[here, best], y[here]) + TIE < min_gain:
            continue
        node["attribute"] = best
        node["branches"] = {value: {} for value in domains[best]}
        left = free.copy()
        left[best] = False
        for value, child in node["branches"].items():
            waiting.append((child, here & (X[:, best] == value), left, depth + 1, node["label"]))
    return root


# predict_tree


@alternative("predict_tree")
def predict_by_distribution(tree, X, missing=None):
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError("X")

    def distribution(node, x):
        if "attribute" not in node:
            return {node["label"]: 1.0}
        value = x[node["attribute"]]
        if missing is not None and value == missing:
            total = defaultdict(float)
            for branch in node["branches"].values():
                share = sum(branch["counts"].values()) / sum(node["counts"].values())
                for label, weight in distribution(branch, x).items():
                    total[label] += share * weight
            return total
        if value in node["branches"]:
            return distribution(node["branches"][value], x)
        return {node["label"]: 1.0}

    answers = []
    for x in X:
        weights = sorted(distribution(tree, x).items())
        largest = max(weight for _, weight in weights)
        answers.append(next(label for label, weight in weights if weight > largest - TIE))
    return np.array(answers)


@alternative("predict_tree")
def predict_with_stack(tree, X, missing=None):
    if np.ndim(X) != 2:
        raise ValueError("X")
    answers = []
    for x in np.asarray(X).tolist():
        votes, waiting = {}, [(tree, 1.0)]
        while waiting:
            node, weight = waiting.pop()
            branches = node.get("branches", {})
            value = x[node["attribute"]] if branches else None
            if branches and missing is not None and value == missing:
                n = sum(node["counts"].values())
                waiting += [(branch, weight * sum(branch["counts"].values()) / n) for branch in branches.values()]
            elif branches and value in branches:
                waiting.append((branches[value], weight))
            else:
                votes[node["label"]] = votes.get(node["label"], 0) + weight
        best = None
        for label in sorted(votes):
            if best is None or votes[label] > votes[best] + TIE:
                best = label
        answers.append(best)
    return np.asarray(answers)


@alternative("predict_tree")
def predict_by_groups(tree, X, missing=None):
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError("X")

    def labels_of(node):
        yield node["label"]
        for branch in node.get("branches", {}).values():
            yield from labels_of(branch)

    names = sorted(set(labels_of(tree)))
    votes = np.zeros((len(X), len(names)))

    def send(node, rows, weights):
        stopped = np.ones(len(rows), dtype=bool)
        if "attribute" in node:
            column = X[rows, node["attribute"]]
            unknown = np.array([missing is not None and value == missing for value in column], dtype=bool)
            stopped = ~unknown
            for value, branch in node["branches"].items():
                chosen = ~unknown & (column == value)
                stopped &= ~chosen
                send(branch, rows[chosen], weights[chosen])
                if unknown.any():
                    share = sum(branch["counts"].values()) / sum(node["counts"].values())
                    send(branch, rows[unknown], weights[unknown] * share)
        votes[rows[stopped], names.index(node["label"])] += weights[stopped]

    send(tree, np.arange(len(X)), np.ones(len(X)))
    winners = (votes >= votes.max(axis=1, keepdims=True) - TIE).argmax(axis=1)
    return np.array(names)[winners]


# tree_to_dnf


@alternative("tree_to_dnf")
def dnf_with_prefix(tree, label):
    found = []

    def walk(node, prefix):
        if "branches" in node:
            for value in node["branches"]:
                walk(node["branches"][value], [*prefix, (node["attribute"], value)])
        elif node["label"] == label:
            found.append(dict(prefix))

    walk(tree, [])
    return found


@alternative("tree_to_dnf")
def dnf_with_stack(tree, label):
    found, waiting = [], [(tree, {})]
    while waiting:
        node, path = waiting.pop()
        if "attribute" in node:
            for value, branch in reversed(node["branches"].items()):
                longer = path.copy()
                longer[node["attribute"]] = value
                waiting.append((branch, longer))
        elif node["label"] == label:
            found.append(path)
    return found


@alternative("tree_to_dnf")
def dnf_from_the_end(tree, label):
    if "attribute" not in tree:
        return [] if tree["label"] != label else [{}]
    found = []
    for value, branch in tree["branches"].items():
        for path in tree_to_dnf(branch, label):
            path[tree["attribute"]] = value
            found.append(path)
    return found


# chi_squared_deviation


@alternative("chi_squared_deviation")
def chi2_loops(counts):
    counts = [[float(cell) for cell in row] for row in counts if np.ndim(row) == 1]
    if not counts or min(min(row) for row in counts) < 0:
        raise ValueError("counts")
    n = sum(map(sum, counts))
    deviation = 0.0
    for row in counts:
        for j, cell in enumerate(row):
            expected = sum(row) * sum(other[j] for other in counts) / n if n else 0.0
            if expected:
                deviation += (cell - expected) ** 2 / expected
    return [deviation, (len(counts) - 1) * (len(counts[0]) - 1)]


@alternative("chi_squared_deviation")
def chi2_shortcut(counts):
    table = np.array(counts, dtype=float)
    if table.ndim != 2 or np.any(table < 0):
        raise ValueError("counts")
    freedom = np.prod(np.subtract(table.shape, 1))
    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if table.size == 0:
        return 0, freedom
    margins = table.sum(axis=1, keepdims=True) @ table.sum(axis=0, keepdims=True)
    return table.sum() * ((table**2 / margins).sum() - 1), freedom


@alternative("chi_squared_deviation")
def chi2_single_precision(counts):
    table = np.asarray(counts)
    if len(table.shape) != 2 or (table < 0).any():
        raise ValueError("counts")
    table = table.astype(np.float32)
    expected = np.multiply.outer(table.sum(axis=1), table.sum(axis=0)) / np.float32(max(table.sum(), 1))
    squares = (table - expected) ** 2
    terms = np.divide(squares, expected, out=np.zeros_like(squares), where=expected > 0)
    return terms.sum(), (table.shape[0] - 1) * (table.shape[1] - 1)


# prune_tree


@alternative("prune_tree")
def prune_until_stable(tree, critical=None, min_gain=0.0):
    tree = copy.deepcopy(tree)

    def weak(node):
        rows = [[branch["counts"][k] for k in node["counts"]] for branch in node["branches"].values()]
        cut = False
        if critical is not None:
            deviation, freedom = chi_squared_deviation(rows)
            if freedom == 0:
                cut = True
            elif freedom in critical:
                cut = deviation < critical[freedom]
            else:
                raise ValueError("no critical value")
        values = [i for i, row in enumerate(rows) for _ in range(sum(row))]
        labels = [j for row in rows for j, count in enumerate(row) for _ in range(count)]
        return cut or information_gain(values, labels) < min_gain - TIE

    def one_pass(node):
        if "attribute" not in node:
            return False
        inner = [branch for branch in node["branches"].values() if "attribute" in branch]
        if inner:
            return any([one_pass(branch) for branch in inner])
        if weak(node):
            del node["attribute"], node["branches"]
            return True
        return False

    while one_pass(tree):
        pass
    return tree


@alternative("prune_tree")
def prune_by_counts(tree, critical=None, min_gain=0.0):
    node = {key: value for key, value in tree.items() if key in ("label", "counts")}
    if "branches" not in tree:
        return node
    pruned = {v: prune_by_counts(branch, critical, min_gain) for v, branch in tree["branches"].items()}
    kept = dict(node, attribute=tree["attribute"], branches=pruned)
    if any("branches" in branch for branch in pruned.values()):
        return kept
    counts = np.array([[branch["counts"][k] for k in tree["counts"]] for branch in pruned.values()])

    def total_bits(part):
        part = part[part > 0]
        return part.sum() * np.log2(part.sum()) - (part * np.log2(part)).sum()

    if critical is not None:
        deviation, freedom = chi_squared_deviation(counts)
        if freedom and freedom not in critical:
            raise ValueError(f"critical[{freedom}] is missing")
        if not freedom or deviation < critical[freedom]:
            return node
    remainder = sum(total_bits(row) for row in counts if row.any())
    gain = (total_bits(counts.sum(axis=0)) - remainder) / counts.sum()
    return node if gain < min_gain - TIE else kept


# best_threshold


def check_column(x, y, criterion, min_leaf):
    if len(x) == 0 or len(x) != len(y) or min_leaf < 1 or criterion not in ("entropy", "squared"):
        raise ValueError("bad column or options")


@alternative("best_threshold")
def threshold_by_trying(x, y, criterion="entropy", min_leaf=1):
    check_column(x, y, criterion, min_leaf)
    x, y = np.asarray(x), np.asarray(y)
    values = np.unique(x)
    if criterion == "entropy":

        def gain(right):
            return information_gain(right, y)

        tolerance = TIE
    else:

        def gain(right):
            return len(y) * y.var() - right.sum() * y[right].var() - (~right).sum() * y[~right].var()

        tolerance = TIE * len(y) * y.var()
    best, best_gain = None, 0.0
    for low, high in zip(values, values[1:], strict=False):
        t = (float(low) + float(high)) / 2
        t = t if t < high else float(low)
        right = x > t
        if min_leaf <= right.sum() <= len(x) - min_leaf:
            found = gain(right)
            if best is None or found > best_gain + tolerance:
                best, best_gain = t, found
    return best, best_gain


@alternative("best_threshold")
def threshold_one_pass(x, y, criterion="entropy", min_leaf=1):
    check_column(x, y, criterion, min_leaf)
    pairs = sorted(zip(np.asarray(x, dtype=float).tolist(), np.asarray(y).tolist(), strict=True))
    n = len(pairs)

    def total_bits(counts):
        size = sum(counts.values())
        return size * math.log2(size) - sum(c * math.log2(c) for c in counts.values() if c) if size else 0.0

    def sse(count, total, squares):
        return squares - total * total / count

    left, right = Counter(), Counter(label for _, label in pairs)
    sums, all_sums = [0.0, 0.0], None
    before = total_bits(right)
    if criterion == "squared":
        mean = math.fsum(label for _, label in pairs) / n
        pairs = [(value, label - mean) for value, label in pairs]
        all_sums = [math.fsum(t for _, t in pairs), math.fsum(t * t for _, t in pairs)]
        before = sse(n, *all_sums)
    found = []
    for i, (value, label) in enumerate(pairs[:-1], start=1):
        if criterion == "entropy":
            left[label] += 1
            right[label] -= 1
            after = total_bits(left) + total_bits(right)
        else:
            sums = [sums[0] + label, sums[1] + label * label]
            after = sse(i, *sums) + sse(n - i, all_sums[0] - sums[0], all_sums[1] - sums[1])
        if pairs[i][0] > value and min(i, n - i) >= min_leaf:
            gain = (before - after) / (n if criterion == "entropy" else 1)
            middle = (value + pairs[i][0]) / 2
            found.append([middle if middle != pairs[i][0] else value, gain])
    if not found:
        return [None, 0.0]
    tolerance = TIE if criterion == "entropy" else TIE * before
    return min(pair for pair in found if pair[1] >= max(gain for _, gain in found) - tolerance)


@alternative("best_threshold")
def threshold_at_boundaries(x, y, criterion="entropy", min_leaf=1):
    check_column(x, y, criterion, min_leaf)
    x, y = np.asarray(x), np.asarray(y)
    values = np.unique(x)
    middles = (values[:-1] + values[1:]) / 2
    middles[middles == values[1:]] = values[:-1][middles == values[1:]]
    if criterion == "entropy" and min_leaf == 1:
        groups = [set(y[x == value].tolist()) for value in values]
        boundary = [len(a | b) > 1 for a, b in zip(groups, groups[1:], strict=False)]
        middles = middles[boundary] if any(boundary) else middles
    middles = [t for t in middles if min((x <= t).sum(), (x > t).sum()) >= min_leaf]
    if not middles:
        return None, 0.0
    if criterion == "entropy":
        gains, tolerance = np.array([information_gain(x <= t, y) for t in middles]), TIE
    else:
        # what the two means explain
        gains = np.array([sum(m.sum() * (y[m].mean() - y.mean()) ** 2 for m in (x <= t, x > t)) for t in middles])
        tolerance = TIE * np.square(y - y.mean()).sum()
    best = np.flatnonzero(gains >= gains.max() - tolerance)[0]
    return middles[best], gains[best]


# ThresholdTree


def check_options(model):
    if model.leaf not in {"label", "mean", "linear"}:
        raise ValueError("leaf")
    if model.max_depth is not None and model.max_depth < 0:
        raise ValueError("max_depth")
    if model.min_leaf < 1:
        raise ValueError("min_leaf")


@alternative("ThresholdTree")
class TreeOfTuples:
    def __init__(self, max_depth=None, min_leaf=1, leaf="label"):
        self.max_depth, self.min_leaf, self.leaf = max_depth, min_leaf, leaf
        self.root = None

    def fit(self, X, y):
        check_options(self)
        self.root = self.build(np.array(X, dtype=float), np.array(y), 0)
        return self

    def build(self, X, y, depth):
        best = None
        if len(set(y.tolist())) > 1 and (self.max_depth is None or depth < self.max_depth):
            criterion = "entropy" if self.leaf == "label" else "squared"
            tolerance = TIE if criterion == "entropy" else TIE * len(y) * np.var(y)
            for j in range(X.shape[1]):
                t, gain = best_threshold(X[:, j], y, criterion, self.min_leaf)
                if t is not None and (best is None or gain > best[0] + tolerance):
                    best = (gain, j, t)
        if best is None:
            return (self.value(X, y),)
        _, j, t = best
        left = X[:, j] <= t
        return j, t, self.build(X[left], y[left], depth + 1), self.build(X[~left], y[~left], depth + 1)

    def value(self, X, y):
        if self.leaf == "label":
            counts = Counter(y.tolist())
            return min(label for label in counts if counts[label] == max(counts.values()))
        if self.leaf == "mean":
            return sum(y.tolist()) / len(y)
        return (np.linalg.pinv(np.insert(X, 0, 1.0, axis=1)) @ y).tolist()

    @property
    def tree_(self):
        def convert(node):
            if len(node) == 1:
                return {"value": node[0]}
            return {"feature": node[0], "threshold": node[1], "left": convert(node[2]), "right": convert(node[3])}

        return convert(self.root)

    def predict(self, X):
        if self.root is None:
            raise ValueError("fit first")
        answers = []
        for x in X:
            node = self.root
            while len(node) > 1:
                node = node[2] if x[node[0]] <= node[1] else node[3]
            value = node[0]
            if self.leaf == "linear":
                value = value[0] + sum(w * feature for w, feature in zip(value[1:], x, strict=True))
            answers.append(value)
        return np.array(answers)


@alternative("ThresholdTree")
class TreeOfMasks:
    def __init__(self, max_depth=None, min_leaf=1, leaf="label"):
        self.max_depth = max_depth
        self.min_leaf = min_leaf
        self.leaf = leaf

    def fit(self, X, y):
        check_options(self)
        X, y = np.asarray(X, dtype=float), np.asarray(y)
        self.tree_ = {}
        waiting = [(self.tree_, np.arange(len(y)), 0)]
        while waiting:
            node, rows, depth = waiting.pop()
            split = None if depth == self.max_depth or np.unique(y[rows]).size == 1 else self.split(X[rows], y[rows])
            if split is None:
                node["value"] = self.value(X[rows], y[rows])
                continue
            node["feature"], node["threshold"] = split
            node["left"], node["right"] = {}, {}
            right = X[rows, split[0]] > split[1]
            waiting += [(node["left"], rows[~right], depth + 1), (node["right"], rows[right], depth + 1)]
        return self

    def split(self, X, y):
        """All columns at once: cumulative sums of one-hot labels, or of centred targets and their squares."""
        n, d = X.shape
        order = X.argsort(axis=0, kind="stable")
        x = np.take_along_axis(X, order, axis=0)
        n_left = np.arange(1, n)[:, None]
        if self.leaf == "label":
            onehot = (y[:, None] == np.unique(y)).astype(float)
            running = onehot[order].cumsum(axis=0)

            def total_bits(counts):
                logs = np.log2(counts, out=np.zeros_like(counts), where=counts > 0)
                size = counts.sum(axis=-1)
                return size * np.log2(size) - (counts * logs).sum(axis=-1)

            left, total = running[:-1], running[-1]
            gains = (total_bits(total) - total_bits(left) - total_bits(total - left)) / n
            tolerance = TIE
        else:
            target = y - y.mean()
            sums = target[order].cumsum(axis=0)[:-1]
            gains = sums**2 / n_left + sums**2 / (n - n_left)
            tolerance = TIE * (target**2).sum()
        allowed = (x[1:] > x[:-1]) & (n_left >= self.min_leaf) & (n - n_left >= self.min_leaf)
        if not allowed.any():
            return None
        gains = np.where(allowed, gains, -np.inf)
        j = int(np.flatnonzero(gains.max(axis=0) >= gains.max() - tolerance)[0])
        i = int(np.flatnonzero(gains[:, j] >= gains[:, j].max() - tolerance)[0])
        middle = (x[i, j] + x[i + 1, j]) / 2
        return j, middle if middle < x[i + 1, j] else x[i, j]

    def value(self, X, y):
        if self.leaf == "label":
            names, counts = np.unique(y, return_counts=True)
            return names[np.argmax(counts)]
        if self.leaf == "mean":
            return np.float32(y.mean())
        return np.linalg.lstsq(np.hstack([np.ones((len(X), 1)), X]), y, rcond=None)[0]

    def predict(self, X):
        if not hasattr(self, "tree_"):
            raise ValueError("fit first")
        X = np.asarray(X, dtype=float)
        answers = [None] * len(X)

        def fill(node, rows):
            if "feature" in node:
                right = X[rows, node["feature"]] > node["threshold"]
                fill(node["left"], rows[~right])
                fill(node["right"], rows[right])
                return
            for i in rows:
                answers[i] = node["value"] if self.leaf != "linear" else np.r_[1.0, X[i]] @ node["value"]

        fill(self.tree_, np.arange(len(X)))
        return np.array(answers)
