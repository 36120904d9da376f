"""Values as a learner reads them: an array on one line if it fits, its shape and its beginning if not.

Works on the plain data that crosses from the learner's process, so that numpy is not needed to show them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from grader.core.safe_text import cells, one_line

__all__ = ["arguments", "brief", "pair", "shape_text"]


def shape_text(shape: Sequence[int]) -> str:
    """(2, 3), as Python writes it."""
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def number(value: float, digits: int = 4) -> str:
    """A number with so many digits, without a tail of zeros."""
    if isinstance(value, bool | int):
        return str(value)
    if math.isnan(value) or math.isinf(value):
        return f"{value:g}"
    return f"{value:.{digits}g}"


def brief(data: Mapping[str, Any] | None, room: int, *, digits: int = 4, with_shape: bool = False) -> str:
    """A value in at most `room` columns."""
    if data is None:
        return ""
    if data["kind"] == "none":
        return "None"
    if data["kind"] == "other":
        return one_line(str(data["text"]), room)
    if data["kind"] == "tuple":
        inner = ", ".join(_outline(item) for item in data["items"])
        return one_line(f"({inner})", room)
    shape: list[int] = data["shape"]
    head = f"{shape_text(shape)} " if with_shape and shape else ""
    values = data.get("values")
    if values is None:
        return one_line(f"shape {shape_text(shape)}", room)
    if not shape:
        return number(values[0], digits)
    if len(values) > 4 and all(value == values[0] for value in values):
        return one_line(f"np.full({shape_text(shape)}, {number(values[0], digits)})", room)
    full = head + _nested(values, shape, digits)
    if cells(full) <= room:
        return full
    if len(shape) > 1 and shape[0] > 1:
        row = len(values) // shape[0]
        first = _nested(values[:row], shape[1:], digits)
        text = f"{shape_text(shape)} [{first} ...]"
        if cells(text) <= room:
            return text
    return one_line(f"{shape_text(shape)} {_nested(values[:8], [min(8, len(values))], digits)[:-1]} ...]", room)


def _outline(data: Mapping[str, Any]) -> str:
    """A member of a tuple: what it is, without its numbers."""
    if data["kind"] in ("array", "list") and data["shape"]:
        return f"array {shape_text(data['shape'])}"
    return brief(data, 20)


def _nested(values: Sequence[float], shape: Sequence[int], digits: int) -> str:
    if not shape:
        return number(values[0], digits)
    if len(shape) == 1:
        return "[" + " ".join(number(value, digits) for value in values) + "]"
    size = len(values) // shape[0] if shape[0] else 0
    return "[" + " ".join(_nested(values[i * size : (i + 1) * size], shape[1:], digits) for i in range(shape[0])) + "]"


def pair(got: Mapping[str, Any], expected: Mapping[str, Any], room: int) -> tuple[str, str]:
    """What came and what should have come, with as many digits as it takes to see the difference."""
    differ = got.get("shape") != expected.get("shape")
    for digits in (4, 7, 12):
        texts = tuple(brief(one, room, digits=digits, with_shape=differ) for one in (got, expected))
        if texts[0] != texts[1]:
            break
    return texts[0], texts[1]


def arguments(call: Mapping[str, Any], names: Sequence[str], room: int) -> str:
    """The arguments of a call by name: small ones in full, large ones by their shape."""
    given = [(names[i] if i < len(names) else f"#{i + 1}", value) for i, value in enumerate(call["args"])]
    given += list(call.get("kwargs", {}).items())
    each = max(16, (room - 2 * len(given)) // max(1, len(given)))
    for width in (room, each, 0):
        texts = []
        for name, value in given:
            plain = brief(value, max(width - cells(name) - 3, 8))
            short = _outline(value).removeprefix("array ")
            whole = width and cells(plain) <= width and "..." not in plain
            texts.append(f"{name} = {plain}" if whole else f"{name} {short}")
        text = ", ".join(texts)
        if cells(text) <= room:
            return text
    return one_line(text, room)
