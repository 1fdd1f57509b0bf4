"""The shelf of the hidden checks: what nearly every suite asks of an answer, one function per idea.

Each of them asserts, so it stands in a check as a line of its own. An array is judged by its shape before its numbers,
because numpy would stretch a column to fit a row. Public checks use none of this: students read them, and read plain
pytest and numpy.
"""

import copy
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

# Room for another order of summation and for float32, far below what a misunderstanding changes.
RELATIVE, ABSOLUTE = 1e-5, 1e-7


def numbers(answer: Any, *shape: int, name: str = "the answer") -> np.ndarray:
    """The answer as an array of floats, once it has the shape that the docstring promises."""
    try:
        values = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        raise AssertionError(f"{name} should be {_described(shape)}, but it does not consist of numbers") from None
    assert values.shape == shape, f"{name} should be {_described(shape)}, but it is {_described(values.shape)}"
    return values


def same(answer: Any, expected: Any, rel: float = RELATIVE, abs: float = ABSOLUTE, name: str = "the answer") -> None:
    """The same shape, and the same numbers up to rounding: no entry is off by more than `abs` plus `rel` times the
    largest entry of what is expected, so that a zero among large numbers is judged fairly. nan and infinities have to
    stand where they are expected. A tuple or a dict of expected answers is compared part by part; a dict may hold more.
    """
    if isinstance(expected, Mapping):
        for key, part in expected.items():
            try:
                has_it = key in answer
            except TypeError:
                raise AssertionError(f"{name} should be a dictionary, but it is a {type(answer).__name__}") from None
            assert has_it, f"{name} should have an entry {key!r}"
            same(answer[key], part, rel, abs, f"{name}[{key!r}]")
        return
    if isinstance(expected, tuple):
        parts = listed_parts(answer, len(expected), name)
        for number, (part, wanted) in enumerate(zip(parts, expected, strict=True)):
            same(part, wanted, rel, abs, f"{name}[{number}]")
        return
    wanted = np.asarray(expected, dtype=float)
    values = numbers(answer, *wanted.shape, name=name)
    finite = np.isfinite(wanted)
    scale = np.abs(wanted[finite]).max(initial=0.0)
    right = np.where(finite, np.abs(values - np.where(finite, wanted, 0)) <= abs + rel * scale, False)
    right |= (values == wanted) | (np.isnan(values) & np.isnan(wanted))
    if not right.all():
        place = tuple(int(i) for i in np.argwhere(~right)[0])
        at = f"{name}[{', '.join(map(str, place))}]" if place else name
        raise AssertionError(f"{at} should be {wanted[place]:.6g}, but it is {values[place]:.6g}")


def listed_parts(answer: Any, count: int, name: str = "the answer") -> list[Any]:
    """The answer as a list, once it has so many parts: a pair, say, as a tuple, a list or an array of two rows."""
    try:
        parts = list(answer)
    except TypeError:
        raise AssertionError(f"{name} should have {count} parts, but it is a {type(answer).__name__}") from None
    assert len(parts) == count, f"{name} should have {count} parts, but it has {len(parts)}"
    return parts


def same_items(answer: Any, expected: Any, name: str = "the answer") -> None:
    """Exactly these labels, indices or counts in this order and this nesting, whatever holds them."""
    got, wanted = np.asarray(answer), np.asarray(expected)
    assert got.shape == wanted.shape, f"{name} should be {_described(wanted.shape)}, but it is {_described(got.shape)}"
    assert got.tolist() == wanted.tolist(), f"{name} should be {wanted.tolist()}, but it is {got.tolist()}"


def says(answer: Any, expected: bool, name: str = "the answer") -> None:
    """This truth value, of Python or of numpy; 0 and 1 are numbers."""
    kind = type(answer).__name__
    assert isinstance(answer, bool | np.bool_), f"{name} should be True or False, but it is a {kind}"
    assert bool(answer) == expected, f"{name} should be {expected}"


@dataclass(frozen=True)
class Given:
    """The arguments of one call."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def __str__(self) -> str:
        parts = [*map(repr, self.args), *(f"{key}={value!r}" for key, value in self.kwargs.items())]
        return f"({', '.join(parts)})"


def given(*args: Any, **kwargs: Any) -> Given:
    """The arguments of one call, for `refuses`."""
    return Given(args, kwargs)


def refuses(
    function: Callable[..., Any],
    *cases: Given,
    but_takes: Given | None = None,
    error: type[Exception] = ValueError,
) -> None:
    """Every one of the cases raises `error`, and `but_takes`, which is like them but right, is answered. The second
    half keeps the credit from code that refuses everything."""
    for case in cases:
        try:
            function(*case.args, **case.kwargs)
        except error:
            continue
        pytest.fail(f"{function}{case} should raise {error.__name__}", pytrace=False)
    if but_takes is not None:
        function(*but_takes.args, **but_takes.kwargs)


def leaves_alone(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The answer to this call, once none of its arguments was changed by it. A random generator may move on."""
    before = copy.deepcopy((args, kwargs))
    answer = function(*args, **kwargs)
    old, new = [*before[0], *before[1].values()], [*args, *kwargs.values()]
    for number, (was, now) in enumerate(zip(old, new, strict=True)):
        name = f"argument {number + 1}" if number < len(args) else list(kwargs)[number - len(args)]
        assert _is_as_it_was(was, now), f"{name} was changed by the call; the input must stay as it was"
    return answer


def same_for_all_kinds(function: Callable[..., Any], *args: Any, expected: Any, **kwargs: Any) -> None:
    """The same answer, namely `expected`, for arrays of floats, arrays of integers, small unsigned ones where no entry
    is negative, and nested lists. Positional arguments that are arrays hold whole numbers; others go as they are."""
    for name, convert in _KINDS.items():
        converted = [convert(value) if isinstance(value, np.ndarray) else value for value in args]
        same(function(*converted, **kwargs), expected, name=f"the answer for {name}")


def silent() -> Any:
    """Inside this block a warning is a failure."""
    return warnings.catch_warnings(action="error")


def _unsigned(values: np.ndarray) -> np.ndarray:
    fits = values.size and values.min() >= 0 and values.max() <= 255
    return values.astype(np.uint8 if fits else np.int64)


_KINDS: dict[str, Callable[[np.ndarray], Any]] = {
    "arrays of floats": lambda values: values.astype(float),
    "arrays of integers": lambda values: values.astype(np.int64),
    "arrays of small integers": _unsigned,
    "lists": lambda values: values.astype(np.int64).tolist(),
}


def _is_as_it_was(was: Any, now: Any) -> bool:
    if isinstance(was, np.ndarray):
        return bool(was.dtype == now.dtype and np.array_equal(was, now, equal_nan=was.dtype.kind in "fc"))
    if isinstance(was, list | tuple):
        return len(was) == len(now) and all(map(_is_as_it_was, was, now))
    if isinstance(was, dict):
        return was.keys() == now.keys() and all(_is_as_it_was(value, now[key]) for key, value in was.items())
    if isinstance(was, int | float | str | bool | None):
        return bool(was == now or (was != was and now != now))
    return True


def _described(shape: tuple[int, ...]) -> str:
    return f"an array of shape {shape}" if shape else "a number"
