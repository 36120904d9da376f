"""`grader gradebook received`: an arrival may cost points, so it is somebody's, and it leaves a trace."""

import datetime
import json

import pytest
from click.testing import CliRunner

from grader.cli.gradebook.decisions import log
from grader.cli.gradebook.people import received
from grader.core.errors import UsageError
from grader.gradebook import Gradebook
from grader.gradebook.roster import Person

DAY = "2026-12-0{}T10:00:00Z"


@pytest.fixture
def file(tmp_path):
    """A gradebook with an assignment, nobody in it."""
    with Gradebook.open(tmp_path / "g.db", create=True) as book:
        book.add_assignment("hw")
    return tmp_path / "g.db"


@pytest.fixture
def call(tmp_path, file):
    """`call("ada,2026-...", header)`: the command over these lines, and what it said."""

    def make(*lines, header="learner,received_at"):
        table = tmp_path / "times.csv"
        table.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
        words = [str(table), "--gradebook", str(file), "--author", "kim"]
        done = CliRunner().invoke(received, words)
        if done.exception is not None:
            raise done.exception
        return done.output.replace(f"{tmp_path}/", "").strip()

    return make


def arrivals(file):
    with Gradebook.open(file) as book:
        return [tuple(row) for row in book._store.rows("SELECT submission, received_at FROM arrivals ORDER BY id")]


def people(file, *found):
    with Gradebook.open(file) as book:
        book.import_roster(found, "roster.csv", "kim")


def test_where_nobody_is_known_every_name_is_one(file, call):
    assert call(f"zzz,{DAY.format(1)}") == "times.csv: 1 arrivals noted for hw, 1 of them new, 0 lines passed over"
    assert len(arrivals(file)) == 1


@pytest.mark.parametrize("graded", [True, False])
def test_an_unknown_name_is_refused_with_the_one_that_was_meant_and_nothing_is_noted(file, call, graded):
    if graded:
        call(f"s010,{DAY.format(1)}", f"s011,{DAY.format(1)}")
    else:
        people(file, Person("s010"), Person("s011"))
    before = arrivals(file)
    with pytest.raises(UsageError) as refused:
        call(f"s010,{DAY.format(2)}", f"s0100,{DAY.format(3)}", f"zzz,{DAY.format(3)}")
    near, none, end = str(refused.value).splitlines()
    assert near.endswith("times.csv:3: no submission and no learner 's0100' in hw; did you mean 's010'?")
    assert none.endswith(
        "times.csv:4: no submission and no learner 'zzz' in hw; grade it first, or import a roster that has this person"
    )
    assert end.endswith("times.csv: nothing of it was noted")
    assert arrivals(file) == before
    with Gradebook.open(file) as book:
        assert [one.id for one in book.learners("hw")] == ["s010", "s011"]


def test_many_unknown_names_are_counted(file, call):
    people(file, Person("ada"))
    with pytest.raises(UsageError) as refused:
        call(*(f"x{number},{DAY.format(1)}" for number in range(30)))
    assert len(str(refused.value).splitlines()) == 22
    assert "and 10 more" in str(refused.value)


def test_a_person_is_found_by_anything_the_roster_knows(file, call):
    people(file, Person("ada", email="ada@example.org", external={"github": "countess"}), Person("ben"))
    with Gradebook.open(file) as book:
        book.receive("hw", [("countess", datetime.datetime(2026, 12, 1, tzinfo=datetime.UTC))])  # her folder's name
    call(f"ada,{DAY.format(2)}", f"ben,{DAY.format(2)}")
    assert [name for name, _ in arrivals(file)] == ["countess", "countess", "ben"]


def test_what_was_not_fetched_has_not_arrived(file, call):
    people(file, Person("ada"))
    lines = (
        f"ada,fetched,{DAY.format(1)}",
        f"ben,failed,{DAY.format(2)}",
        f"cy,too-large,{DAY.format(2)}",
        "di,nothing,",
    )
    said = call(*lines, header="learner,state,pushed_at")
    assert said == "times.csv: 1 arrivals noted for hw, 1 of them new, 3 lines passed over"
    assert [name for name, _ in arrivals(file)] == ["ada"]


def test_the_log_shows_each_arrival_that_is_new_or_changed(file, call):
    call(f"ada,{DAY.format(1)}", f"ben,{DAY.format(1)}")
    assert "0 of them new" in call(f"ada,{DAY.format(1)}")
    assert "1 of them new" in call(f"ada,{DAY.format(4)}", f"ben,{DAY.format(1)}")
    done = CliRunner().invoke(log, ["--gradebook", str(file), "--json"])
    trail = [json.loads(line) for line in done.output.splitlines()]
    assert [(one["author"], one["action"], one["learner"]) for one in trail] == [
        ("kim", "arrival", "ada"),
        ("kim", "arrival", "ben"),
        ("kim", "arrival", "ada"),
    ]
    first, fourth = "2026-12-01T10:00:00+00:00", "2026-12-04T10:00:00+00:00"
    assert trail[2]["detail"] == {"received_at": fourth, "before": first, "source": "times.csv"}
    assert trail[0]["detail"]["before"] is None


def test_a_list_of_every_push_given_again_is_no_news(file, call):
    lines = [f"ada,{DAY.format(day)}" for day in (1, 3, 5)]
    assert "3 of them new" in call(*lines)
    assert "0 of them new" in call(*lines)
    assert "1 of them new" in call(f"ada,{DAY.format(3)}")  # a correction: the last that was noted counts
    with Gradebook.open(file) as book:
        assert book._store.rows("SELECT received_at FROM submissions")[0][0] == "2026-12-03T10:00:00+00:00"
