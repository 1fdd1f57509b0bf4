"""The reference against scikit-learn and scipy.

Every exercise has a counterpart, some only in part. What has none:
- the missing values of attribute_score and predict_tree: scikit-learn sends an unknown value down one branch, C4.5
  divides it, so only the fraction of known examples is checked here, not the vote;
- tests with more than two branches in learn_tree, predict_tree and tree_to_dnf: CART only asks yes/no questions, so the
  choice of each test is checked on any column, the grown tree on columns of 0 and 1;
- min_gain of learn_tree and prune_tree: scikit-learn weighs such a threshold by the share of the node in all examples.

Ties. scikit-learn draws lots between columns that are equally good, we take the lowest. So what is compared is the gain
of a test, which ties share, and the test itself only where the targets are continuous and ties do not happen.

Precision. scikit-learn's trees read X in single precision. Their columns are rounded so before both sides get them.
"""

import numpy as np
import pytest
from scipy import stats
from sklearn.feature_selection import mutual_info_classif
from sklearn.linear_model import LinearRegression
from sklearn.metrics import homogeneity_score, mutual_info_score
from sklearn.metrics.cluster import contingency_matrix
from sklearn.preprocessing import OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor


def close(value):
    return pytest.approx(value, rel=1e-9, abs=1e-12)


def bits(nats):
    """scikit-learn counts information in nats, we in bits."""
    return nats / np.log(2)


def single(X):
    """X as scikit-learn's trees see it."""
    return np.asarray(X, dtype=np.float32).astype(float)


def random_columns(rng, n=200, d=4, values=3):
    """Columns of categories, and labels that depend on the first ones but not only."""
    X = rng.integers(0, values, size=(n, d))
    y = (X[:, 0] + X[:, 1] * rng.integers(0, 2, n) + rng.integers(0, 2, n)) % 3
    return X, y


def categorical(rng, dataset):
    """A random table and the real ones, as (X, y)."""
    restaurant, ratings = dataset("restaurant"), dataset("course_ratings")
    return [random_columns(rng), restaurant[:2], (ratings[0], ratings[1] >= 0)]


def numeric(rng, dataset):
    """A random table and the real ones with labels, as (X, y)."""
    X = single(rng.normal(size=(150, 4)))
    y = (X[:, 0] + X[:, 1] ** 2 + rng.normal(size=150) > 1).astype(int)
    return [(X, y)] + [(single(X), y) for X, y, _ in (dataset("iris"), dataset("breast_cancer"))]


def continuous(rng, dataset):
    """A random table and the real ones with numbers as targets, as (X, y)."""
    X = single(rng.normal(size=(200, 3)))
    y = X[:, 0] * X[:, 1] + rng.normal(size=200)
    return [(X, y)] + [(single(X), y.astype(float)) for X, y, _ in (dataset("diabetes"), dataset("houses"))]


def peer_gain(tree, y):
    """The gain of the first test of a fitted scikit-learn tree, from its impurities; 0 if it made none.

    The impurity of a classifier is the entropy in bits, as here. That of a regressor is the MEAN of the squares where
    our gain has their sum, so it is multiplied by the number of examples.
    """
    fitted = tree.tree_
    if fitted.node_count == 1:
        return 0.0
    left, right = fitted.children_left[0], fitted.children_right[0]
    n, n_left, n_right = fitted.weighted_n_node_samples[[0, left, right]]
    impurity = fitted.impurity
    gain = impurity[0] - (n_left * impurity[left] + n_right * impurity[right]) / n
    return gain * len(y) if isinstance(tree, DecisionTreeRegressor) else gain


def stump(X, y, criterion, min_leaf=1):
    kind = DecisionTreeClassifier if criterion == "entropy" else DecisionTreeRegressor
    name = "entropy" if criterion == "entropy" else "squared_error"
    return kind(criterion=name, max_depth=1, min_samples_leaf=min_leaf, random_state=0).fit(X, y)


