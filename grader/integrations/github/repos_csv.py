"""`repos.csv`: a line for each repository of a cohort, with the commit that is graded and when GitHub received it."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.core.atomic_write import write_whole
from grader.core.csv_files import plain, safe
from grader.core.errors import UsageError

__all__ = ["FAILED", "FETCHED", "NOTHING", "RepositoryRow", "TOO_LARGE", "read_ledger", "write_ledger"]

FETCHED, NOTHING, FAILED, TOO_LARGE = "fetched", "nothing", "failed", "too-large"


@dataclasses.dataclass(frozen=True, slots=True)
class RepositoryRow:
    """One repository.

    `state`: fetched, nothing (no push until the deadline), too-large (nothing was kept), failed (ours; fetch again).
    """

    learner: str
    repository: str
    state: str
    commit: str = ""
    pushed_at: str = ""
    pushed_by: str = ""
    late_pushes: str = "0"
    note: str = ""


_COLUMNS = tuple(field.name for field in dataclasses.fields(RepositoryRow))


def write_ledger(path: Path, lines: Iterable[RepositoryRow]) -> None:
    """Write the lines, by learner, whole or not at all. Raises MachineError."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for line in sorted(lines, key=lambda line: line.learner.lower()):
        writer.writerow([safe(value) for value in dataclasses.astuple(line)])
    write_whole(path, out.getvalue())


def read_ledger(path: Path) -> list[RepositoryRow]:
    """The lines of a repos.csv. Raises UsageError with file and line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8"
        raise UsageError(f"{path}: cannot be read: {why}; `grader cohort fetch` writes it") from None
    rows = csv.DictReader(io.StringIO(text))
    try:
        return list(_lines(rows, path))
    except csv.Error as error:
        raise UsageError(f"{path}:{rows.line_num + 1}: not CSV: {error}; `grader cohort fetch` writes it") from None


def _lines(rows: csv.DictReader[str], path: Path) -> Iterator[RepositoryRow]:
    missing = [name for name in ("learner", "repository", "state", "commit") if name not in (rows.fieldnames or ())]
    if missing:
        raise UsageError(f"{path}:1: no column {missing[0]!r}; `grader cohort fetch` writes this file")
    for row in rows:
        if None in row or None in row.values():
            raise UsageError(f"{path}:{rows.line_num}: not as many cells as the first line has columns")
        yield RepositoryRow(**{name: plain(row.get(name, "")) for name in _COLUMNS})
