"""A report as its learner may have it: what the quiz's policy shows now, free hints, and no path of the instructor."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from fractions import Fraction

from grader.core.languages import both
from grader.core.model import CheckResult, Report, exact

__all__ = ["covered", "for_learner"]

_KEPT = ("id", "title", "about", "possible", "by_hand", "question", "answer")
_OPEN = ("unanswered", "pending")  # outcomes that tell nothing about the key
_LOST = "unreadable"  # of this one everything is shown: it says nothing about the key either


def for_learner(report: Report) -> Report:
    """The report, its quiz without anything that tells how an answer was marked unless the policy shows it at once.

    As `QuizResult.for_learner`, for a report that was read back. Notes, and answers that cannot be read, stay: they
    are about what was handed in, not about the key. Of a mistake's hints those stay that cost nothing; of the path of
    what was handed in, its last name.
    """
    name = re.split(r"[\\/]", report.submission_path.rstrip("\\/"))[-1]
    steps = tuple(dataclasses.replace(step, checks=tuple(map(_with_free_hints, step.checks))) for step in report.steps)
    return dataclasses.replace(report, submission_path=name, steps=steps, quiz=_quiz(report.quiz))


def _with_free_hints(check: CheckResult) -> CheckResult:
    """The check, with those hints of its mistake that cost nothing; the first is shown by every report."""
    found = check.diagnosis
    if found is None or not isinstance(hints := found.get("hints"), list | tuple):
        return check
    free = found.get("free")
    return dataclasses.replace(check, diagnosis={**found, "hints": list(hints[: free if isinstance(free, int) else 1])})


def _quiz(quiz: Mapping[str, object] | None) -> Mapping[str, object] | None:
    if quiz is None or quiz.get("feedback") == "after_submission":
        return quiz
    given, beliefs = quiz.get("items"), quiz.get("misconceptions")
    items = (
        [covered(item) for item in given if isinstance(item, dict) and "possible" in item]
        if isinstance(given, list)
        else []
    )
    held = sum((Fraction(str(item["possible"])) for item in items if item["outcome"] != "unanswered"), Fraction(0))
    claims = beliefs.items() if isinstance(beliefs, dict) else ()
    counts = {name: {**belief, "asked": 0, "shown": 0} for name, belief in claims if isinstance(belief, dict)}
    return {**quiz, "earned": 0, "pending": exact(held), "items": items, "misconceptions": counts}


def covered(item: Mapping[str, object]) -> dict[str, object]:
    """An item of the quiz with its question and the learner's own answer, and nothing that tells how it was marked."""
    outcome, later = str(item.get("outcome")), both("quiz.later")
    if outcome == _LOST:
        return dict(item)
    kept: dict[str, object] = {key: item[key] for key in _KEPT if key in item}
    return {
        **kept,
        "outcome": outcome if outcome in _OPEN else "pending",
        "earned": 0,
        "message": item.get("message") if outcome in _OPEN else later.data,
        "where": "",
        "formula": "",
        "diagnoses": [],
        "misconceptions": [],
        "explanation": None,
    }
