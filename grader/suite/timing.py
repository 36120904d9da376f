"""Learner and reference side by side, timed: each in a process of its own that counts nothing."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

import numpy as np

from grader.complexity import Clocked, GrowthVerdict, OutOfTime, Stopped, WrongValues, examine, works_here
from grader.core.model import Assignment, Cell, Outcome, Submission
from grader.execution.client import CallFailed, Worker
from grader.execution.connection import Connection
from grader.execution.deaths import Disturbed
from grader.execution.executor import Executor
from grader.execution.program import ProgramText

__all__ = ["Calibration", "NotComparable", "Restless", "TimingRace", "counted_calls"]

_WALL = 15.0  # seconds of the learner's calls together: sleeping costs no CPU, so it is not waited for without end
_REST, _REST_WALL = 0.02, 0.5  # CPU seconds after an answer, and seconds by the wall on a busy machine


class NotComparable(Exception):
    """The learner's call came back with other values than the right ones, or the time for this is used up."""


class Restless(NotComparable):
    """The learner's process goes on computing after its answer: what a call costs cannot be told from that."""


class TimingRace:
    """Timed calls of one function, of the learner's and of the reference's.

    right    (args, value) -> are these the right values? A cost of others says nothing
    before   called before each call; may raise to end the race

    The calls raise CallFailed as `Worker.time` does, MachineError where the clock cannot be read, NotComparable.
    """

    def __init__(
        self,
        executor: Executor,
        learner: Submission | ProgramText,
        reference: Submission,
        function: str,
        *,
        right: Callable[[tuple[Any, ...], Any], bool],
        before: Callable[[], None],
    ) -> None:
        self._executor, self._sources, self._function = executor, (learner, reference), function
        self._right, self._before = right, before
        self._workers: dict[int, Worker] = {}
        self._open = contextlib.ExitStack()
        self._waited = 0.0

    def __enter__(self) -> TimingRace:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def learner(self, args: tuple[Any, ...]) -> Clocked:
        """One call of the learner's function. Its process is stopped whenever it is not asked: while the other is timed
        and the next arguments are made it could fill the caches, so that small sizes look dear, or the reference slow.
        """
        try:
            clocked = self._timed(0, args)
            _at_rest(self._workers[0].connection)
        finally:
            if 0 in self._workers:
                self._workers[0].connection.pause()
        self._waited += clocked.wall
        if self._waited > _WALL:
            raise NotComparable
        return clocked

    def reference(self, args: tuple[Any, ...]) -> Clocked:
        """One call of the reference's."""
        return self._timed(1, args)

    def _timed(self, who: int, args: tuple[Any, ...]) -> Clocked:
        self._before()
        if who not in self._workers:
            self._workers[who] = self._open.enter_context(self._executor.worker(self._sources[who]))
        cpu, wall, value = self._workers[who].time(self._function, args)
        if who == 0 and not self._right(args, value):
            raise NotComparable
        return Clocked(cpu, wall)


def _at_rest(connection: Connection) -> None:
    """Wait until a process waits for its next request, as it does at once. Raises Restless where it computes instead.

    Begun work would be finished within the next call, and make small sizes look dear.
    """
    began, late = connection.cpu_seconds(), time.monotonic() + _REST_WALL
    while began is not None and connection.state() == "R" and time.monotonic() < late:
        now = connection.cpu_seconds()
        if now is not None and now - began > _REST:
            raise Restless
        time.sleep(0.0005)


_CUBIC = """
import numpy as np

def cubic(X):
    S = X @ X.T
    return np.diag(1 / np.abs(S).sum(axis=1)) @ S
"""


def counted_calls(worker: Worker, function: str, plain: Callable[[object], object]) -> Callable[..., Mapping[str, Any]]:
    """What `examine` asks for: one counted call in the worker, with its value made plain.

    One that is stopped at a limit of seconds or memory is OutOfTime; afterwards there is no process to ask.
    """
    stopped: list[CallFailed] = []

    def counted(args: tuple[Any, ...]) -> Mapping[str, Any]:
        if stopped:
            raise OutOfTime from stopped[0]
        try:
            value, work = worker.count(function, args)
        except CallFailed as failure:
            if failure.outcome not in (Outcome.TIMEOUT, Outcome.MEMORY):
                raise
            stopped.append(failure)
            raise OutOfTime from failure
        return {**work, "value": plain(value)}

    return counted


class Calibration:
    """The counter of one grading session, and what is known about it."""

    def __init__(self, assignment: Assignment, executor: Executor, reference: Submission) -> None:
        self.reference = reference
        self._executor, self._budget = executor, assignment.limits.growth_seconds
        self._cubic: GrowthVerdict | None = None
        self._faults: dict[tuple[str, str], str] = {}
        self._totals: dict[tuple[str, str], list[list[int]]] = {}

    def fault(self, function: str, make_inputs: Any, expected: float | str, seed: int, options: Any) -> str:
        """Why the growth of `function` cannot be measured here, or "".

        Asked once in a session, if the answer is one about the function or the machine: where a known function had no
        time or no memory, or was ended from outside, the moment was a bad one, and the next submission asks again.
        Raises Disturbed.
        """
        asked = (function, f"{expected}")
        if asked in self._faults:
            return self._faults[asked]
        try:
            if self._cubic is None:
                self._cubic = self._verdict([Cell(_CUBIC, "cubic.py")], "cubic", _tall, 2, seed, {})
            good = self._verdict(self.reference.cells, function, make_inputs, expected, seed, options)
        except Stopped as stopped:
            if isinstance(stopped.cause, Disturbed):
                raise stopped.cause from None
            return f"a known function could not be counted ({stopped})"
        except (CallFailed, WrongValues) as error:
            return f"a known function could not be counted ({error})"
        self._totals[asked] = [[counts.n, counts.total] for counts in good.evidence]
        fine = works_here(good, self._cubic)
        said = f"the reference was judged {good.kind}, a cubic function {self._cubic.kind}"
        self._faults[asked] = "" if fine else said
        return self._faults[asked]

    def totals(self, function: str, expected: float | str) -> list[list[int]]:
        """[n, all counted work of the reference] at each size it was asked for; for the plot."""
        return self._totals.get((function, f"{expected}"), [])

    def _verdict(
        self, cells: Any, name: str, make_inputs: Any, expected: float | str, seed: int, more: Any
    ) -> GrowthVerdict:
        with self._executor.worker(cells, counted=True) as worker:
            counted = counted_calls(worker, name, lambda value: value)
            return examine(counted, make_inputs, expected, seed=seed, budget=self._budget, **more)


def _tall(n: int, rng: np.random.RandomState) -> tuple[Any, ...]:
    return (rng.standard_normal((n, 4)),)
