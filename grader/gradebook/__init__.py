"""The gradebook: who handed in what, what it got, what a person decided about it. One SQLite file.

    with Gradebook.open(path) as book:
        for report in book.reports("layer_norm"):           # the counted report of each submission, as data
            learner = book.learner_of(report["submission"]["id"])
            final = book.final("layer_norm", learner)       # raw, override, late deduction, total

A class a subject, each built on the one before:

    file -> assignments -> learners -> attempts -> counted -> tried -> marking -> decisions -> finals -> merging

Order is by row, never by clock. Raw results are never changed: marks of open answers, overrides, extensions and
lateness are laid over them when a grade is asked for.
"""

from __future__ import annotations

from grader.gradebook.attempts import Attempt
from grader.gradebook.final_grade import Final, Override
from grader.gradebook.keeping import Stored, now
from grader.gradebook.merging import Conflict, Merged, Merging
from grader.gradebook.people import Person

__all__ = ["Attempt", "Conflict", "Final", "Gradebook", "Person", "Merged", "Override", "Stored", "now"]


class Gradebook(Merging):
    """An open gradebook. Every change is one transaction."""
