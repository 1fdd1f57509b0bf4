"""Public checks of decision trees: small examples that you can follow by hand. Hidden checks go further."""

import numpy as np
import pytest


def close(expected):
    return pytest.approx(expected, rel=1e-5, abs=1e-6)


def a_pair(answer):
    """The two parts of an answer."""
    assert isinstance(answer, tuple | list) and len(answer) == 2, f"expected a pair, but it returned {answer!r}"
    return answer


def a_tree(answer):
    """A tree that asks a question."""
    assert isinstance(answer, dict) and "attribute" in answer, f"expected a test node, but it returned {answer!r}"
    return answer


def a_row(answer, length):
    """The entries of an answer of shape (length,)."""
    assert np.shape(answer) == (length,), f"expected shape ({length},), but it returned {answer!r}"
    return list(answer)


def asked(attribute, branches):
    """A test node whose counts are those of its branches, and whose label is the most frequent one."""
    tables = [node["counts"] for node in branches.values()]
    counts = {label: sum(table[label] for table in tables) for label in sorted(tables[0])}
    return {"label": max(counts, key=counts.get), "counts": counts, "attribute": attribute, "branches": branches}


def leaf(label, **counts):
    return {"label": label, "counts": counts}


def weather_tree():
    """Wind on column 0; if it is strong, rain on column 1. Eight training examples."""
    rain = {
        "label": "stay",
        "counts": {"go": 1, "stay": 3},
        "attribute": 1,
        "branches": {
            "dry": {"label": "go", "counts": {"go": 1, "stay": 0}},
            "wet": {"label": "stay", "counts": {"go": 0, "stay": 3}},
        },
    }
    calm = {"label": "go", "counts": {"go": 4, "stay": 0}}
    return {
        "label": "go",
        "counts": {"go": 5, "stay": 3},
        "attribute": 0,
        "branches": {"calm": calm, "strong": rain},
    }


# entropy


@pytest.mark.exercise("entropy")
def test_entropy_of_coins(student):
    """a fair coin has 1 bit of entropy, a coin with two heads has none"""
    assert student.entropy(np.array([0.5, 0.5])) == close(1)
    assert student.entropy(np.array([1.0, 0.0])) == close(0)


@pytest.mark.exercise("entropy")
def test_entropy_of_three_outcomes(student):
    """outcomes of 1/2, 1/4, 1/4 carry 1, 2 and 2 bits, which is 1.5 on average"""
    assert student.entropy([0.5, 0.25, 0.25]) == close(1.5)


@pytest.mark.exercise("entropy")
def test_entropy_wants_probabilities(student):
    """counts are no probabilities: they raise ValueError"""
    with pytest.raises(ValueError):
        student.entropy([2, 2])


# information_gain


@pytest.mark.exercise("information_gain")
def test_gain_of_a_perfect_question(student):
    """an attribute that tells the label gains all the entropy there is; one that says nothing gains 0"""
    labels = ["yes", "yes", "no", "no"]
    assert student.information_gain(["a", "a", "b", "b"], labels) == close(1)
    assert student.information_gain(["a", "b", "a", "b"], labels) == close(0)


@pytest.mark.exercise("information_gain")
def test_gain_weights_the_branches(student):
    """three quarters of the examples keep 0.918 bits each, one quarter none: the gain is 1 - 3/4 * 0.918 = 0.311"""
    assert student.information_gain([1, 1, 1, 2], [0, 0, 1, 1]) == close(1 - 0.75 * 0.9182958)


@pytest.mark.exercise("information_gain")
def test_gain_of_restaurant_columns(student, dataset):
    """in the restaurant data Patrons gains 0.541 bits and Type nothing"""
    X, y, names = dataset("restaurant")
    assert student.information_gain(X[:, names.index("Patrons")], y) == pytest.approx(0.541, abs=5e-4)
    assert student.information_gain(X[:, names.index("Type")], y) == close(0)


