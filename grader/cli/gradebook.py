"""grader gradebook init | import-roster | received | late | show | override | marking-sheet | import-marks ..."""

from __future__ import annotations

import getpass
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options
from grader.errors import MachineError, UsageError

if TYPE_CHECKING:
    from grader.cohort.gradebook import Gradebook
    from grader.cohort.grades import Final
    from grader.cohort.people import Learner

__all__ = ["gradebook"]

_EXIT = "Exit codes: 0 done, 2 the command or its files are off, 3 the file is damaged or cannot be written."


@click.group(epilog=_EXIT)
def gradebook() -> None:
    """The gradebook: who is on the roster, what counts, and what a person has decided.

    \b
    Examples:
      grader gradebook import-roster roster.csv
      grader gradebook late --due 2026-12-01T23:59+09:00 --grace 15m --per-day 10% --cap 50%
      grader gradebook show
      grader gradebook override ada 62 --reason "step 5: right by another convention"
    """


def _file(command: Any) -> Any:
    return click.option(
        "--gradebook", "path", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
        default=Path("gradebook.db"), show_default=True, help="The gradebook's file.",
    )(command)  # fmt: skip


def _which(command: Any) -> Any:
    return click.option("--assignment", "-a", "assignment", metavar="NAME", help="Which assignment, if several.")(
        command
    )


def _said(command: Any) -> Any:
    command = click.option("--reason", required=True, metavar="TEXT", help="Why; kept in the trail.")(command)
    return _author(command)


def _author(command: Any) -> Any:
    return click.option("--author", metavar="NAME", help="Who decides; default: your user name.")(command)


def _json(command: Any) -> Any:
    return click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")(command)


def _open(path: Path, *, create: bool = False) -> Gradebook:
    from grader.cohort.gradebook import Gradebook

    return Gradebook.open(path, create=create)


def _pick(book: Gradebook, wanted: str | None) -> str:
    """The assignment that is meant. Raises UsageError."""
    known = book.assignments()
    if wanted is not None or len(known) == 1:
        return wanted or known[0]
    if not known:
        raise UsageError(f"{book.path}: no assignment in it yet; `grader gradebook init NAME` adds one")
    raise UsageError(f"{book.path}: several assignments ({', '.join(known)}): name one with --assignment")


@gradebook.command(epilog=_EXIT, short_help="Make a gradebook, and note assignments in it.")
@click.argument("assignments", nargs=-1, metavar="[ASSIGNMENT...]")
@_file
def init(assignments: tuple[str, ...], path: Path) -> None:
    """Make a gradebook, and note assignments in it.

    `grader grade DIR --gradebook FILE` does this by itself; it is needed to set a due date before anything is graded.
    """
    with _open(path, create=True) as book:
        for one in assignments:
            book.add_assignment(one)
        click.echo(f"{path}: {', '.join(book.assignments()) or 'no assignment yet'}", err=True)


