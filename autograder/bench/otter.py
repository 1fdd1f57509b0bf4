"""The same checks as an autograder for otter-grader, for comparison only."""

import zipfile
from pathlib import Path

import nbformat

from autograder.bench.notebook import check_files, setup_cell
from autograder.course.records import Assignment

_TEST = """OK_FORMAT = False
from otter.test_files import test_case
name, points = {name!r}, {points!r}

@test_case()
def test_all(env):
    env["run"]({name!r})
"""


def otter_autograder(assignment: Assignment, destination: Path) -> None:
    """Write the zip that `otter run -a` takes: one test file per exercise, and the checks as support files."""
    with zipfile.ZipFile(destination, "w") as archive:
        archive.writestr("otter_config.json", "{}")
        for exercise in assignment.exercises:
            test = _TEST.format(name=exercise.name, points=exercise.points)
            archive.writestr(f"tests/{exercise.name}.py", test)
        for name, path in check_files(assignment).items():
            archive.write(path, f"files/{name}.txt")


def otter_submission(assignment: Assignment, datasets: Path, home: Path, destination: Path) -> None:
    """Write a submission as otter takes it: a notebook that loads the student's module, and the module."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(setup_cell(assignment, datasets))])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    with zipfile.ZipFile(destination, "w") as archive:
        archive.writestr("bench.ipynb", nbformat.writes(notebook))
        archive.write(home / f"{assignment.module}.py", f"{assignment.module}.py")
