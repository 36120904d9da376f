"""Which functions of an assignment have work in them: by text, since nothing that was handed in is run to be chosen."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grader.core.errors import SpecError
from grader.core.model import Assignment
from grader.course.stubs import original

__all__ = ["written_functions"]

_HEAD = re.compile(r"\n(?:(?:async[ \t]+)?def[ \t]+(\w+)|(\w+)[ \t]*=(?!=))")  # `^` would look at every character
_BLOCK_END = re.compile(r"\n[^\s#)\]}]")


def written_functions(texts: Iterable[str], assignment: Assignment) -> Mapping[str, str]:
    """The functions of the assignment in which somebody has worked, in the texts of a file's cells, with their text.

    None of these is work: the stub, a body that is only `pass`, `...`, `return`, a docstring or a `raise
    NotImplementedError`, and a function as the exercise had it.
    """
    given = _as_given(assignment.folder, assignment.id, assignment.file)
    found: dict[str, str] = {}
    for text in texts:
        for name, block in _definitions(text, frozenset(assignment.functions)):
            # the last definition is the one that counts
            found[name] = block.strip() if _has_work(block, given.get(name)) else ""
    return {name: block for name, block in found.items() if block}


def _definitions(text: str, functions: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The text of each definition at the top level, up to the next statement there."""
    text = "\n" + text
    for head in _HEAD.finditer(text):
        name = head[1] or head[2]
        if name in functions:
            end = _BLOCK_END.search(text, head.end())
            yield name, text[head.start() + 1 : end.start() + 1 if end is not None else len(text)]


def _has_work(block: str, given: str | None) -> bool:
    try:
        [node] = ast.parse(block).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _has_lines(block)
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant))
    if all(map(_is_nothing, node.body)):
        return False
    return given is None or _body(node) != given


def _is_nothing(node: ast.stmt) -> bool:
    """True for a statement that does no work."""
    if isinstance(node, ast.Pass):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)  # a docstring, `...`
    if isinstance(node, ast.Return):
        return node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
    raised = node.exc.func if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) else None
    raised = node.exc if isinstance(node, ast.Raise) and raised is None else raised
    return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"


def _has_lines(block: str) -> bool:
    """Of a definition that does not parse: has it a line that the stub has not?"""
    body = re.sub(r'""".*?"""|\'\'\'.*?\'\'\'', "", block.partition("\n")[2], flags=re.DOTALL)
    lines = (line.strip() for line in body.split("\n"))
    return any(
        line and not line.startswith(("#", "raise NotImplementedError")) and line not in ("pass", "...", "return")
        for line in lines
    )


def _body(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The statements of a function, whatever its docstring."""
    try:
        parts = [
            part for part in node.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
        ]
        return "\n".join(map(ast.dump, parts))
    except RecursionError:
        return ""


@functools.lru_cache(maxsize=16)
def _as_given(folder: Path, name: str, file: str) -> Mapping[str, str]:
    """Function -> its statements as the exercise was given out, where that is known here."""
    try:
        text = original(folder.parent.parent, name, file)
        body = ast.parse(text).body if text is not None else []
    except (OSError, UnicodeDecodeError, SpecError, SyntaxError, ValueError):
        return {}
    return {node.name: _body(node) for node in body if isinstance(node, ast.FunctionDef)}
