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


def quiz_findings(root: Path, assignment: Assignment, mistakes: Iterable[Mistake]) -> list[Finding]:
    """What `grader quiz lint` says, and codes of `mistakes` that misconceptions.yaml does not have."""
    folder = assignment.folder.relative_to(root)
    bank = assignment.folder / "quiz.yaml"
    out: list[Finding] = []
    if bank.is_file():
        try:
            for one in lint(bank):
                place = f"{folder.as_posix()}/quiz.yaml:{one.place[0]}:{one.place[1]}"
                out.append(Finding("error" if one.error else "advice", place, f"{one.rule}: {one.text}"))
        except SpecError as error:
            out += complaints(error)
    elif assignment.points.quiz:
        sentence = f"missing, but the assignment gives {assignment.points.quiz} points for it"
        out.append(Finding("error", f"{folder.as_posix()}/quiz.yaml", sentence))
    try:
        beliefs = load_beliefs(assignment.folder / BELIEFS)
    except SpecError as error:
        return out + complaints(error)
    known = {*beliefs.misconceptions, *beliefs.slips} if beliefs is not None else set[str]()
    return out + [
        Finding("error", f"{folder.as_posix()}/mistakes/{mistake.id}.py",
                f"misconception {mistake.misconception!r} is not in {BELIEFS}{nearest(mistake.misconception, known)}")
        for mistake in mistakes
        if mistake.misconception and mistake.misconception not in known
    ]  # fmt: skip
