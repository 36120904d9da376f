"""Starts workers, the processes that run learners' code.

with Executor(limits, way="fork", layers=("rlimits", "landlock", "seccomp")) as executor:
with executor.worker(cells) as worker:
answer = worker.call("centre", X)
"""

from __future__ import annotations

import array
import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.core.errors import MachineError
from grader.core.model import Cell, Limits, Submission
from grader.execution.client import Worker
from grader.execution.connection import CONTROL_SECONDS, Connection, spawned
from grader.execution.deaths import Death, Disturbed
from grader.execution.environment import environment, packages
from grader.execution.failures import CallFailed
from grader.execution.pipes import PosixPipes
from grader.execution.program import ProgramText

__all__ = ["Executor", "FULL_LAYERS", "can_fork"]

FULL_LAYERS = ("rlimits", "landlock", "seccomp")
_FORKSERVER = Path(__file__).with_name("forkserver.py")


def can_fork() -> bool:
    """True where forking a warm interpreter is safe and seqpacket sockets exist."""
    return sys.platform == "linux"


class Executor:
    """Starts learners' processes: forked from a warm fork server, or spawned one by one where fork is not safe."""

    def __init__(
        self, limits: Limits, *, way: str = "fork", layers: Sequence[str] = FULL_LAYERS, uid: int | None = None
    ) -> None:
        """`way` is "fork" or "spawn"; `layers` are applied by each worker to itself ("uid" needs `uid`)."""
        self.limits, self.way, self.layers, self.uid = limits, way, tuple(layers), uid
        self.hello: dict[str, Any] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._idle: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def config(self) -> dict[str, object]:
        """What the fork server needs to know; it holds nothing private."""
        limits = self.limits
        return {
            "way": self.way,
            "cpu_seconds": self.cpu_seconds,
            "load_seconds": limits.load_seconds,
            "memory_bytes": limits.memory_mib << 20,
            "uid": self.uid,
            "max_payload": limits.result_mib << 20,
            "packages": packages(),
        }

    @property
    def cpu_seconds(self) -> int:
        """The CPU limit of one worker's whole life: a backstop, since the client decides about calls."""
        wanted = int(self.limits.load_seconds + self.limits.submission_seconds) + 1
        if os.name != "posix":
            return wanted
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)

    def _command(self) -> list[str]:
        return [sys.executable, "-I", "-X", "utf8", str(_FORKSERVER), json.dumps(self.config)]

    def start(self) -> None:
        """Start the fork server, or refill the pool of idle workers. Raises MachineError."""
        if self.way == "spawn":
            while len(self._idle) < 2:
                self._idle.append(spawned(self._command(), environment()))
            return
        if self._process is None:
            self._start_forkserver()

    def _start_forkserver(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = subprocess.Popen(
                self._command(), env=environment(), stdin=theirs.fileno(), stderr=subprocess.PIPE, cwd="/"
            )
        except OSError as error:
            ours.close()
            raise MachineError(f"the learner's interpreter does not start: {error.strerror}") from None
        finally:
            theirs.close()
        ours.settimeout(CONTROL_SECONDS)
        self._control = ours
        try:
            self.hello = json.loads(ours.recv(1 << 16) or b"{}")
        except (OSError, ValueError):
            self.hello = {}
        if self.hello.get("threads") != 1:
            raise self._unusable(self._process)

    def _unusable(self, process: subprocess.Popen[bytes]) -> MachineError:
        """Why a fork server that did not say hello cannot be used; it is ended."""
        status = process.poll()
        said = process.stderr.read(2000) if process.stderr and status is not None else b""
        self.close()
        if self.hello:
            reason = f"{self.hello['threads']} threads before the first fork"
        else:
            reason = (said.decode(errors="replace").strip().splitlines()[-1:] or ["no answer"])[0]
        # One that was killed, or that is slow, may do better the next time; one that has ended by itself will not.
        kind = Disturbed if not self.hello and (status is None or status < 0) else MachineError
        return kind(f"the learner's interpreter is not usable: {reason}")

    def ask(self, message: dict[str, object], descriptors: Sequence[int] = ()) -> dict[str, Any]:
        """One question to the fork server. One that is gone or silent is replaced; Disturbed."""
        if self._control is None:
            raise Disturbed("the fork server has ended")
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        try:
            self._control.sendmsg([json.dumps(message).encode()], ancillary)
            answer = self._control.recv(1 << 16)
        except OSError:
            answer = b""
        if not answer:
            self.close()
            raise Disturbed("the fork server stopped answering; it is started again for the next check")
        return dict(json.loads(answer))

    def worker(
        self, program: Submission | ProgramText | Sequence[Cell], *, counted: bool = False, watched: bool = False
    ) -> Worker:
        """A fresh process that has run the learner's program. Raises CallFailed or MachineError (Disturbed: ask again).

        Where it does not survive the file, others run its imports, definitions and plain assignments alone;
        `Worker.program` is what was run in the end. CallFailed is then the first one's.

        A `counted` one counts the work of its calls (`Worker.count`), which makes them slower; a `watched` one tells
        what a caller in its own process would see (`Worker.ask`).
        """
        source, first = ProgramText.of(program), None
        while True:
            worker = self._started()
            try:
                worker.load(source, counted=counted, watched=watched)
            except CallFailed as failure:
                worker.close()
                first, left = first or failure, source.after(failure)
                if left is None:
                    raise first from None
                source = left
            except BaseException:
                worker.close()
                raise
            else:
                return worker

    def _started(self) -> Worker:
        """A worker that has run nothing yet."""
        try:
            self.start()
            return self._forked() if self.way == "fork" else self._spawned()
        except OSError as error:  # no descriptor, no process to be had: a matter of this moment
            raise Disturbed(f"no process for the learner's code: {error.strerror or error}") from None

    def _forked(self) -> Worker:
        requests, ours_in = os.pipe()
        ours_out, answers = os.pipe()
        ours_printed, printed = os.pipe()
        try:
            pid = self.ask({"layers": self.layers}, (requests, answers, printed))["pid"]
        except BaseException:
            for fd in (ours_in, ours_out, ours_printed):
                os.close(fd)
            raise
        finally:
            for fd in (requests, answers, printed):
                os.close(fd)
        return Worker(self, Connection(PosixPipes(ours_in, ours_out, ours_printed), pid, reap=self._reaped))

    def _reaped(self, pid: int, patience: float) -> Death:
        """How a forked worker ended; it is killed where it has not ended within `patience` seconds."""
        try:
            told = self.ask({"reap": pid, "patience": patience})
        except MachineError:
            told = {}
        if not told:  # its fork server is gone, and took it along
            return Death(known=False)
        return Death.of(told["status"], alone=told["alone"], cpu=told["cpu"], peak_kib=told["peak_kib"])

    def _spawned(self) -> Worker:
        return Worker(self, Connection.to(self._idle.pop(0)))

    def close(self) -> None:
        """End the fork server, every worker it still has, and the idle pool."""
        if self._control is not None:
            self._control.close()
            self._control = None
        for process in [self._process, *self._idle]:
            if process is not None:
                try:
                    process.wait(timeout=2 if process is self._process else 0)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                for stream in (process.stdin, process.stdout, process.stderr):
                    if stream is not None:
                        with contextlib.suppress(OSError):
                            stream.close()
        self._process, self._idle = None, []
