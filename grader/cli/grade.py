"""grader grade PATH..."""

from __future__ import annotations

import contextlib
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.core.errors import MachineError, UsageError
from grader.core.model import LEVELS, Assignment, Report

if TYPE_CHECKING:
    from grader.batch.run import Engine, GradedSubmission
    from grader.gradebook import Gradebook
    from grader.submissions.cache_key import GradingTerms

__all__ = ["engine_of", "grade", "held"]

_EXIT = (
    "Exit codes: 0 graded (whatever the scores), 2 nothing to grade or a broken course,\n"
    "3 our own fault or the machine's (points are held, none are lost), 130 interrupted:\n"
    "run the same command again, and it goes on where it was."
)


@click.command(epilog=_EXIT)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@options.assignment
@options.course_folder
@options.language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one report a line.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write for each submission into DIR: JSON, text, a page, the instructor's page.",
)
@click.option(
    "--gradebook",
    "gradebook",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep results in it. With -o and a folder of submissions: DIR/instructor/gradebook.db.",
)
@click.option(
    "--resume/--fresh",
    "resume",
    default=True,
    help="Take results that are known from the gradebook (default), or make them all again.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 512),
    metavar="N",
    help="Grader processes side by side. Default: one a core, none besides this for a handful.",
)
@click.option("--only", multiple=True, metavar="STEP", help="Only this step or check; may be given again.")
@click.option("--submission", "wanted", multiple=True, metavar="ID", help="Only this submission; may be given again.")
@click.option("--since", metavar="TIME", help="Only submissions with files changed since then, 2026-11-29T18:00.")
@click.option("--part", metavar="K/N", help="Only the Kth of N equal parts, to share the work among N machines.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Seed of the hidden data; default 1.")
@click.option(
    "--isolation",
    type=click.Choice(LEVELS),
    help="Required level. 'process' runs anywhere and is practice, not a grade.",
)
@click.option(
    "--engine",
    type=click.Choice(["processes", "dask"]),
    default="processes",
    show_default=True,
    help="Where the grader processes run: here, or on the workers of a dask cluster.",
)
@click.option("--scheduler", metavar="ADDRESS", help="The dask scheduler, such as tcp://10.0.0.1:8786.")
@click.option("--full", is_flag=True, help="Name every check, not only the first troubles.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@click.option("--ascii", "ascii_only", is_flag=True, help="No signs beyond ASCII.")
def grade(
    paths: tuple[Path, ...],
    assignment_id: str | None,
    course: Path | None,
    lang: str | None,
    as_json: bool,
    output: Path | None,
    gradebook: Path | None,
    resume: bool,
    jobs: int | None,
    only: tuple[str, ...],
    wanted: tuple[str, ...],
    since: str | None,
    part: str | None,
    seed: int | None,
    isolation: str | None,
    engine: str,
    scheduler: str | None,
    full: bool,
    quiet: bool,
    ascii_only: bool,
    cohort: bool = False,
) -> None:
    """Grade submissions with the hidden suite.

    PATH is a folder, a .py, a .ipynb, a .zip or .tar.gz, or a folder of such submissions. One submission is
    shown in full, several as a table. With an output folder or a gradebook, a submission that has not changed
    since it was graded costs nothing, and a run that was interrupted is simply run again.

    \b
    Examples:
      grader grade alice/                       one folder
      grader grade submissions/ -o reports/     a cohort, with a report for each learner
      grader grade submissions/ --json | jq .earned
      grader grade submissions/ --gradebook gradebook.db --jobs 8
    """
    from grader.core.cores import one_thread

    one_thread()
    from grader import submissions as intake
    from grader.batch.run import grade_cohort
    from grader.course import loading as courses
    from grader.grading import run
    from grader.submissions.cache_key import terms_of

    root = options.root_of(course)
    assignment = courses.load(root, courses.pick(root, assignment_id, paths[0]))
    options.not_a_learners(root, course, paths, cohort=cohort)
    terms = terms_of(
        root,
        assignment,
        seed=run.DEFAULT_SEED if seed is None else seed,
        only=only,
        language=options.language_of(lang, assignment),
        isolation=isolation,
    )
    chosen = _chosen(paths, assignment, wanted, since, part)
    total = intake.count(paths, assignment, cohort=cohort) if chosen is None else len(chosen)
    several = intake.is_cohort(paths, assignment, cohort=cohort)
    if output is not None and several:
        _apart(output, paths)
    found = intake.find(paths, assignment, cohort=cohort)
    submissions = found if chosen is None else (one for one in found if one.id in chosen)
    shown = _Shown(terms, output, total, as_json=as_json, full=full, quiet=quiet, ascii_only=ascii_only)
    beside = None if output is None else output / "instructor" / "gradebook.db"
    if gradebook is None and beside is not None and (several or beside.exists()):
        gradebook = beside
    work = engine_of(assignment, terms, engine, scheduler, total, jobs, output)
    with _book(gradebook, assignment, terms, output) as book, shown:
        grade_cohort(terms, submissions, work, shown.one, book=book, fresh=not resume, output=output)
    shown.finish()


def _apart(output: Path, paths: Iterable[Path]) -> None:
    """Raise UsageError where the reports would lie among the submissions: the next run would grade them."""
    for path in paths:
        if output.resolve().parent == path.resolve():
            said = f"{output} lies among the submissions in {path} and would be graded as one"
            raise UsageError(f"{said}; name a folder beside it, such as -o {path.resolve().name}-reports")


def engine_of(
    assignment: Assignment,
    terms: GradingTerms,
    engine: str,
    scheduler: str | None,
    total: int,
    jobs: int | None,
    output: Path | None,
) -> Engine:
    """What grades that many submissions: this process, several, or a cluster. Raises UsageError."""
    from functools import partial

    from grader.core.cores import jobs_for

    if engine == "dask":
        if scheduler is None:
            raise UsageError("--engine dask needs the scheduler's address: --scheduler tcp://HOST:8786")
        from grader.batch.dask import grade_on_dask

        return partial(grade_on_dask, assignment, terms, scheduler, output)
    if scheduler is not None:
        raise UsageError("--scheduler is for --engine dask")
    processes = jobs_for(total, jobs)
    if processes:
        from grader.batch.pool import grade_in_pool

        return partial(grade_in_pool, assignment, terms, jobs=processes, output=output, elastic=jobs is None)
    from grader.batch.run import grade_alone

    return grade_alone(assignment, terms, output)


def held(book: Gradebook) -> contextlib.AbstractContextManager[None]:
    """The gradebook held for this run; says so where another run holds it, and waits."""

    def waiting() -> None:
        click.echo(f"{book.path}: another run grades into it; waiting for its end", err=True)

    return book.running(waiting)


@contextlib.contextmanager
def _book(
    path: Path | None, assignment: Assignment, terms: GradingTerms, output: Path | None
) -> Iterator[Gradebook | None]:
    """The gradebook of the run, made where there is none yet."""
    if path is None:
        yield None
        return
    from grader.batch.outputs import sweep
    from grader.gradebook import Gradebook

    with Gradebook.open(path, create=True) as book, held(book):
        book.add_assignment(assignment.id, assignment.title[terms.language])
        try:
            yield book
        finally:
            if output is not None:
                sweep(output)


def _chosen(
    paths: tuple[Path, ...], assignment: Assignment, wanted: tuple[str, ...], since: str | None, part: str | None
) -> set[str] | None:
    """The ids of the submissions that are meant; None where all are. Raises UsageError for one that is not there."""
    if not wanted and since is None and part is None:
        return None
    import difflib

    from grader import submissions as intake
    from grader.gradebook.late_policy import moment

    found = {one.id: one.path for one in intake.find(paths, assignment)}
    for name in wanted:
        if name not in found:
            near = difflib.get_close_matches(name, found, 1)
            tail = f"; did you mean {near[0]!r}?" if near else f" among these {len(found)}"
            raise UsageError(f"no submission {name!r}{tail}")
    kept = [name for name in found if not wanted or name in wanted]
    if since is not None:
        start = moment(since, "--since").timestamp()
        kept = [name for name in kept if _changed(Path(found[name])) >= start]
        if not kept:
            raise UsageError(f"none of these {len(found)} submissions has files changed since {since}")
    return set(kept if part is None else _part(kept, part))


def _part(names: list[str], part: str) -> list[str]:
    """Every Nth name. Raises UsageError for a part that is none, or has nothing in it."""
    said = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", part)
    if said is None or not 1 <= int(said[1]) <= int(said[2]):
        raise UsageError(f"--part {part!r}: write which part of how many, such as 3/10")
    chosen = names[int(said[1]) - 1 :: int(said[2])]
    if not chosen:
        raise UsageError(f"--part {part}: {len(names)} submissions are too few for it")
    return chosen


def _changed(path: Path) -> float:
    """When the newest file of a submission was changed, seconds since the epoch; infinite where that is not told."""
    from grader.submissions.files import Unusable, walked

    try:
        files = list(walked(path)) if path.is_dir() else [path]
        return max((file.stat().st_mtime for file in files if file.is_file()), default=float("inf"))
    except (Unusable, OSError):  # graded, and refused there in one sentence
        return float("inf")


class _Shown:
    """What a run says: reports or a table on standard output, the rest on standard error."""

    def __init__(
        self,
        terms: GradingTerms,
        output: Path | None,
        total: int,
        *,
        as_json: bool,
        full: bool,
        quiet: bool,
        ascii_only: bool,
    ) -> None:
        from grader.batch.triage import Ordered, TableRow
        from grader.cli.progress import ProgressBar
        from grader.core.terminal import for_encoding

        self.language, self.output, self.total = terms.language, output, total
        self.as_json, self.full, self.quiet = as_json, full, quiet
        self.width = max(60, min(120, shutil.get_terminal_size((80, 24)).columns))
        self.encoding = "ascii" if ascii_only and self.language == "en" else sys.stdout.encoding
        self.glyphs = for_encoding(self.encoding, ascii_only=ascii_only)
        self.lines = Ordered(self._line)
        self.began = time.monotonic()
        self.progress = ProgressBar(total, quiet=quiet)
        self.rows: dict[int, Report] = {}
        self.slim = TableRow()
        self.broken: dict[int, str] = {}
        self.looks: Counter[str] = Counter()
        self.done = self.unchanged = self.changed = self.unmarked = 0

    def __enter__(self) -> _Shown:
        self.progress.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.__exit__()
        self.lines.close()

    def one(self, graded: GradedSubmission) -> None:
        """Take one result."""
        from grader.batch.triage import look

        report, seen = graded.report, look(graded.report, graded.submission, self.language)
        self.done += 1
        self.unchanged += graded.unchanged
        self.changed += graded.before is not None
        self.unmarked += bool(report.quiz and report.quiz.get("pending"))
        if seen is not None:
            self.looks[seen[0]] += 1
        if report.broken:
            self.broken[graded.index] = report.submission_id
        if self.as_json:
            self.lines.add(graded.index, graded.text)
        else:
            self.rows[graded.index] = report if self.total == 1 else self.slim.of(report)
        self.progress.one(report.submission_id, seen, unchanged=graded.unchanged)

    def _line(self, text: str) -> None:
        if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8":
            import json

            text = json.dumps(json.loads(text))  # no letter of an id may be lost
        try:
            click.echo(text)
        except BrokenPipeError:
            raise
        except OSError as error:
            said = f"standard output cannot be written: {error.strerror or error}; run again"
            raise MachineError(said) from None

    def _tell(self, message: str, **params: object) -> None:
        """A line for the person who grades, on standard error and in their language."""
        from grader.core.languages import say
        from grader.core.safe_text import encodable

        click.echo(encodable(say(self.language, message, **params), sys.stderr.encoding), err=True)

    def finish(self) -> None:
        """The table, and what is left to say. Exits 3 where something failed for our reasons."""
        from grader.core.languages import say
        from grader.core.safe_text import encodable
        from grader.reports.table import table_text
        from grader.reports.text import report_text

        rows = [self.rows[index] for index in sorted(self.rows)]
        if not self.as_json:
            if len(rows) == 1:
                width = min(self.width, 100)
                text = report_text(rows[0], self.language, glyphs=self.glyphs, width=width, full=self.full)
            else:
                took = time.monotonic() - self.began
                text = table_text(rows, self.language, glyphs=self.glyphs, width=self.width, seconds=took)
            click.echo(encodable(text, self.encoding), nl=False)
        if self.output is not None:
            many = "report.run_one" if self.done == 1 else "report.run_reports"
            self._tell(many, count=self.done, folder=self.output)
        if not self.quiet and (self.unchanged or self.changed or self.total >= 20):
            looks = "".join(
                say(self.language, "report.run_look", count=count, kind=say(self.language, f"report.kind_{kind}"))
                for kind, count in sorted(self.looks.items())
            )
            self._tell(
                "report.run_counts",
                found=self.done,
                graded=self.done - self.unchanged,
                looks=looks,
                unchanged=self.unchanged,
                changed=self.changed,
            )
        if self.unmarked and not self.quiet and self.total > 1:
            self._tell("report.run_unmarked", count=self.unmarked)
        if self.broken:
            names = [self.broken[index] for index in sorted(self.broken)]
            named = ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")
            self._tell("report.run_broken", count=len(names), names=named)
            raise SystemExit(3)
