"""What a student's call did to its arguments over there, done to the check's own: as a call in this process would.

The new values come from the student, so each may only become what a call could have made of it.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from autograder.bridge import codec


def matched(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    """An argument beside what it is over there now; of a tuple, which cannot change itself, its parts."""
    if isinstance(old, tuple) and isinstance(new, tuple):
        for one, other in zip(old, new, strict=True):
            yield from matched(one, other)
    else:
        yield old, new


def is_changed(old: Any, new: Any) -> bool:
    """Whether `old`, if it can be changed at all, has another content now. Generators are not input, they are drawn
    from."""
    return isinstance(old, np.ndarray | list | dict) and not _same_bytes(old, new)


def overwrite(old: Any, new: Any) -> None:
    """Give `old` the content of `new`, which must be of its kind."""
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
        if old.shape == new.shape and old.flags.writeable:
            old[...] = new
    elif isinstance(old, list) and isinstance(new, list):
        old[:] = new
    elif isinstance(old, dict) and isinstance(new, dict):
        old.clear()
        old.update(new)
    else:
        raise TypeError("an argument cannot become one of another kind")


def _same_bytes(ours: Any, theirs: Any) -> bool:
    """Whether both say the same; `theirs` was widened as it came."""
    return as_read(codec.encode({}, ours, _unnamed)) == codec.encode({}, theirs, _unnamed)


def as_read(frame: bytes) -> bytes:
    """What a frame becomes when an answer is read: the numbers in it are widened."""
    _, value = codec.decode(frame, lambda item: None, widen=True)
    return codec.encode({}, value, _unnamed)


def _unnamed(value: Any) -> list[Any]:
    return ["h", 0, False, ""]
