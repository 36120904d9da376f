"""Grader processes side by side: whoever is free gets the next submission; one that dies is replaced.

The scheduling is one loop in one thread. Beside each process stands a thread that does nothing but hand lines over
and read them, so that waiting works alike on every system.
"""

from __future__ import annotations

import collections
import queue
from collections.abc import Callable, Iterable
from pathlib import Path

from grader.cohort.broken import broken_report
from grader.cohort.outputs import write_reports
from grader.cohort.process import DYING, NOT_TAKEN, Events, Failure, GraderProcess
from grader.cohort.spare import Spare
from grader.cohort.terms import Task, Terms
from grader.errors import MachineError
from grader.model import Assignment

__all__ = ["grade_in_pool"]

_TRIES = 2  # a submission whose grader died is tried once more, in a new one
_STARTS = 3  # graders that end one after another before they have graded anything, for each of a submission's tries
_SLOW = 1.5  # seconds at one submission; most take a tenth of it
_ENDING = 5.0  # seconds for a grader to close its fork server and end


def grade_in_pool(
    assignment: Assignment,
    terms: Terms,
    tasks: Iterable[Task],
    deliver: Callable[[Task, str], None],
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
    again: collections.deque[Task] = collections.deque()
    tries: collections.Counter[int] = collections.Counter()
    stillborn = 0
    patience = 4 * assignment.limits.submission_seconds + 120  # far beyond any deadline inside a grader
    source = iter(tasks)
    idle: list[GraderProcess] = []
    spare = Spare(jobs if elastic else 0)
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
