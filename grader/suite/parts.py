"""The functions of an exercise by name: the reference's, for what a check expects, and the learner's own.

A hidden suite writes the formula of a composing step once, as a function of the same name with `parts` in front:

    def layer_norm(parts, X, gamma, beta): ...

Over the reference's parts it says what is right. Over the learner's own parts, each called in the learner's process
with plain values, it says what right wiring of those parts gives (`grader.suite.carried`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from grader.core.model import Assignment, Call, Outcome, Submission
from grader.execution.client import CallFailed
from grader.suite.approx import ATOL, RTOL

__all__ = ["Compositions", "OwnParts", "PartFailed", "ReferenceParts", "compositions", "off"]

Compositions = Mapping[str, Callable[..., Any]]
"""Function -> the formula that composes it of parts."""

_EXACTLY = 1e-9  # what a part may differ by before something is said to be made with it
_LARGE = 1 << 20  # bytes of an answer that is not of the right shape, above which it is no answer
_DEATHS = 2  # processes that the learner's parts may end before they are not asked any more


def compositions(module: types.ModuleType, known: tuple[str, ...]) -> Compositions:
    """The formulas of a hidden module: its functions that are named like the exercise's and take `parts` first."""
    found = {name: vars(module)[name] for name in known if isinstance(vars(module).get(name), types.FunctionType)}
    return {name: made for name, made in found.items() if made.__code__.co_varnames[:1] == ("parts",)}


class PartFailed(Exception):
    """A part of the learner's gave no value; `function` is its name."""

    def __init__(self, function: str, outcome: Outcome) -> None:
        super().__init__(function)
        self.function, self.outcome = function, outcome


class ReferenceParts:
    """The reference's functions as attributes. They run here: the reference is the instructor's own code."""

    def __init__(self, assignment: Assignment, reference: Submission) -> None:
        self._known, self._cells = assignment.functions, reference.cells
        self._space: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._known:
            raise AttributeError(f"the assignment has no function {name!r}")
        if not self._space:
            from grader.diagnosis.known_mistakes import KnownMistakes, Outline

            source = "\n".join(cell.text for cell in self._cells)
            self._space = KnownMistakes((), Outline(source)).space()
        function: Callable[..., Any] = self._space[name]
        return function


class OwnParts:
    """The learner's functions as attributes: each call goes to the learner's process, once for the same arguments.

    `deviating` maps a function that gave other values than the reference's to how far off they are (see `off`).
    """

    def __init__(
        self,
        ask: Callable[..., Any],
        reference: ReferenceParts,
        known: tuple[str, ...],
        carried: Mapping[str, tuple[str, ...]],
        sound: Collection[str] = (),
    ) -> None:
        """`ask(name, *args, **kwargs)` calls the learner's function; it raises CallFailed.

        `carried` are the steps that were judged with the learner's own parts before, with the steps of those parts.
        `sound` are functions that passed all their checks: the reference's answer, which is the same, saves the call.
        """
        self._ask, self._reference, self._known, self.carried = ask, reference, known, carried
        self._sound = sound
        self._kept: dict[object, Any] = {}
        self._deaths = 0
        self.deviating: dict[str, float] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._known:
            raise AttributeError(f"the assignment has no function {name!r}")

        def part(*args: object, **kwargs: object) -> Any:
            return self._part(name, args, kwargs)

        part.__name__ = name
        return part

    def again(self) -> OwnParts:
        """The same parts with nothing remembered and every function called: whether they answer twice alike."""
        return OwnParts(self._ask, self._reference, self._known, self.carried)

    def _part(self, name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> Any:
        from grader.diagnosis.answers import key

        mark = key(Call(name, args, kwargs))
        if mark not in self._kept:
            self._kept[mark] = self._first(name, args, kwargs)
        value = self._kept[mark]
        if isinstance(value, PartFailed):  # a new one: each raising of the same one would keep more frames alive
            raise PartFailed(value.function, value.outcome)
        return tuple(map(_copied, value)) if isinstance(value, tuple) else _copied(value)

    def _first(self, name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> Any:
        """The answer to a call that is new, a PartFailed where there is none."""
        if self._deaths >= _DEATHS:
            return PartFailed(name, Outcome.TIMEOUT)
        if name in self._sound:
            return getattr(self._reference, name)(*map(_copied, args), **kwargs)
        try:
            value = self._ask(name, *map(_copied, args), **kwargs)
        except CallFailed as failure:
            self._deaths += failure.outcome in (Outcome.TIMEOUT, Outcome.MEMORY)
            self.deviating[name] = np.inf
            return PartFailed(name, failure.outcome)
        try:
            right = getattr(self._reference, name)(*map(_copied, args), **kwargs)
        except Exception:  # a known mistake may ask for what has no answer
            return PartFailed(name, Outcome.FAILED) if _bytes(value) > _LARGE else value
        far = off(value, right)
        if far > 0:
            self.deviating[name] = max(far, self.deviating.get(name, 0.0))
        if far == np.inf and _bytes(value) > _LARGE:  # every answer is kept: together they would fill the memory
            return PartFailed(name, Outcome.FAILED)
        return value


def off(value: object, right: object) -> float:
    """How far two values are apart: 0 as good as equal, below 1 within the course's tolerance, inf another shape."""
    if isinstance(value, tuple) and isinstance(right, tuple):
        return max(map(off, value, right), default=0.0) if len(value) == len(right) else np.inf
    a, b = np.asarray(value), np.asarray(right)
    if a.shape != b.shape or a.dtype.kind not in "biufc" or b.dtype.kind not in "biufc":
        return np.inf
    with np.errstate(all="ignore"):
        distance = np.abs(a.astype(complex) - b) if "c" in a.dtype.kind + b.dtype.kind else np.abs(a * 1.0 - b)
        size = np.abs(b) * 1.0
        same = (a == b) | ((a != a) & (b != b))
        distance, size = np.where(same, 0.0, distance), np.where(np.isfinite(size), size, 0.0)
        if not (distance > _EXACTLY * (1 + size)).any() and np.isfinite(distance).all():
            return 0.0
        far = float(np.max(distance / (ATOL + RTOL * size)))
    return far if np.isfinite(far) else np.inf


def _bytes(value: object) -> int:
    return sum(getattr(one, "nbytes", 0) for one in (value if isinstance(value, tuple | list) else (value,)))


def _copied(value: object) -> object:
    return np.array(value) if isinstance(value, np.ndarray) else value
