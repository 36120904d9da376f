"""The notebook twin of an exercise: the same cells as its Python file, and a cell of visible checks after each step.

`notebook_text` is a pure function over the standard library: the same source gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from grader.front.layout import Piece, layout
from grader.model import Assignment

__all__ = ["cell", "notebook", "notebook_text", "written"]

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}

_HOW_TO = """\
Run the cells from top to bottom (`Shift+Enter`). Below each step, the cell with `check(...)` tries your functions on
a few small cases; run it again after every change. Questions that need words are in the quiz: `grader quiz`.

위에서 아래로 셀을 실행한다(`Shift+Enter`). 각 단계 아래의 `check(...)` 셀은 작은 예 몇 개로 함수를 확인한다.
고칠 때마다 다시 실행한다. 글로 답하는 문제는 퀴즈에 있다: `grader quiz`."""


def notebook_text(assignment: Assignment, derived_python: str) -> str:
    """The text of `exercises/<id>/<file>.ipynb`, from the text of the derived Python file."""
    cells = []
    for piece in layout(assignment, derived_python):
        cells.append(cell(piece))
        if len(cells) == 1:
            cells.append(cell(Piece("how_to", "text", _HOW_TO)))
    return written(notebook(assignment.id, cells))


def cell(piece: Piece, metadata: Mapping[str, object] | None = None) -> dict[str, Any]:
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
