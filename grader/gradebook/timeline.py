"""A learner's attempts side by side: what each would be worth, and what changed from one to the next."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping, Sequence
from fractions import Fraction

from grader.core.model import Cell, Submission
from grader.gradebook.assignments import policy
from grader.gradebook.attempts import handed_in
from grader.gradebook.final_grades import FinalGrade, TimedAttempt, grade_among, timed_attempts
from grader.gradebook.roster import Person, learners, require_learner
from grader.gradebook.store import Store
from grader.reports.totals import ReportTotals

__all__ = ["AttemptDiff", "Timeline", "changes_of", "timeline"]

_MOST = 20_000  # lines that are compared; of longer files it is said only that they differ


@dataclasses.dataclass(frozen=True)
class Timeline:
    """All attempts of a learner, oldest first, and the grade that stands, with an override where there is one."""

    attempts: tuple[TimedAttempt, ...]
    handed_in: tuple[Submission, ...]  # what each of them was
    final: FinalGrade


def timeline(
    store: Store, assignment: str, learner: str, *, attempts: str = "last", person: Person | None = None
) -> Timeline:
    """All attempts of a learner. Raises UsageError where there is no such learner.

    `person` is the learner, where `learners` has named them already.
    """
    if person is None:
        people = {one.id: one for one in learners(store, assignment)}
        require_learner(store, assignment, learner, people)
        person = people[learner]
    found = timed_attempts(store, assignment, person, policy(store, assignment))
    texts = [handed_in(store, assignment, person.submission or "", attempt.number) for attempt in found]
    return Timeline(tuple(found), tuple(texts), grade_among(store, assignment, person, found, attempts))


@dataclasses.dataclass(frozen=True)
class AttemptDiff:
    """Against the attempt before it: `points` by step (and "quiz") that differ, `files` with lines added and removed.

    The lines are None where a file is too long to be compared.
    """

    points: Mapping[str, Fraction]
    files: Mapping[str, tuple[int, int] | None]


def changes_of(timeline: Timeline) -> list[AttemptDiff | None]:
    """What changed at each attempt; None for the first. Points are set against the last attempt that has any."""
    out: list[AttemptDiff | None] = []
    before: ReportTotals | None = None
    for i, (attempt, submission) in enumerate(zip(timeline.attempts, timeline.handed_in, strict=True)):
        points = {} if attempt.report is None or before is None else _points(before, attempt.report)
        out.append(AttemptDiff(points, _files(timeline.handed_in[i - 1], submission)) if i else None)
        before = attempt.report or before
    return out


def _points(before: ReportTotals, after: ReportTotals) -> dict[str, Fraction]:
    was, now = _by_step(before), _by_step(after)
    none = Fraction(0)
    by = {step: now.get(step, none) - was.get(step, none) for step in dict.fromkeys([*was, *now])}
    return {step: points for step, points in by.items() if points}


def _by_step(report: ReportTotals) -> dict[str, Fraction]:
    found = {step.id: step.score.earned for step in report.steps}
    return {**found, "quiz": report.quiz.earned if report.quiz is not None else Fraction(0)}


def _files(before: Submission, after: Submission) -> dict[str, tuple[int, int] | None]:
    was, now = _texts(before), _texts(after)
    return {
        name: _lines(was.get(name, ""), now.get(name, ""))
        for name in dict.fromkeys([*was, *now])
        if was.get(name) != now.get(name)
    }


def _texts(one: Submission) -> dict[str, str]:
    """File -> its text, as far as it was taken: a notebook's cells one under the other."""
    found: dict[str, list[str]] = {}
    for cell in (*one.cells, *one.answer_cells):
        found.setdefault(_file_of(cell), []).append(cell.text)
    texts = {name: "\n".join(parts) for name, parts in found.items()}
    return texts if one.answers is None else {**texts, "answers.yaml": one.answers}


def _file_of(cell: Cell) -> str:
    return cell.name.partition(" cell ")[0]


def _lines(was: str, now: str) -> tuple[int, int] | None:
    a, b = was.splitlines(), now.splitlines()
    if max(len(a), len(b)) > _MOST:
        return None
    return _count(difflib.SequenceMatcher(None, a, b, autojunk=True).get_opcodes())


def _count(steps: Sequence[tuple[str, int, int, int, int]]) -> tuple[int, int]:
    changed = [step for step in steps if step[0] != "equal"]
    return sum(j2 - j1 for _, _, _, j1, j2 in changed), sum(i2 - i1 for _, i1, i2, _, _ in changed)
