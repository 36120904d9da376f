"""Whether a report from disk can be written again: as a page, as a file, into a terminal."""

from __future__ import annotations

from grader.core.errors import UsageError

__all__ = ["refuse_unwritable"]

_DEEPEST = 60  # containers in one another; a report has about ten


def refuse_unwritable(report: object) -> None:
    """Raise UsageError where something is nested so deeply, or holds half a character, that nobody can write it."""
    level: list[object] = [report]
    for _ in range(_DEEPEST):
        inside: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inside += [*value, *value.values()]
            elif isinstance(value, list):
                inside += value
            elif isinstance(value, str) and not value.isascii():
                _writable(value)
        level = inside
        if not level:
            return
    raise UsageError("not a report: nested too deeply; take it out")


def _writable(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError("not a report: it holds half of a character (a lone surrogate); take it out") from None
