"""How fast the reference is on data of real size, against scikit-learn in the same run (`make bench`)."""

from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import Perceptron

from autograder.student.check import load_dataset


def perceptron(reference: Any, datasets: Path) -> tuple:
    X, benign, _ = load_dataset(datasets, "breast_cancer")
    y = np.where(benign == 1, 1, -1)
    peer = Perceptron(max_iter=20, tol=None, shuffle=False)
    return lambda: reference.train_perceptron(X, y, 20), lambda: peer.fit(X, y)


RACES = {
    "train_perceptron, 20 passes": ("569 x 30", perceptron),
}
