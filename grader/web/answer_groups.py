"""Answers to an open question in groups: those that say the same in other spelling, and the nearest other groups.

Equal means equal after case, width, accents of typing, punctuation and spaces are put aside. Near is only suggested; a
marker decides what is marked together.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import unicodedata
from collections.abc import Iterable, Sequence

from grader.gradebook.manual_marks import OpenAnswer

__all__ = ["AnswerGroup", "groups_of", "near"]

_NEAR = 0.72  # of the words that two answers have in common
_SUGGESTED = 5


@dataclasses.dataclass(frozen=True)
class AnswerGroup:
    """Answers that say the same."""

    key: str  # what they have in common
    answers: tuple[OpenAnswer, ...]

    @property
    def text(self) -> str:
        """The words, as the first of them wrote it."""
        return self.answers[0].text

    @property
    def name(self) -> str:
        """What an address calls the group: the version of its first answer's words."""
        return self.answers[0].version

    @property
    def marked(self) -> bool:
        """True where every answer has a mark."""
        return all(answer.mark is not None for answer in self.answers)


def groups_of(answers: Iterable[OpenAnswer]) -> list[AnswerGroup]:
    """The groups, the largest first; of equal ones in the order of their words."""
    found: dict[str, list[OpenAnswer]] = {}
    for answer in answers:
        found.setdefault(_plain(answer.text), []).append(answer)
    groups = [AnswerGroup(key, tuple(some)) for key, some in found.items()]
    return sorted(groups, key=lambda group: (-len(group.answers), group.key))


def near(group: AnswerGroup, groups: Sequence[AnswerGroup]) -> list[AnswerGroup]:
    """Groups without marks whose words are nearly those of `group`, the nearest first."""
    words = set(group.key.split())
    found = []
    for other in groups:
        theirs = set(other.key.split())
        both = words | theirs
        if other is group or other.marked or not both:
            continue
        share = len(words & theirs) / len(both)
        if share >= _NEAR:
            found.append((share, other))
    found.sort(key=lambda pair: (-pair[0], pair[1].key))
    return [other for _, other in found[:_SUGGESTED]]


@functools.lru_cache(maxsize=1 << 16)
def _plain(text: str) -> str:
    """A text without what two people would not call a difference."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.sub(r"[^\w+\-*/=<>^√·×²³ᵀ]+", " ", folded).split())
