"""The gradebook: who handed in what, what it got, what a person decided about it. One SQLite file.

    with Gradebook.open(path) as book:
        for report in book.reports("self_attention"):       # the counted report of each submission, as data
            learner = book.learner_of(report["submission"]["id"])
            final = book.final("self_attention", learner)   # raw, override, late deduction, total

A class a subject, each built on the one before:

    file -> assignments -> learners -> attempts -> counted -> marking -> decisions -> finals -> Gradebook

Order is by row, never by clock. Raw results are never changed: marks of open answers, overrides, extensions and
lateness are laid over them when a grade is asked for.
"""

from __future__ import annotations

from grader.cohort.gradebook.attempts import Attempt
from grader.cohort.gradebook.finals import Finals
from grader.cohort.grades import Final, Override
from grader.cohort.keeping import Stored, now
from grader.cohort.people import Learner

__all__ = ["Attempt", "Final", "Gradebook", "Learner", "Override", "Stored", "now"]


class Gradebook(Finals):
    """An open gradebook. Every change is one transaction."""

    def merge(self, other: Gradebook) -> int:
        """Take over the attempts and results of another gradebook, of a part of the cohort. -> how many results.

        What is there already stays; what people decided there is not taken over. Taking one over twice changes nothing.
        """
        rows = other._rows(
            "SELECT s.assignment, s.name, a.digest, a.content, a.counted, r.id, r.key, r.report, r.language, r.partial "
            "FROM results r JOIN attempts a ON a.id = r.attempt JOIN submissions s ON s.id = a.submission "
            "ORDER BY s.id, a.number, r.id"
        )
        taken = 0
        for row in rows:
            if self._rows("SELECT 1 FROM results WHERE key = ? AND NOT broken", row["key"]):
                continue
            other._report(row["id"])  # raises where it is none
            stored = Stored(row["key"], row["report"], row["language"], row["partial"])
            counts = row["id"] == row["counted"]
            self.store(row["assignment"], row["name"], row["digest"], row["content"], stored, count=counts)
            taken += 1
        return taken
