"""What marking a learner's quiz gives: `QuizResult`, with an `ItemResult` for each item, and what a learner may see."""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from grader.core.languages import both
from grader.core.model import Text, exact
from grader.core.safe_text import lines
from grader.quiz.bank import Bank, sheet_of
from grader.quiz.questions import Question, Raw, Unreadable, read_answer
from grader.quiz.sheet import instruction, with_gaps
from grader.quiz.variants import Draw, with_draw

__all__ = ["ItemResult", "Note", "QuizOutcome", "QuizResult", "given", "question_data", "with_questions"]

SCHEMA = "grader/quiz-result/1"


class QuizOutcome(enum.StrEnum):
    """How one item ended."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    UNANSWERED = "unanswered"
    UNREADABLE = "unreadable"  # held for a person
    PENDING = "pending"  # an open question, marked by a person

    @property
    def held(self) -> bool:
        """True where the points are neither earned nor lost yet."""
        return self is QuizOutcome.UNREADABLE or self is QuizOutcome.PENDING


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

    def to_json(self) -> dict[str, object]:
        """Plain data; points are exact: a whole number or "p/q"."""
        return {
            "id": self.id,
            "title": self.title.data,
            "about": list(self.about),
            "outcome": str(self.outcome),
            "earned": exact(self.earned),
            "possible": exact(self.possible),
            "message": self.message.data,
            "where": self.where,
            "formula": self.formula,
            "diagnoses": list(self.diagnoses),
            "misconceptions": list(self.misconceptions),
            "explanation": self.explanation.data if self.explanation else None,
            "by_hand": self.by_hand,
        }


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

    def for_learner(self, feedback: str, *, deadline_passed: bool = False) -> QuizResult:
        """What the learner may see of it by the assignment's feedback policy.

        Notes and unreadable answers are always shown: they are about the file, not about the key.
        """
        if feedback == "after_submission" or (feedback == "after_deadline" and deadline_passed):
            return self
        items = tuple(item if item.outcome is QuizOutcome.UNREADABLE else _covered(item) for item in self.items)
        held = sum((item.possible for item in items if item.outcome.held), Fraction(0))
        return replace(self, items=items, earned=Fraction(0), pending=held)

    def to_json(self) -> dict[str, object]:
        """Plain data under a versioned schema."""
        return {
            "schema": SCHEMA,
            "quiz": self.quiz,
            "learner": self.draw.learner,
            "attempt": self.draw.attempt,
            "seed": self.draw.seed,
            "earned": exact(self.earned),
            "possible": exact(self.possible),
            "pending": exact(self.pending),
            "items": [item.to_json() for item in self.items],
            "misconceptions": {
                name: {"claim": self.claims[name].data, "asked": asked, "shown": shown}
                for name, (asked, shown) in self.misconceptions.items()
            },
            "notes": [{"where": note.where, "text": note.text.data} for note in self.notes],
        }


def _covered(item: ItemResult) -> ItemResult:
    """The item without anything that tells how it went."""
    kept = item.outcome in (QuizOutcome.UNANSWERED, QuizOutcome.PENDING)
    return ItemResult(
        id=item.id,
        title=item.title,
        about=item.about,
        outcome=item.outcome if kept else QuizOutcome.PENDING,
        earned=Fraction(0),
        possible=item.possible,
        by_hand=item.by_hand,
        answer=item.answer,
        message=item.message if kept else both("quiz.later"),
    )


_LONGEST = 10_000  # characters of an answer; what was handed in keeps the rest


def with_questions(data: Mapping[str, object], bank: Bank, result: QuizResult) -> dict[str, object]:
    """`data`, which is `result.to_json()`, with the question and the answer beside each of its items.

    A question has the numbers and the order of the result's draw; a notebook asks everybody the base numbers.
    """
    sheet, base, draw = _sheet(bank), _base(bank), result.draw
    answers = {item.id: item.answer for item in result.items}

    def asked(item: str) -> Mapping[str, object]:
        drawn = draw.learner and item not in result.in_notebook
        return question_data(with_draw(sheet[item], draw)) if drawn else base[item]

    items = data["items"]
    assert isinstance(items, list)
    return {
        **data,
        "items": [
            {**item, "question": asked(item["id"]), "answer": _answer_data(answers[item["id"]])} for item in items
        ],
    }


@functools.lru_cache(maxsize=8)
def _sheet(bank: Bank) -> Mapping[str, Question]:
    return {question.id: question for question in sheet_of(bank).questions}


@functools.lru_cache(maxsize=8)
def _base(bank: Bank) -> Mapping[str, Mapping[str, object]]:
    """Item -> its question as everybody gets it who has no draw: the same for a whole class."""
    return {name: question_data(with_draw(question, Draw(bank.id))) for name, question in _sheet(bank).items()}


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


def question_data(question: Question) -> dict[str, object]:
    """The question as plain data; options stand in the order they were seen in, gaps as [1], [2]."""
    gaps = {name: f"[{i}]" for i, name in enumerate(question.slots, 1)}
    prompt = question.prompt.each(lambda words: with_gaps(words, gaps))
    data: dict[str, object] = {"shape": question.shape, "prompt": prompt.data, "do": instruction(question).data}
    if question.options:
        data["options"] = _options(question.options)
    if question.slots:
        data["slots"] = [
            {"id": name, "label": slot.label.data, "options": _options(slot.options)}
            for name, slot in question.slots.items()
        ]
    return data


def _answer_data(answer: Raw) -> Any:
    """An answer as plain data, its words made harmless: a text, a list, a mapping, or None."""
    if answer is None or isinstance(answer, str):
        return None if answer is None else lines(answer, _LONGEST)
    if isinstance(answer, Mapping):
        return {lines(slot, _LONGEST): lines(word, _LONGEST) for slot, word in answer.items()}
    return [lines(word, _LONGEST) for word in answer]


def _options(options: Mapping[str, Text]) -> list[dict[str, str]]:
    return [{"id": name, **text.data} for name, text in options.items()]
