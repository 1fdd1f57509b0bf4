"""One nbgrader process for many students: a line per student in, the sentence that says what went wrong out.

Run as a module in nbgrader's course directory; arguments: the assignment, and the folder with the trusted reports.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nbgrader.apps import NbGraderAPI
from traitlets.config import PyFileConfigLoader

from autograder.publish.nbgrader_course import what_went_wrong


def main() -> None:
    slug, reports = sys.argv[1:]
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # the pipe of the answers is for answers alone
    config = PyFileConfigLoader("nbgrader_config.py", path=str(Path.cwd())).load_config()
    config.TrustedScores.reports = reports
    nbgrader = NbGraderAPI(config=config)
    for line in sys.stdin:
        student, autograde = json.loads(line)
        steps = [nbgrader.autograde, nbgrader.generate_feedback] if autograde else [nbgrader.generate_feedback]
        print(json.dumps(problem_of(steps, slug, student)), file=answers, flush=True)


def problem_of(steps: list[Callable[..., dict[str, Any]]], slug: str, student: str) -> str:
    """Do these steps of nbgrader's; what went wrong in the first that failed, or ""."""
    for step in steps:
        result = step(slug, student, force=True)
        sys.stderr.write(result.get("log", ""))
        if not result["success"]:
            return what_went_wrong(result.get("log", "") + result.get("error", ""))
    return ""


if __name__ == "__main__":
    main()
