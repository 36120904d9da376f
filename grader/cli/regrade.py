"""grader regrade [PATH...]"""

from __future__ import annotations

import dataclasses
import getpass
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError
from grader.core.model import LEVELS

if TYPE_CHECKING:
    from grader.batch.regrade import GradeChange
    from grader.core.model import Assignment, Submission
    from grader.gradebook import Gradebook
    from grader.submissions.cache_key import GradingTerms

__all__ = ["regrade"]

_SHOWN = 40


@dataclasses.dataclass(frozen=True)
class RegradeOptions:
    """The arguments and options of `grader regrade`."""

    paths: tuple[Path, ...]
    assignment_id: str | None
    course: Path | None
    lang: str | None
    gradebook: Path
    yes: bool
    jobs: int | None
    wanted: tuple[str, ...]
    since: str | None
    seed: int | None
    isolation: str | None
    author: str | None
    quiet: bool
    as_json: bool


@click.command(
    epilog="Exit codes: 0 graded again, 2 invalid arguments or input, 3 internal error (affected\n"
    "submissions keep their score), 130 interrupted: rerun the command to resume."
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
@click.option("--yes", is_flag=True, help="Apply the new results. Without this option, no grade changes.")
@click.option("-j", "--jobs", type=click.IntRange(1, 512), metavar="N", help="Number of worker processes.")
@click.option("--submission", "wanted", multiple=True, metavar="ID", help="Only this submission; repeatable.")
@click.option("--since", metavar="TIME", help="Only submissions graded since TIME, such as 2026-11-29T18:00.")
@options.seed("the one used before")
@click.option("--isolation", type=click.Choice(LEVELS), help="Required isolation level; default: the assignment's.")
@click.option(
    "--author", default=None, metavar="NAME", help="Who applies it, for the audit log; default: your user name."
)
@click.option("--quiet", is_flag=True, help="Do not show progress on standard error.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one change per line.")
@options.gathered(RegradeOptions)
def regrade(chosen: RegradeOptions) -> None:
    """Grade a gradebook's submissions again, and show which scores change, by how much, and why.

    Without PATH, the stored submissions are graded; with PATH, the files there now. New results are stored but do not
    count until you run the same command with --yes, which then takes almost no time.

    \b
    Examples:
      grader regrade --gradebook gradebook.db           a preview: the suite has changed
      grader regrade --gradebook gradebook.db --yes     apply it
      grader regrade submissions/ --submission ada      one learner's new files
    """
    from grader.batch.regrade import apply
    from grader.cli.grade import held
    from grader.course import loading as courses
    from grader.gradebook import Gradebook

    paths = chosen.paths
    root = options.root_of(chosen.course)
    assignment = courses.load(root, courses.pick(root, chosen.assignment_id, paths[0] if paths else None))
    options.not_a_learners(root, chosen.course, paths)
    with Gradebook.open(chosen.gradebook) as book, held(book):
        terms = _terms(chosen, root, assignment, book)
        changes = _regraded(chosen, assignment, terms, book)
        author, applied = chosen.author or getpass.getuser(), 0
        if chosen.yes:
            applied = apply(book, terms, changes, author)
            book.keep_seed(assignment.id, terms.seed, author)
    for line in _lines(changes, as_json=chosen.as_json):
        click.echo(line)
    to_stderr(_summary(changes, applied, yes=chosen.yes))
    if any(change.broken for change in changes):
        raise SystemExit(3)


def _terms(chosen: RegradeOptions, root: Path, assignment: Assignment, book: Gradebook) -> GradingTerms:
    """What the new results depend on; seed and language are the gradebook's where none is named."""
    from grader.core.languages import choose
    from grader.core.seeds import drawn_seed
    from grader.submissions.cache_key import terms_of

    usual = book.usual_terms(assignment.id)
    language = choose(chosen.lang) if usual is None else usual[1]
    seed = book.kept_seed(assignment.id) if chosen.seed is None else chosen.seed
    return terms_of(
        root,
        assignment,
        seed=drawn_seed() if seed is None else seed,
        language=chosen.lang or language,
        isolation=chosen.isolation,
    )


def _regraded(
    chosen: RegradeOptions, assignment: Assignment, terms: GradingTerms, book: Gradebook
) -> list[GradeChange]:
    """Grade again, without any result counting yet; what changes, by submission. Raises GraderError."""
    from grader import submissions as intake
    from grader.api import RunOptions, grade_run
    from grader.batch.cohort import GradedSubmission
    from grader.batch.regrade import change_of, handed_in
    from grader.batch.triage import review_reason
    from grader.cli.progress import ProgressBar

    paths, wanted = chosen.paths, chosen.wanted
    names = _names(book.graded_since(assignment.id, _moment(chosen.since)), wanted, chosen.gradebook)
    total = intake.count(paths, assignment) if paths else len(names)

    def submissions() -> Iterator[Submission]:
        found = intake.find(paths, assignment) if paths else handed_in(book, assignment.id)
        everything = paths and not wanted and chosen.since is None
        return (submission for submission in found if submission.id in names or everything)

    if not chosen.quiet:
        options.warn_of_jobs(chosen.jobs, assignment)
    changes: list[GradeChange] = []
    with ProgressBar(total, quiet=chosen.quiet, doing="regrading") as progress:

        def deliver(graded: GradedSubmission) -> None:
            changes.append(change_of(book, terms, graded))
            seen = review_reason(graded.report, graded.submission, terms.language)
            progress.one(graded.submission.id, seen, unchanged=graded.unchanged)

        run = RunOptions(total, chosen.jobs, count=False)
        grade_run(assignment, terms, submissions(), deliver, run, book)
    return sorted(changes, key=lambda change: change.submission)


def _names(found: tuple[str, ...], wanted: tuple[str, ...], gradebook: Path) -> set[str]:
    """The submissions that are meant. Raises UsageError for one that is not there."""
    from grader.core.suggestions import suggestion

    for name in wanted:
        if name not in found:
            raise UsageError(f"{gradebook}: no submission {name!r}{suggestion(name, found)}")
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
    from grader.reports.rounding import points

    told = [change for change in changes if change.differs or change.broken]
    if told:
        width = min(24, max(len("submission"), *(len(change.submission) for change in told)))
        yield f"{pad('submission', width)}  {'was':>8}  {'now':>8}  {'change':>7}  why"
    for change in told[:_SHOWN]:
        name = pad(cut(change.submission, width), width)
        if change.broken:
            yield f"{name}  internal error; its score stays"
            continue
        was = "-" if change.was is None else points(change.was)
        steps = ", ".join(f"{step} {_signed(by)}" for step, by in change.steps.items())
        why = "; ".join(change.why) or "same text, suite and engine: measured again"
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
    from grader.reports.rounding import points

    return f"+{points(by)}" if by > 0 else f"-{points(-by)}" if by < 0 else "0"


def _summary(changes: list[GradeChange], applied: int, *, yes: bool) -> str:
    differing = [_by(change) for change in changes if change.differs]
    up, down = sum(by > 0 for by in differing), sum(by < 0 for by in differing)
    counts = f"{len(changes)} graded again: {up} rise, {down} fall, {len(changes) - len(differing)} keep their score"
    if yes:
        return f"{counts}. Applied: {applied} new results count."
    return f"{counts}. No grade has changed; --yes applies the new results."
