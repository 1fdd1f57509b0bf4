"""The same checks as cells of an ordinary nbgrader notebook, for comparison only."""

import shutil
from pathlib import Path

import nbformat

from autograder.course.records import Assignment

# Runs in the notebook: calls the checks of one exercise on the student's module.
_SETUP = """
import importlib, itertools, sys, types
from pathlib import Path
import numpy as np
import pytest
sys.path.insert(0, ".")
sys.path.insert(0, {kit!r})
from check import load_dataset

def module(name):
    made = types.ModuleType(name)
    exec(compile(Path(name + ".txt").read_text(), name, "exec"), made.__dict__)
    return made

student = importlib.import_module({module!r})
reference = module("reference")
suites = [module("public"), module("hidden")]
fixtures = {{
    "student": lambda: student,
    "reference": lambda: reference,
    "rng": lambda: np.random.default_rng(0),
    "dataset": lambda: lambda name: load_dataset(Path({datasets!r}), name),
}}

def cases(function):
    tables = [mark.args for mark in function.pytestmark if mark.name == "parametrize"]
    rows = [[dict(zip([n.strip() for n in names.split(",")] if isinstance(names, str) else names,
                      getattr(v, "values", v) if isinstance(v, tuple) or hasattr(v, "values") else (v,)))
             for v in values] for names, values in tables]
    for choice in itertools.product(*rows):
        yield {{key: value for part in choice for key, value in part.items()}}

def run(exercise):
    for suite in suites:
        for name, function in vars(suite).items():
            marks = getattr(function, "pytestmark", [])
            if name.startswith("test_") and any(m.name == "exercise" and m.args[0] == exercise for m in marks):
                wanted = function.__code__.co_varnames[: function.__code__.co_argcount]
                for case in cases(function):
                    function(**{{n: case[n] if n in case else fixtures[n]() for n in wanted}})
"""


def setup_cell(assignment: Assignment, datasets: Path) -> str:
    """Source that defines `run(exercise)`."""
    return _SETUP.format(
        kit=str(Path(__file__).resolve().parent.parent / "student"),
        module=assignment.module,
        datasets=str(datasets),
    )


def check_files(assignment: Assignment) -> dict[str, Path]:
    """What the setup cell reads, as NAME.txt beside the notebook."""
    return {"reference": assignment.reference, "public": assignment.public_checks, "hidden": assignment.hidden_checks}


def bench_notebook(assignment: Assignment, datasets: Path, destination: Path) -> None:
    """Write a source notebook with one autograded cell per exercise."""
    for name, path in check_files(assignment).items():
        shutil.copyfile(path, destination.with_name(f"{name}.txt"))
    cells = [nbformat.v4.new_code_cell(setup_cell(assignment, datasets))]
    for exercise in assignment.exercises:
        cell = nbformat.v4.new_code_cell(f"run({exercise.name!r})")
        cell.metadata["nbgrader"] = {
            "grade": True,
            "solution": False,
            "locked": True,
            "task": False,
            "grade_id": exercise.name,
            "points": exercise.points,
            "schema_version": 3,
            "cell_type": "code",
        }
        cells.append(cell)
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, destination)
