"""`autograder collect`: whatever the instructor has in, one folder per student out, with names as the assignment's.

The last attempt before the deadline counts; if there is none, the last one, marked late. What cannot be matched to a
student or to the assignment's files is listed with the reason, and left.
"""

import zipfile
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tqdm import tqdm

from autograder.collect import layouts
from autograder.collect.gradescope import gradescope
from autograder.collect.identity import Roster, by_student
from autograder.collect.layouts import Attempt, Found, Layout
from autograder.collect.names import Unclear, pick, with_zips_opened
from autograder.collect.source import File, Source, Unreadable, open_source
from autograder.collect.store import KEPT_OLD, NEW, REPLACED_OLD, SAME, Record, only_collector, store
from autograder.collect.times import TIMES, write_times
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.grading.submission import file_limits

EXCHANGE, FOLDERS = "exchange", "folders"
LAYOUTS: dict[str, Layout] = {
    "gradescope": gradescope,
    EXCHANGE: layouts.exchange,
    "moodle": layouts.moodle,
    "canvas": layouts.canvas,
    FOLDERS: layouts.folders,
}


@dataclass
class Outcome:
    """What a run did: which students came out how, what was matched to nobody, and what is worth a look: who was late,
    of whom nobody knows, who of the roster is absent, whose files are another user's or changed after the time they
    are said to be of, and a sentence on any choice."""

    layout: str
    students: dict[str, list[str]] = field(default_factory=lambda: {NEW: [], SAME: [], REPLACED_OLD: [], KEPT_OLD: []})
    unmatched: dict[str, str] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)
    timeless: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def collect(
    assignment: Assignment,
    path: Path,
    out: Path,
    *,
    layout: str | None = None,
    deadline: datetime | None = None,
    extensions: dict[str, datetime] | None = None,
    roster: Roster | None = None,
    update: bool = False,
) -> Outcome:
    """Collect what `path` holds into one folder per student under `out`."""
    if path.resolve() == out.resolve() or path.resolve() in out.resolve().parents:
        raise UserError(f"{out} lies in {path}, which is to be read; name another folder with --out.")
    with open_source(path) as source, only_collector(out):
        name, found = recognise(source, assignment.slug, layout, path)
        outcome = Outcome(name, unmatched=source.refused | found.unmatched)
        students, strangers = by_student(found.attempts, roster)
        outcome.unmatched |= strangers
        outcome.absent = sorted(roster.keys.keys() - students.keys()) if roster else []
        times: dict[str, datetime] = {}
        for student in tqdm(sorted(students), desc=assignment.slug, unit="student", disable=None):
            until = deadline and max(deadline, (extensions or {}).get(student, deadline))
            handed_in = _own(student, students[student], outcome) if name == EXCHANGE else students[student]
            attempts = sorted(handed_in, key=lambda attempt: attempt.time.timestamp() if attempt.time else 0)
            number, late = choose(attempts, until)
            chosen = attempts[number - 1]
            time, changed = (moment.isoformat() if moment else None for moment in (chosen.time, chosen.changed))
            record = Record(
                assignment.slug, student, path.name, name, chosen.keys, number, len(attempts), time, late, changed
            )
            became = _take(assignment, chosen, record, outcome, out / student, update)
            if became:
                outcome.students[became].append(student)
                _remark(outcome, record, chosen, until)
                if chosen.time and became != KEPT_OLD:
                    times[student] = chosen.time
        if times:
            write_times(out / TIMES, times)
    return outcome


def recognise(source: Source, slug: str, wanted: str | None, path: Path) -> tuple[str, Found]:
    """Whose download this is, by the names in it; folders if it is nobody's."""
    systems = [name for name in LAYOUTS if name != FOLDERS and wanted in (None, name)]
    for files in layouts.unwrapped(source.files):
        for name in systems:
            found = LAYOUTS[name](files, slug)
            if found:
                return name, found
    found = layouts.folders(_without_wrapper(source.files, path), slug) if wanted in (None, FOLDERS) else None
    if not found:
        kind = f"as {wanted} gives it" if wanted else "of Canvas, Moodle, Gradescope or an exchange, and no folders"
        raise UserError(f"{path} holds no submissions {kind}.")
    return FOLDERS, found


