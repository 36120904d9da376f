"""grader grade PATH..."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from grader.cli import options
from grader.model import LEVELS, Report

__all__ = ["grade"]


@click.command(epilog="\b\nExit codes: 0 graded (whatever the scores), 2 nothing to grade or a broken course,\n"
               "3 our own fault or the machine's (points are held, none are lost), 130 interrupted.")  # fmt: skip
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@options.assignment
@options.course_folder
@options.language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one report a line.")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Write for each submission into DIR: JSON, text, a page, the instructor's page.")  # fmt: skip
@click.option("--only", multiple=True, metavar="STEP", help="Only this step or check; may be given again.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Seed of the hidden data; default 1.")
@click.option("--isolation", type=click.Choice(LEVELS),
              help="Required level. 'process' runs anywhere and is practice, not a grade.")  # fmt: skip
@click.option("--full", is_flag=True, help="Name every check, not only the first troubles.")
@click.option("--ascii", "ascii_only", is_flag=True, help="No signs beyond ASCII.")
def grade(
    paths: tuple[Path, ...],
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    as_json: bool,
    output: Path | None,
    only: tuple[str, ...],
    seed: int | None,
    isolation: str | None,
    full: bool,
    ascii_only: bool,
) -> None:
    """Grade submissions with the hidden suite.

    PATH is a folder, a .py, a .ipynb, a .zip or .tar.gz, or a folder of such submissions. One submission is
    shown in full, several as a table.

    \b
    Examples:
      grader grade alice/                       one folder
      grader grade submissions/ -o reports/     a cohort, with a report for each learner
      grader grade submissions/ --json | jq .earned
    """
    from grader import course as courses
    from grader import intake, run
    from grader.locale import choose
    from grader.report.data import report_json
    from grader.report.files import write_whole
    from grader.report.glyphs import for_encoding
    from grader.report.html import report_html
    from grader.report.table import table_text
    from grader.report.text import report_text
    from grader.text import encodable, file_name

    root = options.root_of(course)
    assignment = courses.load(root, courses.pick(root, assignment_id, paths[0]))
    language = choose(lang)
    width = max(60, min(120, shutil.get_terminal_size((80, 24)).columns))
    encoding = "ascii" if ascii_only and language == "en" else sys.stdout.encoding
    glyphs = for_encoding(encoding, ascii_only=ascii_only)
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    reports: list[Report] = []

    def deliver(report: Report) -> None:
        reports.append(report)
        if as_json:
            click.echo(report_json(report, ascii_only=not utf8))  # no letter of an id may be lost
        if output is not None:
            name = file_name(report.submission_id)
            write_whole(output / f"{name}.json", report_json(report, indent=2) + "\n")
            write_whole(output / f"{name}.txt", report_text(report, language, full=True))
            write_whole(output / f"{name}.html", report_html(report, language))
            full_page = report_html(report, language, audience="instructor")
            write_whole(output / "instructor" / f"{name}.html", full_page)

    run.grade(
        assignment, intake.find(paths, assignment), deliver, isolation=isolation,
        seed=run.DEFAULT_SEED if seed is None else seed, only=only, language=language,
    )  # fmt: skip
    if not as_json:
        if len(reports) == 1:
            text = report_text(reports[0], language, glyphs=glyphs, width=min(width, 100), full=full)
        else:
            text = table_text(reports, language, glyphs=glyphs, width=width)
        click.echo(encodable(text, encoding), nl=False)
    if output is not None:
        click.echo(f"{len(reports)} reports in {output}", err=True)
    broken = [report.submission_id for report in reports if report.broken]
    if broken:
        named = ", ".join(broken[:5]) + (" ..." if len(broken) > 5 else "")
        click.echo(f"{len(broken)} with checks that failed for our reasons (points held): {named}", err=True)
        raise SystemExit(3)
