"""grader cohort fetch | grade | publish"""

from __future__ import annotations

import dataclasses
import datetime
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options
from grader.core.errors import MachineError, UsageError
from grader.core.model import LEVELS

if TYPE_CHECKING:
    from grader.integrations.github.gh import Gh
    from grader.integrations.github.publish import Done
    from grader.reports.schema import Report

__all__ = ["cohort"]

_ENDS = "Exit codes: 0 done, 2 the command or its files are off, 3 some could not be done for our reasons or\n"
_ENDS += "the machine's (run the command again: what is done is not done twice), 130 interrupted."
_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group(epilog=_ENDS)
def cohort() -> None:
    """Instructor: fetch a cohort's repositories, grade them here, write the results back.

    \b
    Example:
      grader cohort fetch my-org --prefix attention- --deadline 2026-12-01T23:59:00+09:00 -o cohort
      grader cohort grade cohort
      grader cohort publish cohort --dry-run
    """


@cohort.command(epilog=_ENDS, short_help="Fetch each repository as it stood at the deadline.")
@click.argument("organisation", metavar="[ORG]", required=False)
@click.option(
    "--prefix",
    "-p",
    default="",
    metavar="TEXT",
    help="What the repositories' names begin with; the rest is the learner.",
)
@click.option(
    "--repos",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Instead of ORG: a file with an OWNER/NAME, or an address for git, a line.",
)
@click.option("--deadline", metavar="TIME", help="What GitHub had received until then, with its zone; default: now.")
@click.option("--branch", default="", metavar="NAME", help="The branch; default: each repository's own.")
@click.option("-o", "--output", type=_FOLDER, default=Path("cohort"), show_default=True, metavar="DIR")
@click.option("--jobs", "-j", type=click.IntRange(1, 16), default=4, show_default=True, help="Repositories at a time.")
@click.option(
    "--max-mib",
    type=click.IntRange(1, 1 << 20),
    default=50,
    show_default=True,
    metavar="N",
    help="Of a repository whose files are more than this, nothing is kept.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def fetch(
    organisation: str | None,
    prefix: str,
    repos: Path | None,
    deadline: str | None,
    branch: str,
    output: Path,
    jobs: int,
    max_mib: int,
    as_json: bool,
) -> None:
    """Clone each repository at the commit that stood there at the deadline, and write DIR/repos.csv.

    The time of a push is GitHub's own; the dates in a commit are its author's and are not looked at. Needs `gh`
    (logged in, or GH_TOKEN with read access to contents and metadata) and git. Run it again to do what is left.

    \b
    Examples:
      grader cohort fetch my-org --prefix attention- --deadline 2026-12-01T23:59:00+09:00
      grader cohort fetch --repos repos.txt -o cohort
    """
    from grader.integrations.github import listing
    from grader.integrations.github.fetch import fetch as fetching
    from grader.integrations.github.repos_csv import FAILED, TOO_LARGE, RepositoryRow

    if (organisation is None) == (repos is None):
        raise UsageError("name an organisation, or a file with --repos")
    when = None if deadline is None else listing.moment(deadline)
    if when is not None and when > datetime.datetime.now(datetime.UTC):
        click.echo("the deadline is still to come; what is there now is fetched", err=True)
    gh = _gh()
    if repos is not None:
        found = listing.from_file(gh, repos, prefix)
    else:
        if not prefix:
            raise UsageError("--prefix is missing: say what the names of the assignment's repositories begin with")
        found = listing.in_organisation(gh, organisation or "", prefix)
    click.echo(f"{len(found)} repositories", err=True)

    def told(line: RepositoryRow) -> None:
        if line.state in (FAILED, TOO_LARGE):
            click.echo(f"{line.learner}: {line.note}", err=True)

    lines = fetching(gh, found, output, deadline=when, branch=branch, jobs=jobs, most_mib=max_mib, told=told)
    counts = Counter(line.state for line in lines)
    if as_json:
        click.echo(json.dumps({"schema": "grader/repos/1", "repositories": [dataclasses.asdict(x) for x in lines]}))
    else:
        click.echo(f"{output}: " + ", ".join(f"{count} {state}" for state, count in sorted(counts.items())))
    if counts[FAILED]:
        raise SystemExit(3)


