"""How far the answers to a quiz are: what is answered, what is open, and what cannot be read as it stands.

Terminal, `grader status` and review count with these, so that all of them say the same.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping, Sequence

from grader.locale import both
from grader.model import Text
from grader.quiz.answers import Answers, Entry
from grader.quiz.questions import Question, Unreadable, is_blank, read_answer

__all__ = ["Progress", "progress", "sign", "trouble", "unknown"]


@dataclasses.dataclass(frozen=True, slots=True)
class Progress:
    """How many questions have an answer, of how many; and how many entries cannot be read or name no question."""

    answered: int
    asked: int
    amiss: int = 0


def trouble(question: Question, entry: Entry | None) -> Text | None:
    """Why what stands there is no answer to that question; None where it is one, or nothing stands there."""
    if entry is None:
        return None
    if entry.problem:
        return entry.problem
    if not is_blank(entry.raw):
        try:
            read_answer(question, entry.raw)
        except Unreadable as problem:
            return problem.text
    return None


def sign(question: Question, entry: Entry | None) -> str:
    """One sign: x answered, - answered in part, ! cannot be read, a blank where it is open."""
    if trouble(question, entry) is not None:
        return "!"
    raw = entry.raw if entry else None
    if is_blank(raw):
        return " "
    complete = not isinstance(raw, Mapping) or all(raw.get(slot) for slot in question.slots)
    return "x" if complete else "-"


def unknown(questions: Sequence[Question], answers: Answers) -> list[Text]:
    """A sentence for each answer that belongs to no question, with the nearest one."""
    known = [question.id for question in questions]
    told = []
    for name, entry in answers.values.items():
        if name not in known and (entry.problem or not is_blank(entry.raw)):
            close = difflib.get_close_matches(name, known, 1)
            told.append(both("quiz.no_such_question", got=name, near=f" ({close[0]}?)" if close else ""))
    return told


def progress(questions: Sequence[Question], answers: Answers) -> Progress:
    """The count over all questions."""
    signs = [sign(question, answers.values.get(question.id)) for question in questions]
    return Progress(signs.count("x"), len(questions), signs.count("!") + len(unknown(questions, answers)))
