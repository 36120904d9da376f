"""How a screen is to look: language, signs, width, the command's name; and colour, put on at the very end."""

from __future__ import annotations

import dataclasses
import functools
import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence

from grader.core import languages
from grader.core.model import Outcome
from grader.core.safe_text import cells, cut, pad, take

__all__ = [
    "ASCII",
    "Glyphs",
    "TerminalStyle",
    "UNICODE",
    "colour_wanted",
    "ends",
    "for_encoding",
    "indented",
    "look_for",
    "painted",
    "rows",
    "wrapped",
    "wrapped_paragraphs",
    "wrapped_text",
]

_NARROWEST, _WIDEST = 40, 80


@dataclasses.dataclass(frozen=True)
class TerminalStyle:
    """Language, signs, width, the command's name, and the option that names the assignment where one is needed."""

    language: str
    glyphs: Glyphs
    width: int = 80
    command: str = "grader"
    meant: str = ""  # "-a knn" where a course has several assignments

    def run(self, *words: str) -> str:
        """A command as it is to be typed here."""
        return " ".join(filter(None, (self.command, *words, self.meant)))

    def say(self, message: str, /, **params: object) -> str:
        """A message in the language."""
        return languages.say(self.language, message, **params)


def look_for(
    language: str, encoding: str | None, *, ascii_only: bool = False, command: str = "grader"
) -> TerminalStyle:
    """The look for a stream of that encoding; the width is the terminal's, or COLUMNS, at most 80."""
    width = shutil.get_terminal_size((80, 24)).columns
    glyphs = for_encoding(encoding, ascii_only=ascii_only)
    return TerminalStyle(language, glyphs, max(_NARROWEST, min(_WIDEST, width)), command)


def colour_wanted(tty: bool, environment: Mapping[str, str] | None = None) -> bool:
    """NO_COLOR says no, FORCE_COLOR says yes, else a terminal that is not dumb gets colour."""
    given = os.environ if environment is None else environment
    if given.get("NO_COLOR"):
        return False
    if given.get("FORCE_COLOR"):
        return given["FORCE_COLOR"] != "0"
    return tty and given.get("TERM") != "dumb"


_GREEN, _RED, _BOLD, _DIM, _OFF = "\x1b[32m", "\x1b[31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


def painted(lines: Sequence[str], look: TerminalStyle) -> list[str]:
    """The lines with colour on their signs and heads; colour never says anything that words do not."""
    colours = {look.glyphs.passed: _GREEN, look.glyphs.failed: _RED, look.glyphs.blocked: _DIM}
    signs = "|".join(re.escape(sign) for sign in colours)
    sign = re.compile(rf"(?:(?<=^)|(?<=\s))({signs})(?=\s)")
    head = f"{look.say('kit.next')}: "
    out = []
    for number, line in enumerate(lines):
        text = sign.sub(lambda found: f"{colours[found[1]]}{found[1]}{_OFF}", line)
        if number == 0 or line.startswith((look.glyphs.failed, look.glyphs.untouched)):
            text = f"{_BOLD}{text.replace(_OFF, _OFF + _BOLD)}{_OFF}"
        elif line.startswith(head):
            text = f"{_BOLD}{head.rstrip()}{_OFF} {text[len(head) :]}"
        out.append(text)
    return out


@dataclasses.dataclass(frozen=True)
class Glyphs:
    """One sign an outcome, and a separator."""

    passed: str
    failed: str
    untouched: str
    blocked: str
    held: str
    dot: str
    carried: str

    def of(self, outcome: Outcome, carried: bool = False) -> str:
        """The sign of an outcome; words always come with it. `carried`: judged with the learner's own parts."""
        if outcome is Outcome.PASSED:
            return self.carried if carried else self.passed
        if outcome is Outcome.UNTOUCHED:
            return self.untouched
        if outcome is Outcome.BLOCKED:
            return self.blocked
        return self.held if outcome.pending else self.failed


UNICODE = Glyphs("✓", "✗", "○", "–", "?", "·", "→")
ASCII = Glyphs("+", "x", ".", "-", "?", "|", ">")


def for_encoding(encoding: str | None, *, ascii_only: bool = False) -> Glyphs:
    """The signs that a stream of that encoding can show, found by trying."""
    if ascii_only:
        return ASCII
    try:
        "".join(dataclasses.astuple(UNICODE)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def ends(left: str, right: str, width: int) -> list[str]:
    """Two texts at the two ends of a line, or on two lines where they do not fit on one."""
    if cells(left) + cells(right) + 2 <= width or not right:
        return [left + " " * (width - cells(left) - cells(right)) + right if right else cut(left, width)]
    return [*wrapped(left, width), *wrapped("    " + right, width, hanging=4)]


def wrapped(text: str, width: int, hanging: int = 0) -> list[str]:
    """`text` in lines of at most `width` cells; further lines get `hanging` blanks.

    Its own indentation stays; only a plain blank is a place to break, a no-break blank is none.
    """
    indent = text[: len(text) - len(text.lstrip())]
    lines, line = [], indent
    for word in filter(None, text.split(" ")):
        glue = "" if not line.strip() else " "
        if line.strip() and cells(line + glue + word) > width:
            lines.append(line)
            line, glue = " " * hanging, ""
        while cells(line + glue + word) > width:  # a path, or a number without end
            room = width - cells(line + glue)
            piece = take(word, max(room, 2))
            lines.append(line + glue + piece)
            line, glue, word = " " * hanging, "", word[len(piece) :]
        line += glue + word
    return [*lines, line]


def rows(labelled: Iterable[tuple[str, str]], width: int, indent: int) -> list[list[str]]:
    """Rows of a label and a text in one column; each row as its lines."""
    labelled = list(labelled)
    column = max((cells(label) for label, _ in labelled), default=0) + 2
    return [
        wrapped(" " * indent + pad(label, column).replace(" ", "\u00a0") + text, width, indent + column)
        for label, text in labelled
    ]


def indented(lines: Sequence[str]) -> list[str]:
    """The lines as they are printed: no-break blanks become blanks, no blanks at the end."""
    return [line.replace("\u00a0", " ").rstrip() for line in lines]


def wrapped_text(text: str, indent: str, width: int, hanging: int | None = None) -> list[str]:
    """One paragraph, all its white space alike, behind `indent`; further lines get `hanging` blanks, or as many."""
    return wrapped(indent + " ".join(text.split()), width, len(indent) if hanging is None else hanging)


@functools.lru_cache(maxsize=4096)
def wrapped_paragraphs(text: str, width: int) -> tuple[str, ...]:
    """`text` in lines of at most `width` cells; its own line breaks stay."""
    return tuple(line for paragraph in text.splitlines() for line in wrapped_text(paragraph, "", width))
