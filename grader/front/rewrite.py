"""Rewriting cells of an nbgrader assignment by position, so that their text stays as its author wrote it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

__all__ = ["as_hidden_test", "solution_cell", "split_regions"]

_MARK = re.compile(r"\s*#+\s*(BEGIN|END) SOLUTION\b")
_HIDDEN = re.compile(r"\s*#+\s*(BEGIN|END) HIDDEN TESTS\b")


def split_regions(source: str) -> tuple[str, str]:
    """A test cell's visible part and its hidden part."""
    parts: tuple[list[str], list[str]] = ([], [])
    inside = False
    for line in source.splitlines():
        marker = _HIDDEN.match(line)
        if marker:
            inside = marker.group(1) == "BEGIN"
        else:
            parts[inside].append(line)
    return "\n".join(parts[0]).strip("\n"), "\n".join(parts[1]).strip("\n")


def solution_cell(source: str, tree: ast.Module) -> tuple[str, list[str], list[str]]:
    """The cell with each function's whole body between the solution markers, its functions, and what is left to do.

    nbgrader may mark a part of a body, or nothing and blank the whole cell; here what a learner writes is the body.
    """
    kept = [line for line in source.splitlines() if not _MARK.match(line)]
    text = "\n".join(kept)
    body = ast.parse(text).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    complaints = []
    others = [node for node in body if not isinstance(node, ast.FunctionDef | ast.Import | ast.ImportFrom)]
    for node in others:
        if isinstance(node, ast.ClassDef):
            complaints.append(f"class {node.name}: only functions can be answers; wrap it in a function")
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            shown = ast.unparse(node).splitlines()[0][:60]
            complaints.append(f"`{shown}` is an answer outside a function; make it a function that returns it")
    lines = list(kept)
    for node in reversed(functions):
        first = node.body[0]
        documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(node.body) > 1
        start = (node.body[1].lineno if documented else first.lineno) - 1
        if documented:
            start = first.end_lineno or start  # keep comments below the docstring inside the region
        else:
            start = node.body[0].lineno - 1
        indent, end = " " * node.body[-1].col_offset, node.end_lineno or len(lines)
        if start < node.lineno:  # a body on the line of its `def`
            row = lines[start].encode()
            indent = " " * (node.col_offset + 4)
            lines[start : start + 1] = [
                row[: first.col_offset].decode().rstrip(),
                indent + row[first.col_offset :].decode(),
            ]
            start, end = start + 1, end + 1
        lines.insert(end, f"{indent}# END SOLUTION")
        lines.insert(start, f"{indent}# BEGIN SOLUTION")
        if not documented and not ast.get_docstring(node):
            complaints.append(f"{node.name}(): has no docstring; say what it takes and returns, with shapes")
    return "\n".join(lines), [node.name for node in functions], complaints


def as_hidden_test(source: str, functions: Sequence[str], owner: str = "learner") -> tuple[str, list[str]]:
    """A test cell's code with the learner's functions called through `owner`, and what is left to do."""
    lines = [line for line in source.splitlines() if not line.lstrip().startswith(("%", "!", "### AUTOTEST"))]
    text = "\n".join(lines).strip("\n")
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        return "", [f"no Python ({error.msg}); write the check by hand"]
    rows = text.encode().splitlines(keepends=True)
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in functions]
    for node in sorted(names, key=lambda node: (-node.lineno, -node.col_offset)):
        if isinstance(node.ctx, ast.Load) and node.id not in defined:
            row = rows[node.lineno - 1]
            rows[node.lineno - 1] = row[: node.col_offset] + f"{owner}.".encode() + row[node.col_offset :]
    complaints = []
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not isinstance(tree.body[-1].value, ast.Call):
        complaints.append("its last line is a partial score; make each part a check of its own, with points")
    if not any(isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(tree)) and "assert" not in text:
        complaints.append("nothing is asserted; write what has to hold")
    return b"".join(rows).decode(), complaints
