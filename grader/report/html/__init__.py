"""The HTML report: one page a report, for a learner or for an instructor, that needs nothing but itself."""

from __future__ import annotations

from grader.pictures.heat import heatmap_svg
from grader.report.html.page import report_html
from grader.report.html.reading import from_data

__all__ = ["from_data", "heatmap_svg", "report_html"]
