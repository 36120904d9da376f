"""An open gradebook file: rows, changes that are whole or not at all, the trail that each decision leaves."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from grader.gradebook.database import connect, integrity, only_run, told
from grader.gradebook.keeping import now

__all__ = ["File"]


class File:
    """The file itself. What stands in it is read and changed by the classes that build on this one."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db, self.path = db, path

    @classmethod
    def open(cls, path: Path | str, *, create: bool = False, reading: bool = False) -> Self:
        """The gradebook at `path`, its integrity checked; made where `create`. Raises UsageError, MachineError.

        Where it is only for `reading`, it may lie on a read-only disk or in a folder of somebody else's.
        """
        path = Path(path)
        return cls(connect(path, create=create, reading=reading), path)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def running(
        self, waiting: Any = lambda: None, *, seconds: float = 3600.0
    ) -> contextlib.AbstractContextManager[None]:
        """Hold the gradebook for one run; a second run waits (`grader.gradebook.database.only_run`)."""
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
