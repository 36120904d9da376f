"""Grader processes side by side: whoever is free gets the next submission; one that dies is replaced.

The scheduling is one loop in one thread. Beside each process stands a thread that does nothing but hand lines over
and read them, so that waiting works alike on every system.
"""

from __future__ import annotations

import collections
import os
import queue
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from grader.batch.grader_process import DYING, NOT_TAKEN, Events, Failure, GraderProcess
from grader.batch.outputs import broken_report, write_reports
from grader.core.cores import usable
from grader.core.errors import MachineError
from grader.core.model import Assignment
from grader.submissions.cache_key import GradingTask, GradingTerms

__all__ = ["IdleCores", "grade_in_pool", "idle_seconds"]

_TRIES = 2  # a submission whose grader died is tried once more, in a new one
_STARTS = 3  # graders that end one after another before they have graded anything, for each of a submission's tries
_SLOW = 1.5  # seconds at one submission; most take a tenth of it
_ENDING = 5.0  # seconds for a grader to close its fork server and end


def grade_in_pool(
    assignment: Assignment,
    terms: GradingTerms,
    tasks: Iterable[GradingTask],
    deliver: Callable[[GradingTask, str], None],
    *,
    jobs: int,
    output: Path | None = None,
    started: Callable[[int], None] = lambda pid: None,
    elastic: bool = False,
) -> None:
    """Grade each task in one of `jobs` processes and call `deliver` with its report (JSON), as they come.

    With `elastic`, more processes work while cores are idle because submissions sleep, at most twice as many.

    A process that dies, or does not answer for far longer than a submission may take, is replaced and its
    submission tried once more; then its points are held. `started` hears of each process. Raises what a grader
    process told (UsageError, IsolationError, ...), and MachineError where they keep dying at their start.
    """
    events: Events = queue.SimpleQueue()
    crew: list[GraderProcess] = []
    again: collections.deque[GradingTask] = collections.deque()
    tries: collections.Counter[int] = collections.Counter()
    stillborn = 0
    patience = 4 * assignment.limits.submission_seconds + 120  # far beyond any deadline inside a grader
    source = iter(tasks)
    idle: list[GraderProcess] = []
    spare = IdleCores(jobs if elastic else 0)
    try:
        while True:
            may_work = jobs + spare.graders(any(grader.seconds > _SLOW for grader in crew))
            while len(crew) - len(idle) < may_work:
                task = again.popleft() if again else next(source, None)
                if task is None:
                    break
                if idle:
                    grader = idle.pop()
                else:
                    grader = GraderProcess(terms, output, events)
                    crew.append(grader)
                    started(grader.pid)
                grader.give(task)
            if len(idle) == len(crew):
                return
            heard = _next(events, crew, patience)
            if heard is None:
                continue
            grader, answer = heard
            task = grader.task
            if task is None:
                continue  # an idle one has died: it is not missed before there is work
            grader.task = None
            if answer.startswith(b"R"):
                stillborn = 0
                grader.graded += 1
                idle.append(grader)
                deliver(task, answer[1:].decode().rstrip("\n"))
                continue
            failure = Failure.of(answer)
            if failure is not None and failure.fatal:
                raise failure.error()
            crew.remove(grader)
            ended = grader.end(0.0 if failure else DYING)
            how = failure.message if failure else ended
            unheld = failure is not None and failure.unheld
            stillborn += not grader.graded
            if stillborn >= (_STARTS if unheld else _STARTS * _TRIES):
                dying = MachineError(f"grader processes die as soon as they start ({how}); run again")
                raise failure.error() if failure else dying
            tries[task.index] += answer != NOT_TAKEN and not unheld
            if tries[task.index] < _TRIES:
                again.append(task)
            else:
                report = broken_report(assignment, terms, task.submission, how)
                deliver(task, write_reports(report, output, terms))
    finally:
        orderly = len(idle) == len(crew)  # all is graded; otherwise something has ended the run, and nobody waits
        for grader in crew:
            grader.close()
        for grader in crew:
            grader.end(_ENDING if orderly else 0.0)


def _next(events: Events, crew: list[GraderProcess], patience: float) -> tuple[GraderProcess, bytes] | None:
    """The next answer, or None within a second. A process that has said nothing for `patience` counts as dead."""
    try:
        return events.get(timeout=1)
    except queue.Empty:
        return next(((grader, b"") for grader in crew if grader.seconds > patience), None)


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


class IdleCores:
    """How many graders more than cores may work now: from 0 to `most`, one step a second.

    `idle` and `clock` are read at every look.
    """

    def __init__(
        self, most: int, idle: Callable[[], float | None] = idle_seconds, clock: Callable[[], float] = time.monotonic
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
