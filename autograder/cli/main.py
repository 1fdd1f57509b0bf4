"""The command line: finds the command, and turns bad input into one sentence and exit status 2."""

import argparse
import os
import sys

from autograder import __version__
from autograder.cli import authors, graders, students
from autograder.errors import UserError


def main(arguments: list[str] | None = None) -> int:
    # One thread for numpy here too: the judge forks, and two cores are for two submissions at a time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        return status
    except UserError as error:
        print(f"autograder: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "\nautograder: stopped; what was finished is kept, and the same command goes on from there.",
            file=sys.stderr,
        )
        return 130
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
    for room in (authors, students, graders):
        room.add_commands(commands)
    return parser
