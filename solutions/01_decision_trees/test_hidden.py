"""Hidden checks of decision trees; figures are those of the sources or follow from them.

Trees are small and few: a check is run for every student, and right code may be a hundred times slower than ours.
"""

import copy
import functools
import itertools
import math

import numpy as np
import pytest

from autograder.checks.shelf import (
    given,
    leaves_alone,
    listed_parts,
    numbers,
    refuses,
    same,
    same_for_all_kinds,
    same_items,
)

CRITERIA = ("gain", "gain_ratio", "majority")


def restaurant_domains():
    yes_no = ["No", "Yes"]
    patrons, price = ["None", "Some", "Full"], ["$", "$$", "$$$"]
    kind, wait = ["French", "Italian", "Thai", "Burger"], ["0-10", "10-30", "30-60", ">60"]
    return [yes_no, yes_no, yes_no, yes_no, patrons, price, yes_no, yes_no, kind, wait]


@functools.cache
def _restaurant_tree(learn_tree, dataset):
    X, y, _ = dataset("restaurant")
    return learn_tree(X, y, restaurant_domains())


def restaurant_tree(reference, dataset):
    """The right tree of the restaurant data: grown once, and a copy for whoever changes it."""
    return copy.deepcopy(_restaurant_tree(reference.learn_tree, dataset))


def liked(ratings):
    """The labels of the course ratings: +1 for a rating of 0 or more."""
    return np.where(ratings >= 0, 1, -1)


def cube(n):
    """All rows of n bits."""
    return np.array(list(itertools.product([0, 1], repeat=n)))


def leaf(label, counts=None):
    return {"label": label} if counts is None else {"label": label, "counts": counts}


def ask(attribute, branches, label="No"):
    """A test node without counts."""
    return {"label": label, "attribute": attribute, "branches": branches}


def counted(attribute, branches):
    """A test node whose counts and majority label come from its branches."""
    labels = sorted({label for branch in branches.values() for label in branch["counts"]})
    counts = {label: sum(branch["counts"].get(label, 0) for branch in branches.values()) for label in labels}
    return {"label": max(labels, key=counts.get), "counts": counts, "attribute": attribute, "branches": branches}


def sensible_tree():
    """The tree that the restaurant's guest had in mind (AIMA, figure 19.3), without counts."""
    no, yes = leaf("No"), leaf("Yes")
    hungry = ask(3, {"No": yes, "Yes": ask(0, {"No": yes, "Yes": ask(6, {"No": no, "Yes": yes})})})
    reservation = ask(7, {"Yes": yes, "No": ask(1, {"No": no, "Yes": yes})})
    alternate = ask(0, {"No": reservation, "Yes": ask(2, {"No": no, "Yes": yes})})
    wait = ask(9, {">60": no, "0-10": yes, "30-60": alternate, "10-30": hungry})
    return ask(4, {"None": no, "Some": yes, "Full": wait})


def random_data(rng, n=36, values=3, labels=2):
    """Rows of 4 attributes that each take every value, and labels that depend on the first two, with noise."""
    X = rng.integers(0, values, size=(n, 4))
    X[:values] = np.arange(values)[:, None]
    y = (X[:, 0] + X[:, 1] * (rng.random(n) < 0.7)) % labels
    y[:labels] = np.arange(labels)
    return X, y


def shape(node):
    """A tree without its counts: the label of a leaf, or (attribute, [(value, branch), ...])."""
    assert isinstance(node, dict), f"every node should be a dict, but there is a {type(node).__name__}"
    if "attribute" not in node:
        return node["label"]
    return node["attribute"], [(value, shape(branch)) for value, branch in node["branches"].items()]


def whole(node):
    """A tree as one comparable value, whatever other keys its nodes have."""
    assert isinstance(node, dict), f"every node should be a dict, but there is a {type(node).__name__}"
    counts = dict(node["counts"])
    if "attribute" not in node:
        return node["label"], counts
    return node["label"], counts, node["attribute"], [(v, whole(b)) for v, b in node["branches"].items()]


def paths(node, path=()):
    """All (path, node) pairs of a tree, a path being a tuple of (attribute, value)."""
    assert isinstance(node, dict), f"every node should be a dict, but there is a {type(node).__name__}"
    yield path, node
    if "attribute" in node:
        for value, branch in node["branches"].items():
            yield from paths(branch, (*path, (node["attribute"], value)))


def leaves(node):
    return [end for _, end in paths(node) if "attribute" not in end]


def depth(node):
    return max(len(path) for path, _ in paths(node))


def answer(node, x):
    """The label of row x; that of the last test if there is no branch."""
    while "attribute" in node and x[node["attribute"]] in node["branches"]:
        node = node["branches"][x[node["attribute"]]]
    return node["label"]


def same_deviation(answer, deviation, freedom, abs=1e-7):
    """This deviation up to rounding, and exactly so many degrees of freedom."""
    found, degrees = listed_parts(answer, 2)
    same(found, deviation, abs=abs, name="the deviation")
    same_items(degrees, freedom, "the number of degrees of freedom")


def errors(tree, X, y):
    return sum(answer(tree, x) != label for x, label in zip(X, y, strict=True))


# entropy


@pytest.mark.exercise("entropy")
def test_entropy_of_equal_outcomes(student):
    """k equally likely outcomes have an entropy of log2 k bits: 1 for a coin, 2 for a four-sided die, 3 for eight"""
    for k in (1, 2, 3, 4, 8):
        same(student.entropy(np.full(k, 1 / k)), math.log2(k))


@pytest.mark.exercise("entropy")
def test_entropy_figures(student):
    """the entropy is the mean of log2(1/p), in bits: a coin that shows heads 99 times in 100 has about 0.08"""
    same(student.entropy(np.array([0.99, 0.01])), 0.080793136)
    same(student.entropy([0.9, 0.1]), 0.468996)
    same(student.entropy([0.5, 0.25, 0.25]), 1.5)
    same(student.entropy([9 / 14, 5 / 14]), 0.940286)
    same(student.entropy((0.1, 0.2, 0.4, 0.2, 0.1)), 2.121928)


@pytest.mark.exercise("entropy")
def test_entropy_of_certainty(student):
    """an outcome of probability zero contributes nothing, and a certain outcome leaves an entropy of 0"""
    same(student.entropy(np.array([1, 0])), 0)
    same(student.entropy([0.0, 0.0, 1.0]), 0)
    same(student.entropy([0.25, 0.0, 0.75]), 0.811278)


@pytest.mark.exercise("entropy")
def test_entropy_random(student, rng):
    """the entropy does not depend on the order of the outcomes, and is right for any distribution"""
    p = rng.dirichlet(np.ones(12))
    expected = -sum(x * math.log2(x) for x in p if x > 0)
    same(leaves_alone(student.entropy, p), expected)
    same(student.entropy(p[::-1]), expected)
    same(student.entropy(np.append(p, 0.0)), expected)


@pytest.mark.exercise("entropy")
def test_entropy_of_independent_pair(student, rng):
    """the entropies of two independent sources add up"""
    p, q = rng.dirichlet(np.full(3, 5.0)), rng.dirichlet(np.full(5, 5.0))
    same(student.entropy(np.outer(p, q).ravel()), student.entropy(p) + student.entropy(q))


@pytest.mark.exercise("entropy")
def test_entropy_is_concave(student, rng):
    """mixing two distributions never lowers the entropy, which is largest, log2 k, for equal probabilities"""
    p, q = rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6))
    low, high, mixed = student.entropy(p), student.entropy(q), student.entropy(0.3 * p + 0.7 * q)
    assert 0.3 * low + 0.7 * high <= mixed + 1e-9
    assert min(low, high) >= -1e-9 and mixed <= math.log2(6) + 1e-9
    same(student.entropy(np.full(6, 1 / 6)), math.log2(6))


@pytest.mark.exercise("entropy")
def test_entropy_refuses_other_shapes(student):
    """an empty distribution and a table of probabilities raise ValueError"""
    table = np.array([[0.5, 0.5], [0.25, 0.75]])
    refuses(student.entropy, given([]), given(table), given([[0.5, 0.5]]), but_takes=given([0.5, 0.5]))


@pytest.mark.exercise("entropy")
def test_entropy_refuses_what_is_no_distribution(student):
    """numbers that do not sum to 1, such as counts, and negative numbers raise ValueError; rounding does not"""
    wrong = [3, 5], [0.5, 0.4999], [0.5, 0.50001], [0.75, 0.5, -0.25]
    refuses(student.entropy, *map(given, wrong), but_takes=given([0.3333333, 0.3333333, 0.3333333]))
    same(student.entropy([0.3333333, 0.3333333, 0.3333333]), 1.584963)


