"""A hundred thousand hostile messages: the trusted side never fails in an unforeseen way, and does not grow.

Half of them are real frames with bytes or JSON values changed, half are built from the grammar of the codec with
values that such grammars are attacked with. They go through the same code as a student's answers do.
"""

import contextlib
import json
import random
import resource
import sys
import tracemalloc
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from autograder.bridge import codec
from autograder.bridge.codec import LENGTHS, CodecError, decode, encode
from autograder.bridge.errors import StudentError, StudentGone
from autograder.bridge.student import Connection, Lender
from autograder.grading.bounds import bounded_memory
from autograder.grading.compare import difference, read_reply, same_reply

MESSAGES = 25_000  # in each of four tests
FORESEEN = (StudentError, StudentGone)
TAGS = [*"ltSdcbasoghf", "x", "", None, 1]
DTYPES = ["<f8", "|b1", "<i4", "<U3", "|S2", "<c16", "|O", "<M8[s]", "<U999999", "V8", "<f8\n", ["<f8"]]
ODD_NUMBERS = [0, 1, -1, 8, 16, 2**31, 2**63, 2**64, 10**40, 1.5, -0.0, float("nan"), float("inf"), True, False]
ODD_TEXTS = [
    "",
    "answer",
    "error",
    "callback",
    "ValueError",
    "\ud800",
    "\x1b[2J",
    "\0",
    "x" * 6000,
    "__class__",
    "PCG64",
]
HEAD_KEYS = ["op", "type", "bases", "message", "line", "text", "printed", "warnings", "changed", "callback", "name"]
VALUES = [
    *(None, True, 1, 2.5, "text", b"bytes", 1j, [1, [2, "x"]], (1, 2), {"a": 1, 2: [3]}, {1, 2}),
    *(np.arange(6.0).reshape(2, 3), np.array(["a", "bc"]), np.array([True]), np.float32(1), np.zeros((0, 3))),
    *(np.array([None, "a"], dtype=object), np.random.default_rng(1), np.random.Generator(np.random.PCG64DXSM(1))),
]
HEADS = [
    {"op": "answer", "changed": False, "printed": "hello", "warnings": [["RuntimeWarning", "x", ["RuntimeWarning"]]]},
    {"op": "answer", "changed": True, "printed": "", "warnings": []},
    {"op": "error", "type": "ValueError", "bases": ["ValueError"], "message": "no", "line": 3, "text": "raise"},
    {"callback": 1, "op": "call"},
    {"callback": 2, "op": "get", "name": "value"},
]


def frame(text: bytes, blob: bytes = b"") -> bytes:
    return LENGTHS.pack(len(text), len(blob)) + text + blob


def odd_json(chance: random.Random, depth: int = 0) -> Any:
    """A value of the codec's grammar, or nearly one."""
    roll = chance.random()
    if depth > 4 or roll < 0.3:
        return chance.choice([None, *ODD_NUMBERS, *ODD_TEXTS])
    if roll < 0.4:
        return {chance.choice(ODD_TEXTS): odd_json(chance, depth + 1) for _ in range(chance.randrange(3))}
    if roll < 0.6:
        shape = [chance.choice([0, 1, 2, 3, 2**31 - 1, -1, "1"]) for _ in range(chance.randrange(4))]
        start, size = (chance.choice([0, 8, 16, 48, -8, 2**40, 1.0]) for _ in range(2))
        return ["a", chance.choice(DTYPES), shape, start, size]
    inner = [odd_json(chance, depth + 1) for _ in range(chance.randrange(5))]
    return [chance.choice(TAGS), *inner] if chance.random() < 0.9 else inner


def built_frames(chance: random.Random, count: int) -> Iterator[bytes]:
    for _ in range(count):
        head = dict(chance.choice(HEADS))
        for _ in range(chance.randrange(3)):
            head[chance.choice(HEAD_KEYS)] = odd_json(chance, 2)
        yield frame(json.dumps([head, odd_json(chance)]).encode(), chance.randbytes(chance.choice([0, 8, 48])))


