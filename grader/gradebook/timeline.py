"""A learner's attempts side by side: when each arrived, what each would be worth, and which of them counts.

Nothing here is stored. A grade is made of the stored results, the arrivals that were noted and the late policy whenever
it is asked for, so another policy changes what is shown and nothing else.
"""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Sequence
from fractions import Fraction

from grader.core.model import COUNTING, Submission
from grader.gradebook.final_grade import Final
from grader.reports.schema import Report

__all__ = ["COUNTING", "Timeline", "TimedAttempt", "arrivals_of", "counting", "still_open"]


@dataclasses.dataclass(frozen=True)
class TimedAttempt:
    """One attempt. `alone` is the grade that it has by itself, without an override, and None where nothing was scored.

    `why` then says why, and is "" elsewhere.
    """

    number: int
    seen_at: datetime.datetime  # when it was first graded, by the grading machine's clock
    received_at: datetime.datetime | None  # when the server received it, where that is known
    result: int | None  # id of the result that counts for this attempt
    report: Report | None
    alone: Final | None
    why: str = ""


@dataclasses.dataclass(frozen=True)
class Timeline:
    """All attempts of a learner, oldest first, and the grade that stands, with an override where there is one."""

    tries: tuple[TimedAttempt, ...]
    handed_in: tuple[Submission, ...]  # what each of them was
    final: Final


def arrivals_of(
    seen: Sequence[datetime.datetime], noted: Sequence[datetime.datetime]
) -> list[datetime.datetime | None]:
    """When each attempt arrived, from when each was first graded and the arrivals noted, both in their order.

    The last one noted is the last attempt's: what is noted last holds. An earlier attempt has the last one noted that
    lies before its grading, since work is graded after it arrives. Where that is the arrival of the attempt before it,
    its own was never noted: None.
    """
    found: list[datetime.datetime | None] = []
    for graded in seen[:-1]:
        own = next((time for time in reversed(noted) if time <= graded), None)
        before = next((time for time in reversed(found) if time is not None), None)
        found.append(None if own == before else own)
    return [*found, noted[-1] if noted else None] if seen else []


def counting(tries: Sequence[TimedAttempt], policy: str) -> TimedAttempt | None:
    """The attempt that counts: the "last" or the "first" that was graded, or the "best".

    The best has the highest grade with marks, bonus and lateness in it; of equal ones the earlier.
    """
    scored = [one for one in tries if one.alone is not None]
    if not scored:
        return None
    if policy == "best":
        return max(scored, key=lambda one: (_total(one), -one.number))
    return scored[0 if policy == "first" else -1]


def still_open(tries: Sequence[TimedAttempt], chosen: TimedAttempt, policy: str) -> Fraction:
    """Points that are held: of the best, also those by which another attempt may still overtake it."""
    assert chosen.alone is not None
    if policy != "best":
        return chosen.alone.pending
    most = max(_total(one) + one.alone.pending for one in tries if one.alone is not None)
    return max(chosen.alone.pending, most - _total(chosen))


def _total(one: TimedAttempt) -> Fraction:
    return Fraction(0) if one.alone is None or one.alone.total is None else one.alone.total
