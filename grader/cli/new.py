"""grader new"""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["new"]


@click.command(epilog="Exit codes: 0 written, 2 the name is taken or not a valid Python name, 3 it cannot be written.")
@click.argument("name")
@click.option(
    "--course",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The course's repository; default: here.",
)
def new(name: str, course: Path | None) -> None:
    """Start an assignment: two small steps in solutions/NAME that already work.

    \b
    Example:
      grader new layer_norm
      grader derive layer_norm && grader verify layer_norm
    """
    from grader.authoring.scaffold import scaffold

    for path in scaffold(course if course is not None else Path.cwd(), name):
        click.echo(f"wrote {path}")
    click.echo(f"Next: edit solutions/{name}, then `grader derive {name}` and `grader verify {name}`.")
