"""A cohort's folder after grading: each repository with its report, ready to be written back."""

from __future__ import annotations

from pathlib import Path

from grader.core.errors import UsageError
from grader.core.model import Outcome
from grader.integrations.github.fetch import LEDGER
from grader.integrations.github.publish import Done
from grader.integrations.github.repos_csv import FETCHED, RepositoryRow, read_ledger
from grader.reports.schema import Report, read

__all__ = ["GRADED", "JOURNAL", "REPORTS", "graded", "reports_in"]

REPORTS, JOURNAL = "reports", "published.jsonl"
GRADED = "graded.csv"  # in the reports: the lines of repos.csv that they were made of
_LARGEST = 32 << 20  # bytes of one report


def graded(folder: Path, *, practice: bool = False) -> tuple[list[tuple[RepositoryRow, Report]], list[Done]]:
    """Each repository with its report, and those that nothing can be written back to, with the reason.

    Left out: what was never pushed or fetched, what has no report, a report whose isolation makes it no grade (unless
    `practice`), one of a partial run, one with internal errors, and a file that is no report ("failed").
    """
    ready, left = [], []
    reports, damaged = reports_in(folder)
    of = folder / REPORTS / GRADED
    commits = {line.learner: line.commit for line in read_ledger(of)} if of.is_file() else {}
    for line in read_ledger(folder / LEDGER):
        if line.state != FETCHED:
            left.append(Done(line.learner, line.repository, "left", line.note))
            continue
        if line.learner in damaged:
            left.append(Done(line.learner, line.repository, "failed", damaged[line.learner]))
            continue
        report = reports.get(line.learner)
        if report is None:
            why = "no report; run `grader cohort grade`"
        elif commits.get(line.learner, line.commit) != line.commit:
            why = "fetched again since it was graded; run `grader cohort grade`"
        else:
            why = _unfit(report, practice)
        if report is None or why:
            left.append(Done(line.learner, line.repository, "left", why))
        else:
            ready.append((line, report))
    return ready, left


def reports_in(folder: Path) -> tuple[dict[str, Report], dict[str, str]]:
    """The reports by the name of the folder that was graded; and, by the file's name, why a file is no report."""
    found, damaged = {}, {}
    for path in sorted((folder / REPORTS).glob("*.json")):
        try:
            with path.open("rb") as stream:
                report = read(stream.read(_LARGEST))
        except (OSError, UsageError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            damaged[path.stem] = f"{path}: {why}; grade again"
        else:
            found[Path(report.submission.path).name] = report
    return found, damaged


def _unfit(report: Report, practice: bool) -> str:
    """Why a report is not written back; "" where it is."""
    if report.only:
        return f"a partial run (only {', '.join(report.only)}), not a grade; grade again without --only"
    if not report.grade and not practice:
        return "practice, not a grade (its isolation was too weak)"
    broken = [check.id for step in report.steps for check in step.checks if check.outcome is Outcome.BROKEN]
    return f"internal errors ({', '.join(broken[:3])}); grade again" if broken else ""
