"""The hidden checks: who passed what, which never fail or never pass, and which go against the rest.

A check is set against the points of the *other* steps: the checks of one step share its gate, so they move
together whatever they ask.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping
from typing import Literal

import numpy as np

from grader.model import Outcome
from grader.stats.gather import Cohort
from grader.stats.items import FEWEST, correlation, interval
from grader.stats.spread import Spread, spread

__all__ = ["Check", "check_statistics"]

_JUDGED = (Outcome.PASSED, Outcome.FAILED, Outcome.CRASHED, Outcome.TIMEOUT, Outcome.MEMORY)
Flag = Literal["never_fails", "never_passes", "negative"]


@dataclasses.dataclass(frozen=True, slots=True)
class Check:
    """One check. `judged` ran against an answer of the learner's; untouched, blocked and held ones are not in it."""

    id: str
    step: str
    judged: int
    passed: int
    outcomes: Mapping[str, int]  # outcome -> learners, all of them
    points: Spread
    rest: float | None  # correlation of passing with the points of the other steps
    interval: tuple[float, float] | None
    flags: tuple[Flag, ...]


def check_statistics(cohort: Cohort) -> tuple[Check, ...]:
    """Every check, in the order of the reports."""
    elsewhere = {step: _other_steps(cohort, step) for step in cohort.steps}
    out = []
    for column in cohort.checks.values():
        told = [mark for mark in column.marks if mark is not None]
        outcomes = Counter(mark.outcome for mark in told)
        judged = sum(outcomes[outcome] for outcome in _JUDGED)
        passed = outcomes[Outcome.PASSED]
        r = n = None
        pairs = [
            (mark.outcome == Outcome.PASSED, rest)
            for mark, rest in zip(column.marks, elsewhere[column.step], strict=True)
            if mark is not None and mark.outcome in _JUDGED and rest is not None
        ]
        if len(pairs) >= FEWEST:
            n = len(pairs)
            x, y = (np.array(values, dtype=float) for values in zip(*pairs, strict=True))
            r = correlation(x, np.round(y, 12))
        flags: list[Flag] = []
        if judged and passed == judged:
            flags.append("never_fails")
        if judged and not passed:
            flags.append("never_passes")
        if r is not None and r < 0:
            flags.append("negative")
        bounds = interval(r, n) if r is not None and n is not None else None
        points = spread(column.marks)
        out.append(Check(column.id, column.step, judged, passed, dict(outcomes), points, r, bounds, tuple(flags)))
    return tuple(out)


def _other_steps(cohort: Cohort, left_out: str) -> list[float | None]:
    """For each learner the share of points in the other steps that count and stand; None where there is none."""
    columns = [c for c in cohort.steps.values() if c.id != left_out and not c.bonus]
    out: list[float | None] = []
    for row in range(len(cohort)):
        marks = [mark for column in columns if (mark := column.marks[row]) is not None and not mark.held]
        worth = sum(float(mark.possible) for mark in marks)
        out.append(sum(float(mark.earned) for mark in marks) / worth if worth else None)
    return out
