"""The gradebook: attempts by content, one result that counts, decisions kept, a file that is whole or refused."""

import contextlib
import dataclasses
import datetime
import os
import sqlite3
import threading
from fractions import Fraction
from pathlib import Path

import hypothesis.strategies as st
import pytest
from cohorts import report
from hypothesis import given

from grader.batch.outputs import sweep
from grader.core.errors import MachineError, UsageError
from grader.gradebook import Gradebook, Stored, attempts, database, overrides, store
from grader.gradebook.late_policy import LatePolicy, due, lateness, moment, part, span
from grader.gradebook.roster import Person
from grader.reports.schema import read

UTC = datetime.UTC
DUE = datetime.datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.fixture
def book(tmp_path):
    with Gradebook.open(tmp_path / "g.db", create=True) as book:
        book.add_assignment("hw", "HW")
        yield book
        assert book.integrity() == []


def keep(book, text=None, key="k", name="ada", digest="d", partial="", **options):
    return book.store("hw", name, digest, "{}", Stored(key, text or report(name), "en", partial), **options)


def counts(book):
    return {one.submission.id: one.code.earned for one in book.reports("hw")}


# -- attempts and results --------------------------------------------------------------------------------------


def test_a_result_is_found_again_under_its_key_and_only_there(book):
    assert keep(book) is True
    assert book.result("k") == read(report())
    assert book.result("l") is None
    assert book.settled("hw", "ada", "d", "k")
    assert not book.settled("hw", "ada", "e", "k")
    assert not book.settled("hw", "ben", "d", "k")


def test_the_same_content_is_one_attempt_and_other_content_the_next(book):
    for digest, key in (("d1", "k1"), ("d1", "k1"), ("d1", "k2"), ("d2", "k3"), ("d1", "k1")):
        keep(book, digest=digest, key=key)
    assert book.attempt("hw", "ada").number == 3
    assert book.attempt("hw", "ada").digest == "d1"
    assert book.attempt("hw", "ben") is None


def test_the_last_attempt_counts_even_where_it_is_worse(book):
    keep(book, report(earned=9), digest="d1", key="k1")
    keep(book, report(earned=2), digest="d2", key="k2")
    assert counts(book) == {"ada": 2}


@pytest.mark.parametrize(
    "weaker",
    [
        {"text": report(earned=0, outcome="broken", pending=10), "key": "x"},
        {"text": report(earned=0, outcome="broken", pending=10), "key": "x", "digest": "new"},
        {"text": report(earned=0, grade=False), "key": "x"},
        {"text": report(earned=0), "key": "x", "partial": "one"},
        {"text": report(earned=0), "key": "x", "count": False},
    ],
    ids=["broken", "broken new attempt", "practice", "partial", "preview"],
)
def test_what_is_no_grade_never_takes_the_place_of_one(book, weaker):
    keep(book)
    assert keep(book, **weaker) is False
    assert counts(book) == {"ada": 6}
    assert book.final_grade("hw", "ada").attempt == 1


def test_a_broken_result_is_never_taken_for_known_and_gives_way(book):
    keep(book, report(earned=0, outcome="broken", pending=10))
    assert book.result("k") is None
    assert counts(book) == {"ada": 0}
    keep(book, report(earned=6))
    assert book.result("k") == read(report(earned=6))
    assert counts(book) == {"ada": 6}
    keep(book, report(earned=3))  # the same key means the same report: the first one stays
    assert counts(book) == {"ada": 6}
    keep(book, report(earned=4), again=True)
    assert counts(book) == {"ada": 4}
    keep(book, report(earned=0, outcome="broken", pending=10), again=True)
    assert counts(book) == {"ada": 4}


def test_order_is_by_row_and_not_by_clock(book, monkeypatch):
    times = iter(f"20{year}-01-01T00:00:00+00:00" for year in range(60, 20, -1))
    for module in (overrides, store, attempts):
        monkeypatch.setattr(module, "now", lambda: next(times))
    for number in range(5):
        keep(book, report(earned=number), digest=f"d{number}", key=f"k{number}")
        book.override("hw", "ada", Fraction(number), "me", "because")
    assert counts(book) == {"ada": 4}
    assert book.final_grade("hw", "ada").override.points == 4
    assert [entry["detail"]["points"] for entry in book.audit_log()] == ["0", "1", "2", "3", "4"]


