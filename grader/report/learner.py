"""A report as its learner may have it: the quiz at the level that the assignment's policy allows now."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction

from grader.locale import both
from grader.model import Report, exact

__all__ = ["covered", "for_learner"]

_KEPT = ("id", "title", "about", "possible", "by_hand", "question", "answer")
_OPEN = ("unanswered", "pending")  # outcomes that tell nothing about the key
_LOST = "unreadable"  # of this one everything is shown: it says nothing about the key either


def for_learner(report: Report) -> Report:
    """The report, its quiz without anything that tells how an answer was marked unless the policy shows it at once.

    As `QuizResult.for_learner`, for a report that was read back. Notes, and answers that cannot be read, stay: they
    are about what was handed in, not about the key.
    """
    quiz = report.quiz
    if quiz is None or quiz.get("feedback") == "after_submission":
        return report
    given, beliefs = quiz.get("items"), quiz.get("misconceptions")
    items = (
        [covered(item) for item in given if isinstance(item, dict) and "possible" in item]
        if isinstance(given, list)
        else []
    )
    held = sum((Fraction(str(item["possible"])) for item in items if item["outcome"] != "unanswered"), Fraction(0))
    claims = beliefs.items() if isinstance(beliefs, dict) else ()
    counts = {name: {**belief, "asked": 0, "shown": 0} for name, belief in claims if isinstance(belief, dict)}
    shown = {**quiz, "earned": 0, "pending": exact(held), "items": items, "misconceptions": counts}
    return dataclasses.replace(report, quiz=shown)


def covered(item: Mapping[str, object]) -> dict[str, object]:
    """An item of the quiz with its question and the learner's own answer, and nothing that tells how it was marked."""
    outcome, later = str(item.get("outcome")), both("quiz.later")
    if outcome == _LOST:
        return dict(item)
    kept: dict[str, object] = {key: item[key] for key in _KEPT if key in item}
    return {
        **kept, "outcome": outcome if outcome in _OPEN else "pending", "earned": 0,
        "message": item.get("message") if outcome in _OPEN else {"en": later.en, "ko": later.ko}, "where": "",
        "formula": "", "diagnoses": [], "misconceptions": [], "explanation": None,
    }  # fmt: skip
