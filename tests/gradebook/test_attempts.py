"""Which attempt counts, what each would be worth, and the timeline of one learner: computed, never stored."""

import contextlib
import datetime
import json
import sqlite3
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from cohorts import report
from hypothesis import given

from grader.core.errors import SpecError, UsageError
from grader.core.model import Cell, Submission
from grader.course import loading
from grader.gradebook import Gradebook, Stored, database
from grader.gradebook.arrivals import arrivals_of
from grader.gradebook.late_policy import LatePolicy
from grader.gradebook.timeline import changes_of
from grader.submissions.cache_key import content_of

UTC = datetime.UTC
OPEN = {"id": "why", "title": "why", "outcome": "pending", "earned": 0, "possible": 4}


def day(number, hour=0):
    return datetime.datetime(2026, 11, number, hour, tzinfo=UTC)


@pytest.fixture
def file(tmp_path):
    """A gradebook whose assignment is due on the 3rd; a day late costs a tenth."""
    with Gradebook.open(tmp_path / "g.db", create=True) as book:
        book.add_assignment("hw")
        book.set_policy("hw", LatePolicy(day(3), 0, Fraction(1, 10)), "me")
    return tmp_path / "g.db"


def hand_in(file, earned, graded, arrived=None, text="", answers=None, name="ada", **made):
    """One more attempt: graded then, and arrived then if that was noted."""
    key = f"{name} {earned} {graded} {text}"
    content = content_of(Submission(name, name, cells=(Cell(text or key, "hw.py"),), answers=answers))
    one = json.loads(report(name, earned, **made))
    one["provenance"]["graded_at"] = graded.isoformat()
    with Gradebook.open(file) as book:
        if arrived is not None:
            book.receive("hw", [(name, arrived)])
        book.store("hw", name, key, content, Stored(key, json.dumps(one), "en", ""))


@pytest.fixture
def three(file):
    """Attempts of 4, 9 and 7 points and one of bonus; in time, a day late, six days late."""
    hand_in(file, 4, day(2), day(1))
    hand_in(file, 9, day(4), day(3, 13))
    hand_in(file, 7, day(9), day(8, 14))
    return file


def final(file, attempts, learner="ada"):
    with Gradebook.open(file) as book:
        return book.final_grade("hw", learner, attempts=attempts)


# -- which one counts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attempts", "number", "raw", "days", "deduction", "total"),
    [("last", 3, 7, 6, 6, 2), ("best", 2, 9, 1, 1, 9), ("first", 1, 4, 0, 0, 5)],
)
def test_each_choice_has_its_own_score_and_its_own_lateness(three, attempts, number, raw, days, deduction, total):
    one = final(three, attempts)
    assert (one.attempt, one.raw, one.late.days, one.deduction, one.total) == (number, raw, days, deduction, total)
    with Gradebook.open(three) as book:
        assert [one.code.earned for one in book.reports("hw", attempts=attempts)] == [raw]
        assert [one.code.earned for one in book.reports("hw", attempts=attempts, marked=True)] == [raw]


def test_asking_stores_nothing(three):
    with Gradebook.open(three) as book:
        before = list(book._store.connection.iterdump())
        for attempts in ("last", "best", "first"):
            list(book.final_grades("hw", attempts=attempts))
            list(book.open_answers("hw", attempts=attempts))
            book.timeline("hw", "ada", attempts=attempts)
        assert list(book._store.connection.iterdump()) == before


def test_the_best_is_the_best_with_lateness_in_it_and_of_equals_the_earlier(file):
    hand_in(file, 6, day(2), day(1))
    hand_in(file, 7, day(4), day(3, 1))  # a point more, and a point less for the day
    assert final(file, "best").attempt == 1
    hand_in(file, 8, day(5), day(3, 2))
    assert final(file, "best").attempt == 3
    with Gradebook.open(file) as book:
        book.extend(
            "hw", "ada", day(1), "me", "an agreement"
        )  # now the first is on the day, the others three days late
    assert final(file, "best").attempt == 1


def test_an_override_stands_over_whichever_counts(three):
    with Gradebook.open(three) as book:
        book.override("hw", "ada", Fraction(10), "me", "an appeal")
    assert [final(three, attempts).total for attempts in ("last", "best", "first")] == [4, 9, 10]


def test_what_may_still_overtake_the_best_is_held(file):
    hand_in(file, 6, day(1))
    hand_in(file, 5, day(2), pending=3)
    one = final(file, "best")
    assert (one.attempt, one.total, one.pending) == (1, 7, 2)
    assert final(file, "first").pending == 0
    hand_in(file, 10, day(2, 5))
    assert final(file, "best").pending == 0


