"""grader hint STEP"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options, spoken

__all__ = ["hint"]


@click.command(
    cls=spoken.Command, epilog="Exit codes: 0 shown, 2 no such step, no hints for it, or a price not agreed to."
)
@click.argument("step", metavar="STEP", required=False, shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A JSON report: a mistake that it names gives its own hints first.",
)
@click.option("--all", "everything", is_flag=True, help="All hints at once.")
@click.option("--again", is_flag=True, help="The last hint once more.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask, where the assignment sets a cost for hints.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def hint(
    step: str | None,
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    report: Path | None,
    everything: bool,
    again: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Show the next hint for a step: first a question, then a tiny case, then the formula in words.

    STEP is a step's name, its number, or one of its functions. No points are lost, unless the
    assignment says so; then it asks first.

    \b
    Examples:
      grader hint softmax
      grader hint 5 --again
      grader hint softmax --report report.json
    """
    import dataclasses
    import json
    import sys

    from grader.cli.check import looking, meaning
    from grader.core.errors import MachineError, UsageError
    from grader.core.languages import both
    from grader.core.model import exact
    from grader.core.terminal import wrapped
    from grader.course import hints
    from grader.student import state
    from grader.suite.visible.named_mistakes import read_known

    root, assignment = options.lesson(course, assignment_id, (step,) if step else ())
    look = meaning(looking(lang), root, assignment, lang)
    language = look.language
    wanted = hints.wanted_step(assignment, step)
    title = state.looks_like(root, assignment.id, wanted.id)
    named = next(
        (one for one in read_known(assignment.folder) if (one.step, one.title["en"]) == (wanted.id, title)), None
    )
    found = hints.hints_of(assignment.folder, wanted, language, report, named)
    if not found:
        raise UsageError(both("usage.no_hints", step=wanted.id))
    before = state.hints_seen(root, assignment.id, wanted.id, found[0].looks_like)
    last = len(found) if everything else min(max(before if again else before + 1, 1), len(found))
    price = assignment.hint_cost * max(last - before, 0)
    if price and not yes:
        if as_json or not sys.stdin.isatty():
            raise UsageError(look.say("hint.confirm", points=exact(price), command=look.run("hint", wanted.id)))
        with spoken.clicks_words():
            click.confirm(look.say("hint.ask", points=exact(price)), abort=True)
    if last > before:
        try:
            state.note_hints(root, assignment.id, wanted.id, found[0].looks_like, last)
        except MachineError as error:
            if price:  # what costs points is not shown before it is written down
                raise
            click.echo(look.say("kit.not_kept", reason=error.words(language).partition(";")[0]), err=True)
    shown = found if everything else [found[last - 1]]
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(one) for one in shown], ensure_ascii=False))
        return
    for one in shown:
        head = look.say("hint.head", title=wanted.title[language], number=one.number, total=one.total)
        like = look.say("report.looks_like", title=one.looks_like) if one.looks_like else ""
        for part in filter(None, (head, like, f"  {one.text}")):
            click.echo("\n".join(wrapped(part, look.width, 2)))
    left = shown[-1].total - shown[-1].number
    if left:
        command, cost = look.run("hint", wanted.id), hints.price(assignment, language)
        click.echo(look.say("hint.more", left=left, command=command, cost=cost))
    else:
        click.echo(f"{look.say('kit.next')}: {look.run('check', wanted.id)}")
