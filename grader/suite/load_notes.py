"""Notes on statements outside functions that did not run: the file may be right without them, and no check would tell.

A note names the outermost line of the learner's own file, and says what was done instead.
"""

from __future__ import annotations

from collections.abc import Iterable

from grader.core.languages import both
from grader.core.model import Assignment, Text
from grader.core.safe_text import one_line
from grader.execution.failures import Problem

__all__ = ["load_notes"]

_NOTES = 3  # of each kind
_IMPORTS = ("ModuleNotFoundError", "ImportError")
_KIT = ("No module named 'grader'", "No module named 'grader.")  # of the kit's own check cells


def load_notes(problems: Iterable[Problem], assignment: Assignment, helpers: Iterable[str] = ()) -> tuple[Text, ...]:
    """What a report says about statements that did not run; `helpers` are the names of helper modules.

    An exception of the learner's own file is not noted: what needed the statement says so itself.
    """
    own = {name.partition(".")[0] for name in helpers}
    said: dict[str, dict[tuple[str, int], Text]] = {}
    for one in problems:
        key = _key(one, own)
        notes = said.setdefault(key, {})
        if key and len(notes) < _NOTES:
            notes.setdefault((one.cell, one.line), _text(key, one, assignment))
    return tuple(text for notes in said.values() for text in notes.values())


def _key(one: Problem, own: set[str]) -> str:
    """Which note a problem gets; "" for none."""
    if one.kind != "raised":
        return one.kind
    missing = one.type in _IMPORTS
    if missing and one.words.startswith(_KIT):
        return ""
    if missing and one.words.startswith("No module named"):
        return "import"
    helper = one.cell.partition("/")[0].removesuffix(".py") in own
    return "skipped" if missing or helper else ""


def _text(key: str, one: Problem, assignment: Assignment) -> Text:
    where = f"{one_line(one.cell, 60)}:{one.line}" if one.cell else assignment.file
    return both(
        f"report.{key}",
        where=where,
        type=one_line(one.type, 60),
        words=one_line(one.words, 160),
        function=one_line(one.defines[0], 60) if one.defines else "",
        seconds=one_line(one.words, 20) or f"{assignment.limits.load_seconds / 2:g}",
    )