@gradebook.command("import-roster", epilog=_EXIT, short_help="Add people from a CSV.")
@click.argument("roster", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@click.option("--format", "kind", type=click.Choice(["canvas", "moodle", "worksheet", "classroom50", "plain"]),
              help="What wrote it; default: told by its header.")  # fmt: skip
@_file
@_author
def import_roster(roster: Path, kind: str | None, path: Path, author: str | None) -> None:
    """Add people from a CSV: an export of Canvas, Moodle or Classroom 50, or columns id, name, email, section.

    Known people are brought up to date; nobody is removed. A file with a mistake in it changes nothing.
    """
    from grader.cohort.roster import read_roster

    found, people = read_roster(roster, kind)
    with _open(path, create=True) as book:
        new, changed = book.import_roster(people, roster.name, author or getpass.getuser())
    same = len(people) - new - changed
    click.echo(f"{roster}: {found}, {len(people)} people: {new} new, {changed} changed, {same} as before", err=True)


@gradebook.command(epilog=_EXIT, short_help="Note when submissions arrived, by the server's clock.")
@click.argument("table", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@_which
@_file
def received(table: Path, assignment: str | None, path: Path) -> None:
    """Note when submissions arrived, by the server's clock: columns submission (or learner) and received_at.

    The `repos.csv` of `grader cohort fetch` has them too (learner, pushed_at). Files' own dates are never used.
    """
    from grader.cohort.late import moment
    from grader.cohort.roster import read_table

    header, rows = read_table(table)
    named = next((name for name in ("submission", "learner", "id") if name in header), None)
    timed = next((name for name in ("received_at", "received", "pushed_at") if name in header), None)
    if named is None or timed is None:
        raise UsageError(f"{table}:1: it needs the columns 'submission' and 'received_at'; it has: {', '.join(header)}")
    times = []
    for row in rows:
        if row.get(timed):
            times.append((row.get(named), moment(row.get(timed), f"{row.where}: {timed}")))
    with _open(path) as book:
        which = _pick(book, assignment)
        book.receive(which, times)
    click.echo(
        f"{table}: {len(times)} arrivals noted for {which}, {len(rows) - len(times)} lines without a time", err=True
    )


@gradebook.command(epilog=_EXIT)
@click.option("--due", metavar="TIME", help="When it is due, 2026-12-01T23:59+09:00; a date alone is the end of that "
              "day, UTC; `none` takes it back.")  # fmt: skip
@click.option("--grace", metavar="SPAN", help="How late is still in time, such as 15m.")
@click.option("--per-day", metavar="PART", help="What a day that has begun costs, such as 10%, of the possible points.")
@click.option("--cap", metavar="PART", help="The most that lateness costs, such as 50%.")
@_which
@_file
@_author
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

    from grader.cohort import late as lateness

    with _open(path) as book:
        which = _pick(book, assignment)
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


@gradebook.command(epilog=_EXIT)
@_which
@_file
@_json
def show(assignment: str | None, path: Path, as_json: bool) -> None:
    """Everybody's grade: raw score, override, lateness, total."""
    with _open(path) as book:
        which = _pick(book, assignment)
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


@gradebook.command(epilog=_EXIT, short_help="Set points in place of a learner's score.")
@click.argument("learner")
@click.argument("points", required=False, metavar="[POINTS]")
@click.option("--clear", is_flag=True, help="Take the override back.")
@_said
@_which
@_file
def override(
    learner: str, points: str | None, clear: bool, author: str | None, reason: str, assignment: str | None, path: Path
) -> None:
    """Set points in place of a learner's score. Lateness still applies; what was overridden is kept.

    POINTS is a number such as 62, 61.5 or 123/2.
    """
    from grader.model import exact

    if clear == (points is not None):
        raise UsageError("give POINTS, or --clear to take an override back")
    value = None if points is None else _points(points)
    with _open(path) as book:
        which = _pick(book, assignment)
        book.override(which, learner, value, author or getpass.getuser(), reason)
        final = book.final(which, learner)
        if value is not None and final.raw is not None and value > final.possible:
            most = f"more than the {exact(final.possible)} that there are without bonus; --clear takes it back"
            click.echo(f"note: {points} is {most}", err=True)
        _tell(final)


@gradebook.command("import-overrides", epilog=_EXIT, short_help="Set the points of many learners from a CSV.")
@click.argument("table", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@click.option("--reason", metavar="TEXT", help="Where a line has none of its own.")
@_author
@_which
@_file
def import_overrides(table: Path, reason: str | None, author: str | None, assignment: str | None, path: Path) -> None:
    """Set points in place of many learners' scores: columns learner, points, and reason, all of them or none.

    A line without points is passed over. Points are the learner's whole score, with the quiz and the bonus; marks of
    the quiz's open questions alone come in with `marking-sheet` and `import-marks`.

    \b
    Example:
      grader gradebook import-overrides marked.csv --reason "marked on paper"
    """
    from grader.cohort.roster import read_table

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
        found[who] = (row.where, _points(row.get("points"), f"{row.where}: "), why)
    with _open(path) as book:
        which = _pick(book, assignment)
        book.override_many(
            which, [(who, points, why) for who, (_, points, why) in found.items()], author or getpass.getuser()
        )
    click.echo(f"{table}: {len(found)} overrides for {which}, {len(rows) - len(found)} lines without points", err=True)


@gradebook.command("marking-sheet", epilog=_EXIT, short_help="Open answers that wait for a mark, as CSV.")
@click.argument("assignment", required=False, metavar="[ASSIGNMENT]")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv",
              help="The sheet, a new file; default: standard output.")  # fmt: skip
@click.option("--anonymous", is_flag=True, help="Without names: a code, which `import-marks` understands.")
@_file
@options.course_folder
@options.language
def marking_sheet(
    assignment: str | None, output: Path | None, anonymous: bool, path: Path, course: Path | None, lang: str | None
) -> None:
    """Write the open answers of the quiz that nobody has marked yet, all answers to one question together.

    Fill in `points` (2, 1.5 or 3/2) and, if you like, `note`, and give the sheet to `grader gradebook import-marks`.
    The rubric stands beside each answer, in points of the assignment.

    \b
    Example:
      grader gradebook marking-sheet self_attention --anonymous -o sheet.csv
    """
    from grader import course as courses
    from grader.locale import choose
    from grader.marking_sheet import sheet_of
    from grader.quiz import load_bank

    with _open(path) as book:
        which = _pick(book, assignment)
        answers = list(book.open_answers(which))
        waiting = sum(one.mark is None for one in answers)
        bank = load_bank(courses.load(options.root_of(course), which).folder / "quiz.yaml")
        text = sheet_of(
            bank, answers, lambda name: book.marking_code(which, name), choose(lang), anonymous=anonymous
        )  # fmt: skip
    if output is None:
        click.echo(text.removeprefix("\ufeff"), nl=False)
    else:
        _new_file(output, text)
    told = f"{waiting} open answers to mark, {len(answers) - waiting} marked already"
    click.echo(f"{output or which}: {told}", err=True)


def _new_file(path: Path, text: str) -> None:
    """Write a file that is not there yet. Raises UsageError, MachineError."""
    from grader.quiz.answers import save

    if path.exists():
        raise UsageError(f"{path}: is there already, perhaps with marks in it; name another file")
    save(path, text)


@gradebook.command("import-marks", epilog=_EXIT, short_help="Take in the marks of a marking sheet.")
@click.argument("sheet", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@_author
@_which
@_file
def import_marks(sheet: Path, author: str | None, assignment: str | None, path: Path) -> None:
    """Take in the marks of a sheet that `marking-sheet` wrote, all of them or none.

    A line without points is left for later. Where the learner's answer has changed since the sheet was written, the
    line is named and its mark not taken; the next sheet has the new answer. A mark given again replaces the one before.

    \b
    Example:
      grader gradebook import-marks sheet.csv --author "Kim"
    """
    from grader.marking_sheet import read_marks

    with _open(path) as book:
        which = _pick(book, assignment)
        found = read_marks(sheet, book, which)
        new = book.mark(which, found.given, author or getpass.getuser())
        waiting = sum(final.waiting for final in book.finals(which))
    for line in found.stale:
        click.echo(f"{line}: its mark is not taken, the next sheet has the new answer", err=True)
    told = f"{new} new marks for {which}, {len(found.given) - new} as before, {found.later} lines without points"
    click.echo(f"{sheet}: {told}; {waiting} open answers wait", err=True)


def _points(text: str, where: str = "") -> Fraction:
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if value < 0:
        raise UsageError(f"{where}{text!r}: write points such as 62, 61.5 or 123/2")
    return value


def _tell(final: Final) -> None:
    """The grade as it stands now."""
    from grader.report.text import points

    raw = "no score" if final.raw is None else f"raw {points(final.raw)}/{points(final.possible)}"
    total = "none" if final.total is None else points(final.total)
    due = f", due {final.late.due_at.isoformat()}" if final.late.due_at else ""
    click.echo(f"{final.learner}: {raw}, late -{points(final.deduction)}, total {total}{due}", err=True)


@gradebook.command(epilog=_EXIT)
@click.argument("learner")
@click.argument("until", required=False, metavar="[TIME]")
@click.option("--clear", is_flag=True, help="Take the extension back.")
@_said
@_which
@_file
def extend(
    learner: str, until: str | None, clear: bool, author: str | None, reason: str, assignment: str | None, path: Path
) -> None:
    """Give a learner a due date of their own.

    TIME is such as 2026-12-08T18:00+09:00; without a zone it is UTC, and a date alone is the end of that day.
    """
    from grader.cohort.late import due as due_by

    if clear == (until is not None):
        raise UsageError("give TIME, or --clear to take an extension back")
    with _open(path) as book:
        which = _pick(book, assignment)
        due = None if until is None else due_by(until)
        book.extend(which, learner, due, author or getpass.getuser(), reason)
        _tell(book.final(which, learner))


@gradebook.command(epilog=_EXIT, short_help="Take over the results of other gradebooks.")
@click.argument("others", nargs=-1, required=True, metavar="OTHER.db...",
                type=click.Path(dir_okay=False, path_type=Path))  # fmt: skip
@_file
def merge(others: tuple[Path, ...], path: Path) -> None:
    """Take over the results of other gradebooks: parts of a cohort that were graded on several machines.

    What is there already stays, and taking one over twice changes nothing.
    """
    with _open(path, create=True) as book:
        for place in others:
            with _open(place) as other:
                click.echo(f"{place}: {book.merge(other)} results taken over", err=True)


@gradebook.command(epilog=_EXIT, short_help="Everything that people have decided, oldest first.")
@_which
@_file
@_json
def log(assignment: str | None, path: Path, as_json: bool) -> None:
    """The trail: everything that people have decided, oldest first."""
    with _open(path) as book:
        for entry in book.trail(assignment):
            if as_json:
                click.echo(json.dumps(entry))
            else:
                who = f"{entry['author']}  {entry['action']}  {entry['assignment']} {entry['learner']}".rstrip()
                click.echo(f"{entry['at']}  {who}  {json.dumps(entry['detail'], ensure_ascii=False)}")


@gradebook.command(epilog=_EXIT, short_help="Say whether the file is whole.")
@_file
def check(path: Path) -> None:
    """Check the file: SQLite's integrity check, and that every row refers to one that is there."""
    with _open(path) as book:
        problems = book.integrity()
    if problems:
        raise MachineError(f"{path}: damaged: {problems[0]}; put a backup in its place")
    click.echo(f"{path}: whole", err=True)
