"""Fetching: the server's clock decides, hostile repositories stay files, a second run does what is left."""

import os

import pytest

from grader.core.errors import UsageError
from grader.integrations.github import listing
from grader.integrations.github.fetch import fetch
from grader.integrations.github.repos_csv import RepositoryRow, read_ledger, write_ledger

DUE = "2026-12-01T12:00:00+09:00"  # 03:00 UTC


def fetched(host, gh, out, prefix="att-", deadline=DUE, **more):
    found = listing.in_organisation(gh, "course", prefix)
    when = listing.moment(deadline) if deadline else None
    return {line.learner: line for line in fetch(gh, found, out, deadline=when, jobs=2, **more)}


@pytest.fixture
def cohort(host):
    """ada is in time; bo pushed late with an old date in the commit; cy pushed nothing; dee rewrote history late."""
    for name in ("att-ada", "att-bo", "att-cy", "att-dee", "other-eve"):
        host.repository(name)
    known = {one["name"].rpartition("-")[2]: one for one in host.state["repositories"]}
    host.first = {}
    host.first["ada"] = host.push(known["ada"], {"attention.py": "ada"}, "2026-12-01T02:59:59Z")
    host.first["bo"] = host.push(known["bo"], {"attention.py": "in time"}, "2026-11-30T08:00:00Z")
    host.push(known["bo"], {"attention.py": "late"}, "2026-12-01T03:00:01Z", authored="2026-11-01T00:00:00Z")
    host.first["dee"] = host.push(known["dee"], {"attention.py": "first"}, "2026-12-01T01:00:00Z")
    host.push(known["dee"], {"attention.py": "rewritten"}, "2026-12-02T00:00:00Z", kind="force_push", old=True)
    return host


def test_the_commit_is_the_one_that_the_server_had_at_the_deadline(cohort, gh, tmp_path):
    out = tmp_path / "out"
    lines = fetched(cohort, gh, out)
    assert {name: line.state for name, line in lines.items()} == {
        "ada": "fetched",
        "bo": "fetched",
        "cy": "nothing",
        "dee": "fetched",
    }
    texts = {p.parent.name: p.read_text() for p in out.glob("submissions/*/attention.py")}
    assert texts == {"ada": "ada", "bo": "in time", "dee": "first"}
    assert {name: lines[name].commit for name in cohort.first} == cohort.first
    assert lines["bo"].late_pushes == "1"
    assert lines["bo"].pushed_at == "2026-11-30T08:00:00Z"
    assert {line.learner: line for line in read_ledger(out / "repos.csv")} == lines
    assert not list(out.rglob(".git"))


def test_without_a_deadline_it_is_what_stands_there_now(cohort, gh, tmp_path):
    lines = fetched(cohort, gh, tmp_path / "out", deadline=None)
    assert (tmp_path / "out/submissions/bo/attention.py").read_text() == "late"
    assert lines["bo"].late_pushes == "0"


def test_a_second_run_fetches_only_what_is_left(cohort, gh, tmp_path):
    out = tmp_path / "out"
    fetched(cohort, gh, out)
    before = (out / "submissions/ada").stat().st_ino
    [cy] = [one for one in cohort.state["repositories"] if one["name"] == "course/att-cy"]
    cohort.push(cy, {"attention.py": "cy"}, "2026-12-01T00:00:00Z")
    (out / "submissions/.fetching-left").mkdir()  # as a kill leaves it
    lines = fetched(cohort, gh, out)
    assert lines["cy"].state == "fetched"
    assert (out / "submissions/ada").stat().st_ino == before
    assert not (out / "submissions/.fetching-left").exists()


def test_a_repository_that_cannot_be_fetched_costs_only_itself(cohort, gh, tmp_path):
    [ada] = [one for one in cohort.state["repositories"] if one["name"] == "course/att-ada"]
    right, ada["url"] = ada["url"], str(tmp_path / "gone")
    cohort.save()
    lines = fetched(cohort, gh, tmp_path / "out")
    assert lines["ada"].state == "failed"
    assert "git fetch" in lines["ada"].note
    assert lines["bo"].state == "fetched"
    ada["url"] = right
    cohort.save()
    assert fetched(cohort, gh, tmp_path / "out")["ada"].state == "fetched"


@pytest.mark.parametrize(
    ("word", "said"), [("hidden", "404"), ("silent", "lists no push to main, though it has commits")]
)
def test_work_that_github_does_not_tell_of_is_not_taken_for_none(cohort, gh, tmp_path, word, said):
    [ada] = [one for one in cohort.state["repositories"] if one["name"] == "course/att-ada"]
    ada[word] = True
    cohort.save()
    line = fetched(cohort, gh, tmp_path / "out")["ada"]
    assert line.state == "failed"
    assert said in line.note


