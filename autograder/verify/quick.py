"""The proof in seconds, for the time in which a suite is written: everything in this process, without sandbox, bridge,
diagnosis and follow-through. It runs only what the author wrote, and it does not replace `verify`."""

from collections.abc import Collection, Iterator
from typing import Any

from autograder.bridge.local import LocalChannel
from autograder.checks.suite import Examinee, Suite
from autograder.course.bank import Variant, read_alternatives, read_mistakes
from autograder.course.stubs import make_stub
from autograder.verify.proof import affected

MISTAKE_SECONDS = 2.0


def quick_problems(suite: Suite, secrets: int, focused: bool = False) -> list[str]:
    """What would fail the proof for certain: under several secrets for reference and alternatives, one for the rest.
    A `focused` look runs an alternative only on its own exercise and on those that need it, and a mistake only on its
    own: what it does to those that need it is seen with follow-through alone, which is for the sandbox."""
    assignment = suite.assignment
    everything = [exercise.name for exercise in assignment.exercises]

    passed_by_stub = _names(suite) - _failed(suite, _module(suite, make_stub(assignment)), 1, everything)
    problems = [f"stub passes {name}" for name in sorted(passed_by_stub)]
    right: list[tuple[str, Any, Collection[str]]] = [("reference", suite.reference, everything)]
    for variant in read_alternatives(assignment):
        seen_by = affected(assignment, variant.exercise) if focused else everything
        right.append((_title("alternative", variant), _module(suite, variant.source), seen_by))
    for title, module, exercises in right:
        for secret in range(1, secrets + 1):
            failed = sorted(_failed(suite, module, secret, exercises))
            problems += [f"{title} fails {name} (secret {secret})" for name in failed]
    for mistake in read_mistakes(assignment):
        problems += _mistake_problems(suite, mistake, [mistake.exercise] if focused else everything)
    return problems


def _mistake_problems(suite: Suite, mistake: Variant, seen_by: Collection[str]) -> Iterator[str]:
    """A mistake is caught by its own exercise, and seen by no other but those that need it. One failed check of an
    exercise is enough; so is one that takes too long, which is what a search with a wrong step does again and again."""
    examinee = _examinee(_module(suite, mistake.source), 1)
    hit = {
        name
        for name in seen_by
        if any(suite.run(check, examinee, MISTAKE_SECONDS) is not None for check in suite.of(name))
    }
    if mistake.exercise not in hit:
        yield f"{_title('mistake', mistake)} is not caught"
    for other in sorted(hit - {mistake.exercise}):
        if mistake.exercise not in suite.assignment.all_needs(other):
            yield f"{_title('mistake', mistake)} fails checks of {other}, which does not need {mistake.exercise}"


def _title(kind: str, variant: Variant) -> str:
    return f"{variant.place}: {kind} {variant.exercise}:{variant.name}"


def _module(suite: Suite, source: str) -> Any:
    return LocalChannel(suite.assignment.module, source).worker.module


def _names(suite: Suite) -> set[str]:
    return {check.name for check in suite.checks}


def _failed(suite: Suite, module: Any, secret: int, exercises: Collection[str]) -> set[str]:
    examinee = _examinee(module, secret)
    checks = [check for check in suite.checks if check.exercise in exercises]
    return {check.name for check in checks if suite.run(check, examinee) is not None}


def _examinee(module: Any, secret: int) -> Examinee:
    return Examinee(module, "quick", f"proof {secret}")
