"""The reports that count, with what people gave to open answers laid over them."""

from __future__ import annotations

import sqlite3

from grader.core.errors import MachineError, UsageError
from grader.core.model import Submission
from grader.gradebook.attempts import ATTEMPT, Attempts
from grader.gradebook.manual_marks import OpenAnswer, given, laid_over, open_answers, open_items
from grader.reports.schema import Report, read
from grader.submissions.cache_key import submission_of

__all__ = ["Counted"]


class Counted(Attempts):
    """The stored reports, read back. Nothing that is stored changes by it."""

    def counted_digest(self, assignment: str, submission: str) -> str | None:
        """The digest of the attempt whose result counts."""
        rows = self._rows(COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, submission)
        return str(rows[0]["digest"]) if rows else None

    def counted(self, assignment: str, submission: str) -> Report | None:
        """The counted report of one submission, or None."""
        rows = self._rows(COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, submission)
        return self._report(rows[0]["result"]) if rows else None

    def _report(self, result: int) -> Report:
        """A stored report, of this schema or an older one."""
        try:
            return read(self._rows("SELECT report FROM results WHERE id = ?", result)[0][0])
        except (UsageError, TypeError, IndexError) as error:
            why = error if isinstance(error, UsageError) else "no report"
            raise MachineError(f"{self.path}: result {result}: {why}; put a backup in its place") from None

    def _handed_in(self, assignment: str, submission: str, number: int) -> Submission:
        """What an attempt handed in."""
        where = "WHERE s.assignment = ? AND s.name = ? AND a.number = ?"
        kept = self._rows(ATTEMPT + where, assignment, submission, number)[0]
        return submission_of(kept["name"], kept["path"], kept["content"])

    def _open(self, assignment: str, row: sqlite3.Row, report: Report, learner: str = "") -> list[OpenAnswer]:
        """The open answers of an attempt with a report; `row` has its submission's `name` and its `number`."""
        if not open_items(report):
            return []
        handed_in = self._handed_in(assignment, row["name"], row["number"])
        return open_answers(learner, report, handed_in, given(self._rows, assignment, row["name"]))

    def _marked(self, assignment: str, row: sqlite3.Row) -> Report:
        """The report that is the row's `result`, with the marks laid over it."""
        report = self._report(row["result"])
        if not open_items(report) or not given(self._rows, assignment, row["name"]):
            return report
        return laid_over(report, self._open(assignment, row, report))


COUNTED = """
SELECT s.name, a.number, a.digest, a.counted AS result FROM submissions s JOIN attempts a ON a.submission = s.id
WHERE s.assignment = ? AND a.counted IS NOT NULL
  AND a.number = (SELECT max(number) FROM attempts b WHERE b.submission = s.id AND b.counted IS NOT NULL)
ORDER BY s.name
"""
