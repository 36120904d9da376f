"""Which submissions a path names, each read as text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from grader.core.errors import UsageError
from grader.core.model import Assignment, Submission
from grader.core.safe_text import one_line
from grader.core.suggestions import suggestion
from grader.submissions.files import ARCHIVES, SKIPPED, distinct, is_answers, kind, usual_ending
from grader.submissions.reading import read_one
from grader.submissions.selection import imports_beside, notebook_name, refuse_mixed, work_in

__all__ = ["count", "find", "is_cohort"]

_LEARNERS = ("answers.yaml", "assignment.yaml", ".grader")  # beside a learner's work
_COHORTS = {"cohort", "handed_in", "received", "submissions", "submitted"}


def find(
    paths: Sequence[Path], assignment: Assignment, *, cohort: bool = False, checkout: bool = False
) -> Iterator[Submission]:
    """The submissions that `paths` name, in a stable order, read one at a time.

    `cohort` says that each path is a folder of submissions, whatever the names in it: a learner's folder that is
    called like a part of a course must not make one submission of them all. `checkout` says that each is what one
    learner has, whatever else lies there.

    A path that does not exist, a folder with nothing to grade, or one that may be a learner's or a class's, raises
    UsageError: that is the command's mistake, not a learner's.
    """
    for path in paths:
        if not path.exists():
            beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
            near = suggestion(path.name, beside, path.parent.joinpath)
            raise UsageError(f"{path}: no such file or folder{near}")
    several = len(paths) > 1
    found = [
        (path, one)
        for path in paths
        for one in _units(path, assignment, cohort=cohort, checkout=checkout, several=several)
    ]
    names = distinct([_name(one, assignment) for _, one in found])
    for (path, one), name in zip(found, names, strict=True):
        yield read_one(one, name, assignment, path if one != path else None)


def count(paths: Sequence[Path], assignment: Assignment, *, cohort: bool = False) -> int:
    """How many submissions `find` will give, without reading them. Raises UsageError for an empty folder."""
    several = len(paths) > 1
    return sum(len(_units(path, assignment, cohort=cohort, several=several)) for path in paths if path.exists())


def is_cohort(paths: Sequence[Path], assignment: Assignment, *, cohort: bool = False) -> bool:
    """True where `find` gives more than the paths themselves: several, or what lies in a folder of submissions."""
    return len(paths) > 1 or any(_units(path, assignment, cohort=cohort) != [path] for path in paths if path.exists())


def _units(
    path: Path, assignment: Assignment, *, cohort: bool, checkout: bool = False, several: bool = False
) -> list[Path]:
    """The submissions in `path`: itself, or what lies in it. One of `several` with nothing in it is a submission."""
    if not path.is_dir():
        return [path]
    if not cohort and (found := work_in(path, assignment)):
        if not checkout:
            refuse_mixed(
                path, (*found.relative_to(path).parts, assignment.file)[0], 1, assignment, inside=found != path
            )
        return [path]
    inside = sorted(p for p in path.iterdir() if _is_unit(p, assignment))
    if not inside and several:
        return [path]  # a learner who handed nothing in must not end the run for all
    if not inside:
        raise UsageError(
            f"{path}: nothing to grade here; expected {assignment.file}, {notebook_name(assignment)}, "
            f"or a folder with one submission for each learner"
        )
    return [path] if not cohort and _one_learners(path, inside, assignment, sure=checkout) else inside


def _is_unit(path: Path, assignment: Assignment) -> bool:
    """True for what may be somebody's submission. A folder with work in it is one, whatever its learner called it."""
    if not path.is_dir():
        return path.name[:1] not in "._" and bool(kind(path.name))
    if path.name.startswith(".") or path.name in ("__pycache__", "__MACOSX"):
        return False
    return (path.name not in SKIPPED and path.name[:1] != "_") or work_in(path, assignment) is not None


def _one_learners(path: Path, inside: Sequence[Path], assignment: Assignment, *, sure: bool) -> bool:
    """True where a folder without a file of the usual name is one learner's, not a folder of submissions.

    It contains only one file of work (and is not named like a folder of submissions), or files that only a learner's
    folder has, or a file that imports another one in it.
    """
    for name in _LEARNERS:
        if os.path.lexists(path / name):
            if not sure:
                refuse_mixed(path, name, 2, assignment)
            return True
    if any(is_answers(one.name) for one in path.iterdir()):
        return True
    if path.absolute().name.casefold() in _COHORTS or any(one.is_dir() for one in inside):
        return False
    work = [one for one in inside if not one.name.startswith("test_")]
    return len(work) == 1 or imports_beside(work, assignment)


def _name(path: Path, assignment: Assignment) -> str:
    """A submission's id: its folder's or file's name, and the folder's where the file has the usual name."""
    path = path.absolute()  # a link keeps its own name: it must not take another learner's
    stem = usual_ending(path.name)
    for ending in (*ARCHIVES, ".py", ".ipynb"):
        if stem.lower().endswith(ending):
            stem = stem[: -len(ending)]
            break
    usual = PurePosixPath(assignment.file).stem
    return one_line(path.parent.name if stem == usual and path.is_file() else stem, 80)
