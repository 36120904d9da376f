"""A `Summary` -> what the class's page shows, in one language: plain records of words, and our own drawings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from grader.analytics import RowScore, Summary
from grader.analytics.at_risk import held_beliefs
from grader.analytics.checks import Spread
from grader.analytics.distractors import OUTCOMES
from grader.analytics.items import FEW, FEWEST, Test
from grader.analytics.site.charts import belief_svg, histogram_svg, scatter_svg
from grader.analytics.site.complexity_plot import Curve, growth_svg
from grader.analytics.text import answer_figures, answer_words, cause_words, number, percent, spread_figures
from grader.core.languages import say
from grader.core.model import Outcome
from grader.reports.rounding import points as plain_points

__all__ = ["StepCell", "LearnerLine", "GradebookStanding", "index_view"]

_TONES = {Outcome.PASSED: "good", Outcome.UNTOUCHED: "idle", Outcome.BLOCKED: "idle"}


@dataclasses.dataclass(frozen=True, slots=True)
class StepCell:
    """One step of one learner: what is shown, what it sorts by, how it ended in a word and in a tone.

    `value` is "" where it sorts by what is shown.
    """

    shown: str
    value: str
    state: str
    tone: str


@dataclasses.dataclass(frozen=True, slots=True)
class GradebookStanding:
    """What a gradebook adds to a report: which attempt counts, days late, and the grade with everything in it."""

    attempt: int
    days_late: int
    total: Fraction | None


@dataclasses.dataclass(frozen=True, slots=True)
class LearnerLine:
    """One learner."""

    id: str
    page: str
    status: str  # id of the status
    code: StepCell
    quiz: StepCell
    bonus: StepCell
    held: StepCell
    standing: tuple[StepCell, ...]  # attempt, days late, grade; empty without a gradebook
    steps: tuple[StepCell, ...]
    beliefs: tuple[str, ...]


def index_view(
    summary: Summary,
    curves: Sequence[Curve],
    pages: Mapping[str, str],
    language: str,
    standings: Mapping[str, GradebookStanding],
) -> dict[str, Any]:
    """Everything the template needs.

    `pages` is id -> address of a learner's page, empty where there is none; `standings` is what a gradebook knows.
    """
    cohort = summary.cohort
    beliefs = [belief for belief in summary.beliefs if belief.learners or belief.answers]
    rows = _rows(summary, pages, language, standings)
    return {
        "title": cohort.title,
        "assignment": cohort.assignment,
        "learners": len(cohort),
        "practice": cohort.practice,
        "suites": sorted(cohort.suites),
        "first": _first(summary, language),
        "histograms": _histograms(summary, language),
        "spreads": [(name, spread_figures(spread)) for name, spread in _spreads(summary, language)],
        "by_hand": say(language, "stats.by_hand", names=", ".join(summary.by_hand)) if summary.by_hand else "",
        "steps": [_step(summary, step, language) for step in summary.steps],
        "belief_chart": belief_svg(beliefs, len(cohort), language) if beliefs else "",
        "beliefs": [_belief(belief, language) for belief in beliefs],
        "checks": [_check(summary, check, language) for check in summary.checks],
        "tests": _tests(summary, language),
        "no_keys": "" if cohort.choices else say(language, "stats.no_keys"),
        "distractors": [_distractors(summary, one, language) for one in summary.distractors],
        "growth": growth_svg(curves, language) if curves else "",
        "exponents": _exponents(curves, language),
        "needs": [_need(summary, need, pages, language) for need in summary.needs],
        "columns": [(c.number, c.bonus, c.titled(language)) for c in cohort.steps.values()],
        "rows": rows,
        "standing": bool(standings),
        "statuses": [(one, say(language, f"cohort.status.{one}")) for one in dict.fromkeys(row.status for row in rows)],
        "codes": list(dict.fromkeys(code for row in rows for code in row.beliefs)),
        "least": FEWEST,
        "few": FEW,
    }


def _first(summary: Summary, language: str) -> list[tuple[str, str, str]]:
    """The few lines that a teacher wants before anything else: label, words, how much."""
    lines, cohort = [], summary.cohort
    worst = max(summary.beliefs, key=lambda belief: belief.learners, default=None)
    if worst is not None and worst.learners:
        claim = f"{worst.code}: {worst.claim.get(language) or next(iter(worst.claim.values()), '')}"
        of = say(language, "cohort.first.belief_of", n=worst.learners, all=len(cohort))
        lines.append((say(language, "cohort.first.belief"), claim, of))
    steps = [step for step in summary.steps if step.points.mean is not None and not step.bonus]
    if steps:
        lost = max(steps, key=lambda step: step.lost)
        share = percent(lost.lost, lost.points.possible)
        name = f"{lost.number} {cohort.steps[lost.id].titled(language)}"
        of = say(language, "cohort.first.step_of", share=share, zero=lost.points.zero)
        lines.append((say(language, "cohort.first.step"), name, of))
    flagged = [check.id for check in summary.checks if {"never_fails", "never_passes"} & set(check.flags)]
    names = ", ".join(flagged[:3]) + (" ..." if len(flagged) > 3 else "")
    lines.append((say(language, "cohort.first.check"), names or say(language, "stats.none"), str(len(flagged) or "")))
    helped = [need for need in summary.needs if set(need.reasons) - {"held", "no_quiz"}]
    lines.append((say(language, "cohort.first.needs"), str(len(helped)), ""))
    if summary.total.held:
        lines.append((say(language, "cohort.first.held"), str(summary.total.held), ""))
    return lines


def _spreads(summary: Summary, language: str) -> list[tuple[str, Spread]]:
    found = [(say(language, "cohort.points.code"), summary.total)]
    return found + ([(say(language, "cohort.points.quiz"), summary.quiz_total)] if summary.quiz_total else [])


def _histograms(summary: Summary, language: str) -> list[tuple[str, Markup]]:
    learners = summary.cohort.learners
    code = [
        float(one.code.earned / one.code.possible)
        for one in learners
        if one.code.possible and not (one.code.held or one.partial)
    ]
    quiz = [mark.share for mark in summary.quiz_marks if mark is not None and not mark.held]
    parts = [(code, "cohort.points.code", "class-code"), (quiz, "cohort.points.quiz", "class-quiz")]
    named = [(shares, say(language, name), ident) for shares, name, ident in parts if shares]
    return [(name, histogram_svg(shares, name, language, ident)) for shares, name, ident in named]


def _step(summary: Summary, step: Any, language: str) -> dict[str, Any]:
    n = max(step.points.n, 1)
    full, zero = 100 * step.points.full / n, 100 * step.points.zero / n
    causes = [f"{cause_words(language, cause)} ({count})" for cause, count in step.causes[:3]]
    return {
        "number": step.number,
        "bonus": step.bonus,
        "title": summary.cohort.steps[step.id].titled(language),
        "figures": spread_figures(step.points),
        "full": round(full, 1),
        "part": round(max(0.0, 100 - full - zero), 1),
        "zero": round(zero, 1),
        "causes": causes,
    }


def _belief(belief: Any, language: str) -> dict[str, Any]:
    return {
        "code": belief.code,
        "claim": belief.claim.get(language) or next(iter(belief.claim.values()), ""),
        "foreign": language not in belief.claim,
        "learners": belief.learners,
        "share": percent(belief.share),
        "in_code": belief.in_code,
        "in_quiz": belief.in_quiz,
        "both": belief.both,
        "rate": f"{percent(belief.answers_shown, belief.answers)} / {belief.answers}" if belief.answers else "-",
        "checks": belief.checks,
        "items": belief.items,
        "mistakes": belief.mistakes,
        "example": belief.example,
    }


def _check(summary: Summary, check: Any, language: str) -> dict[str, Any]:
    points = check.points
    flags = [say(language, f"stats.flag.{flag}") for flag in check.flags]
    return {
        "id": check.id,
        "title": summary.cohort.checks[check.id].titled(language),
        "judged": check.judged,
        "passed": check.passed,
        "held": points.held,
        "mean": number(points.mean),
        "of": number(points.possible),
        "q1": number(points.q1),
        "median": number(points.median),
        "q3": number(points.q3),
        "full": points.full,
        "zero": points.zero,
        "rest": number(check.rest),
        "flags": flags,
    }


def _tests(summary: Summary, language: str) -> list[dict[str, Any]]:
    parts = [("code", summary.code_test), ("quiz", summary.quiz_test)]
    return [_test(summary, name, test, language) for name, test in parts if test is not None]


def _test(summary: Summary, name: str, test: Test, language: str) -> dict[str, Any]:
    columns = {**summary.cohort.steps, **summary.cohort.items}
    few = "stats.test.refused" if test.learners < FEWEST else "stats.test.one"
    said = few if test.refused else "stats.test.warned" if test.warned else "stats.test.learners"
    lines = [say(language, said, n=test.learners, least=FEWEST, few=FEW)]
    if test.alpha is not None:
        figures = {key: number(getattr(test, key)) for key in ("alpha", "sem", "mean", "sd")}
        lines.append(say(language, "stats.test.figures", n=test.complete, **figures))
    elif not test.refused:
        lines.append(say(language, "stats.test.few_complete", n=test.complete))
    if test.unmarked:
        lines.append(say(language, "stats.test.unmarked", names=", ".join(test.unmarked)))
    items = []
    for item in test.items if not test.refused else ():
        bounds = f"[{number(item.interval[0])}, {number(item.interval[1])}]" if item.interval else ""
        flags = [say(language, f"stats.flag.{flag}") for flag in item.flags]
        items.append(
            (
                item.id,
                columns[item.id].titled(language),
                item.n,
                number(item.difficulty),
                number(item.rest),
                bounds,
                number(item.upper_lower),
                number(item.alpha_without),
                flags,
            )
        )
    drawn = any(item.rest is not None for item in test.items)
    chart = scatter_svg(test.items, language, f"scatter-{name}") if drawn else ""
    return {"name": name, "title": say(language, f"stats.h.{name}"), "lines": lines, "items": items, "chart": chart}


def _distractors(summary: Summary, one: Any, language: str) -> dict[str, Any]:
    return {
        "id": one.item,
        "title": summary.cohort.items[one.item].titled(language),
        "suspicious": one.suspicious,
        "answers": [
            (*answer_words(answer, language), answer.kind not in OUTCOMES, answer.learners, *answer_figures(answer))
            for answer in one.answers
        ],
    }


def _exponents(curves: Sequence[Curve], language: str) -> list[tuple[str, int]]:
    """The exponents in classes of a quarter, as the table beside the picture."""
    counts: dict[float, int] = {}
    for curve in curves:
        if curve.exponent is not None:
            start = int(curve.exponent * 4) / 4
            counts[start] = counts.get(start, 0) + 1
    return [(f"{start:.2f}–{start + 0.25:.2f}", n) for start, n in sorted(counts.items())]


def _need(summary: Summary, need: Any, pages: Mapping[str, str], language: str) -> dict[str, Any]:
    reasons = [say(language, f"stats.need.{reason}") for reason in need.reasons]
    step = summary.cohort.steps[need.step] if need.step else None
    at = f"{step.number} {step.titled(language)}" if step is not None else ""
    return {
        "id": need.learner,
        "page": pages.get(need.learner, ""),
        "share": percent(need.share),
        "reasons": reasons,
        "step": at,
        "beliefs": need.beliefs,
    }


def _rows(
    summary: Summary, pages: Mapping[str, str], language: str, standings: Mapping[str, GradebookStanding]
) -> list[LearnerLine]:
    cohort = summary.cohort
    beliefs = held_beliefs(cohort)
    rows = []
    for row, learner in enumerate(cohort.learners):
        marks = [column.marks[row] for column in cohort.steps.values()]
        outcomes = {m.outcome for m, c in zip(marks, cohort.steps.values(), strict=True) if m and not c.bonus}
        status = "working"
        if learner.trouble:
            status = "unreadable"
        elif learner.code.held:
            status = "held"
        elif outcomes == {Outcome.PASSED}:
            status = "done"
        elif outcomes and outcomes <= {Outcome.UNTOUCHED, Outcome.BLOCKED}:
            status = "untouched"
        quiz = _points(learner.quiz.earned, "") if learner.quiz else StepCell("-", "-1", "", "idle")
        rows.append(
            LearnerLine(
                id=learner.id,
                page=pages.get(learner.id, ""),
                status=status,
                code=_points(learner.code.earned, ""),
                quiz=quiz,
                bonus=_points(learner.bonus, ""),
                held=_points(learner.code.held, "", blank=True),
                standing=_standing(standings.get(learner.id)) if standings else (),
                steps=tuple(_cell(mark, language) for mark in marks),
                beliefs=tuple(sorted(beliefs.get(row, ()))),
            )
        )
    return rows


def _standing(one: GradebookStanding | None) -> tuple[StepCell, ...]:
    if one is None:
        return (StepCell("", "-1", "", "idle"),) * 3
    total = StepCell("-", "-1", "", "idle") if one.total is None else _points(one.total, "")
    return (
        StepCell(str(one.attempt), "", "", ""),
        StepCell(str(one.days_late or ""), "" if one.days_late else "0", "", ""),
        total,
    )


def _points(value: Fraction, tone: str, *, blank: bool = False) -> StepCell:
    shown = "" if blank and not value else plain_points(value)
    return StepCell(shown, _sorts_by(value, shown), "", tone)


def _cell(mark: RowScore | None, language: str) -> StepCell:
    if mark is None:
        return StepCell("-", "-1", say(language, "cohort.not_asked"), "idle")
    tone = "held" if mark.held else _TONES.get(Outcome(mark.outcome), "bad")
    shown = plain_points(mark.earned)
    return StepCell(shown, _sorts_by(mark.earned, shown), say(language, f"outcome.{mark.outcome}"), tone)


def _sorts_by(value: Fraction, shown: str) -> str:
    """The value for sorting, where what is shown is rounded or blank."""
    exact = f"{float(value):g}"
    return "" if exact == shown else exact
