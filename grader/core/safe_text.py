"""Learner text made safe to show: one line, no control or direction characters, no CI commands, capped.

Whatever a learner's file can put into a name, an exception or a print passes through here before it stands in
a report. HTML and Markdown are escaped by the reports that need it; this removes what is dangerous everywhere:
terminal escapes, line starts, and the `::command::`, `##[command]` and `##vso[command]` forms that CI runners
obey (GitHub's
runner looks for the first after leading blanks and for the second anywhere in a line).
"""

from __future__ import annotations

import re
import unicodedata

__all__ = [
    "cells",
    "clip",
    "comment_text",
    "cut",
    "encodable",
    "file_name",
    "lines",
    "one_line",
    "pad",
    "take",
    "visible",
]

_SUBSTITUTES = {  # sign -> what stands for it where an encoding lacks it: cp949 has no superscript T, ASCII has none
    "→": "->",
    "←": "<-",
    "▸": ">",
    "²": "^2",
    "³": "^3",
    "ᵀ": "^T",
    "√": "sqrt ",
    "·": "*",
    "×": "x",
    "÷": "/",
    "\u2044": "/",  # the fraction slash
    "\u2212": "-",  # the minus sign
    "–": "-",
    "—": "-",
    "─": "-",
    "±": "+-",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "∞": "inf",
    "Σ": "sum",
    "∑": "sum",
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "ε": "epsilon",
    "θ": "theta",
    "λ": "lambda",
    "μ": "mu",
    "π": "pi",
    "σ": "sigma",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "✓": "x",
    "\u00a0": " ",
}

_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}  # on Windows
_DANGEROUS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def one_line(text: str, limit: int) -> str:
    """`text` as one harmless line of at most `limit` characters."""
    kept = "".join(" " if unicodedata.category(c) in _DANGEROUS else c for c in text[: 4 * limit + 40])
    kept = re.sub(r":(?=:)", ": ", " ".join(kept.split()))
    kept = re.sub(r"#(?=#\w*\[)", "# ", kept)
    return clip(kept, limit)


def visible(text: str) -> str:
    """`text` with every sign that a terminal acts on written as what stands for it: `\\x1b`, `\\u202e`.

    Line breaks and tabs stay. A path can be told apart from another one this way, unlike with blanks.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c in "\n\t" or unicodedata.category(c) not in _DANGEROUS else _code(c) for c in text)


def _code(sign: str) -> str:
    number = ord(sign)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def lines(text: str, limit: int) -> str:
    """`text` of at most `limit` characters with its line breaks kept and each line harmless, as `one_line` makes it."""
    kept = [one_line(line, limit) for line in text[: limit + 1].splitlines()]
    return clip("\n".join(kept).strip(), limit)


def clip(text: str, limit: int) -> str:
    """`text`, cut to `limit` characters with an ellipsis."""
    return text if len(text) <= limit else text[: max(0, limit - 3)].rstrip() + "..."


def cells(text: str) -> int:
    """Columns that `text` takes in a terminal: Hangul and other wide characters take two, marks none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def take(text: str, width: int) -> str:
    """The longest beginning of `text` that takes at most `width` columns."""
    used = 0
    for i, c in enumerate(text):
        used += cells(c)
        if used > width:
            return text[:i]
    return text


def cut(text: str, width: int) -> str:
    """`text`, cut to `width` columns with an ellipsis."""
    return text if cells(text) <= width else take(text, width - 3).rstrip() + "..."


def pad(text: str, width: int, *, right: bool = False) -> str:
    """`text` filled with blanks to `width` columns, on its left side where `right`."""
    blanks = " " * max(0, width - cells(text))
    return blanks + text if right else text + blanks


def file_name(submission_id: str) -> str:
    """A submission's id as a file name on any system."""
    name = re.sub(r"[^\w.-]+", "_", submission_id).lstrip(".") or "submission"
    if name.partition(".")[0].lower() in _DEVICES:
        name = f"_{name}"
    return name.encode()[:200].decode(errors="ignore")  # file systems take 255 bytes, and an ending follows


def encodable(text: str, encoding: str | None) -> str:
    """`text` with each sign that `encoding` lacks written as what stands for it, or "?"."""
    encoding = encoding or "ascii"
    return text if _can_encode(text, encoding) else "".join(_substitute(sign, encoding) for sign in text)


def _substitute(sign: str, encoding: str) -> str:
    return sign if _can_encode(sign, encoding) else _SUBSTITUTES.get(sign, "?")


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


_MARKDOWN = {c: "\\" + c for c in "\\`*[]$#|~"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def comment_text(text: str) -> str:
    """`text` for nbgrader's comments, which its feedback renders as Markdown with raw HTML: nothing of it is markup.

    Underlines stay as they are where they stand inside a word, as in scale_scores.
    """
    out = []
    for i, c in enumerate(text):
        inside = c == "_" and 0 < i < len(text) - 1 and text[i - 1].isalnum() and text[i + 1].isalnum()
        out.append("\\_" if c == "_" and not inside else _MARKDOWN.get(c, c))
    return "".join(out)
