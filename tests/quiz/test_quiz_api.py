"""What the package offers, what it imports, and that a learner's side knows nothing that knows a key."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import grader.quiz

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "grader" / "quiz"
KEYED = {
    "misconceptions",
    "result",
    "items",
    "items.item",
    "items.choice",
    "items.arrange",
    "items.numeric",
    "items.essay",
    "items.registry",
    "bank",
    "marking",
    "generators",
    "lint",
    "exports",
}


def test_all_names_exist_and_stand_in_order() -> None:
    assert grader.quiz.__all__ == sorted(grader.quiz.__all__, key=lambda name: (name[0].islower(), name))
    for name in grader.quiz.__all__:
        assert getattr(grader.quiz, name) is not None
    with pytest.raises(AttributeError):
        grader.quiz.no_such_name  # noqa: B018 # the access is the test


def loaded(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_command_s_module_loads_click_only() -> None:
    modules = loaded("import grader.cli.quiz")
    assert modules & {"yaml", "numpy", "jinja2", "rich", "pytest", "grader.quiz"} == set()


@pytest.mark.parametrize("name", ["attention.py", "attention.ipynb"])
def test_grading_code_alone_loads_no_bank(tmp_path: Path, name: str) -> None:
    """Neither a file nor the blank cells of a notebook are worth the tenth of a second that a bank takes to read."""
    (tmp_path / name).write_bytes((ROOT / "exercises" / "self_attention" / name).read_bytes())
    words = ["grade", str(tmp_path), "-a", "self_attention", "--quiet"]
    modules = loaded(
        f"import contextlib, io, grader.cli\nwith contextlib.redirect_stdout(io.StringIO()), "
        f"contextlib.suppress(SystemExit):\n    grader.cli.main({words!r})"
    )
    assert "grader.suite" in modules
    assert not {"grader.quiz.bank", "grader.quiz.marking", "grader.quiz.misconceptions"} & modules


def test_a_learner_s_side_loads_nothing_that_knows_a_key() -> None:
    modules = loaded(
        "import grader.quiz.sheet, grader.quiz.answers, grader.quiz.sheet, grader.quiz.terminal, grader.quiz.page"
    )
    assert {name.removeprefix("grader.quiz.") for name in modules if name.startswith("grader.quiz.")} & KEYED == set()
    assert "numpy" not in modules


def test_only_the_command_prints_or_exits() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in ("print", "exit", "sys.exit", "input", "eval", "exec"), path


def test_modules_are_short() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 320, path


def test_the_documented_example_says_what_it_prints(capsys: pytest.CaptureFixture[str]) -> None:
    import re

    text = (ROOT / "docs" / "quiz.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.S)
    exec(code.replace("solutions/", f"{ROOT}/solutions/"), {})
    said = re.findall(r"# (.*)", code)
    assert capsys.readouterr().out.splitlines() == said


def test_every_command_and_format_is_documented() -> None:
    from grader.cli.quiz import quiz
    from grader.quiz.exports import EXPORTS

    text = (ROOT / "docs" / "quiz.md").read_text(encoding="utf-8")
    for name, command in quiz.commands.items():
        assert command.help
        assert command.hidden or f"grader quiz {name}" in text
    assert all(f"`{name}`" in text for name in (*EXPORTS, *grader.quiz.KINDS))
