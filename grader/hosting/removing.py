"""A folder removed whatever lies in it: read-only files, and folders in folders deeper than a recursion goes."""

from __future__ import annotations

import os
import shutil
import uuid
from pathlib import Path

from grader.errors import MachineError

__all__ = ["remove"]


def remove(folder: Path) -> None:
    """Remove a folder; one that is not there is removed already. Raises MachineError where something of it stays."""
    try:
        if os.name == "nt":  # read-only files, as git writes them, are not removed there
            for path in folder.rglob("*"):
                path.chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:  # up to Python 3.12 a folder is removed by a function that calls itself
        _flatten(folder)
        shutil.rmtree(folder, ignore_errors=True)
    if os.path.lexists(folder):
        raise MachineError(f"{folder}: cannot be removed; remove it by hand")


def _flatten(folder: Path) -> None:
    """Bring everything that lies deeper into the folder itself, so that no path is long and nothing deep."""
    waiting = [folder]
    while waiting:
        inside = waiting.pop()
        for entry in list(os.scandir(inside)):
            place = Path(entry.path)
            if inside != folder:
                place = place.rename(folder / uuid.uuid4().hex)
            if entry.is_dir(follow_symlinks=False):
                waiting.append(place)
        if inside != folder:
            inside.rmdir()
