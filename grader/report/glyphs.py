"""Signs for outcomes, with ASCII twins for terminals whose encoding lacks them (cp949 has no check mark)."""

from __future__ import annotations

import dataclasses

from grader.model import Outcome

__all__ = ["ASCII", "Glyphs", "UNICODE", "for_encoding"]


@dataclasses.dataclass(frozen=True)
class Glyphs:
    """One sign an outcome, and a separator."""

    passed: str
    failed: str
    untouched: str
    blocked: str
    held: str
    dot: str

    def of(self, outcome: Outcome) -> str:
        """The sign of an outcome; never the only thing that tells it, the words stand beside."""
        if outcome is Outcome.PASSED:
            return self.passed
        if outcome is Outcome.UNTOUCHED:
            return self.untouched
        if outcome is Outcome.BLOCKED:
            return self.blocked
        return self.held if outcome.pending else self.failed


UNICODE = Glyphs("✓", "✗", "○", "–", "?", "·")
ASCII = Glyphs("+", "x", ".", "-", "?", "|")


def for_encoding(encoding: str | None, *, ascii_only: bool = False) -> Glyphs:
    """The signs that a stream of that encoding can show, found by trying."""
    if ascii_only:
        return ASCII
    try:
        "".join(dataclasses.astuple(UNICODE)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
