"""Two histories of one submission, graded on two machines, as one."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

__all__ = ["merged"]

Moments = Sequence[tuple[str, str]]  # digest of what was handed in, when it was first graded (ISO, UTC)


def merged(ours: Moments, theirs: Moments) -> list[tuple[int | None, int | None]]:
    """The order of both: (place here, place there) of each attempt, None where it is only in the other.

    What both have keeps its place. Between two of those, attempts of only one of them stand by when they were graded:
    of two machines nothing else tells which was first.
    """
    out: list[tuple[int | None, int | None]] = []
    a, b = [digest for digest, _ in ours], [digest for digest, _ in theirs]
    here = there = 0
    for i, j, size in difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
        while here < i or there < j:
            if there == j or (here < i and ours[here][1] <= theirs[there][1]):
                out.append((here, None))
                here += 1
            else:
                out.append((None, there))
                there += 1
        out += [(i + k, j + k) for k in range(size)]
        here, there = i + size, j + size
    return out