def test_regrading_counts_all_or_nothing(book):
    for name in ("ada", "ben"):
        keep(book, report(name), name=name)
        keep(book, report(name, earned=7), name=name, key="new", count=False)
    with pytest.raises(TypeError):
        book.count("hw", [("ada", "new", {}), ("ben", "new", {"not": {1, 2}})], "me")
    assert counts(book) == {"ada": 6, "ben": 6}
    assert book.count("hw", [("ada", "new", {}), ("ben", "new", {}), ("ada", "none", {}), ("cy", "new", {})], "me") == 2
    assert counts(book) == {"ada": 7, "ben": 7}
    assert book.count("hw", [("ada", "new", {})], "me") == 0
    assert [entry["learner"] for entry in book.audit_log()] == ["ada", "ben"]


# -- grades ----------------------------------------------------------------------------------------------------


def test_a_grade_is_raw_plus_bonus_with_override_and_lateness_laid_over_it(book):
    keep(book, report(earned="13/2", quiz={"earned": "5/2", "possible": 5, "pending": 1}, pending=2))
    final = book.final_grade("hw", "ada")
    assert (final.raw, final.bonus, final.possible, final.pending) == (9, 1, 15, 3)
    assert (final.total, final.deduction, final.override, final.attempt) == (10, 0, None, 1)
    book.set_policy("hw", LatePolicy(DUE, 600, Fraction(1, 10), Fraction(1, 2)), "me")
    assert not book.final_grade("hw", "ada").late.known
    assert book.final_grade("hw", "ada").total == 10  # an arrival that is not known costs nothing
    book.receive("hw", [("ada", DUE + datetime.timedelta(days=1, hours=1))])
    final = book.final_grade("hw", "ada")
    assert (final.late.days, final.deduction, final.total) == (2, 3, 7)
    book.override("hw", "ada", Fraction(12), "me", "an appeal")
    final = book.final_grade("hw", "ada")
    assert (final.raw, final.override.points, final.total) == (9, 12, 9)
    book.extend("hw", "ada", DUE + datetime.timedelta(days=7), "me", "ill")
    assert book.final_grade("hw", "ada").total == 12
    book.override("hw", "ada", None, "me", "a mistake")
    book.extend("hw", "ada", None, "me", "a mistake")
    assert book.final_grade("hw", "ada").total == 7
    assert counts(book) == {"ada": Fraction(13, 2)}  # the raw score has stayed what it was
    assert [entry["action"] for entry in book.audit_log()] == [
        "late policy",
        "arrival",
        "override",
        "extension",
        "override",
        "extension",
    ]


def test_a_missing_learner_has_no_score_and_may_still_be_given_one(book):
    book.import_roster((Person("ada", "Ada L"), Person("ben", "Ben")), "roster.csv", "me")
    keep(book)
    assert [(one.id, one.submission, one.listed) for one in book.learners("hw")] == [
        ("ada", "ada", True),
        ("ben", None, True),
    ]
    assert [final.total for final in book.final_grades("hw")] == [7, None]
    book.override("hw", "ben", Fraction(5), "me", "oral examination")
    assert book.final_grade("hw", "ben").total == 5


@pytest.mark.parametrize(
    ("submission", "learner"),
    [
        ("ada", "ada"),
        ("ADA@example.org", "ada"),
        ("Ada Lovelace_4711_assignsubmission_file", "ada"),
        ("lovelaceada_LATE_99_1234_attention", "ada"),
        ("lovelaceada_99_1234_attention", "ada"),
        ("ada-gh", "ada"),
        ("twin", "twin"),
        ("nobody", "nobody"),
    ],
)
def test_a_submission_finds_its_person(book, submission, learner):
    ada = {"moodle": "4711", "canvas": "99", "github": "ada-gh"}
    people = (Person("ada", email="ada@example.org", external=ada), Person("b", external={"github": "twin"}))
    book.import_roster((*people, Person("c", external={"login": "twin"})), "r", "me")
    assert book.learner_of(submission) == learner
    keep(book, report(submission), name=submission)
    assert {one.submission for one in book.learners("hw") if one.id == learner} == {submission}
    assert book.final_grade("hw", learner).raw == 6


