"""nbgrader: the scores of the steps into its gradebook, cell by cell, through nbgrader's own API.

The assignment has to be there (`grader nbgrader export`, `nbgrader generate_assignment`). A step's points and those of
the quiz go to their test cells, a late deduction to nbgrader's late penalty; a person's score in nbgrader is kept, as
nbgrader does. An override of ours has no place in a table of cells: it is named and left for a person.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import Any

from grader.authoring.notebook.layout import QUIZ
from grader.core.errors import UsageError
from grader.core.model import Assignment
from grader.gradebook.final_grades import Grade
from grader.integrations.export_plan import ExportedGrade, ExportPlan
from grader.integrations.nbgrader.gradebook import known_cells, library, opened, record
from grader.integrations.nbgrader.restore import comments_of, marks_of
from grader.integrations.nbgrader.scores import StepScore, marks, quiz_mark
from grader.reports.rounding import points_text
from grader.reports.schema import Report

__all__ = ["check_database", "nbgrader_plan", "write_nbgrader"]


def check_database(path: Path) -> None:
    """Raise UsageError unless the file is nbgrader's: opening another one would put its tables into it."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        tables = set()
    if not {"submitted_assignment", "grade", "base_cell"} <= tables:
        raise UsageError(f"{path}: not a gradebook of nbgrader's; it is the file gradebook.db of a course directory")


def nbgrader_plan(grades: Sequence[Grade], database: Path, assignment: Assignment) -> ExportPlan:
    """Who would get what. Raises UsageError where the assignment is not in that gradebook, MachineError."""
    changes, left_out = [], []
    with opened(f"sqlite:///{database.resolve()}") as book:
        known_cells(book, PurePosixPath(assignment.file).stem, assignment.id)
        for grade in grades:
            if grade.whole is None:
                left_out.append((grade.learner, "no submission with a result"))
                continue
            earned = sum((mark.earned or Fraction(0) for mark in _table(grade.whole(), "en").values()), Fraction(0))
            old = _score(book, assignment.id, grade.learner)
            changes.append(ExportedGrade(grade.learner, old, f"{float(earned):.2f}".rstrip("0").rstrip(".")))
    notes = [f"nbgrader gradebook: {database}; old scores count every cell, also those that a person marked"]
    overridden = [grade.learner for grade in grades if grade.override is not None]
    if overridden:
        notes.append(f"overrides have no place in nbgrader's cells; enter them there: {', '.join(overridden[:5])}")
    return ExportPlan(tuple(changes), tuple(left_out), tuple(notes))


def write_nbgrader(grades: Sequence[Grade], database: Path, assignment: Assignment, language: str) -> int:
    """Write the scores; how many learners. All or none. Raises UsageError, MachineError."""
    import warnings

    notebook, count = PurePosixPath(assignment.file).stem, 0
    with opened(f"sqlite:///{database.resolve()}") as book, warnings.catch_warnings():
        # nbgrader makes a submission's rows while they are being flushed
        warnings.simplefilter("ignore", library("sqlalchemy.exc").SAWarning)
        known = known_cells(book, notebook, assignment.id)
        for grade in grades:
            if grade.whole is None:
                continue
            table = _table(grade.whole(), language)
            by_id = marks_of([], known, table, assignment, language)
            comments = comments_of(known, table, assignment)
            book.update_or_create_student(grade.learner)
            handed_in = book.update_or_create_submission(assignment.id, grade.learner)
            for submitted in handed_in.notebooks:
                mine = submitted.name == notebook
                record(submitted, {cell.name: cell for cell in known} if mine else {}, by_id if mine else {}, comments)
                if mine and grade.deduction:
                    submitted.late_submission_penalty = float(points_text(grade.deduction, grade.possible))
            count += 1
        book.db.commit()
    return count


def _table(report: Report, language: str) -> dict[str, StepScore]:
    """Step -> its mark, and that of the quiz where the assignment has one."""
    quiz = {QUIZ: quiz_mark(report, language)} if report.quiz is not None else {}
    return {**marks(report, language), **quiz}


def _score(book: Any, assignment: str, learner: str) -> str:
    from grader.integrations.nbgrader.gradebook import load

    try:
        return f"{book.find_submission(assignment, learner).score:.2f}".rstrip("0").rstrip(".")
    except load().MissingEntry:
        return ""
