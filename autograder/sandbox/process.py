"""The judge's end of a sandbox: one warmed parent, which forks a process for each student."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from autograder.bridge import codec, worker
from autograder.course.records import Limits
from autograder.errors import UserError
from autograder.sandbox import bubblewrap, fallback, fallback_inside, landlock, levels, seccomp, warm
from autograder.sandbox.channel import SandboxGone, StudentProcess

_INSIDE = {
    "codec.py": codec,
    "worker.py": worker,
    "seccomp.py": seccomp,
    "landlock.py": landlock,
    "fallback_inside.py": fallback_inside,
    "warm.py": warm,
}
_REFUSALS: dict[str, Callable[[], str | None]] = {
    bubblewrap.ISOLATION: levels.refusal,
    fallback.ISOLATION: fallback.refusal,
    bubblewrap.NO_ISOLATION: lambda: None,
}
ISOLATIONS = tuple(_REFUSALS)  # the strongest first
# One thread each: students' processes run side by side, and a forked thread pool is a dead one.
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "LANG": "C.UTF-8"}


_GLANCE_SECONDS = 0.2
_WORDS_BYTES = 1 << 16


def refusal(isolation: str) -> str | None:
    """Why this machine cannot isolate student code in this way, as one sentence; None if it can."""
    return _REFUSALS[isolation]()


class Sandbox:
    """A warmed parent inside bubblewrap (or, asked for by name, with the weaker fallback or without any isolation)."""

    def __init__(self, packages: tuple[str, ...] = ("numpy",), isolation: str = bubblewrap.ISOLATION):
        self.isolation = isolation
        self.home = fallback.make_home(_INSIDE, packages) if isolation == fallback.ISOLATION else None
        # a file (in memory) and not a pipe: to read it never waits for whoever still holds its other end
        self.words = os.fdopen(os.memfd_create("words"), "rb")
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command, environment = self._command(packages, theirs.fileno())
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.words,
                pass_fds=[theirs.fileno()],
                env=environment,
                process_group=0,  # Ctrl-C is for the judge, and what is stuck can be killed as a whole
            )
        if not self._is_ready():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            reason = self._last_words() or refusal(isolation) or "it was ended from outside"
            self.close()
            raise UserError(f"the sandbox did not start: {reason}")

    def _is_ready(self) -> bool:
        """Wait until the warmed parent says so, or bubblewrap ends; killed as it starts, it may leave a child behind
        that waits for it for ever, and keeps our socket open, or one that goes on without it. For the same reason it
        is not told to die with its parent: that kills it just so. The closed socket ends everything instead."""
        self.control.settimeout(_GLANCE_SECONDS)
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    return bool(self.control.recv(65536))
                if os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                    return False
        finally:
            self.control.settimeout(None)

    def _command(self, packages: tuple[str, ...], descriptor: int) -> tuple[list[str], dict[str, str]]:
        if self.isolation == bubblewrap.NO_ISOLATION:
            environment = {**_ENVIRONMENT, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
            return [sys.executable, "-m", warm.__name__, str(descriptor), "open"], environment
        program = [str(bubblewrap.interpreter()), "-I", "-S", "-B"]
        if self.home is not None:
            return [*program, str(self.home / "kit" / "warm.py"), str(descriptor), "landlock"], _ENVIRONMENT
        arguments = bubblewrap.base_arguments() + bubblewrap.package_arguments(packages)
        for name, module in _INSIDE.items():
            arguments += ["--ro-bind", str(Path(str(module.__file__))), f"/kit/{name}"]
        for name, value in _ENVIRONMENT.items():
            arguments += ["--setenv", name, value]
        arguments += ["--proc", "/proc", *bubblewrap.DEVICES, "--tmpfs", "/tmp", "--chdir", "/tmp"]
        # bubblewrap's own root can be written to: a file left there would be met by every later submission
        arguments += ["--remount-ro", "/"]
        return [*arguments, *program, "/kit/warm.py", str(descriptor), "isolated"], {}

    def spawn(self, limits: Limits) -> "StudentProcess":
        """A fresh process for one submission."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            command = {"do": "spawn", "memory_mb": limits.memory_mb}
            pid = self._ask(command, theirs.fileno())["pid"]
        return StudentProcess(ours, limits, partial(self.end, pid), partial(self.waited, pid), warm.SET_UP)

    def end(self, pid: int) -> int:
        """Kill one student process with all it started; its exit status (128 + signal if a signal ended it)."""
        return int(self._ask({"do": "end", "pid": pid})["exit"])

    def waited(self, pid: int) -> tuple[float, float]:
        """For how many seconds a student process could have run but had to wait for a core, and how many it ran."""
        waited, used = self._ask({"do": "waited", "pid": pid})["seconds"]
        return waited, used

    def cpu_seconds(self) -> float:
        """What the parent and all student processes that have ended have used. Nothing else counts it: bubblewrap
        does not wait for its child, so it is in nobody's resource usage."""
        return float(self._ask({"do": "usage"})["cpu"])

    def _ask(self, command: dict[str, Any], *descriptors: int) -> dict[str, Any]:
        message = b""
        with contextlib.suppress(OSError):
            socket.send_fds(self.control, [json.dumps(command).encode()], descriptors)
            message = self.control.recv(65536)
        if not message:
            raise SandboxGone(f"the sandbox has ended: {self._last_words()}")
        reply: dict[str, Any] = json.loads(message)
        return reply

    def _last_words(self) -> str:
        """What bubblewrap, or what is inside it, has said last. Its position in the file is shared, so it stays."""
        words = os.pread(self.words.fileno(), _WORDS_BYTES, 0).decode(errors="replace").strip()
        return words.splitlines()[-1] if words else ""

    def close(self) -> None:
        with contextlib.suppress(OSError):  # a forked grader may hold the socket too; the warmed parent leaves at this
            self.control.shutdown(socket.SHUT_RDWR)
        self.control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=2)
        self.process.kill()
        self.process.wait()
        self.words.close()
        if self.home is not None:
            shutil.rmtree(self.home, ignore_errors=True)

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
