"""How a screen is to look: language, signs, width, the command's name; and colour, put on at the very end."""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
from collections.abc import Mapping, Sequence

from grader import locale
from grader.report.glyphs import Glyphs, for_encoding

__all__ = ["Look", "colour_wanted", "look_for", "painted"]

_NARROWEST, _WIDEST = 40, 80


@dataclasses.dataclass(frozen=True)
class Look:
    """Language, signs, width, how the command is called, and what it needs to be told which assignment is meant."""

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
        return locale.say(self.language, message, **params)


def look_for(language: str, encoding: str | None, *, ascii_only: bool = False, command: str = "grader") -> Look:
    """The look for a stream of that encoding; the width is the terminal's, or COLUMNS, at most 80."""
    width = shutil.get_terminal_size((80, 24)).columns
    glyphs = for_encoding(encoding, ascii_only=ascii_only)
    return Look(language, glyphs, max(_NARROWEST, min(_WIDEST, width)), command)


def colour_wanted(tty: bool, environment: Mapping[str, str] | None = None) -> bool:
    """NO_COLOR says no, FORCE_COLOR says yes, else a terminal that is not dumb gets colour."""
    given = os.environ if environment is None else environment
    if given.get("NO_COLOR"):
        return False
    if given.get("FORCE_COLOR"):
        return given["FORCE_COLOR"] != "0"
    return tty and given.get("TERM") != "dumb"


_GREEN, _RED, _BOLD, _DIM, _OFF = "\x1b[32m", "\x1b[31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


def painted(lines: Sequence[str], look: Look) -> list[str]:
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
