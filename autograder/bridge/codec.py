"""Values to bytes and back, for a channel whose other end may be hostile.

This file runs on both sides, so it imports only the standard library and numpy.

A frame is JSON followed by raw bytes. The JSON is `[head, body]`: `head` is a plain object (operation, names), `body`
one encoded value. None, bool, int, float and str stand for themselves; all else is a list that begins with a tag:

    ["l", ...] list     ["t", ...] tuple     ["S", ...] set     ["d", [key, value], ...] dict     ["c", re, im] complex
    ["b", start, size] bytes                 ["a", dtype, shape, start, size] array of a plain dtype
    ["s", dtype, value] numpy scalar         ["o", shape, item, ...] array of dtype object, item by item
    ["g", state] numpy Generator             ["h", id, callable, type] an object that stays with the student
    ["f", id, callable] an object that stays with the judge

Decoding evaluates nothing, allocates no more than the frame's own size allows, and raises only CodecError.
"""

import json
import math
import re
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

JSON_LIMIT = 8 << 20
BLOB_LIMIT = 64 << 20
DEPTH_LIMIT = 200
HEAD_TEXT, HEAD_ITEMS, HEAD_DEPTH = 5000, 100, 4
KEY_LIMIT = 5_000
GENERATOR_LIMIT = 100
LENGTHS = struct.Struct("!II")
_JSON = json.JSONEncoder(separators=(",", ":"))
_PARSE = json.JSONDecoder().decode

_PLAIN_DTYPE = re.compile(r"^(?:\|b1|\|[iu]1|<[iu][248]|<f[248]|<c(?:8|16)|<U\d{1,6}|\|S\d{1,6})$")
_PLAIN = frozenset({type(None), bool, int, float, str})
_NUMBERS = _PLAIN - {str}
_TAGS: dict[type, str] = {list: "l", tuple: "t"}
_LISTS: Any = (list, range, type({}.keys()), type({}.values()), type({}.items()))
_BELOW_PLAIN = (bool, str, float, int)  # a subclass of one of these travels as what is behind it
# What nearly all arrays are made of, and needs no second look.
_WIDEST = {"f": np.dtype("<f8"), "c": np.dtype("<c16"), "i": np.dtype("<i8"), "u": np.dtype("<u8")}
_USUAL_DTYPES = {name: np.dtype(name) for name in ("<f8", "<i8", "|b1", "<f4", "<i4")}
# Not MT19937, whose state gives away what was drawn before, and holds a pointer that numpy believes.
_BIT_GENERATORS = {"PCG64": np.random.PCG64, "PCG64DXSM": np.random.PCG64DXSM}


class CodecError(Exception):
    """The value cannot cross the bridge, or the bytes are not a frame of ours."""


class OwnGenerator(np.random.Generator):
    """A check's own generator. Every generator can be run backwards, to what was drawn from it before; so what crosses
    the bridge is not this one but a new one, spawned from it for the call."""


def refuse(value: Any) -> list[Any]:
    """The export of a side that has nothing to lend: every value that is not plain data is refused."""
    raise CodecError(f"a {type(value).__name__} cannot be passed here")


def encode(head: dict[str, Any], body: Any, export: Callable[[Any], list[Any]] = refuse) -> bytes:
    """One frame. `export` turns an object that is not data into its "h" or "f" item."""
    encoder = _Encoder(export)
    try:
        text = _JSON.encode([head, encoder.item(body, 0)]).encode()
    except (ValueError, RecursionError) as error:
        raise CodecError(str(error)) from None
    if len(text) > JSON_LIMIT:
        raise CodecError("the value is too large to pass on")
    return b"".join((LENGTHS.pack(len(text), encoder.size), text, *encoder.blobs))


