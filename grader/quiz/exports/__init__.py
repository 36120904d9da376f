"""The bank in other systems' formats. Everything here holds keys: it is for instructors.

`EXPORTS[name](bank, language)` gives a text, or bytes where the format is binary. Generated items go out with
their base numbers. A format that cannot hold an item says so and names it; nothing is left out silently.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from grader.core.errors import UsageError
from grader.core.suggestions import nearest
from grader.quiz.bank import Bank
from grader.quiz.exports.gift import gift
from grader.quiz.exports.jupyterquiz import jupyterquiz, nbgrader
from grader.quiz.exports.moodle_xml import moodle
from grader.quiz.exports.qti import qti
from grader.quiz.items.registry import KINDS

__all__ = ["EXPORTS", "without"]

EXPORTS: Final[Mapping[str, Callable[[Bank, str], str | bytes]]] = {
    "moodle": moodle,
    "gift": gift,
    "jupyterquiz": jupyterquiz,
    "nbgrader": nbgrader,
    "qti": qti,
}


def without(bank: Bank, names: Sequence[str]) -> Bank:
    """The bank without the items that are named, by id or by type. Raises UsageError for a name it does not know."""
    known = [*KINDS, *(item.id for item in bank.items)]
    for name in names:
        if name not in known:
            raise UsageError(f"--leave-out {name!r}: no item and no type{nearest(name, known)}")
    items = tuple(item for item in bank.items if item.id not in names and item.type not in names)
    if not items:
        raise UsageError("--leave-out leaves nothing to export")
    return dataclasses.replace(bank, items=items)
