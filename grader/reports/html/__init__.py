"""The HTML report: one page a report, for a learner or for an instructor, that needs nothing but itself."""

from __future__ import annotations

from grader.core.drawing import heatmap_svg
from grader.reports.html.page import report_html
from grader.reports.loading import from_data

__all__ = ["from_data", "heatmap_svg", "report_html"]
