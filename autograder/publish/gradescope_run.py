"""Grades one submission inside Gradescope's container: `python -m autograder.publish.gradescope_run`.

Reads what Gradescope's harness put under /autograder, writes /autograder/results/results.json. Imports only what
grading itself needs, because nothing else is installed there.
"""

import json
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.bridge.student import Connection
from autograder.checks.seeds import course_secret
from autograder.checks.suite import read_suite
from autograder.course.catalogue import Course
from autograder.course.records import Assignment, Limits
from autograder.errors import UserError
from autograder.files import write_atomically
from autograder.grading.fingerprint import suite_sha256
from autograder.grading.grade import Grader
from autograder.grading.report import GradeReport
from autograder.grading.submission import Submission, read_submission
from autograder.publish.gradescope_results import failure_results, report_results
from autograder.sandbox import bubblewrap, fallback
from autograder.sandbox.process import Sandbox, refusal

ROOT = Path("/autograder")


def main() -> int:
    try:
        results, status = report_results(grade(ROOT)), 0
    except UserError as error:
        print(f"autograder: {error}")
        results, status = failure_results(str(error)), 2
    except BaseException:
        traceback.print_exc(file=sys.stdout)
        results, status = failure_results("the grader met an error of its own."), 1
    write_results(results, ROOT / "results" / "results.json")
    return status


def grade(root: Path) -> GradeReport:
    """The report on the submission that lies there."""
    course = Course(root / "source" / "course")
    assignment = course.read()[0]
    student = submitters(root / "submission_metadata.json")
    submission = replace(find_submission(root / "submission", assignment), student=student)
    for path in (root / "source", root / "submission"):
        path.chmod(0o700)  # student code may run as another user of this container
    isolation = strongest_isolation(assignment)
    print(f"graded with isolation {isolation!r}")
    secret = course_secret(course.solutions)
    fingerprint = suite_sha256(assignment, course.datasets, secret)
    suite = read_suite(assignment, course.datasets)
    with Sandbox(assignment.packages, isolation) as sandbox:
        return Grader(suite, secret, fingerprint).grade(submission, sandbox)


def submitters(metadata: Path) -> str:
    """Who handed in, as one name: it decides which random data the hidden checks draw. A group is one student."""
    try:
        users = json.loads(metadata.read_text(encoding="utf-8"))["users"]
        names = sorted(str(user.get("email") or user["id"]) for user in users)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        names = []
    if not names:
        raise UserError(f"{metadata.name} does not say who handed in.")
    return ",".join(names)


def find_submission(folder: Path, assignment: Assignment) -> Submission:
    """The module at the top of what was handed in, or in the one folder below it that holds it."""
    name = f"{assignment.module}.py"
    found = [path for path in sorted(folder.rglob(name)) if "__MACOSX" not in path.parts]
    if len(found) == 1 and not (folder / name).exists():
        return read_submission(found[0].parent, assignment)
    return read_submission(folder, assignment)


def strongest_isolation(assignment: Assignment) -> str:
    """The first of bubblewrap and the fallback that really runs code here; without any, nothing is graded."""
    reasons = []
    for isolation in (bubblewrap.ISOLATION, fallback.ISOLATION):
        reason = refusal(isolation) or trial(assignment, isolation)
        if reason is None:
            return isolation
        reasons.append(reason)
    raise UserError(f"this container cannot isolate student code: {' Nor the other way: '.join(reasons)}")


def trial(assignment: Assignment, isolation: str) -> str | None:
    """Why a harmless module does not load in this isolation; None if it does. Some containers allow only a part."""
    try:
        with Sandbox(assignment.packages, isolation) as sandbox:
            process = sandbox.spawn(Limits())
            Connection(process).load("trial", "answer = 42\n")
            process.end()
    except Exception as error:
        return f"a trial of {isolation} failed ({error})."
    return None


def write_results(results: dict[str, Any], path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    write_atomically(path, json.dumps(results, indent=1) + "\n")
    path.chmod(0o644)  # the harness that reads it need not be root


if __name__ == "__main__":
    sys.exit(main())
