"""One student's code in its sandbox, for as long as a submission is graded: loaded, reloaded after a crash, equipped
with oracles for follow-through."""

from collections.abc import Callable
from dataclasses import dataclass

from autograder.bridge.errors import StudentError, StudentGone
from autograder.bridge.student import Call, Connection, Lender, Loaded, StudentModule
from autograder.checks.suite import Check, Examinee, Suite
from autograder.course.records import Limits
from autograder.grading.submission import Submission
from autograder.sandbox.channel import SandboxGone, StudentProcess
from autograder.sandbox.process import Sandbox

# Once a check has run out of time, the others of the submission get this share of the limit: what hangs will mostly
# hang again, and right answers, however slow, need less than a third of it.
SHARE_AFTER_TIMEOUT = 1 / 3
LEAST_SECONDS = 0.1
# Each exercise loads the module anew. What was left at its end (an experiment, say) takes its time each time, and so
# much of that, as a share of the limit, is free from the second time on.
FREE_RELOAD = 0.2


@dataclass(frozen=True)
class Trial:
    """One run of one check: what it raised (None: passed), the calls it made, and what the student's code printed.
    `asked` are the oracles that it called; without any in place there are none."""

    check: Check
    raised: BaseException | None
    transcript: list[Call]
    lender: Lender
    printed: str
    changed_input: bool = False
    answered_empty: bool = False
    with_oracles: bool = False
    asked: frozenset[str] = frozenset()

    @property
    def passed(self) -> bool:
        return self.raised is None

    @property
    def timed_out(self) -> bool:
        return isinstance(self.raised, StudentGone) and self.raised.outcome == "timeout"

    @property
    def killed(self) -> bool:
        return _was_killed(self.raised)


class StudentSession:
    """Runs checks on one submission. A process that hung or died is replaced before the next check."""

    def __init__(
        self,
        suite: Suite,
        sandbox: Sandbox,
        submission: Submission,
        secret: str,
        limits: Limits | None = None,
        budget: float | None = None,
    ):
        self.suite, self.sandbox, self.submission, self.secret = suite, sandbox, submission, secret
        self.limits = limits or suite.assignment.limits
        self.budget = budget or self.limits.budget  # seconds for all that is asked of this submission
        self.process: StudentProcess | None = None
        self.connection: Connection | None = None
        self.loaded = Loaded({}, {})
        self.load_problem: BaseException | None = None
        self.seconds = 0.0  # that loading the code and its checks have taken so far
        self.has_hung = self.was_loaded = False

    def try_check(self, check: Check, oracles: dict[str, Callable[..., object]], keep_input: bool = False) -> Trial:
        """Run one check, with these exercises of the student's module replaced by right ones. Where the process was
        killed from outside (too little memory on the machine, say) it gets a second try. With `keep_input` the code
        cannot change the check's own arguments."""
        trial = self._try_once(check, oracles, keep_input)
        return self._try_once(check, oracles, keep_input) if trial.killed else trial

    def _try_once(self, check: Check, oracles: dict[str, Callable[..., object]], keep_input: bool) -> Trial:
        if self.load_problem is None and (self.process is None or not self.process.alive):
            self._start()
        if self.load_problem is not None or self.process is None or self.connection is None:
            return Trial(check, self.load_problem, [], Lender(), "")
        self.process.start_clock(self._seconds_left())
        try:
            self.connection.begin(keep_input)
            module = StudentModule(self.connection, self.suite.assignment.module, dict(self.loaded.names))
            for name, oracle in oracles.items():
                setattr(module, name, oracle)
            examinee = Examinee(module, self.submission.student, self.secret, self.submission.sha256)
            raised = self.suite.run(check, examinee)
        except (StudentGone, StudentError) as problem:
            raised = problem
        finally:
            self.connection.restore_input()
        if isinstance(raised, SandboxGone):
            raise raised  # the whole submission is tried again elsewhere
        self.seconds += self.process.seconds_taken()
        self.has_hung |= isinstance(raised, StudentGone) and raised.outcome == "timeout"
        connection = self.connection
        return Trial(
            check,
            raised,
            connection.transcript,
            connection.lender,
            connection.printed,
            connection.changed_input,
            connection.answered_empty,
            bool(oracles),
            frozenset(name for name, oracle in oracles.items() if connection.lender.was_asked(oracle)),
        )

    def _seconds_left(self) -> float:
        """What the next check may take: its limit, as far as that is left of what the submission has in all."""
        of_a_check = self.limits.seconds * (SHARE_AFTER_TIMEOUT if self.has_hung else 1)
        return max(min(of_a_check, self.budget - self.seconds), LEAST_SECONDS)

    def renew(self) -> None:
        """Go on in a new process, which knows nothing of what this one has seen."""
        self.close()

    def _start(self) -> None:
        self._load()
        if _was_killed(self.load_problem):
            self.load_problem = None
            self._load()

    def _load(self) -> None:
        self.process = self.sandbox.spawn(self.limits)
        self.connection = Connection(self.process, self.suite.reference)
        try:
            self.loaded = self.connection.load(self.suite.assignment.module, self.submission.source)
        except (StudentError, StudentGone) as problem:
            self.load_problem = problem
            self.close()
        free = FREE_RELOAD * self.limits.seconds if self.was_loaded else 0.0
        self.seconds += max(0.0, self.process.seconds_taken() - free)
        self.was_loaded = True

    def close(self) -> None:
        if self.process is not None:
            self.process.end()


def _was_killed(raised: BaseException | None) -> bool:
    """Code in a sandbox cannot send SIGKILL to its own process (in namespaces the system sees to that, in the fallback
    the system-call filter), so the machine or a person did."""
    return isinstance(raised, StudentGone) and raised.outcome == "memory"
