"""The assignments of a gradebook, each with its late policy."""

from __future__ import annotations

import datetime
import sqlite3
from fractions import Fraction

from grader.core.errors import UsageError
from grader.core.model import exact
from grader.gradebook.attempts import usual_terms
from grader.gradebook.late_policy import LatePolicy
from grader.gradebook.store import Store

__all__ = ["add_assignment", "assignment_row", "assignments", "keep_seed", "kept_seed", "policy", "set_policy"]


def assignments(store: Store) -> tuple[str, ...]:
    """Ids of the assignments in the book, sorted."""
    return tuple(row[0] for row in store.rows("SELECT id FROM assignments ORDER BY id"))


def add_assignment(store: Store, assignment: str, title: str = "") -> None:
    """Add an assignment; one that is known keeps its policy."""
    with store.transaction() as db:
        db.execute(
            "INSERT INTO assignments (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = "
            "CASE WHEN excluded.title = '' THEN title ELSE excluded.title END",
            (assignment, title),
        )


def assignment_row(store: Store, assignment: str) -> sqlite3.Row:
    """The row of an assignment. Raises UsageError where the book does not have it."""
    rows = store.rows("SELECT * FROM assignments WHERE id = ?", assignment)
    if not rows:
        known = ", ".join(assignments(store)) or "none yet"
        raise UsageError(f"{store.path}: no assignment {assignment!r} in it (it has: {known})")
    return rows[0]


def kept_seed(store: Store, assignment: str) -> int | None:
    """The seed of this cohort's hidden data; in an older book that of most counted results; None where none was."""
    rows = store.rows("SELECT seed FROM seeds WHERE assignment = ?", assignment)
    if rows:
        return int(rows[0][0])
    usual = usual_terms(store, assignment)
    return None if usual is None else usual[0]


def keep_seed(store: Store, assignment: str, seed: int, author: str) -> None:
    """Keep the seed with which this cohort is graded from now on; a change is in the audit log."""
    with store.transaction() as db:
        before = db.execute("SELECT seed FROM seeds WHERE assignment = ?", (assignment,)).fetchone()
        if before is not None and before[0] == seed:
            return
        db.execute("INSERT OR REPLACE INTO seeds (assignment, seed) VALUES (?, ?)", (assignment, seed))
        if before is not None:
            store.audit(author, "seed", assignment, "", {"seed": seed, "before": before[0]})


def policy(store: Store, assignment: str) -> LatePolicy:
    """The late policy of an assignment. Raises UsageError where the book does not have the assignment."""
    row = assignment_row(store, assignment)
    due = datetime.datetime.fromisoformat(row["due_at"]) if row["due_at"] else None
    return LatePolicy(due, row["grace_seconds"], Fraction(row["per_day"]), Fraction(row["cap"]))


def set_policy(store: Store, assignment: str, policy: LatePolicy, author: str) -> None:
    """Set the late policy. Stored results do not change: the policy applies when grades are computed."""
    assignment_row(store, assignment)
    due = policy.due_at.isoformat() if policy.due_at else None
    per_day, cap = str(exact(policy.per_day)), str(exact(policy.cap))
    with store.transaction() as db:
        db.execute(
            "UPDATE assignments SET due_at = ?, grace_seconds = ?, per_day = ?, cap = ? WHERE id = ?",
            (due, policy.grace_seconds, per_day, cap, assignment),
        )
        detail = {"due_at": due, "grace_seconds": policy.grace_seconds, "per_day": per_day, "cap": cap}
        store.audit(author, "late policy", assignment, "", detail)
