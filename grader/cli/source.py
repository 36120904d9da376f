"""Where a cohort's reports and grades come from: a folder or a file of reports, or a gradebook."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.options import AttemptsOption
from grader.cli.spoken import to_stderr
from grader.core.errors import SpecError, UsageError

if TYPE_CHECKING:
    from grader.analytics import Cohort, OptionKey
    from grader.analytics.site.view import GradebookStanding
    from grader.gradebook.final_grades import FinalGrade
    from grader.gradebook.roster import Person
    from grader.integrations import Grade
    from grader.quiz import Bank
    from grader.reports.schema import Report

__all__ = ["LeftOut", "choices_of", "claims_of", "cohort_of", "grades_in", "is_gradebook", "reports_of", "standings_in"]

_AS_USUAL = AttemptsOption()


def is_gradebook(source: Path) -> bool:
    """True where the file is an SQLite database, by its first bytes."""
    try:
        with source.open("rb") as stream:
            return stream.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


class LeftOut:
    """What is no report: each is named once on standard error, and the command ends with exit code 3."""

    def __init__(self) -> None:
        self.named: list[str] = []

    def __call__(self, sentence: str) -> None:
        """Name one, with its place."""
        if sentence not in self.named:
            self.named.append(sentence)
            to_stderr(f"skipped: {sentence}")

    def end(self) -> None:
        """End the command, when everything else is done."""
        if self.named:
            to_stderr(f"{len(self.named)} skipped (named above); everything else is done")
            raise SystemExit(3)


def reports_of(
    source: Path,
    assignment: str | None,
    left_out: Callable[[str], None] | None = None,
    attempts: AttemptsOption = _AS_USUAL,
) -> Iterator[Report]:
    """The reports of one assignment in `source`. Files that are not reports go to `left_out`, or raise.

    From a gradebook: the report of the attempt that counts, with marks of open answers applied. Checks have
    the ids of today, where the course is found.
    Raises UsageError, MachineError.
    """
    from grader.reports.views import under_present_ids

    if is_gradebook(source):
        from grader.gradebook import Gradebook

        with Gradebook.open(source, reading=True) as book:
            name = _pick(source, book.assignments(), assignment)
            for stored in book.reports(name, marked=True, attempts=attempts.of(name)):
                yield under_present_ids(stored, _renamed(name, attempts.course))
        return
    _no_attempts(source, attempts)
    from grader.analytics import read_reports

    for report in read_reports(source, left_out):
        if assignment in (None, report.assignment):
            yield under_present_ids(report, _renamed(report.assignment, attempts.course))


def _no_attempts(source: Path, attempts: AttemptsOption) -> None:
    if attempts.asked is not None:
        raise UsageError(f"{source}: not a gradebook, so it has no attempts; remove --attempts")


def cohort_of(
    source: Path, assignment: str | None, course: Path | None, left_out: LeftOut, attempts: AttemptsOption = _AS_USUAL
) -> Cohort:
    """The table of the reports in `source`. Raises UsageError where there is none of that assignment."""
    from grader.analytics import gather

    cohort = gather(reports_of(source, assignment, left_out, attempts))
    if not len(cohort):
        raise UsageError(f"{source}: contains no report of {assignment!r}")
    for name, claim in claims_of(cohort.assignment, course).items():
        cohort.claims.setdefault(name, claim)
    cohort.choices = choices_of(cohort.assignment, course)
    return cohort


def grades_in(
    source: Path, assignment: str | None, left_out: LeftOut, attempts: AttemptsOption = _AS_USUAL
) -> tuple[str, list[Grade]]:
    """The assignment and everybody's grade: with late policy and overrides from a gradebook, without them from reports.

    Raises UsageError, MachineError.
    """
    if not is_gradebook(source):
        grades = list(_grades_in_files(source, assignment, left_out, attempts))
        names = sorted({grade.report.assignment for grade in grades if grade.report is not None})
        return _pick(source, tuple(names), assignment), grades
    from grader.gradebook import Gradebook

    # open as long as the command runs: whole reports are read from it, one at a time, where they are wanted
    book = click.get_current_context().with_resource(Gradebook.open(source, reading=True))
    name = _pick(source, book.assignments(), assignment)
    finals = book.final_grades(name, attempts=attempts.of(name))

    def whole(final: FinalGrade) -> Report:
        from grader.reports.views import under_present_ids

        return under_present_ids(book.marked_report(name, final), _renamed(name, attempts.course))

    return name, [
        _grade(final, one, functools.partial(whole, final) if final.totals is not None else None)
        for one, final in zip(book.learners(name), finals, strict=True)
    ]


def _grades_in_files(
    source: Path, assignment: str | None, left_out: LeftOut, attempts: AttemptsOption
) -> Iterator[Grade]:
    """The grades that reports in files give; each report is read again where it is wanted whole."""
    from grader.analytics.reading import placed_reports
    from grader.gradebook.final_grades import grade_from
    from grader.reports.totals import totals_of
    from grader.reports.views import under_present_ids

    _no_attempts(source, attempts)
    for again, report in placed_reports(source, left_out):
        if assignment in (None, report.assignment):

            def whole(again: Callable[[], Report] = again) -> Report:
                report = again()
                return under_present_ids(report, _renamed(report.assignment, attempts.course))

            yield grade_from(totals_of(report), whole)


def _grade(final: FinalGrade, person: Person, whole: Callable[[], Report] | None) -> Grade:
    from grader.integrations import Grade

    known = {**person.external, **({"submission": person.submission} if person.submission else {})}
    return Grade(
        learner=person.id,
        total=final.total,
        possible=final.possible,
        held=final.pending,
        raw=final.raw,
        bonus=final.bonus,
        override=final.override.points if final.override is not None else None,
        deduction=final.deduction,
        days_late=final.late.days,
        name=person.name,
        section=person.section,
        email=person.email,
        known=known,
        report=final.totals,
        whole=whole,
    )


def _pick(source: Path, known: tuple[str, ...], wanted: str | None) -> str:
    """The assignment named, or the only one. Raises UsageError."""
    if wanted is not None and wanted in known:
        return wanted
    if wanted is None and len(known) == 1:
        return known[0]
    there = ", ".join(known) or "none"
    if wanted is not None:
        raise UsageError(f"{source}: no assignment {wanted!r} in it (it has: {there})")
    raise UsageError(f"{source}: which assignment? --assignment NAME (it has: {there})")


def standings_in(
    source: Path, assignment: str | None, attempts: AttemptsOption = _AS_USUAL
) -> dict[str, GradebookStanding]:
    """Submission -> attempt, days late and grade, from a gradebook; nothing from a folder. Raises UsageError."""
    if not is_gradebook(source):
        return {}
    from grader.analytics.site.view import GradebookStanding
    from grader.gradebook import Gradebook

    with Gradebook.open(source, reading=True) as book:
        name = _pick(source, book.assignments(), assignment)
        finals = {final.learner: final for final in book.final_grades(name, attempts=attempts.of(name))}
        return {
            one.submission: GradebookStanding(finals[one.id].attempt, finals[one.id].late.days, finals[one.id].total)
            for one in book.learners(name)
            if one.submission is not None
        }


def claims_of(assignment: str, course: Path | None) -> dict[str, Mapping[str, str]]:
    """The misconceptions of the assignment's quiz, from its course if found; empty otherwise."""
    bank = _bank_of(assignment, course)
    beliefs = bank.misconceptions.items() if bank is not None else ()
    return {name: belief.claim.data for name, belief in beliefs}


