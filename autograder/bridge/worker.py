"""The untrusted side: holds the student's module, does what the judge's requests ask, and answers with data.

It runs inside the sandbox beside the student's code, so nothing here is a defence; it is only convenient. It imports
only the standard library, numpy and the codec. The judge also uses the Worker class in its own process to replay
recorded calls against our own modules (reference, mistakes).
"""

import io
import linecache
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any

try:
    from autograder.bridge import codec
except ImportError:  # inside the sandbox this file and the codec stand alone
    import codec  # type: ignore[no-redef]

PRINT_LIMIT = 4000
TEXT_LIMIT = 1000
WARNING_LIMIT = 20
LIST_LIMIT = 1_000_000


class Worker:
    """Serves requests on one module. `ask` sends a frame to the judge amid a call and returns its answer."""

    def __init__(self, ask: Callable[[bytes], bytes]):
        self.ask = ask
        self.module = types.ModuleType("student")
        self.objects: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.replaced: dict[str, Any] = {}
        self.filename = ""

    def handle(self, frame: bytes) -> bytes:
        """The reply to one request: what it returned or raised, printed and warned of, and changed in its arguments."""
        printed = CappedText()
        # whatever streams and filters a student's code may have set before
        with warnings.catch_warnings(record=True, action="always") as caught, printed:
            try:
                head, body = codec.decode(frame, self.resolve)
                value = self.perform(head, body)
                changed = (
                    head["op"] == "call" and codec.can_change(body) and (codec.encode(head, body, self.export) != frame)
                )
                if changed:
                    return self.finish({"op": "answer", "changed": True}, (value, body), printed, caught)
                return self.finish({"op": "answer"}, value, printed, caught)
            except BaseException as error:
                return self.finish({"op": "error", **self.describe(error)}, None, printed, caught)

    def finish(self, head: dict[str, Any], body: Any, printed: "CappedText", caught: list[Any]) -> bytes:
        if printed.parts:
            head["printed"] = printed.text()
        if caught:
            head["warnings"] = [
                [w.category.__name__, str(w.message)[:TEXT_LIMIT], [base.__name__ for base in w.category.__mro__]]
                for w in caught[:WARNING_LIMIT]
            ]
        return codec.encode(head, body, self.export)

    def perform(self, head: dict[str, Any], body: Any) -> Any:
        operation, name = head["op"], head.get("name", "")
        if head.get("begins"):
            self.forget()
        if operation == "load":
            return self.load(name, body)
        target: Any = self.objects[head["target"]] if "target" in head else self.module
        if operation == "call":
            args, kwargs = body
            function = getattr(target, name) if name else target
            return function(*args, **kwargs)
        if operation == "get":
            return getattr(target, name)
        if operation == "set":
            if target is self.module:
                self.replaced.setdefault(name, getattr(target, name, None))
            return setattr(target, name, body)
        if operation == "length":
            return len(target)
        if operation == "item":
            return target[body]
        if operation == "list":
            return [element for element, _ in zip(target, range(LIST_LIMIT), strict=False)]
        raise ValueError(f"unknown operation {operation!r}")

    def forget(self) -> None:
        """A new check begins: drop the objects of the last one, and put back what it replaced in the module."""
        self.objects.clear()
        self.numbers.clear()
        for name, original in self.replaced.items():
            setattr(self.module, name, original)
        self.replaced.clear()

    def load(self, name: str, source: str) -> tuple[dict[str, str], dict[str, list[str]]]:
        """Run the student's file as a module; tell what public names it has, whether each can be called, and which
        others each of them can call in its turn."""
        self.filename = f"{name}.py"
        self.module = types.ModuleType(name)
        self.module.__file__ = self.filename
        sys.modules[name] = self.module
        linecache.cache[self.filename] = (len(source), None, source.splitlines(True), self.filename)
        exec(compile(source, self.filename, "exec"), self.module.__dict__)
        names = {
            key: "callable" if callable(value) else "data"
            for key, value in vars(self.module).items()
            if not key.startswith("_") and not isinstance(value, types.ModuleType)
        }
        try:
            return names, calls_in(vars(self.module))
        except Exception:  # an object of theirs that cannot even be looked at
            return names, {}

    def export(self, value: Any) -> list[Any]:
        """An object that is not data stays here; the judge gets a number for it, the same one each time."""
        if isinstance(value, Borrowed):
            return ["f", value._number, value._callable]
        number = self.numbers.setdefault(id(value), len(self.objects) + 1)
        self.objects[number] = value
        return ["h", number, callable(value), type(value).__name__]

    def resolve(self, item: list[Any]) -> Any:
        if item[0] == "h":
            return self.objects[item[1]]
        return Borrowed(self, item[1], item[2])

    def describe(self, error: BaseException) -> dict[str, Any]:
        """The exception as data, with the last line of the student's own file that it passed through."""
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == self.filename else 0
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.filename:
                line = trace.tb_lineno
            trace = trace.tb_next
        try:
            message = error.msg if isinstance(error, SyntaxError) else str(error)
        except Exception:
            message = ""
        return {
            "type": type(error).__name__,
            "bases": [base.__name__ for base in type(error).__mro__],
            "message": str(message)[:TEXT_LIMIT],
            "line": line or 0,
        }


