"""Lines for a terminal: two ends of a line, wrapping by cells, labelled rows. Hangul takes two cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.text import cells, cut, pad, take

__all__ = ["ends", "indented", "rows", "wrapped"]


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
