"""The stub of an exercise: what stands between `# BEGIN SOLUTION` and `# END SOLUTION` becomes nbgrader's stub text."""

from __future__ import annotations

import re
from pathlib import Path

from grader.core.errors import SpecError

__all__ = ["ORIGINAL", "STUB", "original", "stub"]

STUB = ("# YOUR CODE HERE", "raise NotImplementedError()")
ORIGINAL = Path(".grader") / "original"  # where a kit keeps the files as they were given
_BEGIN, _END = (re.compile(rf"\s*#+\s*{word} SOLUTION\b") for word in ("BEGIN", "END"))


def stub(source: str, name: str) -> str:
    """`source` with every solution region replaced by the stub. Raises SpecError with file:line."""
    out: list[str] = []
    opened = 0
    for number, line in enumerate(source.splitlines(), start=1):
        if _BEGIN.match(line):
            if opened:
                raise SpecError(f"{name}:{number}: BEGIN SOLUTION inside the region opened on line {opened}")
            opened = number
            indent = line[: len(line) - len(line.lstrip())]
            out += [indent + text for text in STUB]
        elif _END.match(line):
            if not opened:
                raise SpecError(f"{name}:{number}: END SOLUTION without a BEGIN SOLUTION")
            opened = 0
        elif not opened:
            out.append(line)
    if opened:
        raise SpecError(f"{name}:{opened}: BEGIN SOLUTION is never closed")
    return "\n".join(out) + "\n"


def original(root: Path, assignment: str, file: str) -> str | None:
    """The file of an assignment as a learner is given it, if that is known here.

    A released kit keeps it; in an author's repository it is made from the source. Raises OSError and SpecError.
    """
    kept = root / ORIGINAL / assignment / file
    if kept.is_file():
        return kept.read_text(encoding="utf-8")
    source = root / "solutions" / assignment / file
    return stub(source.read_text(encoding="utf-8"), file) if source.is_file() else None
