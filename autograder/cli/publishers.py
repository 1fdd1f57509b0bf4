"""Commands that carry an assignment to other systems: gradescope, classroom."""

import argparse
from typing import Any

from autograder.cli.options import add_command
from autograder.course.catalogue import find_course


def add_commands(commands: Any) -> None:
    gradescope = add_command(
        commands,
        "gradescope",
        run_gradescope,
        "build the autograder.zip of one assignment for Gradescope",
        "autograder gradescope 01_decision_trees",
    )
    gradescope.add_argument("slug", metavar="SLUG")

    classroom = add_command(
        commands,
        "classroom",
        run_classroom,
        "build a repository template of one assignment for GitHub Classroom",
        "autograder classroom 01_decision_trees",
    )
    classroom.add_argument("slug", metavar="SLUG")


def run_gradescope(options: argparse.Namespace) -> int:
    from autograder.publish.gradescope import build_gradescope

    course = find_course()
    assignment = course.assignment(options.slug)
    assignment.require_ready()
    path = build_gradescope(course, assignment)
    print(f"wrote {path}")
    print("It is secret: the solutions, the hidden checks and the course secret are in it.")
    return 0


def run_classroom(options: argparse.Namespace) -> int:
    from autograder.publish.classroom import build_classroom

    course = find_course()
    assignment = course.assignment(options.slug)
    assignment.require_ready()
    folder = build_classroom(course, assignment)
    print(f"wrote {folder}")
    print("Push its content to a repository of your organisation, and mark that repository as a template.")
    return 0
