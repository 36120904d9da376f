"""The result of grading: one typed, frozen `Report` (schema `grader/report/2`), and the only place that adds points up.

    report = read(path.read_bytes())        a report of schema 2 or 1; raises UsageError with the place of a fault
    text = report_json(report)              one line of JSON

Points are exact: `fractions.Fraction` inside, a whole number or a text "p/q" in JSON. What a report is out of comes
from the assignment's manifest, whatever was handed in: a quiz that was not handed in is 0 of its points.
"""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

import msgspec

from grader.core.errors import UsageError
from grader.core.model import LEVELS, Isolation, Outcome, Provenance, QuizOutcome, exact

__all__ = [
    "Answer",
    "CheckResult",
    "Diagnosed",
    "HandIn",
    "MisconceptionCount",
    "OptionText",
    "QuestionText",
    "QuizAnswers",
    "QuizItem",
    "QuizNote",
    "Report",
    "SCHEMA",
    "Score",
    "SlotText",
    "StepResult",
    "UsedFile",
    "Words",
    "from_data",
    "points_of",
    "read",
    "report_json",
    "sums",
    "to_data",
    "total",
]

SCHEMA: Final = "grader/report/2"
Words = dict[str, str]  # language code -> text
Answer = str | list[str] | dict[str, str] | None
"""A learner's answer: words, an option's id; ids of options; place -> id or words; None for no answer."""
Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
_NONE = Fraction(0)
_DEEPEST = 40  # levels of nesting in data of no fixed form; real reports have about 5


class Score(msgspec.Struct, frozen=True):
    """Points: earned, out of how many, and held (neither earned nor lost until somebody decides)."""

    earned: Fraction
    possible: Fraction
    held: Fraction = msgspec.field(default_factory=Fraction)

    def __add__(self, other: Score) -> Score:
        """Both together."""
        return Score(self.earned + other.earned, self.possible + other.possible, self.held + other.held)

    @property
    def full(self) -> bool:
        """True where all that is possible is earned."""
        return self.earned >= self.possible


def total(scores: Iterable[Score]) -> Score:
    """The sum of scores; 0 of 0 where there are none."""
    return sum(scores, Score(_NONE, _NONE))


class UsedFile(msgspec.Struct, frozen=True):
    """A file of a submission: what it was used as, and why or why not.

    `used_as` is "program", "answers", "module", "hints", "not used" (looked at and not used) or "not opened".
    """

    path: str
    used_as: str
    why: str = ""
    doubt: bool = False  # other work than what was graded: a person should look which was meant


class HandIn(msgspec.Struct, frozen=True):
    """What was graded: the submission's id and path, and where known whose it is, and which attempt."""

    id: str
    path: str
    person: str | None = None
    attempt: int | None = None
    files: tuple[UsedFile, ...] = ()


class Diagnosed(msgspec.Struct, frozen=True):
    """What a failing check looks like: a known mistake with its reason and hints, or facts about the answer alone."""

    mistake: str | None = None
    family: str | None = None
    misconception: str | None = None  # the mistake's code, such as D-COLSUM
    of: str | None = None  # the misconception that the code belongs to, such as M4
    title: str | None = None
    why: str | None = None
    hint: str | None = None
    hints: tuple[str, ...] = ()
    free: Count = 1  # how many of the hints cost nothing
    facts: tuple[str, ...] = ()


class CheckResult(msgspec.Struct, frozen=True):
    """One check of one submission."""

    id: str
    title: str
    outcome: Outcome
    score: Score
    message: str = ""
    hint: str = ""
    diagnosis: Diagnosed | None = None
    evidence: dict[str, Any] | None = None  # what a measurement rests on, so that it can be replayed
    raised: tuple[str, str] | None = None  # the learner's line that raised, and carets under what raised in it


class StepResult(msgspec.Struct, frozen=True):
    """A step with its checks."""

    id: str
    number: Annotated[int, msgspec.Meta(ge=1)]  # its place in the assignment
    title: str
    outcome: Outcome
    score: Score
    bonus: bool
    checks: Annotated[tuple[CheckResult, ...], msgspec.Meta(min_length=1)]
    carried: bool = False  # judged with the learner's own earlier steps


class OptionText(msgspec.Struct, frozen=True):
    """An option of a question."""

    id: str
    text: Words


class SlotText(msgspec.Struct, frozen=True):
    """A place to fill in, with options of its own where it has some."""

    id: str
    label: Words
    options: tuple[OptionText, ...] = ()


