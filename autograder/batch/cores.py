"""Which core each worker runs on.

The judge and the student's process take turns, hundreds of times for a submission, and waking each other up across
cores costs as much again as the message; and a student's threads can take no more than the core that they are on. So
each pair stays on one core, which no other run of the kit on this machine has, as long as there are free ones.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

CLAIM = "\0autograder core {}"  # a socket's name in the abstract, which belongs to one at a time, and to none after it


@contextmanager
def cores_for(workers: int) -> Iterator[list[set[int]]]:
    """A core for each worker. Where there are more workers than cores, or other runs hold them, some share one."""
    cores = sorted(os.sched_getaffinity(0))
    start = os.getpid() % len(cores)  # so that not all who find none free meet on the first
    with ExitStack() as held:
        mine: list[int] = []
        for core in cores:
            if len(mine) < workers and _claim(core, held):
                mine.append(core)
        order = mine + [core for core in cores[start:] + cores[:start] if core not in mine]
        yield [{order[number % len(order)]} for number in range(workers)]


def _claim(core: int, held: ExitStack) -> bool:
    """Take a core, until `held` is left or this process ends."""
    claim = held.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
    try:
        claim.bind(CLAIM.format(core))
    except OSError:
        return False
    return True
