"""Beginning to answer: where the answers are, whose they are, and which questions are asked."""

from __future__ import annotations

import dataclasses
import difflib
import json
from pathlib import Path

from grader.errors import UsageError
from grader.quiz.answers import Answers, load_answers
from grader.quiz.asking import Session
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
        raise UsageError(
            f"{where}: answers to the quiz {draw.quiz!r}, not to {sheet.id!r}; name another file with --answers"
        )
    if all(is_blank(entry.raw) and not entry.problem for entry in answers.values.values()):
        return Answers(Draw(sheet.id, learner or draw.learner, attempt or draw.attempt, sheet.policy.seed))  # untouched
    for word, given, stored in (("learner", learner, draw.learner), ("attempt", attempt, draw.attempt)):
        if given is not None and given != stored:
            raise UsageError(
                f"{where}: holds answers of {word} {stored!r}, not {given!r}; name another file with --answers"
            )
    return answers


def chosen(questions: tuple[Question, ...], item: str | None) -> tuple[Question, ...]:
    """All questions, the one named, or those about the topic named. Raises UsageError with the nearest name."""
    if item is None:
        return questions
    found = tuple(question for question in questions if question.id == item or item in question.about)
    if not found:
        topics = sorted({topic for question in questions for topic in question.about})
        names = [question.id for question in questions]
        close = difflib.get_close_matches(item, [*names, *topics], 1)
        tail = f"Did you mean {close[0]!r}?" if close else f"Topics: {', '.join(topics)}."
        raise UsageError(f"no question {item!r}. {tail}")
    return found


def at_first_open(session: Session) -> Session:
    """The session at its first question without an answer, or at the review."""
    blank = (i for i, question in enumerate(session.questions) if is_blank(session.raw(question)))
    return dataclasses.replace(session, at=next(blank, len(session.questions)))


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
