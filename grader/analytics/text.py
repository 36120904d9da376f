"""A `Summary` as text for a terminal: tables that keep their columns in English and Korean."""

from __future__ import annotations

from grader.analytics.checks import Spread
from grader.analytics.distractors import OUTCOMES, AnswerRow
from grader.analytics.items import FEW, FEWEST, Test
from grader.analytics.summary import Summary
from grader.core.languages import say
from grader.core.safe_text import cells, cut, one_line
from grader.core.tables import table
from grader.core.terminal import wrapped

__all__ = ["answer_figures", "answer_words", "cause_words", "number", "percent", "spread_figures", "stats_text"]

_SHOWN = 10  # rows of a list unless everything is asked for


def number(value: float | None, digits: int = 2) -> str:
    """A figure, or a dash where there is none."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    return "0" if float(text) == 0 else text.rstrip("0").rstrip(".") if digits < 2 else text


def percent(part: float, whole: float = 1) -> str:
    """A share in whole percent; a dash of nothing."""
    return f"{100 * part / whole:.0f}%" if whole else "-"


def spread_figures(spread: Spread) -> tuple[str, ...]:
    """n, held, mean, of, quartiles, full and zero, as shown."""
    return (
        str(spread.n),
        str(spread.held),
        number(spread.mean, 1),
        number(spread.possible, 1),
        number(spread.q1, 1),
        number(spread.median, 1),
        number(spread.q3, 1),
        percent(spread.full, spread.n),
        percent(spread.zero, spread.n),
    )


def cause_words(language: str, cause: str) -> str:
    """A step's cause: a known mistake's title as it is, or the name of an outcome."""
    return say(language, cause) if cause.startswith("outcome.") else cause


def stats_text(summary: Summary, language: str = "en", *, full: bool = False, width: int = 100) -> str:
    """All parts in the order of use; `full` names every check, item and learner."""
    parts = [
        _head(summary, language),
        _steps(summary, language, width),
        _beliefs(summary, language, width),
        _checks(summary, language, width, full),
        _test(summary, summary.code_test, "stats.h.code", language, width, full=True),
    ]
    if summary.quiz_test is not None:
        parts.append(_test(summary, summary.quiz_test, "stats.h.quiz", language, width, full=full))
        if full:
            parts.append(_distractors(summary, language, width))
    parts.append(_needs(summary, language, full))
    return (
        "\n\n".join("\n".join(fit for line in lines for fit in _fitted(line.rstrip(), width)) for lines in parts) + "\n"
    )


def _fitted(line: str, width: int) -> list[str]:
    """A line of a table as it is, where it fits; else in several, those after the first further in."""
    return [line] if cells(line) <= width else wrapped(line, width, 4 + len(line) - len(line.lstrip()))


def _head(summary: Summary, language: str) -> list[str]:
    cohort = summary.cohort
    title = f"{one_line(cohort.title, 120)} ({one_line(cohort.assignment, 60)})"
    lines = [f"{title}: {say(language, 'stats.learners', n=len(cohort))}"]
    if cohort.practice:
        lines.append(say(language, "stats.practice", n=cohort.practice))
    if len(cohort.suites) > 1:
        lines.append(say(language, "stats.suites", n=len(cohort.suites)))
    lines.append(f"{say(language, 'stats.total')}: {_spread(summary.total, language)}")
    if summary.quiz_total is not None:
        lines.append(f"{say(language, 'stats.quiz')}: {_spread(summary.quiz_total, language)}")
    if summary.by_hand:
        lines.append(say(language, "stats.by_hand", names=", ".join(summary.by_hand)))
    return lines


def _spread(spread: Spread, language: str) -> str:
    if spread.mean is None:
        return say(language, "stats.nobody")
    return say(
        language,
        "stats.spread",
        mean=number(spread.mean, 1),
        possible=number(spread.possible, 1),
        q1=number(spread.q1, 1),
        median=number(spread.median, 1),
        q3=number(spread.q3, 1),
        full=spread.full,
        zero=spread.zero,
        held=spread.held,
    )


def _steps(summary: Summary, language: str, width: int) -> list[str]:
    cohort, rest = summary.cohort, {item.id: item.rest for item in summary.code_test.items}
    rows = []
    for step in summary.steps:
        points = step.points
        causes = ", ".join(f"{cause_words(language, cause)} ({n})" for cause, n in step.causes[:2])
        title = cut(f"{step.number} {cohort.steps[step.id].titled(language)}", 22) + ("+" if step.bonus else "")
        rows.append((title, *spread_figures(points), number(rest.get(step.id)), causes))
    names = "step n held mean of q1 median q3 full zero rest cause"
    return table([say(language, f"stats.{name}") for name in names.split()], rows, (0, 11), width)


def _beliefs(summary: Summary, language: str, width: int) -> list[str]:
    lines = [say(language, "stats.h.beliefs")]
    for belief in summary.beliefs:
        claim = belief.claim.get(language) or next(iter(belief.claim.values()), "")
        lines.append(cut(f"  {one_line(belief.code, 60)}  {one_line(claim, 200)}", width))
        counts = say(
            language,
            "stats.belief.counts",
            learners=belief.learners,
            share=percent(belief.share),
            code=belief.in_code,
            quiz=belief.in_quiz,
            both=belief.both,
        )
        if belief.answers:
            rate = percent(belief.answers_shown, belief.answers)
            counts += "; " + say(language, "stats.belief.rate", rate=rate, n=belief.answers)
        lines.append(f"      {counts}")
        for name, linked in (("stats.belief.checks", belief.checks), ("stats.belief.items", belief.items)):
            if linked:
                shown = ", ".join(f"{ident} ({n})" for ident, n in linked[:3]) + (" ..." if len(linked) > 3 else "")
                lines.append(cut(f"      {say(language, name)}: {shown}", width))
        if belief.example:
            lines.append(cut(f"      {say(language, 'stats.belief.example')}: {one_line(belief.example, 300)}", width))
    return lines if len(lines) > 1 else [*lines, f"  {say(language, 'stats.none')}"]


def _checks(summary: Summary, language: str, width: int, full: bool) -> list[str]:
    rows = []
    for check in summary.checks:
        if full or check.flags:
            flags = ", ".join(say(language, f"stats.flag.{flag}") for flag in check.flags)
            points = check.points
            rows.append(
                (
                    check.id,
                    str(check.judged),
                    str(check.passed),
                    str(points.held),
                    number(points.mean),
                    number(points.q1),
                    number(points.median),
                    number(points.q3),
                    str(points.full),
                    str(points.zero),
                    number(check.rest),
                    flags,
                )
            )
    title = say(language, "stats.h.checks" if full else "stats.h.look")
    if not rows:
        return [title, f"  {say(language, 'stats.none')}"]
    names = "check judged passed held mean q1 median q3 full zero rest flag"
    return [title, *table([say(language, f"stats.{name}") for name in names.split()], rows, (0, 11), width)]


def _test(summary: Summary, test: Test, title: str, language: str, width: int, *, full: bool) -> list[str]:
    lines = [say(language, title)]
    if test.unmarked:
        lines.append(f"  {say(language, 'stats.test.unmarked', names=', '.join(test.unmarked))}")
    if test.refused:
        few = test.learners < FEWEST
        lines.append(
            "  " + say(language, "stats.test.refused" if few else "stats.test.one", n=test.learners, least=FEWEST)
        )
        return lines
    took_part = "stats.test.warned" if test.warned else "stats.test.learners"
    lines.append("  " + say(language, took_part, n=test.learners, few=FEW))
    if test.alpha is None:
        lines.append("  " + say(language, "stats.test.few_complete", n=test.complete))
    else:
        figures = {name: number(getattr(test, name)) for name in ("alpha", "sem", "mean", "sd")}
        lines.append("  " + say(language, "stats.test.figures", n=test.complete, **figures))
    columns = {**summary.cohort.steps, **summary.cohort.items}
    items = [item for item in test.items if full or item.flags]
    if not full:
        lines.append("  " + say(language, "stats.test.flagged" if items else "stats.test.calm", n=len(test.items)))
    if not items:
        return lines
    rows = []
    for item in items:
        low, high = item.interval or (None, None)
        bounds = f"[{number(low)}, {number(high)}]" if item.interval else ""
        flags = ", ".join(say(language, f"stats.flag.{flag}") for flag in item.flags)
        rows.append(
            (
                f"{item.id}  {cut(columns[item.id].titled(language), 24)}",
                str(item.n),
                number(item.difficulty),
                f"{number(item.rest)} {bounds}",
                number(item.upper_lower),
                number(item.alpha_without),
                flags,
            )
        )
    names = "item n difficulty rest upper_lower without flag"
    return [*lines, *table([say(language, f"stats.{name}") for name in names.split()], rows, (0, 6), width)]


def _distractors(summary: Summary, language: str, width: int) -> list[str]:
    rows = []
    for one in summary.distractors:
        for i, answer in enumerate(one.answers):
            flag = say(language, "stats.flag.suspicious") if one.suspicious and not i else ""
            rows.append(
                (
                    one.item if not i else "",
                    *answer_words(answer, language),
                    str(answer.learners),
                    *answer_figures(answer),
                    flag,
                )
            )
    names = "item answer key code n share upper lower elsewhere flag"
    head = [say(language, f"stats.{name}") for name in names.split()]
    title = [say(language, "stats.h.distractors")]
    if not summary.cohort.choices:
        title.append(f"  {say(language, 'stats.no_keys')}")
    return [*title, *table(head, rows, (0, 1, 2, 3, 9), width)]


def answer_words(answer: AnswerRow, language: str) -> tuple[str, str, str]:
    """A row of a distractor table: what was answered, whether that is the key, and what it shows."""
    name = say(language, f"stats.answer.{answer.kind}") if answer.kind in OUTCOMES else answer.name
    return name, say(language, "stats.is_key") if answer.key else "", f"{answer.belief} {answer.slip}".strip()


def answer_figures(answer: AnswerRow) -> tuple[str, str, str, str]:
    """Its share of those who were asked, of the upper and of the lower group, and how its learners did elsewhere."""
    upper, lower = ("-" if share is None else percent(share) for share in (answer.upper, answer.lower))
    return percent(answer.share), upper, lower, number(answer.elsewhere)


def _needs(summary: Summary, language: str, full: bool) -> list[str]:
    cohort, lines = summary.cohort, [say(language, "stats.h.needs")]
    shown = summary.needs if full else summary.needs[:_SHOWN]
    for need in shown:
        reasons = [say(language, f"stats.need.{reason}") for reason in need.reasons]
        if need.step and "unreadable" not in need.reasons and "not_started" not in need.reasons:
            reasons.append(say(language, "stats.need.at", step=cohort.steps[need.step].titled(language)))
        lines.append(f"  {one_line(need.learner, 60)}  {percent(need.share)}  {'; '.join(reasons)}")
    if len(summary.needs) > len(shown):
        lines.append("  " + say(language, "stats.more", n=len(summary.needs) - len(shown)))
    return lines if len(lines) > 1 else [*lines, f"  {say(language, 'stats.none')}"]
