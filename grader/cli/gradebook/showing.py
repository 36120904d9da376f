"""grader gradebook show: everybody's grade, or the attempts of one."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.gradebook.arguments import EXIT, gradebook_file, json_option, opened, picked, which
from grader.cli.options import AttemptsOption, with_attempts
from grader.core.model import COUNTING

if TYPE_CHECKING:
    from grader.gradebook import Gradebook
    from grader.gradebook.final_grades import FinalGrade
    from grader.gradebook.roster import Person

__all__ = ["show"]


@click.command(epilog=EXIT, short_help="Show all grades, or one learner's attempts.")
@click.argument("learner", required=False, metavar="[LEARNER]")
@with_attempts
@which
@gradebook_file
@json_option
def show(learner: str | None, attempts: str | None, assignment: str | None, path: Path, as_json: bool) -> None:
    """Show all grades: raw score, override, late penalty, total. With LEARNER, show that learner's attempts.

    Each attempt has its own score and its own lateness, from the arrival time that `received` recorded. Choices are not
    stored: --attempts shows what another choice would give.

    \b
    Examples:
      grader gradebook show
      grader gradebook show ada
      grader gradebook show --attempts best
    """
    with opened(path, reading=True) as book:
        which = picked(book, assignment)
        counts = AttemptsOption(attempts).of(which)
        if learner is not None:
            _one(book, which, learner, counts, as_json=as_json)
            return
        people = {one.id: one for one in book.learners(which)}
        finals = list(book.final_grades(which, attempts=counts))
    if as_json:
        for final in finals:
            click.echo(json.dumps(_data(people[final.learner], final)))
        return
    for line in _table(people, finals):
        click.echo(line)
    if counts != COUNTING[0]:
        click.echo(f"the {counts} attempt counts")


def _one(book: Gradebook, which: str, learner: str, counts: str, *, as_json: bool) -> None:
    from grader.cli.gradebook.timeline import data_of, lines_of
    from grader.core.safe_text import one_line

    timeline = book.timeline(which, learner, attempts=counts)
    if as_json:
        for record in data_of(timeline):
            click.echo(json.dumps(record))
        return
    name = next(one.name for one in book.learners(which) if one.id == learner)
    title = f"{one_line(learner, 60)}{f' ({one_line(name, 60)})' if name else ''}, {which}"
    for line in lines_of(timeline, title, counts):
        click.echo(line)


def _data(one: Person, final: FinalGrade) -> dict[str, object]:
    """A line of the gradebook as plain data; points are exact."""
    from grader.core.model import exact

    def shown(points: Fraction | None) -> int | str | None:
        return None if points is None else exact(points)

    override = final.override
    return {
        "learner": one.id,
        "name": one.name,
        "section": one.section,
        "submission": one.submission,
        "attempt": final.attempt,
        "raw": shown(final.raw),
        "bonus": shown(final.bonus),
        "possible": shown(final.possible),
        "pending": shown(final.pending),
        "override": None
        if override is None
        else {
            "points": exact(override.points),
            "author": override.author,
            "reason": override.reason,
            "at": override.at,
        },
        "late_days": final.late.days,
        "late_known": final.late.known,
        "deduction": shown(final.deduction),
        "total": shown(final.total),
        "waiting": final.waiting,
        "quiz_held_for": dict(final.held_for) or None,
    }


_HEADS = ("learner", "code", "quiz", "score", "bonus", "override", "late", "total", "name")


def _table(people: dict[str, Person], finals: list[FinalGrade]) -> list[str]:
    """A line for each learner: what the total is made of, and the total; a dash where nothing was handed in."""
    from grader.core.safe_text import cells, cut, one_line, pad

    rows = [_HEADS, *(_cells(final, people[final.learner].name) for final in finals)]
    widths = [max(cells(row[i]) for row in rows) for i in range(len(_HEADS))]
    widths[0] = min(24, widths[0])
    lines = []
    for learner, *figures, name in rows:
        shown = [pad(text, width, right=True) for text, width in zip(figures, widths[1:-1], strict=True)]
        lines.append("  ".join([pad(cut(learner, widths[0]), widths[0]), *shown, name]).rstrip())
    handed = sum(final.raw is not None for final in finals)
    lines.append(f"{len(finals)} learners, {handed} with a score; ? means points held, or arrival time unknown")
    lines += [
        f"{one_line(final.learner, 60)}: quiz held: {final.held_for.get('en', '')}"
        for final in finals
        if final.held_for
    ]
    waiting = sum(final.waiting for final in finals)
    if waiting:
        lines.append(f"{waiting} open answers to mark: `grader gradebook marking-sheet -o sheet.csv`")
    return lines


def _cells(final: FinalGrade, name: str) -> tuple[str, ...]:
    from grader.reports.rounding import points

    def part(value: Fraction | None) -> str:
        return "-" if value is None else points(value)

    late = f"-{points(final.deduction)} ({final.late.days}d)" if final.late.days else "" if final.late.known else "?"
    return (
        final.learner,
        part(final.code),
        part(final.quiz),
        "-" if final.raw is None else f"{points(final.raw)}/{points(final.possible)}",
        f"+{points(final.bonus)}" if final.bonus else "",
        points(final.override.points) if final.override else "",
        late,
        "-" if final.total is None else points(final.total) + "?" * bool(final.pending),
        name,
    )
