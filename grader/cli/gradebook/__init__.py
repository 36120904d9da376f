"""grader gradebook: the group of its commands."""

from __future__ import annotations

import click

from grader.cli.gradebook.arguments import EXIT
from grader.cli.gradebook.decisions import extend, import_overrides, log, override
from grader.cli.gradebook.keeping import check, merge
from grader.cli.gradebook.manual_marks import import_marks, marking_sheet
from grader.cli.gradebook.people import import_roster, init, late, received
from grader.cli.gradebook.requests import requests
from grader.cli.gradebook.showing import show

__all__ = ["gradebook"]


@click.group(epilog=EXIT)
def gradebook() -> None:
    """The gradebook: roster, grades, late policy, and decisions made by people.

    \b
    Examples:
      grader gradebook import-roster roster.csv
      grader gradebook late --due 2026-12-01T23:59+09:00 --grace 15m --per-day 10% --cap 50%
      grader gradebook show
      grader gradebook show ada
      grader gradebook override ada 62 --reason "step 5: right by another convention"
    """


for _command in (
    init,
    import_roster,
    received,
    late,
    show,
    override,
    import_overrides,
    marking_sheet,
    import_marks,
    extend,
    requests,
    merge,
    log,
    check,
):
    gradebook.add_command(_command)
