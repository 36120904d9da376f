"""What a step proves that was judged with the learner's own parts: could it be a known mistake all the same?

Parts may be so wrong that a mistake cannot be seen through them: where one answers the same whatever it is given,
nobody can tell what was done before. The mistakes of the step are put over the learner's parts, each called in the
learner's process; one that gives the learner's numbers in every call leaves the step undecided.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.core.model import Call
from grader.diagnosis.answers import OTHER, alike, of_call, quiet
from grader.diagnosis.known_mistakes import KnownMistakes, MistakeModule

__all__ = ["shows", "undecided"]


def undecided(over: KnownMistakes, suspects: Sequence[MistakeModule], calls: Sequence[Call]) -> list[MistakeModule]:
    """The mistakes that these calls do not exclude; `over` are the known mistakes over the learner's own parts."""
    with quiet():
        return [entry for entry in suspects if _fits(over, entry, calls)]


def _fits(over: KnownMistakes, entry: MistakeModule, calls: Sequence[Call]) -> bool:
    concerned = [call for call in calls if entry.function in over.outline.parts(call.function)]
    if not concerned:
        return False
    space = over.space(entry.id, fresh=True) if entry.remembers else None
    for call in concerned:
        question = over.question(call)
        answer = question.put(space) if space is not None else over.answer(question, entry.id)
        if alike(of_call(call), answer) == OTHER:
            return False
    return True


def shows(corpus: KnownMistakes, entry: MistakeModule, calls: Sequence[Call]) -> bool:
    """True where the mistake over the reference answers one of these calls otherwise than the reference."""
    space = corpus.space(entry.id, fresh=True) if entry.remembers else None
    with quiet():
        for call in calls:
            question = corpus.question(call)
            answer = question.put(space) if space is not None else corpus.answer(question, entry.id)
            if alike(answer, corpus.answer(question)) == OTHER:
                return True
    return False
