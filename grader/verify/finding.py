"""One thing that is wrong with an assignment, or worth a look."""

from __future__ import annotations

import dataclasses

from grader.errors import SpecError

__all__ = ["Finding", "complaints"]


@dataclasses.dataclass(frozen=True)
class Finding:
    """One thing to mend ("error") or to look at ("advice")."""

    level: str
    where: str
    text: str


def complaints(error: SpecError) -> list[Finding]:
    """The lines of an error, "file:1:2: what is wrong", as findings."""
    out = []
    for line in str(error).splitlines():
        place, _, text = line.partition(": ")
        out.append(Finding("error", place, text) if text else Finding("error", "", line))
    return out