def as_nested_dict(classifier, node=0):
    """A scikit-learn tree on columns of 0 and 1 in our form: at most 0.5 goes left, so left is the branch of 0."""
    fitted = classifier.tree_
    label = classifier.classes_[fitted.value[node].argmax()].item()
    if fitted.children_left[node] < 0:
        return {"label": label}
    children = (fitted.children_left[node], fitted.children_right[node])
    branches = {value: as_nested_dict(classifier, child) for value, child in enumerate(children)}
    return {"label": label, "attribute": int(fitted.feature[node]), "branches": branches}


def xor():
    """Each of the four corners twice: no first test gains anything."""
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 2)
    return X, X[:, 0] ^ X[:, 1]


def yes_no_tables(rng, dataset):
    """Columns of 0 and 1, as (X, y): random ones, XOR, the course ratings, and iris cut at its means."""
    X, y = random_columns(rng, n=60, d=6, values=2)
    ratings, rating, _ = dataset("course_ratings")
    flowers, species, _ = dataset("iris")
    halves = (flowers > flowers.mean(axis=0)).astype(int)
    return [(X, y), xor(), (ratings, rating), (halves, species)]


@pytest.mark.exercise("entropy")
def test_entropy(reference, rng, dataset):
    """entropy agrees with scipy.stats.entropy to base 2 within 1e-9, on random distributions and class frequencies"""
    distributions = [rng.dirichlet(np.full(k, 0.3)) for k in (1, 2, 5, 40)]
    for name in ("restaurant", "iris", "breast_cancer"):
        counts = np.unique(dataset(name)[1], return_counts=True)[1]
        distributions.append(counts / counts.sum())
    for p in [*distributions, np.array([0, 1, 0]), np.array([1, 1e-310])]:
        assert reference.entropy(p) == close(stats.entropy(p, base=2))
    with pytest.raises(ValueError):
        reference.entropy([np.nan, 0.5, 0.5])


@pytest.mark.exercise("information_gain")
def test_information_gain(reference, rng, dataset):
    """information_gain agrees with sklearn's mutual_info_score, turned from nats into bits, within 1e-9"""
    for X, y in categorical(rng, dataset):
        for column in X.T:
            assert reference.information_gain(column, y) == close(bits(mutual_info_score(column, y)))


@pytest.mark.exercise("attribute_score")
def test_gain_ratio(reference, rng, dataset):
    """the gain ratio agrees with sklearn's homogeneity_score of the values within 1e-9

    Homogeneity is the mutual information divided by the entropy of its first argument: no unit is left. For a column of
    one value it is 1 by convention, the gain ratio 0, so such columns are left out.
    """
    for X, y in categorical(rng, dataset):
        for column in X.T:
            if len(np.unique(column)) > 1:
                assert reference.attribute_score(column, y, "gain_ratio") == close(homogeneity_score(column, y))


@pytest.mark.exercise("attribute_score")
def test_majority_and_gain(reference, rng, dataset):
    """ "majority" is the sum of the row maxima of sklearn's contingency_matrix exactly, "gain" agrees within 1e-9"""
    for X, y in categorical(rng, dataset):
        for column in X.T:
            assert reference.attribute_score(column, y, "majority") == contingency_matrix(column, y).max(axis=1).sum()
            assert reference.attribute_score(column, y, "gain") == close(bits(mutual_info_score(column, y)))


