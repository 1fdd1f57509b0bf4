"""`course.toml`: the course as a record, its units and their assignments in the order in which they are taught.

A course without one has no units; its assignments come in the order of their slugs.
"""

from dataclasses import dataclass

from autograder.course.catalogue import Course
from autograder.course.records import DRAFT, Assignment
from autograder.course.toml_reader import TomlReader

PLAN = "course.toml"


@dataclass(frozen=True)
class Unit:
    """Some weeks on one theme."""

    title: str
    assignments: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """What is taught, in its order."""

    title: str
    course_id: str
    units: tuple[Unit, ...]

    @property
    def slugs(self) -> list[str]:
        return [slug for unit in self.units for slug in unit.assignments]

    def before(self, slug: str) -> list[str] | None:
        """What a student has done before this one; None if it is not in the course."""
        return self.slugs[: self.slugs.index(slug)] if slug in self.slugs else None


def read_plan(course: Course) -> Plan:
    """The plan, once it fits the assignments that there are."""
    path = course.root / PLAN
    if not path.is_file():
        return Plan("", "course", (Unit("", tuple(course.slugs())),))
    reader = TomlReader.open(path)
    rows = reader.rows("units")
    plan = Plan(reader.get("title", str), reader.get("id", str), tuple(_unit(row) for row in rows))
    reader.finish({"title", "id", "units"})
    assignments = {assignment.slug: assignment for assignment in course.read()}
    seen: set[str] = set()
    for unit, row in zip(plan.units, rows, strict=True):
        for slug in unit.assignments:
            problem = _problem(slug, assignments, seen)
            if problem:
                raise row.error("assignments", f"units: {slug!r} {problem}.")
            seen.add(slug)
    _refuse_circles(assignments)
    return plan


def _unit(reader: TomlReader) -> Unit:
    unit = Unit(reader.get("title", str), reader.strings("assignments"))
    reader.finish({"title", "assignments"})
    return unit


def _problem(slug: str, assignments: dict[str, Assignment], seen: set[str]) -> str:
    if slug not in assignments:
        return "is no assignment; expected a folder of solutions/"
    if slug in seen:
        return "is listed twice, expected each assignment once"
    return "is a draft, expected only what is ready" if assignments[slug].status == DRAFT else ""


def _refuse_circles(assignments: dict[str, Assignment]) -> None:
    for assignment in assignments.values():
        found: set[str] = set()
        waiting = list(assignment.after)
        while waiting:
            slug = waiting.pop()
            reader = TomlReader.open(assignment.toml)
            if slug not in assignments:
                raise reader.error("after", f"after names the unknown assignment {slug!r}.")
            if slug == assignment.slug:
                raise reader.error("after", f"after of {slug!r} leads back to itself, expected no circle.")
            if slug not in found:
                found.add(slug)
                waiting.extend(assignments[slug].after)
