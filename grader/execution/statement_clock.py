"""A clock over the statements of a module: what runs too long at the top level is stopped, and the rest goes on.

A help to honest people, held by a signal inside the process: code that swallows every exception runs on, until it is
stopped from outside. Where a system has no interval timer, nothing is watched here. Standard library only.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

__all__ = ["StatementClock", "StatementStopped", "start_ticks"]

_TICKS = 20  # looks at the clock in the time of the whole file
_PART, _WHOLE = 0.5, 0.9  # of that time: what a statement may take, and all of them together
_IDLE = 0.05  # who has computed for less than this part of the time is asleep
_WALL = 2.0 if sys.platform == "linux" else 1.0  # seconds by the wall for one of CPU time, as the grader waits outside
_cpu, _wall = time.process_time, time.monotonic  # a module that replaces them changes nothing here


def start_ticks(seconds: float) -> None:
    """Start the ticks of a clock for a file of so many seconds, for a process that may set no timer later on.

    They go on for as long as it lives, and are ignored where nobody looks at the clock.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, seconds / _TICKS, seconds / _TICKS)


class StatementStopped(BaseException):
    """Raised in a statement whose time is over. No `except Exception` stops it."""


class StatementClock:
    """Watches what runs inside its `with`: `seconds` for all statements; 0 watches nothing.

    `stands(frame)` tells which statement a frame belongs to, None for none; equal values mean the same statement.
    `allowed` are the seconds of one statement; `over` becomes True once the time of all statements is used up.
    """

    def __init__(self, seconds: float, stands: Callable[[FrameType | None], object]) -> None:
        self.over = False
        self.allowed = seconds * _PART  # for one statement
        self._seconds, self._stands = seconds, stands
        self._at: object = None
        self._began = self._since = (0.0, 0.0)
        self._watching = False

    def __enter__(self) -> StatementClock:
        self._began = self._since = _cpu(), _wall()
        if self._seconds and hasattr(signal, "setitimer"):
            with contextlib.suppress(ValueError, OSError):  # not in a main thread; ticks that were started before
                signal.signal(signal.SIGALRM, self._tick)
                self._watching = True
                signal.setitimer(signal.ITIMER_REAL, self._seconds / _TICKS, self._seconds / _TICKS)
        return self

    def __exit__(self, *_: object) -> None:
        if self._watching:
            self._watching = False
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            with contextlib.suppress(OSError):
                signal.setitimer(signal.ITIMER_REAL, 0.0)

    def _tick(self, _: int, frame: FrameType | None) -> None:
        """Look at the statement that is being run. Raises StatementStopped in it."""
        now = _cpu(), _wall()
        at = self._stands(frame)
        if at is None:
            return
        if at != self._at:
            self._at, self._since = at, now
        self.over = self._beyond(self._began, now, _WHOLE)
        if self.over or self._beyond(self._since, now, _PART):
            raise StatementStopped  # and again at the next tick, where it was swallowed

    def _beyond(self, since: tuple[float, float], now: tuple[float, float], part: float) -> bool:
        """Has a part of the time passed, by the CPU, by the wall, or asleep?"""
        cpu, wall = now[0] - since[0], now[1] - since[1]
        limit = self._seconds * part
        return cpu >= limit or wall >= (limit if cpu < _IDLE * wall else _WALL * limit)
