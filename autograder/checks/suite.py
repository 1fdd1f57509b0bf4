"""One assignment's checks, collected by pytest once and run many times, each time on another student.

`read_suite(assignment, datasets)` lets pytest collect the public and hidden checks, which rewrites their assertions so
that a failed one explains itself, and keeps them as data; pytest runs nothing.

A check is then called as the plain function that it is. pytest's own protocol for one test (hooks, fixture set-up and
tear-down, reports) takes 0.3 ms, which at 120 checks and a thousand submissions is more than the checks themselves; the
price is that a check can ask for just the four fixtures that are made here.
"""

import functools
import inspect
import os
import signal
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autograder.bridge.errors import StudentGone
from autograder.checks.seeds import generator
from autograder.course.modules import load_module, place_of
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.student.check import load_dataset

PUBLIC, HIDDEN, PEERS = "public", "hidden", "peers"
# The judge's own part of a check (comparing, answering callbacks) may take this much of the processor's time. The
# student's part has a clock of its own; neither counts what the machine, or whoever stops the run, takes from it.
OWN_SECONDS = 20.0


@dataclass(frozen=True)
class Check:
    """One check: `title` is its docstring, the sentence a student reads when it fails."""

    name: str
    exercise: str
    title: str
    visibility: str
    weight: float
    function: Callable[..., None]
    wants: tuple[str, ...]
    parameters: dict[str, Any]


@dataclass(frozen=True)
class Examinee:
    """Whom a check is run on: the student's module (or a stand-in), and what their random numbers depend on;
    `submission` is the digest of what they handed in."""

    module: Any
    student: str
    secret: str
    submission: str = ""


class Suite:
    """The checks of one assignment, and its reference."""

    def __init__(self, assignment: Assignment, datasets: Path):
        self.assignment = assignment
        self.reference = load_module(assignment.reference)
        self.checks: list[Check] = []
        self.peers: list[Check] = []
        self._parse_dataset = functools.cache(functools.partial(load_dataset, datasets))
        self.fixtures: dict[str, Callable[[Check, Examinee], Any]] = {
            "student": lambda _, examinee: examinee.module,
            "reference": lambda *_: self.reference,
            "rng": self._rng,
            "dataset": lambda *_: self._load_dataset,
        }

    def _rng(self, check: Check, examinee: Examinee) -> np.random.Generator:
        name = f"{check.visibility}:{check.name}"
        return generator(examinee.secret, self.assignment.slug, examinee.student, examinee.submission, name)

    def _load_dataset(self, name: str) -> Any:
        if name not in self.assignment.datasets:
            raise UserError(f"{self.assignment.slug} does not list the data set {name!r} in assignment.toml.")
        X, y, names = self._parse_dataset(name)
        return X.copy(), y.copy(), list(names)

    def of(self, exercise: str) -> list[Check]:
        return [check for check in self.checks if check.exercise == exercise]

    def run(self, check: Check, examinee: Examinee, seconds: float = OWN_SECONDS) -> BaseException | None:
        """Run one check for so many seconds of this process at most; what it raised, or None if it passed."""
        arguments = {name: self.fixtures[name](check, examinee) for name in check.wants}
        previous = signal.signal(signal.SIGPROF, _out_of_time)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check.function(**arguments, **check.parameters)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as raised:  # pytest's own outcomes (fail, skip) are no Exceptions
            return raised
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, previous)
        return None

    def rehearse(self, secret: str) -> None:
        """Run every check on the reference in this process. What a check computes for all students alike is cached
        then, before the process forks for each of them; and a class is not graded by a suite that is broken."""
        for check in self.checks:
            problem = self.problem_with_reference(check, secret)
            if problem:
                raise UserError(f"{problem}; run 'make verify' first.")

    def problem_with_reference(self, check: Check, secret: str) -> str:
        """Where and why the reference fails a check; "" if it passes."""
        raised = self.run(check, Examinee(self.reference, "rehearsal", secret))
        if raised is None:
            return ""
        reason = (str(raised).strip() or type(raised).__name__).splitlines()[0]
        place = place_of(raised, Path(inspect.getfile(check.function)))
        return f"{place}: the reference itself fails {check.name} ({reason})"


