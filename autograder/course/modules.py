"""Reads our own modules (references, banks) from their files, without touching the import system."""

import ast
import traceback
import types
from pathlib import Path

from autograder.errors import UserError
from autograder.files import read_source


def load_module(path: Path) -> types.ModuleType:
    """Run one trusted file as a module of its own."""
    module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    tree = parse(read_source(path), path)
    try:
        exec(compile(tree, str(path), "exec"), module.__dict__)
    except Exception as error:
        raise UserError(f"{place_of(error, path)}: {type(error).__name__}: {error}.") from None
    return module


def parse(text: str, path: Path) -> ast.Module:
    """The syntax tree of one file; a fault in it is a UserError with its line."""
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise UserError(f"{path}:{error.lineno or 1}: this is not valid Python: {error.msg}.") from None
    except ValueError as error:  # a null byte
        raise UserError(f"{path}:1: this is not valid Python: {error}.") from None


def place_of(error: BaseException, path: Path) -> str:
    """The file and the line of it from which an exception came."""
    if isinstance(error, SyntaxError):
        return f"{error.filename or path}:{error.lineno or 1}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path]
    return f"{path}:{(lines or [1])[-1]}"
