"""An nbgrader assignment of somebody else's becomes an assignment of ours, and what is left is listed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grader.authoring import derive
from grader.core.errors import UsageError
from grader.course import loading
from grader.grading import run
from grader.integrations.nbgrader.migrate import migrated
from grader.submissions import find

ROOT = Path(__file__).resolve().parents[3]


def cell(kind, source, **mark):
    base = {"schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False}
    extra = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {"nbgrader": base | mark} if mark else {}, "source": source, **extra}


CELLS = [
    cell("markdown", "# Problem set 1\n\n## Squares"),
    cell("code", "import numpy as np\nlimits = [1, 2]\n%matplotlib inline", locked=True, grade_id="setup"),
    cell(
        "code",
        'def squares(n):\n    """The squares from 1 to n."""\n    # a note\n    ### BEGIN SOLUTION\n    if n < 1:\n'
        "        raise ValueError(n)\n    return [i ** 2 for i in range(1, n + 1)]\n    ### END SOLUTION",
        solution=True,
        grade_id="squares",
    ),
    cell(
        "code",
        "assert squares(1) == [1]\n### BEGIN HIDDEN TESTS\nassert squares(len(limits)) == [1, 4]\n### END HIDDEN TESTS",
        grade=True,
        locked=True,
        grade_id="test_squares",
        points=1.5,
    ),
    cell("markdown", "## Totals"),
    cell("code", "def total(n): return sum(squares(n))", solution=True, grade_id="total"),
    cell("code", "assert total(3) == 14", grade=True, locked=True, grade_id="correct_total", points=2),
    cell("code", "import scipy\nassert total(1) == 1\n0.5", grade=True, locked=True, grade_id="more_total", points=1),
    cell("code", "### AUTOTEST total(4)", grade=True, locked=True, grade_id="auto", points=1),
    cell("code", "answer = 42", solution=True, grade_id="variable"),
    cell("markdown", "Because.", grade=True, solution=True, grade_id="why", points=3),
]


@pytest.fixture
def notebook(tmp_path):
    def make(cells, name="Problem 1.ipynb"):
        path = tmp_path / name
        path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}))
        return path

    return make


@pytest.fixture
def taken_over(notebook, tmp_path):
    plan = migrated(notebook(CELLS))
    for path, text in plan.files.items():
        (tmp_path / "solutions" / plan.name / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "solutions" / plan.name / path).write_text(text, encoding="utf-8")
    return plan, tmp_path


def test_steps_points_and_functions_are_taken_over(taken_over):
    _, root = taken_over
    assignment = loading.load(root, "problem_1")
    assert [(step.id, step.functions, step.points) for step in assignment.steps] == [
        ("squares", ("squares",), 3),
        ("total", ("total",), 8),
    ]
    assert [step.title["en"] for step in assignment.steps] == ["Squares", "Totals"]


def test_it_derives_without_a_leak(taken_over):
    _, root = taken_over
    files = derive.derive(root, loading.load(root, "problem_1"))
    stub = bytes(files[Path("exercises/problem_1/problem_1.py")]).decode()
    assert "YOUR CODE HERE" in stub and "sum(squares" not in stub and "range(1" not in stub


def test_hidden_tests_call_the_learner_and_visible_ones_the_answer(taken_over):
    plan, _ = taken_over
    assert "assert learner.squares(len(limits)) == [1, 4]" in plan.files["hidden/test_squares.py"]
    public = plan.files["public/test_problem_1.py"]
    assert "assert answer.squares(1) == [1]" in public and "limits" not in public


def test_what_a_person_must_finish_is_listed(taken_over):
    plan, _ = taken_over
    todo = "\n".join(plan.todo)
    for words in (
        "lines for the notebook's shell",
        "limits, which cell 2 (setup) defines",
        "imports scipy",
        "partial score",
        "AUTOTEST",
        "`answer = 42` is an answer outside a function",
        "marked by a person (3 points)",
        "points were not whole",
        "languages: [en] in assignment.yaml is a guess",
    ):
        assert words in todo, words
    assert "- [ ] " in plan.notes(plan.todo)


def test_after_the_list_is_worked_off_the_reference_is_full(taken_over):
    _, root = taken_over
    folder = root / "solutions" / "problem_1"
    hidden = folder / "hidden" / "test_squares.py"
    hidden.write_text(hidden.read_text().replace("len(limits)", "2"))
    other = folder / "hidden" / "test_total.py"
    other.write_text(other.read_text().replace("    import scipy\n", "").replace("    0.5\n", ""))
    other.write_text(other.read_text().replace("raise AssertionError", "assert learner.total(4) == 30"))
    assignment = loading.load(root, "problem_1")
    reports = []
    run.grade(assignment, find([folder / "problem_1.py"], assignment), reports.append)
    assert reports[0].code.earned == reports[0].code.possible == 11


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ([], "no cell has nbgrader's metadata"),
        ([cell("code", "x = 1")], "no cell has nbgrader's metadata"),
        ([cell("markdown", "Why?", grade=True, solution=True, grade_id="w", points=1)], "nothing to take over"),
    ],
)
def test_nothing_to_take_over_is_a_sentence(notebook, cells, words):
    with pytest.raises(UsageError, match=words):
        migrated(notebook(cells))


def test_a_name_has_to_be_one(notebook):
    with pytest.raises(UsageError, match="no name for an assignment"):
        migrated(notebook(CELLS, "1.ipynb"))
    assert migrated(notebook(CELLS, "1.ipynb"), "first").name == "first"


def test_our_own_export_comes_back(assignment, notebook, reference):
    """Whoever exported an assignment can take it over again: the same steps, functions and points."""
    from grader.integrations.nbgrader.export import source_notebook

    cells = json.loads(source_notebook(assignment, None, reference))["cells"]
    plan = migrated(notebook(cells, "attention.ipynb"))
    for step in assignment.steps:
        if step.id not in ("batch",):
            assert all(f"def {name}(" in plan.files["attention.py"] for name in step.functions)
    assert plan.files["attention.py"].count("# BEGIN SOLUTION") == len(assignment.functions)


def test_the_command_writes_and_lists(notebook, tmp_path):
    code = "import grader.cli as c; c.COMMANDS.setdefault('nbgrader', ('grader.cli.nbgrader', '')); c.main()"
    command = [sys.executable, "-c", code, "nbgrader", "migrate", str(notebook(CELLS)), "--course", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "things for a person to finish" in done.stderr
    assert (tmp_path / "solutions/problem_1/MIGRATION.md").is_file()
    again = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert again.returncode == 2 and "exists already" in again.stderr
