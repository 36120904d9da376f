"""The three commands as a person runs them: fetched, graded offline, written back, each safe to repeat."""

import json

import pytest


@pytest.fixture
def course(host, root):
    """Four repositories: right, wrong, one that takes the process down, and one that was never pushed to."""
    texts = {
        "ada": (root / "solutions/self_attention/attention.py").read_text(),
        "bo": (root / "examples/cohort/chloe/attention.py").read_text(),
        "cy": "import os\nos._exit(0)\n",
    }
    for name in (*texts, "dee"):
        known = host.repository(f"att-{name}")
        if name in texts:
            host.push(known, {"exercises/self_attention/attention.py": texts[name]}, "2026-12-01T01:00:00Z")
    return host


def test_from_repositories_to_comments(course, grader, tmp_path):
    out = tmp_path / "cohort"
    due = ("--deadline", "2026-12-01T12:00:00+09:00")
    done = grader("cohort", "fetch", "course", "-p", "att-", *due, "-o", out)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("3 fetched, 1 nothing")

    done = grader("cohort", "grade", out, PATH="/nowhere")  # offline: neither gh nor git
    assert done.returncode == 0, done.stderr
    assert "dee: not graded, nothing was pushed until the deadline" in done.stderr
    assert sorted(path.stem for path in (out / "reports").glob("*.json")) == ["ada", "bo", "cy"]
    scores = {p.stem: json.loads(p.read_text())["score"] for p in (out / "reports").glob("*.json")}
    assert scores == {  # nobody handed in a quiz: 0 of its 30 points, for everybody
        name: {"earned": earned, "possible": 100, "held": 0} for name, earned in (("ada", 70), ("bo", 56), ("cy", 0))
    }

    done = grader("cohort", "publish", out, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "dee: left (nothing was pushed until the deadline)",
        "ada: would make",
        "bo: would make",
        "cy: would make",
    ]
    assert course.comments == {}
    done = grader("cohort", "publish", out, "--json")
    assert [json.loads(line)["what"] for line in done.stdout.splitlines()] == ["left", "made", "made", "made"]
    assert "70 of 100" in course.comments["course/att-ada"][0]["body"]
    assert course.comments["course/att-bo"][0]["body"].count("##") >= 1
    done = grader("cohort", "publish", out)
    assert [line.split(": ")[1] for line in done.stdout.splitlines()][1:] == ["kept"] * 3


def test_a_grade_is_not_written_to_a_commit_it_was_not_made_of(course, grader, tmp_path):
    out = tmp_path / "cohort"
    grader("cohort", "fetch", "course", "-p", "att-", "-o", out)
    assert grader("cohort", "grade", out).returncode == 0
    [bo] = [one for one in course.state["repositories"] if one["name"] == "course/att-bo"]
    course.push(bo, {"exercises/self_attention/attention.py": "# nothing any more"}, "2026-12-02T01:00:00Z")
    done = grader("cohort", "fetch", "course", "-p", "att-", "--deadline", "2099-01-01T00:00:00Z", "-o", out)
    assert "the deadline is in the future" in done.stderr
    done = grader("cohort", "publish", out, "--dry-run")
    assert "bo: left (fetched again since it was graded; run `grader cohort grade`)" in done.stdout
    assert "ada: would make" in done.stdout
    assert grader("cohort", "grade", out).returncode == 0
    assert "bo: would make" in grader("cohort", "publish", out, "--dry-run").stdout


def test_practice_and_faults_of_ours_are_not_written_back(course, grader, tmp_path):
    out = tmp_path / "cohort"
    grader("cohort", "fetch", "course", "-p", "att-", "-o", out)
    assert grader("cohort", "grade", out, "--isolation", "process").returncode == 0
    done = grader("cohort", "publish", out, "--dry-run")
    assert "ada: left (practice, not a grade (its isolation was too weak))" in done.stdout
    path = out / "reports/ada.json"
    report = json.loads(path.read_text())
    report["steps"][0]["checks"][0]["outcome"] = "broken"
    path.write_text(json.dumps(report))
    done = grader("cohort", "publish", out, "--dry-run", "--practice")
    assert "ada: left (internal errors (embedding." in done.stdout
    assert "bo: would make" in done.stdout
    for damaged, why in (
        (json.dumps(report | {"title": "\ud800"}), "not JSON, so no report (JSON is malformed: "),
        (json.dumps(report | {"schema": "grader/report/9"}), "not a report: its schema is 'grader/report/9'; this "),
        ("[]", "not a report: Expected `object`, got `array`; grade again"),
    ):
        path.write_text(damaged)
        done = grader("cohort", "publish", out, "--dry-run", "--practice")
        assert (done.returncode, done.stderr) == (3, "")  # one learner's file keeps nobody else from a grade
        assert f"ada: failed ({path}: {why}" in done.stdout
        assert "bo: would make" in done.stdout


def test_a_partial_run_is_not_written_back(course, grader, tmp_path):
    out = tmp_path / "cohort"
    grader("cohort", "fetch", "course", "-p", "att-", "-o", out)
    assert grader("cohort", "grade", out, "--only", "softmax").returncode == 0
    done = grader("cohort", "publish", out, "--practice")
    assert "ada: left (a partial run (only softmax), not a grade; grade again without --only)" in done.stdout
    assert course.comments == {}


def test_overrides_are_written_whole_or_not_at_all(course, grader, tmp_path):
    out, scores = tmp_path / "cohort", tmp_path / "classroom50" / "cs1" / "scores.json"
    grader("cohort", "fetch", "course", "-p", "att-", "-o", out)
    grader("cohort", "grade", out)
    scores.parent.mkdir(parents=True)
    empty = {"type": "individual", "entries": []}
    scores.write_text(json.dumps({"schema": "classroom50/scores/v1", "assignments": {"self-attention": empty}}))
    before = scores.read_text()
    words = ("cohort", "publish", out, "--to", "classroom50", "--scores", scores)
    assert "ada: made (70/100)" in grader(*words, "--dry-run").stdout
    assert scores.read_text() == before
    assert grader(*words).returncode == 0
    entries = json.loads(scores.read_text())["assignments"]["self-attention"]["entries"]
    assert [(e["owner"], e["override"], e["submissions"][0]["score"]) for e in entries] == [
        ("ada", True, 70),
        ("bo", True, 56),
        ("cy", True, 0),
    ]
    assert {e["submissions"][0]["max-score"] for e in entries} == {100}
    assert entries[0]["submissions"][0]["classroom"] == "cs1"
    written = scores.read_bytes()
    assert "kept" in grader(*words).stdout
    assert scores.read_bytes() == written


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fetch",), "name an organisation, or a file with --repos"),
        (("fetch", "course"), "--prefix is missing"),
        (("fetch", "course", "-p", "att-", "--deadline", "tomorrow"), "'tomorrow' is no time with a zone"),
        (("grade", "nowhere"), "no submissions"),
        (("publish", "nowhere"), "`grader cohort fetch` writes it"),
        (("publish", "nowhere", "--to", "classroom50"), "--scores FILE and --to classroom50 belong together"),
    ],
)
def test_what_is_off_is_one_sentence(host, grader, tmp_path, words, said):
    done = grader("cohort", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("Error: ")
    assert done.stdout == ""
