"""One person as a page: code beside its checks, quiz, attempts, and what a person decided about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.core.errors import UsageError
from grader.core.languages import say
from grader.core.model import Assignment
from grader.gradebook import Gradebook
from grader.gradebook.final_grades import TimedAttempt
from grader.gradebook.timeline import Timeline, changes_of
from grader.reports.html import report_html
from grader.reports.rounding import points
from grader.reports.schema import Report, StepResult
from grader.web.code_view import code_cells, differences

__all__ = ["learner_preview", "person_view"]


def person_view(
    book: Gradebook,
    assignment: str,
    learner: str,
    *,
    attempts: str,
    course: Assignment | None,
    number: int | None = None,
    against: int | None = None,
) -> dict[str, Any]:
    """Everything that a person's page shows; `number` chooses an attempt, `against` one to compare it with.

    Raises UsageError where there is no such person or attempt.
    """
    person = next((one for one in book.learners(assignment) if one.id == learner), None)
    line = book.timeline(assignment, learner, attempts=attempts, person=person)
    at = _index(line, number)
    view: dict[str, Any] = {
        "person": person,
        "grade": line.final,
        "attempts": _attempts(line),
        "at": None,
        "report": None,
    }
    if at is None or person is None:
        return view
    attempt, submission = line.attempts[at], line.handed_in[at]
    report = book.marked_report(assignment, attempt.alone) if attempt.alone is not None else None
    comments = book.comments(assignment, person.submission or "", attempt.number)
    functions = {step.id: step.functions for step in course.steps} if course is not None else {}
    adjustments = book.adjustments(assignment, person.submission or "")
    view.update(
        at=attempt.number,
        why=attempt.why,
        report=report,
        problem=submission.problem,
        cells=code_cells(submission, report, comments, functions),
        comments=comments,
        steps=[_step(step, adjustments, comments) for step in report.steps] if report is not None else [],
        quiz=_quiz(report),
        diff=[],
        against=None,
    )
    if against is not None and (other := _index(line, against)) is not None and other != at:
        view.update(diff=differences(line.handed_in[other], submission), against=against)
    return view


def _index(line: Timeline, number: int | None) -> int | None:
    """The place of an attempt: the one asked for, else the one that counts, else the last."""
    wanted = number or line.final.attempt
    for i, one in enumerate(line.attempts):
        if one.number == wanted:
            return i
    if number is not None:
        raise UsageError(f"there is no attempt {number}")
    return len(line.attempts) - 1 if line.attempts else None


def _attempts(line: Timeline) -> list[dict[str, Any]]:
    return [
        {
            "number": one.number,
            "at": (one.received_at or one.seen_at).isoformat(timespec="minutes"),
            "total": _total(one),
            "why": one.why,
            "counts": one.number == line.final.attempt,
            "changes": list(change.points.items()) if change is not None else [],
        }
        for one, change in zip(line.attempts, changes_of(line), strict=True)
    ]


def _total(one: TimedAttempt) -> str:
    return "–" if one.alone is None or one.alone.total is None else points(one.alone.total)


def _step(step: StepResult, adjustments: Mapping[str, Any], comments: Sequence[Any]) -> dict[str, Any]:
    return {
        "step": step,
        "score": f"{points(step.score.earned)} / {points(step.score.possible)}",
        "tone": "good" if step.score.full else "held" if step.score.held else "bad",
        "adjustment": adjustments.get(step.id),
        "comments": [one for one in comments if one.place.step == step.id and not one.place.line],
        "checks": [check for check in step.checks if str(check.outcome) != "passed"],
        "passed": sum(str(check.outcome) == "passed" for check in step.checks),
    }


def _quiz(report: Report | None) -> list[dict[str, Any]]:
    """Each question with the answer as text and how it was marked."""
    if report is None or report.quiz_answers is None:
        return []
    language = report.language or "en"

    def words(text: Mapping[str, str]) -> str:
        return text.get(language) or next(iter(text.values()), "")

    return [
        {
            "id": item.id,
            "prompt": words(item.question.prompt) if item.question is not None else words(item.title),
            "answer": _answer_text(item.answer),
            "outcome": say(language, f"outcome.{item.outcome}"),
            "score": f"{points(item.score.earned)} / {points(item.score.possible)}",
            "tone": "good" if item.score.full else "held" if item.score.held else "bad",
            "message": words(item.message) if item.message else "",
        }
        for item in report.quiz_answers.items
    ]


def _answer_text(answer: object) -> str:
    if isinstance(answer, Mapping):
        return "; ".join(f"{slot}: {_answer_text(word)}" for slot, word in answer.items())
    if isinstance(answer, list | tuple):
        return ", ".join(_answer_text(one) for one in answer)
    return "" if answer is None else str(answer)


def learner_preview(book: Gradebook, assignment: str, learner: str, *, attempts: str, language: str) -> str:
    """The learner's own page as it would be sent now. Raises UsageError where nothing was graded."""
    line = book.timeline(assignment, learner, attempts=attempts)
    if line.final.totals is None:
        raise UsageError(f"{learner}: nothing was graded, so there is no page to send")
    report = book.marked_report(assignment, line.final)
    return report_html(report, language)
