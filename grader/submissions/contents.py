"""What is in a file with code: Python text, or the cells of a notebook, whatever its name says it is."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from grader.core.languages import both
from grader.core.model import Assignment, Text
from grader.core.safe_text import one_line
from grader.submissions.cells import NOTEBOOK_BYTES, SOURCE_BYTES, learner_code, plain_cells
from grader.submissions.decoding import decoded
from grader.submissions.files import HandedIn, Unusable, kind, usual_ending

__all__ = ["Contents", "contents_of", "defines_any", "read_text"]


@dataclasses.dataclass(frozen=True)
class Contents:
    """A file that was read: `cells` of a notebook, or else `text` of Python; and what is odd about its name."""

    title: str  # what its cells are called
    text: str = ""
    cells: tuple[dict[str, Any], ...] | None = None
    notes: tuple[Text, ...] = ()

    def texts(self, assignment: Assignment) -> list[str]:
        """The code in it, piece by piece."""
        if self.cells is None:
            return [self.text]
        return [cell["source"] for cell in learner_code(self.cells, assignment) if cell["cell_type"] == "code"]


def contents_of(file: HandedIn, assignment: Assignment) -> Contents:
    """What is in a file: JSON with cells is a notebook, also a damaged one, and other text that defines the
    assignment's functions is Python.

    Raises Unusable where it is neither, too large, empty, or in an encoding that it does not say.
    """
    name = one_line(str(file.path), 80)
    title = one_line(usual_ending(file.path.name), 60)  # stands at every cell, and in every line of a report
    named, text = kind(file.path.name), read_text(file)
    begins = text.lstrip()[:1]
    if named == "python":
        if begins == "{" and ('"cells"' in text or '"worksheets"' in text):
            try:
                cells = plain_cells(text, name)
            except Unusable:
                return Contents(title, text)
            return Contents(title, cells=cells, notes=(both("intake.is_notebook", name=name),))
        return Contents(title, text)
    if not begins:
        raise Unusable("intake.empty", name=name)
    if begins != "{" and '"cells"' not in text and _pattern(assignment, str).search(text):
        return Contents(title, text, notes=(both("intake.is_python", name=name),))
    return Contents(title, cells=plain_cells(text, name))


def read_text(file: HandedIn) -> str:
    """The file as text with plain line ends. Raises Unusable where it is too large or cannot be decoded."""
    named, name = kind(file.path.name), one_line(str(file.path), 80)
    return decoded(_bytes(file, named, name), name, python=named == "python")


def defines_any(file: HandedIn, assignment: Assignment) -> bool:
    """True where the first MiB of a file defines one of the assignment's functions. Raises Unusable."""
    data = file.read(SOURCE_BYTES)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.replace(b"\0", b"")  # of the ASCII in UTF-16
    return _pattern(assignment, bytes).search(data) is not None


def _pattern(assignment: Assignment, of: type) -> re.Pattern[Any]:
    names = "|".join(map(re.escape, assignment.functions))
    pattern = rf"def\s+({names})\b"
    return re.compile(pattern.encode() if of is bytes else pattern)


def _bytes(file: HandedIn, named: str, name: str) -> bytes:
    """What the file holds. Raises Unusable where it is too large: a notebook carries pictures, whatever its ending."""
    limit = NOTEBOOK_BYTES if named == "notebook" else SOURCE_BYTES
    if named == "python" and SOURCE_BYTES < file.size <= NOTEBOOK_BYTES and file.read(64).lstrip()[:1] == b"{":
        limit = NOTEBOOK_BYTES
    data = file.read(limit + 1) if file.size <= limit else b""
    if file.size > limit or len(data) > limit:
        size = max(file.size, len(data))
        raise Unusable("intake.large", name=name, size=f"{size / (1 << 20):.0f}", limit=limit >> 20)
    return data
