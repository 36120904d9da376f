"""The learner's program as it stands at home: what the one reader gives for their folder, with its lines and places.

`Source` is one text of all cells, so that a place in the program is one number: `flat` makes it from a cell's name and
line, `where` says it as the learner finds it. A Python file's lines are its own.
"""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from grader.core.errors import UsageError
from grader.core.languages import both
from grader.core.model import Assignment, Cell, Submission
from grader.course.stubs import STUB

__all__ = ["Source", "learner_file", "notebook_file", "one_text", "read_learner", "source_of"]

_IN_CELL = re.compile(r" cell \d+$")
_TOP_LEVEL = re.compile(r"^(?=(?:def|class|async def|import|from)\b|@)", re.MULTILINE)


@dataclasses.dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of the program that stand together: where they begin in the one text, and in the learner's file."""

    flat: int
    name: str  # as a traceback calls it: "layer_norm.py", "layer_norm.ipynb cell 9"
    line: int
    count: int


class Source:
    """The learner's program as one text, and where its functions stand. Code that is no Python has none.

    `file` is what the learner calls it. `text` is what is run, `shown` is what the learner wrote, line by line.
    """

    def __init__(self, text: str, file: str, submission: Submission | None = None) -> None:
        self.file = file
        self.submission = submission or Submission("", file, (Cell(text, file),) if text else ())
        self.text, self.shown, self.stretches = _joined(self.submission)
        self.statements = tuple(_parsed(self.text))
        self.nodes = {node.name: node for node in self.statements if isinstance(node, ast.FunctionDef)}

    @property
    def in_cells(self) -> bool:
        """Is it a notebook, whose lines are counted by cell?"""
        return any(_IN_CELL.search(one.name) for one in self.stretches)

    @property
    def names(self) -> tuple[str, ...]:
        """What a traceback calls the learner's files and cells."""
        return tuple(dict.fromkeys(one.name for one in self.stretches))

    def line(self, function: str) -> int | None:
        """The line on which a function begins."""
        node = self.nodes.get(function)
        return node.lineno if node else None

    def parameters(self, function: str) -> tuple[str, ...]:
        """The names of a function's parameters."""
        node = self.nodes.get(function)
        return tuple(argument.arg for argument in node.args.args) if node else ()

    def flat(self, name: str | None, line: int | None) -> int | None:
        """The line of `text` that is a line of a cell, named as a traceback names it."""
        inside = [one for one in self.stretches if one.name == name and line is not None and one.line <= line]
        if line is None or not inside:
            return None
        return line - inside[-1].line + inside[-1].flat

    def where(self, line: int | None, function: str = "") -> str:
        """A line (of a function) as the learner finds it: "layer_norm.py:41", or "layer_norm.ipynb cell 9:3"."""
        if not line:
            return self.file
        inside = [one for one in self.stretches if one.flat <= line]
        if not inside:
            return f"{self.file}:{line}"
        return f"{inside[-1].name}:{line - inside[-1].flat + inside[-1].line}"


def learner_file(assignment: Assignment) -> Path:
    """The file that the learner edits."""
    return assignment.folder / assignment.file


def notebook_file(assignment: Assignment) -> Path:
    """The notebook with the same cells."""
    return learner_file(assignment).with_suffix(".ipynb")


def read_learner(assignment: Assignment) -> Source:
    """The learner's program, as it would be graded: the one reader's choice among the files of their folder.

    Raises UsageError where there is nothing that can be read.
    """
    from grader.submissions.reading import read_one

    submission = read_one(assignment.folder, assignment.id, assignment)
    if submission.problem is not None:
        if not learner_file(assignment).is_file() and not notebook_file(assignment).is_file():
            raise UsageError(both("usage.file_missing", file=f"exercises/{assignment.id}/{assignment.file}"))
        raise UsageError(submission.problem.each(lambda words: f"exercises/{assignment.id}/{words}"))
    source = source_of(submission, assignment)
    if not learner_file(assignment).is_file() and _untouched(source, assignment):
        raise UsageError(both("usage.file_missing", file=f"exercises/{assignment.id}/{assignment.file}"))
    return source


def _untouched(source: Source, assignment: Assignment) -> bool:
    """Is every function still the stub?"""
    return source.text.count(STUB[1]) >= len(assignment.functions)


def source_of(submission: Submission, assignment: Assignment) -> Source:
    """What was handed in, as one text with places."""
    first = submission.cells[0].name if submission.cells else assignment.file
    return Source("", _IN_CELL.sub("", first), submission)


def one_text(cells: Sequence[Cell]) -> str:
    """The cells of a file as its text: each at its own line, those that replace a function at the end."""
    text = ""
    for cell in cells:
        text += "\n" * max(cell.line - 1 - text.count("\n"), int(text[-1:] not in ("", "\n"))) + cell.text
    return text


def _module_files(submission: Submission) -> Mapping[str, str]:
    """Helper modules by the name of their file, as a traceback names it; packages are folders."""
    packages = {name.rpartition(".")[0] for name in submission.modules}
    return {
        name.replace(".", "/") + ("/__init__.py" if name in packages else ".py"): text
        for name, text in submission.modules.items()
    }


def _joined(submission: Submission) -> tuple[str, str, tuple[Stretch, ...]]:
    """All cells below each other, those of a file at their own lines, then the helper modules."""
    text, shown, line = "", "", 1  # the next line of both
    stretches: list[Stretch] = []
    modules = [Cell(text, name) for name, text in _module_files(submission).items()]
    for cell in (*submission.cells, *modules):
        own = cell.shown if cell.shown is not None else cell.text
        last = stretches[-1] if stretches else None
        follows = last is not None and last.name == cell.name
        begins = last.flat + cell.line - last.line if last is not None and follows else line if stretches else cell.line
        if begins < line:  # it stands where another one was: as a stretch of its own
            begins, follows = line, False
        text, shown = text + "\n" * (begins - line), shown + "\n" * (begins - line)
        if not follows:
            stretches.append(Stretch(begins, cell.name, cell.line, cell.text.count("\n") + 1))
        end = "" if cell.text.endswith("\n") else "\n"
        text, shown = text + cell.text + end, shown + own + ("" if own.endswith("\n") else "\n")
        line = begins + cell.text.count("\n") + len(end)
    return text, shown, tuple(stretches)


def _parsed(text: str) -> Iterator[ast.stmt]:
    """The top-level statements, as far as the text is Python; of a text that is not, its parts that are."""
    try:
        yield from ast.parse(text).body
        return
    except (SyntaxError, ValueError, RecursionError):
        starts = sorted({0, *(match.start() for match in _TOP_LEVEL.finditer(text))})
    for first, end in zip(starts, [*starts[1:], len(text)], strict=True):
        try:
            body = ast.parse(text[first:end]).body
        except (SyntaxError, ValueError, RecursionError):
            continue
        for node in body:
            yield ast.increment_lineno(node, text.count("\n", 0, first))
