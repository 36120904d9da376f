"""`check(...)` as a learner of a notebook meets it: the notebook's own functions, both languages, HTML and text."""

import re
import shutil
from pathlib import Path
from types import FunctionType

import pytest

import grader.student.notebook
from grader.core.model import Outcome

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def notebook_of(tmp_path, monkeypatch):
    """`notebook_of(source)`: a function like `check` that is called from a notebook with that code."""
    for name in ("test_attention.py", "assignment.yaml"):
        shutil.copy(ROOT / "exercises/self_attention" / name, tmp_path)
    monkeypatch.chdir(tmp_path)

    def make(source=""):
        space = {"__name__": "__main__"}
        exec(compile(source + "\nimport numpy as np\nfrom grader.notebook import check", "cell", "exec"), space)
        exec(compile("def called(*a, **k):\n    return check(*a, **k)", "cell", "exec"), space)
        called = space["called"]
        assert isinstance(called, FunctionType)
        return called

    return make


def test_right_functions_pass(notebook_of, reference, assignment):
    check = notebook_of(reference)
    for step in assignment.steps:
        panel = check(step.id)
        assert panel.passed, repr(panel)
        assert "visible checks pass" in repr(panel)


def test_a_wrong_function_shows_what_came_and_what_was_expected(notebook_of):
    panel = notebook_of("def softmax(S):\n    return S * 0")("softmax", lang="en")
    assert [line.outcome for line in panel.lines] == [Outcome.FAILED, Outcome.FAILED]
    assert "expected" in repr(panel) and "not right yet" in repr(panel) and "0 of 2" in repr(panel)
    rows = (
        "input     softmax(S = [[0 0.6931 1.609] [1.099 0 1.792]])",
        "expected  [[0.125 0.25 0.625] [0.3 0.1 0.6]]",
        "got       np.full((2, 3), 0)",
    )
    assert "<pre>" + "\n".join(rows) in panel._repr_html_()  # as on the terminal


def test_a_step_that_does_not_pass_says_what_to_do_next_in_both_languages(notebook_of, reference):
    check = notebook_of("def softmax(S):\n    return S * 0")
    for language, words, head in (("en", "Stuck?", "expected"), ("ko", "막혔다면", "기대값")):
        panel = check("softmax", lang=language)
        for shown in (repr(panel), panel._repr_html_()):
            assert f"{words}" in shown and "grader hint softmax" in shown
        assert re.search(rf"\n{head} +\[\[0\.125 ", panel._repr_html_())
    assert "hint" not in repr(notebook_of(reference)("softmax", lang="en"))


def test_a_softmax_shows_its_weights_and_what_each_row_sums_to(notebook_of, reference):
    wrong = notebook_of("import numpy as np\ndef softmax(S):\n    return np.exp(S) / np.exp(S).sum(axis=0)")
    shown = wrong("softmax", lang="en")._repr_html_()
    assert shown.count("<svg") == 1 and "Row sums: 1.37, 1.63" in shown and ">1.63<" in shown
    right = notebook_of(reference)
    assert "합: 1.00, 1.00" in right("softmax", lang="ko")._repr_html_()
    assert "<svg" not in right("scores")._repr_html_()  # rows of scores are no shares


@pytest.mark.parametrize(
    "value",
    [
        "None",
        "5",
        "'ab'",
        "[[1, 2], [3]]",
        "np.full((2, 2), np.nan)",
        "np.ones((9, 9))",
        "np.ones((2, 2, 2))",
        "[]",
        "[[1 + 1j, 1], [1, 1]]",
        "[[object(), 1], [1, 1]]",
        "{1: 2}",
        "iter(int, 1)",
    ],
)
def test_what_is_no_table_is_not_drawn(notebook_of, value):
    shown = notebook_of(f"import numpy as np\ndef softmax(S):\n    return {value}")("softmax")._repr_html_()
    assert "<svg" not in shown


