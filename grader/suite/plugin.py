"""The pytest plug-in that sits one submission after another down before the same collected checks.

Pytest collects the hidden suite once. For each submission the loop below sets up, calls and tears down every
item through pytest's own hooks, and keeps the outcome as data: no report object, no terminal, no traceback text.
A step gets a fresh worker process; so does whatever comes after a process that died.
"""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from grader.door.client import CallFailed, Door, Worker
from grader.errors import MachineError
from grader.model import Assignment, Call, Outcome, Step, Submission
from grader.suite.approx import ATOL, RTOL, Approx, number, shape
from grader.suite.learner import Learner

__all__ = ["Check", "CheckRun", "Plugin", "Run"]


@dataclasses.dataclass(frozen=True)
class Check:
    """A test function of the hidden suite, with its cases."""

    id: str
    step: str
    title: str
    advice: str
    weight: int
    core: bool
    items: tuple[pytest.Function, ...] = dataclasses.field(repr=False)


@dataclasses.dataclass(frozen=True)
class CheckRun:
    """How one check of one submission ended, in no language yet: a message id and its parameters."""

    check: Check
    outcome: Outcome
    message: str = ""
    params: dict[str, object] = dataclasses.field(default_factory=dict)
    where: tuple[str, int] | None = None
    calls: tuple[Call, ...] = ()
    blames: str = ""  # another step's function in which the exception was raised


@dataclasses.dataclass(frozen=True)
class Run:
    """All checks of one submission."""

    submission: Submission
    checks: tuple[CheckRun, ...]
    seconds: float


