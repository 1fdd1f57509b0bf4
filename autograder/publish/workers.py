"""nbgrader processes side by side: nbgrader takes seconds to start, and grades one submission after another.

A student whose notebook takes long, or with whom anything goes wrong, is put back until all others are done, and then
has a second and last turn: what is hostile holds up nobody, and what was only crowded out has another chance.
"""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO

from autograder.publish.nbgrader_course import NbgraderCourse, engine_environment

PROGRAM = "autograder.publish.feed_worker"  # by name: what it imports takes seconds, and only it needs it
SECONDS_TO_END = 5.0
TAKES_LONG = "its notebook takes long"  # the answer of a process in which a first turn was too short
OUT_OF_MEMORY = 3  # the exit status of a process that met its limit of memory where Python could still say so
# How a process ends that met one of its `limits`; zmq aborts where it gets no memory.
_AT_A_LIMIT = {-signal.SIGALRM, -signal.SIGXCPU, -signal.SIGABRT, OUT_OF_MEMORY}
_TOO_MUCH = "nbgrader needed more time or memory for yours than one notebook gets"


def run_workers(
    nbgrader: NbgraderCourse, slug: str, reports: Path, todo: dict[str, bool], count: int, cores: int, lock: int
) -> Iterator[tuple[str, str]]:
    """Yield each student of `todo` (which says whom to autograde) with what went wrong or "", as they are done.

    In the second turns no more than `cores` of the `count` processes are at work. `lock` is a descriptor that the
    processes hold open for as long as they live.
    """
    with (nbgrader.root / "feed.log").open("w", encoding="utf-8") as log, ThreadPoolExecutor(count) as threads:
        workers = [_Worker(nbgrader, slug, reports, log, lock) for _ in range(count)]
        try:
            put_back = []
            for student, problem in _side_by_side(threads, workers, todo, is_first=True):
                if problem:
                    put_back.append(student)
                else:
                    yield student, problem
            second = {student: todo[student] for student in put_back}
            yield from _side_by_side(threads, workers[:cores], second, is_first=False)
        finally:
            threads.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.stop()
            for worker in workers:
                worker.wait()


def _side_by_side(
    threads: ThreadPoolExecutor, workers: list["_Worker"], todo: dict[str, bool], is_first: bool
) -> Iterator[tuple[str, str]]:
    idle: SimpleQueue[_Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def work(student: str) -> tuple[str, str]:
        worker = idle.get()
        try:
            return student, worker.do(student, todo[student], is_first)
        finally:
            idle.put(worker)

    for future in as_completed([threads.submit(work, student) for student in todo]):
        yield future.result()


class _Worker:
    """A `feed_worker` process, and another one if it should die."""

    def __init__(self, nbgrader: NbgraderCourse, slug: str, reports: Path, log: IO[str], lock: int):
        self.command = [sys.executable, "-m", PROGRAM, slug, str(reports.resolve())]
        self.root, self.log, self.lock = nbgrader.root, log, lock
        self.stopped = False
        self.process = self._start()

    def do(self, student: str, autograde: bool, is_first: bool) -> str:
        """What went wrong with this student, or "". Where the last turn met a limit, the released notebook does."""
        problem = self._ask(student, autograde, is_first)
        if problem and autograde and not is_first and not self.stopped and self.process.poll() in _AT_A_LIMIT:
            problem = self._ask(student, autograde, is_first, _TOO_MUCH)
        return problem

    def stop(self) -> None:
        """Have the process end, even in the middle of its work; what is half done is done again the next time."""
        self.stopped = True
        assert self.process.stdin
        with suppress(BrokenPipeError):  # it is dead already
            self.process.stdin.close()

    def wait(self) -> None:
        try:
            self.process.wait(2 * SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _ask(self, student: str, autograde: bool, is_first: bool, replaced_because: str = "") -> str:
        if self.stopped:
            return "stopped"
        if self.process.poll() is not None:
            self.process = self._start()
        assert self.process.stdin and self.process.stdout
        try:
            print(json.dumps([student, autograde, is_first, replaced_because]), file=self.process.stdin, flush=True)
            return str(json.loads(self.process.stdout.readline()))
        except (BrokenPipeError, ValueError):
            self.wait()
            return f"nbgrader's process ended without an answer; see {self.log.name}"

    def _start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self.command,
            cwd=self.root,
            env=engine_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            pass_fds=[self.lock],
        )
