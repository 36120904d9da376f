"""Outcomes -> points and words: one `Run` of the suite becomes a `Report` in a language.

Points: a step's points are shared among its checks by their weights. A step's core checks gate it: until they
all pass, nothing of the step counts. What is broken or not decided is held (`pending`), never lost. The
denominator is the manifest's, whatever ran.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from grader.core import yaml_reader
from grader.core.languages import both, say
from grader.core.model import Assignment, Call, Isolation, Outcome, Provenance, Step, Submission, Text, exact
from grader.core.safe_text import one_line
from grader.grading.assemble import Circumstances, assembled, hand_in
from grader.grading.hidden_data import Told
from grader.grading.raised import line_of, with_sentence
from grader.reports.schema import CheckResult, Diagnosed, QuizAnswers, Report, Score, StepResult
from grader.submissions import locate
from grader.suite.checks import CheckRun, Run, calls_of, failing
from grader.suite.written import UNFINISHED

if TYPE_CHECKING:
    from grader.diagnosis import Diagnosis

__all__ = ["Diagnose", "Named", "Scorer", "check_words"]

Named = tuple[tuple[str, ...], Diagnosed]
"""The functions that this explains, and what it looks like."""


class Diagnose(Protocol):
    """What names the mistake behind failing calls."""

    def __call__(
        self, calls: tuple[Call, ...], history: tuple[Call, ...], found: Diagnosis | None = None
    ) -> Named | None:
        """The calls of a step's failing checks, all its calls, and what was found while the learner's code ran."""


Mark = Callable[[Submission], tuple[Score, QuizAnswers] | None]
"""A submission -> the points of its quiz and its marked answers; None where none were handed in."""


@dataclasses.dataclass(frozen=True)
class CheckWords:
    """A check's title and advice in a further language, from `hidden/<language>.yaml`."""

    title: str
    advice: str = ""


def check_words(assignment: Assignment, language: str) -> Mapping[str, CheckWords]:
    """The words of every check in a language after the first, which is that of the docstrings. Raises SpecError."""
    path = assignment.folder / "hidden" / f"{language}.yaml"
    if language not in assignment.languages[1:] or not path.is_file():
        return {}
    return yaml_reader.read_mapping(path, CheckWords, root=assignment.folder.parent.parent)