class Plugin:
    """Registered with `pytest.main`; calls `deliver` with a `Run` after each submission."""

    def __init__(
        self,
        assignment: Assignment,
        door: Door,
        submissions: Iterable[Submission],
        deliver: Callable[[Run], None],
        *,
        seed: int,
        only: tuple[str, ...] = (),
        reference: Submission,
    ) -> None:
        """`only` are step or check ids to run; `reference` proves a check sound before it costs anybody."""
        self.assignment, self.door, self.submissions, self.deliver = assignment, door, submissions, deliver
        self.seed, self.only, self.reference = seed, only, reference
        self.error: BaseException | None = None
        self.uncollected: dict[str, str] = {}  # step id -> why its file could not be collected
        self._sound: dict[str, str] = {}  # check id -> "" or why the reference fails it here
        self._sitting: _Sitting | None = None
        self._compared: tuple[str, object, object] | None = None
        self._case = ""
        self._streams: dict[str, _Seeded] = {}
        self._caught: BaseException | None = None
        self._unloadable: dict[str, CallFailed] = {}

    # -- what a hidden suite may ask for ------------------------------------------------------------------------

    @pytest.fixture
    def learner(self) -> Learner:
        """The learner's functions."""
        assert self._sitting is not None
        return self._sitting.learner

    @pytest.fixture
    def normal(self) -> Callable[..., Any]:
        """Standard normal float64 of a shape, as `normal(3, 5)`; new at each call, the same in every run."""
        return self._random().normal

    @pytest.fixture
    def integers(self) -> Callable[..., Any]:
        """Whole numbers from low to high - 1, int64, as `integers(low, high, 3, 5)`."""
        return self._random().integers

    @pytest.fixture
    def approx(self) -> Callable[..., Approx]:
        """The course's tolerance, as `assert A == approx(B)`."""

        def make(expected: Any, rtol: float = RTOL, atol: float = ATOL) -> Approx:
            return Approx(expected, rtol, atol)

        return make

    def _random(self) -> _Seeded:
        """The numbers of the present case; `normal` and `integers` draw from one stream."""
        if self._case not in self._streams:
            digest = hashlib.sha256(f"{self.seed}/{self._case}".encode()).digest()
            self._streams[self._case] = _Seeded(int.from_bytes(digest[:4], "big"))
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
        if submission.problem is not None:
            unread: dict[str, object] = {"problem": submission.problem}
            runs = [CheckRun(check, Outcome.CRASHED, "ungradable", unread) for check in checks if self._wanted(check)]
            return Run(submission, tuple(runs), time.monotonic() - started)
        exhausted: set[str] = set()
        for step in self.assignment.steps:
            mine = [check for check in checks if check.step == step.id and self._wanted(check)]
            with _Sitting(self, submission, started, exhausted) as sitting:
                self._sitting = sitting
                runs += self._step(step, mine, sitting)
        return Run(submission, tuple(runs), time.monotonic() - started)

    def open(self, submission: Submission) -> Worker:
        """A fresh worker for a submission. One whose file does not even load is not tried again."""
        failure = self._unloadable.get(submission.path)
        if failure is not None:
            raise failure
        try:
            return self.door.worker(submission.cells)
        except CallFailed as caught:
            if submission is not self.reference:
                self._unloadable = {submission.path: caught}
            raise

    def _wanted(self, check: Check) -> bool:
        return not self.only or check.step in self.only or check.id in self.only

    def _step(self, step: Step, checks: list[Check], sitting: _Sitting) -> Iterator[CheckRun]:
        """Core checks first. Where one shows that there is nothing to judge, the others are not run.

        A step whose core check ran out of time or memory takes the steps that build on it along: they would
        only run out again.
        """
        stopped: CheckRun | None = None
        below = next((need for need in step.needs if need in sitting.exhausted), None)
        if below is not None:
            sitting.exhausted.add(step.id)
            number, title = self.assignment.steps.index(self.assignment.step(below)) + 1, below
            yield from (
                CheckRun(check, Outcome.BLOCKED, "needs_step", {"number": number, "title": title}) for check in checks
            )
            return
        for check in sorted(checks, key=lambda check: not check.core):
            if stopped is not None:
                same = stopped.outcome is Outcome.UNTOUCHED
                outcome = Outcome.UNTOUCHED if same else Outcome.BLOCKED
                yield CheckRun(check, outcome, stopped.message if same else "needs_core", stopped.params)
                continue
            run = self._check(check, sitting)
            judged = run.outcome in (Outcome.PASSED, Outcome.FAILED, Outcome.BROKEN) and run.message != "misnamed"
            if check.core and not judged:
                stopped = run
                if run.outcome in (Outcome.TIMEOUT, Outcome.MEMORY, Outcome.BLOCKED):
                    sitting.exhausted.add(step.id)
            yield run

    def _check(self, check: Check, sitting: _Sitting) -> CheckRun:
        for item in check.items:
            run = self._item(check, item, sitting)
            if run.outcome is not Outcome.PASSED:
                break
        if run.outcome in (Outcome.FAILED, Outcome.CRASHED) and sitting.submission is not self.reference:
            why = self._unsound(check)
            if why:
                return CheckRun(check, Outcome.BROKEN, "unsound", {"reason": why})
        return run

    def _unsound(self, check: Check) -> str:
        """Why the reference itself does not pass this check on this machine, or "". Asked once a check."""
        if check.id not in self._sound:
            before = self._sitting
            with _Sitting(self, self.reference, time.monotonic(), set()) as sitting:
                self._sitting = sitting
                run = self._check(check, sitting)
            self._sitting = before
            self._sound[check.id] = "" if run.outcome is Outcome.PASSED else f"the reference is {run.outcome} here"
        return self._sound[check.id]

    def _item(self, check: Check, item: pytest.Function, sitting: _Sitting) -> CheckRun:
        """One case of a check, and how it ended."""
        self._case, self._compared = f"{check.id}/{item.name}", None
        sitting.begin()
        self._random().rewind()
        item._initrequest()  # a function item runs once in pytest; this makes it new (as rerun plug-ins do)
        self._caught = None
        item.ihook.pytest_runtest_protocol(item=item, nextitem=item.session)
        return self._judge(check, self._caught, sitting)

    def _judge(self, check: Check, error: BaseException | None, sitting: _Sitting) -> CheckRun:
        calls = tuple(sitting.learner.calls)
        if error is None:
            return CheckRun(check, Outcome.PASSED, calls=calls)
        if isinstance(error, CallFailed):
            params = dict(error.params)
            params["call"] = describe(calls[-1]) if calls else ""
            blames = error.raised_in if self.assignment.step_of(error.raised_in) else ""
            return CheckRun(check, error.outcome, error.message, params, error.where, calls, blames)
        if isinstance(error, MachineError):
            return CheckRun(check, Outcome.BROKEN, "machine", {"reason": str(error)})
        params = {"call": describe(calls[-1])} if calls else {}
        if isinstance(error, AssertionError):
            facts = _facts(self._compared, calls)
            return CheckRun(check, Outcome.FAILED, str(facts.pop("id", "property")), {**params, **facts}, calls=calls)
        if calls:  # the check could not work with what came back; the reference decides whose fault that is
            return CheckRun(check, Outcome.FAILED, "odd_value", params, calls=calls)
        return CheckRun(
            check, Outcome.BROKEN, "machine", {"reason": f"{check.id}: {type(error).__name__}: {error}"[:200]}
        )


class _Sitting:
    """A submission before one step's checks: the worker that serves them, opened when the first call comes."""

    def __init__(self, plugin: Plugin, submission: Submission, started: float, exhausted: set[str]) -> None:
        self.exhausted = exhausted  # steps that ran out of time or memory, the same set for all steps
        self._plugin, self.submission, self._started = plugin, submission, started
        self._worker: Worker | None = None
        self.begin()

    def __enter__(self) -> _Sitting:
        return self

    def __exit__(self, *_: object) -> None:
        if self._worker is not None:
            self._worker.close()

    def begin(self) -> None:
        """A new check: nothing called yet, and no dead process left over from the last one."""
        assignment = self._plugin.assignment
        self.learner = Learner(self._open, assignment.returns, assignment.functions)
        if self._worker is not None and self._worker.dead is not None:
            self._worker.close()
            self._worker = None

    def _open(self) -> Worker:
        limits = self._plugin.assignment.limits
        if time.monotonic() - self._started > limits.submission_seconds:
            raise CallFailed(Outcome.TIMEOUT, "submission_timeout", seconds=f"{limits.submission_seconds:g}")
        if self._worker is None:
            self._worker = self._plugin.open(self.submission)
        return self._worker


