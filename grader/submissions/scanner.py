"""Logical lines of Python text, whatever its state: where each begins and ends, past strings, brackets and backslashes.

Each character is looked at once. Python's own tokenizer looks at the rest of a line for each quote that is left open in
it (3.11), which takes minutes for half a megabyte; and from 3.12 on it refuses what is no Python, such as `!pip`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

__all__ = ["LogicalLine", "end_of_command", "logical_line", "logical_lines"]

_QUOTES = ('"""', "'''", '"', "'")
_SIGN = re.compile(rf"#[^\n]*|\\\n|\n|[()\[\]{{}}]|[-+*/%&|^@<>!:=]=|=|{'|'.join(_QUOTES)}")
_IN_TEXT = {
    quote: re.compile(rf"\\.|{quote}" if len(quote) == 3 else rf"\\.|\n|{quote}", re.DOTALL) for quote in _QUOTES
}


@dataclasses.dataclass(frozen=True, slots=True)
class LogicalLine:
    """A statement's line, or several that brackets, strings or backslashes join. Offsets into the text."""

    start: int
    end: int  # behind its newline, or the end of the text
    value: int  # behind the first `=` outside brackets, or -1
    asks: bool  # it ends with a question mark, as `np.take?` does
    whole: bool  # no string and no bracket is left open


def logical_lines(text: str) -> Iterator[LogicalLine]:
    """Every logical line of the text, blank ones and comments too."""
    at = 0
    while at < len(text):
        line = logical_line(text, at)
        yield line
        at = line.end


def logical_line(text: str, start: int, stop: re.Pattern[str] | None = None) -> LogicalLine:
    """The logical line that begins at `start`. A string that its line leaves open ends at its quote.

    Where `stop` matches behind the first `=` outside brackets, the line ends there: what follows is no Python.
    """
    at, depth, value, whole, last = start, 0, -1, True, start
    unclosed: dict[str, int] = {}  # quote -> where the line ends that leaves it open: not to be looked for again
    while found := _SIGN.search(text, at):
        at = found.end()
        sign = found[0]
        if sign in _QUOTES:
            after = -1 if at <= unclosed.get(sign, -1) else _end_of_string(text, at, sign, unclosed)
            if after < 0:
                whole = False
                if len(sign) == 3:
                    break
            else:
                at = last = after
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth = max(0, depth - 1)
        elif sign == "=":
            if value < 0 and not depth:
                value = at
                if stop is not None and (found := stop.match(text, at)):
                    return LogicalLine(start, found.end(), found.end(), False, whole)
        elif sign == "\n":
            if not depth:
                before = text[last : at - 1].rstrip(" \t\f")
                return LogicalLine(start, at, value, before.endswith("?"), whole)
            last = at
        elif sign[0] == "#" or sign == "\\\n":
            last = at
    asks = not depth and whole and text[last:].rstrip(" \t\f").endswith("?")
    return LogicalLine(start, len(text), value, asks, whole and not depth)


def _end_of_string(text: str, at: int, quote: str, unclosed: dict[str, int]) -> int:
    """Where a string ends that begins at `at`; -1 where nothing ends it, which `unclosed` keeps."""
    for found in _IN_TEXT[quote].finditer(text, at):
        if found[0] == quote:
            return found.end()
        if found[0] == "\n":
            unclosed[quote] = found.start()
            return -1
    unclosed[quote] = len(text)
    return -1


def end_of_command(text: str, at: int) -> int:
    """Where a command for the notebook ends that begins at `at`: behind the first newline without a backslash."""
    while True:
        newline = text.find("\n", at)
        if newline < 0:
            return len(text)
        if text[newline - 1] != "\\":
            return newline + 1
        at = newline + 1
