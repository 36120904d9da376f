"""The learner's program, loaded: its cells are run in a module, and what goes wrong costs a statement, not the file.

One way of loading for every process that runs learner code: the worker in the sandbox (`worker.py`) and the process of
visible checks at home (`visible_start.py`). What passes at home is therefore graded as the same module. Standard
library only; loaded by path, and knows nothing of the grader.

    program = Program()
    program.given({"cells": [[text, name, line], ...], "modules": {}, "notebook": False, "seconds": 5.0})
    problems = program.load()  # each one plain data; the functions are in `program.module`

A problem is {"kind", "type", "bases", "words", "where", "function", "own", "cell", "line", "defines"}. Its kind is

raised       the statement on `line` raised, or is no Python; `defines` are the names that it would have given
undecorated  a decorator on `line` could not be had, so that what is under it was defined without it
stopped      the statement was stopped, since it took longer than a statement may; `words` are the seconds
left_out     from this statement on only imports, definitions and plain assignments were run
"""

# The learner's own code is compiled here too and inherits this: annotations are never evaluated, so that one that
# names a missing module costs nothing.
from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import re
import sys
import types
from collections.abc import Mapping
from typing import Any

__all__ = ["NAME", "Program", "start_ticks"]


def _beside(name: str) -> types.ModuleType:
    """A neighbour of this file: in the package where there is one, by path in a bare interpreter."""
    if __package__:
        return importlib.import_module(f"{__package__}.{name}")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"_loading_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_statements, _clock, _helpers, _notebook, _columns = map(
    _beside, ("statements", "statement_clock", "helper_modules", "notebook_names", "columns")
)

start_ticks = _clock.start_ticks
Record = dict[str, object]
NAME = "submission"  # what the module is called
_UNREADABLE = (SyntaxError, ValueError, MemoryError, RecursionError)
_TOLD = 50  # problems that are told; what goes wrong after them is passed over all the same
_FILE = re.compile(r"([^\W\d]\w*)(?:\.ipynb cell \d+|\.py)")


class _Running:
    """A text whose statements are being run: a cell, or a helper module that a cell imports."""

    def __init__(self, name: str, source: str | list[ast.stmt], namespace: dict[str, Any]) -> None:
        self.name, self.namespace = name, namespace
        self._source = source

    @property
    def body(self) -> list[ast.stmt]:
        """Its statements, read when they are first needed: most cells run to their end."""
        if isinstance(self._source, str):
            self._source = ast.parse(self._source, self.name).body
        return self._source


