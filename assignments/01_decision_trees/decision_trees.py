"""Decision trees: ask the most informative question first.

From one formula, entropy, you build the whole family: a tree on categories (`learn_tree`,
`predict_tree`), its reading as a logical formula (`tree_to_dnf`), its pruning
(`chi_squared_deviation`, `prune_tree`), and a tree on numbers for classification and regression
(`best_threshold`, `ThresholdTree`).

What holds throughout
---------------------
Data.   X has shape (n, d), one example a row. Columns and labels are 1-D arrays or lists of str,
        int or bool, one kind in each (and the same for a marker of missing values). Nothing that
        is passed in is ever changed.
Bits.   Logarithms are to base 2.
Ties.   Labels: the smallest, in the order of np.unique. Attributes: the lowest column. Thresholds:
        the lowest. Scores that differ by no more than TIE are tied, because rounding must not
        decide.
Trees.  A categorical tree is a nested dict. Every node has
            "label":  the majority label of its training examples, and
            "counts": {label: number of its examples}, with every label of the training set in
                      sorted order, zeros included;
        a node that asks a question has also
            "attribute": the column it looks at, and
            "branches":  {value: node}, one branch for each value of that column.
        A node without "attribute" is a leaf. Columns, values, labels and counts are plain Python
        values (`.tolist()`); numpy scalars that are equal to them will do.
Errors. Bad input raises ValueError with a sentence that says what is wrong. Each list of
        ValueErrors is complete: what else is wrong with an input is not tested.

"Note:" marks remarks on the sources, which you need not own: CIML is Daumé's A Course in Machine
Learning, AIMA Russell and Norvig's Artificial Intelligence, CS480 are lecture notes.
"""

import numpy as np

TIE = 1e-9

# Critical values of the chi-squared distribution, by degrees of freedom: an irrelevant attribute reaches them
# with a probability of 5 % or 1 %.
CHI2_5_PERCENT = {1: 3.841459, 2: 5.991465, 3: 7.814728, 4: 9.487729, 5: 11.070498, 6: 12.591587, 7: 14.067140}
CHI2_1_PERCENT = {1: 6.634897, 2: 9.210340, 3: 11.344867, 4: 13.276704, 5: 15.086272, 6: 16.811894, 7: 18.475307}


def entropy(probabilities: np.ndarray) -> float:
    """Entropy, in bits, of one discrete distribution.

    An outcome of probability p carries log2(1/p) bits of information when it happens: none if it
    was certain, 1 bit for a fair coin, more the less likely it was. Entropy is the average over the
    outcomes, each weighted by its probability:

        H = p_1 log2(1/p_1) + ... + p_k log2(1/p_k)

    An outcome of probability 0 never happens and contributes nothing (0 log 0 counts as 0).

    probabilities: shape (k,), an array or list of floats or ints.
    Returns a float between 0 (one outcome is certain) and log2 k (all are equally likely), up to
        rounding.

    ValueError: empty, not 1-D, a negative entry, or a sum further than 1e-6 from 1. So counts such
        as [3, 5] are refused.

    Note: CS480 gives the range as 0 to 1, which is right for two outcomes only.

    >>> entropy([0.5, 0.25, 0.25])
    1.5
    """
    raise NotImplementedError


def information_gain(values: np.ndarray, labels: np.ndarray) -> float:
    """How many bits the answer to "what is the value of this attribute?" tells about the label.

    The question sends the examples down one branch per value. Some entropy remains in each branch,
    and a branch counts by its share of the examples:

        remainder = sum over values v of (n_v / n) H(labels of the examples with value v)
        gain      = H(labels) - remainder

    where H is the entropy of the label frequencies and v runs over the values that occur.

    values: shape (n,), one attribute of n examples; any number of distinct values, of any kind. A
        Boolean array such as column == "Thai" gives the gain of the yes/no question "is it Thai?".
    labels: shape (n,), any number of distinct labels.
    Returns a float between 0 (every branch has the same label frequencies) and H(labels) (every
        branch is pure).

    ValueError: no examples, or different lengths.

    >>> information_gain(["a", "a", "b", "b"], [0, 0, 1, 1])
    1.0
    """
    raise NotImplementedError


