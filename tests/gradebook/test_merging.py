"""Gradebooks brought together: attempts in one order, marks as histories of an answer's words, and nothing lost."""

import dataclasses
import json
import shutil
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from cohorts import report
from hypothesis import given

from grader.core.errors import MachineError, UsageError
from grader.core.model import Submission
from grader.gradebook import Gradebook, Stored
from grader.gradebook import merge as merging
from grader.gradebook.merge import merged_order as merged
from grader.submissions.cache_key import content_of

QUIZ = {
    "earned": 0,
    "possible": 6,
    "pending": 6,
    "items": [
        {"id": item, "title": item, "outcome": "pending", "earned": 0, "possible": possible}
        for item, possible in (("why", 4), ("how", 2))
    ],
}


def hand_in(path, **answers):
    """Put submissions with these answers.yaml into the gradebook at `path`."""
    with Gradebook.open(path, create=True) as book:
        for name, text in answers.items():
            content = content_of(Submission(name, name, answers=text))
            key = f"{name} {text}"
            book.store("hw", name, key, content, Stored(key, report(name, quiz=QUIZ), "en", ""))


def attempt(path, digest, day, earned=6, key=None, **made):
    """One more attempt of ada, graded on that day."""
    one = json.loads(report("ada", earned, **made))
    one["provenance"]["graded_at"] = f"2026-11-{day:02}T00:00:00+00:00"
    with Gradebook.open(path, create=True) as book:
        book.store("hw", "ada", digest, "{}", Stored(key or digest, json.dumps(one), "en", ""))


def history(path):
    """The attempts of ada, oldest first: digest, points."""
    with Gradebook.open(path) as book:
        rows = book._store.rows("SELECT digest, number FROM attempts ORDER BY number")
        assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
        tries = book.timeline("hw", "ada").attempts
        return [(row["digest"], one.alone and one.alone.raw) for row, one in zip(rows, tries, strict=True)]


def mark(path, author, **points):
    """Mark answers to `why`, `ada=3`, or to another question, `ada_how=1`."""
    with Gradebook.open(path) as book:
        answers = {(one.learner, one.item): one for one in book.open_answers("hw")}
        given = [
            (answers[name.removesuffix("_how"), "how" if name.endswith("_how") else "why"], Fraction(value), "")
            for name, value in points.items()
        ]
        assert book.mark("hw", given, author) == len(given)


def merge(into, *others, **options):
    with Gradebook.open(into, create=True) as book:
        done = []
        for place in others:
            with Gradebook.open(place, reading=True) as other:
                done.append(book.merge(other, "prof", **options))
        assert book.integrity() == []
        return done if len(done) > 1 else done[0]


def held(path):
    """(learner, item) -> points, author, of the marks that hold."""
    with Gradebook.open(path) as book:
        return {
            (one.learner, one.item): (one.mark.points, one.mark.author)
            for one in book.open_answers("hw")
            if one.mark is not None
        }


def trail(path, action):
    with Gradebook.open(path) as book:
        return [entry for entry in book.audit_log() if entry["action"] == action]


@pytest.fixture
def copies(tmp_path):
    """Two copies of a gradebook with two learners."""
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    hand_in(here, ada="why: a\nhow: b\n", ben="why: c\nhow: d\n")
    shutil.copyfile(here, there)
    return here, there


HANDED = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["1", "2", "3"])), max_size=6)


@given(HANDED, HANDED)
def test_the_order_of_both_histories_is_kept_and_nothing_is_left_out(ours, theirs):
    pairs = merged(ours, theirs)
    assert [here for here, _ in pairs if here is not None] == list(range(len(ours)))
    assert [there for _, there in pairs if there is not None] == list(range(len(theirs)))
    assert all(ours[here][0] == theirs[there][0] for here, there in pairs if None not in (here, there))


