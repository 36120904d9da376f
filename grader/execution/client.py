"""The grader's side of the process boundary. Nothing that arrives is imported, unpickled or evaluated; every read has a
deadline and a cap, and time is read from outside the learner's process.

    with Executor(limits, way="fork", layers=("rlimits", "landlock", "seccomp")) as executor:
        with executor.worker(cells) as worker:
            answer = worker.call("standardize", X)

A call that gives no usable value raises `CallFailed`, which carries the outcome and a message id with its
parameters; `MachineError` means that the fault is ours.
"""

from __future__ import annotations

import array
import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grader.core.errors import MachineError
from grader.core.model import Call, Cell, Limits, Outcome
from grader.execution import wire
from grader.execution.environment import environment, packages
from grader.execution.failures import CallFailed, Problem, failure_of, text
from grader.execution.pipes import Pipes, PosixPipes, ThreadedPipes

__all__ = ["CallFailed", "Executor", "FULL_LAYERS", "Problem", "Worker", "can_fork"]

FULL_LAYERS = ("rlimits", "landlock", "seccomp")
_FORKSERVER = Path(__file__).with_name("forkserver.py")
_CONTROL_SECONDS = 20.0  # a fork server that does not answer in this time is replaced


def can_fork() -> bool:
    """True where forking a warm interpreter is safe and seqpacket sockets exist."""
    return sys.platform == "linux"


class Executor:
    """Starts learners' processes: forked from a warm fork server, or spawned one by one where fork is not safe."""

    def __init__(
        self, limits: Limits, *, way: str = "fork", layers: Sequence[str] = FULL_LAYERS, uid: int | None = None
    ) -> None:
        """`way` is "fork" or "spawn"; `layers` are applied by each worker to itself ("uid" needs `uid`)."""
        self.limits, self.way, self.layers, self.uid = limits, way, tuple(layers), uid
        self.hello: dict[str, Any] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._idle: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def config(self) -> dict[str, object]:
        """What the fork server needs to know; it holds nothing private."""
        limits = self.limits
        cpu = int(limits.load_seconds + limits.submission_seconds) + 1  # a backstop; the client decides
        return {
            "way": self.way,
            "cpu_seconds": cpu,
            "memory_bytes": limits.memory_mib << 20,
            "uid": self.uid,
            "max_payload": limits.result_mib << 20,
            "packages": packages(),
        }

    def _command(self) -> list[str]:
        return [sys.executable, "-I", "-X", "utf8", str(_FORKSERVER), json.dumps(self.config)]

    def start(self) -> None:
        """Start the fork server, or refill the pool of idle workers. Raises MachineError."""
        if self.way == "spawn":
            while len(self._idle) < 2:
                self._idle.append(self._spawn())
            return
        if self._process is None:
            self._start_forkserver()

    def _start_forkserver(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = subprocess.Popen(
                self._command(), env=environment(), stdin=theirs.fileno(), stderr=subprocess.PIPE, cwd="/"
            )
        except OSError as error:
            ours.close()
            raise MachineError(f"the learner's interpreter does not start: {error.strerror}") from None
        finally:
            theirs.close()
        ours.settimeout(_CONTROL_SECONDS)
        self._control = ours
        try:
            self.hello = json.loads(ours.recv(1 << 16) or b"{}")
        except (OSError, ValueError):
            self.hello = {}
        if self.hello.get("threads") != 1:
            said = self._process.stderr.read(2000) if self._process.stderr and self._process.poll() is not None else b""
            self.close()
            last = said.decode(errors="replace").strip().splitlines()[-1:] or ["no answer"]
            reason = last[0] if not self.hello else f"{self.hello['threads']} threads before the first fork"
            raise MachineError(f"the learner's interpreter is not usable: {reason}")

    def _spawn(self) -> subprocess.Popen[bytes]:
        flags: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x200}
        pipe = subprocess.PIPE
        return subprocess.Popen(self._command(), env=environment(), stdin=pipe, stdout=pipe, stderr=pipe, **flags)

    def ask(self, message: dict[str, object], descriptors: Sequence[int] = ()) -> dict[str, Any]:
        """One question to the fork server. One that is gone or silent is replaced; MachineError."""
        if self._control is None:
            raise MachineError("the fork server has ended")
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        try:
            self._control.sendmsg([json.dumps(message).encode()], ancillary)
            answer = self._control.recv(1 << 16)
        except OSError:
            answer = b""
        if not answer:
            self.close()
            raise MachineError("the fork server stopped answering; it is started again for the next check")
        return dict(json.loads(answer))

    def worker(self, cells: Sequence[Cell], *, counted: bool = False) -> Worker:
        """A fresh process that has run the learner's cells. Raises CallFailed or MachineError.

        A `counted` one counts the work of its calls (`Worker.count`), which makes them slower.
        """
        self.start()
        worker = self._forked() if self.way == "fork" else self._spawned()
        try:
            worker.load(cells, counted=counted)
        except BaseException:
            worker.close()
            raise
        return worker

    def _forked(self) -> Worker:
        requests, ours_in = os.pipe()
        ours_out, answers = os.pipe()
        ours_printed, printed = os.pipe()
        try:
            pid = self.ask({"layers": self.layers}, (requests, answers, printed))["pid"]
        except BaseException:
            for fd in (ours_in, ours_out, ours_printed):
                os.close(fd)
            raise
        finally:
            for fd in (requests, answers, printed):
                os.close(fd)
        return Worker(self, PosixPipes(ours_in, ours_out, ours_printed), pid)

    def _spawned(self) -> Worker:
        process = self._idle.pop(0)
        return Worker(self, ThreadedPipes(process), process.pid, process)

    def close(self) -> None:
        """End the fork server, every worker it still has, and the idle pool."""
        if self._control is not None:
            self._control.close()
            self._control = None
        for process in [self._process, *self._idle]:
            if process is not None:
                try:
                    process.wait(timeout=2 if process is self._process else 0)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                for stream in (process.stdin, process.stdout, process.stderr):
                    if stream is not None:
                        with contextlib.suppress(OSError):
                            stream.close()
        self._process, self._idle = None, []


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
        started = self._receive(_CONTROL_SECONDS, "load")
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
            self.pipes.write(b"".join(wire.encode(message, 1 << 40)), _CONTROL_SECONDS)
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
        """The process ended by itself: say how."""
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
        """Seconds that the worker has slept, as far as they can be told."""
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