@pytest.mark.exercise("information_gain")
def test_gain_with_three_labels(student):
    """an attribute that tells three equally frequent labels apart gains log2 3 bits"""
    assert student.information_gain([7, 7, 2, 2, 5, 5], ["a", "a", "b", "b", "c", "c"]) == close(1.5849625)


# attribute_score


@pytest.mark.exercise("attribute_score")
def test_score_by_gain_and_ratio(student):
    """four different values have 2 bits of split information, so the ratio of a gain of 1 bit is 1/2"""
    values, labels = ["a", "b", "c", "d"], [0, 0, 1, 1]
    assert student.attribute_score(values, labels) == close(1)
    assert student.attribute_score(values, labels, "gain_ratio") == close(0.5)


@pytest.mark.exercise("attribute_score")
def test_ratio_of_a_constant(student):
    """an attribute that tells two labels apart has the gain ratio 1 bit / 1 bit; one that is always "a" has 0"""
    assert student.attribute_score(["a", "b", "b", "a"], [0, 1, 1, 0], "gain_ratio") == close(1)
    assert student.attribute_score(["a", "a", "a"], [0, 1, 1], "gain_ratio") == close(0)


@pytest.mark.exercise("attribute_score")
def test_ratio_with_unknown_values(student):
    """four of five values are known, and have one bit of split information: the ratio is 4/5 of 1 / 1"""
    values, labels = ["a", "a", "b", "b", "?"], [0, 0, 1, 1, 1]
    assert student.attribute_score(values, labels, "gain_ratio", missing="?") == close(0.8)


@pytest.mark.exercise("attribute_score")
def test_score_by_majority(student):
    """the branch a gets 2 of 3 right, the branch b 1 of 2: a score of 3"""
    assert student.attribute_score(["a", "a", "a", "b", "b"], [1, 1, 0, 0, 1], "majority") == close(3)


@pytest.mark.exercise("attribute_score")
def test_score_with_unknown_values(student):
    """four of five values are known and tell the label: the gain of 1 bit is multiplied by 4/5"""
    values, labels = ["a", "a", "b", "b", "?"], [0, 0, 1, 1, 1]
    assert student.attribute_score(values, labels, "gain", missing="?") == close(0.8)
    assert student.attribute_score(values, labels, "majority", missing="?") == close(4)


# learn_tree


@pytest.mark.exercise("learn_tree")
def test_tree_with_one_test(student):
    """column 1 tells the label and column 0 does not, so one test on column 1 is enough"""
    X = np.array([["a", "x"], ["b", "x"], ["a", "y"], ["b", "y"]])
    tree = a_tree(student.learn_tree(X, np.array([0, 0, 1, 1])))
    assert tree["attribute"] == 1
    assert tree["label"] == 0
    assert tree["counts"] == {0: 2, 1: 2}
    assert tree["branches"] == {"x": {"label": 0, "counts": {0: 2, 1: 0}}, "y": {"label": 1, "counts": {0: 0, 1: 2}}}


@pytest.mark.exercise("learn_tree")
def test_tree_for_xor(student):
    """XOR needs two tests on every path, although the first one gains nothing"""
    tree = a_tree(student.learn_tree(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])))
    assert tree["attribute"] == 0
    answers = [[tree["branches"][a]["branches"][b]["label"] for b in (0, 1)] for a in (0, 1)]
    assert answers == [[0, 1], [1, 0]]


@pytest.mark.exercise("learn_tree")
def test_tree_with_an_empty_branch(student):
    """where column 0 is 1, column 1 is never 2: that branch is there, and answers 1, which is its parent's majority"""
    tree = a_tree(student.learn_tree(np.array([[0, 0], [0, 2], [1, 0], [1, 0], [1, 1]]), np.array([0, 0, 1, 1, 0])))
    assert tree["attribute"] == 0
    below = tree["branches"][1]["branches"]
    assert {value: branch["label"] for value, branch in below.items()} == {0: 1, 1: 0, 2: 1}
    assert below[2] == {"label": 1, "counts": {0: 0, 1: 0}}


