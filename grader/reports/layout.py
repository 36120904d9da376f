"""How reports set points and lines: for people, at most so many columns wide."""

from __future__ import annotations

from fractions import Fraction

from grader.core.safe_text import cells, take

__all__ = ["points", "wrapped"]


def points(value: Fraction) -> str:
    """Points for people: a whole number, or at most two decimals (the exact value is in the JSON report)."""
    units = int(abs(value) * 100 + Fraction(1, 2))  # half up, as in what is exported
    sign = "-" if value < 0 < units else ""
    return f"{sign}{units // 100}.{units % 100:02}".rstrip("0").rstrip(".")


def wrapped(text: str, indent: str, width: int, hanging: int | None = None) -> list[str]:
    """`text` in lines of at most `width` columns, wide characters counted as two."""
    rest = " " * (hanging if hanging is not None else len(indent))
    lines, line = [], indent
    for word in text.split():
        glue = "" if line.strip() == "" else " "
        if cells(line + glue + word) > width and line.strip():
            lines.append(line)
            line, glue = rest, ""
        while cells(line + word) > width:  # one long word, such as a path: cut where it must be
            piece = take(word, max(2, width - cells(line)))
            lines.append(line + piece)
            line, word, glue = rest, word[len(piece) :], ""
        line += glue + word
    return [*lines, line]
