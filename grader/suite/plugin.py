"""The pytest plug-in that sits one submission after another down before the same collected checks.

Pytest collects the hidden suite once. For each submission the loop below sets up, calls and tears down every
item through pytest's own hooks, and keeps the outcome as data: no report object, no terminal, no traceback text.
"""

from __future__ import annotations

import dataclasses
import gc
import hashlib
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.core.errors import MachineError, UsageError
from grader.core.model import Assignment, Outcome, Submission
from grader.core.seeds import stream_seed
from grader.core.suggestions import did_you_mean, nearest
from grader.execution.client import CallFailed
from grader.execution.deaths import Disturbed
from grader.execution.executor import Executor
from grader.suite.approx import ATOL, RTOL, Approx
from grader.suite.carried import Carry, Carrying, Differs, StandIn, compared
from grader.suite.checks import Check, CheckRun, Run, SuiteOptions, calls_of, failing, plan, together
from grader.suite.complexity_fixture import GrowthCheck
from grader.suite.failure_messages import describe, facts, special_note
from grader.suite.learner import Learner
from grader.suite.load_notes import load_notes
from grader.suite.parts import ReferenceParts, compositions
from grader.suite.random_data import RandomData
from grader.suite.submission_session import SubmissionSession
from grader.suite.timing import Calibration

if TYPE_CHECKING:
    from grader.diagnosis import Diagnosis

__all__ = ["FIXTURES", "Plugin"]

DISTURBED = "disturbed"  # the message of a check whose process was ended or stopped from outside
_LASTING = (Outcome.PASSED, Outcome.FAILED, Outcome.UNTOUCHED)  # what a reference says however the machine feels
FIXTURES = ("learner", "parts", "normal", "integers", "approx", "growth")


