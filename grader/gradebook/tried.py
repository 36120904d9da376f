"""The attempts of a learner with what each is worth, and the reports of those that count."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator

from grader.gradebook.counted import COUNTED, Counted
from grader.gradebook.final_grade import final_of
from grader.gradebook.late_policy import LatePolicy, lateness
from grader.gradebook.people import Person
from grader.gradebook.timeline import TimedAttempt, arrivals_of, counting
from grader.reports.schema import Report

__all__ = ["Tried"]


class Tried(Counted):
    """Attempts side by side. Which of them counts is said by who asks: "last", "best" or "first"."""

    def reports(self, assignment: str, *, marked: bool = False, attempts: str = "last") -> Iterator[Report]:
        """The report of the attempt that counts of every submission that has one, by name.

        Where `marked`, what people gave to open answers of the quiz is laid over it.
        """
        if attempts == "last":
            for row in self._rows(COUNTED, assignment):
                yield self._marked(assignment, row) if marked else self._report(row["result"])
            return
        policy = self.policy(assignment)
        people = {one.submission: one for one in self.learners(assignment) if one.submission is not None}
        for _, one in sorted(people.items()):
            chosen = counting(self._tries(assignment, one, policy, attempts), attempts)
            if chosen is not None and chosen.result is not None:
                marks = marked and chosen.report is not None
                yield chosen.report if marks and chosen.report is not None else self._report(chosen.result)

    def _tries(self, assignment: str, one: Person, policy: LatePolicy, attempts: str = "all") -> list[TimedAttempt]:
        """A learner's attempts, oldest first: "all", or those among which `attempts` chooses."""
        rows = self._rows(_ATTEMPTS, assignment, one.submission or "")
        times = "SELECT received_at FROM arrivals WHERE assignment = ? AND submission = ? ORDER BY id"
        noted = [_time(row[0]) for row in self._rows(times, assignment, one.submission or "")]
        seen = [min(_time(row["seen_at"]), _time(row["graded_at"] or row["seen_at"])) for row in rows]
        arrived = arrivals_of(seen, noted)
        scored = [i for i, row in enumerate(rows) if row["result"] is not None]
        kept = {"all": range(len(rows)), "last": scored[-1:], "first": scored[:1]}.get(attempts, scored)
        due = self._extended(assignment, one.id)
        out = []
        for i in kept:
            row, alone, report = rows[i], None, None
            if row["result"] is not None:
                report = self._marked(assignment, row)
                alone = final_of(one.id, report, row["number"], None, lateness(policy, arrived[i], due))
            out.append(TimedAttempt(row["number"], seen[i], arrived[i], row["result"], report, alone, _why(row)))
        return out

    def _extended(self, assignment: str, learner: str) -> datetime.datetime | None:
        """The learner's own due date."""
        last = "SELECT due_at FROM extensions WHERE assignment = ? AND learner = ? ORDER BY id DESC LIMIT 1"
        rows = self._rows(last, assignment, learner)
        return _time(rows[0][0]) if rows and rows[0][0] else None

    def _received(self, assignment: str, submission: str) -> datetime.datetime | None:
        """The arrival that was noted last."""
        rows = self._rows(
            "SELECT received_at FROM submissions WHERE assignment = ? AND name = ?", assignment, submission
        )
        return _time(rows[0][0]) if rows and rows[0][0] else None


_ATTEMPTS = """
SELECT s.name, a.number, a.seen_at, a.counted AS result, min(r.graded_at) AS graded_at, max(r.broken) AS broken,
  min(r.grade) AS grade, max(r.partial) AS partial
FROM submissions s JOIN attempts a ON a.submission = s.id LEFT JOIN results r ON r.attempt = a.id
WHERE s.assignment = ? AND s.name = ? GROUP BY a.id ORDER BY a.number
"""


def _why(row: sqlite3.Row) -> str:
    """Why nothing of an attempt counts; "" where something does."""
    if row["result"] is not None:
        return ""
    if row["graded_at"] is None:
        return "not graded"
    if row["broken"]:
        return "could not be graded here"
    return "practice, not a grade" if not row["grade"] else f"only {row['partial']}" if row["partial"] else "a preview"


def _time(text: str) -> datetime.datetime:
    """A time of the file; one without a zone is UTC."""
    found = datetime.datetime.fromisoformat(text)
    return found if found.tzinfo is not None else found.replace(tzinfo=datetime.UTC)
