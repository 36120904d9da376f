"""A repository that is larger than an exercise costs only itself, and no disk: real git, over file://."""

import csv
import hashlib
import os
import re
import subprocess
import sys
import zlib

import pytest

from grader.core.errors import MachineError
from grader.integrations.github import checkout as checking
from grader.integrations.github import fetch as fetching
from grader.integrations.github import gh
from grader.integrations.github.checkout import checkout, remove
from grader.integrations.github.fetch import fetch
from grader.integrations.github.gh import Gh, TooLarge
from grader.integrations.github.listing import Repository

MIB = 1 << 20
QUIET = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    for key, value in QUIET.items():
        monkeypatch.setenv(key, value)


def git(*words, cwd=None):
    names = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "core.compression=1"]
    done = subprocess.run(["git", *names, *words], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def served(tmp_path):
    """`served("ada", {"a.py": b"..."})`: a repository at a file:// address; `filters` is what its server can do."""

    def make(name, *commits, filters=True):
        url, work = tmp_path / f"{name}.git", tmp_path / "work" / name
        git("init", "-q", "--bare", "-b", "main", str(url))
        git("config", "uploadpack.allowFilter", str(filters).lower(), cwd=url)
        git("clone", "-q", str(url), str(work))
        for files in commits:
            for path in [one for one in work.iterdir() if one.name != ".git"]:
                path.unlink()
            for file, content in files.items():
                (work / file).write_bytes(content)
            git("add", "-A", cwd=work)
            git("commit", "-q", "-m", "work", cwd=work)
        git("push", "-q", "origin", "HEAD:main", cwd=work)
        return url.as_uri()

    return make


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def left(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("filters", [True, False])
def test_a_file_above_the_limit_is_not_fetched(served, place, filters):
    url = served("ada", {"attention.py": b"pass\n", "data.bin": os.urandom(3 * MIB)}, filters=filters)
    with pytest.raises(TooLarge) as caught:
        checkout(Gh(), url, "HEAD", place / "ada", 1)
    why = "data.bin alone is too large" if filters else "more than 1 MiB arrived"
    assert str(caught.value) == f"{why}; nothing of it was kept (--max-mib allows 1 MiB)"
    assert left(place) == []
    checkout(Gh(), url, "HEAD", place / "ada", 4)
    assert left(place / "ada") == ["attention.py", "data.bin"]


def test_many_files_below_the_limit_are_too_many_together(served, place):
    url = served("ada", {f"{number}.bin": os.urandom(MIB // 2) for number in range(8)})
    with pytest.raises(TooLarge, match="more than 1 MiB arrived"):
        checkout(Gh(), url, "HEAD", place / "ada", 1)
    assert left(place) == []


def test_what_is_small_while_packed_is_counted_unpacked(served, place):
    url = served("ada", {f"{number}.txt": bytes([number]) * MIB for number in range(5)})
    with pytest.raises(TooLarge, match=r"its files are 5 MiB; nothing of it was kept \(--max-mib allows 2 MiB\)"):
        checkout(Gh(), url, "HEAD", place / "ada", 2)
    assert left(place) == []


@pytest.mark.parametrize(
    "attribute",
    [
        "working-tree-encoding=UTF-32",
        "text eol=crlf",
        "ident",
        "filter=loud",
        "working-tree-encoding=UTF-16LE-BOM text",
    ],
)
def test_files_are_written_as_they_are_stored_whatever_attributes_ask_for(
    served, place, tmp_path, monkeypatch, attribute
):
    """A conversion makes a tree larger than it was measured to be, and a filter is a program of the instructor's."""
    settings = tmp_path / "gitconfig"
    settings.write_text('[filter "loud"]\n\tsmudge = sed s/a/LOUD/g\n\tclean = cat\n[core]\n\tautocrlf = false\n')
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    url, stored = served("ada", {"attention.py": b"pass\n"}), b"$Id$ a\n" * 40_000
    work = tmp_path / "work" / "ada"
    (work / ".gitattributes").write_text(f"*.txt {attribute}\n")
    (work / ".git" / "raw").write_bytes(stored)
    blob = git("hash-object", "-w", "--no-filters", ".git/raw", cwd=work)
    git("add", ".gitattributes", cwd=work)
    git("update-index", "--add", "--cacheinfo", f"100644,{blob},data.txt", cwd=work)
    git("commit", "-q", "-m", "attributes", cwd=work)
    git("push", "-q", "origin", "HEAD:main", cwd=work)
    checkout(Gh(), url, "HEAD", place / "ada", 1)
    assert (place / "ada" / "data.txt").read_bytes() == stored
    assert left(place / "ada") == [".gitattributes", "attention.py", "data.txt"]


@pytest.fixture
def nested(served, tmp_path):
    """A repository of a few hundred bytes with 10**10 files in it: each folder holds the one below ten times."""
    url = served("bomb", {"attention.py": b"pass\n"})
    work = tmp_path / "work" / "bomb"
    kind, name, entry = "100644 blob", git("hash-object", "-w", "attention.py", cwd=work), ""
    for _ in range(10):
        entry = "".join(f"{kind} {name}\t{letter}\n" for letter in "abcdefghij")
        made = subprocess.run(["git", "mktree"], cwd=work, input=entry, capture_output=True, text=True, check=True)
        kind, name = "040000 tree", made.stdout.strip()
    commit = git("commit-tree", name, "-m", "bomb", cwd=work)
    git("push", "-q", "--force", "origin", f"{commit}:refs/heads/main", cwd=work)
    return url


def test_folders_in_folders_without_end_are_stopped(nested, place):
    with pytest.raises(TooLarge, match="the list of its files alone is too large"):
        checkout(Gh(), nested, "HEAD", place / "bomb", 1)
    assert left(place) == []


@pytest.fixture
def deep(served, tmp_path):
    """A repository whose only file lies 1,500 folders deep: deeper than a recursion of Python 3.11 goes."""
    url = served("deep", {"attention.py": b"pass\n"})
    work = tmp_path / "work" / "deep"
    name = git("hash-object", "-w", "attention.py", cwd=work)
    made = []  # written as loose objects by hand: 1,500 calls of git would take a minute
    entry = b"100644 f\0" + bytes.fromhex(name)
    for _ in range(1501):
        body = b"tree %d\0" % len(entry) + entry
        made.append(hashlib.sha1(body).hexdigest())
        place = work / ".git" / "objects" / made[-1][:2]
        place.mkdir(exist_ok=True)
        (place / made[-1][2:]).write_bytes(zlib.compress(body))
        entry = b"40000 a\0" + bytes.fromhex(made[-1])
    commit = git("commit-tree", made[-1], "-m", "deep", cwd=work)
    git("push", "-q", "--force", "origin", f"{commit}:refs/heads/main", cwd=work)
    return url


def test_a_deep_repository_costs_only_itself_and_leaves_nothing(deep, served, tmp_path):
    ada = served("ada", {"attention.py": b"ada"})
    cohort = [Repository(url, name, url, on_github=False) for name, url in (("deep", deep), ("ada", ada))]
    lines = fetch(Gh(), cohort, tmp_path / "cohort")
    assert [line.state for line in lines] == ["too-large", "fetched"]
    assert re.match(r"(a/){20,}.* lies too deep in folders; nothing of it was kept", lines[0].note)
    assert left(tmp_path / "cohort" / "submissions") == ["ada"]


def nest(folder, levels):
    """Folders in folders, made from the inside out, since such a path is too long to be named."""
    inner = folder.parent / "inner"
    inner.mkdir()
    (inner / "f").write_text("")
    for _ in range(levels):
        outer = folder.parent / "outer"
        outer.mkdir()
        inner.rename(outer / "a")
        outer.rename(inner)
    inner.rename(folder)


def test_what_an_earlier_run_left_is_removed_however_deep(served, tmp_path):
    place = tmp_path / "cohort" / "submissions"
    place.mkdir(parents=True)
    nest(place / ".fetching-old", 1100)
    nest(place / "ada", 1100)
    url = served("ada", {"attention.py": b"ada"})
    [line] = fetch(Gh(), [Repository(url, "ada", url, on_github=False)], tmp_path / "cohort")
    assert (line.state, left(place), left(place / "ada")) == ("fetched", ["ada"], ["attention.py"])


def test_a_link_is_removed_and_not_followed(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("")
    nest(tmp_path / "gone", 1100)
    (tmp_path / "gone" / "link").symlink_to(tmp_path / "kept")
    remove(tmp_path / "gone")
    remove(tmp_path / "gone")
    assert left(tmp_path) == ["kept"]
    assert left(tmp_path / "kept") == ["file"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds another process's memory")
def test_git_has_bounded_memory(served, place, monkeypatch):
    """A file of zeros is small packed and has to be held whole to be unpacked."""
    url = served("ada", {"zeros.bin": bytes(80 * MIB)})
    small = served("ben", {"attention.py": b"ben"})
    monkeypatch.setattr(gh, "_GIT_BYTES", 60 * MIB)
    checkout(Gh(), small, "HEAD", place / "ben", 100)
    with pytest.raises(MachineError, match=r"git \w"):
        checkout(Gh(), url, "HEAD", place / "ada", 100)
    assert left(place) == ["ben"]


def test_whatever_fails_for_one_the_others_go_on(served, tmp_path, monkeypatch):
    url = served("ada", {"attention.py": b"ada"})

    def failing(gh, address, commit, target, most):
        if target.name == "ben":
            raise PermissionError(13, "Permission denied")
        return checkout(gh, address, commit, target, most)

    monkeypatch.setattr(fetching, "checkout", failing)
    cohort = [Repository(url, name, url, on_github=False) for name in ("ben", "ada")]
    ben, ada = fetch(Gh(), cohort, tmp_path / "cohort")
    assert (ben.state, ada.state) == ("failed", "fetched")
    assert ben.note == "PermissionError: [Errno 13] Permission denied"


def test_more_files_than_an_exercise_has(served, place, monkeypatch):
    monkeypatch.setattr(checking, "_MOST_FILES", 3)
    with pytest.raises(TooLarge, match="it has more than 3 files"):
        checkout(Gh(), served("ada", {f"{number}.py": b"" for number in range(4)}), "HEAD", place / "ada")


def test_history_costs_nothing(served, place):
    url = served("ada", {"data.bin": os.urandom(4 * MIB)}, {"attention.py": b"pass\n"}, filters=False)
    checkout(Gh(), url, "HEAD", place / "ada", 1)
    assert left(place / "ada") == ["attention.py"]


def test_the_others_go_on_and_the_ledger_says_why(served, tmp_path):
    urls = {
        "ada": served("ada", {"attention.py": b"ada"}),
        "big": served("big", {"attention.py": b"big", "data.bin": os.urandom(3 * MIB)}),
        "cy": served("cy", {"attention.py": b"cy"}),
    }
    cohort = [Repository(url, name, url, on_github=False) for name, url in urls.items()]
    out = tmp_path / "cohort"
    (out / "submissions" / "big").mkdir(parents=True)  # of an earlier commit
    lines = fetch(Gh(), cohort, out, most_mib=1)
    assert [line.state for line in lines] == ["fetched", "too-large", "fetched"]
    assert left(out / "submissions") == ["ada", "cy"]
    with (out / "repos.csv").open(encoding="utf-8", newline="") as stream:
        notes = {row["learner"]: (row["state"], row["note"]) for row in csv.DictReader(stream)}
    said = "data.bin alone is too large; nothing of it was kept (--max-mib allows 1 MiB)"
    assert notes == {"ada": ("fetched", ""), "big": ("too-large", said), "cy": ("fetched", "")}
    assert fetch(Gh(), cohort, out, most_mib=8)[1].state == "fetched"


def test_the_command_tells_and_goes_on(served, grader, tmp_path):
    names = tmp_path / "repos.txt"
    names.write_text(f"{served('ada', {'attention.py': b'ada'})}\n{served('big', {'data.bin': os.urandom(3 * MIB)})}\n")
    done = grader("cohort", "fetch", "--repos", names, "-o", tmp_path / "out", "--max-mib", "1", **QUIET)
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'out'}: 1 fetched, 1 too-large\n")
    assert "big: data.bin alone is too large; nothing of it was kept (--max-mib allows 1 MiB)" in done.stderr
