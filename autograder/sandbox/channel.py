"""The judge's end of one student process: requests, replies, and the clock."""

import socket
import struct
import time
from collections.abc import Callable

from autograder.bridge import codec
from autograder.bridge.errors import StudentGone
from autograder.course.records import Limits

# A blocking read wakes up this often to look at the clock. That is one system call per message less than asking
# for each read whether anything is there.
_GLANCE = struct.pack("ll", 0, 100_000)
# On a busy machine a process waits for a core, and gets that time back: up to this many times its limit in all.
PATIENCE = 4
_NO_WAIT_AT_ALL = 0.05
_LONG = 0.5  # a shorter check is not worth the question how long it had to wait
# Longer than this between two glances, and the judge itself stood still: stopped (Ctrl-Z), or its machine was.
_STANDSTILL = 1.0


class SandboxGone(BaseException):
    """The warmed parent has ended, or was ended from outside, or could not set up a student's process: an accident of
    the machine, never a student's failure. Not an Exception, so that no check takes it for an answer."""


class StudentProcess:
    """The channel to one student process. A request that meets its deadline ends the process. `first_word` is what the
    process says once it is set up, before it has seen anything of the student's."""

    def __init__(
        self,
        stream: socket.socket,
        limits: Limits,
        end: Callable[[], int],
        waited: Callable[[], tuple[float, float]],
        first_word: bytes,
    ) -> None:
        self.stream, self.limits, self._end, self._waited, self._awaited = stream, limits, end, waited, first_word
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            stream.setsockopt(socket.SOL_SOCKET, option, _GLANCE)
        self.alive = True
        self.last_waited = self.last_used = 0.0
        self.last_asked = time.monotonic()
        self.start_clock()

    def start_clock(self, seconds: float | None = None) -> None:
        """A new check begins, with the whole of its time (so many seconds, or the limit of a check) before it."""
        self.seconds = seconds or self.limits.seconds
        self.started = time.monotonic()
        self.deadline = self.started + self.seconds
        self.last_deadline = self.started + PATIENCE * self.seconds

    def seconds_taken(self) -> float:
        """What the check that is over has used of its time; no more than there is, and without waiting for a core."""
        taken = time.monotonic() - self.started
        if taken > _LONG and self.alive:
            taken -= self._waited_since()
        return min(max(taken, 0.0), self.seconds)

    def request(self, frame: bytes, serve: Callable[[bytes], bytes]) -> bytes:
        if not self.alive:
            raise StudentGone("crashed", "your code had already ended its process")
        try:
            self.last_glance = time.monotonic()
            self._send(frame)
            self._await_first_word()
            while True:
                reply = codec.read_frame(self._part)
                if not _is_callback(reply):
                    return reply
                answer = serve(reply)
                self.last_glance = time.monotonic()
                self._send(answer)
        except TimeoutError:
            self.end()
            raise StudentGone("timeout", f"your code was stopped after {self.seconds:.2g} seconds") from None
        except (OSError, EOFError):
            raise _explain_ending(self.end()) from None
        except codec.CodecError as error:
            self.end()
            raise StudentGone("crashed", f"your code's answer could not be read: {error}") from None

    def _await_first_word(self) -> None:
        """It comes before the first reply, so that to wait for it costs nothing."""
        if not self._awaited:
            return
        said = b""
        try:
            while (said := said + self._part(1)) != self._awaited:
                pass
        except (OSError, EOFError):
            reason = said.decode(errors="replace") or f"status {self.end()}"
            raise SandboxGone(f"a process for the student's code could not be set up ({reason})") from None
        self._awaited = b""

    def end(self) -> int:
        if not self.alive:
            return 0
        self.alive = False
        self.stream.close()
        return self._end()

    def _send(self, frame: bytes) -> None:
        sent = 0
        while sent < len(frame):
            try:
                sent += self.stream.send(memoryview(frame)[sent:])
            except BlockingIOError:
                self._look_at_clock()

    def _part(self, size: int) -> bytes:
        while True:
            try:
                part = self.stream.recv(size)
            except BlockingIOError:
                self._look_at_clock()
                continue
            if not part:
                raise EOFError
            self._look_at_clock()  # also when there is always a little something
            return part

    def _look_at_clock(self) -> None:
        """TimeoutError if the time is up, and the process did not spend it in waiting for a core, nor the judge in
        standing still."""
        now = time.monotonic()
        since_last, self.last_glance = now - self.last_glance, now
        if since_last > _STANDSTILL:
            self.started += since_last
            self.deadline += since_last
            self.last_deadline += since_last
        if now < self.deadline:
            return
        give_back = self._waited_since()
        if give_back < _NO_WAIT_AT_ALL or now >= self.last_deadline:
            raise TimeoutError
        self.deadline = min(now + give_back, self.last_deadline)

    def _waited_since(self) -> float:
        """For how long the process has waited for a core since this was last asked; not for one of its own threads."""
        (waited, used), now = self._waited(), time.monotonic()
        had_to_wait = waited - self.last_waited
        did_not_run = now - self.last_asked - (used - self.last_used)
        self.last_waited, self.last_used, self.last_asked = waited, used, now
        return max(0.0, min(had_to_wait, did_not_run))


def _explain_ending(status: int) -> StudentGone:
    if status == 128 + 9:
        return StudentGone("memory", "your code's process was killed, most likely for using too much memory")
    if status == 128 + 24:
        return StudentGone("timeout", "your code used up all the processor time it may have")
    if status > 128:
        return StudentGone("crashed", f"your code crashed the interpreter (signal {status - 128})")
    return StudentGone("crashed", "your code ended its own process (os._exit, for example)")


def _is_callback(frame: bytes) -> bool:
    """Whether a frame asks something of the judge in the middle of a call; both kinds are read again later."""
    return frame[codec.LENGTHS.size + 2 :][:11] == b'"callback":'
