"""Reads what a student handed in. Whatever it is, grading goes on: a file that cannot be graded carries the reason."""

import hashlib
import io
import tokenize
from dataclasses import dataclass
from pathlib import Path

from autograder.course.records import Assignment

SIZE_LIMIT = 1 << 20


@dataclass(frozen=True)
class Submission:
    """One student's module as text, or the sentence that says why there is none."""

    student: str
    source: str
    sha256: str
    problem: str = ""


def read_submission(folder: Path, assignment: Assignment) -> Submission:
    """The module in one student's folder; the folder's name is the student."""
    name = f"{assignment.module}.py"
    path = folder / name
    if folder.is_symlink():
        return _unreadable(folder, "the submission's folder is a link to another place, so it was not read.")
    if not path.is_symlink() and not path.exists():
        return _unreadable(folder, f"{name} is missing{_what_is_there(folder)}.")
    if not path.resolve().is_relative_to(folder.resolve()):
        return _unreadable(folder, f"{name} is a link that leads out of the submission's folder, so it was not read.")
    if not path.is_file():
        return _unreadable(folder, f"{name} is not a file.")
    size = path.stat().st_size
    if size > SIZE_LIMIT:
        return _unreadable(folder, f"{name} is {size / 1e6:.0f} MB large; the limit is {SIZE_LIMIT / 1e6:.0f} MB.")
    try:
        data = path.read_bytes()
    except OSError as error:
        return _unreadable(folder, f"{name} could not be read ({error.strerror}).")
    return submission_from_bytes(folder.name, data, name)


def submission_from_bytes(student: str, data: bytes, name: str) -> Submission:
    sha256 = hashlib.sha256(data).hexdigest()
    if not data.strip():
        return Submission(student, "", sha256, f"{name} is empty.")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        line = _first_undecodable_line(data)
        where = f" (line {line})" if line else ""
        return Submission(
            student, "", sha256, f"{name} is not UTF-8 text{where}; save it as UTF-8 and hand it in again."
        )
    return Submission(student, text.replace("\r\n", "\n").replace("\r", "\n"), sha256)


def _first_undecodable_line(data: bytes) -> int:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return data[: error.start].count(b"\n") + 1
    return 0


def _unreadable(folder: Path, problem: str) -> Submission:
    return Submission(folder.name, "", hashlib.sha256(problem.encode()).hexdigest(), problem)


def _what_is_there(folder: Path) -> str:
    others = sorted(path.name for path in folder.glob("*.py"))[:5]
    return f"; the folder holds {', '.join(others)}" if others else ""