@pytest.mark.exercise("learn_tree")
def test_tree_for_restaurant(student, dataset):
    """the restaurant tree asks for Patrons first; with max_depth=1 nothing else, with max_depth=0 nothing at all"""
    X, y, names = dataset("restaurant")
    tree = a_tree(student.learn_tree(X, y, max_depth=1))
    assert names[tree["attribute"]] == "Patrons"
    assert [tree["branches"][value]["label"] for value in ("None", "Some", "Full")] == ["No", "Yes", "No"]
    assert "attribute" not in tree["branches"]["Full"]
    assert student.learn_tree(X, y, max_depth=0) == {"label": "No", "counts": {"No": 6, "Yes": 6}}


# predict_tree


@pytest.mark.exercise("predict_tree")
def test_predict_weather(student):
    """follow the branches of a small tree"""
    X = np.array([["calm", "wet"], ["strong", "dry"], ["strong", "wet"]])
    assert a_row(student.predict_tree(weather_tree(), X), 3) == ["go", "go", "stay"]


@pytest.mark.exercise("predict_tree")
def test_predict_new_value(student):
    """hail has no branch at the rain test, whose own label is stay"""
    assert a_row(student.predict_tree(weather_tree(), np.array([["strong", "hail"]])), 1) == ["stay"]


@pytest.mark.exercise("predict_tree")
def test_predict_unknown_wind(student):
    """4 of 8 examples were calm and 4 strong, so on a wet day go and stay tie at 1/2 and the smaller label wins"""
    X = np.array([["?", "wet"], ["?", "dry"], ["strong", "?"]])
    assert a_row(student.predict_tree(weather_tree(), X, missing="?"), 3) == ["go", "go", "stay"]


@pytest.mark.exercise("predict_tree")
def test_predict_by_shares(student):
    """parts of 5, 3, 3 of 11 vote x, y, y; parts of 5 and 4 of 9 vote y, x; parts of 11 and 6 of 17 vote y, x"""
    small = asked(0, {"p": leaf("x", x=5, y=0), "q": leaf("y", x=1, y=2), "r": leaf("y", x=1, y=2)})
    large = asked(0, {"p": leaf("y", x=2, y=3), "q": leaf("x", x=4, y=0)})
    inner = asked(1, {"s": leaf("y", x=2, y=3), "t": leaf("y", x=0, y=6)})
    deep = asked(0, {"p": inner, "q": leaf("x", x=6, y=0)})
    answers = [student.predict_tree(tree, [["?", "s"]], missing="?") for tree in (small, large, deep)]
    assert [a_row(answer, 1) for answer in answers] == [["y"], ["y"], ["y"]]


@pytest.mark.exercise("predict_tree")
def test_predict_two_unknown_values(student):
    """half the row votes y; of the other half 4/5 votes x and 1/5 votes y, so y wins by 0.6 to 0.4"""
    inner = asked(1, {"s": leaf("x", x=4, y=0), "t": leaf("y", x=0, y=1)})
    tree = asked(0, {"p": inner, "q": leaf("y", x=0, y=5)})
    assert a_row(student.predict_tree(tree, [["?", "?"], ["p", "?"]], missing="?"), 2) == ["y", "x"]


# tree_to_dnf


@pytest.mark.exercise("tree_to_dnf")
def test_dnf_of_weather(student):
    """the weather tree says go on two paths and stay on one"""
    assert student.tree_to_dnf(weather_tree(), "go") == [{0: "calm"}, {0: "strong", 1: "dry"}]
    assert student.tree_to_dnf(weather_tree(), "stay") == [{0: "strong", 1: "wet"}]


