"""The made-up class of the demo has every kind of submission, and each gets the grade it deserves."""

import pytest

from autograder.batch.run import grade_folder
from autograder.demo.classroom import write_class
from autograder.report.table import class_summary, class_table

pytestmark = pytest.mark.slow


def test_every_kind_of_submission_gets_its_grade(course, tmp_path):
    assignment = course.assignment("01_tiny")
    kinds = write_class(assignment, tmp_path / "class", 24)
    assert len(kinds) == 24 and len(set(kinds.values())) == 24
    outcome = grade_folder(course, assignment, tmp_path / "class", tmp_path / "grades")
    assert not outcome.failed
    score = {kinds[report.student]: report.score for report in outcome.reports()}
    for kind in ("the reference", "all alternatives", "Windows line ends and a BOM"):
        assert score[kind] == 100, kind
    for kind in ("an untouched stub", "a syntax error", "no file", "bytes that are not UTF-8"):
        assert score[kind] == 0, kind
    assert score["an import that is not allowed"] == 0
    assert score["a forgery"] < 20, "agreeing with everything and patching everything is worth nothing"
    assert score["an endless loop in mean"] == score["mean ends the process"] == 70, "only mean is lost"
    assert score["two mistakes"] < score["mistake one_less in mean"] < 100
    table = class_table(outcome.reports())
    assert "You divided by n - 1; the mean divides by n." in table
    assert "misconceptions of the class" in class_summary(list(outcome.reports()))
    again = grade_folder(course, assignment, tmp_path / "class", tmp_path / "grades")
    assert again.graded == 0 and [r.score for r in again.reports()] == [r.score for r in outcome.reports()]
