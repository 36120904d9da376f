"""CSV for a spreadsheet: a row a part and one for the total; points with two decimals, and exact beside them."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from grader.core.csv_files import safe
from grader.core.model import exact
from grader.reports.formats.transcript import Transcript
from grader.reports.rounding import decimal, hundredths

__all__ = ["COLUMNS", "write"]

COLUMNS = ("assignment", "submission", "part", "name", "outcome", "bonus", "earned", "possible", "held", "earned_exact")


def write(grade: Transcript, env: Mapping[str, str]) -> str:
    """The rows, RFC 4180 with plain line ends. The total is without bonus."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    head = (safe(grade.assignment), safe(grade.submission))
    for part, (earned, possible) in zip(grade.parts, grade.units(100), strict=True):
        held = hundredths(part.score.held)
        rows.writerow(
            (
                *head,
                safe(part.id),
                safe(part.name),
                part.outcome,
                "yes" if part.bonus else "no",
                decimal(earned),
                decimal(possible),
                held,
                exact(part.score.earned),
            )
        )
    earned, possible = grade.rounded(100)
    rows.writerow(
        (
            *head,
            "total",
            safe(grade.title),
            grade.status,
            "no",
            decimal(earned),
            decimal(possible),
            hundredths(grade.score.held),
            exact(grade.score.earned),
        )
    )
    return out.getvalue()
