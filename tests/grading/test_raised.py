"""A call that raises, in a graded report: the sentence with shapes, the line with carets, no number of an argument."""

import re

import pytest

from grader.core.model import Outcome
from grader.reports.html.page import report_html
from grader.reports.schema import read, report_json
from grader.reports.text import report_text

WRONG = """
def attention_scores(Q, K):
    S = Q @ K
    return S


def softmax(S):
    E = np.exp(S)
    return E / E.sum(axis=1)


def scale_scores(S, d_k):
    return S / math.sqrt(S)


def combine_values(A, V):
    raise ValueError(f"bad {A[0]}, {V[0, 0]:.2f}, {V.tolist()}")


def embed(token_ids, E):
    return E[token_ids + 20]
"""
BONUS = """
def causal_mask(n):
    return np.trill(np.ones((n, n), dtype=bool))


def split_heads(X, num_heads):
    é = "é"; return X.resahpe(num_heads, len(X), -1)  # noqa: E702
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory, reference, grade_all):
    folder = tmp_path_factory.mktemp("raised")
    for name, extra in (("wrong", WRONG), ("bonus", BONUS)):
        (folder / f"{name}.py").write_text(f"{reference}\n# %%\n{extra}\n", encoding="utf-8")
    return grade_all([folder])


@pytest.fixture(scope="module")
def report(reports):
    return reports["wrong"]


def crashed(report, step):
    found = next(one for one in report.steps if one.id == step)
    return next(check for check in found.checks if check.outcome is Outcome.CRASHED)


@pytest.mark.parametrize(
    ("step", "said", "line", "under"),
    [
        ("scores", "as many columns on the left (6) as rows on the right (3)", "S = Q @ K", "Q @ K"),
        ("softmax", "has to stand as a column, shape (2, 1)", "return E / E.sum(axis=1)", "E / E.sum(axis=1)"),
        ("scaling", "take one number, and an array came", "return S / math.sqrt(S)", "math.sqrt(S)"),
        ("mask", "np.tril?", "return np.trill(np.ones((n, n), dtype=bool))", "np.trill"),
        ("multi_head", "did you mean reshape?", 'é = "é"; return X.resahpe(num_heads, len(X), -1)', "X.resahpe"),
    ],
)
def test_the_sentence_and_the_line(reports, step, said, line, under):
    check = crashed(reports["bonus" if step in ("mask", "multi_head") else "wrong"], step)
    assert said in check.hint
    shown, marks = check.raised
    assert shown.startswith(line)
    assert shown[marks.index("^") :][: marks.count("^")] == under
    assert re.search(r"Called as \w+\((\(?[\d, ]+\)?,? ?)+\)|n.?p", check.hint)


def test_no_number_of_an_argument_is_in_the_report(report):
    check = crashed(report, "combine")
    assert not re.search(r"\d\.\d", check.message + check.hint)
    embedding = crashed(report, "embedding")
    assert "its last place is 8" in embedding.message
    assert not re.search(r"index \d", embedding.message + embedding.hint)


def test_only_the_check_that_raised_has_the_line(report):
    raised = [check.outcome for step in report.steps for check in step.checks if check.raised]
    assert set(raised) == {Outcome.CRASHED}


def test_text_and_page_show_line_and_carets_in_place(report):
    text = report_text(report)
    assert re.search(r"^( +)S = Q @ K\n\1    \^{5}$", text, re.MULTILINE)
    assert "S = Q @ K\n    ^^^^^</pre>" in report_html(report, "en")


def test_the_line_is_kept_by_the_schema(report):
    again = read(report_json(report))
    assert crashed(again, "scores").raised == crashed(report, "scores").raised
