"""Reports of schema `grader/report/1`, as versions before this one wrote them: read, and made reports of today.

They knew the points of code and quiz apart and no sum of them, and left out what a quiz was worth where none was
handed in, unless `quiz_possible` said it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import msgspec

from grader.core.model import Isolation, Outcome, Provenance, QuizOutcome
from grader.reports.schema import (
    Answer,
    CheckResult,
    Count,
    Diagnosed,
    HandIn,
    MisconceptionCount,
    OptionText,
    QuestionText,
    QuizAnswers,
    QuizItem,
    QuizNote,
    Report,
    Score,
    SlotText,
    StepResult,
    Words,
)

__all__ = ["Report1", "SCHEMA", "upgraded"]

SCHEMA = "grader/report/1"
_NONE = Fraction(0)


class _Submission(msgspec.Struct):
    """Whose it is."""

    id: str
    path: str


class _Bonus(msgspec.Struct):
    """Points of the bonus steps."""

    earned: Fraction
    possible: Fraction


class _Check1(msgspec.Struct):
    """A check, its points beside its other fields."""

    id: str
    title: str
    outcome: Outcome
    earned: Fraction
    possible: Fraction
    message: str
    hint: str
    diagnosis: Diagnosed | None
    evidence: dict[str, Any] | None = None


class _Step1(msgspec.Struct):
    """A step."""

    id: str
    number: Annotated[int, msgspec.Meta(ge=1)]
    title: str
    outcome: Outcome
    earned: Fraction
    possible: Fraction
    pending: Fraction
    bonus: bool
    checks: Annotated[tuple[_Check1, ...], msgspec.Meta(min_length=1)]


class _Slot(msgspec.Struct):
    """A place to fill in; options are {"id": ..., language: text}."""

    id: str
    label: Words
    options: tuple[Words, ...] = ()


class _Question(msgspec.Struct):
    """A question as it was asked."""

    shape: str
    prompt: Words
    do: Words = {}
    options: tuple[Words, ...] = ()
    slots: tuple[_Slot, ...] = ()


class _Item1(msgspec.Struct):
    """A question with its mark. The oldest reports have texts in one language only."""

    id: str
    title: Words | str
    outcome: QuizOutcome
    earned: Fraction
    possible: Fraction
    about: tuple[str, ...] = ()
    message: Words | str | None = None
    where: str = ""
    formula: str = ""
    diagnoses: tuple[str, ...] | None = None
    misconceptions: tuple[str, ...] | None = None
    explanation: Words | str | None = None
    by_hand: bool = False
    question: _Question | None = None
    answer: Answer = None


class _Count(msgspec.Struct):
    """How often a misconception was asked about and shown."""

    claim: Words | str
    asked: Count
    shown: Count


class _Note(msgspec.Struct):
    """A note about the answers."""

    where: str
    text: Words | str


class _Quiz1(msgspec.Struct):
    """The quiz as it was marked."""

    earned: Fraction
    possible: Fraction
    pending: Fraction = _NONE
    items: tuple[_Item1, ...] | None = None
    feedback: str = ""
    learner: str = ""
    attempt: int = 1
    seed: int = 0
    misconceptions: dict[str, _Count] | None = None
    notes: tuple[_Note, ...] = ()
    diagnoses: dict[str, Any] = {}


class Report1(msgspec.Struct):
    """The whole."""

    assignment: str
    submission: _Submission
    earned: Fraction
    possible: Fraction
    pending: Fraction
    bonus: _Bonus
    grade: bool
    steps: tuple[_Step1, ...]
    quiz: _Quiz1 | None
    isolation: Isolation
    provenance: Provenance
    seconds: Annotated[float, msgspec.Meta(ge=0, lt=1e12)]
    notes: tuple[str, ...]
    title: str | None = None
    quiz_possible: Count | None = None
    only: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()


def upgraded(old: Report1) -> Report:
    """The same report under today's schema. Raises msgspec.ValidationError where it contradicts itself."""
    code = Score(old.earned, old.possible, old.pending)
    bonus_held = sum((step.pending for step in old.steps if step.bonus), _NONE)
    quiz = _quiz_score(old)
    try:
        return Report(
            assignment=old.assignment,
            title=old.assignment if old.title is None else old.title,
            submission=HandIn(old.submission.id, old.submission.path),
            score=code if quiz is None else code + quiz,
            code=code,
            quiz=quiz,
            bonus=Score(old.bonus.earned, old.bonus.possible, bonus_held),
            steps=tuple(map(_step, old.steps)),
            isolation=old.isolation,
            provenance=old.provenance,
            grade=old.grade,
            seconds=old.seconds,
            quiz_answers=_answers(old.quiz) if old.quiz is not None else None,
            notes=old.notes,
            only=old.only,
            hinted=old.hinted,
        )
    except ValueError as error:
        raise msgspec.ValidationError(str(error)) from None


