"""The gradebook's file: opened, checked, migrated, locked for a run. SQLite, with a write-ahead log.

A file is only ever opened whole: its integrity is checked, a file of an older version is copied aside before it is
changed, and one of a newer version, or of another program, is refused.

A file on a read-only disk, or in a folder of somebody else's, can still be read. SQLite's log needs a place beside the
file even then, so it is opened as one that nobody changes, or, where that would not be the whole truth, in memory.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from grader.core.errors import MachineError, UsageError
from grader.core.safe_text import one_line
from grader.gradebook.tables import APPLICATION, MIGRATIONS

__all__ = ["APPLICATION", "MIGRATIONS", "connect", "integrity", "only_run", "sqlite_errors"]

_BUSY_SECONDS = 30.0
_READ_ONLY = (
    "cannot be written: it, or the folder it lies in, is read-only here. `grader gradebook show`, `log` and `check`, "
    "`grader stats`, `export` and `cohort-report` read it as it is; to change it, copy it to a folder of yours"
)


@contextlib.contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Errors of SQLite as one sentence for a person. Raises MachineError, and UsageError for what is no gradebook."""
    try:
        yield
    except sqlite3.Error as error:
        raise _sentence(path, error) from None
    except OSError as error:
        raise MachineError(
            f"{path}: cannot be written: {error.strerror or error}; nothing was saved, run again"
        ) from None


def _sentence(path: Path, error: sqlite3.Error) -> Exception:
    said = str(error)
    kind = getattr(error, "sqlite_errorname", "")
    if kind.startswith("SQLITE_NOTADB"):
        return UsageError(f"{path}: not a gradebook (no SQLite file); name another with --gradebook")
    if kind.startswith("SQLITE_CORRUPT"):
        return MachineError(f"{path}: damaged ({said}); restore a backup. Nothing was written to it")
    if kind.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        said = "no space left, or a limit on file sizes" if kind in ("SQLITE_FULL", "SQLITE_IOERR_WRITE") else said
        return MachineError(f"{path}: cannot be written: {said}; what was stored before is kept, run again")
    if kind.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return MachineError(f"{path}: {_READ_ONLY} ({said})")
    if kind.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return MachineError(f"{path}: another program holds it for more than {_BUSY_SECONDS:g} s; run again")
    return MachineError(f"{path}: {said}; what was stored before is kept")


def connect(path: Path, *, create: bool = True, reading: bool = False) -> sqlite3.Connection:
    """The database at `path`, checked and of this version; made where `create` and there is none.

    Where it is only for `reading`, the file and its folder need not be writable; nothing can be changed then.
    Raises UsageError where it is missing, another program's, or of a newer version; MachineError where it is
    damaged or cannot be written. A file that could not be made whole is not left behind.
    """
    new = not path.exists()
    if new and not create:
        raise UsageError(f"{path}: no such gradebook; `grader grade DIR --gradebook {path.name}` makes one")
    if path.is_dir():
        raise UsageError(f"{path}: a folder; name the gradebook's file, such as {path / 'gradebook.db'}")
    if not new and not _writable(path):
        if reading:
            return _unwritten(path)
        raise MachineError(f"{path}: {_READ_ONLY}")
    made = not path.parent.exists()
    with sqlite_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
        try:
            _safe(db)
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


def _safe(db: sqlite3.Connection) -> None:
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA trusted_schema = OFF")


def _writable(path: Path) -> bool:
    """Whether the file can be changed: the log stands beside it, so its folder has to be writable as well."""
    real = path.resolve()
    return os.access(real, os.W_OK) and os.access(real.parent, os.W_OK)


def _unwritten(path: Path) -> sqlite3.Connection:
    """The database of a file that cannot be written, for reading. Raises as `connect`."""
    with sqlite_errors(path):
        db = _as_it_is(path)
        try:
            _safe(db)
            if _sound(db, path) < len(MIGRATIONS):
                db = _in_memory(db)
                _migrate(db)
            _as_made(db, path)
            db.execute("PRAGMA query_only = ON")
        except BaseException:
            db.close()
            raise
    return db


def _as_it_is(path: Path) -> sqlite3.Connection:
    """A connection that asks for no file beside the database's."""
    log = Path(f"{path.resolve()}-wal")
    if not log.exists() or not log.stat().st_size:
        return _reading(path, "immutable=1")
    db = _reading(path, "mode=ro")  # somebody else is at work, or the log was left behind with its index
    try:
        _pragma(db, "user_version")
    except sqlite3.OperationalError:  # no index, and no place to make one: what the log holds is not to be missed
        db.close()
        with tempfile.TemporaryDirectory(prefix="grader-") as place:
            copy = Path(place) / "gradebook.db"
            shutil.copyfile(path, copy)
            shutil.copyfile(log, f"{copy}-wal")
            return _in_memory(sqlite3.connect(copy, isolation_level=None))
    return db


def _reading(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=_BUSY_SECONDS, isolation_level=None)


def _in_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    """What a connection sees, as a database of this process alone; the connection is closed."""
    with contextlib.closing(db):
        copy = sqlite3.connect(":memory:", isolation_level=None)
        db.backup(copy)
    _safe(copy)
    return copy


def _whole(db: sqlite3.Connection, path: Path) -> None:
    """Check the file, and bring it to this version."""
    version = _sound(db, path)
    if version == len(MIGRATIONS):
        _as_made(db, path)
        return
    if version:
        _backup(db, path.with_name(f"{path.name}.v{version}.bak"))
    _migrate(db)


def _sound(db: sqlite3.Connection, path: Path) -> int:
    """The version of a gradebook that is undamaged; 0 where it is new. Raises UsageError, MachineError."""
    problems = integrity(db)
    if problems:
        raise MachineError(f"{path}: damaged ({problems[0]}); restore a backup. Nothing was written to it")
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
    return version


def _migrate(db: sqlite3.Connection) -> None:
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
            f"{path}: its {one_line(odd[0], 40)!r} was changed or added by another program; restore a backup"
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
    with sqlite_errors(place):
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
