"""A submitted notebook, however it comes: which file is meant, its cells, and the learner's code as a Submission.

What a stock pipeline gives up on is read here: nbformat 3 and 4.0 to 4.5, no cell ids, no metadata, duplicated or
retyped cells. Nothing is run and nothing is validated against a schema; what cannot be read is one sentence.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from grader.front.layout import defined
from grader.intake import Unusable, notebook_cells
from grader.intake.cells import read_text
from grader.intake.files import files_in, refuse_link_out
from grader.model import Assignment, Submission
from grader.text import one_line

__all__ = ["Handed", "as_submission", "choose", "hand_in", "learner_code", "read"]

_KINDS = ("code", "markdown", "raw")
_CELL_TEXT = 1 << 20  # characters of one cell's text that are kept in the graded copy


@dataclasses.dataclass(frozen=True, slots=True)
class Handed:
    """A notebook that was handed in: its cells as plain data without outputs, or why there are none."""

    cells: tuple[dict[str, Any], ...] = ()
    problem: str | None = None
    notes: tuple[str, ...] = ()
    name: str = ""


def choose(folder: Path, assignment: Assignment) -> tuple[Path | None, str | None, tuple[str, ...]]:
    """The notebook of a submission's folder: its path, or a problem; and what a person should know.

    The usual name first; else the only notebook, or the only one whose name begins as it should, such as
    `attention (1).ipynb`.
    """
    usual = PurePosixPath(assignment.file).stem
    found = sorted(path for path in folder.glob("*.ipynb") if not path.name.startswith("."))
    exact = folder / f"{usual}.ipynb"
    if exact in found:
        return exact, None, ()
    alike = [path for path in found if path.stem.casefold().startswith(usual.casefold())]
    for these in (alike, found):
        if len(these) == 1:
            name = one_line(these[0].name, 80)
            return these[0], None, (f"graded {name}; the usual name is {usual}.ipynb",)
        if these:
            names = ", ".join(one_line(path.name, 40) for path in these[:4])
            problem = f"no {usual}.ipynb, and several notebooks could be meant ({names}); name yours {usual}.ipynb"
            return None, problem, ()
    return None, f"no {usual}.ipynb in it", ()


def read(path: Path) -> Handed:
    """The cells of a notebook file; outputs are left out. Never raises: what is wrong is the `problem`."""
    name = one_line(path.name, 80)
    try:
        refuse_link_out(path, path.parent, name)
        text = read_text(next(iter(files_in(path))))
        notebook_cells(text, name)  # the limits and the sentences are intake's
        content = json.loads(text)
    except Unusable as problem:
        return Handed(problem=str(problem), name=name)
    except Exception as error:  # whatever a file holds, it must not end the run for the others
        return Handed(problem=f"{name}: cannot be read ({type(error).__name__})", name=name)
    sheets = content.get("worksheets")
    listed = (sheets[0] if isinstance(sheets, list) and sheets else content)["cells"]
    return Handed(tuple(_cell(raw) for raw in listed if isinstance(raw, dict)), None, (), name)


def _cell(raw: dict[str, Any]) -> dict[str, Any]:
    """A cell of any notebook format with what matters here, in the shape of format 4."""
    source = raw.get("source", raw.get("input", ""))
    source = "".join(str(part) for part in source) if isinstance(source, list) else str(source)
    kind = str(raw.get("cell_type", "raw"))
    if kind == "heading":
        level = raw.get("level", 1)
        kind, source = "markdown", "#" * (level if isinstance(level, int) and 1 <= level <= 6 else 1) + " " + source
    kind = kind if kind in _KINDS else "markdown"
    metadata = raw.get("metadata")
    kept = {}
    if isinstance(metadata, dict) and isinstance(metadata.get("nbgrader"), dict):
        kept["nbgrader"] = metadata["nbgrader"]
    return {"cell_type": kind, "metadata": kept, "source": source[:_CELL_TEXT]}


def learner_code(cells: Sequence[dict[str, Any]], assignment: Assignment) -> tuple[dict[str, Any], ...]:
    """The cells with code that lost its type put back: one that is not code any more, but holds a function.

    By grade id first (a solution cell of nbgrader's that was code), then by the name of a function that no code
    cell defines.
    """
    known = {name for cell in cells if cell["cell_type"] == "code" for name in defined(cell["source"])}
    out = []
    for cell in cells:
        if cell["cell_type"] != "code":
            mark = cell["metadata"].get("nbgrader", {})
            by_id = mark.get("solution") is True and mark.get("cell_type") == "code"
            names = set(defined(cell["source"])) & set(assignment.functions)
            if names - known or (by_id and names):
                cell = {**cell, "cell_type": "code"}
        out.append(cell)
    return tuple(out)


def as_submission(handed: Handed, student: str, path: Path, assignment: Assignment) -> Submission:
    """What is graded of a notebook: every code cell in its order, as `grader grade` takes it."""
    shown = one_line(str(path), 400)
    if handed.problem is not None:
        return Submission(student, shown, problem=handed.problem)
    try:
        text = json.dumps({"cells": learner_code(handed.cells, assignment)})
        cells = notebook_cells(text, handed.name)
    except Unusable as problem:
        return Submission(student, shown, problem=str(problem))
    return Submission(student, shown, cells, notes=handed.notes)


def hand_in(folder: Path, student: str, assignment: Assignment) -> tuple[Handed, Submission]:
    """A student's folder: the notebook that is meant, and what is graded of it."""
    path, problem, notes = choose(folder, assignment)
    if path is None:
        handed = Handed(problem=problem)
        return handed, as_submission(handed, student, folder, assignment)
    handed = dataclasses.replace(read(path), notes=notes)
    return handed, as_submission(handed, student, path, assignment)