class Plugin:
    """Registered with `pytest.main`; calls `deliver` with a `Run` after each submission."""

    def __init__(
        self,
        assignment: Assignment,
        executor: Executor,
        submissions: Iterable[Submission],
        deliver: Callable[[Run], None],
        chosen: SuiteOptions,
        *,
        reference: Submission,
    ) -> None:
        """`reference` proves a check sound before it costs anybody."""
        self.vouched = chosen.vouched
        self.assignment, self.executor, self.submissions, self.deliver = assignment, executor, submissions, deliver
        self.seed, self.only, self.reference, self.twins = chosen.seed, chosen.only, reference, chosen.twins
        self.error: BaseException | None = None
        self.uncollected: dict[str, str] = {}  # step id -> why its file could not be collected
        self._sound: dict[str, str] = {}  # check id -> "" or why the reference fails it here
        self._sitting: SubmissionSession | None = None
        self._carrying = Carrying(assignment, reference, chosen.corpus)
        self._stand_in: StandIn | None = None  # of a check's second run
        self._compared: tuple[str, object, object] | None = None
        self._case = ""
        self._weights: dict[str, int] = {}
        self._instrument = Calibration(assignment, executor, reference)
        self._growth: GrowthCheck | None = None
        self._streams: dict[str, RandomData] = {}
        self._caught: BaseException | None = None

    # -- what a hidden suite may ask for ------------------------------------------------------------------------

    @pytest.fixture
    def learner(self) -> Learner | StandIn:
        """The learner's functions."""
        assert self._sitting is not None
        return self._stand_in or self._sitting.learner

    @pytest.fixture
    def parts(self) -> ReferenceParts:
        """The reference's functions, to compose what is expected; see `grader.suite.parts`."""
        return self._carrying.parts

    @pytest.fixture
    def normal(self) -> Callable[..., Any]:
        """Standard normal float64 of a shape, as `normal(3, 5)`; new at each call, the same in every run."""
        return self._random().normal

    @pytest.fixture
    def integers(self) -> Callable[..., Any]:
        """Whole numbers from low to high - 1, int64, as `integers(low, high, 3, 5)`."""
        return self._random().integers

    @pytest.fixture
    def growth(self, request: pytest.FixtureRequest) -> GrowthCheck:
        """How the work of a function grows with n; see `grader.suite.complexity_fixture`."""
        assert self._sitting is not None
        sitting, seed = self._sitting, stream_seed(self.seed)
        measured = GrowthCheck(self.assignment, self.executor, self._instrument, sitting, sitting.learner, seed)
        composed = compositions(request.module, self.assignment.functions)
        if composed and sitting.submission is not self.reference:
            measured.carry = Carry(composed, sitting.parts(self._carrying, sitting.step))
        self._growth = measured
        return measured

    @pytest.fixture
    def approx(self) -> Callable[..., Approx]:
        """Comparison within the tolerance of the course."""

        def make(expected: Any, rtol: float = RTOL, atol: float = ATOL) -> Approx:
            return Approx(expected, rtol, atol)

        return make

    def _random(self) -> RandomData:
        """The numbers of the present case; `normal` and `integers` draw from one stream."""
        if self._case not in self._streams:
            digest = hashlib.sha256(f"{self.seed}/{self._case}".encode()).digest()
            words = np.frombuffer(digest, ">u4").tolist()
            self._streams[self._case] = RandomData(words[0] if stream_seed(self.seed) == self.seed else words)
        return self._streams[self._case]

    # -- pytest's hooks -----------------------------------------------------------------------------------------

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be imported costs its step's points nobody: it is broken, and says why."""
        if report.failed:
            name = report.nodeid.rsplit("/", 1)[-1].removeprefix("test_").removesuffix(".py")
            lines = [line for line in str(report.longrepr).splitlines() if line.startswith("E ")]
            self.uncollected[name] = (lines or [str(report.longrepr)])[-1].lstrip("E ").strip()[:200]

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> list[str]:
        """Keep what an assertion compared, and give pytest no reason to print it."""
        self._compared = (op, left, right)
        return ["compared"]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The submissions, one after another."""
        try:
            checks = plan(session.items, self.assignment)
            self._expect(checks)
            for submission in self.submissions:
                self.deliver(self._sit(submission, checks))
        except BaseException as error:  # pytest would print it: the caller decides
            self.error = error
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item) -> bool:
        """Set up, call and tear down as pytest would, but keep the exception instead of a report."""
        try:
            item.ihook.pytest_runtest_setup(item=item)
            item.ihook.pytest_runtest_call(item=item)
        except (KeyboardInterrupt, SystemExit, pytest.exit.Exception):
            raise
        except BaseException as caught:
            self._caught = caught
        finally:
            item.ihook.pytest_runtest_teardown(item=item, nextitem=nextitem)
        return True

    # -- one submission -----------------------------------------------------------------------------------------

    def _sit(self, submission: Submission, checks: tuple[Check, ...]) -> Run:
        started = time.monotonic()
        runs: list[CheckRun] = []
        found: dict[str, Diagnosis] = {}
        if submission.problem is not None:
            unread: dict[str, object] = {"problem": submission.problem}
            runs = [CheckRun(check, Outcome.CRASHED, "ungradable", unread) for check in checks if self._wanted(check)]
            return self._run(submission, runs, started)
        with SubmissionSession(self.assignment, self.executor, submission) as sitting:
            self._sitting = sitting
            for step in self.assignment.steps:
                mine = [check for check in checks if check.step == step.id and self._wanted(check)]
                sitting.next_step(step.id)
                ended, shown = self._carrying.settled(step, list(self._step(mine, sitting)), sitting)
                found |= {step.id: shown} if shown is not None else {}
                runs += self._told_more(ended, sitting)
                if ended and all(run.outcome is Outcome.PASSED and not run.carried for run in ended):
                    sitting.sound.add(step.id)
        notes = load_notes(sitting.problems, self.assignment, submission.modules)
        return dataclasses.replace(self._run(submission, runs, started), notes=notes, found=found)

    def _told_more(self, runs: list[CheckRun], sitting: SubmissionSession) -> list[CheckRun]:
        """Ask the learner's functions once more where what was recorded says too little to name the mistake.

        The calls that come of it stand before the others of the step's first failing check; no outcome changes.
        """
        wrong = failing(runs)
        calls = calls_of(wrong)
        if self.twins is None or not calls or any(run.carried for run in wrong):
            return runs
        made = sitting.asked_more(self.twins(calls))
        first = wrong[0]
        return [dataclasses.replace(r, calls=(*made, *r.calls)) if r is first else r for r in runs]

    def _run(self, submission: Submission, runs: list[CheckRun], started: float) -> Run:
        return Run(submission, tuple(runs), time.monotonic() - started, self._weights)

    def _expect(self, checks: tuple[Check, ...]) -> None:
        """Note the weights of all checks. Raises UsageError where `only` names what is not there."""
        for check in checks:
            self._weights[check.step] = self._weights.get(check.step, 0) + check.weight
        known = {check.id for check in checks} | {step.id for step in self.assignment.steps}
        for name in self.only:
            if name not in known and not any(name in check.formerly for check in checks):
                near = did_you_mean(name, sorted(known), self._weights)["en"]
                raise UsageError(f"no step or check {name!r} in {self.assignment.id}{near}")

    def _wanted(self, check: Check) -> bool:
        return not self.only or check.named(self.only)

    def _step(self, checks: list[Check], sitting: SubmissionSession) -> Iterator[CheckRun]:
        """Core checks first. Where one shows that there is nothing to judge, the others are not run.

        A function that ran out of time or memory in a core check is not asked again, nor is what calls it.
        """
        stopped: CheckRun | None = None
        for check in sorted(checks, key=lambda check: not check.core):
            if stopped is not None:
                same = stopped.outcome is Outcome.UNTOUCHED or stopped.message == "newer_syntax"
                outcome = stopped.outcome if same else Outcome.BLOCKED
                message = stopped.message if same else "needs_core"
                where = stopped.where if stopped.message == "newer_syntax" else None
                yield CheckRun(check, outcome, message, stopped.params, where, blames=stopped.blames)
                continue
            run = self._check(check, sitting)
            judged = run.outcome in (Outcome.PASSED, Outcome.FAILED, Outcome.BROKEN) and run.message != "misnamed"
            if check.core and not judged:
                stopped = run
                if run.outcome in (Outcome.TIMEOUT, Outcome.MEMORY) and run.calls:
                    sitting.exhausted.add(run.calls[-1].function)
            yield run

    def _check(self, check: Check, sitting: SubmissionSession) -> CheckRun:
        started = time.monotonic()
        ended: list[CheckRun] = []
        for item in check.items:
            run = self._asked(check, item, sitting)
            if run.outcome in (Outcome.FAILED, Outcome.CRASHED):
                run = self._again(check, item, run, sitting)
            ended.append(run)
            if run.outcome is not Outcome.PASSED:
                break
        run = together(ended)
        blamed = self.vouched and sitting.submission is not self.reference
        if blamed and run.outcome in (Outcome.FAILED, Outcome.CRASHED):
            if check.id not in self._sound:
                sitting.set_aside()  # one process at a time has the memory that a submission may use
            why = self._unsound(check)
            if why:
                return CheckRun(check, Outcome.BROKEN, "unsound", {"reason": why})
        return dataclasses.replace(run, seconds=time.monotonic() - started)

    def _asked(self, check: Check, item: pytest.Function, sitting: SubmissionSession) -> CheckRun:
        """One case of a check; asked again in a fresh process where what came of it may not be the learner's doing."""
        run = self._item(check, item, sitting)
        if (sitting.died or run.outcome is Outcome.MEMORY) and sitting.reused and run.message != DISTURBED:
            sitting.restart()  # what an earlier step left behind must not cost this one
            run = self._item(check, item, sitting)
        tries = 1
        while run.message == DISTURBED and sitting.asked_again(tries):
            run = self._item(check, item, sitting)
            tries += 1
        return dataclasses.replace(run, params={**run.params, "tries": tries}) if run.message == DISTURBED else run

    def _unsound(self, check: Check) -> str:
        """Why the reference itself does not pass this check on this machine, or "".

        Asked once a check. A bad moment (the reference was killed, was too slow, had no memory) says nothing about the
        check: it is asked a second time, and again for the next submission.
        """
        if check.id in self._sound:
            return self._sound[check.id]
        before = self._sitting
        for _ in range(2):
            with SubmissionSession(self.assignment, self.executor, self.reference) as sitting:
                self._sitting = sitting
                run = self._check(check, sitting)
            lasting = run.outcome in _LASTING or run.message == "raised"
            if lasting:
                break
        self._sitting = before
        why = "" if run.outcome is Outcome.PASSED else f"the reference is {run.outcome} here"
        if lasting:
            self._sound[check.id] = why
        return why

    def _item(self, check: Check, item: pytest.Function, sitting: SubmissionSession) -> CheckRun:
        """One case of a check, and how it ended."""
        self._begin(check.drawn_by(item))
        sitting.next_check()
        run, _ = self._performed(check, item, sitting)
        if self._growth is None:
            return run
        carry = self._growth.carry
        by = self._carrying.steps(carry.own, 0.0) if carry is not None and carry.used else ()
        return dataclasses.replace(run, note=self._growth.note, evidence=self._growth.evidence, carried=by)

    def _performed(
        self, check: Check, item: pytest.Function, sitting: SubmissionSession
    ) -> tuple[CheckRun, BaseException | None]:
        """One run of a case, and what ended it."""
        item._initrequest()  # a function item runs once in pytest; this makes it new (as rerun plug-ins do)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=item.session)
        if isinstance(self._caught, Differs):
            self._compared = compared(self._caught)
        run, error = self._judge(check, self._caught, sitting), self._caught
        sitting.learner.calls.clear()  # pytest keeps the fixture until the next run of this item
        self._forget()
        return run, error

    def _again(self, check: Check, item: pytest.Function, first: CheckRun, sitting: SubmissionSession) -> CheckRun:
        """A case that failed, judged with the learner's own parts where the suite composes what it asked for."""
        composed = compositions(item.module, self.assignment.functions)
        asked = {call.function for call in first.calls if call.raised != "growth"}
        if not asked & composed.keys() or sitting.submission is self.reference:
            return dataclasses.replace(first, reached=self._reached(first, sitting))
        own = sitting.parts(self._carrying, sitting.step)
        self._begin(check.drawn_by(item))
        sitting.next_check()
        stand_in = self._stand_in = StandIn(sitting.learner, composed, own, self._carrying.parts)
        try:
            second, error = self._performed(check, item, sitting)
        finally:
            self._stand_in = None
        run = self._carrying.judged(first, second, error, stand_in, own)
        if run is not first:
            return run
        reached = self._reached(first, sitting) if own.deviating else frozenset[str]()  # right parts are not to blame
        return dataclasses.replace(first, reached=reached)

    def _reached(self, run: CheckRun, sitting: SubmissionSession) -> frozenset[str] | None:
        return sitting.reached.by(run.calls[-1].function) if run.calls else None

    def _begin(self, case: str) -> None:
        self._case = case
        self._caught, self._compared, self._growth = None, None, None
        self._random().rewind()

    def _forget(self) -> None:
        """Let go of the check's frames: an exception and its traceback are a circle that keeps every array alive."""
        error = self._caught
        if error is None:
            return
        while error is not None:
            traceback.clear_frames(error.__traceback__)
            error.__traceback__, error = None, error.__context__
        self._caught = self._compared = None
        for name in ("last_type", "last_value", "last_traceback", "last_exc"):  # pytest notes them for a debugger
            vars(sys).pop(name, None)
        gc.collect(1)  # the circles that are left are young

    def _judge(self, check: Check, error: BaseException | None, sitting: SubmissionSession) -> CheckRun:
        calls = tuple(sitting.learner.calls)
        if error is None:
            note = special_note(calls) if check.core else None
            return CheckRun(check, Outcome.PASSED, calls=calls, note=note)
        if isinstance(error, CallFailed):
            error = sitting.told(error, check.step)
            params = dict(error.params)
            params["call"] = describe(calls[-1]) if calls else params.get("call", "")
            params["columns"] = error.columns
            blames = error.raised_in if self.assignment.step_of(error.raised_in) else ""
            return CheckRun(check, error.outcome, error.message, params, error.where, calls, blames)
        if isinstance(error, Disturbed):
            return CheckRun(check, Outcome.BROKEN, DISTURBED, {"reason": error.said})
        if isinstance(error, MachineError):
            return CheckRun(check, Outcome.BROKEN, "machine", {"reason": str(error)})
        if isinstance(error, pytest.FixtureLookupError):
            tail = nearest(error.argname, FIXTURES)
            return CheckRun(check, Outcome.BROKEN, "machine", {"reason": f"no fixture {error.argname!r}{tail}"})
        params = {"call": describe(calls[-1])} if calls else {}
        if isinstance(error, AssertionError):
            found = facts(self._compared, calls)
            message = str(found.pop("id", "property"))
            return CheckRun(check, Outcome.FAILED, message, {**params, **found}, calls=calls)
        if calls:  # the check could not work with what came back; the reference decides whose fault that is
            return CheckRun(check, Outcome.FAILED, "odd_value", params, calls=calls)
        return CheckRun(
            check, Outcome.BROKEN, "machine", {"reason": f"{check.id}: {type(error).__name__}: {error}"[:200]}
        )
