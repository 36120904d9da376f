"""Taking over what another gradebook holds: results, and the marks that people gave to open answers.

Attempts are histories of what was handed in, and come together in one order (`merge_attempts`); their results
are told apart by their keys. Marks are a history for each answer's words: where one book's history goes on from
the other's, the longer one holds; where two people marked the same words apart from one another, it is a conflict if
their points differ, and nothing is lost: one mark holds, the other stands in the trail or in the history below it.
"""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.errors import UsageError
from grader.gradebook.finals import Finals
from grader.gradebook.keeping import Stored, keep_for, owner_of
from grader.gradebook.manual_marks import ManualMark
from grader.gradebook.marking import told_of
from grader.gradebook.merge_attempts import merged
from grader.gradebook.people import owners

__all__ = ["Conflict", "Merged", "Merging"]

_ASIDE = "mark set aside"  # in the trail


@dataclasses.dataclass(frozen=True)
class Conflict:
    """An answer that was marked differently in both books. `here` and `there` are the marks that held in each."""

    assignment: str
    learner: str
    item: str
    here: ManualMark
    there: ManualMark


@dataclasses.dataclass(frozen=True)
class Merged:
    """What came of taking over another book: how many results and marks are new here, and what was not settled.

    `decisions` counts the overrides and extensions there, which are never taken over.
    """

    results: int
    marks: int
    conflicts: tuple[Conflict, ...]
    decisions: int


class Merging(Finals):
    """A gradebook that takes over others."""

    def merge(self, other: Merging, author: str, *, prefer_there: bool = False) -> Merged:
        """Take over the results and the marks of another gradebook, of a part of the cohort.

        Results that are here already stay, and an attempt that was graded there before one of here comes before it.
        Where both books have marks for the same words that differ, the mark here holds, or the other one where
        `prefer_there`; both are kept. Overrides, extensions, the roster, arrivals and due dates are not taken over.
        Taking a book over twice changes nothing. Raises UsageError, MachineError.
        """
        if not author.strip():
            raise UsageError("taking marks over needs its author; it is kept in the trail")
        results = self._take_results(other)
        marks, conflicts = self._take_marks(other, author, prefer_there=prefer_there)
        decisions = "SELECT (SELECT count(*) FROM overrides) + (SELECT count(*) FROM extensions)"
        return Merged(results, marks, tuple(conflicts), other._rows(decisions)[0][0])

    def _take_results(self, other: Merging) -> int:
        return sum(
            self._take_submission(other, row["assignment"], row["name"])
            for row in other._rows("SELECT assignment, name FROM submissions ORDER BY id")
        )

    def _take_submission(self, other: Merging, assignment: str, name: str) -> int:
        """Take over the attempts of one submission with their results, in their order. -> how many results."""
        ours, theirs = self._rows(_HISTORY, assignment, name), other._rows(_HISTORY, assignment, name)
        pairs = merged(_moments(ours), _moments(theirs))
        results = [
            (theirs[there], None if here is None else ours[here], row)
            for here, there in pairs
            if there is not None
            for row in other._rows("SELECT * FROM results WHERE attempt = ? ORDER BY id", theirs[there]["id"])
        ]
        known = {
            (row["attempt"], row["key"]): row["broken"]
            for mine in ours
            for row in self._rows("SELECT attempt, key, broken FROM results WHERE attempt = ?", mine["id"])
        }
        new = [
            (attempt, row)
            for attempt, mine, row in results
            if mine is None or (broken := known.get((mine["id"], row["key"]))) is None or (broken and not row["broken"])
        ]
        if not new:
            return 0
        titles = [other._report(row["id"]).title for _, row in new]  # raises where one is none
        with self._change() as db:
            owner = owner_of(db, assignment, titles[0], name)
            place = _renumber(db, owner, pairs, ours, theirs)
            for attempt, row in new:
                stored = Stored(row["key"], row["report"], row["language"], row["partial"])
                counts = row["id"] == attempt["counted"]
                keep_for(db, owner, place[attempt["id"]], stored, count=counts, again=False)
        return len(new)

    def _take_marks(self, other: Merging, author: str, *, prefer_there: bool) -> tuple[int, list[Conflict]]:
        ours, taken, conflicts = _histories(self), 0, list[Conflict]()
        person = owners(self.roster())
        with self._change():
            for answer, theirs in _histories(other).items():
                known, last = ours.get(answer, []), theirs[-1]
                if last in known:  # here they have gone on from it, or both are the same
                    continue
                new = theirs if not known else theirs[theirs.index(known[-1]) + 1 :] if known[-1] in theirs else []
                learner = person(answer.submission)
                if not new:
                    if _part(last) != _part(known[-1]):
                        conflicts.append(Conflict(answer.assignment, learner, answer.item, known[-1], last))
                        new = theirs if prefer_there else []
                    if not new:
                        self._set_aside(answer, learner, last, author)
                for mark in new:
                    if mark not in known:
                        self._keep_mark(*answer, mark)
                        source = {"taken over from": str(other.path), "by": author}
                        self._trail(
                            mark.author, "mark", answer.assignment, learner, told_of(answer.item, mark) | source
                        )
                        taken += 1
        return taken, conflicts

    def _set_aside(self, answer: _Answer, learner: str, mark: ManualMark, author: str) -> None:
        """Note a mark that does not hold, once."""
        detail = told_of(answer.item, mark) | {"by": mark.author, "at": mark.at}
        said = (_ASIDE, answer.assignment, learner, json.dumps(detail, ensure_ascii=False))
        known = "SELECT 1 FROM audit WHERE action = ? AND assignment = ? AND learner = ? AND detail = ?"
        if self._db.execute(known, said).fetchone() is None:
            self._trail(author, _ASIDE, answer.assignment, learner, detail)


