"""Beginning to answer: where the answers are, whose they are, and which questions are asked."""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Iterable
from pathlib import Path

from grader.errors import UsageError
from grader.locale import both
from grader.quiz.answers import Answers, load_answers
from grader.quiz.asking import Session
from grader.quiz.progress import sign
from grader.quiz.questions import Question, is_blank
from grader.quiz.sheet import Sheet
from grader.quiz.variants import Draw

__all__ = ["as_json", "at_first_open", "beside", "chosen", "start"]


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
        close = difflib.get_close_matches(item, [*names, *topics, *also], 1)
        if close:
            raise UsageError(both("usage.no_question_near", word=item, near=close[0]))
        raise UsageError(both("usage.no_question", word=item, topics=", ".join(topics)))
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
