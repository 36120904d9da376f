"""Run the visible checks of an assignment on a learner's code: the one engine behind every route to them.

A check that takes too long or brings its process down costs that check: the rest go on in a fresh process.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grader.core.errors import UsageError
from grader.core.languages import both
from grader.core.model import Assignment, Outcome, Step
from grader.course.visible_checks import VisibleCheck, VisibleSuite
from grader.diagnosis.records import Fact
from grader.execution.deaths import Disturbed
from grader.execution.visible_process import CheckStopped, VisibleProcess
from grader.submissions.working_file import Source, read_learner
from grader.suite.visible import named_mistakes
from grader.suite.visible.hosts import CheckHost, Hosts, Opener, in_a_process
from grader.suite.visible.outcomes import Loaded, Message, VisibleResult, blocked, died, judge, stopped

if TYPE_CHECKING:
    from grader.suite.written import WrittenFunctions

__all__ = ["IDLE", "Checked", "check", "extends_only"]


@dataclasses.dataclass(frozen=True)
class Checked:
    """All that one run of the visible checks found. `problem` says why the file could not be run at all."""

    assignment: Assignment
    steps: tuple[Step, ...]  # those that were asked for
    source: Source
    seen: tuple[VisibleResult, ...] = ()
    problem: Message | None = None
    line: int | None = None  # of the problem, in the learner's file
    ours: bool = False  # the problem stands in the file of checks itself
    printed: str = ""
    program: Loaded | None = None  # what its loading told
    seconds: float = 0.0
    named: Mapping[str, named_mistakes.NamedMistake] = dataclasses.field(
        default_factory=dict
    )  # step id -> what it looks like

    def of(self, step: Step) -> tuple[VisibleResult, ...]:
        """The checks of one step."""
        return tuple(one for one in self.seen if one.check.step == step.id)

    def state(self, step: Step) -> Outcome:
        """How a step stands: what is wrong comes before what is not started, and passed needs every check."""
        if self.problem is not None:
            return Outcome.BLOCKED
        found = {one.outcome for one in self.of(step)}
        for outcome in _FIRST:
            if outcome in found:
                return outcome
        return Outcome.PASSED if found else Outcome.UNTOUCHED

    @property
    def passed(self) -> bool:
        """True where every step that was asked for passes its visible checks; a bonus step may be left alone."""
        if self.problem is not None:
            return False
        shown = [step for step in self.steps if self.of(step)]
        return bool(shown) and all(self.state(step) is Outcome.PASSED or self.left_alone(step) for step in shown)

    def left_alone(self, step: Step) -> bool:
        """Is it a bonus step that nobody asked for by name or started?

        One that asks more of other steps' functions cannot be seen to be started: it is left alone until it passes.
        """
        if not step.bonus or all(one.bonus for one in self.steps) or self.state(step) is Outcome.PASSED:
            return False
        return extends_only(self.assignment, step) or all(one.outcome in IDLE for one in self.of(step))


_FIRST = (
    *(Outcome.CRASHED, Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FAILED),
    *(Outcome.BROKEN, Outcome.INCONCLUSIVE, Outcome.BLOCKED, Outcome.UNTOUCHED),
)
IDLE = (Outcome.UNTOUCHED, Outcome.BLOCKED)


def extends_only(assignment: Assignment, step: Step) -> bool:
    """Does a bonus step only ask more of functions that steps before it ask for? Nothing in the file is its own."""
    owners = {assignment.step_of(function) for function in step.functions}
    return step.bonus and step not in owners


def check(
    assignment: Assignment,
    suite: VisibleSuite,
    steps: Sequence[Step] = (),
    *,
    source: Source | None = None,
    ready: VisibleProcess | None = None,
    hosts: Hosts | None = None,
) -> Checked:
    """Run the checks of `steps` (default: all), and of the steps below them. Raises UsageError or MachineError.

    `source` is the learner's code (default: what stands in the assignment's folder). It is run in processes of its own
    unless there are other `hosts`; `ready` is a process that waits already.
    """
    began = time.monotonic()
    wanted = tuple(steps) or assignment.steps
    source = source or read_learner(assignment)
    done = Checked(assignment, wanted, source)
    ids = _with_needed(assignment, wanted)
    if not any(one.step in {step.id for step in wanted} for one in suite.checks):
        raise UsageError(both("usage.no_checks", file=f"exercises/{assignment.id}/{suite.path.name}"))
    with (hosts or in_a_process(ready))(assignment, suite, source) as opener:
        done = _Run(done, [one for one in suite.checks if one.step in ids], opener, began).all()
    seen = blocked(_with_unfinished(done.seen, source, assignment), assignment)
    named = named_mistakes.named(seen, assignment.folder)
    return dataclasses.replace(done, seen=seen, seconds=time.monotonic() - began, named=named)


def _with_unfinished(seen: Sequence[VisibleResult], source: Source, assignment: Assignment) -> list[VisibleResult]:
    """The same, where a function with work in it that still raises, or a step of which a part is written, says so."""
    if not any(one.outcome is Outcome.UNTOUCHED for one in seen):
        return list(seen)
    from grader.suite.written import WrittenFunctions, given

    written = WrittenFunctions(source.nodes, given(assignment.folder, assignment.file))
    return [_unfinished(one, written, source, assignment) for one in seen]


def _unfinished(one: VisibleResult, written: WrittenFunctions, source: Source, assignment: Assignment) -> VisibleResult:
    step = assignment.step(one.check.step)
    if one.outcome is not Outcome.UNTOUCHED or one.message is None or one.function not in step.functions:
        return one
    found = written.unfinished(one.message.id.removeprefix("check."), one.function, assignment, step)
    if found is None:
        return one
    line = (one.line if found.function == one.function else None) or found.line
    params = {**found.params, "function": found.function, "where": source.where(line, found.function)}
    message = Message(f"check.{found.message}", params)
    return dataclasses.replace(one, outcome=Outcome.CRASHED, message=message, function=found.function, line=line)


def _with_needed(assignment: Assignment, steps: Sequence[Step]) -> set[str]:
    """The ids of steps and of everything they build on."""
    ids = {step.id for step in steps}
    for step in reversed(assignment.steps):
        if step.id in ids:
            ids.update(step.needs)
    return ids


_TRIES = 3  # where somebody outside ends the learner's process


class _Run:
    """The checks of one run, in as many hosts as it takes."""

    def __init__(self, done: Checked, checks: Sequence[VisibleCheck], opener: Opener, began: float) -> None:
        self._done, self._checks, self._opener = done, checks, opener
        limits = done.assignment.limits
        self._seconds, self._load = 2 * limits.call_seconds, 2 * limits.load_seconds
        self._whole, self._deadline = limits.submission_seconds, began + limits.submission_seconds
        self._found: dict[str, VisibleResult] = {}
        self._disturbed = 0

    def all(self) -> Checked:
        """Every check. Raises Disturbed where somebody outside ends the learner's process again and again."""
        while todo := [one for one in self._checks if one.test not in self._found]:
            host = self._opener()
            try:
                opened = host.open(self._load)
                if opened["event"] == "unloaded":
                    return _unloaded(self._done, opened)
                self._loaded(opened)
                if problem := _nothing_there(self._done):
                    return problem
            except CheckStopped as end:
                return _never_loaded(self._done, end, self._load)
            except Disturbed as disturbance:
                self._once_more(disturbance)
            else:
                if self._go_on(host, todo, opened["cases"]):
                    break
            finally:
                host.close()
            if time.monotonic() >= self._deadline:
                self._give_up()
        seen = tuple(self._found[one.test] for one in self._checks if one.test in self._found)
        return dataclasses.replace(self._done, seen=seen)

    def _once_more(self, disturbance: Disturbed) -> None:
        """Note that the learner's process was ended from outside. Raises it again where that is no chance any more."""
        self._disturbed += 1
        if self._disturbed >= _TRIES:
            raise disturbance

    def _loaded(self, told: Mapping[str, Any]) -> None:
        """What the host tells of the program, of the first load: another one of the same program tells the same."""
        if self._done.program is None:
            self._done = dataclasses.replace(self._done, program=Loaded.of(told))

    def _go_on(self, host: CheckHost, todo: Sequence[VisibleCheck], cases: Mapping[str, int]) -> bool:
        """Run checks until the host's learner is gone, which the check that ran pays for. True where none is left."""
        for one in todo:
            try:
                for case in range(cases.get(one.test, 0)):
                    told = host.check(one.test, case, self._limit())
                    self._refused(told)
                    self._found[one.test] = judge(one, told, self._done.source, self._done.program)
                    if self._found[one.test].outcome is not Outcome.PASSED:
                        break
            except CheckStopped as end:
                source = self._done.source
                line = source.flat(*end.place) if end.place else None
                self._found[one.test] = stopped(one, line, self._seconds, source) if end.timeout else died(one, source)
                return False
            except Disturbed as disturbance:
                self._found.pop(one.test, None)  # it is asked again, with all its cases
                self._once_more(disturbance)
                return False
            try:
                self._explain(host, one.test)
            except (CheckStopped, Disturbed):  # what can be said about a failure costs nobody a check
                return False
        return True

    def _refused(self, told: Mapping[str, Any]) -> None:
        """Modules that a check has found missing, too."""
        program = self._done.program
        if program is not None and told.get("refused"):
            known = {**program.refused, **dict(told["refused"])}
            self._done = dataclasses.replace(self._done, program=dataclasses.replace(program, refused=known))

    def _limit(self) -> float:
        return min(self._seconds, max(0.05, self._deadline - time.monotonic()))

    def _explain(self, host: CheckHost, test: str) -> None:
        """The facts about a check that failed on values."""
        result = self._found.get(test)
        if result is not None and result.outcome is Outcome.FAILED and result.got is not None:
            facts = tuple(Fact(fact, params) for fact, params in host.explain(self._load))
            self._found[test] = dataclasses.replace(result, facts=facts)

    def _give_up(self) -> None:
        """The time for all checks is over."""
        rest = Message("kit.time_is_up", {"seconds": f"{self._whole:g}"})
        for one in self._checks:
            self._found.setdefault(one.test, VisibleResult(one, Outcome.TIMEOUT, rest))


