"""A few lines of plain numpy that show what a visible check looks at: at most eight, to be run or pasted.

The statements are the check's own. Where it compares, the script prints what came and what should have come; of
several comparisons only the one that fails.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from grader.core.errors import UsageError
from grader.core.languages import both
from grader.core.model import Assignment
from grader.course.visible_checks import VisibleCheck, VisibleSuite

__all__ = ["LONGEST", "script"]

LONGEST = 8
_COMPARING = {"agree": (1, 2), "assert_allclose": (0, 1), "assert_array_equal": (0, 1), "assert_equal": (0, 1)}


def script(
    assignment: Assignment,
    suite: VisibleSuite,
    check: VisibleCheck,
    here: Path,
    failing_line: int | None,
    in_notebook: bool = False,
) -> str:
    """The lines. `failing_line` is the line of the check that fails. Raises UsageError where it is unknown.

    Lines for a notebook's cell call the functions by their own names, since they are defined there.
    """
    tree = ast.parse(suite.source)
    node = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == check.test)
    if suite.needs_pytest and (node.args.args or node.decorator_list):
        raise UsageError(both("usage.repro_fixtures", check=check.id, test=check.test))
    module = Path(assignment.file).stem
    alias = _alias(tree)
    body = node.body[1:] if ast.get_docstring(node) is not None else list(node.body)
    comparing = [i for i, statement in enumerate(body) if _compared(statement) is not None]
    failing = [i for i in comparing if failing_line and body[i].lineno <= failing_line <= (body[i].end_lineno or 0)]
    before_all = failing_line and comparing and failing_line < body[comparing[0]].lineno
    chosen = set(failing or (comparing[:1] if before_all else comparing))
    out = []
    for i, statement in enumerate(body):
        if i in comparing and i not in chosen:
            continue
        if failing and i > failing[0]:
            break
        out += _lines(statement)
    text = "\n".join(out)
    if in_notebook:
        plain = re.sub(rf"\b{re.escape(alias or module)}\.", "", text).splitlines()
        out = [*(["import math"] if "math." in text else []), "import numpy as np", *plain]
    else:
        out = [*_imports(text, _folder(assignment, here), module, alias), *out]
    return "\n".join(out[: LONGEST if len(out) > LONGEST else None]) + "\n"


def _alias(tree: ast.Module) -> str:
    """The name under which the checks call the learner's module."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and "module_from_spec" in ast.unparse(node.value):
            return ast.unparse(node.targets[0])
    return ""


def _folder(assignment: Assignment, here: Path) -> str:
    """The folder of the learner's file, as seen from where the command runs."""
    folder, here = assignment.folder.resolve(), here.resolve()
    return folder.relative_to(here).as_posix() if folder.is_relative_to(here) else folder.as_posix()


def _imports(text: str, folder: str, module: str, alias: str) -> list[str]:
    names = [name for name, used in (("math", "math."), ("sys", "")) if used in text]
    out = [f"import {', '.join(names)}", f"sys.path.insert(0, {folder!r})"] if folder != "." else []
    if folder == "." and "math" in names:
        out = ["import math"]
    called = f" as {alias}" if alias and alias != module else ""
    return [*out, "import numpy as np", f"import {module}{called}"]


def _compared(statement: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """What came and what should have come, where a statement compares the two."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        name = ast.unparse(statement.value.func).rpartition(".")[2]
        places = _COMPARING.get(name)
        if places and len(statement.value.args) > max(places):
            return statement.value.args[places[0]], statement.value.args[places[1]]
    if isinstance(statement, ast.Assert) and isinstance(statement.test, ast.Compare):
        [first, *others] = statement.test.ops
        if isinstance(first, ast.Eq) and not others:
            return statement.test.left, statement.test.comparators[0]
    return None


def _lines(statement: ast.stmt) -> list[str]:
    pair = _compared(statement)
    if pair is not None:
        got, expected = (ast.unparse(side) for side in pair)
        return [f'print("got", {got}, "expected", {expected}, sep="\\n")']
    if isinstance(statement, ast.Assert):
        return [f'print("this should hold:", {ast.unparse(statement.test)})']
    return ast.unparse(statement).splitlines()
