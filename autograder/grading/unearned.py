"""Passes that were not earned: answers that satisfy a check by what they do to it, and not by being right.

A check is ordinary Python: `assert np.allclose(student.f(X), 2 * X)`. Two tricks satisfy it without a right answer. One
overwrites the argument that the check compares with later. The other returns something empty, which has no element that
could differ: numpy broadcasts an empty array of many dimensions against anything, and `pytest.approx(3)` equals an
empty array. Both leave traces in the trial, and a pass with such traces is held against what the reference answered to
the same calls.

A third one takes no trick at all: code that raises ValueError whatever it is asked passes every check of an exercise
that wants an error. Such a pass is worth something only beside a right answer (`only_raises`).
"""

from collections.abc import Collection, Iterable
from itertools import zip_longest
from typing import Any

import numpy as np

from autograder.bridge import codec
from autograder.bridge.student import Call
from autograder.grading.compare import Handle, Reply, is_sequence, read_handle, read_reply, same, without_wrapping


def answers_empty(calls: Iterable[Call], right: Iterable[Reply]) -> bool:
    """Whether anything in the answers is empty where the reference's are not. Where the reference cannot be asked the
    same (it has no such object, or had no time) nothing empty is right, unless the object stands for empty data."""
    stands_for: dict[int, list[Any]] = {}  # by the number of an object, which may have been the answer to several calls
    for call, reply in zip_longest(calls, right):
        if call.reply is None:
            continue
        value = read_reply(call.reply, 0).value
        if isinstance(value, Handle):
            stands_for.setdefault(value.number, []).append(reply.value if reply else None)
        asked = reply and not reply.error
        answers = [_sized(call, reply.value)] if asked else _looked_up(call, stands_for) or [None]
        if any(is_empty_instead(_sized(call, value), answer) for answer in answers):
            return True
    return False


def _sized(call: Call, value: Any) -> Any:
    """An answer in which empty is empty: a length of 0 is as good as a list without elements."""
    return [None] * bool(value) if call.operation == "length" else value


def _looked_up(call: Call, stands_for: dict[int, list[Any]]) -> list[Any]:
    """What a call that looks into an object would find in the data that the reference has in its place."""
    head, key = codec.decode(call.frame, read_handle)
    places = stands_for.get(head.get("target", 0), [])
    if call.operation in ("length", "list"):
        return places
    return [_item(place, key) for place in places] if call.operation == "item" else []


def _item(place: Any, key: Any) -> Any:
    try:
        return place[key]
    except (TypeError, LookupError):
        return None


def is_empty_instead(value: Any, right: Any) -> bool:
    """Whether something in the answer is empty where the right one is not, or has nothing in its place."""
    value, right = without_wrapping(value), without_wrapping(right)
    if not _is_container(value):
        return False
    if _is_empty(value):
        return not (_is_container(right) and _is_empty(right))
    if isinstance(value, dict):
        return _is_empty_in_dict(value, right if isinstance(right, dict) else {})
    if isinstance(value, set) or (isinstance(value, np.ndarray) and value.dtype.kind != "O"):
        return False
    others = right if is_sequence(right) and len(right) == len(value) else [None] * len(value)
    return any(is_empty_instead(one, other) for one, other in zip(value, others, strict=True))


def _is_empty_in_dict(value: dict[Any, Any], right: dict[Any, Any]) -> bool:
    """What a dict has beyond all that the right one has takes nothing away from what is compared, and may be empty."""
    keys = right.keys() if right and right.keys() <= value.keys() else value.keys()
    return any(is_empty_instead(value[key], right.get(key)) for key in keys)


def only_raises(calls: Iterable[Call], others: Collection[str]) -> bool:
    """Whether all that an exercise did in a check was to raise. What the check asked of the `others`, which may be
    right, or be oracles, is no answer of this one; nor is an object as such, which may be able to do nothing."""
    raised = False
    for call in calls:
        if call.reply is None or call.operation == "set" or call.label.partition(".")[0] in others:
            continue
        reply = read_reply(call.reply, 0)
        if not reply.error and not isinstance(reply.value, Handle):
            return False
        raised |= bool(reply.error)
    return raised


def changes_its_input(call: Call, reply: Reply) -> bool:
    """Whether this answer to the call changed an argument. Drawing from a random generator does not count."""
    if not reply.changed:
        return False
    _, (arguments, named) = codec.decode(call.frame, read_handle)
    new_arguments, new_named = reply.arguments
    pairs = [*zip(arguments, new_arguments, strict=True), *((old, new_named[key]) for key, old in named.items())]
    return any(not same(old, new) for old, new in pairs if not isinstance(old, np.random.Generator))


def _is_empty(value: Any) -> bool:
    return value.size == 0 if isinstance(value, np.ndarray) else len(value) == 0


def _is_container(value: Any) -> bool:
    return isinstance(value, dict | set) or is_sequence(value)
