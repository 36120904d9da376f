"""The report of a submission that could not be graded for our reasons: every point held, none lost."""

from __future__ import annotations

from fractions import Fraction

from grader.cohort.gradebook import now
from grader.cohort.terms import Terms
from grader.locale import say
from grader.model import Assignment, CheckResult, Isolation, Outcome, Provenance, Report, Step, StepResult, Submission
from grader.text import one_line

__all__ = ["broken_report"]


def broken_report(assignment: Assignment, terms: Terms, submission: Submission, reason: str) -> Report:
    """The report of a submission that ended its grader twice, or could not be graded at all; `reason` says why."""
    words = say(terms.language, "check.machine", reason=one_line(reason, 200))
    asked = {name.partition(".")[0] for name in terms.only}
    steps = tuple(
        _step(number, step, words, terms.language)
        for number, step in enumerate(assignment.steps, start=1)
        if not asked or step.id in asked
    )
    code, bonus = [s for s in steps if not s.bonus], [s for s in steps if s.bonus]
    missing = {"layer": "report", "reason": "the grader did not live to say what it measured"}
    return Report(
        assignment=assignment.id, title=assignment.title[terms.language], submission_id=submission.id,
        submission_path=submission.path, earned=Fraction(0), possible=_possible(code), pending=_possible(code),
        bonus=Fraction(0), bonus_possible=_possible(bonus), steps=steps,
        isolation=Isolation(terms.isolation, terms.isolation, {}, {}, (missing,)),
        provenance=Provenance(terms.engine, terms.suite, terms.seed, terms.python, terms.numpy, now()),
        seconds=0.0, notes=tuple(note[terms.language] for note in submission.notes),
        quiz_possible=assignment.points.quiz, only=terms.only,
    )  # fmt: skip


def _step(number: int, step: Step, words: str, language: str) -> StepResult:
    title, points, none = step.title[language], Fraction(step.points), Fraction(0)
    check = CheckResult(f"{step.id}.grader", title, Outcome.BROKEN, none, points, words)
    return StepResult(step.id, number, title, Outcome.BROKEN, none, points, points, step.bonus, (check,))


def _possible(steps: list[StepResult]) -> Fraction:
    return sum((step.possible for step in steps), Fraction(0))
