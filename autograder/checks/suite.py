"""One assignment's checks, collected by pytest once and run many times, each time on another student.

pytest owns the session, so the work happens inside it: `with_suite(assignment, datasets, work)` collects the public and
hidden checks, calls `work(suite)` in place of pytest's own run loop, and returns what it returned.
"""

import inspect
import os
import signal
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from _pytest.runner import runtestprotocol

from autograder.bridge.errors import StudentGone
from autograder.checks.seeds import generator
from autograder.course.modules import load_module
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.student.check import load_dataset

T = TypeVar("T")
PUBLIC, HIDDEN, PEERS = "public", "hidden", "peers"
# The judge's own part of a check (comparing, answering callbacks) gets this much on top of the student's limit.
GRACE_SECONDS = 20.0


@dataclass(frozen=True)
class Check:
    """One check: `title` is its docstring, the sentence a student reads when it fails."""

    name: str
    exercise: str
    title: str
    visibility: str
    weight: float
    item: pytest.Item


@dataclass(frozen=True)
class Examinee:
    """Whom a check is run on: the student's module (or a stand-in), and what their random numbers depend on."""

    module: Any
    student: str
    secret: str


class Suite:
    """The checks of one assignment inside a live pytest session."""

    def __init__(self, assignment: Assignment, datasets: Path):
        self.assignment = assignment
        self.plugin = _Plugin(assignment, datasets)
        self.checks: list[Check] = []
        self.peers: list[Check] = []

    def of(self, exercise: str) -> list[Check]:
        return [check for check in self.checks if check.exercise == exercise]

    def run(self, check: Check, examinee: Examinee) -> BaseException | None:
        """Run one check; what it raised, or None if it passed."""
        plugin = self.plugin
        plugin.examinee, plugin.raised, plugin.check = examinee, None, check
        previous = signal.signal(signal.SIGALRM, _out_of_time)
        signal.setitimer(signal.ITIMER_REAL, self.assignment.limits.seconds + GRACE_SECONDS)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                runtestprotocol(check.item, log=False, nextitem=None)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
        return plugin.raised


def with_suite(assignment: Assignment, datasets: Path, work: Callable[[Suite], T], peers: bool = False) -> T:
    """Collect the assignment's checks (with `peers` also those of the reference against its peers) and do `work`."""
    for path in (assignment.public_checks, assignment.hidden_checks, assignment.reference):
        if not path.is_file():
            raise UserError(f"{path} does not exist; {assignment.slug} is not complete.")
    suite = Suite(assignment, datasets)
    suite.plugin.work = lambda items: work(_filled(suite, items))
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
    pytest.main(arguments, plugins=[suite.plugin])
    if suite.plugin.problem is not None:
        raise suite.plugin.problem
    result: T = suite.plugin.result
    return result


class _Plugin:
    """Fixtures and hooks. One examinee at a time."""

    def __init__(self, assignment: Assignment, datasets: Path):
        self.assignment, self.datasets = assignment, datasets
        self.reference_module = load_module(assignment.reference)
        self.work: Callable[[list[pytest.Item]], Any] | None = None
        self.result: Any = None
        self.problem: BaseException | None = None
        self.examinee: Examinee | None = None
        self.check: Check | None = None
        self.raised: BaseException | None = None

    @pytest.fixture
    def student(self) -> Any:
        assert self.examinee is not None
        return self.examinee.module

    @pytest.fixture
    def reference(self) -> Any:
        return self.reference_module

    @pytest.fixture
    def rng(self) -> np.random.Generator:
        assert self.examinee is not None and self.check is not None
        name = f"{self.check.visibility}:{self.check.name}"
        return generator(self.examinee.secret, self.assignment.slug, self.examinee.student, name)

    @pytest.fixture
    def dataset(self) -> Callable[[str], Any]:
        def load(name: str) -> Any:
            if name not in self.assignment.datasets:
                raise UserError(f"{self.assignment.slug} does not list the data set {name!r} in assignment.toml.")
            return load_dataset(self.datasets, name)

        return load

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "exercise(name, weight=1): the exercise that a check belongs to")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self.problem is None:
            lines = str(report.longrepr).strip().splitlines()
            self.problem = UserError(
                f"{report.nodeid} cannot be collected: {lines[-1] if lines else 'no reason given'}"
            )

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        """Keep what was raised, and spare pytest the rendering of a traceback that nobody will see."""
        if call.excinfo is not None and self.raised is None:
            self.raised = call.excinfo.value
        outcome: Any = "passed" if call.excinfo is None else "failed"
        when: Any = call.when
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, when)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        assert self.work is not None
        try:
            if self.problem is None:
                self.result = self.work(session.items)
        except BaseException as problem:
            self.problem = problem
        return True


def _filled(suite: Suite, items: list[pytest.Item]) -> Suite:
    checks = [_check(suite.assignment, item) for item in items]
    suite.checks = [check for check in checks if check.visibility != PEERS]
    suite.peers = [check for check in checks if check.visibility == PEERS]
    for exercise in suite.assignment.exercises:
        if not suite.of(exercise.name):
            raise UserError(f"{suite.assignment.hidden_checks}: there is no check for exercise {exercise.name!r}.")
    return suite


def _check(assignment: Assignment, item: pytest.Item) -> Check:
    function = getattr(item, "function", None)
    place = f"{item.path}:{(item.location[1] or 0) + 1}"
    marker = item.get_closest_marker("exercise")
    if marker is None or len(marker.args) != 1:
        raise UserError(f"{place}: {item.name} needs @pytest.mark.exercise with the name of its exercise.")
    exercise = assignment.exercise(marker.args[0]).name
    title = " ".join((inspect.getdoc(function) or "").split())
    if not title:
        raise UserError(f"{place}: {item.name} needs a docstring, the sentence that a student reads when it fails.")
    visibility = {assignment.public_checks: PUBLIC, assignment.peers: PEERS}.get(item.path, HIDDEN)
    return Check(item.name, exercise, title, visibility, float(marker.kwargs.get("weight", 1)), item)


def _out_of_time(*_: object) -> None:
    raise StudentGone("timeout", "this check took too long")
