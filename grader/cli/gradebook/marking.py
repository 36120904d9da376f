"""grader gradebook marking-sheet | import-marks: open questions, marked by a person."""

from __future__ import annotations

import getpass
from pathlib import Path

import click

from grader.cli import options
from grader.cli.gradebook.arguments import EXIT, gradebook_file, opened, picked, which, with_author
from grader.cli.options import AttemptsOption, with_attempts
from grader.core.errors import UsageError

__all__ = ["import_marks", "marking_sheet"]


@click.command("marking-sheet", epilog=EXIT, short_help="Open answers that wait for a mark, as CSV.")
@click.argument("assignment", required=False, metavar="[ASSIGNMENT]")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help="The sheet, a new file; default: standard output.",
)
@click.option("--anonymous", is_flag=True, help="Without names: a code, which `import-marks` understands.")
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
    """Write the open answers of the quiz that nobody has marked yet, all answers to one question together.

    Fill in `points` (2, 1.5 or 3/2) and, if you like, `note`, and give the sheet to `grader gradebook import-marks`.
    The rubric stands beside each answer, in points of the assignment.

    \b
    Example:
      grader gradebook marking-sheet self_attention --anonymous -o sheet.csv
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
            raise UsageError(f"{which} has no quiz, so nothing in it waits for a mark")
        bank = load_bank(quiz)
        text = sheet_of(bank, answers, lambda name: book.marking_code(which, name), language, anonymous=anonymous)
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


@click.command("import-marks", epilog=EXIT, short_help="Take in the marks of a marking sheet.")
@click.argument("sheet", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv")
@with_author
@which
@with_attempts
@gradebook_file
@options.course_folder
def import_marks(
    sheet: Path, author: str | None, assignment: str | None, attempts: str | None, path: Path, course: Path | None
) -> None:
    """Take in the marks of a sheet that `marking-sheet` wrote, all of them or none.

    A line without points is left for later. Where the learner's answer has changed since the sheet was written, the
    line is named and its mark not taken; the next sheet has the new answer. A mark given again replaces the one before.

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
        waiting = sum(final.waiting for final in book.finals(which, attempts=counts))
    for line in found.stale:
        click.echo(f"{line}: its mark is not taken, the next sheet has the new answer", err=True)
    told = f"{new} new marks for {which}, {len(found.given) - new} as before, {found.later} lines without points"
    click.echo(f"{sheet}: {told}; {waiting} open answers wait", err=True)
