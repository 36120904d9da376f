"""One learner's folder, or a folder of submissions in which a learner's own is called like a part of a course?"""

from __future__ import annotations

import os
from pathlib import Path

from grader.errors import UsageError
from grader.intake.choose import notebook_name
from grader.intake.files import kind
from grader.model import Assignment
from grader.text import one_line

__all__ = ["refuse_mixed", "work_in"]


def work_in(path: Path, assignment: Assignment) -> Path | None:
    """Where in a learner's folder the file of the usual name lies: in itself, or where a course has it."""
    usual = (assignment.file, notebook_name(assignment))
    places = (path, path / assignment.id, path / "exercises" / assignment.id)
    return next((place for place in places if any(os.path.lexists(place / name) for name in usual)), None)


def refuse_mixed(path: Path, name: str, others: int, assignment: Assignment) -> None:
    """Raise UsageError where `name` in a folder makes it one learner's, and that many others in it have work too.

    Taken for one learner's, it would leave all the others without a grade, and without a word.
    """
    inside = [one for one in sorted(path.iterdir()) if one.name != name and one.name[:1] not in "._"]
    folders = [one for one in inside if one.is_dir() and work_in(one, assignment)]
    archives = [one for one in inside if kind(one.name) == "archive"]
    found = [*folders, *archives]
    if len(folders) < others and len(archives) < 2:
        return
    shown = ", ".join(one_line(one.name, 40) for one in found[:3]) + (" ..." if len(found) > 3 else "")
    raise UsageError(
        f"{path}: one learner's folder, as {name} in it says, or many, as {shown} say? "
        f"Grade them by their own paths: grader grade {path}/*"
    )
