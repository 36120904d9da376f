"""Where a cohort's reports come from: a folder or a file of reports, or a gradebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.cli import options
from grader.errors import SpecError, UsageError

if TYPE_CHECKING:
    from grader.stats import Cohort

__all__ = ["claims_of", "cohort_of", "is_gradebook", "reports_of"]


def is_gradebook(source: Path) -> bool:
    """True where the file is an SQLite database, by its first bytes."""
    try:
        with source.open("rb") as stream:
            return stream.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def reports_of(source: Path, assignment: str | None) -> Iterator[Mapping[str, Any]]:
    """The reports in `source`, of one assignment. Raises UsageError, MachineError."""
    if is_gradebook(source):
        raise UsageError(f"{source}: a gradebook; not read yet")
    from grader.stats import read_reports

    for report in read_reports(source):
        if assignment in (None, report["assignment"]):
            yield report


def cohort_of(source: Path, assignment: str | None, course: Path | None) -> Cohort:
    """The table of the reports in `source`. Raises UsageError where there is none of that assignment."""
    from grader.stats import gather

    cohort = gather(reports_of(source, assignment))
    if not len(cohort):
        raise UsageError(f"{source}: no report of {assignment!r} in it")
    for name, claim in claims_of(cohort.assignment, course).items():
        cohort.claims.setdefault(name, claim)
    return cohort


def claims_of(assignment: str, course: Path | None) -> dict[str, Mapping[str, str]]:
    """The misconceptions of the assignment's quiz, where its course is around here; else what the reports say."""
    import re

    from grader.quiz import load_bank

    if not re.fullmatch(r"\w[\w-]*", assignment):
        return {}
    try:
        path = options.root_of(course) / "solutions" / assignment / "quiz.yaml"
        if not path.is_file():
            return {}
        bank = load_bank(path)
    except (SpecError, UsageError):
        return {}
    return {name: {"en": belief.claim.en, "ko": belief.claim.ko} for name, belief in bank.misconceptions.items()}
