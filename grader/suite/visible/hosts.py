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

from grader.core.model import Assignment, Outcome
from grader.course.visible_checks import VisibleSuite
from grader.execution.failures import CallFailed, Problem
from grader.execution.program import ProgramText
from grader.execution.visible_process import CheckStopped, VisibleProcess
from grader.submissions.working_file import Source, learner_file

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


def job_of(assignment: Assignment, suite: VisibleSuite, source: Source, files: tuple[Path, Path]) -> dict[str, Any]:
    """What a `CheckRunner` needs to know; `files` are the learner's, as the checks import it, and the checks' own."""
    limits = assignment.limits
    return {
        "stretches": [[one.name, one.line, one.flat] for one in source.stretches],
        "source": source.text,
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
    """A process of the learner's own, on the learner's own machine.

    One that does not survive the program is followed by another one, which leaves out more of it; what was found out
    so is kept in `known` for the next host.
    """

    def __init__(self, process: VisibleProcess, job: Mapping[str, Any], known: list[ProgramText], load: float) -> None:
        self._process, self._job, self._known, self._load = process, job, known, load

    def open(self, seconds: float) -> Mapping[str, Any]:
        """Load the file of checks beside the learner's. Raises MachineError or CheckStopped."""
        while True:
            program = self._known[-1]
            try:
                told = dict(self._process.open({**self._job, "program": program.source(self._load)}, seconds))
            except CheckStopped as end:
                left = program.after(_failure(end, self._load))
                if left is None:
                    raise
                self._known.append(left)
                self._process = VisibleProcess()
            else:
                if "problems" in told:
                    told["problems"] = program.with_known(tuple(map(Problem, told["problems"])))
                return told

    def check(self, name: str, case: int, seconds: float) -> Mapping[str, Any]:
        """Run one case of a check. Raises CheckStopped."""
        return self._process.check(name, case, seconds)

    def explain(self, seconds: float) -> list[Any]:
        """Facts about the case that ran last. Raises CheckStopped."""
        return self._process.explain(seconds)

    def close(self) -> None:
        """End the process."""
        self._process.close()


def _failure(end: CheckStopped, seconds: float) -> CallFailed:
    """The end of a process that was loading the program, as an executor tells of one."""
    failure = CallFailed(Outcome.CRASHED, "load_exit")
    if end.timeout:
        failure = CallFailed(Outcome.TIMEOUT, "load_timeout", seconds=f"{seconds:g}")
    failure.stood = end.stood
    return failure


def in_a_process(ready: VisibleProcess | None = None) -> Hosts:
    """Hosts that are processes at level `process`; `ready` is one that waits already."""

    @contextlib.contextmanager
    def hosts(assignment: Assignment, suite: VisibleSuite, source: Source) -> Iterator[Opener]:
        waiting = [ready] if ready is not None else []
        job = job_of(assignment, suite, source, (learner_file(assignment).resolve(), suite.path.resolve()))
        known, load = [ProgramText.of(source.submission)], assignment.limits.load_seconds
        yield lambda: ProcessHost(waiting.pop() if waiting else VisibleProcess(), job, known, load)

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
