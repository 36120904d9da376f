"""A clock over the statements of a module: what runs too long at the top level is stopped, and the rest goes on.

A help to honest people, held by a signal inside the process: code that swallows every exception runs on, until it is
stopped from outside. Where a system has no interval timer, nothing is watched here. Standard library only.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import NamedTuple

__all__ = ["StatementClock", "StatementStopped", "start_ticks"]

_TICKS = 20  # looks at the clock in the time of the whole file
_PART, _WHOLE = 0.5, 0.9  # of that time: what a statement may take, and all of them together
_IDLE = 0.05  # who has computed for less than this part of the time between two looks was asleep
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


class _Seconds(NamedTuple):
    """Of a process: what it has computed, and what it has slept."""

    computed: float
    asleep: float


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
        self._began = self._since = self._now = _Seconds(0.0, 0.0)
        self._wall = 0.0  # at the last look
        self._watching = False

    def __enter__(self) -> StatementClock:
        self._began = self._since = self._now = _Seconds(_cpu(), 0.0)
        self._wall = _wall()
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
        now = self._now = self._look()
        at = self._stands(frame)
        if at is None:
            return
        if at != self._at:
            self._at, self._since = at, now
        self.over = self._beyond(self._began, now, _WHOLE)
        if self.over or self._beyond(self._since, now, _PART):
            raise StatementStopped  # and again at the next tick, where it was swallowed

    def _look(self) -> _Seconds:
        """What the process has computed and slept until now.

        Time in which it waits for a core is nobody's, and so is time without looks: then it was stopped from outside.
        """
        cpu, wall = _cpu(), _wall()
        passed, self._wall = wall - self._wall, wall
        asleep = cpu - self._now.computed < _IDLE * passed
        return _Seconds(cpu, self._now.asleep + (min(passed, 2 * self._seconds / _TICKS) if asleep else 0.0))

    def _beyond(self, since: _Seconds, now: _Seconds, part: float) -> bool:
        """Is a part of the time used up, by computing or by sleeping?"""
        return max(now.computed - since.computed, now.asleep - since.asleep) >= self._seconds * part
