"""`autograder grade`: a folder of submissions in, one report per student out."""

import gc
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path

from tqdm import tqdm

from autograder.batch.pool import run
from autograder.batch.store import current_report, keep_as_decided, only_writer
from autograder.checks.seeds import course_secret
from autograder.checks.suite import Suite, read_suite
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.grading.decisions import read_decisions
from autograder.grading.fingerprint import suite_sha256
from autograder.grading.grade import Grader, TakesLong
from autograder.grading.report import GradeReport, read_report, report_from_json
from autograder.grading.submission import Submission, read_submission
from autograder.sandbox import bubblewrap
from autograder.sandbox.process import Sandbox, refusal

tqdm.monitor_interval = 0  # its monitor is a thread, and we fork


Result = tuple[Submission, GradeReport | None]  # None: the engine itself failed


class PutBack(Enum):
    """In place of a report: this submission takes long, and has to wait until the others are done."""

    LATER = "later"


LATER = PutBack.LATER
Turn = tuple[Submission, GradeReport | None | PutBack]


@dataclass
class Outcome:
    """What a run did: whose reports are up to date now, how many of them it made, and who could not be graded."""

    out: Path
    students: list[str] = field(default_factory=list)
    graded: int = 0
    failed: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    def reports(self) -> Iterator[GradeReport]:
        """Read from disk, one after another, because a run keeps none in memory."""
        for student in sorted(self.students):
            yield read_report(self.out / f"{student}.json")


def grade_folder(
    course: Course,
    assignment: Assignment,
    submissions: Path,
    out: Path,
    workers: int | None = None,
    isolation: str = bubblewrap.ISOLATION,
    only: str | None = None,
    force: bool = False,
    cluster: str | None = None,
) -> Outcome:
    """Grade every student's folder under `submissions`; reports that are up to date are left alone unless `force`."""
    folders = student_folders(submissions, only)
    if cluster is None:
        require_isolation(isolation)
    read_decisions(course, assignment.slug)  # a faulty file is said now and not after an hour of grading
    secret = course_secret(course.solutions)
    fingerprint = suite_sha256(assignment, course.datasets, secret)
    outcome = Outcome(out)

    def is_current(folder: Path) -> bool:
        submission = read_submission(folder, assignment)
        report = current_report(out / f"{submission.student}.json", submission, fingerprint, isolation)
        if report is not None:
            keep_as_decided(course, report, out)
            outcome.students.append(submission.student)
        return report is not None

    def keep(results: Iterator[Result]) -> None:
        """Every report is on disk before the next one is looked at: a killed run loses what was under way, no more."""
        for submission, report in tqdm(results, assignment.slug, len(todo), unit="submission", disable=None):
            if report is None:
                outcome.failed.append(submission.student)
            else:
                keep_as_decided(course, report, out, is_new=True)
                outcome.students.append(submission.student)
                outcome.graded += 1

    with only_writer(out):
        looked_at = tqdm(folders, "reading", unit="submission", disable=None, leave=False, delay=1)
        todo = [folder for folder in looked_at if force or not is_current(folder)]
        waiting = _read_in_turn(todo, assignment, outcome)
        if todo and cluster is not None:
            from autograder.batch.cluster import grade_on_cluster  # Dask is an extra, and slow to import

            keep(grade_on_cluster(cluster, assignment, waiting, secret, fingerprint, workers, isolation))
        elif todo:
            keep(grade_many(course, assignment, waiting, secret, workers, isolation, fingerprint))
    return outcome


def grade_many(
    course: Course,
    assignment: Assignment,
    submissions: Iterable[Submission],
    secret: str,
    workers: int | None = None,
    isolation: str = bubblewrap.ISOLATION,
    fingerprint: str = "",
) -> Iterator[Result]:
    """Grade these submissions in parallel on this machine; the results come one by one, as they are ready. Those that
    take long (because a call of theirs hangs, say) are put back, and judged when all others are done: each on a core of
    its own, so that what was only crowded out has another chance."""
    suite = read_suite(assignment, course.datasets)
    suite.rehearse(secret)
    put_back = []
    turn = _grade(suite, submissions, secret, worker_count(workers), isolation, fingerprint, is_patient=False)
    for submission, report in turn:
        if report is LATER:
            put_back.append(submission)
        else:
            yield submission, report
    if put_back:
        at_a_time = min(worker_count(workers), worker_count(None))
        yield from grade_in_suite(suite, put_back, secret, at_a_time, isolation, fingerprint=fingerprint)


