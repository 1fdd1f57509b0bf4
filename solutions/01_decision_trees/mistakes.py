"""Known wrong answers: one misunderstanding each, otherwise right."""

import numpy as np

from autograder.authoring import mistake
from decision_trees import (
    TIE,
    ThresholdTree,
    attribute_score,
    best_threshold,
    chi_squared_deviation,
    entropy,
    information_gain,
)

CRITERIA = ("gain", "gain_ratio", "majority")


def is_leaf(node):
    return "attribute" not in node


def size(node):
    return sum(node["counts"].values())


def check_probabilities(p):
    if p.ndim != 1 or len(p) == 0 or (p < 0).any() or abs(p.sum() - 1) > 1e-6:
        raise ValueError("not a distribution")


def check_lengths(values, labels):
    if len(values) == 0 or len(values) != len(labels):
        raise ValueError("values and labels must have the same length, at least 1")


def frequencies(labels):
    return np.unique(labels, return_counts=True)[1] / len(labels)


# entropy


@mistake("entropy", "You used natural logarithms, which gives nats; entropy here is in bits, so use np.log2.")
def natural_log(probabilities):
    p = np.asarray(probabilities, dtype=float)
    check_probabilities(p)
    p = p[p > 0]
    return float(-(p * np.log(p)).sum())


@mistake("entropy", "A probability of zero gives nan; 0 log 0 counts as 0, so leave the zero entries out of the sum.")
def nan_at_zero(probabilities):
    p = np.asarray(probabilities, dtype=float)
    check_probabilities(p)
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(-(p * np.log2(p)).sum())


@mistake(
    "entropy",
    "You divided by log2 of the number of outcomes; the entropy of k outcomes may reach log2 k, so do not rescale.",
)
def scaled_to_one(probabilities):
    p = np.asarray(probabilities, dtype=float)
    check_probabilities(p)
    positive = p[p > 0]
    bits = -(positive * np.log2(positive)).sum()
    return float(bits / np.log2(len(p))) if len(p) > 1 else 0.0


@mistake(
    "entropy",
    "You added a small constant (1e-5, say) inside the logarithm, which shifts every answer; "
    "mask the zero entries instead.",
)
def fudged_log(probabilities):
    p = np.asarray(probabilities, dtype=float)
    check_probabilities(p)
    return float(-(p * np.log2(p + 1e-5)).sum())


@mistake("entropy", "You returned the sum of p log2 p, which is negative; entropy is minus that sum.")
def sign_missing(probabilities):
    p = np.asarray(probabilities, dtype=float)
    check_probabilities(p)
    p = p[p > 0]
    return float((p * np.log2(p)).sum())


@mistake(
    "entropy",
    "You normalised the input silently; numbers that do not sum to 1 are not probabilities and must raise ValueError.",
)
def accepts_counts(probabilities):
    p = np.asarray(probabilities, dtype=float)
    if p.ndim != 1 or len(p) == 0 or (p < 0).any():
        raise ValueError("not a distribution")
    p = p[p > 0] / p.sum()
    return float(-(p * np.log2(p)).sum())


# information_gain


@mistake(
    "information_gain",
    "You averaged the branch entropies equally; weight each branch by its share of the examples.",
)
def unweighted_branches(values, labels):
    values, labels = np.asarray(values), np.asarray(labels)
    check_lengths(values, labels)
    remainder = np.mean([entropy(frequencies(labels[values == v])) for v in np.unique(values)])
    return float(entropy(frequencies(labels)) - remainder)


@mistake(
    "information_gain",
    "You returned the entropy that is left after the split; the gain is the entropy before minus that remainder.",
)
def returns_remainder(values, labels):
    values, labels = np.asarray(values), np.asarray(labels)
    check_lengths(values, labels)
    return float(sum(np.mean(values == v) * entropy(frequencies(labels[values == v])) for v in np.unique(values)))


@mistake("information_gain", "You treated the labels as yes/no; take the entropy over all the labels that occur.")
def two_labels_only(values, labels):
    values, labels = np.asarray(values), np.asarray(labels)
    check_lengths(values, labels)
    yes = labels == np.unique(labels)[-1]

    def boolean_entropy(answers):
        return entropy([answers.mean(), 1 - answers.mean()])

    remainder = sum(np.mean(values == v) * boolean_entropy(yes[values == v]) for v in np.unique(values))
    return float(boolean_entropy(yes) - remainder)


@mistake(
    "information_gain",
    "You compared majority-vote errors before and after; information gain is a difference of entropies.",
)
def error_instead_of_entropy(values, labels):
    values, labels = np.asarray(values), np.asarray(labels)
    check_lengths(values, labels)

    def error(part):
        return 1 - frequencies(part).max()

    remainder = sum(np.mean(values == v) * error(labels[values == v]) for v in np.unique(values))
    return float(error(labels) - remainder)


@mistake(
    "information_gain",
    "You looped over 0..k-1 as attribute values; loop over the values that occur, whatever they are called.",
)
def values_zero_to_k(values, labels):
    values, labels = np.asarray(values), np.asarray(labels)
    check_lengths(values, labels)
    remainder = 0.0
    for v in range(len(np.unique(values))):
        part = labels[values == v]
        if len(part) > 0:
            remainder += len(part) / len(labels) * entropy(frequencies(part))
    return float(entropy(frequencies(labels)) - remainder)


