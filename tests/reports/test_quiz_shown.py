"""The learner's own question and answer in every report; what is private of the quiz only as far as its policy goes."""

import dataclasses
import html
import json

import pytest
from grader.reports.formats.learner_view import shown
from grader.reports.to_json import report_json, to_data

from grader import quiz
from grader.analytics.site.anonymous import anonymised
from grader.authoring.release.leaks import secrets
from grader.batch.outputs import write_reports
from grader.core.languages import say
from grader.core.model import Outcome
from grader.quiz import load_bank
from grader.quiz.result import with_questions
from grader.reports.formats import markdown
from grader.reports.html import from_data, report_html
from grader.reports.quiz_view import asked_of
from grader.reports.text import report_text
from grader.reports.views import for_learner
from grader.submissions.cache_key import terms_of

ANSWERS = """learner: perfect
m1-row: stored
m1-linear: {truth: false}
m1-mix: 6
m1-triangle: [p2, p4]
m2-count: many
c1-steps: [scale, compare, project, softmax, mix]
m2-roles: {query: asks}
c1-open: |-
  Everything looks at everything.
  모두가 모두를 봐요. <b>x</b>
"""
POLICIES = ("never", "after_deadline", "after_submission")


@pytest.fixture(scope="module")
def bank(assignment):
    return load_bank(assignment.folder / "quiz.yaml")


@pytest.fixture(scope="module")
def report(mixed, bank):
    """`report(feedback)`: a real report with a marked quiz under that policy."""
    marked = quiz.mark(bank, ANSWERS, "answers.yaml", learner="perfect", points=30)
    data = with_questions(marked.to_json(), bank, marked)
    return lambda feedback, language="en": dataclasses.replace(
        mixed[language]["perfect"], quiz={**data, "feedback": feedback}
    )


def outputs(report, language):
    """Everything that a learner gets of a report, as one reads it."""
    yield json.dumps(json.loads(report_json(for_learner(report))), ensure_ascii=False).replace('\\"', '"')
    yield " ".join(report_text(report, language, full=True).split())
    yield " ".join(report_text(report, language).split())
    yield " ".join(html.unescape(report_html(report, language)).split())
    yield " ".join(html.unescape(report_html(from_data(to_data(for_learner(report))), language)).split())
    yield markdown.write(shown(report, language), {}).replace("\\", "")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("feedback", POLICIES)
def test_every_question_and_every_own_answer_stand_on_the_page(report, feedback, language):
    one = report(feedback, language)
    page = html.unescape(report_html(one, language))
    text = " ".join(report_text(one, language, full=True).split())
    for item in one.quiz["items"]:
        asked = asked_of(item, language)
        assert asked.prompt in page
        assert all(choice.text in page for choice in asked.choices)
        if item["outcome"] != "unanswered":
            assert asked.answer
            assert " ".join(asked.prompt.split()) in text
            assert asked.answer in text
    assert page.count('class="chosen"') == 1 + 1 + 2  # one option, a truth value, two ticks
    assert "Everything looks at everything.\n모두가 모두를 봐요." in page
    assert "&lt;b&gt;x&lt;/b&gt;" in report_html(one, language)


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("feedback", ["never", "after_deadline"])
def test_without_leave_of_the_policy_nothing_private_of_the_quiz_is_anywhere(report, assignment, feedback, language):
    one = report(feedback, language)
    private = [secret.text for secret in secrets(assignment) if secret.what.startswith("the quiz")]
    assert len(private) > 200
    codes = {code for item in one.quiz["items"] for code in item["diagnoses"]}
    formulas = {item["formula"] for item in one.quiz["items"] if item["formula"].startswith("max")}
    assert codes and formulas
    for text in outputs(one, language):
        assert [secret for secret in private if secret in text] == []
        assert [code for code in codes if code in text] == []
        assert [formula for formula in formulas if formula in text] == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_with_its_leave_reasons_stand_for_the_answers_that_were_given_alone(report, assignment, bank, language):
    one = report("after_submission", language)
    answered = [item for item in one.quiz["items"] if item["outcome"] != "unanswered"]
    told = " ".join(
        str(item[key][x]) for item in answered for key in ("message", "explanation") if item[key] for x in ("en", "ko")
    )
    private = [secret.text for secret in secrets(assignment) if secret.what.startswith("the quiz")]
    hidden = [text for text in private if text not in told]
    assert len(hidden) > 150 and len(hidden) < len(private)
    for text in outputs(one, language):
        assert [secret for secret in hidden if secret in text] == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_short_text_has_a_line_for_an_answer_that_is_not_right(report, language):
    lines = report_text(report("after_submission", language), language).splitlines()
    own = [line for line in lines if ("Your answer" if language == "en" else "내 답") in line]
    assert len(own) == 3
    assert {
        "en": "  ✗ Linear in X? · Your answer: The statement is: false",
        "ko": "  ✗ X에 대해 선형인가 · 내 답: 이 문장은: 거짓",
    }[language] in own
    assert not [line for line in report_text(report("never", language), language).splitlines() if "m1-" in line]


