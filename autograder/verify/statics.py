"""What can be proved without running anything: nothing secret is public, and the texts fit the exercises."""

import ast
import re
from pathlib import Path

from autograder.course.bank import read_mistakes
from autograder.course.catalogue import Course
from autograder.course.plan import PLAN, read_plan
from autograder.course.records import Assignment
from autograder.course.stubs import is_current, make_stub, solution_lines
from autograder.files import read_source

# Shorter lines ("return x") may stand anywhere by chance.
DISTINCTIVE = 28


def static_problems(assignment: Assignment, released: Path | None) -> list[str]:
    """Every static claim that does not hold. `released` is the folder a student would get, if it was built."""
    problems = []
    if not is_current(assignment):
        problems.append(f"{assignment.stub} is out of date; run 'autograder stubs {assignment.slug}'")
    problems += _needs_problems(assignment) + _handout_problems(assignment) + _rubric_problems(assignment)
    for folder in (assignment.public, *([released] if released else [])):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".zip":
                problems += [f"{path} leaks {leak}" for leak in leaks(assignment, path)]
    return problems


def leaks(assignment: Assignment, path: Path) -> list[str]:
    """Secret things that stand in this file."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".ipynb":
        text = text.encode().decode("unicode_escape", errors="replace")
    squeezed = " ".join(text.split())
    return [what for what, line in secrets_of(assignment) if " ".join(line.split()) in squeezed]


def secrets_of(assignment: Assignment) -> list[tuple[str, str]]:
    """Everything that must never leave, as (what it is, its text)."""
    stub = " ".join(make_stub(assignment).split())
    secret = [("a marker", "### BEGIN SOLUTION"), ("a name of a secret file", "test_hidden")]
    for line in sorted(solution_lines(assignment.reference.read_text(encoding="utf-8"))):
        if len(line) >= DISTINCTIVE and " ".join(line.split()) not in stub:
            secret.append((f"the solution line {line!r}", line))
    # a hidden check's title may be read by anyone (it is shown when the check fails), its source may not
    hidden = _tests_in(assignment.hidden_checks) - _tests_in(assignment.public_checks)
    secret += [(f"the hidden check {name}", f"def {name}(") for name in sorted(hidden)]
    secret += [(f"the mistake {m.name}", m.sentence) for m in read_mistakes(assignment)]
    return secret


def _tests_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def _needs_problems(assignment: Assignment) -> list[str]:
    """An exercise whose solution calls another one needs it, or a mistake there would cost points here."""
    tree = ast.parse(assignment.reference.read_text(encoding="utf-8"))
    mentions = {
        node.name: {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    exercises = [exercise.name for exercise in assignment.exercises]

    def called_by(exercise: str) -> set[str]:
        found, waiting = {exercise}, [exercise]
        while waiting:
            new = mentions.get(waiting.pop(), set()) & mentions.keys() - found
            found |= new
            waiting += [name for name in new if name not in exercises]  # through helpers, which belong to nobody
        return found.intersection(exercises) - {exercise}

    return [
        f"{assignment.reference}:1: {exercise} calls {other}, which is not among its needs in assignment.toml"
        for exercise in exercises
        for other in sorted(called_by(exercise) - assignment.all_needs(exercise))
    ]


def _handout_problems(assignment: Assignment) -> list[str]:
    if not assignment.handout.is_file():
        return [f"{assignment.handout} does not exist"]
    text = assignment.handout.read_text(encoding="utf-8")
    return [
        f"{assignment.handout}:1: the text does not mention the exercise {exercise.name}"
        for exercise in assignment.exercises
        if not re.search(rf"`{re.escape(exercise.name)}\b", text)
    ]


def order_problems(course: Course, assignment: Assignment) -> list[str]:
    """Whoever builds on an assignment comes after it."""
    before = read_plan(course).before(assignment.slug)
    if before is None:  # not yet a part of the course, so it comes after everything
        return []
    later = [slug for slug in course.slugs() if slug not in (*before, assignment.slug)]
    problems = [
        f"{assignment.toml}:1: after names {slug}, which does not come before it in {PLAN}"
        for slug in assignment.after
        if slug in later
    ]
    text = assignment.handout.read_text(encoding="utf-8") if assignment.handout.is_file() else ""
    return problems + [
        f"{assignment.handout}:1: the handout builds on {slug}, which does not come before it in {PLAN}"
        for slug in later
        if slug in text
    ]


def _rubric_problems(assignment: Assignment) -> list[str]:
    if not assignment.questions:
        return [f"{assignment.slug} has no written question in assignment.toml"]
    if not assignment.rubric.is_file():
        return [f"{assignment.rubric} does not exist"]
    text = read_source(assignment.rubric)
    return [
        f"{assignment.rubric}:1: the rubric has no section for the question {question.name}"
        for question in assignment.questions
        if question.name not in text
    ]
