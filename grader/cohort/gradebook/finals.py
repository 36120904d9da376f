"""Grades: the counted score with marks, override and lateness laid over it, made whenever they are asked for."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from fractions import Fraction

from grader.cohort.gradebook.counted import COUNTED
from grader.cohort.gradebook.decisions import Decisions
from grader.cohort.grades import Final, Override, final_of
from grader.cohort.late import Policy, lateness
from grader.cohort.people import Learner

__all__ = ["Finals"]


class Finals(Decisions):
    """Everybody's grade as it stands now."""

    def final(self, assignment: str, learner: str) -> Final:
        """A learner's grade: the counted score, with override and lateness laid over it. Raises UsageError."""
        return next(
            self._finals(
                assignment, [one for one in self.learners(assignment) if one.id == learner] or [Learner(learner)]
            )
        )

    def finals(self, assignment: str) -> Iterator[Final]:
        """The grade of everybody that `learners` names, in that order."""
        return self._finals(assignment, list(self.learners(assignment)))

    def _finals(self, assignment: str, people: list[Learner]) -> Iterator[Final]:
        policy = self.policy(assignment)
        for one in people:
            yield self._final(assignment, one, policy)

    def _final(self, assignment: str, one: Learner, policy: Policy) -> Final:
        rows = self._rows(COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, one.submission or "")
        received = self._rows(
            "SELECT received_at FROM submissions WHERE assignment = ? AND name = ?", assignment, one.submission or ""
        )
        said = self._rows(
            "SELECT * FROM overrides WHERE assignment = ? AND learner = ? ORDER BY id DESC LIMIT 1", assignment, one.id
        )
        extra = self._rows(
            "SELECT * FROM extensions WHERE assignment = ? AND learner = ? ORDER BY id DESC LIMIT 1", assignment, one.id
        )
        override = None
        if said and said[0]["points"] is not None:
            override = Override(Fraction(said[0]["points"]), said[0]["author"], said[0]["reason"], said[0]["at"])
        late = lateness(policy, _time(received, "received_at"), _time(extra, "due_at"))
        report = self._marked(assignment, rows[0]) if rows else None
        return final_of(one.id, report, rows[0]["number"] if rows else 0, override, late)


def _time(rows: list[sqlite3.Row], column: str) -> datetime.datetime | None:
    return datetime.datetime.fromisoformat(rows[0][column]) if rows and rows[0][column] else None
