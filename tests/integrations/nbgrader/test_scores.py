"""Scores fail closed: what nbgrader takes for full marks is no score here."""

from fractions import Fraction

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.safe_text import comment_text
from grader.integrations.nbgrader.scores import StepScore, fault, marks, plain
from grader.reports.schema import Score


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        "0.5",
        "full",
        (0.5, "m"),
        [1],
        float("nan"),
        float("inf"),
        -float("inf"),
        np.bool_(True),
        1j,
        np.array([1.0]),
        np.float64("nan"),
        object(),
    ],
)
def test_what_is_no_number_of_points_is_no_score(value):
    assert plain(value, 2) is None
    assert plain(1, value) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, 0.0), (-1, 0.0), (3, 2.0), (Fraction(1, 3), 1 / 3), (np.float64(0.5), 0.5), (np.float64(0), 0.0), (-0.0, 0.0)],
)
def test_a_number_is_a_plain_float_within_bounds(value, expected):
    found = plain(value, 2)
    assert found == expected and type(found) is float
    assert repr(found) == repr(float(expected))


@given(st.fractions(min_value=-5, max_value=30), st.integers(min_value=1, max_value=20))
def test_scores_are_always_within_the_cell(earned, possible):
    score, extra = StepScore(earned, Fraction(possible)).at(possible)
    assert extra is None
    assert type(score) is float and 0 <= score <= possible


def test_a_bonus_is_extra_credit_and_other_points_are_a_share():
    mark = StepScore(Fraction(3), Fraction(8))
    assert mark.at(0) == (0.0, 3.0)
    assert mark.at(8) == (3.0, None)
    assert mark.at(4) == (1.5, None)
    assert StepScore(None, Fraction(8)).at(0) == (None, None)


@pytest.fixture
def report(submit, grade_all):
    return grade_all([submit("ada", softmax="def softmax(S):\n    return S * 0")], language="en")["ada"]


def test_a_report_becomes_marks_with_words(report):
    table = marks(report, "en")
    assert table["softmax"].at(14) == (0.0, None) and not table["softmax"].held
    assert "step 5, Softmax" in table["softmax"].text and "Row i of A" in table["softmax"].comment
    assert table["embedding"].at(4) == (4.0, None) and table["embedding"].comment == ""


def with_scores(report, other):
    """The report with another score for each step."""
    steps = tuple(msgspec.structs.replace(step, score=other(step.score)) for step in report.steps)
    return msgspec.structs.replace(report, steps=steps)


@pytest.mark.parametrize("odd", [float("nan"), None, "14", True, (14,)])
def test_a_malformed_score_is_our_fault_and_shows_as_such(report, odd):
    table = marks(with_scores(report, lambda score: Score(odd, score.possible, score.held)), "en")
    assert all(mark.at(14) == (None, None) and mark.held for mark in table.values())
    assert "Internal error" in table["softmax"].text


def test_held_points_are_neither_earned_nor_lost(report):
    table = marks(with_scores(report, lambda score: Score(Fraction(0), score.possible, score.possible)), "ko")
    assert table["softmax"].at(14) == (None, None) and table["softmax"].held
    assert "보류" in table["softmax"].text


def test_a_fault_has_no_score():
    assert fault("why <b>", "en").at(5) == (None, None)
    assert "&lt;b&gt;" in fault("why <b>", "en").comment


@given(st.text(alphabet="a_<>&*[]()`$#|~\\! \n", max_size=40))
def test_a_comment_is_never_markup(text):
    shown = comment_text(text)
    assert "<" not in shown and ">" not in shown
    for sign in "*`[":
        assert shown.count(sign) == shown.count("\\" + sign)
    assert comment_text("scale_scores") == "scale_scores"