def attribute_score(values: np.ndarray, labels: np.ndarray, criterion: str = "gain", missing=None) -> float:
    """How good a question one attribute is; larger is better.

    criterion:
        "gain"        information gain, in bits.
        "gain_ratio"  information gain divided by the split information, which is the entropy of the
                      frequencies of the attribute's own values. It holds attributes with many
                      values back: one that numbers the examples has the largest gain there is, and
                      predicts nothing. 0.0 if the split information is 0.
        "majority"    the number of examples that are answered right if every branch answers its
                      most frequent label; a count, as a float: 18.0 of 20, not 0.9.
    missing: a marker, such as "?" or -1. Unless it is None, the examples whose value equals it are
        unknown: they are set aside and the score is computed on the others. "gain" and "gain_ratio"
        are then multiplied by the fraction of examples that are known, since the question cannot be
        answered for the rest; "majority" is a count and is not. If no example is known the score is
        0.0.

    values, labels: shape (n,) each, as in information_gain.

    ValueError: no examples, different lengths, or an unknown criterion.

    Note: AIMA asks how to treat missing values. C4.5 treats the gain like this; its split
        information counts the unknown examples as one more value.

    >>> attribute_score(["a", "a", "b", "b", "b"], [0, 1, 1, 1, 0], criterion="majority")
    3.0
    """
    raise NotImplementedError


def learn_tree(
    X: np.ndarray,
    y: np.ndarray,
    domains: list | None = None,
    criterion: str = "gain",
    max_depth: int | None = None,
    min_gain: float = 0.0,
) -> dict:
    """Grow a decision tree on categorical attributes, greedily from the root down.

    The tree is a nested dict as described at the top of this module. A node is grown from the
    examples that reach it, by the first of these rules that applies:

        1. No examples: a leaf with the label of its PARENT (the majority there), and counts that
           are all 0.
        2. All examples have the same label: a leaf.
        3. No attribute is left that has not been asked on the path to here, or max_depth tests have
           been made on it: a leaf.
        4. Otherwise choose, among the attributes not yet asked on this path, the one with the
           highest attribute_score on the node's examples; the lowest column if several are tied
           (within TIE of the highest).
        5. If the information gain of the chosen attribute (in bits, whatever the criterion) is
           below min_gain - TIE: a leaf.
        6. Ask it: one branch for EVERY value in its domain, in the order of the domain, also for
           values that none of the node's examples has. Each branch is grown by these rules from its
           own examples.

    The label of a node with examples is their most frequent one, the smallest on ties. A gain of
    zero is no reason to stop: the first question about XOR gains nothing, the second one all. So by
    default the tree errs only on examples that agree in every attribute but not in the label.

    X: shape (n, d).
    y: shape (n,).
    domains: for each column the list of its possible values; None instead of the lists means the
        distinct values in each column of X, sorted.
    criterion: as in attribute_score.
    max_depth: the largest number of tests on a path; 0 gives a single leaf, None sets no limit.
    min_gain: pre-pruning, see rule 5; 0 keeps every test.

    ValueError: X not 2-D or without rows, X and y of different lengths, a value in X that is not in
        its column's domain, an unknown criterion (even if no test is needed), or a negative
        max_depth.

    Note: CIML's table of course ratings has two rows that differ in the label only, so that its
        full tree errs on 1 of the 20 rows, not on 0 as printed.
    """
    raise NotImplementedError


