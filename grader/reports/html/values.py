"""What a visible check found, line by line: values in letters of one width, so that numbers stand below each other."""

from __future__ import annotations

from grader.core.languages import say

__all__ = ["values_of"]

_VALUES = ("kit.input", "kit.expected", "kit.got", "kit.row_sums")
_WORDS = ("kit.notice",)


def values_of(message: str, language: str) -> list[tuple[str, str, bool]]:
    """The lines of a message as label, text, and whether the text is a value; empty where they have no labels."""
    labels = {say(language, key): key in _VALUES for key in (*_VALUES, *_WORDS)}
    parts = [line.partition(": ") for line in message.split("\n")]
    if not all(between and label in labels for label, between, _ in parts):
        return []
    return [(label, text, labels[label]) for label, _, text in parts]
