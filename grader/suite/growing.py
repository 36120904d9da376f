"""The `growth` fixture: how the work of a learner's function grows, counted in a process of its own.

    def test_growth_is_quadratic(learner, growth):
        growth(learner.self_attention, inputs, expected=2, right=lambda args, got: ...)

Counted work decides (`grader.growth.examine`). The clock of the worker, read from outside, is asked only where the
counter is blind, and then it can give points but never take them: doubt is held for a person.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.door.client import CallFailed, Door, Worker
from grader.growth import Clocked, Kind, Stopped, Timing, Verdict, WrongValues, examine, time_growth
from grader.growth.words import advice_lines, sentence
from grader.locale import both, say
from grader.model import LANGUAGES, Assignment, Call, Cell, Outcome, Submission, Text
from grader.suite.learner import Learner

__all__ = ["Growth"]

Right = Callable[[tuple[Any, ...], Any], bool]
Inputs = Callable[[int, np.random.RandomState], Sequence[Any]]
_CLOCK_WALL = 15.0  # seconds: sleeping costs no CPU, so the clock is not waited for without end
_LONG_CALL, _CLEARLY_MORE = 0.02, 0.75  # CPU seconds; how far the clock's exponent may lie above the counted one
_BLIND = ("unseen", "invisible", "instrument")  # reasons for which the clock may speak

_CUBIC = """
import numpy as np

def cubic(X):
    S = X @ X.T
    return np.diag(1 / np.abs(S).sum(axis=1)) @ S
"""


class _NotClocked(Exception):
    """The clock has nothing to say about this function."""


class Growth:
    """Called by a check; raises CallFailed unless the work grows as asked."""

    def __init__(
        self,
        assignment: Assignment,
        door: Door,
        submission: Submission,
        reference: Submission,
        learner: Learner,
        seed: int,
        exhausted: set[str],
        deadline: float,
    ) -> None:
        self._exhausted, self._deadline = exhausted, deadline
        self._assignment, self._door, self._seed = assignment, door, seed
        self._submission, self._reference, self._learner = submission, reference, learner
        self.note: Text | None = None
        self.evidence: Mapping[str, object] | None = None

    def __call__(
        self, function: Callable[..., Any], make_inputs: Inputs, expected: float | str = 2, **options: Any
    ) -> Verdict:
        """Judge the growth of `learner.<function>`.

        `make_inputs(n, rng)` gives fresh arguments of size n from a `numpy.random.RandomState`. `right(args, value)`
        says whether the values are right (growth is judged only where they are); `least`, `largest`, `vectorised`
        are those of `grader.growth.judge`. Raises CallFailed: failed, inconclusive, blocked, or how a call ended.
        """
        name = function.__name__
        owner = self._assignment.step_of(name)
        if owner is not None and owner.id in self._exhausted:  # it would only run out of time again
            number = self._assignment.steps.index(owner) + 1
            raise CallFailed(Outcome.BLOCKED, "needs_step", number=number, title=owner.title)
        # Recorded as asked, so that a function which its own step finds wrong is not held against this check.
        self._learner.calls.append(Call(name, (), {}, raised="growth"))
        with self._open(name) as worker:
            verdict = self._examine(name, worker, make_inputs, expected, options)
        timing = self._clock(name, make_inputs, verdict, options.get("right")) if verdict.reason in _BLIND else None
        self.evidence = verdict.as_data() | ({"clock": timing.as_data()} if timing else {})
        words = {language: sentence(verdict, name, language) for language in LANGUAGES}
        lines = {language: say(language, key, **params) for language, ((key, params), _) in words.items()}
        if verdict.kind.passed or (timing is not None and timing.outcome == "pass"):
            more = {language: " ".join(advice_lines(verdict, language)) for language in LANGUAGES}
            self.note = Text(*(" ".join(filter(None, (lines[language], more[language]))) for language in LANGUAGES))
            return verdict
        outcome = Outcome.INCONCLUSIVE if verdict.kind.passed is None else Outcome.FAILED
        hints = Text(*(words[language][1] for language in LANGUAGES))
        raise CallFailed(outcome, "told", text=Text(*(lines[language] for language in LANGUAGES)), advice=hints)

    def _open(self, name: str) -> Worker:
        """A counting process. Running the file is slower there: a file that only fails so is nobody's fault."""
        try:
            return self._door.worker(self._submission.cells, counted=True)
        except CallFailed as failure:
            if not failure.message.startswith("load"):
                raise
            reasons = both("growth.reason.instrument")
            told = Text(*(say(lang, "growth.undecided", function=name, reason=reasons[lang]) for lang in LANGUAGES))
            raise CallFailed(Outcome.INCONCLUSIVE, "told", text=told) from None

    def _examine(self, name: str, worker: Worker, make_inputs: Inputs, expected: float | str, options: Any) -> Verdict:
        clock: dict[int, float] = {}  # CPU seconds of the last counted call at each size of the first argument

        def counted(args: tuple[Any, ...]) -> Mapping[str, Any]:
            self._in_time()
            before = worker.cpu_seconds()
            value, work = worker.count(name, args)
            after = worker.cpu_seconds()
            if before is not None and after is not None and hasattr(args[0], "__len__"):
                clock[len(args[0])] = after - before
            return {**work, "value": self._learner.plain(name, value)}

        budget = self._assignment.limits.growth_seconds
        try:
            verdict = examine(counted, make_inputs, expected, seed=self._seed, budget=budget, **options)
            return _contradicted(verdict, clock)
        except Stopped as stopped:
            cause = stopped.cause
            if isinstance(cause, CallFailed):
                cause.params |= {"n": stopped.n, "call": f"{name}()"}
            raise cause from None
        except WrongValues as wrong:
            told = both("growth.values", function=name, n=wrong.n)
            raise CallFailed(Outcome.BLOCKED, "told", text=told) from None

    def _in_time(self) -> None:
        """Raise CallFailed where the submission has used up its wall time."""
        if time.monotonic() > self._deadline:
            seconds = f"{self._assignment.limits.submission_seconds:g}"
            raise CallFailed(Outcome.TIMEOUT, "submission_timeout", seconds=seconds)

    def _clock(self, name: str, make_inputs: Inputs, verdict: Verdict, right: Right | None) -> Timing | None:
        """What the clock says; None where it cannot be read, or the calls do not come back with right values."""
        if not isinstance(verdict.expected, float | int):
            return None
        waited = 0.0
        doors = self._door.worker(self._submission.cells), self._door.worker(self._reference.cells)
        with doors[0] as learner, doors[1] as reference:

            def timed(worker: Worker) -> Callable[[tuple[Any, ...]], Clocked]:
                def call(args: tuple[Any, ...]) -> Clocked:
                    nonlocal waited
                    self._in_time()
                    cpu, wall, value = worker.time(name, args)
                    waited += wall
                    if waited > _CLOCK_WALL or (
                        right is not None and not right(args, self._learner.plain(name, value))
                    ):
                        raise _NotClocked
                    return Clocked(cpu, wall)

                return call

            try:
                return time_growth(
                    timed(learner), timed(reference), make_inputs, verdict.expected, seed=self._seed, largest=512
                )
            except Exception:  # whatever it is, the clock then says nothing, and the verdict stays "not decided"
                return None


