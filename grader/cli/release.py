"""grader release OUT"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import click

from grader.cli import options
from grader.core.errors import UsageError

__all__ = ["release"]


@dataclasses.dataclass(frozen=True)
class ReleaseOptions:
    """The arguments and options of `grader release`."""

    out: Path
    as_zip: bool
    as_git: bool
    ci: bool
    hints: tuple[str, ...]
    no_hints: bool
    wanted: tuple[str, ...]
    course: Path | None
    lang: str | None
    as_json: bool


@click.command(
    epilog="Exit codes: 0 written, 2 OUT exists, a source is invalid, or private material would leak\n"
    "(each line says where), 3 internal error."
)
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@click.option("--zip", "as_zip", is_flag=True, help="Write a ZIP archive named OUT.")
@click.option("--git", "as_git", is_flag=True, help="Write a Git repository with one commit, for use as a template.")
@click.option("--ci", is_flag=True, help="Add a workflow that runs the visible checks on every push.")
@click.option("--assignment", "-a", "wanted", multiple=True, metavar="NAME", help="Only this one; repeatable.")
@click.option(
    "--hints",
    multiple=True,
    metavar="MISTAKE",
    help="Add this known mistake's title, hints and symptom values; repeatable, for one assignment. "
    "Default: the assignment's kit_hints.",
)
@click.option("--no-hints", is_flag=True, help="Add no known mistakes, regardless of kit_hints.")
@options.course_folder
@options.first_language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
@options.gathered(ReleaseOptions)
def release(chosen: ReleaseOptions) -> None:
    """Instructor: write the learner's kit, without anything from solutions/ or examples/.

    The kit is made from solutions/, not from exercises/. The same sources give the same bytes. All files are searched
    for private material first; if any is found, nothing is written.

    The kit contains no known mistakes. --hints, or kit_hints in assignment.yaml, adds the title, reason, hints and
    symptom values (never code) of those you select.

    \b
    Examples:
      grader release ../layer-norm-kit
      grader release kit.zip --zip --lang ko
      grader release ../template --git --ci
      grader release ../kit --hints x01_axis0 --hints c02_div_dk
    """
    from grader.authoring.release import kit as releasing
    from grader.course import loading as courses

    if chosen.as_zip and chosen.as_git:
        raise UsageError("--zip and --git are two kits; run the command twice")
    root = options.root_of(chosen.course)
    names = _assignments(root, chosen)
    hints = () if chosen.no_hints else chosen.hints or None
    language = options.written_language(chosen.lang, [courses.load(root, name) for name in names])
    files = releasing.kit_files(root, names, language=language, ci=chosen.ci, hints=hints)
    commit = None
    if chosen.as_zip:
        releasing.write_zip(chosen.out, files)
    elif chosen.as_git:
        commit = releasing.write_git(chosen.out, files)
    else:
        releasing.write_folder(chosen.out, files)
    _tell(chosen, names, files, commit)


def _assignments(root: Path, chosen: ReleaseOptions) -> list[str]:
    """The assignments that go into the kit. Raises UsageError where there are none, or the options do not fit."""
    from grader.course import loading as courses

    names = [courses.pick(root, name) for name in chosen.wanted] or [
        name for name in courses.assignments(root) if (root / "solutions" / name).is_dir()
    ]
    if not names:
        raise UsageError(f"nothing to release: {root} holds no solutions/*/assignment.yaml")
    if chosen.hints and chosen.no_hints:
        raise UsageError("--hints and --no-hints exclude each other")
    if chosen.hints and len(names) > 1:
        raise UsageError("--hints is for one assignment; name it with -a")
    if chosen.out.resolve().is_relative_to(root / "solutions"):
        raise UsageError("the kit cannot lie inside solutions/")
    return names


def _tell(chosen: ReleaseOptions, names: list[str], files: Mapping[str, bytes], commit: str | None) -> None:
    """Say what was written."""
    import hashlib
    import json

    size = sum(map(len, files.values()))
    listed = (f"{name}\0{hashlib.sha256(data).hexdigest()}\n".encode() for name, data in files.items())
    digest = hashlib.sha256(b"".join(listed)).hexdigest()
    if chosen.as_json:
        data = {
            "schema": "grader/release/1",
            "out": str(chosen.out),
            "assignments": names,
            "files": list(files),
            "bytes": size,
            "sha256": digest,
            "commit": commit,
        }
        click.echo(json.dumps(data, ensure_ascii=False))
        return
    out = chosen.out
    click.echo(f"wrote {out}: {len(files)} files, {size // 1024} KiB, {', '.join(names)}; no private material in it")
    click.echo(f"sha256 of its contents: {digest[:16]}" + (f"; commit {commit[:12]}" if commit else ""))
