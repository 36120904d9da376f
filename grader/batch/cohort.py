"""A run over many submissions: what is known is taken from the gradebook, the rest is graded and kept first.

submissions ──▶ known? ── yes ─▶ deliver "unchanged"
                  └ no ─▶ engine ─▶ gradebook ─▶ deliver "graded"
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from grader.batch.outputs import complete, sync_outputs, write_reports
from grader.core.model import Assignment, Submission
from grader.gradebook import Gradebook, Stored
from grader.reports.schema import Report, read, report_json
from grader.submissions.cache_key import GradingTask, GradingTerms

__all__ = ["Engine", "GradedSubmission", "grade_alone", "grade_cohort"]

Engine = Callable[[Iterable[GradingTask], Callable[[GradingTask, str], None]], None]
"""Grades tasks and calls back with each one's report (JSON), in any order; its reports are already in the output."""


@dataclasses.dataclass(frozen=True)
class GradedSubmission:
    """What a run has to say about one submission."""

    index: int  # its place in the order of the run
    submission: Submission
    report: Report
    unchanged: bool  # taken from the gradebook
    before: Fraction | None  # the points that counted until now, where they were others

    @property
    def text(self) -> str:
        """The report as one line of JSON."""
        return report_json(self.report)


def grade_cohort(
    terms: GradingTerms,
    submissions: Iterable[Submission],
    engine: Engine,
    deliver: Callable[[GradedSubmission], None],
    *,
    book: Gradebook | None = None,
    fresh: bool = False,
    output: Path | None = None,
    count: bool = True,
) -> None:
    """Grade `submissions` with `engine` and call `deliver` with each one's result, as they come.

    With a gradebook, results stored under the same key are reused (unless `fresh`), and every new one is stored before
    it is delivered; with `count`, it counts at once. Raises what the engine, the gradebook or the output raise.
    """

    def told(task: GradingTask, report: Report, *, unchanged: bool) -> None:
        before = None
        if book is not None:
            before = _keep(book, terms, task, report, count=count, again=fresh)
        deliver(GradedSubmission(task.index, task.submission, report, unchanged, before))

    def unknown() -> Iterator[GradingTask]:
        for index, submission in enumerate(submissions):
            task = GradingTask.of(index, submission)
            known = None if book is None or fresh else book.result(terms.key(task.digest))
            if known is None:
                yield task
                continue
            report = _moved(known, submission.path)
            if output is not None and not complete(report, output):
                write_reports(report, output, terms)
            told(task, report, unchanged=True)

    def graded(task: GradingTask, text: str) -> None:
        told(task, read(text), unchanged=False)

    engine(unknown(), graded)
    if output is not None:
        sync_outputs(output)


def _keep(
    book: Gradebook, terms: GradingTerms, task: GradingTask, report: Report, *, count: bool, again: bool
) -> Fraction | None:
    """Store a result. -> the points that counted before, where a whole run has changed them."""
    key = terms.key(task.digest)
    if not again and book.settled(terms.assignment, task.submission.id, task.digest, key):
        return None
    earlier = book.report(terms.assignment, task.submission.id)
    stored = Stored(key, report_json(report), terms.language, terms.partial)
    counts = book.store(
        terms.assignment, task.submission.id, task.digest, task.content, stored, count=count, again=again
    )
    if not counts or earlier is None:
        return None
    before = earlier.score.earned
    return before if before != report.score.earned else None


def _moved(report: Report, path: str) -> Report:
    """A stored report with the path at which the submission lies now."""
    if report.submission.path == path:
        return report
    return msgspec.structs.replace(report, submission=msgspec.structs.replace(report.submission, path=path))


def grade_alone(assignment: Assignment, terms: GradingTerms, output: Path | None = None) -> Engine:
    """The engine for a handful: in this process, one after another."""
    from grader.grading import run

    def engine(tasks: Iterable[GradingTask], deliver: Callable[[GradingTask, str], None]) -> None:
        in_hand: collections.deque[GradingTask] = collections.deque()

        def submissions() -> Iterator[Submission]:
            for task in tasks:
                in_hand.append(task)
                yield task.submission

        def one(report: Report) -> None:
            deliver(in_hand.popleft(), write_reports(report, output, terms))

        run.grade_under(terms, assignment, submissions(), one)

    return engine