@pytest.mark.exercise("tree_to_dnf")
def test_dnf_without_tests(student):
    """a single leaf is true of everything if it has the label, and of nothing otherwise"""
    assert student.tree_to_dnf({"label": "go"}, "go") == [{}]
    assert student.tree_to_dnf({"label": "go"}, "stay") == []


# chi_squared_deviation


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_of_two_coins(student):
    """all four expected counts are 5, and each observed one is 3 away: 4 * 9 / 5 = 7.2"""
    deviation, freedom = a_pair(student.chi_squared_deviation(np.array([[8, 2], [2, 8]])))
    assert deviation == close(7.2)
    assert freedom == 1


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_of_an_irrelevant_attribute(student):
    """three values with the same proportion of labels deviate by 0, with 2 degrees of freedom"""
    deviation, freedom = a_pair(student.chi_squared_deviation([[1, 2], [2, 4], [3, 6]]))
    assert deviation == close(0)
    assert freedom == 2


@pytest.mark.exercise("chi_squared_deviation")
def test_chi2_with_an_empty_row(student):
    """a value that no example has adds nothing to the deviation of 4, but it is one of three rows"""
    deviation, freedom = a_pair(student.chi_squared_deviation([[2, 0], [0, 2], [0, 0]]))
    assert deviation == close(4)
    assert freedom == 2


# prune_tree


@pytest.mark.exercise("prune_tree")
def test_prune_weather(student):
    """the rain test deviates by 4 and stays at 5 %; at 1 % it goes, then the wind test (4.8) is judged and goes too"""
    assert student.prune_tree(weather_tree(), student.CHI2_5_PERCENT) == weather_tree()
    cut = student.prune_tree(weather_tree(), student.CHI2_1_PERCENT)
    assert cut == {"label": "go", "counts": {"go": 5, "stay": 3}}


@pytest.mark.exercise("prune_tree")
def test_prune_weather_by_gain(student):
    """the rain test gains 0.811 bits, so min_gain = 0.8 keeps it, and min_gain = 0.9 cuts both tests"""
    assert student.prune_tree(weather_tree(), min_gain=0.8) == weather_tree()
    tree = weather_tree()
    assert student.prune_tree(tree, min_gain=0.9) == {"label": "go", "counts": {"go": 5, "stay": 3}}
    assert tree == weather_tree(), "prune_tree must not change the tree it is given"


@pytest.mark.exercise("prune_tree")
def test_prune_keeps_a_weak_root_over_strong_tests(student):
    """XOR with every row twice: the lower tests deviate by 4 and stay, so the root, which gains nothing, stays too"""

    def xor():
        below = {0: leaf("n", n=2, y=0), 1: leaf("y", n=0, y=2)}, {0: leaf("y", n=0, y=2), 1: leaf("n", n=2, y=0)}
        return asked(0, {0: asked(1, below[0]), 1: asked(1, below[1])})

    assert student.prune_tree(xor(), {1: 3.84}) == xor()


@pytest.mark.exercise("prune_tree")
def test_prune_a_test_with_an_empty_branch(student):
    """with the third row [0, 0] the table has 2 degrees of freedom and its deviation 6 is too small; without it, 1"""
    two = {"p": leaf("x", x=3, y=0), "q": leaf("y", x=0, y=3)}
    three = {**two, "r": leaf("x", x=0, y=0)}
    pruned = [student.prune_tree(asked(0, branches), {1: 3.84, 2: 6.5}) for branches in (two, three)]
    assert pruned == [asked(0, two), leaf("x", x=3, y=3)]


@pytest.mark.exercise("prune_tree")
def test_prune_answers_with_the_majority(student):
    """two of three branches answer x, but five of seven examples are y, and so is the new leaf"""
    tree = asked(0, {"p": leaf("x", x=1, y=0), "q": leaf("x", x=1, y=0), "r": leaf("y", x=0, y=5)})
    assert student.prune_tree(tree, {2: 9.21}) == leaf("y", x=2, y=5)


