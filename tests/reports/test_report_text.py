"""The report and the table as a person sees them: narrow enough, harmless, with the next thing to do."""

import dataclasses
import re
from fractions import Fraction

import msgspec
import numpy as np
import pytest
from changing import all_held, with_check, with_step, with_steps
from hypothesis import given
from hypothesis import strategies as st

from grader.core.languages import say
from grader.core.model import Outcome
from grader.core.safe_text import cells, one_line
from grader.core.terminal import ASCII, UNICODE, for_encoding
from grader.reports.html import report_html
from grader.reports.rounding import points
from grader.reports.schema import Diagnosed, HandIn, Score, sums
from grader.reports.table import table_text
from grader.reports.text import report_text

words = st.text(st.sampled_from("ab 가나:/_-.한"), max_size=120) | st.sampled_from(["가" * 120, "a" * 120, "a 가" * 60])


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_line_is_wider_than_80_columns(mixed, language, full, glyphs):
    for report in mixed[language].values():
        for line in report_text(report, language, glyphs=glyphs, full=full).splitlines():
            assert cells(line) <= 80, line
    for line in table_text(list(mixed[language].values()), language, glyphs=glyphs).splitlines():
        assert cells(line) <= 80, line


@given(words, words, words, words, words, st.integers(60, 100))
def test_no_name_title_or_message_makes_a_line_wider_than_asked(mixed, name, title, message, hint, note, width):
    changed = with_check(mixed["en"]["wrong"], 4, title=title, message=one_line(message, 300), hint=hint)
    changed = msgspec.structs.replace(changed, submission=HandIn(one_line(name, 80), ""), notes=(note,))
    for line in report_text(changed, width=width, full=True).splitlines():
        assert cells(line) <= width, line


@given(words)
def test_no_name_makes_the_table_wider(mixed, name):
    named = msgspec.structs.replace(mixed["ko"]["wrong"], submission=HandIn(one_line(name, 80), ""))
    reports = [named, *mixed["ko"].values()]
    for line in table_text(reports, "ko").splitlines():
        assert cells(line) <= 80, line


def test_a_perfect_report_fits_a_screen_and_names_what_comes_next(mixed):
    lines = report_text(mixed["en"]["perfect"]).splitlines()
    assert lines[0].split() == ["perfect", "self_attention", "·", "seed", "1"]
    assert "Score 70 of 70 + bonus 40 of 40" in lines
    assert "Quiz: not handed in, 0 of 30" in lines
    assert "Total 70 of 100" in lines
    assert "Next: Every step is done. The quiz is next." in lines
    assert len(lines) <= 25


def test_a_wrong_step_is_told_with_property_fact_and_hint_and_comes_next(mixed):
    text = " ".join(report_text(mixed["en"]["wrong"]).split())
    assert "✗ step 5, Softmax · not right yet" in text
    assert "✗ Row i of A is the softmax of row i of S. softmax((2, 5)): " in text
    assert "hint: For each row: take e to the power of each score, add them up, divide." in text
    assert "Next: step 5, Softmax. Make this true: Row i of A is the softmax of row i of S." in text
    assert "✓ step 7, The whole formula: Right with your own functions of step 5" in text  # its trouble is step 5's


def test_an_untouched_report_starts_with_the_first_step(mixed):
    text = " ".join(report_text(mixed["en"]["untouched"]).split())
    assert "Score 0 of 70 + bonus 0 of 40 Quiz: not handed in, 0 of 30 Total 0 of 100" in text
    assert "Next: step 1, Embedding: Not started yet: embed() still raises NotImplementedError." in text
    assert "✗" not in text


def test_no_expected_value_of_a_hidden_check_is_shown(mixed):
    hidden = np.exp([[3, 1, -2, 0], [0, 2, 2, -1], [1, 0, 4, 2]])
    hidden /= hidden.sum(axis=1, keepdims=True)
    shown = report_text(mixed["en"]["wrong"], full=True)
    assert not [value for value in hidden.flat if f"{value:.4g}" in shown]


def test_the_table_has_a_line_for_each_submission_and_a_sign_for_each_step(mixed):
    lines = table_text(list(mixed["en"].values())).splitlines()
    assert lines[0].split() == ["submission", "total", "code", "quiz", "bonus", "12345678", "look", "at"]
    by_name = {line.split()[0]: line for line in lines[1:8]}
    assert by_name["perfect"].split()[1:] == ["70/100", "70", "–", "+40", "✓✓✓✓✓✓✓✓"]
    assert by_name["untouched"].split()[1:] == ["0/100", "0", "–", "○○○○○○○○", "not", "started"]
    assert "✓✓✓✓✗✓→→  5: Row i of A" in by_name["wrong"]
    assert "✗✗✗✗✗✗✗✗  attention.py:" in by_name["unreadable"]
    assert lines[9].startswith("7 graded · ")
    assert "7 graded in 2.5 s · " in table_text(list(mixed["en"].values()), seconds=2.5)
    assert "0 full · 1 untouched · 0 held" in lines[9]  # without the quiz, a perfect code is not full


