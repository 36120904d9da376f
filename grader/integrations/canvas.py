"""Canvas: our grades put into the instructor's own gradebook export, which Canvas then imports.

The file is never invented: a column that Canvas does not know makes a new assignment, and a wrong row a wrong
person. What goes back is the columns that say who is who, and the one column of this assignment; the other columns
stay out, so that nothing else can be overwritten by old numbers. Rules as in instructure/canvas-lms,
lib/gradebook_importer.rb (read 2026-11-29); see docs/exports.md.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from grader.core.csv_files import read_sheet, written
from grader.core.errors import UsageError
from grader.core.suggestions import nearest
from grader.gradebook.final_grades import Grade
from grader.integrations.export_plan import ExportedGrade, ExportPlan
from grader.reports.rounding import points_text

__all__ = ["merge"]

_FIGURES = re.compile(
    "Current Score|Current Points|Current Grade|Final Score|Final Points|Final Grade|Override Score|"
    "Override Grade|Override Status"
)
_KEYS = ("ID", "SIS User ID", "SIS Login ID", "Integration ID")


@dataclasses.dataclass(frozen=True)
class _Sheet:
    """The export: `who` are the positions of the columns about people, `column` is the assignment's."""

    path: Path
    rows: list[list[str]]
    who: tuple[int, ...]
    column: int

    @property
    def header(self) -> list[str]:
        return self.rows[0]

    def cell(self, row: Sequence[str], position: int) -> str:
        return row[position] if position < len(row) else ""


def merge(
    path: Path,
    grades: Sequence[Grade],
    possible: Fraction,
    *,
    titles: Sequence[str],
    column: str | None = None,
    scale: bool = False,
    unit: int = 100,
) -> ExportPlan:
    """The plan of an import: the instructor's export at `path` with these grades in the assignment's column.

    `titles` are names the assignment may have in Canvas, `column` the one that the instructor says. Where the column
    is worth less than the `possible` points of the assignment, `scale` shrinks the grades in proportion; nothing makes
    them larger. Raises UsageError.
    """
    rows, delimiter, marked = read_sheet(path)
    who = _people(path, rows[0])
    sheet = _Sheet(path, rows, who, _column(path, rows[0], who, titles, column))
    worth = _worth(sheet, possible, scale)
    index = _index(sheet)
    changes, left_out = [], []
    taken: dict[int, str] = {}
    for grade in grades:
        found = sorted({i for one in grade.ids for i in index.get(one.casefold(), ())})
        reason = _unfit(sheet, found, taken, grade)
        if reason:
            left_out.append((grade.learner, reason))
            continue
        assert grade.total is not None
        new = points_text(grade.total * worth / possible if possible else grade.total, worth, unit)
        for i in found:
            taken[i] = grade.learner
            changes.append(ExportedGrade(grade.learner, sheet.cell(rows[i], sheet.column).strip(), new))
            rows[i] += [""] * (sheet.column + 1 - len(rows[i]))
            rows[i][sheet.column] = new
    kept = (*who, sheet.column)
    text = written(([sheet.cell(row, k) for k in kept] for row in rows), delimiter=delimiter, mark=marked)
    notes = [f"Canvas column: {sheet.header[sheet.column]}, out of {points_text(worth, worth)}"]
    others = _students(sheet) - set(taken)
    if others:
        notes.append(f"{len(others)} students of the export have no grade here; their cells stay as they are")
    return ExportPlan(tuple(_once(changes)), tuple(left_out), tuple(notes), {"": text})


def _once(changes: Sequence[ExportedGrade]) -> list[ExportedGrade]:
    """A student who stands in several rows (sections) is one change."""
    return list({change.learner: change for change in changes}.values())


def _people(path: Path, header: Sequence[str]) -> tuple[int, ...]:
    """The columns about people, by the importer's own rule. Raises UsageError where this is no Canvas export."""
    names = [name.strip() for name in header]
    plain = len(names) > 3 and "Student" in names[0] and "ID" in names[1]
    split = len(names) > 4 and "LastName" in names[0] and "FirstName" in names[1] and "ID" in names[2]
    section = next((i for i, name in enumerate(names) if "Section" in name), None)
    if not (plain or split) or section is None:
        told = ", ".join(repr(name) for name in names[:4])
        raise UsageError(
            f"{path}:1: not a Canvas gradebook export: its columns begin with {told}; wanted are 'Student', 'ID', ..., "
            "'Section'. In Canvas: Gradebook, Export, Export Entire Gradebook"
        )
    return tuple(range(section + 1))