# information_gain


@pytest.mark.exercise("information_gain")
def test_gain_restaurant(student, dataset):
    """on the restaurant data Patrons is worth 0.541 bits, more than any other attribute, and Type nothing"""
    X, y, _ = dataset("restaurant")
    gains = [student.information_gain(column, y) for column in X.T]
    same(gains, [0, 0, 0.020721, 0.195710, 0.540852, 0.195710, 0.020721, 0.020721, 0, 0.207519], abs=1e-6)


@pytest.mark.exercise("information_gain")
def test_gain_at_an_inner_node(student, dataset):
    """among the full restaurants n is the number of these examples: five attributes are tied at 0.2516 bits"""
    X, y, _ = dataset("restaurant")
    full = X[:, 4] == "Full"
    gains = [student.information_gain(column, y[full]) for column in X[full].T]
    tied = 0.251629
    same(gains, [0.109170, 0, 0.109170, tied, 0, tied, 0.044110, tied, tied, tied], abs=1e-6)


@pytest.mark.exercise("information_gain")
def test_gain_of_equality_tests(student, dataset):
    """a Boolean column is the question "does it have this value?", which is worth no more than asking for the value"""
    X, y, _ = dataset("restaurant")
    gains = [student.information_gain(X[:, 4] == value, y) for value in ("None", "Some", "Full")]
    same(gains, [0.190875, 0.459148, 0.081704], abs=1e-6)


@pytest.mark.exercise("information_gain")
def test_gain_truth_tables(student):
    """one input of AND is worth 0.311 bits, one input of XOR nothing, and a column that numbers the rows everything"""
    first = [0, 0, 1, 1]
    same(student.information_gain(first, [0, 0, 0, 1]), 0.311278)
    same(student.information_gain(first, [0, 1, 1, 0]), 0)
    same(student.information_gain(np.arange(12), ["Yes", "No"] * 6), 1)


@pytest.mark.exercise("information_gain")
def test_gain_course_ratings(student, dataset):
    """labels may be -1 and +1: on the course ratings Systems is worth 0.610 bits and Easy nothing"""
    X, ratings, _ = dataset("course_ratings")
    gains = [student.information_gain(column, liked(ratings)) for column in X.T]
    same(gains, [0, 0.181496, 0.609987, 0.124511, 0.060023], abs=1e-6)


@pytest.mark.exercise("information_gain")
def test_gain_with_three_labels(student):
    """with three labels the entropy is over all three, so an attribute that tells them apart is worth log2 3 bits"""
    labels = np.array(["cat", "dog", "emu"] * 4)
    same(student.information_gain(np.array([7, -2, 40] * 4), labels), 1.584963)
    same(student.information_gain(labels == "dog", labels), 0.918296)
    same(student.information_gain([5] * 12, labels), 0)


@pytest.mark.exercise("information_gain")
def test_gain_is_mutual_information(student, rng):
    """the gain is H(values) + H(labels) - H(pairs), so values and labels may change places"""
    values, labels = rng.integers(0, 4, 60), rng.integers(0, 3, 60)

    def bits(codes):
        p = np.unique(codes, return_counts=True)[1] / 60
        return -(p * np.log2(p)).sum()

    expected = bits(values) + bits(labels) - bits(10 * values + labels)
    same(leaves_alone(student.information_gain, values, labels), expected)
    same_for_all_kinds(student.information_gain, labels, values, expected=expected)


@pytest.mark.exercise("information_gain")
def test_gain_depends_on_proportions_only(student, reference, rng):
    """renaming values or labels, shuffling the rows and repeating the data all leave the gain as it is"""
    values, labels = rng.integers(0, 4, 50), rng.integers(0, 3, 50)
    expected = reference.information_gain(values, labels)
    names = np.array(["w", "z", "a", "k"])
    order = rng.permutation(50)
    same(student.information_gain(names[values], -5 * labels), expected)
    same(student.information_gain(values[order].tolist(), labels[order].tolist()), expected)
    same(student.information_gain(np.tile(values, 3), np.tile(labels, 3)), expected)


@pytest.mark.exercise("information_gain")
def test_gain_bounds(student, rng):
    """the gain is never negative, never above the entropy of the labels, and never rises when two values are merged"""
    values, labels = rng.integers(0, 5, 80), rng.integers(0, 2, 80)
    fine = student.information_gain(values, labels)
    coarse = student.information_gain(np.where(values == 4, 0, values), labels)
    assert -1e-9 <= coarse <= fine + 1e-9
    assert fine <= 1 + 1e-9
    same(student.information_gain(labels, labels), student.information_gain(np.arange(80), labels))


@pytest.mark.exercise("information_gain")
def test_gain_refuses(student):
    """no examples, or values and labels of different lengths, raise ValueError"""
    refuses(
        student.information_gain,
        given([], []),
        given([0, 1, 1], [0, 1]),
        given(["a", "b"], [0, 1, 1]),
        but_takes=given(["a", "b", "b"], [0, 1, 1]),
    )


# attribute_score


@pytest.mark.exercise("attribute_score")
def test_score_gain_ratio_restaurant(student, dataset):
    """the gain ratio divides by the entropy of the attribute's own values, which lifts Hungry above WaitEstimate"""
    X, y, _ = dataset("restaurant")
    ratios = [student.attribute_score(column, y, "gain_ratio") for column in X.T]
    same(ratios, [0, 0, 0.021147, 0.199730, 0.370663, 0.141365, 0.021147, 0.021147, 0, 0.115772], abs=1e-6)


@pytest.mark.exercise("attribute_score")
def test_score_majority(student, dataset):
    """the majority score adds up the largest label count of each branch: Systems gets 18 of 20 course ratings right"""
    X, y, _ = dataset("restaurant")
    Z, ratings, _ = dataset("course_ratings")
    counts = [student.attribute_score(column, y, criterion="majority") for column in X.T]
    liked_counts = [student.attribute_score(column, liked(ratings), criterion="majority") for column in Z.T]
    same(counts, [6, 6, 7, 9, 10, 8, 7, 7, 6, 8])
    same(liked_counts, [12, 15, 18, 14, 13])


@pytest.mark.exercise("attribute_score")
def test_score_default_is_gain(student, reference, rng):
    """without a criterion the score is the information gain, for any number of values and labels"""
    values, labels = rng.integers(0, 5, 40), rng.integers(0, 3, 40)
    expected = reference.information_gain(values, labels)
    same(student.attribute_score(values, labels), expected)
    same(student.attribute_score(values.tolist(), labels.tolist(), "gain"), expected)


@pytest.mark.exercise("attribute_score")
def test_score_of_identifier(student, dataset):
    """a column that numbers the rows gains everything, but its gain ratio is below that of Patrons"""
    y = dataset("restaurant")[1]
    same(student.attribute_score(np.arange(12), y, "gain"), 1)
    same(student.attribute_score(np.arange(12), y, "gain_ratio"), 0.278943)
    same(student.attribute_score(np.arange(12), y, "majority"), 12)


@pytest.mark.exercise("attribute_score")
def test_score_of_constant(student):
    """an attribute with a single value has split information 0, and its gain ratio is then 0.0"""
    same(student.attribute_score(["a"] * 5, [0, 1, 1, 0, 1], "gain_ratio"), 0)
    same(student.attribute_score([3], [1], "gain_ratio"), 0)
    same(student.attribute_score(["?", "a", "a"], [0, 1, 0], "gain_ratio", missing="?"), 0)


@pytest.mark.exercise("attribute_score")
def test_score_with_missing_patrons(student, dataset):
    """rows with the missing marker are set aside; the share of known rows scales gain and ratio, but not the count"""
    X, y, _ = dataset("restaurant")
    patrons = X[:, 4].copy()
    patrons[:2] = "?"
    scores = [student.attribute_score(patrons, y, criterion, missing="?") for criterion in CRITERIA]
    same(scores, [0.428771, 0.288642, 8], abs=1e-6)


@pytest.mark.exercise("attribute_score")
def test_score_with_missing_numbers(student, reference, rng):
    """any value can be the marker, also 0: the score is then that of the other rows, times the share of known rows"""
    values, labels = rng.integers(1, 5, 48), rng.integers(0, 3, 48)
    values[:12] = 0
    expected = [reference.attribute_score(values[12:], labels[12:], criterion) for criterion in CRITERIA]
    scores = [leaves_alone(student.attribute_score, values, labels, criterion, 0) for criterion in CRITERIA]
    same(scores, [0.75 * expected[0], 0.75 * expected[1], expected[2]])


