"""The wire format: a JSON header and the raw bytes of arrays, checked on arrival. No pickle, ever.

    frame = b"AGR1" | u32 length of header | u64 length of payload | header (JSON) | payload (array bytes)

What may cross: None, bool, whole numbers below 2^63, floats (nan and infinities by name), str, list, tuple,
dict with str keys, and numpy arrays or scalars of the dtypes in `_CODES`. Both sides load this file; the
grader trusts only what its own `decode` has rebuilt: plain `numpy.ndarray` objects over bytes it has counted.

Standard library and numpy only: the fork server loads this file on its own. numpy is imported when an array comes:
`grader check` itself holds none, and is quicker without.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import os
import struct
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "HEAD",
    "MAX_HEADER",
    "ArraySubclass",
    "WireError",
    "decode",
    "dtypes",
    "encode",
    "exact_reader",
    "full_writer",
    "received",
    "sizes",
]

MAGIC = b"AGR1"
HEAD = struct.Struct("<4sIQ")
MAX_HEADER = 1 << 20  # bytes of JSON; a course's source travels in it
MAX_DEPTH, MAX_NODES, MAX_DIMENSIONS, MAX_TEXT = 6, 4096, 8, 1 << 19
MAX_INT = 1 << 63

_CODES = "? b B <i2 <u2 <i4 <u4 <i8 <u8 <f2 <f4 <f8 <c8 <c16"


_numpy: Any = None  # once it is needed, and then for good: a learner may put another module in its place


def _loaded() -> Any:
    """The module numpy where this process has it; without it nothing can be an array."""
    global _numpy
    if _numpy is None:
        _numpy = sys.modules.get("numpy")
    return _numpy


def _needed() -> Any:
    """The module numpy, imported now if it has to be."""
    if _loaded() is None:
        import numpy  # noqa: F401  # `_loaded` finds it
    return _loaded()


@functools.cache
def dtypes() -> Mapping[str, np.dtype[Any]]:
    """The dtypes that may cross, by their text."""
    np = _needed()
    return {np.dtype(code).str: np.dtype(code) for code in _CODES.split()}


class WireError(Exception):
    """A value that may not cross, or bytes that are not a frame."""


@dataclasses.dataclass(frozen=True, slots=True)
class ArraySubclass:
    """An array that was a subclass of ndarray on the other side: its plain data and the subclass's name."""

    array: np.ndarray[Any, Any]
    kind: str


def encode(value: object, max_payload: int) -> list[bytes]:
    """`value` as the buffers of one frame. Raises WireError for what may not cross.

    Arrays are sent in C order in the machine's byte order; their size is compared with `max_payload` bytes
    before anything is copied, so that a zero-stride view of terabytes costs nothing.
    """
    encoder = _Encoder(max_payload)
    header = json.dumps(encoder.tree(value, 0), separators=(",", ":")).encode()
    if len(header) > MAX_HEADER:
        raise WireError("a value that is too long")
    return [HEAD.pack(MAGIC, len(header), encoder.total) + header, *encoder.buffers]


class _Encoder:
    """One value on its way out. Not closures that call each other: such a ring of references would keep the
    arrays of every call until the garbage collector comes by, and it seldom does.
    """

    def __init__(self, max_payload: int) -> None:
        self.max_payload = max_payload
        self.np = _loaded()
        self.buffers: list[bytes] = []
        self.total = self.nodes = 0

    def array(self, a: np.ndarray[Any, Any], original: object) -> dict[str, object]:
        np = self.np
        plain = np.ndarray.view(a, np.ndarray)
        dtype = plain.dtype.newbyteorder("=") if plain.dtype.kind in "iufc" else plain.dtype
        if dtype.str not in dtypes():
            raise WireError(f"an array of dtype {str(plain.dtype)[:40]}")
        if plain.ndim > MAX_DIMENSIONS:
            raise WireError(f"an array of {plain.ndim} dimensions")
        self.total += plain.size * dtype.itemsize
        if self.total > self.max_payload:
            most = f"at most {self.max_payload:,} may come back"
            raise WireError(f"an array of shape {plain.shape} ({self.total:,} bytes; {most})")
        packed = np.ascontiguousarray(plain, dtype=dtype)
        self.buffers.append(packed.tobytes())
        node: dict[str, object] = {"$a": dtype.str, "s": list(plain.shape)}
        if not isinstance(original, np.ndarray):
            node["g"] = 1  # a numpy scalar
        elif type(original) is not np.ndarray:
            node["c"] = type(original).__name__[:64]
        return node

    def tree(self, v: object, depth: int) -> object:
        self.nodes += 1
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise WireError("a value that is nested too deeply or has too many parts")
        kind = type(v)
        if v is None or kind is bool:
            return v
        if kind is int:
            if abs(v) >= MAX_INT:  # type: ignore[arg-type]  # kind is int, which mypy cannot see
                raise WireError("a whole number beyond 63 bits")
            return v
        if kind is float:
            return v if math.isfinite(v) else {"$f": repr(v)}  # type: ignore[arg-type]  # kind is float
        if kind is str:
            if len(v) > MAX_TEXT:  # type: ignore[arg-type]  # kind is str
                raise WireError("a text that is too long")
            return v
        np = self.np
        if np is not None and isinstance(v, np.ndarray):
            return self.array(v, v)
        if np is not None and isinstance(v, np.generic):
            return self.array(np.asarray(v), v)
        if kind is list:
            return [self.tree(item, depth + 1) for item in v]  # type: ignore[attr-defined]  # kind is list
        if kind is tuple:
            return {"$t": [self.tree(item, depth + 1) for item in v]}  # type: ignore[attr-defined]  # kind is tuple
        if kind is dict:
            pairs = list(v.items())  # type: ignore[attr-defined]  # kind is dict
            if any(type(key) is not str for key, _ in pairs):
                raise WireError("a dict with keys that are not texts")
            return {"$d": [[key, self.tree(item, depth + 1)] for key, item in pairs]}
        raise WireError(f"a value of type {kind.__name__[:64]}")


