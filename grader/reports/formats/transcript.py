"""A learner's view of a report, flat and in one language: what every format is written from.

A format never sees the `Report` itself, so it cannot give away what is not in here: measurements, paths, the probe's
answers, a mistake's staged hints, and how the quiz was marked while its policy holds that back. Every text is one
harmless line of bounded length (`grader.core.safe_text.one_line`). Its sums are the report's.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from fractions import Fraction

from grader.core.languages import say
from grader.core.model import Outcome, QuizOutcome
from grader.core.safe_text import one_line
from grader.reports.quiz_view import asked_of, spoken
from grader.reports.rounding import Whole, points, whole
from grader.reports.schema import CheckResult, QuizAnswers, QuizItem, Report, Score, StepResult, total
from grader.reports.text import whole_trouble
from grader.reports.views import view

__all__ = ["QUIZ", "CheckLine", "Part", "Transcript", "nothing", "transcript", "troubled"]

QUIZ = "quiz"
"""Id of the part that is the quiz."""

TITLE, MESSAGE, NAME = 200, 1000, 120
"""Characters of a title, of a message or hint, of a name."""

_MOST_NOTES, _MOST_FACTS = 10, 4
_OUTCOMES = {
    QuizOutcome.RIGHT: Outcome.PASSED,
    QuizOutcome.PARTLY: Outcome.FAILED,
    QuizOutcome.WRONG: Outcome.FAILED,
    QuizOutcome.UNANSWERED: Outcome.UNTOUCHED,
}


@dataclasses.dataclass(frozen=True, slots=True)
class CheckLine:
    """One check, or one question of the quiz. `file` and `line` say where to look, where that is known."""

    id: str
    title: str
    outcome: Outcome
    score: Score
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
    state: str  # the outcome in words
    score: Score
    bonus: bool
    lines: tuple[CheckLine, ...]
    looks_like: str = ""
    why: str = ""
    facts: tuple[str, ...] = ()

    @property
    def full(self) -> bool:
        """Everything earned. A step without points is full once all of it passed."""
        return self.score.full and (bool(self.score.possible) or self.outcome is Outcome.PASSED)


@dataclasses.dataclass(frozen=True, slots=True)
class Transcript:
    """A report as a learner may read it. `score` is code and quiz, out of the manifest's points; `bonus` is on top."""

    assignment: str
    title: str
    submission: str
    language: str
    parts: tuple[Part, ...]
    score: Score
    bonus: Score
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

    def units(self, unit: int = 1) -> list[Whole]:
        """Earned and possible of each part in units of 1/`unit` point; those of the counted parts are the score."""
        counted = iter(whole([(part.score.earned, part.score.possible) for part in self.counted], unit))
        return [
            whole([(part.score.earned, part.score.possible)], unit)[0] if part.bonus else next(counted)
            for part in self.parts
        ]

    def rounded(self, unit: int = 1) -> Whole:
        """The score in units of 1/`unit` point, so that its parts add up to it."""
        pairs = [pair for part, pair in zip(self.parts, self.units(unit), strict=True) if not part.bonus]
        return sum(earned for earned, _ in pairs), sum(possible for _, possible in pairs)

    @property
    def status(self) -> str:
        """`pass` where everything counted is earned, `error` where nothing could be graded or we failed, or `fail`."""
        if self.trouble or self.ours or not self.counted:
            return "error"
        return "pass" if all(part.full for part in self.counted) else "fail"


def transcript(
    report: Report, language: str, *, reveal_quiz: bool = False, lines: Mapping[str, int] | None = None, file: str = ""
) -> Transcript:
    """The report as a learner may read it, in the language it was graded in for its messages, else in `language`.

    reveal_quiz  count and show the quiz whatever its policy says
    lines        check id -> line of `file`, where the caller knows it; else a message that names one is believed
    """
    seen = view(report, "learner", reveal_quiz=reveal_quiz)
    report, trouble = seen.report, one_line(whole_trouble(seen.report), MESSAGE)
    parts = [_step(step, language, lines or {}, file, trouble) for step in report.steps]
    notes = [one_line(note, MESSAGE) for note in report.notes]
    if report.quiz is not None and report.quiz.possible:
        parts.append(_quiz(report.quiz, report.quiz_answers, language, held_back=seen.held_back))
    return Transcript(
        assignment=one_line(report.assignment, NAME),
        title=one_line(report.title, TITLE),
        submission=one_line(report.submission.id, NAME),
        language=language,
        parts=tuple(parts),
        score=report.score,
        bonus=report.bonus,
        notes=tuple(notes[:_MOST_NOTES]),
        advisory=not report.isolation.is_grade,
        trouble=trouble,
        ours=report.broken,
        seconds=report.seconds,
        graded_at=one_line(report.provenance.graded_at, 40),
        engine=one_line(report.provenance.engine, 40),
    )


