"""The notebook twin: the same cells as the stub, checks below the steps, the same bytes every time."""

import json
import subprocess
import sys

import pytest

from grader import submissions
from grader.authoring.notebook import layout
from grader.authoring.notebook import notebook as twin


@pytest.fixture(scope="module")
def text(assignment, untouched):
    return twin.notebook_text(assignment, untouched)


@pytest.fixture(scope="module")
def cells(text):
    return json.loads(text)["cells"]


def test_it_is_the_same_bytes_every_time(assignment, untouched, text):
    assert twin.notebook_text(assignment, untouched) == text
    assert text.endswith("}\n") and "\r" not in text


def test_jupyter_would_save_the_same_bytes(text):
    nbformat = pytest.importorskip("nbformat", reason="comes with nbgrader")
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook).rstrip("\n") + "\n" == text


def test_every_step_has_one_check_below_its_last_cell(assignment, cells):
    ids = [cell["id"] for cell in cells]
    assert len(set(ids)) == len(ids)
    for step in assignment.steps:
        assert ids.count(f"test_{step.id}") == 1
        if step.id in ids:
            assert ids.index(f"test_{step.id}") == ids.index(step.id) + 1


def test_a_step_without_a_cell_is_checked_below_its_own_heading(cells):
    ids = [cell["id"] for cell in cells]
    assert ids[ids.index("test_batch") - 1 : ids.index("test_batch") + 2] == [
        "about_batch",
        "test_batch",
        "about_blockwise",
    ]


def test_its_code_is_the_stub_and_nothing_more(cells, untouched):
    code = [
        "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code" and not cell["id"].startswith("test_")
    ]
    stub = [
        cell.text.partition("\n")[2].strip()
        for cell in submissions.python_cells(untouched, "x")
        if "[markdown]" not in cell.text[:20]
    ]
    assert code == stub


def test_the_grader_reads_it_as_an_untouched_exercise(text, tmp_path, grade_all):
    folder = tmp_path / "ben"
    folder.mkdir()
    (folder / "attention.ipynb").write_text(text, encoding="utf-8")
    report = grade_all([folder])["ben"]
    assert {str(step.outcome) for step in report.steps if not step.bonus and step.id != "complexity"} == {"untouched"}
    assert report.score.earned == 0


def test_two_cells_of_a_step_share_a_check(assignment):
    source = "# %%\ndef embed(a, b):\n    pass\n\n# %%\nx = 1\n\n# %%\ndef embed(a, b):\n    return 1\n"
    kinds = [(piece.id, piece.kind) for piece in layout.layout(assignment, source)][:4]
    assert kinds == [
        ("embedding", "solution"),
        ("setup", "setup"),
        ("embedding_2", "solution"),
        ("test_embedding", "check"),
    ]


def test_a_step_is_known_by_id_and_by_its_check(assignment):
    assert layout.step_of_check("test_softmax", "", assignment) == "softmax"
    assert layout.step_of_check("q5", 'check("softmax")', assignment) == "softmax"
    assert layout.step_of_check("q5", "assert True", assignment) == ""


def test_making_it_imports_nothing_heavy(untouched):
    code = "import sys, grader.authoring.notebook.builder, grader.integrations.nbgrader.autograde\n"
    code += "import grader.integrations.nbgrader.export, grader.notebook\n"
    code += "heavy = {'numpy', 'pytest', 'nbgrader', 'nbformat', 'nbconvert', 'jinja2', 'sqlalchemy'}\n"
    code += "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
