"""The hidden data of a check: drawn from a seed, once, and handed to every submission as copies."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["RandomData"]


class RandomData:
    """Numbers that are the same in every run, on every numpy: the legacy generator's streams are frozen.

    A case asks every submission's run for the same numbers, so what was drawn once is kept and handed out again
    as copies. A case that draws differently (it may depend on an answer) draws anew from there on.
    """

    def __init__(self, seed: int | list[int]) -> None:
        """`seed` is a number below 2**32 or several; one alone could be found again from a few of its numbers."""
        self._seed = seed
        self._drawn: list[tuple[tuple[Any, ...], Any]] = []
        self._state = np.random.RandomState(seed)
        self._next = 0

    def rewind(self) -> RandomData:
        """Back to the first draw."""
        self._next = 0
        return self

    def normal(self, *lengths: int) -> Any:
        """Standard normal float64 of that shape; a float without one."""
        return self._draw(("normal", *lengths))

    def integers(self, low: int, high: int, *lengths: int) -> Any:
        """Whole numbers from `low` to `high` - 1, int64, of the shape that follows."""
        return self._draw(("integers", low, high, *lengths))

    def _draw(self, what: tuple[Any, ...]) -> Any:
        if self._next < len(self._drawn) and self._drawn[self._next][0] != what:
            # Not what was asked for last time: come back to this place from the start, and go on from there.
            past = [draw for draw, _ in self._drawn[: self._next]]
            self._state = np.random.RandomState(self._seed)
            self._drawn = [(draw, self._make(*draw)) for draw in past]
        if self._next == len(self._drawn):
            self._drawn.append((what, self._make(*what)))
        value = self._drawn[self._next][1]
        self._next += 1
        return value.copy() if isinstance(value, np.ndarray) else value

    def _make(self, kind: str, *numbers: int) -> Any:
        if kind == "normal":
            return self._state.standard_normal(numbers)
        return self._state.randint(numbers[0], numbers[1], numbers[2:], dtype=np.int64)
