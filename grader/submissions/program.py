"""The program in a file: cells of Python that are run on their own, without a notebook's commands, and quiz answers."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from grader.core.languages import both
from grader.core.model import Assignment, Cell, Text
from grader.core.safe_text import one_line
from grader.submissions.cell_magics import WrittenFile
from grader.submissions.cells import bounded, bounded_code, learner_code, python_cells
from grader.submissions.commands import PythonText, file_without_commands, has_commands, without_commands
from grader.submissions.converted_script import SHELL
from grader.submissions.side_files import has_answers, split_answers

__all__ = ["ReadProgram", "file_program", "module_name", "notebook_program"]

Module = Callable[[str], str | None]
"""A file that the program runs with `%run` -> the name of its module, or None where it was not handed in."""

_NAMED = 5  # commands that a note names
_COLAB = "# Commented out IPython magic to ensure Python compatibility."
_CELL_LINE = re.compile(r"^# ?%%", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class ReadProgram:
    """What is run, and what the file says besides."""

    cells: tuple[Cell, ...]
    answer_cells: tuple[Cell, ...] = ()  # answers to the quiz, a statement each
    notebook: bool = False  # it expects what every notebook has: `display`, `get_ipython`
    notes: tuple[Text, ...] = ()
    written: Mapping[str, str] = dataclasses.field(default_factory=dict)  # modules that `%%writefile` writes


def module_name(path: str) -> str | None:
    """The name under which a Python file next to the program is imported: `pkg/mod.py` is pkg.mod; None for others."""
    inside = PurePosixPath(path.replace("\\", "/").removeprefix("/content/"))  # where Colab's files lie
    if inside.suffix.lower() != ".py" or inside.is_absolute():
        return None
    parts = inside.with_suffix("").parts
    parts = parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts
    return ".".join(parts) if all(part.isidentifier() for part in parts) else None


class _ProgramReader:
    """What the cells read so far have said."""

    def __init__(self, assignment: Assignment, module: Module) -> None:
        self._own, self._module = assignment.file, module
        self._left_out: list[str] = []
        self._missed = False
        self.written: dict[str, str] = {}
        self.commands = False

    def module(self, path: str) -> str | None:
        """A file that was handed in, or written by a cell before."""
        name = module_name(path)
        return name if name in self.written else self._module(path)

    def cells(self, found: PythonText, source: str, name: str, line: int) -> list[Cell]:
        """The cell that stands for `source`, and those that it writes into the assignment's own file."""
        self._left_out += found.left_out
        self._missed = self._missed or found.missed
        self.commands = self.commands or found.commands
        cells = [Cell(found.text, name, line, None if found.text == source else source)] if found.text.strip() else []
        return [*cells, *(cell for file in found.files for cell in self._written(file, name, line))]

    def _written(self, file: WrittenFile, name: str, line: int) -> list[Cell]:
        module = module_name(file.name)
        if module is None:
            self._missed = True
            return []
        before = self.written.get(module, "") if file.added else ""
        self.written[module] = before + file_without_commands(file.text, self.module).text
        own = PurePosixPath(file.name).name == self._own
        return [Cell(file.text, name, line + file.line - 1)] if own and file.text.strip() else []

    def notes(self) -> tuple[Text, ...]:
        """What was left out, in one sentence, where something may be missed."""
        if not self._missed:
            return ()
        names = list(dict.fromkeys(one_line(name, 24) for name in self._left_out))
        shown = ", ".join(names[:_NAMED]) + (" ..." if len(names) > _NAMED else "")
        return (both("intake.commands", count=len(self._left_out), names=shown),)


def notebook_program(
    cells: Iterable[dict[str, Any]], name: str, assignment: Assignment, module: Module = lambda _: None
) -> ReadProgram:
    """The program in a notebook's cells, which `cells.plain_cells` read. Raises Unusable where there is too much."""
    code: list[Cell] = []
    answers: list[Cell] = []
    reading = _ProgramReader(assignment, module)
    mine = learner_code(tuple(cells), assignment)
    bounded_code(mine, name)  # once more: what had lost its type was not code before
    for number, cell in enumerate(mine, start=1):
        if cell["cell_type"] != "code" or not cell["source"].strip():
            continue
        shown = f"{name} cell {number}"
        source = text = cell["source"].replace("\r\n", "\n").replace("\r", "\n")
        if assignment.points.quiz and has_answers(source):
            text, found = split_answers(source)
            answers += [Cell(answer, shown, line) for answer, line in found]
            if not any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n")):
                continue
        code += reading.cells(without_commands(text, reading.module), source, shown, 1)
    return ReadProgram(bounded(code, name), bounded(answers, name), True, reading.notes(), reading.written)


def file_program(text: str, name: str, assignment: Assignment, module: Module = lambda _: None) -> ReadProgram:
    """The program in the text of a Python file, with cells or without. Raises Unusable where it has too many cells."""
    cells = python_cells(text, name)
    marked = _COLAB in text
    asks = bool(assignment.points.quiz) and "answers" in text and len(cells) > 1 and has_answers(text)
    notebook = SHELL in text or ("display(" in text and _CELL_LINE.search(text) is not None)
    if not marked and not asks and not has_commands(text) and SHELL not in text:
        return ReadProgram(cells, notebook=notebook)
    reading = _ProgramReader(assignment, module)
    code: list[Cell] = []
    answers: list[Cell] = []
    before = ""
    for cell in cells:
        source, plain = cell.text, cell.text
        if asks and has_answers(plain):
            plain, found = split_answers(plain)
            answers += [Cell(answer, name, cell.line + line - 1) for answer, line in found]
        if marked and before.rstrip().endswith(_COLAB):
            plain = _uncommented(source)
        before = source
        code += reading.cells(file_without_commands(plain, reading.module), source, name, cell.line)
    notebook = notebook or reading.commands
    return ReadProgram(bounded(code, name), bounded(answers, name), notebook, reading.notes(), reading.written)


def _uncommented(source: str) -> str:
    """A cell that Colab's download made a comment, because it begins with a magic such as `%%time`, as it was."""
    if not re.match(r"# %%\w", source):
        return source
    lines = source.split("\n")
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            break
        lines[number] = line[2:] if line.startswith("# ") else line[1:]
    return "\n".join(lines)
