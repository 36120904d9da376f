"""grader init KIND [DIR]"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options

if TYPE_CHECKING:
    from grader.core.model import Assignment

__all__ = ["init"]

_KINDS = ("github", "classroom50", "classic", "central")


@click.command(
    epilog="Exit codes: 0 written or listed, 2 a file would be overwritten, or no course found,\n3 internal error."
)
@click.argument("kind", type=click.Choice(_KINDS), required=False)
@click.argument("out", type=click.Path(file_okay=False, path_type=Path), default=".", metavar="[DIR]")
@click.option("--list", "listing", is_flag=True, help="List the files of each kind without writing them.")
@click.option("--force", is_flag=True, help="Overwrite existing files that differ.")
@click.option("--assignment", "-a", "wanted", multiple=True, metavar="NAME", help="Only this one; repeatable.")
@options.course_folder
@options.first_language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def init(
    kind: str | None,
    out: Path,
    listing: bool,
    force: bool,
    wanted: tuple[str, ...],
    course: Path | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Write the workflows and instructions for a hosting platform into DIR.

    \b
    github       a learner's repository: the visible checks on every push
    classroom50  a bundle for Classroom 50, and the grade written back
    classic      a repository created by the former GitHub Classroom
    central      the grade of record: clone, grade and write back in three jobs

    Actions are pinned to commits, and jobs have the least permissions. Existing files are never overwritten without
    --force.

    \b
    Examples:
      grader init --list
      grader init github ../template
      grader init central
    """
    import json

    from grader.core.errors import UsageError
    from grader.course import loading as courses
    from grader.integrations.github import workflow_templates

    root = options.root_of(course)
    names = [courses.pick(root, name) for name in wanted] or list(courses.assignments(root))
    if not names:
        raise UsageError(f"{root}: no assignment found; `grader new NAME` starts one")
    public = [courses.load(root, name, public=not (root / "solutions" / name).is_dir()) for name in names]
    language = options.written_language(lang, public)
    if listing:
        _list((kind,) if kind else _KINDS, public, language, as_json=as_json)
        return
    if kind is None:
        raise UsageError(f"name a kind: {', '.join(_KINDS)} (`grader init --list` says what each is for)")
    done = workflow_templates.write(out, workflow_templates.skeleton(kind, public, language, kept=out), force=force)
    if as_json:
        click.echo(json.dumps({"schema": "grader/init/1", "kind": kind, "out": str(out), "files": done}))
        return
    for path, what in done.items():
        click.echo(f"{what} {out / path}")


def _list(kinds: Sequence[str], assignments: Sequence[Assignment], lang: str, *, as_json: bool) -> None:
    """Say which files each kind has."""
    import json

    from grader.integrations.github import workflow_templates

    files = {kind: list(workflow_templates.skeleton(kind, assignments, lang)) for kind in kinds}
    if as_json:
        click.echo(json.dumps(files))
        return
    for kind, names in files.items():
        click.echo(f"{kind}: {workflow_templates.KINDS[kind].purpose}")
        click.echo("\n".join(f"  {name}" for name in names))
