"""Many reports as one table for a terminal: a line a submission, a sign a step, and what to look at first."""

from __future__ import annotations

from collections.abc import Sequence

from grader.core.languages import say
from grader.core.model import Outcome
from grader.core.safe_text import cells, cut, pad
from grader.core.terminal import UNICODE, Glyphs
from grader.core.terminal import wrapped_text as wrapped
from grader.reports.rounding import points
from grader.reports.schema import HandIn, Report
from grader.reports.text import seed_words

__all__ = ["other_work", "table_text"]

_NAME = 24  # columns of a name


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
    columns = _columns(reports, language, glyphs)
    widths = [max(cells(cell) for cell in (head, *column)) for head, column, _ in columns]
    heads = [pad(head, size, right=right) for (head, _, right), size in zip(columns, widths, strict=True)]
    lines = ["  ".join([*heads, say(language, "report.table_look")])]
    for row, report in enumerate(reports):
        of = zip(columns, widths, strict=True)
        line = "  ".join(pad(column[row], size, right=right) for (_, column, right), size in of)
        look = "; ".join(filter(None, (other_work(report.submission, language), _look_at(report, language))))
        lines.append((line + "  " + cut(look, max(10, width - cells(line) - 2))).rstrip())
    return "\n".join([*lines, "", *_summary(reports, language, glyphs, width, seconds)]) + "\n"


Column = tuple[str, list[str], bool]
"""A heading, a cell for each report, and whether they stand at the right."""


def _columns(reports: Sequence[Report], language: str, glyphs: Glyphs) -> list[Column]:
    """Name, total, and, where the assignment has them, code, quiz and bonus; then a sign for each step."""
    totals = [f"{points(r.score.earned)}/{points(r.score.possible)}" + "?" * bool(r.score.held) for r in reports]
    names = [cut(report.submission.id, _NAME) for report in reports]
    columns: list[Column] = [(say(language, "report.table_submission"), names, False)]
    if any(report.quiz is not None for report in reports):
        code = [points(report.code.earned) for report in reports]
        quiz = [_quiz(report, glyphs) for report in reports]
        columns += [
            (say(language, "report.table_total"), totals, True),
            (say(language, "report.table_code"), code, True),
            (say(language, "report.table_quiz"), quiz, True),
        ]
    else:
        columns.append((say(language, "report.table_score"), totals, True))
    if any(report.bonus.possible for report in reports):
        bonus = [f"+{points(report.bonus.earned)}" if report.bonus.earned else "" for report in reports]
        columns.append((say(language, "report.table_bonus"), bonus, True))
    numbers = "".join(str(step.number % 10) for step in (reports[0].steps if reports else ()) if not step.bonus)
    signs = ["".join(glyphs.of(step.outcome, step.carried) for step in r.steps if not step.bonus) for r in reports]
    return [*columns, (numbers, signs, False)]


def _quiz(report: Report, glyphs: Glyphs) -> str:
    """The points of the quiz; a dash where it was not handed in."""
    if report.quiz is None or report.quiz_answers is None:
        return glyphs.blocked
    return points(report.quiz.earned) + "?" * bool(report.quiz.held)


def _untouched(report: Report) -> bool:
    return all(step.outcome is Outcome.UNTOUCHED for step in report.steps if not step.bonus)


def other_work(submission: HandIn, language: str) -> str:
    """What a person should know where other files than the graded one have work in them; "" where none has."""
    others = ", ".join(file.path for file in submission.files if file.doubt)
    return say(language, "report.other_work", name=others) if others else ""


def _look_at(report: Report, language: str) -> str:
    """What waits for a person, or the first thing that is not right, in a few words."""
    if report.quiz_answers is not None and report.quiz_answers.held_for:
        said = report.quiz_answers.held_for
        return f"{say(language, 'report.table_quiz')}: {said.get(language) or next(iter(said.values()))}"
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
        "full": sum(r.score.full for r in reports),
        "untouched": sum(map(_untouched, reports)),
        "held": sum(bool(r.score.held) for r in reports),
    }
    dot = f" {glyphs.dot} "
    graded = "report.table_graded" if seconds is None else "report.table_graded_in"
    parts = [say(language, graded, count=len(reports), seconds=f"{seconds or 0:.1f}")]
    parts += [say(language, f"report.table_{name}", count=count) for name, count in counts.items()]
    signs = [(glyphs.passed, Outcome.PASSED), (glyphs.failed, Outcome.FAILED), (glyphs.untouched, Outcome.UNTOUCHED)]
    signs += [(glyphs.blocked, Outcome.BLOCKED), (glyphs.held, Outcome.INCONCLUSIVE)]
    legend = "  ".join(f"{sign} {say(language, f'outcome.{o}')}" for sign, o in signs)
    if any(step.carried for report in reports for step in report.steps):
        legend += f"  {glyphs.carried} {say(language, 'report.carried')}"
    lines = [dot.join(parts), *wrapped(legend, "", width)]
    if reports:
        isolation, source = reports[0].isolation, reports[0].provenance
        if not isolation.is_grade:
            lines.append(say(language, "report.practice"))
        level = say(language, "report.isolation", level=isolation.level)
        suite, engine = (
            say(language, "report.suite", suite=source.suite),
            say(language, "report.engine", version=source.engine),
        )
        lines.append(dot.join([level, suite, *seed_words(source, language), engine]))
    return lines
