"""nbgrader processes side by side: nbgrader takes seconds to start, and grades one submission after another."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import IO

from autograder.publish import feed_worker
from autograder.publish.nbgrader_course import NbgraderCourse, engine_environment

TRIES = 2  # two workers can meet at a SQLite gradebook; the second try comes later
PATIENCE = 5.0


def run_workers(
    nbgrader: NbgraderCourse, slug: str, reports: Path, todo: dict[str, bool], count: int
) -> Iterator[tuple[str, str]]:
    """Yield each student of `todo` (which says whom to autograde) with what went wrong or "", as they are done."""
    with (nbgrader.root / "feed.log").open("w", encoding="utf-8") as log, ThreadPoolExecutor(count) as threads:
        workers = [_Worker(nbgrader, slug, reports, log) for _ in range(count)]
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


class _Worker:
    """A `feed_worker` process, started when it is first needed and again if it should die."""

    def __init__(self, nbgrader: NbgraderCourse, slug: str, reports: Path, log: IO[str]):
        self.command = [sys.executable, "-m", feed_worker.__name__, slug, str(reports.resolve())]
        self.root, self.log = nbgrader.root, log
        self.process: subprocess.Popen[str] | None = None
        self.busy = self.stopped = False

    def do(self, student: str, autograde: bool) -> str:
        """What went wrong with this student, or ""."""
        problem = "stopped"
        for _ in range(TRIES):
            if not problem or self.stopped:
                break
            problem = self._ask(student, autograde)
        return problem

    def stop(self) -> None:
        """End the process, even in the middle of its work; what is half done is done again the next time."""
        self.stopped = True
        if self.process is None:
            return
        assert self.process.stdin
        self.process.stdin.close()  # an idle one ends at that
        if self.busy:
            self.process.send_signal(signal.SIGINT)  # nbgrader gives up the submission in hand, and so cleans up
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def _ask(self, student: str, autograde: bool) -> str:
        if self.process is None or self.process.poll() is not None:
            self.process = self._start()
        assert self.process.stdin and self.process.stdout
        self.busy = True
        try:
            print(json.dumps([student, autograde]), file=self.process.stdin, flush=True)
            return str(json.loads(self.process.stdout.readline()))
        except (BrokenPipeError, ValueError):
            self.process.kill()
            self.process.wait()
            return f"nbgrader's process ended without an answer; see {self.log.name}"
        finally:
            self.busy = False

    def _start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self.command,
            cwd=self.root,
            env=engine_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
