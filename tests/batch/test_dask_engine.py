"""A dask cluster of two real worker processes, one of them killed on the way: every result arrives."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cohorts import ENVIRONMENT, descendants, expected, wait_for

pytest.importorskip("distributed")

CLUSTER = """
import json, sys
from distributed import LocalCluster

if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1")
    print(json.dumps([cluster.scheduler_address, [w.pid for w in cluster.workers.values()]]), flush=True)
    sys.stdin.read()
    cluster.close()
"""


@pytest.fixture
def cluster(tmp_path):
    """A scheduler's address, and the pids of its two workers, in processes of their own."""
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    environment = {
        **ENVIRONMENT,
        "DASK_DISTRIBUTED__WORKER__DAEMON": "False",
        "DASK_TEMPORARY_DIRECTORY": str(tmp_path),
    }
    run = subprocess.Popen(
        [sys.executable, str(script)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        text=True,
    )
    yield json.loads(run.stdout.readline())
    run.stdin.close()
    run.wait(30)
    run.stdout.close()


def test_every_result_arrives_though_a_worker_is_killed(small, cohort, started, cluster, gone, tmp_path):
    address, workers = cluster
    assert len(set(workers)) == 2
    root, place = small(fault="time.sleep(0.05)"), cohort(24)
    book = tmp_path / "g.db"
    run = started(
        "grade",
        place,
        "--course",
        root,
        "--json",
        "--quiet",
        "--engine",
        "dask",
        "--scheduler",
        address,
        "-o",
        tmp_path / "out",
        "--gradebook",
        book,
    )
    wait_for(lambda: (tmp_path / "out" / "s000.json").exists() or run.poll() is not None, 60)
    assert run.poll() is None, run.communicate()
    below = descendants(workers[0])
    assert below  # it keeps a grader process, and that one its fork server
    assert len(list((tmp_path / "out").glob("*.json"))) < 24
    os.kill(workers[0], signal.SIGKILL)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    reports = {one["submission"]["id"]: one["score"]["earned"] for one in map(json.loads, out.splitlines())}
    assert reports == expected(24)
    assert list(reports) == list(expected(24))
    assert gone(lambda pid, group: pid in below)  # the dead worker's grader has gone with it
    assert wait_for(lambda: not descendants(workers[1]))  # and the run has ended those of the living
    assert len(list((tmp_path / "out").glob("*.html"))) == 24


@pytest.mark.parametrize("which", ["a grader process", "a worker"])
def test_every_result_arrives_though_somebody_stands_still(small, cohort, started, cluster, grader, tmp_path, which):
    """The scores are those of the pool, and the run ends by itself although the stopped one never goes on."""
    address, workers = cluster
    root, place = small(fault="time.sleep(0.05)"), cohort(16)
    pool = grader("grade", place, "--course", root, "--json", "--quiet", "--jobs", "2")
    arguments = ["grade", place, "--course", root, "--json", "--quiet", "-o", tmp_path / "out"]
    run = started(*arguments, "--engine", "dask", "--scheduler", address)
    wait_for(lambda: (tmp_path / "out" / "s000.json").exists() or run.poll() is not None, 60)
    assert run.poll() is None, run.communicate()
    if which == "a worker":
        still = [workers[0]]
    else:
        still = [pid for pid in descendants(workers[0]) if b"worker_main" in command(pid)]
    assert still
    for pid in still:
        os.kill(pid, signal.SIGSTOP)
    try:
        out, err = run.communicate(timeout=120)
    finally:
        for pid in still:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
    assert run.returncode == 0, err
    assert scores_in(out) == scores_in(pool.stdout) == expected(16)


def command(pid):
    """A process's command line; empty where it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def scores_in(text):
    return {one["submission"]["id"]: one["score"]["earned"] for one in map(json.loads, text.splitlines())}


def test_no_cluster_is_one_sentence(small, cohort, grader):
    arguments = ["grade", cohort(2), "--course", small(), "--engine", "dask"]
    done = grader(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--engine dask needs the scheduler's address" in done.stderr
    done = grader(*arguments, "--scheduler", "tcp://127.0.0.1:9")
    assert (done.returncode, done.stdout) == (3, "")
    assert "tcp://127.0.0.1:9: no dask scheduler answers there" in done.stderr
    assert "Traceback" not in done.stderr
