"""Who needs help, by plain rules: a reason each, no score of a person.

The rules are few and stand here, so that anybody can see why a name is on the list.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Literal

from grader.model import Outcome
from grader.stats.gather import Cohort

__all__ = ["Need", "held_beliefs", "who_needs_help"]

Reason = Literal["unreadable", "not_started", "under_half", "stopped", "beliefs", "held", "no_quiz"]
_MANY = 3  # misconceptions


@dataclasses.dataclass(frozen=True, slots=True)
class Need:
    """One learner with the reasons; `step` is the first step of the code that is not right, or ""."""

    learner: str
    row: int
    reasons: tuple[Reason, ...]
    step: str
    share: float  # of the code's points
    beliefs: tuple[str, ...]


def who_needs_help(cohort: Cohort) -> tuple[Need, ...]:
    """Learners with a reason, those with the fewest points and the most reasons first.

    unreadable   nothing of the file could be run
    not_started  every step is still the stub
    under_half   less than half of the code's points that stand
    stopped      a check had to be stopped: time or memory
    beliefs      three misconceptions or more, each shown by the code or by two answers: one slip is no belief
    held         points wait for a person or another run: for us to do
    no_quiz      at least half of the class handed the quiz in, this learner did not
    """
    beliefs = held_beliefs(cohort)
    quiz = 2 * sum(learner.quiz is not None for learner in cohort.learners) >= len(cohort)
    stopped = _stopped(cohort)
    steps = [column for column in cohort.steps.values() if not column.bonus]
    needs = []
    for row, learner in enumerate(cohort.learners):
        marks = [(c.id, mark) for c in steps if (mark := c.marks[row]) is not None]
        outcomes = {mark.outcome for _, mark in marks}
        standing = learner.possible - learner.pending
        share = float(learner.earned / standing) if standing else 0.0
        mine = tuple(sorted(beliefs.get(row, ())))
        reasons: list[Reason] = []
        if learner.trouble:
            reasons.append("unreadable")
        elif outcomes and outcomes <= {Outcome.UNTOUCHED, Outcome.BLOCKED}:
            reasons.append("not_started")
        elif standing and share < 0.5:
            reasons.append("under_half")
        if row in stopped:
            reasons.append("stopped")
        if len(mine) >= _MANY:
            reasons.append("beliefs")
        if learner.pending:
            reasons.append("held")
        if quiz and learner.quiz is None:
            reasons.append("no_quiz")
        step = next((ident for ident, mark in marks if mark.outcome != Outcome.PASSED), "")
        if reasons:
            needs.append(Need(learner.id, row, tuple(reasons), step, share, mine))
    return tuple(sorted(needs, key=lambda need: (need.share, -len(need.reasons), need.learner)))


def held_beliefs(cohort: Cohort) -> dict[int, list[str]]:
    """Row -> the misconceptions that the learner's code shows, or at least two answers."""
    signs = Counter((sign.row, sign.belief, sign.place == "code") for sign in cohort.shown)
    found: dict[int, list[str]] = {}
    for (row, belief, in_code), count in sorted(signs.items()):
        if (in_code or count >= 2) and belief not in found.setdefault(row, []):
            found[row].append(belief)
    return found


def _stopped(cohort: Cohort) -> set[int]:
    found = set()
    for column in cohort.checks.values():
        for row, mark in enumerate(column.marks):
            if mark is not None and mark.outcome in (Outcome.TIMEOUT, Outcome.MEMORY):
                found.add(row)
    return found
