"""nbgrader processes side by side: nbgrader takes seconds to start, and grades one submission after another."""

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
TRIES = 2  # a process or a kernel can die of something else than the student: memory that another one took
OUT_OF_MEMORY = 3  # the exit status of a process that met its limit of memory where Python could still say so
# How a process ends that met one of its `limits`; zmq aborts where it gets no memory.
_AT_A_LIMIT = {-signal.SIGALRM, -signal.SIGXCPU, -signal.SIGABRT, OUT_OF_MEMORY}
_TOO_MUCH = "nbgrader needed more time or memory for yours than one notebook gets"


def run_workers(
    nbgrader: NbgraderCourse, slug: str, reports: Path, todo: dict[str, bool], count: int, lock: int
) -> Iterator[tuple[str, str]]:
    """Yield each student of `todo` (which says whom to autograde) with what went wrong or "", as they are done.

    `lock` is a descriptor that the processes hold open for as long as they live.
    """
    with (nbgrader.root / "feed.log").open("w", encoding="utf-8") as log, ThreadPoolExecutor(count) as threads:
        workers = [_Worker(nbgrader, slug, reports, log, lock) for _ in range(count)]
        idle: SimpleQueue[_Worker] = SimpleQueue()
        for worker in workers:
            idle.put(worker)

        def work(student: str) -> tuple[str, str]:
            worker = idle.get()
            try:
                return student, worker.do(student, todo[student])
            finally:
                idle.put(worker)

        futures = [threads.submit(work, student) for student in todo]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            threads.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.stop()
            for worker in workers:
                worker.wait()


class _Worker:
    """A `feed_worker` process, and another one if it should die."""

    def __init__(self, nbgrader: NbgraderCourse, slug: str, reports: Path, log: IO[str], lock: int):
        self.command = [sys.executable, "-m", PROGRAM, slug, str(reports.resolve())]
        self.root, self.log, self.lock = nbgrader.root, log, lock
        self.stopped = False
        self.process = self._start()

    def do(self, student: str, autograde: bool) -> str:
        """What went wrong with this student, or ""."""
        problem = "stopped"
        for _ in range(TRIES):
            if not problem or self.stopped:
                break
            if self.process.poll() is not None:
                self.process = self._start()
            problem = self._ask(student, autograde)
        if problem and autograde and not self.stopped and self.process.poll() in _AT_A_LIMIT:
            self.process = self._start()
            problem = self._ask(student, autograde, _TOO_MUCH)
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

    def _ask(self, student: str, autograde: bool, replaced_because: str = "") -> str:
        assert self.process.stdin and self.process.stdout
        try:
            print(json.dumps([student, autograde, replaced_because]), file=self.process.stdin, flush=True)
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
