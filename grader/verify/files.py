"""The derived files: do they match their sources, and does nothing leak?"""

from __future__ import annotations

from pathlib import Path

from grader import derive
from grader.errors import SpecError
from grader.model import Assignment
from grader.quiz.beliefs import BELIEFS
from grader.verify.finding import Finding, complaints

__all__ = ["file_findings"]


def file_findings(root: Path, assignment: Assignment) -> list[Finding]:
    """The findings about exercises/ and quizzes/. What is wrong with the quiz itself is told with the quiz."""
    folder = assignment.folder.relative_to(root).as_posix()
    try:
        files = derive.derive(root, assignment) | derive.drawn(root, assignment)
    except SpecError as error:
        elsewhere = tuple(f"{folder}/{name}" for name in ("quiz.yaml", "generators.py", BELIEFS))
        return [finding for finding in complaints(error, root) if not finding.where.startswith(elsewhere)]
    if not (root / "exercises" / assignment.id).is_dir():
        return [Finding("error", f"exercises/{assignment.id}", f"not made yet; run `grader derive {assignment.id}`")]
    wrong = [*derive.stale(root, files), *derive.orphans(root, assignment, files)]
    return [Finding("error", path.as_posix(), "differs from its source; run `grader derive`") for path in wrong]