# best_threshold


@pytest.mark.exercise("best_threshold")
def test_threshold_between_two_groups(student):
    """the labels change between 2 and 5, so the threshold is 3.5 and gains the whole bit"""
    threshold, gain = a_pair(student.best_threshold(np.array([5, 1, 6, 2]), np.array([1, 0, 1, 0])))
    assert threshold == close(3.5)
    assert gain == close(1)


@pytest.mark.exercise("best_threshold")
def test_threshold_for_numbers(student):
    """1, 3, 11, 13 have a sum of squares of 104 around their mean, and 2 + 2 after the cut: a gain of 100"""
    threshold, gain = a_pair(student.best_threshold([1, 2, 3, 4], [1, 3, 11, 13], criterion="squared"))
    assert threshold == close(2.5)
    assert gain == close(100)


@pytest.mark.exercise("best_threshold")
def test_threshold_with_two_on_each_side(student):
    """with min_leaf = 2 the threshold 1.5 is left out if it has one example on its left, and taken if it has two"""
    threshold, gain = a_pair(student.best_threshold([1, 2, 3, 4], [0, 1, 1, 1], min_leaf=2))
    assert threshold == close(2.5)
    assert gain == close(0.3112781)
    threshold, gain = a_pair(student.best_threshold([1, 1, 2, 3], [0, 0, 1, 1], min_leaf=2))
    assert threshold == close(1.5)
    assert gain == close(1)


@pytest.mark.exercise("best_threshold")
def test_threshold_of_a_constant(student):
    """equal values cannot be separated: there is no threshold"""
    threshold, gain = a_pair(student.best_threshold([7, 7, 7], [0, 1, 1]))
    assert threshold is None
    assert gain == close(0)


# ThresholdTree


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_labels(student):
    """the labels a b a along a line need two tests on the same column"""
    X, y = np.array([[1.0], [2.0], [3.0], [4.0], [5.0]]), np.array(["a", "a", "b", "b", "a"])
    model = student.ThresholdTree().fit(X, y)
    assert a_row(model.predict(X), 5) == ["a", "a", "b", "b", "a"]
    assert a_row(model.predict([[2.4], [2.6], [9.0]]), 3) == ["a", "b", "a"]


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_means(student):
    """one test at 3.5 leaves the means 2 of 1, 1, 4 and 12 of 11, 13"""
    model = student.ThresholdTree(max_depth=1, leaf="mean").fit([[1], [2], [3], [4], [5]], [1, 1, 4, 11, 13])
    assert model.tree_["feature"] == 0
    assert model.tree_["threshold"] == close(3.5)
    assert a_row(model.predict([[0], [3.5], [100]]), 3) == close([2, 2, 12])


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_for_xor(student):
    """the corners of XOR need two tests, although the first one gains nothing"""
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert a_row(student.ThresholdTree().fit(X, np.array([0, 1, 1, 0])).predict(X), 4) == [0, 1, 1, 0]


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_line(student):
    """without a test a linear leaf is the least squares line of all points, intercept first"""
    model = student.ThresholdTree(max_depth=0, leaf="linear").fit([[0], [1], [2]], [1, 3, 5])
    assert a_row(model.tree_["value"], 2) == close([1, 2])
    assert a_row(model.predict([[10]]), 1) == close([21])


@pytest.mark.exercise("ThresholdTree")
def test_numeric_tree_two_lines(student):
    """with one test, at 2.5, each side has a line of its own: x up to 2, and 100 - x from 3 on"""
    model = student.ThresholdTree(max_depth=1, leaf="linear").fit([[0], [1], [2], [3], [4], [5]], [0, 1, 2, 97, 96, 95])
    assert model.tree_["threshold"] == close(2.5)
    assert a_row(model.predict([[1.5], [9]]), 2) == pytest.approx([1.5, 91], rel=1e-5, abs=1e-4)
