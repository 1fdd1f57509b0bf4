"""Grades the same submissions with ours, with `nbgrader autograde` and with `otter run`, and compares their CPU time.

The other two get the same checks, called directly in the process of the student's notebook: no sandbox, no random data
of one's own, no diagnosis and no follow-through. That is less work than ours.
"""

import importlib.util
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from autograder.batch.run import worker_count
from autograder.bench.classes import Cost, measure, run_python, write_submissions
from autograder.bench.in_process import checks_alone
from autograder.bench.notebook import bench_notebook
from autograder.bench.otter import otter_autograder, otter_submission
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.grading.report import read_report
from autograder.sandbox.process import Sandbox

OTTER_SIZE = 2  # it takes many seconds for each
TARGETS = {"nbgrader": 1 / 20, "otter": 1 / 40, "checks alone": 1.5}


def compare_with_others(course: Course, size: int) -> str:
    """A table of CPU seconds per submission and of the ratios, as text."""
    header = f"{'assignment':28}{'ours':>7}{'checks alone':>14}{'nbgrader':>10}{'otter':>8}   ours / each of these"
    lines = [f"CPU seconds per submission; {size} submissions, for otter {OTTER_SIZE}", header]
    for slug in course.slugs():
        assignment = course.assignment(slug)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            submissions = write_submissions(assignment, folder / "submissions", size)
            _say(slug, "ours")
            ours = _cost_of_ours(course, assignment, submissions, folder).per(size)
            _say(slug, "pytest in one process")
            others = {"checks alone": checks_alone(assignment, course.datasets)}
            _say(slug, "nbgrader")
            others["nbgrader"] = _cost_of_nbgrader(course, assignment, submissions, folder / "nbgrader").per(size).cpu
            if importlib.util.find_spec("otter"):
                _say(slug, "otter")
                others["otter"] = _cost_of_otter(course, assignment, submissions, folder / "otter").cpu
        ratios = "  ".join(f"{ours.cpu / seconds:.3f}" for seconds in others.values())
        columns = f"{others['checks alone']:14.3f}{others['nbgrader']:10.3f}{others.get('otter', float('nan')):8.2f}"
        lines.append(f"{slug:28}{ours.cpu:7.3f}{columns}   {ratios}")
    wanted = ", ".join(f"{name} {limit:g}" for name, limit in TARGETS.items())
    lines.append(f"checks alone: plain pytest on the reference in one process without isolation. Targets: {wanted}")
    return "\n".join(lines)


def _say(slug: str, what: str) -> None:
    print(f"{slug}: {what} ...", file=sys.stderr)


def _cost_of_ours(course: Course, assignment: Assignment, submissions: Path, folder: Path) -> Cost:
    """With what runs inside the sandboxes (each submission, and their start), which no parent's usage shows."""
    out = folder / "reports"
    command = ["-m", "autograder", "grade", assignment.slug, str(submissions), "--out", str(out)]
    cost = measure(partial(run_python, command, course.root))
    inside = sum(read_report(path).student_cpu_seconds for path in out.glob("*.json"))
    with Sandbox(assignment.packages) as sandbox:
        start = sandbox.cpu_seconds()
    return Cost(cost.cpu + inside + start * worker_count(None), cost.wall)


def _cost_of_nbgrader(course: Course, assignment: Assignment, submissions: Path, root: Path) -> Cost:
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
    return measure(partial(run_python, ["-m", "nbgrader", "autograde", "bench"], root))


def _cost_of_otter(course: Course, assignment: Assignment, submissions: Path, root: Path) -> Cost:
    """Per submission: `otter run` takes one at a time."""
    root.mkdir()
    otter_autograder(assignment, root / "autograder.zip")
    homes = sorted(submissions.iterdir())[:OTTER_SIZE]
    for home in homes:
        otter_submission(assignment, course.datasets, home, root / f"{home.name}.zip")

    def grade_all() -> None:
        for home in homes:
            run_python(["-m", "otter", "run", "-a", "autograder.zip", "-o", ".", f"{home.name}.zip"], root)

    return measure(grade_all).per(len(homes))
