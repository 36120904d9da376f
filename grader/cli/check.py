"""grader check [STEP...]"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options, spoken
from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError
from grader.core.safe_text import visible

if TYPE_CHECKING:
    from grader.core.model import Assignment
    from grader.core.terminal import TerminalStyle
    from grader.course.visible_checks import VisibleSuite
    from grader.execution.visible_process import VisibleProcess
    from grader.suite.visible.run import Checked

__all__ = ["check", "looking", "meaning", "show"]


def looking(lang: str | None, ascii_only: bool = False) -> TerminalStyle:
    """The terminal style for this standard output, in one of the product's languages: see `meaning`."""
    from grader.core.languages import choose
    from grader.core.terminal import look_for

    name = click.get_current_context().find_root().info_name or "grader"
    return look_for(choose(lang), sys.stdout.encoding, ascii_only=ascii_only, command=name)


def meaning(look: TerminalStyle, root: Path, assignment: Assignment, lang: str | None) -> TerminalStyle:
    """The same style in a language of the assignment; its commands name the assignment where several exist.

    Raises UsageError where the assignment lacks the language that is asked for.
    """
    import dataclasses

    from grader.course.loading import to_be_named

    meant = f"-a {assignment.id}" if to_be_named(root, assignment.id, Path.cwd()) else look.meant
    return dataclasses.replace(look, meant=meant, language=options.language_of(lang, assignment))


def show(lines: Sequence[str], look: TerminalStyle) -> None:
    """Print a screen, in colour where the terminal supports it."""
    from grader.core.terminal import colour_wanted, painted

    colour = colour_wanted(sys.stdout.isatty())
    click.echo("\n".join(painted(lines, look) if colour else lines), color=colour)


@click.command(
    cls=spoken.Command,
    epilog="Exit codes: 0 all requested visible checks pass, 1 some do not (yet),\n"
    "2 no such step or no course here, 3 internal error, 130 interrupted.",
)
@click.argument("steps", nargs=-1, metavar="[STEP]...", shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option("--watch", "-w", is_flag=True, help="Check again on every save; r = run now, q = quit.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output; with --watch, one line per run.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters only.")
def check(
    steps: tuple[str, ...],
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    watch: bool,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Run the visible checks on your file. The result is one screen that ends with what to do next.

    STEP is a step's name, its number, or one of its functions. Hidden checks run after you hand in and use other
    numbers and shapes, so this is practice, not a grade.

    \b
    Examples:
      grader check                 every step
      grader check standardize 2   two steps
      grader check --watch         again on every save
    """
    from grader.execution.visible_process import VisibleProcess

    ready = VisibleProcess()  # numpy is being loaded over there while the course is read here
    try:
        passed = _check(ready, steps, assignment_id, course, (looking(lang, ascii_only), lang), watch, as_json)
    finally:
        ready.close()
    if not passed:
        raise SystemExit(1)


def _check(
    ready: VisibleProcess,
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
    steps = visible_checks.wanted_steps(assignment, words, root)

    def once(process: VisibleProcess | None) -> bool:
        suite = visible_checks.read_suite(root, assignment)
        checked = run.check(assignment, suite, steps, ready=process)
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
    once: Callable[[VisibleProcess | None], bool],
    ready: VisibleProcess,
    files: tuple[Path, ...],
    look: TerminalStyle,
    quiet: bool,
) -> bool:
    """Check now and on every save, until q. The next process is prepared while idle."""
    from grader.execution.visible_process import VisibleProcess
    from grader.student.watch import Keys, events, mark

    waiting: list[VisibleProcess] = [ready]

    def prepare() -> None:
        if not waiting:
            waiting.append(VisibleProcess())

    def round_() -> bool:
        if sys.stdout.isatty() and not quiet:
            click.clear()
        try:
            passed = once(waiting.pop() if waiting else None)
        except UsageError as error:  # a file that is half saved, or gone for a moment
            to_stderr(look.say("usage.error", text=error.words(look.language)))
            passed = False
        click.echo(visible(look.say("kit.watching", file=files[0].name)), err=quiet)
        sys.stdout.flush()
        return passed

    seen = [mark(path) for path in files]
    passed = round_()
    try:
        with Keys() as keys:
            for _ in events(files, keys, seen, before=prepare):
                passed = round_()
    finally:
        for process in waiting:
            process.close()
    return passed


def _remembered(root: Path, checked: Checked, suite: VisibleSuite, look: TerminalStyle) -> int:
    """Save the attempt; if the folder cannot be written, the check still runs."""
    from grader.core.errors import MachineError
    from grader.student import state

    try:
        return state.remember(root, checked, suite)
    except MachineError as error:
        to_stderr(look.say("kit.not_kept", reason=error.words(look.language).partition(";")[0]))
        return 0