def choices_of(assignment: str, course: Path | None) -> dict[str, Mapping[tuple[str, str], OptionKey]]:
    """Key and codes of each option of the assignment's quiz, from its course if found; empty otherwise."""
    from grader.analytics import OptionKey

    bank = _bank_of(assignment, course)
    slips = bank.slips if bank is not None else {}
    return {
        item.id: {
            pick: OptionKey(told.right, told.shows, slips[told.shows].of if told.shows in slips else "")
            for pick, told in item.picks().items()
        }
        for item in (bank.items if bank is not None else ())
    }


@functools.lru_cache(maxsize=4)
def _renamed(assignment: str, course: Path | None) -> Mapping[str, str]:
    """Old id -> present id of the assignment's checks, where its course is around here."""
    from grader.course.renamed_checks import renamed_checks

    if not re.fullmatch(r"\w[\w-]*", assignment):
        return {}
    try:
        return renamed_checks(options.root_of(course) / "solutions" / assignment)
    except (SpecError, UsageError):
        return {}


@functools.lru_cache(maxsize=4)
def _bank_of(assignment: str, course: Path | None) -> Bank | None:
    from grader.quiz import load_bank

    if not re.fullmatch(r"\w[\w-]*", assignment):
        return None
    try:
        path = options.root_of(course) / "solutions" / assignment / "quiz.yaml"
        return load_bank(path) if path.is_file() else None
    except (SpecError, UsageError):
        return None
