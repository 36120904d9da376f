"""The files of a report in an output folder: JSON, text, the learner's page, the instructor's page.

The JSON is written last: where it says what it should, the others are there as well.
"""

from __future__ import annotations

from pathlib import Path

from grader.model import Report
from grader.report.data import report_json
from grader.report.files import write_whole
from grader.text import file_name

__all__ = ["complete", "write_reports"]


def _shown(report: Report) -> str:
    return report_json(report, indent=2) + "\n"


def write_reports(report: Report, folder: Path | None, language: str) -> str:
    """Write the report's files into `folder`, if there is one. -> the report as one line of JSON.

    Raises MachineError where a file cannot be written; what was there before is then untouched.
    """
    if folder is not None:
        from grader.report.html import report_html
        from grader.report.text import report_text

        name = file_name(report.submission_id)
        write_whole(folder / "instructor" / f"{name}.html", report_html(report, language, audience="instructor"))
        write_whole(folder / f"{name}.html", report_html(report, language))
        write_whole(folder / f"{name}.txt", report_text(report, language, full=True))
        write_whole(folder / f"{name}.json", _shown(report))
    return report_json(report)


def complete(report: Report, folder: Path) -> bool:
    """True where the folder holds this very report."""
    try:
        return (folder / f"{file_name(report.submission_id)}.json").read_text(encoding="utf-8") == _shown(report)
    except (OSError, UnicodeDecodeError):
        return False