@pytest.mark.exercise("attribute_score")
def test_score_with_all_or_none_missing(student, dataset):
    """if every value is missing the score is 0.0; a marker that does not occur changes nothing"""
    X, y, _ = dataset("restaurant")
    for criterion in CRITERIA:
        same(student.attribute_score(["?"] * 12, y, criterion, missing="?"), 0)
    scores = [student.attribute_score(X[:, 3], y, criterion, missing="?") for criterion in CRITERIA]
    same(scores, [0.195710, 0.199730, 9], abs=1e-6)


@pytest.mark.exercise("attribute_score")
def test_score_of_repeated_data(student, rng):
    """repeating the data doubles the count of "majority" and leaves the other two, and the ratio is at most 1"""
    values, labels = np.arange(30) % 3, rng.integers(0, 2, 30)
    once = [student.attribute_score(values, labels, criterion) for criterion in CRITERIA]
    twice = [student.attribute_score(np.tile(values, 2), np.tile(labels, 2), criterion) for criterion in CRITERIA]
    same(twice, [once[0], once[1], 2 * once[2]])
    same(once[1], once[0] / math.log2(3))
    assert max((labels == 0).sum(), (labels == 1).sum()) <= once[2] <= 30


@pytest.mark.exercise("attribute_score")
def test_score_refuses(student):
    """an unknown criterion, no examples, or different lengths raise ValueError"""
    for criterion in CRITERIA:
        refuses(
            student.attribute_score,
            given([0, 1], [0, 1], "gini"),
            given([], [], criterion),
            given([0, 1, 1], [0, 1], criterion),
            but_takes=given([0, 1, 1], [0, 1, 1], criterion),
        )


# learn_tree


@pytest.mark.exercise("learn_tree", weight=2)
def test_tree_restaurant(student, dataset):
    """on the restaurant data the tree asks for Patrons, then Hungry, Type and Fri, with a branch for every value"""
    X, y, _ = dataset("restaurant")
    tree = student.learn_tree(X, y, restaurant_domains())
    fri = (2, [("No", "No"), ("Yes", "Yes")])
    kind = (8, [("French", "No"), ("Italian", "No"), ("Thai", fri), ("Burger", "Yes")])
    assert shape(tree) == (4, [("None", "No"), ("Some", "Yes"), ("Full", (3, [("No", "No"), ("Yes", kind)]))])
    assert errors(tree, X, y) == 0


@pytest.mark.exercise("learn_tree")
def test_tree_other_criteria(student, dataset):
    """with the gain ratio the tests below Full are Hungry, Fri, Price; with the majority count Alternate, Price, Fri"""
    X, y, _ = dataset("restaurant")
    by_ratio = student.learn_tree(X, y, restaurant_domains(), criterion="gain_ratio")
    by_count = student.learn_tree(X, y, restaurant_domains(), criterion="majority")
    price = (5, [("$", "Yes"), ("$$", "Yes"), ("$$$", "No")])
    full = (3, [("No", "No"), ("Yes", (2, [("No", "No"), ("Yes", price)]))])
    assert shape(by_ratio) == (4, [("None", "No"), ("Some", "Yes"), ("Full", full)])
    price = (5, [("$", (2, [("No", "No"), ("Yes", "Yes")])), ("$$", "No"), ("$$$", "No")])
    assert shape(by_count) == (4, [("None", "No"), ("Some", "Yes"), ("Full", (0, [("No", "No"), ("Yes", price)]))])


@pytest.mark.exercise("learn_tree")
def test_tree_nodes_know_their_examples(student, dataset):
    """every node has its majority label and the count of every label, and the counts of the branches add up to it"""
    X, y, _ = dataset("restaurant")
    tree = student.learn_tree(X, y, restaurant_domains())
    assert whole(tree)[:2] == ("No", {"No": 6, "Yes": 6})
    assert tree["branches"]["Some"]["counts"] == {"No": 0, "Yes": 4}
    hungry = tree["branches"]["Full"]["branches"]["Yes"]
    assert whole(hungry["branches"]["French"]) == ("No", {"No": 0, "Yes": 0})
    assert whole(hungry)[:2] == ("No", {"No": 2, "Yes": 2})
    for _, node in paths(tree):
        for label in ("No", "Yes"):
            if "attribute" in node:
                assert node["counts"][label] == sum(branch["counts"][label] for branch in node["branches"].values())
    assert whole(student.learn_tree([[0, 1], [1, 0], [1, 1]], ["x", "x", "x"])) == ("x", {"x": 3})
    assert whole(student.learn_tree([[0, 1]], [7])) == (7, {7: 1})


@pytest.mark.exercise("learn_tree")
def test_tree_max_depth(student, dataset):
    """max_depth counts the tests on a path: 0 is a single leaf, 1 allows one test, and errors never rise with it"""
    X, y, _ = dataset("restaurant")
    trees = [student.learn_tree(X, y, restaurant_domains(), max_depth=k) for k in (0, 1, 3)]
    assert [depth(tree) for tree in trees] == [0, 1, 3]
    assert [errors(tree, X, y) for tree in trees] == [6, 2, 1]
    assert whole(trees[0]) == ("No", {"No": 6, "Yes": 6})
    assert whole(student.learn_tree([[5], [5]], [1, 0], max_depth=0)) == (0, {0: 1, 1: 1})


@pytest.mark.exercise("learn_tree")
def test_tree_course_ratings(student, dataset):
    """the course ratings split on Systems first; the full tree errs on one row, because two equal rows disagree"""
    X, ratings, _ = dataset("course_ratings")
    y = liked(ratings)
    for criterion, size in zip(CRITERIA, (6, 6, 7), strict=True):
        tree = student.learn_tree(X, y, criterion=criterion)
        assert len(leaves(tree)) == size
        assert tree["attribute"] == 2 and whole(tree["branches"][0]) == (1, {-1: 0, 1: 10})
        assert errors(tree, X, y) == 1
    assert errors(student.learn_tree(X, y, max_depth=1), X, y) == 2


@pytest.mark.exercise("learn_tree")
def test_tree_boolean_functions(student, rng):
    """XOR, parity and every other Boolean function are learned exactly, although a first question may gain nothing"""
    X = cube(2)
    xor = student.learn_tree(X, X[:, 0] ^ X[:, 1])
    assert shape(xor) == (0, [(0, (1, [(0, 0), (1, 1)])), (1, (1, [(0, 1), (1, 0)]))])
    X = cube(3)
    y = X.sum(axis=1) % 2 == 0
    full, cut = student.learn_tree(X, y), student.learn_tree(X, y, max_depth=2)
    assert (len(leaves(full)), errors(full, X, y), errors(cut, X, y)) == (8, 0, 4)
    assert len(leaves(student.learn_tree(X, X.sum(axis=1) >= 2))) == 6
    for code in rng.choice(256, size=3, replace=False):
        y = (int(code) >> np.arange(8)) & 1
        assert errors(student.learn_tree(X, y), X, y) == 0


@pytest.mark.exercise("learn_tree")
def test_tree_min_gain(student, dataset):
    """a node whose best question gains less than min_gain bits, whatever the criterion, becomes a leaf"""
    X, y, _ = dataset("restaurant")
    for criterion in CRITERIA:
        tree = student.learn_tree(X, y, restaurant_domains(), criterion=criterion, min_gain=0.3)
        assert shape(tree) == (4, [("None", "No"), ("Some", "Yes"), ("Full", "No")])
    assert shape(student.learn_tree(X, y, restaurant_domains(), min_gain=0.6)) == "No"
    assert shape(student.learn_tree(cube(2), [0, 1, 1, 0], min_gain=0.01)) == 0
    assert shape(student.learn_tree(cube(1), [0, 1], min_gain=1.0)) == (0, [(0, 0), (1, 1)])


@pytest.mark.exercise("learn_tree")
def test_tree_branches(student):
    """a test has a branch for each value of the domain, in its order; one without examples has its parent's label"""
    X = np.array([[0, 0], [0, 0], [0, 1], [0, 2], [1, 0], [1, 0], [1, 1]])
    tree = student.learn_tree(X, np.array([0, 0, 0, 0, 1, 1, 0]))
    assert shape(tree) == (0, [(0, 0), (1, (1, [(0, 1), (1, 0), (2, 1)]))])
    assert whole(tree["branches"][1]["branches"][2]) == (1, {0: 0, 1: 0})
    X, y = [["b"], ["a"], ["b"]], ["no", "yes", "no"]
    assert shape(student.learn_tree(X, y, [["d", "b", "a"]])) == (0, [("d", "no"), ("b", "no"), ("a", "yes")])
    assert shape(student.learn_tree(X, y)) == (0, [("a", "yes"), ("b", "no")])
    assert shape(student.learn_tree(np.array([[True], [False]]), [3, 4])) == (0, [(False, 4), (True, 3)])


