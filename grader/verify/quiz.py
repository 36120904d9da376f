"""Is the quiz complete, and do mistakes and quiz speak of the same misconceptions?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grader.diagnose import Mistake
from grader.errors import SpecError
from grader.model import Assignment
from grader.quiz.beliefs import BELIEFS, load_beliefs
from grader.quiz.lint import lint
from grader.spec import nearest
from grader.verify.finding import Finding, complaints

__all__ = ["quiz_findings"]

_BOTH = ("no-language", "wrong-language", "not-translated", "placeholders")  # rules without which a language is lacking


def quiz_findings(root: Path, assignment: Assignment, mistakes: Iterable[Mistake]) -> list[Finding]:
    """What `grader quiz lint` says, and codes of `mistakes` that misconceptions.yaml does not have.

    What leaves a learner without one of the languages is an error here.
    """
    folder = assignment.folder.relative_to(root)
    try:
        beliefs = load_beliefs(assignment.folder / BELIEFS)
    except SpecError as error:
        return complaints(error, root)  # the quiz cannot be read without it
    known = {*beliefs.misconceptions, *beliefs.slips} if beliefs is not None else set[str]()
    return _bank(root, assignment) + [
        Finding("error", f"{folder.as_posix()}/mistakes/{mistake.id}.py",
                f"misconception {mistake.misconception!r} is not in {BELIEFS}{nearest(mistake.misconception, known)}")
        for mistake in mistakes
        if mistake.misconception and mistake.misconception not in known
    ]  # fmt: skip


def _bank(root: Path, assignment: Assignment) -> list[Finding]:
    """What is wrong with quiz.yaml, or that it is missing."""
    bank = assignment.folder / "quiz.yaml"
    shown = bank.relative_to(root).as_posix()
    if not bank.is_file():
        sentence = f"missing, but the assignment gives {assignment.points.quiz} points for it"
        return [Finding("error", shown, sentence)] if assignment.points.quiz else []
    out = []
    try:
        for one in lint(bank):
            file = Path(one.file)
            name = file.relative_to(root).as_posix() if file.is_relative_to(root) else one.file
            place = f"{name}:{one.place[0]}:{one.place[1]}"
            level = "error" if one.error or one.rule in _BOTH else "advice"
            out.append(Finding(level, place, one.text if one.rule == "unusable" else f"{one.rule}: {one.text}"))
    except SpecError as error:
        return complaints(error, root)
    if not assignment.points.quiz:
        out.append(Finding("advice", shown, "the assignment gives no points for it (points: {quiz: ...})"))
    return out
