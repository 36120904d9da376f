"""Can growth be measured on this machine? Asked before it costs anybody a point.

For each function that a suite measures, the reference has to pass, and a function known to be cubic has to be
seen as growing faster. Otherwise the check is withheld: its points are held for a person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.door.client import CallFailed, Door, Worker
from grader.growth import Stopped, Verdict, WrongValues, examine, works_here
from grader.model import Assignment, Cell, Submission

__all__ = ["Instrument", "counted_calls"]

_CUBIC = """
import numpy as np

def cubic(X):
    S = X @ X.T
    return np.diag(1 / np.abs(S).sum(axis=1)) @ S
"""


def counted_calls(worker: Worker, function: str, plain: Callable[[object], object]) -> Callable[..., Mapping[str, Any]]:
    """What `examine` asks for: one counted call in the worker, with its value made plain."""

    def counted(args: tuple[Any, ...]) -> Mapping[str, Any]:
        value, work = worker.count(function, args)
        return {**work, "value": plain(value)}

    return counted


class Instrument:
    """The counter of one grading session, and what is known about it."""

    def __init__(self, assignment: Assignment, door: Door, reference: Submission) -> None:
        self.reference = reference
        self._door, self._budget = door, assignment.limits.growth_seconds
        self._cubic: Verdict | None = None
        self._faults: dict[tuple[str, str], str] = {}
        self._totals: dict[tuple[str, str], list[list[int]]] = {}

    def fault(self, function: str, make_inputs: Any, expected: float | str, seed: int, options: Any) -> str:
        """Why the growth of `function` cannot be measured here, or "". Asked once in a session."""
        asked = (function, f"{expected}")
        if asked not in self._faults:
            try:
                if self._cubic is None:
                    self._cubic = self._verdict([Cell(_CUBIC, "cubic.py")], "cubic", _tall, 2, seed, {})
                good = self._verdict(self.reference.cells, function, make_inputs, expected, seed, options)
                self._totals[asked] = [[counts.n, counts.total] for counts in good.evidence]
                fine = works_here(good, self._cubic)
                said = f"the reference was judged {good.kind}, a cubic function {self._cubic.kind}"
                self._faults[asked] = "" if fine else said
            except (CallFailed, Stopped, WrongValues) as error:
                self._faults[asked] = f"a known function could not be counted ({error})"
        return self._faults[asked]

    def totals(self, function: str, expected: float | str) -> list[list[int]]:
        """[n, all counted work of the reference] at each size it was asked for; for the plot."""
        return self._totals.get((function, f"{expected}"), [])

    def _verdict(self, cells: Any, name: str, make_inputs: Any, expected: float | str, seed: int, more: Any) -> Verdict:
        with self._door.worker(cells, counted=True) as worker:
            counted = counted_calls(worker, name, lambda value: value)
            return examine(counted, make_inputs, expected, seed=seed, budget=self._budget, **more)


def _tall(n: int, rng: np.random.RandomState) -> tuple[Any, ...]:
    return (rng.standard_normal((n, 4)),)
