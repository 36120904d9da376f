"""CSV files of other systems, read as they are, and written so that no spreadsheet runs a cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.csv_cell import safe
from grader.csv_file import Wanted, read_csv

__all__ = ["read_sheet", "written"]

_GRADES = Wanted("list of grades", "export it again as CSV in UTF-8", "export it again")


def written(rows: Iterable[Sequence[str]], *, delimiter: str = ",", mark: bool = False) -> str:
    """Rows as CSV (RFC 4180), every cell safe; `mark` sets a byte order mark first, from which Excel knows UTF-8."""
    out = io.StringIO()
    if mark:
        out.write("\ufeff")
    csv.writer(out, delimiter=delimiter).writerows([safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def read_sheet(path: Path) -> tuple[list[list[str]], str, bool]:
    """Rows that are not blank, delimiter, and whether a byte order mark stood first. Raises UsageError."""
    found = read_csv(path, _GRADES)
    rows = [cells for _, cells in found.rows if any(cell.strip() for cell in cells)]
    return rows, found.delimiter, found.marked
