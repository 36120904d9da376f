"""grader hint STEP"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options

__all__ = ["hint"]


@click.command(epilog="\b\nExit codes: 0 shown, 2 no such step or no hints for it.")
@click.argument("step", metavar="STEP", shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="A JSON report: a mistake that it names gives its own hints first.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="All hints at once.")
@click.option("--again", is_flag=True, help="The last hint once more.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def hint(
    step: str,
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    report: Path | None,
    everything: bool,
    again: bool,
    as_json: bool,
) -> None:
    """Show the next hint for a step: first a question, then a tiny case, then the formula in words.

    STEP is a step's name, its number, or one of its functions. No points are lost.

    \b
    Examples:
      grader hint softmax
      grader hint 5 --again
      grader hint softmax --report report.json
    """
    import dataclasses
    import json

    from grader import course as courses
    from grader import hints
    from grader.errors import UsageError
    from grader.locale import choose, say

    root = options.root_of(course)
    assignment = courses.load(root, courses.pick(root, assignment_id, Path.cwd()), public=True)
    language = choose(lang)
    wanted = hints.find_step(assignment, step)
    found = hints.hints_of(assignment.folder, wanted, language, report)
    if not found:
        raise UsageError(f"no hints for step {wanted.id!r}")
    key = f"{assignment.id}.{wanted.id}" + (f".{found[0].looks_like}" if found[0].looks_like else "")
    state = root / ".grader" / "state.json"
    shown = found if everything else [hints.next_hint(state, key, found, again=again)]
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(one) for one in shown], ensure_ascii=False))
        return
    for one in shown:
        head = say(language, "hint.head", title=wanted.title[language], number=one.number, total=one.total)
        like = say(language, "report.looks_like", title=one.looks_like) if one.looks_like else ""
        click.echo("\n".join(part for part in (head, like, f"  {one.text}") if part))
    left = shown[-1].total - shown[-1].number
    if left:
        click.echo(say(language, "hint.more", left=left, step=wanted.id))
