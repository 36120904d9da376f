"""One submission before the suite: its worker process, opened when the first call comes.

A submission gets a process of its own and each of its steps a module of its own, made by running the learner's
cells again, unless that takes long. Whatever comes after a process that died, or was stopped, gets a fresh process.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from grader.core.errors import MachineError
from grader.core.model import Assignment, Call, Cell, Outcome, Submission
from grader.execution.client import CallFailed, Worker
from grader.execution.connection import own_queue
from grader.execution.executor import Executor
from grader.execution.failures import Problem
from grader.execution.program import ProgramText
from grader.suite.learner import Learner
from grader.suite.newer_python import newer_python
from grader.suite.parts import OwnParts
from grader.suite.reached import Reached
from grader.suite.written import WrittenFunctions

if TYPE_CHECKING:
    from grader.suite.carried import Carrying

__all__ = ["SubmissionSession"]

_PAUSES = (0.1, 0.6)  # seconds before a check is asked a second and a third time
_LOADING = 0.3  # the part of a submission's time that running its file again and again may take
_NAPS = 1.5  # times the seconds of a file that a submission may sleep while it is run, again and again
_ASIDE = 1 / 8  # of the memory of a submission, which a process may keep that is set aside
_DISTURBANCES = 6  # in one submission; then whatever disturbs it does not pass


class SubmissionSession:
    """The state of one submission while its checks run."""

    def __init__(self, assignment: Assignment, executor: Executor, submission: Submission) -> None:
        self.submission = submission
        self.program = ProgramText.of(submission)  # with what earlier processes have shown of it
        self.exhausted: set[str] = set()  # functions that ran out of time or memory
        self.sound: set[str] = set()  # steps that passed everything
        self.carried: dict[str, tuple[str, ...]] = {}  # step judged with the learner's own parts -> the parts' steps
        self.step = ""  # the present one
        self.own_parts: OwnParts | None = None  # of the present step, once they were asked for
        self._written: WrittenFunctions | None = None
        self._assignment, self._executor = assignment, executor
        self.deadline = time.monotonic() + assignment.limits.submission_seconds
        self._worker: Worker | None = None
        self._stale = False  # the worker has served another step since the cells were run
        self._cost = 0.0  # CPU seconds of running them, the last time
        self._begun = time.monotonic()  # when the present check began
        self._disturbances = 0  # how often it was asked again
        self._queued = own_queue()
        self._still = 0.0  # seconds that were nobody's, of workers that are gone
        self._napped = 0.0  # the same, while their files were run
        self._waited = 0.0  # seconds asleep in calls of workers that are gone
        self._unloadable: CallFailed | None = None  # a file that does not even load is not tried again
        self.problems: tuple[Problem, ...] = ()  # statements outside functions that did not run
        self.reused = False
        self.learner = self.new_learner()

    def __enter__(self) -> SubmissionSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.restart()

    @functools.cached_property
    def reached(self) -> Reached:
        """What the learner's functions may call."""
        modules = (Cell(text, name) for name, text in self.submission.modules.items())
        return Reached((*modules, *self.submission.cells))

    def parts(self, carrying: Carrying, step: str) -> OwnParts:
        """The learner's own functions as the parts of the present step; their answers are remembered for it."""
        if self.own_parts is None:
            self.own_parts = carrying.own_parts(self, step)
        return self.own_parts

    def new_learner(self) -> Learner:
        """The learner's functions, nothing called yet."""
        return Learner(self._open, self._assignment.returns, self._assignment.functions, self.allow)

    def allow(self, function: str) -> None:
        """Raise CallFailed where `function` calls one that has run out of time or memory: it would only do so again."""
        stuck = self.exhausted and self.exhausted & self.reached.by(function)
        owner = next((step for step in self._assignment.steps if stuck and stuck & set(step.functions)), None)
        if owner is not None:
            number = self._assignment.steps.index(owner) + 1
            raise CallFailed(Outcome.BLOCKED, "needs_step", number=number, title=owner.title)

    @property
    def died(self) -> bool:
        """True if the process has ended or was stopped."""
        return self._worker is not None and self._worker.dead is not None

    def told(self, failure: CallFailed, step_id: str) -> CallFailed:
        """A failure of a check of that step, as the text of the program explains it."""
        if failure.message in ("untouched", "missing"):
            self._written = self._written or WrittenFunctions.of(self.submission, self._assignment)
            failure = self._written.told(failure, self._assignment, self._assignment.step(step_id))
        return newer_python(failure, self.submission, self.problems)

    def next_step(self, step: str) -> None:
        """Another step begins: its first call runs the cells again, in a new module."""
        self._stale, self.own_parts, self.step = True, None, step

    def next_check(self) -> None:
        """Another check begins: nothing called yet, and no dead process left over from the last one."""
        self.learner = self.new_learner()
        self._begun = time.monotonic()
        if self.died:
            self.restart()

    def asked_more(self, wanted: Iterable[Call]) -> list[Call]:
        """These calls made, with what came of them."""
        made: list[Call] = []
        for call in wanted:
            self.next_check()
            with contextlib.suppress(CallFailed, MachineError):  # the learner keeps how it ended
                getattr(self.learner, call.function)(*call.args, **call.kwargs)
            made += self.learner.calls
            gc.collect(1)  # a failed call's value hangs on its exception
        return made

    def restart(self) -> None:
        """End the process; the next call starts a fresh one."""
        if self._worker is not None:
            self._waited += self._worker.waited
            self._napped += self._worker.connection.napped
            self._still += self._worker.connection.nobodys_seconds()
            self._worker.close()
        self._worker, self.reused = None, False

    def set_aside(self) -> None:
        """Leave the submission's memory to another process of its: stop this one, or end it where it holds much."""
        if self._worker is not None:
            if self._worker.connection.resident_mib() > self._assignment.limits.memory_mib * _ASIDE:
                self.restart()
            else:
                self._worker.connection.pause()

    def asked_again(self, tries: int) -> bool:
        """Make ready to ask once more, since the process was ended or stopped from outside; False if that is enough.

        What was lost by it is not the submission's time. The pauses grow: what takes memory away now may end soon.
        """
        self.restart()
        if tries > len(_PAUSES) or self._disturbances >= _DISTURBANCES:
            return False
        self._disturbances += 1
        time.sleep(_PAUSES[tries - 1])
        self.deadline += time.monotonic() - self._begun
        self._begun = time.monotonic()
        return True

    def late(self) -> bool:
        """True where the submission has used up its seconds, without those that were nobody's (see `_nobodys`)."""
        now = time.monotonic()
        return now > self.deadline and now > self.deadline + self._nobodys()

    def _nobodys(self) -> float:
        """Seconds in which its processes, or the grader itself, waited for a core or a disk, or were stopped."""
        ours = own_queue()
        theirs = self._still + (self._worker.connection.nobodys_seconds() if self._worker else 0.0)
        return theirs + (ours - self._queued if ours is not None and self._queued is not None else 0.0)

    @property
    def _slow(self) -> bool:
        """Would it take too much of the submission's time to run the file anew for each step?"""
        assignment = self._assignment
        return self._cost * len(assignment.steps) > _LOADING * assignment.limits.submission_seconds

    def _open(self) -> Worker:
        """The worker for the next call. Raises CallFailed where the file does not load or the time is used up."""
        limits = self._assignment.limits
        if self.late():
            raise CallFailed(Outcome.TIMEOUT, "submission_timeout", seconds=f"{limits.submission_seconds:g}")
        if self._waited + (self._worker.waited if self._worker else 0.0) > limits.waiting_seconds:
            raise CallFailed(Outcome.TIMEOUT, "waiting_timeout", seconds=f"{limits.waiting_seconds:g}")
        naps = self._napped + (self._worker.connection.napped if self._worker else 0.0)
        if naps > _NAPS * limits.load_seconds and (self._worker is None or self._stale):  # it would sleep again
            raise CallFailed(Outcome.TIMEOUT, "waiting_timeout", seconds=f"{_NAPS * limits.load_seconds:g}")
        if self._unloadable is not None:
            raise self._unloadable
        try:
            if self._worker is None:
                begun, ended = time.monotonic(), self.program.ended
                self._worker = self._executor.worker(self.program)
                self.program = self._worker.program
                if self.program.ended > ended:  # several processes were needed, each with a limit of its own
                    self.deadline += time.monotonic() - begun
                # What was stopped is not run again, so that this load says nothing of the next one.
                self._cost = 0.0 if self.program.passed else _spent(self._worker)
            elif self._stale and not self._slow:
                self.reused, before = True, _spent(self._worker)
                self._worker.load_again()
                self._cost = _spent(self._worker) - before
        except CallFailed as failure:
            if not self.reused:
                self._unloadable = failure
            raise
        self.problems = self.problems or self._worker.problems
        self._stale = False
        return self._worker


def _spent(worker: Worker) -> float:
    """Seconds that a process has computed, and slept while its file was run."""
    return (worker.connection.cpu_seconds() or 0.0) + worker.connection.napped
