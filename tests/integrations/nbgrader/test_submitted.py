"""Which notebook is meant, and what of it is code."""

import json
import os

import pytest

from grader.integrations.nbgrader.restore import ReleasedCell, repair
from grader.integrations.nbgrader.submitted import as_submission, choose, hand_in, read
from grader.submissions.cells import learner_code


def cell(kind, source, **mark):
    return {"cell_type": kind, "metadata": {"nbgrader": mark} if mark else {}, "source": source}


def test_the_usual_name_comes_first(tmp_path, assignment):
    for name in ("attention (1).ipynb", "attention.ipynb", "other.ipynb"):
        (tmp_path / name).write_text("{}")
    assert choose(tmp_path, assignment) == (tmp_path / "attention.ipynb", None, ())


@pytest.mark.parametrize("name", ["attention (1).ipynb", "Attention-ben.ipynb", "homework.ipynb"])
def test_the_only_one_that_could_be_meant_is_taken_with_a_note(tmp_path, assignment, name):
    (tmp_path / name).write_text("{}")
    path, problem, notes = choose(tmp_path, assignment)
    assert path == tmp_path / name and problem is None and name in notes[0]["en"]


def test_no_guess_between_several(tmp_path, assignment):
    for name in ("attention (1).ipynb", "attention (2).ipynb"):
        (tmp_path / name).write_text("{}")
    path, problem, _ = choose(tmp_path, assignment)
    assert path is None and "several" in problem["en"]


def test_ninety_megabytes_of_output_are_read_past(tmp_path, assignment):
    code = {
        "cell_type": "code",
        "metadata": {},
        "source": ["def embed(a, b):\n", "    return b[a]"],
        "execution_count": 1,
    }
    path = tmp_path / "attention.ipynb"
    output = {"output_type": "stream", "name": "stdout", "text": "x" * (90 << 20)}
    path.write_text(
        json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [code | {"outputs": [output]}]})
    )
    handed, submission = hand_in(tmp_path, "ben", assignment)
    assert handed.problem is None and handed.cells == (cell("code", "def embed(a, b):\n    return b[a]"),)
    assert submission.cells[0].name == "attention.ipynb cell 1"


@pytest.mark.parametrize(
    "text", ["", "null", "[]", '{"cells": 3}', '{"worksheets": []}', "{" * 100_000, "\0", '{"cells": [1, "x", null]}']
)
def test_nothing_a_file_holds_raises(tmp_path, assignment, text):
    path = tmp_path / "attention.ipynb"
    path.write_text(text)
    handed = read(path)
    assert handed.problem or handed.cells == ()
    as_submission(handed, "ben", path, assignment)


def test_a_link_out_is_not_followed(tmp_path, assignment):
    (tmp_path / "a").mkdir()
    (tmp_path / "secret.ipynb").write_text('{"cells": []}')
    os.symlink(tmp_path / "secret.ipynb", tmp_path / "a" / "attention.ipynb")
    handed, _ = hand_in(tmp_path / "a", "ben", assignment)
    assert "link" in handed.problem["en"]


def test_code_that_became_text_is_code_again(assignment):
    text = "def softmax(S):\n    return S"
    assert learner_code([cell("markdown", text)], assignment)[0]["cell_type"] == "code"
    assert learner_code([cell("raw", text)], assignment)[0]["cell_type"] == "code"
    both = learner_code([cell("code", text), cell("markdown", text)], assignment)
    assert [c["cell_type"] for c in both] == ["code", "markdown"]
    marked = cell("markdown", text, solution=True, cell_type="code")
    assert learner_code([cell("code", text), marked], assignment)[1]["cell_type"] == "code"
    assert learner_code([cell("markdown", "def is a word")], assignment)[0]["cell_type"] == "markdown"


def test_the_graded_copy_has_each_known_cell_once_and_everything_else_the_learner_wrote():
    known = (
        ReleasedCell("softmax", "code", "def softmax(S):\n    raise NotImplementedError()", "0" * 32, solution=True),
        ReleasedCell("test_softmax", "code", 'check("softmax")\nsecret', "0" * 32, locked=True, grade=True, points=14),
    )
    mine = [
        cell("code", "x = 1"),
        cell("code", "def softmax(S):\n    return 1"),
        cell("code", "def softmax(S):\n    return 2"),
    ]
    out = repair(mine, known, "en")
    assert [c["source"] for c in out] == [
        "x = 1",
        "def softmax(S):\n    return 1",
        "def softmax(S):\n    return 2",
        known[1].source,
    ]
    assert [c["metadata"].get("nbgrader", {}).get("grade_id") for c in out] == [None, None, "softmax", "test_softmax"]
    assert out[3]["metadata"]["nbgrader"]["points"] == 14
