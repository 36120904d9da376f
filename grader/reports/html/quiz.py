"""The quiz part of a report, at the level its reader may see, and the misconceptions of quiz and code together.

`report.quiz` is what `QuizResult.to_json` gives, with the assignment's policy as "feedback" beside it. A learner
sees how answers were marked only where that policy says "after_submission"; where nothing is said, nothing of it is
shown. The questions and the learner's own answers are no secret. The instructor sees everything.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.core.languages import say
from grader.core.model import Report
from grader.reports.quiz_view import AskedQuestion, asked_of, spoken
from grader.reports.text import points
from grader.reports.views import covered

__all__ = ["MisconceptionView", "QuizItemView", "QuizView", "beliefs", "may_see", "quiz_points", "quiz_view"]

_TONES = {"right": "good", "partly": "part", "wrong": "bad", "unanswered": "idle"}
_STATES = {*_TONES, "unreadable", "pending"}
_SIGNS = {"right": "✓", "partly": "◐", "wrong": "✗", "unanswered": "○"}


@dataclasses.dataclass(frozen=True, slots=True)
class QuizItemView:
    """One question as it is shown."""

    title: str
    sign: str
    tone: str
    state: str
    points: str
    message: str
    formula: str
    explanation: str
    where: str
    about: tuple[str, ...]
    shows: tuple[str, ...]
    ident: str
    calm: bool  # nothing to do about it: right, or waiting
    asked: AskedQuestion | None  # None in a report that was made before it held questions


@dataclasses.dataclass(frozen=True, slots=True)
class QuizView:
    """The quiz as it is shown; where the results are held back, `items` are the questions with the answers alone."""

    held_back: bool
    summary: tuple[str, ...]
    items: tuple[QuizItemView, ...]
    notes: tuple[str, ...]
    draw: str


@dataclasses.dataclass(frozen=True, slots=True)
class MisconceptionView:
    """One misconception: its claim, how often it was asked about and shown, and the steps whose code shows it."""

    code: str
    claim: str
    asked: str
    shown: str
    steps: tuple[int, ...]
    seen: bool


def may_see(report: Report, audience: str, reveal: bool) -> bool:
    """Whether this reader may see how the answers were marked."""
    return audience == "instructor" or reveal or _of(report.quiz, "feedback") == "after_submission"


def quiz_points(report: Report) -> tuple[Fraction, Fraction, Fraction] | None:
    """Earned, possible and held points of the quiz; None where it was not handed in or cannot be read."""
    if report.quiz is None:
        return None
    earned, possible, pending = (_fraction(_of(report.quiz, key)) for key in ("earned", "possible", "pending"))
    if earned is None or possible is None:
        return None
    return earned, possible, pending or Fraction(0)


def quiz_view(report: Report, language: str, *, open_results: bool) -> QuizView | None:
    """The quiz for a reader who may see the results (`open_results`), or may not."""
    if report.quiz is None:
        return None
    raw = _list(_of(report.quiz, "items"))
    notes = tuple(
        f"{_of(note, 'where')}: {spoken(_of(note, 'text'), language)}" for note in _list(_of(report.quiz, "notes"))
    )
    draw = say(language, "html.quiz_draw", attempt=_of(report.quiz, "attempt") or 1, seed=_of(report.quiz, "seed") or 0)
    if not open_results:
        items = tuple(_held_back(one, language) for one in raw if isinstance(one, Mapping) and "question" in one)
        return QuizView(True, (say(language, "html.quiz_handed", count=len(raw)),), items, notes, draw)
    items = tuple(_item(one, language) for one in raw)
    counts = (("right", "html.quiz_right"), ("pending", "html.quiz_open"), ("unanswered", "html.quiz_blank"))
    found = [str(_of(one, "outcome")) for one in raw]
    summary = tuple(say(language, said, count=found.count(o)) for o, said in counts if found.count(o))
    return QuizView(False, summary, items, notes, draw)


def _item(one: object, language: str) -> QuizItemView:
    outcome = str(_of(one, "outcome"))
    return QuizItemView(
        title=spoken(_of(one, "title"), language),
        sign=_SIGNS.get(outcome, "?"),
        tone=_TONES.get(outcome, "held"),
        state=say(language, f"html.answer_{outcome}") if outcome in _STATES else outcome,
        points=say(language, "html.of", earned=_points(_of(one, "earned")), possible=_points(_of(one, "possible"))),
        message=spoken(_of(one, "message"), language),
        formula=str(_of(one, "formula") or ""),
        explanation=spoken(_of(one, "explanation"), language),
        where=str(_of(one, "where") or ""),
        about=tuple(map(str, _list(_of(one, "about")))),
        shows=tuple(map(str, _list(_of(one, "misconceptions")))),
        ident=str(_of(one, "id")),
        calm=outcome in ("right", "pending", "unanswered"),
        asked=asked_of(one, language) if isinstance(one, Mapping) else None,
    )


def _held_back(one: Mapping[str, Any], language: str) -> QuizItemView:
    """The item for somebody who may not see how it was marked: that it was answered, and what."""
    shown = _item(covered(one), language)
    told = str(_of(one, "outcome"))
    if told == "unreadable":
        return dataclasses.replace(shown, points="")
    state = say(language, "html.answer_unanswered" if told == "unanswered" else "html.answer_given")
    return dataclasses.replace(
        shown, sign="○" if told == "unanswered" else "●", tone="idle", state=state, points="", message="", calm=True
    )


def beliefs(report: Report, language: str, *, open_results: bool) -> tuple[MisconceptionView, ...]:
    """Every misconception that was asked about, shown in an answer, or shown by the code of a step.

    The quiz's own come first, in its order; then those that only the code shows. `open_results` as for the quiz:
    without it, what the answers showed stays hidden.
    """
    told = _of(report.quiz, "misconceptions") if report.quiz else None
    counted: Mapping[str, Any] = told if isinstance(told, Mapping) else {}
    owners = _of(report.quiz, "diagnoses") if report.quiz else None
    steps: dict[str, list[int]] = {}
    titles: dict[str, str] = {}
    for step in report.steps:
        for check in step.checks:
            code = (check.diagnosis or {}).get("misconception")
            if isinstance(code, str) and code:
                code = _owner(code, check.diagnosis, owners)
                titles.setdefault(code, str((check.diagnosis or {}).get("title") or ""))
                if step.number not in steps.setdefault(code, []):
                    steps[code].append(step.number)
    found = []
    for code in [*counted, *(code for code in steps if code not in counted)]:
        asked, shown = (_count(_of(counted.get(code), key)) for key in ("asked", "shown"))
        seen = bool(steps.get(code)) or (shown > 0 and open_results)
        if not (asked or shown or code in steps):
            continue
        if not open_results:
            shown_words = say(language, "html.none_yet") if code in counted else ""
        else:
            shown_words = str(shown) if code in counted else ""
        claim = spoken(_of(counted.get(code), "claim"), language) or titles.get(code, "")
        found.append(
            MisconceptionView(
                code, claim, str(asked) if code in counted else "", shown_words, tuple(steps.get(code, ())), seen
            )
        )
    return tuple(found)


def _owner(code: str, diagnosis: object, owners: object) -> str:
    """The misconception that a code of a mistake belongs to: said in its diagnosis, or in the quiz; or the code."""
    for told in (_of(diagnosis, "of"), _of(_of(owners, code), "of")):
        if isinstance(told, str) and told:
            return told
    return code


def _of(value: object, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else None


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _points(value: object) -> str:
    exact = _fraction(value)
    return points(exact) if exact is not None else "?"


def _fraction(value: object) -> Fraction | None:
    """Points as the quiz writes them, 3 or "7/2"; None for anything else."""
    found = re.fullmatch(r"([0-9]{1,30})(?:/([0-9]{1,30}))?", str(value))
    if found is None or (found[2] and not int(found[2])):
        return None
    return Fraction(int(found[1]), int(found[2] or 1))
