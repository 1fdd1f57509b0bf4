"""The codec: what goes in comes out, and whatever else comes in is refused without harm."""

import contextlib
import json
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.bridge import codec
from autograder.bridge.codec import LENGTHS, CodecError, decode, encode

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(max_size=50) | st.complex_numbers(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=20,
)


def there_and_back(value):
    return decode(encode({"op": "x"}, value))[1]


@given(PLAIN)
@settings(max_examples=200, deadline=None)
def test_plain_values_come_back(value):
    assert repr(there_and_back(value)) == repr(_without_surrogates(value))


def _without_surrogates(value):
    if isinstance(value, str):
        return codec.clean_text(value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, tuple):
        return tuple(_without_surrogates(item) for item in value)
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6).reshape(2, 3),
        np.arange(6.0)[::2],
        np.array([[True, False]]),
        np.array(["a", "bcd", ""]),
        np.array([b"xy"]),
        np.zeros((0, 3)),
        np.array(2.5),
        np.array([1 + 2j]),
        np.arange(4, dtype=">i4"),
        np.array([1, 2], dtype=np.uint8),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    ],
)
def test_arrays_come_back(array):
    back = there_and_back(array)
    assert back.shape == array.shape
    assert back.dtype.kind == array.dtype.kind
    assert np.array_equal(back, array)
    assert back.flags.writeable


def test_object_arrays_travel_item_by_item():
    array = np.array([["Yes", 1], [None, 2.5]], dtype=object)
    back = there_and_back(array)
    assert back.dtype == object
    assert back.tolist() == array.tolist()


def test_scalars_keep_their_type():
    for value in (np.float32(0.1), np.int64(3), np.bool_(True), np.float64("nan"), np.complex64(1j)):
        back = there_and_back(value)
        assert type(back) is type(value)
        assert back == value or np.isnan(value)


def test_generators_go_on_where_they_were():
    for kind in (np.random.PCG64, np.random.PCG64DXSM):
        generator = np.random.Generator(kind(5))
        generator.normal(size=3)
        copy = there_and_back(generator)
        assert copy.normal() == generator.normal()


def test_a_subclass_does_not_travel_as_itself():
    class Liar(float):
        def __eq__(self, other):
            return True

        __hash__ = float.__hash__

    assert type(there_and_back(Liar(1.5))) is float


@pytest.mark.parametrize("value", [object(), len, np.array(["2020-01-01"], dtype="datetime64[D]")])
def test_what_is_not_data_is_refused(value):
    with pytest.raises(CodecError):
        encode({}, value)


def test_depth_and_size_are_bounded():
    nested: list = []
    for _ in range(500):
        nested = [nested]
    with pytest.raises(CodecError, match="deep"):
        encode({}, nested)
    with pytest.raises(CodecError, match="large"):
        encode({}, np.zeros(codec.BLOB_LIMIT // 8 + 1))
    with pytest.raises(CodecError, match="large"):
        codec.read_frame(lambda _: LENGTHS.pack(0xFFFFFFFF, 0))


def frame(text: bytes, blob: bytes = b"") -> bytes:
    return LENGTHS.pack(len(text), len(blob)) + text + blob


@pytest.mark.parametrize(
    "hostile",
    [
        b"",
        b"\0\0",
        frame(b"null"),
        frame(b"[[], null]"),
        frame(b'[{}, {"__class__": 1}]'),
        frame(b'[{}, ["zzz"]]'),
        frame(b"[{}, []]"),
        frame(b'[{}, ["a", "|O", [1], 0, 8]]', b"12345678"),
        frame(b'[{}, ["a", "<f8", [1000000000000], 0, 8]]', b"12345678"),
        frame(b'[{}, ["a", "<f8", [-1], 0, 8]]', b"12345678"),
        frame(b'[{}, ["a", "<f8", [1], -8, 8]]', b"12345678"),
        frame(b'[{}, ["a", "<f8", [1], 0, 1e400]]', b"12345678"),
        frame(b'[{}, ["a", "<M8[D]", [1], 0, 8]]', b"12345678"),
        frame(b'[{}, ["a", "<U0", [9999999], 0, 0]]'),
        frame(b'[{}, ["a", "<U1", [1], 0, 4]]', b"\xff\xff\xff\xff"),
        frame(b'[{}, ["d", [["l"], 1]]]'),
        frame(b'[{}, ["d", 5]]'),
        frame(b'[{}, ["c", "a", "b"]]'),
        frame(b'[{}, ["g", {"bit_generator": "os.system"}]]'),
        frame(b'[{}, ["g", {"bit_generator": "PCG64", "state": 3}]]'),
        frame(b'[{}, ["h", 1, true, "x"]]'),
        frame(b'[{}, ["b", 0, 5]]'),
        frame(b"[{}, " + b"[" * 100_000 + b"]" * 100_000 + b"]"),
        frame(b"[{}, " + b'["l",' * 300 + b"1" + b"]" * 300 + b"]"),
        frame(b"[{}, " + b"9" * 10_000 + b"]"),
        frame(b"\xff\xfe"),
        LENGTHS.pack(5, 0) + b"[{}, 1]",
    ],
)
def test_hostile_frames_are_refused(hostile):
    with pytest.raises(CodecError):
        decode(hostile)


@given(st.binary(max_size=300))
@settings(max_examples=500, deadline=None)
def test_random_bytes_never_do_more_than_fail(data):
    for candidate in (data, frame(data), frame(b"[{}, " + json.dumps(data.decode("latin-1")).encode() + b"]", data)):
        with contextlib.suppress(CodecError):
            decode(candidate)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 1 << 40)
    | st.floats()
    | st.sampled_from([*"ltSdcbasoghf", "<f8", "|O"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=15,
)


@given(JSON, st.binary(max_size=64))
@settings(max_examples=1000, deadline=None)
def test_random_structures_never_do_more_than_fail(body, blob):
    with contextlib.suppress(CodecError):
        decode(frame(json.dumps([{"op": "answer"}, body]).encode(), blob))


def test_a_refused_frame_costs_no_memory():
    tracemalloc.start()
    with pytest.raises(CodecError):
        decode(frame(b'[{}, ["a", "<f8", [2000000000], 0, 8]]', b"12345678"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
