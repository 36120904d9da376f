"""The wire format: what may cross comes back the same; whatever else arrives is a WireError and nothing worse."""

import contextlib
import gc
import json
import random
import time

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.execution import wire

CAP = 1 << 20
dtypes = st.sampled_from(list(wire.dtypes().values()))
arrays = dtypes.flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
scalars = st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.floats() | words
values = st.recursive(
    scalars | arrays,
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


def frame(value, cap=CAP):
    """Header and payload, as they would be read from the pipe."""
    data = b"".join(wire.encode(value, cap))
    header, payload = wire.sizes(data[: wire.HEAD.size], cap)
    body = data[wire.HEAD.size :]
    assert len(body) == header + payload
    return body[:header], body[header:]


def same(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return a == b or (a != a and b != b)


@given(values)
def test_what_is_sent_arrives(value):
    assert same(wire.decode(*frame(value)), value)


@given(arrays)
def test_arrays_arrive_as_plain_writable_copies_in_c_order(array):
    got = wire.decode(*frame(array.T))
    assert same(got, np.ascontiguousarray(array.T).reshape(array.T.shape))
    assert type(got) is np.ndarray
    assert got.flags.writeable
    assert got.flags.c_contiguous


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int8, np.bool_, np.complex128])
def test_numpy_scalars_stay_numpy_scalars(kind):
    got = wire.decode(*frame(kind(1)))
    assert type(got) is kind
    assert got == 1


def test_a_subclass_arrives_as_its_plain_data_and_its_name():
    class Always(np.ndarray):
        def __eq__(self, other):
            return True

        def tobytes(self, *args):
            return b"\0" * 16

        def __reduce__(self):
            raise AssertionError("nobody pickles here")

    got = wire.decode(*frame(np.array([1.0, 2.0]).view(Always)))
    assert type(got) is wire.ArraySubclass
    assert got.kind == "Always"
    assert type(got.array) is np.ndarray
    assert got.array.tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (np.array([object()]), "an array of dtype object"),
        (np.array(["a"]), "an array of dtype <U1"),
        (np.array(["2026-11-29"], "M8[D]"), "an array of dtype datetime64[D]"),
        (np.zeros(2, [("a", "f8")]), "an array of dtype [('a', '<f8')]"),
        (np.zeros(1, np.longdouble), "an array of dtype float128"),
        (np.zeros((1,) * 9), "an array of 9 dimensions"),
        (
            np.broadcast_to(1.0, (1 << 20, 1 << 20)),
            "an array of shape (1048576, 1048576) (8,796,093,022,208 bytes; at most 1,048,576 may come back)",
        ),
        (1 << 63, "a whole number beyond 63 bits"),
        (10**5000, "a whole number beyond 63 bits"),
        ("x" * (1 << 20), "a text that is too long"),
        ({1: 2}, "a dict with keys that are not texts"),
        (lambda: 0, "a value of type function"),
        ({1, 2}, "a value of type set"),
        (b"bytes", "a value of type bytes"),
        ([0] * 5000, "a value that is nested too deeply or has too many parts"),
        ([[[[[[[[0]]]]]]]], "a value that is nested too deeply or has too many parts"),
    ],
    ids=lambda v: v if isinstance(v, str) and len(v) < 80 else "",
)
def test_what_may_not_cross_is_named(value, complaint):
    with pytest.raises(wire.WireError) as caught:
        wire.encode(value, CAP)
    assert str(caught.value) == complaint


def test_a_list_that_holds_itself_is_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(wire.WireError):
        wire.encode(endless, CAP)


NODES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["<f8", "|b1", "|O8", "nan"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["$a", "s", "g", "c", "$f", "$t", "$d", "x"]), inner, max_size=4)
        | st.fixed_dictionaries(
            {"$a": st.sampled_from(["<f8", "|b1", "|O8"]), "s": st.lists(st.integers(-1, 1 << 31), max_size=9)}
        )
    ),
    max_leaves=8,
)


@given(NODES, st.binary(max_size=32))
@example({"$a": "<f8", "s": [0, 1 << 31, 1 << 31]}, b"")
def test_a_forged_header_is_a_value_or_a_wire_error(node, payload):
    try:
        wire.decode(json.dumps(node).encode(), payload)
    except wire.WireError:
        pass