# attribute_score


def known_rows(values, labels, criterion, missing):
    """Validated arrays without the missing rows, and the share of rows that is left."""
    values, labels = np.asarray(values), np.asarray(labels)
    check_lengths(values, labels)
    if criterion not in CRITERIA:
        raise ValueError("unknown criterion")
    known = np.array([missing is None or v != missing for v in values])
    return values[known], labels[known], known.mean()


def majority_count(values, labels):
    return float(sum(np.unique(labels[values == v], return_counts=True)[1].max() for v in np.unique(values)))


def ratio(gain, split_information):
    return gain / split_information if split_information > 0 else 0.0


@mistake(
    "attribute_score",
    "You divided by the number of values; divide by the split information, the entropy of the value frequencies.",
)
def ratio_by_value_count(values, labels, criterion="gain", missing=None):
    values, labels, share = known_rows(values, labels, criterion, missing)
    if share == 0:
        return 0.0
    if criterion == "majority":
        return majority_count(values, labels)
    gain = share * information_gain(values, labels)
    return gain if criterion == "gain" else gain / len(np.unique(values))


@mistake(
    "attribute_score",
    "You divided by the entropy of the labels; split information is the entropy of the attribute's own values.",
)
def ratio_by_label_entropy(values, labels, criterion="gain", missing=None):
    values, labels, share = known_rows(values, labels, criterion, missing)
    if share == 0:
        return 0.0
    if criterion == "majority":
        return majority_count(values, labels)
    gain = share * information_gain(values, labels)
    return gain if criterion == "gain" else ratio(gain, entropy(frequencies(labels)))


@mistake("attribute_score", "A constant attribute gives 0/0; its gain ratio is defined as 0.")
def nan_for_constant(values, labels, criterion="gain", missing=None):
    values, labels, share = known_rows(values, labels, criterion, missing)
    if share == 0:
        return 0.0
    if criterion == "majority":
        return majority_count(values, labels)
    gain = share * information_gain(values, labels)
    if criterion == "gain":
        return gain
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.float64(gain) / entropy(frequencies(values)))


@mistake("attribute_score", "You averaged the accuracies of the branches; add up the majority counts of all branches.")
def mean_branch_accuracy(values, labels, criterion="gain", missing=None):
    values, labels, share = known_rows(values, labels, criterion, missing)
    if share == 0:
        return 0.0
    if criterion == "majority":
        return float(np.mean([frequencies(labels[values == v]).max() for v in np.unique(values)]))
    gain = share * information_gain(values, labels)
    return gain if criterion == "gain" else ratio(gain, entropy(frequencies(values)))


@mistake("attribute_score", "You treated the missing marker as one more value; set those rows aside before scoring.")
def missing_as_value(values, labels, criterion="gain", missing=None):
    values, labels, _ = known_rows(values, labels, criterion, None)
    if criterion == "majority":
        return majority_count(values, labels)
    gain = information_gain(values, labels)
    return gain if criterion == "gain" else ratio(gain, entropy(frequencies(values)))


@mistake(
    "attribute_score",
    "You scored the known rows only; multiply gain and gain ratio by the fraction of rows that are known.",
)
def known_fraction_forgotten(values, labels, criterion="gain", missing=None):
    values, labels, share = known_rows(values, labels, criterion, missing)
    if share == 0:
        return 0.0
    if criterion == "majority":
        return majority_count(values, labels)
    gain = information_gain(values, labels)
    return gain if criterion == "gain" else ratio(gain, entropy(frequencies(values)))


@mistake(
    "attribute_score",
    "Your split information counts the unknown rows as one more value; take it from the known rows only.",
)
def split_information_of_all_rows(values, labels, criterion="gain", missing=None):
    every = np.asarray(values)
    values, labels, share = known_rows(values, labels, criterion, missing)
    if share == 0:
        return 0.0
    if criterion == "majority":
        return majority_count(values, labels)
    gain = share * information_gain(values, labels)
    return gain if criterion == "gain" else ratio(gain, entropy(frequencies(every)))


# learn_tree


def check_table(X, y, domains, criterion, max_depth):
    """Validated arrays and the domains."""
    X, y = np.asarray(X), np.asarray(y)
    if X.ndim != 2 or len(X) == 0 or len(X) != len(y):
        raise ValueError("X must be 2-D, with one label for every row")
    if criterion not in CRITERIA or (max_depth is not None and max_depth < 0):
        raise ValueError("unknown criterion or negative max_depth")
    if domains is None:
        domains = [np.unique(column).tolist() for column in X.T]
    if any(not set(column.tolist()) <= set(domain) for column, domain in zip(X.T, domains, strict=True)):
        raise ValueError("value outside its domain")
    return X, y, domains


def node_of(y, labels):
    counts = {label: int((y == label).sum()) for label in labels}
    return {"label": max(labels, key=counts.get), "counts": counts}


def empty_leaf(label, labels):
    return {"label": label, "counts": dict.fromkeys(labels, 0)}


def best_attribute(X, y, unused, criterion):
    scores = [attribute_score(X[:, j], y, criterion) for j in unused]
    return next(j for j, score in zip(unused, scores, strict=True) if score >= max(scores) - TIE)


