"""A grade: the counted score with a person's override and the lateness laid over it, exact, and never stored."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

from grader.gradebook.late_policy import Late
from grader.gradebook.manual_marks import open_items
from grader.reports.schema import Report

__all__ = ["Final", "Override", "final_of"]


@dataclasses.dataclass(frozen=True)
class Override:
    """Points that a person has set in place of the score."""

    points: Fraction
    author: str
    reason: str
    at: str


@dataclasses.dataclass(frozen=True)
class Final:
    """A grade and everything that went into it, exact. `raw` is None where nothing was handed in and counted.

    `raw` = code + quiz points, `bonus` on top; an override replaces both. `deduction` is for lateness. `total` is
    what stands at the end, never below 0, and None where there is neither a score nor an override. `attempt` is the
    number of the attempt that counts, 0 where there is none. `waiting` counts open answers that nobody has marked.
    """

    learner: str
    raw: Fraction | None
    bonus: Fraction
    possible: Fraction
    pending: Fraction
    override: Override | None
    late: Late
    deduction: Fraction
    total: Fraction | None
    attempt: int
    waiting: int = 0


def final_of(learner: str, report: Report | None, attempt: int, override: Override | None, late: Late) -> Final:
    """The grade of a learner from the counted report with its marks, or from none."""
    raw: Fraction | None = None
    possible = pending = bonus = Fraction(0)
    if report is not None:
        raw, possible, pending = report.score.earned, report.score.possible, report.score.held
        bonus = report.bonus.earned
    before = override.points if override is not None else None if raw is None else raw + bonus
    deduction = Fraction(0) if before is None else min(before, late.part * possible)
    total = None if before is None else before - deduction
    waiting = 0 if report is None else len(open_items(report))
    return Final(learner, raw, bonus, possible, pending, override, late, deduction, total, attempt, waiting)
