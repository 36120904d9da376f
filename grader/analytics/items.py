"""Item analysis of one test: its items are the steps of the code, or the questions of the quiz.

Everything rests on shares (earned of possible), so that items of different worth and learners with different
questions can stand in one table. An item is set against the *rest* of the test, the item itself left out: against
the whole, an item without any relation to the others still seems to have one on a short test.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from grader.analytics.gather import Column

__all__ = [
    "FEWEST",
    "FEW",
    "ItemStats",
    "Test",
    "alpha_of",
    "analyse",
    "correlation",
    "interval",
    "tails",
    "upper_lower",
]

FEWEST = 30  # below, a correlation says next to nothing: its standard error is about 1/sqrt(n - 3), 0.19 at n = 30
FEW = 100  # below, figures are shown with a warning: 0.10 at n = 100
_TAIL = 0.27  # T. L. Kelley, "The selection of upper and lower groups for the validation of test items", 1939

Floats = npt.NDArray[np.float64]
Flag = Literal["negative", "weak", "easy", "hard", "flat"]


@dataclasses.dataclass(frozen=True, slots=True)
class ItemStats:
    """One item. The figures are None where `n` is too small for them, or where nothing varies."""

    id: str
    n: int  # learners whose points for it stand, and who have a rest to set it against
    difficulty: float | None  # mean share of its points: 1 is easy
    rest: float | None  # correlation with the rest of the test
    interval: tuple[float, float] | None  # 95 % of `rest`
    upper_lower: float | None  # difference of the mean shares of the best and the last 27 %
    alpha_without: float | None  # the test's alpha, this item left out
    flags: tuple[Flag, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Test:
    """One test and its items. `refused` says that there are fewer than `FEWEST` learners who took part."""

    learners: int  # who took part
    complete: int  # who have every item of it: alpha and SEM rest on these
    refused: bool
    warned: bool
    items: tuple[ItemStats, ...]
    unmarked: tuple[str, ...]  # items held for everybody: not marked yet, so in no figure here
    mean: float | None  # points of the complete
    sd: float | None
    alpha: float | None
    sem: float | None


def analyse(columns: Sequence[Column], took_part: Sequence[bool]) -> Test:
    """The analysis of these items over the learners who took part. See docs/statistics.md for each figure."""
    rows = [row for row, part in enumerate(took_part) if part]
    unmarked = tuple(c.id for c in columns if not any(m and not m.held for m in c.marks))
    columns = [c for c in columns if c.id not in unmarked]
    refused = len(rows) < FEWEST or len(columns) < 2
    earned, possible = _points(columns, rows)  # (n, k), (n, k); NaN where it does not stand
    whole = ~np.isnan(earned).any(axis=1) if columns else np.zeros(len(rows), bool)
    complete = earned[whole]
    enough = len(complete) >= FEWEST and not refused
    alpha = alpha_of(complete) if enough else None
    total = complete.sum(axis=1)
    sd = float(total.std(ddof=1)) if enough else None
    items = []
    for j, column in enumerate(columns):
        share, rest = _share_and_rest(earned, possible, j)
        without = alpha_of(np.delete(complete, j, axis=1)) if enough else None
        items.append(_item(column.id, share, rest, None if refused else without, refused))
    return Test(
        learners=len(rows),
        complete=len(complete),
        refused=refused,
        warned=not refused and len(rows) < FEW,
        items=tuple(items),
        unmarked=unmarked,
        mean=float(total.mean()) if enough else None,
        sd=sd,
        alpha=alpha,
        sem=sd * math.sqrt(1 - max(alpha, 0.0)) if sd is not None and alpha is not None else None,
    )


def _points(columns: Sequence[Column], rows: Sequence[int]) -> tuple[Floats, Floats]:
    earned = np.full((len(rows), len(columns)), np.nan)
    possible = np.full((len(rows), len(columns)), np.nan)
    for j, column in enumerate(columns):
        for i, row in enumerate(rows):
            mark = column.marks[row]
            if mark is not None and not mark.held:
                earned[i, j], possible[i, j] = float(mark.earned), float(mark.possible)
    return earned, possible


def _share_and_rest(earned: Floats, possible: Floats, j: int) -> tuple[Floats, Floats]:
    """Share of item j and of the rest, for the learners who have both; sums are rounded so that equals are equal."""
    others = np.delete(earned, j, axis=1)
    worth = np.nansum(np.delete(possible, j, axis=1), axis=1)
    kept = ~np.isnan(earned[:, j]) & (worth > 0) & (possible[:, j] > 0)
    share = earned[kept, j] / possible[kept, j]
    rest = np.nansum(others[kept], axis=1) / worth[kept]
    return share, np.round(rest, 12)


def _item(ident: str, share: Floats, rest: Floats, without: float | None, refused: bool) -> ItemStats:
    n = len(share)
    if refused or n < FEWEST:
        return ItemStats(ident, n, None, None, None, None, None, ())
    difficulty, r = float(share.mean()), correlation(share, rest)
    flags: list[Flag] = []
    if r is None:
        flags.append("flat")
    elif r < 0:
        flags.append("negative")
    elif r < 0.15:
        flags.append("weak")
    if difficulty > 0.95:
        flags.append("easy")
    elif difficulty < 0.2:
        flags.append("hard")
    bounds = interval(r, n) if r is not None else None
    return ItemStats(ident, n, difficulty, r, bounds, upper_lower(share, rest), without, tuple(flags))


def correlation(x: Floats, y: Floats) -> float | None:
    """Pearson's correlation of two (n,) arrays; None where one of them does not vary."""
    dx, dy = x - x.mean(), y - y.mean()
    scale = math.sqrt(float(dx @ dx) * float(dy @ dy))
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0 or not scale:
        return None
    return float(np.clip(dx @ dy / scale, -1.0, 1.0))


