"""How fast the references are on data of real size, as a ratio to scikit-learn doing the same in the same run.

An assignment may have a `race.py` beside its peers: `RACES` maps what is raced to the size of its data and a function
of the reference and the folder of the data sets, which prepares the data and gives back two things to time.
"""

import importlib.util
import time
from collections.abc import Callable

from autograder.course.catalogue import Course
from autograder.course.modules import load_module
from autograder.errors import UserError

REPEATS = 3
Timed = Callable[[], object]


def reference_speed(course: Course) -> str:
    """A table of the best times of reference and peer, each on one thread, as text."""
    if importlib.util.find_spec("sklearn") is None:
        raise UserError("scikit-learn is not installed; the speed of the references is measured against it.")
    from threadpoolctl import threadpool_limits  # scikit-learn brings it along

    lines = [
        f"seconds of the references and of scikit-learn, one thread, best of {REPEATS}",
        f"{'what':32}{'size':>16}{'ours s':>10}{'peer s':>10}{'ratio':>8}",
    ]
    for assignment in [assignment for assignment in course.read() if assignment.race.is_file()]:
        reference = load_module(assignment.reference)
        for what, (size, lanes) in load_module(assignment.race).RACES.items():
            ours, peer = lanes(reference, course.datasets)
            # numpy and scipy have a pool of threads each; run by turns, the one would wait for the other's idle threads
            with threadpool_limits(limits=1):
                our_seconds, peer_seconds = _best_seconds(ours, peer)
            ratio = our_seconds / peer_seconds
            lines.append(f"{what:32}{size:>16}{our_seconds:10.4f}{peer_seconds:10.4f}{ratio:8.1f}")
    return "\n".join(lines)


def _best_seconds(ours: Timed, peer: Timed) -> tuple[float, float]:
    """The shortest of a few runs of each, taken by turns so that both meet the same load of the machine."""
    rounds = [(_seconds(ours), _seconds(peer)) for _ in range(REPEATS)]
    return min(first for first, _ in rounds), min(second for _, second in rounds)


def _seconds(work: Timed) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
