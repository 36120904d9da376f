"""Visible checks where the learner's functions live in this process's memory alone: a notebook's kernel.

The file of checks runs here, beside a stand-in for the learner's file. No clock and no limit of memory hold anything:
whoever runs the cell can interrupt it.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from types import FrameType, FunctionType
from typing import Any

from grader.core.model import Assignment
from grader.course.stubs import STUB
from grader.course.visible_checks import VisibleSuite
from grader.execution.check_runner import CheckRunner, LearnerCode
from grader.submissions.working_file import Source
from grader.suite.visible.hosts import Hosts, Opener, beside_stand_in, job_of

__all__ = ["KernelSource", "in_this_kernel"]


class KernelSource(Source):
    """The functions that a notebook has defined so far. Their lines are told by function: a cell has no file."""

    def __init__(self, namespace: Mapping[str, object], file: str) -> None:
        defined = _defined(namespace)
        super().__init__("\n\n".join(_text(name, function) for name, function in defined.items()) + "\n", file)

    def where(self, line: int | None, function: str = "") -> str:
        """A line as the learner finds it: "centre(), line 3"."""
        if not line:
            return f"{function}()" if function else self.file
        return f"{function}(), line {line}" if function else f"line {line}"


def _defined(namespace: Mapping[str, object]) -> dict[str, FunctionType]:
    """The functions that were made in a notebook, by name."""
    return {
        name: value
        for name, value in list(namespace.items())
        if isinstance(value, FunctionType) and value.__globals__ is namespace and not name.startswith("_")
    }


def _text(name: str, function: FunctionType) -> str:
    """A function's text; where it cannot be had, its first line, and whether it raises what a stub raises."""
    with contextlib.suppress(OSError, TypeError, SyntaxError, ValueError, IndexError):
        text = textwrap.dedent(inspect.getsource(function))
        if any(isinstance(node, ast.FunctionDef) and node.name == name for node in ast.parse(text).body):
            return text
    code = function.__code__
    body = STUB[1] if "NotImplementedError" in code.co_names else "..."
    return f"def {name}({', '.join(code.co_varnames[: code.co_argcount])}): {body}"


def in_this_kernel(namespace: Mapping[str, object]) -> Hosts:
    """Hosts for the functions in `namespace`, which is a notebook's."""

    @contextlib.contextmanager
    def hosts(assignment: Assignment, suite: VisibleSuite, source: Source) -> Iterator[Opener]:
        names = {name: value for name, value in list(namespace.items()) if not name.startswith("__")}
        with beside_stand_in(suite, assignment.file, names) as files:
            job = {**job_of(assignment, suite, source, files), "seconds": 0, "load_seconds": 0}
            yield lambda: KernelHost(CheckRunner(job, KernelCode(str(files[0]), namespace), (KeyboardInterrupt,)))

    return hosts


class KernelCode(LearnerCode):
    """What runs with the notebook's names as its globals is the learner's."""

    def __init__(self, file: str, namespace: Mapping[str, object]) -> None:
        super().__init__(file)
        self._namespace = namespace
        self._files = {function.__code__.co_filename for function in _defined(namespace).values()}

    def frame(self, frame: FrameType) -> bool:
        """Does the learner's own code run in it?"""
        return frame.f_globals is self._namespace

    def file(self, name: str | None) -> bool:
        """Is it one of the notebook's cells?"""
        return name in self._files


class KernelHost:
    """A `CheckRunner` in this process."""

    def __init__(self, runner: CheckRunner) -> None:
        self._runner = runner

    def open(self, seconds: float) -> Mapping[str, Any]:
        """Load the file of checks."""
        import numpy  # noqa: F401  # values are told by it

        return self._runner.open()

    def check(self, name: str, case: int, seconds: float) -> Mapping[str, Any]:
        """Run one check."""
        return self._runner.check(name, case)

    def explain(self, seconds: float) -> list[Any]:
        """Facts about the check that ran last."""
        return self._runner.explain()

    def close(self) -> None:
        """Nothing was started."""
