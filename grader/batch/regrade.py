"""Grading again what is in the gradebook: who would change, by how much, and why; applied in one transaction."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from fractions import Fraction

from grader.batch.cohort import GradedSubmission
from grader.core.model import Provenance, Submission, exact
from grader.gradebook import Gradebook
from grader.submissions.cache_key import GradingTask, GradingTerms, submission_of

__all__ = ["GradeChange", "apply", "change_of", "handed_in"]


@dataclasses.dataclass(frozen=True)
class GradeChange:
    """How a second grading changes one submission. Points are code and quiz, without bonus."""

    submission: str
    key: str
    was: Fraction | None  # None where nothing counted before
    now: Fraction
    possible: Fraction
    was_bonus: Fraction
    now_bonus: Fraction
    steps: Mapping[str, Fraction]  # step -> by how much its points change
    why: tuple[str, ...]
    broken: bool  # could not be graded for our reasons: nothing of it is applied

    @property
    def differs(self) -> bool:
        """True where a score changes."""
        return not self.broken and (self.was, self.was_bonus) != (self.now, self.now_bonus)

    def to_data(self) -> dict[str, object]:
        """The change as plain data; points are exact."""
        return {
            "submission": self.submission,
            "was": None if self.was is None else exact(self.was),
            "now": exact(self.now),
            "possible": exact(self.possible),
            "was_bonus": exact(self.was_bonus),
            "now_bonus": exact(self.now_bonus),
            "steps": {step: exact(by) for step, by in self.steps.items()},
            "why": list(self.why),
            "broken": self.broken,
        }


def handed_in(book: Gradebook, assignment: str) -> Iterator[Submission]:
    """The last attempt of every submission, as it was kept in the gradebook."""
    for attempt in book.attempts(assignment):
        yield submission_of(attempt.submission, attempt.path, attempt.content)


def change_of(book: Gradebook, terms: GradingTerms, graded: GradedSubmission) -> GradeChange:
    """What changes for a submission that was graded again, against the result that counts now."""
    before = book.report(terms.assignment, graded.submission.id)
    task = GradingTask.of(graded.index, graded.submission)
    report = graded.report
    now, possible, now_bonus = report.score.earned, report.score.possible, report.bonus.earned
    submission, key = report.submission.id, terms.key(task.digest)
    if before is None:
        why = ("nothing counted before",)
        return GradeChange(submission, key, None, now, possible, Fraction(0), now_bonus, {}, why, report.broken)
    was = {step.id: step.score.earned for step in before.steps}
    steps = {step.id: step.score.earned - was.get(step.id, Fraction(0)) for step in report.steps}
    changed = book.report_digest(terms.assignment, graded.submission.id) != task.digest
    return GradeChange(
        submission,
        key,
        before.score.earned,
        now,
        possible,
        before.bonus.earned,
        now_bonus,
        {step: by for step, by in steps.items() if by},
        _why(before.provenance, terms, changed),
        report.broken,
    )


def _why(before: Provenance, terms: GradingTerms, changed: bool) -> tuple[str, ...]:
    """What is not as it was when the counted result was made."""
    pairs = [
        (name, str(getattr(before, name)), str(getattr(terms, name)))
        for name in ("suite", "engine", "python", "numpy", "seed")
        if str(getattr(before, name)) != str(getattr(terms, name))
    ]
    out = ["submission changed"] if changed else []
    return (*out, *(f"{name} {was} -> {now}" for name, was, now in pairs))


def apply(book: Gradebook, terms: GradingTerms, changes: list[GradeChange], author: str) -> int:
    """Let the new results count, all in one transaction. -> how many now count that did not."""
    kept = [change for change in changes if not change.broken]
    return book.count(terms.assignment, [(c.submission, c.key, {**c.to_data()}) for c in kept], author)
