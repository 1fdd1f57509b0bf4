"""One nbgrader process for many students: a line per student in, the sentence that says what went wrong out.

nbgrader takes seconds to import, so a process does that once. Run as a module in nbgrader's course directory;
arguments: the assignment, and the folder with the trusted reports.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from nbgrader.apps import NbGraderAPI
from traitlets.config import PyFileConfigLoader

from autograder.publish.limits import StudentLimits
from autograder.publish.nbgrader_course import NbgraderCourse, what_went_wrong
from autograder.publish.submission import replace_notebook
from autograder.publish.workers import OUT_OF_MEMORY, SECONDS_TO_END, TAKES_LONG

MAX_LOG = 100_000  # of one student's


def main() -> None:
    slug, reports = sys.argv[1:]
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # the pipe of the answers is for answers alone
    requests: SimpleQueue[str] = SimpleQueue()
    Thread(target=listen, args=(requests,), daemon=True).start()
    config = PyFileConfigLoader("nbgrader_config.py", path=str(Path.cwd())).load_config()
    config.TrustedScores.reports = reports
    nbgrader, course = NbGraderAPI(config=config), NbgraderCourse(Path.cwd())
    limits = StudentLimits(config=config)
    limits.limit_memory()
    for line in iter(requests.get, ""):
        student, autograde, is_first, replaced_because = json.loads(line)
        if replaced_because:
            replace_notebook(course, slug, course.submitted(slug, student), replaced_because)
        steps = [nbgrader.autograde, nbgrader.generate_feedback] if autograde else [nbgrader.generate_feedback]
        with limits.one_student(is_first) as turn:
            problem = problem_of(steps, slug, student)
        print(json.dumps(TAKES_LONG if problem and turn.was_too_short else problem), file=answers, flush=True)


def listen(requests: "SimpleQueue[str]") -> None:
    """Pass requests on; when no more can come, because the command is done or dead, end the work in hand as well."""
    for line in sys.stdin:
        requests.put(line)
    requests.put("")
    os.kill(os.getpid(), signal.SIGINT)  # nbgrader gives up the submission in hand, and so removes its folders
    time.sleep(SECONDS_TO_END)
    os._exit(1)


def problem_of(steps: list[Callable[..., dict[str, Any]]], slug: str, student: str) -> str:
    """Do these steps of nbgrader's; what went wrong in the first that failed, or ""."""
    for step in steps:
        result = step(slug, student, force=True)
        log = result.get("log", "") + result.get("error", "")
        sys.stderr.write(log if len(log) <= MAX_LOG else f"{log[:MAX_LOG]}\n... (cut off here)\n")
        if not result["success"]:
            if "MemoryError" in log:
                os._exit(OUT_OF_MEMORY)  # whatever it was, this process is no measure for the next student
            return what_went_wrong(log)
    return ""


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):  # the command has ended; nobody waits for an answer
        main()