def test_decisions_need_a_person_a_reason_and_somebody_there(book):
    keep(book)
    for author, reason in (("", "why"), ("me", " ")):
        with pytest.raises(UsageError, match="needs its author and its reason"):
            book.override("hw", "ada", Fraction(1), author, reason)
    with pytest.raises(UsageError, match=r"no learner 'adda' in hw; did you mean 'ada'\?"):
        book.extend("hw", "adda", DUE, "me", "why")
    with pytest.raises(UsageError, match=r"no assignment 'hw2' in it \(it has: hw\)"):
        book.override("hw2", "ada", Fraction(1), "me", "why")
    assert list(book.audit_log()) == []


@pytest.mark.parametrize("table", ["overrides", "extensions", "audit"])
@pytest.mark.parametrize("change", ["UPDATE {} SET author = 'x'", "DELETE FROM {}"])
def test_the_trail_cannot_be_rewritten(book, table, change):
    keep(book)
    book.override("hw", "ada", Fraction(1), "me", "why")
    book.extend("hw", "ada", DUE, "me", "why")
    with contextlib.closing(sqlite3.connect(book.path)) as other, pytest.raises(sqlite3.IntegrityError, match="trail"):
        other.execute(change.format(table))


# -- lateness --------------------------------------------------------------------------------------------------


@given(st.integers(-(10**6), 10**7), st.integers(0, 86400), st.fractions(0, 1), st.fractions(0, 1))
def test_lateness_is_days_begun_after_the_grace_up_to_the_cap(seconds, grace, per_day, cap):
    late = lateness(LatePolicy(DUE, grace, per_day, cap), DUE + datetime.timedelta(seconds=seconds))
    days = 0 if seconds <= grace else -(-seconds // 86400)
    assert (late.days, late.part) == (days, min(cap, per_day * days))


def test_an_extension_moves_the_due_date_and_nothing_is_late_without_one():
    policy = LatePolicy(DUE, 0, Fraction(1, 10))
    after = DUE + datetime.timedelta(seconds=1)
    assert lateness(policy, after).days == 1
    assert lateness(policy, after, extended=after).days == 0
    assert lateness(LatePolicy(), after).days == lateness(LatePolicy(), None).days == 0
    assert lateness(LatePolicy(), None).known is True
    assert lateness(policy, None).known is False


def test_times_and_parts_are_read_as_people_write_them():
    assert moment("2026-12-01T21:00+09:00") == DUE == moment("2026-12-01T12:00Z") == moment("2026-12-01 12:00")
    assert due("2026-12-01") == datetime.datetime(2026, 12, 1, 23, 59, 59, tzinfo=datetime.UTC)
    assert due("2026-12-01T21:00+09:00") == DUE
    assert [part(text) for text in ("10%", "1/10", "0.1")] == [Fraction(1, 10)] * 3
    assert [span(text) for text in ("90s", "15m", "2h", "1d")] == [90, 900, 7200, 86400]
    for reader, text in ((moment, "tomorrow"), (part, "110%"), (part, "x"), (part, "1/0"), (span, "15"), (span, "-1m")):
        with pytest.raises(UsageError, match=text):
            reader(text)


# -- the file --------------------------------------------------------------------------------------------------


def test_an_older_file_is_copied_aside_and_migrated_whole(tmp_path, monkeypatch):
    path = tmp_path / "g.db"
    with Gradebook.open(path, create=True) as book:
        keep(book)
    more = "ALTER TABLE learners ADD COLUMN pronouns TEXT NOT NULL DEFAULT '';\n"
    monkeypatch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, more))
    with Gradebook.open(path) as book:
        assert counts(book) == {"ada": 6}
    version = len(database.MIGRATIONS)
    backup = tmp_path / f"g.db.v{version - 1}.bak"
    with contextlib.closing(sqlite3.connect(path)) as new, contextlib.closing(sqlite3.connect(backup)) as old:
        assert new.execute("PRAGMA user_version").fetchone() == (version,)
        assert new.execute("SELECT pronouns FROM learners").fetchall() == []
        assert old.execute("PRAGMA user_version").fetchone() == (version - 1,)
        assert old.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert old.execute("SELECT count(*) FROM results").fetchone() == (1,)


