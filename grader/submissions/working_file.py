"""The learner's code as it stands: the file they edit, or their notebook where that file is still as it was given.

A notebook becomes one module: its imports, definitions and plain assignments, at lines that are known by cell. What
a cell merely tries out (a call, a plot, `check(...)`) is left out, so that it can neither fail here nor take time.
"""

from __future__ import annotations

import ast
import contextlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from grader.core.errors import UsageError
from grader.core.languages import both, reason
from grader.core.model import Assignment, Cell

__all__ = ["Source", "learner_file", "notebook_file", "one_text", "read_learner", "source_of", "workplace"]

_STUB = "raise NotImplementedError()"
_DEFINING = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Source:
    """The learner's code as one module, and where its functions stand. Code that is no Python has none.

    `file` is what the learner calls it; `cells` are a notebook's: the first line of each here, and its name.
    """

    def __init__(self, text: str, file: str, cells: tuple[tuple[int, str], ...] = ()) -> None:
        self.text, self.file, self.cells = text, file, cells
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError):
            tree = ast.Module(body=[], type_ignores=[])
        self.nodes = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}

    def line(self, function: str) -> int | None:
        """The line on which a function begins."""
        node = self.nodes.get(function)
        return node.lineno if node else None

    def parameters(self, function: str) -> tuple[str, ...]:
        """The names of a function's parameters."""
        node = self.nodes.get(function)
        return tuple(argument.arg for argument in node.args.args) if node else ()

    def where(self, line: int | None, function: str = "") -> str:
        """A line (of a function) as the learner finds it: "layer_norm.py:41", or "layer_norm.ipynb cell 9:3"."""
        if not line:
            return self.file
        inside = [(first, name) for first, name in self.cells if first <= line]
        if not inside:
            return f"{self.file}:{line}"
        first, name = inside[-1]
        return f"{name}:{line - first + 1}"


def learner_file(assignment: Assignment) -> Path:
    """The file that the learner edits."""
    return assignment.folder / assignment.file


def notebook_file(assignment: Assignment) -> Path:
    """The notebook with the same cells."""
    return learner_file(assignment).with_suffix(".ipynb")


def read_learner(assignment: Assignment) -> Source:
    """The learner's code. Raises UsageError where it is missing or not UTF-8."""
    path = learner_file(assignment)
    if not path.is_file() or _untouched(path, assignment):
        found = _from_notebook(assignment)
        if found is not None:
            return found
    shown = f"exercises/{assignment.id}/{assignment.file}"
    try:
        return Source(path.read_text(encoding="utf-8-sig"), assignment.file)
    except FileNotFoundError:
        raise UsageError(both("usage.file_missing", file=shown)) from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise UsageError(both("usage.not_utf8", where=f"{shown}:{line}")) from None
    except OSError as error:
        raise UsageError(both("usage.unreadable", file=shown, why=reason(error))) from None


@contextlib.contextmanager
def workplace(source: Source, assignment: Assignment, checks: Path) -> Iterator[tuple[Path, Path]]:
    """Where the code and the file of checks are run: where they lie, or side by side in a folder for a notebook."""
    if not source.cells:
        yield learner_file(assignment).resolve(), checks.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve() / assignment.id
        unused = shutil.ignore_patterns("*.ipynb", "images", "__pycache__", ".*")
        shutil.copytree(assignment.folder, folder, ignore=unused)
        (folder / assignment.file).write_text(source.text, encoding="utf-8")
        yield folder / assignment.file, folder / checks.name


def _untouched(path: Path, assignment: Assignment) -> bool:
    """Is every function of the file still the stub?"""
    try:
        return path.read_text(encoding="utf-8-sig").count(_STUB) >= len(assignment.functions)
    except (OSError, UnicodeDecodeError):
        return False


def _from_notebook(assignment: Assignment) -> Source | None:
    """The notebook's code, where somebody has begun to write it. Raises UsageError where it cannot be read."""
    path = notebook_file(assignment)
    if not path.is_file():
        return None
    from grader.submissions.cells import plain_cells
    from grader.submissions.files import Unusable
    from grader.submissions.program import notebook_program

    try:
        read = plain_cells(path.read_text(encoding="utf-8-sig"), path.name)
        cells = notebook_program(read, path.name, assignment).cells
    except (Unusable, UnicodeDecodeError, OSError) as error:
        raise UsageError(both("usage.unreadable", file=f"exercises/{assignment.id}/{path.name}", why=error)) from None
    if sum(cell.text.count(_STUB) for cell in cells) >= len(assignment.functions):
        return None
    return source_of(cells, path.name)


def source_of(cells: Sequence[Cell], file: str) -> Source:
    """What was handed in as one module: a Python file as it stands, a notebook without what its cells try out."""
    if all(PurePosixPath(cell.name).suffix.lower() == ".py" for cell in cells):
        return Source(one_text(cells), cells[0].name if cells else file)
    pieces, starts, line = [], [], 1
    functions = {name for cell in cells for name in _functions(cell)}
    for cell in cells:
        pieces.append(_defining(cell.text, functions))
        starts.append((line, cell.name))
        line += pieces[-1].count("\n") + 1
    return Source("\n".join(pieces) + "\n", file, tuple(starts))


def one_text(cells: Sequence[Cell]) -> str:
    """The cells of a file as its text: each at its own line, those that replace a function at the end."""
    text = ""
    for cell in cells:
        text += "\n" * max(cell.line - 1 - text.count("\n"), int(text[-1:] not in ("", "\n"))) + cell.text
    return text


def _functions(cell: Cell) -> set[str]:
    try:
        return {node.name for node in ast.parse(cell.text).body if isinstance(node, ast.FunctionDef)}
    except (SyntaxError, ValueError, RecursionError):
        return set()


def _defining(text: str, functions: set[str]) -> str:
    """The cell with its other statements as comments, so that every line keeps its place."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return text  # told as what it is, with its line
    lines = text.split("\n")
    for node in body:
        if not _kept(node, functions):
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = f"# {lines[number]}"
    return "\n".join(lines)


def _kept(node: ast.stmt, functions: set[str]) -> bool:
    """Does a statement define something without calling the learner's own functions?"""
    if isinstance(node, ast.ImportFrom) and node.module == "grader.notebook":
        return False
    if isinstance(node, ast.Assign | ast.AnnAssign):
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        return not names & functions
    return isinstance(node, _DEFINING)