@pytest.mark.exercise("attribute_score")
def test_known_fraction(reference, rng, dataset):
    """with unknown values the gain is sklearn's on the known rows times their fraction, within 1e-9"""
    for X, y in categorical(rng, dataset):
        column = X[:, 0].astype(str).astype(object)
        column[rng.permutation(len(column))[: len(column) // 3]] = "?"
        known = column != "?"
        expected = known.mean() * bits(mutual_info_score(column[known], y[known]))
        assert reference.attribute_score(column.astype(str), y, "gain", missing="?") == close(expected)


@pytest.mark.exercise("attribute_score")
def test_quinlans_missing_outlook(reference):
    """Quinlan's golf days with one unknown outlook: C4.5 prints the gain 0.199, and divides it by its own 1.809"""
    outlook = ["sunny"] * 5 + ["?"] + ["overcast"] * 3 + ["rain"] * 5
    play = [1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1]
    assert reference.attribute_score(outlook, play, missing="?") == pytest.approx(0.199, abs=5e-4)
    # our split information leaves the unknown day out
    known = [5 / 13, 3 / 13, 5 / 13]
    ratio = reference.attribute_score(outlook, play, "gain_ratio", missing="?")
    assert ratio == close(reference.attribute_score(outlook, play, missing="?") / stats.entropy(known, base=2))


@pytest.mark.exercise("learn_tree")
def test_every_test_is_the_most_informative(reference, rng, dataset):
    """no column that is free at a node has a larger mutual_info_classif there than the one asked, within 1e-9"""

    def judge(node, X, y, unused):
        if "attribute" not in node:
            return 0
        nats = mutual_info_classif(X[:, unused], y, discrete_features=True)
        chosen = node["attribute"]
        assert nats[unused.index(chosen)] == pytest.approx(nats.max(), abs=1e-9)
        rest = [j for j in unused if j != chosen]
        rows = {code: X[:, chosen] == code for code in node["branches"]}
        return 1 + sum(judge(branch, X[rows[code]], y[rows[code]], rest) for code, branch in node["branches"].items())

    for X, y in categorical(rng, dataset):
        codes = OrdinalEncoder().fit_transform(X).astype(int)  # mutual_info_classif wants numbers
        assert judge(reference.learn_tree(codes, y), codes, y, list(range(X.shape[1]))) > 0


@pytest.mark.exercise("learn_tree")
def test_full_tree_errs_where_cart_errs(reference, rng, dataset):
    """on columns of 0 and 1 the full tree makes as many training errors as the full DecisionTreeClassifier"""
    for X, y in yes_no_tables(rng, dataset):
        ours = reference.predict_tree(reference.learn_tree(X, y), X)
        peer = DecisionTreeClassifier(criterion="entropy", random_state=0).fit(X, y).predict(X)
        assert (ours != y).sum() == (peer != y).sum()


@pytest.mark.exercise("learn_tree")
def test_depth(reference, rng, dataset):
    """under max_depth = 2, tests on a path are counted as in DecisionTreeClassifier: the trees are equally deep"""

    def depth(node):
        return 1 + max(depth(branch) for branch in node["branches"].values()) if "attribute" in node else 0

    for X, y in yes_no_tables(rng, dataset):
        peer = DecisionTreeClassifier(criterion="entropy", max_depth=2, random_state=0).fit(X, y)
        assert depth(reference.learn_tree(X, y, max_depth=2)) == peer.get_depth()


@pytest.mark.exercise("predict_tree")
def test_predictions_of_carts_tree(reference, rng, dataset):
    """the tree of a DecisionTreeClassifier, written as our dict, predicts exactly what the classifier does"""
    for X, y in yes_no_tables(rng, dataset):
        classifier = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, y)
        rows = rng.integers(0, 2, size=(200, X.shape[1]))
        assert np.array_equal(reference.predict_tree(as_nested_dict(classifier), rows), classifier.predict(rows))


@pytest.mark.exercise("tree_to_dnf")
def test_paths_of_carts_tree(reference, rng, dataset):
    """the paths of all labels are as many as the DecisionTreeClassifier has leaves, and each row is on the one of its
    predicted label, exactly"""
    for X, y in yes_no_tables(rng, dataset):
        classifier = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, y)
        tree = as_nested_dict(classifier)
        rows = rng.integers(0, 2, size=(200, X.shape[1]))
        paths = {label: reference.tree_to_dnf(tree, label) for label in classifier.classes_.tolist()}
        assert sum(len(found) for found in paths.values()) == classifier.get_n_leaves()
        for label, found in paths.items():
            true_paths = np.zeros(len(rows), dtype=int)  # a label may have no path at all
            for path in found:
                true_paths += np.all([rows[:, j] == value for j, value in path.items()], axis=0)
            assert np.array_equal(true_paths, (classifier.predict(rows) == label).astype(int))


