"""A `Report` -> what the page shows, in one language and for one reader: plain records of words, no markup.

Learner text stays text here and is escaped by the template. What only the instructor sees is left out for a
learner, not merely hidden.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from markupsafe import Markup

from grader.core.languages import say
from grader.core.model import Outcome
from grader.core.terminal import UNICODE
from grader.course.lesson_parts import LessonParts
from grader.reports.html.compact import compact_svg
from grader.reports.html.figures import GrowthFigure, growth_of, heatmaps_of
from grader.reports.quiz_view import open_items, waits
from grader.reports.schema import CheckResult, Report, StepResult
from grader.reports.text import same_cause, whole_trouble
from grader.reports.views import explained

__all__ = ["CheckView", "DiagnosisView", "NextStep", "StepView", "exactly", "next_view", "step_views", "written_in"]

_TONES = {Outcome.PASSED: "good", Outcome.UNTOUCHED: "idle", Outcome.BLOCKED: "idle"}


@dataclasses.dataclass(frozen=True, slots=True)
class DiagnosisView:
    """What a step's answers look like: a known mistake with its reason, or facts alone."""

    title: str
    why: str
    facts: tuple[str, ...]
    hints: tuple[str, ...]  # all stages, for the instructor


@dataclasses.dataclass(frozen=True, slots=True)
class CheckView:
    """One check as it is shown."""

    ident: str
    title: str
    sign: str
    tone: str
    state: str
    points: str
    message: str
    hint: str
    growth: GrowthFigure | None
    heatmaps: list[Markup]
    evidence: str
    diagnosis: str
    line: str = ""  # the learner's line that raised, with its carets below
    same_cause: bool = False  # fails for the cause that is said at another check


@dataclasses.dataclass(frozen=True, slots=True)
class StepView:
    """One step as it is shown."""

    ident: str
    label: str
    waits: str  # for which step, where it cannot be judged yet
    number: int
    title: str
    sign: str
    tone: str
    state: str
    points: str
    earned: str
    bonus: bool
    open: bool
    passed: str
    named: DiagnosisView | None
    hint_command: str
    checks: tuple[CheckView, ...]
    made: tuple[tuple[str, str], ...] = ()  # results with their shapes
    same_cause: str = ""  # how many checks fail for the cause that is said at another one
    picture: Markup | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next: a heading, lines of (label, text), and a command."""

    text: str
    lines: tuple[tuple[str, str], ...] = ()
    command: str = ""
    anchor: str = ""


def written_in(report: Report) -> str:
    """The language that the report was graded in: it says so, or its titles show it."""
    if report.language:
        return report.language
    told = report.title + "".join(step.title for step in report.steps)
    return "ko" if any("가" <= letter <= "힣" for letter in told) else "en"


def exactly(value: Fraction) -> str:
    """Points without rounding, for sums: 4, 3.5, 3 1⁄3."""
    if value.denominator == 1:
        return str(value.numerator)
    if 100 % value.denominator == 0:
        return f"{float(value):.2f}".rstrip("0")
    whole, rest = divmod(value.numerator, value.denominator)
    part = f"{rest}\u2044{value.denominator}"  # a fraction slash
    return f"{whole} {part}" if whole else part


def step_views(
    report: Report, language: str, *, audience: str, expand: bool, lesson: LessonParts, visible: bool
) -> list[StepView]:
    """All steps in their order."""
    whole = whole_trouble(report)
    worked_on = next_view(report, language).anchor
    views = []
    for step in report.steps:
        wanted = not whole and step.id == worked_on  # one picture a page; `grader hint` and the lesson have all
        view = _step(step, report, language, audience, expand, whole)
        svg = compact_svg(lesson.figures.get(step.id, ""), "p") if wanted else ""
        made = tuple(lesson.makes.get(step.id, {}).items())
        view = dataclasses.replace(view, made=made, picture=Markup(svg) if svg else None)
        view = _unjudged(view, language) if whole and audience != "instructor" else view
        views.append(_counted(view, language) if visible else view)
    return views


def _unjudged(view: StepView, language: str) -> StepView:
    """A step of a file that could not be judged as a whole: the trouble is told once, above; no step is to blame."""
    state = say(language, "html.not_run")
    return dataclasses.replace(view, sign=UNICODE.of(Outcome.BLOCKED), tone=_tone(Outcome.BLOCKED), state=state)


def _counted(view: StepView, language: str) -> StepView:
    """A step of visible checks: how many pass, and no points."""
    passed = sum(check.tone == "good" for check in view.checks)
    told = say(language, "html.count", passed=passed, all=len(view.checks))
    return dataclasses.replace(
        view, points=told, checks=tuple(dataclasses.replace(check, points="") for check in view.checks)
    )


def _troubled(step: StepResult) -> bool:
    """True where something of the step was judged and is not right."""
    return step.outcome not in (Outcome.PASSED, Outcome.UNTOUCHED, Outcome.BLOCKED)


def _step(step: StepResult, report: Report, language: str, audience: str, expand: bool, whole: str) -> StepView:
    passed = sum(check.outcome is Outcome.PASSED for check in step.checks)
    named = _named(step, audience)
    label = say(language, "html.bonus_step" if step.bonus else "html.step", number=step.number)
    diagnosed = any(check.diagnosis and check.diagnosis.mistake for check in step.checks)
    return StepView(
        ident=step.id,
        label=label,
        waits=_waits(step),
        number=step.number,
        title=step.title,
        sign=UNICODE.of(step.outcome, step.carried),
        tone=_tone(step.outcome),
        state=_state(step, language),
        points=say(language, "html.of", earned=exactly(step.score.earned), possible=exactly(step.score.possible)),
        earned=exactly(step.score.earned),
        bonus=step.bonus,
        open=expand or (_troubled(step) and not whole),
        passed=say(language, "html.passed_of", passed=passed, all=len(step.checks)),
        named=named,
        hint_command=_hint(step, report) if diagnosed or step.outcome is Outcome.FAILED else "",
        checks=tuple(
            dataclasses.replace(_check(check, language, audience, whole), same_cause=check in explained(step)[1:])
            for check in step.checks
        ),
        same_cause=same_cause(step, language),
    )


def _state(step: StepResult, language: str) -> str:
    """How the step ended, in words; one that was judged with the learner's own parts says so."""
    if step.carried and step.outcome is Outcome.PASSED:
        return say(language, "report.carried")
    return say(language, f"outcome.{step.outcome}")


