"""Files written completely or not at all: written next to their place, synced, then renamed.

On Windows a name cannot be taken while anybody has the old file open, and virus scanners and synchronised folders open
each new file for a moment; so it is tried again there for a second.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from pathlib import Path

from grader.core.errors import MachineError
from grader.core.languages import both, reason

__all__ = ["replace", "write_whole"]

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


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path` so that a reader sees the old file or the new one, never a part.

    Raises MachineError in one sentence (a full disk, a read-only folder); the old file is then untouched.
    """
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=".grader-", delete=False
        ) as stream:
            temporary = stream.name
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o644)
        replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise MachineError(both("usage.not_written", file=path, why=reason(error))) from None
