"""A name of 200 letters, which one student may have, takes no room from the others."""

import pytest

from autograder.grading.report import CheckResult, ExerciseResult, GradeReport, write_report
from autograder.report.build import build_pages
from autograder.report.reading import grades_folder
from autograder.report.table import class_table

SLUG = "01_tiny"
LONG = "x" * 190 + "y" * 10


def report_of(assignment, student: str) -> GradeReport:
    check = CheckResult("test_it", "a check", "hidden", "failed")
    exercises = [ExerciseResult(e.name, 0, e.points, checks=[check]) for e in assignment.exercises]
    return GradeReport(SLUG, student, 0, 100, "bwrap", "f" * 64, "0" * 64, 0.5, exercises)


def test_in_the_terminal(course):
    rows = class_table(report_of(course.assignment(SLUG), name) for name in ("ann", LONG)).splitlines()
    assert all(len(row) < 120 for row in rows)
    assert rows[1].startswith("ann ") and rows[2].startswith("xxxx") and "yyyyyyyyyy  " in rows[2], (
        "still to be recognised"
    )


@pytest.mark.parametrize("width", [1280, 360])
def test_on_the_class_page(course, chromium, width):
    assignment = course.assignment(SLUG)
    folder = grades_folder(course, SLUG)
    folder.mkdir(parents=True)
    for name in ("ann", LONG):
        write_report(report_of(assignment, name), folder / f"{name}.json")
    page = chromium.new_page(viewport={"width": width, "height": 900})
    page.goto(build_pages(course, assignment).page.as_uri())
    ann, long = (page.locator("#student-table tbody th", has_text=name).bounding_box() for name in ("ann", LONG))
    assert abs(ann["height"] - long["height"]) < 2, "one line, as all the others"
    name = page.locator("#student-table bdi", has_text=LONG)
    assert name.bounding_box()["width"] <= 14 * 16
    assert name.get_attribute("title") == LONG, "all of it can be read"
    page.close()