@pytest.mark.parametrize(
    ("ours", "theirs", "order"),
    [
        ("", "a1 b2", "a b"),
        ("a1", "a1 b2 a3", "a b a"),  # the first text was handed in again
        ("a1 b2 a3", "a1 b2", "a b a"),
        ("b2", "a1 b2", "a b"),
        ("b2", "a1", "a b"),  # only clocks tell
        ("a1", "b2", "a b"),
        ("a1 c3 d9", "a1 b2 d4", "a b c d"),
    ],
)
def test_attempts_of_two_machines_come_into_one_order(ours, theirs, order):
    here, there = ([(one[0], one[1:]) for one in text.split()] for text in (ours, theirs))
    assert [(here[i] if i is not None else there[j])[0] for i, j in merged(here, there)] == order.split()


def test_an_older_part_that_comes_late_does_not_become_the_last_attempt(tmp_path):
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    attempt(there, "old", 1, earned=2)
    attempt(here, "new", 5, earned=9)
    assert merge(here, there).results == 1
    assert history(here) == [("old", 2), ("new", 9)]
    with Gradebook.open(here) as book:
        assert book.final_grade("hw", "ada").raw == 9
    assert merge(here, there).results == 0
    assert history(here) == [("old", 2), ("new", 9)]


def test_a_part_that_was_run_again_goes_on_where_it_was(tmp_path):
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    attempt(there, "a", 1, earned=2)
    merge(here, there)
    attempt(there, "b", 2, earned=5)
    attempt(there, "a", 3, earned=2)
    assert merge(here, there).results == 2
    assert history(here) == [("a", 2), ("b", 5), ("a", 2)]
    attempt(there, "a", 4, earned=3, key="another suite")
    assert merge(here, there).results == 1
    assert history(here) == [("a", 2), ("b", 5), ("a", 3)]


def test_a_result_that_failed_there_takes_nobodys_place(tmp_path):
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    attempt(there, "a", 1, earned=0, outcome="broken", pending=10)
    attempt(here, "a", 2, earned=7)
    assert merge(here, there).results == 0
    assert history(here) == [("a", 7)]
    assert merge(there, here).results == 1
    assert history(there) == [("a", 7)]


def test_marks_of_parts_come_together(tmp_path):
    parts = [tmp_path / "one.db", tmp_path / "two.db"]
    for path, name in zip(parts, ("ada", "ben"), strict=True):
        hand_in(path, **{name: "why: because\n"})
        mark(path, "Kim", **{name: "5/2"})
    done = merge(tmp_path / "all.db", *parts)
    assert [(one.results, one.marks, one.conflicts, one.decisions) for one in done] == [(1, 1, (), 0)] * 2
    assert held(tmp_path / "all.db") == {(name, "why"): (Fraction(5, 2), "Kim") for name in ("ada", "ben")}
    with Gradebook.open(tmp_path / "all.db") as book:
        assert [(final.raw, final.pending) for final in book.final_grades("hw")] == [(Fraction(17, 2), 2)] * 2
    assert [entry["author"] for entry in trail(tmp_path / "all.db", "mark")] == ["Kim", "Kim"]
    assert trail(tmp_path / "all.db", "mark")[0]["detail"] == {
        "item": "why",
        "points": "5/2",
        "possible": "4",
        "note": "",
        "taken over from": str(parts[0]),
        "by": "prof",
    }


def test_taking_over_twice_changes_nothing(copies):
    here, there = copies
    mark(here, "Kim", ada=1)
    mark(there, "Lee", ada=2, ben=3)
    first = merge(here, there)
    before = [held(here), trail(here, "mark"), trail(here, "mark set aside")]
    again = merge(here, there)
    assert (first.marks, again.marks) == (1, 0)
    assert again.conflicts == first.conflicts
    assert [held(here), trail(here, "mark"), trail(here, "mark set aside")] == before


def test_a_conflict_is_named_and_the_mark_here_holds_while_the_other_is_kept(copies):
    here, there = copies
    mark(here, "Kim", ada=1)
    mark(there, "Lee", ada=2, ada_how=1)
    (conflict,) = merge(here, there).conflicts
    assert (conflict.learner, conflict.item, conflict.assignment) == ("ada", "why", "hw")
    assert (conflict.here.points, conflict.here.author) == (1, "Kim")
    assert (conflict.there.points, conflict.there.author) == (2, "Lee")
    assert held(here) == {("ada", "why"): (1, "Kim"), ("ada", "how"): (1, "Lee")}
    (aside,) = trail(here, "mark set aside")
    assert (aside["author"], aside["detail"]["points"], aside["detail"]["by"]) == ("prof", "2", "Lee")


