"""A run of the visible checks as a `Report`: the same form as a grade, and said to be none.

A step's points are shared equally among its visible checks; steps without any are left out. The level of isolation is
`process`, so every form of the report says that it is practice.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.metadata
import platform
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from grader import __version__
from grader.core.model import Assignment, Isolation, Outcome, Provenance, Step
from grader.core.terminal import TerminalStyle
from grader.course.hints import hinted
from grader.course.visible_checks import VisibleCheck, VisibleSuite
from grader.grading.assemble import Circumstances, assembled, hand_in
from grader.reports.schema import CheckResult, Diagnosed, HandIn, Report, Score, StepResult, total
from grader.student.program_notes import program_notes
from grader.student.screen import failure_rows, message_text
from grader.student.syntax_context import offending_lines
from grader.suite.visible.heatmap import heatmap_shown
from grader.suite.visible.outcomes import VisibleResult
from grader.suite.visible.run import Checked

__all__ = ["lines_of", "practice", "without_a_run"]

_WIDE = 240  # columns for a value; the form it is shown in cuts further
_CALM = (Outcome.PASSED, Outcome.UNTOUCHED, Outcome.BLOCKED)  # of a step that is left alone
_ROWS = ("kit.found", "kit.line", "kit.input", "kit.expected", "kit.got", "kit.row_sums", "kit.notice")


def practice(checked: Checked, suite: VisibleSuite, look: TerminalStyle, joint: str = "; ") -> Report:
    """The report of a run, in the look's language; `joint` stands between what is said of one check."""
    wide = dataclasses.replace(look, width=_WIDE)
    if checked.problem is not None:
        sentence = message_text(checked.problem, wide)
        if joint == "\n":  # where a message may have several lines, the learner's line is one of them
            sentence = "\n".join([sentence, *offending_lines(checked, look)])
        return without_a_run(checked.assignment, suite, look, sentence, Outcome.CRASHED)
    idle = {step.id for step in checked.assignment.steps if checked.left_alone(step)}
    found = {
        one.check.id: _Found(Outcome.UNTOUCHED)
        if one.check.step in idle and one.outcome not in _CALM
        else _Found(
            one.outcome, *_words(one, checked, wide, joint), _figure(one, checked, look), _named(one, checked, look)
        )
        for one in checked.seen
    }
    states = {
        step.id: Outcome.UNTOUCHED if step.id in idle else checked.state(step) for step in checked.assignment.steps
    }
    notes = tuple(note[look.language] for note in program_notes(checked))
    report = _report(checked.assignment, suite, look, found, states, checked.seconds, notes)
    read = hand_in(checked.source.submission, look.language)
    path = f"exercises/{checked.assignment.id}/{checked.source.file}"
    return msgspec.structs.replace(report, submission=HandIn(checked.assignment.id, path, files=read.files))


def without_a_run(
    assignment: Assignment, suite: VisibleSuite, look: TerminalStyle, sentence: str, outcome: Outcome
) -> Report:
    """The report where no check could run, for the reason in `sentence`: every check ends in `outcome`."""
    found = {check.id: _Found(outcome, sentence) for check in suite.checks}
    return _report(assignment, suite, look, found, {step.id: outcome for step in assignment.steps}, 0.0)


@dataclasses.dataclass(frozen=True, slots=True)
class _Found:
    """How one check ended, in words."""

    outcome: Outcome
    message: str = ""
    hint: str = ""
    evidence: Mapping[str, object] | None = None
    diagnosis: Diagnosed | None = None


def lines_of(checked: Checked, suite: VisibleSuite) -> dict[str, int]:
    """Check id -> the line of the learner's file to look at, where it is known."""
    if checked.source.in_cells:  # lines of a notebook's cells are none of a file
        return {}
    if checked.problem is not None:
        return {check.id: checked.line for check in suite.checks} if checked.line else {}
    return {one.check.id: one.line for one in checked.seen if one.line}


def _report(
    assignment: Assignment,
    suite: VisibleSuite,
    look: TerminalStyle,
    found: Mapping[str, _Found],
    states: Mapping[str, Outcome],
    seconds: float,
    notes: tuple[str, ...] = (),
) -> Report:
    steps = tuple(
        _step(assignment, step, suite.of(step), look, found, states[step.id])
        for step in assignment.steps
        if suite.of(step)
    )
    source = hashlib.sha256(suite.source.encode()).hexdigest()[:16]
    of = Circumstances(
        assignment,
        look.language,
        Isolation("process", assignment.isolation, {}, {}, ()),
        Provenance(__version__, source, 0, platform.python_version(), _numpy(), ""),
        hinted=hinted(assignment.folder),
    )
    file = HandIn(assignment.id, f"exercises/{assignment.id}/{assignment.file}")
    return assembled(of, file, steps, seconds=seconds, notes=(look.say("ci.advisory"), *notes), practice=True)


def _step(
    assignment: Assignment,
    step: Step,
    checks: tuple[VisibleCheck, ...],
    look: TerminalStyle,
    found: Mapping[str, _Found],
    state: Outcome,
) -> StepResult:
    share = Fraction(step.points, len(checks))
    results = tuple(_check(check, found.get(check.id, _Found(Outcome.BROKEN)), share, look) for check in checks)
    score = total(result.score for result in results)
    number, title = assignment.steps.index(step) + 1, step.title[look.language]
    return StepResult(step.id, number, title, state, score, step.bonus, results)


def _check(check: VisibleCheck, found: _Found, share: Fraction, look: TerminalStyle) -> CheckResult:
    earned = share if found.outcome is Outcome.PASSED else Fraction(0)
    score = Score(earned, share, share if found.outcome.pending else Fraction(0))
    title, evidence = check.title[look.language], dict(found.evidence) if found.evidence else None
    return CheckResult(check.id, title, found.outcome, score, found.message, found.hint, found.diagnosis, evidence)


def _words(one: VisibleResult, checked: Checked, look: TerminalStyle, joint: str) -> tuple[str, str]:
    """What was found, and the advice."""
    if one.outcome is Outcome.PASSED:
        return "", ""
    if one.outcome is Outcome.BLOCKED and one.needs is not None:
        number = checked.assignment.steps.index(one.needs) + 1
        return look.say("check.needs_step", number=number, title=one.needs.title[look.language]), ""
    rows = [(label, text) for _, label, text in failure_rows(one, checked, look) if label in _ROWS]
    said = [text if label == "kit.found" else f"{look.say(label)}: {text}" for label, text in rows]
    said_by_name = one.check.step in checked.named  # its own reason stands in place of the check's
    fixed = one.check.why is not None and one.outcome is Outcome.FAILED and not said_by_name
    why = one.check.why[look.language] if one.check.why is not None and fixed else ""
    return joint.join(said), why


def _figure(one: VisibleResult, checked: Checked, look: TerminalStyle) -> Mapping[str, object] | None:
    """The evidence for the heat map of the check's step, where it has one."""
    return heatmap_shown(one, checked.assignment.step(one.check.step).heatmap, look.language)


def _named(one: VisibleResult, checked: Checked, look: TerminalStyle) -> Diagnosed | None:
    """The mistake that a failed check's step looks like, where the kit may name it."""
    known = checked.named.get(one.check.step)
    if known is None or one.outcome is not Outcome.FAILED:
        return None
    hints = tuple(hint[look.language] for hint in known.hints)
    return Diagnosed(title=known.title[look.language], why=known.why[look.language], hints=hints, free=len(hints))


def _numpy() -> str:
    try:
        return importlib.metadata.version("numpy")
    except importlib.metadata.PackageNotFoundError:
        return "-"
