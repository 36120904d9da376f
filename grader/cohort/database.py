"""The gradebook's file: opened, checked, migrated, locked for a run. SQLite, with a write-ahead log.

A file is only ever opened whole: its integrity is checked, a file of an older version is copied aside before it is
changed, and one of a newer version, or of another program, is refused.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from grader.errors import MachineError, UsageError
from grader.text import one_line

__all__ = ["APPLICATION", "MIGRATIONS", "connect", "integrity", "only_run", "told"]

APPLICATION = 0x47524144  # "GRAD", the application id in the file's header
_BUSY_SECONDS = 30.0


def _kept(*tables: str) -> str:
    """Triggers that let nobody change or remove a row."""
    return "".join(
        f"CREATE TRIGGER {table}_keep_{verb} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is a trail: nothing in it is changed or removed'); END;\n"
        for table in tables
        for verb in ("UPDATE", "DELETE")
    )


_FIRST = """
CREATE TABLE assignments (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL DEFAULT '',
  due_at TEXT,
  grace_seconds INTEGER NOT NULL DEFAULT 0,
  per_day TEXT NOT NULL DEFAULT '0',
  cap TEXT NOT NULL DEFAULT '1'
);
CREATE TABLE learners (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  section TEXT NOT NULL DEFAULT '',
  external TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE submissions (
  id INTEGER PRIMARY KEY,
  assignment TEXT NOT NULL REFERENCES assignments(id),
  name TEXT NOT NULL,
  received_at TEXT,
  UNIQUE (assignment, name)
);
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  submission INTEGER NOT NULL REFERENCES submissions(id),
  number INTEGER NOT NULL,
  digest TEXT NOT NULL,
  path TEXT NOT NULL,
  content TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  counted INTEGER REFERENCES results(id),
  UNIQUE (submission, number)
);
CREATE TABLE results (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  attempt INTEGER NOT NULL REFERENCES attempts(id),
  key TEXT NOT NULL,
  suite TEXT NOT NULL,
  engine TEXT NOT NULL,
  seed INTEGER NOT NULL,
  language TEXT NOT NULL,
  partial TEXT NOT NULL,
  earned TEXT NOT NULL,
  possible TEXT NOT NULL,
  pending TEXT NOT NULL,
  grade INTEGER NOT NULL,
  broken INTEGER NOT NULL,
  graded_at TEXT NOT NULL,
  report TEXT NOT NULL,
  UNIQUE (attempt, key)
);
CREATE INDEX results_by_key ON results (key);
CREATE TABLE overrides (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  learner TEXT NOT NULL,
  points TEXT,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  reason TEXT NOT NULL CHECK (trim(reason) <> ''),
  at TEXT NOT NULL
);
CREATE TABLE extensions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  learner TEXT NOT NULL,
  due_at TEXT,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  reason TEXT NOT NULL CHECK (trim(reason) <> ''),
  at TEXT NOT NULL
);
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  action TEXT NOT NULL,
  assignment TEXT NOT NULL,
  learner TEXT NOT NULL,
  detail TEXT NOT NULL
);
""" + _kept("overrides", "extensions", "audit")

_SECOND = """
CREATE TABLE marks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  assignment TEXT NOT NULL,
  submission TEXT NOT NULL,
  item TEXT NOT NULL,
  version TEXT NOT NULL,
  points TEXT NOT NULL,
  possible TEXT NOT NULL,
  author TEXT NOT NULL CHECK (trim(author) <> ''),
  note TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX marks_by_submission ON marks (assignment, submission);
CREATE TABLE marking (salt TEXT NOT NULL);
INSERT INTO marking (salt) VALUES (lower(hex(randomblob(16))));
""" + _kept("marks")

MIGRATIONS: tuple[str, ...] = (_FIRST, _SECOND)
"""The step from each version of the file to the next; `PRAGMA user_version` counts the steps that were taken."""


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Errors of SQLite as one sentence for a person. Raises MachineError, and UsageError for what is no gradebook."""
    try:
        yield
    except sqlite3.Error as error:
        raise _sentence(path, error) from None
    except OSError as error:
        raise MachineError(
            f"{path}: cannot be written: {error.strerror or error}; nothing of it was kept, run again"
        ) from None


def _sentence(path: Path, error: sqlite3.Error) -> Exception:
    said = str(error)
    kind = getattr(error, "sqlite_errorname", "")
    if kind.startswith("SQLITE_NOTADB"):
        return UsageError(f"{path}: not a gradebook (no SQLite file); name another with --gradebook")
    if kind.startswith("SQLITE_CORRUPT"):
        return MachineError(f"{path}: damaged ({said}); put a backup in its place. Nothing was written to it")
    if kind.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        said = "no space left, or a limit on file sizes" if kind in ("SQLITE_FULL", "SQLITE_IOERR_WRITE") else said
        return MachineError(f"{path}: cannot be written: {said}; what was stored before is kept, run again")
    if kind.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return MachineError(f"{path}: cannot be written: {said}; name a gradebook in a folder of yours")
    if kind.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return MachineError(f"{path}: another program holds it for more than {_BUSY_SECONDS:g} s; run again")
    return MachineError(f"{path}: {said}; what was stored before is kept")


