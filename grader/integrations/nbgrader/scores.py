"""A report as what a gradebook takes: for each step a plain float within its bounds, and words for the learner.

Everything fails closed. A value that is no finite number, or a step that our side could not judge, gives no score:
it is held for a person and says so. nbgrader itself takes an odd score for full marks.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from grader.core.languages import say
from grader.core.model import CheckResult, Outcome, Report, StepResult
from grader.core.safe_text import comment_text
from grader.core.terminal import UNICODE
from grader.reports.text import points

__all__ = ["StepScore", "by_step", "fault", "marks", "plain", "quiz_mark", "unread"]


@dataclasses.dataclass(frozen=True, slots=True)
class StepScore:
    """A step's result for a gradebook.

    `earned` is None where there is no score yet; `held` asks for a person. `text` goes below the test cell,
    `comment` beside the learner's answer.
    """

    earned: Fraction | None
    possible: Fraction
    held: bool = False
    text: str = ""
    comment: str = ""

    def at(self, maximum: float) -> tuple[float | None, float | None]:
        """The score in a cell worth `maximum`, and the extra credit; None where there is none.

        A bonus has a cell worth 0 and counts as extra credit. Where somebody gave a cell other points than the
        step has, the share counts.
        """
        if self.earned is None:
            return None, None
        if not maximum:
            return 0.0, plain(self.earned, self.possible)
        share = self.earned
        if maximum != self.possible:
            share = self.earned * Fraction(maximum) / self.possible
        return plain(share, maximum), None


def plain(value: object, possible: object) -> float | None:
    """`value` as a plain float between 0 and `possible`; None if either is no finite number of points."""
    numbers = []
    for given in (value, possible):
        if isinstance(given, bool) or not isinstance(given, int | float | Fraction):
            return None
        number = float(given)
        if not math.isfinite(number):
            return None
        numbers.append(number)
    # `float` once more: a subclass, such as numpy's, must not reach a notebook's output
    return float(min(max(0.0, numbers[0]), max(0.0, numbers[1])))


def marks(report: Report, language: str) -> dict[str, StepScore]:
    """Step id -> Mark."""
    practice = "" if report.isolation.is_grade else say(language, "front.practice") + "\n"
    lost = unread(report)
    return {step.id: _mark(step, language, practice, lost) for step in report.steps}


def fault(why: str, language: str) -> StepScore:
    """No score, for a reason of ours."""
    sentence = say(language, "front.our_fault", why=why)
    return StepScore(None, Fraction(1), True, sentence, comment_text(sentence))


def unread(report: Report) -> bool:
    """True where the whole submission had one trouble: every check says the same and none was run."""
    messages = {check.message for step in report.steps for check in step.checks}
    crashed = all(check.outcome is Outcome.CRASHED for step in report.steps for check in step.checks)
    return crashed and len(messages) == 1


def _mark(step: StepResult, language: str, practice: str, lost: bool) -> StepScore:
    if plain(step.earned, step.possible) is None or plain(step.pending, step.possible) is None:
        return fault("no number of points", language)
    earned = min(max(Fraction(step.earned), Fraction(0)), step.possible)
    text = practice + "\n".join(_text(step, language))
    comment = comment_text("\n\n".join(_trouble(step, language)))
    held = bool(step.pending) or lost  # a person should see what could not be read, although it counts 0
    return StepScore(None if step.pending and not earned else earned, step.possible, held, text, comment)


def _text(step: StepResult, language: str) -> Iterator[str]:
    """The step as the terminal shows it in full: every check, what was found, what to think about."""
    name = say(language, "report.step", number=step.number, title=step.title)
    state = say(language, f"outcome.{step.outcome}")
    yield f"{UNICODE.of(step.outcome)} {name} · {state} · {points(step.earned)}/{points(step.possible)}"
    if step.bonus:
        yield say(language, "front.extra", points=points(step.earned), possible=points(step.possible))
    if step.pending:
        yield say(language, "front.held", points=points(step.pending), possible=points(step.possible))
    told = False
    for check in step.checks:
        yield f"  {UNICODE.of(check.outcome)} {check.title}"
        yield from (f"      {line}" for line in _why(check, language, told))
        told = told or check.diagnosis is not None


def _why(check: CheckResult, language: str, told: bool) -> Iterator[str]:
    """What was found, what it looks like (once for a step: `told` says it has been), what to think about."""
    if check.message:
        yield check.message
    found = check.diagnosis if check.diagnosis and not told else {}
    facts = found.get("facts")
    if found.get("title"):
        yield say(language, "report.looks_like", title=found["title"])
        if found.get("why"):
            yield say(language, "report.why", why=found["why"])
    elif isinstance(facts, list | tuple):
        yield from (say(language, "report.fact", fact=fact) for fact in facts[:2])
    if check.hint:
        yield f"{say(language, 'report.hint')}: {check.hint}"


def _trouble(step: StepResult, language: str) -> Iterator[str]:
    """The first two checks that did not pass, a paragraph each; one sentence where all have the same trouble."""
    said: set[str] = set()
    told = False
    for check in step.checks:
        if check.outcome is Outcome.PASSED or check.message in said:
            continue
        said.add(check.message)
        judged = check.outcome is Outcome.FAILED
        yield " ".join([*([check.title] if judged else []), *_why(check, language, told)])
        told = told or check.diagnosis is not None
        if len(said) == 2:
            return


def by_step(table: Mapping[str, StepScore], step: str, language: str) -> StepScore:
    """The mark of a step, or the sentence that there is none: a cell without a mark must not count as full."""
    return table[step] if step in table else fault(say(language, "front.no_cell"), language)


_SIGNS = {"right": "✓", "partly": "~", "wrong": "✗"}


def quiz_mark(report: Report, language: str) -> StepScore:
    """What the quiz's test cell gets; without any answer it is 0, for a person to see where nothing could be read."""
    quiz, lost = report.quiz, unread(report)
    if quiz is None:
        return StepScore(Fraction(0), Fraction(1), lost, say(language, "quiz.none_handed_in"))
    try:
        items: list[Mapping[str, Any]] = [item for item in _list(quiz["items"]) if not item["by_hand"]]
        earned, possible = (_sum(items, key) for key in ("earned", "possible"))
        held = _sum([item for item in items if item["outcome"] == "unreadable"], "possible")
        text = "\n".join(_quiz_text(quiz, items, earned, possible, language))
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        return fault(f"{type(error).__name__}: {error}", language)
    if not possible or not 0 <= earned <= possible:
        return fault("no number of points", language)
    return StepScore(None if held and not earned else earned, possible, bool(held) or lost, text)


def _quiz_text(
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
