"""What one call has done so far, and how big things are.

Loaded with `counter.py` in the learner's process: standard library and numpy only.
"""

from __future__ import annotations

import io
import types
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

__all__ = ["Tally"]

_NUMBERS = "?bhilqBHILQefdgFDG"  # every numeric type of numpy
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()), types.MappingProxyType)
_NOT_CONSUMED = (io.IOBase, np.flatiter, np.nditer, np.broadcast)  # iterators that numpy and files treat as more
_BIG = 4096  # bits from which an integer is a container in disguise


class Tally:
    """Work by category, and what could not be counted."""

    SCALARS = frozenset((int, float, complex, bool, type(None), *(np.dtype(c).type for c in _NUMBERS)))
    SIZED = (list, tuple, dict, set, frozenset, str, bytes, bytearray, range, deque, *_VIEWS)
    HASHED = (dict, set, frozenset, range, _VIEWS[0], _VIEWS[2])

    def __init__(self, costs: types.ModuleType) -> None:
        self.costs = costs
        self.lasting: dict[str, int] = {}  # what happened while the file was loaded, and still may matter
        self.reset()

    def reset(self) -> None:
        """Begin anew."""
        self.work: dict[str, int] = dict.fromkeys(self.costs.CATEGORIES, 0)
        self.blind: dict[str, int] = dict(self.lasting)
        self.errors: dict[str, int] = {}
        self.largest = 0
        self.calls = 0  # of functions that are not the learner's

    def add(self, category: str, amount: int) -> None:
        """Charge for an operation."""
        self.work[category] += int(amount)

    def see_nothing(self, what: str, amount: int = 1) -> None:
        """Here something happens that no gate sees; `amount` says how much went in."""
        self.blind[what] = self.blind.get(what, 0) + amount

    def taint(self, what: str) -> None:
        """From here on there may be code that went through no gate."""
        self.lasting[f"!{what}"] = self.blind[f"!{what}"] = 1

    def failed(self, error: Exception) -> None:
        """A charge could not be made: say so, and let the learner's code go on."""
        name = type(error).__name__
        self.errors[name] = self.errors.get(name, 0) + 1

    def number(self, x: int) -> None:
        """Look at the size of an integer."""
        if x.bit_length() > _BIG:
            self.see_nothing("big integers", x.bit_length())

    def weight(self, x: object, depth: int = 3) -> int:
        """Elements in a container, those of its parts included; 0 for a single number.

        The first and the last part say whether there is anything inside: a row of numbers costs its length.
        """
        if type(x) in self.SCALARS:
            if isinstance(x, int):
                self.number(x)
            return 0
        if isinstance(x, np.ndarray):
            self.look(x)
            return int(self.costs.size(x))
        if isinstance(x, list | tuple | deque):
            n = self.length(x)
            if n and depth and not (type(x[0]) in self.SCALARS and type(x[-1]) in self.SCALARS):
                n += sum(self.weight(part, depth - 1) for part in x)
            return n
        if isinstance(x, dict):
            return self.length(x) + (sum(self.weight(part, depth - 1) for part in x.values()) if depth else 0)
        if isinstance(x, memoryview):
            return x.nbytes // max(x.itemsize, 1)
        return self.length(x)

    def printed(self, x: object) -> int:
        """What turning `x` into text costs; numpy shows a thousand elements of an array at most."""
        return min(self.weight(x), 1000) if isinstance(x, np.ndarray) else self.weight(x)

    def length(self, x: object) -> int:
        """Items of a container of Python's own; 0 for anything else. A subclass may lie about its length."""
        kind: Any = next((kind for kind in self.SIZED if isinstance(x, kind)), None)
        return int(kind.__len__(x)) if kind else 0

    def look(self, x: object) -> None:
        """An array of objects that are no numbers may hide any amount of work."""
        if isinstance(x, np.ndarray) and x.dtype.hasobject and not all(type(e) in self.SCALARS for e in x.flat):
            self.see_nothing("object array", x.size)

    def built(self, x: object) -> None:
        """Remember the largest array; a broadcast view holds no more than what it shows again and again."""
        if isinstance(x, np.ndarray):
            n = self.costs.size(x)
            if n > self.largest:
                for length, stride in zip(x.shape, x.strides, strict=True):
                    n = n // max(length, 1) if stride == 0 else n
                self.largest = max(self.largest, n)
        elif isinstance(x, tuple | list) and len(x) < 16:
            for part in x:
                if isinstance(part, np.ndarray):
                    self.built(part)

    def items(self, source: Iterator[Any], category: str, deep: bool = False) -> Iterator[Any]:
        """`source`, one unit of `category` an item; with `deep`, also what the item holds."""
        work = self.work
        for item in source:
            work[category] += 1
            if deep and type(item) not in self.SCALARS:
                work[category] += self.weight(item)
            yield item

    def consumed(self, x: Any) -> Any:
        """`x`, such that it counts what is taken out of it, where it is an iterator."""
        if hasattr(type(x), "__next__") and not isinstance(x, _NOT_CONSUMED):
            return self.items(x, "list", deep=True)
        return x
