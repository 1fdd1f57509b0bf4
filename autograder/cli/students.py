"""The command of students who have the kit installed: check."""

import argparse
from typing import Any


def add_commands(commands: Any) -> None:
    """Filled in with the student kit."""


def run_check(options: argparse.Namespace) -> int:
    raise NotImplementedError
