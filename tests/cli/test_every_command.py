"""Every command, whoever added it: help with an example and exit codes, a place in the docs, completion."""

import os
import re
import shutil
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from grader.cli import COMMANDS, LEARNERS, main

HEAVY = {"numpy", "pytest", "yaml", "jinja2", "nbformat", "nbgrader", "distributed", "rich"}


def commands():
    """(words, command) of every command and of every command inside one."""
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        yield (name,), command
        if isinstance(command, click.Group):
            for inner, one in command.commands.items():
                if not one.hidden:
                    yield (name, inner), one


ALL = dict(commands())


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_has_a_sentence_an_example_and_exit_codes(words):
    told = CliRunner().invoke(main, [*words, "--help"]).output
    assert re.search(r"^Usage: \S+ " + " ".join(words), told)
    assert ALL[words].help
    if not isinstance(ALL[words], click.Group):  # a command inside another may leave them to it
        whole = told + (CliRunner().invoke(main, [words[0], "--help"]).output if len(words) > 1 else "")
        assert re.search(r"^  Examples?:$", whole, re.MULTILINE), told
        assert "Exit codes: 0" in whole
    said = [line for line in told.splitlines() if line.strip().startswith("grader ")]
    for line in said:  # an example begins with a command that exists
        assert line.split()[1] in COMMANDS, line


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_fits_80_columns(words):
    told = CliRunner().invoke(main, [*words, "--help"], terminal_width=80).output.splitlines()
    assert [line for line in told if len(line) > 80 and not line.startswith("    grader ")] == []
    assert [line for line in told if line.endswith("...") and not line.startswith("Usage")] == []  # whole sentences


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_documented(name, root):
    texts = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    assert any(f"grader {name}" in path.read_text("utf-8") for path in texts)


def run(folder, code, *arguments, **environment):
    known = {key: value for key, value in os.environ.items() if not key.startswith("GRADER_")}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**known, **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def test_no_command_loads_anything_heavy_before_it_runs(root):
    code = (
        "import sys, click\nfrom grader.cli import COMMANDS, main\n"
        "for name in COMMANDS:\n    main.get_command(click.Context(main), name)\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    assert HEAVY.isdisjoint(run(root, code).stdout.split())


@pytest.fixture
def kit(root, tmp_path):
    shutil.copytree(root / "exercises", tmp_path / "exercises")
    return tmp_path


def test_a_kit_shows_a_learners_commands_only(kit, root, monkeypatch):
    monkeypatch.chdir(kit / "exercises" / "self_attention")
    told = CliRunner().invoke(main, ["--help"]).output
    shown = re.findall(r"^  ([a-z-]+) {2,}\S", told, re.MULTILINE)
    assert [name for name in shown if name in COMMANDS] == list(LEARNERS)
    assert "grader grade" not in told
    monkeypatch.chdir(root)
    told = CliRunner().invoke(main, ["--help"]).output
    assert told.index("Commands for learners") < told.index("Commands for instructors")
    assert "grader grade submissions/" in told


COMPLETE = "from grader.cli import main; main(prog_name='grader')"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("grader sta", {"status", "stats"}),
        ("grader check so", {"softmax"}),
        ("grader hint emb", {"embedding"}),
        ("grader repro softmax.", {"softmax.by_hand", "softmax.rows_sum_to_one"}),
        ("grader check --wat", {"--watch"}),
        ("grader hint --lang k", {"ko"}),
    ],
)
def test_the_shell_completes_commands_steps_checks_and_options(kit, words, found):
    asked = {"_GRADER_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    told = run(kit, COMPLETE, PYTHONPATH=os.pathsep.join(sys.path), **asked).stdout
    assert {line.split(",")[1] for line in told.splitlines()} == found


def test_completion_outside_a_course_says_nothing(tmp_path):
    asked = {"_GRADER_COMPLETE": "bash_complete", "COMP_WORDS": "grader check s", "COMP_CWORD": "2"}
    done = run(tmp_path, COMPLETE, PYTHONPATH=os.pathsep.join(sys.path), **asked)
    assert (done.stdout.strip(), done.stderr) == ("", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_asks_the_command(shell):
    done = CliRunner().invoke(main, ["completion", shell])
    assert done.exit_code == 0
    assert "_GRADER_COMPLETE" in done.output
    if shutil.which(shell):  # the shell reads it without complaint
        subprocess.run([shell, "-n"], input=done.output, text=True, check=True)


def test_python_m_is_the_same_command(root, tmp_path):
    done = run(
        tmp_path,
        "import runpy, sys; sys.argv[0] = 'grader'; runpy.run_module('grader', run_name='__main__')",
        "--version",
        PYTHONPATH=str(root),
    )
    assert done.stdout.startswith("attention-grader ")
    told = subprocess.run(
        [sys.executable, "-m", "grader", "check", "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    ).stdout
    assert told.startswith("Usage: python -m grader check")
