"""A whole answer file against the bank: `mark(bank, text, name, learner=, seed=)` -> `QuizResult`.

Points are exact fractions of what the assignment gives to the quiz. Three things are held for a person
(`pending`) rather than lost: answers to open questions, answers that cannot be read, and a file that cannot
be read at all. An item without an answer earns nothing, and is not called wrong.
"""

from __future__ import annotations

import contextlib
import difflib
import enum
import functools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from grader.locale import both
from grader.model import Cell, Text, exact
from grader.quiz.answers import Answers, Entry, read_answers
from grader.quiz.bank import Bank
from grader.quiz.cells import merged, read_cells
from grader.quiz.item import Item, Mark, State
from grader.quiz.questions import Raw, Unreadable, read_answer
from grader.quiz.variants import Draw, selected

__all__ = ["ItemResult", "Note", "QuizOutcome", "QuizResult", "mark"]

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

    def to_json(self) -> dict[str, object]:
        """Plain data; points are exact: a whole number or "p/q"."""
        return {
            "id": self.id,
            "title": _both(self.title),
            "about": list(self.about),
            "outcome": str(self.outcome),
            "earned": exact(self.earned),
            "possible": exact(self.possible),
            "message": _both(self.message),
            "where": self.where,
            "formula": self.formula,
            "diagnoses": list(self.diagnoses),
            "misconceptions": list(self.misconceptions),
            "explanation": _both(self.explanation) if self.explanation else None,
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

    @property
    def misconceptions(self) -> dict[str, tuple[int, int]]:
        """For each misconception: how many items asked about it and were answered, and how many showed it."""
        counts = {}
        for name in self.claims:
            answered = (QuizOutcome.RIGHT, QuizOutcome.PARTLY, QuizOutcome.WRONG)
            asked = sum(name in item.about and item.outcome in answered for item in self.items)
            shown = sum(name in item.misconceptions for item in self.items)
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
                name: {"claim": _both(self.claims[name]), "asked": asked, "shown": shown}
                for name, (asked, shown) in self.misconceptions.items()
            },
            "notes": [{"where": note.where, "text": _both(note.text)} for note in self.notes],
        }


def mark(
    bank: Bank, answers_text: str | None, name: str, *, learner: str, seed: int | None = None,
    points: int | None = None, cells: Iterable[Cell] = (),
) -> QuizResult:  # fmt: skip
    """Mark the text of an answer file that complaints call `name`, and the answers in a notebook's `cells`.

    The draw that stands in the file decides the numbers, since those are the ones that were answered; where it
    differs from `learner` and `seed` (the bank's own, unless given), a note says so. A notebook asks everybody with
    the base numbers. `points` is what the assignment gives to the quiz.
    """
    expected = bank.policy.seed if seed is None else seed
    given = bank.points if points is None else points
    return _marker(bank).mark(answers_text, name, learner, expected, given, tuple(cells))


@functools.lru_cache(maxsize=8)
def _marker(bank: Bank) -> _Marker:
    return _Marker(bank)


