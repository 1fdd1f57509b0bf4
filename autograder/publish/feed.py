"""Graded submissions into nbgrader: the gradebook and a feedback page for every student of a class.

A submission that has not changed is not graded again, so a rerun costs little and a stopped run goes on; its page is
made anew all the same, because a person may have graded its answers in the meantime. Whatever is wrong with one
student's files or name is that student's failure alone.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
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
from autograder.grading.submission import file_limits, student_id
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
    folders = {student_id(folder): folder for folder in student_folders(submissions)}
    times = submission_times(submissions / TIMES)
    outcome = Fed()
    fingerprints: dict[str, str] = {}
    todo: dict[str, bool] = {}
    with _only_feeder(nbgrader) as lock:
        for student, folder in folders.items():
            timestamp, report = times.get(student, ""), reports / f"{student}.json"
            try:
                require_usable_id(student)
                read_report(report)
                files = _handed_in(nbgrader, slug, folder)
            except UserError as error:
                outcome.failed[student] = str(error)
                continue
            except OSError as error:
                outcome.failed[student] = f"{error.filename} cannot be read ({error.strerror})."
                continue
            fingerprints[student] = _fingerprint(nbgrader, slug, files, report, timestamp)
            todo[student] = force or not _is_autograded(nbgrader, slug, student, fingerprints[student])
            if todo[student]:
                _submit(nbgrader, slug, student, files, timestamp)
        count = min(worker_count(workers), len(todo))
        results = run_workers(nbgrader, slug, reports, todo, count, worker_count(None), lock) if todo else []
        for student, problem in tqdm(results, total=len(todo), desc=f"{slug} nbgrader", unit="student", disable=None):
            if problem:
                outcome.failed[student] = problem
            elif todo[student]:
                outcome.autograded += 1
                _remember(nbgrader, slug, student, fingerprints[student])
            else:
                outcome.unchanged += 1
    return outcome


@contextmanager
def _only_feeder(nbgrader: NbgraderCourse) -> Iterator[int]:
    """Keep other runs out of the course. What is not caught where a student's files are read is a fault of the disk."""
    busy = _BUSY.format(nbgrader.root)
    try:
        with only_one(nbgrader.root / "feed.lock", busy, patience=3 * SECONDS_TO_END) as held:
            yield held
    except OSError as error:
        raise UserError(f"{nbgrader.root} cannot be written to ({error.strerror}).") from None


def require_usable_id(student: str) -> None:
    """Refuse a name that breaks where nbgrader uses it as an id: in paths, in patterns and in unquoted CSV."""
    reason = unusable(student)
    if reason:
        raise UserError(f"the student folder {student!r} {reason}; rename the folder.")


def _submit(nbgrader: NbgraderCourse, slug: str, student: str, files: dict[str, bytes], timestamp: str) -> None:
    """Lay a submission out as nbgrader expects it: plain files only, and never a time that the student wrote."""
    _stamp(nbgrader, slug, student).unlink(missing_ok=True)  # from here on nothing of it is done until all is
    with new_folder(nbgrader.submitted(slug, student)) as submitted:
        for name, content in files.items():
            (submitted / name).write_bytes(content)
        if f"{nbgrader.module(slug)}.ipynb" not in files:
            from autograder.publish.submission import replace_notebook  # nbformat takes a second

            replace_notebook(nbgrader, slug, submitted, "no notebook was handed in")
        if timestamp:
            (submitted / "timestamp.txt").write_text(timestamp, encoding="utf-8")


def _handed_in(nbgrader: NbgraderCourse, slug: str, folder: Path) -> dict[str, bytes]:
    """The files of a submission that are plain and not too large."""
    if folder.is_symlink():
        return {}
    return {
        name: (folder / name).read_bytes()
        for name, limit in file_limits(nbgrader.module(slug)).items()
        if is_plain_file(folder / name) and (folder / name).stat().st_size <= limit
    }


def _fingerprint(nbgrader: NbgraderCourse, slug: str, files: dict[str, bytes], report: Path, timestamp: str) -> str:
    """A hash of all that the gradebook's entry and the feedback page are made from."""
    digest = hashlib.sha256(f"{__version__}\n{timestamp}\n".encode())
    released = nbgrader.release(slug) / f"{nbgrader.module(slug)}.ipynb"
    made_from = {path.name: path.read_bytes() for path in (report, released)}
    for name, content in [*made_from.items(), *files.items()]:
        digest.update(f"{name} {len(content)}\n".encode() + content)
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