def decode(
    frame: bytes, resolve: Callable[[list[Any]], Any] = refuse, widen: bool = False
) -> tuple[dict[str, Any], Any]:
    """Head and body of one frame. `resolve` turns an "h" or "f" item into the object it names. With `widen` numbers
    come in the widest type of their kind: in half precision a comparison would find far too much equal."""
    try:
        text_size, blob_size = LENGTHS.unpack_from(frame)
        start = LENGTHS.size + text_size
        if text_size > JSON_LIMIT or blob_size > BLOB_LIMIT or len(frame) != start + blob_size:
            raise CodecError("the frame's lengths are wrong")
        head, body = _PARSE(str(frame[LENGTHS.size : start], "utf-8"))
        if not isinstance(head, dict):
            raise CodecError("the frame has no head")
        return _clean_head(head, 0), _Decoder(memoryview(frame)[start:], resolve, widen).value(body, 0)
    except CodecError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, struct.error, RecursionError, MemoryError) as e:
        raise CodecError(f"the frame cannot be read ({type(e).__name__})") from None


def read_frame(receive: Callable[[int], bytes]) -> bytes:
    """One frame from `receive`, which gives up to so many bytes; b"" if the other end has hung up. Requests and
    replies take turns, so nothing may follow a frame: one read is enough for most."""
    data = receive(1 << 16)
    while 0 < len(data) < LENGTHS.size and (part := receive(1 << 16)):
        data += part
    if len(data) < LENGTHS.size:
        return b""
    text_size, blob_size = LENGTHS.unpack_from(data)
    if text_size > JSON_LIMIT or blob_size > BLOB_LIMIT:
        raise CodecError("the frame is too large")
    size = LENGTHS.size + text_size + blob_size
    if len(data) < size:
        whole = bytearray(data)
        while len(whole) < size and (part := receive(1 << 20)):
            whole += part
        data = bytes(whole)
    if len(data) > size:
        raise CodecError("it is more than one answer")
    return data if len(data) == size else b""


def is_reply(frame: bytes) -> bool:
    """Whether a frame answers something, rather than asks for it."""
    return frame[LENGTHS.size + 2 :].startswith((b'"op":"answer"', b'"op":"error"'))


def can_change(arguments: tuple[tuple[Any, ...], dict[str, Any]]) -> bool:
    """Whether a call could leave any of its arguments other than it was; numbers and texts cannot change."""
    args, kwargs = arguments
    return not (_PLAIN.issuperset(map(type, args)) and _PLAIN.issuperset(map(type, kwargs.values())))


def generators_in(args: Any, kwargs: Any) -> list[np.random.Generator]:
    """The random generators among a call's arguments: whoever serves the call draws from them."""
    return [value for value in (*args, *kwargs.values()) if isinstance(value, np.random.Generator)]


