"""Grades the same submissions with ours and with plain `nbgrader autograde`, and compares CPU and wall time.

nbgrader gets the same checks as locked cells of a notebook, called directly in the student's kernel: no sandbox, no
random data of one's own, no diagnosis and no follow-through. That is less work than ours, so the ratio is a fair floor.
"""

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from autograder.batch.run import worker_count
from autograder.bench.notebook import bench_notebook
from autograder.checks.suite import Examinee, Suite, with_suite
from autograder.course.bank import read_alternatives, read_mistakes
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.grading.report import read_report
from autograder.publish.nbgrader_course import engine_environment
from autograder.sandbox.process import Sandbox

SLUGS = ("01_decision_trees", "04_perceptron")


@dataclass(frozen=True)
class Cost:
    """Seconds per submission."""

    cpu: float
    wall: float


def compare_with_nbgrader(course: Course, size: int) -> str:
    """A table of both costs per assignment, as text."""
    known = course.slugs()
    lines = [
        f"seconds per submission, {size} submissions each",
        f"{'':24}{'ours':>16}{'nbgrader':>18}{'ratio':>16}{'checks alone':>16}",
        f"{'assignment':24}{'cpu':>8}{'wall':>8}{'cpu':>10}{'wall':>8}{'cpu':>8}{'wall':>8}{'cpu':>16}",
    ]
    for slug in [slug for slug in SLUGS if slug in known] or known[:1]:
        assignment = course.assignment(slug)
        with tempfile.TemporaryDirectory() as folder:
            submissions = _write_submissions(assignment, Path(folder) / "submissions", size)
            print(f"{slug}: grading {size} submissions with ours ...", file=sys.stderr)
            ours = _measure(partial(_grade_with_ours, course, assignment, submissions, Path(folder)), size)
            ours = Cost(ours.cpu + _sandboxed_cpu(assignment, Path(folder)) / size, ours.wall)
            print(f"{slug}: grading {size} submissions with nbgrader ...", file=sys.stderr)
            root = _nbgrader_course(course, assignment, submissions, Path(folder) / "nbgrader")
            theirs = _measure(partial(_run, ["-m", "nbgrader", "autograde", "bench"], root), size)
        lines.append(
            f"{slug:24}{ours.cpu:8.2f}{ours.wall:8.2f}{theirs.cpu:10.2f}{theirs.wall:8.2f}"
            f"{ours.cpu / theirs.cpu:8.3f}{ours.wall / theirs.wall:8.3f}{_checks_alone(course, assignment):16.2f}"
        )
    lines.append("ratio: ours / nbgrader's; the target for CPU is 0.1 or less")
    lines.append(
        "checks alone: the suite on the reference in one process, without any isolation: nobody can be cheaper"
    )
    return "\n".join(lines)


def _checks_alone(course: Course, assignment: Assignment) -> float:
    """CPU seconds of all checks, run on the reference itself in this process."""

    def work(suite: Suite) -> float:
        examinee = Examinee(suite.plugin.reference_module, "bench", "bench")
        started = time.process_time()
        for check in suite.checks:
            suite.run(check, examinee)
        return time.process_time() - started

    return with_suite(assignment, course.datasets, work)


def _write_submissions(assignment: Assignment, folder: Path, size: int) -> Path:
    """Right and wrong submissions by turns, as in a real class."""
    sources = [assignment.reference.read_text(encoding="utf-8")]
    sources += [v.source for v in read_alternatives(assignment)[:3]] + [m.source for m in read_mistakes(assignment)]
    for number in range(size):
        home = folder / f"student{number:04}"
        home.mkdir(parents=True)
        (home / f"{assignment.module}.py").write_text(sources[number % len(sources)], encoding="utf-8")
    return folder


def _sandboxed_cpu(assignment: Assignment, scratch: Path) -> float:
    """CPU seconds inside the sandboxes, which no parent's resource usage shows: every submission's, and the start."""
    reports = [read_report(path) for path in (scratch / "reports").glob("*.json")]
    with Sandbox(assignment.packages) as sandbox:
        start = sandbox.cpu_seconds()
    return sum(report.student_cpu_seconds for report in reports) + start * worker_count(None)


def _grade_with_ours(course: Course, assignment: Assignment, submissions: Path, scratch: Path) -> None:
    out = str(scratch / "reports")
    _run(["-m", "autograder", "grade", assignment.slug, str(submissions), "--out", out], course.root)


def _nbgrader_course(course: Course, assignment: Assignment, submissions: Path, root: Path) -> Path:
    """A plain nbgrader course with these submissions, as an instructor without us would have it."""
    source = root / "source" / "bench"
    source.mkdir(parents=True)
    bench_notebook(assignment, course.datasets, source / "bench.ipynb")
    (root / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'bench'\n")
    _run(["-m", "nbgrader", "generate_assignment", "bench"], root)
    for home in submissions.iterdir():
        submitted = root / "submitted" / home.name / "bench"
        shutil.copytree(root / "release" / "bench", submitted)
        shutil.copytree(home, submitted, dirs_exist_ok=True)
    return root


def _run(arguments: list[str], folder: Path) -> None:
    environment = engine_environment()
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment.get('PATH', '')}"
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise UserError(f"{' '.join(arguments[:4])} failed: {done.stderr.strip().splitlines()[-1:]}")


def _measure(work: Callable[[], None], size: int) -> Cost:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    work()
    wall, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu / size, wall / size)
