"""How many processes are worth starting here: by the cores and the memory that are really there."""

from __future__ import annotations

import math
import os
from pathlib import Path

from grader.core.control_groups import cpu_quota, memory_room

__all__ = ["ONE_THREAD", "fitting", "free_memory", "jobs_for", "one_thread", "usable"]

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

_HANDFUL = 8  # below this, starting another grader costs more than it saves (a second or two of CPU)
_GRADER_MIB = 256  # a grader process, its fork server, and one process of the reference's


def usable(root: Path = Path("/")) -> int:
    """Cores this process may really use: its affinity, and its control groups' quota of CPU time. At least 1."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = cpu_quota(root)
    return max(1, cores if quota is None else min(cores, math.ceil(quota)))


def free_memory(root: Path = Path("/")) -> int | None:
    """Bytes that this process and its children may still take: of the machine's, and of its control groups'.

    None where the system does not tell.
    """
    try:
        lines = (root / "proc/meminfo").read_text("ascii").splitlines()
        free = next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, IndexError, StopIteration):
        return None
    room = memory_room(root)
    return free if room is None else min(free, room)


def fitting(memory_mib: int, root: Path = Path("/"), *, cores: int | None = None) -> int:
    """How many submissions may be graded at once by the cores and the memory here, each with `memory_mib`. At least 1.

    A submission has one learner's process at a time; beside it stand a grader, its fork server and the reference's.
    With `cores` given, that many are counted instead of those that are usable.
    """
    free, cores = free_memory(root), cores or usable(root)
    return cores if free is None else max(1, min(cores, (free >> 20) // (memory_mib + _GRADER_MIB)))


def one_thread() -> None:
    """Let numpy, if it is loaded later, compute in one thread: a suite's arrays are small, and idle threads spin."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")


def jobs_for(count: int, wanted: int | None, memory_mib: int) -> int:
    """Processes for that many submissions; 0 means in this one, which is right for a handful.

    `memory_mib` is what one submission may use (`Limits.memory_mib`); what is `wanted` is taken at its word.
    """
    if count <= 1 or (wanted is None and count < _HANDFUL):
        return 0
    return min(count, wanted or fitting(memory_mib))
