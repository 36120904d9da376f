"""What marking a learner's quiz gives: `QuizResult`, with an `ItemResult` for each item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from grader.core.model import QuizOutcome, Text
from grader.quiz.questions import Question, Raw, Unreadable, read_answer
from grader.quiz.variants import Draw

__all__ = ["ItemResult", "Note", "QuizOutcome", "QuizResult", "given"]


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about the file as a whole, or about a line of it."""

    where: str
    text: Text


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One item of one learner. `diagnoses` are the slips it shows, `misconceptions` what they belong to."""

    id: str
    title: Text
    about: tuple[str, ...]
    outcome: QuizOutcome
    earned: Fraction
    possible: Fraction
    message: Text
    where: str = ""
    formula: str = ""
    diagnoses: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    explanation: Text | None = None
    by_hand: bool = False  # marked by a person
    answer: Raw = None  # ids of options where it was understood, else as it was written


@dataclass(frozen=True, slots=True)
class QuizResult:
    """A learner's quiz, marked."""

    quiz: str
    draw: Draw
    items: tuple[ItemResult, ...]
    earned: Fraction
    possible: Fraction
    pending: Fraction
    notes: tuple[Note, ...] = ()
    claims: Mapping[str, Text] = field(default_factory=dict)  # misconception -> what it says
    held_for: Text | None = None  # why all of it waits for a person
    in_notebook: frozenset[str] = frozenset()  # items answered there, where everybody has the base numbers

    @property
    def misconceptions(self) -> dict[str, tuple[int, int]]:
        """For each misconception: how many answered items asked about it or showed it, and how many showed it."""
        counts = {}
        for name in self.claims:
            answered = (QuizOutcome.RIGHT, QuizOutcome.PARTLY, QuizOutcome.WRONG)
            shown = sum(name in item.misconceptions for item in self.items)
            asked = sum(
                name in item.misconceptions or (name in item.about and item.outcome in answered) for item in self.items
            )
            counts[name] = (asked, shown)
        return counts


def given(question: Question, raw: Raw) -> Raw:
    """What was answered: ids of options where the words are understood, else the words; None for nothing."""
    try:
        answer = read_answer(question, raw)
    except Unreadable:
        return raw
    if answer is None:
        return None
    if isinstance(answer, frozenset):
        return tuple(name for name in question.options if name in answer)
    if question.shape in ("number", "text"):
        return raw.strip() if isinstance(raw, str) else raw
    return answer if isinstance(answer, str | tuple | Mapping) else raw