def choose(attempts: list[Attempt], deadline: datetime | None) -> tuple[int, bool | None]:
    """Which attempt counts (from 1, in the order of time), and whether it is late, as far as one can know."""
    in_time = [
        number
        for number, attempt in enumerate(attempts, 1)
        if deadline is None or (attempt.time is not None and attempt.time <= deadline)
    ]
    number = in_time[-1] if in_time else len(attempts)
    attempt = attempts[number - 1]
    late = attempt.time > deadline if deadline and attempt.time else attempt.late
    return number, late


def _take(
    assignment: Assignment, attempt: Attempt, record: Record, outcome: Outcome, folder: Path, update: bool
) -> str | None:
    """Store an attempt; what became of the student's folder, None if the attempt is listed instead. Whatever one
    student hands in, the others are collected."""
    try:
        contents = _contents(assignment, attempt, record, outcome)
        return store(folder, contents, record, update) if contents else None
    except (OSError, ValueError, zipfile.BadZipFile, MemoryError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        outcome.unmatched[record.student] = f"could not be collected ({reason})"
        return None


def _remark(outcome: Outcome, record: Record, attempt: Attempt, until: datetime | None) -> None:
    """What an instructor should know of one submission."""
    if record.late:
        outcome.late.append(record.student)
    if record.late is None and until:
        outcome.timeless.append(record.student)
    if attempt.changed:
        outcome.changed.append(f"{record.student} ({attempt.changed:%Y-%m-%d %H:%M} UTC)")
    if outcome.layout == EXCHANGE:
        # everybody can write to it, also a folder with somebody else's name
        outcome.foreign += [f"{record.student} ({owner})" for owner in _others(attempt)]


def _own(student: str, attempts: list[Attempt], outcome: Outcome) -> list[Attempt]:
    """The attempts of an exchange that are the student's own, if there is any; else all. Everybody can make a folder in
    there with somebody else's name and a later time; in a copy of an exchange everything is the copier's."""
    own = [attempt for attempt in attempts if not _others(attempt)]
    for attempt in attempts:
        if own and attempt not in own:
            when = f"{attempt.time:%Y-%m-%d %H:%M} UTC" if attempt.time else "at no known time"
            people = " and ".join(_others(attempt))
            outcome.notes.append(f"{student}: left aside what {people} handed in under this name ({when})")
    return own or attempts


def _others(attempt: Attempt) -> list[str]:
    """The users of this system, other than the one whom an exchange names, to whom an attempt's files belong."""
    return sorted({owner for file in attempt.files for owner in file.owners} - {attempt.keys[0]})


def _contents(assignment: Assignment, attempt: Attempt, record: Record, outcome: Outcome) -> dict[str, bytes]:
    """The assignment's files out of an attempt; nothing, and an entry in the list, if the module is not clear."""
    opened = with_zips_opened(attempt.files)
    contents: dict[str, bytes] = {}
    used: set[str] = set()
    for wanted, limit in file_limits(assignment.module).items():
        try:
            picked = pick(opened.files, wanted, limit)
        except (Unreadable, Unclear) as error:
            outcome.unmatched[record.student] = f"{wanted} {error}"
            return {}
        if picked:
            file, contents[wanted], passed_over = picked
            record.files[wanted] = {"from": file.origin}
            record.passed_over += [other.origin for other in passed_over]
            used |= {file.origin, *record.passed_over}
    record.ignored = sorted({file.origin for file in opened.files} - used) + sorted(opened.refused)
    if record.passed_over:
        taken = ", ".join(str(row["from"]) for row in record.files.values())
        outcome.notes.append(f"{record.student}: took {taken} and passed over {', '.join(record.passed_over)}")
    if contents and f"{assignment.module}.py" not in contents:
        outcome.notes.append(f"{record.student}: handed in the notebook but no {assignment.module}.py")
    if not contents:
        there = ", ".join(sorted(file.origin for file in attempt.files)[:5]) or "nothing"
        reasons = "".join(f"; {name} {reason}" for name, reason in sorted(opened.refused.items())[:3])
        outcome.unmatched[record.student] = f"handed in no {assignment.module}.py but {there}{reasons}"
    return contents


def _without_wrapper(files: list[File], path: Path) -> list[File]:
    """A zip of a folder of folders: that outer folder is nobody. It bears the zip's name, or holds several people's."""
    levels = list(layouts.unwrapped(files))[:2]
    if path.is_dir() or len(levels) < 2:
        return files
    inner = {file.parts[0] for file in levels[1] if len(file.parts) > 1 and file.name.endswith((".py", ".ipynb"))}
    return levels[1] if inner and (len(inner) > 1 or files[0].parts[0] == path.stem) else files