def sizes(head: bytes | bytearray, max_payload: int) -> tuple[int, int]:
    """The lengths (header, payload) that a frame's first `HEAD.size` bytes announce. Raises WireError."""
    magic, header, payload = HEAD.unpack(head)
    if magic != MAGIC or header > MAX_HEADER or payload > max_payload:
        raise WireError("bytes that are not a frame")
    return header, payload


def decode(header: bytes, payload: bytes) -> object:
    """The value of a frame, rebuilt from scratch. Raises WireError for anything out of order."""
    try:
        parsed = json.loads(header.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise WireError("a header that is not JSON") from None
    decoder = _Decoder(payload)
    value = decoder.tree(parsed, 0)
    _need(decoder.position == len(payload))
    return value


class _Decoder:
    """One value on its way in: where in the payload it stands, and how many parts it has had."""

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.position = self.nodes = 0

    def array(self, node: dict[str, Any]) -> object:
        np = _needed()
        dtype, shape = dtypes().get(node["$a"]) if type(node["$a"]) is str else None, node.get("s")
        _need(dtype is not None and type(shape) is list and len(shape) <= MAX_DIMENSIONS)
        assert dtype is not None and shape is not None
        _need(all(type(length) is int and 0 <= length <= 1 << 31 for length in shape))
        count = math.prod(shape)
        _need(math.prod(max(length, 1) for length in shape) <= 1 << 40)  # numpy refuses a huge empty array
        _need(count * dtype.itemsize <= len(self.payload) - self.position)
        # A copy: the grader's arrays are its own, writable and aligned. A bool byte is 0 or 1, whatever was sent.
        raw = np.frombuffer(self.payload, np.uint8 if dtype.kind == "b" else dtype, count, self.position)
        a = raw != 0 if dtype.kind == "b" else raw.copy()
        self.position += count * dtype.itemsize
        a = a.reshape(shape)
        if node.get("g") == 1:
            _need(a.shape == ())
            return a[()]
        kind = node.get("c")
        _need(kind is None or (type(kind) is str and len(kind) <= 64))
        return a if kind is None else ArraySubclass(a, kind)

    def tree(self, node: object, depth: int) -> object:
        self.nodes += 1
        _need(depth <= 2 * MAX_DEPTH and self.nodes <= 2 * MAX_NODES)
        if node is None or type(node) in (bool, float):
            return node
        if type(node) is int:
            _need(abs(node) < MAX_INT)
            return node
        if type(node) is str:
            _need(len(node) <= MAX_TEXT)
            return node
        if type(node) is list:
            return [self.tree(item, depth + 1) for item in node]
        _need(type(node) is dict)
        assert isinstance(node, dict)
        if "$a" in node:
            return self.array(node)
        if "$f" in node:
            _need(node["$f"] in ("nan", "inf", "-inf"))
            return float(node["$f"])
        if "$t" in node:
            _need(type(node["$t"]) is list)
            return tuple(self.tree(item, depth + 1) for item in node["$t"])
        _need(type(node.get("$d")) is list)
        out: dict[str, object] = {}
        for pair in node["$d"]:
            _need(type(pair) is list and len(pair) == 2 and type(pair[0]) is str)
            out[pair[0]] = self.tree(pair[1], depth + 1)
        return out


def _need(condition: bool) -> None:
    if not condition:
        raise WireError("a header that breaks the rules")


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def received(read: Callable[[int], bytes]) -> Any:
    """The next frame's value, for a worker, which trusts the grader with its length."""
    header, payload = sizes(read(HEAD.size), 1 << 62)
    return decode(read(header), read(payload))


def exact_reader(fd: int) -> Callable[[int], bytes]:
    """A reader of exactly so many bytes of a descriptor, for a worker: the end of the pipe ends the process."""
    buffer = bytearray()

    def read(count: int) -> bytes:
        while len(buffer) < count:
            chunk = os.read(fd, max(count - len(buffer), 1 << 14))  # most requests are smaller: one read takes all
            if not chunk:
                os._exit(0)
            buffer.extend(chunk)
        data = bytes(memoryview(buffer)[:count])
        del buffer[:count]
        return data

    return read


def full_writer(fd: int) -> Callable[[bytes], None]:
    """A writer of all it is given to a descriptor."""

    def write(data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(fd, view) :]

    return write
