"""The hidden suite's checks as data, and how each ended for one submission."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING

import pytest

from grader.core.errors import SpecError
from grader.core.model import Assignment, Call, Outcome, Submission, Text
from grader.core.suggestions import nearest
from grader.course.renamed_checks import renamed_checks

if TYPE_CHECKING:
    from grader.diagnosis import Diagnosis, KnownMistakes

__all__ = ["Check", "CheckRun", "Run", "SuiteOptions", "Twins", "calls_of", "failing", "light", "plan", "together"]

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
    formerly: tuple[str, ...] = ()  # ids that it had before it was renamed, the first one first

    def named(self, words: Collection[str]) -> bool:
        """True where one of the words is the check's id, an earlier id, or its step."""
        return self.step in words or self.id in words or any(name in words for name in self.formerly)

    def drawn_by(self, item: pytest.Function) -> str:
        """The name by which the random data of a case are drawn; a renamed check keeps those of its first name."""
        first = (self.formerly or (self.id,))[0]
        case = item.name.removeprefix(f"test_{self.id.partition('.')[2]}")
        return f"{first}/test_{first.partition('.')[2]}{case}"


Twins = Callable[[tuple[Call, ...]], tuple[Call, ...]]
"""The calls of failing checks -> calls worth making, for a diagnosis to have more to go by."""


@dataclasses.dataclass(frozen=True)
class SuiteOptions:
    """How a suite is run."""

    seed: int
    only: tuple[str, ...] = ()  # step or check ids; () is all
    twins: Twins | None = None  # proposes calls that a diagnosis would like to see made as well
    corpus: KnownMistakes | None = None  # what a step judged with the learner's own parts is compared with
    vouched: bool = True  # False: the suite itself is on trial, so a check that the reference fails is not held


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
    carried: tuple[str, ...] = ()  # steps with whose functions, the learner's own, it was judged
    reached: frozenset[str] | None = None  # of a failure: functions that the called one may call, by the source
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
    notes: tuple[Text, ...] = ()  # what running the file showed, whatever its checks say
    found: Mapping[str, Diagnosis] = dataclasses.field(default_factory=dict)  # step -> what it shows over own parts


def plan(items: list[pytest.Item], assignment: Assignment) -> tuple[Check, ...]:
    """The collected items as checks: one a test function, its cases together, in the order of the files.

    Raises SpecError with a line for each file of no step and each `@points(...)` that cannot be meant.
    """
    grouped: dict[tuple[str, str], list[pytest.Function]] = {}
    steps = [step.id for step in assignment.steps]
    shown = f"{assignment.folder.parent.name}/{assignment.folder.name}/hidden"
    wrong: dict[str, None] = {}
    for item in items:
        if isinstance(item, pytest.Function):
            step = item.path.stem.removeprefix("test_")
            if step not in steps:
                wrong[f"{shown}/{item.path.name}: belongs to no step{nearest(step, steps)}"] = None
            name = (item.originalname or item.name).removeprefix("test_")
            grouped.setdefault((step, name), []).append(item)
    checks = []
    renamed = renamed_checks(assignment.folder)
    for (step, name), cases in grouped.items():
        try:
            weight, core = _points(cases[0].get_closest_marker("points"))
        except ValueError as error:
            line = cases[0].function.__code__.co_firstlineno  # that of the first decorator
            wrong[f"{shown}/{cases[0].path.name}:{line}: {error}"] = None
            continue
        title, _, advice = (cases[0].function.__doc__ or name.replace("_", " ")).strip().partition("\n\n")
        title, advice = " ".join(title.split()), " ".join(advice.split())
        formerly = tuple(old for old, present in renamed.items() if present == f"{step}.{name}")
        checks.append(Check(f"{step}.{name}", step, title, advice, weight, core, tuple(cases), formerly))
    if wrong:
        raise SpecError("\n".join(wrong))
    return tuple(checks)


def _points(mark: pytest.Mark | None) -> tuple[int, bool]:
    """Weight and core of `@points(weight, core=True)`; 1 and False without it. Raises ValueError."""
    if mark is None:
        return 1, False
    shown = ", ".join([*map(repr, mark.args), *(f"{key}={value!r}" for key, value in mark.kwargs.items())])
    for key in mark.kwargs:
        if key != "core":
            raise ValueError(f"@points({shown}): unknown {key!r}{nearest(key, ['core'])}")
    weight, core = mark.args[0] if mark.args else 1, mark.kwargs.get("core", False)
    if len(mark.args) > 1 or type(weight) is not int or weight < 1:
        raise ValueError(f"@points({shown}): expected one whole number above 0, as in @points(3, core=True)")
    if type(core) is not bool:
        raise ValueError(f"@points({shown}): core has to be True or False")
    return weight, core


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


def together(runs: list[CheckRun]) -> CheckRun:
    """A check's cases as one: the last one decides; the calls of all that were carried stay."""
    last = runs[-1]
    if not any(run.carried for run in runs):
        return last
    steps = tuple(dict.fromkeys(step for run in runs for step in run.carried))
    return dataclasses.replace(last, carried=steps, calls=tuple(call for run in runs for call in run.calls))
