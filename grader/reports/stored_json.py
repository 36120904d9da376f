"""A report as JSON text for storing: what has its usual value is left out, as the schema allows.

`grader.reports.schema.read` reads it. A report of a class of thousands is written once, read often, and looked at by
nobody, so it has neither indents nor empty keys: two thirds of the bytes.
"""

from __future__ import annotations

import functools
import json
from fractions import Fraction
from typing import Any

import msgspec

from grader.core.model import exact
from grader.reports.schema import Report, Score

__all__ = ["small_json"]


def small_json(report: Report) -> str:
    """The report as JSON text of one line for storing: what has its usual value is left out, as the schema allows."""
    return json.dumps({"schema": report.schema, **_small(report)}, ensure_ascii=False, separators=(",", ":"))


def _small(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        out = {}
        for name, usual in _fields(type(value)):
            own = getattr(value, name)
            if usual is _WANTED or own != usual or isinstance(value, Score):
                out[name] = _small(own)
        return out
    if isinstance(value, tuple | list):
        return [_small(one) for one in value]
    if isinstance(value, Fraction):
        return exact(value)
    return value if isinstance(value, str | int | float | bool | None) else msgspec.to_builtins(value)


_WANTED = object()


@functools.cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct, each with its usual value, or with `_WANTED` where it has to be there."""
    out = []
    for field in msgspec.structs.fields(kind):
        usual = field.default
        if usual is msgspec.NODEFAULT:
            usual = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else _WANTED
        out.append((field.name, usual))
    return tuple(out)
