"""`autograder export`: the scores of an assignment as CSV files for people, Canvas, Moodle and nbgrader's users."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from autograder.collect.identity import Roster
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.files import write_atomically
from autograder.grading.report import GradeReport
from autograder.publish.csv_table import neutral, read_table
from autograder.publish.lms_csv import Filled, fill_canvas, fill_moodle
from autograder.publish.nbgrader_course import NbgraderCourse
from autograder.publish.scores import exercise_csv, totals
from autograder.publish.written import written_scores


@dataclass(frozen=True)
class Wanted:
    """What the instructor asks for. `manual`: points for written questions yes, no, or if there are any (None)."""

    canvas: Path | None = None
    moodle: Path | None = None
    column: str | None = None
    scale: bool = False
    roster: Roster | None = None
    manual: bool | None = None


@dataclass
class Exported:
    """The files that were written, what should be said of them, and whether every score found its place."""

    files: list[Path] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    complete: bool = True


def export_assignment(
    course: Course, assignment: Assignment, reports: list[GradeReport], out: Path, wanted: Wanted
) -> Exported:
    """Write every file that was asked for into `out`; nothing is written if one of them cannot be made."""
    written = written_scores(NbgraderCourse.of(course), assignment.slug)
    if wanted.manual and written is None:
        raise UserError(
            f"nbgrader's gradebook does not have {assignment.slug} yet; "
            f"run 'autograder feedback {assignment.slug} SUBMISSIONS', then grade the answers in formgrader."
        )
    class_totals = totals(assignment, reports, None if wanted.manual is False else written)
    exported = Exported()
    texts = {"exercises.csv": exercise_csv(assignment, class_totals).encode()}
    for path, fill, name in ((wanted.canvas, fill_canvas, "canvas.csv"), (wanted.moodle, fill_moodle, "moodle.csv")):
        if path is not None:
            if path.resolve() == (out / name).resolve():
                raise UserError(f"{path} is to be read and would be overwritten; name another folder with --out.")
            table = read_table(path)
            try:
                filled = fill(table, assignment, class_totals, wanted.roster, wanted.column, wanted.scale)
            except UserError as error:
                raise UserError(f"{path}: {error}") from None
            texts[name] = table.to_bytes()
            _remark(exported, name, filled)
    unfinished = [total.student for total in class_totals if not total.is_complete]
    if unfinished:
        exported.remarks.append(f"written questions are not in the total, or not graded yet: {', '.join(unfinished)}")
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, data in texts.items():
            write_atomically(out / name, data)
            exported.files.append(out / name)
    except OSError as error:
        raise UserError(f"{out} cannot be written to ({error.strerror}).") from None
    if written is not None:
        export_nbgrader(course, out / "nbgrader.csv", assignment.slug)
        exported.files.append(out / "nbgrader.csv")
    return exported


def export_nbgrader(course: Course, out: Path, slug: str | None = None) -> None:
    """nbgrader's own export, of one assignment or of all; names in it that look like formulas are made harmless."""
    nbgrader = NbgraderCourse.of(course)
    if not nbgrader.modules():
        raise UserError("no assignment is released yet; run 'autograder release SLUG' first.")
    only = [f"--ExportPlugin.assignment={slug}"] if slug else []
    with tempfile.TemporaryDirectory(prefix="autograder-") as scratch:
        raw = Path(scratch) / "nbgrader.csv"
        nbgrader.run("export", "--to", str(raw), *only)
        table = read_table(raw)
    table.rows = [[neutral(cell) for cell in row] for row in table.rows]
    try:
        write_atomically(out, table.to_bytes())
    except OSError as error:
        raise UserError(f"{out} cannot be written ({error.strerror}).") from None


def _remark(exported: Exported, name: str, filled: Filled) -> None:
    exported.remarks.append(f"{name}: {len(filled.filled)} scores in the column {filled.column!r}")
    lists = {
        "had another score before": filled.changed,
        "left as they are": filled.left,
        "in the gradebook, but without a report": filled.without_report,
        "with a report, but not (or not clearly) in the gradebook": filled.without_row,
    }
    exported.remarks += [f"{name}: {title}: {', '.join(people)}" for title, people in lists.items() if people]
    exported.complete &= not filled.without_row
