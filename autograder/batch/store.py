"""The folder of reports: one writer at a time, every report whole, and always under the instructor's decisions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.files import remove_unfinished
from autograder.grading.decisions import apply_decisions, read_decisions
from autograder.grading.report import DamagedReport, GradeReport, read_report, write_report
from autograder.grading.submission import Submission
from autograder.locks import only_one

# A command that was killed may take its children a moment to follow; until then they hold its lock.
PATIENCE = 1.0


@contextmanager
def only_writer(out: Path) -> Iterator[None]:
    """Keep other runs out of the folder, and sweep away what a killed one left half-written."""
    busy = f"another command is writing reports to {out}; wait until it is done, or name another folder with --out."
    with only_one(out / ".lock", busy, PATIENCE):
        remove_unfinished(out)
        yield


def keep_as_decided(course: Course, report: GradeReport, out: Path, is_new: bool = False) -> None:
    """Have the report on disk under the instructor's decisions of this moment, which may change during a run."""
    decided = apply_decisions(report, read_decisions(course, report.assignment))
    if not is_new and decided == report:
        return
    try:
        write_report(decided, out / f"{report.student}.json")
    except OSError as error:
        raise UserError(
            f"{out} cannot be written to any more ({error.strerror}); the reports that are there are whole, "
            "and the same command goes on from there."
        ) from None


def current_report(path: Path, submission: Submission, fingerprint: str, isolation: str) -> GradeReport | None:
    """The report on disk if it is of this very submission, suite and isolation."""
    if not path.is_file():
        return None
    try:
        report = read_report(path)
    except DamagedReport:
        return None
    made_of = (report.submission_sha256, report.suite_sha256, report.sandbox)
    return report if made_of == (submission.sha256, fingerprint, isolation) else None
