"""What runs on a worker of a cluster: it hands submissions to a grading process of its own, and passes on the answers.

Only text goes in and out, and nothing here reads it: no object that student code has made ever meets pickle.
"""

import contextlib
import subprocess
import sys
import threading

TRIES = 2
ENDED = '{"report": null}'
_own = threading.local()
_judges: set["Judge"] = set()


class Judge:
    """A `judge` process, which has collected the suite and warmed a sandbox once."""

    def __init__(self, order: str):
        self.order = order
        self.process = subprocess.Popen(
            [sys.executable, "-m", "autograder.batch.judge"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,  # a Ctrl-C is for the command, which closes this
        )
        _judges.add(self)
        self._send(order)

    def ask(self, request: str) -> str:
        """The answer, or "" if the process has ended without one."""
        self._send(request)
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def close(self) -> None:
        """End the process, even in the middle of its work."""
        _judges.discard(self)
        self.process.kill()
        self.process.wait()

    def _send(self, line: str) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended; what it said before can still be read
            print(line, file=self.process.stdin, flush=True)


def grade_one(order: str, request: str) -> str:
    """Have one submission graded; every thread of a worker has a grading process, and keeps it while orders agree."""
    for _ in range(TRIES):
        judge: Judge | None = getattr(_own, "judge", None)
        if judge is None or judge.order != order or judge.process.poll() is not None:
            if judge is not None:
                judge.close()
            judge = _own.judge = Judge(order)
        answer = judge.ask(request)
        if answer:
            return answer
        judge.close()
    return ENDED


def close_judges() -> None:
    for judge in list(_judges):
        judge.close()
