"""A cohort's folder as the commands share it: `repos.csv`, `submissions/`, `reports/`, `published.jsonl`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grader.errors import UsageError
from grader.hosting.fetch import LEDGER
from grader.hosting.ledger import FETCHED, Line, read_ledger
from grader.hosting.publish import Done
from grader.text import file_name

__all__ = ["JOURNAL", "REPORTS", "graded", "report_of"]

REPORTS, JOURNAL = "reports", "published.jsonl"
_LARGEST = 32 << 20  # bytes of one report


def graded(folder: Path, *, practice: bool = False) -> tuple[list[tuple[Line, dict[str, Any]]], list[Done]]:
    """Each repository with its report, and those that nothing can be written back to, with the reason.

    Left out: what was never pushed or fetched, what has no report, a report whose isolation makes it no grade (unless
    `practice`), and one with checks that failed for our reasons. Raises UsageError where a report is none.
    """
    ready, left = [], []
    for line in read_ledger(folder / LEDGER):
        if line.state != FETCHED:
            left.append(Done(line.learner, line.repository, "left", line.note))
            continue
        report = report_of(folder, line.learner)
        why = "no report; run `grader cohort grade`" if report is None else _unfit(report, practice)
        if report is None or why:
            left.append(Done(line.learner, line.repository, "left", why))
        else:
            ready.append((line, report))
    return ready, left


def report_of(folder: Path, learner: str) -> dict[str, Any] | None:
    """The report of a learner as data; None where there is none. Raises UsageError where the file is no report."""
    path = folder / REPORTS / f"{file_name(learner)}.json"
    try:
        with path.open("rb") as stream:
            data = json.loads(stream.read(_LARGEST))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: no report ({error}); grade again") from None
    if not isinstance(data, dict) or data.get("schema") != "grader/report/1":
        raise UsageError(f"{path}: no report of schema grader/report/1; grade again")
    return data


def _unfit(report: dict[str, Any], practice: bool) -> str:
    if not report.get("grade") and not practice:
        return "practice, not a grade (its isolation was too weak)"
    broken = [
        check["id"] for step in report["steps"] for check in step["checks"] if check["outcome"] == "broken"
    ]  # fmt: skip
    return f"checks failed for our reasons ({', '.join(broken[:3])}); grade again" if broken else ""
