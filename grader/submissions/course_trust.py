"""Whose course is it that was found from where a command runs?

A course's hidden checks and generators are Python that runs as the person who grades. A submission may hold a
`solutions/` of its own, so a course that was not named but found by walking up has to be told from a learner's folder.
Nothing inside either can tell them apart, therefore what counts is where both lie. A course that is named with
--course is never questioned, nor is the one in whose tree this very package lies: its code is running already.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from grader.core.errors import UsageError
from grader.submissions.files import SKIPPED, kind

__all__ = ["refuse_among_submissions", "refuse_learners_course"]

_CODE = ("python", "notebook")
_OURS = Path(__file__).resolve().parents[2]
_NAME_IT = "name your own course with --course FOLDER (or once for all in GRADER_COURSE)"


def refuse_among_submissions(root: Path) -> None:
    """Raise UsageError where a found course lies in another course, or among submissions that were collected."""
    if root == _OURS or not (root / "solutions").is_dir():
        return  # a learner's kit: nothing private runs from it
    for folder in root.parents:
        if any(folder.glob("solutions/*/assignment.yaml")):
            around = f"inside another course, {folder}"
        elif (folder / "repos.csv").is_file() and (folder / "submissions").is_dir():
            around = f"among the repositories that were fetched into {folder}"
        elif (folder / "grader_course.json").is_file() and not _names(folder / "grader_course.json", root):
            around = f"inside the nbgrader course {folder}"
        else:
            continue
        raise UsageError(
            f"the course found from here, {root}, lies {around}; it may be a learner's, and its hidden checks would "
            f"run as you: {_NAME_IT}"
        )


def _names(file: Path, root: Path) -> bool:
    """Does the nbgrader course whose file this is belong to the course at `root`?"""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return root == (file.parent / str(told["course"])).resolve()
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def refuse_learners_course(root: Path, paths: Sequence[Path], *, cohort: bool = False) -> None:
    """Raise UsageError where a found course and what is to be graded may be one person's work.

    That is so where the course is, holds, or lies in what is graded. Allowed inside it are the author's own files in
    `solutions/<id>/`, and a folder of several submissions or one of them; `cohort` says that each path is such a one.
    """
    for path in () if root == _OURS else paths:
        if not path.exists():
            continue  # said elsewhere
        real = path.resolve()
        if root.is_relative_to(real):
            raise _refusal(root, path, "is" if root == real else "holds")
        if real.is_relative_to(root) and not _apart(real.relative_to(root).parts, root, cohort=cohort):
            raise _refusal(root, path, "lies in")


def _refusal(root: Path, path: Path, how: str) -> UsageError:
    return UsageError(
        f"{path}: {how} the course that was found from here, {root}; a learner may have made it, and its hidden "
        f"checks would run as you. If that course is yours, add --course {root}; otherwise {_NAME_IT}"
    )


def _apart(parts: Sequence[str], root: Path, *, cohort: bool) -> bool:
    """Is what lies there in the course told from the course's own? `parts` leads there from `root`."""
    if parts[0] == "solutions":
        return len(parts) > 1
    if parts[0] == "exercises":
        return False
    return cohort or any(_many(root.joinpath(*parts[:end])) for end in range(len(parts), 0, -1))


def _many(folder: Path) -> bool:
    """A cohort and not one person's work: several archives, or folders with the same file, and no code beside them."""
    if not folder.is_dir():
        return False
    inside = [one for one in folder.iterdir() if not one.name.startswith((".", "_")) and one.name not in SKIPPED]
    if any(one.is_file() and kind(one.name) in _CODE for one in inside):
        return False
    found = Counter(name for one in inside if one.is_dir() for name in _code_in(one))
    found["archive"] = sum(one.is_file() and kind(one.name) == "archive" for one in inside)
    return max(found.values()) > 1


def _code_in(folder: Path) -> set[str]:
    """Where code lies in what may be a submission, as far down as it is looked for."""
    places = (place for pattern in ("*", "*/*", "exercises/*/*") for place in folder.glob(pattern))
    code = (place for place in places if kind(place.name) in _CODE and place.name != "__init__.py")
    return {place.relative_to(folder).as_posix() for place in code}
