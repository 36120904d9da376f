"""`grader report` in a kit: the visible checks as a page, with attention weights drawn beside the expected ones."""

import json
from pathlib import Path

import pytest

from grader.core.model import Heatmap, Outcome, Text
from grader.core.terminal import UNICODE, TerminalStyle
from grader.course.visible_checks import VisibleCheck
from grader.reports.html import report_html
from grader.reports.html.page import values_of
from grader.student.practice_report import practice
from grader.suite.visible.heatmap import heatmap_shown
from grader.suite.visible.outcomes import VisibleResult

CHECK = VisibleCheck("softmax.x", "test_softmax_x", "softmax", Text({"en": "t", "ko": "t"}), None, 1)


def matrix(*rows, dtype="float64"):
    return {"kind": "array", "dtype": dtype, "shape": [len(rows), len(rows[0])], "values": [x for r in rows for x in r]}


def test_a_report_says_what_was_expected(kit, checked):
    report = practice(*checked(kit("columns")), TerminalStyle("en", UNICODE), joint="\n")
    softmax = report.steps[4]
    assert (softmax.outcome, softmax.score.earned, len(softmax.checks)) == (Outcome.FAILED, 0, 2)
    assert "input: softmax(S = [[0 0.6931 1.609] [1.099 0 1.792]])\n" in softmax.checks[0].message
    assert "\nexpected: [[0.125 0.25 0.625] [0.3 0.1 0.6]]\n" in softmax.checks[0].message
    assert softmax.checks[0].evidence["expected"][0] == [0.125, 0.25, 0.625]
    waiting = next(check for check in report.steps[6].checks if check.outcome is Outcome.BLOCKED)
    assert waiting.message == "Not judged: it builds on step 5, Softmax."
    assert not report.isolation.is_grade


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_page_draws_both_weights_and_promises_nothing(kit, checked, language):
    page = report_html(practice(*checked(kit("columns")), TerminalStyle(language, UNICODE)), language, visible=True)
    for part in ("values", "expected"):
        assert f'<title id="heatmap-softmax.by_hand-{part}-title">' in page
    english = ("Attention weights: yours", "Attention weights: what this example asks for", "practice, not a grade")
    korean = ("어텐션 가중치: 내 결과", "어텐션 가중치: 이 예제가 요구하는 값", "연습이며 성적이 아니에요")
    assert all(told in page for told in {"en": english, "ko": korean}[language])
    assert {"en": "0 of 2 pass", "ko": "2개 중 0개 통과"}[language] in page
    assert "<b>9</b> <span>/ 13</span>" in page  # checks, not points
    assert "Hidden suite" not in page
    assert "hidden suite" not in page


def test_a_file_that_cannot_run_is_one_trouble(kit, checked):
    report = practice(*checked(kit(text="import numpy as np\ndef embed(:\n")), TerminalStyle("en", UNICODE))
    assert {check.outcome for step in report.steps for check in step.checks} == {Outcome.CRASHED}
    page = report_html(report, "en", visible=True)
    assert "A problem with the whole file: attention.py:2: SyntaxError" in page


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_file_that_cannot_run_is_told_once_with_its_line(kit, checked, language):
    text = "import numpy as np\n\ndef embed(token_ids, E):\n    x = 1\n\treturn E[token_ids]\n"
    report = practice(*checked(kit(text=text)), TerminalStyle(language, UNICODE), joint="\n")
    page = report_html(report, language, visible=True)
    assert page.count("TabError") == 1
    assert page.count("return E[token_ids]") == 1
    assert "  ····x = 1\n&gt; →   return E[token_ids]\n" in page
    assert {"en": "begins with a tab", "ko": "이 줄은 탭으로"}[language] in page
    assert page.count({"en": "</span> not run</span>", "ko": "</span> 실행하지 않음</span>"}[language]) == 13
    assert "crashed" not in page
    assert 'href="#checks-' not in page  # nothing is there to be gone to
    graded = report_html(report, language, audience="instructor")
    assert graded.count("<details class=") == 13  # every check, for whoever looks after it


def test_values_stand_below_each_other_and_a_waiting_step_says_for_what(kit, checked):
    for language, label, waits in (
        ("en", "expected", "builds on step 5, Softmax"),
        ("ko", "기대값", "5단계(소프트맥스)가"),
    ):
        report = practice(*checked(kit("columns")), TerminalStyle(language, UNICODE), joint="\n")
        page = report_html(report, language, visible=True)
        value = "[[0.125 0.25 0.625] [0.3 0.1 0.6]]"
        assert page.count(f"<dt>{label}</dt><dd><code>{value}</code></dd>") == 2  # in the box above, and at the check
        card = page.partition('href="#checks-attention"')[2].partition("</li>")[0]
        assert waits in card
        assert {"en": "<b>Why it matters:</b>", "ko": "<b>이유:</b>"}[language] in page
        assert {"en": "<b>Hint:</b>", "ko": "<b>힌트:</b>"}[language] not in page


