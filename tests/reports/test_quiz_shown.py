"""The learner's own question and answer in every report; what is private of the quiz only as far as its policy goes."""

import html
import json
from fractions import Fraction

import jsonschema
import msgspec
import pytest
from changing import all_held, with_item, with_steps

from grader import quiz
from grader.analytics.site.anonymous import anonymised
from grader.authoring.release.leaks import secrets
from grader.batch.outputs import write_reports
from grader.core.errors import UsageError
from grader.core.languages import say
from grader.core.model import Outcome, QuizOutcome
from grader.grading.quiz_answers import quiz_answers, quiz_score
from grader.quiz import load_bank
from grader.reports.formats import markdown
from grader.reports.formats.registry import FORMATS
from grader.reports.formats.transcript import transcript
from grader.reports.html import report_html
from grader.reports.quiz_view import asked_of
from grader.reports.schema import QuestionText, Score, from_data, read, report_json, to_data
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
    return lambda feedback, language="en": handed_in(mixed[language]["perfect"], bank, ANSWERS, feedback)


def handed_in(report, bank, answers, feedback):
    """The report with those answers, marked, under that policy."""
    marked = quiz.mark(bank, answers, "answers.yaml", learner="perfect", points=30)
    told = msgspec.structs.replace(quiz_answers(marked, bank), feedback=feedback)
    return report.with_quiz(quiz_score(marked), told)


