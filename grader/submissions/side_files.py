"""Answers to the quiz in a notebook's code: the statements `answers[...] = ...`, as text with their lines.

Cut out by their quotes and brackets (`scanner.py`), where a cell is no Python line by line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grader.core.model import Assignment
from grader.submissions.files import STATE, HandedIn, Unusable
from grader.submissions.scanner import logical_lines

__all__ = ["has_answers", "hints_shown", "split_answers"]

_START = re.compile(r"^answers\s*(?:\[|\.|\|?=\s*\{\s*[^}\s])", re.MULTILINE)
_ENTRY = re.compile(r"answers\s*\[")


def has_answers(source: str) -> bool:
    """True where a line of the cell begins an answer: `answers["m1-row"] = ...`, or a dictionary of several."""
    return _START.search(source) is not None


def split_answers(source: str) -> tuple[str, list[tuple[str, int]]]:
    """The cell without its answers, each of their lines left empty, and the answers: text and line, from 1.

    A dictionary `answers = {...}` is an answer and stays in the code, where it does no harm.
    """
    lines = source.split("\n")
    try:
        spans = list(_statements(source))
    except ValueError:  # no Python: one line, one answer
        spans = [(i, i) for i, line in enumerate(lines) if _START.match(line)]
    found = []
    for first, last in spans:
        text = "\n".join(lines[first : last + 1])
        if _START.match(text):
            found.append((text, first + 1))
            if _ENTRY.match(text):
                lines[first : last + 1] = [""] * (last + 1 - first)
    return "\n".join(lines), found


def _statements(source: str) -> Iterator[tuple[int, int]]:
    """First and last line, from 0, of every logical line. Raises ValueError where a text or a bracket is left open."""
    first = 0
    for line in logical_lines(source):
        if not line.whole:
            raise ValueError("a text or a bracket is left open")
        last = first + source.count("\n", line.start, line.end) - source.endswith("\n", line.start, line.end)
        yield first, last
        first = last + 1


_BYTES = 1 << 20
_MOST = 1000  # more hints than anybody has written


def hints_shown(files: Iterable[HandedIn], assignment: Assignment) -> Mapping[str, int]:
    """Step id -> how many hints were shown; a state that is missing or damaged says none."""
    state = next((file for file in files if file.path.parts[-2:] == STATE.parts), None)
    try:
        data: Any = json.loads(state.read(_BYTES)) if state is not None else {}
    except (Unusable, ValueError, RecursionError):
        return {}
    shown = data.get("hints") if isinstance(data, dict) else None
    counts: dict[str, int] = {}
    for key, number in shown.items() if isinstance(shown, dict) else ():
        name, _, rest = str(key).partition(".")  # layer_norm.standardize, or with a mistake's title behind it
        step = rest.partition(".")[0]
        if name == assignment.id and any(step == one.id for one in assignment.steps) and type(number) is int:
            counts[step] = min(counts.get(step, 0) + max(number, 0), _MOST)
    return counts
