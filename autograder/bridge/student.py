"""The trusted side: a student's module as checks see it, on the other side of a channel.

`Connection` sends requests and keeps the transcript; `StudentModule` and `StudentObject` make them look like ordinary
attribute access and calls. Everything that comes back is data or a handle; nothing that came from a student runs here.
"""

import copy
import inspect
import warnings
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from types import FunctionType, MethodType, ModuleType
from typing import Any, Protocol

import numpy as np

from autograder.bridge import codec
from autograder.bridge.changes import is_changed, matched, overwrite
from autograder.bridge.draws import move_on
from autograder.bridge.errors import StudentError, StudentGone, student_error

PRINT_LIMIT = 4000
LABEL_LIMIT = 80
HANDLE_LIMIT = 10_000
LENT_LIST_LIMIT = 1_000_000
# All replies of a check are kept until it is judged, so that there is a limit to them together.
CHECK_BYTES = 256 << 20
_NESTED = frozenset({list, tuple, dict, set, np.ndarray})
_WARNINGS: dict[str, type[Warning]] = {
    kind.__name__: kind for kind in (RuntimeWarning, DeprecationWarning, FutureWarning, UserWarning)
}


class Channel(Protocol):
    """One request and its reply. `serve` answers what the student's code asks in between (callbacks)."""

    def request(self, frame: bytes, serve: Callable[[bytes], bytes]) -> bytes: ...


@dataclass(frozen=True)
class Call:
    """One recorded request: what was asked, as sent, the reply as it came (None: no reply), and how many callbacks
    the student's code made before it replied."""

    label: str
    operation: str
    frame: bytes
    reply: bytes | None
    callbacks: int


class Lender:
    """What the judge lends to a student's code: callables, and the oracles of follow-through with what they return.

    An oracle's answer is plain data, an instance of a class that is defined in the reference, or a function or method
    of such. Nothing else is lent: the frame of a generator, say, would lead to everything that the judge has."""

    def __init__(self, reference: ModuleType | None = None) -> None:
        self.objects: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.asked: set[int] = set()
        self.home = reference.__name__ if reference is not None else None

    def lend(self, value: Any) -> list[Any]:
        number = self.numbers.setdefault(id(value), len(self.objects) + 1)
        self.objects[number] = value
        return ["f", number, callable(value)]

    def was_asked(self, value: Any) -> bool:
        return self.numbers.get(id(value)) in self.asked

    def serve(self, frame: bytes, resolve: Callable[[list[Any]], Any]) -> bytes:
        """Answer one callback. What comes in is hostile; errors go back as a type and a sentence, without a trace."""
        head, body = codec.decode(frame, resolve)
        try:
            value = _listed(self._perform(head, body))
            drawn_from = codec.generators_in(*body) if head["op"] == "call" else []
            if drawn_from:  # the student's own must go on from where the oracle has brought them
                return codec.encode({"op": "answer", "drawn": True}, (value, drawn_from), self._lend_answer)
            return codec.encode({"op": "answer"}, value, self._lend_answer)
        except StudentGone:
            raise
        except (Exception, RecursionError) as error:
            return codec.encode({"op": "error", "type": type(error).__name__, "message": str(error)[:500]}, None)

    def _perform(self, head: dict[str, Any], body: Any) -> Any:
        number = head.get("callback")
        if not isinstance(number, int) or number not in self.objects:
            raise codec.CodecError("there is no such callback")
        target = self.objects[number]
        if head.get("op") == "call" and callable(target):
            self.asked.add(number)
            args, kwargs = body
            return target(*args, **kwargs)
        name = head.get("name")
        # Attributes are open only on objects that an oracle made, and only by public names: a function's or a
        # module's attributes would lead to everything else of ours.
        if head.get("op") == "get" and isinstance(name, str) and not name.startswith("_") and self._is_instance(target):
            return getattr(target, name)
        raise codec.CodecError("that may not be asked")

    def _lend_answer(self, value: Any) -> list[Any]:
        if self.may_lend(value) or id(value) in self.numbers:
            return self.lend(value)
        raise codec.CodecError(f"a {type(value).__name__} cannot be lent")

    def may_lend(self, value: Any) -> bool:
        """Whether what is not plain data may be lent."""
        is_function = isinstance(value, FunctionType) and value.__module__ == self.home
        is_method = isinstance(value, MethodType) and self._is_instance(value.__self__)
        return is_function or is_method or self._is_instance(value)

    def _is_instance(self, value: Any) -> bool:
        """Whether this is an object of a class of the reference, and not a class or a function itself."""
        return type(value).__module__ == self.home and not isinstance(value, type | FunctionType | MethodType)


