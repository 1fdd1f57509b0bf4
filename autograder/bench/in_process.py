"""What the checks cost by themselves: plain pytest, on the reference, in one process and without any isolation."""

import contextlib
import io
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autograder.course.modules import load_module
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.student.check import load_dataset

RUNS = 6


class _Plain:
    """The fixtures of a check in their simplest form, and a clock around pytest's run loop."""

    def __init__(self, assignment: Assignment, datasets: Path):
        self.module, self.datasets = load_module(assignment.reference), datasets
        self.seconds = 0.0

    @pytest.fixture
    def student(self) -> Any:
        return self.module

    @pytest.fixture
    def reference(self) -> Any:
        return self.module

    @pytest.fixture
    def rng(self) -> np.random.Generator:
        return np.random.default_rng(0)

    @pytest.fixture
    def dataset(self) -> Callable[[str], Any]:
        return lambda name: load_dataset(self.datasets, name)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Iterator[None]:
        started = time.process_time()
        result = yield
        self.seconds = time.process_time() - started
        return result


def checks_alone(assignment: Assignment, datasets: Path) -> float:
    """CPU seconds of all public and hidden checks; pytest's start and the imports are not counted, nor is the first of
    several runs, which pays for what numpy sets up at first use."""
    seconds = [_run_once(assignment, datasets) for _ in range(RUNS)]
    return sum(seconds[1:]) / (RUNS - 1)


def _run_once(assignment: Assignment, datasets: Path) -> float:
    plugin = _Plain(assignment, datasets)
    files = [str(assignment.public_checks), str(assignment.hidden_checks)]
    options = ["-q", "-p", "no:cacheprovider", "--import-mode", "importlib", "-c", os.devnull]
    with contextlib.redirect_stdout(io.StringIO()):
        status = pytest.main([*options, *files], plugins=[plugin])
    if status != pytest.ExitCode.OK:
        raise UserError(f"the reference of {assignment.slug} fails its own checks; run 'make verify' first.")
    return plugin.seconds
