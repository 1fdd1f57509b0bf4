"""The command line: every command explains itself, and bad input gets one sentence and exit status 2."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SLUG = "01_tiny"
COMMANDS = """
list new stubs verify check release collect grade feedback report export formgrader doctor demo bench
override extend drop decisions
"""


@pytest.mark.parametrize("command", COMMANDS.split())
def test_help_has_an_example(autograder, command):
    done = autograder(command, "--help")
    assert done.returncode == 0
    assert "example: autograder" in done.stdout


def test_list(autograder):
    assert "Small statistics" in autograder("list").stdout
    rows = json.loads(autograder("list", "--json").stdout)
    assert rows[0]["slug"] == SLUG
    assert [exercise["points"] for exercise in rows[0]["exercises"]] == [30, 30, 20, 20]


def test_stubs_check(course, autograder):
    assert autograder("stubs", "--check").returncode == 0
    course.assignment(SLUG).stub.write_text("changed")
    assert autograder("stubs", "--check").returncode == 1
    assert autograder("stubs", SLUG).returncode == 0
    assert autograder("stubs", "--check").returncode == 0


def test_grade_report_keeps_its_contract(course, autograder, hand_in, tmp_path):
    folder = hand_in("ada", course.assignment(SLUG).stub.read_text())
    out = tmp_path / "reports"
    assert autograder("grade", SLUG, folder, "--out", out).returncode == 0
    report = json.loads((out / "ada.json").read_text())
    assert set(report) >= {
        "version", "assignment", "student", "score", "max_score", "sandbox", "submission_sha256", "suite_sha256",
        "seconds", "exercises",
    }  # fmt: skip
    exercise = report["exercises"][0]
    assert set(exercise) >= {"name", "score", "max_score", "follow_through", "diagnosis", "checks"}
    assert set(exercise["checks"][0]) >= {"name", "title", "visibility", "outcome", "message"}


def test_report_shows_the_class(course, autograder, hand_in):
    reference = course.assignment(SLUG).reference.read_text()
    folder = hand_in("ada", reference)
    hand_in(
        "alan \x1b[31m",
        reference + "\n\ndef mean(v):\n    return float(sum(v) / max(len(v) - 1, 1)) if len(v) else 1 / 0\n",
    )
    assert autograder("grade", SLUG, folder).returncode == 0
    shown = autograder("report", SLUG).stdout
    assert "ada" in shown and "100.00" in shown
    assert "\x1b" not in shown, "a student's name must not drive the terminal"
    assert "misconceptions of the class" in shown
    assert "You divided by n - 1; the mean divides by n." in shown


def bad(done, sentence):
    assert done.returncode == 2, done.stdout + done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_unknown_slug(autograder, tmp_path):
    for arguments in (
        ["grade", "99_none", tmp_path],
        ["verify", "99_none"],
        ["release", "99_none"],
        ["stubs", "99_none"],
    ):
        bad(autograder(*arguments), "there is no assignment '99_none'; 'autograder list' shows all of them.")


def test_submissions_that_are_not_there(autograder, tmp_path):
    bad(autograder("grade", SLUG, tmp_path / "nowhere"), "is not a folder; expected one folder per student")
    (tmp_path / "empty").mkdir()
    bad(autograder("grade", SLUG, tmp_path / "empty"), "holds no student's folder")
    (tmp_path / "empty" / "ada").mkdir()
    bad(autograder("grade", SLUG, tmp_path / "empty", "--only", "alan"), "no folder of a student 'alan'")


def test_an_output_folder_that_cannot_be_written(autograder, hand_in, tmp_path):
    folder = hand_in("ada", "x = 1")
    (tmp_path / "file").write_text("in the way")
    bad(autograder("grade", SLUG, folder, "--out", tmp_path / "file" / "reports"), "cannot be written to")


def test_a_report_of_an_older_version(course, autograder, hand_in):
    folder = hand_in("ada", "x = 1")
    autograder("grade", SLUG, folder)
    path = course.build / "grades" / SLUG / "ada.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": 0}))
    bad(autograder("grade", SLUG, folder), "is a grade report of version 0, expected 1; grade it again (--force).")
    bad(autograder("report", SLUG), "is a grade report of version 0")
    assert autograder("grade", SLUG, folder, "--force").returncode == 0


def test_an_assignment_with_a_fault(course, autograder):
    path = course.solutions / SLUG / "assignment.toml"
    text = path.read_text()
    path.write_text(text.replace("points = 30", "points = 29", 1))
    bad(autograder("list"), "points sum to 99, expected 100")
    path.write_text(text)
    hidden = course.solutions / SLUG / "test_hidden.py"
    checks = hidden.read_text()
    hidden.write_text(checks.replace('exercise("mean")', 'exercise("median")', 1))
    bad(autograder("verify", SLUG), "01_tiny has no exercise 'median'")
    hidden.write_text(checks.replace('    """the mean of random numbers is right"""\n', "", 1))
    bad(autograder("verify", SLUG), "needs a docstring")
    hidden.write_text(checks.replace("import pytest", "import pytest\nimport nowhere_to_be_found", 1))
    bad(autograder("verify", SLUG), "cannot be collected")


def test_a_reference_without_its_function(course, autograder):
    path = course.solutions / SLUG / "tiny.py"
    path.write_text(path.read_text().replace("def tabulate", "def table"))
    bad(autograder("stubs"), "exercise 'tabulate' is not a function or class at the top level of tiny.py")


def test_bubblewrap_missing_or_not_permitted(course, hand_in, tmp_path):
    folder = hand_in("ada", "x = 1")
    (tmp_path / "bin").mkdir()
    command = [sys.executable, "-m", "autograder", "grade", SLUG, str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": str(tmp_path / "bin")}

    def run():
        return subprocess.run(command, cwd=course.root, env=environment, capture_output=True, text=True)

    bad(run(), "bubblewrap is not installed")
    refusing = tmp_path / "bin" / "bwrap"
    refusing.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    refusing.chmod(0o755)
    bad(run(), "not permitted here (bwrap: No permissions to create new namespace)")


def test_outside_of_a_course(autograder, tmp_path):
    bad(autograder("list", cwd=tmp_path), "is not inside a course")


def test_doctor(autograder):
    done = autograder("doctor")
    assert done.returncode == 0 and "bubblewrap works here" in done.stdout


def test_check_as_a_student(course, autograder):
    folder = course.assignments / SLUG
    done = autograder("check", folder)
    assert done.returncode == 1 and "not started" in done.stdout
    (folder / "tiny.py").write_text(course.assignment(SLUG).reference.read_text())
    assert autograder("check", folder, "mean").returncode == 0
    bad(autograder("check", folder, "median"), "median")
    bad(autograder("check", folder / "nowhere"), "is not a folder")