def _quiz_score(old: Report1) -> Score | None:
    if old.quiz is not None:
        return Score(old.quiz.earned, old.quiz.possible, old.quiz.pending)
    return Score(_NONE, Fraction(old.quiz_possible)) if old.quiz_possible and not old.only else None


def _step(step: _Step1) -> StepResult:
    own = sum((check.possible for check in step.checks if check.outcome.pending), _NONE)
    gated = step.pending > own  # the core check was not decided: what passed waits with it
    return StepResult(
        id=step.id,
        number=step.number,
        title=step.title,
        outcome=step.outcome,
        score=Score(step.earned, step.possible, step.pending),
        bonus=step.bonus,
        checks=tuple(_check(check, gated) for check in step.checks),
    )


def _check(check: _Check1, gated: bool) -> CheckResult:
    waits = check.outcome.pending or (gated and check.outcome is Outcome.PASSED)
    held = check.possible if waits else _NONE
    return CheckResult(
        check.id,
        check.title,
        check.outcome,
        Score(check.earned, check.possible, held),
        check.message,
        check.hint,
        check.diagnosis,
        check.evidence,
    )


def _answers(quiz: _Quiz1) -> QuizAnswers:
    counts = (quiz.misconceptions or {}).items()
    return QuizAnswers(
        items=tuple(map(_item, quiz.items or ())),
        feedback=quiz.feedback,
        learner=quiz.learner,
        attempt=quiz.attempt,
        seed=quiz.seed,
        misconceptions={name: MisconceptionCount(_words(of.claim), of.asked, of.shown) for name, of in counts},
        notes=tuple(QuizNote(note.where, _words(note.text)) for note in quiz.notes),
        diagnoses=quiz.diagnoses,
    )


def _item(item: _Item1) -> QuizItem:
    held = item.possible if item.outcome.held else _NONE
    return QuizItem(
        id=item.id,
        title=_words(item.title),
        outcome=item.outcome,
        score=Score(item.earned, item.possible, held),
        about=item.about,
        message=_words(item.message or {}),
        where=item.where,
        formula=item.formula,
        diagnoses=item.diagnoses or (),
        misconceptions=item.misconceptions or (),
        explanation=None if item.explanation is None else _words(item.explanation),
        by_hand=item.by_hand,
        question=None if item.question is None else _question(item.question),
        answer=item.answer,
    )


def _question(old: _Question) -> QuestionText:
    slots = tuple(SlotText(slot.id, slot.label, _options(slot.options)) for slot in old.slots)
    return QuestionText(old.shape, old.prompt, old.do, _options(old.options), slots)


def _options(old: tuple[Words, ...]) -> tuple[OptionText, ...]:
    return tuple(
        OptionText(option.get("id", ""), {language: text for language, text in option.items() if language != "id"})
        for option in old
    )


def _words(text: Words | str) -> Words:
    return {"en": text, "ko": text} if isinstance(text, str) else text
