"""A whole answer file against the bank: `mark(bank, text, name, learner=, seed=)` -> `QuizResult`.

Points are exact fractions of what the assignment gives to the quiz. Three things are held for a person
(`pending`) rather than lost: answers to open questions, answers that cannot be read, and a file that cannot
be read at all. An item without an answer earns nothing, and is not called wrong.
"""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from grader.core.languages import both
from grader.core.model import Cell, Text
from grader.core.safe_text import one_line
from grader.core.suggestions import closest
from grader.quiz.answers import AnswerEntry, Answers, read_answers
from grader.quiz.bank import Bank
from grader.quiz.items.item import Item, ItemMark, State
from grader.quiz.notebook_cells import merged, read_cells
from grader.quiz.own import answered, contradictions, joined, own_draw
from grader.quiz.questions import Raw, Unreadable, read_answer
from grader.quiz.result import ItemResult, Note, QuizOutcome, QuizResult, given
from grader.quiz.variants import selected

__all__ = ["mark"]

# Where the answer stands is told, as the question stands above it there.
_TO_LOOK_AT = (QuizOutcome.UNREADABLE, QuizOutcome.WRONG, QuizOutcome.PARTLY)

_NOTES = 20  # told in a report
_WORD = 60  # characters of a learner's word in a note


def mark(
    bank: Bank,
    answers_text: str | None,
    name: str,
    *,
    learner: str,
    seed: int | None = None,
    points: int | None = None,
    cells: Iterable[Cell] = (),
) -> QuizResult:
    """Mark the text of an answer file that complaints call `name`, and the answers in a notebook's `cells`.

    `learner`, who handed it in, and the bank's policy decide which items and numbers were asked (`seed` is the
    policy's, unless given). What the file says otherwise about them is held for a person. A notebook asks everybody
    with the base numbers. `points` is what the assignment gives to the quiz.
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
        policy, header = self.bank.policy, answers.draw
        in_file = answered(answers.values, frozenset(in_notebook))
        wrong = contradictions(policy, header, learner, seed, in_file=in_file)
        held = None if answers.problem or not wrong else joined(wrong)
        draw = own_draw(policy, self.bank.id, header, learner, seed)
        asked = selected(self.groups, self.bank.policy.draw, draw)
        total = sum(self.items[item].points for item in asked)
        results = []
        for item in asked:
            entry = answers.values.get(item)
            row = draw.row(item, self.rows[item]) if item in self.rows and item not in in_notebook else 0
            why = held
            if policy.individual and item in in_notebook and self.rows.get(item, 0) > 1:
                why = why or both("quiz.base_numbers")
            if why or answers.problem or (entry and entry.problem):
                results.append(self.unreadable(item, points, total, answers, entry, name, why))
                continue
            result = self.results(item, row, _frozen(entry.raw if entry else None), points, total)
            if entry and result.outcome in _TO_LOOK_AT:
                result = replace(result, where=entry.where or f"{name}:{entry.line}")
            results.append(result)
        notes = self.notes(text, answers, name, held)
        unknown, count = self.unknown(answers, name, asked)
        others = [Note(where, told) for where, told in strays]
        return QuizResult(
            quiz=self.bank.id,
            draw=draw,
            items=tuple(results),
            earned=_sum(result.earned for result in results),
            possible=Fraction(points),
            pending=_sum(result.possible for result in results if result.outcome.held),
            notes=_few([*notes, *unknown, *others], name, len(notes) + count + len(others)),
            claims=self.claims,
            in_notebook=frozenset(in_notebook) & set(asked),
            held_for=held,
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
        raw = _thawed(frozen)
        got = item.mark(raw)
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
            by_hand=item.by_hand,
            answer=given(item.question, raw),
        )

    def unreadable(
        self,
        name: str,
        points: int,
        total: int,
        answers: Answers,
        entry: AnswerEntry | None,
        file: str,
        why: Text | None = None,
    ) -> ItemResult:
        item = self.items[name]
        possible = Fraction(points * item.points, total)
        raw = entry.raw if entry and not answers.problem else None
        text = answers.problem or (entry.problem if entry else None) or why or both("quiz.blank")
        where = f"{file}:{answers.where or (entry.line if entry else 1)}"
        if entry and entry.where and not answers.problem:
            where = entry.where
        unreadable = QuizOutcome.UNREADABLE
        return ItemResult(
            name,
            item.title,
            item.about,
            unreadable,
            Fraction(0),
            possible,
            text,
            where,
            by_hand=item.by_hand,
            answer=raw,
        )

    def notes(self, text: str | None, answers: Answers, name: str, held: Text | None) -> list[Note]:
        """What a person should know about the answers as a whole."""
        if text is None and not answers.values:
            return [Note(name, both("quiz.none_handed_in"))]
        if answers.problem:
            return [Note(f"{name}:{answers.where}", answers.problem)]
        draw, found = answers.draw, []
        if draw.quiz and draw.quiz != self.bank.id:
            found.append(both("quiz.other_quiz", got=one_line(draw.quiz, _WORD), want=self.bank.id))
        if held is not None:
            found.append(held)
        elif draw.attempt > self.bank.policy.attempts:
            found.append(both("quiz.too_many_attempts", got=draw.attempt, want=self.bank.policy.attempts))
        return [Note(name, text) for text in found]

    def unknown(self, answers: Answers, name: str, asked: list[str]) -> tuple[list[Note], int]:
        """Some of what was answered and is not asked, with the nearest that is; and how many there are of it."""
        known = set(asked)
        others = [(item, entry) for item, entry in answers.values.items() if item not in known]
        told = []
        for item, entry in others[:_NOTES]:
            near = closest(item, asked)
            message = both("quiz.unknown_item", got=one_line(item, _WORD), near=f" ({near}?)" if near else "")
            told.append(Note(entry.where or f"{name}:{entry.line}", message))
        return told, len(others)


def _few(notes: list[Note], name: str, count: int) -> tuple[Note, ...]:
    """The first of `count` notes, and how many more there are: a report has to stay one that can be read."""
    kept = notes[:_NOTES]
    more = [Note(name, both("quiz.more_notes", count=count - len(kept)))] if count > len(kept) else []
    return (*kept, *more)


_Frozen = str | tuple[str, ...] | tuple[tuple[str, str], ...] | None


def _frozen(raw: Raw) -> _Frozen:
    return raw if raw is None or isinstance(raw, str | tuple) else tuple(raw.items())


def _thawed(frozen: _Frozen) -> Raw:
    if isinstance(frozen, tuple) and frozen and isinstance(frozen[0], tuple):
        return dict(pair for pair in frozen if isinstance(pair, tuple))
    return (
        frozen if isinstance(frozen, str) or frozen is None else tuple(word for word in frozen if isinstance(word, str))
    )


def _outcome(got: ItemMark) -> QuizOutcome:
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