@dataclasses.dataclass(frozen=True)
class Scorer:
    """Everything that all reports of one command share."""

    assignment: Assignment
    isolation: Isolation
    provenance: Provenance
    uncollected: Mapping[str, str]
    only: tuple[str, ...]
    language: str
    words: Mapping[str, CheckWords]  # of the checks, in `language`; none where the docstrings are in it
    diagnose: Diagnose | None = None
    quiz: Mark | None = None
    hinted: tuple[str, ...] = ()

    def report(self, run: Run) -> Report:
        """The report of one run."""
        standing = {step.id: self._stands(step, run) for step in self.assignment.steps}
        shaky = self._shaky(run)
        flawed = {r.check.step for r in run.checks if r.outcome in (Outcome.FAILED, Outcome.CRASHED)}
        steps = tuple(
            self._step(step, run, standing, shaky, flawed, run.submission.hints.get(step.id, 0))
            for step in self.assignment.steps
            if not self.only or any(name.partition(".")[0] == step.id for name in self.only)
        )
        submission = run.submission
        notes = (*(note[self.language] for note in (*submission.notes, *run.notes)), *self._paid(submission))
        if self.only:
            notes = (*notes, say(self.language, "report.partial", names=", ".join(self.only)))
        marked = self.quiz(submission) if self.quiz is not None and not self.only else None
        of = Circumstances(self.assignment, self.language, self.isolation, self.provenance, self.only, self.hinted)
        return assembled(of, hand_in(submission, self.language), steps, marked, seconds=run.seconds, notes=notes)

    def _paid(self, submission: Submission) -> list[str]:
        """What hints have cost, a line each step."""
        cost = self.assignment.hint_cost
        return [
            say(
                self.language,
                "hint.paid",
                title=step.title[self.language],
                number=submission.hints[step.id],
                points=exact(cost * submission.hints[step.id]),
            )
            for step in self.assignment.steps
            if cost and submission.hints.get(step.id)
        ]

    def _stands(self, step: Step, run: Run) -> bool:
        """True where later steps may build on this one: its core checks pass (or were not run here)."""
        return all(
            r.outcome is Outcome.PASSED or r.outcome.pending
            for r in run.checks
            if r.check.step == step.id and r.check.core
        )

    def _shaky(self, run: Run) -> set[str]:
        """Functions that their own step found wrong, as its last call shows."""
        wrong = [r for r in run.checks if r.outcome is not Outcome.PASSED and r.calls]
        last = [(r.calls[-1].function, r.check.step) for r in wrong if not r.outcome.pending]
        return {function for function, step in last if self._owner(function) == step}

    def _owner(self, function: str) -> str:
        step = self.assignment.step_of(function)
        return step.id if step is not None else ""

    def _step(
        self, step: Step, run: Run, standing: Mapping[str, bool], shaky: set[str], flawed: set[str], hints: int
    ) -> StepResult:
        title, points = step.title[self.language], Fraction(step.points)
        number = self.assignment.steps.index(step) + 1
        runs = [self._with_needs(r, step, standing, shaky, flawed) for r in run.checks if r.check.step == step.id]
        if not runs:
            reason = self.uncollected.get(step.id, "no check was collected")
            words = say(self.language, "check.uncollected", reason=reason)
            lost = Score(Fraction(0), points, points)
            broken = CheckResult(f"{step.id}.collection", title, Outcome.BROKEN, lost, words)
            return StepResult(step.id, number, title, Outcome.BROKEN, lost, step.bonus, (broken,))
        runs = self._told_once(runs)
        share = points / run.weights[step.id]
        core = [r.outcome for r in runs if r.check.core]
        open_gate = all(outcome is Outcome.PASSED for outcome in core)
        held_gate = not open_gate and all(outcome is Outcome.PASSED or outcome.pending for outcome in core)
        found = self._diagnosis(runs, run.found.get(step.id))
        credit = self.assignment.partial.get(found[1].family or "", Fraction(0)) if found else Fraction(0)
        checks = tuple(
            self._check(r, share * r.check.weight, open_gate, held_gate, run.submission, found) for r in runs
        )
        if credit:  # the assignment gives part of the points for this mistake
            checks = tuple(_at_least(check, credit) for check in checks)
        held = _sum(check.score.held for check in checks)
        earned = _sum(check.score.earned for check in checks) if open_gate or credit else Fraction(0)
        earned = max(Fraction(0), earned - self.assignment.hint_cost * hints)
        carried = any(r.carried and r.outcome is Outcome.PASSED for r in runs)
        score = Score(earned, points, held)
        return StepResult(step.id, number, title, _outcome(runs), score, step.bonus, checks, carried)

    def _with_needs(
        self, run: CheckRun, step: Step, standing: Mapping[str, bool], shaky: set[str], flawed: set[str]
    ) -> CheckRun:
        """A failure where something underneath does not stand is not judged: one slip costs one step.

        What was judged with the learner's own parts is decided already. What calls none of them stands for itself.
        """
        decided = run.carried or run.message in ("ungradable", "needs_step", "carried_unclear")
        if run.outcome is Outcome.PASSED or run.outcome.pending or decided:
            return run
        below: Step | None = None
        blamed = self.assignment.step_of(run.blames) if run.blames else None
        if blamed is not None and blamed.id != step.id and not standing[blamed.id]:
            below = blamed
        elif run.outcome is not Outcome.UNTOUCHED and run.message not in UNFINISHED:
            built_on = self.assignment.below(step.id)
            under = [one for one in self.assignment.steps if one.id in built_on and one.id in flawed]
            needs = [one for one in self.assignment.steps if one.id in step.needs and not standing[one.id]]
            needs += under if step.bonus else []  # a bonus step is judged once what it calls is right throughout
            below = next((need for need in needs if run.reached is None or run.reached & set(need.functions)), None)
            asked = run.calls[-1].function if run.calls else ""
            owner = self._owner(asked)
            if below is None and owner not in ("", step.id) and (asked in shaky or not standing[owner]):
                below = self.assignment.step_of(asked)
        if below is None:
            return run
        number = str(self.assignment.steps.index(below) + 1)
        params: dict[str, object] = {"number": number, "title": below.title}
        return dataclasses.replace(run, outcome=Outcome.BLOCKED, message="needs_step", params=params, where=None)

    def _told_once(self, runs: list[CheckRun]) -> list[CheckRun]:
        """The first check that passes with the learner's own parts says so, for all of its step."""
        first = next((r for r in runs if r.carried and r.outcome is Outcome.PASSED and r.note is None), None)
        if first is None:
            return runs
        note = both("check.carried_right", steps=self._numbers({step for r in runs for step in r.carried}))
        return [dataclasses.replace(r, note=note) if r is first else r for r in runs]

    def _diagnosis(self, runs: list[CheckRun], over: Diagnosis | None) -> Named | None:
        """What a step's failing checks show, once for all of them; `over` is what they show over the learner's parts.

        Compared with the reference's parts, what was judged with the learner's own would only show these again.
        """
        wrong = failing(runs)
        if self.diagnose is None or not wrong or (over is None and any(r.carried for r in wrong)):
            return None
        return self.diagnose(calls_of(wrong), calls_of(runs), over)

    def _check(
        self,
        run: CheckRun,
        possible: Fraction,
        counted: bool,
        held: bool,
        submission: Submission,
        found: tuple[tuple[str, ...], Diagnosed] | None,
    ) -> CheckResult:
        """A check's result: `counted` where the step's core checks pass, `held` where they are not decided."""
        check, run = run.check, with_sentence(run, submission, Told(submission))
        passed = run.outcome is Outcome.PASSED
        title, advice = check.title, check.advice
        if check.id in self.words:
            title, advice = self.words[check.id].title, self.words[check.id].advice
        message = ""
        if not passed:
            message = self._message(run, submission)
            if run.carried and run.outcome is Outcome.FAILED and run.evidence is None:
                message = say(self.language, "check.carried_own", steps=self._numbers(run.carried)) + message
        elif not counted and not held:
            message = say(self.language, "check.not_counted")
        elif run.note is not None:
            message = run.note[self.language]
        shown = run.outcome in (Outcome.FAILED, Outcome.CRASHED) and run.calls
        diagnosis = found[1] if found and shown and run.calls[-1].function in found[0] else None
        # a named mistake has hints of its own, and the check's fixed one may contradict it
        hint = advice if run.outcome is Outcome.FAILED and not (diagnosis and diagnosis.mistake) else ""
        told = run.params.get("advice")
        if isinstance(told, Text):
            hint = told[self.language] or hint
        earned = possible if passed and counted else Fraction(0)
        waits = run.outcome.pending or (held and passed)
        score = Score(earned, possible, possible if waits else Fraction(0))
        evidence = dict(run.evidence) if run.evidence is not None else None
        raised = line_of(run, submission, Told(submission))
        return CheckResult(check.id, title, run.outcome, score, message, hint, diagnosis, evidence, raised)

    def _told(self, run: CheckRun, told: Told) -> CheckRun:
        """The check without what the learner's code may have made of hidden data; what loading said comes before it."""
        params = dict(run.params)
        for key in () if run.message == "cell_failed" else ("words", "what"):
            said = params.get(key)
            if isinstance(said, str) and said and not told.words(said):
                params[key] = say(self.language, f"check.kept_{key}")
        if isinstance(params.get("type"), str):
            params["type"] = told.kind(str(params["type"]))
        message = "missing" if run.message == "misnamed" and not told.near(str(params.get("near"))) else run.message
        return dataclasses.replace(run, params=params, message=message, where=told.place(run.where))

    def _numbers(self, steps: Iterable[str]) -> str:
        """Steps by their numbers: "3, 5"."""
        return ", ".join(str(i) for i, step in enumerate(self.assignment.steps, 1) if step.id in steps)

    def _word(self, key: str, value: object) -> object:
        """A parameter of a message: in this language where it is in both, harmless where it is a learner's."""
        if isinstance(value, Text):
            value = value[self.language]
        return one_line(value, 300 if key == "problem" else 160) if isinstance(value, str) else value

    def _message(self, run: CheckRun, submission: Submission) -> str:
        """The outcome in one sentence; nothing of the hidden data is in it, and every word goes through `one_line`."""
        run = self._told(run, Told(submission))
        params: dict[str, Any] = {key: self._word(key, value) for key, value in run.params.items()}
        function = str(run.params.get("function", ""))
        where = run.where or (locate(submission, function) if function else None)
        params["where"] = f"{one_line(where[0], 60)}:{where[1]}" if where else self.assignment.file
        if run.message == "imports" and not params.get("words"):
            params["words"] = params.get("type", "")
        sentence = say(self.language, f"check.{run.message}", **params)
        return sentence + say(self.language, "check.at_size", n=params["n"]) if "n" in params else sentence


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


def _at_least(check: CheckResult, part: Fraction) -> CheckResult:
    """The check with at least that part of its points."""
    score = check.score
    earned = max(score.earned, score.possible * part)
    return msgspec.structs.replace(check, score=Score(earned, score.possible, score.held))
