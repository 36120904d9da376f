"""Where a file of visible checks is run: in the learner's own process, or here beside a stand-in for their file.

A host opens the file of checks, runs one case after another, and tells plain data; how a check ended is decided in
one place, `outcomes.judge`. `CheckStopped` says that a host's learner is gone: the next checks need another host.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from grader.core.model import Assignment
from grader.course.visible_checks import VisibleSuite
from grader.execution.visible_process import VisibleProcess
from grader.submissions.working_file import Source, workplace

__all__ = ["LEAST_MEMORY", "CheckHost", "Hosts", "Opener", "beside_stand_in", "in_a_process", "job_of", "names_of"]

LEAST_MEMORY = 512  # MiB of address space: an interpreter with numpy has reserved half of it before it does anything


class CheckHost(Protocol):
    """Runs the checks of one file on one learner's module."""

    def open(self, seconds: float) -> Mapping[str, Any]:
        """Load the file of checks. Raises MachineError or CheckStopped."""

    def check(self, name: str, case: int, seconds: float) -> Mapping[str, Any]:
        """Run one case of a check. Raises CheckStopped."""

    def explain(self, seconds: float) -> list[Any]:
        """Facts about the case that ran last. Raises CheckStopped."""

    def close(self) -> None:
        """End what runs the learner's code."""


Opener = Callable[[], CheckHost]
"""Makes a new host, with a module of its own."""

Hosts = Callable[[Assignment, VisibleSuite, Source], contextlib.AbstractContextManager[Opener]]
"""What it takes to run an assignment's checks on somebody's code."""


def job_of(assignment: Assignment, suite: VisibleSuite, files: tuple[Path, Path]) -> dict[str, Any]:
    """What a `CheckRunner` needs to know; `files` are the learner's and that of the checks."""
    limits = assignment.limits
    return {
        "learner": str(files[0]),
        "test": str(files[1]),
        "functions": list(assignment.functions),
        "pytest": suite.needs_pytest,
        "seconds": 2 * limits.call_seconds,
        "load_seconds": 2 * limits.load_seconds,
        "memory_mib": max(limits.memory_mib, LEAST_MEMORY),
        "explain": "grader.diagnosis.visible_facts",
    }


class ProcessHost:
    """A process of the learner's own, on the learner's own machine."""

    def __init__(self, process: VisibleProcess, job: Mapping[str, Any]) -> None:
        self._process, self._job = process, job
        self.check, self.explain, self.close = process.check, process.explain, process.close

    def open(self, seconds: float) -> Mapping[str, Any]:
        """Load the file of checks beside the learner's. Raises MachineError or CheckStopped."""
        return self._process.open(self._job, seconds)


def in_a_process(ready: VisibleProcess | None = None) -> Hosts:
    """Hosts that are processes at level `process`; `ready` is one that waits already."""

    @contextlib.contextmanager
    def hosts(assignment: Assignment, suite: VisibleSuite, source: Source) -> Iterator[Opener]:
        waiting = [ready] if ready is not None else []
        with workplace(source, assignment, suite.path) as files:
            job = job_of(assignment, suite, files)
            yield lambda: ProcessHost(waiting.pop() if waiting else VisibleProcess(), job)

    return hosts


_STAND_IN = """\
from grader.suite.visible.hosts import names_of

globals().update(names_of(__file__))
"""
_handed: dict[str, Mapping[str, object]] = {}  # path of a stand-in -> the names in it


def names_of(file: str) -> Mapping[str, object]:
    """The learner's names that the stand-in at this path gives to the file of checks."""
    return _handed[str(Path(file).resolve())]


@contextlib.contextmanager
def beside_stand_in(suite: VisibleSuite, file: str, names: Mapping[str, object]) -> Iterator[tuple[Path, Path]]:
    """The file of checks, as it is, beside a module with the learner's names where the learner's `file` would be.

    For functions that live in this process, or that this process asks for. Yields both paths.
    """
    with tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True) as made:
        folder = Path(made).resolve()
        learner, checks = folder / file, folder / suite.path.name
        learner.write_text(_STAND_IN, encoding="utf-8")
        checks.write_text(suite.source, encoding="utf-8")
        known, bytecode = set(sys.modules), sys.dont_write_bytecode
        _handed[str(learner)] = names
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = True
        try:
            yield learner, checks
        finally:
            sys.dont_write_bytecode = bytecode
            sys.path.remove(str(folder))
            del _handed[str(learner)]
            for name in set(sys.modules) - known:
                place = getattr(sys.modules[name], "__file__", None)
                if place and Path(place).is_relative_to(folder):
                    del sys.modules[name]
