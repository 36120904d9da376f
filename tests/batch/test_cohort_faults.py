"""Ended at any instant, short of disk, twice at once: nothing lost, nothing doubled, the file whole."""

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from cohorts import ENVIRONMENT, RIGHT, children, descendants, earned, expected, scores, wait_for

from grader.gradebook import Gradebook


def whole(path, count, **special):
    """The gradebook holds every submission once, with its points, and SQLite finds nothing wrong with the file."""
    with Gradebook.open(path) as book:
        assert book.integrity() == []
        assert scores(book) == expected(count, **special)
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("SELECT count(*) FROM attempts").fetchone() == (count,)
        assert db.execute("SELECT count(*) FROM results").fetchone() == (count,)


def killed(run, seconds):
    """Kill a run that long after its graders have started. -> the processes that were below it."""
    wait_for(lambda: run.poll() is not None or len(children(run.pid)) == 2)
    time.sleep(seconds)
    below = descendants(run.pid)
    run.kill()
    run.wait()
    return below


@pytest.mark.parametrize("round_", range(2))
def test_killed_at_a_random_moment_and_run_again_it_ends_the_same(
    small, cohort, started, grader, gone, tmp_path, round_
):
    count = 16
    root, place = small(fault="time.sleep(0.02)"), cohort(count)
    arguments = ["grade", place, "--course", root, "-o", tmp_path / "out", "--jobs", "2"]
    for _ in range(2):
        below = killed(started(*arguments), random.uniform(0.3, 1.5))
        assert gone(lambda pid, group, below=below: pid in below)  # no grader goes on without its parent
    done = grader(*arguments, "--json")
    assert done.returncode == 0
    assert earned(done) == expected(count)
    whole(tmp_path / "out" / "instructor" / "gradebook.db", count)
    names = {path.name for path in (tmp_path / "out").iterdir() if path.is_file() and path.name[0] != "."}
    assert names == {f"{name}.{kind}" for name in expected(count) for kind in ("json", "txt", "html")}


def test_interrupted_and_run_again_only_the_rest_is_graded(small, cohort, started, grader, tmp_path):
    root, place, book = small(fault="time.sleep(0.05)"), cohort(16), tmp_path / "g.db"
    run = started("grade", place, "--course", root, "--gradebook", book, "--jobs", "2")

    def stored():
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(f"file:{book}?mode=ro", uri=True)) as db,
        ):
            return db.execute("SELECT count(*) FROM results").fetchone()[0] >= 4

    wait_for(stored)
    os.kill(run.pid, signal.SIGINT)
    assert run.wait(20) in (130, 0)
    with Gradebook.open(book) as kept:
        before = len(scores(kept))
    assert before >= 4
    done = grader("grade", place, "--course", root, "--gradebook", book)
    assert done.returncode == 0
    assert f"16 found, {16 - before} graded, {before} unchanged" in done.stderr
    whole(book, 16)


def test_two_runs_at_once_wait_for_one_another(small, cohort, started, tmp_path):
    root, place, book = small(fault="time.sleep(0.05)"), cohort(9), tmp_path / "g.db"
    arguments = ["grade", place, "--course", root, "--gradebook", book, "--json", "--jobs", "1"]
    runs = [started(*arguments), started(*arguments)]
    ends = [run.communicate(timeout=60) for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    said = [err for _, err in ends]
    assert sorted("another run is using it; waiting for it to end" in err for err in said) == [False, True]
    assert sorted("9 found, 0 graded, 9 unchanged" in err for err in said) == [False, True]
    assert sorted(ends[0][0].splitlines()) == sorted(ends[1][0].splitlines())
    whole(book, 9)


@pytest.mark.parametrize("kib", [4, 40, 120])
def test_a_limit_on_file_sizes_ends_the_run_and_loses_nothing(small, cohort, grader, tmp_path, kib):
    """RLIMIT_FSIZE: the gradebook or a report cannot grow any more, at one write or another."""
    root, place, out = small(), cohort(9), tmp_path / "out"
    arguments = ["grade", place, "--course", root, "-o", out]
    done = grader(*arguments, before=("prlimit", f"--fsize={kib << 10}", "--"))
    assert done.returncode == 3
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(out.rglob(".grader-*"))
    again = grader(*arguments, "--json")
    assert again.returncode == 0
    assert earned(again) == expected(9)
    whole(out / "instructor" / "gradebook.db", 9)


@pytest.mark.parametrize("size", ["64k", "400k"])
def test_a_full_disk_ends_the_run_and_loses_nothing(small, cohort, grader, disk, size):
    root, place, small_disk = small(), cohort(9), disk(f"size={size}")
    arguments = ["grade", place, "--course", root, "-o", small_disk / "out"]
    done = grader(*arguments)
    assert done.returncode == 3
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    os.system(f"mount -o remount,size=16m {small_disk}")
    again = grader(*arguments, "--json")
    assert again.returncode == 0
    assert earned(again) == expected(9)
    whole(small_disk / "out" / "instructor" / "gradebook.db", 9)


def test_a_read_only_folder_is_said_before_anything_is_graded(small, cohort, grader, disk):
    place = disk("size=1m,ro")
    done = grader("grade", cohort(9), "--course", small(), "-o", place / "out")
    assert (done.returncode, done.stdout) == (3, "")
    assert "cannot be written: Read-only file system" in done.stderr


def test_a_read_only_gradebook_is_one_sentence(small, cohort, grader, disk, tmp_path):
    root, place = small(), cohort(2)
    where = disk("size=4m")
    assert grader("grade", place, "--course", root, "--gradebook", where / "g.db").returncode == 0
    os.system(f"mount -o remount,ro {where}")
    done = grader("grade", place, "--course", root, "--gradebook", where / "g.db")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"Error: {where}/g.db: cannot be ")
    assert len(done.stderr.splitlines()) == 1


def test_a_full_disk_under_standard_output_is_one_sentence(small, cohort):
    arguments = ["grade", str(cohort(9)), "--course", str(small()), "--json", "--quiet"]
    command = [sys.executable, "-m", "grader", *arguments]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr == "Error: standard output cannot be written: No space left on device; run again\n"


def test_one_more_graded_alone_goes_into_the_gradebook_of_the_others(small, cohort, grader, tmp_path):
    root, place, out = small(), cohort(2), tmp_path / "out"
    assert grader("grade", place, "--course", root, "-o", out).returncode == 0
    (place / "s001" / "tiny.py").write_text(RIGHT)
    assert grader("grade", place / "s001", "--course", root, "-o", out).returncode == 0
    with Gradebook.open(out / "instructor" / "gradebook.db") as book:
        assert scores(book) == expected(2, s001=10)
