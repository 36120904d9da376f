"""grader derive"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options
from grader.cli.spoken import to_stderr

__all__ = ["derive"]


@click.command(epilog="Exit codes: 0 done or everything matches, 2 a file differs (--check) or a source is invalid.")
@click.argument("names", nargs=-1, metavar="[ASSIGNMENT]...")
@click.option("--check", is_flag=True, help="Write nothing; exit with 2 if a file on disk differs.")
@options.course_folder
def derive(names: tuple[str, ...], check: bool, course: Path | None) -> None:
    """Make exercises/ and quizzes/ from solutions/, and prove that no answer leaks.

    Also redraws the lesson's pictures in solutions/NAME/public/images/.

    \b
    Examples:
      grader derive                      all assignments
      grader derive layer_norm --check
    """
    from grader.authoring import derive as deriving
    from grader.core.errors import UsageError
    from grader.course import loading as courses

    root = options.root_of(course)
    wrong: list[str] = []
    changed = False
    for name in names or courses.assignments(root):
        assignment = courses.load(root, courses.pick(root, name))
        files = deriving.derive(root, assignment) | deriving.drawn(root, assignment)
        if check:
            wrong += [str(path) for path in deriving.stale(root, files) + deriving.orphans(root, assignment, files)]
            continue
        for path in deriving.write(root, files):
            click.echo(f"wrote {path}")
            changed = True
        for path in deriving.orphans(root, assignment, files):
            (root / path).unlink()
            click.echo(f"removed {path}")
            changed = True
    if wrong:
        raise UsageError("\n".join(f"{path}: differs from its source; run `grader derive`" for path in wrong))
    if not check and not changed:
        to_stderr("nothing to do: exercises/ and quizzes/ match solutions/")
    if check:
        click.echo("exercises/ and quizzes/ match solutions/")