def interval(r: float, n: int) -> tuple[float, float] | None:
    """The 95 % interval of a correlation by Fisher's transformation: tanh(atanh r ± 1.96/√(n − 3))."""
    if n <= 3 or abs(r) >= 1:
        return None
    z, half = math.atanh(r), 1.959964 / math.sqrt(n - 3)
    return math.tanh(z - half), math.tanh(z + half)


def upper_lower(share: Floats, rest: Floats) -> float:
    """Mean share of the upper 27 % minus that of the lower 27 %, groups by the rest of the test; shapes (n,), (n,).

    Learners who tie at the edge of a group come in with equal parts, so that the figure depends on nobody's place
    in the list.
    """
    upper, lower = tails(share, rest)
    return upper - lower


def tails(share: Floats, rest: Floats) -> tuple[float, float]:
    """Mean share of the upper 27 % and of the lower 27 % by `rest`; shapes (n,), (n,), n at least 1."""
    size = max(1, math.floor(_TAIL * len(share) + 0.5))
    return _tail(share, rest, size), _tail(share, -rest, size)


def _tail(share: Floats, order: Floats, size: int) -> float:
    """Mean share of the `size` learners who are highest in `order`, ties shared."""
    edge = np.sort(order)[-size]
    above, at = order > edge, order == edge
    part = (size - int(above.sum())) / int(at.sum())
    return float((share[above].sum() + part * share[at].sum()) / size)


def alpha_of(points: Floats) -> float | None:
    """Cronbach's alpha of an (n, k) table: k/(k − 1) · (1 − Σ var(item)/var(total)), variances with n − 1.

    L. J. Cronbach, "Coefficient alpha and the internal structure of tests", 1951. None for one item, or where the
    totals do not vary.
    """
    n, k = points.shape
    if n < 2 or k < 2:
        return None
    total = float(points.sum(axis=1).var(ddof=1))
    if total <= 1e-18:
        return None
    return float(k / (k - 1) * (1 - points.var(axis=0, ddof=1).sum() / total))