def calls_in(module: dict[str, Any]) -> dict[str, list[str]]:
    """Which functions and classes of a module each of them can call: those that its code names, and what these name."""
    named = {key: names_in(value) & module.keys() for key, value in module.items() if callable(value)}
    reached = {}
    for key in named:
        found: set[str] = set()
        waiting = [key]
        while waiting:
            new = (named.get(waiting.pop(), set()) & named.keys()) - found
            found |= new
            waiting += new
        if found:
            reached[key] = sorted(found)
    return reached


def names_in(value: Any) -> set[str]:
    """The names that the code of a function or of a class's methods looks up outside itself."""
    value = getattr(value, "__wrapped__", value)
    if isinstance(value, type):
        inherited = {base.__name__ for base in value.__mro__}
        members = [
            getattr(member, "fget", None) or getattr(member, "__func__", member) for member in vars(value).values()
        ]
        return inherited.union(*(names_in(member) for member in members if not isinstance(member, type)))
    code = getattr(value, "__code__", None)
    names: set[str] = set()
    waiting = [code] if isinstance(code, types.CodeType) else []
    while waiting:
        code = waiting.pop()
        names.update(code.co_names)
        waiting += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return names


class Borrowed:
    """Stands for an object that stays with the judge: a callback, an oracle, or what an oracle returned."""

    def __init__(self, worker: Worker, number: int, is_callable: bool):
        self.__dict__.update(_worker=worker, _number=number, _callable=is_callable)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask({"op": "call"}, (args, kwargs))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._ask({"op": "get", "name": name}, None)

    def _ask(self, head: dict[str, Any], body: Any) -> Any:
        worker = self._worker
        frame = codec.encode({"callback": self._number, **head}, body, worker.export)
        head, value = codec.decode(worker.ask(frame), worker.resolve)
        if head["op"] == "error":
            kinds = {kind.__name__: kind for kind in (ValueError, TypeError, AttributeError, IndexError, KeyError)}
            raise kinds.get(head["type"], RuntimeError)(head["message"])
        if head.get("drawn"):
            value, drawn_from = value
            for ours, theirs in zip(codec.generators_in(*body), drawn_from, strict=True):
                ours.bit_generator.state = theirs.bit_generator.state
        return value


class CappedText(io.TextIOBase):
    """Collects what is printed while it is entered, and forgets what goes beyond the limit."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.room = PRINT_LIMIT
        self.cut = False

    def __enter__(self) -> "CappedText":
        self.before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = self
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self.before

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.room > 0:
            self.parts.append(text[: self.room])
        self.room -= len(text)
        self.cut = self.room < 0
        return len(text)

    def text(self) -> str:
        return "".join(self.parts) + ("\n[... the rest of the output is left out]" if self.cut else "")


def serve(receive: Callable[[], bytes], send: Callable[[bytes], None]) -> None:
    """Answer requests until the judge hangs up."""

    def ask(frame: bytes) -> bytes:
        send(frame)
        # an oracle that was given a function of the student's calls it before it answers
        while (reply := receive()) and not codec.is_reply(reply):
            send(worker.handle(reply))
        return reply

    worker = Worker(ask)
    while frame := receive():
        send(worker.handle(frame))
