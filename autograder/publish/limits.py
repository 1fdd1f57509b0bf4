"""What one student may cost nbgrader's process: one budget of time for all of the notebook (the kernel's start, its
cells, the page made from what they put out), and limits of memory and of the processor's time for all that no limit
elsewhere has thought of. There the process ends, and the student gets the released notebook (see `workers`).

Whoever takes long is put back until all others are done, so the first turn has less time. Most of a turn is for the
cells: the rest of it has to do for a page with what they said until then.
"""

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from traitlets import Float, Integer
from traitlets.config import Config, Configurable

_FOR_CELLS = 0.75


@dataclass
class Turn:
    """The time of one student: from when on, how long, and whether more of it is given later."""

    seconds: float
    is_first: bool = False
    was_too_short: bool = False
    started: float = field(default_factory=time.monotonic)

    @property
    def cell_seconds(self) -> float:
        return _FOR_CELLS * self.seconds

    @property
    def left_for_cells(self) -> float:
        return self.started + self.cell_seconds - time.monotonic()


class StudentLimits(Configurable):
    """Set for a process and what it starts; a kernel sets its own instead."""

    seconds = Float(120, help="time for all of one student's notebook; three quarters are for its cells").tag(
        config=True
    )
    first_seconds = Float(30, help="who takes longer is put back until all others are done").tag(config=True)
    cpu_seconds = Integer(120, help="the processor's time in nbgrader's own process").tag(config=True)
    memory_mb = Integer(2048, help="memory besides what nbgrader takes to start").tag(config=True)

    def limit_memory(self) -> None:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _set(resource.RLIMIT_AS, pages * resource.getpagesize() + (self.memory_mb << 20))

    @contextmanager
    def one_student(self, is_first: bool = False) -> Iterator[Turn]:
        """The clocks, which end this process by a signal: code in C would not let an exception through."""
        global _turn
        used = resource.getrusage(resource.RUSAGE_SELF)
        _set(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + self.cpu_seconds)
        _turn = Turn(min(self.first_seconds, self.seconds) if is_first else self.seconds, is_first)
        signal.setitimer(signal.ITIMER_REAL, _turn.seconds)
        try:
            yield _turn
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            _turn = None


_turn: Turn | None = None  # whose it is now; a process has one student at a time, and nbgrader makes our steps by name


def turn_of(config: Config) -> Turn:
    """The turn that a step is a part of; under plain `nbgrader autograde`, which has no clocks, one that begins now."""
    return _turn or Turn(StudentLimits(config=config).seconds)


def _set(limit: int, value: int) -> None:
    """The soft limit only, because a kernel's own is another."""
    resource.setrlimit(limit, (value, resource.getrlimit(limit)[1]))
