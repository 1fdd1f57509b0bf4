"""What the commands share: how one is declared, and what the options that several have mean."""

import argparse
import difflib
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from autograder.errors import UserError
from autograder.report.table import printable


def add_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str, example: str
) -> argparse.ArgumentParser:
    """One subcommand with its help and an example."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text,
        description=text[0].upper() + text[1:] + ".",
        epilog=f"example: {example}",
    )
    parser.set_defaults(run=run)
    return parser


def add_slugs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="assignments; all of them if none is named")


def add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=positive, metavar="N", help="processes at a time (default: one per core)")


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number


def moment(text: str) -> datetime:
    """A point in time; one without an offset is local time."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time; expected it as 2026-11-20T23:59") from None


def unknown(what: str, name: str, known: Collection[str], where: str) -> UserError:
    """The complaint about a name that is not among the known ones, with those that are near to it."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"; near to it: {', '.join(near)}" if near else ""
    return UserError(printable(f"there is no {what} {name!r} among the {len(known)} {where}{hint}."))
