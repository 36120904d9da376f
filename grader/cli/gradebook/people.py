"""grader gradebook init | import-roster | received | late: who takes part, and until when."""

from __future__ import annotations

import datetime
import getpass
from fractions import Fraction
from pathlib import Path

import click

from grader.cli.gradebook.arguments import EXIT, gradebook_file, opened, picked, which, with_author
from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError

__all__ = ["import_roster", "init", "late", "received"]

_COMPLAINTS = 20  # shown; the others are counted


@click.command(epilog=EXIT, short_help="Create a gradebook and register assignments in it.")
@click.argument("assignments", nargs=-1, metavar="[ASSIGNMENT...]")
@gradebook_file
def init(assignments: tuple[str, ...], path: Path) -> None:
    """Create a gradebook and register assignments in it.

    `grader grade DIR --gradebook FILE` does this itself. Use this command to set a due date before anything is graded.
    """
    with opened(path, create=True) as book:
        for one in assignments:
            book.add_assignment(one)
        to_stderr(f"{path}: {', '.join(book.assignments()) or 'no assignment yet'}")


@click.command("import-roster", epilog=EXIT, short_help="Add people from a CSV file.")
@click.argument("roster", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["canvas", "moodle", "worksheet", "classroom50", "plain"]),
    help="Which system wrote it; default: detected from the header.",
)
@gradebook_file
@with_author
def import_roster(roster: Path, kind: str | None, path: Path, author: str | None) -> None:
    """Add people from a CSV file: an export from Canvas, Moodle or Classroom 50, or the columns id, name, email,
    section.

    Existing people are updated; nobody is removed. If the file has an error, nothing changes.
    """
    from grader.gradebook.roster_csv import read_roster

    found, people = read_roster(roster, kind)
    with opened(path, create=True) as book:
        new, changed = book.import_roster(people, roster.name, author or getpass.getuser())
    same = len(people) - new - changed
    to_stderr(f"{roster}: {found}, {len(people)} people: {new} new, {changed} changed, {same} as before")


@click.command(epilog=EXIT, short_help="Record when submissions were received, by the server's clock.")
@click.argument("table", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@which
@gradebook_file
@with_author
def received(table: Path, assignment: str | None, path: Path, author: str | None) -> None:
    """Record when submissions were received, by the server's clock: columns submission (or learner) and received_at.

    The `repos.csv` of `grader cohort fetch` works too (learner, pushed_at). File dates are never used. If any name is
    unknown, nothing is recorded.
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
    to_stderr(told)


@click.command(epilog=EXIT)
@click.option(
    "--due",
    metavar="TIME",
    help="When it is due, such as 2026-12-01T23:59+09:00; a date without a time means the end of that day, UTC; "
    "`none` removes it.",
)
@click.option("--grace", metavar="SPAN", help="How late still counts as on time, such as 15m.")
@click.option("--per-day", metavar="PART", help="Deduction per started day, in percent of the total, such as 10%.")
@click.option("--cap", metavar="PART", help="Maximum deduction, such as 50%.")
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
    """Set or show the late policy. Stored scores do not change; the policy applies when grades are computed."""
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
    to_stderr(f"{which}: {when}, {told}")


def _span(seconds: int) -> str:
    """Seconds in the largest unit that leaves no rest, as the option takes them."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "m")):
        if seconds and seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"


def _percent(part: Fraction) -> str:
    """A part as a percentage where that is short, else as it is."""
    return f"{float(part * 100):g}%" if 10000 % part.denominator == 0 else str(part)