class _Marker:
    """One bank, with every answer it has already marked: a cohort gives the same answers again and again."""

    def __init__(self, bank: Bank) -> None:
        self.bank = bank
        self.groups = [(item.id, item.about[0] if item.about else "") for item in bank.items]
        self.items = {item.id: item for item in bank.items}
        self.rows = {item.id: len(numbers.rows) for item in bank.items if (numbers := item.sheet().numbers)}
        self.claims = {name: belief.claim for name, belief in bank.misconceptions.items()}
        self.results = functools.lru_cache(maxsize=1 << 15)(self.result)
        self.variants = functools.lru_cache(maxsize=1 << 12)(self.variant)

    def mark(
        self, text: str | None, name: str, learner: str, seed: int, points: int, cells: tuple[Cell, ...]
    ) -> QuizResult:
        answers = read_answers(text or "")
        from_cells, strays = read_cells(cells)
        answers, in_notebook = merged(answers, from_cells, self.same, name)
        draw = replace(answers.draw, quiz=self.bank.id)
        asked = selected(self.groups, self.bank.policy.draw, draw)
        total = sum(self.items[item].points for item in asked)
        results = []
        for item in asked:
            entry = answers.values.get(item)
            row = draw.row(item, self.rows[item]) if item in self.rows and item not in in_notebook else 0
            if answers.problem or (entry and entry.problem):
                results.append(self.unreadable(item, points, total, answers, entry, name))
                continue
            result = self.results(item, row, _frozen(entry.raw if entry else None), points, total)
            if entry and result.outcome is QuizOutcome.UNREADABLE:
                result = replace(result, where=entry.where or f"{name}:{entry.line}")
            results.append(result)
        return QuizResult(
            quiz=self.bank.id,
            draw=draw,
            items=tuple(results),
            earned=_sum(result.earned for result in results),
            possible=Fraction(points),
            pending=_sum(result.possible for result in results if result.outcome.held),
            notes=(
                *self.notes(text, answers, name, learner, seed, asked),
                *(Note(where, told) for where, told in strays),
            ),
            claims=self.claims,
        )

    def same(self, item: str, one: Raw, other: Raw) -> bool:
        """True where both say the same to that item, such as 0.5 and 1/2."""
        if item in self.items:
            with contextlib.suppress(Unreadable):
                question = self.items[item].sheet()
                return read_answer(question, one) == read_answer(question, other)
        return one == other

    def variant(self, item: str, row: int) -> Item:
        return self.items[item].variant(row)

    def result(self, name: str, row: int, frozen: _Frozen, points: int, total: int) -> ItemResult:
        item = self.variants(name, row)
        possible = Fraction(points * item.points, total)
        got = item.mark(_thawed(frozen))
        outcome = _outcome(got)
        return ItemResult(
            id=item.id,
            title=item.title,
            about=item.about,
            outcome=outcome,
            earned=possible * got.fraction,
            possible=possible,
            message=got.message,
            formula=got.formula,
            diagnoses=got.shows,
            misconceptions=self.bank.misconceptions_of(got.shows),
            explanation=None if outcome.held or outcome is QuizOutcome.UNANSWERED else item.explanation,
        )

    def unreadable(
        self, name: str, points: int, total: int, answers: Answers, entry: Entry | None, file: str
    ) -> ItemResult:
        item = self.items[name]
        possible = Fraction(points * item.points, total)
        text = answers.problem or (entry.problem if entry else None) or both("quiz.blank")
        where = f"{file}:{answers.where or (entry.line if entry else 1)}"
        if entry and entry.where and not answers.problem:
            where = entry.where
        unreadable = QuizOutcome.UNREADABLE
        return ItemResult(name, item.title, item.about, unreadable, Fraction(0), possible, text, where)

    def notes(
        self, text: str | None, answers: Answers, name: str, learner: str, seed: int, asked: list[str]
    ) -> list[Note]:
        if text is None and not answers.values:
            return [Note(name, both("quiz.none_handed_in"))]
        if answers.problem:
            return [Note(f"{name}:{answers.where}", answers.problem)]
        draw, found = answers.draw, []
        if draw.quiz and draw.quiz != self.bank.id:
            found.append(both("quiz.other_quiz", got=draw.quiz, want=self.bank.id))
        if draw.learner and draw.learner != learner:
            found.append(both("quiz.other_learner", got=draw.learner, want=learner))
        if draw.learner and draw.seed != seed:
            found.append(both("quiz.other_seed", got=draw.seed, want=seed))
        if draw.attempt > self.bank.policy.attempts:
            found.append(both("quiz.too_many_attempts", got=draw.attempt, want=self.bank.policy.attempts))
        notes = [Note(name, text) for text in found]
        known = set(asked)
        for item, entry in answers.values.items():
            if item not in known:
                close = difflib.get_close_matches(item, asked, 1)
                near = f" ({close[0]}?)" if close else ""
                notes.append(
                    Note(entry.where or f"{name}:{entry.line}", both("quiz.unknown_item", got=item, near=near))
                )
        return notes


_Frozen = str | tuple[str, ...] | tuple[tuple[str, str], ...] | None


def _frozen(raw: Raw) -> _Frozen:
    return raw if raw is None or isinstance(raw, str | tuple) else tuple(raw.items())


def _thawed(frozen: _Frozen) -> Raw:
    if isinstance(frozen, tuple) and frozen and isinstance(frozen[0], tuple):
        return dict(pair for pair in frozen if isinstance(pair, tuple))
    return (
        frozen if isinstance(frozen, str) or frozen is None else tuple(word for word in frozen if isinstance(word, str))
    )


def _outcome(got: Mark) -> QuizOutcome:
    if got.state is State.ANSWERED:
        if got.fraction == 1:
            return QuizOutcome.RIGHT
        return QuizOutcome.PARTLY if got.fraction else QuizOutcome.WRONG
    return {
        State.UNANSWERED: QuizOutcome.UNANSWERED,
        State.UNREADABLE: QuizOutcome.UNREADABLE,
        State.MANUAL: QuizOutcome.PENDING,
    }[got.state]


def _sum(fractions: Iterable[Fraction]) -> Fraction:
    """The exact sum, over one common denominator: adding fractions one by one is several times slower."""
    parts = [(fraction.numerator, fraction.denominator) for fraction in fractions if fraction]
    common = math.lcm(*(denominator for _, denominator in parts))
    return Fraction(sum(numerator * (common // denominator) for numerator, denominator in parts), common)


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
        message=item.message if kept else both("quiz.later"),
    )


def _both(text: Text) -> dict[str, str]:
    return {"en": text.en, "ko": text.ko}
