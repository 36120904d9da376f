"""Put the stub of a step back, and keep what was there.

The stub as it was given comes from `.grader/original/` (a released kit has it) or is made from `solutions/` (an
author's repository); where neither is there, it is made from the function's own head: signature and docstring stay.
Text is handled by lines, so that a file with a syntax error can be reset too.
"""

from __future__ import annotations

import ast
import datetime
import re
from collections.abc import Sequence
from pathlib import Path

from grader.core.atomic_write import write_whole
from grader.core.errors import UsageError
from grader.core.languages import both
from grader.core.model import Assignment, Step
from grader.course import stubs
from grader.course.kit_hashes import KIT, changed_files
from grader.course.stubs import STUB
from grader.submissions.working_file import learner_file

__all__ = ["functions_of", "keep", "original", "put_back", "put_kit_back", "read_any", "regions", "undo"]

_BACKUP = Path(".grader") / "backup"
_HEAD = re.compile(r"(?:async )?def (\w+)\s*\(|class (\w+)")
_OUTER = re.compile(r"(?:async )?def |class |@|# %%")


def functions_of(assignment: Assignment, step: Step) -> tuple[str, ...]:
    """The functions that this step is the first to ask for. Raises UsageError where there are none."""
    own = tuple(name for name in step.functions if assignment.step_of(name) is step)
    if not own:
        others = dict.fromkeys(found.id for name in step.functions if (found := assignment.step_of(name)))
        raise UsageError(both("usage.reset_shared", step=step.id, others=", ".join(others)))
    return own


def original(root: Path, assignment: Assignment) -> str | None:
    """The learner's file as it was given, if that is known here."""
    return stubs.original(root, assignment.id, assignment.file)


def regions(text: str) -> dict[str, tuple[int, int]]:
    """Top-level function -> its first line and the one after its last, counted from 0; by lines, not by syntax."""
    lines = text.splitlines()
    found: dict[str, tuple[int, int]] = {}
    starts = [i for i, line in enumerate(lines) if _OUTER.match(line)]
    for position, i in enumerate(starts):
        head = _HEAD.match(lines[i])
        if head is None or head.group(1) is None:
            continue
        first = i
        while first > 0 and lines[first - 1].startswith("@"):
            first -= 1
        end = starts[position + 1] if position + 1 < len(starts) else len(lines)
        while end > i + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith(("@", "#"))):
            end -= 1
        found.setdefault(head.group(1), (first, end))
    return found


def put_back(text: str, functions: Sequence[str], given: str | None) -> tuple[str, tuple[str, ...]]:
    """The text with those functions as they were given, and which of them that changed. Raises UsageError.

    Lines end as they did.
    """
    changed, ending = [], "\r\n" if "\r\n" in text else "\n"
    for name in functions:
        new = _block(given, name) if given is not None else None
        place = regions(text).get(name)
        if new is None:
            new = _emptied(text, name)
        lines = text.splitlines()
        if place is None:
            lines += ["", "", *new]
        elif lines[place[0] : place[1]] == new:
            continue
        else:
            lines[place[0] : place[1]] = new
        text = ending.join(lines) + ending
        changed.append(name)
    return text, tuple(changed)


def _block(text: str, name: str) -> list[str] | None:
    place = regions(text).get(name)
    return text.splitlines()[place[0] : place[1]] if place else None


def _emptied(text: str, name: str) -> list[str]:
    """A function with its head and docstring, and the stub for a body. Raises UsageError where it cannot be read."""
    try:
        nodes = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
        node = nodes[name]
    except (SyntaxError, ValueError, KeyError):
        raise UsageError(both("usage.reset_lost", name=name)) from None
    last = node.body[0].end_lineno if ast.get_docstring(node) is not None else node.body[0].lineno - 1
    return [*text.splitlines()[node.lineno - 1 : last], *(f"    {line}" for line in STUB)]


def keep(root: Path, assignment: Assignment) -> Path:
    """Copy the learner's file to `.grader/backup/`; the copy's path. Raises MachineError."""
    path = learner_file(assignment)
    now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    folder = root / _BACKUP / assignment.id
    number = sum(1 for _ in folder.glob("*")) if folder.is_dir() else 0
    kept = folder / f"{number + 1:04}-{now}-{assignment.file}"
    write_whole(kept, read_any(path))
    return kept


def put_kit_back(root: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Put the kit's own files back as they were released: those that were, and those whose copy is gone too.

    What stood there is kept in `.grader/backup/.kit/`. Raises UsageError where this is no kit that knows its files.
    """
    if not (root / KIT).is_file():
        raise UsageError(both("usage.no_kit"))
    done, lost = [], []
    for one in changed_files(root):
        path = root / one.path
        if one.original is None:
            lost.append(one.path)
            continue
        if path.is_file():
            folder = root / _BACKUP / ".kit"
            number = sum(1 for _ in folder.glob("*")) if folder.is_dir() else 0
            write_whole(folder / f"{number + 1:04}-{path.name}", read_any(path))
        write_whole(path, one.original.read_text(encoding="utf-8"))
        done.append(one.path)
    return tuple(done), tuple(lost)


def undo(root: Path, assignment: Assignment) -> Path:
    """Bring the last backup back; the file as it is now becomes a backup. Raises UsageError where there is none."""
    folder = root / _BACKUP / assignment.id
    kept = sorted(folder.glob("*")) if folder.is_dir() else []
    if not kept:
        raise UsageError(both("usage.nothing_to_undo", folder=folder.relative_to(root).as_posix()))
    text = read_any(kept[-1])
    if learner_file(assignment).is_file():
        keep(root, assignment)
    write_whole(learner_file(assignment), text)
    return kept[-1]


def read_any(path: Path) -> str:
    """The learner's file, whatever became of its encoding: a reset has to work on a spoilt file too."""
    return path.read_bytes().decode("utf-8-sig", errors="replace")
