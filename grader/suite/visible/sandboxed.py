"""Visible checks where the learner is not to be trusted with them: the learner's functions in a sandboxed worker.

The file of checks runs here, in the grader's process, as it stands. The functions of the module that it loads ask the
worker, so that a hostile file changes no check: plain values come back. What a call did besides (its exception and the
line of it, warnings, arguments that changed, printed text) is told as in the learner's own process.
"""

from __future__ import annotations

import builtins
import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from grader.core.model import Assignment, Limits, Outcome
from grader.course.visible_checks import VisibleSuite
from grader.execution.check_runner import PRINTED, CheckRunner, LearnerCode
from grader.execution.client import CallFailed, Worker
from grader.execution.deaths import Disturbed
from grader.execution.executor import Executor
from grader.execution.failures import text, texts
from grader.execution.program import ProgramText
from grader.execution.visible_process import CheckStopped, place_in
from grader.execution.wire import ArraySubclass
from grader.submissions.working_file import Source
from grader.suite.visible.hosts import LEAST_MEMORY, Hosts, Opener, beside_stand_in, job_of

__all__ = ["in_a_sandbox", "limits_of"]


def limits_of(assignment: Assignment) -> Limits:
    """What a worker for visible checks may use: as much as a process at home."""
    return dataclasses.replace(assignment.limits, memory_mib=max(assignment.limits.memory_mib, LEAST_MEMORY))


def in_a_sandbox(executor: Executor) -> Hosts:
    """Hosts whose learner lives in a worker of `executor`."""

    @contextlib.contextmanager
    def hosts(assignment: Assignment, suite: VisibleSuite, source: Source) -> Iterator[Opener]:
        names: dict[str, object] = {}
        with beside_stand_in(suite, assignment.file, names) as files:
            job = {**job_of(assignment, suite, source, files), "seconds": 0, "load_seconds": 0}
            job["known"] = [ProgramText.of(source.submission)]
            yield lambda: SandboxHost(executor, source, job, names)

    return hosts


class SandboxHost:
    """A worker for the learner's functions, and the file of checks in this process."""

    def __init__(self, executor: Executor, source: Source, job: Mapping[str, Any], names: dict[str, object]) -> None:
        self._executor, self._source, self._job, self._names = executor, source, job, names
        self._known: list[ProgramText] = job["known"]  # with what earlier workers have shown of it
        self._worker: Worker | None = None
        self._seconds = 0.0

    def open(self, seconds: float) -> Mapping[str, Any]:
        """Run the learner's code in the worker, then load the file of checks. Raises MachineError or CheckStopped."""
        try:
            worker = self._executor.worker(self._known[-1], watched=True)
        except CallFailed as failure:
            raise self._stopped(failure) from None
        self._worker = worker
        self._known.append(worker.program)
        self._names.clear()
        self._names.update({name: self._asking(worker, name) for name in worker.names if _public(name)})
        self._learner = Elsewhere(self._job["learner"], worker, self._source)
        self._runner = CheckRunner(self._job, self._learner)
        return self._runner.open()

    def _asking(self, worker: Worker, name: str) -> Callable[..., object]:
        """A function in the place of the learner's."""

        def asking(*args: object, **kwargs: object) -> object:
            return self._learner.value(worker.ask(name, args, kwargs, self._seconds), args)

        asking.__name__ = name
        return asking

    def check(self, name: str, case: int, seconds: float) -> Mapping[str, Any]:
        """Run one check. Raises CheckStopped."""
        self._seconds = seconds
        told = self._runner.check(name, case)
        dead = self._worker.dead if self._worker is not None else None
        if isinstance(dead, Disturbed):
            raise dead
        if dead is not None:
            raise self._stopped(dead)
        return told

    def _stopped(self, failure: CallFailed) -> CheckStopped:
        return CheckStopped(failure.outcome is Outcome.TIMEOUT, place_in(failure.stood, self._source.names))

    def explain(self, seconds: float) -> list[Any]:
        """Facts about the check that ran last."""
        return self._runner.explain()

    def close(self) -> None:
        """End the worker."""
        if self._worker is not None:
            self._worker.close()


