"""grader reset STEP..."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options, spoken
from grader.cli.check import looking, meaning

__all__ = ["reset"]


@click.command(
    cls=spoken.Command, epilog="Exit codes: 0 put back (or nothing to put back), 2 no such step, 3 the machine's fault."
)
@click.argument("steps", nargs=-1, metavar="[STEP]...", shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option("--all", "everything", is_flag=True, help="The whole file as it was given.")
@click.option("--undo", "undoing", is_flag=True, help="Bring back what the last reset replaced.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def reset(
    steps: tuple[str, ...],
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    everything: bool,
    undoing: bool,
    as_json: bool,
) -> None:
    """Put the empty functions of a step back, to start it anew. Your version is kept, and --undo brings it back.

    \b
    Examples:
      grader reset softmax
      grader reset --all
      grader reset --undo
    """
    import json

    from grader.core.atomic_write import write_whole
    from grader.core.errors import UsageError
    from grader.core.languages import both
    from grader.core.terminal import wrapped
    from grader.course import visible_checks
    from grader.student import reset as resetting
    from grader.submissions.working_file import learner_file

    if sum((bool(steps), everything, undoing)) != 1:
        raise UsageError(both("usage.reset_what"))
    root, assignment = options.lesson(course, assignment_id, steps)
    look, path = meaning(looking(lang), root, assignment, lang), learner_file(assignment)
    undo = look.run("reset", "--undo")
    changed: tuple[str, ...] = ()
    kept: Path | None = None
    told = []
    if undoing:
        kept = resetting.undo(root, assignment)
        told = [look.say("kit.undone", path=_shown(kept, root)), look.say("kit.reset_undo", command=undo)]
    else:
        given = resetting.original(root, assignment)
        wanted = visible_checks.wanted_steps(assignment, steps)
        if everything and given is not None:
            text, names = given, assignment.functions
            before = path.read_bytes() if path.is_file() else b""
            changed = names if before != given.encode() else ()
        else:
            names = (
                assignment.functions
                if everything
                else tuple(name for step in wanted for name in resetting.functions_of(assignment, step))
            )
            if not path.is_file():
                raise UsageError(both("usage.file_missing", file=_shown(path, root)))
            text, changed = resetting.put_back(resetting.read_any(path), names, given)
        whole = everything and given is not None
        functions = path.name if whole else ", ".join(f"{name}()" for name in (changed or names))
        if changed:
            kept = resetting.keep(root, assignment) if path.is_file() else None
            write_whole(path, text)
            told = [look.say("kit.reset_done", functions=functions)]
            if kept is not None:
                told += [look.say("kit.reset_kept", path=_shown(kept, root)), look.say("kit.reset_undo", command=undo)]
        else:
            told = [look.say("kit.reset_same", functions=functions)]
    if as_json:
        backup = _shown(kept, root) if kept is not None else None
        data = {"schema": "grader/reset/1", "changed": list(changed), "backup": backup, "undone": undoing}
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        click.echo("\n".join(line for text in told for line in wrapped(text, look.width, 2)))


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
