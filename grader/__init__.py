"""An auto-grader for numpy exercises: hidden pytest suites, an isolated learner, a defended grade.

The names below are what a script needs; `grader.api` documents them. Each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.api import Course, find_submissions, grade, load_course, open_gradebook, read_report
    from grader.gradebook import Gradebook
    from grader.reports.schema import Report

__version__ = "0.1.0"

__all__ = [
    "Course",
    "Gradebook",
    "Report",
    "__version__",
    "find_submissions",
    "grade",
    "load_course",
    "open_gradebook",
    "read_report",
]

_HOMES = {"Gradebook": "grader.gradebook", "Report": "grader.reports.schema"}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first used: `import grader` loads nothing heavy."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES.get(name, "grader.api")), name)
