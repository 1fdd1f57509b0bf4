"""How fast the reference is on data of real size, against scikit-learn in the same run (`make bench`)."""

from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import Lasso, LinearRegression, Ridge


def _regression_data() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, the same behind a column of ones, and targets to which only half of the features contribute."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(10_000, 50))
    y = features[:, :25] @ rng.normal(size=25) + rng.normal(size=10_000)
    return features, np.column_stack([np.ones(10_000), features]), y


def least_squares(reference: Any, datasets: Path) -> tuple:
    features, X, y = _regression_data()
    return lambda: reference.normal_equations(X, y), lambda: LinearRegression().fit(features, y)


def ridge(reference: Any, datasets: Path) -> tuple:
    features, X, y = _regression_data()
    return lambda: reference.ridge(X, y, 10.0), lambda: Ridge(alpha=10.0).fit(features, y)


def lasso(reference: Any, datasets: Path) -> tuple:
    features, X, y = _regression_data()
    # scikit-learn divides the squares by n; its tol is as strict as ours, for a race to the same answer.
    peer = Lasso(alpha=500.0 / len(y), tol=1e-10)
    return lambda: reference.lasso(X, y, 500.0), lambda: peer.fit(features, y)


RACES = {
    "normal_equations": ("10000 x 50", least_squares),
    "ridge": ("10000 x 50", ridge),
    "lasso": ("10000 x 50", lasso),
}
