"""The learner's program, loaded: its cells are run in a module, and what goes wrong costs a statement, not the file.

One way of loading for every process that runs learner code: the worker in the sandbox (`worker.py`) and the process of
visible checks at home (`visible_start.py`). What passes at home is therefore graded as the same module. Standard
library only; loaded by path, and knows nothing of the grader.

    program = Program()
    program.given({"cells": [[text, name, line], ...]})
    problems = program.load()  # each one plain data; the functions are in `program.module`
"""

from __future__ import annotations

import ast
import re
import sys
import types
from collections.abc import Mapping
from typing import Any

__all__ = ["Program"]

Record = dict[str, object]
NAME = "submission"  # what the module is called
_TOP_LEVEL = re.compile(r"^(?=(?:def|class|async def|@|import|from)\b|@)", re.MULTILINE)
_DEFINES = re.compile(r"^(?:async\s+)?def\s+(\w+)", re.MULTILINE)


class Program:
    """The learner's module and the cells it is made from.

    `module` is the module as it was loaded last; `names` are what its cells are called in a traceback, so that frames
    of the learner's own code can be told from others.
    """

    def __init__(self) -> None:
        self.module = types.ModuleType(NAME)
        self.cells: list[tuple[str, str, int]] = []  # text, name, first line
        self.names: set[str] = set()
        self._compiled: dict[tuple[str, str, int], types.CodeType] = {}

    def given(self, source: Mapping[str, Any]) -> None:
        """Take what is to be loaded: {"cells": [[text, name, first line], ...]}."""
        self.cells = [(text, name, line) for text, name, line in source["cells"]]
        self.names = {name for _, name, _ in self.cells}

    def load(self, module: types.ModuleType | None = None) -> list[Record]:
        """Run the cells in a new module (or in `module`, which is new), one after another: what went wrong."""
        self.module = types.ModuleType(NAME) if module is None else module
        sys.modules[NAME] = self.module
        problems: list[Record] = []
        for text, name, line in self.cells:
            self._run_cell(text, name, line, problems)
        return problems[:50]

    def _run_cell(self, text: str, name: str, line: int, problems: list[Record], whole: bool = True) -> None:
        source = "\n" * (line - 1) + text  # so that a traceback counts the lines of the learner's file
        try:
            code = self._compiled.get((text, name, line))
            if code is None:
                code = self._compiled[text, name, line] = compile(source, name, "exec")
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            pieces = list(_pieces(text, line)) if whole else []
            if len(pieces) > 1:  # a cell that does not parse: its parts may
                for piece, first in pieces:
                    self._run_cell(piece, name, first, problems, whole=False)
                return
            problem = self.describe(error)
            problem.update(cell=name, line=getattr(error, "lineno", None) or line, defines=_DEFINES.findall(text))
            problems.append(problem)
            return
        try:
            exec(code, self.module.__dict__)
        except BaseException as error:
            self._go_on(ast.parse(source, name).body, name, error, problems)

    def _go_on(self, body: list[ast.stmt], name: str, error: BaseException, problems: list[Record]) -> None:
        """Note the statement that raised, then run those behind it, until one raises that is the last."""
        while True:
            line = _line_in_module(error, name)
            stopped = [statement for statement in body if statement.lineno <= line][-1:]
            problem = self.describe(error)
            defines = [s.name for s in stopped if isinstance(s, ast.FunctionDef | ast.AsyncFunctionDef)]
            problem.update(cell=name, line=line, defines=defines)
            problems.append(problem)
            body = [statement for statement in body if statement.lineno > line]
            if not body or len(problems) > 50:
                return
            try:
                exec(compile(ast.Module(body=body, type_ignores=[]), name, "exec"), self.module.__dict__)
                return
            except BaseException as again:
                error = again

    def describe(self, error: BaseException) -> Record:
        """The exception as plain data: its type, its words, and where in the learner's own file it stands."""
        where, function, own = None, "", False
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename in self.names:
                where, function, own = [code.co_filename, trace.tb_lineno], code.co_name, True
            trace = trace.tb_next
        try:
            words = str(error.msg if isinstance(error, SyntaxError) else error)
        except BaseException:
            words = ""
        bases = [base.__name__[:40] for base in type(error).__mro__[:8]]
        return {
            "type": type(error).__name__[:60],
            "bases": bases,
            "words": words[:400],
            "where": where,
            "function": function[:60],
            "own": own,
        }


def _line_in_module(error: BaseException, name: str) -> int:
    """The line of the top-level statement that raised: the outermost frame of the cell."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            return trace.tb_lineno
        trace = trace.tb_next
    return 1 << 30


def _pieces(text: str, line: int) -> list[tuple[str, int]]:
    """A cell cut at its top-level definitions and imports, each part with its first line."""
    out, position = [], 0
    for match in [*_TOP_LEVEL.finditer(text), None]:
        end = len(text) if match is None else match.start()
        if text[position:end].strip():
            out.append((text[position:end], line + text.count("\n", 0, position)))
        position = end
    return out
