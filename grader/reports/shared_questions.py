"""Questions of a quiz, stored once for a class and not in each of its reports.

    kept, shared = parted(report)          the report without the words of its questions; key -> question
    report = joined(kept, shared.get)      the same report again

A question's words take two thirds of a report, and a class is asked the same ones. So a gradebook and a folder of
reports hold each of them once, under a hash of its words, and an item of a stored report names that hash (`asked`).
What differs between learners stays in the report: the answer, its mark, and the order in which options were seen. A
question whose words are nowhere to be found is shown as one of an old report, which had none.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from grader.core.atomic_write import write_whole
from grader.reports.schema import OptionText, QuestionText, QuizItem, Report, SlotText, Words

__all__ = ["FOLDER", "SharedQuestion", "from_folder", "joined", "parted", "question_json", "read_question", "to_folder"]

FOLDER = "questions"
"""The name of the folder next to reports that holds the questions they share."""

_LARGEST = 1 << 20  # bytes of one question


class SharedQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """The words of an item that do not depend on who answered it.

    Options stand in the order in which a class without draws sees them, else in that of their ids.
    """

    title: Words
    question: QuestionText
    explanation: Words | None = None


Find = Callable[[str], SharedQuestion | None]


def parted(report: Report) -> tuple[Report, dict[str, SharedQuestion]]:
    """The report without its questions' words, and those under their keys."""
    answers = report.quiz_answers
    if answers is None or not any(item.question is not None for item in answers.items):
        return report, {}
    shared: dict[str, SharedQuestion] = {}
    items = []
    for item in answers.items:
        if item.question is None:
            items.append(item)
            continue
        question, order = _sorted(item.question) if answers.learner else (item.question, {})
        one = SharedQuestion(item.title, question, item.explanation)
        key = _key(one)
        shared[key] = one
        items.append(msgspec.structs.replace(item, title={}, question=None, explanation=None, asked=key, order=order))
    kept = msgspec.structs.replace(answers, items=tuple(items))
    return msgspec.structs.replace(report, quiz_answers=kept), shared


def joined(report: Report, find: Find) -> Report:
    """A stored report with the words of its questions, as far as `find` knows them."""
    answers = report.quiz_answers
    if answers is None or not any(item.asked for item in answers.items):
        return report
    items = tuple(_joined(item, find(item.asked)) if item.asked else item for item in answers.items)
    return msgspec.structs.replace(report, quiz_answers=msgspec.structs.replace(answers, items=items))


def _joined(item: QuizItem, one: SharedQuestion | None) -> QuizItem:
    if one is None:
        return msgspec.structs.replace(item, title=item.title or {"": item.id})
    question = _as_seen(one.question, item.order) if item.order else one.question
    return msgspec.structs.replace(
        item, title=one.title, question=question, explanation=one.explanation, asked="", order={}
    )


Order = dict[str, tuple[str, ...]]


def _sorted(question: QuestionText) -> tuple[QuestionText, Order]:
    """The question with options in the order of their ids; and the order they were seen in, where it is another.

    Under "" stands the order of the question's own options, under a slot's id that of the slot's.
    """
    order: Order = {}

    def by_id(options: tuple[OptionText, ...], slot: str) -> tuple[OptionText, ...]:
        told = sorted(options, key=lambda option: option.id)
        if [option.id for option in told] != [option.id for option in options]:
            order[slot] = tuple(option.id for option in options)
        return tuple(told)

    slots = tuple(SlotText(slot.id, slot.label, by_id(slot.options, slot.id)) for slot in question.slots)
    shown = msgspec.structs.replace(question, options=by_id(question.options, ""), slots=slots)
    return (shown, order) if order else (question, order)


def _as_seen(question: QuestionText, order: Mapping[str, tuple[str, ...]]) -> QuestionText:
    def seen(options: tuple[OptionText, ...], slot: str) -> tuple[OptionText, ...]:
        place = {name: i for i, name in enumerate(order.get(slot, ()))}
        return tuple(sorted(options, key=lambda option: place.get(option.id, len(place)))) if place else options

    slots = tuple(SlotText(slot.id, slot.label, seen(slot.options, slot.id)) for slot in question.slots)
    return msgspec.structs.replace(question, options=seen(question.options, ""), slots=slots)


def _key(one: SharedQuestion) -> str:
    return hashlib.sha256(question_json(one).encode()).hexdigest()[:16]


def question_json(one: SharedQuestion) -> str:
    """A shared question as JSON text, the same bytes for the same words."""
    return msgspec.json.encode(one, order="sorted").decode()


def read_question(text: str | bytes) -> SharedQuestion | None:
    """The shared question in JSON text; None where it is none, since a report is worth more than its questions."""
    try:
        return msgspec.json.decode(text, type=SharedQuestion)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def to_folder(shared: Mapping[str, SharedQuestion], folder: Path) -> None:
    """Write the questions that are not there yet into `folder`/questions. Raises MachineError."""
    for key, one in shared.items():
        path = folder / FOLDER / f"{key}.json"
        if not path.is_file():
            write_whole(path, question_json(one) + "\n", sync=False)


def from_folder(folder: Path) -> Find:
    """Looks questions up in `folder`/questions, each read once."""
    return functools.partial(_found, folder / FOLDER)


@functools.lru_cache(maxsize=1 << 12)
def _found(folder: Path, key: str) -> SharedQuestion | None:
    if not key.isalnum():
        return None
    try:
        with (folder / f"{key}.json").open("rb") as stream:
            return read_question(stream.read(_LARGEST))
    except OSError:
        return None
