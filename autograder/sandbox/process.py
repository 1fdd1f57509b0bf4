"""The judge's end of a sandbox: one warmed parent, and the student processes it forks."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from autograder.bridge import codec, worker
from autograder.bridge.errors import StudentGone
from autograder.course.records import Limits
from autograder.errors import UserError
from autograder.sandbox import bubblewrap, seccomp, warm

_INSIDE = {"codec.py": codec, "worker.py": worker, "seccomp.py": seccomp, "warm.py": warm}
# One thread each: students' processes run side by side, and a forked thread pool is a dead one.
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "LANG": "C.UTF-8"}


class Sandbox:
    """A warmed parent inside bubblewrap (or, asked for by name, without any isolation)."""

    def __init__(self, packages: tuple[str, ...] = ("numpy",), isolation: str = bubblewrap.ISOLATION):
        self.isolation = isolation
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command, environment = self._command(packages, theirs.fileno())
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                env=environment,
            )
        if not self.control.recv(65536):
            raise UserError(f"the sandbox did not start: {self._last_words() or bubblewrap.refusal()}")

    def _command(self, packages: tuple[str, ...], descriptor: int) -> tuple[list[str], dict[str, str]]:
        if self.isolation == bubblewrap.NO_ISOLATION:
            environment = {**_ENVIRONMENT, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
            return [sys.executable, "-m", warm.__name__, str(descriptor), "open"], environment
        arguments = bubblewrap.base_arguments() + bubblewrap.package_arguments(packages)
        for name, module in _INSIDE.items():
            arguments += ["--ro-bind", str(Path(str(module.__file__))), f"/kit/{name}"]
        for name, value in _ENVIRONMENT.items():
            arguments += ["--setenv", name, value]
        arguments += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/tmp"]
        program = [str(bubblewrap.interpreter()), "-I", "-S", "-B", "/kit/warm.py", str(descriptor), "isolated"]
        return [*arguments, *program], {}

    def spawn(self, limits: Limits) -> "StudentProcess":
        """A fresh process for one submission."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            command = {"do": "spawn", "memory_mb": limits.memory_mb}
            socket.send_fds(self.control, [json.dumps(command).encode()], [theirs.fileno()])
            pid = self._reply()["pid"]
        return StudentProcess(self, pid, ours, limits)

    def end(self, pid: int) -> int:
        """Kill one student process with all it started; its exit status (128 + signal if a signal ended it)."""
        self.control.send(json.dumps({"do": "end", "pid": pid}).encode())
        return int(self._reply()["exit"])

    def cpu_seconds(self) -> float:
        """What the parent and all student processes that have ended have used. Nothing else counts it: bubblewrap
        does not wait for its child, so it is in nobody's resource usage."""
        self.control.send(json.dumps({"do": "usage"}).encode())
        return float(self._reply()["cpu"])

    def _reply(self) -> dict[str, Any]:
        message = self.control.recv(65536)
        if not message:
            raise RuntimeError(f"the sandbox has ended: {self._last_words()}")
        reply: dict[str, Any] = json.loads(message)
        return reply

    def _last_words(self) -> str:
        assert self.process.stderr is not None
        self.process.kill()
        words = self.process.stderr.read().decode(errors="replace").strip()
        return words.splitlines()[-1] if words else ""

    def close(self) -> None:
        self.control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=2)
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class StudentProcess:
    """The channel to one student process. A request that meets its deadline ends the process."""

    def __init__(self, sandbox: Sandbox, pid: int, stream: socket.socket, limits: Limits):
        self.sandbox, self.pid, self.stream, self.limits = sandbox, pid, stream, limits
        self.deadline = time.monotonic() + limits.seconds
        self.alive = True

    def start_clock(self) -> None:
        """A new check begins, with the whole of its time before it."""
        self.deadline = time.monotonic() + self.limits.seconds

    def request(self, frame: bytes, serve: Callable[[bytes], bytes]) -> bytes:
        if not self.alive:
            raise StudentGone("crashed", "your code had already ended its process")
        try:
            self._send(frame)
            while True:
                reply = self._receive()
                if not _is_callback(reply):
                    return reply
                self._send(serve(reply))
        except TimeoutError:
            self.end()
            raise StudentGone("timeout", f"your code was stopped after {self.limits.seconds:g} seconds") from None
        except (OSError, EOFError):
            raise self._explain_ending(self.end()) from None
        except codec.CodecError as error:
            self.end()
            raise StudentGone("crashed", f"your code's answer could not be read: {error}") from None

    def end(self) -> int:
        if not self.alive:
            return 0
        self.alive = False
        self.stream.close()
        return self.sandbox.end(self.pid)

    def _explain_ending(self, status: int) -> StudentGone:
        if status == 128 + 9:
            return StudentGone("memory", "your code's process was killed, most likely for using too much memory")
        if status == 128 + 24:
            return StudentGone("timeout", "your code used up all the processor time it may have")
        if status > 128:
            return StudentGone("crashed", f"your code crashed the interpreter (signal {status - 128})")
        return StudentGone("crashed", "your code ended its own process (os._exit, for example)")

    def _send(self, frame: bytes) -> None:
        self.stream.settimeout(self._time_left())
        self.stream.sendall(frame)

    def _receive(self) -> bytes:
        lengths = self._read(codec.LENGTHS.size)
        return lengths + self._read(codec.frame_sizes(lengths))

    def _read(self, size: int) -> bytes:
        parts, missing = [], size
        while missing:
            self.stream.settimeout(self._time_left())
            part = self.stream.recv(min(missing, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def _time_left(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def _is_callback(frame: bytes) -> bool:
    """Whether a frame asks something of the judge in the middle of a call; both kinds are read again later."""
    return frame[codec.LENGTHS.size + 2 :][:11] == b'"callback":'
