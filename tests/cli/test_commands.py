"""Every command: help with an example and exit codes, and what the small ones print."""

import json
import shutil

import pytest

from grader import __version__
from grader.cli import COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_and_its_exit_codes(grader, command):
    done = grader(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"grader {command}" in done.stdout
    assert "Example" in done.stdout
    assert "Exit codes: 0" in done.stdout


def test_the_help_of_all_lists_each_command(grader):
    done = grader("--help")
    assert done.returncode == 0
    for command, (_, short) in COMMANDS.items():
        assert f"  {command}" in done.stdout
        assert short.split()[0] in done.stdout


def test_the_version_is_the_packages(grader):
    assert grader("--version").stdout == f"attention-grader {__version__}\n"


def test_derive_writes_and_then_finds_everything_current(grader, root, tmp_path):
    shutil.copytree(root / "solutions", tmp_path / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    missing = grader("derive", "--check", "--course", tmp_path)
    assert missing.returncode == 2
    assert (
        "Error: exercises/self_attention/attention.py: differs from its source; run `grader derive`" in missing.stderr
    )
    made = grader("derive", "--course", tmp_path)
    assert made.returncode == 0
    assert "wrote exercises/self_attention/attention.py" in made.stdout.splitlines()
    again = grader("derive", "--course", tmp_path)
    assert (again.stdout, again.stderr) == ("", "nothing to do: exercises/ and quizzes/ match solutions/\n")
    current = grader("derive", "--check", "--course", tmp_path)
    assert (current.returncode, current.stdout, current.stderr) == (0, "exercises/ and quizzes/ match solutions/\n", "")


def test_doctor_says_what_this_machine_offers(grader):
    done = grader("doctor", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["isolation"] in ("confined", "confined+")) in ((0, True), (3, False))
    assert found["python"]


def test_a_picture_in_the_public_part_is_copied_or_refused_by_name(grader, tmp_path, root):
    shutil.copytree(root / "solutions", tmp_path / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    picture = b"\x89PNG\r\n\x1a\n\xff"
    (tmp_path / "solutions" / "self_attention" / "public" / "picture.png").write_bytes(picture)
    done = grader("derive", "--course", tmp_path)
    if done.returncode == 0:
        assert (tmp_path / "exercises" / "self_attention" / "picture.png").read_bytes() == picture
    else:
        assert done.returncode == 2
        assert "picture.png" in done.stderr
