"""Which of the submissions that were found are graded: --submission, --since and --part."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

from grader.core.errors import UsageError
from grader.core.model import Assignment

__all__ = ["selected"]


def selected(
    paths: tuple[Path, ...], assignment: Assignment, wanted: tuple[str, ...], since: str | None, part: str | None
) -> set[str] | None:
    """The ids of the submissions to grade; None for all. Raises UsageError for an unknown id."""
    if not wanted and since is None and part is None:
        return None
    from grader import submissions as intake
    from grader.gradebook.late_policy import moment

    found = {one.id: one.path for one in intake.find(paths, assignment)}
    for name in wanted:
        if name not in found:
            near = difflib.get_close_matches(name, found, 1)
            tail = f"; did you mean {near[0]!r}?" if near else f" among these {len(found)}"
            raise UsageError(f"no submission {name!r}{tail}")
    kept = [name for name in found if not wanted or name in wanted]
    if since is not None:
        start = moment(since, "--since").timestamp()
        kept = [name for name in kept if _changed(Path(found[name])) >= start]
        if not kept:
            raise UsageError(f"none of these {len(found)} submissions has files changed since {since}")
    return set(kept if part is None else _part(kept, part))


def _part(names: list[str], part: str) -> list[str]:
    """The names of part K of N. Raises UsageError for an invalid or empty part."""
    said = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", part)
    if said is None or not 1 <= int(said[1]) <= int(said[2]):
        raise UsageError(f"--part {part!r}: write K/N, such as 3/10")
    chosen = names[int(said[1]) - 1 :: int(said[2])]
    if not chosen:
        raise UsageError(f"--part {part}: {len(names)} submissions are too few for it")
    return chosen


def _changed(path: Path) -> float:
    """When the newest file of a submission was changed, seconds since the epoch; infinite where that is unknown."""
    from grader.submissions.files import Unusable, walked

    try:
        files = list(walked(path)) if path.is_dir() else [path]
        return max((file.stat().st_mtime for file in files if file.is_file()), default=float("inf"))
    except (Unusable, OSError):  # graded, and refused there in one sentence
        return float("inf")
