"""Error carried forward: a step that composes wrong parts is judged with the learner's own parts.

A check that fails runs a second time before a stand-in for the learner. Each call of a function that the hidden suite
composes (`grader.suite.parts`) is made for real, and what comes back is compared with the composition of the learner's
own functions. Where it is the same, the check goes on with what the reference would have given: so a check of a
property needs no second wording. Only the learner's functions run in the learner's process.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.core.errors import MachineError
from grader.core.model import Assignment, Call, Outcome, Step, Submission
from grader.execution.client import CallFailed
from grader.execution.worker import shaken
from grader.suite.approx import Approx
from grader.suite.checks import CheckRun, failing
from grader.suite.learner import Learner
from grader.suite.parts import Compositions, OwnParts, PartFailed, ReferenceParts, compositions, off
from grader.suite.submission_session import SubmissionSession

if TYPE_CHECKING:
    from grader.diagnosis import Diagnosis, KnownMistakes
    from grader.diagnosis.known_mistakes import MistakeModule

__all__ = ["Carry", "Carrying", "Differs", "StandIn", "Unbuildable", "compared"]


_COMPARED = 2  # sizes at which the values of a measured function are compared with what its parts make
_SAMPLES = 1  # calls of a function that are made again with shaken parts


class Differs(AssertionError):
    """The learner's function gives something else than the composition of the learner's own parts."""

    def __init__(self, given: object, expected: object) -> None:
        super().__init__()
        self.given, self.expected = given, expected


class Unbuildable(Exception):
    """The learner's own parts make no value that could be compared; `function` is the part at fault."""

    def __init__(self, function: str) -> None:
        super().__init__(function)
        self.function = function


