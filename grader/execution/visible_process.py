"""The learner's process of `grader check`, seen from outside: start it, open a file of checks, run them, end it.

Works the same on every system: pipes, reading threads, the worker's frames (level `process`). It can be started before
there is anything to check, so that numpy is loaded by the time it is needed.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.core.errors import MachineError
from grader.execution.connection import Connection, Forged, spawned

__all__ = ["CheckStopped", "VisibleProcess", "place_in"]

_START = Path(__file__).with_name("visible_start.py")
_START_SECONDS = 60.0  # a cold disk and a virus scanner take their time over numpy
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


class CheckStopped(Exception):
    """No answer came: `timeout` where the process was stopped, and else it died.

    `place` is the file or cell and the line where it stood, if that is known; `stood` is all that it said of it.
    """

    def __init__(self, timeout: bool, place: tuple[str, int] | None = None, stood: str = "") -> None:
        super().__init__("timeout" if timeout else "died")
        self.timeout, self.place, self.stood = timeout, place, stood


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
        self._names: Sequence[str] = ()
        self._scratch = tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True)

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
        self._names = [name for name, _, _ in job["stretches"]]
        told = json.dumps({**job, "scratch": self._scratch.name})
        return self._asked({"do": "open", "job": told}, seconds)

    def check(self, name: str, case: int, seconds: float) -> Mapping[str, Any]:
        """Run one case of a check: what `CheckRunner.check` tells. Raises CheckStopped."""
        return self._asked({"do": "check", "name": name, "case": case}, seconds)

    def explain(self, seconds: float) -> list[Any]:
        """Facts about the case that ran last. Raises CheckStopped."""
        return list(self._asked({"do": "explain"}, seconds).get("facts") or ())

    def close(self) -> None:
        """End the process and all that it started."""
        self._connection.close()
        self._scratch.cleanup()

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
        stood = self._said().rpartition("Timeout (")[2] if timeout else ""
        return CheckStopped(timeout, place_in(stood, self._names), stood)


def place_in(stood: str, names: Collection[str]) -> tuple[str, int] | None:
    """The innermost line in the learner's own files or cells, in what faulthandler says."""
    for marked in re.finditer(r'File "([^"\n]*)", line (\d+)', stood):
        if marked[1] in names:
            return marked[1], int(marked[2])
    return None