def _column(path: Path, header: Sequence[str], who: Sequence[int], titles: Sequence[str], wanted: str | None) -> int:
    """The position of the assignment's column. Raises UsageError with what there is."""
    columns = {i: name.strip() for i, name in enumerate(header) if i not in who and not _FIGURES.search(name)}
    asked = [wanted] if wanted is not None else list(titles)
    found = [i for i, name in columns.items() if any(_called(name, one) for one in asked)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(repr(name) for name in columns.values()) or "none"
    if found:
        raise UsageError(f"{path}:1: several columns fit; name one with --column, by its id in brackets: {there}")
    if wanted is not None:
        raise UsageError(f"{path}:1: no column {wanted!r}{nearest(wanted, columns.values())}")
    raise UsageError(
        f"{path}:1: no column is called like this assignment; make it in Canvas first, or name it with --column. "
        f"The export has: {there}"
    )


def _called(name: str, wanted: str) -> bool:
    """Whether a column such as "Layer norm (1234)" is meant: by all of it, by its title, or by its id."""
    found = re.fullmatch(r"(.*?)\s*\((\d+)\)", name)
    title, ident = (found[1], found[2]) if found else (name, "")
    return wanted.strip().casefold() in (name.casefold(), title.casefold(), ident)


def _worth(sheet: _Sheet, possible: Fraction, scale: bool) -> Fraction:
    """What the column is worth in Canvas.

    Raises UsageError where it is read-only, or worth something else and the grades may not or must not be scaled to it.
    """
    for number, row in enumerate(sheet.rows, 1):
        if "Points Possible" in row[0]:
            told = sheet.cell(row, sheet.column).strip()
            if re.search(r"read\s+only", told):
                raise UsageError(f"{sheet.path}:{number}: Canvas says {told!r} of this column and would not import it")
            *whole, last = re.split("[,.]", told)  # as Canvas reads a number: the last sign is the decimal one
            try:
                worth = Fraction(f"{''.join(whole)}.{last}" if whole else last)
            except ValueError:
                return possible  # Canvas has no points there yet
            smaller = 0 < worth < possible  # else a grade would become more than was earned, or nothing at all
            if worth != possible and not (scale and smaller):
                way = "change it in Canvas, or --scale shrinks the grades to it"
                never = f"change the column in Canvas to {float(possible):g} points, since no grade is ever scaled up"
                raise UsageError(
                    f"{sheet.path}:{number}: the column is out of {told}, these grades are out of {float(possible):g}; "
                    f"{way if smaller else never}"
                )
            return worth
    return possible


def _index(sheet: _Sheet) -> Mapping[str, set[int]]:
    """Every id of a student -> the rows it stands in. A login's part before its @ counts where one person has it."""
    found: dict[str, set[int]] = {}
    short: dict[str, set[int]] = {}
    keys = [i for i in sheet.who if sheet.header[i].strip() in _KEYS]
    for i in _students(sheet):
        for key in keys:
            told = sheet.cell(sheet.rows[i], key).strip().casefold()
            if told:
                found.setdefault(told, set()).add(i)
                if "@" in told:
                    short.setdefault(told.partition("@")[0], set()).add(i)
    return {**short, **found}


def _students(sheet: _Sheet) -> set[int]:
    """The rows of students: not the head, not the points, not a row that says how grades are posted."""
    out = set()
    for i, row in enumerate(sheet.rows[1:], 1):
        other = all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell, re.IGNORECASE) for cell in row)
        if "Points Possible" not in row[0] and not other:
            out.add(i)
    return out


def _unfit(sheet: _Sheet, found: Sequence[int], taken: Mapping[int, str], grade: Grade) -> str:
    """Why a grade cannot be put into these rows; "" where it can."""
    if not found:
        return "not in the Canvas export by ID, SIS User ID or SIS Login ID"
    people = {sheet.cell(sheet.rows[i], sheet.header.index("ID") if "ID" in sheet.header else 1) for i in found}
    if len(people) > 1:
        return "fits several students of the Canvas export"
    if any(i in taken for i in found):
        return f"fits the same student as {taken[next(i for i in found if i in taken)]}"
    if any(sheet.cell(sheet.rows[i], sheet.column).strip().casefold() == "ex" for i in found):
        return "excused in Canvas"
    return ""
