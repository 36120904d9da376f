"""A pool of grader processes: an idle one gets the next submission; one that dies is replaced.

The scheduling is one loop in one thread. Each process has a thread that only writes and reads lines, so that waiting
works the same on every system.
"""

from __future__ import annotations

import collections
import os
import queue
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from grader.batch.grader_process import DYING, NOT_TAKEN, Events, Failure, GraderProcess, next_answer, patience_of
from grader.batch.outputs import broken_report, write_reports
from grader.core.cores import fitting, usable
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

    A process that dies, or does not answer for far longer than a submission may take, is replaced and its submission
    tried once more; then its points are held. `started` is called with the pid of each process. Raises the error that a
    grader process reports (UsageError, IsolationError, ...), and MachineError where processes keep dying as they start.
    """
    source = iter(tasks)
    room = fitting(assignment.limits.memory_mib, cores=2 * jobs) - jobs if elastic else 0
    spare = IdleCores(max(0, room))
    pool = _Pool(assignment, terms, deliver, output, started)
    try:
        while True:
            pool.hand_out(source, jobs + spare.graders(pool.slow))
            if not pool.busy:
                return
            pool.hear()
    finally:
        pool.end()


class _Pool:
    """The grader processes of a run, those of them that are idle, and the submissions to be tried once more."""

    def __init__(
        self,
        assignment: Assignment,
        terms: GradingTerms,
        deliver: Callable[[GradingTask, str], None],
        output: Path | None,
        started: Callable[[int], None],
    ) -> None:
        self._assignment, self._terms, self._deliver, self._output = assignment, terms, deliver, output
        self._started = started
        self._events: Events = queue.SimpleQueue()
        self._crew: list[GraderProcess] = []
        self._idle: list[GraderProcess] = []
        self._again: collections.deque[GradingTask] = collections.deque()
        self._tries: collections.Counter[int] = collections.Counter()
        self._stillborn = 0
        self._patience = patience_of(assignment)

    @property
    def slow(self) -> bool:
        """True while a submission is at work for longer than usual."""
        return any(grader.seconds > _SLOW for grader in self._crew)

    @property
    def busy(self) -> bool:
        """True while a grader has a submission in hand."""
        return len(self._idle) < len(self._crew)

    def hand_out(self, source: Iterator[GradingTask], at_most: int) -> None:
        """Give tasks to idle or new graders until `at_most` are at work or no task is left."""
        while len(self._crew) - len(self._idle) < at_most:
            task = self._again.popleft() if self._again else next(source, None)
            if task is None:
                return
            if self._idle:
                grader = self._idle.pop()
            else:
                grader = GraderProcess(self._terms, self._output, self._events)
                self._crew.append(grader)
                self._started(grader.pid)
            grader.give(task)

    def hear(self) -> None:
        """Take one answer, if one comes within a second. Raises what ends the run."""
        heard = next_answer(self._events, self._crew, self._patience)
        if heard is None:
            return
        grader, answer = heard
        task = grader.task
        if task is None:
            return  # an idle one has died: it is not missed before there is work
        grader.task = None
        if answer.startswith(b"R"):
            self._stillborn = 0
            grader.graded += 1
            self._idle.append(grader)
            self._deliver(task, answer[1:].decode().rstrip("\n"))
        else:
            self._died(grader, task, answer)

    def _died(self, grader: GraderProcess, task: GradingTask, answer: bytes) -> None:
        """A grader has ended over a task: try that once more, or hold its points. Raises what ends the run."""
        failure = Failure.of(answer)
        if failure is not None and failure.fatal:
            raise failure.error()
        self._crew.remove(grader)
        ended = grader.end(0.0 if failure else DYING)
        how = failure.message if failure else ended
        unheld = failure is not None and failure.unheld
        self._stillborn += not grader.graded
        if self._stillborn >= (_STARTS if unheld else _STARTS * _TRIES):
            dying = MachineError(f"grader processes die as soon as they start ({how}); run again")
            raise failure.error() if failure else dying
        self._tries[task.index] += answer != NOT_TAKEN and not unheld
        if self._tries[task.index] < _TRIES:
            self._again.append(task)
        else:
            report = broken_report(self._assignment, self._terms, task.submission, how)
            self._deliver(task, write_reports(report, self._output, self._terms))

    def end(self) -> None:
        """End every grader; at once where the run was cut short, since nobody waits for it."""
        orderly = not self.busy
        for grader in self._crew:
            grader.close()
        for grader in self._crew:
            grader.end(_ENDING if orderly else 0.0)


_LOOK = 1.0  # seconds between two looks
_FREE, _FULL = 0.7, 0.15  # idle cores from which one more grader may work, and under which one fewer


def idle_seconds() -> float | None:
    """CPU seconds that this machine's cores have been idle since it started. None where that is unknown (except on
    Linux), or where a quota allows fewer cores than exist: idle cores may not be ours to use.
    """
    if sys.platform != "linux" or usable() < (os.cpu_count() or 1):
        return None
    try:
        words = Path("/proc/stat").read_text("ascii").partition("\n")[0].split()
        return int(words[4]) / os.sysconf("SC_CLK_TCK")  # proc_stat(5): user, nice, system, idle, ...
    except (OSError, ValueError, IndexError):
        return None


class IdleCores:
    """How many more graders than cores may work now: from 0 to `most`, changing by one per second.

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
