"""Graded submissions into nbgrader: the gradebook and a feedback page for every student of a class.

A submission that has not changed is not graded again, so a rerun costs little and a stopped run goes on; its page is
made anew all the same, because a person may have graded its answers in the meantime.
"""

import csv
import hashlib
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.utils import parse_utc
from tqdm import tqdm

from autograder import __version__
from autograder.batch.run import require_isolation, student_folders, worker_count
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.files import write_atomically
from autograder.grading.report import read_report
from autograder.grading.submission import SIZE_LIMIT
from autograder.publish.nbgrader_course import NbgraderCourse
from autograder.publish.release import new_folder
from autograder.publish.submission import is_plain_file, replace_notebook
from autograder.publish.workers import run_workers
from autograder.sandbox import bubblewrap

TIMES = "timestamps.csv"
_FORBIDDEN = '*?[],"<>'


@dataclass
class Fed:
    """What a run did: how many submissions were autograded now, how many were unchanged, and who failed why."""

    autograded: int = 0
    unchanged: int = 0
    failed: dict[str, str] = field(default_factory=dict)


def feed_gradebook(
    course: Course,
    assignment: Assignment,
    reports: Path,
    submissions: Path,
    workers: int | None = None,
    force: bool = False,
) -> Fed:
    """Put every graded submission into build/course, have nbgrader autograde it, and make its feedback page."""
    nbgrader, slug = NbgraderCourse.of(course), assignment.slug
    nbgrader.module(slug)  # released?
    require_isolation(bubblewrap.ISOLATION)
    folders = student_folders(submissions)
    require_usable_ids([folder.name for folder in folders])
    times = submission_times(submissions / TIMES)
    changed: dict[str, str] = {}
    for folder in folders:
        report = reports / f"{folder.name}.json"
        read_report(report)  # a missing or damaged one is said before anything is touched
        fingerprint = _fingerprint(nbgrader, slug, folder, report, times.get(folder.name, ""))
        if force or not _is_autograded(nbgrader, slug, folder.name, fingerprint):
            changed[folder.name] = fingerprint
    for folder in folders:
        if folder.name in changed:
            _submit(nbgrader, slug, folder, times.get(folder.name, ""))
    todo = {folder.name: folder.name in changed for folder in folders}
    results = run_workers(nbgrader, slug, reports, todo, min(worker_count(workers), len(todo)))
    outcome = Fed()
    for student, problem in tqdm(results, total=len(todo), desc=f"{slug} nbgrader", unit="student", disable=None):
        if problem:
            outcome.failed[student] = problem
        elif student in changed:
            outcome.autograded += 1
            _remember(nbgrader, slug, student, changed[student])
        else:
            outcome.unchanged += 1
    return outcome


def require_usable_ids(students: list[str]) -> None:
    """Refuse names that break where nbgrader uses them as ids: in paths, in patterns and in unquoted CSV."""
    for student in students:
        reason = ""
        if student != student.strip():
            reason = "begins or ends with a space, which nbgrader removes"
        elif len(student) > 128:
            reason = "is longer than the 128 characters that nbgrader's gradebook keeps"
        elif not student.isprintable() or any(character in student for character in _FORBIDDEN):
            reason = (
                f"has a character that nbgrader cannot handle in an id ({' '.join(_FORBIDDEN)} or an invisible one)"
            )
        if reason:
            raise UserError(f"the student folder {student!r} {reason}; rename the folder.")


def submission_times(path: Path) -> dict[str, str]:
    """When each student handed in, from an optional table student,timestamp that no student can write."""
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        if rows.fieldnames != ["student", "timestamp"]:
            raise UserError(f"{path}:1: expected the columns student,timestamp.")
        times = {}
        for row in rows:
            try:
                parse_utc(row["timestamp"] or "")
            except ValueError:
                raise UserError(f"{path}:{rows.line_num}: {row['timestamp']!r} is not a time.") from None
            times[row["student"]] = row["timestamp"]
    return times


def _submit(nbgrader: NbgraderCourse, slug: str, folder: Path, timestamp: str) -> None:
    """Lay a submission out as nbgrader expects it: plain files only, and never a time that the student wrote."""
    _stamp(nbgrader, slug, folder.name).unlink(missing_ok=True)  # from here on nothing of it is done until all is
    with new_folder(nbgrader.submitted(slug, folder.name)) as submitted:
        for name in _handed_in(nbgrader, slug, folder):
            shutil.copyfile(folder / name, submitted / name)
        if not (submitted / f"{nbgrader.module(slug)}.ipynb").exists():
            replace_notebook(nbgrader, slug, submitted, "no notebook was handed in")
        if timestamp:
            (submitted / "timestamp.txt").write_text(timestamp, encoding="utf-8")


def _handed_in(nbgrader: NbgraderCourse, slug: str, folder: Path) -> list[str]:
    if folder.is_symlink():
        return []
    module = nbgrader.module(slug)
    limits = {f"{module}.py": SIZE_LIMIT, f"{module}.ipynb": 100 * SIZE_LIMIT}
    return [
        name
        for name, limit in limits.items()
        if is_plain_file(folder / name) and (folder / name).stat().st_size <= limit
    ]


def _fingerprint(nbgrader: NbgraderCourse, slug: str, folder: Path, report: Path, timestamp: str) -> str:
    """A hash of all that the gradebook's entry and the feedback page are made from."""
    digest = hashlib.sha256(f"{__version__}\n{timestamp}\n".encode())
    released = nbgrader.release(slug) / f"{nbgrader.module(slug)}.ipynb"
    for path in (report, released, *(folder / name for name in _handed_in(nbgrader, slug, folder))):
        digest.update(f"{path.name} {path.stat().st_size}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _stamp(nbgrader: NbgraderCourse, slug: str, student: str) -> Path:
    return nbgrader.root / "fed" / slug / f"{student}.sha256"


def _is_autograded(nbgrader: NbgraderCourse, slug: str, student: str, fingerprint: str) -> bool:
    stamp, done = _stamp(nbgrader, slug, student), nbgrader.autograded(slug, student)
    return stamp.is_file() and done.is_dir() and stamp.read_text(encoding="utf-8") == fingerprint


def _remember(nbgrader: NbgraderCourse, slug: str, student: str, fingerprint: str) -> None:
    stamp = _stamp(nbgrader, slug, student)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(stamp, fingerprint)
