"""The learner's process of `grader check`, seen from outside: start it, open a file of checks, run them, end it.

Works the same on every system: pipes, reading threads, the worker's frames (level `process`). It can be started before
there is anything to check, so that numpy is loaded by the time it is needed.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import MachineError
from grader.execution.connection import Connection, Forged, spawned

__all__ = ["CheckStopped", "VisibleProcess", "line_in"]

_START = Path(__file__).with_name("visible_start.py")
_START_SECONDS = 60.0  # a cold disk and a virus scanner take their time over numpy
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


class CheckStopped(Exception):
    """No answer came: `timeout` where the process was stopped, and else it died. `line` is where it stood, if known."""

    def __init__(self, timeout: bool, line: int | None = None) -> None:
        super().__init__("timeout" if timeout else "died")
        self.timeout, self.line = timeout, line


class VisibleProcess:
    """One learner's process for visible checks."""

    def __init__(self) -> None:
        path = [entry for entry in sys.path if entry] or [os.getcwd()]
        environment = {**os.environ, **dict.fromkeys(_THREADS, "1"), "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-I", "-B", "-X", "utf8", str(_START), json.dumps(path)]
        try:
            self._connection = Connection.to(spawned(command, environment))
        except OSError as error:
            raise MachineError(f"Python does not start: {error.strerror}; `grader doctor` says more") from None
        self._ready = False
        self._file = ""

    def ready(self) -> None:
        """Wait until numpy is loaded. Raises MachineError."""
        if self._ready:
            return
        try:
            first = self._told(_START_SECONDS)
        except CheckStopped:
            words = self._said().strip().splitlines()[-1:] or ["no answer"]
            raise MachineError(f"the learner's Python did not start: {words[0][:200]}") from None
        if first.get("event") != "ready":
            raise MachineError(
                f"numpy cannot be imported ({first.get('words')}); install it: python -m pip install numpy"
            )
        self._ready = True

    def open(self, job: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        """Load the file of checks of a job: what `CheckRunner.open` tells. Raises MachineError or CheckStopped."""
        self.ready()
        self._file = Path(job["learner"]).name
        return self._asked({"do": "open", "job": json.dumps(job)}, seconds)

    def check(self, name: str, case: int, seconds: float) -> Mapping[str, Any]:
        """Run one case of a check: what `CheckRunner.check` tells. Raises CheckStopped."""
        return self._asked({"do": "check", "name": name, "case": case}, seconds)

    def explain(self, seconds: float) -> list[Any]:
        """Facts about the case that ran last. Raises CheckStopped."""
        return list(self._asked({"do": "explain"}, seconds).get("facts") or ())

    def close(self) -> None:
        """End the process and all that it started."""
        self._connection.close()

    def _asked(self, request: Mapping[str, object], seconds: float) -> dict[str, Any]:
        try:
            self._connection.send(request)
        except (OSError, TimeoutError):
            raise self._stopped(timeout=False) from None
        return self._told(seconds)

    def _told(self, seconds: float) -> dict[str, Any]:
        """The next answer, within `seconds` of the process's own time."""
        try:
            told = json.loads(self._connection.receive(seconds, 0).get("told", ""))
        except TimeoutError:
            raise self._stopped(timeout=True) from None
        except (EOFError, Forged, ValueError, TypeError, RecursionError):
            raise self._stopped(timeout=False) from None
        if not isinstance(told, dict):
            raise self._stopped(timeout=False)
        return told

    def _said(self) -> str:
        return bytes(self._connection.pipes.printed).decode(errors="replace")

    def _stopped(self, *, timeout: bool) -> CheckStopped:
        self.close()
        return CheckStopped(timeout, self._line() if timeout else None)

    def _line(self) -> int | None:
        """The line of the learner's file in which the process stood shortly before its limit."""
        return line_in(self._said().rpartition("Timeout (")[2], self._file) if self._file else None


def line_in(stood: str, file: str) -> int | None:
    """The innermost line of a file, named without its folder, in what faulthandler says."""
    marked = re.search(rf'File "(?:[^"\n]*[/\\])?{re.escape(file)}", line (\d+)', stood)
    return int(marked[1]) if marked else None
