"""The seed of an nbgrader course's hidden data: drawn once for an assignment, kept beside nbgrader's gradebook.

nbgrader's own database has no place for it, and the seed has to be the same for `nbgrader autograde`, for `grader
nbgrader grade` and for every run that comes later: equal work gets equal points.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from grader.core.errors import UsageError
from grader.core.seeds import LARGEST, drawn_seed

__all__ = ["FOLDER", "course_seed"]

FOLDER = "grader_seeds"
"""The folder in the course, on the instructor's side, with a file for each assignment."""


def course_seed(course: Path, assignment: str, named: int | None = None) -> int:
    """The seed of the assignment in that nbgrader course: the one `named`, the one kept, or one drawn and kept.

    Raises UsageError where the file that keeps it holds something else, or cannot be read or written.
    """
    if named is not None:
        return named
    place = course / FOLDER / f"{assignment}.txt"
    try:
        if not place.is_file():
            _keep(place, drawn_seed())
        said = place.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{place}: cannot keep the seed of the hidden data: {error}") from None
    if not said.isdigit() or int(said) > LARGEST:
        raise UsageError(f"{place}: holds no seed (a whole number up to {LARGEST}); correct it, or remove the file")
    return int(said)


def _keep(place: Path, seed: int) -> None:
    """Write the file whole, unless another run was faster: then what that run drew holds."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        draft.write_text(f"{seed}\n", encoding="ascii")
        draft.chmod(0o600)
        with contextlib.suppress(FileExistsError):
            os.link(draft, place)
    except OSError:  # a file system without links: only the race is lost
        if not place.is_file():
            os.replace(draft, place)
    finally:
        draft.unlink(missing_ok=True)
