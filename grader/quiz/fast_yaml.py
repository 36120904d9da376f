"""The plain part of YAML that our own tools write, read line by line: several times faster than a YAML reader.

`quick(lines)` gives None as soon as a line is anything else, and the YAML reader takes over; a property test
holds the two equal. It is there for cohorts: reading is most of the work of marking.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.quiz.questions import Raw

__all__ = ["quick"]

_WORD = r"-?[A-Za-z0-9][A-Za-z0-9._+/%-]*"
_TOP = re.compile(rf"([A-Za-z][A-Za-z0-9-]*):(?: +({_WORD})| +\[({_WORD}(?:, {_WORD})*|)\]| (\|-))? *")
_SUB = re.compile(rf"  ([A-Za-z][A-Za-z0-9-]*):(?: +({_WORD}))? *")


def quick(lines: Sequence[str]) -> list[tuple[str, Raw, int]] | None:
    """Name, answer and line of every entry, or None where this is not enough. A # in front makes a comment."""
    found: list[tuple[str, Raw, int]] = []
    names: set[str] = set()
    slots: dict[str, str] | None = None  # of the entry that was opened last, while it has no value
    block: list[str] | None = None
    for number, line in enumerate(lines, 1):
        if block is not None:
            if not line or line[0] == "#" or (line.startswith("  ") and line.isprintable()):
                block.append(line[2:] if line[:1] == " " else "")
                continue
            if not _close(found, block):
                return None
            block = None
        if not line or line[0] == "#":
            continue
        if line[0] == " ":
            sub = _SUB.fullmatch(line)
            if sub is None or slots is None or sub[1] in slots:
                return None
            if not slots:
                found[-1] = (found[-1][0], slots, found[-1][2])
            slots[sub[1]] = _word(sub[2])
            continue
        top = _TOP.fullmatch(line)
        if top is None or top[1] in names:
            return None
        name, word, several, opened = top.groups()
        names.add(name)
        slots = {} if word is several is opened is None else None
        block = [] if opened else None
        answer: Raw = _word(word)
        if several is not None:
            answer = tuple(map(_word, several.split(", "))) if several else ()
        found.append((name, answer, number))
    if block is not None and not _close(found, block):
        return None
    return found


def _word(word: str | None) -> str:
    return "" if word is None or word == "null" else word


def _close(found: list[tuple[str, Raw, int]], block: list[str]) -> bool:
    """Give a block its text; False where its indentation would need a closer look."""
    if not block or not block[0] or block[0][0] == " ":
        return False
    found[-1] = (found[-1][0], "\n".join(block).rstrip("\n"), found[-1][2])
    return True
