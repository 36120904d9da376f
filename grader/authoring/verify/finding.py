"""One thing that is wrong with an assignment, or worth a look."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from grader.core.errors import GraderError

__all__ = ["Finding", "complaints", "few"]


@dataclasses.dataclass(frozen=True)
class Finding:
    """One problem to fix ("error") or to consider ("advice")."""

    level: str
    where: str
    text: str


def complaints(error: GraderError, root: Path) -> list[Finding]:
    """The lines of an error, "file:1:2: what is wrong", as findings; paths are shown relative to `root`."""
    out = []
    for line in str(error).splitlines():
        place, _, text = line.partition(": ")
        place = place.removeprefix(f"{root.as_posix()}/")
        out.append(Finding("error", place, text) if text else Finding("error", "", line))
    return out


def few(names: Sequence[str]) -> str:
    """The first three names, and how many more there are."""
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