def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch):
    path = tmp_path / "g.db"
    Gradebook.open(path, create=True).close()
    broken = "ALTER TABLE learners ADD COLUMN a TEXT;\nALTER TABLE nowhere ADD COLUMN b TEXT;\n"
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, broken))
        with pytest.raises(MachineError, match="no such table: nowhere"):
            Gradebook.open(path)
    with Gradebook.open(path) as book:
        assert book.roster() == ()
        assert "a" not in [row[1] for row in book._store.rows("PRAGMA table_info(learners)")]


def test_a_newer_file_is_refused(tmp_path):
    path = tmp_path / "g.db"
    Gradebook.open(path, create=True).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 9")
    with pytest.raises(UsageError, match=r"version 9, but this grader reads up to \d; use the newer grader"):
        Gradebook.open(path)


def test_what_is_no_gradebook_is_refused_and_left_alone(tmp_path):
    other = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE theirs (a)")
    text = tmp_path / "notes.txt"
    text.write_text("my notes, quite a few of them\n" * 99)
    before = text.read_bytes()
    with pytest.raises(UsageError, match="an SQLite file of another program"):
        Gradebook.open(other)
    with pytest.raises(UsageError, match="not a gradebook"):
        Gradebook.open(text)
    assert text.read_bytes() == before
    with pytest.raises(UsageError, match=r"no such gradebook; `grader grade DIR --gradebook none\.db` makes one"):
        Gradebook.open(tmp_path / "none.db")
    with pytest.raises(UsageError, match="a folder"):
        Gradebook.open(tmp_path)


@pytest.mark.parametrize(
    "odd",
    [
        "CREATE TRIGGER raise_all AFTER INSERT ON results BEGIN UPDATE attempts SET counted = NULL; END",
        "DROP TABLE learners; CREATE VIEW learners AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
        "SELECT x AS id, '' AS name, '' AS email, '' AS section, '{}' AS external FROM n",
        "DROP TABLE overrides",
        "DROP TRIGGER audit_keep_DELETE",
        "CREATE TABLE more (x)",
    ],
)
def test_a_file_that_another_program_has_changed_is_refused(tmp_path, odd):
    Gradebook.open(tmp_path / "g.db", create=True).close()
    with contextlib.closing(sqlite3.connect(tmp_path / "g.db")) as db:
        db.executescript(odd)
    with pytest.raises(UsageError, match="was changed or added by another program"):
        Gradebook.open(tmp_path / "g.db")


@pytest.mark.parametrize("text", ["'{'", "'{}'", "x'ff00'", "zeroblob(9)", "replace(hex(zeroblob(50000)), '0', '[')"])
def test_a_row_that_is_no_report_is_named(book, text):
    keep(book)
    book._store.connection.execute(f"UPDATE results SET report = {text}")
    with pytest.raises(MachineError, match=r"g\.db: result 1 cannot be read \(not (JSON|a report)"):
        list(book.reports("hw"))
    whole = Path(book.path).with_name("whole.db")
    with (
        Gradebook.open(whole, create=True) as other,
        pytest.raises(MachineError, match=r"g\.db: result 1 cannot be read"),
    ):
        other.merge(book, "me")


def test_a_submission_named_like_another_learner_does_not_take_that_learners_place(book):
    book.import_roster((Person("ben", email="ada@x.edu"), Person("s1", email="zoe@x.edu")), "list", "prof")
    for name, earned in (("ada", 0), ("ben", 10), ("zoe", 1), ("zoe@x.edu", 2)):
        keep(book, report(name, earned), key=name, name=name, digest=name)
    assert {one.id: (one.submission, one.listed) for one in book.learners("hw")} == {
        "ben": ("ben", True),
        "s1": ("zoe", True),
        "ada": ("ada", False),
        "zoe@x.edu": ("zoe@x.edu", False),
    }
    assert {one.learner: one.raw for one in book.final_grades("hw")} == {"ben": 10, "s1": 1, "ada": 0, "zoe@x.edu": 2}


