"""Names hidden on request: the same reports under pseudonyms, without any text that a student wrote."""

import base64
import hashlib
import hmac
from dataclasses import replace

from autograder.grading.report import DROP, PASSED, CheckResult, Decision, ExerciseResult, GradeReport

NOT_RUN = "The submission could not be run."


def pseudonym(student: str, secret: str) -> str:
    """Always the same for one student of the course; without the secret nobody can try names until one fits."""
    digest = hmac.new(secret.encode(), student.encode("utf-8", "surrogateescape"), hashlib.sha256).digest()
    return f"student {base64.b32encode(digest[:5]).decode()}"


def anonymise(reports: list[GradeReport], secret: str) -> list[GradeReport]:
    """Sorted by pseudonym, because the order of the names would give them away too."""
    return sorted((_anonymous(report, secret) for report in reports), key=lambda report: report.student)


def _anonymous(report: GradeReport, secret: str) -> GradeReport:
    return replace(
        report,
        student=pseudonym(report.student, secret),
        # a student's own hand-in could be looked up by it
        submission_sha256="",
        notice=NOT_RUN if report.notice else "",
        exercises=[_exercise(exercise) for exercise in report.exercises],
        decisions=[_decision(decision, secret) for decision in report.decisions],
    )


def _exercise(exercise: ExerciseResult) -> ExerciseResult:
    return replace(exercise, checks=[_check(check) for check in exercise.checks])


def _check(check: CheckResult) -> CheckResult:
    """The message of a check that passed is ours (it tells of follow-through); any other may quote the student."""
    return replace(check, message=check.message if check.outcome == PASSED else "", printed="")


def _decision(decision: Decision, secret: str) -> Decision:
    if decision.kind == DROP:
        return decision
    return replace(decision, student=pseudonym(decision.student, secret), reason="", by="")
