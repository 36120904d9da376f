"""What learners answered to each quiz item, and how well those did elsewhere: the distractor table.

A report names the slip that an answer shows (its diagnosis), not the option itself; options that show the same slip
are one row. An answer with several options can show several slips and stands in each of their rows.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction

from grader.stats.gather import Cohort, Column, Mark
from grader.stats.items import FEWEST

__all__ = ["Answer", "Distractors", "distractors"]

Total = tuple[Fraction, Fraction]
_ANSWERED = ("right", "partly", "wrong")


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """One row: `kind` is right, partly, wrong (no named slip), unanswered, held, or a slip's code."""

    kind: str
    learners: int
    share: float  # of those who were asked
    elsewhere: float | None  # mean share of the rest of the quiz of those in this row; None below the least n


@dataclasses.dataclass(frozen=True, slots=True)
class Distractors:
    """The table of one item. `suspicious` where a slip's learners do better elsewhere than those who were right."""

    item: str
    asked: int
    answers: tuple[Answer, ...]
    suspicious: bool


def distractors(cohort: Cohort) -> tuple[Distractors, ...]:
    """The table of every item that somebody answered."""
    totals = [_total(cohort, row) for row in range(len(cohort))]
    answered = [
        column
        for column in cohort.items.values()
        if any(mark and mark.outcome in _ANSWERED for mark in column.marks)
    ]  # fmt: skip
    return tuple(_table(cohort, column, totals) for column in answered)


def _table(cohort: Cohort, column: Column, totals: list[Total]) -> Distractors:
    rows: dict[str, list[int]] = {"right": []}
    asked = 0
    for row, mark in enumerate(column.marks):
        if mark is None:
            continue
        asked += 1
        slips = cohort.answers[column.id][row]
        kinds = slips if slips and not mark.held else ("held" if mark.held else mark.outcome,)
        if mark.outcome == "partly" and "partly" not in kinds:
            kinds = ("partly", *kinds)
        for kind in kinds:
            rows.setdefault(kind, []).append(row)
    answers = []
    for kind in sorted(rows, key=lambda kind: (_ORDER.get(kind, 2), -len(rows[kind]), kind)):
        others = [rest for row in rows[kind] if (rest := _elsewhere(column.marks[row], totals[row])) is not None]
        mean = sum(others) / len(others) if others and asked >= FEWEST else None
        answers.append(Answer(kind, len(rows[kind]), len(rows[kind]) / asked, mean))
    right = answers[0].elsewhere
    better = [a for a in answers[1:] if a.kind not in _ORDER and a.elsewhere is not None and a.learners >= 5]
    suspicious = right is not None and any((a.elsewhere or 0) > right for a in better)
    return Distractors(column.id, asked, tuple(answers), suspicious)


_ORDER = {"right": 0, "partly": 1, "wrong": 3, "unanswered": 4, "held": 5}


def _total(cohort: Cohort, row: int) -> Total:
    """A learner's points of all items that stand, and what they are of."""
    marks = [mark for column in cohort.items.values() if (mark := column.marks[row]) is not None and not mark.held]
    return sum((mark.earned for mark in marks), Fraction(0)), sum((mark.possible for mark in marks), Fraction(0))


def _elsewhere(mark: Mark | None, total: Total) -> float | None:
    """A learner's share of the points of the other items that stand."""
    earned, possible = total
    if mark is not None and not mark.held:
        earned, possible = earned - mark.earned, possible - mark.possible
    return float(earned / possible) if possible else None
