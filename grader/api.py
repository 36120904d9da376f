"""The Python API: load a course, find submissions, grade them, read a report, open a gradebook.

    from grader import find_submissions, grade, load_course

    course = load_course("my-course")                  # the folder with solutions/
    assignment = course.assignment("layer_norm")
    submissions = find_submissions(["submissions/"], assignment)
    grade(assignment, submissions, lambda report: print(report.submission.id, report.score.earned))

`import grader` stays light: numpy, pytest and the rest are imported where they are used. A learner's code runs only in
processes of their own (docs/security.md), so `grade` may be called from any program.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from grader.core.errors import UsageError

if TYPE_CHECKING:
    from grader.batch.cohort import Engine, GradedSubmission
    from grader.core.model import Assignment, Submission
    from grader.gradebook import Gradebook
    from grader.reports.schema import Report
    from grader.submissions.cache_key import GradingTerms

__all__ = [
    "Course",
    "RunOptions",
    "engine_of",
    "find_submissions",
    "grade",
    "grade_run",
    "load_course",
    "open_gradebook",
    "read_report",
]


@dataclasses.dataclass(frozen=True)
class Course:
    """A course on disk: `root` is the folder that holds `solutions/`."""

    root: Path

    @property
    def assignments(self) -> tuple[str, ...]:
        """The ids of its assignments, in the order of their names."""
        from grader.course import loading

        return loading.assignments(self.root)

    def assignment(self, name: str | None = None) -> Assignment:
        """The assignment of that id; without one, the only one there is.

        Raises UsageError where there is none or several, SpecError where its files are wrong.
        """
        from grader.course import loading

        return loading.load(self.root, loading.pick(self.root, name))


def load_course(folder: Path | str = ".") -> Course:
    """The course in `folder`, or around it. Raises UsageError where there is none.

    Its hidden checks are Python that runs as you do: load only a course that you trust.
    """
    from grader.course import loading

    return Course(loading.find_root(Path(folder)))


def find_submissions(paths: Sequence[Path | str], assignment: Assignment) -> Iterator[Submission]:
    """The submissions in `paths`: folders, .py, .ipynb, archives, or folders of those; read as text, never run.

    What cannot be read is a submission too, with `problem` saying why in one sentence. Raises UsageError where a path
    holds nothing to grade.
    """
    from grader import submissions

    return submissions.find([Path(path) for path in paths], assignment)


def grade(
    assignment: Assignment,
    submissions: Iterable[Submission],
    deliver: Callable[[Report], None],
    *,
    language: str = "en",
    seed: int | None = None,
    only: tuple[str, ...] = (),
    isolation: str | None = None,
) -> None:
    """Grade each submission in this process, one after another, and call `deliver` with its report.

    language   of the messages, a code that the assignment has
    seed       of the hidden data; the same seed gives the same report; None draws one, and the reports say which
    only       ids of steps or checks; such a report is no grade
    isolation  the level that is required, "process" < "confined" < "confined+"; default: the assignment's

    A learner's code runs in a process of its own, under the assignment's limits (CPU seconds, MiB). For many
    submissions, several processes and a gradebook: `grade_run`. Raises IsolationError where the machine cannot give
    the level, MachineError and SpecError.
    """
    from grader.grading import run

    run.grade(assignment, submissions, deliver, language=language, seed=seed, only=only, isolation=isolation)


@dataclasses.dataclass(frozen=True)
class RunOptions:
    """Where and how a run over many submissions works.

    `jobs` is the number of processes (None: one for each core), `output` a folder for the reports, `scheduler` the
    address of a dask cluster. `total` is the number of submissions, as far as it is known.
    """

    total: int = 1
    jobs: int | None = None
    output: Path | None = None
    scheduler: str | None = None
    fresh: bool = False  # grade again what the gradebook knows
    count: bool = True  # let new results count at once


def grade_run(
    assignment: Assignment,
    terms: GradingTerms,
    submissions: Iterable[Submission],
    deliver: Callable[[GradedSubmission], None],
    run: RunOptions,
    book: Gradebook | None = None,
) -> None:
    """Grade many submissions and call `deliver` with each result, as they come.

    With a gradebook, results that it knows are not made again, and every new one is stored before it is delivered, so
    that an interrupted run is simply run again. Raises what `grade` raises, and MachineError where a report cannot be
    written.
    """
    from grader.batch.cohort import grade_cohort

    engine = engine_of(assignment, terms, run)
    grade_cohort(terms, submissions, engine, deliver, book=book, fresh=run.fresh, output=run.output, count=run.count)


def engine_of(assignment: Assignment, terms: GradingTerms, run: RunOptions) -> Engine:
    """What grades that many submissions: this process, several, or a cluster. Raises UsageError."""
    from grader.core.cores import jobs_for

    if run.scheduler is not None:
        from grader.batch.dask import grade_on_dask

        return functools.partial(grade_on_dask, assignment, terms, run.scheduler, run.output)
    processes = jobs_for(run.total, run.jobs, assignment.limits.memory_mib)
    if processes:
        from grader.batch.pool import grade_in_pool

        elastic = run.jobs is None
        return functools.partial(grade_in_pool, assignment, terms, jobs=processes, output=run.output, elastic=elastic)
    from grader.batch.cohort import grade_alone

    return grade_alone(assignment, terms, run.output)


def read_report(source: Path | str | bytes) -> Report:
    """The report in a file (a Path), or in JSON text or bytes; schema 2 or 1. Raises UsageError with the place."""
    from grader.reports.schema import read
    from grader.reports.shared_questions import from_folder, joined

    if not isinstance(source, Path):
        return read(source)
    try:
        return joined(read(source.read_bytes()), from_folder(source.parent))
    except OSError as error:
        raise UsageError(f"{source}: cannot be read: {error.strerror or error}") from None
    except UsageError as error:
        raise UsageError(f"{source}: {error}") from None


def open_gradebook(path: Path | str, *, reading: bool = True) -> contextlib.AbstractContextManager[Gradebook]:
    """The gradebook in that file, for a `with` block; `reading` opens it without leave to change anything.

    Raises UsageError where there is none, MachineError where it is damaged or cannot be opened.
    """
    from grader.gradebook import Gradebook

    return Gradebook.open(Path(path), reading=reading)
