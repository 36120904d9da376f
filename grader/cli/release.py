"""grader release OUT"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options

__all__ = ["release"]


@click.command(
    epilog="Exit codes: 0 written, 2 OUT is taken, a source is off, or something private would leak\n"
    "(each line says where), 3 the machine's fault."
)
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@click.option("--zip", "as_zip", is_flag=True, help="A ZIP archive; OUT is its name.")
@click.option("--git", "as_git", is_flag=True, help="A repository with one commit, to be a template.")
@click.option("--ci", is_flag=True, help="With a workflow that runs the visible checks on every push.")
@click.option("--assignment", "-a", "wanted", multiple=True, metavar="NAME", help="Only this one; may be given again.")
@click.option(
    "--hints",
    multiple=True,
    metavar="MISTAKE",
    help="Let the kit name this known mistake and show its hints; may be given again, one assignment. "
    "Default: the assignment's kit_hints.",
)
@click.option("--no-hints", is_flag=True, help="Let the kit name no mistake, whatever kit_hints says.")
@options.course_folder
@options.first_language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def release(
    out: Path,
    as_zip: bool,
    as_git: bool,
    ci: bool,
    hints: tuple[str, ...],
    no_hints: bool,
    wanted: tuple[str, ...],
    course: Path | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Instructor: write the learner's kit, without anything of solutions/ or examples/.

    Made from solutions/, not from what lies in exercises/. The same sources give the same bytes. Everything that
    would be written is searched for private material first, and nothing is written where some is found.

    Known mistakes stay with you, so a kit names none. It names the ones you choose, with --hints or with the key
    kit_hints of assignment.yaml: it then holds their title, reason and hints, and the values that the visible checks
    see of them, not their code.

    \b
    Examples:
      grader release ../self-attention-kit
      grader release kit.zip --zip --lang ko
      grader release ../template --git --ci
      grader release ../kit --hints x01_axis0 --hints c02_div_dk
    """
    import hashlib
    import json

    from grader.authoring.release import kit as releasing
    from grader.core.errors import UsageError
    from grader.course import loading as courses

    if as_zip and as_git:
        raise UsageError("--zip and --git are two kits; run the command twice")
    root = options.root_of(course)
    names = [courses.pick(root, name) for name in wanted] or [
        name for name in courses.assignments(root) if (root / "solutions" / name).is_dir()
    ]
    if not names:
        raise UsageError(f"nothing to release: {root} holds no solutions/*/assignment.yaml")
    if hints and no_hints:
        raise UsageError("--hints and --no-hints exclude each other")
    if hints and len(names) > 1:
        raise UsageError("--hints is for one assignment; name it with -a")
    if out.resolve().is_relative_to(root / "solutions"):
        raise UsageError("the kit cannot lie inside solutions/")
    language = options.written_language(lang, [courses.load(root, name) for name in names])
    files = releasing.kit_files(root, names, language=language, ci=ci, hints=() if no_hints else hints or None)
    commit = None
    if as_zip:
        releasing.write_zip(out, files)
    elif as_git:
        commit = releasing.write_git(out, files)
    else:
        releasing.write_folder(out, files)
    size = sum(map(len, files.values()))
    listed = (f"{name}\0{hashlib.sha256(data).hexdigest()}\n".encode() for name, data in files.items())
    digest = hashlib.sha256(b"".join(listed))
    if as_json:
        data = {
            "schema": "grader/release/1",
            "out": str(out),
            "assignments": names,
            "files": list(files),
            "bytes": size,
            "sha256": digest.hexdigest(),
            "commit": commit,
        }
        click.echo(json.dumps(data, ensure_ascii=False))
        return
    click.echo(f"wrote {out}: {len(files)} files, {size // 1024} KiB, {', '.join(names)}; nothing private in it")
    click.echo(f"sha256 of its contents: {digest.hexdigest()[:16]}" + (f"; commit {commit[:12]}" if commit else ""))
