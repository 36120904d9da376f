"""Reports without names: every id becomes an alias that tells nothing, not even the order of the names.

What is removed: id and path, notes (they name files), the learner in the quiz, answers in a learner's own words, and
the id wherever a message holds it. What cannot be removed by a program: what a learner wrote about oneself in an error
message.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from grader.core.model import QuizOutcome
from grader.reports.schema import HandIn, QuizItem, Report, from_data, to_data

__all__ = ["aliases", "anonymised"]


def aliases(ids: Sequence[str], rng: random.Random | None = None) -> dict[str, str]:
    """Id -> alias ("L001"), numbered in a random order; `rng` is the system's randomness unless a test gives one."""
    order = sorted(ids)
    (rng or random.SystemRandom()).shuffle(order)
    digits = max(3, len(str(len(order))))
    return {ident: f"L{number:0{digits}}" for number, ident in enumerate(order, 1)}


def anonymised(report: Report, alias: str) -> Report:
    """The report under its alias."""
    ident = report.submission.id
    # not inside a longer word: an id such as "a" would otherwise take every sentence apart
    named = re.compile(rf"(?<!\w){re.escape(ident)}(?!\w)", re.IGNORECASE) if ident else None
    out = from_data(_without(to_data(report), named, alias))
    quiz = out.quiz_answers
    if quiz is not None:
        quiz = msgspec.structs.replace(quiz, learner="", notes=(), items=tuple(map(_wordless, quiz.items)))
    return msgspec.structs.replace(out, submission=HandIn(alias, alias), notes=(), quiz_answers=quiz)


def _wordless(item: QuizItem) -> QuizItem:
    """The item without an answer in words: people sign what they write. Options and numbers stay."""
    in_words = item.by_hand or item.outcome is QuizOutcome.UNREADABLE
    return msgspec.structs.replace(item, answer=None) if in_words else item


def _without(value: Any, named: re.Pattern[str] | None, alias: str) -> Any:
    """Plain data with the name replaced in every text that is a value."""
    if isinstance(value, str):
        return named.sub(alias, value) if named else value
    if isinstance(value, Mapping):
        return {key: _without(item, named, alias) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without(item, named, alias) for item in value]
    return value
