"""The cells of an assignment's notebook, from the percent cells of its Python file: what each is, and its grade id.

text       Markdown of the lesson
setup      code that defines none of the assignment's functions: imports, names
solution   code in which a learner writes; its id is the step's
check      the visible checks of a step, run in place; its id is "test_" and the step's
answer     an answer to the quiz; its id is "quiz-", the question's and "-answer"
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from grader.core.model import Assignment
from grader.submissions import python_cells
from grader.submissions.cells import defined

__all__ = ["QUIZ", "Kind", "NotebookPiece", "check_id", "check_source", "layout", "step_of_check"]

Kind = Literal["text", "setup", "solution", "check", "answer"]
QUIZ = "quiz.answers"
"""What the quiz goes by where a step's id is wanted; no step can be called so."""
_CHECK = "test_"


@dataclasses.dataclass(frozen=True, slots=True)
class NotebookPiece:
    """One cell. `step` is the id of the step it belongs to, or ""."""

    id: str
    kind: Kind
    source: str
    step: str = ""


def layout(assignment: Assignment, python: str) -> tuple[NotebookPiece, ...]:
    """The cells of the notebook, in order, each with an id of its own; every step has exactly one check."""
    plain = [_piece(cell.text, assignment) for cell in python_cells(python, assignment.file)]
    return tuple(_with_ids(_with_checks([piece for piece in plain if piece.source], assignment)))


def check_id(step: str) -> str:
    """The grade id of a step's check cell."""
    return _CHECK + _slug(step)


def check_source(step: str) -> str:
    """What stands in a check cell."""
    return f'from grader.notebook import check\n\ncheck("{step}")'


def step_of_check(grade_id: str, source: str, assignment: Assignment) -> str:
    """The step that a graded test cell belongs to: by its id, by the check it calls, or ""."""
    steps = {check_id(step.id): step.id for step in assignment.steps} | {check_id(QUIZ): QUIZ}
    if grade_id in steps:
        return steps[grade_id]
    called = re.search(r"\b(?:check|score)\(\s*['\"]([^'\"]+)['\"]", source)
    if called and (called.group(1) == QUIZ or any(step.id == called.group(1) for step in assignment.steps)):
        return called.group(1)
    return ""


def _piece(cell: str, assignment: Assignment) -> NotebookPiece:
    head, _, body = cell.partition("\n")
    if not head.startswith(("# %%", "#%%")):
        head, body = "", cell
    if "[markdown]" in head or "[md]" in head:
        lines = [re.sub(r"^# ?", "", line) for line in body.splitlines()]
        return NotebookPiece("", "text", "\n".join(lines).strip())
    owner = next((step for name in defined(body) if (step := assignment.step_of(name))), None)
    return NotebookPiece("", "solution" if owner else "setup", body.strip(), owner.id if owner else "")


def _with_checks(pieces: Sequence[NotebookPiece], assignment: Assignment) -> list[NotebookPiece]:
    """The pieces, and after the last cell of each step its check.

    A step without a cell of its own (it asks for more of earlier functions) has its check after its heading:
    before the last text of those that stand between the step before it and the step after it.
    """
    out = list(pieces)
    after: int | None = None  # where the checks of the steps above end
    waiting: list[str] = []
    for step in assignment.steps:
        cells = [i for i, piece in enumerate(out) if piece.kind == "solution" and piece.step == step.id]
        if not cells:
            waiting.append(step.id)
            continue
        place = cells[0]
        while place > 0 and out[place - 1].kind == "text":
            place -= 1
        place = min(max(place + len(waiting), after or 0), cells[0])
        for i, name in enumerate(waiting):
            out.insert(place + i, NotebookPiece("", "check", check_source(name), name))
        after = cells[-1] + len(waiting) + 1
        waiting = []
        out.insert(after, NotebookPiece("", "check", check_source(step.id), step.id))
        after += 1
    return out + [NotebookPiece("", "check", check_source(name), name) for name in waiting]


def _with_ids(pieces: Sequence[NotebookPiece]) -> Iterator[NotebookPiece]:
    """Ids from steps, so that they stay where cells are added elsewhere; a text goes by the cell that it leads to."""
    taken: set[str] = set()
    for i, piece in enumerate(pieces):
        follows = next((later for later in pieces[i + 1 :] if later.kind in ("solution", "check")), None)
        name = {
            "check": _CHECK + _slug(piece.step),
            "solution": _slug(piece.step),
            "setup": "setup",
            "text": "about_" + _slug(follows.step) if follows and i else "title",
        }[piece.kind]
        unique, number = name, 1
        while unique in taken:
            number += 1
            unique = f"{name}_{number}"
        taken.add(unique)
        yield dataclasses.replace(piece, id=unique)


def _slug(step: str) -> str:
    """A step's id in the letters that a grade id and a cell id may have."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", step)[:48]
