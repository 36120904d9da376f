"""How many processes are worth starting here."""

from __future__ import annotations

import contextlib
import math
import os
from pathlib import Path

__all__ = ["ONE_THREAD", "jobs_for", "one_thread", "usable"]

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

_HANDFUL = 8  # below this, starting another grader costs more than it saves (a second or two of CPU)


def usable() -> int:
    """Cores this process may really use: its affinity, and a container's quota of CPU time. At least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with contextlib.suppress(OSError, ValueError):
        found = Path("/sys/fs/cgroup/cpu.max").read_text("ascii")  # cgroup v2: "max 100000" or two numbers
        quota, period = found.split()
        cores = min(cores, max(1, math.ceil(int(quota) / int(period))))
    return max(1, cores)


def one_thread() -> None:
    """Let numpy, if it is loaded later, compute in one thread: a suite's arrays are small, and idle threads spin."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")


def jobs_for(count: int, wanted: int | None) -> int:
    """Processes for that many submissions; 0 means in this one, which is right for a handful."""
    if count <= 1 or (wanted is None and count < _HANDFUL):
        return 0
    return min(count, wanted or usable())
