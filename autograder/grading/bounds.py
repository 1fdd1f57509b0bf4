"""A bound on the judge's own memory, which a student's answer can try to use up.

An answer is bounded by the codec, but what a check makes of it is not: numpy broadcasts a column of a million numbers
against a row of thirty into thirty million. Beyond the bound that is a MemoryError, and costs that one check.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

from autograder.sandbox.warm import address_space

ROOM = 1 << 30


@contextmanager
def bounded_memory(room: int = ROOM) -> Iterator[None]:
    """Let this process take no more than so many bytes on top of what it has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    bound = address_space() + room
    resource.setrlimit(resource.RLIMIT_AS, (bound if soft == resource.RLIM_INFINITY else min(bound, soft), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
