"""A whole answer file: exact points, three kinds of held points, named trouble, learners' own numbers."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.core.model import Cell, Isolation, Provenance
from grader.grading.quiz_answers import quiz_answers, quiz_score
from grader.quiz import QuizOutcome, QuizResult, mark
from grader.quiz.answers import AnswerEntry, Answers
from grader.quiz.bank import Bank, sheet_of
from grader.quiz.items.arrange import Cloze, Matching, Ordering
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.item import Item
from grader.quiz.items.numeric import Numeric
from grader.quiz.questions import Raw
from grader.quiz.sheet import Sheet, answers_text, paper
from grader.quiz.variants import Draw
from grader.reports.schema import HandIn, Report, Score, read, report_json, sums
from grader.reports.views import view


def key_of(item: Item) -> Raw:
    """The right answer as a learner would write it."""
    if isinstance(item, Single):
        return item.key
    if isinstance(item, TrueFalse):
        return {"truth": str(item.truth).lower(), "reason": item.key}
    if isinstance(item, Multiple | Ordering):
        return item.key
    if isinstance(item, Matching):
        return dict(item.key)
    if isinstance(item, Cloze):
        return {name: blank.key for name, blank in item.blanks.items()}
    if isinstance(item, Numeric):
        return repr(item.value)
    return "in my own words"


def file_of(bank: Bank, draw: Draw) -> str:
    """A file with every right answer, to the numbers of that draw."""
    sheet = sheet_of(bank)
    rows = {item.id: numbers.rows for item in bank.items if (numbers := item.sheet().numbers)}
    values = {}
    for item in bank.items:
        row = draw.row(item.id, len(rows[item.id])) if item.id in rows else 0
        values[item.id] = AnswerEntry(key_of(item.variant(row)), 0)
    return answers_text(sheet, paper(sheet, draw), Answers(draw, values), ("en",))


def marked(bank: Bank, text: str | None, learner: str = "kim", seed: int = 0) -> QuizResult:
    return mark(bank, text, "kim/answers.yaml", learner=learner, seed=seed)


def test_all_right_earns_all_but_the_open_questions(bank: Bank) -> None:
    result = marked(bank, file_of(bank, Draw(bank.id)))
    wrong = [item.id for item in result.items if item.outcome not in (QuizOutcome.RIGHT, QuizOutcome.PENDING)]
    assert wrong == []
    assert (result.earned, result.pending, result.possible) == (20, 10, 30)
    assert sum(item.possible for item in result.items) == 30
    assert result.notes == ()


@pytest.mark.parametrize("text", ["", None, "quiz: self_attention\n", "m1-row:\nm1-linear: {truth: , reason: }\n"])
def test_no_answer_is_not_a_wrong_one(bank: Bank, text: str | None) -> None:
    result = marked(bank, text)
    assert {item.outcome for item in result.items} == {QuizOutcome.UNANSWERED}
    assert (result.earned, result.pending) == (0, 0)
    assert bool(result.notes) == (text is None)


def test_an_unreadable_answer_is_held_and_named(bank: Bank) -> None:
    result = marked(bank, "quiz: self_attention\n\nm1-row: computd\nm1-mix: about six\n")
    row, mix = (next(item for item in result.items if item.id == name) for name in ("m1-row", "m1-mix"))
    assert row.outcome is mix.outcome is QuizOutcome.UNREADABLE
    assert row.where == "kim/answers.yaml:3"
    assert "did you mean 'computed'?" in row.message["en"]
    assert mix.where == "kim/answers.yaml:4"
    assert (result.earned, result.pending) == (0, 1)


def test_a_file_that_is_no_yaml_is_held_as_a_whole(bank: Bank) -> None:
    result = marked(bank, "m1-row: [computed\nm1-mix: 6\n")
    assert {item.outcome for item in result.items} == {QuizOutcome.UNREADABLE}
    assert result.pending == 30
    assert result.notes[0].where.startswith("kim/answers.yaml:2")


def test_unknown_items_are_named_with_the_nearest(bank: Bank) -> None:
    note = marked(bank, "m1-rows: computed\n").notes[0]
    assert note.where == "kim/answers.yaml:1"
    assert "(m1-row?)" in note.text["en"]


def test_points_scale_exactly(bank: Bank) -> None:
    text = "m1-row: computed\nm1-triangle: [p2, p5, p1]\n"
    assert marked(bank, text).earned == Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 3)
    seven = mark(bank, text, "a", learner="kim", seed=0, points=7)
    assert seven.earned == Fraction(7, 60) * Fraction(4, 3)
    assert seven.possible == 7


def test_the_formula_stands_beside_the_score(bank: Bank) -> None:
    result = marked(bank, "m1-triangle: [p2, p5, p1]\n")
    item = next(item for item in result.items if item.id == "m1-triangle")
    assert item.formula == "max(0, 2/3 - 1/3) = 1/3"
    assert item.outcome is QuizOutcome.PARTLY


def test_a_misconception_is_counted_where_it_shows(bank: Bank) -> None:
    result = marked(bank, "m5-why: habit\nc4-factor: {truth: yes, reason: cancels}\nm5-std: 64\nm5-pair: 0.731\n")
    assert result.misconceptions["M5"] == (4, 3)
    shown = {item.id: item.diagnoses for item in result.items if item.diagnoses}
    cancels = ("D-SCALE-CANCEL",)
    assert shown == {"m5-std": ("D-VAR-STD",), "m5-why": cancels, "c4-factor": cancels}


def reported(bank: Bank, result: QuizResult, feedback: str = "never") -> Report:
    """A report of that quiz alone, under that policy."""
    answers = msgspec.structs.replace(quiz_answers(result, bank), feedback=feedback)
    nothing = Report(
        assignment=bank.id,
        title="",
        submission=HandIn("kim", "kim"),
        **sums((), Score(Fraction(0), Fraction(30))),
        steps=(),
        isolation=Isolation("confined", "confined", {}, {}, ()),
        provenance=Provenance("", "", None, "", "", ""),
        grade=True,
        seconds=0.0,
    )
    return nothing.with_quiz(quiz_score(result), answers)


def test_the_result_in_a_report_is_plain_json_and_points_are_exact(bank: Bank) -> None:
    report = reported(bank, marked(bank, "m1-triangle: [p2, p5, p1]\n"))
    again = json.loads(report_json(report))
    assert again["quiz"] == again["score"] == {"earned": "1/6", "possible": 30, "held": 0}
    assert len(again["quiz_answers"]["items"]) == 45
    assert read(report_json(report)) == report


# -- what the learner sees ----------------------------------------------------------------------------------


def test_feedback_is_covered_until_it_is_due(bank: Bank) -> None:
    result = marked(bank, "m1-row: stored\nm1-mix: six\nm1-equal: 7\n")
    whole = report_json(reported(bank, result))
    assert "Training stores" in whole and "D-W-FIXED" in whole
    for feedback in ("never", "after_deadline", "unknown"):
        seen = view(reported(bank, result, feedback), "learner")
        assert seen.held_back
        text, hidden = report_json(seen.report), seen.report.quiz_answers
        assert hidden is not None and seen.report.quiz is not None
        assert "Training stores" not in text
        assert "D-W-FIXED" not in text
        count = hidden.misconceptions["M1"]
        assert (seen.report.quiz.earned, count.asked, count.shown) == (0, 0, 0)
        outcomes = {item.id: item.outcome for item in hidden.items}
        assert outcomes["m1-row"] is outcomes["m1-equal"] is QuizOutcome.PENDING
        assert outcomes["m1-mix"] is QuizOutcome.UNREADABLE
        assert outcomes["m1-linear"] is QuizOutcome.UNANSWERED
    at_once, later = reported(bank, result, "after_submission"), reported(bank, result, "after_deadline")
    shown, revealed = view(at_once, "learner"), view(later, "learner", reveal_quiz=True)
    assert shown.report == at_once and revealed.report == later
    assert not (shown.held_back or revealed.held_back)


def test_an_item_without_an_answer_gets_no_explanation(bank: Bank) -> None:
    assert all(item.explanation is None for item in marked(bank, "").items)


# -- a learner's own numbers --------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(
    learner=st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=8),
    attempt=st.integers(1, 3),
    seed=st.integers(0, 99),
)
def test_right_answers_to_one_s_own_numbers_are_right(bank: Bank, learner: str, attempt: int, seed: int) -> None:
    result = marked(bank, file_of(bank, Draw(bank.id, learner, attempt, seed)), learner, seed)
    assert result.earned == 20
    assert result.notes == ()


HELD = "A person has to look at it: the points are held."


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (Draw("", "lee", 1, 0), "The numbers were drawn for 'lee', not for 'kim'."),
        (Draw("", "kim", 1, 9), "The numbers were drawn with the seed 9, not with 0."),
        (Draw("", "kim", 4, 0), "Attempt 4; the assignment allows 3."),
        (Draw("", "kim", -3, 0), "Attempt -3; the assignment allows 3."),
        (Draw("", "KIM", 1, 0), "The numbers were drawn for 'KIM', not for 'kim'."),
    ],
)
def test_a_header_that_contradicts_is_held_for_a_person(bank: Bank, draw: Draw, said: str) -> None:
    for drawn in ({}, {"M1": 2}):
        some = dataclasses.replace(bank, policy=dataclasses.replace(bank.policy, draw=drawn))
        result = marked(some, file_of(some, dataclasses.replace(draw, quiz=bank.id)))
        assert (result.earned, result.pending) == (0, 30)
        assert {item.outcome for item in result.items} == {QuizOutcome.UNREADABLE}
        assert [note.text["en"] for note in result.notes][:1] == [f"{said} {HELD}"]
        assert result.held_for is not None and result.held_for["en"] == f"{said} {HELD}"
        assert set(result.held_for.languages) == {"en", "ko"}


def test_where_everybody_has_the_same_quiz_a_file_may_say_nothing(bank: Bank) -> None:
    for draw in (Draw(bank.id), Draw(bank.id, "kim", 3, 0)):
        result = marked(bank, file_of(bank, draw))
        assert (result.earned, result.held_for, result.notes) == (20, None, ())


@pytest.mark.parametrize("policy", [{"draw": {"M1": 1, "M4": 2}}, {"own": True}, {"own": True, "draw": {"M5": 1}}])
def test_a_quiz_of_one_s_own_follows_from_who_handed_it_in(bank: Bank, policy: dict[str, Any]) -> None:
    some = dataclasses.replace(bank, policy=dataclasses.replace(bank.policy, seed=5, **policy))
    mine = marked(some, file_of(some, Draw(bank.id, "kim", 2, 5)), seed=5)
    assert (mine.earned + mine.pending, mine.held_for) == (30, None)
    assert [item.id for item in mine.items] == [q.id for q in paper(sheet_of(some), Draw(bank.id, "kim", 2, 5))]
    nobody = marked(some, file_of(some, Draw(bank.id)), seed=5)
    assert (nobody.earned, nobody.pending) == (0, 30)
    assert nobody.held_for is not None and "do not say whose they are" in nobody.held_for["en"]
    asked = [q.id for q in paper(sheet_of(some), Draw(bank.id, "kim", 1, 5))]
    assert [item.id for item in nobody.items] == asked
    empty = marked(some, "", seed=5)
    assert (empty.held_for, [item.id for item in empty.items]) == (None, asked)


def test_numbers_that_a_notebook_asks_everybody_with_are_held_where_each_has_their_own(bank: Bank) -> None:
    some = dataclasses.replace(bank, policy=dataclasses.replace(bank.policy, own=True))
    typed = [
        Cell('answers["m1-mix"] = "6"\n', "a.ipynb cell 1"),
        Cell('answers["m1-row"] = "computed"\n', "a.ipynb cell 2"),
    ]
    found = {item.id: item for item in mark(some, None, "answers.yaml", learner="kim", cells=typed).items}
    assert found["m1-mix"].outcome is QuizOutcome.UNREADABLE
    assert "asks everybody with the same numbers" in found["m1-mix"].message["en"]
    assert found["m1-row"].outcome is QuizOutcome.RIGHT
    everybody = {item.id: item for item in mark(bank, None, "answers.yaml", learner="kim", cells=typed).items}
    assert everybody["m1-mix"].outcome is QuizOutcome.RIGHT


def test_answers_to_another_quiz_are_told(bank: Bank) -> None:
    assert "'other'" in marked(bank, "quiz: other\n").notes[0].text["en"]


def test_a_draw_is_the_same_on_every_machine() -> None:
    draw = Draw("self_attention", "kim", 1, 0)
    order = draw.order("m1-row", ["average", "stored", "computed", "largest"])
    assert order == ["stored", "computed", "average", "largest"]
    assert [draw.row("m1-mix", 25), draw.row("c3-entry", 16)] == [24, 10]


def test_learners_differ_and_nobody_s_quiz_is_the_sheet_s(sheet: Sheet) -> None:
    papers = [paper(sheet, Draw(sheet.id, f"s{i}")) for i in range(20)]
    prompts = [tuple(question.prompt["en"] for question in questions) for questions in papers]
    orders = [tuple(tuple(question.options) for question in questions) for questions in papers]
    assert len(set(prompts)) == len(set(orders)) == 20
    assert paper(sheet, Draw(sheet.id)) == tuple(question.with_numbers(0) for question in sheet.questions)
    assert not [prompt for asked in prompts for prompt in asked if "{" in prompt.replace("{{", "")]


def test_a_selection_asks_each_learner_some_and_is_worth_the_same(bank: Bank) -> None:
    policy = dataclasses.replace(bank.policy, draw={"M1": 2, "M4": 3})
    some = dataclasses.replace(bank, policy=policy)
    result = marked(some, file_of(some, Draw(bank.id, "kim")))
    first = [item.about[0] for item in result.items]
    assert (first.count("M1"), first.count("M4")) == (2, 3)
    assert result.possible == 30
    assert sum(item.possible for item in result.items) == 30
    chosen = {tuple(q.id for q in paper(sheet_of(some), Draw(bank.id, f"s{i}"))) for i in range(10)}
    assert len(chosen) > 5
    assert [item.id for item in marked(some, "").items] == [item.id for item in result.items]  # whatever the file says


def test_a_misconception_is_never_shown_more_often_than_it_was_asked(bank: Bank) -> None:
    result = marked(bank, f"quiz: {bank.id}\nm1-mix: 2\n")  # asked about M1, and shows M2
    assert result.misconceptions["M2"] == (1, 1)
    assert [item.where for item in result.items if item.id == "m1-mix"] == ["kim/answers.yaml:2"]
    assert all(shown <= asked for asked, shown in result.misconceptions.values())
