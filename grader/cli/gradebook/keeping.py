"""grader gradebook show | merge | check: what is in the file."""

from __future__ import annotations

import getpass
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.gradebook.arguments import EXIT, gradebook_file, json_option, opened, picked, which, with_author
from grader.errors import MachineError

if TYPE_CHECKING:
    from grader.cohort.gradebook import Conflict
    from grader.cohort.grades import Final
    from grader.cohort.people import Learner

__all__ = ["check", "merge", "show"]


@click.command(epilog=EXIT)
@which
@gradebook_file
@json_option
def show(assignment: str | None, path: Path, as_json: bool) -> None:
    """Everybody's grade: raw score, override, lateness, total."""
    with opened(path, reading=True) as book:
        which = picked(book, assignment)
        people = {one.id: one for one in book.learners(which)}
        finals = list(book.finals(which))
    if as_json:
        for final in finals:
            click.echo(json.dumps(_data(people[final.learner], final)))
        return
    for line in _table(people, finals):
        click.echo(line)


def _data(one: Learner, final: Final) -> dict[str, object]:
    """A line of the gradebook as plain data; points are exact."""
    from grader.model import exact

    def shown(points: Fraction | None) -> int | str | None:
        return None if points is None else exact(points)

    override = final.override
    return {
        "learner": one.id, "name": one.name, "section": one.section, "submission": one.submission,
        "attempt": final.attempt, "raw": shown(final.raw), "bonus": shown(final.bonus),
        "possible": shown(final.possible), "pending": shown(final.pending),
        "override": None if override is None else {
            "points": exact(override.points), "author": override.author, "reason": override.reason, "at": override.at,
        },
        "late_days": final.late.days, "late_known": final.late.known, "deduction": shown(final.deduction),
        "total": shown(final.total), "waiting": final.waiting,
    }  # fmt: skip


def _table(people: dict[str, Learner], finals: list[Final]) -> list[str]:
    from grader.report.text import points
    from grader.text import cells, cut, pad

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


@click.command(epilog=EXIT, short_help="Take over the results and marks of other gradebooks.")
@click.argument("others", nargs=-1, required=True, metavar="OTHER.db...",
                type=click.Path(dir_okay=False, path_type=Path))  # fmt: skip
@click.option("--marks", type=click.Choice(["here", "there"]), default="here", show_default=True,
              help="Which mark holds where the books differ; the other one is kept as well.")  # fmt: skip
@with_author
@gradebook_file
def merge(others: tuple[Path, ...], marks: str, author: str | None, path: Path) -> None:
    """Take over the results and the marks of other gradebooks: parts of a cohort, graded or marked on several machines.

    What is there already stays, and taking one over twice changes nothing. Where an answer was marked differently in
    both, it is named. Overrides, extensions, the roster and due dates are not taken over.

    \b
    Example:
      grader gradebook merge part-*/instructor/gradebook.db
    """
    with opened(path, create=True) as book:
        for place in others:
            with opened(place, reading=True) as other:
                merged = book.merge(other, author or getpass.getuser(), prefer_there=marks == "there")
            for one in merged.conflicts:
                click.echo(f"{place}: {_conflict(one, marks)}", err=True)
            told = f"{merged.results} results taken over" + (f", {merged.marks} marks" if merged.marks else "")
            if merged.conflicts:
                told += f"; {len(merged.conflicts)} answers were marked differently"
            if merged.decisions:
                told += f"; {merged.decisions} overrides and extensions in it are not taken over, its `log` has them"
            click.echo(f"{place}: {told}", err=True)


def _conflict(one: Conflict, holds: str) -> str:
    from grader.report.text import points

    here, there = (
        f"{points(mark.points)} of {points(mark.possible)} by {mark.author}" for mark in (one.here, one.there)
    )
    kept = "the mark here holds" if holds == "here" else "the mark there holds now"
    return f"{one.learner}, {one.item} ({one.assignment}): {here} here, {there} there; {kept}, the other is kept too"


@click.command(epilog=EXIT, short_help="Say whether the file is whole.")
@gradebook_file
def check(path: Path) -> None:
    """Check the file: SQLite's integrity check, and that every row refers to one that is there."""
    with opened(path, reading=True) as book:
        problems = book.integrity()
    if problems:
        raise MachineError(f"{path}: damaged: {problems[0]}; put a backup in its place")
    click.echo(f"{path}: whole", err=True)
