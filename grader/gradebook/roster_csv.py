"""Rosters as CSV: what Canvas, Moodle and Classroom 50 export, and a plain one -> people.

The kind is told by the header. Every complaint names file and line.

    canvas        Student, ID, SIS User ID, SIS Login ID, Section, ...        (the gradebook's export)
    moodle        First name, Last name (or Surname), ID number, Email address, ...   (participants, grades)
    worksheet     Identifier ("Participant 123"), Full name, Email address, ...       (Moodle's grading worksheet)
    classroom50   username, first_name, last_name, email, section, github_id
    plain         id, and any of name, email, section, github, ...
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.core.csv_files import read_csv
from grader.core.errors import UsageError
from grader.core.safe_text import one_line
from grader.gradebook.roster import Person

__all__ = ["KINDS", "read_roster", "read_table"]

KINDS = ("canvas", "moodle", "worksheet", "classroom50", "plain")
_SIGNS = {  # kind -> columns that only it has, in lower case
    "canvas": ("student", "id", "section"),
    "worksheet": ("identifier", "full name"),
    "moodle": ("email address",),
    "classroom50": ("username",),
    "plain": ("id",),
}
_NO_PEOPLE = ("points possible", "student, test", "test student")  # rows of Canvas that are nobody


@dataclasses.dataclass(frozen=True)
class RosterRow:
    """A line of a table: its number in the file, and its cells by lower-case header."""

    where: str  # file:line
    cells: Mapping[str, str]

    def get(self, *names: str) -> str:
        """The first of these columns that says something."""
        return next((self.cells[name] for name in names if self.cells.get(name)), "")


def read_table(path: Path, *, longest: int = 200) -> tuple[tuple[str, ...], list[RosterRow]]:
    """The header (lower case) and the rows of a CSV file, comma, semicolon or tab; cells are cut to `longest`.

    Raises UsageError with file:line.
    """
    lines = read_csv(path).rows
    header = tuple(name.strip().casefold() for name in lines[0][1])
    twice = next((name for name, times in Counter(header).items() if name and times > 1), None)
    if twice is not None:
        raise UsageError(f"{path}:1: two columns are called {twice!r}")
    return header, list(_rows(path, header, lines[1:], longest))


def _rows(path: Path, header: tuple[str, ...], lines: list[tuple[int, list[str]]], longest: int) -> Iterator[RosterRow]:
    for number, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(header):
            raise UsageError(f"{path}:{number}: {len(cells)} cells, but the header names {len(header)} columns")
        named = {name: one_line(cell, longest) for name, cell in zip(header, cells, strict=False) if name}
        yield RosterRow(f"{path}:{number}", named)


def read_roster(path: Path, kind: str | None = None) -> tuple[str, tuple[Person, ...]]:
    """The kind of a roster and its people. Raises UsageError with file and line."""
    header, rows = read_table(path)
    kind = kind or _kind(path, header)
    missing = [name for name in _SIGNS[kind] if name not in header]
    if missing:
        raise UsageError(f"{path}:1: a {kind} roster has the column {missing[0]!r}; this one has: {', '.join(header)}")
    people: dict[str, tuple[str, Person]] = {}
    for row in rows:
        if kind == "canvas" and row.get("student").casefold().strip() in _NO_PEOPLE:
            continue
        one = _person(row, kind)
        if not one.id:
            raise UsageError(f"{row.where}: no id in this line; a {kind} roster has it in {_ids(kind)}")
        if one.id in people:
            raise UsageError(f"{row.where}: {one.id!r} stands in {people[one.id][0]} already")
        people[one.id] = (row.where, one)
    if not people:
        raise UsageError(f"{path}: a header and nobody under it")
    return kind, tuple(one for _, one in people.values())


def _kind(path: Path, header: tuple[str, ...]) -> str:
    for kind, signs in _SIGNS.items():
        if all(name in header for name in signs):
            return kind
    raise UsageError(
        f"{path}:1: no roster that is known here: it needs a column 'id' (and name, email, section), "
        f"or to be an export of Canvas, Moodle or Classroom 50; this one has: {', '.join(header) or 'no names'}"
    )


def _ids(kind: str) -> str:
    return {
        "canvas": "'SIS Login ID' or 'ID'",
        "worksheet": "'Email address' or 'Identifier'",
        "moodle": "'ID number', 'Username' or 'Email address'",
        "classroom50": "'username'",
        "plain": "'id'",
    }[kind]


def _person(row: RosterRow, kind: str) -> Person:
    """A line as a person. The id is what a submission's folder is likely to be called."""
    section, email = row.get("section", "group", "groups"), row.get("email address", "email", "e-mail")
    full = " ".join(part for part in (row.get("first name", "first_name"), _last(row)) if part)
    name = row.get("full name", "name") or full
    if kind == "canvas":
        login = row.get("sis login id")
        external = {"canvas": row.get("id"), "sis": row.get("sis user id"), "login": login}
        return Person(login or row.get("id"), row.get("student"), section, email, _said(external))
    if kind == "worksheet":
        number = row.get("identifier").rpartition(" ")[2]
        external = {"moodle": number, "idnumber": row.get("id number")}
        return Person(email or number, name, section, email, _said(external))
    if kind == "moodle":
        external = {"idnumber": row.get("id number"), "username": row.get("username")}
        return Person(row.get("id number", "username") or email, name, section, email, _said(external))
    if kind == "classroom50":
        external = {"github": row.get("username"), "github_id": row.get("github_id")}
        return Person(row.get("username"), name, section, email, _said(external))
    known = {"id", "name", "full name", "first name", "last name", "first_name", "last_name", "section", "email"}
    external = {name: value for name, value in row.cells.items() if name not in known}
    return Person(row.get("id"), name, section, email, _said(external))


def _last(row: RosterRow) -> str:
    return row.get("last name", "surname", "last_name")


def _said(external: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in external.items() if value}
