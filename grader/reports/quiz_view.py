"""A quiz item of a report as its learner saw it: the question, its options, and the own answer, in one language."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from grader.core.model import FALLBACK, QuizOutcome
from grader.reports.schema import Answer, OptionText, QuizAnswers, QuizItem, SlotText, Words

__all__ = ["AskedQuestion", "OptionView", "SlotView", "asked_of", "open_items", "spoken", "waits"]


@dataclasses.dataclass(frozen=True, slots=True)
class OptionView:
    """One option, and whether it was chosen."""

    ident: str
    text: str
    chosen: bool


@dataclasses.dataclass(frozen=True, slots=True)
class SlotView:
    """One place to fill in: its options where it has its own, and the words that were put there ("" for none)."""

    label: str
    choices: tuple[OptionView, ...]
    chosen: str


@dataclasses.dataclass(frozen=True, slots=True)
class AskedQuestion:
    """The question with its options in the order they were seen in; one of the answer's four forms is filled."""

    prompt: str
    instruction: str
    shape: str  # of the answer, as in `grader.quiz.questions`
    choices: tuple[OptionView, ...]
    places: tuple[SlotView, ...]
    order: tuple[str, ...]
    words: str  # a number, a text, or an answer that cannot be read

    @property
    def answer(self) -> str:
        """The learner's own answer in one line; "" where there is none."""
        filled = [f"{place.label}: {place.chosen}" for place in self.places if place.chosen]
        chosen = [choice.text for choice in self.choices if choice.chosen]
        return " ".join((self.words or " → ".join(self.order) or "; ".join(filled or chosen)).split())


def asked_of(item: QuizItem, language: str) -> AskedQuestion | None:
    """The question and the answer of an item, in `language`; None in an old report, which has no questions."""
    question = item.question
    if question is None:
        return None
    answer, shape, options = item.answer, question.shape, _texts(question.options, language)
    readable = item.outcome is not QuizOutcome.UNREADABLE
    picked = _picked(answer, shape) if readable else set()
    order = answer if isinstance(answer, list) and shape == "order" and readable else ()
    return AskedQuestion(
        prompt=spoken(question.prompt, language),
        instruction=spoken(question.instruction, language),
        shape=shape,
        choices=tuple(OptionView(name, text, name in picked) for name, text in options.items()),
        places=tuple(_place(slot, options, answer if readable else None, language) for slot in question.slots),
        order=tuple(options.get(name, name) for name in order),
        words=_written(answer) if not readable or shape in ("number", "text") else "",
    )


def open_items(quiz: QuizAnswers) -> int:
    """How many questions have no answer, or one that cannot be read."""
    return sum(item.outcome in (QuizOutcome.UNANSWERED, QuizOutcome.UNREADABLE) for item in quiz.items)


def waits(quiz: QuizAnswers) -> bool:
    """True where answers wait for a person, and the policy lets the learner know."""
    return any(item.score.held for item in quiz.items) and quiz.feedback == "after_submission"


def _picked(answer: Answer, shape: str) -> set[str]:
    if shape == "one":
        return {answer} if isinstance(answer, str) else set()
    return set(answer) if shape == "many" and isinstance(answer, list) else set()


def _place(slot: SlotText, shared: Mapping[str, str], answer: Answer, language: str) -> SlotView:
    own = _texts(slot.options, language)
    name = answer.get(slot.id) if isinstance(answer, dict) else None
    word = {**shared, **own}.get(name, name) if name is not None else ""
    choices = tuple(OptionView(option, text, option == name) for option, text in own.items())
    return SlotView(spoken(slot.label, language), choices, word)


def _texts(options: Sequence[OptionText], language: str) -> dict[str, str]:
    return {option.id: spoken(option.text, language) for option in options}


def _written(answer: Answer) -> str:
    """An answer in the words it was written in."""
    if isinstance(answer, dict):
        return ", ".join(f"{slot}: {word}" for slot, word in answer.items())
    return answer if isinstance(answer, str) else ", ".join(answer or ())


def spoken(text: Words | None, language: str) -> str:
    """A text of the quiz in `language`, else in English or in its first; "" where there is none."""
    if not text:
        return ""
    return text.get(language) or text.get(FALLBACK) or next(iter(text.values()))