def connect(path: Path, *, create: bool = True) -> sqlite3.Connection:
    """The database at `path`, checked and of this version; made where `create` and there is none.

    Raises UsageError where it is missing, another program's, or of a newer version; MachineError where it is
    damaged or cannot be written. A file that could not be made whole is not left behind.
    """
    new = not path.exists()
    if new and not create:
        raise UsageError(f"{path}: no such gradebook; `grader grade DIR --gradebook {path.name}` makes one")
    if path.is_dir():
        raise UsageError(f"{path}: a folder; name the gradebook's file, such as {path / 'gradebook.db'}")
    made = not path.parent.exists()
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
        try:
            db.row_factory = sqlite3.Row
            db.execute("PRAGMA trusted_schema = OFF")
            _whole(db, path)
            _write_ahead(db)
            db.execute("PRAGMA synchronous = FULL")  # what is said to be graded survives a power cut
            db.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            db.close()
            if new:
                for ending in ("", "-wal", "-shm", "-journal"):
                    Path(f"{path}{ending}").unlink(missing_ok=True)
                if made:
                    path.parent.rmdir()
            raise
    return db


def _whole(db: sqlite3.Connection, path: Path) -> None:
    """Check the file, and bring it to this version."""
    problems = integrity(db)
    if problems:
        raise MachineError(f"{path}: damaged ({problems[0]}); put a backup in its place. Nothing was written to it")
    db.execute("BEGIN")  # one look at all three: another run may be making this file
    empty = not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    version, ours = _pragma(db, "user_version"), _pragma(db, "application_id") == APPLICATION
    db.execute("COMMIT")
    if not ours and not empty:
        raise UsageError(f"{path}: an SQLite file of another program, no gradebook; name another with --gradebook")
    if version > len(MIGRATIONS):
        raise UsageError(
            f"{path}: version {version}, but this grader reads up to {len(MIGRATIONS)}; use the newer grader"
        )
    if version == len(MIGRATIONS):
        _as_made(db, path)
        return
    if version:
        _backup(db, path.with_name(f"{path.name}.v{version}.bak"))
    db.execute("BEGIN EXCLUSIVE")  # all steps or none; a second run that comes meanwhile finds them taken
    try:
        for number in range(_pragma(db, "user_version"), len(MIGRATIONS)):
            for statement in _statements(MIGRATIONS[number]):
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _as_made(db: sqlite3.Connection, path: Path) -> None:
    """Raise UsageError where a table is missing or another, or a view or trigger would act on what is read."""
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript("".join(MIGRATIONS))
        made = _objects(fresh)
    odd = sorted(name for name in {one[0] for one in made ^ _objects(db)})
    if odd:
        raise UsageError(
            f"{path}: its {one_line(odd[0], 40)!r} was changed or added by another program; put a backup in its place"
        )


def _objects(db: sqlite3.Connection) -> set[tuple[str, str]]:
    """Name and text of every table, index, view and trigger, without SQLite's own."""
    rows = db.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return {(str(name), " ".join(str(sql).split())) for name, sql in rows}


def _write_ahead(db: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait by itself for another connection that does the same."""
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY") or time.monotonic() > end:
                raise
            time.sleep(0.02)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; a trigger holds semicolons of its own."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _backup(db: sqlite3.Connection, path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as copy:
        db.backup(copy)


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def integrity(db: sqlite3.Connection) -> list[str]:
    """What SQLite's own check finds wrong with the file; empty where it is whole."""
    found = [str(row[0]) for row in db.execute("PRAGMA integrity_check")]
    found = [line for line in found if line != "ok"]
    return found + [f"a row of {row[0]} refers to nothing" for row in db.execute("PRAGMA foreign_key_check")]


@contextlib.contextmanager
def only_run(path: Path, waiting: Callable[[], None] = lambda: None, *, seconds: float = 3600.0) -> Iterator[None]:
    """Hold the gradebook for a run that grades into it; `waiting` is called once if another run holds it.

    The lock is SQLite's own on an empty file beside the gradebook, so it works on every system and is gone with
    the process that held it, however that ended. Raises MachineError after `seconds`.
    """
    place = path.with_name(f".{path.name}.lock")
    end, asked = time.monotonic() + seconds, False
    with told(place):
        lock = sqlite3.connect(place, timeout=0, isolation_level=None)
    try:
        while True:
            try:
                lock.execute("BEGIN EXCLUSIVE")
                break
            except sqlite3.Error as error:
                kind = getattr(error, "sqlite_errorname", "")
                if kind.startswith("SQLITE_NOTADB"):
                    raise UsageError(f"{place}: in the way of the lock that a run holds; remove this file") from None
                if not kind.startswith("SQLITE_BUSY"):
                    raise _sentence(place, error) from None
            if not asked:
                waiting()
                asked = True
            if time.monotonic() > end:
                raise MachineError(f"{path}: another run grades into it; try again when it has ended")
            time.sleep(0.1)
        yield
    finally:
        lock.close()
