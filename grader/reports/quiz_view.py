"""A quiz item of a report as its learner saw it: the question, its options, and the learner's own answer.

`asked_of` reads what `grader.quiz.result` wrote. A report comes from disk, so nothing in it is trusted: what has
another shape is left out, and an older report, which has neither question nor answer, gives None.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from grader.core.model import FALLBACK

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


def asked_of(item: Mapping[str, Any], language: str) -> AskedQuestion | None:
    """The question and the answer of an item of `report.quiz`, in `language`."""
    question, answer = item.get("question"), item.get("answer")
    if not isinstance(question, Mapping):
        return None
    shape, options = str(question.get("shape")), _named(question.get("options"), language)
    readable = item.get("outcome") != "unreadable"
    picked = _picked(answer, shape) if readable else set()
    order = _words(answer) if shape == "order" and readable else ()
    return AskedQuestion(
        prompt=spoken(question.get("prompt"), language),
        instruction=spoken(question.get("do"), language),
        shape=shape,
        choices=tuple(OptionView(name, text, name in picked) for name, text in options.items()),
        places=_places(question.get("slots"), options, answer if readable else None, language),
        order=tuple(options.get(name, name) for name in order),
        words=_written(answer) if not readable or shape in ("number", "text") else "",
    )


def open_items(quiz: Mapping[str, object]) -> int:
    """How many questions of a report's quiz have no answer, or one that cannot be read."""
    items = quiz.get("items")
    outcomes = [item.get("outcome") for item in items if isinstance(item, Mapping)] if isinstance(items, list) else []
    return sum(outcome in ("unanswered", "unreadable") for outcome in outcomes)


def waits(quiz: Mapping[str, object]) -> bool:
    """True where answers of a report's quiz wait for a person, and its policy lets the learner know."""
    return bool(quiz.get("pending")) and quiz.get("feedback") == "after_submission"


def _picked(answer: object, shape: str) -> set[str]:
    if shape == "one":
        return {answer} if isinstance(answer, str) else set()
    return set(_words(answer)) if shape == "many" else set()


def _places(slots: object, shared: Mapping[str, str], answer: object, language: str) -> tuple[SlotView, ...]:
    given = answer if isinstance(answer, Mapping) else {}
    places = []
    for slot in slots if isinstance(slots, list) else ():
        if isinstance(slot, Mapping):
            own = _named(slot.get("options"), language)
            name = given.get(str(slot.get("id")))
            word = {**shared, **own}.get(name, name) if isinstance(name, str) else ""
            choices = tuple(OptionView(option, text, option == name) for option, text in own.items())
            places.append(SlotView(spoken(slot.get("label"), language), choices, word))
    return tuple(places)


def _named(options: object, language: str) -> dict[str, str]:
    listed = options if isinstance(options, list) else ()
    return {
        str(one.get("id")): spoken({key: words for key, words in one.items() if key != "id"}, language)
        for one in listed
        if isinstance(one, Mapping)
    }


def _words(answer: object) -> Sequence[str]:
    return tuple(word for word in answer if isinstance(word, str)) if isinstance(answer, list | tuple) else ()


def _written(answer: object) -> str:
    """An answer in the words it was written in."""
    if isinstance(answer, Mapping):
        return ", ".join(f"{slot}: {word}" for slot, word in answer.items())
    return answer if isinstance(answer, str) else ", ".join(_words(answer))


def spoken(value: object, language: str) -> str:
    """A text of `report.quiz`: in that language, or else in English or in its first; "" for anything else.

    Older reports have a text in one language as it is.
    """
    if not isinstance(value, Mapping):
        return value if isinstance(value, str) else ""
    told = [value.get(language), value.get(FALLBACK), *value.values()]
    return next((words for words in told if isinstance(words, str)), "")
