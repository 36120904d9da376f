"""The quiz part of a report, at the level its reader may see, and the misconceptions of quiz and code together.

It is written from a view of the report (`grader.reports.views`), which holds nothing that its reader may not see.
"""

from __future__ import annotations

import dataclasses

from grader.core.languages import say
from grader.core.model import QuizOutcome
from grader.reports.quiz_view import AskedQuestion, asked_of, spoken
from grader.reports.rounding import points
from grader.reports.schema import QuizItem, Report
from grader.reports.views import InstructorView, LearnerView

__all__ = ["MisconceptionView", "QuizItemView", "QuizView", "misconception_views", "quiz_view"]

_TONES = {
    QuizOutcome.RIGHT: "good",
    QuizOutcome.PARTLY: "part",
    QuizOutcome.WRONG: "bad",
    QuizOutcome.UNANSWERED: "idle",
}
_SIGNS = {QuizOutcome.RIGHT: "✓", QuizOutcome.PARTLY: "◐", QuizOutcome.WRONG: "✗", QuizOutcome.UNANSWERED: "○"}
_CALM = (QuizOutcome.RIGHT, QuizOutcome.PENDING, QuizOutcome.UNANSWERED)
_BRIEF = (QuizOutcome.RIGHT, QuizOutcome.UNANSWERED)
_COUNTED = (
    (QuizOutcome.RIGHT, "html.quiz_right"),
    (QuizOutcome.PENDING, "html.quiz_open"),
    (QuizOutcome.UNANSWERED, "html.quiz_blank"),
)


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
    answer: str  # in one line, where the question is not shown
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


def quiz_view(seen: LearnerView | InstructorView, language: str) -> QuizView | None:
    """The quiz for a reader of this view; None where none was handed in."""
    answers = seen.report.quiz_answers
    if answers is None:
        return None
    full = isinstance(seen, InstructorView)
    notes = tuple(f"{note.where}: {spoken(note.text, language)}" for note in answers.notes)
    draw = say(language, "html.quiz_draw", attempt=answers.attempt, seed=answers.seed)
    if seen.held_back:
        items = tuple(_held_back(item, language) for item in answers.items if item.question is not None)
        summary: tuple[str, ...] = (say(language, "html.quiz_handed", count=len(answers.items)),)
        return QuizView(True, summary, items, notes, draw)
    found = [item.outcome for item in answers.items]
    summary = tuple(say(language, said, count=found.count(of)) for of, said in _COUNTED if of in found)
    return QuizView(False, summary, tuple(_item(item, language, full=full) for item in answers.items), notes, draw)


def _item(item: QuizItem, language: str, *, full: bool) -> QuizItemView:
    """The item; for a learner, one that needs nothing more is its title and the answer."""
    score, asked = item.score, asked_of(item, language)
    brief = item.outcome in _BRIEF and not full
    return QuizItemView(
        title=spoken(item.title, language),
        sign=_SIGNS.get(item.outcome, "?"),
        tone=_TONES.get(item.outcome, "held"),
        state=say(language, f"html.answer_{item.outcome}"),
        points=say(language, "html.of", earned=points(score.earned), possible=points(score.possible)),
        message=spoken(item.message, language),
        formula=item.formula,
        explanation="" if brief else spoken(item.explanation, language),
        where=item.where,
        about=item.about,
        shows=item.misconceptions,
        ident=item.id,
        calm=item.outcome in _CALM,
        answer=asked.answer if brief and asked is not None else "",
        asked=None if brief else asked,
    )


def _held_back(item: QuizItem, language: str) -> QuizItemView:
    """The item for somebody who may not see how it was marked: that it was answered, and what."""
    shown = dataclasses.replace(_item(item, language, full=True), points="")
    if item.outcome is QuizOutcome.UNREADABLE:
        return shown
    blank = item.outcome is QuizOutcome.UNANSWERED
    state = say(language, "html.answer_unanswered" if blank else "html.answer_given")
    return dataclasses.replace(shown, sign="○" if blank else "●", tone="idle", state=state, message="", calm=True)


def misconception_views(seen: LearnerView | InstructorView, language: str) -> tuple[MisconceptionView, ...]:
    """Every misconception that was asked about, shown in an answer, or shown by the code of a step.

    The quiz's own come first, in its order; then those that only the code shows. Where marks are held back, what the
    answers showed stays hidden.
    """
    answers = seen.report.quiz_answers
    counted = answers.misconceptions if answers is not None else {}
    steps, titles = _in_code(seen.report)
    found = []
    for code in [*counted, *(code for code in steps if code not in counted)]:
        count = counted.get(code)
        asked, shown = (count.asked, count.shown) if count is not None else (0, 0)
        if not (asked or shown or code in steps):
            continue
        told = ("–", say(language, "html.none_yet")) if seen.held_back else (str(asked), str(shown))
        found.append(
            MisconceptionView(
                code=code,
                claim=(spoken(count.claim, language) if count is not None else "") or titles.get(code, ""),
                asked=told[0] if count is not None else "",
                shown=told[1] if count is not None else "",
                steps=tuple(steps.get(code, ())),
                seen=bool(steps.get(code)) or shown > 0,
            )
        )
    return tuple(found)


def _in_code(report: Report) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Misconception -> numbers of the steps whose code shows it; and misconception -> the mistake's title."""
    owners = report.quiz_answers.diagnoses if report.quiz_answers is not None else {}
    steps: dict[str, list[int]] = {}
    titles: dict[str, str] = {}
    for step in report.steps:
        for check in step.checks:
            found = check.diagnosis
            if found is None or not found.misconception:
                continue
            owner = owners.get(found.misconception)
            of = found.of or (owner.get("of") if isinstance(owner, dict) else None)
            code = of if isinstance(of, str) and of else found.misconception
            titles.setdefault(code, found.title or "")
            if step.number not in steps.setdefault(code, []):
                steps[code].append(step.number)
    return steps, titles
