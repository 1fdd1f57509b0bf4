"""A class of made-up students whose submissions are of every kind that an instructor meets."""

from collections.abc import Iterator
from pathlib import Path

from autograder.course.bank import Variant, compose, read_alternatives, read_mistakes
from autograder.course.records import Assignment
from autograder.course.stubs import make_stub

NAMES = """
ada|María José|Łukasz|alan|barbara|claude|dana|edsger|frances|grace|hedy|ivan|joan|kurt|leslie|margaret|niklaus|olga|
peter|quentin|radia|shafi|tim|ursula|vint|wendy
"""

FORGERY = '''

# ---- what follows tries to get full marks without any of the work ----
import builtins
import os
import sys

import numpy as np


class Agreeable(float):
    """Says yes to whatever it is compared with."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __sub__(self, other):
        return Agreeable(0)

    __rsub__ = __add__ = __radd__ = __mul__ = __sub__


np.allclose = lambda *args, **kwargs: True
builtins.abs = lambda value: 0
for folder in ("/", os.getcwd(), os.path.expanduser("~")):
    try:
        for root, _, files in os.walk(folder):
            for name in files:
                if "hidden" in name or name.endswith(".json"):
                    print("found", os.path.join(root, name))
    except OSError as error:
        print(error)
print('{"score": 100, "outcome": "passed"}')
sys.modules["pytest"] = sys.modules[__name__]
'''


def write_class(assignment: Assignment, folder: Path, size: int) -> dict[str, str]:
    """Write the submissions of the first `size` students, one folder each; who handed in what, in words."""
    names = NAMES.replace("\n", "").split("|")
    kinds = {}
    for name, (kind, content) in zip(names[:size], _submissions(assignment), strict=False):
        home = folder / name
        home.mkdir(parents=True, exist_ok=True)
        kinds[name] = kind
        module = home / f"{assignment.module}.py"
        if content is None:
            module.unlink(missing_ok=True)
            (home / "notes.txt").write_text("I will hand it in tomorrow.\n", encoding="utf-8")
        else:
            module.write_bytes(content)
    return kinds


def _submissions(assignment: Assignment) -> Iterator[tuple[str, bytes | None]]:
    reference = assignment.reference.read_text(encoding="utf-8")
    stub = make_stub(assignment)
    mistakes, alternatives = _by_exercise(read_mistakes(assignment)), _by_exercise(read_alternatives(assignment))
    exercises = [exercise.name for exercise in assignment.exercises]
    first, middle, last = exercises[0], exercises[len(exercises) // 2], exercises[-1]
    yield "the reference", reference.encode()
    yield "all alternatives", compose([entries[0] for entries in alternatives.values()]).encode()
    yield "an untouched stub", stub.encode()
    yield "a syntax error", (stub + "\ndef oops(:\n").encode()
    yield "no file", None
    yield f"wrong types from {middle}", _with(reference, middle, 'return "forty-two"').encode()
    yield "a forgery", (stub + FORGERY + _agree(exercises)).encode()
    yield f"an endless loop in {first}", _with(reference, first, "while True:\n        pass").encode()
    yield "Windows line ends and a BOM", b"\xef\xbb\xbf" + reference.replace("\n", "\r\n").encode()
    yield "bytes that are not UTF-8", reference.encode() + b"# caf\xe9\n"
    yield "an import that is not allowed", f"import sklearn\n{reference}".encode()
    yield f"{first} ends the process", _with(reference, first, "import os; os._exit(0)").encode()
    yield "two mistakes", compose([mistakes[first][0], mistakes[last][0]]).encode()
    for rank in range(len(mistakes)):
        for exercise, entries in mistakes.items():
            if rank < len(entries):
                yield f"mistake {entries[rank].name} in {exercise}", entries[rank].source.encode()


def _by_exercise(variants: list[Variant]) -> dict[str, list[Variant]]:
    grouped: dict[str, list[Variant]] = {}
    for variant in variants:
        grouped.setdefault(variant.exercise, []).append(variant)
    return grouped


def _with(reference: str, exercise: str, body: str) -> str:
    return f"{reference}\n\ndef {exercise}(*args, **kwargs):\n    {body}\n"


def _agree(exercises: list[str]) -> str:
    return "".join(f"\n\ndef {name}(*args, **kwargs):\n    return Agreeable(1)\n" for name in exercises)
