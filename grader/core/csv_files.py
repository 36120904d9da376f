"""CSV files: read whatever people export, and written so that no spreadsheet evaluates a cell."""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from grader.core.errors import UsageError

__all__ = ["CsvFile", "Wanted", "delimiter_of", "plain", "read_csv", "read_sheet", "safe", "would_run", "written"]

# what a spreadsheet takes for the beginning of a formula, and the wide forms that some of them take for the same
_SIGNS = "=+\\-@＝＋－＠"
_FIRST = re.compile(rf'[\s"]*[{_SIGNS}]|[\t\r\n]')
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?%?")
# A cell that holds the sign at which another spreadsheet cuts is two cells there, and quotes do not hold it together:
# they count at the beginning of a cell alone. A number behind the sign is none of our business.
_INSIDE = re.compile(
    rf'(?P<before>[;,|\t\r\n][\s"]*)(?P<sign>[{_SIGNS}])'
    r'(?!(?<=[+-])[0-9]+([.,][0-9]+)?%?(?=[\s;,|"]|$))'
)


def would_run(cell: str) -> bool:
    """True where a spreadsheet may take a cell, or a piece of it, for a formula. A number or a dash alone is none."""
    return safe(cell) != cell


def safe(cell: str) -> str:
    """The cell, with an apostrophe before what would run: it then is text, and shows as such."""
    inside = _INSIDE.sub(r"\g<before>'\g<sign>", cell)
    return f"'{inside}" if _FIRST.match(cell) and cell != "-" and not _NUMBER.fullmatch(cell) else inside


def plain(cell: str) -> str:
    """A cell as it was before `safe` set an apostrophe in front of it."""
    return cell[1:] if cell.startswith("'") and would_run(cell[1:]) else cell


_LARGEST = 64 << 20  # bytes; a marking sheet holds everybody's answers
_DELIMITERS = (",", ";", "\t")


@dataclasses.dataclass(frozen=True)
class Wanted:
    """The ends of a reader's complaints: the file is too large to be a ...; not UTF-8; empty."""

    kind: str = "such table"
    in_utf8: str = "save it again as CSV UTF-8"
    if_empty: str = "the first line has to name the columns"


@dataclasses.dataclass(frozen=True)
class CsvFile:
    """What stands in a file. `rows` are (number of the line that a row ends on, its cells), blank lines among them."""

    rows: list[tuple[int, list[str]]]
    delimiter: str
    marked: bool  # whether a byte order mark stood first


def read_csv(path: Path, wanted: Wanted = Wanted()) -> CsvFile:
    """The rows of a CSV file in UTF-8: comma, semicolon or tab. Raises UsageError with file and, where it can, line."""
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(data) > _LARGEST:
        raise UsageError(f"{path}: larger than {_LARGEST >> 20} MiB, so no {wanted.kind}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{line}: not UTF-8; {wanted.in_utf8}") from None
    plain = text.removeprefix("\ufeff")
    delimiter = delimiter_of(plain)
    reader = csv.reader(io.StringIO(plain, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = [(reader.line_num, cells) for cells in reader]
    except csv.Error as error:
        raise UsageError(f"{path}:{reader.line_num}: not CSV: {error}") from None
    if not any(cell.strip() for _, cells in rows for cell in cells):
        raise UsageError(f"{path}:1: empty; {wanted.if_empty}")
    return CsvFile(rows, delimiter, marked=plain != text)


def delimiter_of(text: str) -> str:
    """Comma, semicolon or tab: the one that cuts the first three rows into most cells, all into equally many.

    Where none does, the one that the first line has most of.
    """
    sizes = {sign: set(_sizes(text, sign)) for sign in _DELIMITERS}
    even = {sign: found.pop() for sign, found in sizes.items() if len(found) == 1}
    best = max(even, key=lambda sign: even[sign], default=",")
    if even.get(best, 1) > 1:
        return best
    return max(_DELIMITERS, key=text.partition("\n")[0].count)


def _sizes(text: str, sign: str) -> Iterator[int]:
    """How many cells each of the first three rows has."""
    rows = (row for row in csv.reader(io.StringIO(text, newline=""), delimiter=sign) if row)
    try:
        for row in itertools.islice(rows, 3):
            yield len(row)
    except csv.Error:
        yield 0


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
