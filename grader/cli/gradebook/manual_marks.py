"""grader gradebook marking-sheet | import-marks: open questions, marked by a person."""

from __future__ import annotations

import getpass
from pathlib import Path

import click

from grader.cli import options
from grader.cli.gradebook.arguments import EXIT, gradebook_file, opened, picked, which, with_author
from grader.cli.options import AttemptsOption, with_attempts
from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError

__all__ = ["import_marks", "marking_sheet"]


@click.command("marking-sheet", epilog=EXIT, short_help="Export open answers that are not marked yet, as CSV.")
@click.argument("assignment", required=False, metavar="[ASSIGNMENT]")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help="The file to write, which must not exist; default: standard output.",
)
@click.option("--anonymous", is_flag=True, help="Replace names with codes that `import-marks` understands.")
@with_attempts
@gradebook_file
@options.course_folder
@options.language
def marking_sheet(
    assignment: str | None,
    output: Path | None,
    anonymous: bool,
    attempts: str | None,
    path: Path,
    course: Path | None,
    lang: str | None,
) -> None:
    """Export the quiz's open answers that nobody has marked yet, grouped by question.

    Fill in `points` (2, 1.5 or 3/2) and, if you like, `note`, then run `grader gradebook import-marks` on the sheet.
    Each row contains the rubric, in points of the assignment.

    \b
    Example:
      grader gradebook marking-sheet layer_norm --anonymous -o sheet.csv
    """
    from grader.course import loading as courses
    from grader.gradebook.marking_sheet import sheet_of
    from grader.quiz import load_bank

    with opened(path, reading=True) as book:
        which = picked(book, assignment)
        answers = list(book.open_answers(which, attempts=AttemptsOption(attempts, course).of(which)))
        waiting = sum(one.mark is None for one in answers)
        of = courses.load(options.root_of(course), which)
        quiz, language = of.folder / "quiz.yaml", options.language_of(lang, of)
        if not quiz.is_file():
            raise UsageError(f"{which} has no quiz, so there is nothing to mark")
        bank = load_bank(quiz)
        text = sheet_of(bank, answers, lambda name: book.marking_code(which, name), language, anonymous=anonymous)
    if output is None:
        click.echo(text.removeprefix("\ufeff"), nl=False)
    else:
        _new_file(output, text)
    told = f"{waiting} open answers to mark, {len(answers) - waiting} marked already"
    to_stderr(f"{output or which}: {told}")


def _new_file(path: Path, text: str) -> None:
    """Write a file that is not there yet. Raises UsageError, MachineError."""
    from grader.core.atomic_write import write_whole

    if path.exists():
        raise UsageError(f"{path}: exists already, perhaps with marks; name another file")
    write_whole(path, text)


@click.command("import-marks", epilog=EXIT, short_help="Import the marks from a marking sheet.")
@click.argument("sheet", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@with_author
@which
@with_attempts
@gradebook_file
@options.course_folder
def import_marks(
    sheet: Path, author: str | None, assignment: str | None, attempts: str | None, path: Path, course: Path | None
) -> None:
    """Import the marks of a sheet that `marking-sheet` wrote: all of them or none.

    A row without points is skipped. If the learner's answer has changed since the sheet was written, the row is
    reported and not imported; the next sheet has the new answer. A new mark replaces the old one.

    \b
    Example:
      grader gradebook import-marks sheet.csv --author "Kim"
    """
    from grader.gradebook.marking_sheet import read_marks

    with opened(path) as book:
        which = picked(book, assignment)
        counts = AttemptsOption(attempts, course).of(which)
        found = read_marks(sheet, book, which, attempts=counts)
        new = book.mark(which, found.given, author or getpass.getuser())
        waiting = sum(final.waiting for final in book.final_grades(which, attempts=counts))
    for line in found.stale:
        to_stderr(f"{line}: its mark was not imported; the next sheet has the new answer")
    told = f"{new} new marks for {which}, {len(found.given) - new} unchanged, {found.later} rows without points"
    to_stderr(f"{sheet}: {told}; {waiting} open answers left")
