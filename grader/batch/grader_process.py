"""The parent's side of a grader process: send it a submission, receive its answers, end it."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from grader.batch.worker_main import start
from grader.core import errors
from grader.core.errors import GraderError, MachineError
from grader.core.model import Assignment
from grader.submissions.cache_key import GradingTask, GradingTerms

__all__ = ["DYING", "Events", "Failure", "GraderProcess", "NOT_TAKEN", "next_answer", "patience_of"]

DYING = 2.0
"""Seconds from a pipe that has closed to a process that is gone."""
NOT_TAKEN = b"-"
"""What is heard of a grader that had died before a submission was handed to it."""
Events = queue.SimpleQueue[tuple["GraderProcess", bytes]]
_STILL = 10.0  # seconds for which a grader may be stopped before another one takes its submission


@dataclasses.dataclass(frozen=True)
class Failure:
    """Why a grader process ends, in its own words (an `E` line)."""

    kind: str
    message: str
    fatal: bool  # every other grader would meet it as well

    @classmethod
    def of(cls, answer: bytes) -> Failure | None:
        """The failure in an answer; None where the answer is something else."""
        return cls(**json.loads(answer[1:])) if answer.startswith(b"E") else None

    @property
    def unheld(self) -> bool:
        """True where the sandbox could not be set up, which no submission causes."""
        return self.kind == "IsolationError"

    def error(self) -> GraderError:
        """The error that it was."""
        made: GraderError = getattr(errors, self.kind, MachineError)(self.message)
        return made


class GraderProcess:
    """One grader process, and the submission it has in hand."""

    def __init__(self, terms: GradingTerms, output: Path | None, events: Events) -> None:
        """Start it. `events` receives (this, line) for every answer, (this, NOT_TAKEN) for a submission that it
        was too late for, and (this, b"") when it has ended.

        Raises MachineError where it cannot be started at all.
        """
        try:
            self._said = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
            self._process = start(terms, output, self._said)
        except OSError as error:
            raise MachineError(f"a grader process cannot be started: {error.strerror or error}; run again") from None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._events = events
        self.task: GradingTask | None = None
        self.graded = 0
        self.since = time.monotonic()
        self._still: float | None = None  # when it was first seen stopped
        threading.Thread(target=self._carry, daemon=True).start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def seconds(self) -> float:
        """Seconds it has been working on its submission; 0 where it has none."""
        return 0.0 if self.task is None else time.monotonic() - self.since

    def stopped(self) -> float:
        """Seconds for which it was stopped (SIGSTOP) whenever this was asked; 0 where it is not, or nobody tells."""
        try:
            state = Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b") ")[2][:1]
        except OSError:
            state = b""
        if state not in (b"T", b"t"):
            self._still = None
            return 0.0
        self._still = self._still or time.monotonic()
        return time.monotonic() - self._still

    def give(self, task: GradingTask) -> None:
        """Send it a submission."""
        self.task, self.since = task, time.monotonic()
        asked = {"id": task.submission.id, "path": task.submission.path, "content": task.content}
        self._lines.put(json.dumps(asked).encode() + b"\n")

    def _carry(self) -> None:
        """Lines in, lines out, until either end is gone."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._lines.get()) is not None:
                try:
                    stdin.write(line)
                    stdin.flush()
                except OSError:
                    self._events.put((self, NOT_TAKEN))
                    break
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


def patience_of(assignment: Assignment) -> float:
    """Seconds after which a grader that has not answered counts as dead: far beyond any deadline inside it."""
    return 4 * assignment.limits.submission_seconds + 120


def next_answer(events: Events, crew: Sequence[GraderProcess], patience: float) -> tuple[GraderProcess, bytes] | None:
    """The next answer, or None after a second. A process that is silent for `patience` seconds counts as dead, and so
    does one that somebody has stopped and not let go on: it is no slow one.
    """
    try:
        return events.get(timeout=1)
    except queue.Empty:
        lost = (grader for grader in crew if grader.task and (grader.seconds > patience or grader.stopped() > _STILL))
        return next(((grader, b"") for grader in lost), None)
