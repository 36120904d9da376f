"""The seam to GitHub: waiting where it says so, never sending a change twice, one sentence for what is off."""

import pytest

from grader.core.errors import MachineError, UsageError
from grader.integrations.github.gh import Gh, Refused, Unanswered


@pytest.mark.parametrize(("word", "seconds"), [("limit", [7.0]), ("secondary", [60.0]), ("fail", [2.0])])
def test_a_request_that_reads_waits_and_is_answered(host, gh, waited, word, seconds):
    host.at_call(1, word)
    assert gh.get("user") == {"login": "teacher"}
    assert waited == seconds


def test_a_change_without_an_answer_is_not_sent_again(host, gh):
    host.repository("a")
    host.at_call(1, "lost")
    with pytest.raises(Unanswered):
        gh.write("POST", "repos/course/a/commits/abc/comments", {"body": "x"})
    assert len(host.comments["course/a"]) == 1


def test_a_change_that_was_one_too_many_is_sent_again(host, gh, waited):
    host.repository("a")
    host.at_call(1, "limit")
    assert gh.write("POST", "repos/course/a/commits/abc/comments", {"body": "한글 `$(x)`"})["body"] == "한글 `$(x)`"
    assert waited == [7.0]
    assert len(host.comments["course/a"]) == 1


def test_a_limit_that_does_not_end_is_told(host, gh, waited):
    for call in range(1, 10):
        host.at_call(call, "secondary")
        host.state["plan"] = {str(n): "secondary" for n in range(1, 20)}
    host.save()
    with pytest.raises(Refused, match="secondary rate limit") as refusal:
        gh.get("user")
    assert refusal.value.status == 403
    assert waited == [60.0, 120.0, 240.0, 480.0, 960.0]


def test_every_page_is_read(host, gh, monkeypatch):
    monkeypatch.setenv("FAKE_GH_PAGE", "2")
    for name in "abcde":
        host.repository(name)
    assert [one["name"] for one in gh.pages("orgs/course/repos?per_page=100")] == list("abcde")
    assert len(host.calls) == 3


def test_nobody_logged_in_is_one_sentence(host, gh):
    host.state["login"] = None
    host.save()
    with pytest.raises(UsageError, match="gh auth login"):
        gh.get("user")


def test_without_gh_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="gh, GitHub's command line, is not installed"):
        Gh().get("user")
    with pytest.raises(UsageError, match="git is not installed"):
        Gh().git("version")


def test_a_git_that_fails_gives_its_last_line(host, gh, tmp_path):
    with pytest.raises(MachineError, match=r"^git fetch: "):
        gh.git("fetch", str(tmp_path / "nowhere"), cwd=tmp_path)
