"""The command line: finds the command, and turns bad input into one sentence and exit status 2."""

import argparse
import os
import sys

from autograder import __version__
from autograder.cli import authors, collectors, deciders, graders, publishers, reporters, students
from autograder.errors import UserError
from autograder.text import printable


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        return status
    except UserError as error:
        print(f"autograder: {printable(str(error))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # the reader of our output has gone (| head); nothing is left to say to anyone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograder",
        description="Release, grade and explain the assignments of the course.",
        epilog="Every command has --help with an example.",
    )
    parser.add_argument("--version", action="version", version=f"autograder {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for room in (authors, students, collectors, graders, reporters, deciders, publishers):
        room.add_commands(commands)
    return parser
