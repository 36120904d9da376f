"""What learners answered to each quiz item, and how well those did elsewhere: the distractor table.

An item with options has a row for each of them, named as in the bank whatever order a learner saw; an answer that ticks
or fills several stands in each of their rows. Any other item (a number, an order) has rows by outcome and by the slip
that an answer shows. What a person marks has outcomes alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from grader.analytics.gather import Cohort, Column, OptionKey, RowScore
from grader.analytics.items import FEWEST, tails

__all__ = ["AnswerRow", "Distractors", "OUTCOMES", "distractors"]

Total = tuple[Fraction, Fraction]
OUTCOMES = ("right", "partly", "wrong", "unanswered", "held")
_ANSWERED = ("right", "partly", "wrong")
_MANY = 5  # learners, from which on a wrong answer can be suspicious
_ORDER = {"right": 0, "partly": 1, "wrong": 3, "unanswered": 4, "held": 5}


@dataclasses.dataclass(frozen=True, slots=True)
class AnswerRow:
    """One row. `kind` is one of OUTCOMES, "option", or "slip".

    The shares `upper` and `lower` are those of the upper and the lower 27 % by the rest of the quiz. They and
    `elsewhere` are None below the least n.
    """

    kind: str
    name: str  # of an option, with its slot ("reason: habit"); the code of a slip; else ""
    key: bool | None  # of an option: whether it is right; None where the bank is not at hand, and for other rows
    slip: str  # the code that an option shows
    belief: str  # the misconception it belongs to
    learners: int
    share: float  # of those who were asked
    upper: float | None
    lower: float | None
    elsewhere: float | None  # mean share of the rest of the quiz of those in this row


@dataclasses.dataclass(frozen=True, slots=True)
class Distractors:
    """The table of one item. `suspicious` where those of a wrong row do better elsewhere than those who were right."""

    item: str
    asked: int
    answers: tuple[AnswerRow, ...]
    suspicious: bool


@dataclasses.dataclass(frozen=True, slots=True)
class _Row:
    """A row while it is counted: who is in it, by place in the list of those who were asked."""

    kind: str
    name: str = ""
    choice: OptionKey | None = None
    learners: list[int] = dataclasses.field(default_factory=list)


def distractors(cohort: Cohort) -> tuple[Distractors, ...]:
    """The table of every item that somebody answered."""
    totals = [_total(cohort, row) for row in range(len(cohort))]
    answered = [
        column for column in cohort.items.values() if any(mark and mark.outcome in _ANSWERED for mark in column.marks)
    ]
    return tuple(_table(cohort, column, totals) for column in answered)


def _table(cohort: Cohort, column: Column, totals: list[Total]) -> Distractors:
    asked = [(row, mark) for row, mark in enumerate(column.marks) if mark is not None]
    marks = [mark for _, mark in asked]
    rest = [_elsewhere(mark, totals[row]) for row, mark in asked]
    optional = column.id in cohort.picked
    rows = _options(cohort, column.id, asked) if optional else _slips(cohort, column.id, asked)
    right = [i for i, mark in enumerate(marks) if mark.outcome == "right"]
    best = _mean(right, rest)
    answers = tuple(_answer(row, marks, rest) for row in rows)
    worse = [answer for answer in answers if answer.kind == "slip" or answer.key is False]
    suspicious = (
        best is not None
        and len(asked) >= FEWEST
        and any(
            answer.elsewhere is not None and answer.learners >= _MANY and answer.elsewhere > best for answer in worse
        )
    )
    return Distractors(column.id, len(asked), answers, suspicious)


def _options(cohort: Cohort, item: str, asked: Sequence[tuple[int, RowScore]]) -> list[_Row]:
    """A row for each option of the bank, and for each that was chosen besides; then what was not answered or waits."""
    known: Mapping[tuple[str, str], OptionKey] = cohort.choices.get(item, {})
    rows = {pick: _Row("option", _name(pick), choice) for pick, choice in known.items()}
    rest: dict[str, _Row] = {}
    for i, (row, mark) in enumerate(asked):
        picked = cohort.picked[item][row]
        if picked is None or mark.held:
            kind = "held" if mark.held else mark.outcome
            rest.setdefault(kind, _Row(kind)).learners.append(i)
            continue
        for pick in picked:
            other = OptionKey(False) if known else None  # a pair that the bank does not name is wrong
            rows.setdefault(pick, _Row("option", _name(pick), other)).learners.append(i)
    slots = list(dict.fromkeys(slot for slot, _ in rows))
    ordered = sorted(
        rows.items(),
        key=lambda pair: (
            slots.index(pair[0][0]),
            not (pair[1].choice and pair[1].choice.right),
            -len(pair[1].learners),
            pair[0],
        ),
    )
    return [*(row for _, row in ordered), *sorted(rest.values(), key=lambda row: _ORDER.get(row.kind, 2))]


def _name(pick: tuple[str, str]) -> str:
    return f"{pick[0]}: {pick[1]}" if pick[0] else pick[1]


def _slips(cohort: Cohort, item: str, asked: Sequence[tuple[int, RowScore]]) -> list[_Row]:
    """A row for each outcome and for each slip; an answer that shows several slips stands in each of their rows."""
    rows: dict[str, _Row] = {"right": _Row("right")}
    for i, (row, mark) in enumerate(asked):
        slips = cohort.answers[item][row] if not mark.held else ()
        kinds = slips or ("held" if mark.held else mark.outcome,)
        if mark.outcome == "partly" and "partly" not in kinds:
            kinds = ("partly", *kinds)
        for kind in kinds:
            new = _Row(kind) if kind in _ORDER else _Row("slip", kind)
            rows.setdefault(kind, new).learners.append(i)
    return sorted(rows.values(), key=lambda row: (_ORDER.get(row.kind, 2), -len(row.learners), row.name))


def _answer(row: _Row, marks: Sequence[RowScore], rest: Sequence[float | None]) -> AnswerRow:
    enough = len(marks) >= FEWEST
    upper, lower = _tails(row, marks, rest)
    choice = row.choice
    return AnswerRow(
        kind=row.kind,
        name=row.name,
        key=choice.right if choice else None,
        slip=choice.slip if choice else "",
        belief=choice.belief if choice else "",
        learners=len(row.learners),
        share=len(row.learners) / len(marks),
        upper=upper,
        lower=lower,
        elsewhere=_mean(row.learners, rest) if enough else None,
    )


def _tails(row: _Row, marks: Sequence[RowScore], rest: Sequence[float | None]) -> tuple[float | None, float | None]:
    """The shares of the best and of the last 27 % who are in this row, of those whose answer and whose rest stand."""
    standing = [i for i, mark in enumerate(marks) if not mark.held and rest[i] is not None]
    if len(standing) < FEWEST or row.kind == "held":
        return None, None
    inside = set(row.learners)
    chosen = np.array([i in inside for i in standing], dtype=float)
    return tails(chosen, np.round(np.array([rest[i] for i in standing], dtype=float), 12))


def _mean(learners: Sequence[int], rest: Sequence[float | None]) -> float | None:
    others = [share for i in learners if (share := rest[i]) is not None]
    return sum(others) / len(others) if others else None


def _total(cohort: Cohort, row: int) -> Total:
    """A learner's points of all items that stand, and what they are of."""
    marks = [mark for column in cohort.items.values() if (mark := column.marks[row]) is not None and not mark.held]
    return sum((mark.earned for mark in marks), Fraction(0)), sum((mark.possible for mark in marks), Fraction(0))


def _elsewhere(mark: RowScore, total: Total) -> float | None:
    """A learner's share of the points of the other items that stand."""
    earned, possible = total
    if not mark.held:
        earned, possible = earned - mark.earned, possible - mark.possible
    return float(earned / possible) if possible else None