class Program:
    """The learner's module and the cells it is made from.

    `module` is the module as it was loaded last; `names` are what its cells and helper modules are called in a
    traceback, so that frames of the learner's own code can be told from others.
    """

    def __init__(self) -> None:
        self.module = types.ModuleType(NAME)
        self.cells: list[tuple[str, str, int]] = []  # text, name, first line
        self.names: set[str] = set()
        self.presets: Mapping[str, object] = {}  # names that the module has before its first statement
        self.passed: dict[tuple[str, int], Record | None] = {}  # statements that are not run again -> their problem
        self._seconds = 0.0
        self._defining = False
        self._helpers: Any = None
        self._compiled: dict[tuple[str, str, int], types.CodeType] = {}
        self._problems: list[Record] = []
        self._running: list[_Running] = []
        self._aliases: set[str] = set()  # names in `sys.modules` that stand for the module
        self._timer: Any = None

    def given(self, source: Mapping[str, Any]) -> None:
        """Take what is to be loaded.

        cells     [[text, name, first line], ...]
        modules   dotted name -> text of the helper modules that can be imported
        notebook  the module has the names that every notebook has, and is called "__main__"
        seconds   CPU seconds for all statements, of which one may take half; 0 (the default) watches nothing
        defining  run imports, definitions and plain assignments alone
        passed    [[name, line], ...]: statements that are left out
        """
        self.cells = [(text, name, line) for text, name, line in source["cells"]]
        self.names = {name for _, name, _ in self.cells}
        self.presets = _notebook.names() if source.get("notebook") else {}
        self.passed = dict.fromkeys((name, line) for name, line in source.get("passed", ()))
        self._seconds, self._defining = source.get("seconds", 0.0), bool(source.get("defining"))
        modules = source.get("modules") or {}
        if modules or self.presets:
            self._helpers = _helpers.HelperModules(modules, _notebook.STAND_INS if self.presets else {}, self._run_text)
            self.names |= self._helpers.files

    def load(self, module: types.ModuleType | None = None) -> list[Record]:
        """Run the cells in a new module (or in `module`, which is new), one after another: what went wrong."""
        self.module = types.ModuleType(NAME) if module is None else module
        self.module.__dict__.update(self.presets)
        if self._helpers is not None:
            self._helpers.begin()
        sys.modules[NAME] = self.module
        self._known_by_its_file()
        defining, self._problems, self._running = self._defining, [], []
        with _clock.StatementClock(self._seconds, self._stands) as clock:
            self._timer = clock
            for text, name, line in self.cells:
                self._run_text(text, name, self.module.__dict__, line)
        self._defining = defining
        return self._problems[:_TOLD]

    def callables(self) -> list[str]:
        """The names of the module's functions, those that the learner wrote first: `import *` brings hundreds."""
        values = {name: value for name, value in vars(self.module).items() if callable(value) and name[:1] != "_"}
        written = {name for name, one in values.items() if type(one) is types.FunctionType and self._wrote(one)}
        return [*(n for n in values if n in written), *(n for n in values if n not in written and self.own(n))][
            : _TOLD * 2
        ]

    def _wrote(self, function: types.FunctionType) -> bool:
        return function.__code__.co_filename in self.names

    def own(self, name: str) -> bool:
        """Is the module's name the learner's, and not one that every notebook has?"""
        return name not in self.presets or self.module.__dict__.get(name) is not self.presets[name]

    def _known_by_its_file(self) -> None:
        """A helper module, or a cell, that imports the file itself gets this module instead of a second one."""
        found = _FILE.match(self.cells[0][1]) if self.cells else None
        if found and (found[1] not in sys.modules or found[1] in self._aliases):
            sys.modules[found[1]] = self.module
            self._aliases.add(found[1])

    # -- running ------------------------------------------------------------------------------------------------

    def _run_text(self, text: str, name: str, namespace: dict[str, Any], first: int = 1) -> None:
        """Run a cell or a helper module; an error costs its own statement and what needs that one."""
        source = "\n" * (first - 1) + text  # so that a traceback counts the lines of the learner's file
        if self._defining or any(cell == name for cell, _ in self.passed):
            self._run_chosen(text, name, namespace, first)
            return
        try:
            code = self._compiled.get((text, name, first))
            if code is None:
                code = self._compiled[text, name, first] = compile(source, name, "exec")
        except _UNREADABLE:
            self._run_chosen(text, name, namespace, first)
            return
        running = _Running(name, source, namespace)
        error = self._raised(code, running)
        if error is not None:
            self._go_on(running, error)

    def _raised(self, code: types.CodeType, running: _Running) -> BaseException | None:
        """Run code of `running`: what it raised, None where it came to its end."""
        self._running.append(running)
        try:
            exec(code, running.namespace)
        except BaseException as error:
            return error
        finally:
            self._running.pop()
        return None

    def _go_on(self, running: _Running, error: BaseException) -> None:
        """Note the statement that raised, then run those behind it one by one."""
        body = running.body
        at = _statements.place(body, error, running.name)
        if at < len(body):
            self._failed(body[at], running, error)
        for statement in body[at + 1 :]:
            self._run_statement(statement, running)

    def _run_chosen(self, text: str, name: str, namespace: dict[str, Any], first: int) -> None:
        """Run a text statement by statement, as far as each can be read and is not to be left out."""
        for piece, line, body in _statements.pieces(text, first, whole=True):
            if isinstance(body, BaseException):
                defines = _statements.named_in(piece)
                at = (getattr(body, "lineno", None) or 1) + line - 1
                self._note(body, name, at, defines)
                continue
            running = _Running(name, body, namespace)
            for statement in body:
                self._run_statement(statement, running)

    def _run_statement(self, statement: ast.stmt, running: _Running) -> None:
        """Run one statement, unless it is to be left out."""
        spot = running.name, _statements.first_line(statement)
        if spot in self.passed:
            self._tell(self.passed[spot])
            return
        if self._defining and not _statements.defining(statement, running.namespace):
            self.passed[spot] = None
            return
        try:
            code = compile(ast.Module(body=[statement], type_ignores=[]), running.name, "exec")
        except _UNREADABLE as error:
            self._note(error, running.name, getattr(error, "lineno", None) or spot[1], _statements.bound(statement))
            return
        raised = self._raised(code, running)
        if raised is not None:
            self._failed(statement, running, raised)

    def _failed(self, statement: ast.stmt, running: _Running, error: BaseException) -> None:
        """A statement raised: note it, or define its function without the decorator that cannot be had."""
        defines = _statements.bound(statement)
        if isinstance(error, _clock.StatementStopped):
            first = _statements.first_line(statement)
            self._note(error, running.name, first, defines, "stopped", passed=(running.name, first))
            if self._timer.over and not self._defining:
                self._defining = True
                self._note(error, running.name, first, [], "left_out")
            return
        line = _statements.line_of(error, running.name) or _statements.first_line(statement)
        less = _statements.without_missing(statement, error, running.name)
        if less is None:
            self._note(error, running.name, line, defines)
            return
        if less[1]:
            self._note(error, running.name, line, defines, "undecorated")
        self._run_statement(less[0], running)

    def _stands(self, frame: types.FrameType | None) -> object:
        """The statement that is being run, for the clock: something that is equal for the same statement only."""
        running = self._running[-1] if self._running else None
        while frame is not None and running is not None:
            code = frame.f_code
            if code.co_filename == running.name and code.co_name == "<module>":
                at = _statements.at_line(running.body, frame.f_lineno)
                return len(self._running), running.name, at
            frame = frame.f_back
        return None

    # -- telling ------------------------------------------------------------------------------------------------

    def _note(
        self,
        error: BaseException,
        name: str,
        line: int,
        defines: list[str],
        kind: str = "raised",
        passed: tuple[str, int] | None = None,
    ) -> None:
        """Remember what went wrong with a statement; one that has `passed` is told again whenever it is left out."""
        record = self.describe(error)
        record.update(kind=kind, cell=name, line=line, defines=defines[:100])
        if kind == "stopped":
            record["words"] = f"{self._timer.allowed:g}"
        if passed is not None:
            self.passed[passed] = record
        self._tell(record)

    def _tell(self, record: Record | None) -> None:
        if record is not None and len(self._problems) < _TOLD:
            self._problems.append(record)

    def describe(self, error: BaseException) -> Record:
        """The exception as plain data: its type, its words, and where in the learner's own code it stands."""
        where, function, own, columns = None, "", False, None
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename in self.names:
                where, function, own = [code.co_filename, trace.tb_lineno], code.co_name, True
                columns = _columns.columns_of(trace)
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
            "columns": columns,
            "function": function[:60],
            "own": own,
        }
