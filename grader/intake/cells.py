"""Text and cells: a file of a submission as the pieces that are run on their own."""

from __future__ import annotations

import json
import re

from grader.intake.files import HandedIn, Unusable
from grader.model import Cell, Submission
from grader.text import one_line

__all__ = ["SOURCE_BYTES", "locate", "notebook_cells", "python_cells", "read_text"]

SOURCE_BYTES = 1 << 20  # a Python file of an exercise is a few kilobytes
_NOTEBOOK_BYTES = 100 << 20  # notebooks carry pictures in their outputs
_CELLS = 1000
_JSON_PARTS = 3_000_000  # pictures in outputs are long texts, not many parts
_CELL = re.compile(r"^# ?%%.*$", re.MULTILINE)


def read_text(file: HandedIn) -> str:
    """The file as text with plain line ends. Raises Unusable where it is too large or not UTF-8."""
    name = one_line(str(file.path), 80)
    limit = _NOTEBOOK_BYTES if file.path.suffix.lower() == ".ipynb" else SOURCE_BYTES
    data = file.read(limit + 1) if file.size <= limit else b""
    if file.size > limit or len(data) > limit:
        size = max(file.size, len(data))
        raise Unusable(f"{name}: {size / (1 << 20):.0f} MiB; at most {limit >> 20} MiB is read. Is it the right file?")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unusable(f"{name}:{line}: not UTF-8; save the file again with the encoding UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
    return _bounded(cells, name)


def notebook_cells(text: str, name: str) -> tuple[Cell, ...]:
    """The code cells of a notebook (nbformat 3 or 4), magics and shell lines blanked. Raises _Unusable."""
    if sum(text.count(sign) for sign in "{[,") > _JSON_PARTS:
        raise Unusable(f"{name}: {len(text) >> 20} MiB of JSON that is no notebook's. Is it the right file?")
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        if "<<<<<<<" in text:
            line = text.count("\n", 0, text.index("<<<<<<<")) + 1
            raise Unusable(f"{name}:{line}: an unresolved Git conflict; choose one side and save again") from None
        line = getattr(error, "lineno", 1)
        raise Unusable(f"{name}:{line}: not a notebook (no JSON); save it again from Jupyter") from None
    sheets = notebook.get("worksheets") if isinstance(notebook, dict) else None
    holder = sheets[0] if isinstance(sheets, list) and sheets and isinstance(sheets[0], dict) else notebook
    listed = holder.get("cells") if isinstance(holder, dict) else None
    if not isinstance(listed, list):
        raise Unusable(f"{name}: JSON, but no notebook: it has no list of cells")
    cells = []
    for number, cell in enumerate(listed, start=1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source", cell.get("input", ""))
        source = "".join(str(part) for part in source) if isinstance(source, list) else str(source)
        if source.strip():
            cells.append(Cell(_without_magics(source), f"{name} cell {number}"))
    if sum(len(cell.text) for cell in cells) > SOURCE_BYTES:
        raise Unusable(f"{name}: more than {SOURCE_BYTES >> 20} MiB of code. Is it the right file?")
    return _bounded(cells, name)


def _bounded(cells: list[Cell], name: str) -> tuple[Cell, ...]:
    if len(cells) > _CELLS:
        raise Unusable(f"{name}: {len(cells)} cells of code; at most {_CELLS} are run. Is it the right file?")
    return tuple(cells)


def _without_magics(source: str) -> str:
    """The cell with lines for the notebook's shell (`%timeit`, `!pip`, `?name`) turned into comments."""
    lines = source.replace("\r\n", "\n").split("\n")
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%") and first.split()[0] not in ("%%time", "%%timeit", "%%capture"):
        return "\n".join(f"# {line}" for line in lines)
    return "\n".join(re.sub(r"^(\s*)([%!?].*)$", r"\1pass  # \2", line) for line in lines)


def locate(submission: Submission, function: str) -> tuple[str, int] | None:
    """Where the learner defines `function`: cell name and line of its last definition, by text alone."""
    pattern = re.compile(rf"^(?:async\s+)?def\s+{re.escape(function)}\b|^{re.escape(function)}\s*=", re.MULTILINE)
    for cell in reversed(submission.cells):
        matches = list(pattern.finditer(cell.text))
        if matches:
            return cell.name, cell.line + cell.text.count("\n", 0, matches[-1].start())
    return None
