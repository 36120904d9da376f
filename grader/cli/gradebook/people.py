"""grader gradebook init | import-roster | received | late: who takes part, and until when."""

from __future__ import annotations

import datetime
import getpass
from fractions import Fraction
from pathlib import Path

import click

from grader.cli.gradebook.arguments import EXIT, gradebook_file, opened, picked, which, with_author
from grader.core.errors import UsageError

__all__ = ["import_roster", "init", "late", "received"]

_COMPLAINTS = 20  # shown; the others are counted


@click.command(epilog=EXIT, short_help="Make a gradebook, and note assignments in it.")
@click.argument("assignments", nargs=-1, metavar="[ASSIGNMENT...]")
@gradebook_file
def init(assignments: tuple[str, ...], path: Path) -> None:
    """Make a gradebook, and note assignments in it.

    `grader grade DIR --gradebook FILE` does this by itself; it is needed to set a due date before anything is graded.
    """
    with opened(path, create=True) as book:
        for one in assignments:
            book.add_assignment(one)
        click.echo(f"{path}: {', '.join(book.assignments()) or 'no assignment yet'}", err=True)


@click.command("import-roster", epilog=EXIT, short_help="Add people from a CSV.")
@click.argument("roster", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["canvas", "moodle", "worksheet", "classroom50", "plain"]),
    help="What wrote it; default: told by its header.",
)
@gradebook_file
@with_author
def import_roster(roster: Path, kind: str | None, path: Path, author: str | None) -> None:
    """Add people from a CSV: an export of Canvas, Moodle or Classroom 50, or columns id, name, email, section.

    Known people are brought up to date; nobody is removed. A file with a mistake in it changes nothing.
    """
    from grader.gradebook.roster_csv import read_roster

    found, people = read_roster(roster, kind)
    with opened(path, create=True) as book:
        new, changed = book.import_roster(people, roster.name, author or getpass.getuser())
    same = len(people) - new - changed
    click.echo(f"{roster}: {found}, {len(people)} people: {new} new, {changed} changed, {same} as before", err=True)


@click.command(epilog=EXIT, short_help="Note when submissions arrived, by the server's clock.")
@click.argument("table", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@which
@gradebook_file
@with_author
def received(table: Path, assignment: str | None, path: Path, author: str | None) -> None:
    """Note when submissions arrived, by the server's clock: columns submission (or learner) and received_at.

    The `repos.csv` of `grader cohort fetch` has them too (learner, pushed_at), for what was fetched. Files' own dates
    are never used. With a name that is no submission and not on the roster nothing is noted.
    """
    from grader.gradebook.late_policy import moment
    from grader.gradebook.roster_csv import read_table

    header, rows = read_table(table)
    named = next((name for name in ("submission", "learner", "id") if name in header), None)
    timed = next((name for name in ("received_at", "received", "pushed_at") if name in header), None)
    if named is None or timed is None:
        raise UsageError(f"{table}:1: it needs the columns 'submission' and 'received_at'; it has: {', '.join(header)}")
    meant = [row for row in rows if row.get(timed) and row.get("state") in ("", "fetched")]
    times = [(row, moment(row.get(timed), f"{row.where}: {timed}")) for row in meant]
    with opened(path) as book:
        which = picked(book, assignment)
        sender = book.submission_finder(which)
        arrivals: list[tuple[str, datetime.datetime]] = []
        wrong: list[str] = []
        for row, when in times:
            try:
                arrivals.append((sender(row.get(named)), when))
            except UsageError as error:
                wrong.append(f"{row.where}: {error}")
        if wrong:
            more = [f"and {len(wrong) - _COMPLAINTS} more"] if len(wrong) > _COMPLAINTS else []
            raise UsageError("\n".join([*wrong[:_COMPLAINTS], *more, f"{table}: nothing of it was noted"]))
        news = book.receive(which, arrivals, author or getpass.getuser(), table.name)
    passed = len(rows) - len(times)
    told = f"{table}: {len(times)} arrivals noted for {which}, {news} of them new, {passed} lines passed over"
    click.echo(told, err=True)


@click.command(epilog=EXIT)
@click.option(
    "--due",
    metavar="TIME",
    help="When it is due, 2026-12-01T23:59+09:00; a date alone is the end of that day, UTC; `none` takes it back.",
)
@click.option("--grace", metavar="SPAN", help="How late is still in time, such as 15m.")
@click.option("--per-day", metavar="PART", help="What a day that has begun costs, such as 10%, of the possible points.")
@click.option("--cap", metavar="PART", help="The most that lateness costs, such as 50%.")
@which
@gradebook_file
@with_author
def late(
    due: str | None,
    grace: str | None,
    per_day: str | None,
    cap: str | None,
    assignment: str | None,
    path: Path,
    author: str | None,
) -> None:
    """Set or show the late policy. Scores stay as they are: it is laid over them when grades are asked for."""
    import dataclasses

    from grader.gradebook import late_policy as lateness

    asked = [due, grace, per_day, cap]
    with opened(path, reading=asked == [None] * 4) as book:
        which = picked(book, assignment)
        policy = book.policy(which)
        if due is not None:
            policy = dataclasses.replace(policy, due_at=None if due == "none" else lateness.due(due, "--due"))
        if grace is not None:
            policy = dataclasses.replace(policy, grace_seconds=lateness.span(grace, "--grace"))
        if per_day is not None:
            policy = dataclasses.replace(policy, per_day=lateness.part(per_day, "--per-day"))
        if cap is not None:
            policy = dataclasses.replace(policy, cap=lateness.part(cap, "--cap"))
        if policy != book.policy(which):
            book.set_policy(which, policy, author or getpass.getuser())
    when = policy.due_at.isoformat() if policy.due_at else "no due date"
    told = f"grace {_span(policy.grace_seconds)}, {_percent(policy.per_day)} a day, at most {_percent(policy.cap)}"
    click.echo(f"{which}: {when}, {told}", err=True)


def _span(seconds: int) -> str:
    """Seconds in the largest unit that leaves no rest, as the option takes them."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "m")):
        if seconds and seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"


def _percent(part: Fraction) -> str:
    """A part as a percentage where that is short, else as it is."""
    return f"{float(part * 100):g}%" if 10000 % part.denominator == 0 else str(part)