def test_a_branch_that_appeared_late_says_so(host, gh, tmp_path):
    known = host.repository("att-ada")
    host.push(known, {"attention.py": "x"}, "2026-12-05T00:00:00Z", kind="branch_creation")
    line = fetched(host, gh, tmp_path / "out")["ada"]
    assert (line.state, line.note) == ("nothing", "nothing was pushed to main until the deadline; pushes after it: 1")


def test_a_hostile_repository_stays_files(host, gh, tmp_path):
    known = host.repository("att-mal")
    work = host.folder / "work" / known["name"]
    host.push(known, {"attention.py": "x"}, "2026-11-01T00:00:00Z")
    os.symlink("/etc/passwd", work / "answers.yaml")
    hook = {".githooks/post-checkout": "#!/bin/sh\ntouch /tmp/never", ".gitattributes": "*.py filter=evil\n"}
    host.push(known, {**hook, ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = /etc\n'}, "2026-11-01T01:00:00Z")
    lines = fetched(host, gh, tmp_path / "out")
    assert lines["mal"].state == "fetched"
    link = tmp_path / "out/submissions/mal/answers.yaml"
    assert not link.is_symlink()
    assert link.read_text() == "/etc/passwd"


def test_a_deadline_needs_a_zone():
    with pytest.raises(UsageError, match="no time with a zone"):
        listing.moment("2026-12-01T23:59:00")
    assert listing.moment("2026-12-01T23:59:00Z") == listing.moment("2026-12-02T08:59:00+09:00")


def test_repositories_from_a_file_and_from_other_hosts(cohort, gh, tmp_path):
    [ada] = [one for one in cohort.state["repositories"] if one["name"] == "course/att-ada"]
    names = tmp_path / "repos.txt"
    names.write_text(f"# the cohort\ncourse/att-bo\n\n{ada['url']}\n")
    found = listing.from_file(gh, names, "att-")
    assert [(one.learner, one.on_github) for one in found] == [("bo", True), ("ada", False)]
    with pytest.raises(UsageError, match="only GitHub tells when a push arrived"):
        fetch(gh, found, tmp_path / "out", deadline=listing.moment(DUE))
    lines = fetch(gh, found, tmp_path / "out")
    assert [line.state for line in lines] == ["fetched", "fetched"]
    assert lines[1].commit == cohort.first["ada"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("course/att-nobody\n", r"repos.txt:1: course/att-nobody"),
        ("\nnonsense\n", r"repos.txt:2: 'nonsense' is neither"),
        ("\n", "names no repository"),
        ("course/att-ada\ncourse/att-ADA\n", "would both be"),
    ],
)
def test_a_file_that_names_no_repositories_says_where(host, gh, tmp_path, text, words):
    host.repository("att-ada")
    host.repository("att-ADA")
    (tmp_path / "repos.txt").write_text(text)
    with pytest.raises(UsageError, match=words):
        listing.from_file(gh, tmp_path / "repos.txt", "att-")


def test_an_organisation_without_such_repositories_says_so(host, gh):
    host.repository("lab-ada")
    with pytest.raises(UsageError, match="none of the 1 repositories of course begins with 'att-'"):
        listing.in_organisation(gh, "course", "att-")
    with pytest.raises(UsageError, match="no organisation 'coarse'"):
        listing.in_organisation(gh, "coarse", "att-")


def test_the_ledger_keeps_names_that_a_spreadsheet_would_run(tmp_path):
    lines = [RepositoryRow("-a", "course/-a", "fetched", "a" * 40, pushed_by="=x", note='say "no",\nor')]
    write_ledger(tmp_path / "repos.csv", lines)
    assert read_ledger(tmp_path / "repos.csv") == lines
    assert "\n'-a," in (tmp_path / "repos.csv").read_text()
    (tmp_path / "bad.csv").write_text("learner,repository,state,commit\nada,course/a\n")
    with pytest.raises(UsageError, match=r"bad.csv:2: not as many cells"):
        read_ledger(tmp_path / "bad.csv")
    (tmp_path / "bad.csv").write_text(f"learner,repository,state,commit\n{'x' * 200_000},b,c,d\n")
    with pytest.raises(UsageError, match=r"bad.csv:2: not CSV: field larger"):
        read_ledger(tmp_path / "bad.csv")
