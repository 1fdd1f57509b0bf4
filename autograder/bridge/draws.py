"""Random generators that a student's code has drawn from: the check's own goes on from where drawing has brought it.

Where that is, the student says, so it must be a place to which drawing leads. On one of their own choice (all zeros, a
seed whose outcome they know) the check's later data would be theirs.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

# One call may draw so often; more would take minutes.
MOST_DRAWS = 1 << 32
# A draw of 32 bits leaves the other half of its 64 for the next one. Which draw it is of is looked for among so many.
MOST_SEARCHED = 1 << 20
_SIZE = (1 << 128) - 1
# Each of these steps from one state to the next by state * multiplier + increment, modulo 2 ** 128.
_MULTIPLIERS = {"PCG64": (2549297995355413924 << 64) + 4865540595714422341, "PCG64DXSM": 0xDA942042E4DD58B5}


def move_on(old: np.random.Generator, new: np.random.Generator) -> None:
    """Bring `old` to where drawing has brought `new`."""
    before, after = old.bit_generator.state, new.bit_generator.state
    kind = before["bit_generator"]
    if kind != after["bit_generator"] or before["state"].get("inc") != after["state"].get("inc"):
        raise ValueError("a random generator cannot become another one")
    if kind in _MULTIPLIERS:
        draws = _draws_between(before["state"], after["state"], _MULTIPLIERS[kind])
        if draws > MOST_DRAWS:
            raise ValueError("a random generator cannot be where no drawing leads")
        if after["has_uint32"] and not _could_be_left(before, new.bit_generator, draws):
            if draws <= MOST_SEARCHED:
                raise ValueError("a random generator cannot keep what it has not drawn")
            after = {**after, "has_uint32": 0}
    old.bit_generator.state = after


def _draws_between(before: dict[str, int], after: dict[str, int], multiplier: int) -> int:
    """How many steps lead from one state to the other. The lowest n bits of a state come round every 2 ** n steps, so
    that each bit of the number follows from one bit of the states, beginning with the lowest."""
    state, increment, draws = before["state"], before["inc"], 0
    for bit in (1 << place for place in range(128)):
        if (state ^ after["state"]) & bit:
            state = (state * multiplier + increment) & _SIZE
            draws |= bit
        increment = (multiplier + 1) * increment & _SIZE
        multiplier = multiplier * multiplier & _SIZE
    return draws


def _could_be_left(before: Mapping[str, Any], bits: Any, draws: int) -> bool:
    """Whether the half that is left is of one of the last draws, or was there before them."""
    word = bits.state["uinteger"]
    if before["has_uint32"] and before["uinteger"] == word:
        return True
    searched = min(draws, MOST_SEARCHED)
    copy = type(bits)()
    copy.state = bits.state
    return bool((copy.advance(-searched).random_raw(searched) >> np.uint64(32) == word).any())
