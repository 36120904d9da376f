"""What a host told of a visible check -> how the check ended, in the grader's own terms; for every route the same.

`VisibleResult` is one check with its outcome, a message id with its parameters, what was compared and where to look.
Languages come later: nothing here is a sentence.
"""

from __future__ import annotations

import builtins
import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from grader.core.model import Assignment, Outcome, Step
from grader.core.safe_text import one_line
from grader.course.visible_checks import VisibleCheck
from grader.diagnosis.exceptions import Explained, RaisedCall, explained
from grader.diagnosis.records import Fact
from grader.execution.failures import CallFailed, Problem, failure_of
from grader.submissions.working_file import Source
from grader.suite.visible.values import brief

__all__ = ["Loaded", "Message", "VisibleResult", "blocked", "died", "judge", "stopped"]


@dataclasses.dataclass(frozen=True, slots=True)
class Message:
    """A message id of the catalogue (or of `words`), and its parameters."""

    id: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class VisibleResult:
    """One visible check and how it ended."""

    check: VisibleCheck
    outcome: Outcome
    message: Message | None = None
    function: str = ""  # the learner's function to look at
    line: int | None = None  # in the learner's file
    test_line: int | None = None  # in the file of checks
    label: str = ""  # what was compared, in the check's own words
    got: Mapping[str, Any] | None = None
    expected: Mapping[str, Any] | None = None
    call: Mapping[str, Any] | None = None  # the last call of a learner's function, with arguments and value
    printed: str = ""
    warnings: tuple[Mapping[str, Any], ...] = ()
    needs: Step | None = None  # the step it waits for
    facts: tuple[Fact, ...] = ()  # what is true of the wrong answer
    raised: Explained | None = None  # the sentence about an exception of the learner's code
    columns: object = None  # where in its line it was raised


@dataclasses.dataclass(frozen=True, slots=True)
class Loaded:
    """What loading the learner's program told: statements that did not run, the names that it gave.

    `refused` are modules that it cannot import while it is graded, and whether they are on this machine.
    """

    problems: tuple[Problem, ...] = ()
    names: tuple[str, ...] = ()
    refused: Mapping[str, bool] = dataclasses.field(default_factory=dict)

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Loaded:
        """From a host's record."""
        problems = tuple(one if isinstance(one, Problem) else Problem(one) for one in told.get("problems") or ())
        return cls(problems, tuple(told.get("names") or ()), dict(told.get("refused") or ()))


def judge(
    check: VisibleCheck, event: Mapping[str, Any], source: Source, program: Loaded | None = None
) -> VisibleResult:
    """The check that a host's record describes."""
    calls: Sequence[Mapping[str, Any]] = event.get("calls") or ()
    call = calls[-1] if calls else None
    error: Mapping[str, Any] | None = event.get("error")
    seen = VisibleResult(
        check,
        Outcome.PASSED,
        function=str(call["function"]) if call else "",
        call=call,
        printed=str(event.get("printed") or ""),
        warnings=tuple(event.get("warnings") or ()),
    )
    if error is None:
        return seen
    outcome, message, function = _told(error, call, source, program or Loaded())
    line = error.get("line") or _line_of(message) or source.line(function or seen.function)
    return dataclasses.replace(
        seen,
        outcome=outcome,
        message=message,
        function=function or seen.function,
        line=line,
        test_line=error.get("test_line"),
        got=error.get("got"),
        expected=error.get("expected"),
        label=str(error.get("call") or ""),
        raised=_explained(error, source) if message is not None and message.id in _RAISED else None,
        columns=error.get("columns"),
    )


def _line_of(message: Message | None) -> int | None:
    """The line that a message is about."""
    line = message.params.get("line") if message is not None else None
    return line if isinstance(line, int) else None


_RAISED = ("check.raised", "check.signature")


def _explained(error: Mapping[str, Any], source: Source) -> Explained | None:
    """The sentence about an exception, from its words and the learner's line."""
    lines, number = source.text.splitlines(), error.get("line") or 0
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    names = tuple(dict.fromkeys(re.findall(r"[A-Za-z_]\w*", re.sub(r"#.*", "", source.text))))[:2000]
    unknown = re.match(r"name '(\w+)' is not defined", str(error.get("words") or ""))
    if unknown:  # what is only ever spelt so is no candidate
        names = tuple(name for name in (*names, *dir(builtins)) if name != unknown[1])
    return explained(RaisedCall(str(error.get("words") or ""), line, names))


