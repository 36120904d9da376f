"""grader reset STEP..."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options, spoken
from grader.cli.check import looking, meaning

if TYPE_CHECKING:
    from grader.core.model import Assignment
    from grader.core.terminal import TerminalStyle

__all__ = ["reset"]


@click.command(
    cls=spoken.Command, epilog="Exit codes: 0 restored (or nothing to restore), 2 no such step, 3 internal error."
)
@click.argument("steps", nargs=-1, metavar="[STEP]...", shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option("--all", "everything", is_flag=True, help="Restore the whole file as you received it.")
@click.option(
    "--kit", "kits_own", is_flag=True, help="Restore the kit's own files, such as the visible checks; your work stays."
)
@click.option("--undo", "undoing", is_flag=True, help="Restore what the last reset replaced.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def reset(
    steps: tuple[str, ...],
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    everything: bool,
    kits_own: bool,
    undoing: bool,
    as_json: bool,
) -> None:
    """Restore the empty functions of a step so that you can start over. Your version is backed up, and --undo restores
    it.

    \b
    Examples:
      grader reset standardize
      grader reset --all
      grader reset --kit
      grader reset --undo
    """
    from grader.core.errors import UsageError
    from grader.core.languages import both
    from grader.course.kit_hashes import KIT
    from grader.student import reset as resetting

    if sum((bool(steps), everything, kits_own, undoing)) != 1:
        raise UsageError(both("usage.reset_what"))
    if kits_own:  # before the assignment is read: its manifest may be what has to be restored
        look = looking(lang)
        _told(*_kit_put_back(options.root_of(course), look), None, look, as_json=as_json)
        return
    root, assignment = options.lesson(course, assignment_id, steps)
    look = meaning(looking(lang), root, assignment, lang)
    changed: tuple[str, ...] = ()
    kept: Path | None
    if undoing:
        kept = resetting.undo(root, assignment)
        messages = [look.say("kit.undone", path=_shown(kept, root)), _how_to_undo(look)]
    else:
        changed, kept, messages = _put_back(root, assignment, steps, look, everything=everything)
        if everything and (root / KIT).is_file():
            own, said = _kit_put_back(root, look)
            changed, messages = (*changed, *own), [*messages, *(said if own else [])]
    _told(changed, messages, _shown(kept, root) if kept is not None else None, look, undone=undoing, as_json=as_json)


def _told(
    changed: tuple[str, ...],
    messages: list[str],
    backup: str | None,
    look: TerminalStyle,
    *,
    undone: bool = False,
    as_json: bool,
) -> None:
    """Say what was restored."""
    import json

    from grader.core.terminal import wrapped

    if as_json:
        data = {"schema": "grader/reset/1", "changed": list(changed), "backup": backup, "undone": undone}
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        click.echo("\n".join(line for text in messages for line in wrapped(text, look.width, 2)))


def _kit_put_back(root: Path, look: TerminalStyle) -> tuple[tuple[str, ...], list[str]]:
    """Restore the kit's own files: which ones, and what to say."""
    from grader.student import reset as resetting

    done, lost = resetting.put_kit_back(root)
    messages = [look.say("kit.reset_done", functions=", ".join(done))] if done else []
    messages += [look.say("kit.kit_lost", files=", ".join(lost))] if lost else []
    return done, messages or [look.say("kit.kit_same")]


def _put_back(
    root: Path, assignment: Assignment, steps: tuple[str, ...], look: TerminalStyle, *, everything: bool
) -> tuple[tuple[str, ...], Path | None, list[str]]:
    """Put the stubs back; the functions that changed, the backup if there was a file, and what to say."""
    from grader.core.atomic_write import write_whole
    from grader.student import reset as resetting
    from grader.submissions.working_file import learner_file

    path = learner_file(assignment)
    given = resetting.original(root, assignment)
    if everything and given is not None:
        before = path.read_bytes() if path.is_file() else b""
        text, names, functions = given, assignment.functions, path.name
        changed = names if before != given.encode() else ()
    else:
        text, names, changed = _stubbed(root, assignment, steps, given, everything=everything)
        functions = ", ".join(f"{name}()" for name in (changed or names))
    if not changed:
        return (), None, [look.say("kit.reset_same", functions=functions)]
    kept = resetting.keep(root, assignment) if path.is_file() else None
    write_whole(path, text)
    messages = [look.say("kit.reset_done", functions=functions)]
    if kept is not None:
        messages += [look.say("kit.reset_kept", path=_shown(kept, root)), _how_to_undo(look)]
    return changed, kept, messages


def _stubbed(
    root: Path, assignment: Assignment, steps: tuple[str, ...], given: str | None, *, everything: bool
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The learner's file with stubs, the functions that were asked for, and those of them that changed.

    Raises UsageError where there is no such step or no file.
    """
    from grader.core.errors import UsageError
    from grader.core.languages import both
    from grader.course import visible_checks
    from grader.student import reset as resetting
    from grader.submissions.working_file import learner_file

    wanted, path = visible_checks.wanted_steps(assignment, steps), learner_file(assignment)
    own = (name for step in wanted for name in resetting.functions_of(assignment, step))
    names = assignment.functions if everything else tuple(own)
    if not path.is_file():
        raise UsageError(both("usage.file_missing", file=_shown(path, root)))
    text, changed = resetting.put_back(resetting.read_any(path), names, given)
    return text, names, changed


def _how_to_undo(look: TerminalStyle) -> str:
    return look.say("kit.reset_undo", command=look.run("reset", "--undo"))


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
