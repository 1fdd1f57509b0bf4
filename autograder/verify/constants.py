"""Submissions that know nothing: whatever they are asked, they give one and the same answer, or raise; and those that
know nothing but the public answers.

A check whose right answer is 0 or True is passed by one of them, and so a few passes are no fault. Many are: then the
checks are satisfied by what is no answer at all.
"""

import ast
import json
from dataclasses import asdict, dataclass

from autograder.batch.pool import run
from autograder.batch.run import opener, worker_count
from autograder.checks.suite import Suite
from autograder.course.records import Assignment
from autograder.course.stubs import make_stub
from autograder.grading.grade import Grader
from autograder.grading.report import PASSED, GradeReport, report_from_json
from autograder.grading.submission import Submission, submission_from_bytes
from autograder.sandbox import bubblewrap
from autograder.sandbox.process import Sandbox
from autograder.verify.by_heart import sources_by_heart

SECRET = "constants"
# So many checks may be passed by one of them. In an assignment of 120 checks they are some 2.5 % of the points.
MOST_PASSES = 3
# And so much of the points by a table of the public checks' answers, which everybody has.
MOST_BY_HEART = 0.05
ANSWERS = {
    "an empty array": "return np.empty(0)",
    "an empty list": "return []",
    "0": "return 0.0",
    "nan": "return float('nan')",
    "None": "return None",
    "True": "return True",
    "ValueError": "raise ValueError",
}
_HEAD = """

import numpy as np


def _answer(*args, **kwargs):
    {answer}
"""
_FUNCTION = """

def {name}(*args, **kwargs):
    return _answer()
"""
# Any method, and any attribute that fitting leaves; fit returns self, or no check would get further than that.
_CLASS = """

class {name}:
    def __init__(self, *args, **kwargs):
        pass

    def fit(self, *args, **kwargs):
        _answer()
        return self

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _answer() if name.endswith("_") else _answer
"""


@dataclass(frozen=True)
class ConstantScores:
    """What constant submissions got a few points for, and which of them got too many."""

    lines: list[str]
    problems: list[str]


def constant_scores(suite: Suite, workers: int | None) -> ConstantScores:
    """Grade a submission for each constant answer."""
    assignment = suite.assignment
    sources = {f"always {title}": constant_source(assignment, answer) for title, answer in ANSWERS.items()}
    by_heart = sources_by_heart(suite)
    sources |= by_heart
    submissions = [
        submission_from_bytes(name, source.encode(), f"{assignment.module}.py") for name, source in sources.items()
    ]
    grader = Grader(suite, SECRET, "", names_mistakes=False)

    def work(submission: Submission, sandbox: Sandbox, caution: int) -> str:
        return json.dumps(asdict(grader.grade(submission, sandbox, caution=caution)))

    lines, problems = [], []
    for submission, text in run(submissions, work, opener(assignment, bubblewrap.ISOLATION), worker_count(workers)):
        if text is None:
            problems.append(f"{submission.student}: the engine itself failed")
            continue
        report = report_from_json(json.loads(text))
        passed = _passed(report)
        sentence = f"{report.student} gets {report.score:g} of {report.max_score:g} points ({', '.join(passed)})"
        if submission.student in by_heart:
            if report.score > MOST_BY_HEART * report.max_score:
                problems.append(f"{sentence}, and more than {MOST_BY_HEART:.0%} is too much for what anyone can copy")
            elif report.score:
                lines.append(f"{report.student} gets {report.score:g} of {report.max_score:g} points")
        elif len(passed) > MOST_PASSES:
            problems.append(f"{sentence}, and more than {MOST_PASSES} checks are too many for what is no answer")
        elif passed:
            lines.append(sentence)
    return ConstantScores(sorted(lines), sorted(problems))


def constant_source(assignment: Assignment, answer: str) -> str:
    """The stub with all exercises replaced, the classes among them as far as checks usually look into one."""
    stub = make_stub(assignment)
    classes = {node.name for node in ast.parse(stub).body if isinstance(node, ast.ClassDef)}
    names = [exercise.name for exercise in assignment.exercises]
    exercises = [(_CLASS if name in classes else _FUNCTION).format(name=name) for name in names]
    return "".join([stub, _HEAD.format(answer=answer), *exercises])


def _passed(report: GradeReport) -> list[str]:
    return [check.name for exercise in report.exercises for check in exercise.checks if check.outcome == PASSED]
