"""Moodle: a CSV of grades with the one column that names the person and the one that holds the points.

Rules as in moodle/moodle, grade/import/csv/classes/load_data.php (read 2026-11-29): a row whose user is unknown
stops the whole import; "-" or an empty cell takes a grade away, so whoever has no grade has no row; a value above
100 is refused unless the site allows unlimited grades.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from grader.core.csv_files import read_sheet, would_run, written
from grader.core.errors import UsageError
from grader.gradebook.final_grades import Grade
from grader.integrations.export_plan import ExportedGrade, ExportPlan
from grader.reports.rounding import points_text, units_of

__all__ = ["KEYS", "moodle_plan"]

KEYS = {"username": "Username", "idnumber": "ID number", "email": "Email address"}
_LIMIT = 100


def moodle_plan(
    grades: Sequence[Grade],
    possible: Fraction,
    title: str,
    *,
    key: str = "username",
    participants: Path | None = None,
    unit: int = 100,
) -> ExportPlan:
    """The plan of an import. `key` is username, idnumber or email; `participants` a list of the course's people.

    With such a list (Moodle: Participants, Download table data as CSV) nobody is in the file whom Moodle would not
    know. Raises UsageError.
    """
    known = _participants(participants, key) if participants is not None else None
    rows = [[KEYS[key], title]]
    changes, left_out, over = [], [], []
    taken: dict[str, str] = {}
    for grade in grades:
        ident = _ident(grade, key, known)
        reason = _unfit(ident, key, known, taken)
        if reason:
            left_out.append((grade.learner, reason))
            continue
        assert grade.total is not None
        assert ident is not None
        taken[ident.casefold()] = grade.learner
        points = points_text(grade.total, possible, unit)
        rows.append([ident, points])
        if units_of(grade.total, possible) > _LIMIT * 100:
            over.append(grade.learner)
        changes.append(ExportedGrade(grade.learner, "", points))
    notes = [f"In Moodle: Grades, Import, CSV file; map {KEYS[key]!r} and {title!r}; separator comma, UTF-8"]
    if over:
        named = ", ".join(over[:5]) + (" ..." if len(over) > 5 else "")
        notes.append(f"above 100, which Moodle refuses unless it allows unlimited grades: {named}")
    if known is None:
        notes.append("One unknown person stops the whole import: --into PARTICIPANTS.csv leaves such people out")
    return ExportPlan(tuple(changes), tuple(left_out), tuple(notes), {"": written(rows)})


def _ident(grade: Grade, key: str, known: dict[str, str] | None) -> str | None:
    """What Moodle calls this person by `key`; None where we do not know."""
    if known is not None:
        found = {known[one.casefold()] for one in grade.ids if one.casefold() in known}
        return next(iter(found)) if len(found) == 1 else None
    if key == "email":
        return grade.email or next((one for one in grade.ids if "@" in one), None)
    return grade.known.get({"username": "username", "idnumber": "id number"}[key]) or grade.learner


def _unfit(ident: str | None, key: str, known: dict[str, str] | None, taken: dict[str, str]) -> str:
    if ident is None:
        where = "in the list of participants" if known is not None else "here"
        return f"no {KEYS[key]} {where}"
    if would_run(ident):
        return "the id begins like a formula: enter this grade by hand"
    if ident.casefold() in taken:
        return f"fits the same person as {taken[ident.casefold()]}"
    return ""


def _participants(path: Path, key: str) -> dict[str, str]:
    """Everything a participant is called by -> what stands in the key's column. Raises UsageError."""
    rows, _, _ = read_sheet(path)
    header = [name.strip().casefold() for name in rows[0]]
    if KEYS[key].casefold() not in header:
        raise UsageError(f"{path}:1: no column {KEYS[key]!r}; it has {', '.join(repr(name) for name in rows[0])}")
    column = header.index(KEYS[key].casefold())
    others = [header.index(name.casefold()) for name in KEYS.values() if name.casefold() in header]
    found: dict[str, set[str]] = {}
    for row in rows[1:]:
        ident = row[column].strip() if column < len(row) else ""
        for i in others:
            told = row[i].strip().casefold() if i < len(row) else ""
            if ident and told:
                for name in {told, told.partition("@")[0]}:
                    found.setdefault(name, set()).add(ident)
    return {name: next(iter(idents)) for name, idents in found.items() if len(idents) == 1}
