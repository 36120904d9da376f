"""A marked quiz as part of a report: the score, and each question with the learner's own answer. It holds no key."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction

from grader.core.model import Text
from grader.core.safe_text import lines, one_line
from grader.quiz.bank import Bank, sheet_of
from grader.quiz.questions import Question, Raw
from grader.quiz.result import ItemResult, QuizResult
from grader.quiz.sheet import instruction, with_gaps
from grader.quiz.variants import Draw, with_draw
from grader.reports.schema import (
    Answer,
    MisconceptionCount,
    OptionText,
    QuestionText,
    QuizAnswers,
    QuizItem,
    QuizNote,
    Score,
    SlotText,
    Words,
)

__all__ = ["quiz_answers", "quiz_score"]

_LONGEST = 10_000  # characters of an answer; what was handed in keeps the rest
_LINE = 600  # characters of a text in which a learner's own words may stand
_NONE = Fraction(0)


def quiz_score(result: QuizResult) -> Score:
    """The points of a marked quiz."""
    return Score(result.earned, result.possible, result.pending)


def quiz_answers(result: QuizResult, bank: Bank) -> QuizAnswers:
    """A marked quiz for a report, under the feedback policy of its bank.

    A question has the numbers and the order of the result's draw; a notebook asks everybody the base numbers.
    """
    draw = result.draw
    counts = result.misconceptions.items()
    return QuizAnswers(
        items=tuple(_item(item, _question(bank, item.id, result)) for item in result.items),
        feedback=bank.policy.feedback,
        learner=one_line(draw.learner, _LINE),
        attempt=draw.attempt,
        seed=draw.seed,
        misconceptions={
            name: MisconceptionCount(_words(result.claims[name]), asked, shown) for name, (asked, shown) in counts
        },
        held_for=_words(result.held_for) if result.held_for is not None else {},
        notes=tuple(QuizNote(one_line(note.where, _LINE), _words(note.text)) for note in result.notes),
    )


def _item(item: ItemResult, question: QuestionText) -> QuizItem:
    return QuizItem(
        id=item.id,
        title=_words(item.title),
        outcome=item.outcome,
        score=Score(item.earned, item.possible, item.possible if item.outcome.held else _NONE),
        about=item.about,
        message=_words(item.message),
        where=one_line(item.where, _LINE),
        formula=one_line(item.formula, _LINE),
        diagnoses=item.diagnoses,
        misconceptions=item.misconceptions,
        explanation=_words(item.explanation) if item.explanation else None,
        by_hand=item.by_hand,
        question=question,
        answer=_answer(item.answer),
    )


def _question(bank: Bank, item: str, result: QuizResult) -> QuestionText:
    if result.draw.learner and item not in result.in_notebook:
        return _question_text(with_draw(_sheet(bank)[item], result.draw))
    return _base(bank)[item]


@functools.lru_cache(maxsize=8)
def _sheet(bank: Bank) -> Mapping[str, Question]:
    return {question.id: question for question in sheet_of(bank).questions}


@functools.lru_cache(maxsize=8)
def _base(bank: Bank) -> Mapping[str, QuestionText]:
    """Item -> its question as everybody gets it who has no draw: the same for a whole class."""
    return {name: _question_text(with_draw(question, Draw(bank.id))) for name, question in _sheet(bank).items()}


def _question_text(question: Question) -> QuestionText:
    """The question; options stand in the order they were seen in, gaps as [1], [2]."""
    gaps = {name: f"[{i}]" for i, name in enumerate(question.slots, 1)}
    prompt = question.prompt.each(lambda words: with_gaps(words, gaps))
    slots = question.slots.items()
    return QuestionText(
        shape=question.shape,
        prompt=_words(prompt),
        instruction=_words(instruction(question)),
        options=_options(question.options),
        slots=tuple(SlotText(name, _words(slot.label), _options(slot.options)) for name, slot in slots),
    )


def _options(options: Mapping[str, Text]) -> tuple[OptionText, ...]:
    return tuple(OptionText(name, _words(text)) for name, text in options.items())


def _answer(answer: Raw) -> Answer:
    """An answer with its words made harmless."""
    if answer is None or isinstance(answer, str):
        return None if answer is None else lines(answer, _LONGEST)
    if isinstance(answer, Mapping):
        return {lines(slot, _LONGEST): lines(word, _LONGEST) for slot, word in answer.items()}
    return [lines(word, _LONGEST) for word in answer]


@functools.lru_cache(maxsize=1 << 12)
def _words(text: Text) -> Words:
    """A text in all its languages, each on one harmless line: a learner's own words may stand in it."""
    return {language: one_line(words, _LINE) for language, words in text.data.items()}
