"""How a call can fail: a worker's record of an exception, in the grader's own terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.model import Outcome

__all__ = ["CallFailed", "Problem", "failure_of"]


class CallFailed(Exception):
    """A call that gave no usable value: whose fault, in which words, where in the learner's file."""

    def __init__(self, outcome: Outcome, message: str, where: tuple[str, int] | None = None, **params: object) -> None:
        super().__init__(message)
        self.outcome, self.message, self.where, self.params = outcome, message, where, params
        self.raised_in = ""  # the learner's function in which the exception was raised


class Problem(Exception):
    """One cell that did not run to its end: what was raised, where, and which functions it would have defined."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        super().__init__(str(record.get("type")))
        self.type = str(record.get("type", ""))
        self.words = str(record.get("words", ""))
        self.cell = str(record.get("cell", ""))
        line = record.get("line")
        self.line = line if type(line) is int else 1
        defines = record.get("defines")
        self.defines = tuple(str(name) for name in defines) if isinstance(defines, list) else ()


def _unmade(function: str, problem: Problem) -> CallFailed:
    """The function is not there because the cell that would have made it did not run."""
    where = (problem.cell, problem.line)
    return CallFailed(Outcome.CRASHED, "cell_failed", where, function=function, type=problem.type, words=problem.words)


def failure_of(function: str, record: dict[str, Any], problems: Sequence[Problem]) -> CallFailed:
    """The failure that a worker's record describes; only plain words of it are kept."""
    event = record.get("event")
    if event == "missing":
        for problem in problems:
            if function in problem.defines:
                return _unmade(function, problem)
        names = record.get("names")
        known = [str(name) for name in names][:100] if isinstance(names, list) else []
        if record.get("bound"):
            return CallFailed(Outcome.FAILED, "not_callable", function=function)
        if not known and problems:
            return _unmade(function, problems[0])
        return CallFailed(Outcome.UNTOUCHED, "missing", function=function, names=known)
    if event == "unfit":
        return CallFailed(Outcome.FAILED, "unfit", function=function, what=str(record.get("what", ""))[:200])
    if event != "raised":
        return CallFailed(Outcome.CRASHED, "forged")
    kind, words = str(record.get("type", ""))[:60], str(record.get("words", ""))[:400]
    bases = record.get("bases")
    names = [str(base) for base in bases] if isinstance(bases, list) else [kind]
    spot = record.get("where")
    place = (
        (str(spot[0])[:100], spot[1]) if isinstance(spot, list) and len(spot) == 2 and type(spot[1]) is int else None
    )
    raised_in = str(record.get("function", ""))[:60]
    outcome, key = Outcome.CRASHED, "raised"
    if "NotImplementedError" in names:
        outcome, key = Outcome.UNTOUCHED, "untouched"
    elif "MemoryError" in names or "_ArrayMemoryError" in names:
        outcome, key = Outcome.MEMORY, "memory"
    elif "SystemExit" in names:
        key = "exits"
    elif "EOFError" in names and "nobody is there" in words:
        key = "asks"
    elif "RecursionError" in names:
        key = "recursion"
    elif "ModuleNotFoundError" in names or ("ImportError" in names):
        key = "imports"
    elif "PermissionError" in names:
        key = "refused"
    elif "TypeError" in names and not record.get("own"):
        key = "signature"
    failure = CallFailed(outcome, key, place, function=function, type=kind, words=words)
    failure.raised_in = raised_in
    return failure
