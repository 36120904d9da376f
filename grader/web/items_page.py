"""The questions of the quiz: how they were answered, and rulings on them, with a preview of who changes."""

from __future__ import annotations

import statistics
from collections import Counter
from fractions import Fraction
from typing import Any

from grader.core.model import QuizOutcome
from grader.gradebook import Gradebook
from grader.gradebook.item_rulings import ItemRuling, answer_text, under_rulings
from grader.reports.rounding import points
from grader.reports.schema import QuizItem, Report

__all__ = ["items_view", "ruling_preview"]

_COMMON = 6  # answers that are listed of a question


def items_view(book: Gradebook, assignment: str, attempts: str, language: str) -> list[dict[str, Any]]:
    """Every question with how many have it right, its mean, its commonest answers, and the ruling on it."""
    by_item: dict[str, list[QuizItem]] = {}
    for report in book.reports(assignment, marked=True, attempts=attempts):
        for item in report.quiz_answers.items if report.quiz_answers is not None else ():
            by_item.setdefault(item.id, []).append(item)
    rulings = book.rulings(assignment)
    return [_item(name, items, rulings.get(name), language) for name, items in by_item.items()]


def _item(name: str, items: list[QuizItem], ruling: ItemRuling | None, language: str) -> dict[str, Any]:
    question = items[0].question
    words = question.prompt if question is not None else items[0].title
    marked = [item for item in items if not item.score.held and item.score.possible]
    shares = [float(item.score.earned / item.score.possible) for item in marked]
    answers = Counter(answer_text(item.answer) for item in items if item.outcome is not QuizOutcome.UNANSWERED)
    return {
        "id": name,
        "prompt": words.get(language) or next(iter(words.values()), name),
        "n": len(items),
        "right": sum(item.score.full for item in marked),
        "mean": f"{round(100 * statistics.fmean(shares))} %" if shares else "–",
        "answers": answers.most_common(_COMMON),
        "ruling": ruling,
        "by_hand": items[0].by_hand,
    }


def ruling_preview(book: Gradebook, assignment: str, ruling: ItemRuling, attempts: str) -> list[dict[str, str]]:
    """Whose points another ruling would change: everybody's quiz before and after it."""
    after = {name: one for name, one in book.rulings(assignment).items() if name != ruling.item}
    if ruling.kind:
        after[ruling.item] = ruling
    bare = {report.submission.id: report for report in book.reports(assignment, marked=True, attempts=attempts)}
    found = []
    for report in book.reports(assignment, marked=True, attempts=attempts, ruled=False):
        before, now = _quiz(bare.get(report.submission.id)), _quiz(under_rulings(after, report))
        if before != now:
            learner = book.learner_of(report.submission.id)
            found.append({"learner": learner, "before": points(before), "after": points(now)})
    return found


def _quiz(report: Report | None) -> Fraction:
    return report.quiz.earned if report is not None and report.quiz is not None else Fraction(0)
