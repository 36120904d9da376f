"""grade(assignment, submissions) -> one Report each: the suite's outcomes as points, in a language.

    submission -> suite (door, sandbox) -> outcomes -> points and words -> Report

Points: a step's points are shared among its checks by their weights. A step's core checks gate it: until they
all pass, nothing of the step counts. What is broken or not decided is held (`pending`), never lost. The
denominator is the manifest's, whatever ran.
"""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import grader
from grader import spec
from grader.course import suite_hash
from grader.intake import locate
from grader.locale import say
from grader.model import (
    Assignment,
    CheckResult,
    Isolation,
    Outcome,
    Provenance,
    Report,
    Step,
    StepResult,
    Submission,
)
from grader.sandbox.probe import establish
from grader.suite import CheckRun, Run, run_suite
from grader.text import one_line

__all__ = ["DEFAULT_SEED", "grade"]

DEFAULT_SEED = 1


@dataclasses.dataclass(frozen=True)
class _Words:
    """A check's title and advice in the second language, from `hidden/ko.yaml`."""

    title: str
    advice: str = ""


def grade(
    assignment: Assignment,
    submissions: Iterable[Submission],
    deliver: Callable[[Report], None],
    *,
    isolation: str | None = None,
    seed: int = DEFAULT_SEED,
    only: tuple[str, ...] = (),
    language: str = "en",
    way: str | None = None,
) -> Isolation:
    """Grade each submission and call `deliver` with its report, in their order.

    `isolation` is the level that is required (default: the assignment's). `only` are step or check ids; a report
    of a partial run says so. Returns the isolation that held. Raises IsolationError, MachineError, SpecError.
    """
    _known(only, assignment)
    korean = _korean(assignment)
    required = isolation or assignment.isolation
    door, held = establish(assignment.limits, required, way=way)
    with door:
        door.start()
        provenance = Provenance(
            engine=grader.__version__, suite=suite_hash(assignment), seed=seed,
            python=str(door.hello.get("python", "")), numpy=str(door.hello.get("numpy", "")), graded_at="",
        )  # fmt: skip
        # What the collection could not read is known before the first submission is delivered, but only inside.
        uncollected: dict[str, str] = {}

        def one(run: Run) -> None:
            composer = _Composer(assignment, held, provenance, uncollected, only, language, korean)
            deliver(composer.report(run))

        run_suite(assignment, door, submissions, one, seed=seed, only=only, uncollected=uncollected)
    return held


def _known(only: tuple[str, ...], assignment: Assignment) -> None:
    from grader.errors import UsageError

    steps = [step.id for step in assignment.steps]
    for name in only:
        if name.partition(".")[0] not in steps:
            raise UsageError(f"no step {name!r} in {assignment.id}{spec.nearest(name, steps)}")


def _korean(assignment: Assignment) -> Mapping[str, _Words]:
    path = assignment.folder / "hidden" / "ko.yaml"
    if not path.is_file():
        return {}
    return spec.read_mapping(path, _Words, root=assignment.folder.parent.parent)


