"""What one learner was asked and answered, as plain data for a report: no key, reason, diagnosis or explanation.

A question stands here as that learner saw it: with the learner's own numbers and order of options. An answer stands
as the ids of its options where it was understood, else as it was written.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from grader.model import Text
from grader.quiz.bank import Bank, sheet_of
from grader.quiz.questions import Question, Raw, Unreadable, read_answer
from grader.quiz.result import QuizResult
from grader.quiz.template import instruction, with_gaps
from grader.quiz.variants import Draw, with_draw
from grader.text import lines

__all__ = ["given", "question_data", "with_questions"]

_LONGEST = 10_000  # characters of an answer; what was handed in keeps the rest


def with_questions(data: Mapping[str, object], bank: Bank, result: QuizResult) -> dict[str, object]:
    """`data`, which is `result.to_json()`, with the question and the answer beside each of its items.

    A question has the numbers and the order of the result's draw; a notebook asks everybody the base numbers.
    """
    sheet, base, draw = _sheet(bank), _base(bank), result.draw
    answers = {item.id: item.answer for item in result.items}

    def asked(item: str) -> Mapping[str, object]:
        drawn = draw.learner and item not in result.in_notebook
        return question_data(with_draw(sheet[item], draw)) if drawn else base[item]

    items = data["items"]
    assert isinstance(items, list)
    return {
        **data,
        "items": [
            {**item, "question": asked(item["id"]), "answer": _answer_data(answers[item["id"]])} for item in items
        ],
    }


@functools.lru_cache(maxsize=8)
def _sheet(bank: Bank) -> Mapping[str, Question]:
    return {question.id: question for question in sheet_of(bank).questions}


@functools.lru_cache(maxsize=8)
def _base(bank: Bank) -> Mapping[str, Mapping[str, object]]:
    """Item -> its question as everybody gets it who has no draw: the same for a whole class."""
    return {name: question_data(with_draw(question, Draw(bank.id))) for name, question in _sheet(bank).items()}


def given(question: Question, raw: Raw) -> Raw:
    """What was answered: ids of options where the words are understood, else the words; None for nothing."""
    try:
        answer = read_answer(question, raw)
    except Unreadable:
        return raw
    if answer is None:
        return None
    if isinstance(answer, frozenset):
        return tuple(name for name in question.options if name in answer)
    if question.shape in ("number", "text"):
        return raw.strip() if isinstance(raw, str) else raw
    return answer if isinstance(answer, str | tuple | Mapping) else raw


def question_data(question: Question) -> dict[str, object]:
    """The question as plain data; options stand in the order they were seen in, gaps as [1], [2]."""
    gaps = {name: f"[{i}]" for i, name in enumerate(question.slots, 1)}
    prompt = Text(with_gaps(question.prompt.en, gaps), with_gaps(question.prompt.ko, gaps))
    data: dict[str, object] = {"shape": question.shape, "prompt": _both(prompt), "do": _both(instruction(question))}
    if question.options:
        data["options"] = _options(question.options)
    if question.slots:
        data["slots"] = [
            {"id": name, "label": _both(slot.label), "options": _options(slot.options)}
            for name, slot in question.slots.items()
        ]
    return data


def _answer_data(answer: Raw) -> Any:
    """An answer as plain data, its words made harmless: a text, a list, a mapping, or None."""
    if answer is None or isinstance(answer, str):
        return None if answer is None else lines(answer, _LONGEST)
    if isinstance(answer, Mapping):
        return {lines(slot, _LONGEST): lines(word, _LONGEST) for slot, word in answer.items()}
    return [lines(word, _LONGEST) for word in answer]


def _options(options: Mapping[str, Text]) -> list[dict[str, str]]:
    return [{"id": name, **_both(text)} for name, text in options.items()]


def _both(text: Text) -> dict[str, str]:
    return {"en": text.en, "ko": text.ko}