def clean_text(text: str) -> str:
    """The text without lone surrogates, which cannot be written to any file."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _clean_head(item: Any, depth: int) -> Any:
    """The head without what a report could not hold: it is names, texts and short lists of them, and is shown."""
    kind = type(item)
    if kind is str:
        return clean_text(item[:HEAD_TEXT])
    if kind in _NUMBERS:
        return item
    if depth == HEAD_DEPTH:
        raise CodecError("the head is nested too deeply")
    if kind is list:
        return [_clean_head(element, depth + 1) for element in item[:HEAD_ITEMS]]
    return {clean_text(key): _clean_head(value, depth + 1) for key, value in item.items()}


class _Encoder:
    def __init__(self, export: Callable[[Any], list[Any]]):
        self.blobs: list[bytes] = []
        self.export, self.size = export, 0

    def item(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if depth > DEPTH_LIMIT:
            raise CodecError("the value is nested too deeply to pass on")
        deeper = depth + 1
        if kind is np.ndarray:
            return self.array(value, deeper)
        if kind in _TAGS:
            if _PLAIN.issuperset(map(type, value)):  # the usual case, and many times faster
                return [_TAGS[kind], *value]
            return [_TAGS[kind], *[self.item(element, deeper) for element in value]]
        if isinstance(value, _BELOW_PLAIN) and not isinstance(value, np.generic):
            return _plain(value)
        if isinstance(value, np.ndarray):
            return self.array(np.asarray(value), deeper)
        if isinstance(value, np.generic):
            return self.scalar(value)
        if isinstance(value, _LISTS):
            return ["l", *[self.item(element, deeper) for element in value]]
        if isinstance(value, tuple):
            return ["t", *[self.item(element, deeper) for element in value]]
        if isinstance(value, dict):
            return ["d", *[[self.item(key, deeper), self.item(item, deeper)] for key, item in value.items()]]
        if isinstance(value, set | frozenset):
            return ["S", *[self.item(element, deeper) for element in value]]
        if isinstance(value, complex):
            return ["c", value.real, value.imag]
        if isinstance(value, bytes | bytearray):
            return ["b", *self.blob(bytes(value))]
        if isinstance(value, OwnGenerator):
            value = value.spawn(1)[0]
        if isinstance(value, np.random.Generator):
            return ["g", _generator_state(value)]
        return self.export(value)

    def array(self, array: np.ndarray, depth: int) -> list[Any]:
        if array.dtype.kind == "O":
            return ["o", list(array.shape), *[self.item(element, depth) for element in array.ravel().tolist()]]
        if array.dtype.str not in _USUAL_DTYPES:
            array = _in_plain_dtype(array)
        return ["a", array.dtype.str, list(array.shape), *self.blob(array.tobytes())]

    def scalar(self, value: Any) -> Any:
        if value.dtype.kind in "US":
            return self.item(value.item(), 0)
        array = _in_plain_dtype(np.asarray(value))
        number = array.item()
        return ["s", array.dtype.str, [number.real, number.imag] if array.dtype.kind == "c" else number]

    def blob(self, data: bytes) -> tuple[int, int]:
        start = self.size
        self.blobs.append(data)
        self.size += len(data)
        if self.size > BLOB_LIMIT:
            raise CodecError("the value is too large to pass on")
        return start, len(data)


class _Decoder:
    def __init__(self, blob: memoryview, resolve: Callable[[list[Any]], Any], widen: bool):
        self.blob, self.resolve, self.widen = blob, resolve, widen
        self.unread, self.keys_left, self.generators_left = len(blob), KEY_LIMIT, GENERATOR_LIMIT

    def value(self, item: Any, depth: int) -> Any:
        kind = type(item)
        if kind in _NUMBERS:
            return item
        if kind is str:
            return clean_text(item)
        if kind is dict:
            raise CodecError("the frame holds an untagged object")
        if depth > DEPTH_LIMIT:
            raise CodecError("the value is nested too deeply")
        tag, *rest = item
        deeper = depth + 1
        if tag == "a":
            return self.array(*rest)
        if tag == "l" or tag == "t":
            if not _NUMBERS.issuperset(map(type, rest)):  # numbers alone are the usual case, and many times faster
                rest = [self.value(element, deeper) for element in rest]
            return rest if tag == "l" else tuple(rest)
        if tag == "S":
            return {self.key(element, deeper) for element in rest}
        if tag == "d":
            return {self.key(key, deeper): self.value(value, deeper) for key, value in rest}
        if tag == "c":
            return complex(float(rest[0]), float(rest[1]))
        if tag == "b":
            return bytes(self.part(*rest))
        if tag == "s":
            return self.scalar(*rest)
        if tag == "o":
            shape, *elements = rest
            array = np.empty(len(elements), dtype=object)
            for index, element in enumerate(elements):
                array[index] = self.value(element, deeper)
            return array.reshape(_shape(shape))
        if tag == "g":
            self.generators_left -= 1
            if self.generators_left < 0:
                raise CodecError("the frame holds too many random generators")
            return _generator(rest[0])
        if tag in ("h", "f"):
            return self.resolve(item)
        raise CodecError("the frame holds an unknown tag")

    def key(self, item: Any, depth: int) -> Any:
        """A member of a set or key of a dict. Text is hashed with a secret, but numbers can be chosen so that their
        hashes collide, and then each costs as much time as there are others before it: not too many of those."""
        if not isinstance(item, str):
            self.keys_left -= _leaves(item)
            if self.keys_left < 0:
                raise CodecError("a set or a dict has too many members that are not text")
        return self.value(item, depth)

    def part(self, start: int, size: int) -> memoryview:
        if not (_is_count(start) and _is_count(size) and start + size <= len(self.blob)):
            raise CodecError("the frame points outside itself")
        self.unread -= size
        if self.unread < 0:  # or a small frame could be unfolded into any number of copies of its bytes
            raise CodecError("the frame uses its bytes more than once")
        return self.blob[start : start + size]

    def array(self, dtype_name: str, shape: list[int], start: int, size: int) -> np.ndarray:
        dtype, dimensions = _dtype(dtype_name), _shape(shape)
        data = self.part(start, size)
        if math.prod(dimensions) * dtype.itemsize != size:
            raise CodecError("an array's shape and size disagree")
        if dtype.kind == "b":
            flags: np.ndarray = np.frombuffer(data, np.uint8) != 0
            return flags.reshape(dimensions)
        if dtype.kind == "U" and size:
            codes = np.frombuffer(data, np.uint32)
            if codes.max() > 0x10FFFF or ((codes >= 0xD800) & (codes <= 0xDFFF)).any():
                raise CodecError("an array holds characters that do not exist")
        values = np.frombuffer(data, dtype).reshape(dimensions)
        return values.astype(_WIDEST[dtype.kind]) if self.widen and dtype.kind in _WIDEST else values.copy()

    def scalar(self, dtype_name: str, value: Any) -> Any:
        dtype = _dtype(dtype_name)
        if dtype.kind in "US":  # these travel as text; here a few letters could ask for megabytes
            raise CodecError("a scalar is not a number")
        if dtype.kind == "c":
            value = complex(float(value[0]), float(value[1]))
        elif not isinstance(value, bool | int | float):
            raise CodecError("a scalar is not a number")
        number = np.asarray(value, dtype)
        return number.astype(_WIDEST[dtype.kind])[()] if self.widen and dtype.kind in _WIDEST else number[()]


def _plain(value: Any) -> Any:
    """The plain value behind a subclass (an IntEnum, say), which must not travel as itself."""
    return next(kind(value) for kind in (bool, int, float, str) if isinstance(value, kind))


def _in_plain_dtype(array: np.ndarray) -> np.ndarray:
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "f" and size > 8:
        return array.astype("<f8")
    if kind == "c" and size > 16:
        return array.astype("<c16")
    if kind in "US" and size == 0:
        return array.astype(f"{kind}1")
    if kind not in "biufcUS":
        raise CodecError(f"an array of dtype {array.dtype} cannot be passed on; use numbers, booleans or strings")
    return array.astype(array.dtype.newbyteorder("<"), copy=False)


def _dtype(name: Any) -> np.dtype:
    if name in _USUAL_DTYPES:
        return _USUAL_DTYPES[name]
    if not isinstance(name, str) or not _PLAIN_DTYPE.match(name):
        raise CodecError("an array's dtype is not a plain one")
    dtype = np.dtype(name)
    if dtype.itemsize == 0:
        raise CodecError("an array's items have no size")
    return dtype


def _shape(shape: Any) -> tuple[int, ...]:
    if not isinstance(shape, list) or len(shape) > 32:
        raise CodecError("an array's shape is not one")
    size = 1
    for length in shape:
        if not (_is_count(length) and length < 1 << 31):
            raise CodecError("an array's shape is not one")
        size *= length or 1
    if size > BLOB_LIMIT:  # also of an empty array, whose sums along an axis would be huge
        raise CodecError("an array's shape is too large")
    return tuple(shape)


def _leaves(item: Any) -> int:
    return sum(map(_leaves, item)) if isinstance(item, list) else 1


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0  # and no bool


def _generator_state(generator: np.random.Generator) -> Any:
    state = generator.bit_generator.state
    if state["bit_generator"] not in _BIT_GENERATORS:
        raise CodecError(f"a random generator of kind {state['bit_generator']} cannot be passed on; use default_rng")
    return state


def _generator(state: dict[str, Any]) -> np.random.Generator:
    if not isinstance(state, dict) or state.get("bit_generator") not in _BIT_GENERATORS:
        raise CodecError("a random generator of an unknown kind")
    generator = np.random.Generator(_BIT_GENERATORS[state["bit_generator"]](0))
    generator.bit_generator.state = state
    return generator
