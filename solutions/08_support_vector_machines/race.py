"""How fast the reference is on data of real size, against scikit-learn in the same run (`make bench`)."""

from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC


def smo(reference: Any, datasets: Path) -> tuple:
    rng = np.random.default_rng(0)
    y = np.where(np.arange(1000) % 2, 1, -1)
    K = rbf_kernel(rng.normal(size=(1000, 5)) + 0.5 * y[:, np.newaxis])
    return lambda: reference.smo(K, y, 1.0), lambda: SVC(kernel="precomputed").fit(K, y)


RACES = {
    "smo, radial kernel": ("1000 points", smo),
}
