"""What an instructor decides after grading: an override, an extension, a faulty check dropped for the whole class.

Decisions live in decisions/<slug>.json, which only the instructor's own commands write and which belongs under version
control. Every report that is written goes through `apply_decisions`, so a rerun never loses one. The raw results stay
in the report: applying no decisions gives them back.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path

from autograder.course.catalogue import Course
from autograder.errors import UserError
from autograder.files import write_atomically
from autograder.grading.report import (
    DROP,
    EXTENSION,
    OVERRIDE,
    PASSED,
    CheckResult,
    Decision,
    ExerciseResult,
    GradeReport,
    points_for,
)
from autograder.locks import only_one

VERSION = 1
PATIENCE = 30.0  # another decision takes as long as it takes to read and write a class's reports


def check_id(check: CheckResult) -> str:
    """A public and a hidden check may have the same name."""
    return f"{check.visibility}:{check.name}"


def apply_decisions(report: GradeReport, decisions: Iterable[Decision]) -> GradeReport:
    """The report as it counts under these decisions, whatever decisions were applied to it before.

    An exercise with dropped checks gets its points times the share of weight that passed among the others. If none is
    left everybody gets its points, but for a submission that could not be run at all. An override of an exercise stands
    above dropped checks, and one of the total above everything.
    """
    checks = {check_id(check) for exercise in report.exercises for check in exercise.checks}
    mine = [decision for decision in decisions if decision.student == report.student or decision.check in checks]
    dropped = {decision.check for decision in mine if decision.kind == DROP}
    overrides = {decision.exercise: decision.score for decision in mine if decision.kind == OVERRIDE}
    exercises = [
        _decided(exercise, dropped, overrides.get(exercise.name), could_run=not report.notice)
        for exercise in report.exercises
    ]
    raw_score = report.score if report.raw_score is None else report.raw_score
    score = raw_score
    if any(exercise.raw_score is not None for exercise in exercises):
        score = round(sum(exercise.score for exercise in exercises), 2)
    total = overrides.get("")
    if total is not None:
        score = min(total, report.max_score)
    return replace(
        report,
        exercises=exercises,
        score=score,
        raw_score=raw_score if dropped or overrides else None,
        decisions=mine,
    )


def _decided(exercise: ExerciseResult, dropped: set[str], override: float | None, could_run: bool) -> ExerciseResult:
    checks = [replace(check, dropped=check_id(check) in dropped) for check in exercise.checks]
    raw_score = exercise.score if exercise.raw_score is None else exercise.raw_score
    diagnosis = list(exercise.diagnosis if exercise.raw_diagnosis is None else exercise.raw_diagnosis)
    raw = replace(exercise, score=raw_score, diagnosis=diagnosis, checks=checks, raw_score=None, raw_diagnosis=None)
    counted = [check for check in checks if not check.dropped]
    if override is None and len(counted) == len(checks):
        return raw
    if override is not None:
        score = min(override, exercise.max_score)  # the exercise may be worth less by now than when it was decided
    elif counted:
        score = points_for(exercise.max_score, counted)
    else:
        score = exercise.max_score if could_run else 0.0
    # a diagnosis explains what failed; which check it rests on is not recorded, so it goes only when none failed
    failed = any(check.outcome != PASSED for check in counted)
    return replace(
        raw, score=score, diagnosis=list(diagnosis) if failed else [], raw_score=raw_score, raw_diagnosis=diagnosis
    )


def extensions(decisions: Iterable[Decision]) -> dict[str, datetime]:
    """Until when each student with an extension may hand in."""
    return {
        decision.student: datetime.fromisoformat(decision.until) for decision in decisions if decision.kind == EXTENSION
    }


def subject(decision: Decision) -> tuple[str, str, str, str]:
    """What a decision is about: there is one decision on each subject, and a later one takes its place."""
    return decision.kind, decision.student, decision.exercise, decision.check


def in_words(decision: Decision) -> str:
    if decision.kind == OVERRIDE:
        return f"{decision.student} gets {decision.score:g} points for {decision.exercise or 'everything'}"
    if decision.kind == EXTENSION:
        return f"{decision.student} may hand in until {decision.until}"
    return f"{decision.check} is dropped for everybody"


def decisions_path(course: Course, slug: str) -> Path:
    return course.decisions / f"{slug}.json"


@contextmanager
def only_decider(course: Course, slug: str) -> Iterator[None]:
    """Keep other commands from deciding on this assignment between reading its decisions and writing them again."""
    busy = f"another command is deciding on {slug}; wait until it is done."
    with only_one(course.build / f".decisions_{slug}.lock", busy, PATIENCE):
        yield


def read_decisions(course: Course, slug: str) -> list[Decision]:
    """The decisions on one assignment, none if there is no file."""
    path = decisions_path(course, slug)
    if not path.is_file():
        return []
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise UserError(f"{path}:{error.lineno}: this is not valid JSON: {error.msg}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {error}.") from None
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("decisions"), list):
        raise UserError(f"{path} does not hold decisions of version {VERSION}.")
    return [_decision(path, number, row) for number, row in enumerate(data["decisions"], 1)]


def write_decisions(course: Course, slug: str, decisions: Iterable[Decision]) -> None:
    """The whole file anew, in an order of its own, so that version control shows just what changed."""
    rows = [
        {key: value for key, value in asdict(decision).items() if value not in ("", None)}
        for decision in sorted(decisions, key=subject)
    ]
    data = {"version": VERSION, "assignment": slug, "decisions": rows}
    path = decisions_path(course, slug)
    try:
        path.parent.mkdir(exist_ok=True)
        write_atomically(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}).") from None


def _decision(path: Path, number: int, row: object) -> Decision:
    """One row of the file, which people may edit by hand."""
    try:
        decision = Decision(**row)  # type: ignore[arg-type]  # a row that is no table raises
        if decision.kind == OVERRIDE:
            score = decision.score
            whole = bool(decision.student) and score is not None and 0 <= score < float("inf")
        elif decision.kind == EXTENSION:
            whole = bool(decision.student) and datetime.fromisoformat(decision.until).tzinfo is not None
        else:
            whole = decision.kind == DROP and bool(decision.check)
    except (TypeError, ValueError):
        whole = False
    if not whole:
        shown = json.dumps(row, ensure_ascii=False)
        raise UserError(f"{path}: decision {number} is not a whole one, with all that its kind needs: {shown}.")
    return decision
