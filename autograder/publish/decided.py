"""The instructor's decisions as nbgrader's gradebook and pages can show them."""

from autograder.grading.decisions import check_id
from autograder.grading.report import DROP, OVERRIDE, ExerciseResult, GradeReport


def points_by_exercise(report: GradeReport) -> dict[str, float]:
    """Points that sum to the report's score, for a gradebook that knows exercises only: where the total was overridden,
    what it adds is spread over the points still missing, and what it takes over the points that were given."""
    given = {exercise.name: exercise.score for exercise in report.exercises}
    total = sum(given.values())
    if not any(decision.kind == OVERRIDE and not decision.exercise for decision in report.decisions):
        return given
    if report.score < total:
        return {name: points * report.score / total for name, points in given.items()}
    missing = {exercise.name: exercise.max_score - exercise.score for exercise in report.exercises}
    share = (report.score - total) / (sum(missing.values()) or 1)
    return {name: points + share * missing[name] for name, points in given.items()}


def notes(report: GradeReport, exercise: ExerciseResult) -> list[str]:
    """What a student should know, in nbgrader's page, of the decisions that touch one exercise."""
    sentences = []
    for decision in report.decisions:
        if decision.kind == OVERRIDE and decision.exercise == exercise.name:
            sentences.append(f"The instructor set these points to {exercise.score:g}: {decision.reason}")
        elif decision.kind == OVERRIDE and not decision.exercise:
            total = f"The instructor set the total to {report.score:g} of {report.max_score:g}: {decision.reason}"
            sentences.append(f"{total} (In the gradebook the points of the exercises are adjusted to add up to it.)")
        elif decision.kind == DROP:
            titles = [check.title for check in exercise.checks if check_id(check) == decision.check]
            sentences += [f"The check \u201c{title}\u201d counts for nobody: {decision.reason}" for title in titles]
    return sentences
