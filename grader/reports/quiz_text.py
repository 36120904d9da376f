"""The quiz in a text report: its points, what was asked and answered, and the misconceptions that answers show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from grader.core.languages import say
from grader.core.model import Report
from grader.core.safe_text import cut
from grader.core.terminal import Glyphs
from grader.core.terminal import wrapped_text as wrapped
from grader.reports.quiz_view import asked_of, spoken
from grader.reports.text import points

__all__ = ["quiz_lines"]

_LOST = 8  # of the answers that cannot be read, and of notes
_SHOWN = 3  # of the answers that are not right, unless everything is asked for


def quiz_lines(report: Report, language: str, glyphs: Glyphs, width: int, *, full: bool) -> list[str]:
    """Lines of at most `width` columns; nothing where no quiz was handed in.

    Where the assignment shows results now, answers that are not right stand in one line each, with `full` every answer
    below its question. Else the questions and the learner's own answers, which are no secret, stand in the `full` text
    alone.
    """
    quiz = report.quiz
    if quiz is None:
        return []
    listed = quiz.get("items")
    items = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    if quiz.get("feedback") != "after_submission":
        lines = wrapped(say(language, "report.quiz_later"), "", width)
        lines += _lost(quiz, items, glyphs, language, width)
        return lines + [line for item in items if full for line in _asked(item, "", glyphs.dot, language, width)]
    earned, possible, held = (Fraction(str(quiz[key])) for key in ("earned", "possible", "pending"))
    line = say(language, "report.quiz", earned=points(earned), possible=points(possible))
    if held:
        line += say(language, "report.pending", pending=points(held))
    lines = wrapped(line, "", width)
    lines += _lost(quiz, () if full else items, glyphs, language, width)
    if full:
        lines += [line for item in items for line in _marked(item, glyphs, language, width)]
    else:
        lines += _not_right(items, glyphs, language, width)
    return lines + list(_beliefs(quiz, language, width))


def _marked(item: Mapping[str, Any], glyphs: Glyphs, language: str, width: int) -> Iterator[str]:
    """An item with its result, and what there is to say where it is not right."""
    outcome = str(item.get("outcome"))
    score = f"{points(Fraction(str(item['earned'])))}/{points(Fraction(str(item['possible'])))}"
    state = f"{say(language, f'html.answer_{outcome}')} {glyphs.dot} {score}"
    yield from _asked(item, state, _sign(outcome, glyphs), language, width)
    if outcome == "unreadable":
        yield from wrapped(_placed(item, "message", language), "    ", width)
    if outcome in ("partly", "wrong"):
        yield from wrapped(spoken(item.get("message"), language), "    ", width)


def _lost(
    quiz: Mapping[str, Any], items: Iterable[Mapping[str, Any]], glyphs: Glyphs, language: str, width: int
) -> Iterator[str]:
    """Answers that cannot be read, and what else was found in what was handed in: with its line, and what to write.

    That says nothing about a key, so that it stands in every report, whatever its policy shows.
    """
    told = [
        f"{spoken(item.get('title'), language)}: {_placed(item, 'message', language)}"
        for item in items
        if item.get("outcome") == "unreadable"
    ]
    notes = quiz.get("notes")
    told += [
        _placed(one, "text", language) for one in (notes if isinstance(notes, list) else ()) if isinstance(one, Mapping)
    ]
    for one in told[:_LOST]:
        yield from wrapped(f"{glyphs.held} {one}", "  ", width, hanging=4)
    if len(told) > _LOST:
        yield f"    ... +{len(told) - _LOST}"


def _placed(told: Mapping[str, Any], key: str, language: str) -> str:
    """A text with the file and line that it is about, where they are known."""
    where, text = told.get("where"), spoken(told.get(key), language)
    return f"{where}: {text}" if isinstance(where, str) and where else text


def _asked(item: Mapping[str, Any], state: str, sign: str, language: str, width: int) -> Iterator[str]:
    """Title, question and own answer; nothing of an item without an answer, or of a report without questions."""
    asked = asked_of(item, language)
    if asked is None or item.get("outcome") == "unanswered":
        return
    yield from wrapped(f"{sign} {spoken(item.get('title'), language)}{': ' if state else ''}{state}", "  ", width)
    yield from wrapped(asked.prompt, "    ", width)
    yield from wrapped(say(language, "report.your_answer", answer=asked.answer), "    ", width, hanging=6)


def _not_right(items: list[Mapping[str, Any]], glyphs: Glyphs, language: str, width: int) -> Iterator[str]:
    told = []
    for item in items:
        asked, outcome = asked_of(item, language), str(item.get("outcome"))
        if asked is not None and outcome in ("partly", "wrong"):
            answer = say(language, "report.your_answer", answer=asked.answer)
            told.append(f"  {_sign(outcome, glyphs)} {spoken(item.get('title'), language)} {glyphs.dot} {answer}")
    yield from (cut(line, width) for line in told[:_SHOWN])
    if len(told) > _SHOWN:
        yield f"    ... +{len(told) - _SHOWN}"


def _sign(outcome: str, glyphs: Glyphs) -> str:
    known = {"right": glyphs.passed, "partly": glyphs.failed, "wrong": glyphs.failed, "unanswered": glyphs.untouched}
    return known.get(outcome, glyphs.held)


def _beliefs(quiz: Mapping[str, Any], language: str, width: int) -> Iterator[str]:
    shown = quiz.get("misconceptions")
    for entry in shown.values() if isinstance(shown, dict) else ():
        if entry["shown"]:
            claim = say(
                language, "report.belief", claim=entry["claim"][language], shown=entry["shown"], asked=entry["asked"]
            )
            yield from wrapped(claim, "  ", width, hanging=4)
