"""A submission that belongs to another assignment of the course: a slip of whoever grades, or of the learner."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader import course
from grader.errors import SpecError, UsageError
from grader.intake.files import Unusable
from grader.model import Assignment, Cell

__all__ = ["refuse_another"]


def refuse_another(cells: Iterable[Cell], name: str, assignment: Assignment) -> None:
    """Raise Unusable where the code has none of the assignment's functions, but those of another one of its course."""
    text = "\n".join(cell.text for cell in cells)
    defined = set(re.findall(r"^(?:async\s+)?def\s+(\w+)|^(\w+)\s*=", text, re.MULTILINE))
    names = {name for pair in defined for name in pair if name}
    if not names or names & set(assignment.functions):
        return
    best, shared = "", 1
    for other in _others(assignment):
        count = len(names & set(other.functions))
        if count > shared or (count and count == len(other.functions)):
            best, shared = other.id, count
    if best:
        raise Unusable("intake.another", file=name, assignment=assignment.id, other=best)


def _others(assignment: Assignment) -> Iterable[Assignment]:
    root = assignment.folder.parent.parent
    for name in course.assignments(root):
        if name != assignment.id:
            try:
                yield course.load(root, name)
            except (SpecError, UsageError):
                continue  # what is wrong with it is told when it is graded or verified