def test_the_mark_there_can_be_preferred_and_the_one_here_stays_in_the_history(copies):
    here, there = copies
    mark(here, "Kim", ada=1, ben=4)
    mark(there, "Lee", ada=2)
    assert len(merge(here, there, prefer_there=True).conflicts) == 1
    assert held(here) == {("ada", "why"): (2, "Lee"), ("ben", "why"): (4, "Kim")}
    assert [entry["detail"]["points"] for entry in trail(here, "mark") if entry["learner"] == "ada"] == ["1", "2"]
    assert merge(here, there, prefer_there=True) == dataclasses.replace(merge(here, there), conflicts=())


def test_a_correction_follows_what_it_corrects_in_both_directions(copies, monkeypatch):
    here, there = copies
    times = iter(f"2026-12-{day:02}T00:00:00+00:00" for day in range(1, 28))
    monkeypatch.setattr("grader.gradebook.manual_marks.now", lambda: next(times))
    mark(here, "Kim", ada=1)
    merge(there, here)
    mark(there, "Lee", ada=2)
    done = merge(here, there)
    assert (done.marks, done.conflicts) == (1, ())
    assert held(here) == {("ada", "why"): (2, "Lee")}
    mark(here, "Kim", ada=3)
    done = merge(here, there)  # what is there is older
    assert (done.marks, done.conflicts) == (0, ())
    assert held(here) == {("ada", "why"): (3, "Kim")}


def test_two_who_agree_are_no_conflict_and_both_are_kept(copies):
    here, there = copies
    mark(here, "Kim", ada=2)
    mark(there, "Lee", ada=2)
    assert merge(here, there).conflicts == ()
    assert held(here) == {("ada", "why"): (2, "Kim")}
    assert [entry["detail"]["by"] for entry in trail(here, "mark set aside")] == ["Lee"]


def test_a_mark_of_other_words_is_no_conflict(copies):
    here, there = copies
    mark(there, "Lee", ada=2)
    hand_in(here, ada="why: other words\n")
    mark(here, "Kim", ada=4)
    done = merge(here, there)
    assert (done.marks, done.conflicts) == (1, ())
    assert held(here) == {("ada", "why"): (4, "Kim")}
    hand_in(here, ada="why: a\nhow: b\n ")
    assert held(here) == {("ada", "why"): (2, "Lee")}


def test_marks_are_taken_over_all_or_none(copies, monkeypatch):
    here, there = copies
    mark(there, "Lee", ada=2, ben=3)
    real, calls = merging.insert_mark, []

    def full(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        real(*arguments)

    monkeypatch.setattr(merging, "insert_mark", full)
    with pytest.raises(MachineError, match="No space left"):
        merge(here, there)
    assert held(here) == {}
    monkeypatch.undo()
    assert merge(here, there).marks == 2
    with Gradebook.open(here) as book, Gradebook.open(there) as other, pytest.raises(UsageError, match="its author"):
        book.merge(other, " ")


def test_the_command_names_each_conflict_and_what_stays_behind(copies, grader):
    here, there = copies
    mark(here, "Kim", ada=1)
    mark(there, "Lee", ada="5/2", ben=3)
    with Gradebook.open(there) as book:
        book.override("hw", "ben", Fraction(9), "Lee", "an appeal")
    done = grader("gradebook", "merge", there, "--gradebook", here)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == [
        f"{there}: ada, why (hw): 1 of 4 by Kim here, 2.5 of 4 by Lee there; the mark here holds, "
        "the other is kept too",
        f"{there}: 0 results merged, 1 marks; 1 answers were marked differently; 1 overrides and extensions "
        "were not merged; its `log` lists them",
    ]
    done = grader("gradebook", "merge", there, "--marks", "there", "--author", "Prof", "--gradebook", here)
    assert "the mark there holds now" in done.stderr
    assert held(here)["ada", "why"] == (Fraction(5, 2), "Lee")
    assert "Lee" in grader("gradebook", "log", "--gradebook", here).stdout