@pytest.mark.exercise("chi_squared_deviation")
def test_chi_squared(reference, rng, dataset):
    """deviation and degrees of freedom agree with chi2_contingency without correction within 1e-9"""
    tables = [rng.integers(1, 30, size=shape) for shape in ((2, 2), (3, 2), (4, 5))]
    for X, y in categorical(rng, dataset):
        tables += [contingency_matrix(column, y) for column in X.T if len(np.unique(column)) > 1]
    for table in tables:
        deviation, freedom = reference.chi_squared_deviation(table)
        peer = stats.chi2_contingency(table, correction=False)
        assert (deviation, freedom) == (close(peer.statistic), peer.dof)


@pytest.mark.exercise("chi_squared_deviation")
def test_empty_row(reference, rng):
    """a row of zeros, which scipy refuses, changes nothing but the degrees of freedom, within 1e-9"""
    table = rng.integers(1, 30, size=(3, 4))
    deviation, freedom = reference.chi_squared_deviation(np.vstack([table, np.zeros(4)]))
    peer = stats.chi2_contingency(table, correction=False)
    assert (deviation, freedom) == (close(peer.statistic), peer.dof + 3)


@pytest.mark.exercise("prune_tree")
def test_critical_values(reference):
    """CHI2_5_PERCENT and CHI2_1_PERCENT are scipy's chi2.isf, rounded to six decimals"""
    for share, critical in ((0.05, reference.CHI2_5_PERCENT), (0.01, reference.CHI2_1_PERCENT)):
        for freedom, value in critical.items():
            assert value == pytest.approx(stats.chi2.isf(share, freedom), abs=5.1e-7)


@pytest.mark.exercise("prune_tree")
def test_single_test_goes_where_scipy_sees_chance(reference, rng, dataset):
    """a tree of one test is cut exactly if the p-value of chi2_contingency is above 5 %"""
    columns = [(rng.integers(0, 3, size=50), rng.integers(0, 2, size=50)) for _ in range(20)]
    restaurant, willing, _ = dataset("restaurant")
    columns += [(column, willing) for column in restaurant.T]
    verdicts = set()
    for column, y in columns:
        tree = reference.learn_tree(column[:, np.newaxis], y, max_depth=1)
        is_kept = "attribute" in reference.prune_tree(tree, reference.CHI2_5_PERCENT)
        p_value = stats.chi2_contingency(contingency_matrix(column, y), correction=False).pvalue
        assert is_kept == (p_value <= 0.05)
        verdicts.add(is_kept)
    assert verdicts == {True, False}


@pytest.mark.exercise("best_threshold")
@pytest.mark.parametrize("min_leaf", [1, 7])
def test_gain_of_a_labelled_column(reference, rng, dataset, min_leaf):
    """for labels, gain and the gain of the threshold agree with a DecisionTreeClassifier of one test within 1e-9"""
    for X, y in numeric(rng, dataset):
        for column in X[:, :8].T:
            threshold, gain = reference.best_threshold(column, y, "entropy", min_leaf)
            assert gain == close(peer_gain(stump(column[:, np.newaxis], y, "entropy", min_leaf), y))
            assert gain == close(bits(mutual_info_score(column > threshold, y)))


@pytest.mark.exercise("best_threshold")
@pytest.mark.parametrize("min_leaf", [1, 7])
def test_threshold_of_a_numeric_target(reference, rng, dataset, min_leaf):
    """for numbers, threshold and gain agree with a DecisionTreeRegressor of one test within 1e-9 (relative)"""
    for X, y in continuous(rng, dataset):
        for column in X.T:
            peer = stump(column[:, np.newaxis], y, "squared", min_leaf)
            expected = close(peer.tree_.threshold[0]) if peer.tree_.node_count > 1 else None
            threshold, gain = reference.best_threshold(column, y, "squared", min_leaf)
            assert (threshold, gain) == (expected, close(peer_gain(peer, y)))