class Elsewhere(LearnerCode):
    """The learner's code in a worker: nothing of it runs here, and what it says is checked on arrival."""

    def __init__(self, file: str, worker: Worker, source: Source) -> None:
        super().__init__(file)
        self._worker, self._source = worker, source
        self._printed = 0
        self._warnings: list[dict[str, Any]] = []
        self._records: dict[int, dict[str, Any]] = {}  # id of an exception -> what was told of it

    def value(self, record: Mapping[str, Any], args: Sequence[object]) -> object:
        """The value of an answer. Raises what the learner's function raised, under the same name."""
        self._note(record, args)
        event = text(record, "event")
        if event == "value":
            return _plain(record.get("value"))
        error = _raised(record)
        self._records[id(error)] = _told(record, event, self._source)
        self._kept = error  # as long as its id stands for it
        raise error

    def _note(self, record: Mapping[str, Any], args: Sequence[object]) -> None:
        """Warnings, and arguments that the learner's function has changed in place."""
        for row in _rows(record, "warnings", 4):
            kind, words, name, line = row
            if type(kind) is str and type(words) is str and type(name) is str and type(line) is int:
                flat = self._source.flat(name, line)
                self._warnings.append({"type": kind[:60], "words": words[:200], "line": flat})
        for place, value in _rows(record, "after", 2):
            given = args[place] if type(place) is int and 0 <= place < len(args) else None
            if type(given) is np.ndarray and type(value) is np.ndarray and given.shape == value.shape:
                with contextlib.suppress(TypeError, ValueError):
                    given[...] = value

    def loaded(self) -> dict[str, Any]:
        """What did not run of the program, and the names of its functions."""
        return {"problems": self._worker.problems, "names": self._worker.names}

    def take_printed(self) -> str:
        """What the worker has printed since the last time."""
        pipes = self._worker.pipes
        if not self._worker.connection.closed:
            pipes.drain()
        new, self._printed = pipes.printed[self._printed :], len(pipes.printed)
        return bytes(new).decode(errors="replace")[:PRINTED]

    def take_warnings(self) -> Sequence[dict[str, Any]]:
        """Warnings since the last time."""
        taken, self._warnings = self._warnings, []
        return taken

    def told(self, error: BaseException) -> dict[str, Any] | None:
        """The record of an exception that the worker told of."""
        return self._records.get(id(error))


def _rows(record: Mapping[str, Any], key: str, length: int) -> list[list[Any]]:
    """A field that should be a list of short lists."""
    value = record.get(key)
    rows = value[:100] if type(value) is list else []
    return [row for row in rows if type(row) is list and len(row) == length]


def _public(name: str) -> bool:
    """Is it a name that a module may have without harm?"""
    return name.isidentifier() and not name.startswith("_")


def _plain(value: object) -> object:
    """Arrays of a subclass become the plain arrays they hold."""
    if isinstance(value, ArraySubclass):
        return value.array
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return list(map(_plain, value)) if isinstance(value, list) else value


def _raised(record: Mapping[str, Any]) -> BaseException:
    """An exception like the learner's: of the first builtin class that its own was made from."""
    known = (getattr(builtins, name, None) for name in texts(record, "bases"))
    kinds = [kind for kind in known if isinstance(kind, type) and issubclass(kind, BaseException)]
    try:
        error = kinds[0].__new__(kinds[0])
    except (IndexError, TypeError):  # none, or one that is made in a way of its own
        error = Exception()
    error.args = (text(record, "words"),)
    return error


def _told(record: Mapping[str, Any], event: str, source: Source) -> dict[str, Any]:
    """What the worker's record says of an exception, as `CheckRunner.record` says it of one that was raised here."""
    if event == "unfit":
        return {"unfit": text(record, "what", 200)}
    told: dict[str, Any] = {
        "type": text(record, "type", 60),
        "bases": list(texts(record, "bases")),
        "words": text(record, "words"),
        "last": "other" if record.get("own") is True else "test",
        "held": True,
    }
    where = record.get("where")
    if type(where) is list and len(where) == 2 and type(where[0]) is str and type(where[1]) is int:
        told |= {
            "line": source.flat(where[0], where[1]),
            "in": text(record, "function", 60),
            "columns": record.get("columns"),
        }
    return told