def outputs(report, language):
    """Everything that a learner gets of a report, as one reads it."""
    yield json.dumps(json.loads(report_json(for_learner(report))), ensure_ascii=False).replace('\\"', '"')
    yield " ".join(report_text(report, language, full=True).split())
    yield " ".join(report_text(report, language).split())
    yield " ".join(html.unescape(report_html(report, language)).split())
    yield " ".join(html.unescape(report_html(read(report_json(for_learner(report))), language)).split())
    yield markdown.write(transcript(report, language), {}).replace("\\", "")
    for form in ("gradescope", "prairielearn", "classroom50", "exercism", "csv", "github-commands"):
        yield FORMATS[form].write(transcript(report, language), {}).replace('\\"', '"')
    yield html.unescape(FORMATS["junit"].write(transcript(report, language), {}))


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("feedback", POLICIES)
def test_every_question_and_every_own_answer_stand_on_the_page(report, feedback, language):
    one = report(feedback, language)
    page = html.unescape(report_html(one, language))
    text = " ".join(report_text(one, language, full=True).split())
    for item in one.quiz_answers.items:
        asked = asked_of(item, language)
        brief = feedback == "after_submission" and item.outcome in (QuizOutcome.RIGHT, QuizOutcome.UNANSWERED)
        assert (asked.prompt in page) is not brief  # what needs nothing more is the title and the answer
        assert brief or all(choice.text in page for choice in asked.choices)
        assert item.title[language] in page
        if item.outcome is not QuizOutcome.UNANSWERED:
            assert asked.answer
            assert item.outcome is QuizOutcome.RIGHT or " ".join(asked.prompt.split()) in text
            assert asked.answer in text
            assert not brief or asked.answer in page
    assert page.count('class="chosen"') == 1 + 1 + 2  # one option, a truth value, two ticks
    assert "Everything looks at everything.\n모두가 모두를 봐요." in page
    assert "&lt;b&gt;x&lt;/b&gt;" in report_html(one, language)


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("feedback", ["never", "after_deadline"])
def test_without_leave_of_the_policy_nothing_private_of_the_quiz_is_anywhere(report, assignment, feedback, language):
    one = report(feedback, language)
    private = [secret.text for secret in secrets(assignment) if secret.what.startswith("the quiz")]
    assert len(private) > 200
    codes = {code for item in one.quiz_answers.items for code in item.diagnoses}
    formulas = {item.formula for item in one.quiz_answers.items if item.formula.startswith("max")}
    assert codes and formulas
    for text in outputs(one, language):
        assert [secret for secret in private if secret in text] == []
        assert [code for code in codes if code in text] == []
        assert [formula for formula in formulas if formula in text] == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_with_its_leave_reasons_stand_for_the_answers_that_were_given_alone(report, assignment, bank, language):
    one = report("after_submission", language)
    answered = [item for item in one.quiz_answers.items if item.outcome is not QuizOutcome.UNANSWERED]
    told = " ".join(
        words[x] for item in answered for words in (item.message, item.explanation) if words for x in ("en", "ko")
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
    page = markdown.write(transcript(report("after_submission"), "en"), {})
    assert "<br>Which sentence describes one output row of self-attention best?<br>Your answer: A weighted sum" in page


@pytest.mark.parametrize(
    ("odd", "place"),
    [
        (3, "Expected `object | null`, got `int` - at `$.quiz_answers.items[0].question`"),
        ("x", "Expected `object | null`, got `str` - at `$.quiz_answers.items[0].question`"),
        ([], "Expected `object | null`, got `array` - at `$.quiz_answers.items[0].question`"),
        ({}, "missing required field `shape` - at `$.quiz_answers.items[0].question`"),
        ({"options": 3}, "Expected `array`, got `int` - at `$.quiz_answers.items[0].question.options`"),
        ({"slots": [1, {}]}, "Expected `object`, got `int` - at `$.quiz_answers.items[0].question.slots[0]`"),
        ({"prompt": []}, "Expected `object`, got `array` - at `$.quiz_answers.items[0].question.prompt`"),
    ],
)
def test_a_question_of_another_shape_is_refused(report, odd, place):
    data = to_data(report("after_submission"))
    data["quiz_answers"]["items"][0]["question"] = odd
    with pytest.raises(UsageError) as caught:
        from_data(data)
    assert place in str(caught.value)


@pytest.mark.parametrize("odd", [3, ["a", 1], {"a": 1}])
def test_an_answer_of_another_shape_is_refused(report, odd):
    data = to_data(report("after_submission"))
    data["quiz_answers"]["items"][0]["answer"] = odd
    with pytest.raises(UsageError, match=r"at `\$.quiz_answers.items\[0\].answer"):
        from_data(data)


@pytest.mark.parametrize("odd", [None, QuestionText("no such shape", {}, {}), QuestionText("many", {"fr": "x"}, {})])
@pytest.mark.parametrize("answer", [None, "x", ["a", "1"], {"a": "1"}])
def test_an_answer_that_does_not_fit_its_question_breaks_no_page(report, odd, answer):
    odd_one = with_item(report("after_submission"), "*", question=odd, answer=answer)
    report_html(odd_one, "en")
    report_text(odd_one, "en", full=True)
    markdown.write(transcript(odd_one, "en"), {})


def test_a_report_from_before_questions_stood_in_it_is_read_as_ever(report):
    one = report("never")
    data = to_data(one)
    for item in data["quiz_answers"]["items"]:
        del item["question"], item["answer"]
    old = from_data(data)
    assert 'class="asked"' not in report_html(old, "en")
    assert 'class="asked"' in report_html(one, "en")


@pytest.mark.parametrize("feedback", POLICIES)
def test_both_files_are_what_the_schema_says(report, root, feedback):
    schema = json.loads((root / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    for one in (report(feedback), for_learner(report(feedback))):
        jsonschema.validate(json.loads(report_json(one)), schema)


def test_without_names_no_words_of_ones_own_are_handed_on(report):
    found = {item.id: item.answer for item in anonymised(report("after_submission"), "L001").quiz_answers.items}
    assert found["c1-open"] is None and found["m2-count"] is None
    assert found["m1-row"] == "stored"


def test_the_files_of_a_learner_hold_the_same(report, tmp_path, root, assignment):
    write_reports(report("never"), tmp_path, terms_of(root, assignment, seed=1))
    mine = json.loads((tmp_path / "perfect.json").read_text("utf-8"))["quiz_answers"]["items"]
    assert {item["id"]: item["answer"] for item in mine if item.get("answer")}["m1-triangle"] == ["p2", "p4"]
    assert "Which sentence describes" in (tmp_path / "perfect.txt").read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("feedback", POLICIES)
@pytest.mark.parametrize("full", [True, False])
def test_an_answer_that_cannot_be_read_is_told_with_its_line_and_what_to_write(mixed, bank, language, feedback, full):
    """It cost its points, and the text report said nothing of it."""
    one = handed_in(mixed[language]["perfect"], bank, "m1-row: nonsense\nm1-mx: 6\n", feedback)
    for told in (one, for_learner(one)):
        text = " ".join(report_text(told, language, full=full).split())
        [lost] = [item for item in told.quiz_answers.items if item.outcome is QuizOutcome.UNREADABLE]
        [note] = told.quiz_answers.notes
        assert " ".join(f"{lost.where}: {lost.message[language]}".split()) in text
        assert " ".join(f"{note.where}: {note.text[language]}".split()) in text
        assert "answers.yaml:1" in text and "answers.yaml:2" in text and "m1-mix" in text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_nothing_is_done_while_questions_are_open_or_points_are_held(report, language):
    one = report("after_submission", language)
    open_ = (QuizOutcome.UNANSWERED, QuizOutcome.UNREADABLE)
    left = sum(item.outcome in open_ for item in one.quiz_answers.items)
    assert left > 10
    marked = with_item(one, "*", outcome=QuizOutcome.RIGHT, score=Score(Fraction(1), Fraction(1)))
    waiting = with_item(
        marked, "c1-open", outcome=QuizOutcome.PENDING, score=Score(Fraction(0), Fraction(2), Fraction(2))
    )
    held = with_steps(marked, (all_held(one.steps[0], outcome=Outcome.BROKEN), *one.steps[1:]))
    for told, message, page, params in (
        (one, "report.next_quiz", "html.next_quiz_left", {"count": left}),
        (waiting, "report.next_quiz_held", "report.next_quiz_held", {}),
        (held, "html.next_wait", "html.next_wait", {}),
        (marked, "report.next_all", "html.next_nothing", {}),
    ):
        text = " ".join(report_text(told, language).split())
        assert f"{say(language, 'report.next')}: {say(language, message, **params)}" in text
        assert say(language, page, **params) in html.unescape(report_html(told, language))
