"""Text and cells: a file of a submission as the pieces that are run on their own."""

from __future__ import annotations

import re

from grader.intake.files import HandedIn, Unusable
from grader.model import Cell, Submission
from grader.text import one_line

__all__ = ["SOURCE_BYTES", "answers_text", "bounded", "locate", "python_cells", "read_text"]

SOURCE_BYTES = 1 << 20  # a Python file of an exercise is a few kilobytes
_NOTEBOOK_BYTES = 100 << 20  # notebooks carry pictures in their outputs
_CELLS = 1000
_CELL = re.compile(r"^# ?%%.*$", re.MULTILINE)


def read_text(file: HandedIn) -> str:
    """The file as text with plain line ends. Raises Unusable where it is too large or not UTF-8."""
    name = one_line(str(file.path), 80)
    limit = _NOTEBOOK_BYTES if file.path.suffix.lower() == ".ipynb" else SOURCE_BYTES
    data = file.read(limit + 1) if file.size <= limit else b""
    if file.size > limit or len(data) > limit:
        size = max(file.size, len(data))
        raise Unusable("intake.large", name=name, size=f"{size / (1 << 20):.0f}", limit=limit >> 20)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unusable("intake.utf8", name=name, line=line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def answers_text(file: HandedIn) -> str:
    """The text of answers.yaml, whatever its encoding: what cannot be decoded becomes U+FFFD and is named later.

    Ids of answers are ASCII, so that nothing is lost where an editor saved the questions in another encoding.
    Raises Unusable where it cannot be read at all.
    """
    return file.read(SOURCE_BYTES).decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def python_cells(text: str, name: str) -> tuple[Cell, ...]:
    """The cells of a percent-format file; a file without `# %%` lines is one cell."""
    cells, position, line = [], 0, 1
    for match in [*_CELL.finditer(text), None]:
        end = len(text) if match is None else match.start()
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