def predict_tree(tree: dict, X: np.ndarray, missing=None) -> np.ndarray:
    """The label that a tree of learn_tree gives to each row of X.

    A row starts at the root and follows the branch of its value at every test; the leaf where it
    ends gives the label. If a test has no branch for the row's value, the row ends there and gets
    the label of that test node.

    missing: a marker, such as "?" or -1. Unless it is None, a value that equals it is unknown, and
        the row then follows ALL branches of the test at once, divided like the training examples
        were:

            weight of a branch = weight at the test * (examples in the branch) / (examples in the test)

        with the numbers of examples from "counts". The row starts with weight 1, and the weights
        multiply along a path with several unknown values. Wherever a part of the row ends, it votes
        with its weight for the label there (for the "label" of that node, not for its "counts").
        The label with the largest total wins; of labels tied within TIE of the largest total, the
        smallest.

    tree: a nested dict as described at the top of this module. "counts" are read only at tests of
        unknown values, so a tree without them will do as long as nothing is missing.
    X: shape (n, d); n may be 0.
    Returns an array of labels, shape (n,).

    ValueError: X not 2-D.
    """
    raise NotImplementedError


def tree_to_dnf(tree: dict, label) -> list[dict]:
    """The tree as a logical formula: when does it answer `label`?

    Every path from the root to a leaf is a conjunction of tests, "this attribute has this value AND
    that attribute has that value AND ...". The tree answers `label` exactly if one of the paths
    that end in a leaf with this label is true of the example. Their disjunction is therefore what
    the tree says about `label`, in disjunctive normal form.

    Returns a list with one dict {attribute: value} for each such path, depth first in the order of
    the branches; each dict holds every test of its path, in any order. Only leaves count, not the
    "label" of test nodes. A tree that is a single leaf makes no test: [{}] if it has this label
    (the empty conjunction is always true), otherwise [].

    tree: a nested dict as described at the top of this module; "counts" are not needed.

    >>> tree = {"label": 0, "attribute": 3, "branches": {"a": {"label": 1}, "b": {"label": 0}}}
    >>> tree_to_dnf(tree, 1)
    [{3: 'a'}]
    """
    raise NotImplementedError


def chi_squared_deviation(counts: np.ndarray) -> tuple[float, int]:
    """How far a table of counts is from what an irrelevant attribute would show.

    If the attribute had nothing to do with the label, every value would show the labels in the same
    proportion, and we would expect in each cell

        expected = (total of its row) * (total of its column) / n

    examples, n being the total of the table. Pearson's statistic measures how far the observed
    counts are from that:

        deviation = sum over all cells of (observed - expected)^2 / expected

    Cells with expected = 0 (an empty row or column) contribute nothing. There is no correction for
    continuity. By chance alone the deviation of an irrelevant attribute follows a chi-squared
    distribution with

        (rows - 1) * (columns - 1)

    degrees of freedom; all rows and columns of the table count, also empty ones.

    counts: shape (d, c), one row per value of the attribute, one column per label.
    Returns (deviation, degrees of freedom), a float and an int. A table of zeros deviates by 0.

    ValueError: not 2-D, or a negative entry.

    Note: with two labels the degrees of freedom are AIMA's "number of values minus one".

    >>> chi_squared_deviation([[2, 0], [0, 2]])
    (4.0, 1)
    """
    raise NotImplementedError


def prune_tree(tree: dict, critical: dict | None = None, min_gain: float = 0.0) -> dict:
    """Cut the tests of a grown tree that may be due to chance, from the bottom up.

    Growing stops too early if it asks of each single test that it is worth it: XOR shows nothing
    until its second test. So grow first, then judge the lowest tests, whose effect is complete:

        1. Prune every branch of a test node.
        2. If all its branches are leaves NOW, take the table of their "counts": one row per branch,
           one column per label of the training set (zeros included). The node becomes a leaf, with
           its own "label" and "counts", if
             (a) `critical` is given (also {}) and the table has 0 degrees of freedom, or its
                 chi_squared_deviation is below critical[degrees of freedom] - TIE; or
             (b) the information gain of the table is below min_gain - TIE.
        3. If a test is left anywhere below, the node stays and is not judged.

    A node all of whose tests below have gone is thus judged as well, and a root that gains nothing
    stays above branches that do.

    tree: a tree of learn_tree; every test node has at least one training example. It is left as it
        was.
    critical: {degrees of freedom: critical value}, such as CHI2_5_PERCENT; None for no test of
        significance.
    min_gain: in bits; 0 cuts nothing.
    Returns a new tree.

    ValueError: a judged table has 1 or more degrees of freedom and these are not in `critical`,
        whatever (b) says.

    Note: AIMA prints 7.82 and 11.35 for 3 degrees of freedom, rounded up from 7.815 and 11.345.
    """
    raise NotImplementedError


