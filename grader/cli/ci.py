"""grader ci [PATH]"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.spoken import to_stderr
from grader.core.errors import GraderError, MachineError, UsageError

if TYPE_CHECKING:
    from grader.core.model import Assignment
    from grader.core.terminal import TerminalStyle
    from grader.reports.formats.transcript import Transcript
    from grader.reports.schema import Report

__all__ = ["ci"]

_RUNNER = re.compile(r"(GITHUB|ACTIONS|RUNNER|INPUT|CI|GH)_|.*(TOKEN|SECRET|PASSWORD)")


@click.command(
    epilog="Exit codes: 0 at or above --fail-below, 1 below it, 2 no course, no file or no checks found,\n"
    "3 internal error. The report is written in every case."
)
@click.argument("path", default=".", type=click.Path(path_type=Path), metavar="[PATH]")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default="reports",
    show_default=True,
    metavar="FOLDER",
    help="The folder for report.json, report.html and report.md.",
)
@click.option(
    "--fail-below",
    type=click.FloatRange(0, 100),
    default=100,
    show_default=True,
    metavar="PERCENT",
    help="Exit with 1 below this share of the visible points; 0 never does.",
)
@options.language
@click.option(
    "--json", "as_json", is_flag=True, help="Write the outputs as JSON to standard output, without workflow commands."
)
def ci(path: Path, output: Path, fail_below: float, lang: str | None, as_json: bool) -> None:
    """Run the visible checks in a CI job, as feedback, not as a grade.

    PATH is a kit, or one assignment's folder in it. Standard output contains workflow commands: annotations on the
    learner's lines and the two notices that GitHub Classroom reads. The job summary is appended to $GITHUB_STEP_SUMMARY
    and the outputs score, max-score, percent, status and result to $GITHUB_OUTPUT, where those are set.

    \b
    Examples:
      grader ci
      grader ci exercises/layer_norm --lang ko --fail-below 60
    """
    import json

    from grader.cli.check import looking
    from grader.reports.formats import github

    runner = dict(os.environ)
    for name in [name for name in os.environ if _RUNNER.match(name)]:
        del os.environ[name]  # the learner's process gets what is left
    look = looking(lang)
    grade, report, place, code = _graded(path, look, lang)
    _write(output, grade, report, place)
    _append(runner.get("GITHUB_STEP_SUMMARY"), github.summary(grade, runner))
    told = github.outputs(grade)
    _append(runner.get("GITHUB_OUTPUT"), github.write_outputs(grade, runner))
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        folder = _inside(place, runner)
        click.echo("\n".join([*github.marks(grade, folder), *github.notices(grade)]))
    if not code and grade.score.earned * 100 < grade.score.possible * round(fail_below * 1000) / 1000:
        to_stderr(look.say("ci.below", percent=told["percent"], wanted=f"{fail_below:g}"))
        code = 1
    if code:
        raise SystemExit(code)


def _graded(path: Path, look: TerminalStyle, lang: str | None) -> tuple[Transcript, Report | None, Path | None, int]:
    """The grade, its report, the assignment's folder, and the exit code of what went wrong, if anything did."""
    import dataclasses

    from grader.core.model import Outcome
    from grader.course import loading, visible_checks
    from grader.reports.formats.transcript import nothing, transcript
    from grader.student.practice_report import lines_of, practice, without_a_run
    from grader.suite.visible import run

    assignment: Assignment | None = None
    suite: visible_checks.VisibleSuite | None = None
    try:
        if not path.exists():
            raise UsageError(f"{path}: no such folder; name the kit, or an assignment's folder in it")
        root = loading.find_root(path)
        assignment = loading.load(root, _meant(root, path), public=True)
        look = dataclasses.replace(look, language=options.language_of(lang, assignment))
        suite = visible_checks.read_suite(root, assignment)
        checked = run.check(assignment, suite)
        report = practice(checked, suite, look)
        grade = transcript(report, look.language, lines=lines_of(checked, suite), file=checked.source.file)
        return grade, report, assignment.folder, int(grade.status == "error")
    except GraderError as error:
        trouble, code = str(error), error.exit_code
    except Exception as error:
        if os.environ.get("GRADER_DEBUG"):
            raise
        trouble, code = f"internal error, {type(error).__name__}: {error}", 3
    ours = code == MachineError.exit_code
    if assignment is None or suite is None or not suite.checks:
        return nothing(trouble, look.language, ours=ours), None, None, code
    outcome = Outcome.BROKEN if ours else Outcome.CRASHED
    report = without_a_run(assignment, suite, look, trouble, outcome)
    return transcript(report, look.language), report, assignment.folder, code


def _meant(root: Path, path: Path) -> str:
    """The assignment whose folder `path` is, or the only one. Raises UsageError."""
    from grader.course import loading

    known = loading.assignments(root)
    inside = [part for part in path.resolve().relative_to(root).parts if part in known]
    if len(known) > 1 and not inside:
        raise UsageError(f"{len(known)} assignments here: run one at a time, such as: grader ci exercises/{known[0]}")
    return inside[0] if inside else loading.pick(root, None)


def _write(output: Path, grade: Transcript, report: Report | None, place: Path | None) -> None:
    """The files of the report, each whole or not at all."""
    from grader.core.atomic_write import write_whole
    from grader.reports.formats import markdown
    from grader.reports.schema import report_json

    write_whole(output / "report.md", markdown.write(grade, {}))
    if report is None or place is None:
        return
    from grader.course.lesson_parts import lesson_parts
    from grader.reports.html import report_html

    lesson = lesson_parts(place, grade.language)
    write_whole(output / "report.json", report_json(report, indent=2) + "\n")
    write_whole(output / "report.html", report_html(report, grade.language, lesson=lesson))


def _append(path: str | None, text: str) -> None:
    """To a file of the runner, where it names one. Raises MachineError."""
    if not path:
        return
    try:
        with open(path, "a", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        raise MachineError(f"{path}: cannot be written: {error.strerror}") from None


def _inside(place: Path | None, runner: Mapping[str, str]) -> str:
    """Where the learner's file lies in the repository, with forward slashes."""
    roots: Iterable[str] = filter(None, (runner.get("GITHUB_WORKSPACE"), os.getcwd()))
    for root in roots:
        if place is not None and place.resolve().is_relative_to(Path(root).resolve()):
            return place.resolve().relative_to(Path(root).resolve()).as_posix()
    return ""
