"""What can happen to processes from outside, at random but by a seed: killed, stopped, squeezed, their disk full.

    with Trouble(pid, seed=7) as trouble:
        ...                               # the run `pid` goes on meanwhile
    trouble.done                          # what was done, in words

Only processes below `pid` are touched, each is let go again, and `pid` itself is never ended.
"""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["Trouble", "fork_servers", "graders", "workers"]


def _processes() -> dict[int, tuple[int, str]]:
    """Process -> its parent and its command, of all that live."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            state, parent = (folder / "stat").read_bytes().rpartition(b")")[2].split()[:2]
            if state != b"Z":
                found[int(folder.name)] = (int(parent), (folder / "cmdline").read_bytes().decode(errors="replace"))
    return found


def _below(pid: int) -> dict[int, tuple[int, str]]:
    everyone = _processes()
    below: dict[int, tuple[int, str]] = {}
    fresh = {pid}
    while fresh:
        fresh = {one for one, (parent, _) in everyone.items() if parent in fresh}
        below |= {one: everyone[one] for one in fresh}
    return below


def fork_servers(pid: int) -> list[int]:
    """The fork servers of a run."""
    below = _below(pid)
    serves = {one for one, (_, command) in below.items() if "forkserver.py" in command}
    return sorted(one for one in serves if below[one][0] not in serves)


def workers(pid: int) -> list[int]:
    """The learners' processes of a run."""
    servers = set(fork_servers(pid))
    return sorted(one for one, (parent, _) in _below(pid).items() if parent in servers)


def graders(pid: int) -> list[int]:
    """The grader processes of a run."""
    return sorted(one for one, (_, command) in _below(pid).items() if "worker_main" in command)


class Trouble(threading.Thread):
    """A thread that troubles the processes of a run until it is left."""

    def __init__(self, pid: int, seed: int, *, every: float = 0.12, disk: Callable[[bool], None] | None = None) -> None:
        """Something happens about each `every` seconds. `disk(True)` fills the run's disk, `disk(False)` empties it;
        without it a limit on the sizes of files stands in.
        """
        super().__init__(daemon=True)
        self._pid, self._chance, self._every, self._disk = pid, random.Random(seed), every, disk
        self._over = threading.Event()
        self._later: list[tuple[float, Callable[[], None]]] = []
        self.done: list[str] = []

    def __enter__(self) -> Trouble:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()

    def run(self) -> None:
        """Trouble, until it is over; then everything is let go."""
        while not self._over.wait(self._chance.uniform(0.2, 1.8) * self._every):
            self._let_go(time.monotonic())
            with contextlib.suppress(OSError, ValueError):
                self._one()
        self._let_go(float("inf"))

    def _let_go(self, until: float) -> None:
        for entry in [entry for entry in self._later if entry[0] <= until]:
            self._later.remove(entry)
            with contextlib.suppress(OSError, ValueError):
                entry[1]()

    def _one(self) -> None:
        find, role = self._chance.choices(
            [(workers, "worker"), (fork_servers, "fork server"), (graders, "grader")], [6, 2, 1]
        )[0]
        found = find(self._pid)
        if not found:
            return
        victim = self._chance.choice(found)
        act = self._chance.choices([self._kill, self._end, self._halt, self._squeeze, self._fill], [6, 1, 4, 3, 0.6])[0]
        self.done.append(f"{act(victim)} {role}")

    def _kill(self, victim: int) -> str:
        os.kill(victim, signal.SIGKILL)
        return "killed"

    def _end(self, victim: int) -> str:
        os.kill(victim, signal.SIGTERM)
        return "ended"

    def _halt(self, victim: int) -> str:
        os.kill(victim, signal.SIGSTOP)
        self._after(self._chance.uniform(0.05, 1.2), lambda: os.kill(victim, signal.SIGCONT))
        return "stopped"

    def _squeeze(self, victim: int) -> str:
        """One core for all, and the least of it."""
        cores = os.sched_getaffinity(victim)
        os.sched_setaffinity(victim, {min(cores)})
        os.setpriority(os.PRIO_PROCESS, victim, 19)
        self._after(self._chance.uniform(0.1, 1.0), lambda: os.sched_setaffinity(victim, cores))
        return "squeezed"

    def _fill(self, _: int) -> str:
        disk = self._disk
        if disk is not None:
            self._after(self._chance.uniform(0.05, 0.3), lambda: disk(False))
            with contextlib.suppress(OSError):  # it is full
                disk(True)
            return "full disk for"
        for pid in [self._pid, *graders(self._pid)]:
            hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
            self._after(0.1, lambda pid=pid, hard=hard: resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard)))
        return "small files for"

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        self._later.append((time.monotonic() + seconds, action))
