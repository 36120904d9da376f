"""Options that the commands on a gradebook share, and how they open it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError

if TYPE_CHECKING:
    from grader.gradebook import Gradebook
    from grader.gradebook.final_grades import FinalGrade

__all__ = [
    "EXIT",
    "gradebook_file",
    "json_option",
    "opened",
    "picked",
    "points_of",
    "tell",
    "which",
    "with_author",
    "with_reason",
]

EXIT = "Exit codes: 0 done, 2 invalid arguments or input, 3 the file is damaged or cannot be written."


def gradebook_file(command: Any) -> Any:
    """--gradebook FILE, as `path`."""
    return click.option(
        "--gradebook",
        "path",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        default=Path("gradebook.db"),
        show_default=True,
        help="The gradebook's file.",
    )(command)


def which(command: Any) -> Any:
    """--assignment NAME."""
    return click.option(
        "--assignment", "-a", "assignment", metavar="NAME", help="The assignment, if there are several."
    )(command)


def with_reason(command: Any) -> Any:
    """--reason TEXT and --author NAME, for what goes into the trail."""
    command = click.option("--reason", required=True, metavar="TEXT", help="The reason, for the audit log.")(command)
    return with_author(command)


def with_author(command: Any) -> Any:
    """--author NAME."""
    return click.option("--author", metavar="NAME", help="Who decided, for the audit log; default: your user name.")(
        command
    )


def json_option(command: Any) -> Any:
    """--json, as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")(command)


def opened(path: Path, *, create: bool = False, reading: bool = False) -> Gradebook:
    """The gradebook, checked; only for `reading`, its place may be read-only. Raises UsageError, MachineError."""
    from grader.gradebook import Gradebook

    return Gradebook.open(path, create=create, reading=reading)


def picked(book: Gradebook, wanted: str | None) -> str:
    """The assignment that is meant. Raises UsageError."""
    known = book.assignments()
    if wanted is not None or len(known) == 1:
        return wanted or known[0]
    if not known:
        raise UsageError(f"{book.path}: no assignment in it yet; `grader gradebook init NAME` adds one")
    raise UsageError(f"{book.path}: several assignments ({', '.join(known)}): name one with --assignment")


def points_of(text: str, where: str = "") -> Fraction:
    """Points as a person writes them, exact. Raises UsageError."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if value < 0:
        raise UsageError(f"{where}{text!r}: write points such as 62, 61.5 or 123/2")
    return value


def tell(final: FinalGrade) -> None:
    """The grade as it stands now."""
    from grader.reports.rounding import points

    raw = "no score" if final.raw is None else f"raw {points(final.raw)}/{points(final.possible)}"
    total = "none" if final.total is None else points(final.total)
    due = f", due {final.late.due_at.isoformat()}" if final.late.due_at else ""
    to_stderr(f"{final.learner}: {raw}, late -{points(final.deduction)}, total {total}{due}")
