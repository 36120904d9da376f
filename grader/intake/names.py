"""The ids of a run's submissions: each its own, also where a file system takes two names for one."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from grader.text import file_name

__all__ = ["distinct"]

_BYTES = 180  # of a name, so that a number and an ending have room in 255


def distinct(names: Sequence[str]) -> list[str]:
    """The names, in their order, with a number behind one that is another's already.

    A number is never put so that the name becomes one that somebody has by nature: of `A`, `a` and `a-2` the second
    is called `a-3`, and the grade and report of `a-2` stay with the folder of that name.
    """
    short = [name.encode()[:_BYTES].decode(errors="ignore") for name in names]
    natural = {_same_file(name) for name in short}
    given: set[str] = set()
    numbers: Counter[str] = Counter()
    out = []
    for name in short:
        unique, key = name, _same_file(name)
        while key in given or (unique != name and key in natural):
            numbers[name] += 1
            unique = f"{name}-{numbers[name] + 1}"
            key = _same_file(unique)
        given.add(key)
        out.append(unique)
    return out


def _same_file(name: str) -> str:
    """Equal for names that a file system may take for one: it may ignore case, and how a letter is put together."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", file_name(name)).casefold())
