"""What a class costs in which some do all they can to be slow without ever being stopped for it."""

import sys
import tempfile
import time
from pathlib import Path

from autograder.bench.classes import mixed_class, run_python
from autograder.course.catalogue import Course
from autograder.course.records import Assignment

HONEST, TUNED = 100, 30
# Right answers, each of which takes this share of a check's limit: no check runs out of time.
_BURNING = """


def _slowly(answer):
    import functools, time

    @functools.wraps(answer)
    def burn(*args, **kwargs):
        until = time.process_time() + {seconds}
        while time.process_time() < until:
            pass
        return answer(*args, **kwargs)

    return burn


"""
SHARE = 0.1


def hostile_cost(course: Course, honest: int = HONEST, tuned: int = TUNED) -> str:
    """Wall seconds for a class of the course's first assignment, alone and with the tuned ones among it, as text."""
    assignment = course.assignment(course.slugs()[0])
    lines = [
        f"{assignment.slug}, a limit of {assignment.limits.seconds:g} s for a check",
        f"{'class':44}{'honest done':>14}{'all done':>12}",
    ]
    for extra in (0, tuned):
        title = f"{honest} honest" + (f", {extra} tuned to be as slow as may be" if extra else "")
        print(f"{title} ...", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            submissions = mixed_class(assignment, Path(folder) / "submissions", honest)
            for number in range(extra):
                home = submissions / f"a_tuned{number:04}"  # which come first
                home.mkdir()
                (home / f"{assignment.module}.py").write_text(_tuned(assignment), encoding="utf-8")
            reports = Path(folder) / "reports"
            began, started = time.time(), time.monotonic()
            run_python(
                ["-m", "autograder", "grade", assignment.slug, str(submissions), "--out", str(reports)], course.root
            )
            seconds = time.monotonic() - started
            last = max(path.stat().st_mtime for path in reports.glob("student*.json"))
        lines.append(f"{title:44}{last - began:12.1f} s{seconds:10.1f} s")
    return "\n".join(lines)


def _tuned(assignment: Assignment) -> str:
    source = assignment.reference.read_text(encoding="utf-8")
    names = [exercise.name for exercise in assignment.exercises]
    slow = _BURNING.format(seconds=SHARE * assignment.limits.seconds)
    return source + slow + "".join(f"{name} = _slowly({name})\n" for name in names)
