"""Text for a terminal: wrapped by cells (Hangul takes two), and with twins for signs that an encoding lacks."""

from __future__ import annotations

import functools

from grader.text import cells

__all__ = ["encodable", "wrap"]

_TWINS = {"ᵀ": "^T", "√": "sqrt ", "·": "*", "²": "^2", "³": "^3", "×": "x", "θ": "theta", "−": "-", "–": "-",
          "…": "...", "─": "-", "✓": "x", "▸": ">"}  # fmt: skip


@functools.lru_cache(maxsize=4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """Lines of at most `width` cells, broken at blanks; a word that is wider is broken where it has to be."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            if line and cells(line) + 1 + cells(word) > width:
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
            while cells(line) > width:
                fits = next(i for i in range(len(line), 0, -1) if cells(line[:i]) <= width or i == 1)
                lines.append(line[:fits])
                line = line[fits:]
        lines.append(line)
    return tuple(lines)


def encodable(text: str, encoding: str | None) -> str:
    """`text` with signs that `encoding` cannot write replaced by what stands for them."""
    try:
        text.encode(encoding or "ascii")
        return text
    except (UnicodeEncodeError, LookupError):
        return "".join(_one(sign, encoding or "ascii") for sign in text)


def _one(sign: str, encoding: str) -> str:
    try:
        sign.encode(encoding)
        return sign
    except (UnicodeEncodeError, LookupError):
        return _TWINS.get(sign, "?")