@pytest.mark.parametrize("language", ["en", "ko"])
def test_short_names_leave_room_for_what_to_look_at(mixed, language):
    text = table_text([mixed[language][name] for name in ("perfect", "unreadable", "wrong")], language)
    for said in {
        "en": ("✓✓✓✓✗✓→→  5: Row i of A is the softmax", "✗✗✗✗✗✗✗✗  attention.py:1: not UTF-8"),
        "ko": ("✓✓✓✓✗✓→→  5: A의 i번째 행은 S의", "✗✗✗✗✗✗✗✗  attention.py:1: UTF-8이 아"),
    }[language]:
        assert said in text


def test_a_korean_table_is_korean_throughout(mixed):
    text = table_text(list(mixed["ko"].values()), "ko", seconds=2.5)
    head, *rows = text.splitlines()
    assert head.split() == ["제출물", "합계", "코드", "퀴즈", "보너스", "12345678", "살펴볼", "것"]
    assert "채점 7개(2.5초) · 만점 0개 · 시작 전 1개 · 점수 보류 0개" in rows[8]
    assert re.findall(r"\b(?:submission|score|bonus|look|graded|full|untouched|held|suite|seed|grader)\b", text) == [
        "untouched"  # the name of a submission
    ]
    perfect = next(row for row in rows if row.startswith("perfect"))
    assert cells(perfect[: perfect.index("✓")]) == cells(head[: head.index("12345678")])


def test_the_signs_stand_under_the_numbers_of_their_steps(mixed):
    partial = with_steps(mixed["en"]["perfect"], mixed["en"]["perfect"].steps[4:6])
    assert table_text([partial, partial]).splitlines()[0].split()[4] == "56"


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("full", [True, False])
def test_a_file_that_cannot_be_graded_is_told_once(mixed, language, full):
    text = " ".join(report_text(mixed[language]["unreadable"], language, full=full, width=100).split())
    assert text.count("attention.py:1: ") == 1
    assert say(language, "html.next_again") in text


def test_a_grader_that_failed_sends_nobody_to_mend_anything(mixed):
    whole = mixed["en"]["unreadable"]
    steps = [
        all_held(
            step,
            outcome=Outcome.BROKEN,
            checks=tuple(msgspec.structs.replace(c, outcome=Outcome.BROKEN, message="Our fault") for c in step.checks),
        )
        for step in whole.steps
    ]
    held = with_steps(whole, steps)
    for text in (report_text(held), report_html(held, "en")):
        assert say("en", "html.next_wait") in " ".join(text.split())
        assert say("en", "html.next_again") not in " ".join(text.split())


@pytest.mark.parametrize(("language", "said"), [("en", "the other steps were not"), ("ko", "다른 단계는 채점하지")])
def test_a_partial_run_does_not_say_that_every_step_is_done(mixed, language, said):
    whole = mixed[language]["perfect"]
    steps = whole.steps[4:5]
    partial = msgspec.structs.replace(whole, steps=steps, **sums(steps, None), only=("softmax",))
    for text in (report_text(partial, language), report_html(partial, language)):
        assert said in " ".join(text.split())
        assert say(language, "report.next_done") not in " ".join(text.split())


def test_practice_is_said_where_the_level_is_no_grade(mixed):
    report = mixed["en"]["perfect"]
    loose = msgspec.structs.replace(report, isolation=dataclasses.replace(report.isolation, level="process"))
    said = "PRACTICE, NOT A GRADE: the learner's code was not sandboxed."
    for text in (report_text(loose), table_text([loose, loose])):
        assert said in text
    assert said not in report_text(report)
    assert said not in table_text([report])


def test_held_points_are_marked(mixed):
    lost = Score(Fraction(0), Fraction(14), Fraction(14))
    held = with_step(mixed["en"]["perfect"], 4, outcome=Outcome.BROKEN, score=lost)
    assert "0/14?" in report_text(held)
    assert "Score 56 of 70 + bonus 40 of 40 (14 held)" in report_text(held)
    assert "Total 56 of 100 (14 held)" in report_text(held)
    assert "56/100?" in table_text([held])


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(4), "4"),
        (Fraction(7, 2), "3.5"),
        (Fraction(10, 3), "3.33"),
        (Fraction(0), "0"),
        (Fraction(100), "100"),
        (Fraction(525, 8), "65.63"),
        (Fraction(-5, 8), "-0.63"),
        (Fraction(-1, 900), "0"),
    ],
)
def test_points_are_short(value, shown):
    assert points(value) == shown


def test_signs_fit_the_encoding():
    assert for_encoding("utf-8") is UNICODE
    for encoding in ("cp949", "ascii", "no-such-encoding", None):
        assert for_encoding(encoding) is ASCII
    assert for_encoding("utf-8", ascii_only=True) is ASCII
    "".join(dataclasses.astuple(ASCII)).encode("ascii")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_nobody_is_sent_to_hints_that_are_not_there(mixed, language):
    report = mixed[language]["wrong"]
    assert "softmax" in report.hinted
    check = next(check for check in report.steps[4].checks if check.outcome is Outcome.FAILED)
    named = msgspec.structs.replace(check, diagnosis=Diagnosed(mistake="e01", title="T", why="W"))
    known = with_step(report, 4, checks=(named,))
    without = msgspec.structs.replace(known, hinted=())
    command = "grader hint softmax"
    assert command in report_text(known, language)
    assert f"<code>{command}</code>" in report_html(known, language)
    assert "grader hint" not in report_text(without, language, full=True)
    assert "<code>grader hint" not in report_html(without, language)
