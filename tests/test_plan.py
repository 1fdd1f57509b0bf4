"""course.toml: the course as a record; and how an assignment is called by a part of its name."""

import shutil
from pathlib import Path

import pytest

from autograder.course.catalogue import Course
from autograder.course.plan import read_plan
from autograder.course.sources import read_query, touches
from autograder.errors import UserError
from autograder.verify.statics import order_problems

ROOT = Path(__file__).parent.parent


@pytest.fixture
def two(course):
    """The small course with a second assignment, 02_more, that comes after the first."""
    for folder in (course.solutions, course.assignments):
        shutil.copytree(folder / "01_tiny", folder / "02_more")
    set_in(course, "02_more", 'after = ["01_tiny"]')
    write_plan(course, '"01_tiny", "02_more"')
    return course


def set_in(course, slug, line):
    path = course.solutions / slug / "assignment.toml"
    path.write_text(f"{line}\n{path.read_text()}")


def write_plan(course, assignments):
    (course.root / "course.toml").write_text(
        f'title = "Small"\nid = "small"\n\n[[units]]\ntitle = "All"\nassignments = [{assignments}]\n'
    )


def test_units_and_order(two):
    plan = read_plan(two)
    assert (plan.title, plan.course_id, plan.slugs) == ("Small", "small", ["01_tiny", "02_more"])
    assert plan.before("02_more") == ["01_tiny"] and plan.before("01_tiny") == [] and plan.before("03_x") is None


def test_a_course_without_a_plan_has_the_order_of_its_slugs(course):
    assert read_plan(course).slugs == ["01_tiny"]


@pytest.mark.parametrize(
    ("assignments", "sentence"),
    [
        ('"01_tiny", "09_none"', r"course.toml:6: units: '09_none' is no assignment"),
        ('"01_tiny", "01_tiny"', r"course.toml:6: units: '01_tiny' is listed twice"),
        ("1", r"course.toml:6: units\[1\].assignments holds 1, expected only strings"),
        ('"01_tiny"]\nunit = [2', "unknown key units"),
        ('"01_tiny', "course.toml:6: this is not valid TOML"),
    ],
)
def test_a_plan_that_does_not_fit(two, assignments, sentence):
    write_plan(two, assignments)
    with pytest.raises(UserError, match=sentence):
        read_plan(two)


def test_a_draft_is_no_part_of_the_course_and_is_not_released(two, autograder):
    set_in(two, "02_more", 'status = "draft"')
    with pytest.raises(UserError, match="course.toml:6: units: '02_more' is a draft"):
        read_plan(two)
    write_plan(two, '"01_tiny"')
    assert read_plan(two).slugs == ["01_tiny"]
    for command in ("release", "gradescope", "classroom"):
        done = autograder(command, "02_more")
        assert done.returncode == 2 and "02_more is a draft" in done.stderr
    set_in(two, "01_tiny", 'status = "finished"')
    with pytest.raises(UserError, match=r"assignment.toml:1: status is 'finished', expected 'draft' or 'ready'"):
        two.read()


def test_what_comes_before_what(two):
    assert order_problems(two, two.assignment("02_more")) == []
    write_plan(two, '"02_more", "01_tiny"')
    [problem] = order_problems(two, two.assignment("02_more"))
    assert "after names 01_tiny, which does not come before it" in problem
    write_plan(two, '"01_tiny", "02_more"')
    handout = two.assignments / "01_tiny" / "handout.md"
    handout.write_text(handout.read_text() + "\nAs in 02_more.\n")
    [problem] = order_problems(two, two.assignment("01_tiny"))
    assert "handout builds on 02_more" in problem


def test_circles_and_unknown_names(two):
    set_in(two, "01_tiny", 'after = ["02_more"]')
    with pytest.raises(UserError, match=r"assignment.toml:1: after of '01_tiny' leads back to itself"):
        read_plan(two)
    path = two.solutions / "01_tiny" / "assignment.toml"
    path.write_text(path.read_text().replace("02_more", "03_none"))
    with pytest.raises(UserError, match="after names the unknown assignment '03_none'"):
        read_plan(two)


def test_a_part_of_a_slug_is_enough_if_only_one_has_it(two):
    assert two.assignment("01").slug == two.assignment("tiny").slug == two.assignment("01_tiny").slug == "01_tiny"
    with pytest.raises(UserError, match="'0' is a part of 2 assignments: 01_tiny, 02_more; say which"):
        two.assignment("0")
    with pytest.raises(UserError, match="no assignment 'tyny'; near to it: 01_tiny"):
        two.assignment("tyny")
    with pytest.raises(UserError, match="'autograder list' shows all"):
        two.assignment("zebra")


def test_the_real_course_fits_its_plan():
    course = Course(ROOT)
    ready = {assignment.slug for assignment in course.read() if assignment.status == "ready"}
    assert set(read_plan(course).slugs) == ready


@pytest.mark.parametrize(
    ("source", "query", "is_there"),
    [
        ("CIML 7.1-7.5", "CIML 7", True),
        ("CIML 7.1-7.5", "ciml 7.3", True),
        ("CIML 7.1-7.5", "CIML 7.6", False),
        ("CIML 7.1-7.5", "CS229 7", False),
        ("CIML 11.1-11.4 (Alg 29, 30; Thm 12, 13)", "CIML 12", False),
        ("CS480 11-11.4", "CS480 11.2", True),
        ("CS480 10", "CS480 10.3", True),
        ("AIMA 19.2, 19.3.1-19.3.5", "AIMA 19.3", True),
        ("AIMA 19.2, 19.3.1-19.3.5", "AIMA 19.4", False),
        ("Aalto CS-E4710 L4, L5", "Aalto L5", True),
        ("Aalto CS-E4710 L4, L5", "Aalto", True),
        ("Bishop 3", "CIML 3", False),
    ],
)
def test_where_a_source_is(source, query, is_there):
    assert touches(source, read_query(query)) == is_there


def test_what_is_no_place_in_a_text(autograder):
    for query in ("Bishop 3", "CIML seven", ""):
        with pytest.raises(UserError, match="is no place in a text"):
            read_query(query)
    done = autograder("list", "--source", "Bishop 3")
    assert done.returncode == 2 and "is no place in a text" in done.stderr


def test_pages_about_the_course_are_made_and_checked(two, autograder):
    set_in(two, "02_more", "")
    path = two.solutions / "01_tiny" / "assignment.toml"
    path.write_text(path.read_text().replace("sources = [", 'sources = ["CIML 7.1-7.2", '))
    assert "out of date" in autograder("syllabus", "--check").stdout
    assert autograder("syllabus").returncode == 0
    assert autograder("syllabus", "--check").returncode == 0
    syllabus = (two.root / "docs" / "syllabus.md").read_text()
    assert "# Small" in syllabus and "### 02_more" in syllabus and "After: 01_tiny" in syllabus
    assert "| 7 | 01_tiny | `mean`, `variance`, `Scaler`, `tabulate` |" in (two.root / "docs/sources.md").read_text()
    assert [line for line in autograder("list", "--source", "CIML 7").stdout.splitlines() if line[0] != " "] == [
        "01_tiny: Small statistics"
    ]


def test_the_pages_of_the_real_course_are_those_of_its_records(autograder):
    done = autograder("syllabus", "--check", cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
