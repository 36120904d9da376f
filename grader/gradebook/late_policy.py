"""Lateness: when a submission was due, when it arrived by the server's clock, and what that takes away.

The deduction is computed whenever a grade is asked for and is never stored: the score of the work stays what it is.
"""

from __future__ import annotations

import dataclasses
import datetime
import re
from fractions import Fraction

from grader.core.errors import UsageError

__all__ = ["Late", "LatePolicy", "due", "lateness", "moment", "part", "span"]

_DAY = datetime.timedelta(days=1)
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclasses.dataclass(frozen=True)
class LatePolicy:
    """What is due when, and what each day costs: parts of the possible points, from 0 to 1."""

    due_at: datetime.datetime | None = None
    grace_seconds: int = 0
    per_day: Fraction = Fraction(0)
    cap: Fraction = Fraction(1)


@dataclasses.dataclass(frozen=True)
class Late:
    """How late a submission is. `known` is False where its arrival is not known, and then nothing is deducted."""

    due_at: datetime.datetime | None
    received_at: datetime.datetime | None
    days: int = 0
    part: Fraction = Fraction(0)  # of the possible points

    @property
    def known(self) -> bool:
        """True where there is nothing to be late for, or the arrival is known."""
        return self.due_at is None or self.received_at is not None


def lateness(
    policy: LatePolicy, received_at: datetime.datetime | None, extended: datetime.datetime | None = None
) -> Late:
    """How late something received then is; `extended` is the learner's own due date.

    Within the grace nothing counts. After it every day that has begun since the due date counts whole, and the
    deduction stops at the cap.
    """
    due = extended or policy.due_at
    if due is None or received_at is None:
        return Late(due, received_at)
    over = received_at - due
    if over <= datetime.timedelta(seconds=policy.grace_seconds):
        return Late(due, received_at)
    days = -(-over // _DAY)
    return Late(due, received_at, days, min(policy.cap, policy.per_day * days))


def moment(text: str, what: str = "time") -> datetime.datetime:
    """An ISO time, such as 2026-11-29T23:59+09:00; without a zone it is UTC. Raises UsageError."""
    try:
        found = datetime.datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
    except ValueError:
        raise UsageError(f"{what} {text!r}: not a time; write 2026-11-29T23:59+09:00 (without a zone: UTC)") from None
    return (found if found.tzinfo is not None else found.replace(tzinfo=datetime.UTC)).astimezone(datetime.UTC)


def due(text: str, what: str = "time") -> datetime.datetime:
    """As `moment`, but a date alone is the last second of its day: "until the 8th" has the 8th in it."""
    found = moment(text, what)
    day = re.fullmatch(r"\d{4}-?\d{2}-?\d{2}", text.strip())
    return found + _DAY - datetime.timedelta(seconds=1) if day else found


def part(text: str, what: str = "part") -> Fraction:
    """A part of the points, as "10%", "1/10" or "0.1", from 0 to 1. Raises UsageError."""
    try:
        found = Fraction(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        raise UsageError(f"{what} {text!r}: write a part of the points from 0 to 1, such as 10% or 1/10")
    return found


def span(text: str, what: str = "time span") -> int:
    """Seconds of a span such as 30m, 2h or 1d. Raises UsageError."""
    found = re.fullmatch(r"([0-9]{1,9})([smhd])", text.strip())
    if found is None:
        raise UsageError(f"{what} {text!r}: write a number with s, m, h or d, such as 15m")
    return int(found[1]) * _UNITS[found[2]]
