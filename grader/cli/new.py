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
@click.option(
    "--lang",
    "languages",
    multiple=True,
    metavar="LANGUAGE",
    help="The languages of its texts, such as en or en,ko, the first one first; may be given again. Default: those of "
    "the course's other assignments, or else en.",
)
def new(name: str, course: Path | None, languages: tuple[str, ...]) -> None:
    """Start an assignment: two small steps in solutions/NAME that already work.

    \b
    Example:
      grader new layer_norm
      grader new layer_norm --lang de
      grader derive layer_norm && grader verify layer_norm
    """
    from grader.authoring.scaffold import scaffold

    wanted = [word.strip() for words in languages for word in words.split(",") if word.strip()]
    for path in scaffold(course if course is not None else Path.cwd(), name, wanted):
        click.echo(f"wrote {path}")
    click.echo(f"Next: edit solutions/{name}, then `grader derive {name}` and `grader verify {name}`.")
