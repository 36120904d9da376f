"""A report as what a gradebook takes: for each step a plain float within its bounds, and words for the learner.

Everything fails closed. A value that is no finite number, or a step that our side could not judge, gives no score:
it is held for a person and says so. nbgrader itself takes an odd score for full marks.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction

from grader.locale import say
from grader.model import CheckResult, Outcome, Report, StepResult
from grader.report.glyphs import UNICODE
from grader.report.text import points

__all__ = ["Mark", "by_step", "comment_text", "fault", "marks", "plain", "unread"]


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
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
        """The score in a cell worth `maximum`, and the extra credit beside it; None where there is none.

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


def marks(report: Report, language: str) -> dict[str, Mark]:
    """Step id -> Mark."""
    practice = "" if report.isolation.is_grade else say(language, "front.practice") + "\n"
    lost = unread(report)
    return {step.id: _mark(step, language, practice, lost) for step in report.steps}


def fault(why: str, language: str) -> Mark:
    """No score, for a reason of ours."""
    sentence = say(language, "front.our_fault", why=why)
    return Mark(None, Fraction(1), True, sentence, comment_text(sentence))


def unread(report: Report) -> bool:
    """True where the whole submission had one trouble: every check says the same and none was run."""
    messages = {check.message for step in report.steps for check in step.checks}
    crashed = all(check.outcome is Outcome.CRASHED for step in report.steps for check in step.checks)
    return crashed and len(messages) == 1


def _mark(step: StepResult, language: str, practice: str, lost: bool) -> Mark:
    if plain(step.earned, step.possible) is None or plain(step.pending, step.possible) is None:
        return fault("no number of points", language)
    earned = min(max(Fraction(step.earned), Fraction(0)), step.possible)
    text = practice + "\n".join(_text(step, language))
    comment = comment_text("\n\n".join(_trouble(step, language)))
    held = bool(step.pending) or lost  # a person should see what could not be read, although it counts 0
    return Mark(None if step.pending and not earned else earned, step.possible, held, text, comment)


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


_MARKDOWN = {c: "\\" + c for c in "\\`*[]$#|~"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def comment_text(text: str) -> str:
    """`text` for nbgrader's comments, which its feedback renders as Markdown with raw HTML: nothing of it is markup.

    Underlines stay as they are where they stand inside a word, as in scale_scores.
    """
    out = []
    for i, c in enumerate(text):
        inside = c == "_" and 0 < i < len(text) - 1 and text[i - 1].isalnum() and text[i + 1].isalnum()
        out.append("\\_" if c == "_" and not inside else _MARKDOWN.get(c, c))
    return "".join(out)


def by_step(table: Mapping[str, Mark], step: str, language: str) -> Mark:
    """The mark of a step, or the sentence that there is none: a cell without a mark must not count as full."""
    return table[step] if step in table else fault(say(language, "front.no_cell"), language)