@pytest.mark.exercise("learn_tree")
def test_tree_random_data(student, reference, rng):
    """on any data no attribute is asked twice on a path, and errors remain only where equal rows disagree"""
    X, y = random_data(rng, labels=3)
    tree = leaves_alone(student.learn_tree, X, y)
    groups = {}
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        groups.setdefault(tuple(x), []).append(label)
    assert errors(tree, X, y) == sum(len(g) - max(g.count(label) for label in g) for g in groups.values())
    for path, _ in paths(tree):
        assert len({attribute for attribute, _ in path}) == len(path)
    assert whole(tree) == whole(reference.learn_tree(X, y))
    order = rng.permutation(len(y))
    for criterion in CRITERIA:
        tree = student.learn_tree(X[order].tolist(), y[order].tolist(), None, criterion, 2, 0.05)
        assert whole(tree) == whole(reference.learn_tree(X, y, None, criterion, 2, 0.05))


@pytest.mark.exercise("learn_tree")
def test_tree_ties_up_to_rounding(student, rng):
    """columns that differ only in the names of their values are tied, whatever rounding makes of their scores"""
    trees = []
    for _ in range(3):
        column, y = rng.integers(0, 6, 70), rng.integers(0, 3, 70)
        column[:6], y[:3] = np.arange(6), np.arange(3)
        X = np.column_stack([rng.permutation(6)[column] for _ in range(16)])
        trees += [student.learn_tree(X, y, criterion=criterion, max_depth=1) for criterion in ("gain", "gain_ratio")]
    same_items([tree["attribute"] for tree in trees], [0] * 6, "the column of the first test")


@pytest.mark.exercise("learn_tree")
def test_tree_refuses(student):
    """no rows, wrong shapes, values outside the domain, an unknown criterion and a negative depth raise ValueError"""
    X, y = [[0, 0], [0, 1], [1, 0]], [0, 1, 1]
    refuses(
        student.learn_tree,
        given(np.zeros((0, 2)), []),
        given([0, 1, 1], y),
        given(X, [0, 1]),
        given(X, y, domains=[[0, 1], [0, 2]]),
        given(X, y, criterion="gini", max_depth=None),
        given(X, y, criterion="gini", max_depth=0),
        given(X, y, max_depth=-1),
        but_takes=given(X, y, domains=[[0, 1], [0, 1, 2]]),
    )


# predict_tree


@pytest.mark.exercise("predict_tree")
def test_predict_restaurant(student, reference, dataset):
    """the tree learned from the restaurant data is right on all its rows, also when they come as lists"""
    X, y, _ = dataset("restaurant")
    tree = restaurant_tree(reference, dataset)
    same_items(student.predict_tree(tree, X), y)
    same_items(student.predict_tree(tree, X[::-1].tolist()), y[::-1])


@pytest.mark.exercise("predict_tree")
def test_predict_any_restaurant(student, reference, dataset, rng):
    """any restaurant is answered by the leaf it comes to; a tree without counts will do if nothing is missing"""
    rows = np.column_stack([rng.choice(domain, 150) for domain in restaurant_domains()])
    rows[:, 4] = np.where(rng.random(150) < 0.6, "Full", rows[:, 4])  # where the trees go deep
    for tree in (restaurant_tree(reference, dataset), sensible_tree()):
        same_items(student.predict_tree(tree, rows), [answer(tree, row) for row in rows])


@pytest.mark.exercise("predict_tree")
def test_predict_unseen_value(student):
    """a value that has no branch is answered with the label of the node that asked for it"""
    inner = ask(1, {"p": leaf("a"), "q": leaf("b")}, label="c")
    tree = ask(0, {"x": inner, "y": leaf("d")}, label="e")
    rows = [["x", "p"], ["x", "new"], ["new", "p"], ["y", "new"]]
    same_items(student.predict_tree(tree, rows), ["a", "c", "e", "d"])
    same_items(student.predict_tree(tree, rows, missing="?"), ["a", "c", "e", "d"])


@pytest.mark.exercise("predict_tree")
def test_predict_follows_every_branch(student):
    """a missing value follows every branch, and each branch weighs as much as its share of the training examples"""
    several_small = {0: leaf("x", {"x": 5, "y": 0}), 1: leaf("y", {"x": 1, "y": 2}), 2: leaf("y", {"x": 1, "y": 2})}
    one_large = {0: leaf("x", {"x": 6, "y": 0}), 1: leaf("y", {"x": 0, "y": 1}), 2: leaf("y", {"x": 0, "y": 1})}
    mixed_leaf = {0: leaf("x", {"x": 3, "y": 2}), 1: leaf("y", {"x": 0, "y": 2}), 2: leaf("y", {"x": 0, "y": 2})}
    answers = [
        np.asarray(student.predict_tree(counted(0, branches), [[-1]], missing=-1)).tolist()
        for branches in (several_small, one_large, mixed_leaf)
    ]
    assert answers == [["y"], ["x"], ["x"]]


@pytest.mark.exercise("predict_tree")
def test_predict_missing_restaurant(student, reference, dataset):
    """with Patrons unknown 8 of the 12 restaurants are answered right, with Hungry unknown 11"""
    X, y, _ = dataset("restaurant")
    tree = restaurant_tree(reference, dataset)
    no_patrons, no_hungry = X.copy(), X.copy()
    no_patrons[:, 4] = "?"
    no_hungry[:, 3] = "?"
    without_patrons = student.predict_tree(tree, no_patrons, missing="?")
    without_hungry = student.predict_tree(tree, no_hungry, missing="?")
    same_items(without_patrons, ["Yes" if row in (3, 11) else "No" for row in range(12)])
    assert y[8] == "No"
    same_items(without_hungry, [*y[:8], "Yes", *y[9:]])


@pytest.mark.exercise("predict_tree")
def test_predict_weights_multiply(student):
    """with two missing values on a path the weights multiply"""
    inner = counted(1, {0: leaf(1, {0: 0, 1: 4}), 1: leaf(0, {0: 1, 1: 0})})
    tree = counted(0, {0: inner, 1: leaf(0, {0: 5, 1: 0})})
    same_items(student.predict_tree(tree, [[9, 9], [0, 9], [9, 0]], missing=9), [0, 1, 0])
    deeper = counted(2, {0: tree, 1: leaf(1, {0: 0, 1: 4})})
    same_items(student.predict_tree(deeper, [[9, 9, 9], [0, 9, 9]], missing=9), [1, 1])
    heavier = counted(2, {0: tree, 1: leaf(1, {0: 0, 1: 1})})
    same_items(student.predict_tree(heavier, [[9, 9, 9], [0, 9, 9]], missing=9), [0, 1])


@pytest.mark.exercise("predict_tree")
def test_predict_missing_then_unseen(student):
    """below a missing value, a part of the row that meets a value without branch votes for the label of that node"""
    inner = counted(1, {0: leaf("a", {"a": 2, "b": 0, "c": 0}), 1: leaf("b", {"a": 0, "b": 4, "c": 0})})
    tree = counted(0, {0: inner, 1: leaf("c", {"a": 0, "b": 0, "c": 5})})
    same_items(student.predict_tree(tree, [[-1, 7], [-1, 0], [-1, -1]], missing=-1), ["b", "a", "c"])


@pytest.mark.exercise("predict_tree")
def test_predict_ties(student):
    """of labels with the same total weight, up to rounding, the smallest is the answer"""
    tree = counted(0, {"u": leaf("n", {"m": 0, "n": 2}), "v": leaf("m", {"m": 2, "n": 0})})
    same_items(student.predict_tree(tree, [["?"]], missing="?"), ["m"])
    sizes = {"u": ("b", 1), "v": ("b", 2), "w": ("a", 3), "x": ("c", 2), "y": ("d", 2)}
    tree = counted(0, {value: leaf(label, {label: n}) for value, (label, n) in sizes.items()})
    same_items(student.predict_tree(tree, [["?"]], missing="?"), ["a"])


@pytest.mark.exercise("predict_tree")
def test_predict_random_trees(student, reference, rng):
    """any marker will do, also 0, wherever it stands; the tree and the rows are left as they were"""
    X, y = random_data(rng, values=3, labels=3)
    tree = reference.learn_tree(X + 1, y)
    rows = rng.integers(0, 4, size=(100, 4))
    predicted = leaves_alone(student.predict_tree, tree, rows, missing=0)
    same_items(predicted, reference.predict_tree(tree, rows, missing=0))


