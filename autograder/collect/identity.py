"""From a system's name of a person to the student's id.

Without a roster the id is the system's surest key: `doejane_4567` (Canvas), `Jane Doe_1234567` (Moodle), the student id
or the address (Gradescope), the user (exchange), the folder. A roster is a CSV with a column `student` and any others;
whatever stands in a student's row is a key of that student.
"""

import csv
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from autograder.collect.layouts import Attempt
from autograder.collect.times import TIMES
from autograder.errors import UserError
from autograder.grading.submission import NAME_BYTES

_NBGRADER_CANNOT = '*?[],"<>'


def unusable(student: str) -> str:
    """Why nobody can have this id, as it becomes a file's name and an id in nbgrader; "" if it is fine."""
    if not student:
        return "is empty"
    if student != student.strip():
        return "begins or ends with a space, which nbgrader removes"
    if len(student) > 128:
        return "is longer than the 128 characters that nbgrader's gradebook keeps"
    if not student.isprintable() or any(character in student for character in _NBGRADER_CANNOT):
        return (
            f"has a character that nbgrader cannot handle in an id ({' '.join(_NBGRADER_CANNOT)} or an invisible one)"
        )
    if student.startswith(".") or "/" in student or "\\" in student:
        return "cannot be the name of a folder: it begins with a dot or has a slash in it"
    if len(student.encode()) > NAME_BYTES:
        return f"is longer than the {NAME_BYTES} bytes that a report's name may have"
    if folded(student) == TIMES:
        return "is the name of the table of times that lies beside the students' folders"
    return ""


def folded(text: str) -> str:
    """Two texts that people and file systems take for the same are the same here."""
    return unicodedata.normalize("NFC", text).strip().casefold()


@dataclass(frozen=True)
class Roster:
    """Which keys each student has."""

    keys: dict[str, frozenset[str]]

    def student(self, keys: Iterable[str]) -> str:
        """The student with the first of these keys that the roster has; a LookupError says why there is none."""
        known = list(keys)
        for key in known:
            owners = [student for student, own in self.keys.items() if folded(key) in own]
            if len(owners) > 1:
                raise LookupError(f"could be {' or '.join(owners)} by the roster (looked for {key})")
            if owners:
                return owners[0]
        raise LookupError(f"is not in the roster (looked for {', '.join(known)})")

    def keys_of(self, student: str) -> frozenset[str]:
        return self.keys.get(student, frozenset())


def read_roster(path: Path) -> Roster:
    keys: dict[str, frozenset[str]] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if "student" not in (rows.fieldnames or []):
                raise UserError(f"{path}:1: expected a column 'student' and columns with the LMS's names or ids.")
            for row in rows:
                student = unicodedata.normalize("NFC", (row["student"] or "").strip())
                problem = unusable(student)
                if problem:
                    raise UserError(f"{path}:{rows.line_num}: the student id {student!r} {problem}.")
                if student in keys:
                    raise UserError(f"{path}:{rows.line_num}: {student} is listed twice, expected each student once.")
                cells = [cell for cell in row.values() if isinstance(cell, str) and cell.strip()]
                keys[student] = frozenset(map(folded, cells))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(f"{path} cannot be read as a CSV roster in UTF-8: {error}.") from None
    return Roster(keys)


def by_student(attempts: Iterable[Attempt], roster: Roster | None) -> tuple[dict[str, list[Attempt]], dict[str, str]]:
    """The attempts of each student, and those of nobody with the reason. Two people are never taken for one."""
    students: dict[str, list[Attempt]] = {}
    unmatched: dict[str, str] = {}
    for attempt in attempts:
        key = unicodedata.normalize("NFC", attempt.keys[0])
        try:
            student = roster.student(attempt.keys) if roster else key
        except LookupError as error:
            unmatched[key] = str(error)
            continue
        problem = unusable(student)
        if problem:
            unmatched[key] = f"as a student id {problem}; a roster can give another"
        else:
            students.setdefault(student, []).append(attempt)
    for student in _clashing(students):
        others = sorted({" = ".join(attempt.keys) for attempt in students[student]})
        unmatched[student] = f"is the id of more than one person ({'; '.join(others)}); a roster can tell them apart"
        del students[student]
    return students, unmatched


def _clashing(students: dict[str, list[Attempt]]) -> list[str]:
    """Ids that several people have, or that differ only in ways that some file systems do not see."""
    spellings: dict[str, list[str]] = {}
    for student in students:
        spellings.setdefault(folded(student), []).append(student)
    alike = {student for same in spellings.values() if len(same) > 1 for student in same}
    shared = {student for student, attempts in students.items() if len({attempt.keys for attempt in attempts}) > 1}
    return sorted(alike | shared)
