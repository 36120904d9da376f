"""Reports on disk, whole or not at all: written beside their place, synced, then renamed into it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from grader.errors import MachineError
from grader.locale import both, reason
from grader.replacing import replace

__all__ = ["write_whole"]


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