@pytest.mark.parametrize("attempts", ["last", "best", "first"])
def test_an_attempt_without_a_result_never_counts(three, attempts):
    before = final(three, attempts)
    hand_in(three, 0, day(20), text="broken", outcome="broken", pending=10)
    hand_in(three, 10, day(21), text="practice", grade=False)
    after = final(three, attempts)
    assert (after.attempt, after.raw) == (before.attempt, before.raw)


def test_open_answers_are_those_of_the_attempts_that_may_count(file):
    quiz = {"earned": 0, "possible": 4, "pending": 4, "items": [OPEN]}
    for number, (earned, words) in enumerate([(4, "a"), (9, "b"), (7, "b")], 1):
        hand_in(file, earned, day(number), answers=f"why: {words}\n", quiz=quiz)
    with Gradebook.open(file) as book:

        def texts(attempts):
            return [one.text for one in book.open_answers("hw", attempts=attempts)]

        assert (texts("last"), texts("first"), texts("best")) == (["b"], ["a"], ["a", "b"])
        (answer,) = book.open_answers("hw", attempts="first")
        assert (final(file, "best").attempt, final(file, "best").pending) == (2, 4)
        book.mark("hw", [(answer, Fraction(4), "")], "Kim")
        assert (final(file, "first").total, final(file, "first").pending) == (9, 0)


# -- when each arrived -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "noted", "arrived"),
    [
        ([], [], []),
        ([2], [], [None]),
        ([2, 4], [1, 3], [1, 3]),
        ([2, 4, 6], [1, 3, 5], [1, 3, 5]),
        ([2], [1, 3], [3]),  # noted after it was graded: what is noted last holds
        ([2, 4], [5], [None, 5]),
        ([2, 4, 6], [1, 5], [1, None, 5]),  # nobody noted the second
        ([3, 4], [2, 1, 4], [1, 4]),  # a correction of the first
        ([2, 2], [1], [1, 1]),
    ],
)
def test_an_arrival_belongs_to_the_attempt_that_was_graded_after_it(seen, noted, arrived):
    assert arrivals_of([*map(day, seen)], [*map(day, noted)]) == [one and day(one) for one in arrived]


@given(st.lists(st.integers(1, 28), max_size=6), st.lists(st.integers(1, 28), max_size=6))
def test_an_arrival_is_one_that_was_noted_and_lies_before_the_grading(seen, noted):
    found = arrivals_of([*map(day, seen)], [*map(day, noted)])
    assert len(found) == len(seen)
    assert found[-1:] == ([day(noted[-1])] if noted and seen else [None] * bool(seen))
    for one, graded in list(zip(found, seen, strict=True))[:-1]:
        assert one is None or (one <= day(graded) and one in map(day, noted))


def test_an_arrival_that_nobody_noted_costs_nothing_and_is_known_to_be_unknown(file):
    hand_in(file, 4, day(8))
    hand_in(file, 5, day(9), day(8, 12))
    one = final(file, "first")
    assert (one.late.known, one.deduction, one.total) == (False, 0, 5)
    assert final(file, "last").deduction == 6


def test_arrivals_cannot_be_rewritten_and_the_same_one_again_is_none(three):
    with Gradebook.open(three) as book:
        count = book._store.rows("SELECT count(*) FROM arrivals")[0][0]
        book.receive("hw", [("ada", day(8, 14))])
        assert book._store.rows("SELECT count(*) FROM arrivals")[0][0] == count == 3
    for change in ("UPDATE arrivals SET received_at = ''", "DELETE FROM arrivals"):
        with contextlib.closing(sqlite3.connect(three)) as db, pytest.raises(sqlite3.IntegrityError, match="trail"):
            db.execute(change)


def test_a_file_from_before_keeps_the_arrival_it_had(file):
    with contextlib.closing(sqlite3.connect(file.with_name("old.db"), isolation_level=None)) as old:
        for script in database.MIGRATIONS[:2]:
            old.executescript(script)
        old.execute("INSERT INTO assignments (id, due_at, per_day) VALUES ('hw', ?, '1/10')", (day(3).isoformat(),))
        old.execute(
            "INSERT INTO submissions (assignment, name, received_at) VALUES ('hw', 'ada', ?)", (day(5).isoformat(),)
        )
        old.execute(f"PRAGMA application_id = {database.APPLICATION}")
        old.execute("PRAGMA user_version = 2")
    hand_in(file.with_name("old.db"), 8, day(6))
    assert final(file.with_name("old.db"), "last").late.days == 2


# -- the timeline ----------------------------------------------------------------------------------------------


