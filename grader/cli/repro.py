"""grader repro CHECK"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options, spoken
from grader.cli.check import looking, meaning
from grader.cli.spoken import to_stderr

__all__ = ["repro"]


@click.command(cls=spoken.Command, epilog="Exit codes: 0 shown, 2 no such check, 3 internal error.")
@click.argument("check", metavar="CHECK", shell_complete=options.check_names)
@options.assignment
@options.course_folder
@options.language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def repro(check: str, assignment_id: str | None, course: Path | None, lang: str | None, as_json: bool) -> None:
    """Print at most eight lines of plain numpy that reproduce what a visible check tests.

    CHECK is the check's id as `grader check` shows it, or its beginning. The lines go to standard output, so you can
    run them directly or paste them into a Python session.

    \b
    Examples:
      grader repro standardize.two_numbers
      grader repro standardize.two_numbers | python -
    """
    import json

    from grader.core.model import Outcome
    from grader.course import visible_checks
    from grader.student.repro import script
    from grader.suite.visible import run

    root, assignment = options.lesson(course, assignment_id, (check,))
    suite = visible_checks.read_suite(root, assignment)
    wanted = visible_checks.find_check(suite, check)
    checked = run.check(assignment, suite, (assignment.step(wanted.step),))
    seen = next((one for one in checked.seen if one.check.id == wanted.id), None)
    notebook = checked.source.in_cells
    lines = script(assignment, suite, wanted, Path.cwd(), seen.test_line if seen else None, notebook)
    look = meaning(looking(lang), root, assignment, lang)
    if as_json:
        outcome = str(seen.outcome) if seen else "crashed"
        data = {"schema": "grader/repro/1", "check": wanted.id, "outcome": outcome, "script": lines}
        click.echo(json.dumps(data, ensure_ascii=False))
        return
    to_stderr(f"# {look.say('kit.repro_head', id=wanted.id, title=wanted.title[look.language])}")
    click.echo(lines, nl=False)
    if seen is not None and seen.outcome is Outcome.PASSED:
        to_stderr(f"# {look.say('kit.repro_passes')}")
    elif notebook:
        to_stderr(f"# {look.say('kit.repro_paste', file=checked.source.file)}")
    else:
        to_stderr(f"# {look.say('kit.repro_run', command=look.run('repro', wanted.id))}")
