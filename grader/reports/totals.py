"""A report as far as grades, exports and tables of points need it: who, and the sums.

    totals = read_totals(text)        a tenth of the price of `grader.reports.schema.read`, and of its memory

A report has tens of kilobytes of titles, messages, questions and evidence. A class of thousands is read for its
points alone, so the rest is passed over unread. Who wants to know whether a report is whole reads it with `read`.
"""

from __future__ import annotations

import functools
from typing import Literal

import msgspec

from grader.core.model import QuizOutcome
from grader.reports.schema import SCHEMA, Report, Score, Words, points_of, read

__all__ = ["AnyReport", "ItemTotals", "QuizTotals", "ReportTotals", "StepTotals", "read_totals", "totals_of"]


class Whose(msgspec.Struct, frozen=True):
    """Whose report it is."""

    id: str


class StepTotals(msgspec.Struct, frozen=True):
    """A step's points."""

    id: str
    score: Score
    bonus: bool


class ItemTotals(msgspec.Struct, frozen=True):
    """A question's points, and how its answer was marked."""

    id: str
    outcome: QuizOutcome
    score: Score


class QuizTotals(msgspec.Struct, frozen=True):
    """The questions of a quiz that was handed in."""

    items: tuple[ItemTotals, ...]
    held_for: Words = {}


class ReportTotals(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a `Report` that are points, under the same names; `score` = `code` + `quiz` as there."""

    assignment: str
    title: str
    submission: Whose
    score: Score
    code: Score
    quiz: Score | None
    bonus: Score
    steps: tuple[StepTotals, ...]
    grade: bool
    quiz_answers: QuizTotals | None = None
    only: tuple[str, ...] = ()
    schema: Literal["grader/report/2"] = SCHEMA

    def __post_init__(self) -> None:
        """Refuse sums that contradict themselves."""
        if self.score != (self.code if self.quiz is None else self.code + self.quiz):
            raise ValueError("score is not the sum of code and quiz")

    def with_quiz(self, quiz: Score, answers: QuizTotals | None) -> ReportTotals:
        """The same with other marks for the quiz; the sums follow."""
        return msgspec.structs.replace(self, score=self.code + quiz, quiz=quiz, quiz_answers=answers)

    def without_answers(self) -> ReportTotals:
        """The same without the marks of single questions, for tables that hold a whole class."""
        none = None if self.quiz_answers is None else QuizTotals((), self.quiz_answers.held_for)
        return msgspec.structs.replace(self, steps=tuple(map(_one_step, self.steps)), quiz_answers=none)


AnyReport = Report | ReportTotals


@functools.lru_cache(maxsize=1 << 12)
def _one_step(step: StepTotals) -> StepTotals:
    """Equal steps are one object: a class has few different ones."""
    return step


_DECODER = msgspec.json.Decoder(ReportTotals, dec_hook=points_of)


def read_totals(text: str | bytes) -> ReportTotals:
    """The totals of the report in JSON text, of schema 2 or 1. Raises UsageError as `grader.reports.schema.read`."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return totals_of(read(text))  # of schema 1, or what is wrong with it


def totals_of(report: Report) -> ReportTotals:
    """The totals of a report that was read whole."""
    quiz = report.quiz_answers
    items = None if quiz is None else tuple(ItemTotals(item.id, item.outcome, item.score) for item in quiz.items)
    return ReportTotals(
        assignment=report.assignment,
        title=report.title,
        submission=Whose(report.submission.id),
        score=report.score,
        code=report.code,
        quiz=report.quiz,
        bonus=report.bonus,
        steps=tuple(_one_step(StepTotals(step.id, step.score, step.bonus)) for step in report.steps),
        grade=report.grade,
        quiz_answers=None if quiz is None or items is None else QuizTotals(items, quiz.held_for),
        only=report.only,
    )
