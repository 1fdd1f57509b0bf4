"""One budget of time for all of a student's notebook: who uses it up keeps the points, and holds up nobody else."""

import time

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from autograder.course.catalogue import Course
from autograder.publish.cells import grade_id
from autograder.publish.feed import feed_gradebook
from autograder.publish.nbgrader_course import NbgraderCourse
from tests.test_gradebook import SLUG, make_class, make_course, pages_of, scores_in, sqlite_url

pytestmark = pytest.mark.slow

CONFIG = "c = get_config()\nc.StudentLimits.seconds = 48\nc.StudentLimits.first_seconds = 12\nc.Execute.timeout = 6\n"
BUDGET, FIRST = 48, 12
# below the limit of each cell, as often as a notebook may have cells; prints, so that outputs are read all the time
SLOW_CELL = """
import time
end = time.monotonic() + 5
while time.monotonic() < end:
    print('.', end='', flush=True)
    time.sleep(0.01)
"""
TUNED = ("student000", "student001")  # the first whose turn it is, of as many workers


@pytest.fixture(scope="module")
def fed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Course, dict[str, float], dict[str, float]]:
    """A class of four, two of whom are tuned to the limits: the course, the points, and when each was done."""
    course = make_course(tmp_path_factory.mktemp("budget") / "course", CONFIG)
    submissions, reports, scores = make_class(course, 4)
    released = NbgraderCourse.of(course).release(SLUG) / "tiny.ipynb"
    for student in scores:
        notebook = nbformat.read(released, as_version=4)
        notebook.cells = [cell for cell in notebook.cells if grade_id(cell)]
        notebook.cells += [new_code_cell(SLOW_CELL) for _ in range(12)] if student in TUNED else []
        notebook.cells.append(new_code_cell("print('after', 6 * 7)"))
        nbformat.write(notebook, submissions / student / "tiny.ipynb")
    started = time.time()
    outcome = feed_gradebook(course, course.assignment(SLUG), reports, submissions, workers=2)
    assert not outcome.failed
    stamps = {student: NbgraderCourse.of(course).root / "fed" / SLUG / f"{student}.sha256" for student in scores}
    return course, scores, {student: stamp.stat().st_mtime - started for student, stamp in stamps.items()}


def test_points_are_the_trusted_ones_and_the_page_says_once_what_was_not_run(fed):
    course, scores, _ = fed
    assert scores_in(sqlite_url(course)) == pytest.approx(scores)
    for student, page in pages_of(course).items():
        assert page.count("used up its 36 seconds") == (student in TUNED)
        assert (page.count("This cell was not run.") > 2) == (student in TUNED)  # a fast machine runs more
        assert ("after 42" in page) != (student in TUNED)


def test_what_takes_long_is_run_when_all_others_are_done_and_ends_with_its_budget(fed):
    _, _, seconds = fed
    honest = [taken for student, taken in seconds.items() if student not in TUNED]
    tuned = [taken for student, taken in seconds.items() if student in TUNED]
    assert max(honest) < min(tuned)
    assert max(tuned) - max(honest) < BUDGET + 15  # on a busy machine a new process of nbgrader's takes a while
