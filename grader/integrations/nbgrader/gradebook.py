"""nbgrader's gradebook through nbgrader's own API: what was released, and what a submission got.

The one place that imports nbgrader, which takes three seconds of CPU: once a command, and `grade` starts its graders
before.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.metadata
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from grader.core.errors import MachineError, UsageError
from grader.core.extras import how_to_install
from grader.integrations.nbgrader.restore import ReleasedCell
from grader.integrations.nbgrader.scores import StepScore

__all__ = ["installed", "known_cells", "library", "load", "opened", "record"]

_OLDEST = (0, 9, 6)
_HOW = how_to_install("nbgrader")


def installed() -> str:
    """The version of nbgrader that is here. Raises MachineError in one sentence where it is missing or too old."""
    try:
        version = importlib.metadata.version("nbgrader")
    except importlib.metadata.PackageNotFoundError:
        raise MachineError(f"nbgrader is not installed here: {_HOW}") from None
    if _number(version) < _OLDEST:
        raise MachineError(f"nbgrader {version} is too old: {_HOW}")
    return version


@functools.cache
def load() -> ModuleType:
    """The module `nbgrader.api`. Raises MachineError where nbgrader is missing, old or broken."""
    version = installed()
    try:
        return importlib.import_module("nbgrader.api")
    except Exception as error:
        raise MachineError(f"nbgrader {version} cannot be imported ({type(error).__name__}: {error}): {_HOW}") from None


def library(name: str) -> Any:
    """A module of nbgrader's or of what it brings along; they have no types."""
    load()
    return importlib.import_module(name)


def _number(version: str) -> tuple[int, ...]:
    parts = version.split(".")[:3]
    return tuple(int("".join(c for c in part if c.isdigit()) or 0) for part in parts)


@contextlib.contextmanager
def opened(db_url: str, course_id: str = "") -> Iterator[Any]:
    """The gradebook at `db_url`. Raises MachineError where it cannot be read."""
    api = load()
    try:
        gradebook = api.Gradebook(db_url, course_id) if course_id else api.Gradebook(db_url)
    except Exception as error:
        first = str(error).splitlines()[0] if str(error) else ""
        raise MachineError(f"{db_url}: cannot be opened as a gradebook ({type(error).__name__}: {first})") from None
    with gradebook:
        yield gradebook


def known_cells(gradebook: Any, notebook: str, assignment: str) -> tuple[ReleasedCell, ...]:
    """The cells of the released notebook, in their order. Raises UsageError where it was never released."""
    try:
        found = gradebook.find_notebook(notebook, assignment)
    except load().MissingEntry:
        raise UsageError(
            f"the gradebook has no {assignment}/{notebook}.ipynb: run `nbgrader generate_assignment {assignment}` first"
        ) from None
    graded = {cell.name: cell for cell in found.grade_cells}
    tasks = {cell.name: cell for cell in found.task_cells}
    solutions = {cell.name for cell in found.solution_cells}
    return tuple(
        ReleasedCell(
            name=cell.name,
            cell_type=cell.cell_type,
            source=cell.source or "",
            checksum=cell.checksum or "",
            locked=bool(cell.locked),
            grade=cell.name in graded,
            solution=cell.name in solutions,
            task=cell.name in tasks,
            points=float((graded.get(cell.name) or tasks.get(cell.name) or _Free).max_score),
        )
        for cell in found.source_cells
    )


class _Free:
    """A cell without points."""

    max_score = 0.0


def record(
    submitted: Any, known: Mapping[str, ReleasedCell], marks: Mapping[str, StepScore], comments: Mapping[str, str]
) -> None:
    """Write a submitted notebook's scores and comments. Every grade of it is written: no old score stays.

    A person's score is kept and asked to be looked at again, as nbgrader does. The caller commits.
    """
    names = dict(_names(submitted))
    for grade in submitted.grades:
        name = names[grade.cell_id]
        mark = marks.get(name)
        points = known[name].points if name in known else 0.0
        score, extra = mark.at(points) if mark is not None else (None, None)
        grade.auto_score = score
        if name in known and known[name].is_test and not points:
            grade.extra_credit = extra
        grade.needs_manual_grade = score is None or grade.manual_score is not None or (mark is not None and mark.held)
    for comment in submitted.comments:
        comment.auto_comment = comments.get(names[comment.cell_id]) or None
    submitted.late_submission_penalty = None


def _names(submitted: Any) -> Iterator[tuple[str, str]]:
    """Cell id -> name of the notebook's cells, read once instead of once a row."""
    for cell in submitted.notebook._base_cells:
        yield cell.id, cell.name
