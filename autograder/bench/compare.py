"""Grades the same submissions with ours, with `nbgrader autograde` and with `otter run`, and compares their CPU time.

The other two get the same checks, called directly in the process of the student's notebook: no sandbox, no random data
of one's own, no diagnosis and no follow-through. That is less work than ours.
"""

import importlib.util
import math
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from autograder.batch.run import worker_count
from autograder.bench.classes import cpu_seconds, mixed_class, right_class, run_python
from autograder.bench.in_process import checks_alone
from autograder.bench.notebook import bench_notebook
from autograder.bench.otter import otter_autograder, otter_submission
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.grading.report import read_report
from autograder.sandbox.process import Sandbox

LARGER = 5  # ours is measured on a class so many times as large: its start-up is for a class, not for a submission
OTTER_SIZE = 2  # it takes many seconds for each
TARGETS = "targets: reference / pytest 1.5, class / nbgrader 0.05, class / otter 0.025"


def compare_with_others(course: Course, slugs: list[str], size: int) -> str:
    """A table of CPU seconds per submission and of the ratios, as text."""
    lines = [
        f"CPU seconds per submission; ours of {LARGER * size}, nbgrader of {size}, otter of {OTTER_SIZE} submissions",
        f"{'':28}{'------- ours ------':>20}{'pytest in':>11}{'':18}{'reference/':>12}{'class/':>10}{'class/':>8}",
        f"{'assignment':28}{'reference':>12}{'class':>8}{'process':>11}{'nbgrader':>10}{'otter':>8}"
        f"{'pytest':>12}{'nbgrader':>10}{'otter':>8}",
    ]
    for assignment in [course.assignment(slug) for slug in slugs]:
        slug = assignment.slug
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _say(slug, "ours")
            right = right_class(assignment, folder / "right", LARGER * size)
            mixed = mixed_class(assignment, folder / "mixed", size, copies=LARGER)
            reference = _cost_of_ours(course, assignment, right, folder / "reports_right")
            ours = _cost_of_ours(course, assignment, mixed, folder / "reports_mixed")
            _say(slug, "pytest in one process")
            alone = checks_alone(assignment, course.datasets)
            some = mixed_class(assignment, folder / "some", size)
            _say(slug, "nbgrader")
            nbgrader = _cost_of_nbgrader(course, assignment, some, folder / "nbgrader")
            otter = math.nan
            if importlib.util.find_spec("otter"):
                _say(slug, "otter")
                otter = _cost_of_otter(course, assignment, some, folder / "otter")
        lines.append(
            f"{slug:28}{reference:12.3f}{ours:8.3f}{alone:11.3f}{nbgrader:10.3f}{otter:8.2f}"
            f"{reference / alone:12.2f}{ours / nbgrader:10.3f}{ours / otter:8.3f}"
        )
    lines.append(
        "reference: all right. class: a right and a wrong one by turns, which are diagnosed. otter nan: not installed"
    )
    lines.append(TARGETS)
    return "\n".join(lines)


def _say(slug: str, what: str) -> None:
    print(f"{slug}: {what} ...", file=sys.stderr)


def _cost_of_ours(course: Course, assignment: Assignment, submissions: Path, out: Path) -> float:
    """With what runs inside the sandboxes (each submission, and their start), which no parent's usage shows."""
    command = ["-m", "autograder", "grade", assignment.slug, str(submissions), "--out", str(out)]
    ours = cpu_seconds(partial(run_python, command, course.root))
    inside = sum(read_report(path).student_cpu_seconds for path in out.glob("*.json"))
    with Sandbox(assignment.packages) as sandbox:
        start = sandbox.cpu_seconds()
    return (ours + inside + start * worker_count(None)) / len(list(submissions.iterdir()))


def _cost_of_nbgrader(course: Course, assignment: Assignment, submissions: Path, root: Path) -> float:
    """In a plain nbgrader course with these submissions, as an instructor without us would have it."""
    source = root / "source" / "bench"
    source.mkdir(parents=True)
    bench_notebook(assignment, course.datasets, source / "bench.ipynb")
    (root / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'bench'\n")
    run_python(["-m", "nbgrader", "generate_assignment", "bench"], root)
    for home in submissions.iterdir():
        submitted = root / "submitted" / home.name / "bench"
        shutil.copytree(root / "release" / "bench", submitted)
        shutil.copytree(home, submitted, dirs_exist_ok=True)
    seconds = cpu_seconds(partial(run_python, ["-m", "nbgrader", "autograde", "bench"], root))
    return seconds / len(list(submissions.iterdir()))


def _cost_of_otter(course: Course, assignment: Assignment, submissions: Path, root: Path) -> float:
    """`otter run` takes one submission at a time."""
    root.mkdir()
    otter_autograder(assignment, root / "autograder.zip")
    homes = sorted(submissions.iterdir())[:OTTER_SIZE]
    for home in homes:
        otter_submission(assignment, course.datasets, home, root / f"{home.name}.zip")

    def grade_all() -> None:
        for home in homes:
            run_python(["-m", "otter", "run", "-a", "autograder.zip", "-o", ".", f"{home.name}.zip"], root)

    return cpu_seconds(grade_all) / len(homes)
