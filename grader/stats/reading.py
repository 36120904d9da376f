"""Reports from disk: a folder as `grader grade -o` writes it, or one file of reports.

A learner's copy of a report holds of the quiz what its policy shows, so the whole ones in instructor/ are preferred.

Every report is read against its schema before a figure is made of it; a file that is none is named.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.errors import UsageError

__all__ = ["read_reports"]

_LARGEST = 32 << 20  # bytes of one report


def read_reports(source: Path) -> Iterator[Mapping[str, Any]]:
    """The reports in `source`, by file name: a folder of `*.json`, a `.json`, or JSON Lines.

    Raises UsageError: no report there, a file that is none, two reports of one submission.
    """
    seen: dict[str, Path] = {}
    for path in _files(source):
        for report in _reports(path):
            ident = str(report["submission"]["id"])
            if ident in seen:
                where = f"{path}: a second report of {ident!r}, the first is in {seen[ident]}"
                raise UsageError(f"{where}; give the folder of one run")
            seen[ident] = path
            yield report
    if not seen:
        raise UsageError(f"{source}: no report in it; `grader grade SUBMISSIONS -o {source}` writes them")


def _files(source: Path) -> list[Path]:
    if source.is_dir():  # learners' copies may hold back the quiz; the instructor's are whole
        whole = [path for path in (source / "instructor").glob("*.json") if path.is_file()]
        return sorted(whole or [path for path in source.glob("*.json") if path.is_file()])
    if source.is_file():
        return [source]
    raise UsageError(f"{source}: no such file or folder; a folder of reports is wanted, or a gradebook.db")


def _reports(path: Path) -> Iterator[Mapping[str, Any]]:
    from grader.report.html.reading import from_data

    for where, text in _texts(path):
        try:
            one = json.loads(text)
        except (ValueError, RecursionError):
            raise UsageError(f"{where}: not JSON, so no report; take it out") from None
        try:
            from_data(one)
        except UsageError as error:
            raise UsageError(f"{where}: {error}") from None
        yield one


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    """(place, text) of each report in a file, one at a time: a line of JSON Lines, or the whole."""
    try:
        with path.open(encoding="utf-8-sig") as stream:
            if path.suffix == ".jsonl":
                yield from ((f"{path}:{n}", line) for n, line in enumerate(stream, 1) if line.strip())
            else:
                text = stream.read(_LARGEST + 1)
                if len(text) > _LARGEST:
                    raise UsageError(f"{path}: larger than {_LARGEST >> 20} MiB, so no report")
                yield str(path), text
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8, so no report; take it out") from None
