"""grader stats SOURCE"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from grader.cli import options
from grader.cli.options import AttemptsOption, with_attempts

__all__ = ["stats"]


@click.command(
    epilog="Exit codes: 0 done, 2 no reports found, 3 some files were skipped because they are not\n"
    "reports (each is named), or internal error, 130 interrupted."
)
@click.argument("source", type=click.Path(path_type=Path), metavar="SOURCE")
@with_attempts
@options.assignment
@options.course_folder
@options.language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, schema grader/stats/1.")
@click.option("--full", is_flag=True, help="List every check, every answer and every learner.")
def stats(
    source: Path,
    attempts: str | None,
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    as_json: bool,
    full: bool,
) -> None:
    """Statistics of a class: points per step, misconceptions, item analysis, who needs help.

    SOURCE is a folder of reports as `grader grade -o` writes it, a JSON Lines file, or a gradebook.db. Held points are
    counted separately, never as zero. Item statistics need at least 30 learners. docs/statistics.md explains each
    figure.

    \b
    Examples:
      grader stats reports/
      grader stats gradebook.db --assignment layer_norm --full
      grader stats reports/ --json | jq '.misconceptions[0]'
    """
    import json

    from grader.analytics import summarise
    from grader.analytics.text import stats_text
    from grader.cli.source import LeftOut, cohort_of
    from grader.core.safe_text import encodable

    language, left_out = options.language_around(lang, course), LeftOut()
    summary = summarise(cohort_of(source, assignment_id, course, left_out, AttemptsOption(attempts, course)))
    if as_json:
        utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        data = {**summary.to_data(language), "left_out": left_out.named}
        click.echo(json.dumps(data, ensure_ascii=not utf8))
    else:
        width = max(80, min(160, shutil.get_terminal_size((120, 24)).columns))
        click.echo(encodable(stats_text(summary, language, full=full, width=width), sys.stdout.encoding), nl=False)
    left_out.end()