@pytest.mark.exercise("ThresholdTree")
def test_every_test_gains_what_cart_gains(reference, rng, dataset):
    """at each node the test gains as much as the one DecisionTreeClassifier chooses for its examples, within 1e-9"""

    def judge(node, X, y):
        if "feature" not in node:
            return
        right = X[:, node["feature"]] > node["threshold"]
        assert bits(mutual_info_score(right, y)) == close(peer_gain(stump(X, y, "entropy"), y))
        judge(node["left"], X[~right], y[~right])
        judge(node["right"], X[right], y[right])

    for X, y in numeric(rng, dataset):
        judge(reference.ThresholdTree(max_depth=4).fit(X, y).tree_, X, y)


@pytest.mark.exercise("ThresholdTree")
def test_full_tree_is_right_on_its_examples(reference, rng, dataset):
    """without a limit tree and DecisionTreeClassifier agree on every training example, also of XOR"""
    for X, y in [*numeric(rng, dataset), xor()]:
        peer = DecisionTreeClassifier(criterion="entropy", random_state=0).fit(X, y)
        assert np.array_equal(reference.ThresholdTree().fit(X, y).predict(X), peer.predict(X))


@pytest.mark.exercise("ThresholdTree")
def test_regression_tree(reference, rng, dataset):
    """with leaf="mean" the predictions agree with DecisionTreeRegressor within 1e-9, on new rows too"""
    for X, y in continuous(rng, dataset):
        limits = {"max_depth": 4, "min_samples_leaf": 5}
        peer = DecisionTreeRegressor(**limits, random_state=0).fit(X, y)
        rows = single(X + rng.normal(size=X.shape) * X.std(axis=0))
        ours = reference.ThresholdTree(max_depth=4, min_leaf=5, leaf="mean").fit(X, y)
        for questions in (X, rows):
            assert ours.predict(questions) == close(peer.predict(questions))


@pytest.mark.exercise("ThresholdTree")
def test_columns_made_by_subtraction(reference, dataset):
    """a full tree on one column errs only where equal values disagree, also if values are neighbouring floats"""
    X, y, _ = dataset("iris")
    columns = [X[:, i] - X[:, j] for i in range(4) for j in range(i)] + list((X - X.mean(axis=1, keepdims=True)).T)
    for column in columns:
        best = [np.unique(y[column == value], return_counts=True)[1].max() for value in np.unique(column)]
        tree = reference.ThresholdTree().fit(column[:, np.newaxis], y)
        assert (tree.predict(column[:, np.newaxis]) == y).sum() == sum(best)


@pytest.mark.exercise("ThresholdTree")
def test_rows_on_a_threshold(reference, rng):
    """rows that lie exactly on the thresholds go left as in DecisionTreeRegressor: predictions agree within 1e-9"""
    X = rng.integers(0, 10, size=(100, 1))
    y = X[:, 0] + rng.normal(size=100)
    rows = np.arange(0, 10, 0.5)[:, np.newaxis]  # the midpoints between whole numbers are the thresholds
    peer = DecisionTreeRegressor(max_depth=3, random_state=0).fit(X, y)
    assert reference.ThresholdTree(max_depth=3, leaf="mean").fit(X, y).predict(rows) == close(peer.predict(rows))


@pytest.mark.exercise("ThresholdTree")
def test_linear_leaves(reference, rng, dataset):
    """with leaf="linear" predictions are those of LinearRegression in each leaf of DecisionTreeRegressor, within 1e-7

    Every leaf has more examples than the plane has numbers; with fewer scikit-learn centres the columns first and finds
    another of the many planes.
    """
    for X, y in continuous(rng, dataset):
        min_leaf = X.shape[1] + 10
        ours = reference.ThresholdTree(max_depth=2, min_leaf=min_leaf, leaf="linear").fit(X, y).predict(X)
        leaves = DecisionTreeRegressor(max_depth=2, min_samples_leaf=min_leaf, random_state=0).fit(X, y).apply(X)
        for leaf in np.unique(leaves):
            rows = leaves == leaf
            assert ours[rows] == pytest.approx(LinearRegression().fit(X[rows], y[rows]).predict(X[rows]), rel=1e-7)
