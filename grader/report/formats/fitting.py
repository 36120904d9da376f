"""A document cut to what its reader takes: messages are shortened until it fits, points never are."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["fit"]

_ROOM = (2000, 1000, 400, 160, 60, 0)


def fit(make: Callable[[int], str], most: int) -> str:
    """The fullest of `make(characters a message)` that takes at most `most` bytes of UTF-8; else the shortest."""
    text = ""
    for room in _ROOM:
        text = make(room)
        if len(text.encode()) <= most:
            break
    return text