def _waits(step: StepResult) -> str:
    """For which step a waiting one waits, or with which it was judged, as its checks say."""
    if step.carried and step.outcome is Outcome.PASSED:
        return next((check.message for check in step.checks if check.message), "")
    told = (check.message for check in step.checks if check.outcome is Outcome.BLOCKED)
    return next(told, "") if step.outcome is Outcome.BLOCKED else ""


def _named(step: StepResult, audience: str) -> DiagnosisView | None:
    """The step's diagnosis, said once: its checks share it."""
    for check in step.checks:
        found = check.diagnosis
        if found is not None and (found.title or found.facts):
            hints = found.hints if audience == "instructor" else found.hints[:1]
            return DiagnosisView(found.title or "", found.why or "", found.facts, hints)
    return None


def _check(check: CheckResult, language: str, audience: str, whole: str) -> CheckView:
    full = audience == "instructor"
    return CheckView(
        ident=check.id,
        title=check.title,
        sign=UNICODE.of(check.outcome),
        tone=_tone(check.outcome),
        state=say(language, f"outcome.{check.outcome}"),
        points=say(language, "html.of", earned=exactly(check.score.earned), possible=exactly(check.score.possible)),
        message="" if whole else check.message,
        hint=check.hint,
        growth=growth_of(check, language, f"growth-{check.id}"),
        heatmaps=heatmaps_of(check, language, f"heatmap-{check.id}"),
        evidence=_json(check.evidence) if full else "",
        diagnosis=_json(msgspec.to_builtins(check.diagnosis)) if full and check.diagnosis else "",
        line="\n".join(filter(None, check.raised or ())),
    )


def _tone(outcome: Outcome) -> str:
    """The colour of an outcome; its sign and its word stand beside it everywhere."""
    return "held" if outcome.pending else _TONES.get(outcome, "bad")


def next_view(report: Report, language: str) -> NextStep:
    """The first step that the learner can work on now; then the quiz; then what is left."""
    whole = whole_trouble(report)
    if whole:
        return NextStep(whole, ((say(language, "html.next_wait" if report.score.held else "html.next_again"), ""),))
    for step in report.steps:
        if step.bonus or step.outcome is Outcome.PASSED:
            continue
        turn = [c for c in step.checks if c.outcome not in (Outcome.PASSED, Outcome.BLOCKED) and not c.outcome.pending]
        if turn:
            return _work_on(step, turn[0], report, language)
    if any(step.score.held for step in report.steps if not step.bonus):
        return NextStep(say(language, "html.next_wait"))
    if report.only:
        return NextStep(say(language, "report.next_partial"))
    answers = report.quiz_answers
    if answers is None and report.quiz is not None:
        return NextStep(say(language, "html.next_quiz"), command="grader quiz")
    left = open_items(answers) if answers is not None else 0
    if left:
        return NextStep(say(language, "html.next_quiz_left", count=left), command="grader quiz")
    rest = [step.title for step in report.steps if step.bonus and step.outcome is not Outcome.PASSED]
    if rest:
        return NextStep(say(language, "html.next_bonus", titles=", ".join(rest)))
    if answers is not None and waits(answers):
        return NextStep(say(language, "report.next_quiz_held"))
    return NextStep(say(language, "html.next_nothing"))


def _hint(step: StepResult, report: Report) -> str:
    """The command that shows more about a step; "" where there are no hints for it."""
    return f"grader hint {step.id}" if step.id in report.hinted else ""


def _work_on(step: StepResult, check: CheckResult, report: Report, language: str) -> NextStep:
    title = say(language, "report.step", number=step.number, title=step.title)
    title = title[0].upper() + title[1:]
    if check.outcome is Outcome.UNTOUCHED:
        lines = [(say(language, "html.next_start"), check.message)]
    elif check.outcome is Outcome.FAILED:
        lines = [(say(language, "html.next_true"), check.title), (say(language, "html.next_found"), check.message)]
        if check.diagnosis and check.diagnosis.title:
            lines.append((say(language, "html.looks_like"), check.diagnosis.title))
    else:
        lines = [(say(language, "html.next_look"), check.message)]
    return NextStep(title, tuple(lines), _hint(step, report), step.id)


def _json(value: Mapping[str, Any] | None) -> str:
    return json.dumps(dict(value), ensure_ascii=False, indent=1, default=str) if value else ""
