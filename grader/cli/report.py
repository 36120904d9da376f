"""grader report REPORT.json..."""

from __future__ import annotations

import dataclasses
import functools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options, spoken
from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError

if TYPE_CHECKING:
    from grader.core.model import Assignment
    from grader.course.lesson_parts import LessonParts
    from grader.reports.schema import Report

__all__ = ["report"]

_LARGEST = 32 << 20  # bytes of one file of reports


@dataclasses.dataclass(frozen=True)
class ReportOptions:
    """The arguments and options of `grader report`."""

    files: tuple[Path, ...]
    wanted: str
    output: Path | None
    show: bool
    lang: str | None
    audience: str
    reveal_quiz: bool
    expand: bool
    assignment_id: str | None
    course: Path | None
    as_json: bool


@click.command(
    cls=spoken.Command,
    epilog="Exit codes: 0 written, 2 not a report or an unknown format,\n"
    "3 the page cannot be written, 130 interrupted.",
)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True, path_type=Path), metavar="[FILE]...")
@click.option(
    "--to",
    "wanted",
    metavar="FORMAT",
    default="html",
    show_default=True,
    help="github, github-commands, github-outputs, classroom, classroom-v1, classroom50, gradescope, "
    "prairielearn, exercism, junit, markdown, csv, or a format from an installed package.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The page to write, or a folder for several reports. Default: next to each file; with --to, standard output.",
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser (the first, if several).")
@click.option("--lang", metavar="LANGUAGE", help="Language; default: the one it was graded in.")
@click.option(
    "--audience",
    type=click.Choice(["learner", "instructor"]),
    default="learner",
    show_default=True,
    help="The instructor's page adds evidence, the results of the isolation probe, and file paths.",
)
@click.option("--reveal-quiz", is_flag=True, help="Show how the quiz was marked, regardless of its policy.")
@click.option("--expand", is_flag=True, help="Expand all sections, e.g. for printing.")
@options.assignment
@options.course_folder
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output: each report's id and page.")
@options.gathered(ReportOptions)
def report(chosen: ReportOptions) -> None:
    """Make an HTML page from a JSON report: one file that works offline, in light and dark mode, on screen and on
    paper.

    FILE is the output of `grader grade --json` or `grader grade -o`: one report, or one per line; - reads standard
    input. The page is in the language of the report unless --lang says otherwise.

    FILE may be a gradebook.db; then every learner gets the report that counts, including marks of open questions.

    Without FILE, it runs the visible checks on your file and writes reports/NAME.html.

    \b
    Examples:
      grader report --open                  your own visible checks as a page
      grader report reports/ada.json --open
      grader report reports/*.json -o pages/
      grader report gradebook.db --assignment layer_norm -o pages/
      grader grade alice/ --json | grader report - -o alice.html
      grader report reports/ada.json --to gradescope -o results.json
    """
    if not chosen.files:
        _own_page(chosen)
        return
    reports = _Given(chosen.files, chosen.assignment_id)
    if chosen.wanted == "html":
        _pages(reports, chosen)
        return
    if chosen.show or chosen.audience == "instructor":
        raise UsageError("--open and --audience instructor are for the HTML page; formats are what a learner may read")
    _exported(reports, chosen)


class _Given:
    """The reports in the files that were given, read one at a time, each time they are asked for.

    Before the first one is handed on, all of them have been read once, so that nothing is written where one of them is
    none. Raises UsageError where one is none.
    """

    def __init__(self, files: tuple[Path, ...], assignment: str | None) -> None:
        """Read all once."""
        self._files, self._assignment = files, assignment
        self._kept: dict[Path, bytes] = {}  # what can be read once only: standard input, a pipe
        self.names = [report.submission.id for _, report in self]

    def __iter__(self) -> Iterator[tuple[Path, Report]]:
        return ((path, report) for path in self._files for report in _read(path, self._assignment, self._kept))

    def __len__(self) -> int:
        return len(self.names)


def _own_page(chosen: ReportOptions) -> None:
    """Run the visible checks and write the learner's own page. Raises UsageError for options that need a FILE."""
    from grader.cli.visible import visible_page
    from grader.core.languages import both

    if chosen.wanted != "html" or chosen.audience == "instructor" or chosen.reveal_quiz:
        raise UsageError(both("usage.report_options"))
    own = visible_page(chosen.course, chosen.assignment_id, chosen.lang, chosen.output, expand=chosen.expand)
    _tell([(own.stem, own)], show=chosen.show, as_json=chosen.as_json)


def _pages(reports: _Given, chosen: ReportOptions) -> None:
    """Write a page for each report. Raises UsageError where two would have the same name."""
    from grader.core.atomic_write import write_whole
    from grader.reports.html import report_html

    pages: dict[Path, str] = {}
    for path, report in reports:
        language = _language(report, chosen.lang, chosen.course)
        page = report_html(
            report,
            language,
            audience="instructor" if chosen.audience == "instructor" else "learner",
            lesson=_lesson(chosen.course, report.assignment, language),
            reveal_quiz=chosen.reveal_quiz,
            expand=chosen.expand,
        )
        place = _place(path, report, chosen.output, chosen.audience, len(reports))
        if place in pages:
            raise UsageError(f"{place}: two of these reports have the same name; write them one by one")
        write_whole(place, page)
        pages[place] = report.submission.id
    _tell([(name, place) for place, name in pages.items()], show=chosen.show, as_json=chosen.as_json)


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
        to_stderr(spoken.said("no browser found; the page is {path}", path=pages[0][1]))


def _exported(reports: _Given, chosen: ReportOptions) -> None:
    """Write reports in another format: one to standard output or a file, several into a folder."""
    import json
    import os

    from grader.core import hookspecs
    from grader.core.atomic_write import write_whole
    from grader.core.languages import both
    from grader.core.safe_text import file_name
    from grader.core.suggestions import did_you_mean
    from grader.reports.formats import registry
    from grader.reports.formats.transcript import transcript

    wanted, output = chosen.wanted, chosen.output
    formats = hookspecs.report_formats(registry)
    if wanted not in formats:
        known = ["html", *formats]
        raise UsageError(both("usage.no_format", word=wanted, near=did_you_mean(wanted, known, known)))
    if output is None and len(reports) > 1:
        raise UsageError(f"{len(reports)} reports in {wanted}: name a folder for them with -o")
    folder = output is not None and (len(reports) > 1 or output.is_dir())
    written: dict[Path, str] = {}
    for _, one in reports:
        language = _language(one, chosen.lang, chosen.course)
        text = formats[wanted].write(transcript(one, language, reveal_quiz=chosen.reveal_quiz), os.environ)
        if output is None:
            click.echo(text, nl=False)
            return
        place = output / (file_name(one.submission.id) + formats[wanted].ending) if folder else output
        if place in written:
            raise UsageError(f"{place}: two of these reports have the same name; write them one by one")
        write_whole(place, text)
        written[place] = one.submission.id
    if chosen.as_json:
        told = [{"report": name, "page": str(place)} for place, name in written.items()]
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        click.echo("\n".join(str(place) for place in written))


def _read(path: Path, assignment: str | None, kept: dict[Path, bytes]) -> Iterator[Report]:
    """The reports in a file: one JSON report, one per line, or those that count in a gradebook. Raises UsageError.

    What can be read once only is put into `kept`.
    """
    from grader.cli.source import is_gradebook, reports_of
    from grader.core.languages import both, reason
    from grader.reports.schema import read
    from grader.reports.shared_questions import from_folder, joined

    if is_gradebook(path):
        yield from reports_of(path, assignment)
        return
    try:
        data = kept[path] if path in kept else _bytes(path)
    except OSError as error:
        raise UsageError(both("usage.unreadable", file=path, why=reason(error))) from None
    if not path.is_file():
        kept[path] = data
    if len(data) > _LARGEST:
        raise UsageError(f"{path}: larger than {_LARGEST >> 20} MiB, so no report")
    if not data.strip():
        raise UsageError(f"{path}: empty; `grader grade --json` writes a report")
    try:
        for text in _texts(data):
            yield joined(read(text), from_folder(path.parent))
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _bytes(path: Path) -> bytes:
    if str(path) == "-":
        return sys.stdin.buffer.read(_LARGEST + 1)
    with path.open("rb") as stream:
        return stream.read(_LARGEST + 1)


def _texts(data: bytes) -> list[bytes]:
    """The reports in a file: one, over as many lines as it likes, or one a line."""
    lines = [line for line in data.splitlines() if line.strip()]
    alone = len(lines) < 2 or not lines[1].lstrip().startswith(b'{"schema"')
    return [data] if alone else lines


@functools.lru_cache(maxsize=8)
def _assignment(course: Path | None, name: str) -> Assignment | None:
    """The assignment in the course around here; None where there is no such course, or an invalid one."""
    from grader.course.loading import assignments, load

    try:
        root = options.root_of(course)
        public = not (root / "solutions" / name).is_dir()
        return load(root, name, public=public) if name in assignments(root) else None
    except UsageError:
        return None


def _language(one: Report, lang: str | None, course: Path | None) -> str:
    """The language asked for, or the one the report was graded in, as its title shows. Raises UsageError."""
    from grader.core.languages import LANGUAGES
    from grader.course.languages import all_languages, spoken_in
    from grader.reports.html.view import written_in

    of = _assignment(course, one.assignment)
    if lang is not None:
        return spoken_in(all_languages([LANGUAGES, *([of.languages] if of else [])]), lang)
    titled = [language for language in of.languages if of.title[language] == one.title] if of else []
    return titled[0] if len(titled) == 1 or (titled and written_in(one) not in titled) else written_in(one)


def _place(path: Path, one: Report, output: Path | None, audience: str, count: int) -> Path:
    """Where the page goes. Several pages go into a folder, each under its submission's name."""
    from grader.core.safe_text import file_name

    ending = ".html" if audience == "learner" else ".instructor.html"
    own = file_name(one.submission.id) + ending
    if output is not None:
        if count == 1 and output.suffix.lower() in (".html", ".htm"):
            return output
        if output.suffix.lower() in (".html", ".htm"):
            raise UsageError(f"{output}: {count} reports make {count} pages; name a folder")
        return output / own
    if str(path) == "-":
        return Path(own)
    return path.with_name(path.stem + ending) if count == 1 else path.with_name(own)


@functools.lru_cache(maxsize=8)
def _lesson(course: Path | None, assignment: str, language: str) -> LessonParts | None:
    """Figures and shapes of the lesson of the course around here; None where there is no such course."""
    from grader.course.lesson_parts import lesson_parts

    if not re.fullmatch(r"\w[\w-]*", assignment):
        return None
    try:
        root = options.root_of(course)
    except UsageError:
        return None
    for folder in (root / "exercises" / assignment, root / "solutions" / assignment):
        if (folder / "assignment.yaml").is_file():
            return lesson_parts(folder, language)
    return None
