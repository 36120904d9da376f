"""`nbgrader validate`, the learner's own button: what is not right is named, what is right passes without a warning."""

import json
import shutil
import sys

import pytest
from nbcourse import NAME, ran


@pytest.fixture
def validated(released, tmp_path):
    """`validated(notebook)`: what the real `nbgrader validate` says of a notebook in the released folder."""

    def make(notebook):
        folder = tmp_path / "at home"
        shutil.copytree(released.folder / "release" / NAME, folder, dirs_exist_ok=True)
        (folder / "attention.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        done = ran(sys.executable, "-m", "nbgrader", "validate", "attention.ipynb", cwd=folder)
        assert "cannot be converted" not in done.stdout + done.stderr
        return done.stdout

    return make


def test_what_is_not_started_or_wrong_is_named(validated, answered, reference, edited):
    text = edited(
        reference,
        softmax="def softmax(S):\n    return S * 0",
        embed="def embed(i, E):\n    raise NotImplementedError()",
    )
    told = validated(answered(text))
    assert "VALIDATION FAILED ON 5 CELL(S)" in told  # embed, softmax, and what builds on it
    for step in ("embedding", "softmax", "attention", "multi_head", "gradient"):
        assert f'check("{step}")' in told
    assert 'check("mask")' not in told  # its visible checks ask for the mask alone, which is right
    assert "Not started yet: embed() still raises NotImplementedError." in told
    assert "Traceback" not in told


def test_what_is_right_passes(validated, answered, reference):
    assert "Success! Your notebook passes all the tests." in validated(answered(reference))


def test_an_untouched_notebook_does_not_pass(validated, released):
    told = validated(released.released)
    assert "VALIDATION FAILED ON 8 CELL(S)" in told
    assert 'check("mask")' not in told  # a bonus step may be left alone
