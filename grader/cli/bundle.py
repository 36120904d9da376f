"""grader bundle classroom50 OUT"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options

__all__ = ["bundle"]

_PUBLIC = """\
a bundle with hidden suites is not written. Classroom 50 serves it from GitHub Pages, and Pages are public: anybody \
with the address, which stands in every learner's repository, can download the hidden checks and the solutions. Leave \
--hidden out (the visible checks go in, the score is advisory), and make the grade with `grader cohort` from a private \
repository. If everybody may read them: --hidden --i-know-pages-are-public"""


_ENDS = "Exit codes: 0 written, 2 OUT exists, a source is invalid, or private material would be\n"
_ENDS += "published, 3 internal error, 130 interrupted."


@click.group(epilog=_ENDS)
def bundle() -> None:
    """Instructor: make the files that another system runs.

    \b
    Example:
      grader bundle classroom50 autograders/layer-norm
    """


@bundle.command(epilog=_ENDS, short_help="Write the autograder folder for Classroom 50.")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@click.option("--assignment", "-a", "wanted", metavar="NAME", help="The assignment, if there are several.")
@options.course_folder
@options.first_language
@click.option(
    "--hidden", is_flag=True, help="Include the hidden suite and the solutions instead of the visible checks."
)
@click.option(
    "--i-know-pages-are-public", "known", is_flag=True, help="Required with --hidden: everybody can read the files."
)
@options.seed("drawn; only a bundle with --hidden has one")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def classroom50(
    out: Path,
    wanted: str | None,
    course: Path | None,
    lang: str | None,
    hidden: bool,
    known: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Write the autograder folder for Classroom 50: autograder.py and its files, at most 10 MB.

    It runs the visible checks in the same sandbox as every submission. The score is advisory.

    \b
    Example:
      grader bundle classroom50 ../classroom50/cs1/autograders/layer-norm
    """
    import json

    from grader.authoring.release.kit import write_folder
    from grader.core.errors import UsageError
    from grader.course import loading as courses
    from grader.integrations.classroom50.bundle import bundle_files, packed

    if hidden and not known:
        raise UsageError(_PUBLIC)
    root = options.root_of(course)
    name = courses.pick(root, wanted, out)
    language = options.written_language(lang, [courses.load(root, name, public=not hidden)])
    files = bundle_files(root, name, language=language, hidden=hidden, seed=seed)
    write_folder(out, files)
    size = len(packed(files))
    if as_json:
        told = {
            "schema": "grader/bundled/1",
            "out": str(out),
            "assignment": name,
            "hidden": hidden,
            "files": list(files),
            "packed_bytes": size,
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    what = "the hidden suite and the solutions, for everybody to read" if hidden else "the visible checks"
    click.echo(f"wrote {out}: {len(files)} files, {size >> 10} KiB packed, with {what}; next: {out}/README.md")
