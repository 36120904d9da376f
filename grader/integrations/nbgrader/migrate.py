"""An nbgrader assignment of anybody's -> the files of a `solutions/NAME/`, as far as that goes, and what is left.

A test cell that nbgrader scores becomes a step: its functions are those of the solution cells since the test cell
before it, its points are the cell's, its asserts become a hidden check in which the functions are the learner's. The
notebook is read as text and as a syntax tree; nothing of it is run.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from grader.core.errors import UsageError
from grader.integrations.nbgrader.submitted import read

__all__ = ["MigrationPlan", "as_hidden_test", "migrated", "solution_cell", "split_regions"]


@dataclasses.dataclass(frozen=True, slots=True)
class MigrationPlan:
    """What is to be written, and what a person has to finish."""

    name: str
    files: Mapping[str, str]  # path inside solutions/NAME -> text
    todo: tuple[str, ...]
    source: str

    def notes(self, todo: Sequence[str]) -> str:
        """The text of MIGRATION.md."""
        lines = [f"# {self.name}: taken over from {self.source}", ""]
        lines += ["What a person has to finish:", ""] if todo else ["Nothing is left to finish."]
        return "\n".join([*lines, *(f"- [ ] {line}" for line in todo)]) + "\n"


@dataclasses.dataclass
class _Step:
    """A step as it is gathered from the cells."""

    id: str
    title: str
    functions: list[str]
    points: Fraction
    tests: list[tuple[str, str]]  # grade id and source of its test cells


def migrated(path: Path, name: str | None = None) -> MigrationPlan:
    """Read a notebook and plan the new assignment. Raises UsageError where there is nothing to take over."""
    handed = read(path)
    if handed.problem is not None:
        raise UsageError(handed.problem)
    chosen = name or re.sub(r"\W+", "_", path.stem).strip("_").lower() or "assignment"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", chosen):
        raise UsageError(f"{chosen!r} is no name for an assignment: small letters, digits and _; give one with --name")
    if not any("nbgrader" in cell["metadata"] for cell in handed.cells):
        raise UsageError(f"{path}: no cell has nbgrader's metadata; take the instructor's version, from source/")
    return _Migration(chosen, path.name, handed.cells).plan()


class _Migration:
    """One pass over the cells."""

    def __init__(self, name: str, source: str, cells: Sequence[dict[str, Any]]) -> None:
        self.name, self.source, self.cells = name, source, cells
        self.todo: list[str] = []
        self.steps: list[_Step] = []
        self.python: list[str] = []
        self.given: dict[str, str] = {}  # name that a cell outside functions defines -> where
        self.functions: list[str] = []  # of the solution cells since the last test cell
        self.heading = ""

    def plan(self) -> MigrationPlan:
        for number, cell in enumerate(self.cells, start=1):
            mark = cell["metadata"].get("nbgrader", {})
            where = f"cell {number}" + (f" ({mark['grade_id']})" if isinstance(mark.get("grade_id"), str) else "")
            self._cell(cell, mark if isinstance(mark, dict) else {}, where)
        if not self.steps:
            raise UsageError(
                f"{self.source}: no test cell that nbgrader scores follows a function; nothing to take over"
            )
        if self.functions:
            self.todo.append(f"{', '.join(self.functions)}(): no scored test cell follows; it is in no step")
        files = {f"{self.name}.py": "\n\n".join(self.python) + "\n", "assignment.yaml": self._manifest()}
        for step in self.steps:
            files[f"hidden/test_{step.id}.py"] = self._hidden(step)
        files[f"public/test_{self.name}.py"] = self._public()
        self.todo.append(
            "languages: [en] in assignment.yaml is a guess; name the language that the notebook is written in"
        )
        self.todo.append(
            "mistakes/: write down wrong answers you have seen, one a file; `grader verify` holds the checks to them"
        )
        return MigrationPlan(self.name, files, tuple(dict.fromkeys(self.todo)), self.source)

    def _cell(self, cell: dict[str, Any], mark: Mapping[str, Any], where: str) -> None:
        source, code = cell["source"].strip(), cell["cell_type"] == "code"
        if code and ("### AUTOTEST" in source or "### HASHED AUTOTEST" in source):
            self.todo.append(
                f"{where}: AUTOTEST lines are made into asserts by nbgrader; write those as checks by hand"
            )
        if mark.get("task") or (mark.get("grade") and mark.get("solution")):
            points = _points(mark.get("points"))
            self.todo.append(f"{where}: marked by a person ({points} points): make it an open question in quiz.yaml")
            return
        if mark.get("grade"):
            if code:
                self._test(source, mark, where)
            return
        if not code:
            self._markdown(source)
            return
        self._code(source, bool(mark.get("solution")), where)

    def _markdown(self, source: str) -> None:
        heads = re.findall(r"^#{1,6}\s+(.+)$", source, re.MULTILINE)
        self.heading = heads[-1].strip() if heads else self.heading
        if source:
            self.python.append("# %% [markdown]\n" + "\n".join(f"# {line}".rstrip() for line in source.splitlines()))

    def _code(self, source: str, solution: bool, where: str) -> None:
        lines = [re.sub(r"^(\s*)[%!?].*$", "", line) for line in source.splitlines()]
        if lines != source.splitlines():
            self.todo.append(f"{where}: lines for the notebook's shell (%, !) were left out")
        source = "\n".join(lines).strip()
        try:
            tree = ast.parse(source)
        except SyntaxError as error:
            self.todo.append(f"{where}: no Python ({error.msg}, line {error.lineno}); left out")
            return
        if solution:
            text, functions, complaints = solution_cell(source, tree)
            self.todo += [f"{where}: {complaint}" for complaint in complaints]
            self.functions += functions
            source = text
        elif source:
            self.given |= dict.fromkeys(_bound(tree), where)
        if source:
            self.python.append(f"# %%\n{source}")

    def _test(self, source: str, mark: Mapping[str, Any], where: str) -> None:
        grade_id = str(mark.get("grade_id", "")) or f"test_{len(self.steps) + 1}"
        points = _points(mark.get("points"))
        if self.functions:
            taken = {step.id for step in self.steps}
            base = re.sub(r"\W+", "_", self.functions[0]).strip("_").lower()
            unique = base if base not in taken else f"{base}_{len(self.steps) + 1}"
            title = re.sub(r"[*_`#]", "", self.heading) or self.functions[0]
            self.steps.append(_Step(unique, title, self.functions, points, [(grade_id, source)]))
            self.functions, self.heading = [], ""
        elif self.steps:  # a second test cell of the same functions
            self.steps[-1].points += points
            self.steps[-1].tests.append((grade_id, source))
        else:
            self.todo.append(f"{where}: tests something that no function of a solution cell answers; left out")

    def _manifest(self) -> str:
        """assignment.yaml; whole points, scaled where nbgrader's were not whole."""
        factor = max((step.points.denominator for step in self.steps), default=1)
        if factor > 1:
            self.todo.append(f"assignment.yaml: points were not whole numbers; all are {factor} times what they were")
        whole = []
        for step in self.steps:
            scaled = step.points * factor
            if scaled.denominator != 1 or scaled < 1:
                self.todo.append(
                    f"assignment.yaml: step {step.id} had {step.points} points; it needs a whole number from 1"
                )
            whole.append(max(1, round(scaled)))
        lines = ["schema: grader/assignment/1", f"id: {self.name}", "languages: [en]"]
        lines += [f"title: {_quoted(self.name.replace('_', ' '))}", f"file: {self.name}.py"]
        lines += [f"points: {{code: {sum(whole)}, quiz: 0}}", "steps:"]
        for step, points in zip(self.steps, whole, strict=True):
            lines += [f"  - id: {step.id}", f"    title: {_quoted(step.title)}"]
            lines += [f"    functions: [{', '.join(step.functions)}]", f"    points: {points}"]
        return "\n".join(lines) + "\n"

    def _all_functions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for step in self.steps for name in step.functions))

    def _hidden(self, step: _Step) -> str:
        lines = [
            f'"""{step.title}: taken over from {self.source}."""',
            "",
            "import numpy as np",
            "from pytest import mark",
            "",
        ]
        lines += ["points = mark.points", ""]
        for i, (grade_id, source) in enumerate(step.tests):
            visible, hidden = split_regions(source)
            body, complaints = as_hidden_test("\n".join([visible, hidden]), self._all_functions())
            self.todo += [f"hidden/test_{step.id}.py ({grade_id}): {complaint}" for complaint in complaints]
            for name in sorted(_free(body) & set(self.given)):
                self.todo.append(
                    f"hidden/test_{step.id}.py ({grade_id}): uses {name}, which {self.given[name]} defines; put it in"
                )
            for name in sorted(_imported(body) - {"numpy", "pytest", "math"}):
                self.todo.append(
                    f"hidden/test_{step.id}.py ({grade_id}): imports {name}; hidden checks have numpy and pytest only"
                )
            name = re.sub(r"\W+", "_", grade_id).strip("_").removeprefix("test_") or f"check_{i + 1}"
            lines += ["", "@points(1, core=True)" if i == 0 else "@points(1)", f"def test_{name}(learner):"]
            lines += [
                f'    """{step.title}."""',
                *textwrap.indent(body or "raise AssertionError", "    ").splitlines(),
                "",
            ]
            self.todo.append(
                f"hidden/test_{step.id}.py ({grade_id}): say in the docstring what the check shows; split it, so that "
                "one slip does not cost everything"
            )
        return "\n".join(lines) + "\n"

    def _public(self) -> str:
        """The visible part of the test cells, for learners, loading the answers beside it."""
        lines = [
            '"""The visible checks: run pytest here."""',
            "import importlib.util",
            "from pathlib import Path",
            "",
            "import numpy as np",
            "",
            f'_path = Path(__file__).with_name("{self.name}.py")',
            '_spec = importlib.util.spec_from_file_location("answer", _path)',
            "answer = importlib.util.module_from_spec(_spec)",
            "_spec.loader.exec_module(answer)",
        ]
        for step in self.steps:
            for i, (_, source) in enumerate(step.tests):
                body, _ = as_hidden_test(split_regions(source)[0], self._all_functions(), "answer")
                if body.strip():
                    lines += ["", "", f"def test_{step.id}_{i + 1}():", f'    """{step.title}."""']
                    lines += textwrap.indent(body, "    ").splitlines()
        return "\n".join(lines) + "\n"


def _points(value: object) -> Fraction:
    try:
        return Fraction(str(value)).limit_denominator(100)
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def _quoted(text: str) -> str:
    """A text as a JSON string, which is a YAML string too."""
    return json.dumps(text, ensure_ascii=False)


def _bound(tree: ast.Module) -> Iterator[str]:
    """Names that a cell gives to what comes after it, imports left out."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id


def _free(source: str) -> set[str]:
    """Names that a test uses and does not define."""
    tree = ast.parse(source)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return {node.id for node in names} - stored - set(dir(builtins))


def _imported(source: str) -> set[str]:
    out = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            out |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            out.add((node.module or "").partition(".")[0])
    return out


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
