"""`autograder grade`: a folder of submissions in, one report per student out."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tqdm import tqdm

from autograder.batch.pool import run
from autograder.checks.seeds import course_secret
from autograder.checks.suite import Suite, with_suite
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.grading.fingerprint import suite_sha256
from autograder.grading.grade import Grader
from autograder.grading.report import DamagedReport, GradeReport, read_report, report_from_json, write_report
from autograder.grading.submission import Submission, read_submission
from autograder.sandbox import bubblewrap
from autograder.sandbox.process import Sandbox

tqdm.monitor_interval = 0  # its monitor is a thread, and we fork


@dataclass
class Outcome:
    """What a run did: reports in the order of students, how many were graded now, and who could not be graded."""

    reports: list[GradeReport] = field(default_factory=list)
    graded: int = 0
    failed: list[str] = field(default_factory=list)


def grade_folder(
    course: Course,
    assignment: Assignment,
    submissions: Path,
    out: Path,
    workers: int | None = None,
    isolation: str = bubblewrap.ISOLATION,
    only: str | None = None,
    force: bool = False,
) -> Outcome:
    """Grade every student's folder under `submissions`; reports that are up to date are left alone unless `force`."""
    folders = student_folders(submissions, only)
    require_isolation(isolation)
    _require_writable(out)
    secret = course_secret(course.solutions)
    fingerprint = suite_sha256(assignment, secret)
    outcome = Outcome()
    todo: list[Submission] = []
    for folder in folders:
        submission = read_submission(folder, assignment)
        report = None if force else _current_report(out / f"{folder.name}.json", submission, fingerprint, isolation)
        if report is None:
            todo.append(submission)
        else:
            outcome.reports.append(report)
    if todo:
        for submission, report in grade_many(course, assignment, todo, secret, workers, isolation):
            if report is None:
                outcome.failed.append(submission.student)
            else:
                write_report(report, out / f"{submission.student}.json")
                outcome.reports.append(report)
                outcome.graded += 1
    outcome.reports.sort(key=lambda report: report.student)
    return outcome


def grade_many(
    course: Course,
    assignment: Assignment,
    submissions: list[Submission],
    secret: str,
    workers: int | None = None,
    isolation: str = bubblewrap.ISOLATION,
) -> list[tuple[Submission, GradeReport | None]]:
    """Grade these submissions in parallel, with a progress bar; None for one on which the engine itself failed."""

    def work(suite: Suite) -> list[tuple[Submission, GradeReport | None]]:
        results = grade_in_suite(suite, submissions, secret, workers, isolation)
        progress = tqdm(results, total=len(submissions), desc=assignment.slug, unit="submission", disable=None)
        return list(progress)

    return with_suite(assignment, course.datasets, work)


def grade_in_suite(
    suite: Suite,
    submissions: list[Submission],
    secret: str,
    workers: int | None = None,
    isolation: str = bubblewrap.ISOLATION,
    only: dict[str, str] | None = None,
) -> Iterator[tuple[Submission, GradeReport | None]]:
    """The same inside a suite that is open already. `only` names, for some students, the one exercise to judge."""
    graders: dict[int, Grader] = {}

    def work(submission: Submission, sandbox: Sandbox) -> str:
        grader = graders.setdefault(id(sandbox), Grader(suite, sandbox, secret))
        return json.dumps(asdict(grader.grade(submission, (only or {}).get(submission.student))))

    for submission, text in run(submissions, work, opener(suite.assignment, isolation), worker_count(workers)):
        yield submission, report_from_json(json.loads(text)) if text is not None else None


def opener(assignment: Assignment, isolation: str) -> Callable[[], Sandbox]:
    return lambda: Sandbox(assignment.packages, isolation)


def worker_count(workers: int | None) -> int:
    return workers or len(os.sched_getaffinity(0))


def student_folders(submissions: Path, only: str | None = None) -> list[Path]:
    """The students' folders, by name."""
    if not submissions.is_dir():
        raise UserError(f"{submissions} is not a folder; expected one folder per student in it.")
    folders = sorted(path for path in submissions.iterdir() if path.is_dir() and not path.name.startswith("."))
    if not folders:
        raise UserError(f"{submissions} holds no student's folder; expected one folder per student.")
    if only is not None:
        folders = [folder for folder in folders if folder.name == only]
        if not folders:
            raise UserError(f"{submissions} holds no folder of a student {only!r}.")
    return folders


def require_isolation(isolation: str) -> None:
    if isolation == bubblewrap.ISOLATION:
        reason = bubblewrap.refusal()
        if reason is not None:
            raise UserError(reason)


def _require_writable(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        probe = out / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise UserError(f"{out} cannot be written to ({error.strerror}).") from None


def _current_report(path: Path, submission: Submission, fingerprint: str, isolation: str) -> GradeReport | None:
    """The report on disk if it is of this very submission, suite and isolation."""
    if not path.is_file():
        return None
    try:
        report = read_report(path)
    except DamagedReport:
        return None
    made_of = (report.submission_sha256, report.suite_sha256, report.sandbox)
    return report if made_of == (submission.sha256, fingerprint, isolation) else None
