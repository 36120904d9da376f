"""Statistics of a cohort: pure functions over its reports (schema `grader/report/1`), as plain data.

    reports -> gather (one compact table) -> summarise -> Summary -> text, JSON, the cohort page

What each figure is and where its formula comes from: docs/statistics.md.
"""

from grader.stats.gather import Asked, Choice, Cohort, Column, Learner, Mark, Shown, gather, in_order
from grader.stats.reading import read_reports
from grader.stats.summary import SCHEMA, Summary, summarise

__all__ = [
    "Asked",
    "Choice",
    "Cohort",
    "Column",
    "Learner",
    "Mark",
    "SCHEMA",
    "Shown",
    "Summary",
    "gather",
    "in_order",
    "read_reports",
    "summarise",
]
