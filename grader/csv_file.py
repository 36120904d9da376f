"""The one reader of CSV files that people and other systems hand in: size, encoding, byte order mark, delimiter, cells.

What the file is to be, and what is to be done where it is not, is the caller's to say (`Wanted`).
"""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
from collections.abc import Iterator
from pathlib import Path

from grader.errors import UsageError

__all__ = ["CsvFile", "Wanted", "delimiter_of", "read_csv"]

_LARGEST = 64 << 20  # bytes; a marking sheet holds everybody's answers
_SIGNS = (",", ";", "\t")


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
    sizes = {sign: set(_sizes(text, sign)) for sign in _SIGNS}
    even = {sign: found.pop() for sign, found in sizes.items() if len(found) == 1}
    best = max(even, key=lambda sign: even[sign], default=",")
    if even.get(best, 1) > 1:
        return best
    return max(_SIGNS, key=text.partition("\n")[0].count)


def _sizes(text: str, sign: str) -> Iterator[int]:
    """How many cells each of the first three rows has."""
    rows = (row for row in csv.reader(io.StringIO(text, newline=""), delimiter=sign) if row)
    try:
        for row in itertools.islice(rows, 3):
            yield len(row)
    except csv.Error:
        yield 0
