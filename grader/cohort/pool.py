"""Grader processes side by side: whoever is free gets the next submission; one that dies is replaced.

The scheduling is one loop in one thread. Beside each process stands a thread that does nothing but hand lines over
and read them, so that waiting works alike on every system.
"""

from __future__ import annotations

import collections
import contextlib
import json
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from grader import errors
from grader.cohort.broken import broken_report
from grader.cohort.outputs import write_reports
from grader.cohort.serve import start
from grader.cohort.terms import Task, Terms
from grader.errors import GraderError, MachineError
from grader.model import Assignment

__all__ = ["GraderProcess", "grade_in_pool", "raise_told"]

_TRIES = 2  # a submission whose grader died is tried once more, in a new one
_STARTS = 3  # graders that die one after another before they have graded anything
_ENDING = 5.0  # seconds for a grader to close its fork server and end
_DYING = 2.0  # seconds from a pipe that closed to a process that is gone
_Events = queue.SimpleQueue[tuple["GraderProcess", bytes]]


class GraderProcess:
    """One grader process, and the submission it has in hand."""

    def __init__(self, terms: Terms, output: Path | None, events: _Events) -> None:
        """Start it. `events` receives (this, line) for every answer, and (this, b"") when it has ended.

        Raises MachineError where it cannot be started at all.
        """
        try:
            self._said = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
            self._process = start(terms, output, self._said)
        except OSError as error:
            raise MachineError(f"a grader process cannot be started: {error.strerror or error}; run again") from None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._events = events
        self.task: Task | None = None
        self.graded = 0
        self.since = time.monotonic()
        threading.Thread(target=self._carry, daemon=True).start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def give(self, task: Task) -> None:
        """Hand it a submission."""
        self.task, self.since = task, time.monotonic()
        asked = {"id": task.submission.id, "path": task.submission.path, "content": task.content}
        self._lines.put(json.dumps(asked).encode() + b"\n")

    def _carry(self) -> None:
        """Lines in, lines out, until either end is gone."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._lines.get()) is not None:
                stdin.write(line)
                stdin.flush()
                answer = stdout.readline()
                if not answer.endswith(b"\n"):
                    break
                self._events.put((self, answer))
        with contextlib.suppress(OSError):
            stdin.close()  # it ends by itself when there is nothing more to read
        self._events.put((self, b""))

    def close(self) -> None:
        """Let it end by itself once it has nothing in hand."""
        self._lines.put(None)

    def end(self, patience: float = 0.0) -> str:
        """End it, after `patience` seconds to end by itself. -> how it ended, in words."""
        self.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        killed = self._process.poll() is None
        self._process.kill()
        status = self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        if killed:
            how = "its grader was stopped"
        elif status < 0:
            how = f"its grader was ended by {signal.Signals(-status).name}"
        else:
            how = f"its grader ended ({self.last_words() or f'exit code {status}'})"
        self._said.close()
        return how

    def last_words(self) -> str:
        """The last line it said to people."""
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else ""


def raise_told(answer: bytes) -> None:
    """Raise the error that a grader process told with an `E` line."""
    told: dict[str, Any] = json.loads(answer[1:])
    kind = getattr(errors, str(told["kind"]), MachineError)
    error: GraderError = kind(told["message"])
    raise error


def grade_in_pool(
    assignment: Assignment,
    terms: Terms,
    tasks: Iterable[Task],
    deliver: Callable[[Task, str], None],
    *,
    jobs: int,
    output: Path | None = None,
    started: Callable[[int], None] = lambda pid: None,
) -> None:
    """Grade each task in one of `jobs` processes and call `deliver` with its report (JSON), as they come.

    A process that dies, or does not answer for far longer than a submission may take, is replaced and its
    submission tried once more; then its points are held. `started` hears of each process. Raises what a grader
    process told (UsageError, IsolationError, ...), and MachineError where they keep dying at their start.
    """
    events: _Events = queue.SimpleQueue()
    crew: list[GraderProcess] = []
    again: collections.deque[Task] = collections.deque()
    tries: collections.Counter[int] = collections.Counter()
    stillborn = 0
    patience = 4 * assignment.limits.submission_seconds + 120  # far beyond any deadline inside a grader
    source = iter(tasks)
    idle: list[GraderProcess] = []
    try:
        while True:
            while idle or len(crew) < jobs:
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
            grader, answer = _next(events, crew, patience)
            task = grader.task
            if task is None:
                continue  # an idle one has died: it is not missed before there is work
            if answer.startswith(b"R"):
                grader.task, stillborn = None, 0
                grader.graded += 1
                idle.append(grader)
                tries.pop(task.index, None)
                deliver(task, answer[1:].decode().rstrip("\n"))
            elif answer:
                raise_told(answer)
            else:
                crew.remove(grader)
                words = grader.last_words()
                how = grader.end(_DYING)
                tries[task.index] += 1
                stillborn += not grader.graded
                if stillborn > _STARTS * _TRIES:
                    raise MachineError(f"grader processes die as soon as they start ({words or how}); run again")
                if tries[task.index] < _TRIES:
                    again.append(task)
                else:
                    report = broken_report(assignment, terms, task.submission, how)
                    deliver(task, write_reports(report, output, terms.language))
    finally:
        orderly = len(idle) == len(crew)  # all is graded; otherwise something has ended the run, and nobody waits
        for grader in crew:
            grader.close()
        for grader in crew:
            grader.end(_ENDING if orderly else 0.0)


def _next(events: _Events, crew: list[GraderProcess], patience: float) -> tuple[GraderProcess, bytes]:
    """The next answer. A process that has said nothing for `patience` seconds counts as dead."""
    while True:
        try:
            return events.get(timeout=1)
        except queue.Empty:
            for grader in crew:
                if grader.task is not None and time.monotonic() - grader.since > patience:
                    return grader, b""
