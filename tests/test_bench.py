"""The speed of the references, measured for real on the one assignment that takes no time."""

import shutil
from pathlib import Path

import pytest

from autograder.bench.references import RACES, reference_speed
from autograder.course.catalogue import Course

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


def test_every_race_is_about_an_assignment_of_the_course() -> None:
    assert {race.slug for race in RACES} <= set(Course(ROOT).slugs())


def test_the_same_submissions_cost_something_with_both_graders(autograder):
    done = autograder("bench", "--size", 2)
    assert done.returncode == 0, done.stderr
    row = next(line for line in done.stdout.splitlines() if line.startswith("01_tiny"))
    our_cpu, our_wall, their_cpu, their_wall, cpu_ratio, wall_ratio, alone = map(float, row.split()[1:])
    assert min(our_cpu, our_wall, their_cpu, their_wall) > 0
    # the columns are rounded to hundredths of a second, so the ratio of what is printed is only roughly the ratio
    assert abs(cpu_ratio - our_cpu / their_cpu) < 0.1 and abs(wall_ratio - our_wall / their_wall) < 0.1
    assert alone < our_cpu
