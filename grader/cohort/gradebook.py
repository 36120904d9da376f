"""The gradebook: who handed in what, what it got, what a person decided about it. One SQLite file.

    with Gradebook.open(path) as book:
        for report in book.reports("self_attention"):       # the counted report of each submission, as data
            learner = book.learner_of(report["submission"]["id"])
            final = book.final("self_attention", learner)   # raw, override, late deduction, total

A submission's attempts are numbered by their content: handing in the same text again is no new attempt. Each result
belongs to an attempt and has a key (`grader.cohort.key`); one result of an attempt is the one that counts. Order is
by row, never by clock. Raw results are never changed: marks of open answers, overrides, extensions and lateness are
laid over them when a grade is asked for.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from grader.cohort.database import connect, integrity, only_run, told
from grader.cohort.grades import Final, Override, final_of
from grader.cohort.keeping import Stored, keep, now
from grader.cohort.late import Policy, lateness
from grader.cohort.marks import OpenAnswer, code_of, given, laid_over, open_answers, open_items
from grader.cohort.people import Learner, owners
from grader.cohort.terms import submission_of
from grader.errors import MachineError, UsageError
from grader.model import exact
from grader.report.data import SCHEMA

__all__ = ["Attempt", "Final", "Gradebook", "Learner", "Override", "Stored", "now"]


@dataclasses.dataclass(frozen=True)
class Attempt:
    """What was handed in at one time. `content` is the submission as JSON (`grader.cohort.key`)."""

    submission: str
    number: int
    digest: str
    path: str
    content: str
    counted: int | None  # id of the result that counts


class Gradebook:
    """An open gradebook. Every change is one transaction."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db, self.path = db, path

    @classmethod
    def open(cls, path: Path | str, *, create: bool = False) -> Gradebook:
        """The gradebook at `path`, its integrity checked; made where `create`. Raises UsageError, MachineError."""
        path = Path(path)
        return cls(connect(path, create=create), path)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Gradebook:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def running(
        self, waiting: Any = lambda: None, *, seconds: float = 3600.0
    ) -> contextlib.AbstractContextManager[None]:
        """Hold the gradebook for one run; a second run waits (`grader.cohort.database.only_run`)."""
        return only_run(self.path, waiting, seconds=seconds)

    def integrity(self) -> list[str]:
        """What is wrong with the file; empty where it is whole. Raises MachineError."""
        with told(self.path):
            return integrity(self._db)

    def _rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        with told(self.path):
            return self._db.execute(sql, values).fetchall()

    @contextlib.contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """One transaction, whole or not at all."""
        with told(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _trail(self, author: str, action: str, assignment: str, learner: str, detail: Mapping[str, object]) -> None:
        self._db.execute(
            "INSERT INTO audit (at, author, action, assignment, learner, detail) VALUES (?, ?, ?, ?, ?, ?)",
            (now(), author, action, assignment, learner, json.dumps(detail, ensure_ascii=False)),
        )

    # -- assignments and people ---------------------------------------------------------------------------------

    def assignments(self) -> tuple[str, ...]:
        """Ids of the assignments in the book, sorted."""
        return tuple(row[0] for row in self._rows("SELECT id FROM assignments ORDER BY id"))

    def add_assignment(self, assignment: str, title: str = "") -> None:
        """Note an assignment; one that is known keeps its policy."""
        with self._change() as db:
            db.execute(
                "INSERT INTO assignments (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = "
                "CASE WHEN excluded.title = '' THEN title ELSE excluded.title END",
                (assignment, title),
            )

    def policy(self, assignment: str) -> Policy:
        """The late policy of an assignment. Raises UsageError where the book does not know the assignment."""
        row = self._assignment(assignment)
        due = datetime.datetime.fromisoformat(row["due_at"]) if row["due_at"] else None
        return Policy(due, row["grace_seconds"], Fraction(row["per_day"]), Fraction(row["cap"]))

    def set_policy(self, assignment: str, policy: Policy, author: str) -> None:
        """Set the late policy. Nothing that is stored changes: the policy is laid over it when grades are asked for."""
        self._assignment(assignment)
        due = policy.due_at.isoformat() if policy.due_at else None
        per_day, cap = str(exact(policy.per_day)), str(exact(policy.cap))
        with self._change() as db:
            db.execute(
                "UPDATE assignments SET due_at = ?, grace_seconds = ?, per_day = ?, cap = ? WHERE id = ?",
                (due, policy.grace_seconds, per_day, cap, assignment),
            )
            told_ = {"due_at": due, "grace_seconds": policy.grace_seconds, "per_day": per_day, "cap": cap}
            self._trail(author, "late policy", assignment, "", told_)

    def _assignment(self, assignment: str) -> sqlite3.Row:
        rows = self._rows("SELECT * FROM assignments WHERE id = ?", assignment)
        if not rows:
            known = ", ".join(self.assignments()) or "none yet"
            raise UsageError(f"{self.path}: no assignment {assignment!r} in it (it has: {known})")
        return rows[0]

    def roster(self) -> tuple[Learner, ...]:
        """Everybody on the roster, by id."""
        return tuple(
            Learner(row["id"], row["name"], row["section"], row["email"], json.loads(row["external"]))
            for row in self._rows("SELECT * FROM learners ORDER BY id")
        )

    def import_roster(self, people: tuple[Learner, ...], source: str, author: str) -> tuple[int, int]:
        """Add people, or bring known ones up to date; nobody is removed. -> how many are new, how many changed."""
        known = {one.id: one for one in self.roster()}
        fresh = [one for one in people if one.id not in known]
        merged = [
            dataclasses.replace(
                one, name=one.name or before.name, section=one.section or before.section,
                email=one.email or before.email, external={**before.external, **one.external},
            )
            for one in people
            if (before := known.get(one.id)) is not None
        ]  # fmt: skip
        changed = [one for one in merged if one != known[one.id]]
        with self._change() as db:
            db.executemany(
                "INSERT INTO learners (id, name, section, email, external) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, section = excluded.section, "
                "email = excluded.email, external = excluded.external",
                [
                    (one.id, one.name, one.section, one.email, json.dumps(dict(one.external), ensure_ascii=False))
                    for one in [*fresh, *changed]
                ],
            )
            self._trail(author, "roster", "", "", {"source": source, "new": len(fresh), "changed": len(changed)})
        return len(fresh), len(changed)

    def learners(self, assignment: str) -> tuple[Learner, ...]:
        """The roster with each one's submission to `assignment`, then submissions whose person is not on it.

        Of several that name one person the one with the person's own id counts, else the first; the others stay in
        the list under their own names, so that none stands in for another unseen.
        """
        names = [
            row[0] for row in self._rows("SELECT name FROM submissions WHERE assignment = ? ORDER BY name", assignment)
        ]
        find = owners(self.roster())
        theirs: dict[str, str] = {}
        for name in sorted(names, key=lambda name: find(name) != name):
            who = find(name)
            theirs[name if who in theirs else who] = name
        people = self.roster()
        listed = {one.id for one in people}
        others = [Learner(who, submission=name, listed=False) for who, name in theirs.items() if who not in listed]
        return (*(dataclasses.replace(one, submission=theirs.get(one.id)) for one in people), *others)

    def learner_of(self, submission: str) -> str:
        """The id of the person that a submission's id names; the submission's id where no such person is listed."""
        return owners(self.roster())(submission)

    # -- what was handed in, and what it got --------------------------------------------------------------------

    def receive(self, assignment: str, arrivals: Iterable[tuple[str, datetime.datetime]]) -> None:
        """Note when submissions arrived, by the server's clock; the last time noted counts. All or none."""
        self._assignment(assignment)
        with self._change() as db:
            db.executemany(
                "INSERT INTO submissions (assignment, name, received_at) VALUES (?, ?, ?) "
                "ON CONFLICT (assignment, name) DO UPDATE SET received_at = excluded.received_at",
                [(assignment, name, when.astimezone(datetime.UTC).isoformat()) for name, when in arrivals],
            )

    def graded_since(self, assignment: str, since: str = "") -> tuple[str, ...]:
        """Submissions with a result made at `since` (ISO, UTC) or later, by name; all that have one where it is ""."""
        rows = self._rows(
            "SELECT DISTINCT s.name FROM submissions s JOIN attempts a ON a.submission = s.id JOIN results r "
            "ON r.attempt = a.id WHERE s.assignment = ? AND r.graded_at >= ? ORDER BY s.name",
            assignment, since,
        )  # fmt: skip
        return tuple(row[0] for row in rows)

    def attempt(self, assignment: str, submission: str) -> Attempt | None:
        """The last attempt of a submission, or None."""
        rows = self._rows(
            _LAST + "WHERE s.assignment = ? AND s.name = ? ORDER BY a.number DESC LIMIT 1", assignment, submission
        )
        return _attempt(rows[0]) if rows else None

    def attempts(self, assignment: str) -> Iterator[Attempt]:
        """The last attempt of every submission, by name."""
        for row in self._rows("SELECT name FROM submissions WHERE assignment = ? ORDER BY name", assignment):
            last = self.attempt(assignment, row[0])
            if last is not None:
                yield last

    def result(self, key: str) -> str | None:
        """The report (JSON text) that is stored under `key`, unless it is one that failed for our reasons."""
        rows = self._rows("SELECT report FROM results WHERE key = ? AND NOT broken ORDER BY id DESC LIMIT 1", key)
        return str(rows[0][0]) if rows else None

    def settled(self, assignment: str, submission: str, digest: str, key: str) -> bool:
        """True where the submission's last attempt is this one and the result under `key` is the one that counts."""
        rows = self._rows(
            "SELECT a.digest, r.key FROM submissions s JOIN attempts a ON a.submission = s.id "
            "LEFT JOIN results r ON r.id = a.counted WHERE s.assignment = ? AND s.name = ? "
            "ORDER BY a.number DESC LIMIT 1",
            assignment, submission,
        )  # fmt: skip
        return bool(rows) and rows[0]["digest"] == digest and rows[0]["key"] == key

    def store(
        self, assignment: str, submission: str, digest: str, content: str, stored: Stored, *, count: bool = True,
        again: bool = False,
    ) -> bool:  # fmt: skip
        """Keep a result, and with it the attempt it belongs to, in one transaction.

        Where `count`, it becomes the one that counts, unless it is partial, practice, or failed for our reasons
        while another result of the learner's counts already. A result that is there under the same key stays, unless
        it failed for our reasons or `again` is given. -> whether it counts now.
        """
        with self._change() as db:
            return keep(db, assignment, submission, digest, content, stored, count=count, again=again)

    def count(self, assignment: str, results: Iterable[tuple[str, str, Mapping[str, object]]], author: str) -> int:
        """Let stored results count for their submissions' last attempts, all in one transaction.

        `results` are submission, key, and what the trail is to say. -> how many count now that did not before.
        """
        changed = 0
        with self._change() as db:
            for submission, key, detail in results:
                rows = db.execute(
                    "SELECT a.id, a.counted, r.id AS result FROM submissions s JOIN attempts a ON a.submission = s.id "
                    "LEFT JOIN results r ON r.attempt = a.id AND r.key = ? AND r.grade AND r.partial = '' "
                    "WHERE s.assignment = ? AND s.name = ? ORDER BY a.number DESC LIMIT 1",
                    (key, assignment, submission),
                )
                row = rows.fetchone()
                if row is None or row["result"] is None or row["result"] == row["counted"]:
                    continue
                db.execute("UPDATE attempts SET counted = ? WHERE id = ?", (row["result"], row["id"]))
                self._trail(author, "regrade", assignment, submission, detail)
                changed += 1
        return changed

    def usual(self, assignment: str) -> tuple[int, str] | None:
        """The seed and the language that most counted results have; None where there are none."""
        rows = self._rows(
            "SELECT r.seed, r.language FROM results r JOIN attempts a ON a.counted = r.id JOIN submissions s "
            "ON s.id = a.submission WHERE s.assignment = ? GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT 1",
            assignment,
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def counted_digest(self, assignment: str, submission: str) -> str | None:
        """The digest of the attempt whose result counts."""
        rows = self._rows(_COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, submission)
        return str(rows[0]["digest"]) if rows else None

    def reports(self, assignment: str, *, marked: bool = False) -> Iterator[dict[str, Any]]:
        """The counted report of every submission's last attempt that has one, as data (grader/report/1), by name.

        Where `marked`, what people gave to open answers of the quiz is laid over it.
        """
        for row in self._rows(_COUNTED, assignment):
            yield self._marked(assignment, row) if marked else self._report(row["result"])

    def counted(self, assignment: str, submission: str) -> dict[str, Any] | None:
        """The counted report of one submission, or None."""
        rows = self._rows(_COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, submission)
        return self._report(rows[0]["result"]) if rows else None

    def _report(self, result: int) -> dict[str, Any]:
        try:
            data: Any = json.loads(self._rows("SELECT report FROM results WHERE id = ?", result)[0][0])
        except (ValueError, TypeError, IndexError, RecursionError):
            data = None
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise MachineError(f"{self.path}: result {result} is no report of {SCHEMA}; put a backup in its place")
        return data

    def merge(self, other: Gradebook) -> int:
        """Take over the attempts and results of another gradebook, of a part of the cohort. -> how many results.

        What is there already stays; what people decided there is not taken over. Taking one over twice changes nothing.
        """
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

    # -- what a person decides ----------------------------------------------------------------------------------

    def override(self, assignment: str, learner: str, points: Fraction | None, author: str, reason: str) -> None:
        """Set points in place of a learner's score; None takes an earlier override back. All of them are kept."""
        self.override_many(assignment, [(learner, points, reason)], author)

    def override_many(self, assignment: str, rows: Iterable[tuple[str, Fraction | None, str]], author: str) -> None:
        """Overrides of many learners (learner, points, reason), all of them or none."""
        rows = list(rows)
        known = {one.id for one in self.learners(assignment)}
        for learner, _, reason in rows:
            self._decided(assignment, learner, author, reason, known)
        with self._change() as db:
            for learner, points, reason in rows:
                value = None if points is None else str(exact(points))
                db.execute(
                    "INSERT INTO overrides (assignment, learner, points, author, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
                    (assignment, learner, value, author, reason, now()),
                )
                self._trail(author, "override", assignment, learner, {"points": value, "reason": reason})

    def extend(self, assignment: str, learner: str, due_at: datetime.datetime | None, author: str, reason: str) -> None:
        """Give a learner a due date of their own; None takes it back. All of them are kept."""
        self._decided(assignment, learner, author, reason, {one.id for one in self.learners(assignment)})
        value = None if due_at is None else due_at.astimezone(datetime.UTC).isoformat()
        with self._change() as db:
            db.execute(
                "INSERT INTO extensions (assignment, learner, due_at, author, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
                (assignment, learner, value, author, reason, now()),
            )
            self._trail(author, "extension", assignment, learner, {"due_at": value, "reason": reason})

    def open_answers(self, assignment: str) -> Iterator[OpenAnswer]:
        """Every answer of the attempts that count which a person marks, with its mark where it has one, by learner."""
        self._assignment(assignment)
        for one in self.learners(assignment):
            for row in self._rows(_COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, one.submission or ""):
                yield from self._open(assignment, row, self._report(row["result"]), one.id)

    def marking_code(self, assignment: str, submission: str) -> str:
        """What stands for a submission in a marking sheet without names (`grader.cohort.marks.code_of`)."""
        return code_of(str(self._rows("SELECT salt FROM marking")[0][0]), assignment, submission)

    def mark(self, assignment: str, marks: Iterable[tuple[OpenAnswer, Fraction, str]], author: str) -> int:
        """Keep what a person gives to open answers: answer, points, note; all of them or none.

        The last mark of an answer holds; the same points with the same note again are no new mark. -> how many are new.
        Raises UsageError.
        """
        if not author.strip():
            raise UsageError("a mark needs its author; it is kept in the trail")
        new = [
            (one, points, note)
            for one, points, note in marks
            if one.mark is None or (one.mark.points, one.mark.possible, one.mark.note) != (points, one.possible, note)
        ]
        with self._change() as db:
            for one, points, note in new:
                value, possible = str(exact(points)), str(exact(one.possible))
                db.execute(
                    "INSERT INTO marks (assignment, submission, item, version, points, possible, author, note, at) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (assignment, one.submission, one.item, one.version, value, possible, author, note, now()),
                )
                detail = {"item": one.item, "points": value, "possible": possible, "note": note}
                self._trail(author, "mark", assignment, one.learner, detail)
        return len(new)

    def _open(self, assignment: str, row: sqlite3.Row, report: dict[str, Any], learner: str = "") -> list[OpenAnswer]:
        """The open answers of a counted attempt (a row of `_COUNTED`)."""
        if not open_items(report):
            return []
        kept = self._rows(_LAST + "WHERE s.assignment = ? AND s.name = ? AND a.number = ?",
                          assignment, row["name"], row["number"])[0]  # fmt: skip
        handed_in = submission_of(kept["name"], kept["path"], kept["content"])
        return open_answers(learner, report, handed_in, given(self._rows, assignment, row["name"]))

    def _marked(self, assignment: str, row: sqlite3.Row) -> dict[str, Any]:
        """The report of a row of `_COUNTED`, with the marks laid over it."""
        report = self._report(row["result"])
        if not open_items(report) or not given(self._rows, assignment, row["name"]):
            return report
        return laid_over(report, self._open(assignment, row, report))

    def _decided(self, assignment: str, learner: str, author: str, reason: str, known: set[str]) -> None:
        self._assignment(assignment)
        if not author.strip() or not reason.strip():
            raise UsageError("a decision needs its author and its reason; both are kept in the trail")
        if learner not in known:
            import difflib

            near = difflib.get_close_matches(learner, known, 1)
            tail = f"did you mean {near[0]!r}?" if near else "`grader gradebook show` lists them"
            raise UsageError(f"{self.path}: no learner {learner!r} in {assignment}; {tail}")

    def trail(self, assignment: str | None = None) -> Iterator[dict[str, Any]]:
        """Everything a person decided, oldest first."""
        for row in self._rows("SELECT * FROM audit ORDER BY id"):
            if assignment is None or row["assignment"] in ("", assignment):
                yield {**dict(row), "detail": json.loads(row["detail"])}

    # -- grades -------------------------------------------------------------------------------------------------

    def final(self, assignment: str, learner: str) -> Final:
        """A learner's grade: the counted score, with override and lateness laid over it. Raises UsageError."""
        return next(
            self._finals(
                assignment, [one for one in self.learners(assignment) if one.id == learner] or [Learner(learner)]
            )
        )

    def finals(self, assignment: str) -> Iterator[Final]:
        """The grade of everybody that `learners` names, in that order."""
        return self._finals(assignment, list(self.learners(assignment)))

    def _finals(self, assignment: str, people: list[Learner]) -> Iterator[Final]:
        policy = self.policy(assignment)
        for one in people:
            yield self._final(assignment, one, policy)

    def _final(self, assignment: str, one: Learner, policy: Policy) -> Final:
        rows = self._rows(_COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, one.submission or "")
        received = self._rows(
            "SELECT received_at FROM submissions WHERE assignment = ? AND name = ?", assignment, one.submission or ""
        )
        said = self._rows(
            "SELECT * FROM overrides WHERE assignment = ? AND learner = ? ORDER BY id DESC LIMIT 1", assignment, one.id
        )
        extra = self._rows(
            "SELECT * FROM extensions WHERE assignment = ? AND learner = ? ORDER BY id DESC LIMIT 1", assignment, one.id
        )
        override = None
        if said and said[0]["points"] is not None:
            override = Override(Fraction(said[0]["points"]), said[0]["author"], said[0]["reason"], said[0]["at"])
        late = lateness(policy, _time(received, "received_at"), _time(extra, "due_at"))
        report = self._marked(assignment, rows[0]) if rows else None
        return final_of(one.id, report, rows[0]["number"] if rows else 0, override, late)


_LAST = """
SELECT s.name, a.number, a.digest, a.path, a.content, a.counted
FROM attempts a JOIN submissions s ON s.id = a.submission
"""
_COUNTED = """
SELECT s.name, a.number, a.digest, a.counted AS result FROM submissions s JOIN attempts a ON a.submission = s.id
WHERE s.assignment = ? AND a.counted IS NOT NULL
  AND a.number = (SELECT max(number) FROM attempts b WHERE b.submission = s.id AND b.counted IS NOT NULL)
ORDER BY s.name
"""


def _attempt(row: sqlite3.Row) -> Attempt:
    return Attempt(row["name"], row["number"], row["digest"], row["path"], row["content"], row["counted"])


def _time(rows: list[sqlite3.Row], column: str) -> datetime.datetime | None:
    return datetime.datetime.fromisoformat(rows[0][column]) if rows and rows[0][column] else None
