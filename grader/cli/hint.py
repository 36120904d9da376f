"""grader hint STEP"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options, spoken
from grader.cli.spoken import to_stderr

if TYPE_CHECKING:
    from grader.core.model import Assignment
    from grader.core.terminal import TerminalStyle
    from grader.course.hints import StepHint

__all__ = ["hint"]


@dataclasses.dataclass(frozen=True)
class HintOptions:
    """The arguments and options of `grader hint`."""

    step: str | None
    assignment_id: str | None
    course: Path | None
    lang: str | None
    report: Path | None
    everything: bool
    again: bool
    yes: bool
    as_json: bool


@click.command(
    cls=spoken.Command, epilog="Exit codes: 0 shown, 2 no such step, no hints for it, or the cost was declined."
)
@click.argument("step", metavar="STEP", required=False, shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A JSON report; hints for the mistake it names come first.",
)
@click.option("--all", "everything", is_flag=True, help="All hints at once.")
@click.option("--again", is_flag=True, help="Show the last hint again.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation where hints cost points.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
@options.gathered(HintOptions)
def hint(chosen: HintOptions) -> None:
    """Show the next hint for a step: first a question, then a tiny case, then the formula in words.

    STEP is a step's name, its number, or one of its functions. Hints cost no points unless the assignment says so; then
    the command asks first.

    \b
    Examples:
      grader hint standardize
      grader hint 5 --again
      grader hint standardize --report report.json
    """
    from grader.cli.check import looking, meaning
    from grader.core.errors import UsageError
    from grader.core.languages import both
    from grader.course import hints
    from grader.student import state
    from grader.suite.visible.named_mistakes import read_known

    root, assignment = options.lesson(chosen.course, chosen.assignment_id, (chosen.step,) if chosen.step else ())
    look = meaning(looking(chosen.lang), root, assignment, chosen.lang)
    wanted = hints.wanted_step(assignment, chosen.step)
    title = state.looks_like(root, assignment.id, wanted.id)
    known = read_known(assignment.folder)
    named = next((mistake for mistake in known if (mistake.step, mistake.title["en"]) == (wanted.id, title)), None)
    found = hints.hints_of(assignment.folder, wanted, look.language, chosen.report, named)
    if not found:
        raise UsageError(both("usage.no_hints", step=wanted.id))
    before = state.hints_seen(root, assignment.id, wanted.id, found[0].looks_like)
    last = len(found) if chosen.everything else min(max(before if chosen.again else before + 1, 1), len(found))
    if last > before:
        price = assignment.hint_cost * (last - before)
        if price and not chosen.yes:
            _agreed(price, wanted.id, look, ask=not chosen.as_json)
        _noted(root, assignment, (wanted.id, found[0].looks_like), last, look)
    _show(found if chosen.everything else [found[last - 1]], assignment, wanted.id, look, as_json=chosen.as_json)


def _agreed(price: Fraction, step: str, look: TerminalStyle, *, ask: bool) -> None:
    """Ask whether hints may cost `price` points. Raises UsageError where nobody can be asked, Abort for a no."""
    import sys

    from grader.core.errors import UsageError
    from grader.core.model import exact

    if not ask or not sys.stdin.isatty():
        raise UsageError(look.say("hint.confirm", points=exact(price), command=look.run("hint", step)))
    with spoken.clicks_words():
        click.confirm(look.say("hint.ask", points=exact(price)), abort=True)


def _noted(root: Path, assignment: Assignment, about: tuple[str, str], last: int, look: TerminalStyle) -> None:
    """Remember how many hints were seen. Raises MachineError where they cost points and it cannot be written."""
    from grader.core.errors import MachineError
    from grader.student import state

    try:
        state.note_hints(root, assignment.id, *about, last)
    except MachineError as error:
        if assignment.hint_cost:  # what costs points is not shown before it is written down
            raise
        to_stderr(look.say("kit.not_kept", reason=error.words(look.language).partition(";")[0]))


def _show(shown: Sequence[StepHint], assignment: Assignment, step: str, look: TerminalStyle, *, as_json: bool) -> None:
    """Print the hints, and what to run next."""
    import json

    from grader.core.terminal import wrapped
    from grader.course import hints

    if as_json:
        click.echo(json.dumps([dataclasses.asdict(hint) for hint in shown], ensure_ascii=False))
        return
    title = next(each.title[look.language] for each in assignment.steps if each.id == step)
    for hint in shown:
        head = look.say("hint.head", title=title, number=hint.number, total=hint.total)
        like = look.say("report.looks_like", title=hint.looks_like) if hint.looks_like else ""
        for part in filter(None, (head, like, f"  {hint.text}")):
            click.echo("\n".join(wrapped(part, look.width, 2)))
    left = shown[-1].total - shown[-1].number
    if left:
        command, cost = look.run("hint", step), hints.price(assignment, look.language)
        click.echo(look.say("hint.more", left=left, command=command, cost=cost))
    else:
        click.echo(f"{look.say('kit.next')}: {look.run('check', step)}")