class QuestionText(msgspec.Struct, frozen=True):
    """A question as its learner saw it, options in the order they were seen in; it holds nothing of the key."""

    shape: str
    prompt: Words
    instruction: Words
    options: tuple[OptionText, ...] = ()
    slots: tuple[SlotText, ...] = ()


class QuizItem(msgspec.Struct, frozen=True):
    """One question of the quiz: how its answer was marked, and the question with the answer itself."""

    id: str
    title: Words
    outcome: QuizOutcome
    score: Score
    about: tuple[str, ...] = ()
    message: Words = {}
    where: str = ""  # file and line of an answer to look at
    formula: str = ""
    diagnoses: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    explanation: Words | None = None
    by_hand: bool = False
    question: QuestionText | None = None
    answer: Answer = None
    asked: str = ""  # in a stored report: under which key the words of the question lie (`shared_questions`)
    order: dict[str, tuple[str, ...]] = {}  # then: the options' ids as they were seen, where in another order


class QuizNote(msgspec.Struct, frozen=True):
    """A sentence about the answers as a whole, or about a line of them."""

    where: str
    text: Words


class MisconceptionCount(msgspec.Struct, frozen=True):
    """How many answers were asked about a misconception, and how many showed it."""

    claim: Words
    asked: Count
    shown: Count


class QuizAnswers(msgspec.Struct, frozen=True):
    """The quiz as it was handed in. `feedback` is the assignment's policy: when learners see how they did."""

    items: tuple[QuizItem, ...]
    feedback: str = ""
    learner: str = ""  # of the draw of numbers
    attempt: int = 1
    seed: int = 0
    misconceptions: dict[str, MisconceptionCount] = {}
    notes: tuple[QuizNote, ...] = ()
    diagnoses: dict[str, Any] = {}
    held_for: Words = {}  # why all of it waits for a person; {} where nothing is wrong with it


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The grade of one submission, with everything needed to defend it.

    `score` = `code` + `quiz`; `bonus` comes on top. `quiz` is None where the assignment has none, and `quiz_answers`
    where none were handed in. A partial run (`only`) is no grade: its score is that of the steps asked for.
    """

    assignment: str
    title: str
    submission: HandIn
    score: Score
    code: Score
    quiz: Score | None
    bonus: Score
    steps: tuple[StepResult, ...]
    isolation: Isolation
    provenance: Provenance
    grade: bool  # False where the isolation was too weak for a grade
    seconds: Annotated[float, msgspec.Meta(ge=0, lt=1e12)]
    language: str = ""
    quiz_answers: QuizAnswers | None = None
    notes: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  # the steps and checks of a partial run
    hinted: tuple[str, ...] = ()  # ids of the steps for which `grader hint` has something to show
    schema: Literal["grader/report/2"] = SCHEMA

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        for key, level in (("level", self.isolation.level), ("required", self.isolation.required)):
            if level not in LEVELS:
                raise ValueError(f"isolation.{key} is {level!r}; one of {', '.join(LEVELS)} is wanted")
        if self.provenance.seed is not None and self.provenance.seed < 0:
            raise ValueError(f"provenance.seed is {self.provenance.seed}; a whole number from 0 up is wanted")
        if self.score != (self.code if self.quiz is None else self.code + self.quiz):
            raise ValueError("score is not the sum of code and quiz")
        quiz = self.quiz_answers
        _once("step", (step.id for step in self.steps))
        _once("check", (check.id for step in self.steps for check in step.checks))
        _once("question", (item.id for item in (quiz.items if quiz is not None else ())))

    @property
    def broken(self) -> bool:
        """True where a check could not run for reasons that are not the learner's."""
        return any(check.outcome is Outcome.BROKEN for step in self.steps for check in step.checks)

    def with_quiz(self, quiz: Score, answers: QuizAnswers | None) -> Report:
        """The same report with other marks for the quiz; the sums follow."""
        return msgspec.structs.replace(self, score=self.code + quiz, quiz=quiz, quiz_answers=answers)


def sums(steps: Iterable[StepResult], quiz: Score | None) -> dict[str, Any]:
    """The fields of a report that are sums: `score`, `code`, `quiz` and `bonus`."""
    steps = tuple(steps)
    code = total(step.score for step in steps if not step.bonus)
    bonus = total(step.score for step in steps if step.bonus)
    return {"score": code if quiz is None else code + quiz, "code": code, "quiz": quiz, "bonus": bonus}


