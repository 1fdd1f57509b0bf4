"""Pages about the course that are made from its records: docs/syllabus.md, docs/sources.md, the table of data sets."""

from collections.abc import Iterator
from pathlib import Path

from autograder.course.catalogue import Course
from autograder.course.datasets import read_datasets, table_of
from autograder.course.plan import Plan, read_plan
from autograder.course.proofs import read_proof
from autograder.course.records import Assignment
from autograder.course.sources import TEXTS, Section, read_source, section_name
from autograder.errors import UserError
from autograder.files import read_source as read_text

MADE = "<!-- Made by 'autograder syllabus' from course.toml and the assignments; not to be edited. -->\n"
_TABLE_BEGINS, _TABLE_ENDS = "<!-- table: made from index.toml -->\n", "<!-- end of the table -->\n"


def pages(course: Course) -> dict[Path, str]:
    """Every page with what should stand in it."""
    plan = read_plan(course)
    assignments = [course.assignment(slug) for slug in plan.slugs]
    docs = course.root / "docs"
    found = {docs / "syllabus.md": syllabus(course, plan), docs / "sources.md": sources_index(assignments)}
    readme = course.datasets / "README.md"
    if readme.is_file():
        found[readme] = _with_table(readme, table_of(read_datasets(course.datasets)))
    return found


def syllabus(course: Course, plan: Plan) -> str:
    lines = [
        MADE,
        f"# {plan.title}\n",
        f"{len(plan.slugs)} assignments of 100 points each, in the order of teaching.\n",
    ]
    for unit in plan.units:
        lines.append(f"## {unit.title}\n")
        for slug in unit.assignments:
            lines += _assignment(course.assignment(slug))
    return "\n".join(lines)


def _assignment(assignment: Assignment) -> Iterator[str]:
    yield f"### {assignment.slug}: {assignment.title}\n"
    exercises = ", ".join(f"`{exercise.name}` ({exercise.points:g})" for exercise in assignment.exercises)
    questions = ", ".join(f"{question.name} ({question.points:g})" for question in assignment.questions)
    yield f"- Exercises: {exercises}"
    yield f"- Written questions: {questions or 'none'}"
    yield f"- After: {', '.join(assignment.after) or 'nothing'}"
    yield f"- Data sets: {', '.join(assignment.datasets) or 'none'}"
    yield f"- Sources: {'; '.join(assignment.sources)}"
    proof = read_proof(assignment)
    if proof is None:
        yield "- Proof: none yet\n"
        return
    yield (
        f"- Proof: {proof.public_checks} public and {proof.hidden_checks} hidden checks; {proof.named} of "
        f"{proof.mistakes} mistakes named, {proof.told_apart} told apart from the public checks alone; "
        f"{proof.alternatives} alternatives accepted; {proof.killed} of {proof.mutants} mutants killed\n"
    )


def sources_index(assignments: list[Assignment]) -> str:
    """For each text, chapter by chapter, the assignments that teach it and their exercises."""
    lines = [MADE, "# Which exercises teach which chapter\n", 'In the terminal: `autograder list --source "CIML 7"`.\n']
    for text, (title, _) in TEXTS.items():
        taught: dict[Section, list[Assignment]] = {}
        for assignment in assignments:
            places = [place for source in assignment.sources for place in read_source(source) if place.text == text]
            for chapter in {chapter for place in places for chapter in place.chapters()}:
                taught.setdefault(chapter, []).append(assignment)
        lines += [f"## {text}: {title}\n", "| chapter | assignment | exercises |", "| --- | --- | --- |"]
        for chapter in sorted(taught):
            for assignment in taught[chapter]:
                names = ", ".join(f"`{exercise.name}`" for exercise in assignment.exercises)
                lines.append(f"| {section_name(text, chapter)} | {assignment.slug} | {names} |")
        lines.append("")
    return "\n".join(lines)


def _with_table(path: Path, table: str) -> str:
    text = read_text(path)
    if _TABLE_BEGINS not in text or _TABLE_ENDS not in text:
        raise UserError(f"{path}:1: the marks around the table are missing ({_TABLE_BEGINS.strip()}).")
    head, _, rest = text.partition(_TABLE_BEGINS)
    return head + _TABLE_BEGINS + table + _TABLE_ENDS + rest.partition(_TABLE_ENDS)[2]