@given(st.binary(max_size=60), st.binary(max_size=16))
@example(b"[" * 100_000, b"")
@example(b"1" * 5000, b"")
@example(b'"\\ud800"', b"")
def test_arbitrary_bytes_are_a_value_or_a_wire_error(header, payload):
    try:
        wire.decode(header, payload)
    except wire.WireError:
        pass


@given(st.binary(min_size=wire.HEAD.size, max_size=wire.HEAD.size))
@example(wire.HEAD.pack(b"AGR1", wire.MAX_HEADER, CAP))
@example(wire.HEAD.pack(b"AGR1", wire.MAX_HEADER + 1, 0))
@example(wire.HEAD.pack(b"AGR1", 0, CAP + 1))
@example(wire.HEAD.pack(b"PK\3\4", 0, 0))
def test_a_frame_may_not_announce_more_than_is_allowed(head):
    magic, header, payload = wire.HEAD.unpack(head)
    if magic == b"AGR1" and header <= wire.MAX_HEADER and payload <= CAP:
        assert wire.sizes(head, CAP) == (header, payload)
    else:
        with pytest.raises(wire.WireError, match="bytes that are not a frame"):
            wire.sizes(head, CAP)


@pytest.mark.parametrize(
    "header",
    [
        b"NaN",
        b"Infinity",
        b'{"$a": "|O8", "s": [1]}',
        b'{"$a": "<f8", "s": [-1]}',
        b'{"$a": "<f8", "s": [true]}',
        b'{"$a": "<f8", "s": [2]}',
        b'{"$a": "<f8", "s": [1], "g": 1}',
        b'{"$f": "1"}',
        b'{"$d": [["a"]]}',
        b'{"$d": [[1, 2]]}',
        b"9223372036854775808",
    ],
)
def test_a_header_that_breaks_a_rule_is_refused(header):
    with pytest.raises(wire.WireError):
        wire.decode(header, b"\0" * 8)


def test_bytes_left_over_are_refused():
    header, payload = frame(np.ones(2))
    with pytest.raises(wire.WireError):
        wire.decode(header, payload + b"\0")


def test_a_bool_is_zero_or_one_whatever_its_byte_says():
    got = wire.decode(b'{"$a": "|b1", "s": [3]}', b"\x00\x01\x07")
    assert got.astype(float).tolist() == [0.0, 1.0, 1.0]
    assert got.tobytes() == b"\x00\x01\x01"


def test_nothing_is_left_for_the_garbage_collector():
    """A ring of references keeps the arrays of every call in memory until the collector happens to come by."""
    value = {"a": [np.zeros(1000), (np.float32(1), 2.0)]}
    frame(value)
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            wire.decode(*frame(value))
        assert gc.collect() == 0
    finally:
        gc.enable()


HONEST = [
    b'{"$d":[["id",1],["event","value"],["value",{"$a":"<f8","s":[2,1]}],["changed",[]]]}',
    b'{"$t":[{"$f":"nan"},{"$a":"|b1","s":[3],"c":"X"},{"$a":"<c16","s":[],"g":1}]}',
    b'[[[[1,2.5,"a",null,true]]]]',
]
PIECES = [
    b"[" * 500,
    b"9" * 30,
    b'{"$a":',
    b'"s":[2147483648,0]',
    b"1e999",
    b"\\ud800",
    b"NaN",
    b'"$f"',
    b"-",
    b"}",
    b"]",
]


def test_mutated_frames_are_a_value_or_a_wire_error_and_take_no_time():
    chance = random.Random(1)
    for _ in range(4000):
        header = bytearray(chance.choice(HONEST))
        for _ in range(chance.randrange(1, 8)):
            at = chance.randrange(len(header)) if header else 0
            if chance.random() < 0.5 and header:
                header[at] = chance.randrange(256)
            else:
                header[at:at] = chance.choice(PIECES)
        began = time.thread_time()
        with contextlib.suppress(wire.WireError):
            wire.decode(bytes(header), chance.randbytes(chance.choice([0, 3, 16, 32])))
        assert time.thread_time() - began < 0.3
