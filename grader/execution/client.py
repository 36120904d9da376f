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
from grader.core.model import Call, Cell, Outcome
from grader.execution.connection import CONTROL_SECONDS, Connection, Forged, end_signal
from grader.execution.failures import CallFailed, Problem, failure_of, text, texts

if TYPE_CHECKING:
    from grader.execution.executor import Executor

__all__ = ["CallFailed", "Problem", "Worker"]

_SOON = 0.5  # seconds in which a process that is asked where it stands should have said so


class Worker:
    """One learner's process, seen from the grader."""

    def __init__(self, executor: Executor, connection: Connection) -> None:
        self.executor, self.connection = executor, connection
        self.pid, self.pipes = connection.pid, connection.pipes
        self.layers: tuple[str, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self.names: tuple[str, ...] = ()  # of a watched one's functions
        self.dead: CallFailed | None = None
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

    def load(self, cells: Sequence[Cell], *, counted: bool = False, watched: bool = False) -> None:
        """Run the learner's cells. Raises CallFailed where the process does not survive it."""
        started = self._receive(CONTROL_SECONDS, "load")
        if text(started, "event") != "ready":
            raise MachineError("the learner's process did not start")
        self.layers, self._held = tuple(started["layers"]), True  # said before any learner code ran
        # As bytes: a learner's text may be longer than anything the header would carry.
        source = json.dumps([[cell.text, cell.name, cell.line] for cell in cells]).encode()
        data = np.frombuffer(source, np.uint8)
        self._watched = watched
        self._load({"do": "load", "cells": data, "counted": counted, "watched": watched})

    def load_again(self) -> None:
        """Run the same cells again, in a new module. Raises CallFailed."""
        if self.dead is not None:
            raise self.dead
        self._load({"do": "again"})

    def _load(self, message: dict[str, object]) -> None:
        self._send(message)
        loaded = self._receive(self.executor.limits.load_seconds, "load")
        problems = loaded.get("problems")
        if text(loaded, "event") != "loaded" or type(problems) is not list:
            raise self._end(CallFailed(Outcome.CRASHED, "forged"))
        self.problems = tuple(Problem(record) for record in problems if type(record) is dict)
        self.names = texts(loaded, "names")

    def call(self, function: str, *args: object, **kwargs: object) -> Call:
        """Call the learner's function with copies of the arguments.

        Raises CallFailed with the outcome: untouched, crashed, timeout, memory, failed (no such function, or a
        value that is not plain data). A process that died stays dead: later calls raise the same failure.
        """
        record = self._ask(function, args, kwargs, self.executor.limits.call_seconds)
        changed = record.get("changed")
        positions = tuple(i for i in changed if type(i) in (int, str)) if type(changed) is list else ()
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
        self, function: str, args: Sequence[object], kwargs: Mapping[str, object], seconds: float
    ) -> dict[str, Any]:
        """One request and its answer, if that is a value. Raises CallFailed otherwise."""
        record = self.ask(function, args, kwargs, seconds)
        if text(record, "event") != "value":
            raise failure_of(function, record, self.problems)
        return record

    def ask(
        self, function: str, args: Sequence[object], kwargs: Mapping[str, object], seconds: float
    ) -> dict[str, Any]:
        """One request and its answer, whatever the learner's process says. Raises CallFailed where there is none."""
        if self.dead is not None:
            raise self.dead
        if self.pipes.pending():
            raise self._end(CallFailed(Outcome.CRASHED, "forged"))
        call_id = secrets.randbits(62)
        request = {"do": "call", "id": call_id, "function": function, "args": list(args), "kwargs": dict(kwargs)}
        self._send(request)
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
            return self.connection.receive(seconds, cap, sleeping=loading, counted=not loading)
        except TimeoutError:
            message = "load_timeout" if loading else "call_timeout"
            failure = CallFailed(Outcome.TIMEOUT, message, function=function, seconds=f"{seconds:g}")
            failure.stood = self._asked_where() if self._watched else ""
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

    def _gone(self, doing: str, function: str = "") -> CallFailed:
        """The failure for a process that ended by itself."""
        status = self.close()
        printed = self.pipes.printed.decode(errors="replace")
        if not self._held:  # no learner code has run yet
            reason = printed.strip().splitlines()[-1:] or ["it ended"]
            raise MachineError(f"the learner's process could not be held: {reason[0][:200]}")
        number = end_signal(status)
        name = signal.Signals(number).name if number in set(signal.Signals) else str(number)
        key = ("load_" if doing == "load" else "call_") + ("signal" if number else "exit")
        if name in ("SIGXCPU", "SIGKILL"):
            key = f"{doing}_killed"
        self.dead = CallFailed(Outcome.CRASHED, key, function=function, signal=name)
        return self.dead

    def _end(self, failure: CallFailed) -> CallFailed:
        """Kill the process; every later call answers with the same failure."""
        self.dead = failure
        self.close()
        return failure

    def close(self) -> int | None:
        """End the process; its status, as far as it can be told."""
        return self.connection.close()
