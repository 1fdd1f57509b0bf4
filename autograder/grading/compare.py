"""Compares two replies to the same call, and says in words how one differs from the other.

The words go to students, so they name kinds (type, shape, nan, exception), never hidden values; and of what a student's
code can choose freely (names, lengths, numbers of calls) only what could have come about without choosing.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.bridge import codec
from autograder.bridge.errors import known_kind

RELATIVE, ABSOLUTE = 1e-6, 1e-9
_CONTAINERS = (list, tuple, set, dict, np.ndarray)
_MANY_AXES = 5
_WARNINGS = frozenset({"RuntimeWarning", "DeprecationWarning", "FutureWarning", "UserWarning", "SyntaxWarning"})


@dataclass(frozen=True)
class Reply:
    """A decoded reply: the builtin name of the error, and its kinds, or the value; the arguments if the call changed
    them; the warnings by their builtin names."""

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
        error=known_kind(bases) if head.get("op") == "error" else "",
        kinds=tuple(str(base) for base in bases or ()),
        value=value[0] if changed else value,
        changed=changed,
        arguments=value[1] if changed else None,
        warned=frozenset(_warning_name(item[0]) for item in warned or () if isinstance(item, list) and item),
        callbacks=callbacks,
    )


def _warning_name(name: Any) -> str:
    return name if isinstance(name, str) and name in _WARNINGS else "warning"


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


def difference(
    label: str, got: Reply, wanted: Reply, familiar: Callable[[], Collection[int]] = tuple
) -> tuple[int, str]:
    """How telling the difference is (0: none) and a sentence about it, which begins with the call's name. Lengths are
    said that the right answer has, too, or that are `familiar`."""
    if got.error and not wanted.error:
        return 3, f"{label} raised {got.error}"
    if wanted.error and not got.error:
        return 3, f"{label} should raise {wanted.error} here, but it returned {kind_of(got.value, familiar())}"
    if wanted.error:
        known = "ValueError" if "ValueError" in wanted.kinds else wanted.error
        return (0, "") if known in got.kinds else (3, f"{label} should raise {known} here, but it raised {got.error}")
    if got.changed and not wanted.changed:
        return 3, f"{label} changed one of its arguments; the input must stay as it was"
    value, right = got.value, wanted.value
    if same(value, right):
        return _beside_the_answer(label, got, wanted)
    if kind_of(value) != kind_of(right):
        said = kind_of(value, {*familiar(), *lengths_in(right)})
        return 3, f"{label} returned {said} where {kind_of(right)} was expected"
    return 2, f"{label} returned {kind_of(value)}, as it should, but not the right {_content(value)}"


def _beside_the_answer(label: str, got: Reply, wanted: Reply) -> tuple[int, str]:
    """What else can be told apart when the answer itself is right."""
    warnings = got.warned - wanted.warned
    if warnings:
        return 1, f"{label} gave the right answer but raised a {sorted(warnings)[0]}"
    if got.callbacks != wanted.callbacks:
        often = "more" if got.callbacks > wanted.callbacks else "less"
        return 1, f"{label} called back {often} often than the {wanted.callbacks} times that were expected"
    return 0, ""


def lengths_in(value: Any) -> set[int]:
    """The lengths of all arrays, lists and texts in a value, and 0 and 1."""
    if isinstance(value, np.ndarray) and value.dtype.kind != "O":
        return {0, 1, *value.shape}
    if isinstance(value, dict):
        return {len(value)}.union(*map(lengths_in, value.values()))
    if isinstance(value, list | tuple | set | np.ndarray):
        return {0, 1, len(value)}.union(*(lengths_in(part) for part in value if isinstance(part, _CONTAINERS)))
    return {0, 1}


def kind_of(value: Any, familiar: Collection[int] | None = None) -> str:
    """The kind of a value in words, without any value in it, and without lengths that are not `familiar`, if that is
    given."""
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
        return _shaped(array.shape, familiar) + (" with nan in it" if has_nan else "")
    if isinstance(value, list | tuple | set):
        name = {list: "list", tuple: "tuple", set: "set"}[type(value)]
        return f"a {name} of {len(value)}" if familiar is None or len(value) in familiar else f"a {name}"
    return f"a {type(value).__name__}"


def _shaped(shape: tuple[int, ...], familiar: Collection[int] | None) -> str:
    if familiar is None or all(length in familiar for length in shape[:_MANY_AXES]) and len(shape) < _MANY_AXES:
        return f"an array of shape {shape}"
    axes = f"{len(shape)} axes" if 1 < len(shape) < _MANY_AXES else "one axis" if len(shape) == 1 else "many axes"
    return f"an array with {axes}"


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
