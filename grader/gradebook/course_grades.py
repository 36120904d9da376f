"""A learner's grade as it leaves the house, and the one place where it is rounded.

Points are exact until they are written. The rule is that of all formats (`grader.reports.rounding`): half up,
by the largest remainder where parts must add up to a whole; and nothing is ever rounded up to full marks.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from grader.reports.rounding import whole
from grader.reports.schema import Report

__all__ = ["Grade", "grades_of", "points_text", "units_of", "worth_of"]


@dataclasses.dataclass(frozen=True)
class Grade:
    """One learner. `total` is what goes out: the score with bonus, override and lateness, or None for no grade.

    `known` holds everything that a system may call this person by: the id, the submission's id, a login, an e-mail.
    """

    learner: str
    total: Fraction | None
    possible: Fraction
    held: Fraction = Fraction(0)
    raw: Fraction | None = None
    bonus: Fraction = Fraction(0)
    override: Fraction | None = None
    deduction: Fraction = Fraction(0)
    days_late: int = 0
    name: str = ""
    section: str = ""
    email: str = ""
    known: Mapping[str, str] = dataclasses.field(default_factory=dict)  # kind of id -> id
    report: Report | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Everything this person may be called by, each once."""
        told = (self.learner, *self.known.values(), self.email, self.email.partition("@")[0])
        return tuple(dict.fromkeys(one for one in told if one))


def grades_of(reports: Iterable[Report]) -> Iterator[Grade]:
    """The grades that reports alone tell: code, quiz and bonus; no late policy, no override. A partial run is none."""
    for report in reports:
        score, bonus = report.score, report.bonus.earned
        yield Grade(
            learner=report.submission.id,
            total=None if report.only else score.earned + bonus,
            possible=score.possible,
            held=score.held,
            raw=score.earned,
            bonus=bonus,
            report=report,
        )


def units_of(total: Fraction, possible: Fraction, unit: int = 100) -> int:
    """`total` in units of 1/`unit` point by the one rounding rule; a bonus may carry it past `possible`."""
    if total >= possible:
        return int(total * unit + Fraction(1, 2))
    return whole([(total, possible)], unit)[0][0]


def points_text(total: Fraction, possible: Fraction, unit: int = 100) -> str:
    """Rounded points as text with a decimal point: 43, 43.5, 43.25; whole numbers where `unit` is 1."""
    units = units_of(total, possible, unit)
    if unit == 1 or units % unit == 0:
        return str(units // unit)
    return f"{units // unit}.{units % unit:02}".rstrip("0")


def worth_of(grades: Iterable[Grade]) -> Fraction:
    """What the assignment is worth: what these grades are out of; the most, where a manifest has changed meanwhile."""
    return max((grade.possible for grade in grades), default=Fraction(0))
