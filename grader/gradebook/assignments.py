"""The assignments of a gradebook, and until when each is due."""

from __future__ import annotations

import datetime
import sqlite3
from fractions import Fraction

from grader.core.errors import UsageError
from grader.core.model import exact
from grader.gradebook.file import File
from grader.gradebook.late_policy import LatePolicy

__all__ = ["Assignments"]


class Assignments(File):
    """Which assignments the book has, each with its late policy."""

    def assignments(self) -> tuple[str, ...]:
        """Ids of the assignments in the book, sorted."""
        return tuple(row[0] for row in self._rows("SELECT id FROM assignments ORDER BY id"))

    def add_assignment(self, assignment: str, title: str = "") -> None:
        """Note an assignment; one that is known keeps its policy."""
        with self._change() as db:
            db.execute(
                "INSERT INTO assignments (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = "
                "CASE WHEN excluded.title = '' THEN title ELSE excluded.title END",
                (assignment, title),
            )

    def policy(self, assignment: str) -> LatePolicy:
        """The late policy of an assignment. Raises UsageError where the book does not know the assignment."""
        row = self._assignment(assignment)
        due = datetime.datetime.fromisoformat(row["due_at"]) if row["due_at"] else None
        return LatePolicy(due, row["grace_seconds"], Fraction(row["per_day"]), Fraction(row["cap"]))

    def set_policy(self, assignment: str, policy: LatePolicy, author: str) -> None:
        """Set the late policy. Nothing that is stored changes: the policy is laid over it when grades are asked for."""
        self._assignment(assignment)
        due = policy.due_at.isoformat() if policy.due_at else None
        per_day, cap = str(exact(policy.per_day)), str(exact(policy.cap))
        with self._change() as db:
            db.execute(
                "UPDATE assignments SET due_at = ?, grace_seconds = ?, per_day = ?, cap = ? WHERE id = ?",
                (due, policy.grace_seconds, per_day, cap, assignment),
            )
            told_ = {"due_at": due, "grace_seconds": policy.grace_seconds, "per_day": per_day, "cap": cap}
            self._trail(author, "late policy", assignment, "", told_)

    def _assignment(self, assignment: str) -> sqlite3.Row:
        rows = self._rows("SELECT * FROM assignments WHERE id = ?", assignment)
        if not rows:
            known = ", ".join(self.assignments()) or "none yet"
            raise UsageError(f"{self.path}: no assignment {assignment!r} in it (it has: {known})")
        return rows[0]
