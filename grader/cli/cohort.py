"""grader cohort fetch | grade | publish"""

from __future__ import annotations

import dataclasses
import datetime
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options
from grader.cli.spoken import to_stderr
from grader.core.errors import MachineError, UsageError
from grader.core.model import LEVELS

if TYPE_CHECKING:
    from grader.integrations.github.gh import Gh
    from grader.integrations.github.listing import Repository
    from grader.integrations.github.publish import Done
    from grader.integrations.github.repos_csv import RepositoryRow
    from grader.reports.schema import Report

__all__ = ["cohort"]

_ENDS = "Exit codes: 0 done, 2 invalid arguments or input, 3 internal error for some (run the command\n"
_ENDS += "again; finished work is not repeated), 130 interrupted."
_FOLDER = click.Path(file_okay=False, path_type=Path)


@dataclasses.dataclass(frozen=True)
class FetchOptions:
    """The arguments and options of `grader cohort fetch`."""

    organisation: str | None
    prefix: str
    repos: Path | None
    deadline: str | None
    branch: str
    output: Path
    jobs: int
    max_mib: int
    as_json: bool


@dataclasses.dataclass(frozen=True)
class CohortGradeOptions:
    """The arguments and options of `grader cohort grade`."""

    folder: Path
    assignment_id: str | None
    course: Path | None
    lang: str | None
    resume: bool
    jobs: int | None
    only: tuple[str, ...]
    seed: int | None
    isolation: str | None
    as_json: bool
    quiet: bool


@dataclasses.dataclass(frozen=True)
class PublishOptions:
    """The arguments and options of `grader cohort publish`."""

    folder: Path
    to: str
    dry_run: bool
    by: str | None
    scores: Path | None
    slug: str | None
    practice: bool
    as_json: bool


@click.group(epilog=_ENDS)
def cohort() -> None:
    """Instructor: fetch a cohort's repositories, grade them locally, publish the results.

    \b
    Example:
      grader cohort fetch my-org --prefix layer-norm- --deadline 2026-12-01T23:59:00+09:00 -o cohort
      grader cohort grade cohort
      grader cohort publish cohort --dry-run
    """


