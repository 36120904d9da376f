"""A GitHub of our own: real git repositories in a folder, and a `gh` on the path that answers for them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.integrations.github.gh import Gh

HERE = Path(__file__).parent
QUIET = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


class Host:
    """What `fake_gh.py` knows, and how a test changes it."""

    def __init__(self, folder):
        self.folder = folder
        self.state = {"login": "teacher", "org": "course", "repositories": [], "plan": {}}
        (folder / "state").mkdir()
        self.save()

    def save(self):
        (self.folder / "state" / "state.json").write_text(json.dumps(self.state))

    @property
    def calls(self):
        log = self.folder / "state" / "calls.log"
        return log.read_text().splitlines() if log.exists() else []

    @property
    def comments(self):
        path = self.folder / "state" / "comments.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def at_call(self, number, word):
        """What happens at the n-th call from now."""
        self.state["plan"][str(len(self.calls) + number)] = word
        self.save()

    def repository(self, name, branch="main"):
        """An empty repository of the organisation."""
        url = self.folder / "git" / f"{name}.git"
        git("init", "-q", "--bare", "-b", branch, str(url))
        for key in ("uploadpack.allowReachableSHA1InWant", "uploadpack.allowAnySHA1InWant"):  # as GitHub has it
            git("config", key, "true", cwd=url)
        known = {"name": f"course/{name}", "url": str(url), "branch": branch, "activity": []}
        self.state["repositories"].append(known)
        self.save()
        return known

    def push(self, known, files, when, *, authored="2020-01-01T00:00:00Z", by="learner", kind="push", old=False):
        """A commit with a date of the author's choice, that the server received at `when`."""
        work = self.folder / "work" / known["name"]
        if not work.exists():
            git("clone", "-q", known["url"], str(work))
        for name, text in files.items():
            path = work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        git("add", "-A", cwd=work)
        dates = {"GIT_AUTHOR_DATE": authored, "GIT_COMMITTER_DATE": authored}
        names = ["-c", "user.name=learner", "-c", "user.email=learner@example.invalid"]
        git(*names, "commit", "-q", "--allow-empty", *(["--amend"] if old else []), "-m", "work", cwd=work, **dates)
        sha = git("rev-parse", "HEAD", cwd=work)
        git("push", "-q", "--force", "origin", f"HEAD:refs/heads/{known['branch']}", cwd=work)
        known["activity"].insert(
            0,
            {
                "after": sha,
                "before": "0" * 40,
                "ref": f"refs/heads/{known['branch']}",
                "timestamp": when,
                "activity_type": kind,
                "actor": {"login": by},
            },
        )
        self.save()
        return sha


def git(*words, cwd=None, **environment):
    done = subprocess.run(
        ["git", *words], cwd=cwd, env={**os.environ, **QUIET, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def host(tmp_path, monkeypatch):
    """A fake GitHub; `gh` on the path is `fake_gh.py`."""
    made = Host(tmp_path)
    program = tmp_path / "bin" / "gh"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -I {HERE / "fake_gh.py"} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("FAKE_GH_STATE", str(tmp_path / "state"))
    for key, value in QUIET.items():
        monkeypatch.setenv(key, value)
    return made


@pytest.fixture
def waited():
    """Seconds that were waited for; nobody really sleeps."""
    return []


@pytest.fixture
def gh(waited):
    return Gh(sleep=waited.append)
