"""Earlier ids of hidden checks: `hidden/aliases.yaml` says which id each of them has now.

    standardize.constant_rows: standardize.equal_entries

Whoever names a check by an id that it once had still gets it, and figures of old and new reports stand in one column.
The visible checks have the same under `aliases` in their `checks.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["FILE", "renamed_checks"]

FILE = "aliases.yaml"


def renamed_checks(folder: Path) -> Mapping[str, str]:
    """Old id -> present id of the hidden checks of the assignment in `folder`. Raises SpecError."""
    path = folder / "hidden" / FILE
    if not path.is_file():
        return {}
    from grader.core import yaml_reader

    return yaml_reader.read_mapping(path, str, root=folder.parent.parent)
