"""What every item of a bank has, and what marking one answer gives: `Item`, `Option`, `Mark`, `State`.

An item knows its key; `sheet()` gives the keyless `Question`. A new type is a frozen dataclass that derives
from `Item`, names its `shape` and writes `judge`; blank and unreadable answers never reach `judge`.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar

from grader.core.languages import both
from grader.core.model import Text
from grader.core.yaml_reader import BESIDE
from grader.quiz.questions import Answer, Question, Raw, Slot, Unreadable, read_answer

__all__ = ["Item", "ItemMark", "Option", "Pick", "State", "texts"]


class State(enum.StrEnum):
    """Whether there was an answer to mark."""

    ANSWERED = "answered"
    UNANSWERED = "unanswered"
    UNREADABLE = "unreadable"  # something was written, and it is not an answer; held for a person
    MANUAL = "manual"  # a person marks it


@dataclasses.dataclass(frozen=True, slots=True)
class ItemMark:
    """One answer, marked. `fraction` of the item's points, exact; `shows` the codes of what it gives away."""

    fraction: Fraction
    state: State
    message: Text
    shows: tuple[str, ...] = ()
    formula: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Pick:
    """One thing that can be chosen: whether it is right, and the diagnosis of who chooses it where it is not."""

    right: bool
    shows: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Option:
    """One option: what is written on it. `shows` is the diagnosis where a learner gets it wrong, `why` the reason."""

    text: Text = dataclasses.field(metadata=BESIDE)
    shows: str = ""
    why: Text | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Item:
    """One item with its key."""

    id: str
    title: Text
    prompt: Text
    about: tuple[str, ...]
    difficulty: int
    tags: tuple[str, ...] = ()
    points: int = 1
    explanation: Text = dataclasses.field(default_factory=lambda: Text(""))

    type: ClassVar[str]
    shape: ClassVar[str]
    by_hand: ClassVar[bool] = False  # True for a type that a person marks

    def __post_init__(self) -> None:
        self.check(self.difficulty in (1, 2, 3), f"difficulty {self.difficulty}: 1, 2 or 3")
        self.check(self.points > 0, f"points {self.points}: more than 0")

    @staticmethod
    def check(holds: bool, complaint: str) -> None:
        """Complain to the author; the reader of the bank adds file, line and column."""
        if not holds:
            raise ValueError(complaint)

    def sheet(self) -> Question:
        """The item without anything that gives the key away."""
        return Question(
            id=self.id,
            type=self.type,
            shape=self.shape,
            title=self.title,
            prompt=self.prompt,
            about=self.about,
            points=self.points,
            options=self.choices(),
            slots=self.places(),
        )

    def choices(self) -> Mapping[str, Text]:
        """What stands to choice for the whole item."""
        return {}

    def places(self) -> Mapping[str, Slot]:
        """The places to fill in."""
        return {}

    def picks(self) -> Mapping[tuple[str, str], Pick]:
        """What can be chosen, by slot ("" without slots) and option; empty where no option is right or wrong alone."""
        return {}

    def variant(self, row: int) -> Item:
        """The item with that row of its numbers; itself where it has none."""
        return self

    def codes(self) -> Iterable[str]:
        """Every diagnosis the item can show."""
        return ()

    def mark(self, raw: Raw) -> ItemMark:
        """Mark an answer as it was written. Never raises: what cannot be read is a state of the mark."""
        try:
            answer = read_answer(self.question, raw)
        except Unreadable as problem:
            return ItemMark(Fraction(0), State.UNREADABLE, problem.text)
        if answer is None:
            return ItemMark(Fraction(0), State.UNANSWERED, both("quiz.blank"))
        return self.judge(answer)

    @functools.cached_property
    def question(self) -> Question:
        """`sheet()`, made once."""
        return self.sheet()

    def judge(self, answer: Answer) -> ItemMark:
        """Mark an answer that was understood."""
        raise NotImplementedError


def texts(options: Mapping[str, Option]) -> dict[str, Text]:
    """The options without what they show."""
    return {name: option.text for name, option in options.items()}


def joined(parts: Iterable[Text]) -> Text:
    """Sentences one after the other, in every language that one of them has."""
    kept = list(parts)
    languages = dict.fromkeys(language for part in kept for language in part.languages) or ("",)
    return Text({language: " ".join(part[language] for part in kept) for language in languages})
