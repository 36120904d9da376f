"""grader cohort-report SOURCE OUT"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.options import AttemptsOption, with_attempts
from grader.cli.spoken import to_stderr

if TYPE_CHECKING:
    from grader.reports.schema import Report

__all__ = ["cohort_report"]


@click.command(
    "cohort-report",
    epilog="Exit codes: 0 written, 2 no reports found or OUT contains other files,\n"
    "3 some files were skipped because they are not reports (each is named), or a page cannot be written,\n"
    "130 interrupted.",
)
@click.argument("source", type=click.Path(path_type=Path), metavar="SOURCE")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@with_attempts
@options.assignment
@options.course_folder
@options.language
@click.option("--anonymous", is_flag=True, help="Replace names with aliases in random order, and leave out file paths.")
@click.option("--no-learners", is_flag=True, help="Only the class's page, without a page for each learner.")
def cohort_report(
    source: Path,
    out: Path,
    attempts: str | None,
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    anonymous: bool,
    no_learners: bool,
) -> None:
    """Make a static site for a class: points, misconceptions, item analysis, growth, and a page for each learner.

    SOURCE is a folder of reports as `grader grade -o` writes it, a JSON Lines file, or a gradebook.db. The site
    consists of plain files: open OUT/index.html. It needs no network and works without JavaScript.

    \b
    Examples:
      grader cohort-report reports/ site/
      grader cohort-report gradebook.db site/ --lang ko
      grader cohort-report reports/ for-the-staff-room/ --anonymous
    """
    from grader.analytics.site.pages import Site, aliases_of, write_site
    from grader.cli.source import LeftOut, choices_of, claims_of, reports_of, standings_in

    left_out, counts = LeftOut(), AttemptsOption(attempts, course)

    def reports() -> Iterator[Report]:
        return reports_of(source, assignment_id, left_out, counts)

    first = next(iter(reports()), None)
    claims = claims_of(first.assignment, course) if first is not None else {}
    choices = choices_of(first.assignment, course) if first is not None else {}
    alias = aliases_of(reports) if anonymous else None
    standings = standings_in(source, assignment_id, counts)
    count = write_site(
        reports, out, Site(options.language_around(lang, course), alias, not no_learners, claims, choices, standings)
    )
    click.echo(str(out / "index.html"))
    to_stderr(f"{count} learners' pages" if count else "the class only")
    left_out.end()
