"""How fast the reference is on data of real size, against scikit-learn in the same run (`make bench`)."""

from pathlib import Path
from typing import Any

from sklearn.tree import DecisionTreeClassifier

from autograder.student.check import load_dataset


def threshold_tree(reference: Any, datasets: Path) -> tuple:
    X, y, _ = load_dataset(datasets, "digits")
    peer = DecisionTreeClassifier(criterion="entropy", max_depth=8)
    return lambda: reference.ThresholdTree(max_depth=8).fit(X, y), lambda: peer.fit(X, y)


RACES = {
    "ThresholdTree, depth 8, digits": ("1797 x 64", threshold_tree),
}
