"""An open gradebook: its rows, its transactions, and the audit log of what people decided.

Every function of this room takes a `Store` first; `grader.gradebook.Gradebook` is their facade.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.gradebook.database import connect, integrity, sqlite_errors
from grader.reports.shared_questions import SharedQuestion, question_json, read_question

__all__ = ["Store", "audit_log", "check_integrity", "now", "open_store", "time_of"]


@dataclasses.dataclass(frozen=True)
class Store:
    """A gradebook file that is open. Errors of SQLite are one sentence for a person (`sqlite_errors`)."""

    connection: sqlite3.Connection
    path: Path
    questions: dict[str, SharedQuestion | None] = dataclasses.field(default_factory=dict, compare=False, repr=False)

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """All rows of a query."""
        with sqlite_errors(self.path):
            return self.connection.execute(sql, values).fetchall()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One transaction, whole or not at all."""
        with sqlite_errors(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def question(self, key: str) -> SharedQuestion | None:
        """The words of a quiz question that reports of this gradebook share; read once."""
        if key not in self.questions:
            rows = self.rows("SELECT words FROM questions WHERE key = ?", key)
            self.questions[key] = read_question(rows[0][0]) if rows else None
        return self.questions[key]

    def share(self, db: sqlite3.Connection, shared: Mapping[str, SharedQuestion]) -> None:
        """Store the words of questions, each once; inside a transaction."""
        new = [(key, question_json(one)) for key, one in shared.items() if self.questions.get(key) is None]
        db.executemany("INSERT OR IGNORE INTO questions (key, words) VALUES (?, ?)", new)

    def audit(self, author: str, action: str, assignment: str, learner: str, detail: Mapping[str, object]) -> None:
        """Add an entry to the audit log, inside the transaction of what it tells about."""
        self.connection.execute(
            "INSERT INTO audit (at, author, action, assignment, learner, detail) VALUES (?, ?, ?, ?, ?, ?)",
            (now(), author, action, assignment, learner, json.dumps(detail, ensure_ascii=False)),
        )


def open_store(path: Path | str, *, create: bool = False, reading: bool = False) -> Store:
    """The gradebook at `path`; see `grader.gradebook.database.connect`. Raises UsageError, MachineError."""
    path = Path(path)
    return Store(connect(path, create=create, reading=reading), path)


def check_integrity(store: Store) -> list[str]:
    """What is wrong with the file; empty where it is whole. Raises MachineError."""
    with sqlite_errors(store.path):
        return integrity(store.connection)


def audit_log(store: Store, assignment: str | None = None) -> Iterator[dict[str, Any]]:
    """Everything a person decided, oldest first; of one assignment, also what belongs to none."""
    for row in store.rows("SELECT * FROM audit ORDER BY id"):
        if assignment is None or row["assignment"] in ("", assignment):
            yield {**dict(row), "detail": json.loads(row["detail"])}


def now() -> str:
    """The time by this machine's clock, UTC; it is only shown, never compared."""
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0).isoformat()


def time_of(text: str) -> datetime.datetime:
    """A time that the file holds; one without a zone is UTC."""
    found = datetime.datetime.fromisoformat(text)
    return found if found.tzinfo is not None else found.replace(tzinfo=datetime.UTC)
