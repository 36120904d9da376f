"""Writing back: one comment a repository whatever happens, under GitHub's limits, and nothing in a dry run."""

import itertools
import json
import random
import subprocess
import sys

import pytest

from grader.core.errors import UsageError
from grader.integrations.github.gh import Gh, Pace
from grader.integrations.github.publish import author, mark, opened, publish
from grader.integrations.github.repos_csv import RepositoryRow

NAMES = ("ada", "bo", "cy")


@pytest.fixture
def cohort(host):
    for name in NAMES:
        host.repository(name)
    return host


def write_back(gh, journal, score="50/70", names=NAMES, dry_run=False, by="teacher", pace=None):
    bodies = [(RepositoryRow(name, f"course/{name}", "fetched", "c" * 40), f"{name}: {score}") for name in names]
    with opened(journal) as book:
        pace = pace or Pace(sleep=lambda seconds: None)
        done = publish(gh, book, pace, "softmax", bodies, by=by, dry_run=dry_run, told=lambda one: None)
    return [one.what for one in done]


def bodies_of(host):
    return {name: [comment["body"] for comment in comments] for name, comments in host.comments.items() if comments}


def said(score="50/70", names=NAMES):
    return {f"course/{name}": [f"{mark('softmax')}\n{name}: {score}"] for name in names}


def changes(host):
    return [call for call in host.calls if not call.startswith("GET")]


def test_one_comment_a_repository_and_none_twice(cohort, gh, tmp_path):
    journal = tmp_path / "published.jsonl"
    assert write_back(gh, journal) == ["made"] * 3
    assert bodies_of(cohort) == said()
    calls = len(cohort.calls)
    assert write_back(gh, journal) == ["kept"] * 3
    assert len(cohort.calls) == calls  # the journal knows; GitHub is not even asked


def test_a_grade_that_changed_changes_its_comment(cohort, gh, tmp_path):
    write_back(gh, tmp_path / "j")
    assert write_back(gh, tmp_path / "j", "70/70") == ["changed"] * 3
    assert bodies_of(cohort) == said("70/70")


def test_a_dry_run_writes_nothing_at_all(cohort, gh, tmp_path):
    assert write_back(gh, tmp_path / "j", dry_run=True) == ["would make"] * 3
    write_back(gh, tmp_path / "j")
    before = (tmp_path / "j").read_bytes()
    assert write_back(gh, tmp_path / "j", "1/70", dry_run=True) == ["would change"] * 3
    assert (tmp_path / "j").read_bytes() == before
    assert len(changes(cohort)) == 3


def test_without_its_journal_it_finds_its_comments_again(cohort, gh, tmp_path, monkeypatch):
    write_back(gh, tmp_path / "j")
    monkeypatch.setenv("FAKE_GH_PAGE", "1")
    assert write_back(gh, tmp_path / "another") == ["kept"] * 3
    assert write_back(gh, tmp_path / "a third", "9/70") == ["changed"] * 3
    assert bodies_of(cohort) == said("9/70")


def test_a_learner_who_copies_the_mark_stops_nothing(cohort, gh, tmp_path):
    cohort.state["login"] = "learner"
    cohort.save()
    gh.write("POST", "repos/course/ada/commits/x/comments", {"body": f"{mark('softmax')}\nada: 70/70"})
    cohort.state["login"] = "teacher"
    cohort.save()
    assert write_back(gh, tmp_path / "j") == ["made"] * 3
    assert [comment["user"]["login"] for comment in cohort.comments["course/ada"]] == ["learner", "teacher"]


def test_an_answer_that_was_lost_is_looked_up(cohort, gh, tmp_path):
    cohort.at_call(2, "lost")  # ada's comment is made, the answer does not arrive
    assert write_back(gh, tmp_path / "j") == ["kept", "made", "made"]
    assert bodies_of(cohort) == said()


def test_a_write_that_fails_is_made_after_all(cohort, gh, tmp_path, waited):
    cohort.at_call(2, "fail")
    cohort.at_call(6, "limit")
    assert write_back(gh, tmp_path / "j") == ["made", "made", "made"]
    assert bodies_of(cohort) == said()
    assert waited == [5.0, 7.0]


