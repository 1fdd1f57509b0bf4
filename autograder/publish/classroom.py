"""A repository template for GitHub Classroom: the release, and a workflow that runs its public checks on every push.

The workflow is public, as is all it runs, so its points are for students to see how far they are; the grade is made
from what they hand in, with the hidden checks, by `autograder grade`.
"""

import math
import shutil
from fractions import Fraction
from pathlib import Path

from autograder.course.catalogue import Course
from autograder.course.records import Assignment, Exercise
from autograder.publish.release import REQUIREMENTS, build_release, new_folder

WORKFLOW = Path(".github") / "workflows" / "classroom.yml"
_IGNORED = "__pycache__/\n.pytest_cache/\n.ipynb_checkpoints/\n.venv/\n"
_TIMEOUT_MINUTES = 10
# Classroom takes points only from a workflow and a job of just these names.
_HEAD = """\
name: Autograding Tests
on: [push, workflow_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - name: Packages
        run: python -m pip install {packages}
"""
_STEP = """\
      - name: {name}
        id: {id}
        uses: classroom-resources/autograding-command-grader@v1
        with:
          test-name: {name}
          command: python check.py {name}
          timeout: {timeout}
          max-score: {points}
"""
_REPORTER = """\
      - name: Points
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
{results}
        with:
          runners: {runners}
"""


def build_classroom(course: Course, assignment: Assignment) -> Path:
    """Write build/classroom/<slug>/, the content of the template repository; its path."""
    released = build_release(course, assignment)
    destination = course.build / "classroom" / assignment.slug
    with new_folder(destination) as folder:
        shutil.copytree(released, folder, dirs_exist_ok=True)
        (folder / WORKFLOW).parent.mkdir(parents=True)
        (folder / WORKFLOW).write_text(workflow(assignment), encoding="utf-8")
        (folder / ".gitignore").write_text(_IGNORED, encoding="utf-8")
        with (folder / "README.md").open("a", encoding="utf-8") as readme:
            readme.write(_readme_section(assignment))
    return destination


def workflow(assignment: Assignment) -> str:
    """The workflow as YAML: one step for each exercise, whose points are given if all its public checks pass."""
    scale = points_scale(assignment)
    needed = {"numpy", "pytest", *assignment.packages}
    packages = [f"'{line}'" for line in REQUIREMENTS.split() if line.split(">=")[0] in needed]
    ids = {exercise: _step_id(number, exercise) for number, exercise in enumerate(assignment.exercises, 1)}
    steps = [
        _STEP.format(name=exercise.name, id=step, timeout=_TIMEOUT_MINUTES, points=round(exercise.points * scale))
        for exercise, step in ids.items()
    ]
    results = "\n".join(
        f'          {step.upper()}_RESULTS: "${{{{ steps.{step}.outputs.result }}}}"' for step in ids.values()
    )
    reporter = _REPORTER.format(results=results, runners=",".join(ids.values()))
    return _HEAD.format(packages=" ".join(packages)) + "".join(steps) + reporter


def points_scale(assignment: Assignment) -> int:
    """What points are multiplied by, because Classroom counts whole points only: 2 if an exercise has half a point."""
    return math.lcm(*(Fraction(str(exercise.points)).denominator for exercise in assignment.exercises))


def _step_id(number: int, exercise: Exercise) -> str:
    # the reporter does not tell upper from lower case, so a number keeps `perceptron` and `Perceptron` apart
    return f"exercise-{number}-{exercise.name}"


def _readme_section(assignment: Assignment) -> str:
    scale = points_scale(assignment)
    counted = f" Points are counted {scale}-fold here, to be whole numbers." if scale > 1 else ""
    return f"""
Every push runs the public checks on GitHub: the tab "Actions" shows each exercise and your points. An exercise counts
when all of its public checks pass.{counted} This is not your grade yet: it adds checks that are not in this repository.
"""
