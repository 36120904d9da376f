"""Beginning to answer: where the answers are, whose they are, and which questions are asked."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grader.core.errors import UsageError
from grader.core.languages import both
from grader.core.model import Text
from grader.core.suggestions import closest, did_you_mean
from grader.quiz.answers import AnswerEntry, Answers, load_answers
from grader.quiz.questions import Question, Raw, Unreadable, is_blank, read_answer
from grader.quiz.sheet import Sheet
from grader.quiz.variants import Draw

__all__ = [
    "QuizProgress",
    "Session",
    "as_json",
    "at_first_open",
    "beside",
    "chosen",
    "progress",
    "sign",
    "start",
    "trouble",
    "unknown",
]


@dataclasses.dataclass(frozen=True)
class Session:
    """Where a learner is. `at` counts from 0; at the end stands the review. `message` is shown once."""

    questions: tuple[Question, ...]
    answers: Answers
    at: int = 0
    message: str = ""
    changed: bool = False  # since the last line typed: there is something to save
    done: bool = False

    @property
    def reviewing(self) -> bool:
        """True where all questions are behind."""
        return self.at >= len(self.questions)

    @property
    def answered(self) -> int:
        """How many questions have an answer that can be read."""
        return progress(self.questions, self.answers).answered

    def raw(self, question: Question) -> Raw:
        """The answer so far, as written."""
        entry = self.answers.values.get(question.id)
        return entry.raw if entry else None


def whose(sheet: Sheet, draw: Draw) -> Draw:
    """The draw. Raises UsageError where the quiz is each learner's own and nobody is named: it could not be marked."""
    if sheet.policy.individual and not draw.learner:
        raise UsageError(both("usage.quiz_own"))
    return draw


def beside(sheet: Sheet, path: Path) -> Path:
    """answers.yaml in the exercise's folder, if there is one, or where the command runs."""
    folder = path.resolve().parent.parent / "exercises" / sheet.id
    return folder / "answers.yaml" if folder.is_dir() else Path("answers.yaml")


def start(sheet: Sheet, where: Path, learner: str | None, attempt: int | None) -> Answers:
    """The answers so far. Raises UsageError where they belong to another quiz, learner or attempt."""
    if not where.exists():
        return Answers(Draw(sheet.id, learner or "", attempt or 1, sheet.policy.seed))
    answers = load_answers(where)
    draw = answers.draw
    if draw.quiz not in ("", sheet.id):
        raise UsageError(both("usage.answers_of_another", file=where, stored=draw.quiz, wanted=sheet.id))
    if all(is_blank(entry.raw) and not entry.problem for entry in answers.values.values()):
        return Answers(Draw(sheet.id, learner or draw.learner, attempt or draw.attempt, sheet.policy.seed))  # untouched
    if learner is not None and learner != draw.learner:
        raise UsageError(both("usage.answers_of_learner", file=where, stored=draw.learner, given=learner))
    if attempt is not None and attempt != draw.attempt:
        raise UsageError(both("usage.answers_of_attempt", file=where, stored=draw.attempt, given=attempt))
    return answers


def chosen(questions: tuple[Question, ...], item: str | None, also: Iterable[str] = ()) -> tuple[Question, ...]:
    """All questions, the one named, or those about the topic named. Raises UsageError with the nearest name.

    `also` are words that could have been meant though they name no question, such as commands.
    """
    if item is None:
        return questions
    found = tuple(question for question in questions if question.id == item or item in question.about)
    if not found:
        topics = sorted({topic for question in questions for topic in question.about})
        names = [question.id for question in questions]
        near = did_you_mean(item, [*names, *topics, *also], topics)
        raise UsageError(both("usage.no_question", word=item, near=near))
    return found


def at_first_open(session: Session) -> Session:
    """The session at its first question without an answer that can be read, or at the review."""
    entries = session.answers.values
    signs = [sign(question, entries.get(question.id)) for question in session.questions]
    return dataclasses.replace(session, at=next((i for i, one in enumerate(signs) if one in " !"), len(signs)))


def as_json(sheet: Sheet, session: Session, where: Path) -> str:
    """The answers so far as one line of JSON."""
    items = {question.id: session.raw(question) for question in session.questions}
    data = {
        "schema": "grader/quiz-answers/1",
        "quiz": sheet.id,
        "learner": session.answers.draw.learner,
        "attempt": session.answers.draw.attempt,
        "seed": session.answers.draw.seed,
        "file": str(where),
        "answered": session.answered,
        "asked": len(items),
        "answers": {name: raw for name, raw in items.items() if not is_blank(raw)},
    }
    return json.dumps(data, ensure_ascii=False)


@dataclasses.dataclass(frozen=True, slots=True)
class QuizProgress:
    """How many questions have an answer, of how many; and how many entries cannot be read or name no question."""

    answered: int
    asked: int
    amiss: int = 0


def trouble(question: Question, entry: AnswerEntry | None) -> Text | None:
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


def sign(question: Question, entry: AnswerEntry | None) -> str:
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
            near = closest(name, known)
            told.append(both("quiz.no_such_question", got=name, near=f" ({near}?)" if near else ""))
    return told


def progress(questions: Sequence[Question], answers: Answers) -> QuizProgress:
    """The count over all questions."""
    signs = [sign(question, answers.values.get(question.id)) for question in questions]
    return QuizProgress(signs.count("x"), len(questions), signs.count("!") + len(unknown(questions, answers)))
