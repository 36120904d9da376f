"""Run the visible checks of an assignment on the learner's file, in a process of its own.

A check that takes too long or brings the process down costs that check: the rest go on in a fresh process.
"""

from __future__ import annotations

import ast
import dataclasses
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.core.model import Assignment, Outcome, Step
from grader.course.visible_checks import VisibleSuite
from grader.diagnosis.records import Fact
from grader.submissions.working_file import Source, read_learner, workplace
from grader.suite.visible import named_mistakes
from grader.suite.visible.outcomes import Message, VisibleResult, blocked, judge, stopped
from grader.suite.visible.process import Ended, Runner

__all__ = ["Checked", "check", "extends_only"]


@dataclasses.dataclass(frozen=True)
class Checked:
    """All that one run of the visible checks found. `problem` says why the file could not be run at all."""

    assignment: Assignment
    steps: tuple[Step, ...]  # those that were asked for
    source: Source
    seen: tuple[VisibleResult, ...] = ()
    problem: Message | None = None
    line: int | None = None  # of the problem, in the learner's file
    printed: str = ""
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
        return all(self.state(step) is Outcome.PASSED or self.left_alone(step) for step in shown)

    def left_alone(self, step: Step) -> bool:
        """Is it a bonus step that nobody asked for by name or started?

        One that asks more of other steps' functions cannot be seen to be started: it is left alone until it passes.
        """
        if not step.bonus or all(one.bonus for one in self.steps) or self.state(step) is Outcome.PASSED:
            return False
        return extends_only(self.assignment, step) or all(one.outcome in IDLE for one in self.of(step))


_FIRST = (Outcome.CRASHED, Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FAILED, Outcome.BLOCKED, Outcome.UNTOUCHED)
IDLE = (Outcome.UNTOUCHED, Outcome.BLOCKED)


def extends_only(assignment: Assignment, step: Step) -> bool:
    """Does a bonus step only ask more of functions that steps before it ask for? Nothing in the file is its own."""
    owners = {assignment.step_of(function) for function in step.functions}
    return step.bonus and step not in owners


def check(
    assignment: Assignment, suite: VisibleSuite, steps: Sequence[Step] = (), *, runner: Runner | None = None
) -> Checked:
    """Run the checks of `steps` (default: all), and of the steps below them. Raises UsageError or MachineError.

    `runner` is a process that waits already.
    """
    began = time.monotonic()
    wanted = tuple(steps) or assignment.steps
    source = read_learner(assignment)
    done = Checked(assignment, wanted, source)
    try:
        ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        params = {
            "where": source.where(line),
            "type": type(error).__name__,
            "words": getattr(error, "msg", None) or str(error),
        }
        return dataclasses.replace(done, problem=Message("check.raised", params), line=line)
    ids = _with_needed(assignment, wanted)
    chosen = [one for one in suite.checks if one.step in ids]
    tests = [one.test for one in chosen]
    with workplace(source, assignment, suite.path) as (file, checks):
        done = _run(done, suite, tests, runner or Runner(pytest=suite.needs_pytest), began, (file, checks))
    seen = blocked(done.seen, assignment)
    named = named_mistakes.named(seen, assignment.folder)
    return dataclasses.replace(done, seen=seen, seconds=time.monotonic() - began, named=named)


def _with_needed(assignment: Assignment, steps: Sequence[Step]) -> set[str]:
    """The ids of steps and of everything they build on."""
    ids = {step.id for step in steps}
    for step in reversed(assignment.steps):
        if step.id in ids:
            ids.update(step.needs)
    return ids


def _run(
    done: Checked, suite: VisibleSuite, tests: list[str], runner: Runner, began: float, files: tuple[Path, Path]
) -> Checked:
    """Run the checks of these names, in as many processes as it takes; `files` are the learner's and the checks'."""
    assignment, limits = done.assignment, done.assignment.limits
    seconds, load = 2 * limits.call_seconds, 2 * limits.load_seconds
    deadline = began + limits.submission_seconds
    heard = _Heard(done, suite, files[0])
    todo = list(tests)
    while todo:
        job = {
            "test": str(files[1]),
            "learner": str(files[0]),
            "checks": todo,
            "functions": assignment.functions,
            "seconds": seconds,
            "load_seconds": load,
            "memory_mib": max(limits.memory_mib, 512),
            "explain": "grader.diagnosis.visible_facts",
        }
        heard.current, heard.loaded = "", False
        try:
            runner.give(job)
            for event in runner.events(load, seconds, deadline):
                if event["event"] == "unloaded":
                    return _unloaded(done, event)
                heard.take(event)
            break
        except Ended as end:
            if not heard.loaded:
                return _never_loaded(done, end, end.line_in(files[0]), load)
            heard.ended(end, todo, seconds)
            todo = [test for test in todo if test not in heard.found]
            if time.monotonic() >= deadline:
                rest = Message("kit.time_is_up", {"seconds": f"{limits.submission_seconds:g}"})
                heard.found |= {test: VisibleResult(heard.checks[test], Outcome.TIMEOUT, rest) for test in todo}
                break
        finally:
            runner.close()
        if todo:
            runner = Runner(pytest=suite.needs_pytest)
    return dataclasses.replace(done, seen=tuple(heard.found[test] for test in tests if test in heard.found))


class _Heard:
    """What the learner's processes have told so far."""

    def __init__(self, done: Checked, suite: VisibleSuite, file: Path) -> None:
        self._source, self._file = done.source, file
        self.checks = {one.test: one for one in suite.checks}
        self.found: dict[str, VisibleResult] = {}
        self.current, self.loaded = "", False

    def take(self, event: dict[str, Any]) -> None:
        """One line."""
        kind, name = event["event"], str(event.get("check"))
        if kind == "loaded":
            self.loaded = True
        elif kind == "start":
            self.current = name
        elif kind == "end":
            before = self.found.get(name)
            if before is None or before.outcome is Outcome.PASSED:  # a check with parameters ends several times
                self.found[name] = judge(self.checks[name], event, self._source)
            self.current = ""
        elif kind == "facts" and name in self.found:
            facts = tuple(Fact(fact, params) for fact, params in event["facts"])
            self.found[name] = dataclasses.replace(self.found[name], facts=facts)

    def ended(self, end: Ended, todo: list[str], seconds: float) -> None:
        """The process is gone: the check that ran pays, or the next one where none did."""
        name = self.current or next((test for test in todo if test not in self.found), "")
        if not name:
            return
        if end.timeout:
            line = end.line_in(self._file)
            self.found[name] = stopped(self.checks[name], line, seconds, self._source)
        else:
            told = Message("kit.died", {"file": self._source.file})
            self.found[name] = VisibleResult(self.checks[name], Outcome.CRASHED, told)


def _unloaded(done: Checked, event: dict[str, object]) -> Checked:
    """The learner's file raised an exception before any function could be called."""
    error = event["error"]
    assert isinstance(error, dict)
    line = error.get("line")
    where = done.source.where(line)
    params = {"where": where, "type": error.get("type", ""), "words": error.get("words", "")}
    name = "kit.imports" if "ImportError" in error.get("bases", ()) else "check.raised"
    return dataclasses.replace(done, problem=Message(name, params), line=line, printed=str(event.get("printed") or ""))


def _never_loaded(done: Checked, end: Ended, line: int | None, seconds: float) -> Checked:
    where = done.source.where(line)
    name = "kit.load_timeout" if end.timeout else "kit.load_died"
    return dataclasses.replace(done, problem=Message(name, {"where": where, "seconds": f"{seconds:g}"}), line=line)
