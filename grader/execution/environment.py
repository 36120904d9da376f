"""What a learner's interpreter starts with on each system: an environment made from nothing, and where numpy is.

An interpreter that is started with `-I` sees neither PYTHONPATH nor a user's site folder, and conda's numpy finds its
libraries by PATH on Windows. Both are the machine's and no secret; everything else of the grader's environment stays
here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

__all__ = ["environment", "packages"]

_MACHINE = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PATH", "PATHEXT", "TEMP", "TMP", "NUMBER_OF_PROCESSORS")


def environment(system: str = sys.platform, given: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a learner's process on `system`, of what is `given` to the grader itself.

    On Windows an interpreter without SYSTEMROOT has no random numbers and no sockets, and one without PATH does not
    find the libraries of conda's numpy.
    """
    given = os.environ if given is None else given
    clean = {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    clean |= {"MKL_NUM_THREADS": "1"}
    if system != "win32":
        clean |= {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
        # The allocator keeps what it has, so that memory traffic does not depend on a threshold it moves itself.
        clean |= {"MALLOC_MMAP_THRESHOLD_": str(4 << 30), "MALLOC_TRIM_THRESHOLD_": str(4 << 30)}
    kept = {*_MACHINE, *(_WINDOWS if system == "win32" else ())}
    return clean | {name.upper(): value for name, value in given.items() if name.upper() in kept}


def packages(module_file: str | None = np.__file__) -> list[str]:
    """The folder that numpy is in, for an interpreter that may not look there by itself."""
    return [str(Path(module_file).resolve().parents[1])] if module_file else []
