"""Fills a gradebook that Canvas or Moodle exported, so that it can be imported again as it is.

Canvas: the header has Student (or LastName, FirstName), ID, SIS User ID, SIS Login ID, Section, then "Title (id)" for
each assignment, then computed columns; below it perhaps a row with "Manual Posting", then one with "Points Possible".
Moodle: the grading worksheet of one assignment (Identifier "Participant 1234567", Full name, Email address, Status,
Grade, Maximum Grade, ...), or the whole gradebook ("Assignment: Title (Real)").

Only the cells of one column are filled. Names and other texts of students' own, in columns that neither importer reads,
are made safe for spreadsheets. What they do read (ids, other scores, the instructor's columns and comments) stays as it
is, or the import would change it or fail.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.collect.identity import Roster, folded
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.publish.csv_table import Table, neutral
from autograder.publish.scores import Total

_CANVAS_IDS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")
_CANVAS_COMPUTED = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
_MOODLE_IDS = ("Email address", "ID number", "Username")
_MOODLE_TEXTS = ("Full name", "First name", "Last name", "Institution", "Department", "Email address", "Online text")
_KEPT = ("EX", "N/A")  # Canvas: excused, not assigned


@dataclass
class Filled:
    """What became of a gradebook: how many cells were filled, and who is missing on one side or the other."""

    column: str
    filled: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    without_report: list[str] = field(default_factory=list)
    without_row: list[str] = field(default_factory=list)


@dataclass
class _Gradebook:
    """What the two systems differ in."""

    column: int
    texts: list[int]
    people: list[list[str]]
    keys: Callable[[list[str]], set[str]]
    max_points: Callable[[list[str]], str]


def fill_canvas(
    table: Table, assignment: Assignment, totals: list[Total], roster: Roster | None, wanted: str | None, scale: bool
) -> Filled:
    """Fill Canvas's gradebook in place."""
    ids, sections = table.places(*_CANVAS_IDS), table.places("Section")
    names = table.places("Student", "LastName", "FirstName")
    if not ids or not sections or not names:
        raise UserError("this is not a gradebook of Canvas: expected the columns Student, ID and Section.")
    scores = {
        index: re.sub(r" \(\d+\)$", "", name)
        for index, name in enumerate(table.header)
        if index > sections[0] and not _CANVAS_COMPUTED.search(name)
    }
    column = _column(table, scores, wanted, assignment)
    possible = next((row for row in table.rows if "Points Possible" in row[0]), None)
    if possible and re.search(r"read\s+only", possible[column]):
        raise UserError(f"the column {table.header[column]!r} is read only in Canvas; name another with --column.")

    def keys(row: list[str]) -> set[str]:
        # as Canvas names the files of a download, which is what `collect` takes for an id
        token = re.sub(r"\W", "", "".join(row[index] for index in names).lower())
        return {row[index] for index in ids} | {f"{token}_{row[ids[0]]}"}

    people = [row for row in table.rows if row is not possible and any(row[index].strip() for index in ids)]
    book = _Gradebook(column, names, people, keys, lambda row: possible[column] if possible else "")
    return _fill(table, book, totals, roster, scale)


def fill_moodle(
    table: Table, assignment: Assignment, totals: list[Total], roster: Roster | None, wanted: str | None, scale: bool
) -> Filled:
    """Fill Moodle's grading worksheet, or its whole gradebook, in place."""
    ids = table.places(*_MOODLE_IDS)
    is_worksheet = all(re.fullmatch(r"\D+\d+", row[0]) for row in table.rows)
    if not is_worksheet and not ids:
        raise UserError(f"this is not a gradebook of Moodle: expected Identifier or one of {', '.join(_MOODLE_IDS)}.")
    if is_worksheet and wanted is None and "Grade" in table.header:
        column = table.header.index("Grade")
    else:
        scores = {
            index: re.sub(r"^\w+: | \(Real\)$", "", name)
            for index, name in enumerate(table.header)
            if name.endswith("(Real)") or name == wanted
        }
        column = _column(table, scores, wanted, assignment)
    maximum, name = table.places("Maximum Grade", "Maximum grade"), table.places("Full name")

    def keys(row: list[str]) -> set[str]:
        number = re.sub(r"\D", "", row[0]) if is_worksheet else ""
        # as Moodle names the folders of a download, which is what `collect` takes for an id
        folders = {f"{row[index].replace('_', ' ')}_{number}" for index in name} | {row[0].replace(" ", "_"), number}
        return {row[index] for index in ids} | (folders if is_worksheet else set())

    texts = table.places(*_MOODLE_TEXTS)
    book = _Gradebook(column, texts, table.rows, keys, lambda row: row[maximum[0]] if maximum else "")
    return _fill(table, book, totals, roster, scale)


def _column(table: Table, scores: dict[int, str], wanted: str | None, assignment: Assignment) -> int:
    names = {folded(wanted)} if wanted else {folded(assignment.title), folded(assignment.slug)}
    found = [index for index, title in scores.items() if folded(title) in names or folded(table.header[index]) in names]
    if len(found) == 1:
        return found[0]
    known = ", ".join(table.header[index] for index in scores) or "none"
    what = f"{len(found)} columns are" if found else "no column is"
    raise UserError(f"{what} called {wanted or assignment.title!r}; name one with --column, of these: {known}.")


def _fill(table: Table, book: _Gradebook, totals: list[Total], roster: Roster | None, scale: bool) -> Filled:
    result = Filled(table.header[book.column])
    owners: dict[str, list[int]] = {}
    for number, row in enumerate(book.people):
        for key in map(folded, book.keys(row)):
            owners.setdefault(key, []).append(number)
    comma = any(
        re.fullmatch(r"\d+,\d+", text) for row in table.rows for text in (row[book.column], book.max_points(row))
    )
    seen: dict[int, str] = {}
    for total in totals:
        keys = {folded(total.student)} | (roster.keys_of(total.student) if roster else frozenset())
        places = {number for key in keys if key for number in owners.get(key, [])}
        if len(places) != 1:
            result.without_row.append(total.student)
            continue
        number = places.pop()
        if number in seen:
            raise UserError(f"{seen[number]} and {total.student} are the same row of the gradebook; a roster can tell.")
        seen[number] = total.student
        row = book.people[number]
        points = f"{_scaled(total, book.max_points(row), scale):.2f}"
        points = points.replace(".", ",") if comma else points
        before = row[book.column].strip()
        if before in _KEPT:
            result.left.append(f"{total.student} ({before})")
            continue
        if before not in ("", "-", points):
            result.changed.append(f"{total.student} ({before} -> {points})")
        row[book.column] = points
        result.filled.append(total.student)
    result.without_report = [_shown(row) for number, row in enumerate(book.people) if number not in seen]
    for row in book.people:
        for index in book.texts:
            row[index] = neutral(row[index])
    return result


def _scaled(total: Total, maximum: str, scale: bool) -> float:
    """The points on the LMS's scale; another scale than ours must be asked for."""
    try:
        limit = float(maximum.strip().replace(",", "."))
    except ValueError:
        return total.points
    if limit == total.max_points:
        return total.points
    if not scale:
        raise UserError(
            f"the gradebook counts {limit:g} points where this assignment has {total.max_points:g}; "
            "change it there, or ask for --scale."
        )
    return total.points * limit / total.max_points


def _shown(row: list[str]) -> str:
    return " / ".join(cell for cell in row[:2] if cell)
