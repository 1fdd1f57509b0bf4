"""formgrader as `make formgrader` starts it, used as a grader does: in a browser. And what it shows was decided."""

import csv
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from playwright.sync_api import Browser, Page, expect

from autograder.course.catalogue import Course
from autograder.grading.decisions import apply_decisions, write_decisions
from autograder.grading.report import (
    DROP,
    EXTENSION,
    OVERRIDE,
    CheckResult,
    Decision,
    ExerciseResult,
    GradeReport,
    write_report,
)
from autograder.publish.cells import grade_id
from autograder.publish.feed import feed_gradebook
from autograder.publish.nbgrader_course import NbgraderCourse, engine_environment
from autograder.publish.release import build_release

pytestmark = pytest.mark.slow

SLUG = "01_tiny"
ROOT = Path(__file__).parent.parent
TOKEN = "test"
DECISIONS = [
    Decision(OVERRIDE, "shown in the oral", "me", "now", student="ann", score=88),
    Decision(OVERRIDE, "agreed", "me", "now", student="bob", exercise="mean", score=7),
    Decision(EXTENSION, "ill", "me", "now", student="bob", until="2030-02-03T12:00:00+02:00"),
    Decision(DROP, "the figure is wrong", "me", "now", check="hidden:test_faulty"),
]


def report_for(student: str, module: str) -> GradeReport:
    """Half of everything, and a faulty check in `variance` that nobody passes."""
    exercises = [
        ExerciseResult(name, points / 2, points, checks=[_check("test_good", "passed"), _check(other, "failed")])
        for name, points, other in (
            ("mean", 30.0, "test_bad"),
            ("variance", 30.0, "test_faulty"),
            ("Scaler", 20.0, "test_bad"),
            ("tabulate", 20.0, "test_bad"),
        )
    ]
    sha256 = hashlib.sha256(module.encode()).hexdigest()
    return GradeReport(SLUG, student, 50, 100, "bwrap", sha256, "suite", 0.1, exercises)


def _check(name: str, outcome: str) -> CheckResult:
    return CheckResult(name, f"title of {name}", "hidden", outcome)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A released assignment and two submissions, one of them late, with decisions on both."""
    course = Course(tmp_path_factory.mktemp("formgrader"))
    for room in ("assignments", "solutions", "datasets"):
        shutil.copytree(ROOT / "tests" / "course" / room, course.root / room)
    (course.root / "instructor_config.py").write_text(
        'c = get_config()\nc.LateSubmissionPlugin.penalty_method = "zero"\n'
    )
    assignment = course.assignment(SLUG)
    build_release(course, assignment)
    nbgrader = NbgraderCourse.of(course)
    with Gradebook(f"sqlite:///{nbgrader.root}/gradebook.db") as gradebook:
        gradebook.update_or_create_assignment(SLUG, duedate="2030-02-01 00:00 UTC")
    submissions, reports = course.root / "handed_in", course.build / "grades" / SLUG
    reports.mkdir(parents=True)
    notebook = nbformat.read(nbgrader.release(SLUG) / "tiny.ipynb", as_version=4)
    next(cell for cell in notebook.cells if grade_id(cell) == "why_squares").source = "Because **sums** matter."
    module = assignment.reference.read_text()
    for student in ("ann", "bob"):
        (submissions / student).mkdir(parents=True)
        (submissions / student / "tiny.py").write_text(module)
        nbformat.write(notebook, submissions / student / "tiny.ipynb")
        write_report(apply_decisions(report_for(student, module), DECISIONS), reports / f"{student}.json")
    (submissions / "timestamps.csv").write_text(
        "student,timestamp\nann,2030-01-31 10:00 UTC\nbob,2030-02-02 10:00 UTC\n"
    )
    write_decisions(course, SLUG, DECISIONS)
    fed = feed_gradebook(course, assignment, reports, submissions)
    assert fed.autograded == 2, fed
    return course


@pytest.fixture(scope="module")
def address(course: Course) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "autograder", "formgrader", "--no-browser", "--port", str(port)]
    environment = {**engine_environment(), "JUPYTER_TOKEN": TOKEN}
    server = subprocess.Popen(command, cwd=course.root, env=environment, start_new_session=True, stderr=-3)
    try:
        _wait_for(port, server)
        yield f"http://127.0.0.1:{port}/formgrader?token={TOKEN}"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert server.poll() is None and time.monotonic() < deadline, "formgrader does not answer"
            time.sleep(0.2)


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Page:
    page = chromium.new_page()
    # formulas are typeset by a script from elsewhere; nothing that a grader does depends on it
    page.route(lambda url: "//127.0.0.1" not in url, lambda route: route.abort())
    page.set_default_timeout(30_000)
    return page


def exported(course: Course) -> dict[str, dict[str, str]]:
    """The gradebook as `nbgrader export` writes it."""
    nbgrader = NbgraderCourse.of(course)
    nbgrader.run("export")
    with (nbgrader.root / "grades.csv").open(encoding="utf-8") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def test_decided_scores_and_extensions_are_nbgraders_too(course):
    rows = exported(course)
    assert float(rows["ann"]["raw_score"]) == pytest.approx(88), "the total, though nbgrader knows exercises only"
    assert float(rows["bob"]["raw_score"]) == pytest.approx(7 + 30 + 10 + 10), "one exercise set, one check dropped"
    assert float(rows["bob"]["late_submission_penalty"]) == 0, "late, but within the extension"
    feedback = NbgraderCourse.of(course).feedback_page(SLUG, "bob").read_text(encoding="utf-8")
    for words in ("The instructor set these points to 7: agreed", "counts for nobody: the figure is wrong", "dropped"):
        assert words in feedback


def test_make_formgrader_is_that_command():
    command = ["make", "--no-print-directory", "-n", "formgrader"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    assert shown.strip().endswith("-m autograder formgrader")


def test_a_grader_opens_a_submission_and_gives_points_that_are_exported(course, address, page):
    before = {student: float(row["raw_score"]) for student, row in exported(course).items()}
    page.goto(address, wait_until="domcontentloaded")
    expect(page.get_by_role("gridcell", name=SLUG)).to_be_visible()
    page.get_by_role("link", name="Manual Grading").click()
    page.get_by_role("link", name=SLUG, exact=True).click()
    page.get_by_role("link", name="tiny", exact=True).click()
    page.get_by_role("link", name="Submission #1").click()
    expect(page.get_by_role("main")).to_contain_text("Because sums matter.")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"mean: \d+ of 30 points"))
    score = page.locator("input#why_squares")
    expect(score).to_have_class(re.compile("needs_manual_grade"))
    with page.expect_response(lambda response: "/formgrader/api/grade/" in response.url) as saved:
        score.fill("7.5")
        score.press("Tab")
    assert saved.value.ok
    page.reload(wait_until="domcontentloaded")
    expect(page.locator("input#why_squares")).to_have_value("7.5")
    opened = page.url.partition("/submissions/")[2].partition("/")[0]
    with Gradebook(f"sqlite:///{NbgraderCourse.of(course).root}/gradebook.db") as gradebook:
        student = gradebook.find_submission_notebook_by_id(opened).student.id
    after = {student: float(row["raw_score"]) for student, row in exported(course).items()}
    assert after == pytest.approx({**before, student: before[student] + 7.5})
