"""A kit of several assignments: every command says which one it needs to be told, and the README's commands run."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest
from kits import ROOT, RUN

from grader.authoring.release import kit
from grader.authoring.scaffold import scaffold


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The course's own assignment, and a new one that has no hints, no predictions and no quiz."""
    root = tmp_path_factory.mktemp("course")
    shutil.copytree(ROOT / "solutions", root / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    scaffold(root, "norm")
    norm = root / "solutions" / "norm"
    for name in ("public/hints.yaml", "public/predict.yaml", "quiz.yaml"):
        (norm / name).unlink()
    manifest = (norm / "assignment.yaml").read_text(encoding="utf-8")
    (norm / "assignment.yaml").write_text(manifest.replace(", quiz: 4", ""), encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def both(course, tmp_path_factory):
    out = tmp_path_factory.mktemp("kits") / "both"
    kit.write_folder(out, kit.kit_files(course, ["norm", "self_attention"]))
    return out


def next_command(text):
    """The command behind "Next:", as words."""
    line = next(line for line in text.splitlines() if line.startswith("Next: "))
    return shlex.split(re.split(r" {3,}", line.removeprefix("Next: "))[0])


def test_without_a_name_a_command_says_how_to_name_one(both, learn):
    for command in ("check", "status", "quiz", "report"):
        done = learn(both, command)
        assert (done.returncode, done.stdout) == (2, "")
        assert "several assignments here (norm, self_attention): name one, as in -a norm" in done.stderr
        korean = learn(both, command, GRADER_LANG="ko")
        assert "과제가 여럿이에요(norm, self_attention)" in korean.stderr


def test_the_commands_of_the_readme_run(both, learn):
    text = (both / "README.md").read_text(encoding="utf-8")
    last = text.split("```")[1].strip().splitlines()[-1].removeprefix(".venv/bin/python -m grader ").split()
    assert last == ["check", "-a", "norm"]
    assert learn(both, *last).returncode == 1  # checks fail, since nothing is filled in
    for command in re.findall(r"`grader (status -a \w+)`", text):
        assert learn(both, *command.split()).returncode == 0


def test_what_is_to_be_typed_next_names_the_assignment_where_it_has_to(both, learn):
    told = learn(both, "status", "-a", "norm").stdout
    assert next_command(told) == ["grader", "check", "standardize", "-a", "norm"]
    inside = learn(both / "exercises" / "norm", "status").stdout
    assert next_command(inside) == ["grader", "check", "standardize"]
    told = learn(both, "hint", "softmax").stdout
    assert next_command(told) == ["grader", "hint", "softmax", "-a", "self_attention"]
    assert "hint 2 of 3" in learn(both, *next_command(told)[1:]).stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["check", "layer_norm"], "Scale and shift"),
        (["repro", "standardize.two_numbers"], "import norm"),
        (["reset", "layer_norm"], "layer_norm()"),
        (["predict", "softmax"], "Softmax"),
    ],
)
def test_a_step_of_one_assignment_alone_is_enough(both, learn, command, said):
    assert said in learn(both, *command).stdout


def test_a_number_is_not_enough(both, learn):
    assert learn(both, "check", "1").returncode == 2


def test_the_page_is_of_the_assignment_that_was_named(both, learn, tmp_path):
    done = learn(both, "report", "-a", "norm", "-o", tmp_path / "norm.html")
    assert done.returncode == 0
    assert "Layer normalisation" in (tmp_path / "norm.html").read_text(encoding="utf-8")


def test_a_readme_tells_no_command_that_has_nothing_to_read(course, tmp_path):
    bare = tmp_path / "bare"
    shutil.copytree(course, bare)
    for name in ("quiz.yaml", "public/hints.yaml", "public/predict.yaml"):
        (bare / "solutions" / "norm" / name).unlink(missing_ok=True)

    def readme(*names):
        return kit.kit_files(bare, names)["README.md"].decode()

    plain, whole = readme("norm"), readme("norm", "self_attention")
    for command in ("hint", "predict", "quiz"):
        assert f"`grader {command}" not in plain
        assert whole.count(f"`grader {command}") == 2  # once in each language
    assert "attention" not in plain.replace("attention-grader", "")  # but for the name of the package
    assert plain.count("`grader status`") == 2


def test_a_readme_says_that_hints_cost(course, tmp_path):
    root = tmp_path / "priced"
    shutil.copytree(course, root)
    path = root / "solutions" / "self_attention" / "assignment.yaml"
    path.write_text(path.read_text(encoding="utf-8") + '\nhint_cost: "1/4"\n', encoding="utf-8")
    text = kit.kit_files(root, ["self_attention"])["README.md"].decode()
    assert "no points lost" not in text
    assert "감점은 없어요" not in text
    assert "a hint may cost points, and it asks before" in text


def test_a_kit_without_its_manifest_says_what_is_missing(tmp_path):
    (tmp_path / "exercises" / "norm").mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-c", RUN, "check"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"},
        check=False,
    )
    assert done.returncode == 2
    assert "exercises holds no */assignment.yaml" in done.stderr
    assert "solutions" not in done.stderr
