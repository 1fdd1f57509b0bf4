"""docs/report.md is the contract about report files: it lists what the code writes, field by field."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from autograder.grading import report

PAGE = (Path(__file__).parent.parent / "docs" / "report.md").read_text(encoding="utf-8")
SECTIONS = {
    "The report": report.GradeReport,
    "An exercise": report.ExerciseResult,
    "A check": report.CheckResult,
    "A decision": report.Decision,
}


@pytest.mark.parametrize("title", SECTIONS)
def test_every_field_is_listed_in_its_order(title):
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.M) == [field.name for field in fields(SECTIONS[title])]


def test_every_outcome_and_kind_is_listed():
    words = (report.PASSED, report.FAILED, report.ERROR, report.TIMEOUT, report.MEMORY, report.CRASHED)
    assert ", ".join(f"`{word}`" for word in words[:-1]) + f" or `{words[-1]}`" in PAGE
    assert f"`{report.OVERRIDE}`, `{report.EXTENSION}` or `{report.DROP}`" in PAGE
    assert f"of this format: {report.VERSION}" in PAGE
