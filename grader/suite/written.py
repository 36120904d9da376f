"""Which of an assignment's functions have work in them, by the text of a program: where "not started" is decided.

A function is a stub as long as it has nothing but what it was given: its docstring, `pass`, `...`, the statements of
the exercise, and the `raise NotImplementedError()`. One that has more and still raises is not right yet; the line to
delete is told.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Iterable, Mapping
from pathlib import Path

from grader.core.errors import SpecError
from grader.core.model import Assignment, Outcome, Step, Submission
from grader.course.stubs import ORIGINAL, stub
from grader.execution.failures import CallFailed
from grader.execution.statements import pieces

__all__ = ["UNFINISHED", "PartWritten", "Unfinished", "WrittenFunctions", "given"]

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_STUB = "NotImplementedError"
UNFINISHED = ("still_raises", "partly", "partly_missing")
"""Messages that are true of a step whatever it builds on."""


@dataclasses.dataclass(frozen=True)
class PartWritten:
    """A step of several functions of which some are written: the first that is not, and whether it is there at all."""

    done: int
    count: int
    function: str
    there: bool


@dataclasses.dataclass(frozen=True)
class Unfinished:
    """What is said of a function with work in it that still raises, or of a step of which a part is written."""

    message: str
    function: str
    line: int | None  # to look at
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class WrittenFunctions:
    """The functions of a program as they are written."""

    nodes: Mapping[str, FunctionNode]  # the last definition of each
    given: Mapping[str, frozenset[str]]  # function -> the statements that the exercise has in it
    cells: Mapping[str, str] = dataclasses.field(default_factory=dict)  # function -> the cell or file it stands in

    @classmethod
    def of(cls, submission: Submission, assignment: Assignment) -> WrittenFunctions:
        """The functions of what was handed in, also those of helper modules and of cells that are no Python."""
        nodes: dict[str, FunctionNode] = {}
        cells: dict[str, str] = {}
        modules = ((text, f"{name.replace('.', '/')}.py", 1) for name, text in submission.modules.items())
        for text, name, line in (*modules, *((cell.text, cell.name, cell.line) for cell in submission.cells)):
            for _, _, body in pieces(text, line, whole=True):
                for node in functions_in(body) if isinstance(body, list) else ():
                    nodes[node.name], cells[node.name] = node, name
        return cls(nodes, given(assignment.folder, assignment.file), cells)

    def has_work(self, function: str) -> bool:
        """Is there a function of that name with more in it than was given?"""
        node = self.nodes.get(function)
        return node is not None and self._work(node)

    def _work(self, node: FunctionNode) -> bool:
        known = self.given.get(node.name, frozenset())
        return any(not _idle(one) and ast.dump(one) not in known for one in node.body)

    def standing(self, function: str) -> int | None:
        """The line of a `raise NotImplementedError()` that was left standing in a function with work in it."""
        node = self.nodes.get(function)
        if node is None or not self._work(node):
            return None
        return min((one.lineno for one in ast.walk(node) if isinstance(one, ast.Raise) and _raises(one)), default=None)

    def part(self, assignment: Assignment, step: Step) -> PartWritten | None:
        """How far a step of several functions of its own has come; None where none or all of them are written."""
        own = [name for name in step.functions if assignment.step_of(name) == step]
        missing = [name for name in own if not self.has_work(name)]
        if not missing or len(missing) == len(own):
            return None
        return PartWritten(len(own) - len(missing), len(own), missing[0], missing[0] in self.nodes)

    def unfinished(self, message: str, function: str, assignment: Assignment, step: Step) -> Unfinished | None:
        """What is to be said instead of "untouched" or "missing" of a function that a check of `step` has met."""
        if message == "untouched":
            line = self.standing(function)
            if line is not None:
                return Unfinished("still_raises", function, line)
            if function in self.nodes and not any(map(_raises, ast.walk(self.nodes[function]))):
                return Unfinished("raised", function, None, {"type": _STUB, "words": ""})  # by what it calls
        if message in ("untouched", "missing") and function in step.functions and not self.has_work(function):
            part = self.part(assignment, step)
            if part is not None:
                key = "partly" if part.there else "partly_missing"
                node = self.nodes.get(part.function)
                params = {"done": part.done, "count": part.count}
                return Unfinished(key, part.function, node.lineno if node else None, params)
        return None

    def told(self, failure: CallFailed, assignment: Assignment, step: Step) -> CallFailed:
        """The failure of a call as it is told: what still raises though there is work is not "not started"."""
        function = failure.raised_in or str(failure.params.get("function", ""))
        found = self.unfinished(failure.message, function, assignment, step)
        if found is None:
            return failure
        params: dict[str, object] = {**failure.params, **found.params, "function": found.function}
        where = (self.cells.get(found.function, assignment.file), found.line) if found.line else failure.where
        told = CallFailed(Outcome.CRASHED, found.message, where, **params)
        told.raised_in = failure.raised_in
        return told


def functions_in(body: Iterable[ast.stmt]) -> list[FunctionNode]:
    """The functions that stand at the top level, also in a block there (`if`, `try`, `with`)."""
    found: list[FunctionNode] = []
    for node in body:
        if isinstance(node, FunctionNode):
            found.append(node)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            found += functions_in(one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt))
    return found


def _raises(node: ast.AST) -> bool:
    """Is it `raise NotImplementedError`, with or without words?"""
    if not isinstance(node, ast.Raise):
        return False
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(raised, ast.Name) and raised.id == _STUB


def _idle(node: ast.stmt) -> bool:
    """Does a statement do nothing?"""
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, ast.Pass) or _raises(node)


@functools.lru_cache(maxsize=32)
def given(folder: Path, file: str) -> Mapping[str, frozenset[str]]:
    """Function -> the statements that the exercise of an assignment gives in it, from its reference or its kit."""
    kept = folder.parent.parent / ORIGINAL / folder.name / file
    for path in (kept, folder / file):
        try:
            source = path.read_text(encoding="utf-8")
            if path is kept or "BEGIN SOLUTION" in source:
                body = ast.parse(stub(source, file)).body
                return {node.name: frozenset(map(ast.dump, node.body)) for node in functions_in(body)}
        except (OSError, ValueError, SyntaxError, SpecError):
            continue
    return {}