class Connection:
    """Talks to one student process and remembers what was said during the current check. The `reference` is whose
    objects may be lent, and whose names may be said: those that a student's code chooses never are."""

    def __init__(self, channel: Channel, reference: ModuleType | None = None):
        self.channel, self.reference = channel, reference
        self.lender = Lender(reference)
        self.known_names: Collection[str] = vars(reference).keys() if reference is not None else ()
        self.transcript: list[Call] = []
        self.printed = ""
        self._proxies: dict[int, StudentObject] = {}
        self._callbacks = self._depth = 0
        self._bytes_left = CHECK_BYTES
        self._begins = False
        self._asking = ""
        self.changes = 0  # how often something was done that may have changed an object over there
        self._keeps_input = False
        self._originals: dict[int, tuple[Any, Any]] = {}
        self.changed_input = self.answered_empty = False

    def begin(self, keep_input: bool = False) -> None:
        """A new check: forget the last one's calls, what it printed, and its objects on this side; the other side
        forgets them when the first request comes. With `keep_input` the check's own arguments stay as they are,
        whatever a call did to its copies."""
        self.lender, self.transcript, self.printed, self._proxies = Lender(self.reference), [], "", {}
        self._bytes_left, self._begins, self._keeps_input = CHECK_BYTES, True, keep_input
        self.changed_input = self.answered_empty = False

    def restore_input(self) -> None:
        """The check is over. What a call changed in its arguments may live on (a table of the reference's, say), and
        the next check must find it as it was."""
        for changed, original in self._originals.values():
            overwrite(changed, original)
        self._originals.clear()

    def load(self, module: str, source: str) -> "Loaded":
        """Load the student's file; its public names and what each is, and which of them each can call."""
        match self.ask("load", "load", None, source, name=module):
            case (dict() as names, dict() as calls):
                return Loaded(names, calls)
        return Loaded({}, {})

    def ask(self, label: str, operation: str, target: int | None, body: Any, name: str = "") -> Any:
        """One request. Returns the answer, or raises what the student's code raised."""
        head: dict[str, Any] = {"op": operation, "name": name}
        if target is not None:
            head["target"] = target
        if self._begins:
            head["begins"], self._begins = True, False
        frame = codec.encode(head, body, self._export)
        reply = None
        outer_callbacks, self._callbacks = self._callbacks, 0
        self._depth += 1
        try:
            reply = self.channel.request(frame, self._serve)
            self._bytes_left -= len(reply)
            if self._bytes_left < 0:
                raise codec.CodecError("the answers of this check are too large together")
            self._asking = label
            answer, value = codec.decode(reply, self._resolve, widen=True)
        except codec.CodecError as error:
            reply = None  # there is nothing in it that could be compared with another answer
            raise StudentGone("crashed", f"the answer of {label} could not be read: {error}") from None
        finally:
            self._depth -= 1
            if not self._depth:  # a call that an oracle makes is a part of the call that asked the oracle
                self.transcript.append(Call(label, operation, frame, reply, self._callbacks))
            self._callbacks = outer_callbacks
        self._note_printed(answer)
        if answer.get("op") == "error":
            raise student_error(answer)
        if answer.get("changed") is True:
            value = self._apply_changes(value, body)
        self.changes += operation in ("call", "set")
        self.answered_empty |= _holds_empty(value) or (operation == "length" and not value)
        if operation not in ("load", "set"):  # which are the judge's own doing, outside any check's warning filters
            _repeat_warnings(answer.get("warnings"))
        return value

    def _serve(self, frame: bytes) -> bytes:
        self._callbacks += 1
        return self.lender.serve(frame, self._resolve)

    def _export(self, value: Any) -> list[Any]:
        if isinstance(value, StudentObject):
            item: list[Any] = value._item
            return item
        if callable(value):
            return self.lender.lend(value)
        raise TypeError(f"a check cannot pass a {type(value).__name__} to a student's function")

    def _resolve(self, item: list[Any]) -> Any:
        if item[0] == "f":
            return self.lender.objects[item[1]]
        _, number, is_callable, kind = item
        if not isinstance(number, int) or not isinstance(kind, str):
            raise codec.CodecError("a handle is not one")
        if number not in self._proxies:
            if len(self._proxies) >= HANDLE_LIMIT:
                raise codec.CodecError("the answers of this check hold too many objects")
            label = kind if kind in self.known_names else f"what {self._asking} returned"
            self._proxies[number] = StudentObject(self, ["h", number, is_callable is True, ""], label)
        return self._proxies[number]

    def _note_printed(self, answer: dict[str, Any]) -> None:
        text = answer.get("printed")
        if isinstance(text, str):
            self.printed = (self.printed + text)[:PRINT_LIMIT]

    def _apply_changes(self, value: Any, body: Any) -> Any:
        """The call changed its arguments over there: change ours alike, as a call in this process would have."""
        try:
            result, (new_args, new_kwargs) = value
            args, kwargs = body
            named = {key: new_kwargs[key] for key in kwargs}
            for old, new in matched((*args, *kwargs.values()), (*new_args, *named.values())):
                if isinstance(old, np.random.Generator):
                    if not isinstance(old, codec.OwnGenerator):  # of which they had only an offspring
                        move_on(old, new)
                elif is_changed(old, new):
                    self.changed_input = True
                    if not self._keeps_input:
                        if id(old) not in self._originals:
                            self._originals[id(old)] = old, copy.copy(old)
                        overwrite(old, new)
            return result
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
            raise StudentGone("crashed", "the answer does not have the form of an answer") from None


