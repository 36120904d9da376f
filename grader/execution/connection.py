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
from grader.execution.deaths import Death
from grader.execution.pipes import Pipes, ThreadedPipes

__all__ = ["CONTROL_SECONDS", "Connection", "Forged", "StoodStill", "own_queue", "spawned"]

CONTROL_SECONDS = 20.0  # for what is the machine's alone to do: start, answer a question, take a request
STILL_SECONDS = 3.0  # a process that is stopped for that long at once is given up
_NOTICED = 0.2  # seconds; in a shorter call nobody has slept for long
_GLANCE = 0.1  # seconds between two looks at a process that is waited for
_LATE = 0.25  # seconds by which the grader itself may wake up late before that counts as the machine's doing
_ENDING = 10.0  # seconds from a pipe that has closed to a process that has ended, where the system is busy
_OWN_ENDING = 1.0  # the same for a process of our own, of which nobody tells whether it is about to end


class Forged(Exception):
    """Bytes arrived that no worker of ours would send."""


class StoodStill(TimeoutError):
    """The process was stopped from outside (SIGSTOP, a frozen container), which is not being slow."""


def spawned(command: list[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A worker process of its own group, with a pipe at each of its streams. Raises OSError."""
    flags: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x200}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, **flags)


class Connection:
    """The pipes to one process and the clock of it; `reap` collects one that is not our own child."""

    def __init__(
        self,
        pipes: Pipes,
        pid: int,
        process: subprocess.Popen[bytes] | None = None,
        reap: Callable[[int, float], Death] | None = None,
    ) -> None:
        self.pipes, self.pid, self._process, self._reap = pipes, pid, process, reap
        self.closed = self._paused = False
        self.waited = 0.0
        """Seconds that its calls have spent asleep: neither computing nor waiting for a core."""
        self.napped = 0.0
        """Seconds that it has slept while its file was run."""
        self.queued = 0.0
        """Seconds in the queue for a core, when they were last looked at."""
        self.still = 0.0
        """Seconds in which its calls stood still by no doing of its own: stopped, or waiting for a disk."""

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

    def nobodys_seconds(self) -> float:
        """Seconds of its life in which it stood still, or waited for a core, by no doing of its own."""
        queued = None if self.closed else self.queued_seconds()
        return self.still + (self.queued if queued is None else queued)

    def state(self) -> str:
        """The letter of its state (proc_pid_stat(5)): R, S, D, T, Z ...; "" where the system does not tell."""
        try:
            return Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b") ")[2][:1].decode("ascii")
        except (OSError, ValueError):
            return ""

    def resident_mib(self) -> int:
        """MiB of memory that the process has; 0 where the system does not tell."""
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
        except (OSError, ValueError, IndexError):
            return 0

    def pause(self) -> None:
        """Stop the process until the next request is sent: it computes nothing and takes no memory meanwhile."""
        if not self.closed and hasattr(signal, "SIGSTOP"):  # its number may be somebody else's once it is closed
            with contextlib.suppress(OSError):
                os.kill(self.pid, signal.SIGSTOP)
                self._paused = True

    def send(self, message: Mapping[str, object]) -> None:
        """One request. Raises OSError or TimeoutError."""
        if self._paused:
            self._paused = False
            os.kill(self.pid, signal.SIGCONT)
        self.pipes.write(b"".join(wire.encode(dict(message), 1 << 40)), CONTROL_SECONDS)

    def receive(self, seconds: float, cap: int, *, sleeping: bool = False, counted: bool = True) -> dict[str, Any]:
        """One record of at most `cap` bytes of arrays, within `seconds` of the worker's time; see `_Budget`.

        Sleep is added to `waited` where it is `counted`, or to `napped` with `sleeping`. Raises TimeoutError,
        StoodStill (a TimeoutError), EOFError (it is gone) or Forged.
        """
        budget = _Budget(self, seconds, sleeping=sleeping)
        try:
            header, payload = wire.sizes(self.pipes.read(wire.HEAD.size, budget), cap)
            record = wire.decode(self.pipes.read(header, budget), self.pipes.read(payload, budget))
        except TimeoutError:
            if budget.stopped():
                raise StoodStill from None
            raise
        except EOFError:
            raise
        except (wire.WireError, ValueError, TypeError, ArithmeticError, MemoryError, RecursionError):
            # WireError is what decode means to raise; the others would be holes in it, and still the learner's doing.
            raise Forged from None
        finally:
            if counted and sleeping:
                self.napped += budget.asleep()
            elif counted:
                self.waited += budget.asleep()
            self.still += budget.still
        if not isinstance(record, dict):
            raise Forged
        return record

    def close(self, *, gone: bool = False) -> Death:
        """End the process group and close the pipes: how it ended. One that is `gone` is left a moment to end."""
        if self.closed:  # its number may be somebody else's by now
            return Death(known=False)
        self.closed = True
        death = Death(known=False)
        if self._process is not None:
            death = _ended(self._process, _OWN_ENDING if gone else 0.0)
        elif self._reap is not None:
            self.pipes.drain()  # its last words first: the pipe is read before the process is gone
            death = self._reap(self.pid, _ENDING if gone else 0.0)
        self.pipes.drain()
        self.pipes.close()
        return death


class _Budget:
    """Time for one answer: seconds in which the worker computes or sleeps, and at most twice that in all.

    What it waits for a core or a disk, is stopped for, or is not looked at because the grader itself was stopped, is
    the machine's doing and is taken off without bound, as far as the system tells. With `sleeping` only what it
    computes is counted, too: loading a file may sleep.
    """

    def __init__(self, connection: Connection, seconds: float, *, sleeping: bool) -> None:
        self._connection, self._seconds, self._sleeping = connection, seconds, sleeping
        self._start = self._looked = time.monotonic()
        self._cpu = connection.cpu_seconds()
        self._queued, self._asleep = connection.queued, 0.0
        self._wait = 0.0  # what was last said to be waited
        self._standing = 0.0  # seconds for which it has been stopped at the last looks, one after the other
        self.still = 0.0  # seconds that were nobody's

    def remaining(self) -> float:
        """Seconds to wait before asking again; zero or less when the time is over."""
        now = time.monotonic()
        wall = now - self._start
        if wall >= _GLANCE:
            self._glance(now)
        own = wall - self.still
        if own < self._seconds:
            return self._for(self._seconds - own)
        if self._cpu is None:
            return 0.0
        self._look(wall)
        own -= self._connection.queued - self._queued
        used = self._computed() + (0.0 if self._sleeping else self._asleep)
        if used >= self._seconds or own >= 2 * self._seconds:
            return 0.0
        # Never below 10 ms while time is left: a busy machine must not turn this into a spin.
        return self._for(max(0.01, min(self._seconds - used, 2 * self._seconds - own)))

    def stopped(self) -> bool:
        """True where the process is stopped, and will not answer however long it is waited for."""
        return self._standing > 0 or self._connection.state() in ("T", "t")

    def asleep(self) -> float:
        """Seconds that the worker has slept, as far as they can be told."""
        wall = time.monotonic() - self._start
        if wall > _NOTICED and not self._connection.closed:
            self._look(wall)
        return self._asleep

    def _for(self, seconds: float) -> float:
        self._wait = 0.0 if self._standing > STILL_SECONDS else min(seconds, _GLANCE)
        return self._wait

    def _glance(self, now: float) -> None:
        """See what the time since the last look went into, as far as it was not the worker's own."""
        passed, late = now - self._looked, now - self._looked - self._wait
        self._looked = now
        state = self._connection.state()
        self._standing = self._standing + passed if state in ("T", "t") else 0.0
        self.still += passed if state in ("T", "t", "D") else late if late > _LATE else 0.0

    def _computed(self) -> float:
        cpu = self._connection.cpu_seconds()
        return self._seconds if cpu is None or self._cpu is None else cpu - self._cpu

    def _look(self, wall: float) -> None:
        queued = self._connection.queued_seconds()
        if queued is not None:
            # Since the last look, which may lie some short calls back: in doubt for the learner.
            self._asleep = max(0.0, wall - self.still - self._computed() - (queued - self._queued))
            self._connection.queued = queued


def own_queue() -> float | None:
    """Seconds that this thread has been ready to run and had no core; None where the system does not tell."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_bytes().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None


def _ended(process: subprocess.Popen[bytes], patience: float) -> Death:
    """How a process of our own ended; it is killed where it has not ended within `patience` seconds."""
    alone = True
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        alone = False
    _kill_tree(process)
    code = process.wait()
    return Death(-code if code < 0 and os.name == "posix" else 0, alone)


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        with contextlib.suppress(OSError):  # where it cannot be found, the process alone is ended
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    with contextlib.suppress(OSError):
        process.kill()
