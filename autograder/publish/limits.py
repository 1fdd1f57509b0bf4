"""What nbgrader's process may spend on one student, for all that no limit elsewhere has thought of: it ends, and the
command gives that student the released notebook instead (see `workers`)."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from traitlets import Integer
from traitlets.config import Configurable

from autograder.publish.preprocessor import SandboxedExecute


class StudentLimits(Configurable):
    """Set for a process and what it starts; a kernel sets its own instead."""

    seconds = Integer(300, help="time for one student besides that of the notebook's cells").tag(config=True)
    cpu_seconds = Integer(120, help="the processor's time in nbgrader's own process").tag(config=True)
    memory_mb = Integer(2048, help="memory besides what nbgrader takes to start").tag(config=True)

    def limit_memory(self) -> None:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _set(resource.RLIMIT_AS, pages * resource.getpagesize() + (self.memory_mb << 20))

    @contextmanager
    def one_student(self) -> Iterator[None]:
        """The clocks, which end this process by a signal: code in C would not let an exception through."""
        run = SandboxedExecute(config=self.config)
        used = resource.getrusage(resource.RUSAGE_SELF)
        _set(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + self.cpu_seconds)
        signal.alarm(run.total_seconds + (run.timeout or 0) + self.seconds)
        try:
            yield
        finally:
            signal.alarm(0)


def _set(limit: int, value: int) -> None:
    """The soft limit only, because a kernel's own is another."""
    resource.setrlimit(limit, (value, resource.getrlimit(limit)[1]))
