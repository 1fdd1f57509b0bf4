"""How fast the references are on data of real size, as a ratio to scikit-learn doing the same in the same run.

This is the one place of the engine that knows assignments by name: a plain list of races, each a small function that
prepares its data and gives back two things to time. A race is only run if the course has its assignment.
"""

import importlib.util
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.course.catalogue import Course
from autograder.course.modules import load_module
from autograder.errors import UserError
from autograder.student.check import load_dataset

REPEATS = 3
Timed = Callable[[], object]
Lanes = tuple[Timed, Timed]


@dataclass(frozen=True)
class Race:
    """One row of the table: `lanes(reference, course)` makes the data and gives ours and the peer's work on it."""

    what: str
    slug: str
    size: str
    lanes: Callable[[Any, Course], Lanes]


def reference_speed(course: Course) -> str:
    """A table of the best times of reference and peer, each on one thread, as text."""
    if importlib.util.find_spec("sklearn") is None:
        raise UserError("scikit-learn is not installed; the speed of the references is measured against it.")
    from threadpoolctl import threadpool_limits  # scikit-learn brings it along

    known = course.slugs()
    lines = [
        f"seconds of the references and of scikit-learn, one thread, best of {REPEATS}",
        f"{'what':32}{'size':>16}{'ours s':>10}{'peer s':>10}{'ratio':>8}",
    ]
    for race in [race for race in RACES if race.slug in known]:
        ours, peer = race.lanes(load_module(course.assignment(race.slug).reference), course)
        # numpy and scipy have a pool of threads each; run by turns, the one would wait for the other's idle threads.
        with threadpool_limits(limits=1):
            our_seconds, peer_seconds = _best_seconds(ours, peer)
        ratio = our_seconds / peer_seconds
        lines.append(f"{race.what:32}{race.size:>16}{our_seconds:10.4f}{peer_seconds:10.4f}{ratio:8.1f}")
    return "\n".join(lines)


def _best_seconds(ours: Timed, peer: Timed) -> tuple[float, float]:
    """The shortest of a few runs of each, taken by turns so that both meet the same load of the machine."""
    rounds = [(_seconds(ours), _seconds(peer)) for _ in range(REPEATS)]
    return min(first for first, _ in rounds), min(second for _, second in rounds)


def _seconds(work: Timed) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


# The peers are imported where they are used, because grading does not need scikit-learn and may run without it.


def _threshold_tree(reference: Any, course: Course) -> Lanes:
    from sklearn.tree import DecisionTreeClassifier

    X, y, _ = load_dataset(course.datasets, "digits")
    peer = DecisionTreeClassifier(criterion="entropy", max_depth=8)
    return lambda: reference.ThresholdTree(max_depth=8).fit(X, y), lambda: peer.fit(X, y)


def _perceptron(reference: Any, course: Course) -> Lanes:
    from sklearn.linear_model import Perceptron

    X, benign, _ = load_dataset(course.datasets, "breast_cancer")
    y = np.where(benign == 1, 1, -1)
    peer = Perceptron(max_iter=20, tol=None, shuffle=False)
    return lambda: reference.train_perceptron(X, y, 20), lambda: peer.fit(X, y)


def _regression_data() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, the same behind a column of ones, and targets to which only half of the features contribute."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(10_000, 50))
    y = features[:, :25] @ rng.normal(size=25) + rng.normal(size=10_000)
    return features, np.column_stack([np.ones(10_000), features]), y


def _least_squares(reference: Any, course: Course) -> Lanes:
    from sklearn.linear_model import LinearRegression

    features, X, y = _regression_data()
    return lambda: reference.normal_equations(X, y), lambda: LinearRegression().fit(features, y)


def _ridge(reference: Any, course: Course) -> Lanes:
    from sklearn.linear_model import Ridge

    features, X, y = _regression_data()
    return lambda: reference.ridge(X, y, 10.0), lambda: Ridge(alpha=10.0).fit(features, y)


def _lasso(reference: Any, course: Course) -> Lanes:
    from sklearn.linear_model import Lasso

    features, X, y = _regression_data()
    # scikit-learn divides the squares by n; its tol is as strict as ours, for a race to the same answer.
    peer = Lasso(alpha=500.0 / len(y), tol=1e-10)
    return lambda: reference.lasso(X, y, 500.0), lambda: peer.fit(features, y)


def _smo(reference: Any, course: Course) -> Lanes:
    from sklearn.metrics.pairwise import rbf_kernel
    from sklearn.svm import SVC

    rng = np.random.default_rng(0)
    y = np.where(np.arange(1000) % 2, 1, -1)
    K = rbf_kernel(rng.normal(size=(1000, 5)) + 0.5 * y[:, np.newaxis])
    return lambda: reference.smo(K, y, 1.0), lambda: SVC(kernel="precomputed").fit(K, y)


RACES = (
    Race("ThresholdTree, depth 8, digits", "01_decision_trees", "1797 x 64", _threshold_tree),
    Race("train_perceptron, 20 passes", "04_perceptron", "569 x 30", _perceptron),
    Race("normal_equations", "05_linear_regression", "10000 x 50", _least_squares),
    Race("ridge", "05_linear_regression", "10000 x 50", _ridge),
    Race("lasso", "05_linear_regression", "10000 x 50", _lasso),
    Race("smo, radial kernel", "08_support_vector_machines", "1000 points", _smo),
)
