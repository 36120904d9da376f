"""How a call can fail: a worker's record of an exception, in the grader's own terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.core.model import Outcome

__all__ = ["CallFailed", "Problem", "failure_of", "text"]


class CallFailed(Exception):
    """A call that gave no usable value: whose fault, in which words, where in the learner's file."""

    def __init__(self, outcome: Outcome, message: str, where: tuple[str, int] | None = None, **params: object) -> None:
        super().__init__(message)
        self.outcome, self.message, self.where, self.params = outcome, message, where, params
        self.raised_in = ""  # the learner's function in which the exception was raised
        self.columns: object = None  # where in its line, as the learner's process says
        self.stood = ""  # what a watched process said about where it stood when its time was over


def text(record: Mapping[str, Any], key: str, limit: int = 400) -> str:
    """A field of a learner's record, if it is a text; nothing is converted, since that could cost without end."""
    value = record.get(key)
    return value[:limit] if type(value) is str else ""


def texts(record: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """The texts of a field that should be a list of them; at most a hundred."""
    value = record.get(key)
    return tuple(item[:100] for item in value[:100] if type(item) is str) if type(value) is list else ()


class Problem(Exception):
    """One statement that did not run to its end: what was raised, where, and which names it would have given."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        super().__init__(text(record, "type", 60))
        self.kind = text(record, "kind", 20) or "raised"  # see `loading.py`; or how a process ended, "load_timeout"
        self.type = text(record, "type", 60)
        self.words = text(record, "words")
        self.bases = texts(record, "bases")
        self.cell = text(record, "cell", 100)
        line = record.get("line")
        self.line = line if type(line) is int else 1
        self.defines = texts(record, "defines")

    @property
    def said(self) -> tuple[str, str, str, int]:
        """What a report would repeat of it."""
        return self.type, self.words, self.cell, self.line


def _unmade(function: str, problem: Problem) -> CallFailed:
    """The function is not there because the statement that would have made it did not run to its end."""
    where = (problem.cell, problem.line)
    if problem.kind == "stopped":
        return CallFailed(Outcome.TIMEOUT, "cell_stopped", where, function=function)
    return CallFailed(Outcome.CRASHED, "cell_failed", where, function=function, type=problem.type, words=problem.words)


def failure_of(function: str, record: dict[str, Any], problems: Sequence[Problem]) -> CallFailed:
    """The failure that a worker's record describes; only plain words of it are kept."""
    event = text(record, "event")
    if event == "missing":
        return _missing(function, record, problems)
    if event == "unfit":
        return CallFailed(Outcome.FAILED, "unfit", function=function, what=text(record, "what", 200))
    if event != "raised":
        return CallFailed(Outcome.CRASHED, "forged")
    return _raised(function, record)


def _missing(function: str, record: dict[str, Any], problems: Sequence[Problem]) -> CallFailed:
    """There is no such function: not written, no function, or the statement that makes it did not run."""
    if record.get("bound") is True:
        return CallFailed(Outcome.FAILED, "not_callable", function=function)
    for name in (function, "*"):  # "from helper import *" could have given anything
        for problem in problems:
            if name in problem.defines and problem.kind != "undecorated":
                return _unmade(function, problem)
    return CallFailed(Outcome.UNTOUCHED, "missing", function=function, names=list(texts(record, "names")))


_BY_CLASS = (  # the first class among an exception's own and its bases counts
    ("NotImplementedError", Outcome.UNTOUCHED, "untouched"),
    ("MemoryError", Outcome.MEMORY, "memory"),
    ("_ArrayMemoryError", Outcome.MEMORY, "memory"),
    ("SystemExit", Outcome.CRASHED, "exits"),
    ("EOFError", Outcome.CRASHED, "asks"),
    ("RecursionError", Outcome.CRASHED, "recursion"),
    ("ModuleNotFoundError", Outcome.CRASHED, "imports"),
    ("ImportError", Outcome.CRASHED, "imports"),
    ("PermissionError", Outcome.CRASHED, "refused"),
    ("TypeError", Outcome.CRASHED, "signature"),
    ("RuntimeError", Outcome.CRASHED, "threads"),
)


def _raised(function: str, record: dict[str, Any]) -> CallFailed:
    """The function raised: which outcome that is depends on the exception's class."""
    words, names = text(record, "words"), texts(record, "bases")
    doubtful = {
        "asks": "nobody is there" not in words,  # an EOFError of the learner's own
        "threads": "start new thread" not in words,
        "signature": record.get("own") is not False,  # a TypeError from inside the function
    }
    outcome, key = next(
        ((outcome, key) for name, outcome, key in _BY_CLASS if name in names and not doubtful.get(key)),
        (Outcome.CRASHED, "raised"),
    )
    spot, place = record.get("where"), None
    if type(spot) is list and len(spot) == 2 and type(spot[0]) is str and type(spot[1]) is int:
        place = (spot[0][:100], spot[1])
    failure = CallFailed(outcome, key, place, function=function, type=text(record, "type", 60), words=words)
    failure.raised_in, failure.columns = text(record, "function", 60), record.get("columns")
    return failure
