"""Whose quiz an answer file belongs to: the policy and the person who handed it in decide, never the file.

The header of answers.yaml says for whom, for which attempt and with which seed the questions were drawn. It is the
learner's to write, so it can only agree: what it says otherwise is held for a person.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.core.languages import both
from grader.core.model import Text
from grader.core.safe_text import one_line
from grader.quiz.answers import AnswerEntry
from grader.quiz.sheet import QuizPolicy
from grader.quiz.variants import Draw

__all__ = ["answered", "contradictions", "joined", "own_draw"]

_WORD = 60  # characters of a learner's word


def contradictions(policy: QuizPolicy, header: Draw, learner: str, seed: int, *, in_file: bool) -> tuple[Text, ...]:
    """What the header of an answer file says that cannot be; `in_file`: the file holds an answer.

    `learner` is who handed it in, `seed` that of the policy. Where everybody has the same quiz, a file without a
    learner is as good as one with the right one.
    """
    if not header.learner:
        return (both("quiz.no_learner", want=learner),) if policy.individual and in_file else ()
    found = []
    if header.learner != learner:
        found.append(both("quiz.other_learner", got=one_line(header.learner, _WORD), want=learner))
    if header.seed != seed:
        found.append(both("quiz.other_seed", got=header.seed, want=seed))
    if not 1 <= header.attempt <= policy.attempts:
        found.append(both("quiz.too_many_attempts", got=header.attempt, want=policy.attempts))
    return tuple(found)


def joined(wrong: tuple[Text, ...]) -> Text:
    """Several sentences as one text, and that a person has to look at it."""
    told = (*wrong, both("quiz.for_a_person"))
    languages = dict.fromkeys(language for text in told for language in text.languages)
    return Text({language: " ".join(text[language] for text in told) for language in languages})


def own_draw(policy: QuizPolicy, quiz: str, header: Draw, learner: str, seed: int) -> Draw:
    """The draw by which the quiz of `learner` is marked: their own, or everybody's where the policy has one for all."""
    attempt = header.attempt if header.learner == learner and 1 <= header.attempt <= policy.attempts else 1
    mine = policy.individual or (header.learner == learner and bool(learner))
    return Draw(quiz, learner, attempt, seed) if mine else Draw(quiz)


def answered(values: Mapping[str, AnswerEntry], in_notebook: frozenset[str]) -> bool:
    """True where the file itself, not only a notebook, holds an answer."""
    return any(entry.raw not in (None, "", ()) for name, entry in values.items() if name not in in_notebook)
