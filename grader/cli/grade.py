"""grader grade PATH..."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError
from grader.core.model import LEVELS, Assignment

if TYPE_CHECKING:
    from grader.gradebook import Gradebook

__all__ = ["GradeOptions", "grade", "grade_submissions", "held"]

_EXIT = (
    "Exit codes: 0 graded (whatever the scores), 2 nothing to grade or an invalid course,\n"
    "3 internal error (points are held, none are lost), 130 interrupted: rerun the command\n"
    "to resume."
)


@dataclasses.dataclass(frozen=True)
class GradeOptions:
    """The arguments and options of `grader grade`."""

    paths: tuple[Path, ...]
    assignment_id: str | None = None
    course: Path | None = None
    lang: str | None = None
    as_json: bool = False
    output: Path | None = None
    gradebook: Path | None = None
    resume: bool = True
    jobs: int | None = None
    only: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    since: str | None = None
    part: str | None = None
    seed: int | None = None
    isolation: str | None = None
    engine: str = "processes"
    scheduler: str | None = None
    full: bool = False
    quiet: bool = False
    ascii_only: bool = False
    cohort: bool = False  # a folder of submissions, even where it looks like a single one


@click.command(epilog=_EXIT)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@options.assignment
@options.course_folder
@options.language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one report per line.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each submission's report into DIR: JSON, text, HTML, and the instructor's HTML.",
)
@click.option(
    "--gradebook",
    "gradebook",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Store results in FILE. Default with -o and a folder of submissions: DIR/instructor/gradebook.db.",
)
@click.option("--resume/--fresh", "resume", default=True, help="Reuse stored results (default) or regrade everything.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 512),
    metavar="N",
    help="Number of worker processes (default: one per core; small batches run in-process).",
)
@click.option("--only", multiple=True, metavar="STEP", help="Only this step or check; repeatable.")
@click.option("--submission", "wanted", multiple=True, metavar="ID", help="Only this submission; repeatable.")
@click.option(
    "--since", metavar="TIME", help="Only submissions with files changed since TIME, such as 2026-11-29T18:00."
)
@click.option("--part", metavar="K/N", help="Only the Kth of N equal parts, to split the work between N machines.")
@options.seed("the gradebook's; without a gradebook, one is drawn and shown")
@click.option(
    "--isolation",
    type=click.Choice(LEVELS),
    help="Required isolation level. 'process' runs anywhere; its result is practice, not a grade.",
)
@click.option(
    "--engine",
    type=click.Choice(["processes", "dask"]),
    default="processes",
    show_default=True,
    help="Where submissions are graded: in local processes, or on a dask cluster.",
)
@click.option("--scheduler", metavar="ADDRESS", help="The dask scheduler, such as tcp://10.0.0.1:8786.")
@click.option("--full", is_flag=True, help="List every check, not only the first failures.")
@click.option("--quiet", is_flag=True, help="Do not show progress on standard error.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters only.")
@options.gathered(GradeOptions)
def grade(chosen: GradeOptions) -> None:
    """Grade submissions with the hidden suite.

    PATH is a folder, a .py, a .ipynb, a .zip or .tar.gz, or a folder of such submissions. One submission is shown in
    full, several as a table. With an output folder or a gradebook, unchanged submissions are skipped; rerun the command
    to resume.

    \b
    Examples:
      grader grade alice/                       one folder
      grader grade submissions/ -o reports/     a cohort, with a report for each learner
      grader grade submissions/ --json | jq .score.earned
      grader grade submissions/ --gradebook gradebook.db --jobs 8
    """
    grade_submissions(chosen)


def grade_submissions(chosen: GradeOptions) -> None:
    """Grade, write the results and print them. Raises GraderError; exits 3 where a check failed internally."""
    from grader.core.cores import one_thread

    one_thread()
    from grader import submissions as intake
    from grader.api import RunOptions, grade_run
    from grader.cli.run_output import RunOutput
    from grader.cli.selection import selected
    from grader.submissions.cache_key import terms_of

    paths, output, cohort = chosen.paths, chosen.output, chosen.cohort
    root, assignment = _assignment(chosen)
    language = options.language_of(chosen.lang, assignment)
    wanted = selected(paths, assignment, chosen.wanted, chosen.since, chosen.part)
    total = intake.count(paths, assignment, cohort=cohort) if wanted is None else len(wanted)
    several = intake.is_cohort(paths, assignment, cohort=cohort)
    if output is not None and several:
        _apart(output, paths)
    found = intake.find(paths, assignment, cohort=cohort)
    submissions = found if wanted is None else (submission for submission in found if submission.id in wanted)
    gradebook, default = chosen.gradebook, None if output is None else output / "instructor" / "gradebook.db"
    if gradebook is None and default is not None and (several or default.exists()):
        gradebook = default
    if not chosen.quiet and chosen.engine == "processes":
        options.warn_of_jobs(chosen.jobs, assignment)
    run = RunOptions(total, chosen.jobs, output, _cluster(chosen), fresh=not chosen.resume)
    with _book(gradebook, assignment, language, output) as book:
        seed = _seed(chosen, assignment, book)
        terms = terms_of(root, assignment, seed=seed, only=chosen.only, language=language, isolation=chosen.isolation)
        shown = RunOutput(terms, total, chosen)
        with shown:
            grade_run(assignment, terms, submissions, shown.one, run, book)
    shown.finish()


def _seed(chosen: GradeOptions, assignment: Assignment, book: Gradebook | None) -> int:
    """The seed of the hidden data: the one named, the gradebook's, or one that is drawn; the gradebook keeps it.

    Raises UsageError where a part of a cohort would be given a seed of its own.
    """
    from grader.core.seeds import drawn_seed

    kept = None if book is None else book.kept_seed(assignment.id)
    seed = chosen.seed if chosen.seed is not None else kept
    if seed is None:
        seed = drawn_seed()
        if chosen.part is not None:
            said = "the parts of a cohort need one seed, so that everybody is asked for the same"
            raise UsageError(f"--part {chosen.part}: {said}; name it with each part, such as --seed {seed}")
    if book is not None:
        if kept not in (None, seed):
            to_stderr(f"{book.path}: seed {kept} until now, {seed} from now on")
        book.keep_seed(assignment.id, seed, "grader grade")
    return seed


def _assignment(chosen: GradeOptions) -> tuple[Path, Assignment]:
    """The course's root and the assignment. Raises UsageError, SpecError."""
    from grader.course import loading as courses

    root = options.root_of(chosen.course)
    assignment = courses.load(root, courses.pick(root, chosen.assignment_id, chosen.paths[0]))
    options.not_a_learners(root, chosen.course, chosen.paths, cohort=chosen.cohort)
    return root, assignment


