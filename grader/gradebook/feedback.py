"""What a person says about a submission: comments on a line or a step, and points of a step adjusted with a reason.

Both are stored beside the report, which never changes, and applied when it is asked for: an adjustment changes the
points of its step, and both stand in the report's notes, so that the learner reads them by every route. The last
adjustment of a step holds; a comment is taken back by an empty one in the same place. All of them stay.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from grader.core.errors import UsageError
from grader.core.languages import say
from grader.core.model import exact
from grader.gradebook.assignments import assignment_row
from grader.gradebook.requests import requests
from grader.gradebook.store import Store, now
from grader.reports.rounding import points as shown_points
from grader.reports.schema import Report, Score, StepResult, sums

__all__ = ["Adjustment", "Comment", "Place", "adjust", "adjustments_of", "comment", "comments_of", "with_feedback"]

LONGEST = 4000  # characters of one comment


@dataclasses.dataclass(frozen=True)
class Place:
    """What a comment is about: a line of a cell or a file (`cell`, `line`), a step, or, with neither, the whole."""

    step: str = ""
    cell: str = ""  # as the report names it: "layer_norm.py", "layer_norm.ipynb cell 4"
    line: int = 0


@dataclasses.dataclass(frozen=True)
class Comment:
    """A comment that stands."""

    place: Place
    text: str
    author: str
    at: str
    attempt: int


@dataclasses.dataclass(frozen=True)
class Adjustment:
    """Points added to a step (below 0: taken away) by a person."""

    step: str
    points: Fraction
    author: str
    reason: str
    at: str


def adjust(
    store: Store, assignment: str, submission: str, step: str, points: Fraction | None, author: str, reason: str
) -> None:
    """Add `points` to a step of a submission; None takes an earlier adjustment back. Raises UsageError."""
    assignment_row(store, assignment)
    if not author.strip() or not reason.strip():
        raise UsageError("an adjustment needs its author and its reason; the learner reads the reason")
    value = None if points is None else str(exact(points))
    with store.transaction() as db:
        db.execute(
            "INSERT INTO adjustments (assignment, submission, step, points, author, reason, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (assignment, submission, step, value, author, reason, now()),
        )
        store.audit(author, "adjust", assignment, submission, {"step": step, "points": value, "reason": reason})


def adjustments_of(store: Store, assignment: str, submission: str) -> dict[str, Adjustment]:
    """Step -> the adjustment that holds."""
    sql = "SELECT * FROM adjustments WHERE assignment = ? AND submission = ? ORDER BY id"
    found: dict[str, Adjustment] = {}
    for row in store.rows(sql, assignment, submission):
        found.pop(row["step"], None)
        if row["points"] is not None:
            found[row["step"]] = Adjustment(
                row["step"], Fraction(row["points"]), row["author"], row["reason"], row["at"]
            )
    return found


def comment(store: Store, assignment: str, submission: str, attempt: int, place: Place, text: str, author: str) -> None:
    """Write a comment; an empty text takes back the author's earlier one in that place. Raises UsageError."""
    assignment_row(store, assignment)
    if not author.strip():
        raise UsageError("a comment needs its author; it is kept in the trail")
    if len(text) > LONGEST:
        raise UsageError(f"a comment of {len(text)} characters; {LONGEST} is the most")
    with store.transaction() as db:
        db.execute(
            "INSERT INTO comments (assignment, submission, attempt, step, cell, line, text, author, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (assignment, submission, attempt, place.step, place.cell, place.line, text.strip(), author, now()),
        )
        detail = {"attempt": attempt, **dataclasses.asdict(place), "text": text.strip()}
        store.audit(author, "comment", assignment, submission, detail)


def comments_of(store: Store, assignment: str, submission: str, attempt: int | None = None) -> tuple[Comment, ...]:
    """The comments that stand, in the order of their places; those of one attempt where it is given."""
    sql = "SELECT * FROM comments WHERE assignment = ? AND submission = ? ORDER BY id"
    standing: dict[tuple[int, Place, str], Comment] = {}
    for row in store.rows(sql, assignment, submission):
        place = Place(row["step"], row["cell"], row["line"])
        key = (row["attempt"], place, row["author"])
        standing.pop(key, None)
        if row["text"]:
            standing[key] = Comment(place, row["text"], row["author"], row["at"], row["attempt"])
    found = [one for one in standing.values() if attempt is None or one.attempt == attempt]
    return tuple(sorted(found, key=lambda one: (one.attempt, one.place.step, one.place.cell, one.place.line)))


def with_feedback(store: Store, assignment: str, submission: str, attempt: int, report: Report) -> Report:
    """The report with the adjustments of its steps applied, and both kinds of words in its notes."""
    adjusted = adjustments_of(store, assignment, submission)
    comments = comments_of(store, assignment, submission, attempt)
    replied = [one for one in requests(store, assignment, submission) if one.reply]
    if not adjusted and not comments and not replied:
        return report
    steps = tuple(_adjusted(step, adjusted.get(step.id)) for step in report.steps)
    language = report.language or "en"
    replies = [say(language, "feedback.reply", text=one.text, reply=one.reply) for one in replied]
    notes = (*report.notes, *_notes(report, adjusted, comments), *replies)
    return msgspec.structs.replace(report, steps=steps, notes=notes, **sums(steps, report.quiz))


def _adjusted(step: StepResult, by: Adjustment | None) -> StepResult:
    """The step with other points, from 0 to what it is worth; held points that are given are no longer held."""
    if by is None:
        return step
    earned = min(max(step.score.earned + by.points, Fraction(0)), step.score.possible)
    held = min(step.score.held, step.score.possible - earned)
    return msgspec.structs.replace(step, score=Score(earned, step.score.possible, held))


def _notes(report: Report, adjusted: dict[str, Adjustment], comments: tuple[Comment, ...]) -> Iterator[str]:
    language = report.language or "en"
    titles = {step.id: f"{step.number} {step.title}" for step in report.steps}
    for one in adjusted.values():
        sign = "+" if one.points >= 0 else "-"
        yield say(
            language,
            "feedback.adjusted",
            step=titles.get(one.step, one.step),
            points=f"{sign}{shown_points(abs(one.points))}",
            reason=one.reason,
        )
    for note in comments:
        where = f"{note.place.cell}:{note.place.line}" if note.place.line else titles.get(note.place.step, "")
        yield say(language, "feedback.comment_at" if where else "feedback.comment", where=where, text=note.text)
