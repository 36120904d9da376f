"""Options that several commands share."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options
from grader.cli.spoken import to_stderr
from grader.core.errors import UsageError
from grader.core.model import COUNTING

__all__ = [
    "AttemptsOption",
    "assignment",
    "check_names",
    "course_folder",
    "first_language",
    "gathered",
    "language",
    "language_around",
    "language_of",
    "lesson",
    "not_a_learners",
    "root_of",
    "said",
    "seed",
    "step_names",
    "warn_of_jobs",
    "with_attempts",
    "written_language",
]

if TYPE_CHECKING:
    from grader.core.model import Assignment


def assignment(command: Any) -> Any:
    """--assignment NAME."""
    return click.option(
        "--assignment", "-a", "assignment_id", metavar="NAME", help="The assignment, if there are several."
    )(command)


def course_folder(command: Any) -> Any:
    """--course FOLDER."""
    return click.option(
        "--course",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="FOLDER",
        envvar="GRADER_COURSE",
        help="The course's repository; default: searched for from the current folder.",
    )(command)


def language(command: Any) -> Any:
    """--lang LANGUAGE."""
    return click.option(
        "--lang",
        metavar="LANGUAGE",
        shell_complete=language_names,
        help="One of the course's languages, such as en; default: GRADER_LANG, then the locale.",
    )(command)


def seed(default: str) -> Callable[[Any], Any]:
    """--seed N, or the environment variable GRADER_SEED; `default` says what is used without either."""
    from grader.core.seeds import LARGEST, VARIABLE

    return click.option(
        "--seed",
        type=click.IntRange(0, LARGEST),
        metavar="N",
        envvar=VARIABLE,
        help=f"Seed of the hidden data; default: {default}.",
    )


def first_language(command: Any) -> Any:
    """--lang LANGUAGE, for what a command writes for learners."""
    return click.option(
        "--lang", metavar="LANGUAGE", help="What learners read (first); default: the course's first language."
    )(command)


def language_of(lang: str | None, *assignments: Assignment) -> str:
    """The language to speak about these assignments. Raises UsageError where they lack the one asked for."""
    from grader.course.languages import all_languages, spoken_in

    return spoken_in(all_languages([one.languages for one in assignments]), lang)


def written_language(lang: str | None, assignments: Sequence[Assignment]) -> str:
    """The language of what is written for learners: the one asked for, or the first. Raises UsageError."""
    from grader.course.languages import all_languages, spoken_in

    known = all_languages([one.languages for one in assignments])
    return spoken_in(known, lang or known[0])


def language_around(lang: str | None, course: Path | None) -> str:
    """The language to speak where no assignment is meant: one of the product's own, or of the course around here.

    Raises UsageError where another is asked for.
    """
    from grader.core.languages import LANGUAGES
    from grader.course.languages import all_languages, languages_beside, spoken_in
    from grader.course.loading import assignments

    known: list[tuple[str, ...]] = [LANGUAGES]
    with contextlib.suppress(UsageError):
        root = root_of(course)
        tops = [root / top / name for name in assignments(root) for top in ("solutions", "exercises")]
        known += [languages_beside(folder) for folder in tops if folder.is_dir()]
    return spoken_in(all_languages(known), lang)


def warn_of_jobs(jobs: int | None, assignment: Assignment) -> None:
    """Say it on standard error where --jobs asks for more than this machine's cores and memory hold. It is done all
    the same: results stay right, and processes wait for one another, or are killed for memory and asked again.
    """
    from grader.core.cores import fitting, free_memory, usable

    if jobs is None or jobs <= (most := fitting(assignment.limits.memory_mib)):
        return
    free = free_memory()
    memory = "" if free is None else f" and {free >> 20} MiB free"
    each = assignment.limits.memory_mib
    to_stderr(
        f"Warning: --jobs {jobs} is more than fits here: {usable()} cores{memory}, where a submission may use {each} "
        f"MiB. {most} would fit; results stay right, but may come later"
    )


def gathered(kind: type[Any]) -> Callable[[Callable[[Any], None]], Callable[..., None]]:
    """The decorator below a command's options: it is called with one value of the dataclass `kind` made of them all."""

    def decorate(command: Callable[[Any], None]) -> Callable[..., None]:
        @functools.wraps(command)
        def called(**params: Any) -> None:
            command(kind(**params))

        return called

    return decorate