@mistake(
    "learn_tree",
    "You stop when no attribute gains anything, so XOR stays one leaf; keep splitting while the node is impure.",
)
def stops_at_zero_gain(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y, domains = check_table(X, y, domains, criterion, max_depth)
    labels = np.unique(y).tolist()

    def grow(X, y, unused, depth, parent):
        if len(y) == 0:
            return empty_leaf(parent, labels)
        node = node_of(y, labels)
        if len(np.unique(y)) == 1 or not unused or depth == max_depth:
            return node
        j = best_attribute(X, y, unused, criterion)
        gain = information_gain(X[:, j], y)
        if gain < min_gain - TIE or gain <= TIE:
            return node
        rest = [k for k in unused if k != j]
        node["attribute"] = j
        node["branches"] = {
            v: grow(X[X[:, j] == v], y[X[:, j] == v], rest, depth + 1, node["label"]) for v in domains[j]
        }
        return node

    return grow(X, y, list(range(X.shape[1])), 0, None)


@mistake(
    "learn_tree",
    "You made branches only for values seen at the node; make one for every value in the attribute's domain.",
)
def observed_values_only(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y, domains = check_table(X, y, domains, criterion, max_depth)
    labels = np.unique(y).tolist()

    def grow(X, y, unused, depth):
        node = node_of(y, labels)
        if len(np.unique(y)) == 1 or not unused or depth == max_depth:
            return node
        j = best_attribute(X, y, unused, criterion)
        if information_gain(X[:, j], y) < min_gain - TIE:
            return node
        rest = [k for k in unused if k != j]
        seen = [v for v in domains[j] if (X[:, j] == v).any()]
        node["attribute"] = j
        node["branches"] = {v: grow(X[X[:, j] == v], y[X[:, j] == v], rest, depth + 1) for v in seen}
        return node

    return grow(X, y, list(range(X.shape[1])), 0)


@mistake(
    "learn_tree",
    "An empty branch takes the majority label of its parent's examples, not that of the whole training set.",
)
def empty_branch_global_label(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y, domains = check_table(X, y, domains, criterion, max_depth)
    labels = np.unique(y).tolist()
    most_common = node_of(y, labels)["label"]

    def grow(X, y, unused, depth):
        if len(y) == 0:
            return empty_leaf(most_common, labels)
        node = node_of(y, labels)
        if len(np.unique(y)) == 1 or not unused or depth == max_depth:
            return node
        j = best_attribute(X, y, unused, criterion)
        if information_gain(X[:, j], y) < min_gain - TIE:
            return node
        rest = [k for k in unused if k != j]
        node["attribute"] = j
        node["branches"] = {v: grow(X[X[:, j] == v], y[X[:, j] == v], rest, depth + 1) for v in domains[j]}
        return node

    return grow(X, y, list(range(X.shape[1])), 0)


@mistake(
    "learn_tree",
    "You removed an attribute for sibling branches too; every path keeps its own list of unused attributes.",
)
def attribute_lost_for_siblings(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y, domains = check_table(X, y, domains, criterion, max_depth)
    labels = np.unique(y).tolist()

    def grow(X, y, unused, depth, parent):
        if len(y) == 0:
            return empty_leaf(parent, labels)
        node = node_of(y, labels)
        if len(np.unique(y)) == 1 or not unused or depth == max_depth:
            return node
        j = best_attribute(X, y, unused, criterion)
        if information_gain(X[:, j], y) < min_gain - TIE:
            return node
        unused.remove(j)
        node["attribute"] = j
        node["branches"] = {}
        for v in domains[j]:
            rows = X[:, j] == v
            node["branches"][v] = grow(X[rows], y[rows], unused, depth + 1, node["label"])
        return node

    return grow(X, y, list(range(X.shape[1])), 0, None)


@mistake("learn_tree", "max_depth counts the tests on a path: 0 is a single leaf and 1 allows one test.")
def depth_off_by_one(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y, domains = check_table(X, y, domains, criterion, max_depth)
    labels = np.unique(y).tolist()

    def grow(X, y, unused, depth, parent):
        if len(y) == 0:
            return empty_leaf(parent, labels)
        node = node_of(y, labels)
        if len(np.unique(y)) == 1 or not unused or (max_depth is not None and depth > max_depth):
            return node
        j = best_attribute(X, y, unused, criterion)
        if information_gain(X[:, j], y) < min_gain - TIE:
            return node
        rest = [k for k in unused if k != j]
        node["attribute"] = j
        node["branches"] = {
            v: grow(X[X[:, j] == v], y[X[:, j] == v], rest, depth + 1, node["label"]) for v in domains[j]
        }
        return node

    return grow(X, y, list(range(X.shape[1])), 0, None)


@mistake("learn_tree", "Of equally good attributes (within 1e-9) take the lowest column, not the last one.")
def last_of_tied_attributes(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y, domains = check_table(X, y, domains, criterion, max_depth)
    labels = np.unique(y).tolist()

    def grow(X, y, unused, depth, parent):
        if len(y) == 0:
            return empty_leaf(parent, labels)
        node = node_of(y, labels)
        if len(np.unique(y)) == 1 or not unused or depth == max_depth:
            return node
        j, best_score = unused[0], -np.inf
        for k in unused:
            score = attribute_score(X[:, k], y, criterion)
            if score >= best_score - TIE:
                j, best_score = k, score
        if information_gain(X[:, j], y) < min_gain - TIE:
            return node
        rest = [k for k in unused if k != j]
        node["attribute"] = j
        node["branches"] = {
            v: grow(X[X[:, j] == v], y[X[:, j] == v], rest, depth + 1, node["label"]) for v in domains[j]
        }
        return node

    return grow(X, y, list(range(X.shape[1])), 0, None)


@mistake("learn_tree", "You let rounding decide between equal scores; what is within TIE of the largest is tied.")
def ties_by_rounding(X, y, domains=None, criterion="gain", max_depth=None, min_gain=0.0):
    X, y, domains = check_table(X, y, domains, criterion, max_depth)
    labels = np.unique(y).tolist()

    def grow(X, y, unused, depth, parent):
        if len(y) == 0:
            return empty_leaf(parent, labels)
        node = node_of(y, labels)
        if len(np.unique(y)) == 1 or not unused or depth == max_depth:
            return node
        j = max(unused, key=lambda k: attribute_score(X[:, k], y, criterion))
        if information_gain(X[:, j], y) < min_gain - TIE:
            return node
        rest = [k for k in unused if k != j]
        node["attribute"] = j
        node["branches"] = {
            v: grow(X[X[:, j] == v], y[X[:, j] == v], rest, depth + 1, node["label"]) for v in domains[j]
        }
        return node

    return grow(X, y, list(range(X.shape[1])), 0, None)


# predict_tree


def check_rows(X):
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError("X must be 2-D")
    return X


def winner(votes):
    return min(label for label in votes if votes[label] >= max(votes.values()) - TIE)


def add(votes, label, weight):
    votes[label] = votes.get(label, 0.0) + weight


@mistake(
    "predict_tree",
    "You sent a missing value down the fullest branch only; "
    "follow every branch, weighted by its share of the examples.",
)
def missing_takes_largest_branch(tree, X, missing=None):
    answers = []
    for x in check_rows(X):
        node = tree
        while not is_leaf(node):
            value = x[node["attribute"]]
            if missing is not None and value == missing:
                node = max(node["branches"].values(), key=size)
            elif value in node["branches"]:
                node = node["branches"][value]
            else:
                break
        answers.append(node["label"])
    return np.array(answers)


@mistake(
    "predict_tree",
    "You weighted the branches equally; weight each by the training examples that went down it.",
)
def missing_equal_weights(tree, X, missing=None):
    def vote(node, x, weight, votes):
        value = None if is_leaf(node) else x[node["attribute"]]
        if not is_leaf(node) and missing is not None and value == missing:
            for branch in node["branches"].values():
                vote(branch, x, weight / len(node["branches"]), votes)
        elif not is_leaf(node) and value in node["branches"]:
            vote(node["branches"][value], x, weight, votes)
        else:
            add(votes, node["label"], weight)
        return votes

    return np.array([winner(vote(tree, x, 1.0, {})) for x in check_rows(X)])


@mistake(
    "predict_tree",
    "You answered the node's own label for a missing value; combine the answers of all its branches.",
)
def missing_takes_node_label(tree, X, missing=None):
    answers = []
    for x in check_rows(X):
        node = tree
        while not is_leaf(node):
            value = x[node["attribute"]]
            if (missing is not None and value == missing) or value not in node["branches"]:
                break
            node = node["branches"][value]
        answers.append(node["label"])
    return np.array(answers)


@mistake(
    "predict_tree",
    "A value that has no branch must be answered with the node's own label, not with an error.",
)
def unseen_value_crashes(tree, X, missing=None):
    def vote(node, x, weight, votes):
        if is_leaf(node):
            add(votes, node["label"], weight)
        elif missing is not None and x[node["attribute"]] == missing:
            for branch in node["branches"].values():
                vote(branch, x, weight * size(branch) / size(node), votes)
        else:
            vote(node["branches"][x[node["attribute"]]], x, weight, votes)
        return votes

    return np.array([winner(vote(tree, x, 1.0, {})) for x in check_rows(X)])


@mistake("predict_tree", "With two missing values on a path the weights multiply; you kept only the last one.")
def nested_weights_lost(tree, X, missing=None):
    def vote(node, x, weight, votes):
        value = None if is_leaf(node) else x[node["attribute"]]
        if not is_leaf(node) and missing is not None and value == missing:
            for branch in node["branches"].values():
                vote(branch, x, size(branch) / size(node), votes)
        elif not is_leaf(node) and value in node["branches"]:
            vote(node["branches"][value], x, weight, votes)
        else:
            add(votes, node["label"], weight)
        return votes

    return np.array([winner(vote(tree, x, 1.0, {})) for x in check_rows(X)])


@mistake(
    "predict_tree",
    "You divided each vote by the leaf's counts; a part of a row votes for the label of the node where it ends.",
)
def votes_with_counts(tree, X, missing=None):
    def follow(node, x, weight, votes, divided):
        value = None if is_leaf(node) else x[node["attribute"]]
        if not is_leaf(node) and missing is not None and value == missing:
            for branch in node["branches"].values():
                follow(branch, x, weight * size(branch) / size(node), votes, True)
        elif not is_leaf(node) and value in node["branches"]:
            follow(node["branches"][value], x, weight, votes, divided)
        elif divided and size(node) > 0:
            for label, count in node["counts"].items():
                add(votes, label, weight * count / size(node))
        else:
            add(votes, node["label"], weight)

    answers = []
    for x in check_rows(X).tolist():
        votes = {}
        follow(tree, x, 1.0, votes, False)
        answers.append(winner(votes))
    return np.array(answers)


# tree_to_dnf


@mistake("tree_to_dnf", "You listed every path; keep only those that end in a leaf with the asked label.")
def all_leaves(tree, label):
    if is_leaf(tree):
        return [{}]
    return [
        {tree["attribute"]: value, **path}
        for value, branch in tree["branches"].items()
        for path in all_leaves(branch, label)
    ]


@mistake(
    "tree_to_dnf",
    "Your paths share one dictionary and overwrite each other; copy it before you add a test.",
)
def shared_dict(tree, label):
    found = []

    def walk(node, path):
        if is_leaf(node):
            if node["label"] == label:
                found.append(path)
            return
        for value, branch in node["branches"].items():
            path[node["attribute"]] = value
            walk(branch, path)

    walk(tree, {})
    return found


@mistake("tree_to_dnf", "A single leaf with that label is always true: return one empty conjunction, [{}].")
def root_leaf_empty(tree, label):
    found = []

    def walk(node, path):
        if is_leaf(node):
            if path and node["label"] == label:
                found.append(path)
            return
        for value, branch in node["branches"].items():
            walk(branch, {**path, node["attribute"]: value})

    walk(tree, {})
    return found


@mistake("tree_to_dnf", "You used the labels of inner nodes; only leaves give an answer.")
def inner_labels_count(tree, label):
    found = [{}] if tree["label"] == label else []
    for value, branch in tree.get("branches", {}).items():
        found += [{tree["attribute"]: value, **path} for path in inner_labels_count(branch, label)]
    return found


@mistake("tree_to_dnf", "The test that leads into the leaf is missing from your paths.")
def last_test_dropped(tree, label):
    found = []

    def walk(node, path):
        for value, branch in node["branches"].items():
            if not is_leaf(branch):
                walk(branch, {**path, node["attribute"]: value})
            elif branch["label"] == label:
                found.append(dict(path))

    if is_leaf(tree):
        return [{}] if tree["label"] == label else []
    walk(tree, {})
    return found


# chi_squared_deviation


def observed_and_expected(counts):
    """The validated table and what an irrelevant attribute would give."""
    observed = np.asarray(counts, dtype=float)
    if observed.ndim != 2 or (observed < 0).any():
        raise ValueError("counts must be a 2-D table without negative entries")
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / max(observed.sum(), 1)
    return observed, expected


def degrees_of_freedom(table):
    return (table.shape[0] - 1) * (table.shape[1] - 1)


@mistake(
    "chi_squared_deviation",
    "You divided by the observed counts; each squared difference is divided by the expected count.",
)
def divides_by_observed(counts):
    observed, expected = observed_and_expected(counts)
    seen = observed > 0
    deviation = ((observed - expected)[seen] ** 2 / observed[seen]).sum()
    return float(deviation), degrees_of_freedom(observed)


@mistake("chi_squared_deviation", "You summed over one label only; every cell of the table contributes.")
def one_class_only(counts):
    observed, expected = observed_and_expected(counts)
    positive, expected_positive = observed[:, -1], expected[:, -1]
    possible = expected_positive > 0
    deviation = ((positive - expected_positive)[possible] ** 2 / expected_positive[possible]).sum()
    return float(deviation), degrees_of_freedom(observed)


@mistake(
    "chi_squared_deviation",
    "An empty row or column gives nan; cells with expected count 0 contribute nothing.",
)
def nan_for_empty_row(counts):
    observed, expected = observed_and_expected(counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        deviation = ((observed - expected) ** 2 / expected).sum()
    return float(deviation), degrees_of_freedom(observed)


@mistake(
    "chi_squared_deviation",
    "You counted only the rows that have examples; every attribute value counts for the degrees of freedom.",
)
def dof_of_seen_values(counts):
    observed, expected = observed_and_expected(counts)
    possible = expected > 0
    deviation = ((observed - expected)[possible] ** 2 / expected[possible]).sum()
    return float(deviation), degrees_of_freedom(observed[observed.sum(axis=1) > 0])


@mistake(
    "chi_squared_deviation",
    "You returned the number of values as degrees of freedom; it is (rows - 1) times (columns - 1).",
)
def dof_not_reduced(counts):
    observed, expected = observed_and_expected(counts)
    possible = expected > 0
    deviation = ((observed - expected)[possible] ** 2 / expected[possible]).sum()
    return float(deviation), len(observed)


@mistake("chi_squared_deviation", "You summed the differences without squaring them.")
def not_squared(counts):
    observed, expected = observed_and_expected(counts)
    possible = expected > 0
    deviation = ((observed - expected)[possible] / expected[possible]).sum()
    return float(deviation), degrees_of_freedom(observed)


# prune_tree


def is_weak(node, critical, min_gain):
    """Whether the test of this node should go, judged by the counts of its branches."""
    table = np.array([[branch["counts"][k] for k in node["counts"]] for branch in node["branches"].values()])
    weak = False
    if critical is not None:
        deviation, freedom = chi_squared_deviation(table)
        if freedom >= 1 and freedom not in critical:
            raise ValueError("no critical value")
        weak = freedom == 0 or deviation < critical[freedom]
    return weak or table_gain(table) < min_gain - TIE


def table_gain(table):
    n = table.sum()
    rows = [row for row in table if row.sum() > 0]
    return entropy(table.sum(axis=0) / n) - sum(row.sum() / n * entropy(row / row.sum()) for row in rows)


def new_leaf(node):
    return {"label": node["label"], "counts": dict(node["counts"])}


def all_branches_are_leaves(node):
    return all(is_leaf(branch) for branch in node["branches"].values())


@mistake(
    "prune_tree",
    "You tested a node before its subtrees; start at the bottom, so that a weak root over strong tests survives.",
)
def top_down(tree, critical=None, min_gain=0.0):
    if is_leaf(tree) or is_weak(tree, critical, min_gain):
        return new_leaf(tree)
    branches = {value: top_down(branch, critical, min_gain) for value, branch in tree["branches"].items()}
    return {**new_leaf(tree), "attribute": tree["attribute"], "branches": branches}


@mistake(
    "prune_tree",
    "You also tested nodes that still have a test below them; only nodes whose branches are all leaves are candidates.",
)
def tests_every_node(tree, critical=None, min_gain=0.0):
    if is_leaf(tree):
        return new_leaf(tree)
    branches = {value: tests_every_node(branch, critical, min_gain) for value, branch in tree["branches"].items()}
    pruned = {**new_leaf(tree), "attribute": tree["attribute"], "branches": branches}
    return new_leaf(tree) if is_weak(pruned, critical, min_gain) else pruned


@mistake(
    "prune_tree",
    "You pruned the significant splits; a split goes when its deviation is below the critical value.",
)
def inverted_test(tree, critical=None, min_gain=0.0):
    if is_leaf(tree):
        return new_leaf(tree)
    branches = {value: inverted_test(branch, critical, min_gain) for value, branch in tree["branches"].items()}
    pruned = {**new_leaf(tree), "attribute": tree["attribute"], "branches": branches}
    if all_branches_are_leaves(pruned):
        if critical is not None:
            table = np.array([[branch["counts"][k] for k in tree["counts"]] for branch in branches.values()])
            deviation, freedom = chi_squared_deviation(table)
            if freedom >= 1 and freedom not in critical:
                raise ValueError("no critical value")
            if freedom == 0 or deviation >= critical[freedom]:
                return new_leaf(tree)
        if is_weak(pruned, None, min_gain):
            return new_leaf(tree)
    return pruned


@mistake("prune_tree", "When its branches have collapsed to leaves the parent must be tested as well.")
def parent_not_revisited(tree, critical=None, min_gain=0.0):
    if is_leaf(tree) or (all_branches_are_leaves(tree) and is_weak(tree, critical, min_gain)):
        return new_leaf(tree)
    branches = {value: parent_not_revisited(branch, critical, min_gain) for value, branch in tree["branches"].items()}
    return {**new_leaf(tree), "attribute": tree["attribute"], "branches": branches}


@mistake(
    "prune_tree",
    "The new leaf takes the node's own majority label, not the most frequent label among its branches.",
)
def label_from_branches(tree, critical=None, min_gain=0.0):
    if is_leaf(tree):
        return new_leaf(tree)
    branches = {value: label_from_branches(branch, critical, min_gain) for value, branch in tree["branches"].items()}
    pruned = {**new_leaf(tree), "attribute": tree["attribute"], "branches": branches}
    if all_branches_are_leaves(pruned) and is_weak(pruned, critical, min_gain):
        labels = [branch["label"] for branch in branches.values()]
        return {"label": max(sorted(set(labels)), key=labels.count), "counts": dict(tree["counts"])}
    return pruned


@mistake("prune_tree", "You changed the tree you were given; build a new one and return it.")
def changes_input(tree, critical=None, min_gain=0.0):
    if not is_leaf(tree):
        for branch in tree["branches"].values():
            changes_input(branch, critical, min_gain)
        if all_branches_are_leaves(tree) and is_weak(tree, critical, min_gain):
            del tree["attribute"], tree["branches"]
    return tree


@mistake(
    "prune_tree",
    "A branch without examples is a row of the table too; count all branches for the degrees of freedom.",
)
def dof_of_seen_branches(tree, critical=None, min_gain=0.0):
    if is_leaf(tree):
        return new_leaf(tree)
    branches = {value: dof_of_seen_branches(branch, critical, min_gain) for value, branch in tree["branches"].items()}
    pruned = {**new_leaf(tree), "attribute": tree["attribute"], "branches": branches}
    if all_branches_are_leaves(pruned):
        seen = {value: branch for value, branch in branches.items() if size(branch) > 0}
        if is_weak({**pruned, "branches": seen}, critical, min_gain):
            return new_leaf(tree)
    return pruned


# best_threshold


def check_cut(x, y, criterion, min_leaf):
    x, y = np.asarray(x), np.asarray(y)
    check_lengths(x, y)
    if criterion not in ("entropy", "squared") or min_leaf < 1:
        raise ValueError("unknown criterion or min_leaf below 1")
    return x, y


def squares(y):
    return ((y - y.mean()) ** 2).sum()


def gain_of(left, right, criterion):
    y = np.concatenate([left, right])
    if criterion == "squared":
        return squares(y) - squares(left) - squares(right)
    remainder = len(left) * entropy(frequencies(left)) + len(right) * entropy(frequencies(right))
    return entropy(frequencies(y)) - remainder / len(y)


def lowest_best(found, tolerance):
    """Of (threshold, gain) pairs in increasing order the first with the largest gain."""
    if not found:
        return None, 0.0
    largest = max(gain for _, gain in found)
    return next((float(t), float(gain)) for t, gain in found if gain >= largest - tolerance)


def tolerance_of(y, criterion):
    return TIE if criterion == "entropy" else TIE * squares(y)


def scan(x, y, criterion, min_leaf):
    """Every midpoint in turn."""
    values = np.unique(x)
    found = []
    for middle, lower, upper in zip((values[1:] + values[:-1]) / 2, values[:-1], values[1:], strict=True):
        t = middle if middle < upper else lower
        right = x > t
        if min(right.sum(), (~right).sum()) >= min_leaf:
            found.append((t, gain_of(y[~right], y[right], criterion)))
    return lowest_best(found, tolerance_of(y, criterion))


@mistake(
    "best_threshold",
    "You cut between examples with equal x; a threshold must lie between two different values.",
)
def cut_inside_equal_values(x, y, criterion="entropy", min_leaf=1):
    x, y = check_cut(x, y, criterion, min_leaf)
    order = np.argsort(x, kind="stable")
    x, y = x[order], y[order]
    middles = np.where(x[:-1] == x[1:], x[1:], np.minimum((x[1:] + x[:-1]) / 2, np.nextafter(x[1:], -np.inf)))
    found = [(middles[i - 1], gain_of(y[:i], y[i:], criterion)) for i in range(min_leaf, len(x) - min_leaf + 1)]
    return lowest_best(found, tolerance_of(y, criterion))


@mistake("best_threshold", "You returned a data value; the threshold is the midpoint of its two neighbours.")
def threshold_is_a_value(x, y, criterion="entropy", min_leaf=1):
    x, y = check_cut(x, y, criterion, min_leaf)
    found = []
    for t in np.unique(x)[:-1]:
        right = x > t
        if min(right.sum(), (~right).sum()) >= min_leaf:
            found.append((t, gain_of(y[~right], y[right], criterion)))
    return lowest_best(found, tolerance_of(y, criterion))


@mistake(
    "best_threshold",
    "You sorted x but left y in its old order; sort both with the same argsort.",
)
def labels_not_sorted_along(x, y, criterion="entropy", min_leaf=1):
    x, y = check_cut(x, y, criterion, min_leaf)
    return scan(np.sort(x), y, criterion, min_leaf)


@mistake(
    "best_threshold",
    'You compared variances; for "squared" the gain is a difference of sums of squares.',
)
def mean_squares(x, y, criterion="entropy", min_leaf=1):
    x, y = check_cut(x, y, criterion, min_leaf)
    threshold, gain = scan(x, y, criterion, min_leaf)
    return threshold, gain / len(y) if criterion == "squared" else gain


@mistake(
    "best_threshold",
    "Both sides need at least min_leaf examples; skip the thresholds that leave fewer.",
)
def min_leaf_ignored(x, y, criterion="entropy", min_leaf=1):
    x, y = check_cut(x, y, criterion, min_leaf)
    return scan(x, y, criterion, 1)


@mistake("best_threshold", "min_leaf counts the examples on a side, not the different values that they have.")
def min_leaf_of_values(x, y, criterion="entropy", min_leaf=1):
    x, y = check_cut(x, y, criterion, min_leaf)
    values = np.unique(x)
    found = []
    for i in range(min_leaf, len(values) - min_leaf + 1):
        right = x >= values[i]
        lower, upper = float(values[i - 1]), float(values[i])
        middle = (lower + upper) / 2
        found.append((middle if middle < upper else lower, gain_of(y[~right], y[right], criterion)))
    return lowest_best(found, tolerance_of(y, criterion))


# ThresholdTree


def check_settings(model):
    if model.leaf not in ("label", "mean", "linear") or model.min_leaf < 1:
        raise ValueError("unknown leaf or min_leaf below 1")
    if model.max_depth is not None and model.max_depth < 0:
        raise ValueError("negative max_depth")


def questions(X, y, leaf, min_leaf, columns):
    """(gain, column, threshold) of the columns that have a threshold, and the tolerance of ties."""
    criterion = "entropy" if leaf == "label" else "squared"
    found = []
    for j in columns:
        threshold, gain = best_threshold(X[:, j], y, criterion, min_leaf)
        if threshold is not None:
            found.append((gain, j, threshold))
    return found, tolerance_of(y, criterion)


def first_of_best(found, tolerance):
    return next(q for q in found if q[0] >= max(gain for gain, _, _ in found) - tolerance)


def plane(X, y):
    return np.linalg.lstsq(np.column_stack([np.ones(len(X)), X]), y, rcond=None)[0]


def value_of(X, y, leaf):
    if leaf == "label":
        labels, counts = np.unique(y, return_counts=True)
        return labels[np.argmax(counts)].item()
    return float(np.mean(y)) if leaf == "mean" else plane(X, y)


def leaf_of(tree, x):
    while "value" not in tree:
        tree = tree["right"] if x[tree["feature"]] > tree["threshold"] else tree["left"]
    return tree["value"]


def replace_leaves(node, X, y, value):
    """The tree with the values of its leaves computed by value(X, y) from their training examples."""
    if "value" in node:
        return {"value": value(X, y)}
    right = X[:, node["feature"]] > node["threshold"]
    return {
        **node,
        "left": replace_leaves(node["left"], X[~right], y[~right], value),
        "right": replace_leaves(node["right"], X[right], y[right], value),
    }


@mistake(
    "ThresholdTree",
    "You dropped a column after splitting on it; a numeric column may be split again at another threshold.",
)
class ColumnUsedOnce(ThresholdTree):
    def fit(self, X, y):
        check_settings(self)
        X, y = np.asarray(X, dtype=float), np.asarray(y)
        self.tree_ = self._grow(X, y, 0, list(range(X.shape[1])))
        return self

    def _grow(self, X, y, depth, columns):
        if depth == self.max_depth or (y == y[0]).all():
            return {"value": value_of(X, y, self.leaf)}
        found, tolerance = questions(X, y, self.leaf, self.min_leaf, columns)
        if not found:
            return {"value": value_of(X, y, self.leaf)}
        _, j, threshold = first_of_best(found, tolerance)
        right = X[:, j] > threshold
        rest = [k for k in columns if k != j]
        return {
            "feature": j,
            "threshold": threshold,
            "left": self._grow(X[~right], y[~right], depth + 1, rest),
            "right": self._grow(X[right], y[right], depth + 1, rest),
        }


@mistake("ThresholdTree", "A value equal to the threshold goes left; the question is x > threshold.")
class EqualGoesRight(ThresholdTree):
    def predict(self, X):
        if not hasattr(self, "tree_"):
            raise ValueError("not fitted")
        answers = []
        for x in np.asarray(X, dtype=float):
            node = self.tree_
            while "value" not in node:
                node = node["left"] if x[node["feature"]] < node["threshold"] else node["right"]
            value = node["value"]
            answers.append(value[0] + value[1:] @ x if self.leaf == "linear" else value)
        return np.array(answers)


@mistake("ThresholdTree", "Your leaf planes pass through the origin; fit an intercept as well.")
class PlaneWithoutIntercept(ThresholdTree):
    def fit(self, X, y):
        super().fit(X, y)
        if self.leaf == "linear":
            X, y = np.asarray(X, dtype=float), np.asarray(y)
            self.tree_ = replace_leaves(self.tree_, X, y, lambda X, y: np.linalg.lstsq(X, y, rcond=None)[0])
        return self

    def predict(self, X):
        if self.leaf != "linear" or not hasattr(self, "tree_"):
            return super().predict(X)
        return np.array([leaf_of(self.tree_, x) @ x for x in np.asarray(X, dtype=float)])


@mistake("ThresholdTree", "Each leaf needs a least squares fit of its own rows, not one fit of all the data.")
class OnePlaneForAll(ThresholdTree):
    def fit(self, X, y):
        super().fit(X, y)
        if self.leaf == "linear":
            X, y = np.asarray(X, dtype=float), np.asarray(y)
            shared = plane(X, y)
            self.tree_ = replace_leaves(self.tree_, X, y, lambda X, y: shared)
        return self


@mistake("ThresholdTree", 'A "mean" leaf holds the mean of its targets, not their median.')
class MedianLeaf(ThresholdTree):
    def fit(self, X, y):
        super().fit(X, y)
        if self.leaf == "mean":
            X, y = np.asarray(X, dtype=float), np.asarray(y)
            self.tree_ = replace_leaves(self.tree_, X, y, lambda X, y: float(np.median(y)))
        return self


@mistake(
    "ThresholdTree",
    "You stop when no threshold gains anything, so XOR corners stay unsplit; split while targets differ.",
)
class StopsAtZeroGain(ThresholdTree):
    def fit(self, X, y):
        check_settings(self)
        self.tree_ = self._grow(np.asarray(X, dtype=float), np.asarray(y), 0)
        return self

    def _grow(self, X, y, depth):
        if depth == self.max_depth or (y == y[0]).all():
            return {"value": value_of(X, y, self.leaf)}
        found, tolerance = questions(X, y, self.leaf, self.min_leaf, range(X.shape[1]))
        if not found or max(gain for gain, _, _ in found) <= tolerance:
            return {"value": value_of(X, y, self.leaf)}
        _, j, threshold = first_of_best(found, tolerance)
        right = X[:, j] > threshold
        return {
            "feature": j,
            "threshold": threshold,
            "left": self._grow(X[~right], y[~right], depth + 1),
            "right": self._grow(X[right], y[right], depth + 1),
        }
