"""All figures of a cohort in one record, and as plain data under the schema `grader/stats/1`."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grader.analytics.at_risk import MisconceptionStats, Need, misconceptions, who_needs_help
from grader.analytics.checks import CheckStats, Spread, check_statistics, spread
from grader.analytics.distractors import Distractors, distractors
from grader.analytics.gather import Cohort, Column, RowScore
from grader.analytics.items import FEW, FEWEST, Test, analyse
from grader.core.model import Outcome

__all__ = ["SCHEMA", "StepStats", "Summary", "summarise"]

SCHEMA = "grader/stats/1"
_BY_HAND = "pending"


@dataclasses.dataclass(frozen=True, slots=True)
class StepStats:
    """One step: its points, how it ended for how many, and what its failures look like, the commonest first."""

    id: str
    number: int
    bonus: bool
    points: Spread
    outcomes: Mapping[str, int]
    causes: tuple[tuple[str, int], ...]  # a known mistake's title, or "outcome.<name>" -> learners
    lost: float  # points lost here by those whose points stand, on average; what was blocked is an earlier step's


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """Everything that `grader stats` and the cohort page show."""

    cohort: Cohort
    total: Spread  # points of the code
    quiz_total: Spread | None  # of the questions that no person has to mark
    quiz_marks: tuple[RowScore | None, ...]  # of each learner, what `quiz_total` is made of
    by_hand: tuple[str, ...]  # questions that a person marks: in no total until somebody's are all marked
    steps: tuple[StepStats, ...]
    checks: tuple[CheckStats, ...]
    beliefs: tuple[MisconceptionStats, ...]
    code_test: Test
    quiz_test: Test | None
    distractors: tuple[Distractors, ...]
    needs: tuple[Need, ...]

    def to_data(self, language: str = "en") -> dict[str, Any]:
        """Plain data; titles in `language` where the reports have them in it."""
        cohort = self.cohort
        return {
            "schema": SCHEMA,
            "assignment": cohort.assignment,
            "title": cohort.title,
            "learners": len(cohort),
            "suites": sorted(cohort.suites),
            "practice": cohort.practice,
            "least": {"item_statistics": FEWEST, "without_warning": FEW},
            "total": dataclasses.asdict(self.total),
            "quiz": dataclasses.asdict(self.quiz_total) if self.quiz_total else None,
            "marked_by_hand": list(self.by_hand),
            "steps": [{**dataclasses.asdict(s), "title": cohort.steps[s.id].titled(language)} for s in self.steps],
            "checks": [{**dataclasses.asdict(c), "title": cohort.checks[c.id].titled(language)} for c in self.checks],
            "misconceptions": [dataclasses.asdict(belief) for belief in self.beliefs],
            "item_analysis": {
                "code": dataclasses.asdict(self.code_test),
                "quiz": dataclasses.asdict(self.quiz_test) if self.quiz_test else None,
            },
            "distractors": [
                {**dataclasses.asdict(d), "title": cohort.items[d.item].titled(language)} for d in self.distractors
            ],
            "needs_help": [{**dataclasses.asdict(need), "row": need.row + 1} for need in self.needs],
        }


def summarise(cohort: Cohort) -> Summary:
    """Work out every figure. A pure function of the table."""
    code = [column for column in cohort.steps.values() if not column.bonus]
    items = list(cohort.items.values())
    by_hand = tuple(column.id for column in items if any(mark and mark.outcome == _BY_HAND for mark in column.marks))
    marked = [column for column in items if column.id not in by_hand]
    quizzes = tuple(_quiz(cohort, marked, row) for row in range(len(cohort)))
    quiz_took_part = _took_part(items, ("right", "partly", "wrong"), len(cohort))
    return Summary(
        cohort=cohort,
        total=spread(_total(cohort, row) for row in range(len(cohort))),
        quiz_total=spread(quizzes) if any(quizzes) else None,
        quiz_marks=quizzes,
        by_hand=by_hand,
        steps=tuple(_step(cohort, column) for column in cohort.steps.values()),
        checks=check_statistics(cohort),
        beliefs=misconceptions(cohort),
        code_test=analyse(code, _took_part(list(cohort.checks.values()), ("passed", "failed"), len(cohort))),
        quiz_test=analyse(items, quiz_took_part) if items else None,
        distractors=distractors(cohort),
        needs=who_needs_help(cohort),
    )


def _total(cohort: Cohort, row: int) -> RowScore | None:
    learner = cohort.learners[row]
    return (
        None if learner.partial else RowScore(learner.code.earned, learner.code.possible, "", bool(learner.code.held))
    )


def _quiz(cohort: Cohort, marked: list[Column], row: int) -> RowScore | None:
    """A learner's points of those questions; held where one of them is. None where no quiz was handed in."""
    marks = [mark for column in marked if (mark := column.marks[row]) is not None]
    if cohort.learners[row].quiz is None or not marks:
        return None
    earned = sum((mark.earned for mark in marks), Fraction(0))
    possible = sum((mark.possible for mark in marks), Fraction(0))
    return RowScore(earned, possible, "", any(mark.held for mark in marks))


def _step(cohort: Cohort, column: Column) -> StepStats:
    outcomes = Counter(mark.outcome for mark in column.marks if mark is not None)
    causes = Counter(cause for _, cause in cohort.causes.get(column.id, ()) if cause != f"outcome.{Outcome.UNTOUCHED}")
    ordered = tuple(sorted(causes.items(), key=lambda pair: (-pair[1], pair[0])))
    lost = _lost(cohort, column)
    return StepStats(column.id, column.number, column.bonus, spread(column.marks), dict(outcomes), ordered, lost)


def _lost(cohort: Cohort, column: Column) -> float:
    """The points lost in a step for what is wrong in it, on average; an earlier step's slip is not counted again."""
    checks = [check for check in cohort.checks.values() if check.step == column.id]
    lost: list[Fraction] = []
    for row, mark in enumerate(column.marks):
        if mark is None or mark.held:
            continue
        waiting = (one for check in checks if (one := check.marks[row]) is not None)
        blocked = sum((one.possible for one in waiting if one.outcome == Outcome.BLOCKED), Fraction(0))
        missing = mark.possible - mark.earned - blocked
        lost.append(Fraction(0) if mark.outcome == Outcome.BLOCKED else max(missing, Fraction(0)))
    return float(sum(lost, Fraction(0)) / len(lost)) if lost else 0.0


def _took_part(columns: list[Column], outcomes: tuple[str, ...], n: int) -> list[bool]:
    """Who did something that could be judged: empty and unreadable files would hold any test together."""
    return [any((mark := c.marks[row]) is not None and mark.outcome in outcomes for c in columns) for row in range(n)]