class _Answer(NamedTuple):
    """The words of one answer: what a history of marks belongs to."""

    assignment: str
    submission: str
    item: str
    version: str


def _histories(book: Merging) -> dict[_Answer, list[ManualMark]]:
    """The marks of each answer, oldest first."""
    found: dict[_Answer, list[ManualMark]] = {}
    for row in book._rows("SELECT * FROM marks ORDER BY id"):
        answer = _Answer(row["assignment"], row["submission"], row["item"], row["version"])
        mark = ManualMark(Fraction(row["points"]), Fraction(row["possible"]), row["author"], row["note"], row["at"])
        found.setdefault(answer, []).append(mark)
    return found


def _part(mark: ManualMark) -> Fraction:
    """The part of what there was to get."""
    return mark.points / mark.possible


_HISTORY = """
SELECT a.*, min(a.seen_at, coalesce(min(r.graded_at), a.seen_at)) AS seen
FROM submissions s JOIN attempts a ON a.submission = s.id LEFT JOIN results r ON r.attempt = a.id
WHERE s.assignment = ? AND s.name = ? GROUP BY a.id ORDER BY a.number
"""


def _moments(rows: Sequence[sqlite3.Row]) -> list[tuple[str, str]]:
    return [(row["digest"], row["seen"]) for row in rows]


def _renumber(
    db: sqlite3.Connection,
    owner: int,
    pairs: Sequence[tuple[int | None, int | None]],
    ours: Sequence[sqlite3.Row],
    theirs: Sequence[sqlite3.Row],
) -> dict[int, int]:
    """Bring the attempts of a submission into that order, made where they are new. -> id there, id here."""
    place: dict[int, int] = {}
    db.execute("UPDATE attempts SET number = -number WHERE submission = ?", (owner,))  # no two may ever be alike
    for number, (here, there) in enumerate(pairs, 1):
        if here is not None:
            ident = int(ours[here]["id"])
            db.execute("UPDATE attempts SET number = ? WHERE id = ?", (number, ident))
        else:
            assert there is not None
            row = theirs[there]
            added = db.execute(
                "INSERT INTO attempts (submission, number, digest, path, content, seen_at) VALUES (?, ?, ?, ?, ?, ?)",
                (owner, number, row["digest"], row["path"], row["content"], row["seen"]),
            )
            assert added.lastrowid is not None
            ident = added.lastrowid
        if there is not None:
            place[int(theirs[there]["id"])] = ident
    return place