@cohort.command(epilog=_ENDS, short_help="Grade DIR/submissions into DIR/reports, offline.")
@click.argument("folder", type=_FOLDER, metavar="DIR")
@options.assignment
@options.course_folder
@options.language
@click.option(
    "--resume/--fresh", "resume", default=True, help="Take results that are known (default), or make all anew."
)
@click.option("-j", "--jobs", type=click.IntRange(1, 512), metavar="N", help="Grader processes; default: one a core.")
@click.option("--only", multiple=True, metavar="STEP", help="Only this step or check; may be given again.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Seed of the hidden data; default 1.")
@click.option("--isolation", type=click.Choice(LEVELS), help="Required level; default: the assignment's.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one report a line.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@click.pass_context
def grade(
    ctx: click.Context,
    folder: Path,
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    resume: bool,
    jobs: int | None,
    only: tuple[str, ...],
    seed: int | None,
    isolation: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Grade DIR/submissions into DIR/reports, as `grader grade` does, offline.

    Needs folders alone: whatever put one folder a learner into DIR/submissions. Interrupted, it goes on where it was;
    an unchanged submission costs nothing.

    \b
    Examples:
      grader cohort grade cohort
      grader cohort grade cohort --jobs 8 --isolation confined
    """
    from grader.cli.grade import grade as grading
    from grader.integrations.github.cohort_dir import GRADED, REPORTS, reports_in
    from grader.integrations.github.fetch import LEDGER, SUBMISSIONS
    from grader.integrations.github.repos_csv import FETCHED, read_ledger, write_ledger

    submissions = folder / SUBMISSIONS
    waiting = {path.name for path in submissions.iterdir() if _is_submission(path)} if submissions.is_dir() else set()
    if not waiting:
        raise UsageError(f"{submissions}: no submissions; `grader cohort fetch` puts one folder a learner there")
    lines = read_ledger(folder / LEDGER) if (folder / LEDGER).is_file() else []
    for line in lines:
        if line.state != FETCHED:
            click.echo(f"{line.learner}: not graded, {line.note}", err=True)
    code: object = 0
    try:
        ctx.invoke(
            grading,
            paths=(submissions,),
            assignment_id=assignment_id,
            course=course,
            lang=lang,
            as_json=as_json,
            output=folder / REPORTS,
            resume=resume,
            jobs=jobs,
            only=only,
            seed=seed,
            isolation=isolation,
            quiet=quiet,
            cohort=True,
        )
    except SystemExit as end:  # all are graded, some with checks that failed for our reasons
        code = end.code
    if lines:
        write_ledger(folder / REPORTS / GRADED, [line for line in lines if line.state == FETCHED])
    lost = sorted(waiting - set(reports_in(folder)))
    if lost:
        raise MachineError(f"no report of {', '.join(lost[:5])}{' ...' if len(lost) > 5 else ''}; run it again")
    if code:
        raise SystemExit(code)


def _is_submission(path: Path) -> bool:
    return path.is_dir() and not path.name.startswith((".", "_"))


@cohort.command(epilog=_ENDS, short_help="Write the reports in DIR/reports back.")
@click.argument("folder", type=_FOLDER, metavar="DIR")
@click.option(
    "--to",
    type=click.Choice(["comments", "classroom50"]),
    default="comments",
    show_default=True,
    help="A comment on each graded commit, or overrides in Classroom 50's scores.json.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--as", "by", metavar="LOGIN", help="Who writes the comments, where the token cannot say: NAME[bot].")
@click.option(
    "--scores",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="CLASSROOM/scores.json in a clone of the organisation's classroom50 repository.",
)
@click.option("--slug", metavar="NAME", help="The assignment's name in Classroom 50; default: ours with hyphens.")
@click.option("--practice", is_flag=True, help="Also write back what is practice and not a grade.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one line a repository.")
def publish(
    folder: Path,
    to: str,
    dry_run: bool,
    by: str | None,
    scores: Path | None,
    slug: str | None,
    practice: bool,
    as_json: bool,
) -> None:
    """Write the reports in DIR/reports back: one comment a repository, or overrides in a gradebook.

    Paced under GitHub's limits and resumable: DIR/published.jsonl remembers what was written, and our own comment is
    looked for before one is made. A grade that changed changes its comment. A report that is no grade, or that has
    checks which failed for our reasons, is left out.

    \b
    Examples:
      grader cohort publish cohort --dry-run
      grader cohort publish cohort
      grader cohort publish cohort --to classroom50 --scores classroom50/cs1/scores.json
    """
    from grader.integrations.github.cohort_dir import JOURNAL, graded
    from grader.integrations.github.gh import Pace
    from grader.integrations.github.publish import author, opened
    from grader.integrations.github.publish import publish as publishing

    if (to == "classroom50") != (scores is not None):
        raise UsageError("--to classroom50 needs --scores FILE, and only it")
    ready, left = graded(folder, practice=practice)

    def told(done: Done) -> None:
        if as_json:
            click.echo(json.dumps(dataclasses.asdict(done), ensure_ascii=False))
        else:
            click.echo(f"{done.learner}: {done.what}" + (f" ({done.note})" if done.note else ""))

    for done in left:
        told(done)
    if scores is not None:
        results = _override(ready, scores, slug, dry_run)
        for done in results:
            told(done)
    else:
        names = {report.assignment for _, report in ready}
        if len(names) > 1:
            raise UsageError(f"{folder}: reports of several assignments ({', '.join(sorted(names))})")
        gh = _gh()
        login = author(gh, by)
        with opened(folder / JOURNAL) as journal:
            pace = Pace(journal.writes, sleep=gh.sleep, clock=gh.clock, say=gh.say)
            bodies = ((line, _body(report)) for line, report in ready)
            results = publishing(gh, journal, pace, "".join(names), bodies, by=login, dry_run=dry_run, told=told)
    if any(done.what == "failed" for done in results):
        raise SystemExit(3)


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
        click.echo("dry run: nothing was written", err=True)
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

    return Gh(say=lambda sentence: click.echo(sentence, err=True))
