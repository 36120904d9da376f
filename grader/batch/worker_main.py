"""A grader process: one warm pytest session that grades whatever it is handed, over two pipes.

The parent writes the terms, then one submission a line; this process answers each with one line, and ends when the
parent closes the pipe or is gone. Learner code runs only in the children of this process's fork server, as always.

    R {report}                          the report of the submission that was handed over
    E {"kind", "message", "fatal"}      why it ends; where `fatal`, no other grader would fare better
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

import grader
from grader.batch.outputs import write_reports
from grader.core.cores import ONE_THREAD
from grader.core.errors import GraderError, MachineError, UsageError
from grader.core.model import Submission
from grader.reports.schema import Report
from grader.submissions.cache_key import GradingTerms, submission_of

__all__ = ["main", "start"]

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def start(terms: GradingTerms, output: Path | None, said: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a grader process in a separate session, so that an interrupt reaches only the parent.

    Its standard error goes to the file `said`.
    """
    place = str(Path(grader.__file__).resolve().parents[1])
    code = "import sys; sys.path.append(sys.argv.pop()); from grader.batch.worker_main import main; main()"
    # One process a core: none of them may take several for its own arithmetic.
    environment = {**os.environ, **dict.fromkeys(ONE_THREAD, "1")}
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code, str(os.getpid()), place],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=said,
        env=environment,
        start_new_session=os.name == "posix",
    )
    first = {"terms": terms.to_json(), "output": None if output is None else str(output.resolve())}
    assert process.stdin is not None
    with contextlib.suppress(OSError):  # it has died already, and the first read will say so
        process.stdin.write(json.dumps(first).encode() + b"\n")
        process.stdin.flush()
    return process


def main() -> None:
    """Serve until the parent closes the pipe."""
    _end_with(int(sys.argv[1]))
    requests, answers = _own_pipes()
    try:
        _serve(requests, answers)
    except BrokenPipeError:
        pass  # the parent has gone; nobody is waiting for this
    except GraderError as error:
        fatal = isinstance(error, _Fatal | UsageError)
        kind = "MachineError" if isinstance(error, _Fatal) else type(error).__name__
        _say(answers, b"E", json.dumps({"kind": kind, "message": str(error), "fatal": fatal}))


class _Fatal(MachineError):
    """A fault of the machine's that every other grader would meet as well."""


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    from grader.course import loading
    from grader.grading import run

    first = json.loads(requests.readline())
    terms = GradingTerms.from_json(first["terms"])
    output = None if first["output"] is None else Path(first["output"])
    assignment = loading.load(Path(terms.root), terms.assignment)
    if loading.suite_hash(assignment) != terms.suite:
        raise _Fatal(f"{assignment.folder}: the suite changed while it was being graded with; run again")

    def pull() -> Iterator[Submission]:
        for line in iter(requests.readline, b""):
            if not line.endswith(b"\n"):
                return  # the parent died in the middle of a line
            data = json.loads(line)
            yield submission_of(data["id"], data["path"], data["content"])

    def deliver(report: Report) -> None:
        try:
            text = write_reports(report, output, terms)
        except MachineError as error:  # a full disk is full for all
            raise _Fatal(str(error)) from None
        _say(answers, b"R", text)

    run.grade_under(terms, assignment, pull(), deliver)


def _say(answers: BinaryIO, kind: bytes, text: str) -> None:
    answers.write(kind + text.encode() + b"\n")
    answers.flush()


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes, moved where nothing that is printed or read by chance can reach them."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return requests, answers


def _end_with(parent: int) -> None:
    """End when the parent ends, however it ends: a run that is gone must not go on grading."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
