"""Misconceptions of the class, over code and quiz together: who showed which, where, and one anonymous example."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

from grader.stats.gather import Asked, Cohort, Shown

__all__ = ["Belief", "misconceptions"]

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, slots=True)
class Belief:
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


def misconceptions(cohort: Cohort) -> tuple[Belief, ...]:
    """Every misconception that was shown or asked about, the most widespread first."""
    signs: dict[str, list[Shown]] = {code: [] for code in cohort.claims}
    for sign in cohort.shown:
        signs.setdefault(sign.belief, []).append(sign)
    found = [_belief(cohort, code, told) for code, told in signs.items()]
    return tuple(sorted(found, key=lambda belief: (-belief.learners, belief.code)))


def _belief(cohort: Cohort, code: str, signs: list[Shown]) -> Belief:
    coded = {sign.row for sign in signs if sign.place == "code"}
    quizzed = {sign.row for sign in signs if sign.place == "quiz"}
    title = next((sign.title for sign in signs if sign.title), code)
    asked = cohort.asked.get(code, Asked())
    mistakes = _count({((s.mistake, s.title), s.row) for s in signs if s.mistake})
    return Belief(
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


def _example(cohort: Cohort, signs: list[Shown]) -> str:
    """The first finding that does not hold the id of the learner it came from: our own words and numbers."""
    for sign in signs:
        if sign.message and cohort.learners[sign.row].id.casefold() not in sign.message.casefold():
            return sign.message
    return ""
