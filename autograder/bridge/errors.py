"""How a student's exceptions and endings look on the judge's side."""

import builtins
from typing import Any

import numpy as np

TEXT_LIMIT, LINE_LIMIT = 1000, 1_000_000
# Without StopIteration, which is no error to a check that has a student's function called by `map`, but the end.
_KNOWN = """
ArithmeticError AssertionError AttributeError FloatingPointError ImportError IndexError KeyError LookupError MemoryError
ModuleNotFoundError NameError NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError
SyntaxError TypeError UnboundLocalError ValueError ZeroDivisionError
"""
_BUILTIN: dict[str, type[Exception]] = {name: getattr(builtins, name) for name in _KNOWN.split()}
_BUILTIN["LinAlgError"] = np.linalg.LinAlgError
# These have names that can be said, but no check takes them for an error.
_NAMED = frozenset(_BUILTIN) | {"SystemExit", "KeyboardInterrupt", "StopIteration", "GeneratorExit", "Warning"}


class StudentError(Exception):
    """An exception that the student's code raised, as data. Each is also of the builtin type that it had there,
    so that `pytest.raises(ValueError)` works across the bridge. `kind` and `text` are the student's own words, and
    `known_kind` is one of ours: the builtin exception that it is, or is derived from."""

    kind = known_kind = "Exception"
    text = ""
    line = 0
    is_missing = False  # there is nothing of that name: the judge's own words


class StudentGone(BaseException):
    """There is no answer that could be judged: the process did not answer (`outcome` is timeout, memory or crashed),
    or its answers contradict each other (failed). Not an Exception, so that no check takes it for an answer."""

    def __init__(self, outcome: str, sentence: str):
        super().__init__(sentence)
        self.outcome, self.sentence = outcome, sentence


def known_kind(bases: Any) -> str:
    """The first builtin exception among the names of an exception's bases, which may be anything."""
    names = bases if isinstance(bases, list | tuple) else ()
    return next((name for name in names if isinstance(name, str) and name in _NAMED), "Exception")


def student_error(head: dict[str, Any]) -> StudentError:
    """The exception for one error reply, whose fields may be anything."""
    known = known_kind(head.get("bases"))
    base = _BUILTIN.get(known)
    bases = (StudentError, base) if base else (StudentError,)
    kind = str(head.get("type", "Exception"))[:80]
    error_type = type(kind if kind.isidentifier() else "StudentError", bases, {})
    text = str(head.get("message", ""))[:TEXT_LIMIT]
    error: StudentError = error_type(text)
    line = head.get("line")
    error.kind, error.known_kind, error.text = kind, known, text
    error.line = line if isinstance(line, int) and 0 <= line < LINE_LIMIT else 0
    return error