def test_a_repository_that_is_gone_costs_only_itself(cohort, gh, tmp_path):
    assert write_back(gh, tmp_path / "j", names=("ada", "nobody", "cy")) == ["made", "failed", "made"]


RUN = """
import sys
from pathlib import Path
from grader.integrations.github.gh import Gh
from grader.integrations.github.publish import opened
from grader.integrations.github.repos_csv import RepositoryRow as Line
from grader.integrations.github.gh import Pace
from grader.integrations.github.publish import publish
quick = lambda seconds: None
bodies = [(Line(name, f"course/{name}", "fetched", "c" * 40), f"{name}: 50/70") for name in sys.argv[2:]]
with opened(Path(sys.argv[1])) as journal:
    publish(Gh(sleep=quick), journal, Pace(sleep=quick), "softmax", bodies, by="teacher", dry_run=False,
            told=lambda done: print(done.what))
"""


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_call_and_run_again_it_has_written_each_once(cohort, tmp_path, seed):
    """Every run but the last is killed at a call that chance chooses, before or after GitHub did what was asked."""
    chance = random.Random(seed)
    command = [sys.executable, "-c", RUN, str(tmp_path / "j"), *NAMES]
    killed = 0
    for _ in range(40):
        cohort.state["plan"] = {}
        cohort.at_call(chance.randint(1, 4), chance.choice(["die-before", "die-after", "die-after"]))
        code = subprocess.run(command, capture_output=True).returncode
        if code == 0:
            break
        assert code == -9
        killed += 1
        if chance.random() < 0.3:  # the machine went down in the middle of a line
            with (tmp_path / "j").open("ab") as journal:
                journal.write(b'{"event": "do')
    assert code == 0
    assert killed
    assert bodies_of(cohort) == said()
    assert len([call for call in changes(cohort) if call.startswith("PATCH")]) == 0


def test_two_runs_at_once_are_refused(tmp_path):
    first, second = opened(tmp_path / "j"), opened(tmp_path / "j")
    with first, pytest.raises(UsageError, match="another `grader cohort publish`"):
        second.__enter__()


def test_an_app_has_to_be_named(cohort, gh):
    assert author(gh, None) == "teacher"
    cohort.state["app"] = True
    cohort.save()
    with pytest.raises(UsageError, match="--as NAME"):
        author(gh, None)
    assert author(gh, "grader[bot]") == "grader[bot]"


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self):
        self.now = 1000.0

    def sleep(self, seconds):
        assert seconds > 0
        self.now += seconds

    def __call__(self):
        return self.now


def most_within(times, seconds):
    return max(sum(start <= other < start + seconds for other in times) for start in times)


def test_a_thousand_writes_stay_under_every_limit():
    clock = Clock()
    pace = Pace(sleep=clock.sleep, clock=clock)
    times = []
    for _ in range(1000):
        pace.wait()
        times.append(clock.now)
    assert min(b - a for a, b in itertools.pairwise(times)) >= 1
    assert most_within(times, 60) <= 80
    assert most_within(times, 3600) <= 500
    assert times[-1] - times[0] < 2.2 * 3600  # and no slower than it must be
    assert times[299] - times[0] <= 300


def test_what_an_earlier_run_wrote_counts(tmp_path):
    clock = Clock()
    with opened(tmp_path / "j") as journal:
        for number in range(480):
            journal.intend(f"r{number}", clock.now + number)
    clock.now += 600
    with opened(tmp_path / "j") as journal:
        assert len(journal.open) == 480
        Pace(journal.writes, sleep=clock.sleep, clock=clock).wait()
    assert clock.now >= 1000 + 3600


def test_the_journal_is_on_disk_before_the_write(cohort, gh, tmp_path, monkeypatch):
    seen = []
    real = Gh.write

    def watched(self, method, path, fields):
        seen.append([json.loads(line)["event"] for line in (tmp_path / "j").read_text().splitlines()])
        return real(self, method, path, fields)

    monkeypatch.setattr(Gh, "write", watched)
    write_back(gh, tmp_path / "j", names=("ada", "bo"))
    assert seen == [["intend"], ["intend", "done", "intend"]]