def test_a_page_sends_nobody_to_hints_that_are_not_there(kit, learn):
    root = kit("columns")
    page = root / "reports" / "self_attention.html"
    assert learn(root, "report").returncode == 0
    assert page.read_text(encoding="utf-8").count("grader hint softmax") == 2
    (root / "exercises" / "self_attention" / "hints.yaml").unlink()
    assert learn(root, "report").returncode == 0
    assert "grader hint" not in page.read_text(encoding="utf-8")


def test_a_message_without_labels_stays_a_sentence():
    assert values_of("expected: 1\ngot: 2", "en") == [("expected", "1", True), ("got", "2", True)]
    assert values_of("softmax() returned None: is a `return` missing?", "en") == []
    assert values_of("expected: 1\nsome more", "en") == []


def test_a_bonus_step_that_only_asks_more_of_finished_functions_is_not_started(kit, checked):
    run = checked(kit(attention_scores="def attention_scores(Q, K):\n    return Q @ K.T"))
    [batch] = [step for step in practice(*run, TerminalStyle("en", UNICODE)).steps if step.id == "batch"]
    assert (batch.outcome, batch.checks[0].outcome, batch.checks[0].message) == (
        Outcome.UNTOUCHED,
        Outcome.UNTOUCHED,
        "",
    )


def test_a_check_that_passed_shows_the_learners_weights_alone(kit, checked):
    run, _ = checked(kit("solved"), "softmax", "attention")
    step = run.assignment.step
    shown = {one.check.id: heatmap_shown(one, step(one.check.step).heatmap, "en") for one in run.seen}
    rows = [pytest.approx(row) for row in ([1 / 8, 1 / 4, 5 / 8], [0.3, 0.1, 0.6])]
    form = {"title": "Attention weights", "rows_sum_to": 1, "row": "q", "column": "k"}
    assert shown["softmax.by_hand"] == {"kind": "heatmap", "visible": True, "values": rows, **form}
    assert shown["attention.of_three_tokens"]["values"][0] == pytest.approx([1 / 7, 3 / 7, 3 / 7])
    assert "expected" not in shown["softmax.by_hand"]


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (matrix([1, 2]), matrix([3, 4])),  # no shares are asked for
        (matrix([1, 0], dtype="bool"), matrix([1, 0], dtype="bool")),
        (matrix([0.5, 0.5]), matrix([0.2, 0.3, 0.5])),  # another width
        ({"kind": "none"}, matrix([0.5, 0.5])),
        (matrix([0.5, 0.5]), {"kind": "number", "dtype": "float64", "shape": [], "values": [1.0]}),
        (matrix([0.5, 0.5]), {"kind": "array", "dtype": "float64", "shape": [90, 90]}),  # too many to have crossed
    ],
)
def test_what_is_not_about_weights_has_no_map(got, expected):
    shares = Heatmap(Text({"en": "Shares", "ko": "몫"}), rows_sum_to=1)
    assert heatmap_shown(VisibleResult(CHECK, Outcome.FAILED, got=got, expected=expected), shares, "en") is None


def test_a_step_that_names_no_matrix_has_no_map_and_one_without_sums_draws_any():
    result = VisibleResult(CHECK, Outcome.FAILED, got=matrix([1, 2]), expected=matrix([3, 4]))
    assert heatmap_shown(result, None, "en") is None
    shown = heatmap_shown(result, Heatmap(Text({"en": "Scores", "ko": "스코어"})), "ko")
    assert (shown["title"], shown["values"], shown["expected"]) == ("스코어", [[1, 2]], [[3, 4]])


def test_the_command_writes_the_page_into_the_kit(kit, learn):
    root = kit("columns")
    done = learn(root, "report")
    assert (done.returncode, done.stdout.strip()) == (0, str(Path("reports/self_attention.html")))
    assert "hidden checks run when you hand in" in done.stderr
    assert "https://" not in (root / "reports" / "self_attention.html").read_text("utf-8").replace("http://www.w3", "")
    done = learn(root, "report", "--lang", "ko", "-o", "mine.html", "--json")
    assert json.loads(done.stdout) == [{"report": "mine", "page": "mine.html"}]
    assert '<html lang="ko">' in (root / "mine.html").read_text("utf-8")
    done = learn(root, "report", "--audience", "instructor")
    assert done.returncode == 2
    assert "need a report; name its FILE" in done.stderr