def grade_in_suite(
    suite: Suite,
    submissions: Iterable[Submission],
    secret: str,
    workers: int | None = None,
    isolation: str = bubblewrap.ISOLATION,
    only: dict[str, set[str]] | None = None,
    fingerprint: str = "",
) -> Iterator[Result]:
    """The same with a suite that is read already, and with nobody put back. `only` names, for some students, the
    exercises to judge. `fingerprint` is the suite's from before it was read: if a file of it changes during the run,
    the reports made from what was read are out of date, and say so."""
    for submission, report in _grade(suite, submissions, secret, worker_count(workers), isolation, fingerprint, only):
        assert report is not LATER
        yield submission, report


def grade_in_turns(
    course: Course,
    assignment: Assignment,
    submissions: Iterable[Submission],
    secret: str,
    isolation: str,
    fingerprint: str,
    is_patient: bool,
) -> Iterator[Turn]:
    """Each submission when it comes, one at a time; without patience LATER for one that takes long."""
    suite = read_suite(assignment, course.datasets)
    suite.rehearse(secret)
    yield from _grade(suite, submissions, secret, 1, isolation, fingerprint, is_patient=is_patient)


def _grade(
    suite: Suite,
    submissions: Iterable[Submission],
    secret: str,
    workers: int,
    isolation: str,
    fingerprint: str,
    only: dict[str, set[str]] | None = None,
    is_patient: bool = True,
) -> Iterator[Turn]:
    grader = Grader(suite, secret, fingerprint)
    gc.freeze()  # a collection in a forked child would touch, and so copy, every page of what the parent has loaded

    def work(submission: Submission, sandbox: Sandbox, caution: int) -> str:
        exercises = (only or {}).get(submission.student, ())
        try:
            return json.dumps(asdict(grader.grade(submission, sandbox, exercises, caution, is_patient)))
        except TakesLong:
            return LATER.value

    for submission, text in run(submissions, work, opener(suite.assignment, isolation), workers):
        if text == LATER.value:
            yield submission, LATER
        else:
            yield submission, report_from_json(json.loads(text)) if text is not None else None


def opener(assignment: Assignment, isolation: str) -> Callable[[], Sandbox]:
    return lambda: Sandbox(assignment.packages, isolation)


def worker_count(workers: int | None) -> int:
    return workers or len(os.sched_getaffinity(0))


def student_folders(submissions: Path, only: str | None = None) -> list[Path]:
    """The students' folders, by name."""
    if not submissions.is_dir():
        raise UserError(f"{submissions} is not a folder; expected one folder per student in it.")
    folders = sorted(path for path in submissions.iterdir() if not path.name.startswith(".") and _is_students(path))
    if not folders:
        raise UserError(f"{submissions} holds no student's folder; expected one folder per student.")
    if only is not None:
        folders = [folder for folder in folders if folder.name == only]
        if not folders:
            raise UserError(f"{submissions} holds no folder of a student {only!r}.")
    return folders


def _is_students(path: Path) -> bool:
    """Whether this is a folder, or may have been meant as one: a link that leads nowhere gets a report that says so."""
    try:
        return path.is_dir() or (path.is_symlink() and not path.exists())
    except OSError:  # it may not be looked at, or is a link to a name of any length
        return True


def require_isolation(isolation: str) -> None:
    reason = refusal(isolation)
    if reason is not None:
        raise UserError(reason)


def _read_in_turn(folders: list[Path], assignment: Assignment, outcome: Outcome) -> Iterator[Submission]:
    """Each submission as it is when its turn comes, so that a class of any size takes no more memory."""
    for folder in folders:
        if os.path.lexists(folder):
            yield read_submission(folder, assignment)
        else:
            outcome.gone.append(folder.name)
