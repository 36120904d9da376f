"""Text and cells: a file of a submission as the pieces that are run on their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from grader.core.model import Assignment, Cell, Submission
from grader.submissions.files import Unusable
from grader.submissions.side_files import has_answers

__all__ = [
    "NOTEBOOK_BYTES",
    "SOURCE_BYTES",
    "bounded",
    "bounded_code",
    "defined",
    "learner_code",
    "locate",
    "plain_cells",
    "python_cells",
]

SOURCE_BYTES = 1 << 20  # a Python file of an exercise is a few kilobytes
NOTEBOOK_BYTES = 100 << 20  # notebooks carry pictures in their outputs
_CELLS = 1000
_CELL = re.compile(r"\n# ?%%")  # behind the end of a line: a search for `^` looks at every character


def python_cells(text: str, name: str) -> tuple[Cell, ...]:
    """The cells of a percent-format file; a file without `# %%` lines is one cell."""
    cells, position, line = [], 0, 1
    for end in [*(match.start() + 1 for match in _CELL.finditer(text)), len(text)]:
        piece = text[position:end]
        if piece.strip():
            cells.append(Cell(piece, name, line))
        line += piece.count("\n")
        position = end
    return bounded(cells, name)


def bounded(cells: list[Cell], name: str) -> tuple[Cell, ...]:
    """The cells, of which there may not be too many. Raises Unusable."""
    if len(cells) > _CELLS:
        raise Unusable("intake.cells", name=name, count=len(cells), limit=_CELLS)
    return tuple(cells)


def locate(submission: Submission, function: str) -> tuple[str, int] | None:
    """Where the learner defines `function`: cell name and line of its last definition, by text alone."""
    pattern = re.compile(rf"^(?:async\s+)?def\s+{re.escape(function)}\b|^{re.escape(function)}\s*=", re.MULTILINE)
    for cell in reversed(submission.cells):
        matches = list(pattern.finditer(cell.text))
        if matches:
            return cell.name, cell.line + cell.text.count("\n", 0, matches[-1].start())
    return None


_KINDS = ("code", "markdown", "raw")
_JSON_PARTS = 1_000_000  # pictures in outputs are long texts, not many parts
_LISTED = 10_000  # cells, whatever is in them


def plain_cells(text: str, name: str) -> tuple[dict[str, Any], ...]:
    """The cells of a notebook (nbformat 3 or 4) as format 4 has them, without outputs, with nbgrader's metadata only.

    Raises Unusable where the text is no notebook; complaints call it `name`.
    """
    if sum(text.count(sign) for sign in "{[,") > _JSON_PARTS:
        raise Unusable("intake.json_parts", name=name, size=len(text) >> 20)
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        if "<<<<<<<" in text:
            line = text.count("\n", 0, text.index("<<<<<<<")) + 1
            raise Unusable("intake.conflict", name=name, line=line) from None
        line = getattr(error, "lineno", 1)
        raise Unusable("intake.no_json", name=name, line=line) from None
    sheets = notebook.get("worksheets") if isinstance(notebook, dict) else None
    holder = sheets[0] if isinstance(sheets, list) and sheets and isinstance(sheets[0], dict) else notebook
    listed = holder.get("cells") if isinstance(holder, dict) else None
    if not isinstance(listed, list):
        raise Unusable("intake.no_cells", name=name)
    if len(listed) > _LISTED:
        raise Unusable("intake.listed", name=name, count=len(listed), limit=_LISTED)
    cells = tuple(_cell(raw) for raw in listed if isinstance(raw, dict))
    bounded_code(cells, name)
    return cells


def bounded_code(cells: Iterable[dict[str, Any]], name: str) -> None:
    """Raise Unusable where there is too much code."""
    if sum(len(cell["source"]) for cell in cells if cell["cell_type"] == "code") > SOURCE_BYTES:
        raise Unusable("intake.code", name=name, limit=SOURCE_BYTES >> 20)


def _cell(raw: dict[str, Any]) -> dict[str, Any]:
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
    return {"cell_type": kind, "metadata": kept, "source": source[: SOURCE_BYTES + 1]}


def defined(source: str) -> tuple[str, ...]:
    """The names of the functions that a cell defines at its top level, by text alone: it may be a learner's."""
    return tuple(re.findall(r"^(?:async\s+)?def\s+(\w+)", source, re.MULTILINE))


def learner_code(cells: Sequence[dict[str, Any]], assignment: Assignment) -> tuple[dict[str, Any], ...]:
    """The cells with code that lost its type put back: one that is not code any more, but holds a function.

    By grade id first (a solution cell of nbgrader's that was code), then by the name of a function that no code
    cell defines. A cell with an answer to the quiz is code too.
    """
    known = {name for cell in cells if cell["cell_type"] == "code" for name in defined(cell["source"])}
    out = []
    for cell in cells:
        if cell["cell_type"] != "code":
            mark = cell["metadata"].get("nbgrader", {})
            by_id = mark.get("solution") is True and mark.get("cell_type") == "code"
            names = set(defined(cell["source"])) & set(assignment.functions)
            answer = bool(assignment.points.quiz) and has_answers(cell["source"])
            if names - known or (by_id and names) or answer:
                cell = {**cell, "cell_type": "code"}
        out.append(cell)
    return tuple(out)
