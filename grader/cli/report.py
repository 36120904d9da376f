"""grader report REPORT.json..."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options, spoken
from grader.core.errors import UsageError

if TYPE_CHECKING:
    from grader.core.model import Report

__all__ = ["report"]

_LARGEST = 32 << 20  # bytes of one file of reports


@click.command(
    cls=spoken.Command,
    epilog="Exit codes: 0 written, 2 a file that is no report or a format that is not known,\n"
    "3 a page that cannot be written, 130 interrupted.",
)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True, path_type=Path), metavar="[FILE]...")
@click.option(
    "--to",
    "wanted",
    metavar="FORMAT",
    default="html",
    show_default=True,
    help="github, github-commands, github-outputs, classroom, classroom-v1, classroom50, gradescope, "
    "prairielearn, exercism, junit, markdown, csv, or one of an installed package.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The page to write; a folder for several reports. Default: beside each file; with --to, standard output.",
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser (the first, if several).")
@click.option("--lang", metavar="LANGUAGE", help="Language; default: the one it was graded in.")
@click.option(
    "--audience",
    type=click.Choice(["learner", "instructor"]),
    default="learner",
    show_default=True,
    help="The instructor's page adds evidence, the probe's answers and file paths.",
)
@click.option("--reveal-quiz", is_flag=True, help="Show how the quiz was marked, whatever its policy says.")
@click.option("--expand", is_flag=True, help="All parts open, for browsers that print only what is open.")
@options.assignment
@options.course_folder
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output: which page belongs to which report.")
def report(
    files: tuple[Path, ...],
    wanted: str,
    output: Path | None,
    show: bool,
    lang: str | None,
    audience: str,
    reveal_quiz: bool,
    expand: bool,
    assignment_id: str | None,
    course: Path | None,
    as_json: bool,
) -> None:
    """Make the HTML page of a JSON report: one file that works offline, in light and dark, on screen and paper.

    FILE is what `grader grade --json` or `grader grade -o` wrote: one report, or one a line; - reads standard
    input. The page speaks the language that the report was graded in, or the one asked for.

    FILE may be a gradebook.db: then it is everybody's report that counts, with the marks of open questions in it.

    Without FILE, it is a learner's own page: the visible checks are run here and shown, in reports/NAME.html.

    \b
    Examples:
      grader report --open                  your own visible checks as a page
      grader report reports/ada.json --open
      grader report reports/*.json -o pages/
      grader report gradebook.db --assignment self_attention -o pages/
      grader grade alice/ --json | grader report - -o alice.html
      grader report reports/ada.json --to gradescope -o results.json
    """
    from grader.core.atomic_write import write_whole
    from grader.reports.html import report_html

    if not files:
        from grader.cli.visible import visible_page
        from grader.core.languages import both

        if wanted != "html" or audience == "instructor" or reveal_quiz:
            raise UsageError(both("usage.report_options"))
        own = visible_page(course, assignment_id, lang, output, expand=expand)
        _tell([(own.stem, own)], show=show, as_json=as_json)
        return
    reports = [(path, one) for path in files for one in _read(path, assignment_id)]
    if wanted != "html":
        if show or audience == "instructor":
            raise UsageError(
                "--open and --audience instructor are for the HTML page; formats are what a learner may read"
            )
        spoken_by = [(path, one, _language(one, lang, course)) for path, one in reports]
        _exported(spoken_by, wanted, output, reveal_quiz, as_json)
        return
    pages: list[tuple[Path, Report]] = []
    for path, one in reports:
        language = _language(one, lang, course)
        page = report_html(
            one,
            language,
            audience="instructor" if audience == "instructor" else "learner",
            pictures=_pictures(course, one.assignment, language),
            reveal_quiz=reveal_quiz,
            expand=expand,
        )
        place = _place(path, one, output, audience, len(reports))
        if place in (written for written, _ in pages):
            raise UsageError(f"{place}: two of these reports have the same name; write them one by one")
        write_whole(place, page)
        pages.append((place, one))
    _tell([(one.submission_id, place) for place, one in pages], show=show, as_json=as_json)


def _tell(pages: list[tuple[str, Path]], *, show: bool, as_json: bool) -> None:
    """Say where the pages are, or open the first in the browser."""
    import json
    import webbrowser

    if as_json:
        click.echo(json.dumps([{"report": name, "page": str(place)} for name, place in pages], ensure_ascii=False))
    elif not show:
        for _, place in pages:
            click.echo(str(place))
    if show and not webbrowser.open(pages[0][1].resolve().as_uri()):
        click.echo(spoken.said("no browser to be found here; the page is {path}", path=pages[0][1]), err=True)


def _exported(
    reports: list[tuple[Path, Report, str]], wanted: str, output: Path | None, reveal: bool, as_json: bool
) -> None:
    """The reports in another format: one to standard output or a file, several into a folder."""
    import difflib
    import json
    import os

    from grader.core import hookspecs
    from grader.core.atomic_write import write_whole
    from grader.core.languages import both
    from grader.core.safe_text import file_name
    from grader.reports.formats import registry
    from grader.reports.formats.learner_view import shown

    formats = hookspecs.report_formats(registry)
    if wanted not in formats:
        known = ["html", *formats]
        close = difflib.get_close_matches(wanted, known, 1)
        if close:
            raise UsageError(both("usage.no_format_near", word=wanted, near=close[0]))
        raise UsageError(both("usage.no_format", word=wanted, formats=", ".join(known)))
    made = [
        (one, formats[wanted].write(shown(one, language, reveal_quiz=reveal), os.environ))
        for _, one, language in reports
    ]
    if output is None:
        if len(made) > 1:
            raise UsageError(f"{len(made)} reports in {wanted}: name a folder for them with -o")
        click.echo(made[0][1], nl=False)
        return
    folder = len(made) > 1 or output.is_dir()
    written: list[tuple[str, Path]] = []
    for one, text in made:
        place = output / (file_name(one.submission_id) + formats[wanted].ending) if folder else output
        if any(place == other for _, other in written):
            raise UsageError(f"{place}: two of these reports have the same name; write them one by one")
        write_whole(place, text)
        written.append((one.submission_id, place))
    if as_json:
        told = [{"report": name, "page": str(place)} for name, place in written]
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        click.echo("\n".join(str(place) for _, place in written))


def _read(path: Path, assignment: str | None) -> list[Report]:
    """The reports of a file: one JSON report, or one a line, or those that count in a gradebook. Raises UsageError."""
    import json

    from grader.cli.source import is_gradebook, reports_of
    from grader.core.languages import both, reason
    from grader.reports.html import from_data
    from grader.reports.writable import refuse_unwritable

    if is_gradebook(path):
        return [from_data(one) for one in reports_of(path, assignment)]
    try:
        if str(path) == "-":
            text = sys.stdin.buffer.read(_LARGEST + 1).decode("utf-8-sig")
        else:
            with path.open("rb") as stream:
                text = stream.read(_LARGEST + 1).decode("utf-8-sig")
    except OSError as error:
        raise UsageError(both("usage.unreadable", file=path, why=reason(error))) from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8, so no report") from None
    if len(text) > _LARGEST:
        raise UsageError(f"{path}: larger than {_LARGEST >> 20} MiB, so no report")
    try:
        found: list[Any] = [json.loads(text)]
    except (ValueError, RecursionError):
        try:
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            raise UsageError(f"{path}: not JSON, so no report; `grader grade --json` writes one") from None
    if not found:
        raise UsageError(f"{path}: empty; `grader grade --json` writes a report")
    try:
        for one in found:
            refuse_unwritable(one)
        return [from_data(one) for one in found]
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _language(one: Report, lang: str | None, course: Path | None) -> str:
    """The language asked for, or the one the report was graded in, as its title shows. Raises UsageError."""
    from grader.core.languages import LANGUAGES
    from grader.course.languages import all_languages, spoken_in
    from grader.course.loading import assignments, load
    from grader.reports.html.view import written_in

    try:
        root = options.root_of(course)
        public = not (root / "solutions" / one.assignment).is_dir()
        of = load(root, one.assignment, public=public) if one.assignment in assignments(root) else None
    except UsageError:
        of = None  # no course around here, or one that is off
    if lang is not None:
        return spoken_in(all_languages([LANGUAGES, *([of.languages] if of else [])]), lang)
    titled = [language for language in of.languages if of.title[language] == one.title] if of else []
    return titled[0] if len(titled) == 1 or (titled and written_in(one) not in titled) else written_in(one)


def _place(path: Path, one: Report, output: Path | None, audience: str, count: int) -> Path:
    """Where the page goes. Several pages go into a folder, each under its submission's name."""
    from grader.core.safe_text import file_name

    ending = ".html" if audience == "learner" else ".instructor.html"
    own = file_name(one.submission_id) + ending
    if output is not None:
        if count == 1 and output.suffix.lower() in (".html", ".htm"):
            return output
        if output.suffix.lower() in (".html", ".htm"):
            raise UsageError(f"{output}: {count} reports make {count} pages; name a folder")
        return output / own
    if str(path) == "-":
        return Path(own)
    return path.with_name(path.stem + ending) if count == 1 else path.with_name(own)


def _pictures(course: Path | None, assignment: str, language: str) -> dict[str, str]:
    """The lesson's pictures of the course around here, by step; none where there is no such course."""
    from grader.course.loading import read_all

    if not re.fullmatch(r"\w[\w-]*", assignment):
        return {}
    try:
        root = options.root_of(course)
    except UsageError:
        return {}
    for folder in (root / "exercises" / assignment, root / "solutions" / assignment / "public"):
        if (folder / "images").is_dir():
            return read_all(folder / "images", language)
    return {}