@pytest.mark.exercise("predict_tree")
def test_predict_shapes(student):
    """no rows give no answers, a leaf answers every row, and a single row that is not 2-D raises ValueError"""
    tree = counted(0, {0: leaf(5, {5: 1, 6: 0}), 1: leaf(6, {5: 0, 6: 3})})
    numbers(student.predict_tree(tree, np.zeros((0, 2), dtype=int)), 0)
    same_items(student.predict_tree(leaf(5), [[1, 2], [3, 4], [5, 6]]), [5, 5, 5])
    refuses(student.predict_tree, given(tree, [0, 1]), but_takes=given(tree, [[0, 1]]))


# tree_to_dnf


@pytest.mark.exercise("tree_to_dnf")
def test_dnf_restaurant(student, reference, dataset):
    """the restaurant tree says Yes on three paths and No on five, listed in the order of the branches"""
    tree = restaurant_tree(reference, dataset)
    yes, no = student.tree_to_dnf(tree, "Yes"), student.tree_to_dnf(tree, "No")
    full = {4: "Full", 3: "Yes"}
    assert list(yes) == [{4: "Some"}, {**full, 8: "Thai", 2: "Yes"}, {**full, 8: "Burger"}]
    french, italian, thai = {**full, 8: "French"}, {**full, 8: "Italian"}, {**full, 8: "Thai", 2: "No"}
    assert list(no) == [{4: "None"}, {4: "Full", 3: "No"}, french, italian, thai]


