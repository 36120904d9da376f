"""The learner's side of the process boundary: run the learner's cells, answer calls, describe what went wrong.

Runs inside the sandbox, in a process that holds nothing of the grader's. Whatever it says is only the
learner's answer: the grader checks it on arrival and decides from outside about time, memory and exit.
Standard library and numpy only; the fork server loads this file on its own.

Frames in: {"do": "load", "cells": JSON bytes of [[text, name, line], ...]} once, then {"do": "call", "id", "function",
"args", "kwargs"}, and {"do": "again"} to run the cells again in a new module. Frames out: one a frame in.
Loaded with "counted", a process counts the work of its calls and answers it beside the value. Loaded with "watched", it
tells besides what a caller in the same process would see: the names of its functions, warnings, arguments that changed.
"""

from __future__ import annotations

import ast
import builtins
import faulthandler
import json
import re
import signal
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["serve"]

Record = dict[str, object]
_TOP_LEVEL = re.compile(r"^(?=(?:def|class|async def|@|import|from)\b|@)", re.MULTILINE)
_DEFINES = re.compile(r"^(?:async\s+)?def\s+(\w+)", re.MULTILINE)


def serve(
    read: Callable[[int], bytes], write: Callable[[bytes], None], wire: Any, max_payload: int, counting: Any
) -> None:
    """Answer frames until the grader closes the pipe.

    `read(n)` returns exactly n bytes (or ends the process at the end of the pipe), `write` sends all it gets;
    `wire` is the wire module, `max_payload` the bytes that one answer may carry, `counting` the module that
    counts work (`grader/complexity/counter.py`), installed only in a process that was loaded to count.
    """
    learner = _Learner()
    counter: Any = None

    def send(record: Record) -> None:
        write(b"".join(wire.encode(record, max_payload)))

    while True:
        request = wire.received(read)
        if request["do"] == "load":
            learner.cells = json.loads(request["cells"].tobytes())
            learner.watched = request.get("watched", False)
            if learner.watched and hasattr(faulthandler, "register"):
                faulthandler.register(signal.SIGUSR1, file=2, all_threads=False)  # asked where it stands, it says so
            if request.get("counted"):
                counter = counting.install()
                counter.watch(*{name for _, name, _ in learner.cells})
        if request["do"] in ("load", "again"):
            problems = learner.load()
            names = learner.callables() if learner.watched else []
            send({"event": "loaded", "problems": problems, "names": names})
            continue
        call = learner.watch if learner.watched else learner.call
        answer = call(request["function"], request["args"], request["kwargs"], counter)
        answer["id"] = request["id"]
        try:
            send(answer)
        except wire.WireError as error:
            send({"id": request["id"], "event": "unfit", "what": str(error)})
        except Exception as error:  # a value that fights being read
            send(
                {
                    "id": request["id"],
                    "event": "unfit",
                    "what": f"a value that cannot be read ({type(error).__name__[:40]})",
                }
            )


class _Learner:
    """The learner's module and the names of the cells it was made from."""

    def __init__(self) -> None:
        self.module = types.ModuleType("submission")
        self.cells: list[tuple[str, str, int]] = []  # text, name, first line
        self.names: set[str] = set()
        self.watched = False
        self._compiled: dict[tuple[str, str, int], types.CodeType] = {}

    def load(self) -> list[Record]:
        """Run the cells in a new module, one after another; an error costs what stands in its way, not the file."""
        self.module = types.ModuleType("submission")
        sys.modules["submission"] = self.module
        problems: list[Record] = []
        for text, name, line in self.cells:
            self.names.add(name)
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
            problem = self._describe(error)
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
            problem = self._describe(error)
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

    def call(self, function: str, args: list[Any], kwargs: dict[str, Any], counter: Any = None) -> Record:
        """Call the learner's function and describe what came of it; with a counter, also the work it did."""
        target = getattr(self.module, function, None)
        if not callable(target):
            return {"event": "missing", "names": self.callables(), "bound": hasattr(self.module, function)}
        given: dict[int | str, Any] = dict(enumerate(args))
        given.update(kwargs)
        before = {place: _fingerprint(argument) for place, argument in given.items()}
        events: Record = {}
        try:
            if counter is None:
                value = target(*args, **kwargs)
            else:
                events = counter.measure(target, args)
                value = events.pop("value")
        except BaseException as error:
            record = self._describe(error)
            record["event"] = "raised"
            return record
        changed = [place for place, argument in given.items() if _fingerprint(argument) != before[place]]
        return {"event": "value", "value": value, "changed": changed, **({"work": events} if events else {})}

    def callables(self) -> list[str]:
        """The names of the module's functions, at most a hundred."""
        return [n for n, v in self.module.__dict__.items() if callable(v) and not n.startswith("_")][:100]

    def watch(self, function: str, args: list[Any], kwargs: dict[str, Any], counter: Any = None) -> Record:
        """As `call`, with the warnings that it gave and the arrays among its arguments that it changed."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            record = self.call(function, args, kwargs, counter)
        noted = [w for w in caught if w.filename in self.names][:3]
        record["warnings"] = [[w.category.__name__[:60], str(w.message)[:200], w.lineno] for w in noted]
        changed = record.get("changed")
        places = [place for place in changed if type(place) is int] if isinstance(changed, list) else []
        record["after"] = [[place, args[place]] for place in places if type(args[place]) is np.ndarray]
        return record

    def _describe(self, error: BaseException) -> Record:
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


def _fingerprint(argument: object) -> object:
    """What shows that an argument was changed in place: bytes and shape of an array, the words of a list."""
    if type(argument) is np.ndarray:
        return argument.shape, argument.dtype.str, argument.tobytes()
    return repr(argument) if isinstance(argument, list | dict) else None


def quiet_builtins() -> None:
    """Give `input` and `breakpoint` a plain answer: there is nobody to ask."""

    def nobody(*_: object, **__: object) -> None:
        raise EOFError("nobody is there to answer while code is graded")

    builtins.input = nobody  # type: ignore[assignment]  # the learner's interpreter, not the grader's
    sys.breakpointhook = nobody
