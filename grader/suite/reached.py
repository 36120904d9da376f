"""Which functions a learner's function may call, as its source says; the source is read, never run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator

from grader.core.model import Cell

__all__ = ["Reached"]


class Reached:
    """The names at the top of a submission's cells, and what each of them uses."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        """Cells that are no Python are passed over: what they define does not exist."""
        self._uses: dict[str, frozenset[str]] = {}
        for cell in cells:
            for statement in _statements(cell.text):
                used = frozenset(node.id for node in ast.walk(statement) if isinstance(node, ast.Name))
                for name in _bound(statement):
                    self._uses[name] = used  # the last definition counts

    def by(self, function: str) -> frozenset[str]:
        """`function` and every name at the top of the file that it uses, through others too."""
        found, todo = {function}, [function]
        while todo:
            new = (self._uses.get(todo.pop(), frozenset()) & self._uses.keys()) - found
            found |= new
            todo += new
        return frozenset(found)


def _statements(text: str) -> Iterator[ast.stmt]:
    """Every statement outside functions and classes, those inside an `if`, `try`, `with` or loop as well."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            todo: list[ast.AST] = [*reversed(ast.parse(text).body)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    while todo:
        node = todo.pop()
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt | ast.ExceptHandler)]
            todo += reversed(inner)


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for node in (node for target in targets for node in ast.walk(target)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
