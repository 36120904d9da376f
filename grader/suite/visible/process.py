"""The learner's process, seen from outside: start it, give it a job, read its lines, stop it when its time is over.

Works the same on every system: pipes, a reading thread, wall time. `Runner` can be started before there is anything
to check, so that numpy is loaded by the time it is needed.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import MachineError

__all__ = ["Ended", "Runner"]

_START_SECONDS = 60.0  # a cold disk and a virus scanner take their time over numpy
_LINE = 4 << 20
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


class Ended(Exception):
    """The process is gone: `timeout` where it was stopped, and else it died by itself."""

    def __init__(self, timeout: bool, status: int | None, said: str) -> None:
        super().__init__("timeout" if timeout else "died")
        self.timeout, self.status, self.said = timeout, status, said

    def line_in(self, file: Path) -> int | None:
        """The line of that file in which the process stood shortly before its limit."""
        marked = re.findall(rf'File "([^"\n]*{re.escape(file.name)})", line (\d+)', self.said)
        return int(marked[0][1]) if marked else None


class Runner:
    """One learner's process. `pytest` starts the variant for files that use fixtures or marks."""

    def __init__(self, *, pytest: bool = False) -> None:
        script = Path(__file__).with_name("runner_pytest.py" if pytest else "runner.py")
        path = [entry for entry in sys.path if entry] or [os.getcwd()]
        environment = {**os.environ, **dict.fromkeys(_THREADS, "1"), "PYTHONHASHSEED": "0"}
        flags: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x200}
        command = [sys.executable, "-I", "-B", "-X", "utf8", str(script), json.dumps(path)]
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, **flags)
        except OSError as error:
            raise MachineError(f"Python does not start: {error.strerror}; `grader doctor` says more") from None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._said = bytearray()
        self._closed = False
        self._readers = [threading.Thread(target=work, daemon=True) for work in (self._read, self._listen)]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(_LINE):
            self._lines.put(line)
        self._lines.put(b"")

    def _listen(self) -> None:
        assert self._process.stderr is not None
        while part := self._process.stderr.read1(1 << 16):  # type: ignore[attr-defined]
            if len(self._said) < 1 << 16:
                self._said += part

    def ready(self) -> None:
        """Wait until numpy is loaded. Raises MachineError."""
        try:
            first = self._next(_START_SECONDS)
        except Ended as end:
            words = end.said.strip().splitlines()[-1:] or ["no answer"]
            raise MachineError(f"the learner's Python did not start: {words[0][:200]}") from None
        if first.get("event") != "ready":
            raise MachineError(
                f"numpy cannot be imported ({first.get('words')}); install it: python -m pip install numpy"
            )

    def give(self, job: Mapping[str, object]) -> None:
        """Wait until numpy is loaded, then hand over the job. Raises MachineError."""
        self.ready()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(json.dumps(job).encode() + b"\n")
            self._process.stdin.flush()

    def events(self, load_seconds: float, seconds: float, deadline: float) -> Iterator[dict[str, Any]]:
        """The lines, until "done" or "unloaded". Raises Ended where a check or the whole takes too long, or dies."""
        limit = load_seconds
        while True:
            event = self._next(min(limit, max(0.05, deadline - time.monotonic())))
            yield event
            if event["event"] in ("done", "unloaded"):
                return
            limit = load_seconds if event["event"] == "loading" else seconds

    def _next(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._ended(timeout=True) from None
        try:
            event = json.loads(line)
        except ValueError:
            raise self._ended(timeout=False) from None
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            raise self._ended(timeout=False)
        return event

    def _ended(self, *, timeout: bool) -> Ended:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0 if timeout else 1)
        status = self._process.poll()
        self.close()
        return Ended(timeout, status, bytes(self._said).decode(errors="replace"))

    def close(self) -> None:
        """End the process and all that it started."""
        process = self._process
        if self._closed:  # its number may be somebody else's by now
            return
        self._closed = True
        if os.name == "posix":
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            with contextlib.suppress(OSError):  # where it cannot be found, the process alone is ended
                subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
        with contextlib.suppress(OSError):
            process.kill()
        process.wait()
        for reader in self._readers:
            reader.join(1)
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()
