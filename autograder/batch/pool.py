"""Runs tasks in forked children, several at a time, each with a warmed sandbox of its own.

The parent has already paid for Python, numpy, pytest and the suite; a child costs a fork, works on one task, and is
gone, so nothing of one submission can reach the next one on the trusted side either.
"""

import ctypes
import os
import resource
import selectors
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from autograder.batch.cores import cores_for
from autograder.errors import UserError
from autograder.sandbox.channel import SandboxGone
from autograder.sandbox.process import Sandbox
from autograder.text import visible

T = TypeVar("T")
TRIES = 4
# What judging one task may take of the processor's time. A student's answer can ask for any amount of it, in a single
# step of numpy's that nothing interrupts, so that it is the kernel that ends it.
CPU_SECONDS = 60
_ACCIDENT = 3  # how a child ends that has lost its sandbox
Work = Callable[[T, Sandbox, int], str]
_LIBC = ctypes.CDLL(None)
_SET_PARENT_DEATH_SIGNAL = 1


@dataclass
class _Child(Generic[T]):
    task: T
    tries: int
    caution: int
    slot: int
    pid: int
    parts: list[bytes] = field(default_factory=list)

    def text(self) -> str:
        return b"".join(self.parts).decode(errors="replace")


def run(
    tasks: Iterable[T],
    work: Work[T],
    open_sandbox: Callable[[], Sandbox],
    workers: int,
    cpu_seconds: int = CPU_SECONDS,
) -> Iterator[tuple[T, str | None]]:
    """Yield each task with the text that `work` made of it, as soon as it is done; None if it failed again and again.
    `work` is told how cautious to be: not at all at first, and more after each attempt that failed by its own fault,
    which an accident (a process killed from outside) is not.
    A task is asked for only when a worker is free for it, so that a class of any size takes no more memory."""
    with cores_for(workers) as cores:
        yield from _run_on(cores, tasks, work, open_sandbox, cpu_seconds)


def _run_on(
    cores: list[set[int]],
    tasks: Iterable[T],
    work: Work[T],
    open_sandbox: Callable[[], Sandbox],
    cpu_seconds: int,
) -> Iterator[tuple[T, str | None]]:
    """The same with a worker for each of these sets of cores."""
    sandboxes = [_open(open_sandbox, own) for own in cores]
    free = list(range(len(cores)))
    waiting = ((task, 0, 0) for task in tasks)
    again: list[tuple[T, int, int]] = []
    running: dict[int, _Child[T]] = {}
    selector = selectors.DefaultSelector()
    try:
        while True:
            while free and (attempt := again.pop() if again else next(waiting, None)):
                task, tries, caution = attempt
                slot = free.pop()
                with _ctrl_c_waits():
                    pid, reader = _start(partial(work, task, sandboxes[slot], caution), cores[slot], cpu_seconds)
                    running[reader] = _Child(task, tries + 1, caution, slot, pid)
                    selector.register(reader, selectors.EVENT_READ)
            if not running:
                return
            for key, _ in selector.select():
                child = running[key.fd]
                part = os.read(key.fd, 1 << 16)
                if part:
                    child.parts.append(part)
                    continue
                selector.unregister(key.fd)
                os.close(key.fd)
                del running[key.fd]
                _, status = os.waitpid(child.pid, 0)
                if status == 0:
                    yield child.task, child.text()
                else:
                    # whatever was under way in this sandbox is in an unknown state
                    sandboxes[child.slot].close()
                    sandboxes[child.slot] = _open(open_sandbox, cores[child.slot])
                    if child.tries < TRIES:
                        again.append((child.task, child.tries, child.caution + _is_own_fault(status)))
                    else:
                        print(visible(child.text()), file=sys.stderr)
                        yield child.task, None
                free.append(child.slot)
    finally:
        for child in running.values():
            os.kill(child.pid, signal.SIGKILL)
            os.waitpid(child.pid, 0)
        for sandbox in sandboxes:
            sandbox.close()
        selector.close()


def _open(open_sandbox: Callable[[], Sandbox], cores: set[int]) -> Sandbox:
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)  # which what is started from here inherits
    try:
        return open_sandbox()
    except UserError:  # it may have been ended from outside as it started; a machine that refuses will do so again
        return open_sandbox()
    finally:
        os.sched_setaffinity(0, everywhere)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Around a fork, at which Python runs functions of its own and ignores what is raised in them, so also a Ctrl-C."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _is_own_fault(status: int) -> bool:
    """Whether a child failed by itself: an exception, or too much of the processor's time."""
    return os.waitstatus_to_exitcode(status) in (1, -signal.SIGXCPU)


def _start(work: Callable[[], str], cores: set[int], cpu_seconds: int) -> tuple[int, int]:
    """Fork a child for one task; its pid and the end of a pipe from which its text (or its traceback) can be read."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    status = 1
    try:
        _end_with(parent)
        os.sched_setaffinity(0, cores)
        _limit(resource.RLIMIT_CPU, cpu_seconds)
        _limit(resource.RLIMIT_CORE, 0)
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            try:
                pipe.write(work().encode())
                status = 0
            except BaseException as error:
                status = _ACCIDENT if isinstance(error, SandboxGone) else 1
                pipe.write(traceback.format_exc().encode())
    finally:
        os._exit(status)


def _limit(which: int, value: int) -> None:
    _, hard = resource.getrlimit(which)
    resource.setrlimit(which, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def _end_with(parent: int) -> None:
    """Have the kernel end this process when its parent is gone, however that came about; Ctrl-C is the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _LIBC.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it went before the kernel was told
        os._exit(1)
