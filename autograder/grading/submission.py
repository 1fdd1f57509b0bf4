"""Reads what a student handed in. Whatever it is, grading goes on: a file that cannot be graded carries the reason."""

import hashlib
import io
import os
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path

from autograder.bridge.codec import clean_text
from autograder.course.records import Assignment

SIZE_LIMIT = 1 << 20
NAME_BYTES = 240  # a file's name has at most 255 of them, and a report's has an ending
_MADE_NAME = re.compile(r"~[0-9a-f]{12}$")
# Python itself takes any codec that a file's first lines name; some of those take hours for a megabyte.
ENCODINGS = frozenset({"utf-8", "utf-8-sig", "ascii", "us-ascii", "iso-8859-1", "iso-8859-15", "cp1252"})


def file_limits(module: str) -> dict[str, int]:
    """The files of a submission, and how large each may be."""
    return {f"{module}.py": SIZE_LIMIT, f"{module}.ipynb": 100 * SIZE_LIMIT}


@dataclass(frozen=True)
class Submission:
    """One student's module as text, or the sentence that says why there is none."""

    student: str
    source: str
    sha256: str
    problem: str = ""


def student_id(folder: Path) -> str:
    """Whose folder this is: its name, or where no report could have that name (it is no text, or too long), one that
    is made from it and no other folder's."""
    name, raw = clean_text(folder.name), os.fsencode(folder.name)
    if name == folder.name and len(raw) <= NAME_BYTES and not _MADE_NAME.search(name):
        return name
    start = name.encode()[: NAME_BYTES // 2].decode(errors="ignore")
    return f"{start}~{hashlib.sha256(raw).hexdigest()[:12]}"


def read_submission(folder: Path, assignment: Assignment) -> Submission:
    """The module in one student's folder; the folder's name is the student."""
    name = f"{assignment.module}.py"
    try:
        data = _read(folder, name)
    except OSError as error:  # it may not be readable, be gone since a moment ago, or a link to a name of any length
        return _unreadable(folder, f"{name} could not be read ({error.strerror}).")
    except _Unfit as problem:
        return _unreadable(folder, str(problem))
    return submission_from_bytes(student_id(folder), data, name)


class _Unfit(Exception):
    """The sentence that says why a file is not read."""


def _read(folder: Path, name: str) -> bytes:
    path = folder / name
    if folder.is_symlink():
        raise _Unfit("the submission's folder is a link to another place, so it was not read.")
    if not path.is_symlink() and not path.exists():
        raise _Unfit(f"{name} is missing{_what_is_there(folder)}.")
    if not _is_inside(path, folder):
        raise _Unfit(f"{name} is a link that leads out of the submission's folder, so it was not read.")
    if not path.is_file():
        raise _Unfit(f"{name} is not a file.")
    size = path.stat().st_size
    if size > SIZE_LIMIT:
        raise _Unfit(f"{name} is {size / 1e6:.0f} MB large; the limit is {SIZE_LIMIT / 1e6:.0f} MB.")
    return path.read_bytes()


def _is_inside(path: Path, folder: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (RuntimeError, OSError):  # a link that leads to itself: the one in older Pythons, the other in newer
        return False


def submission_from_bytes(student: str, data: bytes, name: str) -> Submission:
    sha256 = hashlib.sha256(data).hexdigest()
    if not data.strip():
        return Submission(student, "", sha256, f"{name} is empty.")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        if encoding not in ENCODINGS:
            raise LookupError(encoding)
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
    return Submission(student_id(folder), "", hashlib.sha256(problem.encode()).hexdigest(), problem)


def _what_is_there(folder: Path) -> str:
    others = sorted(clean_text(path.name) for path in folder.glob("*.py"))[:5]
    return f"; the folder holds {', '.join(others)}" if others else ""
