"""Reports from disk: a folder as `grader grade -o` writes it, or one file of reports.

A learner's copy of a report holds of the quiz what its policy shows, so the whole ones in instructor/ are preferred.

Every report is read against its schema before a figure is made of it. What is none is named, and either ends the
reading or is left out.
"""

from __future__ import annotations

import dataclasses
import functools
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from grader.core.errors import UsageError
from grader.reports.schema import Report, read
from grader.reports.shared_questions import from_folder, joined

__all__ = ["ReportPlace", "placed_reports", "read_reports"]

_LARGEST = 32 << 20  # bytes of one report


def read_reports(source: Path, left_out: Callable[[str], None] | None = None) -> Iterator[Report]:
    """The reports in `source`, by file name: a folder of `*.json`, a `.json`, or JSON Lines.

    What is no report is given to `left_out` as one sentence with its place, and the others are read on.
    Raises UsageError: no report there, two reports of one submission, and, without `left_out`, what is no report.
    """
    for _, report in placed_reports(source, left_out):
        yield report


def placed_reports(
    source: Path, left_out: Callable[[str], None] | None = None
) -> Iterator[tuple[Callable[[], Report], Report]]:
    """The reports of `read_reports`, each with a function that reads it from its file again. Raises UsageError."""
    seen: dict[str, str] = {}
    for place, data in _texts(source):
        where = str(place)
        try:
            report = _report(place.path, data)
        except UsageError as error:
            if left_out is None:
                raise UsageError(f"{where}: {error}") from None
            left_out(f"{where}: {error}")
            continue
        ident = report.submission.id
        if ident in seen:
            told = f"{where}: a second report of {ident!r}, the first is in {seen[ident]}"
            raise UsageError(f"{told}; give the folder of one run")
        seen[ident] = where
        yield functools.partial(_again, place), report
    if not seen:
        raise UsageError(f"{source}: no report in it; `grader grade SUBMISSIONS -o {source}` writes them")


@dataclasses.dataclass(frozen=True, slots=True)
class ReportPlace:
    """Where a report's bytes are: a file, or a line of one, which then has a number."""

    path: Path
    offset: int = 0
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else str(self.path)


def _again(place: ReportPlace) -> Report:
    try:
        with place.path.open("rb") as stream:
            stream.seek(place.offset)
            data = stream.readline(_LARGEST + 1) if place.line else stream.read(_LARGEST + 1)
        return _report(place.path, data)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None
    except OSError as error:
        raise UsageError(f"{place}: cannot be read: {error.strerror or error}") from None


def _texts(source: Path) -> Iterator[tuple[ReportPlace, bytes | UsageError]]:
    """(place, bytes) of each report, one at a time: a line of JSON Lines, or a file; or why there are no bytes."""
    for path in _files(source):
        try:
            if not stat.S_ISREG(path.stat().st_mode):  # a folder, or a pipe, which nobody may ever write to
                raise UsageError("no ordinary file, so no report; take it out")
            with path.open("rb") as stream:
                if path.suffix == ".jsonl":
                    number, offset = 0, 0
                    while line := stream.readline(_LARGEST + 1):
                        number += 1
                        place = ReportPlace(path, offset, number)
                        rest = line
                        while len(rest) > _LARGEST and not rest.endswith(b"\n"):  # one report all the same
                            rest = stream.readline(_LARGEST + 1)
                        offset = stream.tell()
                        if line.strip():
                            yield place, line
                else:
                    yield ReportPlace(path), stream.read(_LARGEST + 1)
        except UsageError as error:
            yield ReportPlace(path), error
        except OSError as error:
            yield ReportPlace(path), UsageError(f"cannot be read: {error.strerror or error}")


def _files(source: Path) -> list[Path]:
    if source.is_dir():  # learners' copies may hold back the quiz; the instructor's are whole
        whole = sorted((source / "instructor").glob("*.json"))
        return whole if any(path.is_file() for path in whole) else sorted(source.glob("*.json"))
    if source.is_file():
        return [source]
    raise UsageError(f"{source}: no such file or folder; a folder of reports is wanted, or a gradebook.db")


def _report(path: Path, data: bytes | UsageError) -> Report:
    """The report in these bytes of the file. Raises UsageError in one sentence without its place."""
    if isinstance(data, UsageError):
        raise data
    if len(data) > _LARGEST:
        raise UsageError(f"larger than {_LARGEST >> 20} MiB, so no report")
    if not data.strip():
        raise UsageError("empty, so no report; take it out, or grade this submission again")
    return joined(read(data), from_folder(path.parent))
