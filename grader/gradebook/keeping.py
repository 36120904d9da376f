"""A result on its way into the gradebook: the attempt it belongs to, the row it becomes, whether it counts.

Everything here runs inside one transaction of the caller's.
"""

from __future__ import annotations

import dataclasses
import datetime
import sqlite3

from grader.core.model import exact
from grader.reports.schema import Report, read

__all__ = ["Stored", "keep", "keep_for", "now", "owner_of"]


@dataclasses.dataclass(frozen=True)
class Stored:
    """A result to store: its key with what went into it, and the report as JSON text."""

    key: str
    report: str
    language: str
    partial: str  # the steps that were asked for; "" for a whole run


def now() -> str:
    """The time by this machine's clock, UTC; only ever shown, never compared."""
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0).isoformat()


def keep(
    db: sqlite3.Connection,
    assignment: str,
    submission: str,
    digest: str,
    content: str,
    stored: Stored,
    *,
    count: bool,
    again: bool,
) -> bool:
    """Keep a result (see `Gradebook.store`). -> whether it counts now."""
    report = read(stored.report)
    owner = owner_of(db, assignment, report.title, submission)
    attempt = _attempt(db, owner, digest, content, report.submission.path)
    return keep_for(db, owner, attempt, stored, count=count, again=again)


def owner_of(db: sqlite3.Connection, assignment: str, title: str, submission: str) -> int:
    """The row of a submission, made where there is none."""
    db.execute("INSERT OR IGNORE INTO assignments (id, title) VALUES (?, ?)", (assignment, title))
    db.execute("INSERT OR IGNORE INTO submissions (assignment, name) VALUES (?, ?)", (assignment, submission))
    found = db.execute("SELECT id FROM submissions WHERE assignment = ? AND name = ?", (assignment, submission))
    return int(found.fetchone()[0])


def keep_for(db: sqlite3.Connection, owner: int, attempt: int, stored: Stored, *, count: bool, again: bool) -> bool:
    """Keep a result of an attempt that is there. -> whether it counts now."""
    report = read(stored.report)
    counted = db.execute("SELECT counted FROM attempts WHERE id = ?", (attempt,)).fetchone()[0]
    broken = report.broken
    result = _result(db, attempt, stored, report, broken=broken, again=again)
    counts = count and not stored.partial and report.grade
    if broken and counts:
        others = "SELECT 1 FROM attempts WHERE submission = ? AND counted IS NOT NULL AND counted <> ?"
        counts = db.execute(others, (owner, result)).fetchone() is None
    if counts and counted != result:
        db.execute("UPDATE attempts SET counted = ? WHERE id = ?", (result, attempt))
    return counts


def _attempt(db: sqlite3.Connection, owner: int, digest: str, content: str, path: str) -> int:
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


def _result(db: sqlite3.Connection, attempt: int, stored: Stored, report: Report, *, broken: bool, again: bool) -> int:
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
