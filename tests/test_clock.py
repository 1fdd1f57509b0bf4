"""The time limit of a check: fair on a busy machine, firm with code that only waits."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from autograder.bridge.errors import StudentGone
from autograder.bridge.student import Connection, StudentModule
from autograder.course.records import Limits
from autograder.sandbox.process import Sandbox

pytestmark = pytest.mark.alone

WORK = """
import time
def work(seconds):
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass
    return "done"
def wait():
    time.sleep(60)
def crowd():
    import os, threading
    import numpy as np
    many = np.ones(100_000)
    def work():
        while True:
            np.sin(many, out=many)
    for _ in range(4 * len(os.sched_getaffinity(0))):
        threading.Thread(target=work, daemon=True).start()
    work()
"""


@pytest.fixture
def student() -> Iterator[StudentModule]:
    with Sandbox() as sandbox:
        process = sandbox.spawn(Limits(seconds=1.5, memory_mb=2048))
        connection = Connection(process)
        module = StudentModule(connection, "work", connection.load("work", WORK).names)
        process.start_clock()
        yield module
        process.end()


@contextlib.contextmanager
def busy_machine() -> Iterator[None]:
    """Four processes on each core that want all of it."""
    hogs = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4 * len(os.sched_getaffinity(0)))
    ]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def test_waiting_for_a_core_does_not_count(student):
    with busy_machine():
        started = time.monotonic()
        assert student.work(1.0) == "done"
    assert time.monotonic() - started > 1.0


def test_working_too_long_counts(student):
    started = time.monotonic()
    with pytest.raises(StudentGone, match="stopped after 1.5 seconds"):
        student.work(60)
    assert time.monotonic() - started < 6 + 1  # at most four times the limit, however busy the machine is


def test_sleeping_counts_also_on_a_busy_machine(student):
    started = time.monotonic()
    with busy_machine(), pytest.raises(StudentGone) as gone:
        student.wait()
    assert gone.value.outcome == "timeout"
    assert time.monotonic() - started < 6 + 1


def test_waiting_for_its_own_threads_counts(student):
    started = time.monotonic()
    with pytest.raises(StudentGone, match="stopped after 1.5 seconds"):
        student.crowd()
    assert time.monotonic() - started < 4
