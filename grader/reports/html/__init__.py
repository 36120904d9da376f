"""The HTML report: one page a report, for a learner or for an instructor, that needs nothing but itself."""

from __future__ import annotations

from grader.reports.html.page import report_html

__all__ = ["report_html"]
