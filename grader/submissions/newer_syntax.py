"""Syntax that a later Python has and the one that grades does not: recognised by text, as it cannot be compiled here.

A cell that does not compile here may be right where the learner works. Nobody can say so without that Python, so what
depends on it is held for a person instead of counted as wrong.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from grader.submissions.scanner import logical_lines

__all__ = ["newer_syntax"]

Version = tuple[int, int]

_NAME = r"[^\W\d]\w*"
_STATEMENTS: tuple[tuple[Version, re.Pattern[str]], ...] = (  # at the beginning of a logical line
    ((3, 14), re.compile(r"except\*?\s+[A-Z]\w*(?:\.\w+)*(?:\s*,\s*[A-Z]\w*(?:\.\w+)*)+\s*:")),
    ((3, 13), re.compile(rf"(?:(?:async\s+)?def|class|type)\s+{_NAME}\s*\[[^\]]*\w\s*=(?!=)")),
    ((3, 12), re.compile(rf"(?:(?:async\s+)?def|class)\s+{_NAME}\s*\[")),
    ((3, 12), re.compile(rf"type\s+{_NAME}\s*(?:\[[^=]*\]\s*)?=(?!=)")),
    ((3, 11), re.compile(r"except\*")),
)
_STRING = re.compile(r"""(?<![\w"'])([A-Za-z]{0,2})(\"{3}|'{3}|"|')|\#[^\n]*""")
_IN_FIELD = re.compile(r"""[{}\n\\#"']""")
_FIELDS = 400  # characters that a replacement field is followed for
_STRINGS = 5000  # of one text


def newer_syntax(text: str) -> str | None:
    """The Python version that the text seems to be written for, such as "3.12", where that is later than this one.

    None where nothing in it is known to be newer. Only for text that does not compile here.
    """
    here = sys.version_info[:2]
    found = max((version for version in _versions(text) if version > here), default=None)
    return f"{found[0]}.{found[1]}" if found is not None else None


def _versions(text: str) -> Iterator[Version]:
    """The version of everything in the text that not every Python has."""
    for line in logical_lines(text):
        statement = text[line.start : min(line.end, line.start + 500)].lstrip()
        for version, pattern in _STATEMENTS:
            if pattern.match(statement):
                yield version
                break
    yield from _of_strings(text)


def _of_strings(text: str) -> Iterator[Version]:
    """3.14 for a template string; 3.12 for an f-string that has its own quote, a backslash or a line in a field."""
    at = 0
    for _ in range(_STRINGS):
        found = _STRING.search(text, at)
        if found is None:
            return
        at = found.end()
        if found[2] is None:
            continue
        prefix, quote = found[1].lower(), found[2]
        if "t" in prefix and set(prefix) <= set("tr"):
            yield (3, 14)
        if set(prefix) & set("ft"):
            at, newer = _formatted(text, at, quote)
            if newer:
                yield (3, 12)
        else:
            at = _plain_end(text, at, quote)


def _plain_end(text: str, at: int, quote: str) -> int:
    """Behind the end of a string without fields, or of its line where nothing ends it."""
    for found in re.compile(rf"\\.|{quote}" + ("" if len(quote) == 3 else r"|\n"), re.DOTALL).finditer(text, at):
        if found[0][0] != "\\":
            return found.end()
    return len(text)


def _formatted(text: str, at: int, quote: str) -> tuple[int, bool]:
    """Behind the end of an f-string, and whether only a later Python reads one of its fields."""
    sign = re.compile(rf"\\.|\{{\{{|\{{|{quote}" + ("" if len(quote) == 3 else r"|\n"), re.DOTALL)
    newer = False
    while found := sign.search(text, at):
        at = found.end()
        if found[0] == "{":
            end, needs = _field(text, at, quote)
            if end is not None:
                at, newer = end, newer or needs
        elif found[0] in (quote, "\n"):
            return at, newer
    return len(text), newer


def _field(text: str, at: int, quote: str) -> tuple[int | None, bool]:
    """Behind the `}` of a replacement field, None where there is none nearby; and whether it is of a later Python."""
    depth, newer, stop = 1, False, min(len(text), at + _FIELDS)
    while found := _IN_FIELD.search(text, at, stop):
        at, sign = found.end(), found[0]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                return at, newer
        elif sign in "\"'":
            newer = newer or text.startswith(quote, at - 1)
            end = text.find(sign, at, stop)
            newline = text.find("\n", at, stop)
            if end < 0 or 0 <= newline < end:
                return None, False
            newer = newer or "\\" in text[at:end]
            at = end + 1
        elif sign == "#" or sign == "\\" or len(quote) == 1:
            newer = True
            if sign == "#":
                at = max(text.find("\n", at), at)
    return None, False
