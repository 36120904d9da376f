"""What a person decides about a learner: points in place of the score, a due date of their own.

A decision has an author and a reason; the last one holds, and all of them stay.
"""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Iterable
from fractions import Fraction

from grader.core.errors import UsageError
from grader.core.model import exact
from grader.gradebook.assignments import assignment_row
from grader.gradebook.roster import learners, require_learner
from grader.gradebook.store import Store, now, time_of

__all__ = ["Override", "extend", "extension_of", "override_many", "override_of"]


@dataclasses.dataclass(frozen=True)
class Override:
    """Points that a person has set in place of the score."""

    points: Fraction
    author: str
    reason: str
    at: str


def override_of(store: Store, assignment: str, learner: str) -> Override | None:
    """The points that a person has set last, unless they were taken back."""
    last = "SELECT * FROM overrides WHERE assignment = ? AND learner = ? ORDER BY id DESC LIMIT 1"
    for row in store.rows(last, assignment, learner):
        if row["points"] is not None:
            return Override(Fraction(row["points"]), row["author"], row["reason"], row["at"])
    return None


def override_many(store: Store, assignment: str, rows: Iterable[tuple[str, Fraction | None, str]], author: str) -> None:
    """Overrides of many learners (learner, points, reason), all of them or none; None takes an override back."""
    rows = list(rows)
    known = {person.id for person in learners(store, assignment)}
    for learner, _, reason in rows:
        _require_decision(store, assignment, learner, author, reason, known)
    with store.transaction() as db:
        for learner, points, reason in rows:
            value = None if points is None else str(exact(points))
            db.execute(
                "INSERT INTO overrides (assignment, learner, points, author, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
                (assignment, learner, value, author, reason, now()),
            )
            store.audit(author, "override", assignment, learner, {"points": value, "reason": reason})


def extension_of(store: Store, assignment: str, learner: str) -> datetime.datetime | None:
    """The learner's own due date, unless it was taken back."""
    last = "SELECT due_at FROM extensions WHERE assignment = ? AND learner = ? ORDER BY id DESC LIMIT 1"
    rows = store.rows(last, assignment, learner)
    return time_of(rows[0][0]) if rows and rows[0][0] else None


def extend(
    store: Store, assignment: str, learner: str, due_at: datetime.datetime | None, author: str, reason: str
) -> None:
    """Give a learner a due date of their own; None takes it back."""
    known = {person.id for person in learners(store, assignment)}
    _require_decision(store, assignment, learner, author, reason, known)
    value = None if due_at is None else due_at.astimezone(datetime.UTC).isoformat()
    with store.transaction() as db:
        db.execute(
            "INSERT INTO extensions (assignment, learner, due_at, author, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
            (assignment, learner, value, author, reason, now()),
        )
        store.audit(author, "extension", assignment, learner, {"due_at": value, "reason": reason})


def _require_decision(store: Store, assignment: str, learner: str, author: str, reason: str, known: set[str]) -> None:
    """Raise UsageError where a decision has no author or reason, or is about nobody."""
    assignment_row(store, assignment)
    if not author.strip() or not reason.strip():
        raise UsageError("a decision needs its author and its reason; both are kept in the trail")
    require_learner(store, assignment, learner, known)
