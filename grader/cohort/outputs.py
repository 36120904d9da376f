"""The files of a report in an output folder: JSON, text and page for the learner; JSON and page in instructor/.

The learner's JSON holds of the quiz what its policy shows. It is written last: where it says what it should, the
others are there as well.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from grader.cohort.terms import Terms
from grader.model import Report
from grader.report.data import report_json
from grader.report.files import write_whole
from grader.report.learner import for_learner
from grader.text import file_name

__all__ = ["complete", "sweep", "write_reports"]


def _shown(report: Report) -> str:
    return report_json(report, indent=2) + "\n"


@functools.lru_cache(maxsize=4)
def _pictures(root: str, assignment: str, language: str) -> Mapping[str, str]:
    """The lesson's pictures of the course, by step."""
    from grader.pictures import read_all

    return read_all(Path(root) / "solutions" / assignment / "public" / "images", language)


def write_reports(report: Report, folder: Path | None, terms: Terms) -> str:
    """Write the report's files into `folder`, if there is one. -> the report as one line of JSON.

    Raises MachineError where a file cannot be written; what was there before is then untouched.
    """
    if folder is not None:
        from grader.report.html import report_html
        from grader.report.text import report_text

        name, language = file_name(report.submission_id), terms.language
        pictures = _pictures(terms.root, terms.assignment, language)
        full = report_html(report, language, audience="instructor", pictures=pictures)
        write_whole(folder / "instructor" / f"{name}.html", full)
        write_whole(folder / f"{name}.html", report_html(report, language, pictures=pictures))
        write_whole(folder / f"{name}.txt", report_text(report, language, full=True))
        write_whole(folder / "instructor" / f"{name}.json", _shown(report))
        write_whole(folder / f"{name}.json", _shown(for_learner(report)))
    return report_json(report)


def complete(report: Report, folder: Path) -> bool:
    """True where the folder holds this very report."""
    name = f"{file_name(report.submission_id)}.json"
    try:
        theirs = (folder / name).read_text(encoding="utf-8") == _shown(for_learner(report))
        return theirs and (folder / "instructor" / name).read_text(encoding="utf-8") == _shown(report)
    except (OSError, UnicodeDecodeError):
        return False


def sweep(folder: Path) -> None:
    """Remove what a run that was killed left half written; for a run that has the folder to itself."""
    for place in (folder, folder / "instructor"):
        for left in place.glob(".grader-*"):
            if left.is_file() or left.is_symlink():
                left.unlink(missing_ok=True)
