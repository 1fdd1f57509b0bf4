"""A submission that knows the public checks by heart: asked what they ask, it answers as the reference does.

Students have the public checks, and so could anyone write this down. What it is worth is what is paid for no
understanding at all.
"""

import base64
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np

from autograder.bridge import codec
from autograder.bridge.student import Call
from autograder.checks.suite import PUBLIC, Suite
from autograder.course.stubs import make_stub
from autograder.grading.compare import Handle, read_handle
from autograder.verify.trusted_run import calls_of

# Runs in the submission, and here, where the table is made: the questions must be spelt alike.
_SPELLING = """
def _spelt(value):
    if isinstance(value, np.ndarray):
        return f"array{value.shape}{value.dtype.kind == 'b'}{_spelt(value.tolist())}"
    if isinstance(value, (list, tuple, set)):
        return "[" + ",".join(map(_spelt, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{_spelt(key)}:{_spelt(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (bool, np.bool_, str, type(None))):
        return repr(value)
    return repr(float(value)) if isinstance(value, (int, float, np.number)) else "object"
"""
_SUBMISSION = '''

import base64
import pickle

import numpy as np

_KNOWN = pickle.loads(base64.b64decode("""{table}"""))


class _Recalled:
    """An object of which only the questions are known that it was asked."""

    def __init__(self, path, owner=None):
        self.__dict__.update(_path=path, _owner=owner)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _recall(f"{{self._path}}.{{name}}", self)

    def __call__(self, *args, **kwargs):
        return _recall(f"{{self._path}}({{_spelt(args)}}{{_spelt(kwargs)}})", self._owner)

    def __len__(self):
        return _recall(f"{{self._path}} length", self)

    def __getitem__(self, key):
        return _recall(f"{{self._path}}[{{_spelt(key)}}]", self)

    def __iter__(self):
        return iter(_recall(f"{{self._path}} list", self))


def _recall(path, owner):
    if path not in _KNOWN:
        {otherwise}
    kind, value = _KNOWN[path]
    if kind == "error":
        raise ValueError
    if kind == "itself":  # as fit does, which returns self
        owner.__dict__["_path"] = path
        return owner
    return _Recalled(path, owner) if kind == "object" else value

{spelling}
'''
_EXERCISE = """

def {name}(*args, **kwargs):
    return _recall(f"{name}({{_spelt(args)}}{{_spelt(kwargs)}})", None)
"""
OTHERWISE = {"": "raise NotImplementedError", ", and raises ValueError otherwise": "raise ValueError"}


def sources_by_heart(suite: Suite) -> dict[str, str]:
    """What is handed in, by what it is: the table alone, and with an error for whatever is not in it."""
    table = base64.b64encode(pickle.dumps(dict(_questions_and_answers(suite)))).decode()
    names = [exercise.name for exercise in suite.assignment.exercises]
    exercises = [_EXERCISE.format(name=name) for name in names]
    return {
        f"a table of the public answers{title}": "".join(
            [
                make_stub(suite.assignment),
                _SUBMISSION.format(table=table, otherwise=otherwise, spelling=_SPELLING),
                *exercises,
            ]
        )
        for title, otherwise in OTHERWISE.items()
    }


def _questions_and_answers(suite: Suite) -> Iterator[tuple[str, tuple[str, Any]]]:
    for check in suite.checks:
        if check.visibility == PUBLIC:
            yield from _rows(calls_of(suite, check))


def _rows(calls: list[Call]) -> Iterator[tuple[str, tuple[str, Any]]]:
    """A path for each question: how its object came about, and then what it was asked."""
    spelt = _speller()
    paths: dict[int, str] = {}
    owners: dict[int, int] = {}
    for call in calls:
        head, body = codec.decode(call.frame, read_handle)
        reply, value = codec.decode(call.reply or b"", read_handle)
        if reply.get("changed") is True:
            value = value[0]
        target = head.get("target")
        path = paths.get(target, "") if target is not None else ""
        match call.operation:
            case "call":
                path += f"{head.get('name', '') if target is None else ''}({spelt(body[0])}{spelt(body[1])})"
            case "get":
                path += f".{head['name']}" if target is not None else head["name"]
            case "item":
                path += f"[{spelt(body)}]"
            case "length" | "list":
                path += f" {call.operation}"
            case _:
                continue
        if reply["op"] == "error":
            yield path, ("error", None)
        elif isinstance(value, Handle):
            is_itself = target is not None and owners.get(target) == value.number
            yield path, ("itself" if is_itself else "object", None)
            paths[value.number] = path
            if target is not None and not is_itself:
                owners[value.number] = target
        else:
            yield path, ("value", value)


def _speller() -> Any:
    names: dict[str, Any] = {"np": np}
    exec(_SPELLING, names)
    return names["_spelt"]