def _unloaded(done: Checked, told: Mapping[str, Any]) -> Checked:
    """The learner's file raised an exception before any function could be called."""
    error = told["error"]
    line = error.get("line")
    params = {"where": done.source.where(line), "type": error.get("type", ""), "words": error.get("words", "")}
    name = "kit.imports" if "ImportError" in error.get("bases", ()) else "check.raised"
    return dataclasses.replace(
        done,
        problem=Message(name, params),
        line=line,
        ours=error.get("last") == "test" and "missing" not in error,
        printed=str(told.get("printed") or ""),
    )


def _nothing_there(done: Checked) -> Checked | None:
    """The run where statements did not run and none of the assignment's functions was made: what the first one says."""
    program = done.program
    if program is None or not program.problems or set(program.names) & set(done.assignment.functions):
        return None
    first = program.problems[0]
    line = done.source.flat(first.cell, first.line)
    seconds = f"{done.assignment.limits.load_seconds:g}"
    params = {"where": done.source.where(line), "type": first.type, "words": first.words, "seconds": seconds}
    name = "kit.imports" if "ImportError" in first.bases else "check.raised"
    if first.kind.startswith("load_"):  # the process has ended over it
        name = "kit.load_timeout" if first.kind == "load_timeout" else "kit.load_died"
    return dataclasses.replace(done, problem=Message(name, params), line=line)


def _never_loaded(done: Checked, end: CheckStopped, seconds: float) -> Checked:
    line = done.source.flat(*end.place) if end.place else None
    params = {"where": done.source.where(line), "seconds": f"{seconds:g}"}
    name = "kit.load_timeout" if end.timeout else "kit.load_died"
    return dataclasses.replace(done, problem=Message(name, params), line=line)
