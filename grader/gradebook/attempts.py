"""What was handed in, attempt by attempt, and the results it got.

An attempt is told apart by its content: handing in the same text again is no new one. Each result belongs to an
attempt and has a key (`grader.submissions.cache_key`); one result of an attempt is the one that counts for it.
"""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from grader.core.errors import MachineError, UsageError
from grader.core.model import Submission, exact
from grader.gradebook.store import Store, now
from grader.reports.schema import Report, read
from grader.reports.shared_questions import joined, parted
from grader.reports.stored_json import small_json
from grader.reports.totals import ReportTotals, read_totals
from grader.submissions.cache_key import submission_of

__all__ = [
    "COUNTED",
    "Attempt",
    "Stored",
    "add_result",
    "attempts",
    "counted_digest",
    "counted_report",
    "graded_since",
    "handed_in",
    "last_attempt",
    "let_count",
    "report_of",
    "result",
    "settled",
    "store_result",
    "submission_row",
    "totals_in",
    "usual_terms",
]

_ATTEMPT = """
SELECT s.name, a.number, a.digest, a.path, a.content, a.counted
FROM attempts a JOIN submissions s ON s.id = a.submission
"""

COUNTED = """
SELECT s.name, a.number, a.digest, a.counted AS result FROM submissions s JOIN attempts a ON a.submission = s.id
WHERE s.assignment = ? AND a.counted IS NOT NULL
  AND a.number = (SELECT max(number) FROM attempts b WHERE b.submission = s.id AND b.counted IS NOT NULL)
ORDER BY s.name
"""
"""The last attempt with a result that counts, of each submission to an assignment."""


@dataclasses.dataclass(frozen=True)
class Attempt:
    """What was handed in at one time. `content` is the submission as JSON (`grader.submissions.cache_key`)."""

    submission: str
    number: int
    digest: str
    path: str
    content: str
    counted: int | None  # id of the result that counts


@dataclasses.dataclass(frozen=True)
class Stored:
    """A result to store: its key with what went into it, and the report as JSON text."""

    key: str
    report: str
    language: str
    partial: str  # the steps that were asked for; "" for a whole run


def last_attempt(store: Store, assignment: str, submission: str) -> Attempt | None:
    """The last attempt of a submission, or None."""
    where = "WHERE s.assignment = ? AND s.name = ? ORDER BY a.number DESC LIMIT 1"
    rows = store.rows(_ATTEMPT + where, assignment, submission)
    return Attempt(*rows[0]) if rows else None


def attempts(store: Store, assignment: str) -> Iterator[Attempt]:
    """The last attempt of every submission, by name."""
    for row in store.rows("SELECT name FROM submissions WHERE assignment = ? ORDER BY name", assignment):
        last = last_attempt(store, assignment, row[0])
        if last is not None:
            yield last


def handed_in(store: Store, assignment: str, submission: str, number: int) -> Submission:
    """What an attempt handed in."""
    where = "WHERE s.assignment = ? AND s.name = ? AND a.number = ?"
    row = store.rows(_ATTEMPT + where, assignment, submission, number)[0]
    return submission_of(row["name"], row["path"], row["content"])


def graded_since(store: Store, assignment: str, since: str = "") -> tuple[str, ...]:
    """Submissions with a result made at `since` (ISO, UTC) or later, by name; all that have one where it is ""."""
    rows = store.rows(
        "SELECT DISTINCT s.name FROM submissions s JOIN attempts a ON a.submission = s.id JOIN results r "
        "ON r.attempt = a.id WHERE s.assignment = ? AND r.graded_at >= ? ORDER BY s.name",
        assignment,
        since,
    )
    return tuple(row[0] for row in rows)


def result(store: Store, key: str) -> Report | None:
    """The report that is stored under `key`, unless it is one that failed for our reasons."""
    rows = store.rows("SELECT id FROM results WHERE key = ? AND NOT broken ORDER BY id DESC LIMIT 1", key)
    return report_of(store, rows[0][0]) if rows else None


def settled(store: Store, assignment: str, submission: str, digest: str, key: str) -> bool:
    """True where the submission's last attempt is this one and the result under `key` is the one that counts."""
    rows = store.rows(
        "SELECT a.digest, r.key FROM submissions s JOIN attempts a ON a.submission = s.id "
        "LEFT JOIN results r ON r.id = a.counted WHERE s.assignment = ? AND s.name = ? "
        "ORDER BY a.number DESC LIMIT 1",
        assignment,
        submission,
    )
    return bool(rows) and rows[0]["digest"] == digest and rows[0]["key"] == key


def counted_digest(store: Store, assignment: str, submission: str) -> str | None:
    """The digest of the attempt whose result counts."""
    rows = store.rows(COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, submission)
    return str(rows[0]["digest"]) if rows else None


def counted_report(store: Store, assignment: str, submission: str) -> Report | None:
    """The report that counts of one submission, or None."""
    rows = store.rows(COUNTED.replace("ORDER", "AND s.name = ? ORDER"), assignment, submission)
    return report_of(store, rows[0]["result"]) if rows else None


_Read = TypeVar("_Read")


def report_of(store: Store, result: int) -> Report:
    """The report of a result, by its id. Raises MachineError where what is stored is no report."""
    return joined(_stored(store, result, read), store.question)


def totals_in(store: Store, result: int) -> ReportTotals:
    """The points of a result's report, at a tenth of the price. Raises MachineError as `report_of`."""
    return _stored(store, result, read_totals)


