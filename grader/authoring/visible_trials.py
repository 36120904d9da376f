"""The visible checks run on known mistakes, all of them in this process: the author's own code, hundreds of times.

The file of checks is loaded once, next to a stand-in whose functions are those of the mistake that is tried.
"""

from __future__ import annotations

import contextlib
import dataclasses
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

import numpy as np

from grader.core.model import Assignment, Call, Outcome
from grader.course.visible_checks import VisibleSuite
from grader.diagnosis.answers import PosedCall, quiet
from grader.diagnosis.facts import facts
from grader.diagnosis.generic_calls import generic_call
from grader.diagnosis.known_mistakes import KnownMistakes
from grader.diagnosis.records import Fact
from grader.execution.check_runner import CheckRunner, LearnerCode
from grader.submissions.working_file import Source
from grader.suite.visible.hosts import beside_stand_in, job_of
from grader.suite.visible.outcomes import VisibleResult, judge

__all__ = ["VisibleTrials", "unconfirmed", "visible_trials"]

_SEEN = frozenset({"nan", "inf", "shape", "special_array", "changed"})  # can be read off the answer: true anywhere
_BETWEEN = frozenset({"swapped", "other_result", "equal_results"})  # three ways to say the same
_SEEDS = (1, 2)


class _InSpace(LearnerCode):
    """What runs with the present mistake's names as its globals is the learner's code."""

    space: Mapping[str, Any] = {}

    def frame(self, frame: FrameType) -> bool:
        """Does the learner's own code run in it?"""
        return frame.f_globals is self.space


class VisibleTrials:
    """Runs the visible checks of a step on one namespace after another."""

    def __init__(self, runner: CheckRunner, learner: _InSpace, suite: VisibleSuite, source: Source) -> None:
        self._runner, self._learner, self._suite, self._source = runner, learner, suite, source

    def run(self, space: Mapping[str, Any], step: str, *, told: bool = False) -> tuple[VisibleResult, ...]:
        """How the step's checks end on the functions in `space`; `told` also finds the facts of those that fail."""
        self._learner.space = space
        found = []
        for check in self._suite.checks:
            if check.step == step:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    result = judge(check, self._runner.check(check.test), self._source)
                    if told and result.outcome is Outcome.FAILED and result.got is not None:
                        said = tuple(Fact(name, params) for name, params in self._runner.explain())
                        result = dataclasses.replace(result, facts=said)
                found.append(result)
        return tuple(found)


@contextlib.contextmanager
def visible_trials(assignment: Assignment, suite: VisibleSuite, reference: str) -> Iterator[VisibleTrials]:
    """The checks of `suite`, ready to be run; `reference` is the text whose docstrings name results and axes."""
    source = Source(reference, assignment.file)
    names: dict[str, Any] = {}
    with beside_stand_in(suite, assignment.file, names) as files:
        learner = _InSpace(str(files[0]))

        def asking(name: str) -> Callable[..., Any]:
            return lambda *args, **kwargs: learner.space[name](*args, **kwargs)

        names.update({name: asking(name) for name in assignment.functions})
        job = {**job_of(assignment, suite, source, files), "seconds": 0, "load_seconds": 0}
        runner = CheckRunner(job, learner, (KeyboardInterrupt,))
        runner.open()
        yield VisibleTrials(runner, learner, suite, source)


def unconfirmed(corpus: KnownMistakes, mistake: str, result: VisibleResult) -> tuple[Fact, ...]:
    """The facts about a failed check that calls with nothing special about them do not bear out.

    Empty where the docstring does not say enough to make such calls.
    """
    call = result.call
    if not result.facts or call is None or result.function not in corpus.outline.nodes:
        return ()
    like = Call(result.function, tuple(_value(one) for one in call["args"]), {})
    borne: set[str] | None = None
    for seed in _SEEDS:
        made = generic_call(corpus.outline.nodes[result.function], like, seed)
        if made is None:
            return ()
        with quiet():
            question = PosedCall(made)
            given, expected = question.put(corpus.space(mistake)), question.put(corpus.space())
            said = {fact.id for fact in facts(corpus.outline, [made], [given], [expected], shown=True)}
        borne = said if borne is None else borne & said
    allowed = (borne or set()) | _SEEN
    if allowed & _BETWEEN:
        allowed |= _BETWEEN
    return tuple(fact for fact in result.facts if fact.id not in allowed)


def _value(told: Mapping[str, Any]) -> object:
    """An argument of a recorded call, as it was."""
    if told["kind"] in ("array", "list") and told.get("values") is not None:
        values: Sequence[Any] = told["values"]
        return np.array(values, dtype=told["dtype"]).reshape(told["shape"])
    return told["values"][0] if told["kind"] == "number" else None
