"""A report as what a gradebook takes: for each step a plain float within its bounds, and words for the learner.

Everything fails closed. A value that is no finite number, or a step that our side could not judge, gives no score:
it is held for a person and says so. nbgrader itself takes an odd score for full marks.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction

from grader.core.languages import say
from grader.core.model import Outcome, QuizOutcome
from grader.core.safe_text import comment_text
from grader.core.terminal import UNICODE
from grader.reports.quiz_view import spoken
from grader.reports.rounding import points
from grader.reports.schema import CheckResult, QuizItem, Report, Score, StepResult, total
from grader.reports.views import InstructorView, LearnerView, view

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
    score = step.score
    if plain(score.earned, score.possible) is None or plain(score.held, score.possible) is None:
        return fault("no number of points", language)
    earned = min(max(score.earned, Fraction(0)), score.possible)
    text = practice + "\n".join(_text(step, language))
    comment = comment_text("\n\n".join(_trouble(step, language)))
    held = bool(score.held) or lost  # a person should see what could not be read, although it counts 0
    return StepScore(None if score.held and not earned else earned, score.possible, held, text, comment)


def _text(step: StepResult, language: str) -> Iterator[str]:
    """The step as the terminal shows it in full: every check, what was found, what to think about."""
    name = say(language, "report.step", number=step.number, title=step.title)
    state = say(language, f"outcome.{step.outcome}")
    yield f"{UNICODE.of(step.outcome)} {name} · {state} · {points(step.score.earned)}/{points(step.score.possible)}"
    if step.bonus:
        yield say(language, "front.extra", points=points(step.score.earned), possible=points(step.score.possible))
    if step.score.held:
        yield say(language, "front.held", points=points(step.score.held), possible=points(step.score.possible))
    told = False
    for check in step.checks:
        yield f"  {UNICODE.of(check.outcome)} {check.title}"
        yield from (f"      {line}" for line in _why(check, language, told))
        told = told or check.diagnosis is not None


def _why(check: CheckResult, language: str, told: bool) -> Iterator[str]:
    """What was found, what it looks like (once for a step: `told` says it has been), what to think about."""
    if check.message:
        yield check.message
    found = None if told else check.diagnosis
    if found is not None and found.title:
        yield say(language, "report.looks_like", title=found.title)
        if found.why:
            yield say(language, "report.why", why=found.why)
    elif found is not None:
        yield from (say(language, "report.fact", fact=fact) for fact in found.facts[:2])
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


_SIGNS = {QuizOutcome.RIGHT: "✓", QuizOutcome.PARTLY: "~", QuizOutcome.WRONG: "✗"}


def quiz_mark(report: Report, language: str) -> StepScore:
    """What the quiz's test cell gets; without any answer it is 0, for a person to see where nothing could be read.

    Questions that a person marks have cells of their own, so they are left out here.
    """
    lost = unread(report)
    if report.quiz_answers is None:
        return StepScore(Fraction(0), Fraction(1), lost, say(language, "quiz.none_handed_in"))
    items = [item for item in report.quiz_answers.items if not item.by_hand]
    score = total(item.score for item in items)
    text = "\n".join(_quiz_text(report, score, language))
    if not score.possible or score.earned > score.possible:
        return fault("no number of points", language)
    earned = None if score.held and not score.earned else score.earned
    return StepScore(earned, score.possible, bool(score.held) or lost, text)


def _quiz_text(report: Report, score: Score, language: str) -> Iterator[str]:
    """Each answer as the assignment's policy shows it now; what could not be read is always named."""
    seen = view(report, "learner")
    answers = seen.report.quiz_answers
    assert answers is not None
    items = [item for item in answers.items if not item.by_hand]
    if seen.held_back:
        yield say(language, "quiz.later")
    else:
        yield say(language, "report.quiz", earned=points(score.earned), possible=points(score.possible))
    for item in items:
        yield from _item(item, seen, language)
    blank = ", ".join(item.id for item in items if item.outcome is QuizOutcome.UNANSWERED)
    if blank:
        yield f"  {say(language, 'html.answer_unanswered')}: {blank}"
    for note in answers.notes:
        yield f"  {note.where}: {spoken(note.text, language)}"


def _item(item: QuizItem, seen: LearnerView | InstructorView, language: str) -> Iterator[str]:
    title, message = f"{item.id} · {spoken(item.title, language)}", spoken(item.message, language)
    if item.outcome is QuizOutcome.UNREADABLE:
        yield f"  ? {title}: {item.where}: {message}"
    elif not seen.held_back and item.outcome in _SIGNS:
        score = f"{points(item.score.earned)}/{points(item.score.possible)}"
        yield f"  {_SIGNS[item.outcome]} {title} · {say(language, f'html.answer_{item.outcome}')} · {score}"
        if item.outcome is not QuizOutcome.RIGHT:
            yield f"      {message}"
