"""Many reports as one table for a terminal: a line a submission, a sign a step, and what to look at first."""

from __future__ import annotations

from collections.abc import Sequence

from grader.core.languages import say
from grader.core.model import Outcome, Report
from grader.core.safe_text import cells, cut, pad
from grader.core.terminal import UNICODE, Glyphs
from grader.core.terminal import wrapped_text as wrapped
from grader.reports.text import points

__all__ = ["table_text"]


def table_text(
    reports: Sequence[Report],
    language: str = "en",
    *,
    glyphs: Glyphs = UNICODE,
    width: int = 80,
    seconds: float | None = None,
) -> str:
    """The table as lines of at most `width` columns (80 or more), with a legend and a summary.

    `seconds` is how long the whole run took by the wall; submissions are graded side by side.
    """
    steps = [step for step in reports[0].steps if not step.bonus] if reports else []
    bonus = any(report.bonus_possible for report in reports)
    scores = [f"{points(r.earned)}/{points(r.possible)}" + ("?" if r.pending else "") for r in reports]
    extra = [f"+{points(r.bonus)}" if r.bonus else "" for r in reports]
    who, score_word, bonus_word, look_at = (
        say(language, f"report.table_{name}") for name in ("submission", "score", "bonus", "look")
    )
    name_width = min(24, max([cells(r.submission_id) for r in reports] + [cells(who)]))
    score_width, bonus_width = max(map(cells, [*scores, score_word])), max(map(cells, [*extra, bonus_word]))
    head = f"{pad(who, name_width)}  {pad(score_word, score_width, right=True)}"
    head += f"  {pad(bonus_word, bonus_width, right=True)}" if bonus else ""
    head += "  " + "".join(str(step.number % 10) for step in steps) + f"  {look_at}"
    lines = [head]
    for report, score, more in zip(reports, scores, extra, strict=True):
        line = f"{pad(cut(report.submission_id, name_width), name_width)}  {pad(score, score_width, right=True)}"
        line += f"  {pad(more, bonus_width, right=True)}" if bonus else ""
        line += "  " + "".join(glyphs.of(step.outcome) for step in report.steps if not step.bonus)
        lines.append((line + "  " + cut(_look_at(report, language), max(10, width - cells(line) - 2))).rstrip())
    return "\n".join([*lines, "", *_summary(reports, language, glyphs, width, seconds)]) + "\n"


def _untouched(report: Report) -> bool:
    return all(step.outcome is Outcome.UNTOUCHED for step in report.steps if not step.bonus)


def _look_at(report: Report, language: str) -> str:
    """The first thing that is not right, in a few words."""
    for step in report.steps:
        if step.bonus or step.outcome is Outcome.PASSED:
            continue
        first = next((c for c in step.checks if c.outcome is not Outcome.PASSED), step.checks[0])
        if _untouched(report):
            return say(language, "outcome.untouched")
        if all(c.message == first.message for s in report.steps for c in s.checks):
            return first.message  # the whole submission has one trouble
        return f"{step.number}: {first.title if step.outcome is Outcome.FAILED else first.message}"
    return ""


def _summary(reports: Sequence[Report], language: str, glyphs: Glyphs, width: int, seconds: float | None) -> list[str]:
    counts = {
        "full": sum(r.earned == r.possible for r in reports),
        "untouched": sum(map(_untouched, reports)),
        "held": sum(bool(r.pending) for r in reports),
    }
    dot = f" {glyphs.dot} "
    graded = "report.table_graded" if seconds is None else "report.table_graded_in"
    parts = [say(language, graded, count=len(reports), seconds=f"{seconds or 0:.1f}")]
    parts += [say(language, f"report.table_{name}", count=count) for name, count in counts.items()]
    signs = [(glyphs.passed, Outcome.PASSED), (glyphs.failed, Outcome.FAILED), (glyphs.untouched, Outcome.UNTOUCHED)]
    signs += [(glyphs.blocked, Outcome.BLOCKED), (glyphs.held, Outcome.INCONCLUSIVE)]
    legend = "  ".join(f"{sign} {say(language, f'outcome.{o}')}" for sign, o in signs)
    lines = [dot.join(parts), *wrapped(legend, "", width)]
    if reports:
        isolation, source = reports[0].isolation, reports[0].provenance
        if not isolation.is_grade:
            lines.append(say(language, "report.practice"))
        level = say(language, "report.isolation", level=isolation.level)
        suite, seed = say(language, "report.suite", suite=source.suite), say(language, "report.seed", seed=source.seed)
        lines.append(dot.join([level, suite, seed, say(language, "report.engine", version=source.engine)]))
    return lines
