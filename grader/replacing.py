"""Renaming a finished file or folder over what stands at its place, on every system.

On Windows a name cannot be taken while anybody has the old file open, and virus scanners and synchronised folders open
each new file for a moment; so it is tried again there for a second.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

__all__ = ["replace"]

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
