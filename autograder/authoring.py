"""What an author imports in `mistakes.py` and `alternatives.py`.

Both decorators only mark: `autograder.course.bank` reads the files as text and never runs them on
their own, so all the decorators do at run time is to hand the function or class back.
"""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def mistake(exercise: str, sentence: str) -> Callable[[T], T]:
    """Mark a wrong implementation of `exercise`; `sentence` is what a student who made it is told."""
    return lambda implementation: implementation


def alternative(exercise: str) -> Callable[[T], T]:
    """Mark a right implementation of `exercise` that is written another way and must get full marks."""
    return lambda implementation: implementation
