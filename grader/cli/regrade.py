"""grader regrade [PATH...]"""

from __future__ import annotations

import getpass
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.core.errors import UsageError
from grader.core.model import LEVELS

if TYPE_CHECKING:
    from grader.batch.regrade import GradeChange
    from grader.core.model import Submission

__all__ = ["regrade"]

_SHOWN = 40


@click.command(
    epilog="Exit codes: 0 graded again, 2 the command or its files are off, 3 our own fault or the\n"
    "machine's (what it concerns keeps its score), 130 interrupted: run it again."
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH...]")
@options.assignment
@options.course_folder
@options.language
@click.option(
    "--gradebook",
    "gradebook",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    default=Path("gradebook.db"),
    show_default=True,
    help="The gradebook's file.",
)
@click.option("--yes", is_flag=True, help="Apply it. Without this nothing that counts is changed.")
@click.option("-j", "--jobs", type=click.IntRange(1, 512), metavar="N", help="Grader processes side by side.")
@click.option("--submission", "wanted", multiple=True, metavar="ID", help="Only this submission; may be given again.")
@click.option("--since", metavar="TIME", help="Only what was graded since then, 2026-11-29T18:00.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Seed of the hidden data; default: as before.")
@click.option("--isolation", type=click.Choice(LEVELS), help="Required level; default: the assignment's.")
@click.option("--author", default=None, metavar="NAME", help="Who applies it, for the trail; default: your user name.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one change a line.")
def regrade(
    paths: tuple[Path, ...],
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    gradebook: Path,
    yes: bool,
    jobs: int | None,
    wanted: tuple[str, ...],
    since: str | None,
    seed: int | None,
    isolation: str | None,
    author: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Grade again what is in a gradebook, and show who changes, by how much, and why.

    Without PATH the submissions are those that the gradebook has kept; with PATH, what lies there now. The new
    results are kept but do not count until the same command is given with --yes, which then costs next to nothing.

    \b
    Examples:
      grader regrade --gradebook gradebook.db           a preview: the suite has changed
      grader regrade --gradebook gradebook.db --yes     apply it
      grader regrade submissions/ --submission ada      one learner's new files
    """
    from grader import submissions as intake
    from grader.batch.regrade import apply, change_of, handed_in
    from grader.batch.run import GradedSubmission, grade_cohort
    from grader.batch.triage import look
    from grader.cli.grade import engine_of, held
    from grader.cli.progress import ProgressBar
    from grader.course import loading as courses
    from grader.gradebook import Gradebook
    from grader.grading import run
    from grader.submissions.cache_key import terms_of

    root = options.root_of(course)
    assignment = courses.load(root, courses.pick(root, assignment_id, paths[0] if paths else None))
    options.not_a_learners(root, course, paths)
    with Gradebook.open(gradebook) as book, held(book):
        usual = book.usual(assignment.id) or (run.DEFAULT_SEED, "")
        language = (
            usual[1] if lang is None and usual[1] in assignment.languages else options.language_of(lang, assignment)
        )
        terms = terms_of(
            root, assignment, seed=usual[0] if seed is None else seed, language=language, isolation=isolation
        )
        names = _names(book.graded_since(assignment.id, _moment(since)), wanted, gradebook)
        total = intake.count(paths, assignment) if paths else len(names)

        def submissions() -> Iterator[Submission]:
            found = intake.find(paths, assignment) if paths else handed_in(book, assignment.id)
            return (one for one in found if one.id in names or (paths and not wanted and since is None))

        changes: list[GradeChange] = []
        with ProgressBar(total, quiet=quiet, doing="regrading") as progress:

            def one(graded: GradedSubmission) -> None:
                changes.append(change_of(book, terms, graded))
                seen = look(graded.report, graded.submission, terms.language)
                progress.one(graded.submission.id, seen, unchanged=graded.unchanged)

            work = engine_of(assignment, terms, "processes", None, total, jobs, None)
            grade_cohort(terms, submissions(), work, one, book=book, count=False)
        changes.sort(key=lambda change: change.submission)
        applied = apply(book, terms, changes, author or getpass.getuser()) if yes else 0
    for line in _lines(changes, as_json=as_json):
        click.echo(line)
    click.echo(_summary(changes, applied, yes=yes), err=True)
    if any(change.broken for change in changes):
        raise SystemExit(3)


def _names(found: tuple[str, ...], wanted: tuple[str, ...], gradebook: Path) -> set[str]:
    """The submissions that are meant. Raises UsageError for one that is not there."""
    import difflib

    for name in wanted:
        if name not in found:
            near = difflib.get_close_matches(name, found, 1)
            tail = f"; did you mean {near[0]!r}?" if near else ""
            raise UsageError(f"{gradebook}: no submission {name!r} in it{tail}")
    return set(wanted or found)


def _moment(since: str | None) -> str:
    from grader.gradebook.late_policy import moment

    return "" if since is None else moment(since, "--since").isoformat()


def _lines(changes: list[GradeChange], *, as_json: bool) -> Iterator[str]:
    """What changes: as JSON, or as a table."""
    if as_json:
        for change in changes:
            if change.differs or change.broken:
                yield json.dumps(change.to_data(), ensure_ascii=True)
        return
    from grader.core.safe_text import cut, pad
    from grader.reports.text import points

    told = [change for change in changes if change.differs or change.broken]
    if told:
        width = min(24, max(len("submission"), *(len(change.submission) for change in told)))
        yield f"{pad('submission', width)}  {'was':>8}  {'now':>8}  {'change':>7}  why"
    for change in told[:_SHOWN]:
        name = pad(cut(change.submission, width), width)
        if change.broken:
            yield f"{name}  could not be graded for our reasons; its score stays"
            continue
        was = "-" if change.was is None else points(change.was)
        steps = ", ".join(f"{step} {_signed(by)}" for step, by in change.steps.items())
        why = "; ".join(change.why) or "the same text, suite and engine: measured anew"
        yield (
            f"{name}  {was:>8}  {points(change.now):>8}  {_signed(_by(change)):>7}  {why}"
            + (f" ({steps})" if steps else "")
        ).rstrip()
    if len(told) > _SHOWN:
        yield f"... and {len(told) - _SHOWN} more; --json has them all"


def _by(change: GradeChange) -> Fraction:
    """By how much a score changes, bonus included."""
    return change.now + change.now_bonus - (change.was or Fraction(0)) - change.was_bonus


def _signed(by: Fraction) -> str:
    from grader.reports.text import points

    return f"+{points(by)}" if by > 0 else f"-{points(-by)}" if by < 0 else "0"


def _summary(changes: list[GradeChange], applied: int, *, yes: bool) -> str:
    differing = [_by(change) for change in changes if change.differs]
    up, down = sum(by > 0 for by in differing), sum(by < 0 for by in differing)
    counts = f"{len(changes)} graded again: {up} rise, {down} fall, {len(changes) - len(differing)} keep their score"
    if yes:
        return f"{counts}. Applied: {applied} results count that did not before."
    return f"{counts}. Nothing that counts was changed; --yes applies it."
