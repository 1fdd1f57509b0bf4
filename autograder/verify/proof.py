"""Runs the suite on everything we know the verdict of: reference, stub, alternatives and mistakes."""

from dataclasses import dataclass

from autograder.batch.run import grade_in_suite
from autograder.checks.suite import HIDDEN, PUBLIC, Suite
from autograder.course.bank import Variant, read_alternatives, read_mistakes
from autograder.course.records import Assignment
from autograder.course.stubs import make_stub
from autograder.grading.report import PASSED, ExerciseResult, GradeReport
from autograder.grading.submission import Submission, submission_from_bytes
from autograder.verify.progress import progress


@dataclass(frozen=True)
class Expectation:
    """One submission and what must become of it."""

    submission: Submission
    kind: str
    variant: Variant | None = None


def prove(suite: Suite, workers: int | None, courses: int, brief: bool = False) -> list[str]:
    """Every claim that does not hold, as a sentence each; none if the suite is proved.

    Each of the `courses` has another secret, so other random data: the verdicts must be the same in all of them.
    A variant is the reference but for one exercise. Under the first secret all exercises are judged nevertheless (and
    so every check meets the reference on as much data as there are variants).
    A `brief` proof is the same for the reference, the stub and one mistake of each exercise, and judges each of these
    only where it can make a difference.
    """
    assignment = suite.assignment
    secrets = [f"proof {number + 1}" for number in range(courses)]
    wanted = _one_of_each(_expectations(assignment)) if brief else _expectations(assignment)
    expectations = {expected.submission.student: expected for expected in wanted}
    submissions = [expected.submission for expected in expectations.values()]
    found_at_once = (suite.problem_with_reference(check, secrets[0]) for check in suite.checks)
    problems = _conventions(suite) + [problem for problem in found_at_once if problem]
    bar = progress(len(submissions) * len(secrets), f"{assignment.slug} proof")
    focus = {
        name: affected(assignment, expected.variant.exercise)
        for name, expected in expectations.items()
        if expected.variant
    }
    for secret in secrets:
        only = focus if brief or secret != secrets[0] else {}
        for submission, report in grade_in_suite(suite, submissions, secret, workers, only=only):
            expected = expectations[submission.student]
            found = ["the engine itself failed"] if report is None else _judge(assignment, expected, report)
            place = f"{expected.variant.place}: " if expected.variant else ""
            problems += [f"{place}{submission.student} (secret {secret!r}): {problem}" for problem in found]
            bar.update()
    bar.close()
    return problems


def _one_of_each(expectations: list[Expectation]) -> list[Expectation]:
    """The reference, the stub, and the first mistake of every exercise."""
    first: dict[str, Expectation] = {}
    for expected in expectations:
        if expected.variant is None:
            first[expected.submission.student] = expected
        elif expected.kind == "wrong":
            first.setdefault(f"mistake in {expected.variant.exercise}", expected)
    return list(first.values())


def affected(assignment: Assignment, exercise: str) -> set[str]:
    """The exercise, and those that build on it."""
    return {exercise} | {other.name for other in assignment.exercises if exercise in assignment.all_needs(other.name)}


def _expectations(assignment: Assignment) -> list[Expectation]:
    name = f"{assignment.module}.py"

    def submission(student: str, source: str) -> Submission:
        return submission_from_bytes(student, source.encode(), name)

    reference = assignment.reference.read_text(encoding="utf-8")
    return [
        Expectation(submission("reference", reference), "right"),
        Expectation(submission("stub", make_stub(assignment)), "stub"),
        *(
            Expectation(submission(f"alternative {v.exercise}:{v.name}", v.source), "right", v)
            for v in read_alternatives(assignment)
        ),
        *(
            Expectation(submission(f"mistake {v.exercise}:{v.name}", v.source), "wrong", v)
            for v in read_mistakes(assignment)
        ),
    ]


def _judge(assignment: Assignment, expected: Expectation, report: GradeReport) -> list[str]:
    if expected.kind == "right":
        return [_lost(result) for result in report.exercises if result.score < result.max_score]
    if expected.kind == "stub":
        return [f"an untouched stub gets {r.score:g} points for {r.name}" for r in report.exercises if r.score > 0]
    assert expected.variant is not None
    return _judge_mistake(assignment, expected.variant, report)


def _judge_mistake(assignment: Assignment, mistake: Variant, report: GradeReport) -> list[str]:
    problems = []
    result = report.exercise(mistake.exercise)
    if result.score == result.max_score:
        problems.append("it gets full marks; no check catches it")
    elif result.diagnosis != [mistake.sentence]:
        named = "; ".join(result.diagnosis) or "nothing"
        problems.append(f"it is caught ({_failed(result)}) but the diagnosis is: {named}")
    for other in report.exercises:
        if other.name != mistake.exercise and other.score < other.max_score:
            depends = mistake.exercise in assignment.all_needs(other.name)
            reason = "although follow-through should give it back" if depends else "which does not need it"
            problems.append(f"it costs points on {other.name}, {reason}: {_lost(other)}")
    return problems


def _conventions(suite: Suite) -> list[str]:
    """What every assignment promises its readers: enough checks, mistakes and alternatives for each exercise."""
    assignment = suite.assignment
    mistakes, alternatives = read_mistakes(assignment), read_alternatives(assignment)
    problems = []
    for exercise in assignment.exercises:
        counts = {
            "hidden checks": (sum(c.visibility == HIDDEN for c in suite.of(exercise.name)), 4),
            "public checks": (sum(c.visibility == PUBLIC for c in suite.of(exercise.name)), 2),
            "mistakes": (sum(m.exercise == exercise.name for m in mistakes), 3),
            "alternatives": (sum(a.exercise == exercise.name for a in alternatives), 1),
        }
        problems += [
            f"{exercise.name} has {count} {what}, expected at least {least}"
            for what, (count, least) in counts.items()
            if count < least
        ]
        if not exercise.hint:
            problems.append(f"{exercise.name} has no hint in assignment.toml")
    return problems


def _lost(result: ExerciseResult) -> str:
    return f"{result.name} gets {result.score:g} of {result.max_score:g} ({_failed(result)})"


def _failed(result: ExerciseResult) -> str:
    return ", ".join(f"{check.name}: {check.message}" for check in result.checks if check.outcome != PASSED)
