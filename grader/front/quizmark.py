"""The quiz of a report as the mark of one cell: the questions that are marked by rule; a person marks the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from grader.front.marks import Mark, fault, unread
from grader.locale import say
from grader.model import Report
from grader.report.text import points

__all__ = ["quiz_mark"]

_SIGNS = {"right": "✓", "partly": "~", "wrong": "✗"}


def quiz_mark(report: Report, language: str) -> Mark:
    """What the quiz's test cell gets; without any answer it is 0, for a person to see where nothing could be read."""
    quiz, lost = report.quiz, unread(report)
    if quiz is None:
        return Mark(Fraction(0), Fraction(1), lost, say(language, "quiz.none_handed_in"))
    try:
        items: list[Mapping[str, Any]] = [item for item in _list(quiz["items"]) if not item["by_hand"]]
        earned, possible = (_sum(items, key) for key in ("earned", "possible"))
        held = _sum([item for item in items if item["outcome"] == "unreadable"], "possible")
        text = "\n".join(_text(quiz, items, earned, possible, language))
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        return fault(f"{type(error).__name__}: {error}", language)
    if not possible or not 0 <= earned <= possible:
        return fault("no number of points", language)
    return Mark(None if held and not earned else earned, possible, bool(held) or lost, text)


def _text(
    quiz: Mapping[str, Any], items: list[Mapping[str, Any]], earned: Fraction, possible: Fraction, language: str
) -> Iterator[str]:
    """Each answer as the assignment's policy shows it now; what could not be read is always named."""
    shown = quiz.get("feedback") == "after_submission"
    if shown:
        yield say(language, "report.quiz", earned=points(earned), possible=points(possible))
    else:
        yield say(language, "quiz.later")
    for item in items:
        outcome, title = item["outcome"], f"{item['id']} · {item['title'][language]}"
        message = item["message"][language]
        if outcome == "unreadable":
            yield f"  ? {title}: {item['where']}: {message}"
        elif shown and outcome != "unanswered":
            score = f"{points(Fraction(str(item['earned'])))}/{points(Fraction(str(item['possible'])))}"
            yield f"  {_SIGNS[outcome]} {title} · {say(language, f'html.answer_{outcome}')} · {score}"
            if outcome != "right":
                yield f"      {message}"
    blank = ", ".join(item["id"] for item in items if item["outcome"] == "unanswered")
    if blank:
        yield f"  {say(language, 'html.answer_unanswered')}: {blank}"
    for note in _list(quiz["notes"]):
        yield f"  {note['where']}: {note['text'][language]}"


def _sum(items: list[Mapping[str, Any]], key: str) -> Fraction:
    return sum((Fraction(str(item[key])) for item in items), Fraction(0))


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value
