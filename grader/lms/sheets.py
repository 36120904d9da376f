"""CSV files of other systems, read as they are, and written so that no spreadsheet runs a cell."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.errors import UsageError

__all__ = ["delimiter_of", "read_sheet", "safe", "would_run", "written"]

_LARGEST = 64 << 20  # bytes
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


def delimiter_of(text: str) -> str:
    """Comma or semicolon, by which of them gives the same number of cells in the first three lines."""
    rows = [line for line in text.splitlines()[:3] if line]
    counts = {}
    for sign in (";", ","):
        sizes = {len(row) for row in csv.reader(rows, delimiter=sign)}
        counts[sign] = sizes.pop() if len(sizes) == 1 else 0
    return ";" if counts[";"] > counts[","] else ","


def read_sheet(path: Path) -> tuple[list[list[str]], str, bool]:
    """Rows, delimiter, and whether a byte order mark stood first. Raises UsageError in one sentence."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(raw) > _LARGEST:
        raise UsageError(f"{path}: larger than {_LARGEST >> 20} MiB, so no list of grades")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        where = raw[: error.start].count(b"\n") + 1
        raise UsageError(f"{path}:{where}: not UTF-8; export it again as CSV in UTF-8") from None
    marked = text.startswith("\ufeff")
    text = text.removeprefix("\ufeff")
    try:
        delimiter = delimiter_of(text)
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise UsageError(f"{path}: not CSV: {error}") from None
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        raise UsageError(f"{path}: empty")
    return rows, delimiter, marked
