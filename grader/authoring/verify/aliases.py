"""Earlier ids of checks: does each lead to a check, and is none the id of a check that is there?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from grader.authoring.verify.finding import Finding
from grader.core import yaml_reader
from grader.core.suggestions import nearest

__all__ = ["alias_findings"]


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
