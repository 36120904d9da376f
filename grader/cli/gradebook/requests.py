"""grader gradebook requests: questions of learners about their grade, taken from a file."""

from __future__ import annotations

import getpass
from pathlib import Path

import click

from grader.cli.gradebook.arguments import EXIT, gradebook_file, opened, picked, which, with_author
from grader.core.errors import UsageError

__all__ = ["requests"]


@click.command(epilog=EXIT, short_help="Take learners' questions about their grade from a CSV file, or list them.")
@click.argument("table", required=False, type=click.Path(dir_okay=False, path_type=Path), metavar="[FILE.csv]")
@with_author
@which
@gradebook_file
def requests(table: Path | None, author: str | None, assignment: str | None, path: Path) -> None:
    """Take learners' questions about their grade from a CSV file, or list those that are there.

    The file has the columns learner and text, and may have step. A form's result sheet works when its columns are named
    so. Taking the same file again adds only what is new. Answer them in `grader serve`: the answer stands in the
    learner's report and page.

    \b
    Examples:
      grader gradebook requests questions.csv
      grader gradebook requests
    """
    with opened(path) as book:
        name = picked(book, assignment)
        if table is None:
            for one in book.requests(name):
                where = f" ({one.step})" if one.step else ""
                click.echo(f"{book.learner_of(one.submission)}{where}: {one.text}")
                click.echo(f"  {one.author}: {one.reply}" if one.reply else "  no answer yet")
            return
        find = book.submission_finder(name)
        rows = [(find(learner), step, text) for learner, step, text in _rows(table)]
        new = book.take_requests(name, rows, table.name, author or getpass.getuser())
    click.echo(f"{table}: {len(rows)} questions, {new} new", err=True)


def _rows(table: Path) -> list[tuple[str, str, str]]:
    """Learner, step and text of each line. Raises UsageError with file and line."""
    from grader.gradebook.roster_csv import read_table

    header, rows = read_table(table, longest=4000)
    if not {"learner", "text"} <= set(header):
        raise UsageError(f"{table}:1: it needs the columns 'learner' and 'text'; it has: {', '.join(header)}")
    for row in rows:
        if not row.get("learner") or not row.get("text"):
            raise UsageError(f"{row.where}: a question needs its learner and its text")
    return [(row.get("learner"), row.get("step"), row.get("text")) for row in rows]
