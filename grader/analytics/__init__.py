"""Statistics of a cohort: pure functions over its typed reports.

    reports -> gather (one compact table) -> summarise -> Summary -> text, JSON, the cohort page

What each figure is and where its formula comes from: docs/statistics.md.
"""

from grader.analytics.gather import (
    Cohort,
    Column,
    LearnerRow,
    MisconceptionCounts,
    MisconceptionSign,
    OptionKey,
    RowScore,
    gather,
    in_order,
)
from grader.analytics.reading import read_reports
from grader.analytics.summary import SCHEMA, Summary, summarise

__all__ = [
    "MisconceptionCounts",
    "OptionKey",
    "Cohort",
    "Column",
    "LearnerRow",
    "RowScore",
    "SCHEMA",
    "MisconceptionSign",
    "Summary",
    "gather",
    "in_order",
    "read_reports",
    "summarise",
]