def _stored(store: Store, result: int, reader: Callable[[str], _Read]) -> _Read:
    try:
        return reader(store.rows("SELECT report FROM results WHERE id = ?", result)[0][0])
    except (UsageError, TypeError, IndexError) as error:
        why = str(error).partition(";")[0] if isinstance(error, UsageError) else "not a report"
        raise MachineError(f"{store.path}: result {result} cannot be read ({why}); restore a backup") from None


def usual_terms(store: Store, assignment: str) -> tuple[int, str] | None:
    """The seed and the language that most counted results have; None where there are none."""
    rows = store.rows(
        "SELECT r.seed, r.language FROM results r JOIN attempts a ON a.counted = r.id JOIN submissions s "
        "ON s.id = a.submission WHERE s.assignment = ? GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT 1",
        assignment,
    )
    return (rows[0][0], rows[0][1]) if rows else None


def let_count(
    store: Store, assignment: str, results: Iterable[tuple[str, str, Mapping[str, object]]], author: str
) -> int:
    """Let stored results count for their submissions' last attempts, all in one transaction.

    `results` are submission, key, and the detail for the audit log. -> how many count now that did not before.
    """
    changed = 0
    with store.transaction() as db:
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
            store.audit(author, "regrade", assignment, submission, detail)
            changed += 1
    return changed


def store_result(
    store: Store,
    assignment: str,
    submission: str,
    digest: str,
    content: str,
    stored: Stored,
    *,
    count: bool = True,
    again: bool = False,
) -> bool:
    """Store a result, and with it the attempt it belongs to, in one transaction. -> whether it counts now."""
    with store.transaction() as db:
        report = read(stored.report)
        owner = submission_row(db, assignment, report.title, submission)
        attempt = _attempt_row(db, owner, digest, content, report.submission.path)
        kept, shared = parted(report)
        store.share(db, shared)
        stored = dataclasses.replace(stored, report=small_json(kept)) if shared else stored
        return add_result(db, owner, attempt, stored, report, count=count, again=again)


def submission_row(db: sqlite3.Connection, assignment: str, title: str, submission: str) -> int:
    """The id of a submission's row, made where there is none; inside a transaction."""
    db.execute("INSERT OR IGNORE INTO assignments (id, title) VALUES (?, ?)", (assignment, title))
    db.execute("INSERT OR IGNORE INTO submissions (assignment, name) VALUES (?, ?)", (assignment, submission))
    found = db.execute("SELECT id FROM submissions WHERE assignment = ? AND name = ?", (assignment, submission))
    return int(found.fetchone()[0])


def add_result(
    db: sqlite3.Connection, owner: int, attempt: int, stored: Stored, report: Report, *, count: bool, again: bool
) -> bool:
    """Add a result to an attempt's row; inside a transaction. -> whether it counts now (see `Gradebook.store`).

    `report` is what `stored.report` holds.
    """
    counted = db.execute("SELECT counted FROM attempts WHERE id = ?", (attempt,)).fetchone()[0]
    broken = report.broken
    result = _result_row(db, attempt, stored, report, broken=broken, again=again)
    counts = count and not stored.partial and report.grade
    if broken and counts:
        others = "SELECT 1 FROM attempts WHERE submission = ? AND counted IS NOT NULL AND counted <> ?"
        counts = db.execute(others, (owner, result)).fetchone() is None
    if counts and counted != result:
        db.execute("UPDATE attempts SET counted = ? WHERE id = ?", (result, attempt))
    return counts


def _attempt_row(db: sqlite3.Connection, owner: int, digest: str, content: str, path: str) -> int:
    """The id of the attempt with that content, made if the last one has another."""
    found = db.execute("SELECT * FROM attempts WHERE submission = ? ORDER BY number DESC LIMIT 1", (owner,))
    last = found.fetchone()
    if last is not None and last["digest"] == digest:
        return int(last["id"])
    added = db.execute(
        "INSERT INTO attempts (submission, number, digest, path, content, seen_at) VALUES (?, ?, ?, ?, ?, ?)",
        (owner, 1 if last is None else last["number"] + 1, digest, path, content, now()),
    )
    assert added.lastrowid is not None
    return added.lastrowid


def _result_row(
    db: sqlite3.Connection, attempt: int, stored: Stored, report: Report, *, broken: bool, again: bool
) -> int:
    """The id of the result under that key, added or, where it may be, replaced by this one."""
    source = report.provenance
    db.execute(
        "INSERT INTO results (attempt, key, suite, engine, seed, language, partial, earned, possible, pending, "
        "grade, broken, graded_at, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (attempt, key) DO UPDATE SET earned = excluded.earned, possible = excluded.possible, "
        "pending = excluded.pending, grade = excluded.grade, broken = excluded.broken, "
        "graded_at = excluded.graded_at, report = excluded.report WHERE broken OR (? AND NOT excluded.broken)",
        (
            attempt,
            stored.key,
            source.suite,
            source.engine,
            source.seed,
            stored.language,
            stored.partial,
            str(exact(report.code.earned)),
            str(exact(report.code.possible)),
            str(exact(report.code.held)),
            report.grade,
            broken,
            source.graded_at,
            stored.report,
            again,
        ),
    )
    found = db.execute("SELECT id FROM results WHERE attempt = ? AND key = ?", (attempt, stored.key))
    return int(found.fetchone()[0])
