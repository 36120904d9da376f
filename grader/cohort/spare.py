"""Cores that stand idle because somebody's code sleeps: for those, other graders may work meanwhile."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from grader.cohort.cores import usable

__all__ = ["Spare", "idle_seconds"]

_LOOK = 1.0  # seconds between two looks
_FREE, _FULL = 0.7, 0.15  # idle cores from which one more grader may work, and under which one fewer


def idle_seconds() -> float | None:
    """CPU seconds that the cores of this machine have been idle since it started.

    None where the system does not tell (only Linux does), or where a quota lets us use fewer than there are: then
    idle cores are not ours.
    """
    if sys.platform != "linux" or usable() < (os.cpu_count() or 1):
        return None
    try:
        words = Path("/proc/stat").read_text("ascii").partition("\n")[0].split()
        return int(words[4]) / os.sysconf("SC_CLK_TCK")  # proc_stat(5): user, nice, system, idle, ...
    except (OSError, ValueError, IndexError):
        return None


class Spare:
    """How many graders more than cores may work now: from 0 to `most`, one step a second.

    `idle` and `clock` are read at every look.
    """

    def __init__(
        self,
        most: int,
        idle: Callable[[], float | None] = idle_seconds,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._idle, self._clock = most, idle, clock
        self._extra = 0
        self._seen = (clock(), idle())

    def graders(self, slow: bool) -> int:
        """The number now. One is added only while `slow`: a submission is at work for longer than usual."""
        now = self._clock()
        since, before = self._seen
        if now - since < _LOOK:
            return self._extra
        idle = self._idle()
        self._seen = (now, idle)
        if idle is None or before is None:
            self._extra = 0
            return 0
        free = (idle - before) / (now - since)
        if free >= _FREE and slow:
            self._extra = min(self._extra + 1, self._most)
        elif free < _FULL:
            self._extra = max(self._extra - 1, 0)
        return self._extra
