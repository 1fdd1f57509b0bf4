"""The template repository for GitHub Classroom: its workflow is valid, and the very commands of it are run."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from autograder.course.catalogue import Course
from autograder.publish.classroom import WORKFLOW, build_classroom, points_scale, workflow
from autograder.verify.statics import leaks

SLUG = "01_tiny"
COURSE = Path(__file__).parent / "course"
GRADER = "classroom-resources/autograding-command-grader@v1"
REPORTER = "classroom-resources/autograding-grading-reporter@v1"


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    root = tmp_path_factory.mktemp("classroom") / "course"
    shutil.copytree(COURSE, root)
    return Course(root)


@pytest.fixture(scope="module")
def template(course) -> Path:
    return build_classroom(course, course.assignment(SLUG))


def job_of(text: str) -> dict[str, Any]:
    jobs = yaml.safe_load(text)["jobs"]
    assert list(jobs) == ["run-autograding-tests"], "Classroom takes points from a job of this name only"
    job: dict[str, Any] = jobs["run-autograding-tests"]
    return job


def run_workflow(repository: Path) -> dict[str, int]:
    """Run every command of the workflow; the points that each grading step gives, as the command grader does."""
    search = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": search, "HOME": str(repository), "LANG": "C.UTF-8"}
    points = {}
    for step in job_of((repository / WORKFLOW).read_text())["steps"]:
        command = step.get("run") or step.get("with", {}).get("command")
        if command:
            done = subprocess.run(
                ["bash", "-c", command], cwd=repository, env=environment, capture_output=True, text=True
            )
            if "run" in step:
                assert done.returncode == 0, done.stdout + done.stderr
            else:
                assert done.returncode in (0, 1), done.stdout + done.stderr
                points[step["id"]] = step["with"]["max-score"] if done.returncode == 0 else 0
    return points


def test_the_template_is_the_release_and_a_workflow(course, template):
    released = course.build / "release" / SLUG
    for path in released.rglob("*"):
        if path.is_file() and path.name != "README.md":
            assert (template / path.relative_to(released)).read_bytes() == path.read_bytes()
    assert (template / "README.md").read_text().startswith((released / "README.md").read_text())
    extra = {path.name for path in template.rglob("*")} - {path.name for path in released.rglob("*")}
    assert extra == {".github", "workflows", "classroom.yml", ".gitignore"}


def test_the_workflow_fits_the_actions_it_calls(course, template):
    text = (template / WORKFLOW).read_text()
    assert yaml.safe_load(text)["name"] == "Autograding Tests", (
        "Classroom takes points from a workflow of this name only"
    )
    steps = job_of(text)["steps"]
    graders = [step for step in steps if step.get("uses") == GRADER]
    assert [step["name"] for step in graders] == [e.name for e in course.assignment(SLUG).exercises]
    for step in graders:
        assert set(step["with"]) == {"test-name", "command", "timeout", "max-score"}
        assert isinstance(step["with"]["max-score"], int) and isinstance(step["with"]["timeout"], int)
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", step["id"])
    reporter = steps[-1]
    assert reporter["uses"] == REPORTER
    runners = reporter["with"]["runners"].split(",")
    assert runners == [step["id"] for step in graders]
    # the reporter looks for a variable of each runner's name in capitals
    expected = {f"{runner.upper()}_RESULTS": f"${{{{ steps.{runner}.outputs.result }}}}" for runner in runners}
    assert reporter["env"] == expected and len(expected) == len(runners)


def test_the_commands_give_the_points_of_the_public_checks(course, template, tmp_path):
    reference = course.assignment(SLUG).reference.read_text()
    submissions = {
        "stub": (template / "tiny.py").read_text(),
        "right": reference,
        "one wrong": reference + "\n\ndef tabulate(function, values):\n    return values\n",
    }
    points = {}
    for name, source in submissions.items():
        repository = tmp_path / name
        shutil.copytree(template, repository)
        (repository / "tiny.py").write_text(source)
        points[name] = list(run_workflow(repository).values())
    assert points == {"stub": [0, 0, 0, 0], "right": [30, 30, 20, 20], "one wrong": [30, 30, 20, 0]}


def test_nothing_secret_is_in_it(course, template):
    assignment = course.assignment(SLUG)
    assert [leak for path in template.rglob("*") if path.is_file() for leak in leaks(assignment, path)] == []


def test_fractions_of_points_become_whole_ones(course):
    assignment = course.assignment(SLUG)
    points = [29.5, 30, 20.25, 20.25]
    halves = replace(
        assignment,
        exercises=tuple(replace(e, points=p) for e, p in zip(assignment.exercises, points, strict=True)),
    )
    assert (points_scale(assignment), points_scale(halves)) == (1, 4)
    steps = job_of(workflow(halves))["steps"]
    assert [step["with"]["max-score"] for step in steps if step.get("uses") == GRADER] == [118, 120, 81, 81]


def test_a_second_build_is_the_same(course, template):
    before = {path: path.read_bytes() for path in template.rglob("*") if path.is_file()}
    build_classroom(course, course.assignment(SLUG))
    assert {path: path.read_bytes() for path in template.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("command", ["gradescope", "classroom"])
def test_the_commands_explain_themselves_and_refuse_what_is_not_there(autograder, command):
    assert f"example: autograder {command}" in autograder(command, "--help").stdout
    done = autograder(command, "99_nothing")
    assert done.returncode == 2
    assert done.stderr == "autograder: there is no assignment '99_nothing'; 'autograder list' shows all of them.\n"