def nothing(trouble: str, language: str, *, ours: bool) -> Transcript:
    """What there is to show where there is no report, with the reason in one sentence."""
    none = Score(Fraction(0), Fraction(0))
    sentence = one_line(trouble, MESSAGE)
    return Transcript(
        "", say(language, "ci.nothing"), "", language, (), none, none, (), True, sentence, ours, 0.0, "", ""
    )


def troubled(part: Part) -> tuple[CheckLine, ...]:
    """The lines of a part that were judged and are not right."""
    return tuple(
        line for line in part.lines if line.outcome not in (Outcome.PASSED, Outcome.UNTOUCHED, Outcome.BLOCKED)
    )


def _step(step: StepResult, language: str, lines: Mapping[str, int], file: str, trouble: str) -> Part:
    found = next((check.diagnosis for check in step.checks if check.diagnosis), None)
    return Part(
        id=one_line(step.id, NAME),
        name=say(language, "report.step", number=step.number, title=one_line(step.title, TITLE)),
        outcome=step.outcome,
        state=say(language, f"outcome.{step.outcome}"),
        score=step.score,
        bonus=step.bonus,
        lines=tuple(_line(check, lines, file, trouble) for check in step.checks),
        looks_like=one_line((found and found.title) or "", TITLE),
        why=one_line((found and found.why) or "", MESSAGE),
        facts=tuple(one_line(fact, MESSAGE) for fact in (found.facts[:_MOST_FACTS] if found else ())),
    )


def _line(check: CheckResult, lines: Mapping[str, int], file: str, trouble: str) -> CheckLine:
    message = one_line(check.message, MESSAGE)
    where = re.match(r"([\w.-]{1,100}\.(?:py|ipynb)):(\d{1,6})\b", message)
    return CheckLine(
        one_line(check.id, NAME),
        one_line(check.title, TITLE),
        check.outcome,
        check.score,
        "" if message == trouble else message,
        one_line(check.hint, MESSAGE),
        file=file or (where[1] if where else ""),
        line=lines.get(check.id, int(where[2]) if where else 0),
    )


def _quiz(score: Score, answers: QuizAnswers | None, language: str, *, held_back: bool) -> Part:
    """The quiz as a part; one line alone where it was not handed in.

    Where its marks are held back, one line says so, and each answer that cannot be read has its own.
    """
    name = say(language, "html.quiz")
    if answers is None:
        missing = say(language, "report.quiz_none", possible=points(score.possible))
        lines: tuple[CheckLine, ...] = (CheckLine(QUIZ, name, Outcome.UNTOUCHED, score, missing),)
    elif held_back:
        lost = [item for item in answers.items if item.outcome is QuizOutcome.UNREADABLE]
        told = total(item.score for item in lost)
        rest = Score(score.earned, score.possible - told.possible, score.held - told.held)
        later = CheckLine(QUIZ, name, Outcome.INCONCLUSIVE, rest, say(language, "quiz.later"))
        lines = (later, *(_item(item, language) for item in lost))
    else:
        lines = tuple(_item(item, language) for item in answers.items)
    bad = next((line.outcome for line in lines if line.outcome is not Outcome.PASSED), Outcome.PASSED)
    state = say(language, "html.not_handed_in" if answers is None else f"outcome.{bad}")
    return Part(QUIZ, name, bad, state, score, False, lines)


def _item(item: QuizItem, language: str) -> CheckLine:
    outcome = _OUTCOMES.get(item.outcome, Outcome.INCONCLUSIVE)
    title, message = (one_line(spoken(words, language), MESSAGE) for words in (item.title, item.message))
    seen = asked_of(item, language)
    asked, answer = (one_line(words, MESSAGE) for words in ((seen.prompt, seen.answer) if seen else ("", "")))
    ident = f"{QUIZ}.{one_line(item.id, NAME)}"
    return CheckLine(ident, title, outcome, item.score, message, asked=asked, answer=answer)
