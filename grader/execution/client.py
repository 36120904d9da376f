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
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.core.errors import MachineError
from grader.core.model import Call, Cell, Outcome
from grader.execution import wire
from grader.execution.failures import CallFailed, Problem, failure_of, text
from grader.execution.pipes import Pipes

if TYPE_CHECKING:
    from grader.execution.executor import Executor

__all__ = ["CONTROL_SECONDS", "CallFailed", "Problem", "Worker"]

CONTROL_SECONDS = 20.0
"""Wall seconds for a process that runs no learner code at that moment to answer."""


class Worker:
    """One learner's process, seen from the grader."""

    def __init__(
        self, executor: Executor, pipes: Pipes, pid: int, process: subprocess.Popen[bytes] | None = None
    ) -> None:
        self.executor, self.pipes, self.pid, self._process = executor, pipes, pid, process
        self.layers: tuple[str, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self.dead: CallFailed | None = None
        self.closed = False
        self.waited = 0.0
        """Seconds that its calls have spent asleep: neither computing nor waiting for a core."""
        self.queued = 0.0
        """Seconds in the queue for a core, when they were last looked at."""
        self._held = False  # it has said that its layers are on; from here on its words are the learner's

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cpu_seconds(self) -> float | None:
        """CPU seconds this process has used, by its own clock read from outside; None where that is not possible."""
        if sys.platform != "linux":
            return None
        try:
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return None

    def queued_seconds(self) -> float | None:
        """Seconds that its threads have been ready to run and had no core; None where the system does not tell."""
        try:
            rows = [path.read_text("ascii").split() for path in Path(f"/proc/{self.pid}/task").glob("*/schedstat")]
        except OSError:
            return None
        return sum(int(row[1]) for row in rows) / 1e9 if rows else None

    def load(self, cells: Sequence[Cell], *, counted: bool = False) -> None:
        """Run the learner's cells. Raises CallFailed where the process does not survive it."""
        started = self._receive(CONTROL_SECONDS, "load")
        if text(started, "event") != "ready":
            raise MachineError("the learner's process did not start")
        self.layers, self._held = tuple(started["layers"]), True  # said before any learner code ran
        # As bytes: a learner's text may be longer than anything the header would carry.
        source = json.dumps([[cell.text, cell.name, cell.line] for cell in cells]).encode()
        self._load({"do": "load", "cells": np.frombuffer(source, np.uint8), "counted": counted})

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
        before, wall = self.cpu_seconds(), time.perf_counter()
        record = self._ask(function, args, {}, self.executor.limits.growth_call_seconds)
        after, elapsed = self.cpu_seconds(), time.perf_counter() - wall
        if before is None or after is None:
            raise MachineError("the clock of the learner's process cannot be read from outside here")
        return after - before, elapsed, record.get("value")

    def _ask(
        self, function: str, args: Sequence[object], kwargs: Mapping[str, object], seconds: float
    ) -> dict[str, Any]:
        """One request and its answer, if that is a value. Raises CallFailed otherwise."""
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
        if text(record, "event") != "value":
            raise failure_of(function, record, self.problems)
        return record

    def _send(self, message: dict[str, object]) -> None:
        try:
            self.pipes.write(b"".join(wire.encode(message, 1 << 40)), CONTROL_SECONDS)
        except (OSError, TimeoutError):
            raise self._gone("call") from None

    def _receive(self, seconds: float, doing: str, function: str = "") -> dict[str, Any]:
        """One record, within `seconds` of the worker's CPU time and twice that of wall time."""
        cap = self.executor.limits.result_mib << 20
        budget = _Budget(self, seconds, sleeping=doing == "load")
        try:
            header, payload = wire.sizes(self.pipes.read(wire.HEAD.size, budget), cap)
            record = wire.decode(self.pipes.read(header, budget), self.pipes.read(payload, budget))
        except TimeoutError:
            message = "load_timeout" if doing == "load" else "call_timeout"
            raise self._end(CallFailed(Outcome.TIMEOUT, message, function=function, seconds=f"{seconds:g}")) from None
        except EOFError:
            raise self._gone(doing, function) from None
        except (wire.WireError, ValueError, TypeError, ArithmeticError, MemoryError, RecursionError):
            # WireError is what decode means to raise; the others would be holes in it, and still the learner's doing.
            raise self._end(CallFailed(Outcome.CRASHED, "forged")) from None
        finally:
            self.waited += budget.asleep() if doing == "call" else 0.0
        if not isinstance(record, dict):
            raise self._end(CallFailed(Outcome.CRASHED, "forged"))
        return record

    def _gone(self, doing: str, function: str = "") -> CallFailed:
        """The failure for a process that ended by itself."""
        status = self.close()
        printed = self.pipes.printed.decode(errors="replace")
        if not self._held:  # no learner code has run yet
            reason = printed.strip().splitlines()[-1:] or ["it ended"]
            raise MachineError(f"the learner's process could not be held: {reason[0][:200]}")
        number = _signal(status)
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
        """Kill the process group, collect its status, close the pipes."""
        if self.closed:
            return None
        self.closed = True
        status: int | None = None
        if self._process is None:
            # Its last words first: the pipe is read before the process is gone.
            self.pipes.drain()
            try:
                status = self.executor.ask({"reap": self.pid})["status"]
            except MachineError:
                status = None
        else:
            _kill_tree(self._process)
            self._process.wait()
        self.pipes.drain()
        self.pipes.close()
        return status


_NOTICED = 0.2  # seconds; in a shorter call nobody has slept for long


class _Budget:
    """Time for one answer: seconds in which the worker computes or sleeps, and at most twice that by the wall.

    What it waits for a core is the machine's doing and is taken off, as far as the system tells. With `sleeping` only
    what it computes is counted, too: loading a file may wait for a disk.
    """

    def __init__(self, worker: Worker, seconds: float, *, sleeping: bool) -> None:
        self._worker, self._seconds, self._sleeping = worker, seconds, sleeping
        self._wall = time.monotonic()
        self._cpu = worker.cpu_seconds()
        self._queued, self._asleep = worker.queued, 0.0

    def remaining(self) -> float:
        """Seconds to wait before asking again; zero or less when the time is over."""
        wall = time.monotonic() - self._wall
        if wall < self._seconds:
            return self._seconds - wall
        if wall >= 2 * self._seconds or self._cpu is None:
            return 0.0
        self._look(wall)
        used = self._computed() + (0.0 if self._sleeping else self._asleep)
        # Never below 10 ms while time is left: a busy machine must not turn this into a spin.
        return max(0.01, min(self._seconds - used, 2 * self._seconds - wall)) if used < self._seconds else 0.0

    def asleep(self) -> float:
        """Seconds that the worker has slept, as far as they are known."""
        wall = time.monotonic() - self._wall
        if wall > _NOTICED and not self._worker.closed:
            self._look(wall)
        return self._asleep

    def _computed(self) -> float:
        cpu = self._worker.cpu_seconds()
        return self._seconds if cpu is None or self._cpu is None else cpu - self._cpu

    def _look(self, wall: float) -> None:
        queued = self._worker.queued_seconds()
        if queued is not None:
            # Since the last look, which may lie some short calls back: in doubt for the learner.
            self._asleep = max(0.0, wall - self._computed() - (queued - self._queued))
            self._worker.queued = queued


def _signal(status: int | None) -> int:
    """The signal that ended a process, 0 where there was none."""
    return os.WTERMSIG(status) if status is not None and os.name == "posix" and os.WIFSIGNALED(status) else 0


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        with contextlib.suppress(OSError):  # where it cannot be found, the process alone is ended
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    process.kill()
