"""Overrides in Classroom 50's scores.json: our points in, everything else as it was."""

import copy
import json
from pathlib import Path

import pytest

from grader import submissions
from grader.core.errors import UsageError
from grader.course.loading import load
from grader.grading import run
from grader.integrations.github.repos_csv import RepositoryRow
from grader.integrations.github.scores import read_scores, scores_text, with_overrides

ROOT = Path(__file__).resolve().parents[3]
SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """Two real reports: the reference, and an empty answer."""
    folder, found = tmp_path_factory.mktemp("cohort"), {}
    source = {"ada": "solutions", "bo": "exercises"}
    for name, top in source.items():
        (folder / name).mkdir()
        text = (ROOT / top / "self_attention/attention.py").read_text()
        (folder / name / "attention.py").write_text(text)
    assignment = load(ROOT, "self_attention")

    def deliver(report):
        found[report.submission.id] = report

    run.grade(assignment, submissions.find([folder], assignment), deliver, only=("scores", "softmax"))
    return found


def record(owner, sha, score, **more):
    return {
        "schema": "classroom50/result/v1",
        "classroom": "cs1",
        "assignment_type": "individual",
        "owner": owner,
        "submission": f"submit/2026-{sha[:7]}",
        "commit": f"https://github.com/course/x-{owner}/commit/{sha}",
        "release": "r",
        "review": "v",
        "datetime": "2026-11-30T08:00:00Z",
        "score": score,
        "max-score": 70,
        "tests": [{"test-name": "t", "passed": False, "score": score, "max-score": 70}],
        **more,
    }


@pytest.fixture
def book():
    entries = [
        {"owner": "Ada", "submissions": [record("Ada", "f" * 40, 1), record("Ada", SHA, 3, late=True)], "note": "kept"},
        {"owner": "eve", "submissions": [record("eve", SHA, 70)]},
    ]
    buckets = {"self-attention": entries, "lab-0": []}
    assignments = {name: {"type": "individual", "entries": found} for name, found in buckets.items()}
    return {"schema": "classroom50/scores/v1", "assignments": assignments}


def lines(reports, **pushed):
    return [
        (RepositoryRow(name, f"course/x-{name}", "fetched", SHA, **pushed), reports[name]) for name in ("ada", "bo")
    ]


def test_our_points_are_the_overrides(book, reports):
    before = copy.deepcopy(book)
    data, done = with_overrides(book, "cs1", "self-attention", lines(reports, pushed_at="2026-12-01T02:00:00Z"))
    assert book == before
    ada, eve, bo = data["assignments"]["self-attention"]["entries"]
    assert [(one.learner, one.what, one.note) for one in done] == [
        ("ada", "changed", "1/70 -> 24/24"),
        ("bo", "made", "0/24"),
    ]
    assert ada["override"] is True
    assert ada["note"] == "kept"
    assert [one["score"] for one in ada["submissions"]] == [24, 1]
    first = ada["submissions"][0]  # the runner's own record of that commit, with our points
    assert (first["submission"], first["late"]) == ("submit/2026-0123456", True)
    assert first["datetime"] == "2026-11-30T08:00:00Z"
    assert first["graded_by"].startswith("grader/")
    assert eve == before["assignments"]["self-attention"]["entries"][1]
    assert bo["owner"] == "bo"
    assert bo["submissions"][0]["datetime"] == "2026-12-01T02:00:00Z"
    assert bo["submissions"][0]["submission"].startswith("submit/")
    assert "assignment" not in bo["submissions"][0]
    assert all(type(test["score"]) is int for test in bo["submissions"][0]["tests"])
    assert data["assignments"]["lab-0"] == before["assignments"]["lab-0"]


def test_a_second_time_changes_nothing(book, reports):
    once, _ = with_overrides(book, "cs1", "self-attention", lines(reports))
    twice, done = with_overrides(once, "cs1", "self-attention", lines(reports))
    assert twice == once
    assert [one.what for one in done] == ["kept", "kept"]


def test_what_a_teacher_overrode_by_hand_is_left_alone(book, reports):
    book["assignments"]["self-attention"]["entries"][0]["override"] = True
    data, done = with_overrides(book, "cs1", "self-attention", lines(reports))
    assert (done[0].what, done[0].note) == ("kept", "overridden by hand; left alone")
    assert data["assignments"]["self-attention"]["entries"][0] == book["assignments"]["self-attention"]["entries"][0]


def test_what_is_no_gradebook_is_refused(book, reports, tmp_path):
    path = tmp_path / "scores.json"
    path.write_text("{}")
    with pytest.raises(UsageError, match=r"scores.json: no classroom50/scores/v1 file"):
        read_scores(path)
    path.write_text("{")
    with pytest.raises(UsageError, match="not JSON"):
        read_scores(path)
    path.write_text(scores_text(book))
    assert json.loads(path.read_text()) == read_scores(path) == book
    with pytest.raises(UsageError, match=r"no assignment 'attention' \(there: self-attention, lab-0\)"):
        with_overrides(book, "cs1", "attention", lines(reports))