@dataclass(frozen=True)
class Loaded:
    """What the student's process says of the module: what each public name is ("callable" or "data"), and which others
    of them its code can call. Both are the student's word."""

    names: dict[str, str]
    calls: dict[str, list[str]]

    def called_by(self, name: str) -> set[str]:
        called = self.calls.get(name)
        return {other for other in called if isinstance(other, str)} if isinstance(called, list) else set()


class StudentModule:
    """The student's module: functions and classes are called over the bridge, constants are fetched."""

    def __init__(self, connection: Connection, module: str, names: dict[str, str]):
        self.__dict__.update(_connection=connection, _module=module, _names=names)

    def __getattr__(self, name: str) -> Any:
        kind = self._names.get(name)
        if kind is None:
            error = student_error({"type": "AttributeError", "bases": ["AttributeError"], "message": name})
            error.text, error.is_missing = f"{name} is not defined in {self._module}.py", True
            raise error
        if kind == "callable":
            return StudentFunction(self._connection, name)
        return self._connection.ask(name, "get", None, None, name=name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._connection.ask(name, "set", None, value, name=name)
        self._names[name] = "callable" if callable(value) else "data"


class StudentFunction:
    """A function or class at the top level of the student's module."""

    def __init__(self, connection: Connection, name: str):
        self._connection, self._name = connection, name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._connection.ask(self._name, "call", None, (args, kwargs), name=self._name)

    def __repr__(self) -> str:
        return self._name  # so that pytest's explanations read "where 0.69 = entropy([0.5, 0.5])"


class StudentObject:
    """An object that stays with the student: its attributes, methods, length, items and iteration work from here."""

    def __init__(self, connection: Connection, item: list[Any], label: str):
        self.__dict__.update(_connection=connection, _item=item, _label=label, _said={}, _said_at=-1)

    def _ask(self, operation: str, body: Any, label: str = "", name: str = "") -> Any:
        return self._connection.ask(label or self._label, operation, self._item[1], body, name=name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = self._ask("get", None, self._member(name), name)
        if isinstance(value, StudentObject):
            value.__dict__["_label"] = self._member(name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self._ask("set", value, self._member(name), name)

    def _member(self, name: str) -> str:
        return f"{name} of {self._label}" if " " in self._label else f"{self._label}.{name}"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("call", (args, kwargs))

    def __len__(self) -> int:
        length = self._ask("length", None)
        if not isinstance(length, int) or length < 0:
            raise TypeError(f"len of {self._label} is not a number")
        self._hold_to("length", length)
        return length

    def __getitem__(self, key: Any) -> Any:
        value = self._ask("item", key)
        if isinstance(key, int | str):
            self._hold_to(f"item {key!r}", _as_bytes(value))
        return value

    def __iter__(self) -> Iterator[Any]:
        elements = self._ask("list", None)
        if not isinstance(elements, list):
            raise self._contradiction()
        self._hold_to("elements", _as_bytes(elements))
        self._hold_to("length", len(elements))
        return iter(elements)

    def _hold_to(self, what: str, said: Any) -> None:
        """What an object says of itself has to stay, until something is done that may change it."""
        if self._said_at != self._connection.changes:
            self.__dict__.update(_said={}, _said_at=self._connection.changes)
        if self._said.setdefault(what, said) != said:
            raise self._contradiction()

    def _contradiction(self) -> StudentGone:
        return StudentGone("failed", f"{self._label} contradicts itself: its length, its elements and its items differ")

    def __repr__(self) -> str:
        return f"<the student's {self._label}>"


def _as_bytes(value: Any) -> bytes:
    return codec.encode(
        {}, value, lambda item: item._item if isinstance(item, StudentObject) else ["f", id(item), True]
    )


def _listed(value: Any) -> Any:
    """An oracle's answer with lists in place of iterators, which stay with the judge and would be open to questions."""
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return type(value)(map(_listed, value))
    if is_plain_iterator(value):
        return [_listed(element) for element in islice(value, LENT_LIST_LIMIT)]
    return value


def is_plain_iterator(value: Any) -> bool:
    """A generator, or what zip, map and their kin give."""
    return isinstance(value, Iterator) and (
        inspect.isgenerator(value) or type(value).__module__ in ("builtins", "itertools")
    )


def _holds_empty(value: Any) -> bool:
    """Whether there is anything empty in an answer: an array, a list, a tuple, a dict or a set."""
    if isinstance(value, np.ndarray):
        return value.size == 0 or (value.dtype.kind == "O" and _holds_empty(value.ravel().tolist()))
    if not isinstance(value, list | tuple | dict | set):
        return False
    parts = value.values() if isinstance(value, dict) else value
    return not value or (not _NESTED.isdisjoint(map(type, parts)) and any(map(_holds_empty, parts)))


def _repeat_warnings(items: Any) -> None:
    """Warn here of what the call warned of there, so that a check's own warning filters decide."""
    for item in items if isinstance(items, list) else []:
        if isinstance(item, list) and len(item) == 3 and all(isinstance(text, str) for text in item[:2]):
            bases = item[2] if isinstance(item[2], list) else []
            kind = next((_WARNINGS[name] for name in bases if isinstance(name, str) and name in _WARNINGS), Warning)
            warnings.warn(f"{item[0]}: {item[1]}", kind, stacklevel=5)


__all__ = ["Call", "Channel", "Connection", "StudentError", "StudentGone", "StudentModule", "StudentObject"]
