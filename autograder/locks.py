"""Keeping two runs of a command from working in the same folder at once."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.errors import UserError


@contextmanager
def only_one(path: Path, refusal: str, patience: float = 0) -> Iterator[int]:
    """Hold a lock file, in a folder that is made if need be; raise `refusal` if another process still holds it after
    `patience` seconds.

    The system frees the lock when its last holder ends, however it ends. A child process that is given the yielded
    descriptor is a holder too, so work that outlives a killed command still keeps the next one out.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise UserError(f"{path.parent} cannot be written to ({error.strerror}).") from None
    try:
        deadline = time.monotonic() + patience
        while not _lock(descriptor):
            if time.monotonic() >= deadline:
                raise UserError(refusal)
            time.sleep(0.05)
        yield descriptor
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
