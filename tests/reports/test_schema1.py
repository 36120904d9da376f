"""Reports of `grader/report/1`, as version 0.1.0 wrote them: read, with the same points, out of 100."""

import copy
import json
from fractions import Fraction
from pathlib import Path

import pytest

from grader.core.errors import UsageError
from grader.reports.html import report_html
from grader.reports.schema import from_data, read, report_json
from grader.reports.text import report_text
from grader.reports.views import for_learner

FOLDER = Path(__file__).with_name("schema1")
FILES = ("without_answers", "with_answers")
OPEN = ("pending", "unreadable")  # outcomes of answers that wait for a person


def old(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture(params=FILES)
def both(request):
    """The old data of a report, and the report that is read from it."""
    return old(request.param), read((FOLDER / f"{request.param}.json").read_bytes())


def test_every_step_and_check_has_the_points_that_it_had(both):
    data, report = both
    assert len(report.steps) == len(data["steps"]) == 13
    for was, step in zip(data["steps"], report.steps, strict=True):
        assert (step.id, step.number, step.title, step.bonus) == (was["id"], was["number"], was["title"], was["bonus"])
        assert (step.outcome, step.carried) == (was["outcome"], False)
        assert step.score.earned == Fraction(was["earned"])
        assert (step.score.possible, step.score.held) == (Fraction(was["possible"]), Fraction(was["pending"]))
        for had, check in zip(was["checks"], step.checks, strict=True):
            assert (check.id, check.title, check.outcome) == (had["id"], had["title"], had["outcome"])
            assert (check.message, check.hint) == (had["message"], had["hint"])
            assert (check.score.earned, check.score.possible) == (Fraction(had["earned"]), Fraction(had["possible"]))
            assert (check.evidence, check.diagnosis is None) == (had.get("evidence"), had["diagnosis"] is None)
            for key, value in (had["diagnosis"] or {}).items():
                kept = getattr(check.diagnosis, key)
                assert (list(kept) if isinstance(kept, tuple) else kept) == value


@pytest.mark.parametrize(("name", "code", "quiz", "held"), [(FILES[0], 48, 0, 0), (FILES[1], 70, Fraction(7, 10), 3)])
def test_the_sums_are_those_of_today(name, code, quiz, held):
    report = read((FOLDER / f"{name}.json").read_bytes())
    assert (report.code.earned, report.code.possible, report.code.held) == (code, 70, 0)
    assert (report.quiz.earned, report.quiz.possible, report.quiz.held) == (quiz, 30, held)
    assert (report.score.earned, report.score.possible, report.score.held) == (code + quiz, 100, held)
    assert (report.bonus.earned, report.bonus.possible) == (0, 40)
    assert (report.quiz_answers is None) == (name == "without_answers")


def test_the_quiz_is_the_one_that_was_handed_in():
    data, report = old("with_answers"), read((FOLDER / "with_answers.json").read_bytes())
    answers = report.quiz_answers
    assert (answers.feedback, answers.learner, answers.attempt) == (data["quiz"]["feedback"], "jae", 1)
    assert {note.where: note.text for note in answers.notes} == {n["where"]: n["text"] for n in data["quiz"]["notes"]}
    counts = {name: (of.asked, of.shown) for name, of in answers.misconceptions.items()}
    assert counts == {name: (of["asked"], of["shown"]) for name, of in data["quiz"]["misconceptions"].items()}
    for was, item in zip(data["quiz"]["items"], answers.items, strict=True):
        assert (item.id, item.title, item.outcome) == (was["id"], was["title"], was["outcome"])
        assert (item.score.earned, item.score.possible) == (Fraction(was["earned"]), Fraction(was["possible"]))
        assert item.score.held == (item.score.possible if was["outcome"] in OPEN else 0)
        assert (item.message, item.explanation, item.answer) == (was["message"], was["explanation"], was["answer"])
        assert (list(item.diagnoses), list(item.misconceptions)) == (was["diagnoses"], was["misconceptions"])
        asked, question = was["question"], item.question
        assert (question.shape, question.prompt, question.instruction) == (asked["shape"], asked["prompt"], asked["do"])
        assert [{"id": one.id, **one.text} for one in question.options] == asked.get("options", [])
        assert [slot.label for slot in question.slots] == [slot["label"] for slot in asked.get("slots", [])]


def test_everything_else_is_as_it_was(both):
    data, report = both
    assert (report.submission.id, report.submission.path) == (data["submission"]["id"], data["submission"]["path"])
    for key in ("assignment", "title", "grade", "seconds"):
        assert getattr(report, key) == data[key]
    for key in ("notes", "only", "hinted"):
        assert list(getattr(report, key)) == data[key]
    for key in ("engine", "suite", "seed", "python", "numpy", "graded_at"):
        assert getattr(report.provenance, key) == data["provenance"][key]
    for key in ("level", "required", "layers", "probe"):
        assert getattr(report.isolation, key) == data["isolation"][key]


def test_it_is_written_as_a_report_of_today(both):
    data, report = both
    assert from_data(data) == report
    again = json.loads(report_json(report))
    assert again["schema"] == "grader/report/2"
    assert from_data(again) == report
    for view in (report, for_learner(report)):
        assert f"Total {'48' if report.code.earned == 48 else '70.7'} of 100" in report_text(view)
        assert "<span>/ 100</span>" in report_html(view, "en")


def test_the_oldest_reports_had_texts_in_one_language_and_fewer_keys():
    data = old("with_answers")
    for item in data["quiz"]["items"]:
        del item["question"], item["answer"], item["by_hand"]
        item |= {"title": item["title"]["en"], "message": item["message"]["en"]}
    del data["title"], data["quiz_possible"], data["only"], data["hinted"], data["quiz"]["feedback"]
    report = from_data(data)
    assert report.title == "self_attention"
    first = report.quiz_answers.items[0]
    assert first.title["en"] == first.title["ko"] == data["quiz"]["items"][0]["title"]
    assert (report.score.possible, first.question, first.answer) == (100, None, None)
    assert for_learner(report).score.earned == 70  # no policy allows to show the marks


def test_without_a_quiz_and_what_it_is_worth_the_code_is_all_there_is():
    data = old("without_answers")
    for worth in (None, 0):
        report = from_data({**data, "quiz_possible": worth})
        assert (report.quiz, report.score) == (None, report.code)
    del data["quiz_possible"]
    assert from_data(data).quiz is None
    partial = from_data({**old("without_answers"), "only": ["softmax"]})
    assert (partial.quiz, partial.score) == (None, partial.code)


def test_a_quiz_without_its_items_keeps_its_points_and_shows_a_learner_none():
    data = old("with_answers")
    data["quiz"] |= {"items": None, "misconceptions": None, "feedback": "never"}
    report = from_data(data)
    assert (report.quiz.earned, report.quiz.possible, report.quiz_answers.items) == (Fraction(7, 10), 30, ())
    shown = for_learner(report)
    assert (shown.quiz.earned, shown.quiz.possible, shown.score.possible) == (0, 30, 100)


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (["earned"], 1.5, "points are '1.5'; a whole number or a text \"p/q\" is wanted - at `$.earned`"),
        (["possible"], ..., "missing required field `possible`"),
        (["submission"], None, "Expected `object`, got `null` - at `$.submission`"),
        (["steps", 2, "checks", 0, "outcome"], "pased", "'pased' - at `$.steps[2].checks[0].outcome`"),
        (["steps", 2, "checks"], [], "Expected `array` of length >= 1 - at `$.steps[2].checks`"),
        (["steps", 1, "id"], "embedding", "the step 'embedding' is there twice"),
        (["isolation", "level"], "loose", "isolation.level is 'loose'"),
        (["quiz_possible"], -1, "Expected `int` >= 0 - at `$.quiz_possible`"),
        (["quiz"], 3, "got `int` - at `$.quiz`"),
        (["quiz"], {}, "missing required field `earned` - at `$.quiz`"),
        (["quiz", "items"], 3, "got `int` - at `$.quiz.items`"),
        (["quiz", "items", 0], 1, "Expected `object`, got `int` - at `$.quiz.items[0]`"),
        (["quiz", "items", 0], {}, "missing required field `id` - at `$.quiz.items[0]`"),
        (
            ["quiz", "items", 4, "earned"],
            "x",
            "points are 'x'; a whole number or a text \"p/q\" is wanted - at `$.quiz.items[4].earned`",
        ),
        (["quiz", "items", 1, "id"], "m1-row", "the question 'm1-row' is there twice"),
        (["quiz", "misconceptions"], [], "got `array` - at `$.quiz.misconceptions`"),
        (["quiz", "items", 0, "question"], 3, "got `int` - at `$.quiz.items[0].question`"),
        (["quiz", "items", 0, "question", "options"], 3, "got `int` - at `$.quiz.items[0].question.options`"),
        (["quiz", "items", 0, "question", "slots"], [1], "got `int` - at `$.quiz.items[0].question.slots[0]`"),
        (["quiz", "items", 0, "answer"], ["a", 1], "got `int` - at `$.quiz.items[0].answer[1]`"),
    ],
)
def test_every_complaint_says_where_and_what(path, value, complaint):
    data = copy.deepcopy(old("with_answers"))
    place = data
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    for reading in (lambda: from_data(data), lambda: read(json.dumps(data))):
        with pytest.raises(UsageError) as caught:
            reading()
        assert str(caught.value).startswith("not a report: ")
        assert complaint in str(caught.value)
        assert len(str(caught.value)) < 300
