"""How the points of one step, check or item are spread: n, held, mean, quartiles, full, zero."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import numpy as np

from grader.stats.gather import Mark

__all__ = ["Spread", "spread"]


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


def spread(marks: Iterable[Mark | None]) -> Spread:
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
