"""Graded submissions into nbgrader: the gradebook and a feedback page for every student of a class.

A submission that has not changed is not graded again, so a rerun costs little and a stopped run goes on; its page is
made anew all the same, because a person may have graded its answers in the meantime.
"""

import hashlib
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from autograder import __version__
from autograder.batch.run import student_folders, worker_count
from autograder.collect.identity import unusable
from autograder.collect.times import TIMES, submission_times
from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.files import is_plain_file, new_folder, write_atomically
from autograder.grading.report import read_report
from autograder.grading.submission import file_limits
from autograder.locks import only_one
from autograder.publish.nbgrader_course import NbgraderCourse
from autograder.publish.workers import SECONDS_TO_END, run_workers
from autograder.sandbox import levels

_BUSY = "another 'autograder feedback' is at work in {}; wait until it has ended."


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
    reason = levels.notebook_refusal()
    if reason:
        raise UserError(reason)
    folders = student_folders(submissions)
    require_usable_ids([folder.name for folder in folders])
    times = submission_times(submissions / TIMES)
    count = min(worker_count(workers), len(folders))
    with only_one(nbgrader.root / "feed.lock", _BUSY.format(nbgrader.root), patience=3 * SECONDS_TO_END) as lock:
        fingerprints = {
            folder.name: _fingerprint(nbgrader, slug, folder, reports, times.get(folder.name, "")) for folder in folders
        }
        todo = {
            student: force or not _is_autograded(nbgrader, slug, student, fingerprint)
            for student, fingerprint in fingerprints.items()
        }
        for folder in folders:
            if todo[folder.name]:
                _submit(nbgrader, slug, folder, times.get(folder.name, ""))
        outcome = Fed()
        results = run_workers(nbgrader, slug, reports, todo, count, lock)
        for student, problem in tqdm(results, total=len(todo), desc=f"{slug} nbgrader", unit="student", disable=None):
            if problem:
                outcome.failed[student] = problem
            elif todo[student]:
                outcome.autograded += 1
                _remember(nbgrader, slug, student, fingerprints[student])
            else:
                outcome.unchanged += 1
    return outcome


def require_usable_ids(students: list[str]) -> None:
    """Refuse names that break where nbgrader uses them as ids: in paths, in patterns and in unquoted CSV."""
    for student in students:
        reason = unusable(student)
        if reason:
            raise UserError(f"the student folder {student!r} {reason}; rename the folder.")


def _submit(nbgrader: NbgraderCourse, slug: str, folder: Path, timestamp: str) -> None:
    """Lay a submission out as nbgrader expects it: plain files only, and never a time that the student wrote."""
    _stamp(nbgrader, slug, folder.name).unlink(missing_ok=True)  # from here on nothing of it is done until all is
    with new_folder(nbgrader.submitted(slug, folder.name)) as submitted:
        for name in _handed_in(nbgrader, slug, folder):
            shutil.copyfile(folder / name, submitted / name)
        if not (submitted / f"{nbgrader.module(slug)}.ipynb").exists():
            from autograder.publish.submission import replace_notebook  # nbformat takes a second

            replace_notebook(nbgrader, slug, submitted, "no notebook was handed in")
        if timestamp:
            (submitted / "timestamp.txt").write_text(timestamp, encoding="utf-8")


def _handed_in(nbgrader: NbgraderCourse, slug: str, folder: Path) -> list[str]:
    if folder.is_symlink():
        return []
    return [
        name
        for name, limit in file_limits(nbgrader.module(slug)).items()
        if is_plain_file(folder / name) and (folder / name).stat().st_size <= limit
    ]


def _fingerprint(nbgrader: NbgraderCourse, slug: str, folder: Path, reports: Path, timestamp: str) -> str:
    """A hash of all that the gradebook's entry and the feedback page are made from."""
    report = reports / f"{folder.name}.json"
    read_report(report)  # a missing or damaged one is said before anything is touched
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
