"""What a person decides about a learner: an override, an extension; and the trail of all decisions."""

from __future__ import annotations

import datetime
import difflib
import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from grader.core.errors import UsageError
from grader.core.model import exact
from grader.gradebook.keeping import now
from grader.gradebook.marking import Marking

__all__ = ["Decisions"]


class Decisions(Marking):
    """Decisions have an author and a reason; the last one holds, and all of them stay."""

    def override(self, assignment: str, learner: str, points: Fraction | None, author: str, reason: str) -> None:
        """Set points in place of a learner's score; None takes an earlier override back. All of them are kept."""
        self.override_many(assignment, [(learner, points, reason)], author)

    def override_many(self, assignment: str, rows: Iterable[tuple[str, Fraction | None, str]], author: str) -> None:
        """Overrides of many learners (learner, points, reason), all of them or none."""
        rows = list(rows)
        known = {one.id for one in self.learners(assignment)}
        for learner, _, reason in rows:
            self._decided(assignment, learner, author, reason, known)
        with self._change() as db:
            for learner, points, reason in rows:
                value = None if points is None else str(exact(points))
                db.execute(
                    "INSERT INTO overrides (assignment, learner, points, author, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
                    (assignment, learner, value, author, reason, now()),
                )
                self._trail(author, "override", assignment, learner, {"points": value, "reason": reason})

    def extend(self, assignment: str, learner: str, due_at: datetime.datetime | None, author: str, reason: str) -> None:
        """Give a learner a due date of their own; None takes it back. All of them are kept."""
        self._decided(assignment, learner, author, reason, {one.id for one in self.learners(assignment)})
        value = None if due_at is None else due_at.astimezone(datetime.UTC).isoformat()
        with self._change() as db:
            db.execute(
                "INSERT INTO extensions (assignment, learner, due_at, author, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
                (assignment, learner, value, author, reason, now()),
            )
            self._trail(author, "extension", assignment, learner, {"due_at": value, "reason": reason})

    def _decided(self, assignment: str, learner: str, author: str, reason: str, known: set[str]) -> None:
        self._assignment(assignment)
        if not author.strip() or not reason.strip():
            raise UsageError("a decision needs its author and its reason; both are kept in the trail")
        self._known(assignment, learner, known)

    def _known(self, assignment: str, learner: str, known: set[str]) -> None:
        """Raise UsageError where nobody of that id is there."""
        if learner not in known:
            near = difflib.get_close_matches(learner, known, 1)
            tail = f"did you mean {near[0]!r}?" if near else "`grader gradebook show` lists them"
            raise UsageError(f"{self.path}: no learner {learner!r} in {assignment}; {tail}")

    def trail(self, assignment: str | None = None) -> Iterator[dict[str, Any]]:
        """Everything a person decided, oldest first."""
        for row in self._rows("SELECT * FROM audit ORDER BY id"):
            if assignment is None or row["assignment"] in ("", assignment):
                yield {**dict(row), "detail": json.loads(row["detail"])}
