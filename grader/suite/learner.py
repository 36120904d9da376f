"""The `learner` fixture: `learner.standardize(X)` calls the learner's function and hands back plain copies.

What comes back is looked at in the order a person would: is it there, is it of the kind the exercise asks for.
Only then does the check see it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.core.languages import both
from grader.core.model import Call, Outcome, Text
from grader.core.suggestions import closest
from grader.execution.client import CallFailed, Worker
from grader.execution.wire import ArraySubclass
from grader.suite.checks import light

__all__ = ["Learner"]

_COUNTED = 999  # parts of a list that are told; a longer number could be one of the hidden data


class Learner:
    """The learner's functions as attributes; `calls` remembers what was asked and answered."""

    def __init__(
        self,
        open_worker: Callable[[], Worker],
        returns: Mapping[str, str],
        known: tuple[str, ...],
        allow: Callable[[str], None] = lambda name: None,
    ) -> None:
        """`returns` maps a function to the return annotation of its reference; `known` are all functions.

        `allow` is asked before each call; it raises CallFailed where the call would be in vain.
        """
        self._open, self._returns, self._known, self._allow = open_worker, returns, known, allow
        self.shaken: tuple[str, ...] = ()  # functions whose results are shaken where others call them
        self.calls: list[Call] = []
        self.notes: list[str] = []

    @property
    def last(self) -> Call:
        """The last call that gave a value; `last.changed` names arguments that were changed in place."""
        return self.calls[-1]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._known:
            raise AttributeError(f"the assignment has no function {name!r}")

        def function(*args: object, **kwargs: object) -> Any:
            return self._call(name, args, kwargs)

        function.__name__ = name
        return function

    def plain(self, name: str, value: object) -> object:
        """A value as the function's annotation says, or CallFailed with what came instead."""
        return _of_kind(name, _plain(value), self._returns.get(name, ""))

    def _call(self, name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> Any:
        # A check may go on changing its arrays; what is remembered is what was asked.
        asked = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in args)
        try:
            self._allow(name)
            worker = self._open()
            shaken = self.shaken
            call = worker.call_shaken(shaken, name, args, kwargs) if shaken else worker.call(name, *args, **kwargs)
            value = self.plain(name, call.value)
        except CallFailed as caught:  # in no local name, which would keep this frame, and the value in it, alive
            raise self._noted(caught, name, asked, kwargs) from None
        self.calls.append(light(Call(name, asked, kwargs, value, call.changed, forms=_forms(call.value))))
        return value

    def _noted(self, caught: CallFailed, name: str, asked: tuple[object, ...], kwargs: dict[str, object]) -> CallFailed:
        """The failure as it is told, once the call stands among the others."""
        failure = self._misnamed(caught)
        kind = str(failure.params.get("type", "")) if failure.message != "kind" else ""
        self.calls.append(Call(name, asked, kwargs, raised=kind or failure.message))
        return failure

    def _misnamed(self, failure: CallFailed) -> CallFailed:
        """A missing function may be there under a name of the learner's own."""
        if failure.message != "missing":
            return failure
        function, names = str(failure.params["function"]), failure.params.pop("names")
        own = [name for name in names if name not in self._known] if isinstance(names, list) else []
        near = closest(function, own)
        return CallFailed(Outcome.FAILED, "misnamed", function=function, near=near) if near else failure


def _forms(value: object) -> tuple[str, ...]:
    """The names of the subclasses of ndarray among what came back."""
    items = value if isinstance(value, list | tuple) else (value,)
    return tuple(dict.fromkeys(item.kind for item in items if isinstance(item, ArraySubclass)))


def _plain(value: object) -> object:
    """Arrays of a subclass become the plain arrays they hold."""
    if isinstance(value, ArraySubclass):
        return value.array
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _of_kind(function: str, value: object, annotation: str) -> object:
    """`value` as the annotation says, or CallFailed with what came instead."""
    many = re.fullmatch(r"tuple\[(.*)\]", annotation)
    if many:
        wanted = many.group(1).count(",") + 1
        if isinstance(value, list | tuple) and len(value) == wanted:
            return tuple(_of_kind(function, item, "Array") for item in value)
        raise _wrong(function, value, "tuple", wanted=wanted)
    if annotation in ("Array", "np.ndarray"):
        if isinstance(value, np.ndarray) and value.dtype.kind in "biufc":
            return value
        raise _wrong(function, value, "array")
    if annotation in ("int", "float"):
        number = value
        if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.shape == ()):
            number = value.item()
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise _wrong(function, value, annotation)
        if annotation == "float":
            return float(number)
        return int(number) if isinstance(number, float) and number.is_integer() else number
    return value


def _wrong(function: str, value: object, expected: str, wanted: int = 0) -> CallFailed:
    got: str | Text = type(value).__name__
    if value is None:
        return CallFailed(Outcome.FAILED, "none", function=function)
    if isinstance(value, list | tuple):
        got = both("check.of_length", kind=got, count=len(value) if len(value) <= _COUNTED else f"{_COUNTED}+")
    return CallFailed(Outcome.FAILED, f"kind_{expected}", function=function, got=got, wanted=wanted)