@pytest.mark.parametrize(
    ("body", "outcome", "words"),
    [
        ("raise NotImplementedError()", Outcome.UNTOUCHED, "embed() still raises NotImplementedError"),
        ("raise NotImplementedError", Outcome.UNTOUCHED, "embed() still raises NotImplementedError"),
        ("raise NotImplementedError('later')", Outcome.UNTOUCHED, "embed() still raises NotImplementedError"),
        ("return 1 / 0", Outcome.CRASHED, "ZeroDivisionError"),
        ("exit()", Outcome.CRASHED, "exit()"),
        ("assert False, 'mine'", Outcome.CRASHED, "AssertionError: mine"),
        ("raise type('<b>', (Exception,), {})('<i>\\x1b[31m')", Outcome.CRASHED, "<b>"),
    ],
)
def test_whatever_a_function_does_is_a_line(notebook_of, body, outcome, words):
    panel = notebook_of(f"def embed(token_ids, E):\n    {body}")("embedding", lang="en")
    assert [line.outcome for line in panel.lines] == [outcome]
    assert words in repr(panel)
    shown = panel._repr_html_()
    assert "<b>:" not in shown and "<i>" not in shown and "\x1b" not in shown


def test_a_function_that_is_not_there_yet(notebook_of):
    panel = notebook_of("")("embedding", lang="en")
    assert "no function embed() in this notebook yet" in repr(panel)
    assert not panel.passed


def test_it_speaks_korean(notebook_of, reference):
    panel = notebook_of(reference)("softmax", lang="ko")
    assert "공개 검사 2개 중 2개 통과" in repr(panel) and 'lang="ko"' in panel._repr_html_()


def test_korean_titles_come_from_checks_yaml(notebook_of, reference, tmp_path):
    text = "schema: grader/checks/1\nchecks:\n  softmax_by_hand: {ko: 손으로 계산한 소프트맥스}\n"
    (tmp_path / "checks.yaml").write_text(text, encoding="utf-8")
    assert "손으로 계산한 소프트맥스" in repr(notebook_of(reference)("softmax", lang="ko"))


def test_an_unknown_step_names_the_known_ones(notebook_of):
    assert "softmax, combine" in repr(notebook_of("")("softmaxx", lang="en"))


def test_without_the_checks_it_says_what_to_do(notebook_of, tmp_path):
    check = notebook_of("")
    (tmp_path / "test_attention.py").unlink()
    assert "next to this notebook" in repr(check("softmax", lang="en"))


def test_broken_checks_and_a_broken_manifest_are_a_sentence(notebook_of, tmp_path):
    check = notebook_of("")
    (tmp_path / "test_attention.py").write_text("def (")
    assert "cannot be read" in repr(check("softmax", lang="en"))
    (tmp_path / "assignment.yaml").write_text(": [")
    assert "Steps:" in repr(check("softmax", lang="en")) or "cannot be read" in repr(check("softmax", lang="en"))


def test_a_check_with_fixtures_asks_for_pytest(notebook_of, tmp_path):
    (tmp_path / "test_attention.py").write_text("def test_softmax_x(tmp_path):\n    pass\n")
    assert "python -m pytest test_attention.py" in repr(notebook_of("")("softmax", lang="en"))


def test_it_leaves_no_file_behind(notebook_of, reference, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    notebook_of(reference)("softmax")
    assert sorted(tmp_path.rglob("*")) == before


def test_only_check_is_public():
    assert grader.student.notebook.__all__ == ["check"]


@pytest.mark.parametrize(
    ("source", "step", "words"),
    [
        ("def softmax(S):\n    raise NotImplementedError()", "softmax", "not started"),
        ("def softmax(S):\n    return S * 0", "softmax", "0 of 2"),
        ("def embed(token_ids, E):\n    return E[token_ids + 100]", "embedding", "IndexError"),
        ("", "scores", "attention_scores"),
        ("def causal_mask(n):\n    return None\ndef softmax(S):\n    return S", "softmax", "0 of 2"),
        ("", "no_such_step", "no_such_step"),
    ],
)
def test_nbgraders_validate_gets_an_exception_where_checks_do_not_pass(notebook_of, monkeypatch, source, step, words):
    check = notebook_of(source)
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    with pytest.raises(AssertionError) as failed:
        check(step, lang="en")
    told = failed.value._render_traceback_()
    assert words in "\n".join(told)
    assert not [line for line in told if "Traceback" in line or "grader/" in line]


def test_nbgraders_validate_gets_no_value_that_it_would_take_for_points(notebook_of, monkeypatch, reference, edited):
    right, begun = notebook_of(reference), notebook_of("def causal_mask(n):\n    raise NotImplementedError()")
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    assert right("softmax") is None
    assert begun("mask") is None  # a bonus step that nobody has begun
    with pytest.raises(AssertionError, match="returned None"):
        notebook_of(edited(reference, causal_mask="def causal_mask(n):\n    return None"))("mask", lang="en")
