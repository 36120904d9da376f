"""grader check [STEP...]"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options, spoken
from grader.core.errors import UsageError

if TYPE_CHECKING:
    from grader.core.model import Assignment
    from grader.core.terminal import TerminalStyle
    from grader.course.visible_checks import VisibleSuite
    from grader.suite.visible.process import Runner
    from grader.suite.visible.run import Checked

__all__ = ["check", "looking", "meaning", "show"]


def looking(lang: str | None, ascii_only: bool = False) -> TerminalStyle:
    """How screens are to look on this standard output, in one of the product's languages: see `meaning`."""
    from grader.core.languages import choose
    from grader.core.terminal import look_for

    name = click.get_current_context().find_root().info_name or "grader"
    return look_for(choose(lang), sys.stdout.encoding, ascii_only=ascii_only, command=name)


def meaning(look: TerminalStyle, root: Path, assignment: Assignment, lang: str | None) -> TerminalStyle:
    """The same look in a language of the assignment; its commands name the assignment where they have to.

    Raises UsageError where the assignment lacks the language that is asked for.
    """
    import dataclasses

    from grader.course.loading import to_be_named

    meant = f"-a {assignment.id}" if to_be_named(root, assignment.id, Path.cwd()) else look.meant
    return dataclasses.replace(look, meant=meant, language=options.language_of(lang, assignment))


def show(lines: Sequence[str], look: TerminalStyle) -> None:
    """Print a screen, with colour where it is wanted."""
    from grader.core.terminal import colour_wanted, painted

    colour = colour_wanted(sys.stdout.isatty())
    click.echo("\n".join(painted(lines, look) if colour else lines), color=colour)


@click.command(
    cls=spoken.Command,
    epilog="Exit codes: 0 the visible checks that were asked for pass, 1 some do not (yet),\n"
    "2 no such step or no course here, 3 the machine's fault, 130 interrupted.",
)
@click.argument("steps", nargs=-1, metavar="[STEP]...", shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option("--watch", "-w", is_flag=True, help="Check again on every save; r = run now, q = quit.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output; with --watch one line a run.")
@click.option("--ascii", "ascii_only", is_flag=True, help="No signs beyond ASCII.")
def check(
    steps: tuple[str, ...],
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    watch: bool,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Run the visible checks on your file: one screen, with what to do next at its end.

    STEP is a step's name, its number, or one of its functions. Hidden checks run when you hand in; they use other
    numbers and shapes, so this is practice and not a grade.

    \b
    Examples:
      grader check                 every step
      grader check softmax 6       two steps
      grader check --watch         again on every save
    """
    from grader.suite.visible.process import Runner

    ready = Runner()  # numpy is being loaded over there while the course is read here
    try:
        passed = _check(ready, steps, assignment_id, course, (looking(lang, ascii_only), lang), watch, as_json)
    finally:
        ready.close()
    if not passed:
        raise SystemExit(1)


def _check(
    ready: Runner,
    words: tuple[str, ...],
    assignment_id: str | None,
    course: Path | None,
    asked: tuple[TerminalStyle, str | None],
    watch: bool,
    as_json: bool,
) -> bool:
    import json

    from grader.course import visible_checks
    from grader.student.check_json import check_data
    from grader.student.screen import HEIGHT, check_screen
    from grader.submissions.working_file import learner_file, notebook_file
    from grader.suite.visible import run

    root, assignment = options.lesson(course, assignment_id, words)
    look = meaning(asked[0], root, assignment, asked[1])
    steps = visible_checks.wanted_steps(assignment, words)

    def once(runner: Runner | None) -> bool:
        suite = visible_checks.read_suite(root, assignment)
        if runner is not None and suite.needs_pytest:
            runner.close()
            runner = None
        checked = run.check(assignment, suite, steps, runner=runner)
        attempt = _remembered(root, checked, suite, look)
        if as_json:
            click.echo(json.dumps(check_data(checked, attempt, look), ensure_ascii=False))
        else:
            show(check_screen(root, checked, attempt, look, HEIGHT - 1 if watch else HEIGHT), look)
        return checked.passed

    if not watch:
        return once(ready)
    files = (learner_file(assignment), notebook_file(assignment), visible_checks.path_of(assignment))
    return _watched(once, ready, files, look, as_json)


def _watched(
    once: Callable[[Runner | None], bool], ready: Runner, files: tuple[Path, ...], look: TerminalStyle, quiet: bool
) -> bool:
    """Check now and on every save, until q. The next process is made ready while nothing happens."""
    from grader.student.watch import Keys, events, mark
    from grader.suite.visible.process import Runner

    waiting: list[Runner] = [ready]

    def prepare() -> None:
        if not waiting:
            waiting.append(Runner())

    def round_() -> bool:
        if sys.stdout.isatty() and not quiet:
            click.clear()
        try:
            passed = once(waiting.pop() if waiting else None)
        except UsageError as error:  # a file that is half saved, or gone for a moment
            click.echo(look.say("usage.error", text=error.words(look.language)), err=True)
            passed = False
        click.echo(look.say("kit.watching", file=files[0].name), err=quiet)
        sys.stdout.flush()
        return passed

    seen = [mark(path) for path in files]
    passed = round_()
    try:
        with Keys() as keys:
            for _ in events(files, keys, seen, before=prepare):
                passed = round_()
    finally:
        for runner in waiting:
            runner.close()
    return passed


def _remembered(root: Path, checked: Checked, suite: VisibleSuite, look: TerminalStyle) -> int:
    """Note the run; a folder that cannot be written costs the memory, not the check."""
    from grader.core.errors import MachineError
    from grader.student import state

    try:
        return state.remember(root, checked, suite)
    except MachineError as error:
        click.echo(look.say("kit.not_kept", reason=error.words(look.language).partition(";")[0]), err=True)
        return 0