def _told(
    error: Mapping[str, Any], call: Mapping[str, Any] | None, source: Source, program: Loaded
) -> tuple[Outcome, Message | None, str]:
    """Outcome, message and the learner's function to look at, for an exception."""
    bases, words = error.get("bases", ()), one_line(str(error.get("words") or ""), 200)
    inside = str(error.get("in") or "")
    asked = str(call["function"]) if call else ""
    returned = call.get("value") if call else None
    if "needs_pytest" in error:
        return Outcome.INCONCLUSIVE, Message("front.needs_pytest", {"file": error["needs_pytest"]}), ""
    if "missing" in error:
        return _missing(str(error["missing"]), source, program)
    if "unfit" in error:  # a value that cannot leave a sandbox
        return Outcome.FAILED, Message("check.unfit", {"function": asked, "what": str(error["unfit"])}), asked
    if "NotImplementedError" in bases and error.get("line"):
        return Outcome.UNTOUCHED, Message("check.untouched", {"function": inside or asked}), inside or asked
    where = source.where(error.get("line"), inside)
    params: dict[str, object] = {"where": where, "type": error["type"], "words": words, "function": asked}
    if "PermissionError" in bases and error.get("held"):  # a sandbox refused
        return Outcome.CRASHED, Message("check.refused", params), inside
    for kind, name in _KINDS:
        if kind in bases:
            outcome = Outcome.MEMORY if kind == "MemoryError" else Outcome.CRASHED
            return outcome, Message(name, params), inside
    if error.get("last") == "test":
        if returned is not None and returned["kind"] == "none":
            return Outcome.FAILED, Message("check.none", params), asked
        if "AssertionError" in bases:
            if _only_no_array(error):
                params["got"] = error["got"]["type"]
                return Outcome.FAILED, Message("check.kind_array", params), asked
            shown = None if "got" in error else Message("kit.assertion", {"words": words or "assert"})
            return Outcome.FAILED, shown, asked
        if call is not None and returned is None:
            return Outcome.CRASHED, Message("check.signature", params), asked
        unpacked = re.search(r"unpack.*expected (\d+)", words)
        if unpacked and returned is not None:
            params |= {"got": brief(returned, 60), "wanted": unpacked.group(1)}
            return Outcome.FAILED, Message("kit.results", params), asked
        return Outcome.FAILED, Message("kit.unusable", params), asked
    return Outcome.CRASHED, Message("check.raised", params), inside


def _only_no_array(error: Mapping[str, Any]) -> bool:
    """Are the numbers right, in a list where an array is expected?"""
    got, expected = error.get("got") or {}, error.get("expected") or {}
    if got.get("kind") != "list" or got.get("shape") != expected.get("shape"):
        return False
    pairs = zip(got.get("values") or (), expected.get("values") or (), strict=False)
    return all(math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-6) for a, b in pairs)


_KINDS = (
    ("MemoryError", "check.memory"),
    ("RecursionError", "check.recursion"),
    ("SystemExit", "check.exits"),
    ("EOFError", "check.asks"),
    ("ImportError", "kit.imports"),
)


def _missing(function: str, source: Source, program: Loaded) -> tuple[Outcome, Message, str]:
    """A function that the program does not have, in the words of a graded report."""
    import difflib  # a millisecond that only a missing function costs

    failure = failure_of(function, {"event": "missing", "names": list(program.names)}, program.problems)
    if failure.params.get("type") == "SyntaxError":
        from grader.suite.newer_python import newer_python  # only where something cannot be read

        newer = newer_python(failure, source.submission, program.problems)
        if newer is not failure:  # where the checks are the learner's own, nobody has to hold anything
            failure = CallFailed(Outcome.CRASHED, "newer_here", newer.where, **newer.params)
    if failure.message != "missing":
        line = source.flat(*failure.where) if failure.where else None
        params = {"where": source.where(line), "line": line, **failure.params}
        return failure.outcome, Message(f"check.{failure.message}", params), function
    close = difflib.get_close_matches(function, source.nodes, 1)
    if close:
        return Outcome.UNTOUCHED, Message("check.misnamed", {"function": function, "near": close[0]}), close[0]
    return Outcome.UNTOUCHED, Message("check.missing", {"function": function}), function


def stopped(check: VisibleCheck, line: int | None, seconds: float, source: Source) -> VisibleResult:
    """A check that was stopped from outside at its limit."""
    where = source.where(line)
    return VisibleResult(
        check, Outcome.TIMEOUT, Message("kit.timeout", {"where": where, "seconds": f"{seconds:g}"}), line=line
    )


def died(check: VisibleCheck, source: Source) -> VisibleResult:
    """A check in which the learner's process ended."""
    return VisibleResult(check, Outcome.CRASHED, Message("kit.died", {"file": source.file}))


def blocked(seen: Sequence[VisibleResult], assignment: Assignment) -> tuple[VisibleResult, ...]:
    """The same, where a check that fails above a step that does not pass yet waits for that step."""
    standing = {step.id: True for step in assignment.steps}
    for one in seen:
        standing[one.check.step] &= one.outcome is Outcome.PASSED
    return tuple(_with_needs(one, assignment, standing) for one in seen)


_OWN = ("check.still_raises", "check.partly", "check.partly_missing")  # true whatever a step builds on


def _with_needs(one: VisibleResult, assignment: Assignment, standing: Mapping[str, bool]) -> VisibleResult:
    if one.outcome is Outcome.PASSED:
        return one
    step = assignment.step(one.check.step)
    below = assignment.step_of(one.function)
    if one.outcome is Outcome.UNTOUCHED:  # its own function is not there yet, or one that it calls
        if below is None or one.function in step.functions:
            return one
    elif one.message is None or one.message.id not in _OWN:
        below = next((assignment.step(need) for need in step.needs if not standing[need]), None)
    if below is None or below.id == step.id:
        return one
    return dataclasses.replace(one, outcome=Outcome.BLOCKED, needs=below, message=None)
