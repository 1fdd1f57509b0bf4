"""Whose file is it? Each system has its own way of saying so in the names of what it lets an instructor download.

Canvas      doejane_LATE_4567_890123_decision_trees-2.py: name, late marker, user, upload, the student's own file name;
            anon_x7f3q_890123_... where grading is anonymous; ..._text.html or ..._link.html where no file was handed in
Moodle      Jane Doe_1234567_assignsubmission_file_/decision_trees.py, or the same with "_" if not "in folders";
            Participant_1234567_... where grading is blind, the group's name and number for a team
exchange    jane+01_decision_trees+2026-11-20 21:14:05.123456 UTC[+random], nbgrader's inbound folder
Gradescope  submission_12345/ and a file that says whose that is (module gradescope)
folders     jane/decision_trees.py
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from autograder.collect.source import File, Unreadable
from autograder.collect.times import TIMES, as_time, parse_times
from autograder.errors import UserError

_CANVAS = re.compile(r"(?P<name>\w*?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<upload>\d+)_(?P<file>.+)")
_CANVAS_ANONYMOUS = re.compile(r"(?P<late>LATE_)?anon_(?P<user>[A-Za-z0-9]+)_(?P<upload>\d+)_(?P<file>.+)")
_CANVAS_NO_FILE = re.compile(r"\w+_(text|link)\.html")
_MOODLE = re.compile(r"(?P<name>.+?)(_(?P<id>\d+))?_assignsubmission_(?P<kind>[a-z]+)(_(?P<file>.*))?")
_EXCHANGE = re.compile(r".+\+(?P<slug>.+)\+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^+]*(\+[^+]+)?")
_EXCHANGE_FOLDERS = {"inbound", "outbound", "feedback"}  # what a course has in it

MAX_TIMES = 10 << 20
COPYING = timedelta(minutes=10)  # nbgrader notes the time, and then copies the files


@dataclass
class Attempt:
    """What one person handed in at one time. `keys` are the system's names for the person, the surest first; `late` is
    what the system says, None if it says nothing; `changed` is when the files last changed, if that is well after a
    `time` which is just what the student says."""

    keys: tuple[str, ...]
    files: list[File] = field(default_factory=list)
    time: datetime | None = None
    late: bool | None = None
    changed: datetime | None = None


@dataclass
class Found:
    """A download in which we recognised a system: the attempts in it, and what belongs to none, with the reason."""

    attempts: list[Attempt] = field(default_factory=list)
    unmatched: dict[str, str] = field(default_factory=dict)


Layout = Callable[[list[File], str], Found | None]


def unwrapped(files: list[File]) -> Iterator[list[File]]:
    """The files as they are, then without the folder that holds them all, and so on."""
    yield files
    while files and len({file.parts[0] for file in files}) == 1 and all(len(file.parts) > 1 for file in files):
        files = [replace(file, parts=file.parts[1:]) for file in files]
        yield files


def canvas(files: list[File], slug: str) -> Found | None:
    """Canvas's "Download Submissions". It holds everybody's last attempt; `late` is by Canvas's own due date."""
    found, people = Found(), dict[tuple[str, ...], Attempt]()
    for file in files:
        match = _CANVAS_ANONYMOUS.fullmatch(file.parts[0]) or _CANVAS.fullmatch(file.parts[0])
        if len(file.parts) > 1:
            found.unmatched[file.origin] = "lies in a folder, where Canvas puts none"
        elif match:
            name, user = match.groupdict().get("name", "anon"), match["user"]
            keys = (f"{name}_{user}", user, name) if name else (user,)
            attempt = people.setdefault(keys, Attempt(keys, late=False))
            attempt.late = attempt.late or bool(match["late"])
            attempt.files.append(replace(file, parts=(match["file"],), upload=int(match["upload"])))
        elif _CANVAS_NO_FILE.fullmatch(file.name):
            found.unmatched[file.origin] = "is a text or a link that was typed into Canvas; no file was handed in"
        else:
            found.unmatched[file.origin] = "does not have a name as Canvas gives it"
    found.attempts = list(people.values())
    return found if people else None