@dataclasses.dataclass(frozen=True)
class _Composer:
    """Everything that all reports of one command share."""

    assignment: Assignment
    isolation: Isolation
    provenance: Provenance
    uncollected: Mapping[str, str]
    only: tuple[str, ...]
    language: str
    korean: Mapping[str, _Words]

    def report(self, run: Run) -> Report:
        standing = {step.id: self._stands(step, run) for step in self.assignment.steps}
        steps = tuple(
            self._step(step, run, standing)
            for step in self.assignment.steps
            if not self.only or any(name.partition(".")[0] == step.id for name in self.only)
        )
        code = [step for step in steps if not step.bonus]
        bonus = [step for step in steps if step.bonus]
        notes = run.submission.notes
        if self.only:
            notes = (*notes, f"a partial run: only {', '.join(self.only)}")
        now = datetime.datetime.now(datetime.UTC).replace(microsecond=0).isoformat()
        return Report(
            assignment=self.assignment.id, title=self.assignment.title[self.language],
            submission_id=run.submission.id, submission_path=run.submission.path,
            earned=_sum(s.earned for s in code), possible=_sum(s.possible for s in code),
            pending=_sum(s.pending for s in code), bonus=_sum(s.earned for s in bonus),
            bonus_possible=_sum(s.possible for s in bonus), steps=steps, isolation=self.isolation,
            provenance=dataclasses.replace(self.provenance, graded_at=now), seconds=round(run.seconds, 3), notes=notes,
        )  # fmt: skip

    def _stands(self, step: Step, run: Run) -> bool:
        """True where later steps may build on this one: its core checks pass (or were not run here)."""
        return all(
            r.outcome is Outcome.PASSED or r.outcome.pending
            for r in run.checks
            if r.check.step == step.id and r.check.core
        )

    def _step(self, step: Step, run: Run, standing: Mapping[str, bool]) -> StepResult:
        title, points = step.title[self.language], Fraction(step.points)
        runs = [self._with_needs(r, step, standing) for r in run.checks if r.check.step == step.id]
        if not runs:
            reason = self.uncollected.get(step.id, "no check was collected")
            words = say(self.language, "check.uncollected", reason=reason)
            broken = CheckResult(f"{step.id}.collection", title, Outcome.BROKEN, Fraction(0), points, words)
            return StepResult(step.id, title, Outcome.BROKEN, Fraction(0), points, points, step.bonus, (broken,))
        share = points / sum(r.check.weight for r in runs)
        core = [r.outcome for r in runs if r.check.core]
        open_gate = all(outcome is Outcome.PASSED for outcome in core)
        held_gate = not open_gate and all(outcome is Outcome.PASSED or outcome.pending for outcome in core)
        checks = tuple(self._check(r, share * r.check.weight, open_gate or held_gate, run.submission) for r in runs)
        pending = _sum(c.possible for c in checks if c.outcome.pending or (held_gate and c.outcome is Outcome.PASSED))
        earned = _sum(c.earned for c in checks) if open_gate else Fraction(0)
        return StepResult(step.id, title, _outcome(runs), earned, points, pending, step.bonus, checks)

    def _with_needs(self, run: CheckRun, step: Step, standing: Mapping[str, bool]) -> CheckRun:
        """A failure where something underneath does not stand is not judged: one slip should cost one step."""
        if run.outcome is Outcome.PASSED or run.outcome.pending or run.message == "ungradable":
            return run
        if run.message == "needs_step":  # known before the check ran; only the title wants its language
            title = self.assignment.step(str(run.params["title"])).title[self.language]
            return dataclasses.replace(run, params={**run.params, "title": title})
        below: Step | None = None
        blamed = self.assignment.step_of(run.blames) if run.blames else None
        if blamed is not None and not standing[blamed.id] and run.blames not in step.functions:
            below = blamed
        elif run.outcome is not Outcome.UNTOUCHED:
            below = next((self.assignment.step(need) for need in step.needs if not standing[need]), None)
        if below is None:
            return run
        number = str(self.assignment.steps.index(below) + 1)
        params: dict[str, object] = {"number": number, "title": below.title[self.language]}
        return dataclasses.replace(run, outcome=Outcome.BLOCKED, message="needs_step", params=params, where=None)

    def _check(self, run: CheckRun, possible: Fraction, counted: bool, submission: Submission) -> CheckResult:
        check = run.check
        passed = run.outcome is Outcome.PASSED
        title, advice = check.title, check.advice
        if self.language == "ko" and check.id in self.korean:
            title, advice = self.korean[check.id].title, self.korean[check.id].advice
        message = ""
        if not passed:
            message = self._message(run, submission)
        elif not counted:
            message = say(self.language, "check.not_counted")
        hint = advice if run.outcome is Outcome.FAILED else ""
        return CheckResult(
            check.id, title, run.outcome, possible if passed and counted else Fraction(0), possible, message, hint
        )

    def _message(self, run: CheckRun, submission: Submission) -> str:
        """The outcome in one sentence; every word of the learner's goes through `one_line` first."""
        params: dict[str, Any] = {
            key: one_line(value, 300 if key == "problem" else 160) if isinstance(value, str) else value
            for key, value in run.params.items()
        }
        function = str(run.params.get("function", ""))
        where = run.where or (locate(submission, function) if function else None)
        params["where"] = f"{one_line(where[0], 60)}:{where[1]}" if where else self.assignment.file
        if run.message == "imports" and not params.get("words"):
            params["words"] = params.get("type", "")
        return say(self.language, f"check.{run.message}", **params)


def _outcome(runs: list[CheckRun]) -> Outcome:
    """A step's outcome: what is ours first, then its core check's, then the first that did not pass."""
    for run in runs:
        if run.outcome is Outcome.BROKEN:
            return Outcome.BROKEN
    for run in sorted(runs, key=lambda run: not run.check.core):
        if run.outcome is not Outcome.PASSED:
            return run.outcome
    return Outcome.PASSED


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