def _contradicted(verdict: Verdict, clock: Mapping[int, float]) -> Verdict:
    """Not decided, where the counts say all is well and the clock of the same calls says clearly otherwise.

    The counts are the learner's process's testimony; its CPU clock is not. Only long calls are compared, so that
    caches and first touches of memory hold nobody up.
    """
    sizes = sorted(n for n in clock if 2 * n in clock)
    if verdict.kind.passed is not True or not sizes or not isinstance(verdict.expected, float | int):
        return verdict
    small, large = clock[sizes[-1]], clock[2 * sizes[-1]]
    if small < _LONG_CALL or math.log2(large / small) <= verdict.expected + _CLEARLY_MORE:
        return verdict
    return dataclasses.replace(verdict, kind=Kind.UNDECIDED, reason="unsteady")


def instrument_fault(assignment: Assignment, door: Door) -> str:
    """Why the counter cannot be trusted on this machine, or "": a known cubic function has to be seen as one."""

    def inputs(n: int, rng: np.random.RandomState) -> tuple[Any, ...]:
        return (rng.standard_normal((n, 4)),)

    try:
        with door.worker([Cell(_CUBIC, "cubic.py")], counted=True) as worker:

            def counted(args: tuple[Any, ...]) -> Mapping[str, Any]:
                value, work = worker.count("cubic", args)
                return {**work, "value": value}

            verdict = examine(counted, inputs, 2, budget=assignment.limits.growth_seconds)
    except (CallFailed, Stopped) as error:
        return f"a known function could not be counted ({error})"
    return "" if verdict.kind is Kind.FASTER else f"a cubic function was judged {verdict.kind}"