def test_markdown_names_question_and_answer_of_what_is_not_right(report):
    page = markdown.write(shown(report("after_submission"), "en"), {})
    assert "<br>Which sentence describes one output row of self-attention best?<br>Your answer: A weighted sum" in page


@pytest.mark.parametrize("odd", [None, 3, "x", [], {}, {"options": 3, "slots": [1, {}], "prompt": []}])
@pytest.mark.parametrize("answer", [None, 3, "x", ["a", 1], {"a": 1}])
def test_a_question_of_another_shape_breaks_no_page(report, odd, answer):
    one = report("after_submission")
    items = [{**item, "question": odd, "answer": answer} for item in one.quiz["items"]]
    odd_one = dataclasses.replace(one, quiz={**one.quiz, "items": items})
    report_html(odd_one, "en")
    report_text(odd_one, "en", full=True)
    markdown.write(shown(odd_one, "en"), {})


def test_a_report_from_before_questions_stood_in_it_is_read_as_ever(report):
    one = report("never")
    items = [{key: item[key] for key in item if key not in ("question", "answer")} for item in one.quiz["items"]]
    old = dataclasses.replace(one, quiz={**one.quiz, "items": items})
    assert 'class="asked"' not in report_html(old, "en")
    assert 'class="asked"' in report_html(one, "en")


def test_without_names_no_words_of_ones_own_are_handed_on(report):
    data = to_data(report("after_submission"))
    found = {item["id"]: item["answer"] for item in anonymised(data, "L001")["quiz"]["items"]}
    assert found["c1-open"] is None and found["m2-count"] is None
    assert found["m1-row"] == "stored"


def test_the_files_of_a_learner_hold_the_same(report, tmp_path, root, assignment):
    write_reports(report("never"), tmp_path, terms_of(root, assignment, seed=1))
    mine = json.loads((tmp_path / "perfect.json").read_text("utf-8"))["quiz"]["items"]
    assert {item["id"]: item["answer"] for item in mine if item["answer"]}["m1-triangle"] == ["p2", "p4"]
    assert "Which sentence describes" in (tmp_path / "perfect.txt").read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("feedback", POLICIES)
@pytest.mark.parametrize("full", [True, False])
def test_an_answer_that_cannot_be_read_is_told_with_its_line_and_what_to_write(mixed, bank, language, feedback, full):
    """It cost its points, and the text report said nothing of it."""
    marked = quiz.mark(bank, "m1-row: nonsense\nm1-mx: 6\n", "answers.yaml", learner="perfect", points=30)
    data = with_questions(marked.to_json(), bank, marked)
    one = dataclasses.replace(mixed[language]["perfect"], quiz={**data, "feedback": feedback})
    for told in (one, for_learner(one)):
        text = " ".join(report_text(told, language, full=full).split())
        [lost] = [item for item in told.quiz["items"] if item["outcome"] == "unreadable"]
        [note] = told.quiz["notes"]
        assert " ".join(f"{lost['where']}: {lost['message'][language]}".split()) in text
        assert " ".join(f"{note['where']}: {note['text'][language]}".split()) in text
        assert "answers.yaml:1" in text and "answers.yaml:2" in text and "m1-mix" in text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_nothing_is_done_while_questions_are_open_or_points_are_held(report, language):
    one = report("after_submission", language)
    left = sum(item["outcome"] in ("unanswered", "unreadable") for item in one.quiz["items"])
    assert left > 10
    items = [{**item, "outcome": "right"} for item in one.quiz["items"]]
    marked = dataclasses.replace(one, quiz={**one.quiz, "items": items, "pending": 0})
    waiting = dataclasses.replace(marked, quiz={**marked.quiz, "pending": 2})
    first = dataclasses.replace(one.steps[0], outcome=Outcome.BROKEN, pending=one.steps[0].possible)
    held = dataclasses.replace(marked, steps=(first, *one.steps[1:]))
    for told, message, page, params in (
        (one, "report.next_quiz", "html.next_quiz_left", {"count": left}),
        (waiting, "report.next_quiz_held", "report.next_quiz_held", {}),
        (held, "html.next_wait", "html.next_wait", {}),
        (marked, "report.next_all", "html.next_nothing", {}),
    ):
        text = " ".join(report_text(told, language).split())
        assert f"{say(language, 'report.next')}: {say(language, message, **params)}" in text
        assert say(language, page, **params) in html.unescape(report_html(told, language))
