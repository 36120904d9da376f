"""Learner and reference side by side, timed: each in a process of its own that counts nothing."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from types import TracebackType
from typing import Any

from grader.door.client import Door, Worker
from grader.growth import Clocked
from grader.model import Submission

__all__ = ["NotComparable", "Race"]

_WALL = 15.0  # seconds of the learner's calls together: sleeping costs no CPU, so it is not waited for without end


class NotComparable(Exception):
    """The learner's call came back with other values than the right ones, or the time for this is used up."""


class Race:
    """Timed calls of one function, of the learner's and of the reference's.

    right    (args, value) -> are these the right values? A cost of others says nothing
    before   called before each call; may raise to end the race

    The calls raise CallFailed as `Worker.time` does, MachineError where the clock cannot be read, NotComparable.
    """

    def __init__(
        self,
        door: Door,
        learner: Submission,
        reference: Submission,
        function: str,
        *,
        right: Callable[[tuple[Any, ...], Any], bool],
        before: Callable[[], None],
    ) -> None:
        self._door, self._sources, self._function = door, (learner, reference), function
        self._right, self._before = right, before
        self._workers: dict[int, Worker] = {}
        self._open = contextlib.ExitStack()
        self._waited = 0.0

    def __enter__(self) -> Race:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def learner(self, args: tuple[Any, ...]) -> Clocked:
        """One call of the learner's function."""
        clocked = self._timed(0, args)
        self._waited += clocked.wall
        if self._waited > _WALL:
            raise NotComparable
        return clocked

    def reference(self, args: tuple[Any, ...]) -> Clocked:
        """One call of the reference's."""
        return self._timed(1, args)

    def _timed(self, who: int, args: tuple[Any, ...]) -> Clocked:
        self._before()
        if who not in self._workers:
            self._workers[who] = self._open.enter_context(self._door.worker(self._sources[who].cells))
        cpu, wall, value = self._workers[who].time(self._function, args)
        if who == 0 and not self._right(args, value):
            raise NotComparable
        return Clocked(cpu, wall)