@pytest.mark.exercise("tree_to_dnf")
def test_dnf_covers_every_input(student):
    """the paths of all labels together cover each of the 9,216 possible restaurants exactly once"""
    sizes = [len(domain) for domain in restaurant_domains()]
    found = [student.tree_to_dnf(sensible_tree(), label) for label in ("Yes", "No", "Maybe")]
    covered = [sum(math.prod(sizes) // math.prod(sizes[j] for j in path) for path in dnf) for dnf in found]
    assert [len(dnf) for dnf in found] == [8, 5, 0]
    assert covered == [4992, 9216 - 4992, 0]


@pytest.mark.exercise("tree_to_dnf")
def test_dnf_boolean_functions(student, reference):
    """three-bit parity has four paths of three tests each; the majority of three bits has three, one of them shorter"""
    parity = reference.learn_tree(cube(3), cube(3).sum(axis=1) % 2 == 0)
    majority = reference.learn_tree(cube(3), cube(3).sum(axis=1) >= 2)
    paths_of_parity, paths_of_majority = student.tree_to_dnf(parity, True), student.tree_to_dnf(majority, True)
    even = [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert list(paths_of_parity) == [dict(enumerate(bits)) for bits in even]
    assert list(paths_of_majority) == [{0: 0, 1: 1, 2: 1}, {0: 1, 1: 0, 2: 1}, {0: 1, 1: 1}]


@pytest.mark.exercise("tree_to_dnf")
def test_dnf_of_one_leaf(student):
    """a tree that is one leaf is always true for its own label, [{}], and never for another, []"""
    assert list(student.tree_to_dnf(leaf("Yes"), "Yes")) == [{}]
    assert list(student.tree_to_dnf(leaf("Yes"), "No")) == []
    assert list(student.tree_to_dnf(leaf(0, {0: 3, 1: 1}), 0)) == [{}]


@pytest.mark.exercise("tree_to_dnf")
def test_dnf_reads_leaves_only(student):
    """the label of a test node is not an answer: only leaves count"""
    inner = ask(2, {"p": leaf("b"), "q": leaf("a")}, label="c")
    tree = ask(5, {"x": leaf("a"), "y": inner}, label="c")
    assert [list(student.tree_to_dnf(tree, label)) for label in "abc"] == [
        [{5: "x"}, {5: "y", 2: "q"}],
        [{5: "y", 2: "p"}],
        [],
    ]


@pytest.mark.exercise("tree_to_dnf")
def test_dnf_says_what_the_tree_says(student, reference, rng):
    """on any tree, exactly one path is true of a row, and it belongs to the label that the tree answers"""
    X, y = random_data(rng, labels=3)
    tree = reference.learn_tree(X, y)
    dnf = {label: leaves_alone(student.tree_to_dnf, tree, label) for label in (0, 1, 2)}
    for x in X:
        true = [label for label in dnf for path in dnf[label] if all(x[j] == value for j, value in path.items())]
        assert true == [answer(tree, x)]
    assert sum(len(found) for found in dnf.values()) == len(leaves(tree))


# chi_squared_deviation


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_restaurant(student, reference, dataset):
    """of the restaurant's attributes only Patrons deviates significantly at the 5 % level, and none at 1 %"""
    X, y, _ = dataset("restaurant")
    tables = [
        [[((column == value) & (y == label)).sum() for label in ("No", "Yes")] for value in domain]
        for column, domain in zip(X.T, restaurant_domains(), strict=True)
    ]
    found = [listed_parts(student.chi_squared_deviation(np.array(table)), 2) for table in tables]
    expected = [0, 0, 12 / 35, 108 / 35, 20 / 3, 52 / 21, 12 / 35, 12 / 35, 0, 8 / 3]
    same([deviation for deviation, _ in found], expected)
    same_items([freedom for _, freedom in found], [1, 1, 1, 1, 2, 2, 1, 1, 3, 3])
    significant = [[d >= table[f] for d, f in found] for table in (reference.CHI2_5_PERCENT, reference.CHI2_1_PERCENT)]
    assert [np.nonzero(passed)[0].tolist() for passed in significant] == [[4], []]


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_three_labels(student):
    """every cell of the table contributes, squared and divided by its expected count"""
    same_deviation(student.chi_squared_deviation([[10, 0, 5], [2, 8, 5]]), 40 / 3, 2)
    same_deviation(student.chi_squared_deviation(np.array([[1, 2], [3, 4], [5, 0]])), 320 / 63, 2)


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_empty_rows_and_columns(student):
    """an empty row or column adds nothing to the deviation, but it counts for the degrees of freedom"""
    same_deviation(student.chi_squared_deviation([[10, 0, 5], [2, 8, 5], [0, 0, 0]]), 40 / 3, 4)
    same_deviation(student.chi_squared_deviation([[2, 0, 0], [0, 0, 2]]), 4.0, 2)
    same_deviation(student.chi_squared_deviation(np.zeros((3, 2), dtype=int)), 0, 2)


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_no_freedom(student):
    """a table with a single row or a single column has deviation 0 and no degrees of freedom"""
    same_deviation(student.chi_squared_deviation([[3, 4, 5]]), 0, 0)
    same_deviation(student.chi_squared_deviation([[3], [4]]), 0, 0)


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_symmetries(student, rng):
    """the deviation is the same for the transposed or rearranged table, and m times as large for m times the counts"""
    table = rng.integers(1, 20, size=(4, 3))
    table[0] = [20, 1, 1]
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    deviation = ((table - expected) ** 2 / expected).sum()
    same_deviation(leaves_alone(student.chi_squared_deviation, table), deviation, 6)
    same_for_all_kinds(student.chi_squared_deviation, table, expected=(deviation, 6))
    others = table.T, table[rng.permutation(4)][:, rng.permutation(3)], 5 * table
    found = [listed_parts(student.chi_squared_deviation(other), 2) for other in others]
    same([d for d, _ in found], [deviation, deviation, 5 * deviation])
    same_items([f for _, f in found], [6, 6, 6])


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_extremes(student, rng):
    """rows in equal proportions deviate by 0; values that determine the label deviate by n times (labels - 1)"""
    proportions, sizes = rng.integers(1, 6, size=3), rng.integers(1, 6, size=4)
    same_deviation(student.chi_squared_deviation(np.outer(sizes, proportions)), 0, 6, abs=1e-5)
    same_deviation(student.chi_squared_deviation(np.diag(sizes)), 3 * sizes.sum(), 9)


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_refuses(student):
    """a single row of counts that is not 2-D, or a negative count, raises ValueError"""
    refuses(
        student.chi_squared_deviation,
        given([3, 4]),
        given(np.ones((2, 2, 2))),
        given([[3, 4], [-1, 5]]),
        but_takes=given([[3, 4], [1, 5]]),
    )


# prune_tree


@pytest.mark.exercise("prune_tree")
def test_prune_by_significance(student, reference, dataset):
    """at the 5 % level only the first test of the restaurant and of the course tree survives; Patrons goes at 1 %"""
    tree = restaurant_tree(reference, dataset)
    five = student.prune_tree(tree, reference.CHI2_5_PERCENT)
    one = student.prune_tree(tree, reference.CHI2_1_PERCENT)
    assert shape(five) == (4, [("None", "No"), ("Some", "Yes"), ("Full", "No")])
    assert whole(five["branches"]["Full"]) == ("No", {"No": 4, "Yes": 2})
    assert whole(one) == ("No", {"No": 6, "Yes": 6})
    X, ratings, _ = dataset("course_ratings")
    courses = student.prune_tree(reference.learn_tree(X, liked(ratings)), critical=reference.CHI2_5_PERCENT)
    assert shape(courses) == (2, [(0, 1), (1, -1)])
    assert whole(courses["branches"][1]) == (-1, {-1: 8, 1: 2})


@pytest.mark.exercise("prune_tree")
def test_prune_by_gain(student, reference, dataset):
    """with min_gain the lowest tests that gain less go, and a node whose branches have become leaves is judged again"""
    X, ratings, _ = dataset("course_ratings")
    tree = reference.learn_tree(X, liked(ratings))
    found = [student.prune_tree(tree, min_gain=bits) for bits in (0.01, 0.3, 0.4, 0.7)]

    def systems(thy_no):
        return 2, [(0, 1), (1, (1, [(0, -1), (1, (3, [(0, thy_no), (1, 1)]))]))]

    easy = (0, [(0, -1), (1, -1)])
    assert [shape(pruned) for pruned in found] == [systems(easy), systems(-1), (2, [(0, 1), (1, -1)]), 1]
    tree = restaurant_tree(reference, dataset)
    assert whole(student.prune_tree(tree, min_gain=0.3)) == whole(tree)


@pytest.mark.exercise("prune_tree")
def test_prune_xor(student, reference):
    """with every row of XOR twice the lower tests are significant, so the root, which gains nothing, stays as well"""
    y = np.array([0, 1, 1, 0])
    once, twice = reference.learn_tree(cube(2), y), reference.learn_tree(np.repeat(cube(2), 2, axis=0), np.repeat(y, 2))
    kept, cut = [student.prune_tree(tree, reference.CHI2_5_PERCENT) for tree in (twice, once)]
    by_gain = student.prune_tree(once, min_gain=0.5)
    assert whole(kept) == whole(twice)
    assert whole(cut) == (0, {0: 2, 1: 2})
    assert whole(by_gain) == whole(once)


@pytest.mark.exercise("prune_tree")
def test_prune_leaves_upper_tests_alone(student):
    """a node with a test below it is not judged, so its degrees of freedom need no critical value"""
    strong = counted(2, {0: leaf("a", {"a": 9, "b": 0}), 1: leaf("b", {"a": 0, "b": 9})})
    many = counted(1, {0: strong, **{value: leaf("a", {"a": 1, "b": 1}) for value in range(1, 6)}})
    tree = counted(0, {0: many, 1: leaf("a", {"a": 2, "b": 2})})
    two_levels = counted(0, {0: strong, 1: strong})
    low = student.prune_tree(two_levels, {1: 3.84})
    high = student.prune_tree(tree, {1: 3.84})
    assert whole(low) == whole(two_levels)
    assert whole(high) == whole(tree)


@pytest.mark.exercise("prune_tree")
def test_prune_new_leaf(student):
    """a node that becomes a leaf keeps its own majority label and counts, whatever its branches answer"""
    big, small = leaf("b", {"a": 0, "b": 5}), leaf("a", {"a": 1, "b": 0})
    tree = counted(3, {"x": big, "y": small, "z": leaf("a", {"a": 1, "b": 0})})
    pruned = student.prune_tree(tree, {2: 100.0})
    assert "attribute" not in pruned and "branches" not in pruned
    assert whole(pruned) == ("b", {"a": 2, "b": 5})
    assert whole(student.prune_tree(tree, min_gain=0.9)) == ("b", {"a": 2, "b": 5})


@pytest.mark.exercise("prune_tree")
def test_prune_limits(student):
    """a deviation that equals the critical value, and a gain that equals min_gain, keep the test"""
    tree = counted(0, {0: leaf("a", {"a": 2, "b": 0}), 1: leaf("b", {"a": 0, "b": 2})})
    assert whole(student.prune_tree(tree, {1: 4.0}, 1.0)) == whole(tree)
    assert whole(student.prune_tree(tree, {1: 4.001}, 1.0)) == ("a", {"a": 2, "b": 2})
    assert whole(student.prune_tree(tree, {1: 4.0}, 1.001)) == ("a", {"a": 2, "b": 2})


@pytest.mark.exercise("prune_tree")
def test_prune_table_has_every_label(student):
    """a label that does not occur at a node is still a column of its table, and counts for the degrees of freedom"""
    tree = counted(0, {0: leaf("a", {"a": 3, "b": 0, "c": 0}), 1: leaf("b", {"a": 0, "b": 3, "c": 0})})
    assert whole(student.prune_tree(tree, {1: 0.0, 2: 6.5})) == ("a", {"a": 3, "b": 3, "c": 0})
    assert whole(student.prune_tree(tree, {1: 99.0, 2: 5.5})) == whole(tree)


@pytest.mark.exercise("prune_tree")
def test_prune_degrees_of_freedom(student):
    """a test with one branch always goes if `critical` is given; a missing critical value raises ValueError"""
    lonely = counted(0, {0: leaf("a", {"a": 3, "b": 1})})
    assert whole(student.prune_tree(lonely, {})) == ("a", {"a": 3, "b": 1})
    assert whole(student.prune_tree(lonely)) == whole(lonely)
    tree = counted(1, {v: leaf("a", {"a": 1, "b": 1}) for v in "xyz"})
    pair = counted(0, {v: leaf("a", {"a": 1, "b": 1}) for v in "xy"})
    refuses(
        student.prune_tree,
        given(tree, {1: 3.84, 3: 7.81}),
        given(tree, {1: 3.84}, min_gain=0.5),
        given(pair, {2: 5.99}),
        but_takes=given(pair, {1: 3.84}),
    )


@pytest.mark.exercise("prune_tree")
def test_prune_counts_empty_branches(student):
    """a branch without examples is still a row of the table, and counts for the degrees of freedom"""
    both = {0: leaf("a", {"a": 3, "b": 0}), 1: leaf("b", {"a": 0, "b": 3})}
    tree = counted(0, {**both, 2: leaf("a", {"a": 0, "b": 0})})
    small = counted(0, both)
    cases = (tree, {1: 0.0, 2: 6.5}), (tree, {1: 99.0, 2: 5.5}), (small, {1: 5.5, 2: 99.0})
    cut, kept, small_kept = [student.prune_tree(*case) for case in cases]
    assert whole(cut) == ("a", {"a": 3, "b": 3})
    assert whole(kept) == whole(tree)
    assert whole(small_kept) == whole(small)


@pytest.mark.exercise("prune_tree")
def test_prune_leaves_its_input(student, reference, dataset):
    """pruning returns a new tree and leaves the given one as it was"""
    trees = [
        restaurant_tree(reference, dataset),
        reference.learn_tree(np.repeat(cube(2), 2, axis=0), [0, 0, 1, 1, 1, 1, 0, 0]),
        counted(0, {"x": leaf("b", {"a": 0, "b": 3}), **{v: leaf("a", {"a": 1, "b": 0}) for v in "yz"}}),
    ]
    pruned = [leaves_alone(student.prune_tree, tree, {1: 3.84, 2: 5.99, 3: 7.81}) for tree in trees]
    assert [len(leaves(tree)) for tree in pruned] == [3, 4, 1]
    assert pruned[2]["label"] == "b"


@pytest.mark.exercise("prune_tree")
def test_prune_random_trees(student, reference, rng):
    """pruning a pruned tree changes nothing; without critical values and min_gain a tree stays as it is"""
    X, y = random_data(rng, n=60)
    tree = reference.learn_tree(X, y)
    assert whole(student.prune_tree(tree)) == whole(tree)
    for critical, bits in ((reference.CHI2_5_PERCENT, 0.0), (None, 0.237), (reference.CHI2_1_PERCENT, 0.523)):
        pruned = student.prune_tree(tree, critical, bits)
        assert whole(pruned) == whole(reference.prune_tree(tree, critical, bits))
        assert whole(student.prune_tree(pruned, critical, bits)) == whole(pruned)


# best_threshold


@pytest.mark.exercise("best_threshold")
def test_threshold_heights(student):
    """the threshold is the midpoint between two neighbouring values, the gain is in bits, and x may come unsorted"""
    x, y = [120, 150, 155, 160, 165, 170, 180, 200], [0, 0, 0, 0, 1, 1, 0, 1]
    mixed = [5, 2, 7, 0, 3, 6, 1, 4]
    same(student.best_threshold(x, y), (162.5, 0.548795))
    same(student.best_threshold([x[i] for i in mixed], [y[i] for i in mixed]), (162.5, 0.548795))


@pytest.mark.exercise("best_threshold")
def test_threshold_iris(student, dataset):
    """columns with many equal values are cut between different values only, for any number of labels"""
    X, y, _ = dataset("iris")
    found = [listed_parts(student.best_threshold(column, y), 2) for column in X.T]
    same([t for t, _ in found], [5.55, 3.35, 2.45, 0.8])
    same([gain for _, gain in found], [0.557233, 0.283126, 0.918296, 0.918296])
    X, y, _ = dataset("breast_cancer")
    same(student.best_threshold(X[:, 22], y), (105.95, 0.561987))


@pytest.mark.exercise("best_threshold")
def test_threshold_squared(student, dataset):
    """for "squared" the gain is the drop in the sum of squares, not in the variance, in any unit of the target"""
    X, prices, _ = dataset("houses")
    x = np.arange(10)
    same(student.best_threshold(X[:, 0], prices, "squared"), (2700, 34362.05))
    same(student.best_threshold(x, np.where(x < 5, x, 100 - 2 * x), criterion="squared"), (4.5, 17640))
    x, y = np.arange(8), np.array([3, 0, 1, 0, 7, 8, 7, 9])
    same(student.best_threshold(x, y, "squared"), (3.5, 91.125))
    same(student.best_threshold(x, y * 1e-6, "squared"), (3.5, 91.125e-12), abs=1e-16)
    same(student.best_threshold(x, y * 1e6 / 7, "squared"), (3.5, 91.125e12 / 49))
    same(student.best_threshold(x, y + 100_000, "squared"), (3.5, 91.125), rel=1e-3)


@pytest.mark.exercise("best_threshold")
def test_threshold_ties(student):
    """of equally good thresholds the lowest is taken, and a gain of zero is still an answer"""
    same(student.best_threshold([0, 0, 1, 1], [0, 1, 0, 1]), (0.5, 0))
    same(student.best_threshold([3, 1, 2], ["b", "b", "a"]), (1.5, 0.251629))
    same(student.best_threshold([1, 2, 3, 4], [7, 7, 7, 7]), (1.5, 0))
    same(student.best_threshold([3, 1, 2], [0, 0, 6], "squared"), (1.5, 6))
    same(student.best_threshold([1, 2, 3, 4], [7, 7, 7, 7], "squared"), (1.5, 0))


@pytest.mark.exercise("best_threshold")
def test_threshold_ties_up_to_rounding(student, rng):
    """gains that differ by rounding only are tied: data that read the same from both ends are cut at the lower place"""
    half = rng.integers(0, 50, 30)
    half[:2] = 0, 61
    mirrored = np.concatenate([half, half[::-1]])
    for y, criterion in ((mirrored / 7, "squared"), (mirrored * 1e6 / 7, "squared"), (mirrored % 3, "entropy")):
        found = [listed_parts(student.best_threshold(x, y, criterion), 2) for x in (np.arange(60), np.arange(60)[::-1])]
        same(found[0], found[1])
        assert found[0][0] < 29.6


@pytest.mark.exercise("best_threshold")
def test_threshold_without_candidates(student):
    """if no threshold leaves min_leaf examples on each side the answer is (None, 0.0)"""
    calls = [([4], [1], "entropy", 1), ([2, 2, 2], [0, 1, 1], "entropy", 1), ([2, 2], [0, 9], "squared", 1)]
    calls += [([1, 2, 3], [0, 1, 1], "entropy", 2), ([1, 2, 2, 2], [0, 5, 5, 5], "squared", 2)]
    for x, y, criterion, min_leaf in calls:
        threshold, gain = listed_parts(student.best_threshold(x, y, criterion, min_leaf), 2)
        assert threshold is None
        same(gain, 0)


@pytest.mark.exercise("best_threshold")
def test_threshold_min_leaf(student):
    """thresholds that leave fewer than min_leaf examples on one side are not considered, however good"""
    x, y = np.arange(8), np.array([1, 0, 0, 0, 0, 0, 1, 1])
    found = [listed_parts(student.best_threshold(x, y, min_leaf=k), 2) for k in (1, 2, 3, 4)]
    same([t for t, _ in found], [5.5, 5.5, 4.5, 3.5])
    same([gain for _, gain in found], [0.466917, 0.466917, 0.158868, 0.048795])
    same(student.best_threshold(x, [90, 0, 0, 0, 1, 1, 1, 1], "squared", 3), (2.5, 1598.7))


@pytest.mark.exercise("best_threshold")
def test_threshold_random(student, reference, rng):
    """the gain is the information gain of the question "x > t", and no other midpoint has a larger one"""
    x, y = rng.integers(0, 12, 50), rng.integers(0, 3, 50)
    x[:2], y[:2] = (0, 11), (0, 1)
    found = leaves_alone(student.best_threshold, x, y)
    values = np.unique(x)
    gains = {t: reference.information_gain(x > t, y) for t in (values[1:] + values[:-1]) / 2}
    best = min(t for t, gain in gains.items() if gain >= max(gains.values()) - 1e-9)
    same(found, (best, gains[best]))
    same_for_all_kinds(student.best_threshold, x, y, expected=(best, gains[best]))


@pytest.mark.exercise("best_threshold")
def test_threshold_between_neighbouring_floats(student):
    """no float lies between two neighbours, so the lower one is the threshold and still separates them"""
    for lower in (0.3, 1 + 2**-52, 1.0, -2.5):
        x = np.array([lower - 1, lower, np.nextafter(lower, np.inf)])
        for criterion in ("entropy", "squared"):
            threshold, gain = listed_parts(student.best_threshold(x, [0, 0, 1], criterion), 2)
            assert threshold is not None, "there is a threshold, but None was returned"
            assert (x > threshold).tolist() == [False, False, True], f"x > {threshold!r} separates something else"
            same(gain, 0.918296 if criterion == "entropy" else 2 / 3)


@pytest.mark.exercise("best_threshold")
def test_min_leaf_counts_examples(student):
    """min_leaf counts the examples on a side, not the different values that they have"""
    x = np.array([2, 1, 1, 2, 1, 2])
    same(student.best_threshold(x, x == 1, "entropy", 3), (1.5, 1))
    same(student.best_threshold(x, 6 * x, "squared", 2), (1.5, 54))
    x = np.array([1, 2, 3, 4, 5, 5, 5])
    same(student.best_threshold(x, [0, 0, 9, 9, 9, 9, 9], "squared", 3), (3.5, 810 / 7 - 54))


@pytest.mark.exercise("best_threshold")
def test_threshold_random_squares(student, rng):
    """for "squared" no other midpoint with min_leaf examples on both sides takes more from the sum of squares"""
    x, y = rng.integers(0, 15, 40) / 4, rng.integers(-20, 80, 40)
    x[:10], x[10:20] = 0, 3.5
    y[:2] = -20, 80

    def squares(part):
        return ((part - part.mean()) ** 2).sum()

    for min_leaf in (1, 8):
        found = student.best_threshold(x, y, "squared", min_leaf)
        middles = (np.unique(x)[1:] + np.unique(x)[:-1]) / 2
        fair = [t for t in middles if min((x > t).sum(), (x <= t).sum()) >= min_leaf]
        gains = {t: squares(y) - squares(y[x <= t]) - squares(y[x > t]) for t in fair}
        best = min(t for t, gain in gains.items() if gain >= max(gains.values()) - 1e-9 * squares(y))
        same(found, (best, gains[best]))


@pytest.mark.exercise("best_threshold")
def test_threshold_refuses(student):
    """no examples, different lengths, an unknown criterion, or min_leaf below 1 raise ValueError"""
    for criterion in ("entropy", "squared"):
        refuses(
            student.best_threshold,
            given([], [], criterion),
            given([1, 2, 3], [0, 1], criterion),
            given([1, 2], [0, 1], criterion, 0),
            given([1, 2], [0, 1], "gini"),
            but_takes=given([1, 2], [0, 1], criterion, 1),
        )


# ThresholdTree


def numeric_leaves(node):
    """The values of the leaves of a tree_, from left to right."""
    return [node["value"]] if "value" in node else numeric_leaves(node["left"]) + numeric_leaves(node["right"])


def numeric_tests(node):
    """The (feature, threshold) pairs of a tree_, a node before those below it."""
    if "value" in node:
        return []
    return [(node["feature"], node["threshold"]), *numeric_tests(node["left"]), *numeric_tests(node["right"])]


def same_tests(node, expected):
    """These (feature, threshold) pairs, a node before those below it."""
    tests = numeric_tests(node)
    same_items([feature for feature, _ in tests], [feature for feature, _ in expected], "the features in order")
    same([threshold for _, threshold in tests], [threshold for _, threshold in expected], name="the thresholds")


def boxes(node, X, rows):
    """The row numbers that each leaf of a tree_ receives."""
    if "value" in node:
        return [rows]
    right = X[rows, node["feature"]] > node["threshold"]
    return boxes(node["left"], X, rows[~right]) + boxes(node["right"], X, rows[right])


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_iris(student, dataset):
    """on iris petal length > 2.45 is asked first, then petal width > 1.75, and columns again until no error is left"""
    X, y, _ = dataset("iris")
    models = [student.ThresholdTree(k).fit(X, y) for k in (0, 2, None)]
    same_tests(models[1].tree_, [(2, 2.45), (3, 1.75)])
    assert numeric_leaves(models[1].tree_) == [0, 1, 2]
    same_items([(numbers(model.predict(X), 150) != y).sum() for model in models], [100, 6, 0], "the numbers of errors")
    assert len(numeric_leaves(models[-1].tree_)) == 9
    half = student.ThresholdTree(2).fit(X[::2], y[::2])
    same_items((numbers(half.predict(X[1::2]), 75) != y[1::2]).sum(), 4, "the number of errors")


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_breast_cancer(student, dataset):
    """on the breast cancer data the first test is at 105.95, and two levels of tests leave 45 errors"""
    X, y, _ = dataset("breast_cancer")
    X = X[:, [22, 27]]  # all that the tree on the 30 columns asks for, so that slow scans do as well
    tree = student.ThresholdTree(max_depth=2).fit(X, y)
    same_tests(tree.tree_, [(0, 105.95), (1, 0.13505), (0, 117.45)])
    same_items((numbers(tree.predict(X), len(y)) != y).sum(), 45, "the number of errors")


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_diabetes(student, dataset):
    """a regression tree starts at the variance if its leaves are means, at linear regression if they are planes"""
    X, y, _ = dataset("diabetes")
    asked = X[:, [2, 8]]  # the only columns for which two levels of tests ask
    expected = [("mean", asked, 0, 5929.8849), ("mean", asked, 2, 3360.0501)]
    expected += [("linear", X, 0, 2859.6963), ("linear", X, 1, 2668.3315)]
    for kind, columns, max_depth, squares in expected:
        model = student.ThresholdTree(max_depth, 20, kind).fit(columns, y)
        same(((numbers(model.predict(columns), len(y)) - y) ** 2).mean(), squares, name="the mean squared error")


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_two_pieces(student):
    """a function of two straight pieces is fitted exactly by one test and a plane of its own for each leaf"""
    x = np.arange(10)
    y = np.where(x < 5, x, 100 - 2 * x)
    model = student.ThresholdTree(max_depth=1, leaf="linear").fit(x[:, None], y)
    left, right = numeric_leaves(model.tree_)
    same(left, [0, 1], abs=1e-4)
    same(right, [100, -2], abs=1e-3)
    same(model.predict([[4.5], [4.6], [20.0]]), [4.5, 90.8, 60.0], abs=1e-3)


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_xor(student):
    """the corners of XOR are separated at depth two, although no first threshold gains anything"""
    X, y = cube(2), np.array([0, 1, 1, 0])
    model = student.ThresholdTree().fit(X, y)
    same_tests(model.tree_, [(0, 0.5), (1, 0.5), (1, 0.5)])
    same_items(model.predict(X), [0, 1, 1, 0])
    number = student.ThresholdTree(leaf="mean").fit(X.tolist(), [5, 8, 8, 5])
    same(number.predict(X), [5, 8, 8, 5])


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_on_the_threshold(student):
    """a value that equals the threshold goes left, because the question is x > threshold"""
    X = np.array([[0], [1], [2], [3]])
    labels = student.ThresholdTree().fit(X, ["a", "a", "b", "b"])
    means = student.ThresholdTree(leaf="mean").fit(X, [1, 1, 4, 4])
    same_items(labels.predict([[1.5], [1.500001], [1.499999]]), ["a", "b", "a"])
    same(means.predict([[1.5], [1.500001], [1.499999]]), [1, 4, 1])


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_leaves(student, dataset):
    """a leaf holds the majority label (the smallest on ties), the mean, or the least squares plane of smallest norm"""
    X, prices, _ = dataset("houses")
    means = student.ThresholdTree(max_depth=2, leaf="mean").fit(X[:, :1], prices)
    same(means.predict(X[:, :1]), [1099 / 3, 1099 / 3, 1099 / 3, 232, 540])
    line = student.ThresholdTree(max_depth=0, leaf="linear").fit(X[:, :1], prices)
    same(line.tree_["value"], [26.789881, 0.165119])
    same(line.predict([[0], [1000]]), [26.789881, 191.908758])
    few = student.ThresholdTree(max_depth=0, leaf="linear").fit([[1, 2], [3, 5]], [1, 2])
    same(few.tree_["value"], [5 / 14, 1 / 14, 2 / 7], abs=1e-4)
    equal = [[2, 0], [2, 0], [2, 0], [2, 0]]
    assert numeric_leaves(student.ThresholdTree().fit(equal, ["b", "a", "b", "a"]).tree_) == ["a"]
    assert numeric_leaves(student.ThresholdTree().fit(equal, ["b", "a", "b", "b"]).tree_) == ["b"]
    same(numeric_leaves(student.ThresholdTree(leaf="mean").fit(equal, [1, 2, 3, 6]).tree_), [3])
    assert numeric_leaves(student.ThresholdTree().fit([[1], [2], [3]], [4, 4, 4]).tree_) == [4]


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_min_leaf(student, reference, rng):
    """every leaf has at least min_leaf training examples, and new points are answered by the leaf they fall into"""
    X, new = rng.normal(size=(60, 3)), rng.normal(size=(40, 3))
    y = (X[:, 0] > 0).astype(int) + 2 * (X[:, 1] > 0.3)
    targets = rng.integers(0, 40, 60) + 30 * y
    for leaf_kind, target in (("label", y), ("mean", targets)):
        model = leaves_alone(student.ThresholdTree(min_leaf=6, leaf=leaf_kind).fit, X, target)
        assert min(len(rows) for rows in boxes(model.tree_, X, np.arange(60))) >= 6
        expected = reference.ThresholdTree(min_leaf=6, leaf=leaf_kind).fit(X, target).predict(new)
        same(model.predict(new), expected)


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_ties(student, rng):
    """of columns that split equally well, in any unit of the target, the lowest is taken; a better one always wins"""
    x = rng.permutation(20).astype(float)
    X, y = np.column_stack([x, -x, x]), rng.integers(0, 30, 20)
    y[:2] = 0, 31
    for kind, target in (("label", y % 3), ("mean", y / 7), ("mean", y * 1e6 / 7)):
        tests = numeric_tests(student.ThresholdTree(max_depth=4, leaf=kind).fit(X, target).tree_)
        assert len(tests) > 0
        assert {feature for feature, _ in tests} == {0}
    X, y = np.array([[0, 3], [1, 1], [2, 4], [3, 2]]), np.array([5, 0, 9, 1])
    for unit in (1e-6, 1.0, 1e6):
        model = student.ThresholdTree(leaf="mean").fit(X, unit * y)
        same_tests(model.tree_, [(1, 2.5), (0, 2.0), (0, 1.0)])
        same(model.predict(X), unit * y, abs=1e-12)


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_refuses(student):
    """predict before fit, an unknown kind of leaf, a negative max_depth or min_leaf below 1 raise ValueError"""
    X, y = [[0], [1]], [0, 1]
    refuses(student.ThresholdTree().predict, given(X))
    refuses(student.ThresholdTree(leaf="median").fit, given(X, y))
    refuses(student.ThresholdTree(max_depth=-1).fit, given(X, y))
    for max_depth in (None, 0):
        refuses(student.ThresholdTree(max_depth, min_leaf=0).fit, given(X, y))
    same_items(student.ThresholdTree().fit(X, y).predict(X), y)


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_of_neighbouring_floats(student):
    """0.3, .1 + .2 and .7 - .4 are neighbouring floats with different labels, and the tree ends and tells them apart"""
    X = np.array([[0.3], [0.1 + 0.2], [0.7 - 0.4], [0.4]])
    for y in ([0, 1, 0, 2], [1, 0, 1, 5], [4, 3, 5, 4]):
        for kind in ("label", "mean"):
            same(student.ThresholdTree(leaf=kind).fit(X, y).predict(X), y)
