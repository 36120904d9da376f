"""grader status"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options, spoken
from grader.cli.check import looking, meaning, show

__all__ = ["status"]


@click.command(cls=spoken.Command, epilog="Exit codes: 0 shown, 2 no course here, 3 internal error.")
@options.assignment
@options.course_folder
@options.language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters only.")
def status(assignment_id: str | None, course: Path | None, lang: str | None, as_json: bool, ascii_only: bool) -> None:
    """Show your progress: visible checks of each step, hints seen, predictions, quiz answers.

    The checks run again only if your file has changed since the last run.

    \b
    Examples:
      grader status
      grader status --lang ko
    """
    import json

    from grader.course import visible_checks
    from grader.student.progress import look_up, next_of, status_data, status_screen

    root, assignment = options.lesson(course, assignment_id)
    look = meaning(looking(lang, ascii_only), root, assignment, lang)
    standing = look_up(root, assignment, visible_checks.read_suite(root, assignment))
    if as_json:
        click.echo(json.dumps(status_data(standing, look), ensure_ascii=False))
    else:
        show([*status_screen(standing, look), *next_of(standing, look)], look)