def root_of(course: Path | None) -> Path:
    """The course's root: the folder named, or the nearest one above the current folder. Raises UsageError.

    Refuses a discovered course located inside a submissions folder: its hidden checks would be a learner's.
    """
    from grader.course.loading import find_root
    from grader.submissions.course_trust import refuse_among_submissions

    if course is not None:
        return find_root(course)
    root = find_root(Path.cwd())
    refuse_among_submissions(root)
    return root


def not_a_learners(root: Path, course: Path | None, paths: Sequence[Path], *, cohort: bool = False) -> None:
    """Raise UsageError where a discovered course may belong to the learner whose work is graded."""
    from grader.submissions.course_trust import refuse_learners_course

    if course is None:
        refuse_learners_course(root, paths, cohort=cohort)


def lesson(course: Path | None, assignment_id: str | None, words: Sequence[str] = ()) -> tuple[Path, Assignment]:
    """The course, and the public part of the assignment. Raises UsageError or SpecError.

    With several assignments and none named, it is the only one that has all the steps (or checks) in `words`: commands
    in pages and reports name only the step.
    """
    from grader.core.errors import UsageError
    from grader.course import loading as courses

    root = root_of(course)
    try:
        name = courses.pick(root, assignment_id, Path.cwd())
    except UsageError:
        if assignment_id is not None or not words:
            raise
        every = [courses.load(root, one, public=True) for one in courses.assignments(root)]
        wanted = {word.partition(".")[0] for word in words}
        fitting = [one for one in every if wanted <= {*(step.id for step in one.steps), *one.functions}]
        if len(fitting) != 1:
            raise
        return root, fitting[0]
    return root, courses.load(root, name, public=True)


def step_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Ids of steps that start with `incomplete`, for shell completion; none without a course."""
    from grader.core.errors import GraderError

    try:
        _, assignment = _public(ctx)
    except GraderError:
        return []
    return [step.id for step in assignment.steps if step.id.startswith(incomplete)]


def language_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Languages of the assignment that start with `incomplete`, as `step_names`."""
    from grader.core.errors import GraderError

    try:
        _, assignment = _public(ctx)
    except GraderError:
        return []
    return [name for name in assignment.languages if name.startswith(incomplete)]


def check_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Ids of visible checks that start with `incomplete`, as `step_names`."""
    from grader.core.errors import GraderError
    from grader.course import visible_checks

    try:
        checks = visible_checks.read_suite(*_public(ctx)).checks
    except GraderError:
        return []
    return [check.id for check in checks if check.id.startswith(incomplete)]


def _public(ctx: click.Context) -> tuple[Path, Assignment]:
    """The course and the public part of the assignment that a command line names. Raises GraderError."""
    return lesson(ctx.params.get("course"), ctx.params.get("assignment_id"))


def with_attempts(command: Any) -> Any:
    """--attempts last|best|first."""
    return click.option(
        "--attempts",
        type=click.Choice(COUNTING),
        help="Which attempt in a gradebook counts; default: `attempts` in assignment.yaml, else the last.",
    )(command)


@dataclasses.dataclass(frozen=True)
class AttemptsOption:
    """The value of --attempts, and the course if it was named."""

    asked: str | None = None
    course: Path | None = None

    def of(self, assignment: str) -> str:
        """Which attempt counts: "last", "best" or "first". Raises SpecError where the assignment's file is invalid."""
        if self.asked is not None:
            return self.asked
        from grader.course import loading as courses

        try:
            root = options.root_of(self.course)
            if assignment not in courses.assignments(root):
                return COUNTING[0]
        except UsageError:
            return COUNTING[0]  # no course around here
        return courses.load(root, assignment, public=not (root / "solutions" / assignment).is_dir()).attempts


def said(which: str) -> str:
    """A note for readers of the grades; empty where the last attempt counts, which is the default."""
    return "" if which == COUNTING[0] else f"The {which} attempt counts."
