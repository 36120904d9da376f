"""Open questions: a rubric, and a person who marks by it."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import ClassVar

from grader.core.languages import both
from grader.core.model import Text
from grader.quiz.items.item import Item, ItemMark, State
from grader.quiz.questions import Answer

__all__ = ["Criterion", "Open", "Sample"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Criterion:
    """One thing a full answer says, and what it is worth."""

    id: str
    points: int
    text: Text


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sample:
    """An answer and the points it gets, so that two people mark alike."""

    points: int
    text: Text


@dataclasses.dataclass(frozen=True, kw_only=True)
class Open(Item):
    """An answer in the learner's own words; never marked by keywords."""

    rubric: tuple[Criterion, ...]
    samples: tuple[Sample, ...] = ()

    type: ClassVar[str] = "open"
    shape: ClassVar[str] = "text"
    by_hand: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        total = sum(criterion.points for criterion in self.rubric)
        self.check(total == self.points, f"the rubric gives {total} points, the item {self.points}")
        self.check(all(0 <= sample.points <= total for sample in self.samples), "a sample with impossible points")

    def judge(self, answer: Answer) -> ItemMark:
        """Left to a person."""
        return ItemMark(Fraction(0), State.MANUAL, both("quiz.by_hand"))
