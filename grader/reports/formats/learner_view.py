"""What a learner may read of a report: the one view that every format is written from.

A format never sees the `Report` itself, so it cannot give away what is not in here: measurements, paths, the probe's
answers, a mistake's staged hints, and how the quiz was marked while its policy holds that back. Every text is one
harmless line of bounded length (`grader.core.safe_text.one_line`).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from grader.core.languages import say
from grader.core.model import CheckResult, Outcome, Report, StepResult
from grader.core.safe_text import one_line
from grader.reports.quiz_view import asked_of, spoken
from grader.reports.rounding import Whole, whole

__all__ = ["CheckLine", "Part", "LearnerView", "nothing", "shown", "troubled"]

TITLE, MESSAGE, NAME = 200, 1000, 120
"""Characters of a title, of a message or hint, of a name."""

_MOST_NOTES, _MOST_FACTS = 10, 4
_QUIZ = {"right": Outcome.PASSED, "partly": Outcome.FAILED, "wrong": Outcome.FAILED, "unanswered": Outcome.UNTOUCHED}


@dataclasses.dataclass(frozen=True, slots=True)
class CheckLine:
    """One check, or one question of the quiz. `file` and `line` say where to look, where that is known."""

    id: str
    title: str
    outcome: Outcome
    earned: Fraction
    possible: Fraction
    message: str = ""
    hint: str = ""
    asked: str = ""  # of a question: its words, and what the learner answered
    answer: str = ""
    file: str = ""
    line: int = 0

    @property
    def said(self) -> str:
        """All of it in one line: what should hold, what was found, what to think about."""
        title = self.title + "." if self.title[-1:].isalnum() or self.title[-1:] in ")]" else self.title
        return " ".join(one for one in (title, self.message, self.hint) if one)


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """A step, or the quiz as a whole, with what its answers look like."""

    id: str
    name: str  # "step 2, Scale and shift"
    outcome: Outcome
    earned: Fraction
    possible: Fraction
    pending: Fraction
    bonus: bool
    lines: tuple[CheckLine, ...]
    looks_like: str = ""
    why: str = ""
    facts: tuple[str, ...] = ()

    @property
    def full(self) -> bool:
        """Everything earned. A step without points is full once all of it passed."""
        return self.earned >= self.possible and (bool(self.possible) or self.outcome is Outcome.PASSED)


@dataclasses.dataclass(frozen=True, slots=True)
class LearnerView:
    """A report as a learner may read it. The score is without bonus; the bonus stands beside it."""

    assignment: str
    title: str
    submission: str
    language: str
    parts: tuple[Part, ...]
    notes: tuple[str, ...]
    advisory: bool  # practice: not a grade
    trouble: str  # why nothing could be graded, if so
    ours: bool  # the trouble, or a part of it, is the grader's or the machine's
    seconds: float
    graded_at: str
    engine: str

    @property
    def counted(self) -> tuple[Part, ...]:
        """The parts that make the score."""
        return tuple(part for part in self.parts if not part.bonus)

    @property
    def earned(self) -> Fraction:
        """Exact points, without bonus."""
        return _sum(part.earned for part in self.counted)

    @property
    def possible(self) -> Fraction:
        """What they are of."""
        return _sum(part.possible for part in self.counted)

    @property
    def pending(self) -> Fraction:
        """Points held for a person or for another run."""
        return _sum(part.pending for part in self.counted)

    @property
    def bonus(self) -> tuple[Fraction, Fraction]:
        """Earned and possible points of the bonus steps."""
        extra = [part for part in self.parts if part.bonus]
        return _sum(part.earned for part in extra), _sum(part.possible for part in extra)

    def units(self, unit: int = 1) -> list[Whole]:
        """Earned and possible of each part in units of 1/`unit` point; those of the counted parts are the score."""
        counted = iter(whole([(part.earned, part.possible) for part in self.counted], unit))
        return [whole([(part.earned, part.possible)], unit)[0] if part.bonus else next(counted) for part in self.parts]

    def score(self, unit: int = 1) -> Whole:
        """The score in units of 1/`unit` point: the sum of its parts."""
        pairs = [pair for part, pair in zip(self.parts, self.units(unit), strict=True) if not part.bonus]
        return sum(earned for earned, _ in pairs), sum(possible for _, possible in pairs)

    @property
    def status(self) -> str:
        """`pass` where everything counted is earned, `error` where nothing could be graded or we failed, or `fail`."""
        if self.trouble or self.ours or not self.counted:
            return "error"
        return "pass" if all(part.full for part in self.counted) else "fail"


def shown(
    report: Report, language: str, *, reveal_quiz: bool = False, lines: Mapping[str, int] | None = None, file: str = ""
) -> LearnerView:
    """The report as a learner may read it, in the language it was graded in for its messages, else in `language`.

    reveal_quiz  count and show the quiz whatever its policy says
    lines        check id -> line of `file`, where the caller knows it; else a message that names one is believed
    """
    from grader.reports.text import whole_trouble  # not at the top: an exporter starts fast

    trouble = one_line(whole_trouble(report), MESSAGE)
    parts = [_step(step, language, lines or {}, file, trouble) for step in report.steps]
    notes = [one_line(note, MESSAGE) for note in report.notes]
    quiz = _quiz(report, language, reveal_quiz)
    if quiz is not None:
        parts.append(quiz)
    elif report.quiz is not None:
        notes.append(say(language, "report.quiz_later"))
    return LearnerView(
        assignment=one_line(report.assignment, NAME),
        title=one_line(report.title, TITLE),
        submission=one_line(report.submission_id, NAME),
        language=language,
        parts=tuple(parts),
        notes=tuple(notes[:_MOST_NOTES]),
        advisory=not report.isolation.is_grade,
        trouble=trouble,
        ours=report.broken,
        seconds=report.seconds,
        graded_at=one_line(report.provenance.graded_at, 40),
        engine=one_line(report.provenance.engine, 40),
    )


def nothing(trouble: str, language: str, *, ours: bool) -> LearnerView:
    """What there is to show where there is no report, with the reason in one sentence."""
    told = one_line(trouble, MESSAGE)
    return LearnerView("", say(language, "ci.nothing"), "", language, (), (), True, told, ours, 0.0, "", "")


def troubled(part: Part) -> tuple[CheckLine, ...]:
    """The lines of a part that were judged and are not right."""
    return tuple(one for one in part.lines if one.outcome not in (Outcome.PASSED, Outcome.UNTOUCHED, Outcome.BLOCKED))


def _step(step: StepResult, language: str, lines: Mapping[str, int], file: str, trouble: str) -> Part:
    found: Mapping[str, Any] = next((c.diagnosis for c in step.checks if c.diagnosis), {})
    facts = found.get("facts")
    return Part(
        id=one_line(step.id, NAME),
        name=say(language, "report.step", number=step.number, title=one_line(step.title, TITLE)),
        outcome=step.outcome,
        earned=step.earned,
        possible=step.possible,
        pending=step.pending,
        bonus=step.bonus,
        lines=tuple(_line(check, lines, file, trouble) for check in step.checks),
        looks_like=one_line(str(found.get("title") or ""), TITLE),
        why=one_line(str(found.get("why") or ""), MESSAGE),
        facts=tuple(one_line(str(fact), MESSAGE) for fact in facts[:_MOST_FACTS]) if isinstance(facts, list) else (),
    )


def _line(check: CheckResult, lines: Mapping[str, int], file: str, trouble: str) -> CheckLine:
    message = one_line(check.message, MESSAGE)
    where = re.match(r"([\w.-]{1,100}\.(?:py|ipynb)):(\d{1,6})\b", message)
    line = lines.get(check.id, int(where[2]) if where else 0)
    return CheckLine(
        one_line(check.id, NAME),
        one_line(check.title, TITLE),
        check.outcome,
        check.earned,
        check.possible,
        "" if message == trouble else message,
        one_line(check.hint, MESSAGE),
        file=file or (where[1] if where else ""),
        line=line,
    )


def _quiz(report: Report, language: str, reveal: bool) -> Part | None:
    """The quiz as a part, where this reader may see how it was marked; None elsewhere."""
    from grader.reports.html.quiz import may_see, quiz_points

    points = quiz_points(report)
    if points is None or report.quiz is None or not may_see(report, "learner", reveal):
        return None
    earned, possible, pending = points
    items = report.quiz.get("items")
    asked = items if isinstance(items, list | tuple) else ()
    lines = tuple(_item(item, language) for item in asked if isinstance(item, Mapping))
    bad = next((line.outcome for line in lines if line.outcome is not Outcome.PASSED), Outcome.PASSED)
    name = say(language, "html.quiz")
    return Part("quiz", name, bad, earned, possible, pending, False, lines)


def _item(item: Mapping[str, Any], language: str) -> CheckLine:
    outcome = _QUIZ.get(str(item.get("outcome")), Outcome.INCONCLUSIVE)
    title, message = (one_line(spoken(item.get(key), language), MESSAGE) for key in ("title", "message"))
    name = one_line(str(item.get("id") or ""), NAME)
    seen = asked_of(item, language)
    asked, answer = (one_line(words, MESSAGE) for words in ((seen.prompt, seen.answer) if seen else ("", "")))
    return CheckLine(
        f"quiz.{name}",
        title,
        outcome,
        _points(item.get("earned")),
        _points(item.get("possible")),
        message,
        asked=asked,
        answer=answer,
    )


def _points(value: object) -> Fraction:
    text = str(value)
    return Fraction(text) if re.fullmatch(r"\d{1,20}(/0*[1-9]\d{0,19})?", text) else Fraction(0)


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
