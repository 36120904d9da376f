"""Answers to the quiz in a notebook's code: the statements `answers[...] = ...`, as text with their lines.

Cut out by Python's tokenizer, which neither runs nor nests; where a cell is no Python, line by line.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

__all__ = ["has_answers", "split_answers"]

_START = re.compile(r"^answers\s*(?:\[|\.|\|?=\s*\{\s*[^}\s])", re.MULTILINE)
_ENTRY = re.compile(r"answers\s*\[")
_BLANK = (tokenize.COMMENT, tokenize.NL)


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
    except (tokenize.TokenError, SyntaxError):  # no Python: one line, one answer
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
    """First and last line, from 0, of every logical line that begins in the first column."""
    begun: int | None = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            if begun is not None:
                yield begun, token.start[0] - 1
            begun = None
        elif begun is None and token.start[1] == 0 and token.type not in _BLANK and token.string:
            begun = token.start[0] - 1
