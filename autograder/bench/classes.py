"""Made-up classes to measure with, and the measuring itself."""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import repeat, zip_longest
from pathlib import Path

from autograder.course.bank import read_alternatives, read_mistakes
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.publish.nbgrader_course import engine_environment


def mixed_class(assignment: Assignment, folder: Path, size: int, copies: int = 1) -> Path:
    """A right and a wrong submission by turns, from all over the assignment's alternatives and mistakes; the whole
    class so many times over, for a larger one of the very same kind."""
    right = [assignment.reference.read_text(encoding="utf-8"), *(v.source for v in read_alternatives(assignment))]
    wrong = [mistake.source for mistake in read_mistakes(assignment)]
    turns = zip_longest(_spread(right, size - size // 2), _spread(wrong, size // 2))
    by_turns = [source for turn in turns for source in turn if source is not None]
    return _write(assignment, folder, by_turns * copies)


def _spread(sources: list[str], count: int) -> list[str]:
    return [sources[number * len(sources) // count] for number in range(count)]


def right_class(assignment: Assignment, folder: Path, size: int) -> Path:
    """The reference, handed in by everybody."""
    return _write(assignment, folder, repeat(assignment.reference.read_text(encoding="utf-8"), size))


def _write(assignment: Assignment, folder: Path, sources: Iterable[str]) -> Path:
    for number, source in enumerate(sources):
        home = folder / f"student{number:04}"
        home.mkdir(parents=True)
        (home / f"{assignment.module}.py").write_text(source, encoding="utf-8")
    return folder


def run_python(arguments: list[str], folder: Path) -> None:
    """Run Python with these arguments, in this folder; a failure ends the measurement with its last line."""
    environment = engine_environment()
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment.get('PATH', '')}"
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise UserError(f"{' '.join(arguments[:4])} failed: {done.stderr.strip().splitlines()[-1:]}")


def cpu_seconds(work: Callable[[], None]) -> float:
    """What all processes that `work` starts and waits for use together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