def test_the_timeline_says_what_changed_from_one_to_the_next(file):
    hand_in(file, 4, day(1), text="a = 1\nb = 2\n")
    hand_in(file, 9, day(2), text="a = 1\nb = 3\nc = 4\n", answers="q: x\n")
    hand_in(file, 0, day(3), text="oops\n", outcome="broken", pending=10)
    hand_in(file, 7, day(4), text="a = 1\n", answers="q: x\n")
    with Gradebook.open(file) as book:
        timeline = book.timeline("hw", "ada")
        with pytest.raises(UsageError, match="no learner 'adda' in hw; did you mean 'ada'"):
            book.timeline("hw", "adda")
    assert [(one.number, one.alone and one.alone.raw, one.why) for one in timeline.attempts] == [
        (1, 4, ""),
        (2, 9, ""),
        (3, None, "could not be graded here"),
        (4, 7, ""),
    ]
    first, second, third, fourth = changes_of(timeline)
    assert first is None
    assert (second.points, second.files) == ({"one": 5}, {"hw.py": (2, 1), "answers.yaml": (1, 0)})
    assert (third.points, third.files) == ({}, {"hw.py": (1, 3), "answers.yaml": (0, 1)})
    assert fourth.points == {"one": -2}  # against the last that has a score


def test_the_command_shows_the_attempts_and_which_counts(three, grader):
    done = grader("gradebook", "show", "ada", "--attempts", "best", "--gradebook", three)
    assert done.returncode == 0, done.stderr
    title, head, *rows = done.stdout.splitlines()
    assert title == "ada, hw"
    assert head.split() == ["graded", "arrived", "score", "bonus", "late", "grade", "what", "changed"]
    assert [row[:2] for row in rows[:3]] == [" 1", "*2", " 3"]
    assert "9/10     +1  -1 (1d)      9  one +5; hw.py +1 -1 lines" in rows[1]
    assert rows[-1] == "grade: 9"
    done = grader("gradebook", "show", "ada", "--json", "--gradebook", three)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["attempt"], one["counts"], one["deduction"], one["total"]) for one in records] == [
        (1, False, 0, 5),
        (2, False, 1, 9),
        (3, True, 6, 2),
    ]
    assert records[2]["changed"] == {"points": {"one": -2}, "lines": {"hw.py": [1, 1]}}


def test_exports_and_figures_take_the_attempt_that_was_asked_for(three, grader, tmp_path):
    for attempts, total in (("last", "2"), ("best", "9"), ("first", "5")):
        done = grader("export", three, "--to", "csv", "--attempts", attempts, "--json")
        assert json.loads(done.stdout)["grades"] == [{"learner": "ada", "old": "", "new": total}]
        noted = f"The {attempts} attempt counts." in json.loads(done.stdout)["notes"]
        assert noted == (attempts != "last")
    figures = json.loads(grader("stats", three, "--attempts", "best", "--json").stdout)
    assert figures["steps"][0]["points"]["mean"] == 9
    done = grader("cohort-report", three, tmp_path / "site", "--attempts", "first")
    assert done.returncode == 0, done.stderr
    shown = (tmp_path / "site" / "index.html").read_text(encoding="utf-8").partition('id="learners-table"')[2]
    assert [number in shown for number in (">4<", ">9<", ">7<")] == [True, False, False]


def test_a_folder_of_reports_has_no_attempts(grader, tmp_path):
    (tmp_path / "ada.json").write_text(report())
    done = grader("stats", tmp_path, "--attempts", "best")
    assert done.returncode == 2
    assert "not a gradebook, so it has no attempts; remove --attempts" in done.stderr


# -- the assignment's own word ---------------------------------------------------------------------------------


def say(root, line):
    manifest = root / "solutions" / "tiny" / "assignment.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + line, encoding="utf-8")


def test_the_assignment_says_which_attempt_counts_and_no_result_depends_on_it(small, grader, tmp_path):
    root = small()
    before = loading.suite_hash(loading.load(root, "tiny"))
    say(root, "attempts: best\n")
    assert loading.load(root, "tiny").attempts == "best"
    assert loading.suite_hash(loading.load(root, "tiny")) == before
    file = tmp_path / "g.db"
    with Gradebook.open(file, create=True) as book:
        for earned in (9, 2):
            one = json.dumps({**json.loads(report("ada", earned)), "assignment": "tiny"})
            book.store("tiny", "ada", str(earned), "{}", Stored(str(earned), one, "en", ""))

    def totals(*options):
        done = grader("export", file, "--to", "csv", "--json", *options)
        return [one["new"] for one in json.loads(done.stdout)["grades"]]

    assert totals("--course", root) == ["10"]
    assert totals("--course", root, "--attempts", "last") == ["3"]
    assert totals() == ["3"]  # the course around here has no such assignment


def test_a_word_that_says_nothing_is_named(small):
    root = small()
    say(root, "attempts: bets\n")
    with pytest.raises(SpecError, match=r"assignment\.yaml:\d+:\d+: .*attempts is 'bets'; did you mean 'best'\?"):
        loading.load(root, "tiny")
