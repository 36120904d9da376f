"""One submission before the suite: its worker process, opened when the first call comes.

A submission gets a process of its own and each of its steps a module of its own, made by running the learner's
cells again. Whatever comes after a process that died, or was stopped, gets a fresh process.
"""

from __future__ import annotations

import time

from grader.core.model import Assignment, Outcome, Submission
from grader.execution.client import CallFailed, Worker
from grader.execution.executor import Executor
from grader.execution.failures import Problem
from grader.suite.learner import Learner

__all__ = ["SubmissionSession"]


class SubmissionSession:
    """The state of one submission while its checks run."""

    def __init__(self, assignment: Assignment, executor: Executor, submission: Submission) -> None:
        self.submission = submission
        self.exhausted: set[str] = set()  # steps that ran out of time or memory
        self._assignment, self._executor = assignment, executor
        self.deadline = time.monotonic() + assignment.limits.submission_seconds
        self._worker: Worker | None = None
        self._stale = False  # the worker has served another step since the cells were run
        self._waited = 0.0  # seconds asleep in calls of workers that are gone
        self._unloadable: CallFailed | None = None  # a file that does not even load is not tried again
        self.problems: tuple[Problem, ...] = ()  # statements outside functions that did not run
        self.reused = False
        self.learner = self._new_learner()

    def __enter__(self) -> SubmissionSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.restart()

    def _new_learner(self) -> Learner:
        return Learner(self._open, self._assignment.returns, self._assignment.functions)

    @property
    def died(self) -> bool:
        """True if the process has ended or was stopped."""
        return self._worker is not None and self._worker.dead is not None

    def next_step(self) -> None:
        """Another step begins: its first call runs the cells again, in a new module."""
        self._stale = True

    def next_check(self) -> None:
        """Another check begins: nothing called yet, and no dead process left over from the last one."""
        self.learner = self._new_learner()
        if self.died:
            self.restart()

    def restart(self) -> None:
        """End the process; the next call starts a fresh one."""
        if self._worker is not None:
            self._waited += self._worker.waited
            self._worker.close()
        self._worker, self.reused = None, False

    def _open(self) -> Worker:
        """The worker for the next call. Raises CallFailed where the file does not load or the time is used up."""
        limits = self._assignment.limits
        if time.monotonic() > self.deadline:
            raise CallFailed(Outcome.TIMEOUT, "submission_timeout", seconds=f"{limits.submission_seconds:g}")
        if self._waited + (self._worker.waited if self._worker else 0.0) > limits.waiting_seconds:
            raise CallFailed(Outcome.TIMEOUT, "waiting_timeout", seconds=f"{limits.waiting_seconds:g}")
        if self._unloadable is not None:
            raise self._unloadable
        try:
            if self._worker is None:
                self._worker = self._executor.worker(self.submission.cells)
            elif self._stale:
                self.reused = True
                self._worker.load_again()
        except CallFailed as failure:
            if not self.reused:
                self._unloadable = failure
            raise
        self.problems = self.problems or self._worker.problems
        self._stale = False
        return self._worker
