"""How a student's exceptions and endings look on the judge's side."""

import builtins
from typing import Any

import numpy as np

TEXT_LIMIT, SOURCE_LIMIT, LINE_LIMIT = 1000, 200, 1_000_000
# Without StopIteration, which is no error to a check that has a student's function called by `map`, but the end.
_KNOWN = """
ArithmeticError AssertionError AttributeError FloatingPointError ImportError IndexError KeyError LookupError MemoryError
ModuleNotFoundError NameError NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError
SyntaxError TypeError UnboundLocalError ValueError ZeroDivisionError
"""
_BUILTIN: dict[str, type[Exception]] = {name: getattr(builtins, name) for name in _KNOWN.split()}
_BUILTIN["LinAlgError"] = np.linalg.LinAlgError


class StudentError(Exception):
    """An exception that the student's code raised, as data. Each is also of the builtin type that it had there,
    so that `pytest.raises(ValueError)` works across the bridge."""

    kind = "Exception"
    text = ""
    line = 0
    source = ""


class StudentGone(BaseException):
    """The student's process did not answer: `outcome` is timeout, memory or crashed. Not an Exception, so that no
    check takes it for an answer."""

    def __init__(self, outcome: str, sentence: str):
        super().__init__(sentence)
        self.outcome, self.sentence = outcome, sentence


def student_error(head: dict[str, Any]) -> StudentError:
    """The exception for one error reply, whose fields may be anything."""
    names = head.get("bases")
    known = [name for name in names if isinstance(name, str) and name in _BUILTIN] if isinstance(names, list) else []
    base = _BUILTIN[known[0]] if known else None
    bases = (StudentError, base) if base else (StudentError,)
    kind = str(head.get("type", "Exception"))[:80]
    error_type = type(kind if kind.isidentifier() else "StudentError", bases, {})
    text = str(head.get("message", ""))[:TEXT_LIMIT]
    error: StudentError = error_type(text)
    line = head.get("line")
    error.kind, error.text = kind, text
    error.line = line if isinstance(line, int) and 0 <= line < LINE_LIMIT else 0
    error.source = str(head.get("text", ""))[:SOURCE_LIMIT]
    return error
