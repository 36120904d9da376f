"""grader init KIND [DIR]"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options

__all__ = ["init"]

_KINDS = ("github", "classroom50", "classic", "central")


@click.command(
    epilog="Exit codes: 0 written or listed, 2 a file would be overwritten, or no course is here,\n"
    "3 the machine's fault."
)
@click.argument("kind", type=click.Choice(_KINDS), required=False)
@click.argument("out", type=click.Path(file_okay=False, path_type=Path), default=".", metavar="[DIR]")
@click.option("--list", "listing", is_flag=True, help="Say which files each kind has, and write nothing.")
@click.option("--force", is_flag=True, help="Overwrite files that are there and say something else.")
@click.option("--assignment", "-a", "wanted", multiple=True, metavar="NAME", help="Only this one; may be given again.")
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
    """Write the workflows and instructions of a way of hosting into DIR.

    \b
    github       a learner's repository: the visible checks on every push
    classroom50  a bundle for Classroom 50, and the grade written back
    classic      a repository that GitHub Classroom left behind
    central      the grade of record: clone, grade and write back in three jobs

    Actions are pinned to commits, jobs have the least permissions. A file that is there is never overwritten without
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
        raise UsageError(f"{root}: no assignment there; `grader new NAME` starts one")
    public = [courses.load(root, name, public=not (root / "solutions" / name).is_dir()) for name in names]
    language = options.written_language(lang, public)
    if listing:
        kinds = (kind,) if kind else _KINDS
        found = {one: list(workflow_templates.skeleton(one, public, language)) for one in kinds}
        if as_json:
            click.echo(json.dumps(found))
            return
        for one, files in found.items():
            click.echo(f"{one}: {workflow_templates.KINDS[one].purpose}")
            click.echo("\n".join(f"  {file}" for file in files))
        return
    if kind is None:
        raise UsageError(f"say which: {', '.join(_KINDS)} (`grader init --list` says what each is for)")
    done = workflow_templates.write(out, workflow_templates.skeleton(kind, public, language), force=force)
    if as_json:
        click.echo(json.dumps({"schema": "grader/init/1", "kind": kind, "out": str(out), "files": done}))
        return
    for path, what in done.items():
        click.echo(f"{what} {out / path}")
