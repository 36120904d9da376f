"""Reports without names: every id becomes an alias that tells nothing, not even the order of the names.

What is removed: id and path, notes (they name files), the learner in the quiz, answers in a learner's own words, and
the id wherever a message holds it. What cannot be removed by a program: what a learner wrote about oneself in an error
message.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["aliases", "anonymised"]


def aliases(ids: Sequence[str], rng: random.Random | None = None) -> dict[str, str]:
    """Id -> alias ("L001"), numbered in a random order; `rng` is the system's randomness unless a test gives one."""
    order = sorted(ids)
    (rng or random.SystemRandom()).shuffle(order)
    digits = max(3, len(str(len(order))))
    return {ident: f"L{number:0{digits}}" for number, ident in enumerate(order, 1)}


def anonymised(report: Mapping[str, Any], alias: str) -> dict[str, Any]:
    """The report under its alias."""
    ident = str(report["submission"]["id"])
    # not inside a longer word: an id such as "a" would otherwise take every sentence apart
    named = re.compile(rf"(?<!\w){re.escape(ident)}(?!\w)", re.IGNORECASE) if ident else None
    out: dict[str, Any] = _without(dict(report), named, alias)
    out["submission"] = {"id": alias, "path": alias}
    out["notes"] = []
    if isinstance(out.get("quiz"), dict):
        items = [_wordless(item) for item in out["quiz"].get("items") or () if isinstance(item, Mapping)]
        out["quiz"] = {**out["quiz"], "learner": "", "notes": [], "items": items}
    return out


def _wordless(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The item without an answer in words: people sign what they write. Options and numbers stay."""
    in_words = item.get("by_hand") or item.get("outcome") == "unreadable"
    return {**item, "answer": None} if in_words and "answer" in item else item


def _without(value: Any, named: re.Pattern[str] | None, alias: str) -> Any:
    """Plain data with the name replaced in every text that is a value."""
    if isinstance(value, str):
        return named.sub(alias, value) if named else value
    if isinstance(value, Mapping):
        return {key: _without(item, named, alias) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without(item, named, alias) for item in value]
    return value
