"""The seed of the hidden data: drawn for a cohort, kept in its gradebook, and in no learner's copy."""

import json
import sqlite3

import pytest
from cohorts import RIGHT

from grader.core.seeds import LARGEST, drawn_seed, fingerprint, stream_seed
from grader.gradebook import Gradebook


def seeds(done):
    """The seeds in the reports on standard output."""
    assert done.returncode == 0, done.stderr
    return {json.loads(line)["provenance"]["seed"] for line in done.stdout.splitlines()}


def test_what_is_drawn_cannot_be_guessed_and_its_fingerprint_tells_nothing_but_equality():
    drawn = {drawn_seed() for _ in range(200)}
    assert len(drawn) == 200
    assert all(2**32 <= seed <= LARGEST for seed in drawn)
    one, other = drawn.pop(), drawn.pop()
    assert fingerprint(one) == fingerprint(one) != fingerprint(other)
    assert [fingerprint(seed) for seed in (0, 1, 2026, 2**32 - 1)] == [""] * 4  # these could be found by trying
    assert [stream_seed(seed) for seed in (0, 1, 2**32 - 1)] == [0, 1, 2**32 - 1]
    assert 0 <= stream_seed(one) < 2**32


def test_without_a_gradebook_every_run_draws_one_and_shows_it(grader, small, cohort):
    root, place = small(), cohort(2)
    run = ("grade", place, "--course", root, "--json", "--isolation", "process")
    first, second = (seeds(grader(*run, GRADER_SEED="")) for _ in range(2))
    assert len(first) == len(second) == 1  # one for the whole run
    assert first != second
    shown = grader("grade", place, "--course", root, "--isolation", "process", GRADER_SEED="")
    assert any(f"seed {word}" in shown.stdout for word in shown.stdout.replace("\n", " ").split() if len(word) > 9)
    assert seeds(grader(*run, "--seed", "77", GRADER_SEED="")) == {77}
    assert seeds(grader(*run, GRADER_SEED="78")) == {78}
    assert seeds(grader(*run, "--seed", str(LARGEST), GRADER_SEED="")) == {LARGEST}


def test_a_gradebook_keeps_the_seed_for_whoever_comes_later(grader, small, cohort, tmp_path):
    root, place, out = small(), cohort(3), tmp_path / "out"
    run = ("grade", place, "--course", root, "-o", out, "--json")
    [kept] = seeds(grader(*run, GRADER_SEED=""))
    (place / "s003").mkdir()
    (place / "s003" / "tiny.py").write_text(RIGHT, encoding="utf-8")
    assert seeds(grader(*run, GRADER_SEED="")) == {kept}
    assert seeds(grader(*run, "--fresh", GRADER_SEED="")) == {kept}
    book = out / "instructor" / "gradebook.db"
    again = grader("regrade", "--gradebook", book, "--course", root, "--yes", GRADER_SEED="")
    assert "0 rise, 0 fall, 4 keep their score" in again.stderr
    with Gradebook.open(book, reading=True) as opened:
        assert opened.kept_seed("tiny") == kept
        assert {report.provenance.seed for report in opened.reports("tiny")} == {kept}
    changed = grader(*run, "--seed", "5", GRADER_SEED="")
    assert f"seed {kept} until now, 5 from now on" in changed.stderr
    assert seeds(grader(*run, GRADER_SEED="")) == {5}
    with Gradebook.open(book, reading=True) as opened:
        assert [entry["detail"] for entry in opened.audit_log() if entry["action"] == "seed"] == [
            {"seed": 5, "before": kept}
        ]


def test_a_preview_with_another_seed_changes_nothing(grader, small, cohort, tmp_path):
    root, place, book = small(), cohort(1), tmp_path / "g.db"
    [kept] = seeds(grader("grade", place, "--course", root, "--gradebook", book, "--json", GRADER_SEED=""))
    grader("regrade", "--gradebook", book, "--course", root, "--seed", "9", GRADER_SEED="")
    with Gradebook.open(book, reading=True) as opened:
        assert opened.kept_seed("tiny") == kept
    grader("regrade", "--gradebook", book, "--course", root, "--seed", "9", "--yes", GRADER_SEED="")
    with Gradebook.open(book, reading=True) as opened:
        assert opened.kept_seed("tiny") == 9


def test_an_older_gradebook_goes_on_with_the_seed_it_had(grader, small, cohort, tmp_path):
    root, place, book = small(), cohort(1), tmp_path / "g.db"
    run = ("grade", place, "--course", root, "--gradebook", book, "--json")
    assert seeds(grader(*run, "--seed", "3")) == {3}
    with sqlite3.connect(book) as db:
        db.execute("DELETE FROM seeds")
    assert seeds(grader(*run, GRADER_SEED="")) == {3}


@pytest.mark.parametrize("seed", ["", "1234567890123"])
def test_parts_of_a_cohort_share_one_seed(grader, small, cohort, tmp_path, seed):
    root, place = small(), cohort(4)
    books = [tmp_path / f"{part}.db" for part in (1, 2)]
    for part, book in enumerate(books, 1):
        run = ("grade", place, "--course", root, "--gradebook", book, "--part", f"{part}/2", "--json")
        done = grader(*run, GRADER_SEED=seed)
        assert done.returncode == (0 if seed else 2)
        if not seed:
            assert "name it with each part, such as --seed " in done.stderr
    if seed:
        grader("gradebook", "merge", *books, "--gradebook", tmp_path / "all.db")
        with Gradebook.open(tmp_path / "all.db", reading=True) as book:
            assert book.kept_seed("tiny") == int(seed)


def test_no_file_for_a_learner_holds_the_seed(grader, small, cohort, tmp_path):
    root, place, out = small(), cohort(3), tmp_path / "out"
    [seed] = seeds(grader("grade", place, "--course", root, "-o", out, "--json", GRADER_SEED=""))
    files = [path for path in out.iterdir() if path.is_file()]
    assert {path.suffix for path in files} == {".html", ".json", ".txt"}
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert str(seed) not in text
        assert fingerprint(seed) in text
    for path in (out / "instructor").glob("*.[hj]*"):
        assert str(seed) in path.read_text(encoding="utf-8")
    public = json.loads((out / "s000.json").read_text(encoding="utf-8"))
    assert public["provenance"]["seed"] is None
