"""A GradeReport as Gradescope's results.json: one test for each exercise, whose output is what a student may read."""

from typing import Any

from autograder.grading.report import PASSED, CheckResult, ExerciseResult, GradeReport
from autograder.sandbox import bubblewrap, fallback

_ISOLATIONS = {
    bubblewrap.ISOLATION: "namespaces of its own (bubblewrap)",
    fallback.ISOLATION: "the fallback for containers without namespaces (a user of its own, Landlock, a system-call "
    "filter, resource limits)",
}
# What our process prints may name files and errors of ours; students read the outputs below and nothing else.
_FORMAT = {"output_format": "text", "stdout_visibility": "hidden"}


def report_results(report: GradeReport) -> dict[str, Any]:
    """The results of a submission that was graded, however badly it did."""
    notice = f"{report.notice}\n\n" if report.notice else ""
    return {
        "score": report.score,
        "execution_time": round(report.seconds, 1),
        "output": f"{notice}Isolation: {report.sandbox}. The submission ran in {_ISOLATIONS[report.sandbox]}.",
        **_FORMAT,
        "test_output_format": "text",
        "visibility": "visible",
        "tests": [exercise_test(exercise) for exercise in report.exercises],
        "extra_data": {
            "sandbox": report.sandbox,
            "submission_sha256": report.submission_sha256,
            "suite_sha256": report.suite_sha256,
        },
    }


def failure_results(reason: str) -> dict[str, Any]:
    """The results of a run that failed for reasons of ours: no score and no test, so it is nobody's zero."""
    sentence = "This submission was not graded, through no fault of yours; please tell your instructor"
    return {"output": f"{sentence}: {reason}", **_FORMAT}


def exercise_test(exercise: ExerciseResult) -> dict[str, Any]:
    return {
        "name": exercise.name,
        "score": exercise.score,
        "max_score": exercise.max_score,
        "status": "passed" if exercise.score == exercise.max_score else "failed",
        "output": exercise_text(exercise),
        "output_format": "text",
        "visibility": "visible",
    }


def exercise_text(exercise: ExerciseResult) -> str:
    """What was misunderstood, then each check with its sentence; never the source or the data of a hidden check."""
    parts = list(exercise.diagnosis)
    parts += [_check_text(check) for check in sorted(exercise.checks, key=lambda check: check.outcome == PASSED)]
    return "\n\n".join(parts)


def _check_text(check: CheckResult) -> str:
    lines = [f"[{check.outcome}] {check.title} ({check.visibility} check)"]
    lines += [f"    {line}" for line in check.message.splitlines()]
    if check.printed_for_student and check.outcome != PASSED:
        lines += ["    your code printed:", *(f"    | {line}" for line in check.printed_for_student.splitlines())]
    return "\n".join(lines)
