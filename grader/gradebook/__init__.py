"""The gradebook: who handed in what, what it got, what a person decided about it. One SQLite file.

    with Gradebook.open(path) as book:
        for report in book.reports("layer_norm"):       # the report that counts of each submission, as data
            learner = book.learner_of(report.submission.id)
            grade = book.final_grade("layer_norm", learner)   # raw, override, late deduction, total

`Gradebook` (book.py) is a facade; the work is done by functions that take the open `Store` (store.py):

    assignments, late_policy    what is due when, and what lateness costs
    roster, arrivals            who takes part, and when their submissions arrived
    attempts                    what was handed in, and the results it got
    manual_marks, overrides     what a person decided
    final_grades, timeline      the grades that follow from all of this
    merge                       another gradebook taken over

Order is by row, never by clock. Raw results never change: marks of open answers, overrides, extensions and
lateness are applied when a grade is asked for.
"""

from __future__ import annotations

from grader.gradebook.attempts import Attempt, Stored
from grader.gradebook.book import Gradebook
from grader.gradebook.final_grades import FinalGrade
from grader.gradebook.merge import Conflict, Merged
from grader.gradebook.overrides import Override
from grader.gradebook.roster import Person
from grader.gradebook.store import now

__all__ = ["Attempt", "Conflict", "FinalGrade", "Gradebook", "Merged", "Override", "Person", "Stored", "now"]
