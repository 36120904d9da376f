"""The hidden suite's checks as data, and how each ended for one submission."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

import pytest

from grader.errors import MachineError
from grader.model import Assignment, Call, Outcome, Submission, Text

__all__ = ["Check", "CheckRun", "Run", "calls_of", "failing", "light", "plan"]

_KEPT = 1 << 16  # bytes of an answer that are kept for its diagnosis


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
    note: Text | None = None  # what a check that passed still has to say
    evidence: Mapping[str, object] | None = None
    seconds: float = 0.0  # wall time, for the author who wants to know which check is slow


@dataclasses.dataclass(frozen=True)
class Run:
    """All checks of one submission."""

    submission: Submission
    checks: tuple[CheckRun, ...]
    seconds: float
    weights: Mapping[str, int]  # step -> weight of all its checks, those that were not asked for included


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


def light(call: Call) -> Call:
    """The call as it is kept with a result: a larger answer than a diagnosis needs is let go."""
    value = call.value
    parts = value if isinstance(value, tuple | list) else (value,)
    if sum(getattr(part, "nbytes", 0) for part in parts) <= _KEPT:
        return call
    return dataclasses.replace(call, value=None, raised="too large to keep")


def failing(runs: Iterable[CheckRun]) -> list[CheckRun]:
    """The checks that ran, called something and were not satisfied: what a diagnosis goes by."""
    return [r for r in runs if r.outcome in (Outcome.FAILED, Outcome.CRASHED) and r.calls]


def calls_of(runs: Iterable[CheckRun]) -> tuple[Call, ...]:
    """The calls of several checks in their order, without those that only say that growth was asked for."""
    return tuple(call for r in runs for call in r.calls if call.raised != "growth")
