"""The hidden checks: who passed what, which never fail or never pass, and which go against the rest.

A check is set against the points of the *other* steps: the checks of one step share its gate, so they move
together whatever they ask.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

import numpy as np

from grader.analytics.gather import Cohort, RowScore
from grader.analytics.items import FEWEST, correlation, interval
from grader.core.model import Outcome

__all__ = ["CheckStats", "Spread", "check_statistics", "spread"]

_JUDGED = (Outcome.PASSED, Outcome.FAILED, Outcome.CRASHED, Outcome.TIMEOUT, Outcome.MEMORY)
Flag = Literal["never_fails", "never_passes", "negative"]


@dataclasses.dataclass(frozen=True, slots=True)
class CheckStats:
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


def check_statistics(cohort: Cohort) -> tuple[CheckStats, ...]:
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
        out.append(CheckStats(column.id, column.step, judged, passed, dict(outcomes), points, r, bounds, tuple(flags)))
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


@dataclasses.dataclass(frozen=True, slots=True)
class Spread:
    """Points over the learners whose points stand; `held` are counted apart. None where nobody's points stand."""

    n: int
    held: int
    possible: float
    mean: float | None
    sd: float | None  # with n - 1; None below two learners
    low: float | None
    q1: float | None
    median: float | None
    q3: float | None
    high: float | None
    full: int
    zero: int


def spread(marks: Iterable[RowScore | None]) -> Spread:
    """The figures of these marks; None (not asked) is left out.

    Quartiles interpolate linearly between order statistics (definition 7 of Hyndman and Fan, "Sample Quantiles in
    Statistical Packages", 1996; numpy's default, and spreadsheets'). Full and zero are decided on exact points.
    """
    asked = [mark for mark in marks if mark is not None]
    judged = [mark for mark in asked if not mark.held]
    possible = float(max((mark.possible for mark in asked), default=0))
    counts = (len(judged), len(asked) - len(judged), possible)
    if not judged:
        return Spread(*counts, None, None, None, None, None, None, None, 0, 0)
    points = np.array([float(mark.earned) for mark in judged])
    low, q1, median, q3, high = (float(q) for q in np.quantile(points, [0, 0.25, 0.5, 0.75, 1]))
    sd = float(points.std(ddof=1)) if len(points) > 1 else None
    full = sum(mark.earned >= mark.possible for mark in judged)
    zero = sum(not mark.earned for mark in judged)
    return Spread(*counts, float(points.mean()), sd, low, q1, median, q3, high, full, zero)
