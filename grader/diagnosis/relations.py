"""How a result can be related to the right one: each relation a function of two float64 arrays."""

from __future__ import annotations

import ast
import functools
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.core.model import Call
from grader.diagnosis.answers import LOW

__all__ = [
    "RELATIONS",
    "close",
    "factor_of",
    "lengths",
    "letters_of",
    "ones",
    "result_names",
    "right_digits",
    "sane",
    "tight",
]

Array = np.ndarray[Any, Any]


def close(a: Array, e: Array) -> Array:
    """Entry by entry: equal up to the rounding of float32; for minus infinity stands whatever no score can reach."""
    near = np.abs(a - e) <= 1e-6 + 1e-4 * np.abs(e)
    return np.asarray(near if near.all() else near | (a == e) | ((a != a) & (e != e)) | ((e == -np.inf) & (a < LOW)))


def tight(a: Array, e: Array) -> bool:
    """The same shape, and close everywhere."""
    return a.shape == e.shape and bool(close(a, e).all())


def sane(a: Array) -> bool:
    """Real, finite numbers, and at least one of them."""
    return bool(a.size) and a.dtype.kind in "biuf" and bool(np.isfinite(a).all())


def ones(sums: Array) -> bool:
    """Are all of them 1, up to rounding?"""
    return bool((np.abs(sums - 1) < 1e-4).all())


def factor_of(a: Array, e: Array) -> float | None:
    """The one factor between the result and the right answer, if there is one."""
    if not _varies(e, None):
        return None
    square = float((e * e).sum())
    factor = float((a * e).sum()) / square if square > 0 else 0.0
    return factor if factor and tight(a, factor * e) else None


def right_digits(a: Array, e: Array) -> int:
    """To how many digits the result is right, 0 where it is simply wrong."""
    scale = float(np.abs(e).max())
    off = float(np.abs(a - e).max()) / scale if scale else 1.0
    return min(9, int(-math.log10(off))) if 0 < off < 1 else 0


def _diagonal(a: Array, e: Array, right: bool) -> bool:
    if a.ndim != 2 or min(a.shape) < 2 or max(a.shape) < 3:
        return False
    near, on = close(a, e), np.eye(*a.shape) == 1
    return bool((near == on).all() if right else (near != on).all())


def _varies(e: Array, axis: int | None) -> bool:
    """Are there different numbers along the axis? Where they are all one, any other number is off by a constant."""
    return bool((np.ptp(e, axis=axis) > 1e-6 * np.abs(e).max()).all())


def _scaled(a: Array, e: Array, axis: int) -> bool:
    """Each row (axis -1) or column (axis -2) of the result has a factor of its own."""
    if e.ndim != 2 or e.shape[axis] < 2 or not a.any(axis=axis).all():  # of a row of zeros a factor says nothing
        return False
    if not _varies(e, axis):
        return False
    square = (e * e).sum(axis=axis, keepdims=True)
    factor = (a * e).sum(axis=axis, keepdims=True) / np.where(square > 0, square, 1)
    return tight(a, factor * e)


def _shifted(a: Array, e: Array, axis: int | None) -> bool:
    d = a - e
    if axis is not None and (d.ndim != 2 or d.shape[axis] < 2):
        return False
    if not _varies(e, axis):
        return False
    return tight(a, e + d.mean(axis=axis, keepdims=True))


def _normalised(a: Array, e: Array) -> bool:
    """Is the result the right answer after an exponential and a division of each row by its sum?"""
    if e.ndim < 2 or e.shape[-1] < 2 or ones(e.sum(axis=-1)):
        return False
    power = np.exp(e - e.max(axis=-1, keepdims=True))
    return tight(a, power / power.sum(axis=-1, keepdims=True))


def _sorted_rows(a: Array) -> Array:
    return np.asarray(a[np.lexsort(np.round(a, 6).T[::-1])])


RELATIONS: tuple[tuple[str, Callable[[Array, Array], bool]], ...] = (
    ("normalised", _normalised),
    ("shifted", lambda a, e: _shifted(a, e, None)),
    ("magnitude", lambda a, e: tight(np.abs(a), np.abs(e))),
    ("diagonal", lambda a, e: _diagonal(a, e, right=False)),
    ("off_diagonal", lambda a, e: _diagonal(a, e, right=True)),
    ("row_shift", lambda a, e: _shifted(a, e, -1)),
    ("column_shift", lambda a, e: _shifted(a, e, -2)),
    ("row_scale", lambda a, e: _scaled(a, e, -1)),
    ("column_scale", lambda a, e: _scaled(a, e, -2)),
    ("row_order", lambda a, e: a.ndim == 2 and len(a) > 1 and tight(_sorted_rows(a), _sorted_rows(e))),
    ("order", lambda a, e: tight(np.sort(a, axis=None), np.sort(e, axis=None))),
)
"""Fact ids and when they hold, simplest first."""


_NAMED = re.compile(r"\b([A-Za-z]\w*(?:, [A-Za-z]\w*)*): \(([^()]*)\)")


def _split(node: ast.FunctionDef) -> tuple[str, str]:
    """What the docstring says about the arguments, and the sentence about what is returned."""
    before, _, after = (ast.get_docstring(node) or "").partition("\nReturns ")
    return before, after.partition("\n\n")[0]


@functools.cache
def result_names(node: ast.FunctionDef, count: int) -> tuple[str, ...]:
    """The names of the results, where the docstring gives one to each; else empty names (one result), or "1", "2"."""
    if count == 1:
        return ("",)
    names = [name for group, _ in _NAMED.findall(_split(node)[1]) for name in group.split(", ")]
    return tuple(names) if len(names) == count else tuple(str(i + 1) for i in range(count))


def lengths(node: ast.FunctionDef, call: Call) -> dict[str, int]:
    """The value of each letter in a call, where it has one value; whole-number arguments count by their names."""
    given = dict(zip((argument.arg for argument in node.args.args), call.args, strict=False)) | dict(call.kwargs)
    found: dict[str, set[int]] = {}
    for name, value in given.items():
        if type(value) is int:
            found.setdefault(name, set()).add(value)
    for name, letters in letters_of(node).items():
        shape = getattr(given.get(name), "shape", ())
        if len(shape) >= len(letters):  # axes in front of the last ones are a batch
            for letter, length in zip(letters, shape[len(shape) - len(letters) :], strict=True):
                if letter.isidentifier():
                    found.setdefault(letter, set()).add(int(length))
    return {letter: values.pop() for letter, values in found.items() if len(values) == 1}


@functools.cache
def letters_of(node: ast.FunctionDef) -> Mapping[str, tuple[str, ...]]:
    """Argument -> the letters of its axes."""
    found: dict[str, tuple[str, ...]] = {}
    for group, axes in _NAMED.findall(_split(node)[0]):
        letters = tuple(axis.strip() for axis in axes.split(",") if axis.strip())
        found |= dict.fromkeys(group.split(", "), letters)
    return found
