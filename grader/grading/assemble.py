"""The one place where a report is put together from its parts, so that its sums are made once."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Iterable
from fractions import Fraction

from grader.core.model import Assignment, Isolation, Provenance, Submission
from grader.reports.schema import HandIn, QuizAnswers, Report, Score, StepResult, UsedFile, sums

__all__ = ["Circumstances", "assembled", "hand_in", "now"]


@dataclasses.dataclass(frozen=True)
class Circumstances:
    """What all reports of one run share."""

    assignment: Assignment
    language: str
    isolation: Isolation
    provenance: Provenance
    only: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()


def now() -> str:
    """The time by this machine's clock, UTC, to the second; only ever shown, never compared."""
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0).isoformat()


def hand_in(submission: Submission, language: str) -> HandIn:
    """What was graded, with the use of each of its files said in `language`."""
    files = tuple(UsedFile(file.path, file.used_as, file.why[language], file.doubt) for file in submission.files)
    return HandIn(submission.id, submission.path, files=files)


def assembled(
    of: Circumstances,
    submission: HandIn,
    steps: Iterable[StepResult],
    marked: tuple[Score, QuizAnswers] | None = None,
    *,
    seconds: float = 0.0,
    notes: tuple[str, ...] = (),
    practice: bool = False,
) -> Report:
    """The report of a submission, its possible points those of the manifest.

    `marked` is the quiz, None where it was not handed in: then it is 0 of its points. A partial run has no quiz. A
    `practice` run cannot mark a quiz and counts none.
    """
    steps = tuple(steps)
    worth = of.assignment.points.quiz
    quiz, answers = marked if marked is not None else (Score(Fraction(0), Fraction(0 if practice else worth)), None)
    return Report(
        assignment=of.assignment.id,
        title=of.assignment.title[of.language],
        submission=submission,
        **sums(steps, quiz if worth and not of.only else None),
        steps=steps,
        isolation=of.isolation,
        provenance=dataclasses.replace(of.provenance, graded_at=now()),
        grade=of.isolation.is_grade,
        seconds=round(seconds, 3),
        language=of.language,
        quiz_answers=None if of.only else answers,
        notes=notes,
        only=of.only,
        hinted=of.hinted,
    )
