"""Learners who only touch the notebook: every command reads it while the Python file is still as it was given."""

import json

import pytest
from kits import COLUMNS, learner

from grader.submissions.working_file import Source, read_learner


@pytest.fixture
def notebook_kit(kit, reference, edited):
    """`notebook_kit(softmax="def ...")`: stubs in the file, the reference edited in the notebook's cells."""

    def make(cells=(), **functions):
        root = kit()
        path = learner(root).with_suffix(".ipynb")
        book = json.loads(path.read_text("utf-8"))
        answers = Source(edited(reference, **functions), "attention.py")
        lines = answers.text.splitlines()
        for cell in book["cells"]:
            names = [name for name in answers.nodes if f"def {name}(" in "".join(cell["source"])]
            if cell["cell_type"] == "code" and names:
                parts = ["\n".join(lines[answers.line(n) - 1 : answers.nodes[n].end_lineno]) for n in names]
                cell["source"] = "\n\n\n".join(parts).splitlines(keepends=True)
        for source in cells:
            book["cells"].append({"cell_type": "code", "metadata": {}, "outputs": [], "source": source})
        path.write_text(json.dumps(book), encoding="utf-8")
        return root

    return make


def test_the_notebook_is_checked_where_the_file_is_untouched(notebook_kit, learn):
    done = learn(notebook_kit(), "check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "8 of 8 steps" in done.stdout or "Hidden checks run" in done.stdout


def test_a_failure_says_the_cell(notebook_kit, learn, checked):
    root = notebook_kit(softmax=COLUMNS)
    done = learn(root, "check")
    assert done.returncode == 1
    book = json.loads(learner(root).with_suffix(".ipynb").read_text("utf-8"))
    number = next(i for i, cell in enumerate(book["cells"], 1) if "def softmax" in "".join(cell["source"]))
    assert f"attention.ipynb cell {number}:1 softmax" in done.stdout
    told = json.loads(learn(root, "check", "softmax", "--json").stdout)
    assert told["steps"][0]["checks"][0]["file"] == "attention.ipynb"
    assert "attention.ipynb" in learn(root, "doctor").stdout
    assert "1 of 8" not in learn(root, "status").stdout


def test_what_a_cell_only_tries_out_is_not_run(notebook_kit, learn):
    tries = [
        "print(1 / 0)",
        "A = softmax(np.zeros((2, 2)))\nassert A[0, 0] == 7",
        "%timeit softmax(np.zeros((2, 2)))",
        "from grader.notebook import check\n\ncheck('softmax')",
        "for i in range(10**12):\n    pass",
    ]
    done = learn(notebook_kit(tries), "check", "softmax")
    assert done.returncode == 0, done.stdout


def test_a_cell_that_is_no_python_costs_itself_and_is_told_with_its_line(notebook_kit, learn):
    root = notebook_kit(["x = 1\ndef broken(:\n    pass"])
    done = learn(root, "check")
    book = json.loads(learner(root).with_suffix(".ipynb").read_text("utf-8"))
    assert f"note: attention.ipynb cell {len(book['cells'])}:2: SyntaxError" in done.stdout
    assert done.returncode == 0  # no step needs that cell, and it costs no step when it is graded


def test_the_file_is_checked_that_would_be_graded(notebook_kit, kit, learn, edited, untouched):
    """One function in the file does not hide a notebook in which all are written; what is left out is named."""
    one = edited(untouched, embed="def embed(token_ids, E):\n    return E")
    root = notebook_kit()
    learner(root).write_text(one, encoding="utf-8")
    told = " ".join(learn(root, "check", "embedding").stdout.split())
    assert "1 of 1 steps pass" in told
    assert "not graded: attention.py" in told
    told = " ".join(learn(kit(text=one, folder="other"), "check", "embedding").stdout.split())
    assert "attention.py:" in told
    assert "ipynb" not in told  # an untouched notebook is not worth a word


def test_a_kit_without_the_file_or_with_an_untouched_notebook(notebook_kit, kit, learn, checked):
    root = notebook_kit()
    learner(root).unlink()
    assert learn(root, "check").returncode == 0
    run, _ = checked(kit(folder="other"))
    assert run.source.file == "attention.py"


def test_a_notebook_that_cannot_be_read_is_named(notebook_kit, learn):
    root = notebook_kit()
    learner(root).with_suffix(".ipynb").write_text("{", encoding="utf-8")
    done = learn(root, "check")
    assert done.returncode == 2
    assert "exercises/self_attention/attention.ipynb:1: not a notebook" in done.stderr


def test_every_line_keeps_its_place(notebook_kit, assignment, checked):
    run, _ = checked(notebook_kit(["s = '''a\n# b\n'''\nprint(\n    s,\n)\ny = 2"]), "embedding")
    source = run.source
    last = source.stretches[-1]
    lines = source.text.splitlines()[last.flat - 1 :]
    assert lines == ["s = '''a", "# b", "'''", "print(", "    s,", ")", "y = 2"]
    assert source.where(last.flat + 6) == f"{last.name}:7"
    assert source.flat(last.name, 7) == last.flat + 6
    assert source.where(None) == "attention.ipynb"
    assert read_learner(assignment).file == "attention.py"


def test_lines_that_show_a_failure_are_for_a_cell(notebook_kit, learn):
    done = learn(notebook_kit(softmax=COLUMNS), "repro", "softmax.by_hand")
    assert "import attention" not in done.stdout
    assert "attention." not in done.stdout
    assert 'print("got", softmax(S)' in done.stdout
    assert "Paste it into a cell of attention.ipynb" in done.stderr
