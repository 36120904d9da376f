"""A learner's own quiz: which items, in which order their options, with which numbers.

Everything follows from a `Draw` (quiz, learner, attempt, seed) by SHA-256, so that the same draw gives the
same quiz on every machine and in every Python. Without a learner everybody gets the same: all items, in the
order of the sheet, with the base numbers.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence

from grader.core.model import Text
from grader.quiz.questions import Question

__all__ = ["Draw", "combinations", "selected", "with_draw"]

_MOST_ROWS = 24


@dataclasses.dataclass(frozen=True, slots=True)
class Draw:
    """What decides a learner's own quiz; stored with the answers, so that marking again is exact."""

    quiz: str
    learner: str = ""
    attempt: int = 1
    seed: int = 0

    def order(self, item: str, names: Iterable[str]) -> list[str]:
        """The names in the order of this draw."""
        kept = list(names)
        return sorted(kept, key=lambda name: self._digest(item, name)) if self.learner else kept

    def row(self, item: str, rows: int) -> int:
        """Which row of its numbers an item is asked with."""
        return self._digest(item, "numbers") % rows if self.learner and rows else 0

    def _digest(self, item: str, what: str) -> int:
        return _digest(self.quiz, item, self.learner, str(self.attempt), str(self.seed), what)


def _digest(*parts: str) -> int:
    return int.from_bytes(hashlib.sha256("\x1f".join(parts).encode()).digest()[:8], "big")


def with_draw(question: Question, draw: Draw) -> Question:
    """The question with this draw's numbers and order of options."""
    if not draw.learner:
        return question.with_numbers(0)
    question = question.with_numbers(draw.row(question.id, len(question.numbers.rows) if question.numbers else 0))

    def shuffled(names: Mapping[str, Text], salt: str) -> dict[str, Text]:
        return {name: names[name] for name in draw.order(question.id + salt, names)}

    slots = {
        name: dataclasses.replace(slot, options=shuffled(slot.options, "/" + name))
        if set(slot.options) != {"true", "false"}
        else slot
        for name, slot in question.slots.items()
    }
    return dataclasses.replace(question, options=shuffled(question.options, ""), slots=slots)


def selected(items: Sequence[tuple[str, str]], counts: Mapping[str, int], draw: Draw) -> list[str]:
    """The ids that are asked, in the order given: from each group with a count that many, of the others all.

    `items` are pairs of id and group (what the item is about first).
    """
    if not draw.learner:
        return [name for name, _ in items]
    dropped: set[str] = set()
    for group, count in counts.items():
        pool = [name for name, about in items if about == group]
        dropped |= set(draw.order("draw/" + group, pool)[count:])
    return [name for name, _ in items if name not in dropped]


def combinations(vary: Mapping[str, Sequence[int]], salt: str) -> list[dict[str, int]]:
    """At most a few dozen value combinations, spread over all of them, always the same ones."""
    total = math.prod(len(values) for values in vary.values())
    if total <= 4 * _MOST_ROWS:
        every = [dict(zip(vary, values, strict=True)) for values in itertools.product(*vary.values())]
        return sorted(every, key=lambda values: _digest(salt, repr(sorted(values.items()))))[:_MOST_ROWS]
    picked = []
    for i in range(_MOST_ROWS):
        picked.append({name: values[_digest(salt, name, str(i)) % len(values)] for name, values in vary.items()})
    return [values for i, values in enumerate(picked) if values not in picked[:i]]
