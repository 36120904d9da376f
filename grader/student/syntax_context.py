"""The line that keeps a file from running, as it is shown; of a wrong indentation so that the blanks can be seen."""

from __future__ import annotations

from grader.core.safe_text import one_line
from grader.core.terminal import ASCII, TerminalStyle
from grader.submissions.working_file import Source
from grader.suite.visible.run import Checked

__all__ = ["offending_lines", "shown_line"]

_INDENTED = ("IndentationError", "TabError")
_LONGEST = 200


def offending_lines(checked: Checked, look: TerminalStyle) -> list[str]:
    """The line of the problem of a run, if there is one: see `shown_line`."""
    if checked.problem is None or not checked.line:
        return []
    return shown_line(checked.source, checked.line, str(checked.problem.params.get("type")), look)


def shown_line(source: Source, number: int, kind: str, look: TerminalStyle) -> list[str]:
    """A line as the learner wrote it, behind a ">"; where its indentation is the trouble (`kind` is the exception's
    name), the line above it too, and what the blanks are. Nothing where there is no such line.
    """
    text = source.shown.splitlines()
    if not 0 < number <= len(text):
        return []
    line = text[number - 1]
    if kind not in _INDENTED:
        return [f"> {one_line(line, _LONGEST)}"]
    above = next((other for other in reversed(text[: number - 1]) if other.strip()), None)
    shown = [] if above is None else [f"  {_seen(above, look)}"]
    shown.append(f"> {_seen(line, look)}")
    mixed = _mixed(line, [other for other in text if other is not line])
    return [*shown, look.say(mixed)] if mixed else shown


def _blanks(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _seen(line: str, look: TerminalStyle) -> str:
    """The line with a sign for every blank in front of it: a dot for a space, an arrow for a tab."""
    tab, space = ("->  ", ".") if look.glyphs == ASCII else ("→   ", "·")
    signs = "".join(tab if blank == "\t" else space for blank in _blanks(line)[:40])
    return signs + one_line(line, _LONGEST)


def _mixed(line: str, others: list[str]) -> str:
    """The message about a line that is indented with the other kind of blank than most; "" where it is not."""
    tabs = sum(_blanks(other).startswith("\t") for other in others)
    spaces = sum(_blanks(other).startswith(" ") for other in others)
    if "\t" in _blanks(line) and spaces > tabs:
        return "kit.tabs"
    return "kit.spaces" if " " in _blanks(line) and tabs > spaces else ""
