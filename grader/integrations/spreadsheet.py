"""A plain CSV of a cohort: a row a learner, a column a step, and everything that went into the total."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction

from grader.core.csv_files import written
from grader.core.model import exact
from grader.gradebook.final_grades import Grade
from grader.integrations.export_plan import ExportedGrade, ExportPlan, sorted_out
from grader.reports.rounding import points_text, whole

__all__ = ["COLUMNS", "spreadsheet_plan"]

COLUMNS = ("learner", "name", "section", "email", "submission", "status")
FIGURES = ("quiz", "score", "bonus", "override", "days_late", "deduction", "total", "possible", "held", "total_exact")


def spreadsheet_plan(
    grades: Sequence[Grade], worth: Fraction, *, unit: int = 100, with_held: bool = False, practice: bool = False
) -> ExportPlan:
    """Everybody, also those whose grade does not go out: their total is empty and their status says why.

    The points of the steps and the quiz add up to `score`; `total` is with bonus, override and lateness, out of
    `worth` points. Held points and practice go out as in every other export (`export_plan.sorted_out`).
    """
    ready, left_out = sorted_out(grades, with_held=with_held, practice=practice)
    sent = {grade.learner for grade in ready}
    reports = [grade.report for grade in grades if grade.report is not None]
    steps = list(dict.fromkeys(step.id for report in reports for step in report.steps))
    rows: list[list[str]] = [[*COLUMNS, *steps, *FIGURES]]
    changes = []
    for grade in grades:
        cells, quiz, score = _parts(grade, steps, unit)
        goes = grade.total if grade.learner in sent else None
        total = "" if goes is None else points_text(goes, worth, unit)
        submission = grade.report.submission.id if grade.report is not None else ""
        rows.append(
            [
                grade.learner,
                grade.name,
                grade.section,
                grade.email,
                submission,
                _status(grade),
                *cells,
                quiz,
                score,
                _of(grade.bonus, unit),
                "" if grade.override is None else _of(grade.override, unit),
                str(grade.days_late or ""),
                _of(grade.deduction, unit),
                total,
                _of(worth, unit),
                _of(grade.held, unit),
                "" if goes is None else str(exact(goes)),
            ]
        )
        if total:
            changes.append(ExportedGrade(grade.learner, "", total))
    note = "Everybody has a row; those who are left out have no total in it."
    return ExportPlan(tuple(changes), tuple(left_out), (note,), {"": written(rows, mark=True)})


def _parts(grade: Grade, steps: Sequence[str], unit: int) -> tuple[list[str], str, str]:
    """The steps, the quiz and their sum. Parts that count are rounded together, bonus steps separately."""
    if grade.report is None:
        return [""] * len(steps), "", ""
    found = {step.id: step for step in grade.report.steps}
    quiz = grade.report.quiz
    counted = [name for name in steps if name in found and not found[name].bonus]
    parts = [(found[name].score.earned, found[name].score.possible) for name in counted]
    if quiz is not None:
        parts.append((quiz.earned, quiz.possible))
    shared = _shared(tuple(parts), unit)
    texts = dict(zip(counted, shared, strict=False))
    cells = []
    for name in steps:
        if name in texts:
            cells.append(_units(texts[name], unit))
        elif name in found:
            cells.append(points_text(found[name].score.earned, found[name].score.possible, unit))
        else:
            cells.append("")
    return cells, _units(shared[-1], unit) if quiz is not None else "", _units(sum(shared), unit)


@functools.lru_cache(maxsize=1 << 12)
def _shared(parts: tuple[tuple[Fraction, Fraction], ...], unit: int) -> tuple[int, ...]:
    """Units of each part; many learners of a class have the same."""
    return tuple(earned for earned, _ in whole(parts, unit))


def _units(units: int, unit: int) -> str:
    return points_text(Fraction(units, unit), Fraction(0), unit)


def _of(points: Fraction, unit: int) -> str:
    return points_text(points, Fraction(0), unit)


def _status(grade: Grade) -> str:
    if grade.total is None:
        return "missing" if grade.report is None else "partial"
    if grade.override is not None:
        return "override"
    if grade.held:
        return "held"
    if grade.report is not None and not grade.report.grade:
        return "practice"
    return "late" if grade.deduction else "graded"