def changed_frames(chance: random.Random, count: int) -> Iterator[bytes]:
    """Real frames, each with a few bytes changed, left out, doubled, or taken from another frame."""
    real = [encode(head, value) for head in HEADS for value in VALUES]
    for _ in range(count):
        data = bytearray(chance.choice(real))
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(LENGTHS.size, len(data) + 1)
            match chance.randrange(4):
                case 0:
                    data[place : place + 1] = chance.randbytes(1)
                case 1:
                    del data[place : place + chance.randrange(9)]
                case 2:
                    data[place:place] = chance.choice([b"[", b"]", b'"', b",", b"9" * 50, b"null", b"-", b"1e999"])
                case 3:
                    other = chance.choice(real)
                    data[place:place] = other[LENGTHS.size :][: chance.randrange(40)]
        if chance.random() < 0.8:  # lengths that fit, so that the content is looked at
            text = min(max(LENGTHS.unpack_from(data)[0], 0), len(data) - LENGTHS.size)
            data[: LENGTHS.size] = LENGTHS.pack(text, len(data) - LENGTHS.size - text)
        yield bytes(data)


def frames(seed: str) -> Iterator[bytes]:
    chance = random.Random(seed)
    yield from built_frames(chance, MESSAGES // 2)
    yield from changed_frames(chance, MESSAGES // 2)


@pytest.fixture
def does_not_grow() -> Iterator[None]:
    """What the process holds at most after the test must be near what it held at most before."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000, "kilobytes"


class Hostile:
    """A channel whose other end answers every request with the next of these frames."""

    def __init__(self, replies: Iterator[bytes]):
        self.replies = replies

    def request(self, frame: bytes, serve: Any) -> bytes:
        return next(self.replies)


def test_decoding(does_not_grow):
    read = 0
    for data in frames("decoding"):
        with contextlib.suppress(CodecError):
            decode(data, lambda item: tuple(map(str, item)))
            read += 1
    assert read > MESSAGES / 20, "messages that are all refused at once would try nothing"


def test_answers_to_calls(does_not_grow):
    connection = Connection(Hostile(frames("answers")))
    answered = gone = 0
    for number in range(MESSAGES // 2 * 2):
        if number % 50 == 0:
            connection.begin(keep_input=number % 100 == 0)
        arguments = (np.arange(3.0), [1, 2], {"k": 1}, np.random.default_rng(0), abs)
        try:
            connection.ask("f", "call", None, (arguments, {"key": np.zeros(2)}), name="f")
            answered += 1
        except FORESEEN:
            gone += 1
    assert answered > MESSAGES / 50 and gone > MESSAGES / 50
    assert len(connection.printed) <= 4000


def test_callbacks(does_not_grow):
    class Lent:
        value = 3.5

    refused = answered = 0
    for data in frames("callbacks"):
        lender = Lender(sys.modules[__name__])
        lender.lend(abs), lender.lend(Lent())
        connection = Connection(Hostile(iter(())))
        connection.lender = lender
        try:
            head, _ = decode(lender.serve(data, connection._resolve), lambda item: None)
            assert set(head) in ({"op"}, {"op", "type", "message"})
            answered += head["op"] == "answer"
        except CodecError:
            refused += 1
    assert refused > 0 and answered > 0


def test_answers_that_are_compared_with_the_reference(does_not_grow):
    right = [read_reply(encode(HEADS[0], value), 0) for value in VALUES]
    said = set()
    for number, data in enumerate(frames("compared")):
        try:
            reply = read_reply(data, 0)
        except CodecError:
            continue
        wanted = right[number % len(right)]
        same_reply(reply, wanted)
        said.add(difference("f", reply, wanted)[1][:40])
    assert len(said) > 20
    for text in said:
        text.encode()  # half of a surrogate pair, which no report could hold, would be an error here


COLLIDING = [((1 << 61) - 1) * number for number in range(100_000)]


@pytest.mark.parametrize(
    "hostile",
    [
        frame(json.dumps([{}, ["S", *COLLIDING]]).encode()),
        frame(json.dumps([{}, ["d", *([["t", key], 0] for key in COLLIDING)]]).encode()),
        frame(json.dumps([{}, ["l", *[["a", "|u1", [1 << 20], 0, 1 << 20]] * 9999]]).encode(), bytes(1 << 20)),
        frame(json.dumps([{}, ["l", *[["b", 0, 1 << 20]] * 9999]]).encode(), bytes(1 << 20)),
        frame(json.dumps([{}, ["l", *[["s", "<U999999", 1]] * 9999]]).encode()),
        frame(json.dumps([{}, ["a", "<f8", [0, 2**31 - 1], 0, 0]]).encode()),
        frame(json.dumps([{}, ["o", [2**31 - 1, 0]]]).encode()),
        frame(json.dumps([{}, ["a", "<f8", [2**16] * 4, 0, 0]]).encode()),
        frame(b"[{}, " + b"8" * 7_000_000 + b"]"),
        frame(b"[{}, " + b"[" * 4_000_000 + b"]" * 4_000_000 + b"]"),
        frame(b'[{"op": ' + b"[" * 500 + b"]" * 500 + b"}, 1]"),
        frame(json.dumps([{}, ["l", *[["g", np.random.default_rng(0).bit_generator.state]] * 9999]]).encode()),
        frame(json.dumps([{}, ["g", {"bit_generator": "MT19937", "state": {"key": [0] * 624, "pos": 700}}]]).encode()),
        frame(json.dumps([{}, ["g", {"bit_generator": "MT19937", "state": {"key": [0] * 624, "pos": -1}}]]).encode()),
        LENGTHS.pack(2**32 - 1, 2**32 - 1),
    ],
    ids=range(15),
)
def test_what_a_fuzzer_would_not_find(hostile):
    """Quadratic time, small frames that unfold into large values, reads outside an array: refused, and at once."""
    tracemalloc.start()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    try:
        with pytest.raises(CodecError):
            decode(hostile)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40 * len(hostile) + 2_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - used < 5, "seconds of processor time, measured slowly"


def test_the_answers_of_one_check_are_bounded_together():
    block = encode({"op": "answer"}, np.zeros(codec.BLOB_LIMIT // 8))
    connection = Connection(Hostile(iter([block] * 10)))
    connection.begin()
    with pytest.raises(StudentGone, match="too large together"):
        for _ in range(10):
            connection.ask("f", "call", None, ((), {}))
    assert len(connection.transcript) < 6


def test_the_judge_itself_has_a_bound():
    column = np.zeros((1 << 20, 1))
    with bounded_memory(), pytest.raises(MemoryError):
        column - np.zeros(1000)
    assert (column[:1000] - np.zeros(1000)).shape == (1000, 1000)


def test_too_many_objects_are_refused():
    many = frame(json.dumps([{"op": "answer"}, ["l", *(["h", n, True, "x"] for n in range(20_000))]]).encode())
    with pytest.raises(StudentGone, match="too many objects"):
        Connection(Hostile(iter([many]))).ask("f", "call", None, ((), {}))


def test_a_generator_goes_on_its_own_way_only():
    """A student who could put the check's generator on a sequence of zeros would know all later data."""
    ours, drawn = np.random.default_rng(1), np.random.default_rng(1)
    drawn.normal(size=5)
    moved = encode({"op": "answer", "changed": True}, (None, ((drawn,), {})))
    Connection(Hostile(iter([moved]))).ask("f", "call", None, ((ours,), {}))
    assert ours.integers(1 << 40) == drawn.integers(1 << 40)
    for other in (np.random.default_rng(2), np.random.Generator(np.random.PCG64DXSM(1))):
        swapped = encode({"op": "answer", "changed": True}, (None, ((other,), {})))
        with pytest.raises(StudentGone, match="form of an answer"):
            Connection(Hostile(iter([swapped]))).ask("f", "call", None, ((ours,), {}))