class _Seeded:
    """Numbers that are the same in every run, on every numpy: the legacy generator's streams are frozen.

    A case asks every submission's run for the same numbers, so what was drawn once is kept and handed out again
    as copies. A case that draws differently (it may depend on an answer) draws anew from there on.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn: list[tuple[tuple[Any, ...], Any]] = []
        self._state = np.random.RandomState(seed)
        self._next = 0

    def rewind(self) -> _Seeded:
        """Back to the first draw."""
        self._next = 0
        return self

    def normal(self, *lengths: int) -> Any:
        return self._draw(("normal", *lengths))

    def integers(self, low: int, high: int, *lengths: int) -> Any:
        return self._draw(("integers", low, high, *lengths))

    def _draw(self, what: tuple[Any, ...]) -> Any:
        if self._next < len(self._drawn) and self._drawn[self._next][0] != what:
            # Not what was asked for last time: come back to this place from the start, and go on from there.
            past = [draw for draw, _ in self._drawn[: self._next]]
            self._state = np.random.RandomState(self._seed)
            self._drawn = [(draw, self._make(*draw)) for draw in past]
        if self._next == len(self._drawn):
            self._drawn.append((what, self._make(*what)))
        value = self._drawn[self._next][1]
        self._next += 1
        return value.copy() if isinstance(value, np.ndarray) else value

    def _make(self, kind: str, *numbers: int) -> Any:
        if kind == "normal":
            return self._state.standard_normal(numbers)
        return self._state.randint(numbers[0], numbers[1], numbers[2:], dtype=np.int64)


def plan(items: list[pytest.Item], assignment: Assignment) -> tuple[Check, ...]:
    """The collected items as checks: one a test function, its cases together, in the order of the files."""
    grouped: dict[tuple[str, str], list[pytest.Function]] = {}
    steps = {step.id for step in assignment.steps}
    for item in items:
        if isinstance(item, pytest.Function):
            step = item.path.stem.removeprefix("test_")
            if step not in steps:
                raise MachineError(
                    f"hidden/{item.path.name} belongs to no step of {assignment.id} ({', '.join(steps)})"
                )
            name = (item.originalname or item.name).removeprefix("test_")
            grouped.setdefault((step, name), []).append(item)
    checks = []
    for (step, name), cases in grouped.items():
        mark = cases[0].get_closest_marker("points")
        weight = mark.args[0] if mark and mark.args else 1
        core = bool(mark.kwargs.get("core", False)) if mark else False
        title, _, advice = (cases[0].function.__doc__ or name.replace("_", " ")).strip().partition("\n\n")
        title, advice = " ".join(title.split()), " ".join(advice.split())
        checks.append(Check(f"{step}.{name}", step, title, advice, weight, core, tuple(cases)))
    return tuple(checks)


def describe(call: Call) -> str:
    """A call as a learner would write it, with shapes for arrays: softmax((3, 5))."""
    parts = [_argument(value) for value in call.args]
    parts += [f"{key}={_argument(value)}" for key, value in call.kwargs.items()]
    return f"{call.function}({', '.join(parts)})"


def _argument(value: object) -> str:
    if isinstance(value, np.ndarray):
        return shape(value.shape)
    return str(value) if isinstance(value, int | float) else type(value).__name__


def _facts(compared: tuple[str, object, object] | None, calls: tuple[Call, ...]) -> dict[str, object]:
    """What an assertion compared, where that is safe to tell: facts about shapes and entries, no expected value."""
    if compared is None:
        return {}
    op, left, right = compared
    if isinstance(right, Approx):
        return right.facts(left) if op == "==" else {}
    shapes = (isinstance(side, tuple) and all(type(n) is int for n in side) for side in (left, right))
    if op == "==" and all(shapes):
        assert isinstance(left, tuple) and isinstance(right, tuple)
        if not right and left:
            return {"id": "changed"}  # `learner.last.changed == ()`
        return {"id": "shape", "got": shape(left), "expected": shape(right)}
    if op == "==" and isinstance(left, np.dtype | type) and isinstance(right, np.dtype | type):
        return {"id": "dtype", "got": str(left), "expected": str(np.dtype(right))}
    if op == "==" and isinstance(left, int | float) and any(left is call.value for call in calls):
        return {"id": "value", "got": number(left)}  # the learner's own number, so safe to show
    return {}
