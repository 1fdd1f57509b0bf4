"""Runs checks on the reference over a bridge in this process, to look at what was asked and answered."""

from autograder.bridge.local import LocalChannel
from autograder.bridge.student import Call, Connection, Lender, StudentModule, is_plain_iterator
from autograder.checks.suite import Check, Examinee, Suite

SECRET = "trusted run"


def calls_of(suite: Suite, check: Check) -> list[Call]:
    """All that this check asks of the reference, with the answers."""
    return _run(suite, check)[0]


def lending_problems(suite: Suite) -> list[str]:
    """Answers of the reference that follow-through could not lend to a student's code: see Lender."""
    refused: dict[str, str] = {}
    for check in suite.checks:
        calls, channel = _run(suite, check)
        lender = Lender(channel.worker.module)
        for value in channel.worker.objects.values():
            if not lender.may_lend(value) and not is_plain_iterator(value):
                asked = ", ".join(dict.fromkeys(call.label for call in calls))
                refused.setdefault(type(value).__name__, f"{check.name} asks {asked}")
    return [
        f"{suite.assignment.reference}:1: it returns a {kind} ({where}), which cannot be lent in follow-through; "
        "expected plain data, or objects, functions and methods that are defined in this file"
        for kind, where in refused.items()
    ]


def _run(suite: Suite, check: Check) -> tuple[list[Call], LocalChannel]:
    module, source = suite.assignment.module, suite.assignment.reference.read_text(encoding="utf-8")
    channel = LocalChannel(module, source)
    connection = Connection(channel)
    student = StudentModule(connection, module, connection.load(module, source).names)
    connection.begin()
    suite.run(check, Examinee(student, "reference", SECRET))
    connection.restore_input()
    return [call for call in connection.transcript if call.reply is not None and call.operation != "load"], channel
