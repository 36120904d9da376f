"""One thing that is wrong with an assignment, or worth a look; and what is wrong with the earlier ids of checks."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from grader.core import yaml_reader
from grader.core.errors import GraderError
from grader.core.suggestions import nearest

__all__ = ["Finding", "alias_findings", "complaints", "few"]


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


def alias_findings(
    path: Path, root: Path, keys: Sequence[str], renamed: Mapping[str, str], checks: Collection[str]
) -> list[Finding]:
    """The findings about `renamed`, earlier id -> present id, which stands under `keys` of the YAML file at `path`."""
    out = []
    text = path.read_text(encoding="utf-8") if renamed else ""
    for old, present in renamed.items():
        place = f"{path.relative_to(root).as_posix()}:{yaml_reader.place(text, (*keys, old))}"
        if old in checks:
            out.append(Finding("error", place, f"{old}: a check has this id, so it cannot be an earlier one"))
        if present not in checks:
            out.append(Finding("error", place, f"{present}: no such check{nearest(present, checks)}"))
    return out
