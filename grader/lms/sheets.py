"""CSV files of other systems, read as they are, and written so that no spreadsheet runs a cell."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.csv_file import Wanted, read_csv

__all__ = ["read_sheet", "safe", "would_run", "written"]

_GRADES = Wanted("list of grades", "export it again as CSV in UTF-8", "export it again")
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?%?")
# what a spreadsheet takes for the beginning of a formula, and the wide forms that some of them take for the same
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def would_run(cell: str) -> bool:
    """True where a spreadsheet may take the cell for a formula. A number, or a dash alone, is none."""
    return cell.lstrip(" ").startswith(_STARTS) and cell != "-" and not _NUMBER.fullmatch(cell)


def safe(cell: str) -> str:
    """The cell, with an apostrophe before what would run: it then is text, and shows as such."""
    return f"'{cell}" if would_run(cell) else cell


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