def moodle(files: list[File], slug: str) -> Found | None:
    """Moodle's "Download all submissions", in folders or not. It holds the last attempt and no times."""
    found, people = Found(), dict[tuple[str, ...], Attempt]()
    matches = [_MOODLE.fullmatch(file.parts[0]) for file in files]
    if not any(matches):
        return None
    typed = dict[tuple[str, ...], str]()
    for file, match in zip(files, matches, strict=True):
        inner = file.parts[1:] or (match and match["file"] and (match["file"],))
        if not match or not inner:
            found.unmatched[file.origin] = "does not have a name as Moodle gives it"
        elif match["id"] is None:
            found.unmatched[file.origin] = "belongs to a group without a number, so nobody can say whose it is"
        else:
            keys = (f"{match['name']}_{match['id']}", match["id"], match["name"])
            if match["kind"] == "file":
                people.setdefault(keys, Attempt(keys)).files.append(replace(file, parts=inner))
            else:
                typed[keys] = file.origin
    for person in typed.keys() - people.keys():
        found.unmatched[typed[person]] = "was typed into Moodle; no file was handed in"
    found.attempts = list(people.values())
    return found


def exchange(files: list[File], slug: str) -> Found | None:
    """nbgrader's exchange: its root, a course in it, or `inbound`. Other assignments and folders are left alone.

    The time is the folder's name, as for nbgrader itself, though a student can make a folder of any name.
    """
    mine = re.compile(rf"(?P<student>.+)\+{re.escape(slug)}\+(?P<time>[^+]+)(\+[^+]+)?")
    found, attempts, places, others = Found(), dict[str, Attempt](), set[tuple[str, ...]](), set[str]()
    depths = _inbound_depths(files)
    for file in files:
        for depth, part in enumerate(file.parts[:-1]):
            if depth not in depths:
                continue
            if match := mine.fullmatch(part):
                places.add(file.parts[:depth])
                time = _time(match["time"])
                if time is None:
                    found.unmatched[part] = f"has no time that can be read: {match['time']!r}"
                else:
                    attempt = attempts.setdefault(part, Attempt((match["student"],), time=time))
                    attempt.files.append(replace(file, parts=file.parts[depth + 1 :]))
                break
            if other := _EXCHANGE.fullmatch(part):
                others.add(other["slug"])
                break
    if len(places) > 1:
        raise UserError(f"{slug} was handed in at several places of the exchange; name one course's inbound folder.")
    if others and not places:
        raise UserError(f"the exchange holds nothing for {slug}, only for {', '.join(sorted(others))}.")
    for attempt in attempts.values():
        last = max((file.changed for file in attempt.files if file.changed), default=None)
        if last and attempt.time and last - COPYING > attempt.time:
            attempt.changed = last
    found.attempts = list(attempts.values())
    return found if places else None


def _inbound_depths(files: list[File]) -> set[int]:
    """How deep attempts lie if this is `inbound`, a course or a whole exchange. They are looked for only there: anybody
    can give any folder a name like an attempt's, and must not turn what the others handed in into things beside it."""
    paths = [file.parts for file in files if len(file.parts) > 1]
    return {0} | {depth for depth in (1, 2) if all(parts[depth - 1] in _EXCHANGE_FOLDERS for parts in paths)}


def folders(files: list[File], slug: str) -> Found | None:
    """One folder per student, whatever is in it; times only from a table beside the folders."""
    found, people, times = Found(), dict[str, Attempt](), dict[str, str]()
    for file in files:
        if file.parts == (TIMES,):
            times = _times(file)
        elif len(file.parts) == 1:
            found.unmatched[file.origin] = "lies beside the students' folders"
        else:
            attempt = people.setdefault(file.parts[0], Attempt((file.parts[0],)))
            attempt.files.append(replace(file, parts=file.parts[1:]))
    for student in people.keys() & times.keys():
        people[student].time = as_time(times[student])
    found.attempts = list(people.values())
    return found if people else None


def _times(file: File) -> dict[str, str]:
    try:
        return parse_times(file.read(MAX_TIMES).decode("utf-8"), file.origin)
    except (Unreadable, UnicodeDecodeError):
        raise UserError(f"{file.origin} cannot be read as a table student,timestamp in UTF-8.") from None


def _time(text: str) -> datetime | None:
    try:
        return as_time(text)
    except (ValueError, OverflowError):
        return None
