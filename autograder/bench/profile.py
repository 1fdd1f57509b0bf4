"""Where the time of a right submission goes: what the checks compute, and what it adds to keep judge and student apart.
All of it is CPU time, on one core, as a worker has it."""

import os
import sys
import time
from collections.abc import Callable

from autograder.bridge.student import Connection, StudentModule
from autograder.checks.suite import Examinee, Suite, read_suite
from autograder.course.catalogue import Course
from autograder.grading.grade import Grader
from autograder.grading.session import StudentSession
from autograder.grading.submission import Submission
from autograder.sandbox.process import Sandbox

TIMES = 10
ROUND_TRIPS = 2000


def profile(course: Course, slugs: list[str]) -> str:
    """A table of milliseconds of CPU per right submission, as text."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        lines = [
            "CPU milliseconds of one right submission on one core",
            f"{'':28}{'checks':>8}{'start':>8}{'mes-':>8}{'each at':>9}{'--- all of it ---':>20}",
            f"{'assignment':28}{'compute':>8}{'of one':>8}{'sages':>8}{'least':>9}{'judge':>10}{'student':>10}",
        ]
        for slug in slugs:
            print(f"{slug} ...", file=sys.stderr)
            lines.append(_row(read_suite(course.assignment(slug), course.datasets)))
    finally:
        os.sched_setaffinity(0, cores)
    lines += [
        "compute: all checks on the reference in this process, both sides' work, without pytest or any isolation",
        "start:   a process in namespaces of its own that loads the module, and its end",
        "least:   a message that asks for nothing but its own argument, a number",
    ]
    return "\n".join(lines)


def _row(suite: Suite) -> str:
    slug, module = suite.assignment.slug, suite.assignment.module
    source = suite.assignment.reference.read_text(encoding="utf-8")
    submission = Submission("profile", source, "")
    examinee = Examinee(suite.reference, "profile", "profile")
    suite.rehearse("profile")
    with Sandbox(suite.assignment.packages) as sandbox:

        def run_checks() -> None:
            for check in suite.checks:
                suite.run(check, examinee)

        def start() -> None:
            process = sandbox.spawn(suite.assignment.limits)
            Connection(process).load(module, source)
            process.end()

        def ask_often() -> None:
            process = sandbox.spawn(suite.assignment.limits)
            connection = Connection(process)
            student = StudentModule(connection, "same", connection.load("same", "def same(x):\n    return x\n").names)
            for _ in range(ROUND_TRIPS):
                student.same(0.5)
            process.end()

        grader = Grader(suite, "profile", "")
        grader.grade(submission, sandbox)  # the first one pays for what is set up at first use
        compute, _ = _cost(run_checks, sandbox)
        least = (sum(_cost(ask_often, sandbox, 1)) - sum(_cost(start, sandbox))) / ROUND_TRIPS
        judge, student = _cost(lambda: grader.grade(submission, sandbox), sandbox)
        return (
            f"{slug:28}{compute:8.0f}{sum(_cost(start, sandbox)):8.0f}{_messages(suite, sandbox, submission):8}"
            f"{least:9.3f}{judge:10.0f}{student:10.0f}"
        )


def _cost(work: Callable[[], object], sandbox: Sandbox, times: int = TIMES) -> tuple[float, float]:
    """Milliseconds that `work` takes here, and in the sandbox: the mean of some runs."""
    inside, here = sandbox.cpu_seconds(), time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - here) * 1000 / times, (sandbox.cpu_seconds() - inside) * 1000 / times


def _messages(suite: Suite, sandbox: Sandbox, submission: Submission) -> int:
    session = StudentSession(suite, sandbox, submission, "profile")
    try:
        calls = [call for check in suite.checks for call in session.try_check(check, {}).transcript]
        return sum(1 + call.callbacks for call in calls)
    finally:
        session.close()
