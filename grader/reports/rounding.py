"""The one rounding rule of all formats: exact points -> whole units (points, or hundredths of one) that add up.

Every part keeps its own maximum where that is a whole number of units, as steps have. The total is the exact total
rounded half up, shared by the largest remainder. No failure is ever rounded to full marks and nothing is ever
rounded up from zero, in a part or in the whole.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from fractions import Fraction

__all__ = ["Whole", "as_typed", "decimal", "hundredths", "points", "points_text", "units_of", "whole"]

Whole = tuple[int, int]
"""Earned and possible, in units."""


def whole(parts: Sequence[tuple[Fraction, Fraction]], unit: int = 1) -> list[Whole]:
    """Earned and possible points of each part in units of 1/`unit` point; the score is the sum of them.

    A part is (earned, possible) in points, 0 <= earned <= possible. Where maxima are no whole numbers of units they
    are rounded the same way, and a part that is worth anything is worth one unit at least.
    """
    most = _shared([possible * unit for _, possible in parts], [None] * len(parts))
    most = [max(1, m) if possible else 0 for m, (_, possible) in zip(most, parts, strict=True)]
    exact = [e / p * m if p else Fraction(0) for m, (e, p) in zip(most, parts, strict=True)]
    caps = [
        m if earned >= possible else max(0, min(m - 1, math.ceil(value)))  # no more than rounding it alone could give
        for m, value, (earned, possible) in zip(most, exact, parts, strict=True)
    ]
    return list(zip(_shared(exact, caps), most, strict=True))


def _shared(exact: Sequence[Fraction], caps: Sequence[int | None]) -> list[int]:
    """Whole numbers whose sum is that of `exact`, rounded half up, as far as no cap is passed."""
    out = [int(value) if cap is None else min(int(value), cap) for value, cap in zip(exact, caps, strict=True)]
    wanted = int(sum(exact, Fraction(0)) + Fraction(1, 2))
    left = sorted(range(len(exact)), key=lambda i: (out[i] - exact[i], i))  # the largest remainder first
    while sum(out) < wanted:
        open_ = [i for i in left if caps[i] is None or out[i] < (caps[i] or 0)]
        if not open_:
            break
        for i in open_[: wanted - sum(out)]:
            out[i] += 1
    return out


def decimal(units: int, unit: int = 100) -> int | float:
    """Units as points for JSON: a whole number where it is one."""
    return units // unit if units % unit == 0 else units / unit


def hundredths(points: Fraction) -> int | float:
    """One number of points with at most two decimals, rounded half up; for what is told beside the score."""
    return decimal(int(points * 100 + Fraction(1, 2)))


def units_of(total: Fraction, possible: Fraction, unit: int = 100) -> int:
    """`total` in units of 1/`unit` point by the one rounding rule; a bonus may carry it past `possible`."""
    if total >= possible:
        return int(total * unit + Fraction(1, 2))
    return whole([(total, possible)], unit)[0][0]


@functools.lru_cache(maxsize=1 << 14)
def points_text(total: Fraction, possible: Fraction, unit: int = 100) -> str:
    """Rounded points as text with a decimal point: 43, 43.5, 43.25; whole numbers where `unit` is 1."""
    units = units_of(total, possible, unit)
    if unit == 1 or units % unit == 0:
        return str(units // unit)
    return f"{units // unit}.{units % unit:02}".rstrip("0")


def as_typed(points: Fraction) -> str:
    """Points without rounding, as a person may type them: 2, 1.5 and 0.25, else 4/3."""
    return f"{float(points):g}" if 100 % points.denominator == 0 else str(points)


def points(value: Fraction) -> str:
    """Points for people: a whole number, or at most two decimals (the exact value is in the JSON report)."""
    units = int(abs(value) * 100 + Fraction(1, 2))  # half up, as in what is exported
    sign = "-" if value < 0 < units else ""
    return f"{sign}{units // 100}.{units % 100:02}".rstrip("0").rstrip(".")
