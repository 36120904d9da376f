"""Who may see what of a report: the learner or the instructor. The rule about the quiz is written here, and only here.

A learner sees how the answers were marked where the assignment's policy says "after_submission", or where whoever
makes the view reveals it (after the deadline, say). Questions, the learner's own answers, notes about the file and
answers that cannot be read are no secret. Hints that cost points stay with the instructor, and so do the path and the
seed of the hidden data.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from grader.core.languages import both
from grader.core.model import FALLBACK, Provenance, QuizOutcome
from grader.core.seeds import fingerprint
from grader.reports.schema import (
    CheckResult,
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
    total,
)

__all__ = [
    "Audience",
    "InstructorView",
    "LearnerView",
    "explained",
    "for_learner",
    "handed_back",
    "under_present_ids",
    "view",
]

Audience = Literal["learner", "instructor"]

_AT_ONCE = "after_submission"
_OPEN = (QuizOutcome.UNANSWERED, QuizOutcome.PENDING)  # outcomes that tell nothing about the key


@dataclasses.dataclass(frozen=True, slots=True)
class LearnerView:
    """A report as its learner may have it. `held_back`: how the answers were marked is not shown."""

    report: Report
    held_back: bool


@dataclasses.dataclass(frozen=True, slots=True)
class InstructorView:
    """The whole report."""

    report: Report
    held_back: bool = False


def view(report: Report, audience: Audience, *, reveal_quiz: bool = False) -> LearnerView | InstructorView:
    """The report as this reader may see it; `reveal_quiz` shows a learner the marks whatever the policy says."""
    if audience == "instructor":
        return InstructorView(report)
    answers = report.quiz_answers
    held_back = answers is not None and not reveal_quiz and answers.feedback != _AT_ONCE
    name = re.split(r"[\\/]", report.submission.path.rstrip("\\/"))[-1]
    shown = msgspec.structs.replace(
        report,
        submission=msgspec.structs.replace(report.submission, path=name),
        steps=tuple(map(_with_free_hints, report.steps)),
        provenance=_without_seed(report.provenance),
    )
    if answers is not None and report.quiz is not None and held_back:
        shown = shown.with_quiz(*_covered(report.quiz, answers))
    return LearnerView(shown, held_back)


def for_learner(report: Report) -> Report:
    """The report that a learner gets as a file."""
    return view(report, "learner").report


def _without_seed(source: Provenance) -> Provenance:
    """The provenance with a fingerprint in place of the seed, from which every hidden input follows."""
    if source.seed is None:
        return source
    return dataclasses.replace(source, seed=None, fingerprint=fingerprint(source.seed))


def handed_back(report: Report) -> Report:
    """The report as the file that a learner is handed: it stands alone, and leaves out what nobody looks up.

    Of the quiz it has the words in the language that was graded in, and those questions that an answer missed.
    """
    shown = for_learner(report)
    answers = shown.quiz_answers
    if answers is None:
        return shown
    language = report.language or FALLBACK
    items = tuple(_handed_back(item, language) for item in answers.items)
    counts = {
        name: msgspec.structs.replace(count, claim=_in(count.claim, language))
        for name, count in answers.misconceptions.items()
    }
    notes = tuple(QuizNote(note.where, _in(note.text, language)) for note in answers.notes)
    kept = msgspec.structs.replace(answers, items=items, misconceptions=counts, notes=notes)
    return msgspec.structs.replace(shown, quiz_answers=kept)


def _handed_back(item: QuizItem, language: str) -> QuizItem:
    known = item.outcome in (QuizOutcome.RIGHT, QuizOutcome.UNANSWERED)
    return msgspec.structs.replace(
        item,
        title=_in(item.title, language),
        message=_in(item.message, language),
        explanation=None if known or item.explanation is None else _in(item.explanation, language),
        question=None if known or item.question is None else _asked_in(item.question, language),
    )


def _asked_in(question: QuestionText, language: str) -> QuestionText:
    def options(given: tuple[OptionText, ...]) -> tuple[OptionText, ...]:
        return tuple(OptionText(option.id, _in(option.text, language)) for option in given)

    slots = tuple(SlotText(slot.id, _in(slot.label, language), options(slot.options)) for slot in question.slots)
    return QuestionText(
        question.shape,
        _in(question.prompt, language),
        _in(question.instruction, language),
        options(question.options),
        slots,
    )


def _in(words: Words, language: str) -> Words:
    """A text in that language alone; in another one where there is none in it."""
    name = next((one for one in (language, FALLBACK) if one in words), next(iter(words), ""))
    return {name: words[name]} if name else words


def _with_free_hints(step: StepResult) -> StepResult:
    return msgspec.structs.replace(step, checks=tuple(map(_free, step.checks)))


def _free(check: CheckResult) -> CheckResult:
    """The check, with those hints of its mistake that cost nothing; the first is shown by every report."""
    found = check.diagnosis
    if found is None:
        return check
    return msgspec.structs.replace(check, diagnosis=msgspec.structs.replace(found, hints=found.hints[: found.free]))


def _covered(quiz: Score, answers: QuizAnswers) -> tuple[Score, QuizAnswers]:
    """The quiz without anything that tells how an answer was marked: what was answered is held."""
    items = tuple(map(_covered_item, answers.items))
    counts = {name: MisconceptionCount(of.claim, 0, 0) for name, of in answers.misconceptions.items()}
    held = total(item.score for item in items).held
    covered = msgspec.structs.replace(answers, items=items, misconceptions=counts)
    return Score(Fraction(0), quiz.possible, held), covered


def _covered_item(item: QuizItem) -> QuizItem:
    if item.outcome is QuizOutcome.UNREADABLE:  # says nothing about the key
        return item
    kept = item.outcome in _OPEN
    later = both("quiz.later")
    held = item.score.possible if item.outcome is not QuizOutcome.UNANSWERED else Fraction(0)
    return QuizItem(
        id=item.id,
        title=item.title,
        outcome=item.outcome if kept else QuizOutcome.PENDING,
        score=Score(Fraction(0), item.score.possible, held),
        about=item.about,
        message=item.message if kept else later.data,
        by_hand=item.by_hand,
        question=item.question,
        answer=item.answer,
    )


def explained(step: StepResult) -> tuple[CheckResult, ...]:
    """The checks of a step that fail for one cause, a known mistake: it is said at the first of them."""
    return tuple(check for check in step.checks if check.diagnosis is not None and check.diagnosis.mistake)


def under_present_ids(report: Report, renamed: Mapping[str, str]) -> Report:
    """The report, with each check under the id that it has now; `renamed` is old id -> present id."""
    if not any(check.id in renamed for step in report.steps for check in step.checks):
        return report
    return msgspec.structs.replace(report, steps=tuple(_renamed(step, renamed) for step in report.steps))


def _renamed(step: StepResult, renamed: Mapping[str, str]) -> StepResult:
    checks = tuple(msgspec.structs.replace(check, id=renamed.get(check.id, check.id)) for check in step.checks)
    return msgspec.structs.replace(step, checks=checks)
