"""Answers to the small course, made reports, and how tests look at processes and gradebooks."""

import json
import os
import time
from fractions import Fraction
from pathlib import Path

from grader.core.model import exact

ROOT = Path(__file__).resolve().parents[1]

RIGHT = """
import numpy as np

def centre(X):
    return X - X.mean(axis=-1, keepdims=True)

def spread(X):
    return np.sqrt((centre(X) ** 2).mean(axis=-1))
"""
COLUMNS = RIGHT.replace("-1, keepdims", "0, keepdims")  # 0 of 10
STEEP = RIGHT.replace("np.sqrt", "2 * np.sqrt")  # 6 of 10
LOOP = RIGHT.replace("return np.sqrt", "while True:\n        pass\n    return np.sqrt")  # 6 of 10, and a time limit
POINTS = (10, 0, 6)  # of s000, s001, s002, and so on

ENVIRONMENT = {
    **{k: v for k, v in os.environ.items() if not k.startswith(("GRADER_", "LC_", "PYTEST_"))},
    "PYTHONPATH": str(ROOT),
    "LANG": "C.UTF-8",
    "PYTHONIOENCODING": "utf-8",
    "GRADER_SEED": "1",
}


def report(name="ada", earned=6, outcome="passed", grade=True, quiz=None, pending=0):
    """The JSON of a report of one step and one check; `quiz`: `earned`, `possible`, `pending`, perhaps `items`."""
    code, bonus = _score(earned, 10, pending), _score(1, 2)
    marked = quiz and _score(quiz["earned"], quiz["possible"], quiz["pending"])
    words = {"message": "", "hint": "", "diagnosis": None}
    check = {"id": "one.a", "title": "A", "outcome": outcome, "score": code, **words}
    step = {"id": "one", "number": 1, "title": "One", "score": code, "bonus": False, "outcome": outcome}
    source = {"engine": "0", "suite": "0" * 16, "seed": 1, "python": "3", "numpy": "2"}
    held = {"level": "confined", "required": "confined", "layers": {}, "probe": {}, "missing": []}
    return json.dumps(
        {
            "schema": "grader/report/2",
            "assignment": "hw",
            "title": "HW",
            "submission": {"id": name, "path": name},
            "score": _sum(code, marked) if marked else code,
            "code": code,
            "quiz": marked,
            "bonus": bonus,
            "grade": grade,
            "steps": [{**step, "checks": [check]}],
            "quiz_answers": quiz and {"items": [_item(one) for one in quiz.get("items", ())]},
            "isolation": held,
            "provenance": {**source, "graded_at": "2026-11-29T00:00:00+00:00"},
            "seconds": 0.1,
        }
    )


def _score(earned, possible, held=0):
    return {"earned": earned, "possible": possible, "held": held}


def _sum(one, other):
    return {key: exact(Fraction(one[key]) + Fraction(other[key])) for key in one}


def _item(one):
    held = one["possible"] if one["outcome"] == "pending" else 0
    score = _score(one["earned"], one["possible"], held)
    return {"id": one["id"], "title": {"en": one["title"]}, "outcome": one["outcome"], "score": score}


def expected(count, **special):
    """Submission -> points of a `cohort(count)`."""
    return {name: special.get(name, POINTS[i % 3]) for i in range(count) for name in [f"s{i:03}"]}


def scores(book, assignment="tiny"):
    """Submission -> points that count in the gradebook."""
    return {report.submission.id: report.code.earned for report in book.reports(assignment)}


def of(done):
    """The reports of a `--json` run, by submission, in their order."""
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    return {report["submission"]["id"]: report for report in reports}


def earned(done):
    """Submission -> points of a `--json` run."""
    return {name: report["code"]["earned"] for name, report in of(done).items()}


def children(pid):
    """The processes whose parent is `pid`."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = status.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(status.parent.name))
    return found


def descendants(pid):
    """All processes below `pid`."""
    below = children(pid)
    return below + [one for child in below for one in descendants(child)]


def wait_for(condition, seconds=30):
    """What `condition` says as soon as it says something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("it never happened")
