"""A grading process of its own, one submission at a time: an order and then submissions come in by standard input, an
answer for each leaves by standard output, all of them lines of JSON.

Collecting a suite and forking are not for a process with threads, as a worker of a cluster is; it starts this one.
"""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from autograder.batch.run import LATER, grade_in_turns, require_isolation
from autograder.course.catalogue import find_course
from autograder.errors import UserError
from autograder.grading.fingerprint import suite_sha256, versions
from autograder.grading.submission import Submission

COURSE_VARIABLE = "AUTOGRADER_COURSE"


def main() -> int:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a check prints must not be taken for an answer
    try:
        _serve(json.loads(sys.stdin.readline()), answers)
    except UserError as error:
        _say(answers, problem=str(error))
    return 0


def _serve(order: dict[str, Any], answers: TextIO) -> None:
    course = find_course(Path(os.environ.get(COURSE_VARIABLE, ".")))
    assignment = course.assignment(order["slug"])
    require_isolation(order["isolation"])
    if order["versions"] != versions():
        theirs, ours = ", ".join(order["versions"]), ", ".join(versions())
        raise UserError(f"it runs {ours}, and the command {theirs}; grades might differ.")
    fingerprint = suite_sha256(assignment, course.datasets, order["secret"])
    if fingerprint != order["fingerprint"]:
        raise UserError(
            f"the kit, or {assignment.slug} in the course at {course.root}, is not the same there as here; "
            "bring both up to date."
        )

    results = grade_in_turns(
        course, assignment, _requests(), order["secret"], order["isolation"], fingerprint, order["is_patient"]
    )
    for _, report in results:
        _say(answers, report=LATER.value if report is LATER else report and asdict(report))


def _requests() -> Iterator[Submission]:
    for line in sys.stdin:
        yield Submission(**json.loads(line))


def _say(answers: TextIO, **message: object) -> None:
    print(json.dumps(message), file=answers, flush=True)


if __name__ == "__main__":
    sys.exit(main())