def _apart(output: Path, paths: Iterable[Path]) -> None:
    """Raise UsageError where the output folder is inside a submissions folder: the next run would grade it."""
    for path in paths:
        if output.resolve().parent == path.resolve():
            said = f"{output} is inside {path} and would be graded as a submission"
            raise UsageError(f"{said}; name a folder next to it, such as -o {path.resolve().name}-reports")


def _cluster(chosen: GradeOptions) -> str | None:
    """The address of the cluster that is asked for. Raises UsageError where --engine and --scheduler disagree."""
    if chosen.engine == "dask" and chosen.scheduler is None:
        raise UsageError("--engine dask needs the scheduler's address: --scheduler tcp://HOST:8786")
    if chosen.engine != "dask" and chosen.scheduler is not None:
        raise UsageError("--scheduler is for --engine dask")
    return chosen.scheduler


def held(book: Gradebook) -> contextlib.AbstractContextManager[None]:
    """Lock the gradebook for this run; if another run has locked it, say so and wait."""

    def waiting() -> None:
        to_stderr(f"{book.path}: another run is using it; waiting for it to end")

    return book.running(waiting)


@contextlib.contextmanager
def _book(path: Path | None, assignment: Assignment, language: str, output: Path | None) -> Iterator[Gradebook | None]:
    """The gradebook of the run, created if missing; None without a path."""
    if path is None:
        yield None
        return
    from grader.batch.outputs import sweep
    from grader.gradebook import Gradebook

    with Gradebook.open(path, create=True) as book, held(book):
        book.add_assignment(assignment.id, assignment.title[language])
        try:
            yield book
        finally:
            if output is not None:
                sweep(output)
