"""A learner's commands on systems that are not here: what Windows and macOS lack is taken away (`elsewhere.py`)."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from elsewhere import Elsewhere
from kits import LOOP, ROOT, learner

from grader import cli
from grader.core import atomic_write
from grader.core.languages import choose
from grader.core.safe_text import cells

ELSEWHERE = Path(__file__).with_name("elsewhere.py")
SYSTEMS = ("windows", "macos")
COMMANDS = {
    "check": ("", 1),
    "check --json": ("", 1),
    "check --watch": ("q\n", 1),
    "check softmx": ("", 2),
    "status": ("", 0),
    "hint softmax": ("", 0),
    "predict softmax": ("(2, 3)\n1\n\n", 0),
    "repro softmax.by_hand": ("", 0),
    "reset softmax": ("", 0),
    "reset --undo": ("", 0),
    "quiz": ("a\nq\n", 0),
    "quiz page -o quiz.html": ("", 0),
    "doctor": ("", 0),
    "report": ("", 0),
    "check --help": ("", 0),
}
CODE = ("check --json", "repro softmax.by_hand")  # not for reading on a screen


@pytest.fixture(scope="module", params=SYSTEMS)
def system(request):
    return request.param


@pytest.fixture
def there(system):
    """`there(root, "check")`: the command, as the system would let it run, on a Korean console."""

    def make(root, *words, text="", cwd=None, **environment):
        left_out = ("GRADER_", "LC_", "LANG", "PYTEST_", "COLUMNS")
        clean = {key: value for key, value in os.environ.items() if not key.startswith(left_out)}
        clean |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp949", **environment}
        command = [sys.executable, "-X", "warn_default_encoding", str(ELSEWHERE), system, *map(str, words)]
        done = subprocess.run(command, cwd=root, env=clean, capture_output=True, timeout=90, input=text.encode("cp949"))
        done.stdout, done.stderr = (part.decode("cp949") for part in (done.stdout, done.stderr))
        return done

    return make


def test_every_command_of_a_learner_runs(there, kit):
    root = kit("columns")
    for command, (text, code) in COMMANDS.items():
        done = there(root, *command.split(), text=text, GRADER_LANG="ko")
        assert done.returncode == code, (command, done.stdout, done.stderr)
        assert "Traceback" not in done.stdout + done.stderr, (command, done.stderr)
        assert command in CODE or [line for line in done.stdout.splitlines() if cells(line) > 80] == [], command
    assert (root / "reports" / "self_attention.html").is_file()
    assert not list(root.rglob(".grader-*"))


def test_the_checks_see_what_they_see_here(there, kit, learn):
    root = kit("columns")
    mine, here = (json.loads(done.stdout) for done in (there(root, "check", "--json"), learn(root, "check", "--json")))
    own = ("attempt", "seconds")
    assert {key: mine[key] for key in mine if key not in own} == {key: here[key] for key in here if key not in own}


def test_a_loop_without_end_is_stopped(there, kit):
    done = there(kit(embed=LOOP), "check", "embedding", "--lang", "en")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "attention.py" in done.stdout


def test_a_file_with_the_line_ends_of_the_system_is_checked_and_put_back(there, kit):
    root = kit("columns")
    path = learner(root)
    before = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(before)
    assert there(root, "check", "embedding").returncode == 0
    assert there(root, "reset", "softmax").returncode == 0
    after = path.read_bytes()
    assert after.count(b"\n") == after.count(b"\r\n")
    assert after != before
    assert there(root, "check", "embedding").returncode == 0
    assert there(root, "reset", "--undo").returncode == 0
    assert path.read_bytes() == before


def test_hidden_checks_say_what_they_need_and_run_as_practice(there, submit):
    path = submit("ada")
    done = there(ROOT, "grade", path, "--only", "softmax")
    assert (done.returncode, done.stdout) == (3, "")
    assert "isolation 'confined' cannot be had on this machine" in done.stderr
    done = there(ROOT, "grade", path, "--only", "softmax", "--isolation", "process", "--lang", "en")
    assert (done.returncode, "14 of 14" in done.stdout) == (0, True)


@pytest.mark.parametrize(("language", "head"), [("0412", "사용법:"), ("0409", "Usage:")])
def test_windows_says_its_language_without_a_variable(kit, language, head):
    if os.name == "nt":
        pytest.skip("Windows itself says it")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("GRADER_", "LC_", "LANG"))}
    done = subprocess.run(
        [sys.executable, str(ELSEWHERE), "windows", "check", "--help"],
        cwd=kit(),
        capture_output=True,
        check=True,
        env={**clean, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "WINDOWS_LANGUAGE": language},
    )
    assert done.stdout.decode().startswith(head)


def test_a_variable_comes_before_what_windows_says(monkeypatch):
    monkeypatch.setattr("grader.core.languages._of_windows", lambda: 0x12)
    for name in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert choose() == "ko"
    assert choose("en") == "en"
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert choose() == "en"


@pytest.fixture
def held(monkeypatch):
    """`held(3)`: the place of a file is held open by somebody for the first three tries."""

    def make(times, system):
        left, real = [None] * times, os.replace

        def replace(finished, place):
            if left:
                left.pop()
                raise PermissionError(13, "Permission denied")
            real(finished, place)

        paused = []
        there = type("Os", (), {"name": system, "replace": staticmethod(replace)})
        monkeypatch.setattr(atomic_write, "os", there)
        monkeypatch.setattr(atomic_write, "time", type("Time", (), {"sleep": staticmethod(paused.append)}))
        return paused

    return make


def test_a_file_that_is_held_open_for_a_moment_is_replaced(held, tmp_path):
    new, place = tmp_path / "new", tmp_path / "place"
    new.write_text("new")
    place.write_text("old")
    paused = held(3, "nt")
    atomic_write.replace(new, place)
    assert (place.read_text(), len(paused)) == ("new", 3)


@pytest.mark.parametrize(("system", "pauses"), [("nt", 19), ("posix", 0)])
def test_a_file_that_stays_open_is_an_error(held, tmp_path, system, pauses):
    new = tmp_path / "new"
    new.write_text("new")
    paused = held(1000, system)
    with pytest.raises(PermissionError):
        atomic_write.replace(new, tmp_path / "place")
    assert (len(paused), new.exists()) == (pauses, True)


@pytest.mark.parametrize(("system", "code"), [("nt", 0), ("posix", 3)])
def test_a_reader_who_has_gone_is_no_fault_of_ours(monkeypatch, system, code):
    """Windows says "invalid argument" where others say "broken pipe"."""

    @click.command()
    def gone():
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(cli, "os", Elsewhere(os, name=system))
    monkeypatch.setattr(cli.main, "get_command", lambda *_: gone)
    monkeypatch.delenv("GRADER_DEBUG", raising=False)
    done = CliRunner().invoke(cli.main, ["check"])
    assert done.exit_code == code
    assert ("internal error" in done.output) == (system == "posix")