def test_a_file_in_the_way_of_the_lock_is_named_and_left_alone(tmp_path):
    (tmp_path / ".g.db.lock").write_text("not a lock, but something of somebody's\n" * 99)
    words = r"\.g\.db\.lock: in the way of the lock"
    with Gradebook.open(tmp_path / "g.db", create=True) as book, pytest.raises(UsageError, match=words):
        book.running().__enter__()
    assert (tmp_path / ".g.db.lock").read_text().startswith("not a lock")


def test_what_a_run_left_half_written_is_swept_and_nothing_else(tmp_path):
    (tmp_path / ".grader-folder").mkdir()
    (tmp_path / ".grader-half").write_text("half")
    (tmp_path / "ada.json").write_text("{}")
    sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".grader-folder", "ada.json"]


def test_a_damaged_file_is_refused_and_not_written_to(tmp_path):
    path = tmp_path / "g.db"
    with Gradebook.open(path, create=True) as book:
        for number in range(40):
            keep(book, name=f"s{number}", key=f"k{number}")
    data = bytearray(path.read_bytes())
    for page in range(6, len(data) // 4096, 3):
        data[page * 4096 : page * 4096 + 200] = os.urandom(200)
    path.write_bytes(data)
    with pytest.raises(MachineError, match=r"damaged \(.*\); restore a backup. Nothing was written to it"):
        Gradebook.open(path)
    assert path.read_bytes() == bytes(data)


def test_no_space_at_any_write_loses_nothing(tmp_path):
    """SQLite's own limit on pages stands in for a full disk, at every page the file could still have grown by."""
    path = tmp_path / "g.db"
    with Gradebook.open(path, create=True) as book:
        stored = failures = 0
        limit = book._store.rows("PRAGMA page_count")[0][0]
        while stored < 40:
            book._store.rows(f"PRAGMA max_page_count = {limit}")
            with contextlib.suppress(MachineError):
                keep(book, name=f"s{stored}", key=f"k{stored}")
                stored += 1
                continue
            failures, limit = failures + 1, limit + 1
            assert len(counts(book)) == stored
            assert book.integrity() == []
        book._store.rows(f"PRAGMA max_page_count = {book._store.rows('PRAGMA page_count')[0][0]}")
        with pytest.raises(MachineError, match="cannot be written: no space left"):
            keep(book, report(name="x" * 9000), name="big")
    assert failures > 5


def test_two_at_once_on_one_file_wait_for_one_another(tmp_path):
    path = tmp_path / "g.db"

    def write(who):
        with Gradebook.open(path, create=True) as book:
            for number in range(15):
                keep(book, report(f"{who}{number}"), name=f"{who}{number}", key=f"{who}{number}")

    threads = [threading.Thread(target=write, args=(who,)) for who in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Gradebook.open(path) as book:
        assert len(counts(book)) == 60
        assert book.integrity() == []


def test_a_run_holds_the_gradebook_and_another_says_that_it_waits(tmp_path):
    path, waited = tmp_path / "g.db", []
    with Gradebook.open(path, create=True) as book, book.running(), Gradebook.open(path) as other:
        with pytest.raises(MachineError, match="another run grades into it"):
            other.running(lambda: waited.append(1), seconds=0.3).__enter__()
        assert waited == [1]
        keep(other)  # a decision need not wait for a run
    with Gradebook.open(path) as book, book.running(lambda: waited.append(2)):
        assert waited == [1]


def test_the_roster_grows_and_forgets_nobody(book):
    ada = Person("ada", "Ada", "1", "ada@example.org", {"canvas": "9"})
    assert book.import_roster((ada, Person("ben")), "one.csv", "me") == (2, 0)
    again = Person("ada", "Ada Lovelace", external={"github": "al"})
    assert book.import_roster((again, Person("cy")), "two.csv", "me") == (1, 1)
    assert book.import_roster((again,), "two.csv", "me") == (0, 0)
    merged = dataclasses.replace(ada, name="Ada Lovelace", external={"canvas": "9", "github": "al"})
    assert book.roster() == (merged, Person("ben"), Person("cy"))
