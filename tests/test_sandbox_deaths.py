"""A part of the sandbox is killed at the very moment at which another one begins: nobody waits for ever, none is left.

Whoever is told by the kernel of a parent's death must have asked for it first; each of these deaths comes before that.
"""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from autograder.bridge.student import Connection
from autograder.course.records import Limits
from autograder.sandbox.process import Sandbox
from watching import PATIENCE, wait_until

SLEEPER = "import time\ntime.sleep(1000)\n"


def children(pid: int) -> list[int]:
    """psutil's answer costs milliseconds, in which a process has long done what it was to be caught before."""
    try:
        with contextlib.ExitStack() as files:
            lists = [files.enter_context(path.open()) for path in Path(f"/proc/{pid}/task").glob("*/children")]
            return [int(word) for file in lists for word in file.read().split()]
    except OSError:
        return []


def first_child(pid: int) -> int:
    deadline = time.monotonic() + PATIENCE
    while not (found := children(pid)):
        assert time.monotonic() < deadline, "there is none"
    return found[0]


def is_gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def in_thread(work: Callable[[], object]) -> Callable[[], str]:
    """Begin what may hang; the function returned waits for its end, and says what was raised."""
    raised = ["nothing"]

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised[0] = type(error).__name__

    thread = threading.Thread(target=run, daemon=True)
    thread.start()

    def wait() -> str:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "it hangs"
        return raised[0]

    return wait


@pytest.mark.parametrize("delay", [0, 0.005, 0.02, 0.05, 0.1])
def test_bubblewrap_as_it_starts(delay):
    """What it has started by then may wait for it, or go on without it."""
    is_killed = threading.Event()

    def open_and_hold() -> None:
        with Sandbox():
            is_killed.wait(PATIENCE)

    before = set(children(os.getpid()))  # of other tests in this process: a browser, say
    ended = in_thread(open_and_hold)
    wait_until(lambda: bool(set(children(os.getpid())) - before))
    time.sleep(delay)
    (pid,) = set(children(os.getpid())) - before
    bubblewrap = psutil.Process(pid)
    below = bubblewrap.children(recursive=True)
    bubblewrap.kill()
    is_killed.set()
    assert ended() in ("UserError", "nothing")
    wait_until(lambda: all(is_gone(process.pid) for process in below))


@pytest.mark.parametrize("victim", ["warmed parent", "keeper"])
def test_parents_of_a_student_process(victim):
    with Sandbox() as sandbox:
        warmed_parent = first_child(first_child(sandbox.process.pid))

        def load() -> None:
            Connection(sandbox.spawn(Limits(seconds=5, memory_mb=256))).load("work", SLEEPER)

        ended = in_thread(load)
        keeper = first_child(warmed_parent)
        killed, held = (warmed_parent, keeper) if victim == "warmed parent" else (keeper, first_child(keeper))
        os.kill(held, signal.SIGSTOP)
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: is_gone(killed))
        with contextlib.suppress(ProcessLookupError):  # on a slow machine it may have asked before it was held
            os.kill(held, signal.SIGCONT)
        assert ended() in ("SandboxGone", "StudentGone")
        wait_until(lambda: is_gone(held))
