"""What the control groups of this process leave it: cores and memory. Versions 1 and 2, nested, in containers or not.

A limit of any group above counts, so the least is taken on the way up to the root of the mounted tree. Pure but for
reading: `root` stands for "/", so that tests can lay out a machine of their own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

__all__ = ["cpu_quota", "memory_room"]

_NO_LIMIT = 1 << 60  # bytes; version 1 writes a number of this size where there is none


def cpu_quota(root: Path = Path("/")) -> float | None:
    """Cores' worth of CPU time that all processes of the group may use together; None where nothing bounds it."""
    found = []
    for folder, version in _groups("cpu", root):
        with contextlib.suppress(OSError, ValueError):
            if version == 2:
                quota, period = (folder / "cpu.max").read_text("ascii").split()
            else:
                quota, period = ((folder / f"cpu.cfs_{name}_us").read_text("ascii") for name in ("quota", "period"))
            if float(quota) > 0 and float(period) > 0:  # "max" is no number, and -1 is version 1's word for it
                found.append(float(quota) / float(period))
    return min(found, default=None)


def memory_room(root: Path = Path("/")) -> int | None:
    """Bytes that the group may still take; None where nothing bounds it. What the kernel keeps of files is room too."""
    found = []
    for folder, version in _groups("memory", root):
        limits = ("memory.max", "memory.high") if version == 2 else ("memory.limit_in_bytes",)
        used, kept = (
            ("memory.current", "inactive_file") if version == 2 else ("memory.usage_in_bytes", "total_inactive_file")
        )
        for name in limits:
            with contextlib.suppress(OSError, ValueError):
                limit = int((folder / name).read_text("ascii"))  # "max" is no number
                if limit < _NO_LIMIT:
                    taken = int((folder / used).read_text("ascii")) - _stat(folder / "memory.stat", kept)
                    found.append(max(0, limit - max(0, taken)))
    return min(found, default=None)


def _stat(path: Path, name: str) -> int:
    """One figure of a file with a name and a number on each line; 0 where it is not there."""
    with contextlib.suppress(OSError, ValueError):
        for line in path.read_text("ascii").splitlines():
            key, _, value = line.partition(" ")
            if key == name:
                return int(value)
    return 0


def _groups(controller: str, root: Path) -> Iterator[tuple[Path, int]]:
    """The folders of this process's groups that may bound `controller`, each with its version, the innermost first."""
    try:
        mounts = (root / "proc/self/mountinfo").read_text(errors="replace").splitlines()
        mine = (root / "proc/self/cgroup").read_text(errors="replace").splitlines()
    except OSError:
        return
    paths = {names: path for _, names, path in (line.split(":", 2) for line in mine if line.count(":") >= 2)}
    for line in mounts:
        head, _, tail = line.partition(" - ")
        fields, kind = head.split(), tail.split()
        if len(fields) < 5 or len(kind) < 3 or not kind[0].startswith("cgroup"):
            continue
        version = 2 if kind[0] == "cgroup2" else 1
        if version == 1 and controller not in kind[2].split(","):
            continue
        path = paths.get("") if version == 2 else _of(paths, controller)
        if path is not None:
            place = _inside(fields[4], fields[3], path)
            top = PurePosixPath(fields[4])
            for folder in (place, *place.parents):
                yield root / str(folder).lstrip("/"), version
                if folder == top:
                    break


def _of(paths: dict[str, str], controller: str) -> str | None:
    return next((path for names, path in paths.items() if controller in names.split(",")), None)


def _inside(mounted_at: str, mounted: str, path: str) -> PurePosixPath:
    """Where a group's folder is, of a tree of which the part `mounted` can be seen at `mounted_at`."""
    with contextlib.suppress(ValueError):
        below = PurePosixPath(path).relative_to(mounted)
        if ".." not in below.parts:
            return PurePosixPath(mounted_at) / below
    return PurePosixPath(mounted_at)  # seen from a container: its own group is the top
