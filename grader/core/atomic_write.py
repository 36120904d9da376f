"""Files written completely or not at all: written next to their place, synced, then renamed, and the folder synced.

On Windows a name cannot be taken while anybody has the old file open, and virus scanners and synchronised folders open
each new file for a moment; so it is tried again there for a second.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from grader.core.errors import MachineError
from grader.core.languages import both, reason

__all__ = ["replace", "sync_folder", "write_whole"]

_TRIES, _PAUSE = 20, 0.05


def replace(finished: Path | str, place: Path | str) -> None:
    """As `os.replace`. Raises OSError, on Windows after a second of trying where the place is held open."""
    for tried in range(1, _TRIES + 1):
        try:
            os.replace(finished, place)
        except PermissionError:
            if os.name != "nt" or tried == _TRIES:
                raise
            time.sleep(_PAUSE)
        else:
            return


def write_whole(path: Path, text: str, *, sync: bool = True) -> None:
    """Write `text` to `path` so that a reader sees the old file or the new one, never a part, even after a crash.

    A file that is there keeps its mode, a new one gets 0644 without what the umask takes away. Where `sync`, the
    folder is synced as well; who writes many files leaves that for the end (`sync_folder`): it takes as long again.
    Raises MachineError in one sentence (a full disk, a read-only folder); the old file is then untouched.
    """
    temporary = path.with_name(f".grader-{os.urandom(8).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(temporary, "x", encoding="utf-8", newline="\n", opener=_with_mode_0644) as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            if path.exists():
                os.chmod(temporary, path.stat().st_mode & 0o777)
            replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        raise MachineError(both("usage.not_written", file=path, why=reason(error))) from None
    if sync:
        sync_folder(path.parent)


def _with_mode_0644(name: str, flags: int) -> int:
    """Open a new file with 0644 instead of Python's 0666; the system takes away what the umask says."""
    return os.open(name, flags, 0o644)


def sync_folder(folder: Path) -> None:
    """Let new names in a folder reach the disk too, where the system can open one; the files are whole already."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
