"""The item types that come with the grader, by the word that stands behind `type:` in a bank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grader.core.hookspecs import hookimpl
from grader.quiz.items.arrange import Cloze, Matching, Ordering
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.essay import Open
from grader.quiz.items.item import Item
from grader.quiz.items.numeric import Numeric

__all__ = ["KINDS"]

KINDS: Final[Mapping[str, type[Item]]] = {
    kind.type: kind for kind in (Single, Multiple, TrueFalse, Numeric, Ordering, Matching, Cloze, Open)
}


@hookimpl
def register_items() -> Mapping[str, type[Item]]:
    """The built-in kinds, through the seam that other packages use."""
    return KINDS