def _once(what: str, names: Iterable[str]) -> None:
    twice = next((name for name, times in Counter(names).items() if times > 1), None)
    if twice is not None:
        raise ValueError(f"the {what} {twice!r} is there twice")


# -- JSON -------------------------------------------------------------------------------------------------------------


def _written(value: object) -> int | str:
    if isinstance(value, Fraction):
        return exact(value)
    raise NotImplementedError(type(value).__name__)


def points_of(kind: type, value: object) -> Fraction:
    """Points from JSON: a whole number, or a text "p/q". Raises ValueError."""
    if kind is Fraction and type(value) in (int, str):
        return _fraction(value)
    raise ValueError(_no_points(value))


@functools.lru_cache(maxsize=1 << 12)
def _fraction(value: int | str) -> Fraction:
    if isinstance(value, int) and 0 <= value < 10**12:
        return Fraction(value)
    if isinstance(value, str):
        parts = re.fullmatch(r"([0-9]{1,30})/([0-9]{1,30})", value)
        if parts is not None and int(parts[2]):
            return Fraction(int(parts[1]), int(parts[2]))
    raise ValueError(_no_points(value))


def _no_points(value: object) -> str:
    return f'points are {str(value)[:40]!r}; a whole number or a text "p/q" is wanted'


def to_data(report: Report) -> dict[str, Any]:
    """The report as plain data for JSON; docs/formats.md describes it."""
    data: dict[str, Any] = msgspec.to_builtins(report, enc_hook=_written)
    for item in (data["quiz_answers"] or {}).get("items", ()):
        for name in ("asked", "order"):  # only where the words are elsewhere
            if not item[name]:
                del item[name]
    return {"schema": data.pop("schema"), **data}


def report_json(report: Report, *, indent: int | None = None, ascii_only: bool = False) -> str:
    """The report as JSON text; one line unless `indent` is given. Korean stays Korean unless `ascii_only`."""
    return json.dumps(to_data(report), ensure_ascii=ascii_only, indent=indent)


class _Named(msgspec.Struct):
    """What says which schema the rest follows."""

    schema: Any = None


def read(text: str | bytes) -> Report:
    """The report in JSON text, of schema 2 or 1. Raises UsageError: what stands where, and what is wanted."""
    if isinstance(text, bytes):
        text = text.removeprefix(b"\xef\xbb\xbf")
    try:
        return _shallow(_read(text, msgspec.json.decode(text, type=_Named).schema))
    except (msgspec.ValidationError, RecursionError) as error:
        raise UsageError(f"not a report: {_why(error)}") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise UsageError(f"not JSON, so no report ({error}); take it out, or grade this submission again") from None


def from_data(data: object) -> Report:
    """The report in plain data, of schema 2 or 1. Raises UsageError as `read`."""
    schema = data.get("schema") if isinstance(data, Mapping) else None
    try:
        if schema == SCHEMA:
            return _shallow(msgspec.convert(data, Report, dec_hook=points_of))
        from grader.reports import schema1

        if schema == schema1.SCHEMA:
            return _shallow(schema1.upgraded(msgspec.convert(data, schema1.Report1, dec_hook=points_of)))
    except (msgspec.ValidationError, RecursionError) as error:
        raise UsageError(f"not a report: {_why(error)}") from None
    raise UsageError(_other(schema))


def _read(text: str | bytes, schema: object) -> Report:
    if schema == SCHEMA:
        return msgspec.json.decode(text, type=Report, dec_hook=points_of)
    from grader.reports import schema1

    if schema == schema1.SCHEMA:
        return schema1.upgraded(msgspec.json.decode(text, type=schema1.Report1, dec_hook=points_of))
    raise UsageError(_other(schema))


def _shallow(report: Report) -> Report:
    """The report itself, unless data of any kind in it is nested so deeply that nobody can write it again."""
    quiz = report.quiz_answers
    level: list[object] = [check.evidence for step in report.steps for check in step.checks]
    level += [report.isolation.layers, report.isolation.missing, quiz.diagnoses if quiz else None]
    for _ in range(_DEEPEST):
        level = [
            inner
            for value in level
            if isinstance(value, dict | list | tuple)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return report
    raise RecursionError


def _other(schema: object) -> str:
    return f"not a report: its schema is {repr(schema)[:60]}; this version reads {SCHEMA!r} and 'grader/report/1'"


def _why(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)[:240]
