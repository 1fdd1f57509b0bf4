"""A channel to a worker in this very process, for modules of our own: the reference and the mistakes."""

from collections.abc import Callable

from autograder.bridge import codec
from autograder.bridge.worker import Worker


class LocalChannel:
    """Runs trusted source behind the same codec as a student's, so that answers can be compared like for like."""

    def __init__(self, module: str, source: str):
        self._serve: Callable[[bytes], bytes] | None = None
        self.worker = Worker(self._ask)
        reply, _ = codec.decode(self.worker.handle(codec.encode({"op": "load", "name": module}, source)))
        if reply["op"] == "error":
            raise ValueError(f"{module}.py, line {reply['line']}: {reply['type']}: {reply['message']}")

    def request(self, frame: bytes, serve: Callable[[bytes], bytes]) -> bytes:
        self._serve = serve
        return self.worker.handle(frame)

    def _ask(self, frame: bytes) -> bytes:
        assert self._serve is not None, "a worker asks only while it serves a request"
        return self._serve(frame)
