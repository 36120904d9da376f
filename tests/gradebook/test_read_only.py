"""A gradebook on a read-only disk: shown, counted and exported as it is; whoever wants to change it is told."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys

import pytest
from cohorts import report

from grader.core.errors import MachineError
from grader.gradebook import Gradebook, Stored, database

READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'  # root writes into any other folder


@pytest.fixture
def shelf(tmp_path):
    """A folder with a gradebook of two learners in it."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    with Gradebook.open(folder / "g.db", create=True) as book:
        for name, earned in (("ada", 6), ("ben", 3)):
            book.store("hw", name, name, "{}", Stored(name, report(name, earned), "en", ""))
        book.override("hw", "ben", 5, "me", "an appeal")
    return folder


@pytest.fixture
def at(shelf, grader):
    """`at("gradebook", "show")`: a command in a world where the shelf is read-only."""
    inside = ["unshare", "--mount", *(["--map-root-user"] if os.geteuid() else []), "sh", "-c", READ_ONLY, str(shelf)]
    if shutil.which("unshare") is None or subprocess.run([*inside, "true"], capture_output=True).returncode:
        pytest.skip("nothing can be mounted read-only here")
    assert subprocess.run([*inside, "touch", shelf / "x"], capture_output=True).returncode

    def run(*arguments):
        before = everything(shelf)
        done = grader(*arguments, before=inside, cwd=shelf.parent)
        assert everything(shelf) == before
        return done

    return run


def everything(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def killed(path, statement):
    """Change the database in a process that is killed before the change has left the log."""
    script = (
        "import os, signal, sqlite3, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "db.execute(sys.argv[2]); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", script, path, statement])
    assert done.returncode == -signal.SIGKILL
    assert path.with_name("g.db-wal").stat().st_size > 0


READING = [
    ("gradebook", "show"),
    ("gradebook", "log"),
    ("gradebook", "check"),
    ("gradebook", "late"),
    ("gradebook", "merge"),
    ("stats",),
    ("export",),
    ("cohort-report",),
]


def arguments_of(command, shelf):
    file = shelf / "g.db"
    if command == ("gradebook", "merge"):
        return (*command, file, "--gradebook", shelf.parent / "whole.db")
    if command[0] == "gradebook":
        return (*command, "--gradebook", file)
    return (*command, file, *{"export": ("--to", "csv"), "cohort-report": (shelf.parent / "site",)}.get(command[0], ()))


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_what_only_reads_works_where_nothing_can_be_written(at, shelf, grader, command):
    done = at(*arguments_of(command, shelf))
    assert done.returncode == 0, done.stderr
    shutil.rmtree(shelf.parent / "site", ignore_errors=True)
    (shelf.parent / "whole.db").unlink(missing_ok=True)
    free = grader(*arguments_of(command, shelf), cwd=shelf.parent)
    assert (done.stdout, done.stderr) == (free.stdout, free.stderr)


@pytest.mark.parametrize(
    "command",
    [
        ("gradebook", "override", "ada", "7", "--reason", "why"),
        ("gradebook", "extend", "ada", "2026-12-08", "--reason", "why"),
        ("gradebook", "late", "--due", "2026-12-08"),
        ("gradebook", "init", "hw2"),
        ("gradebook", "import-roster", "list.csv"),
    ],
    ids=lambda command: command[1],
)
def test_what_writes_says_why_it_cannot_and_what_can_be_done(at, shelf, command):
    (shelf.parent / "list.csv").write_text("id,name\nada,Ada\n")
    done = at(*command, "--gradebook", shelf / "g.db")
    assert done.returncode == 3
    assert f"{shelf / 'g.db'}: cannot be written: it, or the folder it lies in, is read-only here" in done.stderr
    assert "to change it, copy it to a folder of yours" in done.stderr
    assert done.stderr.count("\n") == 1


def shown(done):
    assert done.returncode == 0, done.stderr
    return {one["learner"]: one["total"] for one in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("index", [True, False], ids=["with its index", "without"])
def test_what_a_killed_run_left_in_the_log_is_shown_as_well(at, shelf, index):
    killed(shelf / "g.db", "INSERT INTO overrides VALUES (NULL, 'hw', 'ada', '9', 'me', 'why', 'now')")
    if not index:
        (shelf / "g.db-shm").unlink()
    assert shown(at("gradebook", "show", "--json", "--gradebook", shelf / "g.db")) == {"ada": 9, "ben": 5}


def test_a_file_of_an_older_grader_is_shown_and_stays_as_it_is(at, shelf):
    with contextlib.closing(sqlite3.connect(shelf / "old.db")) as old:
        old.executescript(database.MIGRATIONS[0])
        with contextlib.closing(sqlite3.connect(shelf / "g.db")) as now:
            for table in ("assignments", "submissions", "attempts", "results"):
                rows = now.execute(f"SELECT * FROM {table}").fetchall()
                old.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        old.executescript(f"PRAGMA application_id = {database.APPLICATION}; PRAGMA user_version = 1")
        old.execute("PRAGMA journal_mode = WAL")
        old.commit()
    assert shown(at("gradebook", "show", "--json", "--gradebook", shelf / "old.db")) == {"ada": 7, "ben": 4}


def test_another_name_of_a_file_that_cannot_be_written(at, shelf, tmp_path):
    (tmp_path / "link.db").symlink_to(shelf / "g.db")
    assert shown(at("gradebook", "show", "--json", "--gradebook", tmp_path / "link.db")) == {"ada": 7, "ben": 5}
    assert at("gradebook", "init", "hw2", "--gradebook", tmp_path / "link.db").returncode == 3


def test_a_damaged_file_is_refused_there_too(at, shelf):
    data = bytearray((shelf / "g.db").read_bytes())
    for page in range(6, len(data) // 4096, 3):
        data[page * 4096 : page * 4096 + 200] = os.urandom(200)
    (shelf / "g.db").write_bytes(data)
    done = at("gradebook", "show", "--gradebook", shelf / "g.db")
    assert done.returncode == 3
    assert "damaged" in done.stderr


def test_what_was_opened_for_reading_changes_nothing(shelf, monkeypatch):
    monkeypatch.setattr(database, "_writable", lambda path: False)
    before = everything(shelf)
    with Gradebook.open(shelf / "g.db", reading=True) as book, pytest.raises(MachineError, match="cannot be written"):
        book.override("hw", "ada", 1, "me", "why")
    assert everything(shelf) == before