class StandIn:
    """The `learner` of a second run: right where the learner's functions do what their own parts make of it."""

    def __init__(self, learner: Learner, composed: Compositions, own: OwnParts, reference: ReferenceParts) -> None:
        self._learner, self._composed, self._own, self._reference = learner, composed, own, reference
        self.judged = 0  # calls that could be compared
        self.unbuildable = ""  # the part that made nothing in a call that could not

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._learner, name)
        return self._checked(name, found) if name in self._composed else found

    def _checked(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        made = self._composed[name]

        def function(*args: object, **kwargs: object) -> Any:
            try:
                self._compare(made, real, args, kwargs)
                self.judged += 1
            except Unbuildable as nothing:  # a part may be wrong for some shapes only; other calls may tell
                self.unbuildable = nothing.function
            return made(self._reference, *args, **kwargs)

        function.__name__ = name
        return function

    def _compare(self, made: Callable[..., Any], real: Callable[..., Any], args: Any, kwargs: Any) -> None:
        """Call for real, and compare with what the parts make. Raises CallFailed, Unbuildable and Differs."""
        try:
            given = real(*args, **kwargs)
        except CallFailed as failure:
            if failure.outcome in (Outcome.FAILED, Outcome.CRASHED):
                self._expected(made, self._own, args, kwargs)  # parts that make nothing are what is to blame
                shapeless = [name for name, far in self._own.deviating.items() if far == np.inf]
                if shapeless:
                    raise Unbuildable(shapeless[0]) from None
            raise
        expected = self._expected(made, self._own, args, kwargs)
        if not off(given, expected) <= 1 and self._own.deviating:
            again = self._expected(made, self._own.again(), args, kwargs)
            if off(given, again) <= 1:
                return
            if not off(again, expected) <= 1:  # parts that answer differently each time make nothing
                raise Unbuildable(next(iter(self._own.deviating), ""))
        if not off(given, expected) <= 1:
            raise Differs(given, expected)

    def _expected(self, made: Callable[..., Any], own: OwnParts, args: Any, kwargs: Any) -> Any:
        """The composition over the learner's parts. Raises Unbuildable."""
        try:
            return made(own, *args, **kwargs)
        except PartFailed as failed:
            raise Unbuildable(failed.function) from None
        except MachineError:
            raise
        except Exception:  # the formula cannot work with what the parts give
            if not own.deviating:
                raise
            raise Unbuildable(max(own.deviating, key=own.deviating.__getitem__)) from None


@dataclasses.dataclass
class Carry:
    """What a measurement needs to tell whether values are what the learner's own parts make; `used` once they were."""

    composed: Compositions
    own: OwnParts
    used: bool = False
    _compared: int = 0

    def right(self, function: str, args: tuple[Any, ...], value: object) -> bool:
        """True where the value is the composition of the learner's parts, and not the same number all over."""
        made = self.composed.get(function)
        if self._compared >= _COMPARED:  # the same function as at the sizes before
            return True
        results = value if isinstance(value, tuple) else (value,)
        if made is None or all(not np.ptp(np.asarray(one)) > 0 for one in results):
            return False
        try:
            agrees = off(value, made(self.own, *args)) <= 1
        except Exception:  # a part fails, or the formula cannot work with what it gives
            return False
        self.used = self.used or agrees
        self._compared += agrees
        return agrees


@dataclasses.dataclass
class Carrying:
    """What one session of the suite needs to carry errors forward."""

    assignment: Assignment
    reference: Submission
    corpus: KnownMistakes | None = None

    def __post_init__(self) -> None:
        self.parts = ReferenceParts(self.assignment, self.reference)

    def own_parts(self, sitting: SubmissionSession, step: str) -> OwnParts:
        """The learner's own functions; nothing that is asked of them stands among the calls of a check.

        Where all that `step` builds on has passed, each of them is called: too little to fail there may add up here.
        """

        def ask(name: str, *args: object, **kwargs: object) -> Any:
            if sitting.died:
                sitting.restart()
            return getattr(sitting.new_learner(), name)(*args, **kwargs)

        owners = ((name, self.assignment.step_of(name)) for name in self.assignment.functions)
        names = {name for name, owner in owners if owner is not None and owner.id in sitting.sound}
        below = self.assignment.below(step)
        sound = names if not below <= sitting.sound else set()
        return OwnParts(ask, self.parts, self.assignment.functions, sitting.carried, sound)

    def judged(
        self, first: CheckRun, second: CheckRun, error: BaseException | None, stand_in: StandIn, own: OwnParts
    ) -> CheckRun:
        """What both runs of a check together say. `error` is what ended the second one."""
        if second.outcome is Outcome.PASSED and not stand_in.judged:
            return self.blocked(dataclasses.replace(first, calls=second.calls), stand_in.unbuildable)
        steps = self.steps(own, 0.0)
        if second.outcome is Outcome.PASSED and steps:
            return dataclasses.replace(second, carried=steps)
        far = self.steps(own, 1.0)
        if isinstance(error, Differs) and far:
            asked = self.assignment.step(first.check.step).functions
            again = next((name for name in own.deviating if name in asked), "")
            if again:  # the step asks more of a function that is wrong already: one slip, told where it is
                return self.blocked(dataclasses.replace(first, calls=second.calls), again)
            return dataclasses.replace(second, carried=far)
        return first

    def blocked(self, run: CheckRun, function: str) -> CheckRun:
        """Not judged, since a function of another step gives nothing to judge with."""
        owner = self.assignment.step_of(function)
        if owner is None or owner.id == run.check.step:
            return run
        params: dict[str, object] = {"number": self._number(owner.id), "title": owner.title}
        return dataclasses.replace(
            run, outcome=Outcome.BLOCKED, message="needs_step", params=params, where=None, carried=(owner.id,)
        )

    def steps(self, own: OwnParts, least: float) -> tuple[str, ...]:
        """The steps whose functions deviate by more than `least`."""
        owners = [self.assignment.step_of(name) for name, far in own.deviating.items() if far > least]
        names = {step.id for step in owners if step is not None}
        below = {name for step in names for name in own.carried.get(step, (step,))}
        return tuple(step.id for step in self.assignment.steps if step.id in below)

    def _number(self, step: str) -> int:
        return 1 + next(i for i, one in enumerate(self.assignment.steps) if one.id == step)

    def settled(self, step: Step, runs: list[CheckRun], sitting: SubmissionSession) -> tuple[list[CheckRun], Any]:
        """A step's checks with those blocked that prove nothing, and the diagnosis of those that failed.

        The diagnosis is None where no check was judged with the learner's own parts, or nothing is known.
        """
        if not any(run.carried for run in runs):
            return runs, None
        if all(run.carried or run.outcome is Outcome.PASSED for run in runs):
            sitting.carried[step.id] = tuple(dict.fromkeys(name for run in runs for name in run.carried))
        runs = [self._unclear(run) if run.outcome is Outcome.PASSED and _idle(run) else run for run in runs]
        if self.corpus is None:
            return runs, None
        own = sitting.parts(self, step.id)
        names = self._below(step)
        over = self.corpus.over({name: getattr(own, name) for name in names})
        runs = self._with_proven(runs)
        passed = [run for run in runs if run.carried and run.outcome is Outcome.PASSED]
        if passed:
            runs = self._decided(step, runs, passed, over, names, sitting)
        return runs, self._diagnosed(runs, over)

    def _with_proven(self, runs: list[CheckRun]) -> list[CheckRun]:
        """Checks whose shapes some part cannot work with pass where others have shown the same functions to be right.

        None may have failed.
        """
        if failing(runs):
            return runs
        shown = {call.function for run in runs if run.outcome is Outcome.PASSED for call in run.calls}
        return [
            dataclasses.replace(run, outcome=Outcome.PASSED, message="", params={})
            if run.carried and run.message == "needs_step" and {call.function for call in run.calls} <= shown
            else run
            for run in runs
        ]

    def _below(self, step: Step) -> tuple[str, ...]:
        """The functions of all that a step builds on, without those that it asks for itself."""
        found = self.assignment.below(step.id)
        names = (name for one in self.assignment.steps if one.id in found for name in one.functions)
        return tuple(name for name in dict.fromkeys(names) if name not in step.functions)

    def _decided(
        self,
        step: Step,
        runs: list[CheckRun],
        passed: Sequence[CheckRun],
        over: KnownMistakes,
        names: tuple[str, ...],
        sitting: SubmissionSession,
    ) -> list[CheckRun]:
        from grader.diagnosis.ambiguous import shows, undecided

        assert self.corpus is not None
        calls = [call for run in runs if run.outcome is Outcome.PASSED for call in run.calls]
        first, last = {call.function: call for call in reversed(calls)}, {call.function: call for call in calls}
        ends = [*first.values(), *last.values()]
        left = undecided(over, self.corpus.of_step(step.id), ends)  # most differ at once
        if left:
            left = self._left_when_shaken(left, passed, names, sitting)
        left = undecided(over, left, calls)
        if not left:
            return runs
        open_ = {run.check.id for run in passed if any(shows(self.corpus, entry, run.calls) for entry in left)}
        return [self._unclear(run) if run.check.id in open_ else run for run in runs]

    def _left_when_shaken(
        self, left: list[MistakeModule], passed: Sequence[CheckRun], names: tuple[str, ...], sitting: SubmissionSession
    ) -> list[MistakeModule]:
        """The mistakes that are possible even where the results of the learner's parts are shaken.

        Wrong parts may hide a mistake, as one that always answers the same hides what was done before; shaken ones
        hide nothing. Code that calls none of its parts is not shaken with them: it stays as undecided as it is.
        """
        from grader.diagnosis.ambiguous import undecided

        assert self.corpus is not None
        learner = sitting.new_learner()
        learner.shaken = names

        def ask(name: str, *args: object, **kwargs: object) -> Any:
            value = getattr(learner, name)(*args, **kwargs)
            return shaken(name, value, (*args, *kwargs.values())) if name in names else value

        own = OwnParts(ask, self.parts, self.assignment.functions, sitting.carried)
        made: list[Call] = []
        for call, formula in self._samples(passed):
            try:
                given = getattr(learner, call.function)(*call.args, **call.kwargs)
                if not off(given, formula(own, *call.args, **call.kwargs)) <= 1:
                    return left
            except Exception:  # what nobody can compare decides nothing
                return left
            made.append(dataclasses.replace(call, value=given))
        return undecided(self.corpus.over({name: getattr(own, name) for name in names}), left, made)

    def _samples(self, passed: Sequence[CheckRun]) -> list[tuple[Call, Callable[..., Any]]]:
        """The first calls of each function that is composed, with the formula."""
        found: dict[str, list[tuple[Call, Callable[..., Any]]]] = {}
        for run in passed:
            composed = compositions(run.check.items[0].module, self.assignment.functions)
            for call in run.calls:
                if call.function in composed and not call.raised:
                    found.setdefault(call.function, []).append((call, composed[call.function]))
        return [pair for pairs in found.values() for pair in pairs[:_SAMPLES]]

    def _unclear(self, run: CheckRun) -> CheckRun:
        first = self.assignment.step(run.carried[0])
        params: dict[str, object] = {"number": self._number(first.id), "title": first.title}
        return dataclasses.replace(run, outcome=Outcome.BLOCKED, message="carried_unclear", params=params)

    def _diagnosed(self, runs: list[CheckRun], over: KnownMistakes) -> Diagnosis | None:
        """What the failing checks show, seen over the learner's own parts."""
        wrong = failing(runs)
        if not any(run.carried for run in wrong):
            return None
        from grader.diagnosis import diagnose
        from grader.suite.checks import calls_of

        return diagnose(over, calls_of(wrong), calls_of(runs))


def _idle(run: CheckRun) -> bool:
    """True where a check was carried by answers that prove nothing.

    They are the same number all over, or an argument given back as it came.
    """
    answers = [
        (value, call)
        for call in run.calls
        for value in (call.value if isinstance(call.value, tuple) else (call.value,))
        if isinstance(value, np.ndarray) and value.size > 1
    ]
    if not run.carried or run.evidence is not None or not answers:
        return False
    return not any(np.ptp(value) > 0 and not _given(value, call) for value, call in answers)


def _given(value: np.ndarray, call: Call) -> bool:
    arguments = (*call.args, *call.kwargs.values())
    return any(isinstance(one, np.ndarray) and np.array_equal(one, value) for one in arguments)


def compared(error: Differs) -> tuple[str, object, object]:
    """The first result that differs, as an assertion would have compared it."""
    given, expected = error.given, error.expected
    if isinstance(given, tuple) and isinstance(expected, tuple):
        pairs = zip(given, expected, strict=False)
        given, expected = next((pair for pair in pairs if not off(*pair) <= 1), (given[:1], expected[:1]))
    return "==", given, Approx(np.asarray(expected))
