"""Compares two replies to the same call, and says in words how one differs from the other.

The words go to students, so they name kinds (type, shape, nan, exception), never hidden values.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.bridge import codec

RELATIVE, ABSOLUTE = 1e-6, 1e-9


@dataclass(frozen=True)
class Reply:
    """A decoded reply: the error's name and kinds, or the value; the arguments if the call changed them."""

    error: str
    kinds: tuple[str, ...]
    value: Any
    changed: bool
    arguments: Any
    warned: frozenset[str]
    callbacks: int


@dataclass(frozen=True)
class Handle:
    """An object that stays with the student, in a decoded reply."""

    number: int
    kind: str


def read_reply(frame: bytes, callbacks: int) -> Reply:
    head, value = codec.decode(frame, read_handle)
    bases = head.get("bases") if isinstance(head.get("bases"), list) else []
    warned = head.get("warnings") if isinstance(head.get("warnings"), list) else []
    changed = head.get("changed") is True and isinstance(value, tuple) and len(value) == 2
    return Reply(
        error=str(head.get("type", "Exception")) if head.get("op") == "error" else "",
        kinds=tuple(str(base) for base in bases or ()),
        value=value[0] if changed else value,
        changed=changed,
        arguments=value[1] if changed else None,
        warned=frozenset(str(item[0]) for item in warned or () if isinstance(item, list) and item),
        callbacks=callbacks,
    )


def read_handle(item: list[Any]) -> Any:
    # which class an object has is the student's own affair; which object it is, is not
    return Handle(item[1], "object" if item[0] == "h" else "lent")


def same_reply(one: Reply, other: Reply) -> bool:
    """Whether two replies are the same answer: equal up to rounding, or the same exception."""
    if one.error or other.error:
        return one.error == other.error
    return same(one.value, other.value) and one.changed == other.changed and same(one.arguments, other.arguments)


def same(one: Any, other: Any) -> bool:
    """Equal up to rounding; a list, a tuple and an array with equal elements are the same answer."""
    one, other = without_wrapping(one), without_wrapping(other)
    if is_sequence(one) and is_sequence(other):
        first, second = _array(one), _array(other)
        if first is not None and second is not None:
            return first.shape == second.shape and bool(_close(first, second))
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, np.random.Generator) and isinstance(other, np.random.Generator):
        return str(one.bit_generator.state) == str(other.bit_generator.state)
    if _is_number(one) and _is_number(other):
        return isinstance(one, bool | np.bool_) == isinstance(other, bool | np.bool_) and bool(_close(one, other))
    return type(one) is type(other) and bool(one == other)


def difference(label: str, got: Reply, wanted: Reply) -> tuple[int, str]:
    """How telling the difference is (0: none) and a sentence about it, which begins with the call's name."""
    if got.error and not wanted.error:
        return 3, f"{label} raised {got.error}"
    if wanted.error and not got.error:
        return 3, f"{label} should raise {wanted.error} here, but it returned {kind_of(got.value)}"
    if wanted.error:
        known = "ValueError" if "ValueError" in wanted.kinds else wanted.error
        return (0, "") if known in got.kinds else (3, f"{label} should raise {known} here, but it raised {got.error}")
    if got.changed and not wanted.changed:
        return 3, f"{label} changed one of its arguments; the input must stay as it was"
    value, right = got.value, wanted.value
    if same(value, right):
        return _beside_the_answer(label, got, wanted)
    if kind_of(value) != kind_of(right):
        return 3, f"{label} returned {kind_of(value)} where {kind_of(right)} was expected"
    return 2, f"{label} returned {kind_of(value)}, as it should, but not the right {_content(value)}"


def _beside_the_answer(label: str, got: Reply, wanted: Reply) -> tuple[int, str]:
    """What else can be told apart when the answer itself is right."""
    warnings = got.warned - wanted.warned
    if warnings:
        return 1, f"{label} gave the right answer but raised a {sorted(warnings)[0]}"
    if got.callbacks != wanted.callbacks:
        return 1, f"{label} called back {got.callbacks} times where {wanted.callbacks} were expected"
    return 0, ""


def kind_of(value: Any) -> str:
    """The kind of a value in words, without any value in it."""
    if value is None:
        return "None"
    if isinstance(value, bool | np.bool_):
        return "a truth value"
    if _is_number(value):
        if isinstance(value, int) or np.isfinite(value):  # numpy does not know integers of any size
            return "a number"
        return "nan" if np.isnan(value) else "an infinite number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, dict):
        return "a dictionary"
    if isinstance(value, Handle):
        return "an object"
    array = _array(value) if is_sequence(value) else None
    if array is not None:
        has_nan = array.dtype.kind in "fc" and bool(np.isnan(array).any())
        return f"an array of shape {array.shape}" + (" with nan in it" if has_nan else "")
    if isinstance(value, list | tuple | set):
        name = {list: "list", tuple: "tuple", set: "set"}[type(value)]
        return f"a {name} of {len(value)}"
    return f"a {type(value).__name__}"


def _content(value: Any) -> str:
    if isinstance(value, str | dict) or value is None:
        return "one"
    return "value" if not is_sequence(value) else "values"


def is_sequence(value: Any) -> bool:
    return isinstance(value, list | tuple | np.ndarray) and not (isinstance(value, np.ndarray) and value.ndim == 0)


def without_wrapping(value: Any) -> Any:
    while isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex | np.number | np.bool_) or (
        isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "biufc"
    )


def _array(value: Any) -> np.ndarray | None:
    """The value as an array of numbers or strings, if that is what it is."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError, MemoryError):  # one long text makes every item as long
        return None
    return array if array.dtype.kind in "biufcUS" else None


def _close(one: Any, other: Any) -> bool:
    one, other = np.asarray(one), np.asarray(other)
    if one.dtype.kind in "US" or other.dtype.kind in "US":
        return one.dtype.kind == other.dtype.kind and bool((one == other).all())
    try:
        return bool(np.isclose(one, other, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True).all())
    except (TypeError, OverflowError):
        return bool((one == other).all())
