"""assignment.toml, stubs, and the banks of mistakes and alternatives."""

import re

import pytest

from autograder.course.bank import compose, read_alternatives, read_mistakes
from autograder.course.catalogue import Course, find_course
from autograder.course.stubs import is_current, make_stub, write_stub
from autograder.errors import UserError

SLUG = "01_tiny"


def change(course: Course, name: str, old: str, new: str) -> None:
    path = course.solutions / SLUG / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_reads_everything(course):
    assignment = course.assignment(SLUG)
    assert [exercise.name for exercise in assignment.exercises] == ["mean", "variance", "Scaler", "tabulate"]
    assert assignment.max_score == 100
    assert assignment.all_needs("Scaler") == {"mean", "variance"}
    assert assignment.limits.seconds == 2
    assert assignment.packages == ("numpy",)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('title = "Small statistics"\n', "", "key title is missing, expected a string"),
        ('title = "Small statistics"', "title = 3", "title is 3, expected a string"),
        ("points = 30", 'points = "many"', r"exercises\[1\].points is 'many', expected a whole number or a number"),
        ("points = 30", "points = 31", "points sum to 101, expected 100"),
        (
            'needs = ["mean"]',
            'needs = ["median"]',
            "'variance' names the unknown exercise 'median', expected one of mean",
        ),
        ('needs = ["mean"]', 'needs = ["variance"]', "lead back to itself"),
        ('name = "variance"', 'name = "mean"', "'mean' is listed twice"),
        ("[limits]", "[limit]", "unknown key limit"),
        ("hint = ", "tip = ", r"unknown key exercises\[1\].tip"),
        ("[limits]", "[limits", "is not valid TOML"),
    ],
)
def test_errors_name_file_key_and_what_was_expected(course, old, new, sentence):
    change(course, "assignment.toml", old, new)
    with pytest.raises(UserError, match=sentence) as caught:
        course.assignment(SLUG)
    assert "assignment.toml" in str(caught.value)


def test_unknown_slug_says_what_is_near(course):
    with pytest.raises(UserError, match="no assignment '01_teeny'; near to it: 01_tiny"):
        course.assignment("01_teeny")


def test_finds_the_course_from_within(course, tmp_path):
    assert find_course(course.assignments / SLUG).root == course.root
    with pytest.raises(UserError, match="not inside a course"):
        find_course(tmp_path.parent)


def test_stub_keeps_docstrings_and_drops_solutions(course):
    stub = make_stub(course.assignment(SLUG))
    assert "The mean squared distance from the mean (divisor n)." in stub
    assert stub.count("raise NotImplementedError") == 5
    assert "_floats" not in stub
    assert "SOLUTION" not in stub
    assert "import numpy as np" in stub and "Callable" in stub


def test_stub_drops_imports_that_only_the_solution_needed(course):
    change(course, "tiny.py", "import numpy as np\n", "import math\nimport numpy as np\nfrom os import path, sep\n")
    change(course, "tiny.py", "return float(array.sum() / len(array))", "return math.fsum(array) / len(array)")
    change(course, "tiny.py", 'EMPTY = "there are no values"', "EMPTY = sep")
    stub = make_stub(course.assignment(SLUG))
    assert "import math" not in stub
    assert "from os import sep\n" in stub
    assert "import numpy as np" in stub


def test_stub_in_sync_and_out_of_sync(course):
    assignment = course.assignment(SLUG)
    assert is_current(assignment)
    assert not write_stub(assignment)
    assignment.stub.write_text("changed by hand")
    assert not is_current(assignment)
    assert write_stub(assignment)
    assert is_current(assignment)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("    ### END SOLUTION", "", "BEGIN SOLUTION inside the solution that began on line"),
        ("    ### BEGIN SOLUTION", "", "END SOLUTION without a BEGIN SOLUTION"),
        ("def tabulate", "def table", "exercise 'tabulate' is not a function or class at the top level of tiny.py"),
    ],
)
def test_faulty_references_are_named_with_their_line(course, old, new, sentence):
    change(course, "tiny.py", old, new)
    with pytest.raises(UserError, match=re.escape(sentence)):
        make_stub(course.assignment(SLUG))


def test_bank_composes_whole_modules(course):
    assignment = course.assignment(SLUG)
    mistakes = {mistake.name: mistake for mistake in read_mistakes(assignment)}
    assert mistakes["one_less"].exercise == "mean"
    assert mistakes["one_less"].sentence == "You divided by n - 1; the mean divides by n."
    namespace: dict = {"__name__": "tiny"}
    exec(mistakes["one_less"].source, namespace)
    assert namespace["mean"]([2, 4, 6]) == 6
    assert namespace["variance"]([1, 1, 1]) != 0, "the reference's other functions use the wrong one too"
    both = {"__name__": "tiny"}
    exec(compose([mistakes["one_less"], mistakes["sorts"]]), both)
    assert both["mean"]([2, 4, 6]) == 6
    assert list(both["tabulate"](float, [2, 1])) == [1, 2]
    assert {alternative.exercise for alternative in read_alternatives(assignment)} >= {"mean", "Scaler"}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('@mistake("mean", ', '@mistake("median", ', r"mistakes.py:\d+: one_less is for the unknown exercise 'median'"),
        ('@mistake("mean", "You divided by n - 1; the mean divides by n.")', '@mistake("mean")', "takes 2 string"),
        ("def one_less(values):", "def one_less(values:", r"mistakes.py:\d+: "),
    ],
)
def test_faults_in_a_bank_are_named_with_their_line(course, old, new, sentence):
    change(course, "mistakes.py", old, new)
    with pytest.raises(UserError, match=sentence):
        read_mistakes(course.assignment(SLUG))
