"""What a report says of a question and of its answer: as that learner saw it, and nothing that the sheet lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import yaml
from test_quiz_marking import file_of, key_of

from grader.core.model import Cell
from grader.grading.quiz_answers import quiz_answers
from grader.quiz import mark
from grader.quiz.bank import Bank
from grader.quiz.sheet import Sheet, paper, with_gaps
from grader.quiz.variants import Draw
from grader.reports.schema import QuestionText, QuizItem


def items(bank: Bank, text: str, **options: Any) -> dict[str, QuizItem]:
    """Item -> its part of the report."""
    result = mark(bank, text, "answers.yaml", **{"learner": "kim", **options})
    return {item.id: item for item in quiz_answers(result, bank).items}


def asked_of(item: QuizItem) -> QuestionText:
    """The question of an item, which every new report has."""
    assert item.question is not None
    return item.question


@pytest.mark.parametrize("draw", [Draw("self_attention"), Draw("self_attention", "kim", 2, 7), Draw("x", "lee")])
def test_every_question_stands_there_as_this_learner_saw_it(bank: Bank, sheet: Sheet, draw: Draw) -> None:
    found = items(
        bank,
        f"quiz: {draw.quiz}\nlearner: {draw.learner}\nattempt: {draw.attempt}\nseed: {draw.seed}\n",
        learner=draw.learner,
        seed=draw.seed,
    )
    asked = paper(sheet, Draw(sheet.id, draw.learner, draw.attempt, draw.seed))
    assert list(found) == [question.id for question in asked]
    for question in asked:
        told = asked_of(found[question.id])
        gaps = {name: f"[{i}]" for i, name in enumerate(question.slots, 1)}
        assert told.prompt == {x: with_gaps(question.prompt[x], gaps) for x in ("en", "ko")}
        assert "{" not in told.prompt["en"]
        assert [one.id for one in told.options] == list(question.options)
        assert [slot.id for slot in told.slots] == list(question.slots)
        for slot in told.slots:
            assert [one.id for one in slot.options] == list(question.slots[slot.id].options)


def test_drawn_numbers_and_orders_do_differ(bank: Bank) -> None:
    one, other = (items(bank, f"learner: {who}\n", learner=who) for who in ("kim", "lee"))
    prompts = [name for name in one if asked_of(one[name]).prompt != asked_of(other[name]).prompt]
    orders = [name for name in one if asked_of(one[name]).options != asked_of(other[name]).options]
    assert len(prompts) > 2 and len(orders) > 5


def test_an_answer_is_named_by_the_ids_of_the_bank_whatever_the_draw(bank: Bank) -> None:
    for draw in (Draw(bank.id), Draw(bank.id, "kim", 1, 4)):
        found = items(bank, file_of(bank, draw), seed=draw.seed)
        for item in bank.items:
            wanted = key_of(item)
            got = found[item.id].answer
            if item.shape == "many":
                assert isinstance(got, list)
                assert sorted(got) == sorted(wanted or ())
            elif item.shape != "number":
                assert got == (list(wanted) if isinstance(wanted, tuple) else wanted)


def test_an_answer_in_other_words_is_understood_or_stands_as_it_was_written(bank: Bank) -> None:
    words = "m1-row: COMPUTED\nm1-linear: {truth: 거짓}\nm1-mix: ' 3/4 '\nm2-count: many\nm2-roles: [a, b]\n"
    found = items(bank, words)
    told = {name: item.answer for name, item in found.items() if item.answer is not None}
    assert told == {
        "m1-row": "computed",
        "m1-linear": {"truth": "false"},
        "m1-mix": "3/4",
        "m2-count": "many",
        "m2-roles": ["a", "b"],
    }
    assert found["m2-count"].outcome == "unreadable"


def test_words_of_ones_own_keep_their_lines_and_lose_what_is_dangerous(bank: Bank) -> None:
    words = 'c1-open: "First.\\n\\nThird \\e[31mred ::error::x.' + "y" * 20_000 + '"\n'
    told = items(bank, words)["c1-open"].answer
    assert isinstance(told, str)
    assert told.startswith("First.\n\nThird [31mred : :error: :x.yyy")
    assert len(told) == 10_000 and told.endswith("...")


def test_a_notebook_is_asked_with_the_base_numbers(bank: Bank, sheet: Sheet) -> None:
    cell = Cell('answers["m1-mix"] = 6', "attention.ipynb cell 3")
    found, drawn = items(bank, "learner: kim\n", cells=[cell]), items(bank, "learner: kim\n")
    base = next(question for question in paper(sheet, Draw(sheet.id)) if question.id == "m1-mix")
    assert asked_of(found["m1-mix"]).prompt["en"] == base.prompt["en"]
    assert asked_of(drawn["m1-mix"]).prompt["en"] != base.prompt["en"]
    assert found["m1-equal"] == drawn["m1-equal"]


def words_of(value: object) -> Iterator[str]:
    """Every text that is a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (word for one in value.values() for word in words_of(one))
    elif isinstance(value, list):
        yield from (word for one in value for word in words_of(one))


def test_a_question_holds_nothing_that_the_released_sheet_does_not(bank: Bank, bank_path: Any) -> None:
    root = bank_path.parents[2]
    released = yaml.safe_load((root / "quizzes" / "self_attention.yaml").read_text(encoding="utf-8"))
    public = {question["id"]: set(words_of(question)) for question in released["questions"]}
    for name, item in items(bank, "").items():
        asked = msgspec.to_builtins(asked_of(item))
        told = [*(option["text"] for option in asked["options"]), *asked["slots"]]
        assert set(asked) == {"shape", "prompt", "instruction", "options", "slots"}
        ids = {*public[name], *(x for q in released["questions"] if q["id"] == name for x in keys_of(q))}
        assert set(words_of(told)) <= ids


def keys_of(value: object) -> Iterator[str]:
    """Every key, at any depth: ids of options and slots."""
    if isinstance(value, dict):
        yield from value
        yield from (key for one in value.values() for key in keys_of(one))
