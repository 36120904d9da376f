"""Who needs help, by plain rules: a reason each, no score of a person.

The rules are few and stand here, so that anybody can see why a name is on the list.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping
from typing import Literal, TypeVar

from grader.analytics.gather import Cohort, MisconceptionCounts, MisconceptionSign
from grader.core.model import Outcome

__all__ = ["MisconceptionStats", "Need", "held_beliefs", "misconceptions", "who_needs_help"]

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
        standing = learner.code.possible - learner.code.held
        share = float(learner.code.earned / standing) if standing else 0.0
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
        if learner.code.held:
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


T = TypeVar("T")


@dataclasses.dataclass(frozen=True, slots=True)
class MisconceptionStats:
    """One misconception. Numbers are learners, each counted once however often it shows."""

    code: str
    claim: Mapping[str, str]  # language -> words; "" where only the reports' own language has them
    learners: int
    share: float  # of all learners in the cohort
    in_code: int
    in_quiz: int
    both: int
    asked: int  # learners who answered a question about it
    answers: int  # their answers to such questions
    answers_shown: int  # and how many of those showed it
    checks: tuple[tuple[str, int], ...]  # linked checks with learners, the commonest first
    items: tuple[tuple[str, int], ...]  # linked quiz items
    mistakes: tuple[tuple[str, str, int], ...]  # known mistakes: id, title, learners
    example: str  # what one failing check found; nobody's name


def misconceptions(cohort: Cohort) -> tuple[MisconceptionStats, ...]:
    """Every misconception that was shown or asked about, the most widespread first."""
    signs: dict[str, list[MisconceptionSign]] = {code: [] for code in cohort.claims}
    for sign in cohort.shown:
        signs.setdefault(sign.belief, []).append(sign)
    found = [_belief(cohort, code, told) for code, told in signs.items()]
    return tuple(sorted(found, key=lambda belief: (-belief.learners, belief.code)))


def _belief(cohort: Cohort, code: str, signs: list[MisconceptionSign]) -> MisconceptionStats:
    coded = {sign.row for sign in signs if sign.place == "code"}
    quizzed = {sign.row for sign in signs if sign.place == "quiz"}
    title = next((sign.title for sign in signs if sign.title), code)
    asked = cohort.asked.get(code, MisconceptionCounts())
    mistakes = _count({((s.mistake, s.title), s.row) for s in signs if s.mistake})
    return MisconceptionStats(
        code=code,
        claim=cohort.claims.get(code, {"": title}),
        learners=len(coded | quizzed),
        share=len(coded | quizzed) / len(cohort) if len(cohort) else 0.0,
        in_code=len(coded),
        in_quiz=len(quizzed),
        both=len(coded & quizzed),
        asked=asked.learners,
        answers=asked.answers,
        answers_shown=asked.shown,
        checks=_count({(s.at, s.row) for s in signs if s.place == "code"}),
        items=_count({(s.at, s.row) for s in signs if s.place == "quiz"}),
        mistakes=tuple((ident, title, count) for (ident, title), count in mistakes),
        example=_example(cohort, signs),
    )


def _count(pairs: set[tuple[T, int]]) -> tuple[tuple[T, int], ...]:
    counts = Counter(key for key, _ in pairs)
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0]))))


def _example(cohort: Cohort, signs: list[MisconceptionSign]) -> str:
    """The first finding that does not hold the id of the learner it came from: our own words and numbers."""
    for sign in signs:
        if sign.message and cohort.learners[sign.row].id.casefold() not in sign.message.casefold():
            return sign.message
    return ""
