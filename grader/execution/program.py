"""What a worker is given to load: the learner's program as text, and what earlier attempts to load it have shown.

A process that does not survive its own file is asked again: a new one runs imports, definitions and plain assignments
alone, so that functions can be called wherever they can be had.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Mapping, Sequence

from grader.core.model import Cell, Submission
from grader.execution.failures import CallFailed, Problem

__all__ = ["ProgramText"]

_ENDS = ("load_timeout", "load_exit", "load_signal", "load_killed")  # what a fresh process may do better
_ATTEMPTS = 3  # fresh processes after the first one
_STOOD = re.compile(r'^ *File "(.*)", line (\d+) in ', re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class ProgramText:
    """The cells and helper modules of a learner's program, and what is left out of it."""

    cells: tuple[Cell, ...]
    modules: Mapping[str, str] = dataclasses.field(default_factory=dict)
    notebook: bool = False
    defining: bool = False  # imports, definitions and plain assignments alone
    passed: tuple[tuple[str, int], ...] = ()  # statements that are left out, by cell and line
    known: tuple[Problem, ...] = ()  # what is known to go wrong with those
    ended: int = 0  # processes that have not survived it

    @classmethod
    def of(cls, program: Submission | ProgramText | Sequence[Cell]) -> ProgramText:
        """The program of a submission, or of cells alone."""
        if isinstance(program, Submission):
            return cls(program.cells, program.modules, program.notebook)
        return program if isinstance(program, ProgramText) else cls(tuple(program))

    def data(self, seconds: float) -> bytes:
        """What the worker reads, as JSON: a learner's text may be longer than anything a frame's header would carry."""
        return json.dumps(self.source(seconds)).encode()

    def source(self, seconds: float) -> dict[str, object]:
        """What `loading.Program` is given, as plain data; its statements may take so many seconds."""
        return {
            "cells": [[cell.text, cell.name, cell.line] for cell in self.cells],
            "modules": dict(self.modules),
            "notebook": self.notebook,
            "seconds": seconds,
            "defining": self.defining,
            "passed": self.passed,
        }

    def learned(self, problems: Iterable[Problem], passed: Iterable[tuple[str, int]]) -> ProgramText:
        """The same, where a process has told what went wrong and which statements it does not run again."""
        if not (left_out := dict.fromkeys((*self.passed, *passed))):
            return self
        told = [problem for problem in problems if problem.kind in ("stopped", "left_out")]
        return dataclasses.replace(self, passed=tuple(left_out), known=_once((*self.known, *told)))

    def with_known(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """What a process told of, after what was known before."""
        return _once((*self.known, *problems)) if self.known else tuple(problems)

    def after(self, failure: CallFailed) -> ProgramText | None:
        """What to give to a fresh process after this failure to load; None where nothing is left to try."""
        stood = self._stood(failure.stood)
        if failure.message not in _ENDS or self.ended >= _ATTEMPTS or (self.defining and stood is None):
            return None
        cell, line = stood or ("", 0)
        words = failure.params.get("seconds" if failure.message == "load_timeout" else "signal", "")
        kind = "stopped" if self.defining and failure.message == "load_timeout" else failure.message
        end = Problem({"kind": kind, "cell": cell, "line": line, "words": words})
        passed = (*self.passed, (cell, line)) if self.defining else self.passed
        new = () if any((one.cell, one.line) == (cell, line) for one in self.known) else (end,)
        return dataclasses.replace(self, defining=True, passed=passed, known=(*self.known, *new), ended=self.ended + 1)

    def _stood(self, told: str) -> tuple[str, int] | None:
        """The outermost line of the learner's own files among those that a process was in when its time was over."""
        names = {cell.name.encode("ascii", "backslashreplace").decode(): cell.name for cell in self.cells}
        own = [(names[file], int(line)) for file, line in _STOOD.findall(told) if file in names]
        return own[-1] if own else None


def _once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems, each once."""
    return tuple({(one.kind, one.cell, one.line, one.type): one for one in problems}.values())
