"""A run of `grader grade` started from the page: one at a time, its progress read, stopped as with Ctrl-C.

The command runs as it would in a terminal, over the same gradebook; what it changes is seen when it is stored.
"""

from __future__ import annotations

import collections
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from grader.core.errors import UsageError
from grader.core.safe_text import one_line

__all__ = ["GradingRun"]

_LINES = 200  # of what the command said, the last ones
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class GradingRun:
    """The last run of this server."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._said: collections.deque[str] = collections.deque(maxlen=_LINES)
        self._path = ""

    @property
    def running(self) -> bool:
        """Whether the command is at work."""
        return self._process is not None and self._process.poll() is None

    def view(self) -> dict[str, Any]:
        """What the page shows of it."""
        code = None if self._process is None else self._process.poll()
        return {"path": self._path, "running": self.running, "code": code, "said": list(self._said)}

    def start(self, path: Path, assignment: str, gradebook: Path, course: Path | None) -> None:
        """Grade what lies at `path` into the gradebook.

        Raises UsageError where a run is going on, no course is known, or nothing is there.
        """
        if self.running:
            raise UsageError("a run is going on; stop it first, or wait for its end")
        if course is None:
            raise UsageError("start `grader serve` with --course, so that it knows the hidden checks")
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder on this machine")
        command = [sys.executable, "-m", "grader", "grade", str(path.resolve())]
        command += ["--course", str(course), "--assignment", assignment, "--gradebook", str(gradebook.resolve())]
        self._said.clear()
        self._path = str(path)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def stop(self) -> None:
        """End the run as Ctrl-C does: what is graded stays, and the same run goes on where it stopped."""
        if self._process is not None and self.running:
            self._process.send_signal(signal.SIGINT)

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._said.append(one_line(_CONTROL.sub("", line.rstrip()), 300))
