"""The `growth` fixture: how the work of a learner's function grows, counted in a process of its own.

    def test_growth_is_quadratic(learner, growth):
        growth(learner.layer_norm, inputs, expected=2, right=lambda args, got: ...)

Counted work decides (`complexity.measure`). The clock of the worker, read from outside, gives no points and takes
none. Where the counter is blind, it is shown to the person who decides. Where the counts say all is well, it is a
witness: they are the learner's process's own testimony, and a clock that contradicts them leaves the verdict to a
person as well.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.complexity import (
    GrowthKind,
    GrowthVerdict,
    OutOfTime,
    Stopped,
    Timing,
    TimingEvidence,
    WrongValues,
    ask_the_clock,
    examine,
    time_growth,
)
from grader.complexity.messages import advice_lines, sentence, timing_sentence
from grader.core.errors import MachineError
from grader.core.languages import both, say
from grader.core.model import LANGUAGES, Assignment, Call, Outcome, Text
from grader.execution.client import CallFailed, Worker
from grader.execution.deaths import Disturbed
from grader.execution.executor import Executor
from grader.suite.carried import Carry
from grader.suite.learner import Learner
from grader.suite.submission_session import SubmissionSession
from grader.suite.timing import Calibration, NotComparable, Restless, TimingRace, counted_calls

__all__ = ["GrowthCheck"]

Right = Callable[[tuple[Any, ...], Any], bool]
Inputs = Callable[[int, np.random.RandomState], Sequence[Any]]
_CARRIED = 0.02  # estimated CPU seconds for the larger sizes where values are only the learner's own
_BLIND = ("unseen", "invisible", "instrument")  # reasons for which the clock is shown
_SEEN_LARGE = 250  # a witness that got no further than this has seen too little to settle a doubt


class GrowthCheck:
    """Called by a check; raises CallFailed unless the work grows as asked."""

    def __init__(
        self,
        assignment: Assignment,
        executor: Executor,
        instrument: Calibration,
        sitting: SubmissionSession,
        learner: Learner,
        seed: int,
    ) -> None:
        self._assignment, self._executor, self._instrument, self._seed = assignment, executor, instrument, seed
        self._sitting, self._learner = sitting, learner
        self._n = 0  # the size that is being asked for
        self.carry: Carry | None = None  # says whether values that are not right are what the learner's parts make
        self.note: Text | None = None
        self.evidence: dict[str, object] | None = None

    def __call__(
        self, function: Callable[..., Any], make_inputs: Inputs, expected: float | str = 2, **options: Any
    ) -> GrowthVerdict:
        """Judge the growth of `learner.<function>`.

        `make_inputs(n, rng)` gives fresh arguments of size n from a `numpy.random.RandomState`. `right(args, value)`
        says whether the values are right (growth is judged only where they are); `least`, `largest`, `vectorised`
        are those of `grader.complexity.judge`. Raises CallFailed: failed, inconclusive, blocked, or how a call ended.
        """
        name = function.__name__
        self._sitting.allow(name)
        # Recorded as asked, so that a function which its own step finds wrong is not held against this check.
        self._learner.calls.append(Call(name, (), {}, raised="growth"))
        self._sitting.set_aside()  # its process, this one and the race's would have its memory several times
        fault = self._instrument.fault(name, make_inputs, expected, self._seed, options)
        if fault:
            raise MachineError(f"growth cannot be measured here: {fault}")
        right: Right = options.get("right") or (lambda args, value: True)
        budget = self._assignment.limits.growth_seconds
        with self._open(name) as worker:
            try:
                verdict = self._examine(name, worker, make_inputs, expected, {**options, "budget": budget})
            except WrongValues:
                return self._of_own_parts(name, worker, make_inputs, expected, options)
        timing: Timing | None = None
        said: TimingEvidence | None = None
        kept = verdict.otherwise
        if verdict.kind.passed is True:
            verdict, said = self._beyond(name, make_inputs, verdict, right)
        elif kept is not None and kept.kind.passed is True:
            verdict, said = self._settled(name, make_inputs, verdict, kept, right)
        elif verdict.reason in _BLIND:
            timing = self._clock(name, make_inputs, verdict, right)
        self.evidence = {**verdict.as_data(), "reference": self._instrument.totals(name, expected)}
        self.evidence |= {"clock": timing.as_data()} if timing else {}
        self.evidence |= {"witness": said.as_data()} if said else {}
        words = {language: sentence(verdict, name, language) for language in LANGUAGES}
        lines = {language: say(language, key, **params) for language, ((key, params), _) in words.items()}
        if timing is not None:
            lines = {lang: f"{line} {timing_sentence(timing, lang)}".strip() for lang, line in lines.items()}
        if verdict.kind.passed:
            more = {language: " ".join(advice_lines(verdict, language)) for language in LANGUAGES}
            self.note = Text({one: " ".join(filter(None, (lines[one], more[one]))) for one in LANGUAGES})
            return verdict
        outcome = Outcome.INCONCLUSIVE if verdict.kind.passed is None else Outcome.FAILED
        hints = Text({language: words[language][1] for language in LANGUAGES})
        raise CallFailed(outcome, "told", text=Text(lines), advice=hints)

    def _of_own_parts(
        self, name: str, worker: Worker, make_inputs: Inputs, expected: float | str, options: dict[str, Any]
    ) -> GrowthVerdict:
        """The verdict on values that are not right, but what the learner's own parts make.

        As asked for, or faster; anything else proves nothing: less work passes where the values are right, only there.
        """
        carry = self.carry
        try:
            if carry is None:
                raise WrongValues(self._n)
            more = {**options, "right": lambda args, value: carry.right(name, args, value), "budget": _CARRIED}
            verdict = self._examine(name, worker, make_inputs, expected, more)
        except WrongValues as wrong:
            told = both("growth.values", function=name, n=wrong.n)
            raise CallFailed(Outcome.BLOCKED, "told", text=told) from None
        self.evidence = {**verdict.as_data(), "reference": self._instrument.totals(name, verdict.expected)}
        if verdict.kind is GrowthKind.EXPECTED:
            return verdict
        if verdict.kind.passed is False:
            words = {language: sentence(verdict, name, language) for language in LANGUAGES}
            lines = {language: say(language, key, **params) for language, ((key, params), _) in words.items()}
            hints = Text({language: words[language][1] for language in LANGUAGES})
            raise CallFailed(Outcome.FAILED, "told", text=Text(lines), advice=hints)
        raise CallFailed(Outcome.BLOCKED, "told", text=both("growth.values", function=name, n=self._n))

    def _open(self, name: str) -> Worker:
        """A counting process. Running the file is slower there: a file that only fails so is nobody's fault."""
        program = self._sitting.program
        try:
            worker = self._executor.worker(program, counted=True)
            if (worker.program.passed, worker.program.ended) == (program.passed, program.ended):
                return worker
            worker.close()  # a statement was stopped that is quick enough without the counting
        except CallFailed as failure:
            if not failure.message.startswith("load"):
                raise
        reasons = both("growth.reason.instrument")
        told = both("growth.undecided", function=name, reason=reasons)
        raise CallFailed(Outcome.INCONCLUSIVE, "told", text=told)

    def _examine(
        self, name: str, worker: Worker, make_inputs: Inputs, expected: float | str, options: Any
    ) -> GrowthVerdict:
        count = counted_calls(worker, name, lambda value: self._learner.plain(name, value))

        def counted(args: tuple[Any, ...]) -> Mapping[str, Any]:
            try:
                self._in_time()
            except CallFailed as late:
                raise OutOfTime from late
            return count(args)

        try:
            return examine(counted, self._sized(make_inputs), expected, seed=self._seed, **options)
        except Stopped as stopped:
            cause = stopped.cause.__cause__ if isinstance(stopped.cause, OutOfTime) else stopped.cause
            if isinstance(cause, CallFailed):
                cause.params |= {"n": stopped.n, "call": f"{name}()"}
            raise (cause or stopped) from None

    def _in_time(self) -> None:
        """Raise CallFailed where the submission has used up its wall time."""
        if self._sitting.late():
            seconds = f"{self._assignment.limits.submission_seconds:g}"
            raise CallFailed(Outcome.TIMEOUT, "submission_timeout", seconds=seconds)

    def _sized(self, make_inputs: Inputs) -> Inputs:
        """The same inputs; the size that is asked for is remembered."""

        def inputs(n: int, rng: np.random.RandomState) -> Sequence[Any]:
            self._n = n
            return make_inputs(n, rng)

        return inputs

    def _race(self, name: str, right: Right) -> TimingRace:
        def plain(args: tuple[Any, ...], value: object) -> bool:
            return right(args, self._learner.plain(name, value))

        program, reference = self._sitting.program, self._instrument.reference
        return TimingRace(self._executor, program, reference, name, right=plain, before=self._in_time)

    def _beyond(
        self, name: str, make_inputs: Inputs, verdict: GrowthVerdict, right: Right, *, witnessed: bool = False
    ) -> tuple[GrowthVerdict, TimingEvidence | None]:
        """The verdict, or "not decided" where the clock contradicts it at sizes beyond the counted ones.

        Beside it what the clock saw, where it contradicts. Where no clock can be read, the counts stand alone, unless
        the verdict wants a witness (`witnessed`).
        """
        alone = dataclasses.replace(verdict, kind=GrowthKind.UNDECIDED, reason="unseen") if witnessed else verdict
        if not isinstance(verdict.expected, float | int):
            return alone, None
        values = math.sqrt if verdict.expected >= 2 else float  # what comes back has to fit through the executor
        largest = int(values(self._assignment.limits.result_mib * 2**20 / 8 * 0.95))
        try:
            with self._race(name, right) as race:
                said = ask_the_clock(
                    race.learner,
                    race.reference,
                    self._sized(make_inputs),
                    verdict.expected,
                    seed=self._seed,
                    largest=largest,
                )
        except Disturbed:
            raise
        except MachineError:
            return alone, None
        except Restless:
            return dataclasses.replace(verdict, kind=GrowthKind.UNDECIDED, reason="restless"), None
        except (CallFailed, NotComparable):
            held = dataclasses.replace(verdict, kind=GrowthKind.UNDECIDED, reason="beyond", unseen=(f"n = {self._n}",))
            return held, None
        if said is None or not said.contradicts:
            return verdict, None  # seconds are never the same twice; a report that holds no doubt is
        return dataclasses.replace(
            verdict, kind=GrowthKind.UNDECIDED, reason="clock", unseen=(f"n = {said.large}",)
        ), said

    def _settled(
        self, name: str, make_inputs: Inputs, verdict: GrowthVerdict, kept: GrowthVerdict, right: Right
    ) -> tuple[GrowthVerdict, TimingEvidence | None]:
        """What the witness makes of calls of a library that no list knows, where all that was counted is well.

        It passes, with a note, where the clock shows no faster growth up to a large size; else the doubt stays.
        """
        self._n = 0
        candidate = dataclasses.replace(
            kept, advice=(*kept.advice, "unseen"), unseen=verdict.unseen, evidence=verdict.evidence
        )
        after, said = self._beyond(name, make_inputs, candidate, right, witnessed=True)
        if after.kind.passed is not True:
            return (after, said) if after.reason in ("clock", "restless") else (verdict, said)
        return (after, said) if self._n >= _SEEN_LARGE else (verdict, said)

    def _clock(self, name: str, make_inputs: Inputs, verdict: GrowthVerdict, right: Right) -> Timing | None:
        """What the clock says; None where it cannot be read, or the calls do not come back with right values."""
        if not isinstance(verdict.expected, float | int):
            return None
        try:
            with self._race(name, right) as race:
                return time_growth(
                    race.learner, race.reference, make_inputs, verdict.expected, seed=self._seed, largest=512
                )
        except Exception:  # whatever it is, the clock then says nothing, and the verdict stays "not decided"
            return None
