"""The command of students: check."""

import argparse
from pathlib import Path
from typing import Any

from autograder.cli.options import add_command
from autograder.course.catalogue import find_course
from autograder.course.records import Assignment
from autograder.errors import UserError
from autograder.student import check as kit


def add_commands(commands: Any) -> None:
    check = add_command(
        commands,
        "check",
        run_check,
        "run the public checks on your own code, as a student does",
        "autograder check assignments/01_decision_trees entropy --watch",
    )
    check.add_argument("folder", nargs="?", type=Path, default=Path(), metavar="FOLDER", help="where the module lies")
    check.add_argument("exercises", nargs="*", metavar="EXERCISE", help="just these; all of them if none is named")
    check.add_argument("--watch", action="store_true", help="run again whenever a file is saved")
    check.add_argument("--hints", action="store_true", help="show the hints of the exercises that are not done")


def run_check(options: argparse.Namespace) -> int:
    """A released folder carries its own table and data; a folder of assignments/ takes them from the course."""
    folder = options.folder.resolve()
    if not folder.is_dir():
        raise UserError(f"{options.folder} is not a folder; name the one in which your module lies.")
    flags = {"--watch": options.watch, "--hints": options.hints}
    arguments = [*options.exercises, *(flag for flag, wanted in flags.items() if wanted)]
    command = f"autograder check {options.folder}"
    try:
        if (folder / "exercises.json").is_file():
            return kit.main(arguments, folder, command=command)
        course = find_course(folder)
        assignment = course.assignment(folder.name)
        return kit.main(arguments, folder, kit_table(assignment), course.datasets, command)
    except kit.KitError as error:
        raise UserError(str(error)) from None


def kit_table(assignment: Assignment) -> kit.Table:
    exercises = tuple(kit.Exercise(e.name, e.points, e.hint) for e in assignment.exercises)
    return kit.Table(assignment.title, assignment.module, exercises, assignment.limits.seconds)
