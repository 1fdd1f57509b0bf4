"""The speed of the references, measured for real on the one assignment that takes no time."""

import re
import shutil
from pathlib import Path

import pytest

from autograder.bench.growth import growth
from autograder.bench.hostile import hostile_cost
from autograder.bench.pages import page_cost
from autograder.bench.profile import profile
from autograder.bench.references import reference_speed
from autograder.course.catalogue import Course

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent


def test_only_the_races_of_the_course_are_run(tmp_path: Path) -> None:
    for room in ("assignments", "solutions"):
        shutil.copytree(ROOT / room / "04_perceptron", tmp_path / room / "04_perceptron")
    shutil.copytree(ROOT / "datasets", tmp_path / "datasets")
    _, header, *rows = reference_speed(Course(tmp_path)).splitlines()
    assert header.split() == ["what", "size", "ours", "s", "peer", "s", "ratio"]
    assert len(rows) == 1 and rows[0].startswith("train_perceptron")
    ours, peer, ratio = map(float, rows[0].split()[-3:])
    assert ours > 0 and peer > 0
    assert ratio == pytest.approx(ours / peer, rel=0.2)  # both times are printed to a tenth of a millisecond


def test_a_course_without_peers_has_an_empty_table(course: Course) -> None:
    assert len(reference_speed(course).splitlines()) == 2


def test_the_same_submissions_cost_something_with_every_grader(autograder):
    done = autograder("bench", "--size", 2)
    assert done.returncode == 0, done.stderr
    row = next(line for line in done.stdout.splitlines() if line.startswith("01_tiny"))
    reference, ours, alone, nbgrader, otter, to_pytest, to_nbgrader, to_otter = map(float, row.split()[1:])
    assert min(reference, ours, alone, nbgrader) > 0
    # the columns are rounded, so the ratio of what is printed is only roughly the ratio
    assert to_pytest == pytest.approx(reference / alone, rel=0.2)
    assert to_nbgrader == pytest.approx(ours / nbgrader, rel=0.1)
    assert to_otter == pytest.approx(ours / otter, rel=0.1) if otter == otter else to_otter != to_otter
    assert alone < reference


def test_the_profile_says_where_the_time_goes(course: Course) -> None:
    row = next(line for line in profile(course, ["01_tiny"]).splitlines() if line.startswith("01_tiny"))
    compute, start, messages, least, judge, student = map(float, row.split()[1:])
    assert compute < judge + student, "keeping them apart costs something"
    assert start > 1 and student > start
    assert 0.01 < least < 2
    assert messages > 20


def test_slow_submissions_are_measured_among_honest_ones(course: Course) -> None:
    """What is tuned to be slow comes first in the folder, and is judged last."""
    alone, together = (line.split() for line in hostile_cost(course, 4, 1).splitlines()[2:])
    honest_alone, _, all_alone, _ = alone[-4:]
    honest, _, everything, _ = together[-4:]
    assert 0 < float(honest_alone) <= float(all_alone)
    assert float(honest) + 1 < float(everything)


def test_pages_are_measured_with_a_class_for_every_assignment(course: Course) -> None:
    found = re.fullmatch(
        r"(\d+) assignments of 5 students each: .* took ([\d.]+) s and (\d+) MB at most", page_cost(course, 5)
    )
    assert found and int(found[1]) == len(course.slugs())
    assert float(found[2]) > 0 and 20 < int(found[3]) < 2000


def test_growth_is_measured_with_classes_of_different_size(course: Course) -> None:
    rows = [line.split() for line in growth(course, (2, 6)).splitlines()[2:]]
    assert [int(row[0]) for row in rows] == [2, 6]
    for size, seconds, each, megabytes in rows:
        assert float(each) == pytest.approx(float(seconds) / int(size), abs=0.05)
        assert 30 < float(megabytes) < 1000
