"""grader gradebook merge | check: the file as a whole."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.gradebook.arguments import EXIT, gradebook_file, opened, with_author
from grader.cli.spoken import to_stderr
from grader.core.errors import MachineError

if TYPE_CHECKING:
    from grader.gradebook import Conflict

__all__ = ["check", "merge"]


@click.command(epilog=EXIT, short_help="Merge results and marks from other gradebooks.")
@click.argument(
    "others", nargs=-1, required=True, metavar="OTHER.db...", type=click.Path(dir_okay=False, path_type=Path)
)
@click.option(
    "--marks",
    type=click.Choice(["here", "there"]),
    default="here",
    show_default=True,
    help="Which score wins on conflict; the other stays in the audit log.",
)
@with_author
@gradebook_file
def merge(others: tuple[Path, ...], marks: str, author: str | None, path: Path) -> None:
    """Merge results and marks from other gradebooks: parts of a cohort that were graded or marked on several machines.

    Existing results stay, and merging the same gradebook twice changes nothing. Answers that were marked differently
    are listed. Overrides, extensions, the roster, arrival times and due dates are not merged.

    \b
    Example:
      grader gradebook merge part-*/instructor/gradebook.db
    """
    with opened(path, create=True) as book:
        for place in others:
            with opened(place, reading=True) as other:
                merged = book.merge(other, author or getpass.getuser(), prefer_there=marks == "there")
            for one in merged.conflicts:
                to_stderr(f"{place}: {_conflict(one, marks)}")
            told = f"{merged.results} results merged" + (f", {merged.marks} marks" if merged.marks else "")
            if merged.conflicts:
                told += f"; {len(merged.conflicts)} answers were marked differently"
            if merged.decisions:
                told += f"; {merged.decisions} overrides and extensions were not merged; its `log` lists them"
            to_stderr(f"{place}: {told}")


def _conflict(one: Conflict, holds: str) -> str:
    from grader.reports.rounding import points

    here, there = (
        f"{points(mark.points)} of {points(mark.possible)} by {mark.author}" for mark in (one.here, one.there)
    )
    kept = "the mark here holds" if holds == "here" else "the mark there holds now"
    return f"{one.learner}, {one.item} ({one.assignment}): {here} here, {there} there; {kept}, the other is kept too"


@click.command(epilog=EXIT, short_help="Check that the file is intact.")
@gradebook_file
def check(path: Path) -> None:
    """Check the file: SQLite's integrity check, and that every reference between rows is valid."""
    with opened(path, reading=True) as book:
        problems = book.integrity()
    if problems:
        raise MachineError(f"{path}: damaged: {problems[0]}; restore a backup")
    to_stderr(f"{path}: intact")
