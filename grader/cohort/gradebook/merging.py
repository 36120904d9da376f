"""Taking over what another gradebook holds: results, and the marks that people gave to open answers.

Results are told apart by their keys. Marks are a history for each answer's words: where one book's history goes on from
the other's, the longer one holds; where two people marked the same words apart from one another, it is a conflict if
their points differ, and nothing is lost: one mark holds, the other stands in the trail or in the history below it.
"""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from typing import NamedTuple

from grader.cohort.gradebook.finals import Finals
from grader.cohort.gradebook.marking import told_of
from grader.cohort.keeping import Stored
from grader.cohort.marks import Mark
from grader.cohort.people import owners
from grader.errors import UsageError

__all__ = ["Conflict", "Merged", "Merging"]

_ASIDE = "mark set aside"  # in the trail


@dataclasses.dataclass(frozen=True)
class Conflict:
    """An answer that was marked differently in both books. `here` and `there` are the marks that held in each."""

    assignment: str
    learner: str
    item: str
    here: Mark
    there: Mark


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

        Results that are here already stay. Where both books have marks for the same words that differ, the mark here
        holds, or the other one where `prefer_there`; both are kept. Overrides, extensions, the roster, arrivals and
        due dates are not taken over. Taking a book over twice changes nothing. Raises UsageError, MachineError.
        """
        if not author.strip():
            raise UsageError("taking marks over needs its author; it is kept in the trail")
        results = self._take_results(other)
        marks, conflicts = self._take_marks(other, author, prefer_there=prefer_there)
        decisions = "SELECT (SELECT count(*) FROM overrides) + (SELECT count(*) FROM extensions)"
        return Merged(results, marks, tuple(conflicts), other._rows(decisions)[0][0])

    def _take_results(self, other: Merging) -> int:
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

    def _set_aside(self, answer: _Answer, learner: str, mark: Mark, author: str) -> None:
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


def _histories(book: Merging) -> dict[_Answer, list[Mark]]:
    """The marks of each answer, oldest first."""
    found: dict[_Answer, list[Mark]] = {}
    for row in book._rows("SELECT * FROM marks ORDER BY id"):
        answer = _Answer(row["assignment"], row["submission"], row["item"], row["version"])
        mark = Mark(Fraction(row["points"]), Fraction(row["possible"]), row["author"], row["note"], row["at"])
        found.setdefault(answer, []).append(mark)
    return found


def _part(mark: Mark) -> Fraction:
    """The part of what there was to get."""
    return mark.points / mark.possible
