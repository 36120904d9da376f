"""Central grading of 300 repositories by one command, killed at any moment: nothing is lost, nothing is doubled."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from grader.integrations.github.repos_csv import FETCHED, RepositoryRow, write_ledger

COUNT = 300
RIGHT = """
def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
"""
COLUMNS = RIGHT.replace("axis=-1", "axis=0")
DIES = "import os\nos._exit(0)\n"
STORED = """
SELECT submissions.name, count(results.id), count(DISTINCT attempts.id) FROM submissions
JOIN attempts ON attempts.submission = submissions.id JOIN results ON results.attempt = attempts.id
GROUP BY submissions.name
"""
SCORES = {RIGHT: 14, COLUMNS: 0, DIES: 0}


@pytest.fixture
def cohort(tmp_path):
    """300 folders as `fetch` leaves them, no two the same, and what each has to get."""
    folder, expected, lines = tmp_path / "cohort", {}, []
    for number in range(COUNT):
        learner = f"learner{number:03}"
        text = DIES if number % 50 == 7 else COLUMNS if number % 10 == 3 else RIGHT
        place = folder / "submissions" / learner / "exercises" / "self_attention"
        place.mkdir(parents=True)
        (place / "attention.py").write_text(f"import numpy as np  # {learner}\n{text}")
        expected[learner] = SCORES[text]
        lines.append(RepositoryRow(learner, f"course/att-{learner}", FETCHED, f"{number:040x}", "2026-12-01T00:00:00Z"))
    write_ledger(folder / "repos.csv", lines)
    return folder, expected


def command(root, folder):
    return [
        sys.executable,
        "-m",
        "grader",
        "cohort",
        "grade",
        str(folder),
        "--course",
        str(root),
        "--only",
        "softmax",
        "--jobs",
        "2",
    ]


def stored(folder):
    """Submission -> how many results and attempts the gradebook has of it."""
    book = sqlite3.connect(folder / "reports/instructor/gradebook.db")
    try:
        return {name: (results, attempts) for name, results, attempts in book.execute(STORED)}
    finally:
        book.close()


def test_killed_and_run_again_it_has_graded_each_once(root, cohort, tmp_path):
    folder, expected = cohort
    environment = {**os.environ, "PYTHONPATH": str(root), "GRADER_LANG": "en"}
    chance = random.Random(COUNT)
    left = sorted(chance.sample(range(1, COUNT - 100), 2))
    for number, wanted in enumerate(left):  # killed once that many results are kept, or a moment later
        log = tmp_path / f"killed-{number}.log"
        with log.open("wb") as stream:
            run = subprocess.Popen(command(root, folder), env=environment, stdout=subprocess.DEVNULL, stderr=stream)
        while run.poll() is None and len(list((folder / "reports").glob("*.json"))) < wanted:
            time.sleep(0.01)
        time.sleep(chance.random() / 10)
        assert run.poll() is None, log.read_text()
        run.send_signal(signal.SIGKILL)
        run.wait()
    kept = stored(folder)
    assert left[-1] - 20 <= len(kept) < COUNT  # a report's file is there a moment before its row
    done = subprocess.run(command(root, folder), env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"{COUNT} found, {COUNT - len(kept)} graded" in done.stderr, done.stderr
    assert f"{len(kept)} unchanged" in done.stderr

    reports = {path.stem: json.loads(path.read_text()) for path in (folder / "reports").glob("*.json")}
    assert {name: report["score"]["earned"] for name, report in reports.items()} == expected
    assert all(report["grade"] for report in reports.values())
    assert stored(folder) == dict.fromkeys(expected, (1, 1))
    assert list(folder.rglob(".grader-*")) == []

    done = subprocess.run(command(root, folder), env=environment, capture_output=True, text=True)
    assert f"{COUNT} found, 0 graded" in done.stderr
