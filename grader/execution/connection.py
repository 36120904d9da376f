"""One worker process, seen from outside: frames out, frames in within a budget, its clocks, and its end.

What a failure means is its owner's to say: `client.Worker` asks functions, `visible_worker.VisibleWorker` runs visible
checks. Nothing here loads numpy, since `grader check` must start quickly.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from grader.execution import wire
from grader.execution.pipes import Pipes, ThreadedPipes

__all__ = ["CONTROL_SECONDS", "Connection", "Forged", "end_signal", "spawned"]

CONTROL_SECONDS = 20.0  # for what is the machine's alone to do: start, answer a question, take a request
_NOTICED = 0.2  # seconds; in a shorter call nobody has slept for long


class Forged(Exception):
    """Bytes arrived that no worker of ours would send."""


def spawned(command: list[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A worker process of its own group, with a pipe at each of its streams. Raises OSError."""
    flags: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x200}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, **flags)


def end_signal(status: int | None) -> int:
    """The signal that ended a process, 0 where there was none."""
    return os.WTERMSIG(status) if status is not None and os.name == "posix" and os.WIFSIGNALED(status) else 0


class Connection:
    """The pipes to one process and the clock of it; `reap` collects one that is not our own child."""

    def __init__(
        self,
        pipes: Pipes,
        pid: int,
        process: subprocess.Popen[bytes] | None = None,
        reap: Callable[[int], int | None] | None = None,
    ) -> None:
        self.pipes, self.pid, self._process, self._reap = pipes, pid, process, reap
        self.closed = False
        self.waited = 0.0
        """Seconds that its calls have spent asleep: neither computing nor waiting for a core."""
        self.queued = 0.0
        """Seconds in the queue for a core, when they were last looked at."""

    @classmethod
    def to(cls, process: subprocess.Popen[bytes]) -> Connection:
        """The connection to a process that was `spawned`."""
        return cls(ThreadedPipes(process), process.pid, process)

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

    def send(self, message: Mapping[str, object]) -> None:
        """One request. Raises OSError or TimeoutError."""
        self.pipes.write(b"".join(wire.encode(dict(message), 1 << 40)), CONTROL_SECONDS)

    def receive(self, seconds: float, cap: int, *, sleeping: bool = False, counted: bool = True) -> dict[str, Any]:
        """One record of at most `cap` bytes of arrays, within `seconds` of the worker's time; see `_Budget`.

        Sleep is added to `waited` where it is `counted`. Raises TimeoutError, EOFError (it is gone) or Forged.
        """
        budget = _Budget(self, seconds, sleeping=sleeping)
        try:
            header, payload = wire.sizes(self.pipes.read(wire.HEAD.size, budget), cap)
            record = wire.decode(self.pipes.read(header, budget), self.pipes.read(payload, budget))
        except (TimeoutError, EOFError):
            raise
        except (wire.WireError, ValueError, TypeError, ArithmeticError, MemoryError, RecursionError):
            # WireError is what decode means to raise; the others would be holes in it, and still the learner's doing.
            raise Forged from None
        finally:
            self.waited += budget.asleep() if counted else 0.0
        if not isinstance(record, dict):
            raise Forged
        return record

    def close(self) -> int | None:
        """Kill the process group, collect its status (where another process is its parent), close the pipes."""
        if self.closed:  # its number may be somebody else's by now
            return None
        self.closed = True
        status: int | None = None
        if self._process is not None:
            _kill_tree(self._process)
            self._process.wait()
        elif self._reap is not None:
            self.pipes.drain()  # its last words first: the pipe is read before the process is gone
            status = self._reap(self.pid)
        self.pipes.drain()
        self.pipes.close()
        return status


class _Budget:
    """Time for one answer: seconds in which the worker computes or sleeps, and at most twice that by the wall.

    What it waits for a core is the machine's doing and is taken off, as far as the system tells. With `sleeping` only
    what it computes is counted, too: loading a file may wait for a disk.
    """

    def __init__(self, connection: Connection, seconds: float, *, sleeping: bool) -> None:
        self._connection, self._seconds, self._sleeping = connection, seconds, sleeping
        self._wall = time.monotonic()
        self._cpu = connection.cpu_seconds()
        self._queued, self._asleep = connection.queued, 0.0

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
        if wall > _NOTICED and not self._connection.closed:
            self._look(wall)
        return self._asleep

    def _computed(self) -> float:
        cpu = self._connection.cpu_seconds()
        return self._seconds if cpu is None or self._cpu is None else cpu - self._cpu

    def _look(self, wall: float) -> None:
        queued = self._connection.queued_seconds()
        if queued is not None:
            # Since the last look, which may lie some short calls back: in doubt for the learner.
            self._asleep = max(0.0, wall - self._computed() - (queued - self._queued))
            self._connection.queued = queued


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        with contextlib.suppress(OSError):  # where it cannot be found, the process alone is ended
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    with contextlib.suppress(OSError):
        process.kill()