def read_suite(assignment: Assignment, datasets: Path, peers: bool = False) -> Suite:
    """Collect the assignment's checks, with `peers` also those of the reference against its peers."""
    for path in (assignment.public_checks, assignment.hidden_checks, assignment.reference):
        if not path.is_file():
            raise UserError(f"{path} does not exist; {assignment.slug} is not complete.")
    collector = _Collector()
    arguments = [
        "--disable-plugin-autoload",
        *("-c", os.devnull),
        # pytest names a module by its path below here, and two assignments' test_hidden.py must not share a name
        *("--rootdir", os.path.commonpath([assignment.secret, assignment.public])),
        *("--import-mode", "importlib"),
        *("--capture", "no"),
        *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:logging", "-p", "no:warnings"),
        *("-p", "no:faulthandler", "-p", "no:unraisableexception", "-p", "no:threadexception"),
        str(assignment.public_checks),
        str(assignment.hidden_checks),
        *([str(assignment.peers)] if peers and assignment.peers.is_file() else []),
    ]
    status = pytest.main(arguments, plugins=[collector])
    if collector.problem is not None:
        raise collector.problem
    if status == pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt  # pytest keeps a Ctrl-C that comes while it collects to itself
    return _filled(Suite(assignment, datasets), collector.items)


class _Collector:
    """Hooks that keep what pytest has collected, and run none of it."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []
        self.problem: UserError | None = None

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "exercise(name, weight=1): the exercise that a check belongs to")

    def pytest_exception_interact(self, node: pytest.Collector, call: pytest.CallInfo[Any]) -> None:
        """The file cannot be collected; pytest wraps some of the exceptions that can be the reason."""
        if call.excinfo is not None and self.problem is None:
            error = call.excinfo.value.__cause__ or call.excinfo.value
            reason = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
            self.problem = UserError(f"{place_of(error, node.path)}: the checks cannot be collected: {reason}.")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        return True


def _filled(suite: Suite, items: list[pytest.Item]) -> Suite:
    checks = [_check(suite, item) for item in items if isinstance(item, pytest.Function)]
    suite.checks = [check for check in checks if check.visibility != PEERS]
    suite.peers = [check for check in checks if check.visibility == PEERS]
    for exercise in suite.assignment.exercises:
        if not suite.of(exercise.name):
            raise UserError(f"{suite.assignment.hidden_checks}:1: there is no check for exercise {exercise.name!r}.")
    return suite


def _check(suite: Suite, item: pytest.Function) -> Check:
    assignment = suite.assignment
    place = f"{item.path}:{(item.location[1] or 0) + 1}"
    marker = item.get_closest_marker("exercise")
    if marker is None or len(marker.args) != 1:
        raise UserError(f"{place}: {item.name} needs @pytest.mark.exercise with the name of its exercise.")
    try:
        exercise = assignment.exercise(marker.args[0]).name
        weight = float(marker.kwargs.get("weight", 1))
    except (UserError, TypeError, ValueError) as error:
        raise UserError(f"{place}: {item.name}: {error}") from None
    title = " ".join((inspect.getdoc(item.function) or "").split())
    if not title:
        raise UserError(f"{place}: {item.name} needs a docstring, the sentence that a student reads when it fails.")
    parameters = dict(item.callspec.params) if hasattr(item, "callspec") else {}
    wants = tuple(name for name in inspect.signature(item.obj).parameters if name not in parameters)
    for name in (*wants, *item.fixturenames):  # among the latter are those that come without being asked for
        if name not in (*suite.fixtures, *parameters, "request"):
            known = ", ".join(suite.fixtures)
            raise UserError(f"{place}: {item.name} asks for the fixture {name!r}; a check has only {known}.")
    visibility = {assignment.public_checks: PUBLIC, assignment.peers: PEERS}.get(item.path, HIDDEN)
    return Check(item.name, exercise, title, visibility, weight, item.obj, wants, parameters)


def _out_of_time(*_: object) -> None:
    raise StudentGone("timeout", "this check took too long")
