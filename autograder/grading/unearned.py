"""Passes that were not earned: answers that satisfy a check by what they do to it, and not by being right.

A check is ordinary Python: `assert np.allclose(student.f(X), 2 * X)`. Two tricks satisfy it without a right answer. One
overwrites the argument that the check compares with later. The other returns an empty array of many dimensions, which
numpy broadcasts against anything and finds equal in all of its no elements. Both leave traces in the trial, and a pass
with such traces is held against what the reference answered to the same calls.
"""

from typing import Any

import numpy as np

from autograder.bridge import codec
from autograder.bridge.student import Call
from autograder.grading.compare import Reply, read_handle, same


def is_empty_instead(value: Any, right: Any) -> bool:
    """Whether something in the answer is empty where the reference has something."""
    if not _is_sequence(value) or not _is_sequence(right):
        return False
    if _is_empty(value):
        return not _is_empty(right)
    if isinstance(value, np.ndarray) or len(value) != len(right):
        return False
    return any(is_empty_instead(one, other) for one, other in zip(value, right, strict=True))


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


def _is_sequence(value: Any) -> bool:
    return isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim > 0)
