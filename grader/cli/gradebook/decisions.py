"""grader gradebook override | import-overrides | extend | log: what a person has decided."""

from __future__ import annotations

import getpass
import json
from fractions import Fraction
from pathlib import Path

import click

from grader.cli.gradebook.arguments import (
    EXIT,
    gradebook_file,
    json_option,
    opened,
    picked,
    points_of,
    tell,
    which,
    with_author,
    with_reason,
)
from grader.cli.options import AttemptsOption
from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError

__all__ = ["extend", "import_overrides", "log", "override"]


@click.command(epilog=EXIT, short_help="Override a learner's score.")
@click.argument("learner")
@click.argument("points", required=False, metavar="[POINTS]")
@click.option("--clear", is_flag=True, help="Remove the override.")
@with_reason
@which
@gradebook_file
def override(
    learner: str, points: str | None, clear: bool, author: str | None, reason: str, assignment: str | None, path: Path
) -> None:
    """Override a learner's score. The late policy still applies; the original score is kept.

    POINTS is a number such as 62, 61.5 or 123/2.
    """
    from grader.core.model import exact

    if clear == (points is not None):
        raise UsageError("give POINTS, or --clear to remove an override")
    value = None if points is None else points_of(points)
    with opened(path) as book:
        which = picked(book, assignment)
        if clear and book.final_grade(which, learner).override is None:
            raise UsageError(f"there is no override of {learner!r} to remove; `grader gradebook show` lists them")
        book.override(which, learner, value, author or getpass.getuser(), reason)
        final = book.final_grade(which, learner, attempts=AttemptsOption().of(which))
        if value is not None and final.raw is not None and value > final.possible:
            most = f"more than the {exact(final.possible)} possible without bonus; --clear removes it"
            to_stderr(f"note: {points} is {most}")
        tell(final)


@click.command("import-overrides", epilog=EXIT, short_help="Override many learners' scores from a CSV file.")
@click.argument("table", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@click.option("--reason", metavar="TEXT", help="Default reason for rows without one.")
@with_author
@which
@gradebook_file
def import_overrides(table: Path, reason: str | None, author: str | None, assignment: str | None, path: Path) -> None:
    """Override many learners' scores from the columns learner, points and reason: all of them or none.

    A row without points is skipped. Points are the learner's total, quiz and bonus included. To mark only the open
    questions of the quiz, use `marking-sheet` and `import-marks`.

    \b
    Example:
      grader gradebook import-overrides marked.csv --reason "marked on paper"
    """
    from grader.gradebook.roster_csv import read_table

    header, rows = read_table(table)
    missing = [name for name in ("learner", "points") if name not in header]
    if missing:
        raise UsageError(f"{table}:1: it needs the columns 'learner' and 'points'; it has: {', '.join(header)}")
    found: dict[str, tuple[str, Fraction, str]] = {}
    for row in rows:
        who, why = row.get("learner"), row.get("reason") or reason
        if not row.get("points"):
            continue
        if not why:
            raise UsageError(f"{row.where}: no reason, and no --reason for the lines without one")
        if who in found:
            raise UsageError(f"{row.where}: {who!r} stands in {found[who][0]} already")
        found[who] = (row.where, points_of(row.get("points"), f"{row.where}: "), why)
    with opened(path) as book:
        which = picked(book, assignment)
        book.override_many(
            which, [(who, points, why) for who, (_, points, why) in found.items()], author or getpass.getuser()
        )
    to_stderr(f"{table}: {len(found)} overrides for {which}, {len(rows) - len(found)} lines without points")


@click.command(epilog=EXIT)
@click.argument("learner")
@click.argument("until", required=False, metavar="[TIME]")
@click.option("--clear", is_flag=True, help="Remove the extension.")
@with_reason
@which
@gradebook_file
def extend(
    learner: str, until: str | None, clear: bool, author: str | None, reason: str, assignment: str | None, path: Path
) -> None:
    """Give a learner an extension.

    TIME looks like 2026-12-08T18:00+09:00. Without a time zone it is UTC; a date without a time means the end of that
    day.
    """
    from grader.gradebook.late_policy import due as due_by

    if clear == (until is not None):
        raise UsageError("give TIME, or --clear to take an extension back")
    with opened(path) as book:
        which = picked(book, assignment)
        due = None if until is None else due_by(until)
        book.extend(which, learner, due, author or getpass.getuser(), reason)
        tell(book.final_grade(which, learner, attempts=AttemptsOption().of(which)))


@click.command(epilog=EXIT, short_help="Show the audit log, oldest entry first.")
@which
@gradebook_file
@json_option
def log(assignment: str | None, path: Path, as_json: bool) -> None:
    """Show the audit log: every decision a person made, oldest first."""
    with opened(path, reading=True) as book:
        for entry in book.audit_log(assignment):
            if as_json:
                click.echo(json.dumps(entry))
            else:
                who = f"{entry['author']}  {entry['action']}  {entry['assignment']} {entry['learner']}".rstrip()
                click.echo(f"{entry['at']}  {who}  {json.dumps(entry['detail'], ensure_ascii=False)}")
