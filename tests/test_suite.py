"""The suite of an assignment: which checks it takes, and that it is sound before a class is graded with it."""

import re
from collections.abc import Callable

import pytest

from autograder.checks.suite import Examinee, read_suite


@pytest.fixture
def sentence(course, autograder, hand_in, tmp_path) -> Callable[[], str]:
    """What `grade` says; in a process of its own, because Python remembers a file of checks by its name."""

    def grade() -> str:
        done = autograder("grade", "01_tiny", hand_in("ada", ""), "--out", tmp_path / "grades")
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert not list((tmp_path / "grades").glob("*.json"))
        return done.stderr

    return grade


def add_check(course, code: str) -> None:
    path = course.assignment("01_tiny").hidden_checks
    path.write_text(path.read_text() + "\n\n" + code)


def exercise(course) -> str:
    return course.assignment("01_tiny").exercises[0].name


def test_parameters_of_a_check_are_passed(course, sentence):
    add_check(
        course,
        f"@pytest.mark.exercise({exercise(course)!r})\n"
        "@pytest.mark.parametrize(('a', 'b'), [(1, 1), (1, 2)])\n"
        "def test_equal(student, a, b):\n"
        '    """two numbers are equal"""\n'
        "    assert a == b\n",
    )
    assert "the reference itself fails test_equal[1-2]" in sentence()


@pytest.mark.parametrize("definition", ["tmp_path", "mine"])
def test_a_fixture_of_ones_own_is_refused_with_its_line(course, sentence, definition):
    add_check(
        course,
        "@pytest.fixture\ndef mine():\n    return 1\n\n\n"
        f"@pytest.mark.exercise({exercise(course)!r})\n"
        f"def test_more(student, {definition}):\n"
        '    """something"""\n',
    )
    assert re.search(rf"test_hidden.py:\d+: test_more asks for the fixture '{definition}'", sentence())


def test_every_check_gets_fresh_data(course):
    assignment = course.assignment("01_tiny")
    assert "points" in assignment.datasets
    suite = read_suite(assignment, course.datasets)
    X, _, names = suite.fixtures["dataset"](suite.checks[0], Examinee(None, "", ""))("points")
    X[:] = 0
    names.clear()
    again, _, same_names = suite.fixtures["dataset"](suite.checks[0], Examinee(None, "", ""))("points")
    assert again.any() and same_names


def test_a_class_is_not_graded_by_a_suite_that_the_reference_fails(course, sentence):
    add_check(
        course,
        f"@pytest.mark.exercise({exercise(course)!r})\n"
        "def test_impossible(student):\n"
        '    """one is two"""\n'
        "    assert 1 == 2\n",
    )
    assert "the reference itself fails test_impossible" in sentence()
