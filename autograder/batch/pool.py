"""Runs tasks in forked children, several at a time, each with a warmed sandbox of its own.

The parent has already paid for Python, numpy, pytest and the suite; a child costs a fork, works on one task, and is
gone, so nothing of one submission can reach the next one on the trusted side either.
"""

import os
import selectors
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from autograder.sandbox.process import Sandbox

T = TypeVar("T")
TRIES = 2


@dataclass
class _Child(Generic[T]):
    task: T
    pid: int
    slot: int
    tries: int
    parts: list[bytes]


def run(
    tasks: Iterable[T],
    work: Callable[[T, Sandbox], str],
    open_sandbox: Callable[[], Sandbox],
    workers: int,
) -> Iterator[tuple[T, str | None]]:
    """Yield each task with the text that `work` made of it, in the order of completion; None if it failed twice."""
    sandboxes = [open_sandbox() for _ in range(workers)]
    free = list(range(workers))
    waiting = [(task, 0) for task in tasks]
    waiting.reverse()
    running: dict[int, _Child[T]] = {}
    selector = selectors.DefaultSelector()
    try:
        while waiting or running:
            while waiting and free:
                task, tries = waiting.pop()
                slot = free.pop()
                pid, reader = _start(task, work, sandboxes[slot])
                running[reader] = _Child(task, pid, slot, tries + 1, [])
                selector.register(reader, selectors.EVENT_READ)
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
                    yield child.task, b"".join(child.parts).decode()
                else:
                    # whatever was under way in this sandbox is in an unknown state
                    sandboxes[child.slot].close()
                    sandboxes[child.slot] = open_sandbox()
                    if child.tries < TRIES:
                        waiting.append((child.task, child.tries))
                    else:
                        yield child.task, None
                free.append(child.slot)
    finally:
        for child in running.values():
            os.kill(child.pid, 9)
            os.waitpid(child.pid, 0)
        for sandbox in sandboxes:
            sandbox.close()
        selector.close()


def _start(task: T, work: Callable[[T, Sandbox], str], sandbox: Sandbox) -> tuple[int, int]:
    """Fork a child for one task; its pid and the end of a pipe from which its text can be read."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    status = 1
    try:
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(work(task, sandbox).encode())
        status = 0
    except KeyboardInterrupt:
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)
