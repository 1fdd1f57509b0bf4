"""One page per student and assignment: what was right, what was misunderstood, and what to do about it."""

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup
from tqdm import tqdm

from autograder.course.catalogue import Course
from autograder.course.records import Assignment
from autograder.grading.decisions import check_id
from autograder.grading.report import DROP, OVERRIDE, PASSED, CheckResult, Decision, ExerciseResult, GradeReport
from autograder.publish.table import OUTCOMES, follow_through
from autograder.report.pages import only_writer, render, write_page

NOT_STARTED = "not started yet"


@dataclass(frozen=True)
class State:
    """How an exercise stands, by a sign and a word, so that no one depends on seeing colours."""

    sign: str
    word: str
    kind: str


COMPLETE = State("✓", "complete", "good")
PARTLY = State("◐", "partly right", "part")
NOT_YET = State("✗", "not right yet", "bad")
UNTOUCHED = State("○", "not started", "none")
NOT_RUN = State("–", "not run", "none")


@dataclass(frozen=True)
class Failure:
    """Checks that failed for the same reason, so that the reason is read once."""

    outcome: str
    message: str
    checks: list[CheckResult]


@dataclass(frozen=True)
class ExercisePart:
    """One exercise as the page shows it."""

    result: ExerciseResult
    state: State
    failures: list[Failure]
    passed: list[CheckResult]
    dropped: list[tuple[CheckResult, str]]  # with the reason
    printed: list[CheckResult]
    through: Markup
    hint: str
    override: Decision | None


def feedback_path(course: Course, slug: str, student: str) -> Path:
    return course.build / "feedback" / slug / f"{student}.html"


def write_feedback(course: Course, assignment: Assignment, reports: list[GradeReport]) -> Path:
    """Write every student's page; the folder that they are in."""
    folder = course.build / "feedback" / assignment.slug
    with only_writer(folder):
        for report in tqdm(reports, desc="feedback pages", unit="page", disable=None):
            write_page(feedback_path(course, assignment.slug, report.student), feedback_page(assignment, report))
    return folder


def feedback_page(assignment: Assignment, report: GradeReport) -> str:
    parts = [_part(assignment, report, result) for result in report.exercises]
    total = next((d for d in report.decisions if d.kind == OVERRIDE and not d.exercise), None)
    return render(
        "feedback.html",
        assignment=assignment,
        report=report,
        parts=parts,
        complete=sum(part.state is COMPLETE for part in parts),
        override=total,
        dropped=sum(len(part.dropped) for part in parts),
        outcomes=OUTCOMES,
    )


def _part(assignment: Assignment, report: GradeReport, result: ExerciseResult) -> ExercisePart:
    counted = [check for check in result.checks if not check.dropped]
    failed = [check for check in counted if check.outcome != PASSED]
    reasons = {decision.check: decision.reason for decision in report.decisions if decision.kind == DROP}
    exercise = next((exercise for exercise in assignment.exercises if exercise.name == result.name), None)
    return ExercisePart(
        result=result,
        state=NOT_RUN if report.notice else _state(result, failed),
        failures=_failures(failed),
        passed=[check for check in counted if check.outcome == PASSED],
        dropped=[(check, reasons.get(check_id(check), "")) for check in result.checks if check.dropped],
        printed=[check for check in result.checks if check.printed_for_student],
        through=Markup(follow_through(result.lent)) if result.follow_through else Markup(),
        # a recognised mistake says more than a hint
        hint=exercise.hint if exercise and failed and not result.diagnosis else "",
        override=next((d for d in report.decisions if d.kind == OVERRIDE and d.exercise == result.name), None),
    )


def _state(result: ExerciseResult, failed: list[CheckResult]) -> State:
    if result.score >= result.max_score:
        return COMPLETE
    if failed and all(check.message.startswith(NOT_STARTED) for check in failed):
        return UNTOUCHED
    return PARTLY if result.score > 0 else NOT_YET


def _failures(failed: list[CheckResult]) -> list[Failure]:
    grouped: dict[tuple[str, str], list[CheckResult]] = {}
    for check in failed:
        grouped.setdefault((check.outcome, check.message), []).append(check)
    return [Failure(outcome, message, checks) for (outcome, message), checks in grouped.items()]
