"""`assert A == approx(B)`: same shape, close entries, and plain facts about the difference when it fails."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["ATOL", "RTOL", "Approx", "number", "shape"]

_LENGTH = 999

RTOL, ATOL = 1e-4, 1e-6
"""A correct float32 solution is off by up to 1e-5 relative; the nearest wrong formula by 3e-2."""


class Approx:
    """An expected value and how far from it an answer may be.

    `actual == Approx(expected)` is a single bool: True if the shapes are the same (nothing is broadcast), every
    entry is within `atol + rtol * |expected|`, and infinities agree in sign. nan equals nothing.
    """

    __array_ufunc__ = None  # so that `ndarray == Approx` asks Approx
    __hash__ = None  # type: ignore[assignment]  # equality within a tolerance is not an equivalence

    def __init__(self, expected: Any, rtol: float = RTOL, atol: float = ATOL) -> None:
        """`expected`: a number or an array of numbers, any shape."""
        self.expected = np.asarray(expected)
        self.rtol, self.atol = rtol, atol

    def close(self, actual: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Entry by entry: is it close enough? Shapes have to agree already."""
        kind = np.complex128 if "c" in (actual.dtype.kind, self.expected.dtype.kind) else np.float64
        a, e = actual.astype(kind, copy=False), self.expected.astype(kind, copy=False)
        with np.errstate(all="ignore"):
            allowed = np.abs(e)
            allowed *= self.rtol
            allowed += self.atol
            near = np.asarray(np.abs(a - e) <= allowed)
            if near.all() and np.isfinite(allowed).all():
                return near
            return np.asarray((a == e) | near & np.isfinite(e))

    def __eq__(self, actual: object) -> bool:
        return not self.facts(actual)

    def __ne__(self, actual: object) -> bool:
        return bool(self.facts(actual))

    def __repr__(self) -> str:
        return f"approx(shape {self.expected.shape})"  # never the expected values

    def facts(self, actual: object) -> dict[str, object]:
        """What is different, as a message id with parameters; empty where nothing is. No expected value in it."""
        a = _numbers(actual)
        if a is None:
            return {"id": "not_numbers", "got": type(actual).__name__}
        if a.shape != self.expected.shape:
            return {"id": "shape", "got": shape(a.shape), "expected": shape(self.expected.shape)}
        close = self.close(a)
        if close.all():
            return {}
        wrong = np.argwhere(~close)
        first = tuple(int(i) for i in wrong[0])
        got = a[first]
        index = "[" + ", ".join(map(str, first)) + "]" if first else ""
        if not np.isfinite(got) and np.isfinite(self.expected[first]):
            return {"id": "not_finite", "got": number(got), "index": index}
        if not first:
            return {"id": "value", "got": number(got)}
        return {"id": "values", "got": number(got), "index": index, "wrong": len(wrong), "of": a.size}


def _numbers(value: object) -> np.ndarray[Any, Any] | None:
    if not isinstance(value, np.ndarray | np.generic | int | float | complex | list | tuple):
        return None
    try:
        a = np.asarray(value)
    except ValueError:
        return None
    return a if a.dtype.kind in "biufc" else None


def shape(lengths: tuple[int, ...]) -> str:
    """A shape in the words of the course: (3, 5). No check has longer arrays, and a learner's code may choose them."""
    told = [str(length) if length <= _LENGTH else "..." for length in lengths]
    return "(" + ", ".join(told) + ("," if len(lengths) == 1 else "") + ")"


def number(value: Any) -> str:
    """A number that came back, to two digits: whole ones below a thousand are told in full.

    More digits would hand out the hidden data to a function that returns what it is given.
    """
    if np.iscomplexobj(value):
        return f"{complex(value):.2g}"
    found = float(value)
    return f"{found:.4g}" if found.is_integer() and abs(found) <= _LENGTH else f"{float(f'{found:.2g}'):.4g}"
