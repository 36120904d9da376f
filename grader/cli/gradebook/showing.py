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
    from grader.gradebook.final_grade import Final
    from grader.gradebook.people import Person

__all__ = ["show"]


@click.command(epilog=EXIT, short_help="Everybody's grade, or the attempts of one learner.")
@click.argument("learner", required=False, metavar="[LEARNER]")
@with_attempts
@which
@gradebook_file
@json_option
def show(learner: str | None, attempts: str | None, assignment: str | None, path: Path, as_json: bool) -> None:
    """Everybody's grade: raw score, override, lateness, total. With LEARNER, the attempts of that one.

    Each attempt has its own score and its own lateness, by when the server received it, as far as `received` has noted
    that. Nothing of it is stored: --attempts shows what another choice would give.

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
        finals = list(book.finals(which, attempts=counts))
    if as_json:
        for final in finals:
            click.echo(json.dumps(_data(people[final.learner], final)))
        return
    for line in _table(people, finals):
        click.echo(line)
    if counts != COUNTING[0]:
        click.echo(f"of several attempts the {counts} one counts")


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


def _data(one: Person, final: Final) -> dict[str, object]:
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
    }


def _table(people: dict[str, Person], finals: list[Final]) -> list[str]:
    from grader.core.safe_text import cells, cut, pad
    from grader.reports.layout import points

    width = min(24, max([len("learner"), *(cells(final.learner) for final in finals)]))
    lines = [f"{pad('learner', width)}  {'raw':>9}  bonus  {'override':>8}  {'late':>9}  {'total':>7}  name"]
    for final in finals:
        raw = "-" if final.raw is None else f"{points(final.raw)}/{points(final.possible)}"
        override = points(final.override.points) if final.override else ""
        late = (
            f"-{points(final.deduction)} ({final.late.days}d)" if final.late.days else "" if final.late.known else "?"
        )
        total = "-" if final.total is None else points(final.total) + ("?" if final.pending else "")
        bonus = f"+{points(final.bonus)}" if final.bonus else ""
        name = pad(cut(final.learner, width), width)
        row = f"{name}  {raw:>9}  {bonus:>5}  {override:>8}  {late:>9}  {total:>7}  {people[final.learner].name}"
        lines.append(row.rstrip())
    handed = sum(final.raw is not None for final in finals)
    lines.append(f"{len(finals)} learners, {handed} with a score; ? is held, or its arrival is not known")
    waiting = sum(final.waiting for final in finals)
    if waiting:
        lines.append(f"{waiting} open answers wait to be marked: `grader gradebook marking-sheet -o sheet.csv`")
    return lines