def best_threshold(
    x: np.ndarray, y: np.ndarray, criterion: str = "entropy", min_leaf: int = 1
) -> tuple[float | None, float]:
    """The best yes/no question "is x > t?" about one numeric column, as (threshold t, gain).

    The candidates for t are the midpoints between neighbours among the sorted DISTINCT values of x
    that leave at least min_leaf examples on each side: on the left those with x <= t, on the right
    those with x > t. (The midpoint of two neighbouring floats may be rounded to the upper one, which
    separates nothing; t is then the lower one.) The best one has the largest gain:

        "entropy"  gain = information gain of the question, in bits; y holds labels, any number of them.
        "squared"  gain = SSE(all y) - SSE(left y) - SSE(right y); y holds real numbers, and SSE is
                   the sum (not the mean) of squared deviations from their mean.

    Of candidates tied with the largest gain, the lowest: tied means within TIE for "entropy", and
    within TIE * SSE(all y) for "squared". A gain of 0 is still an answer; if there is no candidate,
    the answer is (None, 0.0).

    Trying each candidate anew is right. With running totals of the sorted examples one pass is
    enough, and for "entropy" with min_leaf = 1 only cuts between different labels can win,
    if there are any.

    x: shape (n,), numbers in any order.
    y: shape (n,).

    ValueError: no examples, different lengths, an unknown criterion, or min_leaf < 1.

    >>> best_threshold([1, 2, 3, 4], [0, 0, 1, 1])
    (2.5, 1.0)
    """
    raise NotImplementedError


class ThresholdTree:
    """A binary tree on numeric columns: every test asks "is this column > this threshold?".

    A node is a leaf if max_depth tests have been made on the path to it, if all its targets y are
    equal, or if no column has a threshold (see best_threshold). Otherwise it takes the column with
    the largest best_threshold gain, the lowest column among ties (the same tolerance as there, with
    the SSE of this node's targets), and that column's threshold. Examples with x <= threshold go
    left, those with x > threshold go right. A column may be used again further down, at another
    threshold. A gain of zero is no reason to stop.

    max_depth: the largest number of tests on a path; 0 gives a single leaf, None sets no limit.
    min_leaf: every leaf has at least so many training examples; passed on to best_threshold.
    leaf: what the leaves hold, and which gain the tests are chosen by.
        "label"   the majority label of its examples, the smallest on ties; gains by "entropy".
                  A classification tree.
        "mean"    the mean of its targets; gains by "squared". A regression tree with constant
                  leaves.
        "linear"  the least squares plane of the leaf's own examples, as the d + 1 numbers
                  (intercept, slopes), the solution of smallest norm if there are several
                  (np.linalg.lstsq); gains by "squared".

    After fit, the attribute tree_ is a nested dict. A leaf is {"value": v}, where v is a label, a
    mean, or a plane of shape (d + 1,); a test is
    {"feature": column, "threshold": t, "left": node, "right": node}.

    Note: the regression tree with "linear" leaves is AIMA's.
    """

    def __init__(self, max_depth: int | None = None, min_leaf: int = 1, leaf: str = "label"):
        self.max_depth = max_depth
        self.min_leaf = min_leaf
        self.leaf = leaf

    def fit(self, X: np.ndarray, y: np.ndarray) -> "ThresholdTree":
        """Grow tree_ from X, shape (n, d), and y, shape (n,); return self.

        ValueError: leaf is none of the three, max_depth < 0, or min_leaf < 1 (whatever X and y are).
        """
        raise NotImplementedError

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The labels or numbers, shape (n,), for the rows of X, shape (n, d).

        ValueError: the tree has not been fitted.
        """
        raise NotImplementedError