@cohort.command(epilog=_ENDS, short_help="Fetch each repository as of the deadline.")
@click.argument("organisation", metavar="[ORG]", required=False)
@click.option(
    "--prefix",
    "-p",
    default="",
    metavar="TEXT",
    help="Prefix of the repositories' names; the rest identifies the learner.",
)
@click.option(
    "--repos",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File with one OWNER/NAME or Git URL per line, instead of ORG.",
)
@click.option("--deadline", metavar="TIME", help="Use the last push before this time (with time zone; default: now).")
@click.option("--branch", default="", metavar="NAME", help="The branch; default: each repository's default branch.")
@click.option("-o", "--output", type=_FOLDER, default=Path("cohort"), show_default=True, metavar="DIR")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1, 16),
    default=4,
    show_default=True,
    help="Number of repositories fetched at a time.",
)
@click.option(
    "--max-mib",
    type=click.IntRange(1, 1 << 20),
    default=50,
    show_default=True,
    metavar="N",
    help="Skip repositories larger than this.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
@options.gathered(FetchOptions)
def fetch(chosen: FetchOptions) -> None:
    """Clone each repository at its last commit before the deadline, and write DIR/repos.csv.

    Push times come from GitHub; the dates in commits can be set by their author and are ignored. Needs `gh` (logged in,
    or GH_TOKEN with read access to contents and metadata) and git. Run the command again to fetch what is missing.

    \b
    Examples:
      grader cohort fetch my-org --prefix layer-norm- --deadline 2026-12-01T23:59:00+09:00
      grader cohort fetch --repos repos.txt -o cohort
    """
    from grader.integrations.github import listing
    from grader.integrations.github.fetch import fetch as fetching
    from grader.integrations.github.repos_csv import FAILED, TOO_LARGE

    if (chosen.organisation is None) == (chosen.repos is None):
        raise UsageError("name an organisation, or a file with --repos")
    when = None if chosen.deadline is None else listing.moment(chosen.deadline)
    if when is not None and when > datetime.datetime.now(datetime.UTC):
        to_stderr("the deadline is in the future; fetching the current state")
    gh = _gh()
    found = _repositories(gh, chosen)
    to_stderr(f"{len(found)} repositories")

    def told(line: RepositoryRow) -> None:
        if line.state in (FAILED, TOO_LARGE):
            to_stderr(f"{line.learner}: {line.note}")

    lines = fetching(
        gh,
        found,
        chosen.output,
        deadline=when,
        branch=chosen.branch,
        jobs=chosen.jobs,
        most_mib=chosen.max_mib,
        told=told,
    )
    counts = Counter(line.state for line in lines)
    if chosen.as_json:
        click.echo(json.dumps({"schema": "grader/repos/1", "repositories": [dataclasses.asdict(x) for x in lines]}))
    else:
        click.echo(f"{chosen.output}: " + ", ".join(f"{count} {state}" for state, count in sorted(counts.items())))
    if counts[FAILED]:
        raise SystemExit(3)


def _repositories(gh: Gh, chosen: FetchOptions) -> list[Repository]:
    """The repositories of the file or the organisation. Raises UsageError, and MachineError where GitHub fails."""
    from grader.integrations.github import listing

    if chosen.repos is not None:
        return listing.from_file(gh, chosen.repos, chosen.prefix)
    if not chosen.prefix:
        raise UsageError("--prefix is missing: give the prefix of the assignment's repository names")
    return listing.in_organisation(gh, chosen.organisation or "", chosen.prefix)


@cohort.command(epilog=_ENDS, short_help="Grade DIR/submissions into DIR/reports, offline.")
@click.argument("folder", type=_FOLDER, metavar="DIR")
@options.assignment
@options.course_folder
@options.language
@click.option("--resume/--fresh", "resume", default=True, help="Reuse stored results (default) or regrade everything.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 512), metavar="N", help="Number of worker processes; default: one per core."
)
@click.option("--only", multiple=True, metavar="STEP", help="Only this step or check; repeatable.")
@options.seed("the gradebook's, drawn for the first run")
@click.option("--isolation", type=click.Choice(LEVELS), help="Required isolation level; default: the assignment's.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one report per line.")
@click.option("--quiet", is_flag=True, help="Do not show progress on standard error.")
@options.gathered(CohortGradeOptions)
def grade(chosen: CohortGradeOptions) -> None:
    """Grade DIR/submissions into DIR/reports, as `grader grade` does, offline.

    Works on any DIR/submissions with one folder per student. Unchanged submissions are skipped; rerun the command to
    resume.

    \b
    Examples:
      grader cohort grade cohort
      grader cohort grade cohort --jobs 8 --isolation confined
    """
    from grader.cli.grade import GradeOptions, grade_submissions
    from grader.integrations.github.cohort_dir import GRADED, REPORTS, reports_in
    from grader.integrations.github.fetch import LEDGER, SUBMISSIONS
    from grader.integrations.github.repos_csv import FETCHED, read_ledger, write_ledger

    folder = chosen.folder
    submissions = folder / SUBMISSIONS
    waiting = {path.name for path in submissions.iterdir() if _is_submission(path)} if submissions.is_dir() else set()
    if not waiting:
        raise UsageError(f"{submissions}: no submissions; `grader cohort fetch` writes one folder per learner there")
    lines = read_ledger(folder / LEDGER) if (folder / LEDGER).is_file() else []
    for line in lines:
        if line.state != FETCHED:
            to_stderr(f"{line.learner}: not graded, {line.note}")
    shared = {field.name: getattr(chosen, field.name) for field in dataclasses.fields(chosen) if field.name != "folder"}
    code: object = 0
    try:
        grade_submissions(GradeOptions((submissions,), output=folder / REPORTS, cohort=True, **shared))
    except SystemExit as end:  # all are graded, some with internal errors
        code = end.code
    if lines:
        write_ledger(folder / REPORTS / GRADED, [line for line in lines if line.state == FETCHED])
    lost = sorted(waiting - set(reports_in(folder)[0]))
    if lost:
        raise MachineError(f"no report of {', '.join(lost[:5])}{' ...' if len(lost) > 5 else ''}; run it again")
    if code:
        raise SystemExit(code)


def _is_submission(path: Path) -> bool:
    return path.is_dir() and not path.name.startswith((".", "_"))


@cohort.command(epilog=_ENDS, short_help="Publish the reports in DIR/reports.")
@click.argument("folder", type=_FOLDER, metavar="DIR")
@click.option(
    "--to",
    type=click.Choice(["comments", "classroom50"]),
    default="comments",
    show_default=True,
    help="A comment on each graded commit, or overrides in Classroom 50's scores.json.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be written without writing it.")
@click.option(
    "--as", "by", metavar="LOGIN", help="Login that writes the comments, if the token does not reveal it: NAME[bot]."
)
@click.option(
    "--scores",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="CLASSROOM/scores.json in a clone of the organisation's classroom50 repository.",
)
@click.option("--slug", metavar="NAME", help="The assignment's name in Classroom 50; default: its id with hyphens.")
@click.option("--practice", is_flag=True, help="Also publish practice reports.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one line per repository.")
@options.gathered(PublishOptions)
def publish(chosen: PublishOptions) -> None:
    """Publish the reports in DIR/reports: one comment per repository, or overrides in a gradebook.

    Requests stay under GitHub's limits, and you can rerun the command to resume: DIR/published.jsonl records what was
    written. An existing comment is updated when its grade changes. Practice reports and reports with internal errors
    are skipped.

    \b
    Examples:
      grader cohort publish cohort --dry-run
      grader cohort publish cohort
      grader cohort publish cohort --to classroom50 --scores classroom50/cs1/scores.json
    """
    from grader.integrations.github.cohort_dir import graded

    if (chosen.to == "classroom50") != (chosen.scores is not None):
        raise UsageError("--scores FILE and --to classroom50 belong together")
    ready, left = graded(chosen.folder, practice=chosen.practice)

    def told(done: Done) -> None:
        if chosen.as_json:
            click.echo(json.dumps(dataclasses.asdict(done), ensure_ascii=False))
        else:
            click.echo(f"{done.learner}: {done.what}" + (f" ({done.note})" if done.note else ""))

    for done in left:
        told(done)
    if chosen.scores is not None:
        results = _override(ready, chosen.scores, chosen.slug, chosen.dry_run)
        for done in results:
            told(done)
    else:
        results = _comment(ready, chosen, told)
    if any(done.what == "failed" for done in (*left, *results)):
        raise SystemExit(3)


def _comment(ready: list[tuple[Any, Report]], chosen: PublishOptions, told: Callable[[Done], None]) -> list[Done]:
    """Write one comment on each graded commit. Raises UsageError where the reports are of several assignments."""
    from grader.integrations.github.cohort_dir import JOURNAL
    from grader.integrations.github.gh import Pace
    from grader.integrations.github.publish import author, opened
    from grader.integrations.github.publish import publish as publishing

    names = {report.assignment for _, report in ready}
    if len(names) > 1:
        raise UsageError(f"{chosen.folder}: reports of several assignments ({', '.join(sorted(names))})")
    gh = _gh()
    login = author(gh, chosen.by)
    with opened(chosen.folder / JOURNAL) as journal:
        pace = Pace(journal.writes, sleep=gh.sleep, clock=gh.clock, say=gh.say)
        bodies = ((line, _body(report)) for line, report in ready)
        return publishing(gh, journal, pace, "".join(names), bodies, by=login, dry_run=chosen.dry_run, told=told)


def _override(ready: list[tuple[Any, Report]], path: Path, slug: str | None, dry_run: bool) -> list[Done]:
    """Put the grades into a scores.json, whole or not at all."""
    from grader.core.atomic_write import write_whole
    from grader.integrations.github.scores import read_scores, scores_text, with_overrides

    if not ready:
        return []
    name = slug or ready[0][1].assignment.replace("_", "-")
    data, results = with_overrides(read_scores(path), path.resolve().parent.name, name, ready)
    if not dry_run and any(done.what != "kept" for done in results):
        write_whole(path, scores_text(data))
    if dry_run:
        to_stderr("dry run: nothing was written")
    return results


def _body(report: Report) -> str:
    """What a learner reads in the comment."""
    from grader.reports.formats import markdown
    from grader.reports.formats.escaping import fit
    from grader.reports.formats.transcript import transcript
    from grader.reports.html.view import written_in

    seen = transcript(report, written_in(report))
    return fit(lambda room: markdown.text(seen, room), 60_000)  # GitHub takes 65,536 characters


def _gh() -> Gh:
    from grader.integrations.github.gh import Gh

    return Gh(say=lambda sentence: to_stderr(sentence))
