"""The notebook twin of an exercise: the same cells as its Python file, a cell of visible checks after each step, and
the quiz with a cell for each answer.

`notebook_text` is a pure function: the same sources give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from grader.authoring.notebook.layout import NotebookPiece, layout
from grader.authoring.notebook.questions import asked, introduction, question_pieces
from grader.core.languages import both, in_languages
from grader.core.model import Assignment
from grader.quiz.sheet import Sheet

__all__ = ["cell", "notebook", "notebook_text", "written"]

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def notebook_text(assignment: Assignment, derived_python: str, sheet: Sheet | None = None) -> str:
    """The text of `exercises/<id>/<file>.ipynb`, from the text of the derived Python file and the question sheet."""
    first, *rest = layout(assignment, derived_python)
    how_to = "\n\n".join(in_languages(both("front.how_to"), assignment.languages))
    pieces = [first, NotebookPiece("how_to", "text", how_to), *rest]
    if sheet is not None:
        questions = asked(sheet)
        pieces += [*introduction(sheet), *question_pieces(questions, sheet.languages, count=len(questions))]
    return written(notebook(assignment.id, map(cell, pieces)))


def cell(piece: NotebookPiece, metadata: Mapping[str, object] | None = None) -> dict[str, Any]:
    """A piece as a notebook's cell, as nbformat 4.5 has it."""
    common = {"id": piece.id, "metadata": dict(metadata or {}), "source": piece.source.splitlines(keepends=True)}
    if piece.kind == "text":
        return {"cell_type": "markdown", **common}
    return {"cell_type": "code", "execution_count": None, "outputs": [], **common}


def notebook(assignment_id: str, cells: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A notebook of those cells. `metadata.grader` says whose it is."""
    return {
        "cells": list(cells),
        "metadata": {
            "grader": {"assignment": assignment_id},
            "kernelspec": dict(KERNEL),
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def written(content: Mapping[str, Any]) -> str:
    """A notebook as text, in the form in which Jupyter saves it, so that saving it there changes nothing."""
    return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
