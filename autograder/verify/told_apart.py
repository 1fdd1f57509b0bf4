"""Which mistakes a student could be told of before they hand in: those that show in the public checks alone."""

from collections.abc import Iterable

from autograder.bridge.local import LocalChannel
from autograder.bridge.student import Connection, StudentModule
from autograder.checks.suite import PUBLIC, Check, Examinee, Suite
from autograder.course.bank import Variant, read_mistakes
from autograder.grading.compare import Reply, read_reply, same_reply

Answers = dict[str, list[Reply]]


def told_apart(suite: Suite) -> list[Variant]:
    """The mistakes that fail a public check, and there give answers that no other mistake of the exercise gives."""
    found = []
    for exercise in suite.assignment.exercises:
        public = [check for check in suite.of(exercise.name) if check.visibility == PUBLIC]
        mistakes = [mistake for mistake in read_mistakes(suite.assignment) if mistake.exercise == exercise.name]
        runs = {mistake: _run(suite, mistake, public) for mistake in mistakes}
        for mistake, (answers, failed) in runs.items():
            others = [theirs for other, (theirs, _) in runs.items() if other.sentence != mistake.sentence]
            if failed and not any(_alike(answers, theirs, failed) for theirs in others):
                found.append(mistake)
    return found


def _run(suite: Suite, mistake: Variant, checks: Iterable[Check]) -> tuple[Answers, set[str]]:
    """What the mistake answers in each of these checks, and which of them it fails."""
    module = suite.assignment.module
    connection = Connection(LocalChannel(module, mistake.source))
    examinee = Examinee(
        StudentModule(connection, module, connection.load(module, mistake.source).names), "public", "proof 1"
    )
    answers: Answers = {}
    failed = set()
    for check in checks:
        connection.begin()
        if suite.run(check, examinee) is not None:
            failed.add(check.name)
        calls = [call for call in connection.transcript if call.reply is not None]
        answers[check.name] = [read_reply(call.reply or b"", call.callbacks) for call in calls]
        connection.restore_input()
    return answers, failed


def _alike(one: Answers, other: Answers, checks: Iterable[str]) -> bool:
    """Whether both give the same answers in all of these checks."""
    return all(len(one[name]) == len(other[name]) and all(map(same_reply, one[name], other[name])) for name in checks)
