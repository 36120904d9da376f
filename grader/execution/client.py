"""The grader's side of one worker process.

Nothing that arrives is imported, unpickled or evaluated; every read has a deadline and a cap, and time is read from
outside the learner's process.

    with executor.worker(cells) as worker:
        answer = worker.call("standardize", X)

A call that gives no usable value raises `CallFailed`, which carries the outcome and a message id with its
parameters; `MachineError` means that the failure is internal.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.core.errors import MachineError
from grader.core.languages import both
from grader.core.model import Call, Outcome
from grader.execution.connection import CONTROL_SECONDS, STILL_SECONDS, Connection, Forged, StoodStill
from grader.execution.deaths import Death, DeathCause, Disturbed, cause_of, outside
from grader.execution.failures import CallFailed, Problem, failure_of, text, texts
from grader.execution.program import ProgramText

if TYPE_CHECKING:
    from grader.execution.executor import Executor

__all__ = ["CallFailed", "Problem", "Worker"]

_PROBLEMS, _PASSED = 100, 10_000  # of what a process tells, as many as are looked at
_PASSED_BYTES = 1 << 20
_SOON = 0.5  # seconds in which a process that is asked where it stands should have said so


class Worker:
    """One learner's process, seen from the grader."""

    def __init__(self, executor: Executor, connection: Connection) -> None:
        self.executor, self.connection = executor, connection
        self.pid, self.pipes = connection.pid, connection.pipes
        self.layers: tuple[str, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self.names: tuple[str, ...] = ()  # of a watched one's functions
        self.dead: CallFailed | Disturbed | None = None
        self.program = ProgramText(())
        self._load_seconds = executor.limits.load_seconds
        self._watched = False
        self._held = False  # it has said that its layers are on; from here on its words are the learner's

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def waited(self) -> float:
        """Seconds that its calls have spent asleep: neither computing nor waiting for a core."""
        return self.connection.waited

    def load(self, program: ProgramText, *, counted: bool = False, watched: bool = False) -> None:
        """Run the learner's program. Raises CallFailed where the process does not survive it."""
        started = self._receive(CONTROL_SECONDS, "load")
        if text(started, "event") != "ready":
            raise MachineError("the learner's process did not start")
        self.layers, self._held = tuple(started["layers"]), True  # said before any learner code ran
        seconds = self.executor.limits.load_seconds
        self._load_seconds = seconds / 2 if program.defining else seconds
        data = np.frombuffer(program.data(self._load_seconds), np.uint8)
        self.program, self._watched = program, watched
        self._load({"do": "load", "program": data, "counted": counted, "watched": watched})

    def load_again(self) -> None:
        """Run the same program again, in a new module. Raises CallFailed."""
        if self.dead is not None:
            raise self.dead
        before = {problem.said for problem in self.problems}
        self._load({"do": "again"})
        for problem in self.problems:
            if problem.said not in before:  # made up since, perhaps of what the functions were given
                problem.words = ""

    def _load(self, message: dict[str, object]) -> None:
        self._send(message)
        loaded = self._receive(self._load_seconds, "load")
        problems = loaded.get("problems")
        if text(loaded, "event") != "loaded" or type(problems) is not list:
            raise self._end(CallFailed(Outcome.CRASHED, "forged"))
        told = tuple(Problem(record) for record in problems[:_PROBLEMS] if type(record) is dict)
        self.problems = self.program.with_known(told)
        self.program = self.program.learned(told, _spots(loaded.get("passed")))
        self.names = texts(loaded, "names")

    def call(self, function: str, *args: object, **kwargs: object) -> Call:
        """Call the learner's function with copies of the arguments.

        Raises CallFailed with the outcome: untouched, crashed, timeout, memory, failed (no such function, or a
        value that is not plain data). A process that died stays dead: later calls raise the same failure.
        """
        return self._called(function, args, kwargs, ())

    def call_shaken(
        self, names: Sequence[str], function: str, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> Call:
        """The same while the learner's functions of these names give shaken results (`worker.shaken`)."""
        return self._called(function, args, kwargs, names)

    def _called(self, function: str, args: tuple[object, ...], kwargs: dict[str, object], names: Sequence[str]) -> Call:
        record = self._ask(function, args, kwargs, self.executor.limits.call_seconds, names)
        changed = record.get("changed")
        said = [i for i in changed if type(i) in (int, str)] if type(changed) is list else []
        positions = tuple(place for place in (*range(len(args)), *kwargs) if place in said)  # of arguments there are
        return Call(function, args, kwargs, record.get("value"), positions)

    def count(self, function: str, args: Sequence[object]) -> tuple[object, Mapping[str, Any]]:
        """A counted call: its value, and the work it did as the worker tells it (to be distrusted).

        Raises as `call`; the limit is `growth_call_seconds`.
        """
        record = self._ask(function, args, {}, self.executor.limits.growth_call_seconds)
        work = record.get("work")
        return record.get("value"), work if type(work) is dict else {}

    def time(self, function: str, args: Sequence[object]) -> tuple[float, float, object]:
        """A timed call: CPU seconds by the worker's clock read from outside, wall seconds, and the value.

        Raises as `call`, and MachineError where the clock cannot be read.
        """
        before, wall = self.connection.cpu_seconds(), time.perf_counter()
        record = self._ask(function, args, {}, self.executor.limits.growth_call_seconds)
        after, elapsed = self.connection.cpu_seconds(), time.perf_counter() - wall
        if before is None or after is None:
            raise MachineError("the clock of the learner's process cannot be read from outside here")
        return after - before, elapsed, record.get("value")

    def _ask(
        self,
        function: str,
        args: Sequence[object],
        kwargs: Mapping[str, object],
        seconds: float,
        names: Sequence[str] = (),
    ) -> dict[str, Any]:
        """One request and its answer, if that is a value. Raises CallFailed otherwise."""
        record = self.ask(function, args, kwargs, seconds, names)
        if text(record, "event") != "value":
            raise failure_of(function, record, self.problems)
        return record

    def ask(
        self,
        function: str,
        args: Sequence[object],
        kwargs: Mapping[str, object],
        seconds: float,
        names: Sequence[str] = (),
    ) -> dict[str, Any]:
        """One request and its answer, whatever the learner's process says. Raises CallFailed where there is none."""
        if self.dead is not None:
            raise self.dead
        if self.pipes.pending():
            raise self._end(CallFailed(Outcome.CRASHED, "forged"))
        call_id = secrets.randbits(62)
        request = {"do": "call", "id": call_id, "function": function, "args": list(args), "kwargs": dict(kwargs)}
        self._send({**request, "shaken": list(names)} if names else request)
        record = self._receive(seconds, "call", function)
        if type(record.get("id")) is not int or record["id"] != call_id:
            raise self._end(CallFailed(Outcome.CRASHED, "forged"))
        return record

    def _send(self, message: dict[str, object]) -> None:
        try:
            self.connection.send(message)
        except (OSError, TimeoutError):
            raise self._gone("call") from None

    def _receive(self, seconds: float, doing: str, function: str = "") -> dict[str, Any]:
        """One record, within `seconds` of the worker's CPU time and twice that of wall time."""
        cap, loading = self.executor.limits.result_mib << 20, doing == "load"
        try:
            return self.connection.receive(seconds, cap, sleeping=loading, counted=self._held)
        except StoodStill:
            raise self._end(Disturbed(both("death.stopped", seconds=f"{STILL_SECONDS:g}"))) from None
        except TimeoutError:
            if not self._held:  # no learner code has run yet
                raise self._end(Disturbed(both("death.start", seconds=f"{seconds:g}"))) from None
            message = "load_timeout" if loading else "call_timeout"
            failure = CallFailed(Outcome.TIMEOUT, message, function=function, seconds=f"{seconds:g}")
            failure.stood = self._asked_where() if self._watched or loading else ""
            raise self._end(failure) from None
        except EOFError:
            raise self._gone(doing, function) from None
        except Forged:
            raise self._end(CallFailed(Outcome.CRASHED, "forged")) from None

    def _asked_where(self) -> str:
        """What the process says on a signal about where it stands; "" where it does not answer soon."""
        before, end = len(self.pipes.printed), time.monotonic() + _SOON
        with contextlib.suppress(AttributeError, OSError):
            os.kill(self.pid, signal.SIGUSR1)
            while time.monotonic() < end and not self.pipes.printed.endswith(b"\n", before):
                time.sleep(0.01)
                self.pipes.drain()
        return self.pipes.printed[before:].decode(errors="replace")

    def _gone(self, doing: str, function: str = "") -> CallFailed | Disturbed:
        """The failure for a process that ended without being asked to: whose doing that was."""
        death = self.close(gone=True)
        printed = self.pipes.printed.decode(errors="replace")
        limits, cpu_limit = self.executor.limits, self.executor.cpu_seconds
        sealed = not self._held or "seccomp" in self.layers
        cause = cause_of(death, cpu_limit, sealed=sealed)
        if cause is DeathCause.OUTSIDE:
            self.dead = Disturbed(outside(death, cpu_limit, limits.memory_mib))
            return self.dead
        if not self._held:  # no learner code has run yet
            reason = printed.strip().splitlines()[-1:] or ["it ended"]
            raise MachineError(f"the learner's process could not be held: {reason[0][:200]}")
        kind = {DeathCause.EXIT: "exit", DeathCause.CRASH: "signal", DeathCause.LIMIT: "killed"}[cause]
        key = f"load_{kind}" if doing == "load" else f"call_{kind}"
        self.dead = CallFailed(Outcome.CRASHED, key, function=function, signal=death.name)
        return self.dead

    def _end(self, failure: CallFailed | Disturbed) -> CallFailed | Disturbed:
        """Kill the process; every later call answers with the same failure."""
        self.dead = failure
        self.close()
        return failure

    def close(self, *, gone: bool = False) -> Death:
        """End the process: how it ended. One that is `gone` already is left a moment to end by itself."""
        return self.connection.close(gone=gone)


def _spots(value: object) -> list[tuple[str, int]]:
    """The statements that a process does not run again, by cell and line; JSON in bytes, and the learner's word."""
    if type(value) is not np.ndarray or value.dtype != np.uint8 or value.size > _PASSED_BYTES:
        return []
    try:
        rows = json.loads(value.tobytes())
    except (ValueError, RecursionError):
        return []
    pairs = (row for row in (rows[:_PASSED] if type(rows) is list else []) if type(row) is list and len(row) == 2)
    return [(name[:100], line) for name, line in pairs if type(name) is str and type(line) is int]
