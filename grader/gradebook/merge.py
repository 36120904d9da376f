"""Merging gradebooks: taking over another one's results, and the marks that people gave to open answers.

The attempts of a submission come together in one order; their results are told apart by their keys. Marks form a
history for each answer's words: where one book's history continues the other's, the longer one holds; where two people
marked the same words independently, it is a conflict if their points differ, and nothing is lost: one mark holds, the
other stays in the audit log or in the history below it.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import sqlite3
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grader.core.errors import UsageError
from grader.gradebook.assignments import keep_seed, kept_seed
from grader.gradebook.attempts import Stored, add_result, report_of, submission_row
from grader.gradebook.manual_marks import STANDING, ManualMark, insert_mark, mark_detail
from grader.gradebook.roster import learner_finder, roster
from grader.gradebook.store import Store
from grader.reports.shared_questions import parted
from grader.reports.stored_json import small_json

__all__ = ["Conflict", "Merged", "merge", "merged_order"]

_ASIDE = "mark set aside"  # in the audit log


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
    """What a merge did: how many results and marks are new here, and which conflicts there were.

    `decisions` counts the overrides and extensions there, which are never taken over.
    """

    results: int
    marks: int
    conflicts: tuple[Conflict, ...]
    decisions: int


def merge(store: Store, other: Store, author: str, *, prefer_there: bool = False) -> Merged:
    """Take over the results and the marks of another gradebook. Raises UsageError, MachineError."""
    if not author.strip():
        raise UsageError("taking marks over needs its author; it is kept in the trail")
    _merge_seeds(store, other, author)
    results = sum(
        _merge_submission(store, other, row["assignment"], row["name"])
        for row in other.rows("SELECT assignment, name FROM submissions ORDER BY id")
    )
    marks, conflicts = _merge_marks(store, other, author, prefer_there=prefer_there)
    decisions = "SELECT (SELECT count(*) FROM overrides) + (SELECT count(*) FROM extensions)"
    return Merged(results, marks, tuple(conflicts), other.rows(decisions)[0][0])


def _merge_seeds(store: Store, other: Store, author: str) -> None:
    """Take over the seed of each assignment that has none here: parts of a cohort share theirs."""
    for row in other.rows("SELECT assignment, seed FROM seeds ORDER BY assignment"):
        if kept_seed(store, row["assignment"]) is None:
            keep_seed(store, row["assignment"], row["seed"], author)


_HISTORY = """
SELECT a.*, min(a.seen_at, coalesce(min(r.graded_at), a.seen_at)) AS seen
FROM submissions s JOIN attempts a ON a.submission = s.id LEFT JOIN results r ON r.attempt = a.id
WHERE s.assignment = ? AND s.name = ? GROUP BY a.id ORDER BY a.number
"""


def _merge_submission(store: Store, other: Store, assignment: str, name: str) -> int:
    """Take over the attempts of one submission with their results, in their order. -> how many results."""
    ours, theirs = store.rows(_HISTORY, assignment, name), other.rows(_HISTORY, assignment, name)
    pairs = merged_order(_moments(ours), _moments(theirs))
    results = [
        (theirs[there], None if here is None else ours[here], row)
        for here, there in pairs
        if there is not None
        for row in other.rows("SELECT * FROM results WHERE attempt = ? ORDER BY id", theirs[there]["id"])
    ]
    known = {
        (row["attempt"], row["key"]): row["broken"]
        for mine in ours
        for row in store.rows("SELECT attempt, key, broken FROM results WHERE attempt = ?", mine["id"])
    }
    new = [
        (attempt, row)
        for attempt, mine, row in results
        if mine is None or (broken := known.get((mine["id"], row["key"]))) is None or (broken and not row["broken"])
    ]
    if not new:
        return 0
    reports = [report_of(other, row["id"]) for _, row in new]  # raises where one is none
    with store.transaction() as db:
        owner = submission_row(db, assignment, reports[0].title, name)
        place = _renumber(db, owner, pairs, ours, theirs)
        for (attempt, row), report in zip(new, reports, strict=True):
            kept, shared = parted(report)
            store.share(db, shared)
            text = small_json(kept) if shared else row["report"]
            stored = Stored(row["key"], text, row["language"], row["partial"])
            counts = row["id"] == attempt["counted"]
            add_result(db, owner, place[attempt["id"]], stored, report, count=counts, again=False)
    return len(new)


Moments = Sequence[tuple[str, str]]  # digest of what was handed in, when it was first graded (ISO, UTC)


def _moments(rows: Sequence[sqlite3.Row]) -> Moments:
    return [(row["digest"], row["seen"]) for row in rows]


def merged_order(ours: Moments, theirs: Moments) -> list[tuple[int | None, int | None]]:
    """The order of both: (place here, place there) of each attempt, None where it is only in the other.

    What both have keeps its place. Between two of those, attempts of only one of them stand by when they were graded:
    of two machines nothing else tells which was first.
    """
    out: list[tuple[int | None, int | None]] = []
    a, b = [digest for digest, _ in ours], [digest for digest, _ in theirs]
    here = there = 0
    for i, j, size in difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
        while here < i or there < j:
            if there == j or (here < i and ours[here][1] <= theirs[there][1]):
                out.append((here, None))
                here += 1
            else:
                out.append((None, there))
                there += 1
        out += [(i + k, j + k) for k in range(size)]
        here, there = i + size, j + size
    return out


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


class _Answer(NamedTuple):
    """The words of one answer: what a history of marks belongs to."""

    assignment: str
    submission: str
    item: str
    version: str


def _merge_marks(store: Store, other: Store, author: str, *, prefer_there: bool) -> tuple[int, list[Conflict]]:
    ours, taken, conflicts = _marks_by_answer(store), 0, list[Conflict]()
    find = learner_finder(roster(store))
    with store.transaction() as db:
        for answer, theirs in _marks_by_answer(other).items():
            known, last = ours.get(answer, []), theirs[-1]
            if last in known:  # here they have gone on from it, or both are the same
                continue
            new = theirs if not known else theirs[theirs.index(known[-1]) + 1 :] if known[-1] in theirs else []
            learner = find(answer.submission)
            if not new:
                if _part(last) != _part(known[-1]):
                    conflicts.append(Conflict(answer.assignment, learner, answer.item, known[-1], last))
                    new = theirs if prefer_there else []
                if not new:
                    _set_aside(store, answer, learner, last, author)
            for mark in new:
                if mark not in known:
                    insert_mark(db, *answer, mark)
                    detail = mark_detail(answer.item, mark) | {"taken over from": str(other.path), "by": author}
                    store.audit(mark.author, "mark", answer.assignment, learner, detail)
                    taken += 1
    return taken, conflicts


def _set_aside(store: Store, answer: _Answer, learner: str, mark: ManualMark, author: str) -> None:
    """Note in the audit log that a mark does not hold, once; inside a transaction."""
    detail = mark_detail(answer.item, mark) | {"by": mark.author, "at": mark.at}
    entry = (_ASIDE, answer.assignment, learner, json.dumps(detail, ensure_ascii=False))
    known = "SELECT 1 FROM audit WHERE action = ? AND assignment = ? AND learner = ? AND detail = ?"
    if store.connection.execute(known, entry).fetchone() is None:
        store.audit(author, _ASIDE, answer.assignment, learner, detail)


def _marks_by_answer(store: Store) -> dict[_Answer, list[ManualMark]]:
    """The marks of each answer, oldest first."""
    found: dict[_Answer, list[ManualMark]] = {}
    for row in store.rows(f"SELECT * FROM marks WHERE {STANDING} ORDER BY id"):
        answer = _Answer(row["assignment"], row["submission"], row["item"], row["version"])
        mark = ManualMark(Fraction(row["points"]), Fraction(row["possible"]), row["author"], row["note"], row["at"])
        found.setdefault(answer, []).append(mark)
    return found


def _part(mark: ManualMark) -> Fraction:
    """The part of what there was to get."""
    return mark.points / mark.possible
