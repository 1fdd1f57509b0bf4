"""What an instructor wants to know about a class, taken out of its reports."""

from collections import Counter
from dataclasses import dataclass, replace

from autograder.grading.report import (
    CRASHED,
    DROP,
    ERROR,
    FAILED,
    MEMORY,
    TIMEOUT,
    Decision,
    ExerciseResult,
    GradeReport,
    points_for,
)

MISBEHAVED = {TIMEOUT: "out of time", MEMORY: "out of memory", CRASHED: "crashed", ERROR: "error"}
SLOWEST = 10


@dataclass(frozen=True)
class Misconception:
    """A mistake that was recognised, and who made it."""

    exercise: str
    sentence: str
    students: list[str]


@dataclass(frozen=True)
class FollowThrough:
    """An exercise whose points some got although what it builds on was wrong."""

    exercise: str
    students: list[str]
    points: float


@dataclass(frozen=True)
class Trouble:
    """A submission that could not be run, or was stopped: what happened how often, and in whose words."""

    student: str
    what: str
    message: str


def share(report: GradeReport) -> float:
    return report.score / report.max_score if report.max_score else 0.0


def misconceptions(reports: list[GradeReport]) -> list[Misconception]:
    """Those of the most students first."""
    who: dict[tuple[str, str], list[str]] = {}
    for report in reports:
        for exercise in report.exercises:
            for sentence in exercise.diagnosis:
                who.setdefault((exercise.name, sentence), []).append(report.student)
    ranked = sorted(who.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    return [Misconception(exercise, sentence, students) for (exercise, sentence), students in ranked]


def follow_through(reports: list[GradeReport]) -> list[FollowThrough]:
    """Where it gave the most points first."""
    found: dict[str, list[tuple[str, float]]] = {}
    for report in reports:
        for exercise in report.exercises:
            if exercise.follow_through:
                found.setdefault(exercise.name, []).append((report.student, _given(exercise)))
    entries = [
        FollowThrough(name, [student for student, _ in given], sum(points for _, points in given))
        for name, given in found.items()
    ]
    return sorted(entries, key=lambda entry: (-entry.points, entry.exercise))


def troubles(reports: list[GradeReport]) -> list[Trouble]:
    """Submissions that could not be run, then those that were stopped in some check."""
    unread = [Trouble(report.student, "not run", report.notice) for report in reports if report.notice]
    stopped = []
    for report in reports:
        checks = [check for exercise in report.exercises for check in exercise.checks if check.outcome in MISBEHAVED]
        if checks and not report.notice:
            counts = Counter(check.outcome for check in checks)
            what = ", ".join(f"{MISBEHAVED[outcome]} ({count})" for outcome, count in sorted(counts.items()))
            stopped.append(Trouble(report.student, what, checks[0].message))
    return unread + stopped


def slowest(reports: list[GradeReport]) -> list[GradeReport]:
    return sorted(reports, key=lambda report: (-report.seconds, report.student))[:SLOWEST]


def overrides(reports: list[GradeReport]) -> list[tuple[GradeReport, Decision]]:
    """The decisions on single students, each with the report that it changed."""
    return [(report, decision) for report in reports for decision in report.decisions if decision.kind != DROP]


def drops(reports: list[GradeReport]) -> list[Decision]:
    """The checks that were dropped for the whole class."""
    return list(dict.fromkeys(d for report in reports for d in report.decisions if d.kind == DROP))


def isolation(reports: list[GradeReport]) -> list[tuple[str, int]]:
    """How the submissions were kept apart, and how many of them."""
    return sorted(Counter(report.sandbox for report in reports).items())


def _given(exercise: ExerciseResult) -> float:
    """The points of checks that passed only with right needs in place, which is what their message says."""
    counted = [check for check in exercise.checks if not check.dropped]
    without = [replace(check, outcome=FAILED) if check.message else check for check in counted]
    return points_for(exercise.max_score, counted) - points_for(exercise.max_score, without)
